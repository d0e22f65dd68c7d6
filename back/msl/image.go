package msl

// This file spells operations on textures (section 6.12): methods whose arguments depend on
// the kind of texture.

import (
	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/text"
	"refract/ir"
)

var (
	levelWord, biasWord, leastLevelWord text.Word
	gradientWords                       [ir.DimCube + 1]text.Word
)

// layer spells the index of a layer: an unsigned integer, which Metal clamps if it is too
// large.
func (w *Writer) layer(e ir.ExprID) {
	o := &w.Out
	o.Comma()
	if w.M.Types.ScalarOf(w.Ex.TypeOf(e)).IsSigned() && !w.isNaturalNumber(e) {
		o.Str("uint(")
		o.Word(maxWord)
		o.Byte('(')
		w.Expr(e, anyForm)
		o.Comma()
		o.Str("0))")
		return
	}
	w.unsigned(e, 1)
}

// isNaturalNumber reports whether a value is a literal that isn't negative.
func (w *Writer) isNaturalNumber(e ir.ExprID) bool {
	return w.Ex.Kind(e) == ir.KindLiteral && !w.IsNegative(w.Ex.TypeOf(e), w.Ex.LiteralBits(e))
}

// unsigned spells an integer of n components as uint.
func (w *Writer) unsigned(e ir.ExprID, n int) {
	t := w.Ex.TypeOf(e)
	switch {
	case w.M.Types.ScalarOf(t) == ir.U32:
		w.Expr(e, anyForm)
	case n == 1 && w.isNaturalNumber(e):
		w.Literal(ir.TypeU32, w.Ex.LiteralBits(e))
	default:
		w.construct(ir.VectorOf(ir.U32, n), e)
	}
}

// ofImage spells an expression that reads an image, whose type it hands to a function.
func (w *Writer) ofImage(spell func(e ir.ExprID, t *ir.Type)) func(e ir.ExprID) {
	return func(e ir.ExprID) {
		image := w.Ex.Operand(e)
		if w.Ex.Kind(e) == ir.KindImageSample {
			image = w.Ex.ImageSample(e).Image
		}
		t := w.imageOf(image)
		if t.Class == ir.ImageExternal {
			w.Unsupported("external textures", w.Ex.SpanOf(e))
			return
		}
		spell(e, t)
	}
}

func (w *Writer) imageSample(e ir.ExprID, t *ir.Type) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageSample(e)
	if v.Level == ir.LevelQuery {
		w.since(202, "the level of detail of a sample", ex.SpanOf(e))
		if t.Dim == ir.Dim1D {
			w.Unsupported("the level of detail of a texture of one dimension", ex.SpanOf(e))
			return
		}
		o.Str("float2(")
		for i, method := range [...]string{".calculate_clamped_lod", ".calculate_unclamped_lod"} {
			if i > 0 {
				o.Comma()
			}
			w.Expr(v.Image, primary)
			o.Str(method)
			w.Arguments(0, v.Sampler, v.Coordinate)
		}
		o.Byte(')')
		return
	}
	if v.Gather > 0 && v.DepthRef != 0 {
		w.Unsupported(back.ComparedChannel, ex.SpanOf(e))
	}
	w.Expr(v.Image, primary)
	switch {
	case v.Gather >= 0 && v.DepthRef != 0:
		o.Str(".gather_compare(")
	case v.Gather >= 0:
		o.Str(".gather(")
	case v.DepthRef != 0:
		o.Str(".sample_compare(")
	default:
		o.Str(".sample(")
	}
	w.Expr(v.Sampler, anyForm)
	o.Comma()
	// One-dimensional textures are sampled without offsets (section 6.12.1).
	moved := v.Offset != 0 && t.Dim == ir.Dim1D
	if moved {
		w.Expr(v.Coordinate, text.COperators.Binary[ir.Add].Left)
		o.Str(" + float(")
		w.Expr(v.Offset, anyForm)
		o.Str(") / float(")
		w.Expr(v.Image, primary)
		o.Str(".get_width())")
	} else {
		w.Expr(v.Coordinate, anyForm)
	}
	if v.ArrayIndex != 0 {
		w.layer(v.ArrayIndex)
	}
	if v.DepthRef != 0 {
		o.Comma()
		w.Expr(v.DepthRef, anyForm)
	}
	component := v.Gather > 0 || v.Gather == 0 && t.Dim == ir.DimCube && t.Class != ir.ImageDepth
	if v.Gather < 0 && t.Dim != ir.Dim1D { // 1D textures have one level
		w.sampleLevel(t, &v)
	}
	if v.Offset != 0 && !moved {
		o.Comma()
		w.Expr(v.Offset, anyForm)
	} else if component && t.Dim != ir.DimCube {
		o.Comma()
		o.Str("int2(0)")
	}
	if component && t.Class != ir.ImageDepth {
		o.Comma()
		o.Str("component::")
		o.Byte("xyzw"[v.Gather])
	}
	o.Byte(')')
}

// sampleLevel spells how the level of a sample is chosen.
func (w *Writer) sampleLevel(t *ir.Type, v *ir.ImageSample) {
	o := &w.Out
	switch v.Level {
	case ir.LevelAuto:
	case ir.LevelZero:
		o.Comma()
		o.Word(levelWord)
		o.Str("(0)")
	case ir.LevelExact:
		o.Comma()
		o.Word(levelWord)
		w.Arguments(0, v.LevelArg)
	case ir.LevelBias:
		o.Comma()
		o.Word(biasWord)
		w.Arguments(0, v.LevelArg)
	case ir.LevelGradient:
		o.Comma()
		o.Word(gradientWords[t.Dim])
		w.Arguments(0, v.LevelArg, v.LevelArgY)
	}
	w.leastLevel(v)
}

