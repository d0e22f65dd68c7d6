package hlsl

// This file writes the stages beyond vertex, fragment and compute. Their inputs, outputs and
// payloads, which are variables of the module, become static variables, and their entry point a
// function of its own; the entry point in HLSL copies its parameters to the variables, calls that
// function, and copies the variables back:
//
//	static float3 color;
//	void main_body() { ... color = ...; }
//	main_output main(...)
//	{
//	    main_body();
//	    main_output result;
//	    result.location0 = color;
//	    return result;
//	}

import (
	"fmt"
	"slices"
	"strconv"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/ir/calls"
	"refract/internal/reuse"
	"refract/ir"
)

// A stageEntry is an entry point of one of these stages.
type stageEntry struct {
	entry   *ir.EntryPoint
	body    text.Name // the function
	globals []ir.GlobalID
	reached []ir.FuncID

	in, out        []element // of vertices or control points
	patch          []element // of a patch
	primitives     []element // of a mesh
	input, output  text.Name // structs
	patchStruct    text.Name
	streams        [4][]element
	streamStructs  [4]text.Name
	makers         [4]text.Name // functions that make a vertex of a stream
	levels, inner  ir.GlobalID  // tessellation levels
	indices        ir.GlobalID  // of a mesh
	payload        ir.GlobalID
	attribute      ir.GlobalID // of a hit
	payloadStruct  text.Name
	constants      text.Name // the patch-constant function
	counts         text.Name // of a mesh, or of its workgroups; or how an any-hit shader ends
	attributeMaker text.Name // the function that returns the attributes of a hit
	dispatched     text.Name // the payload of a task shader that isn't a struct
	setup          ir.Tessellation
	patchVertices  uint32 // of the input patch
}

// usesStream reports whether vertices are emitted to a stream.
func (s *stageEntry) usesStream(i int) bool { return s.makers[i] != 0 }

// A boxed is the struct that holds a payload: its type may be any.
type boxed struct {
	t    ir.TypeID
	kind ir.AddressSpace
	name text.Name
}

// isStageVariable reports whether a space is that of inputs, outputs or payloads.
func isStageVariable(s ir.AddressSpace) bool {
	switch s {
	case ir.SpaceInput, ir.SpaceOutput, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData, ir.SpaceTaskPayload:
		return true
	}
	return false
}

// findStages finds the entry points of these stages, and what each uses.
func (w *Writer) findStages() {
	m := w.M
	w.stages = w.stages[:0]
	w.stageOf = reuse.Zeroed(w.stageOf, len(m.Functions))
	w.shares = reuse.Zeroed(w.shares, len(m.Globals))
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if !e.Stage.Info().Variables {
			continue
		}
		w.Span = e.Span
		if f := m.Func(e.Function); f.Result != 0 || e.Stage == ir.StageMesh && e.Pipeline == nil {
			w.Unsupported(back.StageFeature(e.Stage)+" whose outputs are no variables", e.Span)
			continue
		}
		s := stageEntry{entry: e}
		var r calls.Reached
		r.Start(m)
		r.Add(m, e.Function)
		s.reached = slices.Clone(r.List)
		used := make([]bool, len(m.Globals))
		for _, id := range s.reached {
			f := m.Func(id)
			if was := w.stageOf[id]; was != 0 && (w.stages[was-1].entry.Stage != e.Stage || e.Stage == ir.StageGeometry && w.emits(id)) {
				if w.hasPipeline(f) {
					w.Unsupported("a function that several entry points use for "+e.Stage.String(), f.Span)
				}
			}
			w.stageOf[id] = len(w.stages) + 1
			for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
				if f.Kind(x) == ir.KindGlobal {
					used[f.GlobalRef(x)] = true
				}
			}
		}
		for id := range used {
			if used[id] {
				s.globals = append(s.globals, ir.GlobalID(id))
				g := &m.Globals[id]
				w.shares[id] = w.shares[id] || e.Stage == ir.StageMesh && g.Space == ir.SpaceOutput || e.Stage == ir.StageTask && g.Space == ir.SpaceTaskPayload
			}
		}
		w.stages = append(w.stages, s)
	}
}

// hasPipeline reports whether a function has operations on the pipeline.
func (w *Writer) hasPipeline(f *ir.Function) bool {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtPipeline {
			return true
		}
	}
	return false
}

