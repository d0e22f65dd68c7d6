package raster_test

// The least cases of what the random scenes leave out of their comparison, since the
// driver breaks a rule or uses a freedom: what is drawn here is checked against the rule,
// and what the driver draws is told.

import (
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/vkrun"
)

const countingShader = `
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;
@vertex fn vs(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  atomicAdd(&counts[u32(p.y) * 16u + u32(p.x)], 1u);
  return vec4f(0.5);
}`

// counting draws triangles of 16 by 16 pixels with 4 samples, their corners in 256ths of a
// pixel, and returns how often the fragment stage ran in each pixel, here and on the driver.
func counting(t *testing.T, device *vkrun.Device, corners [][2]float32, mask uint32, scissor *image.Rectangle, viewport *raster.Viewport) (here, driver []byte) {
	const size = 16
	sh := shaderOf(t, countingShader)
	format, _ := vkrun.FormatByName("rgba8unorm")
	var vertices []byte
	for _, p := range corners {
		vertices = append(vertices, floats(p[0]/256/(size/2)-1, p[1]/256/(size/2)-1, 0.5, 1)...)
	}
	v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 1, Count: uint32(len(corners)), Topology: 3,
		SampleMask: mask, Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size},
		Buffers:  []vkrun.VertexBuffer{{Data: vertices, Stride: 16, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F}}}},
		Bindings: []vkrun.Binding{{Binding: 5, Data: make([]byte, 4*size*size)}}, Blend: []vkrun.BlendState{{WriteMask: 15}}}
	if scissor != nil {
		v.Scissor = [4]uint32{uint32(scissor.Min.X), uint32(scissor.Min.Y), uint32(scissor.Dx()), uint32(scissor.Dy())}
	}
	if viewport != nil {
		v.Viewport = [6]float32{viewport.X, viewport.Y, viewport.Width, viewport.Height, 0, 1}
	}
	s := &vkrun.Scene{Width: size, Height: size, Samples: 4, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}}
	if _, _, err := device.DrawScene(s); err != nil {
		t.Fatal(err)
	}
	pass := &raster.Pass{Colors: []raster.Color{{View: target(t, "rgba8unorm", size, size, 4).View()}}}
	counts := make([]byte, 4*size*size)
	d := &raster.Draw{Count: len(corners), Buffers: [][]byte{vertices}, Resources: &exec.Resources{}, Scissor: scissor, Viewport: viewport,
		Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"}, SampleMask: mask, Clip: raster.ClipVulkan,
			Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}}}}}}
	d.Resources.Bind(0, 5, &exec.Buffer{Data: counts})
	if err := pass.Draw(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	return counts, s.Draws[0].Bindings[0].Data
}

