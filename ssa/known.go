package ssa

// This file follows named constants to their numbers.

import (
	"refract/ir"
	"refract/ssa/op"
)

// maxFollowed bounds how far a constant's expression is followed.
const maxFollowed = 32

// KnownBits are the bits of a component of a scalar or vector, if they are known: a
// number, zero, or a named constant of the module.
func (f *Function) KnownBits(v Value, comp int) (bits uint64, ok bool) {
	switch f.Op(v) {
	case op.Const:
		return f.ConstBits(v, comp), true
	case op.Zero:
		return 0, f.Comps(v) > 0
	case op.Constant:
		m := f.Shader.Module
		return ConstantBits(m, ir.ExprID(m.Constants[f.Word(v, 0)].Init), comp)
	}
	return 0, false
}

// ConstantBits are the bits of a component of a module-scope expression, if that is
// made of numbers only.
func ConstantBits(m *ir.Module, e ir.ExprID, comp int) (bits uint64, ok bool) {
	x := &m.Consts
	for range maxFollowed {
		switch x.Kind(e) {
		case ir.KindLiteral:
			return x.LiteralBits(e), true
		case ir.KindZeroValue:
			return 0, m.Types.IsScalarOrVector(x.TypeOf(e))
		case ir.KindConstant:
			e = ir.ExprID(m.Constants[x.ConstantRef(e)].Init)
		case ir.KindSplat:
			e = x.Operand(e)
		case ir.KindCompose:
			if !m.Types.IsScalarOrVector(x.TypeOf(e)) {
				return 0, false
			}
			part := ir.ExprID(0)
			for _, p := range x.Compose(e).Components {
				n := max(1, m.Types.ComponentCount(x.TypeOf(p)))
				if comp < n {
					part = p
					break
				}
				comp -= n
			}
			if part == 0 {
				return 0, false
			}
			e = part
		default:
			return 0, false
		}
	}
	return 0, false
}
