package hlsl_test

// This file reads parameters of entry points that the application sets, and registers that no source gives.

import (
	"fmt"
	"strings"
	"testing"

	"refract/front/hlsl"
	"refract/internal/back/direct3d"
)

// TestRegisters checks the places of resources in Direct3D, as FXC and DXC give them.
func TestRegisters(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"loose uniforms come first", `
			cbuffer X { float4 x; };
			float4 loose;
			cbuffer Y { float4 y; };
			float4 main(float2 uv : TEXCOORD0) : SV_Target { return x + loose + y + uv.xyxy; }`,
			"X b1, Globals b0, Y b2"},
		{"parameters follow these", `
			cbuffer X { float4 x; };
			float4 loose;
			float4 main(float2 uv : TEXCOORD0, uniform float4 k) : SV_Target { return x + loose + k + uv.xyxy; }`,
			"X b2, Globals b0, Params b1"},
		{"given ones stay", `
			cbuffer X { float4 x; };
			cbuffer Y : register(b0) { float4 y; };
			float4 main(float2 uv : TEXCOORD0, uniform float4 k) : SV_Target { return x + y + k + uv.xyxy; }`,
			"X b2, Y b0, Params b1"},
		{"resources as parameters", `
			Texture2D other; SamplerState so;
			float4 main(float2 uv : TEXCOORD0, Texture2D t, uniform SamplerState s : register(s3)) : SV_Target {
				return t.Sample(s, uv) + other.Sample(so, uv);
			}`,
			"other t0, so s0, t t1, s s3"},
		{"Vulkan's places change nothing", `
			[[vk::binding(7, 2)]] Texture2D a; Texture2D b;
			[[vk::binding(9)]] SamplerState s;
			float4 main(float2 uv : TEXCOORD0) : SV_Target { return a.Sample(s, uv) + b.Sample(s, uv); }`,
			"a t0, b t1, s s0"},
		{"spaces", `
			Texture2D a[3] : register(t2, space1); Texture2D b : register(space1); Texture2D c;
			float4 main(float2 uv : TEXCOORD0) : SV_Target { return a[1][uv] + b[uv] + c[uv]; }`,
			"a t2 space1, b t0 space1, c t0"},
	} {
		v, err := readRow(new(hlsl.Reader), c.name, c.source, hlsl.Options{Profile: "ps_5_1"})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var list []string
		for _, g := range v.Module.Globals[1:] {
			text := g.Name + " " + string(direct3d.ClassOf(v.Module, &g)) + fmt.Sprint(g.Register.Index)
			if g.Register.Space != 0 {
				text += fmt.Sprintf(" space%d", g.Register.Space)
			}
			list = append(list, text)
		}
		if got := strings.Join(list, ", "); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

// TestUniformParameters reads entry points with parameters that the application sets.
func TestUniformParameters(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"float4 main(uniform float4 k, float2 uv : TEXCOORD0) : SV_Target { k *= 2; return k + uv.xyxy; }", ""},
		{"float4 main(uniform row_major float2x3 m, uniform int n[2], float2 uv : TEXCOORD0) : SV_Target { return mul(uv, m).xyzz * n[1]; }", ""},
		{"struct S { float4 a; float b; }; float4 main(uniform S s, uniform const bool b) : SV_Target { return b ? s.a : s.b; }", ""},
		{"float4 main(uniform float4 k : TEXCOORD3) : SV_Target { return k; }", ""},
		{"float4 f(uniform float k) { return k; } float4 main(float2 uv : TEXCOORD0) : SV_Target { return f(uv.x); }", ""},
		{"struct S { Texture2D t; float b; }; float4 main(uniform S s) : SV_Target { return s.b; }", "uniform parameters of the entry point that hold resources"},
		{"float4 main(uniform float k[]) : SV_Target { return k[0]; }", "an array that is a parameter must have a size"},
	} {
		_, err := readRow(new(hlsl.Reader), "test", c.source, hlsl.Options{Profile: "ps_5_0"})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.source, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, not %s", c.source, err, c.want)
		}
	}
}
