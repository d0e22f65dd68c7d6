package transform

// This file reads constant operands, so that transforms skip operations that are safe
// already, and makes literals.

import "refract/ir"

// constantDepth bounds how far operands are followed.
const constantDepth = 8

// component returns the bits of one component of a scalar or vector, if they
// are constant. x is m.Consts or the arena of a function.
func component(m *ir.Module, x *ir.Exprs, id ir.ExprID, i int) (uint64, bool) {
	for range constantDepth {
		switch x.Kind(id) {
		case ir.KindLiteral:
			return x.LiteralBits(id), true
		case ir.KindZeroValue:
			return 0, true
		case ir.KindConstant:
			c := x.ConstantRef(id)
			x, id = &m.Consts, ir.ExprID(m.Constants[c].Init)
		case ir.KindSplat:
			id = x.Operand(id)
		case ir.KindCompose:
			part := ir.ExprID(0)
			for _, c := range x.Compose(id).Components {
				n := max(1, m.Types.ComponentCount(x.TypeOf(c)))
				if i < n {
					part = c
					break
				}
				i -= n
			}
			if part == 0 {
				return 0, false
			}
			id = part
		default:
			return 0, false
		}
	}
	return 0, false
}

// everyComponent reports whether a scalar or vector is constant and every
// component's bits satisfy ok.
func everyComponent(m *ir.Module, x *ir.Exprs, id ir.ExprID, ok func(bits uint64) bool) bool {
	if x.Kind(id).NeedsEmit() && x.Kind(id) != ir.KindSplat && x.Kind(id) != ir.KindCompose {
		return false // the common case, fast
	}
	n := m.Types.ComponentCount(x.TypeOf(id))
	for i := range n {
		if bits, known := component(m, x, id, i); !known || !ok(bits) {
			return false
		}
	}
	return n > 0
}

// signed reads the bits of an integer of the scalar s, extended to 64.
func signed(s ir.Scalar, bits uint64) int64 {
	w := s.Bits()
	if s.IsSigned() {
		return int64(bits<<(64-w)) >> (64 - w)
	}
	return int64(bits)
}

// minimum is the least integer of a signed scalar.
func minimum(s ir.Scalar) int64 { return -1 << (s.Bits() - 1) }

// integerLike is an integer, as a scalar or a vector like type t.
func integerLike(b *ir.Builder, t ir.TypeID, v int64) ir.ExprID {
	return b.SplatLike(t, b.Integer(b.M.Types.ScalarOf(t), v))
}

// floatLike is a float, as a scalar or a vector like type t.
func floatLike(b *ir.Builder, t ir.TypeID, v float64) ir.ExprID {
	s := b.M.Types.ScalarOf(t)
	return b.SplatLike(t, b.Bits(ir.ScalarTypeOf(s), s.FloatBits(v)))
}

// isInteger reports whether t is an integer scalar or a vector of integers.
func isInteger(m *ir.Module, t ir.TypeID) bool {
	return m.Types.IsScalarOrVector(t) && m.Types.ScalarOf(t).IsInteger()
}
