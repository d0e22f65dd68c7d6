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
	var r mappedTexels
	for _, f := range m.Functions[1:] {
		if !f.MayHaveAny(r.Kinds()) {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if r.Kinds()>>f.Kind(x)&1 != 0 && r.Matches(m, f, x) {
				return true
			}
		}
	}
	return false
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
	if f.Kind(x) == ir.KindImageSample {
		return f.ImageSample(x).Residency
	}
	return f.ImageLoad(x).Residency
}

func (mappedTexels) Change(e *rewrite.Editor, _ ir.ExprID) {
	e.Become(e.Ahead().U32(1))
}
