// Package syntax reads WGSL source into a flat syntax tree.
//
// A Parser turns source text into tokens (lexer.go), finds template lists
// while it does so (the algorithm of section "Template Lists" of the WGSL
// specification), and parses the tokens by recursive descent. The tree is made
// of 20-byte nodes without pointers in one array; lists and records of more
// than two operands lie in one shared pool. A handle, Node, is an index into
// the array, so a side table of a later phase is a slice indexed by Node.
//
// Reading is by views: switch on Tree.Kind(n), then call the method of that kind's view, a
// small struct returned by value.
//
//	switch t.Kind(n) {
//	case syntax.KindBinary:
//		b := t.Binary(n)
//		... b.Op, b.Left, b.Right
//	}
//
// Names are Symbols, dense numbers given by an Interner, so that scopes are
// arrays and not maps.
package syntax

import "refract/diag"

// A Node is a handle of a node in its tree. The zero Node is None: an optional
// part that is absent.
type Node uint32

// None is the absent node.
const None Node = 0

// node is the stored form: 20 bytes. The kind determines the meaning of a and b; the views
// below are the only readers and parser*.go the only writers.
type node struct {
	kind  Kind
	op    uint8  // Op, LiteralKind, or flags
	start uint32 // byte offset in the source of the first byte
	end   uint32 // byte offset just past the last byte
	a, b  uint32
}

// A Tree is the syntax tree of one source. It is valid until the Parser that
// made it parses again. It is not changed after parsing, so any number of
// goroutines may read it.
type Tree struct {
	source   string
	base     uint32
	nodes    []node
	pool     []Node // lists (a count, then the items) and records
	items    []Node
	interner *Interner
	scoped   scopedNames
	unique   map[Symbol]string
	links    []Link
	tokens   []token   // only with Options.Lossless
	comments []Comment // only with Options.Lossless or Options.Comments
	whole    bool
}

// Whole reports whether the tree has all of the source: if there were errors, then of
// semicolons alone that were missing.
func (t *Tree) Whole() bool { return t.whole }

// Source is the text that was parsed.
func (t *Tree) Source() string { return t.source }

// Base is the offset that spans of this source start from.
func (t *Tree) Base() uint32 { return t.base }

// Interner is the source of this tree's Symbols.
func (t *Tree) Interner() *Interner { return t.interner }

// Len is one more than the greatest handle: the length of a slice to be
// indexed by Node.
func (t *Tree) Len() int { return len(t.nodes) }

// Items lists directives and declarations at module scope in source order:
// KindEnable, KindRequires, KindDiagnostic, KindVar, KindConst, KindOverride,
// KindFunction, KindStruct, KindAlias, KindConstAssert, KindBad.
func (t *Tree) Items() []Node { return t.items }

// Kind is the kind of n.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].kind }

// Name is the text of a symbol of this tree.
func (t *Tree) Name(s Symbol) string { return t.interner.Name(t.Plain(s)) }

// Plain is the symbol of the name as it is written. The names of an imported module have
// symbols of their own, so that symbols alone distinguish scopes.
func (t *Tree) Plain(s Symbol) Symbol { return t.scoped.plain(s) }

// Span is the extent of n in the space of offsets of all sources, attributes
// and final semicolon included.
func (t *Tree) Span(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	return diag.Span{Start: t.base + x.start, End: t.base + x.end}
}

// Text is the source text of n.
func (t *Tree) Text(n Node) string { return t.source[t.nodes[n].start:t.nodes[n].end] }

// First is the first node of the expression n: the expression's nodes are exactly First(n)
// to n, operands before the nodes that use them. It walks the left spine of n.
func (t *Tree) First(n Node) Node {
	for {
		x := &t.nodes[n]
		switch x.kind {
		case KindParen, KindUnary, KindBinary, KindIndex, KindMember, KindCall:
			n = Node(x.a)
		case KindIdent:
			if x.b == 0 {
				return n
			}
			n = t.list(x.b)[0]
		default:
			return n
		}
	}
}

