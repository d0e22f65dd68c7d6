package growing

import (
	"fmt"
	"strings"
)

const (
	buffer = "@group(0) @binding(0) var<storage, read_write> o: array<u32>;\n"
	main   = "@compute @workgroup_size(1) fn main() {\n"
	end    = "\n}\n"
	plain  = buffer + main + "o[0] = 1u;" + end
)

// top is a family of declarations before a shader that doesn't use them.
func top(name, format string) Family {
	return Family{name, "wgsl", 0, repeat("", format, plain)}
}

// used is a family of declarations with a use of each in main.
func used(name, declare, use string) Family {
	return Family{name, "wgsl", 0, func(n int) string { return times(n, declare) + buffer + main + times(n, use) + end }}
}

// body is a family of statements in main.
func body(name, format string) Family {
	return Family{name, "wgsl", 0, repeat(buffer+main+"var x = o[0]; var v = vec4f(f32(x));\n", format, "o[1] = x + u32(v.x);"+end)}
}

// expression is a family of operands of one expression, of u32.
func expression(name, format string) Family {
	return Family{name, "wgsl", 0, repeat(buffer+main+"let x = o[0]; let c = x > 1u;\no[1] = ", format, ";"+end)}
}

var declarations = []Family{
	top("constants", "const c%[1]d = %[1]d;\n"),
	used("constants that are used", "const c%[1]d = %[1]du;\n", "o[c%[1]d] = c%[2]d;\n"),
	{"constants of constants", "wgsl", 0, repeat("const c0 = 1;\n", "const d%[1]d = c0 + %[1]d;\n", plain)},
	{"a chain of constants", "wgsl", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "const c%d = c%d + 1;\n", i, i+1)
		}
		return b.String() + fmt.Sprintf("const c%d = 0;\n", n) + plain
	}},
	used("overrides", "override v%[1]d: u32 = %[1]du;\n", "o[%[1]d] = v%[1]d;\n"),
	{"a chain of overrides", "wgsl", 0, func(n int) string {
		return "override v0: u32;\n" + strings.ReplaceAll(times(n, "override w%[1]d = v0 + %[1]du;\n"), "", "") + buffer + main + times(n, "o[%[1]d] = w%[1]d;\n") + end
	}},
	used("aliases", "alias A%[1]d = u32;\n", "o[%[1]d] = A%[1]d(1);\n"),
	{"a chain of aliases", "wgsl", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "alias A%d = A%d;\n", i, i+1)
		}
		return b.String() + fmt.Sprintf("alias A%d = u32;\n", n) + plain
	}},
	used("structs", "struct S%[1]d { a: u32, b: vec3f }\n", "{ var s = S%[1]d(%[1]du, vec3f()); o[%[1]d] = s.a; }\n"),
	used("private variables", "var<private> p%[1]d: u32;\n", "p%[1]d = p%[2]d + 1u; o[%[1]d] = p%[1]d;\n"),
	{"private variables in a row", "wgsl", 0, func(n int) string {
		return times(n, "var<private> p%[1]d: u32;\n") + buffer + main + times(n, "p%[1]d = p%[2]d + 1u;\n") + end
	}},
	{"private variables mixed", "wgsl", 0, func(n int) string {
		var b strings.Builder
		b.WriteString(times(n, "var<private> p%[1]d: u32;\n") + buffer + main)
		for i := range n {
			fmt.Fprintf(&b, "p%d = p%d + 1u;\n", i, i*7919%n)
		}
		return b.String() + end
	}},
	{"workgroup variables mixed", "wgsl", 4000, func(n int) string {
		var b strings.Builder
		b.WriteString(times(n, "var<workgroup> p%[1]d: u32;\n") + buffer + main)
		for i := range n {
			fmt.Fprintf(&b, "p%d = p%d + 1u;\n", i, i*7919%n)
		}
		return b.String() + end
	}},
	{"private variables in functions", "wgsl", 0, func(n int) string {
		return times(n, "var<private> p%[1]d: u32;\nfn f%[1]d() { p%[1]d += o[%[1]d]; }\n") + buffer + main + times(n, "f%[1]d(); o[%[1]d] = p%[1]d;\n") + end
	}},
	used("storage buffers", "@group(0) @binding(%[1]d) var<storage, read_write> b%[1]d: array<u32>;\n", "b%[1]d[1] = b%[2]d[0];\n"),
	used("uniform buffers", "@group(1) @binding(%[1]d) var<uniform> u%[1]d: vec4u;\n", "o[%[1]d] = u%[1]d.x;\n"),
	used("textures", "@group(1) @binding(%[1]d) var t%[1]d: texture_2d<f32>;\n", "o[%[1]d] = textureDimensions(t%[1]d).x;\n"),
	{"samplers", "wgsl", 0, func(n int) string {
		return "@group(0) @binding(0) var t: texture_2d<f32>;\n" + times(n, "@group(1) @binding(%[1]d) var s%[1]d: sampler;\n") +
			"@fragment fn main() -> @location(0) vec4f { var c = vec4f();\n" + times(n, "c += textureSample(t, s%[1]d, vec2f());\n") + "return c; }"
	}},
	used("storage textures", "@group(1) @binding(%[1]d) var t%[1]d: texture_storage_2d<rgba8unorm, write>;\n", "textureStore(t%[1]d, vec2u(), vec4f());\n"),
	used("functions", "fn f%[1]d(x: u32) -> u32 { if x > 3u { return x; } return x * %[1]du; }\n", "o[%[1]d] = f%[1]d(o[1]);\n"),
	top("functions that nothing calls", "fn f%[1]d(x: u32) -> u32 { var y = x; y += %[1]du; return y; }\n"),
	{"a chain of calls", "wgsl", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "fn f%d(x: u32) -> u32 { o[%d] = x; return f%d(x) + 1u; }\n", i, i, i+1)
		}
		return b.String() + fmt.Sprintf("fn f%d(x: u32) -> u32 { return x; }\n", n) + buffer + main + "o[0] = f0(1u);" + end
	}},
	{"calls of one function", "wgsl", 0, repeat(buffer+"fn f(x: u32) -> u32 { var y = x; for (var i = 0u; i < x; i++) { y += o[i]; } return y; }\n"+main, "o[%[1]d] = f(o[%[2]d]);\n", end)},
	{"calls with pointers", "wgsl", 0, repeat(buffer+"fn f(p: ptr<function, u32>) { *p += 1u; }\n"+main+"var x = 1u;\n", "f(&x);\n", "o[0] = x;"+end)},
	{"functions of pointers", "wgsl", 0, func(n int) string {
		return buffer + times(n, "fn f%[1]d(p: ptr<function, u32>) { *p += %[1]du; }\n") + main + "var x = 1u;\n" + times(n, "f%[1]d(&x);\n") + "o[0] = x;" + end
	}},
	top("assertions", "const_assert 1 < 2;\n"),
	top("semicolons", ";"),
	top("line comments", "// a comment\n"),
	top("block comments", "/* a comment */ "),
	{"comments in comments", "wgsl", 0, nest("", "/*", " ", "*/", plain)},
	top("blank lines", "\n"),
	{"diagnostic filters", "wgsl", 0, repeat("", "diagnostic(off, x.y%[1]d);\n", plain)},
	{"one diagnostic filter", "wgsl", 0, repeat("", "diagnostic(off, derivative_uniformity);\n", plain)},
	{"enable directives", "wgsl", 0, repeat("", "enable f16;\n", plain)},
	{"extensions of one enable directive", "wgsl", 0, repeat("enable f16", ", f16", ";\n"+plain)},
	{"requirements", "wgsl", 0, repeat("", "requires readonly_and_readwrite_storage_textures;\n", plain)},
	{"diagnostic attributes", "wgsl", 0, repeat("", "@diagnostic(off, x.y%[1]d) ", "fn f() {}\n"+plain)},
	{"functions with diagnostic attributes", "wgsl", 0, repeat("", "@diagnostic(off, derivative_uniformity) fn f%[1]d() {}\n", plain)},
	{"entry points", "wgsl", 0, repeat(buffer, "@compute @workgroup_size(1) fn m%[1]d() { o[%[1]d] = 1u; }\n", "")},
	{"entry points with one function", "wgsl", 0, repeat(buffer+"fn f(i: u32) { o[i] += 1u; }\n", "@compute @workgroup_size(1) fn m%[1]d() { f(%[1]du); }\n", "")},
	{"entry points with buffers", "wgsl", 0, repeat("", "@group(0) @binding(%[1]d) var<storage, read_write> b%[1]d: array<u32>;\n@compute @workgroup_size(1) fn m%[1]d() { b%[1]d[0] = 1u; }\n", "")},
	{"entry points with workgroup variables", "wgsl", 0, repeat(buffer, "var<workgroup> w%[1]d: u32;\n@compute @workgroup_size(1) fn m%[1]d() { w%[1]d = o[0]; o[1] = w%[1]d; }\n", "")},
	{"fragment entry points", "wgsl", 0, repeat("", "@fragment fn m%[1]d(@location(0) x: f32) -> @location(0) vec4f { return vec4f(x); }\n", "")},
	{"vertex entry points", "wgsl", 0, repeat("", "@vertex fn m%[1]d(@location(0) x: f32) -> @builtin(position) vec4f { return vec4f(x); }\n", "")},
	{"names with keywords of others", "wgsl", 0, repeat(buffer, "fn float%[1]d() {} fn vec4_%[1]d() {} fn main_%[1]d() {}\n", main+end)},
	{"names that differ in a suffix", "wgsl", 0, func(n int) string {
		return buffer + "fn half() {}\n" + times(n, "fn half_%[1]d() {}\n") + main + "half();" + end
	}},
	{"parameters of one name", "wgsl", 0, repeat(buffer, "fn f%[1]d(texture: u32) -> u32 { let texture_1 = texture; { let texture = texture_1 + 1u; return texture; } }\n", main+end)},
	{"a long name", "wgsl", 1000, repeat(buffer+main+"let x", "y", " = 1;"+end)},
	{"parameters", "wgsl", 255, func(n int) string {
		return buffer + "fn f(" + times(n, "a%[1]d: u32, ") + ") -> u32 { return 1u; }\n" + main + "o[0] = f(" + times(n, "%[1]du, ") + ");" + end
	}},
	{"types of arrays", "wgsl", 0, func(n int) string {
		return times(n, "var<private> a%[1]d: array<u32, %[1]d + 1>;\n") + plain
	}},
}

