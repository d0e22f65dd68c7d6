package interp

// This file compiles operations on images. Sampling whose level follows from the
// derivatives of the coordinate becomes two instructions: one that takes the
// derivatives, which needs the quad, and the sampling itself.

import (
	"refract/ir"
)

// optional is the slot of an operand, or -1 if it is absent.
func (c *compiler) optional(e ir.ExprID) int32 {
	if e == 0 {
		return -1
	}
	return c.use(e)
}

// image is the type of an image operand; of a combined one, of its image.
func (c *compiler) image(e ir.ExprID) *ir.Type {
	t := c.m.Types.At(c.f.TypeOf(e))
	if t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	return t
}

func (c *compiler) imageSample(e ir.ExprID) {
	v := c.f.ImageSample(e)
	t := c.image(v.Image)
	a := sampleArgs{
		image: c.use(v.Image), sampler: c.optional(v.Sampler), coordinate: c.use(v.Coordinate), array: c.optional(v.ArrayIndex),
		offset: c.optional(v.Offset), level: c.optional(v.LevelArg), levelY: c.optional(v.LevelArgY), reference: c.optional(v.DepthRef), least: c.optional(v.MinLevel),
		mode: v.Level, dim: t.Dim, gather: v.Gather, clampEdge: v.ClampEdge, residency: v.Residency, components: c.ts.slotsOf(c.f.TypeOf(e)),
	}
	if a.sampler < 0 {
		a.sampler = a.image
	}
	if v.ArrayIndex != 0 {
		a.signed = c.m.Types.ScalarOf(c.f.TypeOf(v.ArrayIndex)).IsSigned()
	}
	if v.LevelArg != 0 {
		a.intLevel = c.m.Types.ScalarOf(c.f.TypeOf(v.LevelArg)).IsInteger()
	}
	if v.Level.IsImplicit() && v.Gather < 0 && !v.ClampEdge {
		n := c.ts.slotsOf(c.f.TypeOf(v.Coordinate))
		c.fn.suspends = true
		gradients := c.alloc(2 * n)
		c.emit(instr{op: opGradients, n: uint8(n), a: a.coordinate, dst: gradients})
		a.levelY = gradients // with the mode, this says where the gradients are
	}
	in := instr{op: opImageSample, d: int32(len(c.fn.samples)), dst: c.define(e)}
	c.fn.samples = append(c.fn.samples, a)
	c.emit(in)
}

// texel emits an operation on one texel.
func (c *compiler) texel(op opcode, a texelArgs, dst int32) {
	in := instr{op: op, d: int32(len(c.fn.texels)), dst: dst}
	c.fn.texels = append(c.fn.texels, a)
	c.emit(in)
}

func (c *compiler) imageLoad(e ir.ExprID) {
	v := c.f.ImageLoad(e)
	a := texelArgs{image: c.use(v.Image), coordinate: c.optional(v.Coordinate), array: c.optional(v.ArrayIndex),
		sample: c.optional(v.Sample), level: c.optional(v.Level), value: -1, compare: -1, dim: c.image(v.Image).Dim, residency: v.Residency,
		components: c.ts.slotsOf(c.f.TypeOf(e)), promised: c.f.Flags(e)&ir.FlagInBounds != 0}
	c.texel(opImageLoad, a, c.define(e))
}

func (c *compiler) imageStore(v ir.ImageStore, flags ir.Flags) {
	a := texelArgs{image: c.use(v.Image), coordinate: c.use(v.Coordinate), array: c.optional(v.ArrayIndex),
		sample: c.optional(v.Sample), level: -1, value: c.use(v.Value), compare: -1, dim: c.image(v.Image).Dim, promised: flags&ir.FlagInBounds != 0}
	c.texel(opImageStore, a, 0)
}

func (c *compiler) imageAtomic(v ir.ImageAtomic) {
	c.fn.shares = true
	t := c.image(v.Image)
	a := texelArgs{image: c.use(v.Image), coordinate: c.use(v.Coordinate), array: c.optional(v.ArrayIndex),
		sample: c.optional(v.Sample), level: -1, value: c.use(v.Value), compare: c.optional(v.Compare), dim: t.Dim, op: v.Op, s: t.Texel()}
	var dst int32
	if v.Result != 0 {
		dst = c.define(v.Result)
		a.components = c.ts.slotsOf(c.f.TypeOf(v.Result))
	}
	c.texel(opImageAtomic, a, dst)
}
