package refract

// An input on its way in: which language it is, whether it is text at all, and
// whether it is small enough, decided before a reader sees it.

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"path"
	"strings"

	"refract/diag"
	spirvfront "refract/front/spirv"
	"refract/ir"
	"refract/spirv"
)

// MaxSourceBytes is the size of the largest input that is read.
const MaxSourceBytes = 64 << 20

// A source is an input with what is found about it.
type source struct {
	name    string
	bytes   []byte // of a binary language
	text    string // of any other, at base of the sources
	base    uint32
	sources *diag.Sources
	list    diag.List
}

// readers has the reader of each language that is read into a module: it fills
// the module that it is given, and reports what is wrong to the source's list.
var readers = [numLanguages]func(*workspace, *ir.Module, *source, *ParseOptions){
	WGSL: (*workspace).readWGSL,
	GLSL: (*workspace).readGLSL,
	ESSL: (*workspace).readGLSL,

	SPIRV:         (*workspace).readSPIRV,
	SPIRVAssembly: (*workspace).readAssembly,
}

func (w *workspace) readWGSL(m *ir.Module, s *source, o *ParseOptions) {
	options := o.WGSL
	options.DocComments = true // text writers keep them
	options.MaxConstants = o.Budget.of(len(s.text)).Constants
	w.wgsl.Read(m, s.text, s.base, options, &s.list)
}

func (w *workspace) readGLSL(m *ir.Module, s *source, o *ParseOptions) {
	options := o.GLSL
	if options.Stage == ir.NoStage {
		options.Stage = stageOfFile(s.name)
	}
	w.glslReader.Read(m, s.text, s.base, options, s.sources, &s.list)
}

func (w *workspace) readSPIRV(m *ir.Module, s *source, o *ParseOptions) {
	if words := s.words(SPIRV); words != nil && !s.list.HasErrors() {
		s.module(m, words, spirvfront.Options{})
	}
}

func (w *workspace) readAssembly(m *ir.Module, s *source, o *ParseOptions) {
	positions := make([]spirv.Position, 0, len(s.text)/40)
	words, ok := spirv.Assemble(s.text, s.base, spirv.AssembleOptions{Positions: &positions}, &s.list)
	if ok {
		s.module(m, words, spirvfront.Options{Positions: positions})
	}
}

// module reads words into the module.
func (s *source) module(m *ir.Module, words []uint32, o spirvfront.Options) {
	if read := spirvfront.Read(words, o, s.sources, &s.list); read != nil {
		*m = *read
	}
}

// stageOfFile is the stage that a file name's extension says, or ir.NoStage.
func stageOfFile(name string) ir.Stage {
	name = strings.TrimSuffix(strings.ToLower(name), ".glsl")
	switch path.Ext(name) {
	case ".vert", ".vs":
		return ir.StageVertex
	case ".frag", ".fs":
		return ir.StageFragment
	case ".comp":
		return ir.StageCompute
	}
	return ir.NoStage
}

// CanRead reports whether Parse reads the language.
func CanRead(l Language) bool { return l < numLanguages && readers[l] != nil }

// inputLanguage returns the language asked for, or that of the name.
func inputLanguage(name string, l Language) (Language, error) {
	if l == Auto {
		l, _ = LanguageOfFile(name)
	}
	if l == Auto || l >= numLanguages {
		return l, &LanguageError{Language: l, Name: name}
	}
	return l, nil
}

// openSource checks the input as a whole. The source that it returns has
// errors in its list where it isn't fit to be read.
func openSource(name string, src []byte, l Language, b Budget) *source {
	s := &source{name: name, sources: new(diag.Sources)}
	whole := diag.Span{}
	switch {
	case len(src) > b.of(0).Source:
		s.list.Errorf("input-too-large", whole, "the input is larger than %d bytes", b.of(0).Source)
	case l.Binary():
		s.bytes = src
	case startsLikeSPIRV(src):
		s.list.Errorf("binary-input", whole, "the input is SPIR-V, not %s text", l.Title())
	case bytes.IndexByte(src[:min(len(src), 8192)], 0) >= 0:
		s.list.Errorf("binary-input", whole, "the input is binary, not %s text", l.Title())
	default:
		if len(bytes.TrimSpace(src)) == 0 {
			s.list.Warnf("empty-input", whole, "the input is empty")
		}
		s.text = string(src)
	}
	s.base = s.sources.Add(name, s.text)
	return s
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
func (s *source) warn(f func(*diag.Diagnostics)) {
	if found := s.list.Diagnostics(s.sources); f != nil && found != nil {
		f(found)
	}
}
