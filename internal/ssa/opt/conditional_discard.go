package opt

// This file ends fragments under a condition without an if.
//
//	before                          after
//	if %c {                         demote_if %c
//	  demote
//	}
//	if %d {                         %1 = iand %d, %e
//	  terminate_if %e               terminate_if %1
//	}
//
// An arm that does nothing else goes; the other one must be empty.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConditionalDiscard makes discards under a condition of ifs.
var ConditionalDiscard = &pass.Pass{
	Name:     "conditional-discard",
	Doc:      "ifs that only discard or demote fragments become conditional discards or demotions",
	Replaces: []string{"opt_conditional_discard"},
	Destroys: pass.NoDiscardIf,
	Machine:  true,
	Function: conditionalDiscard,
}

func conditionalDiscard(f *ssa.Function) bool {
	changed := false
	var ifs []ssa.NodeID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			changed = knownDiscard(f, i) || changed
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeIf {
			ifs = append(ifs, n)
		}
	}
	for k := len(ifs) - 1; k >= 0; k-- { // inner ones first
		changed = discardOf(f, ifs[k]) || changed
	}
	return changed
}

// knownDiscard settles a discard whose condition is known; it reports whether it is.
func knownDiscard(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.DemoteIf && f.Op(i) != op.TerminateIf {
		return false
	}
	x, known := f.KnownBits(f.Arg(i, 0), 0)
	switch {
	case !known || x != 0 && f.Op(i) == op.TerminateIf:
		return false
	case x != 0:
		b := f.BuildBefore(i)
		b.Instr(op.Demote, 0)
	}
	f.Remove(i)
	return true
}

// onlyDiscard is the operation of a list that only discards, and its condition if it has
// its own.
func onlyDiscard(f *ssa.Function, l ssa.ListID) (o op.Op, cond ssa.Value, ok bool) {
	b := f.ListFirst(l)
	i := f.First(b)
	if f.ListLast(l) != b || i == 0 || f.Next(i) != 0 {
		return 0, 0, false
	}
	switch f.Op(i) {
	case op.Demote:
		return op.DemoteIf, 0, true
	case op.Halt:
		return op.TerminateIf, 0, true
	case op.DemoteIf, op.TerminateIf:
		return f.Op(i), f.Arg(i, 0), true
	}
	return 0, 0, false
}

func isEmptyList(f *ssa.Function, l ssa.ListID) bool {
	b := f.ListFirst(l)
	return f.ListLast(l) == b && f.First(b) == 0
}

// discardOf makes a discard of an if; it reports whether it has.
func discardOf(f *ssa.Function, n ssa.NodeID) bool {
	if f.HasPhis(f.After(n)) || f.Comps(f.Cond(n).Value) != 1 {
		return false
	}
	arm, other := f.Then(n), f.Else(n)
	o, own, ok := onlyDiscard(f, arm)
	if !ok || !isEmptyList(f, other) {
		arm, other = other, arm
		if o, own, ok = onlyDiscard(f, arm); !ok || !isEmptyList(f, other) {
			return false
		}
	}
	at := f.Build(f.EndOf(f.Before(n)))
	at.Span = f.SpanOf(f.First(f.ListFirst(arm)))
	cond := f.Cond(n).Value
	if arm == f.Else(n) {
		cond = at.Op(op.INot, ir.TypeBool, cond)
	}
	if own != 0 {
		cond = at.Op(op.IAnd, ir.TypeBool, cond, own)
	}
	at.Instr(o, 0, ssa.Whole(cond))
	f.Splice(n, other)
	return true
}
