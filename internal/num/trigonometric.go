// Sine, cosine and tangent. The argument is reduced to r = x - q*π/2 with
// |r| <= π/4, as hi + lo: for |x| < 2^19 by subtracting q times π/2 in three
// parts (Cody and Waite), beyond and near the zeros by multiplying with as many
// bits of 2/π as the exponent demands (Payne and Hanek, "Radian reduction for
// trigonometric functions", 1983), so that every argument is as accurate as
// small ones. Taylor polynomials of degree 17 and 18 do the rest.
package num

import (
	"math"
	"math/bits"
)

// reduceAngle returns r = hi + lo and q modulo 4 with x = q*π/2 + r for finite x.
func reduceAngle(x float64) (q uint32, hi, lo float64) {
	ax := math.Abs(x)
	if ax <= math.Pi/4 {
		return 0, x, 0
	}
	if ax < 0x1p19 {
		t := float64(x*(2/math.Pi)) + roundToInt
		k := t - roundToInt
		a, e := twoSum(x-float64(k*halfPi1), -float64(k*halfPi2)) // both products are exact
		hi, lo = fastTwoSum(a, e-float64(k*halfPi3))
		if hi > 0x1p-20 || hi < -0x1p-20 {
			return uint32(math.Float64bits(t)), hi, lo
		}
	}
	q, hi, lo = reduceLargeAngle(ax)
	if x < 0 {
		return -q, -hi, -lo
	}
	return q, hi, lo
}

// reduceLargeAngle is reduceAngle for finite x > π/4, by integer arithmetic.
func reduceLargeAngle(x float64) (q uint32, hi, lo float64) {
	m, e := significand(math.Float64bits(x))
	// x * 2/π modulo 4 = m*2^e * w * 2^(2-e-192) modulo 4; w is 192 bits of 2/π: the bits
	// before it contribute multiples of 4. The table begins with 64 zeros. An error below
	// 2^-136 remains.
	i, s := uint32(e+62)/64, uint32(e+62)%64
	a, b, c, d := twoOverPi[i], twoOverPi[i+1], twoOverPi[i+2], twoOverPi[i+3]
	a, b, c = a<<s|b>>(64-s), b<<s|c>>(64-s), c<<s|d>>(64-s)
	h0, w0 := bits.Mul64(m, c)
	h1, w1 := bits.Mul64(m, b)
	w1, carry := bits.Add64(w1, h0, 0)
	w2 := m*a + h1 + carry

	// The top two bits are the quadrant, the others a fraction of it.
	q = uint32(w2 >> 62)
	w2, w1, w0 = w2<<2|w1>>62, w1<<2|w0>>62, w0<<2
	negative := int64(w2) < 0
	if negative {
		q++
		var borrow uint64
		w0, borrow = bits.Sub64(0, w0, 0)
		w1, borrow = bits.Sub64(0, w1, borrow)
		w2, _ = bits.Sub64(0, w2, borrow)
	}
	n := uint(bits.LeadingZeros64(w2))
	w2, w1 = w2<<n|w1>>(64-n), w1<<n|w0>>(64-n)
	unit := powerOfTwo(-53 - int32(n))
	f := float64(float64(w2>>11) * unit)
	g := float64(float64(w2&0x7ff<<42|w1>>22) * float64(unit*0x1p-53))
	p, pe := twoProduct(f, halfPiHi)
	hi, lo = fastTwoSum(p, pe+mulAdd(f, halfPiLo, float64(g*halfPiHi)))
	if negative {
		return q, -hi, -lo
	}
	return q, hi, lo
}

// sinReduced returns sin(r+rlo) as hi + lo for |r| <= π/4 and a bit more.
func sinReduced(r, rlo float64) (hi, lo float64) {
	z := float64(r * r)
	p := mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z,
		1.0/355687428096000, -1.0/1307674368000), 1.0/6227020800), -1.0/39916800), 1.0/362880), -1.0/5040), 1.0/120), -1.0/6)
	return fastTwoSum(r, mulAdd(float64(z*r), p, rlo-float64(rlo*(0.5*z))))
}

// cosReduced returns cos(r+rlo) as hi + lo for |r| <= π/4 and a bit more.
func cosReduced(r, rlo float64) (hi, lo float64) {
	z, ze := twoProduct(r, r)
	p := mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z,
		-1.0/6402373705728000, 1.0/20922789888000), -1.0/87178291200), 1.0/479001600), -1.0/3628800), 1.0/40320), -1.0/720), 1.0/24)
	h, e := fastTwoSum(1, -0.5*z)
	return fastTwoSum(h, e+mulAdd(float64(z*z), p, -0.5*ze-float64(r*rlo)))
}

// SinF64 returns the sine of x radians, NaN for infinities. Error below 0.7 ulp.
func SinF64(x float64) float64 {
	if !(math.Abs(x) <= math.MaxFloat64) {
		return NaNF64()
	}
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	q, r, rlo := reduceAngle(x)
	var y float64
	if q&1 == 0 {
		y, _ = sinReduced(r, rlo)
	} else {
		y, _ = cosReduced(r, rlo)
	}
	if q&2 != 0 {
		return -y
	}
	return y
}

// CosF64 returns the cosine of x radians, NaN for infinities. Error below 0.7 ulp.
func CosF64(x float64) float64 {
	if !(math.Abs(x) <= math.MaxFloat64) {
		return NaNF64()
	}
	q, r, rlo := reduceAngle(x)
	var y float64
	if q&1 == 0 {
		y, _ = cosReduced(r, rlo)
	} else {
		y, _ = sinReduced(r, rlo)
	}
	if (q+1)&2 != 0 {
		return -y
	}
	return y
}

// TanF64 returns the tangent of x radians, NaN for infinities. Error below 1 ulp.
func TanF64(x float64) float64 {
	if !(math.Abs(x) <= math.MaxFloat64) {
		return NaNF64()
	}
	if math.Abs(x) < 0x1p-27 {
		return x
	}
	q, r, rlo := reduceAngle(x)
	n, nlo := sinReduced(r, rlo)
	d, dlo := cosReduced(r, rlo)
	if q&1 != 0 {
		n, nlo, d, dlo = -d, -dlo, n, nlo
	}
	y := n / d
	return y + (math.FMA(-y, d, n)+nlo-float64(y*dlo))/d
}
