package syntax

import (
	"math"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/spell"
)

// This file holds the parser's state and the small steps that all of its parts
// are made of. The grammar is in parse_decl.go, parse_stmt.go and
// parse_expr.go, diagnostics and recovery in parse_error.go.
//
// A function that parses a construct returns its node, or None after it has reported an
// error and could not go on; its caller passes None up to the nearest statement or
// declaration, which skips to the likely beginning of the next one and leaves a KindBad.

// Limits that the parser enforces, so that later phases may recurse on nesting.
// Chains that lean left (operators, member accesses, indices, else if) are not
// nesting and have no limit.
const (
	// MaxExprDepth bounds how deep parentheses, calls, indices, template lists
	// and unary operators lie inside one another.
	MaxExprDepth = 1000
	// MaxBraceDepth bounds how deep braces lie inside one another in a
	// function, its body included ("Limits" of the specification).
	MaxBraceDepth = 127
)

// Options choose the parts of a tree besides the program.
type Options struct {
	Comments bool // comments, for documentation
	Lossless bool // comments, tokens and empty statements, for formatters and editors

	// WESL reads the language WESL. If the tree isn't lossless, items left out by
	// conditions are not in it, and imported ones are, if Modules isn't nil.
	WESL     bool
	Features map[string]bool // values of the features that conditions name
	Lenient  bool            // a feature without a value is false, instead of an error
	Modules  Modules         // finds what is imported; may be nil
	Meter    *budget.Meter   // ends parsing; may be nil
	Imported bool            // what the source imports is in the tree, whether or not anything needs it
}

// A Parser parses one source after another and reuses its memory: each Tree is
// valid until the next call of Parse. A Parser must not be used by two
// goroutines at once. NewParser makes one.
type Parser struct {
	interner *Interner
	opts     Options
	diags    *diag.List

	src  string
	base uint32
	toks []token
	pos  int       // of the current token
	k    TokenKind // its kind

	nodes       []node
	pool        []Node
	stack       []Node       // items of lists that are not complete
	suggestions spell.Effort // of what a misspelled name may have meant
	items       []Node
	comments    []Comment
	pending     []candidate // of the lexer
	removed     []Symbol    // see module.removed

	exprDepth  int
	braceDepth int

	clauses clauses // what may end the statements being parsed

	lexErrors []lexError // not yet passed on
	discarded diag.Diagnostic
	errors    int      // reported so far
	errorPos  int      // the token that the last error was reported at, or -1
	declared  bool     // a declaration was seen, so no directive may follow
	quiet     bool     // parsing was given up
	broken    bool     // something couldn't be parsed: the tree lacks it
	slack     bool     // a { was missing in the function before, so braces may not match
	templates int      // template lists around the expression
	mixed     bool     // operators were reported as mixed in this statement
	parens    parens   // suggested then
	reported  []Symbol // names that were reported as reserved

	program // of WESL

	tree Tree // that the last call of Parse returned
}

// NewParser makes a Parser whose symbols from FirstPredeclared on are the names
// given. It panics if one of them occurs twice or is a keyword or reserved word.
func NewParser(predeclared []string) *Parser {
	return &Parser{interner: NewInterner(predeclared)}
}

// Parse parses a source whose offsets start at base. It always returns a tree; parts that
// could not be parsed are reported to diags and stand in the tree as KindBad. The tree
// keeps src.
func (p *Parser) Parse(src string, base uint32, opts Options, diags *diag.List) *Tree {
	p.start(src, base, opts, diags)
	if uint64(base)+uint64(len(src)) > math.MaxUint32 {
		p.src = ""
		diags.Errorf(CodeSourceTooLarge, diag.Span{Start: base, End: base},
			"the source has %d bytes, more than can be numbered", len(src))
	}
	errors := diags.ErrorCount()
	p.suggestions, p.removed = spell.MaxEffort, nil
	p.lex(0)
	// Most sources have fewer nodes than that, and fewer entries of lists.
	if want := len(p.toks)*2/3 + 8; cap(p.nodes) < want {
		p.nodes = append(make([]node, 0, want), p.nodes...)
		p.pool = append(make([]Node, 0, want*4/5), p.pool...)
	}
	p.k = p.toks[0].kind
	p.module()
	p.flushLexErrors(math.MaxInt)
	if opts.WESL && !opts.Lossless {
		p.link()
	}

	p.tree = Tree{
		source: p.src, base: base, interner: p.interner,
		nodes: p.nodes, pool: p.pool, items: p.items, comments: p.comments,
		scoped: p.scoped, unique: p.unique, links: p.links,
		whole: !p.broken && diags.ErrorCount()-errors == p.errors,
	}
	if opts.Lossless {
		p.tree.tokens = p.toks
	} else if len(p.toks) > manyTokens {
		p.toks = nil
	}
	p.diags = nil
	return &p.tree
}

// manyTokens is from how many tokens on their memory isn't kept for the next source: it is
// more than the tree takes.
const manyTokens = 1 << 18

// Parse parses a source with a Parser of its own; see Parser.Parse.
func Parse(src string, base uint32, opts Options, diags *diag.List) *Tree {
	return NewParser(nil).Parse(src, base, opts, diags)
}

// start forgets the source before.
func (p *Parser) start(src string, base uint32, opts Options, diags *diag.List) {
	p.interner.Reset()
	*p = Parser{
		interner: p.interner, opts: opts, diags: diags, src: src, base: base,
		toks: p.toks[:0], stack: p.stack[:0], items: p.items[:0], comments: p.comments[:0],
		nodes: append(p.nodes[:0], node{}), pool: append(p.pool[:0], 0),
		pending: p.pending[:0], lexErrors: p.lexErrors[:0], reported: p.reported[:0],
		errorPos: -1,
	}
}

// next steps to the token after the current one. It stays at the end.
func (p *Parser) next() {
	if p.pos+1 < len(p.toks) {
		p.pos++
		p.k = p.toks[p.pos].kind
	}
}

// peek is the kind of the token after the current one.
func (p *Parser) peek() TokenKind {
	if p.pos+1 < len(p.toks) {
		return p.toks[p.pos+1].kind
	}
	return TokEOF
}

// accept steps over the current token if it has kind k.
func (p *Parser) accept(k TokenKind) bool {
	if p.k != k {
		return false
	}
	p.next()
	return true
}

// at is the offset at which the current token starts.
func (p *Parser) at() uint32 { return p.toks[p.pos].start }

// prevEnd is the offset at which the token before the current one ends.
func (p *Parser) prevEnd() uint32 {
	if p.pos == 0 {
		return 0
	}
	return p.toks[p.pos-1].end
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

// bad adds a KindBad that reaches from start to before the current token.
func (p *Parser) bad(start uint32) Node {
	return p.newNode(KindBad, 0, start, max(start, p.prevEnd()), 0, 0)
}

// mark is the beginning of a new list's items on the stack.
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
