// The logarithms. x = 2^k * m with m from 0.707 to 1.414; a table indexed by the top seven
// bits of m has c near 1/m and -log(c) to 107 bits, and is exactly 1 and 0 around m = 1.
// Let r = m*c - 1, taken exactly; log(x) = k*ln2 - log(c) + log(1+r), |r| < 2^-7: a Taylor
// polynomial whose first two terms are computed to 106 bits (Tang, "Table-driven
// implementation of the logarithm function", 1990).
package num

import "math"

// logKernel returns the natural logarithm of a finite x > 0 as hi + lo, with a
// relative error below 2^-66.
func logKernel(x float64) (hi, lo float64) {
	b := math.Float64bits(x)
	var k int64
	if b < 1<<52 {
		b, k = math.Float64bits(float64(x*0x1p54)), -54
	}
	k += int64(b>>52) - 1023
	i := b >> 45 & 127
	b = b&(1<<52-1) | 1023<<52
	if i >= 53 { // m >= 1.414
		b -= 1 << 52
		k++
	}
	m, t := math.Float64frombits(b), &logTable[i]
	p, e := twoProduct(m, t.c)
	r, rlo := fastTwoSum(p-1, e)

	s, se := twoProduct(r, r)
	h, e1 := fastTwoSum(r, -0.5*s)
	q := mulAdd(r, mulAdd(r, mulAdd(r, mulAdd(r, mulAdd(r, mulAdd(r, mulAdd(r, mulAdd(r,
		1.0/11, -1.0/10), 1.0/9), -1.0/8), 1.0/7), -1.0/6), 1.0/5), -1.0/4), 1.0/3)
	low := e1 + (float64(float64(s*r)*q) + (rlo - float64(rlo*r)) - 0.5*se)

	kf := float64(k)
	h1, e2 := twoSum(float64(kf*ln2Hi), t.hi)
	h2, e3 := twoSum(h1, h)
	return fastTwoSum(h2, (e2+e3)+(mulAdd(kf, ln2Lo, t.lo)+low))
}

// log1pKernel returns log(1+u) for finite u > -1 as hi + lo.
func log1pKernel(u float64) (hi, lo float64) {
	w, e := twoSum(1, u)
	hi, lo = logKernel(w)
	return twoSum(hi, lo+e/w)
}

// logDomain handles arguments outside of logKernel's range: ok is false and y the result
// for x that is negative, zero, infinite or NaN.
func logDomain(x float64) (y float64, ok bool) {
	switch {
	case x > 0 && x <= math.MaxFloat64:
		return 0, true
	case x == 0:
		return math.Inf(-1), false
	case x > 0:
		return x, false
	}
	return NaNF64(), false
}

// LogF64 returns the natural logarithm of x: negative infinity for zero, NaN
// for negative x. Error below 0.501 ulp.
func LogF64(x float64) float64 {
	if y, ok := logDomain(x); !ok {
		return y
	}
	hi, _ := logKernel(x)
	return hi
}

// Log2F64 returns the base-2 logarithm of x, exactly for powers of two:
// negative infinity for zero, NaN for negative x. Error below 0.501 ulp.
func Log2F64(x float64) float64 {
	if y, ok := logDomain(x); !ok {
		return y
	}
	hi, lo := logKernel(x)
	p, e := twoProduct(hi, invLn2Hi)
	return p + (e + mulAdd(hi, invLn2Lo, float64(lo*invLn2Hi)))
}
