package dxil

// This file makes accesses of memory: constant buffers, raw buffers, the memory of the workgroup,
// local arrays and arrays of constants.

import (
	"math/bits"

	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// undef is an undefined i32: an operand that isn't there.
func (g *generator) undef() llvm.Value { return g.out.UndefOf(g.i32) }

// loadRow loads components of a row of a constant buffer.
func (g *generator) loadRow(i ssa.InstrID) {
	f := g.f
	k := kindOf(g.scalarOf(i))
	bits := f.Bits(i)
	if bits == 16 && g.w.opts.Profile < Profile62 {
		g.needs(Profile62, "16-bit numbers in constant buffers")
	}
	t := g.typeOf(k, bits)
	h := g.handle(f.Arg(i, 0))
	at := g.src(i, 1, 0, whole)
	if base := f.Field(i, "base"); base != 0 {
		at = g.plus(at, base)
	}
	row := g.once(onceKey{op: onceRow, a: uint32(h), b: uint32(at), t: t}, func() llvm.Value { return g.call(dxil.OpCBufferLoadLegacy, t, h, at) })
	first := int(f.Field(i, "component"))
	g.each(i, func(c int) llvm.Value {
		return g.once(onceKey{op: oncePart, a: uint32(row), b: uint32(first + c)}, func() llvm.Value { return g.part(row, first+c) })
	})
}

// plus is an i32 and a constant.
func (g *generator) plus(v llvm.Value, by uint32) llvm.Value {
	if c := g.out.ConstantAt(v); c != nil {
		return g.out.I32(int64(uint32(c.Bits) + by))
	}
	if by == 0 {
		return v
	}
	return g.once(onceKey{op: onceIndex, a: uint32(v), b: by, c: 1}, func() llvm.Value { return g.add(llvm.OpAdd, 0, g.i32, v, g.out.I32(int64(by))) })
}

// A spot is a place in a storage buffer: of a raw one the offset in bytes and an undefined number, of a
// structured one the index of an element and the offset in that.
type spot struct {
	at, inner  llvm.Value
	structured bool
}

// spot is the place of an access, whose block and offset are sources from k on.
func (g *generator) spot(i ssa.InstrID, k int) spot {
	f := g.f
	offset, base := f.Arg(i, k+1), f.Field(i, "base")
	if root, _, _ := g.rootOf(f.Arg(i, k)); f.Op(root) == op.ResourceIndex {
		if r := g.w.resourceOf(f.Var(f.VarOf(root))); r != nil && r.stride != 0 {
			if f.Op(offset) != op.ElementOffset {
				g.unsupported("a place in a structured buffer that is no element's")
				return spot{g.undef(), g.undef(), true}
			}
			return spot{g.src(offset, 0, 0, whole), g.plus(g.src(offset, 1, 0, whole), base), true}
		}
	}
	return spot{g.plus(g.src(i, k+1, 0, whole), base), g.undef(), false}
}

// behind is the place some bytes behind a spot.
func (g *generator) behind(s spot, by uint32) spot {
	if s.structured {
		s.inner = g.plus(s.inner, by)
	} else {
		s.at = g.plus(s.at, by)
	}
	return s
}

// alignment is the alignment of an access, as an operand.
func (g *generator) alignment(bits int) llvm.Value { return g.out.I32(int64(min(bits/8, 4))) }

// words reports whether numbers of some bits are loaded as words.
func (g *generator) words(bits int) bool {
	return bits == 64 && g.w.opts.Profile < Profile63
}

// loadRaw loads components of a raw buffer.
func (g *generator) loadRaw(i ssa.InstrID) {
	f := g.f
	bits, n := f.Bits(i), g.width(i)
	k := kindOf(g.scalarOf(i))
	h, at := g.handle(f.Arg(i, 0)), g.spot(i, 0)
	if g.words(bits) {
		parts := make([]llvm.Value, 0, 4)
		for c := range n {
			pair := g.rawLoad(h, g.behind(at, uint32(8*c)), g.i32, 2, 3, 32)
			parts = append(parts, g.as(g.joinBits([]llvm.Value{g.part(pair, 0), g.part(pair, 1)}, 64), k))
		}
		g.set(i, parts...)
		return
	}
	if bits == 64 && n > 2 { // 16 bytes at most
		parts := make([]llvm.Value, 0, 4)
		for c := 0; c < n; c += 2 {
			r := g.rawLoad(h, g.behind(at, uint32(8*c)), g.typeOf(k, 64), min(2, n-c), 3, 64)
			for j := range min(2, n-c) {
				parts = append(parts, g.part(r, j))
			}
		}
		g.set(i, parts...)
		return
	}
	used := int(g.used[i]) & (1<<n - 1)
	for n > 1 && used>>(n-1) == 0 {
		n--
	}
	r := g.rawLoad(h, at, g.typeOf(k, bits), n, used, bits)
	g.each(i, func(c int) llvm.Value { return g.part(r, c) })
}

// rawLoad calls the function that loads n numbers.
func (g *generator) rawLoad(h llvm.Value, at spot, t llvm.Type, n, used, bits int) llvm.Value {
	if g.w.opts.Profile < Profile62 {
		return g.call(dxil.OpBufferLoad, t, h, at.at, at.inner)
	}
	return g.call(dxil.OpRawBufferLoad, t, h, at.at, at.inner, g.out.I8(1<<n-1), g.alignment(bits))
}

// storeRaw stores components to a raw buffer: a call for each run of them.
func (g *generator) storeRaw(i ssa.InstrID) {
	f := g.f
	v := f.Arg(i, 0)
	bits, n := f.Bits(v), g.width(v)
	k := kindOf(g.scalarOf(v))
	h, at := g.handle(f.Arg(i, 1)), g.spot(i, 1)
	mask := f.Field(i, "mask")
	if mask == 0 {
		mask = 1<<n - 1
	}
	most := 4
	if bits == 64 {
		most = 2
	}
	for first := 0; first < n; first++ {
		if mask>>first&1 == 0 {
			continue
		}
		last := first + 1
		for last < n && last-first < most && mask>>last&1 != 0 {
			last++
		}
		var list []llvm.Value
		t := g.typeOf(k, bits)
		for c := first; c < last; c++ {
			if x := g.src(i, 0, c, k); g.words(bits) {
				x = g.as(x, whole)
				list = append(list, g.sliceBits(x, 0, 32), g.sliceBits(x, 1, 32))
				t = g.i32
			} else {
				list = append(list, x)
			}
		}
		count := len(list)
		for len(list) < 4 {
			list = append(list, g.out.UndefOf(t))
		}
		where := g.behind(at, uint32(first*bits/8))
		if g.w.opts.Profile < Profile62 {
			g.call(dxil.OpBufferStore, t, h, where.at, where.inner, list[0], list[1], list[2], list[3], g.out.I8(1<<count-1))
		} else {
			g.call(dxil.OpRawBufferStore, t, h, where.at, where.inner, list[0], list[1], list[2], list[3], g.out.I8(1<<count-1), g.alignment(bits))
		}
		first = last - 1
	}
}

// bufferSize is the number of bytes of a raw buffer, or of elements of a structured one.
func (g *generator) bufferSize(i ssa.InstrID) {
	h := g.handle(g.f.Arg(i, 0))
	g.set(i, g.once(onceKey{op: onceSize, a: uint32(h)}, func() llvm.Value {
		return g.part(g.call(dxil.OpGetDimensions, 0, h, g.undef()), 0)
	}))
}

// An arena is memory of the shader as an array of numbers of one size.
type arena struct {
	value llvm.Value // the pointer to the array
	array llvm.Type
	elem  llvm.Type
	space uint32
	bits  int
}

// arenaTypes are the accesses of a kind of memory.
type arenaTypes struct {
	least, most int // bits
	reals       bool
	wholes      bool
	atomics     bool
}

// accesses finds the sizes and kinds of numbers in a kind of memory.
func accesses(f *ssa.Function, kind op.MemoryKind) (a arenaTypes) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			form := f.Op(i).Memory()
			if form.Kind != kind {
				continue
			}
			v := i
			if form.Value >= 0 {
				v = f.Arg(i, int(form.Value))
			}
			if v == 0 || f.Bits(v) == 0 {
				continue
			}
			bits := max(16, f.Bits(v))
			if a.least == 0 || bits < a.least {
				a.least = bits
			}
			a.most = max(a.most, bits)
			if s := f.Shader.Module.Types.ScalarOf(f.Type(v)); s.IsFloat() {
				a.reals = true
			} else {
				a.wholes = true
			}
			a.atomics = a.atomics || form.Role == op.MemoryAtomic
		}
	}
	return a
}

