package clike

import (
	"refract/diag"
	"refract/internal/budget"
	"refract/internal/front/glsl/pp"
	"refract/internal/intern"
)

// This file holds the parser's state and the small steps that all of its parts are made of.
//
// A function that parses a construct returns its node, or None after it has reported an
// error and could not go on; its caller passes None up to the nearest statement or
// declaration, which skips to the apparent start of the next one and leaves a KindBad.

// MaxStatementDepth bounds the nesting of statements, structs and namespaces. It lets later
// phases recurse on nesting, as Parser.MaxExprDepth does. Chains that lean left (operators,
// commas, member accesses, indices, else if) are not nesting and have no limit.
const MaxStatementDepth = 200

// A Grammar is the part of a language's grammar that the other doesn't have. Its functions
// begin at the current token, and return None after an error.
type Grammar interface {
	// Prefix parses an operand that begins with a token that is no operator of both languages;
	// ok is false if there is none, so that a primary expression follows.
	Prefix() (x Node, ok bool)
	// Primary parses a name, a call or a literal.
	Primary() Node
	// Postfix parses an operator behind x that not both languages have; ok is false if there
	// is none.
	Postfix(x Node) (y Node, ok bool)
	// Member parses the name behind the point of x, and the arguments that follow it.
	Member(x Node) Node
	// Operand parses an argument, and the right side of an assignment.
	Operand() Node
	// Result parses the value of a return statement.
	Result() Node
	// OwnStatement parses a statement that doesn't begin with one of the words for control flow.
	OwnStatement(start uint32) Node
	// Declares reports whether a declaration begins here, and Declaration parses it.
	Declares() bool
	Declaration() Node
	// Condition parses an expression, or if the statement allows it the declaration of one
	// variable.
	Condition(declare bool) Node
}

// A Parser parses one source after another and reuses its memory: each Tree is valid until
// the next source is begun. It must not be used by two goroutines at once.
type Parser struct {
	Language     string // as messages name it
	MaxExprDepth int    // bounds the nesting of parentheses, calls, indices, assignments, conditionals and unary operators
	PP           *pp.Preprocessor
	Grammar      Grammar
	Void         Symbol // the word in parentheses for no arguments, of GLSL

	Meter *budget.Meter // ends parsing; may be nil
	Diags *diag.List
	Srcs  *diag.Sources

	Toks []pp.Token
	Pos  int          // of the current token
	K    pp.TokenKind // its kind

	Depth     int // of the expression
	StmtDepth int
	Angle     int // angle brackets of templates that are open directly around the expression

	nodes      []Stored
	pool       []Node
	stack      []Node // items of lists that are not complete
	items      []Node
	directives []Directive
	pending    []pp.Directive // that the parser has not come to
	pendingAt  int            // the token behind the next of them

	labels bool // case and default may stand here

	discarded diag.Diagnostic
	errors    int      // reported so far
	errorPos  int      // the token that the last error was reported at, or -1
	quiet     bool     // parsing was given up
	reported  []Symbol // words that were reported as reserved
}

// Begin preprocesses a source, which lies at base in sources; included files are added
// there. The first token is the current one then.
func (p *Parser) Begin(src string, base uint32, opts *pp.Options, sources *diag.Sources, diags *diag.List) *pp.Unit {
	unit, toks := p.PP.Run(src, base, opts, sources, diags)
	*p = Parser{
		Language: p.Language, MaxExprDepth: p.MaxExprDepth, PP: p.PP, Grammar: p.Grammar, Void: p.Void,
		Meter: opts.Meter, Diags: diags, Srcs: sources, Toks: toks,
		nodes: append(p.nodes[:0], Stored{}), pool: append(p.pool[:0], 0),
		stack: p.stack[:0], items: p.items[:0], directives: p.directives[:0],
		reported: p.reported[:0], pending: unit.Directives, errorPos: -1,
	}
	if want := len(toks); cap(p.nodes) < want {
		p.nodes = append(make([]Stored, 0, want), p.nodes...)
		p.pool = append(make([]Node, 0, want), p.pool...)
	}
	p.K = toks[0].Kind
	p.nextPending()
	return unit
}

// Tree ends parsing and returns the tree.
func (p *Parser) Tree() Tree {
	for len(p.pending) > 0 {
		p.directive()
	}
	p.Diags, p.Srcs = nil, nil
	return Tree{nodes: p.nodes, pool: p.pool, items: p.items, directives: p.directives, interner: p.PP.Interner()}
}

// Interner gives the symbols of all trees of this parser.
func (p *Parser) Interner() *intern.Interner { return p.PP.Interner() }

