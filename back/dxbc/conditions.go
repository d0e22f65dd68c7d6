package dxbc

// This file drops comparisons with zero ahead of conditions, which test bits themselves:
//
//	%2 = ine_mask %1, 0                          %4 = csel_mask %1, %x, %y
//	%4 = csel_mask %2, %x, %y

import (
	"refract/ssa"
	"refract/ssa/op"
)

// bitTests lets selections, jumps and discards test bits.
func bitTests(f *ssa.Function) {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.CselMask:
				if s, equal, ok := comparedWithZero(f, f.Src(i, 0)); ok {
					f.SetSrc(i, 0, s)
					if equal {
						yes, no := f.Src(i, 1), f.Src(i, 2)
						f.SetSrc(i, 1, no)
						f.SetSrc(i, 2, yes)
					}
				}
			case op.MaskBool:
				if s, equal, ok := comparedWithZero(f, f.Src(i, 0)); ok && !equal && isCondition(f, i) {
					f.SetSrc(i, 0, s)
				}
			}
		}
	}
}

// comparedWithZero is the source of the comparison with zero that is a source of a condition.
func comparedWithZero(f *ssa.Function, s ssa.Src) (from ssa.Src, equal, ok bool) {
	v := s.Value
	if o := f.Op(v); o != op.INeMask && o != op.IEqMask || s.Comps == 0 {
		return s, false, false
	}
	for k := range 2 {
		zero := f.Src(v, k)
		known := true
		for c := range int(zero.Comps) {
			bits, ok := f.KnownBits(zero.Value, zero.Swizzle.At(c))
			known = known && ok && bits == 0
		}
		if known && zero.Comps > 0 {
			from = f.Src(v, 1-k)
			from.Swizzle, from.Comps = from.Swizzle.Then(s.Swizzle), s.Comps
			return from, f.Op(v) == op.IEqMask, true
		}
	}
	return s, false, false
}

// isCondition reports whether a value is only the condition of a jump or discard.
func isCondition(f *ssa.Function, v ssa.Value) bool {
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		user, node := f.UserOf(u)
		if user == 0 && f.Kind(node) == ssa.NodeIf || user != 0 && (f.Op(user) == op.DemoteIf || f.Op(user) == op.TerminateIf) {
			continue
		}
		return false
	}
	return true
}
