package dxil

// This file makes arithmetic of the SSA form: instructions of LLVM if DXIL has them, else calls.

import (
	"math"

	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/internal/num"
	"refract/ssa"
	"refract/ssa/op"
)

// A rule is an operation that one instruction for each component computes.
type rule struct {
	form ruleForm
	kind kind // of the sources
	op   llvm.Op
	sub  uint8 // the predicate
	dx   dxil.Op
}

type ruleForm uint8

const (
	noRule   ruleForm = iota
	native            // an instruction of LLVM
	compares          // a comparison
	converts          // to the type of the result
	function          // a function of the sources, of their type
	shifts            // by the second source modulo the width
)

var rules = [op.Count]rule{
	op.FAdd: {native, real, llvm.OpAdd, 0, 0}, op.FSub: {native, real, llvm.OpSub, 0, 0}, op.FMul: {native, real, llvm.OpMul, 0, 0}, op.FDiv: {native, real, llvm.OpSDiv, 0, 0},
	op.IAdd: {native, whole, llvm.OpAdd, 0, 0}, op.ISub: {native, whole, llvm.OpSub, 0, 0}, op.IMul: {native, whole, llvm.OpMul, 0, 0},
	op.IDiv: {native, whole, llvm.OpSDiv, 0, 0}, op.UDiv: {native, whole, llvm.OpUDiv, 0, 0}, op.IRem: {native, whole, llvm.OpSRem, 0, 0}, op.URem: {native, whole, llvm.OpURem, 0, 0},
	op.IShl: {shifts, whole, llvm.OpShl, 0, 0}, op.IShr: {shifts, whole, llvm.OpAShr, 0, 0}, op.UShr: {shifts, whole, llvm.OpLShr, 0, 0},
	op.FMin: {function, real, 0, 0, dxil.OpFMin}, op.FMax: {function, real, 0, 0, dxil.OpFMax}, op.FFma: {function, real, 0, 0, dxil.OpFMad},
	op.IMin: {function, whole, 0, 0, dxil.OpIMin}, op.IMax: {function, whole, 0, 0, dxil.OpIMax}, op.UMin: {function, whole, 0, 0, dxil.OpUMin}, op.UMax: {function, whole, 0, 0, dxil.OpUMax},
	op.FAbs: {function, real, 0, 0, dxil.OpFAbs}, op.FSat: {function, real, 0, 0, dxil.OpSaturate}, op.FSqrt: {function, real, 0, 0, dxil.OpSqrt}, op.FRsq: {function, real, 0, 0, dxil.OpRsqrt},
	op.FFloor: {function, real, 0, 0, dxil.OpRoundNi}, op.FCeil: {function, real, 0, 0, dxil.OpRoundPi}, op.FTrunc: {function, real, 0, 0, dxil.OpRoundZ}, op.FRoundEven: {function, real, 0, 0, dxil.OpRoundNe},
	op.FFract: {function, real, 0, 0, dxil.OpFrc}, op.FExp2: {function, real, 0, 0, dxil.OpExp}, op.FLog2: {function, real, 0, 0, dxil.OpLog}, op.FSin: {function, real, 0, 0, dxil.OpSin},
	op.FCos: {function, real, 0, 0, dxil.OpCos}, op.FTan: {function, real, 0, 0, dxil.OpTan}, op.FAsin: {function, real, 0, 0, dxil.OpAsin}, op.FAcos: {function, real, 0, 0, dxil.OpAcos},
	op.FAtan: {function, real, 0, 0, dxil.OpAtan}, op.FSinh: {function, real, 0, 0, dxil.OpHsin}, op.FCosh: {function, real, 0, 0, dxil.OpHcos}, op.FTanh: {function, real, 0, 0, dxil.OpHtan},
	op.BitReverse: {function, whole, 0, 0, dxil.OpBfrev},
	op.FLt:        {compares, real, llvm.OpFCmp, llvm.FOLT, 0}, op.FLe: {compares, real, llvm.OpFCmp, llvm.FOLE, 0}, op.FEq: {compares, real, llvm.OpFCmp, llvm.FOEQ, 0},
	op.FNeu: {compares, real, llvm.OpFCmp, llvm.FUNE, 0}, op.ILt: {compares, whole, llvm.OpICmp, llvm.ISLT, 0}, op.ILe: {compares, whole, llvm.OpICmp, llvm.ISLE, 0},
	op.ULt: {compares, whole, llvm.OpICmp, llvm.IULT, 0}, op.ULe: {compares, whole, llvm.OpICmp, llvm.IULE, 0},
	op.F2I: {converts, real, llvm.OpFPToSI, 0, 0}, op.F2U: {converts, real, llvm.OpFPToUI, 0, 0}, op.I2F: {converts, whole, llvm.OpSIToFP, 0, 0},
	op.U2F: {converts, whole, llvm.OpUIToFP, 0, 0}, op.B2F: {converts, truth, llvm.OpUIToFP, 0, 0}, op.B2I: {converts, truth, llvm.OpZExt, 0, 0},
}

