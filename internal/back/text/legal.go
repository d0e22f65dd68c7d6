package text

// This file turns any string into an identifier: names come from languages with
// other rules, and from debug information that has none.

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// isPlain reports whether s is an identifier of every language here: ASCII letters, digits
// and underscores, no digit first, no two underscores together (GLSL and C++ keep such
// names), no underscore first.
func isPlain(s string) bool {
	if s == "" || plainBytes[s[0]] != plainLetter {
		return false
	}
	bad, before := plainByte(0), plainLetter
	for i := 0; i < len(s); i++ {
		c := plainBytes[s[i]]
		bad |= (c-1)>>7 | c&before&plainUnderscore // the one of what isn't plain
		before = c
	}
	return bad == 0
}

// plainBytes is the class of each byte in plain identifiers.
var plainBytes = [256]plainByte{
	'a': plainLetter, 'b': plainLetter, 'c': plainLetter, 'd': plainLetter, 'e': plainLetter, 'f': plainLetter, 'g': plainLetter,
	'h': plainLetter, 'i': plainLetter, 'j': plainLetter, 'k': plainLetter, 'l': plainLetter, 'm': plainLetter, 'n': plainLetter,
	'o': plainLetter, 'p': plainLetter, 'q': plainLetter, 'r': plainLetter, 's': plainLetter, 't': plainLetter, 'u': plainLetter,
	'v': plainLetter, 'w': plainLetter, 'x': plainLetter, 'y': plainLetter, 'z': plainLetter,
	'A': plainLetter, 'B': plainLetter, 'C': plainLetter, 'D': plainLetter, 'E': plainLetter, 'F': plainLetter, 'G': plainLetter,
	'H': plainLetter, 'I': plainLetter, 'J': plainLetter, 'K': plainLetter, 'L': plainLetter, 'M': plainLetter, 'N': plainLetter,
	'O': plainLetter, 'P': plainLetter, 'Q': plainLetter, 'R': plainLetter, 'S': plainLetter, 'T': plainLetter, 'U': plainLetter,
	'V': plainLetter, 'W': plainLetter, 'X': plainLetter, 'Y': plainLetter, 'Z': plainLetter,
	'0': plainDigit, '1': plainDigit, '2': plainDigit, '3': plainDigit, '4': plainDigit, '5': plainDigit, '6': plainDigit, '7': plainDigit,
	'8': plainDigit, '9': plainDigit,
	'_': plainUnderscore,
}

type plainByte uint8

const (
	plainLetter plainByte = 1 << iota
	plainDigit
	plainUnderscore
)

// IsIdentifier reports whether s is an identifier that the language takes.
func (ws *Words) IsIdentifier(s string) bool {
	if isPlain(s) {
		return true
	}
	if s == "" {
		return false
	}
	for i, r := range s {
		switch {
		case r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		case r >= '0' && r <= '9':
			if i == 0 {
				return false
			}
		case r < utf8.RuneSelf || r == utf8.RuneError || ws.ASCII:
			return false
		case i == 0 && !isStart(r) || !isContinue(r):
			return false
		}
	}
	return ws.legal == nil || ws.legal(s)
}

// isStart and isContinue report whether a character outside of ASCII may start
// or continue an identifier (Unicode Annex 31), but for a few characters that
// some version of it excludes.
func isStart(r rune) bool { return unicode.In(r, unicode.L, unicode.Nl) && !isUnsure(r) }

func isContinue(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc) && !isUnsure(r)
}

// isUnsure reports whether the compatibility form of a character is no part of
// an identifier.
func isUnsure(r rune) bool {
	switch r {
	case 0x037A, 0x0E33, 0x0EB3, 0x309B, 0x309C, 0xFDFA, 0xFDFB, 0xFE70, 0xFE72, 0xFE74, 0xFE76, 0xFE78, 0xFE7A, 0xFE7C,
		0xFE7E, 0xFF9E, 0xFF9F:
		return true
	}
	return r >= 0xFC5E && r <= 0xFC63
}

// Legalize makes an identifier of s, or returns otherwise if nothing of s is left: wrong
// characters become underscores, and characters outside of ASCII become uXXXX if the
// language lacks them.
func (ws *Words) Legalize(s, otherwise string) string {
	if ws.IsIdentifier(s) {
		return s
	}
	const most = 200 // a name from debug information may be a whole signature
	b := make([]byte, 0, len(s)+8)
	under := true
	for _, r := range s {
		if len(b) > most {
			break
		}
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z', r >= '0' && r <= '9' && len(b) > 0:
			b = append(b, byte(r))
			under = false
		case r >= '0' && r <= '9':
			b = append(append(b, 'n'), byte(r))
			under = false
		case r < utf8.RuneSelf || r == utf8.RuneError || !isContinue(r):
			if !under {
				b = append(b, '_')
				under = true
			}
		case ws.ASCII:
			b = strconv.AppendInt(append(b, 'u'), int64(r), 16)
			b = append(b, '_')
			under = true
		case len(b) == 0 && !isStart(r):
			b = utf8.AppendRune(append(b, 'n'), r)
			under = false
		default:
			b = utf8.AppendRune(b, r)
			under = false
		}
	}
	for len(b) > 0 && b[len(b)-1] == '_' {
		b = b[:len(b)-1]
	}
	if len(b) == 0 || !ws.IsIdentifier(string(b)) {
		return otherwise
	}
	return string(b)
}
