// Numbers from the text of floating-point literals, rounded once from the text to the
// target type, and a report for languages that reject some of them (WGSL section "Numeric
// Literals").
package num

import (
	"math"
	"math/bits"
	"strconv"
)

// A LiteralStatus relates the value of a literal to its text.
type LiteralStatus uint8

const (
	LiteralOK        LiteralStatus = iota // the nearest value; for hexadecimal text the exact one
	LiteralInexact                        // hexadecimal text that the type cannot represent; the nearest value
	LiteralOverflow                       // rounds to a magnitude beyond the type; the value is an infinity
	LiteralMalformed                      // not a number; the value is zero
)

// String returns the name of the status.
func (s LiteralStatus) String() string {
	switch s {
	case LiteralOK:
		return "ok"
	case LiteralInexact:
		return "inexact"
	case LiteralOverflow:
		return "overflow"
	case LiteralMalformed:
		return "malformed"
	}
	panic("num: literal status " + strconv.Itoa(int(s)))
}

// ParseF64 returns the f64 nearest to the number in text, ties to even.
//
// Text is an optional sign and either decimal digits with at most one point,
// then optionally e or E and a decimal exponent; or 0x or 0X and hexadecimal
// digits with at most one point, then optionally p or P and a decimal exponent
// of two. At least one digit is needed. Suffixes, spaces, digit separators and
// names of infinities are malformed.
func ParseF64(text string) (float64, LiteralStatus) {
	if v, ok := quickF64(text); ok {
		return v, LiteralOK
	}
	switch scanLiteral(text) {
	case decimalLiteral:
		return parseDecimal(text, 64)
	case hexLiteral:
		return parseHex(text, 53, -1074, 1023)
	}
	return 0, LiteralMalformed
}

// ParseF32 is [ParseF64] for f32.
func ParseF32(text string) (float32, LiteralStatus) {
	if v, ok := quickF32(text); ok {
		return v, LiteralOK
	}
	var v float64
	status := LiteralMalformed
	switch scanLiteral(text) {
	case decimalLiteral:
		v, status = parseDecimal(text, 32)
	case hexLiteral:
		v, status = parseHex(text, 24, -149, 127)
	}
	return float32(v), status
}

// ParseF16 is [ParseF64] for f16.
func ParseF16(text string) (F16, LiteralStatus) {
	switch scanLiteral(text) {
	case decimalLiteral:
		v, _ := parseDecimal(text, 64)
		h := F16FromF64(v)
		if isTieF16(v) {
			// Rounded to f64 the text lies half way between two values of f16;
			// the text itself may lie to either side.
			towardZero := F16FromF32RTZ(float32(v)) // v has 12 significant bits
			switch compareMagnitude(text, math.Abs(v)) {
			case -1:
				h = towardZero
			case 1:
				h = towardZero + 1 // LargestF16 + 1 is the infinity
			}
		}
		if h.IsInf() {
			return h, LiteralOverflow
		}
		return h, LiteralOK
	case hexLiteral:
		v, status := parseHex(text, 11, -24, 15)
		return F16FromF64(v), status
	}
	return 0, LiteralMalformed
}

type literalKind uint8

const (
	malformedLiteral literalKind = iota
	decimalLiteral
	hexLiteral
)

// scanLiteral checks the syntax that ParseF64 documents.
func scanLiteral(s string) literalKind {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	kind, exponent := decimalLiteral, byte('e')
	if i+1 < len(s) && s[i] == '0' && s[i+1]|0x20 == 'x' {
		kind, exponent, i = hexLiteral, 'p', i+2
	}
	digits, points := 0, 0
	for ; i < len(s); i++ {
		if _, ok := hexDigit(s[i]); ok && (kind == hexLiteral || s[i] <= '9') {
			digits++
		} else if s[i] == '.' && points == 0 {
			points++
		} else {
			break
		}
	}
	if digits == 0 {
		return malformedLiteral
	}
	if i == len(s) {
		return kind
	}
	if s[i]|0x20 != exponent {
		return malformedLiteral
	}
	i++
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	if i == len(s) {
		return malformedLiteral
	}
	for ; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return malformedLiteral
		}
	}
	return kind
}

func hexDigit(c byte) (v uint64, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return uint64(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return uint64(c | 0x20 - 'a' + 10), true
	}
	return 0, false
}

// parseDecimal converts well-formed decimal text.
func parseDecimal(s string, bitSize int) (float64, LiteralStatus) {
	if len(s) > maxDigits {
		s = shortenDecimal(s)
	}
	v, _ := strconv.ParseFloat(s, bitSize) // the only error left is of range
	if math.IsInf(v, 0) {
		return v, LiteralOverflow
	}
	return v, LiteralOK
}

// maxDigits significant digits and one more for the rest decide the rounding of
// any decimal number: no tie of f64 has more than 767.
const maxDigits = 780

