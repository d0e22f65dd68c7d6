package raster_test

// Inputs that are interpolated elsewhere than they are declared to be.

import (
	"bytes"
	"context"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
)

// TestInterpolateAtCentroid: an input interpolated at the centroid is what one is that is
// declared so, bit by bit, which is elsewhere than the center along edges alone.
func TestInterpolateAtCentroid(t *testing.T) {
	shader := func(name, source string) raster.Shader {
		m, err := refract.Parse(context.Background(), name, []byte(source), refract.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := (interp.Engine{}).Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return raster.Shader{Program: p, Entry: "main"}
	}
	for _, kind := range []string{"", "noperspective"} {
		vs := shader("a.vert", `#version 450
layout(location = 0) out vec2 center;
layout(location = 1) out vec2 there;
void main() {
  vec2 p = vec2(float(gl_VertexIndex & 1) * 1.7 - 0.83, float(gl_VertexIndex >> 1) * 1.61 - 0.79);
  float w = 1.0 + float(gl_VertexIndex);
  gl_Position = vec4(p * w, 0.5 * w, w);
  center = there = p.yx * vec2(3.0, -5.0);
}`)
		for _, samples := range []int{1, 4} {
			draw := func(value string) []byte {
				fs := shader("a.frag", "#version 450\nlayout(location = 0) "+kind+" in vec2 center;\nlayout(location = 1) centroid "+kind+` in vec2 there;
layout(location = 0) out vec4 color;
void main() { color = vec4(`+value+`, there.x, 1); }`)
				pass, picture, err := raster.NewPass(32, 32, exec.FormatByName("rgba32float"), samples, false)
				if err != nil {
					t.Fatal(err)
				}
				if err := pass.Draw(context.Background(), &raster.Draw{Count: 3, Pipeline: &raster.Pipeline{Vertex: vs, Fragment: fs, Clip: raster.ClipVulkan}}); err != nil {
					t.Fatal(err)
				}
				if err := pass.Resolve(); err != nil {
					t.Fatal(err)
				}
				return picture.Level(0)
			}
			got, want := draw("interpolateAtCentroid(center)"), draw("there")
			if !bytes.Equal(got, want) {
				t.Errorf("%q, %d samples: the centroid of a function differs from one that is declared", kind, samples)
			}
			if center := draw("center"); bytes.Equal(center, want) != (samples == 1) {
				t.Errorf("%q, %d samples: centers are centroids: %v", kind, samples, samples > 1)
			}
		}
	}
}
