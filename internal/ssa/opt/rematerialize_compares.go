package opt

// This file compares again in each block that uses a comparison.
//
//	before                         after
//	%1 = flt %a, %b                %1 = flt %a, %b
//	if %1 { ... }                  if %1 { ... }
//	%2 = bcsel %1, %x, %y          %3 = flt %a, %b
//	                               %2 = bcsel %3, %x, %y
//
// Machines whose comparisons set a flag needn't keep it then.

import (
	"slices"

	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RematerializeCompares compares again in each block that uses a comparison.
var RematerializeCompares = &pass.Pass{
	Name:      "rematerialize-compares",
	Doc:       "comparisons are made again in each block that uses them",
	Replaces:  []string{"opt_rematerialize_compares"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function:  rematerializeCompares,
}

func rematerializeCompares(f *ssa.Function) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if isComparison(f.Op(i)) && f.Comps(i) == 1 {
				list = append(list, i)
			}
		}
	}
	changed := false
	// The last come first: one made again may use another.
	for _, i := range slices.Backward(list) {
		again := map[ssa.NodeID]ssa.Value{}
		for u := f.FirstUse(i); u != 0; {
			next := f.NextUse(u)
			user, n := f.UserOf(u)
			at := f.Block(i)
			switch {
			case user == 0:
				at = f.Before(n)
			case f.Op(user) != op.Phi:
				at = f.Block(user)
			}
			if at != f.Block(i) {
				if again[at] == 0 {
					again[at] = copyInstr(f, i, f.StartOf(at))
				}
				s := f.SrcAt(u)
				s.Value = again[at]
				f.SetSrcAt(u, s)
				changed = true
			}
			u = next
		}
		if len(again) > 0 && !f.HasUses(i) {
			f.Remove(i)
		}
	}
	return changed
}

// copyInstr makes an arithmetic instruction once more.
func copyInstr(f *ssa.Function, i ssa.InstrID, at ssa.Cursor) ssa.Value {
	b := f.Build(at)
	b.Span = f.SpanOf(i)
	var srcs []ssa.Src
	for k := range f.NumSrcs(i) {
		srcs = append(srcs, f.Src(i, k))
	}
	v := b.Instr(f.Op(i), f.Type(i), srcs...)
	f.SetWords(v, f.Words(i))
	f.SetFlags(v, f.Flags(i)&^promises)
	f.SetFP(v, f.FP(i))
	return v
}
