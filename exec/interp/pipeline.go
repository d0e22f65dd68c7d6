package interp

// This file runs ray-tracing pipelines. A trace goes through the acceleration structure as a
// ray query does, and calls any-hit and intersection shaders for candidates, then the
// closest-hit or the miss shader: each call runs an invocation of its own to the end, with
// a machine of the shader's module. Payloads are copied into the called shader's memory and
// back; the memory of hit attributes belongs to the intersection.

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"refract/exec"
	"refract/internal/exec/bvh"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// pipelineArgs are the operands of an operation on the pipeline.
type pipelineArgs struct {
	slots   [14]int32
	count   int    // of operands
	width   int32  // of the result, in slots
	query   bool   // ReadHit: the operand is a ray query
	payload uint32 // bytes of the payload or callable data
	stream  uint8
	result  bool
	counted bool // of a geometry stage: the slots have counters, or are -1
}

// pipelineStmt compiles an operation on the pipeline.
func (c *compiler) pipelineStmt(v ir.PipelineStmt) {
	a := pipelineArgs{stream: v.Stream, count: len(v.Args)}
	c.supportsHits(v.Op, v.Stream)
	for k, e := range v.Args {
		if c.m.Types.At(c.f.TypeOf(e)).Kind != ir.TypePointer {
			a.slots[k] = c.use(e)
			continue
		}
		p := c.pointerTo(e)
		a.slots[k], a.payload = c.address(p), c.payloadSize(p.place)
		a.query = c.m.Types.At(p.place.Type).Kind == ir.TypeRayQuery
	}
	dst := int32(0)
	if v.Result != 0 {
		dst, a.result, a.width = c.define(v.Result), true, c.ts.slotsOf(c.f.TypeOf(v.Result))
	}
	c.pipelineOp(v.Op, a, dst)
}

// pipeline compiles an instruction in SSA form.
func (c *ssaCompiler) pipeline(i ssa.InstrID) {
	g := c.g
	word := g.Word(i, 0)
	a := pipelineArgs{stream: uint8(word >> 6 & 63), count: g.NumSrcs(i)}
	c.supportsHits(ir.PipelineOp(word&63), a.stream)
	if ir.PipelineOp(word&63) == ir.PassPrimitive {
		c.unsupported("primitives that are passed through, in SSA form")
		return
	}
	for k := range g.NumSrcs(i) {
		v := g.Arg(i, k)
		if c.m.Types.At(g.Type(v)).Kind != ir.TypePointer {
			a.slots[k] = c.use(v)
			continue
		}
		p := c.pointerTo(v)
		a.slots[k], a.payload = c.address(p), c.payloadSize(p.place)
		a.query = c.m.Types.At(p.place.Type).Kind == ir.TypeRayQuery
	}
	dst := int32(0)
	if g.Type(i) != 0 {
		dst, a.result, a.width = c.define(i), true, c.ts.slotsOf(g.Type(i))
	}
	c.pipelineOp(ir.PipelineOp(word&63), a, dst)
}

// counted compiles an operation of a geometry stage with counters.
func (c *ssaCompiler) counted(i ssa.InstrID) {
	g := c.g
	a := pipelineArgs{stream: uint8(g.Field(i, "stream")), counted: true}
	for k := range g.NumSrcs(i) {
		a.slots[k] = -1
		if v := g.Arg(i, k); v != 0 {
			a.slots[k] = c.use(v)
		}
	}
	o := ir.EmitVertex
	switch g.Op(i) {
	case op.EndPrimitiveWithCounter:
		o = ir.EndPrimitive
	case op.SetVertexAndPrimitiveCount:
		o, a.slots[1], a.slots[2] = setCounts, -1, a.slots[1]
	}
	c.pipelineOp(o, a, 0)
}

// setCounts stands for op.SetVertexAndPrimitiveCount.
const setCounts = ir.PipelineOp(ir.NumPipelineOps)

