package progen

// This file makes expressions of floats and vectors of them whose results are all known to
// be exact, or with Options.Rounding to round once.

import (
	"fmt"
	"strconv"
)

// floatValue is a value within the bounds of variables.
func (g *gen) floatValue(t *typ) float64 {
	high, low := std(t)
	x := float64(g.r.n(1 << (high - low)))
	if g.r.percent(40) {
		x = float64(g.r.n(8) << -low)
	}
	for range -low {
		x /= 2
	}
	if g.r.percent(30) {
		x = -x
	}
	return x
}

func (g *gen) floatLiteral(t *typ) string { return g.floatText(t, g.floatValue(t)) }

func (g *gen) floatText(t *typ, x float64) string {
	suffix := "f"
	if t.kind == kF16 {
		suffix = "h"
	}
	text := strconv.FormatFloat(x, 'f', -1, 64)
	if x >= 0 && g.r.percent(5) {
		return strconv.FormatFloat(x, 'e', -1, 64) + suffix
	}
	return text + suffix
}

// tame is the name of a function that brings values within the bounds of
// variables.
func (g *gen) tame(t *typ) string {
	elem := t.scalar()
	if t.kind == kMatrix {
		elem = t.elem
	}
	name := "z_tame_" + elem.name
	switch t.kind {
	case kVector:
		name += fmt.Sprintf("_%d", t.n)
	case kMatrix:
		name += fmt.Sprintf("_%dx%d", t.columns, t.n)
	}
	g.need(name, func() string {
		if t.kind == kMatrix {
			column := g.tame(g.vector(elem, t.n))
			i := -1
			return fmt.Sprintf("fn %s(m: %s) -> %s {\n\treturn %s%s;\n}\n", name, t.name, t.name, t.name,
				g.list(t.columns, func(int) string { i++; return fmt.Sprintf("%s(m[%d])", column, i) }))
		}
		scale, back, limit := "4.0", "0.25", "255.0"
		if elem.kind == kF16 {
			scale, back, limit = "2.0", "0.5", "7.5"
		}
		return fmt.Sprintf("fn %s(x: %s) -> %s {\n\treturn select(%s(1.5), floor(x * %s) * %s, abs(x) < %s(%s));\n}\n",
			name, t.name, t.name, t.name, scale, back, t.name, limit)
	})
	return name
}

// plainZero drops the sign of zeros.
func (g *gen) plainZero(text string, t *typ) string {
	name := fmt.Sprintf("z_plain_%s_%d", t.scalar().name, t.width())
	g.need(name, func() string {
		return fmt.Sprintf("fn %s(x: %s) -> %s {\n\treturn select(x, %s(), x == %s());\n}\n", name, t.name, t.name, t.name, t.name)
	})
	return name + "(" + text + ")"
}

// bits is the text of the bits of an f32.
func (g *gen) bits(text string) string { return "bitcast<u32>(" + g.plainZero(text, g.f32) + ")" }

// float is an operation that gives floats.
func (g *gen) float(t *typ, depth int) val {
	elem := t.scalar()
	switch g.r.weighted(30, 25, 8, 30, 10, 15, 25) {
	case 0:
		a, b := g.mixed(t, depth)
		if high, low := max(a.high, b.high)+1, min(a.low, b.low); g.fits(elem, high, low) {
			return binary(a, one(g.r, []string{"+", "-"}), b, precAdd, high, low)
		}
	case 1:
		a, b := g.mixed(t, depth)
		if high, low := a.high+b.high, a.low+b.low; g.fits(elem, high, low) {
			return binary(a, "*", b, precMultiply, high, low)
		}
	case 2:
		return unary("-", g.varying(t, depth-1))
	case 3:
		return g.floatFunction(t, depth)
	case 4:
		a, b := g.pair(t, t, depth)
		return val{s: one(g.r, []string{"min(", "max("}) + a.s + ", " + b.s + ")", prec: precUnary,
			high: max(a.high, b.high), low: min(a.low, b.low)}
	case 5:
		return g.toFloat(t, depth)
	case 6:
		if !g.o.Rounding || elem.kind == kF16 {
			return g.exactFloat(t, depth)
		}
	}
	return g.leaf(t)
}

// floatFunction is a function of one value.
func (g *gen) floatFunction(t *typ, depth int) val {
	v := g.varying(t, depth-1)
	call := func(name string, high, low int) val {
		return val{s: name + "(" + v.s + ")", prec: precUnary, high: high, low: low}
	}
	switch g.r.n(8) {
	case 0:
		return call("abs", v.high, v.low)
	case 1, 2:
		if g.fits(t.scalar(), v.high+1, max(v.low, 0)) {
			return call(one(g.r, []string{"floor", "ceil", "trunc", "round"}), v.high+1, max(v.low, 0))
		}
	case 3:
		return call("sign", 1, 0)
	case 4:
		return call("saturate", 1, min(v.low, 0))
	case 5: // a literal power of two
		by, shift := one(g.r, []string{"2.0", "4.0", "8.0"}), 3
		if g.fits(t.scalar(), v.high, v.low-shift) {
			return val{s: v.at(precMultiply) + " / " + by, prec: precMultiply, high: v.high, low: v.low - shift}
		}
	case 6:
		if t.kind != kVector {
			return val{s: fmt.Sprintf("clamp(%s, %s, %s)", v.s, g.floatText(t, -2), g.floatText(t, 6)), prec: precUnary, high: 3, low: min(v.low, 0)}
		}
	case 7:
		edge := g.expr(t, depth-1)
		return val{s: fmt.Sprintf("step(%s, %s)", edge.s, v.s), prec: precUnary, high: 1, low: 0}
	}
	return v
}

