package differential

// This file runs jobs as GLSL: written by back/glsl for Vulkan, compiled by
// glslang, run on a device. GLSL has no word against fused or
// reassociated arithmetic here, so floats must not round.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/back/glsl"
	"refract/internal/harness"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// A GLSLCompiler makes SPIR-V of back/glsl's text for Vulkan.
type GLSLCompiler struct {
	newer, dir string // a newer glslangValidator, and a folder for its files
	writer     glsl.Writer
}

// OpenGLSL finds glslang. If it is absent the test is skipped, or fails if
// REFRACT_REQUIRE_TOOLS is 1.
func OpenGLSL(t testing.TB) *GLSLCompiler {
	t.Helper()
	sweep.Only(t)
	glslang.Find(t)
	return new(GLSLCompiler)
}

// openNewerGLSL is OpenGLSL for the newer glslang, if there is one.
func openNewerGLSL(t testing.TB) *GLSLCompiler {
	t.Helper()
	c := OpenGLSL(t)
	c.newer, c.dir = harness.Newer(t, "glslangValidator"), t.TempDir()
	return c
}

// shader is an entry point of a job's module.
func (c *GLSLCompiler) shader(j *Job, entry string, stage ir.Stage) (s vkrun.Shader, err error) {
	o := glsl.NewOptions()
	o.Vulkan, o.EntryPoint, o.Stage, o.Overrides = true, entry, stage, j.Overrides
	text, _, err := c.writer.Write(j.Module, j.info, o)
	if err != nil {
		return s, err
	}
	if c.newer == "" {
		s.SPIRV, err = glslang.Compile("1.2", glslang.Shader{Extension: stage.Info().Extension, Source: string(text)})
		return s, err
	}
	in, out := filepath.Join(c.dir, "a."+stage.Info().Extension), filepath.Join(c.dir, "a.spv")
	if err := os.WriteFile(in, text, 0o644); err != nil {
		return s, err
	}
	if log, err := exec.Command(c.newer, "-V", "--target-env", "vulkan1.2", in, "-o", out).CombinedOutput(); err != nil {
		return s, fmt.Errorf("%w: %s", err, log)
	}
	s.SPIRV, err = os.ReadFile(out)
	return s, err
}

// GLSL runs jobs as GLSL for Vulkan on a device.
func GLSL(t testing.TB, d *vkrun.Device) Engine {
	t.Helper()
	return OpenGLSL(t).engine(d)
}

// NewerGLSL is GLSL with the newer glslang.
func NewerGLSL(t testing.TB, d *vkrun.Device) Engine {
	t.Helper()
	return openNewerGLSL(t).engine(d)
}

func (c *GLSLCompiler) engine(d *vkrun.Device) Engine {
	return Engine{"glsl", func(j *Job) (Result, error) {
		s, err := c.shader(j, j.Entry, ir.StageCompute)
		if err != nil {
			return nil, err
		}
		out := j.Fresh()
		bindings, err := j.glslBindings(out)
		if err != nil {
			return nil, err
		}
		return out, d.Compute(s, bindings, j.Immediate, j.Workgroups)
	}}
}

// GLSLWords is an engine that runs the SPIR-V which glslang makes of a job's GLSL word by
// word.
func GLSLWords(t testing.TB) Engine {
	t.Helper()
	c := OpenGLSL(t)
	return Engine{"words of glsl", func(j *Job) (Result, error) {
		s, err := c.shader(j, j.Entry, ir.StageCompute)
		if err != nil {
			return nil, err
		}
		return j.RunWords(s.SPIRV)
	}}
}

// NewerGLSLRead is an engine that reads the SPIR-V which the newer glslang makes of a job's GLSL, and
// runs it on the reference engine.
func NewerGLSLRead(t testing.TB) Engine {
	t.Helper()
	c := openNewerGLSL(t)
	return Engine{"glsl by glslang, read", func(j *Job) (Result, error) {
		s, err := c.shader(j, j.Entry, ir.StageCompute)
		if err != nil {
			return nil, err
		}
		e := ReadSPIRV(s.SPIRV)
		return e.Run(j)
	}}
}

// Draw runs a fragment job as GLSL.
func (c *GLSLCompiler) Draw(j *Job, d *vkrun.Device, width, height int) (*Drawing, error) {
	s, err := c.shader(j, j.Entry, ir.StageFragment)
	if err != nil {
		return nil, err
	}
	out := j.Fresh()
	bindings, err := j.glslBindings(out)
	if err != nil {
		return nil, err
	}
	pixels, err := j.DrawWith(d, s, bindings, width, height)
	return &Drawing{out, pixels}, err
}

// glslBindings is [Job.Bindings] for GLSL, which takes storage textures of bgra8unorm as
// if they were of rgba8unorm.
func (j *Job) glslBindings(out Result) ([]vkrun.Binding, error) {
	bindings, err := j.Bindings(out)
	bgra, _ := vkrun.FormatByName("bgra8unorm")
	for _, b := range bindings {
		if b.Texture != nil && b.Texture.Storage && b.Texture.Format == bgra {
			b.Texture.Format, _ = vkrun.FormatByName("rgba8unorm")
		}
	}
	return bindings, err
}

// DrawVertices is [Job.DrawVertices] by GLSL.
func (c *GLSLCompiler) DrawVertices(j *Job, d *vkrun.Device, fragment string, pixels int) ([]byte, error) {
	vertex, err := c.shader(j, j.Entry, ir.StageVertex)
	if err != nil {
		return nil, err
	}
	f, err := c.shader(j, fragment, ir.StageFragment)
	if err != nil {
		return nil, err
	}
	return j.drawVertices(d, vertex, f, pixels)
}
