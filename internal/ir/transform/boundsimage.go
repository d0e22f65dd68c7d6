package transform

// This file makes reading and writing of texels safe: see bounds.go.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// texel is the address of a texel: each part may be absent.
type texel struct {
	image, coordinate, array, sample, level ir.ExprID

	anyLevel, anySample, anyLayer bool // not checked
}

// texel is the address of a texel, for checks.
func (c *checking) texel(f *ir.Function, at texel) texel {
	// Every image has a level, layer and sample 0.
	isZero := func(x ir.ExprID) bool { return x != 0 && f.Kind(x) == ir.KindLiteral && f.LiteralBits(x) == 0 }
	at.anyLevel = c.unknown[ir.QueryLevels] || isZero(at.level)
	at.anySample = c.unknown[ir.QuerySamples] || isZero(at.sample)
	at.anyLayer = isZero(at.array)
	return at
}

// imageLoad makes an ImageLoad safe.
func (c *checking) imageLoad(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	v := f.ImageLoad(x)
	b := e.Ahead()
	at := c.texel(f, texel{image: v.Image, coordinate: v.Coordinate, array: v.ArrayIndex, sample: v.Sample, level: v.Level})
	var ok ir.ExprID
	if c.opts.ImageLoad == Restrict {
		at.restrict(b)
	} else {
		ok = at.check(b)
		at.moveInside(b, ok)
	}
	v.Coordinate, v.ArrayIndex, v.Sample, v.Level = at.coordinate, at.array, at.sample, at.level
	safe := b.Pend(f.AddImageLoad(f.TypeOf(x), f.Flags(x)|ir.FlagInBounds, v, b.Span))
	if ok != 0 {
		safe = b.Select(ok, safe, b.Zero(f.TypeOf(x)))
	}
	e.Become(safe)
}

// imageWrite skips an ImageStore or ImageAtomic out of bounds.
func (c *checking) imageWrite(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	b := e.Ahead()
	var at texel
	if f.StmtKind(s) == ir.StmtImageStore {
		v := f.ImageStore(s)
		at = c.texel(f, texel{image: v.Image, coordinate: v.Coordinate, array: v.ArrayIndex, sample: v.Sample})
	} else {
		v := f.ImageAtomic(s)
		at = c.texel(f, texel{image: v.Image, coordinate: v.Coordinate, array: v.ArrayIndex, sample: v.Sample})
	}
	ok := at.check(b)
	f.SetStmtFlags(s, ir.FlagInBounds)
	c.guard(e, s, ok)
}

// unsignedLevel is the level as u32 if it is checked.
func (at *texel) unsignedLevel(b *ir.Builder) ir.ExprID {
	if at.anyLevel {
		return at.level
	}
	return unsignedIndex(b, at.level)
}

// restrict moves the address in bounds.
func (at *texel) restrict(b *ir.Builder) {
	below := func(v, count ir.ExprID) ir.ExprID {
		one := b.SplatLike(b.TypeOf(count), b.U32(1))
		return b.Math(ir.MathMin, v, b.Binary(ir.Sub, count, one))
	}
	if at.level = at.unsignedLevel(b); at.level != 0 && !at.anyLevel {
		at.level = below(at.level, b.ImageQuery(ir.QueryLevels, at.image, 0))
	}
	at.coordinate = below(unsignedIndex(b, at.coordinate), at.size(b))
	if at.array = unsignedIndex(b, at.array); at.array != 0 && !at.anyLayer {
		at.array = below(at.array, b.ImageQuery(ir.QueryLayers, at.image, 0))
	}
	if at.sample = unsignedIndex(b, at.sample); at.sample != 0 && !at.anySample {
		at.sample = below(at.sample, b.ImageQuery(ir.QuerySamples, at.image, 0))
	}
}

// check returns whether the address is in bounds. It makes the level one that
// exists.
func (at *texel) check(b *ir.Builder) (ok ir.ExprID) {
	both := func(c ir.ExprID) {
		if ok != 0 {
			c = b.Binary(ir.And, ok, c)
		}
		ok = c
	}
	if at.level = at.unsignedLevel(b); at.level != 0 && !at.anyLevel {
		both(b.Binary(ir.Lt, at.level, b.ImageQuery(ir.QueryLevels, at.image, 0)))
		at.level = orZero(b, ok, at.level) // the size of a level that doesn't exist is undefined
	}
	at.coordinate = unsignedIndex(b, at.coordinate)
	inside := b.Binary(ir.Lt, at.coordinate, at.size(b))
	if b.M.Types.ComponentCount(b.TypeOf(at.coordinate)) > 1 {
		inside = b.Relational(ir.All, inside)
	}
	both(inside)
	if at.array = unsignedIndex(b, at.array); at.array != 0 && !at.anyLayer {
		both(b.Binary(ir.Lt, at.array, b.ImageQuery(ir.QueryLayers, at.image, 0)))
	}
	if at.sample = unsignedIndex(b, at.sample); at.sample != 0 && !at.anySample {
		both(b.Binary(ir.Lt, at.sample, b.ImageQuery(ir.QuerySamples, at.image, 0)))
	}
	return ok
}

// moveInside moves the address to the first texel if ok doesn't hold.
func (at *texel) moveInside(b *ir.Builder, ok ir.ExprID) {
	at.coordinate, at.array, at.sample = orZero(b, ok, at.coordinate), orZero(b, ok, at.array), orZero(b, ok, at.sample)
}

// orZero is v if ok holds, else zero; an absent v stays absent.
func orZero(b *ir.Builder, ok, v ir.ExprID) ir.ExprID {
	if v == 0 {
		return 0
	}
	return b.Select(ok, v, b.Zero(b.TypeOf(v)))
}

// size is the size of the level; of a cube, whose faces are the third coordinate, there
// are six.
func (at *texel) size(b *ir.Builder) ir.ExprID {
	size := b.ImageQuery(ir.QuerySize, at.image, at.level)
	if b.M.Types.At(b.TypeOf(at.image)).Dim != ir.DimCube {
		return size
	}
	return b.Compose(ir.VectorOf(ir.U32, 3), b.AccessIndex(size, 0), b.AccessIndex(size, 1), b.U32(6))
}

// fromUnsigned is the value that v reinterprets, if that is of type u32, and else v.
func fromUnsigned(m *ir.Module, f *ir.Function, v ir.ExprID) ir.ExprID {
	if v != 0 && f.Kind(v) == ir.KindAs {
		if as := f.As(v); as.Bitcast && f.TypeOf(as.Value) == m.Types.WithScalar(f.TypeOf(v), ir.U32) {
			return as.Value
		}
	}
	return v
}

// unsignedIndex reads an integer scalar or vector of 32 bits as u32; 0 stays 0.
func unsignedIndex(b *ir.Builder, v ir.ExprID) ir.ExprID {
	switch {
	case v == 0 || b.M.Types.ScalarOf(b.TypeOf(v)) == ir.U32:
		return v
	case b.F.Kind(v) == ir.KindLiteral:
		return b.U32(uint32(b.F.LiteralBits(v)))
	}
	if u := fromUnsigned(b.M, b.F, v); u != v {
		return u
	}
	return b.Bitcast(b.M.Types.WithScalar(b.TypeOf(v), ir.U32), v)
}
