package raster_test

import (
	"bytes"
	"fmt"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/ir"
)

// colors paints overlapping triangles: numbers beside the boundaries of rounding to bytes, below 0 and above 1,
// infinite ones and NaNs, some of them discarded; and bits of inputs of each kind.
const colors = `
struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) n: u32 }
@vertex fn vertex(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32) -> V {
  let angle = f32(i) * 2.1 + f32(n);
  return V(vec4f(vec2f(cos(angle), sin(angle)) * (1.4 - f32(n) * 0.1), 0.5, 1), n);
}
fn value(n: u32) -> f32 {
  let boundary = f32(2 * (n % 256) + 1) / 510;
  switch n / 256 % 16 {
    case 0: { return f32(n % 7) - 3; }
    case 1: { return bitcast<f32>(n * 2654435761u); }
    case 2: { return f32(n % 256) / 255; }
    default: { return bitcast<f32>(bitcast<u32>(boundary) + n / 256 % 16 - 8); }
  }
}
@fragment fn opaque(v: V) -> @location(0) vec4f { return color(v); }
fn color(v: V) -> vec4f {
  let n = (u32(v.p.x) + u32(v.p.y) * 71) * 4 + v.n * 977;
  return vec4f(value(n), value(n + 1), value(n + 2), value(n + 3));
}
struct Mixed {
  @builtin(position) p: vec4f, @location(0) near: vec3f, @location(1) @interpolate(linear) far: vec2f,
  @location(2) @interpolate(flat) n: vec2u, @location(3) odd: f32,
}
@vertex fn mixed(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32) -> Mixed {
  let angle = f32(i) * 2.1 + f32(n);
  let w = 0.5 + f32(i + n);
  let odd = select(f32(i) - 1, bitcast<f32>(0x7f900001u + i + n), n == 2);
  return Mixed(vec4f(vec2f(cos(angle), sin(angle)) * (1.4 - f32(n) * 0.1) * w, f32(i) * 0.25, w), vec3f(f32(i), sin(angle), w),
    vec2f(cos(angle), f32(n)) * w, vec2u(n, 7), odd);
}
@fragment fn varyings(v: Mixed, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  if v.near.y > 0.9 { discard; }
  let bits = bitcast<vec4u>(v.p) ^ bitcast<vec4u>(vec4f(v.near, v.far.x)) ^ vec4u(v.n, bitcast<u32>(v.far.y), bitcast<u32>(v.odd)) ^ vec4u(u32(front));
  return vec4f((bits ^ (bits >> vec4u(8)) ^ (bits >> vec4u(16))) & vec4u(255)) / 255;
}
@fragment fn conditions(@builtin(front_facing) front: bool, @location(2) @interpolate(flat) n: vec2u) -> @location(0) vec4f {
  var c = vec4f(0.25);
  if front { c.x = 1; }
  switch n.x { case 0: { c.y = 1; } case 2: { c.z = 1; } default: { c.w = 1; } }
  return c;
}
@fragment fn holes(v: V) -> @location(0) vec4f {
  if (u32(v.p.x) + v.n) % 3 == 0 { discard; }
  return color(v);
}`

// TestMerged compares the pictures of both engines, of which the fast one interpolates and writes pixels itself: with each blend
// factor of the source's alpha, with one sample and four, and layouts of bytes.
func TestMerged(t *testing.T) {
	m, err := refract.Parse(t.Context(), "a.wgsl", []byte(colors), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var programs [2]exec.Program
	for k, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		if programs[k], err = e.Load(m, exec.LoadOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	factors := []raster.BlendFactor{raster.BlendZero, raster.BlendOne, raster.BlendSrcAlpha, raster.BlendOneMinusSrcAlpha}
	blends := []*raster.Blend{nil}
	for k := range 16 {
		blends = append(blends, &raster.Blend{Color: raster.Equation{Src: factors[k%4], Dst: factors[k/4]}, Alpha: raster.Equation{Src: factors[(k+1)%4], Dst: factors[(k/4+k)%4]}})
	}
	for _, samples := range []int{1, 4} {
		for _, format := range []exec.Format{exec.FormatOf(ir.Rgba8Unorm), exec.FormatOf(ir.Bgra8Unorm), exec.FormatOf(ir.Rgba32Float)} {
			for k, blend := range blends {
				if k > 1 && (samples > 1 || format == exec.FormatOf(ir.Bgra8Unorm)) {
					continue // the rasterizer's own way, which TestScenes has
				}
				for _, entry := range []string{"opaque", "holes", "varyings", "conditions"} {
					t.Run(fmt.Sprintf("%d/%s/%d/%s", samples, format, k, entry), func(t *testing.T) {
						want := drawMerged(t, programs[0], entry, format, samples, blend)
						if got := drawMerged(t, programs[1], entry, format, samples, blend); !bytes.Equal(got, want) {
							t.Error("the engines have other pictures")
						}
					})
				}
			}
		}
	}
}

// drawMerged draws some triangles and returns the samples.
func drawMerged(t *testing.T, p exec.Program, entry string, format exec.Format, samples int, blend *raster.Blend) []byte {
	pass, _, err := raster.NewPass(71, 69, format, samples, false)
	if err != nil {
		t.Fatal(err)
	}
	pass.Workers = 2
	if err := pass.ClearColor(0, [4]float64{0.2, 0.4, 0.6, 0.8}); err != nil {
		t.Fatal(err)
	}
	vertex := "vertex"
	if entry == "varyings" || entry == "conditions" {
		vertex = "mixed"
	}
	d := raster.Draw{Count: 3, Instances: 4, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: p, Entry: vertex},
		Fragment: raster.Shader{Program: p, Entry: entry}, Targets: []raster.Target{{Blend: blend}}}}
	if err := pass.Draw(t.Context(), &d); err != nil {
		t.Fatal(err)
	}
	return pass.Colors[0].View.Texture.Level(0)
}
