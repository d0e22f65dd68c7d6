package lower

// This file makes users of a vector's components read the vector instead of the component
// values.
//
//	before                         after
//	%3 = vec %1, %2                %3 = vec %1, %2
//	%4 = fadd %1, %2               %4 = fadd %3.x, %3.y
//
// On a machine whose registers are vectors the scalars then needn't be kept beside it.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VecUses reads components of vectors.
var VecUses = &pass.Pass{
	Name:      "vec-uses",
	Doc:       "uses of a vector's components read the vector",
	Replaces:  []string{"move_vec_src_uses_to_dest"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function:  vecUses,
}

func vecUses(f *ssa.Function) bool {
	dom := analysis.Dominance(f)
	changed := false
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Vec {
				continue
			}
			at := 0
			for k := range f.NumSrcs(i) {
				s := f.Src(i, k)
				if f.Comps(s.Value) == 1 && s.Comps == 1 && f.Op(s.Value).Class() != op.ClassConst {
					changed = readVec(f, dom, i, s.Value, at) || changed
				}
				at += int(s.Comps)
			}
		}
	}
	return changed
}

// readVec lets arithmetic behind a vector read component k of it instead of a scalar.
func readVec(f *ssa.Function, dom *analysis.Dom, vec, v ssa.Value, k int) bool {
	b := f.Block(vec)
	changed := false
	for u := f.FirstUse(v); u != 0; {
		next := f.NextUse(u)
		user, _ := f.UserOf(u)
		s := f.SrcAt(u)
		if user != 0 && user != vec && f.Op(user).Class() == op.ClassALU && f.Op(user) != op.Vec && s.Comps > 0 &&
			dom.Reachable(f.Block(user)) && (f.Block(user) != b && dom.Dominates(b, f.Block(user)) || f.Block(user) == b && comesBefore(f, vec, user)) {
			f.SetSrcAt(u, ssa.Src{Value: vec, Swizzle: ssa.Splat(k), Comps: s.Comps})
			changed = true
		}
		u = next
	}
	return changed
}

// comesBefore reports whether an instruction comes before another of its block.
func comesBefore(f *ssa.Function, x, y ssa.InstrID) bool {
	for i := f.Next(x); i != 0; i = f.Next(i) {
		if i == y {
			return true
		}
	}
	return false
}
