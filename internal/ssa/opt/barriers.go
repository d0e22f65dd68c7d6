package opt

// This file removes barriers that order nothing.
//
//	before                              after
//	%1 = load @in[%i]                   %1 = load @in[%i]
//	barrier                             store @s[%i], %1
//	store @s[%i], %1                    barrier
//	barrier                             %2 = load @s[%j]
//	barrier                             store @out[%i], %2
//	%2 = load @s[%j]
//	store @out[%i], %2
//
// A barrier needs something on both sides: a write that others can see, or a read of memory
// that others write. Ahead of the first such access of the function itself there is nothing
// to wait for, and between two barriers without one the second adds only its memory.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Barriers removes barriers that order nothing.
var Barriers = &pass.Pass{
	Name:      "barriers",
	Doc:       "barriers between which, or ahead of which, nothing is accessed that others can see are removed",
	Replaces:  []string{"opt_barriers"},
	Preserves: ssa.ControlFlow,
	Function:  barriers,
}

func barriers(f *ssa.Function) bool {
	any := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			any = any || isBarrier(f, i)
		}
	}
	if !any {
		return false
	}
	changed := leadingBarriers(f)
	for b := range f.Blocks() {
		last := ssa.InstrID(0) // a barrier since which nothing was accessed
		for i := range f.Instrs(b) {
			switch {
			case isBarrier(f, i) && last != 0 && f.Op(i) == f.Op(last) && sameButMemory(f, i, last):
				f.SetField(last, "memory", f.Field(last, "memory")|f.Field(i, "memory"))
				f.Remove(i)
				changed = true
			case isBarrier(f, i):
				last = i
			case isSeen(f, i):
				last = 0
			}
		}
	}
	return changed
}

// isBarrier reports whether an instruction is a barrier of a workgroup.
func isBarrier(f *ssa.Function, i ssa.InstrID) bool {
	if o := f.Op(i); o != op.ControlBarrier && o != op.MemoryBarrier {
		return false
	}
	scope := ir.Scope(f.Field(i, "scope"))
	return (scope == ir.ScopeDefault || scope == ir.ScopeWorkgroup) && ir.Memory(f.Field(i, "memory"))&ir.MemorySubgroup == 0
}

// sameButMemory reports whether two barriers differ at most in the memory that they are
// about.
func sameButMemory(f *ssa.Function, i, j ssa.InstrID) bool {
	return f.Field(i, "scope") == f.Field(j, "scope") && f.Field(i, "order") == f.Field(j, "order")
}

// isEntry reports whether a function is an entry point that nothing calls.
func isEntry(f *ssa.Function) bool {
	s := f.Shader
	for k := range s.EntryPoints {
		if s.Funcs[s.EntryPoints[k].Function] == f {
			return true
		}
	}
	return false
}

// leadingBarriers removes barriers of an entry point without an access ahead of them, as
// long as they stand in the function's own list.
func leadingBarriers(f *ssa.Function) (changed bool) {
	if !isEntry(f) {
		return false
	}
	for n := range f.Nodes(ssa.Body) {
		if f.Kind(n) != ssa.NodeBlock {
			for _, b := range f.BlocksOf(n) {
				for i := range f.Instrs(b) {
					if isSeen(f, i) || isBarrier(f, i) || f.Op(i).Class() == op.ClassJump && f.Op(i) != op.Break && f.Op(i) != op.Continue {
						return changed
					}
				}
			}
			continue
		}
		for i := range f.Instrs(n) {
			switch {
			case isBarrier(f, i):
				f.Remove(i)
				changed = true
			case isSeen(f, i):
				return changed
			}
		}
	}
	return changed
}

// isSeen reports whether an instruction accesses memory that other invocations can see or
// change, or depends on their simultaneous execution.
func isSeen(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	if o.Has(op.Convergent) {
		return true
	}
	switch o {
	case op.Declare, op.StoreReg, op.LoadReg, op.ParallelCopy:
		return false
	case op.Load, op.Store:
		p := f.Arg(i, 0)
		t := f.Shader.Module.Types.At(f.Type(p))
		if r := rootOf(f, p); f.Op(r) == op.DerefVar && isOwn(f.Var(f.VarOf(r)).Mode) {
			return false
		}
		return t.Kind != ir.TypePointer || t.Space != ir.SpaceFunction && t.Space != ir.SpacePrivate && !isConstantLoad(f, i)
	case op.Copy:
		return true
	}
	return o.Class() != op.ClassDeref && o.Class() != op.ClassALU && o != op.ArrayLength && (o.Has(op.ReadsMemory) || o.Has(op.WritesMemory) || o.Has(op.Synchronizes))
}

// isOwn reports whether memory of a mode is one invocation's own.
func isOwn(m ssa.Mode) bool { return m&(ssa.ModeFunctionTemp|ssa.ModeShaderTemp) != 0 }
