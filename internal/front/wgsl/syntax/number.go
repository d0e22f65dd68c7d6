package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file reads numeric literals ("Numeric Literals" of the specification).
// A malformed number is reported and read up to its end as the author sees it,
// letters, digits and points included, so that it causes no further error.

// lexNumber reads the number at i, which starts with a digit or with a point
// and a digit, up to end.
func (p *Parser) lexNumber(i int) (kind TokenKind, lit LiteralKind, end int) {
	src := p.src
	var j int
	var t token
	if src[i] == '0' && at(src, i+1)|0x20 == 'x' {
		j, t = p.scanHex(i)
	} else {
		j, t = p.scanDecimal(i)
	}
	// A literal is never followed by a name, a digit or a fraction.
	if j < len(src) && (identByte(src[j]) || src[j] >= utf8.RuneSelf && identEnd(src, j) > j ||
		src[j] == '.' && j+1 < len(src) && isDigit(src[j+1])) {
		end = j
		for end < len(src) {
			if src[end] == '.' && end+1 < len(src) && identByte(src[end+1]) {
				end++
			}
			next := identEnd(src, end)
			if next == end {
				break
			}
			end = next
		}
		if t.kind != TokBad {
			suffix := src[j-t.lit.suffixLen() : end]
			what := "integer"
			if t.kind == TokFloat {
				what = "floating-point"
			}
			p.lexError(CodeInvalidNumber, i, end, fmt.Sprintf("invalid suffix '%s' on %s literal", clip(suffix), what)).note =
				suffixNote(t.kind, src[i:j], suffix)
		}
		j = end
	}
	if t.kind == TokBad {
		// Reported: any value will do.
		return TokInt, LitAbstractInt, j
	}
	return t.kind, t.lit, j
}

func suffixNote(k TokenKind, number, suffix string) string {
	switch {
	case strings.HasPrefix(suffix, "_"):
		return "WGSL has no digit separators"
	case k == TokFloat && (suffix == "i" || suffix == "u"):
		return "an integer literal has no fraction and no exponent"
	case suffix == "ul" || suffix == "UL" || suffix == "U" || suffix == "u32":
		return "the suffix of u32 is 'u'"
	case suffix == "i32":
		return "the suffix of i32 is 'i'"
	case suffix == "F" || suffix == "f32":
		return "the suffix of f32 is 'f'"
	case suffix == "H" || suffix == "f16":
		return "the suffix of f16 is 'h'"
	case strings.HasPrefix(number, "0x"):
		return "a hexadecimal float takes a suffix only after an exponent, as in 0x1p0f"
	case k == TokFloat:
		return "floating-point literals take the suffixes 'f' and 'h'"
	}
	return "integer literals take the suffixes 'i' and 'u', or 'f' and 'h' to make them floats"
}

func isDigit(c byte) bool { return c-'0' <= 9 }

func isHexDigit(c byte) bool { return c-'0' <= 9 || c|0x20-'a' <= 5 }

// scanDecimal reads a decimal number without characters that must not follow it. The kind
// is TokBad if an error was reported.
func (p *Parser) scanDecimal(i int) (j int, t token) {
	src := p.src
	j = i
	for isDigit(at(src, j)) {
		j++
	}
	whole := j
	float := false
	if at(src, j) == '.' {
		float = true
		j++
		for isDigit(at(src, j)) {
			j++
		}
	}
	if at(src, j)|0x20 == 'e' {
		k := j + 1
		if c := at(src, k); c == '+' || c == '-' {
			k++
		}
		if !isDigit(at(src, k)) {
			p.lexError(CodeInvalidNumber, i, k, "the exponent of this number has no digits")
			return k, token{kind: TokBad}
		}
		for isDigit(at(src, k)) {
			k++
		}
		float = true
		j = k
	}
	switch c := at(src, j); {
	case c == 'f':
		return j + 1, token{kind: TokFloat, lit: LitF32}
	case c == 'h':
		return j + 1, token{kind: TokFloat, lit: LitF16}
	case c == 'l' && at(src, j+1) == 'f':
		return j + 2, token{kind: TokFloat, lit: LitF64}
	case float:
		return j, token{kind: TokFloat, lit: LitAbstractFloat}
	}
	if src[i] == '0' && whole > i+1 {
		digits := strings.TrimLeft(src[i:whole-1], "0") + src[whole-1:whole]
		e := p.lexError(CodeInvalidNumber, i, whole, "an integer literal must not have leading zeros")
		e.note = "WGSL has no octal literals"
		e.suggest("remove them", digits)
		t.kind = TokBad
	}
	n, lit := intSuffix(src, j)
	if t.kind != TokBad {
		t.kind, t.lit = TokInt, lit
	}
	return j + n, t
}

// intSuffix reads the suffix of an integer literal.
func intSuffix(src string, j int) (n int, lit LiteralKind) {
	switch at(src, j) {
	case 'i':
		return 1, LitI32
	case 'u':
		return 1, LitU32
	case 'l':
		switch at(src, j+1) {
		case 'i':
			return 2, LitI64
		case 'u':
			return 2, LitU64
		}
	}
	return 0, LitAbstractInt
}

// scanHex reads a hexadecimal number.
func (p *Parser) scanHex(i int) (j int, t token) {
	src := p.src
	j = i + 2
	digits := 0
	for isHexDigit(at(src, j)) {
		j++
		digits++
	}
	float := false
	if at(src, j) == '.' {
		k := j + 1
		for isHexDigit(at(src, k)) {
			k++
			digits++
		}
		float = true
		j = k
	}
	if digits == 0 {
		p.lexError(CodeInvalidNumber, i, j, "a hexadecimal literal needs digits after '"+src[i:i+2]+"'")
		return j, token{kind: TokBad}
	}
	if at(src, j)|0x20 == 'p' {
		k := j + 1
		if c := at(src, k); c == '+' || c == '-' {
			k++
		}
		if !isDigit(at(src, k)) {
			p.lexError(CodeInvalidNumber, i, k, "the exponent of this number has no digits")
			return k, token{kind: TokBad}
		}
		for isDigit(at(src, k)) {
			k++
		}
		switch c := at(src, k); {
		case c == 'f':
			return k + 1, token{kind: TokFloat, lit: LitF32}
		case c == 'h':
			return k + 1, token{kind: TokFloat, lit: LitF16}
		case c == 'l' && at(src, k+1) == 'f':
			return k + 2, token{kind: TokFloat, lit: LitF64}
		}
		return k, token{kind: TokFloat, lit: LitAbstractFloat}
	}
	if float {
		return j, token{kind: TokFloat, lit: LitAbstractFloat}
	}
	n, lit := intSuffix(src, j)
	return j + n, token{kind: TokInt, lit: lit}
}
