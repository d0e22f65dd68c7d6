// Package graph has algorithms on directed graphs: orders, dominators and components, each
// in linear or nearly linear time and without recursion. A graph knows nothing of the
// meaning of its nodes.
package graph

// Graph is a directed graph of nodes 0, 1, ... Edges that lead from node v are
// To[Start[v]:Start[v+1]]; the same edge may be there several times.
type Graph struct {
	Start []int32
	To    []int32

	// Memory keeps the graph and the results of its methods; nil: the heap.
	Memory *Memory
}

// Len is the number of nodes.
func (g *Graph) Len() int { return len(g.Start) - 1 }

// Succs are the nodes that edges from v lead to: the graph's own memory.
func (g *Graph) Succs(v int32) []int32 { return g.To[g.Start[v]:g.Start[v+1]] }

// Reverse is the graph with every edge turned round; edges to a node are in the order
// of the nodes that they come from.
func (g *Graph) Reverse() *Graph {
	n := g.Len()
	r := g.Memory.Graph()
	r.Start, r.To = g.Memory.Take(n+1), g.Memory.Take(len(g.To))
	for _, t := range g.To {
		r.Start[t+1]++
	}
	for v := range n {
		r.Start[v+1] += r.Start[v]
	}
	at := g.Memory.Take(n)
	copy(at, r.Start)
	for v := range n {
		for _, t := range g.Succs(int32(v)) {
			r.To[at[t]] = int32(v)
			at[t]++
		}
	}
	return r
}

// Walk is a walk through a graph from a root, in depth, edges in their order.
type Walk struct {
	Pre    []int32 // nodes as the walk comes to them
	Post   []int32 // nodes as the walk leaves them
	Number []int32 // by node: its place in Pre, or -1 where the walk doesn't come
	Leave  []int32 // by node: its place in Post
	Parent []int32 // by node: where the walk came from; of the root -1
}

// Walk walks from a root.
func (g *Graph) Walk(root int32) *Walk {
	n := g.Len()
	all := g.Memory.Take(6 * n)
	w := g.Memory.walk()
	w.Pre, w.Post, w.Number, w.Leave, w.Parent = all[0:0:n], all[n:n:2*n], all[2*n:3*n], all[3*n:4*n], all[4*n:5*n]
	next := all[5*n:]
	for v := range w.Number {
		w.Number[v] = -1
	}
	w.Parent[root], w.Number[root] = -1, 0
	w.Pre = append(w.Pre, root)
	next[root] = g.Start[root]
	for v := root; v >= 0; {
		if e := next[v]; e < g.Start[v+1] {
			next[v]++
			if t := g.To[e]; w.Number[t] < 0 {
				w.Number[t], w.Parent[t] = int32(len(w.Pre)), v
				w.Pre = append(w.Pre, t)
				next[t] = g.Start[t]
				v = t
			}
			continue
		}
		w.Leave[v] = int32(len(w.Post))
		w.Post = append(w.Post, v)
		v = w.Parent[v]
	}
	return w
}

// Back reports whether an edge leads back to a node that the walk is still in.
func (w *Walk) Back(from, to int32) bool {
	return w.Number[to] <= w.Number[from] && w.Leave[to] >= w.Leave[from]
}