var members = []Family{
	{"members copied", "wgsl", 0, repeat("struct S { ", "m%[1]d: u32,\n", "}\n"+buffer+main+"var a: S; var b: S; a.m0 = o[0]; b = a; o[1] = b.m0;"+end)},
	{"members in a buffer", "wgsl", 0, repeat("struct S { ", "m%[1]d: u32,\n", "}\n@group(0) @binding(1) var<storage, read_write> s: S;\n"+buffer+main+"let x = s; s = x; o[1] = s.m0;"+end)},
	{"members that are read", "wgsl", 0, func(n int) string {
		return "struct S { " + times(n, "m%[1]d: u32,\n") + "}\n@group(0) @binding(1) var<storage, read_write> s: S;\n" + buffer + main + times(n, "o[%[1]d] = s.m%[1]d;\n") + end
	}},
	{"members of a local variable", "wgsl", 0, func(n int) string {
		return "struct S { " + times(n, "m%[1]d: u32,\n") + "}\n" + buffer + main + "var s: S;\n" + times(n, "s.m%[1]d = o[%[1]d];\n") + times(n, "o[%[1]d] = s.m%[1]d;\n") + end
	}},
	{"members of a private variable", "wgsl", 0, func(n int) string {
		return "struct S { " + times(n, "m%[1]d: u32,\n") + "}\nvar<private> s: S;\n" + buffer + main + times(n, "s.m%[1]d = o[%[1]d];\n") + times(n, "o[%[1]d] = s.m%[1]d;\n") + end
	}},
	{"members of a parameter", "wgsl", 0, repeat("struct S { ", "m%[1]d: u32,\n", "}\nfn f(s: S) -> S { var t = s; t.m0 = 1u; return t; }\n"+buffer+main+"var a: S; o[1] = f(a).m0;"+end)},
	{"members of a construction", "wgsl", 0, func(n int) string {
		return "struct S { " + times(n, "m%[1]d: u32,\n") + "}\n" + buffer + main + "let s = S(" + times(n, "o[%[1]d], ") + "); o[0] = s.m0;" + end
	}},
	{"members of vectors", "wgsl", 0, repeat("struct S { ", "m%[1]d: vec3f,\n", "}\n@group(0) @binding(1) var<uniform> s: S;\n"+buffer+main+"o[1] = u32(s.m0.x);"+end)},
	{"members with attributes", "wgsl", 0, repeat("struct S { ", "@align(16) @size(32) m%[1]d: u32,\n", "}\n@group(0) @binding(1) var<storage, read_write> s: S;\n"+buffer+main+"o[1] = s.m0;"+end)},
	{"members of matrices", "wgsl", 0, repeat("struct S { ", "m%[1]d: mat3x2f,\n", "}\n@group(0) @binding(1) var<storage, read_write> s: S;\n"+buffer+main+"o[1] = u32(s.m0[1].x);"+end)},
	{"members of arrays", "wgsl", 0, repeat("struct S { ", "m%[1]d: array<u32, 3>,\n", "}\n"+buffer+main+"var s: S; var t = s; t.m0[o[1]] = 1u; o[1] = t.m0[o[2]];"+end)},
	{"structs in structs", "wgsl", 14, func(n int) string {
		var b strings.Builder
		b.WriteString("struct S0 { a: u32 }\n")
		for i := range n {
			fmt.Fprintf(&b, "struct S%d { a: S%d }\n", i+1, i)
		}
		return b.String() + fmt.Sprintf("var<private> s: S%d;\n", n) + plain
	}},
	{"elements", "wgsl", 2000, repeat(buffer+"const a = array(", "%[1]du, ", ");\n"+main+"o[0] = a[o[1]];"+end)},
	{"elements of variables", "wgsl", 2000, repeat(buffer+main+"var a = array(", "o[%[1]d], ", ");\no[0] = a[o[1]];"+end)},
	{"locations", "wgsl", 30, func(n int) string {
		return "struct V { @builtin(position) p: vec4f, " + times(n, "@location(%[1]d) m%[1]d: f32,\n") + "}\n@vertex fn v() -> V { var r: V; return r; }\n@fragment fn f(r: V) -> @location(0) vec4f { return r.p; }\n"
	}},
}

