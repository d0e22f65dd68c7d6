package wasm

// This file compiles the operations of a subgroup. Operations within a group of lanes are
// calls of the host in place. Operations of a subgroup of several groups divide the
// function, as barriers do (segment.go): each group leaves its sources and its mask in its
// memory, the host computes all results of the workgroup, and the next segment takes them
// from there.
//
// Invocations may get there apart. A list that not all of the workgroup get to has a mask
// in the memory of each group, and is done for the groups that have an active lane.

import (
	"encoding/binary"

	"refract/internal/ir/arith"
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// subgroupComps is the number of components of an operation's sources, and of its result,
// at most.
const subgroupComps = 16

// The memory in which a group leaves the arguments of an operation and finds its results: a
// mask, sources, results.
const (
	subgroupIn   = 16
	subgroupOut  = subgroupIn + 16*subgroupComps
	subgroupArea = subgroupOut + 16*subgroupComps
)

// isSubgroup reports whether an instruction is an operation of a subgroup.
func isSubgroup(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.Ballot, op.BallotBits, op.SubgroupGather, op.SubgroupCollective:
		return true
	}
	return false
}

// inGroup reports whether an operation of a subgroup concerns the lanes of a group alone.
func (c *compiler) inGroup(i ssa.InstrID) bool {
	f := c.f
	if c.stage == nil && c.total <= lanes || c.sub <= lanes {
		return true
	}
	switch word := f.Word(i, 0); f.Op(i) {
	case op.SubgroupGather:
		return ir.GatherMode(word & 15).InQuad()
	case op.SubgroupCollective:
		return ir.CollectiveOp(word>>4&15) == ir.Clustered && word>>8 <= lanes
	}
	return false
}

// spans reports whether an instruction is an operation of a subgroup of several groups.
func (c *compiler) spans(i ssa.InstrID) bool {
	return c.stage == nil && isSubgroup(c.f, i) && !c.inGroup(i)
}

// A subgroupCall is an operation of a subgroup, for the host.
type subgroupCall struct {
	op            op.Op
	word          uint32
	size          uint32    // of the subgroup
	scalar        ir.Scalar // of the value
	bits          int       // of a component of a ballot
	comps         int       // of the value
	out           int       // of the result
	always, index bool      // a ballot of nothing; there is an index, behind the value
	live          int       // the source that is 0 for helpers, which contribute nothing; -1: there is none
}

// A member is a participating invocation: its number in the subgroup, and the places of its
// sources and results, every fourth word.
type member struct {
	number  uint32
	in, out []byte
}

func (m *member) get(k int) uint32    { return binary.LittleEndian.Uint32(m.in[16*k:]) }
func (m *member) put(k int, x uint32) { binary.LittleEndian.PutUint32(m.out[16*k:], x) }

// value is a component of the value, as package arith has it.
func (x *subgroupCall) value(m *member, k int) uint64 {
	v := uint64(m.get(k))
	if x.scalar == ir.Bool && v != 0 {
		return 1
	}
	return v
}

// contributes reports whether a member has a part in the results: helpers have none unless
// all members are helpers.
func (x *subgroupCall) contributes(list []member, k int) bool {
	return x.live < 0 || list[k].get(x.live) != 0 || x.first(list) == 0 && list[0].get(x.live) == 0
}

// first is the first member that contributes.
func (x *subgroupCall) first(list []member) int {
	for k := range list {
		if x.live < 0 || list[k].get(x.live) != 0 {
			return k
		}
	}
	return 0
}

// run computes the results of the participating invocations of a subgroup, the lowest
// first.
func (x *subgroupCall) run(list []member) {
	switch x.op {
	case op.Ballot, op.BallotBits:
		var bits [4]uint32
		for k := range list {
			if !x.contributes(list, k) {
				continue
			}
			if x.always || list[k].get(0) != 0 {
				bits[list[k].number/32] |= 1 << (list[k].number % 32)
			}
		}
		for k := range list {
			for n := range x.out {
				list[k].put(n, bits[n])
			}
		}
	case op.SubgroupGather:
		for k := range list {
			from := &list[x.source(list, k)]
			for n := range x.comps {
				list[k].put(n, from.get(n))
			}
		}
	default:
		x.collect(list)
	}
}

