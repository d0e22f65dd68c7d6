package wasm_test

// Tests of ray queries in generated code.

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
)

// rayScene is a grid of triangles, whose geometry is not opaque, and of boxes above them.
func rayScene(t testing.TB) *exec.AccelerationStructure {
	t.Helper()
	var triangles, boxes exec.Geometry
	for k := range 64 {
		x, y := float32(k%8), float32(k/8)
		triangles.Vertices = append(triangles.Vertices, exec.Vec3{x, y, 4}, exec.Vec3{x + 0.9, y, 4 + x/9}, exec.Vec3{x, y + 0.9, 4})
		boxes.Boxes = append(boxes.Boxes, exec.Box{Min: exec.Vec3{x, y, 2}, Max: exec.Vec3{x + 0.3, y + 0.4, 3}})
	}
	a, err := exec.NewBottomLevel([]exec.Geometry{triangles})
	if err != nil {
		t.Fatal(err)
	}
	b, err := exec.NewBottomLevel([]exec.Geometry{boxes})
	if err != nil {
		t.Fatal(err)
	}
	s, err := exec.NewAccelerationStructure([]exec.Instance{
		{Bottom: a, Transform: exec.Identity(), Mask: 1, Custom: 5},
		{Bottom: b, Transform: exec.Transform{{0, -1, 0, 8}, {1, 0, 0, 0}, {0, 0, 1, 0}}, Mask: 2, Custom: 6},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const rayPrelude = `enable wgpu_ray_query; enable wgpu_ray_query_vertex_return;
@group(0) @binding(2) var fetch: acceleration_structure<vertex_return>;
@group(0) @binding(0) var<storage, read_write> out: array<vec4u>;
@group(0) @binding(1) var scene: acceleration_structure;
var<workgroup> w: array<u32, 64>;
fn ray(i: u32, mask: u32) -> RayDesc {
	let p = vec2f(f32(i % 32u), f32(i / 32u)) * 0.27 + 0.05;
	return RayDesc(0, mask, 0.1, 100, vec3f(p, 0), vec3f(0.01, 0.02, 1));
}
fn trace(q: ptr<function, ray_query>) {
	while (rayQueryProceed(q)) {
		let c = rayQueryGetCandidateIntersection(q);
		if (c.kind == RAY_QUERY_INTERSECTION_AABB) {
			if (c.primitive_index % 3u != 0u) { rayQueryGenerateIntersection(q, 2.5); }
		} else if (c.primitive_index % 5u != 1u) {
			rayQueryConfirmIntersection(q);
		}
	}
}
fn result(q: ptr<function, ray_query>) -> vec4u {
	let c = rayQueryGetCommittedIntersection(q);
	return vec4u(c.kind, bitcast<u32>(c.t), c.instance_index * 1000 + c.primitive_index + c.instance_custom_data, bitcast<u32>(c.barycentrics.x + c.object_to_world[3].x + c.world_to_object[1].y + f32(c.front_face)));
}
`

// rayShaders are entry points of 16 workgroups.
var rayShaders = map[string]string{
	"uniform": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 3)); trace(&q); out[id.x] = result(&q); }`,
	"divergent": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		if (id.x % 3u != 0u) { var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 1u + id.x % 3u)); trace(&q); out[id.x] = result(&q); } else { out[id.x] = vec4u(9); } }`,
	"loop": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		var sum = vec4u(); for (var i = 0u; i < id.x % 5u; i++) { var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x + 7 * i, 3)); trace(&q); sum += result(&q); } out[id.x] = sum; }`,
	"barrier": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) l: u32) {
		var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 3)); w[l] = id.x; workgroupBarrier();
		trace(&q); w[l] = result(&q).z; workgroupBarrier(); out[id.x] = result(&q) + w[63 - l]; }`,
	"odd": `@compute @workgroup_size(7) fn main(@builtin(global_invocation_id) id: vec3u) {
		var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 3)); trace(&q); out[id.x] = result(&q); }`,
	"alone": `@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
		var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x * 50, 3)); trace(&q); out[id.x] = result(&q); }`,
	"two": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		var p: ray_query; var q: ray_query; rayQueryInitialize(&p, scene, ray(id.x, 1)); rayQueryInitialize(&q, scene, ray(id.x, 2));
		trace(&p); trace(&q); out[id.x] = result(&p) ^ result(&q); }`,
	"corners": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		var q: ray_query<vertex_return>; rayQueryInitialize(&q, fetch, ray(id.x, 1));
		while (rayQueryProceed(&q)) { let v = getCandidateHitVertexPositions(&q); out[id.x].x += bitcast<u32>(v[1].y); rayQueryConfirmIntersection(&q); }
		if (rayQueryGetCommittedIntersection(&q).kind != 0) { let v = getCommittedHitVertexPositions(&q); out[id.x] += vec4u(bitcast<vec3u>(v[0] + v[1] + v[2]), 1); } }`,
	"terminate": `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
		var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 3)); var n = 0u;
		while (rayQueryProceed(&q)) { n++; if (id.x % 2u == 0u) { rayQueryTerminate(&q); } } out[id.x] = vec4u(n); }`,
}

