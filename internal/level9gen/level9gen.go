// Package level9gen makes random WGSL of the kind that devices of feature level 9 run: vertex and
// fragment shaders on floats, with uniforms, arrays, matrices, integers that are counted and compared,
// loops with constant bounds, branches, functions that return early, discards and textures. A seed
// gives the same text for good. Only tests import it.
//
// Floats that decide anything are sixteenths of small integers, so that no operation rounds;
// quotients, roots, sines and texels are only added to the results.
package level9gen

import (
	"fmt"
	"strings"
)

// random is splitmix64.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (r *random) n(n int) int { return int((r.next() >> 1) % uint64(n)) }

func (r *random) pick(list ...string) string { return list[r.n(len(list))] }

// Options select the kind of shader.
type Options struct {
	Vertex      bool // else a fragment shader
	Derivatives bool // of level 9.3
	Large       bool // more statements than level 9.1 takes
}

// A variable is a name that expressions read.
type variable struct {
	name, t string
	set     bool // may be assigned to
}

type gen struct {
	r      random
	o      Options
	out    strings.Builder
	vars   []variable
	names  int
	indent int
	loops  int
}

// Program returns the shader of a seed. The entry point is called main; a vertex shader has a fragment
// shader fs beside it, which draws the words of its outputs.
func Program(seed uint64, o Options) string {
	g := &gen{r: random(seed), o: o}
	g.line("diagnostic(off, derivative_uniformity);")
	g.line("struct U { a: vec4f, b: vec4f, m: mat4x4f, list: array<vec4f, 5>, k: i32, f: f32, n: vec2i, w: vec3f, q: u32, m3: mat3x3f, m2: mat2x2f }")
	g.line("@group(0) @binding(0) var<uniform> u: U;")
	if !o.Vertex {
		g.line("@group(0) @binding(1) var t0: texture_2d<f32>;")
		g.line("@group(0) @binding(2) var s0: sampler;")
		g.line("@group(0) @binding(3) var t1: texture_2d<f32>;")
		g.line("@group(0) @binding(4) var s1: sampler;")
	}
	g.line("fn q1(x: f32) -> f32 { return floor(clamp(x, -8.0, 8.0) * 16.0) / 16.0; }")
	g.line("fn q2(x: vec2f) -> vec2f { return floor(clamp(x, vec2f(-8.0), vec2f(8.0)) * 16.0) / 16.0; }")
	g.line("fn q3(x: vec3f) -> vec3f { return floor(clamp(x, vec3f(-8.0), vec3f(8.0)) * 16.0) / 16.0; }")
	g.line("fn q4(x: vec4f) -> vec4f { return floor(clamp(x, vec4f(-8.0), vec4f(8.0)) * 16.0) * 0.0625; }")
	g.line("fn early(x: f32, y: f32) -> f32 {")
	g.line("  if (x > %s) { return %s; }", g.number(), g.r.pick("x + y", "q1(x * y)", "y"))
	g.line("  if (y < %s) { return %s; }", g.number(), g.r.pick("x", "x - y", "min(x, y)"))
	g.line("  return q1(x * %s + y);", g.number())
	g.line("}")
	g.entry()
	return g.out.String()
}

func (g *gen) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *gen) name() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

