package opt

// This file removes phis that choose among nothing.
//
//	before                       after
//	%1 = phi b1: %a, b2: %a      store %p, %a
//	%2 = phi b0: %1, b3: %2
//	store %p, %2
//
// A phi all of whose sources are one value, or itself, or undefined, is that
// value, if the value dominates the phi. Undefined sources are taken only if the
// value is a constant or an argument, or stands in a block that dominates the
// phi's; else the phi stays.

import (
	"refract/ssa"
	"refract/ssa/analysis"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RemovePhis removes phis that choose among nothing.
var RemovePhis = &pass.Pass{
	Name:      "remove-phis",
	Doc:       "phis whose sources are all one value become that value",
	Replaces:  []string{"opt_remove_phis"},
	Preserves: ssa.ControlFlow,
	Function:  removePhis,
}

func removePhis(f *ssa.Function) bool {
	changed := false
	var dom *analysis.Dom
	for again := true; again; {
		again = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.Phi {
					break
				}
				v, undefined := onlySource(f, i)
				if v == 0 {
					continue
				}
				if undefined {
					if dom == nil {
						dom = analysis.Dominance(f)
					}
					if d := f.Block(v); d == b || !dom.Dominates(d, b) {
						continue
					}
				}
				if name := f.NameOf(i); name != "" && f.NameOf(v) == "" && f.Op(v).Class() == op.ClassALU {
					f.SetName(v, name)
				}
				f.ReplaceUses(i, v)
				f.Remove(i)
				changed, again = true, true
			}
		}
	}
	return changed
}

// onlySource is the one value that a phi can be, or 0, and whether some of its
// sources are undefined.
func onlySource(f *ssa.Function, phi ssa.Value) (v ssa.Value, undefined bool) {
	var undef ssa.Value
	for k := range f.NumSrcs(phi) {
		switch s := f.Arg(phi, k); {
		case s == phi || s == v:
		case f.Op(s) == op.Undef:
			undef = s
		case v != 0:
			return 0, false
		default:
			v = s
		}
	}
	if v == 0 {
		return undef, false
	}
	return v, undef != 0
}
