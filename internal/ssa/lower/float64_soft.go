package lower

// This file is the arithmetic of 64-bit floats on their bits, as unsigned 64-bit integers,
// mostly without branches. The scheme is that of J. Hauser's Berkeley SoftFloat: a
// significand on its way to be rounded has its highest bit at place 62, ten bits below the
// result's last one, and the last of them stands for all lesser bits.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

const (
	infF64    = 0x7ff << 52
	nanF64    = 0x7ff8 << 48
	oneF64    = 0x3ff << 52
	signBit64 = 1 << 63
)

// doubles builds arithmetic on the bits of floats.
type doubles struct{ *calc }

func (c *doubles) sign(x ssa.Value) ssa.Value { return c.andi(x, signBit64) }
func (c *doubles) abs(x ssa.Value) ssa.Value  { return c.andi(x, signBit64-1) }

// exponent is the biased exponent as 32 bits.
func (c *doubles) exponent(x ssa.Value) ssa.Value {
	return c.resize(32, c.andi(c.ushri(x, 52), 0x7ff))
}

// isNaN reports whether bits without sign are no number.
func (c *doubles) isNaN(abs ssa.Value) ssa.Value { return c.ult(c.u64(infF64), abs) }

func (c *doubles) isZero(x ssa.Value) ssa.Value { return c.eqi(x, 0) }

// clz is the number of zeros above the highest bit, as 32 bits.
func (c *doubles) clz(x ssa.Value) ssa.Value { return c.resize(32, c.do(op.UClz, x)) }

// wideBit is 1 or 0 of 64 bits.
func (c *doubles) wideBit(cond ssa.Value) ssa.Value { return c.convert(op.B2I, ir.U64, cond) }

// jam shifts right by a number of places below 2^31; bits that are shifted out set the last
// bit.
func (c *doubles) jam(x, n ssa.Value) ssa.Value {
	n = c.do(op.UMin, n, c.U32(63))
	lost := c.and(x, c.not(c.shl(c.u64(^uint64(0)), n)))
	return c.or(c.ushr(x, n), c.wideBit(c.nei(lost, 0)))
}

// open is a number's significand with its highest bit at place 52, and its exponent;
// that of zero is 0, and far below all others.
func (c *doubles) open(x ssa.Value) (sig, exp ssa.Value) {
	exp = c.exponent(x)
	sig = c.andi(x, 1<<52-1)
	subnormal := c.eqi(exp, 0)
	sig = c.sel(subnormal, sig, c.ori(sig, 1<<52))
	n := c.subi(c.clz(sig), 11)
	exp = c.sub(c.sel(subnormal, c.U32(1), exp), n)
	return c.shl(sig, n), c.sel(c.isZero(sig), c.number(exp, 1<<32-10000), exp)
}

// round makes a number of a significand whose highest bit is at place 62, or below if it is
// zero or was shifted. The exponent is one less than the result's.
func (c *doubles) round(sign, exp, sig ssa.Value) ssa.Value {
	low := c.negative(exp)
	sig = c.sel(low, c.jam(sig, c.neg(exp)), sig)
	exp = c.sel(low, c.U32(0), exp)
	rounded := c.addi(sig, 0x200)
	top := c.eqi(exp, 0x7FD)
	over := c.or(c.ilt(c.U32(0x7FD), exp), c.and(top, c.negative(rounded)))
	m := c.ushri(rounded, 10)
	tie := c.eqi(c.andi(sig, 0x3FF), 0x200)
	m = c.and(m, c.not(c.wideBit(tie)))
	none := c.isZero(m)
	high := c.shli(c.resize(64, exp), 52)
	r := c.add(c.sel(none, c.u64(0), high), m)
	return c.or(sign, c.sel(c.and(over, c.not(c.isZero(sig))), c.u64(infF64), r))
}

// normal rounds a significand of any size.
func (c *doubles) normal(sign, exp, sig ssa.Value) ssa.Value {
	n := c.subi(c.clz(sig), 1)
	big := c.negative(n) // the highest bit is at place 63
	sig = c.sel(big, c.jam(sig, c.U32(1)), c.shl(sig, n))
	return c.round(sign, c.sub(exp, n), sig)
}

