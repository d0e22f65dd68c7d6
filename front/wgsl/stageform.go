package wgsl

// This file makes the module's form of task and mesh shaders. In WGSL a task shader returns how many
// workgroups follow, and a mesh shader writes a workgroup variable that the stage reads when all
// invocations have ended. In a module, as in SPIR-V, the shader emits the workgroups, and writes
// variables of the output space, one for each built-in value and location, after it has set how many
// vertices and primitives there are. An entry point therefore gets an end: a barrier, and the copy of
// the variable, which the invocations share.
//
//	fn main() { body }          fn main(index) { body; barrier; set_mesh_outputs; copies }
//
// If the body returns early, it becomes a function that the new entry point calls.

import (
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// finishStages gives the entry points of task and mesh stages their ends. It reports the use of payloads
// that an entry point doesn't name.
func (c *checker) finishStages() {
	if len(c.staged) == 0 {
		return
	}
	outputs := map[ir.GlobalID]*meshOutputs{}
	for i := range c.staged {
		e := &c.staged[i]
		c.onlyPayload(e)
		switch c.m.EntryPoints[e.entry].Stage {
		case ir.StageTask:
			c.finishTask(e)
		case ir.StageMesh:
			if outputs[e.mesh] == nil {
				outputs[e.mesh] = c.meshOutputs(e.mesh)
			}
			c.finishMesh(e, outputs[e.mesh])
		}
	}
	for i := range c.staged {
		if g := c.staged[i].mesh; g != 0 && outputs[g] != nil {
			c.unbind(outputs[g], g)
			outputs[g] = nil
		}
	}
}

// onlyPayload reports functions of an entry point that use another payload than its own.
func (c *checker) onlyPayload(e *stagedEntry) {
	ep := &c.m.EntryPoints[e.entry]
	var reached calls.Reached
	reached.Start(c.m)
	reached.Add(c.m, ep.Function)
	kinds := ir.Kinds(ir.KindGlobal)
	for _, id := range reached.List {
		f := c.m.Func(id)
		for x := f.Next(0, kinds); x != 0; x = f.Next(x, kinds) {
			g := f.GlobalRef(x)
			v := &c.m.Globals[g]
			if v.Space != ir.SpaceTaskPayload && v.Space != ir.SpaceIncomingRayPayload || g == e.payload {
				continue
			}
			k := attrPayload
			if v.Space == ir.SpaceIncomingRayPayload {
				k = attrIncomingPayload
			}
			c.errorf(codeEntryPoint, f.SpanOf(x), "the %s entry point %q uses %q, which is not the variable of an attribute \"@%s\"", ep.Stage, ep.Name, v.Name, attributeNames[k]).
				Label(ep.Span, "the entry point")
			break
		}
	}
}

// finishTask makes a task shader emit the workgroups that its body returns.
func (c *checker) finishTask(e *stagedEntry) {
	b := rewrite.OpenEntryEnd(c.m, e.entry)
	b.Settle()
	args := []ir.ExprID{partOf(&b.Builder, b.Result, 0), partOf(&b.Builder, b.Result, 1), partOf(&b.Builder, b.Result, 2), b.Global(e.payload)}
	b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.EmitMeshTasks, Args: args}, b.Span))
	b.Push(b.F.AddSimple(ir.StmtTerminate, b.Span))
	b.Close()
}

// partOf is a component of a vector or member of a struct.
func partOf(b *ir.Builder, x ir.ExprID, i int) ir.ExprID {
	switch b.F.Kind(x) {
	case ir.KindSplat:
		return b.F.Operand(x)
	case ir.KindCompose:
		parts, whole := b.F.Compose(x).Components, true
		for k := range parts { // a vector may be made of vectors
			whole = whole && (b.M.StructOf(b.TypeOf(x)) != nil || b.M.Types.At(b.TypeOf(parts[k])).Kind == ir.TypeScalar)
		}
		if whole {
			return parts[i]
		}
	}
	return b.AccessIndex(x, uint32(i))
}

