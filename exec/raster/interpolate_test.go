package raster_test

// Inputs that are interpolated elsewhere than they are declared to be.

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/vkrun"
)

const elsewhereSize = 32

// elsewhereVertex has inputs that are positions: by perspective in clip space, and in the
// window.
const elsewhereVertex = `#version 450
layout(location = 0) out vec4 clip;
layout(location = 1) noperspective out vec2 window;
layout(location = 2) out vec2 center;
layout(location = 3) out vec2 there;
layout(location = 4) noperspective out vec2 straight;
layout(location = 5) noperspective out vec2 straightThere;
void main() {
  vec2 p = vec2(float(gl_VertexIndex & 1) * 1.7 - 0.83, float(gl_VertexIndex >> 1) * 1.61 - 0.79);
  float w = 1.0 + float(gl_VertexIndex);
  gl_Position = clip = vec4(p * w, 0.5 * w, w);
  window = (p * 0.5 + 0.5) * 32.0;
  center = there = straight = straightThere = p.yx * vec2(3.0, -5.0);
}`

const elsewhereInputs = `#version 450
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) in vec4 clip;
layout(location = 1) noperspective in vec2 window;
layout(location = 2) in vec2 center;
layout(location = 3) centroid in vec2 there;
layout(location = 4) noperspective in vec2 straight;
layout(location = 5) noperspective centroid in vec2 straightThere;
layout(location = 0) out vec4 color;
vec2 at(vec4 c) { return (c.xy / c.w * 0.5 + 0.5) * 32.0; }
`

