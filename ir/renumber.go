package ir

// This file drops the unneeded entities of a module and renumbers the rest: the part of
// package internal/ir/compact that needs the packed fields. That package decides which are kept.

import (
	"slices"

	"refract/diag"
)

// Renumbering gives the new handle of each old one, 0 if it is dropped. Each slice has an
// entry for every old handle. New handles are dense and in the order of the old. Handles of
// predeclared types stay. While MarkFunction is called, entries are marks instead: 0 if no
// use of the handle was seen.
type Renumbering struct {
	Types     []TypeID
	Structs   []StructID
	Layouts   []LayoutID // by index in Module.Layouts
	Consts    []ExprID   // module-scope expressions, by ConstID
	Constants []ConstantID
	Overrides []OverrideID
	Globals   []GlobalID
	Functions []FuncID

	// Within the function that is being renumbered.
	Exprs  []ExprID
	Locals []LocalID

	Called []FuncID // functions that MarkFunction has marked

	// Named are globals whose every mention MarkFunction marks, whether a statement needs
	// it or not. Nil: none.
	Named []bool

	marks   marking
	spare   Function // what a function or arena becomes; it changes places with it
	list    []StmtID // stack of unfinished blocks
	clauses []Case   // likewise of switches
}

// DropFunctions takes the functions that r drops out of the module.
func (m *Module) DropFunctions(r *Renumbering) {
	functions := m.Functions[:1]
	for i, f := range m.Functions[1:] {
		if r.Functions[i+1] != 0 {
			functions = append(functions, f)
		} else {
			m.spare = append(m.spare, f)
		}
	}
	m.Functions = functions
}

// RenumberModule drops and renumbers everything but functions, which DropFunctions
// has seen, and their bodies.
func (m *Module) RenumberModule(r *Renumbering) {
	r.renumberTypes(m)
	kept := m.Structs[:1]
	for i := range m.Structs[1:] {
		if s := m.Structs[i+1]; r.Structs[i+1] != 0 {
			s.Type, s.Param = r.Types[s.Type], r.Types[s.Param]
			for j := range s.Members {
				s.Members[j].Type = r.Types[s.Members[j].Type]
			}
			kept = append(kept, s)
		}
	}
	m.Structs = kept
	specials := m.specials[:0]
	for _, s := range m.specials {
		if t := r.Types[s.ty]; t != 0 {
			specials = append(specials, special{s.kind, r.Types[s.param], t})
		}
	}
	m.specials = specials
	layouts := m.Layouts[:0]
	for i, l := range m.Layouts {
		if r.Layouts[i] != 0 {
			for j := range l.Members {
				l.Members[j] = r.layout(l.Members[j])
			}
			layouts = append(layouts, l)
		}
	}
	m.Layouts = layouts
	r.renumberExprs(&r.spare.Exprs, &m.Consts, r.Consts)
	m.Consts, r.spare.Exprs = r.spare.Exprs, m.Consts
	constants := m.Constants[:1]
	for i, c := range m.Constants[1:] {
		if r.Constants[i+1] != 0 {
			c.Type, c.Init = r.Types[c.Type], ConstID(r.Consts[c.Init])
			constants = append(constants, c)
		}
	}
	m.Constants = constants
	overrides := m.Overrides[:1]
	for i, o := range m.Overrides[1:] {
		if r.Overrides[i+1] != 0 {
			o.Type, o.Init = r.Types[o.Type], ConstID(r.Consts[o.Init])
			overrides = append(overrides, o)
		}
	}
	m.Overrides = overrides
	globals := m.Globals[:1]
	for i, g := range m.Globals[1:] {
		if r.Globals[i+1] != 0 {
			g.Type, g.Layout, g.Init = r.Types[g.Type], r.layout(g.Layout), ConstID(r.Consts[g.Init])
			globals = append(globals, g)
		}
	}
	m.Globals = globals
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		e.Function = r.Functions[e.Function]
		for d, c := range e.WorkgroupSizeExpr {
			e.WorkgroupSizeExpr[d] = ConstID(r.Consts[c])
		}
		e.SubgroupSizeExpr = ConstID(r.Consts[e.SubgroupSizeExpr])
	}
}

func (r *Renumbering) layout(id LayoutID) LayoutID {
	if id < FirstExplicitLayout {
		return id
	}
	return r.Layouts[id-FirstExplicitLayout]
}

