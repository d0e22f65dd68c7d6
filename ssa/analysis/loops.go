package analysis

// This file finds loops that go round a number of times that is known.
//
// Such a loop is left in one place only: by an if that stands in its body or at the end
// of its continue list, of which one arm does nothing but break. Whether it does is
// computed as the shader would, from what its phis begin with and how they change,
// however that is: counters, shifts, anything whose numbers are known.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Counted is a loop that goes round a number of times that is known.
type Counted struct {
	Loop ssa.NodeID
	Test ssa.NodeID    // the if that leaves it
	List ssa.ListID    // the list that the if stands in: the body or the continue list
	On   ssa.ListID    // the arm that stays
	Exit bool          // the condition's value where the other is taken
	Last ssa.NodeID    // the block from which control goes back to the header
	Phis []ssa.InstrID // of the header
	// Rounds is how often the if is reached and stays: body and continue list are
	// gone through that many times, and once more as far as the if.
	Rounds int
}

// maxSimulated bounds how many instructions lie behind a condition.
const maxSimulated = 64

// CountLoop finds out how often a loop goes round, if that is known and at most as
// often as most says.
func CountLoop(f *ssa.Function, n ssa.NodeID, most int) (c Counted, ok bool) {
	body, list := f.LoopBody(n), f.LoopContinue(n)
	header := f.LoopHeader(n)
	c = Counted{Loop: n, Last: f.ListLast(body)}
	if list != 0 {
		if p := f.Preds(f.ListFirst(list)); len(p) != 1 || p[0] != c.Last || f.HasPhis(f.ListFirst(list)) {
			return c, false
		}
		c.Last = f.ListLast(list)
	}
	preds := f.Preds(header)
	if len(f.Preds(f.After(n))) != 1 || len(preds) != 2 || f.PredIndex(header, c.Last) < 0 {
		return c, false
	}
	leave := f.Preds(f.After(n))[0] // the block that breaks
	arm := f.ListOf(leave)
	c.Test = f.ListParent(arm)
	if c.Test == 0 || f.Kind(c.Test) != ssa.NodeIf || f.Last(leave) != f.First(leave) || f.ListFirst(arm) != leave {
		return c, false
	}
	c.List = f.ListOf(c.Test)
	if c.List != body && c.List != list {
		return c, false
	}
	c.Exit, c.On = arm == f.Then(c.Test), f.Else(c.Test)
	if !c.Exit {
		c.On = f.Then(c.Test)
	}
	if f.Jump(f.ListLast(c.On)) != 0 {
		return c, false
	}
	for i := range f.Instrs(header) {
		if f.Op(i) != op.Phi {
			break
		}
		c.Phis = append(c.Phis, i)
	}
	s := simulation{f: f, phis: map[ssa.Value]uint64{}, values: map[ssa.Value]uint64{}}
	entry, back := f.PredIndex(header, f.Before(n)), f.PredIndex(header, c.Last)
	if entry < 0 {
		return c, false
	}
	for _, p := range c.Phis {
		s.left = maxSimulated
		if x, ok := s.value(ssa.Src{Value: f.Arg(p, entry)}); ok {
			s.phis[p] = x
		}
	}
	for round := 0; round <= most; round++ {
		clear(s.values)
		s.left = maxSimulated
		cond, ok := s.value(f.Cond(c.Test))
		if !ok {
			return c, false
		}
		if cond != 0 == c.Exit {
			c.Rounds = round
			return c, true
		}
		next := make(map[ssa.Value]uint64, len(s.phis))
		for p := range s.phis {
			s.left = maxSimulated
			if x, ok := s.value(ssa.Src{Value: f.Arg(p, back)}); ok {
				next[p] = x
			}
		}
		s.phis = next
	}
	return c, false
}

// simulation computes scalars in one round of a loop.
type simulation struct {
	f      *ssa.Function
	phis   map[ssa.Value]uint64 // those that are known
	values map[ssa.Value]uint64
	left   int // instructions that may still be looked at
}

// value is what a source reads, if it is a scalar and known.
func (s *simulation) value(src ssa.Src) (uint64, bool) {
	f := s.f
	v := src.Value
	if v == 0 {
		return 0, false
	}
	if x, ok := f.KnownBits(v, src.Swizzle.At(0)); ok && src.Comps <= 1 && (src.Comps == 1 || f.Comps(v) == 1) {
		return x, true
	}
	if f.Comps(v) != 1 || src.Comps > 1 {
		return 0, false
	}
	if x, ok := s.phis[v]; ok {
		return x, true
	}
	if x, ok := s.values[v]; ok {
		return x, true
	}
	o := f.Op(v)
	if s.left--; s.left < 0 || o.Class() != op.ClassALU || o.Has(op.Variadic) || f.NumSrcs(v) == 0 || f.NumSrcs(v) > 4 {
		return 0, false
	}
	info := o.Info()
	var a [4]uint64
	for k := range f.NumSrcs(v) {
		if info.Srcs[k].Base == op.Whole || f.Src(v, k).Comps != 1 {
			return 0, false
		}
		x, ok := s.value(f.Src(v, k))
		if !ok {
			return 0, false
		}
		a[k] = x
	}
	if f.Type(v) == ir.TypeBool && o == op.INot {
		s.values[v] = a[0] ^ 1
		return a[0] ^ 1, true
	}
	x, ok := op.Fold(o, f.Bits(f.Arg(v, 0)), f.Bits(v), a)
	if ok {
		s.values[v] = x
	}
	return x, ok
}
