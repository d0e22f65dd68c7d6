package interp

// This file runs the stages between vertices and fragments. Inputs, and outputs that the
// invocations of a group write together, lie in the memory of the workgroup; outputs of one
// vertex lie in the private memory.

import (
	"context"
	"fmt"

	"refract/exec"
	"refract/ir"
)

// A part is a port of a stage and its place in memory: of the first element, if there is one
// for each vertex or primitive.
type part struct {
	at, stride uint32 // bytes
	count      uint32 // of elements
	plan       int32
	first      int // word in the record
	words      int
}

// parts are the variables of one direction by the record that holds them.
type parts struct {
	vertex, patch, primitive []part
	records                  exec.Records
}

// primitives implements exec.PrimitiveStage.
type primitives struct {
	workgroup
	setup      ir.Pipeline
	stage      ir.Stage
	in, out    parts
	streams    [4][]part // of the vertices that a geometry stage emits
	indices    *part     // of a mesh stage
	payload    memoryRange
	batch      *exec.PrimitiveBatch
	item       int       // primitive, patch, point or workgroup of the batch
	invocation uint32    // of a geometry stage
	emitted    uint32    // by it
	marks      [4]mark   // where its vertices begin in each stream
	meshed     [2]uint32 // vertices and primitives
	tasks      [3]uint32 // the grid of meshes
	decided    bool      // what meshed or tasks is
	slots      []uint64  // scratch
	serial     uint32
}

// isPrimitiveStage reports whether the stage has inputs and outputs that this file knows.
func isPrimitiveStage(s ir.Stage) bool { return s.Info().Variables && !s.Info().RayTracing }

// ofGroup reports whether the invocations of a group have the inputs or outputs together: all inputs, and
// outputs that several invocations write.
func ofGroup(s ir.Stage, space ir.AddressSpace) bool {
	return isPrimitiveStage(s) && (space == ir.SpaceInput || s == ir.StageTessellationControl || s == ir.StageMesh)
}

// PrimitiveStage implements exec.PrimitiveStager.
func (p *program) PrimitiveStage(ctx context.Context, name string, stage ir.Stage, res *exec.Resources, o exec.RunOptions) (s exec.PrimitiveStage, err error) {
	defer exec.Protect(&err)
	if !isPrimitiveStage(stage) {
		return nil, &exec.UnsupportedError{Feature: "the " + stage.String() + " stage as a stage of primitives"}
	}
	if o.Check != 0 {
		return nil, &exec.UnsupportedError{Feature: "checks of the " + stage.String() + " stage"}
	}
	e, err := p.entryPoint(name, stage)
	if err != nil {
		return nil, err
	}
	size := e.size[0] * e.size[1] * e.size[2]
	if size == 0 || size > maxInvocations {
		return nil, &exec.LimitError{What: "invocations in a workgroup", Needed: uint64(size), Limit: maxInvocations, Span: e.span}
	}
	x := &primitives{stage: stage}
	for i := range p.m.EntryPoints {
		if ep := &p.m.EntryPoints[i]; ep.Name == name && ep.Stage == stage {
			x.setup = ep.Setup()
		}
	}
	p.lock.Lock()
	err = x.variables(p, e)
	p.lock.Unlock()
	if err != nil {
		return nil, err
	}
	r, err := p.start(ctx, e, res, o)
	if err != nil {
		return nil, err
	}
	x.workgroup = workgroup{m: newMachine(r, 1), of: x}
	x.m.primitives = x
	if !x.make() {
		return nil, x.m.err
	}
	return x, nil
}

// variables finds the places of the inputs and outputs.
func (x *primitives) variables(p *program, e *entry) error {
	for _, id := range e.globals {
		g := &p.m.Globals[id]
		at := uint32(e.offsets[id])
		switch g.Space {
		case ir.SpaceTaskPayload:
			size, err := p.types.places.Size(exec.Place{Type: g.Type, Layout: g.Layout})
			if err != nil {
				return err
			}
			x.payload = memoryRange{at, size}
			continue
		case ir.SpaceInput, ir.SpaceOutput:
		default:
			continue
		}
		var b ir.Binding
		if g.IO != nil {
			b = *g.IO
		}
		list := &x.in
		if g.Space == ir.SpaceOutput {
			list = &x.out
		}
		if err := x.variable(p, list, g, b, at); err != nil {
			return err
		}
	}
	return nil
}

