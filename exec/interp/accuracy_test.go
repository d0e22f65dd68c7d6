package interp_test

// The specification's table of accuracies (WGSL, "Floating Point Accuracy") as
// a test: each function runs alone, over edge values and random ones, and its
// results must lie in the interval that the table allows, in f32 and in f16.
//
// The intervals are computed here in f64 (see interval_test.go), from the
// table's own words: an absolute error, some ULP, or the expression that a
// function inherits its accuracy from.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"refract/exec"
	"refract/internal/num"
)

// A bounded is one row of the table. Its expression is about the vectors a and b
// of four components; allowed says what its value may be.
type bounded struct {
	name    string
	expr    string
	low     float64 // random components are from low to high,
	high    float64
	spread  bool // with evenly spread exponents
	allowed func(p *precision, a, b [4]float64) interval
}

// one is the rule of a function of a.x.
func one(f func(p *precision, x interval) interval) func(*precision, [4]float64, [4]float64) interval {
	return func(p *precision, a, _ [4]float64) interval { return f(p, exactly(a[0])) }
}

// two is the rule of a function of a.x and b.x.
func two(f func(p *precision, x, y interval) interval) func(*precision, [4]float64, [4]float64) interval {
	return func(p *precision, a, b [4]float64) interval { return f(p, exactly(a[0]), exactly(b[0])) }
}

// vectors are a.xyz and b.xyz as intervals.
func vectors(a, b [4]float64) (x, y []interval) {
	for i := range 3 {
		x, y = append(x, exactly(a[i])), append(y, exactly(b[i]))
	}
	return x, y
}

