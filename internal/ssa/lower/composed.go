package lower

// This file expands composed operations on floats, in the order of their definition; each
// step is rounded.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isComposed reports whether an operation on floats is made of simpler ones here.
func isComposed(o op.Op) bool {
	switch o {
	case op.FFract, op.FMix, op.FSmoothStep, op.FMod, op.FRcp, op.FRsq, op.FMin, op.FMax, op.FClamp, op.FSat, op.FStep,
		op.FDot, op.FCross, op.FLength, op.FDistance, op.FNormalize, op.FFaceForward, op.FReflect, op.FRefract:
		return true
	}
	return false
}

// isComposedAt is isComposed of an instruction: the reciprocal of a square root is rounded
// once for numbers of less than 64 bits.
func isComposedAt(f *ssa.Function, i ssa.InstrID) bool {
	return isComposed(f.Op(i)) && (f.Op(i) != op.FRsq || f.Bits(i) == 64)
}

// floatNumber is a small number as a float of the size of another.
func (c *calc) floatNumber(like ssa.Value, n int) ssa.Value {
	bits, _ := op.Fold(op.I2F, 32, c.F.Bits(like), [4]uint64{uint64(uint32(int32(n)))})
	return c.Const(ir.ScalarTypeOf(ir.ScalarOf(ir.FloatKind, c.F.Bits(like))), bits)
}

func (c *calc) fadd(x, y ssa.Value) ssa.Value { return c.do(op.FAdd, x, y) }
func (c *calc) fsub(x, y ssa.Value) ssa.Value { return c.do(op.FSub, x, y) }
func (c *calc) fmul(x, y ssa.Value) ssa.Value { return c.do(op.FMul, x, y) }
func (c *calc) fdiv(x, y ssa.Value) ssa.Value { return c.do(op.FDiv, x, y) }
func (c *calc) flt(x, y ssa.Value) ssa.Value  { return c.do(op.FLt, x, y) }

// composedFloat is one component of an operation by components.
func composedFloat(c *calc, o op.Op, x []ssa.Value) ssa.Value {
	one, zero := func() ssa.Value { return c.floatNumber(x[0], 1) }, func() ssa.Value { return c.floatNumber(x[0], 0) }
	least := func(x, y ssa.Value) ssa.Value { return c.sel(c.flt(y, x), y, x) }
	most := func(x, y ssa.Value) ssa.Value { return c.sel(c.flt(x, y), y, x) }
	clamp := func(x, low, high ssa.Value) ssa.Value { return least(most(x, low), high) }
	switch o {
	case op.FFract:
		return c.fsub(x[0], c.do(op.FFloor, x[0]))
	case op.FMix:
		return c.fadd(c.fmul(x[0], c.fsub(one(), x[2])), c.fmul(x[1], x[2]))
	case op.FSmoothStep:
		t := clamp(c.fdiv(c.fsub(x[2], x[0]), c.fsub(x[1], x[0])), zero(), one())
		return c.fmul(c.fmul(t, t), c.fsub(c.floatNumber(t, 3), c.fmul(c.floatNumber(t, 2), t)))
	case op.FMod:
		return c.fsub(x[0], c.fmul(x[1], c.do(op.FFloor, c.fdiv(x[0], x[1]))))
	case op.FRcp:
		return c.fdiv(one(), x[0])
	case op.FRsq:
		return c.fdiv(one(), c.do(op.FSqrt, x[0]))
	case op.FMin:
		return least(x[0], x[1])
	case op.FMax:
		return most(x[0], x[1])
	case op.FClamp:
		return clamp(x[0], x[1], x[2])
	case op.FSat:
		return clamp(x[0], zero(), one())
	case op.FStep:
		return c.sel(c.do(op.FLe, x[0], x[1]), one(), zero())
	}
	panic("lower: " + o.String() + " isn't composed")
}

// wholeFloats is the replacement of an operation on whole vectors.
func wholeFloats(c *calc, i ssa.InstrID) ssa.Value {
	f := c.F
	vector := func(s int) []ssa.Value {
		var list []ssa.Value
		for k := range f.SrcComps(i, s) {
			list = append(list, c.part(f.Src(i, s), k))
		}
		return list
	}
	a := vector(0)
	each := func(fn func(k int) ssa.Value) ssa.Value {
		var list []ssa.Value
		for k := range a {
			list = append(list, fn(k))
		}
		return c.join(i, list...)
	}
	switch f.Op(i) {
	case op.FDot:
		return c.dot(a, vector(1))
	case op.FCross:
		b := vector(1)
		return each(func(k int) ssa.Value {
			m, n := (k+1)%3, (k+2)%3
			return c.fsub(c.fmul(a[m], b[n]), c.fmul(a[n], b[m]))
		})
	case op.FLength:
		return c.length(a)
	case op.FDistance:
		b := vector(1)
		for k := range a {
			a[k] = c.fsub(a[k], b[k])
		}
		return c.length(a)
	case op.FNormalize:
		n := c.length(a)
		return each(func(k int) ssa.Value { return c.fdiv(a[k], n) })
	case op.FFaceForward:
		negative := c.flt(c.dot(vector(1), vector(2)), c.floatNumber(a[0], 0))
		return each(func(k int) ssa.Value { return c.sel(negative, a[k], c.do(op.FNeg, a[k])) })
	case op.FReflect:
		b := vector(1)
		twice := c.fmul(c.floatNumber(a[0], 2), c.dot(b, a))
		return each(func(k int) ssa.Value { return c.fsub(a[k], c.fmul(twice, b[k])) })
	case op.FRefract:
		b, eta := vector(1), vector(2)[0]
		one := c.floatNumber(eta, 1)
		d := c.dot(b, a)
		k := c.fsub(one, c.fmul(c.fmul(eta, eta), c.fsub(one, c.fmul(d, d))))
		none := c.flt(k, c.floatNumber(k, 0))
		t := c.fadd(c.fmul(eta, d), c.do(op.FSqrt, k))
		return each(func(k int) ssa.Value {
			return c.sel(none, c.floatNumber(eta, 0), c.fsub(c.fmul(eta, a[k]), c.fmul(t, b[k])))
		})
	}
	panic("lower: " + f.Op(i).String() + " isn't composed")
}

// dot is the sum of products, from the first on.
func (c *calc) dot(a, b []ssa.Value) ssa.Value {
	sum := c.fmul(a[0], b[0])
	for k := 1; k < len(a); k++ {
		sum = c.fadd(sum, c.fmul(a[k], b[k]))
	}
	return sum
}

func (c *calc) length(a []ssa.Value) ssa.Value {
	if len(a) == 1 {
		return c.do(op.FAbs, a[0])
	}
	return c.do(op.FSqrt, c.dot(a, a))
}
