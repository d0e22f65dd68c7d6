package wgsl

// This file holds the graph of the uniformity analysis of one function, and
// searches it.
//
// A node has up to two edges; one with more is a chain. MayBeNonUniform is no node: every
// place at which a value may be non-uniform is one of its own, a source, so that a failure
// can name it. A node that is known to reach a source is bad, and takes the place of any
// node that would be joined with it; connections that are known only when a loop is closed
// are found by the search.
//
// Every value reaches the control flow that it was computed in, or is bad. So a
// value joined with that control flow is itself, and code without branches on
// anything but variables makes hardly any node.

import "refract/internal/front/wgsl/syntax"

// graphNode is a handle of a node.
type graphNode uint32

const (
	noGraphNode graphNode = iota
	flowStart             // CF_start
	firstParam            // param_0; then param_0_contents, param_1 and so on
)

// sourceKind is the reason that something may be non-uniform.
type sourceKind uint8

const (
	noSource      sourceKind = iota
	sourceInput              // an input of an entry point; at is the parameter
	sourceMemory             // read from memory that others write; at is the expression
	sourceBuiltin            // the result of a built-in function; at is the call
	sourceResult             // the result of a user function; at is the call
	sourceAfter              // what a pointer points to after a call; at is the argument
)

// source is a place at which something may be non-uniform.
type source struct {
	kind sourceKind
	at   syntax.Node
}

// nodeKind is the kind of a node besides its edges.
type nodeKind uint8

const (
	nodeJoin   nodeKind = iota
	nodeParam           // CF_start, param_i or param_i_contents
	nodeBranch          // control flow that an expression, at, decides
	nodeSource          // may be non-uniform
)

// uniformityNode is a node: 20 bytes.
type uniformityNode struct {
	a, b   graphNode // edges; 0 is none
	at     syntax.Node
	mark   uint32 // the last search that came here
	kind   nodeKind
	source sourceKind
	bad    bool // reaches a source; never wrong, but not always known
}

// uniformityGraph is the graph of one function.
type uniformityGraph struct {
	nodes  []uniformityNode
	search uint32
	stack  []graphNode
}

// start empties the graph but for CF_start.
func (g *uniformityGraph) start() {
	g.nodes = append(g.nodes[:0], uniformityNode{}, uniformityNode{kind: nodeParam})
	g.search = 0
}

func (g *uniformityGraph) add(n uniformityNode) graphNode {
	g.nodes = append(g.nodes, n)
	return graphNode(len(g.nodes) - 1)
}

// param adds the nodes of parameter i: of its value and of its pointee. Both reach the
// start of control flow, as every value of the function does.
func (g *uniformityGraph) param(i int) (value, contents graphNode) {
	value = g.add(uniformityNode{kind: nodeParam, a: flowStart})
	contents = g.add(uniformityNode{kind: nodeParam, a: flowStart})
	return value, contents
}

// paramNode is the node of the value of a parameter.
func paramNode(i uint32) graphNode { return firstParam + 2*graphNode(i) }

// paramOf is the parameter that a node other than flowStart is of.
func paramOf(n graphNode) (i int, contents bool) {
	n -= firstParam
	return int(n / 2), n&1 != 0
}

func (g *uniformityGraph) source(k sourceKind, at syntax.Node) graphNode {
	return g.add(uniformityNode{kind: nodeSource, source: k, at: at, bad: true})
}

func (g *uniformityGraph) bad(n graphNode) bool { return g.nodes[n].bad }

// join is a node with edges to both; either may be absent.
func (g *uniformityGraph) join(a, b graphNode) graphNode {
	switch {
	case a == b || b == noGraphNode || g.bad(a):
		return a
	case a == noGraphNode || g.bad(b):
		return b
	}
	return g.add(uniformityNode{a: a, b: b})
}

// joinIn joins two values that were computed in control flow cf.
func (g *uniformityGraph) joinIn(cf, a, b graphNode) graphNode {
	switch {
	case b == cf:
		return a
	case a == cf:
		return b
	}
	return g.join(a, b)
}

// branch is the control flow of code that runs or not depending on value v of the
// expression at, which was computed in cf.
func (g *uniformityGraph) branch(cf, v graphNode, at syntax.Node) graphNode {
	if v == cf {
		return cf
	}
	return g.add(uniformityNode{kind: nodeBranch, a: v, at: at, bad: g.bad(v)})
}

// hit is a node of kind nodeParam that a search found, and for which requirement.
type hit struct {
	node graphNode
	req  uint32
}

// reach lists in u.hits the start of control flow and the parameters that can be reached
// from a node, for a requirement, by nodes that no search of requirements came to before;
// bad is set if a source can be.
func (u *uniformity) reach(from graphNode, req uint32) (bad bool) {
	g := &u.graph
	if g.search == 0 {
		g.search = 1
	}
	if g.bad(from) {
		return true
	}
	src := u.walk(from, req)
	return src.kind != noSource
}

// trace lists in u.hits the parameters that can be reached from a node, and returns a
// source that can be, if there is one.
func (u *uniformity) trace(from graphNode) source {
	u.graph.search++
	u.hits = u.hits[:0]
	return u.walk(from, 0)
}

func (u *uniformity) walk(from graphNode, req uint32) (src source) {
	u.c.opts.meter.Step()
	g := &u.graph
	g.stack = append(g.stack[:0], from)
	for len(g.stack) > 0 {
		i := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		n := &g.nodes[i]
		if n.mark == g.search {
			continue
		}
		n.mark = g.search
		switch n.kind {
		case nodeParam:
			u.hits = append(u.hits, hit{i, req})
		case nodeSource:
			if src.kind == noSource {
				src = source{n.source, n.at}
			}
			continue
		}
		if n.a != noGraphNode {
			g.stack = append(g.stack, n.a)
		}
		if n.b != noGraphNode {
			g.stack = append(g.stack, n.b)
		}
	}
	return src
}
