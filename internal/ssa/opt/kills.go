package opt

// This file classifies the effects of instructions on memory, for the passes that track its
// contents.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// touch is the effect of an instruction on memory.
type touch uint8

const (
	nothing  touch = iota
	readsOne       // the memory behind its first source
	writesOne
	updatesOne // reads and writes it
	copiesOne  // writes the memory behind its first source, reads that behind its second
	declares   // a variable becomes fresh
	// orders makes writes visible to others, and their writes visible: all memory but the
	// invocation's own.
	orders
	// anything may read and write all but local variables whose address is never given
	// away, and the ones that it has an address of.
	anything
)

func touchOf(f *ssa.Function, i ssa.InstrID) touch {
	o := f.Op(i)
	switch o {
	case op.Load:
		return readsOne
	case op.Store:
		return writesOne
	case op.Atomic:
		return updatesOne
	case op.Copy:
		return copiesOne
	case op.Declare:
		return declares
	case op.ImageStore, op.ImageAtomic, op.StoreReg, op.ParallelCopy:
		return nothing // other memory
	case op.ControlBarrier, op.MemoryBarrier, op.Interlock, op.WorkgroupUniformLoad, op.Demote, op.DemoteIf, op.TerminateIf:
		return orders
	}
	if o.Has(op.WritesMemory) || o.Has(op.Synchronizes) {
		return anything
	}
	if o.Has(op.ReadsMemory) && o.Memory().Kind != op.NoMemory {
		return anything // by offset
	}
	if o.Class() != op.ClassDeref && o.Has(op.ReadsMemory) {
		for k := range f.NumSrcs(i) {
			if v := f.Arg(i, k); v != 0 && f.Op(v).Class() == op.ClassDeref && f.Op(i) != op.ImageLoad {
				return anything
			}
		}
	}
	return nothing
}

// isOrdered reports whether synchronization changes memory of a mode, or lets others look
// at it.
func isOrdered(m ssa.Mode) bool {
	const fixed = ssa.ModeFunctionTemp | ssa.ModeShaderTemp | ssa.ModesReadOnly
	return m&fixed == 0
}

// A root is the beginning of addresses of a function.
type root struct {
	value ssa.Value // one of them
	mode  ssa.Mode
	// given is set of local variables whose address something has that isn't a load
	// or store, and of all memory that isn't the call's own.
	given bool
}

// A rootSet numbers the roots of a function.
type rootSet struct {
	f      *ssa.Function
	list   []root
	local  []int32 // by local variable: number plus one
	shader map[ssa.VarID]int32
	others map[ssa.Value]int32
	loose  []int32                        // roots that aren't variables: they may be the same memory as others
	bound  map[ir.ResourceBinding][]int32 // variables by their bindings: those of one may be the same memory
	outer  []int32                        // roots that something else than the function may touch
}

func newRootSet(f *ssa.Function) *rootSet {
	s := &rootSet{f: f, local: make([]int32, len(f.Vars)), shader: map[ssa.VarID]int32{}}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.DerefVar {
				s.of(i)
			}
			switch f.Op(i).Class() {
			case op.ClassDeref, op.ClassConst, op.ClassJump, op.ClassTex:
				continue
			case op.ClassALU:
				if f.Op(i) != op.SelectWhole {
					continue
				}
			}
			switch f.Op(i) {
			case op.Load, op.Atomic, op.Declare, op.ArrayLength:
				continue
			}
			for k := range f.NumSrcs(i) {
				v := f.Arg(i, k)
				if v == 0 || f.Op(v).Class() != op.ClassDeref || k == 0 && f.Op(i) == op.Store || f.Op(i) == op.Copy {
					continue
				}
				s.give(s.of(v))
			}
		}
	}
	return s
}

// of is the number of the root of an address.
func (s *rootSet) of(p ssa.Value) int32 {
	f := s.f
	r := rootOf(f, p)
	if f.Op(r) != op.DerefVar {
		k, ok := s.others[r]
		if !ok {
			if s.others == nil {
				s.others = map[ssa.Value]int32{}
			}
			k = int32(len(s.list))
			s.others[r] = k
			s.list = append(s.list, root{r, analysis.ModeOf(f, r), true})
			s.loose, s.outer = append(s.loose, k), append(s.outer, k)
		}
		return k
	}
	return s.variable(f.VarOf(r), r)
}

func (s *rootSet) variable(v ssa.VarID, address ssa.Value) int32 {
	k := int32(0)
	if v.IsLocal() {
		k = s.local[v&^ssa.LocalVar]
	} else {
		k = s.shader[v]
	}
	if k == 0 {
		s.list = append(s.list, root{address, s.f.Var(v).Mode, !v.IsLocal()})
		k = int32(len(s.list))
		if v.IsLocal() {
			s.local[v&^ssa.LocalVar] = k
		} else {
			s.shader[v] = k
			s.outer = append(s.outer, k-1)
			if x := s.f.Var(v); x.HasBinding {
				if s.bound == nil {
					s.bound = map[ir.ResourceBinding][]int32{}
				}
				s.bound[x.Binding] = append(s.bound[x.Binding], k-1)
			}
		}
	}
	if s.list[k-1].value == 0 {
		s.list[k-1].value = address
	}
	return k - 1
}

// give notes that something has the address of a root.
func (s *rootSet) give(k int32) {
	if !s.list[k].given {
		s.list[k].given = true
		s.outer = append(s.outer, k)
	}
}

// alias calls fn for the other roots that may begin the same memory as one.
func (s *rootSet) alias(k int32, fn func(int32)) {
	x := s.list[k]
	if x.mode&ssa.ModesReadOnly != 0 || s.f.Op(x.value) == op.DerefVar && s.f.VarOf(x.value).IsLocal() && !x.given {
		return
	}
	same := func(list []int32) {
		for _, j := range list {
			if j != k && s.list[j].mode == x.mode && analysis.RootsMayAlias(s.f, s.list[j].value, x.value) {
				fn(j)
			}
		}
	}
	same(s.loose)
	if s.f.Op(x.value) == op.DerefVar {
		if v := s.f.Var(s.f.VarOf(x.value)); v.HasBinding {
			same(s.bound[v.Binding])
		}
	} else { // a pointer from elsewhere: any variable, too
		for _, j := range s.outer {
			if j != k && s.list[j].mode == x.mode && s.f.Op(s.list[j].value) == op.DerefVar && analysis.RootsMayAlias(s.f, s.list[j].value, x.value) {
				fn(j)
			}
		}
	}
}
