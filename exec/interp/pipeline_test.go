package interp_test

// Tests of ray-tracing pipelines.

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/fromir"
	"refract/ir/validate"
)

// loadStage reads a shader of a ray-tracing pipeline.
func loadStage(t *testing.T, extension, source string, inSSA bool) exec.RayShader {
	t.Helper()
	if source == "" {
		return exec.RayShader{}
	}
	valid, err := refract.Check(context.Background(), "test."+extension, []byte("#version 460\n#extension GL_EXT_ray_tracing : require\n"+source),
		refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	var p exec.Program
	if inSSA {
		p, err = interp.SSAEngine{}.Load(fromir.Module(valid.Module, fromir.Options{Strict: true}), exec.LoadOptions{})
	} else {
		p, err = interp.Engine{}.Load(valid.Module, exec.LoadOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return exec.RayShader{Program: p, Entry: "main"}
}

const generationHead = `layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Results { float results[]; };
`

// TestRayPipelines runs pipelines on the scene of the ray queries, as modules and in SSA
// form.
func TestRayPipelines(t *testing.T) {
	const simple = generationHead + `layout(location = 0) rayPayloadEXT vec4 payload;
void main() {
  payload = vec4(-5.0);
  traceRayEXT(scene, FLAGS, 0xFF, 0u, 0u, 0u, vec3(ORIGIN), 0.5, vec3(0.0, 0.0, 1.0), 100.0, 0);
  uint i = gl_LaunchIDEXT.x + gl_LaunchSizeEXT.x * gl_LaunchIDEXT.y;
  for (uint k = 0u; k < 4u; k++) results[4u * i + k] = payload[k];
}`
	const closest = `layout(location = 0) rayPayloadInEXT vec4 payload; hitAttributeEXT vec2 at;
void main() { payload = vec4(gl_HitTEXT, float(gl_InstanceCustomIndexEXT + gl_GeometryIndexEXT), at); }`
	const miss = `layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload += vec4(gl_RayTmaxEXT, gl_RayTminEXT, gl_WorldRayDirectionEXT.z, 1.0); }`
	generation := func(flags, origin string) string {
		return strings.NewReplacer("FLAGS", flags, "ORIGIN", origin).Replace(simple)
	}
	for _, c := range []struct {
		name                                         string
		generation, miss, closest, any, intersection string
		callable                                     string
		want                                         []float32
	}{
		{"closest", generation("0u", "0.0, 0.5, 0.0"), miss, closest, "", "", "", []float32{3, 78, 1. / 3, 0.5}},
		{"miss", generation("0u", "5.0, 0.5, 0.0"), miss, closest, "", "", "", []float32{95, -4.5, -4, -4}},
		{"skipped", generation("gl_RayFlagsSkipClosestHitShaderEXT", "0.0, 0.5, 0.0"), miss, closest, "", "", "", []float32{-5, -5, -5, -5}},
		{"ignored", generation("0u", "0.0, 0.5, 0.0"), miss, closest,
			`layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload.w = 8.0; if (gl_GeometryIndexEXT == 1) ignoreIntersectionEXT; }`, "", "",
			[]float32{9, 77, 1. / 3, 0.5}},
		{"terminated", generation("0u", "0.0, 0.5, 0.0"), miss, `layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload.x += 1.0; }`,
			`layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload.y += 1.0; terminateRayEXT; }`, "", "", []float32{-4, -4, -5, -5}},
		{"opaque", generation("gl_RayFlagsOpaqueEXT", "0.0, 0.5, 0.0"), miss, closest, `void main() { ignoreIntersectionEXT; }`, "", "", []float32{3, 78, 1. / 3, 0.5}},
		{"box", generation("0u", "12.0, 0.0, 0.0"), miss,
			`layout(location = 0) rayPayloadInEXT vec4 payload; hitAttributeEXT vec3 at;
void main() { payload = vec4(gl_HitTEXT, gl_HitKindEXT, at.x, gl_ObjectToWorldEXT[3].x + gl_ObjectRayOriginEXT.x); }`, "",
			`hitAttributeEXT vec3 at; void main() { at = vec3(4.0, 5.0, 6.0); if (reportIntersectionEXT(5.0, 7u)) { at.x = 11.0; if (reportIntersectionEXT(4.5, 9u)) at.x = 12.0; } reportIntersectionEXT(6.0, 1u); }`,
			"", []float32{4.5, 9, 11, 11}},
		{"box and any hit", generation("0u", "12.0, 0.0, 0.0"), miss,
			`layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload.x = gl_HitTEXT; payload.y = float(gl_HitKindEXT); }`,
			`layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload.z += gl_HitTEXT; if (gl_HitKindEXT == 9u) ignoreIntersectionEXT; }`,
			`hitAttributeEXT float at; void main() { reportIntersectionEXT(5.0, 7u); reportIntersectionEXT(4.5, 9u); }`,
			"", []float32{5, 7, 4.5, -5}},
		{"nested", generation("0u", "0.0, 0.5, 0.0"), miss,
			generationHead + `layout(location = 0) rayPayloadInEXT vec4 payload; layout(location = 1) rayPayloadEXT vec4 other;
void main() { other = vec4(0.0); float t = gl_HitTEXT;
  if (t < 4.0) { traceRayEXT(scene, 0u, 0xFF, 0u, 0u, 0u, vec3(0.0, 0.5, 4.0), 0.1, vec3(0.0, 0.0, 1.0), 50.0, 1); payload = other + vec4(0.0, t, 0.0, 0.0); }
  else { traceRayEXT(scene, 0u, 0u, 0u, 0u, 0u, vec3(0.0), 0.25, vec3(0.0, 0.0, 2.0), 20.0, 1); payload = other * 2.0; } }`, "", "", "",
			[]float32{40, 0.5 + 3, 4, 2}},
		{"callable", generationHead + `layout(location = 3) callableDataEXT vec2 data;
void main() { data = vec2(2.0, 3.0); executeCallableEXT(0u, 3); results[0] = data.x; results[1] = data.y; executeCallableEXT(5u, 3); results[2] = data.x; results[3] = 1.0; }`,
			"", "", "", "", `layout(location = 3) callableDataInEXT vec2 data; void main() { data = data.yx * 2.0; }`, []float32{6, 4, 6, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, inSSA := range []bool{false, true} {
				stage := func(extension, source string) exec.RayShader { return loadStage(t, extension, source, inSSA) }
				p := &exec.RayPipeline{Generation: stage("rgen", c.generation), Miss: []exec.RayShader{stage("rmiss", c.miss)}, Callable: []exec.RayShader{stage("rcall", c.callable)},
					Hit: []exec.HitGroup{0: {}, 5: {ClosestHit: stage("rchit", c.closest), AnyHit: stage("rahit", c.any)},
						6: {ClosestHit: stage("rchit", c.closest), AnyHit: stage("rahit", c.any), Intersection: stage("rint", c.intersection)}}}
				var r exec.Resources
				out := exec.NewBuffer(4 * 16)
				r.Bind(0, 0, rayScene(t))
				r.Bind(0, 1, out)
				if _, err := p.Generation.Program.(exec.RayTracer).TraceRays(context.Background(), p, [3]uint32{2, 2, 1}, &r, exec.RunOptions{}); err != nil {
					t.Fatal(err)
				}
				var got []float32
				for _, w := range words(out) {
					got = append(got, math.Float32frombits(w))
				}
				for k, want := range c.want {
					if math.Abs(float64(got[k]-want)) > 1e-5 {
						t.Errorf("result %d is %v, not %v", k, got[:4], c.want)
						break
					}
				}
				if c.name != "callable" && !slices.Equal(got[:4], got[12:]) {
					t.Errorf("the last point has %v", got[12:])
				}
			}
		})
	}
}

// TestRecords reads shader records, one for each hit group.
func TestRecords(t *testing.T) {
	generation := loadStage(t, "rgen", generationHead+`layout(location = 0) rayPayloadEXT float payload;
void main() {
  for (uint k = 0u; k < 3u; k++) {
    payload = -1.0;
    traceRayEXT(scene, gl_RayFlagsOpaqueEXT, 1u, k, 1u, k, vec3(0.0, k == 2u ? 50.0 : 0.5, 0.0), 0.0, vec3(0.0, 0.0, 1.0), 100.0, 0);
    results[k] = payload;
  }
}`, false)
	hit := loadStage(t, "rchit", `layout(location = 0) rayPayloadInEXT float payload; layout(shaderRecordEXT) buffer Record { float value; };
void main() { payload = value; }`, false)
	miss := loadStage(t, "rmiss", `layout(location = 0) rayPayloadInEXT float payload; layout(shaderRecordEXT) buffer Record { float value; };
void main() { payload = value; }`, false)
	record := func(x byte) []byte { return []byte{0, 0, x, 0x40} } // 2 and more
	hits := make([]exec.HitGroup, 12)
	for k := range hits {
		hits[k] = exec.HitGroup{ClosestHit: hit, Record: record(byte(k))}
	}
	miss.Record = record(64)
	p := &exec.RayPipeline{Generation: generation, Hit: hits, Miss: []exec.RayShader{miss, miss, miss}}
	var r exec.Resources
	out := exec.NewBuffer(16)
	r.Bind(0, 0, rayScene(t))
	r.Bind(0, 1, out)
	if _, err := generation.Program.(exec.RayTracer).TraceRays(context.Background(), p, [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	// Offset 5 of the instance, geometry 1 with stride 1.
	if got, want := words(out), []uint32{0x40060000, 0x40070000, 0x40400000, 0}; !slices.Equal(got, want) {
		t.Errorf("%x, not %x", got, want)
	}
}

// TestBadPipelines makes mistakes.
func TestBadPipelines(t *testing.T) {
	const trace = generationHead + `layout(location = 0) rayPayloadEXT vec2 payload;
void main() { traceRayEXT(scene, 0u, 0xFF, 0u, 0u, 0u, vec3(0.0, 0.5, 0.0), 0.0, vec3(0.0, 0.0, 1.0), 100.0, 0); results[0] = payload.x; }`
	generation := loadStage(t, "rgen", trace, false)
	run := func(p *exec.RayPipeline) error {
		p.Generation = generation
		var r exec.Resources
		r.Bind(0, 0, rayScene(t))
		r.Bind(0, 1, exec.NewBuffer(16))
		_, err := generation.Program.(exec.RayTracer).TraceRays(context.Background(), p, [3]uint32{1, 1, 1}, &r, exec.RunOptions{MaxSteps: 1 << 20})
		return err
	}
	hits := func(s exec.RayShader) []exec.HitGroup {
		list := make([]exec.HitGroup, 6)
		list[5].ClosestHit = s
		return list
	}
	var trap *exec.TrapError
	wide := loadStage(t, "rchit", `layout(location = 0) rayPayloadInEXT vec4 payload; void main() { payload = vec4(1.0); }`, false)
	if err := run(&exec.RayPipeline{Hit: hits(wide)}); !errors.As(err, &trap) || !strings.Contains(err.Error(), "takes 16 bytes from its caller, which hands over 8") {
		t.Error(err)
	}
	deep := loadStage(t, "rchit", generationHead+`layout(location = 0) rayPayloadInEXT vec2 payload;
void main() { traceRayEXT(scene, 0u, 0xFF, 0u, 0u, 0u, vec3(0.0, 0.5, 0.0), 0.0, vec3(0.0, 0.0, 1.0), 100.0, 0); }`, false)
	var limit *exec.LimitError
	if err := run(&exec.RayPipeline{Hit: hits(deep)}); !errors.As(err, &limit) || limit.Span.IsZero() {
		t.Error(err)
	}
	endless := loadStage(t, "rchit", `layout(location = 0) rayPayloadInEXT vec2 payload; void main() { while (payload.x < 1e30) payload.x = 0.0; }`, false)
	var steps *exec.StepLimitError
	if err := run(&exec.RayPipeline{Hit: hits(endless)}); !errors.As(err, &steps) {
		t.Error(err)
	}
	var missing *exec.NotFoundError
	if err := run(&exec.RayPipeline{Miss: []exec.RayShader{wide}}); !errors.As(err, &missing) {
		t.Error(err)
	}
}
