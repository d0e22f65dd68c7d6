package lower

// This file rounds, compares and converts 64-bit floats by their bits.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// fraction is the mask of the bits of a number below one: all but the sign if the number is
// less than one, none if it is an integer.
func (c *doubles) fraction(x ssa.Value) (mask ssa.Value) {
	exp := c.exponent(x)
	n := c.sub(c.U32(1075), exp) // bits below one
	mask = c.not(c.shl(c.u64(^uint64(0)), n))
	mask = c.sel(c.ilt(n, c.U32(1)), c.u64(0), mask)
	return c.sel(c.ult(exp, c.U32(1023)), c.u64(signBit64-1), mask)
}

// canonical is a result, or the NaN if the operand is one.
func (c *doubles) canonical(x, r ssa.Value) ssa.Value {
	return c.sel(c.isNaN(c.abs(x)), c.u64(nanF64), r)
}

func (c *doubles) truncBody(x ...ssa.Value) ssa.Value {
	return c.canonical(x[0], c.and(x[0], c.not(c.fraction(x[0]))))
}

func (c *doubles) floorBody(x ...ssa.Value) ssa.Value { return c.away(x[0], true) }
func (c *doubles) ceilBody(x ...ssa.Value) ssa.Value  { return c.away(x[0], false) }

// away truncates, and goes one away from zero for numbers of one sign.
func (c *doubles) away(x ssa.Value, negative bool) ssa.Value {
	mask := c.fraction(x)
	side := c.negative(x)
	if !negative {
		side = c.not(side)
	}
	below := c.ulti(c.abs(x), oneF64)
	// The carry of the mantissa goes into the exponent.
	up := c.and(c.add(x, mask), c.not(mask))
	up = c.sel(below, c.or(c.sign(x), c.sel(c.isZero(c.abs(x)), c.u64(0), c.u64(oneF64))), up)
	return c.canonical(x, c.sel(side, up, c.and(x, c.not(mask))))
}

func (c *doubles) roundBody(x ...ssa.Value) ssa.Value {
	v := x[0]
	mask := c.fraction(v)
	last := c.addi(mask, 1)
	sum := c.add(v, c.ushri(last, 1))
	sum = c.sel(c.isZero(c.and(sum, mask)), c.and(sum, c.not(last)), sum)
	r := c.and(sum, c.not(mask))
	// Of numbers below one: one from more than a half on.
	small := c.or(c.sign(v), c.sel(c.ult(c.u64(oneF64-1<<52), c.abs(v)), c.u64(oneF64), c.u64(0)))
	r = c.sel(c.ulti(c.abs(v), oneF64), small, r)
	r = c.sel(c.isZero(mask), v, r)
	return c.canonical(v, r)
}

// ordered is whether neither is NaN.
func (c *doubles) ordered(a, b ssa.Value) ssa.Value {
	return c.not(c.or(c.isNaN(c.abs(a)), c.isNaN(c.abs(b))))
}

func (c *doubles) eqBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	return c.and(c.ordered(a, b), c.or(c.eq(a, b), c.isZero(c.abs(c.or(a, b)))))
}

func (c *doubles) ltBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	// The greater bits of two negative numbers are the lesser number's.
	same := c.and(c.ne(a, b), c.xor(c.negative(a), c.ult(a, b)))
	other := c.and(c.negative(a), c.not(c.isZero(c.abs(c.or(a, b)))))
	return c.and(c.ordered(a, b), c.sel(c.negative(c.xor(a, b)), other, same))
}

func (c *doubles) leBody(x ...ssa.Value) ssa.Value {
	return c.and(c.ordered(x[0], x[1]), c.not(c.ltBody(x[1], x[0])))
}

func (c *doubles) ldexpBody(x ...ssa.Value) ssa.Value {
	v := x[0]
	n := c.do(op.IClamp, x[1], c.number(x[1], 1<<32-5000), c.U32(5000))
	sig, exp := c.open(v)
	r := c.round(c.sign(v), c.add(c.subi(exp, 1), n), c.shli(sig, 10))
	r = c.sel(c.or(c.isZero(c.abs(v)), c.eqi(c.abs(v), infF64)), v, r)
	return c.canonical(v, r)
}

// odd reports whether a number has no exponent: zero, infinite or NaN.
func (c *doubles) odd(v ssa.Value) ssa.Value {
	return c.or(c.isZero(c.abs(v)), c.not(c.ulti(c.abs(v), infF64)))
}

