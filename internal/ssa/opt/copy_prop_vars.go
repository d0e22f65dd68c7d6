package opt

// This file tracks the contents of memory.
//
//	before                      after
//	store %p, %a                store %p, %a
//	%1 = load %p                barrier
//	barrier                     %3 = load %p
//	%2 = load %p                %4 = fadd %a, %3
//	%3 = load %p
//	%4 = fadd %1, %3
//
// One walk over the tree, with a list per variable of addresses and the values behind them.
// A load from one of them, or from a part by known indices, is that value; a store of the
// value already there goes. Stores invalidate memory that they may change, barriers the
// memory that others may have changed, calls all that they can reach. An arm begins with
// the facts before it; behind an if, switch or loop the facts stay that none of its writes
// may have changed; if only one arm of an if leads on, all of its facts. A load doesn't get
// a value that was stored by an index that may be out of bounds.
//
// A load of a part of an array or struct that is a copy of another becomes a load of that
// part of the other, as long as both are as they were:
//
//	%1 = load %u : array<f32, 8>     %1 = load %u : array<f32, 8>
//	store %a, %1                     store %a, %1
//	%2 = deref_array %a, %i          %2 = deref_array %u, %i
//	%3 = load %2                     %3 = load %2

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// CopyPropVars replaces loads by the known contents of memory.
var CopyPropVars = &pass.Pass{
	Name:      "copy-prop-vars",
	Doc:       "loads from memory with a known value become that value; stores of a value that memory already holds are removed",
	Replaces:  []string{"opt_copy_prop_vars"},
	Preserves: ssa.ControlFlow,
	Function:  copyPropVars,
}

// maxKnown bounds how many addresses are known of one variable.
const maxKnown = 32

// maxHops bounds how many copies of copies a load is followed through.
const maxHops = 4

// maxMemoryRounds bounds how often stores that went let more be known.
const maxMemoryRounds = 8

func copyPropVars(f *ssa.Function) bool {
	changed := false
	for range maxMemoryRounds {
		w := &memory{f: f, dom: analysis.Dominance(f), nodes: make([]content, 1)}
		if !w.prepare() {
			break
		}
		w.list(ssa.Body)
		changed = changed || w.changed
		if !w.again {
			break
		}
	}
	return changed
}

// content is a value that is known to be behind an address.
type content struct {
	next    int32 // of the same root
	length  int32 // of the list from here on
	address ssa.Value
	value   ssa.Value
	stored  bool // not loaded
}

// memory is the state of the walk. Lists of contents are never changed, so that states
// are restored by their heads.
type memory struct {
	f       *ssa.Function
	dom     *analysis.Dom
	roots   *rootSet
	nodes   []content
	heads   []int32 // by root
	undo    []headWas
	writes  []ssa.InstrID // in program order
	starts  []int32       // by block: how many writes come before it
	changed bool
	again   bool // a store went: more may be known
	hops    int  // copies of copies that a load was followed through
}

type headWas struct{ root, head int32 }

// prepare lists the writes. It reports whether there is anything to load.
func (w *memory) prepare() bool {
	f := w.f
	loads := false
	w.starts = make([]int32, f.NodeCount())
	for b := range f.Blocks() {
		w.starts[b] = int32(len(w.writes))
		for i := range f.Instrs(b) {
			switch touchOf(f, i) {
			case nothing:
			case readsOne:
				loads = true
			default:
				w.writes = append(w.writes, i)
			}
		}
	}
	if loads {
		w.roots = newRootSet(f)
	}
	return loads
}

func (w *memory) head(root int32) int32 {
	if int(root) < len(w.heads) {
		return w.heads[root]
	}
	return 0
}

func (w *memory) setHead(root, head int32) {
	for int(root) >= len(w.heads) {
		w.heads = append(w.heads, 0)
	}
	w.undo = append(w.undo, headWas{root, w.heads[root]})
	w.heads[root] = head
}

