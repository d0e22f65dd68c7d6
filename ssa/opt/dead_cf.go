package opt

// This file removes control flow that is never taken or does nothing.
//
//	before                 after
//	if true {              store %p, %a
//	  store %p, %a
//	} else {
//	  store %p, %b
//	}
//	loop { break }
//
// Ifs and switches on known values become the list that is taken. Ifs whose lists
// are empty, loops that leave at once, and nodes in code that can't be reached go.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadCF removes control flow that is never taken or does nothing.
var DeadCF = &pass.Pass{
	Name:     "dead-cf",
	Doc:      "ifs and switches on known values become the list taken; control flow that does nothing is removed",
	Replaces: []string{"opt_dead_cf"},
	Function: deadCF,
}

func deadCF(f *ssa.Function) bool {
	changed := false
	for deadCFList(f, ssa.Body) {
		changed = true
	}
	return changed
}

// deadCFList simplifies the nodes of a list, inner ones first. It ends at the
// first change of the list itself, whose nodes are others then.
func deadCFList(f *ssa.Function, l ssa.ListID) bool {
	changed := false
	for n := f.ListFirst(l); n != 0; n = f.NextNode(n) {
		switch f.Kind(n) {
		case ssa.NodeBlock:
			if n != f.ListFirst(l) && len(f.Preds(n)) == 0 && (f.NextNode(n) != 0 || f.First(n) != 0) {
				f.ClearFrom(n) // nothing comes here
				return true
			}
			continue
		case ssa.NodeIf:
			changed = deadCFList(f, f.Then(n)) || changed
			changed = deadCFList(f, f.Else(n)) || changed
			if c := f.Cond(n).Value; f.IsConst(c) && !leavesLoop(f, n) {
				keep := f.Else(n)
				if f.ConstBits(c, 0) != 0 {
					keep = f.Then(n)
				}
				f.Splice(n, keep)
				return true
			}
			if isEmpty(f, f.Then(n)) && isEmpty(f, f.Else(n)) && !f.HasPhis(f.After(n)) {
				f.RemoveNode(n)
				return true
			}
		case ssa.NodeLoop:
			changed = deadCFList(f, f.LoopBody(n)) || changed
			if c := f.LoopContinue(n); c != 0 {
				if len(f.Preds(f.ListFirst(c))) == 0 && !isEmpty(f, c) {
					f.ClearFrom(f.ListFirst(c))
					changed = true
				} else {
					changed = deadCFList(f, c) || changed
				}
			}
			if leavesAtOnce(f, n) {
				f.SpliceLoop(n)
				return true
			}
		case ssa.NodeSwitch:
			for _, c := range f.Cases(n) {
				changed = deadCFList(f, c.List) || changed
			}
			if l, ok := takenCase(f, n); ok {
				b := f.ListLast(l)
				if j := f.Jump(b); j != 0 && f.Op(j) == op.Break {
					f.RemoveJump(b)
				}
				f.Splice(n, l)
				return true
			}
		}
	}
	return changed
}

// leavesLoop reports whether an if is the one that ends a continue list: it must
// stay an if.
func leavesLoop(f *ssa.Function, n ssa.NodeID) bool {
	p := f.Parent(n)
	return p != 0 && f.Kind(p) == ssa.NodeLoop && f.LoopContinue(p) == f.ListOf(n)
}

func isEmpty(f *ssa.Function, l ssa.ListID) bool {
	b := f.ListFirst(l)
	return f.NextNode(b) == 0 && f.First(b) == 0
}

// leavesAtOnce reports whether a loop's body always leaves it by its end, and by
// nothing else, and never starts again.
func leavesAtOnce(f *ssa.Function, n ssa.NodeID) bool {
	l := f.LoopBody(n)
	b := f.ListLast(l)
	j := f.Jump(b)
	if j == 0 || f.Op(j) != op.Break || len(f.Preds(f.After(n))) != 1 {
		return false
	}
	for _, p := range f.Preds(f.LoopHeader(n)) {
		if c := f.LoopContinue(n); p != f.Before(n) && (c == 0 || p != f.ListLast(c) || len(f.Preds(f.ListFirst(c))) != 0) {
			return false
		}
	}
	return true
}

// takenCase is the list of the clause that a switch on a known value takes, if
// no other way leads into or out of it.
func takenCase(f *ssa.Function, n ssa.NodeID) (ssa.ListID, bool) {
	s := f.Cond(n).Value
	if !f.IsConst(s) {
		return 0, false
	}
	bits := f.ConstBits(s, 0)
	taken, other := -1, -1
	cases := f.Cases(n)
	for k := range cases {
		if cases[k].Default {
			other = k
		}
		for _, v := range f.CaseValues(&cases[k]) {
			if v == bits {
				taken = k
			}
		}
	}
	if taken < 0 {
		taken = other
	}
	if cases[taken].FallThrough {
		return 0, false
	}
	// Breaks in the middle of the list lead to the block after the switch.
	l := cases[taken].List
	inside := map[ssa.NodeID]bool{}
	for x := range f.Nodes(l) {
		for _, b := range f.BlocksOf(x) {
			inside[b] = true
		}
	}
	for _, p := range f.Preds(f.After(n)) {
		if inside[p] && p != f.ListLast(l) {
			return 0, false
		}
	}
	return l, true
}