// meshOutputs are the outputs that hold the contents of a mesh shader's variable.
type meshOutputs struct {
	meshParts
	vertexOf, primitiveOf []ir.GlobalID // by member of the structs
}

// meshOutputs declares the outputs of a mesh shader.
func (c *checker) meshOutputs(g ir.GlobalID) *meshOutputs {
	o := &meshOutputs{meshParts: c.partsOf(g)}
	at := c.m.Globals[g].Span
	declare := func(s *ir.Struct, n uint32) (list []ir.GlobalID) {
		for i := range s.Members {
			m := &s.Members[i]
			b := m.Binding
			if b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInCullPrimitive || b.BuiltIn == ir.BuiltInPrimitiveIndex) {
				b.PerPrimitive = true
			}
			list = append(list, ir.GlobalID(len(c.m.Globals)))
			c.m.Globals = append(c.m.Globals, ir.Global{Name: m.Name, Space: ir.SpaceOutput, Access: ir.AccessReadWrite,
				Type: c.m.Types.Array(m.Type, n), IO: &b, Span: at})
		}
		return list
	}
	o.vertexOf = declare(o.vertex, o.most.MaxVertices)
	o.primitiveOf = declare(o.primitive, o.most.MaxPrimitives)
	return o
}

// finishMesh makes a mesh shader copy its variable into the outputs.
func (c *checker) finishMesh(e *stagedEntry, o *meshOutputs) {
	b := rewrite.OpenEntryEnd(c.m, e.entry)
	b.Entry.Pipeline = &ir.Pipeline{Mesh: o.most}
	index, size := b.Invocation()
	b.Settle()
	count := func(member, most uint32) ir.ExprID {
		return b.Math(ir.MathMin, b.Load(b.AccessIndex(b.Global(e.mesh), member)), b.U32(most))
	}
	vertices, primitives := count(o.vertexCount, o.most.MaxVertices), count(o.primitiveCount, o.most.MaxPrimitives)
	b.Push(b.F.AddPipeline(ir.PipelineStmt{Op: ir.SetMeshOutputs, Args: []ir.ExprID{vertices, primitives}}, b.Span))
	copies := func(member uint32, outputs []ir.GlobalID) func(i ir.ExprID) {
		return func(i ir.ExprID) {
			from := b.Access(b.AccessIndex(b.Global(e.mesh), member), i)
			for k, g := range outputs {
				value := b.Load(b.AccessIndex(from, uint32(k)))
				b.Store(b.Access(b.Global(g), i), value)
			}
		}
	}
	b.Share(index, size, vertices, o.most.MaxVertices, copies(o.vertices, o.vertexOf))
	b.Share(index, size, primitives, o.most.MaxPrimitives, copies(o.primitives, o.primitiveOf))
	b.Close()
}

// unbind removes the built-in values and locations from the structs of a mesh shader's variable, where
// they have no meaning in a module. A struct that is also an input or a result keeps them.
func (c *checker) unbind(p *meshOutputs, g ir.GlobalID) {
	s := c.m.StructOf(c.m.Globals[g].Type)
	remove := func(s *ir.Struct) {
		for i := range s.Members {
			s.Members[i].Binding = ir.Binding{}
		}
	}
	remove(s)
	for _, s := range [...]*ir.Struct{p.vertex, p.primitive} {
		if !c.inInterface(s) {
			remove(s)
		}
	}
}

// inInterface reports whether a struct is an input or the result of an entry point.
func (c *checker) inInterface(s *ir.Struct) bool {
	for i := range c.m.EntryPoints {
		f := c.m.Func(c.m.EntryPoints[i].Function)
		if c.m.StructOf(f.Result) == s {
			return true
		}
		for k := range f.Args {
			if c.m.StructOf(f.Args[k].Type) == s {
				return true
			}
		}
	}
	return false
}
