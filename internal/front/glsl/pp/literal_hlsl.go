package pp

import (
	"math"
	"strconv"
	"strings"
)

// This file evaluates the numbers of HLSL. A number without a suffix is untyped; its kind
// is LitUntyped, and Decimal is false for a floating-point number.

// evaluateHLSL is the value of a spelling that scanNumber or scanCharacter found.
func evaluateHLSL(s string) Literal {
	if s[0] == '\'' {
		return Literal{Kind: LitUntyped, Decimal: true, Bits: uint64(int64(characterOf(s)))}
	}
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'b' {
		n := 2
		for n < len(s) && s[n]-'0' <= 9 {
			n++
		}
		return untypedInteger(s[2:n], 2, s[n:])
	}
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		n := 2
		for n < len(s) && isHex(s[n]) {
			n++
		}
		return untypedInteger(s[2:n], 16, s[n:])
	}
	n := 0
	for n < len(s) && s[n]-'0' <= 9 {
		n++
	}
	digits, float := n, false
	if n < len(s) && s[n] == '.' {
		float = true
		if strings.HasPrefix(s[n:], ".#INF") {
			return Literal{Kind: LitUntyped, Bits: math.Float64bits(math.Inf(1))}
		}
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
	suffix := s[n:]
	if float || suffix == "f" || suffix == "F" || suffix == "h" || suffix == "H" {
		return untypedFloat(s[:n], suffix)
	}
	if digits > 1 && s[0] == '0' {
		return untypedInteger(s[1:digits], 8, suffix)
	}
	return untypedInteger(s[:digits], 10, suffix)
}

// scanCharacter is the length of the character literal that a text begins with, or 0: one
// character or escape sequence of ASCII in quotes.
func scanCharacter(s string) int {
	if len(s) < 3 || s[1] == '\'' || s[1] < ' ' || s[1] > '~' {
		return 0
	}
	n := 2
	if s[1] == '\\' {
		n = 3
		switch {
		case s[2] == 'x':
			for n < len(s) && isHex(s[n]) {
				n++
			}
			if n == 3 || n > 5 {
				return 0
			}
		case s[2]-'0' < 8:
			for n < len(s) && n < 5 && s[n]-'0' < 8 {
				n++
			}
		case s[2] < ' ':
			return 0
		}
	}
	if n >= len(s) || s[n] != '\'' {
		return 0
	}
	return n + 1
}

// characterOf is the value of a character literal. A character is a signed byte.
func characterOf(s string) int8 {
	if s[1] != '\\' {
		return int8(s[1])
	}
	if k := strings.IndexByte("abtnvfr", s[2]); k >= 0 {
		return int8("\a\b\t\n\v\f\r"[k])
	}
	digits, base := s[2:len(s)-1], 8
	if s[2] == 'x' {
		digits, base = s[3:len(s)-1], 16
	} else if s[2]-'0' >= 8 {
		return int8(s[2])
	}
	v, _ := strconv.ParseUint(digits, base, 16)
	return int8(v)
}

// untypedInteger evaluates digits and a suffix. Values have 64 bits.
func untypedInteger(digits string, base uint64, suffix string) Literal {
	l := Literal{Kind: LitUntyped, Decimal: true}
	switch strings.ToLower(suffix) {
	case "":
	case "u":
		l.Kind = LitUint
	case "l", "ll":
		l.Kind = LitInt64
	case "ul", "lu", "ull", "llu":
		l.Kind = LitUint64
	default:
		l.Problem = "unknown suffix '" + suffix + "' of an integer literal"
		return l
	}
	if digits == "" {
		l.Problem = "expected a digit"
		return l
	}
	v, err := strconv.ParseUint(digits, int(base), 64)
	if err != nil {
		l.Problem = "the integer literal doesn't fit 64 bits, or has an invalid digit"
		return l
	}
	l.Bits = v
	return l
}

// untypedFloat evaluates a number and a suffix.
func untypedFloat(number, suffix string) Literal {
	l := Literal{Kind: LitUntyped}
	bits := 64
	switch suffix {
	case "":
	case "f", "F":
		l.Kind, l.Suffixed, bits = LitFloat, true, 32
	case "h", "H":
		l.Kind = LitHalf
	case "l", "L", "lf", "LF", "lF", "Lf":
		l.Kind = LitDouble
	default:
		l.Problem = "unknown suffix '" + suffix + "' of a floating-point literal"
		return l
	}
	v, _ := strconv.ParseFloat(number, bits)
	l.Bits = math.Float64bits(v)
	return l
}
