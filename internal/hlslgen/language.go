package hlslgen

// This file has parts of the language that few programs of one author have together: static
// local variables, arrays of arrays, structs by reference, bit fields, operators that are
// called or indexed, switches that fall through, local types, and functions that round.

import (
	"fmt"
	"strings"
)

// structFunctions declares functions of structs and arrays, by value and by reference.
func (g *gen) structFunctions() {
	k := g.r.n(len(g.structs))
	if g.modern() && g.hasMajor(k) { // DXC takes elements of such members of inout parameters by columns
		return
	}
	s := &g.structs[k]
	g.vars = append(g.vars[:0], g.globals...)
	for _, m := range s.members {
		g.addMember("s.", m, true)
	}
	g.vars = append(g.vars, variable{"list[1]", typ{"int", 0, 1}, true}, variable{"list[2]", typ{"int", 0, 1}, true}, variable{"k", typ{"int", 0, 1}, false})
	g.line("%s changed(%s s, const int k) { int list[3] = { k, 1, 2 };", s.name, s.name)
	g.block(2)
	g.line("return s; }")
	g.line("void change(inout %s s, inout int list[3], int k, out int total) { total = k;", s.name)
	g.vars = append(g.vars, variable{"total", typ{"int", 0, 1}, true})
	g.block(3)
	g.line("}")
	g.line("int sum_of(%s s[2], int k) { return s[0].sum(k) + s[1].sum(k + 1); }", s.name)
	if g.modern() { // FXC has no static local variables that aren't constant
		g.line("int next(int by) { static int calls = %d; static const int start = 40; calls += by; return start + calls; }", g.r.n(9))
	}
	g.changes = k
}

// hasMajor reports whether a struct has a matrix that is row_major or column_major, or lies by rows.
func (g *gen) hasMajor(k int) bool {
	for _, m := range g.structs[k].members {
		if m.major || g.rows && m.of < 0 && m.t.rows > 0 || m.of >= 0 && g.hasMajor(m.of) {
			return true
		}
	}
	return false
}

// useStructFunctions calls them.
func (g *gen) useStructFunctions() {
	if g.changes < 0 {
		return
	}
	s := g.structs[g.changes].name
	a, b, l, t := g.name(), g.name(), g.name(), g.name()
	g.line("%s %s = changed((%s)%s, %s); %s %s[2] = { %s, changed(%s, 2) };", s, a, s, g.filled(), g.expr(typ{"int", 0, 1}, 2), s, b, a, a)
	g.line("int %s[3] = { 1, %s, 3 }; int %s; change(%s, %s, %d, %s);", l, g.expr(typ{"int", 0, 1}, 1), t, g.either(a, b+"[1]", b+"[0]"), l, g.r.n(9), t)
	g.line("put(sum_of(%s, %d));", b, g.r.n(9))
	if g.modern() {
		g.line("put(next(%d)); put(next(%s));", g.r.n(5), g.expr(typ{"int", 0, 1}, 1))
	}
	for _, m := range g.structs[g.changes].members {
		g.addMember(a+".", m, true)
		g.addMember(b+"[1].", m, true)
	}
	for k := range 3 {
		g.vars = append(g.vars, variable{fmt.Sprintf("%s[%d]", l, k), typ{"int", 0, 1}, true})
	}
	g.vars = append(g.vars, variable{t, typ{"int", 0, 1}, true})
}

// operators declares a struct with operators, and a bit field.
func (g *gen) operators() {
	g.line("struct Pair { int a, b;")
	g.line("static int two() { return 2; } static const int Three = 3;")
	g.line("int operator[](int i) { return i == 0 ? a : b; } int operator()(int x, int y) { return a * x + b * y; }")
	g.line("bool operator==(Pair o) { return a == o.a && b == o.b; } Pair operator*(int k) { Pair r = { a * k, b * k }; return r; }")
	g.line("Pair operator-(Pair o) { Pair r; r.a = a - o.a; r.b = b - o.b; return r; } bool operator<(Pair o) { return a < o.a; } };")
	g.line("struct Bits { uint low : %d; uint mid : %d; int high : %d; uint rest; };", 1+g.r.n(8), 1+g.r.n(12), 2+g.r.n(10))
}

