package graph

// This file computes dominators: the algorithm SEMI-NCA of Georgiadis, "Linear-Time
// Algorithms for Dominators and Related Problems" (2005), section 2.3. Semidominators
// come from a forest with path compression, as Lengauer and Tarjan have it;
// immediate dominators then are closest common ancestors.

// Dominators is the dominator tree of the nodes that a root reaches.
type Dominators struct {
	Walk *Walk
	Up   []int32 // by node: its immediate dominator; -1 of the root and of what isn't reached
	pre  []int32 // by node: its number on a walk down the tree
	size []int32 // of the subtree
}

// Dominators computes the dominator tree.
func (g *Graph) Dominators(root int32) *Dominators { return g.dominators(g.Walk(root), g.Reverse()) }

// DominatorsWith is Dominators if the graph's reverse is there already.
func (g *Graph) DominatorsWith(root int32, preds *Graph) *Dominators {
	return g.dominators(g.Walk(root), preds)
}

func (g *Graph) dominators(w *Walk, preds *Graph) *Dominators {
	n := g.Len()
	count := int32(len(w.Pre))
	all := g.Memory.Take(3*n + 5*int(count))
	d := g.Memory.dominatorTree()
	d.Walk, d.Up, d.pre, d.size = w, all[:n], all[n:2*n], all[2*n:3*n]
	rest := all[3*n:]
	take := func() []int32 {
		s := rest[:count:count]
		rest = rest[count:]
		return s
	}
	// By place in Pre from here on.
	parent, semi, label, up, path := take(), take(), take(), take(), take()
	for k := range count {
		label[k], semi[k] = k, k
		if p := w.Parent[w.Pre[k]]; p >= 0 {
			parent[k] = w.Number[p]
		}
		up[k] = parent[k]
	}
	// parent doubles as the forest's ancestor: nodes at linked or beyond are in it.
	best := func(v, linked int32) int32 {
		if v < linked {
			return v
		}
		stack := path[:0]
		for parent[v] >= linked {
			stack = append(stack, v)
			v = parent[v]
		}
		for k := len(stack) - 1; k >= 0; k-- {
			x := stack[k]
			if semi[label[v]] < semi[label[x]] {
				label[x] = label[v]
			}
			parent[x] = parent[v]
			v = x
		}
		return label[v]
	}
	for k := count - 1; k > 0; k-- {
		v := w.Pre[k]
		for _, p := range preds.Succs(v) {
			if at := w.Number[p]; at >= 0 {
				semi[k] = min(semi[k], semi[best(at, k+1)])
			}
		}
	}
	for k := range d.Up {
		d.Up[k] = -1
	}
	for k := int32(1); k < count; k++ {
		for up[k] > semi[k] {
			up[k] = up[up[k]]
		}
		d.Up[w.Pre[k]] = w.Pre[up[k]]
	}
	// Numbers on the way down: dominators come before the nodes that they dominate in Pre.
	for k := count - 1; k >= 0; k-- {
		v := w.Pre[k]
		d.size[v]++
		if k > 0 {
			d.size[d.Up[v]] += d.size[v]
		}
	}
	next := label // the number of the next child, by place in Pre
	for k, v := range w.Pre {
		if k > 0 {
			at := w.Number[d.Up[v]]
			d.pre[v] = next[at]
			next[at] += d.size[v]
		}
		next[k] = d.pre[v] + 1
	}
	return d
}

// Reached reports whether the root reaches a node.
func (d *Dominators) Reached(v int32) bool { return d.Walk.Number[v] >= 0 }

// Dominates reports whether every way from the root to b leads through a; a node
// dominates itself. Both are reached.
func (d *Dominators) Dominates(a, b int32) bool {
	return d.pre[a] <= d.pre[b] && d.pre[b] < d.pre[a]+d.size[a]
}
