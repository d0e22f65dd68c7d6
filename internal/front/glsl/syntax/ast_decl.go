package syntax

import "refract/diag"

// This file holds the views of declarations and their parts. Records of more
// than two operands start at pool index node.a; the layout is written at each
// view.
//
// A list of qualifiers holds KindQualifier and KindLayout in source order.
// A list of dimensions, outermost first, holds an expression per [n] and None
// per []. The dimensions of int[2] a[3], which is an array of 3 arrays of 2, are
// those of the declarator, then those of the type.

// A Type is a type specifier.
type Type struct {
	Name   Symbol // of a type, or NoSymbol
	Struct Node   // KindStruct where the struct is specified on the spot, else None
	Dims   []Node
	Params []Node // of a type with parameters in angle brackets: expressions
}

// type flag: a is a struct, not a name
const (
	typeStruct   = 1
	typeTemplate = 2 // b is a record: dimensions list, parameters list
)

// Type reads a KindType.
func (t *Tree) Type(n Node) Type {
	x := t.node(n, KindType)
	switch x.op {
	case typeStruct:
		return Type{Struct: Node(x.a), Dims: t.list(x.b)}
	case typeTemplate:
		r := t.pool[x.b : x.b+2]
		return Type{Name: Symbol(x.a), Dims: t.list(uint32(r[0])), Params: t.list(uint32(r[1]))}
	}
	return Type{Name: Symbol(x.a), Dims: t.list(x.b)}
}

// A Struct is a struct specifier.
type Struct struct {
	Name     Symbol // NoSymbol if it has none
	NameSpan diag.Span
	Members  []Node // KindDeclaration without initializers
}

// struct record: name, name offset, members list

// Struct reads a KindStruct.
func (t *Tree) Struct(n Node) Struct {
	x := t.node(n, KindStruct)
	r := t.pool[x.a : x.a+3]
	name := Symbol(r[0])
	return Struct{name, t.nameSpan(name, r[1]), t.list(uint32(r[2]))}
}

// A Qualifier is a qualifier of one word.
type Qualifier struct {
	Kind  QualifierKind
	Name  Symbol // the word
	Names []Node // KindIdent, of subroutine(a, b)
}

// Qualifier reads a KindQualifier.
func (t *Tree) Qualifier(n Node) Qualifier {
	x := t.node(n, KindQualifier)
	return Qualifier{QualifierKind(x.op), Symbol(x.a), t.list(x.b)}
}

// Layout lists the KindLayoutID of a KindLayout.
func (t *Tree) Layout(n Node) []Node { return t.list(t.node(n, KindLayout).a) }

// A LayoutID is name or name = value. The name may be the keyword shared.
type LayoutID struct {
	Name     Symbol
	NameSpan diag.Span
	Value    Node // None if there is none
}

// LayoutID reads a KindLayoutID.
func (t *Tree) LayoutID(n Node) LayoutID {
	x := t.node(n, KindLayoutID)
	name := Symbol(x.a)
	return LayoutID{name, t.nameSpan(name, Node(x.start)), Node(x.b)}
}

// A Declaration declares variables or members, or just a struct.
type Declaration struct {
	Quals       []Node
	Type        Node   // KindType
	Declarators []Node // KindDeclarator; none in struct S {...}; and float;
}

// declaration record: quals list, type, declarators list

// Declaration reads a KindDeclaration.
func (t *Tree) Declaration(n Node) Declaration {
	x := t.node(n, KindDeclaration)
	r := t.pool[x.a : x.a+3]
	return Declaration{t.list(uint32(r[0])), r[1], t.list(uint32(r[2]))}
}

// A Declarator is one name of a declaration.
type Declarator struct {
	Name     Symbol
	NameSpan diag.Span
	Dims     []Node
	Init     Node // an expression, KindInitList, or None
}

// declarator record: name, name offset, dims list, init

// Declarator reads a KindDeclarator.
func (t *Tree) Declarator(n Node) Declarator {
	x := t.node(n, KindDeclarator)
	r := t.pool[x.a : x.a+4]
	name := Symbol(r[0])
	return Declarator{name, t.nameSpan(name, r[1]), t.list(uint32(r[2])), r[3]}
}