// variable adds the parts of a variable.
func (x *primitives) variable(p *program, list *parts, g *ir.Global, b ir.Binding, at uint32) error {
	place := exec.Place{Type: g.Type, Layout: g.Layout}
	count, stride := uint32(1), uint32(0)
	output := g.Space == ir.SpaceOutput
	if x.stage.Arrayed(output, b.Patch) && (output || b.Kind != ir.BindBuiltIn || b.BuiltIn.PerVertex()) {
		if t := p.m.Types.At(g.Type); t.Kind == ir.TypeArray {
			element, step, err := p.types.places.Element(place)
			if err != nil {
				return err
			}
			place, count, stride = element, t.Length, step
		}
	}
	if s := p.m.StructOf(place.Type); s != nil && b.Kind == ir.NoBinding {
		for i := range s.Members {
			member, offset, err := p.types.places.Member(place, i)
			if err != nil {
				return err
			}
			mb := s.Members[i].Binding
			mb.Patch, mb.PerPrimitive = mb.Patch || b.Patch, mb.PerPrimitive || b.PerPrimitive
			if err := x.part(p, list, g, mb, member, part{at: at + offset, stride: stride, count: count}); err != nil {
				return err
			}
		}
		return nil
	}
	return x.part(p, list, g, b, place, part{at: at, stride: stride, count: count})
}

// part adds one part.
func (x *primitives) part(p *program, list *parts, g *ir.Global, b ir.Binding, at exec.Place, y part) error {
	var err error
	if y.plan, err = p.types.plan(at, g.Span); err != nil {
		return err
	}
	scalars, err := p.scalars(nil, at.Type)
	if err != nil {
		return err
	}
	y.words = len(scalars)
	x.slots = append(x.slots, make([]uint64, max(0, y.words-len(x.slots)))...)
	if b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInPointIndex, ir.BuiltInLineIndices, ir.BuiltInTriangleIndices:
			x.indices = &y
			return nil
		case ir.BuiltInLayer, ir.BuiltInPrimitiveIndex, ir.BuiltInViewportIndex, ir.BuiltInCullPrimitive:
			b.PerPrimitive = b.PerPrimitive || x.stage == ir.StageMesh
		}
	}
	r := &list.records
	to, ports, words := &list.vertex, &r.Vertex, &r.VertexWords
	switch {
	case b.Patch:
		to, ports, words = &list.patch, &r.Patch, &r.PatchWords
	case b.PerPrimitive:
		to, ports, words = &list.primitive, &r.Primitive, &r.PrimitiveWords
	}
	y.first = *words
	*to = append(*to, y)
	if to == &x.out.vertex {
		x.streams[b.Stream] = append(x.streams[b.Stream], y)
	}
	*ports = append(*ports, exec.Port{Binding: b, Type: at.Type, First: y.first, Scalars: scalars})
	*words += y.words
	return nil
}

func (x *primitives) Setup() ir.Pipeline    { return x.setup }
func (x *primitives) Inputs() exec.Records  { return x.in.records }
func (x *primitives) Outputs() exec.Records { return x.out.records }

// store writes records into memory.
func (x *primitives) store(list []part, memory []byte, records []uint32, words int) {
	if words == 0 {
		return
	}
	for i := range list {
		p := &list[i]
		plan := &x.m.plans[p.plan]
		for k := range min(int(p.count), len(records)/words) {
			for j := range p.words {
				x.slots[j] = uint64(records[k*words+p.first+j])
			}
			plan.write(x.slots[:p.words], memory[p.at+uint32(k)*p.stride:])
		}
	}
}

// load appends the records in memory.
func (x *primitives) load(out []uint32, list []part, memory []byte, count, words int) []uint32 {
	first := len(out)
	out = append(out, make([]uint32, count*words)...)
	for i := range list {
		p := &list[i]
		plan := &x.m.plans[p.plan]
		for k := range min(int(p.count), count) {
			plan.read(x.slots[:p.words], memory[p.at+uint32(k)*p.stride:])
			for j := range p.words {
				out[first+k*words+p.first+j] = uint32(x.slots[j])
			}
		}
	}
	return out
}

// fill sets the memory of the group before it runs.
func (x *primitives) fill() {
	memory := x.m.mems[workgroupMemory]
	words := x.batch.VertexCount * x.in.records.VertexWords
	first := words * x.item
	if x.stage == ir.StageTessellationEvaluation {
		first = 0
	}
	if words > 0 {
		x.store(x.in.vertex, memory, x.batch.Vertices[first:first+words], x.in.records.VertexWords)
	}
	x.store(x.in.patch, memory, x.batch.Patch, max(x.in.records.PatchWords, 1))
	if x.stage == ir.StageMesh && x.payload.size > 0 {
		copy(x.payload.of(memory), x.batch.Payload)
	}
}

// Close implements exec.PrimitiveStage.
func (x *primitives) Close() {}

// Run implements exec.PrimitiveStage.
func (x *primitives) Run(b *exec.PrimitiveBatch) (err error) {
	defer exec.Protect(&err)
	x.batch = b
	x.m.counts = b.Groups
	for x.item = range b.Count {
		if !x.one(b) {
			return x.m.err
		}
	}
	return nil
}

