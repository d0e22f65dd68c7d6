package reduce

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Text shrinks any text for which fails holds: it leaves out runs of lines, first long
// ones, then of words and signs within the remaining lines, the contents of brackets first.
// Nothing is known of the language but that brackets nest.
func Text(src string, fails func(string) bool, limit time.Duration) string {
	r := reducer{fails: fails, end: time.Now().Add(limit), tried: map[string]bool{src: true}}
	for {
		before := len(src)
		for _, split := range []func(string) []string{lines, words} {
			src = r.bracketed(src, split)
			src = r.runs(src, split)
		}
		if len(src) == before || r.late() {
			return tidy(src)
		}
	}
}

// try reports whether the text without the parts from i to j still fails.
func (r *reducer) try(parts []string, i, j int) bool {
	smaller := strings.Join(parts[:i], "") + strings.Join(parts[j:], "")
	if r.tried[smaller] || r.late() {
		return false
	}
	r.tried[smaller] = true
	return r.fails(smaller)
}

// runs leaves out runs of parts: half of them, a quarter, and so on.
func (r *reducer) runs(src string, split func(string) []string) string {
	parts := split(src)
	for n := len(parts) / 2; n > 0; n /= 2 {
		for i := 0; i < len(parts); {
			j := min(i+n, len(parts))
			if blank(parts[i:j]) || !r.try(parts, i, j) {
				i = j
				continue
			}
			parts = append(parts[:i:i], parts[j:]...)
		}
	}
	return strings.Join(parts, "")
}

// bracketed leaves out parts from one that opens brackets to the one that closes them, with
// the contents.
func (r *reducer) bracketed(src string, split func(string) []string) string {
	parts := split(src)
	for i := 0; i < len(parts); i++ {
		depth, j := opened(parts[i]), i+1
		for ; depth > 0 && j < len(parts); j++ {
			depth += opened(parts[j])
		}
		switch {
		case j == i+1 || depth > 0:
		case r.try(parts, i, j):
			parts = append(parts[:i:i], parts[j:]...)
			i--
		case r.try(parts, i+1, j-1):
			parts = append(parts[:i+1:i+1], parts[j-1:]...)
		}
	}
	return strings.Join(parts, "")
}

// opened is how many brackets a text opens, less the ones that it closes.
func opened(text string) (n int) {
	for i := range len(text) {
		switch text[i] {
		case '{', '(', '[':
			n++
		case '}', ')', ']':
			n--
		}
	}
	return n
}

func blank(parts []string) bool {
	for _, p := range parts {
		if strings.TrimSpace(p) != "" {
			return false
		}
	}
	return true
}

func lines(src string) []string { return strings.SplitAfter(src, "\n") }

// words are the words and signs of a text, each with the white space behind it.
func words(src string) []string {
	var list []string
	inWord := func(r rune) bool { return r == '_' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; at < len(src); {
		r, n := utf8.DecodeRuneInString(src[at:])
		end := at + n
		for word := inWord(r); word && end < len(src); end += n {
			if r, n = utf8.DecodeRuneInString(src[end:]); !inWord(r) {
				break
			}
		}
		for ; end < len(src); end += n {
			if r, n = utf8.DecodeRuneInString(src[end:]); !unicode.IsSpace(r) {
				break
			}
		}
		list = append(list, src[at:end])
		at = end
	}
	return list
}
