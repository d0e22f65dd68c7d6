package wasm

// This file compiles pointers and accesses of memory. An index out of bounds is the
// last element, as in the reference engine, so that no address lies outside of its
// variable, not even of invocations that aren't active: loads need no mask.
//
// A buffer and the workgroup's memory are laid out as the host sees them. Memory of
// one invocation has the words of a group's lanes side by side.

import (
	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
)

// space is the memory that a pointer leads to.
type space uint8

const (
	spaceBuffer space = iota
	spaceShared
	spacePrivate
	spaceRecord // records that the workgroup shares, and payloads
)

// A pointer is an address: a component with a dynamic part (or -1), which includes
// the variable's address, and a constant.
type pointer struct {
	space   space
	v       ssa.VarID
	dynamic int32
	offset  uint32 // in bytes; of private memory times the scale
	place   exec.Place
	linear  bool   // the lanes' addresses are stride apart, if fast says so
	fast    uint32 // a local: the lanes' elements are adjacent; 0: they always are
	stride  uint32
	base    uint32 // a local: where the memory begins; 0: that follows from the space
	packed  bool   // a record: each scalar takes a word
	step    uint32 // not 0: an array of records, so many bytes apart
}

// load compiles a load.
func (c *compiler) load(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	p := c.pointers[f.Arg(i, 0)]
	list := c.offsets(i, p)
	if c.err != nil {
		return
	}
	switch {
	case !c.isVecPointer(p):
		for k, offset := range list {
			to := c.comp(i, k)
			x := &c.slots[to]
			c.start(p)
			switch {
			case x.half && p.space != spacePrivate:
				w.Mem(wasmbin.I32Load16U, 1, offset)
				if x.vec {
					w.Op(wasmbin.I32x4Splat)
				}
			case !x.vec && x.float:
				w.Mem(wasmbin.F32Load, 2, offset)
			case !x.vec:
				w.Mem(wasmbin.I32Load, 2, offset)
			case p.space == spacePrivate && !c.alone():
				w.Mem(wasmbin.V128Load, 4, offset)
				c.fromMemory(x)
			default: // of the same word, at different times of a loop
				w.Mem(wasmbin.V128Load32Splat, 2, offset)
				c.fromMemory(x)
			}
			c.set(to, x.float, m)
		}
	case p.linear && len(list) == 1 && !c.slots[c.comp(i, 0)].half:
		to := c.comp(i, 0)
		x := &c.slots[to]
		adjacent := func() {
			c.starts(p)
			w.Lane(wasmbin.I32x4ExtractLane, 0)
			w.Mem(wasmbin.V128Load, 2, list[0])
		}
		if p.fast == 0 {
			adjacent()
		} else {
			v := c.temp(wasmbin.V128)
			w.Get(p.fast)
			w.If()
			adjacent()
			w.Set(v)
			w.Else()
			at := c.laneAddresses(p)
			c.gather(at, list[0], v)
			c.freeLanes(at)
			w.End()
			w.Get(v)
			c.free(wasmbin.V128, v)
		}
		c.fromMemory(x)
		c.set(to, x.float, m)
	default:
		at := c.laneAddresses(p)
		v := c.temp(wasmbin.V128)
		for k := 0; k < len(list); k++ {
			if c.slots[c.comp(i, k)].half && p.space != spacePrivate {
				to := c.comp(i, k)
				c.gatherHalves(at, list[k], v)
				w.Get(v)
				c.set(to, false, m)
				continue
			}
			if k+4 <= len(list) && !c.anyHalf(i, k, 4) && list[k+1] == list[k]+4 && list[k+2] == list[k]+8 && list[k+3] == list[k]+12 {
				c.loadFour(i, k, at, list[k], m)
				k += 3
				continue
			}
			to := c.comp(i, k)
			c.gather(at, list[k], v)
			w.Get(v)
			c.fromMemory(&c.slots[to])
			c.set(to, c.slots[to].float, m)
		}
		c.free(wasmbin.V128, v)
		c.freeLanes(at)
	}
}

