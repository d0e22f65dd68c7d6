package glsl

// This file checks expressions.

import (
	"math"

	"refract/front/glsl/pp"
	"refract/front/glsl/syntax"
	"refract/ir"
)

// expr checks an expression: a value, or memory that holds one.
func (c *checker) expr(n syntax.Node) operand {
	if !c.enter(n) {
		c.leave()
		return operand{}
	}
	span := c.b.Span
	c.b.Span = c.t.Span(n)
	o := c.expression1(n)
	c.b.Span = span
	c.leave()
	return o
}

func (c *checker) expression1(n syntax.Node) operand {
	switch c.t.Kind(n) {
	case syntax.KindIdent:
		return c.ident(n)
	case syntax.KindLiteral:
		return c.literal(n)
	case syntax.KindParen:
		return c.expr(c.t.Paren(n))
	case syntax.KindUnary:
		return c.unaryExpr(n)
	case syntax.KindBinary:
		return c.binaryExpr(n)
	case syntax.KindAssign:
		return c.assign(n)
	case syntax.KindConditional:
		return c.conditional(n)
	case syntax.KindComma:
		return c.comma(n)
	case syntax.KindCall:
		return c.call(n)
	case syntax.KindMethod:
		return c.method(n)
	case syntax.KindIndex:
		return c.index(n)
	case syntax.KindMember:
		return c.member(n)
	case syntax.KindString:
		c.unsupported(c.t.Span(n), "strings")
	case syntax.KindInitList:
		c.errorf(codeNotValue, c.t.Span(n), "an initializer list can stand only as an initial value")
	case syntax.KindBad:
	default:
		c.errorf(codeNotValue, c.t.Span(n), "a value is wanted here")
	}
	return operand{}
}