// emits reports whether a function, or one that it calls, emits vertices.
func (w *Writer) emits(id ir.FuncID) bool {
	if len(w.emitting) == 0 {
		return false
	}
	return w.emitting[id]
}

// findEmitting finds the functions that emit vertices.
func (w *Writer) findEmitting() {
	m := w.M
	w.emitting = w.emitting[:0]
	if !slices.ContainsFunc(m.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage == ir.StageGeometry }) {
		return
	}
	w.emitting = reuse.Zeroed(w.emitting, len(m.Functions))
	for i, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtPipeline && (f.Pipeline(s).Op == ir.EmitVertex || f.Pipeline(s).Op == ir.EndPrimitive) {
				w.emitting[i+1] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i, f := range m.Functions[1:] {
			for to := range calls.Of(f) {
				if w.emitting[to] && !w.emitting[i+1] {
					w.emitting[i+1], changed = true, true
				}
			}
		}
	}
}

// stageFor is the entry point of these stages that reaches a function, or nil.
func (w *Writer) stageFor(id ir.FuncID) *stageEntry {
	if int(id) >= len(w.stageOf) || w.stageOf[id] == 0 {
		return nil
	}
	return &w.stages[w.stageOf[id]-1]
}

// nameStages makes the names of the functions that entry points become.
func (w *Writer) nameStages() {
	for i := range w.stages {
		s := &w.stages[i]
		s.body = w.Out.ModuleName(s.entry.Name+"_body", "body", false)
		w.Functions[s.entry.Function] = s.body
	}
}

// operations calls do for each operation on the pipeline of the functions of an entry point.
func (s *stageEntry) operations(m *ir.Module, do func(f *ir.Function, id ir.StmtID, v ir.PipelineStmt)) {
	for _, id := range s.reached {
		f := m.Func(id)
		if !f.MayHaveStmt(ir.StmtPipeline) {
			continue
		}
		for k := ir.StmtID(1); int(k) < f.StmtCount(); k++ {
			if f.StmtKind(k) == ir.StmtPipeline {
				do(f, k, f.Pipeline(k))
			}
		}
	}
}

// stageDecls declares the structs and functions of each entry point, ahead of all functions.
func (w *Writer) stageDecls() {
	w.boxes = w.boxes[:0]
	for i := range w.stages {
		s := &w.stages[i]
		w.Span = s.entry.Span
		switch s.entry.Stage {
		case ir.StageGeometry:
			w.geometryDecls(s)
		case ir.StageTask, ir.StageMesh:
			w.meshDecls(s)
		case ir.StageTessellationControl, ir.StageTessellationEvaluation:
			w.tessellationDecls(s)
		default:
			w.rayDecls(s)
		}
	}
}

// structName makes the name of a struct of an entry point.
func (w *Writer) structName(s *stageEntry, suffix string) text.Name {
	return w.Out.ModuleName(s.entry.Name+suffix, "struct", false)
}

// stageFunction writes an entry point: its function, and the entry point of HLSL.
func (w *Writer) stageFunction(id ir.FuncID, i int) {
	var s *stageEntry
	for k := range w.stages {
		if w.stages[k].entry == w.entry {
			s = &w.stages[k]
		}
	}
	w.entry = nil
	if s == nil {
		return // refused
	}
	w.function(id, s.body)
	w.Out.Blank()
	w.Span = s.entry.Span
	switch s.entry.Stage {
	case ir.StageGeometry:
		w.geometryEntry(s, w.entries[i])
	case ir.StageTask, ir.StageMesh:
		w.meshEntry(s, w.entries[i])
	case ir.StageTessellationControl:
		w.controlEntry(s, w.entries[i])
	case ir.StageTessellationEvaluation:
		w.evaluationEntry(s, w.entries[i])
	default:
		w.rayEntry(s, w.entries[i])
	}
}

