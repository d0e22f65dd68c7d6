package progen

// This file makes expressions of any type. Operations special to numbers are in
// integers.go, floats.go and bools.go.

import (
	"fmt"
	"strings"
)

// Precedence of expressions: how much an operator binds its operands.
const (
	precLogical  = iota // && and ||
	precBits            // & | ^
	precRelation        // == and the like
	precShift
	precAdd
	precMultiply
	precUnary
)

// val is the text of an expression with the known facts about its value.
//
// Floats, and composites of them, are known to be multiples of 2^low and less than 2^high
// in magnitude. Variables hold values within the limits that std gives.
type val struct {
	s         string
	prec      int
	op        byte // of a bitwise or logical chain: the operator
	fixed     bool // evaluated before the shader runs
	high, low int
}

// at is the text as an operand of the precedence.
func (v val) at(prec int) string {
	if v.prec < prec {
		return "(" + v.s + ")"
	}
	return v.s
}

// std are the bounds of floats in variables.
func std(t *typ) (high, low int) {
	if t.kind == kF16 {
		return 3, -1
	}
	return 8, -2
}

// stdVal is an operand whose floats are as in variables.
func stdVal(t *typ, text string, fixed bool) val {
	v := val{s: text, prec: precUnary, fixed: fixed}
	for t.elem != nil {
		t = t.elem
	}
	v.high, v.low = std(t)
	return v
}

// fits reports whether an operation may give floats with these bounds.
func (g *gen) fits(elem *typ, high, low int) bool {
	switch {
	case elem.kind == kF16:
		return high <= 13 && low >= -13 && high-low <= 11
	case g.o.Rounding:
		return high <= 60 && low >= -60
	}
	return high <= 60 && high-low <= 24
}

// stored is the text of a value whose floats are brought within the limits of
// variables.
func (g *gen) stored(v val, t *typ) string {
	elem := t
	if t.elem != nil && t.kind != kArray {
		elem = t.elem
	}
	if !elem.isFloat() {
		return v.s
	}
	if high, low := std(elem); v.high <= high && v.low >= low {
		return v.s
	}
	return g.tame(t) + "(" + v.s + ")"
}

// expr is an expression of a type. If depth is 0 it is a simple one.
func (g *gen) expr(t *typ, depth int) val {
	if depth <= 0 {
		return g.leaf(t)
	}
	switch t.kind {
	case kMatrix:
		return g.matrixExpr(t, depth)
	case kArray, kStruct:
		return g.aggregate(t, depth)
	}
	through := 0
	if g.o.Subgroups {
		through = 6
	}
	switch g.r.weighted(20, 50, 8, 6, 6, 4, through) {
	case 0:
		return g.leaf(t)
	case 1:
		switch s := t.scalar(); {
		case s.isInteger():
			return g.integer(t, depth)
		case s.isFloat():
			return g.float(t, depth)
		}
		return g.boolean(t, depth)
	case 2:
		if v, ok := g.call(t, depth); ok {
			return v
		}
	case 3:
		return g.choice(t, depth)
	case 4:
		if v, ok := g.taken(t, depth); ok {
			return v
		}
	case 5:
		if t.kind == kVector {
			return g.composed(t, depth)
		}
	case 6:
		if v, ok := g.throughSubgroup(t, depth); ok {
			return v
		}
	}
	return g.leaf(t)
}

// varying is an expression that is evaluated when the shader runs.
func (g *gen) varying(t *typ, depth int) val {
	v := g.expr(t, depth)
	switch {
	case !v.fixed || t.kind >= kArray:
		return v
	case t.kind == kMatrix:
		return g.varyingMatrix(t)
	}
	return g.anchor(t)
}

// anchor is an operand of a scalar or vector type that is surely not fixed.
func (g *gen) anchor(t *typ) val {
	if p, ok := g.pathTo(t, 0, func(v *variable) bool { return !v.fixed }); ok && g.r.percent(70) {
		return stdVal(t, p.text, false)
	}
	if t == g.bool && g.fn != nil {
		return g.comparison(0, 0)
	}
	text := "z_" + t.scalar().name
	if t.kind == kVector {
		text = g.spell(t) + "(" + text + ")"
	}
	return stdVal(t, text, false)
}

