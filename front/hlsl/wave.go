package hlsl

// This file lowers operations on waves and quads, and interlocked operations.

import (
	"strings"

	"refract/internal/lazy"
	"refract/ir"
)

func (c *checker) waveResult(t ir.TypeID) ir.ExprID {
	return c.fn.AddResult(ir.KindSubgroupResult, t, c.b.Span)
}

func (c *checker) collective(op ir.SubgroupOp, how ir.CollectiveOp, x operand) operand {
	s := ir.SubgroupCollective{Op: op, Collective: how}
	t := tBool
	if op != ir.SubgroupElect {
		t = x.ty
		s.Argument = c.toExpr(x)
	}
	s.Result = c.waveResult(c.irOf(t))
	c.b.Push(c.fn.AddSubgroupCollective(s, c.b.Span))
	return value(s.Result, t)
}

// gatherFrom moves a value between lanes; bools travel as numbers.
func (c *checker) gatherFrom(mode ir.GatherMode, x operand, index ir.ExprID) operand {
	if x.ty.isMatrix() {
		return c.byRows(x.ty, func(i uint32) operand { return c.gatherFrom(mode, c.component(x, i), index) })
	}
	k := x.ty.kind()
	if k == kBool {
		x = c.cast(kUint, x)
	}
	g := ir.SubgroupGather{Mode: mode, Argument: c.toExpr(x), Index: index}
	g.Result = c.waveResult(c.irOf(x.ty))
	c.b.Push(c.fn.AddSubgroupGather(g, c.b.Span))
	return c.cast(k, value(g.Result, x.ty))
}

func (c *checker) ballot(x operand) operand {
	r := c.waveResult(ir.TypeVec4U32)
	c.b.Push(c.fn.AddSubgroupBallot(ir.SubgroupBallot{Predicate: c.toExpr(x), Result: r}, c.b.Span))
	return value(r, vectorType(kUint, 4))
}

type reduction struct {
	op  ir.SubgroupOp
	how ir.CollectiveOp
}

// waveReduce are the reductions and scans.
var waveReduce = lazy.Value[map[string]reduction]{Make: func() map[string]reduction {
	return map[string]reduction{
		"WaveActiveSum": {ir.SubgroupAdd, ir.Reduce}, "WaveActiveProduct": {ir.SubgroupMul, ir.Reduce},
		"WaveActiveMin": {ir.SubgroupMin, ir.Reduce}, "WaveActiveMax": {ir.SubgroupMax, ir.Reduce},
		"WaveActiveBitAnd": {ir.SubgroupAnd, ir.Reduce}, "WaveActiveBitOr": {ir.SubgroupOr, ir.Reduce},
		"WaveActiveBitXor": {ir.SubgroupXor, ir.Reduce},
		"WavePrefixSum":    {ir.SubgroupAdd, ir.ExclusiveScan}, "WavePrefixProduct": {ir.SubgroupMul, ir.ExclusiveScan},
	}
}}

