package opt

// This file takes components that nothing reads out of vectors.
//
//	before                            after
//	%1 = fadd %a, %b : vec4<f32>      %1 = fadd %a.yw, %b.yw : vec2<f32>
//	%2 = fmul %1.y, %1.w              %2 = fmul %1.x, %1.y
//
// Arithmetic by component, vectors made of parts, moves, constants, phis, and loads by
// offset and by slot of adjacent components become as narrow as their users. A user of a
// whole vector reads all of it.

import (
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ShrinkVectors takes components that nothing reads out of vectors.
var ShrinkVectors = &pass.Pass{
	Name:      "shrink-vectors",
	Doc:       "components of vectors that nothing reads are not computed",
	Replaces:  []string{"opt_shrink_vectors"},
	Preserves: ssa.ControlFlow,
	Function:  shrinkVectors,
}

func shrinkVectors(f *ssa.Function) bool {
	changed := false
	for again := true; again; changed = changed || again {
		again = false
		for _, b := range reversed(f) {
			for i := f.Last(b); i != 0; {
				prev := f.Prev(i)
				again = shrinkVector(f, i) || again
				i = prev
			}
		}
	}
	return changed
}

// reversed are the blocks of a function, the last first.
func reversed(f *ssa.Function) (list []ssa.NodeID) {
	for b := range f.Blocks() {
		list = append(list, b)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

// readComponents is which components of a vector something reads, a bit for each.
func readComponents(f *ssa.Function, v ssa.Value) (mask uint32) {
	all := uint32(1)<<f.Comps(v) - 1
	for u := f.FirstUse(v); u != 0 && mask != all; u = f.NextUse(u) {
		s := f.SrcAt(u)
		if s.Comps == 0 {
			return all
		}
		for k := range int(s.Comps) {
			mask |= 1 << s.Swizzle.At(k)
		}
	}
	return mask
}

// shrinkVector makes one vector narrower.
func shrinkVector(f *ssa.Function, i ssa.InstrID) bool {
	n := f.Comps(i)
	if n < 2 || !f.HasUses(i) {
		return false
	}
	mask := readComponents(f, i)
	if mask == 1<<n-1 {
		return false
	}
	if first := bits.TrailingZeros32(mask); f.Op(i).Memory().Kind != op.NoMemory || f.Op(i) == op.LoadInput || f.Op(i) == op.LoadInterpolatedInput {
		mask = 1<<bits.Len32(mask) - 1<<first // what lies between is loaded, too
		if mask == 1<<n-1 {
			return false
		}
	}
	// pick are the remaining components, place their new places.
	var pick, place ssa.Swizzle
	kept := 0
	for k := range n {
		if mask>>k&1 != 0 {
			pick, place = pick.With(kept, k), place.With(k, kept)
			kept++
		}
	}
	v := narrowed(f, i, pick, kept)
	if v == 0 {
		return false
	}
	f.SetName(v, f.NameOf(i))
	for u := f.FirstUse(i); u != 0; {
		next := f.NextUse(u)
		s := f.SrcAt(u)
		f.SetSrcAt(u, ssa.Src{Value: v, Swizzle: place.Then(s.Swizzle), Comps: s.Comps})
		u = next
	}
	if f.Op(i) == op.Phi { // its own uses went with the others
		for k := range f.NumSrcs(i) {
			f.SetSrc(i, k, ssa.Src{})
		}
	}
	f.Remove(i)
	return true
}

// narrowed inserts a computation of some components of a vector only, or is 0.
func narrowed(f *ssa.Function, i ssa.InstrID, pick ssa.Swizzle, n int) ssa.Value {
	t := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), n)
	o := f.Op(i)
	b := f.BuildBefore(i)
	switch {
	case o == op.Phi:
		return narrowPhi(f, i, t, pick, n)
	case o == op.Vec:
		return narrowVec(f, &b, i, t, pick, n)
	case o == op.Const:
		var x [4]uint64
		for k := range n {
			x[k] = f.ConstBits(i, pick.At(k))
		}
		return b.Const(t, x[:n]...)
	case o == op.Undef:
		return b.Undef(t)
	case o == op.Mov || isByComponent(o):
		var srcs [4]ssa.Src
		for k := range f.NumSrcs(i) {
			s := f.Src(i, k)
			srcs[k] = ssa.Src{Value: s.Value, Swizzle: s.Swizzle.Then(pick), Comps: uint8(n)}
		}
		v := b.Instr(o, t, srcs[:f.NumSrcs(i)]...)
		f.SetFlags(v, f.Flags(i))
		f.SetFP(v, f.FP(i))
		f.SetWords(v, f.Words(i))
		return v
	case o == op.LoadInput, o == op.LoadInterpolatedInput, o.Memory().Kind != op.NoMemory && o.Memory().Role == op.MemoryLoad:
		return narrowLoad(f, &b, i, t, pick.At(0))
	}
	return 0
}

// isByComponent reports whether an operation is arithmetic that makes each component of
// the same component of its sources.
func isByComponent(o op.Op) bool {
	info := o.Info()
	if info.Class != op.ClassALU || info.Result.Comps != 0 || info.Result.Base == op.Whole || info.IR.Form == op.FormWhole || len(info.Srcs) > 4 || o.Has(op.Variadic) {
		return false
	}
	for k := range info.Srcs {
		if s := &info.Srcs[k]; s.Comps != 0 || s.Base == op.Whole {
			return false
		}
	}
	return true
}

func narrowVec(f *ssa.Function, b *ssa.Builder, i ssa.InstrID, t ir.TypeID, pick ssa.Swizzle, n int) ssa.Value {
	var srcs [4]ssa.Src
	for k := range n {
		v, comp := vecComponent(f, i, pick.At(k))
		srcs[k] = ssa.Src{Value: v, Swizzle: ssa.Swizzle(comp), Comps: 1}
	}
	if n == 1 {
		return b.Instr(op.Mov, t, srcs[0])
	}
	return b.Instr(op.Vec, t, srcs[:n]...)
}

// narrowPhi makes a phi of components of a phi's sources.
func narrowPhi(f *ssa.Function, i ssa.InstrID, t ir.TypeID, pick ssa.Swizzle, n int) ssa.Value {
	block := f.Block(i)
	var buf [8]ssa.Value
	list := buf[:0]
	for k := range f.NumSrcs(i) {
		x := f.Arg(i, k)
		if x == 0 {
			return 0
		}
		list = append(list, x)
	}
	v := f.PhiAt(f.BeforeInstr(i), t)
	for k, x := range list {
		b := f.Build(f.EndOf(f.Preds(block)[k]))
		f.SetSrc(v, k, ssa.Whole(b.Swizzle(x, pick, n)))
	}
	return v
}

// narrowLoad loads from a later component on.
func narrowLoad(f *ssa.Function, b *ssa.Builder, i ssa.InstrID, t ir.TypeID, first int) ssa.Value {
	var buf [4]ssa.Src
	srcs := buf[:0]
	for k := range f.NumSrcs(i) {
		srcs = append(srcs, f.Src(i, k))
	}
	words := f.Words(i)
	slots := f.Op(i).Memory().Kind == op.NoMemory
	switch {
	case slots:
		if f.Bits(i) > 32 || int(f.Field(i, "component"))+first > 3 {
			return 0
		}
	case op.Access(words)&op.AccessKept != 0 || f.Field(i, "base") > 1<<30:
		return 0
	}
	v := b.Instr(f.Op(i), t, srcs...)
	f.SetWords(v, words)
	f.SetFlags(v, f.Flags(i))
	if slots {
		f.SetField(v, "component", f.Field(i, "component")+uint32(first))
		return v
	}
	by := uint32(first * f.Bits(i) / 8)
	f.SetField(v, "base", f.Field(i, "base")+by)
	if a := f.Field(i, "align"); a != 0 {
		f.SetField(v, "align_offset", (f.Field(i, "align_offset")+by)&(a-1))
	}
	return v
}
