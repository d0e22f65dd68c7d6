package wgsl

// This file tests what is written for the sake of implementations that take less
// than the specification gives, and of layouts made after shaders.

import (
	"strings"
	"testing"

	"refract/internal/harness"
)

func TestLiberties(t *testing.T) {
	const resources = `
@group(0) @binding(0) var<storage, read_write> inputs: array<u32>;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var<uniform> u: vec4f;
override ov: u32 = 3;
`
	var rows []row
	for _, c := range []struct {
		name, source string
		want         []string
		lacks        []string
	}{
		{"variables of loops begin anew", `
struct S { a: u32, b: vec2f }
fn f(n: i32) -> f32 {
	var before: vec2f;
	for (var i = 0; i < n; i++) { var a: vec2f; var b = f32(); var c: S; var d: array<u32, 3>; var e = S(); a.x += 1; b += a.x; c.a++; d[i]++; e.a++; }
	while before.x < 3 { var a: bool; before.x += 1; if before.y > 2 { var z: u32; z++; before.x += f32(z); } a = !a; }
	loop { var a: mat2x2f; continuing { var k: i32; k++; a[0].x += 1; break if k > n; } }
	var after: i32;
	return before.x + f32(after);
}`, []string{"    var before: vec2f;", "var a = vec2f();", "var b = 0.0;", "var c = S();", "var d = array<u32, 3>();", "var e = S();",
			"var a = false;", "var z = 0u;", "var a = mat2x2f();", "var k = 0;", "    var after: i32;"}, nil},
		{"uses of resources and overrides stay", resources + `
fn helper() { _ = &u; }
@compute @workgroup_size(1) fn main() { _ = &inputs; _ = t; _ = s; _ = ov; helper(); }
@compute @workgroup_size(1) fn other() { inputs[0] = ov; _ = &inputs; }`,
			[]string{"_ = &inputs;\n    _ = t;\n    _ = s;\n    _ = ov;\n    helper();", "fn helper() {\n    _ = &u;\n}", "fn other() {\n    inputs[0] = ov;\n}"}, nil},
		{"immediates", `struct S { a: u32, b: vec2f } var<immediate> i: S; @compute @workgroup_size(1) fn main() { _ = i.b; }`,
			[]string{"var<immediate> i: S;"}, []string{"enable", "requires"}},
		{"frexp beyond f32", `const v = frexp(1.7e308); const w = frexp(vec2(1e-320, 1)); const x = frexp(1.7e38);
fn f() -> i32 { let a = v; let b = w; let c = x; return a.exp + b.exp.x + c.exp; }`, []string{"frexp(1.7", "e+308)", "frexp(vec2(1e-320, 1.0))", "frexp(1.7e+38)"}, nil},
		{"large indices", resources + `@compute @workgroup_size(1) fn main() { inputs[0x7fffffff] = inputs[0x80000000u] + inputs[0xffffffffu]; }`,
			[]string{"inputs[2147483647] = inputs[2147483648u] + inputs[4294967295u];"}, nil},
		{"zeros beside overrides", resources + `override b = true;
@compute @workgroup_size(1) fn main() {
	let z = vec2<bool>();
	var e: vec3f; var g = column();
	inputs[0] = u32(vec3<bool>(b, vec2<bool>()).z) + vec3u(ov, vec2u())[inputs[1]] + u32(vec4<bool>(b, z, b).y) + u32(e.x + g[ov]);
	inputs[1] = array<vec2u, 2>(vec2u(ov), vec2u())[1].y + vec4u().x;
	e = vec3f();
}
fn column() -> vec2f { return mat2x2f()[inputs[2]]; }`,
			[]string{"vec3<bool>(b, vec2<bool>(false)).z", "vec3u(ov, vec2u(0u))[", "var e: vec3f;", "mat2x2f()", "e = vec3f();"}, []string{"vec2u()", "vec2<bool>()"}},
		{"zeros without overrides", `fn f(a: f32) -> vec3f { return vec3f(a, vec2f()); }`, []string{"vec3f(a, vec2f())"}, nil},
		{"a large workgroup", `@compute @workgroup_size(1, 0x80000000u) fn main() {}`, []string{"@workgroup_size(1, 2147483648u)"}, nil},
	} {
		m, list := parse(c.source)
		if m == nil {
			t.Errorf("%s: %s", c.name, messages(list))
			continue
		}
		out, _, err := Write(m, nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, s := range c.want {
			if !strings.Contains(out, s) {
				t.Errorf("%s: no %q in\n%s", c.name, s, out)
			}
		}
		for _, s := range c.lacks {
			if strings.Contains(out, s) {
				t.Errorf("%s: %q in\n%s", c.name, s, out)
			}
		}
		again, list := parse(out)
		if again == nil {
			t.Fatalf("%s: %s\n%s", c.name, messages(list), out)
		}
		if second, _, _ := Write(again, nil, Options{}); second != out {
			t.Errorf("%s: not stable:\n%s\n%s", c.name, out, second)
		}
		rows = append(rows, row{c.name, out})
	}
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK {
			t.Errorf("%s: Tint: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
	}
}