// shortenDecimal returns text that rounds as s does, without leading zeros and
// with few significant digits. strconv.ParseFloat counts no more than 800 digits
// before the point, and misreads longer numbers.
func shortenDecimal(s string) string {
	short := make([]byte, 0, maxDigits+32)
	exp, pointed, rest := int64(0), false, byte('0')
	for i := range len(s) {
		c := s[i]
		if c|0x20 == 'e' {
			exp += parseExponent(s[i+1:])
			break
		}
		switch {
		case c == '.':
			pointed = true
			continue
		case c == '+' || c == '-':
			short = append(short, c)
			continue
		case c == '0' && (len(short) == 0 || len(short) == 1 && short[0] < '0'): // leading zero
		case len(short) < maxDigits:
			short = append(short, c)
		default:
			rest = max(rest, c)
			exp++
		}
		if pointed {
			exp--
		}
	}
	short = append(short, rest, 'e')
	return string(strconv.AppendInt(short, exp-1, 10))
}

// parseExponent reads the signed digits of s, limited in magnitude.
func parseExponent(s string) int64 {
	negative := s[0] == '-'
	var e int64
	for i := range len(s) {
		if d := s[i]; '0' <= d && d <= '9' {
			e = min(e*10+int64(d-'0'), 1<<40) // beyond any number of digits in memory
		}
	}
	if negative {
		return -e
	}
	return e
}

// parseHex converts well-formed hexadecimal text to a type with the given
// number of significant bits, exponent of its least subnormal and exponent of
// its greatest power of two.
func parseHex(s string, precision int, minExp, maxExp int64) (float64, LiteralStatus) {
	negative := s[0] == '-'
	var m uint64     // the first 16 significant digits
	var e int64      // the value is m * 2^e and what is lost
	var lost bool    // digits other than zero did not fit m
	var pointed bool // the point has been seen
	start := 2
	if negative || s[0] == '+' {
		start++
	}
	for i := start; i < len(s); i++ {
		c := s[i]
		if c == '.' {
			pointed = true
			continue
		}
		if c|0x20 == 'p' {
			e += parseExponent(s[i+1:])
			break
		}
		d, _ := hexDigit(c)
		if m>>60 == 0 {
			m = m<<4 | d
			if pointed {
				e -= 4
			}
			continue
		}
		lost = lost || d != 0
		if !pointed {
			e += 4
		}
	}
	v, status := roundBinary(m, e, lost, precision, minExp, maxExp)
	if negative {
		v = -v
	}
	return v, status
}

// roundBinary rounds m * 2^e, and a bit more if lost, to nearest, ties to even.
func roundBinary(m uint64, e int64, lost bool, precision int, minExp, maxExp int64) (float64, LiteralStatus) {
	if m == 0 {
		return 0, LiteralOK
	}
	unit := max(e+int64(bits.Len64(m)-precision), minExp) // exponent of the last bit kept
	inexact := lost
	switch shift := unit - e; {
	case shift <= 0:
		m <<= -shift
	case shift > 64:
		m, inexact = 0, true
	default:
		dropped := m << (64 - shift)
		m >>= shift
		inexact = lost || dropped != 0
		if dropped > 1<<63 || dropped == 1<<63 && (lost || m&1 != 0) {
			m++
		}
	}
	switch {
	case unit+int64(bits.Len64(m)) > maxExp+1:
		return math.Inf(1), LiteralOverflow
	case inexact:
		return math.Ldexp(float64(m), int(unit)), LiteralInexact
	}
	return math.Ldexp(float64(m), int(unit)), LiteralOK
}

// isTieF16 reports whether v lies half way between two adjacent values of f16, counting
// 2^16 as the one after the largest.
func isTieF16(v float64) bool {
	b := math.Float64bits(v) &^ (1 << 63)
	switch {
	case b > 0x40ef_fe00_0000_0000 || b < 0x3e60_0000_0000_0000: // 65520, 2^-25
		return false
	case b >= 0x3f10_0000_0000_0000: // 2^-14
		return b&(1<<42-1) == 1<<41
	}
	shift := 1051 - b>>52
	return (b&(1<<52-1)|1<<52)&(1<<shift-1) == 1<<(shift-1)
}

// compareMagnitude returns the sign of |s| - v for well-formed decimal text s
// and v > 0 with at most 40 significant decimal digits.
func compareMagnitude(s string, v float64) int {
	var buf [64]byte
	exact := strconv.AppendFloat(buf[:0], v, 'e', 40, 64) // d.ddd...e±dd
	want := append(exact[:1:1], exact[2:42]...)
	wantExp := parseExponent(string(exact[43:]))

	// The value of s is 0.d1d2d3... * 10^exp with d1 not zero; both exponents
	// are compared, then the digits.
	exp, compared, result, pointed := int64(0), 0, 0, false
scan:
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '.':
			pointed = true
			continue
		case c|0x20 == 'e':
			exp += parseExponent(s[i+1:])
			break scan
		case c == '+' || c == '-':
			continue
		case compared == 0 && c == '0': // leading zero
			if pointed {
				exp--
			}
			continue
		}
		if !pointed {
			exp++
		}
		w := byte('0')
		if compared < len(want) {
			w = want[compared]
		}
		compared++
		if result == 0 && c != w {
			result = 1
			if c < w {
				result = -1
			}
		}
	}
	switch {
	case exp < wantExp+1:
		return -1
	case exp > wantExp+1:
		return 1
	case result != 0:
		return result
	}
	for _, w := range want[min(compared, len(want)):] {
		if w != '0' {
			return -1
		}
	}
	return 0
}
