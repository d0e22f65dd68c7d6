package dxbc

// This file makes arithmetic of the SSA form that of the machine.

import (
	"math"
	"math/bits"

	"refract/internal/dxbc"
	"refract/ssa"
	"refract/ssa/op"
)

// A rule is the opcode of an operation that the machine has.
type rule struct {
	op   dxbc.Opcode
	form ruleForm
}

type ruleForm uint8

const (
	noRule  ruleForm = iota
	plain            // sources in order
	swapped          // sources in the opposite order
	second           // the second of two results
	first            // the first of two results
)

var rules = [op.Count]rule{
	op.FAdd: {dxbc.OpAdd, plain}, op.FMul: {dxbc.OpMul, plain}, op.FDiv: {dxbc.OpDiv, plain}, op.FMin: {dxbc.OpMin, plain}, op.FMax: {dxbc.OpMax, plain},
	op.FFma: {dxbc.OpMad, plain}, op.FFloor: {dxbc.OpRoundNI, plain}, op.FCeil: {dxbc.OpRoundPI, plain}, op.FTrunc: {dxbc.OpRoundZ, plain},
	op.FRoundEven: {dxbc.OpRoundNE, plain}, op.FFract: {dxbc.OpFrc, plain}, op.FSqrt: {dxbc.OpSqrt, plain}, op.FRsq: {dxbc.OpRsq, plain},
	op.FExp2: {dxbc.OpExp, plain}, op.FLog2: {dxbc.OpLog, plain},
	op.FLtMask: {dxbc.OpLt, plain}, op.FLeMask: {dxbc.OpGe, swapped}, op.FEqMask: {dxbc.OpEq, plain}, op.FNeuMask: {dxbc.OpNe, plain},
	op.ILtMask: {dxbc.OpIlt, plain}, op.ILeMask: {dxbc.OpIge, swapped}, op.ULtMask: {dxbc.OpUlt, plain}, op.ULeMask: {dxbc.OpUge, swapped},
	op.IEqMask: {dxbc.OpIeq, plain}, op.INeMask: {dxbc.OpIne, plain}, op.CselMask: {dxbc.OpMovc, plain},
	op.IAdd: {dxbc.OpIadd, plain}, op.IMul: {dxbc.OpImul, second}, op.IMin: {dxbc.OpImin, plain}, op.IMax: {dxbc.OpImax, plain}, op.UMin: {dxbc.OpUmin, plain},
	op.UMax: {dxbc.OpUmax, plain}, op.UDiv: {dxbc.OpUdiv, first}, op.URem: {dxbc.OpUdiv, second}, op.IMulHigh: {dxbc.OpImul, first}, op.UMulHigh: {dxbc.OpUmul, first},
	op.UAddCarry: {dxbc.OpUaddc, second}, op.USubBorrow: {dxbc.OpUsubb, second},
	op.INeg: {dxbc.OpIneg, plain}, op.INot: {dxbc.OpNot, plain}, op.IAnd: {dxbc.OpAnd, plain}, op.IOr: {dxbc.OpOr, plain}, op.IXor: {dxbc.OpXor, plain},
	op.IShl: {dxbc.OpIshl, plain}, op.IShr: {dxbc.OpIshr, plain}, op.UShr: {dxbc.OpUshr, plain},
	op.BitCount: {dxbc.OpCountbits, plain}, op.BitReverse: {dxbc.OpBfrev, plain}, op.FindLSB: {dxbc.OpFirstbitLo, plain}, op.FRcp: {dxbc.OpRcp, plain},
	op.F2I: {dxbc.OpFtoi, plain}, op.F2U: {dxbc.OpFtou, plain}, op.I2F: {dxbc.OpItof, plain}, op.U2F: {dxbc.OpUtof, plain},
}

// lacks reports whether a machine before shader model 5 lacks an opcode.
func lacksBefore5(o dxbc.Opcode) bool {
	switch o {
	case dxbc.OpRcp, dxbc.OpCountbits, dxbc.OpBfrev, dxbc.OpFirstbitLo, dxbc.OpFirstbitHi, dxbc.OpFirstbitSHi, dxbc.OpUaddc, dxbc.OpUsubb:
		return true
	}
	return false
}

