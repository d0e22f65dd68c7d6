package msl

// This file spells scalars.

import (
	"math"

	"refract/back/text"
	"refract/diag"
	"refract/internal/num"
	"refract/ir"
)

// isNegative reports whether a literal is spelled with a minus first.
func isNegative(t ir.TypeID, bits uint64) bool {
	switch s := ir.Scalar(t); s.Kind() {
	case ir.SintKind:
		top := s.Bits() - 1
		return s.Bits() >= 32 && bits>>top&1 != 0 && bits<<(63-top) != 1<<63
	case ir.FloatKind:
		return bits>>(s.Bits()-1)&1 != 0 && text.IsFinite(s, bits)
	}
	return false
}

// literal spells a scalar value.
func (w *Writer) literal(t ir.TypeID, bits uint64, span diag.Span) {
	o := &w.out
	if o.Last() == '-' && isNegative(t, bits) {
		o.Byte(' ') // -- is one token
	}
	switch s := ir.Scalar(t); s {
	case ir.Bool:
		if bits != 0 {
			o.Str("true")
		} else {
			o.Str("false")
		}
	case ir.I32:
		if v := int32(bits); v == math.MinInt32 {
			o.Str("(-2147483647 - 1)") // 2147483648 is no int
		} else {
			w.out.Int(int64(v))
		}
	case ir.U32:
		o.Uint(uint64(uint32(bits)))
		o.Byte('u')
	case ir.I64:
		w.scalarVersion(s)
		if int64(bits) == math.MinInt64 {
			o.Str("(-9223372036854775807L - 1L)")
		} else {
			w.out.Int(int64(bits))
			o.Byte('L')
		}
	case ir.U64:
		w.scalarVersion(s)
		o.Uint(bits)
		o.Str("UL")
	case ir.I8, ir.I16, ir.U8, ir.U16:
		o.Str(scalarNames[s])
		o.Byte('(')
		shift := 64 - s.Bits()
		if s.IsSigned() {
			w.out.Int(int64(bits<<shift) >> shift)
		} else {
			o.Uint(bits)
		}
		o.Byte(')')
	case ir.F16, ir.F32:
		w.float(s, bits)
	case ir.F64:
		w.unsupported("64-bit floats", span)
	default:
		panic("msl: literal of type " + s.String())
	}
}

func (w *Writer) scalarVersion(ir.Scalar) { w.since(203, "64-bit integers", diag.Span{}) }

func (w *Writer) float(s ir.Scalar, bits uint64) {
	o := &w.out
	switch {
	case text.IsFinite(s, bits):
		o.Float(s, bits, appendFloat)
	case s == ir.F16:
		o.Str("as_type<half>(ushort(")
		o.Hex(bits)
		o.Str("))")
	default:
		o.Str("as_type<float>(")
		o.Hex(bits)
		o.Str("u)")
	}
}

// appendFloat is Metal's text.FloatSpelling.
func appendFloat(b []byte, s ir.Scalar, bits uint64, compact bool) []byte {
	at := len(b)
	if s == ir.F16 {
		return append(num.AppendF16(b, num.F16(bits)), 'h')
	}
	b = num.AppendF32(b, math.Float32frombits(uint32(bits)))
	if compact {
		b = text.ShortFloat(b, at)
	}
	return b
}
