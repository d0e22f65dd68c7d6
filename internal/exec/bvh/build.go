package bvh

// This file builds trees: top down, each set of primitives is divided where the surface
// area heuristic, evaluated at the limits of bins along each axis, expects the fewest
// tests. Deep in the tree sets are halved instead, which bounds the depth.

import "math"

const (
	bins       = 16
	halvesFrom = 32 // depth from which on sets are halved
	maxDepth   = 64 // halvesFrom and the halvings of maxPrimitives
	leafSize   = 4  // most triangles or boxes of a leaf
	nodeCost   = 1  // of visiting a node, in tests of a primitive
)

// A node has two children. Along each axis are the lower and the upper bound of the first
// child, then those of the second.
type node struct {
	bounds [3][4]float32
	child  [2]ref
	_      [2]uint32 // 64 bytes in all
}

// A ref is the number of a node, or a leaf: leafBit, the number of primitives less one,
// and the number of the first.
type ref uint32

const (
	leafBit   ref = 1 << 31
	leafShift     = 28
	noRef     ref = 1<<32 - 1 // of an empty tree
)

func leaf(first, n int) ref { return leafBit | ref(n-1)<<leafShift | ref(first) }

// primitives are those of a leaf, from first to end.
func (r ref) primitives() (first, end uint32) {
	first = uint32(r) & (1<<leafShift - 1)
	return first, first + uint32(r>>leafShift&7) + 1
}

// An item is a primitive under construction.
type item struct {
	box    Box
	center Vec3
	number uint32
}

func newItem(b Box, number int) item {
	i := item{box: b, number: uint32(number)}
	for k := range 3 {
		i.center[k] = float32((float64(b.Min[k]) + float64(b.Max[k])) / 2)
	}
	return i
}

// A tree is the nodes over primitives.
type tree struct {
	nodes  []node
	root   ref
	bounds Box
}

// work is a set of items that still has no node.
type work struct {
	first, n int
	depth    int
	parent   int // whose child it is; -1: the root
	which    int // first or second
}

// build orders the items as leaves of at most so many hold them.
func build(items []item, most int) tree {
	t := tree{root: noRef, bounds: empty()}
	if len(items) == 0 {
		return t
	}
	b := builder{items: items, most: most, t: &t}
	list := []work{{0, len(items), 0, -1, 0}}
	for len(list) > 0 {
		w := list[len(list)-1]
		list = list[:len(list)-1]
		box, left := b.divide(w)
		var r ref
		if left == 0 {
			r = leaf(w.first, w.n)
		} else {
			r = ref(len(t.nodes))
			t.nodes = append(t.nodes, node{})
			// The first child comes next, beside its parent.
			list = append(list, work{w.first + left, w.n - left, w.depth + 1, int(r), 1}, work{w.first, left, w.depth + 1, int(r), 0})
		}
		if w.parent < 0 {
			t.root, t.bounds = r, box
			continue
		}
		p := &t.nodes[w.parent]
		p.child[w.which] = r
		for k := range 3 {
			p.bounds[k][2*w.which], p.bounds[k][2*w.which+1] = box.Min[k], box.Max[k]
		}
	}
	return t
}

type builder struct {
	items []item
	most  int
	t     *tree
	right [bins]float64 // cost of the bins from each on
}

// bin is the items of a part of an axis.
type bin struct {
	box Box
	n   int
}

// divide orders the items of a set so that the first ones become the first child, and
// returns their number: 0 if the set is a leaf. The box is that of the whole set.
func (b *builder) divide(w work) (Box, int) {
	items := b.items[w.first : w.first+w.n]
	box, centers := empty(), empty()
	for i := range items {
		box.join(&items[i].box)
		centers.extend(&items[i].center)
	}
	if w.n == 1 {
		return box, 0
	}
	axis, at, cost := -1, 0, math.Inf(1)
	if w.depth < halvesFrom {
		for k := range 3 {
			if split, c := b.best(items, &centers, k); c < cost {
				axis, at, cost = k, split, c
			}
		}
	}
	if area := box.area(); w.n <= b.most && !(float64(nodeCost*area)+cost < float64(float64(w.n)*area)) {
		return box, 0
	}
	if axis < 0 { // all centers are one, or the tree is deep
		return box, w.n / 2
	}
	scale := binScale(&centers, axis)
	lo := centers.Min[axis]
	i, j := 0, w.n
	for i < j {
		if binOf(&items[i], axis, lo, scale) < at {
			i++
			continue
		}
		j--
		items[i], items[j] = items[j], items[i]
	}
	return box, i
}

func binScale(centers *Box, axis int) float64 {
	return bins / (float64(centers.Max[axis]) - float64(centers.Min[axis]))
}

func binOf(i *item, axis int, lo float32, scale float64) int {
	return min(int((float64(i.center[axis])-float64(lo))*scale), bins-1)
}

// best finds the cheapest division along an axis: the first bin of the second child, and
// the sum of the areas by the numbers of items.
func (b *builder) best(items []item, centers *Box, axis int) (at int, cost float64) {
	cost = math.Inf(1)
	scale := binScale(centers, axis)
	if math.IsInf(scale, 0) {
		return 0, cost
	}
	var all [bins]bin
	for k := range all {
		all[k].box = empty()
	}
	lo := centers.Min[axis]
	for i := range items {
		x := &all[binOf(&items[i], axis, lo, scale)]
		x.box.join(&items[i].box)
		x.n++
	}
	box, n := empty(), 0
	for k := bins - 1; k > 0; k-- {
		b.right[k] = math.Inf(1)
		if all[k].n > 0 {
			box.join(&all[k].box)
			n += all[k].n
		}
		if n > 0 {
			b.right[k] = box.area() * float64(n)
		}
	}
	box, n = empty(), 0
	for k := 1; k < bins; k++ {
		if all[k-1].n > 0 {
			box.join(&all[k-1].box)
			n += all[k-1].n
		}
		if n == 0 {
			continue
		}
		if c := float64(box.area()*float64(n)) + b.right[k]; c < cost {
			at, cost = k, c
		}
	}
	return at, cost
}
