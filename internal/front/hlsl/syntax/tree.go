// Package syntax parses HLSL into a flat syntax tree.
//
// The preprocessor (package pp, in its dialect HLSL) turns the source, its included files
// and its macros into tokens, and the parser reads these by recursive descent. The tree is
// made of 20-byte nodes without pointers in one array, as that of GLSL; lists and records
// lie in one shared pool. Reading is by views: switch on Tree.Kind(n), then get the view of
// that kind, a small struct returned by value.
//
// HLSL can't be parsed without knowledge of types: (a)(b) is a call or a cast, a < b > (c)
// two comparisons or a call. The parser knows the names of types and templates: the
// language's are given to NewParser, those of the source are noted where they are declared.
// Scopes are of no account for that.
package syntax

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

// FirstPredeclared is the symbol of the first name given to NewParser.
const FirstPredeclared = pp.FirstPredeclared

// A Node is a handle of a node in its tree. The zero Node is None: an optional part that is
// absent.
type Node uint32

// None is the absent node.
const None Node = 0

// node is the stored form. The meaning of op, a and b depends on the kind; the views are the
// only readers and parse*.go the only writers.
type node struct {
	kind  Kind
	op    uint8
	start uint32 // offset of the first byte, in the space of all sources
	end   uint32 // offset just past the last byte
	a, b  uint32
}

// A Tree is the syntax tree of one shader. It is valid until the Parser that made it parses
// again. It is not changed after parsing.
type Tree struct {
	nodes      []node
	pool       []Node // lists (a count, then the items) and records
	items      []Node
	directives []Directive
	interner   *intern.Interner
}

// A Directive is a #pragma.
type Directive struct {
	pp.Directive
	Next Node // nodes from this handle on came from text behind the directive
}

// Directives lists the #pragma in the order in which they occur.
func (t *Tree) Directives() []Directive { return t.directives }

// Interner gave this tree its Symbols.
func (t *Tree) Interner() *intern.Interner { return t.interner }

// Len is one more than the greatest handle.
func (t *Tree) Len() int { return len(t.nodes) }

// Items lists the items at global scope in source order.
func (t *Tree) Items() []Node { return t.items }

// Kind is the kind of n.
func (t *Tree) Kind(n Node) Kind { return t.nodes[n].kind }

// Name is the text of a symbol of this tree.
func (t *Tree) Name(s Symbol) string { return t.interner.Name(s) }

// Span is the extent of n in the space of offsets of all sources.
func (t *Tree) Span(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	return diag.Span{Start: x.start, End: x.end}
}

// list returns the list at pool index i; index 0 holds the empty list.
func (t *Tree) list(i Node) []Node {
	n := uint32(t.pool[i])
	return t.pool[uint32(i)+1 : uint32(i)+1+n : uint32(i)+1+n]
}

func (t *Tree) node(n Node, k Kind) *node {
	x := &t.nodes[n]
	if x.kind != k {
		panic("syntax: view of kind " + k.String() + " on a node of kind " + x.kind.String())
	}
	return x
}

// record is the n words of the record of a node of kind k.
func (t *Tree) record(at Node, k Kind, n uint32) []Node {
	x := t.node(at, k)
	return t.pool[x.a : x.a+n : x.a+n]
}

func (t *Tree) nameSpan(name Symbol, at Node) diag.Span {
	return diag.Span{Start: uint32(at), End: uint32(at) + uint32(len(t.interner.Name(name)))}
}

func mods(lo, hi Node) Modifiers { return Modifiers(lo) | Modifiers(hi)<<32 }

// Ident is the name that a KindIdent uses.
func (t *Tree) Ident(n Node) Symbol { return Symbol(t.node(n, KindIdent).a) }

// Uses reports whether a name is used anywhere.
func (t *Tree) Uses(s Symbol) bool {
	for i := range t.nodes {
		switch n := Node(i); t.nodes[i].kind {
		case KindIdent:
			if t.Ident(n) == s {
				return true
			}
		case KindName:
			if t.NameOf(n).Name == s {
				return true
			}
		}
	}
	return false
}

