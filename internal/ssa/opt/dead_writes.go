package opt

// This file removes stores that are overwritten before anything reads them.
//
//	before                      after
//	store %p, %a                store %p, %b
//	store %p, %b                return
//	store $local, %c
//	return
//
// In each block it keeps the stores that nothing has read yet. A store to the same memory,
// or to memory that it is a part of, removes them; a load that may be from it keeps them,
// and so does any instruction that may let others look. Nobody reads the stores of a
// function to its own variables before it returns.

import (
	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadWrites removes stores that are overwritten before anything reads them.
var DeadWrites = &pass.Pass{
	Name:      "dead-writes",
	Doc:       "stores are removed if the memory is overwritten, or its lifetime ends, before a read",
	Replaces:  []string{"opt_dead_write_vars"},
	Preserves: ssa.ControlFlow,
	Function:  deadWrites,
}

// maxPending bounds how many stores are kept of one variable.
const maxPending = 16

// pendingStores are the stores of a block that nothing has read yet.
type pendingStores struct {
	f     *ssa.Function
	roots *rootSet
	of    [][]ssa.InstrID // by root
	used  []int32         // roots that have some, or had
}

func deadWrites(f *ssa.Function) bool {
	stores := 0
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Store {
				stores++
			}
		}
	}
	if stores == 0 {
		return false
	}
	w := &pendingStores{f: f, roots: newRootSet(f)}
	changed := false
	for b := range f.Blocks() {
		changed = w.block(b) || changed
		if b == f.ListLast(ssa.Body) && f.Jump(b) == 0 {
			changed = w.leave() || changed
		}
		w.keepAll(func(int32) bool { return true })
	}
	return changed
}

// keepAll lets go of the stores to roots of a kind: they stay.
func (w *pendingStores) keepAll(which func(root int32) bool) {
	left := w.used[:0]
	for _, r := range w.used {
		if which(r) {
			w.of[r] = w.of[r][:0]
		} else if len(w.of[r]) > 0 {
			left = append(left, r)
		}
	}
	w.used = left
}

// read keeps the stores that a load from an address may read.
func (w *pendingStores) read(p ssa.Value) {
	r := w.roots.of(p)
	w.drop(r, func(q ssa.Value) bool { return analysis.CompareDerefs(w.f, q, p) != 0 })
	w.roots.alias(r, func(k int32) { w.drop(k, func(ssa.Value) bool { return true }) })
}

// drop takes the stores of a root out to addresses of a kind.
func (w *pendingStores) drop(r int32, which func(address ssa.Value) bool) {
	if int(r) >= len(w.of) {
		return
	}
	kept := w.of[r][:0]
	for _, s := range w.of[r] {
		if !which(w.f.Arg(s, 0)) {
			kept = append(kept, s)
		}
	}
	w.of[r] = kept
}

func (w *pendingStores) block(b ssa.NodeID) (changed bool) {
	f := w.f
	for i := range f.Instrs(b) {
		switch touchOf(f, i) {
		case nothing:
			if f.Op(i) == op.Return {
				changed = w.leave() || changed
			}
		case readsOne, updatesOne:
			w.read(f.Arg(i, 0))
		case copiesOne:
			w.read(f.Arg(i, 1))
		case writesOne:
			changed = w.store(i) || changed
		case declares: // what the variable held is gone
			r := w.roots.variable(f.VarOf(i), 0)
			if int(r) < len(w.of) {
				for _, s := range w.of[r] {
					f.Remove(s)
					changed = true
				}
				w.of[r] = w.of[r][:0]
			}
		case orders:
			w.keepAll(func(r int32) bool { return isOrdered(w.roots.list[r].mode) })
		case anything:
			w.keepAll(func(r int32) bool { return w.roots.list[r].given })
		}
	}
	return changed
}

// leave removes the stores to the function's own variables.
func (w *pendingStores) leave() (changed bool) {
	f := w.f
	for _, r := range w.used {
		if x := w.roots.list[r].value; f.Op(x) != op.DerefVar || !f.VarOf(x).IsLocal() {
			continue
		}
		for _, s := range w.of[r] {
			f.Remove(s)
			changed = true
		}
		w.of[r] = w.of[r][:0]
	}
	return changed
}

// store removes the stores that a store overwrites, and notes it.
func (w *pendingStores) store(i ssa.InstrID) (changed bool) {
	f := w.f
	p := f.Arg(i, 0)
	if !analysis.IsPlain(f, p) {
		return false
	}
	r := w.roots.of(p)
	for int(r) >= len(w.of) {
		w.of = append(w.of, nil)
	}
	mask := f.Word(i, 0)
	kept := w.of[r][:0]
	for _, s := range w.of[r] {
		relation := analysis.CompareDerefs(f, p, f.Arg(s, 0))
		was := f.Word(s, 0)
		if relation&analysis.Contains != 0 && (mask == 0 || relation == analysis.Equal && was != 0 && was&^mask == 0) {
			f.Remove(s)
			changed = true
		} else {
			kept = append(kept, s)
		}
	}
	w.of[r] = kept
	if len(w.of[r]) == 0 {
		w.used = append(w.used, r)
	}
	if len(w.of[r]) < maxPending {
		w.of[r] = append(w.of[r], i)
	}
	return changed
}
