package wgsl

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
)

// body wraps statements in a function.
func body(s string) string { return "fn f() {\n" + s + "\n}" }

// dual makes a struct of members with blend sources.
func dual(members string) string { return "enable dual_source_blending; struct S { " + members + " }" }

// TestErrors checks that each source has exactly one error, with this code at
// this text.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		src  string
		code diag.Code
		at   string
	}{
		// Names.
		{body("_ = colour;"), codeUnresolved, "colour"},
		{body("g();"), codeUnresolved, "g"},
		{"var<private> a: vec3<flaot>;", codeUnresolved, "flaot"},
		{body("let a = 1; let a = 2;"), codeRedeclared, "a"},
		{"fn f(a: i32, a: i32) {}", codeRedeclared, "a"},
		{"fn f(a: i32) { let a = 1; }", codeRedeclared, "a"},
		{"const a = 1; fn a() {}", codeRedeclared, "a"},
		{"struct S { x: i32, x: f32 }", codeRedeclared, "x"},
		{body("{ let a = 1; } _ = a;"), codeUnresolved, "a"},
		{"const a = b; const b = a;", codeCycle, "a"},
		{"alias A = B; alias B = A;", codeCycle, "A"},
		{"struct S { s: S }", codeCycle, "S"},
		{"fn f() { g(); } fn g() { f(); }", codeRecursion, "f"},
		{"fn f() { f(); }", codeRecursion, "f"},
		{body("_ = f32;"), codeNotValue, "f32"},
		{body("_ = f;"), codeNotValue, "f"},
		{body("_ = max;"), codeNotValue, "max"},
		{"const a = 1; var<private> b: a;", codeNotType, "a"},
		{"var<private> b: max;", codeNotType, "max"},

		// Types.
		{"var<private> a: vec3<bool, 2>;", codeTemplate, "vec3<bool, 2>"},
		{"var<private> a: f32<i32>;", codeTemplate, "f32<i32>"},
		{"var<private> a: mat2x2<i32>;", codeTypeRule, "i32"},
		{"var<private> a: vec2<vec2<f32>>;", codeTypeRule, "vec2<f32>"},
		{"var<workgroup> a: atomic<f32>;", codeTypeRule, "f32"},
		{"var<private> a: array<i32, 0>;", codeTypeRule, "0"},
		{"var<private> a: array<i32, -1>;", codeTypeRule, "-1"},
		{"var<private> a: array<i32, 1.5>;", codeType, "1.5"},
		{"var<private> a: array<sampler, 2>;", codeTypeRule, "sampler"},
		{"var<private> a: f16;", codeExtension, "f16"},
		{"var<private> a: array<i32>;", codeTypeRule, "array<i32>"},
		{"var<private> a: atomic<i32>;", codeTypeRule, "atomic<i32>"},
		{"@group(0) @binding(0) var<uniform> a: bool;", codeTypeRule, "bool"},
		{"@group(0) @binding(0) var<storage> a: atomic<u32>;", codeTypeRule, "atomic<u32>"},
		{"@group(0) @binding(0) var<storage, write> a: u32;", codeTemplate, "write"},
		{"@group(0) @binding(0) var a: texture_2d<bool>;", codeTypeRule, "bool"},
		{"@group(0) @binding(0) var a: texture_storage_2d<f32, write>;", codeTemplate, "f32"},
		{"alias P = ptr<private, array<i32>>;", codeTypeRule, "array<i32>"},
		{"struct S { a: array<i32>, b: i32 }", codeTypeRule, "array<i32>"},
		{"struct S { a: sampler }", codeTypeRule, "sampler"},
		{"fn f() -> ptr<private, i32> { }", codeTypeRule, "ptr<private, i32>"},
		{"fn f(a: atomic<i32>) {}", codeTypeRule, "atomic<i32>"},

		// Variables.
		{"var a: i32;", codeVariable, "a"},
		{"var<private> a;", codeVariable, "a"},
		{"override a;", codeVariable, "a"},
		{"override a = vec2(1);", codeVariable, "a"},
		{"@id(1) override a = 1; @id(1) override b = 2;", codeVariable, "@id(1)"},
		{"var<function> a: i32;", codeVariable, "i32"},
		{"@group(0) var<uniform> a: i32;", codeVariable, "a"},
		{"var<workgroup> a: i32 = 1;", codeVariable, "1"},
		{body("var<private> a: i32;"), codeVariable, "a"},
		{"var<private> a = b; var<private> b = 1;", codeConstWanted, "b"},
		{"override a = 1; const b = a;", codeConstWanted, "a"},

		// Blend sources and clip distances.
		{dual("@location(0) @blend_src(1) a: vec4f, @location(0) @blend_src(1) b: vec4f"), codeBlendSrc, "b"},
		{dual("@location(1) @blend_src(0) a: vec4f, @location(1) @blend_src(1) b: vec4f"), codeBlendSrc, "a"},
		{dual("@location(0) @blend_src(0) a: vec4f"), codeBlendSrc, "S"},
		{dual("@location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f, @location(1) c: f32"), codeBlendSrc, "S"},
		{dual("@location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec3f"), codeBlendSrc, "b"},
		{"enable dual_source_blending; @fragment fn f() -> @location(0) @blend_src(0) vec4f { return vec4f(); }", codeBlendSrc, "@blend_src"},
		{"enable clip_distances; @fragment fn f(@builtin(clip_distances) d: array<f32, 2>) {}", codeAttribute, "d"},
		{"enable clip_distances; struct S { @builtin(clip_distances) d: array<f32, 2> } @fragment fn f(s: S) {}", codeAttribute, "d"},

		// Operators and conversions.
		{body("let a: i32 = 1.0;"), codeType, "1.0"},
		{body("let a: u32 = -1;"), codeConstEval, "-1"},
		{body("let a = 1i + 1u;"), codeNoMatch, "1i + 1u"},
		{body("let a = !1;"), codeNoMatch, "!1"},
		{body("let a = -1u;"), codeNoMatch, "-1u"},
		{body("let a = ~1.5;"), codeNoMatch, "~1.5"},
		{body("let a = vec2(1.0) * vec3(1.0);"), codeNoMatch, "vec2(1.0) * vec3(1.0)"},
		{body("let a = true + false;"), codeNoMatch, "true + false"},
		{body("let a = 1 && true;"), codeNoMatch, "1 && true"},
		{body("let a = 1.0 << 1u;"), codeNoMatch, "1.0 << 1u"},
		{body("let a = vec2(true) < vec2(false);"), codeNoMatch, "vec2(true) < vec2(false)"},

		// Constants.
		{body("let a = 1 / 0;"), codeConstEval, "1 / 0"},
		{body("let b = 1; let a = b / 0;"), codeConstEval, "0"},
		{body("let b = 1; let a = b << 32u;"), codeConstEval, "32u"},
		{body("let a = 9223372036854775807 + 1;"), codeConstEval, "9223372036854775807 + 1"},
		{body("let a = 2147483648i;"), codeConstEval, "2147483648i"},
		{body("let a = 4294967296u;"), codeConstEval, "4294967296u"},
		{body("let a = 1e40f;"), codeConstEval, "1e40f"},
		{body("let a: f32 = 1e40;"), codeConstEval, "1e40"},
		{body("let a = 2147483648;"), codeConstEval, "2147483648"},
		{body("_ = i32(5000000000);"), codeConstEval, "i32(5000000000)"},
		{body("let a = sqrt(-1.0);"), codeConstEval, "sqrt(-1.0)"},
		{body("let a = array(1, 2)[2];"), codeIndex, "2"},
		{body("let a = vec3(1)[-1];"), codeIndex, "-1"},
		{body("let a = vec3(1)[1.0];"), codeIndex, "1.0"},
		{body("var a = vec3(1); _ = a[3];"), codeIndex, "3"},
		{"@group(0) @binding(0) var<storage> r: array<i32>; fn f() { _ = r[0x7fffffff] + r[0x80000000u]; _ = r[0x80000000]; }", codeIndex, "0x80000000"},
		{"const_assert 1 > 2;", codeConstAssert, "const_assert 1 > 2;"},
		{"const_assert 1;", codeType, "1"},
		{"override a = true; const_assert a;", codeConstWanted, "a"},

		// Members, pointers, assignments.
		{"struct S { x: i32 } fn f(s: S) { _ = s.y; }", codeMember, "y"},
		{body("_ = vec2(1).z;"), codeMember, "z"},
		{body("_ = vec4(1).xg;"), codeMember, "xg"},
		{body("_ = vec4(1).xyzwx;"), codeMember, "xyzwx"},
		{body("_ = (1).x;"), codeMember, "x"},
		{body("_ = 1[0];"), codeIndex, "1"},
		{body("let a = 1; a = 2;"), codeAssign, "a"},
		{"const a = 1; fn f() { a = 2; }", codeAssign, "a"},
		{"fn f(a: i32) { a += 2; }", codeAssign, "a"},
		{"@group(0) @binding(0) var<storage> b: i32; fn f() { b = 1; }", codeAssign, "b"},
		{body("var a = 1; a = 1.0;"), codeType, "1.0"},
		{body("var v = vec2(1); v.xy = vec2(2);"), codeAssign, "v.xy"},
		{body("var a = 1.0; a++;"), codeType, "a"},
		{body("let a = &1;"), codeAddress, "&1"},
		{body("let a = *1;"), codeAddress, "*1"},
		{body("var v = vec2(1); let a = &v.x;"), codeAddress, "&v.x"},
		{"var<workgroup> a: atomic<i32>; fn f() { let b = a; }", codeType, "a"},

		// Calls.
		{"fn g(a: i32) {} fn f() { g(); }", codeArgCount, "g()"},
		{"fn g(a: i32) {} fn f() { g(1.0); }", codeType, "1.0"},
		{"fn g() {} fn f() { let a = g(); }", codeNotValue, "g()"},
		{"@must_use fn g() -> i32 { return 1; } fn f() { g(); }", codeMustUse, "g()"},
		{body("max(1, 2);"), codeMustUse, "max(1, 2)"},
		{body("vec2(1);"), codeMustUse, "vec2(1)"},
		{body("_ = max(1);"), codeNoMatch, "max(1)"},
		{body("_ = max(1i, 2u);"), codeNoMatch, "max(1i, 2u)"},
		{body("_ = vec3(1, 2);"), codeNoMatch, "vec3(1, 2)"},
		{body("_ = vec2<f32>(1i, 2i);"), codeNoMatch, "vec2<f32>(1i, 2i)"},
		{body("_ = array(1i, 1u);"), codeNoMatch, "array(1i, 1u)"},
		{body("_ = array<i32, 2>(1);"), codeArgCount, "array<i32, 2>(1)"},
		{"struct S { x: i32 } fn f() { _ = S(1, 2); }", codeArgCount, "S(1, 2)"},
		{"const a = 1; fn f() { a(); }", codeNotCallable, "a"},
		{"@compute @workgroup_size(1) fn m() {} fn f() { m(); }", codeNotCallable, "m()"},
		{body("_ = subgroupAdd(1);"), codeExtension, "subgroupAdd"},
		{"@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler; fn f(o: vec2i) { _ = textureSample(t, s, vec2f(), o); }", codeConstWanted, "o"},

		// Control flow.
		{body("break;"), codeFlow, "break;"},
		{body("continue;"), codeFlow, "continue;"},
		{body("loop { break; continuing { break; } }"), codeFlow, "break;"},
		{body("loop { break; continuing { return; } }"), codeFlow, "return;"},
		{body("loop {}"), codeFlow, "loop"},
		{body("for (;;) {}"), codeFlow, "for"},
		{body("loop { continue; let c = true; continuing { break if c; } }"), codeFlow, "c"},
		{"fn f() -> i32 {}", codeMissingReturn, "}"},
		{"fn f() -> i32 { if true { return 1; } }", codeMissingReturn, "}"},
		{"fn f() -> i32 { return 1.0; }", codeType, "1.0"},
		{"fn f() -> i32 { return; }", codeType, "return;"},
		{"fn f() { return 1; }", codeType, "1"},
		{body("if 1 {}"), codeType, "1"},
		{body("while 1 {}"), codeType, "1"},
		{body("switch 1.0 { default {} }"), codeType, "1.0"},
		{body("switch true { default {} }"), codeSwitch, "true"},
		{body("switch 1 { case 1 {} }"), codeSwitch, "switch"},
		{body("switch 1 { case 1, 1 {} default {} }"), codeSwitch, "1"},
		{body("switch 1 { default {} default {} }"), codeSwitch, "default"},
		{body("switch 1i { case 1u {} default {} }"), codeType, "1u"},

		// Attributes and extensions.
		{"@size(4) var<private> a: i32;", codeAttribute, "@size"},
		{"@nonsense var<private> a: i32;", codeAttribute, "@nonsense"},
		{"struct S { @align(3) a: i32 }", codeAttribute, "3"},
		{"struct S { @size(2) a: i32 }", codeAttribute, "2"},
		{"struct S { @align(4) @align(4) a: i32 }", codeAttribute, "@align"},
		{"struct S { @builtin(positron) a: vec4f }", codeAttribute, "positron"},
		{"struct S { @location(0) @builtin(position) a: vec4f }", codeAttribute, "@location"},
		{"struct S { @location(0) @interpolate(round) a: f32 }", codeAttribute, "round"},
		{"struct S { @location(-1) a: f32 }", codeAttribute, "-1"},
		{"@compute fn f() {}", codeEntryPoint, "f"},
		{"@compute @workgroup_size(0) fn f() {}", codeEntryPoint, "0"},
		{"@compute @workgroup_size(1i, 1u) fn f() {}", codeType, "1u"},
		{"@workgroup_size(1) fn f() {}", codeAttribute, "@workgroup_size"},
		{"@must_use fn f() {}", codeAttribute, "@must_use"},
		{"enable f17;", codeUnknownExtension, "f17"},
		{"requires magic;", codeUnknownExtension, "magic"},
		{"diagnostic(loud, derivative_uniformity);", codeDiagnosticRule, "loud"},
		{"diagnostic(off, derivative_uniformity); diagnostic(error, derivative_uniformity);", codeDiagnosticRule, "diagnostic(error, derivative_uniformity);"},
		{"@compute @workgroup_size(1) fn f() { discard; }", codeStage, "discard;"},
	} {
		var list diag.List
		Parse(c.src, 1, Options{}, &list)
		var errs []*diag.Diagnostic
		for _, d := range list.Sorted() {
			if d.Severity == diag.Error {
				errs = append(errs, d)
			}
		}
		if len(errs) != 1 {
			t.Errorf("%s\n\twant one error %s at %q, got %d:\n%s", c.src, c.code, c.at, len(errs), messages(&list))
			continue
		}
		d := errs[0]
		if at := c.src[d.Span.Start-1 : d.Span.End-1]; d.Code != c.code || at != c.at {
			t.Errorf("%s\n\twant %s at %q, got %s at %q: %s", c.src, c.code, c.at, d.Code, at, d.Message)
		}
	}
}

