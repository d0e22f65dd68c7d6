package clike

// This file holds the words that languages have in common.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// mathNames are functions that GLSL, HLSL and MSL call alike, and call with the same
// arguments.
var mathNames = [...]struct {
	op   ir.MathOp
	name string
}{
	{ir.MathAbs, "abs"}, {ir.MathMin, "min"}, {ir.MathMax, "max"}, {ir.MathClamp, "clamp"},
	{ir.MathCos, "cos"}, {ir.MathCosh, "cosh"}, {ir.MathSin, "sin"}, {ir.MathSinh, "sinh"}, {ir.MathTan, "tan"}, {ir.MathTanh, "tanh"},
	{ir.MathAcos, "acos"}, {ir.MathAsin, "asin"}, {ir.MathAtan, "atan"},
	{ir.MathCeil, "ceil"}, {ir.MathFloor, "floor"}, {ir.MathTrunc, "trunc"},
	{ir.MathExp, "exp"}, {ir.MathExp2, "exp2"}, {ir.MathLog, "log"}, {ir.MathLog2, "log2"}, {ir.MathPow, "pow"},
	{ir.MathDot, "dot"}, {ir.MathCross, "cross"}, {ir.MathDistance, "distance"}, {ir.MathLength, "length"},
	{ir.MathNormalize, "normalize"}, {ir.MathReflect, "reflect"}, {ir.MathRefract, "refract"},
	{ir.MathStep, "step"}, {ir.MathSmoothStep, "smoothstep"}, {ir.MathSqrt, "sqrt"},
	{ir.MathTranspose, "transpose"}, {ir.MathDeterminant, "determinant"},
}

// EachMath calls add with the functions that languages call alike.
func EachMath(add func(op ir.MathOp, name string)) {
	for _, x := range mathNames {
		add(x.op, x.name)
	}
}

// Relations are the functions for predicates of values.
func Relations(words *text.Words) [ir.IsInf + 1]text.Word {
	return [ir.IsInf + 1]text.Word{ir.All: words.Word("all"), ir.Any: words.Word("any"), ir.IsNan: words.Word("isnan"), ir.IsInf: words.Word("isinf")}
}
