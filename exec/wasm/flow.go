package wasm

// This file compiles control flow. If the lanes of a group diverge, both ways are taken,
// each with a mask of the lanes that are active; a way that none takes is jumped over. A
// loop that lanes leave at different times goes on until none is active.
//
// A mask is a vector local of ones and zeros, which jumps change in place: a list has one
// of its own, or that of the list around it, if control comes there for all of its lanes.
// Code runs with at least one active lane, except cheap code that touches no memory.

import (
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ssa"
	"refract/ssa/op"
)

// A mask is the set of active lanes: all, or the ones in a local.
type mask struct {
	full  bool
	local uint32
}

// An openLoop is a loop that is being compiled.
type openLoop struct {
	node      ssa.NodeID
	exit      int    // label behind it
	next      int    // label before its continue list
	divergent bool   // lanes leave it, or continue it, at different times
	mask      mask   // its lanes that are active
	continued uint32 // local: the lanes that wait for the continue list
	waits     bool   // there is such a local
}

// activeMask copies a mask into a local of its own.
func (c *compiler) ownMask(m mask) mask {
	local := c.w.Local(wasmbin.V128)
	c.pushMask(m)
	c.w.Set(local)
	return mask{local: local}
}

func (c *compiler) pushMask(m mask) {
	if m.full {
		c.w.V128([4]uint32{^uint32(0), ^uint32(0), ^uint32(0), ^uint32(0)})
	} else {
		c.w.Get(m.local)
	}
}

// leaves reports whether a node has a jump in it, out of it, that changes masks.
func (c *compiler) leaves(n ssa.NodeID) bool {
	f := c.f
	for _, b := range f.BlocksOf(n) {
		j := f.Jump(b)
		if j == 0 {
			continue
		}
		loop := f.InnermostLoop(b)
		if loop != 0 && c.divergentLoop(loop) && c.divergentJump(b, loop) && !insideNode(f, loop, n) {
			return true
		}
	}
	return false
}

// insideNode reports whether a node is another or stands in it.
func insideNode(f *ssa.Function, x, n ssa.NodeID) bool {
	for ; x != 0; x = f.Parent(x) {
		if x == n {
			return true
		}
	}
	return false
}

func (c *compiler) divergentLoop(loop ssa.NodeID) bool {
	return c.d.Leave(loop) == analysis.Divergent || c.d.Continue(loop) == analysis.Divergent
}

// divergentJump reports whether the jump at a block's end is one of some lanes of its
// loop.
func (c *compiler) divergentJump(b, loop ssa.NodeID) bool {
	f := c.f
	if c.d.Continue(loop) == analysis.Divergent {
		return true
	}
	for n := f.Parent(b); n != loop; n = f.Parent(n) {
		if f.Kind(n) == ssa.NodeIf && c.d.OfCond(n) == analysis.Divergent {
			return true
		}
	}
	return false
}

// list compiles a list with a mask, which jumps in it change.
func (c *compiler) list(l ssa.ListID, m mask) mask {
	f, w := c.f, c.w
	guards := 0
	for n := f.ListFirst(l); n != 0 && c.err == nil; n = f.NextNode(n) {
		if f.Kind(n) == ssa.NodeBlock {
			c.block(n, m)
			continue
		}
		leaves := c.leaves(n)
		m = c.node(n, m)
		if leaves && !m.full && (f.NextNode(f.After(n)) != 0 || f.First(f.After(n)) != 0) {
			// The rest is for the remaining lanes.
			w.Get(m.local)
			w.Op(wasmbin.V128AnyTrue)
			w.If()
			guards++
		}
	}
	for range guards {
		w.End()
	}
	return m
}

// block compiles the instructions of a block, up to its jump and the moves of the
// edge from it.
func (c *compiler) block(b ssa.NodeID, m mask) {
	f := c.f
	for i := f.First(b); i != 0 && c.err == nil; i = f.Next(i) {
		if f.Op(i).Class() == op.ClassJump {
			c.jump(b, i, m)
			return
		}
		c.instr(i, m)
	}
}

// jump compiles a jump.
func (c *compiler) jump(b ssa.NodeID, j ssa.InstrID, m mask) {
	f, w := c.f, c.w
	o := f.Op(j)
	if o == op.Return {
		if b != f.ListLast(ssa.Body) {
			c.unsupported(j, "returns in the middle of generated code")
		} else if c.stage != nil && f.NumSrcs(j) > 0 {
			c.outputs(j)
		}
		return
	}
	to := f.JumpTarget(j)
	if to == 0 || len(c.loops) == 0 {
		c.unsupported(j, "a jump out of place in generated code")
		return
	}
	l := c.loops[len(c.loops)-1]
	c.moves(b, to, m, false, nil)
	if !l.divergent || !c.divergentJump(b, l.node) {
		switch {
		case o == op.Break:
			w.Br(l.exit)
		case l.next < 0:
			c.unsupported(j, "a continue in a continue list in generated code")
		default:
			w.Br(l.next)
		}
		return
	}
	if m.full {
		bug("a jump of some of all")
	}
	if o == op.Continue {
		w.Get(l.continued)
		w.Get(m.local)
		w.Op(wasmbin.V128Or)
		w.Set(l.continued)
	}
	w.V128([4]uint32{})
	w.Set(m.local)
}

