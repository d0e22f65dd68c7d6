package wasm

// This file has quick versions of the kernels. A result of a kernel is a 32-bit float,
// rounded from one of 64 bits whose error is far below the precision of that rounding. A
// quick version computes with an error below 2^-38, and if no boundary of rounding is that
// near, both versions round to the same float. If one is, which is once in some thousands
// of arguments, and for arguments outside of its range, the kernel decides (Ziv, "Fast
// evaluation of elementary mathematical functions with correctly rounded last bit", 1991).

import (
	"math"

	"refract/internal/wasmbin"
	"refract/ssa/op"
)

// doubt is the least distance from a boundary of rounding, in units of the last bit of a
// 64-bit float: 2^-38 of a number below 2, with room.
const doubt = 1 << 16

// quickKernel writes a quick function.
func (c *compiler) quickKernel(g *wide, key kernelKey, n int) {
	w := g.w
	g.one = key.scalar
	values, outside := g.quick(key, g.convert(n))
	var y []kept
	for _, value := range values {
		y = append(y, g.let(value))
	}
	bad := g.let(outside)
	if key.scalar {
		bad.local[1] = bad.local[0]
	}
	out := make([]kept, len(y))
	for k := range y {
		if key.scalar {
			y[k].local[1] = y[k].local[0]
		}
		out[k] = g.demoted(y[k])
	}
	// The 29 bits that rounding drops are near half of their range.
	const dropped = 1<<29 - 1
	all := func(x uint32) { w.V128([4]uint32{x, x, x, x}) }
	for k := range y {
		w.Get(y[k].local[0])
		w.Get(y[k].local[1])
		w.Shuffle(lowWords)
		all(1<<28 + doubt)
		w.Op(wasmbin.I32x4Add)
		all(dropped &^ (2*doubt - 1))
		w.Op(wasmbin.V128And)
		w.V128([4]uint32{})
		w.Op(wasmbin.I32x4Eq)
		if k > 0 {
			w.Op(wasmbin.V128Or)
		}
	}
	w.Get(bad.local[0])
	w.Get(bad.local[1])
	w.Shuffle(lowWords)
	w.Op(wasmbin.V128Or)
	region := uint32(n)
	if !key.scalar {
		w.Get(uint32(n))
		w.Op(wasmbin.V128And)
		region++
	}
	w.Op(wasmbin.V128AnyTrue)
	w.If()
	for k, o := range []op.Op{key.o, op.FCos}[:len(y)] {
		exact := c.kernel(kernelKey{o: o, exact: true})
		for n := range n {
			w.Get(uint32(n))
			if key.scalar {
				w.Op(wasmbin.F32x4Splat)
			}
		}
		if key.scalar {
			w.V128([4]uint32{math.MaxUint32})
		} else {
			w.Get(uint32(n))
		}
		w.Get(region)
		w.Call(exact)
		w.Set(out[k].local[0])
	}
	w.End()
	for k := range out {
		w.Get(out[k].local[0])
		if key.scalar {
			w.Lane(wasmbin.F32x4ExtractLane, 0)
		}
	}
}

// quick are the values of a function and a mask of lanes in which they aren't to be
// trusted.
func (g *wide) quick(key kernelKey, args []kept) (values []term, outside term) {
	x := args[0]
	one := func(y, outside term) ([]term, term) { return []term{y}, outside }
	switch key.o {
	case op.FExp:
		return one(g.quickExp(x, x.get))
	case op.FExp2:
		in := g.apply(wasmbin.F64x2Lt, g.apply(wasmbin.F64x2Abs, x.get), g.number(126))
		t := g.let(g.add(g.mul(x.get, g.number(128)), g.number(kernels.Get().RoundToInt)))
		r := g.let(g.sub(x.get, g.mul(g.sub(t.get, g.number(kernels.Get().RoundToInt)), g.number(1.0/128))))
		return one(g.quickPower(t, g.let(g.mul(r.get, g.number(math.Ln2)))), g.apply(wasmbin.V128Not, in))
	case op.FLog, op.FLog2:
		y := g.quickLog(x)
		if key.o == op.FLog2 {
			y = g.mul(y, g.number(kernels.Get().InvLn2[0]))
		}
		return one(y, g.apply(wasmbin.V128Not, g.positive(x)))
	case op.FPow:
		power := args[1]
		y, outside := g.quickExp(g.let(g.mul(g.quickLog(x), power.get)), g.apply(wasmbin.F64x2Abs, power.get))
		// Zero, which isn't negative, to a positive power.
		zero := g.let(g.and(g.and(g.apply(wasmbin.I64x2Eq, x.get, g.bits(0)), g.apply(wasmbin.F64x2Gt, power.get, g.number(0))),
			g.apply(wasmbin.F64x2Lt, power.get, g.number(math.Inf(1)))))
		fine := g.or(g.and(g.positive(x), g.apply(wasmbin.V128Not, outside)), zero.get)
		return one(g.apply(wasmbin.V128AndNot, y, zero.get), g.apply(wasmbin.V128Not, fine))
	}
	return g.quickSine(x, key)
}

