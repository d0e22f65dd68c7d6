package transform

// This file computes the width of a derivative of given precision, where a
// target has the derivatives only:
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
	"refract/ir"
	"refract/ir/rewrite"
)

// DerivativeWidths replaces derivatives along ir.AxisWidth that ask for coarse or
// fine precision.
func DerivativeWidths(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if isPreciseWidth(f, x) {
				return true
			}
		}
		return false
	}, derivativeWidths{})
}

func isPreciseWidth(f *ir.Function, x ir.ExprID) bool {
	if f.Kind(x) != ir.KindDerivative {
		return false
	}
	v := f.Derivative(x)
	return v.Axis == ir.AxisWidth && v.Control != ir.ControlNone
}

type derivativeWidths struct{}

func (derivativeWidths) Stmt(*rewrite.Editor, ir.StmtID) {}

func (derivativeWidths) Expr(e *rewrite.Editor, x ir.ExprID) {
	if !isPreciseWidth(e.F, x) {
		return
	}
	v := e.F.Derivative(x)
	b := e.Ahead()
	dx := b.Math(ir.MathAbs, b.Derivative(ir.AxisX, v.Control, v.Value))
	dy := b.Math(ir.MathAbs, b.Derivative(ir.AxisY, v.Control, v.Value))
	e.Become(b.Binary(ir.Add, dx, dy))
}
