package graph

import "refract/internal/reuse"

// Memory keeps graphs and the results of their methods until it is reset. A nil memory is
// the heap.
type Memory struct {
	ints       reuse.Arena[int32]
	graphs     objects[Graph]
	walks      objects[Walk]
	dominators objects[Dominators]
}

// Take is a slice of n zeros.
func (m *Memory) Take(n int) []int32 {
	if m == nil {
		return make([]int32, n)
	}
	return m.ints.Take(n)
}

// Graph is an empty graph.
func (m *Memory) Graph() *Graph {
	if m == nil {
		return new(Graph)
	}
	g := m.graphs.take()
	g.Memory = m
	return g
}

func (m *Memory) walk() *Walk {
	if m == nil {
		return new(Walk)
	}
	return m.walks.take()
}

func (m *Memory) dominatorTree() *Dominators {
	if m == nil {
		return new(Dominators)
	}
	return m.dominators.take()
}

// Reset gives up all that was made.
func (m *Memory) Reset() {
	m.ints.Reset()
	m.graphs.used, m.walks.used, m.dominators.used = 0, 0, 0
}

// objects are made once and used again.
type objects[T any] struct {
	all  []*T
	used int
}

func (o *objects[T]) take() *T {
	if o.used == len(o.all) {
		o.all = append(o.all, new(T))
	}
	x := o.all[o.used]
	o.used++
	var empty T
	*x = empty
	return x
}
