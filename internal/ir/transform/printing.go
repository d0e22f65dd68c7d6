package transform

// This file removes statements that print, for languages without them:
//
//	%1 = add %x, 1
//	print 1, %1
//
// becomes
//
//	%1 = add %x, 1

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// HasPrints reports whether a function prints.
func HasPrints(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		if f.MayHaveStmt(ir.StmtPrint) {
			return true
		}
	}
	return false
}

// DropPrints removes every StmtPrint.
func DropPrints(m *ir.Module) {
	if HasPrints(m) {
		rewrite.Functions(m, func(f *ir.Function) bool { return f.MayHaveStmt(ir.StmtPrint) }, printDropper{})
	}
}

type printDropper struct{}

func (printDropper) Kinds() ir.KindSet { return 0 }

func (printDropper) Expr(*rewrite.Editor, ir.ExprID) {}

func (printDropper) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) == ir.StmtPrint {
		e.Remove()
	}
}
