package wgsl

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/wgsl/syntax"
)

// many repeats a text n times; %d in it is the number of the copy.
func many(n int, text string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(text, "%d") {
			fmt.Fprintf(&b, text, i)
		} else {
			b.WriteString(text)
		}
	}
	return b.String()
}

// nestedStructs are structs, each a member of the next.
func nestedStructs(n int) string {
	var b strings.Builder
	b.WriteString("struct S1 { a: u32 }")
	for i := 2; i <= n; i++ {
		fmt.Fprintf(&b, " struct S%d { a: S%d }", i, i-1)
	}
	return b.String()
}

// TestLimits checks each limit on a number that the specification has (section
// "Limits"): so many are accepted, one more is an error.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		limit int
		code  diag.Code
		make  func(n int) string
	}{
		{"members of a struct", 1023, codeLimit, func(n int) string { return "struct S { " + many(n, "m%d: u32, ") + "}" }},
		{"depth of composite types", 15, codeDepth, nestedStructs},
		{"depth of braces", 127, syntax.CodeNestingTooDeep, func(n int) string { return "fn f() " + many(n, "{") + many(n, "}") }},
		{"parameters", 255, codeLimit, func(n int) string { return "fn f(" + many(n, "p%d: u32, ") + ") {}" }},
		{"selectors of a switch", 1023, codeLimit, func(n int) string {
			return "fn f(i: i32) { switch i { case " + many(n-1, "%d, ") + "default: {} } }"
		}},
		{"elements of an array constructor", 2047, codeLimit, func(n int) string { return "const a = array(" + many(n, "%d, ") + ");" }},
		{"elements of a typed array constructor", 2047, codeLimit, func(n int) string {
			return fmt.Sprintf("const a = array<u32, %d>(", n) + many(n, "%d, ") + ");"
		}},
	} {
		var list diag.List
		if Parse(c.make(c.limit), 1, Options{}, &list) == nil {
			t.Errorf("%s: %d: %s", c.name, c.limit, messages(&list))
		}
		list = diag.List{}
		Parse(c.make(c.limit+1), 1, Options{}, &list)
		if found := list.Sorted(); len(found) != 1 || found[0].Code != c.code {
			t.Errorf("%s: %d: want one %s, got %s", c.name, c.limit+1, c.code, messages(&list))
		}
	}
}

// TestLanguageFeatures reads each name that the specification has for requires
// and enable directives, and some that it hasn't.
func TestLanguageFeatures(t *testing.T) {
	for _, name := range []string{"readonly_and_readwrite_storage_textures", "packed_4x8_integer_dot_product",
		"unrestricted_pointer_parameters", "pointer_composite_access", "uniform_buffer_standard_layout", "subgroup_id",
		"subgroup_uniformity", "texture_and_sampler_let", "texture_formats_tier1", "linear_indexing",
		"immediate_address_space", "fragment_depth", "buffer_view"} {
		read(t, "requires "+name+";", "")
	}
	read(t, "requires readonly_and_readwrite_storage_textures, subgroup_id,;", "")
	for _, name := range []string{"f16", "clip_distances", "dual_source_blending", "subgroups", "primitive_index", "subgroup_size_control"} {
		read(t, "enable "+name+";", "")
		read(t, "enable f16, "+name+";", "")
	}
	read(t, "requires f16;", codeUnknownExtension)
	read(t, "enable subgroup_id;", codeUnknownExtension)
	read(t, "enable wgpu_tensor;", codeUnsupported)
	read(t, "enable wgpu_cooperative_matrix;", codeCapability)
	read(t, "enable wgpu_int64;", codeCapability)
	read(t, "const a = 1; enable f16;", syntax.CodeMisplacedDirective)
	read(t, "diagnostic(off, derivative_uniformity); enable f16; requires subgroup_id;", "")

	// What the language features bring needs no directive.
	for _, src := range []string{
		"@group(0) @binding(0) var t: texture_storage_2d<r32uint, read_write>;",
		"@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, read>;",
		"fn f(a: u32, b: u32) -> u32 { return dot4U8Packed(a, b); }",
		"fn f(p: ptr<storage, u32>) -> u32 { return *p; }",
		"fn f(p: ptr<function, vec2f>) -> f32 { return p.x + p[1]; }",
		"@group(0) @binding(0) var<uniform> u: array<f32, 4>;",
		"enable subgroups; @compute @workgroup_size(64) fn f(@builtin(subgroup_id) i: u32, @builtin(num_subgroups) n: u32) {}",
		"@group(0) @binding(0) var t: texture_2d<f32>; fn f() -> vec4f { let u = t; return textureLoad(u, vec2u(), 0); }",
		"@group(0) @binding(0) var t: texture_storage_2d<rg8unorm, write>;",
		"@compute @workgroup_size(1) fn f(@builtin(global_invocation_index) i: u32, @builtin(workgroup_index) w: u32) {}",
		"var<immediate> i: vec4f;",
		"@fragment fn f() -> @builtin(frag_depth, less) f32 { return 0.5; }",
	} {
		read(t, src, "")
	}
	read(t, "var<immediate> i: array<vec4f, 2>;", codeTypeRule)
	read(t, "struct S { a: array<vec4f, 2> } var<immediate> i: S;", codeTypeRule)
}

// read reads a source, which has no error, or one with a code.
func read(t *testing.T, src string, code diag.Code) {
	t.Helper()
	var list diag.List
	Parse(src, 1, Options{}, &list)
	found := list.Sorted()
	switch {
	case code == "" && list.HasErrors(), code != "" && (len(found) != 1 || found[0].Code != code):
		t.Errorf("%s: want %q, got %s", src, code, messages(&list))
	}
}

