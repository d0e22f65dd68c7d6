package hlsl

// This file unrolls loops whose bodies need their counter as a constant: offsets of
// textures, and indices of arrays whose elements are resources of no one array. A first
// reading finds these loops, a second one unrolls them.

import (
	"refract/internal/front/clike"
	"refract/internal/front/hlsl/syntax"
)

// maxUnrolled bounds the passes of a loop that is unrolled, and of all such loops together.
const maxUnrolled, maxUnrolledAll = 256, 1 << 12

// wantConstant is called if a value must be a constant. If a loop around it can be unrolled
// it reports true: the source is read once more.
func (c *checker) wantConstant() bool {
	found := false
	for _, n := range c.loops {
		if c.countable(n) {
			if !c.unrolls(n) {
				c.uses = append(c.uses, use{unroll: n})
			}
			c.again, found = true, true
		}
	}
	return found
}

// unrolls reports whether a loop is to be unrolled.
func (c *checker) unrolls(n node) bool {
	for _, u := range c.uses {
		if u.unroll == n && n != syntax.None {
			return true
		}
	}
	return false
}

// countable reports whether a loop has the form that is unrolled: a declared counter, a
// condition and a step, and no break or continue.
func (c *checker) countable(n node) bool {
	s := c.t.For(n)
	if s.Cond == syntax.None || s.Step == syntax.None || s.Init == syntax.None || c.t.Kind(s.Init) != syntax.KindDeclaration {
		return false
	}
	d := c.t.Declaration(s.Init)
	if len(d.Declarators) != 1 || c.t.Declarator(d.Declarators[0]).Init == syntax.None {
		return false
	}
	for i := s.Body; i > s.Init && i > s.Cond && i > s.Step; i-- {
		if k := c.t.Kind(i); k == syntax.KindBreak || k == syntax.KindContinue {
			return false
		}
	}
	return true
}

// unrolled lowers a loop as often as it runs; done is false if its counter isn't constant.
func (c *checker) unrolled(n node) (bh clike.Behavior, done bool) {
	s := c.t.For(n)
	v := c.t.Declaration(s.Init)
	d := c.t.Declarator(v.Declarators[0])
	t, _, ok := c.typeOf(v.Type)
	if !ok || !t.isScalar() || len(d.Dims) > 0 {
		return 0, false
	}
	x, known := c.tryConst(func() operand { return c.implicit(c.expression(d.Init), t, c.t.Span(d.Init), "the initial value") })
	if !known {
		return 0, false
	}
	old := c.push()
	id := c.declare(decl{kind: declConst, name: d.Name, span: d.NameSpan, ty: t, bits: x.bits, member: -1})
	bh = clike.Next
	for range maxUnrolled {
		cond, known := c.tryConst(func() operand { return c.cast(kBool, c.expression(s.Cond)) })
		if !known {
			break
		}
		if cond.bits == 0 {
			c.pop(old)
			return bh, true
		}
		if c.unrolledAll++; c.unrolledAll > maxUnrolledAll {
			break
		}
		mark := c.b.Begin()
		got := c.loopStmts(s.Body)
		c.b.Nested(c.b.End(mark))
		bh = bh&^clike.Next | got
		if got&clike.Next == 0 {
			c.pop(old)
			return bh, true
		}
		after, known := c.tryConst(func() operand { return c.stepped(s.Step, id) })
		if !known {
			break
		}
		c.decls[id].bits = after.bits
	}
	c.pop(old)
	c.errorf(codeLimit, c.t.Span(n), "the loop can't be unrolled: its counter isn't constant, or it runs too often")
	return clike.Next, true
}

// stepped is the value of a counter behind a step.
func (c *checker) stepped(n node, id declID) operand {
	n = c.t.Unparen(n)
	x := operand{kind: opConst, ty: c.decls[id].ty, bits: c.decls[id].bits}
	is := func(n node) bool {
		n = c.t.Unparen(n)
		return c.t.Kind(n) == syntax.KindIdent && c.t.Ident(n) == c.decls[id].name
	}
	switch c.t.Kind(n) {
	case syntax.KindUnary:
		u := c.t.Unary(n)
		if !is(u.X) {
			break
		}
		switch u.Op {
		case syntax.OpPreIncrement, syntax.OpPostIncrement:
			return c.implicit(c.binaryOp(n, syntax.OpAdd, x, constInt(1)), x.ty, c.t.Span(n), "the counter")
		case syntax.OpPreDecrement, syntax.OpPostDecrement:
			return c.implicit(c.binaryOp(n, syntax.OpSub, x, constInt(1)), x.ty, c.t.Span(n), "the counter")
		}
	case syntax.KindAssign:
		a := c.t.Assign(n)
		if !is(a.Left) {
			break
		}
		r := c.expression(a.Right)
		if a.Op != syntax.OpNone {
			r = c.binaryOp(n, a.Op, x, r)
		}
		return c.implicit(r, x.ty, c.t.Span(n), "the counter")
	}
	return operand{}
}
