package lower

// This file closes loops: values of a loop are used outside it through phis in
// the block after it only.
//
//	before                  after
//	loop {                  loop {
//	  %1 = iadd %0, %one      %1 = iadd %0, %one
//	  if %c { break }         if %c { break }
//	}                       }
//	store %p, %1            %2 = phi %1
//	                        store %p, %2
//
// Passes that copy or remove a loop then need to look at the phis after it alone;
// and leaving SSA keeps the value in the loop's own register. Loops are closed
// from the inside out, each with all values of the loops in it. Addresses and
// values that exist everywhere are left as they are.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ToLCSSA closes loops.
var ToLCSSA = &pass.Pass{
	Name:        "to-lcssa",
	Doc:         "values of loops are used outside through phis after the loop only",
	Replaces:    []string{"to_lcssa"},
	Establishes: pass.LoopClosed,
	Preserves:   ssa.ControlFlow,
	Function:    toLCSSA,
}

func toLCSSA(f *ssa.Function) bool {
	if f.IsStraight() {
		return false
	}
	var loops []ssa.NodeID
	var find func(l ssa.ListID)
	find = func(l ssa.ListID) {
		for n := range f.Nodes(l) {
			switch f.Kind(n) {
			case ssa.NodeIf:
				find(f.Then(n))
				find(f.Else(n))
			case ssa.NodeLoop:
				find(f.LoopBody(n))
				if c := f.LoopContinue(n); c != 0 {
					find(c)
				}
				loops = append(loops, n) // after those inside
			case ssa.NodeSwitch:
				for _, c := range f.Cases(n) {
					find(c.List)
				}
			}
		}
	}
	find(ssa.Body)
	if loops == nil {
		return false
	}
	order, dom := analysis.BlockOrder(f), analysis.Dominance(f)
	changed := false
	for _, n := range loops {
		after := f.After(n)
		if !dom.Reachable(after) {
			continue
		}
		at := f.StartOf(after)
		first, end := order.Index[f.LoopHeader(n)], order.Index[after]
		inside := func(b ssa.NodeID) bool { return order.Index[b] >= first && order.Index[b] < end }
		for k := first; k < end; k++ {
			b := order.Blocks[k]
			for v := f.First(b); v != 0; v = f.Next(v) {
				if usedElsewhere(f, v, b) && closable(f, v) && closeValue(f, v, at, inside) {
					changed = true
				}
			}
		}
	}
	return changed
}

// usedElsewhere reports whether anything but instructions of its own block uses a value, a
// phi or a condition among them.
func usedElsewhere(f *ssa.Function, v ssa.Value, b ssa.NodeID) bool {
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i == 0 || f.Block(i) != b || f.Op(i) == op.Phi {
			return true
		}
	}
	return false
}

// closable reports whether a phi may stand for the value.
func closable(f *ssa.Function, v ssa.Value) bool {
	switch f.Op(v).Class() {
	case op.ClassDeref, op.ClassConst, op.ClassUndef:
		return false
	}
	return f.Op(v) != op.Param && promotable(f, f.Type(v))
}

// closeValue makes uses of v outside a loop use a phi after it, at a cursor.
func closeValue(f *ssa.Function, v ssa.Value, after ssa.Cursor, inside func(ssa.NodeID) bool) bool {
	var uses []ssa.UseID
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		i, n := f.UserOf(u)
		switch {
		case i == 0:
			if !inside(f.Before(n)) {
				uses = append(uses, u)
			}
		case f.Op(i) == op.Phi:
			if !inside(f.Preds(f.Block(i))[f.UseIndex(u)]) {
				uses = append(uses, u)
			}
		case !inside(f.Block(i)):
			uses = append(uses, u)
		}
	}
	if uses == nil {
		return false
	}
	phi := f.PhiAt(after, f.Type(v))
	for k := range f.NumSrcs(phi) {
		f.SetSrc(phi, k, ssa.Whole(v))
	}
	f.SetName(phi, f.NameOf(v))
	f.SetSpan(phi, f.SpanOf(v))
	for _, u := range uses {
		s := f.SrcAt(u)
		s.Value = phi
		f.SetSrcAt(u, s)
	}
	return true
}