// toFloat converts.
func (g *gen) toFloat(t *typ, depth int) val {
	elem, n := t.scalar(), t.width()
	name := g.spell(t)
	switch from := one(g.r, []*typ{g.i32, g.u32, g.bool}); {
	case elem.kind == kF32 && g.swarm.halves && g.r.percent(40):
		v := g.varying(g.vector(g.f16, n), depth-1)
		return val{s: name + "(" + v.s + ")", prec: precUnary, high: v.high, low: v.low}
	case elem.kind == kF16 && g.swarm.floats && g.r.percent(40):
		v := g.varying(g.vector(g.f32, n), depth-1)
		if g.fits(elem, v.high, v.low) {
			return val{s: name + "(" + v.s + ")", prec: precUnary, high: v.high, low: v.low}
		}
	case elem.kind == kF32 && n == 0 && g.r.percent(15):
		v := g.varying(g.u32, depth-1)
		return val{s: "bitcast<f32>((" + v.at(precUnary) + " & 0x7f0000u) | 0x3f800000u)", prec: precUnary, high: 1, low: -7}
	case from == g.bool:
		return val{s: name + "(" + g.varying(g.vector(g.bool, n), depth-1).s + ")", prec: precUnary, high: 1}
	case elem.kind == kF32 && g.o.Rounding:
		return val{s: name + "(" + g.varying(g.vector(from, n), depth-1).s + ")", prec: precUnary, high: 32}
	default:
		mask, high := 255, 8
		if elem.kind == kF16 {
			mask, high = 15, 4
		}
		whole := g.vector(from, n)
		v := g.varying(whole, depth-1)
		return val{s: fmt.Sprintf("%s(%s & %s(%d))", name, v.at(precUnary), whole.name, mask), prec: precUnary, high: high}
	}
	return g.leaf(t)
}

// exactFloat is an operation that may round in several ways, on values that don't need
// rounding.
func (g *gen) exactFloat(t *typ, depth int) val {
	elem, n := t.scalar(), t.width()
	call := func(high, low int, format string, args ...any) (val, bool) {
		return val{s: fmt.Sprintf(format, args...), prec: precUnary, high: high, low: low}, g.fits(elem, high, low)
	}
	var v val
	ok := false
	switch g.r.n(9) {
	case 0:
		a, b, c := g.varying(t, depth-1), g.expr(t, depth-1), g.expr(t, depth-1)
		v, ok = call(max(a.high+b.high, c.high)+1, min(a.low+b.low, c.low), "fma(%s, %s, %s)", a.s, b.s, c.s)
	case 1:
		if n == 0 {
			of := g.vector(t, g.r.between(2, 4))
			a, b := g.pair(of, of, depth)
			v, ok = call(a.high+b.high+2, a.low+b.low, "dot(%s, %s)", a.s, b.s)
		} else {
			v, ok = g.matrixProduct(t, depth)
		}
	case 2:
		a := g.varying(t, depth-1)
		part := one(g.r, []string{"fract", "whole"})
		v, ok = call(a.high, a.low, "modf(%s).%s", a.s, part)
	case 3:
		a := g.varying(t, depth-1)
		v, ok = call(1, a.low-a.high, "frexp(%s).fract", a.s)
	case 4:
		a := g.varying(t, depth-1)
		v, ok = call(1, min(a.low, 0), "fract(%s)", a.s)
	case 5:
		a := g.varying(t, depth-1)
		exp := g.literalOf(g.vector(g.i32, n), g.r.between(-2, 2))
		v, ok = call(a.high+2, a.low-2, "ldexp(%s, %s)", a.s, exp)
	case 6:
		a, b, c := g.varying(t, depth-1), g.expr(t, depth-1), g.expr(t, depth-1)
		v, ok = call(max(a.high, b.high)+max(c.high, 0)+2, min(a.low, b.low)+min(c.low, 0), "mix(%s, %s, %s)", a.s, b.s, c.s)
	case 7:
		switch {
		case n == 3:
			a, b := g.pair(t, t, depth)
			v, ok = call(a.high+b.high+1, a.low+b.low, "cross(%s, %s)", a.s, b.s)
		case n == 2 && elem.kind == kF32:
			// Lavapipe unpacks a zero of constants; z_here isn't one.
			v, ok = call(1, -10, "unpack2x16float(((%s ^ z_here) & 0x3ff03ffu) | 0x3c003c00u)", g.varying(g.u32, depth-1).at(precUnary))
		case elem.kind == kF32:
			v, ok = call(8, -2, "quantizeToF16(%s)", g.stored(g.varying(t, depth-1), t))
		}
	case 8:
		a := g.varying(t, depth-1)
		if v, ok = call(min(a.high, 3), min(a.low, 3), "%s %% 4.0", a.at(precMultiply)); ok {
			v.prec = precMultiply
		}
		ok = ok && g.fits(elem, a.high+1, a.low-2)
	}
	if !ok {
		return g.leaf(t)
	}
	return v
}

// literalOf is a scalar or vector of the same integer.
func (g *gen) literalOf(t *typ, x int) string {
	if t.kind == kVector {
		return fmt.Sprintf("%s(%d)", t.name, x)
	}
	return g.integerText(t, int64(x))
}

// matrixProduct is a product of a matrix and a vector.
func (g *gen) matrixProduct(t *typ, depth int) (val, bool) {
	if !g.swarm.matrices {
		return val{}, false
	}
	n := g.r.between(2, 4)
	left, right := g.matrix(t.elem, n, t.n), g.vector(t.elem, n)
	if g.r.percent(50) {
		left, right = right, g.matrix(t.elem, t.n, n)
	}
	a, b := g.pair(left, right, depth)
	return binary(a, "*", b, precMultiply, a.high+b.high+2, a.low+b.low), g.fits(t.elem, a.high+b.high+2, a.low+b.low)
}
