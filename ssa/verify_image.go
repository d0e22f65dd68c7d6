package ssa

// This file checks operations on images.

import (
	"refract/ir"
	"refract/ssa/op"
)

// image checks operations on images: the kind of the image, and the shapes of coordinates,
// values and results.
func (v *verifier) image(i InstrID) {
	f := v.f
	n := &f.instrs[i]
	t := v.src(i, 0)
	sampled := t.Kind == ir.TypeSampledImage
	if sampled {
		t = v.types.At(t.Base)
	}
	if t.Kind != ir.TypeImage {
		v.complain(i, 0, "source 0 is %s, not an image", v.typeName(v.typeOf(i, 0)))
		return
	}
	storage := t.Class == ir.ImageStorage
	wantsStorage := n.op == op.ImageLoad || n.op == op.ImageStore || n.op == op.ImageAtomic
	if storage != wantsStorage && n.op != op.Txs && n.op != op.TexLayers && n.op != op.TexLevels && n.op != op.TexSamples {
		v.complain(i, 0, "%s of %s", n.op, v.typeName(v.typeOf(i, 0)))
		return
	}
	coord, array, sample := -1, -1, -1
	texel := v.s.Module.ImageTexel(v.typeOf(i, 0))
	resident := (n.op == op.Tex || n.op == op.Txf || n.op == op.ImageLoad) && f.Field(i, "residency") != 0
	switch n.op {
	case op.Tex:
		coord, array = 2, 3
		if !sampled && v.src(i, 1).Kind != ir.TypeSampler {
			v.complain(i, 0, "source 1 is %s, not a sampler", v.typeName(v.typeOf(i, 1)))
		} else if !sampled && v.src(i, 1).Comparison != (v.typeOf(i, 7) != 0) && ir.SampleLevel(f.Field(i, "level")) != ir.LevelQuery {
			v.complain(i, 0, "a comparison without a sampler for it, or the other way round")
		}
		v.level(i, t)
		if ir.SampleLevel(f.Field(i, "level")) == ir.LevelQuery {
			if v.typeOf(i, 3) != 0 || v.typeOf(i, 4) != 0 || v.typeOf(i, 7) != 0 || f.Field(i, "gather") != 0 {
				v.complain(i, 0, "a question about the level takes a texture, a sampler and a coordinate")
			}
			v.result(i, ir.VectorOf(ir.F32, 2))
			array = -1
		} else if resident {
			v.result(i, ir.TypeU32)
		} else if f.Field(i, "gather") == 0 && (t.Class == ir.ImageDepth || v.typeOf(i, 7) != 0) {
			v.texels(i, ir.F32, 1)
		} else {
			v.texels(i, texel, 4)
		}
	case op.Txf:
		coord, array, sample = 1, 2, 3
		if resident {
			v.result(i, ir.TypeU32)
		} else if t.Class == ir.ImageDepth {
			v.texels(i, ir.F32, 1)
		} else {
			v.texels(i, texel, 4)
		}
	case op.ImageLoad:
		coord, array, sample = 1, 2, 3
		if resident {
			v.result(i, ir.TypeU32)
		} else {
			v.texels(i, texel, 4)
		}
	case op.ImageStore:
		coord, array, sample = 1, 2, 4
		if s, ok := ir.HalfSize(texel); ok && f.Bits(f.Arg(i, 3)) == 16 {
			texel = s
		}
		v.same(i, 3, ir.VectorOf(texel, 4))
	case op.ImageAtomic:
		coord, array, sample = 1, 2, 5
		v.exchange(i, ir.ScalarTypeOf(texel), 3)
	case op.Txs:
		v.result(i, v.s.Module.ImageQueryType(ir.QuerySize, v.typeOf(i, 0)))
	default:
		v.result(i, ir.TypeU32)
	}
	if coord < 0 {
		return
	}
	if sample >= 0 && (v.typeOf(i, sample) != 0) != t.Multisampled {
		v.complain(i, 0, "an image of several samples is read and written with the number of one, and no other image")
	}
	if t.Dim == ir.DimSubpass {
		if v.typeOf(i, coord) != 0 {
			v.complain(i, 0, "an input attachment is read without a coordinate")
		}
		return
	}
	if v.typeOf(i, coord) == 0 {
		v.complain(i, 0, "source %d, the coordinate, is missing", coord)
		return
	}
	if c := f.Arg(i, coord); f.Comps(c) != t.Dim.CoordinateCount() || f.Bits(c) < 16 {
		v.complain(i, 0, "source %d is %s, where the image has %d coordinates", coord, v.typeName(f.Type(c)), t.Dim.CoordinateCount())
	}
	if array >= 0 && (v.typeOf(i, array) != 0) != t.Arrayed {
		v.complain(i, 0, "an image of layers is read with the number of one, and no other image")
	}
}

// texels checks a result of n components of texels, or of their halves' size.
func (v *verifier) texels(i InstrID, s ir.Scalar, n int) {
	if half, ok := ir.HalfSize(s); ok && v.f.Bits(i) == 16 {
		s = half
	}
	v.result(i, ir.VectorOf(s, n))
}

// level checks the sources of a sampling operation that its kind of level needs.
func (v *verifier) level(i InstrID, t *ir.Type) {
	l := ir.SampleLevel(v.f.Field(i, "level"))
	lod := l == ir.LevelExact || l == ir.LevelBias || l == ir.LevelGradient
	if lod != (v.typeOf(i, 5) != 0) || (l == ir.LevelGradient) != (v.typeOf(i, 6) != 0) {
		v.complain(i, 0, "the sources don't go with level %s", l)
		return
	}
	if m := v.typeOf(i, 8); m != 0 && (l != ir.LevelAuto && l != ir.LevelBias && l != ir.LevelGradient || v.f.Field(i, "gather") != 0 || v.types.ComponentCount(m) != 1) {
		v.complain(i, 0, "a least level goes with one that is computed")
	}
	n := 1
	if l == ir.LevelGradient {
		n = t.Dim.CoordinateCount()
	}
	for k := 5; k <= 6; k++ {
		if x := v.typeOf(i, k); x != 0 && v.types.ComponentCount(x) != n {
			v.complain(i, 0, "source %d is %s, not of %d components", k, v.typeName(x), n)
		}
	}
}
