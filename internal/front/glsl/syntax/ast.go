// Package syntax parses GLSL into a flat syntax tree.
//
// The preprocessor (package pp) turns the source, its included files and its macros into
// tokens, and the parser reads these by recursive descent. The tree, expressions and
// statements are those of package clike; this package has the declarations of GLSL.
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
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// FirstPredeclared is the symbol of the first name given to NewParser.
const FirstPredeclared = pp.FirstPredeclared

// A Tree is the syntax tree of one shader. Its items at global scope are KindDeclaration,
// KindInterface, KindRequalify, KindPrecision, KindFunction, KindEmpty, KindAttributed (a
// function with attributes), KindBad.
type Tree struct {
	clike.Tree
	unit *pp.Unit
}

// Unit is the preprocessor's findings: version, profile, directives, included files, macro
// uses.
func (t *Tree) Unit() *pp.Unit { return t.unit }

// Primary is the span of the name of a declaration or member, the callee of a
// call, the keyword of a statement; of other nodes it is Span(n).
func (t *Tree) Primary(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	span := t.Span(n)
	switch k := t.Kind(n); k {
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
		span.Start = span.End - uint32(len(t.Name(t.Member(n).Name)))
	case KindMethod:
		return t.Method(n).NameSpan
	case KindCall:
		return t.Span(t.Call(n).Callee)
	case KindLayoutID:
		return t.LayoutID(n).NameSpan
	case KindIf, KindDo, KindFor, KindWhile, KindSwitch, KindReturn:
		span.End = span.Start + uint32(len(k.String()))
	}
	return span
}

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
	x := t.Stored(n, KindMethod)
	r := t.Words(x.B, 3)
	name := Symbol(r[0])
	return Method{x.A, name, t.NameSpan(name, r[1]), t.List(r[2])}
}

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
