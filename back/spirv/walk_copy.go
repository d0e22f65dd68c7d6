package spirv

// This file recognizes a large value that is loaded only to be stored, so that
// it is copied from memory to memory.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// putOff puts off the load in an Emit that only the next statement uses, to store the
// loaded value. Nothing is written in between.
func (w *Writer) putOff(emit, next ir.StmtID) {
	var v ir.ExprID
	switch w.f.StmtKind(next) {
	case ir.StmtStore:
		v = w.f.Store(next).Value
	case ir.StmtLocal:
		v = w.f.LocalDecl(next).Init
	default:
		return
	}
	if w.f.Kind(v) != ir.KindLoad {
		return
	}
	switch w.m.Types.At(w.f.TypeOf(v)).Kind {
	case ir.TypeArray, ir.TypeStruct:
	default:
		return
	}
	if w.isSmall(w.f.TypeOf(v)) || w.useCount(v) != 1 {
		return
	}
	for _, x := range w.f.Emit(emit) {
		if x == v {
			w.deferred = v
			return
		}
	}
}

// storeValue stores a value through a pointer.
func (w *Writer) storeValue(to pointer, v ir.ExprID) {
	if v != 0 && v == w.deferred {
		w.deferred = 0
		w.copy(to, w.pointerTo(w.f.Operand(v)))
		return
	}
	w.store(to, w.value(v))
}

// useCount is how many operands of the function name an expression, 2 for more.
func (w *Writer) useCount(x ir.ExprID) uint8 {
	f := w.f
	if !w.counted {
		w.counted = true
		w.uses = reuse.Zeroed(w.uses, f.ExprCount())
		count := func() {
			for _, o := range w.operands {
				w.uses[o] = min(2, w.uses[o]+1)
			}
		}
		for y := ir.ExprID(1); int(y) < f.ExprCount(); y++ {
			w.operands = f.Operands(y, w.operands[:0])
			count()
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			w.operands = f.StmtOperands(s, w.operands[:0])
			count()
		}
	}
	return w.uses[x]
}
