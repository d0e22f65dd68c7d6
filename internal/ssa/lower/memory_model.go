package lower

// This file gives atomic operations and barriers no more than one thing to do.
//
//	before                                        after
//	%1 = atomic %p, %x, order=acquire_release     memory_barrier order=release
//	                                              %1 = atomic %p, %x, order=relaxed
//	                                              memory_barrier order=acquire
//	control_barrier memory=3                      memory_barrier memory=3
//	                                              control_barrier memory=0
//	%2 = load_ssbo %b, %o                         %2 = load_ssbo %b, %o, coherent=1
//
// It is for machines whose atomic operations order nothing, and which wait for memory and
// for invocations by instructions of their own. A barrier makes earlier stores available to
// others, and stores of others visible to later loads: these stores and loads of buffers by
// offset are coherent then, past any cache of a few invocations, and so are storage images
// with ordered accesses.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MemoryModel takes the ordering of memory out of atomic operations and control barriers.
var MemoryModel = &pass.Pass{
	Name:      "lower-memory-model",
	Doc:       "atomic operations and barriers that order memory get explicit memory barriers; memory that these make available or visible is accessed coherently",
	Replaces:  []string{"lower_memory_model"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  memoryModel,
}

func memoryModel(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch o := f.Op(i); {
			case o == op.ControlBarrier:
				changed = splitBarrier(f, i) || changed
			case o == op.Atomic, o.Memory().Role == op.MemoryAtomic && o.Memory().Kind != op.NoMemory:
				changed = relaxAtomic(f, i) || changed
			}
		}
	}
	return coherentAccesses(f) || changed
}

// coherentAccesses sets the flags of loads behind barriers, and of stores ahead of them.
func coherentAccesses(f *ssa.Function) bool {
	// Whether control may have come past an acquire at the start of a block, and may come to
	// a release behind its end.
	visible, available := make([]bool, f.NodeCount()), make([]bool, f.NodeCount())
	orders := func(i ssa.InstrID) (acquires, releases bool) {
		switch o := f.Op(i); {
		case o.Class() == op.ClassCall:
			return true, true // of what is called
		case o != op.MemoryBarrier && o != op.ControlBarrier:
			return false, false
		}
		if ir.Memory(f.Field(i, "memory"))&ir.MemoryStorage == 0 {
			return false, false
		}
		switch ir.Scope(f.Field(i, "scope")) {
		case ir.ScopeInvocation, ir.ScopeSubgroup:
			return false, false
		}
		order := ir.Ordering(f.Field(i, "order"))
		return order != ir.OrderRelease && order != ir.OrderRelaxed, order != ir.OrderAcquire && order != ir.OrderRelaxed
	}
	var blocks []ssa.NodeID
	acquires, releases := make([]bool, f.NodeCount()), make([]bool, f.NodeCount())
	found := false
	for b := range f.Blocks() {
		blocks = append(blocks, b)
		for i := range f.Instrs(b) {
			a, r := orders(i)
			acquires[b], releases[b] = acquires[b] || a, releases[b] || r
			found = found || a || r
		}
	}
	if !found {
		return false
	}
	for grew := true; grew; {
		grew = false
		for k := range blocks {
			b, back := blocks[k], blocks[len(blocks)-1-k]
			for _, p := range f.Preds(b) {
				if !visible[b] && (visible[p] || acquires[p]) {
					visible[b], grew = true, true
				}
			}
			for _, p := range f.Preds(back) {
				if !available[p] && (available[back] || releases[back]) {
					available[p], grew = true, true
				}
			}
		}
	}
	changed := false
	for _, b := range blocks {
		seen := visible[b]
		for i := range f.Instrs(b) {
			a, _ := orders(i)
			if seen = seen || a; seen && reads(f, i) {
				changed = setCoherent(f, i) || changed
			}
		}
		handed := available[b]
		for i := f.Last(b); i != 0; i = f.Prev(i) {
			_, r := orders(i)
			if handed = handed || r; handed && writes(f, i) {
				changed = setCoherent(f, i) || changed
			}
		}
	}
	return changed
}

func onBuffers(f *ssa.Function, i ssa.InstrID, role op.MemoryRole) bool {
	m := f.Op(i).Memory()
	return (m.Kind == op.MemorySSBO || m.Kind == op.MemoryGlobal) && m.Role == role
}

// reads and writes report whether an instruction reads, or writes, memory outside of the
// workgroup that barriers order.
func reads(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.ImageLoad || onBuffers(f, i, op.MemoryLoad)
}

func writes(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.ImageStore || onBuffers(f, i, op.MemoryStore)
}

// setCoherent makes an access coherent, or the image that it is to. It reports whether it
// wasn't.
func setCoherent(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i).Memory().Kind == op.NoMemory {
		v := rootVar(f, f.Arg(i, 0))
		if v == 0 || f.Var(v).Memory&ir.Coherent != 0 {
			return false
		}
		f.Var(v).Memory |= ir.Coherent
		return true
	}
	words := f.Words(i)
	flags := op.Access(words)
	if flags&(op.AccessCoherent|op.AccessReorder) != 0 {
		return false
	}
	op.SetAccess(&words, flags|op.AccessCoherent)
	f.SetWords(i, words)
	return true
}

// barrierOf inserts a memory barrier.
func barrierOf(b *ssa.Builder, memory ir.Memory, scope, order uint32) {
	i := b.Instr(op.MemoryBarrier, 0)
	b.F.SetField(i, "memory", uint32(memory))
	b.F.SetField(i, "scope", scope)
	b.F.SetField(i, "order", order)
}

// splitBarrier waits for memory ahead of the invocations. Effects of others before they
// came are visible since they waited, too.
func splitBarrier(f *ssa.Function, i ssa.InstrID) bool {
	memory := ir.Memory(f.Field(i, "memory"))
	ordered := memory &^ ir.MemorySubgroup
	if ordered == 0 {
		return false
	}
	b := f.BuildBefore(i)
	barrierOf(&b, ordered, f.Field(i, "scope"), f.Field(i, "order"))
	f.SetField(i, "memory", uint32(memory&ir.MemorySubgroup))
	return true
}

// relaxAtomic has an atomic operation order nothing.
func relaxAtomic(f *ssa.Function, i ssa.InstrID) bool {
	order := ir.Ordering(f.Field(i, "order"))
	if order == ir.OrderDefault || order == ir.OrderRelaxed {
		return false
	}
	const all = ir.MemoryStorage | ir.MemoryWorkgroup
	scope := f.Field(i, "scope")
	if order != ir.OrderAcquire {
		b := f.BuildBefore(i)
		barrierOf(&b, all, scope, uint32(ir.OrderRelease))
	}
	if order != ir.OrderRelease {
		b := f.BuildAfter(i)
		barrierOf(&b, all, scope, uint32(ir.OrderAcquire))
	}
	f.SetField(i, "order", uint32(ir.OrderRelaxed))
	return true
}
