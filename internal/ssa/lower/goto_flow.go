package lower

// This file holds the graph that the structurizer works on: the blocks of a function
// in flat form, and dispatchers, which are blocks of its own that lead to several
// others by a selector. It makes the graph reducible: every cycle then is entered in
// one block, the header of a loop.

import (
	"slices"

	"refract/internal/graph"
	"refract/internal/reuse"
	"refract/ssa"
)

// way is an edge of the graph.
type way struct {
	to     int32
	target ssa.NodeID // the block that it leads to in the end; 0: it starts at a dispatcher
	set    int32      // what it tells dispatchers: in flow.sets, plus one
}

// telling is the value that a way sets for a dispatcher: the node to go on with.
type telling struct {
	dispatcher int32
	value      uint32
	next       int32 // plus one
}

// flow is the graph. Nodes are the handles of blocks, then dispatchers.
type flow struct {
	f     *ssa.Function
	root  int32
	flat  int32   // nodes below are blocks
	first []int32 // by node: its ways are ways[first[v]:first[v]+count[v]]
	count []int32
	ways  []way
	sets  []telling

	flattened int // how often something nested too deep
	memory    graph.Memory
	bools     reuse.Arena[bool]
	stands    reuse.Arena[stand]

	// What reduce leaves.
	order  []int32 // reverse postorder, merges after what they are the merge of
	number []int32 // by node: its place in order, or -1
	dom    *graph.Dominators
	preds  *graph.Graph
	header []bool  // by node: it is a loop's
	inner  []int32 // by node: the header of the innermost loop that holds it, or 0
	outer  []int32 // by header: the header of the loop around it, or 0
	in     []int32 // by header: its number on a walk through the forest of loops
	size   []int32 // by header: how many loops are in it, itself included
	place
}

// startGraph makes the graph that of a function.
func (g *flow) startGraph(f *ssa.Function) {
	n := f.NodeCount()
	g.f, g.root, g.flat = f, int32(f.FirstBlock()), int32(n)
	g.first, g.count = reuse.Zeroed(g.first, n), reuse.Zeroed(g.count, n)
	var buf [16]ssa.NodeID
	for v := 1; v < n; v++ {
		g.first[v] = int32(len(g.ways))
		for _, t := range f.Targets(ssa.NodeID(v), buf[:0]) {
			g.ways = append(g.ways, way{to: int32(t), target: t})
		}
		g.count[v] = int32(len(g.ways)) - g.first[v]
	}
}

// forget makes the graph empty, and keeps its memory.
func (g *flow) forget() {
	g.memory.Reset()
	g.bools.Reset()
	g.stands.Reset()
	*g = flow{first: g.first, count: g.count, ways: g.ways[:0], sets: g.sets[:0], memory: g.memory, bools: g.bools, stands: g.stands}
}

func (g *flow) len() int { return len(g.first) }

// out are the ways from a node.
func (g *flow) out(v int32) []way { return g.ways[g.first[v] : g.first[v]+g.count[v]] }

// graph is the graph of the ways that keep takes.
func (g *flow) graph(keep func(from, to int32) bool) *graph.Graph {
	r := g.memory.Graph()
	r.Start, r.To = g.memory.Take(g.len()+1), g.memory.Take(len(g.ways))[:0]
	for v := range int32(g.len()) {
		r.Start[v] = int32(len(r.To))
		for _, w := range g.out(v) {
			if keep == nil || keep(v, w.to) {
				r.To = append(r.To, w.to)
			}
		}
	}
	r.Start[g.len()] = int32(len(r.To))
	return r
}

// maxRounds is how often entries of cycles are gathered; the remaining ones are dispatched
// block by block.
const maxRounds = 6

// maxListDepth is how deep lists may nest before the structurizer dispatches.
const maxListDepth = 200

// reduce makes the graph reducible and finds the places of its nodes.
func (g *flow) reduce() {
	for round := 0; ; round++ {
		whole := g.graph(nil)
		preds := whole.Reverse()
		g.dom = whole.DominatorsWith(g.root, preds)
		if !g.gather(round >= maxRounds) {
			g.preds = preds
			g.loops()
			g.places()
			if !g.flatten() {
				return
			}
		}
	}
}

// back reports whether a way leads back to a node that dominates its start.
func (g *flow) back(from, to int32) bool { return g.dom.Dominates(to, from) }

// isReducible reports whether the target of each way back on a walk dominates its source,
// so that each cycle is entered in one node.
func (g *flow) isReducible() bool {
	for _, v := range g.dom.Walk.Pre {
		for _, w := range g.out(v) {
			if g.dom.Walk.Back(v, w.to) && !g.back(v, w.to) {
				return false
			}
		}
	}
	return true
}

