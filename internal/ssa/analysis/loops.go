package analysis

// This file finds loops that go round a number of times that is known.
//
// The loop has one exit only: an if in its body or at the end of its continue list, with an
// arm that does nothing but break. The condition is evaluated as the shader would, from the
// initial values of its phis and their changes, however that is: counters, shifts, anything
// whose numbers are known.

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

// CountLoop computes the number of iterations of a loop with one exit, if that is known and
// at most most.
func CountLoop(f *ssa.Function, n ssa.NodeID, most int) (c Counted, ok bool) {
	if len(f.Preds(f.After(n))) != 1 {
		return Counted{}, false
	}
	return CountExit(f, n, most)
}

// CountExit finds an exit of a loop that is taken after a known number of iterations, at
// most most: the one with the fewest. Others may be taken sooner.
func CountExit(f *ssa.Function, n ssa.NodeID, most int) (c Counted, ok bool) {
	c, exits := Exits(f, n)
	if exits == nil {
		return c, false
	}
	found := c
	for _, leave := range exits {
		x := c
		x.test(f, leave)
		if !x.count(f, most) {
			continue
		}
		found, ok, most = x, true, x.Rounds-1
		if most < 0 {
			break
		}
	}
	return found, ok
}

// Exits are the blocks that break a loop, if each is all of an arm of an if whose other arm
// goes on, which stands in the loop's body or continue list itself, and if control comes
// back to the header from the end of the last list alone. The rest of the answer is common
// to all.
func Exits(f *ssa.Function, n ssa.NodeID) (c Counted, exits []ssa.NodeID) {
	body, list := f.LoopBody(n), f.LoopContinue(n)
	header := f.LoopHeader(n)
	c = Counted{Loop: n, Last: f.ListLast(body)}
	if list != 0 {
		if p := f.Preds(f.ListFirst(list)); len(p) != 1 || p[0] != c.Last || f.HasPhis(f.ListFirst(list)) {
			return c, nil
		}
		c.Last = f.ListLast(list)
	}
	if len(f.Preds(header)) != 2 || f.PredIndex(header, c.Last) < 0 || f.PredIndex(header, f.Before(n)) < 0 {
		return c, nil
	}
	for _, leave := range f.Preds(f.After(n)) { // the blocks that break
		arm := f.ListOf(leave)
		test := f.ListParent(arm)
		if test == 0 || f.Kind(test) != ssa.NodeIf || f.ListLast(arm) != leave {
			return c, nil
		}
		if l := f.ListOf(test); l != body && l != list || l == 0 {
			return c, nil
		}
		x := c
		x.test(f, leave)
		if f.Jump(f.ListLast(x.On)) != 0 {
			return c, nil
		}
	}
	for i := range f.Instrs(header) {
		if f.Op(i) != op.Phi {
			break
		}
		c.Phis = append(c.Phis, i)
	}
	return c, f.Preds(f.After(n))
}

// test records an exit of a loop.
func (c *Counted) test(f *ssa.Function, leave ssa.NodeID) {
	arm := f.ListOf(leave)
	c.Test = f.ListParent(arm)
	c.List = f.ListOf(c.Test)
	c.Exit, c.On = arm == f.Then(c.Test), f.Else(c.Test)
	if !c.Exit {
		c.On = f.Then(c.Test)
	}
}

// count finds out when the test leaves the loop.
func (c *Counted) count(f *ssa.Function, most int) bool {
	arm := f.Then(c.Test)
	if !c.Exit {
		arm = f.Else(c.Test)
	}
	if leave := f.ListFirst(arm); f.Last(leave) != f.First(leave) || f.ListLast(arm) != leave {
		return false
	}
	s := c.start(f)
	header := f.LoopHeader(c.Loop)
	back := f.PredIndex(header, c.Last)
	for round := 0; round <= most; round++ {
		clear(s.values)
		s.left = maxSimulated
		cond, ok := s.value(f.Cond(c.Test))
		if !ok {
			return false
		}
		if cond != 0 == c.Exit {
			c.Rounds = round
			return true
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
	return false
}

// start is the state at the beginning of the first iteration.
func (c *Counted) start(f *ssa.Function) simulation {
	s := simulation{f: f, phis: map[ssa.Value]uint64{}, values: map[ssa.Value]uint64{}}
	header := f.LoopHeader(c.Loop)
	entry := f.PredIndex(header, f.Before(c.Loop))
	for _, p := range c.Phis {
		s.left = maxSimulated
		if x, ok := s.value(ssa.Src{Value: f.Arg(p, entry)}); ok {
			s.phis[p] = x
		}
	}
	return s
}

// DecidedFirst reports whether a condition in a loop, which [Exits] describes, has one
// value in the first round and the other in all that follow.
func DecidedFirst(f *ssa.Function, c *Counted, cond ssa.Src) bool {
	s := c.start(f)
	if len(s.phis) == 0 {
		return false
	}
	s.left = maxSimulated
	first, ok := s.value(cond)
	if !ok {
		return false
	}
	header := f.LoopHeader(c.Loop)
	back := f.PredIndex(header, c.Last)
	later := simulation{f: f, phis: map[ssa.Value]uint64{}, values: map[ssa.Value]uint64{}}
	for _, p := range c.Phis {
		if x, ok := f.KnownBits(f.Arg(p, back), 0); ok && f.Comps(p) == 1 {
			later.phis[p] = x
		}
	}
	later.left = maxSimulated
	if x, ok := later.value(cond); ok {
		return x != first
	}
	return c.leavesStart(f, cond, &s)
}

// leavesStart reports whether a condition compares a counter with the number that it
// begins with, and never comes back to: it counts by one, and only while it is below
// something.
func (c *Counted) leavesStart(f *ssa.Function, cond ssa.Src, s *simulation) bool {
	v := cond.Value
	if o := f.Op(v); o != op.IEq && o != op.INe {
		return false
	}
	p, k := f.Arg(v, 0), f.Src(v, 1)
	if f.Op(p) != op.Phi {
		p, k = f.Arg(v, 1), f.Src(v, 0)
	}
	first, known := s.phis[p]
	if x, ok := f.KnownBits(k.Value, k.Swizzle.At(0)); !known || !ok || x != first || f.Comps(p) != 1 {
		return false
	}
	header := f.LoopHeader(c.Loop)
	next := f.Arg(p, f.PredIndex(header, c.Last))
	if f.Op(next) != op.IAdd || f.Arg(next, 0) != p {
		return false
	}
	if x, ok := f.KnownBits(f.Arg(next, 1), f.Src(next, 1).Swizzle.At(0)); !ok || x != 1 {
		return false
	}
	for _, leave := range f.Preds(f.After(c.Loop)) {
		x := *c
		x.test(f, leave)
		t := f.Cond(x.Test).Value
		if o := f.Op(t); !x.Exit && (o == op.ULt || o == op.ILt) && f.Arg(t, 0) == p {
			return true
		}
	}
	return false
}

// simulation computes scalars in one round of a loop.
type simulation struct {
	f      *ssa.Function
	phis   map[ssa.Value]uint64 // those that are known
	values map[ssa.Value]uint64
	left   int // instructions that may still be looked at
}

// value is the value of a source, if it is a scalar and known.
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
