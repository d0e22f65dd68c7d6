package lower

// This file computes the tree of places of blocks. It is the dominator tree, but merges and
// continue targets stand in their declared places, and with them the blocks after them: the
// parent of a node is the closest common ancestor, in this tree, of its predecessors, or
// above it the node that it is the merge of. So the parent of a node is always above the
// nodes that lead to it.

import (
	"refract/ssa"
)

// stand is how a node stands under its parent.
type stand uint8

const (
	standsInline stand = iota // in the list that its only predecessor, the parent, leads to
	standsClause              // a clause of the parent, a switch, into which the clause before falls
	standsBehind              // behind the construct that the parent begins
)

// place is the tree of places.
type place struct {
	merge     []int32 // by node: what stands behind its construct, or 0
	latch     []int32 // by header: the node that iterations end with, or 0
	owner     []int32 // by node: the node that it is the merge or continue target of, or 0
	parent    []int32 // by node
	stand     []stand
	depth     []int32 // by node: of the lists that hold it
	level     []int32 // by node: how many nodes are above
	far       []int32 // by node: one further up
	behind    []int32 // by node: the first node that stands behind it, or 0
	lastOf    []int32 // by node: the last
	next      []int32 // by node: the next that stands behind the same parent, or 0
	falls     []int32 // by clause of a switch: the clause that it may fall into, or 0
	faller    []int32 // by clause: the clause that may fall into it
	low       []int32 // by node: the least level that ways from it and all below lead to
	treeOrder []int32 // by node: its number on a walk down the tree
	treeSize  []int32 // by node: how many nodes are below, itself included
	byOrder   []int32 // by treeOrder
	stamp     []int32
}

func (g *flow) places() {
	n := g.len()
	all := g.memory.Take(17 * n)
	take := func() []int32 {
		s := all[:n:n]
		all = all[n:]
		return s
	}
	g.place = place{merge: take(), latch: take(), owner: take(), parent: take(), depth: take(), level: take(), far: take(),
		behind: take(), lastOf: take(), next: take(), falls: take(), faller: take(), low: take(), treeOrder: take(), treeSize: take(), byOrder: take(), stamp: take(),
		stand: g.stands.Take(n)}
	g.wishes()
	g.sort()
	g.parents()
	g.clauses()
	g.summaries()
	g.depths()
}

// wishes takes the merges and continue targets that blocks declare, as far as possible, and
// finds the ones of loops that declare none.
func (g *flow) wishes() {
	pre := g.dom.Walk.Pre
	for _, v := range pre {
		if v < g.flat && g.header[v] {
			m, c := g.f.Merge(ssa.NodeID(v))
			g.wishMerge(v, int32(m))
			g.wishLatch(v, int32(c))
		}
	}
	for _, v := range pre {
		if g.header[v] && g.merge[v] == 0 {
			g.wishMerge(v, g.exitOf(v))
		}
		if g.header[v] && g.latch[v] == 0 && v < g.flat {
			if _, c := g.f.Merge(ssa.NodeID(v)); c == 0 {
				g.wishLatch(v, g.latchOf(v))
			}
		}
	}
	for _, v := range pre {
		if v < g.flat && !g.header[v] {
			m, _ := g.f.Merge(ssa.NodeID(v))
			g.wishMerge(v, int32(m))
		}
	}
}

// wishMerge makes m the merge of v if it can be.
func (g *flow) wishMerge(v, m int32) {
	if m == 0 || m == v || g.owner[m] != 0 || !g.dom.Reached(m) || !g.dom.Dominates(v, m) {
		return
	}
	if g.header[v] {
		if g.inLoop(m, v) {
			return
		}
	}
	if h := g.inner[m]; h != 0 && !(h == m && g.outer[h] == 0) {
		if h == m {
			h = g.outer[h]
		}
		if !g.inLoop(v, h) {
			return
		}
	}
	g.merge[v], g.owner[m] = m, v
}

// wishLatch makes c the continue target of a loop if it can be.
func (g *flow) wishLatch(h, c int32) {
	if c == 0 || c == h || g.owner[c] != 0 || !g.dom.Reached(c) || !g.dom.Dominates(h, c) || g.header[c] && g.outer[c] != h ||
		!g.header[c] && g.inner[c] != h {
		return
	}
	g.latch[h], g.owner[c] = c, h
}

