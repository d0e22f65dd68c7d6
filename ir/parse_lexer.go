package ir

// This file splits the text form into tokens. Newlines end lines, except inside
// parentheses; // starts a comment.

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"refract/diag"
)

type tokenKind uint8

const (
	tokEOF     tokenKind = iota
	tokNewline           // also ;
	tokIdent             // text: the word
	tokNumber            // text: all of it, suffix too
	tokString            // text: unquoted
	tokLabel             // sigil is one of @ $ % ^ # !, text follows it
	tokPunct             // sigil is the character; '>' of "->" is its own
	tokBad
)

type token struct {
	kind       tokenKind
	sigil      byte
	text       string
	start, end int
}

type textLexer struct {
	src    string
	pos    int
	parens int
}

// Classes of characters in ASCII.
const (
	classBad   = iota
	classSpace // and the end of a line in parentheses
	classLine  // ends a line
	classWord  // of words, digits aside
	classDigit
	classSigil // begins a label
	classPunct
	classMinus
	classSlash
	classQuote
)

var textClasses = [128]uint8{
	' ': classSpace, '\t': classSpace, '\r': classSpace,
	'\n': classLine, ';': classLine,
	'_': classWord, 'a': classWord, 'b': classWord, 'c': classWord, 'd': classWord, 'e': classWord, 'f': classWord, 'g': classWord,
	'h': classWord, 'i': classWord, 'j': classWord, 'k': classWord, 'l': classWord, 'm': classWord, 'n': classWord, 'o': classWord,
	'p': classWord, 'q': classWord, 'r': classWord, 's': classWord, 't': classWord, 'u': classWord, 'v': classWord, 'w': classWord,
	'x': classWord, 'y': classWord, 'z': classWord, 'A': classWord, 'B': classWord, 'C': classWord, 'D': classWord, 'E': classWord,
	'F': classWord, 'G': classWord, 'H': classWord, 'I': classWord, 'J': classWord, 'K': classWord, 'L': classWord, 'M': classWord,
	'N': classWord, 'O': classWord, 'P': classWord, 'Q': classWord, 'R': classWord, 'S': classWord, 'T': classWord, 'U': classWord,
	'V': classWord, 'W': classWord, 'X': classWord, 'Y': classWord, 'Z': classWord,
	'0': classDigit, '1': classDigit, '2': classDigit, '3': classDigit, '4': classDigit, '5': classDigit, '6': classDigit, '7': classDigit,
	'8': classDigit, '9': classDigit,
	'@': classSigil, '$': classSigil, '%': classSigil, '^': classSigil, '#': classSigil, '!': classSigil,
	'(': classPunct, ')': classPunct, '{': classPunct, '}': classPunct, '<': classPunct, '>': classPunct, ',': classPunct, ':': classPunct,
	'=': classPunct, '.': classPunct,
	'-': classMinus,
	'/': classSlash,
	'"': classQuote,
}

// class is the class of the next character.
func (l *textLexer) class() uint8 {
	if c := l.src[l.pos]; c < utf8.RuneSelf {
		return textClasses[c]
	}
	return classWord // or bad, which a word of no letters is
}

func (l *textLexer) next() token {
	for l.pos < len(l.src) {
		class := l.class()
		switch {
		case class == classSpace || class == classLine && l.parens > 0 && l.src[l.pos] == '\n':
			l.pos++
		case class == classSlash && strings.HasPrefix(l.src[l.pos:], "//"):
			l.comment()
		default:
			start := l.pos
			t := l.token(class)
			t.start, t.end = start, l.pos
			return t
		}
	}
	return token{kind: tokEOF, start: l.pos, end: l.pos}
}

// comment goes to the end of the line.
func (l *textLexer) comment() {
	if i := strings.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
		l.pos += i
	} else {
		l.pos = len(l.src)
	}
}