// payloadSize is the size of the memory that a called shader sees.
func (c *compiler) payloadSize(at exec.Place) uint32 {
	info, err := c.ts.places.Info(at)
	if err != nil {
		c.layoutFault(at, err)
	}
	return info.Size
}

func (c *compiler) pipelineOp(o ir.PipelineOp, a pipelineArgs, dst int32) {
	c.emit(instr{op: opPipeline, f: uint16(o), d: int32(len(c.fn.pipelines)), dst: dst})
	c.fn.pipelines = append(c.fn.pipelines, a)
}

// rayGlobals are the variables by which a shader of a pipeline sees its caller.
type rayGlobals struct {
	inputs    []binding // slot: the offset in private memory
	payload   memoryRange
	callable  memoryRange
	attribute memoryRange
}

// memoryRange is a part of the private memory.
type memoryRange struct {
	at, size uint32
}

func (r memoryRange) of(memory []byte) []byte { return memory[r.at : r.at+r.size] }

// rayGlobals finds the variables of an entry point.
func (p *program) rayGlobals(e *entry) error {
	if e.fn.suspends {
		return &exec.UnsupportedError{Feature: "operations of subgroups in a ray-tracing stage", Span: e.span}
	}
	for _, id := range e.globals {
		g := &p.m.Globals[id]
		at := exec.Place{Type: g.Type, Layout: g.Layout}
		var to *memoryRange
		switch g.Space {
		case ir.SpaceInput:
			plan, err := p.types.plan(at, g.Span)
			if err != nil {
				return err
			}
			b := binding{slot: int32(e.offsets[id]), count: p.types.slotsOf(g.Type), ty: g.Type, plan: plan}
			if g.IO != nil {
				b.Binding = *g.IO
			}
			e.rays.inputs = append(e.rays.inputs, b)
			continue
		case ir.SpaceIncomingRayPayload:
			to = &e.rays.payload
		case ir.SpaceIncomingCallableData:
			to = &e.rays.callable
		case ir.SpaceHitAttribute:
			to = &e.rays.attribute
		default:
			continue
		}
		if to.size > 0 {
			return &exec.UnsupportedError{Feature: "several variables of the space " + g.Space.String() + " in a shader", Span: g.Span}
		}
		size, err := p.types.places.Size(at)
		if err != nil {
			return &exec.UnsupportedError{Feature: "memory of type " + p.m.TypeName(g.Type), Span: g.Span}
		}
		*to = memoryRange{uint32(e.offsets[id]), size}
	}
	return nil
}

// A rayEntry is a shader of a pipeline, ready to run.
type rayEntry struct {
	entry  *entry
	run    *run
	record []byte
}

// hitEntries are the shaders of a hit group.
type hitEntries struct{ closest, any, intersection *rayEntry }

// A launch is the state that all workers of a pipeline share.
type launch struct {
	generation     *rayEntry
	miss, callable []*rayEntry
	hit            []hitEntries
	depth          int
	size           [3]uint32
	runs           []*run // of all entry points
	shares         bool
}

