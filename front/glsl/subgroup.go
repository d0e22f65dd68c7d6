package glsl

// This file builds subgroup operations (GL_KHR_shader_subgroup).

import (
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// result adds the result of a subgroup statement.
func (c *checker) subgroupResult(t ir.TypeID) ir.ExprID {
	return c.fn.AddResult(ir.KindSubgroupResult, t, c.b.Span)
}

func (c *checker) collective(op ir.SubgroupOp, how ir.CollectiveOp, cluster uint32, x operand) operand {
	t := x.ty
	s := ir.SubgroupCollective{Op: op, Collective: how, Cluster: cluster}
	if op == ir.SubgroupElect {
		t = ir.TypeBool
	} else {
		s.Argument = c.toExpr(x)
	}
	s.Result = c.subgroupResult(t)
	c.b.Push(c.fn.AddSubgroupCollective(s, c.b.Span))
	return operand{kind: opValue, ty: t, handle: uint32(s.Result)}
}

func (c *checker) gatherFrom(mode ir.GatherMode, x operand, index ir.ExprID) operand {
	// Bools travel as u32.
	t := x.ty
	if c.m.Types.ScalarOf(t) == ir.Bool {
		x = c.cast(ir.U32, x)
	}
	g := ir.SubgroupGather{Mode: mode, Argument: c.toExpr(x), Index: index}
	g.Result = c.subgroupResult(x.ty)
	c.b.Push(c.fn.AddSubgroupGather(g, c.b.Span))
	return c.cast(c.m.Types.ScalarOf(t), operand{kind: opValue, ty: x.ty, handle: uint32(g.Result)})
}

func (c *checker) ballot(x operand) operand {
	r := c.subgroupResult(uvec4)
	c.b.Push(c.fn.AddSubgroupBallot(ir.SubgroupBallot{Predicate: c.toExpr(x), Result: r}, c.b.Span))
	return operand{kind: opValue, ty: uvec4, handle: uint32(r)}
}

// extendedTypes are the extensions that scalars need in functions of subgroups.
var extendedTypes = [...]struct {
	scalars scalars
	av      avail
}{
	{1<<ir.I8 | 1<<ir.U8, only(exts{extSubgroupExtended8})},
	{1<<ir.I16 | 1<<ir.U16, only(exts{extSubgroupExtended16})},
	{1<<ir.I64 | 1<<ir.U64, only(exts{extSubgroupExtended64})},
	{1 << ir.F16, only(exts{extSubgroupExtendedFloat16})},
}

func (c *checker) subgroup(n syntax.Node, f *function, r *resolved, a []operand) operand {
	for i := range extendedTypes {
		if e := &extendedTypes[i]; e.scalars>>r.scalar&1 != 0 && !c.needs(c.t.Span(n), f.name+" of "+c.name(ir.ScalarTypeOf(r.scalar)), &e.av) {
			break
		}
	}
	switch f.low {
	case lowVote:
		return c.collective(ir.SubgroupOp(f.code), ir.Reduce, 0, a[0])
	case lowVoteEqual:
		same := c.equal(a[0], c.gatherFrom(ir.BroadcastFirst, a[0], 0))
		return c.collective(ir.SubgroupAll, ir.Reduce, 0, same)
	case lowElect:
		return c.collective(ir.SubgroupElect, ir.Reduce, 0, operand{})
	case lowCollective:
		x := a[0]
		isBool := r.scalar == ir.Bool
		if isBool {
			x = c.cast(ir.U32, x)
		}
		how := ir.CollectiveOp(f.code >> 4)
		cluster := uint32(0)
		if how == ir.Clustered {
			size, known := c.constInteger(a[1])
			switch {
			case !known:
				c.errorf(codeConstWanted, c.t.Span(n), "the size of a cluster must be a constant")
				return operand{}
			case size < 1 || size > ir.MaxCluster || size&(size-1) != 0:
				c.errorf(codeTypeRule, c.t.Span(n), "the size of a cluster must be a power of two up to %d, found %d", ir.MaxCluster, size)
				return operand{}
			}
			cluster = uint32(size)
		}
		x = c.collective(ir.SubgroupOp(f.code&15), how, cluster, x)
		if isBool {
			x = c.cast(ir.Bool, x)
		}
		return x
	case lowPartition:
		key := a[0]
		if s := c.m.Types.ScalarOf(key.ty); s.IsFloat() { // NaN isn't equal to itself
			key = c.bitcast(c.m.Types.WithScalar(key.ty, map[uint32]ir.Scalar{16: ir.U16, 32: ir.U32, 64: ir.U64}[uint32(s.Bits())]), key)
		}
		return c.partitioned(uvec4, key, func(same operand) operand { return c.ballot(same) }, nil)
	case lowPartitioned:
		x, isBool := a[0], r.scalar == ir.Bool
		if isBool {
			x = c.cast(ir.U32, x)
		}
		x = c.partitioned(x.ty, a[1], nil, func() operand {
			return c.collective(ir.SubgroupOp(f.code&15), ir.CollectiveOp(f.code>>4), 0, x)
		})
		if isBool {
			x = c.cast(ir.Bool, x)
		}
		return x
	case lowBallot:
		if f.code == 1 { // of ARB's extension: groups have up to 64 invocations
			return c.bitcast(ir.TypeU64, c.swizzle(c.ballot(a[0]), 0, 1))
		}
		return c.ballot(a[0])
	case lowBroadcast:
		if a[1].isConst() {
			return c.gatherFrom(ir.Broadcast, a[0], c.toExpr(a[1]))
		}
		return c.gatherFrom(ir.Shuffle, a[0], a[1].expr())
	case lowBroadcastFirst:
		return c.gatherFrom(ir.BroadcastFirst, a[0], 0)
	case lowShuffle:
		return c.gatherFrom(ir.GatherMode(f.code), a[0], c.toExpr(a[1]))
	case lowQuad:
		if mode := ir.GatherMode(f.code); mode != ir.QuadBroadcast {
			return c.gatherFrom(mode, a[0], 0)
		}
		if !a[1].isConst() {
			c.unsupported(c.t.Span(n), "subgroupQuadBroadcast from an invocation that isn't constant")
			return operand{}
		}
		return c.gatherFrom(ir.QuadBroadcast, a[0], c.toExpr(a[1]))
	case lowBallotCount:
		return c.bitSum(a[0])
	case lowBallotExtract:
		word := c.pickWord(a[0], c.binary(ir.Shr, a[1], constUint(5)))
		bit := c.binary(ir.And, c.binary(ir.Shr, word, c.binary(ir.And, a[1], constUint(31))), constUint(1))
		return c.binary(ir.Ne, bit, constUint(0))
	case lowBallotFindLSB, lowBallotFindMSB:
		return c.findBallotBit(a[0], f.low == lowBallotFindLSB)
	case lowHelper:
		x := c.inputValue(ir.BuiltInHelperInvocation)
		if d := c.demotedVar(); d != 0 {
			x = c.binary(ir.Or, x, operand{kind: opValue, ty: ir.TypeBool, handle: uint32(c.b.Load(c.b.Global(d)))})
		}
		return x
	case lowInverseBallot, lowBallotInclusive, lowBallotExclusive:
		id := c.inputValue(ir.BuiltInSubgroupInvocationID)
		if f.low == lowInverseBallot {
			word := c.pickWord(a[0], c.binary(ir.Shr, id, constUint(5)))
			bit := c.binary(ir.And, c.binary(ir.Shr, word, c.binary(ir.And, id, constUint(31))), constUint(1))
			return c.binary(ir.Ne, bit, constUint(0))
		}
		code := int32(computedLtMask)
		if f.low == lowBallotInclusive {
			code = computedLeMask
		}
		mask, _ := c.subgroupMask(&variable{code: code}, n)
		return c.bitSum(c.binary(ir.And, a[0], mask))
	}
	c.unsupported(c.t.Span(n), f.name+" here")
	return operand{}
}

// demotedVar is the variable that records that the invocation was demoted: the built-in
// value stays as it was. 0 if nothing reads it.
func (c *checker) demotedVar() ir.GlobalID {
	if c.demoted == 0 && c.scan.helper && c.scan.demotes {
		c.m.Globals = append(c.m.Globals, ir.Global{Name: "demoted", Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: ir.TypeBool})
		c.demoted = ir.GlobalID(len(c.m.Globals) - 1)
	}
	return c.demoted
}

// bitSum is the number of bits set in a ballot.
func (c *checker) bitSum(x operand) operand {
	b := c.math(ir.MathCountOneBits, x)
	return c.math(ir.MathDot, b, c.splat(4, constUint(1)))
}

// pickWord is one word of a ballot by dynamic index.
func (c *checker) pickWord(x, i operand) operand {
	base := c.toExpr(x)
	if at, ok := c.constInteger(i); ok {
		return c.component(x, uint32(at&3))
	}
	return c.made(c.ex.AddAccess(ir.TypeU32, 0, ir.Access{Base: base, Index: i.expr()}, c.b.Span), false)
}

// findBallotBit is the lowest or highest bit set in a ballot.
func (c *checker) findBallotBit(x operand, lowest bool) operand {
	order := [4]uint32{3, 2, 1, 0}
	op := ir.MathFirstTrailingBit
	if !lowest {
		order = [4]uint32{0, 1, 2, 3}
		op = ir.MathFirstLeadingBit
	}
	r := constUint(^uint32(0))
	for _, w := range order {
		word := c.component(x, w)
		bit := c.binary(ir.Add, c.math(op, word), constUint(32*w))
		r = c.selects(c.binary(ir.Ne, word, constUint(0)), bit, r)
	}
	return r
}

// partitioned goes over the parts of a subgroup whose invocations have the same key
// (GL_NV_shader_subgroup_partitioned): a loop in which those leave that have the key of the
// first. The result is that of all, computed while every remaining invocation takes part,
// or of part, computed by the leaving ones only.
func (c *checker) partitioned(t ir.TypeID, key operand, all func(same operand) operand, part func() operand) operand {
	temp := c.fn.AddLocal(ir.Local{Type: t, Span: c.b.Span})
	c.b.DeclareLocal(temp, 0)
	c.toExpr(key)
	c.b.Flush()
	mark := c.b.Begin()
	same := c.equal(key, c.gatherFrom(ir.BroadcastFirst, key, 0))
	var x operand
	if all != nil {
		x = all(same)
	}
	inner := c.b.Begin()
	if part != nil {
		x = part()
	}
	c.b.Store(c.b.Local(temp), c.toExpr(x))
	c.b.Break()
	c.b.If(c.toExpr(same), c.b.End(inner), 0)
	c.b.Loop(ir.Loop{Shape: ir.LoopPlain, Body: c.b.End(mark)})
	return operand{kind: opValue, ty: t, handle: uint32(c.b.Load(c.b.Local(temp)))}
}
