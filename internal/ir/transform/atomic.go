package transform

// This file spells operations on atomics by others, for targets that lack them:
//
//	%v = load @count
//	store @count, %v
//	atomic sub @count, %v
//
// becomes
//
//	%v = atomic or @count, 0u
//	%1 = atomic exchange @count, %v
//	%2 = sub 0u, %v
//	atomic add @count, %2

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// AtomicOptions selects the operations that AtomicOperations replaces.
type AtomicOptions struct {
	Load  bool // by or; those of f32, which has none, stay
	Store bool // by exchange
	Sub   bool // by add
}

// AtomicOperations replaces loads and stores of atomics, and atomic operations.
func AtomicOperations(m *ir.Module, opts AtomicOptions) {
	var v *atomicOperations
	atomics := pointsToAtomics(m)
	for _, f := range m.Functions[1:] {
		if !atomics && !f.MayHaveStmt(ir.StmtImageAtomic) || !opts.wants(m, f) {
			continue
		}
		if v == nil {
			v = &atomicOperations{opts: opts}
		}
		rewrite.Function(m, f, v)
	}
}

// pointsToAtomics reports whether a module may have a pointer to an atomic.
func pointsToAtomics(m *ir.Module) bool {
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ {
		if ty := m.Types.At(t); ty.Kind == ir.TypePointer && m.Types.At(ty.Base).Kind == ir.TypeAtomic {
			return true
		}
	}
	return false
}

func (o AtomicOptions) wants(m *ir.Module, f *ir.Function) bool {
	if o.Load {
		loads := ir.Kinds(ir.KindLoad)
		for x := f.Next(0, loads); x != 0; x = f.Next(x, loads) {
			if isAtomicLoad(m, f, x) {
				return true
			}
		}
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtStore:
			if o.Store && isAtomicPointer(m, f, f.Store(s).Pointer) {
				return true
			}
		case ir.StmtAtomic:
			if o.Sub && f.Atomic(s).Op == ir.AtomicSub {
				return true
			}
		case ir.StmtImageAtomic:
			if o.Sub && f.ImageAtomic(s).Op == ir.AtomicSub {
				return true
			}
		}
	}
	return false
}

func isAtomicLoad(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return f.Kind(x) == ir.KindLoad && isAtomicPointer(m, f, f.Operand(x)) && isInteger(m, f.TypeOf(x))
}

func isAtomicPointer(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	return m.Types.At(m.Types.Pointee(f.TypeOf(x))).Kind == ir.TypeAtomic
}

type atomicOperations struct{ opts AtomicOptions }

func (v *atomicOperations) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if !v.opts.Load || !isAtomicLoad(e.M, f, x) {
		return
	}
	t := f.TypeOf(x)
	ptr := f.Operand(x)
	b := e.Remove()
	a := ir.Atomic{Op: ir.AtomicOr, Pointer: ptr, Value: b.Zero(t), Result: x}
	f.Overwrite(x, f.AddResult(ir.KindAtomicResult, t, b.Span))
	b.Push(f.AddAtomic(a, b.Span))
}

func (v *atomicOperations) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtStore:
		st := f.Store(s)
		if v.opts.Store && isAtomicPointer(e.M, f, st.Pointer) {
			b := e.Remove()
			b.Atomic(ir.Atomic{Op: ir.AtomicExchange, Pointer: st.Pointer, Value: st.Value})
		}
	case ir.StmtAtomic:
		a := f.Atomic(s)
		if v.opts.Sub && a.Op == ir.AtomicSub {
			b := e.Remove()
			a.Op, a.Value = ir.AtomicAdd, b.Binary(ir.Sub, b.Zero(b.TypeOf(a.Value)), a.Value)
			b.Push(f.AddAtomic(a, b.Span))
		}
	case ir.StmtImageAtomic:
		a := f.ImageAtomic(s)
		if v.opts.Sub && a.Op == ir.AtomicSub {
			b := e.Remove()
			a.Op, a.Value = ir.AtomicAdd, b.Binary(ir.Sub, b.Zero(b.TypeOf(a.Value)), a.Value)
			b.Push(f.AddImageAtomic(a, b.Span))
		}
	}
}