// TraceRays implements exec.RayTracer.
func (p *program) TraceRays(ctx context.Context, pipeline *exec.RayPipeline, size [3]uint32, res *exec.Resources, o exec.RunOptions) (report *exec.Report, err error) {
	defer exec.Protect(&err)
	if o.Check != 0 {
		return nil, &exec.UnsupportedError{Feature: "checks of ray-tracing pipelines"}
	}
	if size[0] > 1<<20 || size[1] > 1<<20 || uint64(size[0])*uint64(size[1])*uint64(size[2]) > 1<<40 {
		return nil, &exec.InputError{What: "size", Message: fmt.Sprintf("%d×%d×%d are too many", size[0], size[1], size[2])}
	}
	l := &launch{size: size, depth: pipeline.MaxDepth}
	if l.depth <= 0 || l.depth > exec.MaxTraceDepth {
		l.depth = exec.MaxTraceDepth
	}
	known := map[*entry]*run{}
	var steps *atomic.Int64
	find := func(s *exec.RayShader, stage ir.Stage, record []byte) (*rayEntry, error) {
		if s.Program == nil {
			return nil, nil
		}
		x, ok := s.Program.(*program)
		if !ok {
			return nil, &exec.UnsupportedError{Feature: "a ray-tracing pipeline with shaders of another engine"}
		}
		e, err := x.entryPoint(s.Entry, stage)
		if err != nil {
			return nil, err
		}
		r := known[e]
		if r == nil {
			if r, err = x.start(ctx, e, res, o); err != nil {
				return nil, err
			}
			if steps == nil {
				steps = r.steps
			}
			r.steps = steps
			known[e] = r
			l.runs = append(l.runs, r)
			l.shares = l.shares || e.fn.shares
		}
		return &rayEntry{e, r, record}, nil
	}
	generation := pipeline.Generation
	if generation.Program == nil {
		generation.Program = p
	}
	if l.generation, err = find(&generation, ir.StageRayGeneration, generation.Record); err != nil {
		return nil, err
	}
	for k := range pipeline.Miss {
		e, err := find(&pipeline.Miss[k], ir.StageMiss, pipeline.Miss[k].Record)
		if err != nil {
			return nil, err
		}
		l.miss = append(l.miss, e)
	}
	for k := range pipeline.Callable {
		e, err := find(&pipeline.Callable[k], ir.StageCallable, pipeline.Callable[k].Record)
		if err != nil {
			return nil, err
		}
		l.callable = append(l.callable, e)
	}
	for k := range pipeline.Hit {
		g := &pipeline.Hit[k]
		var h hitEntries
		if h.closest, err = find(&g.ClosestHit, ir.StageClosestHit, g.Record); err != nil {
			return nil, err
		}
		if h.any, err = find(&g.AnyHit, ir.StageAnyHit, g.Record); err != nil {
			return nil, err
		}
		if h.intersection, err = find(&g.Intersection, ir.StageIntersection, g.Record); err != nil {
			return nil, err
		}
		l.hit = append(l.hit, h)
	}
	err = l.launch(max(o.Workers, 1))
	total := l.generation.run.result()
	total.Invocations = 0
	for _, r := range l.runs {
		total.Invocations += r.began.Load()
	}
	return total, err
}

// pointsAtOnce is how many points a worker takes at a time.
const pointsAtOnce = 64

// launch runs the ray generation shader for all points.
func (l *launch) launch(workers int) error {
	points := uint64(l.size[0]) * uint64(l.size[1]) * uint64(l.size[2])
	if l.shares {
		workers = 1
	}
	workers = int(min(uint64(workers), max(points/pointsAtOnce, 1)))
	var next atomic.Uint64
	var wait sync.WaitGroup
	errs, failedAt := make([]error, workers), make([]uint64, workers)
	work := func(w int) (err error) {
		defer exec.Protect(&err)
		t := &tracer{launch: l, machines: map[*run]*machine{}, free: map[*entry][]*invocation{}}
		for _, r := range l.runs {
			m := newMachine(r, workers*len(l.runs))
			m.mems[workgroupMemory] = []byte{}
			m.tracer = t
			t.machines[r] = m
			defer m.settle()
		}
		for {
			first := (next.Add(1) - 1) * pointsAtOnce
			if first >= points {
				return nil
			}
			for at := first; at < min(first+pointsAtOnce, points); at++ {
				x, y := uint64(l.size[0]), uint64(l.size[1])
				t.id = [3]uint32{uint32(at % x), uint32(at / x % y), uint32(at / x / y)}
				if _, err := t.call(l.generation, &trace{}, nil, nil); err != nil {
					failedAt[w] = at
					for _, r := range l.runs {
						r.stopped.Store(true)
					}
					return err
				}
			}
		}
	}
	for w := range workers {
		wait.Go(func() { errs[w] = work(w) })
	}
	wait.Wait()
	var firstErr error
	at := points
	for w, err := range errs {
		if err != nil && err != errStopped && (firstErr == nil || failedAt[w] < at) {
			firstErr, at = err, failedAt[w]
		}
	}
	return firstErr
}