// gather gives each cycle with several entries a dispatcher, through which all ways to the
// entries lead, or (all) to each of the cycle's nodes. It reports whether there were any.
func (g *flow) gather(all bool) bool {
	if g.isReducible() {
		return false
	}
	forth := g.graph(func(from, to int32) bool { return g.dom.Reached(from) && !g.back(from, to) })
	of, count := forth.Components(g.root)
	size := make([]int32, count)
	for _, c := range of {
		if c >= 0 {
			size[c]++
		}
	}
	if !slices.ContainsFunc(size, func(n int32) bool { return n > 1 }) {
		return false
	}
	entered := make([]bool, g.len())
	for v := range int32(g.len()) {
		if of[v] < 0 {
			continue
		}
		for _, w := range g.out(v) {
			if c := of[w.to]; size[c] > 1 && (all || c != of[v]) {
				entered[w.to] = true
			}
		}
	}
	entries := make([][]int32, count)
	for v := range int32(len(entered)) {
		if entered[v] {
			entries[of[v]] = append(entries[of[v]], v)
		}
	}
	g.dispatch(slices.DeleteFunc(entries, func(list []int32) bool { return list == nil }))
	return true
}

// dispatch makes all ways to the nodes of each list lead through a dispatcher.
func (g *flow) dispatch(lists [][]int32) {
	n := g.len()
	dispatcher, value := make([]int32, n), make([]uint32, n)
	for _, list := range lists {
		for k, v := range list {
			dispatcher[v], value[v] = int32(g.len()), uint32(k)
		}
		g.first = append(g.first, int32(len(g.ways)))
		g.count = append(g.count, int32(len(list)))
		for _, v := range list {
			g.ways = append(g.ways, way{to: v})
		}
	}
	for v := range n {
		for k := range g.count[v] {
			w := &g.ways[g.first[v]+k]
			if d := dispatcher[w.to]; d != 0 {
				g.sets = append(g.sets, telling{dispatcher: d, value: value[w.to], next: w.set})
				w.set, w.to = int32(len(g.sets)), d
			}
		}
	}
}

// flatten gives nodes that would nest deeper than a limit dispatchers; the limit grows with
// each time. It reports whether there was anything.
func (g *flow) flatten() bool {
	limit := int32(maxListDepth + 16*g.flattened)
	roots := g.memory.Take(g.len()) // the first too deep on the way down, as a list's number from 1
	var lists [][]int32
	for _, v := range g.order[1:] {
		switch r := roots[g.parent[v]]; {
		case r != 0:
			roots[v] = r
		case g.depth[v] > limit:
			lists = append(lists, nil)
			roots[v] = int32(len(lists))
		}
		if r := roots[v]; r != 0 {
			lists[r-1] = append(lists[r-1], v)
		}
	}
	if lists == nil {
		return false
	}
	if g.flattened++; g.flattened > 4 {
		lists = [][]int32{g.order[1:]}
	}
	g.dispatch(lists)
	return true
}

// loops finds the loops of the reducible graph, innermost first: Havlak, "Nesting of
// Reducible and Irreducible Loops" (1997), section 2, without the irreducible.
func (g *flow) loops() {
	n := g.len()
	g.header = g.bools.Take(n)
	all := g.memory.Take(5 * n)
	g.inner, g.outer, g.in, g.size = all[:n:n], all[n:2*n:2*n], all[2*n:3*n:3*n], all[3*n:4*n:4*n]
	outermost := all[4*n:] // the header of the outermost loop found so far, by union-find
	for v := range outermost {
		outermost[v] = int32(v)
	}
	find := func(v int32) int32 {
		for outermost[v] != v {
			outermost[v] = outermost[outermost[v]]
			v = outermost[v]
		}
		return v
	}
	pre := g.dom.Walk.Pre
	var work []int32
	for k := len(pre) - 1; k >= 0; k-- {
		h := pre[k]
		work = work[:0]
		for _, p := range g.preds.Succs(h) {
			if g.dom.Reached(p) && g.back(p, h) {
				g.header[h] = true
				work = append(work, p)
			}
		}
		if !g.header[h] {
			continue
		}
		g.inner[h] = h
		for len(work) > 0 {
			v := find(work[len(work)-1])
			work = work[:len(work)-1]
			if v == h {
				continue
			}
			if g.header[v] {
				g.outer[v] = h
			} else {
				g.inner[v] = h
			}
			outermost[v] = h
			for _, p := range g.preds.Succs(v) {
				if g.dom.Reached(p) && !g.back(p, v) {
					work = append(work, p)
				}
			}
		}
	}
	// The walk meets headers before the headers of loops inside.
	for k := len(pre) - 1; k >= 0; k-- {
		if h := pre[k]; g.header[h] {
			g.size[h]++
			if o := g.outer[h]; o != 0 {
				g.size[o] += g.size[h]
			}
		}
	}
	next := outermost
	count := int32(1)
	for _, h := range pre {
		if !g.header[h] {
			continue
		}
		if o := g.outer[h]; o != 0 {
			g.in[h] = next[o]
			next[o] += g.size[h]
		} else {
			g.in[h] = count
			count += g.size[h]
		}
		next[h] = g.in[h] + 1
	}
}

// inLoop reports whether a loop holds a node.
func (g *flow) inLoop(v, h int32) bool {
	l := g.inner[v]
	return l != 0 && g.in[h] <= g.in[l] && g.in[l] < g.in[h]+g.size[h]
}
