package glsl

// This file checks assignments, which are expressions, and ++ and --.

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// lvalue checks an expression that is to be written.
func (c *checker) lvalue(n syntax.Node, what string) (operand, bool) {
	x := c.expr(n)
	if !x.ok() {
		return x, false
	}
	d := &c.decls[x.decl]
	if d.flags&flagIndex != 0 {
		c.beyondWebGL(c.t.Span(n), "loops whose body writes their index")
	}
	switch {
	case x.kind != opRef:
		switch {
		case x.decl != 0 && d.flags&flagConst != 0 || x.decl != 0 && d.kind == declConst:
			c.errorf(codeAssign, c.t.Span(n), "can't %s %q: it is a constant", what, c.t.Name(d.name))
		case x.decl != 0 && d.flags&flagInput != 0:
			c.errorf(codeAssign, c.t.Span(n), "can't %s %q: it is an input", what, c.t.Name(d.name))
		case x.decl != 0 && d.flags&flagReadOnly != 0:
			c.errorf(codeAssign, c.t.Span(n), "can't %s %q: it can only be read", what, c.t.Name(d.name))
		default:
			c.errorf(codeAssign, c.t.Span(n), "can't %s this expression: it is a value, not a variable", what)
		}
		return x, false
	case d.flags&flagReadOnly != 0:
		kind := "it can only be read"
		switch {
		case d.flags&flagUniform != 0:
			kind = "it is a uniform"
		case d.flags&flagInput != 0:
			kind = "it is an input"
		case d.flags&flagConst != 0:
			kind = "it is a constant"
		}
		c.errorf(codeAssign, c.t.Span(n), "can't %s %q: %s", what, c.t.Name(d.name), kind)
		return x, false
	case c.at(c.ex.TypeOf(x.expr())).Access&ir.AccessWrite == 0:
		c.errorf(codeAssign, c.t.Span(n), "can't %s memory that can only be read", what)
		return x, false
	}
	if repeats(x.pattern[:x.size]) {
		c.errorf(codeAssign, c.t.Span(n), "can't %s the same component twice", what)
		return x, false
	}
	if t := c.at(x.ty); t.IsRuntimeSized() || c.holdsRayObject(x.ty) || c.structOpaque(x.ty) {
		c.errorf(codeAssign, c.t.Span(n), "can't %s a variable of type %s as a whole", what, c.typeName(x))
		return x, false
	}
	return x, true
}

// store writes a value to the place of an operand.
func (c *checker) store(to, v operand) {
	p := to.expr()
	held := c.m.Types.Pointee(c.ex.TypeOf(p))
	if to.size > 0 {
		c.storeComponents(p, held, to, v)
		return
	}
	c.b.Store(p, c.toExpr(c.reshape(v, held)))
}

// storeComponents writes components of a vector: all of them as one value, or each
// for itself.
func (c *checker) storeComponents(p ir.ExprID, held ir.TypeID, to, v operand) {
	s := c.m.Types.ScalarOf(held)
	v = c.cast(s, v)
	n := c.shapeOf(held)
	if int(to.size) == n {
		// A permutation of all components.
		var inverse [4]uint8
		for i := range to.size {
			inverse[to.pattern[i]] = i
		}
		c.b.Store(p, c.toExpr(c.swizzle(v, inverse[:n]...)))
		return
	}
	space := c.at(c.ex.TypeOf(p)).Space
	if space == ir.SpaceFunction || space == ir.SpacePrivate {
		// The vector with some of its components replaced.
		old := operand{kind: opValue, ty: held, handle: uint32(c.b.Load(p))}
		var parts [4]operand
		for i := range n {
			parts[i] = operand{}
			for k := range to.size {
				if int(to.pattern[k]) == i {
					parts[i] = c.component(v, uint32(k))
				}
			}
			if !parts[i].ok() {
				parts[i] = c.component(old, uint32(i))
			}
		}
		c.b.Store(p, c.toExpr(c.compose(held, parts[:n]...)))
		return
	}
	for i := range to.size {
		part := c.component(v, uint32(i))
		at := c.b.AccessIndex(p, uint32(to.pattern[i]))
		c.b.Store(at, c.toExpr(part))
	}
}

// assign checks an assignment; its value is the stored value.
func (c *checker) assign(n syntax.Node) operand {
	a := c.t.Assign(n)
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression has no assignments")
		return operand{}
	}
	left, ok := c.lvalue(a.Left, "assign to")
	if ok && !c.notSpecialized(left.ty, "assigned", c.t.Span(a.Left)) {
		return operand{}
	}
	var right operand
	if a.Op == syntax.OpNone {
		right = c.expression(a.Right)
		if !ok {
			return operand{}
		}
		right = c.implicit(right, left.ty, c.t.Span(a.Right), "the value assigned")
	} else {
		if !ok {
			c.expression(a.Right)
			return operand{}
		}
		r := c.expression(a.Right)
		old := c.wantValue(left, a.Left)
		c.b.Span = c.t.Span(n)
		right = c.binaryOp(n, a.Op, old, r)
		right = c.implicit(right, left.ty, c.t.Span(n), "the value assigned")
	}
	if !right.ok() {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	c.store(left, right)
	right.decl, right.spec = 0, false
	if right.kind == opConst {
		return right
	}
	return right
}

// step checks ++ and --: before, the value is the new one; behind, the old one.
func (c *checker) step(n syntax.Node, u syntax.Unary) operand {
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression has no %s", u.Op)
		return operand{}
	}
	left, ok := c.lvalue(u.X, "change")
	if !ok {
		return operand{}
	}
	refers := c.referenceOf(left.ty) != nil
	if !refers && !c.isNumeric(left.ty) {
		c.errorf(codeNoMatch, c.t.Span(n), "the operator %s doesn't take %s", u.Op, c.typeName(left))
		return operand{}
	}
	old := c.wantValue(left, u.X)
	if !old.ok() {
		return old
	}
	c.b.Span = c.t.Span(n)
	op := ir.Add
	if u.Op == syntax.OpPreDecrement || u.Op == syntax.OpPostDecrement {
		op = ir.Sub
	}
	var changed operand
	if refers {
		changed = c.moved(n, op, old, constInt(1))
	} else {
		changed = c.arithmetic(op, old, number(c.m.Types.ScalarOf(left.ty), 1))
	}
	if !changed.ok() {
		return operand{}
	}
	c.store(left, changed)
	if u.Op == syntax.OpPostIncrement || u.Op == syntax.OpPostDecrement {
		old.decl = 0
		return old
	}
	changed.decl = 0
	return changed
}
