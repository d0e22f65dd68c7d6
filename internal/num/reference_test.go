// Transcendental functions over math/big at 320 bits: the reference that tables
// are made from and results are measured against. Plain series, slow.
package num

import (
	"math"
	"math/big"
)

const refBits = 320

func bf(x float64) *big.Float { return new(big.Float).SetPrec(refBits).SetFloat64(x) }

func badd(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(refBits).Add(a, b) }
func bsub(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(refBits).Sub(a, b) }
func bmul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(refBits).Mul(a, b) }
func bdiv(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(refBits).Quo(a, b) }
func bsqrt(a *big.Float) *big.Float   { return new(big.Float).SetPrec(refBits).Sqrt(a) }
func bneg(a *big.Float) *big.Float    { return new(big.Float).SetPrec(refBits).Neg(a) }
func bscale(a *big.Float, e int) *big.Float {
	return new(big.Float).SetPrec(refBits).SetMantExp(a, e)
}

// series sums terms until they are negligible against the sum.
func series(first *big.Float, next func(n int, term *big.Float) *big.Float) *big.Float {
	sum, term := new(big.Float).SetPrec(refBits).Set(first), first
	for n := 1; term.Sign() != 0; n++ {
		term = next(n, term)
		if term.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-refBits-8 {
			break
		}
		sum = badd(sum, term)
	}
	return sum
}

// refAtanSmall returns atan(x) for |x| well below 1.
func refAtanSmall(x *big.Float) *big.Float {
	z, power := bneg(bmul(x, x)), x
	return series(x, func(n int, _ *big.Float) *big.Float {
		power = bmul(power, z)
		return bdiv(power, bf(float64(2*n+1)))
	})
}

// Machin's formula.
var refPi = bsub(bmul(bf(16), refAtanSmall(bdiv(bf(1), bf(5)))), bmul(bf(4), refAtanSmall(bdiv(bf(1), bf(239)))))

// refLn2 is 2*artanh(1/3).
var refLn2 = bmul(bf(2), refArtanhSmall(bdiv(bf(1), bf(3))))

func refArtanhSmall(x *big.Float) *big.Float {
	z, power := bmul(x, x), x
	return series(x, func(n int, _ *big.Float) *big.Float {
		power = bmul(power, z)
		return bdiv(power, bf(float64(2*n+1)))
	})
}

// refExp returns e^x for |x| < 2^20.
func refExp(x *big.Float) *big.Float {
	k, _ := bdiv(x, refLn2).Int64()
	r := bscale(bsub(x, bmul(bf(float64(k)), refLn2)), -8)
	y := series(bf(1), func(n int, t *big.Float) *big.Float { return bdiv(bmul(t, r), bf(float64(n))) })
	for range 8 {
		y = bmul(y, y)
	}
	return bscale(y, int(k))
}

// refExpm1 returns e^x - 1 without cancellation for small x.
func refExpm1(x *big.Float) *big.Float {
	if x.Sign() != 0 && x.MantExp(nil) < -20 {
		return series(x, func(n int, t *big.Float) *big.Float { return bdiv(bmul(t, x), bf(float64(n+1))) })
	}
	return bsub(refExp(x), bf(1))
}

// refLog returns the logarithm of x > 0.
func refLog(x *big.Float) *big.Float {
	m := new(big.Float).SetPrec(refBits)
	k := x.MantExp(m) // m in [0.5, 1)
	if m.Cmp(bf(0.7071)) < 0 {
		m, k = bscale(m, 1), k-1
	}
	return badd(bmul(bf(float64(k)), refLn2), refLogNearOne(m))
}

// refLogNearOne returns log(m) as 2*artanh((m-1)/(m+1)), keeping relative accuracy.
func refLogNearOne(m *big.Float) *big.Float {
	t := bdiv(bsub(m, bf(1)), badd(m, bf(1)))
	if t.Sign() == 0 {
		return bf(0)
	}
	return bmul(bf(2), refArtanhSmall(t))
}

// refLog1p returns log(1+u) for u > -1.
func refLog1p(u *big.Float) *big.Float {
	if u.Sign() != 0 && u.MantExp(nil) < -2 {
		return bmul(bf(2), refArtanhSmall(bdiv(u, badd(u, bf(2)))))
	}
	return refLog(badd(u, bf(1)))
}

