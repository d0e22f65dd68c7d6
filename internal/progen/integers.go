package progen

// This file makes expressions of integers and vectors of them.

import (
	"fmt"
	"math"
)

// edges are integers at which things go wrong.
var edges = []int64{0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 100, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 65536,
	1<<24 - 1, 1 << 24, 1<<24 + 1, math.MaxInt32 - 1, math.MaxInt32}

// integerValue is a value for an i32 or u32.
func (g *gen) integerValue(t *typ) int64 {
	var x int64
	switch g.r.weighted(40, 40, 10, 10) {
	case 0:
		x = int64(g.r.n(10))
	case 1:
		x = one(g.r, edges)
	case 2:
		x = 1 << g.r.n(31)
	default:
		x = int64(g.r.next() >> 33)
	}
	switch {
	case t.kind == kU32 && g.r.percent(15):
		x = math.MaxUint32 - x
	case t.kind == kI32 && g.r.percent(30):
		x = -x
	case t.kind == kI32 && g.r.percent(3):
		x = math.MinInt32
	}
	return x
}

func (g *gen) integerLiteral(t *typ) string { return g.integerText(t, g.integerValue(t)) }

// integerText spells a value.
func (g *gen) integerText(t *typ, x int64) string {
	switch {
	case x == math.MinInt32 && t.kind == kI32:
		return one(g.r, []string{"i32(-2147483648)", "(-2147483647i - 1i)"})
	case t.kind == kU32 && g.r.percent(20):
		return fmt.Sprintf("%#xu", x)
	case t.kind == kU32:
		return fmt.Sprintf("%du", x)
	case x >= 0 && g.r.percent(10):
		return fmt.Sprintf("%#xi", x)
	}
	return fmt.Sprintf("%di", x)
}

// nonzero is a literal without a zero in it.
func (g *gen) nonzero(t *typ) string {
	if t.kind == kVector {
		if g.r.percent(50) {
			return g.spell(t) + "(" + g.nonzero(t.elem) + ")"
		}
		return g.spell(t) + g.list(t.n, func(int) string { return g.nonzero(t.elem) })
	}
	x := g.integerValue(t)
	if x == 0 {
		x = 3
	}
	return g.integerText(t, x)
}

var integerFunctions = []string{"abs", "countOneBits", "reverseBits", "countLeadingZeros", "countTrailingZeros",
	"firstLeadingBit", "firstTrailingBit"}

// integer is an operation that gives integers.
func (g *gen) integer(t *typ, depth int) val {
	s, n := t.scalar(), t.width()
	call := func(name string, args ...val) val {
		text := ""
		for i, a := range args {
			if i > 0 {
				text += ", "
			}
			text += a.s
		}
		return val{s: name + "(" + text + ")", prec: precUnary}
	}
	switch g.r.weighted(30, 12, 15, 12, 8, 10, 8, 5, 8, 20, 6, 6) {
	case 0:
		a, b := g.mixed(t, depth)
		op := one(g.r, []string{"+", "-", "*"})
		if op == "*" {
			return binary(a, op, b, precMultiply, 0, 0)
		}
		return binary(a, op, b, precAdd, 0, 0)
	case 1:
		return g.division(t, depth)
	case 2:
		a, b := g.pair(t, t, depth)
		return chain(a, one(g.r, []string{"&", "|", "^"}), b, precBits)
	case 3:
		return g.shift(t, depth)
	case 4:
		v := g.varying(t, depth-1)
		if s.kind == kI32 && g.r.percent(50) {
			return unary("-", v)
		}
		return unary("~", v)
	case 5:
		name := one(g.r, integerFunctions)
		if s.kind == kI32 && g.r.percent(10) {
			name = "sign"
		}
		return call(name, g.varying(t, depth-1))
	case 6:
		a, b := g.pair(t, t, depth)
		return call(one(g.r, []string{"min", "max"}), a, b)
	case 7:
		return call("clamp", g.varying(t, depth-1), g.varying(t, depth-1), g.varying(t, depth-1))
	case 8:
		offset, count := g.varying(g.u32, depth-1), g.varying(g.u32, depth-1)
		if g.r.percent(50) {
			n := g.r.n(33)
			offset.s = fmt.Sprint(n, "u")
			if n%32 == 0 { // all bits, or none
				count.s = fmt.Sprint(32-n, "u")
			}
		}
		if g.r.percent(50) {
			return call("extractBits", g.varying(t, depth-1), offset, count)
		}
		return call("insertBits", g.varying(t, depth-1), g.varying(t, depth-1), offset, count)
	case 9:
		return g.toInteger(t, depth)
	case 10:
		if n == 0 {
			v := g.vector(s, g.r.between(2, 4))
			a, b := g.pair(v, v, depth)
			return call("dot", a, b)
		}
	case 11:
		return g.packed(t, depth, call)
	}
	return g.leaf(t)
}

