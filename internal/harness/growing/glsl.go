package growing

import (
	"fmt"
	"strings"
)

const (
	glslHead = "#version 450\nlayout(local_size_x = 1) in;\nlayout(set = 0, binding = 0) buffer O { uint o[]; };\n"
	glslMain = "void main() {\n"
)

// glslTop is a family of declarations, each with a use in main, "" for none.
func glslTop(name, declare, use string) Family {
	return Family{name, "comp", 0, func(n int) string { return glslHead + times(n, declare) + glslMain + times(n, use) + end }}
}

// glslBody is a family of statements in main.
func glslBody(name, format string) Family {
	return Family{name, "comp", 0, repeat(glslHead+glslMain+"uint x = o[0]; vec4 v = vec4(float(x));\n", format, "o[1] = x + uint(v.x);"+end)}
}

var glslDeclarations = []Family{
	glslTop("GLSL constants", "const uint c%[1]d = %[1]du;\n", "o[%[1]d] = c%[1]d;\n"),
	glslTop("GLSL variables", "uint g%[1]d;\n", "g%[1]d = o[%[1]d]; o[%[1]d] = g%[1]d + g%[2]d;\n"),
	glslTop("GLSL shared variables", "shared uint g%[1]d;\n", "g%[1]d = o[%[1]d]; o[%[1]d] = g%[2]d;\n"),
	glslTop("GLSL structs", "struct S%[1]d { uint a; vec3 b; };\n", "{ S%[1]d s = S%[1]d(1u, vec3(0)); o[%[1]d] = s.a; }\n"),
	glslTop("GLSL functions", "uint f%[1]d(uint x) { if (x > 3u) return x; return x * %[1]du; }\n", "o[%[1]d] = f%[1]d(o[%[2]d]);\n"),
	glslTop("GLSL prototypes", "uint f%[1]d(uint x);\n", ""),
	glslTop("GLSL prototypes of one function", "uint f(uint x);\n", ""),
	glslTop("GLSL buffers", "layout(set = 1, binding = %[1]d) buffer B%[1]d { uint b%[1]d[]; };\n", "b%[1]d[0] = o[%[1]d];\n"),
	glslTop("GLSL uniform blocks", "layout(set = 1, binding = %[1]d) uniform B%[1]d { uint b; } u%[1]d;\n", "o[%[1]d] = u%[1]d.b;\n"),
	glslTop("GLSL samplers", "layout(set = 1, binding = %[1]d) uniform sampler2D s%[1]d;\n", "o[%[1]d] = uint(texture(s%[1]d, vec2(0)).x);\n"),
	glslTop("GLSL specialization constants", "layout(constant_id = %[1]d) const uint c%[1]d = %[1]du;\n", "o[%[1]d] = c%[1]d;\n"),
	glslTop("GLSL functions with out parameters", "void f%[1]d(inout uint x, out uint y) { x += 1u; y = x; }\n", "{ uint a = o[0], b; f%[1]d(a, b); o[%[1]d] = a + b; }\n"),
	{"GLSL functions of mediump values", "comp", 0, func(n int) string {
		return "#version 310 es\nprecision mediump float;\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer O { float o[]; };\n" +
			times(n, "float f%[1]d(float x) { float y = x > 0.5 ? x : 2.0; return y * 3.0; }\n") + glslMain + times(n, "o[%[1]d] = f%[1]d(o[%[2]d]);\n") + end
	}},
	glslTop("GLSL precision statements", "precision highp float;\n", ""),
	glslTop("GLSL arrays", "const uint a%[1]d[3] = uint[](1u, 2u, 3u);\n", "o[%[1]d] = a%[1]d[o[0]];\n"),
	{"GLSL declarators", "comp", 0, repeat(glslHead+glslMain+"uint x = 0u", ", x%[1]d = %[1]du", ";"+end)},
	{"GLSL members", "comp", 0, repeat(glslHead+"struct S {\n", "uint m%[1]d;\n", "};\n"+glslMain+"S a; S b; a.m0 = o[0]; b = a; o[1] = b.m0;"+end)},
	{"GLSL members compared", "comp", 0, repeat(glslHead+"struct S {\n", "uint m%[1]d;\n", "};\n"+glslMain+"S a; S b; a.m0 = o[0]; b.m0 = o[1]; o[1] = a == b ? 1u : 0u;"+end)},
	{"GLSL members of a block", "comp", 0, repeat(glslHead+"layout(set = 1, binding = 0) buffer B {\n", "uint m%[1]d;\n", "};\n"+glslMain+"o[1] = m0;"+end)},
	{"GLSL members with offsets", "comp", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "layout(offset = %d) uint m%d;\n", 8*i, i)
		}
		return glslHead + "layout(set = 1, binding = 0) buffer B {\n" + b.String() + "};\n" + glslMain + "o[1] = m0;" + end
	}},
	{"GLSL parameters", "comp", 250, func(n int) string {
		return glslHead + "uint f(" + strings.TrimSuffix(times(n, "uint a%[1]d, "), ", ") + ") { return 1u; }\n" + glslMain + "o[0] = f(" + strings.TrimSuffix(times(n, "1u, "), ", ") + ");" + end
	}},
	{"GLSL overloads", "comp", 5000, func(n int) string {
		return glslHead + overloads(n) + glslMain + times(n, "o[0] = f(1u, 1u, 1u, 1u, 1u);\n") + end
	}},
	{"GLSL overloads with conversions", "comp", 5000, func(n int) string {
		return glslHead + overloads(n) + glslMain + times(n, "o[0] = f(1, 1, 1, 1, 1);\n") + end
	}},
	{"GLSL overloads that are called", "comp", 5000, func(n int) string {
		var b strings.Builder
		for i := range n {
			var args []string
			for _, t := range overload(i) {
				args = append(args, t+"(1)")
			}
			fmt.Fprintf(&b, "o[0] = f(%s);\n", strings.Join(args, ", "))
		}
		return glslHead + overloads(n) + glslMain + b.String() + end
	}},
	{"GLSL fragment inputs", "frag", 60, func(n int) string {
		return "#version 450\n" + times(n, "layout(location = %[1]d) in float v%[1]d;\n") + "layout(location = 0) out vec4 c;\nvoid main() { c = vec4(v0); }\n"
	}},
}

