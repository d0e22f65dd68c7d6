package glsl

// This file spells operations on textures.

import (
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/ir"
)

var (
	textureWord          text.Word
	texelFetchWord       text.Word
	imageLoadWord        text.Word
	subpassLoadWord      text.Word
	imageSizeWord        text.Word
	textureSizeWord      text.Word
	queryLodWord         text.Word
	queryLevelsWord      text.Word
	querySamplesWord     text.Word
	imageSamplesWord     text.Word
	gatherWord           text.Word
	gatherOffsetWord     text.Word
	sampleLodWord        text.Word
	sampleLodOffsetWord  text.Word
	sampleGradWord       text.Word
	sampleGradOffsetWord text.Word
	leastWord            text.Word
	leastOffsetWord      text.Word
	leastGradWord        text.Word
	leastGradOffsetWord  text.Word
	sampleOffsetWord     text.Word
)

// imageType is the type of the image behind an operand, which is an image or a
// combined one.
func (w *Writer) imageOf(e ir.ExprID) *ir.Type {
	t := w.M.Types.At(w.Ex.TypeOf(e))
	if t.Kind == ir.TypeSampledImage {
		t = w.M.Types.At(t.Base)
	}
	return t
}

// isCombined reports whether an operand has its sampler in it.
func (w *Writer) isCombined(e ir.ExprID) bool {
	return w.M.Types.At(w.Ex.TypeOf(e)).Kind == ir.TypeSampledImage
}

// imageSample spells a sample (sections "Texture Lookup Functions" and "Texture
// Gather Functions").
func (w *Writer) imageSample(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageSample(e)
	t := w.imageOf(v.Image)
	shadow := v.DepthRef != 0
	if w.isOld() {
		w.oldSample(e, &v, t)
		return
	}
	if v.Gather >= 0 {
		w.gather(e, &v, t)
		return
	}
	if v.Level == ir.LevelQuery {
		w.require(queryLod, ex.SpanOf(e))
		o.Word(queryLodWord)
		o.Byte('(')
		w.sampler(&v, false)
		o.Comma()
		w.Expr(v.Coordinate, anyForm)
		o.Byte(')')
		return
	}
	level := v.Level
	name, offset := w.sampleWord(e, &v, t, &level)
	if v.Residency {
		w.startSparse(e, sparseName(level, offset, v.MinLevel != 0))
	} else {
		o.Word(name)
	}
	o.Byte('(')
	w.sampler(&v, shadow)
	o.Comma()
	apart := shadow && t.Dim == ir.DimCube && t.Arrayed // the reference is an argument of its own
	w.coordinate(v.Coordinate, v.ArrayIndex, v.DepthRef, apart)
	if apart {
		o.Comma()
		w.Expr(v.DepthRef, anyForm)
	}
	zero := func() {
		o.Comma()
		n := t.Dim.CoordinateCount()
		w.vectorName(ir.F32, n)
		o.Str("(0.0)")
	}
	switch {
	case level == ir.LevelGradient && v.Level != ir.LevelGradient:
		zero()
		zero()
	case level == ir.LevelGradient:
		o.Comma()
		w.Expr(v.LevelArg, anyForm)
		o.Comma()
		w.Expr(v.LevelArgY, anyForm)
	case level == ir.LevelZero:
		o.Str(",")
		o.Space()
		o.Str("0.0")
	case level == ir.LevelExact:
		o.Comma()
		w.asFloat(v.LevelArg)
	}
	if offset {
		o.Comma()
		w.Expr(v.Offset, anyForm)
	}
	if v.MinLevel != 0 {
		o.Comma()
		w.Expr(v.MinLevel, anyForm)
	}
	w.sparseTexel(v.Residency, w.sparseKind(v.Image, shadow))
	if level == ir.LevelBias {
		o.Comma()
		w.Expr(v.LevelArg, anyForm)
	}
	o.Byte(')')
	w.endSparse(v.Residency)
	if !shadow && ex.TypeOf(e) == ir.TypeF32 {
		o.Str(".x") // a depth texture that isn't compared with
	}
}