var table = []bounded{
	{"add", "a.x + b.x", -1e4, 1e4, true, two((*precision).add)},
	{"subtract", "a.x - b.x", -1e4, 1e4, true, two((*precision).sub)},
	{"multiply", "a.x * b.x", -200, 200, true, two((*precision).mul)},
	{"divide", "a.x / b.x", -1e4, 1e4, true, two((*precision).div)},
	{"remainder", "a.x % b.x", -100, 100, true, two(func(p *precision, x, y interval) interval {
		return p.sub(x, p.mul(y, truncated(p.div(x, y))))
	})},
	{"acos", "acos(a.x)", -1, 1, false, one(func(p *precision, x interval) interval {
		root := p.sqrt(p.sub(exactly(1), p.mul(x, x)))
		return worse(p.within(math.Acos, x, p.pick(6.77e-5, 3.91e-3)), p.atan2(root, x))
	})},
	{"asin", "asin(a.x)", -1, 1, false, one(func(p *precision, x interval) interval {
		root := p.sqrt(p.sub(exactly(1), p.mul(x, x)))
		return worse(p.within(math.Asin, x, p.pick(6.81e-5, 3.91e-3)), p.atan2(x, root))
	})},
	{"acosh", "acosh(a.x)", 1, 200, true, one(func(p *precision, x interval) interval {
		return p.log(p.add(x, p.sqrt(p.sub(p.mul(x, x), exactly(1)))))
	})},
	{"asinh", "asinh(a.x)", -200, 200, true, one(func(p *precision, x interval) interval {
		return p.log(p.add(x, p.sqrt(p.add(p.mul(x, x), exactly(1)))))
	})},
	{"atanh", "atanh(a.x)", -1, 1, false, one(func(p *precision, x interval) interval {
		return p.mul(p.log(p.div(p.add(exactly(1), x), p.sub(exactly(1), x))), exactly(0.5))
	})},
	{"atan", "atan(a.x)", -1e4, 1e4, true, one((*precision).atan)},
	{"atan2", "atan2(a.x, b.x)", -1e3, 1e3, true, two((*precision).atan2)},
	{"sin", "sin(a.x)", -math.Pi, math.Pi, false, one((*precision).sin)},
	{"cos", "cos(a.x)", -math.Pi, math.Pi, false, one((*precision).cos)},
	{"tan", "tan(a.x)", -math.Pi, math.Pi, false, one(func(p *precision, x interval) interval { return p.div(p.sin(x), p.cos(x)) })},
	{"sinh", "sinh(a.x)", -10, 10, false, one((*precision).sinh)},
	{"cosh", "cosh(a.x)", -10, 10, false, one((*precision).cosh)},
	{"tanh", "tanh(a.x)", -10, 10, false, one(func(p *precision, x interval) interval {
		return worse(p.within(math.Tanh, x, 1e-5), p.div(p.sinh(x), p.cosh(x)))
	})},
	{"exp", "exp(a.x)", -80, 80, false, one((*precision).exp)},
	{"exp2", "exp2(a.x)", -120, 120, false, one((*precision).exp2)},
	{"log", "log(a.x)", 0, 6e4, true, one((*precision).log)},
	{"log near 1", "log(a.x)", 0.5, 2, false, one((*precision).log)},
	{"log2", "log2(a.x)", 0, 6e4, true, one((*precision).log2)},
	{"log2 near 1", "log2(a.x)", 0.5, 2, false, one((*precision).log2)},
	{"pow", "pow(a.x, b.x)", 0, 12, false, two(func(p *precision, x, y interval) interval { return p.exp2(p.mul(y, p.log2(x))) })},
	{"sqrt", "sqrt(a.x)", 0, 6e4, true, one((*precision).sqrt)},
	{"inverseSqrt", "inverseSqrt(a.x)", 0, 6e4, true, one((*precision).inverseSqrt)},
	{"degrees", "degrees(a.x)", -1000, 1000, true, one(func(p *precision, x interval) interval {
		return p.mul(x, p.constant(57.295779513082322865))
	})},
	{"radians", "radians(a.x)", -6e4, 6e4, true, one(func(p *precision, x interval) interval {
		return p.mul(x, p.constant(0.017453292519943295474))
	})},
	{"fract", "fract(a.x)", -6e4, 6e4, true, one(func(p *precision, x interval) interval {
		return p.sub(x, interval{math.Floor(x[0]), math.Floor(x[1])})
	})},
	{"fma", "fma(a.x, b.x, a.y)", -200, 200, true, func(p *precision, a, b [4]float64) interval {
		return p.add(p.mul(exactly(a[0]), exactly(b[0])), exactly(a[1]))
	}},
	{"mix", "mix(a.x, b.x, a.y)", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		z := exactly(a[1])
		return p.add(p.mul(exactly(a[0]), p.sub(exactly(1), z)), p.mul(exactly(b[0]), z))
	}},
	{"smoothstep", "smoothstep(a.x, b.x, a.y)", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		low, high, x := exactly(a[0]), exactly(b[0]), exactly(a[1])
		t := p.div(p.sub(x, low), p.sub(high, low))
		if t == anything {
			return anything
		}
		t = interval{min(max(t[0], 0), 1), min(max(t[1], 0), 1)}
		return p.mul(p.mul(t, t), p.sub(exactly(3), p.mul(exactly(2), t)))
	}},
	{"dot", "dot(a.xyz, b.xyz)", -100, 100, false, func(p *precision, a, b [4]float64) interval { return p.dot(vectors(a, b)) }},
	{"length", "length(a.xyz)", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		x, _ := vectors(a, b)
		return p.length(x)
	}},
	{"distance", "distance(a.xyz, b.xyz)", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		x, y := vectors(a, b)
		for i := range x {
			x[i] = p.sub(x[i], y[i])
		}
		return p.length(x)
	}},
	{"normalize", "normalize(a.xyz).y", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		x, _ := vectors(a, b)
		return p.div(x[1], p.length(x))
	}},
	{"cross", "cross(a.xyz, b.xyz).z", -100, 100, false, func(p *precision, a, b [4]float64) interval {
		x, y := vectors(a, b)
		return p.sub(p.mul(x[0], y[1]), p.mul(x[1], y[0]))
	}},
	{"reflect", "reflect(a.xyz, b.xyz).x", -10, 10, false, func(p *precision, a, b [4]float64) interval {
		x, y := vectors(a, b)
		return p.sub(x[0], p.mul(p.mul(exactly(2), p.dot(x, y)), y[0]))
	}},
	{"refract", "refract(a.xyz, b.xyz, a.w).y", -1, 1, false, func(p *precision, a, b [4]float64) interval {
		x, y := vectors(a, b)
		z, d, unit := exactly(a[3]), p.dot(x, y), exactly(1)
		k := p.sub(unit, p.mul(p.mul(z, z), p.sub(unit, p.mul(d, d))))
		switch {
		case k[1] < 0:
			return exactly(0)
		case k[0] < 0:
			return anything
		}
		return p.sub(p.mul(z, x[1]), p.mul(p.add(p.mul(z, d), p.sqrt(k)), y[1]))
	}},
}

