package syntax

import (
	"refract/diag"
	"refract/internal/budget"
	"refract/internal/front/glsl/pp"
	"refract/internal/intern"
)

// This file holds the parser's state and the small steps that all of its parts
// are made of. The grammar is in parse_decl.go, parse_stmt.go and
// parse_expr.go, diagnostics and recovery in parse_error.go.
//
// A function that parses a construct returns its node, or None after it has
// reported an error and could not go on; its caller passes None up to the
// nearest statement or declaration, which skips to where the next one seems to
// start and leaves a KindBad.

// Limits that the parser enforces, so that later phases may recurse on nesting.
// Chains that lean left (operators, commas, member accesses, indices, else if)
// are not nesting and have no limit.
const (
	// MaxExprDepth bounds how deep parentheses, calls, indices, assignments,
	// conditionals and unary operators lie inside one another.
	MaxExprDepth = 1000
	// MaxStatementDepth bounds how deep statements lie inside one another.
	MaxStatementDepth = 200
)

// A Parser parses one source after another and reuses its memory: each Tree is
// valid until the next call of Parse. A Parser must not be used by two
// goroutines at once. NewParser makes one.
type Parser struct {
	meter *budget.Meter // ends parsing; may be nil
	pp    *pp.Preprocessor
	diags *diag.List
	srcs  *diag.Sources

	toks []pp.Token
	pos  int          // of the current token
	k    pp.TokenKind // its kind

	nodes      []node
	pool       []Node
	stack      []Node // items of lists that are not complete
	items      []Node
	directives []Directive
	pending    []pp.Directive // that the parser has not come to
	pendingAt  int            // the token behind the next of them

	exprDepth int
	stmtDepth int
	labels    bool // case and default may stand here

	discarded diag.Diagnostic
	errors    int      // reported so far
	errorPos  int      // the token that the last error was reported at, or -1
	quiet     bool     // parsing was given up
	reported  []Symbol // words that were reported as reserved
	extra     Node     // the first ; at global scope, or None

	symVoid Symbol
}

// NewParser makes a Parser whose symbols from FirstPredeclared on are the names
// given. It panics if one of them occurs twice or is a word of the language.
func NewParser(predeclared []string) *Parser {
	p := &Parser{pp: pp.New(predeclared)}
	p.symVoid = p.pp.Interner().Intern("void")
	p.pp.Interner().Keep()
	return p
}

// Interner gives the symbols of all trees of this parser.
func (p *Parser) Interner() *intern.Interner { return p.pp.Interner() }

// Parse preprocesses and parses a source, which lies at base in sources; included files are
// added there. It always returns a tree; text that could not be parsed is reported to diags
// and is in the tree as KindBad.
func (p *Parser) Parse(src string, base uint32, opts pp.Options, sources *diag.Sources, diags *diag.List) *Tree {
	unit, toks := p.pp.Run(src, base, &opts, sources, diags)
	*p = Parser{
		meter: opts.Meter, pp: p.pp, symVoid: p.symVoid, diags: diags, srcs: sources, toks: toks,
		nodes: append(p.nodes[:0], node{}), pool: append(p.pool[:0], 0),
		stack: p.stack[:0], items: p.items[:0], directives: p.directives[:0],
		reported: p.reported[:0], pending: unit.Directives, errorPos: -1,
	}
	if want := len(toks); cap(p.nodes) < want {
		p.nodes = append(make([]node, 0, want), p.nodes...)
		p.pool = append(make([]Node, 0, want), p.pool...)
	}
	p.k = toks[0].Kind
	p.nextPending()
	p.unit()
	for len(p.pending) > 0 {
		p.directive()
	}
	t := &Tree{
		nodes: p.nodes, pool: p.pool, items: p.items, directives: p.directives,
		interner: p.pp.Interner(), unit: unit,
	}
	if p.extra != None && (unit.Profile == pp.ProfileES || unit.Version < 460) {
		// The grammar has it from 4.60 on. Most compilers accept it; the warning is given
		// once.
		diags.Warnf(CodeExtraSemicolon, t.Span(p.extra), "a ';' outside of functions is desktop GLSL's from #version 460 on; some compilers refuse it here")
	}
	p.diags, p.srcs = nil, nil
	return t
}

// directive notes which nodes follow the next directive.
func (p *Parser) directive() {
	p.directives = append(p.directives, Directive{p.pending[0], Node(len(p.nodes))})
	p.pending = p.pending[1:]
	p.nextPending()
}

func (p *Parser) nextPending() {
	p.pendingAt = len(p.toks)
	if len(p.pending) > 0 {
		p.pendingAt = p.pending[0].Token
	}
}

// next steps to the token after the current one. It stays at the end.
func (p *Parser) next() {
	if p.pos+1 < len(p.toks) {
		p.pos++
		p.k = p.toks[p.pos].Kind
	}
}

// peek is the kind of the token after the current one.
func (p *Parser) peek() pp.TokenKind {
	if p.pos+1 < len(p.toks) {
		return p.toks[p.pos+1].Kind
	}
	return pp.TokEOF
}

// accept steps over the current token if it has kind k.
func (p *Parser) accept(k pp.TokenKind) bool {
	if p.k != k {
		return false
	}
	p.next()
	return true
}

// at is the offset at which the current token starts.
func (p *Parser) at() uint32 { return p.toks[p.pos].Start }

// prevEnd is the offset at which the token before the current one ends.
func (p *Parser) prevEnd() uint32 {
	if p.pos == 0 {
		return p.toks[0].Start
	}
	return p.toks[p.pos-1].End
}

// newNode adds a node.
func (p *Parser) newNode(k Kind, op uint8, start, end, a, b uint32) Node {
	n := len(p.nodes)
	if n < cap(p.nodes) {
		p.nodes = p.nodes[:n+1]
	} else {
		p.nodes = append(p.nodes, node{})
	}
	x := &p.nodes[n]
	x.kind, x.op, x.start, x.end, x.a, x.b = k, op, start, end, a, b
	return Node(n)
}

// finish adds a node that ends before the current token.
func (p *Parser) finish(k Kind, start, a, b uint32) Node {
	return p.newNode(k, 0, start, p.prevEnd(), a, b)
}

// mark is where the items of a new list start on the stack.
func (p *Parser) mark() int { return len(p.stack) }

// push adds an item to the list on the stack.
func (p *Parser) push(n Node) { p.stack = append(p.stack, n) }

// list moves the items from mark on to the pool and returns their list.
func (p *Parser) list(mark int) uint32 {
	items := p.stack[mark:]
	if len(items) == 0 {
		return 0
	}
	at := uint32(len(p.pool))
	p.pool = append(p.pool, Node(len(items)))
	p.pool = append(p.pool, items...)
	p.stack = p.stack[:mark]
	return at
}

// record adds a record to the pool.
func (p *Parser) record(words ...Node) uint32 {
	at := uint32(len(p.pool))
	p.pool = append(p.pool, words...)
	return at
}
