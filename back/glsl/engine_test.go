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

// A compiler makes SPIR-V of GLSL with glslangValidator.
type compiler struct{ program, dir string }

// newCompiler finds the program. Where it is absent the test is skipped, or fails
// if REFRACT_REQUIRE_TOOLS is 1.
func newCompiler(t testing.TB) *compiler {
	t.Helper()
	program, err := exec.LookPath("glslangValidator")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return &compiler{program, t.TempDir()}
}

// compile makes SPIR-V of a text for a stage: "comp", "frag".
func (c *compiler) compile(text []byte, stage string) ([]byte, error) {
	in, out := filepath.Join(c.dir, "shader."+stage), filepath.Join(c.dir, "shader.spv")
	if err := os.WriteFile(in, text, 0o666); err != nil {
		return nil, err
	}
	if said, err := exec.Command(c.program, "--target-env", "vulkan1.2", "-o", out, in).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("glslangValidator: %v\n%s\n%s", err, bytes.TrimSpace(said), text)
	}
	return os.ReadFile(out)
}

// mapped gives the buffers of a job one descriptor set, in which no two meet: in
// OpenGL's form there is only one.
func mapped(o *glsl.Options, j *differential.Job) {
	o.BindingMap = nil
	for i := range j.Buffers {
		b := &j.Buffers[i]
		o.BindingMap = append(o.BindingMap, glsl.MappedBinding{Group: b.Group, Binding: b.Binding, Slot: uint32(i)})
	}
}

// engine runs jobs as GLSL on a device: of Vulkan's form, or of OpenGL's, of
// which the uniforms get bindings then.
func engine(t testing.TB, d *vkrun.Device, o glsl.Options) differential.Engine {
	c := newCompiler(t)
	var w glsl.Writer
	return differential.Engine{Name: fmt.Sprint("GLSL ", o.Version), Run: func(j *differential.Job) (differential.Result, error) {
		o := o
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		if !o.Vulkan {
			mapped(&o, j)
		}
		text, _, err := w.Write(j.Module, nil, o)
		if err != nil {
			return nil, err
		}
		words, err := c.compile(text, "comp")
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
