package wasm

// This file compiles the exponential, logarithms, powers, sine and cosine: the kernels of
// package num in vectors of two 64-bit floats, operation by operation, so that the bits are
// the same. Each is a function of the module, of four lanes; arguments that its kernel
// isn't for go to the host. Callers use a quicker function, which leaves arguments to that
// one that it can't round without doubt (quick.go).

import (
	"encoding/binary"
	"math"

	"refract/internal/lazy"
	"refract/internal/num"
	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// hasKernel reports whether an operation has a function here.
func hasKernel(o op.Op) bool {
	switch o {
	case op.FExp, op.FExp2, op.FLog, op.FLog2, op.FPow, op.FSin, op.FCos:
		return true
	}
	return false
}

var kernels = lazy.Value[*num.Kernels]{Make: num.TheKernels}

// kernelTables puts the tables into the pool: pairs for the exponential, rows of four
// for the logarithm.
func (c *compiler) kernelTables() {
	if c.expAt != 0 {
		return
	}
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	put := func(list ...float64) {
		for _, x := range list {
			c.pool = binary.LittleEndian.AppendUint64(c.pool, math.Float64bits(x))
		}
	}
	c.expAt = c.poolStart() + uint32(len(c.pool))
	for _, x := range kernels.Get().Exp {
		put(x[0], x[1])
	}
	c.logAt = c.poolStart() + uint32(len(c.pool))
	for _, x := range kernels.Get().Log {
		put(x[0], x[1], x[2], 0)
	}
}

// callKernel compiles a component of an operation of this kind: of sine and cosine together
// two, to other the cosine.
func (c *compiler) callKernel(o op.Op, in []int32, to, other int32, m mask) {
	w := c.w
	vec := c.slots[to].vec
	for _, k := range in {
		if vec {
			c.vector(k)
		} else {
			c.scalar(k, true)
		}
	}
	if vec {
		c.pushMask(m)
	}
	w.Get(c.region)
	w.Call(c.kernel(kernelKey{o: o, both: other >= 0, scalar: !vec}))
	if other >= 0 {
		c.set(other, true, m)
	}
	c.set(to, true, m)
}

// A kernelKey names a function of an operation.
type kernelKey struct {
	o      op.Op
	exact  bool // for all arguments, in vectors; else a quick one
	both   bool // sine and cosine
	scalar bool // of one lane
}

// kernelFunc is a function of a kernel.
type kernelFunc struct {
	kernelKey
	*wasmbin.Func
	unnamed bool // it has no key
}

// kernel is the number of a function, which is made at first use.
func (c *compiler) kernel(key kernelKey) uint32 {
	for k, x := range c.kernelFuncs {
		if x.kernelKey == key && !x.unnamed {
			return uint32(2 + k)
		}
	}
	c.kernelTables()
	n := len(key.o.Info().Srcs)
	t, params := wasmbin.V128, n+1 // behind the sources, which lanes are active
	if key.scalar {
		t, params = wasmbin.F32, n
	}
	var signature wasmbin.Signature
	for range params {
		signature.Params = append(signature.Params, t)
	}
	signature.Params = append(signature.Params, wasmbin.I32)
	signature.Results = []wasmbin.Type{t}
	if key.both {
		signature.Results = []wasmbin.Type{t, t}
	}
	w := c.module.NewFunc(c.module.AddType(signature))
	g := &wide{w: w, exp: c.expAt, log: c.logAt}
	if key.exact {
		c.exactKernel(g, key.o, n)
	} else {
		c.quickKernel(g, key, n)
	}
	c.kernelFuncs = append(c.kernelFuncs, kernelFunc{kernelKey: key, Func: w})
	return uint32(1 + len(c.kernelFuncs))
}

// partners finds sines and cosines of the same components in the same block: the first of
// two computes both.
func (c *compiler) partners() {
	f := c.f
	var list []ssa.InstrID
	for b := range f.Blocks() {
		list = list[:0]
		for i := range f.Instrs(b) {
			if o := f.Op(i); o == op.FSin || o == op.FCos {
				list = append(list, i)
			}
		}
		for n, i := range list {
			for _, j := range list[n+1:] {
				if c.partnerOf[i] == 0 && c.partnerOf[j] == 0 && c.together(i, j) {
					if c.partnerOf == nil {
						c.partnerOf = map[ssa.InstrID]ssa.InstrID{}
					}
					c.partnerOf[i], c.partnerOf[j] = j, i
				}
			}
		}
	}
}

// together reports whether two operations, one behind the other, can be one call.
func (c *compiler) together(i, j ssa.InstrID) bool {
	n := c.d.Count(i)
	if c.f.Op(i) == c.f.Op(j) || n != c.d.Count(j) || c.barriers && c.segments[i] != c.segments[j] {
		return false
	}
	for k := range n {
		x, y := &c.slots[c.comp(i, k)], &c.slots[c.comp(j, k)]
		if c.root(c.src(i, 0, k)) != c.root(c.src(j, 0, k)) || x.kind != slotLocal || y.kind != slotLocal || x.vec != y.vec {
			return false
		}
	}
	return true
}

// sine compiles a component of a sine or cosine.
func (c *compiler) sine(i ssa.InstrID, comp int, m mask) {
	in, j := []int32{c.src(i, 0, comp)}, c.partnerOf[i]
	switch {
	case j == 0:
		c.callKernel(c.f.Op(i), in, c.comp(i, comp), -1, m)
	case c.paired[j]: // it came with the first
	case c.f.Op(i) == op.FSin:
		c.callKernel(op.FSin, in, c.comp(i, comp), c.comp(j, comp), m)
	default:
		c.callKernel(op.FSin, in, c.comp(j, comp), c.comp(i, comp), m)
	}
}

// convert converts the lanes of the sources to 64 bits.
func (g *wide) convert(n int) (args []kept) {
	w := g.w
	for k := range n {
		args = append(args, g.let(func() {
			w.Get(uint32(k))
			if g.half == 1 {
				w.High()
			}
			if g.one {
				w.Op(wasmbin.F64PromoteF32)
				w.Op(wasmbin.F64x2Splat)
			} else {
				w.Op(wasmbin.F64x2PromoteLowF32x4)
			}
		}))
	}
	return args
}

// lowWords joins the low halves of four numbers of 64 bits.
var lowWords = [16]byte{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27}

// exactKernel writes the function for all arguments.
func (c *compiler) exactKernel(g *wide, o op.Op, n int) {
	w := g.w
	y, outside := g.kernel(o, g.convert(n))
	out := g.demoted(g.let(y)).local[0]
	bad := w.Local(wasmbin.V128)
	if outside != nil {
		x := g.let(outside)
		w.Get(x.local[0])
		w.Get(x.local[1])
		w.Shuffle(lowWords)
		w.Set(bad)
	}
	active, region := uint32(n), uint32(n+1)
	w.Get(bad)
	w.Get(active)
	w.Op(wasmbin.V128And)
	w.Op(wasmbin.V128AnyTrue)
	w.If()
	for k := range n {
		w.Get(region)
		w.Get(uint32(k))
		w.Mem(wasmbin.V128Store, 4, c.scratch+16*uint32(k))
	}
	w.I32(c.hostNumber(o, foldFunc(o, n)))
	w.Get(region)
	w.I32(int32(c.scratch))
	w.Op(wasmbin.I32Add)
	w.Get(active)
	w.Op(wasmbin.I32x4Bitmask)
	w.Call(0)
	w.Get(region)
	w.Mem(wasmbin.V128Load, 4, c.scratch+hostResult)
	w.Set(out)
	w.End()
	w.Get(out)
}

// wide writes arithmetic on the two halves of four lanes, vectors of two 64-bit floats:
// kept values are computed for one half and then for the other, so that the processor has
// two chains to work at.
type wide struct {
	w        *wasmbin.Func
	exp, log uint32
	half     int  // that is written
	one      bool // there is one lane only
}

// A kept is a value in locals, one for each half.
type kept struct {
	g     *wide
	local [2]uint32
}

func (k kept) get() { k.g.w.Get(k.local[k.g.half]) }

func (g *wide) let(x term) kept {
	k := kept{g: g}
	for g.half = range k.local {
		k.local[g.half] = g.w.Local(wasmbin.V128)
		x()
		g.w.Set(k.local[g.half])
		if g.one {
			break
		}
	}
	g.half = 0
	return k
}

// demoted rounds both halves to a vector of 32-bit floats, in the first local.
func (g *wide) demoted(y kept) kept {
	k := kept{g: g, local: [2]uint32{g.w.Local(wasmbin.V128)}}
	for _, local := range y.local {
		g.w.Get(local)
		g.w.Op(wasmbin.F32x4DemoteF64x2Zero)
	}
	g.w.JoinLow()
	g.w.Set(k.local[0])
	return k
}

func (g *wide) apply(o wasmbin.Op, list ...term) term {
	return func() {
		for _, x := range list {
			x()
		}
		g.w.Op(o)
	}
}

func (g *wide) add(a, b term) term { return g.apply(wasmbin.F64x2Add, a, b) }
func (g *wide) sub(a, b term) term { return g.apply(wasmbin.F64x2Sub, a, b) }
func (g *wide) mul(a, b term) term { return g.apply(wasmbin.F64x2Mul, a, b) }
func (g *wide) and(a, b term) term { return g.apply(wasmbin.V128And, a, b) }
func (g *wide) or(a, b term) term  { return g.apply(wasmbin.V128Or, a, b) }

// choose is the first if the mask is ones, else the second.
func (g *wide) choose(a, b, mask term) term { return g.apply(wasmbin.V128Bitselect, a, b, mask) }

func (g *wide) number(x float64) term { return g.bits(math.Float64bits(x)) }

func (g *wide) bits(b uint64) term {
	return func() { g.w.V128([4]uint32{uint32(b), uint32(b >> 32), uint32(b), uint32(b >> 32)}) }
}

func (g *wide) shift(o wasmbin.Op, a term, by int32) term {
	return func() {
		a()
		g.w.I32(by)
		g.w.Op(o)
	}
}

// mulAdd is a*b + c, rounded twice.
func (g *wide) mulAdd(a, b, c term) term { return g.add(g.mul(a, b), c) }

// horner is a polynomial, of the highest coefficient first.
func (g *wide) horner(x term, coefficients ...float64) term {
	sum := g.number(coefficients[0])
	for _, k := range coefficients[1:] {
		sum = g.mulAdd(x, sum, g.number(k))
	}
	return sum
}

func (g *wide) twoSum(a, b kept) (s, e kept) {
	s = g.let(g.add(a.get, b.get))
	t := g.let(g.sub(s.get, a.get))
	e = g.let(g.add(g.sub(a.get, g.sub(s.get, t.get)), g.sub(b.get, t.get)))
	return s, e
}

func (g *wide) fastTwoSum(a, b kept) (s, e kept) {
	s = g.let(g.add(a.get, b.get))
	return s, g.let(g.sub(b.get, g.sub(s.get, a.get)))
}

// split divides a number into two of half as many bits (Dekker).
func (g *wide) split(a kept) (hi, lo kept) {
	t := g.let(g.mul(a.get, g.number(1<<27+1)))
	hi = g.let(g.sub(t.get, g.sub(t.get, a.get)))
	return hi, g.let(g.sub(a.get, hi.get))
}

// twoProduct is a product and its error, exactly, without a fused operation.
func (g *wide) twoProduct(a, b kept) (p, e kept) {
	p = g.let(g.mul(a.get, b.get))
	ah, al := g.split(a)
	bh, bl := ah, al
	if b != a {
		bh, bl = g.split(b)
	}
	e = g.let(g.add(g.add(g.add(g.sub(g.mul(ah.get, bh.get), p.get), g.mul(ah.get, bl.get)), g.mul(al.get, bh.get)), g.mul(al.get, bl.get)))
	return p, e
}

// kernel is the value of an operation, and a mask of lanes in which it isn't to be trusted
// (nil: none).
func (g *wide) kernel(o op.Op, args []kept) (y, outside term) {
	x := args[0]
	switch o {
	case op.FExp:
		return g.orNaN(g.expKernel(g.clamp(x, 700), nil), x), nil
	case op.FExp2:
		c := g.clamp(x, 1000)
		t := g.let(g.add(g.mul(c.get, g.number(128)), g.number(kernels.Get().RoundToInt)))
		r := g.let(g.sub(c.get, g.mul(g.sub(t.get, g.number(kernels.Get().RoundToInt)), g.number(1.0/128))))
		return g.orNaN(g.expReduced(t, g.let(g.mul(r.get, g.number(math.Ln2)))), x), nil
	case op.FLog, op.FLog2:
		hi, lo := g.logKernel(x)
		y := hi
		if o == op.FLog2 {
			h := g.let(hi.get)
			i := g.let(g.number(kernels.Get().InvLn2[0]))
			p, e := g.twoProduct(h, i)
			y = g.let(g.add(p.get, g.add(e.get, g.mulAdd(hi.get, g.number(kernels.Get().InvLn2[1]), g.mul(lo.get, g.number(kernels.Get().InvLn2[0]))))))
		}
		// 0, infinity, and numbers without a logarithm.
		zero := g.apply(wasmbin.F64x2Eq, x.get, g.number(0))
		infinite := g.apply(wasmbin.F64x2Eq, x.get, g.number(math.Inf(1)))
		positive := g.apply(wasmbin.F64x2Ge, x.get, g.number(0))
		out := g.choose(g.number(math.Inf(-1)), y.get, zero)
		out = g.choose(g.number(math.Inf(1)), out, infinite)
		return g.choose(out, g.number(num.NaNF64()), positive), nil
	case op.FPow:
		power := args[1]
		hi, lo := g.logKernel(x)
		p, e := g.twoProduct(hi, power)
		c := g.clamp(p, 700)
		rest := g.let(g.and(g.mulAdd(lo.get, power.get, e.get), g.apply(wasmbin.F64x2Eq, c.get, p.get)))
		y := g.expKernel(c, rest.get)
		fine := g.and(g.and(g.apply(wasmbin.F64x2Gt, x.get, g.number(0)), g.apply(wasmbin.F64x2Lt, x.get, g.number(math.Inf(1)))),
			g.apply(wasmbin.F64x2Lt, g.apply(wasmbin.F64x2Abs, power.get), g.number(math.Inf(1))))
		return y, g.apply(wasmbin.V128Not, fine)
	}
	return g.sine(x, o == op.FCos)
}

// clamp is a number cut to the range outside of which the exponential, as a 32-bit float,
// is constant.
func (g *wide) clamp(x kept, most float64) kept {
	return g.let(g.apply(wasmbin.F64x2Pmin, g.number(most), g.apply(wasmbin.F64x2Pmax, g.number(-most), x.get)))
}

// orNaN is the canonical NaN if x is one.
func (g *wide) orNaN(y term, x kept) term {
	return g.choose(y, g.number(num.NaNF64()), g.apply(wasmbin.F64x2Eq, x.get, x.get))
}

// expKernel is num's, of scale 0.
func (g *wide) expKernel(x kept, lo term) term {
	t := g.let(g.add(g.mul(x.get, g.number(128/math.Ln2)), g.number(kernels.Get().RoundToInt)))
	k := g.let(g.sub(t.get, g.number(kernels.Get().RoundToInt)))
	r := g.sub(g.sub(x.get, g.mul(k.get, g.number(kernels.Get().Ln2Over128[0]))), g.mul(k.get, g.number(kernels.Get().Ln2Over128[1])))
	if lo == nil {
		lo = g.number(0)
	}
	return g.expReduced(t, g.let(g.add(r, lo)))
}

// pair loads rows of a table, of 1<<size bytes, by the low seven bits of the lanes.
func (g *wide) pair(index kept, table uint32, size int32) (a, b kept) {
	w := g.w
	var row [2]kept
	for lane := range row {
		row[lane] = g.let(func() {
			index.get()
			w.Lane(wasmbin.I32x4ExtractLane, 2*lane)
			w.I32(127)
			w.Op(wasmbin.I32And)
			w.I32(size)
			w.Op(wasmbin.I32Shl)
			w.Mem(wasmbin.V128Load, 3, table)
		})
	}
	both := func(join func()) kept {
		return g.let(func() {
			row[0].get()
			row[1].get()
			join()
		})
	}
	return both(w.JoinLow), both(func() { w.Shuffle([16]byte{8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31}) })
}

// expReduced is num's: k in the low bits of t.
func (g *wide) expReduced(t, r kept) term {
	p := g.let(g.mulAdd(g.mul(r.get, r.get), g.horner(r.get, kernels.Get().ExpSeries[:]...), r.get))
	hi, lo := g.pair(t, g.exp, 4)
	y := g.add(hi.get, g.mulAdd(hi.get, p.get, lo.get))
	m := g.shift(wasmbin.I64x2ShrS, g.shift(wasmbin.I64x2Shl, t.get, 32), 39)
	return g.apply(wasmbin.I64x2Add, y, g.shift(wasmbin.I64x2Shl, m, 52))
}

// logKernel is num's, of a normal number.
func (g *wide) logKernel(x kept) (hi, lo kept) {
	const one, mantissa = 1023 << 52, 1<<52 - 1
	i := g.let(g.and(g.shift(wasmbin.I64x2ShrU, x.get, 45), g.bits(127)))
	above := g.let(g.apply(wasmbin.I64x2Sub, g.bits(0), g.shift(wasmbin.I64x2ShrU, g.apply(wasmbin.I64x2Sub, g.bits(52), i.get), 63))) // i >= 53
	b := g.or(g.and(x.get, g.bits(mantissa)), g.bits(one))
	m := g.let(g.apply(wasmbin.I64x2Sub, b, g.and(above.get, g.bits(1<<52))))
	k := g.apply(wasmbin.I64x2Sub, g.apply(wasmbin.I64x2Sub, g.shift(wasmbin.I64x2ShrU, x.get, 52), g.bits(1023)), above.get)
	const magic = 0x1.8p52
	kf := g.let(g.sub(g.apply(wasmbin.I64x2Add, k, g.number(magic)), g.number(magic)))
	c, thi := g.pair(i, g.log, 5)
	tlo, _ := g.pair(i, g.log+16, 5)

	p, e := g.twoProduct(m, c)
	r, rlo := g.fastTwoSum(g.let(g.sub(p.get, g.number(1))), e)
	s, se := g.twoProduct(r, r)
	h, e1 := g.fastTwoSum(r, g.let(g.mul(g.number(-0.5), s.get)))
	q := g.horner(r.get, kernels.Get().LogSeries[:]...)
	low := g.let(g.add(e1.get, g.sub(g.add(g.mul(g.mul(s.get, r.get), q), g.sub(rlo.get, g.mul(rlo.get, r.get))), g.mul(g.number(0.5), se.get))))

	h1, e2 := g.twoSum(g.let(g.mul(kf.get, g.number(kernels.Get().Ln2[0]))), thi)
	h2, e3 := g.twoSum(h1, h)
	rest := g.let(g.add(g.add(e2.get, e3.get), g.add(g.mulAdd(kf.get, g.number(kernels.Get().Ln2[1]), tlo.get), low.get)))
	return g.fastTwoSum(h2, rest)
}

// sine is num's sine or cosine after the subtraction of parts of π/2.
func (g *wide) sine(x kept, cosine bool) (y, outside term) {
	ax := g.let(g.apply(wasmbin.F64x2Abs, x.get))
	small := g.let(g.apply(wasmbin.F64x2Le, ax.get, g.number(kernels.Get().SmallAngle)))
	t := g.let(g.add(g.mul(x.get, g.number(2/math.Pi)), g.number(kernels.Get().RoundToInt)))
	k := g.let(g.sub(t.get, g.number(kernels.Get().RoundToInt)))
	a, e := g.twoSum(g.let(g.sub(x.get, g.mul(k.get, g.number(kernels.Get().HalfPi[0])))), g.let(g.apply(wasmbin.F64x2Neg, g.mul(k.get, g.number(kernels.Get().HalfPi[1])))))
	hi, lo := g.fastTwoSum(a, g.let(g.sub(e.get, g.mul(k.get, g.number(kernels.Get().HalfPi[2])))))
	far := g.and(g.apply(wasmbin.F64x2Lt, ax.get, g.number(kernels.Get().LargeAngle)),
		g.apply(wasmbin.F64x2Gt, g.apply(wasmbin.F64x2Abs, hi.get), g.number(kernels.Get().NearZero)))
	fine := g.let(g.or(small.get, far))
	r := g.let(g.choose(x.get, hi.get, small.get))
	rlo := g.let(g.apply(wasmbin.V128AndNot, lo.get, small.get))
	q := g.let(g.apply(wasmbin.V128AndNot, t.get, small.get))

	// The sine: the sum of r and the rest.
	z := g.let(g.mul(r.get, r.get))
	p := g.horner(z.get, kernels.Get().SineSeries[:]...)
	sin := g.let(g.add(r.get, g.mulAdd(g.mul(z.get, r.get), p, g.sub(rlo.get, g.mul(rlo.get, g.mul(g.number(0.5), z.get))))))
	sin = g.let(g.choose(x.get, sin.get, g.apply(wasmbin.F64x2Lt, ax.get, g.number(kernels.Get().PassThrough))))
	// The cosine.
	z, ze := g.twoProduct(r, r)
	p = g.horner(z.get, kernels.Get().CosineSeries[:]...)
	h, e4 := g.fastTwoSum(g.let(g.number(1)), g.let(g.mul(g.number(-0.5), z.get)))
	rest := g.add(e4.get, g.mulAdd(g.mul(z.get, z.get), p, g.sub(g.mul(g.number(-0.5), ze.get), g.mul(r.get, rlo.get))))
	cos := g.let(g.add(h.get, rest))

	return g.quadrant(sin, cos, q, cosine), g.apply(wasmbin.V128Not, fine.get)
}

// quadrant chooses between sine and cosine by the quadrant's last bit, and the sign by the
// one above.
func (g *wide) quadrant(sin, cos, q kept, cosine bool) term {
	odd := g.apply(wasmbin.I64x2Sub, g.bits(0), g.and(q.get, g.bits(1)))
	first, second := cos, sin
	turn := g.let(q.get)
	if cosine {
		first, second = sin, cos
		turn = g.let(g.apply(wasmbin.I64x2Add, q.get, g.bits(1)))
	}
	value := g.choose(first.get, second.get, odd)
	sign := g.shift(wasmbin.I64x2Shl, g.and(turn.get, g.bits(2)), 62)
	return g.apply(wasmbin.V128Xor, value, sign)
}