func loadRays(t testing.TB, e exec.Engine, source string) exec.Program {
	t.Helper()
	m, err := refract.Parse(context.Background(), "test.wgsl", []byte(rayPrelude+source), refract.ParseOptions{Language: refract.WGSL,
		Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRayQueries compares the engines.
func TestRayQueries(t *testing.T) {
	scene := rayScene(t)
	for name, source := range rayShaders {
		t.Run(name, func(t *testing.T) {
			var want []byte
			for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
				for _, workers := range []int{1, 3} {
					var r exec.Resources
					out := exec.NewBuffer(16 * 1024)
					r.Bind(0, 0, out)
					r.Bind(0, 1, scene)
					r.Bind(0, 2, scene)
					if _, err := loadRays(t, e, source).Dispatch(context.Background(), "main", [3]uint32{16, 1, 1}, &r, exec.RunOptions{Workers: workers}); err != nil {
						t.Fatal(err)
					}
					if want == nil {
						want = out.Data
					}
					if !bytes.Equal(out.Data, want) {
						t.Errorf("%s: other bytes than the reference engine", e.Name())
					}
				}
			}
			different := map[string]bool{}
			for k := 0; k < len(want); k += 16 {
				different[string(want[k:k+16])] = true
			}
			if len(different) < 3 {
				t.Errorf("%d results differ", len(different))
			}
		})
	}
}

// TestRayMisuse: the engines end with the same error, in the same invocation.
func TestRayMisuse(t *testing.T) {
	for name, body := range map[string]string{
		"begun":    `var q: ray_query; if (id.x == 77) { rayQueryProceed(&q); } out[0] = result(&q);`,
		"loop":     `for (var i = 0; i < 3; i++) { var q: ray_query; if (i == 1 && id.x > 70) { trace(&q); } else { rayQueryInitialize(&q, scene, ray(0, 1)); } }`,
		"triangle": `var q: ray_query; rayQueryInitialize(&q, scene, ray(id.x, 1)); if (id.x == 3) { rayQueryConfirmIntersection(&q); }`,
	} {
		var want *exec.TrapError
		for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
			var r exec.Resources
			r.Bind(0, 0, exec.NewBuffer(16))
			r.Bind(0, 1, rayScene(t))
			p := loadRays(t, e, `@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {`+body+"}")
			_, err := p.Dispatch(context.Background(), "main", [3]uint32{16, 1, 1}, &r, exec.RunOptions{})
			var got *exec.TrapError
			if !errors.As(err, &got) || got.Span.IsZero() {
				t.Fatalf("%s, %s: %v", name, e.Name(), err)
			}
			if want == nil {
				want = got
			}
			if name != "begun" && got.Error() != want.Error() {
				t.Errorf("%s: %v, not %v", name, got, want)
			}
		}
	}
}

// BenchmarkRayQueries traces rays against a million of triangles.
func BenchmarkRayQueries(b *testing.B) {
	for _, e := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
		b.Run(e.Name(), func(b *testing.B) {
			p := loadRays(b, e, rayShaders["uniform"])
			var r exec.Resources
			r.Bind(0, 0, exec.NewBuffer(16*1024*16))
			r.Bind(0, 1, rayScene(b))
			for b.Loop() {
				if _, err := p.Dispatch(context.Background(), "main", [3]uint32{256, 1, 1}, &r, exec.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*64*256/b.Elapsed().Seconds(), "rays/s")
		})
	}
}