// float is the immediate operand of a number.
func float(x float64) operand { return imm(math.Float32bits(float32(x))) }

// arithmetic makes the code of an instruction of the class ALU.
func (g *generator) arithmetic(i ssa.InstrID) {
	f := g.f
	if g.w.doubles && isDouble(f, i) {
		g.double(i)
		return
	}
	if b := f.Bits(i); b == 64 || b == 16 || b == 8 {
		g.unsupported("a " + f.Op(i).String() + " of " + g.m.TypeName(f.Type(i)))
		g.dest(i)
		return
	}
	o := f.Op(i)
	r := rules[o]
	if r.form != noRule && g.w.opts.Profile < Profile50 && lacksBefore5(r.op) {
		r.form = noRule
	}
	switch r.form {
	case plain:
		switch {
		case o == op.FAdd && g.fuse(i, false), o == op.IAdd && g.fuseIntegers(i):
			return
		}
		var list [3]operand
		n := f.NumSrcs(i)
		for k := range n {
			list[k] = g.src(i, k)
		}
		g.compute(r.op, i, g.dest(i), list[:n]...)
	case swapped:
		g.compute(r.op, i, g.dest(i), g.src(i, 1), g.src(i, 0))
	case second:
		if o == op.IMul && g.shift(i) {
			return
		}
		g.second(r.op, g.dest(i), g.src(i, 0), g.src(i, 1))
	case first:
		g.first(r.op, g.dest(i), g.src(i, 0), g.src(i, 1))
	default:
		g.composed(i)
	}
}

// fuse makes mad of a sum with a product, if there is one.
func (g *generator) fuse(i ssa.InstrID, subtract bool) bool {
	f := g.f
	for k := range 2 {
		s := f.Src(i, k)
		if f.Op(s.Value) != op.FMul || g.plan.fates[s.Value] != folded {
			continue
		}
		a, b := g.through(s, 0), g.through(s, 1)
		c := g.src(i, 1-k)
		if subtract {
			if k == 1 {
				a = a.neg()
			} else {
				c = c.neg()
			}
		}
		g.compute(dxbc.OpMad, i, g.dest(i), a, b, c)
		return true
	}
	return false
}

// fuseIntegers makes one instruction, imad, of a sum of integers with a product, if there is one.
func (g *generator) fuseIntegers(i ssa.InstrID) bool {
	f := g.f
	for k := range 2 {
		if s := f.Src(i, k); f.Op(s.Value) == op.IMul && g.plan.fates[s.Value] == folded {
			g.compute(dxbc.OpImad, i, g.dest(i), g.through(s, 0), g.through(s, 1), g.src(i, 1-k))
			return true
		}
	}
	return false
}

// shift makes a shift of a product with constants that are powers of two, if it is one.
func (g *generator) shift(i ssa.InstrID) bool {
	n := max(1, g.f.Comps(i))
	for k := range 2 {
		c := g.src(i, k)
		if c.kind != dxbc.Immediate32 {
			continue
		}
		for j := range 4 {
			v := c.imm[c.swizzle[min(j, n-1)]]
			if v == 0 || v&(v-1) != 0 {
				return false
			}
		}
		for j := range c.imm {
			c.imm[j] = uint32(bits.TrailingZeros32(c.imm[j])) & 31
		}
		g.compute(dxbc.OpIshl, i, g.dest(i), g.src(i, 1-k), c)
		return true
	}
	return false
}

// through is a factor of a product, by the components of the product that a source reads.
func (g *generator) through(s ssa.Src, k int) operand {
	return g.src(s.Value, k).read(s)
}

// A finisher appends the instruction that makes an operation's result.
type finisher func(o dxbc.Opcode, list ...operand) *instr

// composed makes the code of operations that take several instructions: n components, of sources x.
func (g *generator) composed(i ssa.InstrID) {
	n := max(1, g.f.Comps(i))
	x := func(k int) operand { return g.src(i, k) }
	final := func(o dxbc.Opcode, list ...operand) *instr { return g.compute(o, i, g.dest(i), list...) }
	if !g.composedFloat(i, n, x, final) && !g.composedInteger(i, n, x, final) && !g.composedVector(i, n, x, final) && !g.transcendental(i) {
		g.unsupported("the operation " + g.f.Op(i).String())
		g.dest(i)
	}
}