func (c *doubles) subBody(x ...ssa.Value) ssa.Value { return c.addBody(x[0], c.xori(x[1], signBit64)) }

func (c *doubles) addBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	swap := c.ult(c.abs(a), c.abs(b))
	a, b = c.sel(swap, b, a), c.sel(swap, a, b) // a is the greater
	ax, bx := c.abs(a), c.abs(b)
	differ := c.negative(c.xor(a, b))
	fields := func(v ssa.Value) (sig, exp ssa.Value) {
		exp = c.exponent(v)
		normal := c.nei(exp, 0)
		sig = c.or(c.andi(v, 1<<52-1), c.shli(c.wideBit(normal), 52))
		return c.shli(sig, 9), c.sel(normal, exp, c.U32(1))
	}
	sa, ea := fields(a)
	sb, eb := fields(b)
	sb = c.jam(sb, c.sub(ea, eb))
	sum := c.sel(differ, c.sub(sa, sb), c.add(sa, sb))
	sign := c.sel(c.and(differ, c.isZero(sum)), c.u64(0), c.sign(a))
	r := c.normal(sign, ea, sum)
	inf := c.eqi(ax, infF64)
	r = c.sel(inf, a, r)
	nan := c.or(c.isNaN(ax), c.and(c.and(inf, differ), c.eqi(bx, infF64)))
	return c.sel(nan, c.u64(nanF64), r)
}

func (c *doubles) mulBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	ax, bx := c.abs(a), c.abs(b)
	sign := c.sign(c.xor(a, b))
	sa, ea := c.open(a)
	sb, eb := c.open(b)
	hi, lo := c.product(c.shli(sa, 10), c.shli(sb, 11))
	sig := c.or(hi, c.wideBit(c.nei(lo, 0)))
	r := c.normal(sign, c.subi(c.add(ea, eb), 0x3FF), sig)
	return c.special(sign, r, ax, bx, c.or(c.isZero(ax), c.isZero(bx)))
}

// product is that of 64-bit numbers, in 128 bits.
func (c *doubles) product(a, b ssa.Value) (hi, lo ssa.Value) {
	return c.do(op.UMulHigh, a, b), c.mul(a, b)
}

// special is a product with a factor that isn't finite: infinite if one is infinite and
// none is zero.
func (c *doubles) special(sign, r, ax, bx, zero ssa.Value) ssa.Value {
	inf := c.or(c.eqi(ax, infF64), c.eqi(bx, infF64))
	nan := c.or(c.or(c.isNaN(ax), c.isNaN(bx)), c.and(inf, zero))
	r = c.sel(zero, sign, r)
	r = c.sel(inf, c.ori(sign, infF64), r)
	return c.sel(nan, c.u64(nanF64), r)
}

// A wideNumber has 128 bits.
type wideNumber struct{ hi, lo ssa.Value }

// jamWide shifts right; bits that are shifted out set the last bit.
func (c *doubles) jamWide(x wideNumber, n ssa.Value) wideNumber {
	n = c.do(op.UMin, n, c.U32(127))
	far := c.not(c.ulti(n, 64))
	m := c.andi(n, 63)
	ones := c.shl(c.u64(^uint64(0)), m)
	none := c.eqi(m, 0)
	over := c.sel(none, c.u64(0), c.shl(x.hi, c.neg(m)))
	lostLo := c.and(x.lo, c.not(ones))
	lostHi := c.and(x.hi, c.not(ones))
	near := wideNumber{c.ushr(x.hi, m), c.or(c.or(c.ushr(x.lo, m), over), c.wideBit(c.nei(lostLo, 0)))}
	lo := c.or(c.ushr(x.hi, m), c.wideBit(c.nei(c.or(lostHi, x.lo), 0)))
	return c.selWide(far, wideNumber{c.u64(0), lo}, near)
}

func (c *doubles) selWide(cond ssa.Value, x, y wideNumber) wideNumber {
	return wideNumber{c.sel(cond, x.hi, y.hi), c.sel(cond, x.lo, y.lo)}
}

