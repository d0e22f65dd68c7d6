package dxbc

// This file computes inverse and hyperbolic functions by polynomials and exponentials: arc
// sines and tangents by formulas 4.4.45 and 4.4.49 of Abramowitz and Stegun, which FXC has, too.

import (
	"math"

	"refract/internal/dxbc"
	"refract/ssa"
	"refract/ssa/op"
)

// transcendental makes the code of such a function, or reports false.
func (g *generator) transcendental(i ssa.InstrID) bool {
	n := max(1, g.f.Comps(i))
	switch g.f.Op(i) {
	case op.FAsin:
		x := g.stable(g.src(i, 0), n)
		t := g.arcCosine(x, n)
		a := g.step(dxbc.OpAdd, n, float(math.Pi/2), t.neg())
		g.withSign(i, a, x, n)
	case op.FAcos:
		x := g.stable(g.src(i, 0), n)
		t := g.arcCosine(x, n)
		// acos(-x) = π - acos(x)
		g.compute(dxbc.OpMovc, i, g.dest(i), g.step(dxbc.OpLt, n, x, float(0)), g.step(dxbc.OpAdd, n, float(math.Pi), t.neg()), t)
	case op.FAtan:
		x := g.stable(g.src(i, 0), n)
		a := g.arcTangent(x.abs(), float(1), n)
		g.withSign(i, a, x, n)
	case op.FAtan2:
		y, x := g.stable(g.src(i, 0), n), g.stable(g.src(i, 1), n)
		a := g.arcTangent(y.abs(), x.abs(), n)
		left := g.step(dxbc.OpIlt, n, g.bits(x, n), imm(0))
		a = g.step(dxbc.OpMovc, n, left, g.step(dxbc.OpAdd, n, float(math.Pi), a.neg()), a)
		g.withSign(i, a, y, n)
	case op.FSinh, op.FCosh:
		t := g.step(dxbc.OpMul, n, g.src(i, 0), float(math.Log2E))
		up := g.step(dxbc.OpExp, n, t)
		down := g.step(dxbc.OpExp, n, t.neg())
		if g.f.Op(i) == op.FSinh {
			down = down.neg()
		}
		g.compute(dxbc.OpMul, i, g.dest(i), g.step(dxbc.OpAdd, n, up, down), float(0.5))
	case op.FTanh:
		// (1 - e) / (1 + e) with e = exp(-2|x|), which doesn't overflow.
		x := g.stable(g.src(i, 0), n)
		e := g.step(dxbc.OpExp, n, g.step(dxbc.OpMul, n, x.abs(), float(-2*math.Log2E)))
		a := g.step(dxbc.OpDiv, n, g.step(dxbc.OpAdd, n, float(1), e.neg()), g.step(dxbc.OpAdd, n, float(1), e))
		g.withSign(i, a, x, n)
	default:
		return false
	}
	return true
}

// bits is a float as an integer operand.
func (g *generator) bits(o operand, n int) operand {
	if o.modifier != 0 {
		return g.step(dxbc.OpMov, n, o)
	}
	return o
}

// withSign computes a number with the sign of another.
func (g *generator) withSign(i ssa.InstrID, a, x operand, n int) {
	sign := g.step(dxbc.OpAnd, n, g.bits(x, n), imm(1<<31))
	g.compute(dxbc.OpOr, i, g.dest(i), sign, a)
}

// polynomial is a polynomial with coefficients from the highest.
func (g *generator) polynomial(x operand, n int, coefficients ...float64) operand {
	v := g.step(dxbc.OpMad, n, x, float(coefficients[0]), float(coefficients[1]))
	for _, c := range coefficients[2:] {
		v = g.step(dxbc.OpMad, n, v, x, float(c))
	}
	return v
}

// arcCosine is the arc cosine of the absolute value.
func (g *generator) arcCosine(x operand, n int) operand {
	p := g.polynomial(x.abs(), n, -0.0187293, 0.0742610, -0.2121144, 1.5707288)
	root := g.step(dxbc.OpSqrt, n, g.step(dxbc.OpAdd, n, float(1), x.abs().neg()))
	return g.step(dxbc.OpMul, n, p, root)
}

// arcTangent is the arc tangent of y/x in the first quadrant.
func (g *generator) arcTangent(y, x operand, n int) operand {
	less := g.step(dxbc.OpMin, n, y, x)
	more := g.step(dxbc.OpMax, n, y, x)
	q := g.step(dxbc.OpDiv, n, less, more)
	// 0/0 and ∞/∞ have the limits 0 and 1.
	same := g.step(dxbc.OpEq, n, less, more)
	one := g.step(dxbc.OpMovc, n, g.step(dxbc.OpEq, n, more, float(0)), float(0), float(1))
	q = g.step(dxbc.OpMovc, n, same, one, q)
	s := g.step(dxbc.OpMul, n, q, q)
	p := g.polynomial(s, n, 0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400, 0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528, 1)
	a := g.step(dxbc.OpMul, n, p, q)
	over := g.step(dxbc.OpLt, n, x, y)
	return g.step(dxbc.OpMovc, n, over, g.step(dxbc.OpAdd, n, float(math.Pi/2), a.neg()), a)
}

// refract computes the direction behind a surface: I*eta - N*(eta*d + sqrt(k)), or zero.
func (g *generator) refract(i ssa.InstrID) {
	n := max(1, g.f.Comps(i))
	x, normal, eta := g.stable(g.src(i, 0), n), g.stable(g.src(i, 1), n), g.src(i, 2).comp(0)
	d := g.dotOf(normal, x, n).comp(0)
	k := g.step(dxbc.OpMad, 1, d.neg(), d, float(1)).comp(0)
	k = g.step(dxbc.OpMul, 1, eta, k).comp(0)
	k = g.step(dxbc.OpMad, 1, k.neg(), eta, float(1)).comp(0)
	t := g.step(dxbc.OpMad, 1, eta, d, g.step(dxbc.OpSqrt, 1, k).comp(0)).comp(0)
	v := g.step(dxbc.OpMul, n, normal, t)
	v = g.step(dxbc.OpMad, n, eta, x, v.neg())
	behind := g.step(dxbc.OpGe, 1, k, float(0)).comp(0)
	g.compute(dxbc.OpAnd, i, g.dest(i), v, behind)
}
