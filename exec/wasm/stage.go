package wasm

// This file compiles vertex and fragment shaders: four vertices, or the four fragments of a
// quad, are a group. Inputs and outputs are slots: words of records that lie one after the
// other in memory, a quad's word by word. A fragment that is a helper, from the beginning
// or because it was discarded, goes on computing for its neighbours and writes nothing;
// when none of a quad is left, the quad ends.

import (
	"slices"

	"refract/exec"
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A stageLayout is the words of the records that the inputs and outputs are.
type stageLayout struct {
	inputs, outputs  []exec.Port
	inWords, outWord int     // words of a record
	in               [][]int // by parameter and component: the word, or -1
	out              []int   // by component of the result: the word, or -1

	primitives *primitiveLayout // of a stage of primitives, which has nothing else
}

// newStageLayout finds the words of an entry point's parameters and result.
func newStageLayout(s *ssa.Shader, f *ssa.Function, inputs, outputs []exec.Port) *stageLayout {
	l := &stageLayout{inputs: inputs, outputs: outputs, inWords: exec.Words(inputs), outWord: exec.Words(outputs)}
	c := analysis.NumberWords(f)
	words := func(ports []exec.Port, b ir.Binding, t ir.TypeID) []int {
		var out []int
		at := func(b ir.Binding, t ir.TypeID) {
			first := -1
			for k := range ports {
				if ports[k].Binding == b {
					first = ports[k].First
				}
			}
			for k := range int(c.SizeOf(t)) {
				if first < 0 {
					out = append(out, -1)
				} else {
					out = append(out, first+k)
				}
			}
		}
		if x := s.Module.StructOf(t); x != nil && b.Kind == ir.NoBinding {
			for _, member := range x.Members {
				at(member.Binding, member.Type)
			}
			return out
		}
		at(b, t)
		return out
	}
	for k := range f.Params {
		l.in = append(l.in, words(inputs, f.Params[k].Binding, f.Params[k].Type))
	}
	if f.Result != 0 {
		l.out = words(outputs, f.ResultBinding, f.Result)
	}
	return l
}

// stageFunction compiles the function around the body of a vertex or fragment shader:
// count groups from the first on.
func (c *compiler) stageFunction(first, count uint32) {
	f, w := c.f, c.w
	c.first = first
	if !c.analyse() {
		return
	}
	c.prologue()
	c.inBase, c.outBase = c.i32(), c.i32()
	end := c.i32()
	w.Get(first)
	w.Get(count)
	w.Op(wasmbin.I32Add)
	w.Set(end)
	w.Get(c.region)
	w.I32(int32(c.groupsAt))
	w.Op(wasmbin.I32Add)
	w.Set(c.base)
	needsLive := c.fragment && c.needsLive()
	if c.fragment {
		c.findReads()
		c.fragmentState()
		c.interpolate(first, count, needsLive)
	}
	out := w.Block()
	top := w.Loop()
	w.Get(first)
	w.Get(end)
	w.Op(wasmbin.I32GeU)
	w.BrIf(out)
	c.spend(lanes, f.Span)
	record := func(local, head uint32, words int) {
		w.Get(first)
		w.I32(int32(4 * lanes * words))
		w.Op(wasmbin.I32Mul)
		w.I32(0)
		w.Mem(wasmbin.I32Load, 2, head)
		w.Op(wasmbin.I32Add)
		w.Set(local)
	}
	record(c.inBase, headIn, c.stage.inWords)
	record(c.outBase, headOut, c.stage.outWord)
	m := mask{full: true}
	live := c.i32() // address
	switch {
	case !c.fragment:
		m = c.vertices()
	case needsLive:
		record(live, headLive, 1)
		c.live = w.Local(wasmbin.V128)
		c.liveComp = c.spareComp(false)
		x := &c.slots[c.liveComp]
		x.local, x.based, x.boolean = c.live, true, true
		w.Get(live)
		w.Mem(wasmbin.V128Load, 4, 0)
		w.V128([4]uint32{})
		w.Op(wasmbin.I32x4Ne)
		w.Set(c.live)
	}
	c.clearVariables()
	c.inputs(true)
	c.inputs(false)
	c.leave = w.Block()
	c.list(ssa.Body, m)
	w.End()
	if c.demotes {
		w.Get(live)
		w.Get(c.live)
		w.Mem(wasmbin.V128Store, 4, 0)
		c.leaveOut()
	}
	c.endGroups(first, top)
}

// leaveOut takes the samples of discarded fragments from a quad's coverage.
func (c *compiler) leaveOut() {
	w, quad := c.w, c.i32()
	c.fragmentField(w, wasmbin.I32Load, fragmentQuads)
	w.Tee(quad)
	w.If()
	w.Get(quad)
	w.Get(c.first)
	w.I32(quadBytes)
	w.Op(wasmbin.I32Mul)
	w.Op(wasmbin.I32Add)
	w.Tee(quad)
	w.Get(quad)
	w.Mem(wasmbin.I32Load, 2, quadCoverage)
	c.liveSamples()
	w.Op(wasmbin.I32And)
	w.Mem(wasmbin.I32Store, 2, quadCoverage)
	w.End()
}

// liveSamples puts the samples of fragments that live on the stack: four bits for each.
func (c *compiler) liveSamples() {
	w := c.w
	bits := c.temp(wasmbin.V128)
	w.Get(c.live)
	w.V128([4]uint32{15, 15 << 4, 15 << 8, 15 << 12})
	w.Op(wasmbin.V128And)
	w.Set(bits)
	for lane := range lanes {
		w.Get(bits)
		w.Lane(wasmbin.I32x4ExtractLane, lane)
		if lane > 0 {
			w.Op(wasmbin.I32Or)
		}
	}
	c.free(wasmbin.V128, bits)
}

// vertices is a mask of the lanes that have a vertex.
func (c *compiler) vertices() mask {
	w := c.w
	m := mask{local: w.Local(wasmbin.V128)}
	w.Get(c.first)
	w.I32(2)
	w.Op(wasmbin.I32Shl)
	w.Op(wasmbin.I32x4Splat)
	w.V128([4]uint32{0, 1, 2, 3})
	w.Op(wasmbin.I32x4Add)
	w.I32(0)
	w.Mem(wasmbin.V128Load32Splat, 2, headCount)
	w.Op(wasmbin.I32x4LtU)
	w.Set(m.local)
	return m
}

// needsLive reports whether it matters which fragments are helpers.
func (c *compiler) needsLive() bool {
	f := c.f
	needs := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Demote:
				c.demotes, needs = true, true
			case op.ImageStore, op.ImageAtomic, op.Atomic, op.Print,
				op.Ballot, op.BallotBits, op.SubgroupGather, op.SubgroupCollective:
				needs = true
			case op.Store:
				needs = needs || c.pointers[f.Arg(i, 0)].space == spaceBuffer
			case op.Param:
				for k := range c.d.Count(i) {
					b, _ := c.inputOf(i, k)
					needs = needs || b == ir.BuiltInHelperInvocation
				}
			}
		}
	}
	return needs
}