var overloadTypes = []string{"uint", "int", "float", "vec2", "vec3", "vec4", "uvec2", "ivec2", "uvec3", "ivec3", "bool", "mat2"}

// overload are the types of the parameters of the i-th overload.
func overload(i int) (types [5]string) {
	for k := range types {
		types[4-k] = overloadTypes[i%len(overloadTypes)]
		i /= len(overloadTypes)
	}
	return types
}

func overloads(n int) string {
	var b strings.Builder
	for i := range n {
		t := overload(i)
		fmt.Fprintf(&b, "uint f(%s a0, %s a1, %s a2, %s a3, %s a4) { return %du; }\n", t[0], t[1], t[2], t[3], t[4], i)
	}
	return b.String()
}

var glslBodies = []Family{
	glslBody("GLSL assignments", "x = x * %[1]du + 1u;\n"),
	glslBody("GLSL commas", "x += 1u, x *= 3u, o[%[1]d] = x;\n"),
	glslBody("GLSL increments", "x++; ++x; o[x++] = x--;\n"),
	glslBody("GLSL ifs", "if (x > %[1]du) x += o[%[1]d]; else x ^= 3u;\n"),
	glslBody("GLSL fors", "for (uint i = 0u; i < %[1]du; ++i) { if (o[i] == 3u) continue; x += o[i]; }\n"),
	glslBody("GLSL whiles", "while (x < o[%[1]d]) { x++; }\n"),
	glslBody("GLSL do loops", "do { x++; } while (x < o[%[1]d]);\n"),
	glslBody("GLSL switches", "switch (x) { case 1u: x += o[%[1]d]; case 2u: x++; break; default: x = 1u; }\n"),
	glslBody("GLSL conditionals", "x = x > %[1]du ? o[%[1]d] : x;\n"),
	glslBody("GLSL swizzles", "v.xy = v.yx; v.wz = v.xy;\n"),
	glslBody("GLSL constructors", "v = vec4(v.xy, v.x, 1); x = uint(v.x);\n"),
	glslBody("GLSL local arrays", "uint a%[1]d[4]; a%[1]d[x] = 1u; x += a%[1]d[o[1]];\n"),
	glslBody("GLSL blocks", "{ uint x = o[%[1]d]; o[1] = x; }\n"),
	glslBody("GLSL barriers", "barrier(); memoryBarrier();\n"),
	glslBody("GLSL returns", "if (x == %[1]du) return;\n"),
	glslBody("GLSL atomics", "x += atomicAdd(o[%[1]d], 1u);\n"),
	{"GLSL cases", "comp", 1000, repeat(glslHead+glslMain+"switch (o[0]) {\n", "case %[1]du: o[1] = %[1]du; break;\n", "default: o[2] = 1u; }"+end)},
	{"GLSL cases that fall through", "comp", 500, repeat(glslHead+glslMain+"switch (o[0]) {\n", "case %[1]du: o[1] += %[1]du;\n", "default: o[2] = 1u; }"+end)},
	{"GLSL conditionals in conditionals", "comp", 400, nest(glslHead+glslMain+"o[0] = ", "o[1] > 1u ? 2u : (", "1u", ")", ";"+end)},
	{"GLSL parentheses", "comp", 900, nest(glslHead+glslMain+"o[0] = ", "(", "o[1]", ")", ";"+end)},
	{"GLSL sums", "comp", 0, repeat(glslHead+glslMain+"o[0] = o[1]", " + o[%[1]d]", ";"+end)},
	{"GLSL and", "comp", 0, repeat(glslHead+glslMain+"if (true", " && o[%[1]d] != 1u", ") o[0] = 1u;"+end)},
	{"GLSL else if", "comp", 100, func(n int) string {
		return glslHead + glslMain + "if (o[0] == 0u) o[1] = 1u;\n" + times(n, "else if (o[0] == %[1]du) o[1] = %[1]du;\n") + end
	}},
	{"GLSL initializers", "comp", 0, repeat(glslHead+"const uint a[] = uint[](", "%[1]du, ", "1u);\n"+glslMain+"o[0] = a[o[1]];"+end)},
	{"GLSL nested loops", "comp", 40, nest(glslHead+glslMain+"uint i = 0u;", "for (uint i = 0u; i < o[1]; i++) { ", "o[0]++;", "}", end)},
}