// composedFloat makes the code of an operation on the components of floats; false: it is none.
func (g *generator) composedFloat(i ssa.InstrID, n int, x func(k int) operand, final finisher) bool {
	switch o := g.f.Op(i); o {
	case op.FSub:
		if !g.fuse(i, true) {
			final(dxbc.OpAdd, x(0), x(1).neg())
		}
	case op.FNeg:
		final(dxbc.OpMov, x(0).neg())
	case op.FAbs:
		final(dxbc.OpMov, x(0).abs())
	case op.FSat:
		final(dxbc.OpMov, x(0)).control |= dxbc.Saturate
	case op.FRcp:
		final(dxbc.OpDiv, float(1), x(0))
	case op.FExp:
		final(dxbc.OpExp, g.step(dxbc.OpMul, n, x(0), float(math.Log2E)))
	case op.FLog:
		final(dxbc.OpMul, g.step(dxbc.OpLog, n, x(0)), float(math.Ln2))
	case op.FPow:
		final(dxbc.OpExp, g.step(dxbc.OpMul, n, x(1), g.step(dxbc.OpLog, n, x(0))))
	case op.FRadians:
		final(dxbc.OpMul, x(0), float(math.Pi/180))
	case op.FDegrees:
		final(dxbc.OpMul, x(0), float(180/math.Pi))
	case op.FSin:
		g.first(dxbc.OpSincos, g.dest(i), x(0))
	case op.FCos:
		g.second(dxbc.OpSincos, g.dest(i), x(0))
	case op.FTan:
		s, c := g.fresh(n), g.fresh(n)
		g.first(dxbc.OpSincos, s, x(0))
		g.second(dxbc.OpSincos, c, x(0))
		final(dxbc.OpDiv, g.read(s.reg), g.read(c.reg))
	case op.FClamp:
		final(dxbc.OpMin, g.step(dxbc.OpMax, n, x(0), x(1)), x(2))
	case op.FMix:
		d := g.step(dxbc.OpAdd, n, x(1), x(0).neg())
		final(dxbc.OpMad, x(2), d, x(0))
	case op.FStep:
		final(dxbc.OpAnd, g.step(dxbc.OpGe, n, x(1), x(0)), float(1))
	case op.FSmoothStep:
		a := g.step(dxbc.OpAdd, n, x(2), x(0).neg())
		b := g.step(dxbc.OpAdd, n, x(1), x(0).neg())
		t := g.fresh(n)
		g.put(dxbc.OpDiv, 1, t, a, b).control |= dxbc.Saturate
		v := g.read(t.reg)
		final(dxbc.OpMul, g.step(dxbc.OpMul, n, v, v), g.step(dxbc.OpMad, n, v, float(-2), float(3)))
	case op.FSign:
		g.sign(i, dxbc.OpLt)
	case op.FRem, op.FMod:
		round := dxbc.OpRoundZ
		if o == op.FMod {
			round = dxbc.OpRoundNI
		}
		q := g.step(round, n, g.step(dxbc.OpDiv, n, x(0), x(1)))
		final(dxbc.OpMad, q.neg(), x(1), x(0))
	default:
		return false
	}
	return true
}

