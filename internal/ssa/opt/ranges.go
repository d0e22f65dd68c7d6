package opt

// This file removes operations that the ranges of integers and the conditions around them
// decide: comparisons, choices, limits, masks, remainders. Checks that keep shaders safe
// are made of these; if they come later, accesses, divisions and shifts that need none are
// marked.
//
//	before                              after
//	%1 = array_length %p                %1 = array_length %p
//	%2 = ult %i, %1                     %2 = ult %i, %1
//	if %2 {                             if %2 {
//	  %3 = isub %1, 1                     %5 = deref_array %p, %i
//	  %4 = umin %i, %3
//	  %5 = deref_array %p, %4

import (
	"math"
	"math/bits"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Ranges removes operations that the ranges of integers decide.
var Ranges = &pass.Pass{
	Name:      "ranges",
	Doc:       "comparisons, choices, limits, masks and remainders that the ranges of integers and the conditions around them decide",
	Replaces:  []string{"range_analysis"},
	Preserves: ssa.ControlFlow,
	Function:  ranges,
}

// maxRangeRounds bounds how often removals may narrow ranges further.
const maxRangeRounds = 8

func ranges(f *ssa.Function) bool {
	changed := false
	for range maxRangeRounds {
		if !rangesOnce(f) {
			break
		}
		changed = true
	}
	return changed
}

func rangesOnce(f *ssa.Function) bool {
	if !hasComparisons(f) {
		return false
	}
	r := analysis.FindRanges(f)
	dom := analysis.Dominance(f)
	changed := false
	for b := range f.Blocks() {
		if !dom.Reachable(b) {
			continue
		}
		for i := range f.Instrs(b) {
			changed = decided(f, r, i) || changed
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			s := f.Cond(n)
			if x := r.AtEnd(s, b); x.IsOne() && s.Comps == 0 && !f.IsConst(s.Value) && (f.Type(s.Value) == ir.TypeBool || f.Bits(s.Value) == 32) {
				at := f.Build(f.EndOf(b))
				f.SetCond(n, ssa.Whole(at.Const(f.Type(s.Value), uint64(x.Lo))))
				changed = true
			}
		}
	}
	return changed
}

// hasComparisons reports whether there is anything to decide.
func hasComparisons(f *ssa.Function) bool {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.ULt, op.ULe, op.ILt, op.ILe, op.IEq, op.INe, op.UMin, op.UMax, op.IMin, op.IMax, op.UClamp, op.IClamp, op.BCsel, op.SelectWhole, op.IAnd, op.URem, op.IRem, op.UDiv, op.IDiv, op.IShl, op.IShr, op.UShr, op.DerefArray:
				return true
			}
		}
		if n := f.NextNode(b); n != 0 && f.Kind(n) != ssa.NodeLoop {
			return true
		}
	}
	return false
}

