package consteval

// This file holds operators on single scalars, as words of bits.

import (
	"math"

	"refract/internal/num"
	"refract/ir"
)

// Reading and writing words.

func f32(x uint64) float32     { return math.Float32frombits(uint32(x)) }
func f64(x uint64) float64     { return math.Float64frombits(x) }
func f16(x uint64) num.F16     { return num.F16(x) }
func fromF32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func fromF64(x float64) uint64 { return math.Float64bits(x) }
func fromF16(x num.F16) uint64 { return uint64(x) }

// word is the bits of an integer, extended with zeros.
func word[T num.Int](x T) uint64 { return uint64(x) & (math.MaxUint64 >> (64 - num.Width[T]())) }

// isFinite reports whether a float is neither infinite nor NaN.
func isFinite(s ir.Scalar, x uint64) bool {
	switch s {
	case ir.F16:
		return f16(x).IsFinite()
	case ir.F32:
		return num.IsFiniteF32(f32(x))
	}
	return num.IsFiniteF64(f64(x))
}

// unary applies a unary operator.
func unary(op ir.UnaryOp, s ir.Scalar, x uint64) uint64 {
	switch op {
	case ir.LogicalNot:
		return x ^ 1
	case ir.BitwiseNot:
		return ^x & (math.MaxUint64 >> (64 - s.Bits()))
	}
	switch s {
	case ir.I8:
		return word(num.Neg(int8(x)))
	case ir.I16:
		return word(num.Neg(int16(x)))
	case ir.I32:
		return word(num.Neg(int32(x)))
	case ir.I64, ir.AbstractInt: // the least abstract integer is its own negation, too
		return word(num.Neg(int64(x)))
	case ir.F16:
		return fromF16(num.NegF16(f16(x)))
	case ir.F32:
		return fromF32(num.NegF32(f32(x)))
	case ir.F64, ir.AbstractFloat:
		return fromF64(num.NegF64(f64(x)))
	case ir.U8, ir.U16, ir.U32, ir.U64:
		return -x & (math.MaxUint64 >> (64 - s.Bits()))
	}
	panic("consteval: negation of " + s.String())
}

func overflowUnless(ok bool) fault {
	if ok {
		return fine
	}
	return overflow
}

// binary applies a binary operator to two scalars of type s; the right side of
// a shift is a u32. Comparisons yield 0 or 1.
func binary(op ir.BinaryOp, s ir.Scalar, x, y uint64) (uint64, fault) {
	switch s {
	case ir.Bool:
		return boolBinary(op, x, y), fine
	case ir.I8:
		return intBinary[int8](op, x, y)
	case ir.U8:
		return intBinary[uint8](op, x, y)
	case ir.I16:
		return intBinary[int16](op, x, y)
	case ir.U16:
		return intBinary[uint16](op, x, y)
	case ir.I32:
		return intBinary[int32](op, x, y)
	case ir.U32:
		return intBinary[uint32](op, x, y)
	case ir.I64:
		return intBinary[int64](op, x, y)
	case ir.U64:
		return intBinary[uint64](op, x, y)
	case ir.AbstractInt:
		return abstractBinary(op, x, y)
	case ir.F16:
		return f16Binary(op, f16(x), f16(y))
	case ir.F32:
		return f32Binary(op, f32(x), f32(y))
	case ir.F64, ir.AbstractFloat:
		return f64Binary(op, f64(x), f64(y))
	}
	panic("consteval: operator on " + s.String())
}

func boolBinary(op ir.BinaryOp, x, y uint64) uint64 {
	switch op {
	case ir.And, ir.LogicalAnd:
		return x & y
	case ir.Or, ir.LogicalOr:
		return x | y
	case ir.Xor, ir.Ne:
		return x ^ y
	case ir.Eq:
		return x ^ y ^ 1
	}
	panic("consteval: " + op.String() + " of bool")
}

