package spirv

// This file reads mesh and task shaders of SPV_NV_mesh_shader in the form of the others (see
// internal/ir/transform/meshcounts.go, which does so for GLSL): the number of primitives or of groups, and
// the vertices of primitives, are workgroup variables, and a function around the entry point sets how
// many outputs there are, calls it, and hands the variables on.

import (
	"slices"

	"refract/diag"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// isModelNV reports whether an execution model is of NV's extension.
func isModelNV(model uint32) bool {
	m := spirv.ExecutionModel(model)
	return m == spirv.ExecutionModelMeshNV || m == spirv.ExecutionModelTaskNV
}

// stageOf is the stage of an execution model, or NoStage.
func stageOf(model uint32) ir.Stage {
	switch spirv.ExecutionModel(model) {
	case spirv.ExecutionModelMeshNV:
		return ir.StageMesh
	case spirv.ExecutionModelTaskNV:
		return ir.StageTask
	}
	return ir.StageOfModel(model)
}

// countNV declares a variable that NV's extension has in place of operations, or the payload of a task;
// false: it is neither.
func (r *reader) countNV(v *variable, x *ssa.Variable) bool {
	switch r.builtInOf(v.id) {
	case spirv.BuiltInTaskCountNV, spirv.BuiltInPrimitiveCountNV:
		if x.Type != ir.TypeU32 {
			r.unsupported("a count of the type %s", r.m.TypeName(x.Type))
		}
	case spirv.BuiltInPrimitiveIndicesNV:
		if t := r.m.Types.At(x.Type); t.Kind != ir.TypeArray || t.Base != ir.TypeU32 {
			r.unsupported("indices of primitives of the type %s", r.m.TypeName(x.Type))
		}
		r.indicesNV = v.id
	default:
		if !r.isPerTask(v) {
			return false
		}
		x.Mode, x.Access = ssa.ModeOf(&r.m.Types, ir.SpaceTaskPayload, x.Type), ir.AccessReadWrite
		return true
	}
	x.Mode, x.Access = ssa.ModeShared, ir.AccessReadWrite
	return true
}

// isPerTask reports whether a variable, or a member of its block, has the decoration PerTaskNV.
func (r *reader) isPerTask(v *variable) bool {
	targets := []uint32{v.id}
	if info := &r.types[v.pointee]; info.op == spirv.OpTypeStruct {
		targets = append(targets, r.words[info.at+1])
	}
	for _, id := range targets {
		for k := r.marks[id]; k != 0; k = r.decorations[k].next {
			if r.decorations[k].kind == spirv.DecorationPerTaskNV {
				return true
			}
		}
	}
	return false
}

// packedIndices stores four indices of vertices, each a byte of a number.
func (r *reader) packedIndices(first, packed uint32) {
	if r.indicesNV == 0 {
		r.invalid("there is no variable PrimitiveIndicesNV")
	}
	indices := r.variables[r.defs[r.indicesNV].index].v
	b := &r.fn.b
	at, bytes := r.val(first), r.val(packed)
	for k := range uint32(4) {
		n := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, bytes, b.U32(8*k)), b.U32(255))
		b.Store(r.elementNV(b, indices, b.Op(op.IAdd, ir.TypeU32, at, b.U32(k))), n)
	}
}

// elementNV is the address of an element of an array.
func (r *reader) elementNV(b *ssa.Builder, array ssa.VarID, index ssa.Value) ssa.Value {
	base := b.DerefVar(array)
	t := *r.m.Types.At(b.F.Type(base))
	return b.DerefArray(r.m.Types.Pointer(r.m.ElementType(t.Base, 0), t.Space, t.Access, ir.NoLayout), base, index)
}

// meshCounts are the variables of an entry point of NV's extension. 0: it has none.
type meshCounts struct {
	count, indices, payload ssa.VarID
	primitives              ssa.VarID // the block of built-in values of primitives
	index                   int       // of the inputs
	size                    int       // likewise, if workgroups have no fixed one
}

// countsOf finds the variables in the interface of an entry point; nil: it isn't of the extension.
func (r *reader) countsOf(model uint32, list []uint32) *meshCounts {
	if !isModelNV(model) {
		return nil
	}
	c := &meshCounts{}
	for _, id := range list {
		d := r.definition(id)
		if d.op != spirv.OpVariable || d.index == 0 {
			continue
		}
		v := &r.variables[d.index]
		switch r.builtInOf(id) {
		case spirv.BuiltInTaskCountNV, spirv.BuiltInPrimitiveCountNV:
			c.count = v.v
		case spirv.BuiltInPrimitiveIndicesNV:
			c.indices = v.v
		default:
			switch x := &r.s.Vars[v.v]; {
			case v.class == spirv.StorageClassOutput && r.isPerTask(v):
				if c.payload != 0 {
					r.unsupported("two payloads of a task")
				}
				c.payload = v.v
			case x.Mode == ssa.ModeStageOut && r.m.Types.At(x.Type).Kind == ir.TypeArray:
				s := r.m.StructOf(r.m.Types.At(x.Type).Base)
				if s != nil && len(s.Members) > 0 && s.Members[0].Binding.Kind == ir.BindBuiltIn && s.Members[0].Binding.PerPrimitive {
					c.primitives = v.v
				}
			}
		}
	}
	return c
}

