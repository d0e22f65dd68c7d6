package num

// This file writes numbers with few digits, which are the most usual ones in shaders,
// without a search for the shortest text: no two decimals of up to six digits are the same
// f32, nor two of up to three the same f16, so that one which reads back as the number is
// the only one so short.

import (
	"math"
	"strconv"
)

// appendQuickF32 appends x if it has up to six digits, up to five of them behind
// the point. A quotient that f64 rounds is never moved to a tie of f32.
func appendQuickF32(dst []byte, x float32) ([]byte, bool) {
	a := math.Abs(float64(x))
	if !(a < 1e6) || a < 1e-5 && a != 0 {
		return dst, false
	}
	for k, ten := range exactTens[:6] {
		n := math.Floor(float64(a*ten) + 0.5)
		if n >= 1e6 {
			break
		}
		if float32(n/ten) == float32(a) {
			return appendDecimal(dst, math.Signbit(float64(x)), uint64(n), k), true
		}
	}
	return dst, false
}

// appendQuickF16 appends x if it has up to three digits, up to four of them behind
// the point.
func appendQuickF16(dst []byte, x F16) ([]byte, bool) {
	a := math.Abs(x.F64())
	if !(a < 1e3) {
		return dst, false
	}
	for k, ten := range exactTens[:5] {
		n := math.Floor(float64(a*ten) + 0.5)
		if n >= 1e3 {
			break
		}
		if F16FromF64(n/ten).F64() == a {
			return appendDecimal(dst, math.Signbit(x.F64()), uint64(n), k), true
		}
	}
	return dst, false
}

// appendDecimal appends n / 10^k with at least one digit on each side of the
// point.
func appendDecimal(dst []byte, negative bool, n uint64, k int) []byte {
	if negative {
		dst = append(dst, '-')
	}
	ten := uint64(exactTens[k])
	whole, rest := n/ten, n%ten
	dst = append(strconv.AppendUint(dst, whole, 10), '.')
	for ten /= 10; ten > 1; ten /= 10 {
		dst = append(dst, byte('0'+rest/ten))
		rest %= ten
	}
	return append(dst, byte('0'+rest))
}
