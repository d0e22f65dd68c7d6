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
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// RemainderOptions selects the remainders that Remainders replaces.
type RemainderOptions struct {
	Floats bool
	Signed bool // of signed integers, but where both operands are constants that aren't negative

	// Magnitudes makes remainders of signed integers of 32 bits, by a divisor that isn't
	// constant, remainders of magnitudes. See Divisions.
	Magnitudes bool
}

// Remainders replaces Rem. The division has the flags of the remainder, and the
// result is zero for a divisor of zero only if Divisions ran before.
func Remainders(m *ir.Module, opts RemainderOptions) {
	rewrite.Apply(m, remainders{opts})
}

type remainders struct{ opts RemainderOptions }

func (remainders) Kinds() ir.KindSet { return ir.BinaryOps(ir.Rem) }

func (r remainders) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	s := m.Types.ScalarOf(f.TypeOf(x))
	if s.IsFloat() {
		return r.opts.Floats
	}
	v := f.Binary(x)
	if r.opts.Magnitudes && s == ir.I32 && !everyComponent(m, &f.Exprs, v.Right, func(uint64) bool { return true }) {
		return true
	}
	if !r.opts.Signed || !s.IsSigned() {
		return false
	}
	notNegative := func(bits uint64) bool { return signed(s, bits) >= 0 }
	return !everyComponent(m, &f.Exprs, v.Left, notNegative) || !everyComponent(m, &f.Exprs, v.Right, notNegative)
}

func (r remainders) Change(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Binary(x)
	b := e.Ahead()
	if r.opts.Magnitudes && b.M.Types.ScalarOf(b.TypeOf(x)) == ir.I32 && !everyComponent(e.M, &e.F.Exprs, v.Right, func(uint64) bool { return true }) {
		e.Become(magnitudes(b, v, b.TypeOf(x), e.F.Flags(x), false))
		return
	}
	q := b.Binary(ir.Div, v.Left, v.Right)
	b.F.SetFlags(q, e.F.Flags(x))
	if b.M.Types.ScalarOf(b.TypeOf(x)).IsFloat() {
		q = b.Math(ir.MathTrunc, q)
	}
	e.Become(b.Binary(ir.Sub, v.Left, b.Binary(ir.Mul, v.Right, q)))
}
