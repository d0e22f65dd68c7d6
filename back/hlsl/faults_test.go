package hlsl_test

// This file compiles what a compiler of HLSL takes otherwise than it looks, with
// DXC as of HLSL 2021 and 2018, and with FXC.

import (
	"strings"
	"testing"

	back "refract/back/hlsl"
	"refract/internal/harness"
)

// faults are shaders, with what their text has and lacks.
var faults = []struct {
	name, source string
	has, lacks   []string
}{
	{"variables of a for are visible behind it", `
fn g(x: vec3i) -> i32 { for (var x = 0; x < 3; x++) { o[x] += 1; } return x.y; }
@compute @workgroup_size(1) fn main() {
	var x = o[7];
	{ for (var x = 0; x < 4; x++) { var x = 3; o[x] += 1; } o[1] = x; }
	{ for (var x = 0u; x < 4u; x++) { let x = 3; o[x] += 1; } var x = 2.0; o[2] = i32(x) + o[1]; }
	for (var i = 0; i < 3; i++) { o[i]++; }
	for (var i = 0u; i < 3u; i++) { for (var i = 0; i < 3; i++) { o[i]++; } o[i]++; }
	if x > 3 { for (var y = 0; y < 2; y++) { let i = y; o[i] = 3; } let y = x; o[y & 3] = x; }
	o[3] = x + g(vec3i(x));
}`, nil, nil},
	{"members hide types", `
struct B { a: i32, b: f32 }
struct C { x: array<B, 2>, B: i32 }
struct S { B: i32, c: B, C: f32, d: array<C, 2>, e: B }
@group(0) @binding(1) var<storage, read_write> s: S;
fn f(x: S) -> B { return x.c; }
@compute @workgroup_size(1) fn main() { var l = s; l.c.a += 1; l.d[1].x[0] = f(l); s = l; o[0] = s.d[o[1]].B; }`, nil, nil},
	{"a table of a variable", `
@compute @workgroup_size(1) fn main() {
	let m = mat2x3f(1, 2, 3, 4, 5, 6);
	let a = array(mat2x3f(), m);
	let b = array(1.5, 2.5);
	o[1] = i32(a[o[0]][0].x + array(m, m, mat2x3f())[o[2]][1].y + b[o[3]]);
}`, []string{"static const float b[2]", " float2x3 a[2]"}, []string{"static const float2x3 a"}},
	{"an array that is given itself", `
@compute @workgroup_size(1) fn main() { var a = array<i32, 4>(1, 2, 3, o[1]); a[o[2]] = o[3]; a = a; o[0] = a[o[4]]; }`, nil, []string{"a = a"}},
	{"operations on bools in place", `
fn f(b: vec2<bool>, c: bool) -> bool { var v = b; v |= vec2<bool>(c); v &= b; var s = c; s |= b.x; s &= c; s = s | b.y; return any(v) || s; }
@compute @workgroup_size(1) fn main() { o[0] = i32(f(vec2<bool>(o[1] > 2), o[2] > 3)); }`, nil, nil},
	{"binding arrays as parameters", `
@group(0) @binding(1) var t: binding_array<texture_2d<f32>, 4>;
fn f(a: binding_array<texture_2d<f32>, 4>, i: i32) -> vec4f { return textureLoad(a[i], vec2i(), 0); }
@compute @workgroup_size(1) fn main() { o[0] = i32(f(t, 2).x + f(t, 1).y); }`, []string{"Texture2D<float4> a[4]"}, nil},
	{"a loop that is left in a clause", `
@compute @workgroup_size(1) fn main() {
	switch o[0] { case 0: { loop { return; } } case 1: { loop { o[2] = 1; break; } } default: { o[1] = 1; } }
	o[3] = 1;
}`, nil, nil},
	{"private aggregates that are given themselves", `
struct S { a: array<vec3i, 4>, b: array<i32, 3>, c: bool }
var<private> s = S(array(vec3i(-5, -9, 7), vec3i(2), vec3i(0, 1, 2), vec3i()), array(1, 2, 3), true);
var<private> t = S(array(vec3i(-5, -9, 7), vec3i(2), vec3i(0, 1, 2), vec3i()), array(1, 2, 3), true);
var<private> u = array(1, 2, 3);
fn copy() { let v = u; u = v; }
fn through(p: ptr<private, S>) { let v = *p; *p = v; }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
	s = S(s.a, s.b, false);
	let b = t.b; t.b = b;
	copy();
	through(&t);
	o[0] = s.a[0].x + s.a[id.x].y + s.b[id.y] + t.a[1].x + t.b[2] + t.b[id.x] + u[id.x] + u[0];
}`, []string{"s = s_init;"}, nil},
	{"parts of zeros", `
struct S { a: array<f32, 3>, b: vec2f, c: array<mat2x3f, 2> }
@group(0) @binding(1) var<storage, read_write> q: array<f32>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
	q[0] = array<S, 2>()[id.x].b[id.y] + S().a[id.x] + S().c[id.x][id.y].y + array<vec3f, 3>()[1][id.x] + array<array<f32, 2>, 3>()[id.x][1] + mat2x3f()[id.x][id.y];
}`, nil, nil},
	{"literals have a type", `
@group(0) @binding(1) var<storage, read_write> q: array<f32>;
fn u(x: f32) -> f32 { return f32(u32(x)); }
@compute @workgroup_size(1) fn main() {
	let i = o[1]; let c = i > 2;
	o[0] = countOneBits(select(1, 2, c)) + bitcast<i32>(select(1.5, 0.1, c)) + abs(select(-1, 2, c)) / select(3, 4, c);
	q[1] = -select(1.5, 0.1, c) + abs(-select(1.5, 0.1, c)) + min(select(1.5, 0.1, c), 0.3) + select(select(1.5, 0.1, c), 7.0, i > 3);
	q[2] = floor(select(-1.5, 0.1, c)) + f32(i32(select(1.5, 0.1, c))) + ldexp(select(1.5, 0.1, c), select(1, 2, c)) + fract(select(-1.5, -0.1, c));
	q[3] = select(1.5, 0.1, c) % 0.3 + exp2(select(1.5, 0.1, c)) + trunc(0.1 * select(1.5, 0.1, c)) + u(select(1.5, 0.1, c)) + sqrt(select(1.5, 0.1, c));
	q[4] = quantizeToF16(select(1.5, 0.1, c)) + modf(select(1.5, 0.1, c)).fract + frexp(select(1.5, 0.1, c)).fract + sqrt(0.5 + select(0.25, 0.75, c));
}`, []string{"sqrt(c ? 0.1f : 1.5f)", "c ? 0.1f : -1.5f"}, nil},
	{"matrices by rows as parameters", `
struct S { m: mat3x3f, k: i32 }
@group(0) @binding(1) var<uniform> u: S;
@group(0) @binding(2) var<uniform> bones: array<mat4x4f, 4>;
fn change(s: ptr<function, S>, i: i32) -> f32 { if i == 7 { return 3.0; } s.m[i][2] += 1.0; return s.m[1][2]; }
fn all(a: ptr<function, array<mat4x4f, 4>>) { (*a)[1][2].x = 4.0; }
@compute @workgroup_size(1) fn main() {
	var s = u;
	o[0] = i32(change(&s, o[1]));
	var b = bones;
	all(&b);
	o[2] = i32(b[o[3]][1].y);
}`, []string{"inout S s", "S s_1 = s;", "s = s_1;", "row_major float4x4 b[4] = bones;", "inout row_major float4x4 a[4]"}, nil},
	{"the greater of an int and a literal", `
@group(0) @binding(1) var<storage, read_write> a: array<atomic<i32>>;
@compute @workgroup_size(1) fn main() { o[0] = atomicMax(&a[0], 3); atomicMin(&a[1], -1); atomicAdd(&a[2], 4); }`, []string{"a.InterlockedMax(0, int(3), ", "int(-1)", ", 4)"}, nil},
	{"an array that is given a table", `
var<private> p: array<i32, 3>;
@compute @workgroup_size(1) fn main() { if o[1] > 2 { p = array(512, 7, 2); } o[0] = p[0]; }`, []string{"p = (int[3])0;"}, nil},
	{"choices of integers have a type", `
@compute @workgroup_size(1) fn main() {
	let i = o[1]; let c = i > 2;
	o[0] = select(-7, -5, c) >> 1;
	o[1] = reverseBits(select(-7, -5, c));
	o[2] = min(select(-7, -5, c), select(i32(), 3, i > 3)) | select(8, 9, c);
	o[3] = select(select(-7, -5, c), 9, i > 3) >> 1;
	o[4] = array(1, 2, 3)[select(2, 1, c)];
	o[5] = i32(select(-7, -5, c) < select(1, 2, i > 3));
	o[6] = ~select(-7, -5, c) >> 1;
	o[7] = select(1, 2, c);
	o[8] = select(1, 2, c) + i;
	o[9] = (-8 >> bitcast<u32>(i)) + (select(-8, 9, c) << 2);
}`, []string{"int(c ? -5 : -7) >> 1u", "reversebits(int(c ? -5 : -7))", "min(int(c ? -5 : -7), i > 3 ? 3 : 0)", "int(i > 3 ? 9 : int(c ? -5 : -7)) >> 1u",
		"[int(c ? 1 : 2)]", "int(c ? -5 : -7) < (i > 3 ? 2 : 1)", "~int(c ? -5 : -7)", "o.Store<int>(28, c ? 2 : 1)", "int(-8) >>", "int(c ? 9 : -8) << 2u"}, nil},
}

