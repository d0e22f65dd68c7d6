package ir

// This file joins modules: the declarations of one are added to another, except the ones
// already there.

import (
	"encoding/binary"
	"slices"
)

// An Appending adds a module to another. Common entities are declared first: by Structs,
// Globals and Overrides of the other, by handles of the module that is added. Equal
// structs, constants and functions of the same name are there once, declared or not.
type Appending struct {
	Structs   []StructID
	Globals   []GlobalID
	Overrides []OverrideID

	m, src  *Module
	types   []TypeID
	consts  []ExprID
	consted []ConstantID
	layouts []LayoutID
	known   map[string]LayoutID // layouts of m by what they are
}

// Append begins to add src, which stays as it is. The spans of both have to be of the
// same Sources.
func (m *Module) Append(src *Module) *Appending {
	return &Appending{
		Structs: make([]StructID, len(src.Structs)), Globals: make([]GlobalID, len(src.Globals)), Overrides: make([]OverrideID, len(src.Overrides)),
		m: m, src: src,
		types: make([]TypeID, src.Types.Len()), consts: make([]ExprID, src.Consts.ExprCount()),
		consted: make([]ConstantID, len(src.Constants)), layouts: make([]LayoutID, len(src.Layouts)),
	}
}

// Type returns the other module's type for a type of the added module.
func (a *Appending) Type(id TypeID) TypeID {
	switch {
	case id < FirstModuleType:
		return id
	case a.types[id] != 0:
		return a.types[id]
	}
	t := *a.src.Types.At(id)
	if t.Kind == TypeStruct {
		a.types[id] = a.structType(t.Struct)
		return a.types[id]
	}
	t.Base, t.Layout, t.LengthExpr = a.Type(t.Base), a.Layout(t.Layout), a.Const(t.LengthExpr)
	a.types[id] = a.m.Types.Intern(t)
	return a.types[id]
}

func (a *Appending) structType(id StructID) TypeID {
	s := a.src.Structs[id]
	if to := a.Structs[id]; to != 0 {
		return a.m.Structs[to].Type
	}
	if s.Special != NotSpecial {
		return a.m.SpecialStruct(s.Special, a.Type(s.Param))
	}
	s.Members = slices.Clone(s.Members)
	for i := range s.Members {
		s.Members[i].Type = a.Type(s.Members[i].Type)
	}
	for i := range a.m.Structs[1:] {
		if t := &a.m.Structs[i+1]; t.Name == s.Name && t.Special == NotSpecial && slices.EqualFunc(t.Members, s.Members, sameMember) {
			return t.Type
		}
	}
	return a.m.AddStruct(s)
}

// sameMember compares members of structs but for their places and attributes.
func sameMember(x, y Member) bool {
	y.Span, y.Doc = x.Span, x.Doc
	return x == y
}

// Layout returns the other module's layout for a layout of the added module.
func (a *Appending) Layout(id LayoutID) LayoutID {
	if id < FirstExplicitLayout {
		return id
	}
	if to := a.layouts[id-FirstExplicitLayout]; to != 0 {
		return to
	}
	if a.known == nil {
		a.known = make(map[string]LayoutID, len(a.m.Layouts))
		for i := range a.m.Layouts {
			a.known[a.m.Layouts[i].key()] = FirstExplicitLayout + LayoutID(i)
		}
	}
	n := a.src.Layouts[id-FirstExplicitLayout]
	n.Offsets, n.Members = slices.Clone(n.Offsets), slices.Clone(n.Members)
	for i := range n.Members {
		n.Members[i] = a.Layout(n.Members[i])
	}
	key := n.key()
	to, ok := a.known[key]
	if !ok {
		a.m.Layouts = append(a.m.Layouts, n)
		to = FirstExplicitLayout + LayoutID(len(a.m.Layouts)-1)
		a.known[key] = to
	}
	a.layouts[id-FirstExplicitLayout] = to
	return to
}

// key is a layout as bytes.
func (n *LayoutNode) key() string {
	b := binary.AppendUvarint(nil, uint64(len(n.Offsets)))
	for _, x := range n.Offsets {
		b = binary.AppendUvarint(b, uint64(x))
	}
	for _, x := range n.Members {
		b = binary.AppendUvarint(b, uint64(x))
	}
	b = binary.AppendUvarint(b, uint64(n.Stride))
	if n.RowMajor {
		b = append(b, 1)
	}
	return string(b)
}

// Const returns the other module's expression for a module-scope expression of the added
// module.
func (a *Appending) Const(id ConstID) ConstID {
	if id == 0 || a.consts[id] != 0 {
		return ConstID(a.consts[id])
	}
	from, to := &a.src.Consts, &a.m.Consts
	n := from.nodes[id]
	n.ty = a.Type(n.ty)
	switch n.kind {
	case KindConstant:
		n.a = uint32(a.constant(ConstantID(n.a)))
	case KindOverride:
		n.a = uint32(a.override(OverrideID(n.a)))
	case KindGlobal, KindLocal:
		panic("ir: a module-scope expression refers to a variable")
	default:
		for _, x := range from.Operands(ExprID(id), nil) {
			a.Const(ConstID(x))
		}
		n.renumberOperands(to, from.pool, a.consts)
	}
	a.consts[id] = to.addCopy(&n, from.spans[id])
	return ConstID(a.consts[id])
}

