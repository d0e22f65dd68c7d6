package lower

// This file gives local variables places in the memory of a function, and makes accesses
// of them accesses by offset.
//
//	before                                        after
//	var $a : array<f32, 8> function_temp          var $a : array<f32, 8> function_temp at(0)
//	%1 = deref_var $a                             %1 = umin %i, 7
//	%2 = deref_array %1, %i                       %2 = imul %1, 4
//	%3 = load %2 : f32                            %3 = load_scratch %2, align=4 : f32
//
// It is for variables that could not become values: arrays with unknown indices.

import (
	"refract/ssa"
	"refract/ssa/pass"
)

// Scratch makes accesses of local variables accesses by offset.
var Scratch = &pass.Pass{
	Name:        "locals-to-scratch",
	Doc:         "local variables get places in the function's memory, and accesses of them become accesses by offset",
	Replaces:    []string{"lower_scratch"},
	Requires:    pass.NoCalls,
	Establishes: pass.ExplicitTemps,
	Destroys:    pass.Scalar | pass.LoopClosed | pass.WholeStores,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      func(s *ssa.Shader) bool { return scratch(s, ScratchOptions{}) },
}

// ScratchOptions selects the variables that get places.
type ScratchOptions struct {
	// Registers may be made of smaller variables.
	Least uint32 `doc:"bytes that a variable has at least"`
}

// ScratchOf is the pass with options.
func ScratchOf(o ScratchOptions) *pass.Pass {
	p := *Scratch
	p.Shader = func(s *ssa.Shader) bool { return scratch(s, o) }
	if o.Least > 1 {
		p.Establishes = 0
	}
	return &p
}

func scratch(s *ssa.Shader, o ScratchOptions) bool {
	changed := false
	x := newExplicitMemory(s, ssa.ModeFunctionTemp)
	x.least = o.Least
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		changed = x.place(f.Vars, ssa.ModeFunctionTemp, x.kept, x.local) || changed
		changed = x.run() || changed
	}
	return changed
}
