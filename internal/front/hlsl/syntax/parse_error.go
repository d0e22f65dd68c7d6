package syntax

import (
	"strconv"

	"refract/diag"
	"refract/internal/front/glsl/pp"
)

// This file reports errors and finds the place to go on after one.

// maxErrors is how many errors are reported before parsing is given up.
const maxErrors = diag.DefaultCap

func (p *Parser) tokSpan(i int) diag.Span {
	return diag.Span{Start: p.toks[i].Start, End: p.toks[i].End}
}

// here is the span of the current token.
func (p *Parser) here() diag.Span { return p.tokSpan(p.pos) }

// errorf reports an error at the current token. An error close to an earlier one is a
// consequence: the returned diagnostic is not kept.
func (p *Parser) errorf(code diag.Code, s diag.Span, format string, args ...any) *diag.Diagnostic {
	const near = 2
	if p.quiet || p.errorPos >= 0 && p.pos-p.errorPos <= near {
		p.errorPos = p.pos
		p.discarded = diag.Diagnostic{}
		return &p.discarded
	}
	p.errorPos = p.pos
	d := p.diags.Errorf(code, s, format, args...)
	if p.errors++; p.errors >= maxErrors {
		p.giveUp()
	}
	return d
}

// giveUp ends parsing: the current token becomes the end.
func (p *Parser) giveUp() {
	p.quiet = true
	p.seek(len(p.toks) - 1)
}

// expected reports that the current token is not the required one.
func (p *Parser) expected(code diag.Code, what string) *diag.Diagnostic {
	t := &p.toks[p.pos]
	switch t.Kind {
	case pp.TokBad:
		if t.Sym == NoSymbol {
			p.errorPos = p.pos
			p.discarded = diag.Diagnostic{}
			return &p.discarded
		}
		return p.errorf(CodeInvalidCharacter, p.here(), "expected %s, found %s, which begins no token of HLSL", what, strconv.Quote(clip(p.name(t.Sym))))
	case pp.TokHash, pp.TokHashHash:
		return p.errorf(CodeInvalidCharacter, p.here(), "expected %s, found %s", what, t.Kind).
			Note("a directive stands alone on its line")
	}
	return p.errorf(code, p.here(), "expected %s, found %s", what, p.found())
}

func (p *Parser) name(s Symbol) string { return p.pp.Interner().Name(s) }

// found describes the current token.
func (p *Parser) found() string {
	t := &p.toks[p.pos]
	switch {
	case t.Kind == pp.TokIdent || t.Kind == pp.TokInt || t.Kind == pp.TokFloat:
		return "'" + clip(p.name(t.Sym)) + "'"
	case t.Kind.IsWord():
		return "keyword '" + p.name(t.Sym) + "'"
	}
	return t.Kind.String()
}

// clip shortens a text that is quoted in a message.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}

// expect steps over a token of kind k, or reports its absence.
func (p *Parser) expect(k pp.TokenKind, context string) bool {
	if p.k == k {
		p.next()
		return true
	}
	p.expected(CodeSyntax, k.String()+context)
	return false
}

// expectClose steps over the partner of the delimiter at token open, or reports its absence.
// more lists other tokens that could stand here.
func (p *Parser) expectClose(k pp.TokenKind, open int, more string) bool {
	if p.k == k {
		p.next()
		return true
	}
	code := CodeSyntax
	switch p.k {
	case pp.TokEOF, pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokStruct, pp.TokReturn:
		code = CodeUnclosedDelimiter
	}
	p.expected(code, more+k.String()).Label(p.tokSpan(open), "to close this %s", p.toks[open].Kind)
	return false
}

// semicolon steps over the semicolon that ends a statement, or reports its absence. Tokens
// on the next line are parsed as if it were there.
func (p *Parser) semicolon(what string) bool {
	if p.k == pp.TokSemicolon {
		p.next()
		return true
	}
	if p.pos > 0 && (p.toks[p.pos].Newline() || p.k == pp.TokEOF) && p.startsStatement() {
		end := diag.Span{Start: p.prevEnd(), End: p.prevEnd()}
		p.errorf(CodeMissingSemicolon, end, "expected ';' after %s", what).
			Suggest(end, ";", "add the ';'")
		return true
	}
	p.expected(CodeMissingSemicolon, "';' after "+what)
	return false
}

// startsStatement reports whether a statement or declaration may start here.
func (p *Parser) startsStatement() bool {
	switch p.k {
	case pp.TokIdent, pp.TokRBrace, pp.TokLBrace, pp.TokLBracket, pp.TokEOF, pp.TokPlusPlus, pp.TokMinusMinus:
		return true
	}
	return p.k >= pp.TokIf && p.k < pp.TokLayout
}

// ident steps over a name and returns it and its offset. The parameter describes the name.
func (p *Parser) ident(what string) (sym Symbol, at uint32, ok bool) {
	t := &p.toks[p.pos]
	switch {
	case t.Kind == pp.TokIdent:
	case t.Kind.IsWord():
		p.errorf(CodeKeywordAsIdentifier, p.here(), "keyword '%s' can't be %s", p.name(t.Sym), what)
	default:
		p.expected(CodeExpectedIdentifier, what)
		return NoSymbol, 0, false
	}
	p.next()
	return t.Sym, t.Start, true
}

// bad skips from token first to the apparent start of the next statement or declaration, and
// adds a KindBad for it. At global scope braces that were opened are closed as well.
func (p *Parser) bad(first int, global bool) Node {
	depth := 0
	for i := first; i < p.pos; i++ {
		switch p.toks[i].Kind {
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			depth--
		}
	}
	depth = max(depth, 0)
	for p.k != pp.TokEOF {
		switch p.k {
		case pp.TokSemicolon:
			if depth == 0 {
				p.next()
				return p.badNode(first)
			}
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			if depth == 0 && !global {
				return p.badNode(first)
			}
			if depth--; depth <= 0 {
				p.next()
				p.accept(pp.TokSemicolon)
				return p.badNode(first)
			}
		case pp.TokIf, pp.TokFor, pp.TokWhile, pp.TokDo, pp.TokSwitch, pp.TokReturn:
			if depth == 0 && !global && p.pos > first && p.toks[p.pos].Newline() {
				return p.badNode(first)
			}
		}
		p.next()
	}
	return p.badNode(first)
}

func (p *Parser) badNode(first int) Node {
	if p.pos == first {
		p.next()
	}
	return p.newNode(KindBad, 0, p.toks[first].Start, p.prevEnd(), 0, 0)
}