func (g *gen) useOperators() {
	i := typ{"int", 0, 1}
	p, q, b := g.name(), g.name(), g.name()
	g.line("Pair %s = { %s, %s }; Pair %s = %s * %d - %s;", p, g.bounded(i, 2), g.bounded(i, 1), q, p, 1+g.r.n(5), p)
	g.line("put(%s[%s]); put(%s(%s, 2)); put(%s == %s ? 1 : 0); put(%s < %s); put(Pair::two() + Pair::Three);", p, g.index(2), q, g.bounded(i, 1), p, q, p, q)
	g.line("Bits %s; %s.rest = 1; %s.low = %s; %s.high = %s; %s.mid = %s;", b, b, b, g.expr(typ{"uint", 0, 1}, 2), b, g.expr(i, 2), b, g.expr(typ{"uint", 0, 1}, 1))
	g.line("%s.%s %s %s;", b, g.either("low", "mid"), g.either("+=", "|=", "^="), g.leaf(typ{"uint", 0, 1}))
	g.vars = append(g.vars, variable{q + ".a", i, true}, variable{q + ".b", i, true}, variable{"((uint)" + b + ".low)", typ{"uint", 0, 1}, false},
		variable{"((uint)" + b + ".mid)", typ{"uint", 0, 1}, false}, variable{"((int)" + b + ".high)", i, false}, variable{b + ".rest", typ{"uint", 0, 1}, true})
}

// deeperTemplates declares templates of templates, with functions that are templates.
func (g *gen) deeperTemplates() {
	g.line("template<typename T, int N> struct Ring { T items[N]; int at; void push(T v) { items[at %% N] = v; at++; } T oldest() { return items[at %% N]; } template<typename U> U sum_as() { U s = (U)0; for (int i = 0; i < N; i++) s += (U)items[i]; return s; } };")
	g.line("template<typename T> T unbox(Box<T> b) { return b.value; }")
	g.line("template<typename T> struct Kind_of { static const int value = 1; }; template<> struct Kind_of<float> { static const int value = 2; }; template<typename T, int N> struct Kind_of<vector<T, N> > { static const int value = 10 * N + Kind_of<T>::value; };")
	g.line("template<typename T> struct Based : Box<T> { T extra; T both() { return this.value + extra + Box<T>::get(); } };")
	g.line("template<typename T = int, int N = 2> T scaled(T x) { return x * (T)N; }")
}

func (g *gen) useDeeperTemplates() {
	t := g.narrow()
	if t.scalar == "bool" {
		t.scalar = "int"
	}
	r, b := g.name(), g.name()
	n := 2 + g.r.n(3)
	g.line("Ring<%s, %d> %s = (Ring<%s, %d>)0; %s.push(%s); %s.push(%s);", t, n, r, t, n, r, g.bounded(t, 2), r, g.bounded(t, 1))
	g.line("Box<Box<%s> > %s; %s.count = 1; %s.value.value = %s.oldest(); %s.value.count = %s.sum_as<%s>()%s ? 1 : 2;", t, b, b, b, r, b, r, t, g.oneOf(t)+" != ("+t.scalar+")0")
	g.line("put(Kind_of<%s>::value); put(unbox(%s).count);", t, b)
	d := g.name()
	g.line("Based<%s> %s = (Based<%s>)0; %s.extra = %s; %s.value = %s.both(); put(%s.count);", t, d, t, d, g.bounded(t, 1), d, d, d)
	g.vars = append(g.vars, variable{d + ".value", t, true})
	x := g.name()
	g.line("%s %s = unbox(%s.value) + scaled<%s, %d>(%s);", t, x, b, t, 1+g.r.n(3), g.bounded(t, 1))
	g.vars = append(g.vars, variable{x, t, true}, variable{b + ".value.value", t, true}, variable{r + ".items[0]", t, true})
}

// oneOf selects one component of a value of a type.
func (g *gen) oneOf(t typ) string {
	switch {
	case t.rows > 0:
		return fmt.Sprintf("[%d][%d]", g.r.n(t.rows), g.r.n(t.cols))
	case t.cols > 1:
		return "." + string("xyzw"[g.r.n(t.cols)])
	}
	return ""
}

