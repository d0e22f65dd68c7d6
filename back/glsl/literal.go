package glsl

// This file spells scalars.

import (
	"math"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/num"
	"refract/ir"
)

// scalars are how scalars are spelled. The least integer is no literal with a minus, as
// the number without it is too large.
var scalars = [ir.F64 + 1]clike.Scalar{
	ir.I8: {Cast: "int8_t"}, ir.U8: {Cast: "uint8_t", Suffix: "u"},
	ir.I16: {Cast: "int16_t"}, ir.U16: {Cast: "uint16_t", Suffix: "u"},
	ir.I32: {Least: "int(0x80000000u)"}, ir.U32: {Suffix: "u"},
	ir.I64: {Suffix: "L", Least: "int64_t(0x8000000000000000UL)"}, ir.U64: {Suffix: "UL"},
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

// appendHalf spells an f16: with all digits, as some compilers truncate to f16, and glslang
// computes with constants as they are written.
func appendHalf(b []byte, v num.F16) []byte { return num.AppendF64(b, v.F64()) }

// notFinite spells an infinity or NaN: its bits. For f16 the bits are a pair's; f64 comes
// from f32.
func (w *Writer) notFinite(s ir.Scalar, bits uint64) {
	o := &w.Out
	switch s {
	case ir.F16:
		o.Word(unpackHalvesWord)
		o.Byte('(')
		o.Unsigned(bits)
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
	w.require(bitEncoding, w.Span)
	o.Word(uintToFloatWord)
	o.Byte('(')
	o.Unsigned(bits)
	o.Byte(')')
}

var (
	uintToFloatWord  text.Word
	unpackHalvesWord text.Word
)
