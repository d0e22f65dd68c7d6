package opt

// This file merges the stores at the ends of the arms of an if or a switch into one.
//
//	before                         after
//	if %c {                        if %c {
//	  %1 = deref_array %a, %i      } else {
//	  store %1, %x                 }
//	} else {                       %1 = phi %i, %j
//	  %2 = deref_array %a, %j      %2 = phi %x, %y
//	  store %2, %y                 %3 = deref_array %a, %1
//	}                              store %3, %2
//
// A store by an unknown index is a long row of instructions on machines that keep the array
// in registers, and a limit, a shift and an access on others. Arms that store nothing may
// be among the arms if the array is local: the store is done under a condition then, from
// three stores on. Limits of indices that all have go along.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MergeStores merges the stores at the ends of arms into one.
var MergeStores = &pass.Pass{
	Name:     "merge-stores",
	Doc:      "stores to elements of an array with which the arms of an if or a switch end become one behind it",
	Destroys: pass.NoPhis | pass.Scalar,
	Function: mergeStores,
}

func mergeStores(f *ssa.Function) bool {
	changed := false
	for {
		var found []ssa.NodeID
		for b := range f.Blocks() {
			if n := f.NextNode(b); n != 0 && (f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeSwitch) && len(f.Preds(f.After(n))) > 1 {
				found = append(found, n)
			}
		}
		if found == nil {
			return changed
		}
		again := false
		m := storeMerger{f: f, dom: analysis.Dominance(f), known: ssa.NodeID(f.NodeCount())}
		for k := range found { // inner ones first: what leaves them may go on
			if n := found[len(found)-1-k]; !leavesLoop(f, n) && m.node(n) {
				again = true
			}
		}
		if !again {
			return changed
		}
		changed = true
	}
}

// minGuarded is how many stores are worth a condition of their own.
const minGuarded = 3

// A storeMerger merges stores.
type storeMerger struct {
	f      *ssa.Function
	dom    *analysis.Dom
	known  ssa.NodeID    // blocks from here on are new, and wait for the next round
	stores []ssa.InstrID // by predecessor of the block behind the node
}

// node merges the last stores of the arms of a node.
func (m *storeMerger) node(n ssa.NodeID) bool {
	f := m.f
	after := f.After(n)
	preds := f.Preds(after)
	if after >= m.known || !m.dom.Reachable(after) {
		return false
	}
	m.stores = m.stores[:0]
	var first ssa.InstrID
	count := 0
	for _, p := range preds {
		if p >= m.known {
			return false
		}
		var s ssa.InstrID
		if m.dom.Reachable(p) {
			s = lastStore(f, p)
		}
		switch {
		case s == 0:
		case first == 0:
			first = s
			fallthrough
		case m.alike(first, s, after):
			count++
		default:
			s = 0
		}
		m.stores = append(m.stores, s)
	}
	if count < 2 || count < len(preds) && (count < minGuarded || !isOfFunction(f, f.Arg(first, 0))) {
		return false
	}
	m.merge(after, first, count == len(preds))
	return true
}

// lastStore is the store after which a block does nothing but compute, or 0.
func lastStore(f *ssa.Function, b ssa.NodeID) ssa.InstrID {
	for i := f.Last(b); i != 0; i = f.Prev(i) {
		switch o := f.Op(i); {
		case o == op.Store:
			if f.Word(i, 0) != 0 || f.Flags(i) != 0 || f.Shader.Module.Types.At(f.Shader.Module.Types.Pointee(f.Type(f.Arg(i, 0)))).Kind == ir.TypeAtomic {
				return 0
			}
			return i
		case o == op.Break && i == f.Jump(b):
		case o.Class() == op.ClassALU, o.Class() == op.ClassConst, o.Class() == op.ClassUndef, o.Class() == op.ClassPhi, o == op.DerefArray, o == op.DerefVar, o == op.DerefStruct:
		default:
			return 0
		}
	}
	return 0
}

// alike reports whether a store is of an element of the array that another is of, or of
// the same memory, that can be named behind both.
func (m *storeMerger) alike(first, s ssa.InstrID, after ssa.NodeID) bool {
	f := m.f
	p, q := f.Arg(first, 0), f.Arg(s, 0)
	if f.Type(f.Arg(first, 1)) != f.Type(f.Arg(s, 1)) || f.Type(p) != f.Type(q) {
		return false
	}
	if p == q && m.isBefore(p, after) {
		return true
	}
	if f.Op(p) != op.DerefArray || f.Op(q) != op.DerefArray || f.Arg(p, 0) != f.Arg(q, 0) || !m.isBefore(f.Arg(p, 0), after) {
		return false
	}
	i, j := f.Src(p, 1), f.Src(q, 1)
	return i == j || f.Type(i.Value) == f.Type(j.Value) && f.Comps(i.Value) == 1 && f.Comps(j.Value) == 1 && !isKnown(f, i.Value) && !isKnown(f, j.Value)
}

