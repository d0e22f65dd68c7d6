package dxil

// This file writes task and mesh shaders. Package direct3d gives them a form in which the elements of
// signatures are written at the end of the entry point. The payload has memory with a type: of
// the workgroup in a task shader, and in a mesh shader the result of a function.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
)

// Limits of task and mesh shaders (DirectX mesh shader specification).
const (
	maxMeshGroup  = 128
	maxMeshShared = 28 << 10
)

// isMesh reports whether the entry point is a task or mesh shader.
func (w *Writer) isMesh() bool {
	return w.entry.Stage == ir.StageTask || w.entry.Stage == ir.StageMesh
}

// meshTopologies are the numbers of primitives; there are no points.
var meshTopologies = [...]uint8{ir.TopologyPoints: 0, ir.TopologyLines: 1, ir.TopologyTriangles: 2}

// checkMesh checks limits of these stages.
func (w *Writer) checkMesh() {
	size := uint64(1)
	for _, n := range w.entry.WorkgroupSize {
		size *= uint64(max(1, n))
	}
	if size > maxMeshGroup {
		w.unsupported("a workgroup of so many invocations: the most of task and mesh shaders are 128", w.entry.Span)
	}
	if x := w.entry.Setup().Mesh; w.entry.Stage == ir.StageMesh && meshTopologies[x.Output] == 0 {
		w.unsupported("mesh shaders that make "+x.Output.String(), w.entry.Span)
	}
}

// checkPositions checks, when the code is made, that vertices have positions.
func (w *Writer) checkPositions() {
	for k := range w.outputs {
		if e := &w.outputs[k]; w.entry.Stage == ir.StageMesh && e.kind == dxil.SemanticPosition && e.used != 1<<e.width-1 {
			w.unsupported("a mesh shader that writes no positions", w.entry.Span)
		}
	}
}

// emitIndices gives a primitive of a mesh its vertices.
func (g *generator) emitIndices(i ssa.InstrID) {
	f := g.f
	n := g.width(f.Arg(i, 0))
	if mask := f.Field(i, "mask"); mask != 0 && mask != 1<<n-1 {
		g.unsupported("a part of a primitive's indices")
		return
	}
	args := []llvm.Value{g.component(f.Arg(i, 1), 0, whole)}
	for c := range 3 {
		v := g.out.I32(0)
		if c < n {
			v = g.src(i, 0, c, whole)
		}
		args = append(args, v)
	}
	g.call(dxil.OpEmitIndices, 0, args...)
}

// payload is the memory of the payload, which tasks without one have, too.
func (g *generator) payload() *typedMemory {
	vars := g.f.Shader.Vars
	for k := range vars {
		if vars[k].Mode == ssa.ModeTaskPayload && g.typed[k].pointer != 0 {
			return &g.typed[k]
		}
	}
	m := &typedMemory{of: g.out.StructOf("struct.Payload", g.i32)}
	g.w.payloadBytes = 4
	m.pointer = g.out.AddGlobal(llvm.Global{Name: "payload", Type: m.of, Space: 3, Linkage: llvm.External, Align: 4})
	return m
}

// makePayload makes the memory of the payload.
func (g *generator) makePayload(m *typedMemory, t ir.TypeID) {
	m.of, m.boxed = g.box("Payload", t), true
	g.w.payloadBytes = g.memorySize(t)
	if g.w.entry.Stage == ir.StageMesh {
		m.pointer = g.call(dxil.OpGetMeshPayload, m.of)
		return
	}
	m.space = 3
	m.pointer = g.out.AddGlobal(llvm.Global{Name: "payload", Type: m.of, Space: 3, Linkage: llvm.External, Align: 4})
}

// dispatch makes the operation that ends a task shader.
func (g *generator) dispatch(i ssa.InstrID) {
	m := g.payload()
	var args []llvm.Value
	for k := range 3 {
		args = append(args, g.src(i, k, 0, whole))
	}
	g.call(dxil.OpDispatchMesh, g.out.PointerTo(m.of, 3), append(args, m.pointer)...)
}

// meshTags are the tags of the entry point's metadata with the setup of the stage.
func (w *Writer) meshTags() []llvm.MD {
	const (
		tagMesh = 9
		tagTask = 10
	)
	o := w.gen.out
	var size []llvm.MD
	for _, n := range w.entry.WorkgroupSize {
		size = append(size, o.Int(int64(max(1, n))))
	}
	payload := o.Int(int64(w.payloadBytes))
	if w.entry.Stage == ir.StageTask {
		return []llvm.MD{o.Int(tagTask), o.Node(o.Node(size...), payload)}
	}
	x := w.entry.Setup().Mesh
	return []llvm.MD{o.Int(tagMesh), o.Node(o.Node(size...), o.Int(int64(x.MaxVertices)), o.Int(int64(x.MaxPrimitives)), o.Int(int64(meshTopologies[x.Output])), payload)}
}

// meshPipeline fills in the pipeline information of these stages.
func (w *Writer) meshPipeline(p *dxil.PipelineInfo) {
	p.PayloadBytes = w.payloadBytes
	if w.entry.Stage != ir.StageMesh {
		return
	}
	x := w.entry.Setup().Mesh
	p.MaxVertices, p.MaxPrimitives, p.MeshTopology = uint16(x.MaxVertices), uint16(x.MaxPrimitives), meshTopologies[x.Output]
	p.SharedBytes = w.sharedBytes
	if p.UsesViewID { // everything may depend on it
		p.SharedBytesByView = w.sharedBytes
	}
}