// writers is a mask of the lanes of another that may write memory.
func (c *compiler) writers(m mask) mask {
	if c.live == 0 {
		return m
	}
	w := c.w
	out := mask{local: w.Local(wasmbin.V128)}
	c.pushMask(m)
	w.Get(c.live)
	w.Op(wasmbin.V128And)
	w.Set(out.local)
	return out
}

// demote makes fragments helpers.
func (c *compiler) demote(m mask) {
	w := c.w
	w.Get(c.live)
	c.pushMask(m)
	w.Op(wasmbin.V128AndNot)
	w.Set(c.live)
	w.Get(c.live)
	w.Op(wasmbin.V128AnyTrue)
	w.Op(wasmbin.I32Eqz)
	w.BrIf(c.leave)
}

// stageInput sets a component of a parameter.
func (c *compiler) stageInput(i ssa.InstrID, k int) {
	w := c.w
	to := c.comp(i, k)
	x := &c.slots[to]
	scalar := func(push func()) {
		push()
		if x.vec {
			w.Op(wasmbin.I32x4Splat)
		}
		c.set(to, false, mask{full: true})
	}
	if b := c.bindingOf(i, k); b.Kind == ir.BindBuiltIn {
		switch b.BuiltIn {
		case ir.BuiltInHelperInvocation:
			w.Get(c.live)
			w.Op(wasmbin.V128Not)
			c.set(to, false, mask{full: true})
			return
		case ir.BuiltInSubgroupSize:
			scalar(func() { w.I32(int32(c.sub)) })
			return
		case ir.BuiltInNumSubgroups:
			scalar(func() { w.I32(1) })
			return
		case ir.BuiltInSubgroupID:
			scalar(func() { w.I32(0) })
			return
		case ir.BuiltInSubgroupInvocationID:
			w.Get(c.first)
			w.I32(2)
			w.Op(wasmbin.I32Shl)
			w.Op(wasmbin.I32x4Splat)
			w.V128([4]uint32{0, 1, 2, 3})
			w.Op(wasmbin.I32x4Add)
			c.integer(c.sub-1, true)
			w.Op(wasmbin.V128And)
			c.set(to, false, mask{full: true})
			return
		}
	}
	word := c.stage.in[c.f.IndexOf(i)][k]
	if word < 0 || !x.vec {
		c.unsupported(i, "an input without a place in generated code")
		return
	}
	if c.fragment { // the words of a quad lie side by side
		if !c.inputWords[word] {
			return
		}
		w.Get(c.inBase)
		w.Mem(wasmbin.V128Load, 4, uint32(4*lanes*word))
		c.fromMemory(x)
		c.set(to, x.float, mask{full: true})
		return
	}
	each, at := uint32(4*c.stage.inWords), uint32(4*word)
	v := c.temp(wasmbin.V128)
	w.Get(c.inBase)
	w.Mem(wasmbin.V128Load32Zero, 2, at)
	w.Set(v)
	for lane := 1; lane < lanes; lane++ {
		w.Get(c.inBase)
		w.Get(v)
		w.MemLane(wasmbin.V128Load32Lane, 2, at+uint32(lane)*each, lane)
		w.Set(v)
	}
	w.Get(v)
	c.free(wasmbin.V128, v)
	c.fromMemory(x)
	c.set(to, x.float, mask{full: true})
}