// leastLevel spells the level that the computed one is at least.
func (w *Writer) leastLevel(v *ir.ImageSample) {
	if v.MinLevel != 0 {
		w.Out.Comma()
		w.Out.Word(leastLevelWord)
		w.Arguments(0, v.MinLevel)
	}
}

// texel spells the address of a texel.
func (w *Writer) texel(t *ir.Type, coordinate, layer ir.ExprID) {
	w.unsigned(coordinate, w.M.Types.ComponentCount(w.Ex.TypeOf(coordinate)))
	if layer != 0 {
		w.Out.Comma()
		w.unsigned(layer, 1)
	}
}

func (w *Writer) imageLoad(e ir.ExprID, t *ir.Type) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageLoad(e)
	w.Expr(v.Image, primary)
	o.Str(".read(")
	w.texel(t, v.Coordinate, v.ArrayIndex)
	switch {
	case v.Sample != 0:
		o.Comma()
		w.unsigned(v.Sample, 1)
	case v.Level != 0 && t.Dim != ir.Dim1D && !w.isLiteralZero(v.Level):
		o.Comma()
		w.unsigned(v.Level, 1)
	}
	o.Byte(')')
}

func (w *Writer) isLiteralZero(e ir.ExprID) bool {
	return w.Ex.Kind(e) == ir.KindLiteral && w.Ex.LiteralBits(e) == 0
}

func (w *Writer) imageStore(v ir.ImageStore) {
	o := &w.Out
	t := w.imageOf(v.Image)
	w.Expr(v.Image, primary)
	o.Str(".write(")
	w.Expr(v.Value, anyForm)
	o.Comma()
	w.texel(t, v.Coordinate, v.ArrayIndex)
	o.Byte(')')
	if t.Access&ir.AccessRead != 0 {
		// The thread's later reads see its writes (section 6.12.4).
		if w.InHead {
			o.Comma()
		} else {
			o.Byte(';')
			o.Line()
		}
		w.Expr(v.Image, primary)
		o.Str(".fence()")
	}
}

// imageAtomic spells an atomic operation on a texel; the texel is a vec4.
func (w *Writer) imageAtomic(s ir.StmtID) {
	o, f := &w.Out, w.F
	v := f.ImageAtomic(s)
	w.since(301, "atomic operations on textures", f.StmtSpan(s))
	t := w.imageOf(v.Image)
	if t.Dim == ir.DimBuffer {
		w.Unsupported("atomic operations on texel buffers", f.StmtSpan(s))
		return
	}
	if t.Texel().IsFloat() {
		w.Unsupported("an atomic "+v.Op.String()+" of a texel of floats", f.StmtSpan(s))
		return
	}
	name := ""
	switch v.Op {
	case ir.AtomicCompareExchange:
		w.Unsupported("an atomic compare-exchange of a texel", f.StmtSpan(s))
		return
	case ir.AtomicExchange:
		name = ".atomic_exchange("
	default:
		name = ".atomic_fetch_" + v.Op.String() + "("
	}
	scalar := t.Texel()
	if scalar.Bits() == 64 {
		if v.Result != 0 || v.Op != ir.AtomicMin && v.Op != ir.AtomicMax {
			w.Unsupported("an atomic "+v.Op.String()+" of a 64-bit texel", f.StmtSpan(s))
			return
		}
		name = ".atomic_" + v.Op.String() + "("
	}
	w.Expr(v.Image, primary)
	o.Str(name)
	w.texel(t, v.Coordinate, v.ArrayIndex)
	o.Comma()
	w.construct(ir.VectorOf(scalar, 4), v.Value)
	o.Byte(')')
	if v.Result != 0 && w.Body {
		o.Str(".x")
	}
}

func (w *Writer) imageQuery(e ir.ExprID, t *ir.Type) {
	o, ex := &w.Out, w.Ex
	v := ex.ImageQuery(e)
	get := func(method string, level bool) {
		w.Expr(v.Image, primary)
		o.Str(method)
		o.Byte('(')
		if level && v.Level != 0 && t.Dim != ir.Dim1D && !w.isLiteralZero(v.Level) {
			w.unsigned(v.Level, 1)
		}
		o.Byte(')')
	}
	switch v.Op {
	case ir.QueryLevels:
		get(".get_num_mip_levels", false)
	case ir.QueryLayers:
		get(".get_array_size", false)
	case ir.QuerySamples:
		get(".get_num_samples", false)
	case ir.QuerySize:
		n := w.M.Types.ComponentCount(ex.TypeOf(e))
		if n > 1 {
			w.typeName(ex.TypeOf(e))
			o.Byte('(')
		}
		for i := range n {
			if i > 0 {
				o.Comma()
			}
			get([...]string{".get_width", ".get_height", ".get_depth"}[i], true)
		}
		if n > 1 {
			o.Byte(')')
		}
	default:
		w.Unsupported("a question about a texture", diag.Span{})
	}
}

func makeImageTables() {
	levelWord, biasWord, leastLevelWord = word("level"), word("bias"), word("min_lod_clamp")
	gradientWords = [ir.DimCube + 1]text.Word{ir.Dim2D: word("gradient2d"), ir.Dim3D: word("gradient3d"), ir.DimCube: word("gradientcube")}
}
