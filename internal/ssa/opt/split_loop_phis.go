package opt

// This file computes the first values of a loop ahead of it.
//
//	before                           after
//	loop {                           loop {
//	  %x = phi 0, %y                   %2 = phi 4, %3
//	  %1 = iadd %x, 4                  ...
//	  ...                              %3 = iadd %y, 4
//	}                                }
//
//	loop {                           loop {
//	  %f = phi true, false             %2 = phi %a, %y
//	  %x = phi %b, %y                  ...
//	  %1 = bcsel %f, %a, %x          }
//	}
//
// An operation at the start of each iteration whose operands are known in the first one is
// known there, too: it becomes a phi of that value and the value at the end of an
// iteration. A choice that the first iteration decides, and the others the other way, is a
// phi already. Comparisons stay, by which others count iterations, and pure counters.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SplitLoopPhis computes the first values of a loop ahead of it.
var SplitLoopPhis = &pass.Pass{
	Name:      "split-loop-phis",
	Doc:       "values that depend on a loop's first phis are computed before the loop for the first iteration, and at the end of each iteration for the next",
	Replaces:  []string{"opt_if"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Function:  splitLoopPhis,
}

func splitLoopPhis(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		n := f.Parent(b)
		if n == 0 || f.Kind(n) != ssa.NodeLoop || f.LoopHeader(n) != b || len(f.Preds(b)) != 2 {
			continue
		}
		x := loopPhis{f: f, loop: n, header: b, entry: f.PredIndex(b, f.Before(n))}
		if x.entry < 0 {
			continue
		}
		for i := f.StartOf(b).Before; i != 0; {
			next := f.Next(i)
			changed = x.choice(i) || x.split(i) || changed
			i = next
		}
	}
	return changed
}

// loopPhis are the phis of a loop into which control comes in two ways.
type loopPhis struct {
	f      *ssa.Function
	loop   ssa.NodeID
	header ssa.NodeID
	entry  int // the way from outside
}

func (x *loopPhis) isPhi(v ssa.Value) bool { return x.f.Op(v) == op.Phi && x.f.Block(v) == x.header }

// isOutside reports whether a value is computed outside of the loop.
func (x *loopPhis) isOutside(v ssa.Value) bool {
	for n := x.f.Parent(x.f.Block(v)); n != 0; n = x.f.Parent(n) {
		if n == x.loop {
			return false
		}
	}
	return true
}

// choice makes a phi of a choice that the first round decides; it reports whether it has.
func (x *loopPhis) choice(i ssa.InstrID) bool {
	f := x.f
	if f.Op(i) != op.BCsel || f.SrcComps(i, 0) != f.Comps(i) || f.Comps(i) != 1 {
		return false
	}
	c := f.Src(i, 0)
	if !x.isPhi(c.Value) || f.Comps(c.Value) != 1 {
		return false
	}
	first, known := f.KnownBits(f.Arg(c.Value, x.entry), 0)
	later, too := f.KnownBits(f.Arg(c.Value, 1-x.entry), 0)
	if !known || !too || (first != 0) == (later != 0) {
		return false
	}
	var from [2]ssa.Value
	phis := 0
	for edge := range 2 {
		k := 2 // the second one is chosen where the condition doesn't hold
		if edge == x.entry && first != 0 || edge != x.entry && later != 0 {
			k = 1
		}
		s := f.Src(i, k)
		if !s.IsIdentity() || f.Comps(s.Value) != f.Comps(i) {
			return false
		}
		switch {
		case x.isPhi(s.Value):
			from[edge] = f.Arg(s.Value, edge)
			phis++
		case x.isOutside(s.Value):
			from[edge] = s.Value
		default:
			return false
		}
		if from[edge] == i {
			return false
		}
	}
	if phis == 0 {
		return false // the condition alone tells
	}
	phi := f.PhiAt(f.BeforeInstr(f.First(x.header)), f.Type(i))
	for edge := range 2 {
		f.SetSrc(phi, edge, ssa.Whole(from[edge]))
	}
	f.SetName(phi, f.NameOf(i))
	f.ReplaceUses(i, phi)
	f.Remove(i)
	return true
}

// split makes a phi of an operation; it reports whether it has.
func (x *loopPhis) split(i ssa.InstrID) bool {
	f := x.f
	o := f.Op(i)
	if o.Class() != op.ClassALU || f.Comps(i) == 0 || o == op.Mov || o == op.Vec || f.Bits(i) == 1 || !f.HasUses(i) {
		return false
	}
	phis := 0
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		v := s.Value
		if v == 0 {
			continue
		}
		if x.isPhi(v) {
			back := f.Arg(v, 1-x.entry)
			if back == i || back == 0 || x.isPhi(back) {
				return false
			}
			phis++
			v = f.Arg(v, x.entry)
		}
		if v == 0 || !f.IsConst(v) {
			return false
		}
	}
	if phis == 0 {
		return false
	}
	phi := f.PhiAt(f.BeforeInstr(f.First(x.header)), f.Type(i))
	for edge, p := range f.Preds(x.header) {
		var srcs []ssa.Src
		for k := range f.NumSrcs(i) {
			s := f.Src(i, k)
			if s.Value != 0 && x.isPhi(s.Value) {
				s.Value = f.Arg(s.Value, edge)
			}
			srcs = append(srcs, s)
		}
		at := f.Build(f.EndOf(p))
		at.Span = f.SpanOf(i)
		v := at.Instr(o, f.Type(i), srcs...)
		f.SetWords(v, f.Words(i))
		f.SetFP(v, f.FP(i))
		f.SetSrc(phi, edge, ssa.Whole(v))
	}
	f.SetName(phi, f.NameOf(i))
	f.ReplaceUses(i, phi)
	f.Remove(i)
	return true
}
