package lower

// This file divides integers without a division.
//
//	before                         after
//	%3 = udiv %1, %2 : u32         %4 = u2f %2 : f32
//	                               %5 = frcp %4 : f32
//	                               ...
//	                               %3 = bcsel %8, %9, %7
//
// By reciprocals: an estimate of 2^32 divided by the divisor, from a float, is improved
// by one of Newton's steps; the quotient by it is too small by two at most. Numbers of 8
// and 16 bits are divided as floats: half added to the dividend keeps quotients that are
// whole from being rounded below. By shifts: a bit of the quotient at a time.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DivisionMethod is how integers are divided.
type DivisionMethod uint8

const (
	ByReciprocal DivisionMethod = iota
	ByShifts
)

// IDivOptions selects the method of dividing integers.
type IDivOptions struct {
	Method DivisionMethod `doc:"the way in which quotients are computed"`
}

// Choices are the names of the methods.
func (DivisionMethod) Choices() []string { return []string{"reciprocal", "shifts"} }

// LowerIDiv divides by reciprocals.
var LowerIDiv = &pass.Pass{
	Name:        "idiv",
	Doc:         "integers of up to 32 bits are divided by a float's reciprocal",
	Replaces:    []string{"lower_idiv"},
	Establishes: pass.NoDivision,
	Preserves:   ssa.ControlFlow,
	Function:    func(f *ssa.Function) bool { return runIDiv(f, IDivOptions{}) },
}

// IDiv is the pass with options.
func IDiv(o IDivOptions) *pass.Pass {
	p := *LowerIDiv
	p.Function = func(f *ssa.Function) bool { return runIDiv(f, o) }
	return &p
}

func runIDiv(f *ssa.Function, o IDivOptions) bool {
	return expandScalars(f, func(i ssa.InstrID) bool { return IsDivision(f, i) }, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		return c.division(f.Op(i), f.Bits(i), o.Method, x[0], x[1])
	})
}

// IsDivision reports whether an instruction divides integers of up to 32 bits.
func IsDivision(f *ssa.Function, i ssa.InstrID) bool {
	return int64Kind(f.Op(i)) == Int64Divide && f.Bits(i) <= 32
}

func (c *calc) division(o op.Op, n int, m DivisionMethod, x, y ssa.Value) ssa.Value {
	signed := o == op.IDiv || o == op.IRem
	resize := c.resize
	if signed {
		resize = c.resizeSigned
	}
	a, b := resize(32, x), resize(32, y)
	negA, negB := ssa.Value(0), ssa.Value(0)
	if signed {
		negA, negB = c.negative(a), c.negative(b)
		a, b = c.sel(negA, c.neg(a), a), c.sel(negB, c.neg(b), b)
	}
	var q, r ssa.Value
	switch {
	case m == ByShifts:
		q, r = c.divideByShifts(a, b, n)
	case n < 32:
		half := c.fadd(c.convert(op.U2F, ir.F32, a), c.f32(0x3f00_0000))
		q = c.convert(op.F2U, ir.U32, c.fmul(half, c.do(op.FRcp, c.convert(op.U2F, ir.F32, b))))
		r = c.sub(a, c.mul(q, b))
	default:
		q, r = c.divideByReciprocal(a, b)
	}
	zero := c.eqi(b, 0)
	if o == op.UDiv || o == op.IDiv {
		if signed {
			q = c.sel(c.xor(negA, negB), c.neg(q), q)
		}
		return c.sel(zero, x, c.resize(n, q))
	}
	if signed {
		r = c.sel(negA, c.neg(r), r)
	}
	return c.resize(n, c.sel(zero, c.U32(0), r))
}

func (c *calc) divideByReciprocal(a, b ssa.Value) (q, r ssa.Value) {
	// A little less than 2^32, so that the estimate isn't too great.
	rcp := c.fmul(c.do(op.FRcp, c.convert(op.U2F, ir.F32, b)), c.f32(0x4f7f_fffe))
	e := c.convert(op.F2U, ir.U32, rcp)
	e = c.add(e, c.do(op.UMulHigh, e, c.mul(e, c.neg(b))))
	q = c.do(op.UMulHigh, a, e)
	r = c.sub(a, c.mul(q, b))
	for range 2 {
		more := c.ule(b, r)
		q, r = c.add(q, c.bit(more)), c.sel(more, c.sub(r, b), r)
	}
	return q, r
}

func (c *calc) divideByShifts(a, b ssa.Value, n int) (q, r ssa.Value) {
	q, r = c.U32(0), c.U32(0)
	for k := n - 1; k >= 0; k-- {
		carry := c.negative(r)
		r = c.or(c.shli(r, 1), c.andi(c.ushri(a, uint32(k)), 1))
		fits := c.or(carry, c.ule(b, r))
		r = c.sel(fits, c.sub(r, b), r)
		q = c.or(q, c.sel(fits, c.U32(1<<k), c.U32(0)))
	}
	return q, r
}