// isBefore reports whether a value is known behind a node that ends at a block.
func (m *storeMerger) isBefore(v ssa.Value, after ssa.NodeID) bool {
	b := m.f.Block(v)
	return b < m.known && b != after && m.dom.Dominates(b, after)
}

// isOfFunction reports whether a pointer is into a variable of the function.
func isOfFunction(f *ssa.Function, p ssa.Value) bool {
	return f.Shader.Module.Types.At(f.Type(p)).Space == ir.SpaceFunction
}

// merge puts a store behind a node in place of the noted ones.
func (m *storeMerger) merge(after ssa.NodeID, first ssa.InstrID, all bool) {
	f := m.f
	pointer := f.Arg(first, 0)
	value := m.phi(after, func(s ssa.InstrID) ssa.Src { return f.Src(s, 1) })
	var index ssa.Value
	var limit ssa.Src
	shared := !m.isBefore(pointer, after) // the array is
	for _, s := range m.stores {
		shared = shared || s != 0 && f.Arg(s, 0) != pointer
	}
	if shared {
		index, limit = m.index(after, first)
	}
	at := f.StartOf(after)
	if !all {
		does := f.PhiAt(at, ir.TypeBool)
		entry := f.Build(f.StartOf(f.FirstBlock()))
		yes, no := entry.Bool(true), entry.Bool(false)
		for k, s := range m.stores {
			v := no
			if s != 0 {
				v = yes
			}
			f.SetSrc(does, k, ssa.Whole(v))
		}
		n := f.InsertIf(f.StartOf(after), ssa.Whole(does), f.SpanOf(first))
		at = f.StartOf(f.ListFirst(f.Then(n)))
	}
	b := f.Build(at)
	b.Span = f.SpanOf(first)
	if shared {
		if limit.Value != 0 {
			index = b.Instr(op.UMin, f.Type(f.Arg(pointer, 1)), component(ssa.Whole(index)), limit)
			f.SetFlags(index, ir.FlagLimit)
		}
		t, flags := f.Type(pointer), f.Flags(pointer)
		for _, s := range m.stores {
			if s != 0 {
				flags &= f.Flags(f.Arg(s, 0))
			}
		}
		pointer = b.DerefArray(t, f.Arg(pointer, 0), index)
		f.SetFlags(pointer, flags)
	}
	b.Store(pointer, value)
	for _, s := range m.stores {
		if s != 0 {
			f.Remove(s)
		}
	}
}

// index is the index of the stores behind the node, and a limit that all of them have,
// which it is without.
func (m *storeMerger) index(after ssa.NodeID, first ssa.InstrID) (index ssa.Value, limit ssa.Src) {
	f := m.f
	of := func(s ssa.InstrID) ssa.Value { return f.Arg(f.Arg(s, 0), 1) }
	limited := true
	for _, s := range m.stores {
		if s == 0 {
			continue
		}
		x, y := of(s), of(first)
		limited = limited && f.Op(x) == op.UMin && f.Flags(x)&ir.FlagLimit != 0 && f.Src(x, 1) == f.Src(y, 1) &&
			f.Type(f.Arg(x, 0)) == f.Type(f.Arg(y, 0)) && f.Comps(f.Arg(x, 0)) == 1 && m.isBefore(f.Arg(x, 1), after)
	}
	if !limited {
		return m.phi(after, func(s ssa.InstrID) ssa.Src { return ssa.Whole(of(s)) }), limit
	}
	return m.phi(after, func(s ssa.InstrID) ssa.Src { return ssa.Whole(f.Arg(of(s), 0)) }), f.Src(of(first), 1)
}

// phi is the source of the stores, by the way that led behind the node.
func (m *storeMerger) phi(after ssa.NodeID, of func(s ssa.InstrID) ssa.Src) ssa.Value {
	f := m.f
	var same ssa.Src
	differ := false
	for _, s := range m.stores {
		if s != 0 {
			x := of(s)
			differ = differ || same.Value != 0 && x != same
			same = x
		}
	}
	if !differ && m.isBefore(same.Value, after) {
		return same.Value
	}
	t := f.Type(same.Value)
	phi := f.PhiAt(f.StartOf(after), t)
	for k, s := range m.stores {
		if s == 0 {
			f.SetSrc(phi, k, ssa.Whole(f.Undef(t)))
		} else {
			f.SetSrc(phi, k, of(s))
		}
	}
	return phi
}
