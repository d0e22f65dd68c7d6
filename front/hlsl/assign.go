package hlsl

// This file checks assignments, which are expressions, and ++ and --.

import (
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// lvalue checks an expression that is to be written.
func (c *checker) lvalue(n node, what string) (operand, bool) {
	x := c.target(n)
	return x, c.writable(x, n, what)
}

// target is an expression that may be written. Assignments and the prefix forms of ++ and -- are their
// left sides. They are evaluated once, as by FXC; DXC evaluates one that is an inout argument twice.
func (c *checker) target(n node) operand {
	switch in := c.t.Unparen(n); c.t.Kind(in) {
	case syntax.KindAssign:
		place, v := c.assignment(in)
		if place.ok() && v.ok() {
			return place
		}
		return v
	case syntax.KindUnary:
		u := c.t.Unary(in)
		if u.Op != syntax.OpPreIncrement && u.Op != syntax.OpPreDecrement {
			break
		}
		place, v := c.stepping(in, u)
		if place.ok() && v.ok() {
			return place
		}
		return v
	}
	return c.expr(n)
}

// writable reports an operand that can't be written.
func (c *checker) writable(x operand, n node, what string) bool {
	if !x.ok() {
		return false
	}
	d := &c.decls[x.decl]
	switch {
	case !x.isPlace():
		switch {
		case x.decl != 0 && (x.fixed || d.kind == declConst || d.kind == declOverride):
			c.errorf(codeAssign, c.t.Span(n), "can't %s %q: it is a constant", what, c.t.Name(d.name))
		case x.kind == opResource:
			c.errorf(codeAssign, c.t.Span(n), "can't %s a resource", what)
		default:
			c.errorf(codeAssign, c.t.Span(n), "can't %s this expression: it is a value, not a variable", what)
		}
		return false
	case x.fixed:
		kind := "it can only be read"
		if d.kind == declGlobal && d.host {
			kind = "it is a uniform"
		} else if x.decl != 0 && d.fixed {
			kind = "it is a constant"
		}
		if x.decl == 0 {
			c.errorf(codeAssign, c.t.Span(n), "can't %s this place: it can only be read", what)
		} else {
			c.errorf(codeAssign, c.t.Span(n), "can't %s %q: %s", what, c.t.Name(d.name), kind)
		}
		return false
	}
	seen := uint16(0)
	for _, p := range x.pattern[:x.n] {
		if seen>>p&1 != 0 {
			c.errorf(codeAssign, c.t.Span(n), "can't %s the same component twice", what)
			return false
		}
		seen |= 1 << p
	}
	return true
}

// assign checks an assignment; its value is the stored value.
func (c *checker) assign(n node) operand {
	_, v := c.assignment(n)
	return v
}

// assignment checks an assignment. It returns the place, if it is one of numbers or of a struct, and the
// stored value.
func (c *checker) assignment(n node) (place, stored operand) {
	a := c.t.Assign(n)
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression has no assignments")
		return operand{}, operand{}
	}
	var first operand // the right side, if it is evaluated first
	if c.rightFirst(a) {
		first = c.loadEarly(c.expression(a.Right))
	}
	if l := c.t.Unparen(a.Left); a.Op == syntax.OpNone && c.t.Kind(l) == syntax.KindCast {
		return operand{}, c.assignCast(n, a, l, first)
	}
	left := c.target(a.Left)
	if left.kind == opResource && a.Op == syntax.OpNone {
		return operand{}, c.assignResource(n, a, left)
	}
	if left.ok() && c.isStruct(left.ty) && a.Op != syntax.OpNone {
		return operand{}, c.operatorCall(n, "operator"+a.Op.String()+"=", a.Left, left, []node{a.Right})
	}
	ok := c.writable(left, a.Left, "assign to")
	right := first
	if !right.ok() {
		right = c.expression(a.Right)
	}
	if a.Op == syntax.OpNone {
		if !ok {
			return operand{}, operand{}
		}
		c.b.Span = c.t.Span(n)
		right = c.converted(right, left.ty, a.Right, "the value assigned")
	} else {
		if !ok {
			return operand{}, operand{}
		}
		c.b.Span = c.t.Span(n)
		old := c.rvalue(left)
		old.decl = 0
		right = c.binaryOp(n, a.Op, old, right)
		right = c.implicit(right, left.ty, c.t.Span(n), "the value assigned")
	}
	if !right.ok() {
		return operand{}, operand{}
	}
	c.b.Span = c.t.Span(n)
	if left.slots != 0 && !c.setSlots(left.slots, left.ty, right, n) {
		return operand{}, operand{}
	}
	c.store(left, right)
	if right.kind == opConst {
		right.decl = 0
		return left, right
	}
	right.decl, right.fixed = 0, false
	return left, right
}

