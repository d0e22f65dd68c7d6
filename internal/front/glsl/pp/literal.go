package pp

import (
	"math"
	"strconv"
)

// This file evaluates numbers. Spellings repeat, so the value is kept by the
// symbol of the spelling.

// A Literal is the value of a number.
type Literal struct {
	Kind LiteralKind
	// Bits is the value: an integer as unsigned 64 bits, a floating-point number
	// as the bits of a float64, which for LitFloat was rounded to 32 bits.
	Bits     uint64
	Suffixed bool // a LitFloat with its f
	Decimal  bool // an integer written in decimal
	// Problem describes a mistake in the spelling; it is empty if there is none.
	Problem string
}

// Literal is the value of a TokInt or TokFloat.
func (p *Preprocessor) Literal(sym Symbol) *Literal {
	if int(sym) >= len(p.literalOf) {
		p.literalOf = append(p.literalOf, make([]uint32, max(p.interner.Len(), int(sym)+1)-len(p.literalOf))...)
	}
	if at := p.literalOf[sym]; at != 0 {
		return &p.literals[at]
	}
	if len(p.literals) == 0 {
		p.literals = append(p.literals, Literal{})
	}
	p.literalOf[sym] = uint32(len(p.literals))
	value := evaluate
	if p.hlsl {
		value = evaluateHLSL
	}
	p.literals = append(p.literals, value(p.interner.Name(sym)))
	return &p.literals[len(p.literals)-1]
}

// forgetLiterals makes room for another source, with other symbols.
func (p *Preprocessor) forgetLiterals() {
	clear(p.literalOf)
	p.literals = p.literals[:0]
}

// suffixes of integers, those in lower case and upper case alike.
var intSuffixes = []struct {
	text string
	kind LiteralKind
}{
	{"", LitInt}, {"u", LitUint}, {"U", LitUint},
	{"s", LitInt16}, {"S", LitInt16}, {"us", LitUint16}, {"US", LitUint16}, {"uS", LitUint16}, {"Us", LitUint16},
	{"l", LitInt64}, {"L", LitInt64}, {"ul", LitUint64}, {"UL", LitUint64}, {"uL", LitUint64}, {"Ul", LitUint64},
}

// evaluate is the value of a spelling that scanNumber found.
func evaluate(s string) Literal {
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		n := 2
		for n < len(s) && isHex(s[n]) {
			n++
		}
		if n == 2 {
			return Literal{Kind: LitInt, Problem: "expected a hexadecimal digit after '" + s[:2] + "'"}
		}
		return integer(s[2:n], 16, s[n:])
	}
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	digits := n
	float := false
	if n < len(s) && s[n] == '.' {
		float = true
		for n++; n < len(s) && s[n]-'0' <= 9; n++ {
		}
	}
	if n+1 < len(s) && s[n]|0x20 == 'e' {
		j := n + 1
		if s[j] == '+' || s[j] == '-' {
			j++
		}
		if j < len(s) && s[j]-'0' <= 9 {
			float = true
			for n = j; n < len(s) && s[n]-'0' <= 9; n++ {
			}
		}
	}
	if float {
		return floating(s[:n], s[n:])
	}
	if digits > 1 && s[0] == '0' {
		return integer(s[1:digits], 8, s[digits:])
	}
	l := integer(s[:digits], 10, s[digits:])
	l.Decimal = true
	return l
}

func isHex(c byte) bool { return c-'0' <= 9 || (c|0x20) >= 'a' && (c|0x20) <= 'f' }

// integer evaluates digits and a suffix.
func integer(digits string, base uint64, suffix string) Literal {
	l := Literal{Kind: LitInt}
	known := false
	for _, s := range intSuffixes {
		if s.text == suffix {
			l.Kind, known = s.kind, true
			break
		}
	}
	if !known {
		l.Problem = "unknown suffix '" + suffix + "' of an integer literal"
		if suffix == "f" || suffix == "F" {
			l.Problem = "a floating-point literal needs a point or an exponent: '.0" + suffix + "'"
		}
		return l
	}
	limit := uint64(math.MaxUint32)
	switch l.Kind {
	case LitInt64, LitUint64:
		limit = math.MaxUint64
	case LitInt16, LitUint16:
		limit = math.MaxUint16
	}
	for i := range len(digits) {
		d := uint64(digits[i] - '0')
		if d > 9 {
			d = uint64(digits[i]|0x20-'a') + 10
		}
		if d >= base {
			l.Problem = "invalid digit '" + digits[i:i+1] + "' in an octal literal"
			return l
		}
		if l.Bits > (limit-d)/base {
			l.Bits = limit
			l.Problem = "the integer literal doesn't fit its type"
			return l
		}
		l.Bits = l.Bits*base + d
	}
	return l
}

// floating evaluates a number and a suffix.
func floating(number, suffix string) Literal {
	l := Literal{Kind: LitFloat}
	switch suffix {
	case "":
	case "f", "F":
		l.Suffixed = true
	case "lf", "LF", "lF", "Lf":
		l.Kind = LitDouble
	case "hf", "HF", "hF", "Hf":
		l.Kind = LitHalf
	default:
		l.Problem = "unknown suffix '" + suffix + "' of a floating-point literal"
		return l
	}
	bits := 32
	if l.Kind != LitFloat {
		bits = 64
	}
	// Numbers that are too large become infinite ("Floats"), too small ones zero.
	v, _ := strconv.ParseFloat(number, bits)
	l.Bits = math.Float64bits(v)
	return l
}
