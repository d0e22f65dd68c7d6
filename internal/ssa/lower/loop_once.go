package lower

// This file takes loops apart that go round once at most.
//
//	before                    after
//	loop {                    if %a {
//	  if %a { X; break }        X
//	  A                       } else {
//	  break                     A
//	}                         }
//
// The nodes behind an exit move into the other arm of its if, so that ifs nest as deep as there are
// exits: a loop with many of them stays.

import (
	"refract/internal/ssa/repair"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopOnce takes loops apart that go round once at most.
var LoopOnce = &pass.Pass{
	Name:     "loop-once",
	Doc:      "loops with at most one iteration become ifs",
	Replaces: []string{"opt_loop_unroll"},
	Destroys: pass.NoPhis | pass.LoopClosed,
	Function: loopOnce,
}

func loopOnce(f *ssa.Function) bool {
	found := innerFirst(f, func(n ssa.NodeID) bool { return f.Kind(n) == ssa.NodeLoop })
	if found == nil {
		return false
	}
	demoted := newPhiDemotion(f)
	changed := false
	for _, n := range found {
		o := onceLoop{f: f, after: f.After(n)}
		if !o.canOpen(n) {
			continue
		}
		demoted.clear(o.after, 0)
		body := f.LoopBody(n)
		o.open(body)
		f.SpliceLoop(n)
		changed = true
	}
	if changed {
		repair.Function(f)
		demoted.finish()
	}
	return changed
}

// onceLoop is a loop that goes round once at most.
type onceLoop struct {
	f     *ssa.Function
	after ssa.NodeID
}

// mostExits is how many exits become ifs within each other.
const mostExits = 64

// canOpen reports whether a loop is one, ends in a break, and is broken elsewhere from the
// ends of arms of ifs only.
func (o *onceLoop) canOpen(n ssa.NodeID) bool {
	f := o.f
	body := f.LoopBody(n)
	j := f.Jump(f.ListLast(body))
	return f.LoopContinue(n) == 0 && len(f.Preds(f.LoopHeader(n))) == 1 && len(f.Preds(o.after)) <= mostExits && j != 0 && f.Op(j) == op.Break && o.canOpenList(body)
}

// breaks counts the blocks of a node that break the loop.
func (o *onceLoop) breaks(n ssa.NodeID) (count int) {
	for _, b := range o.f.BlocksOf(n) {
		if j := o.f.Jump(b); j != 0 && o.f.JumpTarget(j) == o.after {
			count++
		}
	}
	return count
}

func (o *onceLoop) listBreaks(l ssa.ListID) bool {
	f := o.f
	for b := f.ListFirst(l); ; b = f.After(f.NextNode(b)) {
		if j := f.Jump(b); j != 0 {
			return f.JumpTarget(j) == o.after
		}
		if f.NextNode(b) == 0 {
			return false
		}
		if o.breaks(f.NextNode(b)) > 0 {
			return true
		}
	}
}

// canOpenList reports whether the breaks in a list are at the ends of arms.
func (o *onceLoop) canOpenList(l ssa.ListID) bool {
	f := o.f
	for b := f.ListFirst(l); f.NextNode(b) != 0; b = f.After(f.NextNode(b)) {
		n := f.NextNode(b)
		if o.breaks(n) == 0 {
			continue
		}
		if f.Kind(n) != ssa.NodeIf || f.HasPhis(f.After(n)) && len(f.Preds(f.After(n))) == 0 {
			return false
		}
		on := 0
		for _, arm := range [...]ssa.ListID{f.Then(n), f.Else(n)} {
			j := f.Jump(f.ListLast(arm))
			switch {
			case j == 0:
				on++
				if o.listBreaks(arm) {
					return false // it breaks, or goes on
				}
			case f.JumpTarget(j) == o.after:
				if !o.canOpenList(arm) {
					return false
				}
			case o.listBreaks(arm):
				return false // it breaks, or goes elsewhere
			}
		}
		if on == 0 {
			return false // what follows can't be reached: dead-cf knows better
		}
	}
	return true
}

// open makes a list fall through to its end instead of breaking the loop.
func (o *onceLoop) open(l ssa.ListID) {
	f := o.f
	for b := f.ListFirst(l); f.NextNode(b) != 0; b = f.After(f.NextNode(b)) {
		n := f.NextNode(b)
		if o.breaks(n) == 0 {
			continue
		}
		arms := [2]ssa.ListID{f.Then(n), f.Else(n)}
		if f.Jump(f.ListLast(arms[0])) == 0 {
			arms[0], arms[1] = arms[1], arms[0]
		}
		// A single source is all that its phis have.
		after := f.After(n)
		for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.First(after) {
			f.ReplaceUses(i, f.Arg(i, 0))
			f.Remove(i)
		}
		if from, to := f.StartOf(after), f.EndOf(f.ListLast(l)); from != to {
			f.Insert(f.EndOf(f.ListLast(arms[1])), f.Extract(from, to))
		}
		if j := f.Jump(f.ListLast(arms[0])); f.Op(j) == op.Break && f.JumpTarget(j) == o.after {
			f.RemoveJump(f.ListLast(arms[0]))
		}
		o.open(arms[0])
		o.open(arms[1])
		return
	}
}