func (r *Renumbering) renumberTypes(m *Module) {
	ts := &m.Types
	kept := ts.list[:FirstModuleType]
	for id := FirstModuleType; int(id) < len(r.Types); id++ {
		if r.Types[id] == 0 {
			continue
		}
		t := ts.list[id]
		t.Base, t.Struct = r.Types[t.Base], r.Structs[t.Struct]
		t.Layout, t.LengthExpr = r.layout(t.Layout), ConstID(r.Consts[t.LengthExpr])
		kept = append(kept, t)
	}
	ts.list = kept
	clear(ts.index)
	for id := FirstModuleType; int(id) < len(ts.list); id++ {
		ts.place(id)
	}
}

// place enters a type into the hash table, which has room.
func (ts *Types) place(id TypeID) {
	mask := uint32(len(ts.index) - 1)
	i := ts.list[id].hash() & mask
	for ts.index[i] != 0 {
		i = (i + 1) & mask
	}
	ts.index[i] = id
}

// renumberExprs makes dst the expressions of x that to keeps.
func (r *Renumbering) renumberExprs(dst, x *Exprs, to []ExprID) {
	nodes := slices.Grow(dst.nodes[:0], len(to)+1)[:len(to)+1]
	spans := slices.Grow(dst.spans[:0], len(to)+1)[:len(to)+1]
	nodes[0], spans[0] = node{}, diag.Span{}
	dst.pool = append(dst.pool[:0], 0)
	kinds, kept := KindSet(0), 1
	from := x.nodes[:len(to)]
	for id := 1; id < len(to); id++ {
		if to[id] == 0 {
			continue
		}
		spans[kept] = x.spans[id]
		n := &nodes[kept]
		*n = from[id]
		kept++
		n.ty = r.Types[n.ty]
		kinds |= n.set()
		n.renumberOperands(dst, x.pool, to)
		if references>>n.kind&1 != 0 {
			r.renumberReference(n)
		}
	}
	dst.nodes, dst.spans, dst.kinds = nodes[:kept], spans[:kept], kinds
}

// renumberOperands replaces the operands of an expression; operands in pool go to the pool
// of dst. 0 stays 0.
func (n *node) renumberOperands(dst *Exprs, pool []ExprID, to []ExprID) {
	w := n.slots()
	a, b, c := w.masks()
	n.a = uint32(to[n.a&a]) | n.a&^a
	n.b = uint32(to[n.b&b]) | n.b&^b
	n.c = uint32(to[n.c&c]) | n.c&^c
	if w.list != 0 {
		w.renumberList(dst, pool, &n.a, &n.b, &n.c, to)
	}
}

// renumberReference replaces the entity that an expression names.
func (r *Renumbering) renumberReference(n *node) {
	switch n.kind {
	case KindConstant:
		n.a = uint32(r.Constants[n.a])
	case KindOverride:
		n.a = uint32(r.Overrides[n.a])
	case KindGlobal:
		n.a = uint32(r.Globals[n.a])
	case KindLocal:
		n.a = uint32(r.Locals[n.a])
	}
}

func (e *Exprs) copyPool(list []ExprID, to []ExprID) uint32 {
	off := len(e.pool)
	for _, x := range list {
		e.pool = append(e.pool, to[x])
	}
	return uint32(off)
}

// RenumberFunction drops the expressions and locals of f that r.Exprs and r.Locals drop,
// statements that nothing reaches from the body, and statements that are empty then: Emits,
// Blocks, Ifs and Switches that do nothing, and the StmtLocals of dropped locals.
// Everything else must be kept by r if f uses it.
func (f *Function) RenumberFunction(r *Renumbering) {
	f.CopyRenumbered(&r.spare, r)
	*f, r.spare = r.spare, *f
}

// CopyRenumbered makes g, a function of another module, the result of RenumberFunction on
// f, which stays as it is.
func (f *Function) CopyRenumbered(g *Function, r *Renumbering) {
	g.Name, g.Result, g.ResultBinding, g.MustUse = f.Name, r.Types[f.Result], f.ResultBinding, f.MustUse
	g.Span, g.Doc = f.Span, f.Doc
	g.Args = append(g.Args[:0], f.Args...)
	for i := range g.Args {
		g.Args[i].Type = r.Types[g.Args[i].Type]
	}
	g.Diagnostics = append(g.Diagnostics[:0], f.Diagnostics...)
	g.Locals = append(g.Locals[:0], Local{})
	for i, l := range f.Locals[1:] {
		if r.Locals[i+1] != 0 {
			l.Type = r.Types[l.Type]
			g.Locals = append(g.Locals, l)
		}
	}
	g.Named = g.Named[:0]
	for _, n := range f.Named {
		if to := r.Exprs[n.Expr]; to != 0 {
			g.Named = append(g.Named, NamedExpr{to, n.Name})
		}
	}
	r.renumberExprs(&g.Exprs, &f.Exprs, r.Exprs)
	g.stmts = append(g.stmts[:0], stmt{})
	g.stmtSpans = append(g.stmtSpans[:0], diag.Span{})
	g.blocks = append(g.blocks[:0], blockRange{})
	g.lists, g.cases, g.caseValues, g.stmtKinds = g.lists[:0], g.cases[:0], g.caseValues[:0], 0
	g.Body = r.block(g, f, f.Body)
}

