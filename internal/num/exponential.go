// The exponential functions. e^x = 2^m * 2^(j/128) * e^r with |r| <= ln2/256:
// the second factor comes from a table of 107-bit values, the third from its
// Taylor polynomial, whose remainder is below 2^-60 (Tang, "Table-driven
// implementation of the exponential function", 1989).
package num

import "math"

// roundToInt added to a value below 2^51 leaves the nearest integer in the low
// bits of the sum's representation.
const roundToInt = 0x1.8p52

// expReduced returns 2^(k/128) * e^r * 2^scale for |r| <= ln2/256 and a bit
// more, with an error below 0.51 ulp.
func expReduced(k int32, r float64, scale int32) float64 {
	p := mulAdd(float64(r*r), mulAdd(r, mulAdd(r, mulAdd(r, 1.0/120, 1.0/24), 1.0/6), 1.0/2), r)
	t := &expTable[k&127]
	y := t.hi + mulAdd(t.hi, p, t.lo)
	m := k>>7 + scale
	switch {
	case m >= -1021 && m <= 1022:
		return math.Float64frombits(math.Float64bits(y) + uint64(m)<<52)
	case m > 0:
		return float64(float64(y*0x1p1000) * powerOfTwo(m-1000))
	}
	return float64(float64(y*powerOfTwo(m+1000)) * 0x1p-1000)
}

// powerOfTwo returns 2^m for -1022 <= m <= 1023.
func powerOfTwo(m int32) float64 { return math.Float64frombits(uint64(1023+m) << 52) }

// expKernel returns e^(x+lo) * 2^scale for |x| < 800 and |lo| far below |x|.
func expKernel(x, lo float64, scale int32) float64 {
	t := float64(x*(128/math.Ln2)) + roundToInt
	k := t - roundToInt
	r := (x - float64(k*ln2Over128Hi)) - float64(k*ln2Over128Lo) + lo
	return expReduced(int32(math.Float64bits(t)), r, scale)
}

// ExpF64 returns e^x; error below 0.51 ulp.
func ExpF64(x float64) float64 {
	switch {
	case x != x:
		return NaNF64()
	case x > 709.8:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	return expKernel(x, 0, 0)
}

// Exp2F64 returns 2^x, exactly if x is an integer; error below 0.51 ulp.
func Exp2F64(x float64) float64 {
	switch {
	case x != x:
		return NaNF64()
	case x >= 1024:
		return math.Inf(1)
	case x <= -1075:
		return 0
	}
	t := float64(x*128) + roundToInt
	r := x - float64((t-roundToInt)*(1.0/128)) // exact
	return expReduced(int32(math.Float64bits(t)), float64(r*math.Ln2), 0)
}

// PowF64 returns x^y with the special cases of IEEE 754's pow: one if y is zero or x is
// one, NaN if x is negative and y not an integer. Error below 0.55 ulp, and none if the
// result is representable.
func PowF64(x, y float64) float64 {
	ax := AbsF64(x)
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return NaNF64()
	case math.IsInf(y, 0):
		switch {
		case ax == 1:
			return 1
		case (ax > 1) == (y > 0):
			return math.Inf(1)
		}
		return 0
	}
	integer := y == math.Trunc(y)
	negative := math.Signbit(x) && integer && isOdd(y)
	switch {
	case x == 0 || math.IsInf(x, 0):
		if (ax > 1) == (y > 0) {
			ax = math.Inf(1)
		} else {
			ax = 0
		}
	case x < 0 && !integer:
		return NaNF64()
	default:
		hi, lo := logKernel(ax)
		p, e := twoProduct(hi, y)
		switch {
		case p > 709.8:
			ax = math.Inf(1)
		case p < -745.2:
			ax = 0
		default:
			ax = expKernel(p, mulAdd(lo, y, e), 0)
		}
	}
	if negative {
		return -ax
	}
	return ax
}

// isOdd reports whether the integer y is odd.
func isOdd(y float64) bool { return math.Abs(y) < 0x1p53 && int64(y)&1 != 0 }
