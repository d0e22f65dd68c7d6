package msl

// This file writes object and mesh functions (sections 2.17, 5.1.7 and 5.1.8), which are the task and mesh
// stages. A mesh in Metal is an object whose methods take whole vertices and primitives. The module's
// outputs are therefore members of one variable in threadgroup memory (transform.MeshVariables), from
// which the end of the function sets them, each thread some:
//
//	[[mesh]] void ms(mesh<ms_vertex, ms_primitive, 64, 84, topology::triangle> mesh_out, ...) {
//	    threadgroup MeshOutput mesh_output;
//	    ...
//	    threadgroup_barrier(mem_flags::mem_threadgroup);
//	    if (index == 0u) { mesh_out.set_primitive_count(...); }
//	    for (...) { mesh_out.set_vertex(i, ...); }
//	    for (...) { mesh_out.set_index(...); mesh_out.set_primitive(i, ...); }
//	}
//
// The payload of tasks is object_data memory, a parameter of every function that uses it.

import (
	"errors"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/calls"
	"refract/internal/ir/rewrite"
	"refract/internal/ir/transform"
	"refract/ir"
)

// stageHints describe Metal's ways for stages that it lacks.
var stageHints = [ir.NumStages]string{
	ir.StageGeometry:      "Metal has no geometry stage: mesh functions make primitives",
	ir.StageRayGeneration: "Metal traces rays by intersection queries in compute shaders",
	ir.StageAnyHit:        "Metal traces rays by intersection queries in compute shaders",
	ir.StageClosestHit:    "Metal traces rays by intersection queries in compute shaders",
	ir.StageMiss:          "Metal traces rays by intersection queries in compute shaders",
	ir.StageIntersection:  "Metal traces rays by intersection queries in compute shaders",
	ir.StageCallable:      "Metal traces rays by intersection queries in compute shaders",
}

// otherStages refuses the stages that Metal lacks.
func (w *Writer) otherStages(m *ir.Module) error {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		switch {
		case !e.Stage.Info().Variables:
		case e.Stage == ir.StageTessellationControl || e.Stage == ir.StageTessellationEvaluation:
			w.since(102, back.StageFeature(e.Stage), e.Span)
		case e.Stage == ir.StageTask || e.Stage == ir.StageMesh:
			w.since(300, back.StageFeature(e.Stage), e.Span)
		default:
			return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: back.StageFeature(e.Stage), Hint: stageHints[e.Stage], Span: e.Span}}
		}
	}
	return w.failure()
}

// hasMesh reports whether a module has task or mesh stages.
func hasMesh(m *ir.Module) bool {
	for i := range m.EntryPoints {
		if s := m.EntryPoints[i].Stage; s == ir.StageTask || s == ir.StageMesh {
			return true
		}
	}
	return false
}

// meshStages brings the task and mesh stages of a module to Metal's form.
func (w *Writer) meshStages(m *ir.Module) error {
	w.meshes = nil
	if !hasMesh(m) {
		return nil
	}
	transform.SplitInputs(m, func(e *ir.EntryPoint, _ ir.TypeID) bool { return e.Stage != ir.StageTask && e.Stage != ir.StageMesh })
	unsupported := func(err error) error {
		var mesh *transform.MeshError
		var task *transform.TaskError
		switch {
		case errors.As(err, &mesh):
			return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: mesh.What, Span: mesh.Span}}
		case errors.As(err, &task):
			return &UnsupportedError{w.opts.Version, back.Unsupported{Feature: task.What, Span: task.Span}}
		}
		return err
	}
	var err error
	if w.meshes, _, err = transform.MeshVariables(m, transform.MeshOptions{Points: true, Layers: true}); err != nil {
		return unsupported(err)
	}
	if err := transform.TaskConditions(m); err != nil {
		return unsupported(err)
	}
	back.CompactMeshes(m, w.meshes)
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Stage != ir.StageMesh {
			continue
		}
		b := rewrite.OpenEntryEnd(m, i)
		b.Input(ir.BuiltInLocalInvocationIndex, ir.TypeU32)
		b.Settle()
		b.Load(b.AccessIndex(b.Global(w.meshes[i]), uint32(meshMember(m, w.meshes[i], ir.BuiltInVertexCount)))) // the end uses it
		b.Close()
	}
	return nil
}