// A Name is a name in a namespace or struct, or with arguments of a template.
type Name struct {
	Scope []Node // KindIdent, or KindName with arguments, outermost first: see ScopeName
	Name  Symbol
	Args  []Node // KindType or expressions
	Given bool   // there are angle brackets
	Root  bool   // it begins with ::
}

// Name reads a KindName.
func (t *Tree) NameOf(n Node) Name {
	r := t.record(n, KindName, 3)
	f := t.nodes[n].op
	return Name{t.list(r[0]), Symbol(r[1]), t.list(r[2]), f&1 != 0, f&2 != 0}
}

// ScopeName reads a part of a Name's scope: a name and the arguments that it has.
func (t *Tree) ScopeName(n Node) (Symbol, []Node) {
	if t.Kind(n) == KindIdent {
		return t.Ident(n), nil
	}
	v := t.NameOf(n)
	return v.Name, v.Args
}

// A Literal is a bool or a number; see package pp.
type Literal struct {
	Kind    pp.LiteralKind
	Bits    uint64
	Integer bool // of LitUntyped
}

const litInteger = 1 << 5

// Literal reads a KindLiteral.
func (t *Tree) Literal(n Node) Literal {
	x := t.node(n, KindLiteral)
	return Literal{pp.LiteralKind(x.op & 15), uint64(x.a) | uint64(x.b)<<32, x.op&litInteger != 0}
}

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

// A Binary is x op y. Chains lean left and may be as long as the source: a reader walks
// down Left in a loop.
type Binary struct {
	Op          Op
	Left, Right Node
}

// Binary reads a KindBinary.
func (t *Tree) Binary(n Node) Binary {
	x := t.node(n, KindBinary)
	return Binary{Op(x.op), Node(x.a), Node(x.b)}
}

// An Assign is left = right or left op= right.
type Assign struct {
	Op          Op // OpNone for =
	Left, Right Node
}

// Assign reads a KindAssign.
func (t *Tree) Assign(n Node) Assign {
	x := t.node(n, KindAssign)
	return Assign{Op(x.op), Node(x.a), Node(x.b)}
}

// A Conditional is cond ? then : else.
type Conditional struct{ Cond, Then, Else Node }

// Conditional reads a KindConditional.
func (t *Tree) Conditional(n Node) Conditional {
	x := t.node(n, KindConditional)
	return Conditional{Node(x.a), t.pool[x.b], t.pool[x.b+1]}
}

// A Comma is left, right. Chains lean left.
type Comma struct{ Left, Right Node }

// Comma reads a KindComma.
func (t *Tree) Comma(n Node) Comma {
	x := t.node(n, KindComma)
	return Comma{Node(x.a), Node(x.b)}
}

// A Call is a call of a function, a constructor, or of an object with operator().
type Call struct {
	Callee Node // KindIdent, KindName, KindType or an expression
	Args   []Node
}

// Call reads a KindCall.
func (t *Tree) Call(n Node) Call {
	x := t.node(n, KindCall)
	return Call{Node(x.a), t.list(Node(x.b))}
}

// A Method is x.name(args).
type Method struct {
	X        Node
	Name     Symbol
	NameSpan diag.Span
	Types    []Node // arguments of a template
	Args     []Node
	Scope    Symbol // x.Base::name(), or NoSymbol
}

// method record: x, name, name offset, types list, args list, scope

// Method reads a KindMethod.
func (t *Tree) Method(n Node) Method {
	r := t.record(n, KindMethod, 6)
	name := Symbol(r[1])
	return Method{r[0], name, t.nameSpan(name, r[2]), t.list(r[3]), t.list(r[4]), Symbol(r[5])}
}

// An Index is x[i].
type Index struct{ X, Index Node }

// Index reads a KindIndex.
func (t *Tree) Index(n Node) Index {
	x := t.node(n, KindIndex)
	return Index{Node(x.a), Node(x.b)}
}

// A Member is x.name, a member of a struct or a swizzle.
type Member struct {
	X    Node
	Name Symbol
}

// Member reads a KindMember.
func (t *Tree) Member(n Node) Member {
	x := t.node(n, KindMember)
	return Member{Node(x.a), Symbol(x.b)}
}

// A Cast is (type)x.
type Cast struct{ Type, X Node }

// Cast reads a KindCast.
func (t *Tree) Cast(n Node) Cast {
	x := t.node(n, KindCast)
	return Cast{Node(x.a), Node(x.b)}
}