// chart shows counts as digits, a line for each row.
func chart(counts []byte) string {
	var b strings.Builder
	for i := 0; i < len(counts); i += 4 {
		b.WriteByte(".123456789"[min(binary.LittleEndian.Uint32(counts[i:]), 9)])
		if i/4%16 == 15 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// everything covers 16 by 16 pixels.
var everything = [][2]float32{{0, 0}, {32 * 256, 0}, {0, 32 * 256}}

// TestDriverScissor: with samples 1 and 2 alone nothing is drawn outside a scissor
// (Vulkan, "Scissor Test").
func TestDriverScissor(t *testing.T) {
	device := vkrun.OpenTest(t)
	r := image.Rect(5, 4, 11, 9)
	here, driver := counting(t, device, everything, 6, &r, nil)
	want := strings.Repeat("................\n", 4) + strings.Repeat(".....111111.....\n", 5) + strings.Repeat("................\n", 7)
	if got := chart(here); got != want {
		t.Errorf("drawn:\n%s", got)
	}
	if got := chart(driver); got != want {
		t.Logf("the driver:\n%s", got)
	}
}

// TestDriverViewport: samples are drawn in the part of a pixel that a viewport has
// ("Primitive Clipping").
func TestDriverViewport(t *testing.T) {
	device := vkrun.OpenTest(t)
	here, driver := counting(t, device, everything, 0, nil, &raster.Viewport{X: 2, Y: 1, Width: 8.5, Height: 6.5, MaxDepth: 1})
	want := "................\n" + strings.Repeat("..111111111.....\n", 7) + strings.Repeat("................\n", 8)
	// What clipping leaves is two triangles, which share pixels.
	if got := strings.ReplaceAll(chart(here), "2", "1"); got != want {
		t.Errorf("drawn:\n%s", got)
	}
	if got := strings.ReplaceAll(chart(driver), "2", "1"); got != want {
		t.Logf("the driver:\n%s", got)
	}
}

// TestDriverInvocations: a fragment runs once where no more is asked for, also where one of
// its samples lies close to an edge. It may run more often ("Sample Shading").
func TestDriverInvocations(t *testing.T) {
	device := vkrun.OpenTest(t)
	here, driver := counting(t, device, [][2]float32{{1316, -81}, {3018, 8221}, {-3549, 13240}}, 0, nil, nil)
	if got := chart(here); strings.ContainsAny(got, "23456789") {
		t.Errorf("drawn:\n%s", got)
	}
	if got := chart(driver); strings.ContainsAny(got, "23456789") {
		t.Logf("the driver:\n%s", got)
	}
}

const lineShader = `
struct F { @builtin(position) p: vec4f, @location(0) @interpolate(linear) t: f32 }
@vertex fn vs(@location(0) p: vec4f, @builtin(vertex_index) i: u32) -> F { return F(p, f32(i)); }
@fragment fn fs(@location(0) @interpolate(linear) t: f32) -> @location(0) vec4f { return vec4f(t, 1, 0, 0); }`

// TestDriverLines: lines of several samples are interpolated at the centers of pixels
// (Vulkan, "Basic Line Segment Rasterization", the equation of t); llvmpipe does it at their
// lower right corners.
func TestDriverLines(t *testing.T) {
	device := vkrun.OpenTest(t)
	const size = 32
	sh := shaderOf(t, lineShader)
	format, _ := vkrun.FormatByName("rgba32float")
	r := rand.New(rand.NewPCG(4, 4))
	off, pixels, same := 0, 0, 0
	for range 10 {
		width := 1 + 7*r.Float32()
		var ends [2][2]float32
		var vertices []byte
		for k := range ends {
			ends[k] = [2]float32{r.Float32() * size, r.Float32() * size}
			vertices = append(vertices, floats(ends[k][0]/(size/2)-1, ends[k][1]/(size/2)-1, 0.5, 1)...)
		}
		v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: width, Count: 2, Topology: 1,
			Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
			Buffers: []vkrun.VertexBuffer{{Data: vertices, Stride: 16, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F}}}}}
		want, _, err := device.DrawScene(&vkrun.Scene{Width: size, Height: size, Samples: 4, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
		if err != nil {
			t.Fatal(err)
		}
		c := raster.Color{View: target(t, "rgba32float", size, size, 4).View(), Resolve: target(t, "rgba32float", size, size, 1).View()}
		pass := &raster.Pass{Colors: []raster.Color{c}}
		d := &raster.Draw{Count: 2, Buffers: [][]byte{vertices}, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"},
			Clip: raster.ClipVulkan, Primitive: raster.Primitive{Topology: raster.LineList, LineWidth: width},
			Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}}}}}}
		if err := pass.Draw(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		if err := pass.Resolve(); err != nil {
			t.Fatal(err)
		}
		for at := range size * size {
			a, b := channels(c.View.Texture.Format, c.Resolve.Texture.Level(0)[16*at:]), channels(c.View.Texture.Format, want[0][16*at:])
			if a[1] == 0 && b[1] == 0 {
				continue
			}
			pixels++
			if a[1] == b[1] { // as many samples
				same++
			}
			if a[1] == 0 {
				continue
			}
			dx, dy := float64(ends[1][0]-ends[0][0]), float64(ends[1][1]-ends[0][1])
			along := func(x, y float64) float64 {
				return ((x-float64(ends[0][0]))*dx + (y-float64(ends[0][1]))*dy) / (dx*dx + dy*dy)
			}
			x, y := float64(at%size)+0.5, float64(at/size)+0.5
			const near = 0.002
			if got := a[0] / a[1]; math.Abs(got-along(x, y)) > near {
				t.Errorf("a line from %v to %v at %d, %d: %v, not %v", ends[0], ends[1], at%size, at/size, got, along(x, y))
			}
			if b[1] > 0 && math.Abs(b[0]/b[1]-along(x, y)) > near && math.Abs(b[0]/b[1]-along(x+0.5, y+0.5)) <= near {
				off++
			}
		}
	}
	if t.Logf("%d of %d pixels are half a pixel off on the driver", off, pixels); same*100 < pixels*98 {
		t.Errorf("%d of %d pixels have as many samples", same, pixels)
	}
}