// node compiles an if or loop.
func (c *compiler) node(n ssa.NodeID, m mask) mask {
	if c.nesting++; c.nesting > maxNesting {
		c.unsupported(c.f.First(c.f.Before(n)), "so much nesting in generated code")
		return m
	}
	defer func() { c.nesting-- }()
	switch c.f.Kind(n) {
	case ssa.NodeIf:
		return c.branch(n, m)
	case ssa.NodeLoop:
		return c.loop(n, m)
	}
	c.unsupported(c.f.First(c.f.Before(n)), "switches in generated code")
	return m
}

const maxNesting = 400

// hasMoves reports whether an edge to a block sets phis.
func (c *compiler) hasMoves(to ssa.NodeID) bool { return c.f.HasPhis(to) }

// isEmpty reports whether a list does nothing but go on.
func (c *compiler) isEmpty(l ssa.ListID) bool {
	b := c.f.ListFirst(l)
	return c.f.First(b) == 0 && c.f.NextNode(b) == 0
}

// isCheap reports whether a list is better done than jumped over: a few instructions
// without effects.
func (c *compiler) isCheap(l ssa.ListID) bool {
	f := c.f
	b := f.ListFirst(l)
	if f.NextNode(b) != 0 || f.Jump(b) != 0 {
		return false
	}
	n := 0
	for i := range f.Instrs(b) {
		switch o := f.Op(i); o.Class() {
		case op.ClassConst, op.ClassUndef:
		case op.ClassALU:
			if folds(o) > 0 || packFuncs[o].call != nil || splitFuncs[o].call != nil {
				return false
			}
			n += max(c.d.Count(i), 1)
		case op.ClassDeref:
			n++
		default:
			return false
		}
	}
	return n <= 10
}

func (c *compiler) branch(n ssa.NodeID, m mask) mask {
	f, w := c.f, c.w
	before, after := f.Before(n), f.After(n)
	s := f.Cond(n)
	cond := c.comp(s.Value, s.Swizzle.At(0))
	ends := func(l ssa.ListID) (ssa.NodeID, bool) {
		last := f.ListLast(l)
		return last, f.Jump(last) == 0
	}
	_ = before
	leaves := c.leaves(n)
	if !c.isVec(cond) {
		if leaves && m.full {
			m = c.ownMask(m)
		}
		inner := func(l ssa.ListID) {
			c.list(l, m)
			if last, falls := ends(l); falls {
				c.moves(last, after, m, false, nil)
			}
		}
		c.scalar(cond, false)
		w.If()
		inner(f.Then(n))
		if !c.isEmpty(f.Else(n)) || c.hasMoves(after) {
			w.Else()
			inner(f.Else(n))
		}
		w.End()
		return m
	}
	then, els := f.Then(n), f.Else(n)
	if leaves && m.full {
		m = c.ownMask(m)
	}
	cheapThen, cheapElse := c.isCheap(then), c.isCheap(els)
	moves := c.hasMoves(after)
	if cheapThen && cheapElse {
		// Both, and a selection.
		c.list(then, m)
		c.list(els, m)
		c.selections(after, f.ListLast(then), f.ListLast(els), cond, m)
		return m
	}
	one := mask{local: w.Local(wasmbin.V128)}
	other := mask{local: w.Local(wasmbin.V128)}
	c.vector(cond)
	if !m.full {
		w.Get(m.local)
		w.Op(wasmbin.V128And)
	}
	w.Set(one.local)
	if m.full {
		c.vector(cond)
		w.Op(wasmbin.V128Not)
	} else {
		w.Get(m.local)
		c.vector(cond)
		w.Op(wasmbin.V128AndNot)
	}
	w.Set(other.local)
	way := func(l ssa.ListID, x mask, cheap, plain bool) {
		last, falls := ends(l)
		if c.isEmpty(l) && !moves {
			return
		}
		if !cheap {
			w.Get(x.local)
			w.Op(wasmbin.V128AnyTrue)
			w.If()
		}
		c.list(l, x)
		if falls {
			c.moves(last, after, x, plain, nil)
		}
		if !cheap {
			w.End()
		}
	}
	way(then, one, cheapThen, true)
	way(els, other, cheapElse, false)
	if leaves {
		w.Get(one.local)
		w.Get(other.local)
		w.Op(wasmbin.V128Or)
		w.Set(m.local)
	}
	return m
}

