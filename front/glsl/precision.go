package glsl

// This file keeps the precision of declarations and operations: those whose operands are all
// mediump or lowp get ir.FlagRelaxed (GLSL ES 3.20, "Precision Qualifiers"). Bodies are gone
// through once, in the end, if any declaration is relaxed.

import (
	"slices"

	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/precision"
	"refract/ir"
)

// defaultPrecisions are the types of numbers whose default is mediump or lowp.
type defaultPrecisions struct{ float, whole bool }

// of reports whether 16 bits are enough for a value of a scalar without a precision of its own.
func (d defaultPrecisions) of(s ir.Scalar) bool {
	return d.float && s == ir.F32 || d.whole && (s == ir.I32 || s == ir.U32)
}

// startPrecisions sets the language's own defaults: whole numbers of fragment shaders are mediump in ES.
func (c *checker) startPrecisions() {
	c.relaxed = defaultPrecisions{whole: c.lang.Profile == ES && c.stage == ir.StageFragment}
}

// setPrecision sets the default that a statement gives.
func (c *checker) setPrecision(n syntax.Node) {
	relaxed := isRelaxed(c.t.Precision(n).Qualifier)
	switch c.precision(n) {
	case ir.TypeF32:
		c.relaxed.float = relaxed
	case ir.TypeI32, ir.TypeU32:
		c.relaxed.whole = relaxed
	}
}

// holdsRelaxed reports whether 16 bits are enough for a variable.
func (c *checker) holdsRelaxed(q *qualifiers, t ir.TypeID) bool {
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	return c.relaxes(q, t)
}

// noteMembers notes the precisions of a struct's members.
func (c *checker) noteMembers(t ir.TypeID, members []memberInfo) {
	at := 0
	for i := range members {
		if members[i].opq != 0 {
			continue // the IR's struct is without it
		}
		if c.holdsRelaxed(&members[i].q, members[i].Type) {
			c.m.Structs[c.at(t).Struct].Members[at].Binding.Relaxed = true
		}
		at++
	}
}

// samplerRelaxed reports whether 16 bits are enough for texels: in ES, samplers of 2D textures and
// cubes are lowp unless a statement or qualifier gives them another precision.
func (c *checker) samplerRelaxed(q *qualifiers, opq uint16) bool {
	o := &c.opaques[opq]
	relaxed := isRelaxed(q.precision)
	if q.precision == 0 && c.lang.Profile == ES {
		relaxed = slices.Contains(c.relaxedOpaques, opq) ||
			o.kind == opaqueSampler && o.scalar == ir.F32 && !o.arrayed && !o.ms && !o.shadow && (o.dim == dim2D || o.dim == dimCube) && !slices.Contains(c.precisions, opq)
	}
	relaxed = relaxed && (c.lang.Profile == ES || c.opts.Preprocessor.Vulkan)
	c.anyRelaxed = c.anyRelaxed || relaxed
	return relaxed
}

// relaxOperations marks the operations of all functions.
func (c *checker) relaxOperations() {
	if !c.anyRelaxed {
		return
	}
	var r precision.Finder
	r.Start(c.m)
	r.Open = func(l ir.LocalID) bool { return r.F.Locals[l].Name == "" } // a choice and the like
	for _, f := range c.m.Functions[1:] {
		r.Function(f)
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if r.Exprs[x] == precision.Relaxed && marks(c.m, f, x) {
				f.SetFlags(x, ir.FlagRelaxed)
			}
		}
		for l := 1; l < len(f.Locals); l++ {
			f.Locals[l].Relaxed = r.Locals[l] == precision.Relaxed
		}
	}
}

// marks reports whether an expression makes a number of 32 bits.
func marks(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	t := m.Types.At(f.TypeOf(x))
	switch t.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
	default:
		return false
	}
	if t.Scalar != ir.F32 && t.Scalar != ir.I32 && t.Scalar != ir.U32 {
		return false
	}
	switch f.Kind(x) {
	case ir.KindUnary, ir.KindBinary, ir.KindMath, ir.KindAs, ir.KindSelect, ir.KindDerivative, ir.KindImageSample, ir.KindImageLoad,
		ir.KindLoad, ir.KindInterpolate, ir.KindCompose, ir.KindSwizzle, ir.KindSplat, ir.KindAccessIndex:
		return true
	}
	return false
}