// TestDriverWideLine: a line is as wide beyond the viewport as in it: nothing but the
// scissor cuts it off (Vulkan, "Basic Line Segment Rasterization", "Scissor Test").
// llvmpipe cuts it off at the viewport.
func TestDriverWideLine(t *testing.T) {
	device := vkrun.OpenTest(t)
	const size = 16
	sh := shaderOf(t, lineShader)
	format, _ := vkrun.FormatByName("rgba32float")
	vertices := floats(0.5, -1, 0.5, 1, 0.5, 1, 0.5, 1) // from (6, 0) to (6, 16) of 8 by 16 pixels
	view := raster.Viewport{Width: 8, Height: size, MaxDepth: 1}
	v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 8, Count: 2, Topology: 1,
		Viewport: [6]float32{0, 0, view.Width, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
		Buffers: []vkrun.VertexBuffer{{Data: vertices, Stride: 16, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F}}}}}
	want, _, err := device.DrawScene(&vkrun.Scene{Width: size, Height: size, Samples: 1, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
	if err != nil {
		t.Fatal(err)
	}
	c := raster.Color{View: target(t, "rgba32float", size, size, 1).View()}
	pass := &raster.Pass{Colors: []raster.Color{c}}
	d := &raster.Draw{Count: 2, Buffers: [][]byte{vertices}, Viewport: &view, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"},
		Clip: raster.ClipVulkan, Primitive: raster.Primitive{Topology: raster.LineList, LineWidth: 8},
		Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}}}}}}
	if err := pass.Draw(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	row := func(data []byte) string {
		var b strings.Builder
		for x := range size {
			b.WriteByte(".1"[b2i(channels(c.View.Texture.Format, data[16*(8*size+x):])[1] == 1)])
		}
		return b.String()
	}
	if got, want := row(c.View.Texture.Level(0)), "..11111111......"; got != want {
		t.Errorf("a row is %s", got)
	}
	if got := row(want[0]); got != "..111111........" {
		t.Errorf("the driver doesn't end the line at the viewport any longer: %s", got)
	}
}

// interpolated draws a triangle with positions in Vulkan's clip space, here and on the
// driver: 16 by 16 pixels of four floats, and whether each has all of its samples.
func interpolated(t *testing.T, device *vkrun.Device, source string, corners [3][4]float32, samples int, unclipped bool) (here, driver [][4]float64) {
	const size = 16
	sh := shaderOf(t, source)
	format, _ := vkrun.FormatByName("rgba32float")
	var vertices []byte
	for _, p := range corners {
		vertices = append(vertices, floats(p[:]...)...)
	}
	v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 1, Count: 3, Topology: 3, DepthClamp: unclipped,
		Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
		Buffers: []vkrun.VertexBuffer{{Data: vertices, Stride: 16, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F}}}}}
	want, _, err := device.DrawScene(&vkrun.Scene{Width: size, Height: size, Samples: uint32(samples), Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
	if err != nil {
		t.Fatal(err)
	}
	pass, picture, err := raster.NewPass(size, size, exec.FormatByName("rgba32float"), samples, false)
	if err != nil {
		t.Fatal(err)
	}
	d := &raster.Draw{Count: 3, Buffers: [][]byte{vertices}, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"},
		Clip: raster.ClipVulkan, Primitive: raster.Primitive{Unclipped: unclipped},
		Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{{Location: 0, Format: raster.Float32x4}}}}}}
	if err := pass.Draw(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	if err := pass.Resolve(); err != nil {
		t.Fatal(err)
	}
	for i := range size * size {
		here = append(here, channels(picture.Format, picture.Level(0)[16*i:]))
		driver = append(driver, channels(picture.Format, want[0][16*i:]))
	}
	return here, driver
}