// composedInteger makes the code of an operation on integers and bits; false: it is none.
func (g *generator) composedInteger(i ssa.InstrID, n int, x func(k int) operand, final finisher) bool {
	switch g.f.Op(i) {
	case op.ISub:
		final(dxbc.OpIadd, x(0), x(1).minus())
	case op.IClamp:
		final(dxbc.OpImin, g.step(dxbc.OpImax, n, x(0), x(1)), x(2))
	case op.UClamp:
		final(dxbc.OpUmin, g.step(dxbc.OpUmax, n, x(0), x(1)), x(2))
	case op.ISign:
		g.sign(i, dxbc.OpIlt)
	case op.IAbs:
		a := g.stable(x(0), n)
		final(dxbc.OpImax, a, a.minus())
	case op.IDiv, op.IRem:
		g.signedDivision(i)
	case op.UFindMSB, op.IFindMSB, op.UClz, op.UCtz:
		g.findBit(i)
	case op.BitSelect:
		a := g.step(dxbc.OpAnd, n, x(0), x(1))
		b := g.step(dxbc.OpAnd, n, g.step(dxbc.OpNot, n, x(0)), x(2))
		final(dxbc.OpOr, a, b)
	case op.PackHalf2x16:
		h := g.step(dxbc.OpF32toF16, 2, x(0))
		final(dxbc.OpImad, h.comp(1), imm(1<<16), h.comp(0))
	case op.UnpackHalf2x16:
		t := g.step(dxbc.OpUshr, 2, x(0).comp(0), imms(0, 16))
		final(dxbc.OpF16toF32, t)
	case op.FQuantizeToF16:
		final(dxbc.OpF16toF32, g.step(dxbc.OpF32toF16, n, x(0)))
	case op.UAddCarry:
		sum := g.step(dxbc.OpIadd, n, x(0), x(1))
		final(dxbc.OpAnd, g.step(dxbc.OpUlt, n, sum, x(0)), imm(1))
	case op.USubBorrow:
		final(dxbc.OpAnd, g.step(dxbc.OpUlt, n, x(0), x(1)), imm(1))
	default:
		return false
	}
	return true
}

// composedVector makes the code of an operation on parts and products of vectors; false: it is none.
func (g *generator) composedVector(i ssa.InstrID, n int, x func(k int) operand, final finisher) bool {
	f := g.f
	switch f.Op(i) {
	case op.FDot:
		g.dot(i)
	case op.Vec:
		g.vector(i)
	case op.ExtractDynamic:
		g.extractDynamic(i)
	case op.InsertDynamic:
		m := g.step(dxbc.OpIeq, n, g.src(i, 2).comp(0), imms(0, 1, 2, 3))
		final(dxbc.OpMovc, m, g.value(f.Arg(i, 1)).comp(0), g.value(f.Arg(i, 0)))
	case op.Insert:
		base := g.value(f.Arg(i, 0))
		part := g.value(f.Arg(i, 1)).comp(0)
		at := uint8(f.IndexOf(i))
		d := g.dest(i)
		keep := d
		keep.mask &^= 1 << d.swizzle[at]
		if keep.mask != 0 {
			g.put(dxbc.OpMov, 1, keep, spread(d, base))
		}
		d.mask = 1 << d.swizzle[at]
		g.put(dxbc.OpMov, 1, d, part)
	case op.Extract:
		if f.Comps(f.Arg(i, 0)) == 0 && f.Op(f.Arg(i, 0)) == op.ImageAtomic && f.IndexOf(i) == 0 { // the old texel
			final(dxbc.OpMov, g.value(f.Arg(i, 0)).comp(0))
			break
		}
		if f.Comps(f.Arg(i, 0)) == 0 {
			g.unsupported("a part of a value of type " + g.m.TypeName(f.Type(f.Arg(i, 0))))
			g.dest(i)
			return true
		}
		final(dxbc.OpMov, g.value(f.Arg(i, 0)).comp(f.IndexOf(i)))
	case op.FLength:
		if f.SrcComps(i, 0) == 1 {
			final(dxbc.OpMov, x(0).abs())
			return true
		}
		v := g.stable(x(0), f.SrcComps(i, 0))
		final(dxbc.OpSqrt, g.dotOf(v, v, f.SrcComps(i, 0)))
	case op.FDistance:
		c := f.SrcComps(i, 0)
		d := g.step(dxbc.OpAdd, c, x(0), x(1).neg())
		if c == 1 {
			final(dxbc.OpMov, d.abs())
			return true
		}
		final(dxbc.OpSqrt, g.dotOf(d, d, c))
	case op.FNormalize:
		v := g.stable(x(0), n)
		final(dxbc.OpMul, v, g.step(dxbc.OpRsq, 1, g.dotOf(v, v, n)).comp(0))
	case op.FCross:
		a, b := g.stable(x(0), 3), g.stable(x(1), 3)
		t := g.step(dxbc.OpMul, 3, a.then(2, 0, 1), b.then(1, 2, 0))
		final(dxbc.OpMad, a.then(1, 2, 0), b.then(2, 0, 1), t.neg())
	case op.FReflect:
		k := g.dotOf(x(1), x(0), n)
		twice := g.step(dxbc.OpAdd, 1, k.comp(0), k.comp(0))
		final(dxbc.OpMad, x(1), twice.comp(0).neg(), x(0))
	case op.FRefract:
		g.refract(i)
	case op.FFaceForward:
		less := g.step(dxbc.OpLt, 1, g.dotOf(x(1), x(2), n), float(0))
		v := g.stable(x(0), n)
		final(dxbc.OpMovc, less.comp(0), v, v.neg())
	default:
		return false
	}
	return true
}

