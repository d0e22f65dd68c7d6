package hlsl_test

// This file runs GetSamplePosition, which is a table of Direct3D's standard patterns.

import (
	"encoding/binary"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/hlsl"
	"refract/ir"
)

// TestSamplePositions reads the places of the samples of a texture with four.
func TestSamplePositions(t *testing.T) {
	const source = `Texture2DMS<float4> t : register(t0); RWStructuredBuffer<float2> o : register(u0);
[numthreads(1, 1, 1)] void main() { for (int i = 0; i < 5; i++) o[i] = t.GetSamplePosition(i); o[5] = t.GetSamplePosition(-1); }`
	v, err := readRow(new(hlsl.Reader), "positions", source, hlsl.Options{Profile: "cs_6_6", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := e.Load(v.Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 2, Height: 2, Samples: 4})
		if err != nil {
			t.Fatal(err)
		}
		out := &exec.Buffer{Data: make([]byte, 48)}
		var r exec.Resources
		r.Bind(0, d3dShifts.T, image.View())
		r.Bind(0, d3dShifts.U, out)
		if _, err := p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		for i, want := range [6][2]float32{{-0.125, -0.375}, {0.375, -0.125}, {-0.375, 0.125}, {0.125, 0.375}} {
			for k, x := range want {
				if got := math.Float32frombits(binary.LittleEndian.Uint32(out.Data[8*i+4*k:])); got != x {
					t.Errorf("%T: coordinate %d of sample %d is %v, not %v", e, k, i, got, x)
				}
			}
		}
	}
}
