package lsp

// This file splits text into words without understanding it: for colours, folding, and for
// the text around the cursor, which is seldom a valid program.

import (
	"unicode"
	"unicode/utf8"
)

// A tokenKind is the apparent kind of a token.
type tokenKind uint8

const (
	tokWord tokenKind = iota
	tokNumber
	tokComment
	tokDirective // a line that begins with #, up to its end or a comment
	tokOther     // one character
)

// A token is a piece of text that is not blank.
type token struct {
	kind tokenKind
	at   span
}

// scan calls f with each token; nested is true if comments nest.
func scan(s string, nested bool, f func(token)) {
	fresh := true // nothing on the line yet
	for i := 0; i < len(s); {
		c := s[i]
		start := i
		switch {
		case c == '\n' || c == '\r':
			fresh = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
			continue
		case c == '/' && i+1 < len(s) && s[i+1] == '/':
			for i < len(s) && s[i] != '\n' && s[i] != '\r' {
				i++
			}
			f(token{tokComment, span{start, i}})
			continue
		case c == '/' && i+1 < len(s) && s[i+1] == '*':
			depth := 1
			for i += 2; i < len(s) && depth > 0; i++ {
				switch {
				case s[i] == '*' && i+1 < len(s) && s[i+1] == '/':
					depth--
					i++
				case nested && s[i] == '/' && i+1 < len(s) && s[i+1] == '*':
					depth++
					i++
				}
			}
			f(token{tokComment, span{start, i}})
			continue
		case c == '#' && fresh:
			for i < len(s) && s[i] != '\n' && s[i] != '\r' && !(s[i] == '/' && i+1 < len(s) && (s[i+1] == '/' || s[i+1] == '*')) {
				if s[i] == '\\' && i+1 < len(s) {
					i++
					if s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n' {
						i++
					}
				}
				i++
			}
			i = min(i, len(s))
			f(token{tokDirective, span{start, i}})
			continue
		case c >= '0' && c <= '9' || c == '.' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9':
			hex := c == '0' && i+1 < len(s) && s[i+1]|0x20 == 'x'
			for i++; i < len(s); i++ {
				d := s[i]
				sign := (d == '+' || d == '-') && (!hex && s[i-1]|0x20 == 'e' || hex && s[i-1]|0x20 == 'p')
				if !(d >= '0' && d <= '9' || d == '.' || d|0x20 >= 'a' && d|0x20 <= 'z' || sign) {
					break
				}
			}
			f(token{tokNumber, span{start, i}})
		case isWord(c):
			i = wordEnd(s, i)
			f(token{tokWord, span{start, i}})
		default:
			if _, n := utf8.DecodeRuneInString(s[i:]); n > 1 {
				i = max(wordEnd(s, i), i+n)
				f(token{tokWord, span{start, i}})
			} else {
				i++
				f(token{tokOther, span{start, i}})
			}
		}
		fresh = false
	}
}

func isWord(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// wordEnd is where the word that begins at i ends.
func wordEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !isWordRune(r) {
			break
		}
		i += n
	}
	return i
}

func isWordRune(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) || unicode.Is(unicode.Nl, r))
}

// wordAt is the word around an offset.
func wordAt(s string, offset int) span {
	start := offset
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:start])
		if !isWordRune(r) {
			break
		}
		start -= n
	}
	return span{start, wordEnd(s, offset)}
}
