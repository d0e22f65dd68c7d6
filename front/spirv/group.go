package spirv

// This file reads operations of subgroups.

import (
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// collectives are reductions and scans.
var collectives = lazy.Value[map[spirv.Op]ir.SubgroupOp]{Make: func() map[spirv.Op]ir.SubgroupOp {
	return map[spirv.Op]ir.SubgroupOp{
		spirv.OpGroupNonUniformIAdd: ir.SubgroupAdd, spirv.OpGroupNonUniformFAdd: ir.SubgroupAdd,
		spirv.OpGroupNonUniformIMul: ir.SubgroupMul, spirv.OpGroupNonUniformFMul: ir.SubgroupMul,
		spirv.OpGroupNonUniformSMin: ir.SubgroupMin, spirv.OpGroupNonUniformUMin: ir.SubgroupMin, spirv.OpGroupNonUniformFMin: ir.SubgroupMin,
		spirv.OpGroupNonUniformSMax: ir.SubgroupMax, spirv.OpGroupNonUniformUMax: ir.SubgroupMax, spirv.OpGroupNonUniformFMax: ir.SubgroupMax,
		spirv.OpGroupNonUniformBitwiseAnd: ir.SubgroupAnd, spirv.OpGroupNonUniformBitwiseOr: ir.SubgroupOr, spirv.OpGroupNonUniformBitwiseXor: ir.SubgroupXor,
	}
}}

// groupOp reads an operation of subgroups; false if it is none.
func (r *reader) groupOp(inst spirv.Inst) bool {
	return r.voteOp(inst) || r.ballotOp(inst) || r.gatherOp(inst) || r.collectiveOp(inst)
}

// vote makes an operation whose result all invocations share; v is 0 if it takes none.
func (r *reader) vote(inst spirv.Inst, o ir.SubgroupOp, t ir.TypeID, v ssa.Value) {
	x := &r.fn
	var i ssa.InstrID
	if v == 0 {
		i = x.b.Op(op.SubgroupCollective, t)
	} else {
		i = x.b.Op(op.SubgroupCollective, t, v)
	}
	x.f.SetWords(i, [2]uint32{uint32(o)})
	r.set(inst[2], i)
}

// gather makes an operation that gets the value of another invocation; index is 0 if it
// takes none.
func (r *reader) gather(inst spirv.Inst, m ir.GatherMode, v, index ssa.Value) {
	x := &r.fn
	var i ssa.InstrID
	if index == 0 {
		i = x.b.Op(op.SubgroupGather, r.value(inst[1]), v)
	} else {
		i = x.b.Op(op.SubgroupGather, r.value(inst[1]), v, index)
	}
	x.f.SetWords(i, [2]uint32{uint32(m)})
	r.set(inst[2], i)
}

// voteOp reads votes and reductions of bools; false if it is none.
func (r *reader) voteOp(inst spirv.Inst) bool {
	x := &r.fn
	b := &x.b
	switch o := inst.Op(); o {
	case spirv.OpGroupNonUniformElect:
		r.subgroup(inst)
		r.vote(inst, ir.SubgroupElect, ir.TypeBool, 0)
	case spirv.OpGroupNonUniformAll:
		r.subgroup(inst)
		r.vote(inst, ir.SubgroupAll, ir.TypeBool, r.val(inst[4]))
	case spirv.OpGroupNonUniformAny:
		r.subgroup(inst)
		r.vote(inst, ir.SubgroupAny, ir.TypeBool, r.val(inst[4]))
	case spirv.OpGroupNonUniformAllEqual:
		r.subgroup(inst)
		r.set(inst[2], r.allEqual(r.val(inst[4])))
	case spirv.OpSubgroupAllEqualKHR:
		r.set(inst[2], r.allEqual(r.val(inst[3])))
	case spirv.OpGroupNonUniformLogicalAnd, spirv.OpGroupNonUniformLogicalOr, spirv.OpGroupNonUniformLogicalXor:
		r.subgroup(inst)
		v := r.val(inst[5])
		if g := spirv.GroupOperation(inst[4]); g != spirv.GroupOperationReduce || x.f.Comps(v) != 1 {
			r.set(inst[2], r.logicalCollective(inst, v))
			break
		}
		switch o {
		case spirv.OpGroupNonUniformLogicalAnd:
			r.vote(inst, ir.SubgroupAll, ir.TypeBool, v)
		case spirv.OpGroupNonUniformLogicalOr:
			r.vote(inst, ir.SubgroupAny, ir.TypeBool, v)
		default: // whether an odd number of them holds
			count := r.bitCount(b.Op(op.Ballot, ir.VectorOf(ir.U32, 4), v))
			r.set(inst[2], b.Op(op.INe, ir.TypeBool, b.Op(op.IAnd, ir.TypeU32, count, b.U32(1)), b.U32(0)))
		}
	case spirv.OpSubgroupAllKHR:
		r.vote(inst, ir.SubgroupAll, ir.TypeBool, r.val(inst[3]))
	case spirv.OpSubgroupAnyKHR:
		r.vote(inst, ir.SubgroupAny, ir.TypeBool, r.val(inst[3]))
	default:
		return false
	}
	return true
}

// ballotOp reads operations that make and take ballots; false if it is none.
func (r *reader) ballotOp(inst spirv.Inst) bool {
	b := &r.fn.b
	switch o := inst.Op(); o {
	case spirv.OpGroupNonUniformBallotFindLSB, spirv.OpGroupNonUniformBallotFindMSB:
		r.subgroup(inst)
		r.set(inst[2], r.ballotFind(r.val(inst[4]), o == spirv.OpGroupNonUniformBallotFindMSB))
	case spirv.OpGroupNonUniformPartitionEXT:
		r.set(inst[2], r.partition(r.val(inst[3])))
	case spirv.OpGroupNonUniformBallot:
		r.subgroup(inst)
		r.set(inst[2], b.Op(op.Ballot, r.value(inst[1]), r.val(inst[4])))
	case spirv.OpSubgroupBallotKHR:
		r.set(inst[2], b.Op(op.Ballot, r.value(inst[1]), r.val(inst[3])))
	case spirv.OpGroupNonUniformInverseBallot:
		r.subgroup(inst)
		r.set(inst[2], r.ballotBit(r.val(inst[4]), r.hidden(hiddenLane)))
	case spirv.OpGroupNonUniformBallotBitExtract:
		r.subgroup(inst)
		r.set(inst[2], r.ballotBit(r.val(inst[4]), r.val(inst[5])))
	case spirv.OpGroupNonUniformBallotBitCount:
		r.subgroup(inst)
		v := r.val(inst[5])
		if g := spirv.GroupOperation(inst[4]); g != spirv.GroupOperationReduce {
			r.collectiveOf(g, o)
			v = b.Op(op.IAnd, ir.VectorOf(ir.U32, 4), v, r.lanesBelow(g == spirv.GroupOperationInclusiveScan))
		}
		r.set(inst[2], r.bitCount(v))
	default:
		return false
	}
	return true
}

// gatherOp reads broadcasts, shuffles and operations of quads; false if it is none.
func (r *reader) gatherOp(inst spirv.Inst) bool {
	x := &r.fn
	switch o := inst.Op(); o {
	case spirv.OpGroupNonUniformBroadcastFirst:
		r.subgroup(inst)
		r.gather(inst, ir.BroadcastFirst, r.val(inst[4]), 0)
	case spirv.OpSubgroupFirstInvocationKHR:
		r.gather(inst, ir.BroadcastFirst, r.val(inst[3]), 0)
	case spirv.OpGroupNonUniformBroadcast:
		r.subgroup(inst)
		if index := r.val(inst[5]); x.f.IsConst(index) {
			r.gather(inst, ir.Broadcast, r.val(inst[4]), index)
		} else {
			r.gather(inst, ir.Shuffle, r.val(inst[4]), index)
		}
	case spirv.OpSubgroupReadInvocationKHR:
		r.gather(inst, ir.Shuffle, r.val(inst[3]), r.val(inst[4]))
	case spirv.OpGroupNonUniformShuffle:
		r.subgroup(inst)
		r.gather(inst, ir.Shuffle, r.val(inst[4]), r.val(inst[5]))
	case spirv.OpGroupNonUniformShuffleXor:
		r.subgroup(inst)
		r.gather(inst, ir.ShuffleXor, r.val(inst[4]), r.val(inst[5]))
	case spirv.OpGroupNonUniformShuffleUp:
		r.subgroup(inst)
		r.gather(inst, ir.ShuffleUp, r.val(inst[4]), r.val(inst[5]))
	case spirv.OpGroupNonUniformShuffleDown:
		r.subgroup(inst)
		r.gather(inst, ir.ShuffleDown, r.val(inst[4]), r.val(inst[5]))
	case spirv.OpGroupNonUniformQuadBroadcast:
		r.subgroup(inst)
		index := r.val(inst[5])
		if !x.f.IsConst(index) {
			r.unsupported("a broadcast within a quad from a member that isn't constant")
		}
		r.gather(inst, ir.QuadBroadcast, r.val(inst[4]), index)
	case spirv.OpGroupNonUniformQuadSwap:
		r.subgroup(inst)
		switch r.constantWord(inst[5]) {
		case 0:
			r.gather(inst, ir.QuadSwapX, r.val(inst[4]), 0)
		case 1:
			r.gather(inst, ir.QuadSwapY, r.val(inst[4]), 0)
		case 2:
			r.gather(inst, ir.QuadSwapDiagonal, r.val(inst[4]), 0)
		default:
			r.invalid("there is no such direction")
		}
	default:
		return false
	}
	return true
}

// collectiveOp reads reductions and scans; false if it is none.
func (r *reader) collectiveOp(inst spirv.Inst) bool {
	x := &r.fn
	b := &x.b
	o := inst.Op()
	code, ok := collectives.Get()[o]
	if !ok {
		return false
	}
	r.subgroup(inst)
	t := r.value(inst[1])
	v := r.val(inst[5])
	s := r.m.Types.ScalarOf(t)
	signed := o == spirv.OpGroupNonUniformSMin || o == spirv.OpGroupNonUniformSMax
	unsigned := o == spirv.OpGroupNonUniformUMin || o == spirv.OpGroupNonUniformUMax
	rt := t
	if s.IsInteger() && (signed && !s.IsSigned() || unsigned && s.IsSigned()) {
		k := ir.UintKind
		if signed {
			k = ir.SintKind
		}
		rt = r.m.Types.WithScalar(t, ir.ScalarOf(k, s.Bits()))
	}
	if isPartitioned(spirv.GroupOperation(inst[4])) {
		r.set(inst[2], r.partitioned(inst, code, rt, v))
		return true
	}
	c := r.collectiveOf(spirv.GroupOperation(inst[4]), o)
	i := b.Op(op.SubgroupCollective, rt, v)
	x.f.SetWords(i, [2]uint32{uint32(code) | uint32(c)<<4 | r.cluster(inst, c)<<8})
	r.set(inst[2], i)
	return true
}

// collectiveOf is the kind of a group operation: a reduction or a scan.
func (r *reader) collectiveOf(g spirv.GroupOperation, o spirv.Op) ir.CollectiveOp {
	switch g {
	case spirv.GroupOperationReduce:
		return ir.Reduce
	case spirv.GroupOperationInclusiveScan:
		return ir.InclusiveScan
	case spirv.GroupOperationExclusiveScan:
		return ir.ExclusiveScan
	case spirv.GroupOperationClusteredReduce:
		return ir.Clustered
	}
	r.unsupported("the operation %s of %s", g, o)
	return 0
}

// ballotBit reports whether an invocation's bit in a ballot is set.
func (r *reader) ballotBit(ballot, lane ssa.Value) ssa.Value {
	b := &r.fn.b
	word := b.Instr(op.ExtractDynamic, ir.TypeU32, ssa.Whole(ballot), ssa.Src{Value: b.Op(op.UShr, ir.TypeU32, lane, b.U32(5)), Comps: 1})
	bit := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, word, b.Op(op.IAnd, ir.TypeU32, lane, b.U32(31))), b.U32(1))
	return b.Op(op.INe, ir.TypeBool, bit, b.U32(0))
}