// findPayloads finds the functions that write to payloads, themselves or through their callees.
func (w *Writer) findPayloads() {
	m := w.M
	w.writesPayload = make([]bool, len(m.Functions))
	if !hasMesh(m) {
		return
	}
	isPayload := func(f *ir.Function, pointer ir.ExprID) bool {
		t := m.Types.At(f.TypeOf(pointer))
		return t.Kind == ir.TypePointer && t.Space == ir.SpaceTaskPayload
	}
	for _, id := range w.order { // callees first
		f := m.Func(id)
		writes := false
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switch f.StmtKind(s) {
			case ir.StmtStore:
				writes = writes || isPayload(f, f.Store(s).Pointer)
			case ir.StmtAtomic:
				writes = writes || isPayload(f, f.Atomic(s).Pointer)
			}
		}
		for to := range calls.Of(f) {
			writes = writes || w.writesPayload[to]
		}
		w.writesPayload[id] = writes
	}
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Stage == ir.StageTask {
			w.writesPayload[e.Function] = true
		}
	}
}

// meshDecls declares the structs of the vertices and primitives of a mesh function.
func (w *Writer) meshDecls(i int) {
	e := &w.M.EntryPoints[i]
	if w.meshOf(i) == 0 {
		return
	}
	v, p := w.meshStructs(i)
	w.meshVertex = w.meshDecl(e.Name+"Vertex", v)
	w.meshPrimitive = w.meshDecl(e.Name+"Primitive", p)
}

// meshOf is the variable of a mesh entry point, or 0.
func (w *Writer) meshOf(i int) ir.GlobalID {
	if w.of != nil {
		return w.of.meshOf(i)
	}
	if w.meshes == nil {
		return 0
	}
	return w.meshes[i]
}

// meshMember is the member of a mesh function's variable with a built-in value.
func meshMember(m *ir.Module, g ir.GlobalID, b ir.BuiltIn) int {
	s := m.StructOf(m.Globals[g].Type)
	for k := range s.Members {
		if s.Members[k].Binding.BuiltIn == b {
			return k
		}
	}
	panic("msl: a mesh without " + b.String())
}

// meshStructs are the structs of a vertex and of a primitive.
func (w *Writer) meshStructs(i int) (vertex, primitive ir.StructID) {
	s := w.M.StructOf(w.M.Globals[w.meshOf(i)].Type)
	of := func(b ir.BuiltIn) ir.StructID {
		return w.M.Types.At(w.M.Types.At(s.Members[meshMember(w.M, w.meshOf(i), b)].Type).Base).Struct
	}
	return of(ir.BuiltInVertices), of(ir.BuiltInPrimitives)
}

// isIndices reports whether a member of a primitive lists its vertices, which Metal has apart.
func isIndices(b *ir.Binding) bool {
	return b.Kind == ir.BindBuiltIn && (b.BuiltIn == ir.BuiltInPointIndex || b.BuiltIn == ir.BuiltInLineIndices || b.BuiltIn == ir.BuiltInTriangleIndices)
}

// meshDecl declares a struct of vertices or primitives; 0: it has no members.
func (w *Writer) meshDecl(name string, id ir.StructID) text.Name {
	o := &w.Out
	s := &w.M.Structs[id]
	declared := text.Name(0)
	for k := range s.Members {
		mem := &s.Members[k]
		if isIndices(&mem.Binding) {
			continue
		}
		if declared == 0 {
			declared = w.moduleName(name, "MeshPart", false)
			o.Blank()
			o.Str("struct ")
			o.Declare(declared)
			o.Space()
			o.Byte('{')
			o.Indent()
		}
		o.Line()
		t := w.M.Types.At(mem.Type)
		if t.Kind == ir.TypeArray {
			w.typeName(t.Base)
		} else {
			w.typeName(mem.Type)
		}
		o.Byte(' ')
		o.Str(w.MemberName(id, k))
		w.meshAttribute(&mem.Binding, mem)
		if t.Kind == ir.TypeArray {
			o.Str(" [")
			o.Uint(uint64(t.Length))
			o.Byte(']')
		}
		o.Byte(';')
	}
	if declared != 0 {
		o.Outdent()
		o.Line()
		o.Str("};")
		o.End()
	}
	return declared
}

