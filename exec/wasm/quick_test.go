package wasm_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"testing"

	"refract/exec"
	"refract/exec/wasm"
	"refract/internal/num"
)

// TestQuick compares the functions that have a quick way with package num, on numbers of
// all exponents; REFRACT_ALL=1 takes each 32-bit float.
func TestQuick(t *testing.T) {
	functions := []struct {
		text string
		want func(a, b float32) float32
	}{
		{"sin(a)", func(a, _ float32) float32 { return num.SinF32(a) }},
		{"cos(a)", func(a, _ float32) float32 { return num.CosF32(a) }},
		{"sin(a) + cos(a)", func(a, _ float32) float32 { return num.SinF32(a) + num.CosF32(a) }}, // by one function
		{"exp(a)", func(a, _ float32) float32 { return num.ExpF32(a) }},
		{"exp2(a)", func(a, _ float32) float32 { return num.Exp2F32(a) }},
		{"log(a)", func(a, _ float32) float32 { return num.LogF32(a) }},
		{"log2(a)", func(a, _ float32) float32 { return num.Log2F32(a) }},
		{"pow(a, b)", num.PowF32},
	}
	const each = 1 << 17
	step := uint64(6529)
	if os.Getenv("REFRACT_ALL") == "1" {
		step = 1
	}
	for _, f := range functions {
		t.Run(f.text, func(t *testing.T) {
			t.Parallel()
			m := readModule(t, fmt.Sprintf(`
@group(0) @binding(0) var<storage, read_write> data: array<vec2f>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3u) {
  let a = data[g.x].x; let b = data[g.x].y;
  data[g.x].x = %s;
}`, f.text))
			p, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			data := make([]byte, 8*each)
			var r exec.Resources
			r.Bind(0, 0, &exec.Buffer{Data: data})
			float := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[at:])) }
			in := make([]float32, each)
			for next, n, done := uint64(0), 0, false; !done; n = 0 {
				for ; n < each; n++ {
					in[n] = math.Float32frombits(uint32(next))
					binary.LittleEndian.PutUint32(data[8*n:], uint32(next))
					binary.LittleEndian.PutUint32(data[8*n+4:], math.Float32bits(float32(n%977)/97-3))
					if next += step; next >= 1<<32 {
						next, done = 1<<32-1, true
					}
				}
				if _, err := p.Dispatch(t.Context(), "main", [3]uint32{each / 64, 1, 1}, &r, exec.RunOptions{}); err != nil {
					t.Fatal(err)
				}
				for k, a := range in {
					if got, want := float(8*k), f.want(a, float(8*k+4)); math.Float32bits(got) != math.Float32bits(want) {
						t.Fatalf("of %g (%08x), %g: %g, not %g", a, math.Float32bits(a), float(8*k+4), got, want)
					}
				}
			}
		})
	}
}
