package dxbc

// This file finds loops whose continue lists can't be copied to the places that continue: a
// break of the loop would break a switch around such a place.

import (
	"refract/internal/ssa/lower"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// switchContinues is a pass of the back end's own.
var switchContinues = &pass.Pass{
	Name:     "dxbc-switch-continues",
	Doc:      "continue lists that break, of loops that continue in a switch, move to the end of the body",
	Destroys: pass.NoPhis | pass.LoopClosed,
	Machine:  true,
	Function: func(f *ssa.Function) bool {
		return breaksFromSwitch(f) && lower.Continues.Function(f)
	},
}

// breaksFromSwitch reports whether a jump in a switch leads to a continue list that breaks.
func breaksFromSwitch(f *ssa.Function) bool {
	for b := range f.Blocks() {
		n := f.NextNode(b)
		if n == 0 || f.Kind(n) != ssa.NodeLoop || f.LoopContinue(n) == 0 || !breaks(f, n) {
			continue
		}
		head := f.ListFirst(f.LoopContinue(n))
		for c := range f.Blocks() {
			x := f.NextNode(c)
			if x == 0 || f.Kind(x) != ssa.NodeSwitch {
				continue
			}
			for _, from := range f.BlocksOf(x) {
				if j := f.Jump(from); j != 0 && f.JumpTarget(j) == head {
					return true
				}
			}
		}
	}
	return false
}

// breaks reports whether the continue list of a loop breaks it.
func breaks(f *ssa.Function, loop ssa.NodeID) bool {
	for x := range f.Nodes(f.LoopContinue(loop)) {
		for _, b := range f.BlocksOf(x) {
			if j := f.Jump(b); j != 0 && f.Op(j) == op.Break && f.JumpTarget(j) == f.After(loop) {
				return true
			}
		}
	}
	return false
}