// meshAttribute writes the attribute of a member of a vertex or primitive.
func (w *Writer) meshAttribute(b *ir.Binding, mem *ir.Member) {
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInCullPrimitive:
			w.Out.Str(" [[primitive_culled]]")
			return
		case ir.BuiltInPrimitiveIndex:
			w.Out.Str(" [[primitive_id]]")
			return
		}
	}
	w.attribute(ir.Varyings, b, mem.Type, mem.Span)
}

// topologies are Metal's names of the primitives of a mesh.
var topologies = [...]string{ir.TopologyPoints: "point", ir.TopologyLines: "line", ir.TopologyTriangles: "triangle"}

// meshParameter declares the object that takes the mesh, or that starts mesh functions.
func (w *Writer) meshParameter(i int) {
	o := &w.Out
	e := &w.M.EntryPoints[i]
	if e.Stage == ir.StageTask {
		o.Str("mesh_grid_properties ")
		w.grid = w.declareLocal("grid", "")
		return
	}
	setup := e.Setup().Mesh
	o.Str("mesh<")
	o.Name(w.meshVertex)
	o.Comma()
	if w.meshPrimitive != 0 {
		o.Name(w.meshPrimitive)
	} else {
		o.Str("void")
	}
	o.Comma()
	o.Uint(uint64(setup.MaxVertices))
	o.Comma()
	o.Uint(uint64(setup.MaxPrimitives))
	o.Comma()
	o.Str("topology::" + topologies[setup.Output] + "> ")
	w.grid = w.declareLocal("mesh_out", "")
}

// payloads declares the payloads that a function of a task or mesh stage uses, as parameters of the entry
// point.
func (w *Writer) payloads(e *ir.EntryPoint, next func()) {
	w.eachGlobal(&w.uses[e.Function], func(g ir.GlobalID) {
		if w.M.Globals[g].Space == ir.SpaceTaskPayload {
			next()
			w.parameter(g)
			w.Out.Str(" [[payload]]")
		}
	})
}

// meshEnd is the end of a mesh function.
const meshEnd = `if ($index == 0u) {
	$mesh.set_primitive_count($primitives);
}
for (uint @i = $index; $i < $vertices; $i += ${size}u) {
	$set_vertex
}
for (uint @k = $index; $k < $primitives; $k += ${size}u) {
	$set_primitive
}`

// meshEpilogue sets the vertices and primitives of a mesh function.
func (w *Writer) meshEpilogue(i int) {
	o := &w.Out
	e := &w.M.EntryPoints[i]
	g := w.meshOf(i)
	variable := w.M.Types.At(w.M.Globals[g].Type).Struct
	index := text.Name(0)
	for k := range w.F.Args {
		if b := &w.F.Args[k].Binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInLocalInvocationIndex {
			index = w.Args[k]
		}
	}
	member := func(b ir.BuiltIn) string { return w.MemberName(variable, meshMember(w.M, g, b)) }
	size := w.defaultSize(e)
	setup := e.Setup().Mesh
	i1, i2 := o.LocalName("i", ""), o.LocalName("k", "")
	v, p := o.LocalName("v", ""), o.LocalName("p", "")
	vertex, primitive := w.meshStructs(i)
	count := func(want string, b ir.BuiltIn, most uint32) text.Name {
		o.Line()
		o.Str("const uint ")
		name := w.declareLocal(want, "")
		o.Infix("=")
		o.Str("min(")
		o.Name(w.Globals[g])
		o.Str("." + member(b))
		o.Comma()
		o.Uint(uint64(most))
		o.Str("u);")
		return name
	}
	vertices, primitives := count("vertices", ir.BuiltInVertexCount, setup.MaxVertices), count("primitives", ir.BuiltInPrimitiveCount, setup.MaxPrimitives)
	o.Line()
	o.Template(meshEnd, text.Args{
		"vertices": vertices, "primitives": primitives, "mesh": w.grid, "index": index, "i": i1, "k": i2,
		"size": int(size[0] * size[1] * size[2]),
		"set_vertex": func() {
			w.meshCopy(w.meshVertex, vertex, g, member(ir.BuiltInVertices), "set_vertex", i1, v)
		},
		"set_primitive": func() {
			w.meshIndices(primitive, g, member(ir.BuiltInPrimitives), setup.Output.Vertices(), i2)
			if w.meshPrimitive != 0 {
				o.Line()
				w.meshCopy(w.meshPrimitive, primitive, g, member(ir.BuiltInPrimitives), "set_primitive", i2, p)
			}
		},
	})
}