// anyHalf reports whether some of a value's components are of 16 bits.
func (c *compiler) anyHalf(i ssa.InstrID, first, n int) bool {
	for k := range n {
		if c.slots[c.comp(i, first+k)].half {
			return true
		}
	}
	return false
}

// loadFour loads four adjacent words of each lane and transposes them.
func (c *compiler) loadFour(i ssa.InstrID, k int, at [lanes]uint32, offset uint32, m mask) {
	w := c.w
	var row [4]uint32
	for lane := range lanes {
		row[lane] = c.temp(wasmbin.V128)
		w.Get(at[lane])
		w.Mem(wasmbin.V128Load, 2, offset)
		w.Set(row[lane])
	}
	t := c.transposed(row)
	for n := range t {
		to := c.comp(i, k+n)
		w.Get(t[n])
		c.fromMemory(&c.slots[to])
		c.set(to, c.slots[to].float, m)
	}
	for n := range 4 {
		c.free(wasmbin.V128, row[n])
		c.free(wasmbin.V128, t[n])
	}
}

// transposed makes columns of the rows of a matrix of four words by four.
func (c *compiler) transposed(row [4]uint32) (out [4]uint32) {
	w := c.w
	low := [16]byte{0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23}
	high := [16]byte{8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31}
	first := [16]byte{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23}
	second := [16]byte{8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31}
	type shuffle struct {
		a, b uint32
		by   [16]byte
	}
	do := func(list [4]shuffle) (to [4]uint32) {
		for n, s := range list {
			to[n] = c.temp(wasmbin.V128)
			w.Get(s.a)
			w.Get(s.b)
			w.Shuffle(s.by)
			w.Set(to[n])
		}
		return to
	}
	t := do([4]shuffle{{row[0], row[1], low}, {row[2], row[3], low}, {row[0], row[1], high}, {row[2], row[3], high}})
	out = do([4]shuffle{{t[0], t[1], first}, {t[0], t[1], second}, {t[2], t[3], first}, {t[2], t[3], second}})
	for n := range t {
		c.free(wasmbin.V128, t[n])
	}
	return out
}

// gather sets a vector local to the words at the lanes' addresses.
func (c *compiler) gather(at [lanes]uint32, offset, v uint32) {
	w := c.w
	w.Get(at[0])
	w.Mem(wasmbin.V128Load32Zero, 2, offset)
	w.Set(v)
	for k := 1; k < lanes; k++ {
		w.Get(at[k])
		w.Get(v)
		w.MemLane(wasmbin.V128Load32Lane, 2, offset, k)
		w.Set(v)
	}
}

// fromMemory makes lanes of ones of booleans that were loaded as vectors.
func (c *compiler) fromMemory(x *slot) {
	if x.boolean && x.vec {
		c.w.V128([4]uint32{})
		c.w.Op(wasmbin.I32x4Ne)
	}
}

// stored puts a component on the stack as it is stored.
func (c *compiler) stored(k int32, vec bool) {
	w := c.w
	x := &c.slots[c.root(k)]
	if !vec {
		c.scalar(k, x.float)
		if x.float && x.made && x.canon && !x.exact {
			c.canonical(false)
		}
		return
	}
	c.vector(k)
	switch {
	case x.boolean:
		w.V128([4]uint32{1, 1, 1, 1})
		w.Op(wasmbin.V128And)
	case x.made && x.canon && !x.exact:
		c.canonical(true)
	}
}