// grid declares an array of arrays.
func (g *gen) grid() {
	t := g.narrow()
	if t.scalar == "bool" {
		return
	}
	n, a, b := g.name(), 2+g.r.n(2), 2+g.r.n(2)
	var rows []string
	for range a {
		var row []string
		for range b {
			row = append(row, g.bounded(t, 1))
		}
		rows = append(rows, "{ "+strings.Join(row, ", ")+" }")
	}
	g.line("%s %s[%d][%d] = { %s };", t, n, a, b, strings.Join(rows, ", "))
	g.line("%s[%s][%s] = %s;", n, g.written(a), g.written(b), g.bounded(t, 1))
	copied := g.name()
	g.line("%s %s[%d] = %s[%d];", t, copied, b, n, g.r.n(a))
	g.vars = append(g.vars, variable{fmt.Sprintf("%s[%d][%d]", n, g.r.n(a), g.r.n(b)), t, true}, variable{fmt.Sprintf("%s[%d]", copied, g.r.n(b)), t, true})
}

// localTypes declares types in a function.
func (g *gen) localTypes() {
	t := g.narrow()
	n, s := g.name(), g.name()
	g.line("struct T%s { %s a; int b[2]; }; typedef %s Alias%s; const Alias%s %s = %s;", s, t, t, s, s, n, g.bounded(t, 1))
	g.line("T%s %s = { %s, { 1, %d } };", s, s, n, g.r.n(9))
	g.vars = append(g.vars, variable{n, t, false}, variable{s + ".a", t, true}, variable{s + ".b[1]", typ{"int", 0, 1}, true})
}

// small numbers of few bits, which may be computed with more.
func (g *gen) minimum() {
	i := typ{"int", 0, 1}
	a, b, c := g.name(), g.name(), g.name()
	g.line("min16int %s = (min16int)((%s) & 15); min16uint2 %s = (min16uint2)((%s) & 7); min16float3 %s = (min16float3)((%s) & 31);",
		a, g.expr(i, 2), b, g.expr(typ{"uint", 0, 2}, 1), c, g.expr(typ{"int", 0, 3}, 1))
	g.line("%s = %s * (min16int)%d - (min16int)3; %s += %s.yx; %s.zx = %s.xy * %s.z + (min16float2)%s;", a, a, 1+g.r.n(5), b, b, c, c, c, b)
	g.vars = append(g.vars, variable{"((int)" + a + ")", i, false}, variable{"((uint2)" + b + ")", typ{"uint", 0, 2}, false}, variable{"((float3)" + c + ")", typ{"float", 0, 3}, false})
}

// falls is a switch on an enumeration or number whose cases fall through, and a loop with
// several counters.
func (g *gen) falls() {
	n := g.name()
	g.line("int %s = 1; switch (small(%s)) { case 0: %s += 1; case 1: case 2: %s *= 3; break; case 5: { %s -= 2; } default: %s ^= 7; case 9: %s += 10; }",
		n, g.expr(typ{"int", 0, 1}, 2), n, n, n, n, n)
	g.line("for (int i%s = 0, j%s = 5; i%s < j%s; i%s++, j%s -= 1) { if (i%s == 1) continue; %s += i%s * j%s; }", n, n, n, n, n, n, n, n, n, n)
	g.vars = append(g.vars, variable{n, typ{"int", 0, 1}, true})
}

// effects are expressions that write variables.
func (g *gen) effects() {
	a, b := g.name(), g.name()
	one := "1"
	if g.modern() {
		one = "1.xx"
	}
	v := fmt.Sprintf("int3(%s, 2, 3)", g.bounded(typ{"int", 0, 1}, 1))
	g.line("int3 %s = %s; int %s = (%s.x += 2) * 3 + %s.y++ - --%s.z; %s.yz = (%s.x > 2 ? %s.zz : %s.xy) + %s;", a, v, b, a, a, a, a, a, a, a, one)
	g.line("%s = (%s++, %s + %s.z); %s++; %s[%s] += %s;", b, b, b, a, a, a, g.written(3), g.leaf(typ{"int", 0, 1}))
	g.vars = append(g.vars, variable{a, typ{"int", 0, 3}, true}, variable{b, typ{"int", 0, 1}, true})
}