// inputs adds the inputs that wrap needs, if the entry point lacks them.
func (c *meshCounts) inputs(in []leaf, ep *ir.EntryPoint) []leaf {
	if c == nil {
		return in
	}
	find := func(is ir.BuiltIn, t ir.TypeID) int {
		i := slices.IndexFunc(in, func(x leaf) bool {
			return x.binding.Kind == ir.BindBuiltIn && x.binding.BuiltIn == is && len(x.path) == 0
		})
		if i < 0 {
			i = len(in)
			in = append(in, leaf{name: is.String(), t: t, binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}})
		}
		return i
	}
	c.index = find(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
	if ep.WorkgroupSizeExpr != [3]ir.ConstID{} {
		c.size = find(ir.BuiltInWorkgroupSize, ir.TypeVec3U32)
	}
	return in
}

// wrap writes the function around the entry point's own, from the end of a block on.
func (c *meshCounts) wrap(r *reader, f *ssa.Function, b *ssa.Builder, block ssa.NodeID, ep *ir.EntryPoint, in []leaf, called ssa.FuncID) {
	pipeline := func(o ir.PipelineOp, args ...ssa.Value) {
		f.SetWords(b.Op(op.Pipeline, 0, args...), [2]uint32{uint32(o)})
	}
	mesh := ep.Setup().Mesh
	if ep.Stage == ir.StageMesh {
		pipeline(ir.SetMeshOutputs, b.U32(mesh.MaxVertices), b.U32(mesh.MaxPrimitives))
	}
	b.Call(called, 0)
	f.SetWords(b.Instr(op.ControlBarrier, 0), [2]uint32{uint32(ir.MemoryWorkgroup)})
	count := b.U32(0)
	if c.count != 0 {
		count = b.Load(b.DerefVar(c.count))
	}
	if ep.Stage == ir.StageTask {
		args := []ssa.Value{count, b.U32(1), b.U32(1)}
		if c.payload != 0 {
			args = append(args, b.DerefVar(c.payload))
		}
		pipeline(ir.EmitMeshTasks, args...)
		f.SetHalt(block, diag.Span{})
		return
	}
	param := func(i int) ssa.Value {
		p := b.Instr(op.Param, in[i].t)
		f.SetWords(p, [2]uint32{uint32(i)})
		return p
	}
	step := b.U32(ep.WorkgroupSize[0] * ep.WorkgroupSize[1] * ep.WorkgroupSize[2])
	if ep.WorkgroupSizeExpr != [3]ir.ConstID{} {
		size := param(c.size)
		step = b.Op(op.IMul, ir.TypeU32, b.Op(op.IMul, ir.TypeU32, b.Component(size, 0), b.Component(size, 1)), b.Component(size, 2))
	}
	counter := f.AddVar(ssa.Variable{Name: "primitive", Mode: ssa.ModeFunctionTemp, Type: ir.TypeU32, Access: ir.AccessReadWrite})
	b.Store(b.DerefVar(counter), param(c.index))
	head, body, end := f.AddBlock(), f.AddBlock(), f.AddBlock()
	f.SetGoto(block, head, diag.Span{})
	*b = f.Build(f.EndOf(head))
	f.SetBranch(head, b.Op(op.ULt, ir.TypeBool, b.Load(b.DerefVar(counter)), b.U32(mesh.MaxPrimitives)), body, end, diag.Span{})
	*b = f.Build(f.EndOf(body))
	c.primitive(r, b, mesh, b.Load(b.DerefVar(counter)), count)
	b.Store(b.DerefVar(counter), b.Op(op.IAdd, ir.TypeU32, b.Load(b.DerefVar(counter)), step))
	f.SetGoto(body, head, diag.Span{})
	f.SetReturn(end, 0, diag.Span{})
}

// primitive writes the vertices of a primitive, and culls it from the count on.
func (c *meshCounts) primitive(r *reader, b *ssa.Builder, mesh ir.Mesh, i, count ssa.Value) {
	t, is, n := ir.TypeVec3U32, ir.BuiltInTriangleIndices, uint32(3)
	switch mesh.Output {
	case ir.TopologyPoints:
		t, is, n = ir.TypeU32, ir.BuiltInPointIndex, 1
	case ir.TopologyLines:
		t, is, n = ir.TypeVec2U32, ir.BuiltInLineIndices, 2
	}
	output := func(name string, t ir.TypeID, io ir.Binding) ssa.VarID {
		return r.s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeStageOut, Access: ir.AccessReadWrite, Type: r.m.Types.Array(t, mesh.MaxPrimitives), IO: io})
	}
	cull := ir.Member{Name: "cull_primitive", Type: ir.TypeBool, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInCullPrimitive, PerPrimitive: true}}
	k := 0
	if c.primitives == 0 {
		c.primitives = output("mesh_primitive", r.m.AddStruct(ir.Struct{Name: "MeshPrimitive", Members: []ir.Member{cull}}), ir.Binding{})
	} else {
		s := r.m.StructOf(r.m.Types.At(r.s.Vars[c.primitives].Type).Base)
		k, s.Members = len(s.Members), append(s.Members, cull)
	}
	element := r.elementNV(b, c.primitives, i)
	pt := *r.m.Types.At(b.F.Type(element))
	to := b.DerefStruct(r.m.Types.Pointer(ir.TypeBool, pt.Space, pt.Access, ir.NoLayout), element, k)
	b.Store(to, b.Op(op.ULe, ir.TypeBool, count, i))
	value := b.Zero(t)
	if c.indices != 0 {
		list := make([]ssa.Value, n)
		first := b.Op(op.IMul, ir.TypeU32, i, b.U32(n))
		for k := range list {
			list[k] = b.Load(r.elementNV(b, c.indices, b.Op(op.IAdd, ir.TypeU32, first, b.U32(uint32(k)))))
		}
		if value = list[0]; n > 1 {
			value = b.Op(op.Vec, t, list...)
		}
	}
	b.Store(r.elementNV(b, output(is.String(), t, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: is}), i), value)
}
