// Integer operations whose exact result needs more bits than the operands:
// high and extended products, carries and borrows, saturating and halving
// sums, absolute differences, 24-bit products.
package num

import "math/bits"

// MulExtended returns the low and the high half of the product of a and b in
// twice their width. The low half of a signed product is the bits of an
// unsigned number.
func MulExtended[T Int](a, b T) (lo, hi T) {
	w := Width[T]()
	switch {
	case w == 64:
		h, l := bits.Mul64(uint64(a), uint64(b))
		if a < 0 {
			h -= uint64(b)
		}
		if b < 0 {
			h -= uint64(a)
		}
		return T(l), T(h)
	case IsSigned[T]():
		p := int64(a) * int64(b)
		return T(p), T(p >> w)
	}
	p := uint64(a) * uint64(b)
	return T(p), T(p >> w)
}

// MulHigh returns the high half of the product of a and b.
func MulHigh[T Int](a, b T) T {
	_, hi := MulExtended(a, b)
	return hi
}

// AddCarry returns a + b modulo 2^width, and 1 if it overflowed or 0 if not.
func AddCarry[T Unsigned](a, b T) (sum, carry T) {
	sum = a + b
	return sum, FromBool[T](sum < a)
}

// SubBorrow returns a - b modulo 2^width, and 1 if b > a or 0 if not.
func SubBorrow[T Unsigned](a, b T) (diff, borrow T) {
	return a - b, FromBool[T](a < b)
}

// AddSat returns a + b clamped to the range of T.
func AddSat[T Int](a, b T) T {
	r, ok := CheckedAdd(a, b)
	switch {
	case ok:
		return r
	case b < 0:
		return MinInt[T]()
	}
	return MaxInt[T]()
}

// SubSat returns a - b clamped to the range of T.
func SubSat[T Int](a, b T) T {
	r, ok := CheckedSub(a, b)
	switch {
	case ok:
		return r
	case b < 0:
		return MaxInt[T]()
	}
	return MinInt[T]()
}

// AbsDiff returns |a - b|. For a signed type the result is the bits of an
// unsigned number.
func AbsDiff[T Int](a, b T) T {
	if a < b {
		return b - a
	}
	return a - b
}

// HalfAdd returns floor((a + b) / 2), computed without overflow.
func HalfAdd[T Int](a, b T) T { return a&b + (a^b)>>1 }

// HalfAddRound returns floor((a + b + 1) / 2), computed without overflow.
func HalfAddRound[T Int](a, b T) T { return a | b - (a^b)>>1 }

// MulS24 returns the product of the low 24 bits of a and b, read as signed
// numbers, modulo 2^32.
func MulS24(a, b int32) int32 { return (a << 8 >> 8) * (b << 8 >> 8) }

// MulU24 returns the product of the low 24 bits of a and b, read as unsigned
// numbers, modulo 2^32.
func MulU24(a, b uint32) uint32 { return (a & 0xff_ffff) * (b & 0xff_ffff) }
