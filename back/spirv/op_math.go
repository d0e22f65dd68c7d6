package spirv

// This file holds math functions: the table that maps them to opcodes, and functions whose
// operands differ in form.

import (
	"refract/ir"
	"refract/spirv"
)

// mathRow is the instruction of a function: of GLSL.std.450 or of SPIR-V's own, by kind of
// scalar.
type mathRow struct {
	glsl [numKinds]spirv.GLSLOp
	core [numKinds]spirv.Op
}

func glslFloat(op spirv.GLSLOp) mathRow {
	return mathRow{glsl: [numKinds]spirv.GLSLOp{float: op}}
}

func glslNumber(s, u, f spirv.GLSLOp) mathRow {
	return mathRow{glsl: [numKinds]spirv.GLSLOp{sint: s, uint_: u, float: f}}
}

func coreInteger(s, u spirv.Op) mathRow {
	return mathRow{core: [numKinds]spirv.Op{sint: s, uint_: u}}
}

func coreFloat(op spirv.Op) mathRow { return mathRow{core: [numKinds]spirv.Op{float: op}} }

// mathRows has a row for each function that one instruction does; kinds are the first
// argument's. Functions without one are lowered before.
var mathRows = [...]mathRow{
	ir.MathAbs:              glslNumber(spirv.GLSLSAbs, 0, spirv.GLSLFAbs),
	ir.MathMin:              glslNumber(spirv.GLSLSMin, spirv.GLSLUMin, spirv.GLSLFMin),
	ir.MathMax:              glslNumber(spirv.GLSLSMax, spirv.GLSLUMax, spirv.GLSLFMax),
	ir.MathClamp:            glslNumber(spirv.GLSLSClamp, spirv.GLSLUClamp, spirv.GLSLFClamp),
	ir.MathCos:              glslFloat(spirv.GLSLCos),
	ir.MathCosh:             glslFloat(spirv.GLSLCosh),
	ir.MathSin:              glslFloat(spirv.GLSLSin),
	ir.MathSinh:             glslFloat(spirv.GLSLSinh),
	ir.MathTan:              glslFloat(spirv.GLSLTan),
	ir.MathTanh:             glslFloat(spirv.GLSLTanh),
	ir.MathAcos:             glslFloat(spirv.GLSLAcos),
	ir.MathAsin:             glslFloat(spirv.GLSLAsin),
	ir.MathAtan:             glslFloat(spirv.GLSLAtan),
	ir.MathAtan2:            glslFloat(spirv.GLSLAtan2),
	ir.MathAsinh:            glslFloat(spirv.GLSLAsinh),
	ir.MathAcosh:            glslFloat(spirv.GLSLAcosh),
	ir.MathAtanh:            glslFloat(spirv.GLSLAtanh),
	ir.MathRadians:          glslFloat(spirv.GLSLRadians),
	ir.MathDegrees:          glslFloat(spirv.GLSLDegrees),
	ir.MathCeil:             glslFloat(spirv.GLSLCeil),
	ir.MathFloor:            glslFloat(spirv.GLSLFloor),
	ir.MathRound:            glslFloat(spirv.GLSLRoundEven),
	ir.MathFract:            glslFloat(spirv.GLSLFract),
	ir.MathTrunc:            glslFloat(spirv.GLSLTrunc),
	ir.MathModf:             glslFloat(spirv.GLSLModfStruct),
	ir.MathFrexp:            glslFloat(spirv.GLSLFrexpStruct),
	ir.MathLdexp:            glslFloat(spirv.GLSLLdexp),
	ir.MathExp:              glslFloat(spirv.GLSLExp),
	ir.MathExp2:             glslFloat(spirv.GLSLExp2),
	ir.MathLog:              glslFloat(spirv.GLSLLog),
	ir.MathLog2:             glslFloat(spirv.GLSLLog2),
	ir.MathPow:              glslFloat(spirv.GLSLPow),
	ir.MathDot:              coreFloat(spirv.OpDot),
	ir.MathOuter:            coreFloat(spirv.OpOuterProduct),
	ir.MathCross:            glslFloat(spirv.GLSLCross),
	ir.MathDistance:         glslFloat(spirv.GLSLDistance),
	ir.MathLength:           glslFloat(spirv.GLSLLength),
	ir.MathNormalize:        glslFloat(spirv.GLSLNormalize),
	ir.MathFaceForward:      glslFloat(spirv.GLSLFaceForward),
	ir.MathReflect:          glslFloat(spirv.GLSLReflect),
	ir.MathRefract:          glslFloat(spirv.GLSLRefract),
	ir.MathSign:             glslNumber(spirv.GLSLSSign, 0, spirv.GLSLFSign),
	ir.MathFma:              glslFloat(spirv.GLSLFma),
	ir.MathMix:              glslFloat(spirv.GLSLFMix),
	ir.MathStep:             glslFloat(spirv.GLSLStep),
	ir.MathSmoothStep:       glslFloat(spirv.GLSLSmoothStep),
	ir.MathSqrt:             glslFloat(spirv.GLSLSqrt),
	ir.MathInverseSqrt:      glslFloat(spirv.GLSLInverseSqrt),
	ir.MathInverse:          glslFloat(spirv.GLSLMatrixInverse),
	ir.MathTranspose:        coreFloat(spirv.OpTranspose),
	ir.MathDeterminant:      glslFloat(spirv.GLSLDeterminant),
	ir.MathQuantizeToF16:    coreFloat(spirv.OpQuantizeToF16),
	ir.MathCountOneBits:     coreInteger(spirv.OpBitCount, spirv.OpBitCount),
	ir.MathReverseBits:      coreInteger(spirv.OpBitReverse, spirv.OpBitReverse),
	ir.MathExtractBits:      coreInteger(spirv.OpBitFieldSExtract, spirv.OpBitFieldUExtract),
	ir.MathInsertBits:       coreInteger(spirv.OpBitFieldInsert, spirv.OpBitFieldInsert),
	ir.MathFirstTrailingBit: glslNumber(spirv.GLSLFindILsb, spirv.GLSLFindILsb, 0),
	ir.MathFirstLeadingBit:  glslNumber(spirv.GLSLFindSMsb, spirv.GLSLFindUMsb, 0),
	ir.MathPack4x8snorm:     glslFloat(spirv.GLSLPackSnorm4x8),
	ir.MathPack4x8unorm:     glslFloat(spirv.GLSLPackUnorm4x8),
	ir.MathPack2x16snorm:    glslFloat(spirv.GLSLPackSnorm2x16),
	ir.MathPack2x16unorm:    glslFloat(spirv.GLSLPackUnorm2x16),
	ir.MathPack2x16float:    glslFloat(spirv.GLSLPackHalf2x16),
	ir.MathUnpack4x8snorm:   glslNumber(0, spirv.GLSLUnpackSnorm4x8, 0),
	ir.MathUnpack4x8unorm:   glslNumber(0, spirv.GLSLUnpackUnorm4x8, 0),
	ir.MathUnpack2x16snorm:  glslNumber(0, spirv.GLSLUnpackSnorm2x16, 0),
	ir.MathUnpack2x16unorm:  glslNumber(0, spirv.GLSLUnpackUnorm2x16, 0),
	ir.MathUnpack2x16float:  glslNumber(0, spirv.GLSLUnpackHalf2x16, 0),
	ir.MathDot4I8Packed:     coreInteger(0, spirv.OpSDot),
	ir.MathDot4U8Packed:     coreInteger(0, spirv.OpUDot),
	ir.MathAddCarry:         coreInteger(0, spirv.OpIAddCarry),
	ir.MathSubBorrow:        coreInteger(0, spirv.OpISubBorrow),
	ir.MathMulExtended:      coreInteger(spirv.OpSMulExtended, spirv.OpUMulExtended),
}

