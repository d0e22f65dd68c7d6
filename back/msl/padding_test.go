package msl

// This file runs kernels that store whole structs in memory, and looks at what lies
// between the members.

import (
	"strings"
	"testing"

	"refract/internal/harness"
)

func TestPadding(t *testing.T) {
	m, list := parse(`
struct A { a: u32, @align(16) b: vec3<u32>, @size(32) c: u32, d: vec2<u32> }
@group(0) @binding(0) var<storage, read_write> s: array<A, 4>;
@compute @workgroup_size(1) fn main() { var a = A(1, vec3u(2), 3, vec2u(4)); s[0] = a; s[2] = A(); s[3] = s[2]; }`)
	if m == nil {
		t.Fatal(messages(list))
	}
	type job struct {
		Name       string                       `json:"name"`
		Source     string                       `json:"source"`
		Entry      string                       `json:"entry"`
		Workgroups [3]int                       `json:"workgroups"`
		Threads    [3]int                       `json:"threads"`
		Buffers    map[string]map[string]string `json:"buffers"`
		Outputs    []string                     `json:"outputs"`
	}
	var jobs []job
	for _, minify := range []bool{false, true} {
		o := NewOptions()
		o.Minify = minify
		out, err := Write(m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job{"padding", out.Text, "main_", [3]int{1, 1, 1}, [3]int{1, 1, 1},
			map[string]map[string]string{"0": {"hex": strings.Repeat("a5", 320)}}, []string{"0"}})
	}
	gap := func(words int) string { return strings.Repeat("a5a5a5a5", words) }
	const one, two, three, four, zero = "01000000", "02000000", "03000000", "04000000", "00000000"
	zeros := zero + gap(3) + strings.Repeat(zero, 4) + gap(8) + zero + zero + gap(2)
	want := one + gap(3) + two + two + two + three + gap(8) + four + four + gap(2) + gap(20) + zeros + zeros
	for _, v := range harness.Oracle(t, "msl-run", jobs) {
		if !v.OK || v.Buffers["0"] != want {
			t.Errorf("%v %s\ngot  %s\nwant %s", v.OK, v.Text(), v.Buffers["0"], want)
		}
	}
}

// TestVectorsOfThree looks at assignments to vectors of three in buffers, which Metal may
// carry out as ones of four: the CPU on which kernels run doesn't.
func TestVectorsOfThree(t *testing.T) {
	m, list := parse(`enable f16;
struct B { v: vec3f, w: vec3f, x: f32 }
struct A { a: u32, v: vec3f, b: array<vec3f, 3>, m: mat3x3f, h: vec3h, n: array<B, 2>, mh: mat2x3h, c: array<vec3u, 9> }
@group(0) @binding(0) var<storage, read_write> s: A;
@group(0) @binding(1) var<storage, read_write> t: array<vec3f>;
@group(0) @binding(2) var<storage, read_write> q: vec3f;
@group(0) @binding(3) var<storage> u: A;
fn store(p: ptr<storage, vec3f, read_write>, v: vec3f) { *p = v; (*p).y = 1; }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
	s.v = vec3f(1); s.b[id.x] = vec3f(2); s.b = array<vec3f, 3>(); s.m[id.x] = vec3f(3); s.m = mat3x3f();
	t[id.x] = vec3f(3); q = vec3f(4); s = u; t[1].y = 2; s.v[id.x] += 1; s.n[1] = s.n[0]; s.h = vec3h(1);
	s.mh = mat2x3h(); s.m[1][id.y] = 3; s.v *= 2; s.c = u.c; s.v.x += 1; q.z = 1; s.m *= 2; store(&q, s.v); store(&t[2], s.n[1].w);
}`)
	if m == nil {
		t.Fatal(messages(list))
	}
	for _, minify := range []bool{false, true} {
		o := NewOptions()
		o.Minify = minify
		out, err := Write(m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		// Without what is packed, nothing of the kind is assigned to. What has the word
		// packed_ at the place of its declaration (w of B) needs no more.
		if !minify {
			for _, line := range strings.Split(out.Text, "\n") {
				left, _, is := strings.Cut(strings.TrimSpace(line), " = ")
				if is && strings.ContainsAny(left[:1], "sqtp") && !strings.Contains(left, " ") && !strings.HasSuffix(left, ".w") &&
					!strings.HasSuffix(left, ".x") && !strings.HasSuffix(left, ".a") {
					t.Errorf("not packed: %s", line)
				}
			}
		}
		if n := strings.Count(out.Text, "packed_float3*)&") + strings.Count(out.Text, "packed_half3*)&") + strings.Count(out.Text, "packed_uint3*)&"); n < 36 {
			t.Errorf("%d assignments to packed vectors\n%s", n, out.Text)
		}
		for _, v := range harness.Oracle(t, "msl", []map[string]string{{"name": "vectors", "source": out.Text}}) {
			if !v.OK {
				t.Errorf("%s\n%s", v.Text(), out.Text)
			}
		}
	}
}
