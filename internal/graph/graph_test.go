package graph

import (
	"math/rand/v2"
	"testing"
)

// random is a graph of n nodes and about twice as many edges.
func random(r *rand.Rand, n int) *Graph {
	g := &Graph{Start: []int32{0}}
	for range n {
		for range r.IntN(4) {
			g.To = append(g.To, int32(r.IntN(n)))
		}
		g.Start = append(g.Start, int32(len(g.To)))
	}
	return g
}

// without is what the root reaches once a node is taken away.
func without(g *Graph, root, gone int32) []bool {
	seen := make([]bool, g.Len())
	if root == gone {
		return seen
	}
	seen[root] = true
	for work := []int32{root}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, t := range g.Succs(v) {
			if t != gone && !seen[t] {
				seen[t] = true
				work = append(work, t)
			}
		}
	}
	return seen
}

// TestDominators compares dominators with their definition.
func TestDominators(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		g := random(r, 1+r.IntN(14))
		d := g.Dominators(0)
		reached := without(g, 0, -1)
		for v := range int32(g.Len()) {
			if d.Reached(v) != reached[v] {
				t.Fatalf("%v: node %d is reached: %v", g, v, d.Reached(v))
			}
		}
		for a := range int32(g.Len()) {
			if !reached[a] {
				continue
			}
			left := without(g, 0, a)
			for b := range int32(g.Len()) {
				if !reached[b] {
					continue
				}
				if have, want := d.Dominates(a, b), !left[b]; have != want {
					t.Fatalf("%v: %d dominates %d: %v", g, a, b, have)
				}
				if a != b && d.Up[b] == a && (left[b] || !d.Dominates(a, b)) {
					t.Fatalf("%v: %d isn't a dominator of %d", g, a, b)
				}
			}
		}
		for v := range int32(g.Len()) {
			if (d.Up[v] < 0) != (v == 0 || !reached[v]) {
				t.Fatalf("%v: the immediate dominator of %d is %d", g, v, d.Up[v])
			}
		}
	}
}

// TestWalk compares back edges with the definition: the target is on the way from
// the root to the source in the tree of the walk.
func TestWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		g := random(r, 1+r.IntN(12))
		w := g.Walk(0)
		for _, v := range w.Pre {
			for _, to := range g.Succs(v) {
				want := false
				for x := v; x >= 0; x = w.Parent[x] {
					want = want || x == to
				}
				if w.Back(v, to) != want {
					t.Fatalf("%v: edge from %d to %d leads back: %v", g, v, to, !want)
				}
			}
		}
	}
}

// TestLong takes graphs that are long, deep and wide.
func TestLong(t *testing.T) {
	const n = 300_000
	chain := &Graph{Start: []int32{0}}
	ladder := &Graph{Start: []int32{0}}
	for v := range int32(n) {
		if v+1 < n {
			chain.To = append(chain.To, v+1)
			ladder.To = append(ladder.To, v+1)
		}
		if v+2 < n {
			ladder.To = append(ladder.To, v+2)
		}
		if v > 2 {
			ladder.To = append(ladder.To, v-2)
		}
		chain.Start = append(chain.Start, int32(len(chain.To)))
		ladder.Start = append(ladder.Start, int32(len(ladder.To)))
	}
	if d := chain.Dominators(0); d.Up[n-1] != n-2 || !d.Dominates(7, n-1) {
		t.Error("chain")
	}
	if d := ladder.Dominators(0); d.Up[n-1] != 0 {
		t.Errorf("ladder: %d", d.Up[n-1])
	}
}

// TestComponents compares components with their definition.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		g := random(r, 1+r.IntN(12))
		of, count := g.Components(0)
		reached := without(g, 0, -1)
		for a := range int32(g.Len()) {
			if reached[a] != (of[a] >= 0) || int(of[a]) >= count {
				t.Fatalf("%v: node %d is in component %d of %d", g, a, of[a], count)
			}
			if !reached[a] {
				continue
			}
			from := without(g, a, -1)
			for b := range int32(g.Len()) {
				if !from[b] {
					continue
				}
				if back := without(g, b, -1)[a]; back != (of[a] == of[b]) || of[b] > of[a] {
					t.Fatalf("%v: %d and %d are in components %d and %d", g, a, b, of[a], of[b])
				}
			}
		}
	}
}
