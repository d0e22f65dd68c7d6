package pipeline_test

import (
	"slices"
	"testing"

	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
)

// TestInlineUniforms finds the words that decide an if and how often a loop goes round, and
// not the one that is compared with what differs; with values in place of them there is
// neither if nor loop.
func TestInlineUniforms(t *testing.T) {
	s := fromWGSL(t, []byte(`
struct U { n: u32, m: u32, k: vec4u, z: f32 }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<storage, read_write> o: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  var x = u.k.x;
  for (var r = 0u; r < u.n; r++) { x = x * 3 + i; }
  if u.k.y * 2 > 5 { x += 7; } else { x ^= i; }
  if u.m > i { x -= 1; }
  o[i] = x + u.k.z;
}
`))
	run := func(list string) {
		t.Helper()
		p, err := pipeline.Parse(list)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: true}); err != nil {
			t.Fatal(err)
		}
	}
	run("vars-to-ssa, explicit-buffers, constant-folding, copy-prop, cse, dce")
	words := opt.FindUniforms(s, 4)
	var offsets []uint32
	for _, w := range words {
		offsets = append(offsets, w.Offset)
	}
	if want := []uint32{0, 20}; !slices.Equal(offsets, want) {
		t.Fatalf("words at %d, not %d, of\n%s", offsets, want, s)
	}
	if few := opt.FindUniforms(s, 1); len(few) != 1 {
		t.Errorf("%d words where one is asked for", len(few))
	}
	p := opt.InlineUniforms([]opt.UniformValue{{UniformWord: words[0], Bits: 2}, {UniformWord: words[1], Bits: 3}})
	if !p.Run(s) || p.Run(s) {
		t.Error("it changes something once")
	}
	run("constant-folding, copy-prop, remove-phis, dead-cf, loop-unroll, constant-folding, dead-cf, dce")
	expect(t, s, "count loop = 0")
	expect(t, s, "count if = 1")
}
