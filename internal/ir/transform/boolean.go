package transform

// This file spells & and | of bools, for targets that have them for integers
// only:
//
//	%1 = and %a, %b : bool
//	%2 = or %u, %v : vec2<bool>
//
// becomes
//
//	%1 = land %a, %b : bool
//	%3 = as %u : vec2<u32>
//	%4 = as %v : vec2<u32>
//	%5 = or %3, %4 : vec2<u32>
//	%2 = as %5 : vec2<bool>
//
// An operand that was made so is taken as the number it was.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// BoolOperations replaces And, Or and Xor of bools.
func BoolOperations(m *ir.Module) { rewrite.Apply(m, boolOperations{}) }

// BoolScalars replaces And, Or and Xor of bools that are no vectors.
func BoolScalars(m *ir.Module) { rewrite.Apply(m, boolOperations{scalars: true}) }

type boolOperations struct{ scalars bool }

// takes reports whether x is an operation to replace.
func (boolOperations) Kinds() ir.KindSet { return ir.BinaryOps(ir.And, ir.Or, ir.Xor) }

func (o boolOperations) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return m.Types.ScalarOf(f.TypeOf(x)) == ir.Bool && (!o.scalars || f.TypeOf(x) == ir.TypeBool)
}

func (boolOperations) Change(e *rewrite.Editor, x ir.ExprID) {
	v := e.F.Binary(x)
	b := e.Ahead()
	switch {
	case v.Op == ir.Xor:
		e.Become(b.Binary(ir.Ne, v.Left, v.Right))
	case b.TypeOf(x) != ir.TypeBool:
		e.Become(b.Convert(ir.Bool, b.Binary(v.Op, bits(b, v.Left), bits(b, v.Right))))
	case v.Op == ir.And:
		e.Become(b.Binary(ir.LogicalAnd, v.Left, v.Right))
	default:
		e.Become(b.Binary(ir.LogicalOr, v.Left, v.Right))
	}
}

// bits is a vector of bools as zeros and ones.
func bits(b *ir.Builder, v ir.ExprID) ir.ExprID {
	if b.F.Kind(v) == ir.KindAs {
		if u := b.F.As(v).Value; isBits(b, u, 8) {
			return u
		}
	}
	return b.Convert(ir.U32, v)
}

// isBits reports whether a vector of u32 holds zeros and ones only.
func isBits(b *ir.Builder, u ir.ExprID, depth int) bool {
	if depth == 0 || b.M.Types.ScalarOf(b.TypeOf(u)) != ir.U32 {
		return false
	}
	switch b.F.Kind(u) {
	case ir.KindAs:
		return b.M.Types.ScalarOf(b.TypeOf(b.F.As(u).Value)) == ir.Bool
	case ir.KindBinary:
		v := b.F.Binary(u)
		return (v.Op == ir.And || v.Op == ir.Or) && isBits(b, v.Left, depth-1) && isBits(b, v.Right, depth-1)
	}
	return false
}
