package hlsl

// This file lowers operands that are evaluated on one path only: the operands of commas, of
// && and ||, and of the conditional operator. Before version 2021 both sides of these are
// evaluated, and they work component by component.

import (
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// comma evaluates a list of expressions; the value is that of the last.
func (c *checker) comma(n node) operand {
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
	x = c.rvalue(x)
	return x
}

// logical checks && and ||.
func (c *checker) logical(n node, b syntax.Binary, l operand, left node) operand {
	isAnd := b.Op == syntax.OpLogicalAnd
	if l.ok() && c.isStruct(l.ty) {
		return c.operatorCall(n, "operator"+b.Op.String(), left, l, []node{b.Right})
	}
	bad := func(r operand) operand {
		if l.ok() && r.ok() {
			c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s and %s", b.Op, c.typeName(l), c.typeName(r))
		}
		return operand{}
	}
	truth := func(x operand) operand {
		if !x.ok() || !x.ty.numeric() {
			return operand{}
		}
		return c.cast(kBool, x)
	}
	if l.ok() && !l.ty.numeric() {
		return bad(c.expression(b.Right))
	}
	if c.opts.Version >= 2021 && l.ok() && !l.ty.isScalar() {
		c.expression(b.Right)
		c.errorf(codeType, c.t.Span(left), "the operands of %s are scalars since version 2021, found %s", b.Op, c.name(l.ty)).
			Note("and(x, y) and or(x, y) take vectors")
		return operand{}
	}
	l = truth(l)
	if c.opts.Version < 2021 || c.fn == nil && !l.isConst() {
		r := truth(c.expression(b.Right))
		if !l.ok() || !r.ok() {
			return bad(r)
		}
		c.b.Span = c.t.Span(n)
		x, y, ok := c.unify(l, r, kBool, c.t.Span(n))
		if !ok {
			return bad(r)
		}
		op := ir.Or
		if isAnd {
			op = ir.And
		}
		if x.ty.shape().count() == 1 && x.ty.isScalar() {
			return c.binary(binaryOps[b.Op], x, y)
		}
		return c.binary(op, x, y)
	}
	if l.ok() {
		l = c.scalar(l)
	}
	right := func() operand {
		r := c.expression(b.Right)
		c.b.Span = c.t.Span(n)
		if r.ok() && r.ty.numeric() && !r.ty.isScalar() {
			c.errorf(codeType, c.t.Span(b.Right), "the operands of %s are scalars since version 2021, found %s", b.Op, c.name(r.ty)).
				Note("and(x, y) and or(x, y) take vectors")
			return operand{}
		}
		if r.ok() && !r.ty.numeric() {
			return bad(r)
		}
		if r = truth(r); r.ok() {
			r = c.scalar(r)
		}
		return r
	}
	if l.isConst() {
		if (l.bits != 0) == isAnd {
			return right()
		}
		if c.fn != nil {
			mark := c.b.Begin()
			right()
			c.b.Discard(mark)
		}
		return l
	}
	if c.mayBranch(b.Right) {
		c.b.Flush()
	}
	here := c.b.Here()
	r := right()
	if !l.ok() || !r.ok() {
		return operand{}
	}
	list, simple := c.b.Since(here)
	if simple && c.harmless(list) {
		if r.isConst() && (r.bits != 0) == isAnd {
			return l
		} else if r.isConst() {
			return r
		}
		return c.binary(binaryOps[b.Op], l, r)
	}
	mark := c.b.Branch(here)
	temp := c.fn.AddLocal(ir.Local{Type: ir.TypeBool, Span: c.b.Span})
	ptr := c.b.Local(temp)
	c.b.Store(ptr, c.toExpr(r))
	block := c.b.End(mark)
	c.b.DeclareLocal(temp, l.expr())
	if isAnd {
		c.b.If(l.expr(), block, 0)
	} else {
		c.b.If(l.expr(), 0, block)
	}
	return value(c.b.Load(ptr), tBool)
}

// mayBranch reports whether checking an expression may build statements.
func (c *checker) mayBranch(n node) bool {
	switch c.t.Kind(n) {
	case syntax.KindIdent, syntax.KindLiteral, syntax.KindName, syntax.KindThis:
		return false
	case syntax.KindParen:
		return c.mayBranch(c.t.Paren(n))
	case syntax.KindMember:
		return c.mayBranch(c.t.Member(n).X)
	case syntax.KindCast:
		return c.mayBranch(c.t.Cast(n).X)
	case syntax.KindUnary:
		u := c.t.Unary(n)
		return u.Op >= syntax.OpPreIncrement || c.mayBranch(u.X)
	case syntax.KindIndex:
		v := c.t.Index(n)
		return c.mayBranch(v.X) || c.mayBranch(v.Index)
	case syntax.KindBinary:
		b := c.t.Binary(n)
		if b.Op >= syntax.OpLogicalAnd || c.t.Kind(b.Left) == syntax.KindBinary {
			return true
		}
		return c.mayBranch(b.Left) || c.mayBranch(b.Right)
	}
	return true
}

// harmless reports whether expressions may be evaluated even if the source skips them: they
// touch no memory that others write, access nothing by a dynamic index, and cost little.
func (c *checker) harmless(list []ir.ExprID) bool {
	if len(list) > 16 {
		return false
	}
	for _, e := range list {
		switch c.fn.Kind(e) {
		case ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindAccessIndex, ir.KindUnary, ir.KindBinary, ir.KindSelect,
			ir.KindRelational, ir.KindMath, ir.KindAs:
		case ir.KindLoad:
			switch c.m.Types.At(c.fn.TypeOf(c.fn.Operand(e))).Space {
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

// conditional checks a ? b : c.
func (c *checker) conditional(n node) operand {
	v := c.t.Conditional(n)
	cond := c.expression(v.Cond)
	if cond.ok() && !cond.ty.numeric() {
		c.errorf(codeType, c.t.Span(v.Cond), "the condition must be bool, found %s", c.typeName(cond))
		cond = operand{}
	}
	if cond.ok() {
		cond = c.cast(kBool, cond)
	}
	componentwise := cond.ok() && cond.ty.shape().count() > 1
	if cond.ok() && !cond.ty.isScalar() && c.opts.Version >= 2021 {
		c.errorf(codeType, c.t.Span(v.Cond), "the condition of ?: is a scalar since version 2021, found %s", c.name(cond.ty)).
			Note("select(condition, x, y) takes vectors")
		cond = operand{}
	}
	if componentwise || c.fn == nil || c.opts.Version < 2021 || !cond.ok() {
		if cond.isConst() && cond.ty.shape().count() == 1 {
			return c.knownConditional(n, v, cond)
		}
		a, b := c.expression(v.Then), c.expression(v.Else)
		c.b.Span = c.t.Span(n)
		if !cond.ok() {
			return operand{}
		}
		if a.kind == opResource && !componentwise {
			return c.chooseResource(n, c.scalar(cond), a, b)
		}
		t, ok := c.commonType(n, a, b)
		if !ok {
			return operand{}
		}
		if componentwise {
			return c.selectWhole(n, cond, a, b, t)
		}
		x, y := c.implicit(a, t, c.t.Span(v.Then), "the value"), c.implicit(b, t, c.t.Span(v.Else), "the value")
		if !x.ok() || !y.ok() {
			return operand{}
		}
		return c.choose(c.scalar(cond), x, y)
	}
	cond = c.scalar(cond)
	if cond.isConst() {
		return c.knownConditional(n, v, cond)
	}
	if c.mayBranch(v.Then) || c.mayBranch(v.Else) {
		c.b.Flush()
	}
	start := c.b.Here()
	a := c.side(v.Then)
	if a.kind == opHeap {
		b := c.side(v.Else)
		if b.kind != opHeap || b.bits != a.bits {
			if b.ok() {
				c.unsupported(c.t.Span(n), "a choice between a heap and another resource")
			}
			return operand{}
		}
		a.handle = c.choose(cond, value(a.expr(), tUint), value(b.expr(), tUint)).handle
		a.fixed = a.fixed || b.fixed
		return a
	}
	if a.kind == opResource {
		return c.chooseSides(n, v, cond, a, start)
	}
	if a.kind == opVoid {
		accept := c.b.End(c.b.Branch(start))
		mark := c.b.Begin()
		b := c.side(v.Else)
		reject := c.b.End(mark)
		if b.ok() && b.kind != opVoid {
			c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value, or none")
			return operand{}
		}
		c.b.Span = c.t.Span(n)
		c.b.If(cond.expr(), accept, reject)
		return operand{kind: opVoid}
	}
	if a.ok() {
		a = c.settledIfMixed(a)
	}
	listA, simpleA := c.b.Since(start)
	simpleA = simpleA && c.harmless(listA)
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
		t = t.settle()
		c.b.Span = c.t.Span(n)
		listB, simpleB := c.b.Since(middle)
		if simpleB && c.harmless(listB) && t.numeric() && !t.isMatrix() {
			return c.choose(cond, c.implicit(a, t, c.t.Span(v.Then), "the value"), c.implicit(b, t, c.t.Span(v.Else), "the value"))
		}
		mark := c.b.Branch(middle)
		temp := c.fn.AddLocal(ir.Local{Type: c.irOf(t), Span: c.t.Span(n)})
		ptr := c.b.Local(temp)
		c.b.Store(ptr, c.toExpr(c.implicit(b, t, c.t.Span(v.Else), "the value")))
		reject := c.b.End(mark)
		c.b.DeclareLocal(temp, c.toExpr(c.implicit(a, t, c.t.Span(v.Then), "the value")))
		c.b.If(cond.expr(), 0, reject)
		return value(c.b.Load(ptr), t)
	}
	// The first side goes into a block of its own; it is converted once the type of the
	// other side is known.
	mark := c.b.Branch(start)
	c.b.Span = c.t.Span(n)
	own := a.ty.settle()
	a = c.convert(a, own)
	temp := c.fn.AddLocal(ir.Local{Type: c.irOf(own), Span: c.t.Span(n)})
	ptr := c.b.Local(temp)
	c.b.Store(ptr, c.toExpr(a))
	accept := c.b.End(mark)
	c.b.DeclareLocal(temp, 0)
	mark = c.b.Begin()
	b := c.expression(v.Else)
	c.b.Span = c.t.Span(n)
	t, ok := c.commonType(n, value(0, own), b)
	if !ok {
		c.b.End(mark)
		return operand{}
	}
	t = t.settle()
	first := ptr
	if t != own {
		temp = c.fn.AddLocal(ir.Local{Type: c.irOf(t), Span: c.t.Span(n)})
		ptr = c.b.Local(temp)
	}
	c.b.Store(ptr, c.toExpr(c.implicit(b, t, c.t.Span(v.Else), "the value")))
	reject := c.b.End(mark)
	if t != own {
		c.b.DeclareLocal(temp, 0)
		mark = c.b.Begin()
		c.b.Nested(accept)
		x := value(c.b.Load(first), own)
		c.b.Store(ptr, c.toExpr(c.convert(x, t)))
		accept = c.b.End(mark)
	}
	c.b.If(cond.expr(), accept, reject)
	return value(c.b.Load(ptr), t)
}

func (c *checker) settledIfMixed(x operand) operand { return x }

// choose is one of two values by a scalar condition.
func (c *checker) choose(cond, x, y operand) operand {
	if !x.ok() || !y.ok() {
		return operand{}
	}
	x, y = c.settled(x), c.settled(y)
	if x.ty.isMatrix() && c.plainMatrix(x.ty) {
		return c.byRows(x.ty, func(i uint32) operand { return c.selects(cond, c.component(x, i), c.component(y, i)) })
	}
	return c.selects(cond, x, y)
}

// selectWhole is a choice component by component.
func (c *checker) selectWhole(n node, cond, a, b operand, t typeID) operand {
	if !t.numeric() {
		c.errorf(codeType, c.t.Span(n), "a condition of several components chooses between numbers, not %s", c.name(t))
		return operand{}
	}
	s, _, ok := commonShape(cond.ty.shape(), t.shape())
	if !ok {
		c.errorf(codeType, c.t.Span(n), "the condition %s doesn't fit %s", c.name(cond.ty), c.name(t))
		return operand{}
	}
	t = s.of(t.kind())
	x, y := c.implicit(a, t, c.t.Span(n), "the value"), c.implicit(b, t, c.t.Span(n), "the value")
	cond = c.convert(cond, s.of(kBool))
	if !x.ok() || !y.ok() {
		return operand{}
	}
	return c.selects(cond, c.settled(x), c.settled(y))
}

// knownConditional is the side that a known condition chooses; the other one is checked.
func (c *checker) knownConditional(n node, v syntax.Conditional, cond operand) operand {
	yes, no := v.Then, v.Else
	if cond.bits == 0 {
		yes, no = no, yes
	}
	a := c.side(yes)
	var b operand
	if c.fn != nil {
		mark := c.b.Begin()
		b = c.side(no)
		c.b.Discard(mark)
	} else {
		b = c.side(no)
	}
	if a.kind == opVoid && b.kind == opVoid || a.kind == opResource && b.kind == opResource && a.ty == b.ty {
		return a
	}
	t, ok := c.commonType(n, a, b)
	if !ok {
		return operand{}
	}
	return c.implicit(a, t, c.t.Span(yes), "the value")
}

// side checks a side of ?:, which may be a call without a value.
func (c *checker) side(n node) operand {
	x := c.expr(n)
	if x.kind == opVoid {
		return x
	}
	return c.rvalue(x)
}

// commonType is the type of both sides of ?:.
func (c *checker) commonType(n node, a, b operand) (typeID, bool) {
	switch {
	case !a.ok() || !b.ok():
		return 0, false
	case a.kind == opVoid || b.kind == opVoid || a.kind == opInit || b.kind == opInit:
		c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value, or none")
		return 0, false
	case a.kind == opResource && b.kind == opResource && a.ty == b.ty:
		c.unsupported(c.t.Span(n), "a choice between arrays of resources")
		return 0, false
	case a.ty == b.ty:
		return a.ty, true
	case a.ty.numeric() && b.ty.numeric():
		s, _, ok := commonShape(a.ty.shape(), b.ty.shape())
		if ok {
			return s.of(c.commonKind(a.ty.kind(), b.ty.kind())), true
		}
	}
	c.errorf(codeType, c.t.Span(n), "both sides of ?: must have one type, found %s and %s", c.typeName(a), c.typeName(b))
	return 0, false
}
