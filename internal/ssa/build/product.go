package build

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// HighProduct is the high half of the product of integers, by components, with products of half
// their size (Knuth, The Art of Computer Programming, volume 2, section 4.3.1); integers of less
// than 32 bits are multiplied as 32-bit ones. Signed numbers count their highest bit as negative.
func HighProduct(b *ssa.Builder, x, y ssa.Value, signed bool) ssa.Value {
	n, comps := b.F.Bits(x), b.F.Comps(x)
	shift := func(o op.Op, v ssa.Value, by int) ssa.Value {
		return Op(b, o, v, b.Const(ir.VectorOf(ir.U32, comps), repeat(uint64(by), comps)...))
	}
	var high ssa.Value
	if n < 32 {
		wide, narrow := ir.VectorOf(ir.U32, comps), ir.VectorOf(ir.ScalarOf(ir.UintKind, n), comps)
		high = U2U(b, narrow, shift(op.UShr, IMul(b, U2U(b, wide, x), U2U(b, wide, y)), n))
	} else {
		half := n / 2
		low := func(v ssa.Value) ssa.Value { return IAnd(b, v, Int(b, v, 1<<half-1)) }
		top := func(v ssa.Value) ssa.Value { return shift(op.UShr, v, half) }
		x1, x0 := top(x), low(x)
		y1, y0 := top(y), low(y)
		middle := IAdd(b, IMul(b, x1, y0), top(IMul(b, x0, y0)))
		other := IAdd(b, IMul(b, x0, y1), low(middle))
		high = IAdd(b, IAdd(b, IMul(b, x1, y1), top(middle)), top(other))
	}
	if signed {
		high = ISub(b, high, IAnd(b, shift(op.IShr, x, n-1), y))
		high = ISub(b, high, IAnd(b, shift(op.IShr, y, n-1), x))
	}
	return high
}