// A tracer is a worker's state.
type tracer struct {
	*launch
	machines map[*run]*machine
	free     map[*entry][]*invocation // that are used again
	id       [3]uint32                // of the launch
	traces   int                      // in progress
	calls    int                      // of callable shaders, likewise
}

// A trace is a trace in progress.
type trace struct {
	bvh.Query
	ray            bvh.Ray
	offset, stride uint32
	time           float32
	payload        []byte // of the caller
	kind           uint32 // of the committed hit
	attribute      []byte // of the committed hit
	hit            *bvh.Hit
	hitKind        uint32 // of the hit that shaders are called for
	ended          bool   // an any-hit shader ended the trace
	group          *hitEntries
}

// call runs a shader. The memory of the caller's payload or callable data is copied there
// and back; attribute is that of the hit.
func (t *tracer) call(x *rayEntry, c *trace, payload, attribute []byte) (*invocation, error) {
	m := t.machines[x.run]
	e := x.entry
	outer := m.current
	var v *invocation
	if list := t.free[e]; len(list) > 0 {
		v, t.free[e] = list[len(list)-1], list[:len(list)-1]
	} else {
		if !m.reserve(len(e.private)+512, e.span) {
			return nil, m.err
		}
		v = &invocation{private: make([]byte, len(e.private))}
	}
	m.began.Add(1)
	v.name = exec.Invocation{Stage: e.stage, Global: t.id}
	v.trace, v.verdict = c, 0
	copy(v.private, e.private)
	m.enter(v)
	record := m.run.record
	var oldRecord []byte
	if record != 0 {
		oldRecord, m.mems[record] = m.mems[record], x.record
	}
	if !m.begin(v, e.fn) {
		return nil, m.err
	}
	in := &e.rays
	into := in.payload
	if e.stage == ir.StageCallable {
		into = in.callable
	}
	if into.size > 0 {
		if len(payload) != int(into.size) {
			return nil, &exec.TrapError{Message: fmt.Sprintf("the %s shader %q takes %d bytes from its caller, which hands over %d", e.stage, e.name, into.size, len(payload)),
				Invocation: v.name, Span: e.span}
		}
		copy(into.of(v.private), payload)
	}
	if in.attribute.size > 0 {
		copy(in.attribute.of(v.private), attribute)
	}
	t.inputs(m, v, e, c)
	if m.execute(v) == failed {
		return nil, m.err
	}
	if into.size > 0 {
		copy(payload, into.of(v.private))
	}
	if record != 0 {
		m.mems[record] = oldRecord
	}
	t.free[e] = append(t.free[e], v)
	if outer != nil {
		m.enter(outer)
	}
	return v, nil
}

// inputs sets the built-in values of an invocation.
func (t *tracer) inputs(m *machine, v *invocation, e *entry, c *trace) {
	for i := range e.inputs {
		b := &e.inputs[i]
		t.input(v.slots[b.slot:b.slot+b.count], b.BuiltIn, c)
	}
	var words [16]uint64
	for i := range e.rays.inputs {
		b := &e.rays.inputs[i]
		if int(b.count) > len(words) {
			continue
		}
		clear(words[:])
		t.input(words[:b.count], b.BuiltIn, c)
		m.plans[b.plan].write(words[:], v.private[b.slot:])
	}
}

