package wasm

// This file divides a function at its barriers. The code between barriers, a segment, runs
// for each group of a workgroup, one after the other; the code around barriers, which
// control must go through together, runs once for the workgroup. Values that another
// segment reads go through memory.

import (
	"refract/exec"
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// isBarrier reports whether an instruction waits for the workgroup.
func isBarrier(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.ControlBarrier || f.Op(i) == op.WorkgroupUniformLoad
}

// findSegments finds the nodes that run once for the workgroup: nodes that contain a
// barrier, and nodes that jump to the edges of a loop that does.
func (c *compiler) findSegments() {
	f := c.f
	c.workgroupNodes = make([]bool, f.NodeCount())
	if c.total <= lanes {
		return // one group: all run in step
	}
	waits := make([]bool, f.NodeCount()) // there is a barrier
	var mark func(b ssa.NodeID)
	mark = func(b ssa.NodeID) {
		for n := f.Parent(b); n != 0 && !c.workgroupNodes[n]; n = f.Parent(n) {
			c.workgroupNodes[n] = true
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch {
			case isBarrier(f, i):
				c.barriers = true
				mark(b)
				for n := f.Parent(b); n != 0; n = f.Parent(n) {
					waits[n] = true
				}
			case c.spans(i):
				c.barriers, c.subgroups = true, true
				mark(b)
			}
		}
	}
	if !c.barriers {
		return
	}
	for changed := true; changed; {
		changed = false
		for b := range f.Blocks() {
			j := f.Jump(b)
			if j == 0 || f.Op(j) != op.Break && f.Op(j) != op.Continue {
				continue
			}
			loop := f.InnermostLoop(b)
			if loop == 0 || !c.workgroupNodes[loop] {
				continue
			}
			for n := f.Parent(b); n != loop; n = f.Parent(n) {
				if !c.workgroupNodes[n] {
					c.workgroupNodes[n] = true
					changed = true
				}
			}
		}
	}
	for n := range c.workgroupNodes {
		if n := ssa.NodeID(n); c.workgroupNodes[n] && c.masked(n) && waits[n] {
			c.fail(&exec.UnsupportedError{Feature: "barriers where control may differ in generated code", Span: f.NodeSpan(n)})
			return
		}
	}
}

// crossings numbers the segments and finds the components that one sets and another
// reads.
func (c *compiler) crossings() {
	f := c.f
	if !c.barriers {
		return
	}
	room := func(n uint32) uint32 {
		at := (c.groupSize + 15) &^ 15
		c.groupSize = at + n
		return at
	}
	if c.subgroups {
		c.subgroupAt = room(subgroupArea)
		c.inits = append(c.inits, initial{at: c.subgroupAt, size: subgroupIn})
		c.maskSlots = map[ssa.NodeID]uint32{}
		for n := range c.workgroupNodes {
			if n := ssa.NodeID(n); c.workgroupNodes[n] && c.masked(n) {
				c.maskSlots[n] = room(32)
			}
		}
	}
	// The segment of each block's instructions.
	c.segments = make([]int32, f.InstrCount())
	ends := make([]int32, f.NodeCount()) // at the end of a block
	c.firstSegment, c.afterSegment = map[ssa.ListID]int32{}, map[ssa.NodeID]int32{}
	n := int32(0)
	var number func(l ssa.ListID, top bool)
	number = func(l ssa.ListID, top bool) {
		if top {
			n++
			c.firstSegment[l] = n
		}
		for x := f.ListFirst(l); x != 0; x = f.NextNode(x) {
			inner := top && c.workgroupNodes[x]
			switch f.Kind(x) {
			case ssa.NodeBlock:
				for i := range f.Instrs(x) {
					if top && isBarrier(f, i) {
						n++
					}
					if top && c.spans(i) {
						n++ // what it makes; what it reads is read in the segment before
					}
					c.segments[i] = n
					if top && f.Op(i) == op.WorkgroupUniformLoad {
						n++
					}
				}
				ends[x] = n
			case ssa.NodeIf:
				number(f.Then(x), inner)
				number(f.Else(x), inner)
			case ssa.NodeLoop:
				number(f.LoopBody(x), inner)
				if next := f.LoopContinue(x); next != 0 {
					number(next, inner)
				}
			}
			if inner {
				n++
				c.afterSegment[x] = n
			}
		}
	}
	number(ssa.Body, true)
	cross := func(k int32) {
		x := &c.slots[k]
		if x.kind != slotLocal || x.crosses || c.d.At(int(k)) == analysis.UniformWorkgroup {
			return
		}
		x.crosses = true
		x.spill = room(16)
	}
	// Phis of blocks that the workgroup comes to are set in one segment and read in
	// others.
	segmentOf := make([]int32, len(c.slots))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Param {
				continue // made anew in each
			}
			for k := range c.d.Count(i) {
				segmentOf[c.comp(i, k)] = c.segments[i]
			}
			if f.Op(i) == op.Phi && c.workgroupBlock(b) {
				for k := range c.d.Count(i) {
					cross(c.comp(i, k))
				}
			}
			if f.Op(i) == op.WorkgroupUniformLoad {
				for k := range c.d.Count(i) {
					cross(c.comp(i, k))
				}
			}
		}
	}
	reader := func(i ssa.InstrID) int32 {
		if c.spans(i) {
			return c.segments[i] - 1
		}
		return c.segments[i]
	}
	use := func(v ssa.Value, segment int32) {
		if v == 0 || c.isBig(v) {
			return
		}
		if p, ok := c.pointers[v]; ok {
			if p.dynamic >= 0 && segmentOf[p.dynamic] != segment {
				cross(p.dynamic)
			}
			return
		}
		for k := range c.d.Count(v) {
			r := c.root(c.comp(v, k))
			if segmentOf[r] != 0 && segmentOf[r] != segment {
				cross(r)
			}
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			for s := range f.NumSrcs(i) {
				if f.Op(i) == op.Phi {
					use(f.Arg(i, s), ends[f.Preds(b)[s]])
					continue
				}
				use(f.Arg(i, s), reader(i))
			}
		}
		if x := f.NextNode(b); x != 0 && (f.Kind(x) == ssa.NodeIf) {
			use(f.Cond(x).Value, ends[b])
		}
	}
	// The values that each segment reads are loaded at its beginning.
	c.reads = make([][]int32, n+2)
	seen := map[[2]int32]bool{}
	keep := func(r, segment int32) {
		if x := &c.slots[r]; x.kind == slotLocal && x.crosses && !seen[[2]int32{r, segment}] {
			seen[[2]int32{r, segment}] = true
			c.reads[segment] = append(c.reads[segment], r)
		}
	}
	read := func(v ssa.Value, segment int32) {
		if v == 0 || c.isBig(v) {
			return
		}
		add := func(r int32) { keep(r, segment) }
		if p, ok := c.pointers[v]; ok {
			if p.dynamic >= 0 {
				add(p.dynamic)
			}
			return
		}
		for k := range c.d.Count(v) {
			add(c.root(c.comp(v, k)))
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			for s := range f.NumSrcs(i) {
				if f.Op(i) == op.Phi {
					read(f.Arg(i, s), ends[f.Preds(b)[s]])
					if c.subgroups && c.workgroupBlock(b) {
						read(i, ends[f.Preds(b)[s]]) // those that come another way keep it
					}
					continue
				}
				read(f.Arg(i, s), reader(i))
			}
			if c.subgroups && f.Type(i) != 0 && f.Op(i) != op.Phi {
				for k := range c.d.Count(i) {
					if r := c.comp(i, k); c.slots[r].kind == slotLocal && c.d.EscapesAt(int(r)) {
						keep(r, c.segments[i]) // so do those that have left the loop
					}
				}
			}
		}
		if x := f.NextNode(b); x != 0 && f.Kind(x) == ssa.NodeIf {
			read(f.Cond(x).Value, ends[b])
		}
	}
	if uint64(c.groupsAt)+uint64(c.groupSize)*uint64(c.groups()) > maxMemory {
		c.unsupported(0, "so much memory of a workgroup in generated code")
	}
}

