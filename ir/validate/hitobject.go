package validate

// This file checks operations on hit objects, and properties that are read of intersections.

import (
	"refract/diag"
	"refract/ir"
)

// hitOperation checks an operation on a hit object.
func (v *Validator) hitOperation(s ir.PipelineStmt, span diag.Span) {
	if s.Op == ir.ReadHit {
		v.readHit(s, span)
		return
	}
	v.need(HitObjects, span, "a hit object")
	if s.Op == ir.ReorderThread && len(s.Args) == 2 {
		v.operands(s, span, ir.TypeU32, ir.TypeU32)
		return
	}
	v.rayObject(s, 0, span, ir.TypeHitObject)
	switch s.Op {
	case ir.TraceHit:
		v.structure(s, 1, span)
		v.operands(s, span, 0, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, vec3f, ir.TypeF32, vec3f, ir.TypeF32)
		v.payload(s, 11, span, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload)
		v.time(s, 12, span)
	case ir.RecordHit, ir.RecordHitAt:
		v.structure(s, 1, span)
		want := []ir.TypeID{0, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, vec3f, ir.TypeF32, vec3f, ir.TypeF32}
		if s.Op == ir.RecordHitAt {
			want = append(want[:7:7], want[8:]...)
		}
		v.operands(s, span, want...)
		v.payload(s, len(want), span, ir.SpaceHitObjectAttribute)
		v.time(s, len(want)+1, span)
	case ir.RecordMiss:
		v.operands(s, span, 0, ir.TypeU32, ir.TypeU32, vec3f, ir.TypeF32, vec3f, ir.TypeF32)
		v.time(s, 7, span)
	case ir.RecordQuery:
		v.rayObject(s, 1, span, ir.TypeRayQuery)
		v.operands(s, span, 0, 0, ir.TypeU32)
		v.payload(s, 3, span, ir.SpaceHitObjectAttribute)
		if len(s.Args) > 4 {
			v.operands(s, span, 0, 0, 0, 0, ir.TypeU32)
		}
	case ir.SetRecordIndex:
		v.operands(s, span, 0, ir.TypeU32)
	case ir.ExecuteHit:
		v.payload(s, 1, span, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload)
	case ir.ReadHitAttributes:
		v.payload(s, 1, span, ir.SpaceHitObjectAttribute)
	case ir.ReorderThread:
		if len(s.Args) > 1 {
			v.operands(s, span, 0, ir.TypeU32, ir.TypeU32)
		}
	}
}

// rayObject checks an operand that points to a hit object or a ray query.
func (v *Validator) rayObject(s ir.PipelineStmt, i int, span diag.Span, kind ir.TypeKind) {
	if p := v.at(s.Args[i]); p.Kind != ir.TypePointer || v.m.Types.At(p.Base).Kind != kind {
		v.errorf(CodePipeline, span, "operand %d of %s points to a %s, it is no %s", i+1, s.Op, kind, v.name(s.Args[i]))
	}
}

// structure checks an operand that is an acceleration structure.
func (v *Validator) structure(s ir.PipelineStmt, i int, span diag.Span) {
	if v.at(s.Args[i]).Kind != ir.TypeAccelerationStructure {
		v.errorf(CodePipeline, span, "operand %d of %s is an acceleration structure, not %s", i+1, s.Op, v.name(s.Args[i]))
		return
	}
	v.touch(v.fn.roots[s.Args[i]], Read)
}

// time checks the operand of rays with motion.
func (v *Validator) time(s ir.PipelineStmt, i int, span diag.Span) {
	if i >= len(s.Args) {
		return
	}
	v.need(RayMotion, span, "a ray with a time")
	if v.fn.f.TypeOf(s.Args[i]) != ir.TypeF32 {
		v.errorf(CodePipeline, span, "the time of a ray is f32, not %s", v.name(s.Args[i]))
	}
}

// readHit checks a property that is read.
func (v *Validator) readHit(s ir.PipelineStmt, span diag.Span) {
	p, committed := s.Property()
	if int(p) >= ir.NumRayProperties {
		v.errorf(CodePipeline, span, "there is no property %d of a hit", p)
		return
	}
	owner := ir.OfHitObject
	switch t := v.at(s.Args[0]); {
	case t.Kind == ir.TypePointer && v.m.Types.At(t.Base).Kind == ir.TypeRayQuery:
		owner = ir.OfRayQuery
		v.does(UsesRayQuery, span)
	case t.Kind == ir.TypePointer && v.m.Types.At(t.Base).Kind == ir.TypeHitObject:
		v.need(HitObjects, span, "a hit object")
		v.does(UsesTrace, span)
		if committed {
			v.errorf(CodePipeline, span, "a hit object has no committed intersection")
		}
	default:
		v.errorf(CodePipeline, span, "a property is read of a pointer to a hit object or ray query, not of %s", v.name(s.Args[0]))
		return
	}
	if !p.Of(owner) {
		v.errorf(CodePipeline, span, "%s has no %s", v.name(s.Args[0]), p)
	}
	switch {
	case p == ir.RayTime:
		v.need(RayMotion, span, "the time of a ray")
	case p >= ir.RayClusterID:
		v.need(RayPrimitives, span, "the "+p.String()+" of a hit")
	}
}
