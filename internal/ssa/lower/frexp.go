package lower

// This file takes floats apart by their bits.
//
//	before                           after
//	%2 = ffrexp_exp %1 : i32         %3 = bitcast %1 : u32
//	                                 %4 = iand %3, %max
//	                                 %5 = ushr %4, %23
//	                                 ...
//
// A struct of both, which is what the languages have, is made of the two.

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
		structs := false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.FFrexp {
					c := calc{f.BuildBefore(i)}
					c.frexpStruct(i)
					structs = true
				}
			}
		}
		return expandScalars(f, func(i ssa.InstrID) bool { return f.Op(i) == op.FFrexpSig || f.Op(i) == op.FFrexpExp }, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
			return c.frexp(x[0], f.Op(i) == op.FFrexpExp)
		}) || structs
	},
}

// IsFrexp reports whether an instruction takes a float apart.
func IsFrexp(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.FFrexp || f.Op(i) == op.FFrexpSig || f.Op(i) == op.FFrexpExp
}

// frexpStruct replaces the struct of significand and exponent, and the members that are taken
// from it.
func (c *calc) frexpStruct(i ssa.InstrID) {
	f := c.F
	m := f.Shader.Module
	x := f.Src(i, 0)
	n := max(1, f.SrcComps(i, 0))
	s := m.Types.ScalarOf(f.Type(x.Value))
	var sig, exp [4]ssa.Value
	for k := range n {
		part := c.part(x, k)
		sig[k], exp[k] = c.frexp(part, false), c.frexp(part, true)
	}
	parts := [2]ssa.Value{sig[0], exp[0]}
	if n > 1 {
		parts = [2]ssa.Value{c.Op(op.Vec, ir.VectorOf(s, n), sig[:n]...), c.Op(op.Vec, ir.VectorOf(ir.I32, n), exp[:n]...)}
	}
	for u := f.FirstUse(i); u != 0; {
		user, _ := f.UserOf(u)
		u = f.NextUse(u)
		if user != 0 && f.Op(user) == op.Extract {
			replace(f, user, parts[f.IndexOf(user)])
		}
	}
	if f.HasUses(i) {
		f.ReplaceUses(i, c.Op(op.Compose, f.Type(i), parts[0], parts[1]))
	}
	f.Remove(i)
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
