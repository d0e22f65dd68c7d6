package hlsl_test

// This file compares and exchanges the bits of floats, in each kind of memory.

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
)

const exchangeSource = `
struct S { uint a; float f[3]; };
RWStructuredBuffer<float> o : register(u0); RWByteAddressBuffer b : register(u1); RWStructuredBuffer<S> q : register(u2);
RWTexture2D<float> t : register(u3);
groupshared float g[4];
[numthreads(1, 1, 1)] void main() {
	float old[4];
	g[1] = 0.5; g[2] = -0.0;
	InterlockedCompareStoreFloatBitwise(g[1], 0.5, 7.25);
	InterlockedCompareStoreFloatBitwise(g[2], 0, 7.25); // other bits
	InterlockedCompareExchangeFloatBitwise(o[6], 1.5, 2.5, old[0]);
	InterlockedCompareExchangeFloatBitwise(q[1].f[2], 3, 4, old[1]);
	InterlockedCompareExchangeFloatBitwise(t[uint2(1, 0)], 5, 6, old[2]);
	b.InterlockedCompareExchangeFloatBitwise(4, 7, 8, old[3]);
	b.InterlockedCompareStoreFloatBitwise(8, 0, 9);
	b.InterlockedExchangeFloat(12, 10, o[5]);
	o[0] = g[1]; o[1] = old[0]; o[2] = old[1]; o[3] = old[2]; o[4] = old[3]; o[7] = t[uint2(1, 0)]; o[8] = asuint(g[2]) >> 31;
}`

// TestFloatExchanges runs the exchanges, and writes them in each language: only Direct3D has them.
func TestFloatExchanges(t *testing.T) {
	v, err := readRow(new(hlsl.Reader), "exchanges", exchangeSource, hlsl.Options{Profile: "cs_6_3", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	floats := func(list ...float32) (data []byte) {
		for _, x := range list {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		return data
	}
	plain := strings.NewReplacer("InterlockedCompareExchangeFloatBitwise(t[uint2(1, 0)], 5, 6, old[2]);", "old[2] = t[uint2(1, 0)]; t[uint2(1, 0)] = 6;").Replace(exchangeSource)
	without, err := readRow(new(hlsl.Reader), "without texels", plain, hlsl.Options{Profile: "cs_6_3", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} { // the fast engine has no atomic operations on texels of floats
		p, err := e.Load([]*refract.Valid{v, without}[i].Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 2, Height: 1})
		if err != nil {
			t.Fatal(err)
		}
		copy(image.Level(0), floats(0, 5))
		out, bytes := &exec.Buffer{Data: floats(0, 0, 0, 0, 0, 0, 1.5, 0, 0)}, &exec.Buffer{Data: floats(1, 7, 0, 11)}
		structs := &exec.Buffer{Data: floats(0, 0, 0, 0, 0, 0, 0, 3)}
		var r exec.Resources
		r.Bind(0, d3dShifts.U, out)
		r.Bind(0, d3dShifts.U+1, bytes)
		r.Bind(0, d3dShifts.U+2, structs)
		r.Bind(0, d3dShifts.U+3, image.View())
		if _, err := p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			name      string
			got, want []byte
		}{{"o", out.Data, floats(7.25, 1.5, 3, 5, 7, 11, 2.5, 6, 1)}, {"b", bytes.Data, floats(1, 8, 9, 10)}, {"q", structs.Data, floats(0, 0, 0, 0, 0, 0, 0, 4)}} {
			if string(x.got) != string(x.want) {
				t.Errorf("%T: %s is %x, not %x", e, x.name, x.got, x.want)
			}
		}
	}
	written := map[refract.Language][]byte{}
	for _, l := range []refract.Language{refract.HLSL, refract.DXIL, refract.DXBC, refract.SPIRV, refract.WGSL, refract.MSL, refract.GLSL} {
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: l})
		direct3D := l == refract.HLSL || l == refract.DXIL || l == refract.DXBC
		if (err == nil) != direct3D || err != nil && !strings.Contains(err.Error(), "compare_exchange") {
			t.Errorf("%v: %v", l, err)
		} else if err == nil {
			written[l] = out.Bytes()
		}
	}
	if !sweep.On() {
		return
	}
	type container struct {
		DXIL []byte `json:"dxil,omitempty"`
		DXBC []byte `json:"dxbc,omitempty"`
	}
	for _, list := range [][]harness.Verdict{
		harness.Oracle(t, "hlsl", []hlslRow{{"ours", string(written[refract.HLSL]), "main", "cs_6_3", []string{}}, {"source", exchangeSource, "main", "cs_6_3", []string{}}}),
		harness.Oracle(t, "dxil", []container{{DXIL: written[refract.DXIL]}}),
		harness.Oracle(t, "dxbc", []container{{DXBC: written[refract.DXBC]}}),
	} {
		for _, v := range list {
			if !v.OK {
				t.Error(v.Text())
			}
		}
	}
}
