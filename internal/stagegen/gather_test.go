package stagegen_test

// This file gathers the inputs and outputs of random stages, before and after passes lower them.

import (
	"fmt"
	"strings"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
)

// TestGather compares the outputs that stages write with the outputs that they declare, all of which
// random stages write, and the uses of a stage in several forms.
func TestGather(t *testing.T) {
	for seed := range uint64(sweep.Count(24)) {
		for k := range stagegen.NumKinds {
			for _, shader := range stagegen.New(seed, k).Shaders {
				s := inSSA(t, shader, 0)
				ep := &s.EntryPoints[0]
				first := *analysis.Gather(s, ep)
				wrote, declared := first.Written, outputs(s, ep)
				wrote.Indirect = 0
				if wrote != declared {
					t.Errorf("pipeline %d of %s, %s: it writes %+v of %+v\n%s", seed, k, shader.Stage, wrote, declared, ssa.Print(s))
				}
				if first.WrittenModes&ssa.ModeSSBO == 0 && shader.Stage != ir.StageVertex && shader.Stage != ir.StageFragment || !first.Atomics && first.WrittenModes&ssa.ModeSSBO != 0 {
					t.Errorf("pipeline %d of %s, %s: it writes %s", seed, k, shader.Stage, first.WrittenModes)
				}
				for _, passes := range []string{"io-to-variables", "io-to-variables, explicit-buffers, explicit-shared", "io-to-variables, io-to-temporaries, explicit-io"} {
					form := s.Clone()
					runPasses(t, form, passes)
					got := *analysis.Gather(form, &form.EntryPoints[0])
					want := first
					if strings.Contains(passes, "explicit-io") {
						want.Read = inSlots(form, ssa.ModeShaderIn, &first.Read)
						want.Written = inSlots(form, ssa.ModeShaderOut, &first.Written)
					}
					if a, b := describe(&want), describe(&got); a != b {
						t.Errorf("pipeline %d of %s, %s, after %s: %s, not %s\n%s", seed, k, shader.Stage, passes, b, a, ssa.Print(form))
					}
				}
			}
		}
	}
}

// describe are the parts that all forms have alike.
func describe(x *analysis.Info) string {
	return fmt.Sprint(x.Read.Vertex, x.Read.Patch, x.Read.Primitive, x.Written.Vertex, x.Written.Patch, x.Written.Primitive, x.SystemValues.List(), x.WrittenModes&ssa.ModeSSBO,
		x.Streams, x.Demotes, x.Derivatives, x.Atomics, x.Subgroups)
}

// inSlots is the set of the slots of inputs or outputs; inputs of later stages have none.
func inSlots(s *ssa.Shader, mode ssa.Mode, x *analysis.Interface) (out analysis.Interface) {
	found := false
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != mode || !v.HasAt {
			continue
		}
		found = true
		if v.IO.Kind == ir.BindBuiltIn {
			if x.BuiltIn.Has(v.IO.BuiltIn) {
				out.Vertex |= 1 << v.At
			}
			continue
		}
		for j := range s.Module.Locations(v.Type) {
			if all := x.Vertex | x.Patch | x.Primitive; all>>(v.IO.Location+j)&1 != 0 {
				out.Vertex |= 1 << (v.At + j)
			}
		}
	}
	if !found {
		return *x
	}
	return out
}

// outputs are the declared outputs.
func outputs(s *ssa.Shader, ep *ir.EntryPoint) (out analysis.Interface) {
	var add func(t ir.TypeID, at ir.Binding)
	add = func(t ir.TypeID, at ir.Binding) {
		if st := s.Module.StructOf(t); st != nil && at.Kind == ir.NoBinding {
			for k := range st.Members {
				b := st.Members[k].Binding
				b.Patch, b.PerPrimitive = b.Patch || at.Patch, b.PerPrimitive || at.PerPrimitive
				add(st.Members[k].Type, b)
			}
			return
		}
		if at.Kind == ir.BindBuiltIn {
			out.BuiltIn[at.BuiltIn/64] |= 1 << (at.BuiltIn % 64)
			return
		}
		mask := analysis.Slots(1<<s.Module.Locations(t)-1) << at.Location
		switch {
		case at.Patch:
			out.Patch |= mask
		case at.PerPrimitive:
			out.Primitive |= mask
		default:
			out.Vertex |= mask
		}
	}
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode == ssa.ModeStageOut {
			t := v.Type
			if ep.Stage.Arrayed(true, v.IO.Patch) {
				t = s.Module.Types.At(t).Base
			}
			add(t, v.IO)
		}
	}
	if f := s.Funcs[ep.Function]; f.Result != 0 {
		add(f.Result, f.ResultBinding)
	}
	return out
}
