package glsl

// This file spells scalars.

import (
	"math"
	"strconv"

	"refract/back/text"
	"refract/internal/num"
	"refract/ir"
)

// isNegative reports whether a literal is spelled with a minus first.
func isNegative(t ir.TypeID, bits uint64) bool {
	switch s := ir.Scalar(t); s.Kind() {
	case ir.SintKind:
		return bits>>(s.Bits()-1)&1 != 0 && int64(bits<<(64-s.Bits())) != math.MinInt64
	case ir.FloatKind:
		return bits>>(s.Bits()-1)&1 != 0 && text.IsFinite(s, bits)
	}
	return false
}

// literal spells a scalar value.
func (w *Writer) literal(t ir.TypeID, bits uint64) {
	o := &w.out
	s := ir.Scalar(t)
	w.needScalar(s)
	if o.Last() == '-' && isNegative(t, bits) {
		o.Byte(' ') // -- is one token
	}
	switch s {
	case ir.Bool:
		if bits != 0 {
			o.Str("true")
		} else {
			o.Str("false")
		}
	case ir.I8, ir.I16, ir.I32, ir.I64:
		w.signed(s, int64(bits<<(64-s.Bits()))>>(64-s.Bits()))
	case ir.U8, ir.U16:
		o.Str(scalarNames[s].name)
		o.Byte('(')
		o.Uint(bits)
		o.Str("u)")
	case ir.U32:
		o.Uint(uint64(uint32(bits)))
		o.Byte('u')
	case ir.U64:
		o.Uint(bits)
		o.Str("UL")
	case ir.F16, ir.F32, ir.F64:
		if !text.IsFinite(s, bits) {
			w.notFinite(s, bits)
			return
		}
		o.Float(s, bits, appendFloat)
	default:
		panic("glsl: literal of type " + s.String())
	}
}

// signed spells a signed integer. The least one is no literal with a minus, as
// the number without it is too large.
func (w *Writer) signed(s ir.Scalar, v int64) {
	o := &w.out
	switch {
	case s == ir.I32 && v == math.MinInt32:
		o.Str("int(0x80000000u)")
	case s == ir.I64 && v == math.MinInt64:
		o.Str("int64_t(0x8000000000000000UL)")
	case s == ir.I64:
		w.out.Int(v)
		o.Byte('L')
	case s == ir.I32:
		w.out.Int(v)
	default:
		o.Str(scalarNames[s].name)
		o.Byte('(')
		w.out.Int(v)
		o.Byte(')')
	}
}

// appendFloat is GLSL's text.FloatSpelling.
func appendFloat(b []byte, s ir.Scalar, bits uint64, compact bool) []byte {
	at, suffix := len(b), ""
	switch s {
	case ir.F16:
		b, suffix = appendHalf(b, num.F16(bits)), "hf"
	case ir.F32:
		b = num.AppendF32(b, math.Float32frombits(uint32(bits)))
	case ir.F64:
		b, suffix = num.AppendF64(b, math.Float64frombits(bits)), "lf"
	}
	if compact {
		b = text.ShortFloat(b, at)
	}
	return append(b, suffix...)
}

// appendHalf spells an f16: with few digits if they stand for no smaller number,
// as there are compilers that cut off what an f16 can't hold.
func appendHalf(b []byte, v num.F16) []byte {
	at := len(b)
	b = num.AppendF16(b, v)
	if read, err := strconv.ParseFloat(string(b[at:]), 64); err != nil || math.Abs(read) < math.Abs(v.F64()) {
		b = num.AppendF64(b[:at], v.F64())
	}
	return b
}

// notFinite spells an infinity or NaN: its bits. For f16 the bits are those of a
// pair; f64 comes from f32.
func (w *Writer) notFinite(s ir.Scalar, bits uint64) {
	o := &w.out
	hex := func(v uint64) {
		o.Hex(v)
		o.Byte('u')
	}
	switch s {
	case ir.F16:
		o.Word(unpackHalvesWord)
		o.Byte('(')
		hex(bits)
		o.Str(").x")
		return
	case ir.F64:
		sign := bits >> 63 << 31
		mantissa := uint64(0)
		if bits<<12 != 0 {
			mantissa = 1 << 22
		}
		bits = sign | 0xFF<<23 | mantissa
		o.Str("double(")
		defer o.Byte(')')
	}
	w.require(bitEncoding, w.span)
	o.Word(uintToFloatWord)
	o.Byte('(')
	hex(bits)
	o.Byte(')')
}

var (
	uintToFloatWord  text.Word
	unpackHalvesWord text.Word
)

func makeLiteralTables() {
	uintToFloatWord = word("uintBitsToFloat")
	unpackHalvesWord = word("unpackFloat2x16")
}
