// The hyperbolic functions and their inverses, from the exponential and the
// logarithm, with forms that do not cancel near zero.
package num

import "math"

// sinhSmall returns sinh(x) for |x| <= 1 by its Taylor polynomial of degree 21.
func sinhSmall(x float64) float64 {
	z := float64(x * x)
	p := mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z, mulAdd(z,
		1.0/51090942171709440000, 1.0/121645100408832000), 1.0/355687428096000), 1.0/1307674368000),
		1.0/6227020800), 1.0/39916800), 1.0/362880), 1.0/5040), 1.0/120), 1.0/6)
	return mulAdd(float64(z*x), p, x)
}

// SinhF64 returns the hyperbolic sine of x. Error below 1.5 ulp.
func SinhF64(x float64) float64 {
	ax := math.Abs(x)
	var y float64
	switch {
	case x != x:
		return NaNF64()
	case ax <= 1:
		return sinhSmall(x)
	case ax < 40:
		e := expKernel(ax, 0, -1)
		y = e - 0.25/e
	case ax < 712:
		y = expKernel(ax, 0, -1)
	default:
		y = math.Inf(1)
	}
	return math.Copysign(y, x)
}

// CoshF64 returns the hyperbolic cosine of x. Error below 1.5 ulp.
func CoshF64(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x:
		return NaNF64()
	case ax < 40:
		e := expKernel(ax, 0, -1)
		return e + 0.25/e
	case ax < 712:
		return expKernel(ax, 0, -1)
	}
	return math.Inf(1)
}

// TanhF64 returns the hyperbolic tangent of x. Error below 2.5 ulp.
func TanhF64(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x:
		return NaNF64()
	case ax < 0.5:
		s := sinhSmall(x)
		return s / math.Sqrt(mulAdd(s, s, 1))
	case ax < 22:
		return math.Copysign(1-2/(expKernel(2*ax, 0, 0)+1), x)
	}
	return math.Copysign(1, x)
}

// AsinhF64 returns the inverse hyperbolic sine of x. Error below 2 ulp.
func AsinhF64(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case x != x:
		return NaNF64()
	case ax > math.MaxFloat64 || ax < 0x1p-28:
		return x
	case ax > 0x1p28:
		hi, lo := logKernel(ax)
		return math.Copysign(hi+(math.Ln2+lo), x)
	}
	z := float64(ax * ax)
	hi, _ := log1pKernel(ax + z/(1+math.Sqrt(1+z)))
	return math.Copysign(hi, x)
}

// AcoshF64 returns the non-negative inverse hyperbolic cosine of x, NaN if
// x < 1. Error below 2 ulp.
func AcoshF64(x float64) float64 {
	switch {
	case !(x >= 1):
		return NaNF64()
	case x > math.MaxFloat64:
		return x
	case x > 0x1p28:
		hi, lo := logKernel(x)
		return hi + (math.Ln2 + lo)
	}
	t := x - 1
	hi, _ := log1pKernel(t + math.Sqrt(mulAdd(t, t, 2*t)))
	return hi
}

// AtanhF64 returns the inverse hyperbolic tangent of x: an infinity for ±1, NaN
// if |x| > 1. Error below 2 ulp.
func AtanhF64(x float64) float64 {
	ax := math.Abs(x)
	switch {
	case !(ax <= 1):
		return NaNF64()
	case ax == 1:
		return math.Copysign(math.Inf(1), x)
	case ax < 0x1p-28:
		return x
	}
	hi, _ := log1pKernel(2 * ax / (1 - ax))
	return math.Copysign(0.5*hi, x)
}
