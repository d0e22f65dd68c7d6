package glsl

// This file checks cooperative matrices (GL_KHR_cooperative_matrix).

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// cooperativeType is the type coopmat<T, scope, rows, columns, use>.
func (c *checker) cooperativeType(n syntax.Node, v syntax.Type) gtype {
	a := matrices()
	if !c.needs(c.t.Span(n), "coopmat", &a) {
		return gtype{}
	}
	if len(v.Params) != 5 {
		c.errorf(codeTypeRule, c.t.Span(n), "coopmat has the parameters type, scope, rows, columns and use, found %d", len(v.Params))
		return gtype{}
	}
	var s ir.Scalar
	if first := v.Params[0]; c.t.Kind(first) == syntax.KindIdent {
		t := c.namedType(first, c.t.Ident(first))
		if !t.ok {
			return gtype{}
		}
		if ty := c.at(t.ty); t.opq == 0 && !t.void && ty.Kind == ir.TypeScalar {
			s = ty.Scalar
		}
	}
	if !s.IsNumeric() {
		c.errorf(codeTypeRule, c.t.Span(v.Params[0]), "the components of a cooperative matrix are numbers")
		return gtype{}
	}
	var number [5]int64
	for i := 1; i < 5; i++ {
		x := c.constExpr(v.Params[i], true)
		if !x.ok() {
			return gtype{}
		}
		if !x.isConst() {
			c.diags.Warnf(codeVariable, c.t.Span(v.Params[i]), "a cooperative matrix keeps its default size: a specialization constant can't change it")
			value, err := c.ev.Evaluate(ir.ConstID(x.handle), nil)
			if err != nil {
				c.errorf(codeConstWanted, c.t.Span(v.Params[i]), "the default of the size of a cooperative matrix has no value")
				return gtype{}
			}
			x = operand{kind: opConst, ty: value.Type, bits: value.Bits}
		}
		n, ok := c.constInteger(x)
		if !ok {
			c.errorf(codeType, c.t.Span(v.Params[i]), "the parameters of a cooperative matrix behind the type are integers, found %s", c.typeName(x))
			return gtype{}
		}
		number[i] = n
	}
	switch {
	case number[1] != 3:
		c.unsupported(c.t.Span(v.Params[1]), "a cooperative matrix of a scope other than gl_ScopeSubgroup")
	case number[2] < 1 || number[3] < 1:
		c.errorf(codeTypeRule, c.t.Span(n), "a cooperative matrix has at least 1 row and column")
	case number[2] > 255 || number[3] > 255:
		c.unsupported(c.t.Span(n), "a cooperative matrix of more than 255 rows or columns")
	case number[4] < 0 || number[4] > int64(ir.CooperativeC):
		c.errorf(codeTypeRule, c.t.Span(v.Params[4]), "a cooperative matrix has no use %d", number[4])
	default:
		return gtype{ty: c.m.Types.CooperativeOf(s, int(number[2]), int(number[3]), ir.CooperativeUse(number[4])), ok: true}
	}
	return gtype{}
}

// constructCooperative makes a matrix of one scalar, or of a matrix of another type of numbers.
func (c *checker) constructCooperative(n syntax.Node, t ir.TypeID, list []operand) operand {
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a cooperative matrix is no constant")
		return operand{}
	}
	if len(list) != 1 {
		return c.wrongCount(c.t.Span(n), t, 1, len(list))
	}
	x := list[0]
	s := c.m.Types.ScalarOf(t)
	switch from := c.at(x.ty); {
	case from.Kind == ir.TypeScalar:
		x = c.cast(s, x)
		return c.made(c.ex.AddUnaryKind(ir.KindSplat, t, 0, c.toExpr(x), c.b.Span), false)
	case from.Kind == ir.TypeCooperative && c.m.Types.WithScalar(x.ty, s) == t:
		return c.cast(s, x)
	}
	c.errorf(codeNoMatch, c.t.Span(n), "%s can't be made of %s", c.name(t), c.typeName(x))
	return operand{}
}

func (c *checker) negateCooperative(x operand) operand {
	if s := c.m.Types.ScalarOf(x.ty); s.IsInteger() && !s.IsSigned() {
		zero := operand{kind: opValue, ty: x.ty, handle: uint32(c.ex.AddZeroValue(x.ty, c.b.Span))}
		return c.binary(ir.Sub, zero, x)
	}
	return c.unary(ir.Negate, x)
}

// cooperativeOp is + - * / element by element on matrices of one type, or the product with a scalar.
func (c *checker) cooperativeOp(op ir.BinaryOp, l, r operand) operand {
	if l.ty == r.ty {
		return c.binary(op, l, r)
	}
	m, s := &l, &r
	if c.at(l.ty).Kind != ir.TypeCooperative {
		m, s = &r, &l
	}
	scalar := ir.ScalarTypeOf(c.m.Types.ScalarOf(m.ty))
	if op != ir.Mul || c.at(s.ty).Kind != ir.TypeScalar || !c.convertsType(s.ty, scalar) {
		return operand{}
	}
	*s = c.cast(c.m.Types.ScalarOf(m.ty), *s)
	return c.binary(ir.Mul, l, r)
}

