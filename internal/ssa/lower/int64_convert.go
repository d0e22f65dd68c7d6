package lower

// This file converts between pairs that are 64-bit integers and other numbers.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// convert64 converts to or from a 64-bit integer.
func (c *calc) convert64(i ssa.InstrID, to ir.Scalar, a pair) pair {
	f := c.F
	switch o := f.Op(i); o {
	case op.I2I, op.U2U:
		if a.hi != 0 {
			if f.Bits(i) == 64 {
				return a
			}
			return pair{lo: c.resize(f.Bits(i), a.lo)}
		}
		if o == op.U2U {
			return pair{c.resize(32, a.lo), c.U32(0)}
		}
		lo := c.resizeSigned(32, a.lo)
		return pair{lo, c.ishri(lo, 31)}
	case op.B2I:
		return pair{c.bit(a.lo), c.U32(0)}
	case op.I2B:
		return pair{lo: c.not(c.zero64(a))}
	case op.I2F, op.U2F:
		return pair{lo: c.toFloat(a, f.Bits(i), o == op.I2F)}
	default:
		return c.fromFloat(a.lo, o == op.F2I)
	}
}

// toFloat rounds a number to the nearest float of a size.
func (c *calc) toFloat(a pair, size int, signed bool) ssa.Value {
	if size == 64 {
		// Both halves are exact, and their sum is rounded once.
		o := op.U2F
		if signed {
			o = op.I2F
		}
		high := c.do(op.FMul, c.convert(o, ir.F64, a.hi), c.Const(ir.ScalarTypeOf(ir.F64), 0x41f0_0000_0000_0000))
		return c.do(op.FAdd, high, c.convert(op.U2F, ir.F64, a.lo))
	}
	var sign ssa.Value
	if signed {
		sign = c.negative(a.hi)
		a = c.sel64(sign, c.neg64(a), a)
	}
	// The highest 32 bits; the last is set if any bit below is.
	shift := c.do(op.UClz, a.hi)
	n := c.sub(c.U32(32), shift) // 0: there is no high half
	high := c.shr64(a, n, false)
	sticky := c.bit(c.nei(c.and(a.lo, c.not(c.shl64(c.pairOf(^uint64(0)), n).lo)), 0))
	v := c.convert(op.U2F, ir.F32, c.or(high.lo, sticky))
	v = c.do(op.FMul, v, c.bitcast(ir.F32, c.shli(c.addi(n, 127), 23)))
	if size == 16 { // what f32 doesn't hold exactly is beyond the range of f16
		v = c.convert(op.F2F, ir.F16, v)
	}
	if signed {
		v = c.sel(sign, c.do(op.FNeg, v), v)
	}
	return v
}

// fromFloat truncates a float, held within the range that it represents.
func (c *calc) fromFloat(v ssa.Value, signed bool) pair {
	f := c.F
	limit := uint64(0xFFFF_FF00_0000_0000) // the greatest of f32
	if signed {
		limit = 0x7FFF_FF80_0000_0000
	}
	s, two32, down, end := ir.F32, uint64(0x4f80_0000), uint64(0x2f80_0000), uint64(0x5f80_0000)
	if signed {
		end = 0x5f00_0000
	}
	switch f.Bits(v) {
	case 16:
		// The range of f16 is within 32 bits; infinities are its greatest number.
		inf := c.do(op.FIsInf, v)
		v = c.convert(op.F2F, ir.F32, v)
		if signed {
			lo := c.convert(op.F2I, ir.I32, v)
			lo = c.sel(inf, c.sel(c.negative(lo), c.number(lo, 1<<64-65504), c.number(lo, 65504)), lo)
			return pair{lo, c.ishri(lo, 31)}
		}
		lo := c.convert(op.F2U, ir.U32, v)
		return pair{c.do(op.UMin, lo, c.U32(65504)), c.U32(0)}
	case 64:
		s, two32, down, end = ir.F64, 0x41f0_0000_0000_0000, 0x3df0_0000_0000_0000, 0x43f0_0000_0000_0000
		limit = 0xFFFF_FFFF_FFFF_F800
		if signed {
			limit, end = 0x7FFF_FFFF_FFFF_FC00, 0x43e0_0000_0000_0000
		}
	}
	t := ir.ScalarTypeOf(s)
	zero := c.Const(t, 0)
	a := v
	if signed {
		a = c.do(op.FAbs, v)
	}
	// The high half is exact, and so is the remainder.
	whole := c.do(op.FTrunc, a)
	part := c.do(op.FTrunc, c.do(op.FMul, whole, c.Const(t, down)))
	low := c.do(op.FSub, whole, c.do(op.FMul, part, c.Const(t, two32)))
	r := pair{c.exactU32(low), c.exactU32(part)}
	if !signed {
		r = c.sel64(c.do(op.FLt, zero, v), r, c.pairOf(0))
		return c.sel64(c.do(op.FLe, c.Const(t, end), v), c.pairOf(limit), r)
	}
	negative := c.do(op.FLt, v, zero)
	r = c.sel64(negative, c.neg64(r), r)
	out := c.do(op.FLe, c.Const(t, end), a)
	r = c.sel64(out, c.sel64(negative, c.pairOf(1<<63), c.pairOf(limit)), r)
	return c.sel64(c.do(op.FIsNan, v), c.pairOf(0), r)
}

// exactU32 converts a whole float below 2^32.
func (c *calc) exactU32(v ssa.Value) ssa.Value { return c.convert(op.F2U, ir.U32, v) }