func (c *checker) wave(k *icall) operand {
	name := k.name()
	switch name {
	case "WaveIsFirstLane":
		return c.collective(ir.SubgroupElect, ir.Reduce, operand{})
	case "WaveGetLaneCount":
		return c.builtInValue(ir.BuiltInSubgroupSize)
	case "WaveGetLaneIndex":
		return c.builtInValue(ir.BuiltInSubgroupInvocationID)
	case "IsHelperLane":
		if !c.stage.Info().Discards {
			return constBool(false)
		}
		return c.builtInValue(ir.BuiltInHelperInvocation)
	}
	x := c.settled(k.a[0])
	if r, ok := waveReduce.Get()[name]; ok {
		kd := x.ty.kind()
		if kd == kBool {
			x = c.cast(kUint, x)
			kd = kUint
		}
		if strings.Contains(name, "Bit") && (!kd.isInt() || kd.isSigned()) {
			return c.noOverload(k)
		}
		if x.ty.isMatrix() {
			return c.byRows(x.ty, func(i uint32) operand { return c.collective(r.op, r.how, c.component(x, i)) })
		}
		return c.collective(r.op, r.how, x)
	}
	scalarBool := func() (operand, bool) {
		if x.ty.shape().count() != 1 {
			c.noOverload(k)
			return x, false
		}
		return c.cast(kBool, c.scalar(x)), true
	}
	switch name {
	case "WaveActiveAllTrue", "WaveActiveAnyTrue":
		b, ok := scalarBool()
		if !ok {
			return operand{}
		}
		op := ir.SubgroupAll
		if name == "WaveActiveAnyTrue" {
			op = ir.SubgroupAny
		}
		return c.collective(op, ir.Reduce, b)
	case "WaveActiveBallot":
		b, ok := scalarBool()
		if !ok {
			return operand{}
		}
		return c.ballot(b)
	case "WaveActiveCountBits", "WavePrefixCountBits":
		b, ok := scalarBool()
		if !ok {
			return operand{}
		}
		how := ir.Reduce
		if name == "WavePrefixCountBits" {
			how = ir.ExclusiveScan
		}
		return c.collective(ir.SubgroupAdd, how, c.cast(kUint, b))
	case "WaveActiveAllEqual":
		equal := c.binary(ir.Eq, x, c.gatherFrom(ir.BroadcastFirst, x, 0))
		var list []operand
		for _, p := range c.flatten(nil, equal) {
			list = append(list, c.collective(ir.SubgroupAll, ir.Reduce, p))
		}
		return c.unflatten(equal.ty, &list)
	case "WaveReadLaneFirst":
		return c.gatherFrom(ir.BroadcastFirst, x, 0)
	case "WaveReadLaneAt":
		i := c.cast(kUint, c.scalar(k.a[1]))
		if i.isConst() {
			return c.gatherFrom(ir.Broadcast, x, c.toExpr(i))
		}
		return c.gatherFrom(ir.Shuffle, x, c.toExpr(i))
	case "QuadReadAcrossX":
		return c.gatherFrom(ir.QuadSwapX, x, 0)
	case "QuadReadAcrossY":
		return c.gatherFrom(ir.QuadSwapY, x, 0)
	case "QuadReadAcrossDiagonal":
		return c.gatherFrom(ir.QuadSwapDiagonal, x, 0)
	case "QuadReadLaneAt":
		i := c.cast(kUint, c.scalar(k.a[1]))
		if i.isConst() {
			return c.gatherFrom(ir.QuadBroadcast, x, c.toExpr(i))
		}
		// One of four by the number.
		y := c.gatherFrom(ir.QuadBroadcast, x, c.b.U32(0))
		for l := range uint32(3) {
			z := c.gatherFrom(ir.QuadBroadcast, x, c.b.U32(l+1))
			y = c.choose(c.binary(ir.Eq, i, constUint(l+1)), z, y)
		}
		return y
	case "QuadAny", "QuadAll":
		b, ok := scalarBool()
		if !ok {
			return operand{}
		}
		op := ir.LogicalOr
		if name == "QuadAll" {
			op = ir.LogicalAnd
		}
		v := c.cast(kUint, b)
		y := b
		for _, m := range []ir.GatherMode{ir.QuadSwapX, ir.QuadSwapY, ir.QuadSwapDiagonal} {
			y = c.binary(op, y, c.cast(kBool, c.gatherFrom(m, v, 0)))
		}
		return y
	case "WaveMatch":
		return c.partitioned(vectorType(kUint, 4), x, func(same operand) operand { return c.ballot(same) }, nil)
	}
	return c.unsupported(c.t.Span(k.n), name)
}

