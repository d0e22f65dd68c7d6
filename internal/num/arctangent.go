// The inverse trigonometric functions, all from the arctangent of a ratio. For 0 <= n <= d
// let c be the multiple of 1/32 nearest to n/d; then atan(n/d) = atan(c) + atan(u), u = (n
// - c*d)/(d + c*n), |u| <= 1/64, with a table of 107-bit values for atan(c) and a Taylor
// polynomial for atan(u). The numerator of u is exact, and the error of its quotient is
// carried along.
package num

import "math"

// atanRatio returns atan(n/d) as hi + lo for 0 <= n <= d, d finite and not zero.
func atanRatio(n, d float64) (hi, lo float64) {
	i := int(n/d*32 + 0.5)
	c := float64(i) * (1.0 / 32)
	num := math.FMA(-c, d, n)
	cn, cne := twoProduct(c, n)
	den, dene := fastTwoSum(d, cn)
	u := num / den
	ulo := (math.FMA(-u, den, num) - float64(u*(dene+cne))) / den
	z := float64(u * u)
	p := mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, -1.0/11, 1.0/9), -1.0/7), 1.0/5), -1.0/3)
	t := &atanTable[i]
	h, e := fastTwoSum(t.hi, u)
	return fastTwoSum(h, e+mulAdd(float64(z*u), p, ulo+t.lo))
}

// Atan2F64 returns the angle of the vector (x, y), from -π to π, with the
// special cases of IEEE 754's atan2: zeros and infinities of either sign are
// limits of finite points. Error below 0.55 ulp.
func Atan2F64(y, x float64) float64 {
	if x != x || y != y {
		return NaNF64()
	}
	ax, ay := math.Abs(x), math.Abs(y)
	if math.IsInf(ax, 0) || math.IsInf(ay, 0) {
		// Only the direction counts: the infinite coordinates against the others.
		ax, ay = infinityToOne(ax), infinityToOne(ay)
	}
	var hi, lo float64
	switch {
	case ay == 0:
		hi, lo = 0, 0
	case ax == 0:
		hi, lo = halfPiHi, halfPiLo
	default:
		n, d := min(ax, ay), max(ax, ay)
		switch {
		case d > 0x1p900:
			n, d = float64(n*0x1p-200), float64(d*0x1p-200)
		case d < 0x1p-900:
			n, d = float64(n*0x1p150), float64(d*0x1p150)
		}
		hi, lo = atanRatio(n, d)
		if ay > ax {
			hi, lo = subtractFrom(halfPiHi, halfPiLo, hi, lo)
		}
	}
	if math.Signbit(x) {
		hi, lo = subtractFrom(2*halfPiHi, 2*halfPiLo, hi, lo)
	}
	return math.Copysign(hi, y)
}

// infinityToOne returns 1 for an infinity and 0 for any other x >= 0.
func infinityToOne(x float64) float64 {
	if math.IsInf(x, 0) {
		return 1
	}
	return 0
}

// subtractFrom returns (ahi+alo) - (bhi+blo) for |ahi| >= |bhi|.
func subtractFrom(ahi, alo, bhi, blo float64) (hi, lo float64) {
	h, e := fastTwoSum(ahi, -bhi)
	return fastTwoSum(h, e+(alo-blo))
}

// AtanF64 returns the arctangent of x in radians. Error below 0.55 ulp.
func AtanF64(x float64) float64 { return Atan2F64(x, 1) }

// AsinF64 returns the arcsine of x in radians, NaN if |x| > 1. Error below 1.5 ulp.
func AsinF64(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return NaNF64()
	}
	return Atan2F64(x, math.Sqrt(math.FMA(-x, x, 1)))
}

// AcosF64 returns the arccosine of x in radians, NaN if |x| > 1. Error below 1.5 ulp.
func AcosF64(x float64) float64 {
	if !(math.Abs(x) <= 1) {
		return NaNF64()
	}
	return Atan2F64(math.Sqrt(math.FMA(-x, x, 1)), x)
}
