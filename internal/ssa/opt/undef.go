package opt

// This file uses the freedom of undefined values.
//
//	before                       after
//	%u = undef                   %1 = undef
//	%1 = fadd %a, %u             store %p, %x, mask=1 : vec2<f32>
//	%2 = bcsel %c, %u, %a
//	%3 = vec %b, %u
//	store %p, %3
//	store %q, %u
//
// A choice between a value and an undefined one is the value. A move of undefined
// components only is undefined. A store of an undefined value goes; a store to a vector
// writes the defined components.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Undef uses the freedom of undefined values.
var Undef = &pass.Pass{
	Name:      "undef",
	Doc:       "choices of undefined values are the other value; stores leave them out",
	Replaces:  []string{"opt_undef"},
	Preserves: ssa.ControlFlow,
	Function:  undefined,
}

func undefined(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.BCsel, op.SelectWhole:
				changed = undefinedChoice(f, i) || changed
			case op.Mov, op.Vec, op.Bitcast, op.Compose:
				changed = undefinedMove(f, i) || changed
			case op.Store:
				changed = undefinedStore(f, i) || changed
			}
		}
	}
	return changed
}

func isUndefined(f *ssa.Function, v ssa.Value) bool { return v != 0 && f.Op(v) == op.Undef }

func undefinedChoice(f *ssa.Function, i ssa.InstrID) bool {
	yes, no := f.Src(i, 1), f.Src(i, 2)
	switch {
	case isUndefined(f, yes.Value):
		yes = no
	case !isUndefined(f, no.Value):
		return false
	}
	b := f.BuildBefore(i)
	v := yes.Value
	switch {
	case isUndefined(f, v):
		v = b.Undef(f.Type(i))
	case f.Op(i) == op.BCsel:
		v = b.Instr(op.Mov, f.Type(i), yes)
		f.SetName(v, f.NameOf(i))
	}
	f.ReplaceUses(i, v)
	f.Remove(i)
	return true
}

func undefinedMove(f *ssa.Function, i ssa.InstrID) bool {
	for k := range f.NumSrcs(i) {
		if !isUndefined(f, f.Arg(i, k)) {
			return false
		}
	}
	b := f.BuildBefore(i)
	f.ReplaceUses(i, b.Undef(f.Type(i)))
	f.Remove(i)
	return true
}

func undefinedStore(f *ssa.Function, i ssa.InstrID) bool {
	v := f.Arg(i, 1)
	if !analysis.IsPlain(f, f.Arg(i, 0)) {
		return false
	}
	if isUndefined(f, v) {
		f.Remove(i)
		return true
	}
	if f.Op(v) != op.Vec {
		return false
	}
	was := f.Field(i, "mask")
	if was == 0 {
		was = 1<<f.Comps(v) - 1
	}
	mask := was
	for k := range f.Comps(v) {
		if x, _ := vecComponent(f, v, k); isUndefined(f, x) {
			mask &^= 1 << k
		}
	}
	switch mask {
	case was:
		return false
	case 0:
		f.Remove(i)
	default:
		f.SetField(i, "mask", mask)
	}
	return true
}
