package conformance

// This file takes shaders with viewport masks and with values of several views through the languages that
// have them; others refuse them with a position.

import (
	"errors"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

const viewExtensions = "#version 450\n#extension GL_NV_viewport_array2 : require\n#extension GL_NV_stereo_view_rendering : require\n" +
	"#extension GL_NVX_multiview_per_view_attributes : require\n"

var viewShaders = []stageShader{
	{name: "views.vert", stage: ir.StageVertex, vulkan: true, source: viewExtensions + `
layout(viewport_relative) out highp int gl_Layer;
layout(location = 0) in vec4 p;
void more() { gl_PositionPerViewNV[1] = p * 2.0; }
void main() {
    gl_Position = p;
    gl_ViewportMask[0] = 3;
    gl_SecondaryPositionNV = p.yxzw;
    gl_SecondaryViewportMaskNV[0] = 4;
    gl_PositionPerViewNV[0] = p;
    gl_ViewportMaskPerViewNV[0] = 1;
    gl_Layer = 2;
    more();
}`},
	{name: "views.geom", stage: ir.StageGeometry, vulkan: true, source: viewExtensions + `
layout(points) in;
layout(points, max_vertices = 1) out;
layout(viewport_relative) out highp int gl_Layer;
void main() {
    gl_Position = gl_in[0].gl_Position;
    gl_ViewportMask[0] = 3;
    gl_SecondaryPositionNV = gl_in[0].gl_SecondaryPositionNV;
    gl_SecondaryViewportMaskNV[0] = 4;
    gl_PositionPerViewNV[1] = gl_in[0].gl_PositionPerViewNV[0];
    gl_ViewportMaskPerViewNV[0] = 1;
    gl_Layer = 2;
    EmitVertex();
}`},
	{name: "views.tese", stage: ir.StageTessellationEvaluation, vulkan: true, source: viewExtensions + `
layout(triangles) in;
void main() {
    gl_Position = gl_in[0].gl_Position * gl_TessCoord.x;
    gl_PositionPerViewNV[0] = gl_in[1].gl_PositionPerViewNV[0] * gl_TessCoord.x;
    gl_PositionPerViewNV[1] = gl_in[2].gl_PositionPerViewNV[1];
    gl_PositionPerViewNV[1].y = 0.5;
    gl_ViewportMask[0] = 3;
}`},
	{name: "views.tesc", stage: ir.StageTessellationControl, vulkan: true, source: viewExtensions + `
layout(vertices = 3) out;
out gl_PerVertex {
    vec4 gl_Position;
    vec4 gl_SecondaryPositionNV;
    int gl_ViewportMask[2];
    int gl_ViewportMaskPerViewNV[2];
} gl_out[];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[0].gl_Position;
    gl_out[gl_InvocationID].gl_SecondaryPositionNV = gl_in[1].gl_SecondaryPositionNV;
    gl_out[gl_InvocationID].gl_ViewportMask[1] = 1;
    gl_out[gl_InvocationID].gl_ViewportMaskPerViewNV[0] = 4;
}`},
}

// TestViews writes the shaders at each level as SPIR-V and GLSL, which are valid, and reads them again.
func TestViews(t *testing.T) {
	var all []stageOutput
	for _, s := range viewShaders {
		v, err := s.check(t)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		for level := range 3 {
			for _, w := range s.write(t, v, level) {
				all = append(all, w)
				s.readBack(t, &w)
			}
		}
		for _, to := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.DXIL} {
			_, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to})
			var found *diag.Diagnostics
			if !errors.As(err, &found) || found.Items[0].Code != diag.CodeUnsupported || found.Items[0].Span.IsZero() {
				t.Errorf("%s to %s: %v", s.name, to, err)
			}
		}
	}
	if n := countValid(t, all); n.Passed != n.Total {
		t.Errorf("%d of %d outputs are valid", n.Passed, n.Total)
	}
}

// TestMeshViewportMask reads a mask of a mesh's primitives in the words of NV's extension, and writes it as
// SPIR-V; the blocks of another compiler have the member in any case.
func TestMeshViewportMask(t *testing.T) {
	const mesh = "#version 450\n#extension GL_NV_mesh_shader : require\nlayout(points, max_vertices = 1, max_primitives = 1) out;\n" +
		"void main() { gl_MeshVerticesNV[0].gl_Position = vec4(1); gl_MeshPrimitivesNV[0].gl_Layer = 1;\n%%\n" +
		"gl_PrimitiveCountNV = 1; gl_PrimitiveIndicesNV[0] = 0u; }"
	for line, want := range map[string]bool{"gl_MeshPrimitivesNV[0].gl_ViewportMask[0] = 2;": true, "": false} {
		s := stageShader{name: "mask.mesh", stage: ir.StageMesh, vulkan: true, source: strings.Replace(mesh, "%%", line, 1)}
		v, err := s.check(t)
		if err != nil {
			t.Fatal(err)
		}
		check := func(from string, v *refract.Valid) {
			if got := strings.Contains(ir.Print(v.Module), "builtin(viewport_mask)"); got != want {
				t.Errorf("from %s: the mask is written: %t, want %t", from, got, want)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			if err != nil {
				t.Fatal(err)
			}
			if n := countValid(t, []stageOutput{{name: from, words: out.Bytes()}}); n.Passed != n.Total {
				t.Errorf("from %s: the output isn't valid", from)
			}
		}
		check("GLSL", v)
		code, err := newerWords(t, "mesh", s.source)
		if err != nil {
			t.Fatal(err)
		}
		again, err := refract.Check(t.Context(), "a.spv", code, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		check("SPIR-V", again)
	}
}

// newerWords is the SPIR-V of a newer glslang for Vulkan 1.3.
func newerWords(t *testing.T, stage, source string) ([]byte, error) {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "a."+stage), filepath.Join(t.TempDir(), "a.spv")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		return nil, err
	}
	if log, err := osexec.Command(harness.Newer(t, "glslangValidator"), "-V", "--target-env", "vulkan1.3", in, "-o", out).CombinedOutput(); err != nil {
		return nil, errors.New(string(log))
	}
	return os.ReadFile(out)
}
