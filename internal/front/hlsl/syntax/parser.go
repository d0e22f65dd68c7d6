package syntax

import (
	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// MaxExprDepth bounds the nesting of parentheses, calls, indices, assignments, conditionals,
// casts and unary operators. Chains that lean left are not nesting and have no limit.
const MaxExprDepth = 500

// A typeKind is the parser's knowledge of a name.
type typeKind uint8

const (
	isType     typeKind = 1 << iota // the name of a type
	isTemplate                      // it takes arguments in angle brackets
)

// A Parser parses one source after another and reuses its memory: each Tree is valid until
// the next call of Parse. A Parser must not be used by two goroutines at once.
type Parser struct {
	clike.Parser
	words    []word     // by symbol
	language []typeKind // by symbol: the names of the language
	types    []typeKind // by symbol: these, and the names of the source
	inStruct Symbol
}

// NewParser makes a Parser. The names of the language's types, of its templates and of its
// other names get the symbols from FirstPredeclared on, in this order. Words are types that
// are words of GLSL, whose symbols are those of package pp. It panics if a name occurs twice.
func NewParser(words, types, templates, others []string) *Parser {
	names := append(append(append([]string(nil), types...), templates...), others...)
	p := &Parser{Parser: clike.Parser{Language: "HLSL", MaxExprDepth: MaxExprDepth, PP: pp.New(names)}}
	p.Grammar = p
	in := p.Interner()
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

// Parse preprocesses and parses a source, which lies at base in sources; included files are
// added there. It always returns a tree; text that could not be parsed is reported to diags
// and is in the tree as KindBad.
func (p *Parser) Parse(src string, base uint32, opts pp.Options, sources *diag.Sources, diags *diag.List) *Tree {
	p.Begin(src, base, &opts, sources, diags)
	p.types = append(p.types[:0], p.language...)
	p.Unit(func() Node {
		p.inStruct = NoSymbol
		return p.item()
	})
	return &Tree{p.Tree()}
}

// word is the meaning of the token at an index as a word of the language.
func (p *Parser) word(i int) word {
	if i >= len(p.Toks) {
		return wordNone
	}
	t := &p.Toks[i]
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
	return p.KindAt(i) == pp.TokColon && p.KindAt(i+1) == pp.TokColon && p.Toks[i].End == p.Toks[i+1].Start
}

func loMods(m Modifiers) Node { return Node(uint32(m)) }
func hiMods(m Modifiers) Node { return Node(uint32(m >> 32)) }