// cooperativeFunctions are the functions, by their ir.CooperativeOp.
var cooperativeFunctions = []string{ir.CooperativeLoad: "coopMatLoad", ir.CooperativeStore: "coopMatStore", ir.CooperativeMultiplyAdd: "coopMatMulAdd"}

// cooperativeCall checks a call of such a function.
func (c *checker) cooperativeCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	op := ir.CooperativeOp(f.code)
	for i := range list { // those that aren't memory
		if i > 1 || i == 1 && op == ir.CooperativeMultiplyAdd || i == 0 && op != ir.CooperativeLoad {
			if list[i] = c.wantValue(list[i], nodes[i]); !list[i].ok() {
				return operand{}
			}
		}
	}
	if op == ir.CooperativeMultiplyAdd {
		return c.cooperativeMultiplyAdd(n, f, list)
	}
	if len(list) != 5 || c.at(list[0].ty).Kind != ir.TypeCooperative || list[1].kind != opRef || list[1].size > 0 || c.at(list[1].ty).Kind != ir.TypeArray {
		return c.noOverload(n, f.name, list)
	}
	for _, x := range list[2:] {
		if t := c.at(x.ty); t.Kind != ir.TypeScalar || !t.Scalar.IsInteger() {
			return c.noOverload(n, f.name, list)
		}
	}
	layout, known := c.constInteger(list[4])
	switch {
	case !known:
		c.errorf(codeConstWanted, c.t.Span(nodes[4]), "the layout of a cooperative matrix must be a constant")
		return operand{}
	case layout != 0 && layout != 1:
		c.errorf(codeTypeRule, c.t.Span(nodes[4]), "a cooperative matrix has no layout %d", layout)
		return operand{}
	}
	t := list[0].ty
	is, in := c.m.Types.ScalarOf(t), c.m.Types.ScalarOf(c.at(c.m.Types.Pointee(c.ex.TypeOf(list[1].expr()))).Base)
	if in != is && (!in.IsInteger() || !is.IsInteger() || in.Bits() != is.Bits()) {
		c.unsupported(c.t.Span(nodes[1]), "a cooperative matrix of "+is.String()+" in memory of "+c.typeName(list[1]))
		return operand{}
	}
	lies := c.m.Types.WithScalar(t, in)
	v := ir.Cooperative{Op: op, RowMajor: layout == 0, Args: []ir.ExprID{list[1].expr(), c.toExpr(c.cast(ir.U32, list[2])), c.toExpr(c.cast(ir.U32, list[3]))}}
	c.b.Span = c.t.Span(n)
	memory := &c.decls[list[1].decl]
	if op == ir.CooperativeStore {
		if memory.flags&flagReadOnly != 0 {
			c.errorf(codeAssign, c.t.Span(nodes[1]), "can't store to memory that can only be read")
			return operand{}
		}
		v.Args = append(v.Args, c.toExpr(c.cast(in, list[0])))
		c.b.Cooperative(v, 0)
		return operand{kind: opVoid}
	}
	switch {
	case memory.flags&flagWriteOnly != 0:
		c.errorf(codeAssign, c.t.Span(nodes[1]), "%q is writeonly and can't be read", c.t.Name(memory.name))
		return operand{}
	case list[0].kind != opRef || c.decls[list[0].decl].flags&(flagReadOnly|flagConst) != 0:
		c.errorf(codeAssign, c.t.Span(nodes[0]), "can't load into this expression: it is a value, not a variable")
		return operand{}
	}
	r := c.b.Cooperative(v, lies)
	c.store(list[0], c.cast(is, operand{kind: opValue, ty: lies, handle: uint32(r)}))
	return operand{kind: opVoid}
}

// cooperativeMultiplyAdd is coopMatMulAdd(A, B, C) or coopMatMulAdd(A, B, C, operands).
func (c *checker) cooperativeMultiplyAdd(n syntax.Node, f *memoryFunction, list []operand) operand {
	if len(list) != 3 && len(list) != 4 {
		return c.noOverload(n, f.name, list)
	}
	v := ir.Cooperative{Op: ir.CooperativeMultiplyAdd}
	if len(list) == 4 {
		operands, known := c.constInteger(list[3])
		switch {
		case !known:
			c.errorf(codeConstWanted, c.t.Span(n), "the operands of coopMatMulAdd must be a constant")
			return operand{}
		case operands&^16 != 0:
			c.unsupported(c.t.Span(n), "these operands of coopMatMulAdd")
			return operand{}
		}
		v.Saturate = operands != 0
	}
	var shape [3]ir.Type
	for i := range shape {
		if shape[i] = *c.at(list[i].ty); shape[i].Kind != ir.TypeCooperative || shape[i].Use != ir.CooperativeUse(i) {
			return c.noOverload(n, f.name, list)
		}
		v.Args = append(v.Args, c.toExpr(list[i]))
	}
	x, y, z := &shape[0], &shape[1], &shape[2]
	floats := z.Scalar.IsFloat()
	if x.Columns != y.Rows || x.Rows != z.Rows || y.Columns != z.Columns || x.Scalar.IsFloat() != floats || y.Scalar.IsFloat() != floats || v.Saturate && floats {
		return c.noOverload(n, f.name, list)
	}
	r := c.b.Cooperative(v, list[2].ty)
	return operand{kind: opValue, ty: list[2].ty, handle: uint32(r)}
}