// TestSeveralErrors checks that independent mistakes are all found, and that
// none causes another.
func TestSeveralErrors(t *testing.T) {
	const src = `
const a = b;
fn f(x: undefined_type) -> i32 {
	let y = x + 1;
	let z = nothing.member[3].w;
	z = y;
	return true;
}
fn g() {
	f(1);
	let q: f32 = f(2) * a;
	var r: i32 = 1.5;
	r = r + 1u;
}`
	var list diag.List
	if Parse(src, 1, Options{}, &list) != nil {
		t.Error("a module in spite of errors")
	}
	want := []string{"b", "undefined_type", "nothing", "true", "1.5", "r + 1u"}
	got := list.Sorted()
	if len(got) != len(want) {
		t.Fatalf("want %d errors, got:\n%s", len(want), messages(&list))
	}
	for i, d := range got {
		if at := src[d.Span.Start-1 : d.Span.End-1]; at != want[i] {
			t.Errorf("error %d is at %q, want %q: %s", i, at, want[i], d.Message)
		}
	}
}

// TestSuggestions checks that misspelled names suggest the right ones.
func TestSuggestions(t *testing.T) {
	for src, want := range map[string]string{
		"const colour = 1; const b = color;":                       "colour",
		"fn f() { _ = normalise(vec3f()); }":                       "normalize",
		"struct S { position: i32 } fn f(s: S) { _ = s.postion; }": "position",
		"enable f61;": "f16",
	} {
		var list diag.List
		Parse(src, 1, Options{}, &list)
		d := list.Sorted()
		if len(d) != 1 || d[0].Fix == nil || d[0].Fix.Replacement != want {
			t.Errorf("%s: want the suggestion %q:\n%s", src, want, messages(&list))
		}
	}
}