// workgroupBlock reports whether a block belongs to a list that is done for the
// workgroup.
func (c *compiler) workgroupBlock(b ssa.NodeID) bool {
	p := c.f.Parent(b)
	return p == 0 || c.workgroupNodes[p]
}

// beginSegment begins the loop over groups.
func (c *compiler) beginSegment(segment int32) {
	w := c.w
	c.segment = segment
	if c.barriers {
		w.I32(0)
		w.Set(c.group)
		c.segmentTop = w.Loop()
		c.setBase()
	} else {
		w.Get(c.region)
		w.I32(int32(c.groupsAt))
		w.Op(wasmbin.I32Add)
		w.Set(c.base)
		if !c.alone() {
			w.I32(0)
			w.Set(c.group)
			c.segmentTop = w.Loop()
		}
	}
	if segment <= 1 {
		c.clearVariables()
	}
	c.groupInputs()
	if c.barriers {
		for _, k := range c.reads[segment] {
			c.restore(k)
		}
	}
}

// beginMasked begins it with the lanes that are in all masks of a chain. A group without
// any is left out.
func (c *compiler) beginMasked(segment int32, chain []uint32) mask {
	w := c.w
	c.segment = segment
	w.I32(0)
	w.Set(c.group)
	c.segmentTop = w.Loop()
	c.setBase()
	if c.chained == 0 {
		c.chained = w.Local(wasmbin.V128)
	}
	c.pushChain(chain)
	w.Set(c.chained)
	skip := w.Block()
	c.skipping = true
	w.Get(c.chained)
	w.Op(wasmbin.V128AnyTrue)
	w.Op(wasmbin.I32Eqz)
	w.BrIf(skip)
	c.groupInputs()
	for _, k := range c.reads[segment] {
		c.restore(k)
	}
	return mask{local: c.chained}
}