var glslDirectives = []Family{
	{"macros", "comp", 0, repeat(glslHead, "#define M%[1]d %[1]du\n", glslMain+end)},
	glslTop("macros that are used", "#define M%[1]d(x) (x + %[1]du)\n", "o[%[1]d] = M%[1]d(1u);\n"),
	{"a chain of macros", "comp", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "#define M%d M%d\n", i, i+1)
		}
		return glslHead + b.String() + fmt.Sprintf("#define M%d 1u\n", n) + glslMain + "o[0] = M0;" + end
	}},
	{"uses of a macro", "comp", 0, repeat(glslHead+"#define M(x) (x * x + 1u)\n"+glslMain, "o[%[1]d] = M(o[%[2]d]);\n", end)},
	{"macros defined again", "comp", 0, repeat(glslHead, "#undef M\n#define M %[1]d\n", glslMain+end)},
	{"macro parameters", "comp", 0, func(n int) string {
		return glslHead + "#define M(" + strings.TrimSuffix(times(n, "a%[1]d, "), ", ") + ") a0\n" + glslMain + "o[0] = M(" + strings.TrimSuffix(times(n, "%[1]du, "), ", ") + ");" + end
	}},
	{"a long macro", "comp", 0, repeat(glslHead+"#define M 1u", " + 1u", "\n"+glslMain+"o[0] = M;"+end)},
	{"arguments in arguments", "comp", 200, nest(glslHead+"#define M(x) (x + 1u)\n"+glslMain+"o[0] = ", "M(", "1u", ")", ";"+end)},
	{"preprocessor conditions", "comp", 0, repeat(glslHead, "#if %[1]d > 3 && defined(M)\nuint x%[1]d;\n#else\n#endif\n", glslMain+end)},
	{"nested preprocessor conditions", "comp", 0, nest(glslHead, "#if 1\n", "", "#endif\n", glslMain+end)},
	{"elif", "comp", 0, repeat(glslHead+"#if 0\n", "#elif 0\nuint x%[1]d;\n", "#endif\n"+glslMain+end)},
	{"a long preprocessor condition", "comp", 0, repeat(glslHead+"#if 1", " && 1", "\n#endif\n"+glslMain+end)},
	{"line directives", "comp", 0, repeat(glslHead, "#line %[1]d 1\n", glslMain+end)},
	{"extension directives", "comp", 0, repeat("#version 450\n", "#extension GL_EXT_control_flow_attributes : enable\n", strings.TrimPrefix(glslHead, "#version 450\n")+glslMain+end)},
	{"extensions that are unknown", "comp", 0, repeat("#version 450\n", "#extension GL_X_%[1]d : enable\n", strings.TrimPrefix(glslHead, "#version 450\n")+glslMain+end)},
	{"pragmas", "comp", 0, repeat(glslHead, "#pragma x%[1]d\n", glslMain+end)},
	{"continued lines", "comp", 0, repeat(glslHead+"// ", "\\\n", "\n"+glslMain+end)},
	{"GLSL comments", "comp", 0, repeat(glslHead, "/* a */ // b\n", glslMain+end)},
	{"includes that are missing", "comp", 0, repeat("#version 450\n#extension GL_GOOGLE_include_directive : require\n", "#include \"m%[1]d\"\n", strings.TrimPrefix(glslHead, "#version 450\n")+glslMain+end)},
}

