package embedded

// The lexer splits a program into tokens: words, numbers, literals, comments and single
// characters. It understands just enough of each language to find the ends of literals and
// comments. A template literal of JavaScript is a token for each stretch of text between
// placeholders, since the placeholders hold tokens of their own.

import (
	"strings"
	"unicode/utf8"
)

// A kind is that of a token.
type kind uint8

const (
	tokEnd kind = iota
	tokComment
	tokWord
	tokNumber
	tokText     // a literal
	tokTemplate // a stretch of a template literal
	tokRune     // a character literal, a lifetime, or a regular expression
	tokMark     // one character of punctuation
)

// A token is a stretch of a program.
type token struct {
	kind  kind
	line  bool // it is the first of a line
	opens bool // tokTemplate: the literal begins with it
	ends  bool // tokTemplate: the literal ends with it
	mark  byte // tokMark: the character
	at    Span
	body  Span // of literals: the text between the marks
	style style
}

// A style is the form of a literal, which decides how its text is read and written.
type style uint8

const (
	rawGo      style = iota // `...`
	quotedGo                // "..."
	rawRust                 // r#"..."#
	quotedRust              // "..."
	rawC                    // R"x(...)x"
	quotedC                 // "..."
	quotedJS                // "..." and '...'
	templateJS              // `...`
)

// A lexer is a place in a program.
type lexer struct {
	host      Host
	text      string
	at        int
	fresh     bool  // nothing is on the line yet
	before    token // the last one that is no comment
	braces    []int // JavaScript: open braces in each placeholder around
	hash      bool  // C: the line is a directive
	divisions int   // JavaScript: up to where slashes are divisions
}

// peek is the byte n behind the place, or 0.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

// next returns the next token.
func (l *lexer) next() token {
	l.blanks()
	t := token{line: l.fresh, at: Span{l.at, l.at}}
	if l.at >= len(l.text) {
		return t
	}
	if l.fresh {
		l.hash = l.host == C && l.text[l.at] == '#'
	}
	l.fresh = false
	switch c := l.text[l.at]; {
	case c == '/' && l.peek(1) == '/':
		l.lineComment()
		t.kind = tokComment
	case c == '/' && l.peek(1) == '*':
		l.blockComment()
		t.kind = tokComment
	case c >= '0' && c <= '9':
		l.number()
		t.kind = tokNumber
	case isWordByte(c):
		l.word()
		t.kind = tokWord
		l.prefixed(&t)
	case c == '"' || c == '\'' || c == '`':
		l.quoted(&t)
	case c == '}' && len(l.braces) > 0 && l.braces[len(l.braces)-1] == 0:
		l.braces = l.braces[:len(l.braces)-1]
		l.template(&t)
	case c == '/' && l.host == JavaScript && l.at >= l.divisions && l.mayBeginExpression():
		l.regularExpression()
		t.kind = tokRune
	default:
		if n := len(l.braces); n > 0 && c == '{' {
			l.braces[n-1]++
		} else if n > 0 && c == '}' {
			l.braces[n-1]--
		}
		l.at++
		t.kind, t.mark = tokMark, c
	}
	t.at.End = l.at
	if t.kind != tokComment {
		l.before = t
	}
	return t
}

// blanks skips blanks, ends of lines, and in C the continuations of lines.
func (l *lexer) blanks() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n' || c == '\r':
			l.fresh = true
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
		case c == '\\' && l.host == C && (l.peek(1) == '\n' || l.peek(1) == '\r' && l.peek(2) == '\n'):
			for l.text[l.at] != '\n' {
				l.at++
			}
		case c == 0xEF && strings.HasPrefix(l.text[l.at:], "\uFEFF"):
			l.at += 2
		default:
			return
		}
		l.at++
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf
}

func (l *lexer) word() {
	for l.at < len(l.text) && isWordByte(l.text[l.at]) {
		l.at++
	}
}

// number skips a number; C has marks between digits.
func (l *lexer) number() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		digits := c == '\'' && l.host == C && isWordByte(l.peek(1))
		if !isWordByte(c) && c != '.' && !digits {
			return
		}
		l.at++
	}
}

func (l *lexer) lineComment() {
	for l.at < len(l.text) && l.text[l.at] != '\n' && l.text[l.at] != '\r' {
		if l.host == C && l.text[l.at] == '\\' && l.peek(1) == '\n' {
			l.at++
		}
		l.at++
	}
}

// blockComment skips a comment, which nests in Rust.
func (l *lexer) blockComment() {
	depth := 1
	for l.at += 2; l.at < len(l.text) && depth > 0; l.at++ {
		switch {
		case l.text[l.at] == '*' && l.peek(1) == '/':
			depth--
			l.at++
		case l.host == Rust && l.text[l.at] == '/' && l.peek(1) == '*':
			depth++
			l.at++
		}
	}
	l.at = min(l.at, len(l.text))
}

// prefixed makes a literal of a word that is the prefix of one.
func (l *lexer) prefixed(t *token) {
	prefix, next := l.text[t.at.Start:l.at], l.peek(0)
	switch {
	case l.host == C && next == '"' && (prefix == "R" || prefix == "u8R" || prefix == "uR" || prefix == "UR" || prefix == "LR"):
		l.rawC(t)
	case l.host == C && (next == '"' || next == '\'') && (prefix == "u8" || prefix == "u" || prefix == "U" || prefix == "L"):
		l.quoted(t)
	case l.host == Rust && (next == '"' || next == '#') && (prefix == "r" || prefix == "br" || prefix == "cr"):
		l.rawRust(t)
	case l.host == Rust && (next == '"' || next == '\'') && (prefix == "b" || prefix == "c"):
		l.quoted(t)
	}
}

