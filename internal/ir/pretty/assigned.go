package pretty

// This file finds variables that may be loaded before anything was stored in them. It
// follows the structure: after a branch a variable has a value for certain if it got one in
// every arm that goes on. For the end of a loop or switch, the variables assigned on each
// way there are listed; if that would take too long, variables assigned inside count as
// unknown.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// assigned is the state of the walk.
type assigned struct {
	has    []bool       // by variable: it has a value
	log    []ir.LocalID // those that got one
	merged []ir.LocalID
	frames []ways
	counts []int32 // by variable
	budget int
}

// ways are the ways to the end, and to the continuing block, of a loop or switch.
type ways struct {
	isLoop bool
	mark   int // length of the log at its start
	count  [2]int32
	got    [2][]ir.LocalID // on each of them
	lost   [2]bool         // not all was listed
}

// findExposed fills in declared.exposed.
func (t *Transforms) findExposed() {
	f, a := t.f, &t.declare.assigned
	a.has, a.counts = reuse.Zeroed(a.has, len(f.Locals)), reuse.Zeroed(a.counts, len(f.Locals))
	a.log, a.merged, a.frames = a.log[:0], a.merged[:0], a.frames[:0]
	a.budget = 16*f.StmtCount() + 1024
	t.exposedIn(f.Body)
}

func (a *assigned) set(l ir.LocalID) {
	if !a.has[l] {
		a.has[l] = true
		a.log = append(a.log, l)
	}
}

// undo takes back the assignments since the log had this length.
func (a *assigned) undo(mark int) {
	for _, l := range a.log[mark:] {
		a.has[l] = false
	}
	a.log = a.log[:mark]
}

// goes notes a way to the end or the continuing block of a loop or switch.
func (a *assigned) goes(to int) {
	k := len(a.frames) - 1
	for to == toContinuing && !a.frames[k].isLoop {
		k--
	}
	w := &a.frames[k]
	w.count[to]++
	n := len(a.log) - w.mark
	if a.budget -= n; a.budget < 0 {
		w.lost[to] = true
		return
	}
	w.got[to] = append(w.got[to], a.log[w.mark:]...)
}

// arrive goes on at the end of all ways of a kind.
func (a *assigned) arrive(w *ways, to int) {
	a.undo(w.mark)
	if w.lost[to] {
		return
	}
	for _, l := range w.got[to] {
		a.counts[l]++
	}
	for _, l := range w.got[to] {
		if a.counts[l] == w.count[to] {
			a.set(l)
		}
	}
	for _, l := range w.got[to] {
		a.counts[l] = 0
	}
}

// exposedIn walks a block and reports whether its end may be reached.
func (t *Transforms) exposedIn(b ir.BlockID) bool {
	f, a := t.f, &t.declare.assigned
	falls := true
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				if f.Kind(e) == ir.KindLoad {
					if l := t.root(f.Operand(e)); l != 0 && !a.has[l] {
						t.declare.vars[l].exposed = true
					}
				}
			}
		case ir.StmtStore:
			if p := f.Store(s).Pointer; f.Kind(p) == ir.KindLocal {
				a.set(f.LocalRef(p))
			}
		case ir.StmtBreak:
			a.goes(toEnd)
			falls = false
		case ir.StmtContinue:
			a.goes(toContinuing)
			falls = false
		case ir.StmtReturn, ir.StmtTerminate:
			falls = false
		case ir.StmtBlock:
			falls = t.exposedIn(f.BlockStmt(s))
		case ir.StmtIf:
			falls = t.exposedInIf(f.If(s))
		case ir.StmtSwitch:
			a.frames = append(a.frames, ways{mark: len(a.log)})
			k := len(a.frames) - 1
			for _, c := range f.Switch(s).Cases {
				a.undo(a.frames[k].mark) // what falls into the next clause isn't all that leads there
				if t.exposedIn(c.Body) && !c.FallThrough {
					a.goes(toEnd)
				}
			}
			w := a.frames[k]
			a.frames = a.frames[:k]
			a.arrive(&w, toEnd)
			falls = w.count[toEnd] > 0
		case ir.StmtLoop:
			v := f.Loop(s)
			a.frames = append(a.frames, ways{isLoop: true, mark: len(a.log)})
			k := len(a.frames) - 1
			if t.exposedIn(v.Body) {
				a.goes(toContinuing)
			}
			w := a.frames[k]
			a.arrive(&w, toContinuing)
			t.exposedIn(v.Continuing)
			if v.BreakIf != 0 {
				a.goes(toEnd)
			}
			w = a.frames[k]
			a.frames = a.frames[:k]
			a.arrive(&w, toEnd)
			falls = w.count[toEnd] > 0
		}
	}
	return falls
}

func (t *Transforms) exposedInIf(v ir.If) bool {
	a := &t.declare.assigned
	mark, merged := len(a.log), len(a.merged)
	first := t.exposedIn(v.Accept)
	a.merged = append(a.merged, a.log[mark:]...)
	a.undo(mark)
	second := t.exposedIn(v.Reject)
	got := a.merged[merged:]
	switch {
	case first && second: // what both gave a value
		for _, l := range got {
			a.counts[l] = 1
		}
		n := mark
		for _, l := range a.log[mark:] {
			if a.counts[l] == 1 {
				a.log[n] = l
				n++
			} else {
				a.has[l] = false
			}
		}
		a.log = a.log[:n]
		for _, l := range got {
			a.counts[l] = 0
		}
	case first:
		a.undo(mark)
		for _, l := range got {
			a.set(l)
		}
	}
	a.merged = a.merged[:merged]
	return first || second
}
