package ir

// This file compares functions: see equal.go.

import "slices"

func (c *comparer) function(f, g *Function) {
	c.f, c.g = f, g
	defer func() { c.f, c.g = nil, nil }()
	c.values = make([]ExprID, len(f.nodes))
	equalAt(c, "name", f.Name, g.Name)
	equalAt(c, "must_use", f.MustUse, g.MustUse)
	c.typ("result", f.Result, g.Result)
	equalAt(c, "binding of the result", f.ResultBinding, g.ResultBinding)
	c.same(slices.Equal(f.Diagnostics, g.Diagnostics), "diagnostic filters: %v and %v", f.Diagnostics, g.Diagnostics)
	c.doc("function", f.Doc, g.Doc)
	c.span("function", f.Span, g.Span)
	if !equalAt(c, "number of parameters", len(f.Args), len(g.Args)) || !equalAt(c, "number of variables", len(f.Locals), len(g.Locals)) {
		return
	}
	for i := range f.Args {
		x, y := &f.Args[i], &g.Args[i]
		equalAt(c, "parameter", x.Name, y.Name)
		equalAt(c, "binding of parameter "+x.Name, x.Binding, y.Binding)
		c.typ("parameter "+x.Name, x.Type, y.Type)
		c.span("parameter "+x.Name, x.Span, y.Span)
	}
	for i := range f.Locals {
		x, y := &f.Locals[i], &g.Locals[i]
		equalAt(c, "variable", x.Name, y.Name)
		c.typ("variable "+x.Name, x.Type, y.Type)
		c.span("variable "+x.Name, x.Span, y.Span)
	}
	c.lets()
	c.blocks(f.Body, g.Body)
}

// lets compares the named values that exist everywhere, in their order.
func (c *comparer) lets() {
	if c.opts.IgnoreValueNames {
		return
	}
	named := func(f *Function) (list []NamedExpr) {
		for _, n := range f.Named {
			if int(n.Expr) < len(f.nodes) && f.nodes[n.Expr].kind.IsImplicit() {
				list = append(list, n)
			}
		}
		return list
	}
	x, y := named(c.f), named(c.g)
	if !equalAt(c, "number of named constants", len(x), len(y)) {
		return
	}
	for i := range x {
		equalAt(c, "name of a value", x[i].Name, y[i].Name)
		c.node(&c.f.Exprs, &c.g.Exprs, x[i].Expr, y[i].Expr)
	}
}

// code is a block as a list of values and statements: Emits taken apart.
type code struct {
	expr ExprID // or
	stmt StmtID
}

func flatten(f *Function, b BlockID) (list []code) {
	for _, s := range f.Block(b) {
		if f.stmts[s].kind != StmtEmit {
			list = append(list, code{stmt: s})
			continue
		}
		for _, e := range f.Emit(s) {
			list = append(list, code{expr: e})
		}
	}
	return list
}

func (c *comparer) blocks(a, b BlockID) bool {
	c.depth++
	defer func() { c.depth-- }()
	x, y := flatten(c.f, a), flatten(c.g, b)
	if !c.same(c.depth < maxEqualDepth, "blocks nest too deep") {
		return false
	}
	for i := range min(len(x), len(y)) {
		if !c.same((x[i].expr == 0) == (y[i].expr == 0), "a value and a statement") {
			return false
		}
		if x[i].expr != 0 {
			if !c.value(x[i].expr, y[i].expr) {
				return false
			}
		} else if !c.stmt(x[i].stmt, y[i].stmt) {
			return false
		}
	}
	return c.same(len(x) == len(y), "a block has %d and %d entries", len(x), len(y))
}

// value compares an evaluated expression and pairs it.
func (c *comparer) value(x, y ExprID) bool {
	if !c.node(&c.f.Exprs, &c.g.Exprs, x, y) || !c.uses(c.f.Operands(x, nil), c.g.Operands(y, nil)) {
		return false
	}
	c.span(c.f.nodes[x].kind.String(), c.f.spans[x], c.g.spans[y])
	return c.define(x, y)
}

func (c *comparer) define(x, y ExprID) bool {
	if x == 0 || y == 0 {
		return c.same(x == y, "only one statement has a result")
	}
	if !c.opts.IgnoreValueNames && !equalAt(c, "name of a value", c.f.NameOf(x), c.g.NameOf(y)) {
		return false
	}
	c.values[x] = y
	return true
}