// intBinary is for concrete integers, which wrap.
func intBinary[T num.Int](op ir.BinaryOp, x, y uint64) (uint64, fault) {
	a, b := T(x), T(y)
	switch op {
	case ir.Add:
		return word(num.Add(a, b)), fine
	case ir.Sub:
		return word(num.Sub(a, b)), fine
	case ir.Mul:
		return word(num.Mul(a, b)), fine
	case ir.Div:
		r, ok := num.CheckedDiv(a, b)
		return word(r), divisionFault(ok, b == 0)
	case ir.Rem:
		r, ok := num.CheckedRem(a, b)
		return word(r), divisionFault(ok, b == 0)
	case ir.And:
		return x & y, fine
	case ir.Or:
		return x | y, fine
	case ir.Xor:
		return x ^ y, fine
	case ir.Shl:
		r, ok := num.CheckedShl(a, uint32(y))
		switch {
		case uint32(y) >= num.Width[T]():
			return word(r), shiftWidth
		case !ok:
			return word(r), shiftLoss
		}
		return word(r), fine
	case ir.Shr:
		r, ok := num.CheckedShr(a, uint32(y))
		if !ok {
			return word(r), shiftWidth
		}
		return word(r), fine
	}
	return compare(op, a, b), fine
}

// abstractBinary is for abstract integers, which may not overflow.
func abstractBinary(op ir.BinaryOp, x, y uint64) (uint64, fault) {
	a, b := int64(x), int64(y)
	var r int64
	ok := true
	switch op {
	case ir.Add:
		r, ok = num.CheckedAdd(a, b)
	case ir.Sub:
		r, ok = num.CheckedSub(a, b)
	case ir.Mul:
		r, ok = num.CheckedMul(a, b)
	case ir.Shl:
		if r, ok = num.CheckedShlAbstract(a, uint32(y)); !ok {
			return word(r), shiftLoss
		}
	case ir.Shr:
		r = num.ShrAbstract(a, uint32(y))
	default:
		return intBinary[int64](op, x, y)
	}
	return word(r), overflowUnless(ok)
}

func divisionFault(ok, zero bool) fault {
	switch {
	case ok:
		return fine
	case zero:
		return divisionByZero
	}
	return overflow
}

// compare compares two values of a type that Go orders.
func compare[T num.Int | ~float32 | ~float64](op ir.BinaryOp, a, b T) uint64 {
	switch op {
	case ir.Eq:
		return bit(a == b)
	case ir.Ne:
		return bit(a != b)
	case ir.Lt:
		return bit(a < b)
	case ir.Le:
		return bit(a <= b)
	case ir.Gt:
		return bit(a > b)
	case ir.Ge:
		return bit(a >= b)
	}
	panic("consteval: " + op.String() + " of numbers")
}

func f16Binary(op ir.BinaryOp, a, b num.F16) (uint64, fault) {
	var r num.F16
	switch op {
	case ir.Add:
		r = num.AddF16(a, b)
	case ir.Sub:
		r = num.SubF16(a, b)
	case ir.Mul:
		r = num.MulF16(a, b)
	case ir.Div:
		r = num.DivF16(a, b)
	case ir.Rem:
		r = num.RemF16(a, b)
		q := num.DivF16(a, b) // WGSL computes with the quotient
		return fromF16(r), finite(q.IsFinite() && r.IsFinite())
	default:
		return compare(op, a.F32(), b.F32()), fine
	}
	return fromF16(r), finite(r.IsFinite())
}

func f32Binary(op ir.BinaryOp, a, b float32) (uint64, fault) {
	var r float32
	switch op {
	case ir.Add:
		r = num.AddF32(a, b)
	case ir.Sub:
		r = num.SubF32(a, b)
	case ir.Mul:
		r = num.MulF32(a, b)
	case ir.Div:
		r = num.DivF32(a, b)
	case ir.Rem:
		r = num.RemF32(a, b)
		q := num.DivF32(a, b) // WGSL computes with the quotient
		return fromF32(r), finite(num.IsFiniteF32(q) && num.IsFiniteF32(r))
	default:
		return compare(op, a, b), fine
	}
	return fromF32(r), finite(num.IsFiniteF32(r))
}

func f64Binary(op ir.BinaryOp, a, b float64) (uint64, fault) {
	var r float64
	switch op {
	case ir.Add:
		r = num.AddF64(a, b)
	case ir.Sub:
		r = num.SubF64(a, b)
	case ir.Mul:
		r = num.MulF64(a, b)
	case ir.Div:
		r = num.DivF64(a, b)
	case ir.Rem:
		r = num.RemF64(a, b)
		q := num.DivF64(a, b) // WGSL computes with the quotient
		return fromF64(r), finite(num.IsFiniteF64(q) && num.IsFiniteF64(r))
	default:
		return compare(op, a, b), fine
	}
	return fromF64(r), finite(num.IsFiniteF64(r))
}

func finite(ok bool) fault {
	if ok {
		return fine
	}
	return notFinite
}
