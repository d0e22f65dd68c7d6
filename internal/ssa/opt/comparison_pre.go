package opt

// This file compares a difference with zero if an arm computes it.
//
//	before                        after
//	%1 = flt %a, %b               %2 = fsub %a, %b
//	if %1 {                       %1 = flt %2, 0
//	  %2 = fsub %a, %b            if %1 {
//	  use %2                        use %2
//	}                             }
//
// Machines compare with zero as they subtract. Integers are equal if their difference is
// zero. A float is less than another if their difference is less than zero, but for
// differences too small for a machine that has no subnormal numbers: the subtraction must
// be free to be approximate.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ComparisonPre compares a difference with zero if an arm computes it.
var ComparisonPre = &pass.Pass{
	Name:      "comparison-pre",
	Doc:       "ifs that compare two numbers compare their difference with zero, if an arm computes the difference",
	Replaces:  []string{"opt_comparison_pre"},
	Preserves: ssa.ControlFlow,
	Function:  comparisonPre,
}

// maxCompared bounds how many uses of a number are looked at for a difference.
const maxCompared = 256

func comparisonPre(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		if n := f.NextNode(b); n != 0 && f.Kind(n) == ssa.NodeIf {
			changed = compareDifference(f, n) || changed
		}
	}
	return changed
}

// compareDifference does so for one if.
func compareDifference(f *ssa.Function, n ssa.NodeID) bool {
	c := f.Cond(n).Value
	if f.Comps(c) != 1 {
		return false
	}
	o := f.Op(c)
	var minus op.Op
	switch o {
	case op.FLt:
		minus = op.FSub
	case op.IEq, op.INe:
		minus = op.ISub
	default:
		return false
	}
	x, y := component(f.Src(c, 0)), component(f.Src(c, 1))
	if f.Type(x.Value) == ir.TypeBool || isZero(f, x) || isZero(f, y) {
		return false
	}
	list, turned := differences(f, n, minus, x, y)
	if len(list) == 0 {
		return false
	}
	first := list[0]
	at := f.Build(f.EndOf(f.Before(n)))
	at.Span, at.FP = f.SpanOf(first), f.FP(first)
	var srcs [2]ssa.Src
	for k := range srcs {
		srcs[k] = f.Src(first, k)
	}
	d := at.Instr(minus, f.Type(first), srcs[0], srcs[1])
	f.SetFlags(d, f.Flags(first)&(ir.FlagPrecise|ir.FlagRelaxed))
	f.SetName(d, f.NameOf(first))
	for _, i := range list {
		f.ReplaceUses(i, d)
		f.Remove(i)
	}
	at.Span, at.FP = f.SpanOf(c), f.FP(c)
	left, right := d, at.Const(f.Type(d), 0)
	if turned && o == op.FLt {
		left, right = right, left
	}
	less := at.Op(o, ir.TypeBool, left, right)
	f.SetName(less, f.NameOf(c))
	f.SetCond(n, ssa.Whole(less))
	if !f.HasUses(c) {
		f.Remove(c)
	}
	return true
}

// differences are the subtractions in the arms of an if of one number from another; turned
// is set if they subtract the first from the second. All that are returned are the same.
func differences(f *ssa.Function, n ssa.NodeID, minus op.Op, x, y ssa.Src) (list []ssa.InstrID, turned bool) {
	left := maxCompared
	for u := f.FirstUse(x.Value); u != 0 && left > 0; u = f.NextUse(u) {
		left--
		i, _ := f.UserOf(u)
		if i == 0 || f.Op(i) != minus || f.Comps(i) != 1 || !isBelow(f, f.Block(i), n) || minus == op.FSub && f.FP(i)&ssa.Approximate == 0 {
			continue
		}
		p, q := component(f.Src(i, 0)), component(f.Src(i, 1))
		var is bool
		switch {
		case p == x && q == y:
		case p == y && q == x:
			is = true
		default:
			continue
		}
		if len(list) == 0 {
			turned = is
		} else if is != turned || f.Type(i) != f.Type(list[0]) || f.FP(i) != f.FP(list[0]) || list[len(list)-1] == i {
			continue
		}
		list = append(list, i)
	}
	return list, turned
}

// isZero reports whether a component is known to be zero.
func isZero(f *ssa.Function, s ssa.Src) bool {
	bits, ok := f.KnownBits(s.Value, s.Swizzle.At(0))
	return ok && bits == 0
}
