package ssa

// This file makes a function in flat form a tree, piece by piece, for the structurizer,
// which decides the places of nodes and instructions. Nothing is known of predecessors
// until Finish, so that each step takes constant time.

import (
	"refract/diag"
	"refract/ssa/op"
)

// Tree is a tree in the making. The blocks of the flat form can be read meanwhile: Targets,
// Ending, Merge, and phis, which stay in their places.
type Tree struct {
	F    *Function
	flat ListID // a list of the blocks of the flat form
}

// StartTree gives a function in flat form a body of one empty block.
func (f *Function) StartTree() Tree {
	t := Tree{F: f}
	first, last := f.lists[Body].first, f.lists[Body].last
	f.lists[Body] = list{}
	b := f.newNode(NodeBlock, Body, diag.Span{})
	f.lists[Body].first, f.lists[Body].last = b, b
	t.flat = ListID(len(f.lists))
	f.lists = append(f.lists, list{first: first, last: last})
	for ; first != 0; first = f.nodes[first].next {
		f.nodes[first].list = t.flat
	}
	return t
}

// Take moves the instructions of a block of the flat form, but for phis, returns and
// halts, to the end of a block of the tree.
func (t *Tree) Take(from, to NodeID) {
	f := t.F
	first := InstrID(f.nodes[from].a)
	for first != 0 && f.instrs[first].op == op.Phi {
		first = f.instrs[first].next
	}
	last := InstrID(f.nodes[from].b)
	if j := f.Jump(from); j != 0 {
		last = f.instrs[j].prev
		if first == j {
			first = 0
		}
		f.discard(j)
		f.unlinkInstr(j)
		f.instrs[j].op = op.Invalid
	}
	if first == 0 {
		return
	}
	for i := first; i != 0; i = f.instrs[i].next {
		f.instrs[i].block = to
	}
	x, y := &f.nodes[from], &f.nodes[to]
	if prev := f.instrs[first].prev; prev != 0 {
		f.instrs[prev].next, x.b = 0, uint32(prev)
	} else {
		x.a, x.b = 0, 0
	}
	f.instrs[first].prev = InstrID(y.b)
	if y.b != 0 {
		f.instrs[y.b].next = first
	} else {
		y.a = uint32(first)
	}
	y.b = uint32(last)
}

// after adds a node, and a block after it, behind the last block of a list.
func (t *Tree) after(b NodeID, k NodeKind, span diag.Span) (n, after NodeID) {
	f := t.F
	l := f.nodes[b].list
	n = f.newNode(k, l, span)
	f.insertAfter(n, b)
	after = f.newNode(NodeBlock, l, diag.Span{})
	f.insertAfter(after, n)
	return n, after
}

// If adds an if with empty lists behind the last block of a list, and returns it and
// the block after it.
func (t *Tree) If(b NodeID, cond Value, span diag.Span) (n, after NodeID) {
	f := t.F
	n, after = t.after(b, NodeIf, span)
	f.setNodeCond(n, Whole(cond))
	then := f.newList(n)
	els := f.newList(n)
	f.nodes[n].a, f.nodes[n].b = uint32(then), uint32(els)
	return n, after
}

// Loop adds an endless loop with an empty body, and an empty continue list if withContinue
// is set, behind the last block of a list.
func (t *Tree) Loop(b NodeID, withContinue bool, span diag.Span) (n, after NodeID) {
	f := t.F
	n, after = t.after(b, NodeLoop, span)
	body := f.newList(n)
	f.nodes[n].a = uint32(body)
	if withContinue {
		f.nodes[n].b = uint32(f.newList(n))
	}
	return n, after
}

// Switch adds a switch with empty lists behind the last block of a list.
func (t *Tree) Switch(b NodeID, selector Value, cases []NewCase, span diag.Span) (n, after NodeID) {
	f := t.F
	n, after = t.after(b, NodeSwitch, span)
	f.setNodeCond(n, Whole(selector))
	f.addCases(n, cases)
	return n, after
}

// Jump ends the last block of a list with a jump. The value of a return may be 0.
func (t *Tree) Jump(b NodeID, o op.Op, value Value, span diag.Span) {
	var buf [1]Src
	srcs := buf[:0]
	if value != 0 {
		srcs = append(srcs, Whole(value))
	}
	t.F.linkInstr(t.F.addInstr(o, 0, srcs, span), b, 0)
}

// Finish makes the tree the function's body: blocks know their predecessors then. Blocks of
// the flat form that weren't taken go; uses of their values are undefined. The phis of the
// others are left to be replaced by others, with Close.
func (t *Tree) Finish(taken func(b NodeID) bool) {
	f := t.F
	var gone []NodeID
	for b := f.lists[t.flat].first; b != 0; b = f.nodes[b].next {
		if c := f.nodes[b].cond; c != 0 {
			f.setUse(c, Src{})
		}
		if taken(b) {
			continue
		}
		gone = append(gone, b)
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			f.discard(i)
		}
	}
	f.flat = nil
	for _, b := range gone {
		for i := f.First(b); i != 0; i = f.First(b) {
			if f.instrs[i].uses != 0 {
				f.ReplaceUses(i, f.undefAtEntry(f.instrs[i].ty))
			}
			f.unlinkInstr(i)
			f.instrs[i].op = op.Invalid
		}
	}
	var buf [8]NodeID
	for b := range f.Blocks() {
		for _, s := range f.Succs(b, buf[:0]) {
			f.pushPred(s, b)
		}
	}
	f.stale()
}

// Close removes the remains of the flat form: phis that nothing uses any more.
func (t *Tree) Close() {
	f := t.F
	for b := f.lists[t.flat].first; b != 0; {
		next := f.nodes[b].next
		for i := f.First(b); i != 0; i = f.First(b) {
			f.Remove(i)
		}
		f.nodes[b] = node{}
		b = next
	}
	f.lists[t.flat] = list{}
}
