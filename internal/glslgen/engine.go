package glslgen

// This file makes code in the style of engines: tables of structs, macros that make
// declarations, random numbers whose state is global, functions that write swizzles and
// columns, functions that return arrays, initializers that need each other.

import (
	"fmt"
	"strings"
)

// kit are the names of engine's declarations at global scope.
type kit struct {
	lamp                                                           *structure
	lamps, steps, random, moved, bump, turn, op, trio, over, march string
}

// macros are trees of conditions and macros that make code. Their definitions are used
// everywhere.
const macros = `#define LEVEL %d
#define HAS_SHADOW
#if defined(HAS_SHADOW) && !defined(HAS_FOG) && (LEVEL >= 2 && LEVEL != 3) || LEVEL << 1 == 2
#  if LEVEL == 2
#    define BIAS 3
#  elif LEVEL > 4 && defined HAS_SHADOW
#    define BIAS LEVEL
#  else
#    define BIAS (LEVEL + 1) /* over
two lines */
#  endif
#elif defined(HAS_SHADOW)
#define BIAS 7
#else
#error nothing
#endif
#ifdef HAS_FOG
this isn't read: @
#elif 0
nor this #endif
#endif
#undef HAS_SHADOW
#define NOTHING
#define CALL(f, args) f args
#define TAPS(F, x) (F((x)) NOTHING + F((x) + 1) + F((x) - 1))
#define TAP(i) ((i) * BIAS & 255)
#define EACH(F) F(0, red) F(1, green) \
	F(2, blue)
#define AS_CASE(n, name) case n: return a * (n + 1) ^ b;
#define self_(x) (self_ + x)
`