// entry writes the entry point.
func (g *gen) entry() {
	if g.o.Vertex {
		g.line("struct O { @builtin(position) p: vec4f, @location(0) c0: vec4f, @location(1) c1: vec2f, @location(2) c2: vec3f }")
		g.line("@vertex fn main(@location(0) pos: vec4f, @location(1) i0: vec4f, @location(2) i1: vec2f, @location(3) i2: f32) -> O {")
	} else {
		g.line("@fragment fn main(@location(0) i0: vec4f, @location(1) i1: vec2f, @location(2) i2: f32) -> @location(0) vec4f {")
	}
	g.indent++
	for _, v := range []variable{{"i0", "vec4f", false}, {"i1", "vec2f", false}, {"i2", "f32", false}} {
		n := g.name()
		g.line("let %s = %s(%s);", n, quantizer(v.t), v.name)
		g.vars = append(g.vars, variable{n, v.t, false})
	}
	g.vars = append(g.vars, variable{"ua", "vec4f", false}, variable{"uf", "f32", false}, variable{"uk", "i32", false}, variable{"uw", "vec3f", false})
	g.line("let ua = q4(u.a); let uf = q1(u.f); let uk = clamp(u.k, -3, 4); let uw = q3(u.w);")
	g.line("var color = vec4f();")
	g.line("var soft = vec4f();")
	g.vars = append(g.vars, variable{"color", "vec4f", true})
	n := 2 + g.r.n(4)
	if g.o.Large {
		n += 4 + g.r.n(6)
	}
	g.statements(n, 0)
	g.line("soft += %s;", g.soft())
	if g.r.n(2) == 0 {
		g.line("soft += %s;", g.soft())
	}
	if !g.o.Vertex {
		g.line("return color + soft;")
		g.indent--
		g.line("}")
		return
	}
	g.line("var o: O;")
	g.line("o.p = %s;", g.r.pick("pos", "pos * 2.0", "vec4f(pos.xy, 0.5, 1.0)"))
	g.line("o.c0 = color + soft;")
	g.line("o.c1 = %s;", g.expr("vec2f", 2))
	g.line("o.c2 = %s;", g.r.pick(g.expr("vec3f", 2), "soft.zyx"))
	g.line("return o;")
	g.indent--
	g.line("}")
	g.line("@fragment fn fs(@location(0) c0: vec4f, @location(1) c1: vec2f, @location(2) c2: vec3f) -> @location(0) vec4f { return c0 + vec4f(c1, 0.0, 0.0).zxyw * 3.0 + c2.xyzx * 5.0; }")
}

// quantizer is the function that makes sixteenths.
func quantizer(t string) string {
	return map[string]string{"f32": "q1", "vec2f": "q2", "vec3f": "q3", "vec4f": "q4"}[t]
}

func (g *gen) number() string {
	return fmt.Sprintf("%.4f", float64(g.r.n(65)-32)/16)
}