// input is a built-in value.
func (t *tracer) input(to []uint64, b ir.BuiltIn, c *trace) {
	three := func(x bvh.Vec3) {
		for k := range min(len(to), 3) {
			to[k] = f32Bits(x[k])
		}
	}
	numbers := func(x [3]uint32) {
		for k := range min(len(to), 3) {
			to[k] = uint64(x[k])
		}
	}
	one := func(x uint32) { to[0] = uint64(x) }
	clear(to)
	switch b {
	case ir.BuiltInRayInvocationID:
		numbers(t.id)
		return
	case ir.BuiltInNumRayInvocations:
		numbers(t.size)
		return
	}
	if !c.Begun() && c.ray == (bvh.Ray{}) {
		return
	}
	switch b {
	case ir.BuiltInWorldRayOrigin:
		three(c.ray.Origin)
	case ir.BuiltInWorldRayDirection:
		three(c.ray.Direction)
	case ir.BuiltInRayTMin:
		to[0] = f32Bits(c.ray.Least)
	case ir.BuiltInIncomingRayFlags:
		one(c.ray.Flags)
	case ir.BuiltInCullMask:
		one(c.ray.Mask)
	case ir.BuiltInRayTime:
		to[0] = f32Bits(c.time)
	case ir.BuiltInRayTCurrentMax:
		switch {
		case c.hit != nil && c.hit.Kind != bvh.BoxHit:
			to[0] = f32Bits(c.hit.T)
		case c.Begun():
			to[0] = f32Bits(c.Far())
		default: // a miss that was recorded
			to[0] = f32Bits(c.ray.Most)
		}
	}
	h := c.hit
	if h == nil {
		return
	}
	x, inverse := c.Top().Instance(h.Instance)
	matrix := func(m *bvh.Matrix) {
		for k := range min(len(to), 12) {
			to[k] = f32Bits(m[k%3][k/3])
		}
	}
	apply := func(v bvh.Vec3, w float32) (out bvh.Vec3) {
		for r := range 3 {
			out[r] = float32(float32(float32(inverse[r][0]*v[0])+float32(inverse[r][1]*v[1]))+float32(inverse[r][2]*v[2])) + float32(inverse[r][3]*w)
		}
		return out
	}
	switch b {
	case ir.BuiltInInstanceCustomData:
		one(x.Custom)
	case ir.BuiltInInstanceID:
		one(h.Instance)
	case ir.BuiltInGeometryIndex:
		one(h.Geometry)
	case ir.BuiltInPrimitiveIndex:
		one(h.Primitive)
	case ir.BuiltInObjectRayOrigin:
		three(apply(c.ray.Origin, 1))
	case ir.BuiltInObjectRayDirection:
		three(apply(c.ray.Direction, 0))
	case ir.BuiltInObjectToWorld:
		matrix(&x.Transform)
	case ir.BuiltInWorldToObject:
		matrix(inverse)
	case ir.BuiltInHitKind:
		one(c.hitKind)
	case ir.BuiltInClusterID:
		one(1<<32 - 1)
	case ir.BuiltInHitTriangleVertexPositions:
		if h.Kind == bvh.TriangleHit {
			for k, v := range x.Bottom.Corners(h.Geometry, h.Primitive) {
				for i := range 3 {
					if 3*k+i < len(to) {
						to[3*k+i] = f32Bits(v[i])
					}
				}
			}
		}
	}
}

// Kinds of hits of triangles.
const (
	frontFacing = 0xFE
	backFacing  = 0xFF
)

// triangleKind is the kind of a triangle's hit.
func triangleKind(h *bvh.Hit) uint32 {
	if h.Front {
		return frontFacing
	}
	return backFacing
}

// barycentrics are the attributes of a triangle's hit.
func barycentrics(h *bvh.Hit) []byte {
	b := binary.LittleEndian.AppendUint32(nil, math.Float32bits(h.U))
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(h.V))
}

// recordOf is the number of the record of a hit's group.
func (t *tracer) recordOf(c *trace, h *bvh.Hit) uint64 {
	x, _ := c.Top().Instance(h.Instance)
	return uint64(x.Offset) + uint64(c.offset) + uint64(c.stride)*uint64(h.Geometry)
}

// groupOf is the hit group of a hit, or nil.
func (t *tracer) groupOf(c *trace, h *bvh.Hit) *hitEntries {
	k := t.recordOf(c, h)
	if k >= uint64(len(t.hit)) {
		return nil
	}
	return &t.hit[k]
}

