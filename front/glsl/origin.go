package glsl

import "refract/ir"

// This file decides from which corner fragments are counted. In OpenGL that is the lower
// left one: of gl_FragCoord (section "Built-In Variables", unless origin_upper_left is
// declared), of gl_SamplePosition, of offsets of interpolation; dFdy is upward. The entry
// point records it, and GLSL for OpenGL comes out as it came in. With Options.FlipFragments
// they are computed from the values of the other languages, which count from the top:
//
//	gl_FragCoord.y        framebuffer_height - position.y
//	dFdy(x)               -dpdy(x)
//	gl_SamplePosition.y   1 - sample_position.y

// heightUniform is the loose uniform with the height of the image in pixels.
const heightUniform = "framebuffer_height"

// fromBelow notes a use of a value that OpenGL counts from the bottom, and reports whether
// it must be computed from one that is counted from the top.
func (c *checker) fromBelow() bool {
	if c.scan.vulkan || c.opts.Preprocessor.Vulkan {
		return false
	}
	c.counted = true
	return c.opts.FlipFragments
}

// origin is where fragments are counted from.
func (c *checker) origin() ir.FragmentOrigin {
	switch {
	case c.opts.FlipFragments || c.vulkan() || c.scan.vulkan || c.turnsItself():
		return ir.OriginWebGPU
	case c.scan.upper:
		return ir.OriginUpperLeft
	case c.counted:
		return ir.OriginLowerLeft
	}
	return ir.OriginWebGPU
}

// turnsItself reports whether the source counts from the top by a macro: shaders of
// Shadertoy.
func (c *checker) turnsItself() bool {
	for i := range c.opts.Preprocessor.Defines {
		if c.opts.Preprocessor.Defines[i].Name == shadertoyFlip {
			return true
		}
	}
	return false
}

// turned is a position whose y is subtracted from a height.
func (c *checker) turned(v operand, height ir.ExprID) operand {
	x := v.expr()
	parts := make([]ir.ExprID, c.shapeOf(v.ty))
	for i := range parts {
		parts[i] = c.b.AccessIndex(x, uint32(i))
	}
	parts[1] = c.b.Binary(ir.Sub, height, parts[1])
	v.handle = uint32(c.b.Compose(v.ty, parts...))
	return v
}

// framebufferHeight is the height of the image, from the uniform of that name.
func (c *checker) framebufferHeight() ir.ExprID {
	i := c.looseMember(heightUniform)
	if i < 0 {
		i = c.addLoose(ir.Member{Name: heightUniform, Type: tFloat}, c.b.Span)
	}
	return c.b.Load(c.b.AccessIndex(c.b.Global(c.uniforms.global), uint32(i)))
}

// looseMember is the index of a float among the loose uniforms by its name, or -1.
func (c *checker) looseMember(name string) int {
	if c.uniforms.global != 0 {
		for i, m := range c.m.StructOf(c.uniforms.strct).Members {
			if m.Name == name && m.Type == tFloat {
				return i
			}
		}
	}
	return -1
}
