package consteval

// This file applies the functions of package num that the math functions of the IR are.

import (
	"refract/internal/builtin/formula"
	"refract/internal/builtin/row"
	"refract/internal/num"
	"refract/ir"
)

func floatUnary(op ir.MathOp, s ir.Scalar, x uint64) (uint64, fault) {
	fn := &row.Of(op).One
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.F16(f16(x)))
	case ir.F32:
		r = fromF32(fn.F32(f32(x)))
	default:
		r = fromF64(fn.F64(f64(x)))
	}
	return r, finite(isFinite(s, r))
}

func floatBinary(op ir.MathOp, s ir.Scalar, x, y uint64) (uint64, fault) {
	fn := &row.Of(op).Two
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.F16(f16(x), f16(y)))
	case ir.F32:
		r = fromF32(fn.F32(f32(x), f32(y)))
	default:
		r = fromF64(fn.F64(f64(x), f64(y)))
	}
	if op == ir.MathPow && floatOf(s, x) < 0 {
		return r, negativeBase
	}
	return r, finite(isFinite(s, r))
}

func floatTernary(op ir.MathOp, s ir.Scalar, x, y, z uint64) (uint64, fault) {
	fn := &row.Of(op).Three
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.F16(f16(x), f16(y), f16(z)))
	case ir.F32:
		r = fromF32(fn.F32(f32(x), f32(y), f32(z)))
	default:
		r = fromF64(fn.F64(f64(x), f64(y), f64(z)))
	}
	if f := ternaryFault(op, s, x, y, z); f != fine {
		return r, f
	}
	return r, finite(isFinite(s, r))
}

// ternaryFault reports the fault of the arguments of a function of three floats, also of
// the steps between them and the result.
func ternaryFault(op ir.MathOp, s ir.Scalar, x, y, z uint64) fault {
	r := row.Of(op)
	args := [3]uint64{x, y, z}
	if d := r.Domain; d.Rule != row.NoRule {
		if f := mathFault(op, s, args[d.First], args[d.Last]); f != fine {
			return f
		}
	}
	a := arithmetic{s: s}
	if r.Formula != formula.NoOperation {
		a.formula(r.Formula, args[0:1], args[1:2], args[2:3])
	}
	return a.bad
}

// integer applies a math function to integers: as many arguments as it has.
func integer(op ir.MathOp, s ir.Scalar, x, y, z, w uint64) (uint64, fault) {
	switch s {
	case ir.I8:
		return integerOf[int8](op, x, y, z, w)
	case ir.U8:
		return integerOf[uint8](op, x, y, z, w)
	case ir.I16:
		return integerOf[int16](op, x, y, z, w)
	case ir.U16:
		return integerOf[uint16](op, x, y, z, w)
	case ir.I32:
		return integerOf[int32](op, x, y, z, w)
	case ir.U32:
		return integerOf[uint32](op, x, y, z, w)
	case ir.U64:
		return integerOf[uint64](op, x, y, z, w)
	case ir.I64, ir.AbstractInt:
		return integerOf[int64](op, x, y, z, w)
	}
	panic("consteval: " + op.String() + " of " + s.String())
}

func integerOf[T num.Int](op ir.MathOp, x, y, z, w uint64) (uint64, fault) {
	a, b, c := T(x), T(y), T(z)
	var r T
	f := fine
	switch op {
	case ir.MathAbs:
		r = num.Abs(a)
	case ir.MathMin:
		r = num.Min(a, b)
	case ir.MathMax:
		r = num.Max(a, b)
	case ir.MathClamp:
		r = num.Clamp(a, b, c)
		if b > c {
			f = clampRange
		}
	case ir.MathSign:
		r = num.Sign(a)
	case ir.MathCountLeadingZeros:
		r = num.CountLeadingZeros(a)
	case ir.MathCountTrailingZeros:
		r = num.CountTrailingZeros(a)
	case ir.MathCountOneBits:
		r = num.CountOneBits(a)
	case ir.MathReverseBits:
		r = num.ReverseBits(a)
	case ir.MathFirstLeadingBit:
		r = num.FirstLeadingBit(a)
	case ir.MathFirstTrailingBit:
		r = num.FirstTrailingBit(a)
	case ir.MathExtractBits:
		r = num.ExtractBits(a, uint32(y), uint32(z))
		if !num.BitRangeValid[T](uint32(y), uint32(z)) {
			f = bitRange
		}
	case ir.MathInsertBits:
		r = num.InsertBits(a, b, uint32(z), uint32(w))
		if !num.BitRangeValid[T](uint32(z), uint32(w)) {
			f = bitRange
		}
	default:
		panic("consteval: " + op.String() + " of integers")
	}
	return word(r), f
}
