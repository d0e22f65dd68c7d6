package glsl_test

// This file holds an engine of package differential that goes by way of GLSL.

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/back/glsl"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
)

// engine runs jobs as GLSL, of which glslangValidator makes SPIR-V, on a device:
// of Vulkan's form, or of OpenGL's, of which the uniforms get bindings then.
// Where that program is absent the test is skipped, or fails if
// REFRACT_REQUIRE_TOOLS is 1.
func engine(t testing.TB, d *vkrun.Device, o glsl.Options) differential.Engine {
	validator, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	var w glsl.Writer
	return differential.Engine{Name: fmt.Sprint("GLSL ", o.Version), Run: func(j *differential.Job) (differential.Result, error) {
		o := o
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		if !o.Vulkan {
			// One descriptor set, in which no two resources meet.
			for i := range j.Buffers {
				b := &j.Buffers[i]
				o.BindingMap = append(o.BindingMap, glsl.MappedBinding{Group: b.Group, Binding: b.Binding, Slot: uint32(i)})
			}
		}
		text, _, err := w.Write(j.Module, nil, o)
		if err != nil {
			return nil, err
		}
		in, out := filepath.Join(dir, "shader.comp"), filepath.Join(dir, "shader.spv")
		if err := os.WriteFile(in, text, 0o666); err != nil {
			return nil, err
		}
		if said, err := exec.Command(validator, "--target-env", "vulkan1.2", "-o", out, in).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("glslangValidator: %v\n%s\n%s", err, bytes.TrimSpace(said), text)
		}
		words, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		result := make(differential.Result, len(j.Buffers))
		bindings := make([]vkrun.Binding, len(result))
		for i := range result {
			b := &j.Buffers[i]
			result[i] = bytes.Clone(b.Data)
			bindings[i] = vkrun.Binding{Set: b.Group, Binding: b.Binding, Data: result[i]}
			if !o.Vulkan {
				bindings[i].Set, bindings[i].Binding = 0, uint32(i)
			}
		}
		return result, d.Compute(vkrun.Shader{SPIRV: words, Entry: "main"}, bindings, nil, j.Workgroups)
	}}
}
