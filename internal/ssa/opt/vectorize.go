package opt

// This file joins operations on components of the same vectors.
//
//	before                         after
//	%3 = fadd %1.x, %2.x           %5 = fadd %1.xy, %2.xy : vec2<f32>
//	%4 = fadd %1.y, %2.y           %3 = mov %5.x
//	                               %4 = mov %5.y
//
// The opposite of alu-to-scalar, for machines that compute in vectors. Operations whose
// sources are components of the same values join, in the block of the first.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VectorizeOptions limits the width of operations.
type VectorizeOptions struct {
	Width int `doc:"components that an operation has at most: 2 to 4"`
}

// Vectorize joins to four components.
var Vectorize = &pass.Pass{
	Name:      "vectorize",
	Doc:       "operations on components of the same vectors become operations on vectors",
	Replaces:  []string{"opt_vectorize"},
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return runVectorizeTo(f, VectorizeOptions{4}) },
}

// VectorizeTo is the pass with options.
func VectorizeTo(o VectorizeOptions) *pass.Pass {
	p := *Vectorize
	p.Function = func(f *ssa.Function) bool { return runVectorizeTo(f, o) }
	return &p
}

func runVectorizeTo(f *ssa.Function, o VectorizeOptions) bool {
	changed := false
	for b := range f.Blocks() {
		for vectorizeBlock(f, b, o.Width) {
			changed = true
		}
	}
	return changed
}

// A shape is equal for operations that may join.
type shape struct {
	o      op.Op
	t      ir.TypeID
	fp     ssa.FP
	flags  ir.Flags
	values [4]ssa.Value
}

// canJoin reports whether an instruction is arithmetic by component without promises.
func canJoin(f *ssa.Function, i ssa.InstrID) bool {
	info := f.Op(i).Info()
	if info.Class != op.ClassALU || f.Op(i) == op.Mov || info.Result.Comps != 0 || info.Result.Base == op.Whole || info.IR.Form == op.FormWhole || len(info.Srcs) > 4 || f.Comps(i) == 0 {
		return false
	}
	wide := false
	for k := range info.Srcs {
		if s := &info.Srcs[k]; s.Comps != 0 || s.Base == op.Whole {
			return false
		}
		wide = wide || f.Comps(f.Arg(i, k)) > 1
	}
	return wide // of scalars alone nothing is won
}

func vectorizeBlock(f *ssa.Function, b ssa.NodeID, width int) bool {
	types := &f.Shader.Module.Types
	open := map[shape]ssa.InstrID{}
	changed := false
	for i := range f.Instrs(b) {
		if !canJoin(f, i) || f.Comps(i) >= width {
			continue
		}
		key := shape{o: f.Op(i), t: ir.VectorOf(types.ScalarOf(f.Type(i)), 1), fp: f.FP(i), flags: f.Flags(i)}
		for k := range f.NumSrcs(i) {
			key.values[k] = f.Arg(i, k)
		}
		first := open[key]
		if first == 0 || f.Comps(first)+f.Comps(i) > width {
			open[key] = i
			continue
		}
		open[key] = joinPair(f, first, i)
		changed = true
	}
	return changed
}

// joinPair makes one operation of two, in the place of the first.
func joinPair(f *ssa.Function, x, y ssa.InstrID) ssa.InstrID {
	n, m := f.Comps(x), f.Comps(y)
	at := f.BuildBefore(x)
	var srcs [4]ssa.Src
	for k := range f.NumSrcs(x) {
		s, r := f.Src(x, k), f.Src(y, k)
		for j := range m {
			s.Swizzle = s.Swizzle.With(n+j, r.Swizzle.At(j))
		}
		s.Comps = uint8(n + m)
		srcs[k] = s
	}
	scalar := f.Shader.Module.Types.ScalarOf(f.Type(x))
	v := at.Instr(f.Op(x), ir.VectorOf(scalar, n+m), srcs[:f.NumSrcs(x)]...)
	f.SetFlags(v, f.Flags(x))
	f.SetFP(v, f.FP(x))
	f.SetWords(v, f.Words(x))
	give := func(i ssa.InstrID, first, n int) {
		var pick ssa.Swizzle
		for j := range n {
			pick = pick.With(j, first+j)
		}
		for u := f.FirstUse(i); u != 0; {
			next := f.NextUse(u)
			s := f.SrcAt(u)
			if s.Comps > 0 { // swizzles pick from what was picked
				f.SetSrcAt(u, ssa.Src{Value: v, Swizzle: pick.Then(s.Swizzle), Comps: s.Comps})
			}
			u = next
		}
		if f.HasUses(i) {
			b := f.BuildBefore(i)
			part := b.Swizzle(v, pick, n)
			f.SetName(part, f.NameOf(i))
			f.ReplaceUses(i, part)
		}
		f.Remove(i)
	}
	give(x, 0, n)
	give(y, n, m)
	return v
}
