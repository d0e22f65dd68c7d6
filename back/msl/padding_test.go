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
