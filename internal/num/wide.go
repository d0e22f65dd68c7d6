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

// AddCarry returns a + b modulo 2^width, and 1 if it overflowed or 0 if not.
func AddCarry[T Unsigned](a, b T) (sum, carry T) {
	sum = a + b
	return sum, FromBool[T](sum < a)
}

// SubBorrow returns a - b modulo 2^width, and 1 if b > a or 0 if not.
func SubBorrow[T Unsigned](a, b T) (diff, borrow T) {
	return a - b, FromBool[T](a < b)
}
