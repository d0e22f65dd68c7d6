package wasm

// This file compiles arithmetic on floats that takes several instructions, some of them
// on 64 bits.

import (
	"math"

	"refract/internal/builtin/formula"
	"refract/internal/wasmbin"
	"refract/ssa/op"
)

// float compiles comparisons, bounds and parts of floats.
func (p *part) float(o op.Op) bool {
	c, w, vec := p.c, p.c.w, p.vec
	switch o {
	case op.FIsNan:
		p.fl(p.a())()
		p.fl(p.a())()
		c.either(vec, wasmbin.F32x4Ne, wasmbin.F32Ne)
		return p.out(false)
	case op.FIsInf:
		p.fl(p.a())()
		c.either(vec, wasmbin.F32x4Abs, wasmbin.F32Abs)
		c.float(float32(math.Inf(1)), vec)
		c.either(vec, wasmbin.F32x4Eq, wasmbin.F32Eq)
		return p.out(false)
	case op.FMin, op.FMax:
		c.lesser(p.fl(p.a()), p.fl(p.b()), vec, o == op.FMax)
		return p.out(true)
	case op.FClamp:
		t := c.temp(typeOf(vec, true))
		c.lesser(p.fl(p.a()), p.fl(p.b()), vec, true)
		w.Set(t)
		c.lesser(func() { w.Get(t) }, p.fl(p.third()), vec, false)
		c.free(typeOf(vec, true), t)
		return p.out(true)
	case op.FSat:
		c.saturate(p.fl(p.a()), vec)
		return p.out(true)
	case op.FSign: // 1 or -1, or x where it is neither greater nor less than zero
		t := c.temp(typeOf(vec, true))
		p.number(1)()
		p.fl(p.a())()
		p.fl(p.a())()
		p.number(0)()
		c.either(vec, wasmbin.F32x4Gt, wasmbin.F32Gt)
		c.choose(vec, true)
		w.Set(t)
		p.number(-1)()
		w.Get(t)
		p.fl(p.a())()
		p.number(0)()
		c.either(vec, wasmbin.F32x4Lt, wasmbin.F32Lt)
		c.choose(vec, true)
		c.free(typeOf(vec, true), t)
		return p.out(true)
	case op.FStep: // 1 if a <= b
		if vec {
			p.fl(p.a())()
			p.fl(p.b())()
			w.Op(wasmbin.F32x4Le)
			p.number(1)()
			w.Op(wasmbin.V128And)
		} else {
			p.fl(p.a())()
			p.fl(p.b())()
			w.Op(wasmbin.F32Le)
			w.Op(wasmbin.F32ConvertI32U)
		}
		return p.out(true)
	}
	return false
}

// rounded compiles float arithmetic of several steps, each rounded.
func (p *part) rounded(o op.Op) bool {
	c, vec := p.c, p.vec
	switch {
	case o == op.FRsq:
		c.inverseSqrt(p.fl(p.a()), vec)
	case o == op.FFma:
		c.fma(p.fl(p.a()), p.fl(p.b()), p.fl(p.third()), vec)
	case o.Formula() != formula.NoOperation:
		args := make([][]term, len(o.Info().Srcs))
		for s := range args {
			args[s] = []term{p.fl(p.c.src(p.i, s, p.k))}
		}
		result, release := math32{c, vec}.formula(o.Formula(), false, args...)
		result[0]()
		release()
	default:
		return false
	}
	return p.out(true)
}

// saturate cuts a float to the range from 0 to 1.
func (c *compiler) saturate(x func(), vec bool) {
	t := c.temp(typeOf(vec, true))
	c.lesser(x, func() { c.float(0, vec) }, vec, true)
	c.w.Set(t)
	c.lesser(func() { c.w.Get(t) }, func() { c.float(1, vec) }, vec, false)
	c.free(typeOf(vec, true), t)
}

// half leaves the lower half of the top of the stack in place, or moves the upper.
func (c *compiler) half(k int) {
	if k != 0 {
		c.w.High()
	}
}

// halves computes floats in 64 bits, two lanes at a time.
func (c *compiler) halves(in []func(), vec bool, compute func(args []uint32, vec bool)) {
	w := c.w
	wide := wasmbin.F64
	if vec {
		wide = wasmbin.V128
	}
	narrow := make([]uint32, len(in))
	args := make([]uint32, len(in))
	for n, push := range in {
		args[n] = c.temp(wide)
		if vec {
			narrow[n] = c.temp(wasmbin.V128)
			push()
			w.Set(narrow[n])
		}
	}
	if !vec {
		for n, push := range in {
			push()
			w.Op(wasmbin.F64PromoteF32)
			w.Set(args[n])
		}
		compute(args, false)
		w.Op(wasmbin.F32DemoteF64)
	} else {
		low := c.temp(wasmbin.V128)
		high := c.temp(wasmbin.V128)
		for half, to := range []uint32{low, high} {
			for n := range in {
				w.Get(narrow[n])
				c.half(half)
				w.Op(wasmbin.F64x2PromoteLowF32x4)
				w.Set(args[n])
			}
			compute(args, true)
			w.Op(wasmbin.F32x4DemoteF64x2Zero)
			w.Set(to)
		}
		w.Get(low)
		w.Get(high)
		w.JoinLow()
		c.free(wasmbin.V128, low)
		c.free(wasmbin.V128, high)
	}
	for n := range in {
		c.free(wide, args[n])
		if vec {
			c.free(wasmbin.V128, narrow[n])
		}
	}
}

