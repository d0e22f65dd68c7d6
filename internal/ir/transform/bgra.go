package transform

// This file stores to bgra8unorm images as to rgba8unorm ones, for targets that
// lack the format. The host binds a view of that format to the same texels:
//
//	global @t : image<2d, storage, bgra8unorm, write> handle binding(0, 0)
//	image_store @t at %p value %v
//
// becomes
//
//	global @t : image<2d, storage, rgba8unorm, write> handle binding(0, 0)
//	%1 = swizzle %v zyxw
//	image_store @t at %p value %1

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// SwapBGRA makes every storage image of format bgra8unorm one of rgba8unorm.
// Images are no parameters of functions: see PointerParams.
func SwapBGRA(m *ir.Module) {
	found := false
	for i := ir.FirstModuleType; int(i) < m.Types.Len(); i++ {
		t := m.Types.At(i)
		found = found || t.Kind == ir.TypeImage && t.Format == ir.Bgra8Unorm
	}
	if !found {
		return
	}
	rewrite.Functions(m, nil, swapping{})
	m.MapTypes(func(id ir.TypeID) ir.TypeID {
		switch t := *m.Types.At(id); {
		case t.Kind == ir.TypeImage && t.Format == ir.Bgra8Unorm:
			t.Format = ir.Rgba8Unorm
			return m.Types.Intern(t)
		case t.Kind == ir.TypeBindingArray && m.Types.At(t.Base).Format == ir.Bgra8Unorm:
			base := *m.Types.At(t.Base)
			base.Format = ir.Rgba8Unorm
			t.Base = m.Types.Intern(base)
			return m.Types.Intern(t)
		}
		return id
	})
}

type swapping struct{}

func isBGRA(e *rewrite.Editor, image ir.ExprID) bool {
	return e.M.Types.At(e.F.TypeOf(image)).Format == ir.Bgra8Unorm
}

func (swapping) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if f.Kind(x) != ir.KindImageLoad || !isBGRA(e, f.ImageLoad(x).Image) {
		return
	}
	b := e.Ahead()
	v := b.Pend(f.Move(x))
	e.Become(b.Swizzle(v, 2, 1, 0, 3))
}

func (swapping) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtImageStore || !isBGRA(e, f.ImageStore(s).Image) {
		return
	}
	v := f.ImageStore(s)
	b := e.Ahead()
	v.Value = b.Swizzle(v.Value, 2, 1, 0, 3)
	b.Flush()
	flags := f.StmtFlags(s)
	f.OverwriteStmt(s, f.AddImageStore(v, f.StmtSpan(s)))
	f.SetStmtFlags(s, flags)
}
