package syntax

import (
	"strings"
	"unicode/utf8"

	"refract/diag"
	"refract/internal/intern"
)

// This file turns a source into tokens, all of them before parsing starts, and
// finds template lists on the way.
//
// A < after a name starts a template list if a > follows at the same depth of
// parentheses and brackets, with nothing between them that ends an expression.
// So each such < is a candidate on a stack; a > takes the top candidate if it
// lies at the same depth, and both become template tokens; what cannot stand in
// a template list drops candidates. This is the algorithm of section "Template
// Lists" on tokens instead of characters, in a single pass. On characters, the
// <= of (1)<=2 would count as an assignment and end the list around it; here it
// counts as the comparison that it is.

// A token is a token as the parser reads it.
type token struct {
	start, end uint32
	sym        Symbol // of identifiers, keywords and reserved words
	kind       TokenKind
	lit        LiteralKind // of literals
}

// A candidate is a < that may start a template list.
type candidate struct {
	tok   uint32 // index of its token
	depth int32  // of parentheses and brackets around it
}

// A lexError waits for the parser to reach its place, so that diagnostics come
// in source order.
type lexError struct {
	code       diag.Code
	start, end int
	message    string
	note       string
	fix        string
	replace    string
	hasFix     bool
}

func (p *Parser) lexError(code diag.Code, start, end int, message string) *lexError {
	if len(p.lexErrors) >= maxErrors {
		return &lexError{}
	}
	p.lexErrors = append(p.lexErrors, lexError{code: code, start: start, end: end, message: message})
	return &p.lexErrors[len(p.lexErrors)-1]
}

// checkText finds what must not occur anywhere in a source, comments included.
// It reports the first of each, and returns the number of bytes to skip.
func (p *Parser) checkText(from int) int {
	const mark = "\uFEFF"
	src, skip := p.src[from:], from
	if strings.HasPrefix(src, mark) {
		skip += len(mark)
		e := p.lexError(CodeByteOrderMark, from, skip, "the source starts with a byte order mark")
		e.fix, e.hasFix = "remove it", true
	}
	if !utf8.ValidString(src) {
		at := from
		for {
			r, n := utf8.DecodeRuneInString(p.src[at:])
			if r == utf8.RuneError && n <= 1 {
				break
			}
			at += n
		}
		p.lexError(CodeInvalidUTF8, at, at+1, "the source is not valid UTF-8")
	}
	if at := strings.IndexByte(src, 0); at >= 0 {
		p.lexError(CodeNullCharacter, from+at, from+at+1, "the source contains a null character")
	}
	return skip
}