// sampleWord is the function of a sample, and whether it takes an offset. If there is none
// with a level for a comparison, level becomes that of a function that samples the base
// level: by zero gradients.
func (w *Writer) sampleWord(e ir.ExprID, v *ir.ImageSample, t *ir.Type, level *ir.SampleLevel) (name text.Word, offset bool) {
	offset = v.Offset != 0
	if t.Class == ir.ImageExternal {
		*level = ir.LevelAuto // it has one
	}
	if v.DepthRef != 0 && (*level == ir.LevelZero || *level == ir.LevelExact) && (t.Arrayed || t.Dim == ir.DimCube) {
		switch {
		case w.opts.TextureShadowLod:
			w.require(shadowLod, w.Ex.SpanOf(e))
		case *level == ir.LevelExact:
			w.lacks(shadowLod, w.Ex.SpanOf(e))
		case t.Dim == ir.DimCube && t.Arrayed:
			if w.entry.HasQuads() {
				w.lacks(compareCubeArrays, w.Ex.SpanOf(e))
			}
			*level = ir.LevelAuto // which is the base level, but in stages with quads
		default:
			*level = ir.LevelGradient
		}
	}
	if v.DepthRef != 0 && *level == ir.LevelBias && t.Arrayed && t.Dim != ir.Dim1D {
		if w.opts.TextureShadowLod {
			w.require(shadowLod, w.Ex.SpanOf(e))
		} else {
			w.lacks(shadowLod, w.Ex.SpanOf(e))
		}
	}
	if v.MinLevel != 0 {
		w.require(leastLevels, w.Ex.SpanOf(e))
		words := map[bool][2]text.Word{false: {leastWord, leastGradWord}, true: {leastOffsetWord, leastGradOffsetWord}}[offset]
		if *level == ir.LevelGradient {
			return words[1], offset
		}
		return words[0], offset
	}
	switch *level {
	case ir.LevelGradient:
		if offset {
			return sampleGradOffsetWord, true
		}
		return sampleGradWord, false
	case ir.LevelZero, ir.LevelExact:
		if offset {
			return sampleLodOffsetWord, true
		}
		return sampleLodWord, false
	}
	if offset {
		if v.DepthRef != 0 && t.Arrayed && (w.opts.Version.ES || w.opts.Version.Number < 430) {
			w.Unsupported("a comparison with an offset, of an array", w.Ex.SpanOf(e))
		}
		return sampleOffsetWord, true
	}
	return textureWord, false
}

// gather spells a gather.
func (w *Writer) gather(e ir.ExprID, v *ir.ImageSample, t *ir.Type) {
	o := &w.Out
	if v.Gather > 0 && v.DepthRef != 0 {
		w.Unsupported(back.ComparedChannel, w.Ex.SpanOf(e))
	}
	if v.Gather > 0 || v.DepthRef != 0 {
		w.require(textureGatherComponent, w.Ex.SpanOf(e))
	} else {
		w.require(textureGather, w.Ex.SpanOf(e))
	}
	switch {
	case v.Residency && v.Offset != 0:
		w.startSparse(e, "sparseTextureGatherOffsetARB")
	case v.Residency:
		w.startSparse(e, "sparseTextureGatherARB")
	case v.Offset != 0:
		o.Word(gatherOffsetWord)
	default:
		o.Word(gatherWord)
	}
	o.Byte('(')
	w.sampler(v, v.DepthRef != 0)
	o.Comma()
	w.coordinate(v.Coordinate, v.ArrayIndex, 0, false)
	if v.DepthRef != 0 {
		o.Comma()
		w.Expr(v.DepthRef, anyForm)
	}
	if v.Offset != 0 {
		o.Comma()
		w.Expr(v.Offset, anyForm)
	}
	w.sparseTexel(v.Residency, w.sparseKind(v.Image, false))
	if v.Gather > 0 {
		o.Comma()
		o.Uint(uint64(v.Gather))
	}
	o.Byte(')')
	w.endSparse(v.Residency)
}

// sampler spells the sampled object: a combined image, or with Vulkan a texture put
// together with a sampler.
func (w *Writer) sampler(v *ir.ImageSample, shadow bool) {
	if v.Sampler == 0 {
		w.Expr(v.Image, anyForm)
		return
	}
	o := &w.Out
	w.imageType("sampler", w.imageOf(v.Image), shadow)
	o.Byte('(')
	w.Expr(v.Image, anyForm)
	o.Comma()
	w.Expr(v.Sampler, anyForm)
	o.Byte(')')
}

// coordinate spells a coordinate with the array's layer and the depth to compare
// with, unless that stands apart.
func (w *Writer) coordinate(at, layer, depth ir.ExprID, apart bool) {
	if layer == 0 && (depth == 0 || apart) {
		w.Expr(at, anyForm)
		return
	}
	n := max(1, w.M.Types.ComponentCount(w.Ex.TypeOf(at)))
	if layer != 0 {
		n++
	}
	if depth != 0 && !apart {
		n++
	} else {
		depth = 0
	}
	if depth != 0 && n == 2 { // of one dimension: the second component isn't used
		w.Out.Str("vec3(")
		w.Expr(at, anyForm)
		w.Out.Comma()
		w.Out.Str("0.0")
		w.Out.Comma()
		w.Expr(depth, anyForm)
		w.Out.Byte(')')
		return
	}
	w.vectorName(ir.F32, n)
	w.Arguments(0, at, layer, depth)
}

// asFloat spells a level, which of depth textures is an integer.
func (w *Writer) asFloat(e ir.ExprID) {
	if w.Ex.TypeOf(e) == ir.TypeF32 {
		w.Expr(e, anyForm)
		return
	}
	if !w.IsNamed(e) && w.Ex.Kind(e) == ir.KindLiteral {
		w.asInt(e)
		w.Out.Str(".0")
		return
	}
	w.Out.Str("float")
	w.Arguments(0, e)
}

