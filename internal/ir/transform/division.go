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
// Parts that constant operands rule out are left away; division by -1 becomes a negation.
// For unsigned numbers the greater of divisor and 1 is enough.
//
// GPUs divide signed numbers by their magnitudes. Magnitudes spells that out, and the
// magnitude 0 becomes 1; MIN is a magnitude of its own:
//
//	%1 = abs %a
//	%2 = abs %b
//	%3 = max %2, 1u
//	%4 = div %1, %3 : u32 !nonzero
//	%5 = neg %4
//	%6 = xor %a, %b
//	%7 = lt %6, 0i
//	%q = select %7, %5, %4
//
// A remainder has the sign of the dividend alone.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// DivisionOptions configures Divisions.
type DivisionOptions struct {
	// Magnitudes divides numbers of 32 bits by their magnitudes if both a zero and an
	// overflow are possible.
	Magnitudes bool
}

// Divisions makes every integer Div and Rem without ir.FlagNonZero safe, and
// sets the flag.
func Divisions(m *ir.Module, opts DivisionOptions) {
	rewrite.Apply(m, divisions{opts})
}

type divisions struct{ opts DivisionOptions }

func (divisions) Kinds() ir.KindSet { return ir.BinaryOps(ir.Div, ir.Rem) }

func (divisions) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Flags(x)&ir.FlagNonZero == 0 && isInteger(m, f.TypeOf(x))
}

func (d divisions) Change(e *rewrite.Editor, x ir.ExprID) {
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
	if !s.IsSigned() {
		safe := b.Binary(v.Op, v.Left, b.Math(ir.MathMax, v.Right, integerLike(b, t, 1)))
		f.SetFlags(safe, f.Flags(x)|ir.FlagNonZero)
		e.Become(safe)
		return
	}
	if d.opts.Magnitudes && s == ir.I32 && zero && (overflow || v.Op == ir.Rem) {
		e.Become(magnitudes(b, v, t, f.Flags(x), true))
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

// magnitudes divides signed numbers of 32 bits by their magnitudes, and by 1 instead of 0
// if that may be the divisor.
func magnitudes(b *ir.Builder, v ir.Binary, t ir.TypeID, flags ir.Flags, zero bool) ir.ExprID {
	n := b.M.Types.WithScalar(t, ir.U32)
	of := func(x ir.ExprID) ir.ExprID { return b.Bitcast(n, b.Math(ir.MathAbs, x)) }
	by := of(v.Right)
	if zero {
		by = b.Math(ir.MathMax, by, integerLike(b, n, 1))
	}
	safe := b.Binary(v.Op, of(v.Left), by)
	b.F.SetFlags(safe, flags|ir.FlagNonZero)
	q := b.Bitcast(t, safe)
	sign := v.Left
	if v.Op == ir.Div {
		sign = b.Binary(ir.Xor, v.Left, v.Right)
	}
	return b.Select(b.Binary(ir.Lt, sign, b.Zero(t)), b.Unary(ir.Negate, q), q)
}
