package opt

// This file finds variables that a shader loads from and never writes.
//
//	before                          after
//	%1 = load_ssbo %b, %o           %1 = load_ssbo %b, %o, readonly=1, reorder=1
//
// Memory that no operation of the shader may write is constant while it runs, unless others
// write it meanwhile, which must be declared. So a load of it can be evaluated anywhere,
// once for several. Memory that nothing loads is write-only.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Access finds variables that a shader only reads, and variables that it only writes.
var Access = &pass.Pass{
	Name:      "access",
	Doc:       "accesses by offset are marked if the shader only reads, or only writes, the memory",
	Replaces:  []string{"opt_access"},
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    inferAccess,
}

// bufferUses is the set of uses of a storage buffer.
type bufferUses struct{ reads, writes bool }

func inferAccess(s *ssa.Shader) bool {
	uses := make([]bufferUses, len(s.Vars))
	anywhere := false // something may write to any storage buffer
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				anywhere = noteUse(f, i, uses) || anywhere
			}
		}
	}
	if anywhere {
		return false
	}
	for k := range uses {
		shareUses(s, uses, k)
	}
	changed := false
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				changed = setAccess(f, i, uses) || changed
			}
		}
	}
	return changed
}

// blockVar is the storage buffer that an instruction accesses by offset, or 0.
func blockVar(f *ssa.Function, i ssa.InstrID) ssa.VarID {
	m := f.Op(i).Memory()
	if m.Kind != op.MemorySSBO {
		return 0
	}
	r := f.Arg(i, int(m.Block))
	if f.Op(r) != op.ResourceIndex {
		return 0
	}
	return ssa.VarID(f.Word(r, 0))
}

// noteUse notes the uses of an instruction. It reports whether it may write to any buffer.
func noteUse(f *ssa.Function, i ssa.InstrID, uses []bufferUses) bool {
	switch o := f.Op(i); {
	case o.Memory().Kind == op.MemorySSBO:
		v := blockVar(f, i)
		if v == 0 {
			return true
		}
		uses[v].reads = uses[v].reads || o.Memory().Role != op.MemoryStore
		uses[v].writes = uses[v].writes || o.Memory().Role != op.MemoryLoad
	case o == op.SSBOAddress, o == op.StoreGlobal, o == op.GlobalAtomic, o == op.Call:
		return true
	default:
		return noteAddress(f, i, uses)
	}
	return false
}

// noteAddress notes the uses of an instruction through an address.
func noteAddress(f *ssa.Function, i ssa.InstrID, uses []bufferUses) bool {
	touch := touchOf(f, i)
	if touch != readsOne && touch != writesOne && touch != updatesOne && touch != copiesOne {
		return false
	}
	anywhere := false
	for k := range f.NumSrcs(i) {
		p := f.Arg(i, k)
		if p == 0 || k > 0 && touch != copiesOne || analysis.ModeOf(f, p) != ssa.ModeSSBO {
			continue
		}
		reads, writes := touch != writesOne, touch != readsOne
		if touch == copiesOne {
			reads, writes = k == 1, k == 0
		}
		if r := rootOf(f, p); f.Op(r) == op.DerefVar {
			v := f.VarOf(r)
			uses[v].reads, uses[v].writes = uses[v].reads || reads, uses[v].writes || writes
		} else if writes {
			anywhere = true
		}
	}
	return anywhere
}

// shareUses merges the uses of variables of one binding, and of variables declared to
// alias.
func shareUses(s *ssa.Shader, uses []bufferUses, k int) {
	x := &s.Vars[k]
	if x.Mode != ssa.ModeSSBO {
		return
	}
	for j := range uses {
		y := &s.Vars[j]
		if j == k || y.Mode != ssa.ModeSSBO {
			continue
		}
		same := x.HasBinding && y.HasBinding && x.Binding == y.Binding
		if same || (x.Memory|y.Memory)&ir.Aliased != 0 {
			uses[k].reads = uses[k].reads || uses[j].reads
			uses[k].writes = uses[k].writes || uses[j].writes
		}
	}
}

// setAccess sets the flags of an access.
func setAccess(f *ssa.Function, i ssa.InstrID, uses []bufferUses) bool {
	v := blockVar(f, i)
	if v == 0 {
		return false
	}
	words := f.Words(i)
	was := op.Access(words)
	flags := was
	switch role := f.Op(i).Memory().Role; {
	case role == op.MemoryLoad && !uses[v].writes:
		flags |= op.AccessReadOnly
		if flags&(op.AccessVolatile|op.AccessCoherent|op.AccessAtomic) == 0 && f.Var(v).Memory&(ir.Coherent|ir.Volatile|ir.Aliased) == 0 {
			flags |= op.AccessReorder
		}
	case role == op.MemoryStore && !uses[v].reads:
		flags |= op.AccessWriteOnly
	}
	if flags == was {
		return false
	}
	op.SetAccess(&words, flags)
	f.SetWords(i, words)
	return true
}
