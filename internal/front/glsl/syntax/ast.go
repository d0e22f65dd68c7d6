// Package syntax parses GLSL into a flat syntax tree.
//
// The preprocessor (package pp) turns the source, its included files and its macros into
// tokens, and the parser reads these by recursive descent. The tree is made of 20-byte
// nodes without pointers in one array; lists and records of more than two operands lie in
// one shared pool. A handle, Node, is an index into the array, so a side table of a later
// phase is a slice indexed by Node.
//
// Reading is by views: switch on Tree.Kind(n), then get the view of that kind, a small
// struct returned by value.
//
//	switch t.Kind(n) {
//	case syntax.KindBinary:
//		b := t.Binary(n)
//		... b.Op, b.Left, b.Right
//	}
//
// Names are Symbols, dense numbers given by an Interner, so that scopes are arrays and not
// maps. Names of types, of those of the language too, are ordinary names here: the grammar
// separates a declaration from an expression by the two names in a row, so that parsing
// needs to know no types. The reader of the tree decides whether a name is a type's, and
// whether it may be declared anew.
//
// Dependences on the version of the language are in three places: which words are keywords
// (package pp), which qualifiers and statements may stand where (the reader of the tree),
// and a few shapes that the grammar always takes.
package syntax

import (
	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/intern"
)

// A Symbol is the number of a name: equal names have equal symbols, and
// symbols are dense from 1. Zero is no name.
type Symbol = intern.Symbol

// NoSymbol is the absent name.
const NoSymbol = intern.NoSymbol

// FirstPredeclared is the symbol of the first name given to NewParser.
const FirstPredeclared = pp.FirstPredeclared

// A Node is a handle of a node in its tree. The zero Node is None: an optional
// part that is absent.
type Node uint32

// None is the absent node.
const None Node = 0

// node is the stored form: 20 bytes. The meaning of a and b depends on the kind; the views
// are the only readers and parse*.go the only writers.
type node struct {
	kind  Kind
	op    uint8  // Op, QualifierKind, LiteralKind, or flags
	start uint32 // offset of the first byte, in the space of all sources
	end   uint32 // offset just past the last byte
	a, b  uint32
}

// A Tree is the syntax tree of one shader. It is valid until the Parser that
// made it parses again. It is not changed after parsing, so any number of
// goroutines may read it.
type Tree struct {
	nodes      []node
	pool       []Node // lists (a count, then the items) and records
	items      []Node
	directives []Directive
	interner   *intern.Interner
	unit       *pp.Unit
}

// Unit is the preprocessor's findings: version, profile, directives, included files, macro
// uses.
func (t *Tree) Unit() *pp.Unit { return t.unit }

// A Directive is one that concerns the program: #extension or #pragma.
type Directive struct {
	pp.Directive
	Next Node // nodes from this handle on came from text behind the directive
}

// Directives lists #extension and #pragma in the order in which they occur.
func (t *Tree) Directives() []Directive { return t.directives }

// Interner gave this tree its Symbols.
func (t *Tree) Interner() *intern.Interner { return t.interner }

// Len is one more than the greatest handle: the length of a slice to be
// indexed by Node.
func (t *Tree) Len() int { return len(t.nodes) }

// Items lists the items at global scope in source order: KindDeclaration, KindInterface,
// KindRequalify, KindPrecision, KindFunction, KindEmpty, KindAttributed (a function with
// attributes), KindBad.
func (t *Tree) Items() []Node { return t.items }

// Kind is the kind of n.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].kind }

// Name is the text of a symbol of this tree.
func (t *Tree) Name(s Symbol) string { return t.interner.Name(s) }

// Span is the extent of n in the space of offsets of all sources, qualifiers
// and final semicolon included. Its ends may lie in different texts, where
// macros or includes are in play; diag knows how to show that.
func (t *Tree) Span(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	return diag.Span{Start: x.start, End: x.end}
}

