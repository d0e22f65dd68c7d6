package spirv

// This file writes operations on hit objects, and properties of hits.

import (
	"refract/internal/back"
	"refract/internal/builtin/hits"
	"refract/ir"
	"refract/spirv"
)

// hitObjectType is the type of hit objects.
func (e *emitter) hitObjectType() id {
	if e.hitForm == back.HitObjectsEXT {
		e.need(spirv.CapabilityShaderInvocationReorderEXT)
		return e.intern(spirv.OpTypeHitObjectEXT, 0)
	}
	e.need(spirv.CapabilityShaderInvocationReorderNV)
	return e.intern(spirv.OpTypeHitObjectNV, 0)
}

// hitOperation writes an operation on a hit object.
func (w *Writer) hitOperation(v *ir.PipelineStmt, args []id) {
	form := w.hitForm
	if lacks := form.Lacks(v); lacks != "" {
		w.fail("SPIR-V can't express " + lacks)
		return
	}
	row, o := &hits.Operations[v.Op], v.Op
	motion := hits.HasTime(o, len(args))
	code := row.NV
	switch {
	case form == back.HitObjectsEXT && motion:
		code = row.EXTMotion
	case form == back.HitObjectsEXT:
		code = row.EXT
	case motion:
		code = row.NVMotion
	}
	if o == ir.ReorderThread && len(args) == 2 {
		if code = spirv.OpReorderThreadWithHintNV; form == back.HitObjectsEXT {
			code = spirv.OpReorderThreadWithHintEXT
		}
	}
	w.code.Begin(code)
	for i, a := range args {
		if motion && i == len(args)-1 || o == ir.RecordMiss && i == 1 && form == back.HitObjectsNV {
			continue
		}
		w.code.Words(a)
		if motion && i == row.TimeBehind {
			w.code.Words(args[len(args)-1])
		}
	}
	w.code.End()
	if motion {
		w.need(spirv.CapabilityRayTracingMotionBlurNV)
	}
}

// readHit writes the read of a property of a hit object, or of an intersection of a query.
func (w *Writer) readHit(v *ir.PipelineStmt, object id, query bool) id {
	p, committed := v.Property()
	row := &hits.Properties[p]
	if row.Capability != 0 {
		w.need(row.Capability)
	}
	t := w.typ(v.ResultType(&w.m.Types))
	if query {
		return w.inst2(row.QueryOp, t, object, w.whichIntersection(committed))
	}
	form := w.hitForm
	if lacks := form.Lacks(v); lacks != "" {
		w.fail("SPIR-V can't express " + lacks)
		return w.zero(v.ResultType(&w.m.Types))
	}
	if form == back.HitObjectsEXT {
		return w.inst1(row.EXT, t, object)
	}
	return w.inst1(row.NV, t, object)
}

// traceMotion writes the trace of a ray with a time.
func (w *Writer) traceMotion(args []id) {
	w.need(spirv.CapabilityRayTracingMotionBlurNV)
	w.code.Begin(spirv.OpTraceRayMotionNV)
	w.code.Words(args[:10]...)
	w.code.Words(args[11], args[10])
	w.code.End()
}

// fetchMicroVertex writes the read of a vertex of a displaced micro-triangle.
func (w *Writer) fetchMicroVertex(v *ir.PipelineStmt, args []id) id {
	w.need(spirv.CapabilityDisplacementMicromapNV)
	code := spirv.OpFetchMicroTriangleVertexPositionNV
	if v.Stream == 1 {
		code = spirv.OpFetchMicroTriangleVertexBarycentricNV
	}
	t, r := w.typ(v.ResultType(&w.m.Types)), w.out.NewID()
	w.code.Begin(code)
	w.code.Words(t, r)
	w.code.Words(args...)
	w.code.End()
	return r
}
