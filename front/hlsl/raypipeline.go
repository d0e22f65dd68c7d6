package hlsl

// This file reads ray-tracing stages, and payloads. The payload of a shader that is called is a variable of
// the module, which the parameter stands for. A payload that is passed to another shader is copied to a
// variable, and back.

import (
	"strings"

	"refract/ir"
)

// payloadKey is a variable of payloads: one for each type.
type payloadKey struct {
	space ir.AddressSpace
	ty    typeID
}

// payloadGlobal is the variable of payloads of a type.
func (c *checker) payloadGlobal(space ir.AddressSpace, t typeID, at span) ir.GlobalID {
	c.funcs[c.curFunc].bound = true
	key := payloadKey{space, t}
	if id := c.payloads[key]; id != 0 {
		return id
	}
	if c.payloads == nil {
		c.payloads = map[payloadKey]ir.GlobalID{}
	}
	name := map[ir.AddressSpace]string{ir.SpaceRayPayload: "payload", ir.SpaceCallableData: "data", ir.SpaceHitAttribute: "attributes", ir.SpaceTaskPayload: "payload"}[space]
	c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: space, Access: ir.AccessReadWrite, Type: c.attributeType(space, t), Span: at})
	id := ir.GlobalID(len(c.m.Globals) - 1)
	c.payloads[key] = id
	return id
}

// attributeType is the module's type of a payload. The attributes of triangles are two numbers.
func (c *checker) attributeType(space ir.AddressSpace, t typeID) ir.TypeID {
	if space == ir.SpaceHitAttribute && c.structOf(t).name == triangleAttributes {
		return ir.TypeVec2F32
	}
	return c.irOf(t)
}

const triangleAttributes = "BuiltInTriangleIntersectionAttributes"

// declarePayload declares a parameter that is the variable of a payload.
func (c *checker) declarePayload(p *param, space ir.AddressSpace) {
	if !c.isStruct(p.ty) || c.holdsResource(p.ty) {
		c.errorf(codeEntryPoint, p.span, "the payload %q is a struct, not %s", c.t.Name(p.name), c.name(p.ty))
		c.declareError(p.name, p.span)
		return
	}
	c.m.Globals = append(c.m.Globals, ir.Global{Name: c.t.Name(p.name), Space: space, Access: ir.AccessReadWrite, Type: c.irOf(p.ty), Span: p.span})
	id := ir.GlobalID(len(c.m.Globals) - 1)
	if p.dir != dirIn {
		c.entry.incoming = id
	}
	c.declare(decl{kind: declGlobal, name: p.name, span: p.span, ty: p.ty, handle: uint32(id), member: -1, fixed: p.dir == dirIn})
}

// rayParam declares a parameter of a ray-tracing stage.
func (c *checker) rayParam(p *param) {
	called := stageMask(1 << ir.StageCallable).has(c.stage)
	traced := (inHits | 1<<ir.StageMiss).has(c.stage)
	e := &c.entry
	switch {
	case (called || traced) && !e.payload && p.dir == dirInout:
		space := ir.SpaceIncomingRayPayload
		if called {
			space = ir.SpaceIncomingCallableData
		}
		e.payload = true
		c.declarePayload(p, space)
	case inHits.has(c.stage) && !e.attribute && p.dir == dirIn:
		e.attribute = true
		if !c.isStruct(p.ty) || c.structOf(p.ty).name != triangleAttributes {
			c.declarePayload(p, ir.SpaceHitAttribute)
			return
		}
		id := c.payloadGlobal(ir.SpaceHitAttribute, p.ty, p.span)
		c.b.Span = p.span
		v := c.b.Compose(c.irOf(p.ty), c.b.Load(c.b.Global(id)))
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span})
		c.b.DeclareLocal(l, v)
		c.declare(decl{kind: declLocal, name: p.name, span: p.span, ty: p.ty, handle: uint32(l), member: -1})
	default:
		want := "no parameters"
		switch {
		case inHits.has(c.stage):
			want = "an inout payload, and attributes that are in"
		case called || traced:
			want = "one inout payload"
		}
		c.errorf(codeEntryPoint, p.span, "a %s shader has %s", c.stage, want)
		c.declareError(p.name, p.span)
	}
}