// cluster is how many invocations a clustered reduction takes together: its last operand; 0
// if it isn't clustered.
func (r *reader) cluster(inst spirv.Inst, c ir.CollectiveOp) uint32 {
	if c != ir.Clustered {
		return 0
	}
	if len(inst) < 7 {
		r.invalid("the size of the clusters is missing")
	}
	n := r.constantWord(inst[6])
	if n == 0 || n&(n-1) != 0 {
		r.invalid("clusters of %d invocations", n)
	}
	if n > ir.MaxCluster {
		r.unsupported("clusters of %d invocations", n)
	}
	return n
}

// logicalCollective is a scan of bools, or a reduction of a vector of them, which travel
// as integers.
func (r *reader) logicalCollective(inst spirv.Inst, v ssa.Value) ssa.Value {
	o := inst.Op()
	x := &r.fn
	b := &x.b
	code := map[spirv.Op]ir.SubgroupOp{spirv.OpGroupNonUniformLogicalAnd: ir.SubgroupAnd, spirv.OpGroupNonUniformLogicalOr: ir.SubgroupOr,
		spirv.OpGroupNonUniformLogicalXor: ir.SubgroupXor}[o]
	n := x.f.Comps(v)
	t := ir.VectorOf(ir.U32, n)
	var zeros [4]uint64
	if isPartitioned(spirv.GroupOperation(inst[4])) {
		return b.Op(op.INe, ir.VectorOf(ir.Bool, n), r.partitioned(inst, code, t, b.Op(op.B2I, t, v)), b.Const(t, zeros[:n]...))
	}
	i := b.Op(op.SubgroupCollective, t, b.Op(op.B2I, t, v))
	c := r.collectiveOf(spirv.GroupOperation(inst[4]), o)
	x.f.SetWords(i, [2]uint32{uint32(code) | uint32(c)<<4 | r.cluster(inst, c)<<8})
	return b.Op(op.INe, ir.VectorOf(ir.Bool, n), i, b.Const(t, zeros[:n]...))
}

