package opt

// This file moves cheap values into the part of the function that needs them.
//
//	before                         after
//	%1 = flt %a, %b                if %c {
//	if %c {                          %1 = flt %a, %b
//	  %2 = bcsel %1, %x, %y          %2 = bcsel %1, %x, %y
//	}                              }
//
// The place is the last block that dominates all uses, but never one in a loop that the
// value wasn't in.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Sink moves cheap values towards their uses.
var Sink = &pass.Pass{
	Name:      "sink",
	Doc:       "constants, comparisons, moves and uniforms go into the branch that uses them",
	Replaces:  []string{"opt_sink"},
	Preserves: ssa.ControlFlow,
	Function:  sink,
}

func sink(f *ssa.Function) bool {
	dom := analysis.Dominance(f)
	order := analysis.BlockOrder(f)
	changed := false
	for k := len(order.Blocks) - 1; k >= 0; k-- {
		b := order.Blocks[k]
		if !dom.Reachable(b) {
			continue
		}
		for i := f.Last(b); i != 0; {
			prev := f.Prev(i)
			if isCheapToKeep(f, i) && f.HasUses(i) {
				if to := sinkTo(f, dom, i); to != b {
					f.Move(i, f.StartOf(to))
					changed = true
				}
			}
			i = prev
		}
	}
	return changed
}

// sinkTo is the block that a value should be in.
func sinkTo(f *ssa.Function, dom *analysis.Dom, i ssa.InstrID) ssa.NodeID {
	b := f.Block(i)
	to := ssa.NodeID(0)
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		user, n := f.UserOf(u)
		var at ssa.NodeID
		switch {
		case user == 0:
			at = f.Before(n)
		case f.Op(user) == op.Phi:
			at = f.Preds(f.Block(user))[f.UseIndex(u)]
		default:
			at = f.Block(user)
		}
		switch {
		case !dom.Reachable(at):
			return b
		case to == 0:
			to = at
		default:
			for !dom.Dominates(to, at) { // in all as many steps as the tree is deep
				to = dom.Idom(to)
			}
		}
	}
	loop := f.InnermostLoop(b)
	for to != b {
		switch l := f.InnermostLoop(to); {
		case l == loop:
			return to
		case l != 0 && !isBelow(f, b, l): // a loop that the value isn't in: ahead of it
			to = f.Before(l)
		default: // behind a loop that the value is in
			to = dom.Idom(to)
		}
	}
	return b
}
