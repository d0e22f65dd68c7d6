package opt

// This file removes instructions whose results nothing needs.
//
//	before                 after
//	%1 = fadd %a, %b       store %p, %a
//	%2 = phi %1, %2
//	store %p, %a
//
// What has an effect is needed, and what conditions and selectors read; and what
// those need. So a circle of phis that feeds only itself goes too.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DCE removes instructions whose results nothing needs.
var DCE = &pass.Pass{
	Name:      "dce",
	Doc:       "instructions without effect whose results nothing needs are removed",
	Replaces:  []string{"opt_dce"},
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Function:  dce,
}

func dce(f *ssa.Function) bool {
	live := make([]bool, f.InstrCount())
	var work []ssa.InstrID
	need := func(v ssa.Value) {
		if v != 0 && !live[v] {
			live[v] = true
			work = append(work, v)
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if !f.Op(i).Has(op.Eliminable) {
				need(i)
			}
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			need(f.Cond(n).Value)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for k := range f.NumSrcs(i) {
			need(f.Arg(i, k))
		}
	}
	// The dead may use each other: first they let go.
	var dead []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if !live[i] {
				dead = append(dead, i)
				for k := range f.NumSrcs(i) {
					f.SetSrc(i, k, ssa.Src{})
				}
			}
		}
	}
	for _, i := range dead {
		f.Remove(i)
	}
	return dead != nil
}
