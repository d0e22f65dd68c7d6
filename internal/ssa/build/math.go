package build

// This file builds mathematics of simpler operations, by the formulas of the
// specifications. Sources of one call have the same type, float scalars or vectors, unless
// documented otherwise. Accuracies follow from the operations, as WGSL's table inherits
// them.

import (
	"math"

	"refract/internal/builtin/formula"
	"refract/internal/num"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// Float inserts a float constant of the shape of a value: every component the
// number, rounded to nearest even.
func Float(b *ssa.Builder, like ssa.Value, x float64) ssa.Value {
	t := b.F.Type(like)
	var bits uint64
	switch b.F.Shader.Module.Types.ScalarOf(t) {
	case ir.F16:
		bits = uint64(num.F16FromF64(x))
	case ir.F64:
		bits = math.Float64bits(x)
	default:
		bits = uint64(math.Float32bits(float32(x)))
	}
	return b.Const(t, repeat(bits, b.F.Comps(like))...)
}

func repeat(bits uint64, n int) []uint64 {
	list := make([]uint64, n)
	for k := range list {
		list[k] = bits
	}
	return list
}

// Int inserts an integer constant of the shape of a value.
func Int(b *ssa.Builder, like ssa.Value, x int64) ssa.Value {
	n := b.F.Bits(like)
	bits := uint64(x)
	if n < 64 {
		bits &= 1<<n - 1
	}
	return b.Const(b.F.Type(like), repeat(bits, b.F.Comps(like))...)
}

// Splat inserts a scalar as a vector of n components.
func Splat(b *ssa.Builder, scalar ssa.Value, n int) ssa.Value {
	if n == 1 {
		return scalar
	}
	return b.Swizzle(scalar, ssa.Splat(0), n)
}

// composed builds a function of its formula; the first argument has the shape of vectors.
func composed(b *ssa.Builder, o formula.Operation, args ...ssa.Value) ssa.Value {
	n := b.F.Comps(args[0])
	one := ssa.Value(0)
	w := formula.Whole[ssa.Value]{
		Number: func(x float64, scalar bool) ssa.Value {
			if !scalar {
				return Float(b, args[0], x)
			}
			if one == 0 && n > 1 {
				one = b.Component(args[0], 0)
			} else if n == 1 {
				one = args[0]
			}
			return Float(b, one, x)
		},
		Apply: func(o formula.Operation, x, y, z ssa.Value) (ssa.Value, bool) {
			switch o {
			case formula.FDot:
				return Dot(b, x, y), true
			case formula.FLength:
				return Length(b, x), true
			}
			if steps[o] == op.Invalid {
				return 0, false
			}
			list := [3]ssa.Value{x, y, z}
			return Op(b, steps[o], list[:len(steps[o].Info().Srcs)]...), true
		},
		Splat: func(x ssa.Value) ssa.Value { return Splat(b, x, n) },
	}
	return w.Evaluate(o, args...)
}

// steps are the operations of formulas that are inserted.
var steps = [formula.NumOperations]op.Op{
	formula.FAdd: op.FAdd, formula.FSub: op.FSub, formula.FMul: op.FMul, formula.FDiv: op.FDiv, formula.FNeg: op.FNeg,
	formula.FAbs: op.FAbs, formula.FSqrt: op.FSqrt, formula.FFloor: op.FFloor, formula.FLt: op.FLt, formula.FLe: op.FLe,
	formula.BCsel: op.BCsel, formula.FMin: op.FMin, formula.FMax: op.FMax,
}

// Dot is the dot product, a scalar, as products and sums in the order of the
// components.
func Dot(b *ssa.Builder, x, y ssa.Value) ssa.Value {
	products := FMul(b, x, y)
	if b.F.Comps(x) == 1 {
		return products
	}
	sum := b.Component(products, 0)
	for k := 1; k < b.F.Comps(x); k++ {
		sum = FAdd(b, sum, b.Component(products, k))
	}
	return sum
}

// Cross is the cross product of vectors of three components.
func Cross(b *ssa.Builder, x, y ssa.Value) ssa.Value {
	yzx, zxy := ssa.Swizzle(1|2<<2|0<<4), ssa.Swizzle(2|0<<2|1<<4)
	return FSub(b, FMul(b, b.Swizzle(x, yzx, 3), b.Swizzle(y, zxy, 3)), FMul(b, b.Swizzle(x, zxy, 3), b.Swizzle(y, yzx, 3)))
}

// Length is the Euclidean length, a scalar; of a scalar its absolute value.
func Length(b *ssa.Builder, x ssa.Value) ssa.Value {
	if b.F.Comps(x) == 1 {
		return FAbs(b, x)
	}
	return FSqrt(b, Dot(b, x, x))
}

// Distance is the length of the difference.
func Distance(b *ssa.Builder, x, y ssa.Value) ssa.Value { return composed(b, formula.FDistance, x, y) }

// Normalize is a vector divided by its length.
func Normalize(b *ssa.Builder, x ssa.Value) ssa.Value { return composed(b, formula.FNormalize, x) }

// FaceForward is x if dot(i, n) is negative, else -x.
func FaceForward(b *ssa.Builder, x, i, n ssa.Value) ssa.Value {
	return composed(b, formula.FFaceForward, x, i, n)
}

// Reflect is the reflection of x on the normal n.
func Reflect(b *ssa.Builder, x, n ssa.Value) ssa.Value { return composed(b, formula.FReflect, x, n) }

// Refract is the refraction of x on n with the scalar ratio eta of indices; zero on total
// reflection.
func Refract(b *ssa.Builder, x, n, eta ssa.Value) ssa.Value {
	return composed(b, formula.FRefract, x, n, eta)
}

// Clamp is min(max(x, low), high).
func Clamp(b *ssa.Builder, x, low, high ssa.Value) ssa.Value {
	return composed(b, formula.FClamp, x, low, high)
}

// Saturate is x held within 0 and 1.
func Saturate(b *ssa.Builder, x ssa.Value) ssa.Value { return composed(b, formula.FSat, x) }

// Mix is the linear interpolation from x to y.
func Mix(b *ssa.Builder, x, y, t ssa.Value) ssa.Value { return composed(b, formula.FMix, x, y, t) }

// Step is 1 if x is at least edge, else 0.
func Step(b *ssa.Builder, edge, x ssa.Value) ssa.Value { return composed(b, formula.FStep, edge, x) }

// SmoothStep is the smooth interpolation from 0 to 1 as x goes from low to high.
func SmoothStep(b *ssa.Builder, low, high, x ssa.Value) ssa.Value {
	return composed(b, formula.FSmoothStep, low, high, x)
}

// Radians is degrees as radians.
func Radians(b *ssa.Builder, x ssa.Value) ssa.Value { return composed(b, formula.FRadians, x) }

// Degrees is radians as degrees.
func Degrees(b *ssa.Builder, x ssa.Value) ssa.Value { return composed(b, formula.FDegrees, x) }

// Exp is e to the x by a power of two.
func Exp(b *ssa.Builder, x ssa.Value) ssa.Value { return FExp2(b, FMul(b, x, Float(b, x, math.Log2E))) }

// Log is the natural logarithm by that of base 2.
func Log(b *ssa.Builder, x ssa.Value) ssa.Value { return FMul(b, FLog2(b, x), Float(b, x, math.Ln2)) }

// Tan is sin(x)/cos(x).
func Tan(b *ssa.Builder, x ssa.Value) ssa.Value { return FDiv(b, FSin(b, x), FCos(b, x)) }

// Sinh is (exp(x) - exp(-x))/2.
func Sinh(b *ssa.Builder, x ssa.Value) ssa.Value {
	return FMul(b, FSub(b, FExp(b, x), FExp(b, FNeg(b, x))), Float(b, x, 0.5))
}

// Cosh is (exp(x) + exp(-x))/2.
func Cosh(b *ssa.Builder, x ssa.Value) ssa.Value {
	return FMul(b, FAdd(b, FExp(b, x), FExp(b, FNeg(b, x))), Float(b, x, 0.5))
}

// Tanh is 1 - 2/(exp(2x) + 1), which doesn't overflow to NaN.
func Tanh(b *ssa.Builder, x ssa.Value) ssa.Value {
	one, two := Float(b, x, 1), Float(b, x, 2)
	return FSub(b, one, FDiv(b, two, FAdd(b, FExp(b, FMul(b, two, x)), one)))
}

// Asinh is sign(x)*log(|x| + sqrt(x*x + 1)).
func Asinh(b *ssa.Builder, x ssa.Value) ssa.Value {
	a := FAbs(b, x)
	return FMul(b, FSign(b, x), FLog(b, FAdd(b, a, FSqrt(b, FAdd(b, FMul(b, a, a), Float(b, x, 1))))))
}

// Acosh is log(x + sqrt(x*x - 1)).
func Acosh(b *ssa.Builder, x ssa.Value) ssa.Value {
	return FLog(b, FAdd(b, x, FSqrt(b, FSub(b, FMul(b, x, x), Float(b, x, 1)))))
}

// Atanh is log((1 + x)/(1 - x))/2.
func Atanh(b *ssa.Builder, x ssa.Value) ssa.Value {
	one := Float(b, x, 1)
	return FMul(b, FLog(b, FDiv(b, FAdd(b, one, x), FSub(b, one, x))), Float(b, x, 0.5))
}

// arctangent of 0 to 1, as x*p(x*x): the coefficients of the least greatest
// error, found by the Remez exchange, 2^-23 and better.
var arctangent = [...]float64{0.99999934, -0.33329856, 0.19946536, -0.13908534, 0.09642004, -0.05590987, 0.02186123, -0.00405406}

// Atan is the arc tangent by a polynomial: of 1/x beyond 1, taken from pi/2.
func Atan(b *ssa.Builder, x ssa.Value) ssa.Value {
	a := FAbs(b, x)
	one := Float(b, x, 1)
	big := FLt(b, one, a)
	t := BCsel(b, big, FDiv(b, one, a), a)
	r := unitAtan(b, t)
	r = BCsel(b, big, FSub(b, Float(b, x, math.Pi/2), r), r)
	return CopySign(b, r, x)
}

func unitAtan(b *ssa.Builder, t ssa.Value) ssa.Value {
	s := FMul(b, t, t)
	p := Float(b, t, arctangent[len(arctangent)-1])
	for k := len(arctangent) - 2; k >= 0; k-- {
		p = FAdd(b, FMul(b, p, s), Float(b, t, arctangent[k]))
	}
	return FMul(b, p, t)
}

// Atan2 is the arc tangent of y/x in the quadrant of the point.
func Atan2(b *ssa.Builder, y, x ssa.Value) ssa.Value {
	ax, ay := FAbs(b, x), FAbs(b, y)
	steep := FLt(b, ax, ay)
	n, d := BCsel(b, steep, ax, ay), BCsel(b, steep, ay, ax)
	zero := Float(b, x, 0)
	t := BCsel(b, FEq(b, d, zero), zero, FDiv(b, n, d))
	t = BCsel(b, FEq(b, n, d), BCsel(b, FEq(b, d, zero), zero, Float(b, x, 1)), t) // of two infinities too
	r := unitAtan(b, t)
	r = BCsel(b, steep, FSub(b, Float(b, x, math.Pi/2), r), r)
	r = BCsel(b, FLt(b, x, zero), FSub(b, Float(b, x, math.Pi), r), r)
	return CopySign(b, r, y)
}

// Asin is the arc sine: atan2(x, sqrt((1 - x)*(1 + x))).
func Asin(b *ssa.Builder, x ssa.Value) ssa.Value {
	one := Float(b, x, 1)
	return Atan2(b, x, FSqrt(b, FMul(b, FSub(b, one, x), FAdd(b, one, x))))
}

// Acos is the arc cosine: atan2(sqrt((1 - x)*(1 + x)), x).
func Acos(b *ssa.Builder, x ssa.Value) ssa.Value {
	one := Float(b, x, 1)
	return Atan2(b, FSqrt(b, FMul(b, FSub(b, one, x), FAdd(b, one, x))), x)
}

// CopySign is the first with the sign of the second.
func CopySign(b *ssa.Builder, x, sign ssa.Value) ssa.Value {
	f := b.F
	bits := f.Bits(x)
	t := ir.VectorOf(ir.ScalarOf(ir.UintKind, bits), f.Comps(x))
	xi, si := b.Op(op.Bitcast, t, x), b.Op(op.Bitcast, t, sign)
	top := b.Const(t, repeat(1<<(bits-1), f.Comps(x))...)
	rest := b.Const(t, repeat(1<<(bits-1)-1, f.Comps(x))...)
	return b.Op(op.Bitcast, f.Type(x), IOr(b, IAnd(b, xi, rest), IAnd(b, si, top)))
}