// partitioned goes over the parts of a wave whose lanes have the same key: a loop that the
// lanes with the key of the first leave. The result is that of all, computed while every
// remaining lane takes part, or of part, computed by the leaving ones only.
func (c *checker) partitioned(t typeID, key operand, all func(same operand) operand, part func() operand) operand {
	temp := c.fn.AddLocal(ir.Local{Type: c.irOf(t), Span: c.b.Span})
	c.b.DeclareLocal(temp, 0)
	key = c.runtime(key)
	if key.ty.kind().isFloat() {
		to := map[int]kind{16: kU16, 32: kUint, 64: kU64}[c.width(key.ty.kind())]
		key = c.bitcast(to, key)
	}
	c.b.Flush()
	mark := c.b.Begin()
	same := c.binary(ir.Eq, key, c.gatherFrom(ir.BroadcastFirst, key, 0))
	if same.ty.shape().count() > 1 {
		same = c.relational(ir.All, same)
	} else {
		same = c.scalar(same)
	}
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
	return value(c.b.Load(c.b.Local(temp)), t)
}

// multiPrefix is a scan over the lanes with the same mask.
func (c *checker) multiPrefix(k *icall) operand {
	x := c.settled(k.a[0])
	key := c.cast(kUint, k.a[1])
	if x.ty.isMatrix() || key.ty.size() != 4 {
		return c.noOverload(k)
	}
	op := ir.SubgroupAdd
	switch k.name() {
	case "WaveMultiPrefixBitAnd":
		op = ir.SubgroupAnd
	case "WaveMultiPrefixBitOr":
		op = ir.SubgroupOr
	case "WaveMultiPrefixBitXor":
		op = ir.SubgroupXor
	case "WaveMultiPrefixProduct":
		op = ir.SubgroupMul
	case "WaveMultiPrefixCountBits":
		x = c.cast(kUint, c.cast(kBool, x))
	}
	if x.ty.kind() == kBool {
		x = c.cast(kUint, x)
	}
	x = c.runtime(x)
	return c.partitioned(x.ty, key, nil, func() operand { return c.collective(op, ir.ExclusiveScan, x) })
}

// builtInValue is a built-in input that the source doesn't declare. Functions read it from a
// private variable, which the entry point fills.
func (c *checker) builtInValue(b ir.BuiltIn) operand {
	it, t := builtInType(b)
	if c.isEntry {
		return value(c.argument(b.String(), it, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}, c.b.Span), t)
	}
	if c.checking {
		return c.zero(t)
	}
	c.funcs[c.curFunc].bound = true
	for i := range c.uses {
		if c.uses[i].builtIn == b && c.uses[i].entry == c.entryNumber {
			return value(c.b.Load(c.b.Global(c.hidden(b))), t)
		}
	}
	c.uses = append(c.uses, use{builtIn: b, entry: c.entryNumber})
	c.again = true
	return c.zero(t)
}

// hidden is the private variable of a built-in input.
func (c *checker) hidden(b ir.BuiltIn) ir.GlobalID {
	if c.hiddenVars[b] == 0 {
		it, _ := builtInType(b)
		c.m.Globals = append(c.m.Globals, ir.Global{Name: b.String(), Space: ir.SpacePrivate, Access: ir.AccessReadWrite, Type: it})
		c.hiddenVars[b] = ir.GlobalID(len(c.m.Globals) - 1)
	}
	return c.hiddenVars[b]
}

// fillHidden stores the built-in inputs that functions read.
func (c *checker) fillHidden() {
	for i := range c.uses {
		if b := c.uses[i].builtIn; b != ir.NoBuiltIn && c.uses[i].entry == c.entryNumber {
			v := c.builtInValue(b)
			c.b.Store(c.b.Global(c.hidden(b)), v.expr())
		}
	}
}

// atomicOps are the interlocked operations by the words in their names.
var atomicOps = []struct {
	word string
	op   ir.AtomicOp
}{{"CompareExchange", ir.AtomicCompareExchange}, {"CompareStore", ir.AtomicCompareExchange}, {"Exchange", ir.AtomicExchange},
	{"Add", ir.AtomicAdd}, {"And", ir.AtomicAnd}, {"Max", ir.AtomicMax}, {"Min", ir.AtomicMin}, {"Or", ir.AtomicOr}, {"Xor", ir.AtomicXor}}

