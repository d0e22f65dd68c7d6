package direct3d

// This file gives task and mesh shaders the form of Direct3D's bytecode. Outputs of a mesh are memory of
// the workgroup, which invocations read and write as they like (but see stage_direct.go). Behind a barrier at the end of the
// entry point, each invocation copies some of them to the elements:
//
//	pipeline set_mesh_outputs 3u, 1u ... store @position[%i], %p
//
// becomes
//
//	store @counts, compose 3u, 1u ... store @position[%i], %p
//	control_barrier workgroup
//	pipeline set_mesh_outputs load @counts.x, load @counts.y
//	for (i = index; i < load @counts.x; i += size) { store @out1[i], load @position[i] }
//
// A task shader emits the workgroups of the mesh stage at its end, too.

import (
	"refract/internal/ir/rewrite"
	"refract/internal/ir/transform"
	"refract/ir"
)

// mesh gives a mesh shader the form.
func (x *splitter) mesh() {
	m, s := x.m, x.form
	setup := x.entry.Setup().Mesh
	s.Out = withPosition(x.elements(true, PerVertex, 0))
	s.Patch = x.elements(true, PerPrimitive, 0)
	indices := ir.GlobalID(0)
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Space == ir.SpaceOutput && g.IO != nil && isIndices(g.IO) {
			indices = ir.GlobalID(i)
		}
	}
	var made []StageElement
	if indices != 0 {
		made = []StageElement{{Scalar: ir.U32, Width: setup.Output.Vertices()}}
	}
	declare := func() {
		x.addVariables(s.Out, ir.SpaceOutput, FirstOut, setup.MaxVertices)
		x.addVariables(s.Patch, ir.SpaceOutput, FirstPatch, setup.MaxPrimitives)
		x.addVariables(made, ir.SpaceOutput, FirstIndices, setup.MaxPrimitives)
	}
	if x.isDirect() {
		declare()
		d := directStores{splitter: x}
		if made != nil {
			d.indices = made[0].Variable
		}
		rewrite.Function(m, m.Func(x.entry.Function), &d)
		return
	}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Space == ir.SpaceOutput {
			g.Space, g.Access, g.IO = ir.SpaceWorkgroup, ir.AccessReadWrite, nil
		}
	}
	m.MapTypes(func(t ir.TypeID) ir.TypeID {
		if p := *m.Types.At(t); p.Kind == ir.TypePointer && p.Space == ir.SpaceOutput {
			return m.Types.Pointer(p.Base, ir.SpaceWorkgroup, ir.AccessReadWrite, p.Layout)
		}
		return t
	})
	declare()
	m.Globals = append(m.Globals, ir.Global{Name: "mesh_counts", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.VectorOf(ir.U32, 2)})
	counts := ir.GlobalID(len(m.Globals) - 1)
	for _, f := range m.Functions[1:] {
		if f.MayHaveStmt(ir.StmtPipeline) {
			rewrite.Function(m, f, meshCounts{counts})
		}
	}
	b := rewrite.OpenEntryEnd(m, 0)
	x.b = &b.Builder
	index, size := b.Invocation()
	b.Settle()
	v := b.Load(b.Global(counts))
	vertices := b.Math(ir.MathMin, b.AccessIndex(v, 0), b.U32(setup.MaxVertices))
	primitives := b.Math(ir.MathMin, b.AccessIndex(v, 1), b.U32(setup.MaxPrimitives))
	b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.SetMeshOutputs, Args: []ir.ExprID{vertices, primitives}}, b.Span))
	copies := func(list []StageElement) func(i ir.ExprID) {
		return func(i ir.ExprID) {
			x.index = i
			for k := range list {
				b.Store(b.Access(b.Global(list[k].Variable), i), x.sent(&list[k], x.loaded))
			}
		}
	}
	b.Share(index, size, vertices, setup.MaxVertices, copies(s.Out))
	b.Share(index, size, primitives, setup.MaxPrimitives, func(i ir.ExprID) {
		if indices != 0 {
			b.Store(b.Access(b.Global(made[0].Variable), i), b.Load(b.Access(b.Global(indices), i)))
		}
		copies(s.Patch)(i)
	})
	b.Close()
	x.entry = b.Entry
}

// isIndices reports whether an output is the indices of primitives.
func isIndices(b *ir.Binding) bool {
	return b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInPointIndex || b.BuiltIn == ir.BuiltInLineIndices || b.BuiltIn == ir.BuiltInTriangleIndices)
}

// meshCounts makes the operation that sets how many vertices and primitives there are a store.
type meshCounts struct{ to ir.GlobalID }

// Kinds implements rewrite.Selective.
func (meshCounts) Kinds() ir.KindSet { return 0 }

func (meshCounts) Expr(*rewrite.Editor, ir.ExprID) {}

func (c meshCounts) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtPipeline || e.F.Pipeline(s).Op != ir.SetMeshOutputs {
		return
	}
	args := e.F.Pipeline(s).Args
	b := e.Remove()
	b.Store(b.Global(c.to), b.Compose(ir.VectorOf(ir.U32, 2), b.Bitcast(ir.TypeU32, args[0]), b.Bitcast(ir.TypeU32, args[1])))
}

// task gives a task shader the form.
func (x *splitter) task() {
	if err := transform.TaskResults(x.m); err != nil {
		x.report(err.Error(), x.entry.Span)
		return
	}
	b := rewrite.OpenEntryEnd(x.m, 0)
	b.Settle()
	args := []ir.ExprID{b.AccessIndex(b.Result, 0), b.AccessIndex(b.Result, 1), b.AccessIndex(b.Result, 2)}
	b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.EmitMeshTasks, Args: args}, b.Span))
	b.Push(b.F.AddSimple(ir.StmtTerminate, b.Span))
	b.Close()
	x.entry = b.Entry
}