// floatFlags are the freedoms of an instruction on floats.
func (g *generator) floatFlags(i ssa.InstrID) uint16 {
	if !g.f.Op(i).Has(op.FloatControl) || g.f.FP(i)&ssa.Contract == 0 {
		return 0
	}
	return llvm.Fast
}

// float is a float as wide as a value's components.
func (g *generator) float(i ssa.InstrID, x float64) llvm.Value { return g.floatOf(g.f.Bits(i), x) }

func (g *generator) floatOf(bits int, x float64) llvm.Value {
	switch bits {
	case 64:
		return g.out.RealOf(g.out.Of(llvm.Double), math.Float64bits(x))
	case 16:
		return g.out.RealOf(g.out.Of(llvm.Half), uint64(halfBits(x)))
	}
	return g.out.F32(float32(x))
}

// dx calls a function on values of one type, whose precision is that of an instruction.
func (g *generator) dx(i ssa.InstrID, o dxil.Op, args ...llvm.Value) llvm.Value {
	v := g.call(o, g.fn.TypeOf(args[0]), args...)
	if f := g.f; f.Op(i).Has(op.FloatControl) && f.FP(i)&ssa.Contract == 0 {
		g.fn.Annotate(g.preciseKind, g.preciseNode)
	}
	return v
}

// arithmetic makes the code of an instruction of the class ALU.
func (g *generator) arithmetic(i ssa.InstrID) {
	f := g.f
	o := f.Op(i)
	r := &rules[o]
	n := g.width(i)
	bits := f.Bits(i)
	flags := g.floatFlags(i)
	if r.form == noRule {
		g.composed(i)
		return
	}
	if o == op.FAdd && g.fused(i) {
		return
	}
	parts := make([]llvm.Value, n, 4)
	for k := range n {
		if g.used[i]>>k&1 == 0 && n > 1 {
			parts[k] = g.literal(kindOf(g.scalarOf(i)), max(1, bits), 0)
			continue
		}
		a := g.src(i, 0, k, r.kind)
		switch r.form {
		case native:
			parts[k] = g.flagged(r.op, 0, flags, g.fn.TypeOf(a), a, g.src(i, 1, k, r.kind))
		case shifts:
			parts[k] = g.add(r.op, 0, g.fn.TypeOf(a), a, g.amount(i, k, g.fn.TypeOf(a)))
		case compares:
			parts[k] = g.flagged(r.op, r.sub, flags, g.i1, a, g.src(i, 1, k, r.kind))
		case converts:
			parts[k] = g.add(r.op, 0, g.typeOf(kindOf(g.scalarOf(i)), bits), a)
		case function:
			args := append(make([]llvm.Value, 0, 3), a)
			for s := 1; s < f.NumSrcs(i); s++ {
				args = append(args, g.src(i, s, k, r.kind))
			}
			d := r.dx
			if d == dxil.OpFMad && bits == 64 {
				d = dxil.OpFma
			}
			parts[k] = g.dx(i, d, args...)
		}
	}
	g.set(i, parts...)
}