// pipeline does opPipeline.
func (m *machine) pipeline(v *invocation, in *instr, r []uint64) status {
	a := &v.top().fn.pipelines[in.d]
	if ir.PipelineOp(in.f) == ir.ReadClock {
		if now := m.clock.Add(1); a.result {
			r[in.dst], r[in.dst+1] = now&(1<<32-1), now>>32
		}
		return running
	}
	if ir.PipelineOp(in.f) == ir.ReadHit {
		if !a.result {
			return running
		}
		return m.readsHit(v, a, r, in.dst)
	}
	if m.primitives != nil {
		if m.primitives.operation(v, ir.PipelineOp(in.f), a, r) == failed {
			return failed
		}
		if m.fuel--; m.fuel < 0 && !m.refuel() {
			return failed
		}
		return running
	}
	if m.tracer == nil {
		m.trap(v, 0, "a stage of a ray-tracing pipeline runs by itself")
		return failed
	}
	var err error
	switch o := ir.PipelineOp(in.f); o {
	case ir.IgnoreIntersection, ir.TerminateRay:
		v.verdict = o
	case ir.TraceRay:
		err = m.tracer.trace(m, v, a, r)
	case ir.ExecuteCallable:
		err = m.tracer.execute(m, v, a, r)
	case ir.TraceHit, ir.RecordHit, ir.RecordHitAt, ir.RecordMiss, ir.RecordEmpty, ir.RecordQuery, ir.SetRecordIndex, ir.ExecuteHit,
		ir.ReadHitAttributes, ir.ReorderThread:
		if err = m.tracer.hitOperation(m, v, o, a, r); err == nil && m.err != nil {
			return failed
		}
	case ir.ReportIntersection:
		var accepted bool
		accepted, err = m.tracer.report(v.trace, f32Of(r[a.slots[0]]), uint32(r[a.slots[1]]), m.attribute(v))
		if a.result {
			r[in.dst] = boolBits(accepted)
		}
		if err == nil && v.trace.ended {
			return done
		}
	}
	if err != nil {
		return m.fail(err)
	}
	if m.fuel--; m.fuel < 0 && !m.refuel() {
		return failed
	}
	return running
}

// attribute is the memory of the hit attributes of an invocation.
func (m *machine) attribute(v *invocation) []byte { return m.entry.rays.attribute.of(v.private) }

// payloadOf is the memory behind a pointer that a called shader sees.
func (m *machine) payloadOf(p uint64, size uint32) []byte {
	w := m.window(p)
	return w[:min(int(size), len(w))]
}

// execute does ExecuteCallable. A call of no shader has no effect.
func (t *tracer) execute(m *machine, v *invocation, a *pipelineArgs, r []uint64) error {
	k := uint32(r[a.slots[0]])
	if uint64(k) >= uint64(len(t.callable)) || t.callable[k] == nil {
		return nil
	}
	if err := deeper(&t.calls, exec.MaxTraceDepth, "levels of callable shaders", v); err != nil {
		return err
	}
	defer func() { t.calls-- }()
	_, err := t.call(t.callable[k], v.trace, m.payloadOf(r[a.slots[1]], a.payload), nil)
	return err
}

// deeper counts a level of traces or calls.
func deeper(level *int, most int, what string, v *invocation) error {
	if *level >= most {
		return &exec.LimitError{What: what, Needed: uint64(*level + 1), Limit: uint64(most), Span: v.span()}
	}
	*level++
	return nil
}

// trace does TraceRay.
func (t *tracer) trace(m *machine, v *invocation, a *pipelineArgs, r []uint64) error {
	if err := deeper(&t.traces, t.depth, "levels of traces", v); err != nil {
		return err
	}
	defer func() { t.traces-- }()
	c := t.newTrace(m, a, r)
	if err := t.traverse(m, c, r[a.slots[0]]); err != nil {
		return err
	}
	record := uint64(uint32(r[a.slots[5]]) & 0xFFFF)
	if c.hit != nil {
		record = t.recordOf(c, c.hit)
	}
	return t.shade(c, record)
}

