package toir

// This file spells operations that the module IR lacks by others.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// expand spells opcodes that the module IR has no operator or function for.
func (c *converter) expand(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	b := &c.b
	one := func(t ir.TypeID) ir.ExprID {
		s := c.types.ScalarOf(t)
		bits := uint64(1)
		switch s {
		case ir.F16:
			bits = 0x3C00
		case ir.F32:
			bits = 0x3F800000
		case ir.F64:
			bits = 0x3FF0000000000000
		}
		return b.SplatLike(t, b.Bits(ir.TypeID(s), bits))
	}
	number := func(t ir.TypeID, v uint64) ir.ExprID {
		return b.SplatLike(t, b.Bits(ir.TypeID(c.types.ScalarOf(t)), v))
	}
	switch o := g.Op(i); o {
	case op.FRcp:
		x := c.src(i, 0, floatKind)
		return b.Binary(ir.Div, one(b.TypeOf(x)), x)
	case op.FMod: // x - y*floor(x/y)
		x, y := c.src(i, 0, floatKind), c.src(i, 1, floatKind)
		return b.Binary(ir.Sub, x, b.Binary(ir.Mul, y, b.Math(ir.MathFloor, b.Binary(ir.Div, x, y))))
	case op.FFrexpSig:
		return b.AccessIndex(b.Math(ir.MathFrexp, c.src(i, 0, floatKind)), 0)
	case op.FFrexpExp:
		return b.AccessIndex(b.Math(ir.MathFrexp, c.src(i, 0, floatKind)), 1)
	case op.BitSelect: // mask&x | ^mask&y
		w := c.hint(i)
		m, x, y := c.src(i, 0, w), c.src(i, 1, w), c.src(i, 2, w)
		return b.Binary(ir.Or, b.Binary(ir.And, m, x), b.Binary(ir.And, b.Unary(ir.BitwiseNot, m), y))
	case op.URol, op.URor: // x << s | x >> (size - s), amounts modulo the size
		x, s := c.src(i, 0, uintKind), c.amount(i, 1)
		back := b.Binary(ir.Sub, number(b.TypeOf(s), 0), s)
		if o == op.URor {
			s, back = back, s
		}
		return b.Binary(ir.Or, b.Binary(ir.Shl, x, s), b.Binary(ir.Shr, x, back))
	case op.UAddCarry:
		x := c.src(i, 0, uintKind)
		return c.bit(t, b.Binary(ir.Lt, b.Binary(ir.Add, x, c.src(i, 1, uintKind)), x))
	case op.USubBorrow:
		x := c.src(i, 0, uintKind)
		return c.bit(t, b.Binary(ir.Lt, x, c.src(i, 1, uintKind)))
	case op.UAddSat:
		x := c.src(i, 0, uintKind)
		sum := b.Binary(ir.Add, x, c.src(i, 1, uintKind))
		bits := c.types.ScalarOf(b.TypeOf(x)).Bits()
		return b.Select(b.Binary(ir.Lt, sum, x), number(b.TypeOf(x), 1<<bits-1), sum)
	case op.USubSat:
		x, y := c.src(i, 0, uintKind), c.src(i, 1, uintKind)
		return b.Select(b.Binary(ir.Lt, x, y), number(b.TypeOf(x), 0), b.Binary(ir.Sub, x, y))
	case op.IAddSat, op.ISubSat:
		return c.saturate(i, o == op.ISubSat)
	case op.UMulHigh, op.IMulHigh:
		w := uintKind
		if o == op.IMulHigh {
			w = sintKind
		}
		if c.types.ScalarOf(t).Bits() != 32 {
			break
		}
		x := c.src(i, 0, w)
		return b.AccessIndex(b.Math(ir.MathMulExtended, x, c.src(i, 1, w)), 1)
	}
	c.fail(g.SpanOf(i), "%s of %d bits", g.Op(i), g.Bits(i))
	return b.Zero(t)
}

// bit is 1 if the condition holds, else 0.
func (c *converter) bit(t ir.TypeID, cond ir.ExprID) ir.ExprID {
	return c.b.Convert(ir.ScalarOf(ir.UintKind, c.types.ScalarOf(t).Bits()), cond)
}

// saturate adds or subtracts signed integers within their range: if the result's sign is
// impossible, it is the limit on the side of the first source.
func (c *converter) saturate(i ssa.InstrID, sub bool) ir.ExprID {
	b := &c.b
	x, y := c.src(i, 0, sintKind), c.src(i, 1, sintKind)
	t := b.TypeOf(x)
	bits := c.types.ScalarOf(t).Bits()
	number := func(v uint64) ir.ExprID { return b.SplatLike(t, b.Bits(ir.TypeID(c.types.ScalarOf(t)), v)) }
	o := ir.Add
	if sub {
		o = ir.Sub
	}
	r := b.Binary(o, x, y)
	changed := b.Binary(ir.Xor, x, r) // sign set: r's sign differs from x's
	other := b.Binary(ir.Xor, x, y)   // sign set: x's and y's differ
	if !sub {
		other = b.Unary(ir.BitwiseNot, other)
	}
	over := b.Binary(ir.Lt, b.Binary(ir.And, changed, other), number(0))
	limit := b.Select(b.Binary(ir.Lt, x, number(0)), number(1<<(bits-1)), number(1<<(bits-1)-1))
	return b.Select(over, limit, r)
}
