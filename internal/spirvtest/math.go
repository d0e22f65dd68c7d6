package spirvtest

// This file computes the instructions of GLSL.std.450 that round, have several results
// or pack bits.

import (
	"math"
	"math/bits"
)

// Instructions of GLSL.std.450.
const (
	extRadians, extDegrees, extSin, extCos, extTan, extAsin, extAcos, extAtan = 11, 12, 13, 14, 15, 16, 17, 18
	extSinh, extCosh, extTanh, extAsinh, extAcosh, extAtanh, extAtan2, extPow = 19, 20, 21, 22, 23, 24, 25, 26
	extExp, extLog, extExp2, extLog2, extInverseSqrt, extDeterminant          = 27, 28, 29, 30, 32, 33
	extModf, extModfStruct, extMix, extSmoothStep, extFma                     = 35, 36, 46, 49, 50
	extFrexp, extFrexpStruct, extLdexp                                        = 51, 52, 53
	extPackSnorm4, extPackUnorm4, extPackSnorm2, extPackUnorm2, extPackHalf   = 54, 55, 56, 57, 58
	extUnpackSnorm2, extUnpackUnorm2, extUnpackHalf, extUnpackSnorm4          = 60, 61, 62, 63
	extUnpackUnorm4, extLength, extDistance, extCross, extNormalize           = 64, 66, 67, 68, 69
	extFaceForward, extReflect, extRefract                                    = 70, 71, 72
)

// unary are functions of one number.
var unary = map[uint32]func(float64) float64{
	extRadians: func(x float64) float64 { return x * math.Pi / 180 }, extDegrees: func(x float64) float64 { return x * 180 / math.Pi },
	extSin: math.Sin, extCos: math.Cos, extTan: math.Tan, extAsin: math.Asin, extAcos: math.Acos, extAtan: math.Atan,
	extSinh: math.Sinh, extCosh: math.Cosh, extTanh: math.Tanh, extAsinh: math.Asinh, extAcosh: math.Acosh, extAtanh: math.Atanh,
	extExp: math.Exp, extLog: math.Log, extExp2: math.Exp2, extLog2: math.Log2,
	extInverseSqrt: func(x float64) float64 { return 1 / math.Sqrt(x) },
}

// functions computes an instruction of floats; ok is false if it is unknown. Operands are
// computed with in 64 bits, and results rounded once.
func (m *Module) functions(inst []uint32, a [3]value) (v value, ok bool) {
	t, op := inst[1], inst[4]
	n := m.parts(t)
	w := m.width(m.scalar(m.typeOf(inst[5])))
	f := func(k, at int) float64 { return float(a[k].at(at), w) }
	floats := func(of func(at int) float64) value {
		return each(n, func(at int) uint64 { return unfloat(of(at), w) })
	}
	of := max(1, m.parts(m.typeOf(inst[5])))
	dot := func(x, y func(at int) float64) (sum float64) {
		for k := range of {
			sum += x(k) * y(k)
		}
		return sum
	}
	first, second := func(at int) float64 { return f(0, at) }, func(at int) float64 { return f(1, at) }
	if one := unary[op]; one != nil {
		return floats(func(at int) float64 { return one(f(0, at)) }), true
	}
	switch op {
	case extAtan2:
		return floats(func(at int) float64 { return math.Atan2(f(0, at), f(1, at)) }), true
	case extPow:
		return floats(func(at int) float64 { return math.Pow(f(0, at), f(1, at)) }), true
	case extMix:
		return floats(func(at int) float64 { return f(0, at)*(1-f(2, at)) + f(1, at)*f(2, at) }), true
	case extSmoothStep:
		return floats(func(at int) float64 {
			x := math.Max(0, math.Min(1, (f(2, at)-f(0, at))/(f(1, at)-f(0, at))))
			return x * x * (3 - 2*x)
		}), true
	case extFma:
		return floats(func(at int) float64 { return math.FMA(f(0, at), f(1, at), f(2, at)) }), true
	case extLdexp:
		iw := m.width(m.scalar(m.typeOf(inst[6])))
		return floats(func(at int) float64 { return math.Ldexp(f(0, at), int(signExtend(a[1].at(at), iw))) }), true
	case extLength:
		return floats(func(int) float64 { return math.Sqrt(dot(first, first)) }), true
	case extDistance:
		d := func(at int) float64 { return f(0, at) - f(1, at) }
		return floats(func(int) float64 { return math.Sqrt(dot(d, d)) }), true
	case extNormalize:
		length := math.Sqrt(dot(first, first))
		return floats(func(at int) float64 { return f(0, at) / length }), true
	case extCross:
		return floats(func(at int) float64 {
			i, j := (at+1)%3, (at+2)%3
			return f(0, i)*f(1, j) - f(0, j)*f(1, i)
		}), true
	case extFaceForward:
		sign := 1.0
		if dot(func(at int) float64 { return f(2, at) }, second) >= 0 {
			sign = -1
		}
		return floats(func(at int) float64 { return sign * f(0, at) }), true
	case extReflect:
		d := dot(first, second)
		return floats(func(at int) float64 { return f(0, at) - 2*d*f(1, at) }), true
	case extRefract:
		eta, d := f(2, 0), dot(first, second)
		k := 1 - eta*eta*(1-d*d)
		return floats(func(at int) float64 {
			if k < 0 {
				return 0
			}
			return eta*f(0, at) - (eta*d+math.Sqrt(k))*f(1, at)
		}), true
	case extModfStruct, extFrexpStruct:
		members := m.inst(t)[2:]
		return m.split(op == extFrexpStruct, members[0], members[1], a[0]), true
	case extDeterminant:
		var columns [][]float64
		for _, c := range a[0].list {
			var column []float64
			for k := range c.list {
				column = append(column, float(c.at(k), w))
			}
			columns = append(columns, column)
		}
		return value{n: unfloat(determinant(columns), w)}, true
	}
	return packing(op, n, a[0])
}

