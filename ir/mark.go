package ir

// This file marks the entities that a function uses, for Renumbering to keep: the half of
// package internal/ir/compact that reads bodies. Statements with an effect are the roots; values are
// then visited from the last to the first. A value's operands come before it nearly always,
// so that they are met later on the way; others, which overwritten values have, wait on a
// stack.

// marking is the state of MarkFunction.
type marking struct {
	inits []initial
	first []int    // by LocalID: its last declaration in inits, +1
	stack []uint32 // marked values above at, whose operands aren't marked
	at    uint32   // the value whose operands are being marked
	kept  int      // statements in blocks
	count int      // values
	empty bool     // something is empty, or has only blocks without an effect
}

// initial is the value of a StmtLocal; next is the index of another of the same
// local, +1.
type initial struct {
	value ExprID
	next  int
}

// MarkFunction marks the entities that f uses: in Exprs and Locals, which must be zero, its
// own values and locals; in Types, Constants, Overrides, Globals and Functions the entities
// that it names, without their own uses. Functions that weren't marked before are added to
// Called. Loads count as effects if memory may be volatile.
//
// It reports whether f loses nothing when Exprs and Locals make it smaller:
// RenumberWhole will do then.
func (r *Renumbering) MarkFunction(f *Function, volatile bool) (whole bool) {
	k := &r.marks
	k.kept, k.count, k.empty = 1, 1, false // what has number 0
	k.at = uint32(len(f.nodes))
	r.Exprs[0] = 1 // absent operands
	r.markSignature(f)
	r.declarations(f)
	for _, n := range f.Named { // names of values that exist everywhere cost nothing to keep
		switch f.nodes[n.Expr].kind {
		case KindLiteral, KindZeroValue, KindArgument:
			r.Exprs[n.Expr] = 1
		}
	}
	if r.Named != nil {
		global := Kinds(KindGlobal)
		for x := f.Next(0, global); x != 0; x = f.Next(x, global) {
			if r.Named[f.GlobalRef(x)] {
				r.Exprs[x] = 1
			}
		}
	}
	r.markBlock(f, f.Body, volatile)
	r.markValues(f)
	r.Exprs[0] = 0
	whole = !k.empty && k.kept == len(f.stmts) && k.count == len(f.nodes)
	for l := 1; l < len(f.Locals); l++ {
		if r.Locals[l] == 0 {
			whole = false
		} else {
			r.Types[f.Locals[l].Type] = 1
		}
	}
	return whole
}

func (r *Renumbering) markSignature(f *Function) {
	r.Types[f.Result] = 1
	for i := range f.Args {
		r.Types[f.Args[i].Type] = 1
	}
}

// declarations notes the StmtLocals, whose initial values are used if the local
// is.
func (r *Renumbering) declarations(f *Function) {
	k := &r.marks
	k.inits = k.inits[:0]
	if n := len(f.Locals); cap(k.first) < n {
		k.first = make([]int, n, n+n/4)
	} else {
		k.first = k.first[:n]
		clear(k.first)
	}
	if !f.MayHaveStmt(StmtLocal) {
		return
	}
	for i := 1; i < len(f.stmts); i++ {
		if s := &f.stmts[i]; s.kind == StmtLocal && s.b != 0 {
			k.inits = append(k.inits, initial{ExprID(s.b), k.first[s.a]})
			k.first[s.a] = len(k.inits)
		}
	}
}

// markBlock marks the operands of a block's statements, and reports whether any has an
// effect.
func (r *Renumbering) markBlock(f *Function, b BlockID, volatile bool) bool {
	k := &r.marks
	effect := false
	list := f.Block(b)
	k.kept += len(list)
	k.empty = k.empty || b != 0 && len(list) == 0
	for _, id := range list {
		s := &f.stmts[id]
		does := true
		switch s.kind {
		case StmtEmit:
			k.empty = k.empty || s.b == 0
			does = volatile && r.markVolatile(f, s)
		case StmtLocal:
		case StmtStore:
			r.use(s.a)
			r.use(s.b)
		case StmtBlock:
			does = r.markBlock(f, BlockID(s.a), volatile)
			k.empty = k.empty || !does
		case StmtIf:
			accept, reject := r.markBlock(f, BlockID(s.b), volatile), r.markBlock(f, BlockID(s.c), volatile)
			if does = accept || reject; does {
				r.use(s.a)
			} else {
				k.empty = true
			}
		case StmtSwitch:
			does = false
			for i := range f.cases[s.b : s.b+s.c] {
				does = r.markBlock(f, f.cases[s.b+uint32(i)].Body, volatile) || does
			}
			if does {
				r.use(s.a)
			} else {
				k.empty = true
			}
		case StmtLoop:
			r.markBlock(f, BlockID(s.a), volatile)
			r.markBlock(f, BlockID(s.b), volatile)
			r.use(s.c)
		default:
			r.markStmt(f, s)
		}
		effect = effect || does
	}
	return effect
}

