package syntax

import (
	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// MaxExprDepth bounds how deep parentheses, calls, indices, assignments, conditionals and
// unary operators lie inside one another. Chains that lean left are not nesting and have no
// limit.
const MaxExprDepth = 1000

// A Parser parses one source after another and reuses its memory: each Tree is
// valid until the next call of Parse. A Parser must not be used by two
// goroutines at once. NewParser makes one.
type Parser struct {
	clike.Parser
	extra Node // the first ; at global scope, or None
}

// NewParser makes a Parser whose symbols from FirstPredeclared on are the names
// given. It panics if one of them occurs twice or is a word of the language.
func NewParser(predeclared []string) *Parser {
	p := &Parser{Parser: clike.Parser{Language: "GLSL", MaxExprDepth: MaxExprDepth, PP: pp.New(predeclared)}}
	p.Grammar = p
	p.Void = p.Interner().Intern("void")
	p.Interner().Keep()
	return p
}

// Parse preprocesses and parses a source, which lies at base in sources; included files are
// added there. It always returns a tree; text that could not be parsed is reported to diags
// and is in the tree as KindBad.
func (p *Parser) Parse(src string, base uint32, opts pp.Options, sources *diag.Sources, diags *diag.List) *Tree {
	unit := p.Begin(src, base, &opts, sources, diags)
	p.extra = None
	p.Unit(p.item)
	t := &Tree{p.Tree(), unit}
	if p.extra != None && (unit.Profile == pp.ProfileES || unit.Version < 460) {
		// The grammar has it from 4.60 on. Most compilers accept it; the warning is given
		// once.
		diags.Warnf(clike.CodeExtraSemicolon, t.Span(p.extra), "a ';' outside of functions is desktop GLSL's from #version 460 on; some compilers refuse it here")
	}
	return t
}
