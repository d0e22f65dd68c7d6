package format

import "strings"

// This file cuts a source into items.

// A kind is the kind of an item.
type kind uint8

const (
	word         kind = iota // a name, a keyword
	number                   // with what is glued to it
	punct                    // an operator or bracket
	text                     // a string, or characters that are none of GLSL's
	lineComment              // up to the end of its line
	blockComment             // /* ... */
	directive                // a whole directive, with its continuations
)

// An item is a piece of the source.
type item struct {
	kind   kind
	role   role  // in HLSL
	breaks uint8 // line breaks before it, 2 meaning more
	text   string
}

// operators are those of several characters, longer ones first.
var operators = []string{"<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="}

// scan appends the items of a source. open is the offset of a comment that isn't
// closed, or -1. HLSL has the operator ::.
func scan(items []item, src string, hlsl bool) (_ []item, open int) {
	src = strings.TrimPrefix(src, "\uFEFF")
	breaks, begins := uint8(0), true
	i := 0
	add := func(k kind, end int) {
		items = append(items, item{kind: k, breaks: breaks, text: src[i:end]})
		i, breaks, begins = end, 0, false
	}
	for i < len(src) {
		c := src[i]
		if n := continuation(src, i); n > 0 {
			i += n // in the midst of a line it counts as a blank
			continue
		}
		switch {
		case c == '\n' || c == '\r':
			if c == '\r' && i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			i++
			breaks, begins = min(breaks+1, 2), true
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case strings.HasPrefix(src[i:], "//"):
			first := begins
			add(lineComment, i+lineLen(src[i:]))
			begins = first
		case strings.HasPrefix(src[i:], "/*"):
			n := strings.Index(src[i+2:], "*/")
			if n < 0 {
				return items, i
			}
			first := begins
			add(blockComment, i+n+4)
			begins = first // a directive may stand behind a comment
		case c == '#' && begins:
			end, ok := directiveEnd(src, i)
			if !ok {
				return items, end
			}
			add(directive, end)
		case c == '#': // means nothing here, and must not come to begin a line
			end, ok := directiveEnd(src, i)
			if !ok {
				return items, end
			}
			add(lineComment, end)
		case isName(c):
			j := i + 1
			for j < len(src) && (isName(src[j]) || isDigit(src[j])) {
				j++
			}
			add(word, j)
		case isDigit(c) || c == '.' && i+1 < len(src) && isDigit(src[i+1]):
			add(number, numberEnd(src, i))
		case c == '"':
			j := i + 1
			for j < len(src) && src[j] != '"' && src[j] != '\n' && src[j] != '\r' {
				if src[j] == '\\' && j+1 < len(src) && src[j+1] != '\n' && src[j+1] != '\r' {
					j++
				}
				j++
			}
			if j == len(src) || src[j] != '"' {
				add(lineComment, j) // it has no end: nothing may follow on its line
				continue
			}
			add(text, j+1)
		default:
			n := 1
			for _, op := range operators {
				if strings.HasPrefix(src[i:], op) {
					n = len(op)
					break
				}
			}
			if hlsl && strings.HasPrefix(src[i:], "::") {
				n = 2
			}
			if strings.IndexByte("()[]{},;:?.=+-*/%<>&|^!~", c) < 0 {
				for n = 1; i+n < len(src) && (src[i+n] >= 0x80 || src[i+n] < ' ' && src[i+n] != '\n' && src[i+n] != '\r' && src[i+n] != '\t'); n++ {
				}
				add(text, i+n)
				continue
			}
			add(punct, i+n)
		}
	}
	return items, -1
}

func isName(c byte) bool  { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' }
func isDigit(c byte) bool { return c-'0' <= 9 }

// continuation is the length of a backslash with its line break at i, or 0.
func continuation(s string, i int) int {
	if s[i] != '\\' || i+1 >= len(s) {
		return 0
	}
	switch {
	case s[i+1] == '\n':
		return 2
	case s[i+1] == '\r' && i+2 < len(s) && s[i+2] == '\n':
		return 3
	case s[i+1] == '\r':
		return 2
	}
	return 0
}

// lineLen is the length of a line with its continuations, without its break.
func lineLen(s string) int {
	for i := 0; i < len(s); {
		if n := continuation(s, i); n > 0 {
			i += n
			continue
		}
		if s[i] == '\n' || s[i] == '\r' {
			return i
		}
		i++
	}
	return len(s)
}

// directiveEnd is the end of the directive at i: that of its line, but for a line
// comment behind it. It fails with the offset of a comment that isn't closed.
func directiveEnd(s string, i int) (end int, ok bool) {
	quoted := false
	for j := i; j < len(s); {
		if n := continuation(s, j); n > 0 {
			j += n
			continue
		}
		switch {
		case s[j] == '\n' || s[j] == '\r':
			return j, true
		case s[j] == '"':
			quoted = !quoted
		case quoted:
		case strings.HasPrefix(s[j:], "//"):
			return j, true
		case strings.HasPrefix(s[j:], "/*"):
			n := strings.Index(s[j+2:], "*/")
			if n < 0 {
				return j, false
			}
			j += n + 4
			continue
		}
		j++
	}
	return len(s), true
}

// numberEnd is the end of the number at i.
func numberEnd(s string, i int) int {
	hex := i+1 < len(s) && s[i] == '0' && s[i+1]|0x20 == 'x'
	for i < len(s) {
		switch c := s[i]; {
		case isDigit(c) || isName(c):
			if c|0x20 == 'e' && !hex && i+2 < len(s) && (s[i+1] == '+' || s[i+1] == '-') && isDigit(s[i+2]) {
				i++
			}
		case c == '.' && !hex:
		default:
			return i
		}
		i++
	}
	return i
}
