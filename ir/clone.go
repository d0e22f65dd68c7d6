package ir

// This file clones modules: every arena is flat, so a clone is a few copies.

import (
	"slices"

	"refract/diag"
)

// Clone returns a deep copy of the module that shares no memory with it. Its functions
// lie in memory that is just large enough, one piece for each kind of arena.
func (m *Module) Clone() *Module {
	x := new(struct { // what is small in most modules is made at once
		m         Module
		filters   [1][]DiagnosticFilter
		constants [1]Constant
		overrides [1]Override
		entries   [1]EntryPoint
		functions [3]*Function
	})
	dst := &x.m
	dst.Filters, dst.Constants, dst.Overrides, dst.EntryPoints, dst.Functions = x.filters[:0], x.constants[:0], x.overrides[:0], x.entries[:0], x.functions[:0]
	functions := m.Functions[1:]
	var n functionArenas
	n.countExprs(&m.Consts)
	for _, f := range functions {
		n.count(f)
	}
	a := n.make()
	a.copyExprs(&dst.Consts, &m.Consts)
	m.CloneBesideFunctions(dst)
	all := make([]Function, len(functions))
	dst.Functions = slices.Grow(dst.Functions, len(functions))
	for i, f := range functions {
		g := &all[i]
		g.copyFields(f)
		a.copyInto(g, f)
		dst.Functions = append(dst.Functions, g)
	}
	return dst
}

// functionArenas are the arenas of several functions, each kind in one piece; or how
// long they have to be.
type functionArenas struct {
	args       arena[Argument]
	locals     arena[Local]
	named      arena[NamedExpr]
	nodes      arena[node]
	spans      arena[diag.Span]
	pool       arena[ExprID]
	stmts      arena[stmt]
	blocks     arena[blockRange]
	lists      arena[StmtID]
	cases      arena[Case]
	caseValues arena[uint32]
}

// An arena is memory that hands out pieces.
type arena[T any] struct {
	need int
	free []T
}

func (a *arena[T]) make() { a.free = make([]T, a.need) }

// copyOf returns a copy of a list, which can't grow into the next copy.
func (a *arena[T]) copyOf(list []T) []T {
	n := copy(a.free, list)
	list, a.free = a.free[:n:n], a.free[n:]
	return list
}

func (a *functionArenas) count(f *Function) {
	a.args.need += len(f.Args)
	a.locals.need += len(f.Locals)
	a.named.need += len(f.Named)
	a.countExprs(&f.Exprs)
	a.spans.need += len(f.stmtSpans)
	a.stmts.need += len(f.stmts)
	a.blocks.need += len(f.blocks)
	a.lists.need += len(f.lists)
	a.cases.need += len(f.cases)
	a.caseValues.need += len(f.caseValues)
}

func (a *functionArenas) countExprs(e *Exprs) {
	a.nodes.need += len(e.nodes)
	a.spans.need += len(e.spans)
	a.pool.need += len(e.pool)
}

// make returns the memory that was counted.
func (a *functionArenas) make() *functionArenas {
	a.args.make()
	a.locals.make()
	a.named.make()
	a.nodes.make()
	a.spans.make()
	a.pool.make()
	a.stmts.make()
	a.blocks.make()
	a.lists.make()
	a.cases.make()
	a.caseValues.make()
	return a
}

func (a *functionArenas) copyInto(g, f *Function) {
	g.Args = a.args.copyOf(f.Args)
	g.Locals = a.locals.copyOf(f.Locals)
	g.Named = a.named.copyOf(f.Named)
	g.Diagnostics = slices.Clone(f.Diagnostics)
	a.copyExprs(&g.Exprs, &f.Exprs)
	g.stmts, g.stmtSpans = a.stmts.copyOf(f.stmts), a.spans.copyOf(f.stmtSpans)
	g.blocks = a.blocks.copyOf(f.blocks)
	g.lists = a.lists.copyOf(f.lists)
	g.cases = a.cases.copyOf(f.cases)
	g.caseValues = a.caseValues.copyOf(f.caseValues)
}

func (a *functionArenas) copyExprs(to, from *Exprs) {
	to.nodes, to.spans, to.pool = a.nodes.copyOf(from.nodes), a.spans.copyOf(from.spans), a.pool.copyOf(from.pool)
}

// CloneInto makes dst a deep copy of m, reusing dst's memory, and returns it.
func (m *Module) CloneInto(dst *Module) *Module {
	m.CloneBesideFunctions(dst)
	for _, f := range m.Functions[1:] {
		_, g := dst.NewFunction(f.Name)
		f.copyInto(g)
	}
	return dst
}

