package clike

import (
	"strconv"

	"refract/diag"
	"refract/internal/front/glsl/pp"
)

// This file reports errors and finds the place to go on after one.
//
// No error is reported close to one before: consequences of an error are mostly noticed
// where the parser got stuck.

// maxErrors is how many errors are reported before parsing is given up.
const maxErrors = diag.DefaultCap

// TokSpan is the span of the token at index i.
func (p *Parser) TokSpan(i int) diag.Span {
	return diag.Span{Start: p.Toks[i].Start, End: p.Toks[i].End}
}

// Here is the span of the current token.
func (p *Parser) Here() diag.Span { return p.TokSpan(p.Pos) }

// Errorf reports an error at the current token. An error close to an earlier one is a
// consequence: the returned diagnostic is not kept.
func (p *Parser) Errorf(code diag.Code, s diag.Span, format string, args ...any) *diag.Diagnostic {
	const near = 2
	if p.quiet || p.errorPos >= 0 && p.Pos-p.errorPos <= near {
		p.errorPos = p.Pos
		p.discarded = diag.Diagnostic{}
		return &p.discarded
	}
	p.errorPos = p.Pos
	d := p.Diags.Errorf(code, s, format, args...)
	if p.errors++; p.errors >= maxErrors {
		p.GiveUp()
	}
	return d
}

// GiveUp ends parsing: the current token becomes the end.
func (p *Parser) GiveUp() {
	p.quiet = true
	p.Seek(len(p.Toks) - 1)
	p.K = pp.TokEOF
}

// GaveUp reports whether parsing was ended.
func (p *Parser) GaveUp() bool { return p.quiet }

// Expected reports that the current token is not the required one.
func (p *Parser) Expected(code diag.Code, what string) *diag.Diagnostic {
	t := &p.Toks[p.Pos]
	switch t.Kind {
	case pp.TokBad:
		if t.Sym == NoSymbol {
			p.errorPos = p.Pos
			p.discarded = diag.Diagnostic{}
			return &p.discarded
		}
		return p.Errorf(CodeInvalidCharacter, p.Here(), "expected %s, found %s, which begins no token of %s", what, strconv.Quote(clip(p.Name(t.Sym))), p.Language)
	case pp.TokHash, pp.TokHashHash:
		d := p.Errorf(CodeInvalidCharacter, p.Here(), "expected %s, found %s", what, t.Kind)
		if t.Kind == pp.TokHash {
			d.Note("a directive stands alone on its line; %s has no '#' that makes strings of arguments", p.Language)
		}
		return d
	case pp.TokReserved:
		return p.later(p.Errorf(CodeReservedWord, p.Here(), "'%s' is a reserved word", p.Name(t.Sym)), p.Pos)
	}
	d := p.Errorf(code, p.Here(), "expected %s, found %s", what, p.Found())
	if p.Pos > 0 && p.Toks[p.Pos-1].Kind == pp.TokIdent {
		p.later(d, p.Pos-1)
	}
	return d
}

// later adds to d that a word is a keyword in other versions, if it is.
func (p *Parser) later(d *diag.Diagnostic, tok int) *diag.Diagnostic {
	name := p.Name(p.Toks[tok].Sym)
	if since := p.PP.KeywordSince(name); since != "" {
		d.Note("'%s' needs %s", clip(name), since)
	}
	return d
}

