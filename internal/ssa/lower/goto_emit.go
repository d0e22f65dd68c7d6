package lower

// This file writes the tree: a frame per open list, blocks in order.

import (
	"sync"

	"refract/diag"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// frame is a list that is being written.
type frame struct {
	at     ssa.NodeID // its last block
	next   int32      // the node that control comes to behind the list, or the end of the function
	items  []int32    // nodes that stand in it still, the next one last
	wrap   bool       // it is under an if on flags: see arrive
	exit   int32      // the frame that a break leaves, or -1
	loop   int32      // the frame of the loop that a continue continues, or -1
	breaks int32      // of an exit: where a break leads
	again  int32      // of a loop: where a continue leads, or nowhere
	open   ssa.NodeID // the block before the construct that is being written
	falls  bool       // control comes to where the list ends now
	skips  []skip     // and on its way elsewhere, with a flag
	// How many of the skips there were before the construct that is being written.
	pending int
}

const (
	theEnd  = 0  // of the function
	nowhere = -1 // no node
)

// emitter writes a tree.
type emitter struct {
	flow
	tree     ssa.Tree
	values   carried
	frames   []frame
	placed   []bool  // by node
	frameOf  []int32 // by node: the frame that holds it
	flags    []flag  // by node
	group    []int32 // by node: the group that it is in, or 0
	groups   []group
	placeIn  []int32                           // by node: its place in the group
	copies   []int32                           // by node: how many ways to it became copies
	selector []int32                           // by dispatcher, less the number of blocks: its variable
	clauseAt []int32                           // see clausesOf
	lossy    bool                              // a definition may no longer stand before all its uses
	predsOf  map[ssa.NodeID]map[ssa.NodeID]int // of blocks with phis of many sources: the places of predecessors
}

// emitters keep the memory of finished emitters, of up to maxEmitted nodes.
var emitters = sync.Pool{New: func() any { return new(emitter) }}

const maxEmitted = 1 << 14

// begin prepares for writing, when the graph is reduced.
func (e *emitter) begin() {
	n := e.len()
	e.tree = e.f.StartTree()
	e.placed, e.flags = e.bools.Take(n), reuse.Zeroed(e.flags, n)
	e.frameOf, e.group, e.placeIn, e.copies, e.clauseAt = e.memory.Take(n), e.memory.Take(n), e.memory.Take(n), e.memory.Take(n), e.memory.Take(n)
	e.groups = append(e.groups[:0], group{})
	for d := int(e.flat); d < n; d++ {
		e.values.inMemory = e.values.inMemory || e.count[d] > manyClauses
		e.selector = append(e.selector, e.values.add(ir.TypeU32, "block"))
	}
}

// release gives an emitter back.
func (e *emitter) release() {
	if e.len() > maxEmitted {
		return
	}
	e.flow.forget()
	e.values.forget()
	*e = emitter{flow: e.flow, values: e.values, frames: e.frames[:0], flags: e.flags, groups: e.groups, selector: e.selector[:0]}
	emitters.Put(e)
}

// function writes the body.
func (e *emitter) function() {
	e.open(frame{at: e.f.FirstBlock(), next: theEnd, exit: -1, loop: -1})
	e.list(e.root)
	fr := &e.frames[0]
	if fr.falls && e.f.Result != 0 && e.f.Jump(fr.at) == 0 {
		b := e.build(fr)
		e.tree.Jump(fr.at, op.Return, b.Undef(e.f.Result), diag.Span{})
	}
}

func (e *emitter) top() *frame { return &e.frames[len(e.frames)-1] }

// build is a builder at the end of a frame's list.
func (e *emitter) build(fr *frame) ssa.Builder { return e.f.Build(ssa.Cursor{Block: fr.at}) }

// natural is the node that control reaches if a frame's list ends now.
func (fr *frame) natural() int32 {
	if n := len(fr.items); n > 0 {
		return fr.items[n-1]
	}
	return fr.next
}

// push opens a list in the frame on top.
func (e *emitter) push(fr frame) {
	up := e.top()
	if fr.exit == 0 {
		fr.exit, fr.breaks = up.exit, nowhere
	}
	if fr.loop == 0 {
		fr.loop = up.loop
	}
	e.open(fr)
}

// open adds a frame, in the memory of one that was there.
func (e *emitter) open(fr frame) {
	if n := len(e.frames); n < cap(e.frames) {
		old := &e.frames[:n+1][n]
		if fr.items == nil {
			fr.items = old.items[:0]
		}
		fr.skips = old.skips[:0]
	}
	e.frames = append(e.frames, fr)
}

// pop closes the list on top and returns its frame, whose slices hold until the next one
// opens.
func (e *emitter) pop() frame {
	fr := *e.top()
	e.frames = e.frames[:len(e.frames)-1]
	return fr
}

// list writes nodes into the list on top: v, and the nodes behind it. The items left are
// for the list around a wrapped one.
func (e *emitter) list(v int32) {
	for {
		e.node(&v)
		if v != nowhere {
			continue // in the same list
		}
		if v = e.arrive(); v == nowhere {
			return
		}
	}
}

// node writes a node and the nodes that it leads to, and sets v to a node that comes right
// behind it in the same list, or nowhere.
func (e *emitter) node(v *int32) {
	x := *v
	if e.header[x] {
		e.loopNode(x)
		*v = nowhere
		return
	}
	e.start(x, func(int32) bool { return true })
	*v = e.ending(x)
}

// start writes the instructions of a node; takes selects the nodes behind it that stand in
// the list on top.
func (e *emitter) start(v int32, takes func(int32) bool) {
	fr := e.top()
	e.placed[v] = true
	fr.falls = false
	if v < e.flat {
		b := ssa.NodeID(v)
		for i := e.f.First(b); i != 0 && e.f.Op(i) == op.Phi; i = e.f.Next(i) {
			e.values.read(e.f, fr.at, e.values.phi(e.f, i), i)
		}
		// Values known on this way are unknown from here on. If a dispatcher iterates, a
		// value that was read may be read again.
		for i := e.f.First(b); i != 0 && e.f.Op(i) == op.Phi && len(e.selector) == 0; i = e.f.Next(i) {
			e.values.set(e.f, fr.at, e.values.phi(e.f, i), 0)
		}
	}
	e.putBehind(v, takes)
}

// putBehind puts selected nodes that stand behind a node in front of the items of the frame
// on top.
func (e *emitter) putBehind(v int32, takes func(int32) bool) {
	fr := e.top()
	start := len(fr.items)
	for w := e.behind[v]; w != 0; w = e.next[w] {
		if takes(w) {
			fr.items = append(fr.items, w)
		}
	}
	added := fr.items[start:]
	for i, j := 0, len(added)-1; i < j; i, j = i+1, j-1 {
		added[i], added[j] = added[j], added[i]
	}
	e.gather(added)
	for _, w := range added {
		e.frameOf[w] = int32(len(e.frames) - 1)
	}
	if len(added) > 0 && e.group[added[0]] != 0 {
		e.groups[e.group[added[0]]].frame = int32(len(e.frames) - 1)
	}
}

// ending writes how a node ends. It returns a node that comes right behind it in the
// same list, or nowhere.
func (e *emitter) ending(v int32) int32 {
	fr := e.top()
	if v >= e.flat {
		b := e.build(fr)
		selector := e.values.read(e.f, fr.at, e.selector[v-e.flat], b.Undef(ir.TypeU32))
		e.switchNode(v, selector, diag.Span{})
		return nowhere
	}
	b := ssa.NodeID(v)
	span := e.f.NodeSpan(b)
	result := ssa.Value(0)
	if j := e.f.Jump(b); j != 0 && e.f.NumSrcs(j) > 0 {
		result = e.f.Arg(j, 0)
	}
	how := e.f.Ending(b)
	e.tree.Take(b, fr.at)
	switch how {
	case ssa.EndGoto:
		return e.goTo(e.out(v)[0], v)
	case ssa.EndBranch:
		return e.branch(v, span)
	case ssa.EndSwitch:
		out := e.out(v)
		same := true
		for _, w := range out[1:] {
			same = same && w.to == out[0].to && w.target == out[0].target
		}
		if same && (e.merge[v] == 0 || len(e.preds.Succs(e.merge[v])) < 2) {
			return e.goTo(out[0], v)
		}
		e.switchNode(v, e.f.Cond(b).Value, span)
	case ssa.EndReturn:
		if result == 0 && fr.natural() == theEnd {
			fr.falls = true
		} else {
			e.tree.Jump(fr.at, op.Return, result, span)
		}
	case ssa.EndHalt:
		e.tree.Jump(fr.at, op.Halt, 0, span)
	case ssa.EndUnreachable:
		fr.falls = true
		e.lossy = true
	}
	return nowhere
}

// goTo writes the last way out of a node, and returns the node that it leads to if that
// comes right behind it.
func (e *emitter) goTo(w way, from int32) int32 {
	if e.inline(from, w.to) {
		e.cross(w, from)
		return w.to
	}
	e.leave(w, from)
	return nowhere
}

// cross sets the variables of a way: the phis of the block that it leads to, and the
// selectors of dispatchers.
func (e *emitter) cross(w way, from int32) {
	fr := e.top()
	if w.target != 0 {
		k := -1
		for i := e.f.First(w.target); i != 0 && e.f.Op(i) == op.Phi; i = e.f.Next(i) {
			if k < 0 || e.f.PhiPred(i, k) != ssa.NodeID(from) {
				k = e.predOf(i, ssa.NodeID(from))
			}
			e.values.set(e.f, fr.at, e.values.phi(e.f, i), e.f.Arg(i, k))
		}
	}
	for s := w.set; s != 0; s = e.sets[s-1].next {
		b := e.build(fr)
		e.values.set(e.f, fr.at, e.selector[e.sets[s-1].dispatcher-e.flat], b.U32(e.sets[s-1].value))
	}
}

// predOf is the place of a predecessor among a phi's.
func (e *emitter) predOf(i ssa.InstrID, p ssa.NodeID) int {
	n := e.f.NumSrcs(i)
	if n > 16 {
		b := e.f.Block(i)
		places := e.predsOf[b]
		if places == nil {
			places = make(map[ssa.NodeID]int, n)
			for k := range n {
				places[e.f.PhiPred(i, k)] = k
			}
			if e.predsOf == nil {
				e.predsOf = map[ssa.NodeID]map[ssa.NodeID]int{}
			}
			e.predsOf[b] = places
		}
		if k, ok := places[p]; ok && e.f.PhiPred(i, k) == p {
			return k
		}
	}
	for k := range n {
		if e.f.PhiPred(i, k) == p {
			return k
		}
	}
	panic("internal/ssa/lower: a phi without a source for a predecessor")
}

// in writes the list that begins with a way.
func (e *emitter) in(fr frame, w way, from int32, child bool) frame {
	e.push(fr)
	if child {
		e.cross(w, from)
		e.list(w.to)
	} else {
		e.leave(w, from)
		e.arrive()
	}
	return e.pop()
}

// soft is how many lists are open before branches are written so that they open few.
const soft = 60

// branch writes an if.
func (e *emitter) branch(v int32, span diag.Span) int32 {
	out := e.out(v)
	if out[0].to == out[1].to && out[0].target == out[1].target {
		return e.goTo(out[0], v)
	}
	fr := e.top()
	natural := fr.natural()
	child := [2]bool{e.inline(v, out[0].to), e.inline(v, out[1].to)}
	// The list that the other needn't stand in, since this one comes back only on its
	// way elsewhere.
	rest := -1
	for k := range 2 {
		if !child[1-k] || !e.header[v] && e.behind[v] != 0 && e.merge[v] != 0 {
			continue
		}
		switch {
		case child[k] && e.closed(out[k].to), !child[k] && out[k].to != natural && e.direct(out[k].to), !child[k] && len(e.frames) > soft:
			rest = 1 - k
		}
		if rest >= 0 {
			break
		}
	}
	fr.open = fr.at
	n, after := e.tree.If(fr.at, e.f.Cond(ssa.NodeID(v)).Value, span)
	fr.at = after
	fr.falls = false
	next := int32(nowhere)
	if rest >= 0 {
		natural = out[rest].to
	}
	for k, l := range [2]ssa.ListID{e.f.Then(n), e.f.Else(n)} {
		at := e.f.ListLast(l)
		if k == rest {
			next = out[k].to
			e.push(frame{at: at, next: natural})
			e.cross(out[k], v)
			e.pop()
			e.top().falls = true
			continue
		}
		e.join(e.in(frame{at: at, next: natural}, out[k], v, child[k]))
	}
	if next != nowhere {
		fr = e.top()
		if len(fr.skips) == 0 {
			return next
		}
		fr.items = append(fr.items, next)
		e.frameOf[next] = int32(len(e.frames) - 1)
	}
	return nowhere
}

// join adds the target of control at the end of a frame's list to the frame on top.
func (e *emitter) join(fr frame) {
	up := e.top()
	up.falls = up.falls || fr.falls
	for _, s := range fr.skips {
		e.skip(len(e.frames)-1, s)
	}
}

// clause is a clause of a switch in the making.
type clause struct {
	w      way
	values []uint64
	isElse bool
	more   int32 // another clause of the same node, plus one
}

// switchNode writes a switch.
func (e *emitter) switchNode(v int32, selector ssa.Value, span diag.Span) {
	clauses := e.clausesOf(v)
	cases := make([]ssa.NewCase, len(clauses))
	for k := range clauses {
		c := &clauses[k]
		cases[k] = ssa.NewCase{Values: c.values, Default: c.isElse, FallThrough: e.falls[c.w.to] != 0 && e.parent[c.w.to] == v && e.stand[c.w.to] != standsBehind}
	}
	fr := e.top()
	natural := fr.natural()
	// Control comes to a clause that another falls into on two ways: variables of this one
	// are set before the switch.
	fallen := func(t int32) bool { return e.parent[t] == v && e.stand[t] == standsClause }
	for k := range clauses {
		if fallen(clauses[k].w.to) {
			e.cross(clauses[k].w, v)
		}
	}
	fr.open = fr.at
	n, after := e.tree.Switch(fr.at, selector, cases, span)
	fr.at = after
	fr.falls = false
	self := int32(len(e.frames))
	for k := range clauses {
		w := clauses[k].w
		inner := frame{at: e.f.ListLast(e.f.Cases(n)[k].List), next: natural, exit: self, breaks: natural}
		if cases[k].FallThrough {
			inner.next = e.falls[w.to]
			e.frameOf[inner.next] = self
		}
		switch {
		case fallen(w.to):
			e.push(inner)
			e.list(w.to)
			inner = e.pop()
		default:
			inner = e.in(inner, w, v, e.inline(v, w.to))
		}
		if cases[k].FallThrough {
			inner.falls = false // into the next clause
		}
		e.join(inner)
	}
}

// clausesOf are the clauses of a switch: one per target, chains of clauses that fall into
// each other together.
func (e *emitter) clausesOf(v int32) []clause {
	out := e.out(v)
	var list []clause
	at := e.clauseAt // by node: its clause, plus one
	add := func(w way, value uint64, isElse bool) {
		k := at[w.to] - 1
		for k >= 0 && list[k].w.target != w.target {
			k = list[k].more - 1
		}
		if k < 0 {
			list = append(list, clause{w: w, more: at[w.to]})
			k = int32(len(list)) - 1
			at[w.to] = k + 1
		}
		if isElse {
			list[k].isElse = true
		} else {
			list[k].values = append(list[k].values, value)
		}
	}
	if v >= e.flat {
		for k, w := range out {
			add(w, uint64(k), k == len(out)-1)
		}
		// The default says all.
		list[len(list)-1].values = nil
	} else {
		for k, c := range e.f.FlatCases(ssa.NodeID(v)) {
			add(out[k], c.Value, false)
		}
		add(out[len(out)-1], 0, true)
	}
	sorted := make([]clause, 0, len(list))
	for k := range list {
		t := list[k].w.to
		if e.parent[t] == v && e.stand[t] == standsClause {
			continue // behind the one that falls into it
		}
		sorted = append(sorted, list[k])
		if e.parent[t] != v || e.stand[t] == standsBehind {
			continue
		}
		for t = e.falls[t]; t != 0; t = e.falls[t] {
			sorted = append(sorted, list[at[t]-1])
		}
	}
	for k := range list {
		at[list[k].w.to] = 0
	}
	return sorted
}