// TestTakenAndRefused reads what WGSL or its implementations take, and what they refuse.
func TestTakenAndRefused(t *testing.T) {
	const storage = "@group(0) @binding(0) var<storage, read_write> o: array<f32>; "
	for _, c := range []struct {
		src  string
		code diag.Code
	}{
		{"@group(4294967295u) @binding(4294967295u) var<uniform> u: f32;", ""},
		{"@group(-1) @binding(0) var<uniform> u: f32;", codeAttribute},
		{"@group(4294967296) @binding(0) var<uniform> u: f32;", codeConstEval},
		{"struct S { a: f32 } var<immediate> i: S; fn g(p: ptr<immediate, f32>) -> f32 { return *p; } fn f() -> f32 { return g(&i.a); }", ""},
		{"fn g(p: ptr<immediate, i32>) { *p = 1; }", codeAssign},

		{"enable subgroups, subgroup_size_control; @compute @workgroup_size(64) @subgroup_size(32) fn f() {}", ""},
		{"enable subgroups, subgroup_size_control; override n: u32; @compute @workgroup_size(64) @subgroup_size(n * 2) fn f() {}", ""},
		{"@compute @workgroup_size(64) @subgroup_size(32) fn f() {}", codeExtension},
		{"enable subgroup_size_control; @compute @workgroup_size(64) @subgroup_size(24) fn f() {}", codeEntryPoint},
		{"enable subgroup_size_control; @compute @workgroup_size(64) @subgroup_size(0) fn f() {}", codeEntryPoint},
		{"enable subgroup_size_control; @compute @workgroup_size(64) @subgroup_size(2.0) fn f() {}", codeType},
		{"enable subgroup_size_control; @fragment @subgroup_size(32) fn f() {}", codeAttribute},

		{body("_ = bitcast<vec2f>(5);"), codeNoMatch},
		{body("_ = bitcast<f32>(5);"), ""},
		{body("_ = bitcast<vec2f>(vec2(5, 6));"), ""},
		{body("_ = bitcast<vec4f>(vec2(5, 6));"), codeNoMatch},
		{"enable f16; " + body("_ = bitcast<vec2h>(5);"), ""},

		{"struct S { @location(0) a: bool }", codeTypeRule},
		{"struct S { @location(0) a: mat2x2f }", codeTypeRule},
		{"struct S { @location(0) a: array<f32, 2> }", codeTypeRule},
		{"struct S { @location(0) a: atomic<u32> }", codeTypeRule},
		{"struct T { a: f32 } struct S { @location(0) a: T }", codeTypeRule},
		{"struct S { @location(0) a: vec3<bool> }", codeTypeRule},
		{"struct S { @location(0) a: vec3u, @builtin(position) p: vec4f, @builtin(front_facing) f: bool }", ""},
		{"struct S { @builtin(position) a: vec3f }", codeTypeRule},
		{"struct S { @builtin(vertex_index) a: i32 }", codeTypeRule},
		{"struct S { @builtin(sample_mask) a: array<u32, 1> }", codeTypeRule},
		{"enable clip_distances; struct S { @builtin(clip_distances) a: array<f32, 9> }", codeTypeRule},
		{"enable clip_distances; struct S { @builtin(clip_distances) a: array<f32, 8> }", ""},

		{"requires texel_buffers;", codeUnsupported},
		{"enable chromium_experimental_subgroup_matrix;", codeUnsupported},

		{body("var v = vec4f(); v.xy = vec2f();"), codeAssign},
		{"requires swizzle_assignment; " + body("var v = vec4f(); v.xy = vec2f(); v.zwx += vec3f(); v.bg *= 2;"), ""},
		{"requires swizzle_assignment; " + body("var v = vec4f(); let p = &v; p.xy = vec2f(); (*p).zw = vec2f();"), ""},
		{"requires swizzle_assignment; struct S { xy: f32 } " + body("var v: S; v.xy = 1;"), ""},
		{"requires swizzle_assignment; " + storage + "fn f() { o[0].xy = 1; }", codeMember},
		{"requires swizzle_assignment; " + body("var v = vec4f(); v.xx = vec2f();"), codeAssign},
		{"requires swizzle_assignment; " + body("var v = vec4f(); v.xy = vec3f();"), codeType},
		{"requires swizzle_assignment; " + body("let v = vec4f(); v.xy = vec2f();"), codeAssign},
		{"requires swizzle_assignment; " + body("var v = vec2f(); v.xz = vec2f();"), codeMember},
		{"requires swizzle_assignment; var<immediate> v: vec4f; " + body("v.xy = vec2f();"), codeAssign},
	} {
		read(t, c.src, c.code)
	}
	var list diag.List
	Parse(body("var v = vec4f(); v.xy = vec2f();"), 1, Options{SwizzleAssignment: true}, &list)
	if list.HasErrors() {
		t.Errorf("with the option: %s", messages(&list))
	}
	for src, warned := range map[string]bool{"const x = pow(0, 0);": true, "const x = pow(vec2(1, 0), vec2(0, -0.0));": true,
		"const x = pow(vec2(1, 0), vec2(0, 1));": false, "fn f(y: f32) -> f32 { return pow(0, y); }": false} {
		list = diag.List{}
		Parse(src, 1, Options{}, &list)
		if found := list.Sorted(); len(found) != 0 != warned {
			t.Errorf("%s: %s", src, messages(&list))
		}
	}
}
