package lower

// This file computes the position of a fragment from its pixel, for machines that number
// pixels.
//
//	before                                   after
//	%1 = load_system_value value=position    %2 = load_system_value value=position, corner=1
//	                                         %3 = fadd %2.x, 0.5
//	                                         %4 = fadd %2.y, 0.5
//	                                         %1 = vec %3, %4, %2.zw
//
// A fragment is in its pixel's center, or at its sample if a shader runs per sample.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PixelCorners computes positions from the corners of pixels.
var PixelCorners = &pass.Pass{
	Name:        "pixel-corners",
	Doc:         "positions of fragments are computed from the corners of their pixels",
	Replaces:    []string{"lower_wpos_center"},
	Establishes: pass.PixelCorners,
	Destroys:    pass.Scalar | pass.FewSystemValues,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    pixelCorners,
}

// IsPixelCenter reports whether an instruction loads the position of a fragment.
func IsPixelCenter(f *ssa.Function, i ssa.InstrID) bool {
	return isPosition(f, i) && f.Field(i, "corner") == 0
}

func isPosition(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.LoadSystemValue && ir.BuiltIn(f.Field(i, "value")) == ir.BuiltInPosition
}

func pixelCorners(f *ssa.Function) bool {
	samples := runsBySample(f)
	return expandWhole(f, func(i ssa.InstrID) bool { return IsPixelCenter(f, i) }, func(c *calc, i ssa.InstrID) ssa.Value {
		v := c.position(f.Word(i, 0))
		f.SetField(v, "corner", 1)
		var x, y ssa.Value
		if samples {
			at := c.Instr(op.LoadSystemValue, vectorF32(2))
			f.SetField(at, "value", uint32(ir.BuiltInSamplePosition))
			x, y = c.Component(at, 0), c.Component(at, 1)
		} else {
			x, y = c.f32(0x3F00_0000), c.f32(0x3F00_0000)
		}
		x, y = c.do(op.FAdd, c.Component(v, 0), x), c.do(op.FAdd, c.Component(v, 1), y)
		return c.join(i, x, y, c.Component(v, 2), c.Component(v, 3))
	})
}

// position loads a fragment's position as another instruction does.
func (c *calc) position(word uint32) ssa.Value {
	v := c.Instr(op.LoadSystemValue, vectorF32(4))
	c.F.SetWords(v, [2]uint32{word})
	return v
}

// runsBySample reports whether a fragment shader runs once for each sample: it asks
// which one, or has inputs there.
func runsBySample(f *ssa.Function) bool {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.LoadSystemValue:
				switch ir.BuiltIn(f.Field(i, "value")) {
				case ir.BuiltInSampleIndex, ir.BuiltInSamplePosition:
					return true
				}
			case op.LoadBarycentric:
				if op.Barycentric(f.Field(i, "at")) == op.BarycentricSample {
					return true
				}
			}
		}
	}
	return false
}
