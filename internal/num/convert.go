// Conversions between numbers of different types (WGSL sections "Floating
// Point Conversion" and "Value Constructor Built-in Functions").
//
//   - Integer to integer is Go's conversion: the value modulo 2^width.
//   - Integer to float rounds to nearest, ties to even: [F16FromInt],
//     [F32FromInt], [F64FromInt]. Go's conversion of 64-bit integers to float32
//     rounds twice on some architectures.
//   - Float to float: [F16.F32], [F16.F64], [F16FromF32], [F16FromF64],
//     [F32FromF64], [F64FromF32].
//   - Float to integer: IntFromF32 and its siblings follow WGSL.
//   - The bits of a float as an integer, and back: package math for f32 and
//     f64; an [F16] is its bits.
package num

// F32FromF64 converts x to f32, rounding to nearest, ties to even.
func F32FromF64(x float64) float32 { return CanonF32(float32(x)) }

// F64FromF32 converts x to f64, exactly.
func F64FromF32(x float32) float64 { return CanonF64(float64(x)) }

// F16FromInt converts x to f16, rounding to nearest, ties to even. Magnitudes
// of 65520 and more become infinities.
func F16FromInt[T Int](x T) F16 {
	// Numbers that f64 cannot hold exactly are far beyond the range of f16.
	return F16FromF64(float64(x))
}

// F32FromInt converts x to f32, rounding to nearest, ties to even.
func F32FromInt[T Int](x T) float32 {
	if Width[T]() < 64 {
		return float32(float64(x)) // exact in f64
	}
	u := uint64(x)
	if x < 0 {
		u = -u
	}
	var f float32
	if u < 1<<53 {
		f = float32(float64(u))
	} else {
		// 53 bits, the last 1 if any bit was dropped, round to 24 as all 64 do.
		f = float32(float64(float32(float64(u>>11|FromBool[uint64](u<<53 != 0)))) * 0x1p11)
	}
	if x < 0 {
		return -f
	}
	return f
}

// F64FromInt converts x to f64, rounding to nearest, ties to even.
func F64FromInt[T Int](x T) float64 { return float64(x) }

// IntFromF64 converts x to T as WGSL does: clamped to the least and the
// greatest value of T that f64 represents, then truncated. NaN gives zero.
func IntFromF64[T Int](x float64) T {
	return intFromFloat[T](x, greatestInt[T](53))
}

// IntFromF32 converts x to T as WGSL does: clamped to the least and the
// greatest value of T that f32 represents, then truncated; so 1e20 converted to
// i32 is 2147483520. NaN gives zero.
func IntFromF32[T Int](x float32) T {
	return intFromFloat[T](float64(x), greatestInt[T](24))
}

// IntFromF16 converts x to T as WGSL does: clamped to the least and the
// greatest value of T that f16 represents, then truncated; so an infinity
// converted to i32 is 65504. NaN gives zero.
func IntFromF16[T Int](x F16) T {
	f := x.F64()
	if Width[T]() > 16 {
		f = fmin(fmax(f, -65504), 65504)
	}
	return intFromFloat[T](f, fmin(greatestInt[T](11), 65504))
}

// intFromFloat truncates x, with anything above greatest replaced by it and
// anything below the range of T by its least value.
func intFromFloat[T Int](x, greatest float64) T {
	least := float64(MinInt[T]())
	switch {
	case x > greatest:
		return T(greatest)
	case x > least:
		return T(x)
	case x <= least:
		return MinInt[T]()
	}
	return 0
}

// greatestInt returns the greatest value of T that has at most the given number
// of significant bits.
func greatestInt[T Int](significant uint32) float64 {
	n := Width[T]()
	if IsSigned[T]() {
		n--
	}
	return float64(^uint64(0) >> (64 - n) &^ (1<<(n-min(significant, n)) - 1))
}

// BoolFromF16 reports whether x is not zero; true for NaN.
func BoolFromF16(x F16) bool { return x&^signF16 != 0 }

// BoolFromF32 reports whether x is not zero; true for NaN.
func BoolFromF32(x float32) bool { return x != 0 }

// BoolFromF64 reports whether x is not zero; true for NaN.
func BoolFromF64(x float64) bool { return x != 0 }

// F16FromBool returns 1 for true and 0 for false.
func F16FromBool(b bool) F16 {
	if b {
		return OneF16
	}
	return 0
}

// F32FromBool returns 1 for true and 0 for false.
func F32FromBool(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// F64FromBool returns 1 for true and 0 for false.
func F64FromBool(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
