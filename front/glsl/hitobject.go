package glsl

// This file checks functions on hit objects (GL_NV_shader_invocation_reorder,
// GL_EXT_shader_invocation_reorder), properties of hits that NV's extensions have for hit objects and ray
// queries alike, and traces of rays with a time.

import (
	"slices"
	"strings"

	"refract/internal/builtin/hits"
	"refract/internal/front/glsl/syntax"
	"refract/internal/lazy"
	"refract/ir"
)

// Kinds of parameters that aren't values; the others are the types of values.
const (
	hitObject    ir.TypeID = 1<<24 + iota
	hitQuery               // a ray query
	hitStructure           // an acceleration structure
	hitPayload             // the location of a payload
	hitAttribute           // the location of attributes of a hit object
)

// A hitFunction is a row.
type hitFunction struct {
	name     string
	op       ir.PipelineOp
	property ir.RayProperty
	query    bool // the property is one of a query's intersection
	reorders bool // invocations are reordered, and the object's shader runs
	params   []ir.TypeID
	motion   bool // the ray has a time
	av       avail
}

// hitParams are the parameters of operations, without a time.
var hitParams = [ir.NumPipelineOps][]ir.TypeID{
	ir.TraceRay:          {hitStructure, tUint, tUint, tUint, tUint, tUint, vec3, tFloat, vec3, tFloat, hitPayload},
	ir.TraceHit:          {hitObject, hitStructure, tUint, tUint, tUint, tUint, tUint, vec3, tFloat, vec3, tFloat, hitPayload},
	ir.RecordHit:         {hitObject, hitStructure, tUint, tUint, tUint, tUint, tUint, tUint, vec3, tFloat, vec3, tFloat, hitAttribute},
	ir.RecordHitAt:       {hitObject, hitStructure, tUint, tUint, tUint, tUint, tUint, vec3, tFloat, vec3, tFloat, hitAttribute},
	ir.RecordMiss:        {hitObject, tUint, tUint, vec3, tFloat, vec3, tFloat},
	ir.RecordEmpty:       {hitObject},
	ir.RecordQuery:       {hitObject, hitQuery, tUint, hitAttribute, tUint},
	ir.SetRecordIndex:    {hitObject, tUint},
	ir.ExecuteHit:        {hitObject, hitPayload},
	ir.ReadHitAttributes: {hitObject, hitAttribute},
	ir.ReorderThread:     {hitObject, tUint, tUint},
	ir.FetchMicroVertex:  {hitStructure, tUint, tUint, tUint, ivec2},
}

// withTime are the parameters with the time of a ray.
func withTime(o ir.PipelineOp) []ir.TypeID {
	list, k := hitParams[o], hits.TimeBehind(o)+1
	return append(append(list[:k:k], tFloat), list[k:]...)
}

// hitFunctions is the table.
var hitFunctions = lazy.Value[[]hitFunction]{Make: func() (list []hitFunction) {
	nv, ext := only(exts{extHitObjectsNV}), only(exts{extHitObjects})
	for k := range hits.Operations {
		row, o := &hits.Operations[k], ir.PipelineOp(k)
		prefix := "hitObject"
		if o == ir.ReorderThread {
			prefix = ""
		}
		for _, x := range []struct {
			has    bool
			suffix string
			av     avail
		}{{row.NV != 0, "NV", nv}, {row.EXT != 0, "EXT", ext}} {
			if !x.has {
				continue
			}
			list = append(list, hitFunction{name: prefix + row.Name + x.suffix, op: o, params: hitParams[o], av: x.av})
			if row.Motion != "" {
				list = append(list, hitFunction{name: prefix + row.Motion + x.suffix, op: o, params: withTime(o), motion: true, av: x.av})
			}
		}
	}
	for k := range hits.Properties {
		row, p := &hits.Properties[k], ir.RayProperty(k)
		if row.NV != 0 {
			list = append(list, hitFunction{name: "hitObject" + row.Name + "NV", op: ir.ReadHit, property: p, av: nv})
		}
		if row.EXT != 0 && row.EXT != row.NV {
			list = append(list, hitFunction{name: "hitObject" + row.Name + "EXT", op: ir.ReadHit, property: p, av: ext})
		}
		if row.Query != "" {
			list = append(list, hitFunction{name: "rayQuery" + row.Query + "NV", op: ir.ReadHit, property: p, query: true, av: rays()})
		}
	}
	motion := withTime(ir.TraceHit)
	return append(list,
		hitFunction{name: "traceRayMotionNV", op: ir.TraceRay, params: withTime(ir.TraceRay), motion: true, av: motionAv()},
		hitFunction{name: "hitObjectReorderExecuteEXT", op: ir.ExecuteHit, params: hitParams[ir.ExecuteHit], reorders: true, av: ext},
		hitFunction{name: "hitObjectTraceReorderExecuteEXT", op: ir.TraceHit, params: hitParams[ir.TraceHit], reorders: true, av: ext},
		hitFunction{name: "hitObjectTraceMotionReorderExecuteEXT", op: ir.TraceHit, params: motion, motion: true, reorders: true, av: ext},
		hitFunction{name: "fetchMicroTriangleVertexPositionNV", op: ir.FetchMicroVertex, params: hitParams[ir.FetchMicroVertex], av: micromapAv()},
		hitFunction{name: "fetchMicroTriangleVertexBarycentricNV", op: ir.FetchMicroVertex, params: hitParams[ir.FetchMicroVertex], av: micromapAv()})
}}

