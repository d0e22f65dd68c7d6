package dxbc

// This file makes accesses of memory: constant buffers, raw buffers and views, shared memory,
// local arrays and the immediate constant buffer.
//
// An entry of the immediate constant buffer has the word at its place and the three words
// behind it, so that a vector at any word is one entry.

import (
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// index is an index that is added to that of a register: a component of a virtual register.
func (g *generator) index(v ssa.Value) relative {
	o := g.value(v).comp(0)
	if o.kind != dxbc.Temp || o.modifier != 0 || g.regs[o.reg].fixed {
		o = g.step(dxbc.OpMov, 1, o)
	}
	return relative{o.reg, o.swizzle[0]}
}

// constantBuffer is the operand of components of a constant buffer.
func (g *generator) constantBuffer(v ssa.Value) operand {
	f := g.f
	o := g.resource(f.Arg(v, 0))
	o.dims, o.free = 2, false
	o.pick, o.rel = o.rel, relative{}
	o.lane = uint8(f.Field(v, "component"))
	o.index = f.Field(v, "base")
	at := f.Arg(v, 1)
	if f.Op(at) == op.IAdd { // the constant part is in the operand
		if bits, ok := f.KnownBits(f.Arg(at, 1), 0); ok && bits < 4096 && g.plan.fates[at] == folded {
			o.index += uint32(bits)
			at = f.Arg(at, 0)
		}
	}
	if bits, ok := f.KnownBits(at, 0); ok {
		o.index += uint32(bits)
	} else {
		o.rel = g.index(at)
	}
	g.w.reads(g.f, f.Arg(v, 0), o.index, o.rel.reg != 0, o.lane, f.Comps(v))
	for k := f.Comps(v); k < 4; k++ {
		o.swizzle[k] = uint8(f.Comps(v) - 1)
	}
	return o
}

// constantData is the operand of components of the immediate constant buffer.
func (g *generator) constantData(v ssa.Value) operand {
	f := g.f
	o := operand{kind: dxbc.ImmediateConstantBuffer, dims: 1, swizzle: identity, reg: g.icb + f.Field(v, "base")/4}
	if bits, ok := f.KnownBits(f.Arg(v, 0), 0); ok {
		o.reg += uint32(bits)
	} else {
		o.rel = g.index(f.Arg(v, 0))
	}
	for k := f.Comps(v); k < 4; k++ {
		o.swizzle[k] = uint8(f.Comps(v) - 1)
	}
	return o
}

// offsetUnit is the source of an instruction that is the offset of an access of local memory,
// constant data or a row of a constant buffer, and the logarithm of the unit that it counts.
func offsetUnit(f *ssa.Function, i ssa.InstrID) (source int, shift uint32) {
	switch f.Op(i) {
	case op.LoadScratch, op.LoadConstant:
		return 0, 2
	case op.StoreScratch:
		return 1, 2
	case op.LoadUBOVec4:
		return 1, direct3d.Rows
	}
	return 0, 0
}

// A spot is a place in memory: an offset in bytes, or in a structured buffer the index of an element and the
// offset in that.
type spot struct {
	at, inner operand
	stride    uint32 // bytes of an element; 0: the buffer is none of elements
}

// structure is the resource that a block is an element of, if that is a structured buffer, or nil.
func (g *generator) structure(block ssa.Value) *resource {
	f := g.f
	if f.Op(block) == op.ResourceIndex {
		if r, _ := g.w.resourceOf(f.Var(f.VarOf(block))); r != nil && r.stride != 0 {
			return r
		}
	}
	return nil
}

// spot is the place of an access of a storage buffer, whose block and offset are sources from k on.
func (g *generator) spot(i ssa.InstrID, k int) spot {
	f := g.f
	r := g.structure(f.Arg(i, k))
	if r == nil {
		return g.bytes(i, k+1)
	}
	offset := f.Arg(i, k+1)
	if f.Op(offset) != op.ElementOffset {
		g.unsupported("a place in a structured buffer that is no element's")
		return spot{imm(0), imm(0), r.stride}
	}
	s := spot{g.value(f.Arg(offset, 0)).comp(0), g.value(f.Arg(offset, 1)).comp(0), r.stride}
	s.at.one = true
	return g.behind(s, f.Field(i, "base"))
}

// bytes is the place of an access whose offset in bytes is source k.
func (g *generator) bytes(i ssa.InstrID, k int) spot {
	return g.behind(spot{at: g.value(g.f.Arg(i, k)).comp(0)}, g.f.Field(i, "base"))
}

// behind is the place some bytes behind a spot.
func (g *generator) behind(s spot, by uint32) spot {
	o := &s.at
	if s.stride != 0 {
		o = &s.inner
	}
	switch {
	case o.kind == dxbc.Immediate32:
		*o = imm(o.imm[0] + by)
	case by != 0:
		*o = g.step(dxbc.OpIadd, 1, *o, imm(by))
	}
	o.one = true
	return s
}

// pair is a spot as one operand, as atomic operations take it.
func (g *generator) pair(s spot) operand {
	switch {
	case s.stride == 0:
		return s.at
	case s.at.kind == dxbc.Immediate32 && s.inner.kind == dxbc.Immediate32:
		return imms(s.at.imm[0], s.inner.imm[0])
	}
	d := g.fresh(2)
	g.put(dxbc.OpMov, 1, d.masked(1), s.at)
	g.put(dxbc.OpMov, 1, d.masked(2), s.inner)
	return g.read(d.reg)
}

// counter makes an operation on the counter of a structured buffer.
func (g *generator) counter(i ssa.InstrID) {
	f := g.f
	view := g.resource(f.Arg(i, 0))
	view.none, view.free = true, false
	d := g.dest(i).masked(1 << g.plan.views[i].comps[0])
	r, _ := g.w.resourceOf(f.Var(f.VarOf(f.Arg(i, 0))))
	switch by, lacks := r.steps.Step(f, i, op.SSBOAtomic.Memory()); {
	case by == 0:
		g.unsupported(lacks)
	case by < 0:
		g.put(dxbc.OpImmAtomicConsume, 1, d, view)
	default:
		g.put(dxbc.OpImmAtomicAlloc, 1, d, view)
	}
}

// bufferSize makes the size of a raw buffer in bytes, or the number of elements of a structured one.
func (g *generator) bufferSize(i ssa.InstrID) {
	block := g.f.Arg(i, 0)
	view, stride := g.resource(block).comp(0).asFree(), uint32(0)
	if r := g.structure(block); r != nil {
		stride = r.stride
	}
	g.describeBuffer(g.compute(dxbc.OpBufinfo, i, g.dest(i), view), view, stride)
}

// shared is the memory of the workgroup as an operand.
func (g *generator) shared() operand {
	return operand{kind: dxbc.ThreadGroupSharedMemory, dims: 1, swizzle: identity, free: true}
}

// loadRaw makes a load from memory or a buffer.
func (g *generator) loadRaw(i ssa.InstrID, from operand, at spot) {
	if g.f.Bits(i) != 32 {
		g.unsupported("a load of " + g.m.TypeName(g.f.Type(i)))
	}
	d := g.dest(i)
	if u := g.plan.used[i]; u != 0 {
		mask := uint8(0)
		for k := range 4 {
			if u>>k&1 != 0 && k < max(1, g.f.Comps(i)) {
				mask |= 1 << d.swizzle[k]
			}
		}
		if mask != 0 {
			d.mask = mask
		}
	}
	if at.stride != 0 {
		g.describeBuffer(g.compute(dxbc.OpLdStructured, i, d, at.at, at.inner, from), from, at.stride)
		return
	}
	g.describeBuffer(g.compute(dxbc.OpLdRaw, i, d, at.at, from), from, 0)
}

// describeBuffer adds the tokens that name the shape of a buffer, with the stride of elements or 0.
func (g *generator) describeBuffer(in *instr, from operand, stride uint32) {
	if g.w.opts.Profile == Profile50 && from.kind != dxbc.ThreadGroupSharedMemory {
		in.extended |= dxbc.ExtendedResource | dxbc.ExtendedReturns
		in.dim, in.returns = dxbc.DimensionRawBuffer, dxbc.Returns(dxbc.ReturnMixed)
		if stride != 0 {
			in.dim, in.stride = dxbc.DimensionStructuredBuffer, uint16(stride)
		}
	}
}

// storeRaw makes stores to memory or a buffer, one for each run of components.
func (g *generator) storeRaw(i ssa.InstrID, to operand, at spot) {
	f := g.f
	v := g.src(i, 0)
	n := max(1, f.Comps(f.Arg(i, 0)))
	if f.Bits(f.Arg(i, 0)) != 32 {
		g.unsupported("a store of " + g.m.TypeName(f.Type(f.Arg(i, 0))))
	}
	mask := f.Field(i, "mask")
	if mask == 0 {
		mask = 1<<n - 1
	}
	for first := 0; first < n; first++ {
		if mask>>first&1 == 0 {
			continue
		}
		last := first
		for last+1 < n && mask>>(last+1)&1 != 0 {
			last++
		}
		d := to
		d.free = false
		d.mask = 1<<(last-first+1) - 1
		x := v
		for k := range 4 {
			x.swizzle[k] = v.swizzle[min(3, first+k)]
		}
		where := g.behind(at, uint32(4*first))
		if at.stride != 0 {
			g.put(dxbc.OpStoreStructured, 1, d, where.at, where.inner, x)
		} else {
			g.put(dxbc.OpStoreRaw, 1, d, where.at, x)
		}
		first = last
	}
}

// scratchAt is a word of the function's memory, k words behind an offset in words.
func (g *generator) scratchAt(v ssa.Value, base, k uint32) operand {
	o := operand{kind: dxbc.IndexableTemp, dims: 2, reg: g.scratch - 1, index: base/4 + k, swizzle: [4]uint8{}}
	if bits, ok := g.f.KnownBits(v, 0); ok {
		o.index += uint32(bits)
	} else {
		o.rel = g.index(v)
	}
	return o
}

// element is an element of an indexable temporary.
func (g *generator) element(reg uint32, index ssa.Value) operand {
	a := &g.arrays[reg]
	o := operand{kind: dxbc.IndexableTemp, dims: 2, reg: a.number, swizzle: identity}
	for k := int(a.comps); k < 4; k++ {
		o.swizzle[k] = a.comps - 1
	}
	if bits, ok := g.f.KnownBits(index, 0); ok {
		o.index = min(uint32(bits), a.length-1)
	} else {
		o.rel = g.index(index)
	}
	return o
}

// atomicOps are the opcodes of atomic operations without a result, and with one.
var atomicOps = [...][2]dxbc.Opcode{
	ir.AtomicAdd: {dxbc.OpAtomicIadd, dxbc.OpImmAtomicIadd}, ir.AtomicSub: {dxbc.OpAtomicIadd, dxbc.OpImmAtomicIadd}, ir.AtomicAnd: {dxbc.OpAtomicAnd, dxbc.OpImmAtomicAnd},
	ir.AtomicOr: {dxbc.OpAtomicOr, dxbc.OpImmAtomicOr}, ir.AtomicXor: {dxbc.OpAtomicXor, dxbc.OpImmAtomicXor},
	ir.AtomicMin: {dxbc.OpAtomicUmin, dxbc.OpImmAtomicUmin}, ir.AtomicMax: {dxbc.OpAtomicUmax, dxbc.OpImmAtomicUmax},
}

// atomic makes a read-modify-write operation on memory.
func (g *generator) atomic(i ssa.InstrID, o ir.AtomicOp, s ir.Scalar, memory, at, value operand, compare operand, compares bool) {
	if s.Bits() != 32 || s.IsFloat() && o != ir.AtomicExchange && o != ir.AtomicCompareExchange {
		g.unsupported("an atomic " + o.String() + " of " + s.String())
	}
	used := g.plan.uses[i] > 0
	memory.none, memory.free = true, false
	value = value.comp(0)
	value.one = true
	if o == ir.AtomicSub {
		if value.kind == dxbc.Immediate32 {
			value = value.minus()
		} else {
			value = g.step(dxbc.OpIneg, 1, value).comp(0)
		}
		value.one = true
	}
	// The result is one component; operands have their own.
	result := func() operand { return g.dest(i).masked(1 << g.plan.views[i].comps[0]) }
	switch {
	case o == ir.AtomicExchange:
		g.put(dxbc.OpImmAtomicExch, 1, result(), memory, at, value)
	case compares:
		compare = compare.comp(0)
		compare.one = true
		if used {
			g.put(dxbc.OpImmAtomicCmpExch, 1, result(), memory, at, compare, value)
		} else {
			g.put(dxbc.OpAtomicCmpStore, 0, memory, at, compare, value)
		}
	default:
		pair := atomicOps[o]
		if s.IsSigned() {
			switch o {
			case ir.AtomicMin:
				pair = [2]dxbc.Opcode{dxbc.OpAtomicImin, dxbc.OpImmAtomicImin}
			case ir.AtomicMax:
				pair = [2]dxbc.Opcode{dxbc.OpAtomicImax, dxbc.OpImmAtomicImax}
			}
		}
		if used {
			g.put(pair[1], 1, result(), memory, at, value)
		} else {
			g.put(pair[0], 0, memory, at, value)
		}
	}
}

// barrier makes a sync.
func (g *generator) barrier(i ssa.InstrID, waits bool) {
	memory := ir.Memory(g.f.Word(i, 0) & 0xFF)
	control := dxbc.Control(0)
	if g.w.entry.Stage == ir.StageTessellationControl {
		return // invocations share nothing: phases are functions
	}
	if g.w.entry.Stage != ir.StageCompute {
		if g.w.opts.Profile < Profile50 {
			return // there is no memory that is written
		}
		memory, waits = ir.MemoryStorage, false
	}
	if memory&(ir.MemoryStorage|ir.MemoryTexture) != 0 {
		control |= dxbc.SyncUAVGlobal
	}
	if memory&ir.MemoryWorkgroup != 0 || control == 0 {
		control |= dxbc.SyncShared
	}
	if waits {
		control |= dxbc.SyncThreads
	}
	g.put(dxbc.OpSync, 0).control = control
}
