package ssa

// This file, cf_edges.go and cf_move.go are the only ones that change the control-flow
// tree. Each function leaves the tree well-formed, the predecessors true to it and every
// phi with one source per predecessor: an edge that goes takes its sources along, a new one
// brings undefined values.
//
// The scheme: surgery on the lists, then relink of the blocks whose way out may have
// changed. Relinking compares the successors that follow from the tree with the ones in
// predecessor lists, so that unchanged edges keep their phi sources.

import (
	"slices"

	"refract/diag"
	"refract/ssa/op"
)

// Cursor is a place between instructions: before one, or (0) at the end of a
// block.
type Cursor struct {
	Block  NodeID
	Before InstrID
}

// BeforeInstr is the place before an instruction.
func (f *Function) BeforeInstr(i InstrID) Cursor { return Cursor{f.instrs[i].block, i} }

// AfterInstr is the place after an instruction.
func (f *Function) AfterInstr(i InstrID) Cursor { return Cursor{f.instrs[i].block, f.instrs[i].next} }

// StartOf is the place after the phis of a block.
func (f *Function) StartOf(b NodeID) Cursor {
	i := f.First(b)
	for i != 0 && f.instrs[i].op == op.Phi {
		i = f.instrs[i].next
	}
	return Cursor{b, i}
}

// Entry is the place at the start of the function, after the undefined values that
// Undef keeps there.
func (f *Function) Entry() Cursor {
	at := f.StartOf(f.FirstBlock())
	for at.Before != 0 && f.instrs[at.Before].op == op.Undef {
		at.Before = f.instrs[at.Before].next
	}
	return at
}

// EndOf is the place at the end of a block, before its jump.
func (f *Function) EndOf(b NodeID) Cursor { return Cursor{b, f.Jump(b)} }

// stale drops the analyses of the control flow.
func (f *Function) stale() { f.Preserve(NoAnalyses) }

func (f *Function) newNode(k NodeKind, l ListID, span diag.Span) NodeID {
	f.nodes = append(f.nodes, node{kind: k, list: l, span: span})
	return NodeID(len(f.nodes) - 1)
}

// newList makes a list of one empty block.
func (f *Function) newList(parent NodeID) ListID {
	l := ListID(len(f.lists))
	f.lists = append(f.lists, list{parent: parent})
	b := f.newNode(NodeBlock, l, diag.Span{})
	f.lists[l].first, f.lists[l].last = b, b
	return l
}

// insertAfter puts a node into a list after another.
func (f *Function) insertAfter(n, at NodeID) {
	l := f.nodes[at].list
	next := f.nodes[at].next
	f.nodes[n].list, f.nodes[n].prev, f.nodes[n].next = l, at, next
	f.nodes[at].next = n
	if next != 0 {
		f.nodes[next].prev = n
	} else {
		f.lists[l].last = n
	}
}

// unlinkNode takes a node out of its list.
func (f *Function) unlinkNode(n NodeID) {
	x := &f.nodes[n]
	if x.prev != 0 {
		f.nodes[x.prev].next = x.next
	} else {
		f.lists[x.list].first = x.next
	}
	if x.next != 0 {
		f.nodes[x.next].prev = x.prev
	} else {
		f.lists[x.list].last = x.prev
	}
	x.prev, x.next = 0, 0
}

// AddJump ends a block with a jump. The nodes after the block in its list are removed. The
// block must not have a jump.
func (f *Function) AddJump(b NodeID, o op.Op, span diag.Span, srcs ...Src) InstrID {
	f.removeFollowing(b)
	var buf [8]NodeID
	old := f.Succs(b, buf[:0])
	i := f.addInstr(o, 0, srcs, span)
	f.linkInstr(i, b, 0)
	f.relink(b, old)
	return i
}

