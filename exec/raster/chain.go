package raster

// This file runs the stages between vertices and fragments: tessellation, geometry, task and
// mesh.

import (
	"math"

	"refract/exec"
	"refract/ir"
)

// A wire takes a word of a record to a word of the next stage's record.
type wire struct{ to, from int32 }

// A linked is a stage and where its inputs come from.
type linked struct {
	exec.PrimitiveStage
	module  *ir.Module
	in, out exec.Records
	wires   []wire
	patch   []wire
	batch   exec.PrimitiveBatch
}

// A chain is the stages of a draw between vertices and fragments.
type chain struct {
	d                                         *drawing
	control, evaluation, geometry, task, mesh *linked
	tessellation                              ir.Tessellation
	vertexWords                               int // of the vertex stage
	outer, inner                              int // words of the patch's record
	divided                                   tessellation
	output                                    Topology
	index                                     int // word of the primitive's number, which a stage wrote; -1: none
	cull                                      int // word that says that a primitive isn't drawn
	primitive                                 uint32
	shaded, evaluated                         []uint32
	numbers                                   []uint32
}

// close frees the stages.
func (b *chain) close() {
	for _, x := range []*linked{b.control, b.evaluation, b.geometry, b.task, b.mesh} {
		if x != nil {
			x.Close()
		}
	}
}

// hasChain reports whether a pipeline has stages between vertices and fragments.
func (p *Pipeline) hasChain() bool {
	for _, s := range p.chain() {
		if s.Program != nil {
			return true
		}
	}
	return false
}

// chain are the shaders between vertices and fragments.
func (p *Pipeline) chain() [5]Shader {
	return [5]Shader{p.Control, p.Evaluation, p.Geometry, p.Task, p.Mesh}
}

// Vertices are those of a primitive that a geometry stage may take, by topology.
var listVertices = [numTopologies]int{TriangleList: 3, LineList: 2, PointList: 1, LineListAdjacency: 4, TriangleListAdjacency: 6}

// stagesBetween makes the stages, and returns the last one's module and outputs.
func (d *drawing) stagesBetween(vm *ir.Module, out []exec.Port) (*ir.Module, []exec.Port, error) {
	p := d.pipeline
	b := &chain{d: d, index: -1, cull: -1, vertexWords: exec.Words(out)}
	d.chain = b
	open := func(s Shader, stage ir.Stage, to **linked) error {
		if s.Program == nil {
			return nil
		}
		stager, ok := s.Program.(exec.PrimitiveStager)
		if !ok {
			return &exec.UnsupportedError{Feature: "the " + stage.String() + " stage on this engine"}
		}
		resources, options := d.bindings(s)
		x, err := stager.PrimitiveStage(d.ctx, s.Entry, stage, resources, options)
		if err != nil {
			return err
		}
		*to = &linked{PrimitiveStage: x, module: s.Program.Module(), in: x.Inputs(), out: x.Outputs()}
		return nil
	}
	stages := [5]**linked{&b.control, &b.evaluation, &b.geometry, &b.task, &b.mesh}
	for i, stage := range [5]ir.Stage{ir.StageTessellationControl, ir.StageTessellationEvaluation, ir.StageGeometry, ir.StageTask, ir.StageMesh} {
		if err := open(p.chain()[i], stage, stages[i]); err != nil {
			return nil, nil, err
		}
	}
	last := func(x *linked) (*ir.Module, []exec.Port, error) {
		ports := x.out.Vertex
		for _, q := range x.out.Primitive {
			q.First += x.out.VertexWords
			ports = append(ports[:len(ports):len(ports)], q)
		}
		b.index, b.cull = builtIn(ports, ir.BuiltInPrimitiveIndex), builtIn(ports, ir.BuiltInCullPrimitive)
		return x.module, ports, nil
	}
	if b.mesh != nil {
		if b.control != nil || b.evaluation != nil || b.geometry != nil {
			return nil, nil, inputError("pipeline", "a mesh stage takes the place of the vertex, tessellation and geometry stages")
		}
		b.output = drawnAs(b.mesh.Setup().Mesh.Output)
		return last(b.mesh)
	}
	switch {
	case b.task != nil:
		return nil, nil, inputError("pipeline", "a task stage needs a mesh stage")
	case (b.control == nil) != (b.evaluation == nil):
		return nil, nil, inputError("pipeline", "a tessellation control stage and an evaluation stage need each other")
	}
	m, given := vm, ir.NoTopology
	var err error
	if b.control != nil {
		if p.PatchVertices < 1 || p.PatchVertices > 32 {
			return nil, nil, inputError("pipeline", "patches have 1 to 32 vertices, not %d", p.PatchVertices)
		}
		if b.control.wires, err = wires(m, b.control.module, out, b.control.in.Vertex); err != nil {
			return nil, nil, err
		}
		if b.evaluation.wires, err = wires(b.control.module, b.evaluation.module, b.control.out.Vertex, b.evaluation.in.Vertex); err != nil {
			return nil, nil, err
		}
		if b.evaluation.patch, err = wires(b.control.module, b.evaluation.module, b.control.out.Patch, b.evaluation.in.Patch); err != nil {
			return nil, nil, err
		}
		b.outer, b.inner = builtIn(b.control.out.Patch, ir.BuiltInTessLevelOuter), builtIn(b.control.out.Patch, ir.BuiltInTessLevelInner)
		given = b.mergeTessellation()
		m, out = b.evaluation.module, b.evaluation.out.Vertex
		b.vertexWords = exec.Words(out)
	}
	if b.geometry == nil {
		b.output = drawnAs(given)
		return m, out, nil
	}
	g := b.geometry.Setup().Geometry
	if b.control == nil {
		given = topologyOf(p.Primitive.Topology)
	}
	if g.Input != given {
		return nil, nil, inputError("pipeline", "the geometry stage takes %s, and the primitives are %s", g.Input, given)
	}
	if b.geometry.wires, err = wires(m, b.geometry.module, out, b.geometry.in.Vertex); err != nil {
		return nil, nil, err
	}
	b.output = drawnAs(g.Output)
	return last(b.geometry)
}

