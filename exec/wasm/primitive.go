package wasm

// This file compiles the stages of primitives. A control stage is a workgroup for each patch, and task and
// mesh stages have workgroups as compute shaders do: the bases of records move on with the workgroup. The
// lanes of an evaluation stage are four points of a patch, the lanes of a geometry stage four primitives,
// each with memory for its vertices.

import (
	"encoding/binary"
	"fmt"

	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// extraWord puts a word of the head on the stack.
func (c *compiler) extraWord(k int) {
	c.w.I32(0)
	c.w.Mem(wasmbin.I32Load, 2, c.extra()+4*uint32(k))
}

// beginRun sets the bases of records for the first workgroup.
func (c *compiler) beginRun() {
	p := c.prim
	if p == nil {
		return
	}
	w := c.w
	for class := range numRecordClasses {
		if p.bases[class] != 0 || p.sized(class) > 0 {
			c.extraWord(int(class))
			w.Set(c.recordBase(class))
		}
	}
	p.counts, p.primitive, p.decided = c.i32(), c.i32(), c.i32()
	for k := range p.made {
		p.made[k] = c.i32()
	}
	c.extraWord(extraCounts)
	w.Set(p.counts)
	c.extraWord(extraPrimitive)
	w.Set(p.primitive)
}

// sized is the bytes of the records that a workgroup makes, at most, or that it takes.
func (l *primitiveLayout) sized(class recordClass) uint32 {
	n := uint32(0)
	switch {
	case class == payload && l.stage == ir.StageTask:
		return (l.payload + 15) &^ 15
	case class == vertexIn && l.stage == ir.StageTessellationControl:
		n = uint32(l.inputs)
	case class == vertexOut && l.stage == ir.StageTessellationControl:
		n = l.setup.Tessellation.Vertices
	case class == patchOut:
		n = 1
	case class == vertexOut && l.stage == ir.StageMesh:
		n = l.setup.Mesh.MaxVertices
	case class == primitiveOut, class == indexOut:
		n = l.setup.Mesh.MaxPrimitives
	}
	return 4 * n * uint32(l.words[class])
}

// beginRecords clears the records that a workgroup makes.
func (c *compiler) beginRecords() {
	p := c.prim
	if p == nil {
		return
	}
	w := c.w
	for class := range numRecordClasses {
		if n := p.sized(class); n > 0 && class != vertexIn {
			w.Get(p.bases[class])
			w.I32(0)
			w.I32(int32(n))
			w.MemoryFill()
		}
	}
	for _, local := range [...]uint32{p.decided, p.made[0], p.made[1], p.made[2]} {
		w.I32(0)
		w.Set(local)
	}
}

// endRecords leaves the counts of a workgroup behind, and moves the bases on.
func (c *compiler) endRecords() {
	p := c.prim
	if p == nil {
		return
	}
	w := c.w
	move := func(local uint32, by func()) {
		w.Get(local)
		by()
		w.Op(wasmbin.I32Add)
		w.Set(local)
	}
	counts := 0
	switch p.stage {
	case ir.StageTask:
		counts = 3
	case ir.StageMesh:
		counts = 2
	}
	for k := range counts {
		w.Get(p.counts)
		w.Get(p.made[k])
		w.Mem(wasmbin.I32Store, 2, uint32(4*k))
	}
	move(p.counts, func() { w.I32(int32(4 * counts)) })
	move(p.primitive, func() { c.extraWord(extraStep) })
	for class := range numRecordClasses {
		n := p.sized(class)
		if n == 0 {
			continue
		}
		move(p.bases[class], func() {
			if p.stage != ir.StageMesh {
				w.I32(int32(n))
				return
			}
			w.Get(p.made[min(class-vertexOut, 1)]) // vertices, or primitives
			w.I32(int32(4 * p.words[class]))
			w.Op(wasmbin.I32Mul)
		})
	}
}

// primitiveInput sets a component of a parameter that stages of primitives alone have.
func (c *compiler) primitiveInput(i ssa.InstrID, k int) bool {
	w, p := c.w, c.prim
	to := c.comp(i, k)
	x := &c.slots[to]
	what, at := c.inputOf(i, k)
	scalar := func(push func()) bool {
		push()
		if x.vec {
			w.Op(wasmbin.I32x4Splat)
		}
		c.set(to, false, mask{full: true})
		return true
	}
	block := func(base uint32, word int) bool {
		w.Get(base)
		w.Mem(wasmbin.V128Load, 4, uint32(16*word))
		c.set(to, x.float, mask{full: true})
		return true
	}
	switch geometry := p.stage == ir.StageGeometry; what {
	case ir.BuiltInPrimitiveIndex:
		if geometry {
			return block(c.recordBase(vertexIn), p.inputs*p.words[vertexIn])
		}
		return scalar(func() { w.Get(p.primitive) })
	case ir.BuiltInInvocationID:
		return geometry && block(c.recordBase(vertexIn), p.inputs*p.words[vertexIn]+1)
	case ir.BuiltInPatchVertices:
		return scalar(func() { c.extraWord(extraVertices) })
	case ir.BuiltInViewIndex:
		return scalar(func() { c.extraWord(extraView) })
	case ir.BuiltInTessCoord:
		return block(p.coords, at)
	}
	return false
}

// pipeline compiles an operation on the pipeline.
func (c *compiler) pipeline(i ssa.InstrID, m mask) {
	f := c.f
	if ir.PipelineOp(f.Field(i, "op")) == ir.ReadClock {
		c.clock(i, m)
		return
	}
	if c.prim == nil {
		c.unsupported(i, "the operation pipeline in generated code")
		return
	}
	switch o := ir.PipelineOp(f.Field(i, "op")); o {
	case ir.EmitVertex:
		c.emit(int(f.Field(i, "stream")), m)
	case ir.EndPrimitive:
		cut := c.prim.cut[f.Field(i, "stream")]
		c.w.Get(cut)
		c.pushMask(m)
		c.w.Op(wasmbin.V128Or)
		c.w.Set(cut)
	case ir.SetMeshOutputs:
		c.decide(i, 2, m)
	case ir.EmitMeshTasks:
		c.decide(i, 3, m)
	default:
		c.unsupported(i, "the operation "+o.String()+" in generated code")
	}
}

// clock compiles a read of a clock, for each invocation.
func (c *compiler) clock(i ssa.InstrID, m mask) {
	if !c.f.HasUses(i) {
		return
	}
	out := make([]int32, 2)
	for k := range out {
		out[k] = c.comp(i, k)
	}
	c.hosts = append(c.hosts, hostFunc{op: op.Pipeline, own: true, out: len(out), image: func(r *resources, _, out []uint32) {
		now := r.clock.Add(1)
		out[0], out[1] = uint32(now), uint32(now>>32)
	}})
	c.callNumber(int32(len(c.hosts)-1), nil, out, m, true)
}

// decide takes the counts of the first invocation that has some.
func (c *compiler) decide(i ssa.InstrID, n int, m mask) {
	w, p := c.w, c.prim
	w.Get(p.decided)
	w.Op(wasmbin.I32Eqz)
	w.If()
	w.I32(1)
	w.Set(p.decided)
	lane := c.temp(wasmbin.I32)
	if m.full {
		w.I32(0)
	} else {
		w.Get(m.local)
		w.Op(wasmbin.I32x4Bitmask)
		w.Op(wasmbin.I32Ctz)
	}
	w.Set(lane)
	for k := range n {
		from := c.src(i, k, 0)
		if !c.isVec(from) {
			c.scalar(from, false)
			w.Set(p.made[k])
			continue
		}
		w.Get(c.region)
		c.vector(from)
		w.Mem(wasmbin.V128Store, 4, c.scratch)
		w.Get(c.region)
		w.Get(lane)
		w.I32(2)
		w.Op(wasmbin.I32Shl)
		w.Op(wasmbin.I32Add)
		w.Mem(wasmbin.I32Load, 2, c.scratch)
		w.Set(p.made[k])
	}
	if p.stage == ir.StageMesh {
		c.limit(i, lane)
	}
	c.free(wasmbin.I32, lane)
	w.End()
}

// The sources of the call that ends a run whose mesh stage makes too much.
const (
	limitFirst = iota // the number of the workgroup
	limitGroup
	limitLane
	limitVertices
	limitPrimitives
)

// limit compiles the check of the counts of a mesh.
func (c *compiler) limit(i ssa.InstrID, lane uint32) {
	w, p := c.w, c.prim
	span, setup := c.f.SpanOf(i), p.setup.Mesh
	w.Get(p.made[0])
	w.I32(int32(setup.MaxVertices))
	w.Op(wasmbin.I32GtU)
	w.Get(p.made[1])
	w.I32(int32(setup.MaxPrimitives))
	w.Op(wasmbin.I32GtU)
	w.Op(wasmbin.I32Or)
	w.If()
	for k, local := range [...]uint32{limitFirst: c.first, limitGroup: c.group, limitLane: lane, limitVertices: p.made[0], limitPrimitives: p.made[1]} {
		w.Get(c.region)
		w.Get(local)
		w.Mem(wasmbin.I32Store, 2, c.scratch+16*uint32(k))
	}
	c.hosts = append(c.hosts, hostFunc{op: op.Pipeline, own: true, quick: func(h *host, mem []byte, _ uint32) bool {
		word := func(k int) uint32 { return binary.LittleEndian.Uint32(mem[16*k:]) }
		h.wrong = &wrongUse{span: span, first: word(limitFirst), group: word(limitGroup), lane: word(limitLane),
			message: fmt.Sprintf("%d vertices and %d primitives are more than the %d and %d of the mesh stage",
				word(limitVertices), word(limitPrimitives), setup.MaxVertices, setup.MaxPrimitives)}
		panic("exec/wasm: " + h.wrong.message)
	}})
	c.enterHost(int32(len(c.hosts)-1), true, mask{full: true})
	w.End()
}

// primitiveFunction compiles the function around the body of an evaluation or geometry stage: count groups
// from the first on.
func (c *compiler) primitiveFunction(first, count uint32) {
	f, w, p := c.f, c.w, c.prim
	c.first = first
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch {
			case isSubgroup(f, i):
				c.unsupported(i, "operations of subgroups in a "+p.stage.String()+" stage in generated code")
				return
			case f.Op(i) == op.Pipeline && ir.PipelineOp(f.Field(i, "op")) != ir.ReadClock:
				p.streams[f.Field(i, "stream")] = true
			}
		}
	}
	if !c.analyse() {
		return
	}
	c.prologue()
	end := c.i32()
	w.Get(first)
	w.Get(count)
	w.Op(wasmbin.I32Add)
	w.Set(end)
	w.Get(c.region)
	w.I32(int32(c.groupsAt))
	w.Op(wasmbin.I32Add)
	w.Set(c.base)
	p.primitive = c.i32()
	c.extraWord(extraPrimitive)
	w.Set(p.primitive)
	geometry := p.stage == ir.StageGeometry
	for _, class := range [...]recordClass{vertexIn, patchIn} {
		if p.bases[class] != 0 && !geometry {
			c.extraWord(int(class))
			w.Set(p.bases[class])
		}
	}
	out := w.Block()
	top := w.Loop()
	w.Get(first)
	w.Get(end)
	w.Op(wasmbin.I32GeU)
	w.BrIf(out)
	c.spend(lanes, f.Span)
	m := mask{local: w.Local(wasmbin.V128)}
	index := w.Local(wasmbin.V128)
	w.Get(first)
	w.I32(2)
	w.Op(wasmbin.I32Shl)
	w.Op(wasmbin.I32x4Splat)
	w.V128([4]uint32{0, 1, 2, 3})
	w.Op(wasmbin.I32x4Add)
	w.Tee(index)
	c.extraWord(extraItems)
	w.Op(wasmbin.I32x4Splat)
	w.Op(wasmbin.I32x4LtU)
	w.Set(m.local)
	if geometry {
		c.beginVertices(first, index)
	} else {
		w.Get(first)
		w.I32(3 * 16)
		w.Op(wasmbin.I32Mul)
		c.extraWord(extraCoords)
		w.Op(wasmbin.I32Add)
		p.coords = c.i32()
		w.Set(p.coords)
	}
	c.clearVariables()
	c.inputs(true)
	c.inputs(false)
	c.leave = w.Block()
	c.list(ssa.Body, m)
	w.End()
	if geometry {
		c.endVertices(first)
	} else {
		c.point(index)
	}
	c.endGroups(first, top)
}

