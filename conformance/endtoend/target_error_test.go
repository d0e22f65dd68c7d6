package endtoend

// This file tests what is said of modules that a target, or its version, can't
// express.

import (
	"context"
	"errors"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/ir/validate"
)

// targetErrors are shaders, what they are to be written as, and what is said then:
// what the target can't express, and which version or option would do.
var targetErrors = []struct {
	source  string
	options refract.WriteOptions
	want    string
}{
	{levels, inGLSL(310, true), "GLSL 310 es can't express the number of a texture's levels; GLSL 430 can (--to glsl --set glsl.version=430)"},
	{levels, inGLSL(140, false), ""}, // by an extension
	{storage, inGLSL(300, true), "GLSL 300 es can't express compute shaders; GLSL 310 es can (--to essl --set essl.version=310es)"},
	{storage, inGLSL(330, false), "GLSL 330 can't express compute shaders; GLSL 430 can (--to glsl --set glsl.version=430)"},
	{subgroups, inGLSL(300, true), "GLSL 300 es can't express compute shaders; GLSL 310 es can (--to essl --set essl.version=310es)"},
	{query, inGLSL(450, false), "GLSL 450 can't express ray queries; Vulkan's form of GLSL can (--to glsl --set glsl.vulkan=true)"},
	{storage, inGLSL(100, false), "there is no GLSL 100"},
	{subgroups, inHLSL(hlslback.ShaderModel51), "HLSL of shader model 5.1 can't express subgroup operations; shader model 6.0 can (--set hlsl.shader_model=6.0)"},
	{query, inHLSL(hlslback.ShaderModel60), "HLSL of shader model 6.0 can't express acceleration structures; shader model 6.5 can (--set hlsl.shader_model=6.5)"},
	{half, inHLSL(hlslback.ShaderModel60), "HLSL of shader model 6.0 can't express f16; shader model 6.2 can (--set hlsl.shader_model=6.2)"},
	{storage, inHLSL(12), "HLSL has no shader model 1.2"},
	{colors7, inHLSL(hlslback.ShaderModel60), ""},
	{colors8, inHLSL(hlslback.ShaderModel60), "HLSL of shader model 6.0 can't express a color output at location 8, which is past SV_Target7"},
	{member8, inHLSL(hlslback.ShaderModel51), "HLSL of shader model 5.1 can't express a color output at location 8, which is past SV_Target7"},
	{vertex8, inHLSL(hlslback.ShaderModel60), ""},
	{colors7, inMSL(200), ""},
	{colors8, inMSL(200), "Metal 2.0 can't express a color output at location 8, which is past color(7)"},
	{member8, inMSL(300), "Metal 3.0 can't express a color output at location 8, which is past color(7)"},
	{vertex8, inMSL(200), ""},
	{subgroups, inMSL(200), "Metal 2.0 can't express subgroup operations; Metal 2.1 can (--set msl.version=2.1)"},
	{query, inMSL(203), "Metal 2.3 can't express ray queries; Metal 2.4 can (--set msl.version=2.4)"},
	{subgroups, inSPIRV(2), "SPIR-V: a subgroup operation needs SPIR-V 1.3 (--set spv.version=1.3)"},
	{query, inSPIRV(3), "SPIR-V: a ray query needs SPIR-V 1.4 (--set spv.version=1.4)"},
	{subgroups, inSPIRV(3, "Int64"), "SPIR-V: the capability GroupNonUniform is needed and not among those allowed (spv.allowed_capabilities)"},
}

const (
	levels = `@group(0) @binding(0) var t: texture_2d<f32>;
@fragment fn main() -> @location(0) vec4f { return vec4f(f32(textureNumLevels(t))); }`
	storage = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1) fn main() { a[0] = 1; }`
	subgroups = `enable subgroups;
@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1) fn main() { a[0] = subgroupAdd(a[1]); }`
	colors7 = `@fragment fn main() -> @location(7) vec4f { return vec4f(); }`
	colors8 = `@fragment fn main() -> @location(8) vec4f { return vec4f(); }`
	member8 = `struct Out { @location(0) a: vec4f, @location(8) b: vec4f }
@fragment fn main() -> Out { return Out(); }`
	vertex8 = `struct Out { @builtin(position) a: vec4f, @location(8) b: vec4f }
@vertex fn main(@location(9) i: vec4f) -> Out { return Out(i, i); }`
	half = `enable f16;
@group(0) @binding(0) var<storage, read_write> a: array<f16>;
@compute @workgroup_size(1) fn main() { a[0] += 1; }`
	query = `enable wgpu_ray_query;
@group(0) @binding(0) var scene: acceleration_structure;
@group(0) @binding(1) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1) fn main() {
	var q: ray_query;
	rayQueryInitialize(&q, scene, RayDesc(0, 255, 0.1, 10, vec3f(), vec3f(1, 0, 0)));
	a[0] = u32(rayQueryProceed(&q));
}`
)

func inGLSL(version uint16, es bool) refract.WriteOptions {
	o := glslback.NewOptions()
	o.Version = glslback.Version{Number: version, ES: es}
	return refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}}
}

func inHLSL(model hlslback.ShaderModel) refract.WriteOptions {
	o := hlslback.NewOptions()
	o.ShaderModel, o.RaiseModel = model, false
	return refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}}
}

func inMSL(version mslback.Version) refract.WriteOptions {
	o := mslback.NewOptions()
	o.Version = version
	return refract.WriteOptions{Language: refract.MSL, Options: refract.LanguageOptions{refract.MSL: &o}}
}

func inSPIRV(version spirvback.Version, capabilities ...string) refract.WriteOptions {
	o := spirvback.NewOptions()
	o.Version, o.AllowedCapabilities, o.RaiseVersion = version, capabilities, false
	return refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &o}}
}

func TestTargetErrors(t *testing.T) {
	for _, c := range targetErrors {
		m, err := refract.Parse(context.Background(), "a.wgsl", []byte(c.source), refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}})
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			t.Fatal(err)
		}
		_, err = refract.Write(context.Background(), v, c.options)
		got := ""
		var refused *diag.Diagnostics
		if errors.As(err, &refused) {
			got = refused.Items[0].Message
		} else if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
