package ir

import "testing"

// TestMapOperandsGrow replaces operands by expressions that are made meanwhile, as
// many as it takes for the arenas to move.
func TestMapOperandsGrow(t *testing.T) {
	m := NewModule()
	_, f := m.NewFunction("f")
	var b Builder
	b.Start(m, f)
	b.Begin()
	l := b.Local(f.AddLocal(Local{Name: "l", Type: TypeU32}))
	x := b.Load(l)
	for _, e := range []ExprID{b.Binary(Add, x, x), b.Compose(VectorOf(U32, 4), x, x, x, x)} {
		for range 100 {
			last := ExprID(0)
			f.MapOperands(e, func(ExprID) ExprID {
				for range 7 {
					last = b.Load(l)
				}
				return last
			})
			if list := f.Operands(e, nil); list[len(list)-1] != last {
				t.Fatalf("the operands of %d are %v, want %d last", e, list, last)
			}
		}
	}
	s := f.AddStore(Store{Pointer: l, Value: x}, b.Span)
	for range 100 {
		last := ExprID(0)
		f.MapStmtOperands(s, func(ExprID) ExprID {
			last = b.Load(l)
			f.AddStore(Store{Pointer: l, Value: x}, b.Span)
			return last
		})
		if list := f.StmtOperands(s, nil); list[len(list)-1] != last {
			t.Fatalf("the operands of the store are %v, want %d last", list, last)
		}
	}
}

// TestNamedTypes: the constants of vectors and matrices are what the functions tell.
func TestNamedTypes(t *testing.T) {
	for i, pair := range [...][2]TypeID{
		{TypeVec2F32, VectorOf(F32, 2)}, {TypeVec3F32, VectorOf(F32, 3)}, {TypeVec4F32, VectorOf(F32, 4)},
		{TypeVec2I32, VectorOf(I32, 2)}, {TypeVec3I32, VectorOf(I32, 3)}, {TypeVec3U32, VectorOf(U32, 3)}, {TypeVec4U32, VectorOf(U32, 4)},
		{TypeMat3F32, MatrixOf(F32, 3, 3)}, {TypeMat4F32, MatrixOf(F32, 4, 4)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("constant %d is type %d, not %d", i, pair[0], pair[1])
		}
	}
}