// Name is the text of a symbol.
func (p *Parser) Name(s Symbol) string { return p.PP.Interner().Name(s) }

// Unit parses the whole of a source. The function parses an item at global scope.
func (p *Parser) Unit(item func() Node) {
	for p.K != pp.TokEOF {
		p.Meter.Step()
		p.PassDirectives()
		first := p.Pos
		n := item()
		if n == None {
			n = p.Bad(first, true)
		}
		p.Depth, p.StmtDepth, p.Angle, p.labels = 0, 0, 0, false
		p.stack = p.stack[:0]
		p.items = append(p.items, n)
	}
}

// PassDirectives notes the nodes that follow the directives before the current token.
func (p *Parser) PassDirectives() {
	for p.Pos >= p.pendingAt && len(p.pending) > 0 {
		p.directive()
	}
}

// directive notes which nodes follow the next directive.
func (p *Parser) directive() {
	p.directives = append(p.directives, Directive{p.pending[0], Node(len(p.nodes))})
	p.pending = p.pending[1:]
	p.nextPending()
}

func (p *Parser) nextPending() {
	p.pendingAt = len(p.Toks)
	if len(p.pending) > 0 {
		p.pendingAt = p.pending[0].Token
	}
}

// Next steps to the token after the current one. It stays at the end.
func (p *Parser) Next() {
	if p.Pos+1 < len(p.Toks) {
		p.Pos++
		p.K = p.Toks[p.Pos].Kind
	}
}

// Seek makes the token at an index the current one.
func (p *Parser) Seek(i int) {
	p.Pos = i
	p.K = p.Toks[i].Kind
}

// KindAt is the kind of the token at an index.
func (p *Parser) KindAt(i int) pp.TokenKind {
	if i < len(p.Toks) {
		return p.Toks[i].Kind
	}
	return pp.TokEOF
}

// Peek is the kind of the token after the current one.
func (p *Parser) Peek() pp.TokenKind { return p.KindAt(p.Pos + 1) }

// Accept steps over the current token if it has kind k.
func (p *Parser) Accept(k pp.TokenKind) bool {
	if p.K != k {
		return false
	}
	p.Next()
	return true
}

// At is the offset at which the current token starts.
func (p *Parser) At() uint32 { return p.Toks[p.Pos].Start }

// PrevEnd is the offset at which the token before the current one ends.
func (p *Parser) PrevEnd() uint32 {
	if p.Pos == 0 {
		return p.Toks[0].Start
	}
	return p.Toks[p.Pos-1].End
}

// NewNode adds a node.
func (p *Parser) NewNode(k Kind, op uint8, start, end uint32, a, b Node) Node {
	n := len(p.nodes)
	if n < cap(p.nodes) {
		p.nodes = p.nodes[:n+1]
	} else {
		p.nodes = append(p.nodes, Stored{})
	}
	x := &p.nodes[n]
	x.Kind, x.Op, x.Start, x.End, x.A, x.B = k, op, start, end, a, b
	return Node(n)
}

// Finish adds a node that ends before the current token.
func (p *Parser) Finish(k Kind, start uint32, a, b Node) Node {
	return p.NewNode(k, 0, start, p.PrevEnd(), a, b)
}

// Node is a node that was added.
func (p *Parser) Node(n Node) *Stored { return &p.nodes[n] }

// NextNode is the handle of the node that will be added next.
func (p *Parser) NextNode() Node { return Node(len(p.nodes)) }

// Mark is the beginning of a new list on the stack.
func (p *Parser) Mark() int { return len(p.stack) }

// Push adds an item to the list on the stack.
func (p *Parser) Push(n Node) { p.stack = append(p.stack, n) }

// Drop forgets the items from mark on.
func (p *Parser) Drop(mark int) { p.stack = p.stack[:mark] }

// Pushed is the items from mark on.
func (p *Parser) Pushed(mark int) []Node { return p.stack[mark:] }

// List moves the items from mark on to the pool and returns their list.
func (p *Parser) List(mark int) Node {
	items := p.stack[mark:]
	if len(items) == 0 {
		return 0
	}
	at := Node(len(p.pool))
	p.pool = append(p.pool, Node(len(items)))
	p.pool = append(p.pool, items...)
	p.stack = p.stack[:mark]
	return at
}

// Record adds a record to the pool.
func (p *Parser) Record(words ...Node) Node {
	at := Node(len(p.pool))
	p.pool = append(p.pool, words...)
	return at
}

// Words is the pool from the record at an index on.
func (p *Parser) Words(r Node) []Node { return p.pool[r:] }

// Listed is the items of a list.
func (p *Parser) Listed(list Node) []Node { return p.pool[list+1:][:p.pool[list]] }