// InitList lists the items of a KindInitList.
func (t *Tree) InitList(n Node) []Node { return t.list(Node(t.node(n, KindInitList).a)) }

// Sizeof is the type or expression of a KindSizeof.
func (t *Tree) Sizeof(n Node) Node { return Node(t.node(n, KindSizeof).a) }

// A Type is a type as written.
type Type struct {
	Mods Modifiers
	Name Node // KindIdent, KindName, KindStruct or KindEnum
	Dims []Node
}

// type record: modifiers (2), name, dims list

// Type reads a KindType.
func (t *Tree) Type(n Node) Type {
	r := t.record(n, KindType, 4)
	return Type{mods(r[0], r[1]), r[2], t.list(r[3])}
}

// A Declaration declares variables or members, or just a type.
type Declaration struct {
	Mods        Modifiers
	Type        Node
	Declarators []Node
	Attrs       []Node // KindAttribute
}

// declaration record: modifiers (2), type, declarators list, attributes list

// Declaration reads a KindDeclaration.
func (t *Tree) Declaration(n Node) Declaration {
	r := t.record(n, KindDeclaration, 5)
	return Declaration{mods(r[0], r[1]), r[2], t.list(r[3]), t.list(r[4])}
}

// A Declarator is one name of a declaration.
type Declarator struct {
	Name     Symbol
	NameSpan diag.Span
	Dims     []Node // an expression per [n], None per []
	Annots   []Node // KindSemantic, KindRegister, KindPackOffset
	Init     Node   // an expression, KindInitList, KindState, or None
	Bits     Node   // the width of a bit field, or None
}

// declarator record: name, name offset, dims list, annotations list, init, bits

// Declarator reads a KindDeclarator.
func (t *Tree) Declarator(n Node) Declarator {
	r := t.record(n, KindDeclarator, 6)
	name := Symbol(r[0])
	return Declarator{name, t.nameSpan(name, r[1]), t.list(r[2]), t.list(r[3]), r[4], r[5]}
}

// Semantic is the name of a KindSemantic.
func (t *Tree) Semantic(n Node) Symbol { return Symbol(t.node(n, KindSemantic).a) }

// Register lists the arguments of a KindRegister: KindIdent, in brackets also an expression.
func (t *Tree) Register(n Node) []Node { return t.list(Node(t.node(n, KindRegister).a)) }

// A PackOffset is packoffset(c0.x).
type PackOffset struct{ Register, Component Symbol }

// PackOffset reads a KindPackOffset.
func (t *Tree) PackOffset(n Node) PackOffset {
	x := t.node(n, KindPackOffset)
	return PackOffset{Symbol(x.a), Symbol(x.b)}
}

// State lists the KindStateEntry of a KindState.
func (t *Tree) State(n Node) []Node { return t.list(Node(t.node(n, KindState).a)) }

// A StateEntry is name = value.
type StateEntry struct {
	Name  Symbol
	Value Node // an expression, or None for a value that is no expression
}

// StateEntry reads a KindStateEntry.
func (t *Tree) StateEntry(n Node) StateEntry {
	x := t.node(n, KindStateEntry)
	return StateEntry{Symbol(x.a), Node(x.b)}
}

// A Struct is a struct, class or interface.
type Struct struct {
	Name      Symbol // NoSymbol if it has none
	NameSpan  diag.Span
	Bases     []Node // KindType
	Members   []Node // declarations and functions
	Interface bool
	Forward   bool   // struct S; declares the name only
	Args      []Node // of a specialization
}

// struct record: name, name offset, bases list, members list, args list

const (
	structInterface = 1 << iota
	structForward
)

// Struct reads a KindStruct.
func (t *Tree) Struct(n Node) Struct {
	r := t.record(n, KindStruct, 5)
	name := Symbol(r[0])
	f := t.nodes[n].op
	return Struct{name, t.nameSpan(name, r[1]), t.list(r[2]), t.list(r[3]), f&structInterface != 0, f&structForward != 0, t.list(r[4])}
}

// An Enum is an enumeration.
type Enum struct {
	Name     Symbol
	NameSpan diag.Span
	Type     Node // the underlying type, or None
	List     []Node
	Scoped   bool // enum class
}

