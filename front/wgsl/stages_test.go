package wgsl

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
	"refract/ir/validate"
)

// The parts of a mesh pipeline that the tests vary.
const (
	meshHead     = "enable wgpu_mesh_shader; struct V { @builtin(position) p: vec4f, @location(0) c: vec3f } struct P { @builtin(triangle_indices) i: vec3u, @per_primitive @location(1) @interpolate(flat) n: u32 } "
	meshStruct   = "struct M { @builtin(vertices) v: array<V, 4>, @builtin(primitives) p: array<P, 2>, @builtin(vertex_count) a: u32, @builtin(primitive_count) b: u32 } "
	meshVariable = meshHead + meshStruct + "var<workgroup> m: M; "
	payload      = "enable wgpu_mesh_shader; var<task_payload> p: u32; var<task_payload> q: u32; "
	rays         = "enable wgpu_ray_tracing_pipeline; @group(0) @binding(0) var s: acceleration_structure; var<ray_payload> o: u32; var<incoming_ray_payload> i: u32; var<incoming_ray_payload> j: u32; "
	ray          = "RayDesc(RAY_FLAG_NONE, 255, 0, 1, vec3f(), vec3f(1))"
)

// TestStages reads entry points of wgpu's stages, each with one mistake or none.
func TestStages(t *testing.T) {
	for _, c := range []struct {
		source string
		code   diag.Code
		at     string
	}{
		{payload + "@task @payload(p) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { p = 1; return vec3u(1, p, 1); }", "", ""},
		{payload + "@task @workgroup_size(1) @payload(p) fn f() -> @builtin(mesh_task_size) vec3u { if p == 1 { return vec3u(); } return vec3u(1); }", "", ""},
		{payload + "@task @payload(p) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeEntryPoint, "f"},
		{payload + "@task @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeEntryPoint, "f"},
		{payload + "@task @payload(p) @workgroup_size(1) fn f() {}", codeEntryPoint, "f"},
		{payload + "@task @payload(p) @workgroup_size(1) fn f() -> @location(0) vec3u { return vec3u(1); }", codeEntryPoint, "f"},
		{payload + "@task @payload(r) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeUnresolved, "r"},
		{payload + "const c = 1; @task @payload(c) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeAttribute, "c"},
		{payload + "@task @payload(1) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeAttribute, "1"},
		{payload + "@task @payload @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { return vec3u(1); }", codeAttribute, "@payload"},
		{payload + "@task @payload(p) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { g(); return vec3u(1); } fn g() { q = 1; }", codeEntryPoint, "q"},
		{payload + "@compute @payload(p) @workgroup_size(1) fn f() {}", codeAttribute, "@payload"},
		{payload + "@payload(p) fn f() {}", codeAttribute, "@payload"},
		{"var<task_payload> p: u32;", codeExtension, "u32"},
		{payload + "var<task_payload> r: array<u32>;", codeTypeRule, "array<u32>"},
		{"@task @workgroup_size(1) fn f() {}", codeExtension, "@task"},

		{meshVariable + "@mesh(m) @workgroup_size(2) fn f(@builtin(local_invocation_index) i: u32) { m.v[i].p = vec4f(); }", "", ""},
		{meshVariable + "override n: u32 = 2; @mesh(m) @workgroup_size(n) fn f() { if m.a == 1 { return; } m.a = 3; m.b = 1; }", "", ""},
		{meshVariable + "@mesh(m) @workgroup_size(2) fn f() -> @location(0) f32 { return 1; }", codeEntryPoint, "f"},
		{meshVariable + "@mesh @workgroup_size(2) fn f() {}", codeAttribute, "@mesh"},
		{meshVariable + "@mesh(M) @workgroup_size(2) fn f() {}", codeAttribute, "M"},
		{meshHead + "var<workgroup> m: u32; @mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "m"},
		{meshHead + "struct M { @builtin(vertices) v: array<V, 4> } var<workgroup> m: M; @mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "struct M { @builtin(vertices) v: array<V, 4> }"},
		{meshHead + "struct M { @builtin(vertices) v: array<V, 4>, x: u32 } var<workgroup> m: M; @mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "x"},
		{meshHead + "struct M { @builtin(vertices) v: array<u32, 4> }", codeTypeRule, "v"},
		{meshHead + "struct M { @builtin(vertex_count) v: i32 }", codeTypeRule, "v"},
		{strings.Replace(meshVariable, "@per_primitive", "", 1) + "@mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "n"},
		{strings.Replace(meshVariable, "triangle_indices", "line_indices", 1), codeTypeRule, "i"},
		{strings.Replace(meshVariable, "@builtin(triangle_indices) i: vec3u,", "", 1) + "@mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "struct P {  @per_primitive @location(1) @interpolate(flat) n: u32 }"},
		{strings.Replace(meshVariable, "@builtin(position) p: vec4f,", "", 1) + "@mesh(m) @workgroup_size(2) fn f() {}", codeEntryPoint, "struct V {  @location(0) c: vec3f }"},
		{meshVariable + "@fragment fn f(@per_primitive @location(1) @interpolate(flat) n: u32) {}", "", ""},
		{meshVariable + "@vertex fn f(@per_primitive @location(1) n: u32) -> @builtin(position) vec4f { return vec4f(); }", codeAttribute, "n"},
		{meshVariable + "@fragment fn f(@per_primitive @builtin(position) n: vec4f) {}", codeAttribute, "@per_primitive"},
		{"@fragment fn f(@per_primitive @location(1) n: f32) {}", codeExtension, "@per_primitive"},

		{rays + "@ray_generation fn f(@builtin(ray_invocation_id) n: vec3u) { traceRay(s, " + ray + ", &o); }", "", ""},
		{rays + "@closest_hit @incoming_payload(i) fn f(@builtin(instance_index) n: u32, @builtin(primitive_index) k: u32, @builtin(object_to_world) t: mat4x3f) { i = n + k; }", "", ""},
		{rays + "@any_hit @incoming_payload(i) fn f(@builtin(hit_kind) n: u32) { i += n; }", "", ""},
		{rays + "@miss @incoming_payload(i) fn f() { i = 0; traceRay(s, " + ray + ", &i); }", "", ""},
		{rays + "@miss fn f() {}", codeEntryPoint, "f"},
		{rays + "@miss @incoming_payload(o) fn f() {}", codeAttribute, "o"},
		{rays + "@miss @incoming_payload(i) fn f() { j = 1; }", codeEntryPoint, "j"},
		{rays + "@ray_generation @incoming_payload(i) fn f() {}", codeAttribute, "@incoming_payload"},
		{rays + "@ray_generation fn f() { traceRay(s, " + ray + ", o); }", codeNoMatch, "traceRay(s, " + ray + ", o)"},
		{rays + "struct A { @builtin(instance_index) n: u32 } @any_hit @incoming_payload(i) fn f(a: A) {}", codeUnsupported, "n"},
		{rays + "var<ray_payload> r: array<u32>;", codeTypeRule, "array<u32>"},
		{"@miss @incoming_payload(i) fn f() {}", codeExtension, "@miss"},
		{"enable wgpu_barycentrics; @fragment fn f(@builtin(barycentric) a: vec3f, @builtin(barycentric_no_perspective) b: vec3f) {}", "", ""},
		{"struct S { @builtin(ray_t_min) t: f32 }", codeExtension, "ray_t_min"},
		{"fn f() { let d = " + ray + "; }", codeExtension, "RAY_FLAG_NONE"},
	} {
		var diags diag.List
		m := Parse(c.source, 1, Options{Allowed: AllExtensions}, &diags)
		errors := diags.Sorted()
		if c.code == "" {
			if m == nil {
				t.Errorf("%s\n%v", c.source, errors)
			} else if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
				t.Errorf("%s\n%v\n%s", c.source, err, ir.Print(m))
			}
			continue
		}
		if len(errors) == 0 {
			t.Errorf("%s\nno error", c.source)
			continue
		}
		span := errors[0].Span
		if at := c.source[span.Start-1 : span.End-1]; errors[0].Code != c.code || at != c.at {
			t.Errorf("%s\n%s at %q, not %s at %q", c.source, errors[0].Message, at, c.code, c.at)
		}
	}
}

// TestStageForm looks at the ends that task and mesh shaders get.
func TestStageForm(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []string
	}{
		{payload + "@task @payload(p) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { p = 1; return vec3u(1, p, 1); }",
			[]string{"control_barrier workgroup", "pipeline emit_mesh_tasks 1u, %1, 1u, @p", "terminate"}},
		{payload + "@task @payload(p) @workgroup_size(1) fn f() -> @builtin(mesh_task_size) vec3u { if p == 1 { return vec3u(); } return vec3u(1); }",
			[]string{"call @f_body() : vec3<u32>", "pipeline emit_mesh_tasks"}},
		{meshVariable + "@mesh(m) @workgroup_size(4) fn f(@builtin(local_invocation_index) i: u32) { m.v[i].p = vec4f(); }",
			[]string{"global @p : array<vec4<f32>, 4> output builtin(position)", "location(1) interpolate(flat) per_primitive", "entry mesh @f workgroup(4, 1, 1) mesh(triangles, 4, 2)",
				"lt $i, "}},
		{meshVariable + "@mesh(m) @workgroup_size(1) fn f() { m.a = 3; }", []string{"$local_invocation_index", "loop for"}},
	} {
		var diags diag.List
		m := Parse(c.source, 1, Options{Allowed: AllExtensions}, &diags)
		if m == nil {
			t.Fatalf("%s\n%v", c.source, diags.Sorted())
		}
		for _, want := range c.want {
			if text := ir.Print(m); !strings.Contains(text, want) {
				t.Errorf("%s\nlacks %s:\n%s", c.source, want, text)
			}
		}
	}
}
