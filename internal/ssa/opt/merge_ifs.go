package opt

// This file makes one if of two on the same condition.
//
//	before                         after
//	if %c { A } else { B }         if %c { A; C(%x) } else { B; D(%y) }
//	%1 = phi %x, %y
//	if %c { C(%1) } else { D(%1) }
//
// Nothing but phis stands between them. In the arms of the second, the phis have their
// values from the end of the first's arm.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MergeIfs makes one if of two on the same condition.
var MergeIfs = &pass.Pass{
	Name:     "merge-ifs",
	Doc:      "ifs on the same condition one after the other become one",
	Replaces: []string{"opt_if"},
	Function: mergeIfs,
}

func mergeIfs(f *ssa.Function) bool {
	changed := false
	for {
		// Blocks that come into being wait for the next round, which has half as many ifs.
		dom := analysis.Dominance(f)
		x := ifMerger{f, make([]bool, f.NodeCount())}
		for b := range f.Blocks() {
			x.reachable[b] = dom.Reachable(b)
		}
		if !x.list(ssa.Body) {
			return changed
		}
		changed = true
	}
}

// An ifMerger merges ifs of a function.
type ifMerger struct {
	f         *ssa.Function
	reachable []bool // by block
}

// list visits the nodes of a list, inner ones after the nodes around them.
func (x *ifMerger) list(l ssa.ListID) (changed bool) {
	f := x.f
	for b := f.ListFirst(l); f.NextNode(b) != 0; {
		n := f.NextNode(b)
		if x.canMergeNext(n) {
			mergeNext(f, n)
			changed = true
			b = f.After(n) // the next round goes on: by pairs, phis are gone over a few times only
			continue
		}
		f.EachList(n, func(l ssa.ListID) { changed = x.list(l) || changed })
		b = f.After(n)
	}
	return changed
}

// canMergeNext reports whether an if and the one behind it can become one. Unreachable code
// is for dead-cf.
func (x *ifMerger) canMergeNext(n ssa.NodeID) bool {
	f := x.f
	if f.Kind(n) != ssa.NodeIf {
		return false
	}
	middle := f.After(n)
	m := f.NextNode(middle)
	if m == 0 || f.Kind(m) != ssa.NodeIf || f.Cond(n) != f.Cond(m) || len(f.Preds(middle)) != 2 || len(f.Preds(f.After(m))) != 2 {
		return false
	}
	if leavesLoop(f, m) || f.IsConst(f.Cond(n).Value) {
		return false
	}
	// A jump that moves takes nothing along to phis, and code behind it may need the phis
	// that stood ahead of it.
	for _, b := range f.BlocksOf(m) {
		j := f.Jump(b)
		if j == 0 || f.Op(j) != op.Break && f.Op(j) != op.Continue {
			continue
		}
		if to := f.JumpTarget(j); !isBelow(f, to, m) && (f.HasPhis(middle) || f.HasPhis(to)) {
			return false
		}
	}
	if last := f.Last(middle); last != 0 && (f.Op(last) != op.Phi || f.Block(f.Cond(m).Value) == middle) {
		return false
	}
	for _, l := range [...]ssa.ListID{f.Then(n), f.Else(n), f.Then(m), f.Else(m)} {
		last := f.ListLast(l)
		if f.Jump(last) != 0 || int(last) >= len(x.reachable) || !x.reachable[last] {
			return false
		}
	}
	return true
}

// isBelow reports whether a block is in a node.
func isBelow(f *ssa.Function, b, n ssa.NodeID) bool {
	for p := f.Parent(b); p != 0; p = f.Parent(p) {
		if p == n {
			return true
		}
	}
	return false
}

// mergeNext puts the arms of the next if behind the arms of one.
func mergeNext(f *ssa.Function, n ssa.NodeID) {
	middle := f.After(n)
	m := f.NextNode(middle)
	arms := [2]ssa.ListID{f.Then(n), f.Else(n)}
	next := [2]ssa.ListID{f.Then(m), f.Else(m)}
	// The values of the phis between, in the arms of the second.
	inside := map[ssa.NodeID]int{}
	for k, l := range next {
		for b := f.ListFirst(l); b != 0; b = f.NextNode(b) {
			for _, x := range blocksOf(f, b) {
				inside[x] = k + 1
			}
		}
	}
	for i := range f.Instrs(middle) {
		var values [2]ssa.Value
		for k, l := range arms {
			values[k] = f.Arg(i, f.PredIndex(middle, f.ListLast(l)))
		}
		for u := f.FirstUse(i); u != 0; {
			following := f.NextUse(u)
			if k := inside[placeOfUse(f, u)]; k != 0 {
				s := f.SrcAt(u)
				s.Value = values[k-1]
				f.SetSrcAt(u, s)
			}
			u = following
		}
	}
	// The phis behind the second meet at the same place as the first's.
	after, at := f.After(m), f.StartOf(middle)
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.First(after) {
		phi := f.PhiAt(at, f.Type(i))
		for k := range arms {
			f.SetSrc(phi, f.PredIndex(middle, f.ListLast(arms[k])), f.Src(i, f.PredIndex(after, f.ListLast(next[k]))))
		}
		f.SetName(phi, f.NameOf(i))
		f.ReplaceUses(i, phi)
		f.Remove(i)
	}
	lists, _ := f.TakeLists(m)
	for k, l := range arms {
		f.Insert(f.EndOf(f.ListLast(l)), lists[k])
	}
}

// blocksOf are a block, or the blocks of a node.
func blocksOf(f *ssa.Function, n ssa.NodeID) []ssa.NodeID {
	if f.Kind(n) == ssa.NodeBlock {
		return []ssa.NodeID{n}
	}
	return f.BlocksOf(n)
}

// placeOfUse is the block in which a use reads its value.
func placeOfUse(f *ssa.Function, u ssa.UseID) ssa.NodeID {
	user, n := f.UserOf(u)
	switch {
	case user == 0:
		return f.Before(n)
	case f.Op(user) == op.Phi:
		return f.Preds(f.Block(user))[f.UseIndex(u)]
	}
	return f.Block(user)
}
