package lower

// This file makes mixtures of products and sums.
//
//	before                           after
//	%4 = fmix %1, %2, %3 : f32       %5 = fsub %one, %3
//	                                 %6 = fmul %1, %5
//	                                 %7 = fmul %2, %3
//	                                 %4 = fadd %6, %7
//
// This form is exact in the sense that the ends are exact. If the instruction allows it
// there are shorter forms: x + t*(y-x) if it may be reassociated, and two fused products if
// products may be fused.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// FlrpOptions selects the mixtures that are replaced, and their form.
type FlrpOptions struct {
	Sizes int  `doc:"sizes of floats: the sum of 16, 32 and 64"`
	Fma   bool `doc:"the machine has fused products"`
	Exact bool `doc:"only mixtures that may not be reassociated"`
}

// LowerFlrp replaces all.
var LowerFlrp = &pass.Pass{
	Name:        "lower-flrp",
	Doc:         "mixtures become products and sums, as short as their freedom allows",
	Replaces:    []string{"lower_flrp"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoFlrp,
	Function:    func(f *ssa.Function) bool { return runFlrp(f, FlrpOptions{Sizes: 16 | 32 | 64}) },
}

// Flrp is the pass with options.
func Flrp(o FlrpOptions) *pass.Pass {
	p := *LowerFlrp
	p.Function = func(f *ssa.Function) bool { return runFlrp(f, o) }
	if o.Sizes != 16|32|64 || o.Exact {
		p.Establishes = 0
	}
	return &p
}

func runFlrp(f *ssa.Function, o FlrpOptions) bool {
	wants := func(i ssa.InstrID) bool {
		return f.Op(i) == op.FMix && o.Sizes&f.Bits(i) != 0 && !(o.Exact && f.FP(i)&ssa.Reassociate != 0)
	}
	return expandScalars(f, wants, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		switch free := f.FP(i); {
		case free&ssa.Reassociate != 0 && o.Fma && free&ssa.Contract != 0:
			return c.do(op.FFma, x[2], c.fsub(x[1], x[0]), x[0])
		case free&ssa.Reassociate != 0:
			return c.fadd(x[0], c.fmul(x[2], c.fsub(x[1], x[0])))
		case free&ssa.Contract != 0 && o.Fma:
			return c.do(op.FFma, x[1], x[2], c.fmul(x[0], c.fsub(c.floatNumber(x[0], 1), x[2])))
		}
		return composedFloat(c, op.FMix, x)
	})
}
