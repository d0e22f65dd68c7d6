package hlsl

// This file inlines functions that return values in several places, as functions that evaluate inputs
// are. The body becomes a loop of one iteration, which a return exits:
//
//	result = value; done = true; break;
//
// Behind a loop or a switch of the function that has a return, the next one is exited if done is set.

import (
	"refract/internal/front/clike"
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// earlyReturns is the state of a function that is inlined in this way.
type earlyReturns struct {
	result, done ir.LocalID
	depth        int  // of loops and switches of the function around a statement
	returned     bool // one of the statements since the outermost of these is a return
}

// returnsEarly reports whether a body has a return that isn't its last statement. Nodes up to prev aren't
// of the list.
func (c *checker) returnsEarly(list []node, prev node) bool {
	for i, s := range list {
		if c.hasReturn(prev, s) && (i < len(list)-1 || c.t.Kind(s) != syntax.KindReturn) {
			return true
		}
		prev = s
	}
	return false
}

// inlineEarly lowers the body of a function, and returns its result.
func (c *checker) inlineEarly(index int32, list []node) operand {
	result := c.funcs[index].result
	old, at := c.early, c.b.Span
	defer func() { c.early = old }()
	c.b.Flush()
	e := &earlyReturns{done: c.fn.AddLocal(ir.Local{Name: "returned", Type: ir.TypeBool, Span: at})}
	c.b.DeclareLocal(e.done, c.b.Bool(false))
	if result != tVoid {
		t := c.irOf(result)
		e.result = c.fn.AddLocal(ir.Local{Name: "result", Type: t, Span: at})
		c.b.DeclareLocal(e.result, c.b.Zero(t))
	}
	c.early = e
	c.nest++
	mark := c.b.Begin()
	bh := c.stmts(list)
	if bh&clike.Next != 0 {
		if bh&clike.Never == 0 {
			c.fallsOff(index)
		}
		c.b.Break()
	}
	body := c.b.End(mark)
	c.nest--
	c.b.Span = at
	c.b.Loop(ir.Loop{Body: body})
	if result == tVoid {
		return operand{kind: opVoid, ty: tVoid}
	}
	return value(c.b.Load(c.b.Local(e.result)), result)
}

// returnEarly is a return in a function that is inlined.
func (c *checker) returnEarly(n, x node) clike.Behavior {
	e := c.early
	if v := c.returned(n, x); v.ok() && v.kind != opVoid {
		c.b.Store(c.b.Local(e.result), c.toExpr(v))
	}
	c.b.Span = c.t.Span(n)
	if e.depth > 0 {
		e.returned = true
		c.b.Store(c.b.Local(e.done), c.b.Bool(true))
	}
	c.b.Break()
	return clike.Returns
}

// breakable lowers a loop or a switch of a function that is inlined.
func (c *checker) breakable(n node) clike.Behavior {
	e := c.early
	if e.depth == 0 {
		e.returned = false
	}
	outer := e.returned
	e.returned = false
	e.depth++
	bh := c.statement(n)
	e.depth--
	if e.returned {
		if bh&clike.Next != 0 {
			mark := c.b.Begin()
			c.b.Break()
			leave := c.b.End(mark)
			c.b.If(c.b.Load(c.b.Local(e.done)), leave, 0)
		} else {
			c.b.Break()
		}
	}
	e.returned = e.returned || outer
	return bh
}
