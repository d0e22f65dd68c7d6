package opt

// This file puts values in their cheapest places: a value that depends on its sources alone
// has an earliest block, at which they are known, and a latest, which all its uses have in
// common; between the two it goes to the outermost loop, and there as late as it can. In a
// block it stands before the first instruction that needs it.

import (
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
)

// placement places the values of a function.
type placement struct {
	f     *ssa.Function
	dom   *analysis.Dom
	at    []ssa.NodeID  // by value: the block where it is to stand; 0: where it is
	free  []bool        // by value: it may be placed
	done  []bool        // by value: it stands in its place
	early []ssa.NodeID  // by value, 0: not known yet
	next  []ssa.InstrID // by value: the one after it that is to stand in the same block
	first []ssa.InstrID // by block: the first such value in program order
}

// placeValues moves values to their cheapest places, and reports whether any moved.
func placeValues(f *ssa.Function) bool {
	n := f.InstrCount()
	s := &placement{f: f, dom: analysis.Dominance(f), at: make([]ssa.NodeID, n), free: make([]bool, n), done: make([]bool, n), early: make([]ssa.NodeID, n), next: make([]ssa.InstrID, n), first: make([]ssa.InstrID, f.NodeCount())}
	var order []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if s.dom.Reachable(b) && s.isFree(i) {
				s.free[i] = true
				order = append(order, i)
			}
		}
	}
	if len(order) == 0 {
		return false
	}
	for _, i := range slices.Backward(order) { // users first
		b := s.place(i)
		s.at[i], s.next[i], s.first[b] = b, s.first[b], i
	}
	changed := false
	for b := range f.Blocks() {
		changed = s.fill(b) || changed
	}
	return changed
}

// isFree reports whether a value may be placed: it depends on its sources alone, and has
// uses, all of them reached.
func (s *placement) isFree(i ssa.InstrID) bool {
	f := s.f
	if f.Type(i) == 0 || !f.HasUses(i) || !isMovable(f, i) {
		return false
	}
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		if !s.dom.Reachable(s.used(u)) {
			return false
		}
	}
	return true
}

// used is the block that reads a slot, inside or at its end.
func (s *placement) used(u ssa.UseID) ssa.NodeID {
	f := s.f
	i, n := f.UserOf(u)
	switch {
	case i == 0:
		return f.Before(n)
	case f.Op(i) == op.Phi:
		return f.Preds(f.Block(i))[f.UseIndex(u)]
	}
	if s.at[i] != 0 {
		return s.at[i]
	}
	return f.Block(i)
}

// place is the block that a value is to stand in. The blocks of its users are known.
func (s *placement) place(i ssa.InstrID) ssa.NodeID {
	f := s.f
	own := f.Block(i)
	late := ssa.NodeID(0)
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		switch b := s.used(u); {
		case late == 0 || s.dom.Dominates(b, late):
			late = b
		case !s.dom.Dominates(late, b):
			late = s.dom.Common(late, b)
		}
	}
	first := own
	if isHarmless(f, i) {
		first = s.earliest(i)
	}
	if !s.dom.Dominates(first, late) {
		return own // of a source that stands elsewhere
	}
	best := late
	for loop := f.InnermostLoop(late); loop != 0; loop = f.InnermostLoop(loop) {
		ahead := f.Before(loop)
		if !s.dom.Dominates(first, ahead) {
			break
		}
		best = ahead
	}
	return best
}

// earliest is the first block that all sources of a value are known in.
func (s *placement) earliest(i ssa.InstrID) ssa.NodeID {
	f := s.f
	if s.early[i] != 0 {
		return s.early[i]
	}
	b := f.FirstBlock()
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if v == 0 {
			continue
		}
		at := f.Block(v)
		if s.free[v] && isHarmless(f, v) {
			at = s.earliest(v)
		}
		if s.dom.Dominates(b, at) {
			b = at
		}
	}
	s.early[i] = b
	return b
}

// fill gives a block its instructions in order: the ones that don't move, before each the
// values that it needs and that are to stand here, and at the end the values for other
// blocks.
func (s *placement) fill(b ssa.NodeID) (changed bool) {
	f := s.f
	if !s.dom.Reachable(b) {
		return false
	}
	var order []ssa.InstrID
	var need func(i ssa.InstrID)
	need = func(i ssa.InstrID) {
		if s.done[i] || s.at[i] != b {
			return
		}
		s.done[i] = true
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 {
				need(v)
			}
		}
		order = append(order, i)
	}
	jump := f.Jump(b)
	for i := range f.Instrs(b) {
		if s.free[i] || i == jump {
			continue
		}
		if f.Op(i) != op.Phi {
			for k := range f.NumSrcs(i) {
				if v := f.Arg(i, k); v != 0 {
					need(v)
				}
			}
		}
		order = append(order, i)
	}
	for i := s.first[b]; i != 0; i = s.next[i] {
		need(i)
	}
	return s.write(b, order)
}

// write puts the instructions of a block in an order, unless they are in it. Instructions
// that move are taken away by their new blocks.
func (s *placement) write(b ssa.NodeID, order []ssa.InstrID) bool {
	f := s.f
	k := 0
	jump := f.Jump(b)
	for i := range f.Instrs(b) {
		if i == jump || s.free[i] && s.at[i] != b {
			continue
		}
		if k == len(order) || order[k] != i {
			k = -1
			break
		}
		k++
	}
	if k == len(order) {
		return false
	}
	end := f.EndOf(b)
	if jump != 0 {
		end = f.BeforeInstr(jump)
	}
	for _, i := range order {
		if from := f.Block(i); from != b && !s.dom.Dominates(from, b) {
			f.SetFlags(i, f.Flags(i)&^promises)
		}
		f.Move(i, end)
	}
	return true
}
