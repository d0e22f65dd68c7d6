package glsl

import (
	"slices"

	"refract/internal/front/glsl/pp"
	"refract/ir"
)

// This file finds the clip space of a vertex shader's positions. GLSL for Vulkan and for
// OpenGL are one language with two clip spaces, and few shaders name theirs. A source is
// Vulkan's if it has a feature of GL_KHR_vulkan_glsl: a descriptor set, push constants,
// specialization constants, samplers apart from textures, gl_VertexIndex. It is OpenGL's if
// it lacks something that Vulkan requires: a version of 140 (310 in ES), a location for each
// input and output, a binding for each resource, a block around each uniform; or if it has
// gl_VertexID. A source that fits both is Vulkan's from version 450 without a profile on.

// clipMarks are the marks that decide about a stage.
type clipMarks uint8

const (
	clipVulkan clipMarks = 1 << iota
	clipOpenGL
)

// markClip notes that a variable of the language is used.
func (c *checker) markClip(name string) {
	switch name {
	case "gl_VertexIndex", "gl_InstanceIndex":
		c.clip |= clipVulkan
	case "gl_VertexID", "gl_InstanceID", "gl_InstanceIDARB":
		c.clip |= clipOpenGL
	}
}

// clipMarks collects the marks of the stage, in which inputs and outputs have locations.
func (c *checker) clipMarks() clipMarks {
	marks := c.clip
	if c.vulkan() || c.scan.vulkan ||
		slices.ContainsFunc(c.m.Overrides[1:], func(o ir.Override) bool { return o.HasID }) ||
		slices.ContainsFunc(c.m.Globals[1:], func(g ir.Global) bool { return c.at(g.Type).Kind == ir.TypeSampler }) {
		marks |= clipVulkan
	}
	open := func(x ioVar) bool { return x.open }
	if c.uniforms.global != 0 || slices.ContainsFunc(c.io.ins, open) || slices.ContainsFunc(c.io.outs, open) ||
		slices.ContainsFunc(c.blocks.bound, func(r boundResource) bool { return r.binding < 0 }) {
		marks |= clipOpenGL
	}
	// Vulkan's shaders rarely state the core profile, which is the default.
	if u := c.t.Unit(); c.lang.Number < 450 || u.Profile == pp.ProfileES || u.Profile == pp.ProfileCompatibility || u.ProfileStated {
		marks |= clipOpenGL
	}
	return marks
}

// space is the clip space that the marks of a vertex stage lead to.
func (m clipMarks) space() ir.ClipSpace {
	if m&clipVulkan == 0 && m&clipOpenGL != 0 {
		return ir.ClipSpaceOpenGL
	}
	return ir.ClipSpaceVulkan
}