// TestDriverSamples: what all vertices have alike is that everywhere, at samples too (Vulkan,
// "Basic Polygon Rasterization", the equation of f). llvmpipe multiplies what it interpolates
// at a sample by the w of the pixel's center.
func TestDriverSamples(t *testing.T) {
	device := vkrun.OpenTest(t)
	here, driver := interpolated(t, device, `
struct F { @builtin(position) p: vec4f, @location(0) @interpolate(perspective, sample) x: f32 }
@vertex fn vs(@location(0) p: vec4f) -> F { return F(p, 1); }
@fragment fn fs(@location(0) @interpolate(perspective, sample) x: f32) -> @location(0) vec4f { return vec4f(x, 1, 0, 0); }`,
		[3][4]float32{{-0.9, -0.8, 0.2, 1}, {1.8, -1.2, 0.5, 2}, {-0.2, 0.23, 0.1, 0.25}}, 4, false)
	wrong := 0
	for i, x := range here {
		if math.Abs(x[0]-x[1]) > 1e-5 {
			t.Errorf("at %d, %d: %v of %v samples", i%16, i/16, x[0], x[1])
		}
		wrong += b2i(math.Abs(driver[i][0]-driver[i][1]) > 0.001)
	}
	if wrong == 0 {
		t.Error("the driver doesn't do so any longer")
	}
}

// TestDriverClippedLinear: what runs evenly over the window does so where a triangle is
// clipped (Vulkan, "Clipping Shader Outputs"), and what all vertices have alike stays so.
// llvmpipe draws what is no number.
func TestDriverClippedLinear(t *testing.T) {
	device := vkrun.OpenTest(t)
	corners := [3][4]float32{{-0.9, -0.9, 0.5, 1}, {0.9, -0.9, 0.5, 1}, {-0.9 * 2, 0.9 * 2, -0.5, 2}}
	here, driver := interpolated(t, device, `
struct F { @builtin(position) p: vec4f, @location(0) @interpolate(linear) x: vec2f }
@vertex fn vs(@location(0) p: vec4f) -> F { return F(p, vec2f(p.x / p.w, 1)); }
@fragment fn fs(@location(0) @interpolate(linear) x: vec2f) -> @location(0) vec4f { return vec4f(x, 1, 0); }`, corners, 1, false)
	drawn, wrong := 0, 0
	for i, x := range here {
		if x[2] == 0 {
			continue
		}
		drawn++
		if want := (float64(i%16)+0.5)/8 - 1; math.Abs(x[0]-want) > 0.001 || math.Abs(x[1]-1) > 1e-5 {
			t.Errorf("at %d, %d: %v, not %v", i%16, i/16, x, want)
		}
		wrong += b2i(!(math.Abs(driver[i][0]-x[0]) < 0.01 && math.Abs(driver[i][1]-1) < 0.01))
	}
	if drawn == 0 || wrong == 0 {
		t.Errorf("%d pixels are drawn, %d otherwise by the driver", drawn, wrong)
	}
}

// sampled draws 16 by 16 pixels of a texture whose coordinates go (dx, dy) texels from a pixel
// to the one beside it and below it, here and on the driver: the first channel.
func sampled(t *testing.T, device *vkrun.Device, x *exec.Texture, s *exec.Sampler, at, right, down [2]float32) (here, driver []float64) {
	const size = 16
	texels := float32(x.Width)
	sh := shaderOf(t, fmt.Sprintf(`
@group(0) @binding(0) var tex: texture_2d<f32>;
@group(0) @binding(1) var smp: sampler;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i & 2u) * 2.0 - 1.0, 0.5, 1.0); }
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return textureSample(tex, smp, (vec2f(%v, %v) + (p.x - 0.5) * vec2f(%v, %v) + (p.y - 0.5) * vec2f(%v, %v)) / %v);
}`, at[0], at[1], right[0], right[1], down[0], down[1], texels))
	format, _ := vkrun.FormatByName("rgba32float")
	texture := &vkrun.Texture{View: vkrun.View2D, Format: format, Width: x.Width, Height: x.Height}
	for level := range x.Levels {
		texture.Levels = append(texture.Levels, x.Level(level))
	}
	v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 1, Count: 3, Topology: 3, FlipY: true,
		Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
		Bindings: []vkrun.Binding{{Binding: 0, Texture: texture}, {Binding: 1, Sampler: &vkrun.Sampler{Magnify: vkrun.Linear, Minify: vkrun.Linear, Mipmap: vkrun.Filter(s.Mipmap),
			Address: [3]vkrun.AddressMode{vkrun.Repeat, vkrun.Repeat, vkrun.Repeat}, LodMax: 32, Anisotropy: float32(s.MaxAnisotropy)}}}}
	want, _, err := device.DrawScene(&vkrun.Scene{Width: size, Height: size, Samples: 1, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
	if err != nil {
		t.Fatal(err)
	}
	c := raster.Color{View: target(t, "rgba32float", size, size, 1).View()}
	pass := &raster.Pass{Colors: []raster.Color{c}}
	d := &raster.Draw{Count: 3, Resources: &exec.Resources{}, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: sh.fast, Entry: "vs"}, Fragment: raster.Shader{Program: sh.fast, Entry: "fs"}}}
	d.Resources.Bind(0, 0, x)
	d.Resources.Bind(0, 1, s)
	if err := pass.Draw(context.Background(), d); err != nil {
		t.Fatal(err)
	}
	for i := range size * size {
		here = append(here, channels(x.Format, c.View.Texture.Level(0)[16*i:])[0])
		driver = append(driver, channels(x.Format, want[0][16*i:])[0])
	}
	return here, driver
}

