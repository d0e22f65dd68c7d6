package toir

// This file converts loops. They keep the shape that the author gave them where
// it still holds.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// head is what is known of a loop before it is converted.
type head struct {
	known bool
	shape ir.LoopShape
	exit  ssa.NodeID // the if that is the condition of a loop that keeps its shape, or 0
}

// headOf is the shape that a loop is to have, which it was wished to have, if it
// still can: what ends the iterations of a while loop does nothing, of a for loop
// it is one effect, and the condition is one expression.
func (c *converter) headOf(n ssa.NodeID) head {
	if len(c.heads) == 0 {
		c.heads = zeroed(c.heads, c.g.NodeCount())
	}
	if h := c.heads[n]; h.known {
		return h
	}
	h := head{known: true, shape: c.g.Shape(n)}
	switch h.shape {
	case ir.LoopWhile:
		if h.exit = c.exitOf(n); h.exit == 0 || !c.isUpdate(n, 0) {
			h.shape, h.exit = ir.LoopPlain, 0
		}
	case ir.LoopFor:
		switch h.exit = c.exitOf(n); {
		case !c.isUpdate(n, 1):
			h.shape, h.exit = ir.LoopPlain, 0
		case c.held && h.exit != 0 && c.isUpdate(n, 0):
			h.shape = ir.LoopWhile
		}
	case ir.LoopPlain:
		if c.held {
			h.shape, h.exit = c.found(n)
		}
	}
	c.heads[n] = h
	return h
}

// found is the shape of a loop that wasn't written as while or for, but has the form
// of one.
func (c *converter) found(n ssa.NodeID) (ir.LoopShape, ssa.NodeID) {
	g := c.g
	exit := c.exitOf(n)
	if exit == 0 {
		return ir.LoopPlain, 0
	}
	l := g.LoopContinue(n)
	switch {
	case l == 0 || c.isEmpty(l):
		return ir.LoopWhile, exit
	case g.Last(g.ListFirst(l)) != 0 && g.Op(g.Last(g.ListFirst(l))) == op.StoreReg && c.isUpdate(n, 1):
		return ir.LoopFor, exit
	}
	return ir.LoopPlain, 0
}

// isLoopCondition reports whether an if is the condition of a loop that keeps its
// shape.
func (c *converter) isLoopCondition(n ssa.NodeID) bool {
	p := c.g.Parent(n)
	return p != 0 && c.g.Kind(p) == ssa.NodeLoop && c.headOf(p).exit == n
}

// exitOf is the if at the head of a loop that does nothing or leaves the loop,
// where all before it can be written in one expression; or 0.
func (c *converter) exitOf(n ssa.NodeID) ssa.NodeID {
	g := c.g
	for x := range g.Nodes(g.LoopBody(n)) {
		switch g.Kind(x) {
		case ssa.NodeBlock:
			for i := range g.Instrs(x) {
				if !c.isPart(i) {
					return 0
				}
			}
		case ssa.NodeIf:
			if (c.isEmpty(g.Then(x)) || c.isFlat(g.Then(x))) && c.onlyLeaves(g.Else(x)) ||
				c.held && c.isEmpty(g.Else(x)) && c.onlyLeaves(g.Then(x)) && c.inverts(g.Cond(x).Value) {
				return x
			}
			if c.circuit(x).load == 0 {
				return 0
			}
		default:
			return 0
		}
	}
	return 0
}

// onlyLeaves reports whether a list is nothing but a break.
func (c *converter) onlyLeaves(l ssa.ListID) bool {
	b := c.g.ListFirst(l)
	return c.leaves(l) && c.g.First(b) == c.g.Last(b)
}

// isPart reports whether an instruction can be written where its value is used.
func (c *converter) isPart(i ssa.InstrID) bool {
	g := c.g
	switch o := g.Op(i); {
	case o.Class() == op.ClassConst, o.Class() == op.ClassUndef, o.Class() == op.ClassDeref, c.isKept(i):
		return true
	case g.Type(i) == 0 || g.NameOf(i) != "":
		return false
	case o == op.Load || o == op.Mov && g.Comps(i) == 1 || o == op.Extract:
		return true // may be cheap enough to be repeated
	}
	uses := 0
	for u := g.FirstUse(i); u != 0 && uses < 2; u = g.NextUse(u) {
		// The left side of a && or || is also what the idle arm leaves.
		if j, _ := g.UserOf(u); j == 0 || g.Op(j) != op.StoreReg || !c.regs[g.Word(j, 0)].circuit || c.circuit(g.Parent(g.Block(j))).arm == g.ListOf(g.Block(j)) {
			uses++
		}
	}
	return uses < 2
}

