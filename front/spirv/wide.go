package spirv

// This file reads the instructions with two results on integers that aren't of 32 bits. The
// module has such operations on 32 bits alone, so that they become simpler ones:
//
//	OpIAddCarry     x + y, and 1 where that is less than x
//	OpISubBorrow    x - y, and 1 where x is less than y
//	OpUMulExtended  of up to 16 bits: the halves of a product of 32 bits; of 64 bits: the
//	                product, and the high half from products of 32 bits

import (
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// wideMath is arithmetic on integers of one type, by components.
type wideMath struct {
	b *ssa.Builder
	t ir.TypeID // unsigned
	n int       // components
}

func (w *wideMath) do(o op.Op, a, b ssa.Value) ssa.Value { return w.b.Op(o, w.t, a, b) }

// shift shifts by an amount that is known.
func (w *wideMath) shift(o op.Op, a ssa.Value, by uint64) ssa.Value {
	return w.b.Op(o, w.t, a, w.splat(ir.U32, by))
}

func (w *wideMath) splat(s ir.Scalar, bits uint64) ssa.Value {
	var list [4]uint64
	for i := range w.n {
		list[i] = bits
	}
	return w.b.Const(ir.VectorOf(s, w.n), list[:w.n]...)
}

// less is 1 if a is less than b, else 0.
func (w *wideMath) less(a, b ssa.Value) ssa.Value {
	return w.b.Op(op.B2I, w.t, w.b.Op(op.ULt, ir.VectorOf(ir.Bool, w.n), a, b))
}

// widePair makes the two results of an operation of pair on integers that aren't of 32 bits.
func (r *reader) widePair(o op.Op, a, b ssa.Value) (first, second ssa.Value) {
	x := &r.fn
	n, bits := x.f.Comps(a), x.f.Bits(a)
	w := wideMath{&x.b, ir.VectorOf(ir.ScalarOf(ir.UintKind, bits), n), n}
	switch {
	case o == op.AddCarry:
		first = w.do(op.IAdd, a, b)
		return first, w.less(first, a)
	case o == op.SubBorrow:
		return w.do(op.ISub, a, b), w.less(a, b)
	case bits < 32:
		widen, shift := op.U2U, op.UShr
		if o == op.IMulExtended {
			widen, shift = op.I2I, op.IShr
		}
		wide := wideMath{&x.b, ir.VectorOf(ir.U32, n), n}
		product := wide.do(op.IMul, x.b.Op(widen, wide.t, a), x.b.Op(widen, wide.t, b))
		return x.b.Op(op.U2U, w.t, product), x.b.Op(op.U2U, w.t, wide.shift(shift, product, uint64(bits)))
	}
	high := build.HighProduct(w.b, a, b, o == op.IMulExtended)
	return w.do(op.IMul, a, b), high
}
