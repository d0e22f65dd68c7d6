package fromir

// This file converts operations on cooperative matrices.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// cooperative is the operation of a statement, and its first word.
func cooperative(v ir.Cooperative) (o op.Op, word uint32) {
	o = [...]op.Op{ir.CooperativeLoad: op.CooperativeLoad, ir.CooperativeStore: op.CooperativeStore, ir.CooperativeMultiplyAdd: op.CooperativeMultiplyAdd}[v.Op]
	if v.RowMajor || v.Saturate {
		word = 1
	}
	return o, word
}

// cooperative makes arithmetic on elements.
func (c *converter) cooperative(o uint32, t ir.TypeID, left, right ir.ExprID) ssa.Value {
	return c.with(c.whole(op.CooperativeArith, t, c.use(left), c.use(right)), o)
}

func (c *converter) cooperativeBinary(o ir.BinaryOp, left, right ir.ExprID, t ir.TypeID) ssa.Value {
	switch {
	case c.kindOf(left) == ir.TypeScalar:
		return c.cooperative(op.CooperativeScale, t, right, left)
	case c.kindOf(right) == ir.TypeScalar:
		return c.cooperative(op.CooperativeScale, t, left, right)
	}
	return c.cooperative([...]uint32{ir.Add: op.CooperativeAdd, ir.Sub: op.CooperativeSub, ir.Mul: op.CooperativeMul, ir.Div: op.CooperativeDiv}[o], t, left, right)
}