func (c *doubles) fmaBody(x ...ssa.Value) ssa.Value {
	a, b, d := x[0], x[1], x[2]
	ax, bx, dx := c.abs(a), c.abs(b), c.abs(d)
	sign := c.sign(c.xor(a, b))
	signD := c.sign(d)
	differ := c.ne(sign, signD)
	sa, ea := c.open(a)
	sb, eb := c.open(b)
	sd, ed := c.open(d)
	var p wideNumber
	p.hi, p.lo = c.product(c.shli(sa, 10), c.shli(sb, 11))
	ep := c.subi(c.add(ea, eb), 0x3FF)
	q := wideNumber{c.shli(sd, 9), c.u64(0)}
	less := c.ilt(ep, ed)
	p = c.selWide(less, c.jamWide(p, c.sub(ed, ep)), p)
	q = c.selWide(less, q, c.jamWide(q, c.sub(ep, ed)))
	exp := c.sel(less, ed, ep)
	// The sum, or the difference from the greater.
	swap := c.and(differ, c.or(c.ult(p.hi, q.hi), c.and(c.eq(p.hi, q.hi), c.ult(p.lo, q.lo))))
	g, l := c.selWide(swap, q, p), c.selWide(swap, p, q)
	sum := wideNumber{lo: c.add(p.lo, q.lo)}
	sum.hi = c.add(c.add(p.hi, q.hi), c.wideBit(c.ult(sum.lo, p.lo)))
	diff := wideNumber{lo: c.sub(g.lo, l.lo)}
	diff.hi = c.sub(c.sub(g.hi, l.hi), c.wideBit(c.ult(g.lo, l.lo)))
	r := c.selWide(differ, diff, sum)
	resultSign := c.sel(swap, signD, sign)
	none := c.isZero(c.or(r.hi, r.lo))
	resultSign = c.sel(c.and(none, differ), c.u64(0), resultSign)
	// The highest bit goes to the high half.
	empty := c.isZero(r.hi)
	r = c.selWide(empty, wideNumber{r.lo, c.u64(0)}, r)
	exp = c.sel(empty, c.subi(exp, 64), exp)
	n := c.clz(r.hi)
	over := c.sel(c.eqi(n, 0), c.u64(0), c.ushr(r.lo, c.neg(n)))
	sig := c.or(c.shl(r.hi, n), over)
	rest := c.shl(r.lo, n)
	sig = c.or(sig, c.wideBit(c.nei(rest, 0)))
	v := c.normal(resultSign, c.sub(exp, n), sig)
	v = c.sel(none, resultSign, v)
	// Infinities and NaN.
	zero := c.or(c.isZero(ax), c.isZero(bx))
	infP := c.or(c.eqi(ax, infF64), c.eqi(bx, infF64))
	infD := c.eqi(dx, infF64)
	v = c.sel(infD, d, v)
	v = c.sel(infP, c.ori(sign, infF64), v)
	nan := c.or(c.or(c.isNaN(ax), c.isNaN(bx)), c.isNaN(dx))
	nan = c.or(nan, c.and(infP, c.or(zero, c.and(infD, differ))))
	return c.sel(nan, c.u64(nanF64), v)
}

// repeat is a loop of a number of steps; next makes the values of the next step.
func (c *doubles) repeat(count ssa.Value, next func(x []ssa.Value) []ssa.Value, x ...ssa.Value) []ssa.Value {
	f := c.F
	zero := c.U32(0)
	n := c.Loop(false)
	after := c.At
	head := f.LoopHeader(n)
	in := f.Build(f.StartOf(head))
	in.Span = c.Span
	phi := func(start ssa.Value) ssa.Value {
		p := f.PhiAt(f.StartOf(head), f.Type(start))
		f.SetSrc(p, f.PredIndex(head, f.Before(n)), ssa.Whole(start))
		return p
	}
	step := phi(zero)
	var phis []ssa.Value
	for _, v := range x {
		phis = append(phis, phi(v))
	}
	in.At = f.EndOf(head)
	done := in.If(in.Op(op.IEq, ir.TypeBool, step, count))
	out := in
	out.Inside(f.Then(done))
	out.Jump(op.Break)
	c.At = in.At
	back := next(phis)
	step2 := c.addi(step, 1)
	last := f.ListLast(f.LoopBody(n))
	for k, p := range phis {
		f.SetSrc(p, f.PredIndex(head, last), ssa.Whole(back[k]))
	}
	f.SetSrc(step, f.PredIndex(head, last), ssa.Whole(step2))
	c.At = after
	return phis
}