// canonical replaces NaNs on top of the stack by the canonical one.
func (c *compiler) canonical(vec bool) {
	w := c.w
	if vec {
		v := c.temp(wasmbin.V128)
		w.Tee(v)
		w.V128([4]uint32{nanBits, nanBits, nanBits, nanBits})
		w.Get(v)
		w.Get(v)
		w.Op(wasmbin.F32x4Eq)
		w.Op(wasmbin.V128Bitselect)
		c.free(wasmbin.V128, v)
		return
	}
	v := c.temp(wasmbin.F32)
	w.Tee(v)
	w.F32Bits(nanBits)
	w.Get(v)
	w.Get(v)
	w.Op(wasmbin.F32Eq)
	c.choose(false, true)
	c.free(wasmbin.F32, v)
}

const nanBits = 0x7FC0_0000

// store compiles a store.
func (c *compiler) store(i ssa.InstrID, m mask) {
	f := c.f
	p := c.pointers[f.Arg(i, 0)]
	value := f.Arg(i, 1)
	if c.isLargeZero(value) && p.space == spacePrivate && p.dynamic < 0 {
		c.clear(i, p, m)
		return
	}
	list := c.offsets(i, p)
	if c.err != nil {
		return
	}
	if c.isBig(value) || c.d.Count(value) != len(list) {
		c.unsupported(i, "stores of large constants in generated code")
		return
	}
	written := f.Word(i, 0)
	var comps []int32
	var where []uint32
	words := c.d.Words(value)
	for k, offset := range list {
		if written != 0 && len(list) > words && written>>(k/words)&1 == 0 {
			continue
		}
		comps = append(comps, c.comp(value, k))
		where = append(where, offset)
	}
	if p.space != spaceBuffer || c.live == 0 {
		c.storeWords(p, comps, where, m)
		return
	}
	// Fragments that only help don't write.
	m = c.writers(m)
	c.w.Get(m.local)
	c.w.Op(wasmbin.V128AnyTrue)
	c.w.If()
	c.storeWords(p, comps, where, m)
	c.w.End()
}

// storeWords stores components at offsets from a pointer.
func (c *compiler) storeWords(p pointer, comps []int32, where []uint32, m mask) {
	w := c.w
	anyVec := false
	for _, k := range comps {
		anyVec = anyVec || c.isVec(k)
	}
	scalarStore := func(k int32, offset uint32) {
		c.stored(k, false)
		if c.slots[c.root(k)].half && p.space != spacePrivate {
			w.Mem(wasmbin.I32Store16, 1, offset)
			return
		}
		if c.slots[c.root(k)].float {
			w.Mem(wasmbin.F32Store, 2, offset)
		} else {
			w.Mem(wasmbin.I32Store, 2, offset)
		}
	}
	switch {
	case p.space == spacePrivate && !c.alone() && !c.isVecPointer(p):
		for n, k := range comps {
			c.start(p)
			c.stored(k, true)
			if !m.full {
				c.start(p)
				w.Mem(wasmbin.V128Load, 4, where[n])
				w.Get(m.local)
				w.Op(wasmbin.V128Bitselect)
			}
			w.Mem(wasmbin.V128Store, 4, where[n])
		}
	case !c.isVecPointer(p) && !anyVec:
		for n, k := range comps {
			c.start(p)
			scalarStore(k, where[n])
		}
	case p.linear && len(comps) == 1 && !c.slots[c.root(comps[0])].half:
		v := c.temp(wasmbin.V128)
		c.stored(comps[0], true)
		w.Set(v)
		adjacent := func() {
			c.starts(p)
			w.Lane(wasmbin.I32x4ExtractLane, 0)
			w.Get(v)
			w.Mem(wasmbin.V128Store, 2, where[0])
		}
		switch {
		case p.fast == 0 && m.full:
			adjacent()
		default:
			switch {
			case p.fast == 0:
				w.Get(m.local)
				w.Op(wasmbin.I32x4AllTrue)
			case m.full:
				w.Get(p.fast)
			default:
				w.Get(p.fast)
				w.Get(m.local)
				w.Op(wasmbin.I32x4AllTrue)
				w.Op(wasmbin.I32And)
			}
			w.If()
			adjacent()
			w.Else()
			at := c.laneAddresses(p)
			for lane := range lanes {
				c.ifActive(m, lane, func() {
					w.Get(at[lane])
					w.Get(v)
					w.MemLane(wasmbin.V128Store32Lane, 2, where[0], lane)
				})
			}
			c.freeLanes(at)
			w.End()
		}
		c.free(wasmbin.V128, v)
	default:
		var at [lanes]uint32
		varying := c.isVecPointer(p)
		if varying {
			at = c.laneAddresses(p)
		} else {
			at[0] = c.temp(wasmbin.I32)
			c.start(p)
			w.Set(at[0])
			at[1], at[2], at[3] = at[0], at[0], at[0]
		}
		values := make([]uint32, len(comps))
		for n, k := range comps {
			values[n] = c.temp(wasmbin.V128)
			c.stored(k, true)
			w.Set(values[n])
		}
		for lane := range lanes {
			c.ifActive(m, lane, func() {
				for n, k := range comps {
					w.Get(at[lane])
					w.Get(values[n])
					if c.slots[c.root(k)].half && p.space != spacePrivate {
						w.MemLane(wasmbin.V128Store16Lane, 1, where[n], 2*lane)
						continue
					}
					w.MemLane(wasmbin.V128Store32Lane, 2, where[n], lane)
				}
			})
		}
		for _, v := range values {
			c.free(wasmbin.V128, v)
		}
		if varying {
			c.freeLanes(at)
		} else {
			c.free(wasmbin.I32, at[0])
		}
	}
}

