package lower

// This file makes system values of fragments inputs, for machines whose rasterizer supplies
// them like the outputs of vertices.
//
//	before                                               after
//	var @p : vec4<f32> system_value builtin(position)    var @p : vec4<f32> shader_in builtin(position)
//
// They have slots then as other inputs have.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// ValueInputs selects the system values that become inputs.
type ValueInputs struct {
	Position    bool `doc:"positions of fragments"`
	FrontFacing bool `doc:"facing sides"`
	PointCoord  bool `doc:"coordinates in points"`
}

// ValuesToInputs makes all of them inputs.
var ValuesToInputs = &pass.Pass{
	Name:      "values-to-inputs",
	Doc:       "positions, facing sides and point coordinates of fragments become inputs",
	Replaces:  []string{"lower_sysvals_to_varyings"},
	Requires:  pass.IOVariables,
	Destroys:  pass.ExplicitIO,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return valuesToInputs(s, ValueInputs{true, true, true}) },
}

// ValuesToInputsOf is the pass with options.
func ValuesToInputsOf(o ValueInputs) *pass.Pass {
	p := *ValuesToInputs
	p.Shader = func(s *ssa.Shader) bool { return valuesToInputs(s, o) }
	return &p
}

func valuesToInputs(s *ssa.Shader, o ValueInputs) bool {
	changed := false
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != ssa.ModeSystemValue || v.IO.Kind != ir.BindBuiltIn {
			continue
		}
		switch v.IO.BuiltIn {
		case ir.BuiltInPosition:
			if !o.Position {
				continue
			}
		case ir.BuiltInFrontFacing:
			if !o.FrontFacing {
				continue
			}
		case ir.BuiltInPointCoord:
			if !o.PointCoord {
				continue
			}
		default:
			continue
		}
		v.Mode = ssa.ModeShaderIn
		changed = true
	}
	return changed
}
