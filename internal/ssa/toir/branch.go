package toir

// This file converts ifs and switches.

import (
	"refract/ir"
	"refract/ssa"
)

func (c *converter) ifNode(n ssa.NodeID) {
	span := c.g.NodeSpan(n)
	c.b.Span = span
	cond := c.use(c.g.Cond(n).Value, boolKind)
	accept := c.block(c.g.Then(n))
	reject := c.block(c.g.Else(n))
	c.b.Span = span
	c.b.If(cond, accept, reject)
}

func (c *converter) switchNode(n ssa.NodeID) {
	g := c.g
	span := g.NodeSpan(n)
	c.b.Span = span
	selector := c.use(g.Cond(n).Value, intKind)
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
	c.b.Span = span
	c.b.Push(c.f.AddSwitch(ir.Switch{Selector: selector, Cases: out}, span))
}

// isChosen reports whether the selector may lead to a clause.
func (c *converter) isChosen(x *ssa.Case) bool { return x.Default || len(c.g.CaseValues(x)) > 0 }

// clause converts a clause of a switch at the builder's place, and reports whether its end
// leads into the next one.
func (c *converter) clause(x *ssa.Case) bool {
	outer := c.list
	c.contents(x.List)
	c.list = outer
	return x.FallThrough && c.falls(x.List)
}
