// Floating-point numbers as the shortest decimal text that reads back as the
// same value, in a form that every shading language takes for a float.
package num

import (
	"math"
	"strconv"
)

// AppendF64 appends x to dst: with a point and at least one digit on each side
// of it if 1e-5 <= |x| < 1e16 or x is zero ("1.0", "0.1", "-0.0"), and with a
// signed exponent otherwise ("1e+20", "1.5e-07"). No language has a literal for
// the others, which read "inf", "-inf" and "nan".
func AppendF64(dst []byte, x float64) []byte { return appendShortest(dst, x, 64) }

// AppendF32 is [AppendF64] for f32.
func AppendF32(dst []byte, x float32) []byte {
	if dst, ok := appendQuickF32(dst, x); ok {
		return dst
	}
	return appendShortest(dst, float64(x), 32)
}

// AppendF16 is [AppendF64] for f16.
func AppendF16(dst []byte, x F16) []byte {
	if dst, ok := appendQuickF16(dst, x); ok {
		return dst
	}
	v := x.F64()
	if x.IsFinite() {
		v = shortestF16(x)
	}
	return appendShortest(dst, v, 64)
}

// shortestF16 returns the number with the fewest decimal digits that rounds to x; five are
// enough. If two are equally near, both are tried, the even one first, as 0.01562 does not
// round to 2^-6 but 0.01563 does.
func shortestF16(x F16) float64 {
	v := x.F64()
	a := math.Abs(v)
	first := 4 // power of ten of the first digit
	for first > -8 && (first >= 0 && a < exactTens[max(first, 0)] || first < 0 && float64(a*exactTens[-min(first, 0)]) < 1) {
		first--
	}
	for digits := range 4 {
		n := scaleByTen(a, digits-first)
		even := math.RoundToEven(n)
		for _, whole := range [...]float64{even, n + (n - even)} { // the other one of a tie
			if w := scaleByTen(whole, first-digits); (whole == even || math.Abs(n-even) == 0.5) && F16FromF64(w).F64() == a {
				return math.Copysign(w, v)
			}
		}
	}
	return math.Copysign(scaleByTen(math.RoundToEven(scaleByTen(a, 4-first)), first-4), v)
}

// scaleByTen returns v times a power of ten. An f16 times a power up to 10^12, and an f16
// that is a whole number divided by one, are exact, or rounded once.
func scaleByTen(v float64, power int) float64 {
	if power < 0 {
		return v / exactTens[-power]
	}
	return float64(v * exactTens[power])
}

// FormatF64 returns the text of [AppendF64].
func FormatF64(x float64) string { return string(AppendF64(nil, x)) }

// FormatF32 returns the text of [AppendF32].
func FormatF32(x float32) string { return string(AppendF32(nil, x)) }

// FormatF16 returns the text of [AppendF16].
func FormatF16(x F16) string { return string(AppendF16(nil, x)) }

func appendShortest(dst []byte, x float64, bitSize int) []byte {
	a := math.Abs(x)
	switch {
	case x != x:
		return append(dst, "nan"...)
	case a > math.MaxFloat64 && x > 0:
		return append(dst, "inf"...)
	case a > math.MaxFloat64:
		return append(dst, "-inf"...)
	case a != 0 && (a < 1e-5 || a >= 1e16):
		return strconv.AppendFloat(dst, x, 'e', -1, bitSize)
	}
	dst = strconv.AppendFloat(dst, x, 'f', -1, bitSize)
	if a == math.Trunc(a) {
		dst = append(dst, ".0"...)
	}
	return dst
}
