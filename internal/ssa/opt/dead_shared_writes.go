package opt

// This file removes stores to workgroup memory that a whole workgroup overwrites before
// anyone reads it, like the stores that clear it at the start.
//
//	before                              after
//	store @s[%local], 0                 %1 = load @in[%global]
//	barrier                             store @s[%local], %1
//	%1 = load @in[%global]              barrier
//	store @s[%local], %1                %2 = load @s[%other]
//	barrier
//	%2 = load @s[%other]
//
// The elements that a store writes are computed for each invocation of the workgroup, if
// its indices depend on the invocation's place alone. An invocation at a barrier has
// executed all that dominates it, and so have all others, as barriers are met by all or
// none. So behind a barrier every element that such stores write between them is
// overwritten, and values stored ahead of them, on no way behind them, are gone.

import (
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// DeadSharedWrites removes stores to workgroup memory that the workgroup overwrites.
var DeadSharedWrites = &pass.Pass{
	Name:      "dead-shared-writes",
	Doc:       "stores to workgroup memory that the whole workgroup overwrites before anyone reads it are removed",
	Replaces:  []string{"opt_dead_write_vars"},
	Preserves: ssa.ControlFlow,
	Function:  deadSharedWrites,
}

// Limits of the search: elements of a variable, stores to it, and instructions behind an
// index.
const (
	maxSharedElements = 1 << 14
	maxSharedStores   = 12
	maxPlaceSteps     = 48
)

// sharedUses are the accesses of a function to a workgroup variable.
type sharedUses struct {
	stores, reads []ssa.InstrID
	elements      int // of the arrays of arrays that it is, or 1
	depth         int // how many arrays those are
	unit          ir.TypeID
	other         bool // something else has an address of it
}

func deadSharedWrites(f *ssa.Function) bool {
	size, ok := workgroupOf(f)
	if !ok {
		return false
	}
	uses, barriers := sharedAccesses(f)
	if len(uses) == 0 || len(barriers) == 0 {
		return false
	}
	changed := false
	w := &sharedWrites{f: f, size: size, barriers: barriers, dom: analysis.Dominance(f), order: analysis.InstrOrder(f)}
	for v := range f.Shader.Vars {
		if u := uses[ssa.VarID(v)]; u != nil && !u.other && len(u.stores) > 1 && len(u.stores) <= maxSharedStores && len(u.reads) > 0 {
			changed = w.variable(ssa.VarID(v), u) || changed
		}
	}
	return changed
}

// workgroupOf is the size of the workgroups that run a function, if it is the entry point
// of one size and nothing calls it.
func workgroupOf(f *ssa.Function) (size [3]uint32, ok bool) {
	s := f.Shader
	for k := range s.EntryPoints {
		e := &s.EntryPoints[k]
		if s.Funcs[e.Function] != f {
			continue
		}
		if ok && size != e.WorkgroupSize || e.WorkgroupSizeExpr != [3]ir.ConstID{} || !e.Stage.Info().Workgroups {
			return size, false
		}
		size, ok = e.WorkgroupSize, true
	}
	return size, ok && uint64(size[0])*uint64(size[1])*uint64(size[2]) <= 1024
}

// sharedAccesses finds the accesses to each workgroup variable, and the barriers that
// order workgroup memory.
func sharedAccesses(f *ssa.Function) (uses map[ssa.VarID]*sharedUses, barriers []ssa.InstrID) {
	of := func(p ssa.Value) *sharedUses {
		r := rootOf(f, p)
		if f.Op(r) != op.DerefVar || f.Var(f.VarOf(r)).Mode != ssa.ModeShared {
			return nil
		}
		v := f.VarOf(r)
		if uses[v] == nil {
			if uses == nil {
				uses = map[ssa.VarID]*sharedUses{}
			}
			uses[v] = newSharedUses(f, f.Var(v).Type)
		}
		return uses[v]
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			o := f.Op(i)
			switch {
			case o == op.ControlBarrier:
				if isBarrier(f, i) && ir.Memory(f.Field(i, "memory"))&ir.MemoryWorkgroup != 0 {
					barriers = append(barriers, i)
				}
				continue
			case o.Class() == op.ClassDeref || o.Class() == op.ClassALU && o != op.SelectWhole:
				continue
			}
			for k := range f.NumSrcs(i) {
				p := f.Arg(i, k)
				if p == 0 || f.Op(p).Class() != op.ClassDeref {
					continue
				}
				u := of(p)
				switch {
				case u == nil:
				case o == op.Store && k == 0:
					u.stores = append(u.stores, i)
				case o == op.Load || o == op.Atomic && k == 0 || o == op.WorkgroupUniformLoad:
					u.reads = append(u.reads, i)
				default:
					u.other = true
				}
			}
		}
	}
	return uses, barriers
}

func newSharedUses(f *ssa.Function, t ir.TypeID) *sharedUses {
	u := &sharedUses{elements: 1}
	types := &f.Shader.Module.Types
	for {
		ty := types.At(t)
		if ty.Kind != ir.TypeArray {
			break
		}
		if ty.Length == 0 || ty.LengthExpr != 0 || u.elements*int(ty.Length) > maxSharedElements {
			u.other = true
			break
		}
		u.elements *= int(ty.Length)
		u.depth++
		t = ty.Base
	}
	u.unit = t
	return u
}

// usedElsewhere reports whether another function names a workgroup variable.
func usedElsewhere(f *ssa.Function, v ssa.VarID) bool {
	for _, g := range f.Shader.Funcs[1:] {
		if g == f {
			continue
		}
		if _, found := slices.BinarySearch(analysis.SharedVars(g), v); found {
			return true
		}
	}
	return false
}

