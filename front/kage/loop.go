package kage

// This file checks loops. Kage's loops count from a constant to a constant by a constant.

import (
	"go/ast"
	"go/constant"
	"go/token"

	"refract/ir"
)

// loopForm is the form of a loop, for messages.
const loopForm = "a loop has the form for i := constant; i < constant; i++, with other comparisons and steps"

// A counter is the variable of a loop.
type counter struct {
	object *object
	end    ir.ExprID // the condition is: counter op end
}

func (c *checker) forStmt(s *ast.ForStmt) {
	c.push()
	outer := c.b.Begin()
	if o, ok := c.loopStart(s); ok {
		c.b.Flush()
		c.loops++
		mark := c.b.Begin()
		c.loopCondition(s, o)
		body, _ := c.block(s.Body.List)
		c.inline(body)
		l := ir.Loop{Shape: ir.LoopFor, Body: c.b.End(mark)}
		c.loops--
		mark = c.b.Begin()
		c.loopStep(s, o)
		l.Continuing = c.b.End(mark)
		c.b.Span = c.spanOf(s)
		c.b.Loop(l)
	} else {
		c.loops++
		c.block(s.Body.List)
		c.loops--
	}
	id := c.b.End(outer)
	c.pop()
	c.b.Nested(id)
}

// loopStart declares the variable of a loop.
func (c *checker) loopStart(s *ast.ForStmt) (o *object, ok bool) {
	a, is := s.Init.(*ast.AssignStmt)
	if !is || a.Tok != token.DEFINE || len(a.Lhs) != 1 || len(a.Rhs) != 1 || s.Cond == nil || s.Post == nil {
		c.errorOn(codeFlow, s, loopForm)
		return nil, false
	}
	n, is := a.Lhs[0].(*ast.Ident)
	x := c.operand(a.Rhs[0])
	switch {
	case x.mode == modeInvalid:
		if is {
			c.declareUnknown([]*ast.Ident{n})
		}
		return nil, false
	case !is || n.Name == "_" || x.mode != modeConst:
		c.errorOn(codeFlow, a, loopForm)
		if is {
			c.declareUnknown([]*ast.Ident{n})
		}
		return nil, false
	}
	if x.t == (typ{}) {
		x.t = defaultType(x.val)
	}
	o = c.variable(n.Name, x.t, c.spanOf(n))
	c.declare(o)
	c.b.DeclareLocal(o.local, c.toExpr(x))
	return o, true
}

// isCounter reports whether an expression is the variable of the loop.
func (c *checker) isCounter(e ast.Expr, o *object) bool {
	n, ok := ast.Unparen(e).(*ast.Ident)
	return ok && c.lookup(n.Name) == o
}

// loopCondition leaves the loop unless the condition holds.
func (c *checker) loopCondition(s *ast.ForStmt, o *object) {
	e, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok || !compares(e.Op) || !c.isCounter(e.X, o) {
		c.errorOn(codeFlow, s.Cond, loopForm)
		return
	}
	end := c.operand(e.Y)
	switch {
	case end.mode == modeInvalid:
		return
	case end.mode != modeConst:
		c.errorOn(codeFlow, e.Y, "a loop ends at a constant")
		return
	}
	cond := c.operate(e, e.Op, c.operand(e.X), end)
	if cond.mode == modeInvalid {
		return
	}
	c.breakUnless(c.toExpr(cond))
}

func (c *checker) breakUnless(cond ir.ExprID) {
	c.b.Flush()
	mark := c.b.Begin()
	c.b.Break()
	c.b.If(cond, 0, c.b.End(mark))
}

// loopStep checks the step of a loop: the variable, plus or minus a constant.
func (c *checker) loopStep(s *ast.ForStmt, o *object) {
	switch p := s.Post.(type) {
	case *ast.IncDecStmt:
		if c.isCounter(p.X, o) {
			c.incDec(p)
			return
		}
	case *ast.AssignStmt:
		if len(p.Lhs) != 1 || len(p.Rhs) != 1 || !c.isCounter(p.Lhs[0], o) {
			break
		}
		op, step := p.Tok+(token.ADD-token.ADD_ASSIGN), p.Rhs[0]
		if p.Tok == token.ASSIGN {
			sum, ok := ast.Unparen(step).(*ast.BinaryExpr)
			if !ok || !c.isCounter(sum.X, o) {
				break
			}
			op, step = sum.Op, sum.Y
		}
		if op != token.ADD && op != token.SUB {
			break
		}
		x := c.operand(step)
		switch {
		case x.mode == modeInvalid:
			return
		case x.mode != modeConst:
			c.errorOn(codeFlow, step, "the step of a loop is a constant")
			return
		}
		t, ok := c.target(p.Lhs[0], true)
		if ok {
			c.apply(p, op, &t, x)
		}
		return
	}
	c.errorOn(codeFlow, s.Post, loopForm)
}

