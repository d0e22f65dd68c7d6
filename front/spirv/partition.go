package spirv

// This file reads partitions of subgroups (SPV_EXT_shader_subgroup_partitioned) and
// operations within each part.
//
// A partition has for each invocation a ballot of those with the same value: the
// intersection, over the bits of the value, of the ballots of invocations that have the bit
// as this one has it. A reduction or scan of parts follows links: each invocation has the
// value of a run of its part that ends there, and the last one ahead of that run. In seven
// rounds, each of which takes the value and the link at the link, runs reach the beginning.

import (
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// partition is a ballot of the active invocations with the same value.
func (r *reader) partition(v ssa.Value) ssa.Value {
	x := &r.fn
	b := &x.b
	n := x.f.Comps(v)
	if n == 0 {
		r.invalid("a partition by what is no scalar or vector")
	}
	ballot := ir.VectorOf(ir.U32, 4)
	same := b.Op(op.Ballot, ballot, b.Const(ir.TypeBool, 1))
	meet := func(bit ssa.Value) {
		with := b.Op(op.Ballot, ballot, bit)
		mine := r.choose(bit, ballot, with, b.Op(op.INot, ballot, with))
		same = b.Op(op.IAnd, ballot, same, mine)
	}
	s := r.m.Types.ScalarOf(x.f.Type(v))
	if s.IsFloat() {
		s = ir.ScalarOf(ir.UintKind, s.Bits())
		v = b.Op(op.Bitcast, ir.VectorOf(s, n), v)
	}
	for k := range n {
		one := b.Component(v, k)
		if s == ir.Bool {
			meet(one)
			continue
		}
		t := ir.VectorOf(s, 1)
		for bit := range s.Bits() {
			meet(b.Op(op.INe, ir.TypeBool, b.Op(op.IAnd, t, one, b.Const(t, 1<<bit)), b.Const(t, 0)))
		}
	}
	return same
}

// partitionedOps compute with two values, by ir.SubgroupOp: of floats, of signed and of
// unsigned integers.
var partitionedOps = [...][3]op.Op{
	ir.SubgroupAdd: {op.FAdd, op.IAdd, op.IAdd}, ir.SubgroupMul: {op.FMul, op.IMul, op.IMul},
	ir.SubgroupMin: {op.FMin, op.IMin, op.UMin}, ir.SubgroupMax: {op.FMax, op.IMax, op.UMax},
	ir.SubgroupAnd: {0, op.IAnd, op.IAnd}, ir.SubgroupOr: {0, op.IOr, op.IOr}, ir.SubgroupXor: {0, op.IXor, op.IXor},
}

// isPartitioned reports whether a group operation is one of parts.
func isPartitioned(g spirv.GroupOperation) bool {
	return g >= spirv.GroupOperationPartitionedReduceEXT && g <= spirv.GroupOperationPartitionedExclusiveScanEXT
}

// partitioned reduces or scans a value of type t within the parts that the operand after the
// value has.
func (r *reader) partitioned(inst spirv.Inst, code ir.SubgroupOp, t ir.TypeID, v ssa.Value) ssa.Value {
	x := &r.fn
	b := &x.b
	if len(inst) < 7 {
		r.invalid("the ballot of a partition is missing")
	}
	part := r.val(inst[6])
	if x.f.Comps(part) != 4 {
		r.invalid("a ballot of %d components", x.f.Comps(part))
	}
	s, n := r.m.Types.ScalarOf(t), x.f.Comps(v)
	kind := 2
	switch {
	case s.IsFloat():
		kind = 0
	case s.IsSigned():
		kind = 1
	}
	with := partitionedOps[code][kind]
	if with == 0 {
		r.invalid("%s of %s", code, s)
	}
	shuffle := func(t ir.TypeID, v, from ssa.Value) ssa.Value {
		i := b.Op(op.SubgroupGather, t, v, from)
		x.f.SetWords(i, [2]uint32{uint32(ir.Shuffle)})
		return i
	}
	lane := r.hidden(hiddenLane)
	none := b.U32(^uint32(0))
	before := r.ballotFind(b.Op(op.IAnd, ir.VectorOf(ir.U32, 4), part, r.lanesBelow(false)), true)
	first := b.Op(op.IEq, ir.TypeBool, before, none)
	link, value := before, v
	for range 7 { // links reach 2, 4, ... 128 invocations
		ends := b.Op(op.IEq, ir.TypeBool, link, none)
		at := r.choose(ends, ir.TypeU32, lane, link)
		value = r.choose(ends, t, value, b.Op(with, t, shuffle(t, value, at), value))
		link = r.choose(ends, ir.TypeU32, none, shuffle(ir.TypeU32, link, at))
	}
	switch spirv.GroupOperation(inst[4]) {
	case spirv.GroupOperationPartitionedReduceEXT:
		return shuffle(t, value, r.ballotFind(part, true))
	case spirv.GroupOperationPartitionedExclusiveScanEXT:
		arith.Fill()
		_, identity := arith.Collective(code, s)
		bits := [4]uint64{identity, identity, identity, identity}
		return r.choose(first, t, b.Const(t, bits[:n]...), shuffle(t, value, r.choose(first, ir.TypeU32, lane, before)))
	}
	return value
}