// isHitPlace reports whether an argument of such a function stays a place: an object, or an array that
// the function writes.
func (c *checker) isHitPlace(f *memoryFunction, i, n int, x operand) bool {
	row := &hitFunctions.Get()[f.code]
	return x.kind == opResource || x.kind == opRef && c.holdsRayObject(x.ty) ||
		row.op == ir.ReadHit && row.property.IsArray() && i == n-1
}

// hitCall checks a call of such a function.
func (c *checker) hitCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	row := &hitFunctions.Get()[f.code]
	if !row.op.In(c.stage) {
		c.errorf(codeStage, c.t.Span(n), "a %s shader has no %s", c.stage, f.name)
		return operand{}
	}
	if row.op == ir.ReadHit {
		return c.readHit(n, f, list)
	}
	params, hint := row.params, []operand(nil)
	switch {
	case row.op == ir.ReorderThread && len(list) == 2:
		params = []ir.TypeID{tUint, tUint}
	case row.op == ir.ReorderThread && len(list) == 1, row.op == ir.RecordQuery && len(list) == len(params)-1:
		params = params[:len(list)]
	case row.op == ir.RecordMiss && strings.HasSuffix(f.name, "NV"): // without flags
		params = append([]ir.TypeID{hitObject}, params[2:]...)
	case row.reorders && len(list) == len(params)+2: // the hint stands before the payload
		k := len(params) - 1
		hint = slices.Clone(list[k : k+2])
		list, nodes = slices.Delete(slices.Clone(list), k, k+2), slices.Delete(slices.Clone(nodes), k, k+2)
	}
	v := ir.PipelineStmt{Op: row.op, Args: c.hitArguments(n, f, list, nodes, params)}
	if v.Args == nil {
		return operand{}
	}
	if row.op == ir.RecordMiss && strings.HasSuffix(f.name, "NV") {
		v.Args = append(v.Args[:1], append([]ir.ExprID{c.b.U32(0)}, v.Args[1:]...)...)
	}
	if row.motion {
		k := hits.TimeBehind(row.op) + 1
		time := v.Args[k]
		v.Args = append(append(v.Args[:k:k], v.Args[k+1:]...), time)
	}
	switch {
	case row.op == ir.FetchMicroVertex:
		if strings.Contains(f.name, "Barycentric") {
			v.Stream = 1
		}
		t := v.ResultType(&c.m.Types)
		v.Result = c.fn.AddResult(ir.KindPipelineResult, t, c.b.Span)
		c.b.Push(c.fn.AddPipeline(v, c.b.Span))
		return operand{kind: opValue, ty: t, handle: uint32(v.Result)}
	case row.reorders:
		c.reorderAndExecute(n, v, hint)
	default:
		c.b.Push(c.fn.AddPipeline(v, c.b.Span))
	}
	return operand{kind: opVoid}
}

