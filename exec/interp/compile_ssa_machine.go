package interp

// This file compiles the operations of the machine's form: memory by offset, inputs and
// outputs by slot.

import (
	"refract/exec"
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// explicit compiles an access of memory by offset.
func (c *ssaCompiler) explicit(i ssa.InstrID, form op.MemoryForm) {
	g := c.g
	x := offsetArgs{kind: form.Kind, size: c.p.shared, value: -1}
	in := instr{b: c.use(g.Arg(i, int(form.Offset))), c: int32(g.Field(i, "base"))}
	if form.Block >= 0 {
		in.a = c.use(g.Arg(i, int(form.Block)))
	}
	switch form.Kind {
	case op.MemoryScratch:
		x.from, x.size = c.scratch, c.scratchSize
	case op.MemoryPushConstant:
		x.global = c.only(ssa.ModePushConstant)
	case op.MemoryTaskPayload:
		x.global = c.only(ssa.ModeTaskPayload)
	}
	if g.Flags(i)&ir.FlagInBounds != 0 {
		in.f |= accessPromised
	}
	if op.Access(g.Words(i))&op.AccessAtomic != 0 && form.Role != op.MemoryAtomic {
		in.f |= accessAtomic
	}
	switch form.Role {
	case op.MemoryLoad:
		in.op, in.n = opLoadAt, uint8(g.Comps(i))
		x.bytes = uint8(g.Bits(i) / 8)
		in.dst = c.define(i)
	case op.MemoryStore:
		v := g.Arg(i, int(form.Value))
		in.op, in.n, in.dst = opStoreAt, uint8(g.Comps(v)), c.use(v)
		x.bytes, x.mask = uint8(g.Bits(v)/8), uint8(g.Field(i, "mask"))
		if x.mask == 0 {
			x.mask = 15
		}
	case op.MemoryAtomic:
		k := int(form.Value)
		c.fn.shares = c.fn.shares || form.Kind != op.MemoryShared
		in.op, in.n = opAtomicAt, 1
		x.value = c.use(g.Arg(i, k))
		x.atomic = atomicArgs{op: ir.AtomicOp(g.Field(i, "op")), s: ir.Scalar(g.Field(i, "kind")), compare: c.optional(i, k+1), result: g.Type(i) != 0}
		x.bytes = uint8(x.atomic.s.Bytes())
		if x.atomic.result {
			in.dst = c.define(i)
		}
	}
	in.d = int32(len(c.fn.offsets))
	c.fn.offsets = append(c.fn.offsets, x)
	c.emit(in)
}

// elementOffset compiles the offset of a place in an element of a buffer.
func (c *ssaCompiler) elementOffset(i ssa.InstrID) {
	dst := c.define(i)
	c.emit(instr{op: opBinary, n: 1, f: uint16(arith.Index(ir.Mul, ir.U32)), a: c.src(i, 0), b: c.scalar(uint64(c.g.Field(i, "stride"))), dst: dst})
	c.emit(instr{op: opBinary, n: 1, f: uint16(arith.Index(ir.Add, ir.U32)), a: dst, b: c.src(i, 1), dst: dst})
}

// loadVec4 compiles a load by an offset in vectors of four.
func (c *ssaCompiler) loadVec4(i ssa.InstrID) {
	g := c.g
	x := offsetArgs{kind: op.MemoryUBO, value: -1, bytes: uint8(g.Bits(i) / 8), scale: 16}
	in := instr{op: opLoadAt, n: uint8(g.Comps(i)), a: c.use(g.Arg(i, 0)), b: c.use(g.Arg(i, 1)), d: int32(len(c.fn.offsets))}
	x.from = 16*g.Field(i, "base") + g.Field(i, "component")*uint32(x.bytes)
	in.dst = c.define(i)
	c.fn.offsets = append(c.fn.offsets, x)
	c.emit(in)
}

// resource compiles the name of a buffer: the number of its memory.
func (c *ssaCompiler) resource(i ssa.InstrID) {
	g := c.g
	at := c.globals[ir.GlobalID(g.Word(i, 0))]
	if index := c.source(i, 0); index != 0 {
		var flags uint16
		if g.Flags(i)&ir.FlagInBounds != 0 {
			flags = accessPromised
		}
		dst := c.alloc(1)
		c.emit(instr{op: opIndexBinding, a: at, b: c.use(index), f: flags, dst: dst})
		at = dst
	}
	c.emit(instr{op: opBuffer, a: at, dst: c.define(i)})
}

// unit compiles the texture, sampler or storage image of a unit.
func (c *ssaCompiler) unit(i ssa.InstrID) {
	g := c.g
	id := c.p.ssa.UnitVar(g.Type(i), g.Field(i, "base"))
	v := &c.p.ssa.Vars[id]
	at := c.globals[ir.GlobalID(id)]
	if v.Type == g.Type(i) {
		c.alias(i, at)
		return
	}
	in := instr{op: opIndexBinding, a: at, b: c.optional(i, 0), dst: c.define(i)}
	if in.b < 0 {
		in.b = c.scalar(uint64(g.Field(i, "base") - v.At))
	}
	if g.Flags(i)&ir.FlagInBounds != 0 {
		in.f = accessPromised
	}
	c.emit(in)
}

// only is the one variable of a mode, which an offset doesn't name: immediate data, a payload.
func (c *ssaCompiler) only(mode ssa.Mode) ir.GlobalID {
	found := ir.GlobalID(0)
	for k := range c.p.ssa.Vars {
		if c.p.ssa.Vars[k].Mode != mode {
			continue
		}
		if found != 0 {
			c.unsupported("memory of several variables of mode " + mode.String() + " by offset")
		}
		found = ir.GlobalID(k)
	}
	if found == 0 {
		c.unsupported("memory of mode " + mode.String() + " without a variable")
	}
	return found
}

// layScratch gives memory to the local variables that have their places in it.
func (c *ssaCompiler) layScratch() {
	for k := 1; k < len(c.g.Vars); k++ {
		v := &c.g.Vars[k]
		if !v.HasAt {
			continue
		}
		c.span = v.Span
		info, err := c.ts.places.Info(exec.Place{Type: v.Type, Layout: v.Layout})
		if err != nil {
			c.unsupported("variables of type " + c.m.TypeName(v.Type))
			return
		}
		if end := uint64(v.At) + uint64(info.Size); end > maxMemory {
			c.fail(&exec.LimitError{What: "bytes of local variables", Needed: end, Limit: maxMemory, Span: v.Span})
			return
		} else {
			c.scratchSize = max(c.scratchSize, uint32(end))
		}
	}
	if c.scratchSize > 0 {
		c.scratch = (c.fn.memory + 15) &^ 15
		c.fn.memory = c.scratch + c.scratchSize
		c.emit(instr{op: opClearLocal, c: int32(c.scratch), d: int32(c.scratchSize)})
	}
}
