package raster_test

// Tests of rules that the pictures of raster_test.go don't show.

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
)

// TestAlphaToCoverage: alpha chooses how many of four samples are covered, none at 0, all
// at 1 and never fewer for more.
func TestAlphaToCoverage(t *testing.T) {
	var got strings.Builder
	for _, alpha := range []float64{-1, 0, 0.001, 0.25, 0.3, 0.5, 0.75, 0.8, 1, 7, math.NaN()} {
		text := fmt.Sprint(alpha)
		if math.IsNaN(alpha) {
			text = "bitcast<f32>(bitcast<u32>(p.x) | 0x7fc00000u)"
		}
		program := load(t, "@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(1, 1, 1, "+text+"); }")
		pass, picture, err := raster.NewPass(1, 1, exec.FormatByName("r32float"), 4, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := pass.Draw(context.Background(), &raster.Draw{Count: raster.Fullscreen,
			Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "f"}, AlphaToCoverage: true}}); err != nil {
			t.Fatal(err)
		}
		if err := pass.Resolve(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(&got, int(4*math.Float32frombits(uint32(picture.At(0, 0, 0, 0, 0)[0]))))
	}
	if want := "00112234440"; got.String() != want {
		t.Errorf("samples covered: %s, want %s", got.String(), want)
	}
}

// TestIntegersToCoverage: an integer in the place of alpha covers all samples.
func TestIntegersToCoverage(t *testing.T) {
	for _, format := range []string{"rgba8sint", "rgba8uint"} {
		typ := map[string]string{"rgba8sint": "vec4i", "rgba8uint": "vec4u"}[format]
		program := load(t, "@fragment fn f() -> @location(0) "+typ+" { return "+typ+"(5, 0, 0, 0); }")
		pass, picture, err := raster.NewPass(1, 1, exec.FormatByName(format), 4, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := pass.Draw(context.Background(), &raster.Draw{Count: raster.Fullscreen,
			Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "f"}, AlphaToCoverage: true}}); err != nil {
			t.Fatal(err)
		}
		if err := pass.Resolve(); err != nil {
			t.Fatal(err)
		}
		if got := picture.At(0, 0, 0, 0, 0)[0]; got != 5 {
			t.Errorf("%s holds %d", format, got)
		}
	}
}

// TestNotANumber: primitives with a coordinate that isn't finite aren't drawn, others are,
// whatever the topology.
func TestNotANumber(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for topology := raster.TriangleList; topology <= raster.PointList; topology++ {
		for _, bad := range []float32{nan, inf, -inf, 3e38} {
			for axis := range 3 {
				vertices := []float32{1, 1, 0, 6, 1, 0, 1, 6, 0, 1, 1, 0, 6, 1, 0, 1, 6, 0}
				vertices[axis] = bad
				picture(t, raster.Primitive{Topology: topology, LineWidth: 3}, vertices, nil)
			}
		}
	}
	if got := picture(t, raster.Primitive{}, []float32{nan, 1, 0, 6, 1, 0, 1, 6, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0}, nil); got != "4.......\n"+strings.Repeat("........\n", 7) {
		t.Errorf("got\n%s", got)
	}
}

// TestWideLine: a line of three pixels is a rectangle around its middle.
func TestWideLine(t *testing.T) {
	want := strings.Repeat("........\n", 2) + strings.Repeat(".11111..\n", 3) + strings.Repeat("........\n", 3)
	if got := picture(t, raster.Primitive{Topology: raster.LineList, LineWidth: 3}, []float32{1, 3.5, 0, 6, 3.5, 0}, nil); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestWideLineOutside: what of a line lies outside the clip volume draws nothing, however
// wide it is ("Primitive Clipping"): its rectangle ends where it was clipped, at right
// angles to it.
func TestWideLineOutside(t *testing.T) {
	for _, line := range [][]float32{{-1, 1, 0, -1, 6, 0}, {9, 1, 0, 9, 6, 0}, {1, -0.5, 0, 6, -0.5, 0}, {1, 8.5, 0, 6, 8.5, 0}} {
		if got := picture(t, raster.Primitive{Topology: raster.LineList, LineWidth: 4}, line, nil); got != strings.Repeat("........\n", 8) {
			t.Errorf("%v: got\n%s", line, got)
		}
	}
	var want strings.Builder
	for y := range 8 {
		for x := range 8 {
			// From (0, 4.25), where it comes in, to (3.75, 8).
			along, across := float64(x+y)-3.25, float64(x-y)+4.25
			want.WriteByte(".1"[b2i(along > 0 && along < 7.5 && math.Abs(across) < 2*math.Sqrt2)])
		}
		want.WriteByte('\n')
	}
	if got := picture(t, raster.Primitive{Topology: raster.LineList, LineWidth: 4}, []float32{-4, 0.25, 0, 4, 8.25, 0}, nil); got != want.String() {
		t.Errorf("got\n%s", got)
	}
}

// TestPartsOfTextures draws to a layer of a level, and leaves the others alone.
func TestPartsOfTextures(t *testing.T) {
	x, err := exec.NewTexture(exec.TextureDesc{Dim: dim2D, Format: exec.FormatByName("r32uint"), Width: 16, Height: 16, Levels: 3, Layers: 4})
	if err != nil {
		t.Fatal(err)
	}
	program := load(t, "@fragment fn f() -> @location(0) u32 { return 7; }")
	pass := &raster.Pass{Colors: []raster.Color{{View: &exec.TextureView{Texture: x, Dim: dim2D, BaseLevel: 1, Levels: 1, BaseLayer: 2, Layers: 1}}}}
	if err := pass.Draw(context.Background(), &raster.Draw{Count: raster.Fullscreen, Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "f"}}}); err != nil {
		t.Fatal(err)
	}
	for level := range uint32(3) {
		w, h, _ := x.Size(level)
		for layer := range uint32(4) {
			want := uint64(0)
			if level == 1 && layer == 2 {
				want = 7
			}
			for i := range w * h {
				if got := x.At(level, i%w, i/w, layer, 0)[0]; got != want {
					t.Fatalf("level %d, layer %d holds %d, want %d", level, layer, got, want)
				}
			}
		}
	}
}

