package wasm_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
)

// samplings samples a color and a depth at each place, in branches that not all lanes take.
const samplings = `
@group(0) @binding(0) var<storage, read_write> data: array<vec4f>;
@group(0) @binding(1) var color: texture_2d<f32>;
@group(0) @binding(2) var filtering: sampler;
@group(0) @binding(3) var depth: texture_depth_2d;
@group(0) @binding(4) var compare: sampler_comparison;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) g: vec3u) {
  let a = data[g.x];
  var sum = vec4f(0);
  if a.w > 0.2 { sum = textureSampleLevel(color, filtering, a.xy, 0); }
  let b = textureSampleCompareLevel(depth, compare, a.xy, a.z);
  data[g.x] = sum + vec4f(b * 4);
}`

// randomPlaces are coordinates on texels, on edges, outside, and that are no numbers.
func randomPlaces(r *rand.Rand, n int) []byte {
	var out []byte
	edges := []float32{0, 1, -1, 2, 0.5, float32(math.Inf(1)), float32(math.NaN()), 1e20, -1e20, 3e9, 1e-30, -0.0}
	for range n {
		place := [4]float32{r.Float32(), r.Float32(), 0.5 + 0.01*float32(r.IntN(3)-1), r.Float32()}
		for k := range 2 {
			switch r.IntN(40) {
			case 0:
				place[k] = edges[r.IntN(len(edges))]
			case 1, 2, 3, 4:
				place[k] = place[k]*20 - 10
			case 5, 6:
				place[k] = float32(r.IntN(17)-4) / 7
			}
		}
		for _, x := range place {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
	}
	return out
}

// TestSamplings compares samplings in generated code with the reference engine's: formats, sizes, filters,
// addresses and comparisons.
func TestSamplings(t *testing.T) {
	m := readModule(t, samplings)
	fast, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	slow, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 1))
	formats := []exec.Format{exec.FormatOf(ir.Rgba8Unorm), exec.FormatOf(ir.Bgra8Unorm), exec.Rgba8UnormSrgb}
	const each = 2048
	resident := 0
	for k := range 48 {
		size := [2]uint32{1 + r.Uint32N(9), 1 + r.Uint32N(9)}
		texture := func(f exec.Format, texel func() uint64) *exec.Texture {
			x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: f, Width: size[0], Height: size[1]})
			if err != nil {
				t.Fatal(err)
			}
			for at := 0; at < len(x.Level(0)); at += 4 {
				binary.LittleEndian.PutUint32(x.Level(0)[at:], uint32(texel()))
			}
			return x
		}
		sampler := func() *exec.Sampler {
			s := exec.NewSampler(exec.Filter(r.IntN(2)), exec.AddressMode(r.IntN(3)))
			s.AddressV = exec.AddressMode(r.IntN(3))
			return s
		}
		color := texture(formats[k%len(formats)], r.Uint64)
		depth := texture(exec.Depth32Float, func() uint64 { return uint64(math.Float32bits(0.5 + 0.01*float32(r.IntN(3)-1))) })
		filtering, compare := sampler(), sampler()
		compare.Compare = exec.CompareNever + exec.Compare(r.IntN(int(exec.CompareAlways)))
		data := randomPlaces(r, each)
		var results [2][]byte
		for n, p := range []exec.Program{slow, fast} {
			results[n] = bytes.Clone(data)
			var res exec.Resources
			res.Bind(0, 0, &exec.Buffer{Data: results[n]})
			res.Bind(0, 1, color)
			res.Bind(0, 2, filtering)
			res.Bind(0, 3, depth)
			res.Bind(0, 4, compare)
			if _, err := p.Dispatch(t.Context(), "main", [3]uint32{each / 64, 1, 1}, &res, exec.RunOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		resident += wasm.Resident(fast)
		what := fmt.Sprintf("%s of %d×%d, %+v, %+v", color.Format, size[0], size[1], filtering, compare)
		for at := 0; at < len(data); at += 4 {
			if got, want := results[1][at:at+4], results[0][at:at+4]; !bytes.Equal(got, want) {
				t.Fatalf("%s, place %x: %x, not %x", what, data[at&^15:][:16], got, want)
			}
		}
	}
	// Without mirrors and sRGB, and with a comparison in order.
	if resident < 20 {
		t.Errorf("generated code sampled %d textures", resident)
	}
}
