package recent

// This file reads the residency of texels: for each kind of texture, the functions that it has.

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/ir/validate"
)

// sparseCalls are calls with a code, of a texture and the declaration of its texel.
var sparseCalls = map[string]struct{ sampler, texel, call string }{
	"2d":             {"sampler2D", "vec4", "sparseTextureARB(s, p.xy, T)"},
	"2d lod":         {"sampler2D", "vec4", "sparseTextureLodARB(s, p.xy, 0.5, T)"},
	"2d offset":      {"sampler2D", "vec4", "sparseTextureLodOffsetARB(s, p.xy, 0.0, ivec2(1), T)"},
	"2d gradients":   {"sampler2D", "vec4", "sparseTextureGradARB(s, p.xy, vec2(0.1), vec2(0.2), T)"},
	"2d least":       {"sampler2D", "vec4", "sparseTextureGradClampARB(s, p.xy, vec2(0.1), vec2(0.2), 0.5, T)"},
	"2d fetch":       {"sampler2D", "vec4", "sparseTexelFetchARB(s, ivec2(p.xy * vec2(textureSize(s, 0))), 0, T)"},
	"2d gather":      {"sampler2D", "vec4", "sparseTextureGatherARB(s, p.xy, T, 2)"},
	"2d integers":    {"isampler2D", "ivec4", "sparseTexelFetchOffsetARB(s, ivec2(p.xy * vec2(textureSize(s, 0))), 0, ivec2(1, 0), T)"},
	"2d unsigned":    {"usampler2D", "uvec4", "sparseTexelFetchARB(s, ivec2(p.xy * vec2(textureSize(s, 0))), 0, T)"},
	"3d":             {"sampler3D", "vec4", "sparseTextureLodARB(s, p, 0.0, T)"},
	"cube":           {"samplerCube", "vec4", "sparseTextureLodARB(s, p, 0.0, T)"},
	"array fetch":    {"sampler2DArray", "vec4", "sparseTexelFetchARB(s, ivec3(p.xy * vec2(textureSize(s, 0).xy), 1 + int(i & 1u)), 0, T)"},
	"array":          {"sampler2DArray", "vec4", "sparseTextureLodARB(s, p, 0.0, T)"},
	"comparison":     {"sampler2DShadow", "float", "sparseTextureLodARB(s, p, 0.0, T)"},
	"comparisons":    {"sampler2DShadow", "vec4", "sparseTextureGatherARB(s, p.xy, 0.5, T)"},
	"image":          {"layout(rgba32f) image2D", "vec4", "sparseImageLoadARB(s, ivec2(p.xy * vec2(imageSize(s))), T)"},
	"image array":    {"layout(r32ui) readonly uimage2DArray", "uvec4", "sparseImageLoadARB(s, ivec3(p.xy * vec2(imageSize(s).xy), i & 1u), T)"},
	"image 3d":       {"layout(rgba8i) readonly iimage3D", "ivec4", "sparseImageLoadARB(s, ivec3(p * vec3(imageSize(s))), T)"},
	"image cube":     {"layout(rgba16f) readonly imageCube", "vec4", "sparseImageLoadARB(s, ivec3(0, 1, i), T)"},
	"image store":    {"layout(rgba32f) image2D", "vec4", "0; ivec2 at = ivec2(p.xy * vec2(imageSize(s))); imageStore(s, at, vec4(1.5)); code = sparseImageLoadARB(s, at, T)"},
	"parameter":      {"sampler2D", "vec4", "into(s, p.xy, texel)"},
	"several levels": {"sampler2D", "vec4", "sparseTextureARB(s, p.xy, T); code += sparseTextureLodARB(s, p.xy, 0.0, T)"},
}