// initialMask is who takes part at a segment's beginning.
func (c *compiler) initialMask() mask {
	if c.alone() || c.total%lanes == 0 {
		return mask{full: true}
	}
	w := c.w
	if c.present == 0 {
		c.present = w.Local(wasmbin.V128)
	}
	c.table(48)
	w.Set(c.present)
	return mask{local: c.present}
}

// table loads a row of the table of local ids.
func (c *compiler) table(at uint32) {
	w := c.w
	w.Get(c.group)
	w.I32(6)
	w.Op(wasmbin.I32Shl)
	w.Mem(wasmbin.V128Load, 4, c.tableAt+at)
}

// endSegment ends the loop over groups.
func (c *compiler) endSegment() {
	w := c.w
	if c.skipping {
		c.skipping = false
		w.End()
	}
	if !c.barriers && c.alone() {
		return
	}
	w.Get(c.group)
	w.I32(1)
	w.Op(wasmbin.I32Add)
	w.Tee(c.group)
	w.I32(int32((c.total + lanes - 1) / lanes))
	w.Op(wasmbin.I32LtU)
	w.BrIf(c.segmentTop)
	w.End()
}

// workgroupInputs sets the parameters that all of a workgroup share.
func (c *compiler) workgroupInputs() { c.inputs(true) }

// groupInputs sets the others.
func (c *compiler) groupInputs() { c.inputs(false) }

func (c *compiler) inputs(workgroup bool) {
	f := c.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Param || !f.HasUses(i) {
				continue
			}
			for k := range c.d.Count(i) {
				if (c.d.Of(i, k) == analysis.UniformWorkgroup) == workgroup {
					c.input(i, k)
				}
			}
		}
	}
}

