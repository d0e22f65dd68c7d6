package glsl

// This file reads payloads, callable data and the calls of the pipeline: of geometry, mesh and
// ray-tracing stages.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

// payloadSpace is the space of a storage qualifier of payloads and their like, or NoSpace.
func payloadSpace(name string) ir.AddressSpace {
	switch name {
	case "rayPayloadEXT", "rayPayloadNV":
		return ir.SpaceRayPayload
	case "rayPayloadInEXT", "rayPayloadInNV":
		return ir.SpaceIncomingRayPayload
	case "hitAttributeEXT", "hitAttributeNV":
		return ir.SpaceHitAttribute
	case "callableDataEXT", "callableDataNV":
		return ir.SpaceCallableData
	case "callableDataInEXT", "callableDataInNV":
		return ir.SpaceIncomingCallableData
	case "hitObjectAttributeEXT", "hitObjectAttributeNV":
		return ir.SpaceHitObjectAttribute
	case "taskPayloadSharedEXT", "taskNV":
		return ir.SpaceTaskPayload
	}
	return ir.NoSpace
}

// payloadVariable declares a payload, a hit attribute or callable data.
func (c *checker) payloadVariable(v *syntax.Declarator, q *qualifiers, t gtype) {
	if !c.fixLengths(v.Name, v.NameSpan, &t) {
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if t.unsized {
		c.sizeUnsized(v.Name, v.NameSpan, &t)
	}
	id := c.payloadGlobal(c.t.Name(v.Name), q, t.ty, v.NameSpan)
	d := decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: t.ty, member: -1, handle: uint32(id)}
	c.notePayload(q, c.declare(d))
}

func (c *checker) payloadGlobal(name string, q *qualifiers, t ir.TypeID, span diag.Span) ir.GlobalID {
	c.m.Globals = append(c.m.Globals, ir.Global{Name: name, Space: q.space, Access: ir.AccessReadWrite, Type: t, Span: span})
	return ir.GlobalID(len(c.m.Globals) - 1)
}

// notePayload makes a payload known by its location.
func (c *checker) notePayload(q *qualifiers, id declID) {
	if q.space == ir.SpaceTaskPayload {
		if c.pipe.task != 0 {
			c.errorf(codeVariable, c.decls[id].span, "a shader has one payload of tasks").Label(c.decls[c.pipe.task].span, "it is declared here")
		}
		c.pipe.task = id
	} else if c.pipe.payloads != nil {
		c.pipe.payloads[payloadKey{q.space, max(q.layout.location, 0)}] = id
	}
}

// payloadBlock declares a block of a payload.
func (c *checker) payloadBlock(v *syntax.Interface, q *qualifiers, members []memberInfo) {
	list := make([]ir.Member, len(members))
	for i := range members {
		list[i] = members[i].Member
	}
	t := c.m.AddStruct(ir.Struct{Name: c.t.Name(v.Name), Members: list, Span: v.NameSpan})
	c.noteStruct(t, structInfo{})
	g := gtype{ty: t, ok: true}
	if len(v.Dims) > 0 {
		if g = c.arrays(g, v.Dims[0], v.Dims, nil); !g.ok {
			c.blockError(v)
			return
		}
	}
	name := v.Instance
	if name == syntax.NoSymbol {
		name = v.Name
	}
	id := c.payloadGlobal(c.t.Name(name), q, g.ty, v.NameSpan)
	d := decl{kind: declGlobal, name: v.Instance, span: v.NameSpan, ty: g.ty, member: -1, handle: uint32(id)}
	c.notePayload(q, c.declare(d))
	if v.Instance != syntax.NoSymbol {
		return
	}
	c.m.Globals[id].Name = spell.LowerFirst(c.t.Name(v.Name))
	for i := range members {
		c.declare(decl{kind: declGlobal, name: members[i].name, span: members[i].Span, ty: members[i].Type, member: int32(i), handle: uint32(id)})
	}
}

