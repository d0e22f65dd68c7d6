package hlsl

// This file writes the stages of ray-tracing pipelines, the functions of a library (shader model
// 6.3). A payload is the one member of a struct, as HLSL takes structs alone.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// stageInputs are the functions that built-in inputs of these stages are.
var stageInputs = [ir.BuiltInCount]string{
	ir.BuiltInRayInvocationID: "DispatchRaysIndex", ir.BuiltInNumRayInvocations: "DispatchRaysDimensions",
	ir.BuiltInInstanceCustomData: "InstanceID", ir.BuiltInInstanceID: "InstanceIndex", ir.BuiltInGeometryIndex: "GeometryIndex",
	ir.BuiltInWorldRayOrigin: "WorldRayOrigin", ir.BuiltInWorldRayDirection: "WorldRayDirection",
	ir.BuiltInObjectRayOrigin: "ObjectRayOrigin", ir.BuiltInObjectRayDirection: "ObjectRayDirection",
	ir.BuiltInRayTMin: "RayTMin", ir.BuiltInRayTCurrentMax: "RayTCurrent",
	ir.BuiltInObjectToWorld: "ObjectToWorld4x3", ir.BuiltInWorldToObject: "WorldToObject4x3",
	ir.BuiltInPrimitiveIndex: "PrimitiveIndex", ir.BuiltInHitKind: "HitKind", ir.BuiltInIncomingRayFlags: "RayFlags",
}

// function is the function that a built-in input of the stage is, or "": it is a parameter.
func (s *stageEntry) function(b *ir.Binding) string {
	if b.Kind != ir.BindBuiltIn || !s.entry.Stage.Info().RayTracing {
		return ""
	}
	return stageInputs[b.BuiltIn]
}

// stageInput spells a built-in input that is a function.
func (w *Writer) stageInput(b *ir.Binding, function string) {
	if b.BuiltIn == ir.BuiltInGeometryIndex {
		w.needs(ShaderModel65, "the built-in value geometry_index", w.Span)
	}
	w.Out.Word(word(function))
	w.Out.Str("()")
}

// raysModel is the shader model from which on there are ray-tracing stages.
const raysModel = ShaderModel63

// structuresModel is the shader model that traces in acceleration structures: by ray queries, if the
// module has no ray-tracing stages.
func (w *Writer) structuresModel() ShaderModel {
	for i := range w.M.EntryPoints {
		if w.M.EntryPoints[i].Stage.Info().RayTracing {
			return raysModel
		}
	}
	return ShaderModel65
}

// box is the struct that holds a value of a type in a payload of a kind.
func (w *Writer) box(kind ir.AddressSpace, t ir.TypeID) text.Name {
	for i := range w.boxes {
		if b := &w.boxes[i]; b.t == t && b.kind == kind {
			return b.name
		}
	}
	o := &w.Out
	name := o.ModuleName(map[ir.AddressSpace]string{ir.SpaceRayPayload: "RayPayload", ir.SpaceCallableData: "CallableData",
		ir.SpaceHitAttribute: "HitAttributes", ir.SpaceTaskPayload: "TaskPayload"}[kind], "Box", false)
	o.Blank()
	o.Str("struct ")
	annotated := kind == ir.SpaceRayPayload && w.opts.ShaderModel >= ShaderModel67
	if annotated {
		o.Str("[raypayload] ")
	}
	o.Declare(name)
	o.Space()
	o.Byte('{')
	o.Indent()
	o.Line()
	w.typeName(t)
	o.Str(" value")
	w.lengths(t)
	if annotated {
		o.Str(" : read(caller, anyhit, closesthit, miss) : write(caller, anyhit, closesthit, miss)")
	}
	o.Byte(';')
	o.Outdent()
	o.Line()
	o.Str("};")
	o.End()
	w.boxes = append(w.boxes, boxed{t, kind, name})
	return name
}

// boxOf is the struct for the memory behind a pointer.
func (w *Writer) boxOf(ptr ir.ExprID, kind ir.AddressSpace) text.Name {
	return w.box(kind, w.M.Types.Pointee(w.Ex.TypeOf(ptr)))
}

// rayDecls declares the structs of payloads.
func (w *Writer) rayDecls(s *stageEntry) {
	o, m := &w.Out, w.M
	w.needs(raysModel, "shaders of the stage "+s.entry.Stage.String(), s.entry.Span)
	one := func(to *ir.GlobalID, id ir.GlobalID) {
		if *to != 0 {
			w.Unsupported("several payloads or hit attributes of one shader", m.Globals[id].Span)
		}
		*to = id
	}
	for _, id := range s.globals {
		switch m.Globals[id].Space {
		case ir.SpaceIncomingRayPayload, ir.SpaceIncomingCallableData:
			one(&s.payload, id)
		case ir.SpaceHitAttribute:
			one(&s.attribute, id)
		}
	}
	s.operations(m, func(f *ir.Function, _ ir.StmtID, v ir.PipelineStmt) {
		switch v.Op {
		case ir.TraceRay:
			w.box(ir.SpaceRayPayload, m.Types.Pointee(f.TypeOf(v.Args[10])))
		case ir.ExecuteCallable:
			w.box(ir.SpaceCallableData, m.Types.Pointee(f.TypeOf(v.Args[1])))
		}
	})
	payload := ir.TypeU32
	if s.payload != 0 {
		payload = m.Globals[s.payload].Type
	}
	switch s.entry.Stage {
	case ir.StageAnyHit, ir.StageClosestHit, ir.StageMiss:
		s.payloadStruct = w.box(ir.SpaceRayPayload, payload)
	case ir.StageCallable:
		s.payloadStruct = w.box(ir.SpaceCallableData, payload)
	}
	attribute := ir.TypeVec2F32
	if s.attribute != 0 {
		attribute = m.Globals[s.attribute].Type
	}
	isHit := s.entry.Stage == ir.StageAnyHit || s.entry.Stage == ir.StageClosestHit
	if isHit && attribute != ir.TypeVec2F32 || s.entry.Stage == ir.StageIntersection {
		s.input = w.box(ir.SpaceHitAttribute, attribute)
	}
	if s.entry.Stage == ir.StageAnyHit {
		s.counts = o.ModuleName("hit_end", "end", false)
		o.Blank()
		o.Str("static uint ")
		o.Declare(s.counts)
		o.Str(" = 0u;")
		o.End()
	}
	if s.entry.Stage == ir.StageIntersection {
		s.attributeMaker = o.ModuleName("make_attributes", "make", false)
		o.Blank()
		w.openEntry(s.attributeMaker, w.named(s.input))
		w.openBody()
		v := w.localOf(s.input, "attributes")
		o.Line()
		o.Name(v)
		o.Str(".value")
		o.Infix("=")
		if s.attribute != 0 {
			o.Name(w.Globals[s.attribute])
		} else {
			o.Str("0.0")
		}
		o.Byte(';')
		w.returns(v)
		w.closeBody()
	}
}

