package interp_test

// Tests of ray queries.

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/ir/validate"
)

// rays is the beginning of shaders with ray queries.
const rays = `enable wgpu_ray_query; enable wgpu_ray_query_vertex_return;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var scene: acceleration_structure;
@group(0) @binding(2) var fetch: acceleration_structure<vertex_return>;
`

// rayScene has a triangle at z = 3 as instance 0, of two geometries; and boxes as
// instance 1, twice as large and moved by (10, 0, 0), the second from (11, -1, 4) to
// (13, 1, 6).
func rayScene(t testing.TB) *exec.AccelerationStructure {
	t.Helper()
	triangles, err := exec.NewBottomLevel([]exec.Geometry{
		{Vertices: []exec.Vec3{{-1, -1, 9}, {2, -1, 9}, {-1, 2, 9}}},
		{Vertices: []exec.Vec3{{-1, -1, 3}, {2, -1, 3}, {-1, 2, 3}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	boxes, err := exec.NewBottomLevel([]exec.Geometry{{Boxes: []exec.Box{
		{Min: exec.Vec3{8, 8, 8}, Max: exec.Vec3{9, 9, 9}},
		{Min: exec.Vec3{0.5, -0.5, 2}, Max: exec.Vec3{1.5, 0.5, 3}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := exec.NewAccelerationStructure([]exec.Instance{
		{Bottom: triangles, Transform: exec.Identity(), Custom: 77, Mask: 1, Offset: 5},
		{Bottom: boxes, Transform: exec.Transform{{2, 0, 0, 10}, {0, 2, 0, 0}, {0, 0, 2, 0}}, Custom: 78, Mask: 2, Offset: 6},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// loadRays reads and loads a shader with ray queries.
func loadRays(t *testing.T, source string) exec.Program {
	t.Helper()
	m, err := refract.Parse(context.Background(), "test.wgsl", []byte(rays+source), refract.ParseOptions{Language: refract.WGSL,
		Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// runRays runs a shader on the scene, as a module and in SSA form.
func runRays(t *testing.T, source string, n int, each func(out []float32, err error)) {
	t.Helper()
	m := loadRays(t, source)
	s, err := interp.SSAEngine{}.Load(fromir.Module(m.Module(), fromir.Options{Strict: true}), exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []exec.Program{m, s} {
		var r exec.Resources
		b := exec.NewBuffer(4 * n)
		scene := rayScene(t)
		r.Bind(0, 0, b)
		r.Bind(0, 1, scene)
		r.Bind(0, 2, scene)
		_, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{})
		out := make([]float32, n)
		for k := range out {
			out[k] = math.Float32frombits(binary.LittleEndian.Uint32(b.Data[4*k:]))
		}
		each(out, err)
	}
}

func TestRayQueries(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []float32
	}{
		{"candidates", `
			var q: ray_query;
			rayQueryInitialize(&q, scene, RayDesc(0, 1, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) {
				let c = rayQueryGetCandidateIntersection(&q);
				out[0] += f32(c.kind);
				out[1] += c.t;
				rayQueryConfirmIntersection(&q);
			}
			let c = rayQueryGetCommittedIntersection(&q);
			out[2] = f32(c.kind); out[3] = c.t; out[4] = f32(c.instance_custom_data); out[5] = f32(c.instance_index);
			out[6] = f32(c.sbt_record_offset); out[7] = f32(c.geometry_index); out[8] = f32(c.primitive_index);
			out[9] = c.barycentrics.x; out[10] = c.barycentrics.y;`,
			[]float32{-1, -1, 1, 3, 77, 0, 5, 1, 0, 1. / 3, 0.5}},
		{"opaque", `
			var q: ray_query;
			rayQueryInitialize(&q, scene, RayDesc(RAY_FLAG_FORCE_OPAQUE, 0xFF, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) { out[0] += 1; }
			out[1] = rayQueryGetCommittedIntersection(&q).t;`,
			[]float32{0, 3}},
		{"box", `
			var q: ray_query;
			rayQueryInitialize(&q, scene, RayDesc(0, 2, 0, 100, vec3f(12, 0, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) {
				let c = rayQueryGetCandidateIntersection(&q);
				out[0] += f32(c.kind);
				out[1] += f32(c.primitive_index);
				rayQueryGenerateIntersection(&q, 4.5);
			}
			let c = rayQueryGetCommittedIntersection(&q);
			out[2] = f32(c.kind); out[3] = c.t; out[4] = f32(c.instance_custom_data); out[5] = f32(c.instance_index);
			out[6] = c.object_to_world[3].x; out[7] = c.object_to_world[1].y; out[8] = c.world_to_object[3].x; out[9] = c.world_to_object[2].z;`,
			[]float32{3, 1, 2, 4.5, 78, 1, 10, 2, -5, 0.5}},
		{"miss", `
			var q: ray_query;
			rayQueryInitialize(&q, scene, RayDesc(0, 4, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) { out[0] += 1; }
			out[1] = f32(rayQueryGetCommittedIntersection(&q).kind);`,
			[]float32{0, 0}},
		{"terminate", `
			var q: ray_query;
			rayQueryInitialize(&q, scene, RayDesc(0, 1, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) { out[0] += 1; rayQueryTerminate(&q); }
			out[1] = f32(rayQueryGetCommittedIntersection(&q).kind);`,
			[]float32{1, 0}},
		{"corners", `
			var q: ray_query<vertex_return>;
			rayQueryInitialize(&q, fetch, RayDesc(RAY_FLAG_FORCE_OPAQUE, 1, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			while (rayQueryProceed(&q)) {}
			let v = getCommittedHitVertexPositions(&q);
			for (var i = 0; i < 3; i++) { for (var k = 0; k < 3; k++) { out[3 * i + k] = v[i][k]; } }`,
			[]float32{-1, -1, 3, 2, -1, 3, -1, 2, 3}},
		{"a query of a function, in each call", `
			out[0] = trace(0); out[1] = trace(1); out[2] = trace(5);`,
			[]float32{3, 3, 0}},
		{"two queries", `
			var p: ray_query; var q: ray_query;
			rayQueryInitialize(&p, scene, RayDesc(0, 1, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			rayQueryInitialize(&q, scene, RayDesc(0, 1, 4, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
			rayQueryProceed(&p); rayQueryProceed(&q);
			rayQueryConfirmIntersection(&q);
			out[0] = rayQueryGetCommittedIntersection(&q).t; out[1] = f32(rayQueryGetCommittedIntersection(&p).kind);`,
			[]float32{9, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := `fn proceed(q: ptr<function, ray_query>) { while (rayQueryProceed(q)) { rayQueryConfirmIntersection(q); } }
				fn trace(x: f32) -> f32 {
					var q: ray_query;
					rayQueryInitialize(&q, scene, RayDesc(0, 1, 0, 100, vec3f(x, -0.5, 0), vec3f(0, 0, 1)));
					proceed(&q);
					return rayQueryGetCommittedIntersection(&q).t;
				}
				@compute @workgroup_size(1) fn main() {` + c.body + "}"
			runRays(t, source, len(c.want), func(out []float32, err error) {
				if err != nil {
					t.Fatal(err)
				}
				for k, want := range c.want {
					if want >= 0 && math.Abs(float64(out[k]-want)) > 1e-6 {
						t.Errorf("out[%d] is %v, not %v", k, out[k], want)
					}
				}
			})
		})
	}
}

// TestRayMisuse uses queries wrongly: the run ends at the place of the use.
func TestRayMisuse(t *testing.T) {
	const begin = `rayQueryInitialize(&q, scene, RayDesc(0, 3, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));`
	for _, c := range []struct{ body, want string }{
		{`rayQueryProceed(&q);`, "never initialized"},
		{`rayQueryTerminate(&q);`, "never initialized"},
		{`out[0] = rayQueryGetCommittedIntersection(&q).t;`, "never initialized"},
		{`for (var i = 0; i < 2; i++) { var p: ray_query; if (i == 1) { rayQueryProceed(&p); } rayQueryInitialize(&p, scene, RayDesc()); }`, "never initialized"},
		{begin + `rayQueryConfirmIntersection(&q);`, "no triangle"},
		{begin + `rayQueryProceed(&q); rayQueryGenerateIntersection(&q, 1);`, "no box"},
		{`rayQueryInitialize(&q, scene, RayDesc(0, 2, 0, 100, vec3f(12, 0, 0), vec3f(0, 0, 1))); rayQueryProceed(&q); rayQueryGenerateIntersection(&q, 101);`, "out of the ray's range"},
	} {
		runRays(t, `@compute @workgroup_size(1) fn main() { var q: ray_query;`+c.body+"}", 1, func(_ []float32, err error) {
			var trap *exec.TrapError
			if !errors.As(err, &trap) || !strings.Contains(err.Error(), c.want) || trap.Span.IsZero() {
				t.Errorf("%s: %v", c.body, err)
			}
		})
	}
}

// TestRayBinding binds other things than an acceleration structure.
func TestRayBinding(t *testing.T) {
	p := loadRays(t, `@compute @workgroup_size(1) fn main() { var q: ray_query; rayQueryInitialize(&q, scene, RayDesc()); out[0] = 1; }`)
	for _, res := range []exec.Resource{nil, exec.NewBuffer(4), (*exec.AccelerationStructure)(nil)} {
		var r exec.Resources
		r.Bind(0, 0, exec.NewBuffer(4))
		if res != nil {
			r.Bind(0, 1, res)
		}
		_, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{})
		var binding *exec.BindingError
		if !errors.As(err, &binding) {
			t.Errorf("%v: %v", res, err)
		}
	}
}

// TestRayOfQuery reads the ray of a query and the corners of triangles in GLSL.
func TestRayOfQuery(t *testing.T) {
	const head = `#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_tracing_position_fetch : require
layout(binding = 1) uniform accelerationStructureEXT scene;
layout(binding = 0) buffer Out { float o[]; };
void put(int at, vec3 v) { o[at] = v.x; o[at + 1] = v.y; o[at + 2] = v.z; }
`
	check := func(source string) (*refract.Valid, error) {
		return refract.Check(context.Background(), "test.comp", []byte(head+source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	}
	valid, err := check(`float least(rayQueryEXT r) { return rayQueryGetRayTMinEXT(r); }
float both(rayQueryEXT a, float more, rayQueryEXT b) { return least(a) + least(b) + more; }
void begin(rayQueryEXT r, uint flags);
void main() {
  rayQueryEXT p, q;
  begin(p, 2u);
  rayQueryInitializeEXT(q, scene, 1u, 2u, vec3(12.0, 0.5, -1.0), 0.5, vec3(0.0, 0.0, 2.0), 100.0);
  rayQueryProceedEXT(p); rayQueryConfirmIntersectionEXT(p);
  rayQueryProceedEXT(q);
  o[0] = float(rayQueryGetRayFlagsEXT(p) * 10u + rayQueryGetRayFlagsEXT(q));
  o[1] = both(p, 0.0, q);
  put(2, rayQueryGetWorldRayOriginEXT(q));
  put(5, rayQueryGetWorldRayDirectionEXT(q) - rayQueryGetWorldRayDirectionEXT(p));
  put(8, rayQueryGetIntersectionObjectRayOriginEXT(q, false));
  put(11, rayQueryGetIntersectionObjectRayDirectionEXT(q, false));
  vec3 corners[3];
  rayQueryGetIntersectionTriangleVertexPositionsEXT(p, true, corners);
  put(14, corners[1] - corners[0]);
}
void begin(rayQueryEXT r, uint flags) { rayQueryInitializeEXT(r, scene, flags, 1u, vec3(0.0, 0.5, 0.0), 0.25, vec3(0.0, 0.0, 1.0), 100.0); }`)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(valid.Module, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var r exec.Resources
	b := exec.NewBuffer(4 * 17)
	r.Bind(0, 0, b)
	r.Bind(0, 1, rayScene(t))
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float32{21, 0.75, 12, 0.5, -1, 0, 0, 1, 1, 0.25, -0.5, 0, 0, 1, 3, 0, 0} {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(b.Data[4*k:])); got != want {
			t.Errorf("number %d is %v, not %v", k, got, want)
		}
	}
}