// rangeStmt checks a loop over the integers below a constant, or over an array.
func (c *checker) rangeStmt(s *ast.RangeStmt) {
	x := c.operand(s.X)
	if x.mode == modeInvalid {
		c.unknownRange(s)
		return
	}
	t := x.t
	if x.mode == modeConst && t == (typ{}) {
		t = defaultType(x.val)
	}
	end := int64(t.length)
	variable := x.mode == modePlace || x.mode == modeUniform || x.object != nil
	switch {
	case t.is(integer) && x.mode == modeConst && s.Value == nil:
		var exact bool
		if end, exact = int64Of(x.val); !exact {
			end = 0
		}
	case t.is(integer) && x.mode == modeConst:
		c.errorOn(codeFlow, s.Value, "a loop over integers has one variable")
		c.unknownRange(s)
		return
	case t.is(integer):
		c.errorOn(codeFlow, s.X, "a loop ends at a constant")
		c.unknownRange(s)
		return
	case !t.array:
		c.errorOn(codeFlow, s.X, "a loop is over integers or an array, not a %s", t)
		c.unknownRange(s)
		return
	case !variable:
		c.errorOn(codeFlow, s.X, "a loop is over an array that is a variable")
		c.unknownRange(s)
		return
	}
	key, val, ok := c.rangeNames(s)
	if !ok {
		c.unknownRange(s)
		return
	}
	c.push()
	outer := c.b.Begin()
	name := "i"
	span := c.spanOf(s.X)
	if key != nil {
		name, span = key.Name, c.spanOf(key)
	}
	o := c.variable(name, of(integer), span)
	if key != nil {
		o.checked = true
		c.declare(o)
	}
	c.b.DeclareLocal(o.local, c.b.I32(0))
	c.b.Flush()
	c.loops++
	mark := c.b.Begin()
	c.breakUnless(c.b.Binary(ir.Lt, c.b.Load(c.b.Local(o.local)), c.literal(constantOf(of(integer), constant.MakeInt64(end)))))
	if val != nil {
		at := c.b.Load(c.b.Local(o.local))
		element := operand{mode: x.mode, t: t.element()}
		if x.expr = c.freshPlace(x); x.object != nil && x.object.flags {
			element = c.boolAt(x, at)
		} else {
			element.expr = c.b.Access(x.expr, at)
		}
		c.newVariable(val, t.element(), c.toExpr(element))
	}
	body, _ := c.block(s.Body.List)
	c.inline(body)
	l := ir.Loop{Shape: ir.LoopFor, Body: c.b.End(mark)}
	c.loops--
	mark = c.b.Begin()
	p := c.b.Local(o.local)
	c.b.Store(p, c.b.Binary(ir.Add, c.b.Load(p), c.b.I32(1)))
	l.Continuing = c.b.End(mark)
	c.b.Loop(l)
	id := c.b.End(outer)
	c.pop()
	c.b.Nested(id)
}

// freshPlace is the array of a loop, as an expression of the loop's body.
func (c *checker) freshPlace(x operand) ir.ExprID {
	if x.mode == modeUniform {
		return c.b.AccessIndex(c.b.Global(c.buffer), x.object.member)
	}
	return x.expr
}

// rangeNames are the variables of a loop; nil: there is none, or it is _.
func (c *checker) rangeNames(s *ast.RangeStmt) (key, val *ast.Ident, ok bool) {
	name := func(e ast.Expr) (*ast.Ident, bool) {
		if e == nil {
			return nil, true
		}
		n, is := e.(*ast.Ident)
		if !is {
			c.errorOn(codeFlow, e, "the variables of a loop are names")
			return nil, false
		}
		if n.Name == "_" {
			return nil, true
		}
		return n, true
	}
	if key, ok = name(s.Key); !ok {
		return nil, nil, false
	}
	if val, ok = name(s.Value); !ok {
		return nil, nil, false
	}
	switch {
	case s.Tok == token.DEFINE && key == nil && val == nil:
		c.errorOn(codeVariable, s.Key, "the left side of := has no new variable")
		return nil, nil, false
	case s.Tok == token.ASSIGN && (key != nil || val != nil):
		c.errorOn(codeFlow, s.Key, "a loop declares its variables with :=")
		return nil, nil, false
	}
	return key, val, true
}

// unknownRange checks the body of a loop whose head is wrong.
func (c *checker) unknownRange(s *ast.RangeStmt) {
	c.push()
	for _, e := range []ast.Expr{s.Key, s.Value} {
		if n, ok := e.(*ast.Ident); ok {
			c.declareUnknown([]*ast.Ident{n})
		}
	}
	c.loops++
	c.block(s.Body.List)
	c.loops--
	c.pop()
}
