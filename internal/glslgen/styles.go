package glslgen

// This file makes code in the style of shaders that are kept small or made for several
// compilers: macros that make whole functions, names pasted together, arguments that are
// globals which the function writes, too, long switches, tables of constants chosen from
// while running, numbers of one type in place of another, names that mean two things.

import (
	"fmt"
	"strings"
)

const styleMacros = `#ifdef GL_ES
precision highp float;
#endif
#define DEFINE_OP(T, name, e) T name(T a, T b) { return e; }
#define DEFINE_GETTER(T, what) T get_##what() { return state_##what; } \
	void set_##what(T to) { state_##what = to; }
#define STATE(T, what, v) T state_##what = v; DEFINE_GETTER(T, what)
#define EMPTY()
#define DEFER(f) f EMPTY()
#define IF_0(a, b) b
#define IF_1(a, b) a
#define CHOOSE_(c) IF_##c
#define CHOOSE(c) CHOOSE_(c)
#define ROW(a, b, c) { a, b, c }
#define CASES4(F, n) F(n) F(n + 1) F(n + 2) F(n + 3)
#define CASE_XOR(n) case n: r ^= n * 5; if ((r & 8) != 0) break;
#define CASE_RET(n) case (n) + 100: return a - n;
`

// styleGlobals writes the declarations of the pieces below.
func (g *gen) styleGlobals() {
	text := strings.TrimSuffix(styleMacros, "\n")
	if g.es { // has no pasting
		var kept []string
		for _, line := range strings.Split(text, "\n") {
			if !strings.Contains(line, "##") && !strings.Contains(line, "set_") && !strings.Contains(line, "CHOOSE") && !strings.Contains(line, "STATE") {
				kept = append(kept, line)
			}
		}
		text = strings.Join(kept, "\n")
	}
	g.line("%s", text)
	g.line("DEFINE_OP(int, opAdd, a + b * 3) DEFINE_OP(ivec2, opAdd, a.yx - b)")
	g.line("DEFINE_OP(float, opAdd, Q(a + b)) DEFINE_OP(uint, opAdd, a ^ (b << 1 | b >> 31))")
	if g.es {
		g.line("int state_turns = %d; int get_turns() { return state_turns; } void set_turns(int to) { state_turns = to; }", g.r.n(9))
		g.line("vec2 state_at = vec2(1.0, 2.5); vec2 get_at() { return state_at; } void set_at(vec2 to) { state_at = to; }")
	} else {
		g.line("STATE(int, turns, %d)\nSTATE(vec2, at, vec2(1, 2.5))", g.r.n(9))
	}
	g.line("void settle(out int a, inout vec2 b) { a = ++state_turns; b = Q(b + state_at); state_at.x = Q(state_at.x + 1.0); state_turns = a * 2 & 0xff; b.y += 0.0; }")
	g.line("int inner_(int a) { return a + (set_turns(get_turns() + 1), get_turns()); }")
	g.line("const ivec3 table_[2][3] = ivec3[2][3](ivec3[3](ivec3(1, 2, 3), ivec3(4, 5, %d), ivec3(-7)), ivec3[3](ivec3(9), ivec3(%d, 0, 1), ivec3(2)));", g.r.n(99), g.r.n(50)-25)
	g.line("const mat2x3 turns_[2] = mat2x3[](mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0), mat2x3(0.5));")
	g.line("const float weights_[5] = float[5](0.125, 0.25, 0.5, 1.0, %d.0);", g.r.n(9))
	g.bigSwitch()
}

