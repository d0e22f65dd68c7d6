package analysis

// This file computes the dominator tree, and from it dominance frontiers and
// constant-time queries.
//
// Blocks are numbered in program order. Every edge leads onward but the ones back to a
// loop's header, which dominates their sources: one walk finds all immediate dominators.
// The way up the tree has shortcuts (Myers, "An applicative random-access stack", 1983), so
// that the closest common dominator of two blocks takes logarithmic time.

import (
	"refract/internal/reuse"
	"refract/ssa"
)

// Dom is the dominator tree of a function. Blocks that can't be reached have no
// place in it: nothing dominates them and they dominate nothing.
type Dom struct {
	order    *Order
	idom     []int32 // by place in the order: place of the immediate dominator; -1: none
	far      []int32 // by place: a dominator further up
	depth    []int32 // by place: how many dominators there are above
	pre      []int32 // by place: number on the way down the tree, from 1; 0: unreachable
	last     []int32 // by place: the greatest number of a block that it dominates
	below    []int32 // places, grouped by their immediate dominator
	starts   []int32 // by place: where in below those that it dominates immediately begin; and the end
	all      []int32
	frontier [][]int32 // by place; made when first asked for
	known    bool      // it is made
	f        *ssa.Function
}

// Dominance computes the dominator tree.
func Dominance(f *ssa.Function) *Dom {
	if d, ok := f.Cached(ssa.Dominance).(*Dom); ok {
		return d
	}
	o := BlockOrder(f)
	n := len(o.Blocks)
	d, _ := f.Spare(ssa.Dominance).(*Dom)
	if d == nil {
		d = new(Dom)
	}
	all := reuse.Zeroed(d.all, 7*n+1)
	*d = Dom{f: f, order: o, frontier: d.frontier, all: all, idom: all[:n:n], far: all[n : 2*n : 2*n], depth: all[2*n : 3*n : 3*n], pre: all[3*n : 4*n : 4*n],
		last: all[4*n : 5*n : 5*n], below: all[5*n : 6*n : 6*n], starts: all[6*n:]}
	for b := 1; b < n; b++ {
		up := int32(-1)
		for _, p := range f.Preds(o.Blocks[b]) {
			switch at := o.Index[p]; {
			case at >= int32(b) || d.idom[at] < 0: // the way back of a loop, or not reached
			case up < 0:
				up = at
			default:
				up = d.meet(up, at)
			}
		}
		d.idom[b] = up
		if up < 0 {
			continue
		}
		d.depth[b], d.far[b] = d.depth[up]+1, up
		if far := d.far[up]; d.depth[up]-d.depth[far] == d.depth[far]-d.depth[d.far[far]] {
			d.far[b] = d.far[far]
		}
	}
	d.tree()
	f.Keep(ssa.Dominance, d)
	return d
}

// meet is the closest common dominator of two places.
func (d *Dom) meet(a, b int32) int32 {
	for d.depth[a] > d.depth[b] {
		a = d.rise(a, d.depth[b])
	}
	for d.depth[b] > d.depth[a] {
		b = d.rise(b, d.depth[a])
	}
	for a != b {
		if x, y := d.far[a], d.far[b]; x != y {
			a, b = x, y
		} else {
			a, b = d.idom[a], d.idom[b]
		}
	}
	return a
}

// rise goes up the tree, to no less than a depth.
func (d *Dom) rise(a, depth int32) int32 {
	if far := d.far[a]; d.depth[far] >= depth {
		return far
	}
	return d.idom[a]
}

// tree numbers the blocks on the way through the tree.
func (d *Dom) tree() {
	n := len(d.idom)
	for b := 1; b < n; b++ {
		if p := d.idom[b]; p >= 0 {
			d.starts[p+1]++
		}
	}
	for b := 1; b <= n; b++ {
		d.starts[b] += d.starts[b-1]
	}
	next := d.pre // where the next child of a block goes, less where its first does
	for b := 1; b < n; b++ {
		if p := d.idom[b]; p >= 0 {
			d.below[d.starts[p]+next[p]] = int32(b)
			next[p]++
		}
	}
	// The size of each subtree, and from it the numbers on the way down.
	size := d.last
	for b := range d.idom {
		size[b] = 1
	}
	for b := n - 1; b > 0; b-- {
		if p := d.idom[b]; p >= 0 {
			size[p] += size[b]
		}
	}
	clear(d.pre)
	d.pre[0], d.last[0] = 1, size[0]
	for b := range d.idom {
		if b > 0 && d.idom[b] < 0 {
			d.last[b] = 0
			continue
		}
		at := d.pre[b] + 1 // dominators come before what they dominate
		for _, c := range d.below[d.starts[b]:d.starts[b+1]] {
			d.pre[c] = at
			at += size[c]
			d.last[c] = at - 1
		}
	}
}

