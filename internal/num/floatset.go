package num

// This file computes with sets of floats: which signs and magnitudes the result of an operation can
// have. Results hold for implementations that round otherwise, flush denormals, choose either zero
// for the minimum of both, or have NaN or a number for the minimum of NaN and a number.

import "math"

// A FloatSet is a set of classes of floats, a bit each. FloatFraction is set if there may be numbers
// that aren't whole.
type FloatSet uint16

// The classes, but for NaN in order.
const (
	FloatNegInf   FloatSet = 1 << iota
	FloatBelow             // finite, less than -1
	FloatNegUnit           // from -1 to 0
	FloatNegZero           //
	FloatPosZero           //
	FloatPosUnit           // from 0 to 1
	FloatAbove             // finite, greater than 1
	FloatPosInf            //
	FloatNaN               //
	FloatFraction          //
	floatClasses  = 9

	FloatZero     = FloatNegZero | FloatPosZero
	FloatNegative = FloatNegInf | FloatBelow | FloatNegUnit
	FloatPositive = FloatPosInf | FloatAbove | FloatPosUnit
	FloatFinite   = FloatBelow | FloatNegUnit | FloatZero | FloatPosUnit | FloatAbove | FloatFraction
	FloatAny      = FloatNegative | FloatZero | FloatPositive | FloatNaN | FloatFraction
)

// In reports whether all of the set is in another one.
func (s FloatSet) In(t FloatSet) bool { return s&^t == 0 }

// FloatSetOf is the set of one number of a size in bits.
func FloatSetOf(bits uint64, size int) FloatSet {
	var v float64
	switch size {
	case 16:
		v = F16(bits).F64()
	case 32:
		v = float64(math.Float32frombits(uint32(bits)))
	default:
		v = math.Float64frombits(bits)
	}
	s := FloatSet(0)
	if v != math.Trunc(v) {
		s = FloatFraction
	}
	switch negative := math.Signbit(v); {
	case v != v:
		return FloatNaN
	case v == 0 && negative:
		return FloatNegZero
	case v == 0:
		return FloatPosZero
	case math.IsInf(v, 0) && negative:
		return FloatNegInf
	case math.IsInf(v, 0):
		return FloatPosInf
	case v < -1:
		return s | FloatBelow
	case v < 0:
		return s | FloatNegUnit
	case v <= 1:
		return s | FloatPosUnit
	}
	return s | FloatAbove
}

// each joins f of each class.
func (s FloatSet) each(f func(c FloatSet) FloatSet) (out FloatSet) {
	for k := range floatClasses {
		if c := FloatSet(1) << k; s&c != 0 {
			out |= f(c)
		}
	}
	return out
}

// pairs joins f of each pair of classes.
func (s FloatSet) pairs(t FloatSet, f func(a, b FloatSet) FloatSet) FloatSet {
	return s.each(func(a FloatSet) FloatSet { return t.each(func(b FloatSet) FloatSet { return f(a, b) }) })
}

// Neg is the set of negated numbers.
func (s FloatSet) Neg() FloatSet {
	out := s & (FloatNaN | FloatFraction)
	for k := range 8 {
		if s>>k&1 != 0 {
			out |= 1 << (7 - k)
		}
	}
	return out
}

// Abs is the set of magnitudes.
func (s FloatSet) Abs() FloatSet {
	return s&^(FloatNegative|FloatNegZero) | s.Neg()&(FloatPositive|FloatPosZero)
}

// flushed adds the zeros that small numbers are on devices without denormals.
func (s FloatSet) flushed() FloatSet {
	if s&FloatPosUnit != 0 {
		s |= FloatPosZero
	}
	if s&FloatNegUnit != 0 {
		s |= FloatNegZero
	}
	return s
}

// Sat is the set of numbers clamped to [0, 1].
func (s FloatSet) Sat() FloatSet {
	out := s.each(func(c FloatSet) FloatSet {
		switch {
		case c&FloatNegative != 0:
			return FloatZero
		case c&(FloatAbove|FloatPosInf) != 0:
			return FloatPosUnit
		case c == FloatNaN:
			return FloatNaN | FloatPosZero | FloatPosUnit
		case c&FloatZero != 0:
			return FloatZero
		}
		return c
	})
	return out.flushed() | s&FloatFraction
}

// Whole is the set of numbers rounded to whole ones, in any direction.
func (s FloatSet) Whole() FloatSet {
	if s&FloatFraction == 0 {
		return s
	}
	return s.each(func(c FloatSet) FloatSet {
		switch c {
		case FloatBelow:
			return FloatBelow | FloatNegUnit
		case FloatNegUnit:
			return FloatNegUnit | FloatZero
		case FloatPosUnit:
			return FloatPosUnit | FloatZero
		case FloatAbove:
			return FloatAbove | FloatPosUnit
		}
		return c
	})
}

// Fract is the set of the parts behind the point.
func (s FloatSet) Fract() FloatSet {
	out := FloatSet(0)
	if s&(FloatNegInf|FloatPosInf|FloatNaN) != 0 {
		out = FloatNaN
	}
	if s&FloatFinite != 0 {
		out |= FloatPosZero
	}
	if s&FloatFraction != 0 {
		out |= FloatPosUnit | FloatFraction
	}
	return out
}