// beginVertices sets the places of a group's vertices.
func (c *compiler) beginVertices(first, index uint32) {
	w, p := c.w, c.prim
	base := c.recordBase(vertexIn)
	w.Get(first)
	w.I32(int32(16 * p.blockWords()))
	w.Op(wasmbin.I32Mul)
	c.extraWord(int(vertexIn))
	w.Op(wasmbin.I32Add)
	w.Set(base)
	if p.emitted == 0 {
		p.emitted = w.Local(wasmbin.V128)
	}
	w.V128([4]uint32{})
	w.Set(p.emitted)
	for s, used := range p.streams {
		if !used {
			continue
		}
		if p.at[s] == 0 {
			p.at[s], p.cut[s] = w.Local(wasmbin.V128), w.Local(wasmbin.V128)
		}
		w.V128([4]uint32{})
		w.Set(p.cut[s])
		w.Get(index)
		n := p.setup.Geometry.MaxVertices * p.emittedBytes()
		w.V128([4]uint32{n, n, n, n})
		w.Op(wasmbin.I32x4Mul)
		c.extraWord(p.streamWord(s))
		w.Op(wasmbin.I32x4Splat)
		w.Op(wasmbin.I32x4Add)
		w.Set(p.at[s])
	}
}

// blockWords is the words of the inputs of each lane of a geometry stage: vertices, the primitive's number and
// the invocation's.
func (l *primitiveLayout) blockWords() int { return l.inputs*l.words[vertexIn] + 2 }

