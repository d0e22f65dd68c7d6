package opt

// This file decides which loads read memory that nothing writes while the shader runs.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isConstantLoad reports whether an instruction loads from memory that can't change
// meanwhile: a uniform, immediate or read-only storage variable that isn't volatile
// or coherent. It may then be evaluated anywhere, and once for several.
func isConstantLoad(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.Load {
		const fixed, kept = op.AccessReorder, op.AccessKept | op.AccessCoherent
		return f.Op(i).Memory().Kind != op.NoMemory && f.Op(i).Has(op.Eliminable) && op.Access(f.Words(i))&(fixed|kept) == fixed
	}
	p := f.Arg(i, 0)
	t := f.Shader.Module.Types.At(f.Type(p))
	if t.Kind != ir.TypePointer || t.Access&ir.AccessWrite != 0 {
		return false
	}
	switch t.Space {
	case ir.SpaceUniform, ir.SpaceImmediate, ir.SpaceStorage:
	default:
		return false
	}
	p = rootOf(f, p)
	if f.Op(p) != op.DerefVar {
		return t.Space != ir.SpaceStorage
	}
	return f.Var(f.VarOf(p)).Memory&(ir.Coherent|ir.Volatile|ir.Aliased) == 0
}

// rootOf is the beginning of an address: the address of a variable, or a value that is no
// dereference.
func rootOf(f *ssa.Function, p ssa.Value) ssa.Value {
	for f.Op(p).IsPath() {
		p = f.Arg(p, 0)
	}
	return p
}
