package validate

// This file checks the stages beyond vertex, fragment and compute: their setup, the variables that
// are their inputs and outputs, and their operations.

import (
	"cmp"
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ir/typing"
	"refract/ir"
)

// spaceUses are the uses that naming a global of a space is.
var spaceUses = [...]Uses{
	ir.SpaceInput:                UsesVariableIO,
	ir.SpaceOutput:               UsesVariableIO,
	ir.SpaceRayPayload:           0, // by the trace
	ir.SpaceIncomingRayPayload:   UsesIncomingPayload,
	ir.SpaceHitAttribute:         UsesHitAttribute,
	ir.SpaceCallableData:         0, // by the call
	ir.SpaceIncomingCallableData: UsesIncomingCallable,
	ir.SpaceShaderRecord:         UsesShaderRecord,
	ir.SpaceHitObjectAttribute:   0, // by the operation
}

// pipelineUses are the uses that operations are.
var pipelineUses = [...]Uses{
	ir.EmitVertex:         UsesEmission,
	ir.EndPrimitive:       UsesEmission,
	ir.SetMeshOutputs:     UsesMeshOutputs,
	ir.EmitMeshTasks:      UsesMeshTasks,
	ir.TraceRay:           UsesTrace,
	ir.ReportIntersection: UsesReport,
	ir.IgnoreIntersection: UsesHitControl,
	ir.TerminateRay:       UsesHitControl,
	ir.ExecuteCallable:    UsesCallable,
	ir.ReadClock:          0,
	ir.TraceHit:           UsesTrace,
	ir.RecordHit:          UsesTrace,
	ir.RecordHitAt:        UsesTrace,
	ir.RecordMiss:         UsesTrace,
	ir.RecordEmpty:        UsesTrace,
	ir.RecordQuery:        UsesTrace,
	ir.SetRecordIndex:     UsesTrace,
	ir.ExecuteHit:         UsesTrace,
	ir.ReadHit:            0, // by the object
	ir.ReadHitAttributes:  UsesTrace,
	ir.ReorderThread:      UsesReorder,
	ir.FetchMicroVertex:   0,
	ir.PassPrimitive:      UsesEmission,
}

// Limits of the stages, the least that Vulkan's devices have to allow beyond.
const (
	maxPatchVertices = 32
	maxEmitted       = 1024
	maxMeshOutputs   = 256
)

// setup checks the facts of a stage that its entry point holds.
func (v *Validator) setup(e *ir.EntryPoint, span diag.Span) {
	x := e.Setup()
	wrong := func(format string, args ...any) { v.errorf(CodeEntryPoint, span, format, args...) }
	switch e.Stage {
	case ir.StageGeometry:
		v.need(GeometryShader, span, "the geometry stage")
		g := &x.Geometry
		if g.Input == ir.NoTopology || g.Input > ir.TopologyTrianglesAdjacency {
			wrong("the geometry entry point %q takes no primitives: it must have points, lines or triangles", e.Name)
		}
		if g.Output != ir.TopologyPoints && g.Output != ir.TopologyLineStrip && g.Output != ir.TopologyTriangleStrip {
			wrong("the geometry entry point %q makes %s, not points, line_strip or triangle_strip", e.Name, g.Output)
		}
		if g.MaxVertices == 0 || g.MaxVertices > maxEmitted {
			wrong("the geometry entry point %q emits at most %d vertices: it must be 1 to %d", e.Name, g.MaxVertices, maxEmitted)
		}
		x.Geometry = ir.Geometry{}
	case ir.StageTessellationControl, ir.StageTessellationEvaluation:
		v.need(TessellationShader, span, "the "+e.Stage.String()+" stage")
		t := &x.Tessellation
		if e.Stage == ir.StageTessellationControl && (t.Vertices == 0 || t.Vertices > maxPatchVertices) {
			wrong("the output patch of %q has %d vertices: it must have 1 to %d", e.Name, t.Vertices, maxPatchVertices)
		}
		if e.Stage == ir.StageTessellationEvaluation && t.Domain == ir.NoTessDomain {
			wrong("the tessellation_evaluation entry point %q has no domain", e.Name)
		}
		x.Tessellation = ir.Tessellation{}
	case ir.StageMesh:
		m := &x.Mesh
		if e.Pipeline != nil {
			if m.Output != ir.TopologyPoints && m.Output != ir.TopologyLines && m.Output != ir.TopologyTriangles {
				wrong("the mesh entry point %q makes %s, not points, lines or triangles", e.Name, m.Output)
			}
			if m.MaxVertices == 0 || m.MaxVertices > maxMeshOutputs || m.MaxPrimitives == 0 || m.MaxPrimitives > maxMeshOutputs {
				wrong("the mesh entry point %q makes at most %d vertices and %d primitives: each must be 1 to %d", e.Name, m.MaxVertices, m.MaxPrimitives, maxMeshOutputs)
			}
		}
		x.Mesh = ir.Mesh{}
	}
	if x.Feedback != (ir.FeedbackStrides{}) && capturing(e.Stage) {
		v.need(TransformFeedback, span, "transform feedback")
		for i, n := range x.Feedback {
			if n%4 != 0 || n > maxFeedbackStride {
				wrong("a vertex of %q has %d bytes in the feedback buffer %d: it must be a multiple of 4 up to %d", e.Name, n, i, maxFeedbackStride)
			}
		}
		x.Feedback = ir.FeedbackStrides{}
	}
	if x != (ir.Pipeline{}) {
		wrong("a %s entry point has the setup of another stage", e.Stage)
	}
}