// texel spells the address of a texel: integers, with the array's layer.
func (w *Writer) texel(image, at, layer ir.ExprID) {
	if layer == 0 {
		w.asInt(at)
		return
	}
	if w.imageOf(image).Dim == ir.DimCube { // layers and faces are counted in one
		o := &w.Out
		w.vectorName(ir.I32, 3)
		w.Arguments(0, at)
		o.Infix("+")
		w.vectorName(ir.I32, 3)
		o.Str("(0")
		o.Comma()
		o.Byte('0')
		o.Comma()
		o.Str("int")
		w.Arguments(0, layer)
		o.Infix("*")
		o.Str("6)")
		return
	}
	w.vectorName(ir.I32, max(1, w.M.Types.ComponentCount(w.Ex.TypeOf(at)))+1)
	w.Arguments(0, at, layer)
}

// sampleNumber spells the number of a sample as the next argument, if there is one.
func (w *Writer) sampleNumber(e ir.ExprID) {
	if e != 0 {
		w.Out.Comma()
		w.asInt(e)
	}
}

// imageLoad spells the reading of one texel.
func (w *Writer) imageLoad(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageLoad(e)
	t := w.imageOf(v.Image)
	if t.Dim == ir.DimSubpass {
		o.Word(subpassLoadWord)
		o.Byte('(')
		w.Expr(v.Image, anyForm)
		w.sampleNumber(v.Sample)
		o.Byte(')')
		return
	}
	if t.Class == ir.ImageStorage {
		if v.Residency {
			w.startSparse(e, "sparseImageLoadARB")
		} else {
			o.Word(imageLoadWord)
		}
		o.Byte('(')
		w.Expr(v.Image, anyForm)
		o.Comma()
		w.texel(v.Image, v.Coordinate, v.ArrayIndex)
		w.sampleNumber(v.Sample)
		w.sparseTexel(v.Residency, w.sparseKind(v.Image, false))
		o.Byte(')')
		w.endSparse(v.Residency)
		return
	}
	if !w.isCombined(v.Image) && t.Dim != ir.DimBuffer {
		w.require(samplerless, ex.SpanOf(e))
	}
	w.require(texelFetches, ex.SpanOf(e))
	if v.Residency {
		w.startSparse(e, "sparseTexelFetchARB")
	} else {
		o.Word(texelFetchWord)
	}
	o.Byte('(')
	w.Expr(v.Image, anyForm)
	o.Comma()
	w.texel(v.Image, v.Coordinate, v.ArrayIndex)
	if t.Dim != ir.DimBuffer {
		o.Comma()
	}
	switch {
	case t.Dim == ir.DimBuffer:
	case v.Sample != 0:
		w.asInt(v.Sample)
	case v.Level != 0:
		w.asInt(v.Level)
	default:
		o.Byte('0')
	}
	w.sparseTexel(v.Residency, w.sparseKind(v.Image, false))
	o.Byte(')')
	w.endSparse(v.Residency)
	if ex.TypeOf(e) == ir.TypeF32 {
		o.Str(".x")
	}
}

// arrayLength spells the length of an array, an int.
func (w *Writer) arrayLength(e ir.ExprID) {
	if of := w.Ex.Operand(e); w.M.Types.At(w.Ex.TypeOf(of)).Kind == ir.TypeCooperative {
		w.Operand(e, of, text.Forms(text.Primary))
	} else {
		w.Place(of)
	}
	w.Out.Byte('.')
	w.Out.Word(lengthWord)
	w.Out.Str("()")
}

// imageQuery spells a question about a texture, whose answer is an int.
func (w *Writer) imageQuery(e ir.ExprID) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageQuery(e)
	t := w.imageOf(v.Image)
	if t.Class != ir.ImageStorage && t.Dim != ir.DimBuffer && !w.isCombined(v.Image) {
		w.require(samplerless, ex.SpanOf(e))
	}
	n := max(1, w.M.Types.ComponentCount(ex.TypeOf(e)))
	switch v.Op {
	case ir.QueryLevels:
		w.require(queryLevels, ex.SpanOf(e))
		o.Word(queryLevelsWord)
		w.Arguments(0, v.Image)
	case ir.QuerySamples:
		w.require(querySamples, ex.SpanOf(e))
		if t.Class == ir.ImageStorage {
			o.Word(imageSamplesWord)
		} else {
			o.Word(querySamplesWord)
		}
		w.Arguments(0, v.Image)
	default:
		w.imageSize(&v, t)
		switch {
		case v.Op == ir.QueryLayers:
			o.Byte('.')
			o.Byte("yzz"[min(t.Dim, ir.Dim3D)])
		case t.Arrayed:
			o.Byte('.')
			o.Str("xyz"[:n])
		}
	}
}

func (w *Writer) imageSize(v *ir.ImageQuery, t *ir.Type) {
	o := &w.Out
	if t.Class == ir.ImageStorage {
		w.require(imageSizes, w.Span)
		o.Word(imageSizeWord)
		w.Arguments(0, v.Image)
		return
	}
	w.require(texelFetches, w.Span)
	o.Word(textureSizeWord)
	o.Byte('(')
	w.Expr(v.Image, anyForm)
	switch {
	case t.Multisampled, t.Dim == ir.DimBuffer:
	case v.Level != 0:
		o.Comma()
		w.asInt(v.Level)
	default:
		o.Str(",")
		o.Space()
		o.Byte('0')
	}
	o.Byte(')')
}