// TestAccepted checks sources that must have no error.
func TestAccepted(t *testing.T) {
	for _, src := range []string{
		"",
		"const a = b + 1; const b = 2; const_assert a == 3;",
		"fn f() { let vec3 = 1; _ = vec3 + 1; }",
		"fn max(a: i32) -> i32 { return a; } fn f() { _ = max(1); }",
		"fn f() -> i32 { loop { return 1; } }",
		"fn f() -> i32 { switch 1 { case 1: { return 1; } default { return 2; } } }",
		"fn f() -> i32 { while true { break; } return 1; }",
		"fn f() { for (var i = 0; i < 4; i++) { if i == 2 { continue; } } }",
		"fn f(p: ptr<function, i32>) { *p = 1; } fn g() { var a = 0; f(&a); }",
		"struct S { a: array<vec2f, 3> } fn f(p: ptr<function, S>) -> f32 { return p.a[1].y; }",
		"const_assert false || (true && !false);",
		"const_assert !(false && (1 / 0 == 1));",
		"const_assert vec3(1, 2, 3).zyx[0] == 3 && all(vec2(1u) == vec2u(1));",
		"const a = array(1, 2.5, 3); const_assert a[1] == 2.5; fn f(i: i32) -> f32 { return a[i]; }",
		"override n = 4u; var<workgroup> w: array<f32, n * 2>; @compute @workgroup_size(n) fn f() { w[0] = 1; }",
		"@group(0) @binding(0) var<storage, read_write> b: array<atomic<u32>>; @compute @workgroup_size(1) fn f() { atomicAdd(&b[arrayLength(&b) - 1], 1); }",
		"fn f(a: bool, b: array<bool, 4>, i: i32) -> bool { return (a && b[i]) || (!a && b[i + 1]); }",
		"alias F = f32; alias V = vec2<F>; fn f() -> V { return V(1) * mat2x2f(); }",
		"const big = 1 << 40u; fn f() { _ = big; _ = 5000000000; _ = -1e300; _ = vec2(1e300); _ = array(1, 5000000000); _ = frexp(1e300); }",
		"fn f() { _ = modf(1.5).fract; let r = frexp(vec2f(1.5)); _ = r.exp.x + 1; }",
		"var<private> p = vec3(1, 2, 3); fn f() { let q = &p; (*q).x += 1; q.y++; }",
	} {
		var list diag.List
		if m := Parse(src, 1, Options{}, &list); m == nil {
			t.Errorf("%s\n%s", src, messages(&list))
		} else if back, err := ir.ParseString("module", ir.Print(m)); err != nil {
			t.Errorf("%s\n%s\n%v", src, ir.Print(m), err)
		} else if d := ir.Diff(m, back, ir.EqualOptions{}); d != "" {
			t.Errorf("%s\n%s", src, d)
		}
	}
}

