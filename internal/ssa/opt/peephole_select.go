package opt

// This file makes choices of small ifs.
//
//	before                      after
//	if %c {                     %1 = iadd %a, 1
//	  %1 = iadd %a, 1           %2 = bcsel %c, %1, %a
//	}
//	%2 = phi %1, %a
//
// An if whose arms only compute a few cheap values goes: its arms are computed in any case,
// and its phis become choices. Values that cost more than a branch stay, and so do values
// that are only sound under the condition: divisions, accesses by index, anything
// convergent. Promises that an arm's operations made under the condition are dropped.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PeepholeSelect makes choices of small ifs.
var PeepholeSelect = &pass.Pass{
	Name:     "peephole-select",
	Doc:      "ifs whose arms compute a few cheap values become selects",
	Replaces: []string{"opt_peephole_select"},
	Destroys: pass.Scalar,
	Function: peepholeSelect,
}

// Limits of choices: operations in both arms, and phis.
const (
	maxSelected     = 3
	maxSelectedPhis = 3
)

func peepholeSelect(f *ssa.Function) bool {
	return chooseIn(f, ssa.Body)
}

// chooseIn visits the nodes of a list, inner ones first, and then the nodes that replace
// them.
func chooseIn(f *ssa.Function, l ssa.ListID) (changed bool) {
	for b := f.ListFirst(l); f.NextNode(b) != 0; {
		n := f.NextNode(b)
		f.EachList(n, func(l ssa.ListID) { changed = chooseIn(f, l) || changed })
		if f.Kind(n) == ssa.NodeIf && isSmallChoice(f, n) {
			choose(f, n)
			changed = true
			continue
		}
		b = f.After(n)
	}
	return changed
}

// isSmallChoice reports whether an if can become choices.
func isSmallChoice(f *ssa.Function, n ssa.NodeID) bool {
	after := f.After(n)
	if !f.HasPhis(after) || len(f.Preds(after)) != 2 || len(f.Preds(f.Before(n))) == 0 && f.Before(n) != f.FirstBlock() {
		return false
	}
	if c := f.Cond(n); f.IsConst(c.Value) {
		return false // dead-cf knows better
	}
	phis, count := 0, 0
	for i := range f.Instrs(after) {
		if f.Op(i) != op.Phi {
			break
		}
		if phis++; phis > maxSelectedPhis || f.Comps(i) == 0 || f.Arg(i, 0) == 0 || f.Arg(i, 1) == 0 {
			return false
		}
	}
	for _, l := range []ssa.ListID{f.Then(n), f.Else(n)} {
		b := f.ListFirst(l)
		if f.NextNode(b) != 0 || f.Jump(b) != 0 || f.HasPhis(b) {
			return false
		}
		for i := range f.Instrs(b) {
			if o := f.Op(i); o.Class() == op.ClassConst || o == op.Mov {
				continue
			}
			if count++; count > maxSelected || !isCheap(f, i) {
				return false
			}
		}
	}
	return true
}

// isCheap reports whether an operation costs no more than a branch, and can be
// computed whatever its sources are.
func isCheap(f *ssa.Function, i ssa.InstrID) bool {
	if f.Comps(i) == 0 {
		return false
	}
	switch f.Op(i) {
	case op.Vec, op.BCsel, op.FNeg, op.FAbs, op.FAdd, op.FSub, op.FMul, op.FMin, op.FMax, op.FSat, op.FFloor,
		op.INeg, op.IAdd, op.ISub, op.IMin, op.IMax, op.UMin, op.UMax, op.IAnd, op.IOr, op.IXor, op.INot,
		op.IShl, op.IShr, op.UShr, op.FLt, op.FLe, op.FEq, op.FNeu, op.ILt, op.ILe, op.ULt, op.ULe, op.IEq, op.INe,
		op.Bitcast, op.I2F, op.U2F, op.B2F, op.B2I, op.ArrayLength:
		return true
	}
	return false
}

// promises are flags that may hold under a condition only.
const promises = ir.FlagNonZero | ir.FlagInBounds | ir.FlagInRange | ir.FlagNoWrap

// choose takes an if's place.
func choose(f *ssa.Function, n ssa.NodeID) {
	after, cond := f.After(n), f.Cond(n)
	first := f.PredIndex(after, f.ListLast(f.Then(n)))
	for _, l := range []ssa.ListID{f.Then(n), f.Else(n)} {
		for i := range f.Instrs(f.ListFirst(l)) {
			f.SetFlags(i, f.Flags(i)&^promises)
			f.Move(i, f.EndOf(f.Before(n)))
		}
	}
	b := f.Build(f.EndOf(f.Before(n)))
	b.Span = f.NodeSpan(n)
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.First(after) {
		yes, no := f.Arg(i, first), f.Arg(i, 1-first)
		comps := uint8(f.Comps(i))
		v := b.Instr(op.BCsel, f.Type(i), ssa.Src{Value: cond.Value, Swizzle: ssa.Splat(cond.Swizzle.At(0)), Comps: comps},
			ssa.Src{Value: yes, Swizzle: ssa.Identity, Comps: comps}, ssa.Src{Value: no, Swizzle: ssa.Identity, Comps: comps})
		if name := f.NameOf(i); name != "" {
			f.SetName(v, name)
		}
		f.ReplaceUses(i, v)
		f.Remove(i)
	}
	f.RemoveNode(n)
}