// back restores the state of a mark.
func (w *memory) back(mark int) {
	for k := len(w.undo) - 1; k >= mark; k-- {
		w.heads[w.undo[k].root] = w.undo[k].head
	}
	w.undo = w.undo[:mark]
}

// list walks over a list of nodes.
func (w *memory) list(l ssa.ListID) {
	f := w.f
	for b := f.ListFirst(l); b != 0; {
		w.block(b)
		n := f.NextNode(b)
		if n == 0 {
			return
		}
		w.node(n)
		b = f.After(n)
	}
}

// node walks over an if, loop or switch.
func (w *memory) node(n ssa.NodeID) {
	f := w.f
	mark := len(w.undo)
	switch f.Kind(n) {
	case ssa.NodeIf:
		// An arm that leads on alone comes last.
		first, last := f.Then(n), f.Else(n)
		leaves := f.Jump(f.ListLast(first)) != 0
		if !leaves && f.Jump(f.ListLast(last)) != 0 {
			first, last, leaves = last, first, true
		}
		w.list(first)
		w.back(mark)
		w.list(last)
		if leaves {
			return
		}
	case ssa.NodeLoop:
		w.forget(n)
		header := len(w.undo)
		w.list(f.LoopBody(n))
		if c := f.LoopContinue(n); c != 0 {
			if p := f.Preds(f.ListFirst(c)); len(p) != 1 || p[0] != f.ListLast(f.LoopBody(n)) {
				w.back(header)
			}
			w.list(c)
		}
		w.back(header)
		return
	case ssa.NodeSwitch:
		for _, falls := range [...]bool{false, true} {
			if falls {
				w.forget(n)
			}
			before := len(w.undo)
			for k := range f.Cases(n) {
				if l := f.Cases(n)[k].List; falls == (len(f.Preds(f.ListFirst(l))) > 1) {
					w.list(l)
					w.back(before)
				}
			}
		}
		return
	}
	w.back(mark)
	w.forget(n)
}

// forget invalidates the facts that writes of a node may change.
func (w *memory) forget(n ssa.NodeID) {
	f := w.f
	first := f.NextBlock(f.Before(n))
	for _, i := range w.writes[w.starts[first]:w.starts[f.After(n)]] {
		w.apply(i)
	}
}

// apply invalidates the facts that a write may change.
func (w *memory) apply(i ssa.InstrID) {
	f := w.f
	switch touchOf(f, i) {
	case writesOne, updatesOne, copiesOne:
		w.kill(f.Arg(i, 0))
	case declares:
		w.clear(w.roots.variable(f.VarOf(i), 0))
	case orders:
		for _, k := range w.roots.outer {
			if isOrdered(w.roots.list[k].mode) {
				w.clear(k)
			}
		}
	case anything:
		for _, k := range w.roots.outer {
			if w.roots.list[k].mode&ssa.ModesReadOnly == 0 {
				w.clear(k)
			}
		}
	}
}

func (w *memory) clear(root int32) {
	if w.head(root) != 0 {
		w.setHead(root, 0)
	}
}

// kill invalidates the facts that a write to an address may change.
func (w *memory) kill(p ssa.Value) {
	r := w.roots.of(p)
	if w.head(r) != 0 {
		w.filter(r, p)
	}
	w.roots.alias(r, w.clear)
}

// filter keeps the contents of a root that a write to an address of it leaves.
func (w *memory) filter(r int32, p ssa.Value) {
	f := w.f
	var kept [maxKnown]int32
	n, all := 0, true
	for k := w.heads[r]; k != 0; k = w.nodes[k].next {
		if analysis.CompareDerefs(f, w.nodes[k].address, p) == 0 {
			kept[n] = k
			n++
		} else {
			all = false
		}
	}
	if all {
		return
	}
	head := int32(0)
	for k := n - 1; k >= 0; k-- {
		head = w.push(head, w.nodes[kept[k]])
	}
	w.setHead(r, head)
}