// pipelineGlobal returns the access mode of a global in a space of these stages, or what is
// wrong with its type.
func (v *Validator) pipelineGlobal(g *ir.Global, f typing.Fact) (access ir.AccessMode, problem string) {
	access = ir.AccessReadWrite
	if g.Space == ir.SpaceShaderRecord {
		v.need(RayTracingPipeline, g.Span, "the shader record")
		if f.Flags&typing.Plain == 0 || f.Flags&typing.HostShareable == 0 || f.Flags&(typing.OverrideSized|typing.HasAtomic) != 0 {
			return ir.AccessRead, "the host can't share it"
		}
		return ir.AccessRead, ""
	}
	if !f.Flags.Has(typing.Plain|typing.Sized) || f.Flags&typing.HasAtomic != 0 {
		return access, "it is no plain value of a fixed size"
	}
	switch g.Space {
	case ir.SpaceInput, ir.SpaceOutput:
		if g.Space == ir.SpaceInput {
			access = ir.AccessRead
		}
		if g.IO == nil || g.IO.Kind == ir.NoBinding {
			s := v.m.StructOf(v.elementOf(g.Type))
			if s == nil {
				return access, "it is neither a built-in nor at a location"
			}
			for i := range s.Members {
				if s.Members[i].Binding.Kind == ir.NoBinding {
					return access, "its member " + s.Members[i].Name + " is neither a built-in nor at a location"
				}
			}
		}
	case ir.SpaceHitAttribute:
		v.need(RayTracingPipeline, g.Span, "the "+g.Space.String()+" space")
		if g.Access == ir.AccessRead {
			access = ir.AccessRead
		}
	default:
		v.need(RayTracingPipeline, g.Span, "the "+g.Space.String()+" space")
	}
	return access, ""
}

// elementOf is the type of the elements of an array; other types are their own.
func (v *Validator) elementOf(t ir.TypeID) ir.TypeID {
	if a := v.m.Types.At(t); a.Kind == ir.TypeArray {
		return a.Base
	}
	return t
}

// variableIO checks the inputs and outputs of an entry point that are variables.
func (v *Validator) variableIO(e *ir.EntryPoint, info *EntryPointInfo, span diag.Span) {
	for _, output := range [...]bool{false, true} {
		d := direction{e, output, info}
		v.io.reset()
		for _, u := range info.Globals {
			g := &v.m.Globals[u.Global]
			if g.Space != ir.SpaceInput && g.Space != ir.SpaceOutput || output != (g.Space == ir.SpaceOutput) {
				continue
			}
			at := cmp.Or(g.Span, span)
			if g.IO != nil && g.IO.Kind != ir.NoBinding {
				v.variable(d, g.Type, g.IO, at, g.Name)
				continue
			}
			place := ir.Binding{}
			if g.IO != nil {
				place = *g.IO
			}
			t := g.Type
			if e.Stage.Arrayed(output, place.Patch) {
				t = v.elementOf(t)
			}
			s := v.m.StructOf(t)
			if s == nil {
				v.errorf(CodeIOMissing, at, "%q of a %s entry point is neither a built-in nor at a location", g.Name, e.Stage)
				continue
			}
			for i := range s.Members {
				v.part(d, s.Members[i].Type, &s.Members[i].Binding, cmp.Or(s.Members[i].Span, at), s.Members[i].Name)
			}
		}
		v.collisions(d)
		if output {
			v.captured(e, span)
		}
	}
}