// engineGlobals writes the kit.
func (g *gen) engineGlobals() {
	k := &g.kit
	text := func(format string, args ...any) { g.line(format, args...) }
	text(strings.TrimSuffix(macros, "\n"), pick(&g.r, []int{1, 2, 3, 4, 5}))
	if !g.es {
		text("#define GLUE(a, b) a##b\n#define XGLUE(a, b) GLUE(a, b)")
	}
	name := func(list ...string) string {
		s := pick(&g.r, list)
		if g.declaredHere(s) {
			g.names++
			s = fmt.Sprintf("%s_%d", s, g.names)
		}
		g.taken = append(g.taken, s)
		return s
	}
	k.lamp = &structure{name: name("Lamp", "light_t", "PointLight", "texture2D_"), members: []member{{"at", vecT('f', 3)}, {"power", floatT}, {"kind", intT}, {"turn", &typ{base: 'f', rows: 2, cols: 2}}}}
	if g.r.percent(40) {
		k.lamp.members = append(k.lamp.members, member{"links", vecT('i', 2).arrayOf(2)})
	}
	text("struct %s {", k.lamp.name)
	for _, m := range k.lamp.members {
		text("\t%s;", g.declare(m.t, m.name))
	}
	text("};")
	g.structs = append(g.structs, k.lamp)
	lampT := &typ{st: k.lamp}
	k.lamps, k.steps = name("lamps", "LIGHTS", "table"), name("steps", "kernel_", "Offsets")
	text("const %s %s[3] = %s(%s, %s, %s);", k.lamp.name, k.lamps, pick(&g.r, []string{k.lamp.name + "[3]", k.lamp.name + "[]"}), g.literal(lampT), g.literal(lampT), g.literal(lampT))
	text("const int %s[] = int[](1, 3, %d, 2);", k.steps, g.r.n(50))
	g.vars = append(g.vars, variable{name: k.lamps, t: lampT.arrayOf(3), ro: true, glob: true}, variable{name: k.steps, t: intT.arrayOf(4), ro: true, glob: true})
	twice, part := name("twice", "kCount"), name("part", "PI_")
	text("const int %s = %s[1] * 2 + %s.length();", twice, k.steps, k.steps)
	text("const float %s = float(%s %% 5) * 0.125 + %s[1].power * 0.0;", part, twice, k.lamps)
	g.vars = append(g.vars, variable{name: twice, t: intT, ro: true, glob: true}, variable{name: part, t: floatT, ro: true, glob: true})
	if !g.es { // needn't be constant
		start, next := name("start", "origin"), name("next", "direction")
		text("vec2 %s = vec2(%s, 2.0), %s = %s.yx + vec2(%s[2], %s);", start, part, next, start, k.steps, twice)
		g.vars = append(g.vars, variable{name: start, t: vecT('f', 2), glob: true})
	}
	state := name("seed", "state", "rng")
	k.random = name("rnd", "rand", "hash", "noise_")
	text("uint %s = %du;\nuint %s() { %s ^= %s << 13; %s ^= %s >> 17u; return %s ^= %s << 5; }", state, 1+g.r.n(1<<30), k.random, state, state, state, state, state, state)
	k.moved, k.bump, k.turn, k.op, k.trio, k.over, k.march = name("moved", "translate"), name("bump", "pop"), name("turn", "rotate"), name("op", "blend"), name("trio", "weights"), name("over", "map"), name("march", "trace", "intersect")
	text("%s %s(%s l, vec3 by) { l.at = Q(l.at + by); l.kind %s; %s return l; }", k.lamp.name, k.moved, k.lamp.name, pick(&g.r, []string{"++", "*= 3", "^= BIAS"}),
		pick(&g.r, []string{"if (l.kind == 4) return " + k.lamps + "[1];", "l.turn[l.kind & 1] = by.xy;", "l.turn = mat2(l.turn[1], by.zy);"}))
	text("float %s(inout vec2 p) { %s; p.x = Q(p.x + 1.5); return p.y; }", k.bump, pick(&g.r, []string{"p = p.yx", "p.yx = p", "if (p.x > p.y) { p.y = 3.0; return p.x; }"}))
	text("float %s(inout vec3 c, float k) { c%s = Q(c.zxy + k); return c.y; }", k.turn, pick(&g.r, []string{"", ".xyz", ".yxz"}))
	text("int %s(int kind, int a, int b) { switch (kind) { EACH(AS_CASE) case 3: a = b; default: return %s; } }", k.op, pick(&g.r, []string{"a - b", "TAPS(TAP, a)", "CALL(max, (a, b))"}))
	text("int[3] %s(int x) { int r[3]; for (int i = 0; i < r.length(); i++) r[i] = x %s i; return r; }", k.trio, pick(&g.r, []string{"+", "^", "* 3 -"}))
	for i, t := range []string{"int", "uint", "float", "vec2", "ivec2", "mat2", "int[2]", k.lamp.name} {
		text("int %s(%s x) { return %d; }", k.over, t, i*i+1)
	}
	text("bool %s(vec3 from, out int at, inout float t) {\n\tfor (at = 0; at < 4; at++) {\n\t\tfloat d = Q(from.x + from[at %% 3] - t);\n\t\tif (d < 2.0) return true;\n\t\tfor (;;) { t = Q(t + d); if (t > 20.0) return at > 1; %s }\n\t}\n\treturn false;\n}",
		k.march, pick(&g.r, []string{"break;", "if (d > 3.0) break; else return at == 2;", "at++; if (at < 3) continue; break;"}))
}

// inPlace uses blocks in place: the inputs other than floats, since the floats must be made
// small first, and the invocation's own part of the output.
func (g *gen) inPlace(ins []input) {
	for _, in := range ins {
		t := in.t
		if in.array {
			t = t.arrayOf(8)
		}
		if !t.floats() {
			g.vars = append(g.vars, variable{name: in.path, t: t, ro: true, glob: true, kept: true})
		}
	}
	g.vars = append(g.vars, variable{name: "o[gl_LocalInvocationIndex].r", t: intT.arrayOf(60), glob: true, kept: true})
}

// engineShapes are the shapes that need the kit.
var engineShapes = []func(*gen, *piece){
	(*gen).tableOfStructs, (*gen).writtenSwizzles, (*gen).writtenColumns, (*gen).matricesOfOthers, (*gen).orderedEffects, (*gen).leftLoops,
	(*gen).bitEdges, (*gen).packed, (*gen).dispatched, (*gen).returnedArrays, (*gen).shadowedCounters, (*gen).randomNumbers, (*gen).componentsInLoops, (*gen).marched,
	(*gen).sharedStructs,
}

// piece is a shape under way.
type piece struct{ id int }

func (p *piece) n(s string) string { return fmt.Sprintf("%s_%d", s, p.id) }

// flag is a condition.
func (g *gen) flag() string { return g.in(g.expr(boolT, 2), bitOr) }

// sink adds a computed value to something.
func (g *gen) sink(s string) {
	if v, ok := g.target(intT); ok {
		g.line("%s %s %s;", v, pick(&g.r, []string{"=", "+=", "^=", "-="}), s)
	}
}