// lex fills p.toks with what is behind an offset; the last token is TokEOF.
func (p *Parser) lex(from int) {
	src := p.src
	toks := p.toks[:0]
	pending := p.pending[:0]
	depth := int32(0)
	keep := p.opts.Comments || p.opts.Lossless

	i := p.checkText(from)
	for i < len(src) {
		c := src[i]
		var kind TokenKind
		n := 1
		switch c {
		case ' ', '\n', '\t', '\r', '\v', '\f', 0:
			i++
			for i < len(src) && src[i] == ' ' {
				i++
			}
			continue

		case 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
			'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
			'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
			'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z':
			j := i + 1
			for j < len(src) && identByte[src[j]] == 1 {
				j++
			}
			if j < len(src) && src[j] >= utf8.RuneSelf {
				j = identEnd(src, j)
			}
			name := src[i:j]
			var key uint64
			if i+8 <= len(src) {
				key = intern.Load64(src[i:])
				if len(name) < 8 {
					key &= 1<<(uint(len(name))*8) - 1
				}
			} else {
				key = intern.Head(name)
			}
			sym := p.interner.InternHashed(name, key, intern.Hash(name, key))
			kind = TokIdent
			if sym <= lastReserved {
				kind = TokReserved
				if sym <= lastKeyword {
					kind = firstKeyword + TokenKind(sym-1)
				}
			}
			toks = addToken(toks, i, len(src))
			t := &toks[len(toks)-1]
			t.start, t.end, t.sym, t.kind, t.lit = uint32(i), uint32(j), sym, kind, 0
			i = j
			continue

		case '_':
			j := identEnd(src, i+1)
			if j == i+1 {
				kind = TokUnderscore
				break
			}
			name := src[i:j]
			sym := p.interner.Intern(name)
			if strings.HasPrefix(name, "__") && p.firstReport(sym) {
				p.lexError(CodeReservedIdentifier, i, j, "'"+name+"' starts with two underscores, which is reserved").
					suggest("use one underscore", name[1:])
			}
			toks = addToken(toks, i, len(src))
			toks[len(toks)-1] = token{uint32(i), uint32(j), sym, TokIdent, 0}
			i = j
			continue

		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			j := i + 1
			for j < len(src) && src[j]-'0' <= 9 {
				j++
			}
			if j == len(src) || identByte[src[j]] == 0 && src[j] != '.' && src[j] < utf8.RuneSelf {
				if c != '0' || j == i+1 {
					toks = addToken(toks, i, len(src))
					t := &toks[len(toks)-1]
					t.start, t.end, t.sym, t.kind, t.lit = uint32(i), uint32(j), 0, TokInt, LitAbstractInt
					i = j
					continue
				}
			}
			t := p.lexNumber(i)
			toks = addToken(toks, i, len(src))
			toks[len(toks)-1] = t
			i = int(t.end)
			continue

		case '.':
			if i+1 < len(src) && src[i+1]-'0' <= 9 {
				t := p.lexNumber(i)
				toks = addToken(toks, i, len(src))
				toks[len(toks)-1] = t
				i = int(t.end)
				continue
			}
			kind = TokPeriod

		case '(':
			kind = TokLParen
			depth++
		case '[':
			kind = TokLBracket
			depth++
		case ')', ']':
			kind = TokRParen
			if c == ']' {
				kind = TokRBracket
			}
			for len(pending) > 0 && pending[len(pending)-1].depth >= depth {
				pending = pending[:len(pending)-1]
			}
			depth = max(depth-1, 0)
		case ',':
			kind = TokComma
		case ';':
			kind = TokSemicolon
			pending, depth = pending[:0], 0
		case ':':
			if p.opts.WESL && at(src, i+1) == ':' {
				kind, n = TokPath, 2
				break
			}
			kind = TokColon
			pending, depth = pending[:0], 0
		case '{':
			kind = TokLBrace
			pending, depth = pending[:0], 0
		case '}':
			kind = TokRBrace
			pending, depth = pending[:0], 0
		case '@':
			kind = TokAt
		case '~':
			kind = TokTilde

		case '=':
			if at(src, i+1) == '=' {
				kind, n = TokEqual, 2
			} else {
				kind = TokAssign
				pending, depth = pending[:0], 0
			}
		case '!':
			kind = TokBang
			if at(src, i+1) == '=' {
				kind, n = TokNotEqual, 2
			}

		case '<':
			switch next := at(src, i+1); {
			case next == '=':
				kind, n = TokLessEqual, 2
			case next == '<':
				kind, n = TokShl, 2
				if at(src, i+2) == '=' {
					kind, n = TokShlAssign, 3
					pending, depth = pending[:0], 0
				}
			default:
				kind = TokLess
				if len(toks) > 0 && takesTemplate(toks[len(toks)-1].kind) {
					pending = append(pending, candidate{uint32(len(toks)), depth})
				}
			}
		case '>':
			if k := len(pending); k > 0 && pending[k-1].depth == depth {
				kind = TokTemplateEnd
				toks[pending[k-1].tok].kind = TokTemplateStart
				pending = pending[:k-1]
				break
			}
			kind = TokGreater
			switch at(src, i+1) {
			case '=':
				kind, n = TokGreaterEqual, 2
			case '>':
				kind, n = TokShr, 2
				if at(src, i+2) == '=' {
					kind, n = TokShrAssign, 3
				}
			}

		case '&', '|':
			double, assign := TokAndAnd, TokAndAssign
			kind = TokAnd
			if c == '|' {
				kind, double, assign = TokOr, TokOrOr, TokOrAssign
			}
			switch at(src, i+1) {
			case c:
				kind, n = double, 2
				for len(pending) > 0 && pending[len(pending)-1].depth >= depth {
					pending = pending[:len(pending)-1]
				}
			case '=':
				kind, n = assign, 2
				pending, depth = pending[:0], 0
			}

		case '+', '-', '*', '%', '^', '/':
			next := at(src, i+1)
			if c == '/' && (next == '/' || next == '*') {
				n, closed := p.lexComment(i)
				if !closed {
					toks = append(toks, token{uint32(i), uint32(i + n), 0, TokBad, 0})
				} else if keep {
					p.comments = append(p.comments, Comment{uint32(i), uint32(i + n)})
				}
				i += n
				continue
			}
			switch {
			case next == '=':
				kind, n = assignToken[c-'%'], 2
				pending, depth = pending[:0], 0
			case c == '-' && next == '>':
				kind, n = TokArrow, 2
			case c == '-' && next == '-':
				kind, n = TokMinusMinus, 2
			case c == '+' && next == '+':
				kind, n = TokPlusPlus, 2
			default:
				kind = plainToken[c-'%']
			}

		default:
			t, skip := p.lexOther(i)
			if t.kind != TokEOF {
				toks = append(toks, t)
			}
			i += skip
			continue
		}
		toks = addToken(toks, i, len(src))
		t := &toks[len(toks)-1]
		t.start, t.end, t.sym, t.kind, t.lit = uint32(i), uint32(i+n), 0, kind, 0
		i += n
	}
	p.toks = append(toks, token{uint32(len(src)), uint32(len(src)), 0, TokEOF, 0})
	p.pending = pending
}