// inStage reports a function that the stage doesn't have. In functions that nothing reaches there
// is no stage.
func (c *checker) inStage(k *icall, stages stageMask) bool {
	if c.checking {
		return false
	}
	if !stages.has(c.stage) {
		c.errorf(codeStage, c.t.Span(k.n), "a %s shader has no %s", c.stage, k.name())
		return false
	}
	return true
}

func (c *checker) pipelineOp(v ir.PipelineStmt) {
	c.funcs[c.curFunc].bound = true
	c.b.Push(c.fn.AddPipeline(v, c.b.Span))
}

// ending builds an operation that ends the invocation.
func (c *checker) ending(k *icall, v ir.PipelineStmt) operand {
	if c.whole != k.n {
		return c.unsupported(c.t.Span(k.n), k.name()+" within an expression")
	}
	c.pipelineOp(v)
	c.b.Push(c.fn.AddSimple(ir.StmtTerminate, c.b.Span))
	c.ended = true
	return operand{kind: opVoid, ty: tVoid}
}

// endHit is IgnoreHit or AcceptHitAndEndSearch.
func (c *checker) endHit(k *icall) operand {
	if !c.inStage(k, 1<<ir.StageAnyHit) {
		return operand{kind: opVoid, ty: tVoid}
	}
	v := ir.PipelineStmt{Op: ir.IgnoreIntersection}
	if k.name() == "AcceptHitAndEndSearch" {
		v.Op = ir.TerminateRay
	}
	return c.ending(k, v)
}

// passed copies a payload to its variable; copying back is the function that is returned.
func (c *checker) passed(k *icall, i int, space ir.AddressSpace) (p ir.ExprID, back func()) {
	x := k.a[i]
	if !c.writable(x, k.nodes[i], "pass for an out parameter") {
		return 0, nil
	}
	if x.kind != opRef || !c.isStruct(x.ty) || c.holdsResource(x.ty) {
		c.errorf(codeType, c.t.Span(k.nodes[i]), "the payload is a variable of a struct type, not %s", c.typeName(x))
		return 0, nil
	}
	p = c.b.Global(c.payloadGlobal(space, x.ty, c.t.Span(k.nodes[i])))
	c.b.Store(p, c.toExpr(c.rvalue(x)))
	return p, func() { c.store(x, value(c.b.Load(p), x.ty)) }
}

// traceRay is TraceRay.
func (c *checker) traceRay(k *icall) operand {
	void := operand{kind: opVoid, ty: tVoid}
	if !c.inStage(k, 1<<ir.StageRayGeneration|1<<ir.StageClosestHit|1<<ir.StageMiss) {
		return void
	}
	if x := k.a[0]; x.kind != opResource || !c.isResource(x.ty) || c.info(x.ty).form != resAcceleration {
		return c.noOverload(k)
	}
	v := ir.PipelineStmt{Op: ir.TraceRay, Args: []ir.ExprID{c.handle(k.a[0])}}
	for i := 1; i <= 5; i++ {
		x := c.implicit(k.a[i], tUint, c.t.Span(k.nodes[i]), "an argument of TraceRay")
		if !x.ok() {
			return x
		}
		v.Args = append(v.Args, c.toExpr(x))
	}
	ray := k.a[6]
	if !c.isStruct(ray.ty) || c.structOf(ray.ty).name != "RayDesc" {
		c.errorf(codeType, c.t.Span(k.nodes[6]), "the ray is a RayDesc, not %s", c.typeName(ray))
		return operand{}
	}
	for i := range 4 {
		v.Args = append(v.Args, c.toExpr(c.memberOf(ray, i)))
	}
	p, back := c.passed(k, 7, ir.SpaceRayPayload)
	if back == nil {
		return operand{}
	}
	v.Args = append(v.Args, p)
	c.pipelineOp(v)
	back()
	return void
}

// callShader is CallShader.
func (c *checker) callShader(k *icall) operand {
	if !c.inStage(k, 1<<ir.StageRayGeneration|1<<ir.StageClosestHit|1<<ir.StageMiss|1<<ir.StageCallable) {
		return operand{kind: opVoid, ty: tVoid}
	}
	i := k.a[0]
	i = c.implicit(i, tUint, c.t.Span(k.nodes[0]), "the index of a shader")
	if !i.ok() {
		return i
	}
	at := c.toExpr(i)
	p, back := c.passed(k, 1, ir.SpaceCallableData)
	if back == nil {
		return operand{}
	}
	c.pipelineOp(ir.PipelineStmt{Op: ir.ExecuteCallable, Args: []ir.ExprID{at, p}})
	back()
	return operand{kind: opVoid, ty: tVoid}
}