// leaf is a variable, a part of one, or a literal.
func (g *gen) leaf(t *typ) val {
	if t == g.bool && g.fn != nil && g.r.percent(60) {
		return g.comparison(0, 0)
	}
	if g.r.percent(75) {
		if p, ok := g.pathTo(t, 1, nil); ok {
			return stdVal(t, p.text, p.v.fixed)
		}
	}
	if g.r.percent(8) && t.kind != kArray || t.kind == kStruct && t.leaves > 12 {
		return stdVal(t, g.spell(t)+"()", true)
	}
	return g.literal(t)
}

// literal is a value spelled out.
func (g *gen) literal(t *typ) val {
	switch t.kind {
	case kBool:
		return stdVal(t, one(g.r, []string{"true", "false"}), true)
	case kI32, kU32:
		return stdVal(t, g.integerLiteral(t), true)
	case kF32, kF16:
		return stdVal(t, g.floatLiteral(t), true)
	case kVector:
		if g.r.percent(30) {
			return stdVal(t, g.spell(t)+"("+g.literal(t.elem).s+")", true)
		}
		return stdVal(t, g.spell(t)+g.list(t.n, func(int) string { return g.literal(t.elem).s }), true)
	case kMatrix:
		column := g.vector(t.elem, t.n)
		return stdVal(t, g.spell(t)+g.list(t.columns, func(int) string { return g.literal(column).s }), true)
	case kArray:
		if t.leaves > 16 {
			return stdVal(t, t.name+"()", true)
		}
		return stdVal(t, t.name+g.list(t.n, func(int) string { return g.literal(t.elem).s }), true)
	case kStruct:
		return stdVal(t, t.name+g.list(len(t.members), func(i int) string { return g.literal(t.members[i].t).s }), true)
	}
	panic("progen: no literal of " + t.name)
}

func (g *gen) list(n int, f func(i int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = f(i)
	}
	return "(" + strings.Join(items, ", ") + ")"
}

// choice is a select.
func (g *gen) choice(t *typ, depth int) val {
	condition := g.bool
	if t.kind == kVector && g.r.percent(50) {
		condition = g.vector(g.bool, t.n)
	}
	alternative := g.expr
	if t.isScalar() && g.r.percent(40) {
		alternative = func(t *typ, _ int) val { return g.literal(t) } // in a language without a type of their own
	}
	a, b, c := alternative(t, depth-1), alternative(t, depth-1), g.varying(condition, depth-1)
	return val{s: fmt.Sprintf("select(%s, %s, %s)", a.s, b.s, c.s), prec: precUnary, high: max(a.high, b.high), low: min(a.low, b.low)}
}

// taken is a part of a value: a component, a swizzle, a member, an element.
func (g *gen) taken(t *typ, depth int) (val, bool) {
	if t.kind == kVector && g.r.percent(60) {
		whole := g.vector(t.elem, g.r.between(2, 4))
		v := g.expr(whole, depth-1)
		letters := one(g.r, []string{"xyzw", "rgba"})
		text := v.at(precUnary) + "."
		for range t.n {
			text += letters[g.r.n(whole.n):][:1]
		}
		v.s, v.prec = text, precUnary
		return v, true
	}
	if t.isScalar() && g.r.percent(60) {
		whole := g.vector(t, g.r.between(2, 4))
		v := g.expr(whole, depth-1)
		v.s, _, _ = g.step(v.at(precUnary), whole, t, depth-1)
		v.prec = precUnary
		return v, true
	}
	var wholes []*typ
	for _, x := range g.pool {
		if x != t && x.kind >= kMatrix && g.has(x, t) {
			wholes = append(wholes, x)
		}
	}
	if len(wholes) == 0 {
		return val{}, false
	}
	whole := one(g.r, wholes)
	v := g.expr(whole, depth-1)
	text, at := v.at(precUnary), whole
	for at != t {
		text, at, _ = g.step(text, at, t, depth-1)
	}
	out := stdVal(t, text, v.fixed)
	if whole.kind == kMatrix {
		out.high, out.low = v.high, v.low
	}
	return out, true
}

