package direct3d

// This file finds how values between stages are interpolated, in Direct3D's numbers.

import (
	"refract/internal/dxbc"
	"refract/ir"
)

// InterpolationOf is the mode of an input of fragments, and of the output of the stage before; float tells
// whether its components are floats.
func InterpolationOf(b *ir.Binding, float bool) dxbc.Interpolation {
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInPosition:
			return dxbc.InterpolationNoPerspective
		case ir.BuiltInClipDistances, ir.BuiltInCullDistances, ir.BuiltInPointSize, ir.BuiltInBarycentric:
			return dxbc.InterpolationLinear
		}
		return dxbc.InterpolationConstant
	}
	if !float || b.PerPrimitive || b.Interpolation == ir.InterpolateFlat || b.Interpolation == ir.InterpolatePerVertex {
		return dxbc.InterpolationConstant
	}
	straight := b.Interpolation == ir.InterpolateLinear
	switch {
	case b.Sampling == ir.SampleCentroid && straight:
		return dxbc.InterpolationNoPerspectiveCentroid
	case b.Sampling == ir.SampleCentroid:
		return dxbc.InterpolationLinearCentroid
	case b.Sampling == ir.SampleSample && straight:
		return dxbc.InterpolationNoPerspectiveSample
	case b.Sampling == ir.SampleSample:
		return dxbc.InterpolationLinearSample
	case straight:
		return dxbc.InterpolationNoPerspective
	}
	return dxbc.InterpolationLinear
}