// edgeValues are components that go wrong first, beside those of a precision.
var edgeValues = []float64{0, 1, -1, 0.5, -0.5, 2, -2, 3, 10, -10, 0.1, 100, math.Pi, -math.Pi, math.Pi / 2, math.E, 1 << 10, 65504, 0x1p-14, 0x1p-10}

// inputs are pairs of vectors for a row: every pair of edge values, and random
// components.
func (c *bounded) inputs(p *precision, n int) (list [][2][4]float64) {
	edges := append([]float64{p.least, -p.least, p.greatest, -p.greatest, 1 + p.step, 1 - p.step, c.low, c.high}, edgeValues...)
	for i, x := range edges {
		for j, y := range edges {
			list = append(list, [2][4]float64{{x, y, edges[(i+j)%len(edges)], 0.75}, {y, x, 1, 0.5}})
		}
	}
	r := rand.New(rand.NewPCG(uint64(len(c.name)), uint64(p.bits)))
	component := func() float64 {
		if c.spread && r.IntN(2) == 0 {
			reach := max(c.high, -c.low)
			x := reach * math.Ldexp(1+r.Float64(), -r.IntN(int(min(40, math.Log2(reach)-math.Log2(p.least)))))
			if c.low < 0 && r.IntN(2) == 0 {
				x = -x
			}
			return min(max(x, c.low), c.high)
		}
		return c.low + (c.high-c.low)*r.Float64()
	}
	for range n {
		var pair [2][4]float64
		for v := range pair {
			for i := range pair[v] {
				pair[v][i] = component()
			}
		}
		list = append(list, pair)
	}
	for i := range list {
		for v := range list[i] {
			for k, x := range list[i][v] {
				list[i][v][k] = p.nearest(x)
			}
		}
	}
	return list
}

// TestAccuracy runs every row in f32 and f16.
func TestAccuracy(t *testing.T) {
	n := 2000
	if testing.Short() {
		n = 300
	}
	for _, p := range []*precision{single, halfPrecision} {
		for i := range table {
			c := &table[i]
			t.Run(p.name+"/"+c.name, func(t *testing.T) { c.check(t, p, n) })
		}
	}
}

func (c *bounded) check(t *testing.T, p *precision, n int) {
	source := fmt.Sprintf(`@group(0) @binding(0) var<storage, read> args: array<array<vec4<%[1]s>, 2>>;
@group(0) @binding(1) var<storage, read_write> out: array<%[1]s>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
	if id.x < arrayLength(&args) { let a = args[id.x][0]; let b = args[id.x][1]; out[id.x] = %[2]s; }
}`, p.name, c.expr)
	if p == halfPrecision {
		source = "enable f16;\n" + source
	}
	list := c.inputs(p, n)
	var args []byte
	for _, pair := range list {
		for _, v := range pair {
			for _, x := range v {
				args = p.append(args, x)
			}
		}
	}
	size := p.bytes()
	out := exec.NewBuffer((len(list)*size + 3) &^ 3)
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: args})
	r.Bind(0, 1, out)
	if _, err := load(t, source, nil).Dispatch(context.Background(), "main", [3]uint32{uint32(len(list)+63) / 64, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	judged, wrong := 0, 0
	for i, pair := range list {
		want := c.allowed(p, pair[0], pair[1])
		if want == anything {
			continue
		}
		judged++
		if got := p.read(out.Data[i*size:]); !(want[0] <= got && got <= want[1]) {
			if wrong++; wrong <= 5 {
				t.Errorf("a = %v, b = %v: %v is not in [%v, %v]", pair[0], pair[1], got, want[0], want[1])
			}
		}
	}
	if judged < n/3 {
		t.Errorf("the table says something of only %d of %d cases", judged, len(list))
	}
	t.Logf("%d cases", judged)
}

func (p *precision) bytes() int { return p.size }

// append appends the bytes of a number.
func (p *precision) append(b []byte, x float64) []byte {
	if p == single {
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
	}
	return binary.LittleEndian.AppendUint16(b, uint16(num.F16FromF64(x)))
}

// read reads a number.
func (p *precision) read(b []byte) float64 {
	if p == single {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return num.F16(binary.LittleEndian.Uint16(b)).F64()
}
