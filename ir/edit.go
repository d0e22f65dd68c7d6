package ir

// This file holds operations for editing a function beyond appending to it.

import "slices"

// Unpend takes e back out of the list for the next Emit and reports whether it
// did: e must have been the last expression listed.
func (b *Builder) Unpend(e ExprID) bool {
	n := len(b.pending)
	if n == 0 || b.pending[n-1] != e {
		return false
	}
	b.pending = b.pending[:n-1]
	return true
}

// Drop takes an expression that nothing uses out of the list for the next Emit, if it is listed.
func (b *Builder) Drop(e ExprID) {
	if i := slices.Index(b.pending, e); i >= 0 {
		b.pending = slices.Delete(b.pending, i, i+1)
	}
}

// SetStmtResult changes the result expression that a statement populates.
func (f *Function) SetStmtResult(s StmtID, result ExprID) {
	if f.stmts[s].kind < StmtAtomic {
		panic("ir: SetStmtResult of " + f.stmts[s].kind.String())
	}
	f.stmts[s].d = uint32(result)
}

// MathOp is the function of a KindMath, without its arguments.
func (e *Exprs) MathOp(id ExprID) MathOp { return MathOp(e.nodes[id].op) }

// MapTypes replaces every type that the module's entities and expressions have by fn of it,
// which is called once for each; the types themselves stay. Parameters of predeclared
// structs, which are scalars and vectors, are left out.
func (m *Module) MapTypes(ask func(TypeID) TypeID) {
	answers := make([]TypeID, m.Types.Len()) // +1; 0: not asked yet
	fn := func(t TypeID) TypeID {
		if answers[t] == 0 {
			answers[t] = ask(t) + 1
		}
		return answers[t] - 1
	}
	exprs := func(e *Exprs) {
		for i := range e.nodes {
			e.nodes[i].ty = fn(e.nodes[i].ty)
		}
	}
	for i := range m.Structs {
		for j := range m.Structs[i].Members {
			v := &m.Structs[i].Members[j]
			v.Type = fn(v.Type)
		}
	}
	exprs(&m.Consts)
	for i := range m.Constants {
		m.Constants[i].Type = fn(m.Constants[i].Type)
	}
	for i := range m.Overrides {
		m.Overrides[i].Type = fn(m.Overrides[i].Type)
	}
	for i := range m.Globals {
		m.Globals[i].Type = fn(m.Globals[i].Type)
	}
	for _, f := range m.Functions[1:] {
		f.Result = fn(f.Result)
		for i := range f.Args {
			f.Args[i].Type = fn(f.Args[i].Type)
		}
		for i := range f.Locals {
			f.Locals[i].Type = fn(f.Locals[i].Type)
		}
		exprs(&f.Exprs)
	}
}

// OverwriteStmt makes s the statement that src is. Its span stays.
func (f *Function) OverwriteStmt(s, src StmtID) { f.stmts[s] = f.stmts[src] }

// ReplaceOperands replaces the operands of the first exprs expressions and stmts statements
// by the entries of by, which is by expression; 0: they stay.
func (f *Function) ReplaceOperands(exprs ExprID, stmts StmtID, by []ExprID) {
	to := func(x *uint32) {
		if int(*x) < len(by) && by[*x] != 0 {
			*x = uint32(by[*x])
		}
	}
	list := func(offset, count uint32) {
		for i := offset; i < offset+count; i++ {
			if x := f.pool[i]; int(x) < len(by) && by[x] != 0 {
				f.pool[i] = by[x]
			}
		}
	}
	by[0] = 0
	for i := range f.nodes[:exprs] {
		n := &f.nodes[i]
		w := n.slots()
		if w.fields&slotA != 0 {
			to(&n.a)
		}
		if w.fields&slotB != 0 {
			to(&n.b)
		}
		if w.fields&slotC != 0 {
			to(&n.c)
		}
		if w.list != 0 {
			list(w.span(n.a, n.b, n.c))
		}
	}
	for i := range f.stmts[:stmts] {
		n := &f.stmts[i]
		w := &stmtSlots[n.kind]
		if w.list != 0 {
			list(w.span(n.a, n.b, n.c))
		}
		if w.fields&slotA != 0 {
			to(&n.a)
		}
		if w.fields&slotB != 0 {
			to(&n.b)
		}
		if w.fields&slotC != 0 {
			to(&n.c)
		}
		if w.fields&slotD != 0 {
			to(&n.d)
		}
	}
}

// Reserve makes room for more expressions and statements.
func (f *Function) Reserve(exprs, stmts int) {
	f.nodes, f.spans = slices.Grow(f.nodes, exprs), slices.Grow(f.spans, exprs)
	f.pool = slices.Grow(f.pool, exprs)
	f.stmts, f.stmtSpans = slices.Grow(f.stmts, stmts), slices.Grow(f.stmtSpans, stmts)
}

// DropArgument removes a parameter of a function that nothing calls. Its value becomes
// zero.
func (f *Function) DropArgument(index int) {
	f.Args = slices.Delete(f.Args, index, index+1)
	for id := 1; id < len(f.nodes); id++ {
		n := &f.nodes[id]
		switch {
		case n.kind != KindArgument || int(n.a) < index:
		case int(n.a) > index:
			n.a--
		default:
			*n = node{kind: KindZeroValue, ty: n.ty}
			f.kinds |= n.set()
		}
	}
}

// SetIndex changes the index of a KindAccessIndex.
func (e *Exprs) SetIndex(id ExprID, index uint32) {
	if e.nodes[id].kind != KindAccessIndex {
		panic("ir: SetIndex of " + e.nodes[id].kind.String())
	}
	e.nodes[id].b = index
}