// TestBlendFactors goes over every factor and operation, by the formulas of Vulkan's
// tables ("Blend Factors", "Blend Operations").
func TestBlendFactors(t *testing.T) {
	src, src1, dst, constant := [4]float64{0.8, 0.3, 0.1, 0.6}, [4]float64{0.2, 0.9, 0.4, 0.7}, [4]float64{0.5, 0.25, 0.75, 0.125}, [4]float64{0.3, 0.6, 0.9, 0.45}
	program := load(t, `enable dual_source_blending;
struct O { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }
@fragment fn f() -> O { return O(vec4f(0.8, 0.3, 0.1, 0.6), vec4f(0.2, 0.9, 0.4, 0.7)); }`)
	factor := func(name string, k int) float64 {
		one, minus := strings.CutPrefix(name, "one-minus-")
		x := map[string]float64{"zero": 0, "one": 1, "src": src[k], "src-alpha": src[3], "dst": dst[k], "dst-alpha": dst[3], "constant": constant[k],
			"src1": src1[k], "src1-alpha": src1[3], "src-alpha-saturated": min(src[3], 1-dst[3])}[one]
		if one == "src-alpha-saturated" && k == 3 {
			x = 1
		}
		if minus {
			return 1 - x
		}
		return x
	}
	for s := raster.BlendZero; s <= raster.BlendOneMinusSrc1Alpha; s++ {
		for d := raster.BlendZero; d <= raster.BlendOneMinusSrc1Alpha; d++ {
			for op := raster.BlendAdd; op <= raster.BlendMax; op++ {
				pass, picture, err := raster.NewPass(1, 1, exec.FormatByName("rgba32float"), 1, false)
				if err != nil {
					t.Fatal(err)
				}
				if err := pass.ClearColor(0, dst); err != nil {
					t.Fatal(err)
				}
				e := raster.Equation{Src: s, Dst: d, Op: op}
				draw := &raster.Draw{Count: raster.Fullscreen, Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: program, Entry: "f"},
					Targets: []raster.Target{{Blend: &raster.Blend{Color: e, Alpha: e}}}}}
				for k, x := range constant {
					draw.BlendConstant[k] = float32(x)
				}
				if err := pass.Draw(context.Background(), draw); err != nil {
					t.Fatal(err)
				}
				for k := range 4 {
					a, b := src[k]*factor(s.String(), k), dst[k]*factor(d.String(), k)
					want := [...]float64{a + b, a - b, b - a, min(src[k], dst[k]), max(src[k], dst[k])}[op]
					if got := math.Float32frombits(uint32(picture.At(0, 0, 0, 0, 0)[k])); math.Abs(float64(got)-want) > 1e-6 {
						t.Errorf("%v, %v, %v, channel %d: %g, want %g", s, d, op, k, got, want)
					}
				}
			}
		}
	}
}

// TestEndless: shaders that don't end by themselves end by their steps, on both engines.
func TestEndless(t *testing.T) {
	const source = `@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { var x = f32(i); loop { if x < 0 { break; } x += 0.5; } return vec4f(x); }
@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { var x = p.x; loop { if x < 0 { break; } x += 0.5; } return vec4f(x); }`
	program := load(t, source)
	for _, entry := range []string{"v", "f"} {
		for name, p := range map[string]exec.Program{(interp.Engine{}).Name(): program, "fast": shaderOf(t, source).fast} {
			pass, _, err := raster.NewPass(4, 4, exec.FormatByName("rgba8unorm"), 1, false)
			if err != nil {
				t.Fatal(err)
			}
			pass.Options.MaxSteps = 10000
			d := &raster.Draw{Count: 3, Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: p, Entry: "f"}}}
			if entry == "v" {
				d.Pipeline.Vertex = raster.Shader{Program: p, Entry: "v"}
			}
			if err := pass.Draw(context.Background(), d); err == nil || !strings.Contains(err.Error(), "steps") {
				t.Errorf("%s on %s: %v", entry, name, err)
			}
		}
	}
}

// TestTooLarge: attachments beyond the limits are refused before memory is taken.
func TestTooLarge(t *testing.T) {
	for _, size := range [][2]int{{1 << 15, 1}, {1, 1 << 15}, {1 << 14, 1 << 14}, {0, 4}, {-1, 4}, {math.MaxInt32, math.MaxInt32}} {
		pass, _, err := raster.NewPass(size[0], size[1], exec.FormatByName("rgba32float"), 4, true)
		if err == nil {
			err = pass.ClearColor(0, [4]float64{})
		}
		if err == nil {
			t.Errorf("%d by %d pixels are possible", size[0], size[1])
		}
	}
}
