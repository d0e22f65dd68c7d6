package conformance

// This file takes shaders of testdata/vulkanstages through SPIR-V, GLSL and the text form. They use
// features that only these have; other targets refuse them at a place.

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	spirvback "refract/back/spirv"
	"refract/diag"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// vulkanStageShaders are the shaders of testdata/vulkanstages.
func vulkanStageShaders(t *testing.T) (list []stageShader) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "vulkanstages", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders: ", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, stageShader{filepath.Base(f), string(src), ir.StageOfExtension(filepath.Ext(f)), true})
	}
	return list
}

// TestVulkanStages writes each shader at each level, and reads the outputs again.
func TestVulkanStages(t *testing.T) {
	var all []stageOutput
	for _, s := range vulkanStageShaders(t) {
		v, err := s.check(t)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		again, err := refract.Parse(t.Context(), s.name+".ir", []byte(ir.Print(v.Module)), refract.ParseOptions{})
		if err != nil {
			t.Errorf("%s: as text: %v", s.name, err)
		} else if diff := ir.Diff(v.Module, again, ir.EqualOptions{}); diff != "" {
			t.Errorf("%s: as text: %s", s.name, diff)
		}
		for level := range 3 {
			for _, w := range s.write(t, v, level) {
				all = append(all, w)
				s.readBack(t, &w)
			}
		}
		for _, to := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.DXIL, refract.DXBC} {
			_, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to})
			var found *diag.Diagnostics
			if !errors.As(err, &found) || found.Items[0].Code != diag.CodeUnsupported {
				t.Errorf("%s to %s: %v", s.name, to, err)
			}
		}
	}
	if n := countValid(t, all); n.Passed != n.Total {
		t.Errorf("%d of %d outputs are valid", n.Passed, n.Total)
	}
}

// TestHitObjectsEXT takes a shader with the operations of EXT's extension alone, which older tools lack,
// through SPIR-V and GLSL; and one with those of both, which the options select.
func TestHitObjectsEXT(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(harness.Root(t), "conformance", "testdata", "hitobjects.rgen"))
	if err != nil {
		t.Fatal(err)
	}
	whole := stageShader{"hitobjects.rgen", string(src), ir.StageRayGeneration, true}
	plain := stageShader{"plain", `#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_shader_invocation_reorder : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) rayPayloadEXT vec4 light;
void main() {
    hitObjectNV hit;
    hitObjectTraceRayNV(hit, scene, 0u, 255u, 0u, 0u, 0u, vec3(0.0), 0.0, vec3(1.0), 9.0, 0);
    reorderThreadNV(hit);
    hitObjectExecuteShaderNV(hit, 0);
}
`, ir.StageRayGeneration, true}
	for _, s := range []stageShader{whole, plain} {
		v, err := s.check(t)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 3 {
			for _, to := range []refract.Language{refract.SPIRV, refract.GLSL} {
				o, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level, Target: to, Verify: true})
				if err != nil {
					t.Fatal(err)
				}
				text, words := glslback.NewOptions(), spirvback.NewOptions()
				text.Vulkan = true
				if s.name == "plain" {
					text.HitObjectsEXT, words.HitObjectsEXT = true, true
				}
				out, err := refract.Write(t.Context(), o, refract.WriteOptions{Language: to,
					Options: refract.LanguageOptions{refract.GLSL: &text, refract.SPIRV: &words}})
				if err != nil {
					t.Errorf("%s at -O%d to %s: %v", s.name, level, to, err)
					continue
				}
				w := stageOutput{name: s.name, text: out.Text, words: spirv.AppendBytes(nil, out.Words)}
				s.readBack(t, &w)
				said := out.Text
				if to == refract.SPIRV {
					said = string(w.words)
				}
				if strings.Contains(said, "NV_shader_invocation_reorder") || !strings.Contains(said, "EXT_shader_invocation_reorder") {
					t.Errorf("%s at -O%d to %s: the extension is NV's", s.name, level, to)
				}
			}
		}
	}
}

// TestHitObjectForms refuses operations that an extension lacks.
func TestHitObjectForms(t *testing.T) {
	const head = "global @scene : acceleration_structure handle binding(0, 0)\nglobal @where : vec2<f32> hit_object_attribute\nfunc @main() {\n  var $h : hit_object\n"
	const tail = "}\nentry ray_generation @main\n"
	v, err := refract.Check(t.Context(), "a.ir", []byte(head+"  pipeline record_hit_at $h, @scene, 0u, 0u, 0u, 0u, 0u, zero(vec3<f32>), 0f, zero(vec3<f32>), 1f, @where\n"+tail),
		refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	words := spirvback.NewOptions()
	words.HitObjectsEXT = true
	_, err = refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &words}})
	var found *diag.Diagnostics
	if !errors.As(err, &found) || found.Items[0].Code != diag.CodeUnsupported || found.Items[0].Span.IsZero() {
		t.Errorf("hits made of parts by EXT's extension: %v", err)
	}
	for _, bad := range []string{
		"pipeline read_hit lss_hit_value $h", "pipeline read_hit t_max committed $h", "pipeline record_empty 1u", "pipeline set_record_index $h, 1f",
		"pipeline execute_hit $h, @where", "pipeline reorder_thread $h, 1u", "%1 = pipeline record_empty $h : bool",
	} {
		_, err := refract.Check(t.Context(), "a.ir", []byte(head+"  "+bad+"\n"+tail), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if !errors.As(err, &found) || found.Items[0].Span.IsZero() {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
