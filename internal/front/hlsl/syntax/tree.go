// Package syntax parses HLSL into a flat syntax tree.
//
// The preprocessor (package pp, in its dialect HLSL) turns the source, its included files
// and its macros into tokens, and the parser reads these by recursive descent. The tree,
// expressions and statements are those of package clike; this package has the declarations,
// names and types of HLSL.
//
// HLSL can't be parsed without knowledge of types: (a)(b) is a call or a cast, a < b > (c)
// two comparisons or a call. The parser knows the names of types and templates: the
// language's are given to NewParser, those of the source are noted where they are declared.
// Scopes are of no account for that.
package syntax

import (
	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// FirstPredeclared is the symbol of the first name given to NewParser.
const FirstPredeclared = pp.FirstPredeclared

// A Tree is the syntax tree of one shader.
type Tree struct{ clike.Tree }

func mods(lo, hi Node) Modifiers { return Modifiers(lo) | Modifiers(hi)<<32 }

// Uses reports whether a name is used anywhere.
func (t *Tree) Uses(s Symbol) bool {
	for n := Node(1); int(n) < t.Len(); n++ {
		switch t.Kind(n) {
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
	r := t.Record(n, KindName, 3)
	f := t.Flags(n)
	return Name{t.List(r[0]), Symbol(r[1]), t.List(r[2]), f&1 != 0, f&2 != 0}
}

// ScopeName reads a part of a Name's scope: a name and the arguments that it has.
func (t *Tree) ScopeName(n Node) (Symbol, []Node) {
	if t.Kind(n) == KindIdent {
		return t.Ident(n), nil
	}
	v := t.NameOf(n)
	return v.Name, v.Args
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
	r := t.Record(n, KindMethod, 6)
	name := Symbol(r[1])
	return Method{r[0], name, t.NameSpan(name, r[2]), t.List(r[3]), t.List(r[4]), Symbol(r[5])}
}

// A Cast is (type)x.
type Cast struct{ Type, X Node }

// Cast reads a KindCast.
func (t *Tree) Cast(n Node) Cast {
	x := t.Stored(n, KindCast)
	return Cast{x.A, x.B}
}

// Sizeof is the type or expression of a KindSizeof.
func (t *Tree) Sizeof(n Node) Node { return Node(t.Stored(n, KindSizeof).A) }

// A Type is a type as written.
type Type struct {
	Mods Modifiers
	Name Node // KindIdent, KindName, KindStruct or KindEnum
	Dims []Node
}

// type record: modifiers (2), name, dims list

// Type reads a KindType.
func (t *Tree) Type(n Node) Type {
	r := t.Record(n, KindType, 4)
	return Type{mods(r[0], r[1]), r[2], t.List(r[3])}
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
	r := t.Record(n, KindDeclaration, 5)
	return Declaration{mods(r[0], r[1]), r[2], t.List(r[3]), t.List(r[4])}
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
	r := t.Record(n, KindDeclarator, 6)
	name := Symbol(r[0])
	return Declarator{name, t.NameSpan(name, r[1]), t.List(r[2]), t.List(r[3]), r[4], r[5]}
}

// Semantic is the name of a KindSemantic.
func (t *Tree) Semantic(n Node) Symbol { return Symbol(t.Stored(n, KindSemantic).A) }

// Register lists the arguments of a KindRegister: KindIdent, in brackets also an expression.
func (t *Tree) Register(n Node) []Node { return t.List((t.Stored(n, KindRegister).A)) }

// A PackOffset is packoffset(c0.x).
type PackOffset struct{ Register, Component Symbol }

// PackOffset reads a KindPackOffset.
func (t *Tree) PackOffset(n Node) PackOffset {
	x := t.Stored(n, KindPackOffset)
	return PackOffset{Symbol(x.A), Symbol(x.B)}
}

// State lists the KindStateEntry of a KindState.
func (t *Tree) State(n Node) []Node { return t.List((t.Stored(n, KindState).A)) }

// A StateEntry is name = value.
type StateEntry struct {
	Name  Symbol
	Value Node // an expression, or None for a value that is no expression
}

// StateEntry reads a KindStateEntry.
func (t *Tree) StateEntry(n Node) StateEntry {
	x := t.Stored(n, KindStateEntry)
	return StateEntry{Symbol(x.A), x.B}
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
	r := t.Record(n, KindStruct, 5)
	name := Symbol(r[0])
	f := t.Flags(n)
	return Struct{name, t.NameSpan(name, r[1]), t.List(r[2]), t.List(r[3]), f&structInterface != 0, f&structForward != 0, t.List(r[4])}
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
	r := t.Record(n, KindEnum, 4)
	name := Symbol(r[0])
	return Enum{name, t.NameSpan(name, r[1]), r[2], t.List(r[3]), t.Flags(n) != 0}
}

// An Enumerator is a value of an enumeration.
type Enumerator struct {
	Name  Symbol
	Value Node
}

// Enumerator reads a KindEnumerator.
func (t *Tree) Enumerator(n Node) Enumerator {
	x := t.Stored(n, KindEnumerator)
	return Enumerator{Symbol(x.A), x.B}
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
	r := t.Record(n, KindBuffer, 5)
	name := Symbol(r[0])
	return Buffer{name, t.NameSpan(name, r[1]), t.List(r[2]), t.List(r[3]), t.List(r[4]), t.Flags(n) != 0}
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
	r := t.Record(n, KindNamespace, 3)
	name := Symbol(r[0])
	return Namespace{name, t.NameSpan(name, r[1]), t.List(r[2])}
}

// A Typedef gives names to types.
type Typedef struct {
	Type        Node
	Declarators []Node
}

// Typedef reads a KindTypedef.
func (t *Tree) Typedef(n Node) Typedef {
	x := t.Stored(n, KindTypedef)
	return Typedef{x.A, t.List(x.B)}
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
	r := t.Record(n, KindUsing, 4)
	name := Symbol(r[0])
	return Using{name, t.NameSpan(name, r[1]), r[2], r[3]}
}

// A Template is a declaration with parameters.
type Template struct {
	Params []Node // KindTemplateParam
	X      Node
}

// Template reads a KindTemplate.
func (t *Tree) Template(n Node) Template {
	x := t.Stored(n, KindTemplate)
	return Template{t.List(x.A), x.B}
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
	r := t.Record(n, KindTemplateParam, 3)
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
	r := t.Record(n, KindFunction, 12)
	name := Symbol(r[3])
	return Function{mods(r[0], r[1]), r[2], name, t.NameSpan(name, r[4]), t.List(r[5]), r[6], t.List(r[7]), t.List(r[8]), t.List(r[9]), t.List(r[10]), t.List(r[functionArgs])}
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
	r := t.Record(n, KindParam, 9)
	name := Symbol(r[3])
	return Param{mods(r[0], r[1]), r[2], name, t.NameSpan(name, r[4]), t.List(r[5]), r[6], t.List(r[7]), t.List(r[8])}
}

// StaticAssert is the condition of a KindStaticAssert.
func (t *Tree) StaticAssert(n Node) Node { return Node(t.Stored(n, KindStaticAssert).A) }

// An Attribute is name(arguments) or scope::name(arguments).
type Attribute struct {
	Scope Symbol
	Name  Symbol
	Args  []Node
}

// attribute record: scope, name, args list

// Attribute reads a KindAttribute.
func (t *Tree) Attribute(n Node) Attribute {
	r := t.Record(n, KindAttribute, 3)
	return Attribute{Symbol(r[0]), Symbol(r[1]), t.List(r[2])}
}
