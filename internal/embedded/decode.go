package embedded

// Decoding: the value of a literal's text, by the rules of its language for escapes.

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// isRaw reports whether a backslash is a character like others.
func (s style) isRaw() bool { return s == rawGo || s == rawRust || s == rawC }

// decode appends the value of the text in a span, a literal's, to the shader's.
func (b *builder) decode(at Span, index int32) {
	style := b.s.literals[index].style
	special := "\\\r"
	if style.isRaw() {
		special = "\r"
	}
	for i := at.Start; i < at.End; {
		run := strings.IndexAny(b.text[i:at.End], special)
		if run < 0 {
			run = at.End - i
		}
		if run > 0 {
			b.add(b.text[i:i+run], Span{i, i + run}, index, true)
			i += run
			continue
		}
		if b.text[i] == '\r' { // the ends of lines are those of Unix
			if style != rawGo && (i+1 >= at.End || b.text[i+1] != '\n') {
				b.add("\n", Span{i, i + 1}, index, false)
			}
			i++
			continue
		}
		value, n := unescaped(b.text[i:at.End], style)
		b.add(value, Span{i, i + n}, index, false)
		i += n
	}
}

// simpleEscapes are the escapes of one character, and the bytes that they stand for.
const simpleEscapes = "a\ab\bf\fn\nr\rt\tv\v"

// unescaped is the value of the escape that a text begins with, and its length.
func unescaped(s string, style style) (value string, n int) {
	if len(s) < 2 {
		return s, len(s)
	}
	c := s[1]
	switch {
	case c == '\n' || c == '\r': // the line goes on
		n = 2
		if c == '\r' && len(s) > 2 && s[2] == '\n' {
			n++
		}
		for style == quotedRust && n < len(s) && strings.IndexByte(" \t\r\n", s[n]) >= 0 {
			n++
		}
		return "", n
	case c == 'x' && style == quotedC:
		for n = 2; n < len(s) && isHex(s[n]); n++ {
		}
		return codeUnit(s[2:n], 16), n
	case c == 'x':
		return fixed(s, 4, style)
	case c == 'u' && len(s) > 2 && s[2] == '{':
		if end := strings.IndexByte(s[:min(len(s), 16)], '}'); end > 0 {
			return codePoint(strings.ReplaceAll(s[3:end], "_", "")), end + 1
		}
	case c == 'u':
		return fixed(s, 6, style)
	case c == 'U' && (style == quotedGo || style == quotedC):
		return fixed(s, 10, style)
	case c >= '0' && c <= '7' && (style == quotedGo || style == quotedC):
		for n = 2; n < 4 && n < len(s) && s[n] >= '0' && s[n] <= '7'; n++ {
		}
		return codeUnit(s[1:n], 8), n
	case c == '0':
		return "\x00", 2
	}
	for i := 0; i < len(simpleEscapes); i += 2 {
		if c == simpleEscapes[i] {
			return simpleEscapes[i+1 : i+2], 2
		}
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	return s[1 : 1+size], 1 + size
}

// fixed is the value of an escape with a fixed length.
func fixed(s string, n int, style style) (string, int) {
	if len(s) < n {
		return s[1:2], 2
	}
	if s[1] == 'x' && style == quotedGo {
		return codeUnit(s[2:n], 16), n
	}
	return codePoint(s[2:n]), n
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// codeUnit is a byte by its number.
func codeUnit(digits string, base int) string {
	v, err := strconv.ParseUint(digits, base, 8)
	if err != nil {
		return ""
	}
	return string([]byte{byte(v)})
}

// codePoint is a character by its number.
func codePoint(digits string) string {
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil {
		return ""
	}
	return string(rune(min(v, utf8.MaxRune+1)))
}
