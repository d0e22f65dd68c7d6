package repair

// This file moves the declarations of variables out of code that is copied.

import (
	"refract/ssa"
	"refract/ssa/op"
)

// HoistVariables declares the variables of a node at the start of the function, so that
// they are declared once whatever copies there are of the node; they begin with a store. It
// changes nothing and reports false if one is declared elsewhere, too.
func HoistVariables(f *ssa.Function, n ssa.NodeID) bool {
	var found []ssa.InstrID
	for _, b := range f.BlocksOf(n) {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Declare {
				found = append(found, i)
			}
		}
	}
	if found == nil {
		return true
	}
	declared := make([]int32, len(f.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Declare {
				declared[f.VarOf(i)&^ssa.LocalVar]++
			}
		}
	}
	for _, i := range found {
		if declared[f.VarOf(i)&^ssa.LocalVar] != 1 {
			return false
		}
	}
	for _, i := range found {
		v := f.VarOf(i)
		at := f.Build(f.Entry())
		f.SetWords(at.Instr(op.Declare, 0), [2]uint32{uint32(v)})
		if b := f.BuildBefore(i); f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
			b.Store(b.DerefVar(v), f.Arg(i, 0))
		}
		f.Remove(i)
	}
	return true
}