// composed is a vector made of smaller pieces, or converted.
func (g *gen) composed(t *typ, depth int) val {
	if g.r.percent(25) {
		v := g.expr(t.elem, depth-1)
		v.s, v.prec = g.spell(t)+"("+v.s+")", precUnary
		return v
	}
	out := val{prec: precUnary, fixed: true, high: -100, low: 100}
	var parts []string
	for left := t.n; left > 0; {
		n := g.r.between(1, min(left, 3))
		piece := t.elem
		if n > 1 {
			piece = g.vector(t.elem, n)
		}
		v := g.expr(piece, depth-1)
		parts = append(parts, v.s)
		out.fixed = out.fixed && v.fixed
		out.high, out.low = max(out.high, v.high), min(out.low, v.low)
		left -= n
	}
	out.s = g.spell(t) + "(" + strings.Join(parts, ", ") + ")"
	return out
}

// aggregate is an array or a struct.
func (g *gen) aggregate(t *typ, depth int) val {
	switch g.r.weighted(40, 25, 20, 15) {
	case 1:
		n := t.n
		if t.kind == kStruct {
			n = len(t.members)
		}
		if t.leaves > 16 {
			break
		}
		fixed := true
		text := t.name + g.list(n, func(i int) string {
			part := t.elem
			if t.kind == kStruct {
				part = t.members[i].t
			}
			v := g.expr(part, depth-1)
			fixed = fixed && v.fixed
			return g.stored(v, part)
		})
		if t.kind == kArray && g.r.percent(20) && t.elem.kind == kStruct {
			text = "array" + text[len(t.name):]
		}
		return stdVal(t, text, fixed)
	case 2:
		if v, ok := g.call(t, depth); ok {
			return v
		}
	case 3:
		if v, ok := g.taken(t, depth); ok {
			return v
		}
	}
	return g.leaf(t)
}

// matrixExpr is a matrix.
func (g *gen) matrixExpr(t *typ, depth int) val {
	switch op := g.r.weighted(30, 15, 15, 10, 10, 5, 8); op {
	case 1: // of columns
		column := g.vector(t.elem, t.n)
		out := val{prec: precUnary, fixed: true, high: -100, low: 100}
		out.s = g.spell(t) + g.list(t.columns, func(int) string {
			v := g.expr(column, depth-1)
			out.fixed = out.fixed && v.fixed
			out.high, out.low = max(out.high, v.high), min(out.low, v.low)
			return v.s
		})
		return out
	case 2: // sum
		a, b := g.pair(t, t, depth)
		if g.fits(t.elem, max(a.high, b.high)+1, min(a.low, b.low)) {
			return binary(a, one(g.r, []string{"+", "-"}), b, precAdd, max(a.high, b.high)+1, min(a.low, b.low))
		}
		return a
	case 3: // product with a scalar
		a, b := g.pair(t, t.elem, depth)
		if !g.fits(t.elem, a.high+b.high, a.low+b.low) {
			return a
		}
		if g.r.percent(50) {
			a, b = b, a
		}
		return binary(a, "*", b, precMultiply, a.high+b.high, a.low+b.low)
	case 4: // product of matrices
		if g.swarm.transposes {
			break
		}
		n := g.r.between(2, 4)
		a, b := g.pair(g.matrix(t.elem, n, t.n), g.matrix(t.elem, t.columns, n), depth)
		if !g.o.Rounding && g.fits(t.elem, a.high+b.high+2, a.low+b.low) {
			return binary(a, "*", b, precMultiply, a.high+b.high+2, a.low+b.low)
		}
	case 5:
		if !g.swarm.transposes {
			break
		}
		v := g.varying(g.matrix(t.elem, t.n, t.columns), depth-1)
		v.s, v.prec = "transpose("+v.s+")", precUnary
		return v
	case 6:
		if v, ok := g.call(t, depth); ok {
			return v
		}
	}
	return g.leaf(t)
}

// pair makes two operands; at least one is not fixed.
func (g *gen) pair(left, right *typ, depth int) (a, b val) {
	a, b = g.expr(left, depth-1), g.expr(right, depth-1)
	if a.fixed && b.fixed {
		a = g.varying(left, 0)
	}
	return a, b
}

// varyingMatrix is a matrix that is not fixed, of columns.
func (g *gen) varyingMatrix(t *typ) val {
	column := g.vector(t.elem, t.n)
	return stdVal(t, g.spell(t)+g.list(t.columns, func(int) string { return g.anchor(column).s }), false)
}

// binary is an operation whose left operand may be one of the same level.
func binary(a val, op string, b val, prec, high, low int) val {
	return val{s: a.at(prec) + " " + op + " " + b.at(prec+1), prec: prec, high: high, low: low}
}