// quoted reads a literal that begins with a quotation mark.
func (l *lexer) quoted(t *token) {
	mark := l.text[l.at]
	switch {
	case mark == '`' && l.host == Go:
		l.rawGo(t)
		return
	case mark == '`' && l.host == JavaScript:
		t.opens = true
		l.template(t)
		return
	case mark == '`':
		l.at++
		t.kind, t.mark = tokMark, mark
		return
	case mark == '\'' && l.host == Rust:
		l.rustRune()
		t.kind = tokRune
		return
	}
	t.kind = tokText
	if mark == '\'' && l.host != JavaScript {
		t.kind = tokRune
	}
	t.style = [...]style{Go: quotedGo, Rust: quotedRust, C: quotedC, JavaScript: quotedJS}[l.host]
	l.at++
	t.body.Start = l.at
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == mark:
			t.body.End = l.at
			l.at++
			return
		case c == '\\' && l.at+1 < len(l.text):
			if l.at++; l.text[l.at] == '\r' && l.peek(1) == '\n' {
				l.at++
			}
		case (c == '\n' || c == '\r') && l.host != Rust:
			t.kind = tokRune // it has no end, and is no literal
			return
		}
		l.at++
	}
	t.kind = tokRune
}

// rustRune skips a character or a lifetime.
func (l *lexer) rustRune() {
	l.at++
	if l.peek(0) == '\\' {
		for l.at += 2; l.at < len(l.text) && l.text[l.at] != '\'' && l.text[l.at] != '\n'; l.at++ {
		}
		l.at = min(l.at+1, len(l.text))
		return
	}
	_, n := utf8.DecodeRuneInString(l.text[l.at:])
	if l.peek(n) == '\'' && n > 0 {
		l.at += n + 1
	}
}

// rawGo reads a literal between backquotes.
func (l *lexer) rawGo(t *token) {
	l.at++
	l.upTo(t, rawGo, "`")
}

// upTo ends a raw literal at a mark.
func (l *lexer) upTo(t *token, s style, mark string) {
	t.kind, t.style, t.body = tokText, s, Span{l.at, len(l.text)}
	if i := strings.Index(l.text[l.at:], mark); i >= 0 {
		t.body.End = l.at + i
		l.at += i + len(mark)
		return
	}
	t.kind, l.at = tokRune, len(l.text)
}

// rawRust reads a literal behind its prefix; r#name is a word.
func (l *lexer) rawRust(t *token) {
	hashes := 0
	for l.peek(hashes) == '#' {
		hashes++
	}
	if l.peek(hashes) != '"' {
		if hashes == 1 && isWordByte(l.peek(1)) {
			l.at++
			l.word()
		}
		return
	}
	l.at += hashes + 1
	l.upTo(t, rawRust, "\""+l.text[l.at-1-hashes:l.at-1])
}

// maxDelimiter is the longest delimiter of a raw literal in C++.
const maxDelimiter = 16

// rawC reads a literal behind its prefix.
func (l *lexer) rawC(t *token) {
	end := l.at + 1
	for end < len(l.text) && end-l.at-1 <= maxDelimiter && l.text[end] != '(' {
		if c := l.text[end]; c == ')' || c == '\\' || c == '"' || c <= ' ' {
			l.quoted(t)
			return
		}
		end++
	}
	if end >= len(l.text) || l.text[end] != '(' {
		l.quoted(t)
		return
	}
	delimiter := l.text[l.at+1 : end]
	l.at = end + 1
	l.upTo(t, rawC, ")"+delimiter+"\"")
}

// template reads a stretch of a template literal behind the mark or the brace that it begins
// with.
func (l *lexer) template(t *token) {
	l.at++
	t.kind, t.style, t.body = tokTemplate, templateJS, Span{l.at, len(l.text)}
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '`':
			t.body.End, t.ends = l.at, true
			l.at++
			return
		case c == '$' && l.peek(1) == '{':
			t.body.End = l.at
			l.at += 2
			l.braces = append(l.braces, 0)
			return
		case c == '\\':
			l.at++
		}
		l.at++
	}
	l.at = len(l.text)
	t.kind = tokRune // it has no end
}

// mayBeginExpression reports whether a slash begins a regular expression: there is no value in
// front of it.
func (l *lexer) mayBeginExpression() bool {
	switch b := l.before; b.kind {
	case tokEnd:
		return true
	case tokNumber, tokText, tokRune:
		return false
	case tokTemplate:
		return !b.ends
	case tokMark:
		return b.mark != ')' && b.mark != ']' && b.mark != '}'
	case tokWord:
		switch l.text[b.at.Start:b.at.End] {
		case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "await", "yield", "instanceof":
			return true
		}
	}
	return false
}

// regularExpression skips a regular expression, or one character if it has no end. Other
// slashes of its line are divisions then.
func (l *lexer) regularExpression() {
	class := false
	i := l.at + 1
	for ; i < len(l.text); i++ {
		switch c := l.text[i]; {
		case c == '\n' || c == '\r':
			l.at++
			l.divisions = i
			return
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			l.at = i + 1
			l.word() // flags
			return
		}
	}
	l.at++
	l.divisions = i
}
