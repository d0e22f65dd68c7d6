package lower

// This file makes accesses of buffers and immediate data accesses by offset.
//
//	before                                  after
//	%1 = deref_var @b                       %1 = resource_index @b
//	%2 = deref_array %1, %i                 %2 = umin %i, 63
//	%3 = load %2 : vec2<f32>                %3 = imul %2, 8
//	                                        %4 = load_ssbo %1, %3, align=8 : vec2<f32>
//
// Loads and stores become scalars and vectors; lengths of arrays become sizes of buffers;
// physical pointers become addresses of 64 bits.

import (
	"refract/ssa"
	"refract/ssa/pass"
)

// ExplicitBuffers makes accesses of buffers and immediate data accesses by offset.
var ExplicitBuffers = &pass.Pass{
	Name:        "explicit-buffers",
	Doc:         "accesses of uniform and storage buffers, immediate data and physical memory become accesses by offset",
	Replaces:    []string{"lower_io"},
	Requires:    pass.NoCalls,
	Establishes: pass.ExplicitBuffers,
	Destroys:    pass.Scalar | pass.LoopClosed | pass.NoSSBO | pass.UBOVec4 | pass.WholeStores,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      func(s *ssa.Shader) bool { return explicitBuffers(s, ExplicitBuffersOptions{}) },
}

// ExplicitBuffersOptions chooses the form of offsets.
type ExplicitBuffersOptions struct {
	Elements bool `doc:"offsets in structured buffers are the index of an element and the place in it (element_offset)"`
}

// ExplicitBuffersOf is the pass with options.
func ExplicitBuffersOf(o ExplicitBuffersOptions) *pass.Pass {
	p := *ExplicitBuffers
	p.Shader = func(s *ssa.Shader) bool { return explicitBuffers(s, o) }
	return &p
}

func explicitBuffers(s *ssa.Shader, o ExplicitBuffersOptions) bool {
	changed := false
	x := newExplicitMemory(s, bufferModes(s))
	x.apart = o.Elements
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		changed = x.run() || changed
	}
	return changed
}

// bufferModes are the modes of buffers. Immediate data of several variables is none that
// an offset alone names.
func bufferModes(s *ssa.Shader) ssa.Mode {
	const modes = ssa.ModeSSBO | ssa.ModeUBO | ssa.ModeUniform
	n := 0
	for k := range s.Vars {
		if s.Vars[k].Mode == ssa.ModePushConstant {
			n++
		}
	}
	if n == 1 {
		return modes | ssa.ModePushConstant
	}
	return modes
}
