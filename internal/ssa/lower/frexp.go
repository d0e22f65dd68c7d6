package lower

// This file takes floats apart by their bits.
//
//	before                           after
//	%2 = ffrexp_exp %1 : i32         %3 = bitcast %1 : u32
//	                                 %4 = iand %3, %max
//	                                 %5 = ushr %4, %23
//	                                 ...

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LowerFrexp makes significands and exponents of floats of any size operations on bits.
var LowerFrexp = &pass.Pass{
	Name:        "lower-frexp",
	Doc:         "significands and exponents of floats are found by their bits",
	Machine:     true,
	Replaces:    []string{"lower_frexp"},
	Establishes: pass.NoFrexp,
	Preserves:   ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		return expandScalars(f, func(i ssa.InstrID) bool { return f.Op(i) == op.FFrexpSig || f.Op(i) == op.FFrexpExp }, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
			return c.frexp(x[0], f.Op(i) == op.FFrexpExp)
		})
	},
}

func (c *calc) frexp(x ssa.Value, exponent bool) ssa.Value {
	n := c.F.Bits(x)
	mantissa := map[int]uint32{16: 10, 32: 23, 64: 52}[n]
	bias := uint64(1)<<(n-2-int(mantissa)) - 1
	v := c.bitcast(ir.ScalarOf(ir.UintKind, n), x)
	sign := c.andi(v, 1<<(n-1))
	m := c.xor(v, sign)
	inf := (2*bias + 1) << mantissa
	stays := c.or(c.eqi(m, 0), c.not(c.ulti(m, inf)))
	// A subnormal's highest bit goes to the place of a normal number's.
	places := c.subi(c.resize(32, c.do(op.UClz, m)), uint64(n)-1-uint64(mantissa))
	subnormal := c.ulti(m, 1<<mantissa)
	sig := c.sel(subnormal, c.shl(m, places), m)
	exp := c.sel(subnormal, c.sub(c.U32(1), places), c.resize(32, c.ushri(m, mantissa)))
	if exponent {
		return c.sel(stays, c.U32(0), c.subi(exp, bias-1))
	}
	r := c.or(sign, c.ori(c.andi(sig, 1<<mantissa-1), (bias-1)<<mantissa))
	quiet := c.sel(c.ult(c.number(m, inf), m), c.number(m, inf|1<<(mantissa-1)), v)
	return c.bitcast(ir.ScalarOf(ir.FloatKind, n), c.sel(stays, quiet, r))
}