// TestDocComments checks that documentation comments reach the module.
func TestDocComments(t *testing.T) {
	const src = `//! Lights
// (not documentation)
//! of a scene.

/// A light.
struct Light {
	/// Where it is.
	position: vec3f,
	// no documentation
	power: f32,
}
/**
 * All lights.
 * There are eight.
 */
@group(0) @binding(0) var<uniform> lights: array<Light, 8>;
/// Half a turn.
const half = 3.14159;
/// Does nothing.
/// Well.
fn f() {}`
	for _, want := range []bool{true, false} {
		m := Parse(src, 1, Options{DocComments: want}, new(diag.List))
		got := []string{m.Doc, m.Structs[1].Doc, m.Structs[1].Members[0].Doc, m.Structs[1].Members[1].Doc, m.Globals[1].Doc,
			m.Constants[1].Doc, m.Functions[1].Doc}
		for i, doc := range []string{"Lights\nof a scene.", "A light.", "Where it is.", "", "All lights.\nThere are eight.", "Half a turn.", "Does nothing.\nWell."} {
			if !want {
				doc = ""
			}
			if got[i] != doc {
				t.Errorf("comment %d with DocComments %v: %q, want %q", i, want, got[i], doc)
			}
		}
	}
}

// TestReasons looks for what reports say beyond that something is wrong.
func TestReasons(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{body("_ = clamp(1u, 2i, 3u);"), "argument 2 is i32, but argument 1 is u32"},
		{body("_ = pow(1u, 2u);"), "argument 1 is u32, not T, S a float"},
		{body("_ = dot(vec2f(), 1f);"), "argument 2 is f32, not vecN<S>, S a number"},
		{body("_ = sqrt(true);"), "the argument is bool"},
		{body("_ = max(1);"), "it takes 2 arguments, not 1"},
		{body("_ = 1u + 1i;"), "operand 2 is i32, but operand 1 is u32"},
		{"var<private> a: atomic<u32>;", "an atomic, which only memory can hold"},
		{"struct S { a: i32, b: array<atomic<u32>, 2> } struct T { s: S } var<private> t: T;", "T: its member s.b is an atomic"},
		{"fn f() -> array<f32> { return array<f32>(); }", "an array without a size"},
		{"override n: i32; var<private> a: array<f32, n>;", "an array whose size depends on an override"},
		{"struct S { a: i32, b: bool } struct T { s: array<S, 2> } @group(0) @binding(0) var<storage> t: T;", "T: its member s.b is bool"},
		{"const a = acos(2);", "the argument of acos is 2: it must be from -1 to 1"},
		{"const a = log2(vec2(1, -1));", "the argument of log2 is -1: it must be greater than 0"},
		{"const a = acosh(0.5f);", "the argument of acosh is 0.5: it must be at least 1"},
		{"const a = normalize(vec3f());", "the argument of normalize has length 0"},
		{"const a = 9223372036854775807 * 2;", "9223372036854775807 * 2 doesn't fit abstract-int"},
		{"const a = vec2(1e38f, 1) * 1e3f;", "1e+38 * 1000 is infinite or not a number in f32"},
		{"const a = mat2x2f(1, 2, 3, 3e38) * vec2f(1, 3);", "row 1 times column 0"},
		{"const a = b; const b = c; const c = a;", `"b" needs "c"`},
		{"struct A { b: B } struct B { c: array<C, 2> } struct C { a: A }", `"B" needs "C"`},
		{"fn a() { b(); } fn b() { c(); } fn c() { a(); }", `"b" calls "c"`},
		{"alias A = array<B, 2>; struct B { a: A }", `"A" needs "B"`},
	} {
		var list diag.List
		Parse(c.src, 1, Options{}, &list)
		var all strings.Builder
		for _, d := range list.Sorted() {
			all.WriteString(d.Message + "\n" + strings.Join(d.Notes, "\n") + "\n")
			for _, l := range d.Labels {
				all.WriteString(l.Message + "\n")
			}
		}
		if !strings.Contains(all.String(), c.want) {
			t.Errorf("%s: want %q in\n%s", c.src, c.want, all.String())
		}
	}
}