// emittedBytes is the size of an emitted vertex: its record, and whether a strip ended before it.
func (l *primitiveLayout) emittedBytes() uint32 { return 4 * uint32(l.words[vertexOut]+1) }

// streamWord is the word of the head that has the address of the vertices of a stream.
func (l *primitiveLayout) streamWord(stream int) int {
	if stream == 0 {
		return int(vertexOut)
	}
	return extraStreams + stream - 1
}

// endVertices leaves the ends of a group's vertices behind.
func (c *compiler) endVertices(first uint32) {
	w, p := c.w, c.prim
	for s, used := range p.streams {
		if !used {
			continue
		}
		w.Get(first)
		w.I32(64)
		w.Op(wasmbin.I32Mul)
		c.extraWord(extraCounts)
		w.Op(wasmbin.I32Add)
		w.Get(p.at[s])
		w.Mem(wasmbin.V128Store, 4, uint32(16*s))
	}
}

// own puts a word of the outputs of the lanes on the stack.
func (c *compiler) own(word int) {
	c.w.Get(c.base)
	c.w.Mem(wasmbin.V128Load, 4, (c.prim.outAt+4*uint32(word))*c.scale())
}

// scatter stores words of all lanes at the lanes' addresses: four words that follow each other are transposed.
func (c *compiler) scatter(at [lanes]uint32, words []int, push func(word int)) {
	w := c.w
	v := c.temp(wasmbin.V128)
	for len(words) > 0 {
		k := words[0]
		if len(words) < 4 || words[3] != k+3 {
			push(k)
			w.Set(v)
			for lane := range lanes {
				w.Get(at[lane])
				w.Get(v)
				w.MemLane(wasmbin.V128Store32Lane, 2, uint32(4*k), lane)
			}
			words = words[1:]
			continue
		}
		words = words[4:]
		var row [4]uint32
		for n := range row {
			row[n] = c.temp(wasmbin.V128)
			push(k + n)
			w.Set(row[n])
		}
		t := c.transposed(row)
		for lane := range lanes {
			w.Get(at[lane])
			w.Get(t[lane])
			w.Mem(wasmbin.V128Store, 2, uint32(4*k))
		}
		for n := range row {
			c.free(wasmbin.V128, row[n])
			c.free(wasmbin.V128, t[n])
		}
	}
	c.free(wasmbin.V128, v)
}

