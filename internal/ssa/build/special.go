package build

// This file builds operations that some machines have, of operations that all have. Sources of one call
// have the same type, integer scalars or vectors, unless documented otherwise.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// shift shifts by a known distance.
func shift(b *ssa.Builder, o op.Op, v ssa.Value, by int) ssa.Value {
	n := b.F.Comps(v)
	return Op(b, o, v, b.Const(ir.VectorOf(ir.U32, n), repeat(uint64(by), n)...))
}

// Halving is half the sum of two integers, of all its bits: rounded down, or, with up, up.
func Halving(b *ssa.Builder, x, y ssa.Value, signed, up bool) ssa.Value {
	o := op.UShr
	if signed {
		o = op.IShr
	}
	half := shift(b, o, IXor(b, x, y), 1)
	if up {
		return ISub(b, IOr(b, x, y), half)
	}
	return IAdd(b, IAnd(b, x, y), half)
}

// Modulo is a remainder with the sign of the divisor, of signed integers; 0 if the divisor is 0.
func Modulo(b *ssa.Builder, x, y ssa.Value) ssa.Value {
	r := IRem(b, x, y)
	zero := Int(b, r, 0)
	other := ILt(b, IXor(b, r, y), zero)
	wrong := Op(b, op.IAnd, other, INe(b, r, zero))
	return Op(b, op.BCsel, wrong, IAdd(b, r, y), r)
}

// Product24 is a product of the low 24 bits of each source and an addend, of 32 bits.
func Product24(b *ssa.Builder, x, y, addend ssa.Value, signed bool) ssa.Value {
	o := op.UMul24
	if signed {
		o = op.IMul24
	}
	return IAdd(b, Op(b, o, x, y), addend)
}

// Product16 is a product of 32-bit numbers of which the low 16 bits of the second are read, and with both
// of the first too.
func Product16(b *ssa.Builder, x, y ssa.Value, signed, both bool) ssa.Value {
	low := func(v ssa.Value) ssa.Value {
		if signed {
			return shift(b, op.IShr, shift(b, op.IShl, v, 16), 16)
		}
		return IAnd(b, v, Int(b, v, 0xffff))
	}
	if both {
		x = low(x)
	}
	return IMul(b, x, low(y))
}

// ZeroProduct is a product of floats in which zero wins over infinities and NaN, as in Direct3D 9; an
// addend follows unless it is 0.
func ZeroProduct(b *ssa.Builder, x, y, addend ssa.Value) ssa.Value {
	zero := Float(b, x, 0)
	none := Op(b, op.IOr, FEq(b, x, zero), FEq(b, y, zero))
	product := FMul(b, x, y)
	if addend != 0 {
		return Op(b, op.BCsel, none, addend, FAdd(b, product, addend))
	}
	return Op(b, op.BCsel, none, zero, product)
}

// field is a field of bits of scalars of 32 bits.
func field(b *ssa.Builder, v ssa.Value, k, size int, signed bool) ssa.Value {
	v = shift(b, op.IShl, v, 32-size*(k+1))
	if signed {
		return shift(b, op.IShr, v, 32-size)
	}
	return shift(b, op.UShr, v, 32-size)
}

// AbsoluteDifferences is the sum of the differences of four bytes each, as positive numbers, and an addend,
// all scalars of 32 bits.
func AbsoluteDifferences(b *ssa.Builder, x, y, addend ssa.Value) ssa.Value {
	for k := range 4 {
		p, q := field(b, x, k, 8, false), field(b, y, k, 8, false)
		addend = IAdd(b, addend, ISub(b, UMax(b, p, q), UMin(b, p, q)))
	}
	return addend
}

// MixedDot is the dot product of four signed and four unsigned bytes and an addend, scalars of 32 bits; with
// saturate the sum saturates.
func MixedDot(b *ssa.Builder, x, y, addend ssa.Value, saturate bool) ssa.Value {
	var sum ssa.Value
	for k := range 4 {
		product := IMul(b, field(b, x, k, 8, true), field(b, y, k, 8, false))
		if sum != 0 {
			product = IAdd(b, sum, product)
		}
		sum = product
	}
	if saturate {
		return IAddSat(b, sum, addend)
	}
	return IAdd(b, sum, addend)
}

// Dot2x16 is the dot product of two halves each and an addend, scalars of 32 bits; with saturate the sum
// saturates.
func Dot2x16(b *ssa.Builder, x, y, addend ssa.Value, signed, saturate bool) ssa.Value {
	p := IMul(b, field(b, x, 0, 16, signed), field(b, y, 0, 16, signed))
	q := IMul(b, field(b, x, 1, 16, signed), field(b, y, 1, 16, signed))
	switch {
	case !saturate:
		return IAdd(b, IAdd(b, p, q), addend)
	case !signed:
		return UAddSat(b, UAddSat(b, p, q), addend)
	}
	// Two signed products make 1 << 31 at most, which is the one sum that has no sign of its own.
	sum := IAdd(b, p, q)
	least := Int(b, sum, -1<<31)
	top := Op(b, op.BCsel, ILt(b, addend, Int(b, addend, 0)), IXor(b, addend, least), Int(b, sum, 1<<31-1))
	return Op(b, op.BCsel, IEq(b, sum, least), top, IAddSat(b, sum, addend))
}

// PackInts packs two integers of 16 bits, or four of 8, the components of a vector of 32-bit integers, from
// the low bits up; with clamp they become the nearest numbers of the size, else they lose their high bits.
func PackInts(b *ssa.Builder, v ssa.Value, signed, clamp bool) ssa.Value {
	n := b.F.Comps(v)
	size := 32 / n
	if clamp && signed {
		v = IMin(b, IMax(b, v, Int(b, v, -1<<(size-1))), Int(b, v, 1<<(size-1)-1))
	} else if clamp {
		v = UMin(b, v, Int(b, v, 1<<size-1))
	}
	v = IAnd(b, v, Int(b, v, 1<<size-1))
	packed := b.Component(v, 0)
	for k := 1; k < n; k++ {
		packed = IOr(b, packed, shift(b, op.IShl, b.Component(v, k), k*size))
	}
	return packed
}

// UnpackHalvesFlushed is unpack_half_2x16, of which subnormal numbers become zeros of their sign.
func UnpackHalvesFlushed(b *ssa.Builder, v ssa.Value) ssa.Value {
	var halves ssa.Value
	for k := range 2 {
		mask := Int(b, v, int64(0xffff)<<(16*k))
		half := IAnd(b, v, mask)
		small := IEq(b, IAnd(b, v, Int(b, v, int64(0x7c00)<<(16*k))), Int(b, v, 0))
		half = Op(b, op.BCsel, small, IAnd(b, half, Int(b, v, int64(0x8000)<<(16*k))), half)
		if halves != 0 {
			half = IOr(b, halves, half)
		}
		halves = half
	}
	return UnpackHalf2x16(b, halves)
}