// ifActive compiles code for a lane if it is active.
func (c *compiler) ifActive(m mask, lane int, do func()) {
	if m.full {
		do()
		return
	}
	c.w.Get(m.local)
	c.w.Lane(wasmbin.I32x4ExtractLane, lane)
	c.w.If()
	do()
	c.w.End()
}

// declare clears a local variable, or sets it.
func (c *compiler) declare(i ssa.InstrID, m mask) {
	f := c.f
	v := f.VarOf(i)
	x := f.Var(v)
	p := pointer{space: spacePrivate, v: v, dynamic: -1, offset: c.private[v], place: exec.Place{Type: x.Type, Layout: x.Layout}}
	if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 && !c.isLargeZero(f.Arg(i, 0)) {
		list := c.offsets(i, p)
		value := f.Arg(i, 0)
		if c.err != nil {
			return
		}
		if c.isBig(value) || c.d.Count(value) != len(list) {
			c.unsupported(i, "stores of large constants in generated code")
			return
		}
		var comps []int32
		for k := range list {
			comps = append(comps, c.comp(value, k))
		}
		c.storeWords(p, comps, list, m)
		return
	}
	c.clear(i, p, m)
}

// clear zeroes the memory behind a pointer into private memory, for active lanes.
func (c *compiler) clear(i ssa.InstrID, p pointer, m mask) {
	w := c.w
	info, err := c.places.Info(p.place)
	if err != nil {
		c.unsupported(i, "variables of type "+c.m.TypeName(p.place.Type))
		return
	}
	if m.full {
		w.Get(c.base)
		w.I32(int32(p.offset))
		w.Op(wasmbin.I32Add)
		w.I32(0)
		w.I32(int32(info.Size * c.scaleOf(p)))
		w.MemoryFill()
		return
	}
	// Inactive lanes keep their values.
	at := c.temp(wasmbin.I32)
	w.I32(0)
	w.Set(at)
	top := w.Loop()
	address := func() {
		w.Get(c.base)
		w.Get(at)
		w.Op(wasmbin.I32Add)
	}
	address()
	address()
	w.Mem(wasmbin.V128Load, 4, p.offset)
	w.Get(m.local)
	w.Op(wasmbin.V128AndNot)
	w.Mem(wasmbin.V128Store, 4, p.offset)
	w.Get(at)
	w.I32(16)
	w.Op(wasmbin.I32Add)
	w.Tee(at)
	w.I32(int32(info.Size * c.scaleOf(p)))
	w.Op(wasmbin.I32LtU)
	w.BrIf(top)
	w.End()
	c.free(wasmbin.I32, at)
}