// rounded prints results of functions that round, or of several parts.
func (g *gen) rounded() {
	f := typ{"float", 0, 1 + g.r.n(4)}
	e := func(t typ) string { return g.bounded(t, 2) }
	one := "." + string("xyzw"[g.r.n(f.cols)])
	if f.cols == 1 {
		one = ""
	}
	v := typ{"float", 0, 2 + g.r.n(3)}
	a, b := g.name(), g.name()
	switch g.r.n(12) {
	case 0:
		g.line("%s %s, %s; sincos((%s) * 0.125, %s, %s); put(asuint(%s%s)); put(asuint(%s%s));", f, a, b, e(f), a, b, a, one, b, one)
	case 1:
		g.line("%s %s; put(asuint(modf((%s) * 0.125, %s)%s)); put(asuint(%s%s));", f, a, e(f), a, one, a, one)
	case 2:
		g.line("%s %s; put(asuint(frexp(abs(%s) + 1.0, %s)%s)); put(asuint(%s%s));", f, a, e(f), a, one, a, one)
	case 3:
		g.line("put(asuint(ldexp(%s, %s)%s));", e(f), fmt.Sprintf("(%s)((%s) & 7)", f, g.expr(f.of("int"), 1)), one)
	case 4:
		g.line("put(asuint(%s(%s)));", "length", e(v))
		g.line("put(asuint(distance(%s, %s))); put(asuint(normalize((%s)1 + abs(%s)).x));", e(v), e(v), v, e(v))
	case 5:
		g.line("put(asuint(%s((%s) * 0.0625)%s));", g.either("exp2", "exp", "sin", "cos", "tanh", "atan", "degrees", "radians"), e(f), one)
	case 6:
		g.line("put(asuint(%s(abs(%s) + 1.0)%s));", g.either("sqrt", "rsqrt", "log2", "log", "log10", "rcp"), e(f), one)
	case 7:
		g.line("put(asuint(lerp(%s, %s, (%s)0.25)%s)); put(asuint(smoothstep((%s)-1, (%s)20, %s)%s));", e(f), e(f), f, one, f, f, e(f), one)
	case 8:
		g.line("put(asuint(reflect(%s, %s).y)); put(asuint(faceforward(%s, %s, %s).x));", e(v), e(v), e(v), e(v), e(v))
	case 9:
		n := 2 + g.r.n(3)
		g.line("put(asuint(determinant(%s)));", fmt.Sprintf("fmod(%s, 4.0)", g.leaf(typ{"float", n, n})))
	case 10:
		g.line("put(asuint(pow(abs(%s) + 1.0, (%s)1.5)%s)); put(asuint(atan2(%s, abs(%s) + 1.0)%s));", e(f), f, one, e(f), e(f), one)
	case 11:
		g.line("put(asuint(dst(%s, %s).y)); put(asuint(lit(%s, %s, 2.0).y));", e(typ{"float", 0, 4}), e(typ{"float", 0, 4}), e(typ{"float", 0, 1}), e(typ{"float", 0, 1}))
	}
	g.line("put(isnan(%s)%s ? 1 : 0); put(isinf(%s)%s ? 1 : 0);", e(f), one, e(f), one)
	if g.modern() {
		g.line("put(msad4(%s, (uint2)%s, uint4(1, 2, 3, 4)).%c);", g.expr(typ{"uint", 0, 1}, 1), g.expr(typ{"uint", 0, 2}, 1), "xyzw"[g.r.n(4)])
	}
}

// lanes are wave operations of all invocations.
func (g *gen) lanes() {
	i, b := typ{"int", 0, 1}, typ{"bool", 0, 1}
	switch g.r.n(8) {
	case 0:
		g.line("put(WaveActiveCountBits(%s)); put(WavePrefixCountBits(%s));", g.expr(b, 2), g.expr(b, 1))
	case 1:
		g.line("uint4 b%d = WaveActiveBallot(%s); put(b%d.x);", g.names, g.expr(b, 2), g.names)
	case 2:
		g.line("put(WaveActive%sTrue(%s)); put(WaveIsFirstLane());", g.either("All", "Any"), g.expr(b, 2))
	case 3:
		g.line("put(WaveActiveBit%s(%s));", g.either("And", "Or", "Xor"), g.expr(typ{"uint", 0, 1}, 2))
	case 4:
		g.line("put(WaveActiveProduct((%s) & 3)); put(WavePrefixProduct((%s) & 3));", g.expr(i, 2), g.expr(i, 2))
	case 5:
		g.line("put(WaveActiveAllEqual(%s)%s);", g.expr(typ{"int", 0, 2}, 2), ".y")
	case 6:
		g.line("if (%s) { put(WaveActiveSum(%s)); put(WaveGetLaneIndex()); }", g.expr(b, 2), g.expr(i, 1))
	default:
		g.line("put(QuadReadLaneAt(%s, %d)); put(WaveReadLaneAt(%s, thread ^ 1));", g.expr(i, 2), g.r.n(4), g.expr(i, 2))
	}
}