// enum record: name, name offset, type, list

// Enum reads a KindEnum.
func (t *Tree) Enum(n Node) Enum {
	r := t.record(n, KindEnum, 4)
	name := Symbol(r[0])
	return Enum{name, t.nameSpan(name, r[1]), r[2], t.list(r[3]), t.nodes[n].op != 0}
}

// An Enumerator is a value of an enumeration.
type Enumerator struct {
	Name  Symbol
	Value Node
}

// Enumerator reads a KindEnumerator.
func (t *Tree) Enumerator(n Node) Enumerator {
	x := t.node(n, KindEnumerator)
	return Enumerator{Symbol(x.a), Node(x.b)}
}

// A Buffer is a cbuffer or tbuffer.
type Buffer struct {
	Name     Symbol
	NameSpan diag.Span
	Members  []Node
	Annots   []Node
	Attrs    []Node
	Texture  bool // tbuffer
}

// buffer record: name, name offset, members list, annotations list, attributes list

// Buffer reads a KindBuffer.
func (t *Tree) Buffer(n Node) Buffer {
	r := t.record(n, KindBuffer, 5)
	name := Symbol(r[0])
	return Buffer{name, t.nameSpan(name, r[1]), t.list(r[2]), t.list(r[3]), t.list(r[4]), t.nodes[n].op != 0}
}

// A Namespace holds items.
type Namespace struct {
	Name     Symbol
	NameSpan diag.Span
	Items    []Node
}

// namespace record: name, name offset, items list

// Namespace reads a KindNamespace.
func (t *Tree) Namespace(n Node) Namespace {
	r := t.record(n, KindNamespace, 3)
	name := Symbol(r[0])
	return Namespace{name, t.nameSpan(name, r[1]), t.list(r[2])}
}

// A Typedef gives names to types.
type Typedef struct {
	Type        Node
	Declarators []Node
}

// Typedef reads a KindTypedef.
func (t *Tree) Typedef(n Node) Typedef {
	x := t.node(n, KindTypedef)
	return Typedef{Node(x.a), t.list(Node(x.b))}
}

// A Using is using Name = Type, or using namespace Space.
type Using struct {
	Name     Symbol
	NameSpan diag.Span
	Type     Node // None: a namespace, or a name of one, is made visible
	Space    Node // KindIdent or KindName
}

// using record: name, name offset, type, space

// Using reads a KindUsing.
func (t *Tree) Using(n Node) Using {
	r := t.record(n, KindUsing, 4)
	name := Symbol(r[0])
	return Using{name, t.nameSpan(name, r[1]), r[2], r[3]}
}

// A Template is a declaration with parameters.
type Template struct {
	Params []Node // KindTemplateParam
	X      Node
}

// Template reads a KindTemplate.
func (t *Tree) Template(n Node) Template {
	x := t.node(n, KindTemplate)
	return Template{t.list(Node(x.a)), Node(x.b)}
}

// A TemplateParam is a parameter of a template.
type TemplateParam struct {
	Name    Symbol
	Type    Node // of a value; None: the parameter is a type
	Default Node
}

// template parameter record: name, type, default

// TemplateParam reads a KindTemplateParam.
func (t *Tree) TemplateParam(n Node) TemplateParam {
	r := t.record(n, KindTemplateParam, 3)
	return TemplateParam{Symbol(r[0]), r[1], r[2]}
}

// A Function is a prototype or a definition.
type Function struct {
	Mods     Modifiers
	Return   Node
	Name     Symbol // of an operator, "operator+"
	NameSpan diag.Span
	Params   []Node
	Body     Node // KindBlock, or None
	Annots   []Node
	Attrs    []Node
	Scope    []Node // KindIdent: the struct, or namespace, of a definition outside of it
	Dims     []Node // of the result
	Args     []Node // of a specialization of a template: the arguments that are given
}

// function record: modifiers (2), return, name, name offset, params list, body, annotations
// list, attributes list, scope list, dims list, arguments list

const functionArgs = 11 // the arguments list

