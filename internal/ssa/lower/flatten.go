package lower

// This file makes choices of ifs, whatever they cost, for machines without branches.
//
//	before                           after
//	if %c {                          %1 = iand %c, %d
//	  demote_if %d                   demote_if %1
//	  %2 = fadd %a, 1                %2 = fadd %a, 1
//	}                                %3 = bcsel %c, %2, %a
//	%3 = phi %2, %a
//
// An arm that writes memory or calls a function stays. A fragment that ends in an arm becomes a helper
// instead, which goes on without effects.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// FlattenOptions selects the ifs that become choices.
type FlattenOptions struct {
	Convergent bool `doc:"also if arms have operations that invocations do together, as derivatives and samples with them"`
}

// FlattenIfs makes choices of ifs.
var FlattenIfs = &pass.Pass{
	Name:     "flatten-ifs",
	Doc:      "ifs become choices, whatever they cost",
	Destroys: pass.Scalar | pass.LoopClosed | pass.NoDiscardIf,
	Machine:  true,
	Function: func(f *ssa.Function) bool { return flatten(f, FlattenOptions{}) },
}

// FlattenIfsOf is the pass with options.
func FlattenIfsOf(o FlattenOptions) *pass.Pass {
	p := *FlattenIfs
	p.Function = func(f *ssa.Function) bool { return flatten(f, o) }
	return &p
}

// A flattener makes choices in a function.
type flattener struct {
	f         *ssa.Function
	o         FlattenOptions
	fragments bool // all entry points are of fragments
}

func flatten(f *ssa.Function, o FlattenOptions) bool {
	x := flattener{f, o, len(f.Shader.EntryPoints) > 0}
	for k := range f.Shader.EntryPoints {
		x.fragments = x.fragments && f.Shader.EntryPoints[k].Stage.Info().Discards
	}
	return x.list(ssa.Body)
}

// list makes choices of the ifs of a list, inner ones first.
func (x *flattener) list(l ssa.ListID) (changed bool) {
	f := x.f
	for b := f.ListFirst(l); f.NextNode(b) != 0; {
		n := f.NextNode(b)
		f.EachList(n, func(l ssa.ListID) { changed = x.list(l) || changed })
		if f.Kind(n) == ssa.NodeIf && x.isStraight(f.Then(n)) && x.isStraight(f.Else(n)) && (len(f.Preds(b)) > 0 || b == f.FirstBlock()) {
			flattenIf(f, n)
			changed = true
			continue
		}
		b = f.After(n)
	}
	return changed
}

// isStraight reports whether a list is a block that can be computed in any case.
func (x *flattener) isStraight(l ssa.ListID) bool {
	f := x.f
	b := f.ListFirst(l)
	if f.NextNode(b) != 0 || f.HasPhis(b) {
		return false
	}
	if j := f.Jump(b); j != 0 && (f.Op(j) != op.Halt || !x.fragments) {
		return false
	}
	for i := range f.Instrs(b) {
		switch o := f.Op(i); {
		case o == op.Demote, o == op.DemoteIf, o == op.TerminateIf:
			if !x.fragments {
				return false
			}
		case o == op.Halt:
		case !o.Has(op.Eliminable), o.Has(op.WritesMemory), o == op.LoadGlobal, o == op.Load && f.MayHave(op.DerefAddress):
			return false
		case o.Has(op.Convergent) && !x.o.Convergent:
			return false
		}
	}
	return true
}

// flattenIf computes both arms of an if.
func flattenIf(f *ssa.Function, n ssa.NodeID) {
	cond := f.Cond(n)
	at := f.Build(f.EndOf(f.Before(n)))
	at.Span = f.NodeSpan(n)
	yes := at.Component(cond.Value, cond.Swizzle.At(0))
	var no ssa.Value // if it is needed
	for k, l := range [...]ssa.ListID{f.Then(n), f.Else(n)} {
		b := f.ListFirst(l)
		holds := func() ssa.Value {
			if k == 0 {
				return yes
			}
			if no == 0 {
				no = at.Op(op.INot, ir.TypeBool, yes)
			}
			return no
		}
		ends := f.Jump(b) != 0
		f.RemoveJump(b)
		for i := f.First(b); i != 0; i = f.First(b) {
			if o := f.Op(i); o == op.DemoteIf || o == op.TerminateIf || o == op.Demote {
				holds()
			}
			f.SetFlags(i, f.Flags(i)&^(ir.FlagNonZero|ir.FlagInBounds|ir.FlagInRange|ir.FlagNoWrap))
			f.Move(i, at.At)
			switch f.Op(i) {
			case op.DemoteIf, op.TerminateIf:
				both := f.BuildBefore(i)
				f.SetSrc(i, 0, ssa.Whole(both.Op(op.IAnd, ir.TypeBool, holds(), f.Arg(i, 0))))
			case op.Demote:
				with := f.BuildBefore(i)
				with.Op(op.DemoteIf, 0, holds())
				f.Remove(i)
			}
		}
		if ends {
			at.Op(op.DemoteIf, 0, holds())
		}
	}
	after := f.After(n)
	first := f.PredIndex(after, f.ListLast(f.Then(n)))
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.First(after) {
		a, b := f.Arg(i, first), f.Arg(i, 1-first)
		var v ssa.Value
		if n := uint8(f.Comps(i)); n > 0 {
			v = at.Instr(op.BCsel, f.Type(i), ssa.Src{Value: yes, Swizzle: ssa.Splat(0), Comps: n},
				ssa.Src{Value: a, Swizzle: ssa.Identity, Comps: n}, ssa.Src{Value: b, Swizzle: ssa.Identity, Comps: n})
		} else {
			v = at.Op(op.SelectWhole, f.Type(i), yes, a, b)
		}
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
		f.Remove(i)
	}
	f.RemoveNode(n)
}