func atomicOf(name string) ir.AtomicOp {
	for _, a := range atomicOps {
		if strings.Contains(name, a.word) {
			return a.op
		}
	}
	return ir.AtomicAdd
}

// interlocked is an atomic operation on groupshared memory, a buffer or a texture.
func (c *checker) interlocked(k *icall) operand {
	x := k.a[0]
	if x.isPlace() && x.n == 1 && x.whole.size() == 1 { // dest[i].x
		x.n = 0
	}
	if x.kind == opEither {
		return c.unsupported(c.t.Span(k.n), k.name()+" on one of several buffers")
	}
	if !x.isPlace() || x.n > 1 || x.bitN > 0 || !x.ty.numeric() || x.ty.shape().count() != 1 {
		c.errorf(codeAssign, c.t.Span(k.nodes[0]), "%s needs groupshared memory or an element of a writable resource", k.name())
		return operand{}
	}
	if x.kind == opRef && x.n == 1 {
		x = c.componentRef(x)
	}
	if !c.writable(x, k.nodes[0], "change") {
		return operand{}
	}
	float := strings.Contains(k.name(), "FloatBitwise")
	kd := x.ty.kind()
	if kd.isFloat() && !float && atomicOf(k.name()) != ir.AtomicExchange || c.width(kd) < 32 || float && !kd.isFloat() {
		return c.noOverload(k)
	}
	op := atomicOf(k.name())
	arg := func(i int) operand {
		v := k.a[i]
		if v.isPlace() {
			v = c.rvalue(v)
		}
		v = c.implicit(v, scalarType(kd), c.t.Span(k.nodes[i]), "an argument of "+k.name())
		return v
	}
	var compare, val operand
	at := 1
	if op == ir.AtomicCompareExchange {
		if compare = arg(1); !compare.ok() {
			return operand{}
		}
		at = 2
	}
	if val = arg(at); !val.ok() {
		return operand{}
	}
	var old operand
	if x.kind == opTexel {
		old = c.texelAtomic(k, x, op, compare, val)
	} else {
		p := c.m.Types.At(c.ex.TypeOf(x.expr()))
		if p.Space != ir.SpaceStorage && p.Space != ir.SpaceWorkgroup {
			c.errorf(codeAssign, c.t.Span(k.nodes[0]), "%s needs groupshared memory or an element of a writable resource", k.name())
			return operand{}
		}
		old = c.memoryAtomic(x, op, compare, val)
	}
	if !old.ok() {
		return old
	}
	if i := at + 1; i < len(k.a) {
		if !c.storeOut(k, i, old) {
			return operand{}
		}
	}
	return operand{kind: opVoid, ty: tVoid}
}

// componentRef is the pointer to a single component.
func (c *checker) componentRef(x operand) operand {
	y := x
	y.n, y.row = 0, 0
	if x.whole.isMatrix() {
		y.handle = uint32(c.elementPointer(x, x.pattern[0]))
	} else {
		y.handle = uint32(c.b.AccessIndex(x.expr(), uint32(x.pattern[0])))
	}
	return y
}

// memoryAtomic is an atomic operation on memory; the result is the old value.
func (c *checker) memoryAtomic(x operand, op ir.AtomicOp, compare, val operand) operand {
	a := ir.Atomic{Op: op, Pointer: x.expr(), Value: c.toExpr(val)}
	if op == ir.AtomicCompareExchange {
		a.Compare = c.toExpr(compare)
	}
	r := c.b.Atomic(a)
	if op == ir.AtomicCompareExchange {
		return c.made(c.ex.AddAccessIndex(c.m.ElementType(c.ex.TypeOf(r), 0), ir.AccessIndex{Base: r}, c.b.Span), scalarType(val.ty.kind()))
	}
	return value(r, scalarType(val.ty.kind()))
}
