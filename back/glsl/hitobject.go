package glsl

// This file spells operations on hit objects (GL_NV_shader_invocation_reorder,
// GL_EXT_shader_invocation_reorder), properties of hits, and traces of rays with a time.

import (
	"strconv"

	"refract/internal/back"
	"refract/internal/back/text"
	"refract/internal/builtin/hits"
	"refract/ir"
	"refract/spirv"
)

// hitSuffix is the suffix of names of the extension that hit objects are written by, which is required.
func (w *Writer) hitSuffix() string {
	if w.hitForm == back.HitObjectsEXT {
		w.require(hitObjects, w.Span)
		return "EXT"
	}
	w.require(hitObjectsNV, w.Span)
	return "NV"
}

// propertyFeature is the feature of a capability that a property needs; ok is false if it needs none.
func propertyFeature(c spirv.Capability) (f feature, ok bool) {
	switch c {
	case spirv.CapabilityRayTracingMotionBlurNV:
		return rayMotion, true
	case spirv.CapabilityRayTracingPositionFetchKHR:
		return positionFetch, true
	case spirv.CapabilityRayTracingClusterAccelerationStructureNV:
		return rayClusters, true
	case spirv.CapabilityRayTracingSpheresGeometryNV, spirv.CapabilityRayTracingLinearSweptSpheresGeometryNV:
		return raySpheres, true
	}
	return 0, false
}

// isOutArray reports whether a value comes back through a parameter: an array that is read of a hit.
func (w *Writer) isOutArray(e ir.ExprID) bool {
	if w.F.Kind(e) != ir.KindPipelineResult {
		return false
	}
	v := w.F.Pipeline(w.Plan.ResultOf(e))
	p, _ := v.Property()
	return v.Op == ir.ReadHit && p.IsArray()
}

// readHit spells a property of a hit object or of an intersection; an array is read into a variable.
func (w *Writer) readHit(v *ir.PipelineStmt, to text.Name) {
	o := &w.Out
	p, committed := v.Property()
	row := &hits.Properties[p]
	if f, ok := propertyFeature(row.Capability); ok {
		w.require(f, w.Span)
	}
	if row.Signed {
		o.Str("uint(")
	}
	if w.M.Types.At(w.M.Types.Pointee(w.Ex.TypeOf(v.Args[0]))).Kind == ir.TypeRayQuery {
		w.require(rayQueries, w.Span)
		o.Str("rayQuery" + row.Query + "NV(")
		w.Place(v.Args[0])
		o.Comma()
		o.Str(strconv.FormatBool(committed))
	} else {
		suffix := w.hitSuffix()
		if lacks := w.hitForm.Lacks(v); lacks != "" {
			w.Unsupported(lacks, w.Span)
		}
		if row.EXT == row.NV {
			suffix = "NV" // of another extension
		}
		o.Str("hitObject" + row.Name + suffix + "(")
		w.Place(v.Args[0])
	}
	if p.IsArray() {
		o.Comma()
		o.Name(to)
	}
	o.Byte(')')
	if row.Signed {
		o.Byte(')')
	}
}

// hitOperation spells another operation.
func (w *Writer) hitOperation(v *ir.PipelineStmt) {
	o := &w.Out
	motion := hits.HasTime(v.Op, len(v.Args))
	if motion {
		w.require(rayMotion, w.Span)
	}
	suffix := "NV"
	switch v.Op {
	case ir.TraceRay:
		w.require(rayTracing, w.Span)
		o.Str("traceRayMotion")
	case ir.FetchMicroVertex:
		w.require(rayMicromaps, w.Span)
		o.Str([...]string{"fetchMicroTriangleVertexPosition", "fetchMicroTriangleVertexBarycentric"}[v.Stream])
	default:
		suffix = w.hitSuffix()
		if lacks := w.hitForm.Lacks(v); lacks != "" {
			w.Unsupported(lacks, w.Span)
		}
		row := &hits.Operations[v.Op]
		if v.Op != ir.ReorderThread {
			o.Str("hitObject")
		}
		name := row.Name
		if motion {
			name = row.Motion
		}
		o.Str(name)
	}
	o.Str(suffix + "(")
	var order [14]int // of the operands: a time stands before the last ones
	list := order[:0]
	for i := range v.Args {
		if motion && i == len(v.Args)-1 || v.Op == ir.RecordMiss && i == 1 && suffix == "NV" {
			continue
		}
		if list = append(list, i); motion && i == hits.TimeBehind(v.Op) {
			list = append(list, len(v.Args)-1)
		}
	}
	for k, i := range list {
		if k > 0 {
			o.Comma()
		}
		w.hitArgument(v, i)
	}
	o.Byte(')')
}

// hitArgument spells an operand: a payload or attributes by their location.
func (w *Writer) hitArgument(v *ir.PipelineStmt, i int) {
	a := v.Args[i]
	t := w.M.Types.At(w.Ex.TypeOf(a))
	switch {
	case t.Kind == ir.TypePointer && w.M.Types.At(t.Base).IsRayObject():
		w.Place(a)
	case t.Kind == ir.TypePointer && w.Ex.Kind(a) != ir.KindGlobal:
		w.Unsupported("a payload that is a part of a variable", w.Span)
	case t.Kind == ir.TypePointer:
		w.Out.Uint(uint64(w.payloadLocation(w.Ex.GlobalRef(a))))
	case (v.Op == ir.RecordHit || v.Op == ir.RecordHitAt) && i >= 2 && i <= 4 || v.Op == ir.FetchMicroVertex && i >= 1 && i <= 3:
		w.Out.Str("int(")
		w.Expr(a, anyForm)
		w.Out.Byte(')')
	default:
		w.Expr(a, anyForm)
	}
}
