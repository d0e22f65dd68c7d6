package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
)

func newParser() *syntax.Parser {
	return syntax.NewParser(nil, []string{"void", "bool", "int", "uint", "float", "float2", "float3", "float4", "float4x4", "int2", "uint3", "SamplerState"},
		[]string{"Texture2D", "StructuredBuffer", "vector", "matrix"}, nil)
}

func parse(p *syntax.Parser, src string) (*syntax.Tree, []string) {
	sources := new(diag.Sources)
	var list diag.List
	t := p.Parse(src, sources.Add("a.hlsl", src), pp.Options{Dialect: pp.HLSL}, sources, &list)
	var found []string
	for _, d := range list.Sorted() {
		found = append(found, fmt.Sprintf("%d: %s", d.Span.Start, d.Message))
	}
	return t, found
}

// TestParses has what HLSL can be written as.
func TestParses(t *testing.T) {
	p := newParser()
	for _, src := range []string{
		"", ";", "float4 a, b[2] = { 1, 2 }; static const int c = 3;",
		"struct S : B, C { int x : 3, y; float f(float a) { return a; } static int z; }; S s = (S)0;",
		"cbuffer C : register(b0, space1) { float4 a : packoffset(c0.x); float b; }; tbuffer T { int c; }",
		"Texture2D<float4> t : register(t0); SamplerState s { Filter = POINT; };",
		"[numthreads(8, 8, 1)] [shader(\"compute\")] void main(uint3 id : SV_DispatchThreadID) { }",
		"[[vk::binding(1, 2)]] StructuredBuffer<vector<float, 4> > b; [[vk::push_constant]] struct { int a; } p;",
		"template <typename T, int N = 3> struct W { T x[N]; }; template <> struct W<int, 2> { }; template <typename T> T f(T a) { return a; } int x = f<int>(3);",
		"namespace a { namespace b { int x; } } using namespace a; using N = float4; typedef int I[3]; int y = a::b::x;",
		"enum E { A, B = 3, }; enum class F : uint { A }; E e = A; F f = F::A;",
		"void f(in float a, out float b, inout float c = 2, uniform int d) { b = a; } float g(float a = 1);",
		"void f() { for (int i = 0, j = 1; i < 3; i++, j--) { if (i) continue; else break; } while (int x = 3) { } do { } while (0); switch (1) { case 0: case 1: return; default: discard; } }",
		"float4 f() { float4 a = 1..xxxx, b = 0.5f.xxxx; a.xyz *= b.zyx; return a ? -b : ~0 << 2 >> 1 & 3 | 4 ^ 5 && 6 || !7; }",
		"int f(int a) { [unroll(3)] for (;;) { a <<= 1; a >>= 2; a %= 3; a = (a, a); } [branch] if (a) { } [flatten] if (a) { } return (int)a + int(a) + (int2(a, a)).x; }",
		"struct A { A operator+(A b) { return b; } float operator[](int i) { return i; } }; row_major float4x4 m; groupshared int g[4]; precise float p;",
		"technique11 T { pass P { SetVertexShader(CompileShader(vs_5_0, main())); } } BlendState B { BlendEnable[0] = TRUE; };",
		"int a = 1 < 2 > 0; int b = (1) + (a) - (b) * (a); float c = (float)-1 + (float4)1;",
	} {
		tree, found := parse(p, src)
		for _, f := range found {
			if !strings.Contains(f, "technique") && !strings.Contains(f, "left out") && !strings.Contains(f, "ignored") {
				t.Errorf("%s\n%s", src, f)
			}
		}
		if tree == nil {
			t.Errorf("no tree of %s", src)
		}
	}
}

// TestParseErrors has sources with one mistake.
func TestParseErrors(t *testing.T) {
	p := newParser()
	for _, c := range []struct{ src, want string }{
		{"int a", "';'"},
		{"int f( { }", "type"},
		{"void f() { return 1 }", "';'"},
		{"void f() { int x = ; }", "expression"},
		{"struct S { int a }", "';'"},
		{"void f() { if 1 { } }", "'('"},
		{"void f() {", "'}'"},
		{"int a[3;", "']'"},
		{"void f() { x(1, ; }", "expression"},
		{"float 3;", "name"},
		{"struct S { S() { } };", "constructors"},
		{"cbuffer { int a; ", "'}'"},
		{strings.Repeat("(", 3), ""},
		{"int x = " + strings.Repeat("(", 100000), "deep"},
		{"void f() " + strings.Repeat("{", 100000), "deep"},
	} {
		_, found := parse(p, c.src)
		if len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), c.want) {
			t.Errorf("%.60s: found %q, want %q", c.src, found, c.want)
		}
	}
}

// FuzzParse parses arbitrary text.
func FuzzParse(f *testing.F) {
	f.Add("struct S { int x; }; float4 main(S s : A) : SV_Target { return s.x; }")
	f.Add("template <typename T> T f(T a) { [loop] for (;;) { a = (T)a; } }")
	p := newParser()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) < 1<<14 {
			parse(p, src)
		}
	})
}

// TestReuse parses with one parser again and again: it keeps its memory.
func TestReuse(t *testing.T) {
	p := newParser()
	src := strings.Repeat("float4 f(float4 a, int b) { float4 c = a * b; for (int i = 0; i < b; i++) { c += a.yxwz; } return c; }\n", 50)
	sources := new(diag.Sources)
	base := sources.Add("a.hlsl", src)
	run := func() {
		var list diag.List
		p.Parse(src, base, pp.Options{Dialect: pp.HLSL}, sources, &list)
	}
	run()
	if n := testing.AllocsPerRun(20, run); n > 10 {
		t.Errorf("%v allocations", n)
	}
}

// A tree has the declarations of a source.
func ExampleParser_Parse() {
	src := "float a; float4 main() : SV_Target { return a; }"
	sources := new(diag.Sources)
	var list diag.List
	p := syntax.NewParser(nil, []string{"float", "float4"}, nil, nil)
	t := p.Parse(src, sources.Add("a.hlsl", src), pp.Options{Dialect: pp.HLSL}, sources, &list)
	for _, n := range t.Items() {
		fmt.Println(t.Kind(n))
	}
	// Output:
	// declaration
	// function
}
