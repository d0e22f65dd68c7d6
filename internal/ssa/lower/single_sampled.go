package lower

// This file makes a fragment shader one of a target with one sample per pixel.
//
//	before                                   after
//	%1 = load_system_value sample_index      %1 = const 0
//	%2 = load_barycentric at=sample          %2 = load_barycentric at=pixel
//
// The one sample is the pixel's center.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SingleSampled adapts fragment shaders to targets with one sample.
var SingleSampled = &pass.Pass{
	Name:      "single-sampled",
	Doc:       "the sample of a fragment is the only one, in the pixel's center",
	Replaces:  []string{"lower_single_sampled"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  singleSampled,
}

func singleSampled(f *ssa.Function) bool {
	changed := expandWhole(f, func(i ssa.InstrID) bool { return f.Op(i) == op.LoadSystemValue }, func(c *calc, i ssa.InstrID) ssa.Value {
		switch ir.BuiltIn(f.Field(i, "value")) {
		case ir.BuiltInSampleIndex:
			return c.Zero(f.Type(i))
		case ir.BuiltInSamplePosition:
			return c.Const(vectorF32(2), 0x3f00_0000, 0x3f00_0000)
		}
		return 0
	})
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.LoadBarycentric {
				continue
			}
			switch op.Barycentric(f.Field(i, "at")) {
			case op.BarycentricCentroid, op.BarycentricSample, op.BarycentricAtSample:
				f.SetSrc(i, 0, ssa.Src{})
				f.SetField(i, "at", uint32(op.BarycentricPixel))
				changed = true
			}
		}
	}
	return changed
}
