package wgsl

import (
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/wgsl/syntax"
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
		"immediate_address_space", "fragment_depth"} {
		read(t, "requires "+name+";", "")
	}
	read(t, "requires readonly_and_readwrite_storage_textures, subgroup_id,;", "")
	for _, name := range []string{"f16", "clip_distances", "dual_source_blending", "subgroups", "primitive_index", "subgroup_size_control"} {
		read(t, "enable "+name+";", "")
		read(t, "enable f16, "+name+";", "")
	}
	read(t, "requires buffer_view;", codeUnsupported)
	read(t, "requires f16;", codeUnknownExtension)
	read(t, "enable subgroup_id;", codeUnknownExtension)
	read(t, "enable wgpu_cooperative_matrix;", codeUnsupported)
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
