// Arithmetic of f16. Sums, differences, products, quotients and square roots are computed
// in f32, whose 24 bits are at least 2*11+2, so that rounding the rounded result again
// gives the correctly rounded one (Figueroa, "When is double rounding innocuous?", 1995). A
// fused multiply-add is computed in f64: the product is exact and the rounded sum lies on a
// tie of f16 only if the exact sum does. Compound functions round each step to f16, as
// their formula over f16 operations would.
package num

import "math"

// AddF16 returns a + b.
func AddF16(a, b F16) F16 { return F16FromF32(a.F32() + b.F32()) }

// SubF16 returns a - b.
func SubF16(a, b F16) F16 { return F16FromF32(a.F32() - b.F32()) }

// MulF16 returns a * b.
func MulF16(a, b F16) F16 { return F16FromF32(float32(a.F32() * b.F32())) }

// DivF16 returns a / b. A non-zero number divided by zero is an infinity.
func DivF16(a, b F16) F16 { return F16FromF32(a.F32() / b.F32()) }

// FmaF16 returns a*b + c with one rounding.
func FmaF16(a, b, c F16) F16 { return F16FromF64(float64(a.F64()*b.F64()) + c.F64()) }

// SqrtF16 returns the square root of x, NaN if x is negative.
func SqrtF16(x F16) F16 { return F16FromF64(math.Sqrt(x.F64())) }

// InverseSqrtF16 returns 1 / sqrt(x).
func InverseSqrtF16(x F16) F16 { return F16FromF64(1 / math.Sqrt(x.F64())) }

// RemF16 returns x - y*trunc(x/y), exactly; see [RemF64].
func RemF16(x, y F16) F16 { return F16FromF64(RemF64(x.F64(), y.F64())) }

// NegF16 returns x with its sign bit inverted.
func NegF16(x F16) F16 { return x ^ signF16 }

// AbsF16 returns x with its sign bit cleared.
func AbsF16(x F16) F16 { return x &^ signF16 }

// EqF16 reports whether a equals b; false if either is a NaN.
func EqF16(a, b F16) bool {
	return a == b && !a.IsNaN() || (a|b)&^signF16 == 0
}

// LtF16 reports whether a is less than b; false if either is a NaN.
func LtF16(a, b F16) bool { return a.F32() < b.F32() }

// LeF16 reports whether a is less than or equal to b; false if either is a NaN.
func LeF16(a, b F16) bool { return a.F32() <= b.F32() }

// MinF16 returns b if b < a, and a otherwise (WGSL's min).
func MinF16(a, b F16) F16 {
	if LtF16(b, a) {
		return b
	}
	return a
}

// MaxF16 returns b if a < b, and a otherwise (WGSL's max).
func MaxF16(a, b F16) F16 {
	if LtF16(a, b) {
		return b
	}
	return a
}

// ClampF16 returns min(max(x, low), high).
func ClampF16(x, low, high F16) F16 { return MinF16(MaxF16(x, low), high) }

// SignF16 returns -1 or 1 by the sign of x, and x if it is zero or NaN.
func SignF16(x F16) F16 {
	if x&^signF16 == 0 || x.IsNaN() {
		return x
	}
	return OneF16 | x&signF16
}

// DegreesF16 converts x from radians to degrees, rounded once.
func DegreesF16(x F16) F16 { return F16FromF64(float64(x.F64() * (180 / math.Pi))) }

// RadiansF16 converts x from degrees to radians, rounded once.
func RadiansF16(x F16) F16 { return F16FromF64(float64(x.F64() * (math.Pi / 180))) }

// FloorF16 returns the greatest integer not greater than x.
func FloorF16(x F16) F16 { return F16FromF64(math.Floor(x.F64())) }

// CeilF16 returns the least integer not less than x.
func CeilF16(x F16) F16 { return F16FromF64(math.Ceil(x.F64())) }

// TruncF16 returns x without its fraction.
func TruncF16(x F16) F16 { return F16FromF64(math.Trunc(x.F64())) }

// RoundF16 returns the integer nearest to x, the even one of two.
func RoundF16(x F16) F16 { return F16FromF64(math.RoundToEven(x.F64())) }

// ModfF16 splits x into its fraction and its whole part, both with the sign of
// x. The fraction of an infinity is zero.
func ModfF16(x F16) (fract, whole F16) {
	f, w := ModfF32(x.F32())
	return F16FromF32(f), F16FromF32(w)
}

// FrexpF16 returns fract and exp with x = fract * 2^exp and |fract| in
// [0.5, 1), for subnormals too. Zeros, infinities and NaN return themselves and
// exponent zero.
func FrexpF16(x F16) (fract F16, exp int32) {
	f, e := FrexpF64(x.F64())
	return F16FromF64(f), e
}

// LdexpF16 returns x * 2^exp, rounded once.
func LdexpF16(x F16, exp int32) F16 {
	e := min(max(exp, -80), 80) // beyond, every non-zero x under- or overflows
	return F16FromF32(LdexpF32(x.F32(), e))
}
