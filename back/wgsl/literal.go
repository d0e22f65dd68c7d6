package wgsl

// This file spells scalars. A literal is written so that it has its type where
// nothing else gives it one: u32 with a suffix, i32 and f32 as the abstract
// numbers that become them.

import (
	"math"
	"strconv"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	"refract/internal/num"
	"refract/ir"
)

// scalars are how scalars are spelled. 9223372036854775808 is no i64, so its negation
// can't be written with a suffix.
var scalars = [ir.F64 + 1]clike.Scalar{
	ir.I8: {Lacks: "8-bit integers"}, ir.U8: {Lacks: "8-bit integers"},
	ir.I16: {Cast: "i16"}, ir.U16: {Cast: "u16"}, ir.U32: {Suffix: "u"},
	ir.I64: {Suffix: "li", Least: "i64(-9223372036854775807 - 1)"}, ir.U64: {Suffix: "lu"},
}

// appendFloat is WGSL's text.FloatSpelling.
func appendFloat(b []byte, s ir.Scalar, bits uint64, compact bool) []byte {
	at, suffix := len(b), ""
	switch s {
	case ir.F16:
		b, suffix = num.AppendF16(b, num.F16(bits)), "h"
	case ir.F32:
		v := math.Float32frombits(uint32(bits))
		b = num.AppendF32(b, v)
		// As an abstract number the text is rounded twice, which once in a
		// billion is once too often, and must not exceed the greatest f32.
		if len(b)-at > 8 {
			if once, _ := strconv.ParseFloat(string(b[at:]), 64); float32(once) != v || math.Abs(once) > math.MaxFloat32 {
				b = num.AppendF64(b[:at], float64(v))
			}
		}
	case ir.F64:
		b, suffix = num.AppendF64(b, math.Float64frombits(bits)), "lf"
	}
	if compact {
		b = text.ShortFloat(b, at)
	}
	return append(b, suffix...)
}

// notFinite spells an infinity or NaN: its bits, passed through a function.
func (w *Writer) notFinite(s ir.Scalar, bits uint64) {
	o := &w.Out
	if !w.runtime || s == ir.F64 {
		w.Unsupported("a literal of infinity or NaN here", w.Span)
		return
	}
	i := 0
	if s == ir.F16 {
		i = 1
	}
	if w.fromBits[i] == 0 {
		w.fromBits[i] = o.ModuleName(s.String()+"_from_bits", "", false)
	}
	o.Name(w.fromBits[i])
	o.Byte('(')
	o.Hex(bits)
	o.Str("u)")
}

// specialWords are the functions whose results can be constants.
var specialWords [ir.SpecialFrexp + 1]text.Word

// special spells a value of a type without a name: a constant result of modf or
// frexp, as a call with the argument that gives it.
func (w *Writer) special(e ir.ExprID) {
	ex := w.Ex
	s := w.M.StructOf(ex.TypeOf(e))
	parts := ex.Compose(e).Components
	if s.Special > ir.SpecialFrexp {
		if s.Special >= ir.SpecialRayDesc {
			w.typeName(ex.TypeOf(e))
			w.Arguments(e, parts...)
			return
		}
		w.Unsupported("a value of the type "+s.Name, ex.SpanOf(e))
		return
	}
	scalar := w.M.Types.ScalarOf(s.Param)
	n := w.M.Types.ComponentCount(s.Param)
	o := &w.Out
	o.Word(specialWords[s.Special])
	o.Byte('(')
	var values [4]float64
	abstract := false
	for i := range n {
		fract, ok1 := text.Component(w.M, ex, parts[0], i)
		other, ok2 := text.Component(w.M, ex, parts[1], i)
		if !ok1 || !ok2 {
			w.Unsupported("a value of the type "+s.Name, ex.SpanOf(e))
			return
		}
		values[i] = argumentOf(s.Special, scalar, fract, other)
		abstract = abstract || scalar == ir.F32 && float64(float32(values[i])) != values[i]
	}
	switch {
	case n > 1 && abstract:
		o.Word(vectorWords[n])
		o.Byte('(')
	case n > 1:
		w.typeName(s.Param)
		o.Byte('(')
	}
	for i, v := range values[:n] {
		if i > 0 {
			o.Comma()
		}
		switch {
		case abstract: // its exponent is none of an f32
			o.Str(string(num.AppendF64(nil, v)))
		case scalar == ir.F16:
			w.Literal(ir.TypeF16, uint64(num.F16FromF64(v)))
		case scalar == ir.F32:
			w.Literal(ir.TypeF32, uint64(math.Float32bits(float32(v))))
		default:
			w.Literal(ir.ScalarTypeOf(scalar), math.Float64bits(v))
		}
	}
	if n > 1 {
		o.Byte(')')
	}
	o.Byte(')')
}

// argumentOf is the number that modf or frexp takes apart into these two.
func argumentOf(k ir.SpecialKind, s ir.Scalar, fract, other uint64) float64 {
	value := func(bits uint64) float64 {
		switch s {
		case ir.F16:
			return num.F16(bits).F64()
		case ir.F32:
			return float64(math.Float32frombits(uint32(bits)))
		}
		return math.Float64frombits(bits)
	}
	if k == ir.SpecialModf {
		return value(fract) + value(other)
	}
	return math.Ldexp(value(fract), int(int32(other)))
}

// writeFromBits writes the functions that notFinite calls.
func (w *Writer) writeFromBits() {
	o := &w.Out
	for i, name := range w.fromBits {
		if name == 0 {
			continue
		}
		o.Blank()
		result, value := ir.F32, "bitcast<f32>($bits)"
		if i == 1 {
			result, value = ir.F16, "bitcast<vec2h>($bits).x"
		}
		bits := o.LocalName("bits", "")
		o.Template("fn @function(@bits$uint) -> $result {\n\treturn $value;\n}", text.Args{"function": name, "bits": bits,
			"uint": func() { w.colon(ir.TypeU32) }, "result": func() { w.scalar(result) }, "value": value})
		o.End()
	}
}

func makeLiteralTables() {
	specialWords = [ir.SpecialFrexp + 1]text.Word{ir.SpecialModf: word("modf"), ir.SpecialFrexp: word("frexp")}
}
