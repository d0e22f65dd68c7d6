package raster_test

import (
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/ir"
)

// TestLayers draws instances to layers that the vertex shader chooses, with a depth test
// and several samples, and asks in the fragment shader which layer it is.
func TestLayers(t *testing.T) {
	const vertex = `#version 450
#extension GL_ARB_shader_viewport_layer_array : require
layout(location = 0) flat out int which;
void main() {
  which = gl_InstanceIndex;
  gl_Layer = gl_InstanceIndex % 4;
  gl_Position = vec4(float(gl_VertexIndex & 1) * 4.0 - 1.0, float(gl_VertexIndex & 2) * 2.0 - 1.0, gl_InstanceIndex < 4 ? 0.25 : 0.5, 1.0);
}`
	const fragment = `#version 450
layout(location = 0) flat in int which;
layout(location = 0) out uvec4 color;
void main() { color = uvec4(uint(which) + 1u, uint(gl_Layer), 7u, 9u); }`
	for name, engine := range map[string]exec.Engine{"interp": interp.Engine{}, "wasm": wasm.Engine{}} {
		load := func(file, source string) raster.Shader {
			m, err := refract.Parse(context.Background(), file, []byte(source), refract.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := engine.Load(m, exec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return raster.Shader{Program: p, Entry: "main"}
		}
		v, f := load("a.vert", vertex), load("a.frag", fragment)
		texture := func(format exec.Format, samples uint32) *exec.TextureView {
			x, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: format, Width: 70, Height: 3, Layers: 4, Samples: samples})
			if err != nil {
				t.Fatal(err)
			}
			return x.View()
		}
		format := exec.FormatByName("rgba8uint")
		for _, samples := range []uint32{1, 4} {
			c := raster.Color{View: texture(format, samples)}
			shown := c.View
			if samples > 1 {
				c.Resolve = texture(format, 1)
				shown = c.Resolve
			}
			// Layers 1 to 3 of the view are the pass's 0 to 2.
			for _, view := range []*exec.TextureView{c.View, c.Resolve} {
				if view != nil {
					view.BaseLayer, view.Layers = 1, 3
				}
			}
			pass := &raster.Pass{Colors: []raster.Color{c}, Depth: texture(exec.Depth32Float, samples), Layers: 3, Workers: 2}
			if err := pass.ClearColor(0, [4]float64{200, 200, 200, 200}); err != nil {
				t.Fatal(err)
			}
			if err := pass.ClearDepth(1); err != nil {
				t.Fatal(err)
			}
			p := &raster.Pipeline{Vertex: v, Fragment: f, Depth: &raster.Depth{Compare: exec.CompareLess, Write: true}, Clip: raster.ClipVulkan}
			if err := pass.Draw(context.Background(), &raster.Draw{Pipeline: p, Count: 3, Instances: 6, FirstInstance: 1}); err != nil {
				t.Fatal(name, err)
			}
			if err := pass.Resolve(); err != nil {
				t.Fatal(err)
			}
			// Instances 1 to 6: the layer 0 has only 4, which lies behind nothing.
			want := [4][4]uint32{{}, {5, 0, 7, 9}, {2, 1, 7, 9}, {3, 2, 7, 9}}
			data := shown.Texture.Level(0)
			for at := 0; at < len(data); at += 4 {
				x := want[at/(4*70*3)]
				if got := binary.LittleEndian.Uint32(data[at:]); got != x[0]|x[1]<<8|x[2]<<16|x[3]<<24 {
					t.Fatalf("%s, %d samples, layer %d: %#x, not %v", name, samples, at/(4*70*3), got, x)
				}
			}
		}
		pass := &raster.Pass{Colors: []raster.Color{{View: texture(format, 1)}}, Layers: 2}
		full := &raster.Pipeline{Fragment: load("b.frag", "#version 450\nlayout(location = 0) out uvec4 color;\nvoid main() { color = uvec4(1u); }")}
		for _, draw := range []raster.Draw{{Pipeline: full, Count: 3, Views: 4}, {Pipeline: &raster.Pipeline{Vertex: v, Fragment: f}, Count: 3, Views: 1}} {
			var wrong *exec.InputError
			if err := pass.Draw(context.Background(), &draw); !errors.As(err, &wrong) {
				t.Errorf("views %b: %v", draw.Views, err)
			}
		}
		pass = &raster.Pass{Colors: []raster.Color{{View: texture(format, 1)}}, Layers: 5}
		if err := pass.ClearColor(0, [4]float64{}); err == nil {
			t.Error("no error for five layers of four")
		}
	}
}
