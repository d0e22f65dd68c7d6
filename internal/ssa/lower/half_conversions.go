package lower

// This file converts between 16-bit and 32-bit floats with integers.
//
//	before                         after
//	%2 = f2f %1 : f16              %3 = bitcast %1 : u32
//	                               %4 = iand %3, %max
//	                               ...
//	                               %2 = bitcast %9 : f16

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// HalfOptions selects the conversions that are replaced.
type HalfOptions struct {
	ToHalf   bool `doc:"conversions to 16 bits"`
	FromHalf bool `doc:"conversions from 16 bits"`
}

// HalfConversions replaces both ways.
var HalfConversions = &pass.Pass{
	Name:        "half-conversions",
	Doc:         "conversions between 16-bit and 32-bit floats, also of packed ones, are done with integers",
	Machine:     true,
	Replaces:    []string{"lower_fp16_conv"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoHalfConversions,
	Function:    func(f *ssa.Function) bool { return runHalf(f, HalfOptions{true, true}) },
}

// Half is the pass with options.
func Half(o HalfOptions) *pass.Pass {
	p := *HalfConversions
	p.Function = func(f *ssa.Function) bool { return runHalf(f, o) }
	if !o.ToHalf || !o.FromHalf {
		p.Establishes = 0
	}
	return &p
}

func runHalf(f *ssa.Function, o HalfOptions) bool {
	return halfConversions(f, o)
}

// ConvertsHalf reports whether an instruction converts between 16-bit and 32-bit floats.
func ConvertsHalf(f *ssa.Function, i ssa.InstrID) bool { return toHalf(f, i) || fromHalf(f, i) }

func toHalf(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.F2F:
		return f.Bits(i) == 16 && f.Bits(f.Arg(i, 0)) == 32
	case op.PackHalf2x16, op.FQuantizeToF16:
		return true
	}
	return false
}

func fromHalf(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.F2F:
		return f.Bits(i) == 32 && f.Bits(f.Arg(i, 0)) == 16
	case op.UnpackHalf2x16, op.FQuantizeToF16:
		return true
	}
	return false
}

func halfConversions(f *ssa.Function, o HalfOptions) bool {
	wants := func(i ssa.InstrID) bool { return o.ToHalf && toHalf(f, i) || o.FromHalf && fromHalf(f, i) }
	packed := expandWhole(f, func(i ssa.InstrID) bool {
		return wants(i) && (f.Op(i) == op.PackHalf2x16 || f.Op(i) == op.UnpackHalf2x16)
	}, func(c *calc, i ssa.InstrID) ssa.Value {
		if f.Op(i) == op.PackHalf2x16 {
			lo, hi := c.halfBits(c.part(f.Src(i, 0), 0)), c.halfBits(c.part(f.Src(i, 0), 1))
			return c.or(lo, c.shli(hi, 16))
		}
		v := c.part(f.Src(i, 0), 0)
		return c.join(i, c.fromHalfBits(c.andi(v, 0xFFFF)), c.fromHalfBits(c.ushri(v, 16)))
	})
	scalars := expandScalars(f, wants, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		switch {
		case f.Op(i) == op.FQuantizeToF16:
			return c.fromHalfBits(c.halfBits(x[0]))
		case f.Bits(i) == 16:
			return c.bitcast(ir.F16, c.resize(16, c.halfBits(x[0])))
		}
		return c.fromHalfBits(c.resize(32, c.bitcast(ir.U16, x[0])))
	})
	return packed || scalars
}

// halfBits are the bits of the 16-bit float nearest to a 32-bit one, in 32.
func (c *calc) halfBits(v ssa.Value) ssa.Value {
	b := c.bitcast(ir.U32, v)
	sign := c.andi(c.ushri(b, 16), 0x8000)
	m := c.andi(b, 0x7FFF_FFFF)
	normal := c.ushri(c.add(c.subi(m, 0x3800_0000-0xfff), c.andi(c.ushri(m, 13), 1)), 13)
	// A subnormal's significand, in units of 2^-24.
	sig := c.ori(c.andi(m, 0x7f_ffff), 0x80_0000)
	shift := c.sub(c.U32(126), c.ushri(m, 23))
	half := c.subi(c.shl(c.U32(1), c.subi(shift, 1)), 1)
	small := c.ushr(c.add(c.add(sig, half), c.andi(c.ushr(sig, shift), 1)), shift)
	r := c.sel(c.ulti(m, 0x3880_0000), small, normal)
	r = c.sel(c.ulti(m, 0x3300_0001), c.U32(0), r)
	r = c.sel(c.ult(c.U32(0x477f_efff), m), c.U32(0x7C00), r)
	r = c.or(sign, r)
	return c.sel(c.ult(c.U32(0x7f80_0000), m), c.U32(0x7E00), r)
}

// fromHalfBits is the 32-bit float that the bits of a 16-bit one stand for.
func (c *calc) fromHalfBits(b ssa.Value) ssa.Value {
	sign := c.shli(c.andi(b, 0x8000), 16)
	m := c.andi(b, 0x7FFF)
	normal := c.addi(c.shli(m, 13), 112<<23)
	small := c.bitcast(ir.U32, c.fmul(c.convert(op.U2F, ir.F32, m), c.f32(0x3380_0000))) // times 2^-24
	r := c.sel(c.ulti(m, 0x400), small, normal)
	r = c.sel(c.eqi(m, 0x7C00), c.U32(0x7f80_0000), r)
	r = c.or(sign, r)
	return c.bitcast(ir.F32, c.sel(c.ult(c.U32(0x7C00), m), c.U32(0x7fc0_0000), r))
}
