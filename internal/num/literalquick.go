package num

// This file reads the usual decimal literals of shaders, few digits and a small exponent,
// in one pass. If the digits fit the significand of f64 and the power of ten is exact too,
// one operation on them rounds just once.

import "math"

// exactTens are the powers of ten that f64 has exactly.
var exactTens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// quickF64 is the f64 nearest to decimal text without a sign; ok is false if the text is of
// another form or needs more care.
func quickF64(s string) (v float64, ok bool) {
	const most = 19 // digits that fit 64 bits
	if len(s) > most+1 {
		return 0, false
	}
	digits := uint64(0)
	exp, count, point := 0, 0, -1
	i := 0
	for ; i < len(s); i++ {
		if d := s[i] - '0'; d <= 9 {
			digits = digits*10 + uint64(d)
			count++
		} else if s[i] == '.' && point < 0 {
			point = i
		} else {
			break
		}
	}
	if point >= 0 {
		exp = point + 1 - i
	}
	if count == 0 || count > most || digits>>53 != 0 {
		return 0, false
	}
	if i < len(s) {
		if s[i]|0x20 != 'e' {
			return 0, false
		}
		i++
		negative := false
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			negative = s[i] == '-'
			i++
		}
		if n := len(s) - i; n == 0 || n > 2 {
			return 0, false
		}
		e := 0
		for ; i < len(s); i++ {
			d := s[i] - '0'
			if d > 9 {
				return 0, false
			}
			e = e*10 + int(d)
		}
		if negative {
			e = -e
		}
		exp += e
	}
	switch v = float64(digits); {
	case exp == 0:
		return v, true
	case exp < 0 && -exp < len(exactTens):
		return v / exactTens[-exp], true
	case exp > 0 && exp < len(exactTens):
		return float64(v * exactTens[exp]), true
	}
	return 0, false
}

// quickF32 is quickF64 for f32. A number that quickF64 rounds lies on the same side of
// every tie of f32 as the text, unless it became that tie.
func quickF32(s string) (float32, bool) {
	v, ok := quickF64(s)
	if !ok || math.Float64bits(v)&(1<<29-1) == 1<<28 || v != 0 && v < 0x1p-126 || v >= 0x1p127 {
		return 0, false
	}
	return float32(v), true
}