// readPayload reports a mesh entry point that writes to the payload of tasks, which it may read only.
func (v *Validator) readPayload(e *ir.EntryPoint, info *EntryPointInfo, span diag.Span) {
	for _, u := range info.Globals {
		if g := &v.m.Globals[u.Global]; g.Space == ir.SpaceTaskPayload && u.Access&(Write|Atomic) != 0 {
			v.errorf(CodePipeline, span, "the mesh entry point %q writes to the payload %q, which only task entry points may write", e.Name, g.Name)
		}
	}
}

// variable checks one variable that has a place of its own.
func (v *Validator) variable(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	whole := b.BuiltIn == ir.BuiltInHitTriangleVertexPositions
	if d.e.Stage.Arrayed(d.output, b.Patch) && !(b.Kind == ir.BindBuiltIn && (whole || !d.output && !b.BuiltIn.PerVertex())) {
		a := v.m.Types.At(t)
		if a.Kind != ir.TypeArray || a.Length == 0 {
			v.errorf(CodeIOType, span, "%q must be an array, with an element for each vertex or primitive, not %s", name, v.m.TypeName(t))
			return
		}
		t = a.Base
	}
	v.part(d, t, b, span, name)
}

// part checks a value of one vertex, primitive or patch.
func (v *Validator) part(d direction, t ir.TypeID, b *ir.Binding, span diag.Span, name string) {
	v.capture(d, t, b, span, name)
	if b.Kind == ir.BindBuiltIn && b.BuiltIn.PerPatch() && !b.Patch {
		v.errorf(CodeIOBuiltIn, span, "%s must be of a patch", b.BuiltIn)
	}
	if b.Passthrough {
		v.passthrough(d, span, name)
	}
	if b.Kind == ir.BindLocation {
		if b.Component > 3 {
			v.errorf(CodeIOLocation, span, "there is no component %d", b.Component)
		}
		if b.Stream > 3 || b.Stream != 0 && d.e.Stage != ir.StageGeometry {
			v.errorf(CodeIOLocation, span, "a %s entry point has no stream %d", d.e.Stage, b.Stream)
		}
		if f := v.facts.Of(t); !f.Flags.Has(typing.Constructible) {
			v.errorf(CodeIOType, span, "%q at a location can't be %s", name, v.m.TypeName(t))
		}
		return
	}
	rule := &pipelineBuiltIns[b.BuiltIn]
	stage := StageSet(d.e.Stage)
	if d.output {
		stage <<= outShift
	}
	if rule.where&stage == 0 {
		rule = &builtInRules[b.BuiltIn]
	}
	if rule.where&stage == 0 {
		v.errorf(CodeIOBuiltIn, span, "%s is no %s of a %s entry point", b.BuiltIn, d, d.e.Stage)
		return
	}
	if want := rule.ty; want != 0 && !v.likeBuiltIn(t, want) || want == 0 && !BuiltInType(v.m, b.BuiltIn, t) {
		v.errorf(CodeIOBuiltIn, span, "%s can't be %s", b.BuiltIn, v.m.TypeName(t))
	}
	v.relative(d, b, span)
	if v.io.builtIns[b.BuiltIn] {
		v.errorf(CodeIOBuiltIn, span, "%s is there twice", b.BuiltIn)
	}
	v.io.builtIns[b.BuiltIn] = true
	if rule.caps != 0 {
		v.need(rule.caps, span, b.BuiltIn.String())
	}
}

// passthrough checks that a value can be passed through: the output primitive is that of the input.
func (v *Validator) passthrough(d direction, span diag.Span, name string) {
	g := d.e.Setup().Geometry
	if d.output || d.e.Stage != ir.StageGeometry {
		v.errorf(CodePipeline, span, "%q is passed through, and so must be an input of a geometry entry point", name)
		return
	}
	if want := g.Input.Passed(); want == ir.NoTopology || g.Output != want || int(g.MaxVertices) < g.Input.Vertices() {
		v.errorf(CodePipeline, span, "%q is passed through by an entry point that takes %s and emits %d vertices of %s", name, g.Input, g.MaxVertices, g.Output)
	}
}

// likeBuiltIn reports whether a type is that of a built-in value, signed or not.
func (v *Validator) likeBuiltIn(t, want ir.TypeID) bool {
	a, b := v.m.Types.At(t), v.m.Types.At(want)
	return t == want || a.Kind == b.Kind && a.Rows == b.Rows && a.Scalar == ir.I32 && b.Scalar == ir.U32
}