// amount is the amount of a shift, less than the width.
func (g *generator) amount(i ssa.InstrID, k int, t llvm.Type) llvm.Value {
	bits := g.sizeOf(t)
	v := g.src(i, 1, k, whole)
	from := g.fn.TypeOf(v)
	if c := g.out.ConstantAt(v); c != nil {
		return g.out.IntOf(t, int64(c.Bits&uint64(bits-1)))
	}
	switch have := g.sizeOf(from); {
	case have < bits:
		v = g.add(llvm.OpZExt, 0, t, v)
	case have > bits:
		v = g.add(llvm.OpTrunc, 0, t, v)
	}
	s := g.f.Src(i, 1)
	if g.f.Op(s.Value) == op.IAnd {
		if mask, ok := g.f.KnownBits(g.f.Arg(s.Value, 1), 0); ok && mask < uint64(bits) && g.f.Comps(s.Value) == 1 {
			return v
		}
	}
	return g.add(llvm.OpAnd, 0, t, v, g.out.IntOf(t, int64(bits-1)))
}

// fused makes a sum with a product FMad, if the product has no other use and both may be
// contracted.
func (g *generator) fused(i ssa.InstrID) bool {
	f := g.f
	if f.FP(i)&ssa.Contract == 0 || f.Bits(i) != 32 || g.width(i) != 1 {
		return false
	}
	for k := range 2 {
		s := f.Src(i, k)
		if !g.folded[s.Value] {
			continue
		}
		a := g.src(s.Value, 0, 0, real)
		b := g.src(s.Value, 1, 0, real)
		g.set(i, g.dx(i, dxil.OpFMad, a, b, g.src(i, 1-k, 0, real)))
		return true
	}
	return false
}

// foldProducts finds the products that are computed by the sums that use them.
func (g *generator) foldProducts() {
	f := g.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.FAdd || f.FP(i)&ssa.Contract == 0 || f.Bits(i) != 32 || g.width(i) != 1 {
				continue
			}
			for k := range 2 {
				v := f.Arg(i, k)
				u := f.FirstUse(v)
				if f.Op(v) == op.FMul && g.width(v) == 1 && f.FP(v)&ssa.Contract != 0 && f.NextUse(u) == 0 && f.Block(v) == b {
					g.folded[v] = true
					break
				}
			}
		}
	}
}

// each computes the components of a value.
func (g *generator) each(i ssa.InstrID, compute func(k int) llvm.Value) {
	n := g.width(i)
	parts := make([]llvm.Value, n, 4)
	for k := range n {
		if g.used[i]>>k&1 == 0 && n > 1 {
			parts[k] = g.literal(kindOf(g.scalarOf(i)), max(1, g.f.Bits(i)), 0)
			continue
		}
		parts[k] = compute(k)
	}
	g.set(i, parts...)
}

// mad is a*b + c.
func (g *generator) mad(i ssa.InstrID, a, b, c llvm.Value) llvm.Value {
	if g.f.Bits(i) == 64 {
		return g.flagged(llvm.OpAdd, 0, g.floatFlags(i), g.fn.TypeOf(a), g.flagged(llvm.OpMul, 0, g.floatFlags(i), g.fn.TypeOf(a), a, b), c)
	}
	return g.dx(i, dxil.OpFMad, a, b, c)
}

// fit is an integer as one of another width, zero-extended.
func (g *generator) fit(v llvm.Value, t llvm.Type) llvm.Value {
	switch have, want := g.sizeOf(g.fn.TypeOf(v)), g.sizeOf(t); {
	case have < want:
		return g.add(llvm.OpZExt, 0, t, v)
	case have > want:
		return g.add(llvm.OpTrunc, 0, t, v)
	}
	return v
}