// squareTexture makes a texture of 64 by 64 texels with all levels, each with one number.
func squareTexture(t *testing.T, value func(level, x, y int) float32) *exec.Texture {
	x, err := exec.NewTexture(exec.TextureDesc{Dim: dim2D, Format: exec.FormatByName("rgba32float"), Width: 64, Height: 64, Levels: 7})
	if err != nil {
		t.Fatal(err)
	}
	for level := range uint32(7) {
		for i := range len(x.Level(level)) / 16 {
			copy(x.Level(level)[16*i:], floats(value(int(level), i%(64>>level), i/(64>>level)), 0, 0, 1))
		}
	}
	return x
}

// TestDriverLevels: the level of detail of a stretched footprint is that of its longer side
// divided by what the sampler allows (Vulkan, "Scale Factor Operation, LOD Operation and Image
// Level(s) Selection", the equations of η and λbase), and a linear mipmap mode mixes two levels
// ("Image Level(s) Selection", "Texel Filtering"). llvmpipe reads one level. Up to Mesa 22 it
// takes the shorter side however stretched the footprint is, so that the sampler's bound counts
// for nothing; from Mesa 25 on the bound counts, though not exactly (16 by 1 texels).
func TestDriverLevels(t *testing.T) {
	device := vkrun.OpenTest(t)
	x := squareTexture(t, func(level, _, _ int) float32 { return float32(level) })
	version := -1 // of the driver's rule, which the first case shows
	for _, c := range []struct {
		anisotropy  uint8
		long, short float32
		want        float64
		driver      [2]float64 // Mesa 22 and 25
	}{
		{2, 8, 1, 2, [2]float64{0, 2}},
		{4, 16, 1, 2, [2]float64{0, 3}},
		{2, 32, 4, 4, [2]float64{2, 4}},
		{4, 8, 4, 2, [2]float64{2, 2}},
		{16, 16, 2, 1, [2]float64{1, 1}},
		{16, 6, 6, math.Log2(6), [2]float64{2, 2}}, // between two levels
		{16, 12, 3, math.Log2(3), [2]float64{1, 1}},
	} {
		s := exec.NewSampler(exec.Linear, exec.Repeat)
		s.MaxAnisotropy = c.anisotropy
		here, driver := sampled(t, device, x, s, [2]float32{}, [2]float32{c.long, 0}, [2]float32{0, c.short})
		for i := range here {
			if math.Abs(here[i]-c.want) > 0.001 {
				t.Fatalf("%v by %v texels, anisotropy %d: level %v, not %v", c.long, c.short, c.anisotropy, here[i], c.want)
			}
			if version < 0 {
				version = b2i(driver[i] > 1)
			}
			if math.Abs(driver[i]-c.driver[version]) > 0.001 {
				t.Fatalf("%v by %v texels, anisotropy %d: the driver's level is %v, no longer %v", c.long, c.short, c.anisotropy, driver[i], c.driver[version])
			}
		}
	}
}

