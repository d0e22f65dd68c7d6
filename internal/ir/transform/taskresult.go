package transform

// This file gives task shaders WGSL's form, in which the entry point returns how many workgroups of the
// mesh stage follow:
//
//	entry task f() { ...; pipeline emit_mesh_tasks %x, %y, %z, @payload; terminate }
//
// becomes
//
//	entry task f() -> vec3<u32> builtin(mesh_task_size) { ...; return compose %x, %y, %z }
//
// A barrier right before is left out: the stage waits for the invocations of the workgroup before it reads
// the payload.

import (
	"slices"

	"refract/diag"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// TaskError reports a task shader without that form.
type TaskError struct {
	What string
	Span diag.Span
}

func (e *TaskError) Error() string { return e.What }

// TaskResults makes the module's task entry points return. The error is a *TaskError.
func TaskResults(m *ir.Module) error {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != ir.StageTask {
			continue
		}
		if err := checkTask(m, e); err != nil {
			return err
		}
		f := m.OwnFunction(i)
		f.Result, f.ResultBinding = ir.TypeVec3U32, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInMeshTaskSize}
		rewrite.Function(m, f, taskResult{})
		var b ir.Builder
		atEnd(&b, m, f, func(b *ir.Builder) { b.Return(b.Zero(f.Result)) })
	}
	return nil
}

// TaskConditions makes the first invocation of task entry points alone emit workgroups, for targets where the
// operation doesn't end the invocation. Behind it, the entry point returns. Inputs are no structs. The error is
// a *TaskError.
func TaskConditions(m *ir.Module) error {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if e.Stage != ir.StageTask {
			continue
		}
		if err := checkTask(m, e); err != nil {
			return err
		}
		f := m.OwnFunction(i)
		isIndex := func(a ir.Argument) bool { return hasBuiltIn(a.Binding, ir.BuiltInLocalInvocationIndex) }
		index := slices.IndexFunc(f.Args, isIndex)
		if index < 0 {
			index = len(f.Args)
			f.Args = append(f.Args, ir.Argument{Name: "index", Type: ir.TypeU32, Span: f.Span,
				Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInLocalInvocationIndex}})
		}
		rewrite.Function(m, f, taskCondition{index})
	}
	return nil
}

type taskCondition struct{ index int }

// Kinds implements rewrite.Selective.
func (taskCondition) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (taskCondition) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (t taskCondition) Stmt(e *rewrite.Editor, s ir.StmtID) {
	switch e.F.StmtKind(s) {
	case ir.StmtPipeline:
		b := e.Remove()
		cond := b.Binary(ir.Eq, b.Argument(t.index), b.U32(0))
		mark := b.Begin()
		b.Push(s)
		b.If(cond, b.End(mark), 0)
		b.Return(0)
	case ir.StmtTerminate:
		e.Remove()
	}
}

// checkTask reports a task entry point that doesn't emit workgroups itself.
func checkTask(m *ir.Module, e *ir.EntryPoint) error {
	for id := range calls.Of(m.Func(e.Function)) {
		if span, found := emits(m, id); found {
			return &TaskError{"functions that emit the workgroups of a mesh stage for their callers", span}
		}
	}
	return nil
}

// emits reports whether a function, or one that it calls, emits workgroups, and where.
func emits(m *ir.Module, id ir.FuncID) (diag.Span, bool) {
	var r calls.Reached
	r.Start(m)
	r.Add(m, id)
	for _, id := range r.List {
		f := m.Func(id)
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtPipeline && f.Pipeline(s).Op == ir.EmitMeshTasks {
				return f.StmtSpan(s), true
			}
		}
	}
	return diag.Span{}, false
}

type taskResult struct{}

// Kinds implements rewrite.Selective.
func (taskResult) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (taskResult) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (taskResult) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	switch f.StmtKind(s) {
	case ir.StmtPipeline:
		if v := f.Pipeline(s); v.Op == ir.EmitMeshTasks {
			b := e.Remove()
			b.Return(b.Compose(f.Result, v.Args[:3]...))
		}
	case ir.StmtTerminate:
		e.Remove() // behind that
	case ir.StmtReturn:
		if f.ReturnValue(s) == 0 {
			b := e.Remove()
			b.Return(b.Zero(f.Result))
		}
	case ir.StmtControlBarrier:
		if isEmission(f, e.Rest()) {
			e.Remove()
		}
	}
}

// isEmission reports whether statements begin with the emission of workgroups, but for values that are no
// reads of memory.
func isEmission(f *ir.Function, list []ir.StmtID) bool {
	for _, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			if f.IndexIn(f.Emit(s), ir.Kinds(ir.KindLoad)) < len(f.Emit(s)) {
				return false
			}
		case ir.StmtPipeline:
			return f.Pipeline(s).Op == ir.EmitMeshTasks
		default:
			return false
		}
	}
	return false
}
