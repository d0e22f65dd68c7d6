// Checked integer operations for expressions evaluated before the shader runs, which WGSL
// rejects in cases that have a defined result at run time (sections "Arithmetic
// Expressions" and "Bit Expressions"). Each returns the wrapped result too, so that
// evaluation can go on after the error is reported.
//
// Which check applies depends on the type. AbstractInt may not overflow at all
// (section "Abstract Numeric Types"): use every function here with int64.
// Concrete types wrap on add, subtract, multiply and negate; only division,
// remainder and shifts are checked.
package num

// CheckedAdd returns a + b, and false if it overflows T.
func CheckedAdd[T Int](a, b T) (T, bool) {
	r := a + b
	if IsSigned[T]() {
		return r, (a^r)&(b^r) >= 0
	}
	return r, r >= a
}

// CheckedSub returns a - b, and false if it overflows T.
func CheckedSub[T Int](a, b T) (T, bool) {
	r := a - b
	if IsSigned[T]() {
		return r, (a^b)&(a^r) >= 0
	}
	return r, a >= b
}

// CheckedMul returns a * b, and false if it overflows T.
func CheckedMul[T Int](a, b T) (T, bool) {
	lo, hi := MulExtended(a, b)
	if IsSigned[T]() {
		return lo, hi == lo>>(Width[T]()-1)
	}
	return lo, hi == 0
}

// CheckedDiv returns Div(a, b), and false if b is zero or the quotient
// overflows.
func CheckedDiv[T Int](a, b T) (T, bool) {
	return Div(a, b), divides(a, b)
}

// CheckedRem returns Rem(a, b), and false if b is zero or the quotient
// overflows.
func CheckedRem[T Int](a, b T) (T, bool) {
	return Rem(a, b), divides(a, b)
}

func divides[T Int](a, b T) bool {
	return b != 0 && !(IsSigned[T]() && b == ^T(0) && a == MinInt[T]())
}

// CheckedShl returns Shl(a, s). It is false if s is not less than the width of
// T, or if bits are lost: for a signed type the s+1 most significant bits of a
// must agree, for an unsigned type the s most significant bits must be zero.
func CheckedShl[T Int](a T, s uint32) (T, bool) {
	r := Shl(a, s)
	return r, s < Width[T]() && Shr(r, s) == a
}

// CheckedShr returns Shr(a, s), and false if s is not less than the width of T.
func CheckedShr[T Int](a T, s uint32) (T, bool) {
	return Shr(a, s), s < Width[T]()
}

// CheckedShlAbstract shifts an AbstractInt left by any s, and returns false if
// the result does not fit.
func CheckedShlAbstract(a int64, s uint32) (int64, bool) {
	r := a << s // zero from 64 on
	return r, r>>s == a && (s < 64 || a == 0)
}

// ShrAbstract shifts an AbstractInt right by any s, inserting sign bits.
func ShrAbstract(a int64, s uint32) int64 { return a >> s }

// Narrow converts x to T, and returns false if T cannot hold its value.
func Narrow[T, S Int](x S) (T, bool) {
	r := T(x)
	return r, S(r) == x && (r < 0) == (x < 0)
}

// BitRangeValid reports whether offset+count is within the width of T, which
// extractBits and insertBits demand of const- and override-expressions.
func BitRangeValid[T Int](offset, count uint32) bool {
	return uint64(offset)+uint64(count) <= uint64(Width[T]())
}
