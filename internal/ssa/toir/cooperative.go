package toir

// This file converts operations on cooperative matrices.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// cooperative converts a load, a store or a multiplication with addition.
func (c *converter) cooperative(i ssa.InstrID) {
	g := c.g
	set := g.Word(i, 0)&1 != 0
	v := ir.Cooperative{RowMajor: set}
	switch g.Op(i) {
	case op.CooperativeStore:
		v.Op = ir.CooperativeStore
	case op.CooperativeMultiplyAdd:
		v.Op, v.RowMajor, v.Saturate = ir.CooperativeMultiplyAdd, false, set
	}
	var args [4]ir.ExprID
	v.Args = args[:v.Op.Operands()]
	for k := range v.Args {
		if v.Args[k] = c.operand(i, k); v.Op != ir.CooperativeMultiplyAdd && (k == 1 || k == 2) {
			v.Args[k] = c.exactly(g.Arg(i, k), ir.TypeU32)
		}
	}
	if v.Op != ir.CooperativeStore {
		v.Result = c.result(i, ir.KindSubgroupResult)
	}
	c.statement(i, c.f.AddCooperative(v, c.b.Span), v.Result)
}

// cooperativeArith is arithmetic on elements.
func (c *converter) cooperativeArith(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	scalar := ir.ScalarTypeOf(c.types.At(t).Scalar)
	o := g.Word(i, 0) & 15
	switch o {
	case op.CooperativeSplat:
		return c.b.SplatLike(t, c.exactly(g.Arg(i, 0), scalar))
	case op.CooperativeNegate:
		return c.b.Unary(ir.Negate, c.operand(i, 0))
	case op.CooperativeConvert:
		return c.b.Convert(c.types.At(t).Scalar, c.operand(i, 0))
	case op.CooperativeScale:
		return c.b.Binary(ir.Mul, c.operand(i, 0), c.exactly(g.Arg(i, 1), scalar))
	}
	return c.b.Binary([...]ir.BinaryOp{op.CooperativeAdd: ir.Add, op.CooperativeSub: ir.Sub, op.CooperativeMul: ir.Mul, op.CooperativeDiv: ir.Div}[o],
		c.operand(i, 0), c.operand(i, 1))
}
