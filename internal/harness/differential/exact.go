package differential

// This file finds the parts of a shader that may have several results.

import (
	"slices"

	"refract/ir"
)

// exactFunctions are the math functions whose result, of the floats that buffers
// are filled with, is the same everywhere.
var exactFunctions = []ir.MathOp{
	ir.MathAbs, ir.MathMin, ir.MathMax, ir.MathClamp, ir.MathSaturate, ir.MathCeil, ir.MathFloor, ir.MathRound, ir.MathTrunc,
	ir.MathModf, ir.MathFrexp, ir.MathLdexp, ir.MathOuter, ir.MathSign, ir.MathStep, ir.MathTranspose, ir.MathCountTrailingZeros,
	ir.MathCountLeadingZeros, ir.MathCountOneBits, ir.MathReverseBits, ir.MathExtractBits, ir.MathInsertBits,
	ir.MathFirstTrailingBit, ir.MathFirstLeadingBit, ir.MathPack4xI8, ir.MathPack4xU8, ir.MathPack4xI8Clamp,
	ir.MathPack4xU8Clamp, ir.MathUnpack4xI8, ir.MathUnpack4xU8, ir.MathDot4I8Packed, ir.MathDot4U8Packed, ir.MathAddCarry,
	ir.MathSubBorrow, ir.MathMulExtended, ir.MathFaceForward,
}

// Inexact names an operation in the job's module whose result may differ from
// one implementation to the next, or is "". Float arithmetic counts as exact:
// for sums, differences and products that is so, if none are fused. So do samples of
// textures, which are made up to be filtered without rounding.
func (j *Job) Inexact() string {
	for _, f := range j.Module.Functions[1:] {
		if what := inexact(j.Module, f); what != "" {
			return what
		}
	}
	return ""
}

func inexact(m *ir.Module, f *ir.Function) string {
	for i := 1; i < f.ExprCount(); i++ {
		e := ir.ExprID(i)
		float := m.Types.ScalarOf(f.TypeOf(e)).IsFloat()
		switch f.Kind(e) {
		case ir.KindMath:
			call := f.Math(e)
			onIntegers := call.Op == ir.MathDot && !float
			if !onIntegers && !slices.Contains(exactFunctions, call.Op) {
				return call.Op.Info().Name
			}
		case ir.KindBinary:
			b := f.Binary(e)
			matrices := m.Types.At(f.TypeOf(b.Left)).Kind == ir.TypeMatrix || m.Types.At(f.TypeOf(b.Right)).Kind == ir.TypeMatrix
			switch {
			case float && (b.Op == ir.Div || b.Op == ir.Rem):
				return "division"
			case b.Op == ir.Mul && matrices:
				return "matrix product"
			}
		case ir.KindAs:
			if float && f.Flags(e)&ir.FlagBitcast != 0 {
				return "bitcast to a float" // of a NaN, say
			}
		case ir.KindDerivative:
			return f.Kind(e).String()
		case ir.KindSubgroupResult:
			return "subgroup operation"
		}
	}
	return ""
}
