package transform

// This file makes one-dimensional textures two-dimensional, of height one, for
// targets without them:
//
//	global @t : image<1d, f32> handle group 0 binding 0
//	%1 = image_load @t at %i level 0i
//	%2 = image_query size @t
//
// becomes
//
//	global @t : image<2d, f32> handle group 0 binding 0
//	%3 = compose %i, 0i : vec2<i32>
//	%1 = image_load @t at %3 level 0i
//	%4 = image_query size @t : vec2<u32>
//	%2 = access_index %4, 0 : u32

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// Images1DTo2D makes every 1D image 2D. Images are no parameters of functions:
// see PointerParams.
func Images1DTo2D(m *ir.Module) {
	types := imageTypes{m, func(t ir.Type) (ir.Type, bool) {
		is := t.Dim == ir.Dim1D
		t.Dim = ir.Dim2D
		return t, is
	}}
	if types.any() {
		rewrite.Functions(m, nil, &images1DTo2D{m: m})
		types.apply()
	}
}

type images1DTo2D struct{ m *ir.Module }

// is1D reports whether an operand is a 1D image.
func (r *images1DTo2D) is1D(f *ir.Function, image ir.ExprID) bool {
	t := r.m.Types.At(f.TypeOf(image))
	if t.Kind == ir.TypeSampledImage {
		t = r.m.Types.At(t.Base)
	}
	return t.Kind == ir.TypeImage && t.Dim == ir.Dim1D
}

// texel is the address of a texel in the first row.
func texelOfRow(b *ir.Builder, at ir.ExprID) ir.ExprID {
	s := b.M.Types.ScalarOf(b.TypeOf(at))
	return b.Compose(ir.VectorOf(s, 2), at, b.Integer(s, 0))
}

func (r *images1DTo2D) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindImageSample:
		v := f.ImageSample(x)
		if !r.is1D(f, v.Image) {
			return
		}
		b := e.Ahead()
		pair := func(x ir.ExprID, y float32) ir.ExprID {
			if x == 0 {
				return 0
			}
			return b.Compose(vec2f, x, b.F32(y))
		}
		v.Coordinate = pair(v.Coordinate, 0.5) // the middle of the only row
		if v.Level == ir.LevelGradient {
			v.LevelArg, v.LevelArgY = pair(v.LevelArg, 0), pair(v.LevelArgY, 0)
		}
		if v.Offset != 0 {
			v.Offset = texelOfRow(b, v.Offset)
		}
		e.Become(b.Pend(f.AddImageSample(f.TypeOf(x), v, b.Span)))
	case ir.KindImageLoad:
		v := f.ImageLoad(x)
		if !r.is1D(f, v.Image) {
			return
		}
		b := e.Ahead()
		v.Coordinate = texelOfRow(b, v.Coordinate)
		e.Become(b.Pend(f.AddImageLoad(f.TypeOf(x), f.Flags(x), v, b.Span)))
	case ir.KindImageQuery:
		v := f.ImageQuery(x)
		if !r.is1D(f, v.Image) || v.Op != ir.QuerySize {
			return
		}
		b := e.Ahead()
		size := b.Pend(f.AddImageQuery(vec2u, v, b.Span))
		e.Become(b.AccessIndex(size, 0))
	}
}

func (r *images1DTo2D) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		if r.is1D(f, v.Image) {
			b := e.Ahead()
			v.Coordinate = texelOfRow(b, v.Coordinate)
			b.Flush()
			flags := f.StmtFlags(s)
			f.OverwriteStmt(s, f.AddImageStore(v, f.StmtSpan(s)))
			f.SetStmtFlags(s, flags)
		}
	case ir.StmtImageAtomic:
		v := f.ImageAtomic(s)
		if r.is1D(f, v.Image) {
			b := e.Ahead()
			v.Coordinate = texelOfRow(b, v.Coordinate)
			b.Flush()
			flags := f.StmtFlags(s)
			f.OverwriteStmt(s, f.AddImageAtomic(v, f.StmtSpan(s)))
			f.SetStmtFlags(s, flags)
		}
	}
}
