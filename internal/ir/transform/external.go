package transform

// This file reads external images (video frames) as targets have them.
//
// Ordinary textures, for which the host binds a view with colours:
//
//	global @v : image<external> handle group 0 binding 0
//	%1 = image_load @v at %p
//
// becomes
//
//	global @v : image<2d, f32> handle group 0 binding 0
//	%1 = image_load @v at %p level 0i
//
// Types of their own, that know no clamping:
//
//	%1 = image_sample @v with @s at %uv level_zero !clamp_edge
//
// becomes
//
//	%2 = clamp %uv, ..., ...
//	%1 = image_sample @v with @s at %2 level_zero !clamp_edge

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ExternalImages2D makes every external image a sampled 2D image of f32.
func ExternalImages2D(m *ir.Module) {
	if !HasExternal(m) {
		return
	}
	e := &externalImages{m: m}
	rewrite.Functions(m, nil, e)
	replace := func(id ir.TypeID) ir.TypeID {
		switch t := *m.Types.At(id); t.Kind {
		case ir.TypeImage:
			if t.Class == ir.ImageExternal {
				return m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32})
			}
		case ir.TypeBindingArray:
			if base := m.Types.At(t.Base); base.Kind == ir.TypeImage && base.Class == ir.ImageExternal {
				t.Base = m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32})
				return m.Types.Intern(t)
			}
		}
		return id
	}
	m.MapTypes(replace)
}

// ClampExternalImages clamps the coordinates of samples of external images to half a texel
// inside the edges. It is not idempotent: run it once.
func ClampExternalImages(m *ir.Module) {
	if HasExternal(m) {
		rewrite.Functions(m, nil, &externalImages{m: m, clamp: true})
	}
}

// HasExternal reports whether a module has external images.
func HasExternal(m *ir.Module) bool {
	for i := 1; i < len(m.Globals); i++ {
		t := m.Types.At(m.Globals[i].Type)
		if t.Kind == ir.TypeBindingArray {
			t = m.Types.At(t.Base)
		}
		if t.Kind == ir.TypeImage && t.Class == ir.ImageExternal {
			return true
		}
	}
	return false
}

type externalImages struct {
	m     *ir.Module
	clamp bool // else make the images 2D
}

func (v *externalImages) Stmt(*rewrite.Editor, ir.StmtID) {}

func (v *externalImages) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch {
	case f.Kind(x) == ir.KindImageSample && v.clamp:
		s := f.ImageSample(x)
		if v.m.Types.At(f.TypeOf(s.Image)).Class == ir.ImageExternal {
			s.Coordinate = insideEdge(e.Ahead(), s.Image, s.Coordinate)
			e.Become(e.Ahead().ImageSample(s))
		}
	case f.Kind(x) == ir.KindImageLoad && !v.clamp:
		l := f.ImageLoad(x)
		if v.m.Types.At(f.TypeOf(l.Image)).Class == ir.ImageExternal {
			b := e.Ahead()
			l.Level = b.I32(0)
			e.Become(b.Pend(f.AddImageLoad(f.TypeOf(x), f.Flags(x), l, b.Span)))
		}
	}
}
