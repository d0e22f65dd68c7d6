package transform

// This file evaluates sums, differences and products of integer literals, for compilers that do so
// wrongly: FXC has 0x80000000 for 0u - 4294967293u and for 3000000000u + 5u.
//
//	%1 = sub 0u, 4294967293u
//	%2 = add %1, $x
//
// becomes
//
//	%2 = add 3u, $x
//
// Front ends evaluate constants. Expressions of overrides have literals only when the overrides have values.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// FoldIntegers replaces Add, Sub, Mul and Negate of literals of 32-bit integers, and conversions of
// such literals to 32-bit integers, by their values, which wrap.
func FoldIntegers(m *ir.Module) { rewrite.Apply(m, foldingIntegers{}) }

type foldingIntegers struct{}

func (foldingIntegers) Kinds() ir.KindSet {
	return ir.BinaryOps(ir.Add, ir.Sub, ir.Mul) | ir.Kinds(ir.KindUnary, ir.KindAs)
}

func (foldingIntegers) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	_, ok := foldedInteger(f, x)
	return ok
}

func (foldingIntegers) Change(e *rewrite.Editor, x ir.ExprID) {
	v, _ := foldedInteger(e.F, x)
	e.Become(e.Ahead().Bits(e.F.TypeOf(x), uint64(v)))
}

// foldedInteger is the value of an expression of literals.
func foldedInteger(f *ir.Function, x ir.ExprID) (v uint32, ok bool) {
	if t := f.TypeOf(x); t != ir.TypeI32 && t != ir.TypeU32 {
		return 0, false
	}
	switch f.Kind(x) {
	case ir.KindBinary:
		b := f.Binary(x)
		left, known := literalInteger(f, b.Left)
		right, too := literalInteger(f, b.Right)
		switch b.Op {
		case ir.Add:
			v = left + right
		case ir.Sub:
			v = left - right
		case ir.Mul:
			v = left * right
		default:
			return 0, false
		}
		return v, known && too
	case ir.KindUnary:
		u := f.Unary(x)
		v, ok = literalInteger(f, u.Value)
		return -v, ok && u.Op == ir.Negate
	case ir.KindAs:
		return literalInteger(f, f.As(x).Value)
	}
	return 0, false
}

// literalInteger is the value of a literal or zero of a 32-bit integer.
func literalInteger(f *ir.Function, x ir.ExprID) (v uint32, ok bool) {
	if t := f.TypeOf(x); t != ir.TypeI32 && t != ir.TypeU32 {
		return 0, false
	}
	switch f.Kind(x) {
	case ir.KindLiteral:
		return uint32(f.LiteralBits(x)), true
	case ir.KindZeroValue:
		return 0, true
	}
	return 0, false
}