// inputs declares the built-in inputs of an entry point as parameters, but for one, behind others if
// some is set. It returns their names by parameter of the function; 0 is one that isn't declared.
func (w *Writer) inputs(s *stageEntry, some bool, without ir.BuiltIn) (names []text.Name) {
	o := &w.Out
	f := w.M.Func(s.entry.Function)
	names = make([]text.Name, len(f.Args))
	for i := range f.Args {
		a := &f.Args[i]
		b := a.Binding
		if b.Kind != ir.BindBuiltIn {
			w.Unsupported("the input "+a.Name+", which is no variable", a.Span)
			continue
		}
		if isLoose(b.BuiltIn) || s.function(&b) != "" || b.BuiltIn == ir.BuiltInPatchVertices || without != 0 && b.BuiltIn == without {
			continue
		}
		if s.entry.Stage.Info().RayTracing {
			w.Unsupported("the built-in value "+b.BuiltIn.String(), a.Span)
			continue
		}
		if some {
			o.Comma()
		}
		some = true
		names[i] = o.LocalName(a.Name, "arg")
		semantic, t := "", a.Type
		switch {
		case b.BuiltIn == ir.BuiltInInvocationID && s.entry.Stage == ir.StageGeometry:
			semantic = "SV_GSInstanceID"
		case b.BuiltIn == ir.BuiltInInvocationID:
			semantic = "SV_OutputControlPointID"
		case b.BuiltIn == ir.BuiltInTessCoord:
			semantic, t = "SV_DomainLocation", ir.TypeVec2F32
			if s.setup.Domain == ir.TessTriangles {
				t = ir.VectorOf(ir.F32, 3)
			}
		}
		w.declarator(t, names[i])
		o.Bind(names[i])
		if semantic != "" {
			o.Infix(":")
			o.Str(semantic)
		} else {
			w.semantic(&b, 0, false, a.Span)
		}
	}
	return names
}

// callBody calls the function of an entry point; names are the values of its parameters.
func (w *Writer) callBody(s *stageEntry, names []text.Name, more ...text.Name) {
	o := &w.Out
	f := w.M.Func(s.entry.Function)
	o.Line()
	o.Name(s.body)
	o.Byte('(')
	first := true
	for i := range f.Args {
		b := &f.Args[i].Binding
		if b.Kind == ir.BindBuiltIn && (isLoose(b.BuiltIn) || s.function(b) != "") {
			continue
		}
		if !first {
			o.Comma()
		}
		first = false
		switch {
		case b.BuiltIn == ir.BuiltInPatchVertices:
			w.Out.Uint(uint64(s.patchVertices))
		case b.BuiltIn == ir.BuiltInTessCoord && s.setup.Domain != ir.TessTriangles:
			o.Str("float3(")
			o.Name(names[i])
			o.Comma()
			o.Str("0.0)")
		case names[i] == 0:
			o.Byte('0') // refused
		default:
			o.Name(names[i])
		}
	}
	for _, n := range more {
		if !first {
			o.Comma()
		}
		first = false
		o.Name(n)
	}
	o.Str(");")
}

// stageBody is the entry point whose function has a name, or nil.
func (w *Writer) stageBody(name text.Name) *stageEntry {
	if i := slices.IndexFunc(w.stages, func(s stageEntry) bool { return s.body == name }); i >= 0 {
		return &w.stages[i]
	}
	return nil
}

// isSilent reports whether a line isn't written: a barrier of a tessellation control shader, whose
// invocations each have all outputs.
func (w *Writer) isSilent(l *text.Line) bool {
	if l.Kind != text.LineEffect {
		return false
	}
	k := w.F.StmtKind(l.Stmt)
	if k != ir.StmtControlBarrier && k != ir.StmtMemoryBarrier {
		return false
	}
	s := w.stageFor(w.fn)
	return s != nil && s.entry.Stage == ir.StageTessellationControl
}

// each writes a loop over elements, which compilers unroll.
func (w *Writer) each(count uint64, do func(i text.Name)) {
	o := &w.Out
	o.Line()
	o.Str("[unroll] ")
	i := o.LocalName("i", "")
	o.Open()
	o.Str("for (uint ")
	o.Declare(i)
	o.Bind(i)
	o.Str(" = 0u; ")
	o.Name(i)
	o.Str(" < " + strconv.FormatUint(count, 10) + "u; ")
	o.Name(i)
	o.Str("++) {")
	o.Indent()
	do(i)
	o.Outdent()
	o.Line()
	o.Byte('}')
	o.Close()
}

// openEntry writes the head of an entry point up to its parameters.
func (w *Writer) openEntry(name text.Name, result func()) {
	o := &w.Out
	if result == nil {
		o.Str("void")
	} else {
		result()
	}
	o.Byte(' ')
	o.Declare(name)
	o.Open()
	o.Byte('(')
}

