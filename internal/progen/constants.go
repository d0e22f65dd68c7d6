package progen

// This file makes constant expressions together with their values, computed
// here, so that programs can assert them.

import (
	"fmt"
	"math"
	"math/bits"
)

// constant is a constant expression of a scalar type with its value: i of
// integers, and 0 or 1 of bools; f of floats.
type constant struct {
	s    string
	prec int
	op   byte
	i    int64
	f    float64
}

func (c constant) val() val { return val{s: c.s, prec: c.prec, op: c.op} }

// assertion is a condition that holds if a name has the constant's value.
func (g *gen) assertion(name string, t *typ, c constant) string {
	switch t.kind {
	case kBool:
		if c.i != 0 {
			return name
		}
		return "!" + name
	case kF32:
		return name + " == " + g.floatText(t, c.f)
	}
	return name + " == " + g.integerText(t, c.i)
}

// holds reports whether a variable may hold the value: floats of other constants are
// not within the limits on which exact arithmetic relies.
func (c constant) holds(t *typ) bool {
	if t.kind != kF32 {
		return true
	}
	high, low := std(t)
	return math.Abs(c.f) < math.Ldexp(1, high) && math.Remainder(c.f, math.Ldexp(1, low)) == 0
}

// constant is a constant expression.
func (g *gen) constant(t *typ, depth int) constant {
	if depth <= 0 || g.r.percent(20) {
		return g.constantLiteral(t)
	}
	switch t.kind {
	case kBool:
		return g.constantBool(depth)
	case kF32:
		return g.constantFloat(depth)
	}
	return g.constantInteger(t, depth)
}

func (g *gen) constantLiteral(t *typ) constant {
	switch t.kind {
	case kBool:
		i := g.r.n(2)
		return constant{s: []string{"false", "true"}[i], prec: precUnary, i: int64(i)}
	case kF32:
		x := g.floatValue(t)
		return constant{s: g.floatText(t, x), prec: precUnary, f: x}
	}
	x := g.integerValue(t)
	return constant{s: g.integerText(t, x), prec: precUnary, i: x}
}

func (g *gen) constantBool(depth int) constant {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch g.r.n(3) {
	case 0:
		a := g.constant(g.bool, depth-1)
		return constant{s: unary("!", a.val()).s, prec: precUnary, i: 1 - a.i}
	case 1:
		a, b := g.constant(g.bool, depth-1), g.constant(g.bool, depth-1)
		if g.r.percent(50) {
			v := chain(a.val(), "&&", b.val(), precLogical)
			return constant{s: v.s, prec: v.prec, op: v.op, i: a.i & b.i}
		}
		v := chain(a.val(), "||", b.val(), precLogical)
		return constant{s: v.s, prec: v.prec, op: v.op, i: a.i | b.i}
	}
	t := one(g.r, []*typ{g.i32, g.u32})
	a, b := g.constant(t, depth-1), g.constant(t, depth-1)
	op := g.r.n(4)
	holds := []bool{a.i < b.i, a.i <= b.i, a.i == b.i, a.i != b.i}[op]
	return constant{s: "(" + a.val().at(precShift+1) + []string{" < ", " <= ", " == ", " != "}[op] + b.val().at(precShift+1) + ")",
		prec: precUnary, i: truth(holds)}
}

func (g *gen) constantFloat(depth int) constant {
	a, b := g.constant(g.f32, depth-1), g.constant(g.f32, depth-1)
	op := g.r.n(5)
	x := []float64{a.f + b.f, a.f - b.f, a.f * b.f, math.Floor(a.f), math.Abs(a.f)}[op]
	if float64(float32(x)) != x || math.Abs(x) > 1<<40 || x != 0 && math.Abs(x) < 1.0/(1<<40) {
		return a
	}
	x += 0 // drops the sign of a zero
	switch op {
	case 2:
		v := binary(a.val(), "*", b.val(), precMultiply, 0, 0)
		return constant{s: v.s, prec: v.prec, f: x}
	case 3, 4:
		return constant{s: []string{"floor", "abs"}[op-3] + "(" + a.s + ")", prec: precUnary, f: x}
	}
	v := binary(a.val(), []string{"+", "-"}[op], b.val(), precAdd, 0, 0)
	return constant{s: v.s, prec: v.prec, f: x}
}

// inRange reports whether a type has the value.
func inRange(t *typ, x int64) bool {
	if t.kind == kU32 {
		return x >= 0 && x <= math.MaxUint32
	}
	return x >= math.MinInt32 && x <= math.MaxInt32
}

// wrap brings bits to the type.
func wrap(t *typ, x uint32) int64 {
	if t.kind == kU32 {
		return int64(x)
	}
	return int64(int32(x))
}

func (g *gen) constantInteger(t *typ, depth int) constant {
	a, b := g.constant(t, depth-1), g.constant(t, depth-1)
	arithmetic := func(op string, prec int, x int64) constant {
		if !inRange(t, x) {
			return a
		}
		v := binary(a.val(), op, b.val(), prec, 0, 0)
		return constant{s: v.s, prec: v.prec, i: x}
	}
	call := func(name string, x int64) constant { return constant{s: name + "(" + a.s + ")", prec: precUnary, i: x} }
	switch g.r.n(12) {
	case 0:
		return arithmetic("+", precAdd, a.i+b.i)
	case 1:
		return arithmetic("-", precAdd, a.i-b.i)
	case 2:
		if bits.Len64(uint64(max(a.i, -a.i)))+bits.Len64(uint64(max(b.i, -b.i))) < 60 {
			return arithmetic("*", precMultiply, a.i*b.i)
		}
	case 3:
		if b.i != 0 {
			return arithmetic("/", precMultiply, a.i/b.i)
		}
	case 4:
		if b.i != 0 && inRange(t, a.i/b.i) {
			return arithmetic("%", precMultiply, a.i%b.i)
		}
	case 5:
		v := chain(a.val(), "^", b.val(), precBits)
		return constant{s: v.s, prec: v.prec, op: v.op, i: wrap(t, uint32(a.i)^uint32(b.i))}
	case 6:
		return constant{s: unary("~", a.val()).s, prec: precUnary, i: wrap(t, ^uint32(a.i))}
	case 7:
		n := g.r.n(32)
		return constant{s: a.val().at(precUnary) + fmt.Sprintf(" >> %du", n), prec: precShift, i: a.i >> n}
	case 8:
		n := g.r.n(32)
		if inRange(t, a.i<<n) {
			return constant{s: a.val().at(precUnary) + fmt.Sprintf(" << %du", n), prec: precShift, i: a.i << n}
		}
	case 9:
		switch g.r.n(3) {
		case 0:
			return call("countOneBits", int64(bits.OnesCount32(uint32(a.i))))
		case 1:
			return call("reverseBits", wrap(t, bits.Reverse32(uint32(a.i))))
		default:
			return call("countTrailingZeros", int64(bits.TrailingZeros32(uint32(a.i))))
		}
	case 10:
		if g.r.percent(50) {
			return constant{s: "min(" + a.s + ", " + b.s + ")", prec: precUnary, i: min(a.i, b.i)}
		}
		return constant{s: "max(" + a.s + ", " + b.s + ")", prec: precUnary, i: max(a.i, b.i)}
	case 11:
		other := g.i32
		if t.kind == kI32 {
			other = g.u32
		}
		c := g.constant(other, depth-1)
		return constant{s: "bitcast<" + t.name + ">(" + c.s + ")", prec: precUnary, i: wrap(t, uint32(c.i))}
	}
	return a
}
