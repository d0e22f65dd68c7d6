package conformance

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/harness/differential"
)

// TestEdgeFlags draws triangles whose vertices have edge flags, which a fragment shader shows.
func TestEdgeFlags(t *testing.T) {
	const pixels = 8
	source := `
struct V { @builtin(position) p: vec4f, @location(0) c: f32 }
@vertex fn main(@location(0) at: vec2f, @location(1) c: f32) -> V { return V(vec4f(at, 0.5, 1), c * 2); }
@fragment fn paint(@location(0) c: f32, @location(2) @interpolate(flat, either) flag: f32) -> @location(0) vec4u { return bitcast<vec4u>(vec4f(c, flag, 0, 1)); }
`
	for _, passes := range []string{"edge-flags{input=3, output=2}", "edge-flags{input=1, output=2}"} {
		t.Run(passes, func(t *testing.T) {
			j, err := differential.NewVertexJob(passes, source, "main", 1)
			if err != nil {
				t.Fatal(err)
			}
			var vertices []byte // at, c, flag
			for n := range 3 * pixels {
				x := (float32(n/3)+0.5)/4 - 1
				at := [3][2]float32{{-0.2, -2}, {0.2, -2}, {0, 3}}[n%3]
				for _, v := range []float32{x + at[0], at[1], float32(n/3 + 1), float32(n / 3 & 1)} {
					vertices = binary.LittleEndian.AppendUint32(vertices, math.Float32bits(v))
				}
			}
			for _, s := range fixed(t, j, passes) {
				d := eitherForm(s, func(e exec.Engine) string {
					p, err := e.Load(j.Module, exec.LoadOptions{})
					if err != nil {
						return err.Error()
					}
					pass, picture, err := raster.NewPass(pixels, 1, exec.FormatByName("rgba32uint"), 1, false)
					if err != nil {
						return err.Error()
					}
					draw := &raster.Draw{Count: 3 * pixels, Buffers: [][]byte{vertices}, Pipeline: &raster.Pipeline{
						Vertex: raster.Shader{Program: p, Entry: "main"}, Fragment: raster.Shader{Program: p, Entry: "paint"},
						Buffers: []raster.VertexLayout{{Stride: 16, Attributes: []raster.Attribute{
							{Location: 0, Format: raster.Float32x2}, {Location: 1, Format: raster.Float32, Offset: 8}, {Location: 3, Format: raster.Float32, Offset: 12}}}},
					}}
					if err := pass.Draw(context.Background(), draw); err != nil {
						return err.Error()
					}
					for k := range pixels {
						words := picture.Level(0)[16*k:]
						c, flag := math.Float32frombits(binary.LittleEndian.Uint32(words)), math.Float32frombits(binary.LittleEndian.Uint32(words[4:]))
						want := float32(k & 1)
						if passes == "edge-flags{input=1, output=2}" {
							want = float32(k + 1)
						}
						if math.Abs(float64(c-2*float32(k+1))) > 1e-4 || flag != want {
							t.Errorf("pixel %d: color %v, flag %v", k, c, flag)
						}
					}
					return ""
				})
				if d != "" {
					t.Errorf("%s\n%s", d, s)
				}
			}
		})
	}
}
