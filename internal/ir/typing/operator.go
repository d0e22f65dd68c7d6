package typing

// This file checks operators, conversions and derivatives.

import "refract/ir"

// arithmetic reports whether a type is a scalar or vector (or matrix or cooperative matrix, if
// allowed) of a numeric scalar.
func arithmetic(t *ir.Type, matrix bool) bool {
	return (t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector || matrix && (t.Kind == ir.TypeMatrix || t.Kind == ir.TypeCooperative)) && t.Scalar.IsNumeric()
}

func scalarOrVector(t *ir.Type) bool { return t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector }

func (c *Checker) operand(op string, x ir.ExprID) bool {
	return c.fail(CodeOperandType, x, "%s doesn't take %s", op, c.name(x))
}

func (c *Checker) unary(id ir.ExprID) bool {
	u := c.e.Unary(id)
	t := c.at(u.Value)
	ok := false
	switch u.Op {
	case ir.Negate:
		ok = arithmetic(t, true) && (t.Scalar.IsFloat() || t.Scalar.IsSigned())
	case ir.LogicalNot:
		ok = scalarOrVector(t) && t.Scalar == ir.Bool
	case ir.BitwiseNot:
		ok = scalarOrVector(t) && t.Scalar.IsInteger()
	}
	if !ok {
		return c.operand(u.Op.String(), u.Value)
	}
	return c.is(id, c.e.TypeOf(u.Value))
}

func (c *Checker) binary(id ir.ExprID) bool {
	b := c.e.Binary(id)
	l, r := c.at(b.Left), c.at(b.Right)
	left := c.e.TypeOf(b.Left)
	same := left == c.e.TypeOf(b.Right)
	mismatch := func() bool {
		return c.fail(CodeOperandType, b.Right, "%s doesn't take %s and %s", b.Op, c.name(b.Left), c.name(b.Right))
	}
	switch b.Op {
	case ir.Mul:
		return c.multiply(id, b, l, r)
	case ir.Add, ir.Sub:
		if !arithmetic(l, true) {
			return c.operand(b.Op.String(), b.Left)
		}
	case ir.Div, ir.Rem:
		if !arithmetic(l, b.Op == ir.Div && l.Kind == ir.TypeCooperative) {
			return c.operand(b.Op.String(), b.Left)
		}
	case ir.And, ir.Or:
		if !scalarOrVector(l) || !l.Scalar.IsInteger() && l.Scalar != ir.Bool {
			return c.operand(b.Op.String(), b.Left)
		}
	case ir.Xor:
		if !scalarOrVector(l) || !l.Scalar.IsInteger() {
			return c.operand(b.Op.String(), b.Left)
		}
	case ir.LogicalAnd, ir.LogicalOr:
		if left != ir.TypeBool {
			return c.operand(b.Op.String(), b.Left)
		}
	case ir.Shl, ir.Shr:
		if !scalarOrVector(l) || !l.Scalar.IsInteger() {
			return c.operand(b.Op.String(), b.Left)
		}
		if r.Kind != l.Kind || r.Scalar != ir.U32 || r.Rows != l.Rows {
			return mismatch()
		}
		return c.is(id, left)
	case ir.Eq, ir.Ne:
		if !scalarOrVector(l) {
			return c.operand(b.Op.String(), b.Left)
		}
		if !same {
			return mismatch()
		}
		return c.is(id, shaped(l, ir.Bool))
	case ir.Lt, ir.Le, ir.Gt, ir.Ge:
		if !arithmetic(l, false) {
			return c.operand(b.Op.String(), b.Left)
		}
		if !same {
			return mismatch()
		}
		return c.is(id, shaped(l, ir.Bool))
	}
	if !same {
		return mismatch()
	}
	return c.is(id, left)
}

// shaped is a scalar or vector type with another scalar.
func shaped(t *ir.Type, s ir.Scalar) ir.TypeID { return ir.VectorOf(s, max(1, int(t.Rows))) }

func (c *Checker) multiply(id ir.ExprID, b ir.Binary, l, r *ir.Type) bool {
	if !arithmetic(l, true) {
		return c.operand("mul", b.Left)
	}
	if !arithmetic(r, true) {
		return c.operand("mul", b.Right)
	}
	left, right := c.e.TypeOf(b.Left), c.e.TypeOf(b.Right)
	if l.Scalar == r.Scalar {
		switch {
		case l.Kind == ir.TypeMatrix && r.Kind == ir.TypeMatrix:
			if l.Columns == r.Rows {
				return c.is(id, ir.MatrixOf(l.Scalar, int(r.Columns), int(l.Rows)))
			}
		case l.Kind == ir.TypeMatrix && r.Kind == ir.TypeVector:
			if l.Columns == r.Rows {
				return c.is(id, ir.VectorOf(l.Scalar, int(l.Rows)))
			}
		case l.Kind == ir.TypeVector && r.Kind == ir.TypeMatrix:
			if l.Rows == r.Rows {
				return c.is(id, ir.VectorOf(l.Scalar, int(r.Columns)))
			}
		case l.Kind == ir.TypeScalar:
			return c.is(id, right)
		case r.Kind == ir.TypeScalar, left == right:
			return c.is(id, left)
		}
	}
	return c.fail(CodeOperandType, b.Right, "mul doesn't take %s and %s", c.name(b.Left), c.name(b.Right))
}

