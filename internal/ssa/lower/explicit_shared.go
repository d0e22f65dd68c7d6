package lower

// This file gives the variables of a workgroup places in one memory, and makes accesses
// of them accesses by offset.
//
//	before                                  after
//	var @a : u32 shared                     var @a : u32 shared at(0)
//	var @b : array<u32, 8> shared           var @b : array<u32, 8> shared at(4)
//	%1 = deref_var @b                       %1 = umin %i, 7
//	%2 = deref_array %1, %i                 %2 = imul %1, 4
//	store %2, %x                            %3 = iadd %2, 4
//	                                        store_shared %x, %3, align=4

import (
	"refract/ssa"
	"refract/ssa/pass"
)

// ExplicitShared makes accesses of a workgroup's memory accesses by offset.
var ExplicitShared = &pass.Pass{
	Name:        "explicit-shared",
	Doc:         "variables of a workgroup get places in its memory, and accesses of them become accesses by offset",
	Replaces:    []string{"lower_io"},
	Requires:    pass.NoCalls,
	Establishes: pass.ExplicitShared,
	Destroys:    pass.Scalar | pass.LoopClosed | pass.WholeStores,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      explicitShared,
}

func explicitShared(s *ssa.Shader) bool {
	x := newExplicitMemory(s, ssa.ModeShared)
	changed := x.place(s.Vars, ssa.ModeShared, x.shared, x.used)
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		changed = x.run() || changed
	}
	return changed
}

// ExplicitPayload makes accesses of the payload of task and mesh stages accesses by offset.
var ExplicitPayload = &pass.Pass{
	Name:      "explicit-payload",
	Doc:       "accesses of the payload that a task stage hands to meshes become accesses by offset",
	Replaces:  []string{"lower_io"},
	Requires:  pass.NoCalls,
	Destroys:  pass.Scalar | pass.LoopClosed | pass.WholeStores,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    explicitPayload,
}

func explicitPayload(s *ssa.Shader) bool {
	count := 0
	for k := range s.Vars {
		if s.Vars[k].Mode == ssa.ModeTaskPayload {
			count++
		}
	}
	if count != 1 { // an offset names no variable
		return false
	}
	x := newExplicitMemory(s, ssa.ModeTaskPayload)
	changed := false
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		changed = x.run() || changed
	}
	return changed
}
