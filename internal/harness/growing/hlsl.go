package growing

import (
	"fmt"
	"strings"
)

const (
	hlslHead = "RWStructuredBuffer<uint> o : register(u0);\n"
	hlslMain = "[shader(\"compute\")] [numthreads(1, 1, 1)] void main() {\n"
)

// hlslTop is a family of declarations, each with a use in main, "" for none.
func hlslTop(name, declare, use string) Family {
	return Family{name, "hlsl", 0, func(n int) string { return hlslHead + times(n, declare) + hlslMain + times(n, use) + end }}
}

// hlslBody is a family of statements in main.
func hlslBody(name, format string) Family {
	return Family{name, "hlsl", 0, repeat(hlslHead+hlslMain+"uint x = o[0]; float4 v = x;\n", format, "o[1] = x + uint(v.x);"+end)}
}

var hlslDeclarations = []Family{
	hlslTop("HLSL constants", "static const uint c%[1]d = %[1]d;\n", "o[%[1]d] = c%[1]d;\n"),
	hlslTop("HLSL static variables", "static uint g%[1]d;\n", "g%[1]d = o[%[1]d]; o[%[1]d] = g%[1]d + g%[2]d;\n"),
	hlslTop("HLSL shared variables", "groupshared uint g%[1]d;\n", "g%[1]d = o[%[1]d]; o[%[1]d] = g%[2]d;\n"),
	hlslTop("HLSL uniforms", "uint g%[1]d;\n", "o[%[1]d] = g%[1]d;\n"),
	hlslTop("HLSL structs", "struct S%[1]d { uint a; float3 b; };\n", "{ S%[1]d s; s.a = 1; o[%[1]d] = s.a; }\n"),
	hlslTop("HLSL structs with bases", "struct S%[1]d { uint a; }; struct T%[1]d : S%[1]d { uint b; uint sum() { return a + b; } };\n", "{ T%[1]d s; s.a = s.b = 1; o[%[1]d] = s.sum(); }\n"),
	hlslTop("HLSL functions", "uint f%[1]d(uint x) { if (x > 3) return x; return x * %[1]d; }\n", "o[%[1]d] = f%[1]d(o[%[2]d]);\n"),
	hlslTop("HLSL prototypes", "uint f%[1]d(uint x);\n", ""),
	hlslTop("HLSL prototypes of one function", "uint f(uint x);\n", ""),
	hlslTop("HLSL functions with out parameters", "void f%[1]d(inout uint x, out uint y) { x += 1; y = x; }\n", "{ uint a = o[0], b; f%[1]d(a, b); o[%[1]d] = a + b; }\n"),
	hlslTop("HLSL default arguments", "uint f%[1]d(uint x, uint y = %[1]d) { return x + y; }\n", "o[%[1]d] = f%[1]d(1);\n"),
	hlslTop("HLSL buffers", "StructuredBuffer<uint> b%[1]d;\n", "o[%[1]d] = b%[1]d[0];\n"),
	hlslTop("HLSL buffers with registers", "StructuredBuffer<uint> b%[1]d : register(t%[1]d);\n", "o[%[1]d] = b%[1]d[0];\n"),
	hlslTop("HLSL constant buffers", "cbuffer B%[1]d { uint b%[1]d; }\n", "o[%[1]d] = b%[1]d;\n"),
	hlslTop("HLSL textures", "Texture2D t%[1]d;\n", "o[%[1]d] = uint(t%[1]d.Load(0).x);\n"),
	hlslTop("HLSL samplers", "SamplerState s%[1]d; Texture2D t%[1]d;\n", "o[%[1]d] = uint(t%[1]d.SampleLevel(s%[1]d, 0, 0).x);\n"),
	hlslTop("HLSL arrays", "static const uint a%[1]d[3] = {1, 2, 3};\n", "o[%[1]d] = a%[1]d[o[0]];\n"),
	hlslTop("HLSL typedefs", "typedef uint t%[1]d;\n", "{ t%[1]d x = 1; o[%[1]d] = x; }\n"),
	hlslTop("HLSL enums", "enum E%[1]d { a%[1]d, b%[1]d };\n", "o[%[1]d] = b%[1]d;\n"),
	hlslTop("HLSL namespaces", "namespace n%[1]d { static const uint c = %[1]d; uint f() { return c; } }\n", "o[%[1]d] = n%[1]d::f();\n"),
	hlslTop("HLSL parts of a namespace", "namespace n { uint f%[1]d() { return %[1]d; } }\n", "o[%[1]d] = n::f%[1]d();\n"),
	hlslTop("HLSL templates", "template<typename T> T f%[1]d(T x) { return x * %[1]d; }\n", "o[%[1]d] = f%[1]d(o[%[2]d]);\n"),
	hlslTop("HLSL class templates", "template<typename T> struct S%[1]d { T a; T twice() { return a + a; } };\n", "{ S%[1]d<uint> s; s.a = 1; o[%[1]d] = s.twice(); }\n"),
	hlslTop("HLSL semantics", "struct S%[1]d { float4 a : TEXCOORD%[1]d; };\n", ""),
	{"HLSL arguments of a template", "hlsl", 0, func(n int) string {
		return hlslHead + "template<uint N> uint f(uint x) { return x + N; }\n" + hlslMain + times(n, "o[%[1]d] = f<%[1]d>(1);\n") + end
	}},
	{"HLSL class templates with arguments", "hlsl", 0, func(n int) string {
		return hlslHead + "template<uint N> struct S { uint a; uint f() { return a + N; } };\n" + hlslMain + times(n, "{ S<%[1]d> s; s.a = 1; o[%[1]d] = s.f(); }\n") + end
	}},
	{"HLSL bases of bases", "hlsl", 100, func(n int) string {
		return hlslHead + "struct S0 { uint a0; };\n" + bases(n) + hlslMain + fmt.Sprintf("S%d s; s.a0 = o[0]; s.a%d = 2; o[1] = s.a0;", n, n) + end
	}},
	{"HLSL methods", "hlsl", 0, repeat(hlslHead+"struct S { uint a;\n", "uint f%[1]d() { return a + %[1]d; }\n", "};\n"+hlslMain+"S s; s.a = o[0]; o[1] = s.f0();"+end)},
	{"HLSL methods that are called", "hlsl", 0, func(n int) string {
		return hlslHead + "struct S { uint a;\n" + times(n, "uint f%[1]d() { return a + %[1]d; }\n") + "};\n" + hlslMain + "S s; s.a = o[0];\n" + times(n, "o[%[1]d] = s.f%[1]d();\n") + end
	}},
	{"HLSL declarators", "hlsl", 0, repeat(hlslHead+hlslMain+"uint x = 0", ", x%[1]d = %[1]d", ";"+end)},
	{"HLSL members", "hlsl", 0, repeat(hlslHead+"struct S {\n", "uint m%[1]d;\n", "};\n"+hlslMain+"S a = (S)0; S b; a.m0 = o[0]; b = a; o[1] = b.m0;"+end)},
	{"HLSL members of a constant buffer", "hlsl", 0, repeat(hlslHead+"cbuffer B {\n", "uint m%[1]d;\n", "}\n"+hlslMain+"o[1] = m0;"+end)},
	{"HLSL members with packoffset", "hlsl", 0, repeat(hlslHead+"cbuffer B {\n", "uint m%[1]d : packoffset(c%[1]d);\n", "}\n"+hlslMain+"o[1] = m0;"+end)},
	{"HLSL parameters", "hlsl", 120, func(n int) string {
		return hlslHead + "uint f(" + strings.TrimSuffix(times(n, "uint a%[1]d, "), ", ") + ") { return 1; }\n" + hlslMain + "o[0] = f(" + strings.TrimSuffix(times(n, "1, "), ", ") + ");" + end
	}},
	{"HLSL overloads", "hlsl", 2000, func(n int) string {
		return hlslHead + hlslOverloads(n) + hlslMain + times(n, "o[0] = f(1u, 1u, 1u, 1u, 1u);\n") + end
	}},
	{"HLSL overloads with conversions", "hlsl", 500, func(n int) string {
		return hlslHead + "struct X { uint a; };\n" + hlslOverloads(n) + "uint f(X x) { return 1; }\n" + hlslMain + "X x;\n" + times(n, "o[0] = f(x);\n") + end
	}},
	{"HLSL inputs", "hlsl", 28, func(n int) string {
		return "[shader(\"pixel\")] float4 main(" + times(n, "float a%[1]d : A%[1]d, ") + "float4 p : SV_Position) : SV_Target { return a0; }\n"
	}},
}

