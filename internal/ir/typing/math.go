package typing

// This file checks math functions by their rows: which scalars and shapes the first
// argument may have, and how the others follow from it.

import (
	"refract/internal/builtin/row"
	"refract/ir"
)

func shapeOf(t *ir.Type) row.Shapes {
	switch t.Kind {
	case ir.TypeScalar:
		return row.One
	case ir.TypeVector:
		return row.Many | [5]row.Shapes{2: row.Two, 3: row.Three, 4: row.Four}[t.Rows]
	case ir.TypeMatrix:
		if t.Columns == t.Rows {
			return row.Matrix | row.Square
		}
		return row.Matrix
	}
	return 0
}

func (c *Checker) math(id ir.ExprID) bool {
	v := c.e.Math(id)
	info, rule := v.Op.Info(), row.Of(v.Op)
	first := c.e.TypeOf(v.Args[0])
	t := c.m.Types.At(first)
	if !rule.Scalars.Has(t.Scalar) || shapeOf(t)&rule.Shapes == 0 {
		return c.operand(info.Name, v.Args[0])
	}
	for i := 1; i < int(info.Args); i++ {
		if x := v.Args[i]; !c.follows(rule.Rest, i, int(info.Args), t, first, x) {
			return c.fail(CodeOperandType, x, "argument %d of %s on %s can't be %s", i+1, info.Name, c.m.TypeName(first), c.name(x))
		}
	}
	switch info.Result {
	case ir.ResultSame:
		return c.is(id, first)
	case ir.ResultScalar:
		return c.is(id, ir.ScalarTypeOf(t.Scalar))
	case ir.ResultFixed:
		return c.is(id, info.Fixed)
	case ir.ResultOuter:
		return c.is(id, ir.MatrixOf(t.Scalar, int(c.at(v.Args[1]).Rows), int(t.Rows)))
	case ir.ResultTransposed:
		return c.is(id, ir.MatrixOf(t.Scalar, int(t.Rows), int(t.Columns)))
	case ir.ResultStruct:
		if s := c.m.StructOf(c.e.TypeOf(id)); s == nil || s.Special != specialOf(v.Op) || s.Param != first {
			return c.fail(CodeExprType, 0, "the expression is recorded as %s, which is not the result of %s on %s",
				c.name(id), info.Name, c.m.TypeName(first))
		}
		return true
	}
	panic("typing: math result of " + info.Name)
}

// follows reports whether argument i of n fits the first.
func (c *Checker) follows(r row.Rest, i, n int, t *ir.Type, first ir.TypeID, x ir.ExprID) bool {
	got := c.e.TypeOf(x)
	switch r {
	case row.ScalarExponent:
		return got == shaped(t, ir.I32)
	case row.Offsets:
		if i >= n-2 {
			return got == ir.TypeU32
		}
	case row.LastScalar:
		if i == n-1 {
			return got == ir.ScalarTypeOf(t.Scalar)
		}
	case row.RowVector:
		v := c.m.Types.At(got)
		return v.Kind == ir.TypeVector && v.Scalar == t.Scalar
	}
	return got == first
}

func specialOf(op ir.MathOp) ir.SpecialKind {
	switch op {
	case ir.MathModf:
		return ir.SpecialModf
	case ir.MathFrexp:
		return ir.SpecialFrexp
	case ir.MathAddCarry:
		return ir.SpecialAddCarry
	case ir.MathSubBorrow:
		return ir.SpecialSubBorrow
	case ir.MathMulExtended:
		return ir.SpecialMulExtended
	}
	panic("typing: special struct of " + op.String())
}
