package lower

// This file gives variables of three components a fourth.
//
//	before                               after
//	var $a : array<vec3<f32>, 8>         var $a : array<vec4<f32>, 8>
//	%1 = deref_array %a, %i              %1 = deref_array %a, %i
//	%2 = load %1 : vec3<f32>             %2 = load %1 : vec4<f32>
//	store %1, %3                         %4 = mov %2.xyz
//	                                     %5 = mov %3.xyzz
//	                                     store %1, %5, mask=7
//
// Machines align vectors of three like vectors of four, and lay them out more simply so.
// Variables of vectors change, and of arrays and structs of them, which get structs of
// their own; values that are loaded or stored whole are taken apart and put together.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Vec3ToVec4 gives variables of three components a fourth.
var Vec3ToVec4 = &pass.Pass{
	Name:      "vec3-to-vec4",
	Doc:       "private and workgroup variables of vectors of three components are of four",
	Replaces:  []string{"lower_vec3_to_vec4"},
	Preserves: ssa.ControlFlow,
	Shader: func(s *ssa.Shader) bool {
		x := retyping{s: s, m: s.Module, suffix: "vec4", modes: ssa.ModeFunctionTemp | ssa.ModeShaderTemp | ssa.ModeShared, structs: true,
			leaf: fourComponents,
			convert: func(b *ssa.Builder, v ssa.Value, to ir.TypeID) ssa.Value {
				return b.Swizzle(v, ssa.Identity.With(3, 2), s.Module.Types.ComponentCount(to))
			},
			takes: knownComponents,
		}
		return x.run()
	},
}

// fourComponents is the vector of four in place of one of three.
func fourComponents(t *ir.Type) (ir.TypeID, bool) {
	return ir.VectorOf(t.Scalar, 4), t.Kind == ir.TypeVector && t.Rows == 3
}

// knownComponents reports whether a use of an address is none of a component by an index that may be that
// of the fourth.
func knownComponents(f *ssa.Function, p ssa.Value, i ssa.InstrID) bool {
	m := f.Shader.Module
	if f.Op(i) != op.DerefArray || m.Types.At(m.Types.Pointee(f.Type(p))).Kind != ir.TypeVector {
		return true
	}
	k, known := f.KnownBits(f.Arg(i, 1), 0)
	return known && k <= 2
}
