// Operations on the bits of integers, as the built-in functions of WGSL define
// them (section "Numeric Built-in Functions"), for every width.
package num

import "math/bits"

// zeroExtend returns the bits of a in the low end of a uint64.
func zeroExtend[T Int](a T) uint64 {
	return uint64(a) & (^uint64(0) >> (64 - Width[T]()))
}

// CountOneBits returns the number of 1 bits.
func CountOneBits[T Int](a T) T { return T(bits.OnesCount64(zeroExtend(a))) }

// CountLeadingZeros returns the number of 0 bits above the most significant 1,
// or the width if a is zero.
func CountLeadingZeros[T Int](a T) T {
	return T(int(Width[T]()) - bits.Len64(zeroExtend(a)))
}

// CountTrailingZeros returns the number of 0 bits below the least significant
// 1, or the width if a is zero.
func CountTrailingZeros[T Int](a T) T {
	return T(min(bits.TrailingZeros64(uint64(a)), int(Width[T]())))
}

// FirstLeadingBit returns the position of the most significant bit that is 1,
// or, for a signed type, that differs from the sign bit. It is T(-1) if there
// is none.
func FirstLeadingBit[T Int](a T) T {
	if a < 0 {
		a = ^a
	}
	return T(bits.Len64(zeroExtend(a)) - 1)
}

// FirstTrailingBit returns the position of the least significant 1 bit, or
// T(-1) if there is none.
func FirstTrailingBit[T Int](a T) T {
	if a == 0 {
		return ^T(0)
	}
	return T(bits.TrailingZeros64(uint64(a)))
}

// ReverseBits moves the bit at position k to position width-1-k, for all k.
func ReverseBits[T Int](a T) T {
	return T(bits.Reverse64(uint64(a)) >> (64 - Width[T]()))
}

// ExtractBits returns count bits of e from offset on, moved to the low end and
// extended with the topmost of them if T is signed and with zeros if not. The
// range is clamped to the width; an empty one gives zero.
func ExtractBits[T Int](e T, offset, count uint32) T {
	w := Width[T]()
	o := min(offset, w)
	c := min(count, w-o)
	if c == 0 {
		return 0
	}
	return e << (w - o - c) >> (w - c)
}

// InsertBits returns e with count bits from offset on replaced by the low bits
// of newbits. The range is clamped to the width; an empty one gives e.
func InsertBits[T Int](e, newbits T, offset, count uint32) T {
	w := Width[T]()
	o := min(offset, w)
	c := min(count, w-o)
	if c == 0 {
		return e
	}
	mask := T(^uint64(0)>>(64-c)) << o
	return e&^mask | newbits<<o&mask
}