// high is the high half of a product.
func (g *generator) high(i ssa.InstrID, which dxil.Op, a, b llvm.Value, t llvm.Type) llvm.Value {
	if g.sizeOf(t) != 32 {
		g.unsupported("the high half of a product of " + g.m.TypeName(g.f.Type(i)))
		return a
	}
	return g.part(g.call(which, g.i32, a, b), 0)
}

// findBit finds a bit. DXIL counts the highest from the top.
func (g *generator) findBit(i ssa.InstrID, t llvm.Type) {
	f := g.f
	bits := int64(f.Bits(i))
	none := g.out.I32(-1)
	g.each(i, func(k int) llvm.Value {
		a := g.src(i, 0, k, whole)
		switch f.Op(i) {
		case op.FindLSB:
			return g.widen(g.dx(i, dxil.OpFirstbitLo, a), t)
		case op.UCtz, op.UClz:
			which := dxil.OpFirstbitLo
			if f.Op(i) == op.UClz {
				which = dxil.OpFirstbitHi
			}
			return g.fit(g.call(dxil.OpUMin, g.i32, g.dx(i, which, a), g.out.I32(bits)), t) // all ones if no bit is set
		}
		which := dxil.OpFirstbitHi
		if f.Op(i) == op.IFindMSB {
			which = dxil.OpFirstbitSHi
		}
		p := g.dx(i, which, a)
		from := g.add(llvm.OpSub, 0, g.i32, g.out.I32(bits-1), p)
		is := g.add(llvm.OpICmp, llvm.IEQ, g.i1, p, none)
		return g.widen(g.add(llvm.OpSelect, 0, g.i32, is, none, from), t)
	})
}

// widen is an integer as one of another width, sign-extended.
func (g *generator) widen(v llvm.Value, t llvm.Type) llvm.Value {
	if g.sizeOf(g.fn.TypeOf(v)) < g.sizeOf(t) {
		return g.add(llvm.OpSExt, 0, t, v)
	}
	return g.fit(v, t)
}

// vector makes a vector of parts: the scalars are there already.
func (g *generator) vector(i ssa.InstrID) {
	f := g.f
	k := kindOf(g.scalarOf(i))
	parts := make([]llvm.Value, 0, 4)
	for n := range f.NumSrcs(i) {
		s := f.Src(i, n)
		w := int(s.Comps)
		if w == 0 {
			w = g.width(s.Value)
		}
		for c := range w {
			parts = append(parts, g.source(s, c, k))
		}
	}
	g.set(i, parts...)
}

// extractDynamic picks a component of a vector by an index.
func (g *generator) extractDynamic(i ssa.InstrID, t llvm.Type) {
	f := g.f
	v := f.Arg(i, 0)
	k := kindOf(g.scalarOf(i))
	at := g.src(i, 1, 0, whole)
	r := g.source(f.Src(i, 0), 0, k)
	for c := 1; c < g.width(v); c++ {
		same := g.add(llvm.OpICmp, llvm.IEQ, g.i1, at, g.out.IntOf(g.fn.TypeOf(at), int64(c)))
		r = g.add(llvm.OpSelect, 0, t, same, g.source(f.Src(i, 0), c, k), r)
	}
	g.set(i, r)
}

// bitcast changes the type, or the number of components with the total of bits.
func (g *generator) bitcast(i ssa.InstrID) {
	f := g.f
	k := kindOf(g.scalarOf(i))
	from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
	switch {
	case from == to:
		g.each(i, func(c int) llvm.Value { return g.src(i, 0, c, k) })
	case from < to:
		each := to / from
		g.each(i, func(c int) llvm.Value {
			list := make([]llvm.Value, 0, 4)
			for j := range each {
				list = append(list, g.src(i, 0, c*each+j, whole))
			}
			return g.as(g.joinBits(list, to), k)
		})
	default:
		each := from / to
		g.each(i, func(c int) llvm.Value {
			return g.as(g.sliceBits(g.src(i, 0, c/each, whole), c%each, to), k)
		})
	}
}