// push puts a content before a list.
func (w *memory) push(list int32, c content) int32 {
	c.next, c.length = list, 1
	if list != 0 {
		c.length = w.nodes[list].length + 1
	}
	w.nodes = append(w.nodes, c)
	return int32(len(w.nodes) - 1)
}

// know adds the value behind an address.
func (w *memory) know(p, value ssa.Value, stored bool) {
	r := w.roots.of(p)
	list := w.head(r)
	if list != 0 && w.nodes[list].length == maxKnown {
		list = 0
	}
	w.setHead(r, w.push(list, content{address: p, value: value, stored: stored}))
}

// block walks over the instructions of a block.
func (w *memory) block(b ssa.NodeID) {
	f := w.f
	if !w.dom.Reachable(b) {
		return
	}
	for i := range f.Instrs(b) {
		switch touchOf(f, i) {
		case nothing:
		case readsOne:
			w.load(i)
		case writesOne:
			w.store(i)
		case declares:
			w.apply(i)
			if v := f.VarOf(i); f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
				w.declared(v, f.Arg(i, 0))
			}
		default:
			w.apply(i)
		}
	}
}

// declared notes the initial value of a variable, if there is an address of it.
func (w *memory) declared(v ssa.VarID, value ssa.Value) {
	if p := w.roots.list[w.roots.variable(v, 0)].value; p != 0 && w.f.Op(p) == op.DerefVar && analysis.IsPlain(w.f, p) {
		w.know(p, value, true)
	}
}

// load replaces a load, or notes its result.
func (w *memory) load(i ssa.InstrID) {
	f := w.f
	p := f.Arg(i, 0)
	if !analysis.IsPlain(f, p) {
		return
	}
	for k := w.head(w.roots.of(p)); k != 0; k = w.nodes[k].next {
		c := &w.nodes[k]
		if c.stored && !analysis.AllInBounds(f, p) {
			continue
		}
		if analysis.CompareDerefs(f, c.address, p)&analysis.Contains == 0 {
			continue
		}
		if f.Comps(c.value) == 0 && depth(f, p) != depth(f, c.address) && !isMade(f, c.value) {
			if from := w.copiedFrom(c); from != 0 && w.redirect(i, p, c.address, from) {
				w.changed, w.again = true, true
				w.hops++ // what it was copied from may be a copy, too
				w.load(i)
				w.hops--
				return
			}
			continue
		}
		if f.Type(c.value) != f.Type(i) && depth(f, p) == depth(f, c.address) && (f.Comps(i) == 0 || f.Comps(c.value) != f.Comps(i) || f.Bits(c.value) != f.Bits(i)) {
			continue
		}
		at := f.BuildBefore(i)
		v, ok := partOf(&at, c.value, c.address, p)
		if !ok {
			continue
		}
		if name := f.NameOf(i); name != "" && f.NameOf(v) == "" && f.Op(v) != op.Param {
			f.SetName(v, name)
		}
		f.ReplaceUses(i, v)
		f.Remove(i)
		w.changed = true
		return
	}
	w.know(p, i, false)
}

// copiedFrom is the address that an aggregate was loaded from that was stored then, if it
// is still there; or 0.
func (w *memory) copiedFrom(c *content) ssa.Value {
	f := w.f
	v := c.value
	if f.Op(v) != op.Load || !c.stored {
		return 0
	}
	from := f.Arg(v, 0)
	if isConstantLoad(f, v) {
		return from
	}
	if !analysis.IsPlain(f, from) || w.roots.of(from) == w.roots.of(c.address) || w.hops == maxHops {
		return 0
	}
	for k := w.head(w.roots.of(from)); k != 0; k = w.nodes[k].next {
		if w.nodes[k].address == from && w.nodes[k].value == v {
			return from
		}
	}
	return 0
}

