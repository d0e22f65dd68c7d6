package repair

// This file mends uses that their definitions don't dominate any more.

import (
	"cmp"
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ssa"
	"refract/ssa/op"
)

// Function mends uses that their definitions don't dominate any more, as after
// code was moved or copied: each gets the value that reaches it by any way, or an
// undefined one. It reports whether anything was wrong. Pointers and resources,
// which no phi may choose among, are computed again at the use instead.
func Function(f *ssa.Function) bool {
	changed := false
	for mend(f) { // again where indices of addresses computed anew need it
		changed = true
	}
	return changed
}

// event is the work of the walk in a block: first uses at its places are mended, then
// definitions count, then uses of phis after it are mended.
type event struct {
	place int32 // of the block in program order
	kind  eventKind
	v     Var
	use   ssa.UseID
}

type eventKind uint8

const (
	eventUse eventKind = iota
	eventDefine
	eventPhi
)

func mend(f *ssa.Function) bool {
	m := mender{f: f, dom: analysis.Dominance(f), order: analysis.InstrOrder(f), blocks: analysis.BlockOrder(f)}
	m.find()
	if !m.wrong {
		return false
	}
	if m.events != nil {
		m.mend()
	}
	f.Preserve(ssa.ControlFlow)
	return true
}

// mender mends a function.
type mender struct {
	f      *ssa.Function
	dom    *analysis.Dom
	order  *analysis.Instrs
	blocks *analysis.Order
	wrong  bool
	values []ssa.Value // by Var: the definition that some use has lost
	events []event
}

// find finds the uses to mend, and computes addresses again.
func (m *mender) find() {
	f := m.f
	type moved struct {
		v ssa.Value
		u ssa.UseID
	}
	var again []moved
	var nowhere []ssa.UseID // in code that can't be reached
	for k, b := range m.blocks.Blocks {
		for v := range f.Instrs(b) {
			known := false
			for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
				if m.reaches(v, u) {
					continue
				}
				m.wrong = true
				if f.Op(v).Class() == op.ClassDeref {
					again = append(again, moved{v, u})
					continue
				}
				if !m.dom.Reachable(place(f, u)) {
					nowhere = append(nowhere, u)
					continue
				}
				if !known {
					known = true
					m.events = append(m.events, event{int32(k), eventDefine, Var(len(m.values)), 0})
					m.values = append(m.values, v)
				}
				kind := eventUse
				if user, _ := f.UserOf(u); user != 0 && f.Op(user) == op.Phi {
					kind = eventPhi
				}
				m.events = append(m.events, event{m.blocks.Index[place(f, u)], kind, Var(len(m.values) - 1), u})
			}
		}
	}
	for _, x := range again {
		computeAgain(f, x.v, x.u)
	}
	for _, u := range nowhere {
		s := f.SrcAt(u)
		s.Value = f.Undef(f.Type(s.Value))
		f.SetSrcAt(u, s)
	}
}

// mend gives the uses the values that reach them.
func (m *mender) mend() {
	f := m.f
	p := New(f)
	for _, v := range m.values {
		p.Add(f.Type(v), f.NameOf(v), []ssa.NodeID{f.Block(v)})
	}
	slices.SortStableFunc(m.events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.kind, b.kind))
	})
	starts := make([]int32, len(m.blocks.Blocks)+1)
	for _, e := range m.events {
		starts[e.place+1]++
	}
	for k := 1; k < len(starts); k++ {
		starts[k] += starts[k-1]
	}
	p.Walk(func(b ssa.NodeID) {
		k := m.blocks.Index[b]
		for _, e := range m.events[starts[k]:starts[k+1]] {
			if e.kind == eventDefine {
				p.Define(e.v, m.values[e.v])
				continue
			}
			s := f.SrcAt(e.use)
			s.Value = p.Value(e.v)
			f.SetSrcAt(e.use, s)
		}
	})
	p.Finish()
}

// place is the block in which a use reads its value.
func place(f *ssa.Function, u ssa.UseID) ssa.NodeID {
	if user, node := f.UserOf(u); user == 0 {
		return f.Before(node)
	} else if f.Op(user) == op.Phi {
		return f.Preds(f.Block(user))[f.UseIndex(u)]
	} else {
		return f.Block(user)
	}
}

// reaches reports whether a value's definition dominates a use or, in code that can't
// be reached, stands before it.
func (m *mender) reaches(v ssa.Value, u ssa.UseID) bool {
	f := m.f
	def, at := f.Block(v), place(f, u)
	if def != at && !m.dom.Reachable(at) {
		return m.blocks.Index[def] < m.blocks.Index[at]
	}
	if user, _ := f.UserOf(u); def == at && user != 0 && f.Op(user) != op.Phi {
		return m.order.Index[v] < m.order.Index[user]
	}
	return def == at || m.dom.Dominates(def, at)
}

// computeAgain computes an address once more at a use.
func computeAgain(f *ssa.Function, v ssa.Value, u ssa.UseID) {
	at := f.EndOf(place(f, u))
	if user, _ := f.UserOf(u); user != 0 && f.Op(user) != op.Phi {
		at = f.BeforeInstr(user)
	}
	s := f.SrcAt(u)
	s.Value = copyDeref(f, v, at)
	f.SetSrcAt(u, s)
}

// copyDeref copies a chain of derefs to a cursor. Indices are used as they are.
func copyDeref(f *ssa.Function, v ssa.Value, at ssa.Cursor) ssa.Value {
	if f.Op(v).Class() != op.ClassDeref {
		return v
	}
	var srcs []ssa.Src
	for k := range f.NumSrcs(v) {
		s := f.Src(v, k)
		if k == 0 {
			s.Value = copyDeref(f, s.Value, at)
		}
		srcs = append(srcs, s)
	}
	b := f.Build(at)
	b.Span = f.SpanOf(v)
	i := b.Instr(f.Op(v), f.Type(v), srcs...)
	f.SetWords(i, f.Words(v))
	f.SetFlags(i, f.Flags(v))
	return i
}