// bits is the size of the numbers that the array has.
func (a *arenaTypes) bits() int {
	if a.least == 0 {
		return 32
	}
	return max(16, a.least)
}

// offsetUnits divides offsets of accesses of arrays by the size of their elements.
func offsetUnits(f *ssa.Function) {
	var shifts [op.MemoryGlobal + 1]uint32
	for _, kind := range []op.MemoryKind{op.MemoryShared, op.MemoryScratch, op.MemoryConstant} {
		a := accesses(f, kind)
		shifts[kind] = uint32(bits.TrailingZeros(uint(a.bits() / 8)))
	}
	direct3d.UnitOffsets(f, func(f *ssa.Function, i ssa.InstrID) (int, uint32) {
		if f.Op(i) == op.LoadUBOVec4 {
			return 1, direct3d.Rows
		}
		form := f.Op(i).Memory()
		return int(form.Offset), shifts[form.Kind]
	})
}

// newArena describes an array that holds some bytes.
func (g *generator) newArena(a arenaTypes, bytes, space uint32) arena {
	bits := a.bits()
	k := whole
	if a.reals && !a.wholes && !a.atomics && a.least == a.most {
		k = real
	}
	elem := g.typeOf(k, bits)
	n := (bytes*8 + uint32(bits) - 1) / uint32(bits)
	return arena{array: g.out.ArrayOf(elem, max(1, n)), elem: elem, space: space, bits: bits}
}

