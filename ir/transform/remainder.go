package transform

// This file computes remainders for targets that have none of floats, or none
// that is defined of negative integers:
//
//	%r = rem %a, %b
//
// becomes, for floats and for integers,
//
//	%1 = div %a, %b
//	%2 = trunc %1
//	%3 = mul %b, %2
//	%r = sub %a, %3
//
//	%1 = div %a, %b
//	%2 = mul %b, %1
//	%r = sub %a, %2

import (
	"refract/ir"
	"refract/ir/rewrite"
)

// RemainderOptions says which remainders Remainders replaces.
type RemainderOptions struct {
	Floats bool
	Signed bool // of signed integers, but where both operands are constants that aren't negative
}

// Remainders replaces Rem. The division has the flags of the remainder, and the
// result is zero for a divisor of zero only if Divisions ran before.
func Remainders(m *ir.Module, opts RemainderOptions) {
	var v rewrite.Visitor
	for _, f := range m.Functions[1:] {
		if !f.MayHaveBinary(ir.Rem) {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if opts.replaces(m, f, x) {
				if v == nil {
					v = remainders{opts}
				}
				rewrite.Function(m, f, v)
				break
			}
		}
	}
}

func (o RemainderOptions) replaces(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	if f.Kind(x) != ir.KindBinary || f.Binary(x).Op != ir.Rem {
		return false
	}
	s := m.Types.ScalarOf(f.TypeOf(x))
	if s.IsFloat() {
		return o.Floats
	}
	if !o.Signed || !s.IsSigned() {
		return false
	}
	notNegative := func(bits uint64) bool { return signed(s, bits) >= 0 }
	v := f.Binary(x)
	return !everyComponent(m, &f.Exprs, v.Left, notNegative) || !everyComponent(m, &f.Exprs, v.Right, notNegative)
}

type remainders struct{ opts RemainderOptions }

func (remainders) Stmt(*rewrite.Editor, ir.StmtID) {}

func (r remainders) Expr(e *rewrite.Editor, x ir.ExprID) {
	if !r.opts.replaces(e.M, e.F, x) {
		return
	}
	v := e.F.Binary(x)
	b := e.Ahead()
	q := b.Binary(ir.Div, v.Left, v.Right)
	b.F.SetFlags(q, e.F.Flags(x))
	if b.M.Types.ScalarOf(b.TypeOf(x)).IsFloat() {
		q = b.Math(ir.MathTrunc, q)
	}
	e.Become(b.Binary(ir.Sub, v.Left, b.Binary(ir.Mul, v.Right, q)))
}