// sharedWrites looks for stores that are overwritten.
type sharedWrites struct {
	f        *ssa.Function
	size     [3]uint32
	barriers []ssa.InstrID
	dom      *analysis.Dom
	order    *analysis.Instrs
	place    [3]uint32 // of the invocation for which values are computed
	left     int
}

func (w *sharedWrites) dominates(a, b ssa.InstrID) bool {
	return analysis.InstrDominates(w.f, w.dom, w.order, a, b)
}

// variable removes the stores to one variable that are overwritten. Other functions are
// visited last: many of them take the longest.
func (w *sharedWrites) variable(v ssa.VarID, u *sharedUses) bool {
	f := w.f
	var covers []ssa.InstrID // that every read comes behind, and a barrier between
	for _, s := range u.stores {
		if w.isBehind(s, u.reads) && f.Word(s, 0) == 0 {
			covers = append(covers, s)
		}
	}
	if len(covers) == 0 {
		return false
	}
	var dead []ssa.InstrID
	for _, d := range u.stores {
		written := make([]bool, u.elements)
		for _, s := range covers {
			if s != d && w.precedes(d, s) {
				w.cover(s, u, written)
			}
		}
		all := true
		for _, x := range written {
			all = all && x
		}
		if all {
			dead = append(dead, d)
		}
	}
	if len(dead) == 0 || usedElsewhere(f, v) {
		return false
	}
	for _, d := range dead {
		f.Remove(d)
	}
	return true
}

// isBehind reports whether a barrier that a store dominates dominates each read.
func (w *sharedWrites) isBehind(s ssa.InstrID, reads []ssa.InstrID) bool {
	for _, r := range reads {
		found := false
		for _, b := range w.barriers {
			if w.dominates(s, b) && w.dominates(b, r) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// precedes reports whether an instruction comes before another, and on no way behind it:
// there is no loop around both.
func (w *sharedWrites) precedes(a, b ssa.InstrID) bool {
	f := w.f
	if w.order.Index[a] >= w.order.Index[b] {
		return false
	}
	for n := f.Parent(f.Block(a)); n != 0; n = f.Parent(n) {
		if f.Kind(n) != ssa.NodeLoop {
			continue
		}
		for m := f.Parent(f.Block(b)); m != 0; m = f.Parent(m) {
			if m == n {
				return false
			}
		}
	}
	return true
}

// cover marks the elements that a store writes in any of the invocations.
func (w *sharedWrites) cover(s ssa.InstrID, u *sharedUses, written []bool) {
	f := w.f
	p := f.Arg(s, 0)
	types := &f.Shader.Module.Types
	var steps []ssa.Value // the innermost first
	for ; f.Op(p) == op.DerefArray; p = f.Arg(p, 0) {
		steps = append(steps, p)
	}
	if f.Op(p) != op.DerefVar || len(steps) > u.depth {
		return
	}
	each := len(written) // elements that the store writes at once
	for k := len(steps) - 1; k >= 0; k-- {
		each /= int(types.At(types.Pointee(f.Type(f.Arg(steps[k], 0)))).Length)
	}
	for x := range w.size[0] {
		for y := range w.size[1] {
			for z := range w.size[2] {
				w.place = [3]uint32{x, y, z}
				at, stride := 0, each
				for _, d := range steps {
					w.left = maxPlaceSteps
					index, ok := w.value(f.Src(d, 1))
					length := uint64(types.At(types.Pointee(f.Type(f.Arg(d, 0)))).Length)
					if !ok || index >= length {
						return
					}
					at += int(index) * stride
					stride *= int(length)
				}
				for k := range each {
					written[at+k] = true
				}
			}
		}
	}
}

// value is the value of a scalar source in the invocation at a place of the workgroup, if
// it depends on the place alone.
func (w *sharedWrites) value(src ssa.Src) (uint64, bool) {
	f := w.f
	v := src.Value
	if v == 0 || src.Comps > 1 || src.Comps == 0 && f.Comps(v) != 1 {
		return 0, false
	}
	comp := src.Swizzle.At(0)
	if x, ok := f.KnownBits(v, comp); ok {
		return x, true
	}
	switch f.Op(v) {
	case op.Param:
		switch b := f.Params[f.Word(v, 0)].Binding; {
		case b.Kind != ir.BindBuiltIn:
		case b.BuiltIn == ir.BuiltInLocalInvocationID:
			return uint64(w.place[comp]), true
		case b.BuiltIn == ir.BuiltInLocalInvocationIndex:
			return uint64(w.place[0] + w.size[0]*(w.place[1]+w.size[1]*w.place[2])), true
		}
		return 0, false
	case op.Mov:
		m := f.Src(v, 0)
		return w.value(ssa.Src{Value: m.Value, Swizzle: m.Swizzle.Then(src.Swizzle), Comps: 1})
	}
	o := f.Op(v)
	if w.left--; w.left < 0 || o.Class() != op.ClassALU || f.Comps(v) != 1 || o.Has(op.Variadic) || f.NumSrcs(v) == 0 || f.NumSrcs(v) > 4 {
		return 0, false
	}
	var a [4]uint64
	for k := range f.NumSrcs(v) {
		if f.Src(v, k).Comps != 1 {
			return 0, false
		}
		x, ok := w.value(f.Src(v, k))
		if !ok {
			return 0, false
		}
		a[k] = x
	}
	return op.Fold(o, f.Bits(f.Arg(v, 0)), f.Bits(v), a)
}
