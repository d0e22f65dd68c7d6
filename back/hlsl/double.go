package hlsl

// This file spells bitcasts between 64-bit floats and integers. HLSL has functions that
// split a double into two words, and join them:
//
//	uint64_t double_to_bits(double value) {
//	    uint low;
//	    uint high;
//	    asuint(value, low, high);
//	    return (uint64_t(high) << 32) | uint64_t(low);
//	}

import (
	"refract/internal/back/text"
	"refract/ir"
)

const (
	toBitsFunction = `uint64_t @function(double @value) {
	uint @low;
	uint @high;
	asuint($value, $low, $high);
	return (uint64_t($high) << 32) | uint64_t($low);
}`
	fromBitsFunction = `double @function(uint64_t @value) {
	return asdouble(uint($value), uint($value >> 32));
}`
)

// bitsKey is the function that a bitcast calls; ty is the parameter's type.
func (w *Writer) bitsKey(ex *ir.Exprs, e ir.ExprID) (k helperKey, ok bool) {
	v := ex.As(e)
	to, from := ex.TypeOf(e), ex.TypeOf(v.Value)
	types := &w.M.Types
	s, t := types.ScalarOf(to), types.ScalarOf(from)
	switch {
	case !v.Bitcast || s == t:
		return k, false
	case t == ir.F64 && s.Bits() == 64:
		return helperKey{kind: helperToBits, ty: from}, true
	case s == ir.F64 && t.Bits() == 64:
		return helperKey{kind: helperFromBits, ty: types.WithScalar(from, ir.U64)}, true
	}
	return k, false
}

// castDouble spells a bitcast by a function of unsigned integers.
func (w *Writer) castDouble(e ir.ExprID, k helperKey) {
	o := &w.Out
	v := w.Ex.As(e).Value
	signed := func(t ir.TypeID) bool { return w.M.Types.ScalarOf(t) == ir.I64 }
	if to := w.Ex.TypeOf(e); signed(to) {
		w.typeName(to)
		o.Byte('(')
		defer o.Byte(')')
	}
	o.Name(w.helpers.name(k))
	if signed(w.Ex.TypeOf(v)) {
		o.Byte('(')
		w.typeName(k.ty)
		w.Arguments(e, v)
		o.Byte(')')
		return
	}
	w.Arguments(e, v)
}

// bitsFunction writes the function of a scalar, or of a vector by that of the scalar.
func (w *Writer) bitsFunction(k helperKey) {
	o := &w.Out
	t := w.M.Types.At(k.ty)
	if t.Kind == ir.TypeScalar {
		template := toBitsFunction
		if k.kind == helperFromBits {
			template = fromBitsFunction
		}
		o.Template(template, text.Args{"function": w.helpers.name(k)})
		return
	}
	result := w.M.Types.WithScalar(k.ty, ir.U64)
	if k.kind == helperFromBits {
		result = w.M.Types.WithScalar(k.ty, ir.F64)
	}
	parts := [...]string{"", "", "$function($value.x), $function($value.y)", "$function($value.x), $function($value.y), $function($value.z)",
		"$function($value.x), $function($value.y), $function($value.z), $function($value.w)"}
	o.Template("$result @function($type @value) {\n\treturn $result("+parts[t.Rows]+");\n}",
		text.Args{"function": w.helpers.name(k), "result": func() { w.typeName(result) }, "type": func() { w.typeName(k.ty) }})
}