// addToken makes room for one more token, whose fields the caller sets in
// place: a token put together and then copied costs twice the time. The token is at
// an offset of a source of the given size.
func addToken(toks []token, at, size int) []token {
	if len(toks) < cap(toks) {
		return toks[:len(toks)+1]
	}
	return moreTokens(toks, at, size)[:len(toks)+1]
}

// moreTokens moves tokens to memory for as many as the whole source will have if it
// goes on as it began, within bounds: growing step by step takes three times the memory.
//
//go:noinline
func moreTokens(toks []token, at, size int) []token {
	n := uint64(len(toks))
	expected := n*uint64(size)/uint64(max(at, 1)) + n/16
	return append(make([]token, 0, min(max(expected, n+n/4), 4*n)+256), toks...)
}

// plainToken and assignToken are indexed by the operator's byte less '%', the
// least of them.
var plainToken = [...]TokenKind{
	'%' - '%': TokPercent,
	'*' - '%': TokStar,
	'+' - '%': TokPlus,
	'-' - '%': TokMinus,
	'/' - '%': TokSlash,
	'^' - '%': TokXor,
}

var assignToken = [...]TokenKind{
	'%' - '%': TokPercentAssign,
	'*' - '%': TokStarAssign,
	'+' - '%': TokPlusAssign,
	'-' - '%': TokMinusAssign,
	'/' - '%': TokSlashAssign,
	'^' - '%': TokXorAssign,
}

// identByte is 1 for the ASCII characters of identifiers.
var identByte = func() (t [256]uint8) {
	for c := range t {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			t[c] = 1
		}
	}
	return t
}()

// at is s[i], or 0 past the end.
func at(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// takesTemplate reports whether a < after such a token may start a template
// list: whether it has the form of an identifier.
func takesTemplate(k TokenKind) bool {
	return k == TokIdent || k == TokReserved || k.IsKeyword() && k != TokTrue && k != TokFalse
}

// identEnd is the end of the identifier characters that start at i.
func identEnd(src string, i int) int {
	for i < len(src) {
		if c := src[i]; c < utf8.RuneSelf {
			if identByte[c] == 0 {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if !isIdentContinue(r) {
			return i
		}
		i += n
	}
	return i
}

// lexComment is the length of the comment at i, and whether it is closed.
func (p *Parser) lexComment(i int) (n int, closed bool) {
	if p.src[i+1] == '/' {
		return lineCommentLen(p.src[i:]), true
	}
	n, closed = blockCommentLen(p.src[i:])
	if !closed {
		e := p.lexError(CodeUnclosedComment, i, i+2, "this block comment is not closed")
		e.note = "block comments nest: each '/*' needs its own '*/'"
	}
	return n, closed
}

// lexOther reads at i what does not start with an ASCII character that tokens
// start with: blankspace, an identifier, or a run of invalid characters. The
// token is TokEOF if there is nothing to pass on.
func (p *Parser) lexOther(i int) (t token, skip int) {
	src := p.src
	r, n := utf8.DecodeRuneInString(src[i:])
	switch {
	case r == utf8.RuneError && n <= 1: // reported by checkText
		return token{}, 1
	case isWideBlank(r):
		return token{}, n
	case r >= utf8.RuneSelf && isIdentStart(r):
		j := identEnd(src, i+n)
		return token{uint32(i), uint32(j), p.interner.Intern(src[i:j]), TokIdent, 0}, j - i
	}
	j := i + n
	switch c := src[i]; c {
	case '#': // a directive of a preprocessor
		j = i + lineLen(src[i:])
	case '"', '\'': // a string, if it ends on this line
		if k := strings.IndexByte(src[j:], c); k >= 0 && lineLen(src[j:j+k]) == k {
			j += k + 1
		}
	default:
		for j < len(src) {
			r, n := utf8.DecodeRuneInString(src[j:])
			if !isInvalid(r) || n <= 1 && r == utf8.RuneError {
				break
			}
			j += n
		}
	}
	e := p.lexError(CodeInvalidCharacter, i, j, "invalid character "+quoteRunes(src[i:i+n]))
	switch src[i] {
	case '#':
		e.note = "WGSL has no preprocessor"
	case '"', '\'', '`':
		e.note = "WGSL has no strings or characters"
	case '?':
		e.note = "WGSL has no '?:' operator: use select(if_false, if_true, condition)"
	case '\\':
		e.note = "WGSL has no line continuations"
	}
	return token{uint32(i), uint32(j), 0, TokBad, 0}, j - i
}

// isInvalid reports whether r begins no token and is not blankspace.
func isInvalid(r rune) bool {
	if r < utf8.RuneSelf {
		return r > 0 && r < ' ' && (r < '\t' || r > '\r') || strings.IndexByte("\"#$'?\\`\x7f", byte(r)) >= 0
	}
	return !isWideBlank(r) && !isIdentStart(r)
}

// suggest sets a fix that replaces the whole span.
func (e *lexError) suggest(message, replacement string) {
	e.fix, e.replace, e.hasFix = message, replacement, true
}
