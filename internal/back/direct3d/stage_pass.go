package direct3d

// This file holds what the SSA form of a stage needs: its inputs and outputs are the elements of
// signatures, and other variables of inputs and outputs are the invocation's.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// StageElements is a pass that makes the variables of elements inputs and outputs.
var StageElements = &pass.Pass{
	Name:      "direct3d-stage-elements",
	Doc:       "variables of elements of signatures become inputs and outputs",
	Preserves: ssa.AllAnalyses,
	Machine:   true,
	Shader: func(s *ssa.Shader) (changed bool) {
		for k := range s.Vars {
			v := &s.Vars[k]
			switch v.Mode {
			case ssa.ModeStageIn:
				v.Mode, changed = ssa.ModeShaderIn, true
			case ssa.ModeStageOut:
				v.Mode, changed = ssa.ModeShaderOut, true
			}
		}
		return changed
	},
}

// KeepElements makes the variables of stages that are no elements the invocation's own.
func KeepElements(s *ssa.Shader) {
	changed := make([]bool, len(s.Vars))
	some := false
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode&(ssa.ModeStageIn|ssa.ModeStageOut) != 0 && (v.IO.Kind != ir.BindLocation || v.IO.Location < FirstIn) {
			v.Mode, v.Access, v.IO = ssa.ModeShaderTemp, ir.AccessReadWrite, ir.Binding{}
			changed[k], some = true, true
		}
	}
	if !some {
		return
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && !f.VarOf(i).IsLocal() && changed[f.VarOf(i)] {
					f.SetType(i, f.VarPointer(f.VarOf(i)))
					makePrivate(f, i)
				}
			}
		}
	}
}

// makePrivate makes the addresses that are computed from one point to the invocation's own memory.
func makePrivate(f *ssa.Function, d ssa.Value) {
	types := &f.Shader.Module.Types
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i != 0 && f.Op(i).Class() == op.ClassDeref && f.UseIndex(u) == 0 {
			t := types.At(f.Type(i))
			f.SetType(i, types.Pointer(t.Base, ir.SpacePrivate, ir.AccessReadWrite, t.Layout))
			makePrivate(f, i)
		}
	}
}