// Primary is the span of the name of a declaration or member, the callee of a
// call, the keyword of a statement; of other nodes it is Span(n).
func (t *Tree) Primary(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	switch x.kind {
	case KindDeclarator:
		return t.Declarator(n).NameSpan
	case KindFunction:
		return t.Function(n).NameSpan
	case KindParam:
		if p := t.Param(n); p.Name != NoSymbol {
			return p.NameSpan
		}
	case KindStruct:
		if s := t.Struct(n); s.Name != NoSymbol {
			return s.NameSpan
		}
	case KindInterface:
		return t.Interface(n).NameSpan
	case KindMember:
		name := uint32(len(t.interner.Name(Symbol(x.b))))
		return diag.Span{Start: x.end - name, End: x.end}
	case KindMethod:
		return t.Method(n).NameSpan
	case KindCall:
		return t.Span(Node(x.a))
	case KindLayoutID:
		return t.LayoutID(n).NameSpan
	case KindIf, KindDo:
		return diag.Span{Start: x.start, End: x.start + 2}
	case KindFor:
		return diag.Span{Start: x.start, End: x.start + 3}
	case KindWhile:
		return diag.Span{Start: x.start, End: x.start + 5}
	case KindSwitch, KindReturn:
		return diag.Span{Start: x.start, End: x.start + 6}
	}
	return t.Span(n)
}

// list returns the list at pool index i; index 0 holds the empty list.
func (t *Tree) list(i uint32) []Node {
	n := uint32(t.pool[i])
	return t.pool[i+1 : i+1+n : i+1+n]
}

func (t *Tree) node(n Node, k Kind) *node {
	x := &t.nodes[n]
	if x.kind != k {
		wrongKind(x.kind, k)
	}
	return x
}

func wrongKind(got, want Kind) {
	panic("syntax: view of kind " + want.String() + " on a node of kind " + got.String())
}

// nameSpan is the span of a name that starts at an offset.
func (t *Tree) nameSpan(name Symbol, at Node) diag.Span {
	return diag.Span{Start: uint32(at), End: uint32(at) + uint32(len(t.interner.Name(name)))}
}

// Ident is the name that a KindIdent uses.
func (t *Tree) Ident(n Node) Symbol { return Symbol(t.node(n, KindIdent).a) }

// A LiteralKind is the type of a literal.
type LiteralKind = pp.LiteralKind

// The types of literals.
const (
	LitBool   = pp.LitBool   // true, false
	LitInt    = pp.LitInt    // 1
	LitUint   = pp.LitUint   // 1u
	LitInt16  = pp.LitInt16  // 1s
	LitUint16 = pp.LitUint16 // 1us
	LitInt64  = pp.LitInt64  // 1l
	LitUint64 = pp.LitUint64 // 1ul
	LitFloat  = pp.LitFloat  // 1.0, 1.0f
	LitDouble = pp.LitDouble // 1.0lf
	LitHalf   = pp.LitHalf   // 1.0hf
)

// A Literal is a bool or a number.
type Literal struct {
	Kind LiteralKind
	// Bits is the value: 0 or 1 of a bool; an integer as unsigned 64 bits (that of LitInt
	// may be up to 0xffffffff, a bit pattern if it is above the greatest int); of a
	// floating-point number the bits of a float64, of LitFloat rounded to 32 bits first.
	// Values that do not fit were reported.
	Bits uint64
	// Suffixed means that a LitFloat has its f, which old versions don't know.
	Suffixed bool
	// Decimal means that an integer is written in decimal.
	Decimal bool
}

// Literal reads a KindLiteral.
func (t *Tree) Literal(n Node) Literal {
	x := t.node(n, KindLiteral)
	return Literal{
		Kind:     LiteralKind(x.op & 15),
		Bits:     uint64(x.a) | uint64(x.b)<<32,
		Suffixed: x.op&litSuffixed != 0,
		Decimal:  x.op&litDecimal != 0,
	}
}

const (
	litSuffixed = 1 << 4
	litDecimal  = 1 << 5
)

// Str is the text of a KindString between its quotes, escapes as written.
func (t *Tree) Str(n Node) string { return t.interner.Name(Symbol(t.node(n, KindString).a)) }

// Paren is the expression in the parentheses of a KindParen.
func (t *Tree) Paren(n Node) Node { return Node(t.node(n, KindParen).a) }

