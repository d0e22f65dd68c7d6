package glslgen

// This file makes pieces that people write as a whole: sorting by a swap whose arguments
// lie in one variable, loops whose conditions have effects, switches that fall through and
// continue the loop around, writes whose source and target overlap.

import (
	"fmt"
	"strings"
)

// intrinsics are names of functions of other languages, which mean nothing in GLSL.
var intrinsics = []string{"lerp", "mad", "saturate", "fmod", "mul", "swap", "exchange", "rcp", "atan2", "clip", "sincos", "select",
	"simd_sum", "asuint", "as_type", "frac", "log10", "med3", "bitcast", "countbits", "firstbithigh", "modf_", "mix_", "dst", "ldexp_"}

// helpers are functions that shapes call, by their purpose.
type helpers struct {
	swap, step, put, mad, find string
	after                      strings.Builder // definitions that stand behind main
}

// help writes the functions that shapes call; some as prototypes, to be defined behind
// main.
func (g *gen) help() {
	name := func() string {
		for range 20 {
			s := pick(&g.r, intrinsics)
			if !g.declaredHere(s) {
				g.taken = append(g.taken, s)
				return s
			}
		}
		g.names++
		return fmt.Sprintf("h%d", g.names)
	}
	write := func(head, params, body string) {
		if g.r.percent(30) {
			if g.r.percent(40) {
				// The names of a prototype's parameters needn't be there.
				var bare []string
				for _, p := range strings.Split(params, ", ") {
					bare = append(bare, p[:strings.LastIndexByte(p, ' ')])
				}
				g.line("%s(%s);", head, strings.Join(bare, ", "))
			} else {
				g.line("%s(%s);", head, params)
			}
			fmt.Fprintf(&g.helpers.after, "%s(%s) { %s }\n", head, params, body)
			return
		}
		g.line("%s(%s) { %s }", head, params, body)
	}
	h := &g.helpers
	h.swap, h.step, h.put, h.mad, h.find = name(), name(), name(), name(), name()
	for _, t := range []string{"int", "uint", "float", "vec2", "vec3", "vec4", "ivec2"} {
		write("void "+h.swap, "inout "+t+" a, inout "+t+" b", t+pick(&g.r, []string{" t = a; a = b; b = t;", " s = b, t = a; a = s, b = t;"}))
	}
	write("bool "+h.step, "inout int at, int by", pick(&g.r, []string{"at += by; return (at & 1) == 0;", "return ((at += by) & 2) != 0;", "at = at ^ by; if (at > 3) return true; return at < -3;"}))
	write("int "+h.put, "int from, out int to", pick(&g.r, []string{"to = from + 1; return from;", "return to = from * 3;", "to = 0; for (int i = 0; i < 3; i++) { to += from; if (to > 100) return i; } return to;"}))
	write("int "+h.mad, "int a, int b, int c", pick(&g.r, []string{"return a * b + c;", "a *= b; a += c; return a;", "{ int a = b; b = a + c; } return a ^ b;"}))
	write("int "+h.find, "int[4] of, int key", pick(&g.r, []string{
		"for (int i = 0; i < 4; i++) for (int j = i; j < 4; j++) { if (of[i] == key) return i * 4 + j; if (of[j] > key) break; } return -1;",
		"int i = 0; do { if (of[i] < 0) continue; for (;;) { if (of[i] > key) return i; else break; } } while (++i < 4); return i;",
		"for (int i = 3; i >= 0; --i) { switch (of[i] & 3) { case 0: continue; case 1: key++; default: if (of[i] == key) return i; break; case 3: return key; } key ^= i; } return key;"}))
}

// shapes is how many there are.
const shapes = 12