// TestDriverAnisotropy: how a stretched footprint is filtered is the driver's choice (Vulkan,
// "Texel Anisotropic Filtering": the scheme is implementation-dependent). Ours is the mean of
// samples along the longer side that this section describes. Up to Mesa 22, llvmpipe weighs all
// texels of an ellipse by a Gaussian; from Mesa 25 on it takes the mean of samples, too: as many
// as the greatest of the derivatives has texels, in the middles of equal parts.
func TestDriverAnisotropy(t *testing.T) {
	device := vkrun.OpenTest(t)
	r := rand.New(rand.NewPCG(8, 8))
	var texels [64 * 64]float64
	for i := range texels {
		texels[i] = float64(r.IntN(2))
	}
	texel := func(x, y int) float64 { return texels[(y&63)*64+x&63] }
	image := squareTexture(t, func(level, x, y int) float32 {
		if level > 0 {
			return -100
		}
		return float32(texel(x, y))
	})
	version := -1 // of the driver's scheme, which the first case shows
	linear := func(u, v float64) float64 {
		x, y := math.Floor(u-0.5), math.Floor(v-0.5)
		a, b := u-0.5-x, v-0.5-y
		i, j := int(x), int(y)
		return (texel(i, j)*(1-a)+texel(i+1, j)*a)*(1-b) + (texel(i, j+1)*(1-a)+texel(i+1, j+1)*a)*b
	}
	for _, c := range [][2][2]float32{{{4, 0}, {0, 1}}, {{0, 0.5}, {3.5, 0}}, {{4.5, 4}, {0.25, -0.5}}, {{7, -1}, {0, 1}}} {
		right, down := c[0], c[1]
		at := [2]float32{20.25, 21.75}
		s := exec.NewSampler(exec.Linear, exec.Repeat)
		s.MaxAnisotropy = 16
		here, driver := sampled(t, device, image, s, at, right, down)
		ux, vx, uy, vy := float64(right[0]), float64(right[1]), float64(down[0]), float64(down[1])
		long, short := math.Hypot(ux, vx), math.Hypot(uy, vy)
		lx, ly := ux, vx
		if short > long {
			long, short, lx, ly = short, long, uy, vy
		}
		n := int(math.Ceil(min(long/short, 16)))
		parts := int(math.Ceil(max(math.Abs(ux), math.Abs(vx), math.Abs(uy), math.Abs(vy))))
		var worst [3]float64
		for i := range here {
			u, v := float64(at[0])+float64(i%16)*ux+float64(i/16)*uy, float64(at[1])+float64(i%16)*vx+float64(i/16)*vy
			along := 0.0
			for k := range n {
				step := float64(k+1)/float64(n+1) - 0.5
				along += linear(u+step*lx, v+step*ly) / float64(n)
			}
			middles := 0.0
			for k := range parts {
				step := (float64(k)+0.5)/float64(parts) - 0.5
				middles += linear(u+step*lx, v+step*ly) / float64(parts)
			}
			worst[0] = max(worst[0], math.Abs(along-here[i]))
			worst[2] = max(worst[2], math.Abs(middles-driver[i]))
			worst[1] = max(worst[1], math.Abs(ellipse(texel, u-0.5, v-0.5, ux, vx, uy, vy)-driver[i]))
		}
		if worst[0] > 0.001 {
			t.Errorf("%v, %v: %v from the mean along the longer side", right, down, worst[0])
		}
		if version < 0 {
			version = b2i(worst[2] < worst[1])
		}
		if d := worst[1+version]; d > 0.01 {
			t.Errorf("%v, %v: the driver is %v from the mean of %s", right, down, d, [2]string{"an ellipse", "the middles of parts"}[version])
		}
	}
}

// ellipse is the mean of the texels around (u, v) whose distance, in a metric in which the
// derivatives and a texel more have length 1, is less than 1, by a Gaussian of it.
func ellipse(texel func(x, y int) float64, u, v, ux, vx, uy, vy float64) float64 {
	a, b, c := vx*vx+vy*vy+1, -2*(ux*vx+uy*vy), ux*ux+uy*uy+1
	f := a*c - b*b/4
	reach := math.Sqrt(max(a, c))
	sum, weights := 0.0, 0.0
	for y := math.Floor(v - reach); y <= math.Ceil(v+reach); y++ {
		for x := math.Floor(u - reach); x <= math.Ceil(u+reach); x++ {
			du, dv := x-u, y-v
			if q := (a*du*du + b*du*dv + c*dv*dv) / f; q <= 1 {
				w := math.Exp(-2 * q)
				sum, weights = sum+w*texel(int(x), int(y)), weights+w
			}
		}
	}
	return sum / weights
}