// split takes numbers apart, into fractions and exponents or fractions and whole numbers, of
// two types.
func (m *Module) split(exponents bool, first, second uint32, x value) value {
	n, w, to := m.parts(first), m.width(m.scalar(first)), m.width(m.scalar(second))
	part := func(at int) (float64, uint64) {
		x := float(x.at(at), w)
		if exponents {
			fraction, exponent := math.Frexp(x)
			return fraction, uint64(exponent) & mask(to)
		}
		whole := math.Trunc(x)
		return math.Copysign(x-whole, x), unfloat(whole, w)
	}
	return value{list: []value{each(n, func(at int) uint64 { x, _ := part(at); return unfloat(x, w) }),
		each(n, func(at int) uint64 { _, y := part(at); return y })}}
}

// determinant is that of a square matrix, by its first column.
func determinant(columns [][]float64) (sum float64) {
	if len(columns) == 1 {
		return columns[0][0]
	}
	sign := 1.0
	for row := range columns[0] {
		var minor [][]float64
		for _, c := range columns[1:] {
			minor = append(minor, append(append([]float64(nil), c[:row]...), c[row+1:]...))
		}
		sum += sign * columns[0][row] * determinant(minor)
		sign = -sign
	}
	return sum
}

// packing computes functions that pack numbers into 32 bits, or unpack them.
func packing(op uint32, n int, x value) (v value, ok bool) {
	type form struct {
		bits      int
		low, most float64 // most is 0 of halves
		unpacks   bool
	}
	forms := map[uint32]form{extPackSnorm4: {8, -1, 127, false}, extPackUnorm4: {8, 0, 255, false}, extPackSnorm2: {16, -1, 32767, false},
		extPackUnorm2: {16, 0, 65535, false}, extPackHalf: {16, 0, 0, false}, extUnpackSnorm2: {16, -1, 32767, true},
		extUnpackUnorm2: {16, 0, 65535, true}, extUnpackHalf: {16, 0, 0, true}, extUnpackSnorm4: {8, -1, 127, true}, extUnpackUnorm4: {8, 0, 255, true}}
	how, ok := forms[op]
	if !ok {
		return v, false
	}
	if how.unpacks {
		return each(n, func(at int) uint64 {
			part := x.n >> (at * how.bits) & mask(how.bits)
			switch {
			case how.most == 0:
				return unfloat(float(part, 16), 32)
			case how.low < 0:
				return unfloat(math.Max(float64(signExtend(part, how.bits))/how.most, -1), 32)
			}
			return unfloat(float64(part)/how.most, 32)
		}), true
	}
	for at := range 32 / how.bits {
		part := float(x.at(at), 32)
		word := unfloat(part, 16)
		if how.most != 0 {
			if math.IsNaN(part) {
				undefined("the packing of NaN")
			}
			word = uint64(int64(math.RoundToEven(math.Max(how.low, math.Min(1, part))*how.most))) & mask(how.bits)
		}
		v.n |= bits.RotateLeft64(word, at*how.bits)
	}
	return v, true
}
