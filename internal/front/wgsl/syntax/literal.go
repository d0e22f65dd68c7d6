package syntax

import "strconv"

// This file evaluates literals.

// Int is the value of an integer literal. ok is false if it needs more than 64 bits; the
// checker decides whether it fits the type of its suffix.
func (t *Tree) Int(n Node) (value uint64, ok bool) {
	l := t.Literal(n)
	s := l.Digits()
	if l.IsHex() {
		for _, c := range []byte(s[2:]) {
			if value>>60 != 0 {
				return 0, false
			}
			value = value<<4 | uint64(hexValue(c))
		}
		return value, true
	}
	for _, c := range []byte(s) {
		d := uint64(c - '0')
		if value > (1<<64-1-d)/10 {
			return 0, false
		}
		value = value*10 + d
	}
	return value, true
}

func hexValue(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	default:
		return c | 0x20 - 'a' + 10
	}
}

// Float is the value of a floating-point literal, correctly rounded to a
// binary format of 32 or 64 bits. ok is false if it overflows that format; the
// value is then infinite.
//
// For other formats, and to see whether a hexadecimal literal is exact, parse
// FloatText.
func (t *Tree) Float(n Node, bits int) (value float64, ok bool) {
	value, err := strconv.ParseFloat(t.FloatText(n), bits)
	return value, err == nil
}

// FloatText is a floating-point literal in the syntax of strconv.ParseFloat and
// big.ParseFloat: without suffix, and with an exponent if it is hexadecimal.
func (t *Tree) FloatText(n Node) string {
	l := t.Literal(n)
	s := l.Digits()
	if l.IsHex() {
		for i := 2; i < len(s); i++ {
			if s[i]|0x20 == 'p' {
				return s
			}
		}
		return s + "p0"
	}
	return s
}
