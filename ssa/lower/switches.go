package lower

// This file makes switches ifs.
//
//	before                   after
//	switch %s {              %1 = ieq %s, 1
//	case 1 { A }             if %1 { A } else {
//	case 2, 3 { B }            %2 = ieq %s, 2
//	default { C }              %3 = ieq %s, 3
//	}                          %4 = ior %2, %3
//	                           if %4 { B } else { C }
//	                         }
//
// Breaks at the ends of the clauses go. A switch with a break elsewhere becomes a
// loop that is left at its end, in which breaks mean the same. One whose clauses
// fall through, or whose clauses continue a loop around it while it must become
// one itself, stays: transform.RemoveFallThrough and ForwardContinues see to those
// before SSA form.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Switches makes switches ifs.
var Switches = &pass.Pass{
	Name:        "lower-switch",
	Doc:         "switches become chains of ifs",
	Establishes: pass.NoSwitch,
	Function: func(f *ssa.Function) bool {
		// Outer ones come first; inner ones move along and stay switches.
		var found []ssa.NodeID
		for b := range f.Blocks() {
			if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeSwitch {
				found = append(found, n)
			}
		}
		changed := false
		for _, n := range found {
			if f.Kind(n) == ssa.NodeSwitch && lowerSwitch(f, n) { // not one in a clause that was never taken
				changed = true
			}
		}
		return changed
	},
}

// lowerSwitch replaces one switch, if it can.
func lowerSwitch(f *ssa.Function, n ssa.NodeID) bool {
	cases := append([]ssa.Case(nil), f.Cases(n)...)
	after := f.After(n)
	ends := map[ssa.NodeID]bool{}
	other := -1
	for k := range cases {
		if cases[k].FallThrough {
			return false
		}
		if cases[k].Default {
			other = k
		}
		ends[f.ListLast(cases[k].List)] = true
	}
	plain := true
	for _, p := range f.Preds(after) {
		plain = plain && ends[p]
	}
	if f.HasPhis(after) {
		return false // the edges change; values that meet here want variables
	}
	if !plain && continues(f, n) {
		return false
	}
	at := f.EndOf(f.Before(n))
	b := f.Build(at)
	b.Span = f.NodeSpan(n)
	selector := f.Cond(n).Value
	if !plain {
		loop := b.Loop(false)
		b.Inside(f.LoopBody(loop))
		b.Jump(op.Break)
		b.At = f.EndOf(f.ListFirst(f.LoopBody(loop)))
	}
	for k := range cases {
		if k == other {
			continue
		}
		var cond ssa.Value
		for _, v := range f.CaseValues(&cases[k]) {
			eq := b.Op(op.IEq, ir.TypeBool, selector, b.Const(f.Type(selector), v))
			if cond == 0 {
				cond = eq
			} else {
				cond = b.Op(op.IOr, ir.TypeBool, cond, eq)
			}
		}
		if cond == 0 {
			continue // a clause without a value that isn't the default: never taken
		}
		branch := b.If(cond)
		moveList(f, cases[k].List, f.EndOf(f.ListLast(f.Then(branch))), plain)
		b.Inside(f.Else(branch))
	}
	moveList(f, cases[other].List, f.EndOf(b.At.Block), plain)
	if f.Kind(n) == ssa.NodeSwitch { // else the one clause never comes to its end
		f.RemoveNode(n)
	}
	return true
}

// moveList moves the contents of a clause to a cursor. Where dropBreak is set its
// last break goes.
func moveList(f *ssa.Function, from ssa.ListID, to ssa.Cursor, dropBreak bool) {
	last := f.ListLast(from)
	if j := f.Jump(last); dropBreak && j != 0 && f.Op(j) == op.Break {
		f.RemoveJump(last)
	}
	first := f.ListFirst(from)
	l := f.Extract(ssa.Cursor{Block: first, Before: f.First(first)}, ssa.Cursor{Block: f.ListLast(from)})
	f.Insert(to, l)
}

// continues reports whether something in a switch continues a loop around it.
func continues(f *ssa.Function, n ssa.NodeID) bool {
	for _, b := range f.BlocksOf(n) {
		if j := f.Jump(b); j != 0 && f.Op(j) == op.Continue {
			l := f.InnermostLoop(b)
			for p := f.Parent(l); l != 0; p = f.Parent(p) {
				if p == n {
					break // the loop is in the switch
				}
				if p == 0 {
					return true
				}
			}
			if l == 0 {
				return true
			}
		}
	}
	return false
}
