package transform

// This file gives mesh and task shaders of NV's extensions the form of the others. Theirs write the
// number of primitives, or of groups of the mesh stage, to a variable, and the indices of all
// vertices to one array, as it suits them; it is read when all invocations have ended.
//
//	global @primitive_count : u32 workgroup
//	global @primitive_indices : array<u32, 6> workgroup
//	func @main() { ... store @primitive_count, %n ... return }
//
// becomes, with @vertices and @primitives the most there may be,
//
//	func @main_body() { ... store @primitive_count, %n ... return }
//	func @main($index : u32 builtin(local_invocation_index)) {
//	  pipeline set_mesh_outputs @vertices, @primitives
//	  call @main_body()
//	  control_barrier workgroup
//	  for (i = $index; i < @primitives; i += size) {
//	    @triangle_indices[i] = ...; @mesh_primitive[i].cull_primitive = i >= load @primitive_count
//	  }
//	}
//
// A task shader ends with emit_mesh_tasks.

import (
	"slices"

	"refract/ir"
)

// MeshCounts are the variables that a mesh or task stage writes in place of operations: of workgroup
// memory, and 0 if it has none.
type MeshCounts struct {
	Count   ir.GlobalID // u32: primitives of a mesh, or groups that a task makes
	Indices ir.GlobalID // array of u32: the vertices of a mesh's primitives
	Payload ir.GlobalID // of a task
}

// CountMeshes makes operations of the variables of an entry point, whose function nothing calls.
func CountMeshes(m *ir.Module, entry int, v MeshCounts) {
	e := &m.EntryPoints[entry]
	called := e.Function
	body := m.Functions[called]
	id, f := m.NewFunction(body.Name)
	body.Name += "_body"
	f.Span, f.Args = body.Span, slices.Clone(body.Args)
	for i := range body.Args {
		body.Args[i].Binding = ir.Binding{}
	}
	c := meshCounting{m: m, entry: e, v: v}
	b := &c.b
	b.Start(m, f)
	b.Span = body.Span
	index := c.input(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
	step := uint32(1)
	for _, n := range e.WorkgroupSize {
		step *= n
	}
	mark := b.Begin()
	size := b.U32(step)
	if e.WorkgroupSizeExpr != [3]ir.ConstID{} {
		whole := c.input(ir.BuiltInWorkgroupSize, ir.TypeVec3U32)
		size = b.Binary(ir.Mul, b.Binary(ir.Mul, b.AccessIndex(whole, 0), b.AccessIndex(whole, 1)), b.AccessIndex(whole, 2))
	}
	if e.Stage == ir.StageMesh {
		setup := e.Setup().Mesh
		c.pipeline(ir.SetMeshOutputs, b.U32(setup.MaxVertices), b.U32(setup.MaxPrimitives))
	}
	arguments := make([]ir.ExprID, len(body.Args))
	for i := range arguments {
		arguments[i] = b.Argument(i)
	}
	b.Call(called, arguments...)
	b.Barrier(ir.MemoryWorkgroup)
	count := b.U32(0)
	if v.Count != 0 {
		count = b.Load(b.Global(v.Count))
	}
	if e.Stage == ir.StageMesh {
		c.primitives(index, size, count)
	} else {
		list := []ir.ExprID{count, b.U32(1), b.U32(1)}
		if v.Payload != 0 {
			list = append(list, b.Global(v.Payload))
		}
		c.pipeline(ir.EmitMeshTasks, list...)
		b.Push(f.AddSimple(ir.StmtTerminate, b.Span))
	}
	f.Body = b.End(mark)
	e.Function = id
}

// meshCounting makes the function around an entry point.
type meshCounting struct {
	m     *ir.Module
	entry *ir.EntryPoint
	v     MeshCounts
	b     ir.Builder
}

func (c *meshCounting) pipeline(op ir.PipelineOp, args ...ir.ExprID) {
	c.b.Push(c.b.F.AddPipeline(ir.PipelineStmt{Op: op, Args: args}, c.b.Span))
}

// input is a built-in input, which the function gets if it has none.
func (c *meshCounting) input(is ir.BuiltIn, t ir.TypeID) ir.ExprID {
	f := c.b.F
	i := slices.IndexFunc(f.Args, func(a ir.Argument) bool { return a.Binding.Kind == ir.BindBuiltIn && a.Binding.BuiltIn == is })
	if i < 0 {
		i = len(f.Args)
		f.Args = append(f.Args, ir.Argument{Name: is.String(), Type: t, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}})
	}
	return c.b.Argument(i)
}

