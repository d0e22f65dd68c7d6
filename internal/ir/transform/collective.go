package transform

// This file spells scans and clustered reductions of subgroups by shuffles, for targets that
// don't have them all:
//
//	%r = subgroup_collective min inclusive_scan %x
//
// becomes a call of a function, one for each operation and type, that iterates over the
// active invocations and combines their values:
//
//	func subgroup_min_inclusive_scan(x) {
//	  let active = subgroupBallot(true);
//	  let rank = subgroupExclusiveAdd(1u);   // how many are before this one
//	  var result = x;                        // what the operation leaves as it is, of exclusive scans
//	  var count = 0u;
//	  for (var w = 0u; w < 4u; w++) {
//	    var bits = active[w];
//	    loop {
//	      if bits == 0u { break; }
//	      let lane = w * 32u + countTrailingZeros(bits);
//	      let y = subgroupShuffle(x, lane);
//	      if count < rank { result = min(result, y); }
//	      count++;
//	      bits &= bits - 1u;
//	    }
//	  }
//	  return result;
//	}
//
// All active invocations iterate as often, and all sources of shuffles are active. In a
// clustered operation a lane counts if it is of this one's cluster.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// CollectiveLoops replaces the scans and clustered reductions that are wanted, of integers and
// floats of up to 64 bits.
func CollectiveLoops(m *ir.Module, wants func(v ir.SubgroupCollective, t ir.TypeID) bool) {
	if !HasCollectives(m, wants) {
		return
	}
	c := collectiveLoops{m: m, wants: wants}
	rewrite.Functions(m, func(f *ir.Function) bool { return f.MayHaveStmt(ir.StmtSubgroupCollective) }, &c)
}

// HasCollectives reports whether there is a collective operation that is wanted.
func HasCollectives(m *ir.Module, wants func(v ir.SubgroupCollective, t ir.TypeID) bool) bool {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtSubgroupCollective) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) != ir.StmtSubgroupCollective {
				continue
			}
			if v := f.SubgroupCollective(s); v.Argument != 0 && wants(v, f.TypeOf(v.Argument)) {
				return true
			}
		}
	}
	return false
}

type collectiveLoops struct {
	m     *ir.Module
	wants func(v ir.SubgroupCollective, t ir.TypeID) bool
	built map[collectiveKey]ir.FuncID
	b     ir.Builder // of the functions
}

type collectiveKey struct {
	op      ir.SubgroupOp
	how     ir.CollectiveOp
	cluster uint32
	t       ir.TypeID
}

// Kinds implements rewrite.Selective.
func (*collectiveLoops) Kinds() ir.KindSet { return 0 }

// Expr implements rewrite.Visitor.
func (*collectiveLoops) Expr(*rewrite.Editor, ir.ExprID) {}

// Stmt implements rewrite.Visitor.
func (c *collectiveLoops) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtSubgroupCollective {
		return
	}
	v := f.SubgroupCollective(s)
	if v.Argument == 0 || v.Op < ir.SubgroupAdd || v.Op > ir.SubgroupXor {
		return
	}
	t := f.TypeOf(v.Argument)
	if !c.wants(v, t) {
		return
	}
	b := e.Remove()
	id := c.function(collectiveKey{v.Op, v.Collective, v.Cluster, t})
	f.Overwrite(v.Result, f.AddResult(ir.KindCallResult, t, b.Span))
	b.Push(f.AddCall(ir.Call{Function: id, Args: []ir.ExprID{v.Argument}, Result: v.Result}, b.Span))
}

// combine is the result of an operation on two values.
func combine(b *ir.Builder, o ir.SubgroupOp, x, y ir.ExprID) ir.ExprID {
	switch o {
	case ir.SubgroupAdd:
		return b.Binary(ir.Add, x, y)
	case ir.SubgroupMul:
		return b.Binary(ir.Mul, x, y)
	case ir.SubgroupMin:
		return b.Math(ir.MathMin, x, y)
	case ir.SubgroupMax:
		return b.Math(ir.MathMax, x, y)
	case ir.SubgroupAnd:
		return b.Binary(ir.And, x, y)
	case ir.SubgroupOr:
		return b.Binary(ir.Or, x, y)
	}
	return b.Binary(ir.Xor, x, y)
}

// identityOf are the bits of the identity of an operation.
func identityOf(o ir.SubgroupOp, s ir.Scalar) uint64 {
	ones := ^uint64(0) >> (64 - s.Bits())
	top := uint64(1) << (s.Bits() - 1)
	switch o {
	case ir.SubgroupMul:
		if s.IsFloat() {
			return s.FloatBits(1)
		}
		return 1
	case ir.SubgroupAnd:
		return ones
	case ir.SubgroupMin, ir.SubgroupMax:
		least := o == ir.SubgroupMax
		switch {
		case s.IsFloat():
			infinity := map[ir.Scalar]uint64{ir.F16: 0x7C00, ir.F32: 0x7F80_0000, ir.F64: 0x7FF0_0000_0000_0000}[s]
			if least {
				return infinity | top
			}
			return infinity
		case s.IsSigned() && least:
			return top
		case s.IsSigned():
			return top - 1
		case !least:
			return ones
		}
	}
	return 0
}

