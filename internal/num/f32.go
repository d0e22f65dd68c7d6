// Arithmetic of f32. Go evaluates a float32 expression in float32; products are
// converted explicitly so that no compiler fuses them into a later sum.
package num

import "math"

// AddF32 returns a + b.
func AddF32(a, b float32) float32 { return CanonF32(a + b) }

// SubF32 returns a - b.
func SubF32(a, b float32) float32 { return CanonF32(a - b) }

// MulF32 returns a * b.
func MulF32(a, b float32) float32 { return CanonF32(float32(a * b)) }

// DivF32 returns a / b. A non-zero number divided by zero is an infinity.
func DivF32(a, b float32) float32 { return CanonF32(a / b) }

// FmaF32 returns a*b + c with one rounding.
//
// The product is exact in f64. The sum is rounded to odd there: when it is inexact, the
// last bit is made 1 on the side of the exact sum. 53 bits rounded so, then rounded to the
// 24 bits of f32 or fewer, give the correctly rounded result (Boldo and Melquiond,
// "Emulation of FMA and correctly rounded sums", 2008).
func FmaF32(a, b, c float32) float32 {
	p, z := float64(float64(a)*float64(b)), float64(c)
	s := p + z
	t := s - p
	e := (p - (s - t)) + (z - t) // the error of s, exactly
	if u := math.Float64bits(s); e != 0 && e == e && u&1 == 0 {
		if (e > 0) == (s > 0) {
			s = math.Float64frombits(u + 1)
		} else {
			s = math.Float64frombits(u - 1)
		}
	}
	return CanonF32(float32(s))
}

// SqrtF32 returns the square root of x, NaN if x is negative.
func SqrtF32(x float32) float32 { return CanonF32(float32(math.Sqrt(float64(x)))) }

// InverseSqrtF32 returns 1 / sqrt(x).
func InverseSqrtF32(x float32) float32 { return CanonF32(float32(1 / math.Sqrt(float64(x)))) }

// RemF32 returns x - y*trunc(x/y), exactly; see [RemF64].
func RemF32(x, y float32) float32 { return CanonF32(float32(RemF64(float64(x), float64(y)))) }

// NegF32 returns x with its sign bit inverted.
func NegF32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) ^ 1<<31) }

// AbsF32 returns x with its sign bit cleared.
func AbsF32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// CopySignF32 returns the magnitude of x with the sign bit of sign.
func CopySignF32(x, sign float32) float32 {
	const bit = 1 << 31
	return math.Float32frombits(math.Float32bits(x)&^bit | math.Float32bits(sign)&bit)
}

// MinF32 returns b if b < a, and a otherwise (WGSL's min).
func MinF32(a, b float32) float32 { return fmin(a, b) }

// MaxF32 returns b if a < b, and a otherwise (WGSL's max).
func MaxF32(a, b float32) float32 { return fmax(a, b) }

// ClampF32 returns min(max(x, low), high).
func ClampF32(x, low, high float32) float32 { return fmin(fmax(x, low), high) }

// SignF32 returns -1 or 1 by the sign of x, and x if it is zero or NaN.
func SignF32(x float32) float32 { return fsign(x) }

// DegreesF32 converts x from radians to degrees by one product.
func DegreesF32(x float32) float32 { return CanonF32(float32(x * (180 / math.Pi))) }

// RadiansF32 converts x from degrees to radians by one product.
func RadiansF32(x float32) float32 { return CanonF32(float32(x * (math.Pi / 180))) }

// FloorF32 returns the greatest integer not greater than x.
func FloorF32(x float32) float32 { return CanonF32(float32(math.Floor(float64(x)))) }

// CeilF32 returns the least integer not less than x.
func CeilF32(x float32) float32 { return CanonF32(float32(math.Ceil(float64(x)))) }

// TruncF32 returns x without its fraction.
func TruncF32(x float32) float32 { return CanonF32(float32(math.Trunc(float64(x)))) }

// RoundF32 returns the integer nearest to x, the even one of two.
func RoundF32(x float32) float32 { return CanonF32(float32(math.RoundToEven(float64(x)))) }

// ModfF32 splits x into its fraction and its whole part, both with the sign of
// x. The fraction of an infinity is zero.
func ModfF32(x float32) (fract, whole float32) {
	whole = TruncF32(x)
	if whole == x {
		return CopySignF32(0, x), whole
	}
	return CopySignF32(CanonF32(x-whole), x), whole
}

// FrexpF32 returns fract and exp with x = fract * 2^exp and |fract| in
// [0.5, 1), for subnormals too. Zeros, infinities and NaN return themselves and
// exponent zero.
func FrexpF32(x float32) (fract float32, exp int32) {
	f, e := FrexpF64(float64(x))
	return float32(f), e
}

// LdexpF32 returns x * 2^exp, rounded once.
func LdexpF32(x float32, exp int32) float32 {
	// Beyond these limits every non-zero x under- or overflows.
	e := min(max(exp, -300), 300)
	return CanonF32(float32(float64(x) * math.Float64frombits(uint64(1023+e)<<52)))
}

// IsFiniteF32 reports whether x is neither an infinity nor a NaN.
func IsFiniteF32(x float32) bool { return x-x == 0 }