func (c *doubles) divBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	ax, bx := c.abs(a), c.abs(b)
	sign := c.sign(c.xor(a, b))
	sa, ea := c.open(a)
	sb, eb := c.open(b)
	// Bit by bit: the quotient of 55 bits or 56, and whether anything is left.
	v := c.repeat(c.U32(56), func(x []ssa.Value) []ssa.Value {
		rest, q := x[0], x[1]
		fits := c.ule(sb, rest)
		rest = c.sel(fits, c.sub(rest, sb), rest)
		q = c.or(c.shli(q, 1), c.wideBit(fits))
		return []ssa.Value{c.shli(rest, 1), q}
	}, sa, c.u64(0))
	// The first step's digit has place 55 and weight 1.
	sig := c.or(c.shli(v[1], 7), c.wideBit(c.nei(v[0], 0)))
	r := c.normal(sign, c.addi(c.sub(ea, eb), 0x3FF-1), sig)
	infA, infB := c.eqi(ax, infF64), c.eqi(bx, infF64)
	zeroA, zeroB := c.isZero(ax), c.isZero(bx)
	r = c.sel(c.or(zeroA, infB), sign, r)
	r = c.sel(c.or(infA, zeroB), c.ori(sign, infF64), r)
	nan := c.or(c.or(c.isNaN(ax), c.isNaN(bx)), c.or(c.and(infA, infB), c.and(zeroA, zeroB)))
	return c.sel(nan, c.u64(nanF64), r)
}

func (c *doubles) sqrtBody(x ...ssa.Value) ssa.Value {
	a := x[0]
	ax := c.abs(a)
	sig, exp := c.open(a)
	// If the exponent is even, two bits of the number make one of the root.
	odd := c.eqi(c.andi(exp, 1), 0) // the bias is odd
	sig = c.shli(sig, 10)
	sig = c.sel(odd, c.shli(sig, 1), sig) // in [1, 4), the unit at place 62
	v := c.repeat(c.U32(55), func(x []ssa.Value) []ssa.Value {
		left, rest, root := x[0], x[1], x[2]
		rest = c.or(c.shli(rest, 2), c.ushri(left, 62))
		trial := c.ori(c.shli(root, 2), 1)
		fits := c.ule(trial, rest)
		rest = c.sel(fits, c.sub(rest, trial), rest)
		root = c.or(c.shli(root, 1), c.wideBit(fits))
		return []ssa.Value{c.shli(left, 2), rest, root}
	}, sig, c.u64(0), c.u64(0))
	root := c.or(c.shli(v[2], 8), c.wideBit(c.nei(v[1], 0))) // the first digit goes to place 62
	half := c.ishri(c.sub(c.subi(exp, 0x3FF), c.bit(odd)), 1)
	r := c.round(c.u64(0), c.addi(half, 0x3FE), root)
	r = c.sel(c.or(c.isZero(ax), c.eqi(a, infF64)), a, r)
	nan := c.or(c.isNaN(ax), c.and(c.negative(a), c.not(c.isZero(ax))))
	return c.sel(nan, c.u64(nanF64), r)
}

// remBody is the exact remainder: the dividend's significand is doubled as often as the
// exponents differ, and held below the divisor's.
func (c *doubles) remBody(x ...ssa.Value) ssa.Value {
	a, b := x[0], x[1]
	ax, bx := c.abs(a), c.abs(b)
	sa, ea := c.open(a)
	sb, eb := c.open(b)
	small := c.ult(ax, bx)
	bad := c.or(c.or(c.not(c.ult(ax, c.u64(infF64))), c.isNaN(bx)), c.isZero(bx))
	count := c.sel(c.or(small, bad), c.U32(0), c.addi(c.sub(ea, eb), 1))
	v := c.repeat(count, func(x []ssa.Value) []ssa.Value {
		rest := x[0]
		rest = c.sel(c.ule(sb, rest), c.sub(rest, sb), rest)
		return []ssa.Value{c.shli(rest, 1)}
	}, sa)
	// The last doubling was one too many: an exponent less.
	r := c.normal(c.sign(a), c.addi(eb, 8), v[0])
	r = c.sel(small, a, r)
	return c.sel(bad, c.u64(nanF64), r)
}