// newTrace is the trace of the operands of TraceRay.
func (t *tracer) newTrace(m *machine, a *pipelineArgs, r []uint64) *trace {
	word := func(k int) uint32 { return uint32(r[a.slots[k]]) }
	vec := func(k int) bvh.Vec3 { return vector3(r, a.slots[k], 3) }
	return &trace{offset: word(3) & 15, stride: word(4) & 15, payload: m.payloadOf(r[a.slots[10]], a.payload), time: a.timeOf(ir.TraceRay, r),
		ray: bvh.Ray{Flags: word(1), Mask: word(2), Origin: vec(6), Least: f32Of(r[a.slots[7]]), Direction: vec(8), Most: f32Of(r[a.slots[9]])}}
}

// traverse finds the hit of a ray, whose candidates it calls shaders for.
func (t *tracer) traverse(m *machine, c *trace, structure uint64) error {
	c.Initialize(m.boundOf(structure).Structures[uint32(structure)], c.ray)
	for {
		more, _ := c.Proceed()
		if m.fuel -= int64(c.Steps()); m.fuel < 0 && !m.refuel() {
			return m.err
		}
		if !more {
			break
		}
		if err := t.candidate(c); err != nil {
			return err
		}
	}
	c.hit = &c.Committed
	switch h := c.hit; h.Kind {
	case bvh.NoHit:
		c.hit = nil
	case bvh.TriangleHit:
		c.kind, c.attribute = triangleKind(h), barycentrics(h)
	}
	c.hitKind = c.kind
	return nil
}

// shade calls the closest-hit or miss shader of a trace, of a record.
func (t *tracer) shade(c *trace, record uint64) error {
	var x *rayEntry
	switch {
	case c.hit == nil:
		if record < uint64(len(t.miss)) {
			x = t.miss[record]
		}
	case c.ray.Flags&uint32(bvh.RaySkipClosestHit) == 0 && record < uint64(len(t.hit)):
		x = t.hit[record].closest
	}
	if x == nil {
		return nil
	}
	_, err := t.call(x, c, c.payload, c.attribute)
	return err
}

// candidate calls the shaders of a candidate.
func (t *tracer) candidate(c *trace) error {
	h := c.Candidate
	c.hit = &h
	g := t.groupOf(c, &h)
	if h.Kind == bvh.TriangleHit {
		c.hitKind = triangleKind(&h)
		ok, err := t.accepts(c, g, barycentrics(&h))
		if ok {
			c.Confirm()
		}
		if c.ended {
			c.Terminate()
		}
		return err
	}
	if g == nil || g.intersection == nil {
		return nil
	}
	c.group = g
	_, err := t.call(g.intersection, c, nil, nil)
	if c.ended {
		c.Terminate()
	}
	return err
}

// accepts runs the any-hit shader for a hit, and reports whether the hit is accepted.
func (t *tracer) accepts(c *trace, g *hitEntries, attribute []byte) (bool, error) {
	if g == nil || g.any == nil {
		return true, nil
	}
	v, err := t.call(g.any, c, c.payload, attribute)
	if err != nil {
		return false, err
	}
	c.ended = c.ended || v.verdict == ir.TerminateRay
	return v.verdict != ir.IgnoreIntersection, nil
}

// report does ReportIntersection: a hit in the box at hand, at a distance.
func (t *tracer) report(c *trace, distance float32, kind uint32, attribute []byte) (bool, error) {
	box := c.Candidate
	if !(distance >= c.ray.Least && distance <= c.Far()) {
		return false, nil
	}
	if !box.Opaque {
		h := box
		h.Kind, h.T = bvh.Generated, distance
		outer, outerKind := c.hit, c.hitKind
		c.hit, c.hitKind = &h, kind
		ok, err := t.accepts(c, c.group, attribute)
		c.hit, c.hitKind = outer, outerKind
		if !ok || err != nil {
			return false, err
		}
	}
	c.Generate(distance)
	c.Candidate = box // it may have further hits
	c.kind, c.attribute = kind, slices.Clone(attribute)
	if c.ray.Flags&uint32(bvh.RayTerminateOnFirst) != 0 {
		c.ended = true
	}
	return true, nil
}