// CloneBesideFunctions is CloneInto without the functions, which the entry points
// of dst then lack.
func (m *Module) CloneBesideFunctions(dst *Module) {
	m.declarationsInto(dst)
	dst.Globals = append(dst.Globals[:0], m.Globals...)
	dst.EntryPoints = append(dst.EntryPoints[:0], m.EntryPoints...)
}

// CloneDeclarations returns a module with m's types, structs, layouts, constants,
// overrides, diagnostic filters and documentation, without its globals, functions
// and entry points. It shares no memory with m.
func (m *Module) CloneDeclarations() *Module {
	dst := NewModule()
	m.declarationsInto(dst)
	return dst
}

func (m *Module) declarationsInto(dst *Module) {
	if len(dst.Functions) > 1 {
		dst.spare = append(dst.spare, dst.Functions[1:]...)
	}
	dst.Types.list = append(dst.Types.list[:0], m.Types.list...)
	dst.Types.index = append(dst.Types.index[:0], m.Types.index...)
	dst.Layouts = append(dst.Layouts[:0], m.Layouts...)
	for i := range dst.Layouts {
		l := &dst.Layouts[i]
		l.Offsets, l.Members = slices.Clone(l.Offsets), slices.Clone(l.Members)
	}
	dst.Structs = append(dst.Structs[:0], m.Structs...)
	members := 0
	for i := range m.Structs {
		members += len(m.Structs[i].Members)
	}
	if dst.members = dst.members[:0]; cap(dst.members) < members {
		dst.members = make([]Member, 0, members)
	}
	for i := range dst.Structs {
		s := &dst.Structs[i]
		s.Members = append(dst.MakeMembers(len(s.Members)), s.Members...)
	}
	m.Consts.copyInto(&dst.Consts)
	dst.Constants = append(dst.Constants[:0], m.Constants...)
	dst.Overrides = append(dst.Overrides[:0], m.Overrides...)
	dst.Formats = append(dst.Formats[:0], m.Formats...)
	dst.Diagnostics = append(dst.Diagnostics[:0], m.Diagnostics...)
	dst.Filters = append(dst.Filters[:0], m.Filters...)
	for i := range dst.Filters {
		dst.Filters[i] = slices.Clone(dst.Filters[i])
	}
	dst.Sources = m.Sources // shared: nothing changes them once the module is read
	dst.Doc = m.Doc
	dst.Meter = m.Meter
	dst.specials = append(dst.specials[:0], m.specials...)
	dst.Functions = append(dst.Functions[:0], nil)
}

func (e *Exprs) copyInto(dst *Exprs) {
	dst.nodes = append(dst.nodes[:0], e.nodes...)
	dst.spans = append(dst.spans[:0], e.spans...)
	dst.pool = append(dst.pool[:0], e.pool...)
	dst.kinds = e.kinds
}

func (f *Function) copyInto(g *Function) {
	g.copyFields(f)
	g.Args = append(g.Args[:0], f.Args...)
	g.Locals = append(g.Locals[:0], f.Locals...)
	g.Named = append(g.Named[:0], f.Named...)
	g.Diagnostics = append(g.Diagnostics[:0], f.Diagnostics...)
	f.Exprs.copyInto(&g.Exprs)
	g.stmts = append(g.stmts[:0], f.stmts...)
	g.stmtSpans = append(g.stmtSpans[:0], f.stmtSpans...)
	g.blocks = append(g.blocks[:0], f.blocks...)
	g.lists = append(g.lists[:0], f.lists...)
	g.cases = append(g.cases[:0], f.cases...)
	g.caseValues = append(g.caseValues[:0], f.caseValues...)
}

// copyFields copies the fields other than lists.
func (g *Function) copyFields(f *Function) {
	g.Name, g.Result, g.ResultBinding, g.Body, g.MustUse = f.Name, f.Result, f.ResultBinding, f.Body, f.MustUse
	g.Span, g.Doc = f.Span, f.Doc
	g.kinds, g.stmtKinds = f.kinds, f.stmtKinds
}

// CopySignature gives f the name, parameters and result of src, of the same module or as
// CopyBody has it.
func (f *Function) CopySignature(src *Function) {
	f.Name, f.Result, f.ResultBinding, f.MustUse = src.Name, src.Result, src.ResultBinding, src.MustUse
	f.Span, f.Doc = src.Span, src.Doc
	f.Args = append(f.Args[:0], src.Args...)
}

// CopyBody makes f a copy of src. Both belong to the same module, or to modules with the
// same handles for everything that src names.
func (f *Function) CopyBody(src *Function) { src.copyInto(f) }
