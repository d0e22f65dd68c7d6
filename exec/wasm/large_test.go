package wasm_test

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
)

// TestMemoryShapes runs shaders whose private memory is large, has initial values or is
// shared by several entry points: none may be refused.
func TestMemoryShapes(t *testing.T) {
	for _, s := range []struct {
		name, source string
		entries      []string
	}{
		{"initial values", `
override A: f32 = 1.5;
var<private> p: f32 = A * 2.0;
var<private> q = array<vec2i, 2>(vec2i(1, 2), vec2i(3, 4));
var<private> r: u32;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 16>;
fn next() -> f32 { p += 1.0; r += 1u; return p; }
@compute @workgroup_size(4) fn a(@builtin(local_invocation_index) i: u32) { o[i] = u32(next() + next()) + u32(q[i % 2u].x) + r; }
@compute @workgroup_size(4) fn b(@builtin(local_invocation_index) i: u32) { q[i % 2u].y = 9; if (i == 1u) { r = 5u; } o[i] = u32(next()) + u32(q[1].y) + r; }
@compute @workgroup_size(4) fn c(@builtin(local_invocation_index) i: u32) { o[i] = u32(next() * 4.0) + u32(q[i % 2u].y); }`, []string{"a", "b", "c"}},
		{"large", `
struct S { x: array<vec3f, 500>, n: u32 }
var<private> w: array<u32, 3000>;
var<private> s: S;
@group(0) @binding(0) var<storage> x: array<u32, 4096>;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(16) fn whole(@builtin(local_invocation_index) i: u32) {
  var l: array<u32, 2000>;
  for (var k = 0u; k < 1900u; k += i + 1u) { l[k] = x[(k * i) % 4096u]; }
  w[i * 30u] = l[1999u - i] + l[k(i)];
  s.x[i].y = f32(i);
  o[i] = w[i * 15u] + w[2999u - i] + u32(s.x[i % 4u].y + s.x[499].z) + s.n;
}
fn k(i: u32) -> u32 { return i * i; }
@compute @workgroup_size(16) fn fresh(@builtin(local_invocation_index) i: u32) {
  var sum = 0u;
  for (var k = 0u; k < i % 5u; k++) {
    var l: array<u32, 1100>;
    sum += l[x[k] % 1100u];
    l[x[k] % 1100u] = k + 7u;
    if (k == 3u) { w = array<u32, 3000>(); } else { w[x[k] % 3000u] += k; }
    sum = sum * 3u + w[x[0] % 3000u] + l[x[0] % 1100u];
  }
  o[i] = sum;
}`, []string{"whole", "fresh"}},
	} {
		var n tally
		for _, entry := range s.entries {
			for seed := range uint64(3) {
				j, err := differential.NewJob(fmt.Sprint(s.name, " ", entry), s.source, entry, [3]uint32{1, 1, 1}, nil, seed)
				if err != nil {
					t.Fatal(err)
				}
				n.compare(t, j)
			}
		}
		if len(n.refused) > 0 {
			t.Errorf("%s: refused: %v", s.name, n.refused)
		}
	}
}