// known is a variable of a type, or "".
func (g *gen) known(t string, set bool) string {
	var list []string
	for _, v := range g.vars {
		if v.t == t && (!set || v.set) {
			list = append(list, v.name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[g.r.n(len(list))]
}

// expr is an exact expression, whose floats are sixteenths.
func (g *gen) expr(t string, depth int) string {
	switch t {
	case "bool":
		return g.condition(depth)
	case "i32":
		return g.integer(depth)
	}
	if depth <= 0 || g.r.n(5) == 0 {
		if v := g.known(t, false); v != "" && g.r.n(4) > 0 {
			return v
		}
		if t == "f32" {
			return g.number()
		}
		return g.vector(t, depth)
	}
	e := func() string { return g.expr(t, depth-1) }
	q := quantizer(t)
	switch g.r.n(17) {
	case 0, 1:
		return fmt.Sprintf("%s(%s + %s)", q, e(), e())
	case 2:
		return fmt.Sprintf("%s(%s - %s)", q, e(), e())
	case 3, 4:
		return fmt.Sprintf("%s(%s * %s)", q, e(), e())
	case 5:
		return fmt.Sprintf("%s(%s, %s)", g.r.pick("min", "max"), e(), e())
	case 6:
		return fmt.Sprintf("%s(%s)", g.r.pick("abs", "floor", "ceil", "fract", "sign", "-", "trunc", "round"), e())
	case 7:
		return fmt.Sprintf("clamp(%s, %s(-1.0), %s(2.0))", e(), t, t)
	case 8:
		return fmt.Sprintf("select(%s, %s, %s)", e(), e(), g.condition(depth-1))
	case 9:
		return fmt.Sprintf("step(%s, %s)", e(), e())
	case 10:
		return fmt.Sprintf("%s(mix(%s, %s, %s(%s)))", q, e(), e(), t, g.r.pick("0.5", "0.25", "0.75"))
	case 11:
		return fmt.Sprintf("%s(saturate(%s))", q, e())
	case 12:
		if t == "f32" {
			k := g.r.pick("vec2f", "vec3f", "vec4f")
			return fmt.Sprintf("q1(dot(%s, %s))", g.expr(k, depth-1), g.expr(k, depth-1))
		}
		return g.vector(t, depth)
	case 13:
		if t == "f32" {
			return fmt.Sprintf("early(%s, %s)", e(), e())
		}
		if t == "vec3f" {
			return fmt.Sprintf("q3(cross(%s, %s))", e(), e())
		}
		n := t[3]
		return fmt.Sprintf("select(%s, %s, %s %s %s)", e(), e(), g.expr(t, depth-1), g.r.pick("<", "<=", ">", ">=", "==", "!="), g.expr(fmt.Sprintf("vec%cf", n), depth-1))
	case 14:
		switch t {
		case "vec4f":
			return g.r.pick("q4(u.m * "+e()+")", "q4("+e()+" * u.m)", "q4(u.list[clamp("+g.integer(depth-1)+", 0, 4)])", "q4(u.list["+fmt.Sprint(g.r.n(5))+"])")
		case "vec3f":
			return "q3(u.m3 * " + e() + ")"
		case "vec2f":
			return g.r.pick("q2(u.m2 * "+e()+")", "q2(vec2f(u.n))")
		}
		return fmt.Sprintf("q1(f32(%s))", g.integer(depth-1))
	case 15:
		if t == "f32" {
			v := g.expr("vec4f", depth-1)
			return fmt.Sprintf("(%s)%s", v, g.r.pick(".x", ".y", ".z", ".w", "[clamp("+g.integer(depth-1)+", 0, 3)]"))
		}
		return fmt.Sprintf("(%s * vec4f(1.0)).%s", g.r.pick("i0q", "ua", "color"), g.swizzle(t))
	}
	if v := g.known(t, false); v != "" {
		return v
	}
	return g.vector(t, depth)
}

// swizzle is letters for a type.
func (g *gen) swizzle(t string) (s string) {
	for range int(t[3] - '0') {
		s += g.r.pick("x", "y", "z", "w")
	}
	return s
}

// vector is a vector of parts.
func (g *gen) vector(t string, depth int) string {
	if t == "f32" {
		return g.number()
	}
	n := int(t[3] - '0')
	var parts []string
	for n > 0 {
		k := 1 + g.r.n(min(n, 3))
		if k == 1 {
			parts = append(parts, g.expr("f32", depth-1))
		} else {
			parts = append(parts, fmt.Sprintf("(%s).%s", g.r.pick("ua", "i0q", "color"), g.swizzle(fmt.Sprintf("vec%df", k))))
		}
		n -= k
	}
	return t + "(" + strings.Join(parts, ", ") + ")"
}

// integer is an expression of type i32, small.
func (g *gen) integer(depth int) string {
	if depth <= 0 || g.r.n(4) == 0 {
		if v := g.known("i32", false); v != "" && g.r.n(3) > 0 {
			return v
		}
		return fmt.Sprint(g.r.n(9) - 4)
	}
	e := func() string { return g.integer(depth - 1) }
	switch g.r.n(9) {
	case 0, 1:
		return fmt.Sprintf("(%s + %s)", e(), e())
	case 2:
		return fmt.Sprintf("(%s - %s)", e(), e())
	case 3:
		return fmt.Sprintf("clamp(%s * %s, -99, 99)", e(), e())
	case 4:
		return fmt.Sprintf("%s(%s, %s)", g.r.pick("min", "max"), e(), e())
	case 5:
		return fmt.Sprintf("(%s %s %d)", e(), g.r.pick("/", "%"), 1+g.r.n(6))
	case 6:
		return fmt.Sprintf("i32(%s)", g.expr("f32", depth-1))
	case 7:
		return fmt.Sprintf("select(%s, %s, %s)", e(), e(), g.condition(depth-1))
	}
	return fmt.Sprintf("%s(%s)", g.r.pick("abs", "-", "sign"), e())
}

// condition is an expression of type bool.
func (g *gen) condition(depth int) string {
	op := g.r.pick("<", "<=", ">", ">=", "==", "!=")
	switch g.r.n(7) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.expr("f32", depth-1), op, g.expr("f32", depth-1))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.integer(depth-1), op, g.integer(depth-1))
	case 4:
		if depth > 0 {
			return fmt.Sprintf("(%s %s %s)", g.condition(depth-1), g.r.pick("&&", "||", "!=", "&", "|"), g.condition(depth-1))
		}
	case 5:
		return fmt.Sprintf("!%s", fmt.Sprintf("(%s > %s)", g.expr("f32", depth-1), g.number()))
	case 6:
		t := g.r.pick("vec2f", "vec3f", "vec4f")
		return fmt.Sprintf("%s(%s %s %s)", g.r.pick("all", "any"), g.expr(t, depth-1), g.r.pick("<", ">="), g.expr(t, depth-1))
	}
	return fmt.Sprintf("(uk %s %d)", op, g.r.n(5)-2)
}

