// Integer arithmetic as WGSL defines it (section "Arithmetic Expressions"): results modulo
// 2^width, and every operation total. Signed and unsigned types share one generic function
// if the rule is one sentence for both.
package num

import "unsafe"

// Signed is the set of signed integer types.
type Signed interface {
	~int8 | ~int16 | ~int32 | ~int64
}

// Unsigned is the set of unsigned integer types.
type Unsigned interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Int is the set of integer types that shaders compute with.
type Int interface{ Signed | Unsigned }

// Width returns the number of bits of T.
func Width[T Int]() uint32 { return uint32(unsafe.Sizeof(T(0))) * 8 }

// IsSigned reports whether T is a signed type.
func IsSigned[T Int]() bool { return ^T(0) < 0 }

// MinInt returns the least value of T.
func MinInt[T Int]() T {
	if IsSigned[T]() {
		return T(1) << (Width[T]() - 1)
	}
	return 0
}

// Add returns a + b modulo 2^width.
func Add[T Int](a, b T) T { return a + b }

// Sub returns a - b modulo 2^width.
func Sub[T Int](a, b T) T { return a - b }

// Mul returns a * b modulo 2^width.
func Mul[T Int](a, b T) T { return a * b }

// Neg returns -a modulo 2^width; the least value of a signed type is its own
// negation.
func Neg[T Int](a T) T { return -a }

// Abs returns the absolute value of a; the least value of a signed type is
// returned unchanged.
func Abs[T Int](a T) T {
	if a < 0 {
		return -a
	}
	return a
}

// Div returns a / b truncated toward zero; a when b is zero, and a when a is
// the least value and b is -1.
func Div[T Int](a, b T) T {
	if b == 0 {
		return a
	}
	return a / b // Go defines MIN / -1 as MIN
}

// Rem returns a - b*trunc(a/b), which has the sign of a; zero when b is zero,
// and zero when a is the least value and b is -1.
func Rem[T Int](a, b T) T {
	if b == 0 {
		return 0
	}
	return a % b // Go defines MIN % -1 as 0
}

// Min returns b if b < a, and a otherwise.
func Min[T Int](a, b T) T {
	if b < a {
		return b
	}
	return a
}

// Max returns b if a < b, and a otherwise.
func Max[T Int](a, b T) T {
	if a < b {
		return b
	}
	return a
}

// Clamp returns min(max(x, low), high).
func Clamp[T Int](x, low, high T) T { return Min(Max(x, low), high) }

// Sign returns -1, 0 or 1 as a is negative, zero or positive.
func Sign[T Int](a T) T {
	switch {
	case a > 0:
		return 1
	case a < 0:
		return ^T(0)
	}
	return 0
}

// Shl returns a shifted left by s modulo the width of T.
func Shl[T Int](a T, s uint32) T { return a << (s & (Width[T]() - 1)) }

// Shr returns a shifted right by s modulo the width of T, inserting copies of
// the sign bit if T is signed and zeros if it is not.
func Shr[T Int](a T, s uint32) T { return a >> (s & (Width[T]() - 1)) }

// FromBool returns 1 for true and 0 for false.
func FromBool[T Int](b bool) T {
	if b {
		return 1
	}
	return 0
}