// input sets a component of a parameter.
func (c *compiler) input(i ssa.InstrID, k int) {
	w := c.w
	to := c.comp(i, k)
	x := &c.slots[to]
	if x.kind != slotLocal {
		return
	}
	if c.stage != nil {
		c.stageInput(i, k)
		return
	}
	if c.prim != nil && c.primitiveInput(i, k) {
		return
	}
	what, at := c.inputOf(i, k)
	local := func(at int) { // local_invocation_id, in the form of the component
		switch {
		case c.size[at] == 1:
			c.integer(0, x.vec)
		default:
			c.table(16 * uint32(at))
			if !x.vec {
				w.Lane(wasmbin.I32x4ExtractLane, 0)
			}
		}
	}
	splat := func() {
		if x.vec {
			w.Op(wasmbin.I32x4Splat)
		}
	}
	add := func() { c.either(x.vec, wasmbin.I32x4Add, wasmbin.I32Add) }
	index := func() {
		w.Get(c.group)
		w.I32(2)
		w.Op(wasmbin.I32Shl)
		splat()
		if x.vec {
			w.V128([4]uint32{0, 1, 2, 3})
			add()
		}
	}
	switch what {
	case ir.BuiltInLocalInvocationID:
		local(at)
	case ir.BuiltInGlobalInvocationID:
		w.Get(c.wg[at])
		w.I32(int32(c.size[at]))
		w.Op(wasmbin.I32Mul)
		splat()
		if c.size[at] != 1 {
			local(at)
			add()
		}
	case ir.BuiltInLocalInvocationIndex, ir.BuiltInInvocationID: // of a control stage
		if c.quads != ir.DerivativeGroupQuads {
			index()
			break
		}
		// x + width*(y + height*z)
		extent := func(at int) {
			c.integer(c.size[at], x.vec)
			c.either(x.vec, wasmbin.I32x4Mul, wasmbin.I32Mul)
		}
		local(2)
		extent(1)
		local(1)
		add()
		extent(0)
		local(0)
		add()
	case ir.BuiltInWorkgroupID:
		w.Get(c.wg[at])
	case ir.BuiltInNumWorkgroups:
		w.Get(c.count[at])
	case ir.BuiltInWorkgroupSize:
		w.I32(int32(c.size[at]))
	case ir.BuiltInGlobalInvocationIndex:
		// x + width*(y + height*z)
		global := func(at int) {
			w.Get(c.wg[at])
			w.I32(int32(c.size[at]))
			w.Op(wasmbin.I32Mul)
			splat()
			if c.size[at] != 1 {
				local(at)
				add()
			}
		}
		extent := func(at int) {
			w.Get(c.count[at])
			w.I32(int32(c.size[at]))
			w.Op(wasmbin.I32Mul)
			splat()
			c.either(x.vec, wasmbin.I32x4Mul, wasmbin.I32Mul)
		}
		global(2)
		extent(1)
		global(1)
		add()
		extent(0)
		global(0)
		add()
	case ir.BuiltInWorkgroupIndex:
		w.Get(c.wg[2])
		w.Get(c.count[1])
		w.Op(wasmbin.I32Mul)
		w.Get(c.wg[1])
		w.Op(wasmbin.I32Add)
		w.Get(c.count[0])
		w.Op(wasmbin.I32Mul)
		w.Get(c.wg[0])
		w.Op(wasmbin.I32Add)
	case ir.BuiltInNumSubgroups:
		w.I32(int32((c.total + c.sub - 1) / c.sub))
	case ir.BuiltInSubgroupSize:
		w.I32(int32(c.sub))
	case ir.BuiltInSubgroupID:
		index()
		if x.vec {
			bug("subgroup_id by lane")
		}
		w.I32(int32(c.sub))
		w.Op(wasmbin.I32DivU)
	case ir.BuiltInSubgroupInvocationID:
		index()
		c.integer(c.sub-1, x.vec)
		c.either(x.vec, wasmbin.V128And, wasmbin.I32And)
	default:
		c.unsupported(i, "the input "+what.String()+" in generated code")
		return
	}
	c.set(to, false, mask{full: true})
}

