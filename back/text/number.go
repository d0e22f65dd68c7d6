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

// ShortFloat drops digits that needn't be written: 0.5 is .5, 1.0 is 1. .
func ShortFloat(b []byte) []byte {
	if n := len(b); n > 2 && b[n-1] == '0' && b[n-2] == '.' {
		return b[:n-1]
	}
	i := 0
	if b[0] == '-' {
		i = 1
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
