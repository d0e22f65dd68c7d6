package lower

// This file does arithmetic on integers of 8 and 16 bits, and on floats of 16, in 32.
//
//	before                         after
//	%3 = iadd %1, %2 : i16         %4 = i2i %1 : i32
//	                               %5 = i2i %2 : i32
//	                               %6 = iadd %4, %5 : i32
//	                               %3 = i2i %6 : i16
//
// Values keep their size; only the conversions around an operation read and make them.
// Sources are extended in the way that the operation reads them. Operations whose result
// depends on the number of bits (high halves, saturation, rotations, leading zeros, fields)
// are computed for that number. Products and sums of 16-bit floats are exact enough in 32
// bits that a second rounding gives the result of a single one; fused ones are rounded to
// odd in between. Operations composed of several roundings are taken apart first.
// Transcendental functions of 16 bits stay: each machine has its own.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// BitSizeOptions selects the operations that are widened to 32 bits.
type BitSizeOptions struct {
	Int8    bool `doc:"integers of 8 bits"`
	Int16   bool `doc:"integers of 16 bits"`
	Float16 bool `doc:"floats of 16 bits"`
}

// WidenSmall widens all.
var WidenSmall = &pass.Pass{
	Name:        "widen-bit-sizes",
	Doc:         "arithmetic on 8- and 16-bit integers and on 16-bit floats is done in 32 bits",
	Machine:     true,
	Replaces:    []string{"lower_bit_size"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoSmall,
	Function:    func(f *ssa.Function) bool { return runBitSizes(f, BitSizeOptions{true, true, true}) },
}

// BitSizes is the pass with options.
func BitSizes(o BitSizeOptions) *pass.Pass {
	p := *WidenSmall
	p.Function = func(f *ssa.Function) bool { return runBitSizes(f, o) }
	if o != (BitSizeOptions{true, true, true}) {
		p.Establishes = 0
	}
	return &p
}

func runBitSizes(f *ssa.Function, o BitSizeOptions) bool {
	return widenSmall(f, o)
}

// OnSmall reports whether an instruction is arithmetic on numbers of less than 32 bits
// that can be done in 32.
func OnSmall(f *ssa.Function, i ssa.InstrID) bool { return smallSize(f, i) != 0 }

// smallSize is the size of the operands of an instruction that is widened: 8 or 16 of
// integers, 17 of floats; else 0.
func smallSize(f *ssa.Function, i ssa.InstrID) int {
	o := f.Op(i)
	if o.Class() != op.ClassALU || o.Has(op.Conversion) || f.NumSrcs(i) == 0 {
		return 0
	}
	n := f.Bits(f.Arg(i, 0))
	switch {
	case n != 8 && n != 16:
		return 0
	case float64Kind(o) != 0:
		return 17
	case int64Kind(o) != 0 && int64Kind(o) != Int64Convert && o != op.BCsel:
		return n
	}
	return 0
}

func widenSmall(f *ssa.Function, o BitSizeOptions) bool {
	wants := func(i ssa.InstrID) bool {
		switch smallSize(f, i) {
		case 8:
			return o.Int8
		case 16:
			return o.Int16
		case 17:
			return o.Float16
		}
		return false
	}
	changed := false
	for takeApart(f, wants) {
		changed = true
	}
	dots := expandWhole(f, func(i ssa.InstrID) bool { return f.Op(i) == op.IDot && wants(i) }, func(c *calc, i ssa.InstrID) ssa.Value {
		var sum ssa.Value
		for k := range f.SrcComps(i, 0) {
			v := c.mul(c.resize(32, c.part(f.Src(i, 0), k)), c.resize(32, c.part(f.Src(i, 1), k)))
			if k > 0 {
				v = c.add(sum, v)
			}
			sum = v
		}
		return c.resize(f.Bits(i), sum)
	})
	scalars := expandScalars(f, wants, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		if smallSize(f, i) == 17 {
			return c.widenFloat(f.Op(i), x)
		}
		return c.widenInt(f.Op(i), f.Bits(i), f.Bits(f.Arg(i, 0)), x)
	})
	return changed || dots || scalars
}

