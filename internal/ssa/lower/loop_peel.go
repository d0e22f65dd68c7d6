package lower

// This file puts the first round of a loop ahead of it.
//
//	before                           after
//	loop {                           A
//	  %f = phi true, false           C
//	  if %f { A } else { B }         loop {
//	  C                                B
//	}                                  C
//	                                 }
//
// It does if the first iteration decides a condition one way and all others the other way:
// a flag that is set once, or a counter that is compared with the number it begins with.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LoopPeel peels the first iteration of a loop if that decides conditions.
var LoopPeel = &pass.Pass{
	Name:     "loop-peel",
	Doc:      "the first iteration of a loop goes before the loop if a condition differs only in it",
	Replaces: []string{"opt_if"},
	Destroys: pass.NoPhis | pass.LoopClosed | pass.Scalar | pass.ExplicitTemps,
	Function: loopPeel,
}

// Limits of copying: instructions of a loop, and of the function.
const (
	maxPeeled         = 64
	maxCopiedFunction = 8192
	maxExits          = 4
)

func loopPeel(f *ssa.Function) bool {
	return copyLoops(f, func(x *loopCopies, n ssa.NodeID) bool {
		c, exits := analysis.Exits(f, n)
		if exits == nil || len(exits) > maxExits || !decidesFirst(f, &c) {
			return false
		}
		size, ok := x.cost(n)
		return ok && size <= maxPeeled && x.ahead(&c, 1, false)
	})
}

// copyLoops visits the loops of a function, inner ones first, until none is changed, and
// reports whether one was. Copies may reveal the first values of loops inside.
func copyLoops(f *ssa.Function, change func(x *loopCopies, n ssa.NodeID) bool) bool {
	for changed := false; ; changed = true {
		found := innerFirst(f, func(n ssa.NodeID) bool { return f.Kind(n) == ssa.NodeLoop })
		if found == nil {
			return changed
		}
		x := loopCopies{f: f, demoted: newPhiDemotion(f)}
		again := false
		for _, n := range found {
			if f.InstrCount() < maxCopiedFunction && f.Kind(n) == ssa.NodeLoop && change(&x, n) {
				again = true
			}
		}
		if !again {
			return changed
		}
		x.finish()
	}
}

// decidesFirst reports whether a loop has a condition that has one value in its first
// iteration and the other in all others, exits aside.
func decidesFirst(f *ssa.Function, c *analysis.Counted) bool {
	for _, b := range f.BlocksOf(c.Loop) {
		if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeIf && !jumpsAway(f, n) && analysis.DecidedFirst(f, c, f.Cond(n)) {
			return true
		}
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.BCsel:
				if f.Comps(i) == 1 && analysis.DecidedFirst(f, c, f.Src(i, 0)) {
					return true
				}
			case op.SelectWhole:
				if analysis.DecidedFirst(f, c, f.Src(i, 0)) {
					return true
				}
			}
		}
	}
	return false
}

// jumpsAway reports whether an arm of an if ends in a jump.
func jumpsAway(f *ssa.Function, n ssa.NodeID) bool {
	return f.Jump(f.ListLast(f.Then(n))) != 0 || f.Jump(f.ListLast(f.Else(n))) != 0
}
