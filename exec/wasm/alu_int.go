package wasm

// This file compiles arithmetic on integers and operations on bits.

import (
	"math"

	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// integer compiles integer arithmetic.
func (p *part) integer(o op.Op) bool {
	c, w, vec, to := p.c, p.c.w, p.vec, p.to
	switch o {
	case op.INot:
		if c.slots[to].boolean {
			p.in(p.a())
			c.either(vec, wasmbin.V128Not, wasmbin.I32Eqz)
			return p.out(false)
		}
		p.in(p.a())
		if vec {
			w.Op(wasmbin.V128Not)
		} else {
			w.I32(-1)
			w.Op(wasmbin.I32Xor)
		}
		return p.out(false)
	case op.INeg:
		if vec {
			p.in(p.a())
			w.Op(wasmbin.I32x4Neg)
		} else {
			w.I32(0)
			p.in(p.a())
			w.Op(wasmbin.I32Sub)
		}
		return p.out(false)
	case op.IAbs:
		p.in(p.a())
		if vec {
			w.Op(wasmbin.I32x4Abs)
			return p.out(false)
		}
		w.I32(0)
		p.in(p.a())
		w.Op(wasmbin.I32Sub)
		p.in(p.a())
		w.I32(0)
		w.Op(wasmbin.I32GeS)
		w.Op(wasmbin.Select)
		return p.out(false)
	case op.ISign: // (x >> 31) | (-x >>> 31)
		p.in(p.a())
		w.I32(31)
		c.either(vec, wasmbin.I32x4ShrS, wasmbin.I32ShrS)
		c.integer(0, vec)
		p.in(p.a())
		c.either(vec, wasmbin.I32x4Sub, wasmbin.I32Sub)
		w.I32(31)
		c.either(vec, wasmbin.I32x4ShrU, wasmbin.I32ShrU)
		c.either(vec, wasmbin.V128Or, wasmbin.I32Or)
		return p.out(false)
	case op.IMin, op.IMax, op.UMin, op.UMax:
		c.pickInt(o, func() { p.in(p.a()) }, func() { p.in(p.b()) }, vec, c.isMasked(p.b()))
		return p.out(false)
	case op.IClamp, op.UClamp:
		low, high := op.IMax, op.IMin
		if o == op.UClamp {
			low, high = op.UMax, op.UMin
		}
		t := c.temp(typeOf(vec, false))
		c.pickInt(low, func() { p.in(p.a()) }, func() { p.in(p.b()) }, vec, c.isMasked(p.b()))
		w.Set(t)
		c.pickInt(high, func() { w.Get(t) }, func() { p.in(p.third()) }, vec, c.isMasked(p.third()))
		c.free(typeOf(vec, false), t)
		return p.out(false)
	case op.UDiv, op.IDiv, op.URem, op.IRem:
		c.divide(o, p.a(), p.b(), vec)
		return p.out(false)
	case op.IShl, op.IShr, op.UShr:
		c.shift(o, p.a(), p.b(), vec)
		return p.out(false)
	case op.URol, op.URor:
		one := wasmbin.I32Rotl
		if o == op.URor {
			one = wasmbin.I32Rotr
		}
		c.lanewise(vec, []int32{p.a(), p.b()}, func() { w.Op(one) })
		return p.out(false)
	case op.IMulHigh, op.UMulHigh:
		extend := wasmbin.I64ExtendI32U
		if o == op.IMulHigh {
			extend = wasmbin.I64ExtendI32S
		}
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{p.a(), p.b()}, func() {
			w.Set(t)
			w.Op(extend)
			w.Get(t)
			w.Op(extend)
			w.Op(wasmbin.I64Mul)
			w.I64(32)
			w.Op(wasmbin.I64ShrU)
			w.Op(wasmbin.I32WrapI64)
		})
		c.free(wasmbin.I32, t)
		return p.out(false)
	case op.UAddCarry: // a + b < a
		p.in(p.a())
		p.in(p.b())
		c.either(vec, wasmbin.I32x4Add, wasmbin.I32Add)
		p.in(p.a())
		c.either(vec, wasmbin.I32x4LtU, wasmbin.I32LtU)
		c.bit(vec)
		return p.out(false)
	case op.USubBorrow:
		p.in(p.a())
		p.in(p.b())
		c.either(vec, wasmbin.I32x4LtU, wasmbin.I32LtU)
		c.bit(vec)
		return p.out(false)
	}
	return false
}