// mergeTessellation joins the setups of both stages, and returns what is made.
func (b *chain) mergeTessellation() ir.Topology {
	x, y := b.control.Setup().Tessellation, b.evaluation.Setup().Tessellation
	t := &b.tessellation
	*t = y
	if t.Domain == ir.NoTessDomain {
		t.Domain = x.Domain
	}
	if t.Spacing == ir.NoTessSpacing {
		t.Spacing = x.Spacing
	}
	if t.Order == ir.NoTessOrder {
		t.Order = x.Order
	}
	t.Points = t.Points || x.Points
	switch {
	case t.Points:
		return ir.TopologyPoints
	case t.Domain == ir.TessIsolines:
		return ir.TopologyLines
	}
	return ir.TopologyTriangles
}

// drawnAs is the topology of primitives that a stage makes.
func drawnAs(t ir.Topology) Topology {
	switch t {
	case ir.TopologyPoints:
		return PointList
	case ir.TopologyLines:
		return LineList
	case ir.TopologyLineStrip:
		return LineStrip
	case ir.TopologyTriangleStrip:
		return TriangleStrip
	}
	return TriangleList
}

// topologyOf is what a geometry stage takes of a topology.
func topologyOf(t Topology) ir.Topology {
	switch t {
	case PointList:
		return ir.TopologyPoints
	case LineList, LineStrip:
		return ir.TopologyLines
	case LineListAdjacency:
		return ir.TopologyLinesAdjacency
	case TriangleListAdjacency:
		return ir.TopologyTrianglesAdjacency
	}
	return ir.TopologyTriangles
}

// wires finds the inputs of a stage among the outputs of the one before. Built-in values that
// aren't written are zero.
func wires(from, to *ir.Module, outputs, inputs []exec.Port) ([]wire, error) {
	written := map[place]*exec.Port{}
	word := map[place]int{}
	for i := range outputs {
		if p := &outputs[i]; p.Kind == ir.BindLocation {
			for k, at := range portPlaces(from, p) {
				written[at], word[at] = p, p.First+k
			}
		}
	}
	var out []wire
	for i := range inputs {
		p := &inputs[i]
		if p.Kind == ir.BindBuiltIn {
			if q := portOf(outputs, p.BuiltIn); q != nil {
				for k := range min(len(p.Scalars), len(q.Scalars)) {
					out = append(out, wire{int32(p.First + k), int32(q.First + k)})
				}
			}
			continue
		}
		for k, at := range portPlaces(to, p) {
			if written[at] == nil {
				return nil, inputError("pipeline", "no component %d of location %d is written, which the next stage reads", at.component, at.location)
			}
			out = append(out, wire{int32(p.First + k), int32(word[at])})
		}
	}
	return out, nil
}

