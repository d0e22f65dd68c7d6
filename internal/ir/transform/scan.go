package transform

// This file spells inclusive scans of subgroups by exclusive ones:
//
//	%r = subgroup inclusive_scan add %x
//
// becomes
//
//	%1 = subgroup exclusive_scan add %x
//	%r = add %1, %x

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// InclusiveScans replaces inclusive scans that add or multiply.
func InclusiveScans(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool {
		if !f.MayHaveStmt(ir.StmtSubgroupCollective) {
			return false
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if isInclusive(f, s) {
				return true
			}
		}
		return false
	}, inclusiveScans{})
}

func isInclusive(f *ir.Function, s ir.StmtID) bool {
	if f.StmtKind(s) != ir.StmtSubgroupCollective {
		return false
	}
	v := f.SubgroupCollective(s)
	return v.Collective == ir.InclusiveScan && (v.Op == ir.SubgroupAdd || v.Op == ir.SubgroupMul)
}

type inclusiveScans struct{}

// Kinds implements rewrite.Selective.
func (inclusiveScans) Kinds() ir.KindSet { return 0 }

func (inclusiveScans) Expr(*rewrite.Editor, ir.ExprID) {}

func (inclusiveScans) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if !isInclusive(f, s) {
		return
	}
	v := f.SubgroupCollective(s)
	b := e.Ahead()
	op := ir.Add
	if v.Op == ir.SubgroupMul {
		op = ir.Mul
	}
	before := f.AddResult(ir.KindSubgroupResult, b.TypeOf(v.Argument), b.Span)
	b.Push(f.AddSubgroupCollective(ir.SubgroupCollective{Op: v.Op, Collective: ir.ExclusiveScan, Argument: v.Argument, Result: before}, b.Span))
	e.Result(b.Binary(op, before, v.Argument))
}