// RenumberWhole is RenumberFunction for a function that loses nothing: r.Exprs and r.Locals
// keep every value and local, and no statement becomes empty. References to entities of the
// module are changed in place; r.Exprs and r.Locals aren't read.
func (f *Function) RenumberWhole(r *Renumbering) {
	f.Result = r.Types[f.Result]
	for i := range f.Args {
		f.Args[i].Type = r.Types[f.Args[i].Type]
	}
	for i := range f.Locals {
		f.Locals[i].Type = r.Types[f.Locals[i].Type]
	}
	for i := 1; i < len(f.nodes); i++ {
		n := &f.nodes[i]
		n.ty = r.Types[n.ty]
		if references&^(1<<KindLocal)>>n.kind&1 != 0 {
			r.renumberReference(n)
		}
	}
	if f.MayHaveStmt(StmtCall) {
		for i := range f.stmts {
			if n := &f.stmts[i]; n.kind == StmtCall {
				n.a = uint32(r.Functions[n.a])
			}
		}
	}
}

// block copies a block of f into g.
func (r *Renumbering) block(g, f *Function, id BlockID) BlockID {
	if id == 0 {
		return 0
	}
	mark := len(r.list)
	for _, s := range f.Block(id) {
		n := f.stmts[s]
		if r.stmt(g, f, &n) {
			r.list = append(r.list, g.addStmtCopy(&n, f.stmtSpans[s]))
		}
	}
	b := g.AddBlock(r.list[mark:])
	r.list = r.list[:mark]
	return b
}

// stmt renumbers a statement of f for g; ok is false if it is dropped.
func (r *Renumbering) stmt(g, f *Function, n *stmt) (ok bool) {
	to := r.Exprs
	ok = true
	switch n.kind {
	case StmtEmit:
		list, pool := f.pool[n.a:n.a+n.b], g.pool
		n.a = uint32(len(pool))
		for _, x := range list {
			if y := to[x]; y != 0 {
				pool = append(pool, y)
			}
		}
		g.pool = pool
		n.b = uint32(len(pool)) - n.a
		return n.b > 0
	case StmtStore:
		n.a, n.b = uint32(to[n.a]), uint32(to[n.b])
		return true
	case StmtLocal:
		n.a, n.b = uint32(r.Locals[n.a]), uint32(to[n.b])
		return n.a != 0
	case StmtBlock:
		n.a = uint32(r.block(g, f, BlockID(n.a)))
		return n.a != 0
	case StmtIf:
		n.b, n.c = uint32(r.block(g, f, BlockID(n.b))), uint32(r.block(g, f, BlockID(n.c)))
		ok = n.b|n.c != 0
	case StmtSwitch:
		ok = r.switchStmt(g, f, n)
	case StmtLoop:
		n.a, n.b = uint32(r.block(g, f, BlockID(n.a))), uint32(r.block(g, f, BlockID(n.b)))
	case StmtCall:
		n.a = uint32(r.Functions[n.a])
	}
	w := &stmtSlots[n.kind]
	if w.list != 0 {
		w.renumberList(&g.Exprs, f.pool, &n.a, &n.b, &n.c, to)
	}
	if w.fields&slotA != 0 {
		n.a = uint32(to[n.a])
	}
	if w.fields&slotB != 0 {
		n.b = uint32(to[n.b])
	}
	if w.fields&slotC != 0 {
		n.c = uint32(to[n.c])
	}
	if w.result || w.fields&slotD != 0 {
		n.d = uint32(to[n.d])
	}
	return ok
}

func (r *Renumbering) switchStmt(g, f *Function, n *stmt) (does bool) {
	mark := len(r.clauses)
	for _, c := range f.cases[n.b : n.b+n.c] {
		c.Body = r.block(g, f, c.Body)
		does = does || c.Body != 0
		r.clauses = append(r.clauses, c)
	}
	if does {
		n.b = uint32(len(g.cases))
		for _, c := range r.clauses[mark:] {
			g.AddCaseValues(&c, f.CaseValues(&c))
			g.cases = append(g.cases, c)
		}
	}
	r.clauses = r.clauses[:mark]
	return does
}
