package opt

// This file removes phis that choose among nothing.
//
//	before                       after
//	%1 = phi b1: %a, b2: %a      store %p, %a
//	%2 = phi b0: %1, b3: %3
//	%3 = phi b2: %2, b4: %3
//	store %p, %2
//
// A set of phis whose sources are one value, and each other, is that value. Such
// sets are looked for among the strongly connected components of the graph of phis
// and their sources, sources first; in a component that several values come into,
// among the phis that none of them reaches at once (Braun et al., "Simple and
// Efficient Construction of Static Single Assignment Form", 2013, section 3.2).
//
// Undefined sources count as the value, if it stands in a block that dominates the blocks
// of the phis; else the phis stay.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RemovePhis removes phis that choose among nothing.
var RemovePhis = &pass.Pass{
	Name:      "remove-phis",
	Doc:       "phis whose sources are one value, or the phis themselves, become that value",
	Replaces:  []string{"opt_remove_phis"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function:  removePhis,
}

func removePhis(f *ssa.Function) bool {
	if !f.MayHave(op.Phi) {
		return false
	}
	var phis []ssa.Value
	least, most := ^ssa.Value(0), ssa.Value(0)
	for b := range f.Blocks() {
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			if !choosesValues(f, i) {
				phis = append(phis, i)
				least, most = min(least, i), max(most, i)
			}
		}
	}
	if phis == nil {
		return false
	}
	r := phiRemover{f: f, least: least, states: make([]phiState, most-least+1)}
	r.among(phis)
	return r.changed
}

// choosesValues reports whether a phi has two sources that no phi made. Most have:
// they stay, and are values like others to the rest.
func choosesValues(f *ssa.Function, phi ssa.Value) bool {
	value := ssa.Value(0)
	for k := range f.NumSrcs(phi) {
		if s := f.Arg(phi, k); f.Op(s) != op.Phi && f.Op(s) != op.Undef && s != value {
			if value != 0 {
				return true
			}
			value = s
		}
	}
	return false
}

// phiRemover finds components by Tarjan's algorithm, with a stack of its own.
type phiRemover struct {
	f       *ssa.Function
	dom     *analysis.Dom
	changed bool
	least   ssa.Value  // the phi with the least handle
	states  []phiState // by handle, from there
	set     int32      // number of the set that is looked at
	parts   int32      // components found
}

// state is the state of a value, nil if no phi can be replaced by it.
func (r *phiRemover) state(v ssa.Value) *phiState {
	if k := v - r.least; int(k) < len(r.states) {
		return &r.states[k]
	}
	return nil
}

// phiState holds facts about a phi.
type phiState struct {
	set  int32 // the last that it was in
	part int32 // the last component that it was in
	num  int32 // number in the order of the visit, from 1; 0: not visited
	low  int32 // the least number that it reaches; 0: its component is complete
}

type phiVisit struct {
	phi ssa.Value
	src int // the next source to look at
}

// among removes phis of a set.
func (r *phiRemover) among(phis []ssa.Value) {
	f := r.f
	r.set++
	set := r.set
	for _, p := range phis {
		*r.state(p) = phiState{set: set}
	}
	// The components one after the other, sources first. They are all found before
	// the first is changed.
	all := make([]ssa.Value, 0, len(phis))
	var ends []int
	var open []ssa.Value
	var way []phiVisit
	count := int32(0)
	enter := func(p ssa.Value) {
		count++
		x := r.state(p)
		x.num, x.low = count, count
		open = append(open, p)
		way = append(way, phiVisit{phi: p})
	}
	for _, p := range phis {
		if r.state(p).num != 0 {
			continue
		}
		enter(p)
		for len(way) > 0 {
			top := &way[len(way)-1]
			x := r.state(top.phi)
			if top.src < f.NumSrcs(top.phi) {
				s := f.Arg(top.phi, top.src)
				top.src++
				switch y := r.state(s); {
				case y == nil || y.set != set:
				case y.num == 0:
					enter(s)
				case y.low != 0:
					x.low = min(x.low, y.num)
				}
				continue
			}
			phi := top.phi
			way = way[:len(way)-1]
			if len(way) > 0 {
				up := r.state(way[len(way)-1].phi)
				up.low = min(up.low, x.low)
			}
			if x.low != x.num {
				continue
			}
			first := len(open) - 1
			for open[first] != phi {
				first--
			}
			for _, q := range open[first:] {
				r.state(q).low = 0
			}
			all = append(all, open[first:]...)
			ends = append(ends, len(all))
			open = open[:first]
		}
	}
	first := 0
	for _, end := range ends {
		r.component(all[first:end])
		first = end
	}
}

// component removes the phis of a component, or some of them.
func (r *phiRemover) component(phis []ssa.Value) {
	f := r.f
	r.parts++
	for _, p := range phis {
		r.state(p).part = r.parts
	}
	var value, undefined ssa.Value
	one := true
	inner := 0 // phis[:inner] have no source from outside
	for k, p := range phis {
		closed := true
		for n := range f.NumSrcs(p) {
			s := f.Arg(p, n)
			switch x := r.state(s); {
			case x != nil && x.part == r.parts:
			case f.Op(s) == op.Undef:
				undefined = s
			default:
				closed = false
				one = one && (value == 0 || value == s)
				value = s
			}
		}
		if closed {
			phis[inner], phis[k] = p, phis[inner]
			inner++
		}
	}
	if value == 0 {
		value, undefined = undefined, 0
	}
	switch {
	case value == 0: // in a circle that nothing leads to
	case one && (undefined == 0 || r.dominates(value, phis)):
		for _, p := range phis {
			if name := f.NameOf(p); name != "" && f.NameOf(value) == "" && f.Op(value).Class() == op.ClassALU {
				f.SetName(value, name)
			}
			f.ReplaceUses(p, value)
		}
		for _, p := range phis {
			f.Remove(p)
		}
		r.changed = true
	case inner > 0 && inner < len(phis):
		r.among(phis[:inner])
	}
}

// dominates reports whether a value stands in a block that comes before the blocks of the
// phis on every way.
func (r *phiRemover) dominates(v ssa.Value, phis []ssa.Value) bool {
	if r.dom == nil {
		r.dom = analysis.Dominance(r.f)
	}
	for _, p := range phis {
		if d, b := r.f.Block(v), r.f.Block(p); d == b || !r.dom.Dominates(d, b) {
			return false
		}
	}
	return true
}
