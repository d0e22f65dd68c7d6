package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"refract/diag"
)

// This file reports errors and finds the place to go on after one.
//
// No error is reported close to one before, nor at a token that the lexer has reported
// already: consequences of an error are mostly noticed near the place at which the parser
// got stuck.

// maxErrors is how many errors are reported before parsing is given up.
const maxErrors = diag.DefaultCap

// span is the span between two offsets of the source.
func (p *Parser) span(start, end uint32) diag.Span {
	return diag.Span{Start: p.base + start, End: p.base + end}
}

// tokSpan is the span of the token at index i.
func (p *Parser) tokSpan(i int) diag.Span { return p.span(p.toks[i].start, p.toks[i].end) }

// here is the span of the current token.
func (p *Parser) here() diag.Span { return p.tokSpan(p.pos) }

// nodeSpan is the span of a node.
func (p *Parser) nodeSpan(n Node) diag.Span { return p.span(p.nodes[n].start, p.nodes[n].end) }

// nodeText is the source text of a node.
func (p *Parser) nodeText(n Node) string { return p.src[p.nodes[n].start:p.nodes[n].end] }

// errorf reports an error that the current token brought to light. If there was one before,
// the result is not kept.
func (p *Parser) errorf(code diag.Code, s diag.Span, format string, args ...any) *diag.Diagnostic {
	p.broken = true
	if p.quiet || p.k == TokBad || p.followsError() {
		p.errorPos = p.pos
		p.discarded = diag.Diagnostic{}
		return &p.discarded
	}
	p.errorPos = p.pos
	p.flushLexErrors(int(s.Start - p.base))
	d := p.diags.Errorf(code, s, format, args...)
	if p.errors++; p.errors >= maxErrors {
		p.giveUp()
	}
	return d
}

// followsError reports whether a fault of the current token is likely a consequence of an
// error before: one at this token or, on the same line, at most three tokens before, or a
// comment that took the rest of the source. Conditions are read ahead of the attributes
// around them, so that an error may lie ahead: nothing follows from that one.
func (p *Parser) followsError() bool {
	if p.k == TokEOF && p.pos > 0 && p.toks[p.pos-1].kind == TokBad {
		return true
	}
	const near = 3
	d := p.pos - p.errorPos
	return p.errorPos >= 0 && d >= 0 && d <= near &&
		(d == 0 || !strings.ContainsAny(p.src[p.toks[p.errorPos].start:p.at()], "\n\r"))
}

// giveUp ends parsing: the current token becomes the end.
func (p *Parser) giveUp() {
	p.quiet = true
	p.pos = len(p.toks) - 1
	p.k = TokEOF
}

// expected reports that the current token is not the required one.
func (p *Parser) expected(code diag.Code, what string) *diag.Diagnostic {
	return p.errorf(code, p.here(), "expected %s, found %s", what, p.found())
}