// skip goes over text, to a closing brace that it doesn't open or, if lines is set,
// to the end of a line outside of braces.
func (l *textLexer) skip(lines bool) {
	braces := 0
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; c {
		case '\n', ';':
			if lines && braces == 0 {
				return
			}
		case '{':
			braces++
		case '}':
			if braces == 0 {
				return
			}
			braces--
		case '"':
			l.string()
			continue
		case '/':
			if strings.HasPrefix(l.src[l.pos:], "//") {
				l.comment()
				continue
			}
		}
		l.pos++
	}
}

func (l *textLexer) token(class uint8) token {
	start := l.pos
	c := l.src[start]
	switch class {
	case classLine:
		l.pos++
		return token{kind: tokNewline}
	case classQuote:
		return l.string()
	case classDigit:
		return token{kind: tokNumber, text: l.number()}
	case classMinus:
		if start+1 < len(l.src) && isDigit(l.src[start+1]) {
			return token{kind: tokNumber, text: l.number()}
		}
		l.pos++
		return token{kind: tokPunct, sigil: c}
	case classSigil:
		l.pos++
		if l.pos < len(l.src) && l.src[l.pos] == '#' && c != '#' {
			l.pos++
		}
		l.ident()
		if l.pos-start > 1 {
			return token{kind: tokLabel, sigil: c, text: l.src[start+1 : l.pos]}
		}
		return token{kind: tokBad}
	case classWord:
		if l.ident(); l.pos > start {
			return token{kind: tokIdent, text: l.src[start:l.pos]}
		}
		_, n := utf8.DecodeRuneInString(l.src[start:])
		l.pos += n
		return token{kind: tokBad}
	case classPunct:
		l.pos++
		switch c {
		case '(':
			l.parens++
		case ')':
			l.parens = max(0, l.parens-1)
		}
		return token{kind: tokPunct, sigil: c}
	default:
		l.pos++
		return token{kind: tokBad}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (l *textLexer) ident() {
	for l.pos < len(l.src) {
		if c := l.src[l.pos]; c < utf8.RuneSelf {
			if k := textClasses[c]; k != classWord && k != classDigit {
				return
			}
			l.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.src[l.pos:])
		if r == utf8.RuneError || !isTextIdentRune(r) {
			return
		}
		l.pos += n
	}
}

// number scans digits, letters, points and the sign of an exponent.
func (l *textLexer) number() string {
	start := l.pos
	l.pos++
	hex := strings.HasPrefix(strings.TrimPrefix(l.src[start:], "-"), "0x")
	for ; l.pos < len(l.src); l.pos++ {
		c := l.src[l.pos]
		if isDigit(c) || c == '.' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			continue
		}
		if last := l.src[l.pos-1] | 0x20; (c == '-' || c == '+') && (last == 'e' && !hex || last == 'p' && hex) {
			continue
		}
		break
	}
	return l.src[start:l.pos]
}

func (l *textLexer) string() token {
	quoted, err := strconv.QuotedPrefix(l.src[l.pos:])
	if err != nil {
		if i := strings.IndexByte(l.src[l.pos:], '\n'); i >= 0 {
			l.pos += i
		} else {
			l.pos = len(l.src)
		}
		return token{kind: tokBad}
	}
	l.pos += len(quoted)
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return token{kind: tokBad}
	}
	return token{kind: tokString, text: text}
}

// String describes a token for messages.
func (t token) String() string {
	switch t.kind {
	case tokEOF:
		return "the end of the text"
	case tokNewline:
		return "the end of the line"
	case tokIdent, tokNumber:
		return strconv.Quote(t.text)
	case tokString:
		return "string " + strconv.Quote(t.text)
	case tokLabel:
		return strconv.Quote(string(t.sigil) + t.text)
	case tokPunct:
		return strconv.Quote(string(t.sigil))
	case tokBad:
		return "a malformed token"
	default:
		panic("ir: unknown token kind")
	}
}

// at is the source position of a range of the text.
func (p *textParser) at(start, end int) diag.Span {
	if p.base == 0 {
		return diag.Span{}
	}
	return diag.Span{Start: p.base + uint32(start), End: p.base + uint32(end)}
}
