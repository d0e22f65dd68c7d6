package interp

// This file runs operations on hit objects. An invocation has a list of them, as it has of ray queries:
// the memory of a hit object is the number of its state in the list, 0 if it holds nothing.
//
// A hit object keeps the trace that a ray made, before any closest-hit or miss shader, and the number of
// the record whose shader is executed. Acceleration structures hold triangles and boxes: no hit is on a
// cluster or a sphere, and none moves with the time of its ray.

import (
	"encoding/binary"
	"slices"

	"refract/internal/exec/bvh"
	"refract/ir"
)

// A hitObject is the state of a hit object at an address.
type hitObject struct {
	at    uint64
	full  bool // it holds a hit or a miss
	trace trace
	// record is the number of the record of the hit group, or of the miss shader.
	record uint64
}

// isHit reports whether the object holds a hit.
func (h *hitObject) isHit() bool { return h != nil && h.full && h.trace.hit != nil }

// hitAt is the hit object behind a pointer, or nil if it was never written.
func (m *machine) hitAt(v *invocation, p uint64) *hitObject {
	mem := m.window(p)
	if len(mem) < queryBytes {
		return nil
	}
	n := binary.LittleEndian.Uint32(mem)
	if n == 0 || int(n) > len(v.hits) {
		return nil
	}
	return v.hits[n-1]
}

// newHit is the hit object behind a pointer, to be written. The state of an earlier one at the address
// is reused.
func (m *machine) newHit(v *invocation, p uint64) *hitObject {
	mem := m.window(p)
	if len(mem) < queryBytes {
		return nil
	}
	k := slices.IndexFunc(v.hits, func(h *hitObject) bool { return h.at == p })
	if k < 0 {
		const size = 2048 // about
		if !m.reserve(size, v.span()) {
			return nil
		}
		k = len(v.hits)
		v.hits = append(v.hits, &hitObject{at: p})
	}
	binary.LittleEndian.PutUint32(mem, uint32(k+1))
	*v.hits[k] = hitObject{at: p}
	return v.hits[k]
}

// supportsHits refuses operations that have no meaning here.
func (c *compiler) supportsHits(o ir.PipelineOp, stream uint8) {
	v := ir.PipelineStmt{Op: o, Stream: stream}
	switch p, _ := v.Property(); {
	case o == ir.FetchMicroVertex:
		c.unsupported("displaced micro-triangles")
	case o == ir.ReadHit && p == ir.RayRecordHandle:
		c.unsupported("the address of a shader record")
	}
}

// hitOperation does an operation on a hit object.
func (t *tracer) hitOperation(m *machine, v *invocation, o ir.PipelineOp, a *pipelineArgs, r []uint64) error {
	word := func(k int) uint32 { return uint32(r[a.slots[k]]) }
	object := r[a.slots[0]]
	switch o {
	case ir.ReorderThread:
		return nil
	case ir.ExecuteHit:
		return t.executeHit(m, v, m.hitAt(v, object), m.payloadOf(r[a.slots[1]], a.payload))
	case ir.ReadHitAttributes:
		if h := m.hitAt(v, object); h.isHit() {
			copy(m.payloadOf(r[a.slots[1]], a.payload), h.trace.attribute)
		}
		return nil
	case ir.SetRecordIndex:
		if h := m.hitAt(v, object); h != nil && h.full {
			h.record = uint64(word(1))
		}
		return nil
	}
	var query *bvh.Query // before the object's state is made: both are in the memory of the invocation
	if o == ir.RecordQuery {
		if query = m.queryAt(v, r[a.slots[1]]); query == nil {
			m.trap(v, 0, bvh.NotBegun.String())
			return m.err
		}
	}
	h := m.newHit(v, object)
	if h == nil {
		return m.err
	}
	switch o {
	case ir.RecordEmpty:
	case ir.TraceHit:
		return t.traceHit(m, v, h, a, r)
	case ir.RecordMiss:
		h.full, h.record = true, uint64(word(2))
		h.trace.ray = bvh.Ray{Flags: word(1), Origin: vector3(r, a.slots[3], 3), Least: f32Of(r[a.slots[4]]), Direction: vector3(r, a.slots[5], 3), Most: f32Of(r[a.slots[6]])}
		h.trace.time = a.timeOf(o, r)
	case ir.RecordHit, ir.RecordHitAt:
		return t.recordHit(m, v, h, o, a, r)
	case ir.RecordQuery:
		return t.recordQuery(m, h, query, a, r)
	}
	return nil
}