// positive is the mask of numbers above zero and finite.
func (g *wide) positive(x kept) term {
	return g.and(g.apply(wasmbin.F64x2Gt, x.get, g.number(0)), g.apply(wasmbin.F64x2Lt, x.get, g.number(math.Inf(1))))
}

// quickExp is the exponential. A value too small for any 32-bit float is zero, one too
// large infinite; denormal results are left to the kernel, and so are infinities and NaNs.
func (g *wide) quickExp(x kept, with term) (y, outside term) {
	c := g.clamp(x, 110)
	t := g.let(g.add(g.mul(c.get, g.number(128/math.Ln2)), g.number(kernels.Get().RoundToInt)))
	k := g.let(g.sub(t.get, g.number(kernels.Get().RoundToInt)))
	r := g.let(g.sub(g.sub(c.get, g.mul(k.get, g.number(kernels.Get().Ln2Over128[0]))), g.mul(k.get, g.number(kernels.Get().Ln2Over128[1]))))
	normal := g.or(g.apply(wasmbin.F64x2Gt, x.get, g.number(-87)), g.apply(wasmbin.F64x2Lt, x.get, g.number(-105)))
	finite := g.apply(wasmbin.F64x2Lt, g.apply(wasmbin.F64x2Abs, with), g.number(math.Inf(1)))
	return g.quickPower(t, r), g.apply(wasmbin.V128Not, g.and(normal, finite))
}

// quickPower is 2^(k/128) * e^r, with k in the low bits of t and |r| <= ln2/256. The
// remainder of the series is below 2^-49.
func (g *wide) quickPower(t, r kept) term {
	w := g.w
	row := func(lane int) {
		t.get()
		w.Lane(wasmbin.I32x4ExtractLane, 2*lane)
		w.I32(127)
		w.Op(wasmbin.I32And)
		w.I32(4)
		w.Op(wasmbin.I32Shl)
		w.Mem(wasmbin.V128Load, 3, g.exp)
	}
	factor := g.let(func() {
		row(0)
		if g.one {
			return
		}
		row(1)
		w.JoinLow()
	})
	p := g.horner(r.get, kernels.Get().ExpSeries[1], kernels.Get().ExpSeries[2], kernels.Get().ExpSeries[3], 1)
	y := g.add(factor.get, g.mul(factor.get, g.mul(r.get, p)))
	m := g.shift(wasmbin.I64x2ShrS, g.shift(wasmbin.I64x2Shl, t.get, 32), 39)
	return g.apply(wasmbin.I64x2Add, y, g.shift(wasmbin.I64x2Shl, m, 52))
}

