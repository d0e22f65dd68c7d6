package arith

// This file holds the combining operators of subgroup operations.

import "refract/ir"

// Collective is the operation of a reduction of a subgroup on a scalar type, and its
// identity. [Fill] must have been called.
func Collective(op ir.SubgroupOp, s ir.Scalar) (f Fn2, identity uint64) {
	ones := uint64(1)<<s.Bits() - 1
	if s.Bits() == 64 {
		ones = ^uint64(0)
	}
	switch op {
	case ir.SubgroupAll:
		return func(a, b uint64) uint64 { return a & b }, 1
	case ir.SubgroupAny:
		return func(a, b uint64) uint64 { return a | b }, 0
	case ir.SubgroupAdd:
		return Binary[Index(ir.Add, s)], 0
	case ir.SubgroupMul:
		return Binary[Index(ir.Mul, s)], Convert[Index(ir.U32, s)](1)
	case ir.SubgroupMin, ir.SubgroupMax:
		math := ir.MathMin
		if op == ir.SubgroupMax {
			math = ir.MathMax
		}
		return Math2[Index(math, s)], extreme(s, op == ir.SubgroupMin)
	case ir.SubgroupAnd:
		return func(a, b uint64) uint64 { return a & b }, ones
	case ir.SubgroupOr:
		return func(a, b uint64) uint64 { return a | b }, 0
	case ir.SubgroupXor:
		return func(a, b uint64) uint64 { return a ^ b }, 0
	}
	panic("arith: collective " + op.String())
}

// extreme is the greatest or the least value of a type.
func extreme(s ir.Scalar, greatest bool) uint64 {
	n := s.Bits()
	switch {
	case s.IsFloat() && greatest:
		return Convert[Index(ir.F32, s)](0x7f80_0000)
	case s.IsFloat():
		return Convert[Index(ir.F32, s)](0xff80_0000)
	case s.IsSigned() && greatest:
		return 1<<(n-1) - 1
	case s.IsSigned():
		return 1 << (n - 1)
	case greatest:
		return ^uint64(0) >> (64 - n)
	}
	return 0
}