// emittedWords are the words of the outputs of a stream and, of strips, the word that marks the end of a strip.
func (l *primitiveLayout) emittedWords(stream int) (words []int) {
	for i := range l.out.Vertex {
		if p := &l.out.Vertex[i]; int(p.Stream) == stream {
			for k := range p.Scalars {
				words = append(words, p.First+k)
			}
		}
	}
	if l.setup.Geometry.Output != ir.TopologyPoints {
		words = append(words, l.words[vertexOut])
	}
	return words
}

// extracted sets locals to the lanes of a vector of addresses.
func (c *compiler) extracted(v uint32) (at [lanes]uint32) {
	for lane := range lanes {
		at[lane] = c.temp(wasmbin.I32)
		c.w.Get(v)
		c.w.Lane(wasmbin.I32x4ExtractLane, lane)
		c.w.Set(at[lane])
	}
	return at
}

// emit makes vertices of the outputs, unless a lane has emitted all it may.
func (c *compiler) emit(stream int, m mask) {
	w, p := c.w, c.prim
	words, most := p.emittedWords(stream), p.setup.Geometry.MaxVertices
	active := c.temp(wasmbin.V128)
	w.Get(p.emitted)
	w.V128([4]uint32{most, most, most, most})
	w.Op(wasmbin.I32x4LtU)
	c.pushMask(m)
	w.Op(wasmbin.V128And)
	w.Set(active)
	at := c.extracted(p.at[stream])
	push := func(word int) {
		if word == p.words[vertexOut] {
			w.Get(p.cut[stream])
		} else {
			c.own(word)
		}
	}
	w.Get(active)
	w.Op(wasmbin.I32x4AllTrue)
	w.If()
	c.scatter(at, words, push)
	w.Else()
	v := c.temp(wasmbin.V128)
	for lane := range lanes {
		c.ifActive(mask{local: active}, lane, func() {
			for _, k := range words {
				push(k)
				w.Set(v)
				w.Get(at[lane])
				w.Get(v)
				w.MemLane(wasmbin.V128Store32Lane, 2, uint32(4*k), lane)
			}
		})
	}
	c.free(wasmbin.V128, v)
	w.End()
	c.freeLanes(at)
	w.Get(p.emitted)
	w.Get(active)
	w.Op(wasmbin.I32x4Sub)
	w.Set(p.emitted)
	n := p.emittedBytes()
	w.Get(p.at[stream])
	w.Get(active)
	w.V128([4]uint32{n, n, n, n})
	w.Op(wasmbin.V128And)
	w.Op(wasmbin.I32x4Add)
	w.Set(p.at[stream])
	w.Get(p.cut[stream])
	w.Get(active)
	w.Op(wasmbin.V128AndNot)
	w.Set(p.cut[stream])
	c.free(wasmbin.V128, active)
}

// point makes records of the outputs of an evaluation stage. There is room behind the last.
func (c *compiler) point(index uint32) {
	w, p := c.w, c.prim
	v, n := c.temp(wasmbin.V128), uint32(4*p.words[vertexOut])
	w.Get(index)
	w.V128([4]uint32{n, n, n, n})
	w.Op(wasmbin.I32x4Mul)
	c.extraWord(int(vertexOut))
	w.Op(wasmbin.I32x4Splat)
	w.Op(wasmbin.I32x4Add)
	w.Set(v)
	at := c.extracted(v)
	c.free(wasmbin.V128, v)
	words := make([]int, p.words[vertexOut])
	for k := range words {
		words[k] = k
	}
	c.scatter(at, words, c.own)
	c.freeLanes(at)
}
