package clike

import (
	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/intern"
)

// A Symbol is the number of a name: equal names have equal symbols, and symbols are dense
// from 1. Zero is no name.
type Symbol = intern.Symbol

// NoSymbol is the absent name.
const NoSymbol = intern.NoSymbol

// A Node is a handle of a node in its tree. The zero Node is None: an optional part that is
// absent. Words of records are Nodes, too: names, offsets and lists.
type Node uint32

// None is the absent node.
const None Node = 0

// A Stored is a node as it is stored: 20 bytes. The meaning of Op, A and B depends on the
// kind; the views are the only readers and parsers the only writers.
type Stored struct {
	Kind  Kind
	Op    uint8  // Op, LiteralKind, or flags
	Start uint32 // offset of the first byte, in the space of all sources
	End   uint32 // offset just past the last byte
	A, B  Node
}

// A Tree is the syntax tree of one shader. It is valid until the Parser that made it parses
// again. It is not changed after parsing, so any number of goroutines may read it.
type Tree struct {
	nodes      []Stored
	pool       []Node // lists (a count, then the items) and records
	items      []Node
	directives []Directive
	interner   *intern.Interner
}

// A Directive is one that concerns the program: #extension or #pragma.
type Directive struct {
	pp.Directive
	Next Node // nodes from this handle on came from text behind the directive
}

// Directives lists #extension and #pragma in the order in which they occur.
func (t *Tree) Directives() []Directive { return t.directives }

// Interner gave this tree its Symbols.
func (t *Tree) Interner() *intern.Interner { return t.interner }

// Len is one more than the greatest handle: the length of a slice to be indexed by Node.
func (t *Tree) Len() int { return len(t.nodes) }

// Items lists the items at global scope in source order.
func (t *Tree) Items() []Node { return t.items }

// Kind is the kind of n.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].Kind }

// Name is the text of a symbol of this tree.
func (t *Tree) Name(s Symbol) string { return t.interner.Name(s) }

// Span is the extent of n in the space of offsets of all sources, qualifiers and final
// semicolon included. Its ends may lie in different texts, where macros or includes are in
// play; package diag shows that.
func (t *Tree) Span(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	return diag.Span{Start: x.Start, End: x.End}
}

// NameSpan is the span of a name that starts at an offset.
func (t *Tree) NameSpan(name Symbol, at Node) diag.Span {
	return diag.Span{Start: uint32(at), End: uint32(at) + uint32(len(t.interner.Name(name)))}
}

// List is the list at an index of the pool; index 0 holds the empty list.
func (t *Tree) List(i Node) []Node {
	n := t.pool[i]
	return t.pool[i+1 : i+1+n : i+1+n]
}

// Stored is the node n, which must have kind k.
func (t *Tree) Stored(n Node, k Kind) *Stored {
	x := &t.nodes[n]
	if x.Kind != k {
		wrongKind(x.Kind, k)
	}
	return x
}

// Flags is the word of a node that the views of some kinds keep flags in.
func (t *Tree) Flags(n Node) uint8 { return t.nodes[n].Op }

func wrongKind(got, want Kind) {
	panic("syntax: view of kind " + want.String() + " on a node of kind " + got.String())
}

// Words is the n words of the record at an index of the pool.
func (t *Tree) Words(i Node, n Node) []Node { return t.pool[i : i+n : i+n] }

// Record is the n words of the record of a node of kind k, whose A is its index.
func (t *Tree) Record(at Node, k Kind, n Node) []Node { return t.Words(t.Stored(at, k).A, n) }
