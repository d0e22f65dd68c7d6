package spirv

// This file writes the operations of the SSA form on cooperative matrices.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

func (w *Writer) writeCooperativeOp(i ssa.InstrID) {
	g := w.ssa.g
	set := g.Word(i, 0)&1 != 0
	t := g.Type(i)
	switch g.Op(i) {
	case op.CooperativeMultiplyAdd:
		w.set(i, w.cooperativeMultiplyAdd(t, g.Type(g.Arg(i, 0)), g.Type(g.Arg(i, 1)), set,
			w.operand(g.Arg(i, 0)), w.operand(g.Arg(i, 1)), w.operand(g.Arg(i, 2))), t)
		return
	case op.CooperativeLength:
		w.set(i, w.cooperativeLength(g.Type(g.Arg(i, 0))), t)
		return
	case op.CooperativeArith:
		w.set(i, w.cooperativeArith(i, t), t)
		return
	}
	index, stride := w.exactly(g.Arg(i, 1), ir.TypeU32), w.exactly(g.Arg(i, 2), ir.TypeU32)
	p := w.element(w.place(g.Arg(i, 0)).pointer, 0, index)
	if g.Op(i) == op.CooperativeStore {
		w.cooperativeStore(p, set, stride, w.operand(g.Arg(i, 3)))
		return
	}
	w.set(i, w.cooperativeLoad(t, p, set, stride), t)
}

// cooperativeArith is arithmetic on elements.
func (w *Writer) cooperativeArith(i ssa.InstrID, t ir.TypeID) id {
	g := w.ssa.g
	scalar := ir.ScalarTypeOf(w.m.Types.At(t).Scalar)
	o, flags := g.Word(i, 0)&15, g.Flags(i)
	switch o {
	case op.CooperativeSplat:
		return w.splat(t, w.exactly(g.Arg(i, 0), scalar))
	case op.CooperativeNegate:
		return w.unary(ir.Negate, t, w.operand(g.Arg(i, 0)), flags)
	case op.CooperativeConvert:
		return w.convert(t, g.Type(g.Arg(i, 0)), w.operand(g.Arg(i, 0)))
	case op.CooperativeScale:
		return w.binary(ir.Mul, t, t, scalar, w.operand(g.Arg(i, 0)), w.exactly(g.Arg(i, 1), scalar), flags)
	}
	return w.binary([...]ir.BinaryOp{op.CooperativeAdd: ir.Add, op.CooperativeSub: ir.Sub, op.CooperativeMul: ir.Mul, op.CooperativeDiv: ir.Div}[o],
		t, t, t, w.operand(g.Arg(i, 0)), w.operand(g.Arg(i, 1)), flags)
}