// bases are structs of which each has the one before it as its base.
func bases(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "struct S%d : S%d { uint a%d; };\n", i+1, i, i+1)
	}
	return b.String()
}

func hlslOverloads(n int) string {
	return strings.NewReplacer("uvec", "uint", "ivec", "int", "vec", "float", "mat2", "float2x2").Replace(overloads(n))
}

var hlslBodies = []Family{
	hlslBody("HLSL assignments", "x = x * %[1]d + 1;\n"),
	hlslBody("HLSL commas", "x += 1, x *= 3, o[%[1]d] = x;\n"),
	hlslBody("HLSL increments", "x++; ++x; o[x++] = x--;\n"),
	hlslBody("HLSL ifs", "if (x > %[1]d) x += o[%[1]d]; else x ^= 3;\n"),
	hlslBody("HLSL fors", "for (uint i%[1]d = 0; i%[1]d < %[1]d; ++i%[1]d) { if (o[i%[1]d] == 3) continue; x += o[i%[1]d]; }\n"),
	hlslBody("HLSL fors of one name", "for (uint i = 0; i < %[1]d; ++i) { x += o[i]; }\n"),
	hlslBody("HLSL whiles", "while (x < o[%[1]d]) { x++; }\n"),
	hlslBody("HLSL do loops", "do { x++; } while (x < o[%[1]d]);\n"),
	hlslBody("HLSL switches", "switch (x) { case 1: x += o[%[1]d]; break; case 2: x++; break; default: x = 1; }\n"),
	hlslBody("HLSL conditionals", "x = x > %[1]d ? o[%[1]d] : x;\n"),
	hlslBody("HLSL swizzles", "v.xy = v.yx; v.wz = v.xy;\n"),
	hlslBody("HLSL constructors", "v = float4(v.xy, v.x, 1); x = uint(v.x);\n"),
	hlslBody("HLSL matrices", "float4x4 m%[1]d = { v, v, v, v }; v = mul(m%[1]d, v);\n"),
	hlslBody("HLSL local arrays", "uint a%[1]d[4]; a%[1]d[x] = 1; x += a%[1]d[o[1]];\n"),
	hlslBody("HLSL blocks", "{ uint x = o[%[1]d]; o[1] = x; }\n"),
	hlslBody("HLSL barriers", "GroupMemoryBarrierWithGroupSync();\n"),
	hlslBody("HLSL returns", "if (x == %[1]d) return;\n"),
	hlslBody("HLSL atomics", "{ uint old; InterlockedAdd(o[%[1]d], 1, old); x += old; }\n"),
	hlslBody("HLSL casts", "v = (float4)x; x = (uint)v.x;\n"),
	{"HLSL cases", "hlsl", 1000, repeat(hlslHead+hlslMain+"switch (o[0]) {\n", "case %[1]d: o[1] = %[1]d; break;\n", "default: o[2] = 1; }"+end)},
	{"HLSL conditionals in conditionals", "hlsl", 200, nest(hlslHead+hlslMain+"o[0] = ", "o[1] > 1 ? 2 : (", "1", ")", ";"+end)},
	{"HLSL parentheses", "hlsl", 400, nest(hlslHead+hlslMain+"o[0] = ", "(", "o[1]", ")", ";"+end)},
	{"HLSL calls in calls", "hlsl", 200, nest(hlslHead+"uint f(uint x) { return x + 1; }\n"+hlslMain+"o[0] = ", "f(", "o[1]", ")", ";"+end)},
	{"HLSL template calls in calls", "hlsl", 200, nest(hlslHead+"template<typename T> T f(T x) { return x + 1; }\n"+hlslMain+"o[0] = ", "f(", "o[1]", ")", ";"+end)},
	{"HLSL sums", "hlsl", 0, repeat(hlslHead+hlslMain+"o[0] = o[1]", " + o[%[1]d]", ";"+end)},
	{"HLSL and", "hlsl", 0, repeat(hlslHead+hlslMain+"if (true", " && o[%[1]d] != 1", ") o[0] = 1;"+end)},
	{"HLSL else if", "hlsl", 100, func(n int) string {
		return hlslHead + hlslMain + "if (o[0] == 0) o[1] = 1;\n" + times(n, "else if (o[0] == %[1]d) o[1] = %[1]d;\n") + end
	}},
	{"HLSL initializers", "hlsl", 0, repeat(hlslHead+"static const uint a[] = { ", "%[1]d, ", "1 };\n"+hlslMain+"o[0] = a[o[1]];"+end)},
	{"HLSL nested initializers", "hlsl", 0, repeat(hlslHead+"struct S { uint a, b; }; static const S a[] = { ", "{ %[1]d, 1 }, ", "{ 1, 2 } };\n"+hlslMain+"o[0] = a[o[1]].a;"+end)},
	{"HLSL nested loops", "hlsl", 40, nest(hlslHead+hlslMain+"uint i = 0;", "[loop] for (uint i = 0; i < o[1]; i++) { ", "o[0]++;", "}", end)},
}

