package msl

// This file spells scalars.

import (
	"math"

	"refract/diag"
	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/num"
	"refract/ir"
)

// scalars are how scalars are spelled. The number in the least integer is no int without
// its minus.
var scalars = [ir.F64 + 1]clike.Scalar{
	ir.I8: {Cast: "char"}, ir.U8: {Cast: "uchar"}, ir.I16: {Cast: "short"}, ir.U16: {Cast: "ushort"},
	ir.I32: {Least: "(-2147483647 - 1)"}, ir.U32: {Suffix: "u"},
	ir.I64: {Suffix: "L", Least: "(-9223372036854775807L - 1L)"}, ir.U64: {Suffix: "UL"},
	ir.F64: {Lacks: "64-bit floats"},
}

// needScalar notes the requirements of a type of scalars.
func (w *Writer) needScalar(s ir.Scalar) {
	if s.IsInteger() && s.Bits() == 64 {
		w.since(203, "64-bit integers", diag.Span{})
	}
}

func (w *Writer) notFinite(s ir.Scalar, bits uint64) {
	o := &w.Out
	if s == ir.F16 {
		o.Str("as_type<half>(ushort(")
		o.Hex(bits)
		o.Str("))")
		return
	}
	o.Str("as_type<float>(")
	o.Hex(bits)
	o.Str("u)")
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
