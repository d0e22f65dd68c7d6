package syntax

import (
	"unicode"
	"unicode/utf8"
)

// This file classifies characters: blankspace, line breaks, comments and the
// characters of identifiers.

// blankLen is the length of the blankspace character that s begins with, or 0.
func blankLen(s string) int {
	switch c := s[0]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return 1
	case c < utf8.RuneSelf:
		return 0
	}
	r, n := utf8.DecodeRuneInString(s)
	if isWideBlank(r) {
		return n
	}
	return 0
}

// isWideBlank reports whether r is blankspace outside of ASCII: the rest of
// Unicode's Pattern_White_Space.
func isWideBlank(r rune) bool {
	switch r {
	case 0x85, 0x200E, 0x200F, 0x2028, 0x2029:
		return true
	}
	return false
}

// commentLen is the length of the comment that s begins with, or 0. A block
// comment that isn't closed reaches to the end.
func commentLen(s string) int {
	if len(s) < 2 || s[0] != '/' {
		return 0
	}
	switch s[1] {
	case '/':
		return lineCommentLen(s)
	case '*':
		n, _ := blockCommentLen(s)
		return n
	}
	return 0
}

// lineCommentLen is the length of the comment that s, which starts with //,
// begins with. It ends before the first line break: LF, VT, FF, CR, U+0085,
// U+2028 or U+2029.
func lineCommentLen(s string) int { return 2 + lineLen(s[2:]) }

// lineLen is the length of s up to its first line break.
func lineLen(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c > '\r' && c < 0xC2 || c < '\n':
		case c <= '\r':
			return i
		case c == 0xC2:
			if i+1 < len(s) && s[i+1] == 0x85 {
				return i
			}
		case c == 0xE2:
			if i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xA8 || s[i+2] == 0xA9) {
				return i
			}
		}
	}
	return len(s)
}

// blockCommentLen is the length of the comment that s, which starts with /*,
// begins with; comments nest. closed is false if it reaches the end of s.
func blockCommentLen(s string) (n int, closed bool) {
	depth := 1
	for i := 2; i+1 < len(s); {
		switch {
		case s[i] == '*' && s[i+1] == '/':
			i += 2
			if depth--; depth == 0 {
				return i, true
			}
		case s[i] == '/' && s[i+1] == '*':
			i += 2
			depth++
		default:
			i++
		}
	}
	return len(s), false
}

// isIdentStart reports whether r, outside of ASCII, may start an identifier:
// Unicode's XID_Start. By Annex 31 that is ID_Start (letters, letter numbers
// and Other_ID_Start, without pattern characters) less the characters whose
// compatibility decomposition would not start an identifier.
func isIdentStart(r rune) bool {
	switch {
	case r == 0x0E33 || r == 0x0EB3 || r == 0xFF9E || r == 0xFF9F:
		return false
	case isXIDException(r):
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) &&
		!unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

// isIdentContinue reports whether r, outside of ASCII, may continue an
// identifier: Unicode's XID_Continue.
func isIdentContinue(r rune) bool {
	if isXIDException(r) {
		return false
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start,
		unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) &&
		!unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}

// isXIDException reports whether r is in ID_Start but neither in XID_Start nor
// in XID_Continue, because its compatibility decomposition begins with a space
// or another character that no identifier holds.
func isXIDException(r rune) bool {
	switch r {
	case 0x037A, 0x309B, 0x309C, 0xFDFA, 0xFDFB, 0xFE70, 0xFE72, 0xFE74, 0xFE76, 0xFE78, 0xFE7A, 0xFE7C, 0xFE7E:
		return true
	}
	return r >= 0xFC5E && r <= 0xFC63
}