// bits compiles operations on bits.
func (p *part) bits(o op.Op) bool {
	c, w, vec, k, i := p.c, p.c.w, p.vec, p.k, p.i
	switch o {
	case op.BitCount:
		p.in(p.a())
		if vec {
			w.Op(wasmbin.I8x16Popcnt)
			w.Op(wasmbin.I16x8ExtaddPairwiseI8x16U)
			w.Op(wasmbin.I32x4ExtaddPairwiseI16x8U)
		} else {
			w.Op(wasmbin.I32Popcnt)
		}
		return p.out(false)
	case op.UClz:
		c.lanewise(vec, []int32{p.a()}, func() { w.Op(wasmbin.I32Clz) })
		return p.out(false)
	case op.UCtz:
		c.lanewise(vec, []int32{p.a()}, func() { w.Op(wasmbin.I32Ctz) })
		return p.out(false)
	case op.FindLSB: // -1 if x == 0: ctz(x) | -(x == 0)
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{p.a()}, func() {
			w.Set(t)
			w.Get(t)
			w.Op(wasmbin.I32Ctz)
			w.I32(0)
			w.Get(t)
			w.Op(wasmbin.I32Eqz)
			w.Op(wasmbin.I32Sub)
			w.Op(wasmbin.I32Or)
		})
		c.free(wasmbin.I32, t)
		return p.out(false)
	case op.UFindMSB, op.IFindMSB: // 31 - clz(x), of x or ^x
		t := c.temp(wasmbin.I32)
		c.lanewise(vec, []int32{p.a()}, func() {
			if o == op.IFindMSB {
				w.Set(t)
				w.Get(t)
				w.Get(t)
				w.I32(31)
				w.Op(wasmbin.I32ShrS)
				w.Op(wasmbin.I32Xor)
			}
			w.Op(wasmbin.I32Clz)
			w.Set(t)
			w.I32(31)
			w.Get(t)
			w.Op(wasmbin.I32Sub)
		})
		c.free(wasmbin.I32, t)
		return p.out(false)
	case op.BitSelect:
		p.in(p.b())
		p.in(p.third())
		p.in(p.a())
		if vec {
			w.Op(wasmbin.V128Bitselect)
			return p.out(false)
		}
		// a&b | ^a&c
		w.Op(wasmbin.Drop)
		w.Op(wasmbin.Drop)
		p.in(p.a())
		w.Op(wasmbin.I32And)
		p.in(p.a())
		w.I32(-1)
		w.Op(wasmbin.I32Xor)
		p.in(p.third())
		w.Op(wasmbin.I32And)
		w.Op(wasmbin.I32Or)
		return p.out(false)
	case op.IBfe, op.UBfe, op.Bfi:
		c.field(i, k, vec)
		return p.out(false)
	}
	return false
}

// bit makes 0 and 1 of a condition.
func (c *compiler) bit(vec bool) {
	if vec {
		c.integer(1, true)
		c.w.Op(wasmbin.V128And)
	}
}

// pickInt compiles min and max of integers.
func (c *compiler) pickInt(o op.Op, a, b func(), vec, masked bool) {
	w := c.w
	if vec {
		a()
		b()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32x4MinS, op.IMax: wasmbin.I32x4MaxS, op.UMin: wasmbin.I32x4MinU, op.UMax: wasmbin.I32x4MaxU}[o])
		return
	}
	a()
	b()
	if masked {
		b()
		a()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32GtS, op.IMax: wasmbin.I32LtS, op.UMin: wasmbin.I32GtU, op.UMax: wasmbin.I32LtU}[o])
	} else {
		a()
		b()
		w.Op(map[op.Op]wasmbin.Op{op.IMin: wasmbin.I32LtS, op.IMax: wasmbin.I32GtS, op.UMin: wasmbin.I32LtU, op.UMax: wasmbin.I32GtU}[o])
	}
	w.Op(wasmbin.Select)
}

// shift compiles shifts by the amount modulo 32.
func (c *compiler) shift(o op.Op, a, b int32, vec bool) {
	w := c.w
	scalar, vector := wasmbin.I32Shl, wasmbin.I32x4Shl
	switch o {
	case op.IShr:
		scalar, vector = wasmbin.I32ShrS, wasmbin.I32x4ShrS
	case op.UShr:
		scalar, vector = wasmbin.I32ShrU, wasmbin.I32x4ShrU
	}
	switch {
	case !vec:
		c.scalar(a, false)
		c.scalar(b, false)
		w.Op(scalar)
	case !c.isVec(b):
		c.vector(a)
		c.scalar(b, false)
		w.Op(vector)
	default:
		c.lanewise(true, []int32{a, b}, func() { w.Op(scalar) })
	}
}