// refSinCos returns the sine and cosine of x; the reduction uses enough of π
// for any f64.
func refSinCos(x *big.Float) (sin, cos *big.Float) {
	q, r := refReduce(x)
	z := bneg(bmul(r, r))
	s := series(r, func(n int, t *big.Float) *big.Float { return bdiv(bmul(t, z), bf(float64(2*n*(2*n+1)))) })
	c := series(bf(1), func(n int, t *big.Float) *big.Float { return bdiv(bmul(t, z), bf(float64((2*n-1)*2*n))) })
	switch q {
	case 1:
		s, c = c, bneg(s)
	case 2:
		s, c = bneg(s), bneg(c)
	case 3:
		s, c = bneg(c), s
	}
	return s, c
}

var refHugePi = func() *big.Float { // 1700 bits, by Machin's formula in integers
	const bits = 1700
	one := new(big.Int).Lsh(big.NewInt(1), bits+16)
	arctan := func(d int64) *big.Int {
		sum, term := new(big.Int), new(big.Int).Div(one, big.NewInt(d))
		for n := int64(0); term.Sign() != 0; n++ {
			q := new(big.Int).Div(term, big.NewInt(2*n+1))
			if n%2 == 0 {
				sum.Add(sum, q)
			} else {
				sum.Sub(sum, q)
			}
			term.Div(term, big.NewInt(d*d))
		}
		return sum
	}
	pi := new(big.Int).Mul(big.NewInt(16), arctan(5))
	pi.Sub(pi, new(big.Int).Mul(big.NewInt(4), arctan(239)))
	f := new(big.Float).SetPrec(bits).SetInt(pi)
	return f.SetMantExp(f, -(bits + 16))
}()

func refReduce(x *big.Float) (q int, r *big.Float) {
	const bits = 1700
	half := new(big.Float).SetPrec(bits).SetMantExp(refHugePi, -1)
	t := new(big.Float).SetPrec(bits).Quo(new(big.Float).SetPrec(bits).Set(x), half)
	if t.Sign() < 0 {
		t.Sub(t, big.NewFloat(0.5))
	} else {
		t.Add(t, big.NewFloat(0.5))
	}
	k, _ := t.Int(nil)
	p := new(big.Float).SetPrec(bits).Mul(new(big.Float).SetPrec(bits).SetInt(k), half)
	d := new(big.Float).SetPrec(bits).Sub(new(big.Float).SetPrec(bits).Set(x), p)
	return int(new(big.Int).And(k, big.NewInt(3)).Int64()), new(big.Float).SetPrec(refBits).Set(d)
}

// refAtan returns the arctangent of x.
func refAtan(x *big.Float) *big.Float {
	if x.Sign() < 0 {
		return bneg(refAtan(bneg(x)))
	}
	if x.Cmp(bf(1)) > 0 {
		return bsub(bscale(refPi, -1), refAtan(bdiv(bf(1), x)))
	}
	// Halve the angle four times.
	for range 4 {
		x = bdiv(x, badd(bf(1), bsqrt(badd(bf(1), bmul(x, x)))))
	}
	return bscale(refAtanSmall(x), 4)
}

// refAtan2 returns the angle of (x, y), not both zero.
func refAtan2(y, x *big.Float) *big.Float {
	switch {
	case x.Sign() > 0:
		return refAtan(bdiv(y, x))
	case y.Sign() > 0:
		return bsub(bscale(refPi, -1), refAtan(bdiv(x, y)))
	case y.Sign() < 0:
		return bsub(bneg(bscale(refPi, -1)), refAtan(bdiv(x, y)))
	}
	return refPi
}

// ulpError returns |got - want| in units of the last place of a type with the
// given precision and least exponent (of its smallest subnormal).
func ulpError(got float64, want *big.Float, precision, minExp int) float64 {
	e := minExp
	if want.Sign() != 0 {
		e = max(e, want.MantExp(nil)-precision)
	}
	d, _ := bscale(bsub(bf(got), want), -e).Float64()
	return math.Abs(d)
}