// stable is an operand that may be read several times: an immediate or register as it is.
func (g *generator) stable(o operand, n int) operand {
	if o.rel.reg == 0 && o.pick.reg == 0 {
		return o
	}
	return g.step(dxbc.OpMov, n, o)
}

// dotOf is the dot product of the first n components.
func (g *generator) dotOf(a, b operand, n int) operand {
	if g.nine != nil {
		return g.dot9(g.steps9(1), a, b, n)
	}
	if n == 1 {
		return g.step(dxbc.OpMul, 1, a, b)
	}
	return g.step(dxbc.OpDp2+dxbc.Opcode(n-2), 1, a.atPlaces(), b.atPlaces())
}

func (g *generator) dot(i ssa.InstrID) {
	n := g.f.SrcComps(i, 0)
	a, b := g.src(i, 0), g.src(i, 1)
	if g.nine != nil {
		g.dot9(g.final9(i), a, b, n)
		return
	}
	if n == 1 {
		g.compute(dxbc.OpMul, i, g.dest(i), a, b)
		return
	}
	g.compute(dxbc.OpDp2+dxbc.Opcode(n-2), i, g.dest(i), a.atPlaces(), b.atPlaces())
}

// sign is -1, 0 or 1.
func (g *generator) sign(i ssa.InstrID, less dxbc.Opcode) {
	n := max(1, g.f.Comps(i))
	x := g.stable(g.src(i, 0), n)
	above := g.step(less, n, imm(0), x)
	below := g.step(less, n, x, imm(0))
	if less == dxbc.OpIlt {
		g.compute(dxbc.OpIadd, i, g.dest(i), above.minus(), below)
		return
	}
	g.compute(dxbc.OpItof, i, g.dest(i), g.step(dxbc.OpIadd, n, above.minus(), below))
}

// signedDivision divides magnitudes; the quotient has the sign of the product, the remainder
// that of the dividend.
func (g *generator) signedDivision(i ssa.InstrID) {
	f := g.f
	n := max(1, f.Comps(i))
	x, y := g.stable(g.src(i, 0), n), g.stable(g.src(i, 1), n)
	a, b := g.magnitude(x, n), g.magnitude(y, n)
	r := g.fresh(n)
	sign := x
	if f.Op(i) == op.IDiv {
		sign = g.step(dxbc.OpXor, n, x, y)
		g.first(dxbc.OpUdiv, r, a, b)
	} else {
		g.second(dxbc.OpUdiv, r, a, b)
	}
	mask := g.step(dxbc.OpAnd, n, sign, imm(1<<31))
	v := g.read(r.reg)
	g.compute(dxbc.OpMovc, i, g.dest(i), mask, g.step(dxbc.OpIneg, n, v), v)
}

// magnitude is the absolute value of an integer.
func (g *generator) magnitude(o operand, n int) operand {
	if o.kind != dxbc.Immediate32 {
		return g.step(dxbc.OpImax, n, o, o.minus())
	}
	for k, v := range o.imm {
		o.imm[k] = uint32(max(int32(v), -int32(v)))
	}
	return o
}