// widenInt is an operation on integers of n bits; size is that of the result.
func (c *calc) widenInt(o op.Op, size, n int, x []ssa.Value) ssa.Value {
	rows := o.Info().Srcs
	w := make([]ssa.Value, len(x))
	for k, v := range x {
		row := rows[min(k, len(rows)-1)]
		switch {
		case c.F.Bits(v) == 1, row.Bits == 32:
			w[k] = v
		case row.Base == op.Int:
			w[k] = c.resizeSigned(32, v)
		default:
			w[k] = c.resize(32, v)
		}
	}
	mask, places := uint64(1)<<n-1, uint32(n)
	low := func(v ssa.Value) ssa.Value { return c.andi(v, mask) } // without a sign
	var r ssa.Value
	switch o {
	case op.IMulHigh:
		r = c.ishri(c.mul(w[0], w[1]), places)
	case op.UMulHigh:
		r = c.ushri(c.mul(w[0], w[1]), places)
	case op.IAddSat, op.ISubSat, op.USubSat, op.UAddSat:
		plain := map[op.Op]op.Op{op.IAddSat: op.IAdd, op.ISubSat: op.ISub, op.USubSat: op.ISub, op.UAddSat: op.IAdd}[o]
		r = c.do(plain, w[0], w[1])
		least, most := uint64(0), mask
		if o == op.IAddSat || o == op.ISubSat {
			least, most = -(uint64(1) << (n - 1)), mask>>1
		}
		r = c.do(op.IClamp, c.bitcast(ir.I32, r), c.Const(ir.TypeI32, uint64(uint32(least))), c.Const(ir.TypeI32, most))
	case op.UAddCarry:
		r = c.ushri(c.add(w[0], w[1]), places)
	case op.IShl, op.IShr, op.UShr:
		r = c.do(o, w[0], c.andi(w[1], uint64(n-1)))
	case op.URol, op.URor:
		s := c.andi(w[1], uint64(n-1))
		back := c.andi(c.neg(s), uint64(n-1))
		if o == op.URor {
			s, back = back, s
		}
		r = c.or(c.shl(w[0], s), c.ushr(w[0], back))
	case op.BitReverse:
		r = c.ushri(c.do(o, w[0]), 32-places)
	case op.UClz:
		r = c.subi(c.do(o, w[0]), uint64(32-n))
	case op.UCtz:
		r = c.do(o, c.ori(w[0], 1<<n))
	case op.UBfe, op.IBfe, op.Bfi:
		at := len(w) - 2
		w[at] = c.do(op.UMin, w[at], c.U32(places))
		w[at+1] = c.do(op.UMin, w[at+1], c.sub(c.U32(places), w[at]))
		r = c.do(o, w...)
	case op.IEq, op.INe:
		r = c.do(o, low(w[0]), low(w[1]))
	default:
		r = c.do(o, w...)
	}
	if size == 1 {
		return r
	}
	return c.resize(size, r)
}

// widenFloat is an operation on 16-bit floats.
func (c *calc) widenFloat(o op.Op, x []ssa.Value) ssa.Value {
	narrow := func(v ssa.Value) ssa.Value { return c.convert(op.F2F, ir.F16, v) }
	switch o {
	case op.FNeg, op.FAbs, op.FSign: // NaNs keep their bits
		v := c.resize(32, c.bitcast(ir.U16, x[0]))
		switch o {
		case op.FNeg:
			v = c.xori(v, 0x8000)
		case op.FAbs:
			v = c.andi(v, 0x7FFF)
		default:
			m := c.andi(v, 0x7FFF)
			keep := c.or(c.eqi(m, 0), c.ult(c.U32(0x7C00), m))
			v = c.sel(keep, v, c.ori(c.andi(v, 0x8000), 0x3C00))
		}
		return c.bitcast(ir.F16, c.resize(16, v))
	}
	w := make([]ssa.Value, len(x))
	for k, v := range x {
		w[k] = v
		if o.Info().Srcs[k].Base == op.Float {
			w[k] = c.convert(op.F2F, ir.F32, v)
		}
	}
	if o == op.FFma {
		return narrow(c.fmaOdd(w[0], w[1], w[2]))
	}
	r := c.do(o, w...)
	if o.Info().Result.Base == op.Float {
		return narrow(r)
	}
	return r
}

// fmaOdd is a product that 32 bits hold plus a number, rounded to odd: the last bit is set
// if the result is inexact.
func (c *calc) fmaOdd(x, y, z ssa.Value) ssa.Value {
	p := c.fmul(x, y)
	s := c.fadd(p, z)
	t := c.fsub(s, p)
	lost := c.fadd(c.fsub(p, c.fsub(s, t)), c.fsub(z, t)) // Knuth's exact error of a sum
	zero := c.f32(0)
	bits := c.bitcast(ir.U32, s)
	up := c.eq(c.flt(zero, lost), c.flt(zero, s))
	odd := c.sel(up, c.addi(bits, 1), c.subi(bits, 1))
	inexact := c.or(c.flt(lost, zero), c.flt(zero, lost)) // of infinities it is NaN
	inexact = c.and(inexact, c.eqi(c.andi(bits, 1), 0))
	return c.bitcast(ir.F32, c.sel(inexact, odd, bits))
}