// quickLog is the logarithm of a positive 32-bit float: its 24 bits times the 12 of the
// table's factor are exact, and around 1 so is all but the series, whose remainder is
// below 2^-50.
func (g *wide) quickLog(x kept) term {
	const one, mantissa = 1023 << 52, 1<<52 - 1
	i := g.let(g.and(g.shift(wasmbin.I64x2ShrU, x.get, 45), g.bits(127)))
	above := g.let(g.apply(wasmbin.I64x2Sub, g.bits(0), g.shift(wasmbin.I64x2ShrU, g.apply(wasmbin.I64x2Sub, g.bits(52), i.get), 63))) // i >= 53
	m := g.apply(wasmbin.I64x2Sub, g.or(g.and(x.get, g.bits(mantissa)), g.bits(one)), g.and(above.get, g.bits(1<<52)))
	k := g.apply(wasmbin.I64x2Sub, g.apply(wasmbin.I64x2Sub, g.shift(wasmbin.I64x2ShrU, x.get, 52), g.bits(1023)), above.get)
	const magic = 0x1.8p52
	kf := g.sub(g.apply(wasmbin.I64x2Add, k, g.number(magic)), g.number(magic))
	c, high := g.pair(i, g.log, 5)
	r := g.let(g.sub(g.mul(m, c.get), g.number(1)))
	p := g.horner(r.get, 1.0/7, -1.0/6, 1.0/5, -1.0/4, 1.0/3, -1.0/2, 1)
	return g.add(g.add(g.mul(kf, g.number(math.Ln2)), high.get), g.mul(r.get, p))
}

// quickSine is the sine or cosine, or both. One of them takes a single series, of the angle
// after the subtraction of multiples of π: the sine's of even multiples of π/2, the cosine's
// of odd ones, as the cosine there is a sine. Both take two series, which are shorter. The
// remainders of the series are below 2^-40 of the value.
//
// Two parts of π/2 do: products with the first, of 33 bits, are exact, and so are differences
// from them but of small arguments that are left as they are. That leaves an error of 2^-69, and
// no 32-bit float below LargeAngle is nearer than 2^-28 to a multiple of π/2. (The kernel, whose
// arguments may have 53 bits, looks at rests near zero.)
func (g *wide) quickSine(x kept, key kernelKey) (values []term, outside term) {
	period := 2.0 // of the multiples, in halves of π
	if key.both {
		period = 1
	}
	turns := g.mul(x.get, g.number(2/math.Pi/period))
	if !key.both && key.o == op.FCos {
		turns = g.sub(turns, g.number(0.5))
	}
	t := g.let(g.add(turns, g.number(kernels.Get().RoundToInt)))
	multiple := g.sub(t.get, g.number(kernels.Get().RoundToInt))
	if !key.both && key.o == op.FCos {
		multiple = g.add(multiple, g.number(0.5))
	}
	k := g.let(multiple)
	half := &kernels.Get().HalfPi
	r := g.let(g.sub(g.sub(x.get, g.mul(k.get, g.number(period*half[0]))), g.mul(k.get, g.number(period*(half[1]+half[2])))))
	z := g.let(g.mul(r.get, r.get))
	z2 := g.let(g.mul(z.get, z.get))
	z4 := g.let(g.mul(z2.get, z2.get))
	// The highest coefficient first, in pairs, so that the chains are short.
	even := func(k ...float64) kept {
		pair := func(n int) term { return g.let(g.mulAdd(z.get, g.number(k[n]), g.number(k[n+1]))).get }
		n := len(k)
		low := g.let(g.mulAdd(z2.get, pair(n-4), pair(n-2)))
		high := pair(n - 6)
		if n > 6 {
			high = g.let(g.mulAdd(z2.get, g.number(k[0]), high)).get
		}
		return g.let(g.mulAdd(z4.get, high, low.get))
	}
	if key.both {
		sin := g.let(g.mul(r.get, even(kernels.Get().QuarterTurnSine[:]...).get))
		cos := even(kernels.Get().QuarterTurnCosine[:]...)
		values = []term{g.quadrant(sin, cos, t, false), g.quadrant(sin, cos, t, true)}
	} else {
		y := g.mul(r.get, even(kernels.Get().HalfTurnSine[:]...).get)
		sign := g.shift(wasmbin.I64x2Shl, t.get, 63)
		if key.o == op.FCos {
			sign = g.apply(wasmbin.V128Xor, sign, g.bits(1<<63))
		}
		values = []term{g.apply(wasmbin.V128Xor, y, sign)}
	}
	return values, g.apply(wasmbin.V128Not, g.apply(wasmbin.F64x2Lt, g.apply(wasmbin.F64x2Abs, x.get), g.number(kernels.Get().LargeAngle)))
}
