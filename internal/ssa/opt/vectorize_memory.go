package opt

// This file joins accesses of memory that lie side by side.
//
//	before                                        after
//	%2 = load_ssbo %b, %1 : f32                   %5 = load_ssbo %b, %1 : vec2<f32>
//	%3 = iadd %1, 4                               %2 = mov %5.x
//	%4 = load_ssbo %b, %3 : f32                   %4 = mov %5.y
//	store_shared %x, %1                           %6 = vec %x, %y
//	store_shared %y, %3                           store_shared %6, %1
//
// In a block, accesses of one kind to one memory are sorted by the number added to the
// common value of their offsets. Two that touch or overlap become one of at most four
// components and 16 bytes: loads at the first of them, stores at the last, if nothing in
// between may touch the memory; more bytes, if a machine has such accesses. Components of
// different sizes get the smaller size. An offset of 32 bits wraps, and beyond a buffer's
// end components are for themselves: so two are adjacent only if their alignment or the
// range of the offset excludes that the sum in between wraps.

import (
	"cmp"
	"math/bits"
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VectorizeMemory joins accesses of memory that lie side by side.
var VectorizeMemory = &pass.Pass{
	Name:      "vectorize-memory",
	Doc:       "loads and stores by offset that lie side by side become one",
	Replaces:  []string{"opt_load_store_vectorize"},
	Destroys:  pass.WholeStores,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  func(f *ssa.Function) bool { return vectorizeMemory(f, VectorizeMemoryOptions{Bytes: widestAccess}) },
}

// VectorizeMemoryOptions limits the joining of accesses.
type VectorizeMemoryOptions struct {
	Bytes int  `doc:"bytes that a joined access has at most"`
	Words bool `doc:"no buffer has the last 64 KiB of offsets, so that sums of multiples of 4 and small numbers don't wrap within one"`
}

// VectorizeMemoryTo is the pass with options.
func VectorizeMemoryTo(o VectorizeMemoryOptions) *pass.Pass {
	p := *VectorizeMemory
	p.Function = func(f *ssa.Function) bool { return vectorizeMemory(f, o) }
	return &p
}

// maxApart is how many accesses of memory may stand between two that are joined.
const maxApart = 64

// widestAccess is how many bytes an access has that is made of several.
const widestAccess = 16

// A memoryKey is equal for accesses that may be adjacent.
type memoryKey struct {
	kind  op.MemoryKind
	store bool
	block ssa.Value
	root  ssa.Value // of the offset; 0: a number
	mul   uint32
}

// A memoryEntry is an access, or an instruction that accesses must not cross.
type memoryEntry struct {
	i      ssa.InstrID // 0: it was joined with another
	key    memoryKey
	fence  uint32 // kinds of memory, by bits; not 0: it is a barrier or the like
	stores bool   // the fence is one for stores only
	known  bool   // it is a load or a store that can be joined, not an atomic operation
	at     int64  // bytes from the root
	size   int64
	kept   bool // it is volatile or atomic

	add  uint32      // the number in the offset of 32 bits, which wraps
	wide ssa.InstrID // of an address: the extension of that offset; 0: there is none
}

type memoryJoiner struct {
	f      *ssa.Function
	ranges *analysis.Ranges // made when it is first needed
	list   []memoryEntry    // of the block, in order
	widest int64            // bytes of a joined access
	words  bool             // see VectorizeMemoryOptions.Words
	stated bool             // an access has got a greater alignment
}

func vectorizeMemory(f *ssa.Function, o VectorizeMemoryOptions) bool {
	changed := false
	for range 8 { // what is joined may let more be known of other offsets
		if !vectorizeOnce(f, o) {
			break
		}
		changed = true
	}
	return changed
}

func vectorizeOnce(f *ssa.Function, o VectorizeMemoryOptions) bool {
	x := memoryJoiner{f: f, widest: int64(o.Bytes), words: o.Words}
	changed := false
	for b := range f.Blocks() {
		x.collect(b)
		groups := map[memoryKey][]int{}
		var order []memoryKey
		for k := range x.list {
			if e := &x.list[k]; e.known {
				if groups[e.key] == nil {
					order = append(order, e.key)
				}
				groups[e.key] = append(groups[e.key], k)
			}
		}
		for _, key := range order {
			if g := groups[key]; len(g) > 1 {
				changed = x.group(g) || changed
			}
		}
	}
	return changed || x.stated
}

// linear takes an offset apart: mul times a root and a number, modulo 2^32.
func linear(f *ssa.Function, v ssa.Value) (root ssa.Value, mul, add uint32) {
	mul = 1
	for range 16 {
		if k, ok := f.KnownBits(v, 0); ok && f.Comps(v) == 1 {
			return 0, 0, add + mul*uint32(k)
		}
		if f.Comps(v) != 1 || f.Op(v).Class() != op.ClassALU {
			break
		}
		number := func(k int) (uint32, bool) {
			s := f.Src(v, k)
			x, ok := f.KnownBits(s.Value, s.Swizzle.At(0))
			return uint32(x), ok
		}
		next := ssa.Src{}
		switch f.Op(v) {
		case op.Mov:
			next = f.Src(v, 0)
		case op.IAdd, op.IMul:
			for k := range 2 {
				if c, ok := number(1 - k); ok && next.Value == 0 {
					next = f.Src(v, k)
					if f.Comps(next.Value) != 1 {
						return v, mul, add
					}
					if f.Op(v) == op.IAdd {
						add += mul * c
					} else {
						mul *= c
					}
				}
			}
		case op.ISub:
			if c, ok := number(1); ok {
				next = f.Src(v, 0)
				if f.Comps(next.Value) != 1 {
					return v, mul, add
				}
				add -= mul * c
			}
		case op.IShl:
			if c, ok := number(1); ok && c < 32 {
				next = f.Src(v, 0)
				if f.Comps(next.Value) != 1 {
					return v, mul, add
				}
				mul <<= c
			}
		}
		if next.Value == 0 || f.Comps(next.Value) != 1 || f.Bits(next.Value) != 32 {
			break
		}
		v = next.Value
	}
	return v, mul, add
}

// collect lists the accesses of a block.
func (x *memoryJoiner) collect(b ssa.NodeID) {
	f := x.f
	x.list = x.list[:0]
	const everything = ^uint32(0)
	for i := range f.Instrs(b) {
		o := f.Op(i)
		form := o.Memory()
		switch {
		case form.Kind != op.NoMemory:
			x.list = append(x.list, x.entry(i, form))
		case o == op.MemoryBarrier || o == op.ControlBarrier:
			fence := uint32(0)
			m := ir.Memory(f.Field(i, "memory"))
			if m&ir.MemoryStorage != 0 {
				fence |= 1<<op.MemorySSBO | 1<<op.MemoryGlobal
			}
			if m&ir.MemoryWorkgroup != 0 {
				fence |= 1<<op.MemoryShared | 1<<op.MemoryTaskPayload
			}
			x.list = append(x.list, memoryEntry{fence: fence})
		case o == op.Demote, o == op.DemoteIf, o == op.TerminateIf:
			x.list = append(x.list, memoryEntry{fence: everything, stores: true})
		case o == op.Interlock || o == op.Pipeline || o.Class() == op.ClassCall || o == op.WorkgroupUniformLoad:
			x.list = append(x.list, memoryEntry{fence: everything})
		case o == op.Load, o == op.Store, o == op.Copy, o == op.Atomic:
			switch analysis.ModeOf(f, f.Arg(i, 0)) {
			case ssa.ModeSSBO:
				x.list = append(x.list, memoryEntry{fence: 1<<op.MemorySSBO | 1<<op.MemoryGlobal})
			}
		}
	}
}

func (x *memoryJoiner) entry(i ssa.InstrID, form op.MemoryForm) memoryEntry {
	f := x.f
	e := memoryEntry{i: i, key: memoryKey{kind: form.Kind, store: form.Role != op.MemoryLoad}, known: form.Role != op.MemoryAtomic}
	if form.Block >= 0 {
		e.key.block = f.Arg(i, int(form.Block))
	}
	data := i
	if form.Value >= 0 {
		data = f.Arg(i, int(form.Value))
	}
	e.size = int64(f.Comps(data) * f.Bits(data) / 8)
	offset := f.Arg(i, int(form.Offset))
	base := int64(f.Field(i, "base"))
	if form.Kind == op.MemoryGlobal {
		x.address(&e, offset)
		e.at += base
	} else {
		e.key.root, e.key.mul, e.add = linear(f, offset)
		e.at = apart(e.key.root, e.add) + base
	}
	e.kept = form.Role == op.MemoryAtomic || op.Access(f.Words(i))&op.AccessKept != 0
	e.known = e.known && !e.kept
	x.align(&e)
	return e
}

// apart is how many bytes an offset adds to its root, which may be negative; root 0 is no root.
func apart(root ssa.Value, add uint32) int64 {
	if root == 0 {
		return int64(add)
	}
	return int64(int32(add))
}

// address takes an address of 64 bits apart: an address, an offset of 32 bits that is extended, and
// numbers.
func (x *memoryJoiner) address(e *memoryEntry, v ssa.Value) {
	f := x.f
	for range 16 {
		if f.Op(v) != op.IAdd || f.Comps(v) != 1 {
			break
		}
		next := ssa.Value(0)
		for k := range 2 {
			c := f.Src(v, 1-k)
			by, ok := f.KnownBits(c.Value, c.Swizzle.At(0))
			if sum := e.at + int64(by); ok && sum > -1<<31 && sum < 1<<31 && int64(by) > -1<<31 && int64(by) < 1<<31 && f.Comps(f.Arg(v, k)) == 1 {
				next, e.at = f.Arg(v, k), sum
				break
			}
		}
		if next == 0 {
			break
		}
		v = next
	}
	e.key.block = v
	if f.Op(v) != op.IAdd || f.Comps(v) != 1 {
		return
	}
	for k := range 2 {
		wide, other := f.Arg(v, k), f.Arg(v, 1-k)
		if f.Op(wide) == op.U2U && f.Comps(wide) == 1 && f.Comps(other) == 1 && f.Bits(f.Arg(wide, 0)) == 32 && f.Comps(f.Arg(wide, 0)) == 1 {
			e.key.root, e.key.mul, e.add = linear(f, f.Arg(wide, 0))
			e.key.block, e.wide = other, wide
			e.at += apart(e.key.root, e.add)
			return
		}
	}
}

// align states the alignment that an offset has by how it is computed.
func (x *memoryJoiner) align(e *memoryEntry) {
	f := x.f
	if !e.known || e.key.kind == op.MemoryGlobal {
		return
	}
	a := uint32(op.MaxAlign)
	if e.key.root != 0 {
		a = 1 << min(analysis.TrailingZeros(f, e.key.root)+bits.TrailingZeros32(e.key.mul), 9)
	}
	if a > f.Field(e.i, "align") && a >= 4 {
		f.SetField(e.i, "align", a)
		f.SetField(e.i, "align_offset", uint32(e.at)&(a-1))
		x.stated = true
	}
}

// group joins accesses with one key.
func (x *memoryJoiner) group(g []int) bool {
	slices.SortStableFunc(g, func(a, b int) int { return cmp.Compare(x.list[a].at, x.list[b].at) })
	changed := false
	for k := 0; k < len(g); k++ {
		for j := k + 1; j < len(g); j++ {
			low, high := &x.list[g[k]], &x.list[g[j]]
			if high.at > low.at+low.size {
				break
			}
			if where, ok := x.join(g[k], g[j]); ok {
				g[k] = where
				g = slices.Delete(g, j, j+1)
				j = k
				changed = true
			}
		}
	}
	return changed
}

// units is how many bits the components of the joined access have, and their number; 0:
// they can't be joined.
func (x *memoryJoiner) units(low, high *memoryEntry) (unit, comps int) {
	f := x.f
	size := func(e *memoryEntry) int {
		if e.key.store {
			return f.Bits(f.Arg(e.i, 0))
		}
		return f.Bits(e.i)
	}
	unit = min(size(low), size(high))
	end := max(low.at+low.size, high.at+high.size)
	total := end - low.at
	if total > x.widest || (high.at-low.at)*8%int64(unit) != 0 || total*8%int64(unit) != 0 || total*8/int64(unit) > 4 {
		return 0, 0
	}
	return unit, int(total*8) / unit
}

// join makes one access of two entries of a group, and returns its entry, or false if they
// can't be joined.
func (x *memoryJoiner) join(a, b int) (where int, ok bool) {
	f := x.f
	low, high := &x.list[a], &x.list[b]
	unit, comps := x.units(low, high)
	first, last := min(a, b), max(a, b)
	if unit == 0 || last-first > maxApart || !x.isAligned(low, unit/8) {
		return 0, false
	}
	const must = op.AccessCoherent
	if (op.Access(f.Words(low.i))^op.Access(f.Words(high.i)))&must != 0 || !x.isSideBySide(low, high) {
		return 0, false
	}
	moves := &x.list[last]
	if low.key.store {
		moves = &x.list[first]
	}
	for k := first + 1; k < last; k++ {
		if x.conflicts(&x.list[k], moves) {
			return 0, false
		}
	}
	if low.key.store {
		return x.joinStores(a, b, unit, comps), true
	}
	return x.joinLoads(a, b, unit, comps), true
}

// isAligned reports whether an access may have components of so many bytes.
func (x *memoryJoiner) isAligned(low *memoryEntry, bytes int) bool {
	a, o := x.f.Field(low.i, "align"), x.f.Field(low.i, "align_offset")
	need := uint32(min(bytes, 4))
	return a == 0 || a >= need && o%need == 0
}

// isSideBySide reports whether the higher access is as far from the lower as their
// numbers are: the sum of 32 bits that makes the greater offset of the smaller one doesn't wrap.
func (x *memoryJoiner) isSideBySide(low, high *memoryEntry) bool {
	f := x.f
	if low.key.root == 0 || low.add == high.add { // only the parts that don't wrap differ
		return true
	}
	if f.Op(low.key.root) == op.ElementOffset && low.key.mul == 1 {
		if bits, ok := f.KnownBits(f.Arg(low.key.root, 1), 0); ok && bits == 0 { // an element is whole
			return true
		}
	}
	if x.words && low.key.kind == op.MemorySSBO && low.key.mul == 1 && low.add < 1<<16 && high.add < 1<<16 && isMasked(f, low.key.root) {
		return true
	}
	if int32(high.add-low.add) < 0 {
		low, high = high, low
	}
	d := uint64(high.add - low.add)
	user, k := low.i, int(f.Op(low.i).Memory().Offset)
	a, from := uint64(f.Field(low.i, "align")), uint64(f.Field(low.i, "align_offset"))-uint64(f.Field(low.i, "base"))
	if low.wide != 0 {
		zeros := analysis.TrailingZeros(f, low.key.root) + bits.TrailingZeros32(low.key.mul)
		user, k, a, from = low.wide, 0, 1<<min(zeros, 31), uint64(low.add)
	}
	if a > 0 && from&(a-1)+d < a {
		return true
	}
	if x.ranges == nil {
		x.ranges = analysis.FindRanges(f)
	}
	// An unknown one has come since.
	return x.ranges.Knows(f.Arg(user, k)) && uint64(x.ranges.At(user, k).Hi)+d < 1<<32
}

// isMasked reports whether an offset is an address without its last two bits: a number that is added to it is of words
// behind that.
func isMasked(f *ssa.Function, v ssa.Value) bool {
	if f.Op(v) != op.IAnd {
		return false
	}
	mask, ok := f.KnownBits(f.Arg(v, 1), 0)
	return ok && uint32(mask) == ^uint32(3)
}

// conflicts reports whether an access can't move beyond an entry.
func (x *memoryJoiner) conflicts(e, moves *memoryEntry) bool {
	f := x.f
	switch {
	case e.fence != 0:
		return e.fence>>moves.key.kind&1 != 0 && !x.isFixed(moves) && (moves.key.store || !e.stores)
	case e.i == 0 || !e.key.store && !moves.key.store && !e.kept:
		return false
	case x.isFixed(moves) || x.isFixed(e):
		return false
	}
	buffers := uint32(1<<op.MemorySSBO | 1<<op.MemoryGlobal)
	if e.key.kind != moves.key.kind {
		return buffers>>e.key.kind&1 != 0 && buffers>>moves.key.kind&1 != 0
	}
	if e.key.block != moves.key.block && e.key.block != 0 && moves.key.block != 0 {
		if op.Access(f.Words(e.i))&op.Access(f.Words(moves.i))&op.AccessRestrict != 0 {
			return false
		}
		if !sameBuffer(f, e.key.block, moves.key.block) {
			return false
		}
		if !isSameBlock(f, e.key.block, moves.key.block) {
			return true
		}
	}
	if e.key.root == moves.key.root && e.key.mul == moves.key.mul {
		// The difference of their numbers is that of the addresses, modulo 2^32.
		d := uint32(e.at - moves.at)
		return int64(d) < moves.size || int64(-d) < e.size
	}
	return true
}

// isFixed reports whether nothing writes the memory that an access reads.
func (x *memoryJoiner) isFixed(e *memoryEntry) bool {
	if e.i == 0 || e.key.store {
		return false
	}
	return x.f.Op(e.i).Has(op.Reorderable) || op.Access(x.f.Words(e.i))&op.AccessReorder != 0
}

// sameBuffer reports whether two names may be of one buffer.
func sameBuffer(f *ssa.Function, a, b ssa.Value) bool {
	if f.Op(a) != op.ResourceIndex || f.Op(b) != op.ResourceIndex {
		return true
	}
	v, w := f.Var(f.VarOf(a)), f.Var(f.VarOf(b))
	return v == w || v.HasBinding && w.HasBinding && v.Binding == w.Binding || (v.Memory|w.Memory)&ir.Aliased != 0
}

// isSameBlock reports whether two names are certainly of one buffer.
func isSameBlock(f *ssa.Function, a, b ssa.Value) bool {
	return f.Op(a) == op.ResourceIndex && f.Op(b) == op.ResourceIndex && f.Arg(a, 0) == f.Arg(b, 0) && f.VarOf(a) == f.VarOf(b)
}

// place puts the offset and the fields of a joined access together: the ones of the lower
// access, computed at the given one.
func (x *memoryJoiner) place(b *ssa.Builder, low, there *memoryEntry) (srcs []ssa.Src, base uint32) {
	f := x.f
	form := f.Op(there.i).Memory()
	offset := f.Arg(there.i, int(form.Offset))
	base = f.Field(there.i, "base")
	if d := there.at - low.at; d > 0 {
		if int64(base) >= d {
			base -= uint32(d)
		} else {
			t := f.Type(offset)
			c := uint64(-d)
			if f.Bits(offset) == 32 {
				c &= 1<<32 - 1
			}
			offset = b.Op(op.IAdd, t, offset, b.Const(t, c))
		}
	}
	if form.Block >= 0 {
		srcs = append(srcs, f.Src(there.i, int(form.Block)))
	}
	return append(srcs, ssa.Whole(offset)), base
}

// fields gives a joined access the fields of two.
func (x *memoryJoiner) fields(i ssa.InstrID, low, high *memoryEntry, base uint32) {
	f := x.f
	words := f.Words(low.i)
	const both = op.AccessRestrict | op.AccessReadOnly | op.AccessReorder | op.AccessWriteOnly
	access := op.Access(words) | op.Access(f.Words(high.i))
	access = access&^both | op.Access(words)&op.Access(f.Words(high.i))&both
	op.SetAccess(&words, access)
	f.SetWords(i, words)
	f.SetField(i, "base", base)
	f.SetFlags(i, f.Flags(low.i)&f.Flags(high.i))
	if f.Op(i).Memory().Role == op.MemoryStore {
		f.SetField(i, "mask", 0)
	}
}

func (x *memoryJoiner) joinLoads(a, b, unit, comps int) int {
	f := x.f
	low, high := &x.list[a], &x.list[b]
	first := &x.list[min(a, b)]
	at := f.BuildBefore(first.i)
	srcs, base := x.place(&at, low, first)
	v := at.Instr(f.Op(low.i), x.unitType(low.i, unit, comps), srcs...)
	x.fields(v, low, high, base)
	for _, e := range []*memoryEntry{low, high} {
		after := f.BuildBefore(e.i)
		w := x.cut(&after, v, int(e.at-low.at)*8/unit, f.Type(e.i))
		f.SetName(w, f.NameOf(e.i))
		f.ReplaceUses(e.i, w)
		f.Remove(e.i)
	}
	return x.replace(a, b, min(a, b), v, low.at, int64(unit*comps/8))
}

// unitType is the type of components of a size, as a value hints.
func (x *memoryJoiner) unitType(v ssa.Value, unit, comps int) ir.TypeID {
	s := x.f.Shader.Module.Types.ScalarOf(x.f.Type(v))
	if s.Bits() != unit {
		s = ir.ScalarOf(ir.UintKind, unit)
	}
	return ir.VectorOf(s, comps)
}

// cut takes a value of a type out of components.
func (x *memoryJoiner) cut(b *ssa.Builder, v ssa.Value, from int, t ir.TypeID) ssa.Value {
	f := x.f
	types := &f.Shader.Module.Types
	n := types.ComponentCount(t) * types.ScalarOf(t).Bits() / f.Bits(v)
	swizzle := ssa.Swizzle(0)
	for k := range n {
		swizzle = swizzle.With(k, from+k)
	}
	src := ssa.Src{Value: v, Swizzle: swizzle, Comps: uint8(n)}
	if types.ScalarOf(t).Bits() == f.Bits(v) {
		return b.Instr(op.Mov, t, src)
	}
	return b.Instr(op.Bitcast, t, src)
}

func (x *memoryJoiner) joinStores(a, b, unit, comps int) int {
	f := x.f
	low, high := &x.list[a], &x.list[b]
	last := &x.list[max(a, b)]
	earlier, later := &x.list[min(a, b)], last
	at := f.BuildBefore(last.i)
	var parts [4]ssa.Src
	mask := uint32(0)
	for _, e := range []*memoryEntry{earlier, later} {
		data := f.Arg(e.i, 0)
		n, m := f.Comps(data), f.Field(e.i, "mask")
		per := f.Bits(data) / unit
		if m == 0 {
			m = 1<<n - 1
		}
		if per > 1 {
			data = at.Instr(op.Bitcast, ir.VectorOf(ir.ScalarOf(ir.UintKind, unit), n*per), ssa.Src{Value: data, Swizzle: ssa.Identity, Comps: uint8(n)})
		}
		from := int(e.at-low.at) * 8 / unit
		for k := range n * per {
			if m>>(k/per)&1 != 0 {
				parts[from+k] = ssa.Src{Value: data, Swizzle: ssa.Swizzle(k), Comps: 1}
				mask |= 1 << (from + k)
			}
		}
	}
	t := x.unitType(f.Arg(low.i, 0), unit, comps)
	for k := range comps {
		if parts[k].Value == 0 {
			parts[k] = ssa.Src{Value: at.Undef(ir.VectorOf(f.Shader.Module.Types.ScalarOf(t), 1)), Comps: 1}
		}
	}
	v := parts[0].Value
	if comps > 1 {
		v = at.Instr(op.Vec, t, parts[:comps]...)
	} else if f.Comps(v) > 1 {
		v = at.Component(v, int(parts[0].Swizzle))
	}
	srcs, base := x.place(&at, low, last)
	i := at.Instr(f.Op(low.i), 0, append([]ssa.Src{ssa.Whole(v)}, srcs...)...)
	x.fields(i, low, high, base)
	if mask != 1<<comps-1 {
		f.SetField(i, "mask", mask)
	}
	f.Remove(low.i)
	f.Remove(high.i)
	return x.replace(a, b, max(a, b), i, low.at, int64(unit*comps/8))
}

// replace makes one entry of two, in the joined access's place, and returns its index.
func (x *memoryJoiner) replace(a, b, where int, i ssa.InstrID, at, size int64) int {
	e := x.list[a]
	e.i, e.at, e.size = i, at, size
	x.list[a].i, x.list[b].i = 0, 0
	x.list[where] = e
	return where
}
