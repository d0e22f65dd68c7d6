package hlsl_test

import (
	"strings"
	"testing"

	back "refract/back/hlsl"
	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/ir"
	"refract/ir/validate"
)

// readStage reads a shader in GLSL.
func readStage(t *testing.T, stage ir.Stage, source string) (*ir.Module, *validate.Info) {
	t.Helper()
	list := new(diag.List)
	m := new(glsl.Reader).Read(ir.NewModule(), "#version 460\n"+source, 1, glsl.Options{Stage: stage, Preprocessor: pp.Options{Vulkan: true}}, new(diag.Sources), list)
	if m == nil || list.HasErrors() {
		t.Fatalf("%v\n%s", list.Sorted(), source)
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		t.Fatal(err)
	}
	return m, info
}

// TestRefusedStages writes shaders that HLSL can't express.
func TestRefusedStages(t *testing.T) {
	const control = "layout(vertices = 3) out;\nlayout(location = 0) out vec4 a[];\nlayout(location = 1) patch out vec4 b;\nlayout(binding = 0) buffer Data { uint data[]; };\n"
	const mesh = "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 32) in;\n"
	for _, c := range []struct {
		stage              ir.Stage
		model              back.ShaderModel
		source, want, hint string
	}{
		{ir.StageTessellationControl, back.ShaderModel60, control + "void main() { a[gl_InvocationID] = a[(gl_InvocationID + 1) % 3]; }", "without a barrier behind all writes", ""},
		{ir.StageTessellationControl, back.ShaderModel60, control + "void main() { a[0] = vec4(1.0); }", "at another index than that of the invocation", ""},
		{ir.StageTessellationControl, back.ShaderModel60, control + "void main() { b = vec4(1.0); barrier(); a[gl_InvocationID] = b; }", "outputs of a patch that are read behind a barrier", ""},
		{ir.StageTessellationControl, back.ShaderModel60, control + "void main() { data[0] = 1u; }", "effects of a tessellation control shader", ""},
		{ir.StageTessellationControl, back.ShaderModel60, control + "void main() { atomicAdd(data[0], 1u); }", "effects of a tessellation control shader", ""},
		{ir.StageTessellationEvaluation, back.ShaderModel60, "layout(quads) in;\nvoid main() {}", "without the number of its control points", "hlsl.patch_vertices"},
		{ir.StageGeometry, back.ShaderModel60, "layout(points) in;\nlayout(points, max_vertices = 256) out;\nlayout(location = 0) out vec4 a;\nvoid main() { a = vec4(1.0); gl_Position = a; EmitVertex(); }", "emits 2048 numbers", ""},
		{ir.StageMesh, back.ShaderModel65, mesh + "layout(points, max_vertices = 3, max_primitives = 1) out;\nvoid main() {}", "mesh shaders that make points", ""},
		{ir.StageMesh, back.ShaderModel64, mesh + "layout(lines, max_vertices = 3, max_primitives = 1) out;\nvoid main() {}", "shaders of the stage mesh", "6.5"},
		{ir.StageMesh, back.ShaderModel65, mesh + "layout(lines, max_vertices = 256, max_primitives = 1) out;\nlayout(location = 0) out vec4 a[][8];\nvoid main() { a[0][0] = vec4(1.0); }", "the most are 28672", ""},
		{ir.StageMiss, back.ShaderModel62, "#extension GL_EXT_ray_tracing : require\nvoid main() {}", "shaders of the stage miss", "6.3"},
	} {
		m, info := readStage(t, c.stage, c.source)
		o := back.NewOptions()
		o.ShaderModel = c.model
		if c.stage == ir.StageTessellationControl {
			o.Domain = back.TessDomain(ir.TessTriangles)
		}
		text, _, err := back.Write(m, info, o)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%s\nis written with %v, not with %q\n%s", c.source, err, c.want, text)
		}
	}
}

// TestTessellationSetup takes the domain of a control shader from the evaluation shader beside it.
func TestTessellationSetup(t *testing.T) {
	m, _ := readStage(t, ir.StageTessellationControl, "layout(vertices = 3) out;\nvoid main() { gl_TessLevelOuter[0] = 1.0; }")
	other, _ := readStage(t, ir.StageTessellationEvaluation, "layout(isolines, fractional_even_spacing, point_mode) in;\nvoid main() {}")
	m.EntryPoints[0].Name, other.EntryPoints[0].Name = "control", "evaluation"
	m.Append(other).Finish()
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		t.Fatal(err)
	}
	text, r, err := back.Write(m, info, back.NewOptions())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`[domain("isoline")]`, `[partitioning("fractional_even")]`, `[outputtopology("point")]`, "OutputPatch<evaluation_input, 3>"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s isn't in\n%s", want, text)
		}
	}
	if len(r.EntryPoints) != 2 || r.EntryPoints[0].Text != "control" {
		t.Errorf("the reflection is %+v", r)
	}
}
