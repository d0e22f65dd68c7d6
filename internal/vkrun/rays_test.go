package vkrun_test

import (
	"encoding/binary"
	"math"
	"testing"

	back "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/exec/bvh"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// TestStructures: the facing of a triangle follows from object space, whatever the transform,
// and from the instance's flags.
func TestStructures(t *testing.T) {
	d := vkrun.OpenRays(t)
	s := compileRays(t, `enable wgpu_ray_query;
@group(0) @binding(0) var<storage, read_write> data: array<vec4f>;
@group(0) @binding(1) var scene: acceleration_structure;
@compute @workgroup_size(1)
fn main() {
	for (var k = 0u; k < 3u; k++) {
		var q: ray_query;
		rayQueryInitialize(&q, scene, RayDesc(0, 1u << k, 0, 100, vec3f(0, 0.5, 0), vec3f(0, 0, 1)));
		while (rayQueryProceed(&q)) { rayQueryConfirmIntersection(&q); }
		let c = rayQueryGetCommittedIntersection(&q);
		data[k] = vec4f(f32(c.kind), c.t, f32(c.front_face), f32(c.instance_custom_data));
	}
}`)
	data := make([]byte, 3*16)
	mirror := bvh.Matrix{{-1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}
	structure := &vkrun.Structure{Bottoms: [][]bvh.Geometry{{{Vertices: []bvh.Vec3{{-1, -1, 3}, {2, -1, 3}, {-1, 2, 3}}}}},
		Instances: []bvh.Instance{{Transform: bvh.Identity(), Mask: 1, Custom: 7}, {Transform: mirror, Mask: 2, Custom: 8},
			{Transform: bvh.Identity(), Mask: 4, Custom: 9, Flags: bvh.InstanceFlipFacing}}, Of: []int{0, 0, 0}}
	bindings := []vkrun.Binding{{Data: data}, {Binding: 1, Structure: structure}}
	if err := d.Compute(s, bindings, nil, [3]uint32{1, 1, 1}); err != nil {
		t.Fatal(err)
	}
	for k, want := range []float32{1, 3, 0, 7, 1, 3, 0, 8, 1, 3, 1, 9} {
		if got := math.Float32frombits(binary.LittleEndian.Uint32(data[4*k:])); got != want {
			t.Errorf("number %d is %v, not %v", k, got, want)
		}
	}
}

// compileRays makes SPIR-V of WGSL with ray queries.
func compileRays(t testing.TB, source string) vkrun.Shader {
	t.Helper()
	m := ir.NewModule()
	var list diag.List
	if new(wgsl.Reader).Read(m, source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
		t.Fatal(list.Sorted())
	}
	if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
		t.Fatal(list.Sorted())
	}
	o := back.NewOptions()
	o.Version = 5
	words, err := new(back.Writer).Write(nil, m, o)
	if err != nil {
		t.Fatal(err)
	}
	return vkrun.Shader{SPIRV: spirv.AppendBytes(nil, words)}
}
