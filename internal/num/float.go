// Operations on f32 and f64 whose definition is one expression, written once for both
// types; f32.go, f64.go and f16arith.go give them their exported names. Definitions follow
// WGSL's section "Numeric Built-in Functions"; cases that it leaves open (signed zeros,
// NaN) are stated at each.
package num

type float interface{ float32 | float64 }

// fmin returns b if b < a, and a otherwise: a if either is NaN, and the first
// of two zeros.
func fmin[T float](a, b T) T {
	if b < a {
		return b
	}
	return a
}

// fmax returns b if a < b, and a otherwise.
func fmax[T float](a, b T) T {
	if a < b {
		return b
	}
	return a
}

// fsign returns -1 or 1 by the sign of x, and x if it is zero or NaN.
func fsign[T float](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}
