// Arithmetic of f64, which is also WGSL's AbstractFloat.
package num

import "math"

// AddF64 returns a + b.
func AddF64(a, b float64) float64 { return CanonF64(a + b) }

// SubF64 returns a - b.
func SubF64(a, b float64) float64 { return CanonF64(a - b) }

// MulF64 returns a * b.
func MulF64(a, b float64) float64 { return CanonF64(float64(a * b)) }

// DivF64 returns a / b. A non-zero number divided by zero is an infinity.
func DivF64(a, b float64) float64 { return CanonF64(a / b) }

// FmaF64 returns a*b + c with one rounding.
func FmaF64(a, b, c float64) float64 { return CanonF64(math.FMA(a, b, c)) }

// SqrtF64 returns the square root of x, NaN if x is negative.
func SqrtF64(x float64) float64 { return CanonF64(math.Sqrt(x)) }

// InverseSqrtF64 returns 1 / sqrt(x), each step rounded.
func InverseSqrtF64(x float64) float64 { return CanonF64(1 / math.Sqrt(x)) }

// NegF64 returns x with its sign bit inverted.
func NegF64(x float64) float64 { return math.Float64frombits(math.Float64bits(x) ^ 1<<63) }

// AbsF64 returns x with its sign bit cleared.
func AbsF64(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1 << 63)) }

// CopySignF64 returns the magnitude of x with the sign bit of sign.
func CopySignF64(x, sign float64) float64 {
	const bit = 1 << 63
	return math.Float64frombits(math.Float64bits(x)&^bit | math.Float64bits(sign)&bit)
}

// MinF64 returns b if b < a, and a otherwise (WGSL's min).
func MinF64(a, b float64) float64 { return fmin(a, b) }

// MaxF64 returns b if a < b, and a otherwise (WGSL's max).
func MaxF64(a, b float64) float64 { return fmax(a, b) }

// ClampF64 returns min(max(x, low), high).
func ClampF64(x, low, high float64) float64 { return fmin(fmax(x, low), high) }

// SignF64 returns -1 or 1 by the sign of x, and x if it is zero or NaN.
func SignF64(x float64) float64 { return fsign(x) }

// DegreesF64 converts x from radians to degrees by one product.
func DegreesF64(x float64) float64 { return CanonF64(float64(x * (180 / math.Pi))) }

// RadiansF64 converts x from degrees to radians by one product.
func RadiansF64(x float64) float64 { return CanonF64(float64(x * (math.Pi / 180))) }

// FloorF64 returns the greatest integer not greater than x.
func FloorF64(x float64) float64 { return CanonF64(math.Floor(x)) }

// CeilF64 returns the least integer not less than x.
func CeilF64(x float64) float64 { return CanonF64(math.Ceil(x)) }

// TruncF64 returns x without its fraction.
func TruncF64(x float64) float64 { return CanonF64(math.Trunc(x)) }

// RoundF64 returns the integer nearest to x, the even one of two.
func RoundF64(x float64) float64 { return CanonF64(math.RoundToEven(x)) }

// ModfF64 splits x into its fraction and its whole part, both with the sign of
// x. The fraction of an infinity is zero.
func ModfF64(x float64) (fract, whole float64) {
	whole = TruncF64(x)
	if whole == x {
		return CopySignF64(0, x), whole
	}
	return CopySignF64(CanonF64(x-whole), x), whole
}

// FrexpF64 returns fract and exp with x = fract * 2^exp and |fract| in
// [0.5, 1), for subnormals too. Zeros, infinities and NaN return themselves and
// exponent zero.
func FrexpF64(x float64) (fract float64, exp int32) {
	b := math.Float64bits(x)
	e := int32(b >> 52 & 0x7ff)
	switch {
	case e == 0x7ff:
		return CanonF64(x), 0
	case e == 0 && x == 0:
		return x, 0
	case e == 0:
		b = math.Float64bits(x * 0x1p54)
		e = int32(b>>52&0x7ff) - 54
	}
	return math.Float64frombits(b&^(0x7ff<<52) | 1022<<52), e - 1022
}

// LdexpF64 returns x * 2^exp, rounded once.
func LdexpF64(x float64, exp int32) float64 {
	return CanonF64(math.Ldexp(x, int(exp)))
}

// IsFiniteF64 reports whether x is neither an infinity nor a NaN.
func IsFiniteF64(x float64) bool { return x-x == 0 }