// bigSwitch writes a function that is a switch of many clauses.
func (g *gen) bigSwitch() {
	g.line("int route(int a, int b) {\n\tint r = b;\n\tswitch (a) {")
	labels := []string{"-1", "0", "1", "2", "3", "5", "8", "(1 << 4)", "0x20", "40 + 2", "~3", "63", "ONE + 6", "77", "50", "51", "52", "LANES * 11", "91", "-128"}
	def := g.r.n(len(labels))
	for k, l := range labels {
		if k == def {
			g.line("\tdefault: r += 9;")
		}
		body := pick(&g.r, []string{"r += %d;", "r ^= b << 1; r -= %d;", "{ int b = r; r = b * 3 + %d; }", "if (b > %d) break; r++;", "for (int i = 0; i < 3; i++) { if (i == b) continue; r += i + %d; }",
			"return r + %d;", "r = b > 3 ? r : %d;", ""})
		if strings.Contains(body, "%d") {
			body = fmt.Sprintf(body, g.r.n(20))
		}
		tail := pick(&g.r, []string{" break;", " break;", " return r;", "", ""})
		g.line("\tcase %s: %s%s", l, body, tail)
	}
	if g.r.percent(50) {
		g.line("\tCASES4(CASE_RET, 0)")
	}
	g.line("\tCASES4(CASE_XOR, 110) break;")
	g.line("\t}\n\treturn r ^ a;\n}")
}

// styleShapes are the pieces.
var styleShapes = []func(*gen, *piece){
	(*gen).madeFunctions, (*gen).aliasedGlobals, (*gen).routed, (*gen).constantTables, (*gen).namesakes, (*gen).numbersAsBools, (*gen).convertedNumbers,
	(*gen).nestedChoices,
}

func (g *gen) madeFunctions(p *piece) {
	x, v := g.fresh(p, "x", intT), g.fresh(p, "v", vecT('i', 2))
	g.line("%s = opAdd(%s, opAdd(%s.x, 2)) + int(opAdd(uint(%s), 3u) & 0xffu);", x, x, v, x)
	g.line("%s = opAdd(%s, opAdd(%s.yy, ivec2(%s)));", v, v, v, x)
	if !g.es {
		g.line("%s += CHOOSE(%d)(get_turns(), %s) + CHOOSE(1)(1, nothing);", x, g.r.n(2), x)
		g.line("set_turns(%s & 15), %s = get_turns();", x, x)
	}
	g.line("set_at(Q(get_at() + vec2(opAdd(0.5, 1.0))));")
	g.line("%s += int(DEFER(opAdd)(%s, 1) == 3) + int(get_at().y);", x, x)
	g.sink(x + " - " + v + ".x")
	g.keep(v, vecT('i', 2))
}

// aliasedGlobals passes globals to a function that writes these, too: the final values of
// the parameters stay.
func (g *gen) aliasedGlobals(p *piece) {
	x, v := g.fresh(p, "x", intT), g.fresh(p, "v", vecT('f', 4))
	for range 2 + g.r.n(2) {
		g.line("%s;", pick(&g.r, []string{
			"settle(state_turns, state_at)", "settle(" + x + ", state_at)", "settle(state_turns, " + v + ".zx)", "settle(" + x + ", state_at.yx)",
			"settle(" + x + ", " + v + "." + g.swizzle(4, 2, true) + ")", x + " += inner_(inner_(" + x + ") & 7) + state_turns",
		}))
	}
	g.line("state_at = Q(state_at); %s = Q(%s);", v, v)
	g.sink(x + " + state_turns + int(state_at.x * 8.0)")
	g.keep(v, vecT('f', 4))
}

func (g *gen) routed(p *piece) {
	x, i := g.fresh(p, "x", intT), p.n("i")
	g.line("for (int %s = %d; %s < %d; %s += %d) %s ^= route(%s, %s & 7) & 0xfff;", i, -3+g.r.n(4), i, 40+g.r.n(90), i, 7+g.r.n(12), x, i, x)
	g.line("%s += route(%s, %s) + route(%s & 127, 4);", x, pick(&g.r, []string{"-128", "-4", "16", "32", "42", "63", "102", "112", "7"}), pick(&g.r, []string{x + " & 3", "0", "7"}), x)
	g.sink(x)
}