// workgroupList compiles a list that runs once for the workgroup. To is the block that its
// end leads to, or 0. Lanes take part that are in all masks of a chain.
func (c *compiler) workgroupList(l ssa.ListID, to ssa.NodeID, chain []uint32) {
	f, w := c.f, c.w
	if c.nesting++; c.nesting > maxNesting {
		c.unsupported(f.First(f.ListFirst(l)), "so much nesting in generated code")
		return
	}
	guards := 0
	defer func() {
		for range guards {
			w.End()
		}
		c.nesting--
	}()
	segment := c.nextSegment(l)
	open := func() mask {
		if len(chain) == 0 {
			c.beginSegment(segment)
			return c.initialMask()
		}
		return c.beginMasked(segment, chain)
	}
	// trailing writes the moves of an edge: the moves of groups inside of the loop over
	// them, the workgroup's after it.
	m := open()
	for n := f.ListFirst(l); n != 0 && c.err == nil; n = f.NextNode(n) {
		switch {
		case f.Kind(n) == ssa.NodeBlock:
			for i := f.First(n); i != 0 && c.err == nil; i = f.Next(i) {
				switch {
				case f.Op(i) == op.WorkgroupUniformLoad:
					c.endSegment()
					c.uniformLoad(i)
					segment = c.segments[i] + 1
					m = open()
				case isBarrier(f, i):
					c.endSegment()
					segment = c.segments[i]
					m = open()
				case c.spans(i):
					c.subgroupBefore(i, m)
					c.endSegment()
					c.subgroupCall(i)
					segment = c.segments[i]
					m = open()
					c.subgroupAfter(i, m)
				case f.Op(i).Class() == op.ClassJump:
				default:
					c.instr(i, m)
				}
			}
			last := f.NextNode(n) == 0
			next := f.NextNode(n)
			switch {
			case last:
				jump := f.Jump(n)
				target := to
				if jump != 0 {
					target = f.JumpTarget(jump)
				}
				var loop ssa.NodeID
				if jump != 0 && target != 0 {
					if loop = c.loops[len(c.loops)-1].node; !c.maskedJump(n, loop) {
						loop = 0
					}
				}
				c.workgroupEdge(n, target, m, func() {
					if loop != 0 {
						c.jumpMasked(jump, loop, m)
					}
				})
				if jump != 0 && target != 0 && loop == 0 {
					c.workgroupJump(jump)
				}
				return
			case c.workgroupNodes[next]:
				// Its first block may have phis, of a loop.
				first := ssa.NodeID(0)
				if f.Kind(next) == ssa.NodeLoop {
					first = f.LoopHeader(next)
				}
				c.workgroupEdge(n, first, m, func() {
					if c.masked(next) {
						c.part(next, m)
					}
				})
			}
		case c.workgroupNodes[n]:
			after := f.After(n)
			switch f.Kind(n) {
			case ssa.NodeIf:
				if c.masked(n) {
					for k, l := range []ssa.ListID{f.Then(n), f.Else(n)} {
						way := append(chain[:len(chain):len(chain)], c.maskSlot(n, k == 1))
						c.anyOf(way)
						w.If()
						c.workgroupList(l, after, way)
						w.End()
					}
					break
				}
				s := f.Cond(n)
				c.scalar(c.comp(s.Value, s.Swizzle.At(0)), false)
				w.If()
				c.workgroupList(f.Then(n), after, chain)
				w.Else()
				c.workgroupList(f.Else(n), after, chain)
				w.End()
			case ssa.NodeLoop:
				c.workgroupLoop(n, chain)
			default:
				c.unsupported(f.First(f.Before(n)), "barriers in switches in generated code")
				return
			}
			if len(chain) > 0 && c.jumpsOut(n) {
				// The rest is for the remaining lanes.
				c.anyOf(chain)
				w.If()
				guards++
			}
			segment = c.segmentAfter(n)
			m = open()
		default:
			m = c.node(n, m)
		}
	}
}

