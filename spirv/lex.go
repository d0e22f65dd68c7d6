// Tokens of the text form: words parted by blanks, strings in quotes, comments from a
// semicolon to the end of the line. Lines don't matter: an instruction ends at the start of
// the next one, at "OpXxx" or "%id =".

package spirv

type tokenKind uint8

const (
	tokenEnd    tokenKind = iota // of the text
	tokenWord                    // a name, number or immediate
	tokenOp                      // a name that starts an instruction
	tokenID                      // %id
	tokenResult                  // %id before =
	tokenString                  // "..."
	tokenOpen                    // a string whose end is missing
)

type lexer struct {
	src  string
	pos  int // of what follows the token
	kind tokenKind
	from int // the token is src[from:to]
	to   int
}

func (l *lexer) token() string { return l.src[l.from:l.to] }

// skip passes blanks and comments.
func (l *lexer) skip() {
	src, i := l.src, l.pos
	for i < len(src) {
		switch src[i] {
		case ' ', '\t', '\n', '\r', '\v', '\f':
			i++
		case ';':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		default:
			l.pos = i
			return
		}
	}
	l.pos = i
}

// next steps to the next token, which starts at pos.
func (l *lexer) next() {
	src, i := l.src, l.pos
	l.from = i
	if i >= len(src) {
		l.kind, l.to = tokenEnd, i
		return
	}
	switch c := src[i]; {
	case c == '"':
		l.quoted()
		l.skip()
		return
	case c == '%':
		for i++; i < len(src) && isIDChar(src[i]); i++ {
		}
		l.kind = tokenID
		// A character that no name has makes the id wrong, but for the = of a result.
		for i < len(src) && src[i] != '=' && !isWordEnd(src[i]) {
			i++
		}
		l.to, l.pos = i, i
		l.skip()
		if l.pos < len(src) && src[l.pos] == '=' {
			l.kind = tokenResult
		}
		return
	case c == '=':
		l.kind, i = tokenWord, i+1
	default:
		for i++; i < len(src) && !isWordEnd(src[i]); i++ {
		}
		l.kind = tokenWord
		if c == 'O' && i-l.from > 2 && src[l.from+1] == 'p' && 'A' <= src[l.from+2] && src[l.from+2] <= 'Z' {
			l.kind = tokenOp
		}
	}
	l.to, l.pos = i, i
	l.skip()
}

func isWordEnd(c byte) bool {
	return c <= ' ' && (c == ' ' || '\t' <= c && c <= '\r') || c == ';' || c == '"'
}

// quoted reads a string; a backslash takes the next byte as it is.
func (l *lexer) quoted() {
	src := l.src
	for i := l.pos + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			l.kind, l.to, l.pos = tokenString, i+1, i+1
			return
		}
	}
	l.kind, l.to, l.pos = tokenOpen, len(src), len(src)
}

// atEnd reports whether the instruction has no more tokens.
func (l *lexer) atEnd() bool {
	return l.kind == tokenEnd || l.kind == tokenOp || l.kind == tokenResult
}