// timeOf is the time of a ray, which is the last operand if there is one.
func (a *pipelineArgs) timeOf(o ir.PipelineOp, r []uint64) float32 {
	if _, most := o.Operands(); a.count == most {
		return f32Of(r[a.slots[most-1]])
	}
	return 0
}

// traceHit does TraceHit: its operands behind the object are those of TraceRay.
func (t *tracer) traceHit(m *machine, v *invocation, h *hitObject, a *pipelineArgs, r []uint64) error {
	rest := *a
	copy(rest.slots[:], a.slots[1:])
	rest.count--
	if err := deeper(&t.traces, t.depth, "levels of traces", v); err != nil {
		return err
	}
	defer func() { t.traces-- }()
	c := t.newTrace(m, &rest, r)
	if err := t.traverse(m, c, r[rest.slots[0]]); err != nil {
		return err
	}
	h.full, h.trace = true, *c
	if c.hit == nil {
		h.record = uint64(uint32(r[rest.slots[5]]) & 0xFFFF)
		return nil
	}
	h.trace.hit = &h.trace.Committed
	h.record = t.recordOf(&h.trace, h.trace.hit)
	return nil
}

// recordHit does RecordHit and RecordHitAt.
func (t *tracer) recordHit(m *machine, v *invocation, h *hitObject, o ir.PipelineOp, a *pipelineArgs, r []uint64) error {
	word := func(k int) uint32 { return uint32(r[a.slots[k]]) }
	k := 8 // the origin
	if o == ir.RecordHitAt {
		k = 7
	}
	c := &h.trace
	c.ray = bvh.Ray{Mask: 0xFF, Origin: vector3(r, a.slots[k], 3), Least: f32Of(r[a.slots[k+1]]), Direction: vector3(r, a.slots[k+2], 3), Most: f32Of(r[a.slots[k+3]])}
	top := m.boundOf(r[a.slots[1]]).Structures[uint32(r[a.slots[1]])]
	c.Initialize(top, c.ray)
	if top == nil || word(2) >= uint32(top.Len()) {
		m.trap(v, 0, "a hit object is given a hit on an instance that the acceleration structure lacks")
		return m.err
	}
	c.Committed = bvh.Hit{Kind: bvh.Generated, T: c.ray.Most, Instance: word(2), Primitive: word(3), Geometry: word(4)}
	c.hit, c.kind, c.hitKind = &c.Committed, word(5), word(5)
	c.attribute = slices.Clone(m.payloadOf(r[a.slots[k+4]], a.payload))
	c.time = a.timeOf(o, r)
	h.full, h.record = true, uint64(word(6))
	if o == ir.RecordHit {
		c.offset, c.stride = word(6)&15, word(7)&15
		h.record = t.recordOf(c, c.hit)
	}
	return nil
}

// recordQuery does RecordQuery: the object holds the committed intersection of a query.
func (t *tracer) recordQuery(m *machine, h *hitObject, q *bvh.Query, a *pipelineArgs, r []uint64) error {
	h.full, h.record = true, uint64(uint32(r[a.slots[2]]))
	c := &h.trace
	c.Query, c.ray = *q, q.Ray()
	if q.Committed.Kind == bvh.NoHit {
		return nil
	}
	c.hit = &c.Committed
	if c.hit.Kind == bvh.TriangleHit {
		c.kind, c.attribute = triangleKind(c.hit), barycentrics(c.hit)
	} else {
		c.attribute = slices.Clone(m.payloadOf(r[a.slots[3]], a.payload))
		if a.count > 4 {
			c.kind = uint32(r[a.slots[4]])
		}
	}
	c.hitKind = c.kind
	return nil
}

