package lower

// This file makes undefined values zero.
//
//	before                         after
//	%1 = undef : vec2<f32>         %1 = const 0, 0 : vec2<f32>

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// UndefToZero makes undefined values zero.
var UndefToZero = &pass.Pass{
	Name:        "undef-to-zero",
	Doc:         "undefined values become zero",
	Replaces:    []string{"lower_undef_to_zero"},
	Establishes: pass.NoUndef,
	Preserves:   ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		return expandWhole(f, func(i ssa.InstrID) bool { return IsZeroableUndef(f, i) }, func(c *calc, i ssa.InstrID) ssa.Value { return c.Zero(f.Type(i)) })
	},
}

// IsZeroableUndef reports whether an instruction is an undefined value of a type that has
// a zero.
func IsZeroableUndef(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Shader.Module.Types.At(f.Type(i)).Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeStruct, ir.TypeArray:
		return f.Op(i) == op.Undef
	}
	return false
}