// pipelineCall is a call of a function that acts on the pipeline.
func (c *checker) pipelineCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	row := &pipelineFunctions[f.code]
	v := ir.PipelineStmt{Op: row.op}
	if !row.op.In(c.stage) {
		c.errorf(codeStage, c.t.Span(n), "a %s shader has no %s", c.stage, f.name)
		return operand{}
	}
	params := pipelineParameters[row.op]
	if row.op <= ir.EndPrimitive && !c.pipe.passed.at.IsZero() {
		c.errorf(codeStage, c.t.Span(n), "a shader that passes primitives through has no %s", f.name).Label(c.pipe.passed.at, "it passes them here")
		return operand{kind: opVoid}
	}
	streamed := row.op <= ir.EndPrimitive && len(f.name) > len("EndPrimitive")
	if streamed {
		params = []ir.TypeID{tInt}
	}
	if len(list) != len(params) {
		return c.noOverload(n, f.name, list)
	}
	for i, t := range params {
		x := list[i]
		if t == 0 {
			if c.opaques[x.opq].kind != opaqueAcceleration {
				return c.noOverload(n, f.name, list)
			}
			v.Args = append(v.Args, x.expr())
			continue
		}
		if t == tInt { // a stream or the location of a payload
			k, known := c.constInteger(x)
			if !known {
				c.errorf(codeConstWanted, c.t.Span(nodes[i]), "the last argument of %s is a constant", f.name)
				return operand{}
			}
			if streamed {
				if k < 0 || k > 3 {
					c.errorf(codeLimit, c.t.Span(nodes[i]), "there is no stream %d", k)
					return operand{}
				}
				v.Stream = uint8(k)
				continue
			}
			p := c.payloadAt(row.op, k, nodes[i], f.name)
			if p == 0 {
				return operand{}
			}
			v.Args = append(v.Args, p)
			continue
		}
		y := c.implicit(x, t, c.t.Span(nodes[i]), "an argument of "+f.name)
		if !y.ok() {
			return operand{}
		}
		v.Args = append(v.Args, c.toExpr(y))
	}
	if row.op == ir.SetMeshOutputs && f.name != "SetMeshOutputsEXT" {
		c.packedIndices(v.Args[0], v.Args[1])
		return operand{kind: opVoid}
	}
	if row.op == ir.EmitMeshTasks && c.pipe.task != 0 {
		v.Args = append(v.Args, c.wholePointer(c.pipe.task))
	}
	if row.op == ir.ReportIntersection {
		v.Result = c.fn.AddResult(ir.KindPipelineResult, ir.TypeBool, c.b.Span)
	}
	c.b.Push(c.fn.AddPipeline(v, c.b.Span))
	if row.op.Ends() {
		c.b.Push(c.fn.AddSimple(ir.StmtTerminate, c.b.Span))
		c.pipe.ended = true
	}
	if v.Result != 0 {
		return operand{kind: opValue, ty: ir.TypeBool, handle: uint32(v.Result)}
	}
	return operand{kind: opVoid}
}

// payloadAt is the payload at a location.
func (c *checker) payloadAt(o ir.PipelineOp, location int64, n syntax.Node, name string) ir.ExprID {
	spaces := [2]ir.AddressSpace{ir.SpaceRayPayload, ir.SpaceIncomingRayPayload}
	switch o {
	case ir.RecordHit:
		spaces = [2]ir.AddressSpace{ir.SpaceHitObjectAttribute, ir.SpaceHitObjectAttribute}
	case ir.ExecuteCallable:
		spaces = [2]ir.AddressSpace{ir.SpaceCallableData, ir.SpaceIncomingCallableData}
	}
	for _, space := range spaces {
		if id := c.pipe.payloads[payloadKey{space, location}]; id != 0 {
			return c.wholePointer(id)
		}
	}
	if (name == "traceNV" || name == "executeCallableNV") && location >= 0 {
		// NV's extension requires no declaration: the other shaders then declare none either.
		q := qualifiers{space: spaces[0]}
		q.layout.location = location
		id := c.payloadGlobal("payload", &q, ir.TypeU32, c.t.Span(n))
		c.notePayload(&q, c.declare(decl{kind: declGlobal, span: c.t.Span(n), ty: ir.TypeU32, member: -1, handle: uint32(id)}))
		return c.b.Global(id)
	}
	c.errorf(codeNoMatch, c.t.Span(n), "%s: there is no payload at location %d", name, location)
	return 0
}

// wholePointer is the address of all of a variable.
func (c *checker) wholePointer(id declID) ir.ExprID {
	return c.b.Global(ir.GlobalID(c.decls[id].handle))
}

// endsHit is ignoreIntersectionEXT or terminateRayEXT; false if it is neither.
func (c *checker) endsHit(n syntax.Node) bool {
	o := ir.IgnoreIntersection
	switch c.t.Name(c.t.Terminate(n)) {
	case "ignoreIntersectionEXT":
	case "terminateRayEXT":
		o = ir.TerminateRay
	default:
		return false
	}
	if !o.In(c.stage) {
		c.errorf(codeStage, c.t.Span(n), "a %s shader has no %s", c.stage, c.t.Name(c.t.Terminate(n)))
		return true
	}
	c.b.Push(c.fn.AddPipeline(ir.PipelineStmt{Op: o}, c.b.Span))
	c.b.Push(c.fn.AddSimple(ir.StmtTerminate, c.b.Span))
	return true
}
