package glsl

// This file writes the residency of texels by the functions of GL_ARB_sparse_texture2. A function gives
// the texel in an out argument, for which the shader has a variable of each type; the code that it
// returns becomes 1 or 0:
//
//	uint(sparseTexelsResidentARB(sparseTextureARB(t, at, sparseTexel)))

import (
	"refract/internal/ir/transform"
	"refract/ir"
)

// The variables for texels, by kind; their names are reserved.
const (
	sparseFloat = iota
	sparseInt
	sparseUint
	sparseDepth
	sparseKinds
)

var sparseTexels = [sparseKinds]struct{ ty, name string }{
	{"vec4", "sparseTexel"}, {"ivec4", "sparseTexelInt"}, {"uvec4", "sparseTexelUint"}, {"float", "sparseTexelDepth"}}

// sparseKind is the kind of the texels of an image.
func (w *Writer) sparseKind(image ir.ExprID, compares bool) int {
	switch s := w.M.ImageTexel(w.Ex.TypeOf(image)); {
	case compares:
		return sparseDepth
	case s.IsSigned() && s.IsInteger():
		return sparseInt
	case s.IsInteger():
		return sparseUint
	}
	return sparseFloat
}

// sparseName is the function of a sample.
func sparseName(level ir.SampleLevel, offset, clamp bool) string {
	name := "sparseTexture"
	switch level {
	case ir.LevelZero, ir.LevelExact:
		name += "Lod"
	case ir.LevelGradient:
		name += "Grad"
	}
	if offset {
		name += "Offset"
	}
	if clamp {
		name += "Clamp"
	}
	return name + "ARB"
}

// startSparse spells the start of the residency of texels, whose function has a name.
func (w *Writer) startSparse(e ir.ExprID, name string) {
	w.require(sparseTextures, w.Ex.SpanOf(e))
	w.Out.Str("uint(sparseTexelsResidentARB(")
	w.Out.Str(name)
}

func (w *Writer) endSparse(resident bool) {
	if resident {
		w.Out.Str("))")
	}
}

// sparseTexel spells the out argument.
func (w *Writer) sparseTexel(resident bool, kind int) {
	if resident {
		w.Out.Comma()
		w.Out.Str(sparseTexels[kind].name)
	}
}

// sparseDecls declares the variables for texels that functions need.
func (w *Writer) sparseDecls() {
	needed := [sparseKinds]bool{}
	for _, f := range w.M.Functions[1:] {
		w.Ex = &f.Exprs
		for x := transform.NextResidency(f, 0); x != 0; x = transform.NextResidency(f, x) {
			if f.Kind(x) == ir.KindImageLoad {
				needed[w.sparseKind(f.ImageLoad(x).Image, false)] = true
				continue
			}
			v := f.ImageSample(x)
			needed[w.sparseKind(v.Image, v.DepthRef != 0 && v.Gather < 0)] = true
		}
	}
	for kind, is := range needed {
		if is {
			w.Out.Str(sparseTexels[kind].ty + " " + sparseTexels[kind].name + ";")
			w.Out.End()
		}
	}
}