// wideOne puts a 64-bit float on the stack.
func (c *compiler) wideOne(x float64, vec bool) {
	if vec {
		b := math.Float64bits(x)
		c.w.V128([4]uint32{uint32(b), uint32(b >> 32), uint32(b), uint32(b >> 32)})
	} else {
		c.w.F64(x)
	}
}

// inverseSqrt is 1/sqrt(x) in 64 bits, rounded.
func (c *compiler) inverseSqrt(x func(), vec bool) {
	c.halves([]func(){x}, vec, func(a []uint32, vec bool) {
		c.wideOne(1, vec)
		c.w.Get(a[0])
		c.either(vec, wasmbin.F64x2Sqrt, wasmbin.F64Sqrt)
		c.either(vec, wasmbin.F64x2Div, wasmbin.F64Div)
	})
}

// fma is num.FmaF32: the sum in 64 bits, rounded to odd.
func (c *compiler) fma(x, y, z func(), vec bool) {
	w := c.w
	c.halves([]func(){x, y, z}, vec, func(a []uint32, vec bool) {
		wide := wasmbin.F64
		if vec {
			wide = wasmbin.V128
		}
		add, sub, mul := wasmbin.F64Add, wasmbin.F64Sub, wasmbin.F64Mul
		if vec {
			add, sub, mul = wasmbin.F64x2Add, wasmbin.F64x2Sub, wasmbin.F64x2Mul
		}
		p, s, t, e := c.temp(wide), c.temp(wide), c.temp(wide), c.temp(wide)
		get := func(list ...uint32) {
			for _, x := range list {
				w.Get(x)
			}
		}
		get(a[0], a[1])
		w.Op(mul)
		w.Tee(p)
		get(a[2])
		w.Op(add)
		w.Tee(s)
		get(p)
		w.Op(sub)
		w.Set(t)
		get(p, s, t) // e = (p - (s - t)) + (z - t)
		w.Op(sub)
		w.Op(sub)
		get(a[2], t)
		w.Op(sub)
		w.Op(add)
		w.Set(e)
		// If e is a number other than zero and s even: s+1 or s-1, as bits, by whether the
		// signs of e and s agree.
		if vec {
			step := c.temp(wide)
			get(e)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Gt)
			get(s)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Gt)
			w.Op(wasmbin.V128Xor) // ones: they differ, which is -1
			w.V128([4]uint32{1, 0, 1, 0})
			w.Op(wasmbin.V128Or) // 1 or -1
			get(e)
			c.wideOne(0, true)
			w.Op(wasmbin.F64x2Ne)
			w.Op(wasmbin.V128And)
			get(e, e)
			w.Op(wasmbin.F64x2Eq)
			w.Op(wasmbin.V128And)
			get(s)
			w.V128([4]uint32{1, 0, 1, 0})
			w.Op(wasmbin.V128And)
			w.V128([4]uint32{})
			w.Op(wasmbin.I64x2Eq)
			w.Op(wasmbin.V128And)
			w.Set(step)
			get(s, step)
			w.Op(wasmbin.I64x2Add)
			c.free(wide, step)
		} else {
			get(s)
			w.Op(wasmbin.I64ReinterpretF64)
			w.I64(1)
			w.I64(-1)
			get(e)
			w.F64(0)
			w.Op(wasmbin.F64Gt)
			get(s)
			w.F64(0)
			w.Op(wasmbin.F64Gt)
			w.Op(wasmbin.I32Eq)
			w.Op(wasmbin.Select)
			w.I64(0)
			get(e)
			w.F64(0)
			w.Op(wasmbin.F64Ne)
			get(e, e)
			w.Op(wasmbin.F64Eq)
			w.Op(wasmbin.I32And)
			get(s)
			w.Op(wasmbin.I64ReinterpretF64)
			w.I64(1)
			w.Op(wasmbin.I64And)
			w.Op(wasmbin.I64Eqz)
			w.Op(wasmbin.I32And)
			w.Op(wasmbin.Select)
			w.Op(wasmbin.I64Add)
			w.Op(wasmbin.F64ReinterpretI64)
		}
		c.free(wide, p)
		c.free(wide, s)
		c.free(wide, t)
		c.free(wide, e)
	})
}
