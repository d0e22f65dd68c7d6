package hlsl

// This file spells scalars. A literal is written so that it has its type if the context
// gives it none, except int and float, which literals without a suffix become. DXC reads 32
// bits of 64-bit integers that end in one L.

import (
	"math"

	"refract/internal/back/clike"
	"refract/internal/num"
	"refract/ir"
)

// scalars are how scalars are spelled.
var scalars = [ir.F64 + 1]clike.Scalar{
	ir.I8: {Lacks: "8-bit integers"}, ir.U8: {Lacks: "8-bit integers"},
	ir.I16: {Cast: "int16_t"}, ir.U16: {Cast: "uint16_t"}, ir.U32: {Suffix: "u"},
	ir.I64: {Suffix: "LL", Least: "(-9223372036854775807LL - 1LL)"}, ir.U64: {Suffix: "ULL"},
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
	o := &w.Out
	switch s {
	case ir.F16:
		o.Word(asfloat16Word)
		o.Str("(uint16_t(")
		o.Unsigned(bits)
		o.Str("))")
	case ir.F32:
		o.Word(asfloatWord)
		o.Byte('(')
		o.Unsigned(bits)
		o.Byte(')')
	case ir.F64:
		o.Word(asdoubleWord)
		o.Byte('(')
		o.Unsigned(bits & 0xFFFFFFFF)
		o.Comma()
		o.Unsigned(bits >> 32)
		o.Byte(')')
	}
}