// openBody begins an entry point behind its parameters, and closeBody ends it.
func (w *Writer) openBody() {
	o := &w.Out
	o.Byte(')')
	o.Space()
	o.Byte('{')
	o.Indent()
}

func (w *Writer) closeBody() {
	o := &w.Out
	o.Outdent()
	o.Line()
	o.Byte('}')
	o.Close()
	o.End()
}

// localOf declares a local variable of a struct.
func (w *Writer) localOf(t text.Name, want string) text.Name {
	o := &w.Out
	n := o.LocalName(want, "v")
	o.Line()
	o.Name(t)
	o.Byte(' ')
	o.Declare(n)
	o.Bind(n)
	o.Byte(';')
	return n
}

// named returns a function that writes a name.
func (w *Writer) named(n text.Name) func() { return func() { w.Out.Name(n) } }

// pipeline spells an operation on the pipeline.
func (w *Writer) pipeline(s ir.StmtID) {
	v := w.F.Pipeline(s)
	if feature := back.RayFeature(&v); feature != "" {
		w.Unsupported(feature, w.F.StmtSpan(s))
		return
	}
	if v.Op == ir.ReadClock {
		w.Unsupported("clocks", w.F.StmtSpan(s))
		return
	}
	e := w.stageFor(w.fn)
	if e == nil {
		w.Unsupported(v.Op.String(), w.F.StmtSpan(s))
		return
	}
	o := &w.Out
	switch v.Op {
	case ir.EmitVertex:
		o.Name(w.streams[v.Stream])
		o.Str(".Append(")
		o.Name(e.makers[v.Stream])
		o.Str("())")
	case ir.EndPrimitive:
		o.Name(w.streams[v.Stream])
		o.Str(".RestartStrip()")
	case ir.SetMeshOutputs:
		o.Name(e.counts)
		o.Infix("=")
		o.Str("uint2")
		w.Arguments(0, v.Args...)
	case ir.EmitMeshTasks:
		o.Name(e.counts)
		o.Infix("=")
		o.Str("uint3")
		w.Arguments(0, v.Args[:3]...)
	case ir.IgnoreIntersection, ir.TerminateRay:
		o.Name(e.counts)
		o.Infix("=")
		o.Uint(uint64(1 + v.Op - ir.IgnoreIntersection))
		o.Byte('u')
	default:
		w.rayOperation(e, v)
	}
}

// call spells a call; streams are passed to functions that emit vertices.
func (w *Writer) call(v ir.Call) {
	o := &w.Out
	o.Name(w.Functions[v.Function])
	if !w.emits(v.Function) {
		w.Arguments(0, v.Args...)
		return
	}
	o.Byte('(')
	if len(v.Args) > 0 {
		w.Listed(0, true, v.Args)
	}
	first := len(v.Args) == 0
	if s := w.stageFor(v.Function); s != nil {
		for i := range s.streams {
			if s.usesStream(i) {
				if !first {
					o.Comma()
				}
				first = false
				o.Name(w.streams[i])
			}
		}
	}
	o.Byte(')')
}

// streamParameters declares the streams of a function that emits vertices.
func (w *Writer) streamParameters(id ir.FuncID, first bool) {
	s := w.stageFor(id)
	if s == nil || s.entry.Stage != ir.StageGeometry || !w.emits(id) {
		return
	}
	for i := range s.streams {
		if !s.usesStream(i) {
			continue
		}
		if !first {
			w.Out.Comma()
		}
		first = false
		w.streams[i] = w.streamParameter(s, i)
	}
}

func (w *Writer) streamParameter(s *stageEntry, i int) text.Name {
	o := &w.Out
	want := "stream"
	if i > 0 {
		want += strconv.Itoa(i)
	}
	n := o.LocalName(want, "stream")
	o.Str("inout ")
	o.Str(streamTypes[s.entry.Setup().Geometry.Output])
	o.Byte('<')
	o.Name(s.streamStructs[i])
	o.Str("> ")
	o.Declare(n)
	o.Bind(n)
	return n
}

// streamTypes are the types of streams.
var streamTypes = [...]string{ir.TopologyPoints: "PointStream", ir.TopologyLineStrip: "LineStream", ir.TopologyTriangleStrip: "TriangleStream"}