func (g *gen) constantTables(p *piece) {
	x, k := g.fresh(p, "x", intT), p.n("k")
	g.line("int %s = %s & 1;", k, x)
	g.line("%s += table_[%s][%s][%s] - table_[1 - %s][(%s + 1) %% 3].%s;", x, k, g.index(3), g.index(3), k, k, pick(&g.r, []string{"x", "b", "t"}))
	g.line("for (int i = 0; i < table_.length(); i++) for (int j = 0; j < table_[i].length(); j++) %s += table_[i][j][(i + j) %% 3] * (j + %s);", x, k)
	g.line("vec3 t_%s = Q(turns_[%s][%s] + turns_[%s][1].zyx * weights_[%s]);", k, k, g.index(2), g.index(2), g.index(5))
	g.line("const float w_%s[3] = float[](weights_[1], weights_[4] * 2.0, 1.5);\nt_%s[%s] = Q(w_%s[%s] + turns_[%s][%s][%s]);", k, k, g.index(3), k, g.index(3), k, k, k)
	if !g.es {
		g.line("int rows_%s[2][3] = { ROW(1, %s, 3), ROW(4, 5, %s) };\n%s += rows_%s[%s][%s];", k, x, k, x, k, k, g.index(3))
	}
	g.sink(x + " + int(dot(t_" + k + ", vec3(1.0)))")
	g.keep("t_"+k, vecT('f', 3))
}

// namesakes gives variables the names of functions, types and members in scope.
func (g *gen) namesakes(p *piece) {
	x := g.fresh(p, "x", intT)
	g.line("%s", pick(&g.r, []string{
		"{ int inner_ = inner_(" + x + " & 7); " + x + " = inner_ + 1; }",
		"{ int route = route(3, " + x + " & 3), get_turns = route + 1; " + x + " ^= get_turns; }",
		"for (int opAdd = opAdd(1, 2), n = 0; n < 3; n++, opAdd -= n) " + x + " += opAdd;",
		"{ struct inner_ { int route; ivec2 x; }; inner_ opAdd = inner_(" + x + ", ivec2(3, 4)); opAdd.x.y += opAdd.route; " + x + " = opAdd.x.y - opAdd.x.x; }",
		"{ float weights_ = weights_[" + g.index(5) + "]; vec2 table_ = vec2(weights_); " + x + " += int(table_.x * 8.0); }",
		"{ int x = " + x + ", y = x; { int x = y * 2, z = x; y = z - x + y; } " + x + " = x + y; }",
	}))
	g.sink(x)
}

func (g *gen) numbersAsBools(p *piece) {
	x, v := g.fresh(p, "x", intT), g.fresh(p, "v", vecT('i', 3))
	n := p.n("n")
	g.line("int %s = %d;", n, 1+g.r.n(4))
	g.line("%s", pick(&g.r, []string{
		"while (bool(" + n + "--)) " + x + " += " + n + ";",
		"do { if (!bool(" + x + " & 1)) continue; " + x + " >>= 1; } while (bool(--" + n + "));",
		"for (; bool(" + n + "); " + n + "--) { if (bool(" + x + " & " + n + ")) continue; else " + x + "++; }",
		"for (int i = 0; bool(" + n + " - i); i++, " + x + " ^= i) ;",
	}))
	g.line("bvec3 b_%s = bvec3(%s);\n%s += ivec3(b_%s) * 2 - ivec3(not(b_%s)).zxy;", n, v, v, n, n)
	g.line("b_%s.%s = bvec2(%s.xy & 1);\n%s += int(b_%s[%s]) + int(any(b_%s)) * 4 + int(bool(%s) == b_%s.x) + int(all(equal(b_%s, bvec3(%s.zyx))));",
		n, pick(&g.r, []string{"xz", "zy", "yx"}), v, x, n, g.index(3), n, x, n, n, v)
	g.line("%s = int(float(bool(%s)) + float(uint(b_%s.y))) + (b_%s == bvec3(true, %s > 0, false) ? 3 : 5);", n, x, n, n, x)
	g.sink(x + " + " + n)
	g.keep(v, vecT('i', 3))
}

