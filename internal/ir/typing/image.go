package typing

// This file checks image operations.

import "refract/ir"

// imageOf is the image behind an operand, which is an image or a sampled image;
// nil for anything else.
func (c *Checker) imageOf(x ir.ExprID) *ir.Type {
	t := c.at(x)
	if t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	if t.Kind != ir.TypeImage {
		return nil
	}
	return t
}

// texel is the scalar of an image's texels as the shader sees them.
func texel(t *ir.Type) ir.Scalar { return t.Texel() }

// imageOperand checks an operand that is there if and only if it is wanted.
func (c *Checker) imageOperand(what string, x ir.ExprID, wanted bool) bool {
	switch {
	case wanted && x == 0:
		return c.fail(CodeOperandCount, 0, "the operation needs %s", what)
	case !wanted && x != 0:
		return c.fail(CodeOperandCount, x, "the operation takes no %s", what)
	}
	return true
}

func (c *Checker) wrong(what string, x ir.ExprID) bool {
	return c.fail(CodeImageOperand, x, "%s can't be %s", what, c.name(x))
}

// integerVector reports whether x is an i32 or u32 scalar or vector of n
// components.
func (c *Checker) integerVector(x ir.ExprID, n int) bool {
	t := c.e.TypeOf(x)
	return t == ir.VectorOf(ir.I32, n) || t == ir.VectorOf(ir.U32, n)
}

func (c *Checker) imageSample(id ir.ExprID) bool {
	v := c.e.ImageSample(id)
	img := c.imageOf(v.Image)
	if img == nil || img.Multisampled || img.Class == ir.ImageStorage || img.Dim >= ir.DimBuffer {
		return c.fail(CodeImageClass, v.Image, "%s can't be sampled", c.name(v.Image))
	}
	if !c.sampleClass(v, img) || !c.sampler(v) {
		return false
	}
	n := img.Dim.CoordinateCount()
	if !c.imageOperand("coordinate", v.Coordinate, true) {
		return false
	}
	if c.e.TypeOf(v.Coordinate) != ir.VectorOf(ir.F32, n) {
		return c.wrong("the coordinate", v.Coordinate)
	}
	if v.Level == ir.LevelQuery {
		if v.Residency || v.ArrayIndex != 0 || v.Offset != 0 || v.DepthRef != 0 || v.Gather >= 0 || v.ClampEdge {
			return c.fail(CodeOperandCount, 0, "a question about the level takes neither layer, offset, comparison, gathering nor residency")
		}
		return c.sampleLevel(v, img, n) && c.is(id, ir.VectorOf(ir.F32, 2))
	}
	if !c.arrayIndex(img, v.ArrayIndex) || !c.sampleOffset(v, img, n) || !c.sampleLevel(v, img, n) {
		return false
	}
	if v.DepthRef != 0 {
		if img.Class != ir.ImageDepth {
			return c.fail(CodeImageClass, v.Image, "a comparison needs a depth image, not %s", c.name(v.Image))
		}
		if c.e.TypeOf(v.DepthRef) != ir.TypeF32 {
			return c.wrong("the depth reference", v.DepthRef)
		}
	}
	if v.Residency && img.Class == ir.ImageExternal {
		return c.fail(CodeImageClass, v.Image, "texels of %s have no residency", c.name(v.Image))
	}
	switch {
	case v.Residency:
		return c.is(id, ir.TypeU32)
	case v.Gather < 0 && img.Class == ir.ImageDepth:
		return c.is(id, ir.TypeF32)
	}
	return c.is(id, ir.VectorOf(texel(img), 4))
}

