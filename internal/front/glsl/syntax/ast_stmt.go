package syntax

// This file holds the views of statements. Declarations, which also stand at
// global scope, are in ast_decl.go.

// Block lists the statements of a KindBlock.
func (t *Tree) Block(n Node) []Node { return t.list(t.node(n, KindBlock).a) }

// ExprStmt is the expression of a KindExprStmt.
func (t *Tree) ExprStmt(n Node) Node { return Node(t.node(n, KindExprStmt).a) }

// An If is a whole chain of if, else if and else.
type If struct {
	Clauses []Node // KindIfClause, at least one: if, then each else if
	Else    Node   // a statement, or None
}

// If reads a KindIf.
func (t *Tree) If(n Node) If {
	x := t.node(n, KindIf)
	return If{t.list(x.a), Node(x.b)}
}

// An IfClause is a condition and the statement that it guards.
type IfClause struct{ Cond, Body Node }

// IfClause reads a KindIfClause.
func (t *Tree) IfClause(n Node) IfClause {
	x := t.node(n, KindIfClause)
	return IfClause{Node(x.a), Node(x.b)}
}

// A Switch is a switch statement. Labels (KindCase, KindDefault) and statements
// stand in one list, as written; labels inside of nested blocks stay in those.
type Switch struct {
	Value Node
	Stmts []Node
}

// Switch reads a KindSwitch.
func (t *Tree) Switch(n Node) Switch {
	x := t.node(n, KindSwitch)
	return Switch{Node(x.a), t.list(x.b)}
}

// Case is the value of a KindCase.
func (t *Tree) Case(n Node) Node { return Node(t.node(n, KindCase).a) }

// A For is a for statement. Its body opens no scope of its own: that of Init
// reaches over all parts ("Scoping").
type For struct {
	Init Node // KindDeclaration, KindExprStmt, or KindEmpty
	Cond Node // an expression, KindDeclaration with one declarator, or None
	Step Node // an expression, or None
	Body Node // a statement
}

// for record: init, cond, step, body

// For reads a KindFor.
func (t *Tree) For(n Node) For {
	x := t.node(n, KindFor)
	r := t.pool[x.a : x.a+4]
	return For{r[0], r[1], r[2], r[3]}
}

// A While is a while statement.
type While struct {
	Cond Node // an expression, or KindDeclaration with one declarator
	Body Node
}

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

// Terminate is the word of a KindTerminate.
func (t *Tree) Terminate(n Node) Symbol { return Symbol(t.node(n, KindTerminate).a) }