// mixed makes operands; one may be a scalar beside a vector.
func (g *gen) mixed(t *typ, depth int) (a, b val) {
	if t.kind == kVector && g.r.percent(30) {
		if g.r.percent(50) {
			return g.pair(t.elem, t, depth)
		}
		return g.pair(t, t.elem, depth)
	}
	return g.pair(t, t, depth)
}

// division is a quotient or remainder.
func (g *gen) division(t *typ, depth int) val {
	a, by := g.varying(t, depth-1), t
	if t.kind == kVector && g.r.percent(20) {
		by = t.elem
	}
	b := g.varying(by, depth-1)
	if g.r.percent(40) {
		b = val{s: g.nonzero(by), prec: precUnary}
	}
	return binary(a, one(g.r, []string{"/", "%"}), b, precMultiply, 0, 0)
}

// amount is an operand to shift by.
func (g *gen) amount(n, depth int) val {
	t := g.vector(g.u32, n)
	if g.r.percent(50) {
		return g.varying(t, depth-1)
	}
	one := func(int) string { return fmt.Sprintf("%du", g.r.n(32)) }
	if n == 0 {
		return val{s: one(0), prec: precUnary}
	}
	return val{s: g.spell(t) + g.list(n, one), prec: precUnary}
}

func (g *gen) shift(t *typ, depth int) val {
	a, b := g.varying(t, depth-1), g.amount(t.width(), depth)
	return val{s: a.at(precUnary) + one(g.r, []string{" << ", " >> "}) + b.at(precUnary), prec: precShift}
}

// toInteger converts.
func (g *gen) toInteger(t *typ, depth int) val {
	s, n := t.scalar(), t.width()
	other := g.i32
	if s.kind == kI32 {
		other = g.u32
	}
	name := g.spell(t)
	from := one(g.r, []*typ{other, other, g.bool})
	switch {
	case g.swarm.floats && g.r.percent(40):
		from = g.f32
	case g.swarm.halves && g.r.percent(40):
		from = g.f16
	case from == other && g.r.percent(40):
		name = "bitcast<" + g.spell(t) + ">"
	}
	v := g.varying(g.vector(from, n), depth-1)
	return val{s: name + "(" + v.s + ")", prec: precUnary}
}

// packed packs and unpacks, and the like.
func (g *gen) packed(t *typ, depth int, call func(string, ...val) val) val {
	four := func(s *typ) val { return g.varying(g.vector(s, 4), depth-1) }
	word := func() val { return g.varying(g.u32, depth-1) }
	switch {
	case t == g.u32:
		switch g.r.n(7) {
		case 5:
			if g.lengths {
				return val{s: "arrayLength(&many)", prec: precUnary}
			}
		case 0:
			return call("dot4U8Packed", word(), word())
		case 1:
			return call(one(g.r, []string{"pack4xU8", "pack4xU8Clamp"}), four(g.u32))
		case 2:
			return call(one(g.r, []string{"pack4xI8", "pack4xI8Clamp"}), four(g.i32))
		case 3:
			if g.swarm.floats {
				v := g.varying(g.vector(g.f32, 2), depth-1)
				return val{s: "pack2x16float(" + g.plainZero(g.stored(v, g.vector(g.f32, 2)), g.vector(g.f32, 2)) + ")", prec: precUnary}
			}
		case 4:
			if g.swarm.floats {
				return val{s: g.bits(g.varying(g.f32, depth-1).s), prec: precUnary}
			}
		}
	case t == g.i32:
		switch g.r.n(3) {
		case 0:
			return call("dot4I8Packed", word(), word())
		case 1:
			if g.swarm.floats && !g.o.Rounding {
				return val{s: "frexp(" + g.varying(g.f32, depth-1).s + ").exp", prec: precUnary}
			}
		}
	case t == g.vector(g.u32, 4):
		return call("unpack4xU8", word())
	case t == g.vector(g.i32, 4):
		return call("unpack4xI8", word())
	}
	return g.leaf(t)
}

// unary is an operator in front of an operand.
func unary(op string, v val) val {
	text := v.at(precUnary)
	if op == "-" && text[0] == '-' {
		text = "(" + text + ")"
	}
	v.s, v.prec, v.fixed = op+text, precUnary, false
	return v
}

// chain is a bitwise or logical operation: only a chain of the same operator
// needs no parentheses.
func chain(a val, op string, b val, prec int) val {
	left := a.s
	operand := precUnary
	if prec == precLogical {
		operand = precRelation
	}
	if a.prec < operand && !(a.prec == prec && a.op == op[0]) {
		left = "(" + left + ")"
	}
	return val{s: left + " " + op + " " + b.at(operand), prec: prec, op: op[0]}
}
