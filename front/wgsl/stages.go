package wgsl

// This file checks the entry points of wgpu's task, mesh and ray stages, whose attributes name
// module-scope variables: the payload of tasks, the payload of the ray that called the shader, and
// the workgroup variable that holds the vertices and primitives of a mesh. stageform.go makes the
// module's form of them.

import (
	"refract/diag"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// stagedEntry is an entry point of a task, mesh or ray stage.
type stagedEntry struct {
	entry         int         // in Module.EntryPoints
	payload, mesh ir.GlobalID // 0: there is none
}

// firstOf is the first of some attributes that the set has, or noAttribute.
func (a *attrs) firstOf(list ...attribute) attribute {
	for _, k := range list {
		if a.set.has(k) {
			return k
		}
	}
	return noAttribute
}

// stageVariables reads the attributes of an entry point that name variables, and checks that the
// signature is one of the stage.
func (c *checker) stageVariables(a *attrs, stage ir.Stage, f *ir.Function) {
	e := stagedEntry{entry: len(c.m.EntryPoints) - 1}
	ok := c.wantOn(a, attrPayload, stage == ir.StageTask || stage == ir.StageMesh, "task and mesh entry points") &&
		c.wantOn(a, attrIncomingPayload, stage.Info().RayTracing && stage != ir.StageRayGeneration, "entry points that rays call")
	c.perPrimitive(stage, f)
	switch stage {
	case ir.StageVertex, ir.StageFragment, ir.StageCompute:
		return
	case ir.StageTask:
		if f.Result != vec3u || f.ResultBinding.Kind != ir.BindBuiltIn || f.ResultBinding.BuiltIn != ir.BuiltInMeshTaskSize {
			c.errorf(codeEntryPoint, f.Span, "the task entry point %q must return \"@builtin(mesh_task_size) vec3<u32>\"", f.Name)
			ok = false
		}
		ok = ok && c.wantAttribute(a, attrPayload, f, stage)
	case ir.StageMesh:
		if f.Result != 0 {
			c.errorf(codeEntryPoint, f.Span, "the mesh entry point %q can't return a value", f.Name).
				Note("vertices and primitives are written into the variable that \"@mesh\" names")
			ok = false
		}
	case ir.StageRayGeneration:
	case ir.StageAnyHit, ir.StageClosestHit:
		ok = c.hitInstance(f) && ok && c.wantAttribute(a, attrIncomingPayload, f, stage)
	case ir.StageMiss:
		ok = ok && c.wantAttribute(a, attrIncomingPayload, f, stage)
	default:
		panic("wgsl: an entry point of the stage " + stage.String())
	}
	if !ok {
		return
	}
	found := true
	if a.set.has(attrPayload) {
		e.payload, found = c.stageVariable(a, attrPayload, ir.SpaceTaskPayload)
	}
	if a.set.has(attrIncomingPayload) {
		e.payload, found = c.stageVariable(a, attrIncomingPayload, ir.SpaceIncomingRayPayload)
	}
	if a.set.has(attrMesh) {
		var mesh bool
		if e.mesh, mesh = c.stageVariable(a, attrMesh, ir.SpaceWorkgroup); mesh {
			found = c.meshVariable(e.mesh, c.t.Span(c.t.Attribute(a.nodes[attrMesh]).Args[0])) && found
		} else {
			found = false
		}
	}
	if found {
		c.staged = append(c.staged, e)
	}
}

// vec3u is the type of the number of workgroups.
const vec3u = ir.TypeVec3U32

// wantOn reports an attribute on an entry point of another stage.
func (c *checker) wantOn(a *attrs, k attribute, fits bool, where string) bool {
	if !a.set.has(k) || fits {
		return true
	}
	c.errorf(codeAttribute, c.t.Primary(a.nodes[k]), "\"@%s\" may stand only on %s", attributeNames[k], where)
	return false
}

// wantAttribute reports that an entry point lacks an attribute.
func (c *checker) wantAttribute(a *attrs, k attribute, f *ir.Function, stage ir.Stage) bool {
	if a.set.has(k) {
		return true
	}
	space := ir.SpaceTaskPayload
	if k == attrIncomingPayload {
		space = ir.SpaceIncomingRayPayload
	}
	c.errorf(codeEntryPoint, f.Span, "the %s entry point %q needs \"@%s\"", stage, f.Name, attributeNames[k]).
		Note("it names a variable that is declared as var<%s>", space)
	return false
}

// stageVariable is the variable of an address space that an attribute names.
func (c *checker) stageVariable(a *attrs, k attribute, space ir.AddressSpace) (ir.GlobalID, bool) {
	n := c.t.Attribute(a.nodes[k]).Args[0]
	if c.t.Kind(n) == syntax.KindIdent {
		id := c.t.Ident(n)
		did := c.lookup(n, id.Name)
		if did == 0 {
			c.unknown(n, id.Name)
			return 0, false
		}
		switch d := &c.decls[did]; {
		case d.kind == declError:
			return 0, false
		case d.kind == declGlobal && c.m.Globals[d.handle].Space == space:
			return ir.GlobalID(d.handle), true
		default:
			c.errorf(codeAttribute, c.t.Span(n), "\"@%s\" needs the name of a variable in the %s address space", attributeNames[k], space).
				Label(c.t.Primary(d.node), "declared here")
			return 0, false
		}
	}
	c.errorf(codeAttribute, c.t.Span(n), "\"@%s\" needs the name of a variable in the %s address space", attributeNames[k], space)
	return 0, false
}

// hitInstance makes the index of the instance that a ray hit of the parameter instance_index, which
// names another value in vertex shaders.
func (c *checker) hitInstance(f *ir.Function) bool {
	for i := range f.Args {
		b := &f.Args[i].Binding
		if b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInInstanceIndex {
			b.BuiltIn = ir.BuiltInInstanceID
		}
		s := c.m.StructOf(f.Args[i].Type)
		if s == nil {
			continue
		}
		for j := range s.Members {
			if m := &s.Members[j]; m.Binding.Kind == ir.BindBuiltIn && m.Binding.BuiltIn == ir.BuiltInInstanceIndex {
				c.errorf(codeUnsupported, m.Span, "instance_index of an entry point that rays call must be a parameter of its own").
					Label(f.Span, "used here")
				return false
			}
		}
	}
	return true
}

// perPrimitive reports values per primitive that are no inputs of a fragment shader. The outputs of a
// mesh shader are checked with its variable.
func (c *checker) perPrimitive(stage ir.Stage, f *ir.Function) {
	report := func(b *ir.Binding, at diag.Span) {
		if b.PerPrimitive {
			c.errorf(codeAttribute, at, "\"@per_primitive\" may stand only on inputs of fragment shaders and on primitives of mesh shaders")
		}
	}
	value := func(t ir.TypeID, b *ir.Binding, at diag.Span) {
		report(b, at)
		if s := c.m.StructOf(t); s != nil {
			for i := range s.Members {
				report(&s.Members[i].Binding, s.Members[i].Span)
			}
		}
	}
	if stage.Info().Inputs != ir.Varyings {
		for i := range f.Args {
			value(f.Args[i].Type, &f.Args[i].Binding, f.Args[i].Span)
		}
	}
	value(f.Result, &f.ResultBinding, f.Span)
}

// meshParts are the members of the variable of a mesh shader: indices in its struct, and the structs
// of a vertex and of a primitive.
type meshParts struct {
	vertices, primitives, vertexCount, primitiveCount uint32
	vertex, primitive                                 *ir.Struct
	most                                              ir.Mesh
}

// partsOf finds the members of a mesh shader's variable; the variable is valid.
func (c *checker) partsOf(g ir.GlobalID) (p meshParts) {
	s := c.m.StructOf(c.m.Globals[g].Type)
	for i := range s.Members {
		m := &s.Members[i]
		t := c.m.Types.At(m.Type)
		switch m.Binding.BuiltIn {
		case ir.BuiltInVertices:
			p.vertices, p.vertex, p.most.MaxVertices = uint32(i), c.m.StructOf(t.Base), t.Length
		case ir.BuiltInPrimitives:
			p.primitives, p.primitive, p.most.MaxPrimitives = uint32(i), c.m.StructOf(t.Base), t.Length
		case ir.BuiltInVertexCount:
			p.vertexCount = uint32(i)
		case ir.BuiltInPrimitiveCount:
			p.primitiveCount = uint32(i)
		}
	}
	for i := range p.primitive.Members {
		if t := topologyOf(&p.primitive.Members[i].Binding); t != ir.NoTopology {
			p.most.Output = t
		}
	}
	return p
}

// topologyOf is the kind of primitives whose vertices a built-in value lists.
func topologyOf(b *ir.Binding) ir.Topology {
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInPointIndex:
			return ir.TopologyPoints
		case ir.BuiltInLineIndices:
			return ir.TopologyLines
		case ir.BuiltInTriangleIndices:
			return ir.TopologyTriangles
		}
	}
	return ir.NoTopology
}

