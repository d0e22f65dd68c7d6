package transform

// This file makes storage cubes arrays of 2D textures, whose layers are the faces, for
// targets that write to no cubes:
//
//	global @t : image<cube_array, storage, r32uint, write> handle group 0 binding 0
//	image_store @t at %p array %i value %v
//	%1 = image_query layers @t
//
// becomes
//
//	global @t : image<2d_array, storage, r32uint, write> handle group 0 binding 0
//	%2 = swizzle %p xy : vec2<i32>
//	%3 = access_index %p, 2
//	%4 = mul %i, 6i
//	%5 = add %4, %3
//	image_store @t at %2 array %5 value %v
//	%6 = image_query layers @t
//	%1 = div %6, 6u

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// StorageCubes2D makes every storage cube an array of 2D textures. The host binds a view of
// the cube as that.
func StorageCubes2D(m *ir.Module) {
	types := imageTypes{m, func(t ir.Type) (ir.Type, bool) {
		is := t.Dim == ir.DimCube && t.Class == ir.ImageStorage
		t.Dim, t.Arrayed = ir.Dim2D, true
		return t, is
	}}
	if types.any() {
		rewrite.Functions(m, nil, storageCubes2D{types})
		types.apply()
	}
}

type storageCubes2D struct{ types imageTypes }

// texel is the address of a texel of an array of 2D textures.
func (r storageCubes2D) texel(b *ir.Builder, at, layer ir.ExprID) (coordinate, face ir.ExprID) {
	coordinate, face = b.Compose(ir.VectorOf(b.M.Types.ScalarOf(b.TypeOf(at)), 2), b.AccessIndex(at, 0), b.AccessIndex(at, 1)), b.AccessIndex(at, 2)
	if layer == 0 || b.F.Kind(layer) == ir.KindLiteral && b.F.LiteralBits(layer) == 0 {
		return coordinate, face
	}
	s := b.M.Types.ScalarOf(b.TypeOf(face))
	if b.TypeOf(layer) != b.TypeOf(face) {
		layer = b.Bitcast(b.TypeOf(face), layer)
	}
	return coordinate, b.Binary(ir.Add, b.Binary(ir.Mul, layer, b.Integer(s, 6)), face)
}

// Kinds implements rewrite.Selective.
func (storageCubes2D) Kinds() ir.KindSet { return ir.Kinds(ir.KindImageLoad, ir.KindImageQuery) }

func (r storageCubes2D) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindImageLoad:
		v := f.ImageLoad(x)
		if !r.types.isOne(f.TypeOf(v.Image)) {
			return
		}
		b := e.Ahead()
		v.Coordinate, v.ArrayIndex = r.texel(b, v.Coordinate, v.ArrayIndex)
		e.Become(b.Pend(f.AddImageLoad(f.TypeOf(x), f.Flags(x), v, b.Span)))
	case ir.KindImageQuery:
		v := f.ImageQuery(x)
		if !r.types.isOne(f.TypeOf(v.Image)) || v.Op != ir.QueryLayers {
			return
		}
		b := e.Ahead()
		e.Become(b.Binary(ir.Div, b.Pend(f.AddImageQuery(f.TypeOf(x), v, b.Span)), b.U32(6)))
	}
}

func (r storageCubes2D) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	var stmt ir.StmtID
	switch f.StmtKind(s) {
	case ir.StmtImageStore:
		v := f.ImageStore(s)
		if !r.types.isOne(f.TypeOf(v.Image)) {
			return
		}
		b := e.Ahead()
		v.Coordinate, v.ArrayIndex = r.texel(b, v.Coordinate, v.ArrayIndex)
		b.Flush()
		stmt = f.AddImageStore(v, f.StmtSpan(s))
	case ir.StmtImageAtomic:
		v := f.ImageAtomic(s)
		if !r.types.isOne(f.TypeOf(v.Image)) {
			return
		}
		b := e.Ahead()
		v.Coordinate, v.ArrayIndex = r.texel(b, v.Coordinate, v.ArrayIndex)
		b.Flush()
		stmt = f.AddImageAtomic(v, f.StmtSpan(s))
	default:
		return
	}
	flags := f.StmtFlags(s)
	f.OverwriteStmt(s, stmt)
	f.SetStmtFlags(s, flags)
}