// sampleClass checks the requirements of gathering and clamping on the image.
func (c *Checker) sampleClass(v ir.ImageSample, img *ir.Type) bool {
	if v.Gather >= 0 {
		if img.Dim != ir.Dim2D && img.Dim != ir.DimCube || img.Class == ir.ImageExternal {
			return c.fail(CodeImageClass, v.Image, "texels can't be gathered from %s", c.name(v.Image))
		}
		if img.Class == ir.ImageDepth && v.Gather != 0 && v.DepthRef == 0 {
			return c.fail(CodeImageOperand, 0, "a depth image has no component %d to gather", v.Gather)
		}
		if v.Level != ir.LevelAuto && v.Level != ir.LevelZero {
			return c.fail(CodeImageOperand, 0, "texels are gathered from the base level")
		}
	}
	if v.ClampEdge {
		if img.Dim != ir.Dim2D || img.Arrayed || texel(img) != ir.F32 || img.Class == ir.ImageDepth {
			return c.fail(CodeImageClass, v.Image, "%s can't be sampled with its edge clamped", c.name(v.Image))
		}
		if v.Gather >= 0 || v.Offset != 0 || v.DepthRef != 0 || v.Level != ir.LevelZero {
			return c.fail(CodeOperandCount, 0, "sampling with the edge clamped takes neither offset, comparison, level nor gathering")
		}
	} else if img.Class == ir.ImageExternal {
		return c.fail(CodeImageClass, v.Image, "an external image is sampled with its edge clamped only")
	}
	return true
}

func (c *Checker) sampler(v ir.ImageSample) bool {
	if c.at(v.Image).Kind == ir.TypeSampledImage {
		return c.imageOperand("sampler besides a sampled image", v.Sampler, false)
	}
	if !c.imageOperand("sampler", v.Sampler, true) {
		return false
	}
	s := c.at(v.Sampler)
	if s.Kind != ir.TypeSampler {
		return c.fail(CodeSampler, v.Sampler, "a sampler can't be %s", c.name(v.Sampler))
	}
	if s.Comparison != (v.DepthRef != 0) && v.Level != ir.LevelQuery {
		return c.fail(CodeSampler, v.Sampler, "a comparison sampler and a depth reference go together")
	}
	return true
}

func (c *Checker) arrayIndex(img *ir.Type, x ir.ExprID) bool {
	if !c.imageOperand("array index", x, img.Arrayed) {
		return false
	}
	return x == 0 || c.integer(x) || c.wrong("an array index", x)
}

func (c *Checker) sampleOffset(v ir.ImageSample, img *ir.Type, n int) bool {
	switch {
	case v.Offset == 0:
		return true
	case img.Dim == ir.DimCube:
		return c.imageOperand("offset on a cube image", v.Offset, false)
	case c.e.TypeOf(v.Offset) != ir.VectorOf(ir.I32, n):
		return c.wrong("the offset", v.Offset)
	case v.Gather < 0 && !c.IsConstant(v.Offset):
		return c.fail(CodeNotConstant, v.Offset, "the offset must be a constant expression")
	}
	return true
}

func (c *Checker) sampleLevel(v ir.ImageSample, img *ir.Type, n int) bool {
	arg := v.Level == ir.LevelExact || v.Level == ir.LevelBias || v.Level == ir.LevelGradient
	if !c.imageOperand("level argument", v.LevelArg, arg) || !c.imageOperand("second gradient", v.LevelArgY, v.Level == ir.LevelGradient) {
		return false
	}
	computed := (v.Level == ir.LevelAuto || v.Level == ir.LevelBias || v.Level == ir.LevelGradient) && v.Gather < 0 && !v.ClampEdge
	if v.MinLevel != 0 && (!computed || img.Class == ir.ImageExternal) {
		return c.imageOperand("least level", v.MinLevel, false)
	}
	if v.MinLevel != 0 && c.e.TypeOf(v.MinLevel) != ir.TypeF32 {
		return c.wrong("the least level", v.MinLevel)
	}
	switch v.Level {
	case ir.LevelExact:
		if t := c.e.TypeOf(v.LevelArg); t != ir.TypeF32 && !(img.Class == ir.ImageDepth && c.integer(v.LevelArg)) {
			return c.wrong("the level", v.LevelArg)
		}
	case ir.LevelBias:
		if c.e.TypeOf(v.LevelArg) != ir.TypeF32 {
			return c.wrong("the bias", v.LevelArg)
		}
	case ir.LevelGradient:
		want := ir.VectorOf(ir.F32, n)
		if c.e.TypeOf(v.LevelArg) != want {
			return c.wrong("a gradient", v.LevelArg)
		}
		if c.e.TypeOf(v.LevelArgY) != want {
			return c.wrong("a gradient", v.LevelArgY)
		}
	}
	return true
}

