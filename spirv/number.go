// Numbers in the text form: integers of any width, and floats in decimal and in
// hexadecimal, which is exact, reaches denormals, infinities and NaNs, and is
// the only spelling of formats narrower than 32 bits.

package spirv

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// floatFormat is a binary floating-point format: one sign bit, the bits of the biased
// exponent, the bits of the fraction. All-ones exponents are written like any other, so
// that 0x1p+128 is the infinity of 32 bits.
type floatFormat struct {
	exponent int
	fraction int
}

func (s scalar) floatFormat() floatFormat {
	switch s {
	case scalar{binaryFloat, 16}:
		return floatFormat{5, 10}
	case scalar{binaryFloat, 32}:
		return floatFormat{8, 23}
	case scalar{binaryFloat, 64}:
		return floatFormat{11, 52}
	case scalar{bfloat16, 16}:
		return floatFormat{8, 7}
	case scalar{float8E4M3, 8}:
		return floatFormat{4, 3}
	case scalar{float8E5M2, 8}:
		return floatFormat{5, 2}
	default:
		panic("spirv: float of " + strconv.Itoa(int(s.width)) + " bits")
	}
}

func (f floatFormat) bias() int { return 1<<(f.exponent-1) - 1 }

// numberBits returns the literal's bits and whether the bits above the width
// are as the specification wants them: the sign's copies for signed integers,
// else zero (section 2.2.1).
func (s scalar) numberBits(words []uint32) (v uint64, canonical bool) {
	v = uint64(words[0])
	total := 32
	if len(words) > 1 {
		v |= uint64(words[1]) << 32
		total = 64
	}
	return v, v == s.extend(v, total)
}

// extend fills the bits from the width up to total by the sign or by zero.
func (s scalar) extend(v uint64, total int) uint64 {
	shift := 64 - uint(s.width)
	if s.kind == signedInt {
		v = uint64(int64(v<<shift) >> shift)
	} else {
		v = v << shift >> shift
	}
	return v << (64 - total) >> (64 - total)
}

// appendNumber appends the literal with these bits.
func appendNumber(dst []byte, v uint64, s scalar) []byte {
	switch s.kind {
	case unsignedInt:
		return strconv.AppendUint(dst, v, 10)
	case signedInt:
		return strconv.AppendInt(dst, int64(v<<(64-uint(s.width)))>>(64-uint(s.width)), 10)
	}
	switch f := s.floatFormat(); {
	case s.kind != binaryFloat || s.width == 16:
		return f.appendHex(dst, v)
	case s.width == 32:
		if e := v >> 23 & 0xff; e == 0xff || e == 0 && v&0x7fffff != 0 {
			return f.appendHex(dst, v)
		}
		return strconv.AppendFloat(dst, float64(math.Float32frombits(uint32(v))), 'g', 9, 64)
	default:
		if e := v >> 52 & 0x7ff; e == 0x7ff || e == 0 && v&(1<<52-1) != 0 {
			return f.appendHex(dst, v)
		}
		return strconv.AppendFloat(dst, math.Float64frombits(v), 'g', 17, 64)
	}
}

// appendHex appends the float with these bits as -0x1.8p+3.
func (f floatFormat) appendHex(dst []byte, v uint64) []byte {
	if v>>(f.exponent+f.fraction)&1 != 0 {
		dst = append(dst, '-')
	}
	exponent := int(v >> f.fraction & (1<<f.exponent - 1))
	fraction := v & (1<<f.fraction - 1)
	switch {
	case exponent == 0 && fraction == 0:
		return append(dst, "0x0p+0"...)
	case exponent == 0:
		shift := f.fraction + 1 - bits.Len64(fraction)
		fraction = fraction << shift & (1<<f.fraction - 1)
		exponent = 1 - shift
	}
	dst = append(dst, "0x1"...)
	if fraction != 0 {
		dst = append(dst, '.')
		for fraction <<= 64 - f.fraction; fraction != 0; fraction <<= 4 {
			dst = append(dst, "0123456789abcdef"[fraction>>60])
		}
	}
	dst = append(dst, 'p')
	if exponent -= f.bias(); exponent >= 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, int64(exponent), 10)
}

// A numberProblem is the fault of a number, or "".
type numberProblem string

const (
	notANumber  numberProblem = "isn't a number"
	notAnInt    numberProblem = "isn't an integer"
	outOfRange  numberProblem = "is out of range"
	negative    numberProblem = "is negative, and the type is unsigned"
	numberIsFit numberProblem = ""
)