// source is the member whose value one gets: itself if that one doesn't take part.
func (x *subgroupCall) source(list []member, k int) int {
	mode := ir.GatherMode(x.word & 15)
	var index uint32
	if x.index {
		index = list[k].get(x.comps)
	}
	n := list[k].number
	switch quad := n &^ 3; mode {
	case ir.BroadcastFirst:
		return x.first(list)
	case ir.Broadcast, ir.Shuffle:
		n = index
	case ir.ShuffleDown:
		n += index
	case ir.ShuffleUp:
		n -= index
	case ir.ShuffleXor:
		n ^= index
	case ir.QuadBroadcast:
		n = quad + index&3
	case ir.QuadSwapX:
		n ^= 1
	case ir.QuadSwapY:
		n ^= 2
	case ir.QuadSwapDiagonal:
		n ^= 3
	default:
		bug("gather %s", mode)
	}
	for at := range list {
		if list[at].number == n && n < x.size && (mode.InQuad() || x.contributes(list, at)) {
			return at
		}
	}
	return k
}

// collect reduces or scans, from the lowest invocation up.
func (x *subgroupCall) collect(list []member) {
	o, scan := ir.SubgroupOp(x.word&15), ir.CollectiveOp(x.word>>4&15)
	if scan == ir.Clustered { // each cluster by itself
		one, size := *x, x.word>>8
		one.word = uint32(o) | uint32(ir.Reduce)<<4
		for len(list) > 0 {
			n := 1
			for n < len(list) && list[n].number/size == list[0].number/size {
				n++
			}
			one.collect(list[:n])
			list = list[n:]
		}
		return
	}
	if o == ir.SubgroupElect {
		for k := range list {
			list[k].put(0, 0)
		}
		list[x.first(list)].put(0, 1)
		return
	}
	combine, identity := arith.Collective(o, x.scalar)
	for n := range x.comps {
		sum := identity
		for k := range list {
			if scan == ir.ExclusiveScan {
				list[k].put(n, uint32(sum))
			}
			if x.contributes(list, k) {
				sum = combine(sum, x.value(&list[k], n))
			}
			if scan != ir.ExclusiveScan {
				list[k].put(n, uint32(sum))
			}
		}
		for k := 0; scan == ir.Reduce && k < len(list); k++ {
			list[k].put(n, uint32(sum))
		}
	}
}

// hostOf is the function of the host for an operation. It works on the scratch memory of
// a call, or on all groups of a workgroup whose memory begins at the pointer, each of so
// many bytes, with their areas at an offset.
func (x *subgroupCall) hostOf(groups, each, at uint32) hostFunc {
	h := hostFunc{op: x.op, own: true}
	if groups == 0 {
		h.quick = func(_ *host, mem []byte, active uint32) bool {
			var list [lanes]member
			n := 0
			for k := range uint32(lanes) {
				if active>>k&1 != 0 {
					list[n] = member{k, mem[4*k:], mem[hostResult+4*k:]}
					n++
				}
			}
			x.run(list[:n])
			return true
		}
		return h
	}
	h.reach = groups * each
	h.quick = func(_ *host, mem []byte, _ uint32) bool {
		var list [128]member
		n := 0
		for g := range groups {
			area := mem[g*each+at:]
			for k := range uint32(lanes) {
				if binary.LittleEndian.Uint32(area[4*k:]) != 0 {
					list[n] = member{(g*lanes + k) % x.size, area[subgroupIn+4*k:], area[subgroupOut+4*k:]}
					n++
				}
			}
			clear(area[:subgroupIn]) // of a group that doesn't come here next time, none takes part
			if last := g+1 == groups || (g+1)*lanes%x.size == 0; last && n > 0 {
				x.run(list[:n])
				n = 0
			}
		}
		return true
	}
	return h
}

