package driver

// An input on its way in: whether it is text at all, and whether it is small enough,
// decided before a reader sees it.

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"refract/diag"
	"refract/internal/front"
	"refract/language"
	"refract/spirv"
)

// MaxSourceBytes is the size of the largest input that is read.
const MaxSourceBytes = 64 << 20

// open makes s the source of an input, which it checks as a whole: there are errors in the
// list if it isn't fit to be read.
func open(s *front.Source, name string, src []byte, l *language.Info, b Budget) {
	*s = front.Source{Name: name}
	whole := diag.Span{}
	switch {
	case len(src) > b.For(0).Source:
		s.List.Errorf("input-too-large", whole, "the input is larger than %d bytes", b.For(0).Source)
	case l.Binary:
		s.Bytes = src
	case startsLikeSPIRV(src):
		s.List.Errorf("binary-input", whole, "the input is SPIR-V, not %s text", l.Title)
	case bytes.IndexByte(src[:min(len(src), 8192)], 0) >= 0:
		s.List.Errorf("binary-input", whole, "the input is binary, not %s text", l.Title)
	default:
		if len(bytes.TrimSpace(src)) == 0 {
			s.List.Warnf("empty-input", whole, "the input is empty")
		}
		s.Text = string(src)
	}
	s.Sources, s.Base = diag.NewSources(name, s.Text)
}

// startsLikeSPIRV reports whether the magic number, in either byte order,
// starts the input.
func startsLikeSPIRV(src []byte) bool {
	if len(src) < 4 {
		return false
	}
	word := binary.LittleEndian.Uint32(src)
	return word == spirv.Magic || word == bits.ReverseBytes32(spirv.Magic)
}

// warn hands the warnings found to the caller, if there are any.
func warn(s *front.Source, f func(*diag.Diagnostics)) {
	if found := s.List.Diagnostics(s.Sources); f != nil && found != nil {
		f(found)
	}
}
