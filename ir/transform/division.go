package transform

// This file makes integer division and remainder safe. Targets leave x/0 and
// MIN/-1 undefined; the IR defines them: x/0 = x, x%0 = 0, MIN/-1 = MIN,
// MIN%-1 = 0. Dividing by 1 instead gives all four, so one select per division
// is enough:
//
//	%q = div %a, %b : i32
//
// becomes
//
//	%1 = eq %b, 0i
//	%2 = eq %a, -2147483648i
//	%3 = eq %b, -1i
//	%4 = and %2, %3
//	%5 = or %1, %4
//	%6 = select %5, 1i, %b
//	%q = div %a, %6 !nonzero
//
// Parts that constant operands rule out are left away; division by -1 becomes a
// negation.

import (
	"refract/ir"
	"refract/ir/rewrite"
)

// Divisions makes every integer Div and Rem without ir.FlagNonZero safe, and
// sets the flag.
func Divisions(m *ir.Module) {
	rewrite.Apply(m, divisions{})
}

type divisions struct{}

func (divisions) Kinds() ir.KindSet { return ir.BinaryOps(ir.Div, ir.Rem) }

func (divisions) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Flags(x)&ir.FlagNonZero == 0 && isInteger(m, f.TypeOf(x))
}

func (divisions) Change(e *rewrite.Editor, x ir.ExprID) {
	m, f := e.M, e.F
	v := f.Binary(x)
	t := f.TypeOf(x)
	s := m.Types.ScalarOf(t)
	zero := !everyComponent(m, &f.Exprs, v.Right, func(bits uint64) bool { return bits != 0 })
	overflow := s.IsSigned() &&
		!everyComponent(m, &f.Exprs, v.Right, func(bits uint64) bool { return signed(s, bits) != -1 }) &&
		!everyComponent(m, &f.Exprs, v.Left, func(bits uint64) bool { return signed(s, bits) != minimum(s) })
	if !zero && !overflow {
		f.SetFlags(x, ir.FlagNonZero)
		return
	}
	b := e.Ahead()
	if everyComponent(m, &f.Exprs, v.Right, func(bits uint64) bool { return s.IsSigned() && signed(s, bits) == -1 }) {
		if v.Op == ir.Div {
			e.Become(b.Unary(ir.Negate, v.Left))
		} else {
			e.Become(b.Zero(t))
		}
		return
	}
	var bad ir.ExprID
	if zero {
		bad = b.Binary(ir.Eq, v.Right, b.Zero(t))
	}
	if overflow {
		both := b.Binary(ir.And, b.Binary(ir.Eq, v.Left, integerLike(b, t, minimum(s))),
			b.Binary(ir.Eq, v.Right, integerLike(b, t, -1)))
		if bad != 0 {
			both = b.Binary(ir.Or, bad, both)
		}
		bad = both
	}
	safe := b.Binary(v.Op, v.Left, b.Select(bad, integerLike(b, t, 1), v.Right))
	f.SetFlags(safe, f.Flags(x)|ir.FlagNonZero)
	e.Become(safe)
}
