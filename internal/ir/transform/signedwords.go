package transform

// This file prepares unsigned integers for languages that have signed ones only, and spells
// operations on bits by arithmetic if an operand allows it:
//
//	%1 = shl %a, 3u : u32
//	%2 = shr %a, 3u : u32
//	%3 = and %a, 7u : u32
//	%4 = as %i : u32
//	%5 = lt %4, %n : bool
//
// becomes
//
//	%1 = mul %a, 8u : u32
//	%2 = div %a, 8u : u32
//	%6 = div %a, 8u : u32
//	%7 = mul %6, 8u : u32
//	%3 = sub %a, %7 : u32
//	%4 = as %i : u32
//	%8 = ge %i, 0i : bool
//	%9 = lt %4, %n : bool !inrange
//	%5 = land %8, %9 : bool
//
// Numbers that signed integers don't have are lost.

import (
	stdbits "math/bits"

	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SignedWords replaces shifts by constants, but to the right of signed integers, masks of
// low bits, and comparisons of unsigned integers that were signed, of 32 bits.
func SignedWords(m *ir.Module) { rewrite.Apply(m, signedWords{}) }

type signedWords struct{}

func (signedWords) Kinds() ir.KindSet {
	return ir.BinaryOps(ir.Shl, ir.Shr, ir.And, ir.Lt, ir.Le, ir.Gt, ir.Ge)
}

// wordConstant is the value of all components of a constant.
func wordConstant(m *ir.Module, f *ir.Function, x ir.ExprID) (v uint64, ok bool) {
	first := true
	ok = everyComponent(m, &f.Exprs, x, func(bits uint64) bool {
		if first {
			v, first = bits, false
		}
		return bits == v
	})
	return v, ok && !first
}

func (signedWords) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	v := f.Binary(x)
	s := m.Types.ScalarOf(f.TypeOf(v.Left))
	if s != ir.U32 && s != ir.I32 {
		return false
	}
	switch v.Op {
	case ir.Shl, ir.Shr:
		n, ok := wordConstant(m, f, v.Right)
		return ok && n < 31 && (v.Op == ir.Shl || s == ir.U32)
	case ir.And:
		return lowBits(m, f, v.Left) > 0 || lowBits(m, f, v.Right) > 0
	default:
		return s == ir.U32 && f.Flags(x)&ir.FlagInRange == 0 && f.TypeOf(x) == ir.TypeBool && (cameSigned(m, f, v.Left) != cameSigned(m, f, v.Right))
	}
}

// lowBits is how many bits a mask keeps, all of the low ones; 0: it is no such mask.
func lowBits(m *ir.Module, f *ir.Function, x ir.ExprID) int {
	n, ok := wordConstant(m, f, x)
	if !ok || n == 0 || n&(n+1) != 0 || n >= 1<<30 {
		return 0
	}
	return stdbits.Len64(n)
}

func cameSigned(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Kind(x) == ir.KindAs && m.Types.ScalarOf(f.TypeOf(f.As(x).Value)) == ir.I32
}

func (signedWords) Change(e *rewrite.Editor, x ir.ExprID) {
	m, f := e.M, e.F
	v := f.Binary(x)
	b := e.Ahead()
	t := b.TypeOf(x)
	power := func(n int) ir.ExprID { return integerLike(b, t, 1<<n) }
	switch v.Op {
	case ir.Shl, ir.Shr:
		n, _ := wordConstant(m, f, v.Right)
		op := ir.Mul
		if v.Op == ir.Shr {
			op = ir.Div
		}
		e.Become(b.Binary(op, v.Left, power(int(n))))
	case ir.And:
		of, n := v.Left, lowBits(m, f, v.Right)
		if n == 0 {
			of, n = v.Right, lowBits(m, f, v.Left)
		}
		rest := b.Binary(ir.Sub, of, b.Binary(ir.Mul, b.Binary(ir.Div, of, power(n)), power(n)))
		if m.Types.ScalarOf(t).IsSigned() { // of a negative number it is negative
			rest = b.Select(b.Binary(ir.Lt, rest, b.Zero(t)), b.Binary(ir.Add, rest, power(n)), rest)
		}
		e.Become(rest)
	default:
		from, negative := v.Left, v.Op == ir.Gt || v.Op == ir.Ge // what the result is where it was negative
		if !cameSigned(m, f, from) {
			from, negative = v.Right, !negative
		}
		i := f.As(from).Value
		compared := b.Binary(v.Op, v.Left, v.Right)
		f.SetFlags(compared, ir.FlagInRange) // it has been seen
		if negative {
			e.Become(b.Binary(ir.LogicalOr, b.Binary(ir.Lt, i, b.Zero(b.TypeOf(i))), compared))
		} else {
			e.Become(b.Binary(ir.LogicalAnd, b.Binary(ir.Ge, i, b.Zero(b.TypeOf(i))), compared))
		}
	}
}