// found describes the current token.
func (p *Parser) found() string {
	t := &p.toks[p.pos]
	switch {
	case t.kind == TokEOF || t.kind == TokBad:
		return t.kind.String()
	case t.kind.IsKeyword():
		return "keyword " + t.kind.String()
	case t.kind == TokReserved:
		return "reserved word '" + p.tokText(p.pos) + "'"
	case t.kind == TokIdent || t.kind == TokInt || t.kind == TokFloat:
		return "'" + clip(p.tokText(p.pos)) + "'"
	}
	return t.kind.String()
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

func (p *Parser) tokText(i int) string { return p.src[p.toks[i].start:p.toks[i].end] }

// flushLexErrors passes on the lexer's errors up to an offset.
func (p *Parser) flushLexErrors(upTo int) {
	n := 0
	for n < len(p.lexErrors) && p.lexErrors[n].start <= upTo {
		e := &p.lexErrors[n]
		s := p.span(uint32(e.start), uint32(e.end))
		d := p.diags.Errorf(e.code, s, "%s", e.message)
		if e.note != "" {
			d.Note("%s", e.note)
		}
		if e.hasFix {
			d.Suggest(s, e.replace, "%s", e.fix)
		}
		n++
	}
	p.errors += n
	p.broken = p.broken || n > 0
	p.lexErrors = p.lexErrors[n:]
}

// quoteRunes quotes invalid characters for a message.
func quoteRunes(s string) string {
	if strings.ContainsAny(s, "'\\") {
		return strconv.Quote(clip(s))
	}
	q := strconv.Quote(clip(s))
	return "'" + strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`) + "'"
}

// firstReport reports whether s was not reported as a bad name before.
func (p *Parser) firstReport(s Symbol) bool {
	for _, r := range p.reported {
		if r == s {
			return false
		}
	}
	if len(p.reported) < maxErrors {
		p.reported = append(p.reported, s)
	}
	return true
}

// expect steps over a token of kind k, or reports its absence.
func (p *Parser) expect(k TokenKind, context string) bool {
	if p.k == k {
		p.next()
		return true
	}
	p.expected(CodeSyntax, k.String()+context)
	return false
}

// expectClose steps over the partner of the delimiter at token open, or reports its
// absence. more is the other tokens that could stand here, as "',' or ".
func (p *Parser) expectClose(k TokenKind, open int, more string) bool {
	if p.k == k {
		p.next()
		return true
	}
	code := CodeSyntax
	switch p.k {
	case TokEOF, TokSemicolon, TokLBrace, TokRBrace, TokFn, TokStruct, TokLet, TokVar, TokReturn:
		code = CodeUnclosedDelimiter
	}
	d := p.expected(code, more+k.String())
	d.Label(p.tokSpan(open), "to close this %s", p.toks[open].kind)
	return false
}

// name steps over a name and returns it and its offset. A reserved word or a keyword in its
// place is reported and then taken as the name; ok is false if there is nothing like a
// name. The parameter describes it, for example "a function name".
func (p *Parser) name(what string) (sym Symbol, at uint32, ok bool) {
	t := &p.toks[p.pos]
	switch {
	case t.kind == TokIdent:
	case t.kind == TokReserved:
		p.reserved()
	case t.kind == TokUnderscore:
		p.errorf(CodeKeywordAsIdentifier, p.here(), "'_' cannot be used as %s", what)
		p.next()
		return NoSymbol, t.start, true
	case t.kind.IsKeyword() && afterName(p.peek()):
		p.errorf(CodeKeywordAsIdentifier, p.here(), "keyword %s cannot be used as %s", t.kind, what)
	default:
		p.expected(CodeExpectedIdentifier, what)
		return NoSymbol, 0, false
	}
	p.next()
	return t.sym, t.start, true
}

// afterName reports whether a token of kind k can follow the name in a
// declaration.
func afterName(k TokenKind) bool {
	switch k {
	case TokColon, TokAssign, TokLParen, TokSemicolon, TokComma, TokLBrace, TokRParen:
		return true
	}
	return false
}

// semicolon steps over a semicolon. If it is missing, that is reported behind the token
// before, and tokens that do not look like the start of something new are skipped.
func (p *Parser) semicolon(after string) {
	if p.k == TokSemicolon {
		p.next()
		return
	}
	end := p.prevEnd()
	if p.continuesLine() {
		p.expected(CodeMissingSemicolon, "';' after "+after)
		p.skipStatement()
		return
	}
	s := p.span(end, end)
	broken := p.broken // the tree is as if it stood there
	p.errorf(CodeMissingSemicolon, s, "expected ';' after %s", after).
		Suggest(s, ";", "add ';'")
	p.broken = broken
}

// continuesLine reports whether the current token looks like more of the same
// statement and not like the start of something new.
func (p *Parser) continuesLine() bool {
	switch {
	case p.k == TokEOF || p.k == TokRBrace || p.k == TokAt:
		return false
	case p.k.IsKeyword() && p.k != TokTrue && p.k != TokFalse:
		return false
	}
	return p.sameLine()
}

// sameLine reports whether the current token stands on the line of the one
// before.
func (p *Parser) sameLine() bool {
	return !strings.ContainsAny(p.src[p.prevEnd():p.at()], "\n\r")
}

// skipStatement skips to the start of the next statement: over the next
// semicolon or braces, or up to a closing brace or a word that starts one.
func (p *Parser) skipStatement() {
	for {
		switch p.k {
		case TokEOF, TokRBrace:
			return
		case TokSemicolon:
			p.next()
			return
		case TokLBrace:
			p.skipBraces()
			return
		case TokLet, TokVar, TokConst, TokConstAssert, TokIf, TokFor, TokWhile, TokLoop, TokSwitch,
			TokReturn, TokBreak, TokContinue, TokContinuing, TokDiscard, TokFn, TokStruct, TokCase,
			TokDefault, TokAlias, TokOverride:
			return
		}
		p.next()
	}
}

// skipBraces skips from an opening brace over its partner, but not over a likely beginning
// of the next declaration.
func (p *Parser) skipBraces() {
	depth := 0
	for {
		switch p.k {
		case TokEOF:
			return
		case TokLBrace:
			depth++
		case TokRBrace:
			if depth--; depth <= 0 {
				p.next()
				return
			}
		case TokFn, TokStruct, TokAlias, TokOverride:
			if p.startsLine() {
				return
			}
		}
		p.next()
	}
}

// startsLine reports whether the current token is the first on its line, not
// indented.
func (p *Parser) startsLine() bool {
	at := p.at()
	return at == 0 || p.src[at-1] == '\n' || p.src[at-1] == '\r'
}

// skipToBlock skips the rest of a header up to the block it announces, and
// reports whether there is one.
func (p *Parser) skipToBlock() bool {
	for {
		switch p.k {
		case TokLBrace:
			return true
		case TokEOF, TokRBrace, TokSemicolon, TokFn, TokStruct, TokLet, TokVar, TokReturn, TokIf, TokFor,
			TokWhile, TokLoop, TokSwitch, TokAlias, TokOverride, TokConst, TokBreak, TokContinue, TokDiscard:
			return false
		}
		p.next()
	}
}

// skipItem skips to the next declaration at module scope.
func (p *Parser) skipItem() {
	for {
		switch p.k {
		case TokEOF:
			return
		case TokSemicolon:
			p.next()
			return
		case TokLBrace:
			p.skipBraces()
			return
		case TokFn, TokStruct, TokAlias, TokOverride, TokVar, TokConst, TokConstAssert, TokEnable,
			TokRequires, TokAt:
			return
		}
		p.next()
	}
}

// skipListItem skips to a separator or the end of a list of parameters or
// members.
func (p *Parser) skipListItem() {
	depth := 0
	for {
		switch p.k {
		case TokEOF, TokLBrace, TokRBrace, TokSemicolon, TokFn, TokStruct:
			return
		case TokLParen, TokLBracket, TokTemplateStart:
			depth++
		case TokRParen, TokRBracket, TokTemplateEnd:
			if depth == 0 {
				return
			}
			depth--
		case TokComma:
			if depth == 0 {
				return
			}
		}
		p.next()
	}
}

// enterExpr counts a level of nesting in an expression. At the limit it gives
// parsing up and returns false.
func (p *Parser) enterExpr() bool {
	if p.exprDepth++; p.exprDepth > MaxExprDepth {
		p.tooDeep(fmt.Sprintf("expressions nest deeper than %d levels", MaxExprDepth))
		return false
	}
	return true
}

// enterBrace counts a level of nesting of braces.
func (p *Parser) enterBrace() bool {
	if p.braceDepth++; p.braceDepth > MaxBraceDepth {
		p.tooDeep(fmt.Sprintf("braces nest deeper than %d levels", MaxBraceDepth))
		return false
	}
	return true
}

func (p *Parser) tooDeep(message string) {
	p.errorf(CodeNestingTooDeep, p.here(), "%s", message)
	p.giveUp()
}