// one runs the stage for one item of a batch; false ends the run.
func (x *primitives) one(b *exec.PrimitiveBatch) bool {
	x.decided, x.meshed, x.tasks = false, [2]uint32{}, [3]uint32{}
	times := uint32(1)
	if x.stage == ir.StageGeometry {
		times = max(x.setup.Geometry.Invocations, 1)
	}
	for k := range times {
		x.invocation, x.emitted = k, 0
		x.serial++
		x.begin()
		if !x.run(b.Workgroup(x.item), x.serial) {
			return false
		}
		if x.stage == ir.StageGeometry {
			b.Breaks = append(b.Breaks, x.vertices())
			for i := range b.Streams {
				x.endStrip(&b.Streams[i])
			}
		}
	}
	memory := x.m.mems[workgroupMemory]
	r := &x.out.records
	switch x.stage {
	case ir.StageTessellationControl:
		b.Out = x.load(b.Out, x.out.vertex, memory, int(x.m.groupSize[0]), r.VertexWords)
		b.PatchOut = x.load(b.PatchOut, x.out.patch, memory, 1, r.PatchWords)
	case ir.StageTessellationEvaluation:
		b.Out = x.load(b.Out, x.out.vertex, x.lanes[0].private, 1, r.VertexWords)
	case ir.StageMesh:
		if x.meshed[0] == 0 {
			break // primitives without vertices aren't drawn
		}
		first := uint32(x.vertices())
		b.Out = x.load(b.Out, x.out.vertex, memory, int(x.meshed[0]), r.VertexWords)
		b.Primitives = x.load(b.Primitives, x.out.primitive, memory, int(x.meshed[1]), r.PrimitiveWords)
		if x.indices != nil {
			from := len(b.Indices)
			b.Indices = x.load(b.Indices, []part{*x.indices}, memory, int(x.meshed[1]), x.indices.words)
			for i, n := range b.Indices[from:] {
				b.Indices[from+i] = first + min(n, x.meshed[0]-1)
			}
		}
	case ir.StageTask:
		b.Tasks = append(b.Tasks, x.tasks)
		b.Payloads = append(b.Payloads, x.payload.of(memory)...)
	}
	return true
}

// vertices is how many vertices there are.
func (x *primitives) vertices() int {
	if w := x.out.records.VertexWords; w > 0 {
		return len(x.batch.Out) / w
	}
	return 0
}

// endStrip ends the strip of a stream.
func (x *primitives) endStrip(s *exec.Stream) {
	if w := x.out.records.VertexWords; w > 0 && len(s.Out) > 0 {
		s.Breaks = append(s.Breaks, len(s.Out)/w)
	}
}

// builtIn sets a parameter of an invocation, if it is one of these stages.
func (x *primitives) builtIn(v *invocation, b *binding, index uint32) bool {
	one := func(n uint32) { v.slots[b.slot] = uint64(n) }
	switch b.BuiltIn {
	case ir.BuiltInInvocationID:
		if x.stage == ir.StageGeometry {
			index = x.invocation
		}
		one(index)
	case ir.BuiltInPrimitiveIndex:
		n := x.batch.Primitive
		if x.stage != ir.StageTessellationEvaluation { // whose points are of one patch
			n += uint32(x.item) * x.batch.Step
		}
		one(n)
	case ir.BuiltInPatchVertices:
		one(uint32(x.batch.VertexCount))
	case ir.BuiltInViewIndex:
		one(x.batch.View)
	case ir.BuiltInTessCoord:
		for k := range min(b.count, 3) {
			v.slots[b.slot+k] = f32Bits(x.batch.Coords[x.item][k])
		}
	default:
		return false
	}
	return true
}

// operation does an operation on the pipeline.
func (x *primitives) operation(v *invocation, o ir.PipelineOp, a *pipelineArgs, r []uint64) status {
	b := x.batch
	if a.counted {
		return x.counted(v, o, a, r)
	}
	switch o {
	case ir.EmitVertex:
		if x.emitted++; x.emitted > x.setup.Geometry.MaxVertices {
			return running
		}
		out := &b.Out
		if a.stream != 0 {
			out = &b.Streams[a.stream-1].Out
		}
		*out = x.load(*out, x.streams[a.stream], v.private, 1, x.out.records.VertexWords)
	case ir.EndPrimitive:
		if a.stream == 0 {
			b.Breaks = append(b.Breaks, x.vertices())
		} else {
			x.endStrip(&b.Streams[a.stream-1])
		}
	case ir.SetMeshOutputs:
		if n := [2]uint32{uint32(r[a.slots[0]]), uint32(r[a.slots[1]])}; !x.decided {
			m := &x.setup.Mesh
			if n[0] > m.MaxVertices || n[1] > m.MaxPrimitives {
				return x.m.trap(v, 0, fmt.Sprintf("%d vertices and %d primitives are more than the %d and %d of the mesh stage", n[0], n[1], m.MaxVertices, m.MaxPrimitives))
			}
			x.meshed, x.decided = n, true
		}
	case ir.EmitMeshTasks:
		if !x.decided {
			x.tasks, x.decided = [3]uint32{uint32(r[a.slots[0]]), uint32(r[a.slots[1]]), uint32(r[a.slots[2]])}, true
		}
		return running // a terminate follows
	}
	return running
}
