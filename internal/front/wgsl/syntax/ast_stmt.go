package syntax

// This file holds the views of statements. Value declarations and const
// assertions, which also stand at module scope, are in ast_decl.go.

// A Block is a compound statement.
type Block struct {
	Attrs []Node
	Stmts []Node
}

// Block reads a KindBlock.
func (t *Tree) Block(n Node) Block {
	x := t.node(n, KindBlock)
	return Block{t.list(x.a), t.list(x.b)}
}

// An Assign is left = right or left op= right.
type Assign struct {
	Op          Op   // OpNone for =
	Left, Right Node // Left is KindPhony for _ = right, which only has OpNone
}

// Assign reads a KindAssign.
func (t *Tree) Assign(n Node) Assign {
	x := t.node(n, KindAssign)
	return Assign{Op(x.op), Node(x.a), Node(x.b)}
}

// A Step is x++ or x--.
type Step struct{ X Node }

// Step reads a KindIncrement or KindDecrement.
func (t *Tree) Step(n Node) Step {
	x := &t.nodes[n]
	if x.kind != KindIncrement && x.kind != KindDecrement {
		wrongKind(x.kind, KindIncrement)
	}
	return Step{Node(x.a)}
}

// A CallStmt is a call whose value is not used.
type CallStmt struct{ Call Node }

// CallStmt reads a KindCallStmt.
func (t *Tree) CallStmt(n Node) CallStmt { return CallStmt{Node(t.node(n, KindCallStmt).a)} }

// An If is a whole chain of if, else if and else.
type If struct {
	Attrs   []Node
	Clauses []Node // KindIfClause, at least one: if, then each else if
	Else    Node   // KindBlock, or None
}

// if record: attrs list, clauses list, else
const ifWords = 3

// If reads a KindIf.
func (t *Tree) If(n Node) If {
	x := t.node(n, KindIf)
	r := t.pool[x.a : x.a+ifWords]
	return If{t.list(uint32(r[0])), t.list(uint32(r[1])), r[2]}
}

// An IfClause is a condition and the block that it guards.
type IfClause struct{ Cond, Body Node }

// IfClause reads a KindIfClause.
func (t *Tree) IfClause(n Node) IfClause {
	x := t.node(n, KindIfClause)
	return IfClause{Node(x.a), Node(x.b)}
}

// A Switch is a switch statement.
type Switch struct {
	Attrs     []Node
	Value     Node
	BodyAttrs []Node
	Cases     []Node // KindCase
}

// switch record: attrs list, value, body attrs list, cases list
const switchWords = 4

// Switch reads a KindSwitch.
func (t *Tree) Switch(n Node) Switch {
	x := t.node(n, KindSwitch)
	r := t.pool[x.a : x.a+switchWords]
	return Switch{t.list(uint32(r[0])), r[1], t.list(uint32(r[2])), t.list(uint32(r[3]))}
}

// A Case is a clause of a switch.
type Case struct {
	Selectors []Node // expressions and KindDefault; a default clause has just the latter
	Body      Node   // KindBlock
}

// Case reads a KindCase.
func (t *Tree) Case(n Node) Case {
	x := t.node(n, KindCase)
	return Case{t.list(x.a), Node(x.b)}
}

// A Loop is a loop statement.
type Loop struct {
	Attrs      []Node
	BodyAttrs  []Node
	Stmts      []Node
	Continuing Node // KindContinuing, or None
}

// loop record: attrs list, body attrs list, statements list, continuing
const loopWords = 4

// Loop reads a KindLoop.
func (t *Tree) Loop(n Node) Loop {
	x := t.node(n, KindLoop)
	r := t.pool[x.a : x.a+loopWords]
	return Loop{t.list(uint32(r[0])), t.list(uint32(r[1])), t.list(uint32(r[2])), r[3]}
}

// A Continuing is the continuing block of a loop.
type Continuing struct {
	Attrs []Node // of its braces
	Stmts []Node // a KindBreakIf stands only at the end
}

// Continuing reads a KindContinuing.
func (t *Tree) Continuing(n Node) Continuing {
	x := t.node(n, KindContinuing)
	return Continuing{t.list(x.a), t.list(x.b)}
}

// A BreakIf ends a continuing block.
type BreakIf struct{ Cond Node }

// BreakIf reads a KindBreakIf.
func (t *Tree) BreakIf(n Node) BreakIf { return BreakIf{Node(t.node(n, KindBreakIf).a)} }

// A For is a for statement.
type For struct {
	Attrs  []Node
	Init   Node // a statement, or None
	Cond   Node // an expression, or None
	Update Node // a statement, or None
	Body   Node // KindBlock
}

// for record: attrs list, init, cond, update, body
const forWords = 5

// For reads a KindFor.
func (t *Tree) For(n Node) For {
	x := t.node(n, KindFor)
	r := t.pool[x.a : x.a+forWords]
	return For{t.list(uint32(r[0])), r[1], r[2], r[3], r[4]}
}

// A While is a while statement.
type While struct {
	Attrs []Node
	Cond  Node
	Body  Node // KindBlock
}

// while record: attrs list, cond, body
const whileWords = 3

// While reads a KindWhile.
func (t *Tree) While(n Node) While {
	x := t.node(n, KindWhile)
	r := t.pool[x.a : x.a+whileWords]
	return While{t.list(uint32(r[0])), r[1], r[2]}
}

// A Return is a return statement.
type Return struct{ X Node } // None if there is no value

// Return reads a KindReturn.
func (t *Tree) Return(n Node) Return { return Return{Node(t.node(n, KindReturn).a)} }