func (a *Appending) constant(id ConstantID) ConstantID {
	if id != 0 && a.consted[id] == 0 {
		c := a.src.Constants[id]
		c.Type, c.Init = a.Type(c.Type), a.Const(c.Init)
		at := slices.IndexFunc(a.m.Constants, func(x Constant) bool {
			return x.Name == c.Name && x.Type == c.Type && a.m.comparer().constant(x.Init, c.Init)
		})
		if at < 0 {
			at = len(a.m.Constants)
			a.m.Constants = append(a.m.Constants, c)
		}
		a.consted[id] = ConstantID(at)
	}
	return a.consted[id]
}

func (a *Appending) override(id OverrideID) OverrideID {
	if id != 0 && a.Overrides[id] == 0 {
		o := a.src.Overrides[id]
		o.Type, o.Init = a.Type(o.Type), a.Const(o.Init)
		a.m.Overrides = append(a.m.Overrides, o)
		a.Overrides[id] = OverrideID(len(a.m.Overrides) - 1)
	}
	return a.Overrides[id]
}

func (a *Appending) global(id GlobalID) {
	if id != 0 && a.Globals[id] == 0 {
		g := a.src.Globals[id]
		g.Type, g.Layout, g.Init = a.Type(g.Type), a.Layout(g.Layout), a.Const(g.Init)
		a.m.Globals = append(a.m.Globals, g)
		a.Globals[id] = GlobalID(len(a.m.Globals) - 1)
	}
}

// Finish adds everything that the other module lacks.
func (a *Appending) Finish() {
	m, src := a.m, a.src
	for i := range src.Structs[1:] {
		a.Type(src.Structs[i+1].Type)
	}
	for t := FirstModuleType; int(t) < src.Types.Len(); t++ {
		a.Type(t)
	}
	for i := 1; i < len(src.Constants); i++ {
		a.constant(ConstantID(i))
	}
	for i := 1; i < len(src.Overrides); i++ {
		a.override(OverrideID(i))
	}
	for i := 1; i < len(src.Globals); i++ {
		a.global(GlobalID(i))
	}
	r := Renumbering{Types: a.types, Constants: a.consted, Overrides: a.Overrides, Globals: a.Globals,
		Functions: make([]FuncID, len(src.Functions))}
	for t := range FirstModuleType {
		r.Types[t] = t
	}
	filters, first := uint32(len(m.Filters)-1), len(m.Functions)
	m.Filters = append(m.Filters, src.Filters[1:]...)
	for i := range src.Functions[1:] { // which may be called ahead of their declaration
		r.Functions[i+1] = FuncID(first + i)
	}
	for _, f := range src.Functions[1:] {
		r.Exprs, r.Locals = ascending(r.Exprs, f.ExprCount()), ascending(r.Locals, len(f.Locals))
		_, g := m.NewFunction(f.Name)
		f.CopyRenumbered(g, &r)
		for k := range g.stmts {
			if s := &g.stmts[k]; s.kind == StmtBlock && s.b != 0 {
				s.b += filters
			}
		}
	}
	a.dropTwins(first, r.Functions)
	for _, e := range src.EntryPoints {
		e.Function = r.Functions[e.Function]
		for d, x := range e.WorkgroupSizeExpr {
			e.WorkgroupSizeExpr[d] = a.Const(x)
		}
		e.SubgroupSizeExpr = a.Const(e.SubgroupSizeExpr)
		m.EntryPoints = append(m.EntryPoints, e)
	}
	m.Diagnostics = append(m.Diagnostics, src.Diagnostics...)
}

// ascending is a list of n handles that are their own index.
func ascending[T ~uint32](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	for i := range list {
		list[i] = T(i)
	}
	return list
}

// dropTwins takes away functions from first on that do the same as one before, of their
// name. now has the handles of the added ones.
func (a *Appending) dropTwins(first int, now []FuncID) {
	m := a.m
	to := ascending[FuncID](nil, len(m.Functions))
	starts := make([]bool, len(m.Functions))
	for i := range a.src.EntryPoints {
		starts[now[a.src.EntryPoints[i].Function]] = true
	}
	mapCalls := func() {
		for _, g := range m.Functions[first:] {
			for k := range g.stmts {
				if s := &g.stmts[k]; s.kind == StmtCall {
					s.a = uint32(to[s.a])
				}
			}
		}
	}
	for found := true; found; { // a caller is the same once what it calls is
		found = false
		for i := first; i < len(m.Functions); i++ {
			if to[i] == FuncID(i) && !starts[i] {
				if twin := m.twin(m.Functions[i], first); twin != 0 {
					to[i], found = twin, true
				}
			}
		}
		mapCalls()
	}
	kept := m.Functions[:first]
	for i, g := range m.Functions[first:] {
		if to[first+i] == FuncID(first+i) {
			to[first+i] = FuncID(len(kept))
			kept = append(kept, g)
		} else {
			m.spare = append(m.spare, g)
		}
	}
	m.Functions = kept
	mapCalls()
	for i, id := range now {
		now[i] = to[id]
	}
}

// twin returns a function ahead of end that does the same as g and has its name; 0: there
// is none.
func (m *Module) twin(g *Function, end int) FuncID {
	for i, f := range m.Functions[1:end] {
		if f.Name != g.Name || f.ExprCount() != g.ExprCount() {
			continue
		}
		c := m.comparer()
		if c.function(f, g); c.diff == "" {
			return FuncID(i + 1)
		}
	}
	return 0
}

// comparer compares parts of one module.
func (m *Module) comparer() *comparer {
	return &comparer{a: m, b: m, types: make([]TypeID, m.Types.Len()), consts: make([]ConstID, m.Consts.ExprCount()),
		structs: ascending[StructID](nil, len(m.Structs))}
}
