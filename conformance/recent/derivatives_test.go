package recent

// This file takes derivatives in compute shaders, in quads of both kinds.

import (
	"fmt"
	"strings"
	"testing"

	"refract"
	dxilback "refract/back/dxil"
	"refract/back/glsl"
	"refract/back/hlsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/ir/validate"
)

// A group is a workgroup whose invocations form quads.
type group struct {
	kind string
	size [3]uint32
}

var groups = []group{{"quads", [3]uint32{8, 4, 1}}, {"quads", [3]uint32{2, 2, 3}}, {"quads", [3]uint32{6, 2, 2}}, {"linear", [3]uint32{16, 1, 1}},
	{"linear", [3]uint32{4, 1, 1}}, {"linear", [3]uint32{3, 2, 2}}, {"linear", [3]uint32{4, 3, 1}}}

// direct3d reports whether Direct3D has such quads in such a group.
func (g group) direct3d() bool {
	return (g.size[1] == 1 && g.size[2] == 1) == (g.kind == "linear")
}

// place is a vector that is linear in the place in a quad.
func (g group) place(vector, index string) string {
	if g.kind == "linear" {
		return fmt.Sprintf("%s(%s, %[2]s * 2u, %[2]s / 4u * 9u)", vector, index)
	}
	return "at"
}

// derivatives are expressions over numbers and a vector that differ among invocations. Numbers but curved
// are linear, so that coarse and fine derivatives are the same.
var derivatives = map[string]struct{ glsl, hlsl string }{
	"x":             {"dFdx(x)", "ddx(x)"},
	"y":             {"dFdy(x)", "ddy(x)"},
	"width":         {"fwidth(x)", "fwidth(x)"},
	"vector":        {"dFdx(v).x + dFdy(v).y * 16.0", "ddx(v).x + ddy(v).y * 16.0"},
	"fine x":        {"dFdxFine(curved)", "ddx_fine(curved)"},
	"fine y":        {"dFdyFine(curved)", "ddy_fine(curved)"},
	"fine width":    {"fwidthFine(curved)", "abs(ddx_fine(curved)) + abs(ddy_fine(curved))"},
	"coarse x":      {"dFdxCoarse(x)", "ddx_coarse(x)"},
	"coarse y":      {"dFdyCoarse(x)", "ddy_coarse(x)"},
	"in a function": {"slope(x)", "slope(x)"},
	"in a branch":   {"n > 0.0 ? dFdx(x) : 1.0", "n > 0.0 ? ddx(x) : 1.0"},
	"index":         {"float(gl_LocalInvocationIndex) + dFdx(float(gl_LocalInvocationIndex))", "float(index) + ddx(float(index))"},
}

func glslDerivative(g group, extension, suffix, expression string) string {
	return fmt.Sprintf(`#version 450
#extension GL_%s_compute_shader_derivatives : require
layout(local_size_x = %d, local_size_y = %d, local_size_z = %d) in;
layout(set = 0, binding = 0, std430) buffer P { float p[96]; };
float slope(float x) { return dFdx(x) - dFdy(x); }
layout(derivative_group_%s%s) in;
void main() {
	vec3 at = vec3(gl_LocalInvocationID), id = %s;
	float n = float(gl_NumWorkGroups.x);
	float x = 3.0 * id.x + 5.0 * id.y + 7.0 * id.z;
	float curved = at.x * at.x + 3.0 * at.y * at.y + at.x * at.y;
	vec2 v = vec2(x, id.x - id.y);
	p[gl_LocalInvocationIndex] = %s;
}`, extension, g.size[0], g.size[1], g.size[2], g.kind, suffix, g.place("vec3", "gl_LocalInvocationIndex"), expression)
}

func hlslDerivative(g group, expression string) string {
	return fmt.Sprintf(`RWStructuredBuffer<float> p : register(u0);
float slope(float x) { return ddx(x) - ddy(x); }
[numthreads(%d, %d, %d)] void main(uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex) {
	float3 at = float3(local), id = %s;
	float n = 1.0;
	float x = 3.0 * id.x + 5.0 * id.y + 7.0 * id.z;
	float curved = at.x * at.x + 3.0 * at.y * at.y + at.x * at.y;
	float2 v = float2(x, id.x - id.y);
	p[index] = %s;
}`, g.size[0], g.size[1], g.size[2], g.place("float3", "index"), expression)
}

// TestGroupDerivatives takes each derivative in each group, from GLSL and HLSL.
func TestGroupDerivatives(t *testing.T) {
	var all, direct []*differential.Job
	extensions := [][2]string{{"NV", "NV"}, {"KHR", "KHR"}}
	for k, g := range groups {
		for n, name := range sorted(derivatives) {
			x := derivatives[name]
			e := extensions[(k+n)%2]
			source := glslDerivative(g, e[0], e[1], x.glsl)
			jobs := []*differential.Job{jobOf(t, fmt.Sprintf("%s %v %s.comp", g.kind, g.size, name), source, [3]uint32{1, 1, 1})}
			if g.direct3d() {
				jobs = append(jobs, jobOf(t, fmt.Sprintf("%s %v %s.hlsl", g.kind, g.size, name), hlslDerivative(g, x.hlsl), [3]uint32{1, 1, 1}))
			}
			for _, j := range jobs {
				if j == nil {
					continue
				}
				if g.direct3d() {
					direct = append(direct, j)
				} else {
					all = append(all, j)
				}
			}
		}
	}
	run(t, all, ways{glslNumber: 460, driver: true})
	run(t, direct, ways{glslNumber: 460, driver: true, direct3d: true})
	refused(t, "a.comp", glslDerivative(groups[0], "KHR", "KHR", "dFdx(x)"),
		"derivatives in the compute stage", refract.MSL, refract.WGSL, refract.DXBC)
}

