package interp

// This file checks promises: whether a case that a flag of an operation rules
// out happens all the same.

import (
	"math"

	"refract/internal/num"
	"refract/ir"
)

// promised reports whether a flagged binary operation keeps its promise.
func promised(op ir.BinaryOp, s ir.Scalar, a, b uint64) bool {
	switch s {
	case ir.I8:
		return promisedInt[int8](op, a, b)
	case ir.U8:
		return promisedInt[uint8](op, a, b)
	case ir.I16:
		return promisedInt[int16](op, a, b)
	case ir.U16:
		return promisedInt[uint16](op, a, b)
	case ir.I32:
		return promisedInt[int32](op, a, b)
	case ir.U32:
		return promisedInt[uint32](op, a, b)
	case ir.I64:
		return promisedInt[int64](op, a, b)
	case ir.U64:
		return promisedInt[uint64](op, a, b)
	}
	return true
}

func promisedInt[T num.Int](op ir.BinaryOp, a, b uint64) (ok bool) {
	switch op {
	case ir.Add:
		_, ok = num.CheckedAdd(T(a), T(b))
	case ir.Sub:
		_, ok = num.CheckedSub(T(a), T(b))
	case ir.Mul:
		_, ok = num.CheckedMul(T(a), T(b))
	case ir.Div, ir.Rem:
		_, ok = num.CheckedDiv(T(a), T(b))
	case ir.Shl, ir.Shr:
		ok = uint32(b) < num.Width[T]()
	default:
		ok = true
	}
	return ok
}

// promisedNegate reports whether a negation that must not wrap doesn't.
func promisedNegate(s ir.Scalar, a uint64) bool {
	return !s.IsSigned() || a != 1<<(s.Bits()-1)
}

// promisedFit reports whether a conversion that must be in range is.
func promisedFit(from, to ir.Scalar, a uint64) bool {
	switch {
	case !from.IsNumeric() || !to.IsInteger():
		return true
	case from.IsFloat():
		var x float64
		switch from {
		case ir.F16:
			x = num.F16(a).F64()
		case ir.F32:
			x = float64(f32Of(a))
		default:
			x = math.Float64frombits(a)
		}
		x = math.Trunc(x)
		if to.IsSigned() {
			limit := math.Ldexp(1, to.Bits()-1)
			return x >= -limit && x < limit
		}
		return x >= 0 && x < math.Ldexp(1, to.Bits())
	case from.IsSigned():
		x := int64(a<<(64-from.Bits())) >> (64 - from.Bits())
		if !to.IsSigned() {
			return x >= 0 && (to.Bits() == 64 || x < 1<<to.Bits())
		}
		return to.Bits() == 64 || x >= -1<<(to.Bits()-1) && x < 1<<(to.Bits()-1)
	}
	bits := to.Bits()
	if to.IsSigned() {
		bits--
	}
	return bits == 64 || a < 1<<bits
}