// nextSegment is the number of the segment that a list begins with.
func (c *compiler) nextSegment(l ssa.ListID) int32 {
	return c.firstSegment[l]
}

func (c *compiler) segmentAfter(n ssa.NodeID) int32 { return c.afterSegment[n] }

// workgroupEdge ends a segment with the moves of an edge, and with something else.
func (c *compiler) workgroupEdge(from, to ssa.NodeID, m mask, last func()) {
	if to != 0 {
		c.moves(from, to, m, false, func(k int32) bool { return c.d.At(int(k)) != analysis.UniformWorkgroup })
	}
	last()
	c.endSegment()
	if to != 0 {
		c.moves(from, to, mask{full: true}, false, func(k int32) bool { return c.d.At(int(k)) == analysis.UniformWorkgroup })
	}
}

// workgroupJump jumps to the edges of a loop.
func (c *compiler) workgroupJump(j ssa.InstrID) {
	l := c.loops[len(c.loops)-1]
	if c.f.Op(j) == op.Break {
		c.w.Br(l.exit)
	} else {
		c.w.Br(l.next)
	}
}

// workgroupLoop compiles a loop with barriers or operations of subgroups in it.
func (c *compiler) workgroupLoop(n ssa.NodeID, chain []uint32) {
	f, w := c.f, c.w
	header := f.LoopHeader(n)
	l := &openLoop{node: n}
	masked := c.masked(n)
	waits := c.d.Continue(n) != analysis.UniformWorkgroup
	if masked {
		chain = append(chain[:len(chain):len(chain)], c.maskSlot(n, false))
	}
	l.exit = w.Block()
	top := w.Loop()
	c.spend(int64(c.total), f.NodeSpan(n))
	if waits {
		c.eachGroup(func() {
			w.Get(c.base)
			w.V128([4]uint32{})
			w.Mem(wasmbin.V128Store, 4, c.maskSlot(n, true))
		})
	}
	c.loops = append(c.loops, l)
	next := f.LoopContinue(n)
	again := header
	if next != 0 {
		again = f.ListFirst(next)
	}
	l.next = w.Block()
	c.workgroupList(f.LoopBody(n), again, chain)
	w.End()
	ended := func() {
		if masked {
			c.anyOf(chain)
			w.Op(wasmbin.I32Eqz)
			w.BrIf(l.exit)
		}
	}
	if waits {
		c.eachGroup(func() {
			w.Get(c.base)
			c.pushSlot(c.maskSlot(n, false))
			c.pushSlot(c.maskSlot(n, true))
			w.Op(wasmbin.V128Or)
			w.Mem(wasmbin.V128Store, 4, c.maskSlot(n, false))
		})
	}
	ended()
	if next != 0 {
		l.next = -1
		c.workgroupList(next, header, chain)
		ended()
	}
	w.Br(top)
	c.loops = c.loops[:len(c.loops)-1]
	w.End()
	w.End()
}

// uniformLoad compiles a load that all of a workgroup share, between two barriers.
func (c *compiler) uniformLoad(i ssa.InstrID) {
	w := c.w
	p := c.pointers[c.f.Arg(i, 0)]
	list := c.offsets(i, p)
	if c.err != nil {
		return
	}
	if p.dynamic >= 0 && c.d.At(int(p.dynamic)) != analysis.UniformWorkgroup {
		c.unsupported(i, "workgroup_uniform_load of an address that differs in generated code")
		return
	}
	for k, offset := range list {
		to := c.comp(i, k)
		x := &c.slots[to]
		if x.vec || c.d.At(int(to)) != analysis.UniformWorkgroup {
			c.unsupported(i, "workgroup_uniform_load in a loop that invocations leave apart in generated code")
			return
		}
		c.start(p)
		if x.float {
			w.Mem(wasmbin.F32Load, 2, offset)
		} else {
			w.Mem(wasmbin.I32Load, 2, offset)
		}
		c.set(to, x.float, mask{full: true})
	}
}