// carry takes records to the next stage's input.
func carry(to []uint32, wires []wire, words int, from []uint32, fromWords, count int) []uint32 {
	to = resize(to, count*words)
	clear(to)
	for i := range count {
		for _, w := range wires {
			to[i*words+int(w.to)] = from[i*fromWords+int(w.from)]
		}
	}
	return to
}

// instance draws one instance.
func (b *chain) instance(instance int) error {
	b.primitive = 0
	for _, x := range []*linked{b.control, b.evaluation, b.geometry, b.task, b.mesh} {
		if x != nil {
			x.batch.View = b.d.view
		}
	}
	if b.mesh != nil {
		return b.meshes()
	}
	p := b.d.pipeline
	n := listVertices[p.Primitive.Topology]
	if b.control != nil {
		n = p.PatchVertices
	}
	b.numbers = b.numbers[:0]
	count := 0
	flush := func() error {
		if count == 0 {
			return nil
		}
		var err error
		if b.shaded, err = b.d.shadeVertices(b.shaded[:0], b.d.shadedWords, b.numbers, instance); err != nil {
			return err
		}
		of, first := len(b.numbers)/count, b.primitive
		b.primitive += uint32(count)
		if b.control != nil {
			err = b.patches(of, count, first)
		} else {
			b.carry(b.shaded, b.d.shadedWords, of, count)
			err = b.emit(of, count, first, 1)
		}
		b.numbers, count = b.numbers[:0], 0
		if err != nil {
			return err
		}
		return b.d.ctx.Err()
	}
	batch := max(chainBatch/max(n, 3), 1)
	err := b.d.eachPrimitive(n, func(vertices ...uint32) error {
		b.numbers = append(b.numbers, vertices...)
		if count++; count < batch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// chainBatch is about how many vertices are taken through the stages at once.
const chainBatch = 1024

// eachPrimitive calls f for the vertices of each primitive. Lists have n vertices for each.
func (d *drawing) eachPrimitive(n int, f func(vertices ...uint32) error) error {
	draw := d.draw
	restart := uint32(math.MaxUint32)
	if draw.IndexFormat == Uint16Indices {
		restart = math.MaxUint16
	}
	var list []uint32
	parity := false
	for i := range draw.Count {
		number := uint32(draw.First + i)
		if draw.IndexFormat != NoIndices {
			if number = draw.index(draw.First + i); d.pipeline.Primitive.Restart && number == restart && n == 0 {
				list, parity = list[:0], false
				continue
			}
			number += uint32(draw.BaseVertex)
		}
		list = append(list, number)
		var err error
		switch t := d.pipeline.Primitive.Topology; {
		case n > 0:
			if len(list) == n {
				err = f(list...)
				list = list[:0]
			}
		case t == LineStrip:
			if len(list) == 2 {
				err = f(list...)
				list = append(list[:0], list[1])
			}
		case len(list) < 3:
		case t == TriangleStrip:
			if parity {
				err = f(list[0], list[2], list[1])
			} else {
				err = f(list...)
			}
			parity = !parity
			list = append(list[:0], list[1:]...)
		default:
			err = f(list[1], list[2], list[0])
			list = append(list[:1], list[2])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// patches takes patches of shaded vertices through the stages.
func (b *chain) patches(n, count int, first uint32) error {
	c := b.control
	x := &c.batch
	x.Vertices = carry(x.Vertices, c.wires, c.in.VertexWords, b.shaded, b.d.shadedWords, n*count)
	x.Count, x.VertexCount, x.Primitive, x.Step = count, n, first, 1
	x.Out, x.PatchOut = x.Out[:0], x.PatchOut[:0]
	if err := c.Run(x); err != nil {
		return err
	}
	vertices := int(c.Setup().Tessellation.Vertices)
	for k := range count {
		out := x.Out[k*vertices*c.out.VertexWords:][:vertices*c.out.VertexWords]
		patch := x.PatchOut[k*c.out.PatchWords:][:c.out.PatchWords]
		if err := b.patch(out, patch, vertices, first+uint32(k)); err != nil {
			return err
		}
	}
	return nil
}

// patch divides a patch, and takes its parts on.
func (b *chain) patch(out, patch []uint32, vertices int, number uint32) error {
	var outer [4]float32
	var inner [2]float32
	for k := range outer {
		if b.outer >= 0 {
			outer[k] = math.Float32frombits(patch[b.outer+k])
		}
	}
	for k := range inner {
		if b.inner >= 0 {
			inner[k] = math.Float32frombits(patch[b.inner+k])
		}
	}
	b.divided.tessellate(b.tessellation, outer, inner)
	if len(b.divided.points) == 0 {
		return nil
	}
	c, e := b.control, b.evaluation
	y := &e.batch
	y.Vertices = carry(y.Vertices, e.wires, e.in.VertexWords, out, c.out.VertexWords, vertices)
	y.Patch = carry(y.Patch, e.patch, e.in.PatchWords, patch, c.out.PatchWords, 1)
	y.VertexCount, y.Primitive = vertices, number
	y.Count, y.Coords = len(b.divided.points), b.divided.points
	if b.geometry == nil {
		b.open(y)
	} else {
		y.Out = y.Out[:0]
	}
	if err := e.Run(y); err != nil {
		return err
	}
	order, of := b.divided.order, 3
	switch {
	case b.tessellation.Points:
		order, of = nil, 1
	case b.tessellation.Domain == ir.TessIsolines:
		of = 2
	}
	if b.geometry == nil {
		return b.put(y.Out, order, nil, 0, number)
	}
	count := len(b.divided.points)
	words := b.vertexWords
	b.evaluated = append(b.evaluated[:0], y.Out...)
	if order != nil {
		b.evaluated = b.evaluated[:0]
		for _, k := range order {
			b.evaluated = append(b.evaluated, y.Out[int(k)*words:(int(k)+1)*words]...)
		}
		count = len(order)
	}
	b.carry(b.evaluated, words, of, count/of)
	return b.emit(of, count/of, number, 0)
}

// carry takes records of so many primitives to the geometry stage.
func (b *chain) carry(records []uint32, words, n, count int) {
	g := b.geometry
	g.batch.Vertices = carry(g.batch.Vertices, g.wires, g.in.VertexWords, records, words, n*count)
}

// emit runs the geometry stage on primitives of n vertices.
func (b *chain) emit(n, count int, first, step uint32) error {
	g := b.geometry
	x := &g.batch
	x.Count, x.VertexCount, x.Primitive, x.Step = count, n, first, step
	b.open(x)
	x.Breaks = x.Breaks[:0]
	for i := range x.Streams {
		x.Streams[i].Out, x.Streams[i].Breaks = x.Streams[i].Out[:0], x.Streams[i].Breaks[:0]
	}
	if err := g.Run(x); err != nil {
		return err
	}
	if b.d.capture != nil {
		for i := range x.Streams {
			b.d.capture.stream(1+i, b.output, x.Streams[i])
		}
	}
	return b.put(x.Out, nil, x.Breaks, 0, 0)
}

// open has the last stage append its records to the draw's. The records of all vertices have the same length.
func (b *chain) open(x *exec.PrimitiveBatch) { x.Out = b.d.records }

// put draws primitives of the vertices whose records follow the draw's, in an order or, if it is nil, one
// after the other: strips that end at breaks, or lists. Breaks count all records, and places in an order begin
// with a number. The vertices may be those of a patch, whose number is given.
func (b *chain) put(records []uint32, order []uint32, breaks []int, begin, patch uint32) error {
	d := b.d
	if d.vertexWords == 0 {
		return nil
	}
	at := len(d.records)
	before, n := at/d.vertexWords, (len(records)-at)/d.vertexWords
	base := int32(len(d.vertices))
	d.records = records
	d.process(n, at)
	var v [3]int32
	have, parity, of := 0, false, 3
	switch b.output {
	case PointList:
		of = 1
	case LineList, LineStrip:
		of = 2
	}
	count := n
	if order != nil {
		count = len(order)
	}
	for i := range count {
		for len(breaks) > 0 && breaks[0]-before <= i {
			have, parity, breaks = 0, false, breaks[1:]
		}
		v[have] = base + int32(i)
		if order != nil {
			v[have] = base + int32(order[i]-begin)
		}
		if have++; have < of {
			continue
		}
		if parity {
			v[1], v[2] = v[2], v[1]
			b.draw(v[:of], patch)
			v[1], v[2] = v[2], v[1]
		} else {
			b.draw(v[:of], patch)
		}
		have = 0
		switch b.output {
		case LineStrip:
			v[0], have = v[1], 1
		case TriangleStrip:
			parity = !parity
			v[0], v[1], have = v[1], v[2], 2
		}
	}
	if d.effects || max(len(d.vertices), len(d.triangles)) >= chainChunk {
		return d.tiles()
	}
	return nil
}

// draw draws a primitive, unless a word of its first vertex culls it. Without a geometry stage the
// primitives of a patch have its number.
func (b *chain) draw(v []int32, patch uint32) {
	d := b.d
	if d.captured(v...) {
		return
	}
	record, number := int(d.vertices[v[0]].record), d.primitive
	switch {
	case b.cull >= 0 && d.records[record+b.cull] != 0:
		d.primitive++
		return
	case b.index >= 0:
		d.primitive = d.records[record+b.index]
	case b.control != nil && b.geometry == nil:
		d.primitive = patch
	}
	before := d.begin()
	switch len(v) {
	case 1:
		d.point(v[0])
	case 2:
		d.line(v[0], v[1])
	default:
		d.triangle(v[0], v[1], v[2])
	}
	d.end(before)
	d.primitive = number + 1
}

// meshes runs the task stage, if there is one, and the mesh stage.
func (b *chain) meshes() error {
	groups := b.d.draw.Groups
	if b.task == nil {
		return b.grid(groups, nil)
	}
	x := &b.task.batch
	x.Groups = groups
	return eachBatch(groups, taskBatch, func(first uint32, count int) error {
		x.First, x.Count, x.Tasks, x.Payloads = first, count, x.Tasks[:0], x.Payloads[:0]
		if err := b.task.Run(x); err != nil {
			return err
		}
		size := len(x.Payloads) / count
		for k, grid := range x.Tasks {
			if err := b.grid(grid, x.Payloads[k*size:(k+1)*size]); err != nil {
				return err
			}
		}
		return nil
	})
}

// maxGroups is the most workgroups of a task or mesh stage in a draw or a task.
const maxGroups = 1 << 22

// How many workgroups run at once.
const (
	taskBatch = 16
	meshBatch = 32
)

// chainChunk is about how many vertices and triangles are drawn at once: they stay in a processor's cache.
const chainChunk = 1 << 11

// eachBatch calls f for the workgroups of a grid, some at a time.
func eachBatch(size [3]uint32, most int, f func(first uint32, count int) error) error {
	if size[0] > maxGroups || size[1] > maxGroups || uint64(size[0])*uint64(size[1])*uint64(size[2]) > maxGroups {
		return inputError("draw", "%d×%d×%d workgroups of meshes are too many", size[0], size[1], size[2])
	}
	all := size[0] * size[1] * size[2]
	for first := uint32(0); first < all; first += uint32(most) {
		if err := f(first, min(most, int(all-first))); err != nil {
			return err
		}
	}
	return nil
}

// grid runs the mesh stage on a grid.
func (b *chain) grid(size [3]uint32, payload []byte) error {
	m := b.mesh
	x := &m.batch
	x.Groups, x.Payload = size, payload
	of := listVertices[b.output]
	words, more := m.out.VertexWords, m.out.PrimitiveWords
	return eachBatch(size, meshBatch, func(first uint32, count int) error {
		x.First, x.Count = first, count
		x.Out, x.Primitives, x.Indices = x.Out[:0], x.Primitives[:0], x.Indices[:0]
		begin := uint32(0)
		if words > 0 && more == 0 {
			b.open(x)
			begin = uint32(len(x.Out) / words)
		}
		if err := m.Run(x); err != nil {
			return err
		}
		if words == 0 {
			return nil
		}
		if more == 0 {
			return b.put(x.Out, x.Indices, nil, begin, 0)
		}
		// Each primitive gets vertices of its own, which hold what belongs to it.
		records := b.d.records
		for k, n := range x.Indices {
			records = append(records, x.Out[int(n)*words:(int(n)+1)*words]...)
			p := k / of
			records = append(records, x.Primitives[p*more:(p+1)*more]...)
		}
		return b.put(records, nil, nil, 0, 0)
	})
}