// findBit finds a bit. The machine counts from the highest.
func (g *generator) findBit(i ssa.InstrID) {
	f := g.f
	n := max(1, f.Comps(i))
	x := g.stable(g.src(i, 0), n)
	if g.w.opts.Profile < Profile50 {
		g.unsupported("the operation " + f.Op(i).String() + " before shader model 5")
	}
	switch f.Op(i) {
	case op.UCtz:
		// The place is all ones if no bit is set; its minimum with 32 is 32.
		g.compute(dxbc.OpUmin, i, g.dest(i), g.step(dxbc.OpFirstbitLo, n, x), imm(32))
		return
	case op.UClz:
		g.compute(dxbc.OpUmin, i, g.dest(i), g.step(dxbc.OpFirstbitHi, n, x), imm(32))
		return
	}
	find := dxbc.OpFirstbitHi
	if f.Op(i) == op.IFindMSB {
		find = dxbc.OpFirstbitSHi
	}
	p := g.step(find, n, x)
	from := g.step(dxbc.OpIadd, n, imm(31), p.minus())
	some := g.step(dxbc.OpIne, n, p, imm(^uint32(0)))
	g.compute(dxbc.OpMovc, i, g.dest(i), some, from, imm(^uint32(0)))
}

// vector makes a vector of parts: moves of the ones that aren't in their place yet.
func (g *generator) vector(i ssa.InstrID) {
	f := g.f
	d := g.dest(i)
	type part struct {
		o    operand
		mask uint8
	}
	var parts []part
	at := 0
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		o := g.source(s)
		for c := range width(f, s) {
			to := d.swizzle[at]
			at++
			if o.kind == dxbc.Temp && o.reg == d.reg && o.swizzle[c] == to && o.modifier == 0 {
				continue
			}
			// A move takes components of one operand.
			from := -1
			for j := range parts {
				if parts[j].o.sameRegister(&o) {
					from = j
				}
			}
			if from < 0 {
				parts = append(parts, part{o, 0})
				from = len(parts) - 1
			}
			p := &parts[from]
			p.mask |= 1 << to
			if o.kind == dxbc.Immediate32 {
				p.o.imm[to] = o.imm[o.swizzle[c]]
				if p.mask == 1<<to {
					v := o.imm[o.swizzle[c]]
					p.o.imm = [4]uint32{v, v, v, v}
				}
				p.o.swizzle = identity
			} else {
				p.o.swizzle[to] = o.swizzle[c]
			}
		}
	}
	// Parts of the vector's own register, which a later move would overwrite, are set aside.
	for j := range parts {
		if o := &parts[j].o; j > 0 && o.kind == dxbc.Temp && o.reg == d.reg {
			*o = g.step(dxbc.OpMov, 4, *o)
		}
	}
	for _, p := range parts {
		g.put(dxbc.OpMov, 1, d.masked(p.mask), p.o)
	}
}

// sameRegister reports whether two sources can be read by one move.
func (o *operand) sameRegister(x *operand) bool {
	if o.kind == dxbc.Immediate32 || x.kind == dxbc.Immediate32 {
		return o.kind == x.kind
	}
	a, b := *o, *x
	a.swizzle, b.swizzle = identity, identity
	return a == b
}

// extractDynamic picks a component of a vector by an index.
func (g *generator) extractDynamic(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	n := f.Comps(v)
	if n == 0 {
		g.unsupported("an element of " + g.m.TypeName(f.Type(v)) + " by an index")
		g.dest(i)
		return
	}
	m := g.step(dxbc.OpIeq, n, g.src(i, 1).comp(0), imms(0, 1, 2, 3))
	m = g.step(dxbc.OpAnd, n, m, g.source(f.Src(i, 0)))
	switch n {
	case 2:
		g.compute(dxbc.OpOr, i, g.dest(i), m.comp(0), m.comp(1))
	case 3:
		g.compute(dxbc.OpOr, i, g.dest(i), g.step(dxbc.OpOr, 1, m.comp(0), m.comp(1)), m.comp(2))
	default:
		h := g.step(dxbc.OpOr, 2, m.then(0, 1), m.then(2, 3))
		g.compute(dxbc.OpOr, i, g.dest(i), h.comp(0), h.comp(1))
	}
}
