package opt

// This file removes jumps to the place that control goes to anyway.
//
//	before                 after
//	switch %x {            switch %x {
//	  case 1 {               case 1 {
//	    store %p, %a           store %p, %a
//	    break                }
//	  }                    }
//	}
//
// These are a break at the end of a switch's clause and a continue at the end of a loop's
// body, also at the end of an if that ends them, unless a phi distinguishes the ways.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// TrivialJumps removes jumps to the place that control goes to anyway.
var TrivialJumps = &pass.Pass{
	Name:     "trivial-jumps",
	Doc:      "breaks at the end of a switch's clause and continues at the end of a loop's body are removed",
	Replaces: []string{"opt_trivial_continues"},
	Function: trivialJumps,
}

func trivialJumps(f *ssa.Function) bool {
	var nodes []ssa.NodeID
	for b := range f.Blocks() {
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeIf {
			nodes = append(nodes, n)
		}
	}
	changed := false
	for _, n := range nodes {
		if f.Kind(n) == ssa.NodeLoop {
			changed = dropJump(f, f.LoopBody(n), op.Continue) || changed
			continue
		}
		for k := range f.Cases(n) {
			if c := &f.Cases(n)[k]; !c.FallThrough {
				changed = dropJump(f, c.List, op.Break) || changed
			}
		}
	}
	return changed
}

// dropJump drops a kind of jump at the end of a list, and of the ifs that the list ends with.
func dropJump(f *ssa.Function, l ssa.ListID, o op.Op) (changed bool) {
	b := f.ListLast(l)
	var target ssa.NodeID
	if j := f.Jump(b); j != 0 {
		if f.Op(j) != o || len(f.Preds(b)) == 0 {
			return false
		}
		target = f.JumpTarget(j)
		f.RemoveJump(b)
		changed = true
	} else {
		var buf [8]ssa.NodeID
		if s := f.Succs(b, buf[:0]); len(s) == 1 {
			target = s[0]
		}
	}
	// In an arm the jump would become a way through b: nothing there, or behind it, may
	// distinguish it from others.
	if n := f.PrevNode(b); n != 0 && f.Kind(n) == ssa.NodeIf && f.First(b) == 0 && target != 0 && !f.HasPhis(target) {
		changed = dropJump(f, f.Then(n), o) || changed
		changed = dropJump(f, f.Else(n), o) || changed
	}
	return changed
}