func (c *doubles) frexpSigBody(x ...ssa.Value) ssa.Value {
	v := x[0]
	sig, _ := c.open(v)
	r := c.or(c.sign(v), c.ori(c.andi(sig, 1<<52-1), 1022<<52))
	return c.canonical(v, c.sel(c.odd(v), v, r))
}

func (c *doubles) frexpExpBody(x ...ssa.Value) ssa.Value {
	_, exp := c.open(x[0])
	return c.sel(c.odd(x[0]), c.U32(0), c.subi(exp, 1022))
}

// fromInt converts a 64-bit integer.
func (c *doubles) fromInt(v ssa.Value, signed bool) ssa.Value {
	sign := c.u64(0)
	if signed {
		sign = c.sign(v)
		v = c.sel(c.negative(v), c.neg(v), v)
	}
	return c.sel(c.isZero(v), c.u64(0), c.normal(sign, c.U32(0x43C), v))
}

// toInt truncates to an integer of a number of bits, held in 64 and within the range that a
// float represents.
func (c *doubles) toInt(v ssa.Value, bits int, signed bool) ssa.Value {
	sig, exp := c.open(v)
	n := c.subi(exp, 1075)
	left := c.shl(sig, n)
	right := c.ushr(sig, c.do(op.UMin, c.neg(n), c.U32(63)))
	m := c.sel(c.negative(n), right, left)
	digits := bits
	if signed {
		digits--
	}
	most := ^uint64(0) >> (64 - digits)
	if digits > 53 {
		most &^= 1<<(digits-53) - 1
	}
	far := c.not(c.ilt(exp, c.U32(uint32(1023+digits))))
	if !signed {
		r := c.sel(c.negative(v), c.u64(0), c.sel(far, c.u64(most), m))
		return c.sel(c.isNaN(c.abs(v)), c.u64(0), r)
	}
	r := c.sel(c.negative(v), c.sel(far, c.u64(-(uint64(1)<<digits)), c.neg(m)), c.sel(far, c.u64(most), m))
	return c.sel(c.isNaN(c.abs(v)), c.u64(0), r)
}

// fromFloat32 widens the bits of a 32-bit float.
func (c *doubles) fromFloat32(v ssa.Value) ssa.Value {
	m := c.andi(v, 1<<31-1)
	sign := c.shli(c.resize(64, c.ushri(v, 31)), 63)
	normal := c.addi(c.shli(c.resize(64, m), 29), 896<<52)
	n := c.do(op.UClz, m) // of a subnormal: its highest bit goes to place 52
	wide := c.shl(c.resize(64, m), c.addi(n, 21))
	small := c.add(c.shli(c.resize(64, c.sub(c.U32(1), c.sub(n, c.U32(8)))), 52), c.addi(wide, 895<<52))
	r := c.sel(c.ulti(m, 1<<23), small, normal)
	r = c.sel(c.eqi(m, 0), c.u64(0), r)
	r = c.sel(c.eqi(m, 0xFF<<23), c.u64(infF64), r)
	r = c.or(sign, r)
	return c.sel(c.ult(c.U32(0xFF<<23), m), c.u64(nanF64), r)
}

// toFloat32 narrows to the bits of a 32-bit float: to the nearest, or to odd.
func (c *doubles) toFloat32(v ssa.Value, odd bool) ssa.Value {
	sign := c.shli(c.resize(32, c.ushri(v, 63)), 31)
	sig, exp := c.open(v)
	m := c.resize(32, c.jam(sig, c.U32(22))) // the highest bit at place 30, seven below the result's last
	exp = c.subi(exp, 897)
	low := c.negative(exp)
	n := c.do(op.UMin, c.neg(exp), c.U32(31))
	shifted := c.or(c.ushr(m, n), c.bit(c.nei(c.and(m, c.not(c.shl(c.U32(^uint32(0)), n))), 0)))
	m = c.sel(low, shifted, m)
	exp = c.sel(low, c.U32(0), exp)
	rest := c.andi(m, 0x7F)
	var r ssa.Value
	if odd {
		r = c.or(c.ushri(m, 7), c.bit(c.nei(rest, 0)))
	} else {
		r = c.ushri(c.addi(m, 0x40), 7)
		r = c.and(r, c.not(c.bit(c.eqi(rest, 0x40))))
	}
	r = c.add(c.shli(exp, 23), r)
	over := c.or(c.ilt(c.U32(0xFD), exp), c.not(c.ulti(r, 0xFF<<23)))
	r = c.sel(over, c.U32(0xFF<<23), r)
	r = c.or(sign, r)
	return c.sel(c.isNaN(c.abs(v)), c.bitcast(ir.U32, c.U32(0x7FC0_0000)), r)
}
