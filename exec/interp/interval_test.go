package interp_test

// Intervals of the results that the specification allows, in f64. An operation
// takes intervals of operands and gives that of what may come out, by the row
// of its operation in the tables of "Floating Point Accuracy". Where the table
// says nothing, that is anything.

import (
	"math"

	"refract/internal/num"
)

type interval [2]float64

var anything = interval{math.Inf(-1), math.Inf(1)}

func exactly(x float64) interval { return interval{x, x} }

// worse is the union.
func worse(a, b interval) interval { return interval{min(a[0], b[0]), max(a[1], b[1])} }

// truncated is trunc of an interval.
func truncated(x interval) interval { return interval{math.Trunc(x[0]), math.Trunc(x[1])} }

// A precision is a floating-point type.
type precision struct {
	name     string
	size     int     // bytes
	bits     int     // of the significand
	least    float64 // normal
	greatest float64 // finite
	step     float64 // from 1 to the next greater
	narrow   float64 // divisors up to this and down to its inverse are accurate
}

var (
	single        = &precision{"f32", 4, 24, 0x1p-126, math.MaxFloat32, 0x1p-23, 0x1p126}
	halfPrecision = &precision{"f16", 2, 11, 0x1p-14, 65504, 0x1p-10, 0x1p14}
)

// pick is the number for the type.
func (p *precision) pick(forSingle, forHalf float64) float64 {
	if p == single {
		return forSingle
	}
	return forHalf
}

// nearest rounds to the type.
func (p *precision) nearest(x float64) float64 {
	x = min(max(x, -p.greatest), p.greatest)
	if p == single {
		return float64(float32(x))
	}
	return num.F16FromF64(x).F64()
}

func (p *precision) constant(x float64) interval { return p.rounded(exactly(x)) }

// ulp is the unit in the last place of x, as the specification defines it: at a
// power of two the lesser of the distances to its neighbours.
func (p *precision) ulp(x float64) float64 {
	f, e := math.Frexp(x)
	if math.Abs(f) == 0.5 {
		e--
	}
	if _, smallest := math.Frexp(p.least); x == 0 || e < smallest {
		e = smallest
	}
	return math.Ldexp(1, e-p.bits)
}

// settled is an interval as a result: what is not finite may become anything,
// and what is subnormal zero.
func (p *precision) settled(x interval) interval {
	if !(x[0] >= -p.greatest && x[1] <= p.greatest) {
		return anything
	}
	if x[0] > 0 && x[0] < p.least {
		x[0] = 0
	}
	if x[1] < 0 && x[1] > -p.least {
		x[1] = 0
	}
	return x
}

// rounded is what correctly rounded results of an interval may be.
func (p *precision) rounded(x interval) interval {
	if math.Abs(x[0]) > p.greatest || math.Abs(x[1]) > p.greatest || x[0] != x[0] || x[1] != x[1] {
		return anything
	}
	down, up := p.nearest(x[0]), p.nearest(x[1])
	if down > x[0] {
		down -= p.ulp(down)
	}
	if up < x[1] {
		up += p.ulp(math.Nextafter(up, math.Inf(1)))
	}
	return p.settled(interval{down, up})
}

// flushed is an operand, which may be taken as zero where it is subnormal.
func (p *precision) flushed(x interval) interval { return p.settled(x) }

// corners is the hull of an operation that is monotone in each operand.
func (p *precision) corners(f func(x, y float64) float64, x, y interval) interval {
	x, y = p.flushed(x), p.flushed(y)
	if x == anything || y == anything {
		return anything
	}
	hull := interval{math.Inf(1), math.Inf(-1)}
	for _, a := range x {
		for _, b := range y {
			v := f(a, b)
			hull = worse(hull, exactly(v))
		}
	}
	return hull
}

func (p *precision) add(x, y interval) interval {
	return p.rounded(p.corners(func(a, b float64) float64 { return a + b }, x, y))
}

func (p *precision) sub(x, y interval) interval {
	return p.rounded(p.corners(func(a, b float64) float64 { return a - b }, x, y))
}

func (p *precision) mul(x, y interval) interval {
	return p.rounded(p.corners(func(a, b float64) float64 { return a * b }, x, y))
}

// div has 2.5 ULP for divisors that are neither huge nor tiny.
func (p *precision) div(x, y interval) interval {
	if y[0] <= 0 && y[1] >= 0 || max(math.Abs(y[0]), math.Abs(y[1])) > p.narrow || min(math.Abs(y[0]), math.Abs(y[1])) < 1/p.narrow {
		return anything
	}
	return p.ulps(p.corners(func(a, b float64) float64 { return a / b }, x, y), 2.5)
}

