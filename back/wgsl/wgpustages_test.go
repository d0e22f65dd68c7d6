package wgsl_test

// This file writes the stages of wgpu's mesh and ray-tracing pipelines.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// forWGPU translates a shader to WGSL for wgpu.
func forWGPU(name string, source []byte, level int) (string, error) {
	o := wgsl.NewOptions()
	o.WGPU = true
	out, err := refract.Translate(context.Background(), name, source, refract.TranslateOptions{To: refract.WGSL,
		Validate: refract.ValidateOptions{Capabilities: validate.All}, Optimize: refract.OptimizeOptions{Level: level},
		Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.WGSL: &o}}})
	if err != nil {
		return "", err
	}
	return out.Text, nil
}

// TestOtherStages reads and writes shaders of these stages until the text is the same, and has naga read
// each text.
func TestOtherStages(t *testing.T) {
	files, err := filepath.Glob("testdata/wgpu/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var rows []harness.NagaRow
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, harness.NagaRow{Name: file, Language: "wgsl", Source: string(source), To: []string{}})
		for level := range 3 {
			first, err := forWGPU(file, source, level)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			second, err := forWGPU(file, []byte(first), 0)
			if err != nil {
				t.Fatalf("%s: %v\n%s", file, err, first)
			}
			if level == 0 && first != second {
				t.Errorf("%s: written again:\n%s\nnot\n%s", file, second, first)
			}
			rows = append(rows, harness.NagaRow{Name: file + " written", Language: "wgsl", Source: first, To: []string{}},
				harness.NagaRow{Name: file + " written again", Language: "wgsl", Source: second, To: []string{}})
		}
		if _, err := refract.Translate(context.Background(), file, source, refract.TranslateOptions{To: refract.WGSL,
			Validate: refract.ValidateOptions{Capabilities: validate.All}}); err == nil || !strings.Contains(err.Error(), "the option wgsl.wgpu") {
			t.Errorf("%s: without the option: %v", file, err)
		}
	}
	for i, v := range harness.Oracle(t, "naga", rows) {
		if !v.OK {
			t.Errorf("%s: naga: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}

// TestOtherStagesLacking looks at refusals.
func TestOtherStagesLacking(t *testing.T) {
	const ray = "#version 460\n#extension GL_EXT_ray_tracing : require\nlayout(binding = 0) uniform accelerationStructureEXT s;\n"
	const trace = "traceRayEXT(s, 0u, 255u, %, vec3(0), 0.0, vec3(1), 1.0, 0); }"
	const mesh = "#version 460\n#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in; layout(points, max_vertices = 1, max_primitives = 1) out;\n"
	for _, c := range []struct{ name, source, want string }{
		{"a.geom", "#version 460\nlayout(points) in; layout(points, max_vertices = 1) out; void main() {}", "shaders of the stage geometry"},
		{"a.tesc", "#version 460\nlayout(vertices = 3) out; void main() {}", "shaders of the stage tessellation_control"},
		{"a.rint", ray + "void main() { reportIntersectionEXT(0.5, 0u); }", "shaders of the stage intersection"},
		{"a.rahit", ray + "layout(location = 0) rayPayloadInEXT uint p; void main() { ignoreIntersectionEXT; }", "the operation ignore_intersection"},
		{"a.rchit", ray + "hitAttributeEXT vec2 at; layout(location = 0) rayPayloadInEXT float p; void main() { p = at.x; }", "variables in the hit_attribute space"},
		{"a.rgen", ray + "layout(location = 0) rayPayloadEXT uint p; void main() { " + strings.Replace(trace, "%", "1u, 0u, 0u", 1), "rays with an offset or stride of records"},
		{"a.rgen", ray + "layout(location = 0) callableDataEXT uint p; void main() { executeCallableEXT(0u, 0); }", "variables in the callable_data space"},
		{"a.mesh", mesh + "void main() { SetMeshOutputsEXT(1, 1); gl_MeshPrimitivesEXT[0].gl_Layer = 1; }", "the output layer of mesh shaders"},
		{"a.mesh", mesh + "layout(location = 0) out dvec2 d[]; void main() { d[0] = dvec2(1); }", "outputs of mesh shaders of type vec2<f64>"},
		{"a.mesh", mesh + "layout(location = 0, component = 1) out vec2 d[]; void main() { d[0] = vec2(1); }", "a component of a location"},
		{"a.task", "#version 460\n#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in; void f() { EmitMeshTasksEXT(1, 1, 1); } void main() { f(); }", "for their callers"},
	} {
		if text, err := forWGPU(c.name, []byte(c.source), 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s\n%s\n%s", c.name, err, c.want, c.source, text)
		}
	}
}
