package lower

// This file makes constants of vectors constants of their components.
//
//	before                         after
//	%1 = const 1, 2 : vec2<u32>    %2 = const 1 : u32
//	                               %3 = const 2 : u32
//	                               %1 = vec %2, %3
//
// Components that are equal, in one vector or in several, are then one value.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConstsToScalar makes constants of vectors constants of their components.
var ConstsToScalar = &pass.Pass{
	Name:        "consts-to-scalar",
	Doc:         "constants of vectors become constants of their components",
	Replaces:    []string{"lower_load_const_to_scalar"},
	Establishes: pass.ScalarConsts,
	Preserves:   ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		return expandWhole(f, func(i ssa.InstrID) bool { return f.Op(i) == op.Const && f.Comps(i) > 1 }, func(c *calc, i ssa.InstrID) ssa.Value {
			t := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), 1)
			var parts [4]ssa.Value
			n := f.Comps(i)
			for k := range n {
				for before := range k { // once where components are equal
					if f.ConstBits(i, before) == f.ConstBits(i, k) {
						parts[k] = parts[before]
						break
					}
				}
				if parts[k] == 0 {
					parts[k] = c.Const(t, f.ConstBits(i, k))
				}
			}
			return c.join(i, parts[:n]...)
		})
	},
}
