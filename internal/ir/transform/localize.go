package transform

// This file rewrites stores by a dynamic index that FXC can't compile: to a
// component of a vector, a column of a matrix, or an element of an array that is
// the member of a struct in a variable.
//
//	%p = access $v, $i : ptr<function, f32>
//	store %p, $x
//
// becomes
//
//	%1 = eq (compose $i, $i, $i), (compose 0u, 1u, 2u)
//	%2 = load $v
//	%3 = select %1, (splat $x), %2
//	store $v, %3
//
// An array is copied to a variable of its own, changed there and copied back.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// LocalizeStores rewrites stores to function and private memory. Indices have to be
// in bounds: run it after BoundsChecks.
func LocalizeStores(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtStore && (isDynamicPart(m, f, f.Store(s).Pointer) || innerArray(m, f, f.Store(s).Pointer) != 0) {
				return true
			}
		}
		return false
	}, localizing{})
}

// isVariable reports whether a pointer is into memory of one invocation.
func isVariable(m *ir.Module, f *ir.Function, ptr ir.ExprID) bool {
	s := m.Types.At(f.TypeOf(ptr)).Space
	return s == ir.SpaceFunction || s == ir.SpacePrivate
}

// isDynamicPart reports whether a pointer is reached by a dynamic index into a
// vector or matrix.
func isDynamicPart(m *ir.Module, f *ir.Function, ptr ir.ExprID) bool {
	if !isVariable(m, f, ptr) {
		return false
	}
	for {
		switch f.Kind(ptr) {
		case ir.KindAccess:
			base := f.Access(ptr).Base
			if k := m.Types.At(m.Types.Pointee(f.TypeOf(base))).Kind; k == ir.TypeVector || k == ir.TypeMatrix {
				return true
			}
			return false
		case ir.KindAccessIndex:
			ptr = f.AccessIndex(ptr).Base
			if m.Types.At(m.Types.Pointee(f.TypeOf(ptr))).Kind != ir.TypeVector {
				return false
			}
		default:
			return false
		}
	}
}

// innerArray is the outermost array that a pointer is reached through by a
// dynamic index, if that is in a struct, or 0.
func innerArray(m *ir.Module, f *ir.Function, ptr ir.ExprID) ir.ExprID {
	if !isVariable(m, f, ptr) {
		return 0
	}
	array := ir.ExprID(0)
	inStruct := false
	for {
		switch f.Kind(ptr) {
		case ir.KindAccess:
			ptr = f.Access(ptr).Base
			array, inStruct = ptr, false
		case ir.KindAccessIndex:
			ptr = f.AccessIndex(ptr).Base
			inStruct = inStruct || m.Types.At(m.Types.Pointee(f.TypeOf(ptr))).Kind == ir.TypeStruct
		default:
			if inStruct {
				return array
			}
			return 0
		}
	}
}

type localizing struct{}

// Kinds implements rewrite.Selective.
func (localizing) Kinds() ir.KindSet { return 0 }

func (localizing) Expr(*rewrite.Editor, ir.ExprID) {}

func (localizing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtStore {
		return
	}
	v := f.Store(s)
	if !isDynamicPart(e.M, f, v.Pointer) && innerArray(e.M, f, v.Pointer) == 0 {
		return
	}
	b := e.Remove()
	for isDynamicPart(e.M, f, v.Pointer) {
		v.Pointer, v.Value = storeWhole(b, v.Pointer, v.Value)
	}
	array := innerArray(e.M, f, v.Pointer)
	if array == 0 {
		b.Store(v.Pointer, v.Value)
		return
	}
	l := f.AddLocal(ir.Local{Name: "elements", Type: e.M.Types.Pointee(f.TypeOf(array))})
	b.DeclareLocal(l, b.Load(array))
	b.Store(within(b, v.Pointer, array, b.Local(l)), v.Value)
	b.Store(array, b.Load(b.Local(l)))
}

// within is a pointer like ptr, with from replaced by to.
func within(b *ir.Builder, ptr, from, to ir.ExprID) ir.ExprID {
	if ptr == from {
		return to
	}
	var made ir.ExprID
	if b.F.Kind(ptr) == ir.KindAccess {
		v := b.F.Access(ptr)
		made = b.Access(within(b, v.Base, from, to), v.Index)
	} else {
		v := b.F.AccessIndex(ptr)
		made = b.AccessIndex(within(b, v.Base, from, to), v.Index)
	}
	b.F.SetFlags(made, b.F.Flags(ptr))
	return made
}

// storeWhole is the store to a vector or matrix that stores value to a part of it.
func storeWhole(b *ir.Builder, ptr, value ir.ExprID) (ir.ExprID, ir.ExprID) {
	f := b.F
	types := &b.M.Types
	base := f.Operand(ptr)
	t := types.Pointee(f.TypeOf(base))
	if f.Kind(ptr) == ir.KindAccessIndex { // a component of a column
		list := make([]ir.ExprID, types.ComponentCount(t))
		old := b.Load(base)
		for i := range list {
			list[i] = b.AccessIndex(old, uint32(i))
		}
		list[f.AccessIndex(ptr).Index] = value
		return base, b.Compose(t, list...)
	}
	index := f.Access(ptr).Index
	it := types.ScalarOf(f.TypeOf(index))
	old := b.Load(base)
	if n := types.ComponentCount(t); n > 0 {
		numbers := make([]ir.ExprID, n)
		for i := range numbers {
			numbers[i] = integerLike(b, ir.ScalarTypeOf(it), int64(i))
		}
		chosen := b.Binary(ir.Eq, b.Splat(n, index), b.Compose(ir.VectorOf(it, n), numbers...))
		return base, b.Select(chosen, b.Splat(n, value), old)
	}
	columns := make([]ir.ExprID, types.At(t).Columns)
	for i := range columns {
		chosen := b.Binary(ir.Eq, index, integerLike(b, ir.ScalarTypeOf(it), int64(i)))
		columns[i] = b.Select(chosen, value, b.AccessIndex(old, uint32(i)))
	}
	return base, b.Compose(t, columns...)
}
