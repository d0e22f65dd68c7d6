package transform

// This file spells workgroupUniformLoad (WGSL section "Synchronization Built-in
// Functions") for targets without it:
//
//	%v = workgroup_uniform_load %p
//
// becomes
//
//	control_barrier workgroup
//	%v = load %p
//	control_barrier workgroup

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// UniformLoads replaces every StmtWorkgroupUniformLoad by a load between two
// barriers.
func UniformLoads(m *ir.Module) {
	rewrite.Functions(m, func(f *ir.Function) bool { return f.MayHaveStmt(ir.StmtWorkgroupUniformLoad) }, uniformLoads{})
}

type uniformLoads struct{}

// Kinds implements rewrite.Selective.
func (uniformLoads) Kinds() ir.KindSet { return 0 }

func (uniformLoads) Expr(*rewrite.Editor, ir.ExprID) {}

func (uniformLoads) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtWorkgroupUniformLoad {
		return
	}
	b := e.Ahead()
	b.Barrier(ir.MemoryWorkgroup)
	e.Result(b.Load(e.F.WorkgroupUniformLoad(s).Pointer))
	b.Barrier(ir.MemoryWorkgroup)
}