// Texel checks the operands that address one texel: the kind of the image, and the
// coordinate, array index and sample. It returns the image, or nil with Problem set.
// Statements on texels use it too.
func (c *Checker) Texel(image, coordinate, arrayIndex, sample ir.ExprID) *ir.Type {
	img := c.imageOf(image)
	if img == nil || img.Dim == ir.DimCube && img.Class != ir.ImageStorage {
		c.fail(CodeImageClass, image, "texels of %s can't be addressed", c.name(image))
		return nil
	}
	if img.Dim == ir.DimSubpass {
		if !c.imageOperand("coordinate", coordinate, false) {
			return nil
		}
	} else if !c.integerVector(coordinate, img.Dim.CoordinateCount()) {
		c.wrong("the coordinate", coordinate)
		return nil
	}
	if !c.arrayIndex(img, arrayIndex) || !c.imageOperand("sample index", sample, img.Multisampled) {
		return nil
	}
	if sample != 0 && !c.integer(sample) {
		c.wrong("a sample index", sample)
		return nil
	}
	return img
}

// hasLevels reports whether an image has mip levels.
func hasLevels(t *ir.Type) bool {
	return (t.Class == ir.ImageSampled || t.Class == ir.ImageDepth) && !t.Multisampled && t.Dim < ir.DimBuffer
}

func (c *Checker) imageLoad(id ir.ExprID) bool {
	v := c.e.ImageLoad(id)
	img := c.Texel(v.Image, v.Coordinate, v.ArrayIndex, v.Sample)
	if img == nil {
		return false
	}
	if img.Class == ir.ImageStorage && img.Access&ir.AccessRead == 0 {
		return c.fail(CodeImageClass, v.Image, "%s can't be read", c.name(v.Image))
	}
	if !c.imageOperand("level", v.Level, hasLevels(img)) {
		return false
	}
	if v.Level != 0 && !c.integer(v.Level) {
		return c.wrong("a level", v.Level)
	}
	switch {
	case v.Residency && (img.Class == ir.ImageExternal || img.Dim == ir.DimSubpass):
		return c.fail(CodeImageClass, v.Image, "texels of %s have no residency", c.name(v.Image))
	case v.Residency:
		return c.is(id, ir.TypeU32)
	case img.Class == ir.ImageDepth:
		return c.is(id, ir.TypeF32)
	}
	return c.is(id, ir.VectorOf(texel(img), 4))
}

func (c *Checker) imageQuery(id ir.ExprID) bool {
	q := c.e.ImageQuery(id)
	img := c.imageOf(q.Image)
	if img == nil || img.Dim == ir.DimSubpass && q.Op != ir.QuerySamples {
		return c.fail(CodeImageClass, q.Image, "%s is no image with a %s", c.name(q.Image), q.Op)
	}
	if q.Level != 0 {
		if q.Op != ir.QuerySize || !hasLevels(img) {
			return c.imageOperand("level", q.Level, false)
		}
		if !c.integer(q.Level) {
			return c.wrong("a level", q.Level)
		}
	}
	ok := true
	switch q.Op {
	case ir.QuerySize:
		n := 2
		switch img.Dim {
		case ir.Dim1D, ir.DimBuffer:
			n = 1
		case ir.Dim3D:
			n = 3
		}
		return c.is(id, ir.VectorOf(ir.U32, n))
	case ir.QueryLevels:
		ok = hasLevels(img)
	case ir.QueryLayers:
		ok = img.Arrayed
	case ir.QuerySamples:
		ok = img.Multisampled
	}
	if !ok {
		return c.fail(CodeImageClass, q.Image, "%s has no %s", c.name(q.Image), q.Op)
	}
	return c.is(id, ir.TypeU32)
}
