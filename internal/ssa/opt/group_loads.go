package opt

// This file puts loads next to each other that don't depend on each other.
//
//	before                         after
//	%1 = txf %t, %a                %3 = iadd %a, %one
//	%2 = fmul %1, %x               %1 = txf %t, %a
//	%3 = iadd %a, %one             %4 = txf %t, %3
//	%4 = txf %t, %3                %2 = fmul %1, %x
//
// Memory answers them together then. The level of a load is how many loads are on the way
// to its sources; loads of one level, within a distance, go to the first of them, with the
// operands of their addresses.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// GroupLoadsOptions limits the movement of loads.
type GroupLoadsOptions struct {
	Distance int `doc:"instructions between the first and the last load of a group at most"`
}

// GroupLoads groups within 100 instructions.
var GroupLoads = &pass.Pass{
	Name:      "group-loads",
	Doc:       "loads that don't depend on each other stand next to each other",
	Replaces:  []string{"group_loads"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return runGroupLoadsWithin(f, GroupLoadsOptions{100}) },
}

// GroupLoadsWithin is the pass with options.
func GroupLoadsWithin(o GroupLoadsOptions) *pass.Pass {
	p := *GroupLoads
	p.Function = func(f *ssa.Function) bool { return runGroupLoadsWithin(f, o) }
	return &p
}

func runGroupLoadsWithin(f *ssa.Function, o GroupLoadsOptions) bool {
	changed := false
	for b := range f.Blocks() {
		changed = groupLoads(f, b, o.Distance) || changed
	}
	return changed
}

// isSlowLoad reports whether an instruction waits for memory that nothing writes.
func isSlowLoad(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.Tex, op.Txf:
		return true
	}
	return isConstantLoad(f, i)
}

func groupLoads(f *ssa.Function, b ssa.NodeID, distance int) bool {
	list := movables(f, b, nil)
	level := map[ssa.InstrID]int{}
	for _, i := range list {
		n := 0
		for k := range f.NumSrcs(i) {
			v := f.Arg(i, k)
			if v == 0 || f.Block(v) != b {
				continue
			}
			m := level[v]
			if isSlowLoad(f, v) {
				m++
			}
			n = max(n, m)
		}
		level[i] = n
	}
	// The order: at the first load of a group, all that its others need, and they.
	at := map[ssa.InstrID]int{}
	var loads []ssa.InstrID
	for k, i := range list {
		at[i] = k
		if isSlowLoad(f, i) {
			loads = append(loads, i)
		}
	}
	placed := map[ssa.InstrID]bool{}
	var order []ssa.InstrID
	var place func(i ssa.InstrID)
	place = func(i ssa.InstrID) {
		if placed[i] {
			return
		}
		placed[i] = true
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 && f.Block(v) == b && f.Op(v) != op.Phi {
				place(v)
			}
		}
		order = append(order, i)
	}
	for k, i := range list {
		if placed[i] {
			continue
		}
		if !isSlowLoad(f, i) {
			place(i)
			continue
		}
		group := []ssa.InstrID{i}
		for _, j := range loads {
			if !placed[j] && j != i && level[j] == level[i] && at[j] > k && at[j]-k <= distance && comesEarly(f, b, j, placed) {
				group = append(group, j)
			}
		}
		for _, j := range group { // what they need first, then they side by side
			for s := range f.NumSrcs(j) {
				if v := f.Arg(j, s); v != 0 && f.Block(v) == b && f.Op(v) != op.Phi {
					place(v)
				}
			}
		}
		for _, j := range group {
			place(j)
		}
	}
	return reorder(f, b, order)
}

// comesEarly reports whether all that an instruction needs is placed, or free to come
// before its place.
func comesEarly(f *ssa.Function, b ssa.NodeID, i ssa.InstrID, placed map[ssa.InstrID]bool) bool {
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if v == 0 || f.Block(v) != b || f.Op(v) == op.Phi || placed[v] {
			continue
		}
		if !isFree(f, v) || isSlowLoad(f, v) || !comesEarly(f, b, v, placed) {
			return false
		}
	}
	return true
}
