package hlslgen

// This file declares macros, buffers, global variables, functions and templates.

import (
	"fmt"
	"strings"
)

type function struct {
	name   string
	result typ
	params []typ
	dirs   []string // in, out or inout
	spare  int      // trailing parameters that have default arguments
}

func (g *gen) macros() {
	g.line("#define TWICE(x) ((x) + (x))")
	g.line("#define JOIN(a, b) a##b")
	g.line("#if defined(TWICE) && !defined(NEVER)\n#define COUNT %d\n#else\n#error unreachable\n#endif", 2+g.r.n(3))
	if g.r.one(2) {
		g.line("typedef float3 triple; typedef int many[3];")
	}
}

// buffers declares the buffers that are read, whose members are the inputs.
func (g *gen) buffers() {
	g.line("cbuffer Numbers : register(b0) {")
	g.vars = g.vars[:0]
	g.members(24)
	g.line("};")
	switch {
	case g.plain():
	case g.r.one(2):
		g.line("cbuffer Packed : register(b1) { float4 pa : packoffset(c3); float2 pb : packoffset(c1.z); int pc : packoffset(c0.y); uint3 pd[2] : packoffset(c4); row_major float2x3 pe : packoffset(c7); }")
		for _, v := range []variable{{"pa", typ{"float", 0, 4}, false}, {"pb", typ{"float", 0, 2}, false}, {"pc", typ{"int", 0, 1}, false}, {"pd[1]", typ{"uint", 0, 3}, false}, {"pe", typ{"float", 2, 3}, false}} {
			g.vars = append(g.vars, v)
		}
	default:
		g.members(12) // of $Globals, at b1
	}
	g.inputs = append(g.inputs, g.vars...)
	for k, s := range g.structs {
		if !s.simple || g.plain() {
			continue
		}
		g.line("StructuredBuffer<%s> items : register(t1);", s.name)
		g.vars = g.vars[:0]
		for _, m := range g.structs[k].members {
			g.addMember("items[1].", m, false)
		}
		for _, v := range g.vars {
			if v.t.scalar != "bool" {
				g.inputs = append(g.inputs, v)
			}
		}
		break
	}
	g.vars = g.vars[:0]
}

// members declares members of constant buffers, of so many vectors, and adds them to the
// variables.
func (g *gen) members(rows int) {
	for rows > 0 {
		var text strings.Builder
		m := member{name: "c" + g.name(), t: g.narrow(), of: -1}
		if g.r.one(4) {
			m.length = 2 + g.r.n(2)
		}
		if k := g.r.n(4 * len(g.structs)); k < len(g.structs) && g.structs[k].simple && !g.plain() {
			m.of, m.length = k, 0
		}
		g.member(&text, &m)
		g.line("%s", text.String())
		g.addMember("", m, false)
		rows -= 4 * max(1, m.length)
	}
}

func (g *gen) staticGlobals() {
	for range g.r.n(3) {
		t := g.narrow()
		n := "g" + g.name()
		g.line("static %s %s = (%s)%d;", t, n, t, g.r.n(2))
		g.globals = append(g.globals, variable{n, t, true})
	}
	g.line("static const int table[4] = { 3, 1, %d, 2 };", g.r.n(9))
	g.line("static const float2 pairs[2] = { float2(1, 2), %s };", g.either("float2(3, 4)", "{ 5, 6 }"))
	g.globals = append(g.globals, variable{"table[2]", typ{"int", 0, 1}, false}, variable{"pairs[1]", typ{"float", 0, 2}, false})
	if g.modern() && g.r.one(2) {
		g.line("enum Kind { First, Second = 5, Third }; enum class Other : uint { A = 2, B };")
		g.globals = append(g.globals, variable{"(int)Third", typ{"int", 0, 1}, false}, variable{"(uint)Other::B", typ{"uint", 0, 1}, false})
	}
	if g.modern() && g.r.one(2) {
		g.line("namespace space { static int inner = %d; int twice(int x) { return x + x; } namespace deep { static const float half_way = 8; } }", g.r.n(9))
		g.globals = append(g.globals, variable{"space::inner", typ{"int", 0, 1}, true}, variable{"space::deep::half_way", typ{"float", 0, 1}, false}, variable{"space::twice(3)", typ{"int", 0, 1}, false})
	}
}

