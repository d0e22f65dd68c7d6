package lower

// This file makes a buffer of the uniforms outside of blocks.
//
//	before                                    after
//	var @uniforms : @Uniforms uniform         var @uniforms : @Uniforms ubo binding(0, 0)
//	var @block : @B ubo binding(0, 0)         var @block : @B ubo binding(0, 1)
//
// Uniforms are members of one variable from the start; a machine without memory for them
// gives it the first binding of the first group. Resources with a binding there move on by
// one.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// UniformsToUBO makes a buffer of the uniforms outside of blocks.
var UniformsToUBO = &pass.Pass{
	Name:      "uniforms-to-ubo",
	Doc:       "uniforms outside of blocks become the buffer of the first binding; others there move on by one",
	Replaces:  []string{"lower_uniforms_to_ubo"},
	Preserves: ssa.AllAnalyses,
	Shader:    uniformsToUBO,
}

func uniformsToUBO(s *ssa.Shader) bool {
	changed := false
	for k := range s.Vars {
		if s.Vars[k].Mode != ssa.ModeUniform {
			continue
		}
		for j := range s.Vars {
			if v := &s.Vars[j]; j != k && v.HasBinding && v.Binding.Group == 0 {
				v.Binding.Binding++
			}
		}
		s.Vars[k].Mode, s.Vars[k].HasBinding, s.Vars[k].Binding = ssa.ModeUBO, true, ir.ResourceBinding{}
		changed = true
	}
	return changed
}