// fresh declares a variable.
func (g *gen) fresh(p *piece, s string, t *typ) string {
	name := p.n(s)
	g.line("%s = %s;", g.declare(t, name), g.settled(t))
	return name
}

func (g *gen) keep(name string, t *typ) { g.vars = append(g.vars, variable{name: name, t: t}) }

func (g *gen) tableOfStructs(p *piece) {
	k := &g.kit
	t := (&typ{st: k.lamp}).arrayOf(3)
	ls, i := p.n("ls"), p.n("i")
	g.line("%s = %s;", g.declare(t, ls), pick(&g.r, []string{k.lamps, g.literal(t)}))
	g.line("for (int %s = 0; %s < %s.length(); %s++) {", i, i, pick(&g.r, []string{ls, k.lamps}), i)
	g.line("\t%s one = %s[%s];\n\tone.at.%s = %s;", k.lamp.name, pick(&g.r, []string{ls, k.lamps}), i, g.swizzle(3, 2, true), g.settled(vecT('f', 2)))
	g.line("\tif (%s) continue;", g.flag())
	g.line("\t%s[(%s + %d) %% 3] = %s(one, %s);", ls, i, g.r.n(3), k.moved, g.settled(vecT('f', 3)))
	g.line("\t%s[%s].turn[%s] = Q(%s[%s].turn[1] + %s[%s].at.zx);", ls, i, g.index(2), ls, i, ls, i)
	g.line("\t%s[%s].kind += %s[(%s[%s].kind & 0xff) %% 3].kind;\n}", ls, i, k.lamps, ls, i)
	g.sink(fmt.Sprintf("int(%s[0] == %s[1]) + int(%s != %s) * 2 + %s(%s[%s], %s).kind", ls, ls, ls, k.lamps, k.moved, ls, g.index(3), g.settled(vecT('f', 3))))
	g.keep(ls, t)
}

func (g *gen) writtenSwizzles(p *piece) {
	k := &g.kit
	v, x := g.fresh(p, "v", vecT('f', 4)), g.fresh(p, "x", floatT)
	a := g.fresh(p, "a", vecT('f', 3).arrayOf(2))
	i := p.n("i")
	g.line("int %s = %d;", i, g.r.n(4))
	for range 2 + g.r.n(3) {
		g.line("%s", pick(&g.r, []string{
			fmt.Sprintf("%s = Q(%s(%s.%s) + %s(%s.%s) * 0.5);", x, k.bump, v, g.swizzle(4, 2, true), k.bump, v, g.swizzle(4, 2, true)),
			fmt.Sprintf("%s = Q(%s + %s(%s.%s, %s(%s[1].zx)));", x, x, k.turn, v, g.swizzle(4, 3, true), k.bump, a),
			fmt.Sprintf("%s(%s[%s++ & 1].%s);", k.bump, a, i, g.swizzle(3, 2, true)),
			fmt.Sprintf("%s(%s[%s], %s);", k.turn, a, g.index(2), x),
			fmt.Sprintf("%s.%s.yx = %s.xy;", v, g.swizzle(4, 3, true), v),
			fmt.Sprintf("%s(%s.x, %s[--%s & 1][%s]);", g.helpers.swap, v, a, i, g.index(3)),
			fmt.Sprintf("%s.xw = vec2(%s(%s.xw), %s(%s.xw));", v, k.bump, v, k.bump, v),
			fmt.Sprintf("if (%s(%s.yz) > %s && %s(%s.xw) > 2.0) %s++;", k.bump, v, x, k.bump, v, i),
		}))
	}
	g.sink(i)
	g.keep(v, vecT('f', 4))
	g.keep(a, vecT('f', 3).arrayOf(2))
	g.keep(x, floatT)
}