var bodies = []Family{
	body("assignments", "x = x * %[1]du + 1u;\n"),
	body("compound assignments", "x += %[1]du;\n"),
	body("increments", "x++;\n"),
	body("stores", "o[%[1]d] = x;\n"),
	body("copies between elements", "o[%[1]d] = o[%[2]d];\n"),
	body("components", "v.x = v.y + %[1]d.0; v.y = v.x;\n"),
	body("constructions", "v = vec4f(v.xyz, v.x);\n"),
	body("swizzles", "v = v.wzyx;\n"),
	body("phony assignments", "_ = o[%[1]d];\n"),
	body("empty statements", ";"),
	body("blocks", "{ o[%[1]d] = 1u; }\n"),
	body("variables", "var x%[1]d = o[%[1]d]; x%[1]d += 1u; o[%[1]d] = x%[1]d;\n"),
	body("variables that are never read", "var x%[1]d = o[%[1]d];\n"),
	body("values", "let x%[1]d = o[%[1]d] + 1u; o[%[1]d] = x%[1]d * x%[1]d;\n"),
	body("values that nothing needs", "let x%[1]d = o[%[1]d];\n"),
	body("constants in blocks", "{ const c = %[1]du; x += c; }\n"),
	body("shadowed variables", "{ var x = x; x++; o[0] = x; }\n"),
	body("pointers", "let p%[1]d = &x; *p%[1]d += 1u;\n"),
	body("ifs", "if x > %[1]du { x += o[%[1]d]; }\n"),
	body("ifs with else", "if x > %[1]du { x += o[%[1]d]; } else { x ^= 3u; }\n"),
	body("ifs that return", "if x == %[1]du { return; }\n"),
	body("ifs with constants", "if true { x += 1u; } else { x += 2u; }\n"),
	body("loops", "loop { x += o[x]; if x > %[1]du { break; } }\n"),
	body("loops with continuing", "loop { if o[x] == 3u { continue; } x += o[x]; continuing { x++; break if x > %[1]du; } }\n"),
	body("fors", "for (var i = 0u; i < %[1]du; i++) { x += o[i]; }\n"),
	body("fors without end", "for (;;) { if o[x] > %[1]du { break; } x++; }\n"),
	body("whiles", "while x < o[%[1]d] { x++; }\n"),
	body("switches", "switch x { case 1u: { x += o[%[1]d]; } case 2u, 3u: { x++; } default: {} }\n"),
	body("atomic operations", "{ let y = min(x, %[1]du); o[y] = max(y, 3u); }\n"),
	body("barriers", "workgroupBarrier();\n"),
	body("built-in functions", "v = normalize(v) + sqrt(abs(v)); x = countOneBits(x);\n"),
	body("divisions", "x = x / o[%[1]d] % 7u;\n"),
	body("shifts", "x = x << o[%[1]d];\n"),
	body("conversions", "x = u32(f32(x) + f32(i32(x)));\n"),
	body("bitcasts", "x = bitcast<u32>(bitcast<f32>(x) + 1.0);\n"),
	body("matrices", "v = mat4x4f(v, v, v, v) * v;\n"),
	body("selections", "x = select(x, o[%[1]d], x > %[1]du);\n"),
	body("logical operations", "if x > %[1]du && o[%[1]d] > 2u || x == 1u { x++; }\n"),
	body("arrays of local variables", "var a%[1]d: array<u32, 4>; a%[1]d[x] = 1u; x += a%[1]d[o[1]];\n"),
	{"else if", "wgsl", 900, func(n int) string {
		return buffer + main + "var x = o[0]; if x == 0u { o[1] = 0u; }" + times(n, " else if x == %[1]du { o[1] = %[1]du; }\n") + end
	}},
	{"cases", "wgsl", 1000, repeat(buffer+main+"var x = o[0]; switch x {", "case %[1]du: { o[1] = %[1]du; }\n", "default: {} }"+end)},
	{"selectors", "wgsl", 1000, repeat(buffer+main+"var x = o[0]; switch x { case ", "%[1]du, ", " default: { o[1] = 1u; } }"+end)},
	{"variables that live long", "wgsl", 0, func(n int) string {
		return buffer + main + times(n, "var v%[1]d = o[%[1]d];\n") + times(n, "if v%[1]d > 3u { v%[2]d += v%[1]d; }\n") + times(n, "o[%[1]d] = v%[1]d;\n") + end
	}},
	{"values that live long", "wgsl", 0, func(n int) string {
		return buffer + main + times(n, "let v%[1]d = o[%[1]d];\n") + times(n, "o[%[1]d] = v%[1]d;\n") + end
	}},
	{"variables in a loop", "wgsl", 0, func(n int) string {
		return buffer + main + times(n, "var v%[1]d = 0u;\n") + "for (var i = 0u; i < o[0]; i++) {\n" + times(n, "v%[1]d += v%[2]d + i;\n") + "}\n" + times(n, "o[%[1]d] = v%[1]d;\n") + end
	}},
	{"nested blocks", "wgsl", 120, nest(buffer+main, "{ ", "o[0] = 1u;", "}", end)},
	{"nested ifs", "wgsl", 120, nest(buffer+main, "if o[1] > 1u { o[2] += 1u; ", "o[0] = 1u;", "}", end)},
	{"nested loops", "wgsl", 60, nest(buffer+main, "for (var i = 0u; i < o[1]; i++) { ", "o[0] += 1u;", "}", end)},
	{"nested switches", "wgsl", 60, nest(buffer+main, "switch o[1] { case 1u { o[2]++; } default { ", "o[0] += 1u;", "} }", end)},
	{"parentheses", "wgsl", 900, nest(buffer+main+"o[0] = ", "(", "o[1]", ")", ";"+end)},
	{"calls in calls", "wgsl", 450, nest(buffer+main+"o[0] = ", "max(", "o[1]", ", 1u)", ";"+end)},
	{"negations", "wgsl", 900, nest(buffer+main+"o[0] = ", "~", "o[1]", "", ";"+end)},
	{"indices in indices", "wgsl", 450, nest(buffer+main+"o[0] = ", "o[", "1", "]", ";"+end)},
	expression("a sum", "x + "+"%[1]du + "),
	expression("a sum of loads", "o[%[1]d] + "),
	expression("a product", "x * "),
	expression("a sum of constants", "1u + "),
	{"a chain of and", "wgsl", 0, repeat(buffer+main+"let x = o[0]; if true", " && x != %[1]du", " { o[1] = 1u; }"+end)},
	{"a chain of or", "wgsl", 0, repeat(buffer+main+"let x = o[0]; if false", " || o[%[1]d] == %[1]du", " { o[1] = 1u; }"+end)},
	{"a chain of bits", "wgsl", 0, repeat(buffer+main+"let x = o[0]; o[1] = x", " ^ o[%[1]d]", ";"+end)},
	{"a sum of vectors", "wgsl", 0, repeat(buffer+main+"let v = vec4f(f32(o[0])); o[1] = u32((v", " + v * %[1]d.5", ").x);"+end)},
	{"uniform control flow", "wgsl", 0, repeat("@group(0) @binding(0) var t: texture_2d<f32>;\n@group(0) @binding(1) var s: sampler;\n@fragment fn main(@location(0) x: vec4f) -> @location(0) vec4f { var c = x; var k = 0;\n", "if k < %[1]d { k++; } c += textureSample(t, s, c.xy);\n", "return c; }")},
	{"functions of uniformity", "wgsl", 0, repeat("", "fn f%[1]d(x: f32) -> f32 { return dpdx(x) + %[1]d.0; }\n", "@fragment fn main(@location(0) x: f32) -> @location(0) vec4f { return vec4f(f0(x)); }")},
}