// An Interface is an interface block, or the redeclaration of one.
type Interface struct {
	Quals        []Node
	Name         Symbol
	NameSpan     diag.Span
	Members      []Node // KindDeclaration without initializers
	Instance     Symbol // NoSymbol if there is none
	InstanceSpan diag.Span
	Dims         []Node // of the instance
}

// interface record: quals list, name, name offset, members list, instance,
// instance offset, dims list

// Interface reads a KindInterface.
func (t *Tree) Interface(n Node) Interface {
	x := t.node(n, KindInterface)
	r := t.pool[x.a : x.a+7]
	name, instance := Symbol(r[1]), Symbol(r[4])
	b := Interface{
		Quals:    t.list(uint32(r[0])),
		Name:     name,
		NameSpan: t.nameSpan(name, r[2]),
		Members:  t.list(uint32(r[3])),
		Instance: instance,
		Dims:     t.list(uint32(r[6])),
	}
	if instance != NoSymbol {
		b.InstanceSpan = t.nameSpan(instance, r[5])
	}
	return b
}

// A Requalify sets qualifiers without a type: defaults of a storage class, as
// layout(local_size_x = 8) in; or of names that are declared already, as
// invariant gl_Position;
type Requalify struct {
	Quals []Node
	Names []Node // KindIdent; may be empty
}

// Requalify reads a KindRequalify.
func (t *Tree) Requalify(n Node) Requalify {
	x := t.node(n, KindRequalify)
	return Requalify{t.list(x.a), t.list(x.b)}
}

// A Precision sets the default precision of a type.
type Precision struct {
	Qualifier QualifierKind // QualHighp, QualMediump or QualLowp
	Type      Node          // KindType
}

// Precision reads a KindPrecision.
func (t *Tree) Precision(n Node) Precision {
	x := t.node(n, KindPrecision)
	return Precision{QualifierKind(x.op), Node(x.a)}
}

// A Function is a prototype or a definition.
type Function struct {
	Quals    []Node // of the return type: precision, also subroutine
	Return   Node   // KindType; void is a name as others are
	Name     Symbol
	NameSpan diag.Span
	Params   []Node // KindParam; f(void) has none
	Body     Node   // KindBlock, or None in a prototype
}

// function record: quals list, return type, name, name offset, params list, body

// Function reads a KindFunction.
func (t *Tree) Function(n Node) Function {
	x := t.node(n, KindFunction)
	r := t.pool[x.a : x.a+6]
	name := Symbol(r[2])
	return Function{t.list(uint32(r[0])), r[1], name, t.nameSpan(name, r[3]), t.list(uint32(r[4])), r[5]}
}

// A Param is a parameter of a function.
type Param struct {
	Quals    []Node
	Type     Node   // KindType
	Name     Symbol // NoSymbol if it has none
	NameSpan diag.Span
	Dims     []Node
}

// param record: quals list, type, name, name offset, dims list

// Param reads a KindParam.
func (t *Tree) Param(n Node) Param {
	x := t.node(n, KindParam)
	r := t.pool[x.a : x.a+5]
	name := Symbol(r[2])
	return Param{t.list(uint32(r[0])), r[1], name, t.nameSpan(name, r[3]), t.list(uint32(r[4]))}
}

// An Attributed is a statement or function definition with attributes
// (GL_EXT_control_flow_attributes).
type Attributed struct {
	Attrs []Node // KindAttribute
	X     Node
}

// Attributed reads a KindAttributed.
func (t *Tree) Attributed(n Node) Attributed {
	x := t.node(n, KindAttributed)
	return Attributed{t.list(x.a), Node(x.b)}
}

// An Attribute is name or name(arguments).
type Attribute struct {
	Name Symbol
	Args []Node
}

// Attribute reads a KindAttribute.
func (t *Tree) Attribute(n Node) Attribute {
	x := t.node(n, KindAttribute)
	return Attribute{Symbol(x.a), t.list(x.b)}
}