// output is a new output, with an element for each primitive.
func (c *meshCounting) output(name string, t ir.TypeID, b *ir.Binding) ir.GlobalID {
	c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: ir.SpaceOutput, Access: ir.AccessReadWrite,
		Type: c.m.Types.Array(t, c.entry.Setup().Mesh.MaxPrimitives), IO: b, Span: c.b.Span})
	return ir.GlobalID(len(c.m.Globals) - 1)
}

// cull is the output that culls primitives, and its member: of the block of built-in values of
// primitives, or of a new one.
func (c *meshCounting) cull() (g ir.GlobalID, member uint32) {
	cull := ir.Member{Name: "cull_primitive", Type: ir.TypeBool, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInCullPrimitive, PerPrimitive: true}}
	for g := range c.m.Globals {
		if v := &c.m.Globals[g]; v.Space == ir.SpaceOutput && c.m.Types.At(v.Type).Kind == ir.TypeArray {
			s := c.m.StructOf(c.m.Types.At(v.Type).Base)
			if s != nil && slices.ContainsFunc(s.Members, func(x ir.Member) bool { return x.Binding.Kind == ir.BindBuiltIn && x.Binding.PerPrimitive }) {
				s.Members = append(s.Members, cull)
				return ir.GlobalID(g), uint32(len(s.Members) - 1)
			}
		}
	}
	t := c.m.AddStruct(ir.Struct{Name: "MeshPrimitive", Members: []ir.Member{cull}, Span: c.b.Span})
	return c.output("mesh_primitive", t, nil), 0
}

// primitives writes the vertices of all primitives, and culls those from the count on.
func (c *meshCounting) primitives(index, size, count ir.ExprID) {
	b, setup := &c.b, c.entry.Setup().Mesh
	t, is, n := ir.TypeVec3U32, ir.BuiltInTriangleIndices, uint32(3)
	switch setup.Output {
	case ir.TopologyPoints:
		t, is, n = ir.TypeU32, ir.BuiltInPointIndex, 1
	case ir.TopologyLines:
		t, is, n = ir.TypeVec2U32, ir.BuiltInLineIndices, 2
	}
	culls, member := c.cull()
	indices := b.Global(c.output(is.String(), t, &ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}))
	counter := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
	b.DeclareLocal(counter, index)
	mark := b.Begin()
	i := b.Load(b.Local(counter))
	below := b.Binary(ir.Lt, i, b.U32(setup.MaxPrimitives))
	stop := b.Begin()
	b.Break()
	b.If(below, 0, b.End(stop))
	at := func(array ir.ExprID, i ir.ExprID) ir.ExprID {
		to := b.Access(array, i)
		b.F.SetFlags(to, ir.FlagInBounds)
		return to
	}
	b.Store(b.AccessIndex(at(b.Global(culls), i), member), b.Binary(ir.Ge, i, count))
	if c.v.Indices != 0 {
		list := make([]ir.ExprID, n)
		first := b.Binary(ir.Mul, i, b.U32(n))
		for k := range list {
			list[k] = b.Load(at(b.Global(c.v.Indices), b.Binary(ir.Add, first, b.U32(uint32(k)))))
		}
		value := list[0]
		if n > 1 {
			value = b.Compose(t, list...)
		}
		b.Store(at(indices, i), value)
	} else {
		b.Store(at(indices, i), b.Zero(t))
	}
	body := b.End(mark)
	mark = b.Begin()
	b.Store(b.Local(counter), b.Binary(ir.Add, i, size))
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: body, Continuing: b.End(mark)})
}
