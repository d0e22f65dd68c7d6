package spirv

// This file writes the stages beyond vertex, fragment and compute: inputs and outputs that are
// variables of the module, execution modes, and operations on the pipeline.

import (
	"fmt"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// stageGlobal is the type of an input or output, and whether the struct in it is a block whose
// members have places of their own.
func (w *Writer) stageGlobal(decl *ir.Global, v *globalVar) (pointee id) {
	if decl.IO == nil || decl.IO.Kind == ir.NoBinding {
		v.f = formStage
		return w.memoryType(decl.Type, ir.NoLayout, formStage)
	}
	return w.typ(decl.Type)
}

// decorateStageGlobal sets the place of an input or output.
func (w *Writer) decorateStageGlobal(decl *ir.Global, v id) {
	if decl.IO == nil {
		return
	}
	output := decl.Space == ir.SpaceOutput
	b := *decl.IO
	if b.Kind == ir.NoBinding {
		b.Patch = false // of the members
	}
	w.placeAt(&b, output, func(d spirv.Decoration, operands ...uint32) { w.out.Decorate(v, d, operands...) })
	w.captureAt(&b, &w.strides, func(d spirv.Decoration, operand uint32) { w.out.Decorate(v, d, operand) })
}

// placeAt writes the decorations of a place.
func (e *emitter) placeAt(b *ir.Binding, output bool, decorate func(spirv.Decoration, ...uint32)) {
	switch b.Kind {
	case ir.BindBuiltIn:
		row, ok := e.builtIn(b.BuiltIn)
		if !ok {
			return
		}
		switch b.BuiltIn {
		case ir.BuiltInPrimitiveIndex: // the stage has the capability
		case ir.BuiltInLayer:
			if e.needPlace(spirv.CapabilityGeometry, spirv.CapabilityShaderLayer); b.Relative {
				e.need(spirv.CapabilityShaderViewportMaskNV)
				decorate(spirv.DecorationViewportRelativeNV)
			}
		case ir.BuiltInViewportIndex:
			e.needPlace(spirv.CapabilityMultiViewport, spirv.CapabilityShaderViewportIndex)
		default:
			if row.capability != 0 {
				e.need(row.capability)
			}
		}
		decorate(spirv.DecorationBuiltIn, uint32(row.builtIn))
		if b.Invariant && output {
			decorate(spirv.DecorationInvariant)
		}
	case ir.BindLocation:
		decorate(spirv.DecorationLocation, b.Location)
		if b.Component != 0 {
			decorate(spirv.DecorationComponent, uint32(b.Component))
		}
		if b.Relaxed {
			decorate(spirv.DecorationRelaxedPrecision)
		}
		switch b.Interpolation {
		case ir.InterpolateLinear:
			decorate(spirv.DecorationNoPerspective)
		case ir.InterpolateFlat:
			decorate(spirv.DecorationFlat)
		}
		switch b.Sampling {
		case ir.SampleCentroid:
			decorate(spirv.DecorationCentroid)
		case ir.SampleSample:
			e.need(spirv.CapabilitySampleRateShading)
			decorate(spirv.DecorationSample)
		}
	}
	if b.Patch {
		decorate(spirv.DecorationPatch)
	}
	if b.PerPrimitive {
		e.need(spirv.CapabilityMeshShadingEXT)
		decorate(spirv.DecorationPerPrimitiveEXT)
	}
	if b.Passthrough {
		e.need(spirv.CapabilityGeometryShaderPassthroughNV)
		decorate(spirv.DecorationPassthroughNV)
	}
	if b.Stream != 0 {
		e.need(spirv.CapabilityGeometryStreams)
		decorate(spirv.DecorationStream, uint32(b.Stream))
	}
}

// needPlace requires the layer or viewport index as an output: of a geometry stage, a mesh stage,
// or a stage for which that is an extension.
func (e *emitter) needPlace(geometry, core spirv.Capability) {
	switch {
	case e.needed.has(spirv.CapabilityMeshShadingEXT):
	case e.needed.has(spirv.CapabilityGeometry):
		e.need(geometry)
	case e.version >= version15:
		e.need(core)
	default:
		e.need(spirv.CapabilityShaderViewportIndexLayerEXT)
	}
}

// decorateStageMembers sets the places of the members of a block.
func (e *emitter) decorateStageMembers(v id, decl *ir.Struct) {
	for i := range decl.Members {
		b := &decl.Members[i].Binding
		e.placeAt(b, true, func(d spirv.Decoration, operands ...uint32) { e.out.MemberDecorate(v, uint32(i), d, operands...) })
		e.captureAt(b, &e.strides, func(d spirv.Decoration, operand uint32) { e.out.MemberDecorate(v, uint32(i), d, operand) })
	}
}

// stageCapability is the capability of a stage; 0: none.
func stageCapability(s ir.Stage) spirv.Capability {
	switch s {
	case ir.StageGeometry:
		return spirv.CapabilityGeometry
	case ir.StageTessellationControl, ir.StageTessellationEvaluation:
		return spirv.CapabilityTessellation
	case ir.StageTask, ir.StageMesh:
		return spirv.CapabilityMeshShadingEXT
	}
	if s.Info().RayTracing {
		return spirv.CapabilityRayTracingKHR
	}
	return 0
}

// passesPrimitives reports whether the module's geometry shaders keep the form in which they pass
// primitives through.
func (w *Writer) passesPrimitives(m *ir.Module) bool {
	return w.opts.GeometryPassthrough && w.canUse(spirv.CapabilityGeometryShaderPassthroughNV) && transform.ArePassthrough(m)
}

// stageModes writes the execution modes of such a stage.
func (w *Writer) stageModes(ep *ir.EntryPoint, f id, used []ir.GlobalID) {
	mode := func(m spirv.ExecutionMode, operands ...uint32) {
		switch len(operands) {
		case 0:
			w.out.ExecutionModes.Op2(spirv.OpExecutionMode, f, uint32(m))
		default:
			w.out.ExecutionModes.Op3(spirv.OpExecutionMode, f, uint32(m), operands[0])
		}
	}
	capability := stageCapability(ep.Stage)
	if capability == 0 {
		w.fail(back.StageFeature(ep.Stage))
		return
	}
	w.need(capability)
	if capability == spirv.CapabilityRayTracingKHR || capability == spirv.CapabilityMeshShadingEXT {
		w.needVersion(version14, "a "+ep.Stage.String()+" shader")
	}
	x := ep.Setup()
	switch ep.Stage {
	case ir.StageGeometry:
		g := &x.Geometry
		mode(geometryInputs[g.Input])
		mode(spirv.ExecutionModeInvocations, max(1, g.Invocations))
		mode(geometryOutputs[g.Output])
		mode(spirv.ExecutionModeOutputVertices, g.MaxVertices)
		w.pointSize(used, spirv.CapabilityGeometryPointSize)
	case ir.StageTessellationControl, ir.StageTessellationEvaluation:
		t := &x.Tessellation
		if t.Vertices != 0 {
			mode(spirv.ExecutionModeOutputVertices, t.Vertices)
		}
		if t.Domain != ir.NoTessDomain {
			mode([...]spirv.ExecutionMode{ir.TessTriangles: spirv.ExecutionModeTriangles, ir.TessQuads: spirv.ExecutionModeQuads, ir.TessIsolines: spirv.ExecutionModeIsolines}[t.Domain])
		}
		if t.Spacing != ir.NoTessSpacing {
			mode([...]spirv.ExecutionMode{ir.TessEqual: spirv.ExecutionModeSpacingEqual, ir.TessFractionalEven: spirv.ExecutionModeSpacingFractionalEven, ir.TessFractionalOdd: spirv.ExecutionModeSpacingFractionalOdd}[t.Spacing])
		}
		if t.Order != ir.NoTessOrder {
			mode([...]spirv.ExecutionMode{ir.TessCounterClockwise: spirv.ExecutionModeVertexOrderCcw, ir.TessClockwise: spirv.ExecutionModeVertexOrderCw}[t.Order])
		}
		if t.Points {
			mode(spirv.ExecutionModePointMode)
		}
		w.pointSize(used, spirv.CapabilityTessellationPointSize)
	case ir.StageTask:
		w.workgroupSize(ep, f)
	case ir.StageMesh:
		w.workgroupSize(ep, f)
		m := &x.Mesh
		mode(spirv.ExecutionModeOutputVertices, m.MaxVertices)
		mode(spirv.ExecutionModeOutputPrimitivesEXT, m.MaxPrimitives)
		mode(meshOutputs[m.Output])
	}
}

var (
	geometryInputs = [...]spirv.ExecutionMode{ir.TopologyPoints: spirv.ExecutionModeInputPoints, ir.TopologyLines: spirv.ExecutionModeInputLines,
		ir.TopologyLinesAdjacency: spirv.ExecutionModeInputLinesAdjacency, ir.TopologyTriangles: spirv.ExecutionModeTriangles,
		ir.TopologyTrianglesAdjacency: spirv.ExecutionModeInputTrianglesAdjacency}
	geometryOutputs = [...]spirv.ExecutionMode{ir.TopologyPoints: spirv.ExecutionModeOutputPoints, ir.TopologyLineStrip: spirv.ExecutionModeOutputLineStrip,
		ir.TopologyTriangleStrip: spirv.ExecutionModeOutputTriangleStrip}
	meshOutputs = [...]spirv.ExecutionMode{ir.TopologyPoints: spirv.ExecutionModeOutputPoints, ir.TopologyLines: spirv.ExecutionModeOutputLinesEXT,
		ir.TopologyTriangles: spirv.ExecutionModeOutputTrianglesEXT}
)

// pointSize requires a capability if an output is the size of points.
func (w *Writer) pointSize(used []ir.GlobalID, c spirv.Capability) {
	for _, g := range used {
		decl := &w.m.Globals[g]
		if decl.Space != ir.SpaceOutput {
			continue
		}
		t := decl.Type
		for w.m.Types.At(t).Kind == ir.TypeArray {
			t = w.m.Types.At(t).Base
		}
		if decl.IO != nil && decl.IO.Kind == ir.BindBuiltIn && decl.IO.BuiltIn == ir.BuiltInPointSize {
			w.need(c)
		} else if s := w.m.StructOf(t); s != nil {
			for i := range s.Members {
				if b := &s.Members[i].Binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPointSize {
					w.need(c)
				}
			}
		}
	}
}

// pipeline writes an operation on the pipeline and returns its result.
func (w *Writer) pipeline(v *ir.PipelineStmt, args []id, query bool) id {
	o, stream := v.Op, v.Stream
	switch o {
	case ir.ReadHit:
		return w.readHit(v, args[0], query)
	case ir.FetchMicroVertex:
		return w.fetchMicroVertex(v, args)
	case ir.TraceHit, ir.RecordHit, ir.RecordHitAt, ir.RecordMiss, ir.RecordEmpty, ir.RecordQuery, ir.SetRecordIndex, ir.ExecuteHit,
		ir.ReadHitAttributes, ir.ReorderThread:
		w.hitOperation(v, args)
	case ir.EmitVertex, ir.EndPrimitive:
		plain, streamed := spirv.OpEmitVertex, spirv.OpEmitStreamVertex
		if o == ir.EndPrimitive {
			plain, streamed = spirv.OpEndPrimitive, spirv.OpEndStreamPrimitive
		}
		if stream == 0 && !w.streams {
			w.code.Op0(plain)
			break
		}
		w.need(spirv.CapabilityGeometryStreams)
		w.code.Op1(streamed, w.u32(uint32(stream)))
	case ir.SetMeshOutputs:
		w.code.Op2(spirv.OpSetMeshOutputsEXT, args[0], args[1])
	case ir.EmitMeshTasks:
		w.code.Begin(spirv.OpEmitMeshTasksEXT)
		w.code.Words(args...)
		w.code.End()
		w.block = 0
	case ir.TraceRay:
		if len(args) > 11 {
			w.traceMotion(args)
			break
		}
		w.code.Begin(spirv.OpTraceRayKHR)
		w.code.Words(args...)
		w.code.End()
	case ir.ReportIntersection:
		return w.inst2(spirv.OpReportIntersectionKHR, w.scalarType(ir.Bool), args[0], args[1])
	case ir.IgnoreIntersection:
		w.code.Op0(spirv.OpIgnoreIntersectionKHR)
		w.block = 0
	case ir.TerminateRay:
		w.code.Op0(spirv.OpTerminateRayKHR)
		w.block = 0
	case ir.ReadClock:
		w.need(spirv.CapabilityShaderClockKHR)
		scope := spirv.ScopeSubgroup
		if stream == 1 {
			scope = spirv.ScopeDevice
		}
		return w.inst1(spirv.OpReadClockKHR, w.typ(ir.TypeVec2U32), w.u32(uint32(scope)))
	case ir.ExecuteCallable:
		w.code.Op2(spirv.OpExecuteCallableKHR, args[0], args[1])
	case ir.PassPrimitive: // by the decorations of inputs
	default:
		panic(fmt.Sprintf("the pipeline operation %d", o))
	}
	return 0
}

// writePipeline writes a statement of this kind.
func (w *Writer) writePipeline(v ir.PipelineStmt) {
	query := v.Op == ir.ReadHit && w.isQuery(w.f.TypeOf(v.Args[0]))
	if r := w.pipeline(&v, w.arguments(v.Args), query); v.Result != 0 {
		w.ids[v.Result] = r
		w.nameValue(v.Result)
	}
}

// isQuery reports whether a type is a pointer to a ray query.
func (w *Writer) isQuery(t ir.TypeID) bool {
	return w.m.Types.At(w.m.Types.Pointee(t)).Kind == ir.TypeRayQuery
}

// pipelineKinds are the kinds of scalars of operands.
var pipelineKinds = [ir.NumPipelineOps][]kind{
	ir.SetMeshOutputs:     {uint_, uint_},
	ir.EmitMeshTasks:      {uint_, uint_, uint_},
	ir.TraceRay:           {anyKind, uint_, uint_, uint_, uint_, uint_, float, float, float, float, anyKind, float},
	ir.ReportIntersection: {float, uint_},
	ir.ExecuteCallable:    {uint_},
	ir.TraceHit:           {anyKind, anyKind, uint_, uint_, uint_, uint_, uint_, float, float, float, float, anyKind, float},
	ir.RecordHit:          {anyKind, anyKind, uint_, uint_, uint_, uint_, uint_, uint_, float, float, float, float, anyKind, float},
	ir.RecordHitAt:        {anyKind, anyKind, uint_, uint_, uint_, uint_, uint_, float, float, float, float, anyKind, float},
	ir.RecordMiss:         {anyKind, uint_, uint_, float, float, float, float, float},
	ir.RecordQuery:        {anyKind, anyKind, uint_, anyKind, uint_},
	ir.SetRecordIndex:     {anyKind, uint_},
	ir.ReorderThread:      {uint_, uint_, uint_},
	ir.FetchMicroVertex:   {anyKind, uint_, uint_, uint_, sint},
}

// writePipelineOp writes an instruction of this kind.
func (w *Writer) writePipelineOp(i ssa.InstrID) {
	g := w.ssa.g
	v := ir.PipelineStmt{Op: ir.PipelineOp(g.Field(i, "op")), Stream: uint8(g.Field(i, "stream"))}
	args := w.params[:0]
	query := false
	for k := range g.NumSrcs(i) {
		switch x := g.Arg(i, k); w.m.Types.At(g.Type(x)).Kind {
		case ir.TypePointer:
			query = query || w.isQuery(g.Type(x))
			args = append(args, w.place(x).id)
		case ir.TypeAccelerationStructure:
			args = append(args, w.operand(x))
		default:
			y, _ := w.source(i, k, pipelineKinds[v.Op][k])
			args = append(args, y)
		}
	}
	w.params = args
	if r := w.pipeline(&v, args, query); r != 0 {
		w.set(i, r, v.ResultType(&w.m.Types))
	}
}