// inputPrimitives are the words for the primitives that geometry shaders take.
var inputPrimitives = [...]string{ir.TopologyPoints: "point", ir.TopologyLines: "line", ir.TopologyLinesAdjacency: "lineadj",
	ir.TopologyTriangles: "triangle", ir.TopologyTrianglesAdjacency: "triangleadj"}

// maxEmitted is how many scalars an invocation of a geometry shader may emit
// (D3D11_GS_MAX_OUTPUT_VERTEX_COUNT_ACROSS_INSTANCES).
const maxEmitted = 1024

// geometryDecls declares the vertices that a geometry shader takes and makes.
func (w *Writer) geometryDecls(s *stageEntry) {
	o := &w.Out
	s.in = withPosition(w.signature(s, false, ofVertex, 0))
	s.input = w.structName(s, "_input")
	w.signatureStruct(s.input, s.in, nil)
	var used [4]bool
	s.operations(w.M, func(_ *ir.Function, _ ir.StmtID, v ir.PipelineStmt) { used[v.Stream] = true })
	used[0] = used[0] || used == [4]bool{}
	for i := range s.streams {
		if !used[i] {
			continue
		}
		// Built-in values are of stream 0.
		s.streams[i] = w.signature(s, true, ofVertex, uint8(i))
		if !w.emits(s.entry.Function) {
			s.streams[i] = []element{{binding: ir.Binding{Kind: ir.BindLocation}, name: "none", scalar: ir.F32, width: 1, rank: 1}} // DXC wants all built-in values written
		} else if len(s.streams[i]) == 0 {
			s.streams[i] = withPosition(nil)
		}
		suffix := ""
		if i > 0 {
			suffix = strconv.Itoa(i)
		}
		s.streamStructs[i] = w.structName(s, "_vertex"+suffix)
		w.signatureStruct(s.streamStructs[i], s.streams[i], nil)
		if n := components(s.streams[i]) * int(s.entry.Setup().Geometry.MaxVertices); n > maxEmitted {
			w.Unsupported(fmt.Sprintf("a geometry shader that emits %d numbers: the most are %d", n, maxEmitted), s.entry.Span)
		}
		s.makers[i] = o.ModuleName("make_"+s.entry.Name+"_vertex"+suffix, "make", false)
		o.Blank()
		w.openEntry(s.makers[i], w.named(s.streamStructs[i]))
		w.openBody()
		v := w.localOf(s.streamStructs[i], "vertex")
		w.send(s, s.streams[i], w.named(v), nil)
		w.returns(v)
		w.closeBody()
	}
}

func (w *Writer) returns(v text.Name) {
	w.Out.Line()
	w.Out.Str("return ")
	w.Out.Name(v)
	w.Out.Byte(';')
}

// geometryEntry writes the entry point of a geometry shader.
func (w *Writer) geometryEntry(s *stageEntry, name text.Name) {
	o := &w.Out
	g := s.entry.Setup().Geometry
	if g.Invocations > 1 {
		o.Str("[instance(")
		o.Uint(uint64(g.Invocations))
		o.Str(")]")
		o.Line()
	}
	o.Str("[maxvertexcount(")
	o.Uint(uint64(g.MaxVertices))
	o.Str(")]")
	o.Line()
	w.openEntry(name, nil)
	o.Str(inputPrimitives[g.Input])
	o.Byte(' ')
	o.Name(s.input)
	o.Byte(' ')
	in := o.LocalName("input", "")
	o.Declare(in)
	o.Bind(in)
	o.Byte('[')
	o.Uint(uint64(g.Input.Vertices()))
	o.Byte(']')
	names := w.inputs(s, true, 0)
	var streams []text.Name
	for i := range s.streams {
		if s.usesStream(i) {
			o.Comma()
			streams = append(streams, w.streamParameter(s, i))
		}
	}
	w.openBody()
	if slices.ContainsFunc(s.in, func(e element) bool { return len(e.parts) > 0 }) {
		w.each(uint64(g.Input.Vertices()), func(i text.Name) {
			w.receive(s, s.in, func() { o.Name(in); o.Byte('['); o.Name(i); o.Byte(']') }, w.named(i))
		})
	}
	if !w.emits(s.entry.Function) {
		streams = nil
	}
	w.callBody(s, names, streams...)
	w.closeBody()
}
