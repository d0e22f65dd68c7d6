package opt

// This file uses the facts that follow from the condition of an if.
//
//	before                         after
//	%1 = inot %c                   if %c { B } else { A }
//	if %1 { A } else { B }         use %2: inot %c
//	%2 = phi true, false
//
// If the condition of an if is a negation, its arms change places. A phi behind it that is
// a different constant on each arm is the condition, or the opposite of it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IfConditions uses the facts that follow from the condition of an if.
var IfConditions = &pass.Pass{
	Name:     "if-conditions",
	Doc:      "ifs on a negation swap their arms; phis of constants that identify the arm become the condition",
	Replaces: []string{"opt_if"},
	Destroys: pass.LoopClosed,
	Function: ifConditions,
}

func ifConditions(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		n := f.NextNode(b)
		if n == 0 || f.Kind(n) != ssa.NodeIf {
			continue
		}
		for c, ok := opposite(f, f.Cond(n)); ok; c, ok = opposite(f, f.Cond(n)) {
			f.SetCond(n, ssa.Whole(c))
			f.SwapArms(n)
			changed = true
		}
		changed = phisOfCondition(f, n) || changed
	}
	return changed
}

// opposite is the scalar that a condition is the opposite of.
func opposite(f *ssa.Function, c ssa.Src) (ssa.Value, bool) {
	if f.Op(c.Value) != op.INot || f.Comps(c.Value) != 1 {
		return 0, false
	}
	v := f.Arg(c.Value, 0)
	return v, f.Comps(v) == 1 && f.Type(v) == ir.TypeBool
}

// phisOfCondition replaces the phis behind an if that equal its condition or the opposite.
func phisOfCondition(f *ssa.Function, n ssa.NodeID) bool {
	after, cond := f.After(n), f.Cond(n).Value
	if len(f.Preds(after)) != 2 || f.Comps(cond) != 1 {
		return false
	}
	yes := f.PredIndex(after, f.ListLast(f.Then(n)))
	no := f.PredIndex(after, f.ListLast(f.Else(n)))
	if yes < 0 || no < 0 {
		return false
	}
	changed := false
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; {
		following := f.Next(i)
		if f.Type(i) == ir.TypeBool && f.Arg(i, yes) != 0 && f.Arg(i, no) != 0 {
			x, known := f.KnownBits(f.Arg(i, yes), 0)
			y, too := f.KnownBits(f.Arg(i, no), 0)
			if known && too && x != y {
				v := cond
				if x == 0 {
					at := f.Build(f.StartOf(after))
					v = at.Op(op.INot, ir.TypeBool, cond)
				}
				f.ReplaceUses(i, v)
				f.Remove(i)
				changed = true
			}
		}
		i = following
	}
	return changed
}
