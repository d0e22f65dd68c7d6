package spirv

// This file checks the places of merge instructions and the targets of switches (section
// 2.11, "Structured Control Flow"). The structurizer takes any graph, so that a module
// which a driver may reject, or read otherwise, would pass without a word.

import (
	"refract/spirv"
	"refract/ssa"
)

// switching is a switch of the function that is being read.
type switching struct {
	block ssa.NodeID
	at    int // its offset
}

// checkMerge reports a merge instruction that doesn't stand right before the branch that it
// is about.
func (r *reader) checkMerge(inst spirv.Inst) {
	at := r.at + len(inst)
	next := r.inst(at)
	for next.Op() == spirv.OpLine || next.Op() == spirv.OpNoLine {
		at += len(next)
		next = r.inst(at)
	}
	second := spirv.OpSwitch
	if inst.Op() == spirv.OpLoopMerge {
		second = spirv.OpBranch
		if inst[1] == inst[2] {
			r.invalid("the merge block and the continue target of a loop are one block")
		}
	}
	if o := next.Op(); o != spirv.OpBranchConditional && o != second {
		r.invalid("%s stands before %s: %s or %s must follow", inst.Op(), o, second, spirv.OpBranchConditional)
	}
}

// checkSwitches reports a switch with a target that is reached otherwise than through the
// switch, and is neither the merge block nor the continue target of any construct.
func (r *reader) checkSwitches() {
	x := &r.fn
	if len(x.switches) == 0 {
		return
	}
	f := x.f
	outside := map[ssa.NodeID]bool{}
	for n := range f.NodeCount() {
		if b := ssa.NodeID(n); n > 0 && f.Kind(b) == ssa.NodeBlock {
			merge, next := f.Merge(b)
			outside[merge], outside[next] = true, true
		}
	}
	dominators := f.Graph(nil).Dominators(int32(f.FirstBlock()))
	for _, s := range x.switches {
		if merge, _ := f.Merge(s.block); merge == 0 || !dominators.Reached(int32(s.block)) {
			continue
		}
		for _, to := range f.Targets(s.block, nil) {
			if !outside[to] && !dominators.Dominates(int32(s.block), int32(to)) {
				r.at = s.at
				r.invalid("a case of a switch is a block that control comes to from outside of the switch")
			}
		}
	}
}
