package syntax

import "refract/diag"

// This file holds the views of directives, declarations and their parts.
// Records of more than two operands start at pool index node.a; the layout is
// written at each view.

// A Variable declares a value: KindVar, KindLet, KindConst or KindOverride, at
// module scope or as a statement.
type Variable struct {
	Attrs        []Node // KindAttribute; only on var and override at module scope
	Name         Symbol
	NameSpan     diag.Span
	TemplateArgs []Node // of var: address space, access mode; as KindIdent in valid programs
	Type         Node   // None if inferred
	Init         Node   // None if absent
}

// variable record: attrs list, template list, name, name offset, type, init
const variableWords = 6

// Variable reads a KindVar, KindLet, KindConst or KindOverride.
func (t *Tree) Variable(n Node) Variable {
	x := &t.nodes[n]
	if x.kind < KindVar || x.kind > KindOverride {
		wrongKind(x.kind, KindVar)
	}
	r := t.pool[x.a : x.a+variableWords]
	name := Symbol(r[2])
	return Variable{
		Attrs:        t.list(uint32(r[0])),
		Name:         name,
		NameSpan:     t.nameSpan(name, uint32(r[3])),
		TemplateArgs: t.list(uint32(r[1])),
		Type:         r[4],
		Init:         r[5],
	}
}

// nameSpan is the span of a name that stands at a byte offset of the source.
func (t *Tree) nameSpan(name Symbol, at uint32) diag.Span {
	start := t.base + at
	return diag.Span{Start: start, End: start + uint32(len(t.Name(name)))}
}

// A Function is a function declaration.
type Function struct {
	Attrs       []Node
	Name        Symbol
	NameSpan    diag.Span
	Params      []Node // KindParam
	ReturnAttrs []Node
	Return      Node // None if nothing is returned
	Body        Node // KindBlock
}

// function record: attrs list, name, name offset, params list, return attrs
// list, return type, body
const functionWords = 7

// Function reads a KindFunction.
func (t *Tree) Function(n Node) Function {
	x := t.node(n, KindFunction)
	r := t.pool[x.a : x.a+functionWords]
	name := Symbol(r[1])
	return Function{
		Attrs:       t.list(uint32(r[0])),
		Name:        name,
		NameSpan:    t.nameSpan(name, uint32(r[2])),
		Params:      t.list(uint32(r[3])),
		ReturnAttrs: t.list(uint32(r[4])),
		Return:      r[5],
		Body:        r[6],
	}
}

// A Field is a parameter of a function or a member of a struct.
type Field struct {
	Attrs    []Node
	Name     Symbol
	NameSpan diag.Span
	Type     Node
}

// field record: attrs list, name, name offset, type
const fieldWords = 4

// Field reads a KindParam or KindField.
func (t *Tree) Field(n Node) Field {
	x := &t.nodes[n]
	if x.kind != KindParam && x.kind != KindField {
		wrongKind(x.kind, KindField)
	}
	r := t.pool[x.a : x.a+fieldWords]
	name := Symbol(r[1])
	return Field{
		Attrs:    t.list(uint32(r[0])),
		Name:     name,
		NameSpan: t.nameSpan(name, uint32(r[2])),
		Type:     r[3],
	}
}

// A Struct is a struct declaration.
type Struct struct {
	Name     Symbol
	NameSpan diag.Span
	Fields   []Node // KindField
}

// struct record: name, name offset, fields list
const structWords = 3

// Struct reads a KindStruct.
func (t *Tree) Struct(n Node) Struct {
	x := t.node(n, KindStruct)
	r := t.pool[x.a : x.a+structWords]
	name := Symbol(r[0])
	return Struct{
		Name:     name,
		NameSpan: t.nameSpan(name, uint32(r[1])),
		Fields:   t.list(uint32(r[2])),
	}
}

// An Alias is alias Name = Type.
type Alias struct {
	Name     Symbol
	NameSpan diag.Span
	Type     Node
}

// alias record: name, name offset, type
const aliasWords = 3

// Alias reads a KindAlias.
func (t *Tree) Alias(n Node) Alias {
	x := t.node(n, KindAlias)
	r := t.pool[x.a : x.a+aliasWords]
	name := Symbol(r[0])
	return Alias{
		Name:     name,
		NameSpan: t.nameSpan(name, uint32(r[1])),
		Type:     r[2],
	}
}

// A ConstAssert is const_assert condition.
type ConstAssert struct{ Cond Node }

// ConstAssert reads a KindConstAssert.
func (t *Tree) ConstAssert(n Node) ConstAssert {
	return ConstAssert{Node(t.node(n, KindConstAssert).a)}
}

// Extensions are the names of an enable or requires directive.
type Extensions struct {
	Names []Node // KindIdent without template arguments
}

// Extensions reads a KindEnable or KindRequires.
func (t *Tree) Extensions(n Node) Extensions {
	x := &t.nodes[n]
	if x.kind != KindEnable && x.kind != KindRequires {
		wrongKind(x.kind, KindEnable)
	}
	return Extensions{t.list(x.a)}
}

// A DiagnosticControl is the content of a diagnostic directive.
type DiagnosticControl struct {
	Severity Node // KindIdent
	Rule     Node // KindIdent, or KindMember for a rule such as a.b
}

// DiagnosticControl reads a KindDiagnostic.
func (t *Tree) DiagnosticControl(n Node) DiagnosticControl {
	x := t.node(n, KindDiagnostic)
	return DiagnosticControl{Node(x.a), Node(x.b)}
}