// joinBits is one integer of several, the lowest first.
func (g *generator) joinBits(list []llvm.Value, bits int) llvm.Value {
	t := g.out.IntType(uint32(bits))
	step := bits / len(list)
	r := g.fit(list[0], t)
	for j, v := range list[1:] {
		x := g.add(llvm.OpShl, 0, t, g.fit(v, t), g.out.IntOf(t, int64((j+1)*step)))
		r = g.add(llvm.OpOr, 0, t, r, x)
	}
	return r
}

// sliceBits is an integer of some bits of a wider one.
func (g *generator) sliceBits(v llvm.Value, at, bits int) llvm.Value {
	t := g.fn.TypeOf(v)
	if at > 0 {
		v = g.add(llvm.OpLShr, 0, t, v, g.out.IntOf(t, int64(at*bits)))
	}
	return g.fit(v, g.out.IntType(uint32(bits)))
}

// dot is the dot product of n components.
func (g *generator) dot(i ssa.InstrID, n int, a, b func(k int) llvm.Value) llvm.Value {
	bits := g.sizeOf(g.fn.TypeOf(a(0)))
	if n == 1 || bits == 64 {
		r := g.flagged(llvm.OpMul, 0, g.floatFlags(i), g.fn.TypeOf(a(0)), a(0), b(0))
		for k := 1; k < n; k++ {
			r = g.flagged(llvm.OpAdd, 0, g.floatFlags(i), g.fn.TypeOf(r), r, g.flagged(llvm.OpMul, 0, g.floatFlags(i), g.fn.TypeOf(r), a(k), b(k)))
		}
		return r
	}
	args := make([]llvm.Value, 0, 8)
	for k := range n {
		args = append(args, a(k))
	}
	for k := range n {
		args = append(args, b(k))
	}
	return g.dx(i, dxil.OpDot2+dxil.Op(n-2), args...)
}

// geometric makes the code of functions of vectors, and of arc tangents, or reports false.
func (g *generator) geometric(i ssa.InstrID) bool {
	f := g.f
	bits := f.Bits(i)
	if bits == 0 {
		return false
	}
	flags := g.floatFlags(i)
	rt := g.typeOf(real, bits)
	x := func(n int) func(k int) llvm.Value {
		return func(k int) llvm.Value { return g.src(i, n, k, real) }
	}
	math2 := func(o llvm.Op, a, b llvm.Value) llvm.Value { return g.flagged(o, 0, flags, rt, a, b) }
	number := func(v float64) llvm.Value { return g.float(i, v) }
	n := f.SrcComps(i, 0)
	switch f.Op(i) {
	case op.FLength:
		if n == 1 {
			g.set(i, g.dx(i, dxil.OpFAbs, x(0)(0)))
			return true
		}
		g.set(i, g.dx(i, dxil.OpSqrt, g.dot(i, n, x(0), x(0))))
	case op.FDistance:
		d := make([]llvm.Value, n)
		for k := range d {
			d[k] = math2(llvm.OpSub, x(0)(k), x(1)(k))
		}
		of := func(k int) llvm.Value { return d[k] }
		if n == 1 {
			g.set(i, g.dx(i, dxil.OpFAbs, d[0]))
			return true
		}
		g.set(i, g.dx(i, dxil.OpSqrt, g.dot(i, n, of, of)))
	case op.FNormalize:
		r := g.dx(i, dxil.OpRsqrt, g.dot(i, n, x(0), x(0)))
		g.each(i, func(k int) llvm.Value { return math2(llvm.OpMul, x(0)(k), r) })
	case op.FCross:
		g.each(i, func(k int) llvm.Value {
			a, b := (k+1)%3, (k+2)%3
			return math2(llvm.OpSub, math2(llvm.OpMul, x(0)(a), x(1)(b)), math2(llvm.OpMul, x(0)(b), x(1)(a)))
		})
	case op.FReflect:
		d := g.dot(i, n, x(1), x(0))
		twice := math2(llvm.OpAdd, d, d)
		g.each(i, func(k int) llvm.Value { return math2(llvm.OpSub, x(0)(k), math2(llvm.OpMul, x(1)(k), twice)) })
	case op.FFaceForward:
		less := g.flagged(llvm.OpFCmp, llvm.FOLT, flags, g.i1, g.dot(i, n, x(1), x(2)), number(0))
		g.each(i, func(k int) llvm.Value {
			v := x(0)(k)
			return g.add(llvm.OpSelect, 0, rt, less, v, math2(llvm.OpSub, number(math.Copysign(0, -1)), v))
		})
	case op.FRefract:
		eta := g.src(i, 2, 0, real)
		d := g.dot(i, n, x(1), x(0))
		k := math2(llvm.OpSub, number(1), math2(llvm.OpMul, math2(llvm.OpMul, eta, eta), math2(llvm.OpSub, number(1), math2(llvm.OpMul, d, d))))
		total := g.flagged(llvm.OpFCmp, llvm.FOLT, flags, g.i1, k, number(0))
		s := math2(llvm.OpAdd, math2(llvm.OpMul, eta, d), g.dx(i, dxil.OpSqrt, k))
		g.each(i, func(c int) llvm.Value {
			v := math2(llvm.OpSub, math2(llvm.OpMul, eta, x(0)(c)), math2(llvm.OpMul, x(1)(c), s))
			return g.add(llvm.OpSelect, 0, rt, total, number(0), v)
		})
	case op.FAtan2:
		g.each(i, func(k int) llvm.Value { return g.arcTangent(i, x(0)(k), x(1)(k), rt, flags) })
	default:
		return false
	}
	return true
}

