package dxbc

// This file makes comparisons and choices of floats, for shader model 2: passes have made floats of
// integers and bools.

import (
	"math"

	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// compare9 is 1 if a comparison of floats holds, else 0.
func (g *generator) compare9(s sink, o op.Op, n int, a, b operand) operand {
	step := g.steps9(n)
	if g.nine.pixel {
		d, atLeast := g.difference9(o, n, a, b)
		if atLeast {
			return s(opCmp, d, float(1), float(0))
		}
		return s(opCmp, d, float(0), float(1))
	}
	switch o {
	case op.Slt:
		return s(opSlt, a, b)
	case op.Sge:
		return s(opSge, a, b)
	}
	d := a
	if !isZero9(b) {
		d = step(dxbc.OpAdd, a, b.neg())
	}
	d = g.absolute9(step, d)
	if o == op.Seq {
		return s(opSge, d.neg(), d)
	}
	return s(opSlt, d.neg(), d)
}

// isZero9 reports whether an operand is zero.
func isZero9(o operand) bool { return o.kind == dxbc.Immediate32 && o.imm == [4]uint32{} }

// difference9 is a number whose sign is that of a comparison: it holds if the number is at least 0,
// or if it is less.
func (g *generator) difference9(o op.Op, n int, a, b operand) (d operand, atLeast bool) {
	step := g.steps9(n)
	subtract := func(a, b operand) operand {
		switch {
		case isZero9(b):
			return a
		case isZero9(a):
			return b.neg()
		}
		return step(dxbc.OpAdd, a, b.neg())
	}
	if o == op.Slt || o == op.Sge {
		return subtract(a, b), o == op.Sge
	}
	return g.absolute9(step, subtract(a, b)).neg(), o == op.Seq
}

// test9 is a number whose sign is that of a condition.
func (g *generator) test9(s ssa.Src, n int) (d operand, atLeast bool) {
	f := g.f
	v := s.Value
	same := s.Comps > 1
	for k := range int(s.Comps) {
		same = same && s.Swizzle.At(k) == s.Swizzle.At(0)
	}
	if same {
		s.Comps = 1
		d, atLeast = g.test9(s, 1)
		return d.comp(0), atLeast
	}
	if f.Op(v) == op.F2B {
		return g.test9(f.Src(v, 0), n)
	}
	if g.plan.fates[v] != folded {
		return g.source(s).neg(), false // of 1 or 0
	}
	return g.difference9(f.Op(v), n, g.src(v, 0).read(s), g.src(v, 1).read(s))
}

// isTest9 reports whether a comparison of a pixel program is made anew by each choice that it
// decides.
func (p *plan) isTest9(i ssa.InstrID) bool {
	f := p.f
	return p.uses[i] > 0 && p.uses[i] <= 2 && p.allUsers(i, func(user ssa.InstrID) bool {
		switch f.Op(user) {
		case op.FCsel:
			return f.Arg(user, 1) != i && f.Arg(user, 2) != i
		case op.F2B:
			return p.allUsers(user, func(user ssa.InstrID) bool { return f.Op(user) == op.DemoteIf || f.Op(user) == op.TerminateIf })
		}
		return false
	})
}

// choose9 is the first of two numbers if a condition holds, else the second.
func (g *generator) choose9(s sink, n int, cond ssa.Src, a, b operand) operand {
	if g.nine.pixel {
		d, atLeast := g.test9(cond, n)
		if atLeast {
			return s(opCmp, d, a, b)
		}
		return s(opCmp, d, b, a)
	}
	return g.blend9(s, n, g.source(cond), a, b, func(same bool) operand { return g.rest9(cond, n, same) })
}

// rest9 is 1 less a condition, once for all choices.
func (g *generator) rest9(cond ssa.Src, n int, same bool) operand {
	for _, x := range g.nine.rests {
		if x.cond == cond {
			return x.rest
		}
	}
	rest := g.opposite9(g.source(cond), n, same)
	g.nine.rests = append(g.nine.rests, rest9{cond, rest})
	return rest
}

// opposite9 is 1 less a bool, of one component if all are the same.
func (g *generator) opposite9(c operand, n int, same bool) operand {
	if same {
		return g.step(dxbc.OpAdd, 1, float(1), c.comp(0).neg()).comp(0)
	}
	return g.step(dxbc.OpAdd, n, float(1), c.neg())
}

// blend9 is a if c is 1, and b if it is 0, exactly; rest makes 1 - c.
func (g *generator) blend9(s sink, n int, c, a, b operand, rest func(same bool) operand) operand {
	step := g.steps9(n)
	switch {
	case isZero9(b):
		return s(dxbc.OpMul, c, a)
	case a.kind == dxbc.Immediate32 && b.kind == dxbc.Immediate32:
		if d, ok := exactDifference(a, b); ok {
			return s(dxbc.OpMad, c, d, b)
		}
	}
	same := true
	for k := range n {
		same = same && c.swizzle[k] == c.swizzle[0]
	}
	if isZero9(a) {
		return s(dxbc.OpMul, rest(same), b)
	}
	return s(dxbc.OpMad, c, a, step(dxbc.OpMul, rest(same), b))
}

// exactDifference is a - b, if b plus that is a.
func exactDifference(a, b operand) (d operand, ok bool) {
	d = operand{kind: dxbc.Immediate32, swizzle: identity}
	for k := range 4 {
		x, y := math.Float32frombits(a.imm[a.swizzle[k]]), math.Float32frombits(b.imm[b.swizzle[k]])
		v := x - y
		if y+v != x {
			return d, false
		}
		d.imm[k] = math.Float32bits(v)
	}
	return d, true
}

// dynamic9 picks or replaces a component of a vector by an index.
func (g *generator) dynamic9(i ssa.InstrID) {
	f := g.f
	n := f.Comps(f.Arg(i, 0))
	if n == 0 {
		g.unsupported("an element of " + g.m.TypeName(f.Type(f.Arg(i, 0))) + " by an index")
		g.dest(i)
		return
	}
	at := g.src(i, f.NumSrcs(i)-1).comp(0)
	numbers := operand{kind: dxbc.Immediate32, swizzle: identity}
	for k := range 4 {
		numbers.imm[k] = math.Float32bits(float32(k))
	}
	is := g.compare9(g.steps9(n), op.Seq, n, numbers, at)
	if f.Op(i) == op.ExtractDynamic {
		g.dot9(g.final9(i), is, g.stable(g.value(f.Arg(i, 0)), n), n)
		return
	}
	if v, part := g.value(f.Arg(i, 0)), g.value(f.Arg(i, 1)).comp(0); g.nine.pixel {
		g.final9(i)(opCmp, is.neg(), v, part)
	} else {
		g.blend9(g.final9(i), n, is, part, v, func(same bool) operand { return g.opposite9(is, n, same) })
	}
}

// transcendental9 makes the code of inverse and hyperbolic functions, by the formulas of
// transcendental.
func (g *generator) transcendental9(i ssa.InstrID) bool {
	n := max(1, g.f.Comps(i))
	x := func(k int) operand { return g.stable(g.src(i, k), n) }
	final, step := g.final9(i), g.steps9(n)
	switch o := g.f.Op(i); o {
	case op.FAsin, op.FAcos:
		// The arc cosine of the absolute value, and from it the arc sine.
		v := x(0)
		a := g.absolute9(step, v)
		p := g.polynomial(a, n, -0.0187293, 0.0742610, -0.2121144, 1.5707288)
		root := step(dxbc.OpRcp, step(dxbc.OpRsq, step(dxbc.OpAdd, float(1), a.neg())))
		s := step(dxbc.OpMad, p.neg(), root, float(math.Pi/2))
		if o == op.FAsin {
			g.signed9(final, n, s, v)
		} else {
			final(dxbc.OpAdd, float(math.Pi/2), g.signed9(step, n, s, v).neg())
		}
	case op.FAtan:
		v := x(0)
		g.signed9(final, n, g.arcTangent9(n, g.absolute9(step, v), float(1)), v)
	case op.FAtan2:
		y, v := x(0), x(1)
		a := g.arcTangent9(n, g.absolute9(step, y), g.absolute9(step, v))
		// π - a on the left: π/2 less the signed rest.
		a = step(dxbc.OpAdd, float(math.Pi/2), g.signed9(step, n, step(dxbc.OpAdd, float(math.Pi/2), a.neg()), v).neg())
		g.signed9(final, n, a, y)
	case op.FSinh, op.FCosh:
		t := step(dxbc.OpMul, x(0), float(math.Log2E))
		up, down := step(dxbc.OpExp, t), step(dxbc.OpExp, t.neg())
		if o == op.FSinh {
			down = down.neg()
		}
		final(dxbc.OpMul, step(dxbc.OpAdd, up, down), float(0.5))
	case op.FTanh:
		v := x(0)
		e := step(dxbc.OpExp, step(dxbc.OpMul, g.absolute9(step, v), float(-2*math.Log2E)))
		a := step(dxbc.OpMul, step(dxbc.OpAdd, float(1), e.neg()), g.reciprocal9(n, step(dxbc.OpAdd, float(1), e)))
		g.signed9(final, n, a, v)
	default:
		return false
	}
	return true
}

// arcTangent9 is the arc tangent of y/x in the first quadrant; that of 0/0 is 0.
func (g *generator) arcTangent9(n int, y, x operand) operand {
	step := g.steps9(n)
	less, more := step(dxbc.OpMin, y, x), step(dxbc.OpMax, y, x)
	q := step(dxbc.OpMul, less, g.reciprocal9(n, step(dxbc.OpMax, more, float(1e-37))))
	s := step(dxbc.OpMul, q, q)
	p := g.polynomial(s, n, 0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528, 1)
	a := step(dxbc.OpMul, p, q)
	// π/2 - a if y is greater: π/4 less the signed rest.
	rest := step(dxbc.OpAdd, float(math.Pi/4), a.neg())
	return step(dxbc.OpAdd, float(math.Pi/4), g.signed9(step, n, rest, step(dxbc.OpAdd, x, y.neg())).neg())
}

// fateOf9 decides about operations that programs of model 2 have in another way.
func (p *plan) fateOf9(i ssa.InstrID) (fate, bool) {
	f := p.f
	switch o := f.Op(i); o {
	case op.FAbs:
		return computed, true
	case op.Vec:
		if p.isPosition(i) {
			return absent, true
		}
	case op.FSat:
		return computed, !p.pixel
	case op.I2F, op.U2F, op.B2F, op.F2I, op.F2U, op.F2B:
		return alias, true
	case op.Bitcast:
		whole := func(v ssa.Value) bool { return !f.Shader.Module.Types.ScalarOf(f.Type(v)).IsFloat() && f.Bits(v) == 32 }
		if whole(i) && whole(f.Arg(i, 0)) {
			return alias, true
		}
		return computed, true
	case op.Slt, op.Sge, op.Seq, op.Sne:
		if p.pixel && p.isTest9(i) {
			return folded, true
		}
	}
	return 0, false
}

// takesModifiers9 reports whether an operation's operands may be negated in programs of model 2 besides.
func takesModifiers9(o op.Op) bool {
	switch o {
	case op.Slt, op.Sge, op.Seq, op.Sne, op.FCsel, op.FMix:
		return true
	}
	return false
}

// isPosition reports whether a vector is only the position of a vertex, whose components are
// then written each for itself.
func (p *plan) isPosition(v ssa.Value) bool {
	f := p.f
	if p.pixel || p.uses[v] != 1 {
		return false
	}
	user, _ := f.UserOf(f.FirstUse(v))
	if user == 0 || f.Op(user) != op.StoreOutput || f.Arg(user, 0) != v || f.Comps(v) != 4 || f.Field(user, "component") != 0 {
		return false
	}
	bits, ok := f.KnownBits(f.Arg(user, 1), 0)
	if mask := f.Field(user, "mask"); !ok || mask != 0 && mask != 15 || !f.Src(user, 0).IsIdentity() {
		return false
	}
	for k := range f.Shader.Vars {
		if x := &f.Shader.Vars[k]; x.Mode == ssa.ModeShaderOut && x.HasAt && x.At == uint32(bits)+f.Field(user, "base") {
			return x.IO.Kind == ir.BindBuiltIn && x.IO.BuiltIn == ir.BuiltInPosition
		}
	}
	return false
}
