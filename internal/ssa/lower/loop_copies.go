package lower

// This file puts copies of a loop's body ahead of the loop.
//
//	before                    after
//	loop {                    if %a {} else {
//	  if %c { break }           A
//	  A                         loop {
//	}                             if %c { break }
//	                              A
//	                            }
//	                          }
//
// Values of the loop meet in variables meanwhile, so that copies need no repair. A way out
// of a copy leads past everything that follows, the loop too: that moves into the other arm
// of the copy's if.

import (
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/repair"
	"refract/ssa"
	"refract/ssa/op"
)

// loopCopies makes copies of loops of a function.
type loopCopies struct {
	f          *ssa.Function
	demoted    *phiDemotion
	convergent bool // operations that invocations do together may be copied
}

// cost is the number of instructions of a loop, or false if it can't be copied: invocations
// wait for each other in it, or values go out of it that can't be in variables.
func (x *loopCopies) cost(n ssa.NodeID) (size int, ok bool) {
	f := x.f
	blocks := f.BlocksOf(n)
	inside := map[ssa.NodeID]bool{}
	for _, b := range blocks {
		inside[b] = true
	}
	for _, b := range blocks {
		for i := range f.Instrs(b) {
			switch f.Op(i).Class() {
			case op.ClassConst, op.ClassUndef:
				continue
			case op.ClassPhi:
				if !promotable(f, f.Type(i)) {
					return 0, false
				}
				continue
			case op.ClassDeref:
				size++
				continue
			}
			if !x.convergent && (f.Op(i).Has(op.Convergent) || f.Op(i).Has(op.Synchronizes)) || f.Op(i) == op.ParallelCopy {
				return 0, false
			}
			size++
			if f.Type(i) == 0 || promotable(f, f.Type(i)) {
				continue
			}
			for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
				user, c := f.UserOf(u)
				if user == 0 && !inside[f.Before(c)] || user != 0 && !inside[f.Block(user)] {
					return 0, false
				}
			}
		}
	}
	return size, true
}

// ahead puts copies of so many rounds ahead of a loop that [analysis.Exits] describes. If
// one exit is known to be taken in the round after them, and in none of them, the copies
// don't have it, and the loop always takes it.
func (x *loopCopies) ahead(c *analysis.Counted, rounds int, known bool) bool {
	f, n := x.f, c.Loop
	if !repair.HoistVariables(f, n) {
		return false
	}
	x.demote(n)
	tests := x.tests(n)
	body, list := f.LoopBody(n), f.LoopContinue(n)
	x.end(body)
	if list != 0 {
		x.end(list)
	}
	w := f.InsertLoop(f.EndOf(f.Before(n)), false, f.NodeSpan(n))
	into := f.LoopBody(w)
	copier := ssa.NewCopier(f, f)
	for range rounds {
		start := f.ListLast(into)
		f.Insert(f.EndOf(start), copier.List(body))
		if list != 0 {
			f.Insert(f.EndOf(f.ListLast(into)), copier.List(list))
		}
		// The copies of the exits, the last one first.
		var found []ssa.NodeID
		k := 0
		for b := start; f.NextNode(b) != 0; b = f.After(f.NextNode(b)) {
			if k < len(tests) && tests[k].isTest {
				found = append(found, f.NextNode(b))
			} else {
				found = append(found, 0)
			}
			k++
		}
		for k := len(found) - 1; k >= 0; k-- {
			if found[k] != 0 && known && tests[k].node == c.Test {
				f.Splice(found[k], onArm(f, found[k], tests[k].exit))
				found[k] = 0
			}
		}
		l := into
		for k := len(found) - 1; k >= 0; k-- {
			t := found[k]
			if t == 0 {
				continue
			}
			on := onArm(f, t, tests[k].exit)
			f.RemoveJump(f.ListLast(onArm(f, t, !tests[k].exit)))
			x.nest(t, l, on)
			if into == l {
				into = on // what follows the copy goes where its last exit leads on
			}
		}
	}
	// The loop itself goes to the end of the last copy.
	part := f.Extract(f.StartOf(f.After(w)), f.StartOf(f.After(n)))
	f.Insert(f.EndOf(f.ListLast(into)), part)
	if known {
		at := f.Build(f.EndOf(f.Before(c.Test)))
		f.SetCond(c.Test, ssa.Whole(at.Bool(c.Exit)))
	}
	f.AddJump(f.ListLast(f.LoopBody(w)), op.Break, f.NodeSpan(n))
	f.SpliceLoop(w)
	return true
}

// exitTest is a node of a loop's lists, in order, and whether it is an if that leaves it.
type exitTest struct {
	node   ssa.NodeID
	isTest bool
	exit   bool // the condition's value where it leaves
}

// tests are the nodes of a loop's body and continue list.
func (x *loopCopies) tests(n ssa.NodeID) (list []exitTest) {
	f := x.f
	for _, l := range [...]ssa.ListID{f.LoopBody(n), f.LoopContinue(n)} {
		if l == 0 {
			continue
		}
		for b := f.ListFirst(l); f.NextNode(b) != 0; b = f.After(f.NextNode(b)) {
			t := exitTest{node: f.NextNode(b)}
			if f.Kind(t.node) == ssa.NodeIf {
				for _, leave := range f.Preds(f.After(n)) {
					if arm := f.ListOf(leave); f.ListParent(arm) == t.node {
						t.isTest, t.exit = true, arm == f.Then(t.node)
					}
				}
			}
			list = append(list, t)
		}
	}
	return list
}

// onArm is the arm of an if that doesn't leave a loop.
func onArm(f *ssa.Function, t ssa.NodeID, exit bool) ssa.ListID {
	if exit {
		return f.Else(t)
	}
	return f.Then(t)
}

// nest puts the nodes behind an if in a list at the end of one of its arms.
func (x *loopCopies) nest(t ssa.NodeID, l, arm ssa.ListID) {
	f := x.f
	if from, to := f.StartOf(f.After(t)), f.EndOf(f.ListLast(l)); from != to {
		f.Insert(f.EndOf(f.ListLast(arm)), f.Extract(from, to))
	}
}

// end takes the continue at the end of a list away.
func (x *loopCopies) end(l ssa.ListID) {
	f := x.f
	if b := f.ListLast(l); f.Jump(b) != 0 && f.Op(f.Jump(b)) == op.Continue {
		f.RemoveJump(b)
	}
}

// demote makes variables of the values that cross iterations of a loop or go out of it.
func (x *loopCopies) demote(n ssa.NodeID) {
	f := x.f
	after := f.After(n)
	inside := map[ssa.NodeID]bool{}
	blocks := f.BlocksOf(n)
	for _, b := range blocks {
		inside[b] = true
	}
	at := f.StartOf(after)
	for _, b := range blocks {
		for v := range f.Instrs(b) {
			if f.HasUses(v) && closable(f, v) {
				closeValue(f, v, at, func(b ssa.NodeID) bool { return inside[b] })
			}
		}
	}
	x.demoted.clear(after, 0)
	x.demoted.clear(f.LoopHeader(n), 0)
	for _, t := range x.tests(n) {
		if t.isTest {
			x.demoted.clear(f.After(t.node), 0)
		}
	}
}

// finish makes the variables values, and mends other values that lost their definition.
func (x *loopCopies) finish() {
	repair.Function(x.f)
	x.demoted.finish()
}