// meshVariable checks the type of the variable that holds the outputs of a mesh shader.
func (c *checker) meshVariable(g ir.GlobalID, at diag.Span) bool {
	v := &c.m.Globals[g]
	s := c.m.StructOf(v.Type)
	if s == nil {
		c.errorf(codeEntryPoint, at, "the variable of a mesh shader must be a struct, found %s", c.typeName(v.Type)).Label(v.Span, "declared here")
		return false
	}
	ok := true
	want := [...]ir.BuiltIn{ir.BuiltInVertices, ir.BuiltInPrimitives, ir.BuiltInVertexCount, ir.BuiltInPrimitiveCount}
	var found [ir.BuiltInCount]bool
	for i := range s.Members {
		m := &s.Members[i]
		b := ir.NoBuiltIn
		for _, w := range want {
			if m.Binding.Kind == ir.BindBuiltIn && m.Binding.BuiltIn == w {
				b = w
			}
		}
		if b == ir.NoBuiltIn || found[b] {
			c.errorf(codeEntryPoint, m.Span, "the struct %q of a mesh shader has the built-in values vertices, primitives, vertex_count and primitive_count, each once", s.Name).
				Label(at, "used here")
			ok = false
			continue
		}
		found[b] = true
		switch b {
		case ir.BuiltInVertices:
			ok = c.meshVertex(m, at) && ok
		case ir.BuiltInPrimitives:
			ok = c.meshPrimitive(m, at) && ok
		}
	}
	for _, w := range want {
		if !found[w] && ok {
			c.errorf(codeEntryPoint, s.Span, "the struct %q of a mesh shader lacks \"@builtin(%s)\"", s.Name, w).Label(at, "used here")
			ok = false
		}
	}
	return ok
}

