package transform

// This file gives switches a selector that is no variable, for FXC: it ends with an internal
// error if a clause assigns the variable that the switch tests, also by way of a copy.
//
//	switch load $state { case 0 { store $state, 1 } default { } }
//
// becomes
//
//	switch load $state ^ 0 { case 0 { store $state, 1 } default { } }

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ComputeSelectors changes every switch with a clause that assigns the variable whose value
// is the selector.
func ComputeSelectors(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		if f.MayHaveStmt(ir.StmtSwitch) {
			for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
				if f.StmtKind(s) == ir.StmtSwitch && assignsSelector(f, s) {
					return true
				}
			}
		}
		return false
	}, computingSelectors{})
}

type computingSelectors struct{}

func (computingSelectors) Expr(*rewrite.Editor, ir.ExprID) {}

func (computingSelectors) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtSwitch || !assignsSelector(f, s) {
		return
	}
	x := f.Switch(s)
	cases := append([]ir.Case(nil), x.Cases...)
	b := e.Ahead()
	selector := b.Binary(ir.Xor, x.Selector, b.Bits(f.TypeOf(x.Selector), 0))
	f.OverwriteStmt(s, f.AddSwitch(ir.Switch{Selector: selector, Cases: cases}, f.StmtSpan(s)))
}

// assignsSelector reports whether a clause of a switch assigns the variable that the selector
// was loaded from.
func assignsSelector(f *ir.Function, s ir.StmtID) bool {
	x := f.Switch(s)
	if f.Kind(x.Selector) != ir.KindLoad {
		return false
	}
	variable := variableOf(f, f.Operand(x.Selector))
	found := false
	for _, c := range x.Cases {
		eachStmt(f, c.Body, func(s ir.StmtID) {
			if f.StmtKind(s) == ir.StmtStore {
				found = found || sameVariable(f, variableOf(f, f.Store(s).Pointer), variable)
			}
		})
	}
	return found
}

// variableOf is the variable, or parameter, that a pointer points into.
func variableOf(f *ir.Function, p ir.ExprID) ir.ExprID {
	for f.Kind(p) == ir.KindAccess || f.Kind(p) == ir.KindAccessIndex {
		p = f.Operand(p)
	}
	return p
}

// sameVariable reports whether two expressions name one variable.
func sameVariable(f *ir.Function, x, y ir.ExprID) bool {
	switch {
	case f.Kind(x) != f.Kind(y):
		return false
	case f.Kind(x) == ir.KindLocal:
		return f.LocalRef(x) == f.LocalRef(y)
	case f.Kind(x) == ir.KindGlobal:
		return f.GlobalRef(x) == f.GlobalRef(y)
	}
	return x == y
}
