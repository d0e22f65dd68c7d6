package opt

// This file knows what operations of a subgroup make of values that are the same for all.
//
//	before                                  after
//	%1 = const 7                            %1 = const 7
//	%2 = subgroup_collective max %1         %3 = const true
//	%3 = subgroup_collective any %true
//	%4 = subgroup_gather broadcast %1, %n   %4 = ballot
//	%5 = ballot %true
//
// A constant, or what another operation has made the same for all, is what votes,
// broadcasts and reductions that choose one of their sources make of it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Intrinsics simplifies operations of a subgroup.
var Intrinsics = &pass.Pass{
	Name:      "intrinsics",
	Doc:       "votes, shuffles and reductions of constants become those",
	Replaces:  []string{"opt_intrinsics"},
	Preserves: ssa.ControlFlow,
	Function:  intrinsics,
}

func intrinsics(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.SubgroupCollective, op.SubgroupGather:
				if v := f.Arg(i, 0); v != 0 && isSameForAll(f, v) && keepsValue(f, i) {
					f.ReplaceUses(i, v)
					f.Remove(i)
					changed = true
				}
			case op.Ballot, op.BallotBits:
				changed = knownBallot(f, i) || changed
			}
		}
	}
	return changed
}

// isSameForAll reports whether a value is one number in every invocation that computes it
// together.
func isSameForAll(f *ssa.Function, v ssa.Value) bool {
	switch f.Op(v) {
	case op.Const, op.Zero, op.Constant, op.Override:
		return true
	}
	return false
}

// keepsValue reports whether an operation makes of one value for all just that value.
func keepsValue(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) == op.SubgroupGather {
		switch ir.GatherMode(f.Field(i, "mode")) {
		case ir.BroadcastFirst:
			return true
		}
		return false // of an invocation that isn't there the result may be anything
	}
	switch ir.SubgroupOp(f.Field(i, "op")) {
	case ir.SubgroupAll, ir.SubgroupAny:
		return true
	case ir.SubgroupMin, ir.SubgroupMax, ir.SubgroupAnd, ir.SubgroupOr:
		c := ir.CollectiveOp(f.Field(i, "collective"))
		return (c == ir.Reduce || c == ir.InclusiveScan) && !isNaNVector(f, f.Arg(i, 0))
	}
	return false
}

// isNaNVector reports whether a value may hold a NaN, of which the smallest and the
// greatest are what the machine likes.
func isNaNVector(f *ssa.Function, v ssa.Value) bool {
	if !f.Shader.Module.Types.ScalarOf(f.Type(v)).IsFloat() {
		return false
	}
	for k := range f.Comps(v) {
		x, ok := f.KnownBits(v, k)
		if !ok {
			return true
		}
		y, ok := op.Fold(op.FEq, f.Bits(v), 1, [4]uint64{x, x})
		if !ok || y == 0 {
			return true
		}
	}
	return false
}

// knownBallot makes a ballot of what is known nobody's, or that of who is active.
func knownBallot(f *ssa.Function, i ssa.InstrID) bool {
	v := f.Arg(i, 0)
	if v == 0 {
		return false
	}
	x, ok := f.KnownBits(v, 0)
	switch {
	case !ok:
		return false
	case x != 0:
		f.SetSrc(i, 0, ssa.Src{})
		return true
	}
	b := f.BuildBefore(i)
	f.ReplaceUses(i, b.Zero(f.Type(i)))
	f.Remove(i)
	return true
}