// outputs stores the result.
func (c *compiler) outputs(j ssa.InstrID) {
	w := c.w
	v := c.f.Arg(j, 0)
	if c.isBig(v) {
		c.unsupported(j, "results of so many parts in generated code")
		return
	}
	if !c.fragment {
		c.vertexOutputs(j)
		return
	}
	store := func(k int) {
		if word := c.stage.out[k]; word >= 0 {
			w.Get(c.outBase)
			c.stored(c.src(j, 0, k), true)
			w.Mem(wasmbin.V128Store, 4, uint32(4*lanes*word))
		}
	}
	color, merges := c.stage.mergedColor()
	merges = merges && !c.foreign
	for k := range c.stage.out {
		if !merges || !slices.Contains(color[:], k) {
			store(k)
		}
	}
	if merges {
		c.merged([4]int32{c.src(j, 0, color[0]), c.src(j, 0, color[1]), c.src(j, 0, color[2]), c.src(j, 0, color[3])}, func() {
			for _, k := range color {
				store(k)
			}
		})
	}
}

// vertexOutputs stores the result of four vertices.
func (c *compiler) vertexOutputs(j ssa.InstrID) {
	w := c.w
	each := uint32(4 * c.stage.outWord)
	for k, word := range c.stage.out {
		if word < 0 {
			continue
		}
		value := c.temp(wasmbin.V128)
		c.stored(c.src(j, 0, k), true)
		w.Set(value)
		for lane := range lanes {
			w.Get(c.outBase)
			w.Get(value)
			w.MemLane(wasmbin.V128Store32Lane, 2, uint32(4*word)+uint32(lane)*each, lane)
		}
		c.free(wasmbin.V128, value)
	}
}