// decided replaces an instruction whose result is known, or is one of its sources.
func decided(f *ssa.Function, r *analysis.Ranges, i ssa.InstrID) bool {
	o := f.Op(i)
	t := f.Type(i)
	if promised(f, r, i) {
		return true
	}
	if o.Class() != op.ClassALU {
		return false
	}
	if o == op.BCsel || o == op.SelectWhole {
		if x := r.At(i, 0); x.IsOne() && f.Type(f.Arg(i, 0)) == ir.TypeBool {
			return becomes(f, i, 2-int(x.Lo))
		}
	}
	if t != ir.TypeBool && t != ir.TypeI32 && t != ir.TypeU32 {
		return false
	}
	if x := r.Of(i); x.IsOne() {
		at := f.BuildBefore(i)
		v := at.Const(t, uint64(x.Lo))
		f.SetName(v, f.NameOf(i))
		f.ReplaceUses(i, v)
		f.Remove(i)
		return true
	}
	if t == ir.TypeBool {
		return false
	}
	switch o {
	case op.UMin, op.IMin:
		switch s := o == op.IMin; {
		case r.AtMost(i, 0, 1, s):
			return becomes(f, i, 0)
		case r.AtMost(i, 1, 0, s):
			return becomes(f, i, 1)
		}
	case op.UMax, op.IMax:
		switch s := o == op.IMax; {
		case r.AtMost(i, 0, 1, s):
			return becomes(f, i, 1)
		case r.AtMost(i, 1, 0, s):
			return becomes(f, i, 0)
		}
	case op.UClamp, op.IClamp:
		if s := o == op.IClamp; r.AtMost(i, 1, 0, s) && r.AtMost(i, 0, 2, s) {
			return becomes(f, i, 0)
		}
	case op.IAnd:
		for k := range 2 {
			if m := r.At(i, k); m.IsOne() && m.Lo != math.MaxUint32 && m.Lo&(m.Lo+1) == 0 && bits.Len32(r.At(i, 1-k).Hi) <= bits.Len32(m.Lo) {
				return becomes(f, i, 1-k)
			}
		}
	case op.URem:
		if r.Less(i, 0, 1, false) {
			return becomes(f, i, 0)
		}
	case op.IRem:
		if r.At(i, 0).SLo >= 0 && r.Less(i, 0, 1, true) {
			return becomes(f, i, 0)
		}
		if n := r.At(i, 1); n.IsOne() && n.SLo > 0 && n.Lo&(n.Lo-1) == 0 && r.At(i, 0).SLo >= 0 && f.Src(i, 0).Comps != 0 {
			at := f.BuildBefore(i)
			return instead(f, i, at.Instr(op.IAnd, t, f.Src(i, 0), ssa.Src{Value: at.Const(t, uint64(n.Lo-1)), Comps: 1}))
		}
	case op.IDiv:
		if n := r.At(i, 1); n.IsOne() && n.SLo > 0 && n.Lo&(n.Lo-1) == 0 && r.At(i, 0).SLo >= 0 && f.Src(i, 0).Comps != 0 {
			at := f.BuildBefore(i)
			shift := at.Instr(op.IShr, t, f.Src(i, 0), ssa.Src{Value: at.Const(ir.TypeU32, uint64(bits.TrailingZeros32(n.Lo))), Comps: 1})
			f.SetFlags(shift, ir.FlagInRange)
			return instead(f, i, shift)
		}
	}
	return false
}

// promised sets the flags that ranges allow: accesses are in bounds, divisors aren't
// zero, shifts are less than the size.
func promised(f *ssa.Function, r *analysis.Ranges, i ssa.InstrID) bool {
	flag := ir.Flags(0)
	switch o := f.Op(i); o {
	case op.DerefArray:
		if x := r.At(i, 1); x.IsOne() && !isKnown(f, f.Arg(i, 1)) && f.Bits(f.Arg(i, 1)) == 32 {
			at := f.BuildBefore(i)
			f.SetSrc(i, 1, ssa.Whole(at.Const(ir.ScalarTypeOf(f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(i, 1)))), uint64(x.Lo))))
			return true
		}
		if r.IndexInBounds(i) {
			flag = ir.FlagInBounds
		}
	case op.UDiv, op.URem, op.IDiv, op.IRem:
		if f.Comps(i) == 1 && f.Bits(i) == 32 && r.IsSafeDivisor(i, o == op.IDiv || o == op.IRem) {
			flag = ir.FlagNonZero
		}
	case op.IShl, op.IShr, op.UShr:
		if f.Comps(i) == 1 && f.Bits(i) == 32 && r.At(i, 1).Hi < 32 {
			flag = ir.FlagInRange
		}
	}
	if flag == 0 || f.Flags(i)&flag != 0 {
		return false
	}
	f.SetFlags(i, f.Flags(i)|flag)
	return true
}

// instead makes users of an instruction use a value that was made before it.
func instead(f *ssa.Function, i ssa.InstrID, v ssa.Value) bool {
	f.SetName(v, f.NameOf(i))
	f.ReplaceUses(i, v)
	f.Remove(i)
	return true
}

// becomes makes users of an instruction use one of its sources.
func becomes(f *ssa.Function, i ssa.InstrID, k int) bool {
	s := f.Src(i, k)
	v := s.Value
	if f.Type(v) != f.Type(i) || !s.IsIdentity() || f.Comps(v) != f.Comps(i) {
		at := f.BuildBefore(i)
		if s.Comps == 0 {
			return false // another kind of the same bits, taken whole
		}
		v = at.Instr(op.Mov, f.Type(i), s)
	}
	if name := f.NameOf(i); name != "" && f.NameOf(v) == "" && f.Op(v).Class() == op.ClassALU {
		f.SetName(v, name)
	}
	f.ReplaceUses(i, v)
	f.Remove(i)
	return true
}
