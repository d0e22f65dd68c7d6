package stagegen_test

// This file draws random mesh pipelines in the words of GL_NV_mesh_shader.

import (
	"bytes"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

var (
	wordsNV = strings.NewReplacer("GL_EXT_mesh_shader", "GL_NV_mesh_shader", "gl_MeshVerticesEXT", "gl_MeshVerticesNV",
		"gl_MeshPrimitivesEXT", "gl_MeshPrimitivesNV", "perprimitiveEXT", "perprimitiveNV", "gl_PrimitivePointIndicesEXT", "gl_PrimitiveIndicesNV")
	oneRow      = regexp.MustCompile(`EmitMeshTasksEXT\(count, 2u, 1u\)`)
	payload     = regexp.MustCompile(`struct Payload (\{.*\});\n\s*taskPayloadSharedEXT Payload payload;`)
	meshOutputs = regexp.MustCompile(`SetMeshOutputsEXT\((.*), (.*)\);`)
	lines       = regexp.MustCompile(`gl_PrimitiveLineIndicesEXT\[i\] = uvec2\((.*), (\(.*)\);`)
	triangles   = regexp.MustCompile(`gl_PrimitiveTriangleIndicesEXT\[i\] = uvec3\((.*), (\(.*), (\(.*)\);`)
	meshTasks   = regexp.MustCompile(`EmitMeshTasksEXT\((.*), 1u, 1u\);`)
)

// inNV spells a shader as NV's extension does.
func inNV(source string, stage ir.Stage) string {
	way := map[ir.Stage]string{ir.StageTask: "out", ir.StageMesh: "in"}[stage]
	source = payload.ReplaceAllString(wordsNV.Replace(source), "taskNV "+way+" Payload $1 payload;")
	source = meshOutputs.ReplaceAllString(source, "if (gl_LocalInvocationIndex == 0u) gl_PrimitiveCountNV = $2;")
	source = lines.ReplaceAllString(source, "gl_PrimitiveIndicesNV[2u * i] = $1; gl_PrimitiveIndicesNV[2u * i + 1u] = $2;")
	source = triangles.ReplaceAllString(source, "gl_PrimitiveIndicesNV[3u * i] = $1; gl_PrimitiveIndicesNV[3u * i + 1u] = $2; gl_PrimitiveIndicesNV[3u * i + 2u] = $3;")
	return meshTasks.ReplaceAllString(source, "{ gl_TaskCountNV = $1; return; }")
}

// TestNVMesh draws random pipelines with task and mesh stages in NV's words on a driver that has the other
// extension: as they are read from GLSL, and from another compiler's SPIR-V. Both leave the sums and pixels
// of the pipeline.
func TestNVMesh(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran := 0
	for n := range uint64(sweep.Sample(8)) {
		seed := first + n
		for _, k := range []stagegen.Kind{stagegen.Mesh, stagegen.TaskMesh} {
			p := stagegen.New(seed, k)
			var reference, read, again [][]byte
			for _, s := range p.Shaders {
				source := oneRow.ReplaceAllString(s.Source, "EmitMeshTasksEXT(count, 1u, 1u)")
				if strings.Contains(source, "gl_CullPrimitiveEXT") {
					continue // NV's extension lacks it
				}
				nv := inNV(source, s.Stage)
				reference = append(reference, glslang(t, []byte(source), s.Stage))
				read = append(read, write(t, check(t, "a", []byte(nv), s.Stage, int(seed%3)), refract.SPIRV))
				again = append(again, write(t, check(t, "a.spv", glslang(t, []byte(nv), s.Stage), ir.NoStage, int((seed+1)%3)), refract.SPIRV))
			}
			if len(reference) < len(p.Shaders) {
				continue
			}
			want := draw(t, d, p, reference)
			for name, code := range map[string][][]byte{"GLSL": read, "SPIR-V": again} {
				if got := draw(t, d, p, code); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
					t.Errorf("pipeline %d of %s, from %s: sums differ: %t, pixels differ: %t", seed, k, name, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels))
				}
			}
			ran++
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d pipelines ran", ran)
	if ran == 0 {
		t.Error("nothing was drawn")
	}
}