// element is the pointer to an element of an arena, some elements behind the place of an access
// whose offset, in elements, is a source.
func (g *generator) element(i ssa.InstrID, a *arena, source, k int) llvm.Value {
	index := g.plus(g.src(i, source, 0, whole), g.f.Field(i, "base")/uint32(a.bits/8)+uint32(k))
	return g.fn.Add(llvm.Instr{Op: llvm.OpGEP, Type: g.out.PointerTo(a.elem, a.space), Base: a.array}, a.value, g.out.I32(0), index)
}

// load loads components from an arena.
func (g *generator) load(i ssa.InstrID, a *arena, source int) {
	k := kindOf(g.scalarOf(i))
	each := max(1, g.f.Bits(i)/a.bits)
	g.each(i, func(c int) llvm.Value {
		var list []llvm.Value
		for j := range each {
			p := g.element(i, a, source, c*each+j)
			list = append(list, g.fn.Add(llvm.Instr{Op: llvm.OpLoad, Type: a.elem, Base: a.elem, Align: uint32(a.bits / 8)}, p))
		}
		if each == 1 {
			return g.as(list[0], k)
		}
		return g.as(g.joinBits(list, g.f.Bits(i)), k)
	})
}

// store stores components to an arena.
func (g *generator) store(i ssa.InstrID, a *arena, source int) {
	f := g.f
	v := f.Arg(i, 0)
	n := g.width(v)
	each := max(1, f.Bits(v)/a.bits)
	mask := f.Field(i, "mask")
	if mask == 0 {
		mask = 1<<n - 1
	}
	for c := range n {
		if mask>>c&1 == 0 {
			continue
		}
		for j := range each {
			x := g.src(i, 0, c, g.kindOfType(a.elem))
			if each > 1 {
				x = g.sliceBits(g.as(x, whole), j, a.bits)
			}
			p := g.element(i, a, source, c*each+j)
			g.fn.Add(llvm.Instr{Op: llvm.OpStore, Type: g.void, Align: uint32(a.bits / 8)}, p, x)
		}
	}
}

