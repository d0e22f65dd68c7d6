package back

// This file finds atomic operations on floats that only GLSL and SPIR-V can express.

import (
	"refract/diag"
	"refract/internal/ir/calls"
	"refract/ir"
)

// FloatAtomics reports the first atomic operation on f16 or f64, or least or greatest of f32 in memory or texels, that an
// entry point reaches, or in the module if e is nil; without exchanges compare-exchanges of f32, too. The
// result is whether there is one.
func FloatAtomics(m *ir.Module, e *ir.EntryPoint, exchanges bool, report func(feature string, at diag.Span)) bool {
	list := m.Functions[1:]
	if e != nil {
		var reached calls.Reached
		reached.Start(m)
		reached.Add(m, e.Function)
		list = nil
		for _, id := range reached.List {
			list = append(list, m.Functions[id])
		}
	}
	for _, f := range list {
		if feature, at, ok := floatAtomicsIn(m, f, exchanges); ok {
			report(feature, at)
			return true
		}
	}
	return false
}

func floatAtomicsIn(m *ir.Module, f *ir.Function, exchanges bool) (feature string, at diag.Span, ok bool) {
	if !f.MayHaveStmt(ir.StmtAtomic) && !f.MayHaveStmt(ir.StmtImageAtomic) {
		return "", at, false
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtAtomic:
			v := f.Atomic(s)
			switch scalar := m.Types.ScalarOf(f.TypeOf(v.Value)); {
			case scalar == ir.F16, scalar == ir.F64, scalar == ir.F32 && (v.Op == ir.AtomicMin || v.Op == ir.AtomicMax || v.Op == ir.AtomicCompareExchange && !exchanges):
				return "an atomic " + v.Op.String() + " of " + scalar.String(), f.StmtSpan(s), true
			}
		case ir.StmtImageAtomic:
			if v := f.ImageAtomic(s); f.TypeOf(v.Value) == ir.TypeF32 && (v.Op == ir.AtomicMin || v.Op == ir.AtomicMax) {
				return "an atomic " + v.Op.String() + " on texels of f32", f.StmtSpan(s), true
			}
		}
	}
	return "", at, false
}