// convertedNumbers writes numbers of one type in place of another: by themselves if the
// version converts, else by a constructor.
func (g *gen) convertedNumbers(p *piece) {
	i, u := g.fresh(p, "i", intT), g.fresh(p, "u", uintT)
	f, v := g.fresh(p, "f", floatT), g.fresh(p, "v", vecT('f', 3))
	as := func(t, e string) string {
		if g.es {
			return t + "(" + e + ")"
		}
		return e
	}
	small := "(" + i + " & 15)"
	g.line("%s = %s + %s;", u, as("uint", i), u)
	g.line("%s = Q(%s * %s + %s);", f, f, as("float", small), as("float", "("+u+" & 7u)"))
	g.line("%s = Q(%s + %s);", v, v, as("float", small))
	g.line("%s = Q(%s * %s);", v, as("float", "("+u+" & 3u)"), v)
	g.line("%s.xy += %s;\n%s = Q(%s);", v, as("vec2", "ivec2("+small+", 1)"), v, v)
	g.line("bool c_%s = %s < %s || %s == %s;", i, as("uint", small), "("+u+" & 31u)", f, as("float", "3"))
	g.line("float t_%s = c_%s ? %s : %s;", i, i, as("float", "2"), f)
	g.line("float[3] a_%s = float[](%s, %s, %s);", i, as("float", "1"), as("float", "2u"), f)
	g.line("vec4 w_%s = vec4(%s, c_%s, %s, %s & 3u);", i, small, i, f, u)
	g.line("mat2 m_%s = mat2(%s, %s, %s & 3u, c_%s);\nm_%s *= %s;", i, small, f, u, i, i, as("float", "2"))
	if !g.es {
		g.line("%s ^= 1u + %d;\n%s = (%s & 31u) > 4 ? %s : 1u;\n%s = uint(%s & 0xff) * 3 + 1;", u, g.r.n(9), u, u, u, u, i)
		g.line("ivec2 s_%s = ivec2(%s) << 1u;\ns_%s ^= (1 << (%s & 7u));\n%s += s_%s.x;", i, i, i, u, i, i)
		g.line("t_%s = Q(max(t_%s, 2) + clamp(%s, 0, 5u) + mix(1, %s, 0.5) * 2 + dot(ivec2(1, 2), w_%s.xz));", i, i, f, small, i)
		g.line("t_%s = Q(t_%s);", i, i)
	}
	g.sink(fmt.Sprintf("int(t_%s * 8.0) + int(a_%s[%s]) + int(dot(Q(w_%s), vec4(1.0))) + int(Q(m_%s[1].x))", i, i, g.index(3), i, i))
	g.keep(v, vecT('f', 3))
	g.keep(u, uintT)
}

func (g *gen) nestedChoices(p *piece) {
	x, y := g.fresh(p, "x", intT), g.fresh(p, "y", intT)
	at := p.n("at")
	g.line("int %s = 0, list_%s[4] = int[4](%s, 2, %s, 4);", at, at, x, y)
	g.line("%s = %s ? %s > 3 ? (%s++, %s) : %s ? -1 : list_%s[%s++ & 3] : %s == 0 ? %s = 2 : opAdd(%s, %s++);",
		x, g.flag(), y, at, at, g.flag(), at, at, y, y, x, at)
	g.line("for (int i = 0, j = 3; i < j || (%s++, false); ++i, --j, %s += i * j) { int t = list_%s[i]; list_%s[i] = list_%s[j], list_%s[j] = t; }", at, y, at, at, at, at)
	g.line("for (;;) { if (++%s > 9) break; if (bool(%s & 1)) { continue; } list_%s[%s & 3] += (%s = %s + 1, %s * 2); }", at, at, at, at, y, y, y)
	g.line("(%s)[%s & 3] -= 1;", "list_"+at, at)
	g.line("%s += list_%s[list_%s[%s & 3] & 3]++ + --list_%s[(list_%s[0] & 1) + 1];", x, at, at, at, at, at)
	g.sink(x + " + " + y + " * 3 + " + at)
	g.keep("list_"+at, intT.arrayOf(4))
}