// register is the pointer to a component of an element of an array of registers.
func (g *generator) register(reg uint32, index ssa.Value, c int) (llvm.Value, llvm.Type) {
	a := &g.arrays[reg]
	at := g.component(index, 0, whole)
	p := g.fn.Add(llvm.Instr{Op: llvm.OpGEP, Flags: llvm.InBounds, Type: g.out.PointerTo(a.elem, 0), Base: a.array}, a.values[c], g.out.I32(0), at)
	return p, a.elem
}

// registers is an array of registers: an array for each component.
type registers struct {
	values [4]llvm.Value
	array  llvm.Type
	elem   llvm.Type
}

func (g *generator) loadRegister(i ssa.InstrID) {
	f := g.f
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value {
		p, t := g.register(f.Word(i, 0), f.Arg(i, 0), c)
		return g.as(g.fn.Add(llvm.Instr{Op: llvm.OpLoad, Type: t, Base: t, Align: uint32(g.sizeOf(t)+7) / 8}, p), k)
	})
}

func (g *generator) storeRegister(i ssa.InstrID) {
	f := g.f
	for c := range g.width(f.Arg(i, 0)) {
		p, t := g.register(f.Word(i, 0), f.Arg(i, 1), c)
		k := g.kindOfType(t)
		g.fn.Add(llvm.Instr{Op: llvm.OpStore, Type: g.void, Align: uint32(g.sizeOf(t)+7) / 8}, p, g.src(i, 0, c, k))
	}
}

// atomicCodes are the operations of atomicBinOp, and of atomicrmw.
var atomicCodes = [...]struct {
	dx, rmw       uint8
	signedDX, rms uint8
}{
	ir.AtomicAdd: {0, llvm.RMWAdd, 0, llvm.RMWAdd}, ir.AtomicSub: {0, llvm.RMWAdd, 0, llvm.RMWAdd}, ir.AtomicAnd: {1, llvm.RMWAnd, 1, llvm.RMWAnd},
	ir.AtomicOr: {2, llvm.RMWOr, 2, llvm.RMWOr}, ir.AtomicXor: {3, llvm.RMWXor, 3, llvm.RMWXor}, ir.AtomicMin: {6, llvm.RMWUMin, 4, llvm.RMWMin},
	ir.AtomicMax: {7, llvm.RMWUMax, 5, llvm.RMWMax}, ir.AtomicExchange: {8, llvm.RMWXchg, 8, llvm.RMWXchg},
}

// atomicValue is the value of an atomic operation, which adds the opposite to subtract.
func (g *generator) atomicValue(o ir.AtomicOp, s ir.Scalar, v llvm.Value) llvm.Value {
	if s.IsFloat() && o != ir.AtomicExchange && o != ir.AtomicCompareExchange {
		g.unsupported("an atomic " + o.String() + " of " + s.String())
	}
	if s.Bits() == 64 {
		g.needs(Profile66, "64-bit atomics")
	}
	if o == ir.AtomicSub {
		return g.add(llvm.OpSub, 0, g.fn.TypeOf(v), g.literal(whole, s.Bits(), 0), v)
	}
	return v
}

