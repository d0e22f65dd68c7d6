package lower

// This file gives atomic operations and barriers no more than one thing to do.
//
//	before                                        after
//	%1 = atomic %p, %x, order=acquire_release     memory_barrier order=release
//	                                              %1 = atomic %p, %x, order=relaxed
//	                                              memory_barrier order=acquire
//	control_barrier memory=3                      memory_barrier memory=3
//	                                              control_barrier memory=0
//
// It is for machines whose atomic operations order nothing, and which wait for memory
// and for invocations by instructions of their own.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MemoryModel takes the ordering of memory out of atomic operations and control barriers.
var MemoryModel = &pass.Pass{
	Name:      "lower-memory-model",
	Doc:       "atomic operations and barriers that order memory get memory barriers of their own",
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
	return changed
}

// barrierOf inserts a memory barrier.
func barrierOf(b *ssa.Builder, memory ir.Memory, scope, order uint32) {
	i := b.Instr(op.MemoryBarrier, 0)
	b.F.SetField(i, "memory", uint32(memory))
	b.F.SetField(i, "scope", scope)
	b.F.SetField(i, "order", order)
}

// splitBarrier waits for memory ahead of the invocations. What others did before they
// came is seen since they waited likewise.
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
