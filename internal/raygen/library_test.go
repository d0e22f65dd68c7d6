package raygen_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/back/dxil"
	"refract/back/hlsl"
	"refract/exec/interp"
	"refract/internal/dxbc"
	parts "refract/internal/dxil"
	"refract/internal/harness"
	"refract/internal/raygen"
	"refract/internal/sweep"

	rexec "refract/exec"
)

// resourceStages are shaders with resources of each kind.
var resourceStages = []stageSource{
	{"rmiss", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(location = 0) rayPayloadInEXT vec4 p;
layout(binding = 0, r32ui) uniform uimage2D counts;
layout(binding = 1, rgba32f) uniform image2D colors;
layout(binding = 2) uniform sampler2D maps[4];
layout(binding = 8) coherent buffer B { uint64_t sums[]; };
layout(binding = 9) uniform U { vec4 u; };
void main() {
	imageAtomicAdd(counts, ivec2(gl_LaunchIDEXT.xy), 1u);
	atomicAdd(sums[1], uint64_t(2));
	p = imageLoad(colors, ivec2(1)) + textureLod(maps[gl_LaunchIDEXT.x & 3], vec2(0.5), 0.0) + u;
}`},
	{"rchit", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_nonuniform_qualifier : require
layout(location = 0) rayPayloadInEXT struct { double d; vec3 v; } p;
hitAttributeEXT vec2 at;
layout(set = 1, binding = 0) uniform sampler2D maps[];
layout(set = 2, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 1) rayPayloadEXT vec4 q;
void main() {
	p.d *= 3.0LF;
	p.v = textureLod(maps[nonuniformEXT(gl_InstanceCustomIndexEXT)], at, 0.0).xyz;
	traceRayEXT(scene, gl_RayFlagsOpaqueEXT, 0xff, 0, 0, 0, vec3(0), 0.1, vec3(1), 9.0, 1);
	p.v += q.xyz + float(gl_GeometryIndexEXT);
}`},
	{"rcall", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(location = 0) callableDataInEXT uint p;
void main() { p = subgroupAdd(p); }`},
	{"rcall", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
struct Inner { double d; float f; };
struct Data { bool b; mat3x4 m; Inner inner[3]; f16vec3 h; Inner last; float16_t end; };
layout(location = 0) callableDataInEXT Data p;
void main() { p.m[1].x += p.b ? float(p.inner[1].d) : 1.0; p.last.f *= 2.0; p.h.y += p.end; }`},
	{"rahit", `#version 460
#extension GL_EXT_ray_tracing : require
layout(location = 0) rayPayloadInEXT mat2x3 p;
hitAttributeEXT struct { dvec2 a; float b; } at;
void main() { if (float(at.a.x) + at.b > p[1].y) ignoreIntersectionEXT; }`},
	{"rint", `#version 460
#extension GL_EXT_ray_tracing : require
hitAttributeEXT struct { vec2 a; float b; } at;
layout(shaderRecordEXT, std430) buffer Record { uint salt; vec4 more[4]; };
void main() { at.b = more[salt].x; reportIntersectionEXT(1.0, 7u); }`},
	{"rgen", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_query : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer B { float o; };
void main() {
	rayQueryEXT q;
	rayQueryInitializeEXT(q, scene, 0, 255, vec3(0), 0.0, vec3(1), 9.0);
	rayQueryProceedEXT(q);
	o = rayQueryGetIntersectionTEXT(q, false);
}`},
}

// TestLibraries has Microsoft's validator judge libraries of DXIL, of random pipelines and of shaders
// with resources, in the shader models that have them.
func TestLibraries(t *testing.T) {
	type row struct {
		Name string `json:"name"`
		DXIL string `json:"dxil"`
	}
	var rows []row
	refused := map[string]bool{}
	add := func(s stageSource, level int, profile dxil.Profile) {
		o := dxil.NewOptions()
		o.Profile = profile
		out, err := refract.Write(context.Background(), readStage(t, s, level), refract.WriteOptions{Language: refract.DXIL, Options: refract.LanguageOptions{refract.DXIL: &o}})
		if err != nil {
			refused[err.Error()] = true
			return
		}
		rows = append(rows, row{fmt.Sprintf("%s %v\n%s", s.extension, profile, s.text), base64.StdEncoding.EncodeToString(out.Bytes())})
	}
	for profile := dxil.Profile63; profile <= dxil.Profile68; profile++ {
		for i, s := range resourceStages {
			add(s, i%2, profile)
		}
	}
	for k := range uint64(sweep.Sample(60)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		pipelineOf(t, p, func(s stageSource) rexec.Program {
			add(s, int(seed%3), dxil.Profile63+dxil.Profile(seed%6))
			x, err := interp.Engine{}.Load(readStage(t, s, 0).Module, rexec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		})
	}
	valid := 0
	for i, v := range harness.Oracle(t, "dxil", rows) {
		if v.OK {
			valid++
		} else {
			t.Errorf("%s\n%s", v.Text(), rows[i].Name)
		}
	}
	t.Logf("%d of %d libraries are valid; refused: %v", valid, len(rows), refused)
}

// hlslRow is a library for DXC.
type hlslRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args"`
}

// runtimeOf is the runtime data of a container, and its bytes.
func runtimeOf(t *testing.T, data []byte) (*parts.RuntimeData, []byte) {
	t.Helper()
	c, err := dxbc.ReadContainer(data)
	if err != nil {
		t.Fatal(err)
	}
	chunk, _ := c.Chunk(parts.PartRDAT)
	d, err := parts.ParseRuntimeData(chunk)
	if err != nil {
		t.Fatal(err)
	}
	return d, chunk
}

// TestRuntimeData compares the runtime data of libraries that DXC makes of the HLSL of shaders: its
// bytes when they are read and written, for several versions of the validator; and the function with
// that of the same shader as DXIL.
func TestRuntimeData(t *testing.T) {
	var rows []hlslRow
	var ours []*parts.RuntimeData
	add := func(s stageSource, k int) {
		v := readStage(t, s, 0)
		ho := hlsl.NewOptions()
		ho.ShaderModel = []hlsl.ShaderModel{hlsl.ShaderModel63, hlsl.ShaderModel65, hlsl.ShaderModel66, hlsl.ShaderModel67}[k%4]
		text, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &ho}})
		if err != nil {
			return
		}
		o := dxil.NewOptions()
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.DXIL, Options: refract.LanguageOptions{refract.DXIL: &o}})
		if err != nil {
			t.Fatal(err)
		}
		d, _ := runtimeOf(t, out.Bytes())
		ours = append(ours, d)
		version := []string{"1.3", "1.5", "1.6", "1.7", "1.8"}[k%5]
		if k%4 > 0 {
			version = "1.8"
		}
		rows = append(rows, hlslRow{s.extension + "\n" + s.text, text.Text, "", "lib_" + strings.Replace(ho.ShaderModel.String(), ".", "_", 1), []string{"-enable-16bit-types", "-validator-version", version, "-HV", "2021"}})
	}
	for i, s := range resourceStages {
		add(s, i)
	}
	for k := range uint64(sweep.Sample(40)) {
		p := raygen.NewPipeline(first() + k)
		pipelineOf(t, p, func(s stageSource) rexec.Program {
			add(s, len(rows))
			x, err := interp.Engine{}.Load(readStage(t, s, 0).Module, rexec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		})
	}
	compiled, same := 0, 0
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK { // the shader needs a later model
			continue
		}
		compiled++
		code, err := base64.StdEncoding.DecodeString(v.Code)
		if err != nil {
			t.Fatal(err)
		}
		d, chunk := runtimeOf(t, code)
		if again := d.Bytes(); !bytes.Equal(again, chunk) {
			t.Errorf("%s: the bytes differ:\n%x\n%x", rows[i].Name, again, chunk)
		}
		a, b := d.Functions[0], ours[i].Functions[0]
		if !d.Lanes { // versions that compute it otherwise
			b.Minor = a.Minor
		}
		if a.Payload == 4 { // HLSL has another payload if the shader doesn't use it
			b.Payload = 4
		}
		if a.Stage != b.Stage || a.Payload != b.Payload || a.Attributes != b.Attributes || a.Stages != b.Stages || a.Features != b.Features || a.Minor != b.Minor {
			t.Errorf("DXC has %+v\nnot %+v\n%s", a, b, rows[i].Name)
		} else {
			same++
		}
	}
	t.Logf("%d libraries of %d: the bytes are DXC's; %d functions are alike", compiled, len(rows), same)
}

// TestLibraryRoots refuses root signatures in libraries.
func TestLibraryRoots(t *testing.T) {
	v := readStage(t, resourceStages[0], 0)
	for _, text := range []string{"", "CBV(b9)"} {
		o := dxil.NewOptions()
		o.RootSignature, o.DeriveRootSignature = text, text == ""
		_, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.DXIL, Options: refract.LanguageOptions{refract.DXIL: &o}})
		if err == nil || !strings.Contains(err.Error(), "a root signature in a library") {
			t.Errorf("the error is %v", err)
		}
	}
}