// reorderAndExecute makes the operations of a function that reorders invocations between others.
func (c *checker) reorderAndExecute(n syntax.Node, v ir.PipelineStmt, hint []operand) {
	if !ir.ReorderThread.In(c.stage) {
		c.errorf(codeStage, c.t.Span(n), "a %s shader can't reorder invocations", c.stage)
		return
	}
	execute := v
	if v.Op == ir.TraceHit {
		c.b.Push(c.fn.AddPipeline(v, c.b.Span))
		execute = ir.PipelineStmt{Op: ir.ExecuteHit, Args: []ir.ExprID{v.Args[0], v.Args[11]}}
	}
	reorder := ir.PipelineStmt{Op: ir.ReorderThread, Args: []ir.ExprID{v.Args[0]}}
	for _, x := range hint {
		y := c.implicit(x, tUint, c.t.Span(n), "a hint")
		if !y.ok() {
			return
		}
		reorder.Args = append(reorder.Args, c.toExpr(y))
	}
	c.b.Push(c.fn.AddPipeline(reorder, c.b.Span))
	c.b.Push(c.fn.AddPipeline(execute, c.b.Span))
}

// hitArguments are the operands of an operation, or nil if the arguments don't fit.
func (c *checker) hitArguments(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node, params []ir.TypeID) (args []ir.ExprID) {
	if len(list) != len(params) {
		c.noOverload(n, f.name, list)
		return nil
	}
	for i, p := range params {
		x := list[i]
		switch p {
		case hitObject, hitQuery:
			object, ok := c.rayObject(x, p == hitQuery)
			if !ok {
				c.noOverload(n, f.name, list)
				return nil
			}
			args = append(args, object)
		case hitStructure:
			if c.opaques[x.opq].kind != opaqueAcceleration {
				c.noOverload(n, f.name, list)
				return nil
			}
			args = append(args, x.expr())
		case hitPayload, hitAttribute:
			k, known := c.constInteger(x)
			if !known {
				c.errorf(codeConstWanted, c.t.Span(nodes[i]), "the location of a payload or of attributes is a constant")
				return nil
			}
			o := ir.TraceRay
			if p == hitAttribute {
				o = ir.RecordHit
			}
			at := c.payloadAt(o, k, nodes[i], f.name)
			if at == 0 {
				return nil
			}
			args = append(args, at)
		default:
			y := c.implicit(x, p, c.t.Span(nodes[i]), "an argument of "+f.name)
			if !y.ok() {
				return nil
			}
			args = append(args, c.toExpr(y))
		}
	}
	return args
}

// rayObject is the place of a hit object or of a ray query.
func (c *checker) rayObject(x operand, query bool) (ir.ExprID, bool) {
	switch {
	case x.kind != opRef:
	case query && x.ty == c.queryType():
		return c.queryPointer(x), true
	case !query && c.at(x.ty).Kind == ir.TypeHitObject:
		return x.expr(), true
	}
	return 0, false
}

// readHit reads a property of a hit object, or of an intersection of a query.
func (c *checker) readHit(n syntax.Node, f *memoryFunction, list []operand) operand {
	row := &hitFunctions.Get()[f.code]
	want := 1
	if row.query {
		want = 2
	}
	t := row.property.Type(&c.m.Types)
	if row.property.IsArray() {
		want++
	}
	if len(list) != want || row.property.IsArray() && list[want-1].ty != t {
		return c.noOverload(n, f.name, list)
	}
	object, ok := c.rayObject(list[0], row.query)
	if !ok {
		return c.noOverload(n, f.name, list)
	}
	committed := false
	if row.query {
		if !list[1].isConst() {
			return c.noOverload(n, f.name, list)
		}
		committed = list[1].bits != 0
	}
	v := ir.PipelineStmt{Op: ir.ReadHit, Args: []ir.ExprID{object}, Stream: ir.ReadOf(row.property, committed)}
	v.Result = c.fn.AddResult(ir.KindPipelineResult, t, c.b.Span)
	c.b.Push(c.fn.AddPipeline(v, c.b.Span))
	x := operand{kind: opValue, ty: t, handle: uint32(v.Result)}
	switch {
	case row.property.IsArray():
		c.store(list[want-1], x)
		return operand{kind: opVoid}
	case hits.Properties[row.property].Signed:
		return c.cast(ir.I32, x)
	}
	return x
}
