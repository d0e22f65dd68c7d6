package differential

// This file runs jobs as GLSL: written by back/glsl for Vulkan, compiled by
// glslangValidator, run on a device. GLSL has no word against fused or
// reassociated arithmetic here, so floats must not round.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/back/glsl"
	"refract/internal/vkrun"
	"refract/ir"
)

// GLSL runs jobs as GLSL for Vulkan on a device. Where glslangValidator is absent
// the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1.
func GLSL(t testing.TB, d *vkrun.Device) Engine {
	t.Helper()
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var w glsl.Writer
	return Engine{"glsl", func(j *Job) (Result, error) {
		o := glsl.NewOptions()
		o.Vulkan, o.EntryPoint, o.Stage, o.Overrides = true, j.Entry, ir.StageCompute, j.Overrides
		text, _, err := w.Write(j.Module, j.info, o)
		if err != nil {
			return nil, err
		}
		in, out := filepath.Join(dir, "a.comp"), filepath.Join(dir, "a.spv")
		if err := os.WriteFile(in, text, 0o644); err != nil {
			return nil, err
		}
		if log, err := exec.Command(compiler, "-V", "--target-env", "vulkan1.2", in, "-o", out).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", err, log)
		}
		words, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		return j.OnDevice(d, vkrun.Shader{SPIRV: words})
	}}
}
