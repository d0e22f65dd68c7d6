package format

import (
	"sort"
	"unicode/utf8"

	"refract/internal/front/wgsl/syntax"
)

// This file holds the rules of blankspace: which tokens have a space between them, and
// which characters count as a line break.

// spaced reports whether a space stands between tokens a and b on one line.
// Only dropped tokens lie between them.
func spaced(items []item, a, b int) bool {
	x, y := &items[a], &items[b]
	if x.flags&unary != 0 {
		// Two of a kind would become another token.
		switch x.kind {
		case syntax.TokMinus, syntax.TokMinusMinus:
			return y.kind == syntax.TokMinus || y.kind == syntax.TokMinusMinus
		case syntax.TokAnd, syntax.TokAndAnd:
			return y.kind == syntax.TokAnd || y.kind == syntax.TokAndAnd
		}
		return false
	}
	switch x.kind {
	case syntax.TokLParen, syntax.TokLBracket, syntax.TokPeriod, syntax.TokAt, syntax.TokTemplateStart, syntax.TokPath:
		return false
	}
	if y.flags&unary != 0 {
		return true
	}
	switch y.kind {
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokComma, syntax.TokSemicolon, syntax.TokColon, syntax.TokPath,
		syntax.TokTemplateStart, syntax.TokTemplateEnd, syntax.TokPlusPlus, syntax.TokMinusMinus, syntax.TokEOF:
		return false
	case syntax.TokPeriod:
		return x.kind == syntax.TokInt || x.kind == syntax.TokFloat
	case syntax.TokLParen, syntax.TokLBracket:
		return b == 0 || !isCallee(items, b)
	case syntax.TokRBrace:
		return false
	}
	return true
}

// commentSpaced reports whether a space stands between a token and the comment
// that follows it on its line.
func commentSpaced(x *item) bool {
	if x.flags&unary != 0 {
		return false
	}
	switch x.kind {
	case syntax.TokLParen, syntax.TokLBracket, syntax.TokPeriod, syntax.TokAt, syntax.TokTemplateStart, syntax.TokPath:
		return false
	}
	return true
}

// spacedAfterComment reports whether a space stands between a comment and the
// token that follows it on its line.
func spacedAfterComment(k syntax.TokenKind) bool {
	switch k {
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokComma, syntax.TokSemicolon, syntax.TokTemplateEnd, syntax.TokEOF:
		return false
	}
	return true
}

// countBreaks counts line breaks, two at most.
func countBreaks(s string) uint8 {
	n := uint8(0)
	for i := 0; i < len(s) && n < 2; i++ {
		switch c := s[i]; {
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
		case c >= '\n' && c <= '\r':
			n++
		case c >= utf8.RuneSelf:
			switch r, _ := utf8.DecodeRuneInString(s[i:]); r {
			case 0x85, 0x2028, 0x2029:
				n++
			}
		}
	}
	return n
}

// isLineComment reports whether a comment ends with its line.
func isLineComment(text string) bool { return text[1] == '/' }

// searchComment is the index of the first comment at or after an offset.
func searchComment(all []syntax.Comment, at uint32) int {
	return sort.Search(len(all), func(i int) bool { return all[i].Start >= at })
}
