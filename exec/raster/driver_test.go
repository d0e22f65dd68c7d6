package raster_test

// The least cases of what the random scenes leave out of their comparison, since the
// driver breaks a rule or uses a freedom: what is drawn here is checked against the rule,
// and what the driver draws is told.

import (
	"context"
	"encoding/binary"
	"image"
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