// parseMagnitude reads an integer: sign, then decimal digits or 0x and
// hexadecimal ones.
func parseMagnitude(text string) (v uint64, minus, hex bool, p numberProblem) {
	text, minus = strings.CutPrefix(text, "-")
	digits := text
	if len(text) > 2 && text[0] == '0' && text[1]|0x20 == 'x' {
		digits, hex = text[2:], true
	}
	if digits == "" {
		return 0, minus, hex, notAnInt
	}
	over := false
	for i := 0; i < len(digits); i++ {
		d := hexDigit(digits[i])
		if d < 0 || d > 9 && !hex {
			return 0, minus, hex, notAnInt
		}
		base := uint64(10)
		if hex {
			base = 16
		}
		hi, lo := bits.Mul64(v, base)
		sum, carry := bits.Add64(lo, uint64(d), 0)
		over = over || hi != 0 || carry != 0
		v = sum
	}
	if over {
		return 0, minus, hex, outOfRange
	}
	return v, minus, hex, numberIsFit
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// parseNumber reads a number of type s. A hexadecimal integer gives the bits of
// a signed type too. The result is extended to whole words.
func parseNumber(text string, s scalar) (uint64, numberProblem) {
	if !s.isInt() {
		return s.floatFormat().parse(text)
	}
	v, minus, hex, p := parseMagnitude(text)
	if p != numberIsFit {
		return 0, p
	}
	limit := ^uint64(0) >> (64 - uint(s.width)) // of the magnitude
	switch {
	case minus && s.kind == unsignedInt && v != 0:
		return 0, negative
	case minus:
		limit = limit>>1 + 1
	case s.kind == signedInt && !hex:
		limit >>= 1
	}
	if v > limit {
		return 0, outOfRange
	}
	if minus {
		v = -v
	}
	return s.extend(v, 32*s.words()), numberIsFit
}

// parse reads a float and rounds it to nearest, ties to even. A value beyond
// the finite ones is out of range, but for the exact hexadecimal spelling of an
// infinity or a NaN. Decimals of formats narrower than 32 bits are rounded to
// 64 bits first.
func (f floatFormat) parse(text string) (uint64, numberProblem) {
	digits := strings.TrimPrefix(text, "-")
	if len(digits) > 1 && digits[0] == '0' && digits[1]|0x20 == 'x' {
		return f.parseHex(digits[2:], len(digits) != len(text))
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c == '.', c|0x20 == 'e', c == '-', c == '+' && i > 0:
		default:
			return 0, notANumber
		}
	}
	width := 64
	if f == (floatFormat{8, 23}) {
		width = 32
	}
	v, err := strconv.ParseFloat(text, width)
	if err != nil {
		if ne, ok := err.(*strconv.NumError); ok && ne.Err == strconv.ErrRange {
			return 0, outOfRange
		}
		return 0, notANumber
	}
	switch {
	case width == 32:
		return uint64(math.Float32bits(float32(v))), numberIsFit
	case f.fraction == 52:
		return math.Float64bits(v), numberIsFit
	}
	fraction, exponent := math.Frexp(math.Abs(v))
	return f.round(uint64(fraction*(1<<63)), exponent-63, false, math.Signbit(v))
}

// parseHex reads the text after 0x: digits, a point, p and a decimal exponent.
func (f floatFormat) parseHex(text string, minus bool) (uint64, numberProblem) {
	var m uint64
	var exponent int
	sticky, point, digits := false, false, 0
	i := 0
	for ; i < len(text); i++ {
		if text[i] == '.' && !point {
			point = true
			continue
		}
		d := hexDigit(text[i])
		if d < 0 {
			break
		}
		digits++
		if m>>60 == 0 {
			m = m<<4 | uint64(d)
			if point {
				exponent -= 4
			}
		} else {
			sticky = sticky || d != 0
			if !point {
				exponent += 4
			}
		}
	}
	if digits == 0 || i == len(text) || text[i]|0x20 != 'p' {
		return 0, notANumber
	}
	sign, rest := 1, text[i+1:]
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		if rest[0] == '-' {
			sign = -1
		}
		rest = rest[1:]
	}
	if rest == "" {
		return 0, notANumber
	}
	e := 0
	for j := 0; j < len(rest); j++ {
		if rest[j] < '0' || rest[j] > '9' {
			return 0, notANumber
		}
		e = min(e*10+int(rest[j]-'0'), 1<<40)
	}
	return f.round(m, exponent+sign*e, sticky, minus)
}

// round returns the bits of m * 2^exponent; sticky is set if it is a little more.
func (f floatFormat) round(m uint64, exponent int, sticky, minus bool) (uint64, numberProblem) {
	var sign uint64
	if minus {
		sign = 1 << (f.exponent + f.fraction)
	}
	if m == 0 {
		return sign, numberIsFit
	}
	shift := bits.LeadingZeros64(m)
	m <<= shift
	exponent += 63 - shift // m is now 1.fff * 2^63, and the value 1.fff * 2^exponent
	drop := 63 - f.fraction
	biased := exponent + f.bias()
	if biased > 1<<f.exponent-1 {
		return 0, outOfRange
	}
	if biased < 1 { // denormal
		drop += min(1-biased, 64)
		biased = 1
	}
	kept, half := uint64(0), uint64(0)
	switch {
	case drop < 64:
		kept, half = m>>drop, m<<(64-drop)
	case drop == 64:
		half = m
	default:
		half, sticky = 0, true
	}
	inexact := half != 0 || sticky
	if half > 1<<63 || half == 1<<63 && (sticky || kept&1 != 0) {
		kept++
	}
	// The leading bit of kept adds one to the exponent, and so does a carry.
	v := uint64(biased-1)<<f.fraction + kept
	if inexact && v>>f.fraction >= 1<<f.exponent-1 || v>>f.fraction > 1<<f.exponent-1 {
		return 0, outOfRange
	}
	return v | sign, numberIsFit
}