// RemoveJump takes the jump at a block's end away, if there is one; control falls
// on.
func (f *Function) RemoveJump(b NodeID) {
	j := f.Jump(b)
	if j == 0 {
		return
	}
	var buf [8]NodeID
	old := f.Succs(b, buf[:0])
	f.erase(j)
	f.relink(b, old)
}

// ChangeJump makes a break a continue or the other way round. In a list that
// Extract or TakeLists made it leads nowhere until Insert, if it leads out.
func (f *Function) ChangeJump(j InstrID, o op.Op) {
	b := f.instrs[j].block
	var buf [8]NodeID
	old := f.Succs(b, buf[:0])
	f.SetOp(j, o)
	f.relink(b, old)
}

// split divides a block at a cursor. The new block takes the rest and the edges out; the
// two stand side by side, which a caller must mend.
func (f *Function) split(at Cursor) NodeID {
	b := at.Block
	var buf [8]NodeID
	// The edges move with the jump; without one, they do unless another split left
	// a block next to this one.
	var succs []NodeID
	moves := at.Before != 0
	if f.Jump(b) == 0 {
		next := f.nodes[b].next
		moves = next == 0 || f.nodes[next].kind != NodeBlock
	}
	if moves {
		succs = f.Succs(b, buf[:0])
	}
	nb := f.newNode(NodeBlock, f.nodes[b].list, diag.Span{})
	f.insertAfter(nb, b)
	if i := at.Before; i != 0 {
		prev := f.instrs[i].prev
		f.nodes[nb].a, f.nodes[nb].b = uint32(i), f.nodes[b].b
		f.nodes[b].b = uint32(prev)
		if prev != 0 {
			f.instrs[prev].next = 0
		} else {
			f.nodes[b].a = 0
		}
		f.instrs[i].prev = 0
		for ; i != 0; i = f.instrs[i].next {
			f.instrs[i].block = nb
		}
	}
	for _, s := range succs {
		f.replacePred(s, b, nb)
	}
	f.stale()
	return nb
}

// merge appends a block to the one before it in the list. The second may have
// predecessors no longer; its phis become their single source, or undefined.
func (f *Function) merge(b, nb NodeID) {
	var buf [8]NodeID
	succs := f.Succs(nb, buf[:0])
	for i := f.First(nb); i != 0 && f.instrs[i].op == op.Phi; i = f.First(nb) {
		by := Value(0)
		if f.instrs[i].nsrc == 1 {
			by = f.Arg(i, 0)
		}
		if by == 0 || by == i {
			by = f.undefAtEntry(f.instrs[i].ty)
		}
		f.ReplaceUses(i, by)
		f.erase(i)
	}
	for i := f.First(nb); i != 0; i = f.instrs[i].next {
		f.instrs[i].block = b
	}
	if first := f.First(nb); first != 0 {
		last := f.Last(b)
		f.instrs[first].prev = last
		if last != 0 {
			f.instrs[last].next = first
		} else {
			f.nodes[b].a = uint32(first)
		}
		f.nodes[b].b = f.nodes[nb].b
	}
	for _, s := range succs {
		f.replacePred(s, nb, b)
	}
	f.unlinkNode(nb)
	f.nodes[nb] = node{}
	f.stale()
}

func (f *Function) setNodeCond(n NodeID, s Src) {
	f.nodes[n].cond = f.addSrcs(uint32(n)|userIsNode, []Src{s})
}

// InsertIf puts an if with empty lists at a cursor, splitting the block there.
func (f *Function) InsertIf(at Cursor, cond Src, span diag.Span) NodeID {
	nb := f.split(at)
	n := f.newNode(NodeIf, 0, span)
	f.insertAfter(n, at.Block)
	f.setNodeCond(n, cond)
	then := f.newList(n)
	els := f.newList(n)
	f.nodes[n].a, f.nodes[n].b = uint32(then), uint32(els)
	f.linkNew(at.Block)
	f.addPred(nb, f.lists[then].first)
	f.addPred(nb, f.lists[els].first)
	return n
}

