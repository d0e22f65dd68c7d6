package hlsl_test

// This file gathers comparisons of each channel, runs them, and writes them in each language.

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
)

const gatherSource = `
Texture2D<float4> t : register(t0); SamplerComparisonState c : register(s0); SamplerState s : register(s1); Texture2D<uint> raw : register(t1);
RWStructuredBuffer<float4> o : register(u0);
[numthreads(1, 1, 1)] void main() {
	float2 p = float2(0.5, 0.5);
	o[0] = t.GatherCmp(c, p, 0.5);
	o[1] = t.GatherCmpRed(c, p, 0.5, int2(0, 0));
	o[2] = t.GatherCmpGreen(c, p, 0.5);
	o[3] = t.GatherCmpBlue(c, p, 0, int2(0, 0), int2(0, 0), int2(0, 0), int2(0, 0));
	o[4] = t.GatherCmpAlpha(c, p, 0.5);
	o[5] = raw.GatherRaw(s, p);
}`

// TestGatherChannels gathers from a texture of depths, whose other channels are 0, 0 and 1.
func TestGatherChannels(t *testing.T) {
	v, err := readRow(new(hlsl.Reader), "gather", gatherSource, hlsl.Options{Profile: "cs_6_7", Shifts: d3dShifts})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		p, err := e.Load(v.Module, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		texture := func(f exec.Format, words ...uint32) *exec.TextureView {
			image, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: f, Width: 2, Height: 2})
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range words {
				binary.LittleEndian.PutUint32(image.Level(0)[4*i:], w)
			}
			return image.View()
		}
		half, most := math.Float32bits(0.25), math.Float32bits(0.75)
		out := &exec.Buffer{Data: make([]byte, 96)}
		var r exec.Resources
		r.Bind(0, d3dShifts.T, texture(exec.Depth32Float, half, most, most, half))
		r.Bind(0, d3dShifts.T+1, texture(exec.FormatOf(ir.R32Uint), 1, 2, 3, 4))
		r.Bind(0, d3dShifts.S, &exec.Sampler{Compare: exec.CompareLessEqual})
		r.Bind(0, d3dShifts.S+1, &exec.Sampler{})
		r.Bind(0, d3dShifts.U, out)
		if _, err := p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		for i, want := range [6][4]float32{{1, 0, 1, 0}, {1, 0, 1, 0}, {}, {1, 1, 1, 1}, {1, 1, 1, 1}, {3, 4, 2, 1}} {
			for k, x := range want {
				if got := math.Float32frombits(binary.LittleEndian.Uint32(out.Data[16*i+4*k:])); got != x {
					t.Errorf("%T: component %d of element %d is %v, not %v", e, k, i, got, x)
				}
			}
		}
	}
	for _, x := range []struct {
		to   refract.Language
		want string
	}{{refract.HLSL, "t.GatherCmpGreen(c, p, 0.5)"}, {refract.DXIL, ""}, {refract.DXBC, ""}, {refract.SPIRV, ""}, {refract.WGSL, ""}, {refract.MSL, ""}, {refract.GLSL, ""}} {
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: x.to})
		direct3D := x.to == refract.HLSL || x.to == refract.DXIL || x.to == refract.DXBC
		if (err == nil) != direct3D || err != nil && !strings.Contains(err.Error(), "a gather that compares another channel") {
			t.Errorf("%v: %v", x.to, err)
		} else if err == nil && !strings.Contains(string(out.Bytes()), x.want) {
			t.Errorf("%v lacks %s:\n%s", x.to, x.want, out.Bytes())
		}
	}
}

// TestComparedLevels writes samples that compare, with a bias and with derivatives, as shader model 6.8 has them.
func TestComparedLevels(t *testing.T) {
	const source = `
Texture2D<float> d : register(t0); TextureCube<float> c : register(t1); SamplerComparisonState q : register(s0);
float4 main(float4 p : P) : SV_Target {
	return d.SampleCmpBias(q, p.xy, p.z, 0.5, int2(1, 2), p.w) + d.SampleCmpGrad(q, p.xy, p.z, p.xy, p.zw) + c.SampleCmpGrad(q, p.xyz, p.w, p.xyz, p.yzw, 0.5);
}`
	v, err := readRow(new(hlsl.Reader), "levels", source, hlsl.Options{Profile: "ps_6_8"})
	if err != nil {
		t.Fatal(err)
	}
	o := hlslback.NewOptions()
	if _, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL}); err == nil || !strings.Contains(err.Error(), "shader model 6.8 can") {
		t.Errorf("shader model 6.0: %v", err)
	}
	o.ShaderModel = hlslback.ShaderModel68
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{".SampleCmpBias(q, p_1.xy, p_1.z, 0.5, int2(1, 2), p_1.w)", ".SampleCmpGrad(q, p_1.xyz, p_1.w, p_1.xyz, p_1.yzw, 0.5)"} {
		if !strings.Contains(out.Text, want) {
			t.Errorf("the text lacks %s:\n%s", want, out.Text)
		}
	}
	if sweep.On() {
		if v := harness.Oracle(t, "hlsl", []hlslRow{{"levels", out.Text, "main", "ps_6_8", []string{}}}); !v[0].OK {
			t.Error(v[0].Text())
		}
	}
}
