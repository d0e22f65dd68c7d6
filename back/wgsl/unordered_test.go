package wgsl

import (
	"testing"

	"refract/internal/back/text"
	"refract/ir"
)

// TestUnordered plans random code for a language that evaluates operands in any
// order, and looks for operands of which one changes what another reads.
func TestUnordered(t *testing.T) {
	for seed := range uint64(1000) {
		m := randomModule(seed)
		for _, f := range m.Functions[1:] {
			c := unordered{t: t, m: m, f: f, seed: seed}
			var err error
			if c.plan, err = new(text.Planner).Make(m, f, text.PlanOptions{MaxDepth: 20, LazySelect: true}); err != nil {
				t.Fatal(err)
			}
			c.lines(c.plan.First())
		}
		if t.Failed() {
			t.Fatal(ir.Print(m))
		}
	}
}

type unordered struct {
	t    *testing.T
	m    *ir.Module
	f    *ir.Function
	plan *text.Plan
	seed uint64
}

// act is what evaluating something does with private and storage memory.
type act uint8

const (
	reads act = 1 << iota
	writes
)

func (c *unordered) lines(id text.LineID) {
	for ; id != 0; id = c.plan.Line(id).Next {
		l := c.plan.Line(id)
		switch l.Kind {
		case text.LineLet, text.LineUnused:
			c.inside(l.Expr)
		case text.LineStore:
			v := c.f.Store(l.Stmt)
			c.apart(c.place(v.Pointer), c.value(v.Value))
		case text.LineCompound, text.LineStep:
			v := c.f.Store(l.Stmt)
			c.apart(c.place(v.Pointer)|c.load(v.Pointer), c.value(l.Expr))
		case text.LineEffect:
			var ops []ir.ExprID
			c.operands(c.f.StmtOperands(l.Stmt, ops))
		case text.LineVar, text.LineReturn, text.LineIf, text.LineSwitch, text.LineLoop, text.LineWhile, text.LineFor:
			if l.Expr != 0 {
				c.value(l.Expr)
			}
		}
		c.lines(l.First)
		c.lines(l.Second)
		c.lines(l.Init)
		c.lines(l.Update)
	}
}

// apart reports operands that may not be exchanged.
func (c *unordered) apart(a, b act) act {
	if a&writes != 0 && b != 0 || b&writes != 0 && a != 0 {
		c.t.Errorf("seed %d: operands depend on their order", c.seed)
	}
	return a | b
}

func (c *unordered) operands(ops []ir.ExprID) (all act) {
	for _, o := range ops {
		all = c.apart(all, c.value(o))
	}
	return all
}

func (c *unordered) value(e ir.ExprID) act {
	if c.plan.IsNamed(e) || c.f.Kind(e).IsImplicit() {
		return 0
	}
	if c.m.Types.At(c.f.TypeOf(e)).Kind == ir.TypePointer {
		return c.place(e)
	}
	return c.inside(e)
}

func (c *unordered) inside(e ir.ExprID) act {
	if l := c.plan.Logical(e); l != nil {
		return c.value(l.Left) | c.value(l.Right) // && and || have an order
	}
	switch c.f.Kind(e) {
	case ir.KindCallResult:
		v := c.f.Call(c.plan.ResultOf(e))
		c.operands(v.Args)
		return reads | writes
	case ir.KindLoad:
		return c.place(c.f.Operand(e)) | c.load(c.f.Operand(e))
	case ir.KindBinary:
		if b := c.f.Binary(e); b.Op == ir.LogicalAnd || b.Op == ir.LogicalOr {
			if right := c.value(b.Right); right&writes != 0 {
				c.t.Errorf("seed %d: a call is made only sometimes", c.seed)
			}
			return c.value(b.Left) | c.value(b.Right)
		}
	}
	var few [8]ir.ExprID
	return c.operands(c.f.Operands(e, few[:0]))
}

// place is what computing a pointer does.
func (c *unordered) place(e ir.ExprID) (all act) {
	for {
		switch c.f.Kind(e) {
		case ir.KindAccess:
			a := c.f.Access(e)
			all |= c.value(a.Index)
			e = a.Base
		case ir.KindAccessIndex:
			e = c.f.AccessIndex(e).Base
		default:
			return all
		}
	}
}

func (c *unordered) load(ptr ir.ExprID) act {
	switch c.m.Types.At(c.f.TypeOf(ptr)).Space {
	case ir.SpacePrivate, ir.SpaceStorage:
		return reads
	}
	return 0
}
