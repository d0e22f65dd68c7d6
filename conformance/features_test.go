package conformance

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// A featureCase is a shader in GLSL, with what its translations contain, by target; "!" begins
// a part of the error that stands in their place.
type featureCase struct {
	name, stage, source string
	want                map[refract.Language]string
}

// languageFeatures are the cases of TestFeatures, by the files that hold them.
var languageFeatures = [][]featureCase{gatherFeatures, inputFeatures, elsewhereFeatures, comparedFeatures, rayFeatures, coverageFeatures, counterFeatures, rayArrayFeatures, halfAtomicFeatures}

var gatherFeatures = []featureCase{
	{"gather at a variable offset", "frag", `#version 450
layout(binding = 0) uniform sampler2D t;
layout(binding = 1) uniform sampler2DArrayShadow s;
layout(location = 0) flat in ivec2 off;
layout(location = 0) out vec4 o;
void main() { o = textureGatherOffset(t, vec2(0.5), off, 1) + textureGatherOffset(s, vec3(0.5), 0.5, off.yx); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "ImageGatherExtended", refract.GLSL: "textureGatherOffset(t, vec2(0.5), off, 1)", refract.HLSL: ".GatherGreen(", refract.MSL: "off, component::y",
			refract.WGSL: "!offset that isn't constant"}},
	{"gather at a variable offset in ES", "frag", `#version 310 es
#extension GL_EXT_gpu_shader5 : require
precision highp float;
layout(binding = 0) uniform highp sampler2D t;
layout(location = 0) flat in ivec2 off;
layout(location = 0) out vec4 o;
void main() { o = textureGatherOffset(t, vec2(0.5), off); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "ImageGatherExtended", refract.GLSL: "textureGatherOffset(t, vec2(0.5), off", refract.WGSL: "!offset that isn't constant"}},
	{"gather at a variable offset before GLSL 4.00", "frag", `#version 330
#extension GL_ARB_texture_gather : require
uniform sampler2D t;
flat in ivec2 off;
out vec4 o;
void main() { o = textureGatherOffset(t, vec2(0.5), off); }`,
		map[refract.Language]string{refract.GLSL: "!must be a constant expression"}},
	{"sampling at a variable offset", "frag", `#version 450
layout(binding = 0) uniform sampler2D t;
layout(location = 0) flat in ivec2 off;
layout(location = 0) out vec4 o;
void main() { o = textureOffset(t, vec2(0.5), off); }`,
		map[refract.Language]string{refract.GLSL: "!must be a constant expression"}},
}