var hlslMistakes = []Family{
	hlslBody("HLSL names that nothing has", "y%[1]d = z%[1]d;\n"),
	{"HLSL misspelled names", "hlsl", 0, func(n int) string {
		return hlslHead + times(n, "static uint variable%[1]d;\n") + hlslMain + times(n, "varaible%[1]d = 1;\n") + end
	}},
	{"HLSL misspelled functions", "hlsl", 0, func(n int) string {
		return hlslHead + times(n, "void function%[1]d() {}\n") + hlslMain + times(n, "functoin%[1]d();\n") + end
	}},
	{"HLSL misspelled members", "hlsl", 0, func(n int) string {
		return hlslHead + "struct S {\n" + times(n, "uint member%[1]d;\n") + "};\n" + hlslMain + "S s;\n" + times(n, "s.memebr%[1]d = 1;\n") + end
	}},
	hlslTop("HLSL declarations twice", "static uint x;\n", ""),
	hlslTop("HLSL registers twice", "Texture2D t%[1]d : register(t0);\n", "o[%[1]d] = uint(t%[1]d.Load(0).x);\n"),
	hlslBody("HLSL statements without an end", "x = 1\n"),
	hlslBody("HLSL types that don't fit", "x = o;\n"),
	hlslBody("HLSL calls with wrong arguments", "x = max(v, x, 1);\n"),
	{"HLSL templates that call themselves", "hlsl", 500, func(n int) string {
		return hlslHead + "template<uint N> uint f() { return f<N - 1>() + 1; }\ntemplate<> uint f<0>() { return 0; }\n" + hlslMain + fmt.Sprintf("o[0] = f<%d>();", n) + end
	}},
	{"HLSL open braces", "hlsl", 0, repeat(hlslHead+hlslMain, "{", "")},
	{"HLSL open parentheses", "hlsl", 0, repeat(hlslHead+hlslMain+"o[0] = ", "(", "")},
	{"HLSL open angles", "hlsl", 0, repeat(hlslHead+hlslMain+"o[0] = ", "f<", "")},
}