// list returns the list at pool index i; index 0 holds the empty list.
func (t *Tree) list(i uint32) []Node {
	if i == 0 {
		return nil
	}
	list := t.pool[i:]
	return list[1:][:list[0]]
}

func (t *Tree) node(n Node, k Kind) *node {
	x := &t.nodes[n]
	if x.kind != k {
		wrongKind(x.kind, k)
	}
	return x
}

//go:noinline
func wrongKind(got, want Kind) {
	panic("syntax: view of kind " + want.String() + " on a node of kind " + got.String())
}

// An Ident is a use of a name, with template arguments or without.
type Ident struct {
	Name Symbol
	Args []Node // template arguments, expressions; empty if there is no list
}

// Ident reads a KindIdent.
func (t *Tree) Ident(n Node) Ident {
	x := t.node(n, KindIdent)
	return Ident{Symbol(x.a), t.list(x.b)}
}

// A Literal is a bool or a number as written. Int and Float of the tree give
// its value.
type Literal struct {
	Kind LiteralKind
	Text string // the whole token, suffix included
}

// Digits is the text without its suffix.
func (l Literal) Digits() string { return l.Text[:len(l.Text)-l.Kind.suffixLen()] }

// IsHex reports whether the literal is hexadecimal.
func (l Literal) IsHex() bool { return len(l.Text) > 1 && l.Text[1]|0x20 == 'x' }

// Literal reads a KindLiteral.
func (t *Tree) Literal(n Node) Literal {
	x := t.node(n, KindLiteral)
	return Literal{LiteralKind(x.op), t.source[x.start:x.end]}
}

// A Paren is a parenthesized expression.
type Paren struct{ X Node }

// Paren reads a KindParen.
func (t *Tree) Paren(n Node) Paren { return Paren{Node(t.node(n, KindParen).a)} }

// Unparen is n without the parentheses around it.
func (t *Tree) Unparen(n Node) Node {
	for t.nodes[n].kind == KindParen {
		n = Node(t.nodes[n].a)
	}
	return n
}

// A Unary is -x, !x, ~x, *x or &x.
type Unary struct {
	Op Op
	X  Node
}

// Unary reads a KindUnary.
func (t *Tree) Unary(n Node) Unary {
	x := t.node(n, KindUnary)
	return Unary{Op(x.op), Node(x.a)}
}

// A Binary is x op y. Chains lean left and may be as long as the source: a
// reader walks down Left in a loop, or runs over First(n)..n.
type Binary struct {
	Op          Op
	Left, Right Node
}

// Binary reads a KindBinary.
func (t *Tree) Binary(n Node) Binary {
	x := t.node(n, KindBinary)
	return Binary{Op(x.op), Node(x.a), Node(x.b)}
}

// A Call is a function call or a value constructor.
type Call struct {
	Callee Node // KindIdent
	Args   []Node
}

// Call reads a KindCall.
func (t *Tree) Call(n Node) Call {
	x := t.node(n, KindCall)
	return Call{Node(x.a), t.list(x.b)}
}

// An Index is x[i].
type Index struct{ X, Index Node }

// Index reads a KindIndex.
func (t *Tree) Index(n Node) Index {
	x := t.node(n, KindIndex)
	return Index{Node(x.a), Node(x.b)}
}

// A Member is x.name, a struct member or a swizzle.
type Member struct {
	X    Node
	Name Symbol
}

// Member reads a KindMember.
func (t *Tree) Member(n Node) Member {
	x := t.node(n, KindMember)
	return Member{Node(x.a), Symbol(x.b)}
}

// An Attribute is @name or @name(arguments). The names in the arguments of
// @builtin, @interpolate and @diagnostic are KindIdent, or KindMember for a
// rule such as a.b; they don't resolve to declarations.
type Attribute struct {
	Name      Symbol
	Args      []Node
	HasParens bool // there is an argument list, be it empty
}

// Attribute reads a KindAttribute.
func (t *Tree) Attribute(n Node) Attribute {
	x := t.node(n, KindAttribute)
	return Attribute{Symbol(x.a), t.list(x.b), x.op != 0}
}