// math applies a math function; first is the type of the first argument.
func (e *emitter) math(op ir.MathOp, t, first ir.TypeID, args []id, flags ir.Flags) id {
	scalar := e.m.Types.ScalarOf(first)
	k := kindOf(scalar)
	switch {
	case op == ir.MathSaturate:
		zero := e.splatConstant(t, e.number(scalar, 0))
		one := e.splatConstant(t, e.number(scalar, 1))
		return e.glslInst(spirv.GLSLFClamp, e.typ(t), args[0], zero, one)
	case op == ir.MathAbs && k == uint_:
		return args[0]
	case op == ir.MathDot4I8Packed || op == ir.MathDot4U8Packed:
		return e.packedDot(op, t, args)
	case int(op) >= len(mathRows) || !fits(op, k, scalar.Bits()):
		e.fail("there is no " + op.String() + " of " + scalar.String())
		return 0
	}
	row := &mathRows[op]
	var r id
	switch {
	case row.glsl[k] != 0:
		r = e.glslInst(row.glsl[k], e.typ(t), args...)
	case row.core[k] != spirv.OpNop:
		r = e.inst(row.core[k], e.typ(t), args...)
	default:
		e.fail("there is no " + op.String() + " of " + scalar.String())
		return 0
	}
	if k == float && e.m.Types.At(t).Kind != ir.TypeStruct {
		e.qualify(r, scalar, flags)
	}
	return r
}

// fits reports whether an instruction takes scalars of a width: instructions on bits take
// 32 only, and the transcendental ones none of 64.
func fits(op ir.MathOp, k kind, bits int) bool {
	switch op {
	case ir.MathCountOneBits, ir.MathReverseBits, ir.MathExtractBits, ir.MathInsertBits, ir.MathFirstTrailingBit,
		ir.MathFirstLeadingBit, ir.MathAddCarry, ir.MathSubBorrow, ir.MathMulExtended, ir.MathQuantizeToF16:
		return bits == 32
	case ir.MathCos, ir.MathCosh, ir.MathSin, ir.MathSinh, ir.MathTan, ir.MathTanh, ir.MathAcos, ir.MathAsin,
		ir.MathAtan, ir.MathAtan2, ir.MathAsinh, ir.MathAcosh, ir.MathAtanh, ir.MathRadians, ir.MathDegrees,
		ir.MathExp, ir.MathExp2, ir.MathLog, ir.MathLog2, ir.MathPow:
		return k == float && bits < 64
	}
	return true
}

// packedDot is the dot product of vectors of four bytes packed into words.
func (e *emitter) packedDot(op ir.MathOp, t ir.TypeID, args []id) id {
	e.need(spirv.CapabilityDotProduct)
	e.need(spirv.CapabilityDotProductInput4x8BitPacked)
	return e.inst(mathRows[op].core[uint_], e.typ(t), args[0], args[1],
		uint32(spirv.PackedVectorFormatPackedVectorFormat4x8Bit))
}