// redirect makes a load of a part of the memory behind an address load the same part of the
// source that it was copied from.
func (w *memory) redirect(i ssa.InstrID, p, address, from ssa.Value) bool {
	f := w.f
	types := &f.Shader.Module.Types
	var steps [maxParts]ssa.Value
	n := depth(f, p) - depth(f, address)
	if n > maxParts {
		return false
	}
	for k := n - 1; k >= 0; k-- {
		steps[k] = p
		if f.Op(p) != op.DerefArray && f.Op(p) != op.DerefStruct {
			return false
		}
		p = f.Arg(p, 0)
	}
	at := f.BuildBefore(i)
	for _, s := range steps[:n] {
		t := types.At(f.Type(from))
		index := 0
		if f.Op(s) == op.DerefStruct {
			index = f.IndexOf(s)
		}
		part := types.Pointer(types.Pointee(f.Type(s)), t.Space, t.Access, f.Shader.Module.MemberLayout(t.Layout, index))
		if f.Op(s) == op.DerefStruct {
			from = at.DerefStruct(part, from, index)
		} else {
			from = at.Instr(op.DerefArray, part, ssa.Whole(from), f.Src(s, 1))
			f.SetFlags(from, f.Flags(s))
		}
	}
	f.SetSrc(i, 0, ssa.Whole(from))
	return true
}

// isMade reports whether parts of an aggregate are at hand: taking a part of an aggregate
// loaded as a whole is no better than loading the part.
func isMade(f *ssa.Function, v ssa.Value) bool {
	switch f.Op(v) {
	case op.Compose, op.Zero, op.Constant:
		return true
	}
	return false
}

// partOf takes the part of a value, which is behind an address, that another address names,
// which goes on from the first by known indices.
func partOf(b *ssa.Builder, value, address, p ssa.Value) (ssa.Value, bool) {
	f := b.F
	types := &f.Shader.Module.Types
	var steps [maxParts]ssa.Value
	n := depth(f, p) - depth(f, address)
	if n > maxParts {
		return 0, false
	}
	for k := n - 1; k >= 0; k-- {
		steps[k] = p
		if f.Op(p) == op.DerefArray {
			x, ok := f.KnownBits(f.Arg(p, 1), f.Src(p, 1).Swizzle.At(0))
			if !ok || !analysis.InBounds(f, p) || x > 1<<16 {
				return 0, false
			}
			if t := types.At(types.Pointee(f.Type(f.Arg(p, 0)))); t.Kind == ir.TypeArray && t.Length == 0 {
				return 0, false
			}
		}
		p = f.Arg(p, 0)
	}
	for _, s := range steps[:n] {
		index := uint64(f.Word(s, 0))
		if f.Op(s) == op.DerefArray {
			index, _ = f.KnownBits(f.Arg(s, 1), f.Src(s, 1).Swizzle.At(0))
		}
		if f.Comps(value) > 0 {
			value = b.Swizzle(value, ssa.Swizzle(index), 1)
		} else {
			value = b.Extract(types.Pointee(f.Type(s)), value, int(index))
		}
	}
	return value, true
}

// maxParts bounds how many steps lie between a whole and a part of it.
const maxParts = 8

// depth is how many steps an address has.
func depth(f *ssa.Function, p ssa.Value) (n int) {
	for ; f.Op(p).IsPath(); p = f.Arg(p, 0) {
		n++
	}
	return n
}

// store notes the stored value, and removes stores that change nothing.
func (w *memory) store(i ssa.InstrID) {
	f := w.f
	p, v := f.Arg(i, 0), f.Arg(i, 1)
	isPlain := analysis.IsPlain(f, p)
	n := f.Comps(v)
	whole := f.Word(i, 0) == 0 || n > 0 && f.Word(i, 0) == 1<<n-1
	if isPlain {
		for k := w.head(w.roots.of(p)); k != 0; k = w.nodes[k].next {
			if c := &w.nodes[k]; c.value == v && analysis.CompareDerefs(f, c.address, p) == analysis.Equal {
				f.Remove(i)
				w.changed, w.again = true, true
				return
			}
		}
	}
	w.kill(p)
	if isPlain && whole {
		w.know(p, v, true)
	}
}