var glslMistakes = []Family{
	glslBody("GLSL names that nothing has", "y%[1]d = z%[1]d;\n"),
	{"GLSL misspelled names", "comp", 0, func(n int) string {
		return glslHead + times(n, "uint variable%[1]d;\n") + glslMain + times(n, "varaible%[1]d = 1u;\n") + end
	}},
	{"GLSL misspelled functions", "comp", 0, func(n int) string {
		return glslHead + times(n, "void function%[1]d() {}\n") + glslMain + times(n, "functoin%[1]d();\n") + end
	}},
	{"GLSL misspelled members", "comp", 0, func(n int) string {
		return glslHead + "struct S {\n" + times(n, "uint member%[1]d;\n") + "};\n" + glslMain + "S s;\n" + times(n, "s.memebr%[1]d = 1u;\n") + end
	}},
	glslTop("GLSL declarations twice", "uint x;\n", ""),
	glslBody("GLSL statements without an end", "x = 1u\n"),
	glslBody("GLSL types that don't fit", "x = v;\n"),
	glslBody("GLSL calls with wrong arguments", "x = max(v, x, 1);\n"),
	glslTop("GLSL characters of no token", "$ ", ""),
	{"GLSL open braces", "comp", 0, repeat(glslHead+glslMain, "{", "")},
	{"GLSL open parentheses", "comp", 0, repeat(glslHead+glslMain+"o[0] = ", "(", "")},
	{"GLSL macros without an end", "comp", 0, repeat(glslHead+"#define M(x) x\n"+glslMain, "M(\n", "")},
}