// arrayLength compiles the number of elements of an array.
func (c *compiler) arrayLength(i ssa.InstrID, m mask) {
	w := c.w
	p := c.pointers[c.f.Arg(i, 0)]
	if n := c.length(p.place.Type); n != 0 {
		w.I32(int32(n))
	} else {
		_, stride, err := c.places.Element(p.place)
		if err != nil {
			c.unsupported(i, "memory of type "+c.m.TypeName(p.place.Type))
			return
		}
		w.Get(c.arrays[arrayKey{p.v, p.offset, stride}].n)
	}
	to := c.comp(i, 0)
	if c.slots[to].vec { // at different times of a loop
		w.Op(wasmbin.I32x4Splat)
	}
	c.set(to, false, m)
}

// wantLength notes an array whose length is read, so that there is a local.
func (c *compiler) wantLength(i ssa.InstrID) {
	p, ok := c.pointerOf(i, c.f.Arg(i, 0))
	if !ok {
		return
	}
	_, stride, err := c.places.Element(p.place)
	if err != nil || p.dynamic >= 0 || c.length(p.place.Type) == 0 && p.space != spaceBuffer {
		c.unsupported(i, "lengths of such arrays in generated code")
		return
	}
	if c.length(p.place.Type) != 0 {
		return
	}
	key := arrayKey{p.v, p.offset, stride}
	if _, ok := c.arrays[key]; !ok {
		c.arrays[key] = arrayLocals{}
		c.order = append(c.order, key)
	}
}