var inputFeatures = []featureCase{
	{"both barycentric coordinates", "frag", `#version 450
#extension GL_EXT_fragment_shader_barycentric : require
layout(location = 0) out vec4 o;
void main() { o = vec4(gl_BaryCoordEXT + gl_BaryCoordNoPerspEXT, 1.0); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "BaryCoordNoPerspKHR", refract.GLSL: "gl_BaryCoordEXT + gl_BaryCoordNoPerspEXT", refract.HLSL: "SV_Barycentrics1",
			refract.MSL: "[[barycentric_coord, center_no_perspective]]", refract.WGSL: "barycentric_no_perspective"}},
}

var elsewhereFeatures = []featureCase{
	{"interpolation elsewhere", "frag", `#version 450
layout(location = 0) in vec4 a;
layout(location = 1) noperspective in vec2 b;
layout(location = 3) noperspective in vec2 d;
layout(location = 2) flat in int i;
layout(location = 0) out vec4 o;
vec2 f(vec2 at) { return interpolateAtOffset(b, at) + interpolateAtSample(d, i); }
void main() { o = interpolateAtCentroid(a) + interpolateAtSample(a, i) + interpolateAtSample(a.y, 1) + interpolateAtOffset(a, vec2(0.25, -0.5)) + f(a.zw).xyxy; }`,
		map[refract.Language]string{refract.SPIRVAssembly: "InterpolateAtOffset", refract.GLSL: "interpolateAtSample(d, i_1)", refract.HLSL: "EvaluateAttributeSnapped(",
			refract.MSL: ".interpolate_at_offset(clamp(", refract.WGSL: "!interpolated elsewhere"}},
}

// comparedHead declares arrays of textures, and samplers of both kinds.
const comparedHead = `#version 450
layout(binding = 0) uniform texture2D t[4];
layout(binding = 4) uniform sampler s;
layout(binding = 5) uniform samplerShadow c[2];
layout(location = 0) in vec3 p;
layout(location = 0) out vec4 o;
`

var comparedFeatures = []featureCase{
	{"comparisons with elements of an array of textures", "frag", comparedHead + "void main() { o = vec4(texture(sampler2DShadow(t[2], c[1]), p)) + texture(sampler2D(t[(1)], s), p.xy).x * 0.0; }",
		map[refract.Language]string{refract.GLSL: "!needs a depth image"}},
	{"comparisons with an array of textures", "frag", comparedHead + "void main() { o = vec4(texture(sampler2DShadow(t[2], c[1]), p) + textureGather(sampler2DShadow((t[1]), c[0]), p.xy, 0.5).y); }",
		map[refract.Language]string{refract.HLSL: "t[2].SampleCmp(", refract.WGSL: "textureSampleCompare(", refract.SPIRVAssembly: "OpImageSampleDrefImplicitLod"}},
}

var coverageFeatures = []featureCase{
	{"sample masks after the depth test", "frag", `#version 450
#extension GL_EXT_post_depth_coverage : require
layout(post_depth_coverage, early_fragment_tests) in;
layout(location = 0) out vec4 o;
void main() { o = vec4(gl_SampleMaskIn[0]); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "PostDepthCoverage", refract.GLSL: "layout(post_depth_coverage) in;", refract.HLSL: "earlydepthstencil",
			refract.MSL: "[[sample_mask, post_depth_coverage]]", refract.IR: " post_depth_coverage"}},
	{"early tests by ARB_post_depth_coverage", "frag", `#version 450
#extension GL_ARB_post_depth_coverage : require
layout(post_depth_coverage) in;
layout(location = 0) out vec4 o;
void main() { o = vec4(gl_SampleMaskIn[0]); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "EarlyFragmentTests", refract.GLSL: "layout(early_fragment_tests) in;"}},
	{"sample masks after the depth test, without the extension", "frag", `#version 450
layout(post_depth_coverage) in;
layout(location = 0) out vec4 o;
void main() { o = vec4(gl_SampleMaskIn[0]); }`,
		map[refract.Language]string{refract.GLSL: "!GL_ARB_post_depth_coverage"}},
}

var counterFeatures = []featureCase{
	{"atomic counters as parameters", "comp", `#version 460
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { uint n[4]; };
layout(binding = 1) uniform atomic_uint a;
layout(binding = 1) uniform atomic_uint list[3];
uint up(atomic_uint c) { return atomicCounterIncrement(c); }
uint twice(atomic_uint c) { return up(c) + up(c); }
void main() { n[0] = twice(a) + twice(list[2]) + up(list[1]); }`,
		map[refract.Language]string{refract.SPIRVAssembly: "OpAtomicI", refract.GLSL: "atomicAdd(", refract.HLSL: "InterlockedAdd(", refract.MSL: "atomic_fetch_add_explicit(", refract.WGSL: "atomicAdd("}},
	{"arrays of atomic counters as parameters", "comp", `#version 460
layout(local_size_x = 1) in;
layout(binding = 1) uniform atomic_uint list[3];
void up(atomic_uint c[3]) { atomicCounterIncrement(c[0]); }
void main() { up(list); }`,
		map[refract.Language]string{refract.GLSL: "!arrays of atomic counters as parameters"}},
	{"numbers for atomic counters", "comp", `#version 460
layout(local_size_x = 1) in;
void up(atomic_uint c) { atomicCounterIncrement(c); }
void main() { uint x = 1u; up(x); }`,
		map[refract.Language]string{refract.GLSL: "!up"}},
}

const rayHead = `#version 460
#extension GL_EXT_ray_query : require
layout(binding = 0) uniform accelerationStructureEXT tlas;
layout(binding = 1) buffer B { uint u[8]; float f[32]; } b;
layout(local_size_x = 1) in;
`

var rayFeatures = []featureCase{
	{"ray queries", "comp", rayHead + `
bool step(rayQueryEXT q) { return rayQueryProceedEXT(q); }
void main() {
  rayQueryEXT q;
  rayQueryInitializeEXT(q, tlas, gl_RayFlagsOpaqueEXT, 0xFFu, vec3(b.f[0]), 0.5, vec3(0, 0, 1), 9.0);
  while (step(q)) {
    if (rayQueryGetIntersectionTypeEXT(q, false) == gl_RayQueryCandidateIntersectionAABBEXT) rayQueryGenerateIntersectionEXT(q, 2.0);
    else { b.f[1] = rayQueryGetIntersectionTEXT(q, false); rayQueryConfirmIntersectionEXT(q); }
    if (b.u[7] == 3u) rayQueryTerminateEXT(q);
  }
  if (rayQueryGetIntersectionTypeEXT(q, true) == gl_RayQueryCommittedIntersectionTriangleEXT) {
    b.f[2] = rayQueryGetIntersectionTEXT(q, true);
    b.u[0] = uint(rayQueryGetIntersectionInstanceCustomIndexEXT(q, true) + rayQueryGetIntersectionInstanceIdEXT(q, true));
    b.u[1] = rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(q, true);
    b.u[2] = uint(rayQueryGetIntersectionGeometryIndexEXT(q, true) + rayQueryGetIntersectionPrimitiveIndexEXT(q, true));
    vec2 at = rayQueryGetIntersectionBarycentricsEXT(q, true);
    b.u[3] = uint(rayQueryGetIntersectionFrontFaceEXT(q, true));
    mat4x3 m = rayQueryGetIntersectionObjectToWorldEXT(q, true);
    b.f[3] = at.x + m[3].y + rayQueryGetIntersectionWorldToObjectEXT(q, false)[0].x;
  }
}`,
		map[refract.Language]string{refract.GLSL: "rayQueryGetIntersectionBarycentricsEXT(q, true)", refract.HLSL: "TraceRayInline", refract.SPIRVAssembly: "RayQueryKHR"}},
}

var halfAtomicFeatures = []featureCase{
	{"atomic operations on halves", "comp", `#version 460
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { float16_t h; };
void main() { atomicAdd(h, float16_t(1.0)); }`, map[refract.Language]string{refract.SPIRVAssembly: "AtomicFloat16AddEXT", refract.HLSL: "!an atomic add of f16", refract.MSL: "!an atomic add of f16", refract.WGSL: "!an atomic add of f16"}},
}

var rayArrayFeatures = []featureCase{
	{"arrays of ray queries", "comp", rayHead + "void main() { rayQueryEXT q[2]; rayQueryTerminateEXT(q[gl_LocalInvocationIndex]); }", map[refract.Language]string{
		refract.GLSL: "rayQueryEXT q[2]", refract.HLSL: "RayQuery<RAY_FLAG_NONE> q[2]", refract.WGSL: "!arrays of ray queries", refract.SPIRVAssembly: "OpTypeRayQueryKHR"}},
	{"arrays of arrays of ray queries", "comp", rayHead + "void f(rayQueryEXT q[3], int i) { rayQueryTerminateEXT(q[i]); } void main() { rayQueryEXT q[2][3]; f(q[gl_LocalInvocationIndex], 1); }", map[refract.Language]string{
		refract.GLSL: "rayQueryEXT q[6]", refract.HLSL: "RayQuery<RAY_FLAG_NONE> q[6]"}},
	{"structs with ray queries", "comp", rayHead + "struct S { int n; rayQueryEXT q; }; S s; void f(S s) { s.n++; rayQueryTerminateEXT(s.q); } void main() { f(s); }", map[refract.Language]string{
		refract.GLSL: "rayQueryEXT s_q;", refract.HLSL: "static RayQuery<RAY_FLAG_NONE> s_q;", refract.WGSL: "!ray queries outside of functions"}},
	{"a uniform ray query", "comp", rayHead + "layout(binding = 9) uniform U { rayQueryEXT q; }; void main() { }", map[refract.Language]string{refract.GLSL: "!a member of a block can't hold a ray query"}},
	{"a copy of a ray query", "comp", rayHead + "struct S { rayQueryEXT q; }; void main() { S a, b; a = b; }", map[refract.Language]string{refract.GLSL: "!a ray query can only be an argument"}},
}

// rayQueryWGSL reads intersections as wholes.
const rayQueryWGSL = `enable wgpu_ray_query;
@group(0) @binding(0) var tlas: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
fn trace(d: RayDesc) -> RayIntersection {
  var q: ray_query;
  rayQueryInitialize(&q, tlas, d);
  while (rayQueryProceed(&q)) {
    let c = rayQueryGetCandidateIntersection(&q);
    if (c.kind == RAY_QUERY_INTERSECTION_AABB && c.t < 1.0) { rayQueryGenerateIntersection(&q, 10.0); }
    if (c.kind == RAY_QUERY_INTERSECTION_TRIANGLE && c.front_face) { rayQueryConfirmIntersection(&q); }
  }
  return rayQueryGetCommittedIntersection(&q);
}
@compute @workgroup_size(1) fn main() {
  let i = trace(RayDesc(4u, 255u, 0.1, 100.0, vec3f(), vec3f(0, 0, 1)));
  out[0] = i.t + f32(i.instance_custom_data) + i.barycentrics.x + i.object_to_world[3].z;
}`

// TestRayQueriesInGLSL: glslang accepts intersections and descriptions that are whole structs.
func TestRayQueriesInGLSL(t *testing.T) {
	vulkan := glsl.NewOptions()
	vulkan.Vulkan, vulkan.Version.Number = true, 460
	o := refract.TranslateOptions{To: refract.GLSL, Validate: refract.ValidateOptions{Capabilities: validate.All}, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.GLSL: &vulkan}}}
	for _, minify := range []bool{false, true} {
		vulkan.Minify = minify
		out, err := refract.Translate(t.Context(), "a.wgsl", []byte(rayQueryWGSL), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range harness.Oracle(t, "glsl", []map[string]string{{"name": "rays", "source": out.Text, "stage": "comp", "client": "vulkan"}}) {
			if !v.OK {
				t.Errorf("%s\n%s", v.Text(), out.Text)
			}
		}
	}
}

// TestFeatures: each feature is written in the languages that have it, as the outside
// compilers accept, and is refused with a position by the others; SPIR-V of it is read.
func TestFeatures(t *testing.T) {
	type row struct {
		Name    string `json:"name"`
		Source  string `json:"source,omitempty"`
		Entry   string `json:"entry,omitempty"`
		Profile string `json:"profile,omitempty"`
		Stage   string `json:"stage,omitempty"`
		Client  string `json:"client,omitempty"`
		SPIRV   string `json:"spirv,omitempty"`
		Env     string `json:"env,omitempty"`
	}
	rows := map[string][]row{}
	vulkan := glsl.NewOptions()
	vulkan.Vulkan, vulkan.Version.Number = true, 460
	o := refract.TranslateOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}
	for _, c := range slices.Concat(languageFeatures...) {
		file := "a." + c.stage
		for to, want := range c.want {
			o.To, o.Write.Options = to, nil
			if strings.Contains(c.source, "GL_EXT_ray_query") {
				o.Write.Options = refract.LanguageOptions{refract.GLSL: &vulkan}
			}
			out, err := refract.Translate(t.Context(), file, []byte(c.source), o)
			if message, refused := strings.CutPrefix(want, "!"); refused {
				if err == nil || !strings.Contains(err.Error(), message) || !strings.Contains(err.Error(), file+":") {
					t.Errorf("%s to %s: want an error with %q, found %v", c.name, to, message, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s to %s: %v", c.name, to, err)
				continue
			}
			if !strings.Contains(out.Text, want) {
				t.Errorf("%s as %s lacks %q:\n%s", c.name, to, want, out.Text)
			}
			switch to {
			case refract.HLSL:
				profile := map[string]string{"frag": "ps_6_6", "comp": "cs_6_6", "vert": "vs_6_6"}[c.stage]
				rows["hlsl"] = append(rows["hlsl"], row{Name: c.name, Source: out.Text, Entry: "main", Profile: profile})
			case refract.MSL: // whose checker doesn't know one attribute
				source := strings.ReplaceAll(out.Text, ", post_depth_coverage", "")
				rows["msl"] = append(rows["msl"], row{Name: c.name, Source: source})
			case refract.GLSL:
				client := "opengl"
				if strings.Contains(out.Text, "GL_EXT_ray_query") {
					client = "vulkan"
				}
				rows["glsl"] = append(rows["glsl"], row{Name: c.name, Source: out.Text, Stage: c.stage, Client: client})
			case refract.SPIRVAssembly:
				o.To = refract.SPIRV
				whole, err := refract.Translate(t.Context(), file, []byte(c.source), o)
				if err != nil {
					t.Errorf("%s: %v", c.name, err)
					continue
				}
				var code []byte
				for _, w := range whole.Words {
					code = binary.LittleEndian.AppendUint32(code, w)
				}
				rows["spirv"] = append(rows["spirv"], row{Name: c.name, SPIRV: base64.StdEncoding.EncodeToString(code)})
				o.To = to
				again, err := refract.Translate(t.Context(), "a.spv", code, o)
				if err != nil {
					t.Errorf("%s, read of SPIR-V: %v", c.name, err)
				} else if !strings.Contains(again.Text, want) {
					t.Errorf("%s, read of SPIR-V, lacks %q:\n%s", c.name, want, again.Text)
				}
			}
		}
	}
	for tool, list := range rows {
		for _, v := range harness.Oracle(t, tool, list) {
			if !v.OK {
				source := ""
				for _, r := range list {
					if r.Name == v.Name {
						source = r.Source
					}
				}
				t.Errorf("%s: %s: %s\n%s", tool, v.Name, v.Text(), source)
			}
		}
	}
}
