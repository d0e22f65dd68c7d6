package lower

// This file makes operations of a subgroup of the few that a machine has.
//
//	before                                  after
//	%2 = subgroup_collective all %1         %3 = inot %1
//	                                        %4 = ballot_bits %3 : u32
//	                                        %2 = ieq %4, %zero
//	%5 = subgroup_gather shuffle_xor %1, %n %6 = load_system_value subgroup_invocation_id
//	                                        %7 = ixor %6, %n
//	                                        %5 = subgroup_gather shuffle %1, %7
//
// A reduction or scan is made of shuffles, whichever invocations take part: each knows
// the next lower one that does, by a ballot. Integers are combined by pointer doubling,
// in as many steps as the logarithm of the subgroup's size; floats in the order of the
// invocations, one after the other, since rounding depends on it.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SubgroupOptions selects the operations that are replaced.
type SubgroupOptions struct {
	Size             int  `doc:"invocations of a subgroup at most: a power of two up to 32"`
	Scalar           bool `doc:"vectors are moved and combined by component"`
	Ballots          bool `doc:"ballots have so many components of so many bits"`
	BallotComponents int  `doc:"components of a ballot"`
	BallotBits       int  `doc:"bits of a component of a ballot: 32 or 64"`
	Votes            bool `doc:"all and any become ballots"`
	Elect            bool `doc:"elections become ballots"`
	Broadcasts       bool `doc:"broadcasts become shuffles"`
	Relative         bool `doc:"shuffles up, down and by exclusive or become shuffles"`
	Quads            bool `doc:"exchanges within quads become shuffles"`
	Shuffle32        bool `doc:"values of other sizes are moved in 32 bits"`
	Reduce           bool `doc:"reductions and scans become shuffles"`
}

// LowerSubgroups leaves shuffles of 32-bit scalars and ballots of one number.
var LowerSubgroups = &pass.Pass{
	Name:        "lower-subgroups",
	Doc:         "operations of a subgroup become shuffles of 32-bit scalars and ballots of one number",
	Replaces:    []string{"lower_subgroups"},
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Establishes: pass.FewSubgroups,
	Function: func(f *ssa.Function) bool {
		return runSubgroups(f, AllSubgroups)
	},
}

// AllSubgroups has every option.
var AllSubgroups = SubgroupOptions{32, true, true, 1, 32, true, true, true, true, true, true, true}

// Subgroups is the pass with options.
func Subgroups(o SubgroupOptions) *pass.Pass {
	p := *LowerSubgroups
	p.Function = func(f *ssa.Function) bool { return runSubgroups(f, o) }
	if o != AllSubgroups {
		p.Establishes = 0
	}
	return &p
}

func runSubgroups(f *ssa.Function, o SubgroupOptions) bool {
	s := subgroups{o, f}
	return s.run()
}

// IsManySubgroups reports whether an instruction is an operation of a subgroup other than
// a shuffle of a 32-bit scalar and a ballot of some bits.
func IsManySubgroups(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.Ballot, op.SubgroupCollective:
		return true
	case op.SubgroupGather:
		return gatherMode(f, i) != ir.Shuffle || f.Comps(i) != 1 || f.Bits(i) != 32
	}
	return false
}

type subgroups struct {
	SubgroupOptions
	f *ssa.Function
}

func gatherMode(f *ssa.Function, i ssa.InstrID) ir.GatherMode {
	return ir.GatherMode(f.Field(i, "mode"))
}

func isGather(f *ssa.Function, i ssa.InstrID, modes ...ir.GatherMode) bool {
	if f.Op(i) != op.SubgroupGather {
		return false
	}
	for _, m := range modes {
		if gatherMode(f, i) == m {
			return true
		}
	}
	return false
}

// isCollective reports whether an instruction is a reduction or scan other than a vote or
// election, whether it is a vote, and whether it is an election.
func isCollective(f *ssa.Function, i ssa.InstrID) (collective, vote, elect bool) {
	if f.Op(i) != op.SubgroupCollective {
		return
	}
	switch ir.SubgroupOp(f.Field(i, "op")) {
	case ir.SubgroupAll, ir.SubgroupAny:
		return false, true, false
	case ir.SubgroupElect:
		return false, false, true
	}
	return true, false, false
}