func TestFaults(t *testing.T) {
	var rows []row
	for _, c := range faults {
		m := parse("enable wgpu_binding_array;\n@group(0) @binding(0) var<storage, read_write> o: array<i32>;\n" + c.source)
		if m == nil {
			t.Fatal(c.name)
		}
		for _, minify := range []bool{false, true} {
			for _, model := range []back.ShaderModel{back.ShaderModel50, back.ShaderModel66} {
				o := options(model)
				o.Minify = minify
				out, r, err := back.Write(m, nil, o)
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
					continue
				}
				if !minify && model == back.ShaderModel66 {
					for _, s := range c.has {
						if !strings.Contains(out, s) {
							t.Errorf("%s: no %q in\n%s", c.name, s, out)
						}
					}
					for _, s := range c.lacks {
						if strings.Contains(out, s) {
							t.Errorf("%s: %q in\n%s", c.name, s, out)
						}
					}
				}
				more := rowsOf(c.name, out, r, model)
				if model == back.ShaderModel66 {
					for _, x := range more {
						x.Name += " as of 2018"
						x.Args = append([]string{"-HV", "2018"}, x.Args...)
						more = append(more, x)
					}
				}
				rows = append(rows, more...)
			}
		}
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", v.Name, firstError(v), rows[i].Source)
		}
	}
}
