package text

// This file spells numbers, as far as languages agree.

import (
	"strconv"

	"refract/internal/num"
	"refract/ir"
)

// IsFinite reports whether the bits of a scalar are no infinity or NaN.
func IsFinite(s ir.Scalar, bits uint64) bool {
	switch s {
	case ir.F16:
		return num.F16(bits).IsFinite()
	case ir.F32:
		return bits>>23&0xFF != 0xFF
	case ir.F64:
		return bits>>52&0x7FF != 0x7FF
	}
	return true
}

// A FloatSpelling appends a finite float as a language spells it; with few characters if
// compact is set.
type FloatSpelling func(dst []byte, s ir.Scalar, bits uint64, compact bool) []byte

// floatText is a float spelled before: shaders have the same few again and again.
type floatText struct {
	bits   uint64
	scalar ir.Scalar
	size   uint8 // 0: none
	text   [30]byte
}

// floatTexts is how many of them are kept.
const floatTexts = 64

// Float writes a finite float. spell must be the same for all floats between two
// Resets to other words.
func (w *Writer) Float(s ir.Scalar, bits uint64, spell FloatSpelling) {
	const golden = 0x9E3779B97F4A7C15
	t := &w.floats[((bits^uint64(s))*golden)>>58]
	if t.bits == bits && t.scalar == s && t.size > 0 {
		w.buf = append(w.buf, t.text[:t.size]...)
		return
	}
	at := len(w.buf)
	w.buf = spell(w.buf, s, bits, w.compact)
	if n := len(w.buf) - at; n <= len(t.text) {
		t.bits, t.scalar, t.size = bits, s, uint8(n)
		copy(t.text[:], w.buf[at:])
	}
}

// ShortFloat drops digits that needn't be written of the float that b has from
// an index on: 0.5 is .5, 1.0 is 1. .
func ShortFloat(b []byte, at int) []byte {
	if n := len(b); n-at > 2 && b[n-1] == '0' && b[n-2] == '.' {
		return b[:n-1]
	}
	i := at
	if b[i] == '-' {
		i++
	}
	if len(b) > i+2 && b[i] == '0' && b[i+1] == '.' {
		b = append(b[:i], b[i+1:]...)
	}
	return b
}

// Int writes a number in decimal.
func (w *Writer) Int(v int64) { w.buf = strconv.AppendInt(w.buf, v, 10) }

// Hex writes 0x and a number in hexadecimal.
func (w *Writer) Hex(v uint64) { w.buf = strconv.AppendUint(append(w.buf, "0x"...), v, 16) }

// Unsigned appends the bits of a number in hexadecimal, with a suffix.
func (w *Writer) Unsigned(v uint64) {
	w.Hex(v)
	w.buf = append(w.buf, 'u')
}