// selections sets the phis after an if both of whose ways were gone.
func (c *compiler) selections(after, then, els ssa.NodeID, cond int32, m mask) {
	f, w := c.f, c.w
	a, b := f.PredIndex(after, then), f.PredIndex(after, els)
	var set []int32
	for i := f.First(after); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
		if !f.HasUses(i) {
			continue
		}
		for k := range c.d.Count(i) {
			to := c.comp(i, k)
			if !c.slots[to].vec {
				bug("a phi that doesn't differ where control does")
			}
			c.local(&c.slots[to])
			c.vector(c.comp(f.Arg(i, a), k))
			c.vector(c.comp(f.Arg(i, b), k))
			c.vector(cond)
			w.Op(wasmbin.V128Bitselect)
			set = append(set, to)
		}
	}
	for k := len(set) - 1; k >= 0; k-- {
		c.set(set[k], false, m)
	}
}

// moves sets the phis of a block on an edge. If lanes take several edges apart, only the
// lanes of the mask are set, unless it is plain: nobody has been there before. The filter,
// if not nil, selects phis.
func (c *compiler) moves(from, to ssa.NodeID, m mask, plain bool, filter func(int32) bool) {
	f, w := c.f, c.w
	if to == 0 || !f.HasPhis(to) {
		return
	}
	at := f.PredIndex(to, from)
	if at < 0 {
		return
	}
	blend := c.d.Merge(to) == analysis.Divergent && !m.full && !plain
	var set []int32
	for i := f.First(to); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
		if !f.HasUses(i) {
			continue
		}
		for k := range c.d.Count(i) {
			phi, source := c.comp(i, k), c.comp(f.Arg(i, at), k)
			if filter != nil && !filter(phi) || c.root(source) == phi {
				continue
			}
			x := &c.slots[phi]
			c.local(x)
			c.push(source, x.vec, x.float)
			set = append(set, phi)
		}
	}
	for k := len(set) - 1; k >= 0; k-- {
		x := &c.slots[set[k]]
		if x.vec && blend && !c.d.EscapesAt(int(set[k])) {
			w.Get(x.local)
			w.Get(m.local)
			w.Op(wasmbin.V128Bitselect)
		}
		c.set(set[k], x.float, m)
	}
}

// loop compiles a loop.
func (c *compiler) loop(n ssa.NodeID, m mask) mask {
	f, w := c.f, c.w
	header, next := f.LoopHeader(n), f.LoopContinue(n)
	l := &openLoop{node: n, divergent: c.divergentLoop(n), mask: m}
	if l.divergent {
		l.mask = c.ownMask(m)
		if c.d.Continue(n) == analysis.Divergent {
			l.waits, l.continued = true, w.Local(wasmbin.V128)
		}
	}
	c.moves(f.Before(n), header, l.mask, false, nil)
	l.exit = w.Block()
	var again, empty, top int
	steps := c.cost(n)
	if c.foreign {
		top = w.Loop()
		c.spend(steps, f.NodeSpan(n))
	} else {
		// Fuel comes from a loop around: a call in this one would cost it registers.
		again = w.Loop()
		empty = w.Block()
		top = w.Loop()
		c.burn(steps)
		w.BrIf(empty)
	}
	if l.waits {
		w.V128([4]uint32{})
		w.Set(l.continued)
	}
	to := header
	if next != 0 {
		to = f.ListFirst(next)
	}
	c.loops = append(c.loops, l)
	l.next = w.Block()
	c.list(f.LoopBody(n), l.mask)
	if last := f.ListLast(f.LoopBody(n)); f.Jump(last) == 0 {
		c.moves(last, to, l.mask, false, nil)
	}
	w.End()
	if l.waits {
		w.Get(l.mask.local)
		w.Get(l.continued)
		w.Op(wasmbin.V128Or)
		w.Set(l.mask.local)
	}
	if l.divergent {
		w.Get(l.mask.local)
		w.Op(wasmbin.V128AnyTrue)
		w.Op(wasmbin.I32Eqz)
		w.BrIf(l.exit)
	}
	if next != 0 {
		l.next = -1
		c.list(next, l.mask)
		if last := f.ListLast(next); f.Jump(last) == 0 {
			c.moves(last, header, l.mask, false, nil)
		}
		if l.divergent {
			w.Get(l.mask.local)
			w.Op(wasmbin.V128AnyTrue)
			w.BrIf(top)
			w.Br(l.exit)
		}
	}
	w.Br(top)
	w.End()
	if !c.foreign {
		w.End()
		c.reload(l)
		c.refuel(steps)
		w.If()
		c.outOfFuel(f.NodeSpan(n))
		w.End()
		w.Get(c.fuel) // which the loop takes again
		w.I64(steps)
		w.Op(wasmbin.I64Add)
		w.Set(c.fuel)
		w.Br(again)
		w.End()
	}
	w.End()
	c.loops = c.loops[:len(c.loops)-1]
	return m
}