func (g *gen) writtenColumns(p *piece) {
	k := &g.kit
	mt := &typ{base: 'f', rows: 3, cols: 2 + g.r.n(3)}
	m, ls := g.fresh(p, "m", mt.arrayOf(2)), g.fresh(p, "l", &typ{st: k.lamp})
	i := p.n("i")
	g.line("for (int %s = 0; %s < %d; %s++) {", i, i, mt.cols, i)
	g.line("\t%s(%s[%s & 1][%s], %s);", k.turn, m, i, i, g.settled(floatT))
	g.line("\t%s(%s[%s][%s].%s);", k.bump, m, g.index(2), i, g.swizzle(3, 2, true))
	g.line("\t%s(%s.turn[%s & 1]);", k.bump, ls, i)
	g.line("\tif (%s) %s[%s & 1][(%s + 1) %% %d].%s = %s[0][%s].%s;", g.flag(), m, i, i, mt.cols, g.swizzle(3, 2, true), m, i, g.swizzle(3, 2, false))
	g.line("\t%s(%s.at, %s[0][%s][1]);\n}", k.turn, ls, m, i)
	g.line("SWAP(%s, %s[0], %s[1])", mt.core(), m, m)
	g.keep(m, mt.arrayOf(2))
	g.keep(ls, &typ{st: k.lamp})
}

func (g *gen) matricesOfOthers(p *piece) {
	m4 := &typ{base: 'f', rows: 4, cols: 4}
	a, v := g.fresh(p, "a", m4), g.fresh(p, "v", vecT('f', 3))
	n, w := p.n("n"), p.n("w")
	g.line("mat3 %s = %s;", n, pick(&g.r, []string{"mat3(" + a + ")", "transpose(mat3(" + a + "))", "mat3(" + a + "[0].xyz, " + a + "[1].yzx, " + v + ")", "mat3(mat2x4(" + a + "))", "mat3(1) * mat3(" + a + ")", "-mat3(" + a + ")"}))
	g.line("%s = %s;", n, pick(&g.r, []string{n, "-" + n, "-(-" + n + ")", n + " - -" + n + " * 0.0"}))
	g.line("%s = mat4(%s);\n%s[3].%s = %s.%s;", a, n, a, g.swizzle(4, 3, true), v, g.swizzle(3, 3, false))
	g.line("vec4 %s = %s;", w, pick(&g.r, []string{
		"Q(" + a + " * vec4(" + v + ", 1))", "vec4(Q(mat3(" + a + ") * " + v + "), 1)", "Q(vec4(" + v + ", 0) * " + a + ")", "vec4(Q(mat4x3(" + a + ") * vec4(" + v + ", 1)), mat2(" + a + ")[1].x)",
		"vec4(Q((" + a + " * vec4(" + v + ", 1)).xyz), " + a + "[3][3])", "Q(mat3x4(" + a + ") * " + v + ")"}))
	g.line("%s = Q(%s);", v, pick(&g.r, []string{v + " * " + n, n + " * " + v, n + "[1] + " + n + "[0] * 2.", "mat3(2) * " + v}))
	g.keep(a, m4)
	g.keep(n, &typ{base: 'f', rows: 3, cols: 3})
	g.keep(w, vecT('f', 4))
	g.keep(v, vecT('f', 3))
}

func (g *gen) orderedEffects(p *piece) {
	x, y := g.fresh(p, "x", intT), g.fresh(p, "y", intT)
	r := p.n("r")
	g.line("int %s = %s;", r, pick(&g.r, []string{
		fmt.Sprintf("%s ? (%s++, %s) : %s ? %s-- : (%s += 2)", g.flag(), x, y, g.flag(), y, x),
		fmt.Sprintf("(%s++, %s) + (%s = %s, %s * 3)", x, x, y, x, y),
		fmt.Sprintf("%s > %s ? %s = %s : (%s > 3 ? --%s : %s++ * 2)", x, y, x, y, x, y, x),
		fmt.Sprintf("(%s ? %s : %s) + (%s = 4)", g.flag(), x, y, x),
		fmt.Sprintf("-%s++ - -%s-- - ~++%s", x, y, x),
		fmt.Sprintf("%s[%s = 1] + %s", g.kit.steps, y, y),
	}))
	g.line("for (int i = 0, j = %d; i < j; i++, j -= 1, %s += i) %s;", 2+g.r.n(5), x, pick(&g.r, []string{"", y + " ^= j", "if (i == 1) continue; else --" + y}))
	g.line("%s = %s += %s -= %s;", r, x, y, pick(&g.r, []string{r, "3", x}))
	g.line("%s, %s ? %s++ : 0;", pick(&g.r, []string{r + "++", x + " = 2", g.kit.random + "()"}), g.flag(), y)
	g.sink(r + " + " + x + " * " + y)
}