// elsewhere draws a triangle with an engine.
func elsewhere(t *testing.T, engine exec.Engine, samples int, fragment string) []byte {
	t.Helper()
	shader := func(name, source string) raster.Shader {
		m, err := refract.Parse(context.Background(), name, []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		p, err := engine.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return raster.Shader{Program: p, Entry: "main"}
	}
	vs, fs := shader("a.vert", elsewhereVertex), shader("a.frag", elsewhereInputs+fragment)
	pass, picture, err := raster.NewPass(elsewhereSize, elsewhereSize, exec.FormatByName("rgba32float"), samples, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Draw(context.Background(), &raster.Draw{Count: 3, Pipeline: &raster.Pipeline{Vertex: vs, Fragment: fs, Clip: raster.ClipVulkan}}); err != nil {
		t.Fatalf("%s: %v\n%s", engine.Name(), err, fragment)
	}
	if err := pass.Resolve(); err != nil {
		t.Fatal(err)
	}
	return picture.Level(0)
}

var elsewhereEngines = []exec.Engine{interp.Engine{}, wasm.Engine{}}

// TestInterpolateAtCentroid: an input interpolated at the centroid equals an input that is
// declared so, bit by bit, and differs from the input at the center along edges alone.
func TestInterpolateAtCentroid(t *testing.T) {
	for _, engine := range elsewhereEngines {
		for _, in := range [][2]string{{"center", "there"}, {"straight", "straightThere"}} {
			for _, samples := range []int{1, 4} {
				draw := func(value string) []byte {
					return elsewhere(t, engine, samples, "vec2 f() { return "+value+"; }\nvoid main() { color = vec4("+value+", f()); }")
				}
				got, want := draw("interpolateAtCentroid("+in[0]+")"), draw(in[1])
				if !bytes.Equal(got, want) {
					t.Errorf("%s, %s, %d samples: the centroid of a function differs from one that is declared", engine.Name(), in[0], samples)
				}
				if center := draw(in[0]); bytes.Equal(center, want) != (samples == 1) {
					t.Errorf("%s, %s, %d samples: centers are centroids: %v", engine.Name(), in[0], samples, samples > 1)
				}
			}
		}
	}
}

// TestInterpolateElsewhere: inputs that are positions are those of the place at which they
// are interpolated, at offsets and at samples, in entry points and in functions, also if the
// shader runs for each sample.
func TestInterpolateElsewhere(t *testing.T) {
	offset := func(x, y float32) string { return fmt.Sprintf("Offset(%%s, vec2(%g, %g))", x, y) }
	cases := []struct {
		at      string
		samples int
		want    [2]float32
	}{
		{offset(0, 0), 1, [2]float32{}}, {offset(0.25, -0.375), 1, [2]float32{0.25, -0.375}}, {offset(-0.5, 0.4375), 4, [2]float32{-0.5, 0.4375}},
		{"Sample(%s, 0)", 1, [2]float32{}}, {"Sample(%s, 0)", 4, [2]float32{-0.125, -0.375}}, {"Sample(%s, 1)", 4, [2]float32{0.375, -0.125}},
		{"Sample(%s, 2)", 4, [2]float32{-0.375, 0.125}}, {"Sample(%s, 3)", 4, [2]float32{0.125, 0.375}}, {"Sample(%s, int(gl_FragCoord.x) * 0 + 2)", 4, [2]float32{-0.375, 0.125}},
	}
	for _, engine := range elsewhereEngines {
		for _, c := range cases {
			for _, perSample := range []bool{false, true} {
				center := "gl_FragCoord.xy"
				if perSample {
					center = "(floor(gl_FragCoord.xy) + 0.5 + 0.0 * float(gl_SampleID))"
				}
				clip, window := fmt.Sprintf("at(interpolateAt"+c.at+")", "clip"), fmt.Sprintf("interpolateAt"+c.at, "window")
				got := elsewhere(t, engine, c.samples, "vec2 f() { return "+window+"; }\nvoid main() { color = vec4("+clip+" - "+center+", f() - "+center+") + 1.0; }")
				covered := 0
				for i := 0; i < len(got); i += 16 {
					var v [4]float32
					for k := range v {
						v[k] = math.Float32frombits(binary.LittleEndian.Uint32(got[i+4*k:]))
					}
					full := c.samples == 1 || v[0] > 0.45 && v[2] > 0.45 // the resolved sums of edges are less
					if v == ([4]float32{}) || !full {
						continue
					}
					x, y := i/16%elsewhereSize, i/16/elsewhereSize
					if edge := 3; c.samples > 1 && (x < edge+2 || y < edge+2 || x+y > elsewhereSize-edge) {
						continue
					}
					covered++
					for k := range v {
						if want := c.want[k%2] + 1; math.Abs(float64(v[k]-want)) > 1.0/256 { // corners are snapped
							t.Fatalf("%s, %s, %d samples, for each sample %v: at %d, %d: found %v, want %v", engine.Name(), c.at, c.samples, perSample, x, y, v, want)
						}
					}
				}
				if covered < 100 {
					t.Fatalf("%s: %d pixels are covered", c.at, covered)
				}
			}
		}
	}
}

// TestBarycentrics: coordinates with perspective and without, in one shader, weigh the vertices.
func TestBarycentrics(t *testing.T) {
	for _, engine := range elsewhereEngines {
		got := elsewhere(t, engine, 1, `vec2 corner(float i, float w) { return vec2(mod(i, 2.0) * 1.7 - 0.83, floor(i / 2.0) * 1.61 - 0.79) * w; }
void main() {
  vec2 a = corner(0.0, 1.0) * gl_BaryCoordEXT.x + corner(1.0, 2.0) * gl_BaryCoordEXT.y + corner(2.0, 3.0) * gl_BaryCoordEXT.z;
  vec2 b = corner(0.0, 1.0) * gl_BaryCoordNoPerspEXT.x + corner(1.0, 1.0) * gl_BaryCoordNoPerspEXT.y + corner(2.0, 1.0) * gl_BaryCoordNoPerspEXT.z;
  color = vec4(a - clip.xy, (b * 0.5 + 0.5) * 32.0 - gl_FragCoord.xy) + 1.0;
}`)
		covered := 0
		for i := 0; i < len(got); i += 4 {
			if v := math.Float32frombits(binary.LittleEndian.Uint32(got[i:])); v != 0 {
				covered++
				if math.Abs(float64(v-1)) > 1.0/256 {
					t.Fatalf("%s: component %d at pixel %d is %v", engine.Name(), i/4%4, i/16, v)
				}
			}
		}
		if covered < 400 {
			t.Errorf("%d numbers were drawn", covered)
		}
	}
}

// TestDriverInterpolate: pictures are those of a driver, without perspective, which llvmpipe
// leaves out of what it interpolates at samples.
func TestDriverInterpolate(t *testing.T) {
	device := vkrun.OpenTest(t)
	spirv := func(name, source string) vkrun.Shader {
		out, err := refract.Translate(context.Background(), name, []byte(source), refract.TranslateOptions{To: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		return vkrun.Shader{SPIRV: out.Bytes(), Entry: "main"}
	}
	format, _ := vkrun.FormatByName("rgba32float")
	for _, at := range []string{"Offset(%s, vec2(0.25, -0.375))", "Offset(%s, vec2(-0.5, 0.25))", "Sample(%s, 1)", "Sample(%s, 2)"} {
		x := fmt.Sprintf("interpolateAt"+at, "straight")
		source := "vec2 f() { return " + x + "; }\nvoid main() { color = vec4(" + x + ", f()) + 9.0; }"
		got := elsewhere(t, interp.Engine{}, 4, source)
		v := vkrun.SceneDraw{Vertex: spirv("a.vert", elsewhereVertex), Fragment: spirv("a.frag", elsewhereInputs+source), Instances: 1, LineWidth: 1, Count: 3, Topology: 3,
			Viewport: [6]float32{0, 0, elsewhereSize, elsewhereSize, 0, 1}, Scissor: [4]uint32{0, 0, elsewhereSize, elsewhereSize}, Blend: []vkrun.BlendState{{WriteMask: 15}}}
		want, _, err := device.DrawScene(&vkrun.Scene{Width: elsewhereSize, Height: elsewhereSize, Samples: 4, Colors: []vkrun.SceneColor{{Format: format}}, Draws: []vkrun.SceneDraw{v}})
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i := 0; i < len(got); i += 4 {
			a, b := math.Float32frombits(binary.LittleEndian.Uint32(got[i:])), math.Float32frombits(binary.LittleEndian.Uint32(want[0][i:]))
			wrong += b2i(math.Abs(float64(a-b)) > 1e-3)
		}
		if wrong > 0 {
			t.Errorf("%s: %d of %d numbers differ from the driver's", at, wrong, len(got)/4)
		}
	}
}