// soft is a vector of inexact numbers, which decides nothing.
func (g *gen) soft() string {
	t := func() string { return g.expr("vec4f", 1) }
	switch n := g.r.n(15); {
	case n == 0:
		return fmt.Sprintf("%s(%s)", g.r.pick("sin", "cos"), t())
	case n == 1:
		return fmt.Sprintf("sqrt(abs(%s) + 0.5)", t())
	case n == 2:
		return fmt.Sprintf("%s / (abs(%s) + 0.5)", t(), t())
	case n == 3:
		return fmt.Sprintf("vec4f(normalize((%s).xyz + vec3f(0.0, 9.0, 0.5)), 1.0)", t())
	case n == 4:
		return fmt.Sprintf("exp2(%s * 0.25)", t())
	case n == 5:
		return fmt.Sprintf("log(abs(%s) + 1.0)", t())
	case n == 6:
		return fmt.Sprintf("pow(abs(%s) + 0.25, vec4f(%s))", t(), g.r.pick("1.5", "2.0", "0.3", "2.2"))
	case n == 7:
		return fmt.Sprintf("vec4f(length(%s), distance(%s, vec4f(9.5)), inverseSqrt(2.0 + abs(uf)), 0.5)", t(), t())
	case n == 8:
		return fmt.Sprintf("smoothstep(vec4f(-2.0), vec4f(3.0), %s)", t())
	case n == 9:
		return fmt.Sprintf("mix(%s, %s, vec4f(uf) * 0.3)", t(), t())
	case n == 10:
		return fmt.Sprintf("vec4f(atan2(%s + 9.5, 1.0), asin(saturate(%s) * 0.9), acos(uf * 0.1), tan(uf * 0.1))", g.expr("f32", 1), g.expr("f32", 1))
	case n == 11:
		return fmt.Sprintf("vec4f(reflect((%s).xyz, vec3f(0.0, 0.6, 0.8)), faceForward(vec2f(0.3, 0.7), (%s).xy, vec2f(0.5, 0.1)).x)", t(), t())
	case g.o.Vertex:
		return fmt.Sprintf("(%s) * u.b", t())
	case n == 12 && g.o.Derivatives:
		return g.r.pick("fwidth(i0)", "dpdx(i1).xyxy", "dpdy(i0 * 0.5)")
	case n == 13 && g.o.Derivatives:
		return "textureSampleGrad(t1, s1, i1 * 0.125, vec2f(uf * 0.01, 0.02), vec2f(0.03, uf * 0.01))"
	case n == 13:
		return fmt.Sprintf("textureSampleBias(t1, s0, i1 * 0.125, %s)", g.r.pick("0.5", "uf * 0.1"))
	}
	return fmt.Sprintf("textureSample(%s, s0, %s)", g.r.pick("t0", "t1"), g.r.pick("i1", "i1 * 0.0625", "i1.yx", "i0.zw * 0.1", "textureSample(t1, s1, i1).yx"))
}