// subgroupCallOf describes an instruction, with the components of its sources and of its
// result.
func (c *compiler) subgroupCallOf(i ssa.InstrID) (x *subgroupCall, in, out []int32) {
	f := c.f
	x = &subgroupCall{op: f.Op(i), word: f.Word(i, 0), size: c.sub, out: c.d.Count(i), live: -1}
	for s := range f.NumSrcs(i) {
		if f.Arg(i, s) == 0 {
			continue
		}
		for k := range c.width(i, s) {
			in = append(in, c.src(i, s, k))
		}
	}
	for k := range x.out {
		out = append(out, c.comp(i, k))
	}
	x.comps = len(in)
	switch x.op {
	case op.Ballot, op.BallotBits:
		x.always = len(in) == 0
	case op.SubgroupGather:
		x.index = ir.GatherMode(x.word & 15).HasIndex()
		if x.index {
			x.comps--
		}
	case op.SubgroupCollective:
		if len(in) > 0 {
			x.scalar = c.m.Types.ScalarOf(f.Type(i))
		}
	}
	if c.live != 0 && c.fragment {
		x.live = len(in)
		in = append(in, c.liveComp)
	}
	if len(in) > subgroupComps || len(out) > subgroupComps {
		c.unsupported(i, "operations of a subgroup on so many parts in generated code")
	}
	return x, in, out
}

// subgroup compiles an operation of a subgroup in place.
func (c *compiler) subgroup(i ssa.InstrID, m mask) {
	if !c.inGroup(i) {
		c.unsupported(i, "operations of a subgroup outside of compute shaders in generated code")
		return
	}
	x, in, out := c.subgroupCallOf(i)
	if c.err != nil {
		return
	}
	c.hosts = append(c.hosts, x.hostOf(0, 0, 0))
	c.callNumber(int32(len(c.hosts)-1), in, out, m, !c.alone())
}

// subgroupBefore leaves the sources of an operation of several groups in the group's
// memory, at the end of a segment.
func (c *compiler) subgroupBefore(i ssa.InstrID, m mask) {
	w := c.w
	_, in, _ := c.subgroupCallOf(i)
	if c.err != nil {
		return
	}
	w.Get(c.base)
	c.pushMask(m)
	w.Mem(wasmbin.V128Store, 4, c.subgroupAt)
	for n, k := range in {
		w.Get(c.base)
		c.vector(k)
		w.Mem(wasmbin.V128Store, 4, c.subgroupAt+subgroupIn+16*uint32(n))
	}
}

// subgroupCall has the host compute it, between segments.
func (c *compiler) subgroupCall(i ssa.InstrID) {
	w := c.w
	x, _, _ := c.subgroupCallOf(i)
	c.hosts = append(c.hosts, x.hostOf(c.groups(), c.groupSize, c.subgroupAt))
	w.I32(int32(len(c.hosts) - 1))
	w.Get(c.region)
	w.I32(int32(c.groupsAt))
	w.Op(wasmbin.I32Add)
	w.I32(0)
	w.Call(0)
}

// subgroupAfter takes the results, in the next segment.
func (c *compiler) subgroupAfter(i ssa.InstrID, m mask) {
	w := c.w
	for n := range c.d.Count(i) {
		k := c.comp(i, n)
		x := &c.slots[k]
		if !x.vec {
			bug("a result of a subgroup that doesn't differ")
		}
		w.Get(c.base)
		w.Mem(wasmbin.V128Load, 4, c.subgroupAt+subgroupOut+16*uint32(n))
		c.fromMemory(x)
		c.set(k, x.float, m)
	}
}

// A masked loop of the workgroup; some lanes leave it or continue it before others.
func (c *compiler) maskedLoop(n ssa.NodeID) bool {
	return c.d.Leave(n) != analysis.UniformWorkgroup || c.d.Continue(n) != analysis.UniformWorkgroup
}

// masked reports whether a node that is done for the workgroup divides it.
func (c *compiler) masked(n ssa.NodeID) bool {
	switch c.f.Kind(n) {
	case ssa.NodeIf:
		return c.d.OfCond(n) != analysis.UniformWorkgroup
	case ssa.NodeLoop:
		return c.maskedLoop(n)
	}
	return false
}

// maskedJump reports whether a jump at the end of a list that is done for the workgroup is
// one of some that are active in its loop.
func (c *compiler) maskedJump(b, loop ssa.NodeID) bool {
	f := c.f
	if !c.maskedLoop(loop) {
		return false
	}
	if c.d.Continue(loop) != analysis.UniformWorkgroup {
		return true
	}
	for n := f.Parent(b); n != loop; n = f.Parent(n) {
		if c.masked(n) {
			return true
		}
	}
	return false
}

// maskSlot is a mask in the memory of each group: the first of a node or the second, for
// the ways of an if, or for lanes that are in a loop and lanes that wait for its continue
// list.
func (c *compiler) maskSlot(n ssa.NodeID, second bool) uint32 {
	at := c.maskSlots[n]
	if second {
		at += 16
	}
	return at
}

