package analysis

// This file computes the dominator tree, by the iteration of Cooper, Harvey and
// Kennedy, and from it dominance frontiers and constant-time queries.

import "refract/ssa"

// Dom is the dominator tree of a function. Blocks that can't be reached have no
// place in it: nothing dominates them and they dominate nothing.
type Dom struct {
	order    *Order
	idom     []int32 // by place in the order: place of the immediate dominator; -1: none
	pre      []int32 // by place: number on the way down the tree, from 1; 0: unreachable
	post     []int32
	children [][]int32
	frontier [][]int32
	f        *ssa.Function
}

// Dominance computes the dominator tree.
func Dominance(f *ssa.Function) *Dom {
	if d, ok := f.Cached(ssa.Dominance).(*Dom); ok {
		return d
	}
	o := BlockOrder(f)
	n := len(o.Blocks)
	d := &Dom{f: f, order: o, idom: make([]int32, n), pre: make([]int32, n), post: make([]int32, n)}
	for i := range d.idom {
		d.idom[i] = -1
	}
	d.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for b := 1; b < n; b++ {
			dom := int32(-1)
			for _, p := range f.Preds(o.Blocks[b]) {
				at := o.Index[p]
				switch {
				case d.idom[at] < 0: // not reached, or not yet
				case dom < 0:
					dom = at
				default:
					dom = d.meet(dom, at)
				}
			}
			if dom != d.idom[b] {
				d.idom[b] = dom
				changed = true
			}
		}
	}
	d.tree()
	f.Keep(ssa.Dominance, d)
	return d
}

// meet is the closest common dominator of two places.
func (d *Dom) meet(a, b int32) int32 {
	for a != b {
		for a > b {
			a = d.idom[a]
		}
		for b > a {
			b = d.idom[b]
		}
	}
	return a
}

// tree numbers the blocks on the way through the tree.
func (d *Dom) tree() {
	n := len(d.idom)
	counts := make([]int32, n+1)
	for b := 1; b < n; b++ {
		if d.idom[b] >= 0 {
			counts[d.idom[b]]++
		}
	}
	all := make([]int32, 0, n)
	d.children = make([][]int32, n)
	for b := range d.children {
		at := len(all)
		all = all[:at+int(counts[b])]
		d.children[b] = all[at:at:len(all)]
	}
	for b := 1; b < n; b++ {
		if p := d.idom[b]; p >= 0 {
			d.children[p] = append(d.children[p], int32(b))
		}
	}
	type frame struct{ block, next int32 }
	pre, post := int32(0), int32(0)
	stack := []frame{{0, 0}}
	pre++
	d.pre[0] = pre
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if kids := d.children[top.block]; int(top.next) < len(kids) {
			k := kids[top.next]
			top.next++
			pre++
			d.pre[k] = pre
			stack = append(stack, frame{k, 0})
			continue
		}
		post++
		d.post[top.block] = post
		stack = stack[:len(stack)-1]
	}
}

// Reachable reports whether control can come to a block.
func (d *Dom) Reachable(b ssa.NodeID) bool { return d.pre[d.order.Index[b]] != 0 }

// Dominates reports whether every way to b goes through a; every block that can
// be reached dominates itself.
func (d *Dom) Dominates(a, b ssa.NodeID) bool {
	x, y := d.order.Index[a], d.order.Index[b]
	return d.pre[x] != 0 && d.pre[y] != 0 && d.pre[x] <= d.pre[y] && d.post[x] >= d.post[y]
}

// Idom is the immediate dominator of a block, or 0 for the first block and those
// that can't be reached.
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
	for _, k := range d.children[d.order.Index[b]] {
		buf = append(buf, d.order.Blocks[k])
	}
	return buf
}

// Common is the closest block that dominates both; both can be reached.
func (d *Dom) Common(a, b ssa.NodeID) ssa.NodeID {
	return d.order.Blocks[d.meet(d.order.Index[a], d.order.Index[b])]
}

// Pre is the number of a block on the way down the tree, from 1; 0 for those
// that can't be reached. Sorting by it puts dominators first.
func (d *Dom) Pre(b ssa.NodeID) int32 { return d.pre[d.order.Index[b]] }

// Frontier appends the dominance frontier of a block to buf: the blocks of which
// it dominates a predecessor but which it doesn't strictly dominate.
func (d *Dom) Frontier(b ssa.NodeID, buf []ssa.NodeID) []ssa.NodeID {
	if d.frontier == nil {
		d.frontiers()
	}
	for _, k := range d.frontier[d.order.Index[b]] {
		buf = append(buf, d.order.Blocks[k])
	}
	return buf
}

func (d *Dom) frontiers() {
	d.frontier = make([][]int32, len(d.idom))
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
				if l := d.frontier[at]; len(l) == 0 || l[len(l)-1] != int32(b) {
					d.frontier[at] = append(l, int32(b))
				}
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