// elementStruct is the struct of the elements of an array of vertices or primitives, or nil after a
// report.
func (c *checker) elementStruct(m *ir.Member) *ir.Struct {
	t := c.m.Types.At(m.Type)
	if t.Kind != ir.TypeArray || t.Length == 0 || c.m.StructOf(t.Base) == nil {
		return nil // reported where it is declared
	}
	return c.m.StructOf(t.Base)
}

// meshVertex checks the struct of a vertex.
func (c *checker) meshVertex(array *ir.Member, at diag.Span) bool {
	s := c.elementStruct(array)
	if s == nil {
		return false
	}
	position := false
	for i := range s.Members {
		m := &s.Members[i]
		switch b := &m.Binding; {
		case b.Kind == ir.BindLocation && !b.PerPrimitive:
		case b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInPosition || b.BuiltIn == ir.BuiltInClipDistances):
			position = position || b.BuiltIn == ir.BuiltInPosition
		default:
			c.errorf(codeEntryPoint, m.Span, "the member %q of a mesh shader's vertices needs a location, or is position or clip_distances", m.Name).
				Label(at, "used here")
			return false
		}
	}
	if !position {
		c.errorf(codeEntryPoint, s.Span, "the vertices %q of a mesh shader lack \"@builtin(position)\"", s.Name).Label(at, "used here")
	}
	return position
}

// meshPrimitive checks the struct of a primitive.
func (c *checker) meshPrimitive(array *ir.Member, at diag.Span) bool {
	s := c.elementStruct(array)
	if s == nil {
		return false
	}
	indices := 0
	for i := range s.Members {
		m := &s.Members[i]
		switch b := &m.Binding; {
		case b.Kind == ir.BindLocation && b.PerPrimitive:
		case b.Kind == ir.BindLocation:
			c.errorf(codeEntryPoint, m.Span, "the member %q of a mesh shader's primitives needs \"@per_primitive\"", m.Name).Label(at, "used here")
			return false
		case topologyOf(b) != ir.NoTopology:
			indices++
		case b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInCullPrimitive || b.BuiltIn == ir.BuiltInPrimitiveIndex):
		default:
			c.errorf(codeEntryPoint, m.Span, "the member %q of a mesh shader's primitives needs a location, or is a list of vertices, cull_primitive or primitive_index", m.Name).
				Label(at, "used here")
			return false
		}
	}
	if indices != 1 {
		c.errorf(codeEntryPoint, s.Span, "the primitives %q of a mesh shader need one of \"@builtin(triangle_indices)\", \"@builtin(line_indices)\" and \"@builtin(point_index)\"", s.Name).
			Label(at, "used here")
	}
	return indices == 1
}

// traceRay appends the tracing of a ray. wgpu's function has no offset and stride of records and no
// index of the miss shader: they are 0.
func (c *checker) traceRay(a []ir.ExprID) {
	part := func(name string) ir.ExprID {
		s := c.m.StructOf(c.b.TypeOf(a[1]))
		for i := range s.Members {
			if s.Members[i].Name == name {
				return c.component(a[1], i)
			}
		}
		panic("wgsl: RayDesc has no " + name)
	}
	zero := c.b.U32(0)
	args := []ir.ExprID{a[0], part("flags"), part("cull_mask"), zero, zero, zero, part("origin"), part("tmin"), part("dir"), part("tmax"), a[2]}
	c.b.Push(c.fn.AddPipeline(ir.PipelineStmt{Op: ir.TraceRay, Args: args}, c.b.Span))
}

// component is a part of a composite value, the operand itself if the value is composed.
func (c *checker) component(x ir.ExprID, i int) ir.ExprID {
	return partOf(&c.b, x, i)
}