// markVolatile marks the loads of an Emit, and reports whether there are any.
func (r *Renumbering) markVolatile(f *Function, s *stmt) (any bool) {
	for _, x := range f.pool[s.a : s.a+s.b] {
		if f.nodes[x].kind == KindLoad {
			r.use(uint32(x))
			any = true
		}
	}
	return any
}

// markStmt marks the operands of a statement without blocks of its own, and its result.
func (r *Renumbering) markStmt(f *Function, s *stmt) {
	if s.kind == StmtCall && r.Functions[s.a] == 0 {
		r.Functions[s.a] = 1
		r.Called = append(r.Called, FuncID(s.a))
	}
	w := &stmtSlots[s.kind]
	r.useSlots(w.fields, s.a, s.b, s.c)
	if w.list != 0 {
		r.useList(w, f, s.a, s.b, s.c)
	}
	if w.result || w.fields&slotD != 0 {
		r.use(s.d)
	}
}

// useSlots marks the operands in three fields.
func (r *Renumbering) useSlots(fields slotSet, a, b, c uint32) {
	if fields&slotA != 0 {
		r.use(a)
	}
	if fields > slotA {
		if fields&slotB != 0 {
			r.use(b)
		}
		if fields&slotC != 0 {
			r.use(c)
		}
	}
}

// useList marks the operands in the pool.
func (r *Renumbering) useList(w *slots, f *Function, a, b, c uint32) {
	offset, count := w.span(a, b, c)
	for _, x := range f.pool[offset : offset+count] {
		r.use(uint32(x))
	}
}

// use marks a value; 0 is marked from the start.
func (r *Renumbering) use(x uint32) {
	if r.Exprs[x] == 0 {
		r.mark(x)
	}
}

func (r *Renumbering) mark(x uint32) {
	r.Exprs[x] = 1
	if x > r.marks.at {
		r.marks.stack = append(r.marks.stack, x)
	}
}

// markValues propagates marks to operands.
func (r *Renumbering) markValues(f *Function) {
	k := &r.marks
	nodes, types := f.nodes, r.Types
	marks := r.Exprs[:len(nodes)]
	for i := uint32(len(marks)) - 1; i > 0; i-- {
		if marks[i] == 0 {
			continue
		}
		n := &nodes[i]
		w := n.slots()
		ma, mb, mc := w.masks()
		a, b, c := n.a&ma, n.b&mb, n.c&mc                                        // 0, which is marked, where none is
		if a < i && b < i && c < i && w.list == 0 && references>>n.kind&1 == 0 { // most values, of which the operands come before
			k.count++
			types[n.ty] = 1
			marks[a], marks[b], marks[c] = 1, 1, 1
			continue
		}
		k.at = i
		r.markOperands(f, n)
		for len(k.stack) > 0 {
			x := k.stack[len(k.stack)-1]
			k.stack = k.stack[:len(k.stack)-1]
			r.markOperands(f, &f.nodes[x])
		}
	}
}

func (r *Renumbering) markOperands(f *Function, n *node) {
	r.marks.count++
	r.Types[n.ty] = 1
	if !n.kind.IsImplicit() {
		w := n.slots()
		r.useSlots(w.fields, n.a, n.b, n.c)
		if w.list != 0 {
			r.useList(w, f, n.a, n.b, n.c)
		}
		return
	}
	switch n.kind {
	case KindConstant:
		r.Constants[n.a] = 1
	case KindOverride:
		r.Overrides[n.a] = 1
	case KindGlobal:
		r.Globals[n.a] = 1
	case KindLocal:
		r.markLocal(n.a)
	}
}

func (r *Renumbering) markLocal(l uint32) {
	if r.Locals[l] != 0 {
		return
	}
	r.Locals[l] = 1
	for i := r.marks.first[l]; i != 0; i = r.marks.inits[i-1].next {
		r.use(uint32(r.marks.inits[i-1].value))
	}
}