// TestSparse reads texels of textures with holes, with their residency. HLSL and Metal read all texels
// as if they had memory.
func TestSparse(t *testing.T) {
	var jobs, apart []*differential.Job
	for _, name := range sorted(sparseCalls) {
		x := sparseCalls[name]
		functions := ""
		if name == "parameter" { // a parameter that a sparse function writes
			functions = "int into(sampler2D s, vec2 p, out vec4 to) { int code = 0; return code + read(s, p, to); }\n"
			functions = "int read(sampler2D s, vec2 p, out vec4 to) { vec4 x = vec4(0.0); int code = own(s, p, x); to = x; return code; }\n" + functions
			functions = "int own(sampler2D s, vec2 p, vec4 x) { int code = sparseTextureLodARB(s, p, 0.0, x); return x.x > -1.0 ? code : 0; }\n" + functions
		}
		source := fmt.Sprintf(`#version 460
#extension GL_ARB_sparse_texture2 : require
#extension GL_ARB_sparse_texture_clamp : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) buffer B { vec4 texel[4]; int resident[4]; } b;
layout(set = 0, binding = 1) uniform %s s;
%svoid main() {
	uint i = gl_LocalInvocationIndex;
	vec3 p = vec3(float(i) * 0.2, 0.3, 0.4);
	%s texel;
	int code = %s;
	b.texel[i] = vec4(texel);
	b.resident[i] = sparseTexelsResidentARB(code) ? 1 : 2;
}`, x.sampler, functions, x.texel, strings.ReplaceAll(x.call, "T)", "texel)"))
		source = strings.ReplaceAll(strings.ReplaceAll(source, "T, 2)", "texel, 2)"), "vec4(texel)", map[bool]string{true: "vec4(texel)", false: "vec4(texel)"}[x.texel == "float"])
		if j := jobOf(t, name+".comp", source, [3]uint32{1, 1, 1}); j != nil {
			j.Loose = 0.02
			if name == "array" { // lavapipe has no residency for most samples that filter layers
				apart = append(apart, j)
			} else {
				jobs = append(jobs, j)
			}
			mapped(t, source)
		}
	}
	results := append(run(t, jobs, ways{glslNumber: 460, driver: true}), run(t, apart, ways{glslNumber: 460})...)
	for n, j := range append(jobs, apart...) {
		codes := results[n][0][64:]
		if bytes.Count(codes, []byte{1, 0, 0, 0}) == 0 || bytes.Count(codes, []byte{2, 0, 0, 0}) == 0 {
			t.Errorf("%s: residency doesn't differ: %v", j.Name, codes)
		}
	}
}

// mapped writes a shader in languages in which all texels have memory.
func mapped(t *testing.T, source string) {
	t.Helper()
	o := refract.TranslateOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}
	for _, o.To = range []refract.Language{refract.MSL, refract.WGSL, refract.HLSL} {
		_, err := refract.Translate(t.Context(), "a.comp", []byte(source), o)
		lacks := strings.Contains(source, "ClampARB(s") || o.To == refract.WGSL && strings.Contains(source, "imageCube")
		if err != nil && !lacks {
			t.Errorf("to %s: %v\n%s", o.To, err, source)
		}
	}
}

// TestSparseHLSL reads texels with a status, in HLSL, and writes DXIL.
func TestSparseHLSL(t *testing.T) {
	var jobs []*differential.Job
	for _, call := range []string{"t.SampleLevel(s, p.xy, 0, int2(0, 0), status)", "t.SampleGrad(s, p.xy, 0.1, 0.2, int2(0, 0), 0.5, status)",
		"t.Load(int3(1, 1, 0), int2(0, 0), status)", "t.Gather(s, p.xy, int2(0, 0), status)", "t.GatherBlue(s, p.xy, int2(1, 0), status)"} {
		j := jobOf(t, call+".hlsl", fmt.Sprintf(`Texture2D<float4> t : register(t1); SamplerState s : register(s2);
RWStructuredBuffer<float4> o : register(u0);
[numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
	float3 p = float3(i * 0.2, 0.3, 0.4);
	uint status;
	float4 texel = %s;
	o[i] = texel + (CheckAccessFullyMapped(status) ? 1.0 : 2.0);
}`, call), [3]uint32{1, 1, 1})
		if j != nil {
			j.Loose = 0.02
			jobs = append(jobs, j)
		}
	}
	run(t, jobs, ways{glslNumber: 460, direct3d: true, driver: true})
	for _, j := range jobs {
		v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.DXIL})
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		type row struct {
			DXIL []byte `json:"dxil"`
		}
		if v := harness.Oracle(t, "dxil", []row{{out.Bytes()}}); !v[0].OK {
			t.Errorf("%s: %s", j.Name, v[0].Text())
		}
	}
}