// Reachable reports whether control can come to a block.
func (d *Dom) Reachable(b ssa.NodeID) bool { return d.pre[d.order.Index[b]] != 0 }

// Dominates reports whether every way to b goes through a; every block that can
// be reached dominates itself.
func (d *Dom) Dominates(a, b ssa.NodeID) bool {
	x, y := d.order.Index[a], d.order.Index[b]
	return d.pre[x] != 0 && d.pre[x] <= d.pre[y] && d.pre[y] <= d.last[x]
}

// Idom is the immediate dominator of a block, or 0 for the first block and unreachable
// ones.
func (d *Dom) Idom(b ssa.NodeID) ssa.NodeID {
	x := d.order.Index[b]
	if x == 0 || d.idom[x] < 0 {
		return 0
	}
	return d.order.Blocks[d.idom[x]]
}

// Children appends the blocks whose immediate dominator is b to buf, in program
// order.
func (d *Dom) Children(b ssa.NodeID, buf []ssa.NodeID) []ssa.NodeID {
	place := d.order.Index[b]
	for _, k := range d.below[d.starts[place]:d.starts[place+1]] {
		buf = append(buf, d.order.Blocks[k])
	}
	return buf
}

// Child is child number k of b in the dominator tree, in program order, or 0.
func (d *Dom) Child(b ssa.NodeID, k int) ssa.NodeID {
	place := d.order.Index[b]
	if at := int(d.starts[place]) + k; at < int(d.starts[place+1]) {
		return d.order.Blocks[d.below[at]]
	}
	return 0
}

// Common is the closest block that dominates both; both can be reached.
func (d *Dom) Common(a, b ssa.NodeID) ssa.NodeID {
	return d.order.Blocks[d.meet(d.order.Index[a], d.order.Index[b])]
}

// Pre is the number of a block on the way down the tree, from 1; 0 if it is unreachable.
// Sorting by it puts dominators first.
func (d *Dom) Pre(b ssa.NodeID) int32 { return d.pre[d.order.Index[b]] }

// Frontier appends the dominance frontier of a block to buf: the blocks that it doesn't
// strictly dominate, but dominates a predecessor of.
func (d *Dom) Frontier(b ssa.NodeID, buf []ssa.NodeID) []ssa.NodeID {
	if !d.known {
		d.frontiers()
	}
	for _, k := range d.frontier[d.order.Index[b]] {
		buf = append(buf, d.order.Blocks[k])
	}
	return buf
}

func (d *Dom) frontiers() {
	d.known = true
	d.frontier = reuse.Emptied(d.frontier, len(d.idom))
	for b := range d.idom {
		if d.pre[b] == 0 {
			continue
		}
		for _, p := range d.f.Preds(d.order.Blocks[b]) {
			at := d.order.Index[p]
			if d.pre[at] == 0 {
				continue
			}
			for at != d.idom[b] || b == 0 {
				l := d.frontier[at]
				if len(l) > 0 && l[len(l)-1] == int32(b) {
					break // from here up another predecessor has been before
				}
				d.frontier[at] = append(l, int32(b))
				if at == 0 {
					break
				}
				at = d.idom[at]
			}
		}
	}
}

// InstrDominates reports whether a is evaluated before b on every way to b. Both
// stand in blocks.
func InstrDominates(f *ssa.Function, d *Dom, o *Instrs, a, b ssa.InstrID) bool {
	if x, y := f.Block(a), f.Block(b); x != y {
		return d.Dominates(x, y)
	}
	return o.Index[a] < o.Index[b]
}
