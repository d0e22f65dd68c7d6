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

// An ending is an entry point whose end is under construction.
type ending struct {
	*ir.Builder
	ep     *ir.EntryPoint
	f      *ir.Function // that gets the end
	mark   int
	result ir.ExprID // of the body; 0: it has none
	quiet  bool      // a barrier is the last effect of the body
}

// startEnd opens the function to which the end of an entry point is appended: its body without the last
// return, or a new function that calls the body.
func (c *checker) startEnd(e *stagedEntry) *ending {
	ep := &c.m.EntryPoints[e.entry]
	f := c.m.Func(ep.Function)
	b := new(ir.Builder)
	end := &ending{Builder: b, ep: ep, f: f}
	body := f.Block(f.Body)
	returns := 0
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtReturn {
			returns++
		}
	}
	last := len(body) > 0 && f.StmtKind(body[len(body)-1]) == ir.StmtReturn
	if returns == 0 || returns == 1 && last {
		b.Start(c.m, f)
		b.Span = f.Span
		end.mark = b.Begin()
		if last {
			end.result = f.ReturnValue(body[len(body)-1])
			body = body[:len(body)-1]
		}
		for _, s := range body {
			b.Push(s)
			if k := f.StmtKind(s); k != ir.StmtEmit {
				end.quiet = k == ir.StmtControlBarrier
			}
		}
		f.Result, f.ResultBinding = 0, ir.Binding{}
		return end
	}
	id, w := c.m.NewFunction(f.Name)
	w.Span, w.Doc = f.Span, f.Doc
	w.Args = append(w.Args, f.Args...)
	inner := ep.Function
	f.Name, f.Doc, f.ResultBinding = f.Name+"_body", "", ir.Binding{}
	for i := range f.Args {
		f.Args[i].Binding = ir.Binding{}
	}
	ep.Function, end.f = id, w
	b.Start(c.m, w)
	b.Span = w.Span
	end.mark = b.Begin()
	args := make([]ir.ExprID, len(w.Args))
	for i := range args {
		args[i] = b.Argument(i)
	}
	end.result = b.Call(inner, args...)
	return end
}

// finishTask makes a task shader emit the workgroups that its body returns.
func (c *checker) finishTask(e *stagedEntry) {
	b := c.startEnd(e)
	if !b.quiet {
		b.Barrier(ir.MemoryWorkgroup)
	}
	args := []ir.ExprID{partOf(b.Builder, b.result, 0), partOf(b.Builder, b.result, 1), partOf(b.Builder, b.result, 2), b.Global(e.payload)}
	b.Push(b.f.AddPipeline(ir.PipelineStmt{Op: ir.EmitMeshTasks, Args: args}, b.Span))
	b.Push(b.f.AddSimple(ir.StmtTerminate, b.Span))
	b.f.Body = b.End(b.mark)
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
	b := c.startEnd(e)
	b.ep.Pipeline = &ir.Pipeline{Mesh: o.most}
	index, size := b.invocation()
	if !b.quiet {
		b.Barrier(ir.MemoryWorkgroup)
	}
	count := func(member, most uint32) ir.ExprID {
		return b.Math(ir.MathMin, b.Load(b.AccessIndex(b.Global(e.mesh), member)), b.U32(most))
	}
	vertices, primitives := count(o.vertexCount, o.most.MaxVertices), count(o.primitiveCount, o.most.MaxPrimitives)
	b.Push(b.f.AddPipeline(ir.PipelineStmt{Op: ir.SetMeshOutputs, Args: []ir.ExprID{vertices, primitives}}, b.Span))
	b.share(index, size, vertices, o.most.MaxVertices, func(i ir.ExprID) { b.copy(e.mesh, o.vertices, i, o.vertexOf) })
	b.share(index, size, primitives, o.most.MaxPrimitives, func(i ir.ExprID) { b.copy(e.mesh, o.primitives, i, o.primitiveOf) })
	b.f.Body = b.End(b.mark)
}

// invocation is the index of the invocation and the size of its workgroup. The size is a literal unless
// overrides set it.
func (b *ending) invocation() (index, size ir.ExprID) {
	index = b.input(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
	if b.ep.WorkgroupSizeExpr == [3]ir.ConstID{} {
		s := b.ep.WorkgroupSize
		return index, b.U32(s[0] * s[1] * s[2])
	}
	v := b.input(ir.BuiltInWorkgroupSize, vec3u)
	size = b.AccessIndex(v, 0)
	for i := range uint32(2) {
		size = b.Binary(ir.Mul, size, b.AccessIndex(v, i+1))
	}
	return index, size
}

// input is a built-in value, for which the entry point gets a parameter if it has none.
func (b *ending) input(v ir.BuiltIn, t ir.TypeID) ir.ExprID {
	is := func(x *ir.Binding) bool { return x.Kind == ir.BindBuiltIn && x.BuiltIn == v }
	for i := range b.f.Args {
		if is(&b.f.Args[i].Binding) {
			return b.Argument(i)
		}
		if s := b.M.StructOf(b.f.Args[i].Type); s != nil {
			for j := range s.Members {
				if is(&s.Members[j].Binding) {
					return b.AccessIndex(b.Argument(i), uint32(j))
				}
			}
		}
	}
	b.f.Args = append(b.f.Args, ir.Argument{Name: v.String(), Type: t, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: v}, Span: b.f.Span})
	return b.Argument(len(b.f.Args) - 1)
}

// share has the invocations of the workgroup do a job for the numbers below n, which is at most most:
// in a condition if there are enough invocations, else in a loop.
func (b *ending) share(index, size, n ir.ExprID, most uint32, job func(i ir.ExprID)) {
	if b.f.Kind(size) == ir.KindLiteral && b.f.LiteralBits(size) >= uint64(most) {
		cond := b.Binary(ir.Lt, index, n)
		mark := b.Begin()
		job(index)
		b.If(cond, b.End(mark), 0)
		return
	}
	l := b.f.AddLocal(ir.Local{Name: "i", Type: ir.TypeU32, Span: b.Span})
	outer := b.Begin()
	b.DeclareLocal(l, index)
	body := b.Begin()
	cond := b.Binary(ir.Lt, b.Load(b.Local(l)), n)
	stop := b.Begin()
	b.Break()
	b.If(cond, 0, b.End(stop))
	job(b.Load(b.Local(l)))
	inside := b.End(body)
	next := b.Begin()
	b.Store(b.Local(l), b.Binary(ir.Add, b.Load(b.Local(l)), size))
	b.Loop(ir.Loop{Shape: ir.LoopFor, Body: inside, Continuing: b.End(next)})
	b.Nested(b.End(outer))
}

// copy copies an element of the variable into the outputs.
func (b *ending) copy(mesh ir.GlobalID, member uint32, i ir.ExprID, outputs []ir.GlobalID) {
	from := b.Access(b.AccessIndex(b.Global(mesh), member), i)
	for k, g := range outputs {
		value := b.Load(b.AccessIndex(from, uint32(k)))
		b.Store(b.Access(b.Global(g), i), value)
	}
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