// Sign is the set of signs: -1, 0 and 1.
func (s FloatSet) Sign() FloatSet {
	return s.each(func(c FloatSet) FloatSet {
		switch {
		case c&FloatNegative != 0:
			return FloatNegUnit | FloatNegZero
		case c&FloatPositive != 0:
			return FloatPosUnit | FloatPosZero
		case c == FloatNaN:
			return FloatNaN | FloatZero | FloatNegUnit | FloatPosUnit
		}
		return FloatZero
	})
}

// Sqrt is the set of square roots, which may be inexact.
func (s FloatSet) Sqrt() FloatSet {
	return s.each(func(c FloatSet) FloatSet {
		switch {
		case c&FloatNegative != 0:
			return FloatNaN | FloatNegZero
		case c&(FloatPosUnit|FloatAbove) != 0:
			return FloatPosUnit | FloatAbove | FloatPosZero | FloatFraction
		}
		return c
	})
}

// Exp is the set of powers of a number above 1.
func (s FloatSet) Exp() FloatSet {
	out := s & FloatNaN
	if s&^FloatNaN != 0 {
		out |= FloatPosZero | FloatPositive | FloatFraction
	}
	return out
}

// Rcp is the set of inverses.
func (s FloatSet) Rcp() FloatSet { return FloatPosUnit.Div(s) | s&FloatFraction }

// Add is the set of sums.
func (s FloatSet) Add(t FloatSet) FloatSet {
	out := s.pairs(t, func(a, b FloatSet) FloatSet {
		const infinite = FloatNegInf | FloatPosInf
		switch {
		case (a|b)&FloatNaN != 0 || a|b == infinite:
			return FloatNaN
		case a&infinite != 0:
			return a
		case b&infinite != 0:
			return b
		case a&FloatZero != 0 && b&FloatZero != 0 && a != b:
			return FloatPosZero
		case a&FloatZero != 0:
			return b.flushed()
		case b&FloatZero != 0:
			return a.flushed()
		case a == b && a&(FloatPosUnit|FloatNegUnit) != 0:
			return (a | map[FloatSet]FloatSet{FloatPosUnit: FloatAbove, FloatNegUnit: FloatBelow}[a]).flushed()
		case a == b:
			return a | map[FloatSet]FloatSet{FloatAbove: FloatPosInf, FloatBelow: FloatNegInf}[a]
		case (a | b).In(FloatPositive):
			return FloatAbove | FloatPosInf
		case (a | b).In(FloatNegative):
			return FloatBelow | FloatNegInf
		}
		return FloatFinite &^ FloatFraction
	})
	return out | (s|t)&FloatFraction
}

// signed gives magnitudes, of positive numbers, the sign of a product.
func signed(magnitudes, a, b FloatSet) FloatSet {
	const negative = FloatNegative | FloatNegZero
	if (a&negative != 0) != (b&negative != 0) {
		return magnitudes.Neg()
	}
	return magnitudes
}

// Mul is the set of products.
func (s FloatSet) Mul(t FloatSet) FloatSet {
	out := s.pairs(t, func(a, b FloatSet) FloatSet {
		x, y := a.Abs(), b.Abs()
		switch {
		case (x|y)&FloatNaN != 0 || x|y == FloatPosZero|FloatPosInf:
			return FloatNaN
		case (x|y)&FloatPosInf != 0:
			if (x|y)&FloatPosUnit != 0 { // it may be flushed
				return signed(FloatPosInf|FloatNaN, a, b)
			}
			return signed(FloatPosInf, a, b)
		case (x|y)&FloatPosZero != 0:
			return signed(FloatPosZero, a, b)
		case x == FloatAbove && y == FloatAbove:
			return signed(FloatAbove|FloatPosInf, a, b)
		case x == FloatPosUnit && y == FloatPosUnit:
			return signed(FloatPosUnit|FloatPosZero, a, b)
		}
		return signed(FloatPosUnit|FloatAbove|FloatPosZero, a, b)
	})
	return out | (s|t)&FloatFraction
}

// Square is the set of squares.
func (s FloatSet) Square() FloatSet { return s.Abs().Mul(s.Abs()) }

// Div is the set of quotients, which may be inexact.
func (s FloatSet) Div(t FloatSet) FloatSet {
	out := s.pairs(t, func(a, b FloatSet) FloatSet {
		x, y := a.Abs(), b.Abs()
		switch {
		case (x|y)&FloatNaN != 0:
			return FloatNaN
		case x == y && x&(FloatPosZero|FloatPosInf) != 0:
			return FloatNaN
		case x == FloatPosZero && y == FloatPosUnit:
			return signed(FloatPosZero, a, b) | FloatNaN // it may be flushed
		case x == FloatPosZero || y == FloatPosInf:
			return signed(FloatPosZero, a, b) | FloatNaN // the inverse of a large number may be zero, or infinite
		}
		return signed(FloatPositive|FloatPosZero, a, b) | FloatNaN
	})
	if out&^FloatNaN != 0 {
		out |= FloatFraction
	}
	return out
}

// Max is the set of maxima.
func (s FloatSet) Max(t FloatSet) FloatSet {
	out := s.pairs(t, func(a, b FloatSet) FloatSet {
		switch {
		case (a|b)&FloatNaN != 0:
			return a | b
		case (a|b)&FloatZero == a|b:
			return a | b
		}
		return max(a, b)
	})
	return out | (s|t)&FloatFraction
}

// Min is the set of minima.
func (s FloatSet) Min(t FloatSet) FloatSet { return s.Neg().Max(t.Neg()).Neg() }