func (g *gen) leftLoops(p *piece) {
	i, x, u := p.n("i"), g.fresh(p, "x", intT), g.fresh(p, "u", uintT)
	g.line("int %s = 0;", i)
	g.line("do {\n\tswitch ((%s + %s) & 3) { case 0: continue; case 1: break; case 2: { %s += 2; } default: %s ^= 3; }", x, i, x, x)
	g.line("\tif (%s) %s;\n\t%s += 7;\n} while (++%s < %d);", g.flag(), pick(&g.r, []string{"continue", "break", "{ ++" + x + "; continue; }"}), x, i, 2+g.r.n(4))
	clauses := []string{"case 0u: case 3u: " + x + "++;", "case 1u: { " + x + " -= 5; break; }", "default: " + u + " += 1u;"}
	for k := range clauses {
		o := k + g.r.n(len(clauses)-k)
		clauses[k], clauses[o] = clauses[o], clauses[k]
	}
	g.line("for (;; ++%s) {\n\tif (%s > 9) break;\n\tswitch (%s & 3u) {", i, i, u)
	for _, c := range clauses {
		g.line("\t%s%s", c, pick(&g.r, []string{"", " break;", " if (" + x + " > 40) break;"}))
	}
	g.line("\t}\n\t%s = %s << 1 ^ uint(%s);\n}", u, u, i)
	g.sink(x + " + int(" + u + ")")
}

func (g *gen) bitEdges(p *piece) {
	x, y := g.fresh(p, "x", intT), g.fresh(p, "y", intT)
	a, b := g.fresh(p, "a", uintT), g.fresh(p, "b", uintT)
	c, d := p.n("c"), p.n("d")
	at := pick(&g.r, []string{"0, 32", "31, 1", "0, 0", "32, 0", "0, 31", "16, 16", x + " & 15, " + y + " & 15"})
	g.line("uint %s, %s;\nint hi_%s, lo_%s;", c, d, c, c)
	switch g.r.n(5) {
	case 0:
		g.line("%s = uaddCarry(%s, %s, %s);", d, a, b, c)
	case 1:
		g.line("%s = usubBorrow(%s, %s, %s);", d, a, b, c)
	case 2:
		g.line("umulExtended(%s, %s, %s, %s);", a, b, c, d)
	case 3:
		g.line("%s = bitfieldInsert(%s, %s, %s);\n%s = bitfieldExtract(%s, %s);", c, a, b, at, d, b, at)
	default:
		g.line("%s = uint(findMSB(%s)) + uint(findMSB(%s)) * 64u;\n%s = uint(findLSB(%s) + bitCount(%s));", c, a, x, d, b, y)
	}
	g.line("imulExtended(%s, %s, hi_%s, lo_%s);", x, y, c, c)
	g.line("ivec2 e_%s = bitfieldInsert(ivec2(%s, %s), ivec2(%s), %s) ^ bitfieldExtract(ivec2(%s, -1), %s);", c, x, y, y, at, y, at)
	g.sink(fmt.Sprintf("int(%s ^ %s) + hi_%s * 3 ^ lo_%s + e_%s.x - e_%s.y", c, d, c, c, c, c))
	g.keep(c, uintT)
}

func (g *gen) packed(p *piece) {
	v, u := g.fresh(p, "v", vecT('f', 2)), p.n("u")
	g.line("uint %s = %s;", u, pick(&g.r, []string{
		"packHalf2x16(" + v + ")", "packUnorm4x8(vec4(0, 1, 1, " + v + ".x))", "packSnorm2x16(vec2(-1, 1))", "packSnorm4x8(vec4(1, -1, 0, -2))", "floatBitsToUint(" + v + ".x)", "packUnorm2x16(step(2.0, " + v + "))"}))
	g.line("%s = %s;", v, pick(&g.r, []string{
		"unpackHalf2x16(packHalf2x16(" + v + "))", "Q(floor(unpackUnorm4x8(" + u + ").xw * 255.0 + 0.5))", "vec2(uintBitsToFloat(floatBitsToUint(" + v + ".y)), intBitsToFloat(0x40a00000))",
		"ldexp(" + v + ", ivec2(-1, 0)) * 2.0", "vec2(isnan(" + v + ")) + vec2(isinf(" + v + "))", "Q(vec2(unpackSnorm4x8(" + u + ").x * 0.0, 1.0))"}))
	e, w := p.n("e"), p.n("w")
	g.line("int %s;\nfloat %s = frexp(%s.x, %s) * 32.0;\n%s = Q(%s);", e, w, v, e, w, w)
	if g.declaredHere("modf") {
		g.line("%s = Q(%s + 1.0);", v, v)
	} else {
		g.line("vec2 whole_%s;\n%s = Q(modf(%s * 0.5, whole_%s) + whole_%s);", e, v, v, e, e)
	}
	g.sink(e + " + int(" + u + ")")
	g.keep(v, vecT('f', 2))
	g.keep(w, floatT)
}

