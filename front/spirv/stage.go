package spirv

// This file reads what the stages beyond vertex, fragment and compute have: inputs and outputs
// that stay variables, payloads, setup, operations on the pipeline.
//
// An input or output stays a variable of the module (ir.SpaceInput, ir.SpaceOutput) if an entry
// point of such a stage names it; members of a block keep their places in the struct.

import (
	"slices"

	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// pipelineSpaces are the storage classes of these stages.
func pipelineSpace(c spirv.StorageClass) ir.AddressSpace {
	switch c {
	case spirv.StorageClassRayPayloadKHR:
		return ir.SpaceRayPayload
	case spirv.StorageClassIncomingRayPayloadKHR:
		return ir.SpaceIncomingRayPayload
	case spirv.StorageClassHitAttributeKHR:
		return ir.SpaceHitAttribute
	case spirv.StorageClassCallableDataKHR:
		return ir.SpaceCallableData
	case spirv.StorageClassIncomingCallableDataKHR:
		return ir.SpaceIncomingCallableData
	case spirv.StorageClassHitObjectAttributeNV, spirv.StorageClassHitObjectAttributeEXT:
		return ir.SpaceHitObjectAttribute
	case spirv.StorageClassTaskPayloadWorkgroupEXT:
		return ir.SpaceTaskPayload
	}
	return ir.NoSpace
}

// findStageVariables notes the inputs and outputs that entry points of such stages name.
func (r *reader) findStageVariables() {
	r.stageVariables = nil
	for _, at := range r.entries {
		inst := r.inst(int(at))
		stage := stageOf(inst[1])
		if !stage.Info().Variables {
			continue
		}
		_, n := spirv.String(inst[3:])
		for _, id := range inst[3+n:] {
			if r.stageVariables == nil {
				r.stageVariables = map[uint32]ir.Stage{}
			}
			r.stageVariables[id] = stage
		}
	}
}

// builtInOf is the built-in value that a variable or constant is, or ^0.
func (r *reader) builtInOf(id uint32) spirv.BuiltIn {
	return spirv.BuiltIn(r.number(id, -1, spirv.DecorationBuiltIn, ^uint32(0)))
}

// isParameter reports whether an input is a parameter of the entry point all the same: a built-in
// value that isn't one of each vertex.
func (r *reader) isParameter(v *variable) bool {
	if v.class != spirv.StorageClassInput {
		return false
	}
	switch r.builtInOf(v.id) {
	case spirv.BuiltInPosition, spirv.BuiltInPointSize, spirv.BuiltInClipDistance, spirv.BuiltInCullDistance, spirv.BuiltInTessLevelOuter,
		spirv.BuiltInTessLevelInner, ^spirv.BuiltIn(0):
		return false
	}
	return true
}

// stageVariable declares an input or output that stays a variable.
func (r *reader) stageVariable(v *variable, x *ssa.Variable, stage ir.Stage) {
	x.Mode, x.Access = ssa.ModeStageOut, ir.AccessReadWrite
	if v.class == spirv.StorageClassInput {
		x.Mode, x.Access = ssa.ModeStageIn, ir.AccessRead
	}
	x.Type = r.valueType(v.pointee)
	if r.countNV(v, x) {
		return
	}
	var p place
	r.placed(&p, v.id, -1, stage)
	if p.Kind == ir.BindBuiltIn && p.BuiltIn == ir.NoBuiltIn {
		r.unsupported("the built-in value %s", spirv.BuiltIn(p.Location))
	}
	info := &r.types[v.pointee]
	for info.op == spirv.OpTypeArray {
		info = &r.types[info.element]
	}
	if info.op == spirv.OpTypeStruct && p.Kind != ir.BindBuiltIn && r.has(r.words[info.at+1], spirv.DecorationBlock) {
		p.Patch = r.stageBlock(v, info, p, stage)
		x.IO = ir.Binding{Patch: p.Patch, PerPrimitive: p.PerPrimitive, Stream: p.Stream}
		return
	}
	if x.IO = r.bindingAt(&p); x.IO.Kind == ir.NoBinding {
		v.bad = "an input or output without a location"
	}
}

// bindingAt is the binding of a place.
func (r *reader) bindingAt(p *place) ir.Binding {
	b := p.Binding
	b.Feedback = r.capture(p, 0)
	switch {
	case b.Kind == ir.BindBuiltIn:
		b.Location, b.Patch = 0, b.Patch || b.BuiltIn.PerPatch()
	case p.hasLocation:
		b.Kind, b.Location, b.Component = ir.BindLocation, p.location, p.component
	}
	return b
}

// stageBlock gives the members of a block their places, and reports whether they are of a patch.
func (r *reader) stageBlock(v *variable, info *typeInfo, p place, stage ir.Stage) (patch bool) {
	id := r.words[info.at+1]
	s := r.m.StructOf(info.t)
	for i, m := range info.members {
		q := p
		r.placed(&q, id, int32(i), stage)
		if q.Kind == ir.BindBuiltIn && (q.BuiltIn == ir.NoBuiltIn || q.BuiltIn.IsOfViews() && stage == ir.StageMesh && !r.namesMember(v, uint32(i))) {
			if stage == ir.StageMesh && i > 0 {
				// Those of multiple views, which the blocks always have: see partOf.
				s.Members = s.Members[:i]
				r.viewed = append(r.viewed, info.t)
				break
			}
			r.unsupported("the built-in value %s", spirv.BuiltIn(q.Location))
		}
		b := r.bindingAt(&q)
		if b.Kind == ir.NoBinding {
			r.unsupported("a member of an input or output without a location")
		}
		patch = patch || b.Patch
		s.Members[i].Binding = b
		if b.Kind == ir.BindLocation {
			p.location, p.hasLocation = q.location+r.locations(m), true
		}
	}
	return patch || p.Patch
}

// namesMember reports whether an access chain of the module goes to a member of the elements of a variable.
func (r *reader) namesMember(v *variable, member uint32) bool {
	if r.chained == nil {
		r.chained = map[uint64]bool{}
		for at := headerWords; at < len(r.words); at += int(r.words[at] >> 16) {
			inst := r.inst(at)
			if o := inst.Op(); o != spirv.OpAccessChain && o != spirv.OpInBoundsAccessChain || len(inst) <= 5 {
				continue
			}
			if d := r.definition(inst[5]); d.op == spirv.OpConstant {
				r.chained[memberKey(inst[3], int(r.words[d.offset+3]))] = true
			}
		}
	}
	return r.chained[memberKey(v.id, int(member))]
}

// locations is how many locations a type takes.
func (r *reader) locations(index uint32) uint32 {
	info := &r.types[index]
	switch info.op {
	case spirv.OpTypeArray, spirv.OpTypeMatrix:
		return info.count * r.locations(info.element)
	case spirv.OpTypeStruct:
		n := uint32(0)
		for _, m := range info.members {
			n += r.locations(m)
		}
		return n
	}
	t := r.m.Types.At(info.t)
	if t.Scalar.Bits() == 64 && t.Rows > 2 {
		return 2
	}
	return 1
}

// pipelineVariable declares a payload, a hit attribute or callable data.
func (r *reader) pipelineVariable(v *variable, x *ssa.Variable, space ir.AddressSpace) {
	x.Type, x.Access = r.valueType(v.pointee), ir.AccessReadWrite
	x.Mode = ssa.ModeOf(&r.m.Types, space, x.Type)
}

// setupMode reads an execution mode of such a stage; false if it is none.
func (r *reader) setupMode(ep *ir.EntryPoint, mode spirv.ExecutionMode, operands []uint32) bool {
	x := ep.Setup()
	g, t, m := &x.Geometry, &x.Tessellation, &x.Mesh
	geometry, mesh := ep.Stage == ir.StageGeometry, ep.Stage == ir.StageMesh
	input := func(to ir.Topology) {
		if !geometry {
			r.invalid("the execution mode %s of a %s shader", mode, ep.Stage)
		}
		g.Input = to
	}
	output := func(to ir.Topology) {
		switch {
		case geometry:
			g.Output = to
		case mesh:
			m.Output = to
		default:
			r.invalid("the execution mode %s of a %s shader", mode, ep.Stage)
		}
	}
	switch mode {
	case spirv.ExecutionModeXfb:
		r.capturing = true
	case spirv.ExecutionModeInputPoints:
		input(ir.TopologyPoints)
	case spirv.ExecutionModeInputLines:
		input(ir.TopologyLines)
	case spirv.ExecutionModeInputLinesAdjacency:
		input(ir.TopologyLinesAdjacency)
	case spirv.ExecutionModeInputTrianglesAdjacency:
		input(ir.TopologyTrianglesAdjacency)
	case spirv.ExecutionModeTriangles:
		if geometry {
			g.Input = ir.TopologyTriangles
		} else {
			t.Domain = ir.TessTriangles
		}
	case spirv.ExecutionModeQuads:
		t.Domain = ir.TessQuads
	case spirv.ExecutionModeIsolines:
		t.Domain = ir.TessIsolines
	case spirv.ExecutionModeSpacingEqual:
		t.Spacing = ir.TessEqual
	case spirv.ExecutionModeSpacingFractionalEven:
		t.Spacing = ir.TessFractionalEven
	case spirv.ExecutionModeSpacingFractionalOdd:
		t.Spacing = ir.TessFractionalOdd
	case spirv.ExecutionModeVertexOrderCw:
		t.Order = ir.TessClockwise
	case spirv.ExecutionModeVertexOrderCcw:
		t.Order = ir.TessCounterClockwise
	case spirv.ExecutionModePointMode:
		t.Points = true
	case spirv.ExecutionModeInvocations:
		g.Invocations = operands[0]
	case spirv.ExecutionModeOutputVertices:
		switch {
		case geometry:
			g.MaxVertices = operands[0]
		case mesh:
			m.MaxVertices = operands[0]
		default:
			t.Vertices = operands[0]
		}
	case spirv.ExecutionModeOutputPrimitivesEXT:
		m.MaxPrimitives = operands[0]
	case spirv.ExecutionModeOutputPoints:
		output(ir.TopologyPoints)
	case spirv.ExecutionModeOutputLineStrip:
		output(ir.TopologyLineStrip)
	case spirv.ExecutionModeOutputTriangleStrip:
		output(ir.TopologyTriangleStrip)
	case spirv.ExecutionModeOutputLinesEXT:
		output(ir.TopologyLines)
	case spirv.ExecutionModeOutputTrianglesEXT:
		output(ir.TopologyTriangles)
	default:
		return false
	}
	ep.Pipeline = &x
	return true
}

// pipelineOp reads an operation on the pipeline; false if it is none.
func (r *reader) pipelineOp(inst spirv.Inst) bool {
	b := &r.fn.b
	emit := func(o ir.PipelineOp, result ir.TypeID, stream uint32, args ...ssa.Value) ssa.Value {
		i := b.Op(op.Pipeline, result, args...)
		r.fn.f.SetWords(i, [2]uint32{uint32(o) | stream<<6})
		return i
	}
	vals := func(ids ...uint32) (list []ssa.Value) {
		for _, id := range ids {
			list = append(list, r.val(id))
		}
		return list
	}
	end := func() { r.fn.f.SetHalt(r.fn.block, r.span()) }
	stream := func() uint32 {
		n := r.constantWord(inst[1])
		if n > 3 {
			r.invalid("there is no stream %d", n)
		}
		return n
	}
	switch inst.Op() {
	case spirv.OpEmitVertex:
		emit(ir.EmitVertex, 0, 0)
	case spirv.OpEndPrimitive:
		emit(ir.EndPrimitive, 0, 0)
	case spirv.OpEmitStreamVertex:
		emit(ir.EmitVertex, 0, stream())
	case spirv.OpEndStreamPrimitive:
		emit(ir.EndPrimitive, 0, stream())
	case spirv.OpSetMeshOutputsEXT:
		emit(ir.SetMeshOutputs, 0, 0, vals(inst[1], inst[2])...)
	case spirv.OpEmitMeshTasksEXT:
		args := vals(inst[1], inst[2], inst[3])
		if len(inst) > 4 {
			args = append(args, r.pointer(inst[4]))
		}
		emit(ir.EmitMeshTasks, 0, 0, args...)
		end()
	case spirv.OpWritePackedPrimitiveIndices4x8NV:
		r.packedIndices(inst[1], inst[2])
	case spirv.OpTraceRayKHR:
		emit(ir.TraceRay, 0, 0, append(vals(inst[1:11]...), r.pointer(inst[11]))...)
	case spirv.OpTraceNV:
		payload := r.payloadAt(inst[11], spirv.StorageClassRayPayloadKHR, spirv.StorageClassIncomingRayPayloadKHR)
		emit(ir.TraceRay, 0, 0, append(vals(inst[1:11]...), payload)...)
	case spirv.OpExecuteCallableNV:
		data := r.payloadAt(inst[2], spirv.StorageClassCallableDataKHR, spirv.StorageClassIncomingCallableDataKHR)
		emit(ir.ExecuteCallable, 0, 0, r.val(inst[1]), data)
	case spirv.OpReportIntersectionKHR:
		r.set(inst[2], emit(ir.ReportIntersection, ir.TypeBool, 0, vals(inst[3], inst[4])...))
	case spirv.OpReadClockKHR:
		device := uint32(0)
		switch s := spirv.Scope(r.constantWord(inst[3])); s {
		case spirv.ScopeSubgroup:
		case spirv.ScopeDevice:
			device = 1
		default:
			r.unsupported("a clock of the scope %s", s)
		}
		v := emit(ir.ReadClock, ir.TypeVec2U32, device)
		if t := r.value(inst[1]); t == ir.TypeU64 || t == ir.TypeI64 {
			v = b.Op(op.Bitcast, t, v)
		} else if t != ir.TypeVec2U32 {
			r.invalid("a clock has 64 bits")
		}
		r.set(inst[2], v)
	case spirv.OpIgnoreIntersectionKHR:
		emit(ir.IgnoreIntersection, 0, 0)
		end()
	case spirv.OpTerminateRayKHR:
		emit(ir.TerminateRay, 0, 0)
		end()
	case spirv.OpExecuteCallableKHR:
		emit(ir.ExecuteCallable, 0, 0, r.val(inst[1]), r.pointer(inst[2]))
	default:
		return false
	}
	return true
}

// payloadAt is the pointer to the variable of some storage classes at a location: NV's first extension
// names payloads and callable data by number. It requires no declaration: the called shaders then
// declare none either.
func (r *reader) payloadAt(location uint32, classes ...spirv.StorageClass) ssa.Value {
	mode := ssa.ModeRayPayload
	if classes[0] == spirv.StorageClassCallableDataKHR {
		mode = ssa.ModeCallableData
	}
	key := payloadNumber{mode, r.constantWord(location)}
	p, ok := r.payloads[key]
	if !ok {
		if r.payloads == nil {
			r.payloads = map[payloadNumber]numberedPayload{}
		}
		for k := range r.variables[1:] {
			v := &r.variables[k+1]
			if slices.Contains(classes, v.class) && r.number(v.id, -1, spirv.DecorationLocation, ^uint32(0)) == key.location {
				p.declared = v.id
				break
			}
		}
		if p.declared == 0 {
			p.made = r.s.AddVar(ssa.Variable{Name: "payload", Mode: mode, Type: ir.TypeU32, Access: ir.AccessReadWrite})
		}
		r.payloads[key] = p
	}
	if p.declared != 0 {
		return r.pointer(p.declared)
	}
	return r.fn.b.DerefVar(p.made)
}

// A payloadNumber is the number of a payload or of callable data.
type payloadNumber struct {
	mode     ssa.Mode
	location uint32
}

// A numberedPayload is the module's variable with a number, or the one that was made for lack of it.
type numberedPayload struct {
	declared uint32
	made     ssa.VarID
}
