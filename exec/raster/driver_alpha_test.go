package raster_test

// What alpha to coverage does on drivers.

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"refract/exec"

	"refract/internal/vkrun"
)

// driverCoverage is how many of four samples the driver covers at an alpha, in 16 by 16 pixels.
func driverCoverage(t *testing.T, device *vkrun.Device, alpha float32) []int {
	const size = 16
	sh := shaderOf(t, fmt.Sprintf(`
@vertex fn vs(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1, 0, 0, %v); }`, alpha))
	format, _ := vkrun.FormatByName("rgba32float")
	var vertices []byte
	for _, p := range everything {
		vertices = append(vertices, floats(p[0]/256/(size/2)-1, p[1]/256/(size/2)-1, 0.5, 1)...)
	}
	v := vkrun.SceneDraw{Vertex: vkrun.Shader{SPIRV: sh.spirv, Entry: "vs"}, Fragment: vkrun.Shader{SPIRV: sh.spirv, Entry: "fs"}, Instances: 1, LineWidth: 1, Count: 3, Topology: 3,
		ToCoverage: true, Viewport: [6]float32{0, 0, size, size, 0, 1}, Scissor: [4]uint32{0, 0, size, size}, Blend: []vkrun.BlendState{{WriteMask: 15}},
		Buffers: []vkrun.VertexBuffer{{Data: vertices, Stride: 16, Attributes: []vkrun.VertexAttribute{{Location: 0, Format: vkrun.RGBA32F}}}}}
	want, _, err := device.DrawScene(&vkrun.Scene{Width: size, Height: size, Samples: 4, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int, size*size)
	for i := range out {
		out[i] = int(4*channels(exec.FormatByName("rgba32float"), want[0][16*i:])[0] + 0.5)
	}
	return out
}

// dithered is how many of four samples an alpha covers in a pixel on drivers that dither it in
// squares of two by two pixels.
func dithered(alpha float32, x, y int) int {
	return int(4*alpha + 1 - [4]float32{1. / 8, 5. / 8, 7. / 8, 3. / 8}[y&1*2+x&1])
}

// ditherers remembers which devices dither.
var ditherers = map[*vkrun.Device]bool{}

// dithers reports whether a driver dithers what an alpha covers.
func dithers(t *testing.T, device *vkrun.Device) bool {
	is, known := ditherers[device]
	if !known {
		is = slices.Min(driverCoverage(t, device, 0.1)) == 0
		ditherers[device] = is
	}
	return is
}

// TestDriverAlphaToCoverage: how many samples an alpha covers is the driver's choice, and may
// differ from pixel to pixel (Vulkan, "Multisample Coverage"). llvmpipe rounds up, as we do, up
// to Mesa 22, and dithers from Mesa 25 on.
func TestDriverAlphaToCoverage(t *testing.T) {
	device := vkrun.OpenTest(t)
	dither := dithers(t, device)
	for _, alpha := range []float32{0, 0.01, 0.1, 0.2, 0.24, 0.25, 0.26, 0.3, 0.4, 0.5, 0.51, 0.6, 0.7, 0.75, 0.76, 0.8, 0.9, 0.99, 1} {
		for i, got := range driverCoverage(t, device, alpha) {
			want := int(math.Ceil(float64(4 * alpha)))
			if dither {
				want = dithered(alpha, i%16, i/16)
			}
			if got != want {
				t.Errorf("alpha %v at %d, %d: the driver covers %d samples, not %d", alpha, i%16, i/16, got, want)
			}
		}
	}
}
