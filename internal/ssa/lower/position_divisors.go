package lower

// This file inverts the divisor of a fragment's position, for machines that give it as
// the vertex shader wrote it.
//
//	before                                   after
//	%1 = load_system_value value=position    %2 = load_system_value value=position, divisor=1
//	                                         %3 = frcp %2.w
//	                                         %1 = vec %2.xyz, %3

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PositionDivisors inverts divisors of positions.
var PositionDivisors = &pass.Pass{
	Name:        "position-divisors",
	Doc:         "the last component of a fragment's position is computed from the divisor that the vertex shader wrote",
	Replaces:    []string{"lower_fragcoord_wtrans"},
	Establishes: pass.PositionDivisors,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    positionDivisors,
}

// IsInverseDivisor reports whether an instruction loads a position with an inverted
// divisor.
func IsInverseDivisor(f *ssa.Function, i ssa.InstrID) bool {
	return isPosition(f, i) && f.Field(i, "divisor") == 0
}

func positionDivisors(f *ssa.Function) bool {
	return expandWhole(f, func(i ssa.InstrID) bool { return IsInverseDivisor(f, i) }, func(c *calc, i ssa.InstrID) ssa.Value {
		v := c.position(f.Word(i, 0))
		f.SetField(v, "divisor", 1)
		return c.join(i, c.Component(v, 0), c.Component(v, 1), c.Component(v, 2), c.do(op.FRcp, c.Component(v, 3)))
	})
}