// reload sets values that change in a loop to themselves, by an instruction, behind the
// loop and before a call. To wazero these are then other values: it would keep the loop's
// own on the stack for the call, and write them there in every iteration.
func (c *compiler) reload(l *openLoop) {
	f, w := c.f, c.w
	vector := func(local uint32) {
		w.Get(local)
		w.Get(local)
		w.Op(wasmbin.V128Or)
		w.Set(local)
	}
	integer := func(local uint32) {
		w.Get(local)
		w.Get(local)
		w.Op(wasmbin.I32Or)
		w.Set(local)
	}
	w.Get(c.fuel)
	w.Get(c.fuel)
	w.Op(wasmbin.I64Or)
	w.Set(c.fuel)
	if !l.mask.full {
		vector(l.mask.local)
	}
	if c.demotes {
		vector(c.live)
	}
	component := func(k int32) {
		switch x := &c.slots[k]; {
		case x.kind != slotLocal || !x.based:
		case x.vec:
			vector(x.local)
		default:
			if x.float {
				w.Get(x.local)
				w.Op(wasmbin.I32ReinterpretF32)
				w.Op(wasmbin.F32ReinterpretI32)
				w.Set(x.local)
			} else {
				integer(x.local)
			}
			if x.splat {
				vector(x.copy)
			}
		}
	}
	for _, b := range []ssa.NodeID{f.LoopHeader(l.node), f.After(l.node)} {
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			for k := range c.d.Count(i) {
				component(c.comp(i, k))
			}
		}
	}
	for _, b := range f.BlocksOf(l.node) {
		for i := range f.Instrs(b) {
			for k := range c.d.Count(i) {
				if to := c.comp(i, k); f.Op(i) != op.Phi && c.d.EscapesAt(int(to)) {
					component(to)
				}
			}
		}
	}
}

// cost is about how many steps an iteration takes.
func (c *compiler) cost(n ssa.NodeID) int64 {
	f := c.f
	steps := int64(1)
	for _, b := range f.BlocksOf(n) {
		if f.InnermostLoop(b) != n {
			continue
		}
		for range f.Instrs(b) {
			steps++
		}
	}
	if !c.alone() {
		steps *= lanes
	}
	return steps
}

// instr compiles an instruction that doesn't jump.
func (c *compiler) instr(i ssa.InstrID, m mask) {
	f := c.f
	if c.once != nil && c.once[i] {
		return
	}
	switch o := f.Op(i); o.Class() {
	case op.ClassConst, op.ClassUndef, op.ClassPhi:
	case op.ClassALU:
		if f.HasUses(i) {
			c.alu(i, m)
		}
	case op.ClassDeref:
		if f.HasUses(i) {
			c.address(i, m)
		}
	default:
		switch o {
		case op.Param, op.MemoryBarrier, op.ControlBarrier, op.Interlock:
			// Groups run one after the other: memory is always in order.
		case op.Load:
			if f.HasUses(i) {
				c.load(i, m)
			}
		case op.WorkgroupUniformLoad: // of a workgroup that is one group
			c.load(i, m)
		case op.Store:
			c.store(i, m)
		case op.Copy:
			c.unsupported(i, "copies of memory in generated code") // the passes leave none
		case op.Declare:
			c.declare(i, m)
		case op.Atomic:
			c.atomic(i, m)
		case op.ArrayLength:
			c.arrayLength(i, m)
		case op.Tex, op.Txf, op.Txs, op.TexLevels, op.TexLayers, op.TexSamples, op.ImageLoad:
			if f.HasUses(i) {
				c.textured(i, m)
			}
		case op.ImageStore, op.ImageAtomic:
			c.textured(i, m)
		case op.Print:
			c.print(i, m)
		case op.Derivative:
			if f.HasUses(i) {
				c.derivative(i, m)
			}
		case op.Ballot, op.BallotBits, op.SubgroupGather, op.SubgroupCollective:
			if f.HasUses(i) {
				c.subgroup(i, m)
			}
		case op.RayInitialize, op.RayProceed, op.RayTerminate, op.RayGenerate, op.RayConfirm:
			c.ray(i, m)
		case op.RayGet, op.RayVertices:
			if f.HasUses(i) {
				c.ray(i, m)
			}
		case op.Demote:
			c.demote(m)
		case op.Pipeline:
			c.pipeline(i, m)
		default:
			c.unsupported(i, "the operation "+o.String()+" in generated code")
		}
	}
}
