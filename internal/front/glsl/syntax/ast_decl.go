package syntax

import "refract/diag"

// This file holds the views of declarations and their parts. Records of more
// than two operands start at an index of the pool; the layout is written at each view.
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
	x := t.Stored(n, KindType)
	switch x.Op {
	case typeStruct:
		return Type{Struct: x.A, Dims: t.List(x.B)}
	case typeTemplate:
		r := t.Words(x.B, 2)
		return Type{Name: Symbol(x.A), Dims: t.List(r[0]), Params: t.List(r[1])}
	}
	return Type{Name: Symbol(x.A), Dims: t.List(x.B)}
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
	r := t.Record(n, KindStruct, 3)
	name := Symbol(r[0])
	return Struct{name, t.NameSpan(name, r[1]), t.List(r[2])}
}

// A Qualifier is a qualifier of one word.
type Qualifier struct {
	Kind  QualifierKind
	Name  Symbol // the word
	Names []Node // KindIdent, of subroutine(a, b)
}

// Qualifier reads a KindQualifier.
func (t *Tree) Qualifier(n Node) Qualifier {
	x := t.Stored(n, KindQualifier)
	return Qualifier{QualifierKind(x.Op), Symbol(x.A), t.List(x.B)}
}

// Layout lists the KindLayoutID of a KindLayout.
func (t *Tree) Layout(n Node) []Node { return t.List(t.Stored(n, KindLayout).A) }

// A LayoutID is name or name = value. The name may be the keyword shared.
type LayoutID struct {
	Name     Symbol
	NameSpan diag.Span
	Value    Node // None if there is none
}

// LayoutID reads a KindLayoutID.
func (t *Tree) LayoutID(n Node) LayoutID {
	x := t.Stored(n, KindLayoutID)
	name := Symbol(x.A)
	return LayoutID{name, t.NameSpan(name, Node(x.Start)), x.B}
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
	r := t.Record(n, KindDeclaration, 3)
	return Declaration{t.List(r[0]), r[1], t.List(r[2])}
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
	r := t.Record(n, KindDeclarator, 4)
	name := Symbol(r[0])
	return Declarator{name, t.NameSpan(name, r[1]), t.List(r[2]), r[3]}
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
	r := t.Record(n, KindInterface, 7)
	name, instance := Symbol(r[1]), Symbol(r[4])
	b := Interface{
		Quals:    t.List(r[0]),
		Name:     name,
		NameSpan: t.NameSpan(name, r[2]),
		Members:  t.List(r[3]),
		Instance: instance,
		Dims:     t.List(r[6]),
	}
	if instance != NoSymbol {
		b.InstanceSpan = t.NameSpan(instance, r[5])
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
	x := t.Stored(n, KindRequalify)
	return Requalify{t.List(x.A), t.List(x.B)}
}

// A Precision sets the default precision of a type.
type Precision struct {
	Qualifier QualifierKind // QualHighp, QualMediump or QualLowp
	Type      Node          // KindType
}

// Precision reads a KindPrecision.
func (t *Tree) Precision(n Node) Precision {
	x := t.Stored(n, KindPrecision)
	return Precision{QualifierKind(x.Op), x.A}
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
	r := t.Record(n, KindFunction, 6)
	name := Symbol(r[2])
	return Function{t.List(r[0]), r[1], name, t.NameSpan(name, r[3]), t.List(r[4]), r[5]}
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
	r := t.Record(n, KindParam, 5)
	name := Symbol(r[2])
	return Param{t.List(r[0]), r[1], name, t.NameSpan(name, r[3]), t.List(r[4])}
}

// An Attribute is name or name(arguments).
type Attribute struct {
	Name Symbol
	Args []Node
}

// Attribute reads a KindAttribute.
func (t *Tree) Attribute(n Node) Attribute {
	x := t.Stored(n, KindAttribute)
	return Attribute{Symbol(x.A), t.List(x.B)}
}

// Terminate is the word of a KindTerminate.
func (t *Tree) Terminate(n Node) Symbol { return Symbol(t.Stored(n, KindTerminate).A) }