// divide compiles quotients and remainders of integers, which are total: by zero,
// and of the least number by -1, the divisor counts as 1.
func (c *compiler) divide(o op.Op, a, b int32, vec bool) {
	w := c.w
	signed := o == op.IDiv || o == op.IRem
	rem := o == op.URem || o == op.IRem
	divisor := &c.slots[c.root(b)]
	safe := divisor.kind == slotConst && divisor.bits != 0 && (!signed || divisor.bits != math.MaxUint32)
	if !vec {
		c.scalar(a, false)
		if safe {
			c.scalar(b, false)
		} else {
			w.I32(1)
			c.scalar(b, false)
			c.scalar(b, false)
			w.Op(wasmbin.I32Eqz)
			if signed {
				c.scalar(b, false)
				w.I32(-1)
				w.Op(wasmbin.I32Eq)
				c.scalar(a, false)
				w.I32(math.MinInt32)
				w.Op(wasmbin.I32Eq)
				w.Op(wasmbin.I32And)
				w.Op(wasmbin.I32Or)
			}
			w.Op(wasmbin.Select)
		}
		w.Op(map[op.Op]wasmbin.Op{op.UDiv: wasmbin.I32DivU, op.IDiv: wasmbin.I32DivS, op.URem: wasmbin.I32RemU, op.IRem: wasmbin.I32RemS}[o])
		return
	}
	// In 64-bit floats, for which the truncated quotient of such integers is exact: it
	// differs from any other integer by far more than the rounding.
	d, q := c.temp(wasmbin.V128), c.temp(wasmbin.V128)
	if safe {
		c.vector(b)
	} else {
		c.integer(1, true)
		c.vector(b)
		c.vector(b)
		c.integer(0, true)
		w.Op(wasmbin.I32x4Eq)
		if signed {
			c.vector(b)
			c.integer(math.MaxUint32, true)
			w.Op(wasmbin.I32x4Eq)
			c.vector(a)
			c.integer(1<<31, true)
			w.Op(wasmbin.I32x4Eq)
			w.Op(wasmbin.V128And)
			w.Op(wasmbin.V128Or)
		}
		w.Op(wasmbin.V128Bitselect)
	}
	w.Set(d)
	convert, truncate := wasmbin.F64x2ConvertLowI32x4U, wasmbin.I32x4TruncSatF64x2UZero
	if signed {
		convert, truncate = wasmbin.F64x2ConvertLowI32x4S, wasmbin.I32x4TruncSatF64x2SZero
	}
	for half := range 2 {
		c.vector(a)
		c.half(half)
		w.Op(convert)
		w.Get(d)
		c.half(half)
		w.Op(convert)
		w.Op(wasmbin.F64x2Div)
		w.Op(truncate)
		if half == 0 {
			w.Set(q)
		}
	}
	high := c.temp(wasmbin.V128)
	w.Set(high)
	w.Get(q)
	w.Get(high)
	w.JoinLow()
	c.free(wasmbin.V128, high)
	if rem { // a - q*d
		w.Set(q)
		c.vector(a)
		w.Get(q)
		w.Get(d)
		w.Op(wasmbin.I32x4Mul)
		w.Op(wasmbin.I32x4Sub)
	}
	c.free(wasmbin.V128, d)
	c.free(wasmbin.V128, q)
}

// field compiles the extraction and insertion of bits: offset and count are cut to
// the 32 bits that there are.
func (c *compiler) field(i ssa.InstrID, k int, vec bool) {
	w := c.w
	o := c.f.Op(i)
	offsetAt := 1
	if o == op.Bfi {
		offsetAt = 2
	}
	in := []int32{c.src(i, 0, k)}
	if o == op.Bfi {
		in = append(in, c.src(i, 1, k))
	}
	in = append(in, c.src(i, offsetAt, k), c.src(i, offsetAt+1, k))
	x, y, offset, count := c.temp(wasmbin.I32), c.temp(wasmbin.I32), c.temp(wasmbin.I32), c.temp(wasmbin.I32)
	least := func(a func(), b func()) {
		a()
		b()
		a()
		b()
		w.Op(wasmbin.I32LtU)
		w.Op(wasmbin.Select)
	}
	c.lanewise(vec, in, func() {
		w.Set(count)
		w.Set(offset)
		if o == op.Bfi {
			w.Set(y)
		}
		w.Set(x)
		least(func() { w.Get(offset) }, func() { w.I32(32) })
		w.Set(offset)
		least(func() { w.Get(count) }, func() { w.I32(32); w.Get(offset); w.Op(wasmbin.I32Sub) })
		w.Set(count)
		if o == op.Bfi {
			// mask = count == 0 ? 0 : (-1 >>> (32-count)) << offset
			mask := c.temp(wasmbin.I32)
			w.I32(-1)
			w.I32(32)
			w.Get(count)
			w.Op(wasmbin.I32Sub)
			w.Op(wasmbin.I32ShrU)
			w.Get(offset)
			w.Op(wasmbin.I32Shl)
			w.I32(0)
			w.Get(count)
			w.Op(wasmbin.Select)
			w.Set(mask)
			w.Get(y)
			w.Get(offset)
			w.Op(wasmbin.I32Shl)
			w.Get(mask)
			w.Op(wasmbin.I32And)
			w.Get(x)
			w.Get(mask)
			w.I32(-1)
			w.Op(wasmbin.I32Xor)
			w.Op(wasmbin.I32And)
			w.Op(wasmbin.I32Or)
			c.free(wasmbin.I32, mask)
			return
		}
		// count == 0 ? 0 : x << (32-offset-count) >> (32-count)
		shift := wasmbin.I32ShrU
		if o == op.IBfe {
			shift = wasmbin.I32ShrS
		}
		w.Get(x)
		w.I32(32)
		w.Get(offset)
		w.Op(wasmbin.I32Sub)
		w.Get(count)
		w.Op(wasmbin.I32Sub)
		w.Op(wasmbin.I32Shl)
		w.I32(32)
		w.Get(count)
		w.Op(wasmbin.I32Sub)
		w.Op(shift)
		w.I32(0)
		w.Get(count)
		w.Op(wasmbin.Select)
	})
	for _, t := range []uint32{x, y, offset, count} {
		c.free(wasmbin.I32, t)
	}
}