func (c *checker) ident(n syntax.Node) operand {
	name := c.t.Ident(n)
	if id := c.bind[name]; id != 0 {
		d := &c.decls[id]
		if d.flags&flagBuiltIn != 0 {
			d.flags &^= flagBuiltIn
			v := &variables[meaningOf(name).variable-1]
			if c.stage == ir.StageVertex {
				for j := range vertexLayer {
					if w := &vertexLayer[j]; w.name == v.name && w.stages.has(c.stage) {
						v = w
					}
				}
			}
			if v.av != refusedAv {
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
		if arithmetic(lt) && arithmetic(rt) {
			x = c.arithmetic(binaryOps[op], l, r)
		}
	case syntax.OpRem, syntax.OpAnd, syntax.OpXor, syntax.OpOr:
		a := since(130, 300, extGPUShader4)
		if !c.needs(c.t.Span(n), "the operator "+op.String(), &a) {
			return operand{}
		}
		x = c.integerOp(binaryOps[op], l, r)
	case syntax.OpShl, syntax.OpShr:
		a := since(130, 300, extGPUShader4)
		if !c.needs(c.t.Span(n), "the operator "+op.String(), &a) {
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

// comma evaluates a list of expressions; the value is that of the last.
func (c *checker) comma(n syntax.Node) operand {
	base := len(c.lefts)
	for c.t.Kind(n) == syntax.KindComma {
		v := c.t.Comma(n)
		c.lefts = append(c.lefts, v.Right)
		n = v.Left
	}
	x := c.expr(n)
	for len(c.lefts) > base {
		r := c.lefts[len(c.lefts)-1]
		c.lefts = c.lefts[:len(c.lefts)-1]
		x = c.expr(r)
	}
	if x.kind == opRef {
		return c.wantValue(x, n)
	}
	x.spec = false
	return x
}

// shortCircuit checks && and ||, whose right side is evaluated only if the left
// doesn't decide.
func (c *checker) shortCircuit(n syntax.Node, b syntax.Binary, l operand) operand {
	isAnd := b.Op == syntax.OpLogicalAnd
	bad := func(r operand) operand {
		if l.ok() && r.ok() {
			c.errorf(codeNoMatch, c.t.Span(n), "the operator %s takes two operands of type bool, found %s and %s", b.Op, c.typeName(l), c.typeName(r))
		}
		return operand{}
	}
	if l.isConst() && l.ty == ir.TypeBool {
		if (l.bits != 0) == isAnd {
			r := c.expression(b.Right)
			if r.ty != ir.TypeBool {
				return bad(r)
			}
			return r
		}
		r := c.unevaluated(b.Right) // checked only
		if r.ty != ir.TypeBool {
			return bad(r)
		}
		return l
	}
	if c.fn == nil {
		r := c.expression(b.Right)
		if l.ty != ir.TypeBool || r.ty != ir.TypeBool {
			return bad(r)
		}
		return c.binary(binaryOps[b.Op], l, r)
	}
	if c.mayBranch(b.Right) {
		c.b.Flush()
	}
	here := c.b.Here()
	r := c.expression(b.Right)
	c.b.Span = c.t.Span(n)
	if l.ty != ir.TypeBool || r.ty != ir.TypeBool {
		return bad(r)
	}
	list, simple := c.b.Since(here)
	if simple && c.harmless(list) {
		if r.isConst() {
			if (r.bits != 0) == isAnd {
				return l
			}
		}
		return c.binary(binaryOps[b.Op], l, r)
	}
	mark := c.b.Branch(here)
	temp := c.fn.AddLocal(ir.Local{Type: ir.TypeBool, Span: c.b.Span})
	ptr := c.b.Local(temp)
	c.b.Store(ptr, c.toExpr(r))
	right := c.b.End(mark)
	c.b.DeclareLocal(temp, l.expr())
	if isAnd {
		c.b.If(l.expr(), right, 0)
	} else {
		c.b.If(l.expr(), 0, right)
	}
	return operand{kind: opValue, ty: ir.TypeBool, handle: uint32(c.b.Load(ptr))}
}

// unevaluated checks an expression and drops the code.
func (c *checker) unevaluated(n syntax.Node) operand {
	if c.fn == nil {
		return c.expression(n)
	}
	mark := c.b.Begin()
	x := c.expression(n)
	c.b.Discard(mark)
	return x
}

// mayBranch reports whether checking an expression may build statements.
func (c *checker) mayBranch(n syntax.Node) bool {
	for i := c.firstNode(n); i <= n; i++ {
		switch c.t.Kind(i) {
		case syntax.KindBinary:
			if op := c.t.Binary(i).Op; op == syntax.OpLogicalAnd || op == syntax.OpLogicalOr {
				return true
			}
		case syntax.KindConditional, syntax.KindAssign, syntax.KindMethod:
			return true
		case syntax.KindUnary:
			if c.t.Unary(i).Op >= syntax.OpPreIncrement {
				return true
			}
		case syntax.KindCall:
			callee := c.t.Call(i).Callee
			if c.t.Kind(callee) != syntax.KindIdent {
				continue
			}
			m := meaningOf(c.t.Ident(callee))
			if m == nil || m.mem != 0 || m.fn != 0 || c.bind[c.t.Ident(callee)] != 0 {
				return true
			}
		}
	}
	return false
}

// harmless reports whether expressions may be evaluated even where the source
// says not to: they touch no memory that others write, access nothing by a
// dynamic index, and cost little.
func (c *checker) harmless(list []ir.ExprID) bool {
	if len(list) > 16 {
		return false
	}
	for _, e := range list {
		switch c.fn.Kind(e) {
		case ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindAccessIndex, ir.KindUnary, ir.KindBinary, ir.KindSelect,
			ir.KindRelational, ir.KindMath, ir.KindAs:
		case ir.KindLoad:
			switch c.at(c.fn.TypeOf(c.fn.Operand(e))).Space {
			case ir.SpaceFunction, ir.SpacePrivate, ir.SpaceUniform, ir.SpaceImmediate:
			default:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// conditional checks a ? b : c: one of the two is evaluated.
func (c *checker) conditional(n syntax.Node) operand {
	v := c.t.Conditional(n)
	cond := c.expression(v.Cond)
	if cond.ok() && cond.ty != ir.TypeBool {
		c.errorf(codeType, c.t.Span(v.Cond), "the condition must be bool, found %s", c.typeName(cond))
		cond = operand{}
	}
	if cond.isConst() {
		var a, b operand
		if cond.bits != 0 {
			a = c.expression(v.Then)
			b = c.unevaluated(v.Else)
			t, ok := c.commonType(n, a, b)
			if !ok {
				return operand{}
			}
			return c.implicit(a, t, c.t.Span(n), "the value")
		}
		a = c.unevaluated(v.Then)
		b = c.expression(v.Else)
		t, ok := c.commonType(n, a, b)
		if !ok {
			return operand{}
		}
		return c.implicit(b, t, c.t.Span(n), "the value")
	}
	if !cond.ok() || c.fn == nil {
		a, b := c.expression(v.Then), c.expression(v.Else)
		t, ok := c.commonType(n, a, b)
		if !ok || !cond.ok() {
			return operand{}
		}
		return c.selects(cond, c.implicit(a, t, c.t.Span(v.Then), ""), c.implicit(b, t, c.t.Span(v.Else), ""))
	}
	if c.mayBranch(v.Then) || c.mayBranch(v.Else) {
		c.b.Flush()
	}
	// Both sides are built once as they are, to see what they cost; where one must
	// not be evaluated in vain, it goes into a block.
	start := c.b.Here()
	a := c.expression(v.Then)
	listA, simpleA := c.b.Since(start)
	simpleA = simpleA && c.harmless(listA)
	var accept ir.BlockID
	var temp ir.LocalID
	var ptr ir.ExprID
	if !a.ok() {
		c.expression(v.Else)
		return operand{}
	}
	if simpleA {
		if c.mayBranch(v.Else) {
			c.b.Flush()
		}
		middle := c.b.Here()
		b := c.expression(v.Else)
		t, ok := c.commonType(n, a, b)
		if !ok {
			return operand{}
		}
		listB, simpleB := c.b.Since(middle)
		c.b.Span = c.t.Span(n)
		if simpleB && c.harmless(listB) && c.selectable(t) {
			return c.selects(cond, c.implicit(a, t, c.t.Span(v.Then), ""), c.implicit(b, t, c.t.Span(v.Else), ""))
		}
		mark := c.b.Branch(middle)
		temp = c.fn.AddLocal(ir.Local{Type: t, Span: c.t.Span(n)})
		ptr = c.b.Local(temp)
		c.b.Store(ptr, c.toExpr(c.implicit(b, t, c.t.Span(v.Else), "")))
		reject := c.b.End(mark)
		c.b.DeclareLocal(temp, c.toExpr(c.implicit(a, t, c.t.Span(v.Then), "")))
		c.b.If(cond.expr(), 0, reject)
		return operand{kind: opValue, ty: t, handle: uint32(c.b.Load(ptr))}
	}
	mark := c.b.Branch(start)
	c.b.Span = c.t.Span(n)
	if a.kind == opVoid {
		c.b.End(mark)
		c.expr(v.Else)
		c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value")
		return operand{}
	}
	temp = c.fn.AddLocal(ir.Local{Type: a.ty, Span: c.t.Span(n)})
	ptr = c.b.Local(temp)
	c.b.Store(ptr, c.toExpr(a))
	accept = c.b.End(mark)
	c.b.DeclareLocal(temp, 0)
	mark = c.b.Begin()
	b := c.expression(v.Else)
	c.b.Span = c.t.Span(n)
	t, ok := c.commonType(n, a, b)
	if !ok {
		c.b.End(mark)
		return operand{}
	}
	first := ptr
	if t != a.ty {
		temp = c.fn.AddLocal(ir.Local{Type: t, Span: c.t.Span(n)})
		ptr = c.b.Local(temp)
	}
	c.b.Store(ptr, c.toExpr(c.implicit(b, t, c.t.Span(v.Else), "")))
	reject := c.b.End(mark)
	if t != a.ty {
		// The other side is converted once it is known to what.
		c.b.DeclareLocal(temp, 0)
		mark = c.b.Begin()
		c.b.Nested(accept)
		x := operand{kind: opValue, ty: a.ty, handle: uint32(c.b.Load(first))}
		c.b.Store(ptr, c.toExpr(c.cast(c.m.Types.ScalarOf(t), x)))
		accept = c.b.End(mark)
	}
	c.b.If(cond.expr(), accept, reject)
	return operand{kind: opValue, ty: t, handle: uint32(c.b.Load(ptr))}
}

// selectable reports whether a select may choose between values of a type.
func (c *checker) selectable(t ir.TypeID) bool {
	k := c.at(t).Kind
	return k == ir.TypeScalar || k == ir.TypeVector
}

// commonType is the type of both sides of ?:.
func (c *checker) commonType(n syntax.Node, a, b operand) (ir.TypeID, bool) {
	switch {
	case !a.ok() || !b.ok():
		return 0, false
	case a.kind == opVoid || b.kind == opVoid:
		c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value")
		return 0, false
	case a.ty == b.ty:
		return a.ty, true
	case c.convertsType(a.ty, b.ty):
		return b.ty, true
	case c.convertsType(b.ty, a.ty):
		return a.ty, true
	}
	c.errorf(codeType, c.t.Span(n), "both sides of ?: must have one type, found %s and %s", c.typeName(a), c.typeName(b))
	return 0, false
}

// element is a member or element of an operand by static index.
func (c *checker) element(x operand, i uint32, n syntax.Node) operand {
	if x.kind == opConst || x.kind == opValue {
		if x.size > 0 {
			x = c.rvalue(x)
		}
		y := c.component(x, i)
		y.decl = x.decl
		return y
	}
	if x.size > 0 { // a component of a swizzle that is memory
		x.pattern[0], x.size = x.pattern[i], 1
		x.ty = ir.ScalarTypeOf(c.m.Types.ScalarOf(x.ty))
		return c.oneComponent(x)
	}
	e := c.b.AccessIndex(x.expr(), i)
	y := operand{kind: x.kind, ty: c.valueElement(x.ty, i), handle: uint32(e), decl: x.decl, opq: x.opq}
	return y
}

// oneComponent turns a swizzle of one component into a pointer to it.
func (c *checker) oneComponent(x operand) operand {
	e := c.b.AccessIndex(x.expr(), uint32(x.pattern[0]))
	return operand{kind: opRef, ty: x.ty, handle: uint32(e), decl: x.decl}
}

// valueElement is the type of an element as GLSL sees it.
func (c *checker) valueElement(t ir.TypeID, i uint32) ir.TypeID { return c.m.ElementType(t, i) }

// index checks x[i].
func (c *checker) index(n syntax.Node) operand {
	v := c.t.Index(n)
	x := c.expr(v.X)
	nonUniform := c.isNonUniform(v.Index)
	i := c.expression(v.Index)
	if !x.ok() || !i.ok() {
		return operand{}
	}
	if x.kind == opVoid {
		c.wantValue(x, v.X)
		return operand{}
	}
	ty := *c.at(x.ty)
	length := uint32(0)
	switch ty.Kind {
	case ir.TypeVector:
		length = uint32(ty.Rows)
	case ir.TypeMatrix:
		length = uint32(ty.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		length = ty.Length
	default:
		c.errorf(codeIndex, c.t.Span(v.X), "a value of type %s can't be indexed", c.typeName(x))
		return operand{}
	}
	if s := c.at(i.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
		c.errorf(codeIndex, c.t.Span(v.Index), "an index must be an integer, found %s", c.typeName(i))
		return operand{}
	}
	if at, ok := c.constInteger(i); ok {
		if at < 0 || length != 0 && at >= int64(length) || at >= 1<<31 {
			d := c.errorf(codeIndex, c.t.Span(v.Index), "the index %d is out of bounds", at)
			if length != 0 {
				d.Note("%s has %d elements", c.typeName(x), length)
			}
			return operand{}
		}
		return c.element(x, uint32(at), n)
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(v.Index), "a constant index is wanted here")
		return operand{}
	}
	if s := c.m.Types.ScalarOf(i.ty); s.Bits() != 32 {
		if s.IsSigned() {
			i = c.cast(ir.I32, i)
		} else {
			i = c.cast(ir.U32, i)
		}
	}
	if x.size > 0 {
		x = c.rvalue(x)
	}
	if x.kind == opConst {
		// A table that is indexed lies in a variable.
		x = c.table(x)
	}
	base := c.toExpr(x)
	elem := c.m.ElementType(c.ex.TypeOf(base), 0)
	var flags ir.Flags
	if nonUniform && ty.Kind == ir.TypeBindingArray {
		flags = ir.FlagNonUniform
	}
	e := c.pend(c.ex.AddAccess(elem, flags, ir.Access{Base: base, Index: i.expr()}, c.t.Span(n)))
	return operand{kind: x.kind, ty: c.valueElement(x.ty, 0), handle: uint32(e), decl: x.decl, opq: x.opq}
}

// table makes a value that can be indexed at run time of a constant.
func (c *checker) table(x operand) operand {
	if c.at(x.ty).Kind == ir.TypeVector {
		return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
	}
	if d := &c.decls[x.decl]; x.decl != 0 && d.kind == declConst {
		// One constant of the module for each that the author named.
		if d.handle == 0 {
			init := ir.ConstID(c.ev.MaterializeInto(&c.m.Consts, x.val(), d.span))
			c.m.Constants = append(c.m.Constants, ir.Constant{Name: c.t.Name(d.name), Type: x.ty, Init: init, Span: d.span})
			d.handle = uint32(len(c.m.Constants) - 1)
		}
		return operand{kind: opValue, ty: x.ty, handle: uint32(c.b.Constant(ir.ConstantID(d.handle)))}
	}
	return operand{kind: opValue, ty: x.ty, handle: uint32(c.toExpr(x))}
}

// isNonUniform reports whether an index is marked with nonuniformEXT.
func (c *checker) isNonUniform(n syntax.Node) bool {
	n = c.t.Unparen(n)
	if c.t.Kind(n) != syntax.KindCall {
		return false
	}
	callee := c.t.Call(n).Callee
	return c.t.Kind(callee) == syntax.KindIdent && c.t.Name(c.t.Ident(callee)) == "nonuniformEXT"
}

// member checks x.name: a member of a struct, or components of a vector.
func (c *checker) member(n syntax.Node) operand {
	v := c.t.Member(n)
	if base := c.t.Unparen(v.X); c.memberResources != nil && c.t.Kind(base) == syntax.KindIdent {
		if id, ok := c.memberResources[resourceKey{c.bind[c.t.Ident(base)], v.Name}]; ok {
			return c.reference(id, n)
		}
	}
	x := c.expr(v.X)
	if !x.ok() {
		return x
	}
	name := c.t.Name(v.Name)
	switch ty := c.at(x.ty); ty.Kind {
	case ir.TypeStruct:
		members := c.m.Structs[ty.Struct].Members
		for i := range members {
			if members[i].Name == name {
				return c.blockMember(x, uint32(i), n)
			}
		}
		d := c.errorf(codeMember, c.t.Primary(n), "%s has no member %q", c.typeName(x), name)
		names := make([]string, len(members))
		for i := range members {
			names[i] = members[i].Name
		}
		if s := nearest(name, names); s != "" {
			d.Suggest(c.t.Primary(n), s, "did you mean %q?", s)
		}
	case ir.TypeScalar, ir.TypeVector:
		return c.swizzled(n, x, name)
	default:
		if x.kind == opVoid {
			c.wantValue(x, v.X)
			return operand{}
		}
		c.errorf(codeMember, c.t.Primary(n), "a value of type %s has no member %q", c.typeName(x), name)
	}
	return operand{}
}

// blockMember is a member of a struct; where memory has another type for bools,
// the member's type is that of the value.
func (c *checker) blockMember(x operand, i uint32, n syntax.Node) operand {
	y := c.element(x, i, n)
	if v, ok := c.blockValues[blockKey{x.ty, i}]; ok {
		if y.kind == opValue {
			return c.reshape(y, v)
		}
		y.ty = v
	}
	return y
}

// blockKey names a member of a block's struct.
type blockKey struct {
	strct ir.TypeID
	i     uint32
}

// swizzled picks components of a vector by name.
func (c *checker) swizzled(n syntax.Node, x operand, name string) operand {
	size := c.shapeOf(x.ty)
	if size == 1 {
		a := since(420, never, extShadingLanguage420)
		if !c.needs(c.t.Primary(n), "a component of a scalar", &a) {
			return operand{}
		}
	}
	const sets = "xyzwrgbastpq"
	var pattern [4]uint8
	set := -1
	ok := len(name) >= 1 && len(name) <= 4
	for i := 0; ok && i < len(name); i++ {
		at := -1
		for k := range len(sets) {
			if sets[k] == name[i] {
				at = k
			}
		}
		if at < 0 || set >= 0 && at/4 != set {
			ok = false
			break
		}
		set = at / 4
		if at%4 >= size {
			c.errorf(codeMember, c.t.Primary(n), "a vector of %d components has no component %q", size, name[i:i+1])
			return operand{}
		}
		pattern[i] = uint8(at % 4)
	}
	if !ok {
		c.errorf(codeMember, c.t.Primary(n), "%q is no component or swizzle of a vector", name).
			Note("use up to four of xyzw, of rgba or of stpq")
		return operand{}
	}
	if x.kind != opRef {
		y := c.swizzle(x, pattern[:len(name)]...)
		y.decl = x.decl
		return y
	}
	if c.decls[x.decl].flags&flagWriteOnly == 0 && x.size == 0 && size == 1 {
		return c.splat(len(name), c.rvalue(x))
	}
	if x.size > 0 {
		for i := range len(name) {
			pattern[i] = x.pattern[pattern[i]]
		}
	}
	x.ty = ir.VectorOf(c.m.Types.ScalarOf(x.ty), len(name))
	x.pattern, x.size = pattern, uint8(len(name))
	if len(name) == 1 {
		return c.oneComponent(x)
	}
	return x
}

// method checks x.length().
func (c *checker) method(n syntax.Node) operand {
	v := c.t.Method(n)
	if c.t.Name(v.Name) != "length" || len(v.Args) != 0 {
		c.errorf(codeMember, v.NameSpan, "the only method is length()")
		return operand{}
	}
	x := c.expr(v.X)
	if !x.ok() {
		return x
	}
	t := c.at(x.ty)
	switch t.Kind {
	case ir.TypeVector:
		return constInt(int64(t.Rows))
	case ir.TypeMatrix:
		return constInt(int64(t.Columns))
	case ir.TypeArray, ir.TypeBindingArray:
		if t.Length != 0 {
			return constInt(int64(t.Length))
		}
		if t.LengthExpr != 0 {
			return c.lengthExpr(t.LengthExpr)
		}
		if x.kind == opRef && c.fn != nil {
			return c.cast(ir.I32, operand{kind: opValue, ty: ir.TypeU32, handle: uint32(c.b.ArrayLength(x.expr()))})
		}
	}
	c.errorf(codeMember, v.NameSpan, "a value of type %s has no length", c.typeName(x))
	return operand{}
}

// lengthExpr is the length of an array that a specialization constant gives.
func (c *checker) lengthExpr(e ir.ConstID) operand {
	x := ir.ExprID(e)
	if c.m.Consts.Kind(x) == ir.KindOverride {
		o := c.m.Consts.OverrideRef(x)
		if c.fn == nil {
			return c.cast(ir.I32, operand{kind: opValue, spec: true, ty: c.m.Consts.TypeOf(x), handle: uint32(x)})
		}
		return c.cast(ir.I32, operand{kind: opValue, spec: true, ty: c.m.Overrides[o].Type, handle: uint32(c.b.Override(o))})
	}
	c.unsupported(c.b.Span, "the length of an array that specialization constants compute")
	return operand{}
}