// assignCast checks (type)x = y: of a struct's base, whose members are written.
func (c *checker) assignCast(n node, a syntax.Assign, l node, right operand) operand {
	v := c.t.Cast(l)
	t, _, ok := c.typeOf(v.Type)
	x := c.expr(v.X)
	if !ok || !x.ok() {
		return operand{}
	}
	isBase := x.kind == opRef && c.derives(x.ty, t) && !c.holdsResource(t)
	if !isBase && x.ty != t {
		x = c.castTo(c.rvalue(x), t, c.t.Span(l))
	}
	if !c.writable(x, l, "assign to") {
		return operand{}
	}
	if !right.ok() {
		right = c.expression(a.Right)
	}
	c.b.Span = c.t.Span(n)
	if right = c.converted(right, t, a.Right, "the value assigned"); !right.ok() {
		return right
	}
	if !isBase {
		c.store(x, right)
		return right
	}
	offset := c.baseOffset(x.ty, t)
	for i := range c.structOf(t).members {
		if m := c.memberOf(right, i); m.ok() {
			c.store(c.memberRef(x, offset+i), m)
		}
	}
	right.decl, right.fixed = 0, false
	return right
}

// converted is implicit, by an operator of the struct if there is one.
func (c *checker) converted(x operand, t typeID, n node, what string) operand {
	if x.ok() && c.isStruct(x.ty) && x.ty != t && x.kind != opInit {
		if y, ok := c.conversionOperator(n, n, x, t); ok {
			return y
		}
	}
	return c.implicit(x, t, c.t.Span(n), what)
}

// assignResource assigns a resource to a local variable, which stands for it from then on.
func (c *checker) assignResource(n node, a syntax.Assign, left operand) operand {
	x := c.expr(a.Right)
	if x.kind == opHeap {
		x = c.fromHeap(x, left.ty, c.t.Span(a.Right))
	}
	if !x.ok() {
		return x
	}
	if x.kind != opResource || x.ty != left.ty {
		c.errorf(codeType, c.t.Span(a.Right), "the value assigned must be %s, found %s", c.name(left.ty), c.typeName(x))
		return operand{}
	}
	if left.slots == 0 {
		c.errorf(codeAssign, c.t.Span(a.Left), "can't assign to a resource at global scope")
		return operand{}
	}
	if !c.setSlots(left.slots, left.ty, x, n) {
		return operand{}
	}
	return x
}

// step checks ++ and --: before, the value is the new one; behind, the old one.
func (c *checker) step(n node, u syntax.Unary) operand {
	_, v := c.stepping(n, u)
	return v
}

// stepping is step, with the place that is changed.
func (c *checker) stepping(n node, u syntax.Unary) (place, v operand) {
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression has no %s", u.Op)
		return operand{}, operand{}
	}
	left, ok := c.lvalue(u.X, "change")
	if !ok {
		return operand{}, operand{}
	}
	if !left.ty.numeric() || left.ty.kind() == kBool {
		c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s", u.Op, c.typeName(left))
		return operand{}, operand{}
	}
	c.b.Span = c.t.Span(n)
	old := c.rvalue(left)
	if !old.ok() {
		return operand{}, old
	}
	old.decl = 0
	op := ir.Add
	if u.Op == syntax.OpPreDecrement || u.Op == syntax.OpPostDecrement {
		op = ir.Sub
	}
	one := c.splat(left.ty, c.number(left.ty.kind(), 1))
	changed := c.binary(op, old, one)
	c.store(left, changed)
	if u.Op == syntax.OpPostIncrement || u.Op == syntax.OpPostDecrement {
		return left, old
	}
	return left, changed
}
