package ssa

import (
	"fmt"
	"slices"

	"refract/ssa/op"
)

// CheckTree says what is wrong with lists, links, edges and phis, or "".
func (f *Function) CheckTree() (s string) {
	errorf := func(format string, args ...any) { s += fmt.Sprintf(format, args...) + "\n" }
	want := map[NodeID][]NodeID{}
	var walk func(l ListID, parent NodeID)
	walk = func(l ListID, parent NodeID) {
		if f.lists[l].parent != parent {
			errorf("list %d has parent %d, not %d", l, f.lists[l].parent, parent)
		}
		block := true
		var prev NodeID
		for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
			if f.nodes[n].list != l || f.nodes[n].prev != prev {
				errorf("node %d: list %d prev %d, want %d %d", n, f.nodes[n].list, f.nodes[n].prev, l, prev)
			}
			if (f.nodes[n].kind == NodeBlock) != block {
				errorf("node %d is a %v out of place", n, f.nodes[n].kind)
			}
			block = !block
			prev = n
			f.eachList(n, func(l ListID) { walk(l, n) })
			if f.nodes[n].kind == NodeBlock {
				for i := range f.Instrs(n) {
					if f.Block(i) != n {
						errorf("instruction %d is not in its block", i)
					}
					if f.Op(i).Class() == op.ClassJump && f.Next(i) != 0 {
						errorf("instruction %d jumps in mid-block", i)
					}
				}
				if f.Jump(n) != 0 && f.nodes[n].next != 0 {
					errorf("block %d jumps in mid-list", n)
				}
			}
		}
		if block || f.lists[l].last != prev {
			errorf("list %d ends wrongly", l)
		}
	}
	walk(Body, 0)
	if s != "" {
		return s
	}
	for b := range f.Blocks() {
		for _, x := range f.Succs(b, nil) {
			want[x] = append(want[x], b)
		}
	}
	for b := range f.Blocks() {
		got := slices.Clone(f.Preds(b))
		slices.Sort(got)
		slices.Sort(want[b])
		if !slices.Equal(got, want[b]) {
			errorf("block %d has predecessors %v, want %v", b, got, want[b])
		}
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Phi && f.NumSrcs(i) != len(f.Preds(b)) {
				errorf("phi %d has %d sources for %d predecessors", i, f.NumSrcs(i), len(f.Preds(b)))
			}
		}
	}
	return s
}