// SwapArms exchanges the lists of an if. The condition stays: the list taken if it holds is
// then taken if it doesn't.
func (f *Function) SwapArms(n NodeID) {
	x := &f.nodes[n]
	x.a, x.b = x.b, x.a
	f.stale()
}

// InsertLoop puts an endless loop with an empty body, and an empty continue list if
// withContinue is set, at a cursor, splitting the block there.
func (f *Function) InsertLoop(at Cursor, withContinue bool, span diag.Span) NodeID {
	f.split(at)
	n := f.newNode(NodeLoop, 0, span)
	f.insertAfter(n, at.Block)
	body := f.newList(n)
	f.nodes[n].a = uint32(body)
	if withContinue {
		f.nodes[n].b = uint32(f.newList(n))
	}
	f.linkNew(at.Block)
	f.linkNew(f.lists[body].first)
	if withContinue {
		f.linkNew(f.lists[f.nodes[n].b].first)
	}
	return n
}

// NewCase describes a clause for InsertSwitch.
type NewCase struct {
	Values      []uint64
	Default     bool
	FallThrough bool
}

// InsertSwitch puts a switch with empty lists at a cursor, splitting the block
// there. Exactly one clause is the default.
func (f *Function) InsertSwitch(at Cursor, selector Src, cases []NewCase, span diag.Span) NodeID {
	f.split(at)
	n := f.newNode(NodeSwitch, 0, span)
	f.insertAfter(n, at.Block)
	f.setNodeCond(n, selector)
	f.addCases(n, cases)
	f.linkNew(at.Block)
	for k := range cases {
		f.linkNew(f.lists[f.cases[f.nodes[n].a+uint32(k)].List].first)
	}
	return n
}

// addCases gives a switch its clauses, with empty lists.
func (f *Function) addCases(n NodeID, cases []NewCase) {
	f.nodes[n].a, f.nodes[n].b = uint32(len(f.cases)), uint32(len(cases))
	for _, c := range cases {
		off := uint32(len(f.values))
		f.values = append(f.values, c.Values...)
		f.cases = append(f.cases, Case{Default: c.Default, FallThrough: c.FallThrough, off: off, n: uint32(len(c.Values))})
	}
	for k := range cases {
		l := f.newList(n)
		f.cases[f.nodes[n].a+uint32(k)].List = l
		f.lists[l].clause = uint32(k)
	}
}

// eachBlock calls fn for every block of a list and of the lists below it.
func (f *Function) eachBlock(l ListID, fn func(NodeID)) {
	for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
		f.eachBlockOf(n, fn)
	}
}

func (f *Function) eachBlockOf(n NodeID, fn func(NodeID)) {
	switch x := f.nodes[n]; x.kind {
	case NodeBlock:
		fn(n)
	case NodeIf:
		f.eachBlock(ListID(x.a), fn)
		f.eachBlock(ListID(x.b), fn)
	case NodeLoop:
		f.eachBlock(ListID(x.a), fn)
		if x.b != 0 {
			f.eachBlock(ListID(x.b), fn)
		}
	case NodeSwitch:
		for k := range x.b {
			f.eachBlock(f.cases[x.a+k].List, fn)
		}
	}
}

// BlocksOf are the blocks of a node and of all below it, in program order.
func (f *Function) BlocksOf(n NodeID) (list []NodeID) {
	f.eachBlockOf(n, func(b NodeID) { list = append(list, b) })
	return list
}

