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
// are empty, loops that leave at once, and nodes in code that can't be reached go. So
// do loops and switches that compute nothing that is used elsewhere and have no effect:
// a loop without end, which is a dynamic error, may go as any other.

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
	if f.IsStraight() {
		return false
	}
	changed := false
	for deadCFList(f, ssa.Body) { // again as long as what went lets more go
		changed = true
	}
	return changed
}

// deadCFList simplifies the nodes of a list, inner ones first.
func deadCFList(f *ssa.Function, l ssa.ListID) bool {
	changed := false
	for b := f.ListFirst(l); b != 0; {
		if b != f.ListFirst(l) && len(f.Preds(b)) == 0 && (f.NextNode(b) != 0 || f.First(b) != 0) {
			f.ClearFrom(b) // nothing comes here
			return true
		}
		n := f.NextNode(b)
		if n == 0 {
			break
		}
		var did bool
		b, did = deadCFNode(f, n)
		changed = changed || did
	}
	return changed
}

// deadCFNode simplifies an if, loop or switch. It returns the block that control goes on in
// behind it, or 0 if there is none.
func deadCFNode(f *ssa.Function, n ssa.NodeID) (after ssa.NodeID, changed bool) {
	switch f.Kind(n) {
	case ssa.NodeIf:
		changed = deadCFList(f, f.Then(n))
		changed = deadCFList(f, f.Else(n)) || changed
		if c := f.Cond(n).Value; f.IsConst(c) {
			keep := f.Else(n)
			if f.ConstBits(c, 0) != 0 {
				keep = f.Then(n)
			}
			if leavesLoop(f, n) && f.Jump(f.ListLast(keep)) != 0 {
				return f.After(n), changed
			}
			return splice(f, n, keep), true
		}
		if isEmpty(f, f.Then(n)) && isEmpty(f, f.Else(n)) && !f.HasPhis(f.After(n)) {
			before := f.Before(n)
			f.RemoveNode(n)
			return before, true
		}
	case ssa.NodeLoop:
		changed = deadCFList(f, f.LoopBody(n))
		if c := f.LoopContinue(n); c != 0 {
			if len(f.Preds(f.ListFirst(c))) == 0 && !isEmpty(f, c) {
				f.ClearFrom(f.ListFirst(c))
				changed = true
			} else {
				changed = deadCFList(f, c) || changed
			}
		}
		if isUseless(f, n) {
			before := f.Before(n)
			f.RemoveNode(n)
			return before, true
		}
		if leavesAtOnce(f, n) {
			before, first, last := f.Before(n), f.LoopHeader(n), f.ListLast(f.LoopBody(n))
			f.SpliceLoop(n)
			if first == last {
				last = before
			}
			return last, true
		}
	case ssa.NodeSwitch:
		for k := range f.Cases(n) {
			changed = deadCFList(f, f.Cases(n)[k].List) || changed
		}
		if isUseless(f, n) {
			before := f.Before(n)
			f.RemoveNode(n)
			return before, true
		}
		if l, ok := takenCase(f, n); ok {
			b := f.ListLast(l)
			if j := f.Jump(b); j != 0 && f.Op(j) == op.Break {
				f.RemoveJump(b)
			}
			return splice(f, n, l), true
		}
	}
	return f.After(n), changed
}

// splice replaces a node by one of its lists. It returns the block that control goes on in
// behind it, or 0 if there is none.
func splice(f *ssa.Function, n ssa.NodeID, keep ssa.ListID) ssa.NodeID {
	before, first, last := f.Before(n), f.ListFirst(keep), f.ListLast(keep)
	jumps := f.Jump(last) != 0
	f.Splice(n, keep)
	switch {
	case jumps:
		return 0
	case first == last:
		return before // into which the list went
	}
	return last
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

// isUseless reports whether a loop or switch has no effect, ends only by going on after
// it, and has no value that is used elsewhere.
func isUseless(f *ssa.Function, n ssa.NodeID) bool {
	if len(f.Preds(f.After(n))) == 0 || f.HasPhis(f.After(n)) {
		return false
	}
	blocks := f.BlocksOf(n)
	inSwitch := f.Kind(n) == ssa.NodeSwitch
	for _, b := range blocks {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.Break, o == op.Continue && !inSwitch: // of this node, or of one in it
			case !o.Has(op.Eliminable):
				return false
			}
		}
	}
	inside := make(map[ssa.NodeID]bool, len(blocks))
	for _, b := range blocks {
		inside[b] = true
	}
	for _, b := range blocks {
		for i := range f.Instrs(b) {
			for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
				user, node := f.UserOf(u)
				if user != 0 && !inside[f.Block(user)] || user == 0 && node != n && !inside[f.Before(node)] {
					return false
				}
			}
		}
	}
	return true
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
	cases := f.Cases(n)
	taken, other := 0, -1
	if len(cases) > 1 { // a single one has the default
		s := f.Cond(n).Value
		if !f.IsConst(s) {
			return 0, false
		}
		bits := f.ConstBits(s, 0)
		taken = -1
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