func (g *gen) dispatched(p *piece) {
	k := &g.kit
	x, i := g.fresh(p, "x", intT), p.n("i")
	g.line("for (int %s = 0; %s < %d; %s++) %s = %s(%s, %s, %s(%s[%s & 3], %s, %s)) & 0xffff;", i, i, 3+g.r.n(3), i, x, k.op, i, x, k.op, k.steps, i, i, x)
	g.line("{ int self_ = 3; %s ^= self_(2); }", x)
	g.line("%s += TAPS(TAP, %s) + %s(%s) * %s(%s) + CALL(%s, (%s, 1, 2));", x, x, k.over, g.settled(pick(&g.r, []*typ{intT, uintT, floatT})), k.over,
		g.settled(pick(&g.r, []*typ{vecT('f', 2), vecT('i', 2), {base: 'f', rows: 2, cols: 2}, {st: k.lamp}, intT.arrayOf(2)})), k.op, x)
	if !g.es {
		g.line("precise int XGLUE(%s, BIAS_) = %s __LINE__ * 0 + (__VERSION__ > 400 ? 1 : 0);\n%s += GLUE(%s, BIAS_);", x, pick(&g.r, []string{"", "-", "1 +"}), x, x)
	}
	g.sink(x)
}

func (g *gen) returnedArrays(p *piece) {
	k := &g.kit
	t3, x := p.n("t"), g.fresh(p, "x", intT)
	g.line("int[3] %s = %s(%s);", t3, k.trio, x)
	g.line("%s[%s] = %s(%s)[%s] + %s(%s).length();", t3, g.index(3), k.trio, x, g.index(3), k.trio, x)
	g.line("if (%s(%s) %s %s(%s)) %s++;", k.trio, x, pick(&g.r, []string{"==", "!="}), k.trio, pick(&g.r, []string{x, "3", t3 + "[1]"}), x)
	g.line("int both_%s[2][3] = int[2][3](%s(%s), %s);", x, k.trio, x, t3)
	g.line("both_%s[%s] = %s(both_%s[1][%s]);", x, g.index(2), k.trio, x, g.index(3))
	if !g.es {
		g.line("%s = %s ? %s(%s) : both_%s[0];", t3, g.flag(), k.trio, x, x)
	}
	g.sink(fmt.Sprintf("%s + int(both_%s[0] == %s) + both_%s.length() * both_%s[1].length()", x, x, t3, x, x))
	g.keep(t3, intT.arrayOf(3))
	g.keep("both_"+x, intT.arrayOf(3).arrayOf(2))
}

func (g *gen) shadowedCounters(p *piece) {
	x, i := g.fresh(p, "x", intT), p.n("i")
	g.line("int %s = %s & 3;", i, x)
	g.line("for (int %s = %s, n = %s + %d; %s < n; ++%s) { %s += %s; { float %s = 2.0; %s += int(%s); } }", i, i, i, 1+g.r.n(4), i, i, x, i, i, x, i)
	g.line("for (uint %s = 0u; %s < 3u; %s++) {{ int %s = int(%s) + 1; %s ^= %s; if (%s) break; }}", i, i, i, i, i, x, i, g.flag())
	g.line("{ int %s = %s, y = %s; %s += y; for (int k = 0; k < 2; k++) { int %s = k + %s; %s -= %s; } }", i, i, i, x, i, i, x, i)
	g.line("if (%s) { struct %s { int v; }; %s s = %s(%s); %s = s.v; } else { bool %s = %s > 2; %s += int(%s); }", g.flag(), i, i, i, x, x, i, x, x, i)
	g.sink(x + " - " + i)
}

