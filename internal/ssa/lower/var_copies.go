package lower

// This file makes copies loads and stores.
//
//	before                          after
//	%1 = deref_var a                %3 = load a[0]
//	%2 = deref_var b                store b[0], %3
//	copy to: %2[*], from: %1[*]     %4 = load a[1]
//	                                store b[1], %4
//
// A copy without wildcards is one load and one store. One with wildcards is done for each
// element that they stand for; the wildcards of both sides stand for the same.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VarCopies makes copies loads and stores.
var VarCopies = &pass.Pass{
	Name:        "lower-var-copies",
	Doc:         "copies between variables become loads and stores",
	Replaces:    []string{"lower_var_copies", "split_var_copies"},
	Establishes: pass.NoCopies,
	Preserves:   ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		changed := false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.Copy {
					continue
				}
				build := f.BuildBefore(i)
				copyParts(f, &build, f.Arg(i, 0), f.Arg(i, 1))
				to, from := f.Arg(i, 0), f.Arg(i, 1)
				f.Remove(i)
				removeDerefs(f, to)
				removeDerefs(f, from)
				changed = true
			}
		}
		return changed
	},
}

// outermostWildcard is the wildcard of a chain that stands for the most, or 0.
func outermostWildcard(f *ssa.Function, d ssa.Value) (w ssa.Value) {
	for f.Op(d).IsPath() {
		if f.Op(d) == op.DerefWildcard {
			w = d
		}
		d = f.Arg(d, 0)
	}
	return w
}

func copyParts(f *ssa.Function, b *ssa.Builder, to, from ssa.Value) {
	types := &f.Shader.Module.Types
	wt, wf := outermostWildcard(f, to), outermostWildcard(f, from)
	if wt == 0 || wf == 0 {
		b.Store(to, b.Load(from))
		return
	}
	base := types.At(types.Pointee(f.Type(f.Arg(wf, 0))))
	n := base.Length
	if base.Kind == ir.TypeMatrix {
		n = uint32(base.Columns)
	}
	for k := range n {
		index := b.U32(k)
		copyParts(f, b, withIndex(f, b, to, wt, index), withIndex(f, b, from, wf, index))
	}
}

// withIndex is a chain with one of its wildcards replaced by an index.
func withIndex(f *ssa.Function, b *ssa.Builder, d, wildcard, index ssa.Value) ssa.Value {
	if d == wildcard {
		return b.DerefArray(f.Type(d), f.Arg(d, 0), index)
	}
	base := withIndex(f, b, f.Arg(d, 0), wildcard, index)
	switch f.Op(d) {
	case op.DerefStruct:
		return b.DerefStruct(f.Type(d), base, f.IndexOf(d))
	case op.DerefArray:
		return b.DerefArray(f.Type(d), base, f.Arg(d, 1))
	}
	return b.Instr(op.DerefWildcard, f.Type(d), ssa.Whole(base))
}

// removeDerefs removes a chain as far as nothing uses it.
func removeDerefs(f *ssa.Function, d ssa.Value) {
	for f.Op(d).Class() == op.ClassDeref && !f.HasUses(d) {
		base := ssa.Value(0)
		if f.Op(d).IsPath() {
			base = f.Arg(d, 0)
		}
		f.Remove(d)
		if base == 0 {
			return
		}
		d = base
	}
}
