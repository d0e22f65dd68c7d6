package pretty

// This file removes unused code: expressions, stores to temporaries that nothing loads, and
// branches that do nothing.
//
//	%1 = load a
//	store b, %1                     (nothing loads b)
//	%2 = load a
//	return %2               becomes       %2 = load a  return %2
//
// Code that was unused before stays: it may be there for a reason, as an author's
// assignment to nothing. The other transforms note the values whose last use they take.

import (
	"refract/internal/reuse"
	"refract/ir"
)

type sweep struct {
	live   []bool // by expression
	orphan []bool // by expression: see orphan
	loaded []bool // by variable: something that is used loads it
	first  []int  // by variable: its first store in stores, +1
	stores []tempStore
	work   []ir.ExprID // uses that aren't marked yet
	unused []ir.ExprID // that stay
	count  int         // of live expressions
	gone   bool        // a branch went
}

// tempStore is a store to a temporary.
type tempStore struct {
	stmt ir.StmtID
	next int // store to the same variable, +1
}

// doSweep needs the uses from before other transforms; uses that they added count. After
// it, uses are up to date.
func (t *Transforms) doSweep() {
	f, w := t.f, &t.sweep
	for {
		n := f.ExprCount()
		w.live, w.orphan = reuse.Zeroed(w.live, n), reuse.Zeroed(w.orphan, n)
		for _, e := range t.orphans {
			w.orphan[e] = true
		}
		w.loaded, w.first = reuse.Zeroed(w.loaded, len(f.Locals)), reuse.Zeroed(w.first, len(f.Locals))
		w.stores, w.work, w.unused, w.gone = w.stores[:0], w.work[:0], w.unused[:0], false
		w.count = 0
		t.roots(f.Body)
		t.uses, t.at, t.named = reuse.Zeroed(t.uses, n), reuse.Grown(t.at, n), reuse.Grown(t.named, n)
		for _, e := range w.unused {
			t.uses[e]-- // mark takes it for a use
		}
		w.work = append(w.work, w.unused...)
		t.mark()
		f.Body = t.swept(f.Body)
		t.forget()
		if !w.gone {
			return
		}
	}
}

// roots notes the operands of statements.
func (t *Transforms) roots(b ir.BlockID) {
	f, w := t.f, &t.sweep
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				if int(e) < len(t.uses) && t.uses[e] == 0 && !w.orphan[e] && !t.loadsTemp(e) {
					w.unused = append(w.unused, e)
				}
			}
			continue
		case ir.StmtStore:
			if l := t.root(f.Store(s).Pointer); l != 0 && t.isTemp(l) {
				w.stores = append(w.stores, tempStore{s, w.first[l]})
				w.first[l] = len(w.stores)
				continue
			}
		case ir.StmtBlock:
			t.roots(f.BlockStmt(s))
			continue
		case ir.StmtIf:
			v := f.If(s)
			t.roots(v.Accept)
			t.roots(v.Reject)
		case ir.StmtSwitch:
			cases := f.Switch(s).Cases
			for i := range cases {
				t.roots(cases[i].Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			t.roots(v.Body)
			t.roots(v.Continuing)
		}
		w.work = f.StmtOperands(s, w.work)
	}
}

// orphan notes that an expression may have lost its last use.
func (t *Transforms) orphan(e ir.ExprID) { t.orphans = append(t.orphans, e) }

// loadsTemp reports whether an expression is a Load of a temporary.
func (t *Transforms) loadsTemp(e ir.ExprID) bool {
	if t.f.Kind(e) != ir.KindLoad {
		return false
	}
	l := t.root(t.f.Operand(e))
	return l != 0 && t.isTemp(l)
}

// mark propagates liveness to operands.
func (t *Transforms) mark() {
	f, w := t.f, &t.sweep
	for len(w.work) > 0 {
		e := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		t.uses[e]++
		if w.live[e] {
			continue
		}
		w.live[e] = true
		w.count++
		w.work = f.Operands(e, w.work)
		if f.Kind(e) != ir.KindLoad {
			continue
		}
		l := t.root(f.Operand(e))
		if l == 0 || w.loaded[l] || !t.isTemp(l) {
			continue
		}
		w.loaded[l] = true
		for k := w.first[l]; k != 0; k = w.stores[k-1].next {
			w.work = f.StmtOperands(w.stores[k-1].stmt, w.work)
		}
	}
}

// swept rewrites a block.
func (t *Transforms) swept(b ir.BlockID) ir.BlockID {
	f, w := t.f, &t.sweep
	mark := t.b.Begin()
	list := f.Block(b)
	same := true
	for i, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			all := true
			for _, e := range f.Emit(s) {
				all = all && w.live[e]
			}
			if all {
				break
			}
			same = false
			for _, e := range f.Emit(s) {
				if w.live[e] {
					t.b.Pend(e)
				}
			}
			continue
		case ir.StmtStore:
			if l := t.root(f.Store(s).Pointer); l != 0 && t.isTemp(l) && !w.loaded[l] {
				same = false
				continue
			}
		case ir.StmtIf:
			t.inner(s, t.swept)
			switch v := f.If(s); {
			case v.Accept == 0 && v.Reject == 0:
				w.gone = true
				same = false
				continue
			case v.Accept == 0 && !t.onlyBreaks(v.Reject) && !t.isShortCircuit(list, i):
				v.Condition, v.Accept, v.Reject = t.opposite(v.Condition), v.Reject, 0
				t.setIf(s, v)
				same = false
			}
		default:
			t.inner(s, t.swept)
		}
		t.b.Push(s)
	}
	n := b
	if same {
		t.b.Discard(mark)
	} else {
		n = t.b.End(mark)
	}
	for _, s := range f.Block(n) {
		if f.StmtKind(s) == ir.StmtEmit {
			for _, e := range f.Emit(s) {
				t.at[e] = n
			}
		} else if r := f.StmtResult(s); r != 0 {
			t.at[r] = n
		}
	}
	return n
}

// onlyBreaks reports whether a block is a break and nothing else.
func (t *Transforms) onlyBreaks(b ir.BlockID) bool {
	list := t.f.Block(b)
	return len(list) == 1 && t.f.StmtKind(list[0]) == ir.StmtBreak
}

// forget takes the names of removed values.
func (t *Transforms) forget() {
	f, w := t.f, &t.sweep
	n := 0
	for _, x := range f.Named {
		if int(x.Expr) >= len(w.live) || w.live[x.Expr] || f.Kind(x.Expr).IsImplicit() || int(x.Expr) >= len(t.at) || t.at[x.Expr] == 0 || f.Kind(x.Expr).IsResult() {
			f.Named[n] = x
			n++
		}
	}
	f.Named = f.Named[:n]
}