// samples are expressions whose level follows from derivatives.
var samples = map[string]struct{ glsl, hlsl string }{
	"sample":      {"texture(sampler2D(t, s), at.xy * 0.25).x", "t.Sample(s, at.xy * 0.25).x"},
	"bias":        {"texture(sampler2D(t, s), at.xy * 0.25, 0.5).y", "t.SampleBias(s, at.xy * 0.25, 0.5).y"},
	"query":       {"textureQueryLod(sampler2D(t, s), at.xy * 0.25).y", "t.CalculateLevelOfDetailUnclamped(s, at.xy * 0.25)"},
	"exact level": {"textureLod(sampler2D(t, s), at.xy * 0.25, 1.0).x", "t.SampleLevel(s, at.xy * 0.25, 1.0).x"},
}

// TestGroupSamples samples with computed levels in compute shaders.
func TestGroupSamples(t *testing.T) {
	var jobs []*differential.Job
	for _, g := range groups[:5] {
		for _, name := range sorted(samples) {
			for _, direct := range []bool{false, true} {
				x := samples[name]
				name, source := name+".comp", fmt.Sprintf(`#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = %d, local_size_y = %d, local_size_z = %d) in;
layout(derivative_group_%sNV) in;
layout(set = 0, binding = 0, std430) buffer P { float p[96]; };
layout(set = 0, binding = 1) uniform texture2D t;
layout(set = 0, binding = 2) uniform sampler s;
void main() {
	vec3 at = %s;
	p[gl_LocalInvocationIndex] = %s;
}`, g.size[0], g.size[1], g.size[2], g.kind, g.place("vec3", "gl_LocalInvocationIndex"), x.glsl)
				if g.kind == "quads" {
					source = strings.Replace(source, "at = at", "at = vec3(gl_LocalInvocationID)", 1)
				}
				if direct {
					name, source = name+".hlsl", fmt.Sprintf(`RWStructuredBuffer<float> p : register(u0);
Texture2D<float4> t : register(t1);
SamplerState s : register(s2);
[numthreads(%d, %d, %d)] void main(uint3 local : SV_GroupThreadID, uint index : SV_GroupIndex) {
	float3 at = %s;
	p[index] = %s;
}`, g.size[0], g.size[1], g.size[2], g.place("float3", "index"), x.hlsl)
					source = strings.Replace(source, "at = at", "at = float3(local)", 1)
					if !g.direct3d() {
						continue
					}
				}
				if j := jobOf(t, fmt.Sprintf("%s %v %s", g.kind, g.size, name), source, [3]uint32{1, 1, 1}); j != nil {
					j.Loose = 0.02
					jobs = append(jobs, j)
				}
			}
		}
	}
	run(t, jobs, ways{glslNumber: 460, driver: true, direct3d: true})
}

// TestMeshDerivatives translates a mesh shader that takes derivatives.
func TestMeshDerivatives(t *testing.T) {
	source := []byte(`#version 450
#extension GL_EXT_mesh_shader : require
#extension GL_KHR_compute_shader_derivatives : require
layout(local_size_x = 8) in;
layout(derivative_group_linearKHR) in;
layout(triangles, max_vertices = 3, max_primitives = 1) out;
layout(binding = 0, std430) buffer P { float p[]; };
void main() {
	SetMeshOutputsEXT(3, 1);
	if (gl_LocalInvocationIndex < 3u) gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(gl_LocalInvocationIndex);
	gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2);
	p[gl_LocalInvocationIndex] = dFdx(float(gl_LocalInvocationIndex * gl_LocalInvocationIndex));
}`)
	text, vulkan, direct, bytes := hlsl.NewOptions(), glsl.NewOptions(), dxilback.NewOptions(), map[refract.Language][]byte{}
	text.ShaderModel, vulkan.Vulkan, vulkan.Version.Number, direct.Profile = hlsl.ShaderModel66, true, 450, dxilback.Profile66
	for _, l := range []refract.Language{refract.SPIRV, refract.GLSL, refract.HLSL, refract.DXIL} {
		out, err := refract.Translate(t.Context(), "a.mesh", source, refract.TranslateOptions{To: l, Validate: refract.ValidateOptions{Capabilities: validate.All},
			Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.HLSL: &text, refract.GLSL: &vulkan, refract.DXIL: &direct}}})
		if err != nil {
			t.Fatal(err)
		}
		bytes[l] = out.Bytes()
	}
	if again := string(bytes[refract.GLSL]); !strings.Contains(again, "derivative_group_linearKHR") {
		t.Errorf("no derivatives in %s", again)
	}
	for _, message := range harness.NewSPIRVVal(t, [][]byte{bytes[refract.SPIRV]}) {
		if message != "" {
			t.Error(message)
		}
	}
	type row struct {
		Source  string `json:"source,omitempty"`
		Entry   string `json:"entry,omitempty"`
		Profile string `json:"profile,omitempty"`
		DXIL    []byte `json:"dxil,omitempty"`
	}
	for tool, r := range map[string]row{"hlsl": {Source: string(bytes[refract.HLSL]), Entry: "main", Profile: "ms_6_6"}, "dxil": {DXIL: bytes[refract.DXIL]}} {
		if v := harness.Oracle(t, tool, []row{r}); !v[0].OK {
			t.Errorf("%s: %s", tool, v[0].Text())
		}
	}
}
