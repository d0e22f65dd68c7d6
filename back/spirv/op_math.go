package spirv

// This file holds math functions, by the instructions in their rows, and functions whose
// operands differ in form. Functions without an instruction are lowered before.

import (
	"refract/internal/builtin/row"
	"refract/ir"
	"refract/spirv"
)

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
	case !fits(op, k, scalar.Bits()):
		e.fail("there is no " + op.String() + " of " + scalar.String())
		return 0
	}
	instructions := &row.Of(op).SPIRV
	column := [numKinds]int{sint: row.Sints, uint_: row.Uints, float: row.Floats}[k]
	var r id
	switch {
	case k != boolean && instructions.Set[column] != 0:
		r = e.glslInst(instructions.Set[column], e.typ(t), args...)
	case k != boolean && instructions.Own[column] != spirv.OpNop:
		r = e.inst(instructions.Own[column], e.typ(t), args...)
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
	return e.inst(row.Of(op).SPIRV.Own[row.Uints], e.typ(t), args[0], args[1],
		uint32(spirv.PackedVectorFormatPackedVectorFormat4x8Bit))
}