// pushSlot puts a mask of the group on the stack.
func (c *compiler) pushSlot(slot uint32) {
	c.w.Get(c.base)
	c.w.Mem(wasmbin.V128Load, 4, slot)
}

// part sets the masks of a node that divides the workgroup, at the end of the segment
// before it.
func (c *compiler) part(n ssa.NodeID, m mask) {
	f, w := c.f, c.w
	if f.Kind(n) == ssa.NodeLoop {
		w.Get(c.base)
		c.pushMask(m)
		w.Mem(wasmbin.V128Store, 4, c.maskSlot(n, false))
		return
	}
	s := f.Cond(n)
	cond := c.comp(s.Value, s.Swizzle.At(0))
	w.Get(c.base)
	c.pushMask(m)
	c.vector(cond)
	w.Op(wasmbin.V128And)
	w.Mem(wasmbin.V128Store, 4, c.maskSlot(n, false))
	w.Get(c.base)
	c.pushMask(m)
	c.vector(cond)
	w.Op(wasmbin.V128AndNot)
	w.Mem(wasmbin.V128Store, 4, c.maskSlot(n, true))
}

// jumpMasked removes the lanes that jump from a loop's mask, at the end of a segment.
func (c *compiler) jumpMasked(j ssa.InstrID, loop ssa.NodeID, m mask) {
	w := c.w
	slot := c.maskSlot(loop, false)
	w.Get(c.base)
	c.pushSlot(slot)
	c.pushMask(m)
	w.Op(wasmbin.V128AndNot)
	w.Mem(wasmbin.V128Store, 4, slot)
	if c.f.Op(j) == op.Continue {
		slot = c.maskSlot(loop, true)
		w.Get(c.base)
		c.pushSlot(slot)
		c.pushMask(m)
		w.Op(wasmbin.V128Or)
		w.Mem(wasmbin.V128Store, 4, slot)
	}
}

// eachGroup does something for each group, with its number and memory.
func (c *compiler) eachGroup(do func()) {
	w := c.w
	w.I32(0)
	w.Set(c.group)
	top := w.Loop()
	c.setBase()
	do()
	w.Get(c.group)
	w.I32(1)
	w.Op(wasmbin.I32Add)
	w.Tee(c.group)
	w.I32(int32(c.groups()))
	w.Op(wasmbin.I32LtU)
	w.BrIf(top)
	w.End()
}

// setBase finds the memory of a group.
func (c *compiler) setBase() {
	w := c.w
	w.Get(c.region)
	w.I32(int32(c.groupsAt))
	w.Op(wasmbin.I32Add)
	w.Get(c.group)
	w.I32(int32(c.groupSize))
	w.Op(wasmbin.I32Mul)
	w.Op(wasmbin.I32Add)
	w.Set(c.base)
}

// pushChain puts on the stack who is in all of some masks and has an invocation.
func (c *compiler) pushChain(chain []uint32) {
	w := c.w
	for n, slot := range chain {
		c.pushSlot(slot)
		if n > 0 {
			w.Op(wasmbin.V128And)
		}
	}
	if c.total%lanes != 0 {
		c.table(48)
		w.Op(wasmbin.V128And)
	}
}

// anyOf puts on the stack whether someone in the workgroup is in all of some masks.
func (c *compiler) anyOf(chain []uint32) {
	w := c.w
	found := c.temp(wasmbin.I32)
	w.I32(0)
	w.Set(found)
	c.eachGroup(func() {
		c.pushChain(chain)
		w.Op(wasmbin.V128AnyTrue)
		w.Get(found)
		w.Op(wasmbin.I32Or)
		w.Set(found)
	})
	w.Get(found)
	c.free(wasmbin.I32, found)
}

// jumpsOut reports whether a jump out of a node leaves some of the workgroup behind.
func (c *compiler) jumpsOut(n ssa.NodeID) bool {
	f := c.f
	for _, b := range f.BlocksOf(n) {
		if j := f.Jump(b); j != 0 {
			if loop := f.InnermostLoop(b); loop != 0 && c.workgroupNodes[loop] && !insideNode(f, loop, n) && c.maskedJump(b, loop) {
				return true
			}
		}
	}
	return false
}
