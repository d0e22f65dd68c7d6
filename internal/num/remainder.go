// The remainder of floating-point division. WGSL defines x % y as
// x - y*trunc(x/y) and leaves the error of the quotient open; taken exactly,
// that is C's fmod, whose result always is representable.
package num

import (
	"math"
	"math/bits"
)

// RemF64 returns x - y*trunc(x/y) computed exactly: its magnitude is less than
// that of y and its sign that of x, also when zero. It is NaN if x is infinite,
// y is zero or either is NaN, and x if y is infinite.
func RemF64(x, y float64) float64 {
	bx, by := math.Float64bits(x), math.Float64bits(y)
	sign := bx & (1 << 63)
	bx, by = bx&^(1<<63), by&^(1<<63)
	const inf = 0x7ff << 52
	switch {
	case bx >= inf || by > inf || by == 0:
		return NaNF64()
	case bx < by:
		return x
	}
	mx, ex := significand(bx)
	my, ey := significand(by)
	n := uint(ex - ey) // not negative, as bx >= by
	r := mx % my
	for ; n >= 64; n -= 64 {
		r = bits.Rem64(r, 0, my)
	}
	r = bits.Rem64(r>>(64-n), r<<n, my)
	if r == 0 {
		return math.Float64frombits(sign)
	}
	// r * 2^ey is exact: r has at most 53 bits and ey is at least -1074.
	shift := bits.LeadingZeros64(r) - 11
	if e := ey + 1075 - int32(shift); e > 0 {
		return math.Float64frombits(sign | (r<<shift)&(1<<52-1) | uint64(e)<<52)
	}
	return math.Float64frombits(sign | r<<(ey+1074))
}

// significand splits the bits of a finite non-negative value into an integer m
// and an exponent e with value m * 2^e.
func significand(b uint64) (m uint64, e int32) {
	if e = int32(b >> 52); e == 0 {
		return b, -1074
	}
	return b&(1<<52-1) | 1<<52, e - 1075
}