// identity is the identity of an operation on values of a type.
func identity(b *ir.Builder, o ir.SubgroupOp, t ir.TypeID) ir.ExprID {
	s := b.M.Types.ScalarOf(t)
	if s == ir.Bool {
		return b.Bool(o == ir.SubgroupAll)
	}
	bits := identityOf(o, s)
	v := b.Bits(ir.ScalarTypeOf(s), bits)
	if s.IsFloat() && s.Bits() <= 32 && (o == ir.SubgroupMin || o == ir.SubgroupMax) {
		// A constant that is infinite isn't one everywhere: it comes from a variable.
		l := b.F.AddLocal(ir.Local{Type: ir.TypeU32})
		b.DeclareLocal(l, b.U32(uint32(bits)))
		word := b.Load(b.Local(l))
		if s == ir.F16 {
			v = b.AccessIndex(b.Bitcast(vec2h, word), 0)
		} else {
			v = b.Bitcast(ir.TypeF32, word)
		}
	}
	return b.SplatLike(t, v)
}

// function makes the function of an operation.
func (c *collectiveLoops) function(k collectiveKey) ir.FuncID {
	if id := c.built[k]; id != 0 {
		return id
	}
	id, f := c.m.NewFunction("subgroup_" + k.op.String() + "_" + k.how.String())
	f.Args, f.Result = []ir.Argument{{Name: "x", Type: k.t}}, k.t
	if c.built == nil {
		c.built = map[collectiveKey]ir.FuncID{}
	}
	c.built[k] = id
	b := &c.b
	b.Start(c.m, f)
	all := b.Begin()
	x := b.Argument(0)
	active := f.AddResult(ir.KindSubgroupResult, ir.VectorOf(ir.U32, 4), diag.Span{})
	b.Push(f.AddSubgroupBallot(ir.SubgroupBallot{Result: active}, diag.Span{}))
	rank := f.AddResult(ir.KindSubgroupResult, ir.TypeU32, diag.Span{})
	b.Push(f.AddSubgroupCollective(ir.SubgroupCollective{Op: ir.SubgroupAdd, Collective: ir.ExclusiveScan, Argument: b.U32(1), Result: rank}, diag.Span{}))
	local := func(t ir.TypeID, init ir.ExprID) ir.LocalID {
		l := f.AddLocal(ir.Local{Type: t})
		b.DeclareLocal(l, init)
		return l
	}
	start := x
	if k.how != ir.InclusiveScan {
		start = identity(b, k.op, k.t)
	}
	result := local(k.t, start)
	load := func(l ir.LocalID) ir.ExprID { return b.Load(b.Local(l)) }
	// each goes through the lanes that are active.
	each := func(do func(lane, count ir.ExprID)) {
		count := local(ir.TypeU32, b.U32(0))
		w := local(ir.TypeU32, b.U32(0))
		leave := func(stay ir.ExprID) {
			inner := b.Begin()
			b.Break()
			b.If(stay, 0, b.End(inner))
		}
		outer := b.Begin()
		leave(b.Binary(ir.Lt, load(w), b.U32(4)))
		at := b.Access(active, load(w))
		b.F.SetFlags(at, ir.FlagInBounds)
		bits := local(ir.TypeU32, at)
		inner := b.Begin()
		leave(b.Binary(ir.Ne, load(bits), b.U32(0)))
		lane := b.Binary(ir.Add, b.Binary(ir.Mul, load(w), b.U32(32)), b.Math(ir.MathCountTrailingZeros, load(bits)))
		do(lane, load(count))
		b.Store(b.Local(count), b.Binary(ir.Add, load(count), b.U32(1)))
		b.Store(b.Local(bits), b.Binary(ir.And, load(bits), b.Binary(ir.Sub, load(bits), b.U32(1))))
		b.Loop(ir.Loop{Shape: ir.LoopWhile, Body: b.End(inner)})
		b.Store(b.Local(w), b.Binary(ir.Add, load(w), b.U32(1)))
		b.Loop(ir.Loop{Shape: ir.LoopWhile, Body: b.End(outer)})
	}
	when := func(cond ir.ExprID, do func()) {
		mark := b.Begin()
		do()
		b.If(cond, b.End(mark), 0)
	}
	mine := ir.LocalID(0) // the cluster of this one
	if k.how == ir.Clustered {
		mine = local(ir.TypeU32, b.U32(0))
		each(func(lane, count ir.ExprID) {
			when(b.Binary(ir.Eq, count, rank), func() { b.Store(b.Local(mine), b.Binary(ir.Div, lane, b.U32(k.cluster))) })
		})
	}
	each(func(lane, count ir.ExprID) {
		y := f.AddResult(ir.KindSubgroupResult, k.t, diag.Span{})
		b.Push(f.AddSubgroupGather(ir.SubgroupGather{Mode: ir.Shuffle, Index: lane, Argument: x, Result: y}, diag.Span{}))
		add := func() { b.Store(b.Local(result), combine(b, k.op, load(result), y)) }
		switch k.how {
		case ir.InclusiveScan, ir.ExclusiveScan:
			when(b.Binary(ir.Lt, count, rank), add)
		case ir.Clustered:
			when(b.Binary(ir.Eq, b.Binary(ir.Div, lane, b.U32(k.cluster)), load(mine)), add)
		default:
			add()
		}
	})
	b.Return(load(result))
	body := b.End(all)
	// A value that is uniform among the active invocations isn't for a compiler that looks
	// at values.
	filters := c.m.AddFilters([]ir.DiagnosticFilter{{Severity: diag.Off, Rule: "subgroup_uniformity"}})
	mark := b.Begin()
	b.Push(f.AddFilteredBlock(body, filters, diag.Span{}))
	f.Body = b.End(mark)
	return id
}