// element writes element i of an array of the variable.
func (w *Writer) meshElement(g ir.GlobalID, array string, i text.Name) {
	o := &w.Out
	o.Name(w.Globals[g])
	o.Byte('.')
	o.Str(array)
	o.Str(".inner[")
	o.Name(i)
	o.Byte(']')
}

// meshCopy sets a vertex or primitive.
func (w *Writer) meshCopy(t text.Name, id ir.StructID, g ir.GlobalID, array, set string, i, value text.Name) {
	o := &w.Out
	s := &w.M.Structs[id]
	o.Name(t)
	o.Byte(' ')
	o.Declare(value)
	o.Bind(value)
	o.Byte(';')
	assign := func(k int, to, from string) {
		o.Line()
		o.Name(value)
		o.Byte('.')
		o.Str(w.MemberName(id, k) + to)
		o.Infix("=")
		w.meshElement(g, array, i)
		o.Byte('.')
		o.Str(w.MemberName(id, k) + from)
		o.Byte(';')
	}
	for k := range s.Members {
		t := w.M.Types.At(s.Members[k].Type)
		switch {
		case isIndices(&s.Members[k].Binding):
		case t.Kind == ir.TypeArray:
			for n := range t.Length {
				at := "[" + string(rune('0'+n)) + "]"
				assign(k, at, ".inner"+at)
			}
		default:
			assign(k, "", "")
		}
	}
	o.Line()
	o.Name(w.grid)
	o.Str("." + set + "(")
	o.Name(i)
	o.Comma()
	o.Name(value)
	o.Str(");")
}

// meshIndices sets the vertices of a primitive.
func (w *Writer) meshIndices(id ir.StructID, g ir.GlobalID, array string, n int, i text.Name) {
	o := &w.Out
	s := &w.M.Structs[id]
	for k := range s.Members {
		if !isIndices(&s.Members[k].Binding) {
			continue
		}
		for c := range n {
			if c > 0 {
				o.Line()
			}
			o.Name(w.grid)
			o.Str(".set_index(")
			if n > 1 {
				o.Uint(uint64(n))
				o.Str("u")
				o.Infix("*")
			}
			o.Name(i)
			if c > 0 {
				o.Infix("+")
				o.Uint(uint64(c))
				o.Byte('u')
			}
			o.Comma()
			w.meshElement(g, array, i)
			o.Byte('.')
			o.Str(w.MemberName(id, k))
			if n > 1 {
				o.Str("." + "xyz"[c:c+1])
			}
			o.Str(");")
		}
	}
}

// pipeline writes an operation of a mesh pipeline.
func (w *Writer) pipeline(s ir.StmtID) {
	o := &w.Out
	v := w.F.Pipeline(s)
	if feature := back.RayFeature(&v); feature != "" {
		w.Unsupported(feature, w.F.StmtSpan(s))
		return
	}
	if v.Op == ir.ReadClock {
		w.Unsupported("clocks", w.F.StmtSpan(s))
		return
	}
	if v.Op != ir.EmitMeshTasks {
		w.Unsupported("the operation "+v.Op.String()+" outside of an entry point", w.F.StmtSpan(s))
		return
	}
	o.Name(w.grid)
	o.Str(".set_threadgroups_per_grid(uint3")
	w.Arguments(0, v.Args[:3]...)
	o.Byte(')')
}
