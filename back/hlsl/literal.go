package hlsl

// This file spells scalars. A literal is written so that it has its type where
// nothing else gives it one, but for int and float, which literals without a
// suffix become.

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
		return bits>>(s.Bits()-1)&1 != 0 && (s == ir.I32 || s == ir.I64)
	case ir.FloatKind:
		return bits>>(s.Bits()-1)&1 != 0 && text.IsFinite(s, bits)
	}
	return false
}

// literal spells a scalar value.
func (w *Writer) literal(t ir.TypeID, bits uint64, span diag.Span) {
	o := &w.out
	s := ir.Scalar(t)
	w.checkScalar(s)
	if isNegative(t, bits) && o.Last() == '-' {
		o.Byte(' ') // -- is one token
	}
	switch s {
	case ir.Bool:
		if bits != 0 {
			o.Str("true")
		} else {
			o.Str("false")
		}
	case ir.I32:
		w.out.Int(int64(int32(bits)))
	case ir.U32:
		o.Uint(uint64(uint32(bits)))
		o.Byte('u')
	case ir.I16, ir.U16:
		o.Str(scalarNames[s])
		o.Byte('(')
		if s == ir.I16 {
			w.out.Int(int64(int16(bits)))
		} else {
			o.Uint(uint64(uint16(bits)))
		}
		o.Byte(')')
	case ir.I64:
		if int64(bits) == math.MinInt64 {
			o.Str("(-9223372036854775807L - 1L)")
			return
		}
		w.out.Int(int64(bits))
		o.Byte('L')
	case ir.U64:
		o.Uint(bits)
		o.Str("UL")
	case ir.F16, ir.F32, ir.F64:
		if !text.IsFinite(s, bits) {
			w.notFinite(s, bits)
			return
		}
		o.Float(s, bits, appendFloat)
		if w.typed {
			o.Byte('f')
		}
	case ir.I8, ir.U8:
		w.unsupported("8-bit integers", span)
	default:
		panic("hlsl: literal of type " + s.String())
	}
}

// appendFloat is HLSL's text.FloatSpelling.
func appendFloat(b []byte, s ir.Scalar, bits uint64, _ bool) []byte {
	switch s {
	case ir.F16:
		return append(num.AppendF16(b, num.F16(bits)), 'h')
	case ir.F32:
		return num.AppendF32(b, math.Float32frombits(uint32(bits)))
	}
	return append(num.AppendF64(b, math.Float64frombits(bits)), 'L')
}

// notFinite spells an infinity or NaN by its bits.
func (w *Writer) notFinite(s ir.Scalar, bits uint64) {
	o := &w.out
	hex := func(bits uint64) {
		o.Hex(bits)
		o.Byte('u')
	}
	switch s {
	case ir.F16:
		o.Word(asfloat16Word)
		o.Str("(uint16_t(")
		hex(bits)
		o.Str("))")
	case ir.F32:
		o.Word(asfloatWord)
		o.Byte('(')
		hex(bits)
		o.Byte(')')
	case ir.F64:
		o.Word(asdoubleWord)
		o.Byte('(')
		hex(bits & 0xFFFFFFFF)
		o.Comma()
		hex(bits >> 32)
		o.Byte(')')
	}
}