// shaderWords are the words for the stages.
var shaderWords = [ir.NumStages]string{ir.StageRayGeneration: "raygeneration", ir.StageIntersection: "intersection", ir.StageAnyHit: "anyhit",
	ir.StageClosestHit: "closesthit", ir.StageMiss: "miss", ir.StageCallable: "callable"}

// rayEntry writes the entry point of a ray-tracing stage.
func (w *Writer) rayEntry(s *stageEntry, name text.Name) {
	o := &w.Out
	o.Str(`[shader("` + shaderWords[s.entry.Stage] + `")]`)
	o.Line()
	w.openEntry(name, nil)
	payload, attributes := text.Name(0), text.Name(0)
	if s.payloadStruct != 0 {
		payload = o.LocalName("data", "")
		o.Str("inout ")
		o.Name(s.payloadStruct)
		o.Byte(' ')
		o.Declare(payload)
		o.Bind(payload)
	}
	isHit := s.entry.Stage == ir.StageAnyHit || s.entry.Stage == ir.StageClosestHit
	if isHit {
		o.Comma()
		attributes = o.LocalName("attributes", "")
		o.Str("in ")
		if s.input != 0 {
			o.Name(s.input)
		} else {
			o.Word(word("BuiltInTriangleIntersectionAttributes"))
		}
		o.Byte(' ')
		o.Declare(attributes)
		o.Bind(attributes)
	}
	names := w.inputs(s, payload != 0, 0)
	w.openBody()
	copied := func(to, from func()) {
		o.Line()
		to()
		o.Infix("=")
		from()
		o.Byte(';')
	}
	boxed := func() { o.Name(payload); o.Str(".value") }
	if s.payload != 0 {
		copied(w.named(w.Globals[s.payload]), boxed)
	}
	if isHit && s.attribute != 0 {
		copied(w.named(w.Globals[s.attribute]), func() {
			o.Name(attributes)
			if s.input != 0 {
				o.Str(".value")
			} else {
				o.Str(".barycentrics")
			}
		})
	}
	w.callBody(s, names)
	if s.payload != 0 {
		copied(boxed, w.named(w.Globals[s.payload]))
	}
	if s.entry.Stage == ir.StageAnyHit {
		for i, function := range [...]string{"IgnoreHit", "AcceptHitAndEndSearch"} {
			o.Line()
			o.Str("if (")
			o.Name(s.counts)
			o.Infix("==")
			o.Uint(uint64(i + 1))
			o.Str("u) {")
			o.Indent()
			o.Line()
			o.Word(word(function))
			o.Str("();")
			o.Outdent()
			o.Line()
			o.Byte('}')
		}
	}
	w.closeBody()
}

// rayOperation spells the operations of ray-tracing stages.
func (w *Writer) rayOperation(s *stageEntry, v ir.PipelineStmt) {
	o := &w.Out
	args := text.Args{}
	operand := func(name string, i int) { args[name] = func() { w.Operand(0, v.Args[i], anyForm) } }
	switch v.Op {
	case ir.ReportIntersection:
		o.Word(word("ReportHit"))
		o.Byte('(')
		w.Listed(0, true, v.Args)
		o.Comma()
		o.Name(s.attributeMaker)
		o.Str("())")
	case ir.TraceRay:
		for i, name := range [...]string{"scene", "flags", "mask", "offset", "stride", "miss", "origin", "tmin", "direction", "tmax"} {
			operand(name, i)
		}
		args["place"] = func() { w.Place(v.Args[10]) }
		args["box"] = w.boxOf(v.Args[10], ir.SpaceRayPayload)
		o.Template(`{
	RayDesc @ray;
	$ray.TMin = $tmin;
	$ray.TMax = $tmax;
	$ray.Origin = $origin;
	$ray.Direction = $direction;
	$box @data;
	$data.value = $place;
	TraceRay($scene, $flags, $mask, $offset, $stride, $miss, $ray, $data);
	$place = $data.value;
}`, args)
	case ir.ExecuteCallable:
		operand("index", 0)
		args["place"] = func() { w.Place(v.Args[1]) }
		args["box"] = w.boxOf(v.Args[1], ir.SpaceCallableData)
		o.Template(`{
	$box @data;
	$data.value = $place;
	CallShader($index, $data);
	$place = $data.value;
}`, args)
	default:
		panic("hlsl: " + v.Op.String())
	}
}
