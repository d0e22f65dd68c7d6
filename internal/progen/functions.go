package progen

// This file calls the built-in functions whose results are open within bounds. An argument
// is a number that the generator knows, plus a zero that compilers don't know; the program
// itself tests whether the result is within its bounds, and stores the outcome.

import (
	"fmt"
	"math"
)

// A law is a function of numbers in a range, with its results. The range keeps the bounds
// of WGSL (section "Floating Point Accuracy") far from the tolerance here.
type law struct {
	text      string // with arguments X and Y of f32
	low, high float64
	want      func(x, y float64) float64
}

var laws = []law{
	{"sin(X)", -3, 3, func(x, _ float64) float64 { return math.Sin(x) }},
	{"cos(X)", -3, 3, func(x, _ float64) float64 { return math.Cos(x) }},
	{"tan(X)", -1.25, 1.25, func(x, _ float64) float64 { return math.Tan(x) }},
	{"asin(X)", -0.75, 0.75, func(x, _ float64) float64 { return math.Asin(x) }},
	{"acos(X)", -0.75, 0.75, func(x, _ float64) float64 { return math.Acos(x) }},
	{"atan(X)", -8, 8, func(x, _ float64) float64 { return math.Atan(x) }},
	{"atan2(Y, X)", 0.5, 8, func(x, y float64) float64 { return math.Atan2(y, x) }},
	{"atan2(-Y, -X)", 0.5, 8, func(x, y float64) float64 { return math.Atan2(-y, -x) }},
	{"sinh(X)", -2, 2, func(x, _ float64) float64 { return math.Sinh(x) }},
	{"cosh(X)", -2, 2, func(x, _ float64) float64 { return math.Cosh(x) }},
	{"tanh(X)", -2, 2, func(x, _ float64) float64 { return math.Tanh(x) }},
	{"asinh(X)", -4, 4, func(x, _ float64) float64 { return math.Asinh(x) }},
	{"acosh(X)", 1.5, 9, func(x, _ float64) float64 { return math.Acosh(x) }},
	{"atanh(X)", -0.75, 0.75, func(x, _ float64) float64 { return math.Atanh(x) }},
	{"exp(X)", -4, 3, func(x, _ float64) float64 { return math.Exp(x) }},
	{"exp2(X)", -6, 5, func(x, _ float64) float64 { return math.Exp2(x) }},
	{"log(X)", 0.25, 60, func(x, _ float64) float64 { return math.Log(x) }},
	{"log2(X)", 0.25, 60, func(x, _ float64) float64 { return math.Log2(x) }},
	{"pow(X, Y)", 0.5, 4, math.Pow},
	{"sqrt(X)", 0.25, 99, func(x, _ float64) float64 { return math.Sqrt(x) }},
	{"inverseSqrt(X)", 0.25, 99, func(x, _ float64) float64 { return 1 / math.Sqrt(x) }},
	{"X / Y", 0.5, 40, func(x, y float64) float64 { return x / y }},
	{"(-X) % Y", 1, 9, func(x, y float64) float64 { return -math.Mod(x, y) }},
	{"X % -Y", 1, 9, math.Mod},
	{"degrees(X)", -3, 3, func(x, _ float64) float64 { return x * 180 / math.Pi }},
	{"radians(X)", -99, 99, func(x, _ float64) float64 { return x * math.Pi / 180 }},
	{"length(vec3(X, 2, Y))", -9, 9, func(x, y float64) float64 { return math.Sqrt(x*x + 4 + y*y) }},
	{"length(X)", -9, 9, func(x, _ float64) float64 { return math.Abs(x) }},
	{"distance(vec2(X, 1), vec2(3, Y))", -9, 9, func(x, y float64) float64 { return math.Hypot(x-3, 1-y) }},
	{"distance(X, Y)", -9, 9, func(x, y float64) float64 { return math.Abs(x - y) }},
	{"normalize(vec2(X, 1 + abs(Y))).y", -9, 9, func(x, y float64) float64 { return (1 + math.Abs(y)) / math.Hypot(x, 1+math.Abs(y)) }},
	{"smoothstep(1, 5, X)", 0, 6, func(x, _ float64) float64 { t := min(max((x-1)/4, 0), 1); return t * t * (3 - 2*t) }},
	{"reflect(vec2(X, Y), vec2(0, 1)).y", -9, 9, func(_, y float64) float64 { return -y }},
	{"refract(vec2(0, -1), vec2(0, 1), abs(X) + 0.5).y", -1, 1, func(float64, float64) float64 { return -1 }},
	{"refract(vec2(X, -0.5), vec2(0, 1), 4 + X).x", 0.5, 1, func(x, _ float64) float64 {
		if k := 1 - (4+x)*(4+x)*(1-0.25); k < 0 {
			return 0
		}
		return (4 + x) * x
	}},
	{"faceForward(vec2(X, Y), vec2(1, 0), vec2(X, 0)).x", 0.5, 9, func(x, _ float64) float64 { return -x }},
	{"determinant(mat2x2(X, 1, 2, Y))", -9, 9, func(x, y float64) float64 { return x*y - 2 }},
	{"determinant(mat3x3(X, 0, 1, 0, Y, 0, 0, 0, 2))", -9, 9, func(x, y float64) float64 { return 2 * x * y }},
	{"transpose(mat2x3(X, 1, 2, 3, Y, 4))[1].y", -9, 9, func(_, y float64) float64 { return y }},
	{"mix(X, Y, 0.25)", -9, 9, func(x, y float64) float64 { return 0.75*x + 0.25*y }},
	{"mix(vec2(X), vec2(Y), vec2(0.75, 0)).x", -9, 9, func(x, y float64) float64 { return 0.25*x + 0.75*y }},
	{"fma(X, Y, 3)", -9, 9, func(x, y float64) float64 { return x*y + 3 }},
	{"dot(vec4(X, 1, Y, 2), vec4(Y, X, 1, 3))", -9, 9, func(x, y float64) float64 { return x*y + x + y + 6 }},
	{"cross(vec3(X, 1, 2), vec3(3, Y, 1)).z", -9, 9, func(x, y float64) float64 { return x*y - 3 }},
	{"ldexp(X, i32(floor(Y)))", 1, 5, func(x, y float64) float64 { return math.Ldexp(x, int(math.Floor(y))) }},
	{"saturate(X / 4)", -9, 9, func(x, _ float64) float64 { return min(max(x/4, 0), 1) }},
	{"round(X)", -9, 9, func(x, _ float64) float64 { return math.RoundToEven(x) }},
	{"trunc(X) + fract(Y)", -9, 9, func(x, y float64) float64 { return math.Trunc(x) + y - math.Floor(y) }},
	{"unpack4x8unorm(pack4x8unorm(vec4(X, 0, Y, 1))).z", 0, 1, func(_, y float64) float64 { return y }},
	{"unpack4x8snorm(pack4x8snorm(vec4(X, 0, Y, 1))).x", -1, 1, func(x, _ float64) float64 { return x }},
	{"unpack2x16unorm(pack2x16unorm(vec2(X, Y))).y", 0, 1, func(_, y float64) float64 { return y }},
	{"unpack2x16snorm(pack2x16snorm(vec2(X, Y))).x", -1, 1, func(x, _ float64) float64 { return x }},
	{"unpack2x16float(pack2x16float(vec2(X, Y))).y", -9, 9, func(_, y float64) float64 { return y }},
	{"quantizeToF16(X)", -9, 9, func(x, _ float64) float64 { return x }},
	{"modf(X).whole + modf(Y).fract", -9, 9, func(x, y float64) float64 { return math.Trunc(x) + y - math.Trunc(y) }},
	{"frexp(X).fract", 0.5, 9, func(x, _ float64) float64 { f, _ := math.Frexp(x); return f }},
	{"f32(frexp(X).exp)", 0.5, 9, func(x, _ float64) float64 { _, e := math.Frexp(x); return float64(e) }},
}

// known calls one of them and stores whether the result is right.
func (g *gen) known() {
	if !g.swarm.floats || !g.o.Wide {
		g.noteExpr()
		return
	}
	l := one(g.r, laws)
	// Eighths have 8 bits at most, so that arguments are exact.
	value := func() float64 { return math.Floor((l.low+(l.high-l.low)*float64(g.r.n(1001))/1000)*8) / 8 }
	x, y := max(value(), l.low), max(value(), l.low)
	want := l.want(x, y)
	g.need("z_near", func() string {
		return "fn z_near(x: f32, y: f32) -> u32 {\n\treturn select(0u, 1u, abs(x - y) <= 0.0078125 + abs(y) * 0.0078125);\n}\n"
	})
	argument := func(v float64) string { return fmt.Sprintf("(%s + z_nil)", g.floatText(g.f32, v)) }
	text := ""
	for i := range len(l.text) {
		switch l.text[i] {
		case 'X':
			text += argument(x)
		case 'Y':
			text += argument(y)
		default:
			text += l.text[i : i+1]
		}
	}
	g.line("z_note(z_near(%s, %s));", text, g.floatText(g.f32, float64(float32(want))))
}
