// Package analysis computes facts about functions in SSA form: block order, dominance,
// liveness, ranges of integers, how addresses relate, how often loops iterate. Orders,
// dominance and liveness are kept with the function until a pass makes them stale, and are
// computed anew at their next use.
package analysis

import (
	"slices"

	"refract/internal/reuse"
	"refract/ssa"
	"refract/ssa/op"
)

// Order is the blocks of a function in program order, which is a topological
// order of the edges that don't go back to a loop's header.
type Order struct {
	Blocks []ssa.NodeID // in order
	Index  []int32      // by node: its place in Blocks, or -1
}

// BlockOrder numbers the blocks.
func BlockOrder(f *ssa.Function) *Order {
	if o, ok := f.Cached(ssa.BlockOrder).(*Order); ok {
		return o
	}
	o, _ := f.Spare(ssa.BlockOrder).(*Order)
	if o == nil {
		o = new(Order)
	}
	o.Index, o.Blocks = reuse.Zeroed(o.Index, f.NodeCount()), o.Blocks[:0]
	for i := range o.Index {
		o.Index[i] = -1
	}
	for b := range f.Blocks() {
		o.Index[b] = int32(len(o.Blocks))
		o.Blocks = append(o.Blocks, b)
	}
	f.Keep(ssa.BlockOrder, o)
	return o
}

// Names lists variables.
type Names struct {
	Vars []ssa.VarID // ascending
}

// SharedVars lists the workgroup variables that a function names.
func SharedVars(f *ssa.Function) []ssa.VarID {
	if n, ok := f.Cached(ssa.SharedVars).(*Names); ok {
		return n.Vars
	}
	n, _ := f.Spare(ssa.SharedVars).(*Names)
	if n == nil {
		n = new(Names)
	}
	n.Vars = n.Vars[:0]
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar || f.Var(f.VarOf(i)).Mode != ssa.ModeShared {
				continue
			}
			if at, found := slices.BinarySearch(n.Vars, f.VarOf(i)); !found {
				n.Vars = slices.Insert(n.Vars, at, f.VarOf(i))
			}
		}
	}
	f.Keep(ssa.SharedVars, n)
	return n.Vars
}

// Instrs numbers the instructions of a function in program order.
type Instrs struct {
	Index []int32 // by instruction; 0 for those in no block, else from 1
}

// InstrOrder numbers the instructions.
func InstrOrder(f *ssa.Function) *Instrs {
	if o, ok := f.Cached(ssa.InstrOrder).(*Instrs); ok {
		return o
	}
	o, _ := f.Spare(ssa.InstrOrder).(*Instrs)
	if o == nil {
		o = new(Instrs)
	}
	o.Index = reuse.Zeroed(o.Index, f.InstrCount())
	n := int32(0)
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			n++
			o.Index[i] = n
		}
	}
	f.Keep(ssa.InstrOrder, o)
	return o
}
