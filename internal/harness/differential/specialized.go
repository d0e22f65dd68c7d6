package differential

// This file runs jobs whose overrides a host sets: the written text keeps them open, and
// their values are given when the pipeline is made.

import (
	"testing"

	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// Words runs SPIR-V in the place of a job's shader on a device, with the job's values for
// its specialization constants.
func (j *Job) Words(d *vkrun.Device, code []byte) (Result, error) {
	words, err := spirv.FromBytes(code)
	if err != nil {
		return nil, err
	}
	return j.OnDevice(d, vkrun.Shader{SPIRV: code, Entry: "main", Overrides: j.specialization(words)})
}

// GLSLSpecialized runs jobs as GLSL for Vulkan on a device, whose specialization constants
// are set there.
func GLSLSpecialized(t testing.TB, d *vkrun.Device) Engine {
	t.Helper()
	c := OpenGLSL(t)
	return Engine{"glsl, specialized", func(j *Job) (Result, error) {
		open := *j
		open.Overrides = nil
		s, err := c.shader(&open, j.Entry, ir.StageCompute)
		if err != nil {
			return nil, err
		}
		return j.Words(d, s.SPIRV)
	}}
}

// Substituted is the job with the values in the place of its overrides.
func (j *Job) Substituted() (*Job, error) {
	m := j.Module.Clone()
	if err := transform.SubstituteOverrides(m, j.Overrides); err != nil {
		return nil, err
	}
	changed, err := j.With("substituted", m)
	if err == nil {
		changed.Overrides = nil
	}
	return changed, err
}

// sizesArrays reports whether the length of an array depends on overrides.
func (j *Job) sizesArrays() bool {
	var marked []bool
	transform.MarkLengths(j.Module, false, &marked)
	return marked != nil
}
