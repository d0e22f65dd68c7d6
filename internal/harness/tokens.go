package harness

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens splits a source into words, numbers and single other characters, each with the
// blanks behind it: together they are the source.
func Tokens(src string) (tokens []string) {
	isWord := func(r rune) bool { return r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for src != "" {
		r, n := utf8.DecodeRuneInString(src)
		if isWord(r) {
			n = len(src) - len(strings.TrimLeftFunc(src, isWord))
		}
		rest := strings.TrimLeftFunc(src[n:], unicode.IsSpace)
		tokens = append(tokens, src[:len(src)-len(rest)])
		src = rest
	}
	return tokens
}

// Alike reports whether two tokens differ and may stand in each other's place: both are
// words, numbers, or operators.
func Alike(a, b string) bool {
	const operators = "+-*/%&|^<>"
	x, _ := utf8.DecodeRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	return a != b && (x == y || unicode.IsLetter(x) && unicode.IsLetter(y) || unicode.IsDigit(x) && unicode.IsDigit(y) ||
		strings.ContainsRune(operators, x) && strings.ContainsRune(operators, y))
}
