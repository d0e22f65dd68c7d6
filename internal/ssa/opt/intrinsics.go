package opt

// This file simplifies operations of a subgroup on values that are the same for all.
//
//	before                                  after
//	%1 = const 7                            %1 = const 7
//	%2 = subgroup_collective max %1         %3 = const true
//	%3 = subgroup_collective any %true
//	%4 = subgroup_gather broadcast %1, %n   %4 = ballot
//	%5 = ballot %true
//	%6 = subgroup_gather %x, %i             %8 = bcsel %c, %i, %j
//	%7 = subgroup_gather %x, %j             %9 = subgroup_gather %x, %8
//	%9 = bcsel %c, %6, %7
//
// Votes, broadcasts and reductions that choose one of their sources leave a constant, or a
// value that another operation has made the same for all, as it is. If only one of two
// shuffles counts, one is enough. If operations stand in one block and nothing ends
// invocations, the same ones take part in each.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Intrinsics simplifies operations of a subgroup.
var Intrinsics = &pass.Pass{
	Name:      "intrinsics",
	Doc:       "votes, shuffles and reductions of uniform values become simpler; two shuffles become one if only one result is used",
	Replaces:  []string{"opt_intrinsics"},
	Preserves: ssa.ControlFlow,
	Function:  intrinsics,
}

func intrinsics(f *ssa.Function) bool {
	changed := false
	ends := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			ends = ends || f.Op(i) == op.TerminateIf || f.Op(i) == op.Demote || f.Op(i) == op.DemoteIf || f.Op(i).Class() == op.ClassCall
		}
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.SubgroupCollective, op.SubgroupGather:
				if v := f.Arg(i, 0); v != 0 && (isSameForAll(f, v) || !ends && isMadeSame(f, v, b)) && keepsValue(f, i) {
					f.ReplaceUses(i, v)
					f.Remove(i)
					changed = true
				}
			case op.Ballot, op.BallotBits:
				changed = knownBallot(f, i) || changed
			case op.BCsel:
				changed = !ends && oneShuffle(f, b, i) || changed
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

// isMadeSame reports whether an operation in a block has made a value one for all that are
// in it.
func isMadeSame(f *ssa.Function, v ssa.Value, b ssa.NodeID) bool {
	if f.Block(v) != b {
		return false
	}
	switch f.Op(v) {
	case op.SubgroupGather:
		return ir.GatherMode(f.Field(v, "mode")) == ir.BroadcastFirst
	case op.SubgroupCollective:
		return ir.CollectiveOp(f.Field(v, "collective")) == ir.Reduce && f.Field(v, "cluster") == 0 && ir.SubgroupOp(f.Field(v, "op")) != ir.SubgroupElect
	case op.WorkgroupUniformLoad:
		return true
	}
	return false
}

// oneShuffle chooses between the source invocations of two shuffles, ahead of one shuffle,
// instead of between their results.
func oneShuffle(f *ssa.Function, b ssa.NodeID, i ssa.InstrID) bool {
	if f.SrcComps(i, 0) != 1 || !f.Src(i, 1).IsIdentity() || !f.Src(i, 2).IsIdentity() {
		return false
	}
	x, y := f.Arg(i, 1), f.Arg(i, 2)
	if x == y || f.Op(x) != op.SubgroupGather || f.Op(y) != op.SubgroupGather || f.Words(x) != f.Words(y) || f.Src(x, 0) != f.Src(y, 0) ||
		f.Block(x) != b || f.Block(y) != b || f.Comps(x) != f.Comps(i) || f.Comps(y) != f.Comps(i) || !usedOnce(f, x) || !usedOnce(f, y) {
		return false
	}
	switch ir.GatherMode(f.Field(x, "mode")) {
	case ir.Shuffle, ir.ShuffleDown, ir.ShuffleUp, ir.ShuffleXor:
	default:
		return false
	}
	j, k := f.Arg(x, 1), f.Arg(y, 1)
	if j == 0 || k == 0 || f.Comps(j) != 1 || f.Comps(k) != 1 || f.Bits(j) != f.Bits(k) {
		return false
	}
	at := f.BuildBefore(i)
	index := at.Instr(op.BCsel, f.Type(j), f.Src(i, 0), ssa.Src{Value: j, Comps: 1}, ssa.Src{Value: k, Comps: 1})
	g := at.Instr(op.SubgroupGather, f.Type(i), f.Src(x, 0), ssa.Src{Value: index, Comps: f.Src(x, 1).Comps})
	f.SetWords(g, f.Words(x))
	f.SetName(g, f.NameOf(i))
	f.ReplaceUses(i, g)
	f.Remove(i)
	f.Remove(x)
	f.Remove(y)
	return true
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

// isNaNVector reports whether a value may hold a NaN, for which minima and maxima depend on
// the machine.
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

// knownBallot replaces a ballot of a known value by no invocation, or by the ballot of
// active ones.
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