func (g *gen) randomNumbers(p *piece) {
	r := g.kit.random + "()"
	x, v := p.n("x"), p.n("v")
	g.line("ivec3 %s = ivec3(%s & 7u, %s >> 29, int(%s) %% 1);", v, r, r, "("+r+" & 1u)")
	g.line("int %s = int(%s) - int(%s) * 3 + (%s > 99u ? int(%s) : 2);", x, r, r, r, r)
	grid := p.n("grid")
	g.line("int %s[2][4] = int[2][4](int[4](1, 2, 3, 4), int[4](%s, 6, 7, 8));", grid, x)
	at := func() string { return fmt.Sprintf("%s[int(%s & 1u)][%s & 3u]", grid, r, r) }
	g.line("%s += 3;\n%s(%s, %s);\n%s = %s(%s, %s);\n%s %s;", at(), g.helpers.swap, at(), at(), at(), g.helpers.put, at(), at(), at(), pick(&g.r, []string{"++", "-= int(" + r + " & 3u)", "= " + at()}))
	g.keep(grid, intT.arrayOf(4).arrayOf(2))
	g.line("while ((%s & 3u) != 0u) { %s += %s.x; if (%s < %du) break; }", r, x, v, r, 1<<31)
	g.line("%s[int(%s %% 3u)] += int(%s & 15u);", v, r, r)
	g.line("if (%s < %s || %s %% 2u == 0u && %s > 5u) %s++;", r, r, r, r, x)
	g.sink(x + " + " + v + ".z")
	g.keep(v, vecT('i', 3))
}

func (g *gen) componentsInLoops(p *piece) {
	base := pick(&g.r, []byte("fiu"))
	t := vecT(base, 3)
	v, m := g.fresh(p, "v", t), g.fresh(p, "m", &typ{base: 'f', rows: 3, cols: 3})
	i := p.n("i")
	g.line("for (int %s = 0; %s < 3; ++%s) {", i, i, i)
	g.line("\t%s[%s] %s %s[(%s + %d) %% 3];", v, i, pick(&g.r, []string{"=", "+=", "-="}), v, i, 1+g.r.n(2))
	g.line("\t%s[%s][%s] = %s[2 - %s].%s;", m, i, pick(&g.r, []string{i, "2 - " + i, "1"}), m, i, pick(&g.r, []string{"x", "b", "t"}))
	g.line("\tfor (int j = %s; j < 3; ++j) if (%s[%s][j] > %s[j][%s]) %s(%s[%s][j], %s[j][%s]);", i, m, i, m, i, g.helpers.swap, m, i, m, i)
	if base == 'f' {
		g.line("\t%s = Q(%s);", v, v)
	}
	g.line("}\nint at_%s = 0;\n%s[at_%s++] %s; %s[at_%s] = %s[at_%s++ %% 3];", i, v, i, pick(&g.r, []string{"++", "--", "+= " + v + "[2]"}), v, i, v, i)
	if base == 'f' {
		g.line("%s = Q(%s);", v, v)
	}
	g.keep(v, t)
	g.keep(m, &typ{base: 'f', rows: 3, cols: 3})
}

func (g *gen) marched(p *piece) {
	k := &g.kit
	at, t := p.n("at"), g.fresh(p, "t", floatT)
	g.line("int %s = 0;", at)
	g.line("bool hit_%s = %s(%s, %s, %s);", at, k.march, g.settled(vecT('f', 3)), at, t)
	g.line("if (!hit_%s && !%s(%s[%s].at, %s, %s)) %s += 5;", at, k.march, k.lamps, g.index(3), at, t, at)
	g.line("vec3 p_%s = %s;\n%s(p_%s, %s, p_%s.%s);", at, g.settled(vecT('f', 3)), k.march, at, at, at, pick(&g.r, []string{"x", "y", "z"}))
	g.sink(at + " + int(hit_" + at + ")")
	g.keep(t, floatT)
	g.keep("p_"+at, vecT('f', 3))
}

// sharedStructs passes a struct on to the next invocation.
func (g *gen) sharedStructs(p *piece) {
	if g.fn != nil || g.depth > 0 || g.loops > 0 {
		g.tableOfStructs(p)
		return
	}
	l := g.fresh(p, "l", &typ{st: g.kit.lamp})
	g.line("lamps_[lid] = %s(%s, %s);\nbarrier();", g.kit.moved, l, g.settled(vecT('f', 3)))
	g.line("%s = lamps_[lid ^ %du];\n%s.at.xy = lamps_[(lid + %du) & 7u].at.zy;\n%s.turn[1] = lamps_[lid].turn[lid & 1u];\nbarrier();", l, g.r.n(8), l, g.r.n(8), l)
	g.keep(l, &typ{st: g.kit.lamp})
}