// statements writes some statements.
func (g *gen) statements(n, depth int) {
	g.line("let i0q = q4(i0);")
	g.body(n, depth)
}

func (g *gen) body(n, depth int) {
	mark := len(g.vars)
	for range n {
		g.statement(depth)
	}
	g.vars = g.vars[:mark]
}

func (g *gen) block(n, depth int) {
	g.indent++
	g.body(n, depth)
	g.indent--
}

// statement writes a statement.
func (g *gen) statement(depth int) {
	switch k := g.r.n(12); {
	case k < 3:
		t := g.r.pick("f32", "vec2f", "vec3f", "vec4f", "i32", "bool", "f32", "vec4f")
		n, set := g.name(), g.r.n(2) == 0
		g.line("%s %s = %s;", map[bool]string{true: "var", false: "let"}[set], n, g.expr(t, 2))
		g.vars = append(g.vars, variable{n, t, set && t != "bool"})
	case k < 6:
		t := g.r.pick("f32", "vec2f", "vec3f", "vec4f", "vec4f")
		v := g.known(t, true)
		if v == "" {
			t, v = "vec4f", "color"
		}
		if t == "vec4f" && g.r.n(3) == 0 {
			g.line("%s.%s = %s;", v, g.r.pick("x", "y", "z", "w"), g.expr("f32", 2))
			return
		}
		g.line("%s = %s(%s + %s);", v, quantizer(t), v, g.expr(t, 2))
	case k < 8 && depth < 3:
		g.line("if %s {", g.condition(2))
		g.block(1+g.r.n(2), depth+1)
		if g.r.n(2) == 0 {
			g.line("} else {")
			g.block(1+g.r.n(2), depth+1)
		}
		g.line("}")
	case k < 10 && depth < 2:
		g.loop(depth)
	case k == 10 && !g.o.Vertex && g.r.n(2) == 0:
		g.line("if %s { discard; }", g.condition(1))
	case k == 10:
		n := g.name()
		g.line("var %s = array<f32, 4>(%s, %s, %s, %s);", n, g.expr("f32", 1), g.expr("f32", 1), g.number(), g.number())
		if g.r.n(2) == 0 {
			g.line("%s[clamp(%s, 0, 3)] = %s;", n, g.integer(1), g.expr("f32", 1))
		}
		g.line("color.x = q1(color.x + %s[clamp(%s, 0, 3)]);", n, g.integer(1))
	default:
		g.line("color = q4(color + %s);", g.expr("vec4f", 2))
	}
}

// loop writes a loop with a constant bound.
func (g *gen) loop(depth int) {
	if g.loops >= 2 && !g.o.Large || g.loops >= 5 {
		g.line("color.y = %s;", g.expr("f32", 1))
		return
	}
	g.loops++
	n := g.name()
	count := 1 + g.r.n(4)
	g.line("for (var %s = %d; %s < %d; %s++) {", n, g.r.n(2), n, count+g.r.n(2), n)
	g.vars = append(g.vars, variable{n, "i32", false})
	g.indent++
	switch g.r.n(6) {
	case 0:
		g.line("if %s { continue; }", g.condition(1))
	case 1:
		g.line("if %s { break; }", g.condition(1))
	case 2:
		g.line("if %s { if %s { break; } color.z = %s; }", g.condition(1), g.condition(1), g.expr("f32", 1))
	}
	g.body(1+g.r.n(2), depth+1)
	if g.r.n(4) == 0 {
		g.line("if color.x > %s { break; }", g.number())
	}
	g.indent--
	g.line("}")
	g.vars = g.vars[:len(g.vars)-1]
}
