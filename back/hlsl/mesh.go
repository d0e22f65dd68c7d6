package hlsl

// This file writes task (amplification) and mesh shaders. Outputs of a mesh are memory of the
// workgroup, which invocations read and write as they like; the entry point copies them behind a
// barrier, each invocation some of them.

import (
	"fmt"

	"refract/internal/back/text"
	"refract/ir"
)

// Limits of mesh and amplification shaders (DirectX mesh shader specification).
const (
	maxMeshGroup  = 128
	maxMeshMemory = 28 << 10 // bytes of the workgroup's memory
)

// meshDecls declares the structs of a task or mesh shader, and its counts.
func (w *Writer) meshDecls(s *stageEntry) {
	o := &w.Out
	w.needs(ShaderModel65, "shaders of the stage "+s.entry.Stage.String(), s.entry.Span)
	for _, id := range s.globals {
		if w.M.Globals[id].Space == ir.SpaceTaskPayload {
			s.payload = id
		}
	}
	task := s.entry.Stage == ir.StageTask
	t := ir.TypeU32
	if s.payload != 0 {
		t = w.M.Globals[s.payload].Type
	}
	s.payloadStruct = 0
	switch {
	case w.M.StructOf(t) != nil:
		s.payloadStruct = w.Structs[w.M.Types.At(t).Struct]
	case s.payload != 0 || task || w.hasTask():
		s.payloadStruct = w.box(ir.SpaceTaskPayload, t)
	}
	o.Blank()
	if task {
		s.counts = o.ModuleName("mesh_tasks", "count", false)
		o.Str("static uint3 ")
		o.Declare(s.counts)
		o.Str(" = 0u;")
		o.End()
		if w.M.StructOf(t) == nil {
			s.dispatched = o.ModuleName("dispatched", "payload", false)
			o.Str("groupshared ")
			o.Name(s.payloadStruct)
			o.Byte(' ')
			o.Declare(s.dispatched)
			o.Byte(';')
			o.End()
		}
		return
	}
	s.counts = o.ModuleName("mesh_counts", "count", false)
	o.Str("static uint2 ")
	o.Declare(s.counts)
	o.Str(" = 0u;")
	o.End()
	s.out = withPosition(w.signature(s, true, ofVertex, 0))
	s.output = w.structName(s, "_vertex")
	w.signatureStruct(s.output, s.out, nil)
	s.primitives = w.signature(s, true, ofPrimitive, 0)
	if len(s.primitives) > 0 {
		s.patchStruct = w.structName(s, "_primitive")
		w.signatureStruct(s.patchStruct, s.primitives, nil)
	}
	bytes := uint64(0)
	for _, id := range s.globals {
		g := &w.M.Globals[id]
		if g.Space == ir.SpaceOutput && g.IO != nil && classOf(ir.StageMesh, true, g.IO) == ofIndices {
			s.indices = id
		}
		if g.Space == ir.SpaceOutput || g.Space == ir.SpaceWorkgroup {
			info, err := w.Layout.Of(g.Type, ir.LayoutNatural)
			if err != nil {
				w.Unsupported("the layout of "+g.Name, g.Span)
			}
			bytes += uint64(info.Size)
		}
	}
	if bytes > maxMeshMemory {
		w.Unsupported(fmt.Sprintf("a mesh shader whose outputs and workgroup memory take %d bytes: the most are %d", bytes, maxMeshMemory), s.entry.Span)
	}
}

// hasTask reports whether the module has a task shader.
func (w *Writer) hasTask() bool {
	for i := range w.stages {
		if w.stages[i].entry.Stage == ir.StageTask {
			return true
		}
	}
	return false
}

// meshTopologies are the words for primitives; points there are none.
var meshTopologies = [...]string{ir.TopologyPoints: "", ir.TopologyLines: "line", ir.TopologyTriangles: "triangle"}

