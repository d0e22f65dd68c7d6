package hlsl_test

// This file reads samples with a least level, runs them, and writes them in each language.

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
	"refract/ir"
)

const leastSource = `
Texture2D<float4> t : register(t0); SamplerState s : register(s0); RWStructuredBuffer<float> o : register(u0);
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
	o[i] = t.SampleGrad(s, float2(0.5, 0.5), float2(0.25, 0), float2(0, 0.25), int2(0, 0), i * 0.5).x;
}`

// TestLeastLevel samples a texture whose levels 0 to 3 are the numbers 0 to 3: the derivatives
// choose level 1, unless the least level is greater.
func TestLeastLevel(t *testing.T) {
	v, err := readRow(new(hlsl.Reader), "least", leastSource, hlsl.Options{Profile: "cs_6_0", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []int{0, 1, 2} {
		o, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			if got, want := runLeast(t, e, o.Module), [4]float32{1, 1, 1, 1.5}; got != want {
				t.Errorf("%T at -O%d: %v, not %v", e, level, got, want)
			}
		}
	}
}

func runLeast(t *testing.T, e exec.Engine, m *ir.Module) (result [4]float32) {
	p, err := e.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 8, Height: 8, Levels: 4})
	if err != nil {
		t.Fatal(err)
	}
	for level := range uint32(4) {
		for at := 0; at < len(image.Level(level)); at += 4 {
			binary.LittleEndian.PutUint32(image.Level(level)[at:], math.Float32bits(float32(level)))
		}
	}
	out := &exec.Buffer{Data: make([]byte, 16)}
	var r exec.Resources
	r.Bind(0, d3dShifts.T, image.View())
	r.Bind(0, d3dShifts.S, &exec.Sampler{Mipmap: exec.Linear, LodMax: 16})
	r.Bind(0, d3dShifts.U, out)
	if _, err := p.Dispatch(t.Context(), m.EntryPoints[0].Name, [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for k := range result {
		result[k] = math.Float32frombits(binary.LittleEndian.Uint32(out.Data[4*k:]))
	}
	return result
}

// TestLeastLevelWritten writes samples with a least level: WGSL has none.
func TestLeastLevelWritten(t *testing.T) {
	const source = `
Texture2D<float4> t; TextureCubeArray<float4> c; SamplerState s; Texture2D<float> d; SamplerComparisonState sc;
float4 main(float4 p : P, float m : M) : SV_Target {
	return t.Sample(s, p.xy, int2(0, 0), m) + t.SampleBias(s, p.xy, 0.5, int2(1, 2), m) + c.Sample(s, p, m) + d.SampleCmp(sc, p.xy, 0.5, int2(0, 0), m);
}`
	v, err := readRow(new(hlsl.Reader), "least", source, hlsl.Options{Profile: "ps_6_0"})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		to   refract.Language
		want []string
	}{
		{refract.HLSL, []string{".xy, int2(0, 0), m", "0.5, int2(1, 2), m", "0.5, int2(0, 0), m", "))), m"}},
		{refract.MSL, []string{"min_lod_clamp(m)", "bias(0.5), min_lod_clamp(m), int2(1, 2))"}},
		{refract.GLSL, []string{"GL_ARB_sparse_texture_clamp", "textureClampARB(t, p.xy, m)", "textureOffsetClampARB(t, p.xy, ivec2(1, 2), m, 0.5)"}},
		{refract.SPIRV, nil}, {refract.DXIL, nil}, {refract.WGSL, nil}, {refract.DXBC, nil},
	} {
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: x.to})
		if lacks := x.to == refract.WGSL; (err != nil) != lacks || err != nil && !strings.Contains(err.Error(), "least level") {
			t.Errorf("%v: %v", x.to, err)
			continue
		}
		for _, part := range x.want {
			if !strings.Contains(string(out.Bytes()), part) {
				t.Errorf("%v lacks %s:\n%s", x.to, part, out.Bytes())
			}
		}
		if x.to != refract.SPIRV {
			continue
		}
		again, err := refract.Parse(t.Context(), "least.spv", out.Bytes(), refract.ParseOptions{})
		if err != nil {
			t.Error(err)
		} else if text := ir.Print(again); strings.Count(text, "min_level") != 4 {
			t.Errorf("SPIR-V is read as\n%s", text)
		}
	}
}
