package llvm

// This file holds flags of instructions that few operations have.

// Flags of calls and of OpCmpXchg.
const (
	Tail     = Volatile << 1 << iota // of calls
	FastCall                         // of calls: of functions with FastCall
	Weak                             // of OpCmpXchg
)

// Orderings of atomic operations and fences, in the bits Ordering of flags. Sub of OpCmpXchg is the
// ordering if the comparison fails; 0: the same.
const (
	Unordered              = 1
	Monotonic              = 2
	Acquire                = 3
	Release                = 4
	AcquireRelease         = 5
	SequentiallyConsistent = 6
	Ordering               = 7
)

// HasValue reports whether an instruction has a result.
func (f *Function) HasValue(in *Instr) bool {
	return in.Type != 0 && f.module.Types[in.Type].Kind != Void
}