func (g *gen) function() {
	f := function{name: "f" + g.name(), result: g.typ()}
	g.vars = append(g.vars[:0], g.globals...)
	var params []string
	for range g.r.n(4) {
		t := g.typ()
		dir := g.either("in", "in", "inout", "in", "out")
		n := g.name()
		f.params, f.dirs = append(f.params, t), append(f.dirs, dir)
		order := ""
		if t.rows > 0 && !g.plain() {
			order = g.either("", "", "row_major ", "column_major ")
		}
		params = append(params, fmt.Sprintf("%s %s%s %s", dir, order, g.spell(t), n))
		g.vars = append(g.vars, variable{n, t, true})
	}
	if g.r.one(3) {
		n := g.name()
		f.params, f.dirs, f.spare = append(f.params, typ{"int", 0, 1}), append(f.dirs, "in"), 1
		params = append(params, fmt.Sprintf("int %s = %d", n, g.r.n(9)))
		g.vars = append(g.vars, variable{n, typ{"int", 0, 1}, true})
	}
	g.line("%s %s(%s) {", f.result, f.name, strings.Join(params, ", "))
	for i, dir := range f.dirs {
		if dir == "out" {
			k := len(g.vars) - len(f.params) + i
			g.line("%s = (%s)%d;", g.vars[k].name, g.vars[k].t, g.r.n(2))
		}
	}
	if g.modern() { // FXC has wrong values for returns in loops and switches
		g.result = f.result
	}
	g.block(4)
	g.result = typ{}
	if g.r.one(2) {
		g.line("if (%s) return %s;", g.expr(typ{"bool", 0, 1}, 1), g.bounded(f.result, 2))
	}
	g.line("return %s;\n}", g.bounded(f.result, 3))
	g.funcs = append(g.funcs, f)
}

// overloads declares functions of one name, and a statement-less use of each in main follows from
// the calls in overloaded.
func (g *gen) overloads() {
	list := []typ{{"int", 0, 1}, {"uint", 0, 1}, {"float", 0, 1}, {"float", 0, 2}, {"int", 0, 3}, {"bool", 0, 1}, {"float", 0, 4}}
	var chosen []typ
	for _, t := range list {
		if g.r.one(2) {
			chosen = append(chosen, t)
			g.line("int over(%s a) { return %d; }", t, 100+len(chosen))
		}
	}
	for _, t := range chosen {
		// Exact matches alone: the ranking of others has a test of its own.
		g.globals = append(g.globals, variable{fmt.Sprintf("over((%s)1)", t), typ{"int", 0, 1}, false})
	}
}

func (g *gen) declareTemplates() {
	g.templates = true
	g.line("template<typename T> T pick(T a, T b, bool c) { if (c) return a; return b; }")
	g.line("template<typename T, int N> T total_of(T list[N]) { T s = (T)0; for (int i = 0; i < N; i++) s += list[i]; return s; }")
	g.line("template<typename T> struct Box { T value; int count; T get() { return value; } void store(T v) { value = v; count++; } };")
	g.line("template<typename A, typename B> struct Two { A a; B b; Box<A> boxed() { Box<A> x; x.value = a; x.count = 1; return x; } };")
	g.line("template<> int pick<int>(int a, int b, bool c) { return c ? a + 1 : b - 1; }")
}

// useTemplates declares variables by templates.
func (g *gen) useTemplates() {
	t := g.narrow()
	n := g.name()
	how := g.either("pick", "pick<"+t.String()+">")
	g.line("%s %s = %s((%s)%s, (%s)%s, %s);", t, n, how, t, g.bounded(t, 2), t, g.bounded(t, 2), g.expr(typ{"bool", 0, 1}, 2))
	g.vars = append(g.vars, variable{n, t, true})
	t = g.narrow()
	if t.scalar != "bool" {
		a := g.name()
		g.line("%s %s[3] = { %s, %s, %s };", t, a, g.bounded(t, 1), g.bounded(t, 1), g.bounded(t, 2))
		n = g.name()
		g.line("%s %s = total_of<%s, 3>(%s);", t, n, t, a)
		g.vars = append(g.vars, variable{n, t, true}, variable{a + "[1]", t, true})
	}
	n = g.name()
	g.line("Box<%s> %s; %s.value = %s; %s.count = 0; %s.store(%s); put(%s.count);", t, n, n, g.bounded(t, 2), n, n, g.bounded(t, 2), n)
	g.vars = append(g.vars, variable{n + ".value", t, true})
	two := g.name()
	g.line("Two<%s, float2> %s; %s.a = %s.get(); %s.b = %s; put(%s.boxed().count);", t, two, two, n, two, g.bounded(typ{"float", 0, 2}, 1), two)
	g.vars = append(g.vars, variable{two + ".a", t, true}, variable{two + ".b", typ{"float", 0, 2}, true})
}