// isUpdate reports whether what ends the iterations of a loop is so many effects
// at most, and nothing that needs a name.
func (c *converter) isUpdate(n ssa.NodeID, most int) bool {
	g := c.g
	l := g.LoopContinue(n)
	if l == 0 {
		return true
	}
	b := g.ListFirst(l)
	if g.NextNode(b) != 0 {
		return false
	}
	effects := 0
	for i := range g.Instrs(b) {
		if !g.Op(i).Has(op.Eliminable) && (!g.HasUses(i) || !c.isPart(i)) {
			effects++
		}
		for k := range g.NumSrcs(i) {
			v := g.Arg(i, k)
			if v != 0 && c.held && !c.isKept(v) && !c.isFree(v) && g.ListOf(g.Block(v)) == g.LoopBody(n) {
				return false
			}
		}
	}
	return effects <= most
}

func (c *converter) loop(n ssa.NodeID) {
	g := c.g
	span := g.NodeSpan(n)
	from, to := c.initOf(n)
	mark := 0
	if from != 0 {
		mark = c.b.Begin()
	}
	for i := from; i != 0; i = g.Next(i) {
		c.b.Span = g.SpanOf(i)
		c.instr(i)
		if i == to {
			break
		}
	}
	c.now.open(true)
	v := ir.Loop{Shape: c.headOf(n).shape}
	v.Body = c.block(g.LoopBody(n))
	c.now.continuing(c.falls(g.LoopBody(n)))
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
	c.now.close()
	c.b.Span = span
	endless := v.BreakIf == 0 && c.endless(n)
	if endless {
		v.BreakIf = c.b.Bool(false) // WGSL demands a way out, even of loops that don't end
	}
	v.Shape = c.shape(v)
	c.b.Loop(v)
	if from != 0 {
		c.b.Nested(c.b.End(mark))
	}
	if endless && g.Result != 0 && c.continuing == 0 {
		c.b.Return(c.b.Zero(g.Result)) // and then a value
	}
}

// initOf is the range of instructions before a for loop that declare its counter,
// which nothing else uses, or 0: those that compute its first value, and the store
// of that in the counter's register.
func (c *converter) initOf(n ssa.NodeID) (from, to ssa.InstrID) {
	g := c.g
	l := g.LoopContinue(n)
	if n == 0 || g.Kind(n) != ssa.NodeLoop || !c.held || c.headOf(n).shape != ir.LoopFor || l == 0 {
		return 0, 0
	}
	for i := range g.Instrs(g.ListFirst(l)) {
		if g.Op(i) != op.StoreReg {
			continue
		}
		x := &c.regs[g.Word(i, 0)]
		if x.at == 0 || x.whole || x.circuit || g.Block(x.at) != g.Before(n) || x.first != 1 || x.last != n {
			return 0, 0
		}
		if c.isFree(g.Arg(x.at, 0)) {
			return x.at, x.at
		}
		if g.Next(x.at) != 0 {
			return 0, 0
		}
		from = x.at
		for p := g.Prev(from); p != 0 && g.Op(p).Has(op.Eliminable) && c.isPart(p) && !c.isKept(p); p = g.Prev(from) {
			if u := g.FirstUse(p); u == 0 || !c.isUser(u, from) {
				break
			}
			from = p
		}
		return from, x.at
	}
	return 0, 0
}

// isUser reports whether a use is the only one of its value, by an instruction of
// the block from one on.
func (c *converter) isUser(u ssa.UseID, from ssa.InstrID) bool {
	g := c.g
	i, _ := g.UserOf(u)
	if g.NextUse(u) != 0 || i == 0 {
		return false
	}
	for ; from != 0; from = g.Next(from) {
		if from == i {
			return true
		}
	}
	return false
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

// isBreakIf reports whether an if ends a continue list by leaving the loop.
func (c *converter) isBreakIf(n ssa.NodeID) bool {
	g := c.g
	p := g.Parent(n)
	return p != 0 && g.Kind(p) == ssa.NodeLoop && g.LoopContinue(p) == g.ListOf(n) && c.breakIf(g.ListOf(n)) == n
}

// leaves reports whether a list is one block that ends in a break.
func (c *converter) leaves(l ssa.ListID) bool {
	b := c.g.ListFirst(l)
	j := c.g.Jump(b)
	return c.g.NextNode(b) == 0 && j != 0 && c.g.Op(j) == op.Break
}

// leave converts the if that ends a continue list, and what follows it, and
// returns the condition on which the loop ends then. Where something stands
// beside the break it becomes
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
		c.declare(g.ListFirst(l))
		for i := range g.Instrs(g.ListFirst(l)) {
			if leaves && g.Next(i) == 0 {
				c.now.jump(toEnd)
				break
			}
			c.b.Span = g.SpanOf(i)
			c.instr(i)
		}
		if !leaves {
			c.declare(after)
			for i := range g.Instrs(after) {
				c.b.Span = g.SpanOf(i)
				c.instr(i)
			}
		}
		c.list = outer
		return c.b.End(mark)
	}
	f := c.now.fork()
	accept := side(g.Then(n), then)
	c.now.arm(f, !then)
	reject := side(g.Else(n), !then)
	c.now.arm(f, then)
	c.now.join(f)
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
