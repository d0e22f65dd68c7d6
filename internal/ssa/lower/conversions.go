package lower

// This file computes conversions that state how they round, and whether numbers out of range become the
// nearest ones.
//
//	before                                          after
//	%1 = convert number: %x, rounding=toward_zero : f16     %2 = f2f %x : f16
//	                                                %3 = f2f %2 : f32
//	                                                ...
//	                                                %1 = bcsel ..., %2
//
// Package build has the computation. The type of the source, not only its size, decides.

import (
	"refract/internal/ssa/build"
	"refract/ssa"
	"refract/ssa/pass"
)

// Conversions computes conversions that round.
var Conversions = &pass.Pass{
	Name:      "lower-conversions",
	Doc:       "conversions that state their rounding, or saturate, become plain ones with the arithmetic around them",
	Replaces:  []string{"lower_convert_alu_types"},
	Destroys:  pass.NoHalfConversions,
	Preserves: ssa.ControlFlow,
	Function:  build.Conversions,
}