// drop empties nodes that stand in the tree and removes them: edges first, while the tree
// still defines their targets, then instructions, then nodes. Values that are used from
// elsewhere become undefined there. The nodes stay linked in their list as holes: the
// caller unlinks them.
func (f *Function) drop(nodes ...NodeID) {
	var blocks []NodeID
	for _, n := range nodes {
		f.eachBlockOf(n, func(b NodeID) { blocks = append(blocks, b) })
	}
	var buf [8]NodeID
	var edges []edge
	for _, b := range blocks {
		for _, s := range f.Succs(b, buf[:0]) {
			edges = append(edges, edge{b, s})
		}
	}
	f.removeEdges(edges)
	for _, b := range blocks {
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			f.discard(i)
		}
	}
	for _, n := range nodes {
		f.dropConds(n)
	}
	for _, b := range blocks {
		for i := f.First(b); i != 0; i = f.First(b) {
			if f.instrs[i].uses != 0 {
				f.ReplaceUses(i, f.undefAtEntry(f.instrs[i].ty))
			}
			f.unlinkInstr(i)
			f.instrs[i].op = op.Invalid
		}
	}
	for _, n := range nodes {
		f.dropNode(n)
	}
	f.stale()
}

// EachList calls fn for the lists of an if, loop or switch, in their order.
func (f *Function) EachList(n NodeID, fn func(ListID)) {
	switch x := f.nodes[n]; x.kind {
	case NodeIf, NodeLoop:
		fn(ListID(x.a))
		if x.b != 0 {
			fn(ListID(x.b))
		}
	case NodeSwitch:
		for k := range x.b {
			fn(f.cases[x.a+k].List)
		}
	}
}

// dropConds lets go of the conditions of a node and of all below it.
func (f *Function) dropConds(n NodeID) {
	if c := f.nodes[n].cond; c != 0 {
		f.setUse(c, Src{})
	}
	f.EachList(n, func(l ListID) {
		for c := f.lists[l].first; c != 0; c = f.nodes[c].next {
			f.dropConds(c)
		}
	})
}

// dropNode forgets a node and all below it.
func (f *Function) dropNode(n NodeID) {
	f.EachList(n, func(l ListID) {
		for c := f.lists[l].first; c != 0; {
			next := f.nodes[c].next
			f.dropNode(c)
			f.nodes[c].next = 0
			c = next
		}
		f.lists[l] = list{}
	})
	x := &f.nodes[n]
	*x = node{list: x.list, prev: x.prev, next: x.next}
}

// removeFollowing removes everything after a block in its list.
func (f *Function) removeFollowing(b NodeID) {
	if f.nodes[b].next == 0 {
		return
	}
	var buf [8]NodeID
	old := f.Succs(b, buf[:0])
	var rest []NodeID
	for n := f.nodes[b].next; n != 0; n = f.nodes[n].next {
		rest = append(rest, n)
	}
	f.edgesOut(b, old, nil)
	f.drop(rest...)
	f.lists[f.nodes[b].list].last = b
	f.nodes[b].next = 0
	f.relink(b, nil)
}

// ClearFrom removes the instructions of a block and everything after it in its
// list; control goes on from the block as from the list's end. Values that are
// used elsewhere become undefined.
func (f *Function) ClearFrom(b NodeID) {
	f.removeFollowing(b)
	f.RemoveJump(b)
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		f.discard(i)
	}
	for i := f.Last(b); i != 0; i = f.Last(b) {
		if f.instrs[i].uses != 0 {
			f.ReplaceUses(i, f.undefAtEntry(f.instrs[i].ty))
		}
		f.unlinkInstr(i)
		f.instrs[i].op = op.Invalid
	}
	f.stale()
}

// DropContinue takes away the empty continue list of a loop.
func (f *Function) DropContinue(n NodeID) {
	x := &f.nodes[n]
	b := f.lists[x.b].first
	if f.nodes[b].next != 0 || f.nodes[b].a != 0 {
		panic("ssa: DropContinue of a list that isn't empty")
	}
	header := f.lists[x.a].first
	// Predecessors of the list lead to the header; its phis get for each the value that
	// came from the list.
	k := f.PredIndex(header, b)
	preds := slices.Clone(f.Preds(b))
	for _, p := range preds {
		f.addPred(header, p)
		last := int(f.nodes[header].n) - 1
		for i := f.First(header); i != 0 && f.instrs[i].op == op.Phi; i = f.instrs[i].next {
			f.SetSrc(i, last, f.Src(i, k))
		}
	}
	f.removePred(header, k)
	f.lists[x.b] = list{}
	f.nodes[b] = node{}
	x.b = 0
	f.stale()
}

