package consteval

// This file names the functions of package num that the math functions of the
// IR are, for each type of float.

import (
	"refract/internal/num"
	"refract/ir"
)

// Functions of one float.
var unaryFuncs = [...]struct {
	f16 func(num.F16) num.F16
	f32 func(float32) float32
	f64 func(float64) float64
}{
	ir.MathAbs:         {num.AbsF16, num.AbsF32, num.AbsF64},
	ir.MathSaturate:    {num.SaturateF16, num.SaturateF32, num.SaturateF64},
	ir.MathCos:         {num.CosF16, num.CosF32, num.CosF64},
	ir.MathCosh:        {num.CoshF16, num.CoshF32, num.CoshF64},
	ir.MathSin:         {num.SinF16, num.SinF32, num.SinF64},
	ir.MathSinh:        {num.SinhF16, num.SinhF32, num.SinhF64},
	ir.MathTan:         {num.TanF16, num.TanF32, num.TanF64},
	ir.MathTanh:        {num.TanhF16, num.TanhF32, num.TanhF64},
	ir.MathAcos:        {num.AcosF16, num.AcosF32, num.AcosF64},
	ir.MathAsin:        {num.AsinF16, num.AsinF32, num.AsinF64},
	ir.MathAtan:        {num.AtanF16, num.AtanF32, num.AtanF64},
	ir.MathAsinh:       {num.AsinhF16, num.AsinhF32, num.AsinhF64},
	ir.MathAcosh:       {num.AcoshF16, num.AcoshF32, num.AcoshF64},
	ir.MathAtanh:       {num.AtanhF16, num.AtanhF32, num.AtanhF64},
	ir.MathRadians:     {num.RadiansF16, num.RadiansF32, num.RadiansF64},
	ir.MathDegrees:     {num.DegreesF16, num.DegreesF32, num.DegreesF64},
	ir.MathCeil:        {num.CeilF16, num.CeilF32, num.CeilF64},
	ir.MathFloor:       {num.FloorF16, num.FloorF32, num.FloorF64},
	ir.MathRound:       {num.RoundF16, num.RoundF32, num.RoundF64},
	ir.MathFract:       {num.FractF16, num.FractF32, num.FractF64},
	ir.MathTrunc:       {num.TruncF16, num.TruncF32, num.TruncF64},
	ir.MathExp:         {num.ExpF16, num.ExpF32, num.ExpF64},
	ir.MathExp2:        {num.Exp2F16, num.Exp2F32, num.Exp2F64},
	ir.MathLog:         {num.LogF16, num.LogF32, num.LogF64},
	ir.MathLog2:        {num.Log2F16, num.Log2F32, num.Log2F64},
	ir.MathSign:        {num.SignF16, num.SignF32, num.SignF64},
	ir.MathSqrt:        {num.SqrtF16, num.SqrtF32, num.SqrtF64},
	ir.MathInverseSqrt: {num.InverseSqrtF16, num.InverseSqrtF32, num.InverseSqrtF64},
}

// Functions of two floats.
var binaryFuncs = [...]struct {
	f16 func(a, b num.F16) num.F16
	f32 func(a, b float32) float32
	f64 func(a, b float64) float64
}{
	ir.MathMin:   {num.MinF16, num.MinF32, num.MinF64},
	ir.MathMax:   {num.MaxF16, num.MaxF32, num.MaxF64},
	ir.MathAtan2: {num.Atan2F16, num.Atan2F32, num.Atan2F64},
	ir.MathPow:   {num.PowF16, num.PowF32, num.PowF64},
	ir.MathStep:  {num.StepF16, num.StepF32, num.StepF64},
}

// Functions of three floats.
var ternaryFuncs = [...]struct {
	f16 func(a, b, c num.F16) num.F16
	f32 func(a, b, c float32) float32
	f64 func(a, b, c float64) float64
}{
	ir.MathClamp:      {num.ClampF16, num.ClampF32, num.ClampF64},
	ir.MathFma:        {num.FmaF16, num.FmaF32, num.FmaF64},
	ir.MathMix:        {num.MixF16, num.MixF32, num.MixF64},
	ir.MathSmoothStep: {num.SmoothStepF16, num.SmoothStepF32, num.SmoothStepF64},
}

func floatUnary(op ir.MathOp, s ir.Scalar, x uint64) (uint64, fault) {
	fn := &unaryFuncs[op]
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.f16(f16(x)))
	case ir.F32:
		r = fromF32(fn.f32(f32(x)))
	default:
		r = fromF64(fn.f64(f64(x)))
	}
	return r, finite(isFinite(s, r))
}

func floatBinary(op ir.MathOp, s ir.Scalar, x, y uint64) (uint64, fault) {
	fn := &binaryFuncs[op]
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.f16(f16(x), f16(y)))
	case ir.F32:
		r = fromF32(fn.f32(f32(x), f32(y)))
	default:
		r = fromF64(fn.f64(f64(x), f64(y)))
	}
	if op == ir.MathPow && floatOf(s, x) < 0 {
		return r, negativeBase
	}
	return r, finite(isFinite(s, r))
}

func floatTernary(op ir.MathOp, s ir.Scalar, x, y, z uint64) (uint64, fault) {
	fn := &ternaryFuncs[op]
	var r uint64
	switch s {
	case ir.F16:
		r = fromF16(fn.f16(f16(x), f16(y), f16(z)))
	case ir.F32:
		r = fromF32(fn.f32(f32(x), f32(y), f32(z)))
	default:
		r = fromF64(fn.f64(f64(x), f64(y), f64(z)))
	}
	if f := ternaryFault(op, s, x, y, z); f != fine {
		return r, f
	}
	return r, finite(isFinite(s, r))
}

// ternaryFault reports the fault of the arguments of a function of three floats, also of
// the steps between them and the result.
func ternaryFault(op ir.MathOp, s ir.Scalar, x, y, z uint64) fault {
	a := arithmetic{s: s}
	switch op {
	case ir.MathClamp:
		if a.less(z, y) {
			return clampRange
		}
	case ir.MathSmoothStep:
		if floatOf(s, x) == floatOf(s, y) {
			return equalEdges
		}
		a.div(a.sub(z, x), a.sub(y, x))
	case ir.MathMix:
		a.add(a.mul(x, a.sub(a.number(1), z)), a.mul(y, z))
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