func (c *comparer) uses(x, y []ExprID) bool {
	if !equalAt(c, "number of operands", len(x), len(y)) {
		return false
	}
	for i := range x {
		if int(x[i]) >= len(c.f.nodes) || int(y[i]) >= len(c.g.nodes) {
			return c.same(false, "an operand is out of range")
		}
		if !c.f.nodes[x[i]].kind.IsImplicit() {
			if !c.same(c.values[x[i]] == y[i], "operands are different values (%%%d and %%%d)", x[i], y[i]) {
				return false
			}
			continue
		}
		if !c.node(&c.f.Exprs, &c.g.Exprs, x[i], y[i]) {
			return false
		}
		if !c.opts.IgnoreValueNames && !equalAt(c, "name of a value", c.f.NameOf(x[i]), c.g.NameOf(y[i])) {
			return false
		}
	}
	return true
}

func (c *comparer) stmt(s, t StmtID) bool {
	f, g := c.f, c.g
	m, n := f.stmts[s], g.stmts[t]
	if !c.same(m.kind == n.kind, "%s and %s", m.kind, n.kind) {
		return false
	}
	if !c.same(m.op == n.op && m.flags == n.flags, "%s: operation or flags differ", m.kind) {
		return false
	}
	c.span(m.kind.String(), f.stmtSpans[s], g.stmtSpans[t])
	if m.kind != StmtLoop && !c.uses(f.StmtOperands(s, nil), g.StmtOperands(t, nil)) {
		return false
	}
	p, q := stmtSlots[m.kind].presence(f.pool, m.a, m.b, m.c, m.d), stmtSlots[n.kind].presence(g.pool, n.a, n.b, n.c, n.d)
	if !c.same(p == q, "%s: not the same operands are present", m.kind) {
		return false
	}
	switch m.kind {
	case StmtLocal, StmtCall:
		if !c.same(m.a == n.a, "%s: %d and %d", m.kind, m.a, n.a) {
			return false
		}
	case StmtControlBarrier, StmtMemoryBarrier:
		return c.same(m.a == n.a, "%s: scope or ordering differ", m.kind)
	case StmtAtomic:
		if !c.same(m.b == n.b, "%s: scope or ordering differ", m.kind) {
			return false
		}
	case StmtSubgroupCollective:
		if !c.same(m.b == n.b, "clusters of %d and %d invocations", m.b, n.b) {
			return false
		}
	case StmtBlock:
		x, y := c.a.Filters[f.BlockFilters(s)], c.b.Filters[g.BlockFilters(t)]
		return c.same(slices.Equal(x, y), "diagnostic filters of a block: %v and %v", x, y) && c.blocks(f.BlockStmt(s), g.BlockStmt(t))
	case StmtIf:
		v, w := f.If(s), g.If(t)
		return c.blocks(v.Accept, w.Accept) && c.blocks(v.Reject, w.Reject)
	case StmtSwitch:
		v, w := f.Switch(s), g.Switch(t)
		if !equalAt(c, "number of clauses", len(v.Cases), len(w.Cases)) {
			return false
		}
		for i := range v.Cases {
			p, q := &v.Cases[i], &w.Cases[i]
			if !c.same(slices.Equal(f.CaseValues(p), g.CaseValues(q)) && p.Default == q.Default && p.FallThrough == q.FallThrough,
				"clause %d differs", i) || !c.blocks(p.Body, q.Body) {
				return false
			}
		}
		return true
	case StmtLoop:
		v, w := f.Loop(s), g.Loop(t)
		return c.blocks(v.Body, w.Body) && c.blocks(v.Continuing, w.Continuing) &&
			c.uses(f.StmtOperands(s, nil), g.StmtOperands(t, nil))
	}
	if r, q := f.StmtResult(s), g.StmtResult(t); r != 0 || q != 0 {
		if !c.same(r != 0 && q != 0, "only one %s has a result", m.kind) || !c.node(&f.Exprs, &g.Exprs, r, q) {
			return false
		}
		c.span("result", f.spans[r], g.spans[q])
		return c.define(r, q)
	}
	return true
}