// reportHit is ReportHit.
func (c *checker) reportHit(k *icall) operand {
	if !c.inStage(k, 1<<ir.StageIntersection) {
		return constBool(false)
	}
	t := c.implicit(k.a[0], tFloat, c.t.Span(k.nodes[0]), "the distance of a hit")
	kind := c.implicit(k.a[1], tUint, c.t.Span(k.nodes[1]), "the kind of a hit")
	x := k.a[2]
	if !t.ok() || !kind.ok() {
		return operand{}
	}
	if !c.isStruct(x.ty) || c.holdsResource(x.ty) {
		c.errorf(codeType, c.t.Span(k.nodes[2]), "the attributes of a hit are a struct, not %s", c.typeName(x))
		return operand{}
	}
	for key, id := range c.payloads {
		if key.space == ir.SpaceHitAttribute && key.ty != x.ty && id != 0 {
			c.unsupported(c.t.Span(k.n), "hits with attributes of several types in one shader")
			return operand{}
		}
	}
	p := c.b.Global(c.payloadGlobal(ir.SpaceHitAttribute, x.ty, c.t.Span(k.nodes[2])))
	if c.structOf(x.ty).name == triangleAttributes {
		x = c.memberOf(x, 0)
	}
	c.b.Store(p, c.toExpr(x))
	v := ir.PipelineStmt{Op: ir.ReportIntersection, Args: []ir.ExprID{c.toExpr(t), c.toExpr(kind)}}
	v.Result = c.fn.AddResult(ir.KindPipelineResult, ir.TypeBool, c.b.Span)
	c.pipelineOp(v)
	return value(v.Result, tBool)
}

// rayValues are the functions that are built-in inputs of ray-tracing stages.
var rayValues = []struct {
	name   string
	value  ir.BuiltIn
	stages stageMask
}{
	{"DispatchRaysIndex", ir.BuiltInRayInvocationID, inRays},
	{"DispatchRaysDimensions", ir.BuiltInNumRayInvocations, inRays},
	{"WorldRayOrigin", ir.BuiltInWorldRayOrigin, inTraced},
	{"WorldRayDirection", ir.BuiltInWorldRayDirection, inTraced},
	{"ObjectRayOrigin", ir.BuiltInObjectRayOrigin, inObjects},
	{"ObjectRayDirection", ir.BuiltInObjectRayDirection, inObjects},
	{"RayTMin", ir.BuiltInRayTMin, inTraced},
	{"RayTCurrent", ir.BuiltInRayTCurrentMax, inTraced},
	{"RayFlags", ir.BuiltInIncomingRayFlags, inTraced},
	{"PrimitiveIndex", ir.BuiltInPrimitiveIndex, inObjects},
	{"InstanceID", ir.BuiltInInstanceCustomData, inObjects},
	{"InstanceIndex", ir.BuiltInInstanceID, inObjects},
	{"GeometryIndex", ir.BuiltInGeometryIndex, inObjects},
	{"HitKind", ir.BuiltInHitKind, inHits},
	{"ObjectToWorld", ir.BuiltInObjectToWorld, inObjects},
	{"WorldToObject", ir.BuiltInWorldToObject, inObjects},
	{"ObjectToWorld3x4", ir.BuiltInObjectToWorld, inObjects},
	{"WorldToObject3x4", ir.BuiltInWorldToObject, inObjects},
	{"ObjectToWorld4x3", ir.BuiltInObjectToWorld, inObjects},
	{"WorldToObject4x3", ir.BuiltInWorldToObject, inObjects},
}

// rayValue is a function that is a built-in input.
func (c *checker) rayValue(k *icall) operand {
	name := k.name()
	for i := range rayValues {
		r := &rayValues[i]
		if r.name != name {
			continue
		}
		_, t := builtInType(r.value)
		transposed := t.isMatrix() && !strings.HasSuffix(name, "4x3")
		if !c.inStage(k, r.stages) {
			if transposed {
				t = matrixType(kFloat, 3, 4)
			}
			return c.zero(t)
		}
		x := c.builtInValue(r.value)
		if transposed {
			return c.math(ir.MathTranspose, matrixType(kFloat, 3, 4), x)
		}
		return x
	}
	return operand{}
}
