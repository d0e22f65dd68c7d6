package transform

// This file computes the width of a derivative of given precision, for targets that have
// the derivatives only:
//
//	%w = fwidth fine %v
//
// becomes
//
//	%1 = ddx fine %v
//	%2 = abs %1
//	%3 = ddy fine %v
//	%4 = abs %3
//	%w = add %2, %4

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// DerivativeWidths replaces derivatives along ir.AxisWidth of coarse or fine precision.
func DerivativeWidths(m *ir.Module) {
	rewrite.Apply(m, derivativeWidths{})
}

type derivativeWidths struct{}

func (derivativeWidths) Kinds() ir.KindSet { return ir.Kinds(ir.KindDerivative) }

func (derivativeWidths) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	v := f.Derivative(x)
	return v.Axis == ir.AxisWidth && v.Control != ir.ControlNone
}

func (derivativeWidths) Change(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Derivative(x)
	b := e.Ahead()
	dx := b.Math(ir.MathAbs, b.Derivative(ir.AxisX, v.Control, v.Value))
	dy := b.Math(ir.MathAbs, b.Derivative(ir.AxisY, v.Control, v.Value))
	e.Become(b.Binary(ir.Add, dx, dy))
}
