package wasm_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
)

// TestOnce runs many batches of a shader that computes with uniforms: an arc tangent, which the host computes,
// in a branch and in a loop. The host computes both once, and again after a change of the buffer in a stage
// whose memory is shared.
func TestOnce(t *testing.T) {
	m := readModule(t, `
struct Uniforms { a: f32, n: i32, list: array<vec4f, 4> }
@group(0) @binding(0) var<uniform> u: Uniforms;
@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f {
  var sum = vec4f(uv.x);
  for (var k = 0; k < u.n + 3; k++) {
    sum += u.list[u.n] * atan(u.a);
    if uv.y > 0.5 { sum.y += sqrt(u.a) * f32(k) + u.list[9 - u.n].z; }
  }
  if u.a > 0.25 { sum.z += atan(u.a) + 1; }
  return sum;
}`)
	const batches, count = 20, 64
	uniforms := exec.NewBuffer(80)
	put := func(at int, x uint32) { binary.LittleEndian.PutUint32(uniforms.Data[at:], x) }
	for k := range 16 {
		put(16+4*k, math.Float32bits(float32(k)/3))
	}
	for _, shared := range []bool{false, true} {
		var stages [2]exec.Stage
		for k, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			p, err := e.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var r exec.Resources
			r.Bind(0, 0, uniforms)
			put(0, math.Float32bits(0.75))
			put(4, 2)
			if stages[k], err = p.(exec.Stager).Stage(t.Context(), "main", &r, exec.RunOptions{Shared: shared}); err != nil {
				t.Fatal(err)
			}
			defer stages[k].Close()
		}
		want := 2
		for n := range batches {
			if shared && n == batches/2 {
				put(0, math.Float32bits(-3))
				put(4, 7) // beyond the array's end
			}
			var results [2]string
			for k, s := range stages {
				b := exec.Batch{Count: count, In: make([]uint32, 2*count), Out: make([]uint32, 4*count)}
				for i := range b.In {
					b.In[i] = math.Float32bits(float32(i*n) / 1000)
				}
				if err := s.Run(&b); err != nil {
					t.Fatal(err)
				}
				results[k] = fmt.Sprintf("%x", b.Out)
			}
			if results[0] != results[1] {
				t.Fatalf("batch %d: the engines have other results", n)
			}
		}
		if shared {
			want *= batches // buffers are copied for each run
		}
		if got := wasm.HostCalls(stages[1]); got != want {
			t.Errorf("shared: %t: the host was called %d times, not %d", shared, got, want)
		}
	}
}
