package raster_test

import (
	"bytes"
	"context"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/ir"
)

// TestAttachmentSampled draws to a texture that the fragment stage samples, so that the texels of earlier
// tiles are seen by later ones on both engines.
func TestAttachmentSampled(t *testing.T) {
	const source = `
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var filtering: sampler;
@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return textureSampleLevel(picture, filtering, (p.xy - vec2f(64, 0)) / vec2f(256, 64), 0) + vec4f(0.25, p.y / 640, 0, 1);
}`
	m, err := refract.Parse(context.Background(), "a.wgsl", []byte(source), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var pictures [2][]byte
	for k, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := e.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		pass, picture, err := raster.NewPass(256, 64, exec.FormatOf(ir.Rgba8Unorm), 1, false)
		if err != nil {
			t.Fatal(err)
		}
		var r exec.Resources
		r.Bind(0, 0, picture)
		r.Bind(0, 1, exec.NewSampler(exec.Linear, exec.ClampToEdge))
		d := raster.Draw{Pipeline: &raster.Pipeline{Fragment: raster.Shader{Program: p, Entry: "main"}}, Resources: &r, Count: raster.Fullscreen}
		if err := pass.Draw(t.Context(), &d); err != nil {
			t.Fatal(err)
		}
		pictures[k] = picture.Level(0)
	}
	if pictures[0][4*200] < 190 {
		t.Errorf("the last tile has red %d: it hasn't seen the earlier ones", pictures[0][4*200])
	}
	if !bytes.Equal(pictures[0], pictures[1]) {
		t.Error("the engines have other pictures")
	}
}
