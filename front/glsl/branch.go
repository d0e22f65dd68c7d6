package glsl

// This file lowers operands that are evaluated on one path only: the operands of commas, of
// && and ||, and of the conditional operator.

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

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
		if r.kind == opVoid {
			return c.wantValue(r, b.Right)
		}
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
	x := c.side(n)
	c.b.Discard(mark)
	return x
}

// side checks a side of ?:, which may be a call without a value.
func (c *checker) side(n syntax.Node) operand {
	x := c.expr(n)
	if x.kind == opVoid {
		return x
	}
	return c.wantValue(x, n)
}

// conditionalCalls checks the rest of a ? b : c, of which b has no value. Its code is all
// that was built since start.
func (c *checker) conditionalCalls(n syntax.Node, cond operand, start ir.Position, otherwise syntax.Node) operand {
	accept := c.b.End(c.b.Branch(start))
	mark := c.b.Begin()
	b := c.side(otherwise)
	reject := c.b.End(mark)
	if b.ok() && b.kind != opVoid {
		c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value, or none")
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	c.b.If(cond.expr(), accept, reject)
	return operand{kind: opVoid}
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
			if m.tex != 0 {
				if f := &textureFunctions[m.tex-1]; f.sparse || f.op == texIdentical {
					return true
				}
			}
		}
	}
	return false
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
			a = c.side(v.Then)
			b = c.unevaluated(v.Else)
			if a.kind == opVoid && b.kind == opVoid {
				return a
			}
			t, ok := c.commonType(n, a, b)
			if !ok {
				return operand{}
			}
			return c.implicit(a, t, c.t.Span(n), "the value")
		}
		a = c.unevaluated(v.Then)
		b = c.side(v.Else)
		if a.kind == opVoid && b.kind == opVoid {
			return a
		}
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
	// Both sides are built once as they are, to measure their cost; where one must not be
	// evaluated in vain, it goes into a block.
	start := c.b.Here()
	a := c.side(v.Then)
	if a.kind == opVoid {
		return c.conditionalCalls(n, cond, start, v.Else)
	}
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
		// The other side is converted once its type is known.
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
		c.errorf(codeNotValue, c.t.Span(n), "both sides of ?: must have a value, or none")
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