func init() {
	// The operand at the end of the families of expressions.
	for i := range bodies {
		f := &bodies[i]
		switch f.Name {
		case "a sum", "a sum of loads", "a product", "a sum of constants":
			make := f.Make
			f.Make = func(n int) string {
				text := make(n)
				at := strings.LastIndex(text, ";"+end)
				return text[:at] + "x" + text[at:]
			}
		}
	}
}

var mistakes = []Family{
	body("names that nothing has", "y%[1]d = z%[1]d;\n"),
	{"misspelled names", "wgsl", 0, func(n int) string {
		return times(n, "var<private> variable%[1]d: u32;\n") + buffer + main + times(n, "variable%[1]d = 1u;\n") + end
	}},
	{"misspelled functions", "wgsl", 0, func(n int) string {
		return times(n, "fn function%[1]d() {}\n") + buffer + main + times(n, "functoin%[1]d();\n") + end
	}},
	{"misspelled members", "wgsl", 0, func(n int) string {
		return "struct S { " + times(n, "member%[1]d: u32,\n") + "}\nvar<private> s: S;\n" + buffer + main + times(n, "s.memebr%[1]d = 1u;\n") + end
	}},
	{"misspelled types", "wgsl", 0, func(n int) string {
		return times(n, "alias Type%[1]d = u32;\n") + times(n, "var<private> v%[1]d: Tpye%[1]d;\n") + plain
	}},
	top("misspelled attributes", "@bindnig(1) fn f%[1]d() {}\n"),
	top("declarations twice", "const c = %[1]d;\n"),
	top("declarations without an end", "const c%[1]d = \n"),
	top("characters of no token", "$ "),
	top("unknown directives", "enable nothing%[1]d;\n"),
	body("statements without an end", "x = 1u\n"),
	body("types that don't fit", "x = %[1]d.5;\n"),
	body("calls with wrong arguments", "x = max(x, %[1]di);\n"),
	body("code that is never reached", "return; x = %[1]du;\n"),
	{"open braces", "wgsl", 0, repeat(buffer+main, "{", "")},
	{"open parentheses", "wgsl", 0, repeat(buffer+main+"o[0] = ", "(", "")},
	{"closed braces", "wgsl", 0, repeat(buffer+main, "}", "")},
	{"templates without an end", "wgsl", 0, repeat(buffer+main+"let x = 1", " < a%[1]d", ";"+end)},
	{"functions that call each other", "wgsl", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "fn f%d() { f%d(); }\n", i, (i+1)%n)
		}
		return b.String() + plain
	}},
	{"constants in a circle", "wgsl", 0, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "const c%d = c%d;\n", i, (i+1)%n)
		}
		return b.String() + plain
	}},
	{"bindings that are taken", "wgsl", 0, repeat("", "@group(0) @binding(0) var<storage, read_write> b%[1]d: array<u32>;\n", main+times(0, "")+"b0[0] = 1u;"+end)},
	{"bindings that are taken, all used", "wgsl", 0, func(n int) string {
		return times(n, "@group(0) @binding(0) var<storage, read_write> b%[1]d: array<u32>;\n") + main + times(n, "b%[1]d[0] = 1u;\n") + end
	}},
	body("non-uniform barriers", "if o[x] > 1u { workgroupBarrier(); }\n"),
}

var conditions = []Family{
	{"conditions", "wesl", 0, repeat("", "@if(A%[1]d || true) const c%[1]d = 1;\n", plain)},
	{"conditions with else", "wesl", 0, repeat("@if(false) const c = 0;\n", "@elif(false) const c = %[1]d;\n", "@else const c = 1;\n"+plain)},
	{"a long condition", "wesl", 0, repeat("@if(true", " && true", ") const c = 0;\n"+plain)},
	{"conditions in bodies", "wesl", 0, repeat(buffer+main, "@if(true) o[%[1]d] = 1u;\n@else o[%[1]d] = 2u;\n", end)},
	{"imports of modules that are missing", "wesl", 0, repeat("", "import package::m%[1]d::f;\n", plain)},
	{"imports from one module that is missing", "wesl", 0, repeat("import package::m::{", "f%[1]d, ", "};\n"+plain)},
	{"imports in braces", "wesl", 100, nest("import package::", "a::{", "b", "}", ";\n"+plain)},
	{"a long path", "wesl", 0, repeat("import package", "::a%[1]d", ";\n"+plain)},
}
