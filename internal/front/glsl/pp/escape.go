package pp

import "strings"

// Unescape returns the text that a string with escape sequences, as C has them, stands for, and whether all of
// them exist; one that doesn't stands for itself.
func Unescape(s string) (text string, ok bool) {
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	ok = true
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		base, digits, most := 8, 0, 3
		if s[i] == 'x' {
			base, most = 16, len(s)
			i++
		}
		value := 0
		for ; digits < most && i < len(s) && digitOf(s[i]) < base; i, digits = i+1, digits+1 {
			value = (value*base + digitOf(s[i])) & 0xFF
		}
		switch k := strings.IndexByte(escapes, s[min(i, len(s)-1)]); {
		case digits > 0:
			b.WriteByte(byte(value))
			i--
		case base == 8 && k >= 0:
			b.WriteByte(escaped[k])
		default:
			ok = false
			if base == 16 {
				i--
			}
			b.WriteByte('\\')
			b.WriteByte(s[i])
		}
	}
	return b.String(), ok
}

// escapes are the letters of escape sequences, and escaped the bytes that they stand for.
const (
	escapes = "abfnrtv\\'\"?"
	escaped = "\a\b\f\n\r\t\v\\'\"?"
)

// digitOf is the value of a digit, or at least 16.
func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return 16
}
