package shadertest_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"refract/exec"
	"refract/shadertest"
)

// raySource writes the nearest hit of a row of rays.
const raySource = `enable wgpu_ray_query; enable wgpu_ray_query_vertex_return;
struct Result { kind: u32, t: f32, custom: u32, primitive: u32, corner: vec3f, front: u32, place: vec3f }
@group(0) @binding(0) var world: acceleration_structure<vertex_return>;
@group(0) @binding(1) var<storage, read_write> results: array<Result>;

@compute @workgroup_size(8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var q: ray_query<vertex_return>;
  rayQueryInitialize(&q, world, RayDesc(0, 0xFF, 0, 100, vec3f(f32(id.x) - 3.9, 0.1, 0), vec3f(0, 0, 1)));
  while (rayQueryProceed(&q)) {
    let c = rayQueryGetCandidateIntersection(&q);
    if (c.kind == RAY_QUERY_INTERSECTION_AABB) {
      rayQueryGenerateIntersection(&q, 20.0 + f32(c.primitive_index));
    } else if (c.primitive_index != 1) {
      rayQueryConfirmIntersection(&q);
    }
  }
  let c = rayQueryGetCommittedIntersection(&q);
  var r = Result(c.kind, c.t, c.instance_custom_data, c.primitive_index, vec3f(), u32(c.front_face), c.object_to_world[3]);
  if (c.kind == RAY_QUERY_INTERSECTION_TRIANGLE) { r.corner = getCommittedHitVertexPositions(&q)[2]; }
  results[id.x] = r;
}`

// result is a Result.
type result struct {
	Kind      uint32
	T         float32
	Custom    uint32
	Primitive uint32
	Corner    [3]float32
	Front     uint32
	Place     [3]float32
}

func objects() []shadertest.Object {
	triangle := func(x, z float32) []exec.Vec3 { return []exec.Vec3{{x - 1, -1, z}, {x + 1, -1, z}, {x, 1, z}} }
	return []shadertest.Object{
		{Geometries: []exec.Geometry{{Vertices: slices.Concat(triangle(-2, 5), triangle(0, 6), triangle(0, 7))}}, Instance: exec.Instance{Custom: 3}},
		{Geometries: []exec.Geometry{{Boxes: []exec.Box{{Min: exec.Vec3{-1, -1, 19}, Max: exec.Vec3{1, 1, 30}}}}},
			Instance: exec.Instance{Custom: 4, Transform: exec.Transform{{1, 0, 0, 3}, {0, 1, 0, 0}, {0, 0, 1, 0}}}},
	}
}

// TestScene runs a shader with ray queries in each of its forms.
func TestScene(t *testing.T) {
	forms, err := shadertest.Forms("rays.wgsl", raySource, shadertest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want []result
	names := ""
	for _, f := range forms {
		run := f.Shader.Run(f.Entry("main")).Make("0.1", 8).Scene("0.0", objects()...)
		run.MustDispatch(t, 1, 1, 1)
		got := shadertest.Get[[]result](t, run, "0.1")
		if want == nil {
			want = got
		}
		names += " " + f.Name
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, not %v", f.Name, got, want)
		}
	}
	for _, form := range []string{"spv at -O2", "wgsl at -O2"} {
		if !strings.Contains(names, form) {
			t.Errorf("there is no form %q:%s", form, names)
		}
	}
	kinds := []uint32{0, 0, 1, 0, 1, 0, 2, 2}
	for k, r := range want {
		if r.Kind != kinds[k] {
			t.Errorf("ray %d: %+v", k, r)
		}
	}
	if r := want[4]; r.T != 7 || r.Primitive != 2 || r.Corner != [3]float32{0, 1, 7} || r.Custom != 3 {
		t.Errorf("a triangle: %+v", r)
	}
	if r := want[6]; r.T != 20 || r.Custom != 4 || r.Place != [3]float32{3, 0, 0} {
		t.Errorf("a box: %+v", r)
	}
}

// TestBadScene gives wrong geometries.
func TestBadScene(t *testing.T) {
	shader := shadertest.Load(t, "rays.wgsl", raySource)
	err := shader.Run("main").Make("results", 8).Scene("world", shadertest.Object{Geometries: []exec.Geometry{{Vertices: make([]exec.Vec3, 2)}}}).Dispatch(1, 1, 1)
	var fault *exec.StructureError
	if !errors.As(err, &fault) {
		t.Error(err)
	}
	err = shader.Run("main").Make("results", 8).Scene("nothing").Dispatch(1, 1, 1)
	var missing *exec.NotFoundError
	if !errors.As(err, &missing) {
		t.Error(err)
	}
}