// Unparen is n without the parentheses around it.
func (t *Tree) Unparen(n Node) Node {
	for t.nodes[n].kind == KindParen {
		n = Node(t.nodes[n].a)
	}
	return n
}

// A Unary has an operator from OpPlus to OpPostDecrement.
type Unary struct {
	Op Op
	X  Node
}

// Unary reads a KindUnary.
func (t *Tree) Unary(n Node) Unary {
	x := t.node(n, KindUnary)
	return Unary{Op(x.op), Node(x.a)}
}

// A Binary is x op y with an operator from OpMul to OpLogicalOr. Chains lean
// left and may be as long as the source: a reader walks down Left in a loop.
type Binary struct {
	Op          Op
	Left, Right Node
}

// Binary reads a KindBinary.
func (t *Tree) Binary(n Node) Binary {
	x := t.node(n, KindBinary)
	return Binary{Op(x.op), Node(x.a), Node(x.b)}
}

// An Assign is left = right or left op= right. It is an expression.
type Assign struct {
	Op          Op // OpNone for =, else OpMul to OpOr
	Left, Right Node
}

// Assign reads a KindAssign.
func (t *Tree) Assign(n Node) Assign {
	x := t.node(n, KindAssign)
	return Assign{Op(x.op), Node(x.a), Node(x.b)}
}

// A Conditional is cond ? then : else.
type Conditional struct{ Cond, Then, Else Node }

// conditional record: then, else

// Conditional reads a KindConditional.
func (t *Tree) Conditional(n Node) Conditional {
	x := t.node(n, KindConditional)
	return Conditional{Node(x.a), t.pool[x.b], t.pool[x.b+1]}
}

// A Comma is left, right. Chains lean left, as those of Binary.
type Comma struct{ Left, Right Node }

// Comma reads a KindComma.
func (t *Tree) Comma(n Node) Comma {
	x := t.node(n, KindComma)
	return Comma{Node(x.a), Node(x.b)}
}

// A Call is a function call or a constructor. f(void) has no arguments.
type Call struct {
	Callee Node // KindIdent, or KindType where there are array dimensions
	Args   []Node
}

// Call reads a KindCall.
func (t *Tree) Call(n Node) Call {
	x := t.node(n, KindCall)
	return Call{Node(x.a), t.list(x.b)}
}

// A Method is x.name(args); the language has only length().
type Method struct {
	X        Node
	Name     Symbol
	NameSpan diag.Span
	Args     []Node
}

// method record: name, name offset, args list

// Method reads a KindMethod.
func (t *Tree) Method(n Node) Method {
	x := t.node(n, KindMethod)
	r := t.pool[x.b : x.b+3]
	name := Symbol(r[0])
	return Method{Node(x.a), name, t.nameSpan(name, r[1]), t.list(uint32(r[2]))}
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

// InitList lists the items of a KindInitList: expressions and KindInitList.
// It may be empty.
func (t *Tree) InitList(n Node) []Node { return t.list(t.node(n, KindInitList).a) }

// First is the first node of an expression: operands come before their operators, so that
// the nodes from there to n are the nodes of the expression.
func (t *Tree) First(n Node) Node {
	for {
		next := None
		switch t.Kind(n) {
		case KindParen:
			next = t.Paren(n)
		case KindUnary:
			next = t.Unary(n).X
		case KindBinary:
			next = t.Binary(n).Left
		case KindAssign:
			next = t.Assign(n).Left
		case KindConditional:
			next = t.Conditional(n).Cond
		case KindComma:
			next = t.Comma(n).Left
		case KindCall:
			next = t.Call(n).Callee
		case KindMethod:
			next = t.Method(n).X
		case KindIndex:
			next = t.Index(n).X
		case KindMember:
			next = t.Member(n).X
		case KindInitList:
			if list := t.InitList(n); len(list) > 0 {
				next = list[0]
			}
		case KindType:
			for _, d := range t.Type(n).Dims {
				if d != None {
					next = d
					break
				}
			}
		}
		if next == None || next > n {
			return n
		}
		n = next
	}
}