// Function reads a KindFunction.
func (t *Tree) Function(n Node) Function {
	r := t.record(n, KindFunction, 12)
	name := Symbol(r[3])
	return Function{mods(r[0], r[1]), r[2], name, t.nameSpan(name, r[4]), t.list(r[5]), r[6], t.list(r[7]), t.list(r[8]), t.list(r[9]), t.list(r[10]), t.list(r[functionArgs])}
}

// A Param is a parameter of a function.
type Param struct {
	Mods     Modifiers
	Type     Node
	Name     Symbol // NoSymbol if it has none
	NameSpan diag.Span
	Dims     []Node
	Default  Node
	Annots   []Node
	Attrs    []Node
}

// param record: modifiers (2), type, name, name offset, dims list, default, annotations list,
// attributes list

// Param reads a KindParam.
func (t *Tree) Param(n Node) Param {
	r := t.record(n, KindParam, 9)
	name := Symbol(r[3])
	return Param{mods(r[0], r[1]), r[2], name, t.nameSpan(name, r[4]), t.list(r[5]), r[6], t.list(r[7]), t.list(r[8])}
}

// StaticAssert is the condition of a KindStaticAssert.
func (t *Tree) StaticAssert(n Node) Node { return Node(t.node(n, KindStaticAssert).a) }

// An Attributed is a statement with attributes.
type Attributed struct {
	Attrs []Node
	X     Node
}

// Attributed reads a KindAttributed.
func (t *Tree) Attributed(n Node) Attributed {
	x := t.node(n, KindAttributed)
	return Attributed{t.list(Node(x.a)), Node(x.b)}
}

// An Attribute is name(arguments) or scope::name(arguments).
type Attribute struct {
	Scope Symbol
	Name  Symbol
	Args  []Node
}

// attribute record: scope, name, args list

// Attribute reads a KindAttribute.
func (t *Tree) Attribute(n Node) Attribute {
	r := t.record(n, KindAttribute, 3)
	return Attribute{Symbol(r[0]), Symbol(r[1]), t.list(r[2])}
}

// Block lists the statements of a KindBlock.
func (t *Tree) Block(n Node) []Node { return t.list(Node(t.node(n, KindBlock).a)) }

// ExprStmt is the expression of a KindExprStmt.
func (t *Tree) ExprStmt(n Node) Node { return Node(t.node(n, KindExprStmt).a) }

// An If is a whole chain of if, else if and else.
type If struct {
	Clauses []Node // KindIfClause
	Else    Node
}

// If reads a KindIf.
func (t *Tree) If(n Node) If {
	x := t.node(n, KindIf)
	return If{t.list(Node(x.a)), Node(x.b)}
}

// An IfClause is a condition and the statement that it guards.
type IfClause struct{ Cond, Body Node }

// IfClause reads a KindIfClause.
func (t *Tree) IfClause(n Node) IfClause {
	x := t.node(n, KindIfClause)
	return IfClause{Node(x.a), Node(x.b)}
}

// A Switch is a switch statement. Labels and statements stand in one list.
type Switch struct {
	Value Node
	Stmts []Node
}

// Switch reads a KindSwitch.
func (t *Tree) Switch(n Node) Switch {
	x := t.node(n, KindSwitch)
	return Switch{Node(x.a), t.list(Node(x.b))}
}

// Case is the value of a KindCase.
func (t *Tree) Case(n Node) Node { return Node(t.node(n, KindCase).a) }

// A For is a for statement.
type For struct {
	Init Node // KindDeclaration, KindExprStmt, or KindEmpty
	Cond Node
	Step Node
	Body Node
}

// For reads a KindFor.
func (t *Tree) For(n Node) For {
	r := t.record(n, KindFor, 4)
	return For{r[0], r[1], r[2], r[3]}
}

// A While is a while statement.
type While struct{ Cond, Body Node }

// While reads a KindWhile.
func (t *Tree) While(n Node) While {
	x := t.node(n, KindWhile)
	return While{Node(x.a), Node(x.b)}
}

// A Do is a do-while statement.
type Do struct{ Body, Cond Node }

// Do reads a KindDo.
func (t *Tree) Do(n Node) Do {
	x := t.node(n, KindDo)
	return Do{Node(x.a), Node(x.b)}
}

// Return is the value of a KindReturn, or None.
func (t *Tree) Return(n Node) Node { return Node(t.node(n, KindReturn).a) }
