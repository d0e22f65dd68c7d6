package ir

// This file clones modules: every arena is flat, so a clone is a few copies.

import "slices"

// Clone returns a deep copy of the module that shares no memory with it.
func (m *Module) Clone() *Module { return m.CloneInto(new(Module)) }

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
	dst.members = dst.members[:0]
	for i := range dst.Structs {
		s := &dst.Structs[i]
		s.Members = append(dst.MakeMembers(len(s.Members)), s.Members...)
	}
	m.Consts.copyInto(&dst.Consts)
	dst.Constants = append(dst.Constants[:0], m.Constants...)
	dst.Overrides = append(dst.Overrides[:0], m.Overrides...)
	dst.Diagnostics = append(dst.Diagnostics[:0], m.Diagnostics...)
	dst.Filters = append(dst.Filters[:0], m.Filters...)
	for i := range dst.Filters {
		dst.Filters[i] = slices.Clone(dst.Filters[i])
	}
	dst.Sources = m.Sources // shared: nothing changes them once the module is read
	dst.Doc = m.Doc
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
	g.Name, g.Result, g.ResultBinding, g.Body, g.MustUse = f.Name, f.Result, f.ResultBinding, f.Body, f.MustUse
	g.Span, g.Doc = f.Span, f.Doc
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
	g.stmtKinds = f.stmtKinds
}

// CopyBody makes f a copy of src. Both belong to the same module, or to modules in
// which the handles that src names are the same.
func (f *Function) CopyBody(src *Function) { src.copyInto(f) }
