package glsl

// This file checks expressions.

import (
	"math"

	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// expr checks an expression: a value, or memory that holds one.
func (c *checker) expr(n syntax.Node) (o operand) {
	c.opts.Preprocessor.Meter.Step()
	if c.depth++; c.depth > maxDepth {
		c.depth--
		c.enter(n)
		c.leave()
		return operand{}
	}
	span := c.b.Span
	c.b.Span = c.t.Span(n)
	switch c.t.Kind(n) {
	case syntax.KindIdent:
		o = c.ident(n)
	case syntax.KindLiteral:
		o = c.literal(n)
	case syntax.KindParen:
		o = c.expr(c.t.Paren(n))
	case syntax.KindUnary:
		o = c.unaryExpr(n)
	case syntax.KindBinary:
		o = c.binaryExpr(n)
	case syntax.KindAssign:
		o = c.assign(n)
	case syntax.KindConditional:
		o = c.conditional(n)
	case syntax.KindComma:
		o = c.comma(n)
	case syntax.KindCall:
		o = c.call(n)
	case syntax.KindMethod:
		o = c.method(n)
	case syntax.KindIndex:
		o = c.index(n)
	case syntax.KindMember:
		o = c.member(n)
	case syntax.KindString:
		c.unsupported(c.t.Span(n), "strings")
	case syntax.KindInitList:
		c.errorf(codeNotValue, c.t.Span(n), "an initializer list can stand only as an initial value")
	case syntax.KindBad:
	default:
		c.errorf(codeNotValue, c.t.Span(n), "a value is wanted here")
	}
	if c.opts.Types != nil && o.ok() && (o.ty != 0 || o.opq != 0) {
		c.opts.Types(c.t.Span(n), c.typeName(o))
	}
	c.b.Span = span
	c.depth--
	return o
}

func (c *checker) ident(n syntax.Node) operand {
	name := c.t.Ident(n)
	if id := c.bind[name]; id != 0 {
		d := &c.decls[id]
		if d.flags&flagBuiltIn != 0 {
			d.flags &^= flagBuiltIn
			c.io.usedAt(id, c.t.Span(n))
			if d.kind == declGlobal && c.m.Globals[d.handle].Span.IsZero() {
				c.m.Globals[d.handle].Span = c.t.Span(n)
			}
			v := &variables[meaningOf(name).variable-1]
			if c.stage == ir.StageVertex {
				for j := range vertexLayer {
					if w := &vertexLayer[j]; w.name == v.name && w.stages.has(c.stage) {
						v = w
					}
				}
			}
			if v.av != refusedAv() {
				c.needs(c.t.Span(n), v.name, &v.av)
			}
		}
		return c.reference(id, n)
	}
	if m := meaningOf(name); m != nil {
		switch {
		case m.variable != 0:
			v := &variables[m.variable-1]
			if v.kind == varRefused {
				if v.av != refusedAv() && !c.needs(c.t.Span(n), v.name, &v.av) {
					return operand{}
				}
				c.unsupported(c.t.Span(n), v.name)
				return operand{}
			}
			c.errorf(codeStage, c.t.Span(n), "a %s shader has no %s", c.stage, v.name)
			return operand{}
		case m.ty != 0:
			c.errorf(codeNotValue, c.t.Span(n), "%q is a type; a value is wanted here", c.t.Name(name))
			return operand{}
		case m.fn != 0 || m.tex != 0 || m.mem != 0:
			c.errorf(codeNotValue, c.t.Span(n), "%q is a function; a value is wanted here", c.t.Name(name))
			return operand{}
		}
	}
	c.unknown(n, name, "identifier")
	// One diagnostic for each name in a scope.
	c.declareError(name, c.t.Span(n))
	return operand{}
}

func (c *checker) literal(n syntax.Node) operand {
	l := c.t.Literal(n)
	switch l.Kind {
	case pp.LitBool:
		return constant(ir.TypeBool, l.Bits)
	case pp.LitInt:
		return constant(ir.TypeI32, l.Bits&0xFFFFFFFF)
	case pp.LitUint:
		return constant(ir.TypeU32, l.Bits&0xFFFFFFFF)
	case pp.LitInt16:
		return constant(ir.TypeI16, l.Bits&0xFFFF)
	case pp.LitUint16:
		return constant(ir.TypeU16, l.Bits&0xFFFF)
	case pp.LitInt64:
		return constant(ir.TypeI64, l.Bits)
	case pp.LitUint64:
		return constant(ir.TypeU64, l.Bits)
	case pp.LitFloat:
		return constant(ir.TypeF32, uint64(math.Float32bits(float32(math.Float64frombits(l.Bits)))))
	case pp.LitDouble:
		return constant(ir.TypeF64, l.Bits)
	case pp.LitHalf:
		return c.cast(ir.F16, constant(ir.TypeF64, l.Bits))
	}
	panic("glsl: literal kind")
}

// shapeOf is the number of components of a scalar or vector, else 0.
func (c *checker) shapeOf(t ir.TypeID) int { return c.m.Types.ComponentCount(t) }

func (c *checker) isNumeric(t ir.TypeID) bool {
	ty := c.at(t)
	return (ty.Kind == ir.TypeScalar || ty.Kind == ir.TypeVector || ty.Kind == ir.TypeMatrix) && ty.Scalar.IsNumeric()
}

func (c *checker) unaryExpr(n syntax.Node) operand {
	u := c.t.Unary(n)
	if u.Op >= syntax.OpPreIncrement {
		return c.step(n, u)
	}
	x := c.expression(u.X)
	if !x.ok() {
		return x
	}
	t := c.at(x.ty)
	switch u.Op {
	case syntax.OpPlus:
		if c.isNumeric(x.ty) {
			return x
		}
	case syntax.OpNegate:
		if t.Kind == ir.TypeCooperative && c.fn != nil {
			return c.negateCooperative(x)
		}
		if c.isNumeric(x.ty) {
			if s := t.Scalar; s.IsInteger() && !s.IsSigned() {
				return c.binary(ir.Sub, c.zero(x.ty), x)
			}
			return c.negate(x)
		}
	case syntax.OpNot:
		if x.ty == ir.TypeBool {
			return c.unary(ir.LogicalNot, x)
		}
	case syntax.OpComplement:
		if (t.Kind == ir.TypeScalar || t.Kind == ir.TypeVector) && t.Scalar.IsInteger() {
			return c.unary(ir.BitwiseNot, x)
		}
	}
	c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s", u.Op, c.typeName(x))
	return operand{}
}

func (c *checker) negate(x operand) operand {
	if c.at(x.ty).Kind == ir.TypeMatrix && x.isConst() {
		return c.columns(x.ty, func(i uint32) operand { return c.unary(ir.Negate, c.component(x, i)) })
	}
	return c.unary(ir.Negate, x)
}

// columns makes a matrix of its columns.
func (c *checker) columns(t ir.TypeID, column func(uint32) operand) operand {
	var parts [4]operand
	n := uint32(c.at(t).Columns)
	for i := range n {
		parts[i] = column(i)
	}
	return c.compose(t, parts[:n]...)
}

var binaryOps = [...]ir.BinaryOp{
	syntax.OpMul: ir.Mul, syntax.OpDiv: ir.Div, syntax.OpRem: ir.Rem, syntax.OpAdd: ir.Add, syntax.OpSub: ir.Sub,
	syntax.OpShl: ir.Shl, syntax.OpShr: ir.Shr, syntax.OpLess: ir.Lt, syntax.OpGreater: ir.Gt, syntax.OpLessEqual: ir.Le,
	syntax.OpGreaterEqual: ir.Ge, syntax.OpEqual: ir.Eq, syntax.OpNotEqual: ir.Ne, syntax.OpAnd: ir.And, syntax.OpXor: ir.Xor,
	syntax.OpOr: ir.Or, syntax.OpLogicalAnd: ir.LogicalAnd, syntax.OpLogicalXor: ir.Ne, syntax.OpLogicalOr: ir.LogicalOr,
}

// binaryExpr checks a binary expression. Chains lean left and may be as long as
// the source, so the left spine is walked in a loop.
func (c *checker) binaryExpr(n syntax.Node) operand {
	base := len(c.lefts)
	for c.t.Kind(n) == syntax.KindBinary {
		c.lefts = append(c.lefts, n)
		n = c.t.Binary(n).Left
	}
	x := c.expression(n)
	for len(c.lefts) > base {
		top := c.lefts[len(c.lefts)-1]
		c.lefts = c.lefts[:len(c.lefts)-1]
		b := c.t.Binary(top)
		c.b.Span = c.t.Span(top)
		if b.Op == syntax.OpLogicalAnd || b.Op == syntax.OpLogicalOr {
			x = c.shortCircuit(top, b, x)
			continue
		}
		r := c.expression(b.Right)
		c.b.Span = c.t.Span(top)
		x = c.binaryOp(top, b.Op, x, r)
	}
	return x
}

// unify converts two numeric operands to one scalar, implicitly.
func (c *checker) unify(l, r operand) (operand, operand, bool) {
	ls, rs := c.m.Types.ScalarOf(l.ty), c.m.Types.ScalarOf(r.ty)
	switch {
	case ls == rs:
	case c.converts(ls, rs):
		l = c.cast(rs, l)
	case c.converts(rs, ls):
		r = c.cast(ls, r)
	default:
		return l, r, false
	}
	return l, r, true
}

// binaryOp checks an operator other than && and || on two values.
func (c *checker) binaryOp(n syntax.Node, op syntax.Op, l, r operand) operand {
	if !l.ok() || !r.ok() {
		return operand{}
	}
	var x operand
	lt, rt := c.at(l.ty).Kind, c.at(r.ty).Kind
	arithmetic := func(k ir.TypeKind) bool { return k == ir.TypeScalar || k == ir.TypeVector || k == ir.TypeMatrix }
	switch op {
	case syntax.OpMul, syntax.OpDiv, syntax.OpAdd, syntax.OpSub:
		switch {
		case arithmetic(lt) && arithmetic(rt):
			x = c.arithmetic(binaryOps[op], l, r)
		case lt == ir.TypeCooperative || rt == ir.TypeCooperative:
			x = c.cooperativeOp(binaryOps[op], l, r)
		case op == syntax.OpAdd || op == syntax.OpSub:
			x = c.referenceOp(n, op, l, r)
		}
	case syntax.OpRem, syntax.OpAnd, syntax.OpXor, syntax.OpOr:
		a := since(130, 300, exts{extGPUShader4})
		if !c.lang.has(&a) && !c.needs(c.t.Span(n), "the operator "+op.String(), &a) {
			return operand{}
		}
		x = c.integerOp(binaryOps[op], l, r)
	case syntax.OpShl, syntax.OpShr:
		a := since(130, 300, exts{extGPUShader4})
		if !c.lang.has(&a) && !c.needs(c.t.Span(n), "the operator "+op.String(), &a) {
			return operand{}
		}
		x = c.shift(binaryOps[op], l, r)
	case syntax.OpLess, syntax.OpGreater, syntax.OpLessEqual, syntax.OpGreaterEqual:
		if lt == ir.TypeScalar && rt == ir.TypeScalar && c.isNumeric(l.ty) && c.isNumeric(r.ty) {
			if a, b, ok := c.unify(l, r); ok {
				x = c.binary(binaryOps[op], a, b)
			}
		}
	case syntax.OpEqual, syntax.OpNotEqual:
		if l.ty != r.ty && arithmetic(lt) && arithmetic(rt) {
			l, r, _ = c.unify(l, r)
		}
		if l.ty == r.ty && c.isSpecialized(l.ty) {
			c.notSpecialized(l.ty, "compared", c.t.Span(n))
			return operand{}
		}
		if l.ty == r.ty && c.comparable(l.ty) {
			x = c.equal(l, r)
			if x.ok() && op == syntax.OpNotEqual {
				x = c.not(x)
			}
		}
	case syntax.OpLogicalXor:
		if l.ty == ir.TypeBool && r.ty == ir.TypeBool {
			x = c.binary(ir.Ne, l, r)
		}
	}
	if !x.ok() {
		c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s and %s", op, c.typeName(l), c.typeName(r))
	}
	return x
}

// not is the opposite of a bool; of a comparison, the other one.
func (c *checker) not(x operand) operand {
	if !x.isConst() && c.ex.Kind(x.expr()) == ir.KindBinary {
		if b := c.ex.Binary(x.expr()); b.Op == ir.Eq {
			l := operand{kind: opValue, ty: c.ex.TypeOf(b.Left), handle: uint32(b.Left)}
			r := operand{kind: opValue, ty: c.ex.TypeOf(b.Right), handle: uint32(b.Right)}
			if c.at(l.ty).Kind == ir.TypeScalar {
				return c.retry(x, ir.Ne, l, r)
			}
		}
	}
	return c.unary(ir.LogicalNot, x)
}

// retry puts another operation in the place of one that was just made.
func (c *checker) retry(x operand, op ir.BinaryOp, l, r operand) operand {
	e := c.ex.AddBinary(x.ty, 0, ir.Binary{Op: op, Left: l.expr(), Right: r.expr()}, c.b.Span)
	c.ex.Overwrite(x.expr(), e)
	return x
}

func (c *checker) comparable(t ir.TypeID) bool {
	const most = 1 << 14 // scalars that are compared
	switch ty := c.at(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return true
	case ir.TypeArray:
		return ty.Length != 0 && c.scalars(t) <= most
	case ir.TypeStruct:
		return !c.structOpaque(t) && c.scalars(t) <= most
	}
	return false
}

// equal compares two values of one type as a whole.
func (c *checker) equal(l, r operand) operand {
	t := *c.at(l.ty)
	n := uint32(0)
	switch t.Kind {
	case ir.TypeScalar:
		return c.binary(ir.Eq, l, r)
	case ir.TypeVector:
		return c.relational(ir.All, c.binary(ir.Eq, l, r))
	case ir.TypeMatrix:
		n = uint32(t.Columns)
	case ir.TypeArray:
		n = t.Length
	case ir.TypeStruct:
		n = uint32(len(c.m.Structs[t.Struct].Members))
	}
	var x operand
	for i := range n {
		e := c.equal(c.component(l, i), c.component(r, i))
		if i == 0 {
			x = e
		} else {
			x = c.binary(ir.LogicalAnd, x, e)
		}
	}
	return x
}

// arithmetic is + - * / on scalars, vectors and matrices.
func (c *checker) arithmetic(op ir.BinaryOp, l, r operand) operand {
	if !c.isNumeric(l.ty) || !c.isNumeric(r.ty) {
		return operand{}
	}
	l, r, ok := c.unify(l, r)
	if !ok {
		return operand{}
	}
	lt, rt := *c.at(l.ty), *c.at(r.ty)
	lm, rm := lt.Kind == ir.TypeMatrix, rt.Kind == ir.TypeMatrix
	if !lm && !rm {
		ln, rn := c.shapeOf(l.ty), c.shapeOf(r.ty)
		switch {
		case ln == rn:
		case op == ir.Mul && lt.Scalar.IsFloat() && (ln == 1 || rn == 1):
			if l.isConst() && r.isConst() {
				if ln == 1 {
					l = c.splat(rn, l)
				} else {
					r = c.splat(ln, r)
				}
			}
		case ln == 1:
			l = c.splat(rn, l)
		case rn == 1:
			r = c.splat(ln, r)
		default:
			return operand{}
		}
		return c.binary(op, l, r)
	}
	if op == ir.Mul {
		return c.multiply(l, r, &lt, &rt)
	}
	// Component by component: columns, or a scalar with each.
	t := l.ty
	if !lm {
		t = r.ty
	}
	if lm && rm && l.ty != r.ty || lt.Kind == ir.TypeVector || rt.Kind == ir.TypeVector {
		return operand{}
	}
	if lm && rm && op != ir.Div && !(l.isConst() && r.isConst()) {
		return c.binary(op, l, r)
	}
	rows := int(c.at(t).Rows)
	part := func(x operand, matrix bool, i uint32) operand {
		if matrix {
			return c.component(x, i)
		}
		return c.splat(rows, x)
	}
	return c.columns(t, func(i uint32) operand { return c.binary(op, part(l, lm, i), part(r, rm, i)) })
}

// multiply is * with a matrix.
func (c *checker) multiply(l, r operand, lt, rt *ir.Type) operand {
	ok := false
	switch {
	case lt.Kind == ir.TypeScalar || rt.Kind == ir.TypeScalar:
		ok = true
	case lt.Kind == ir.TypeMatrix && rt.Kind == ir.TypeMatrix, lt.Kind == ir.TypeMatrix && rt.Kind == ir.TypeVector:
		ok = lt.Columns == rt.Rows
	case lt.Kind == ir.TypeVector:
		ok = lt.Rows == rt.Rows
	}
	if !ok {
		return operand{}
	}
	return c.binary(ir.Mul, l, r)
}

// integerOp is % & ^ | on integers.
func (c *checker) integerOp(op ir.BinaryOp, l, r operand) operand {
	ls, rs := c.m.Types.ScalarOf(l.ty), c.m.Types.ScalarOf(r.ty)
	ln, rn := c.shapeOf(l.ty), c.shapeOf(r.ty)
	if !ls.IsInteger() || !rs.IsInteger() || ln == 0 || rn == 0 {
		return operand{}
	}
	l, r, ok := c.unify(l, r)
	if !ok {
		return operand{}
	}
	switch {
	case ln == rn:
	case ln == 1:
		l = c.splat(rn, l)
	case rn == 1:
		r = c.splat(ln, r)
	default:
		return operand{}
	}
	return c.binary(op, l, r)
}

// shift is << and >>: the right side may be signed or not.
func (c *checker) shift(op ir.BinaryOp, l, r operand) operand {
	ls, rs := c.m.Types.ScalarOf(l.ty), c.m.Types.ScalarOf(r.ty)
	ln, rn := c.shapeOf(l.ty), c.shapeOf(r.ty)
	if !ls.IsInteger() || !rs.IsInteger() || ln == 0 || rn == 0 || ln == 1 && rn != 1 {
		return operand{}
	}
	if ln != rn {
		if rn != 1 {
			return operand{}
		}
		r = c.splat(ln, r)
	}
	return c.binary(op, l, c.cast(ir.U32, r))
}
