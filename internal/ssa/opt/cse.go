package opt

// This file computes each value once.
//
//	before                   after
//	%1 = fadd %a, %b         %1 = fadd %a, %b
//	if %c {                  if %c {
//	  %2 = fadd %b, %a         store %p, %1
//	  store %p, %2           }
//	}
//
// One walk down the dominator tree with a table of the values that are computed on every
// way here. Operations are equal if they have the same type and constant operands, and the
// same sources, for commutative operations in any order. The remaining one keeps only the
// promises that both made, and only the floating-point freedom that both had. Operations
// whose result depends on when they are evaluated aren't taken, nor loads but of memory
// that nothing writes; convergent ones only in the same block. A value computed in a loop,
// or a switch, stands for nothing behind it: invocations leave loops at different times,
// and switches by different ways, so that a value that is equal for all of them would not
// be known to be, as control flow around barriers requires. Equal constants without names
// are one, in the first block, wherever they are used.

import (
	"sync"

	"refract/internal/reuse"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// CSE computes each value once.
var CSE = &pass.Pass{
	Name:      "cse",
	Doc:       "operations whose result is already computed on every path are removed",
	Replaces:  []string{"opt_cse", "instr_set"},
	Destroys:  pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Settles:   true,
	Function:  cse,
}

// instrSet is a hash table of available instructions in order of insertion, so that leaving
// a subtree removes the instructions that it added.
type instrSet struct {
	f     *ssa.Function
	table []int32 // place in entries plus one; open addressing
	// entries in order of insertion; removed ones leave their slot to the entries that they
	// replaced, or as a tomb.
	entries []ssa.InstrID
	slots   []uint32
	hidden  []int32 // what was in the slot
	stack   []openBlock
	// A value computed in a loop may stand for one behind it, as it is placed anew.
	anywhere bool
}

// openBlock is a block that the walk is in.
type openBlock struct {
	block ssa.NodeID
	mark  int // length of entries before it
	next  int // the child to come
}

const tomb = -1

func newInstrSet(f *ssa.Function) *instrSet {
	n := 64
	for n < 2*f.InstrCount() {
		n *= 2
	}
	t := instrSets.Get().(*instrSet)
	t.f, t.table, t.anywhere = f, reuse.Zeroed(t.table, n), false
	t.entries, t.slots, t.hidden = t.entries[:0], t.slots[:0], t.hidden[:0]
	return t
}

// instrSets keep the memory of finished sets.
var instrSets = sync.Pool{New: func() any { return new(instrSet) }}

func (t *instrSet) release() {
	t.f = nil
	instrSets.Put(t)
}

// canShare reports whether the value of an instruction may stand for another's.
func canShare(f *ssa.Function, i ssa.InstrID) bool {
	if f.Type(i) == 0 {
		return false
	}
	o := f.Op(i)
	switch o.Class() {
	case op.ClassUndef, op.ClassJump, op.ClassCopy, op.ClassCall:
		return false
	}
	return o.Has(op.Eliminable|op.Reorderable) || isConstantLoad(f, i)
}

// isCommutative reports whether the first two sources of an operation can change places.
// The sources of fmin and fmax can if neither NaN nor zeros of two signs matter.
func isCommutative(f *ssa.Function, i ssa.InstrID) bool {
	const either = ssa.NoNaN | ssa.NoSignedZero
	switch o := f.Op(i); o {
	case op.FMin, op.FMax:
		return f.FP(i)&either == either
	default:
		return o.Has(op.Commutative)
	}
}

func hashSrc(s ssa.Src) uint32 {
	return (uint32(s.Value)*31+uint32(s.Swizzle))*31 + uint32(s.Comps)
}

func (t *instrSet) hash(i ssa.InstrID) uint32 {
	f := t.f
	h := uint32(f.Op(i))*0x9E3779B1 + uint32(f.Type(i))
	n := f.NumSrcs(i)
	if f.Op(i) == op.Const && f.Type(i) > ir.TypeF64 {
		for c := range f.Comps(i) {
			b := f.ConstBits(i, c)
			h = (h ^ uint32(b) ^ uint32(b>>32)) * 0x85EBCA6B
		}
		return h ^ h>>15
	}
	w := f.Words(i)
	h = (h ^ w[0] ^ w[1]<<7) * 0x85EBCA6B
	k := 0
	if isCommutative(f, i) && n >= 2 {
		h = (h ^ (hashSrc(f.Src(i, 0)) + hashSrc(f.Src(i, 1)))) * 0xC2B2AE35 // in any order
		k = 2
	}
	for ; k < n; k++ {
		h = (h ^ hashSrc(f.Src(i, k))) * 0xC2B2AE35
	}
	if f.Op(i) == op.Phi {
		h ^= uint32(f.Block(i)) * 0x27D4EB2F
	}
	return h ^ h>>15
}

// reaches reports whether a block is within all the loops and switches that an
// instruction is in.
func reaches(f *ssa.Function, i ssa.InstrID, b ssa.NodeID) bool {
	l := left(f, f.Block(i))
	if l == 0 || f.Block(i) == b {
		return true
	}
	for n := left(f, b); n != 0; n = left(f, n) {
		if n == l {
			return true
		}
	}
	return false
}

// left is the closest loop or switch around a node, which invocations may leave at
// different times, or 0.
func left(f *ssa.Function, n ssa.NodeID) ssa.NodeID {
	for n = f.Parent(n); n != 0 && f.Kind(n) != ssa.NodeLoop && f.Kind(n) != ssa.NodeSwitch; {
		n = f.Parent(n)
	}
	return n
}

// sameInvocations reports whether the same invocations come to two instructions of a block:
// none ends in between.
func sameInvocations(f *ssa.Function, a, b ssa.InstrID) bool {
	if f.Block(a) != f.Block(b) {
		return false
	}
	const far = 1 << 12
	x, y := a, b
	for range far {
		if x == b || y == a {
			return true
		}
		x, y = f.Next(x), f.Next(y)
		if x != 0 && x != b && f.Op(x) == op.TerminateIf {
			x = 0
		}
		if y != 0 && y != a && f.Op(y) == op.TerminateIf {
			y = 0
		}
		if x == 0 && y == 0 {
			return false
		}
	}
	return false
}

// equal reports whether two instructions compute the same.
func (t *instrSet) equal(a, b ssa.InstrID) bool {
	f := t.f
	n := f.NumSrcs(a)
	if f.Op(a) != f.Op(b) || f.Type(a) != f.Type(b) || n != f.NumSrcs(b) {
		return false
	}
	if f.Op(a) == op.Const && f.Type(a) > ir.TypeF64 {
		for c := range f.Comps(a) {
			if f.ConstBits(a, c) != f.ConstBits(b, c) {
				return false
			}
		}
		return true
	}
	if f.Words(a) != f.Words(b) || f.Op(a) == op.Phi && f.Block(a) != f.Block(b) || f.Op(a).Has(op.Convergent) && !sameInvocations(f, a, b) {
		return false
	}
	k := 0
	if isCommutative(f, a) && isCommutative(f, b) && n >= 2 {
		x, y, z, w := f.Src(a, 0), f.Src(a, 1), f.Src(b, 0), f.Src(b, 1)
		if !(x == z && y == w || x == w && y == z) {
			return false
		}
		k = 2
	}
	for ; k < n; k++ {
		if f.Src(a, k) != f.Src(b, k) {
			return false
		}
	}
	return true
}

// find is an available instruction equal to i, or i itself, which becomes available. The
// last of equal ones is taken: the ones before it are in loops that it is behind.
func (t *instrSet) find(i ssa.InstrID) ssa.InstrID {
	mask := uint32(len(t.table) - 1)
	free := int64(-1)
	for at := t.hash(i) & mask; ; at = (at + 1) & mask {
		switch e := t.table[at]; {
		case e == 0:
			if free < 0 {
				free = int64(at)
			}
			t.add(i, uint32(free))
			return i
		case e == tomb:
			if free < 0 {
				free = int64(at)
			}
		case t.equal(t.entries[e-1], i):
			if by := t.entries[e-1]; t.anywhere || reaches(t.f, by, t.f.Block(i)) {
				return by
			}
			t.add(i, at)
			return i
		}
	}
}

// add makes an instruction available in a slot.
func (t *instrSet) add(i ssa.InstrID, slot uint32) {
	t.entries = append(t.entries, i)
	t.slots = append(t.slots, slot)
	t.hidden = append(t.hidden, t.table[slot])
	t.table[slot] = int32(len(t.entries))
}

// leave removes the entries after a mark.
func (t *instrSet) leave(mark int) {
	for k := len(t.entries) - 1; k >= mark; k-- {
		if t.table[t.slots[k]] = t.hidden[k]; t.hidden[k] == 0 {
			t.table[t.slots[k]] = tomb
		}
	}
	t.entries, t.slots, t.hidden = t.entries[:mark], t.slots[:mark], t.hidden[:mark]
}

// constants makes equal constants that have no names one, in the first block. They
// stay available.
func (t *instrSet) constants() bool {
	f := t.f
	changed := false
	first := f.FirstBlock()
	at := f.StartOf(first)
	for at.Before != 0 && (f.Op(at.Before) == op.Param || f.Op(at.Before).Class() == op.ClassConst) {
		at.Before = f.Next(at.Before)
	}
	leading := true // a constant with a name that stands before all others may become this one
	for b := first; b != 0; b = f.NextBlock(b) {
		for i := f.First(b); i != 0; {
			next := f.Next(i)
			leading = leading && i != at.Before
			if f.Op(i) == op.Const && f.NameOf(i) == "" {
				if by := t.find(i); by != i {
					f.ReplaceUses(i, by)
					f.Remove(i)
					changed = true
				} else if b != first || !leading {
					f.Move(i, at)
					changed = true
				}
			}
			i = next
		}
	}
	return changed
}

func cse(f *ssa.Function) bool {
	dom := analysis.Dominance(f)
	t := newInstrSet(f)
	defer t.release()
	changed := t.constants()
	stack := append(t.stack[:0], openBlock{block: f.FirstBlock()})
	defer func() { t.stack = stack }()
	entered := false
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if !entered {
			top.mark = len(t.entries)
			for i := range f.Instrs(top.block) {
				if !canShare(f, i) || f.Op(i) == op.Const && f.NameOf(i) == "" {
					continue
				}
				by := t.find(i)
				if by == i {
					continue
				}
				f.SetFlags(by, shared(f.Flags(by), f.Flags(i)))
				f.SetFP(by, f.FP(by)&f.FP(i))
				switch name := f.NameOf(i); {
				case f.IsConst(i) && name != f.NameOf(by):
					f.SetName(by, "") // a number isn't always the same thing
				case name != "" && f.NameOf(by) == "":
					f.SetName(by, name)
				}
				f.ReplaceUses(i, by)
				f.Remove(i)
				changed = true
			}
			entered = true
		}
		if next := dom.Child(top.block, top.next); next != 0 {
			top.next++
			stack = append(stack, openBlock{block: next})
			entered = false
			continue
		}
		t.leave(top.mark)
		stack = stack[:len(stack)-1]
	}
	return changed
}

// restrictions are flags that forbid something; the others promise.
const restrictions = ir.FlagPrecise | ir.FlagNonUniform

// shared are the flags of an instruction that stands for two.
func shared(a, b ir.Flags) ir.Flags { return a&b | (a|b)&restrictions }