func (c *Checker) selection(id ir.ExprID) bool {
	s := c.e.Select(id)
	cond, t := c.at(s.Condition), c.at(s.Accept)
	if c.e.TypeOf(s.Accept) != c.e.TypeOf(s.Reject) {
		return c.fail(CodeOperandType, s.Reject, "select doesn't take %s and %s", c.name(s.Accept), c.name(s.Reject))
	}
	if !c.facts.Has(c.e.TypeOf(s.Accept), Constructible) {
		return c.operand("select", s.Accept)
	}
	switch {
	case c.e.TypeOf(s.Condition) == ir.TypeBool:
	case cond.Kind == ir.TypeVector && cond.Scalar == ir.Bool && t.Kind == ir.TypeVector && t.Rows == cond.Rows:
	default:
		return c.fail(CodeOperandType, s.Condition, "the condition of a select between values of %s can't be %s",
			c.name(s.Accept), c.name(s.Condition))
	}
	return c.is(id, c.e.TypeOf(s.Accept))
}

func (c *Checker) relational(id ir.ExprID) bool {
	r := c.e.Relational(id)
	t := c.at(r.Value)
	switch r.Op {
	case ir.All, ir.Any:
		if !scalarOrVector(t) || t.Scalar != ir.Bool {
			return c.operand(r.Op.String(), r.Value)
		}
		return c.is(id, ir.TypeBool)
	case ir.IsNan, ir.IsInf:
		if !scalarOrVector(t) || !t.Scalar.IsFloat() {
			return c.operand(r.Op.String(), r.Value)
		}
		return c.is(id, shaped(t, ir.Bool))
	}
	panic("typing: relational " + r.Op.String())
}

func (c *Checker) as(id ir.ExprID) bool {
	a := c.e.As(id)
	from, to := c.at(a.Value), c.at(id)
	bad := func(verb string) bool {
		return c.fail(CodeConversion, a.Value, "%s can't be %s %s", c.name(a.Value), verb, c.name(id))
	}
	if a.Bitcast {
		if !arithmetic(from, false) || !arithmetic(to, false) ||
			from.Scalar.Bits()*max(1, int(from.Rows)) != to.Scalar.Bits()*max(1, int(to.Rows)) {
			return bad("read as the bits of")
		}
		return true
	}
	switch {
	case from.Kind != to.Kind || from.Rows != to.Rows || from.Columns != to.Columns || from.Use != to.Use:
		return bad("converted to")
	case scalarOrVector(from), from.Kind == ir.TypeCooperative:
	case from.Kind != ir.TypeMatrix || !to.Scalar.IsFloat():
		return bad("converted to")
	}
	return true
}

func (c *Checker) pointerAt(id ir.ExprID) bool {
	v := c.e.Operand(id)
	structure := c.at(id).Kind == ir.TypeAccelerationStructure
	if from := c.e.TypeOf(v); from != ir.TypeU64 && !(structure && from == ir.TypeVec2U32) {
		return c.operand("an address of memory", v)
	}
	if t := c.at(id); !structure && (t.Kind != ir.TypePointer || t.Space != ir.SpacePhysical) {
		return c.fail(CodeExprType, 0, "an address is that of physical memory, not %s", c.name(id))
	}
	return true
}

func (c *Checker) interpolate(id ir.ExprID) bool {
	v := c.e.Interpolate(id)
	if t := c.at(id); !scalarOrVector(t) || !t.Scalar.IsFloat() {
		return c.fail(CodeExprType, 0, "inputs of %s aren't interpolated", c.name(id))
	}
	ok := v.Arg == 0
	switch v.Op {
	case ir.InterpolateSample:
		ok = v.Arg != 0 && (c.e.TypeOf(v.Arg) == ir.TypeI32 || c.e.TypeOf(v.Arg) == ir.TypeU32)
	case ir.InterpolateOffset:
		ok = v.Arg != 0 && c.e.TypeOf(v.Arg) == ir.VectorOf(ir.F32, 2)
	}
	if !ok {
		return c.fail(CodeExprType, v.Arg, "an interpolation at a %s doesn't take this operand", v.Op)
	}
	return true
}

func (c *Checker) derivative(id ir.ExprID) bool {
	v := c.e.Derivative(id).Value
	if t := c.at(v); !scalarOrVector(t) || t.Scalar != ir.F32 {
		return c.operand("a derivative", v)
	}
	return c.is(id, c.e.TypeOf(v))
}