// bitCount is the number of bits set in a ballot.
func (r *reader) bitCount(ballot ssa.Value) ssa.Value {
	b := &r.fn.b
	counts := b.Op(op.BitCount, ir.VectorOf(ir.U32, 4), ballot)
	sum := b.Component(counts, 0)
	for k := 1; k < 4; k++ {
		sum = b.Op(op.IAdd, ir.TypeU32, sum, b.Component(counts, k))
	}
	return sum
}

// ballotFind is the place of the lowest or highest bit set in a ballot.
func (r *reader) ballotFind(ballot ssa.Value, highest bool) ssa.Value {
	b := &r.fn.b
	o := op.FindLSB
	if highest {
		o = op.UFindMSB
	}
	places := b.Op(o, ir.VectorOf(ir.U32, 4), ballot)
	at := b.U32(^uint32(0))
	for i := range 4 {
		k := 3 - i
		if highest {
			k = i
		}
		word := b.Component(ballot, k)
		is := b.Op(op.INe, ir.TypeBool, word, b.U32(0))
		at = b.Op(op.BCsel, ir.TypeU32, is, b.Op(op.IAdd, ir.TypeU32, b.Component(places, k), b.U32(uint32(32*k))), at)
	}
	return at
}

// allEqual reports whether a value is the same in all invocations: that of the first
// in each.
func (r *reader) allEqual(v ssa.Value) ssa.Value {
	x := &r.fn
	b := &x.b
	n := x.f.Comps(v)
	if n == 0 {
		r.invalid("a comparison of a value other than scalars and vectors")
	}
	t := x.f.Type(v)
	if r.m.Types.ScalarOf(t) == ir.Bool {
		t = ir.VectorOf(ir.U32, n)
		v = b.Op(op.B2I, t, v)
	}
	first := b.Op(op.SubgroupGather, t, v)
	x.f.SetWords(first, [2]uint32{uint32(ir.BroadcastFirst)})
	o := op.IEq
	if r.m.Types.ScalarOf(t).IsFloat() {
		o = op.FEq
	}
	same := b.Op(o, ir.VectorOf(ir.Bool, n), v, first)
	if n > 1 {
		same = b.Op(op.BAll, ir.TypeBool, same)
	}
	i := b.Op(op.SubgroupCollective, ir.TypeBool, same)
	x.f.SetWords(i, [2]uint32{uint32(ir.SubgroupAll)})
	return i
}

// subgroup checks that an operation is one of the subgroup.
func (r *reader) subgroup(inst spirv.Inst) {
	if s := r.scope(inst[3]); s != ir.ScopeSubgroup {
		r.unsupported("%s in the scope %s", inst.Op(), s)
	}
}
