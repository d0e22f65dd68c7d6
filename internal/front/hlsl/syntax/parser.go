package syntax

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

// Limits that the parser enforces, so that later phases may recurse on nesting. Chains that
// lean left are not nesting and have no limit.
const (
	// MaxExprDepth bounds the nesting of parentheses, calls, indices, assignments,
	// conditionals, casts and unary operators.
	MaxExprDepth = 500
	// MaxStatementDepth bounds the nesting of statements, structs and namespaces.
	MaxStatementDepth = 200
)

// A typeKind is the parser's knowledge of a name.
type typeKind uint8

const (
	isType     typeKind = 1 << iota // the name of a type
	isTemplate                      // it takes arguments in angle brackets
)

// A Parser parses one source after another and reuses its memory: each Tree is valid until
// the next call of Parse. A Parser must not be used by two goroutines at once.
type Parser struct {
	meter *budget.Meter
	pp    *pp.Preprocessor
	diags *diag.List
	srcs  *diag.Sources

	words    []word     // by symbol
	language []typeKind // by symbol: the names of the language
	types    []typeKind // by symbol: these, and the names of the source

	toks []pp.Token
	pos  int
	k    pp.TokenKind

	nodes      []node
	pool       []Node
	stack      []Node
	items      []Node
	directives []Directive
	pending    []pp.Directive
	pendingAt  int

	exprDepth int
	stmtDepth int
	labels    bool // case and default may stand here
	angle     int  // angle brackets that are open directly around the expression
	inStruct  Symbol

	discarded diag.Diagnostic
	errors    int
	errorPos  int
	quiet     bool
}

// NewParser makes a Parser. The names of the language's types, of its templates and of its
// other names get the symbols from FirstPredeclared on, in this order. Words are types that
// are words of GLSL, whose symbols are those of package pp. It panics if a name occurs twice.
func NewParser(words, types, templates, others []string) *Parser {
	names := append(append(append([]string(nil), types...), templates...), others...)
	p := &Parser{pp: pp.New(names)}
	in := p.pp.Interner()
	set := func(name string, w word) {
		s := in.Intern(name)
		for int(s) >= len(p.words) {
			p.words = append(p.words, wordNone)
		}
		p.words[s] = w
	}
	for i, name := range modifierWords {
		set(name, wordModifier+word(i))
	}
	for _, w := range otherWords {
		set(w.name, w.word)
	}
	for _, name := range operatorNames {
		in.Intern(name)
	}
	in.Keep()
	p.language = make([]typeKind, in.Len()+1)
	for _, name := range words {
		p.language[pp.WordSymbol(name)] = isType
	}
	for i := range types {
		p.language[FirstPredeclared+Symbol(i)] = isType
	}
	for i := range templates {
		p.language[FirstPredeclared+Symbol(len(types)+i)] = isType | isTemplate
	}
	return p
}

// operatorNames are the names of functions that are operators.
var operatorNames = []string{"operator+", "operator-", "operator*", "operator/", "operator%", "operator==", "operator!=",
	"operator<", "operator>", "operator<=", "operator>=", "operator&&", "operator||", "operator&", "operator|", "operator^",
	"operator<<", "operator>>", "operator()", "operator[]", "operator+=", "operator-=", "operator*=", "operator/=",
	"operator!", "operator~", "operator cast"}

// Interner gives the symbols of all trees of this parser.
func (p *Parser) Interner() *intern.Interner { return p.pp.Interner() }

// Parse preprocesses and parses a source, which lies at base in sources; included files are
// added there. It always returns a tree; text that could not be parsed is reported to diags
// and is in the tree as KindBad.
func (p *Parser) Parse(src string, base uint32, opts pp.Options, sources *diag.Sources, diags *diag.List) *Tree {
	unit, toks := p.pp.Run(src, base, &opts, sources, diags)
	*p = Parser{
		meter: opts.Meter, pp: p.pp, diags: diags, srcs: sources, toks: toks, words: p.words, language: p.language,
		types: append(p.types[:0], p.language...),
		nodes: append(p.nodes[:0], node{}), pool: append(p.pool[:0], 0),
		stack: p.stack[:0], items: p.items[:0], directives: p.directives[:0],
		pending: unit.Directives, errorPos: -1,
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
	t := &Tree{nodes: p.nodes, pool: p.pool, items: p.items, directives: p.directives, interner: p.pp.Interner()}
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

// seek makes the token at an index the current one.
func (p *Parser) seek(i int) {
	p.pos = i
	p.k = p.toks[i].Kind
}

// kindAt is the kind of the token at an index.
func (p *Parser) kindAt(i int) pp.TokenKind {
	if i < len(p.toks) {
		return p.toks[i].Kind
	}
	return pp.TokEOF
}

func (p *Parser) peek() pp.TokenKind { return p.kindAt(p.pos + 1) }

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

// word is the meaning of the token at an index as a word of the language.
func (p *Parser) word(i int) word {
	if i >= len(p.toks) {
		return wordNone
	}
	t := &p.toks[i]
	if t.Kind != pp.TokIdent || int(t.Sym) >= len(p.words) {
		return wordNone
	}
	return p.words[t.Sym]
}

// typeOf is the knowledge of a name.
func (p *Parser) typeOf(s Symbol) typeKind {
	if int(s) < len(p.types) {
		return p.types[s]
	}
	return 0
}

// declareType notes the name of a type or template.
func (p *Parser) declareType(s Symbol, k typeKind) {
	if s == NoSymbol {
		return
	}
	for int(s) >= len(p.types) {
		p.types = append(p.types, 0)
	}
	p.types[s] |= k
}

// colons reports whether a :: stands at an index.
func (p *Parser) colons(i int) bool {
	return p.kindAt(i) == pp.TokColon && p.kindAt(i+1) == pp.TokColon && p.toks[i].End == p.toks[i+1].Start
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

// mark is the beginning of a new list on the stack.
func (p *Parser) mark() int { return len(p.stack) }

// push adds an item to the list on the stack.
func (p *Parser) push(n Node) { p.stack = append(p.stack, n) }

// drop forgets the items from mark on.
func (p *Parser) drop(mark int) { p.stack = p.stack[:mark] }

// list moves the items from mark on to the pool and returns their list.
func (p *Parser) list(mark int) Node {
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

// record adds a record to the pool.
func (p *Parser) record(words ...Node) uint32 {
	at := uint32(len(p.pool))
	p.pool = append(p.pool, words...)
	return at
}

func loMods(m Modifiers) Node { return Node(uint32(m)) }
func hiMods(m Modifiers) Node { return Node(uint32(m >> 32)) }