// SpliceLoop replaces a loop by its body, as if it went through it once. The body
// ends in a break, and nothing else in it leads to the block after the loop, to
// the loop's header or to its continue list.
func (f *Function) SpliceLoop(n NodeID) {
	l := ListID(f.nodes[n].a)
	b := f.lists[l].last
	f.resolvePhis(f.nodes[n].next, b)
	f.RemoveJump(b)
	f.Splice(n, l)
}

// RemoveNode takes an if, loop or switch out with all that is in it; the blocks
// around it become one. Values of it that are used elsewhere become undefined,
// and so do the phis after it.
func (f *Function) RemoveNode(n NodeID) {
	b, nb := f.nodes[n].prev, f.nodes[n].next
	var buf [8]NodeID
	f.edgesOut(b, f.Succs(b, buf[:0]), nil)
	f.drop(n)
	f.unlinkNode(n)
	f.merge(b, nb)
}

// resolvePhis replaces the phis of a block by their sources from one
// predecessor.
func (f *Function) resolvePhis(b, pred NodeID) {
	k := f.PredIndex(b, pred)
	for i := f.First(b); i != 0 && f.instrs[i].op == op.Phi; i = f.First(b) {
		by := f.Arg(i, k)
		if by == i {
			by = f.undefAtEntry(f.instrs[i].ty)
		}
		f.ReplaceUses(i, by)
		f.erase(i)
	}
}

// Splice replaces an if, loop or switch by the contents of one of its lists, as if control
// always went through it once; the others are removed. Phis after the node become the
// sources that came from the list's end. If the list ends in a jump, the nodes behind the
// node in its list are removed. No jump in the list may lead to the block after the node,
// or (of a loop) to its header or continue list.
func (f *Function) Splice(n NodeID, keep ListID) {
	b, nb := f.nodes[n].prev, f.nodes[n].next
	first, last := f.lists[keep].first, f.lists[keep].last
	jumps := f.Jump(last) != 0
	var buf [8]NodeID
	f.resolvePhis(first, b)
	f.edgesOut(b, f.Succs(b, buf[:0]), nil)
	if !jumps {
		f.edgesOut(last, f.Succs(last, buf[:0]), []NodeID{nb})
	}
	var rest []NodeID
	if jumps {
		for x := nb; x != 0; x = f.nodes[x].next {
			rest = append(rest, x)
		}
	}
	f.drop(rest...)
	var others []NodeID
	f.EachList(n, func(l ListID) {
		if l == keep {
			return
		}
		for c := f.lists[l].first; c != 0; c = f.nodes[c].next {
			others = append(others, c)
		}
	})
	f.drop(others...)
	f.EachList(n, func(l ListID) { f.lists[l] = list{} })
	if c := f.nodes[n].cond; c != 0 {
		f.setUse(c, Src{})
	}
	f.nodes[n] = node{}
	f.joinNodes(b, first, last, nb, jumps)
}

// joinNodes puts the nodes of another list behind a block and merges the first of them with
// it. The node after them is merged with the last, unless that jumps: then nothing is
// merged.
func (f *Function) joinNodes(b, first, last, after NodeID, jumps bool) {
	list := f.nodes[b].list
	for n := first; n != 0; n = f.nodes[n].next {
		f.nodes[n].list = list
	}
	f.nodes[b].next, f.nodes[first].prev = first, b
	if jumps {
		f.nodes[last].next, f.lists[list].last = 0, last
	} else {
		f.nodes[last].next, f.nodes[after].prev = after, last
		f.merge(last, after)
	}
	f.merge(b, first)
}
