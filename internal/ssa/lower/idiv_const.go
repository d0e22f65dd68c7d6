package lower

// This file divides integers by constants without dividing.
//
//	before                          after
//	%1 = udiv %a, 10                %2 = umul_high %a, 0xcccccccd
//	                                %1 = ushr %2, 3
//	%3 = irem %b, 7                 %4 = imul_high %b, 0x92492493
//	                                %5 = iadd %4, %b
//	                                ...
//
// The reciprocal has one bit more than the dividend, and its highest bit is known (Granlund
// and Montgomery, Division by Invariant Integers using Multiplication): the high half of a
// product, and shifts.

import (
	"math/big"
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// IDivConst divides integers of 8 to 64 bits by constants.
var IDivConst = &pass.Pass{
	Name:      "idiv-const",
	Doc:       "integers are divided by constants by multiplying",
	Replaces:  []string{"opt_idiv_const"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return idivConst(f, 8) },
}

func idivConst(f *ssa.Function, least int) bool {
	return expandScalars(f, func(i ssa.InstrID) bool {
		switch f.Op(i) {
		case op.UDiv, op.URem, op.IDiv, op.IRem:
		default:
			return false
		}
		if f.Bits(i) < least {
			return false
		}
		s := f.Src(i, 1)
		for k := range f.Comps(i) {
			d, ok := f.KnownBits(s.Value, s.Swizzle.At(k))
			if !ok || !dividesQuickly(f.Op(i), d, f.Bits(i)) {
				return false
			}
		}
		return true
	}, func(c *calc, i ssa.InstrID, x []ssa.Value) ssa.Value {
		d, _ := f.KnownBits(x[1], 0)
		n := f.Bits(i)
		var q ssa.Value
		signed := f.Op(i) == op.IDiv || f.Op(i) == op.IRem
		if signed {
			q = c.divideSigned(x[0], int64(d<<(64-n))>>(64-n), n)
		} else {
			q = c.divideUnsigned(x[0], d, n)
		}
		if f.Op(i) == op.URem || f.Op(i) == op.IRem {
			return c.sub(x[0], c.mul(q, c.number(x[0], d)))
		}
		return q
	})
}

// dividesQuickly reports whether there is a way to divide by a constant, of n bits.
func dividesQuickly(o op.Op, d uint64, n int) bool {
	if d == 0 {
		return false
	}
	if o == op.IDiv || o == op.IRem { // the least number's absolute value isn't one
		return d != 1 && d != 1<<n-1 && d != 1<<(n-1)
	}
	return true
}

// divideUnsigned is x / d rounded down.
func (c *calc) divideUnsigned(x ssa.Value, d uint64, n int) ssa.Value {
	if d&(d-1) == 0 {
		return c.ushri(x, uint32(bits.TrailingZeros64(d)))
	}
	// 2^(n+l) / d, rounded up, between 2^n and 2^(n+1): its lower n bits.
	l := bits.Len64(d - 1)
	m := new(big.Int).Lsh(big.NewInt(1), uint(n+l))
	by := new(big.Int).SetUint64(d)
	m.Add(m, by).Sub(m, big.NewInt(1)).Div(m, by)
	m.Sub(m, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	high := c.do(op.UMulHigh, x, c.number(x, m.Uint64()))
	// (x + high) >> l without the carry.
	return c.ushri(c.add(high, c.ushri(c.sub(x, high), 1)), uint32(l-1))
}

// divideSigned is x / d rounded to zero; d is neither 0, 1, -1 nor the least number.
func (c *calc) divideSigned(x ssa.Value, d int64, n int) ssa.Value {
	abs := uint64(d)
	if d < 0 {
		abs = -abs
	}
	// 2^(n-1+l) / |d|, rounded up, less 2^n: a negative number.
	l := bits.Len64(abs - 1)
	m := new(big.Int).Lsh(big.NewInt(1), uint(n-1+l))
	by := new(big.Int).SetUint64(abs)
	m.Div(m, by).Add(m, big.NewInt(1))
	m.Sub(m, new(big.Int).Lsh(big.NewInt(1), uint(n)))
	like := x
	if !c.F.Shader.Module.Types.ScalarOf(c.F.Type(x)).IsSigned() {
		like = c.bitcast(ir.ScalarOf(ir.SintKind, n), x)
	}
	high := c.do(op.IMulHigh, like, c.number(like, uint64(m.Int64())))
	q := c.ishri(c.add(like, high), uint32(l-1))
	q = c.sub(q, c.ishri(like, uint32(n-1))) // one more where x is negative
	if d < 0 {
		q = c.neg(q)
	}
	if like != x {
		return c.bitcast(c.F.Shader.Module.Types.ScalarOf(c.F.Type(x)), q)
	}
	return q
}