// Found describes the current token.
func (p *Parser) Found() string {
	t := &p.Toks[p.Pos]
	switch {
	case t.Kind == pp.TokIdent || t.Kind == pp.TokInt || t.Kind == pp.TokFloat:
		return "'" + clip(p.Name(t.Sym)) + "'"
	case t.Kind.IsWord():
		return "keyword '" + p.Name(t.Sym) + "'"
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

// Expect steps over a token of kind k, or reports its absence.
func (p *Parser) Expect(k pp.TokenKind, context string) bool {
	if p.K == k {
		p.Next()
		return true
	}
	p.Expected(CodeSyntax, k.String()+context)
	return false
}

// ExpectClose steps over the partner of the delimiter at token open, or reports its absence.
// more lists other tokens that could stand here, as "',' or ".
func (p *Parser) ExpectClose(k pp.TokenKind, open int, more string) bool {
	if p.K == k {
		p.Next()
		return true
	}
	code := CodeSyntax
	switch p.K {
	case pp.TokEOF, pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokStruct, pp.TokReturn:
		code = CodeUnclosedDelimiter
	}
	p.Expected(code, more+k.String()).Label(p.TokSpan(open), "to close this %s", p.Toks[open].Kind)
	return false
}

// Semicolon steps over the semicolon that ends a statement, or reports its absence. Tokens
// on the next line are parsed as if it were there.
func (p *Parser) Semicolon(what string) bool {
	if p.K == pp.TokSemicolon {
		p.Next()
		return true
	}
	if p.Pos > 0 && (p.Toks[p.Pos].Newline() || p.K == pp.TokEOF) && p.startsStatement() {
		end := diag.Span{Start: p.PrevEnd(), End: p.PrevEnd()}
		p.Errorf(CodeMissingSemicolon, end, "expected ';' after %s", what).
			Suggest(end, ";", "add the ';'")
		return true
	}
	p.Expected(CodeMissingSemicolon, "';' after "+what)
	return false
}

// startsStatement reports whether a statement or declaration may start here.
func (p *Parser) startsStatement() bool {
	switch p.K {
	case pp.TokIdent, pp.TokRBrace, pp.TokLBrace, pp.TokLBracket, pp.TokEOF, pp.TokPlusPlus, pp.TokMinusMinus:
		return true
	}
	return p.K >= pp.TokIf && p.K <= pp.TokQualifier
}

// Ident steps over a name and returns it and its offset. A reserved word or a keyword in its
// place is reported and then taken as the name; ok is false if there is nothing like a
// name. The parameter describes the name, for example "the name of a function".
func (p *Parser) Ident(what string) (sym Symbol, at uint32, ok bool) {
	t := &p.Toks[p.Pos]
	switch {
	case t.Kind == pp.TokIdent:
	case t.Kind == pp.TokReserved:
		p.Reserved()
	case t.Kind.IsWord() && AfterName(p.Peek()):
		p.Errorf(CodeKeywordAsIdentifier, p.Here(), "keyword '%s' can't be %s", p.Name(t.Sym), what)
	default:
		p.Expected(CodeExpectedIdentifier, what)
		return NoSymbol, 0, false
	}
	p.Next()
	return t.Sym, t.Start, true
}

// Reserved reports the reserved word that is the current token, once.
func (p *Parser) Reserved() {
	sym := p.Toks[p.Pos].Sym
	for _, r := range p.reported {
		if r == sym {
			return
		}
	}
	p.reported = append(p.reported, sym)
	p.later(p.Errorf(CodeReservedWord, p.Here(), "'%s' is a reserved word", p.Name(sym)), p.Pos)
}

// AfterName reports whether a token may follow a name that is declared or used.
func AfterName(k pp.TokenKind) bool {
	switch k {
	case pp.TokSemicolon, pp.TokComma, pp.TokLParen, pp.TokRParen, pp.TokLBracket, pp.TokRBracket, pp.TokAssign, pp.TokLBrace, pp.TokPeriod:
		return true
	}
	return k >= pp.TokMulAssign && k <= pp.TokOrOr
}

// Bad skips from token first to the apparent start of the next statement or declaration, and
// adds a KindBad for it. At global scope braces that were opened are closed as well.
func (p *Parser) Bad(first int, global bool) Node {
	depth := 0
	for i := first; i < p.Pos; i++ {
		switch p.Toks[i].Kind {
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			depth--
		}
	}
	depth = max(depth, 0)
	for p.K != pp.TokEOF {
		switch p.K {
		case pp.TokSemicolon:
			if depth == 0 {
				p.Next()
				return p.badNode(first)
			}
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			if depth == 0 && !global {
				return p.badNode(first)
			}
			if depth--; depth <= 0 {
				p.Next()
				p.Accept(pp.TokSemicolon)
				return p.badNode(first)
			}
		case pp.TokIf, pp.TokFor, pp.TokWhile, pp.TokDo, pp.TokSwitch, pp.TokReturn:
			if depth == 0 && !global && p.Pos > first && p.Toks[p.Pos].Newline() {
				return p.badNode(first)
			}
		}
		p.Next()
	}
	return p.badNode(first)
}

func (p *Parser) badNode(first int) Node {
	if p.Pos == first {
		p.Next()
	}
	return p.NewNode(KindBad, 0, p.Toks[first].Start, p.PrevEnd(), 0, 0)
}