// pipelineBuiltIns are the rules of built-in values that are variables, where they have others
// than parameters.
var pipelineBuiltIns = [maxBuiltIns]builtInRule{
	ir.BuiltInPosition:              {vertexData, vec4f, 0},
	ir.BuiltInPointSize:             {vertexData, ir.TypeF32, 0},
	ir.BuiltInClipDistances:         {vertexData, 0, ClipDistances},
	ir.BuiltInCullDistances:         {vertexData, 0, CullDistances},
	ir.BuiltInLayer:                 {(geometryStage | meshStage | evalStage) << outShift, ir.TypeU32, 0},
	ir.BuiltInViewportIndex:         {(geometryStage | meshStage | evalStage) << outShift, ir.TypeU32, 0},
	ir.BuiltInPrimitiveIndex:        {geometryStage | controlStage | evalStage | hitStages | betweenHits | (geometryStage|meshStage)<<outShift, ir.TypeU32, 0},
	ir.BuiltInViewIndex:             {geometryStage | controlStage | evalStage | taskStage | meshStage, 0, Multiview},
	ir.BuiltInTessLevelOuter:        {evalStage | controlStage<<outShift, 0, TessellationShader},
	ir.BuiltInTessLevelInner:        {evalStage | controlStage<<outShift, 0, TessellationShader},
	ir.BuiltInCullPrimitive:         {meshStage << outShift, ir.TypeBool, MeshShader},
	ir.BuiltInViewportMask:          {vertexOutputs | meshStage<<outShift, 0, HardwareBuiltIns},
	ir.BuiltInSecondaryPosition:     {vertexInputs | vertexOutputs, vec4f, HardwareBuiltIns},
	ir.BuiltInSecondaryViewportMask: {vertexOutputs, 0, HardwareBuiltIns},
	ir.BuiltInPositionPerView:       {vertexInputs | vertexOutputs, 0, HardwareBuiltIns},
	ir.BuiltInViewportMaskPerView:   {vertexOutputs, 0, HardwareBuiltIns},
	ir.BuiltInPrimitiveShadingRate:  {(geometryStage | meshStage) << outShift, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInPointIndex:            {meshStage << outShift, ir.TypeU32, MeshShader},
	ir.BuiltInLineIndices:           {meshStage << outShift, ir.TypeVec2U32, MeshShader},
	ir.BuiltInTriangleIndices:       {meshStage << outShift, vec3u, MeshShader},
	ir.BuiltInSubgroupSize:          {laneStages, ir.TypeU32, Subgroups},
	ir.BuiltInSubgroupInvocationID:  {laneStages, ir.TypeU32, Subgroups},
	ir.BuiltInDeviceIndex:           {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInWarpsPerSM:            {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInSMCount:               {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInWarpID:                {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInSMID:                  {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreID:                {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreCount:             {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreMaxID:             {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreWarpID:            {laneStages, ir.TypeU32, HardwareBuiltIns},
	ir.BuiltInCoreWarpMaxID:         {laneStages, ir.TypeU32, HardwareBuiltIns},
}

// vertexData are the stages that read or write values of vertices.
const vertexData = vertexInputs | vertexOutputs | meshStage<<outShift

// vertexInputs and vertexOutputs are those without a mesh stage.
const (
	vertexInputs  = geometryStage | controlStage | evalStage
	vertexOutputs = vertexInputs << outShift
)

// pipeline checks an operation.
func (v *Validator) pipeline(s ir.PipelineStmt, span diag.Span) {
	if s.Op.Ends() {
		v.fn.ended = true
	}
	v.does(pipelineUses[s.Op], span)
	least, most := s.Op.Operands()
	if len(s.Args) < least || len(s.Args) > most {
		v.errorf(CodePipeline, span, "%s has %d operands, not %d", s.Op, len(s.Args), least)
		v.poison(s.Result)
		return
	}
	if s.Stream > 3 && s.Op != ir.ReadHit || s.Stream > 1 && s.Op == ir.FetchMicroVertex {
		v.errorf(CodePipeline, span, "there is no stream %d", s.Stream)
	}
	if !v.uses(span, s.Args...) {
		v.poison(s.Result)
		return
	}
	if s.Result != 0 {
		v.populate(s.Result, ir.KindPipelineResult, v.pipelineResult(s, span), span)
	}
	if s.Op == ir.ReadClock {
		v.need(ShaderClock, span, "a clock")
		if s.Stream > 1 {
			v.errorf(CodePipeline, span, "there is no clock %d", s.Stream)
		}
	}
	if s.Op >= ir.TraceHit && s.Op <= ir.ReorderThread {
		v.hitOperation(s, span)
		return
	}
	switch s.Op {
	case ir.SetMeshOutputs:
		v.operands(s, span, ir.TypeU32, ir.TypeU32)
	case ir.EmitMeshTasks:
		v.operands(s, span, ir.TypeU32, ir.TypeU32, ir.TypeU32)
		if len(s.Args) > 3 {
			v.payload(s, 3, span, ir.SpaceTaskPayload)
		}
	case ir.TraceRay:
		if v.at(s.Args[0]).Kind != ir.TypeAccelerationStructure {
			v.errorf(CodePipeline, span, "a ray is traced in an acceleration structure, not %s", v.name(s.Args[0]))
		}
		v.operands(s, span, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, vec3f, ir.TypeF32, vec3f, ir.TypeF32)
		v.payload(s, 10, span, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload)
		v.time(s, 11, span)
	case ir.ReportIntersection:
		v.operands(s, span, ir.TypeF32, ir.TypeU32)
	case ir.FetchMicroVertex:
		v.need(RayPrimitives, span, "a displaced micro-vertex")
		v.structure(s, 0, span)
		v.operands(s, span, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.VectorOf(ir.I32, 2))
	case ir.ExecuteCallable:
		v.operands(s, span, ir.TypeU32)
		v.payload(s, 1, span, ir.SpaceCallableData, ir.SpaceIncomingCallableData)
	case ir.PassPrimitive:
		v.passed(s, span)
	}
}

// passed checks the inputs of a primitive that is passed through.
func (v *Validator) passed(s ir.PipelineStmt, span diag.Span) {
	f, n := v.fn.f, uint32(0)
	for i, a := range s.Args {
		if f.Kind(a) != ir.KindGlobal || v.m.Globals[f.GlobalRef(a)].Space != ir.SpaceInput {
			v.errorf(CodePipeline, span, "operand %d of %s is a whole input, not %s", i+1, s.Op, v.name(a))
			return
		}
		g := &v.m.Globals[f.GlobalRef(a)]
		t := v.m.Types.At(g.Type)
		if t.Kind != ir.TypeArray || t.Length == 0 || t.Length > 3 || n != 0 && t.Length != n {
			v.errorf(CodePipeline, span, "operand %d of %s has an element for each of one, two or three vertices, not %s", i+1, s.Op, v.m.TypeName(g.Type))
			return
		}
		if n = t.Length; !v.passesAny(g) {
			v.errorf(CodePipeline, span, "operand %d of %s, %q, has no values that are passed through", i+1, s.Op, g.Name)
		}
		v.memory(a, Read, span)
	}
}

// passesAny reports whether an input, or a member of its block, is passed through.
func (v *Validator) passesAny(g *ir.Global) bool {
	if g.IO != nil && g.IO.Kind != ir.NoBinding {
		return g.IO.Passthrough
	}
	s := v.m.StructOf(v.elementOf(g.Type))
	return s != nil && slices.ContainsFunc(s.Members, func(x ir.Member) bool { return x.Binding.Passthrough })
}

// operands checks the types of the first operands; 0 is any.
func (v *Validator) operands(s ir.PipelineStmt, span diag.Span, want ...ir.TypeID) {
	for i, t := range want {
		if t != 0 && v.fn.f.TypeOf(s.Args[i]) != t {
			v.errorf(CodePipeline, span, "operand %d of %s is %s, not %s", i+1, s.Op, v.m.TypeName(t), v.name(s.Args[i]))
		}
	}
}

// payload checks an operand that points to memory of the called shader.
func (v *Validator) payload(s ir.PipelineStmt, i int, span diag.Span, spaces ...ir.AddressSpace) {
	p := v.at(s.Args[i])
	for _, space := range spaces {
		if p.Kind == ir.TypePointer && p.Space == space {
			v.memory(s.Args[i], Read|Write, span)
			return
		}
	}
	v.errorf(CodePipeline, span, "%s wants a pointer in the %s space, not %s", s.Op, fmt.Sprint(spaces[0]), v.name(s.Args[i]))
}

// pipelineResult is the type of the result of an operation.
func (v *Validator) pipelineResult(s ir.PipelineStmt, span diag.Span) ir.TypeID {
	have := v.fn.f.TypeOf(s.Result)
	if p, _ := s.Property(); s.Op == ir.ReadHit && int(p) < ir.NumRayProperties && p.IsArray() {
		if !p.HasType(&v.m.Types, have) {
			v.errorf(CodePipeline, span, "the %s of a hit is no %s", p, v.m.TypeName(have))
		}
		return have
	}
	if !s.Op.HasResult() {
		v.errorf(CodePipeline, span, "%s has no result", s.Op)
		return ir.TypeBool
	}
	return s.ResultType(&v.m.Types)
}