// exitOf finds the node that is to stand behind a loop without a declared merge: the node
// at which several ways out of it meet; else the exit of its header or latch; else any way
// out.
func (g *flow) exitOf(h int32) int32 {
	best, worth := int32(0), 0
	consider := func(from, to int32) {
		if g.inLoop(to, h) || !g.dom.Dominates(h, to) || g.owner[to] != 0 {
			return
		}
		w := 1
		for _, p := range g.preds.Succs(to) {
			if p != from && g.dom.Reached(p) && g.inLoop(p, h) {
				w = 3
			}
		}
		if w == 1 && (from == h || g.leadsTo(from, h)) {
			w = 2
		}
		if w > worth || w == worth && g.dom.Walk.Number[to] > g.dom.Walk.Number[best] {
			best, worth = to, w
		}
	}
	// The loop's nodes are visited once for each loop around them without a declared merge;
	// of more than a few, only the header.
	depth := 0
	for o := g.outer[h]; o != 0 && depth < 8; o = g.outer[o] {
		depth++
	}
	for _, w := range g.out(h) {
		consider(h, w.to)
	}
	if depth < 8 {
		for _, v := range g.members(h) {
			for _, w := range g.out(v) {
				consider(v, w.to)
			}
		}
	}
	return best
}

// members are the nodes of a loop but for its header.
func (g *flow) members(h int32) (list []int32) {
	g.stamp[h] = h
	var work []int32
	add := func(v int32) {
		if g.stamp[v] != h && g.dom.Reached(v) {
			g.stamp[v] = h
			work = append(work, v)
		}
	}
	for _, p := range g.preds.Succs(h) {
		if g.dom.Reached(p) && g.back(p, h) {
			add(p)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		list = append(list, v)
		for _, p := range g.preds.Succs(v) {
			add(p)
		}
	}
	return list
}

// leadsTo reports whether there is a way from one node to another.
func (g *flow) leadsTo(from, to int32) bool {
	for _, w := range g.out(from) {
		if w.to == to {
			return true
		}
	}
	return false
}

// latchOf finds the node that ends the iterations of a loop without a declared continue
// target: the only node that leads back, if ways meet in it.
func (g *flow) latchOf(h int32) (latch int32) {
	for _, p := range g.preds.Succs(h) {
		if g.dom.Reached(p) && g.back(p, h) {
			if latch != 0 && latch != p {
				return 0
			}
			latch = p
		}
	}
	if len(g.preds.Succs(latch)) < 2 {
		return 0
	}
	return latch
}

// sort numbers the nodes in reverse postorder. Merges are visited before continue targets,
// and continue targets before the other targets of a node, so that the inside of a
// construct comes before the nodes behind it.
func (g *flow) sort() {
	n := g.len()
	start := g.memory.Take(n + 1)
	to := g.memory.Take(len(g.ways) + 2*n)[:0]
	for v := range int32(n) {
		start[v] = int32(len(to))
		if !g.dom.Reached(v) {
			continue
		}
		if m := g.merge[v]; m != 0 {
			to = append(to, m)
		}
		if c := g.latch[v]; c != 0 {
			to = append(to, c)
		}
		out := g.out(v)
		for k := len(out) - 1; k >= 0; k-- {
			to = append(to, out[k].to)
		}
	}
	start[n] = int32(len(to))
	wished := g.memory.Graph()
	wished.Start, wished.To = start, to
	post := wished.Walk(g.root).Post
	g.order, g.number = g.memory.Take(len(post)), g.memory.Take(n)
	for v := range g.number {
		g.number[v] = -1
	}
	for k, v := range post {
		at := len(post) - 1 - k
		g.order[at], g.number[v] = v, int32(at)
	}
}

// parents makes the tree.
func (g *flow) parents() {
	g.far[g.root] = g.root
	for _, v := range g.order[1:] {
		p, several := int32(0), false
		for _, u := range g.preds.Succs(v) {
			if g.number[u] < 0 || g.number[u] >= g.number[v] {
				continue
			}
			switch {
			case p == 0:
				p = u
			case p != u:
				p = g.meet(p, u)
				several = true
			}
		}
		if o := g.owner[v]; o != 0 && g.above(o, p) {
			p, several = o, true
		} else if o != 0 { // it can't be
			if g.merge[o] == v {
				g.merge[o] = 0
			} else {
				g.latch[o] = 0
			}
			g.owner[v] = 0
		}
		g.parent[v], g.level[v] = p, g.level[p]+1
		g.far[v] = p
		if w := g.far[p]; g.level[p]-g.level[w] == g.level[w]-g.level[g.far[w]] {
			g.far[v] = g.far[w]
		}
		if several || v >= g.flat && g.waysIn(v) > 1 {
			g.stand[v] = standsBehind
		}
	}
}

// waysIn is how many ways lead on to a node.
func (g *flow) waysIn(v int32) (n int) {
	for _, u := range g.preds.Succs(v) {
		if g.number[u] >= 0 && g.number[u] < g.number[v] {
			n++
		}
	}
	return n
}

// rise goes up the tree to a level.
func (g *flow) rise(v, level int32) int32 {
	for g.level[v] > level {
		if f := g.far[v]; g.level[f] >= level {
			v = f
		} else {
			v = g.parent[v]
		}
	}
	return v
}

// above reports whether a is b or above it in the tree.
func (g *flow) above(a, b int32) bool { return g.level[a] <= g.level[b] && g.rise(b, g.level[a]) == a }

// meet is the closest common ancestor.
func (g *flow) meet(a, b int32) int32 {
	if g.level[a] > g.level[b] {
		a = g.rise(a, g.level[b])
	} else {
		b = g.rise(b, g.level[a])
	}
	for a != b {
		if x, y := g.far[a], g.far[b]; x != y {
			a, b = x, y
		} else {
			a, b = g.parent[a], g.parent[b]
		}
	}
	return a
}

// isSwitch reports whether a node ends with a switch of several targets.
func (g *flow) isSwitch(v int32) bool {
	if v >= g.flat {
		return true
	}
	return g.f.Ending(ssa.NodeID(v)) == ssa.EndSwitch
}

// clauses finds the targets of switches that other clauses fall into, and then lists the
// nodes behind each node.
func (g *flow) clauses() {
	for _, v := range g.order[1:] {
		x := g.parent[v]
		if v >= g.flat || g.stand[v] != standsBehind || g.owner[v] != 0 || !g.isSwitch(x) || g.outside(v) {
			continue
		}
		from, target := int32(0), false
		for _, u := range g.preds.Succs(v) {
			target = target || u == x
			if u == x || g.number[u] < 0 || g.number[u] >= g.number[v] {
				continue
			}
			a := g.rise(u, g.level[x]+1)
			if from != 0 && from != a {
				from = -1
				break
			}
			from = a
		}
		if target && from > 0 && g.stand[from] != standsBehind && g.falls[from] == 0 {
			g.falls[from], g.faller[v] = v, from
			g.stand[v] = standsClause
		}
	}
	for _, v := range g.order[1:] {
		if g.stand[v] != standsBehind {
			continue
		}
		p := g.parent[v]
		if l := g.lastOf[p]; l != 0 {
			g.next[l] = v
		} else {
			g.behind[p] = v
		}
		g.lastOf[p] = v
	}
}

// outside reports whether a node that stands behind a loop's header stands outside
// of the loop.
func (g *flow) outside(v int32) bool {
	h := g.parent[v]
	if !g.header[h] || g.inLoop(v, h) {
		return false
	}
	m := g.merge[h]
	return m != 0 && g.number[v] >= g.number[m]
}

// depths estimates how deep the lists are that hold nodes.
func (g *flow) depths() {
	for _, v := range g.order {
		d := int32(0)
		if p := g.parent[v]; v != g.root {
			d = g.depth[p] // where the parent's own instructions stand
			switch {
			case g.stand[v] == standsBehind && g.outside(v):
				d--
			case g.stand[v] != standsBehind && g.opensLists(p):
				d++
			}
		}
		if g.header[v] {
			d++
		}
		g.depth[v] = d
	}
}

// opensLists reports whether a target of a node stands deeper than it.
func (g *flow) opensLists(v int32) bool {
	out := g.out(v)
	if len(out) < 2 {
		return false
	}
	return g.isSwitch(v) || g.behind[v] != 0 || g.arm(v, out[0].to) && g.arm(v, out[1].to)
}

// arm reports whether a target of a branch stands in a list of its own, from which
// control comes back.
func (g *flow) arm(v, to int32) bool { return g.inline(v, to) && !g.closed(to) }

// inline reports whether a target stands in the list that a way to it leads to.
func (g *flow) inline(v, to int32) bool { return g.parent[to] == v && g.stand[to] == standsInline }

// summaries finds which nodes are left by nothing but endings.
func (g *flow) summaries() {
	for k := len(g.order) - 1; k >= 0; k-- {
		v := g.order[k]
		low := g.level[v]
		for _, w := range g.out(v) {
			switch {
			case g.number[w.to] <= g.number[v]:
				low = min(low, g.level[w.to])
			default:
				low = min(low, g.level[g.parent[w.to]])
			}
		}
		if g.low[v] == 0 || low < g.low[v]-1 {
			g.low[v] = low + 1 // 0: not known yet
		}
		if v != g.root {
			if p := g.parent[v]; g.low[p] == 0 || g.low[v] < g.low[p] {
				g.low[p] = g.low[v]
			}
		}
		g.treeSize[v]++
		if v != g.root {
			g.treeSize[g.parent[v]] += g.treeSize[v]
		}
	}
	next := g.memory.Take(g.len())
	for _, v := range g.order {
		if v != g.root {
			p := g.parent[v]
			g.treeOrder[v] = next[p]
			next[p] += g.treeSize[v]
		}
		g.byOrder[g.treeOrder[v]] = v
		next[v] = g.treeOrder[v] + 1
	}
}

// below are a node and all that is below it.
func (g *flow) below(v int32) []int32 {
	return g.byOrder[g.treeOrder[v] : g.treeOrder[v]+g.treeSize[v]]
}

// closed reports whether no way leads out of a node and all that is below it.
func (g *flow) closed(v int32) bool { return g.low[v]-1 >= g.level[v] }