// ulps widens by some ULP.
func (p *precision) ulps(x interval, n float64) interval {
	if x == anything {
		return x
	}
	return p.settled(interval{x[0] - n*p.ulp(x[0]), x[1] + n*p.ulp(x[1])})
}

// monotone is the hull of a function that only rises or only falls.
func (p *precision) monotone(f func(float64) float64, x interval) interval {
	if x = p.flushed(x); x == anything {
		return x
	}
	a, b := f(x[0]), f(x[1])
	if a != a || b != b {
		return anything
	}
	return interval{min(a, b), max(a, b)}
}

// within is a function that only rises or only falls, with an absolute error.
func (p *precision) within(f func(float64) float64, x interval, e float64) interval {
	y := p.monotone(f, x)
	return p.settled(interval{y[0] - e, y[1] + e})
}

func (p *precision) sin(x interval) interval { return p.wave(math.Sin, x) }
func (p *precision) cos(x interval) interval { return p.wave(math.Cos, x) }

// wave is sine or cosine of a number in [-π, π].
func (p *precision) wave(f func(float64) float64, x interval) interval {
	e := p.pick(0x1p-11, 0x1p-7)
	if x[0] != x[1] || math.Abs(x[0]) > math.Pi {
		return anything
	}
	return interval{f(x[0]) - e, f(x[0]) + e}
}

func (p *precision) atan(x interval) interval {
	return p.ulps(p.monotone(math.Atan, x), p.pick(4096, 5))
}

// atan2 is known where x is neither huge nor tiny and y is normal. The interval
// of y must not cross zero where x is below it.
func (p *precision) atan2(y, x interval) interval {
	small := func(v interval) bool { return v[0] < p.least && v[1] > -p.least }
	if small(x) || small(y) || min(math.Abs(x[0]), math.Abs(x[1])) < 1/p.narrow || max(math.Abs(x[0]), math.Abs(x[1])) > p.narrow {
		return anything
	}
	return p.ulps(p.corners(math.Atan2, y, x), p.pick(4096, 5))
}

func (p *precision) exp(x interval) interval { return p.power(math.Exp, x) }

func (p *precision) exp2(x interval) interval { return p.power(math.Exp2, x) }

// power is an exponential function: 3 + 2|x| ULP in f32, 1 + 2|x| in f16.
func (p *precision) power(f func(float64) float64, x interval) interval {
	y := p.monotone(f, x)
	if y == anything {
		return y
	}
	least := p.pick(3, 1)
	return p.settled(interval{y[0] - (least+2*math.Abs(x[0]))*p.ulp(y[0]), y[1] + (least+2*math.Abs(x[1]))*p.ulp(y[1])})
}

func (p *precision) log(x interval) interval  { return p.logarithm(math.Log, x) }
func (p *precision) log2(x interval) interval { return p.logarithm(math.Log2, x) }

// logarithm has an absolute error from 0.5 to 2 and 3 ULP elsewhere.
func (p *precision) logarithm(f func(float64) float64, x interval) interval {
	if x[0] < p.least {
		return anything
	}
	at := func(x, sign float64) float64 {
		y := f(x)
		if x >= 0.5 && x <= 2 {
			return y + sign*p.pick(0x1p-21, 0x1p-7)
		}
		return y + sign*3*p.ulp(y)
	}
	return p.settled(interval{at(x[0], -1), at(x[1], 1)})
}

func (p *precision) inverseSqrt(x interval) interval {
	if x[0] < p.least {
		return anything
	}
	return p.ulps(p.monotone(func(v float64) float64 { return 1 / math.Sqrt(v) }, x), 2)
}

// sqrt inherits from 1 / inverseSqrt(x), which says nothing of zero.
func (p *precision) sqrt(x interval) interval { return p.div(exactly(1), p.inverseSqrt(x)) }

func (p *precision) sinh(x interval) interval {
	return p.mul(p.sub(p.exp(x), p.exp(interval{-x[1], -x[0]})), exactly(0.5))
}

func (p *precision) cosh(x interval) interval {
	return p.mul(p.add(p.exp(x), p.exp(interval{-x[1], -x[0]})), exactly(0.5))
}

// dot is a sum of products, added in any order.
func (p *precision) dot(x, y []interval) interval {
	var terms []interval
	for i := range x {
		terms = append(terms, p.mul(x[i], y[i]))
	}
	all := p.add(p.add(terms[0], terms[1]), terms[2])
	all = worse(all, p.add(terms[0], p.add(terms[1], terms[2])))
	return worse(all, p.add(p.add(terms[0], terms[2]), terms[1]))
}

func (p *precision) length(x []interval) interval { return p.sqrt(p.dot(x, x)) }
