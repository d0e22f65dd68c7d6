package ssa

// This file takes parts of the control-flow tree out, into lists without a parent, and
// puts such lists in.

import "slices"

// Extract takes the nodes between two places of the same list, the first before the second,
// out into a list of its own; the blocks around it become one. Jumps of the part that led
// out of it lead nowhere until Insert.
func (f *Function) Extract(from, to Cursor) ListID {
	nb := f.split(to)
	first := f.split(from)
	b, last := from.Block, f.nodes[nb].prev
	l := ListID(len(f.lists))
	f.lists = append(f.lists, list{first: first, last: last})
	jumps := f.jumpsOf(first)
	f.nodes[b].next, f.nodes[nb].prev = nb, b
	f.detach(l)
	f.removeEdges(f.leading(jumps))
	f.merge(b, nb)
	f.relink(b, nil) // what ended in a jump falls on now
	return l
}

// jumpsOf are the edges of the jumps to blocks in a chain of nodes and in the lists below
// them.
func (f *Function) jumpsOf(first NodeID) (list []edge) {
	for n := first; n != 0; n = f.nodes[n].next {
		f.eachBlockOf(n, func(x NodeID) {
			if j := f.Jump(x); j != 0 {
				if t := f.JumpTarget(j); t != 0 {
					list = append(list, edge{x, t})
				}
			}
		})
	}
	return list
}

// leading are the edges of jumps that lead out of the detached lists which hold them.
func (f *Function) leading(jumps []edge) []edge {
	return slices.DeleteFunc(jumps, func(e edge) bool { return f.JumpTarget(f.Jump(e.from)) != 0 })
}

// detach makes the nodes from a list's first to its last a list without a parent.
func (f *Function) detach(l ListID) {
	x := &f.lists[l]
	x.parent, x.clause = 0, 0
	f.nodes[x.first].prev, f.nodes[x.last].next = 0, 0
	for n := x.first; n != 0; n = f.nodes[n].next {
		f.nodes[n].list = l
	}
}

// TakeLists takes the lists of an if, loop or switch out, as Extract does with the nodes
// between two places, and removes the node; the blocks around it become one. The cursor is
// its former place. Neither the block after it nor a list's first may have phis.
func (f *Function) TakeLists(n NodeID) (lists []ListID, at Cursor) {
	b, nb := f.nodes[n].prev, f.nodes[n].next
	var jumps []edge
	f.EachList(n, func(l ListID) {
		jumps = append(jumps, f.jumpsOf(f.lists[l].first)...)
		lists = append(lists, l)
	})
	for _, l := range lists {
		f.nodes[f.lists[l].first].n = 0
		f.detach(l)
	}
	f.nodes[nb].n = 0
	f.removeEdges(slices.DeleteFunc(f.leading(jumps), func(e edge) bool { return e.to == nb || f.nodes[e.to].n == 0 }))
	if c := f.nodes[n].cond; c != 0 {
		f.setUse(c, Src{})
	}
	f.unlinkNode(n)
	f.nodes[n] = node{}
	at = Cursor{b, f.First(nb)}
	f.merge(b, nb)
	return lists, at
}

// Discard removes a list that Extract, TakeLists or CopyList made. Values of it that
// are used elsewhere become undefined.
func (f *Function) Discard(l ListID) {
	nodes := slices.Collect(f.Nodes(l))
	f.drop(nodes...)
	for _, n := range nodes {
		f.nodes[n] = node{}
	}
	f.lists[l] = list{}
}

// Insert puts a list that Extract, TakeLists or CopyList made at a cursor. If it ends in a
// jump, the nodes behind the cursor in its list are removed.
func (f *Function) Insert(at Cursor, l ListID) {
	b := at.Block
	first, last := f.lists[l].first, f.lists[l].last
	var leaving []NodeID // blocks whose jumps lead nowhere yet
	f.eachBlock(l, func(x NodeID) {
		if j := f.Jump(x); j != 0 && f.JumpTarget(j) == 0 {
			leaving = append(leaving, x)
		}
	})
	jumps := f.Jump(last) != 0
	nb := f.split(at)
	if jumps {
		var rest []NodeID
		for x := nb; x != 0; x = f.nodes[x].next {
			rest = append(rest, x)
		}
		f.drop(rest...)
	}
	f.lists[l] = list{}
	f.joinNodes(b, first, last, nb, jumps)
	for _, x := range leaving {
		if x == first {
			x = b // the one that it was merged into
		}
		if t := f.JumpTarget(f.Jump(x)); t != 0 {
			f.addPred(t, x)
		}
	}
}
