package opt

// This file evaluates known values: numbers, zero, and named constants of the module, whose
// expressions are followed.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxFollowed bounds how far a constant's expression is followed.
const maxFollowed = 32

// isKnown reports whether all components of a scalar or vector are known.
func isKnown(f *ssa.Function, v ssa.Value) bool {
	o := f.Op(v)
	return o == op.Const || (o == op.Zero || o == op.Constant) && isKnownWhole(f, v)
}

func isKnownWhole(f *ssa.Function, v ssa.Value) bool {
	n := f.Comps(v)
	for c := range n {
		if _, ok := knownBits(f, v, c); !ok {
			return false
		}
	}
	return n > 0
}

// knownBits are the bits of a component of a value.
func knownBits(f *ssa.Function, v ssa.Value, comp int) (bits uint64, ok bool) {
	return f.KnownBits(v, comp)
}

// knownPart is a part of a known aggregate: the expression of it, or zero reports
// that it is all zero.
func knownPart(f *ssa.Function, v ssa.Value, index uint64) (e ir.ExprID, zero bool) {
	switch f.Op(v) {
	case op.Zero:
		return 0, true
	case op.Constant:
	default:
		return 0, false
	}
	m := f.Shader.Module
	x := &m.Consts
	e = ir.ExprID(m.Constants[f.Word(v, 0)].Init)
	for range maxFollowed {
		switch x.Kind(e) {
		case ir.KindConstant:
			e = ir.ExprID(m.Constants[x.ConstantRef(e)].Init)
		case ir.KindZeroValue:
			return 0, true
		case ir.KindCompose:
			parts := x.Compose(e).Components
			if m.Types.IsScalarOrVector(x.TypeOf(e)) || index >= uint64(len(parts)) {
				return 0, false
			}
			return parts[index], false
		default:
			return 0, false
		}
	}
	return 0, false
}
