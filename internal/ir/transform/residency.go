package transform

// This file replaces the residency of texels by 1, for languages without textures that lack memory:
//
//	%r = image_sample @tex with @smp at %uv residency : u32
//
// becomes
//
//	1u

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// HasResidency reports whether a module reads the residency of texels.
func HasResidency(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		if NextResidency(f, 0) != 0 {
			return true
		}
	}
	return false
}

// NextResidency is the first expression after x that is the residency of texels, or 0.
func NextResidency(f *ir.Function, x ir.ExprID) ir.ExprID {
	kinds := mappedTexels{}.Kinds()
	for x = f.Next(x, kinds); x != 0 && !f.ReadsResidency(x); {
		x = f.Next(x, kinds)
	}
	return x
}

// MappedTexels replaces the residency of texels by that of texels with memory.
func MappedTexels(m *ir.Module) {
	rewrite.Apply(m, mappedTexels{})
}

type mappedTexels struct{}

func (mappedTexels) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindImageSample) | ir.Kinds(ir.KindImageLoad)
}

func (mappedTexels) Matches(_ *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.ReadsResidency(x)
}

func (mappedTexels) Change(e *rewrite.Editor, _ ir.ExprID) {
	e.Become(e.Ahead().U32(1))
}
