package conformance

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/internal/harness/differential"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa/op"
)

const interpolationVertex = `#version 450
layout(location = 0) out vec3 a;
layout(location = 1) noperspective out vec2 b;
layout(location = 2) flat out float c;
layout(location = 3) out float list[3];
void main() {
  int i = gl_VertexIndex;
  float w = 1.0 + float(i) * 0.75;
  gl_Position = vec4(vec2[](vec2(-1.2, -1.0), vec2(1.1, -1.3), vec2(0.2, 1.4))[i % 3] * w, 0.5 * w, w);
  a = vec3(i, i * i, 1.0 - float(i));
  b = vec2(float(i) * 3.0, 7.0 - float(i));
  c = float(i) + 5.0;
  for (int k = 0; k < 3; k++) list[k] = float(k * 3 + i);
}
`

// interpolations are options of lower-interpolation, a fragment shader's body, and how many interpolated
// loads stay.
var interpolations = []struct {
	passes, body string
	stay         int
}{
	{"lower-interpolation", "o = vec4(a, b.y + c);", 0},
	{"lower-interpolation", "o = vec4(a.z, b.x, list[int(gl_FragCoord.x) % 3], list[1]);", 0},
	{"lower-interpolation", "o = vec4(interpolateAtOffset(a, vec2(0.25, -0.5)), interpolateAtOffset(b, vec2(-0.375, b.x / 32.0)).x);", 0},
	{"lower-interpolation", "if (gl_FragCoord.x > 3.0) o = vec4(interpolateAtOffset(a.yz, vec2(0.25)), a.x, 1.0); else o = vec4(0.0);", 0},
	{"lower-interpolation{pixel, at-sample, samples=1}", "o = vec4(interpolateAtSample(a, 0), b.x);", 0},
	{"lower-interpolation", "o = vec4(interpolateAtSample(a, 0), interpolateAtCentroid(b).x);", 2},
	{"lower-interpolation{at-offset}", "o = vec4(a, interpolateAtOffset(b, vec2(0.5)));", 1},
}

// TestInterpolation draws triangles whose inputs are interpolated in the shader, and by the rasterizer.
func TestInterpolation(t *testing.T) {
	load := func(name, source string) *ir.Module {
		v, err := refract.Check(t.Context(), name, []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		return v.Module
	}
	vertex, err := interp.Engine{}.Load(load("a.vert", interpolationVertex), exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range interpolations {
		m := load("a.frag", "#version 450\nlayout(location = 0) in vec3 a; layout(location = 1) noperspective in vec2 b; layout(location = 2) flat in float c;\n"+
			"layout(location = 3) in float list[3];\nlayout(location = 0) out vec4 o;\nvoid main() {\n"+x.body+"\n}\n")
		draw := func(e exec.Engine) ([]float32, string) {
			p, err := e.Load(m, exec.LoadOptions{})
			if err != nil {
				return nil, err.Error()
			}
			pass, picture, err := raster.NewPass(8, 8, exec.FormatByName("rgba32float"), 1, false)
			if err != nil {
				return nil, err.Error()
			}
			if err := pass.Draw(context.Background(), &raster.Draw{Count: 3, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: vertex, Entry: "main"}, Fragment: raster.Shader{Program: p, Entry: "main"}}}); err != nil {
				return nil, err.Error()
			}
			var list []float32
			for k := 0; k < len(picture.Level(0)); k += 4 {
				list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(picture.Level(0)[k:])))
			}
			return list, ""
		}
		want, wrong := draw(interp.Engine{})
		if wrong != "" {
			t.Fatal(wrong)
		}
		p, err := pipeline.Parse("lower-returns, inline-functions, io-to-variables, vars-to-ssa, explicit-io, copy-prop, dce, " + x.passes + ", dce")
		if err != nil {
			t.Fatal(err)
		}
		s := fromir.Module(m, fromir.Options{Strict: true})
		if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: true}); err != nil {
			t.Fatal(err)
		}
		stay := 0
		for _, f := range s.Funcs[1:] {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.LoadInterpolatedInput {
						stay++
					}
				}
			}
		}
		if stay != x.stay {
			t.Errorf("%s: %d loads are interpolated, not %d\n%s", x.body, stay, x.stay, s)
		}
		engines := []exec.Engine{differential.Restored(s)}
		if stay == 0 {
			engines = append(engines, differential.Prepared(s))
		}
		for _, e := range engines {
			got, wrong := draw(e)
			if wrong != "" {
				t.Errorf("%s in %s: %s\n%s", x.body, e.Name(), wrong, s)
				continue
			}
			for k := range want {
				// Corners are snapped for the rasterizer's inputs, not for coordinates.
				if d := math.Abs(float64(want[k] - got[k])); !(d <= max(1, math.Abs(float64(want[k])))/128) {
					t.Errorf("%s in %s: component %d is %v, not %v\n%s", x.body, e.Name(), k, got[k], want[k], s)
					break
				}
			}
		}
	}
}