func (s *subgroups) run() bool {
	f := s.f
	changed := false
	step := func(on bool, wants func(i ssa.InstrID) bool, make func(c *calc, i ssa.InstrID) ssa.Value) {
		if on && expandWhole(f, wants, make) {
			changed = true
		}
	}
	step(s.Scalar, func(i ssa.InstrID) bool {
		collective, _, _ := isCollective(f, i)
		return (collective || f.Op(i) == op.SubgroupGather) && f.Comps(i) > 1
	}, s.byComponent)
	step(s.Reduce, func(i ssa.InstrID) bool {
		collective, _, _ := isCollective(f, i)
		return collective && f.Comps(i) == 1
	}, s.reduce)
	step(s.Elect, func(i ssa.InstrID) bool { _, _, elect := isCollective(f, i); return elect }, func(c *calc, i ssa.InstrID) ssa.Value {
		return c.eq(c.lane(), c.do(op.FindLSB, s.active(c)))
	})
	step(s.Votes, func(i ssa.InstrID) bool {
		_, vote, _ := isCollective(f, i)
		return vote && ir.CollectiveOp(f.Field(i, "collective")) == ir.Reduce && f.Comps(i) == 1
	}, func(c *calc, i ssa.InstrID) ssa.Value {
		v := f.Arg(i, 0)
		if ir.SubgroupOp(f.Field(i, "op")) == ir.SubgroupAll {
			return c.eqi(s.ballot(c, c.not(v)), 0)
		}
		return c.nei(s.ballot(c, v), 0)
	})
	step(s.Broadcasts, func(i ssa.InstrID) bool { return isGather(f, i, ir.BroadcastFirst, ir.Broadcast) }, func(c *calc, i ssa.InstrID) ssa.Value {
		if gatherMode(f, i) == ir.BroadcastFirst {
			return c.shuffle(f.Arg(i, 0), c.do(op.FindLSB, s.active(c)))
		}
		return c.shuffle(f.Arg(i, 0), c.resize(32, f.Arg(i, 1)))
	})
	step(s.Relative, func(i ssa.InstrID) bool { return isGather(f, i, ir.ShuffleDown, ir.ShuffleUp, ir.ShuffleXor) }, func(c *calc, i ssa.InstrID) ssa.Value {
		o := map[ir.GatherMode]op.Op{ir.ShuffleDown: op.IAdd, ir.ShuffleUp: op.ISub, ir.ShuffleXor: op.IXor}[gatherMode(f, i)]
		return c.shuffle(f.Arg(i, 0), c.do(o, c.lane(), c.resize(32, f.Arg(i, 1))))
	})
	step(s.Quads, func(i ssa.InstrID) bool {
		return isGather(f, i, ir.QuadBroadcast, ir.QuadSwapX, ir.QuadSwapY, ir.QuadSwapDiagonal)
	}, func(c *calc, i ssa.InstrID) ssa.Value {
		lane := c.lane()
		switch gatherMode(f, i) {
		case ir.QuadBroadcast:
			lane = c.or(c.andi(lane, ^uint64(3)), c.andi(c.resize(32, f.Arg(i, 1)), 3))
		case ir.QuadSwapX:
			lane = c.xori(lane, 1)
		case ir.QuadSwapY:
			lane = c.xori(lane, 2)
		default:
			lane = c.xori(lane, 3)
		}
		return c.shuffle(f.Arg(i, 0), lane)
	})
	step(s.Shuffle32, func(i ssa.InstrID) bool {
		return f.Op(i) == op.SubgroupGather && f.Comps(i) == 1 && f.Bits(i) != 32
	}, s.in32)
	step(s.Ballots, func(i ssa.InstrID) bool { return f.Op(i) == op.Ballot }, s.ballotBits)
	return changed
}

// lane is the number of the invocation in its subgroup.
func (c *calc) lane() ssa.Value {
	v := c.Instr(op.LoadSystemValue, ir.TypeU32)
	c.F.SetField(v, "value", uint32(ir.BuiltInSubgroupInvocationID))
	return v
}

// shuffle is another invocation's value.
func (c *calc) shuffle(v, lane ssa.Value) ssa.Value {
	i := c.Instr(op.SubgroupGather, c.F.Type(v), ssa.Whole(v), ssa.Whole(c.bitcast(ir.U32, lane)))
	c.F.SetField(i, "mode", uint32(ir.Shuffle))
	return i
}

// ballot are the bits of the invocations for which a predicate holds, or (0) that are
// active.
func (s *subgroups) ballot(c *calc, predicate ssa.Value) ssa.Value {
	v := c.Instr(op.Ballot, ir.VectorOf(ir.U32, 4), ssa.Whole(predicate))
	if s.Size > 32 {
		return v
	}
	return c.Component(v, 0)
}

func (s *subgroups) active(c *calc) ssa.Value { return s.ballot(c, 0) }

// byComponent does an operation on each component.
func (s *subgroups) byComponent(c *calc, i ssa.InstrID) ssa.Value {
	f := s.f
	var parts [4]ssa.Value
	n := f.Comps(i)
	t := ir.ScalarTypeOf(f.Shader.Module.Types.ScalarOf(f.Type(i)))
	for k := range n {
		srcs := []ssa.Src{ssa.Whole(c.part(ssa.Whole(f.Arg(i, 0)), k))}
		for j := 1; j < f.NumSrcs(i); j++ {
			srcs = append(srcs, f.Src(i, j))
		}
		parts[k] = c.Instr(f.Op(i), t, srcs...)
		f.SetWords(parts[k], f.Words(i))
	}
	return c.join(i, parts[:n]...)
}

