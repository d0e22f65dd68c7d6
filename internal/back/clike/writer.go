// Package clike writes the bodies of functions in languages with the syntax of C:
// statements as a plan has them, and expressions with the parentheses that operators need.
// The common part of the languages is here, once; a [Language], a record of tables and
// functions that its writer makes once, holds the differences of one.
package clike

// This file holds the state of a writer, and the record of a language.

import (
	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// A Writer is the common part of the writers of all languages. It keeps its memory from one
// module to the next.
type Writer struct {
	L     Language
	Out   text.Writer
	Plan  *text.Plan // of F; see Body
	Calls text.CallEffects
	Lacks *back.Unsupported // the first thing that the language can't express; nil: there is none

	// Workers is how many goroutines write functions, at most; 0: as many as run at once.
	Workers int

	M      *ir.Module
	Ex     *ir.Exprs    // of the function, or Module.Consts
	F      *ir.Function // under way; nil at module scope
	Body   bool         // Ex is the function's, and planned
	Span   diag.Span    // of what is being written
	Depth  int          // of module-scope expressions
	Less   bool         // a < stands before, in the same list of arguments; with Language.Templates
	Terse  bool         // what can be left out is
	Params bool         // operands of no expression are arguments of parameters with types
	Typed  bool         // the float to be written takes the suffix of its type
	Loop   *text.Line   // the innermost loop, if its continuing block is what a continue goes to
	Loops  int          // around the present statement
	InHead bool         // a statement in the head of a for loop is under way

	Layout layout.Cache
	Clone  ir.Module
	List   []ir.ExprID
	spine  []ir.ExprID

	planner text.Planner
	share   share

	directives LineDirectives
	source     sourceLine

	// Entry points, counted from 1: the first of a function, and the next of the same function; 0: none.
	entryOf, entryNext []int32

	// Names of module scope.
	Structs   []text.Name
	Members   [][]string // by struct; nil: as in the module
	Constants []text.Name
	Overrides []text.Name
	Globals   []text.Name
	Functions []text.Name

	// Names of the function under way.
	Args   []text.Name
	Locals []text.Name
	Values []text.Name
	Guards []text.Name
}

// A Language is the spellings of a language that others spell otherwise. Its functions
// belong to one writer. If one that may be nil is nil, the default in its comment holds.
type Language struct {
	Name      string // in panics
	Operators *text.Operators
	Scalars   *[ir.F64 + 1]Scalar
	Float     text.FloatSpelling
	Relations *[ir.IsInf + 1]text.Word
	Select    text.Word // the function for a select by a vector

	// Implied are the operations with a vector operand beside which a scalar may stand for
	// another vector whose components are equal.
	Implied *[ir.Ge + 1]Sides
	// Zeros: so may the scalar 0 for a zero vector.
	Zeros bool

	// FlatMatrices: constructors of matrices take scalars.
	FlatMatrices bool

	// Part spells an access to a member that has a name of its own in the text, and
	// reports whether it has.
	Part func(e ir.ExprID) bool

	DocMark string // begins a line of documentation
	DocTrim string // characters that its end can't be

	Combined     bool // textures may have their samplers with them
	SpecialTypes bool // results of functions like modf have types without a declaration
	Ordered      bool // operands are evaluated from left to right
	Templates    bool // > may end a list of arguments of a type
	Bare         bool // conditions are without parentheses
	BindFirst    bool // a name is visible in its own initializer
	OneScope     bool // the body of a loop is in the scope of its head
	For          ForScope
	Labels       bool // clauses that do nothing but fall through are labels only
	FallThrough  bool // clauses may fall through; what isn't transformed away is spelled so
	DropDead     bool // what a loop does at its end is left out where its body doesn't come there

	// Form, Spell, Line and Simple replace Writer's own methods for kinds of expressions
	// and lines; Simple is for lines that end with a semicolon.
	Form   [ir.NumKinds]func(e ir.ExprID) text.Form
	Spell  [ir.NumKinds]func(e ir.ExprID)
	Line   [text.LineFor + 1]func(l *text.Line)
	Simple [text.LineFor + 1]func(l *text.Line)

	TypeName    func(t ir.TypeID)
	Qualify     func(l *ir.Local)                       // words ahead of a variable's type, or nil
	Declarator  func(t ir.TypeID, n text.Name)          // a type and the name that is declared with it
	Zero        func(t ir.TypeID)                       // the zero value of a type
	NotFinite   func(s ir.Scalar, bits uint64)          // an infinity or NaN
	Scalar      func(s ir.Scalar)                       // notes what a type of scalars needs
	Operation   func(s ir.StmtID)                       // what is spelled like a call, of built-in functions and memory
	Call        func(v ir.Call)                         // a call of a function; nil: its arguments
	Jump        func(s ir.StmtID)                       // demote and terminate; nil: discard, with a return
	Wanted      func(name string) string                // what a declaration asks for instead of the author's name; nil: that
	Initial     func(e ir.ExprID, t ir.TypeID)          // the value of a declaration; nil: as any
	Let         func(n text.Name, e ir.ExprID)          // the declaration of a value; nil: Declarator, = and the value
	Global      func(id ir.GlobalID)                    // a variable of the module; nil: its name
	Argument    func(i int)                             // a parameter; nil: its name
	Address     func(ptr ir.ExprID)                     // the memory at an address (ir.KindPointerAt); nil: it can't be written
	StructureAt bool                                    // Address spells acceleration structures at addresses, too
	Base        func(ptr ir.ExprID)                     // what is accessed by a pointer; nil: Place
	Target      func(ptr ir.ExprID)                     // the memory that is assigned to; nil: Place
	Index       func(of, base, i ir.ExprID)             // [i], of the access of to base; nil: just that
	Member      func(base ir.ExprID, t *ir.Type, i int) // component, element or member i of base, of type t; nil: as C has it
	IsOperator  func(b ir.Binary, e ir.ExprID) bool     // whether an operation is spelled with its operator; nil: always
	ImpliedBy   func(e ir.ExprID, b ir.Binary) ir.ExprID
	Operand     func(e, o ir.ExprID, accept text.Forms) // an operand of e; nil: Expr
	Silent      func(l *text.Line) bool                 // whether a line is left out; nil: none is
	Filters     func(l *text.Line)                      // writes the diagnostic filters of a line
	Once        func(l *text.Line) bool                 // of a loop without a head: it is written as one iteration; nil: none is
	BeforeLoop  func(body text.LineID)                  // what stands before while; nil: nothing
	Continue    func(s ir.StmtID)                       // nil: just that
	Loop        func(l *text.Line)                      // is told of a loop before it is written; nil: none is
}

// Sides are the sides of an operator on which a scalar may stand for a vector.
type Sides uint8

const (
	OnLeft Sides = 1 << iota
	OnRight
	OnBoth = OnLeft | OnRight
)

// A ForScope is the scope of declarations in the head of a for loop.
type ForScope uint8

const (
	ForOwn     ForScope = iota // in the head, around the body's scope
	ForShared                  // with Language.OneScope: in one scope with the body
	ForLeaking                 // declared where the loop stands
	ForNone                    // no scope is noted
)

// Forms that positions take.
const (
	AnyForm  = text.AnyForm
	Primary  = text.Forms(text.Primary)
	NoChoice = AnyForm &^ text.Forms(text.Choice) // an operand of ?: that isn't one itself
)

// MaxConstDepth bounds how deep module-scope expressions nest; a plan keeps expressions of
// functions flat.
const MaxConstDepth = 1000

// Begin makes a writer ready for a module; lang is the language's record.
func (w *Writer) Begin(m *ir.Module) {
	w.M = m
	w.Span, w.Depth, w.Less, w.Typed, w.Loop, w.Loops = diag.Span{}, 0, false, false, nil, 0
	w.Leave()
}

// Enter plans a function and makes its expressions the current ones. It reports whether
// that succeeded; if not, it has noted why.
func (w *Writer) Enter(f *ir.Function, o text.PlanOptions) bool {
	plan, err := w.planner.Make(w.M, f, o)
	if err != nil {
		w.Unsupported("a function whose statements nest so deeply", w.planner.Span())
		return false
	}
	w.Plan = plan
	w.F, w.Ex, w.Body = f, &f.Exprs, true
	w.Values = reuse.Zeroed(w.Values, f.ExprCount())
	return true
}

// Unsupported notes a feature that the language can't express, if it is the first.
func (w *Writer) Unsupported(feature string, span diag.Span) { w.UnsupportedUnless("", feature, span) }

// UnsupportedUnless is Unsupported with a hint that would allow the feature.
func (w *Writer) UnsupportedUnless(hint, feature string, span diag.Span) {
	if w.Lacks == nil {
		w.Lacks = &back.Unsupported{Feature: feature, Hint: hint, Span: span}
	}
}

// Failure is the language's error for an unsupported feature, or nil.
func (w *Writer) Failure(of func(back.Unsupported) error) error {
	if w.Lacks == nil {
		return nil
	}
	return of(*w.Lacks)
}

// ReplaceExternal makes external images ones that languages have; name is the language's in
// options. A failure is noted.
func (w *Writer) ReplaceExternal(m *ir.Module, form transform.ExternalForm, bindings []transform.ExternalBinding, name string) error {
	err := transform.ReplaceExternal(m, form, bindings)
	if e, ok := err.(*transform.ExternalError); ok {
		w.UnsupportedUnless(e.Hint(name), e.Error(), e.Span)
		return nil
	}
	return err
}

// Leave ends a function that Enter began.
func (w *Writer) Leave() { w.F, w.Ex, w.Body = nil, &w.M.Consts, false }

// Bound sets how many bytes of text are written at most; 0 is no bound. A Writer that
// passes it panics with a *back.TooLongError, and must not be used again.
func (w *Writer) Bound(bytes int) { w.Out.Bound(bytes) }

// MemberName is the name of a member in the text.
func (w *Writer) MemberName(s ir.StructID, i int) string {
	if list := w.Members[s]; list != nil {
		return list[i]
	}
	return w.M.Structs[s].Members[i].Name
}

// IsVector reports whether a value is a vector.
func (w *Writer) IsVector(e ir.ExprID) bool {
	return w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypeVector
}

// IsAtomic reports whether a pointer points to an atomic.
func (w *Writer) IsAtomic(ptr ir.ExprID) bool {
	return w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(ptr))).Kind == ir.TypeAtomic
}

// RootGlobal is the global that a pointer points into, or 0.
func RootGlobal(f *ir.Function, ptr ir.ExprID) ir.GlobalID {
	for {
		switch f.Kind(ptr) {
		case ir.KindGlobal:
			return f.GlobalRef(ptr)
		case ir.KindAccess, ir.KindAccessIndex:
			ptr = f.Operand(ptr)
		default:
			return 0
		}
	}
}