// atomicAt makes a read-modify-write operation on a resource at coordinates.
func (g *generator) atomicAt(i ssa.InstrID, o ir.AtomicOp, s ir.Scalar, h llvm.Value, at [3]llvm.Value, value, compare llvm.Value) {
	v := g.atomicValue(o, s, value)
	t := g.fn.TypeOf(v)
	var r llvm.Value
	if compare != 0 {
		r = g.call(dxil.OpAtomicCompareExchange, t, h, at[0], at[1], at[2], compare, v)
	} else {
		code := atomicCodes[o].dx
		if s.IsSigned() {
			code = atomicCodes[o].signedDX
		}
		r = g.call(dxil.OpAtomicBinOp, t, h, g.out.I32(int64(code)), at[0], at[1], at[2], v)
	}
	g.set(i, g.as(r, kindOf(s)))
}

// bufferAtomic makes an atomic operation on a storage buffer.
func (g *generator) bufferAtomic(i ssa.InstrID) {
	f := g.f
	if form := op.SSBOAtomic.Memory(); direct3d.IsCounter(f, i, form) {
		by, lacks := g.w.resourceOf(f.Var(f.VarOf(f.Arg(i, 0)))).steps.Step(f, i, form)
		if by == 0 {
			g.unsupported(lacks)
		}
		g.set(i, g.call(dxil.OpBufferUpdateCounter, 0, g.handle(f.Arg(i, 0)), g.out.I8(int64(by))))
		return
	}
	s := ir.Scalar(f.Field(i, "kind"))
	compare := llvm.Value(0)
	if g.present(i, 3) {
		compare = g.src(i, 3, 0, whole)
	}
	at := g.spot(i, 0)
	g.atomicAt(i, ir.AtomicOp(f.Field(i, "op")), s, g.handle(f.Arg(i, 0)), [3]llvm.Value{at.at, at.inner, g.undef()}, g.src(i, 2, 0, whole), compare)
}

// sharedAtomic makes an atomic operation on the workgroup's memory.
func (g *generator) sharedAtomic(i ssa.InstrID) {
	f := g.f
	s := ir.Scalar(f.Field(i, "kind"))
	o := ir.AtomicOp(f.Field(i, "op"))
	a := &g.shared
	if s.Bits() != a.bits {
		g.unsupported("atomics beside accesses of other sizes in the memory of a workgroup")
	}
	v := g.atomicValue(o, s, g.src(i, 1, 0, whole))
	p := g.element(i, a, 0, 0)
	var r llvm.Value
	if g.present(i, 2) {
		pair := g.out.StructOf("", a.elem, g.i1)
		r = g.part(g.fn.Add(llvm.Instr{Op: llvm.OpCmpXchg, Flags: llvm.SequentiallyConsistent, Type: pair}, p, g.src(i, 2, 0, whole), v), 0)
	} else {
		code := atomicCodes[o].rmw
		if s.IsSigned() {
			code = atomicCodes[o].rms
		}
		r = g.fn.Add(llvm.Instr{Op: llvm.OpAtomicRMW, Sub: code, Flags: llvm.SequentiallyConsistent, Type: a.elem}, p, v)
	}
	g.set(i, g.as(r, kindOf(s)))
}

// barrier makes a barrier: the bits of its mode are from DXIL.rst.
func (g *generator) barrier(i ssa.InstrID, waits bool) {
	const (
		syncGroup   = 1
		fenceUAVs   = 2
		fenceShared = 8
	)
	memory := ir.Memory(g.f.Word(i, 0) & 0xFF)
	mode := int64(0)
	if memory&(ir.MemoryStorage|ir.MemoryTexture) != 0 {
		mode |= fenceUAVs
	}
	if !g.w.entry.Stage.Info().Workgroups {
		if mode |= fenceUAVs; waits {
			return // a wave goes together
		}
		g.call(dxil.OpBarrier, 0, g.out.I32(mode))
		return
	}
	if memory&ir.MemoryWorkgroup != 0 || mode == 0 {
		mode |= fenceShared
	}
	if waits {
		mode |= syncGroup
	}
	g.call(dxil.OpBarrier, 0, g.out.I32(mode))
}
