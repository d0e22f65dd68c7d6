package clike

import "refract/internal/front/glsl/pp"

// This file holds the views of expressions and statements.

// Ident is the name that a KindIdent uses.
func (t *Tree) Ident(n Node) Symbol { return Symbol(t.Stored(n, KindIdent).A) }

// A Literal is a bool or a number.
type Literal struct {
	Kind pp.LiteralKind
	// Bits is the value: 0 or 1 of a bool; an integer as unsigned 64 bits (that of LitInt
	// may be up to 0xffffffff, a bit pattern if it is above the greatest int); of a
	// floating-point number the bits of a float64, of LitFloat rounded to 32 bits first.
	// Values that do not fit were reported.
	Bits uint64
	// Suffixed means that a LitFloat has its f, which old versions of GLSL don't know.
	Suffixed bool
	// Decimal means that an integer is written in decimal, and that a LitUntyped is an
	// integer.
	Decimal bool
}

const (
	litSuffixed = 1 << 4
	litDecimal  = 1 << 5
)

// Literal reads a KindLiteral.
func (t *Tree) Literal(n Node) Literal {
	x := t.Stored(n, KindLiteral)
	return Literal{
		Kind:     pp.LiteralKind(x.Op & 15),
		Bits:     uint64(x.A) | uint64(x.B)<<32,
		Suffixed: x.Op&litSuffixed != 0,
		Decimal:  x.Op&litDecimal != 0,
	}
}

// Str is the text of a KindString between its quotes, escapes as written.
func (t *Tree) Str(n Node) string { return t.interner.Name(Symbol(t.Stored(n, KindString).A)) }

// Paren is the expression in the parentheses of a KindParen.
func (t *Tree) Paren(n Node) Node { return t.Stored(n, KindParen).A }

// Unparen is n without the parentheses around it.
func (t *Tree) Unparen(n Node) Node {
	for t.nodes[n].Kind == KindParen {
		n = t.nodes[n].A
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
	x := t.Stored(n, KindUnary)
	return Unary{Op(x.Op), x.A}
}

// A Binary is x op y with an operator from OpMul to OpLogicalOr. Chains lean left and may be
// as long as the source: a reader walks down Left in a loop.
type Binary struct {
	Op          Op
	Left, Right Node
}

// Binary reads a KindBinary.
func (t *Tree) Binary(n Node) Binary {
	x := t.Stored(n, KindBinary)
	return Binary{Op(x.Op), x.A, x.B}
}

// An Assign is left = right or left op= right. It is an expression.
type Assign struct {
	Op          Op // OpNone for =, else OpMul to OpOr
	Left, Right Node
}

// Assign reads a KindAssign.
func (t *Tree) Assign(n Node) Assign {
	x := t.Stored(n, KindAssign)
	return Assign{Op(x.Op), x.A, x.B}
}

// A Conditional is cond ? then : else.
type Conditional struct{ Cond, Then, Else Node }

// conditional record: then, else

// Conditional reads a KindConditional.
func (t *Tree) Conditional(n Node) Conditional {
	x := t.Stored(n, KindConditional)
	return Conditional{x.A, t.pool[x.B], t.pool[x.B+1]}
}

// A Comma is left, right. Chains lean left, as those of Binary.
type Comma struct{ Left, Right Node }

// Comma reads a KindComma.
func (t *Tree) Comma(n Node) Comma {
	x := t.Stored(n, KindComma)
	return Comma{x.A, x.B}
}

// A Call is a call of a function, a constructor, or of an object with operator(). f(void) of
// GLSL has no arguments.
type Call struct {
	Callee Node // KindIdent, KindName, KindType or an expression
	Args   []Node
}

// Call reads a KindCall.
func (t *Tree) Call(n Node) Call {
	x := t.Stored(n, KindCall)
	return Call{x.A, t.List(x.B)}
}

// An Index is x[i].
type Index struct{ X, Index Node }

// Index reads a KindIndex.
func (t *Tree) Index(n Node) Index {
	x := t.Stored(n, KindIndex)
	return Index{x.A, x.B}
}

// A Member is x.name, a member of a struct or a swizzle.
type Member struct {
	X    Node
	Name Symbol
}

// Member reads a KindMember.
func (t *Tree) Member(n Node) Member {
	x := t.Stored(n, KindMember)
	return Member{x.A, Symbol(x.B)}
}

// InitList lists the items of a KindInitList. It may be empty.
func (t *Tree) InitList(n Node) []Node { return t.List(t.Stored(n, KindInitList).A) }

// An Attributed is a statement or declaration with attributes.
type Attributed struct {
	Attrs []Node // KindAttribute
	X     Node
}

// Attributed reads a KindAttributed.
func (t *Tree) Attributed(n Node) Attributed {
	x := t.Stored(n, KindAttributed)
	return Attributed{t.List(x.A), x.B}
}

// Block lists the statements of a KindBlock.
func (t *Tree) Block(n Node) []Node { return t.List(t.Stored(n, KindBlock).A) }

// ExprStmt is the expression of a KindExprStmt.
func (t *Tree) ExprStmt(n Node) Node { return t.Stored(n, KindExprStmt).A }

// An If is a whole chain of if, else if and else.
type If struct {
	Clauses []Node // KindIfClause, at least one: if, then each else if
	Else    Node   // a statement, or None
}

// If reads a KindIf.
func (t *Tree) If(n Node) If {
	x := t.Stored(n, KindIf)
	return If{t.List(x.A), x.B}
}

// An IfClause is a condition and the statement that it guards.
type IfClause struct{ Cond, Body Node }

// IfClause reads a KindIfClause.
func (t *Tree) IfClause(n Node) IfClause {
	x := t.Stored(n, KindIfClause)
	return IfClause{x.A, x.B}
}

// A Switch is a switch statement. Labels (KindCase, KindDefault) and statements stand in one
// list, as written; labels inside of nested blocks stay in those.
type Switch struct {
	Value Node
	Stmts []Node
}

// Switch reads a KindSwitch.
func (t *Tree) Switch(n Node) Switch {
	x := t.Stored(n, KindSwitch)
	return Switch{x.A, t.List(x.B)}
}

// Case is the value of a KindCase.
func (t *Tree) Case(n Node) Node { return t.Stored(n, KindCase).A }

// A For is a for statement. Its body opens no scope of its own: that of Init reaches over
// all parts.
type For struct {
	Init Node // KindDeclaration, KindExprStmt, or KindEmpty
	Cond Node // an expression, KindDeclaration with one declarator, or None
	Step Node // an expression, or None
	Body Node // a statement
}

// for record: init, cond, step, body

// For reads a KindFor.
func (t *Tree) For(n Node) For {
	r := t.Record(n, KindFor, 4)
	return For{r[0], r[1], r[2], r[3]}
}

// A While is a while statement.
type While struct {
	Cond Node // an expression, or KindDeclaration with one declarator
	Body Node
}

// While reads a KindWhile.
func (t *Tree) While(n Node) While {
	x := t.Stored(n, KindWhile)
	return While{x.A, x.B}
}

// A Do is a do-while statement.
type Do struct{ Body, Cond Node }

// Do reads a KindDo.
func (t *Tree) Do(n Node) Do {
	x := t.Stored(n, KindDo)
	return Do{x.A, x.B}
}

// Return is the value of a KindReturn, or None.
func (t *Tree) Return(n Node) Node { return t.Stored(n, KindReturn).A }