// in32 moves a value of another size in 32 bits.
func (s *subgroups) in32(c *calc, i ssa.InstrID) ssa.Value {
	f := s.f
	v := f.Arg(i, 0)
	scalar := f.Shader.Module.Types.ScalarOf(f.Type(v))
	move := func(v ssa.Value) ssa.Value {
		srcs := []ssa.Src{ssa.Whole(v)}
		for j := 1; j < f.NumSrcs(i); j++ {
			srcs = append(srcs, f.Src(i, j))
		}
		x := c.Instr(op.SubgroupGather, ir.TypeU32, srcs...)
		f.SetWords(x, f.Words(i))
		return x
	}
	switch n := scalar.Bits(); n {
	case 1:
		return c.nei(move(c.bit(v)), 0)
	case 64:
		p := c.split(v)
		return c.combine(scalar, pair{move(p.lo), move(p.hi)})
	default:
		x := move(c.resize(32, c.bitcast(ir.ScalarOf(ir.UintKind, n), v)))
		return c.bitcast(scalar, c.resize(n, x))
	}
}

// ballotBits makes a ballot of as many bits as the machine has.
func (s *subgroups) ballotBits(c *calc, i ssa.InstrID) ssa.Value {
	f := s.f
	scalar := ir.ScalarOf(ir.UintKind, s.BallotBits)
	v := c.Instr(op.BallotBits, ir.VectorOf(scalar, s.BallotComponents), f.Src(i, 0))
	var words []ssa.Value
	for k := range s.BallotComponents {
		x := c.Component(v, k)
		if s.BallotBits == 64 {
			p := c.split(x)
			words = append(words, p.lo, p.hi)
		} else {
			words = append(words, x)
		}
	}
	for len(words) < 4 {
		words = append(words, c.U32(0))
	}
	return c.join(i, words[:4]...)
}

// combination is how a reduction combines two values, and the value that changes none.
func combination(o ir.SubgroupOp, s ir.Scalar) (by op.Op, identity uint64) {
	n := s.Bits()
	ones := ^uint64(0) >> (64 - n)
	pick := func(float, signed, unsigned op.Op) op.Op {
		switch {
		case s.IsFloat():
			return float
		case s.IsSigned():
			return signed
		}
		return unsigned
	}
	inf := map[int]uint64{16: 0x7C00, 32: 0x7f80_0000, 64: infF64}[n]
	switch o {
	case ir.SubgroupAdd:
		return pick(op.FAdd, op.IAdd, op.IAdd), 0
	case ir.SubgroupMul:
		if s.IsFloat() {
			return op.FMul, oneBits(n)
		}
		return op.IMul, 1
	case ir.SubgroupMin:
		switch {
		case s.IsFloat():
			return op.FMin, inf
		case s.IsSigned():
			return op.IMin, ones >> 1
		}
		return op.UMin, ones
	case ir.SubgroupMax:
		switch {
		case s.IsFloat():
			return op.FMax, inf | 1<<(n-1)
		case s.IsSigned():
			return op.IMax, 1 << (n - 1)
		}
		return op.UMax, 0
	case ir.SubgroupAnd:
		return op.IAnd, ones
	case ir.SubgroupOr:
		return op.IOr, 0
	default:
		return op.IXor, 0
	}
}

// reduce makes a reduction or scan of shuffles.
func (s *subgroups) reduce(c *calc, i ssa.InstrID) ssa.Value {
	f := s.f
	x := f.Arg(i, 0)
	scalar := f.Shader.Module.Types.ScalarOf(f.Type(i))
	by, id := combination(ir.SubgroupOp(f.Field(i, "op")), scalar)
	t := ir.ScalarTypeOf(scalar)
	join := func(a, b ssa.Value) ssa.Value { return c.Op(by, t, a, b) }
	identity := c.Const(t, id)

	lane, mask := c.lane(), s.active(c)
	collective := ir.CollectiveOp(f.Field(i, "collective"))
	if n := f.Field(i, "cluster"); collective == ir.Clustered && n < 32 {
		first := c.andi(lane, uint64(-n))
		mask = c.and(mask, c.shl(c.U32(1<<n-1), first))
	}
	below := c.and(mask, c.subi(c.shl(c.U32(1), lane), 1))
	least := c.eqi(below, 0)
	prev := c.sel(least, lane, c.do(op.UFindMSB, below))
	var scan ssa.Value
	if scalar.IsFloat() {
		rank := c.do(op.BitCount, below)
		scan = join(identity, x)
		for k := 1; k < s.Size; k++ {
			scan = c.sel(c.eqi(rank, uint64(k)), join(c.shuffle(scan, prev), x), scan)
		}
	} else {
		scan = x
		// If there is no lower one, a bit above the number is set.
		next := c.sel(least, c.ori(lane, 64), prev)
		for n := 1; n < s.Size; n *= 2 {
			from := c.andi(next, 63)
			none := c.nei(c.andi(next, 64), 0)
			scan = c.sel(none, scan, join(c.shuffle(scan, from), scan))
			if 2*n < s.Size {
				next = c.or(c.andi(next, 64), c.shuffle(next, from))
			}
		}
	}
	switch collective {
	case ir.InclusiveScan:
		return scan
	case ir.ExclusiveScan:
		return c.sel(least, identity, c.shuffle(scan, prev))
	}
	return c.shuffle(scan, c.do(op.UFindMSB, mask))
}
