package ssa

// This file keeps predecessors, and the phi sources that come along edges, in step
// with the tree: edges one by one and many at once.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/ir"
	"refract/ssa/op"
)

// addPred adds an edge; phis get an undefined source.
func (f *Function) addPred(b, p NodeID) {
	x := &f.nodes[b]
	if x.n == x.room {
		room := max(2, 2*x.room)
		off := uint32(len(f.preds))
		f.preds = append(f.preds, f.preds[x.off:x.off+x.n]...)
		f.preds = append(f.preds, make([]NodeID, room-x.n)...)
		x.off, x.room = off, room
	}
	f.preds[x.off+x.n] = p
	x.n++
	for i := InstrID(x.a); i != 0 && f.instrs[i].op == op.Phi; i = f.instrs[i].next {
		n := &f.instrs[i]
		list := make([]Src, 0, 8)
		for k := range n.nsrc {
			list = append(list, f.use(n.src+UseID(k)))
		}
		f.setSrcs(i, append(list, Whole(f.undefAtEntry(f.instrs[i].ty))))
	}
}

// removePred takes an edge out, with the phi sources that came along it.
func (f *Function) removePred(b NodeID, k int) {
	x := &f.nodes[b]
	list := f.preds[x.off : x.off+x.n]
	copy(list[k:], list[k+1:])
	x.n--
	for i := InstrID(x.a); i != 0 && f.instrs[i].op == op.Phi; i = f.instrs[i].next {
		n := &f.instrs[i]
		for j := k; j+1 < int(n.nsrc); j++ {
			f.setUse(n.src+UseID(j), f.use(n.src+UseID(j+1)))
		}
		f.setUse(n.src+UseID(n.nsrc-1), Src{})
		n.nsrc--
	}
}

// edge leads from the end of one block to the start of another.
type edge struct{ from, to NodeID }

// removeEdges takes edges out, with the phi sources that came along them, in time that is
// linear, but for sorting them, in the edges and in all edges to the same blocks.
func (f *Function) removeEdges(list []edge) {
	if len(list) <= 4 {
		for _, e := range list {
			if k := f.PredIndex(e.to, e.from); k >= 0 {
				f.removePred(e.to, k)
			}
		}
		return
	}
	slices.SortFunc(list, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from))
	})
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].to == list[0].to {
			n++
		}
		f.removePreds(list[0].to, list[:n])
		list = list[n:]
	}
}

// removePreds takes out the edges to a block that are in a sorted list.
func (f *Function) removePreds(b NodeID, sorted []edge) {
	x := &f.nodes[b]
	preds := f.preds[x.off : x.off+x.n]
	gone := func(k int) bool {
		_, ok := slices.BinarySearchFunc(sorted, preds[k], func(e edge, p NodeID) int { return cmp.Compare(e.from, p) })
		return ok
	}
	for i := InstrID(x.a); i != 0 && f.instrs[i].op == op.Phi; i = f.instrs[i].next {
		n := &f.instrs[i]
		kept := uint32(0)
		for k := range preds {
			if gone(k) {
				continue
			}
			if int(kept) != k {
				f.setUse(n.src+UseID(kept), f.use(n.src+UseID(k)))
			}
			kept++
		}
		for k := kept; k < n.nsrc; k++ {
			f.setUse(n.src+UseID(k), Src{})
		}
		n.nsrc = kept
	}
	kept := uint32(0)
	for k, p := range preds {
		if !gone(k) {
			// The places before k are looked at no more.
			preds[kept] = p
			kept++
		}
	}
	x.n = kept
}

// undefAtEntry is an undefined value of a type, at the start of the function.
func (f *Function) undefAtEntry(t ir.TypeID) Value {
	b := f.FirstBlock()
	for i := f.First(b); i != 0 && f.instrs[i].op == op.Undef; i = f.instrs[i].next {
		if f.instrs[i].ty == t {
			return i
		}
	}
	i := f.addInstr(op.Undef, t, nil, diag.Span{})
	f.linkInstr(i, b, f.First(b))
	return i
}

// Undef is an undefined value of a type that dominates everything.
func (f *Function) Undef(t ir.TypeID) Value { return f.undefAtEntry(t) }

// replacePred makes an edge from old into one from p, phi sources and all.
func (f *Function) replacePred(b, old, p NodeID) {
	if k := f.PredIndex(b, old); k >= 0 {
		f.preds[f.nodes[b].off+uint32(k)] = p
	}
}

// linkNew adds the edges out of a block that had none.
func (f *Function) linkNew(b NodeID) {
	var buf [8]NodeID
	for _, s := range f.Succs(b, buf[:0]) {
		f.addPred(s, b)
	}
}

// edgesOut removes the edges from b to blocks that aren't in keep.
func (f *Function) edgesOut(b NodeID, from []NodeID, keep []NodeID) {
	for _, s := range from {
		if !slices.Contains(keep, s) {
			if k := f.PredIndex(s, b); k >= 0 {
				f.removePred(s, k)
			}
		}
	}
}

// relink sets the edges out of a block to the ones that follow from the tree; before the
// change they were old, or (nil) some of the ones that follow now.
func (f *Function) relink(b NodeID, old []NodeID) {
	f.stale()
	var buf [8]NodeID
	now := f.Succs(b, buf[:0])
	f.edgesOut(b, old, now)
	for _, s := range now {
		if old == nil && f.PredIndex(s, b) < 0 || old != nil && !slices.Contains(old, s) {
			f.addPred(s, b)
		}
	}
}
