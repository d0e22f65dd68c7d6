package toir

// This file converts loops. They keep the author's shape if it still holds.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

func (c *converter) loop(n ssa.NodeID) {
	g := c.g
	span := g.NodeSpan(n)
	v := ir.Loop{Shape: g.Shape(n)}
	if v.Shape == ir.LoopWhile {
		v.Shape = ir.LoopFor // whether it still has a condition at its head isn't looked at
	}
	v.Body = c.block(g.LoopBody(n))
	if l := g.LoopContinue(n); l != 0 {
		outer := c.list
		mark := c.b.Begin()
		c.list = l
		c.continuing++
		exit := c.breakIf(l)
		for x := range c.nodes(l) {
			if x == exit {
				v.BreakIf = c.leave(x)
				break
			}
			c.node(x)
		}
		c.list = outer
		c.continuing--
		v.Continuing = c.b.End(mark)
	}
	c.b.Span = span
	endless := v.BreakIf == 0 && c.endless(n)
	if endless {
		v.BreakIf = c.b.Bool(false) // WGSL demands a way out, even of loops that don't end
	}
	v.Shape = c.shape(v)
	c.b.Loop(v)
	if endless && g.Result != 0 && c.continuing == 0 {
		c.b.Return(c.b.Zero(g.Result)) // and then a value
	}
}

// endless reports whether nothing leaves a loop.
func (c *converter) endless(n ssa.NodeID) bool {
	g := c.g
	if len(g.Preds(g.After(n))) > 0 && !c.isDead(g.After(n)) {
		return false
	}
	for _, b := range g.BlocksOf(n) {
		if j := g.Jump(b); j != 0 && g.Op(j) == op.Return && !c.isDead(b) {
			return false
		}
	}
	return true
}

// breakIf is the if that ends a continue list by leaving the loop, or 0.
func (c *converter) breakIf(l ssa.ListID) ssa.NodeID {
	g := c.g
	n := g.PrevNode(g.ListLast(l))
	if n == 0 || g.Kind(n) != ssa.NodeIf || c.leaves(g.Then(n)) == c.leaves(g.Else(n)) {
		return 0
	}
	return n
}

// leaves reports whether a list is one block that ends in a break.
func (c *converter) leaves(l ssa.ListID) bool {
	b := c.g.ListFirst(l)
	j := c.g.Jump(b)
	return c.g.NextNode(b) == 0 && j != 0 && c.g.Op(j) == op.Break
}

// leave converts the if that ends a continue list, and the nodes behind it, and returns the
// condition on which the loop ends then. If nodes stand beside the break it becomes
//
//	if c { what stands before the break } else { the other list, and what follows }
//	break if c
func (c *converter) leave(n ssa.NodeID) ir.ExprID {
	g := c.g
	span := g.NodeSpan(n)
	c.b.Span = span
	cond := c.use(g.Cond(n).Value, boolKind)
	then := c.leaves(g.Then(n))
	after := g.After(n)
	side := func(l ssa.ListID, leaves bool) ir.BlockID {
		outer := c.list
		mark := c.b.Begin()
		c.list = l
		for i := range g.Instrs(g.ListFirst(l)) {
			if leaves && g.Next(i) == 0 {
				break
			}
			c.b.Span = g.SpanOf(i)
			c.instr(i)
		}
		if !leaves {
			for i := range g.Instrs(after) {
				c.b.Span = g.SpanOf(i)
				c.instr(i)
			}
		}
		c.list = outer
		return c.b.End(mark)
	}
	accept := side(g.Then(n), then)
	reject := side(g.Else(n), !then)
	c.b.Span = span
	if accept != 0 || reject != 0 {
		c.b.If(cond, accept, reject)
	}
	if !then {
		return c.b.Unary(ir.LogicalNot, cond)
	}
	return cond
}

// shape is the shape that a loop was wished to have if it still does, else plain.
func (c *converter) shape(v ir.Loop) ir.LoopShape {
	f := c.f
	empty := len(f.Block(v.Continuing)) == 0
	switch v.Shape {
	case ir.LoopWhile:
		if empty && v.BreakIf == 0 {
			return v.Shape
		}
	case ir.LoopFor:
		if v.BreakIf == 0 {
			return v.Shape
		}
	case ir.LoopDo:
		if v.BreakIf == 0 {
			return ir.LoopPlain
		}
		for _, s := range f.Block(v.Continuing) {
			if f.StmtKind(s) != ir.StmtEmit {
				return ir.LoopPlain
			}
		}
		return v.Shape
	}
	return ir.LoopPlain
}