// arcTangent is the arc tangent of y/x in its quadrant: that of the magnitudes' quotient, at most
// 1, turned by the signs.
func (g *generator) arcTangent(i ssa.InstrID, y, x llvm.Value, t llvm.Type, flags uint16) llvm.Value {
	math2 := func(o llvm.Op, a, b llvm.Value) llvm.Value { return g.flagged(o, 0, flags, t, a, b) }
	less := func(a, b llvm.Value) llvm.Value { return g.flagged(llvm.OpFCmp, llvm.FOLT, flags, g.i1, a, b) }
	choose := func(c, a, b llvm.Value) llvm.Value { return g.add(llvm.OpSelect, 0, t, c, a, b) }
	number := func(v float64) llvm.Value { return g.float(i, v) }
	ax, ay := g.dx(i, dxil.OpFAbs, x), g.dx(i, dxil.OpFAbs, y)
	small, large := g.dx(i, dxil.OpFMin, ax, ay), g.dx(i, dxil.OpFMax, ax, ay)
	q := math2(llvm.OpSDiv, small, large)
	// 0/0 and the quotient of infinities have the limits 0 and 1.
	same := g.flagged(llvm.OpFCmp, llvm.FOEQ, 0, g.i1, small, large)
	zero := g.flagged(llvm.OpFCmp, llvm.FOEQ, 0, g.i1, large, number(0))
	q = choose(same, choose(zero, number(0), number(1)), q)
	a := g.dx(i, dxil.OpAtan, q)
	a = choose(less(ax, ay), math2(llvm.OpSub, number(math.Pi/2), a), a)
	bits := g.sizeOf(t)
	it := g.out.IntType(uint32(bits))
	negative := g.add(llvm.OpICmp, llvm.ISLT, g.i1, g.as(x, whole), g.literal(whole, bits, 0))
	a = choose(negative, math2(llvm.OpSub, number(math.Pi), a), a)
	sign := g.add(llvm.OpAnd, 0, it, g.as(y, whole), g.literal(whole, bits, 1<<(bits-1)))
	return g.as(g.add(llvm.OpOr, 0, it, g.as(a, whole), sign), real)
}

// halfBits is a number as a 16-bit float.
func halfBits(x float64) uint16 { return uint16(num.F16FromF64(x)) }
