package arith

import "refract/ir"

// Atomic is the value that an atomic operation leaves behind. It needs the tables of Fill.
func Atomic(op ir.AtomicOp, s ir.Scalar, old, value, compare uint64) uint64 {
	switch op {
	case ir.AtomicAdd:
		return Binary[Index(ir.Add, s)](old, value)
	case ir.AtomicSub:
		return Binary[Index(ir.Sub, s)](old, value)
	case ir.AtomicAnd:
		return old & value
	case ir.AtomicOr:
		return old | value
	case ir.AtomicXor:
		return old ^ value
	case ir.AtomicMin:
		return Math2[Index(ir.MathMin, s)](old, value)
	case ir.AtomicMax:
		return Math2[Index(ir.MathMax, s)](old, value)
	case ir.AtomicExchange:
		return value
	case ir.AtomicCompareExchange:
		if old == compare {
			return value
		}
		return old
	}
	panic("arith: atomic " + op.String())
}