// atomic compiles a read-modify-write, lane by lane.
func (c *compiler) atomic(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	p := c.pointers[f.Arg(i, 0)]
	list := c.offsets(i, p)
	if c.err != nil {
		return
	}
	if len(list) == 2 {
		c.unsupported(i, "atomic operations on numbers of 64 bits in generated code")
		return
	}
	if len(list) != 1 {
		bug("atomic of %d words", len(list))
	}
	offset := list[0]
	o := ir.AtomicOp(f.Word(i, 0) & 15)
	signed := c.m.Types.At(p.place.Type).Scalar == ir.I32
	float := c.m.Types.At(p.place.Type).Scalar.IsFloat()
	if c.m.Types.At(p.place.Type).Scalar == ir.F16 {
		c.unsupported(i, "atomic operations on numbers of type f16 in generated code")
		return
	}
	value, compare := f.Arg(i, 1), ssa.Value(0)
	if f.NumSrcs(i) > 2 {
		compare = f.Arg(i, 2)
	}
	old := c.temp(wasmbin.I32)
	at := c.temp(wasmbin.I32)
	lane := func(v ssa.Value, k int) {
		n := c.comp(v, 0)
		if c.isVec(n) {
			c.vector(n)
			w.Lane(wasmbin.I32x4ExtractLane, k)
			return
		}
		c.scalar(n, false)
	}
	one := func(k int) {
		w.Get(at)
		w.Mem(wasmbin.I32Load, 2, offset)
		w.Set(old)
		w.Get(at)
		simple := map[ir.AtomicOp]wasmbin.Op{ir.AtomicAdd: wasmbin.I32Add, ir.AtomicSub: wasmbin.I32Sub, ir.AtomicAnd: wasmbin.I32And,
			ir.AtomicOr: wasmbin.I32Or, ir.AtomicXor: wasmbin.I32Xor}
		switch {
		case float && o != ir.AtomicExchange && o != ir.AtomicCompareExchange:
			c.floatAtomic(o, old, func() { lane(value, k) })
		case o == ir.AtomicMin, o == ir.AtomicMax:
			less := wasmbin.I32LtU
			switch {
			case o == ir.AtomicMin && signed:
				less = wasmbin.I32LtS
			case o == ir.AtomicMax && signed:
				less = wasmbin.I32GtS
			case o == ir.AtomicMax:
				less = wasmbin.I32GtU
			}
			lane(value, k)
			w.Get(old)
			lane(value, k)
			w.Get(old)
			w.Op(less)
			w.Op(wasmbin.Select)
		case o == ir.AtomicExchange:
			lane(value, k)
		case o == ir.AtomicCompareExchange:
			lane(value, k)
			w.Get(old)
			w.Get(old)
			lane(compare, k)
			w.Op(wasmbin.I32Eq)
			w.Op(wasmbin.Select)
		default:
			w.Get(old)
			lane(value, k)
			w.Op(simple[o])
		}
		if c.live != 0 && p.space == spaceBuffer { // fragments that only help don't write
			w.Get(old)
			w.Get(c.live)
			w.Lane(wasmbin.I32x4ExtractLane, k)
			w.Op(wasmbin.Select)
		}
		w.Mem(wasmbin.I32Store, 2, offset)
	}
	vecAddress := c.isVecPointer(p)
	private := p.space == spacePrivate && !c.alone()
	if c.alone() {
		c.start(p)
		w.Set(at)
		one(0)
		if f.Type(i) != 0 {
			w.Get(old)
			c.set(c.comp(i, 0), false, m)
			if o == ir.AtomicCompareExchange {
				w.Get(old)
				c.scalar(c.comp(compare, 0), false)
				w.Op(wasmbin.I32Eq)
				c.set(c.comp(i, 1), false, m)
			}
		}
	} else {
		results := c.temp(wasmbin.V128)
		var each [lanes]uint32
		if vecAddress {
			each = c.laneAddresses(p)
		}
		if f.Type(i) != 0 {
			w.V128([4]uint32{})
			w.Set(results)
		}
		for k := range lanes {
			c.ifActive(m, k, func() {
				if vecAddress {
					w.Get(each[k])
				} else {
					c.start(p)
					if private {
						w.I32(int32(4 * k))
						w.Op(wasmbin.I32Add)
					}
				}
				w.Set(at)
				one(k)
				if f.Type(i) != 0 {
					w.Get(results)
					w.Get(old)
					w.Lane(wasmbin.I32x4ReplaceLane, k)
					w.Set(results)
				}
			})
		}
		if vecAddress {
			c.freeLanes(each)
		}
		if f.Type(i) != 0 {
			w.Get(results)
			c.set(c.comp(i, 0), false, m)
			if o == ir.AtomicCompareExchange {
				w.Get(results)
				c.vector(c.comp(compare, 0))
				w.Op(wasmbin.I32x4Eq)
				c.set(c.comp(i, 1), false, m)
			}
		}
		c.free(wasmbin.V128, results)
	}
	c.free(wasmbin.I32, at)
	c.free(wasmbin.I32, old)
}

// floatAtomic puts on the stack the bits that an atomic operation on a float leaves behind; value puts
// those of the operand there. A sum that is no number has the canonical bits.
func (c *compiler) floatAtomic(o ir.AtomicOp, old uint32, value func()) {
	w := c.w
	number := func(bits func()) {
		bits()
		w.Op(wasmbin.F32ReinterpretI32)
	}
	before := func() { w.Get(old) }
	switch o {
	case ir.AtomicMin, ir.AtomicMax:
		value()
		before()
		if o == ir.AtomicMin {
			number(value)
			number(before)
		} else {
			number(before)
			number(value)
		}
		w.Op(wasmbin.F32Lt)
		w.Op(wasmbin.Select)
		return
	}
	number(before)
	number(value)
	if o == ir.AtomicAdd {
		w.Op(wasmbin.F32Add)
	} else {
		w.Op(wasmbin.F32Sub)
	}
	c.canonical(false)
	w.Op(wasmbin.I32ReinterpretF32)
}
