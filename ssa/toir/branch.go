package toir

// This file converts ifs and switches. Where one arm of an if ends in a jump, the
// other stands after the if, in the scope around it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

func (c *converter) ifNode(n ssa.NodeID) {
	c.b.Span = c.g.NodeSpan(n)
	span := c.b.Span
	if x := c.circuit(n); x.load != 0 {
		c.circuitNode(n, x)
		return
	}
	then, els := c.g.Then(n), c.g.Else(n)
	var cond ir.ExprID
	if c.inverted(n) {
		cond = c.inverse(c.g.Cond(n).Value)
		then, els = els, then
	} else {
		cond = c.use(c.g.Cond(n).Value, boolKind)
	}
	first, second := c.arms(n)
	f := c.now.fork()
	blocks := [2]ir.BlockID{}
	put := func(l ssa.ListID, b ir.BlockID) {
		if l == then {
			blocks[0] = b
		} else {
			blocks[1] = b
		}
	}
	put(first, c.block(first))
	c.now.arm(f, c.falls(first))
	switch {
	case c.isFlat(second):
		c.b.Span = span
		c.b.If(cond, blocks[0], blocks[1])
		c.contents(second)
		return
	case c.falls(first):
		put(second, c.block(second))
		c.now.arm(f, c.falls(second))
		c.now.join(f)
	default:
		put(second, c.block(second)) // all that goes on after the if comes from there
	}
	c.b.Span = span
	if !c.held || blocks[0] != 0 || blocks[1] != 0 {
		c.b.If(cond, blocks[0], blocks[1])
	}
}

// arms are the lists of an if in the order in which they are converted: one that
// doesn't go on after the if comes first.
func (c *converter) arms(n ssa.NodeID) (first, second ssa.ListID) {
	then, els := c.g.Then(n), c.g.Else(n)
	if c.falls(then) && !c.falls(els) {
		return els, then
	}
	return then, els
}

// circuitNode converts a && or || that is a branch into what it is in a module: a
// variable without a name that begins with the condition.
func (c *converter) circuitNode(n ssa.NodeID, x circuit) {
	span := c.b.Span
	cond := c.use(c.g.Cond(n).Value, boolKind)
	c.b.DeclareLocal(c.regs[x.reg].local, cond)
	f := c.now.fork()
	arm := c.block(x.arm)
	c.now.arm(f, true)
	c.now.join(f)
	c.b.Span = span
	if x.arm == c.g.Then(n) {
		c.b.If(cond, arm, 0)
	} else {
		c.b.If(cond, 0, arm)
	}
}

// inverted reports whether an if is written with its condition inverted: because it
// does nothing where the condition holds, or is the condition of a loop that it
// leaves where that holds, or because what it does where the condition holds follows
// the if.
func (c *converter) inverted(n ssa.NodeID) bool {
	g := c.g
	switch {
	case c.isBreakIf(n):
		return false // it isn't written as an if
	case c.isLoopCondition(n):
		return !c.isEmpty(g.Then(n)) && !c.isFlat(g.Then(n))
	case c.isFlat(g.Else(n)):
		return false
	case c.isFlat(g.Then(n)):
		return true
	}
	return c.isEmpty(g.Then(n)) && !c.isEmpty(g.Else(n))
}

// isEmpty reports whether a list does nothing.
func (c *converter) isEmpty(l ssa.ListID) bool {
	b := c.g.ListFirst(l)
	return c.g.NextNode(b) == 0 && c.g.First(b) == 0
}

// inverses are the comparisons that hold where others don't; floats have none,
// for NaN.
var inverses = [op.Count]ir.BinaryOp{op.IEq: ir.Ne, op.INe: ir.Eq, op.ILt: ir.Ge, op.ULt: ir.Ge, op.ILe: ir.Gt, op.ULe: ir.Gt}

// inverts reports whether the inverse of a condition is another comparison, and
// the condition itself isn't needed.
func (c *converter) inverts(v ssa.Value) bool {
	g := c.g
	return inverses[g.Op(v)] != 0 && g.NameOf(v) == "" && g.NextUse(g.FirstUse(v)) == 0 && g.Bits(g.Arg(v, 0)) > 1
}

// onlyTurned reports whether a value is nothing but the condition of an if that
// reads its inverse.
func (c *converter) onlyTurned(v ssa.Value) bool {
	u := c.g.FirstUse(v)
	if u == 0 || !c.inverts(v) {
		return false
	}
	i, n := c.g.UserOf(u)
	return i == 0 && c.g.Kind(n) == ssa.NodeIf && c.inverted(n) && c.g.Before(n) == c.g.Block(v)
}

// inverse is the expression that holds where a condition doesn't.
func (c *converter) inverse(v ssa.Value) ir.ExprID {
	g := c.g
	o := g.Op(v)
	if o == op.INot {
		return c.src(v, 0, boolKind)
	}
	by := inverses[o]
	w := reads(o)
	if o == op.IEq || o == op.INe {
		w = c.common(v)
	}
	if !c.inverts(v) {
		return c.b.Unary(ir.LogicalNot, c.use(v, boolKind))
	}
	l, r := g.Src(v, 0), g.Src(v, 1)
	if by >= ir.Lt && c.turnsSides(v, l, r) {
		by, l, r = turned[by], r, l
	}
	left := c.read(l, w)
	return c.b.Binary(by, left, c.read(r, w))
}

func (c *converter) switchNode(n ssa.NodeID) {
	g := c.g
	span := g.NodeSpan(n)
	c.b.Span = span
	selector := c.use(g.Cond(n).Value, intKind)
	c.now.open(false)
	cases := g.Cases(n)
	out := make([]ir.Case, 0, len(cases))
	for k := 0; k < len(cases); {
		x := &cases[k]
		v := ir.Case{Default: x.Default}
		values := g.CaseValues(x)
		bits := make([]uint32, len(values))
		for j, value := range values {
			bits[j] = uint32(value)
		}
		c.f.AddCaseValues(&v, bits)
		mark := c.b.Begin()
		v.FallThrough = c.clause(x)
		for k++; k < len(cases) && v.FallThrough && !c.isChosen(&cases[k]); k++ {
			v.FallThrough = c.clause(&cases[k])
		}
		if !c.isChosen(x) { // and nothing falls into it
			c.b.Discard(mark)
			continue
		}
		v.Body = c.b.End(mark)
		out = append(out, v)
	}
	c.now.close()
	c.b.Span = span
	c.b.Push(c.f.AddSwitch(ir.Switch{Selector: selector, Cases: out}, span))
}

// isChosen reports whether the selector may lead to a clause.
func (c *converter) isChosen(x *ssa.Case) bool { return x.Default || len(c.g.CaseValues(x)) > 0 }

// clause converts a clause of a switch where the builder stands, and reports
// whether its end leads into the next one.
func (c *converter) clause(x *ssa.Case) bool {
	outer := c.list
	c.contents(x.List)
	c.list = outer
	c.now.clause(c.falls(x.List), x.FallThrough)
	return x.FallThrough && c.falls(x.List)
}