// executeHit does ExecuteHit. An object that holds nothing has no shader.
func (t *tracer) executeHit(m *machine, v *invocation, h *hitObject, payload []byte) error {
	if h == nil || !h.full {
		return nil
	}
	if err := deeper(&t.traces, t.depth, "levels of traces", v); err != nil {
		return err
	}
	defer func() { t.traces-- }()
	c := h.trace // the shader may write the object
	c.payload = payload
	if c.hit != nil {
		c.hit = &c.Committed
	}
	return t.shade(&c, h.record)
}

// propertyInputs are the built-in values that hold properties.
var propertyInputs = [ir.NumRayProperties]ir.BuiltIn{
	ir.RayTMin: ir.BuiltInRayTMin, ir.RayTMax: ir.BuiltInRayTCurrentMax,
	ir.RayWorldOrigin: ir.BuiltInWorldRayOrigin, ir.RayWorldDirection: ir.BuiltInWorldRayDirection,
	ir.RayObjectOrigin: ir.BuiltInObjectRayOrigin, ir.RayObjectDirection: ir.BuiltInObjectRayDirection,
	ir.RayObjectToWorld: ir.BuiltInObjectToWorld, ir.RayWorldToObject: ir.BuiltInWorldToObject,
	ir.RayInstanceCustomIndex: ir.BuiltInInstanceCustomData, ir.RayInstanceID: ir.BuiltInInstanceID,
	ir.RayGeometryIndex: ir.BuiltInGeometryIndex, ir.RayPrimitiveIndex: ir.BuiltInPrimitiveIndex,
	ir.RayHitKind: ir.BuiltInHitKind, ir.RayTime: ir.BuiltInRayTime, ir.RayObjectFlags: ir.BuiltInIncomingRayFlags,
	ir.RayTriangleVertexPositions: ir.BuiltInHitTriangleVertexPositions,
}

// readHit does ReadHit of a hit object, into some slots.
func (t *tracer) readHit(h *hitObject, p ir.RayProperty, to []uint64) {
	clear(to)
	switch {
	case p == ir.RayIsEmpty:
		to[0] = boolBits(h == nil || !h.full)
	case h == nil || !h.full:
	case p == ir.RayIsHit:
		to[0] = boolBits(h.isHit())
	case p == ir.RayIsMiss:
		to[0] = boolBits(!h.isHit())
	case p == ir.RayRecordIndex:
		to[0] = h.record & (1<<32 - 1)
	case p == ir.RayClusterID:
		to[0] = 1<<32 - 1
	case propertyInputs[p] != ir.NoBuiltIn:
		t.input(to, propertyInputs[p], &h.trace)
	}
}

// readQuery does ReadHit of a ray query: no intersection is on a cluster or a sphere.
func (m *machine) readQuery(v *invocation, p ir.RayProperty, at uint64, to []uint64) bool {
	clear(to)
	if m.queryAt(v, at) == nil {
		m.trap(v, 0, bvh.NotBegun.String())
		return false
	}
	if p == ir.RayClusterID {
		to[0] = 1<<32 - 1
	}
	return true
}

// readsHit does ReadHit.
func (m *machine) readsHit(v *invocation, a *pipelineArgs, r []uint64, dst int32) status {
	s := ir.PipelineStmt{Op: ir.ReadHit, Stream: a.stream}
	p, _ := s.Property()
	to := r[dst : dst+a.width]
	switch {
	case a.query:
		if !m.readQuery(v, p, r[a.slots[0]], to) {
			return failed
		}
	case m.tracer == nil:
		m.trap(v, 0, "a stage of a ray-tracing pipeline runs by itself")
		return failed
	default:
		m.tracer.readHit(m.hitAt(v, r[a.slots[0]]), p, to)
	}
	return running
}