// meshEntry writes the entry point of a task or mesh shader.
func (w *Writer) meshEntry(s *stageEntry, name text.Name) {
	o := &w.Out
	w.numThreads(s.entry, [3]uint64{maxMeshGroup, maxMeshGroup, maxMeshGroup}, maxMeshGroup)
	if s.entry.Stage == ir.StageTask {
		w.openEntry(name, nil)
		names := w.inputs(s, false, 0)
		w.openBody()
		w.callBody(s, names)
		payload := s.dispatched
		if payload == 0 {
			payload = w.Globals[s.payload]
		} else if s.payload != 0 {
			w.syncGroup()
			o.Line()
			o.Name(payload)
			o.Str(".value")
			o.Infix("=")
			o.Name(w.Globals[s.payload])
			o.Byte(';')
		}
		w.syncGroup()
		o.Line()
		o.Word(word("DispatchMesh"))
		o.Byte('(')
		for i := range 3 {
			o.Name(s.counts)
			o.Str([...]string{".x, ", ".y, ", ".z, "}[i])
		}
		o.Name(payload)
		o.Str(");")
		w.closeBody()
		return
	}
	x := s.entry.Setup().Mesh
	topology := meshTopologies[x.Output]
	if topology == "" {
		w.Unsupported("mesh shaders that make "+x.Output.String(), s.entry.Span)
	}
	o.Str(`[outputtopology("` + topology + `")]`)
	o.Line()
	w.openEntry(name, nil)
	names := w.inputs(s, false, 0)
	index := text.Name(0)
	f := w.M.Func(s.entry.Function)
	first := true
	for i := range f.Args {
		if names[i] != 0 {
			first = false
			if f.Args[i].Binding.BuiltIn == ir.BuiltInLocalInvocationIndex {
				index = names[i]
			}
		}
	}
	if index == 0 {
		if !first {
			o.Comma()
		}
		index = o.LocalName("index", "")
		o.Str("uint ")
		o.Declare(index)
		o.Bind(index)
		o.Str(" : SV_GroupIndex")
	}
	param := func(words string, t func(), want string, n uint32) text.Name {
		o.Comma()
		o.Str(words)
		t()
		o.Byte(' ')
		p := o.LocalName(want, "")
		o.Declare(p)
		o.Bind(p)
		if n > 0 {
			o.Byte('[')
			o.Uint(uint64(n))
			o.Byte(']')
		}
		return p
	}
	payload := text.Name(0)
	if s.payloadStruct != 0 {
		payload = param("in payload ", w.named(s.payloadStruct), "received", 0)
	}
	vertices := param("out vertices ", w.named(s.output), "out_vertices", x.MaxVertices)
	width := map[ir.Topology]string{ir.TopologyLines: "uint2", ir.TopologyTriangles: "uint3"}[x.Output]
	indices := param("out indices ", func() { o.Str(width) }, "out_indices", x.MaxPrimitives)
	primitives := text.Name(0)
	if len(s.primitives) > 0 {
		primitives = param("out primitives ", w.named(s.patchStruct), "out_primitives", x.MaxPrimitives)
	}
	w.openBody()
	if s.payload != 0 {
		t := w.M.Globals[s.payload].Type
		w.copyParts(t, w.named(w.Globals[s.payload]), func() {
			o.Name(payload)
			if w.M.StructOf(t) == nil {
				o.Str(".value")
			}
		})
		if w.shares[s.payload] {
			w.syncGroup()
		}
	}
	w.callBody(s, names)
	w.syncGroup()
	o.Line()
	o.Word(word("SetMeshOutputCounts"))
	o.Byte('(')
	o.Name(s.counts)
	o.Str(".x, ")
	o.Name(s.counts)
	o.Str(".y);")
	size := uint64(1)
	for _, n := range s.entry.WorkgroupSize {
		size *= uint64(max(1, n))
	}
	if len(s.out) > 0 {
		w.spread(s.counts, ".x", index, size, func(i text.Name) {
			v := w.localOf(s.output, "vertex")
			w.send(s, s.out, w.named(v), w.named(i))
			w.assign(vertices, i, v)
		})
	}
	if s.indices == 0 && len(s.primitives) == 0 {
		w.closeBody()
		return
	}
	w.spread(s.counts, ".y", index, size, func(i text.Name) {
		if s.indices != 0 {
			o.Line()
			o.Name(indices)
			o.Byte('[')
			o.Name(i)
			o.Byte(']')
			o.Infix("=")
			o.Name(w.Globals[s.indices])
			o.Byte('[')
			o.Name(i)
			o.Str("];")
		}
		if len(s.primitives) > 0 {
			v := w.localOf(s.patchStruct, "primitive")
			w.send(s, s.primitives, w.named(v), w.named(i))
			w.assign(primitives, i, v)
		}
	})
	w.closeBody()
}

// copyParts copies the scalars, vectors and matrices of a value: DXC fails on a payload as a whole.
func (w *Writer) copyParts(t ir.TypeID, to, from func()) {
	o := &w.Out
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeStruct:
		for i := range w.M.Structs[ty.Struct].Members {
			member := func(of func()) func() { return func() { of(); o.Str("." + w.MemberName(ty.Struct, i)) } }
			w.copyParts(w.M.Structs[ty.Struct].Members[i].Type, member(to), member(from))
		}
	case ir.TypeArray:
		w.each(uint64(ty.Length), func(i text.Name) {
			element := func(of func()) func() { return func() { of(); o.Byte('['); o.Name(i); o.Byte(']') } }
			w.copyParts(ty.Base, element(to), element(from))
		})
	default:
		o.Line()
		to()
		o.Infix("=")
		from()
		o.Byte(';')
	}
}

// assign writes `list[i] = v;`.
func (w *Writer) assign(list, i, v text.Name) {
	o := &w.Out
	o.Line()
	o.Name(list)
	o.Byte('[')
	o.Name(i)
	o.Byte(']')
	o.Infix("=")
	o.Name(v)
	o.Byte(';')
}

// spread writes a loop over count elements, which the invocations of a workgroup share.
func (w *Writer) spread(count text.Name, component string, index text.Name, size uint64, do func(i text.Name)) {
	o := &w.Out
	o.Line()
	i := o.LocalName("i", "")
	o.Open()
	o.Str("for (uint ")
	o.Declare(i)
	o.Bind(i)
	o.Infix("=")
	o.Name(index)
	o.Str("; ")
	o.Name(i)
	o.Infix("<")
	o.Name(count)
	o.Str(component + "; ")
	o.Name(i)
	o.Str(" += ")
	o.Uint(size)
	o.Str("u) {")
	o.Indent()
	do(i)
	o.Outdent()
	o.Line()
	o.Byte('}')
	o.Close()
}

func (w *Writer) syncGroup() {
	w.Out.Line()
	w.Out.Word(groupSyncWord)
	w.Out.Str("();")
}