// shape writes one of them.
func (g *gen) shape() {
	g.names++
	id := g.names
	if g.rare && g.r.percent(60) {
		pick(&g.r, rareShapes)(g, &piece{id})
		return
	}
	if g.styles && g.r.percent(50) {
		pick(&g.r, styleShapes)(g, &piece{id})
		return
	}
	if g.engine && g.r.percent(65) {
		pick(&g.r, engineShapes)(g, &piece{id})
		return
	}
	n := func(s string) string { return fmt.Sprintf("%s_%d", s, id) }
	value := func(t *typ) string { return g.settled(t) }
	flag := func() string { return g.in(g.expr(boolT, 2), bitOr) }
	// A computed value goes somewhere.
	into := func(s string) {
		if v, ok := g.target(intT); ok {
			g.line("%s %s %s;", v, pick(&g.r, []string{"=", "+=", "^="}), s)
		}
	}
	count := 2 + g.r.n(3)
	switch g.r.n(shapes) {
	case 0: // an array is sorted
		t := pick(&g.r, []*typ{intT, uintT, floatT})
		a, i, j := n("arr"), n("i"), n("j")
		g.line("%s;", g.declare(t.arrayOf(4), a))
		for k := range 4 {
			g.line("%s[%d] = %s;", a, k, value(t))
		}
		g.line("for (int %s = 0; %s < 4; %s++)", i, i, i)
		g.line("\tfor (int %s = %s; %s < 4; ++%s)", j, pick(&g.r, []string{"0", i, i + " + 1"}), j, j)
		first, second := a+"["+i+"]", a+"["+j+"]"
		less := first + pick(&g.r, []string{" > ", " < "}) + second
		switch g.r.n(5) {
		case 0:
			g.line("\t\tif (%s) %s(%s, %s);", less, g.helpers.swap, first, second)
		case 1:
			g.line("\t\tif (%s) DOSWAP(%s, %s, %s); else %s;", less, t.core(), first, second, first)
		case 2:
			g.line("\t\tSORT2(%s, %s, %s)", t.core(), first, second)
		case 3:
			g.line("\t\t%s(%s, %s), %s(%s, %s);", g.helpers.swap, first, second, g.helpers.swap, second, first)
		default:
			g.line("\t\t{ if (!(%s)) continue; SWAP(%s, %s, %s) }", less, t.core(), first, second)
		}
		g.vars = append(g.vars, variable{name: a, t: t.arrayOf(4)})
	case 1: // components and columns change places
		size := 2 + g.r.n(3)
		v, m := n("v"), n("m")
		g.line("vec%d %s = %s;", size, v, value(vecT('f', size)))
		mt := &typ{base: 'f', rows: 2 + g.r.n(3), cols: size}
		g.line("%s %s = %s;", mt.core(), m, value(mt))
		x, y := g.index(size), g.index(size)
		g.line("%s(%s[%s], %s[%s]);", g.helpers.swap, m, x, m, y)
		g.line("%s(%s[%s], %s[%s]);", g.helpers.swap, v, g.index(size), v, g.index(size))
		g.line("%s(%s.x, %s[%s].y);", g.helpers.swap, v, m, g.index(size))
		g.line("%s(%s[%s][%s], %s[%s].%s);", g.helpers.swap, m, g.index(size), g.index(mt.rows), m, g.index(size), pick(&g.r, []string{"x", "g", "s"}))
		g.line("%s(%s.xy, %s[%d].yx);", g.helpers.swap, v, m, g.r.n(size))
		g.vars = append(g.vars, variable{name: v, t: vecT('f', size)}, variable{name: m, t: mt})
	case 2: // a switch in a loop, which falls through and continues
		i, x, k := n("i"), n("x"), n("k")
		g.line("int %s = %s, %s = 0;", x, value(intT), k)
		g.line("for (int %s = 0; %s < %d; ++%s) {", i, i, count+1, i)
		g.line("\tswitch ((%s + %s) & 3) {", x, i)
		clauses := []string{
			fmt.Sprintf("case 0: %s += %s;", x, i),
			fmt.Sprintf("case 1: if (%s) continue; %s ^= 5;", flag(), x),
			fmt.Sprintf("default: { int %s = %s * 3; %s = %s; } break;", k, x, x, k),
			fmt.Sprintf("case 2: for (;;) { if (++%s > %d) break; switch (%s & 1) { case 1: continue; default: %s -= %s; } if (%s > 50) break; %s++; }", k, 2+g.r.n(9), k, x, k, x, x),
		}
		for at := range clauses {
			other := at + g.r.n(len(clauses)-at)
			clauses[at], clauses[other] = clauses[other], clauses[at]
		}
		for _, c := range clauses {
			g.line("\t%s", c)
		}
		g.line("\t}\n\t%s += %d;\n}", x, 1+g.r.n(9))
		into(x)
	case 3: // loops whose conditions have effects
		i, x := n("i"), n("x")
		g.line("int %s = %d, %s = %s;", i, count, x, value(intT))
		switch g.r.n(9) {
		case 0:
			g.line("for (;;) { if (%s-- <= 0) break; if (%s) continue; %s += %s; }", i, flag(), x, i)
		case 1:
			g.line("while (%s-- > 0 && %s(%s, %s)) %s += 7;", i, g.helpers.step, x, i, x)
		case 2:
			g.line("do { if (%s) continue; %s *= 3; if (%s > 99) break; } while (--%s > 0 || %s(%s, 1) && false);", flag(), x, x, i, g.helpers.step, x)
		case 3:
			g.line("for (int a = 0, b = %s; a < b; a++, --b) %s = %s(%s, a, b);", i, x, g.helpers.mad, x)
		case 4:
			if g.es {
				g.line("while (%s-- > 0) if ((%s & 1) == 0) continue; else %s ^= %s;", i, i, x, i)
			} else {
				g.line("while (bool more = %s-- > 0) { %s += int(more); if (%s) continue; %s ^= 9; }", i, x, flag(), x)
			}
		case 5:
			g.line("for (int a = 0; a < %s; %s += a++) ;", i, x)
		case 6:
			g.line("for (int a = 0; a < %s; ++a) for (int b = 0; b < 3; ++b) { if ((%s + b & 3) == 1) break; if ((%s & 1) == a) continue; %s += a * b + 1; }", i, x, x, x)
		case 7:
			g.line("do --%s; while (%s(%s, 3) && %s > 0);", i, g.helpers.step, x, i)
		case 8:
			g.line("for (%s = 0; %s < 4 ? %s(%s, %s) || true : false; %s++) { int %s = %s + 1; if (%s > 2 && %s) break; }", i, i, g.helpers.step, x, i, i, x, i, x, flag())
		}
		into(x + " + " + i)
	case 4: // effects that may not happen
		x, y := n("x"), n("y")
		step := func() string {
			return fmt.Sprintf("%s(%s, %d)", g.helpers.step, pick(&g.r, []string{x, y}), 1+g.r.n(5))
		}
		g.line("int %s = %s, %s = %s;", x, value(intT), y, value(intT))
		g.line("bool %s = %s;", n("b"), pick(&g.r, []string{
			step() + " && " + step() + " || " + step(), step() + " || " + step() + " && " + flag(), "(" + step() + " ^^ " + step() + ") && !" + step(),
			step() + " ? " + step() + " || " + step() + " : " + step() + " && " + step(), flag() + " && (" + x + "++ > 3 || " + y + "-- < 2)",
			"(" + x + " = " + y + " + 1) > 2 && (" + y + " = 4) == 4",
		}))
		g.line("%s ? %s++ : --%s;", flag(), x, y)
		g.line("if (%s) if (%s) %s += 2; else %s += 3; else if (%s) ; else %s = 1;", step(), step(), x, y, step(), y)
		into(fmt.Sprintf("%s * 3 + %s + int(%s)", x, y, n("b")))
	case 5: // indices that have effects, once
		k := n("k")
		t := pick(&g.r, []*typ{intT, uintT, vecT('i', 3), vecT('u', 2)})
		a := n("arr")
		g.line("int %s = %d;", k, g.r.n(3))
		g.line("%s;", g.declare(t.arrayOf(4), a))
		for j := range 4 {
			g.line("%s[%d] = %s;", a, j, value(t))
		}
		at := func() string {
			return pick(&g.r, []string{a + "[" + k + "++ & 3]", a + "[++" + k + " & 3]", a + "[(" + k + " += 2) & 3]", a + "[(" + k + "--, " + k + " & 1)]", a + "[" + g.helpers.put + "(" + k + ", " + k + ") & 3]"})
		}
		u := ""
		if t.base == 'u' {
			u = "u"
		}
		for range 2 + g.r.n(2) {
			e, same := at(), ""
			if t.rows > 1 {
				same = pick(&g.r, []string{"", ".x", ".yx", ".y", "[" + k + "++ & 1]"})
				e += same
				if strings.HasPrefix(same, "[") {
					same = ".y"
				}
			}
			g.line("%s;", pick(&g.r, []string{e + "++", "--" + e, e + " += 3" + u, e + " ^= 5" + u, e + " = ~" + a + "[0]" + same}))
		}
		g.vars = append(g.vars, variable{name: a, t: t.arrayOf(4)})
		into(k)
	case 6: // what is written overlaps what is read
		v := n("v")
		size := 3 + g.r.n(2)
		base := pick(&g.r, []byte("fiu"))
		g.line("%s %s = %s;", vecT(base, size).core(), v, value(vecT(base, size)))
		g.line("%s.xyz = %s.zxy;", v, v)
		g.line("%s.xy %s %s.yx;", v, pick(&g.r, []string{"=", "+=", "-="}), v)
		g.line("%s = %s(%s.z, %s);", v, vecT(base, size).core(), v, v+"."+"xyzw"[:size-1])
		g.line("%s.zx = %s(%s.xz = %s.yx).yx;", v, vecT(base, 2).core(), v, v)
		if base == 'f' {
			g.line("%s = Q(%s);", v, v)
		}
		a := n("arr")
		t := vecT(base, size)
		g.line("%s = %s(%s, %s.%s);", g.declare(t.arrayOf(2), a), g.spell(t.arrayOf(2)), v, v, "zyxx"[:size])
		g.line("%s = %s(%s[1], %s[0]);", a, g.spell(t.arrayOf(2)), a, a)
		g.line("%s[%s] = %s[%s];", a, g.index(2), a, g.index(2))
		g.vars = append(g.vars, variable{name: v, t: t}, variable{name: a, t: t.arrayOf(2)})
	case 7: // structs of the block, compared and copied
		s := n("T")
		t := &typ{st: &structure{name: s, members: []member{{"k", intT}, {"v", vecT('f', 3).arrayOf(2)}, {"m", &typ{base: 'f', rows: 3, cols: 2}}, {"b", boolT}}}}
		a, b := n("one"), n("two")
		g.line("struct %s { int k; vec3 v[2]; mat2x3 m; bool b; }%s;", s, pick(&g.r, []string{"", " " + n("unused"), " " + n("unused") + "[2]"}))
		g.line("%s %s = %s, %s = %s;", s, a, g.literal(t), b, a)
		g.line("%s.v[%s].%s = %s;", b, g.index(2), pick(&g.r, []string{"x", "z", "g"}), value(floatT))
		g.line("%s.m[%s][%s] += 0.0;", b, g.index(2), g.index(3))
		g.line("if (%s %s %s && %s.v == %s.v) %s.k++;", a, pick(&g.r, []string{"==", "!="}), b, a, b, a)
		g.line("%s(%s.v[%s], %s.v[%s]);", g.helpers.swap, a, g.index(2), b, g.index(2))
		g.line("%s(%s.k, %s.k);", g.helpers.swap, a, pick(&g.r, []string{a, b}))
		into(fmt.Sprintf("int(%s == %s) + int(%s.v != %s.v) + %s.k", a, b, b, a, b))
		g.vars = append(g.vars, variable{name: a, t: t}, variable{name: b, t: t})
	case 8: // macros that are statements
		x, y := n("x"), n("y")
		g.line("int %s = %s, %s = %s;", x, value(intT), y, value(intT))
		g.line("if (%s) DOSWAP(int, %s, %s); else BUMP(%s, %d);", flag(), x, y, x, g.r.n(9))
		g.line("for (int i = 0; i < %d; i++) BUMP(%s, %s + i);", count, x, y)
		g.line("int %s = 0;\nwhile (UNTIL(%s, %d)) { if (%s > 5) continue; BUMP(%s, 1); }", n("c"), n("c"), count, x, y)
		g.line("XSWAP(%s, %s);", x, y)
		into(x + " - " + y)
	case 9: // out arguments in loops
		x, y, i := n("x"), n("y"), n("i")
		g.line("int %s = %s, %s = 0, %s[4];", x, value(intT), y, n("to"))
		g.line("for (int %s = 0; %s < 4; %s++) {", i, i, i)
		g.line("\t%s += %s(%s & 15, %s[%s]);", y, g.helpers.put, x, n("to"), pick(&g.r, []string{i, i + " ^ 1", "3 - " + i}))
		g.line("\tif (%s) { %s(%s, %s); continue; }", flag(), g.helpers.put, "int("+y+" & 7)", x)
		g.line("\t%s = %s(%s, %s, %s) & 255;", x, g.helpers.mad, y, x, i)
		g.line("}")
		into(fmt.Sprintf("%s(%s, %s) + %s", g.helpers.find, n("to"), x, y))
		g.vars = append(g.vars, variable{name: n("to"), t: intT.arrayOf(4)})
	case 10: // values that are not variables, of which a part is taken
		size := 2 + g.r.n(3)
		vt := vecT('f', size)
		mt := &typ{base: 'f', rows: size, cols: 2 + g.r.n(3)}
		x := n("x")
		g.line("float %s = Q(%s);", x, pick(&g.r, []string{
			fmt.Sprintf("vec%d(%s)[%s]", size, value(vt), g.index(size)),
			fmt.Sprintf("(%s ? %s : %s)[%s]", flag(), g.place(vt, true).s, g.place(vt, true).s, g.index(size)),
			fmt.Sprintf("%s(%s)[%s][%s]", mt.core(), value(mt), g.index(mt.cols), g.index(size)),
			fmt.Sprintf("transpose(%s)[%s].y", g.place(&typ{base: 'f', rows: 2, cols: 3}, true).s, g.index(2)),
			fmt.Sprintf("vec%d[](%s, %s)[%s].x", size, value(vt), value(vt), g.index(2)),
			fmt.Sprintf("(%s).x", g.in(g.expr(vt, 2), assignment)),
			fmt.Sprintf("float(vec%d[2](%s, %s).length())", size, g.literal(vt), g.literal(vt)), // effects may not happen
		}))
		g.vars = append(g.vars, variable{name: x, t: floatT})
	case 11: // values that invocations share
		if g.fn != nil || g.depth > 0 || g.loops > 0 {
			g.assignment()
			return
		}
		g.line("all_[lid] = %s;", value(intT))
		g.line("barrier();")
		g.line("int %s = all_[(lid + %du) & 7u] %s all_[lid ^ %du];", n("x"), g.r.n(8), pick(&g.r, []string{"+", "^", "-"}), g.r.n(8))
		g.line("barrier();")
		g.vars = append(g.vars, variable{name: n("x"), t: intT})
	}
}
