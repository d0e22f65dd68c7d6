package toir

// This file converts instructions that are no arithmetic, and finds the
// expressions that values are.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// want is a scalar kind that a use needs.
type want uint8

const (
	anyKind  want = iota
	boolKind      // 1 bit
	intKind       // signed or unsigned
	sintKind
	uintKind
	floatKind
)

// fits reports whether a scalar is of the kind.
func (w want) fits(s ir.Scalar) bool {
	switch k := s.Kind(); w {
	case boolKind:
		return k == ir.BoolKind
	case intKind:
		return k == ir.SintKind || k == ir.UintKind
	case sintKind:
		return k == ir.SintKind
	case uintKind:
		return k == ir.UintKind
	case floatKind:
		return k == ir.FloatKind
	}
	return true
}

// scalar is the scalar of the kind with the size of another, which is that one if
// it fits.
func (w want) scalar(s ir.Scalar) ir.Scalar {
	switch {
	case w.fits(s) || s == ir.Bool:
		return s
	case w == sintKind:
		return ir.ScalarOf(ir.SintKind, s.Bits())
	case w == floatKind:
		return ir.ScalarOf(ir.FloatKind, s.Bits())
	}
	return ir.ScalarOf(ir.UintKind, s.Bits())
}

// wantOf is the kind of a scalar.
func wantOf(s ir.Scalar) want {
	switch s.Kind() {
	case ir.BoolKind:
		return boolKind
	case ir.SintKind:
		return sintKind
	case ir.UintKind:
		return uintKind
	case ir.FloatKind:
		return floatKind
	}
	return anyKind
}

// use is the expression of a value at the builder's place, of the kind.
func (c *converter) use(v ssa.Value, w want) ir.ExprID {
	switch {
	case c.lasts[v]:
		return c.as(c.exprs[v], w)
	case v == 0:
		return 0
	case c.isFree(v):
		return c.free(v, w)
	}
	e := c.exprs[v]
	def := c.g.ListOf(c.g.Block(v))
	if c.spills[v] != 0 && !c.inScope(def, c.list) {
		e = c.b.Load(c.b.Local(c.spills[v]))
	} else if c.g.Op(v).Class() == op.ClassDeref && (e == 0 || !c.inScope(def, c.list)) {
		e = c.deref(v)
	}
	if e == 0 {
		c.fail(c.g.SpanOf(v), "a use of %s that nothing computes before", c.g.Op(v))
		return c.b.U32(0)
	}
	return c.as(e, w)
}

// as reinterprets an expression as the kind, if it is of another.
func (c *converter) as(e ir.ExprID, w want) ir.ExprID {
	if w == anyKind {
		return e
	}
	t := c.b.TypeOf(e)
	s := c.types.ScalarOf(t)
	if !c.types.IsScalarOrVector(t) || w.fits(s) || s == ir.Bool {
		return e
	}
	return c.b.Bitcast(c.types.WithScalar(t, w.scalar(s)), e)
}

// exactly is a value as an expression of a type.
func (c *converter) exactly(v ssa.Value, t ir.TypeID) ir.ExprID {
	if v == 0 {
		return 0
	}
	if c.types.IsScalarOrVector(t) {
		return c.use(v, wantOf(c.types.ScalarOf(t)))
	}
	return c.use(v, anyKind)
}

// free makes a value that exists everywhere.
func (c *converter) free(v ssa.Value, w want) ir.ExprID {
	g := c.g
	t := g.Type(v)
	index := g.Word(v, 0)
	if len(c.settings) > 0 && c.settings[v] != 0 {
		return c.as(c.b.Load(c.b.Local(c.settings[v])), w)
	}
	keep := func(e ir.ExprID) ir.ExprID {
		c.exprs[v] = e
		return e
	}
	if e := c.exprs[v]; e != 0 && g.Op(v) != op.Const {
		return c.as(e, w)
	}
	switch g.Op(v) {
	case op.Mov:
		return c.read(g.Src(v, 0), w)
	case op.Load:
		return c.as(c.b.Load(c.use(g.Arg(v, 0), anyKind)), w)
	case op.Extract:
		return c.as(c.b.AccessIndex(c.use(g.Arg(v, 0), anyKind), index), w)
	case op.Const:
		return c.constant(v, w)
	case op.Zero, op.Undef:
		if c.types.IsScalarOrVector(t) {
			return c.b.Zero(c.types.WithScalar(t, w.scalar(c.types.ScalarOf(t))))
		}
		return c.b.Zero(t)
	case op.Constant:
		return c.as(keep(c.b.Constant(ir.ConstantID(index))), w)
	case op.Override:
		return c.as(keep(c.b.Override(ir.OverrideID(index))), w)
	case op.Param:
		return c.as(keep(c.b.Argument(int(index))), w)
	case op.DerefVar:
		if x := ssa.VarID(index); x.IsLocal() {
			return keep(c.b.Local(ir.LocalID(x &^ ssa.LocalVar)))
		}
		return keep(c.b.Global(ir.GlobalID(index)))
	}
	panic("toir: " + g.Op(v).String())
}

// constant makes a constant of the kind that is wanted.
func (c *converter) constant(v ssa.Value, w want) ir.ExprID {
	g := c.g
	t := g.Type(v)
	s := w.scalar(c.types.ScalarOf(t))
	st := ir.TypeID(s)
	n := g.Comps(v)
	if n == 1 {
		if e := c.exprs[v]; e != 0 && c.b.TypeOf(e) == st {
			return e
		}
		e := c.b.Bits(st, g.ConstBits(v, 0))
		if s == c.types.ScalarOf(t) {
			c.exprs[v] = e
		}
		return e
	}
	same, zero := true, true
	for k := range n {
		same = same && g.ConstBits(v, k) == g.ConstBits(v, 0)
		zero = zero && g.ConstBits(v, k) == 0
	}
	switch {
	case zero:
		return c.b.Zero(ir.VectorOf(s, n))
	case same:
		return c.b.Splat(n, c.b.Bits(st, g.ConstBits(v, 0)))
	}
	var parts [4]ir.ExprID
	for k := range n {
		parts[k] = c.b.Bits(st, g.ConstBits(v, k))
	}
	return c.b.Compose(ir.VectorOf(s, n), parts[:n]...)
}

// deref makes the address that an instruction computes, at the builder's place.
func (c *converter) deref(v ssa.Value) ir.ExprID {
	g := c.g
	if g.Op(v) == op.DerefAddress {
		at := ir.TypeU64
		if g.Comps(g.Arg(v, 0)) == 2 { // of an acceleration structure
			at = ir.TypeVec2U32
		}
		return c.b.PointerAt(g.Type(v), c.exactly(g.Arg(v, 0), at))
	}
	base := c.use(g.Arg(v, 0), anyKind)
	switch g.Op(v) {
	case op.DerefStruct:
		return c.b.AccessIndex(base, g.Word(v, 0))
	case op.DerefArray:
		index := g.Arg(v, 1)
		if g.IsConst(index) {
			k, n := g.ConstBits(index, 0), c.length(base)
			if n < unknownLength {
				k = min(k, uint64(n)-1) // as an index that isn't known would be taken
			}
			if k < uint64(n) {
				return c.b.AccessIndex(base, uint32(k))
			}
		}
		kind := intKind
		if g.IsConst(index) {
			kind = uintKind // no language takes a negative constant
		}
		e := c.b.Access(base, c.use(index, kind))
		c.f.SetFlags(e, g.Flags(v))
		return e
	}
	c.fail(g.SpanOf(v), "%s", g.Op(v))
	return base
}

// access is the element of base at the index that source k of an instruction is.
// A known one that is out of bounds is the last, as one that isn't known would be.
func (c *converter) access(base ir.ExprID, i ssa.InstrID, k int, length uint32) ir.ExprID {
	if s := c.g.Src(i, k); c.g.IsConst(s.Value) && length > 0 && length < unknownLength {
		return c.b.AccessIndex(base, uint32(min(c.g.ConstBits(s.Value, s.Swizzle.At(0)), uint64(length)-1)))
	}
	return c.b.Access(base, c.src(i, k, intKind))
}

// unknownLength is that of arrays whose length is known later, or at run time.
const unknownLength = 1 << 31

// length is the number of elements behind a pointer that an index may name
// statically.
func (c *converter) length(base ir.ExprID) uint32 {
	return c.lengthOf(c.types.Pointee(c.b.TypeOf(base)))
}

func (c *converter) lengthOf(id ir.TypeID) uint32 {
	t := c.types.At(id)
	switch t.Kind {
	case ir.TypeVector:
		return uint32(t.Rows)
	case ir.TypeMatrix:
		return uint32(t.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		if t.Length == 0 {
			return unknownLength
		}
		return t.Length
	}
	return 0
}

// defined records the expression of a value, and saves it if it is used out of
// scope.
func (c *converter) defined(v ssa.Value, e ir.ExprID) {
	c.exprs[v] = e
	if l := c.spills[v]; l != 0 {
		c.f.Locals[l].Type = c.b.TypeOf(e)
		c.b.Store(c.b.Local(l), e)
	} else {
		c.lasts[v] = e != 0 && !c.isFree(v)
	}
}

// instr converts an instruction.
func (c *converter) instr(i ssa.InstrID) {
	g, f := c.g, c.f
	switch o := g.Op(i); o.Class() {
	case op.ClassConst, op.ClassUndef:
		if o == op.Const && g.NameOf(i) != "" && g.Comps(i) > 1 {
			c.exprs[i] = 0
		}
	case op.ClassDeref:
		if o != op.DerefVar && !c.isRematerialized(i) {
			c.exprs[i] = c.deref(i)
		}
	case op.ClassALU:
		if c.isPick(i) || c.isPartOfWhole(i) {
			return
		}
		e := c.alu(i)
		if flags := g.Flags(i); flags != 0 && e != 0 && f.Kind(e).NeedsEmit() {
			f.SetFlags(e, flags)
			c.relaxed = c.relaxed || flags&ir.FlagRelaxed != 0
		}
		c.defined(i, e)
		c.noteAlias(i)
	case op.ClassTex:
		c.flagged(i, c.tex(i))
	case op.ClassPhi, op.ClassCopy:
		c.fail(g.SpanOf(i), "%s, which leaving SSA must have replaced", o)
	case op.ClassJump:
		c.jump(i)
	default:
		c.intrinsic(i)
	}
}

// jump converts an instruction after which control goes elsewhere.
func (c *converter) jump(i ssa.InstrID) {
	switch c.g.Op(i) {
	case op.Break:
		c.b.Break()
	case op.Continue:
		c.b.Continue()
	case op.Return:
		var v ir.ExprID
		if c.g.NumSrcs(i) > 0 {
			v = c.exactly(c.g.Arg(i, 0), c.g.Result)
		}
		c.b.Return(v)
	case op.Halt:
		c.b.Push(c.f.AddSimple(ir.StmtTerminate, c.b.Span))
	}
}

// intrinsic converts an instruction that is no arithmetic.
func (c *converter) intrinsic(i ssa.InstrID) {
	g, f := c.g, c.f
	switch o := g.Op(i); o {
	case op.Call:
		c.call(i)
	case op.Load:
		if !c.isSetting(i) {
			c.flagged(i, c.b.Load(c.operand(i, 0)))
		}
	case op.Store:
		c.store(i)
	case op.Declare:
		c.declare(i)
	case op.Copy:
		c.b.Store(c.operand(i, 0), c.b.Load(c.operand(i, 1)))
	case op.LoadReg:
		c.defined(i, c.b.Load(c.register(i, 0)))
	case op.StoreReg:
		c.storeReg(i)
	case op.Atomic:
		c.atomic(i)
	case op.ArrayLength, op.CooperativeLength:
		c.defined(i, c.b.ArrayLength(c.operand(i, 0)))
	case op.WorkgroupUniformLoad:
		v := ir.WorkgroupUniformLoad{Pointer: c.operand(i, 0), Result: c.result(i, ir.KindWorkgroupUniformResult)}
		c.statement(i, f.AddWorkgroupUniformLoad(v, c.b.Span), v.Result)
	case op.ControlBarrier, op.MemoryBarrier:
		k := ir.StmtControlBarrier
		if o == op.MemoryBarrier {
			k = ir.StmtMemoryBarrier
		}
		w := g.Word(i, 0)
		c.statement(i, f.AddBarrier(k, ir.Barrier{Memory: ir.Memory(w & 0xFF), Scope: ir.Scope(w >> 8 & 15), Ordering: ir.Ordering(w >> 12 & 15)}, c.b.Span), 0)
	case op.Interlock:
		c.statement(i, f.AddInterlock(ir.InterlockOp(g.Word(i, 0)&1), c.b.Span), 0)
	case op.ImageLoad, op.ImageStore, op.ImageAtomic:
		c.image(i)
	case op.Derivative:
		w := g.Word(i, 0)
		c.flagged(i, c.b.Derivative(ir.DerivativeAxis(w&15), ir.DerivativeControl(w>>4&15), c.use(g.Arg(i, 0), floatKind)))
	case op.Interpolate:
		c.interpolate(i)
	case op.Demote:
		c.b.Push(f.AddSimple(ir.StmtDemote, c.b.Span))
	case op.Ballot, op.SubgroupGather, op.SubgroupCollective:
		c.subgroup(i)
	case op.RayInitialize, op.RayProceed, op.RayTerminate, op.RayGenerate, op.RayConfirm:
		c.rayQuery(i)
	case op.CooperativeLoad, op.CooperativeStore, op.CooperativeMultiplyAdd:
		c.cooperative(i)
	case op.CooperativeArith:
		c.flagged(i, c.cooperativeArith(i))
	case op.RayGet, op.RayVertices:
		k := ir.KindRayQueryGet
		if o == op.RayVertices {
			k = ir.KindRayQueryVertex
		}
		flags := g.Flags(i)
		if g.Word(i, 0)&1 != 0 {
			flags |= ir.FlagCommitted
		}
		c.defined(i, c.b.Pend(f.AddUnaryKind(k, g.Type(i), flags, c.operand(i, 0), c.b.Span)))
	case op.Pipeline:
		c.pipeline(i)
	case op.Print:
		v := ir.PrintStmt{Format: ir.FormatID(g.Word(i, 0))}
		for k := range g.NumSrcs(i) {
			v.Args = append(v.Args, c.operand(i, k))
		}
		c.statement(i, f.AddPrint(v, c.b.Span), 0)
	case op.Param:
	default:
		c.fail(g.SpanOf(i), "%s", o)
	}
}

// operand is source k as it comes.
func (c *converter) operand(i ssa.InstrID, k int) ir.ExprID { return c.use(c.g.Arg(i, k), anyKind) }

// result is a new expression that a statement gives its result to.
func (c *converter) result(i ssa.InstrID, k ir.Kind) ir.ExprID {
	return c.f.AddResult(k, c.g.Type(i), c.b.Span)
}

// flagged defines the value of an instruction as an expression that has its flags.
func (c *converter) flagged(i ssa.InstrID, e ir.ExprID) {
	flags := c.g.Flags(i)
	c.f.SetFlags(e, flags)
	c.relaxed = c.relaxed || flags&ir.FlagRelaxed != 0
	c.defined(i, e)
}

// statement adds a statement with the flags of an instruction, whose value is its result
// unless that is 0.
func (c *converter) statement(i ssa.InstrID, s ir.StmtID, result ir.ExprID) {
	c.f.SetStmtFlags(s, c.g.Flags(i))
	c.b.Push(s)
	if result != 0 {
		c.defined(i, result)
	}
}

func (c *converter) call(i ssa.InstrID) {
	fn := ir.FuncID(c.g.Word(i, 0))
	callee := c.m.Functions[fn]
	c.args = c.args[:0]
	for k := range callee.Args {
		c.args = append(c.args, c.exactly(c.g.Arg(i, k), callee.Args[k].Type))
	}
	if e := c.b.Call(fn, c.args...); e != 0 {
		c.defined(i, e)
	}
}

func (c *converter) declare(i ssa.InstrID) {
	l := ir.LocalID(c.g.VarOf(i) &^ ssa.LocalVar)
	var init ir.ExprID
	if v := c.optional(i, 0); v != 0 {
		init = c.exactly(v, c.f.Locals[l].Type)
	}
	switch {
	case !c.hoisted[l]:
		c.statement(i, c.f.AddLocalDecl(ir.LocalDecl{Local: l, Init: init}, c.b.Span), 0)
	case init != 0: // else it becomes undefined
		c.b.Store(c.b.Local(l), init)
	}
}

func (c *converter) atomic(i ssa.InstrID) {
	g, p := c.g, c.operand(i, 0)
	t := ir.TypeID(c.types.At(c.types.Pointee(c.b.TypeOf(p))).Scalar)
	w := g.Word(i, 0)
	v := ir.Atomic{Op: ir.AtomicOp(w & 15), Pointer: p, Scope: ir.Scope(w >> 8 & 15), Ordering: ir.Ordering(w >> 12 & 15),
		Value: c.exactly(g.Arg(i, 1), t), Compare: c.exactly(g.Arg(i, 2), t)}
	if g.Type(i) != 0 {
		v.Result = c.result(i, ir.KindAtomicResult)
	}
	c.statement(i, c.f.AddAtomic(v, c.b.Span), v.Result)
}

// image converts operations on texels.
func (c *converter) image(i ssa.InstrID) {
	g, f := c.g, c.f
	image := c.operand(i, 0)
	coordinate, index := c.texOperand(i, 1, intKind), c.texOperand(i, 2, intKind)
	switch g.Op(i) {
	case op.ImageLoad:
		v := ir.ImageLoad{Image: image, Coordinate: coordinate, ArrayIndex: index, Sample: c.texOperand(i, 3, intKind), Residency: g.Field(i, "residency") != 0}
		c.flagged(i, c.texels(i, c.b.ImageLoad(v)))
	case op.ImageStore:
		v := ir.ImageStore{Image: image, Coordinate: coordinate, ArrayIndex: index, Sample: c.texOperand(i, 4, intKind)}
		v.Value = c.texOperand(i, 3, wantOf(c.texel(image)))
		c.statement(i, f.AddImageStore(v, c.b.Span), 0)
	case op.ImageAtomic:
		v := ir.ImageAtomic{Op: ir.AtomicOp(g.Word(i, 0) & 15), Image: image, Coordinate: coordinate, ArrayIndex: index, Sample: c.texOperand(i, 5, intKind)}
		w := wantOf(c.texel(image))
		v.Value, v.Compare = c.use(g.Arg(i, 3), w), c.use(g.Arg(i, 4), w)
		if g.Type(i) != 0 {
			v.Result = c.result(i, ir.KindAtomicResult)
		}
		c.statement(i, f.AddImageAtomic(v, c.b.Span), v.Result)
	}
}

// texOperand is a source of an operation on textures, in 32 bits; 0 if there is none. Integers of 16 bits
// are signed, but for the texels that are stored.
func (c *converter) texOperand(i ssa.InstrID, k int, w want) ir.ExprID {
	v := c.optional(i, k)
	if v == 0 || c.g.Bits(v) != 16 {
		return c.use(v, w)
	}
	switch {
	case w == floatKind || w == anyKind && c.types.ScalarOf(c.g.Type(v)).IsFloat():
		return c.b.Convert(ir.F32, c.use(v, floatKind))
	case w == wantOf(ir.U32):
		return c.b.Convert(ir.U32, c.use(v, w))
	}
	return c.b.Convert(ir.I32, c.use(v, sintKind))
}

// texels is the result of an operation on textures, which may have 16 bits.
func (c *converter) texels(i ssa.InstrID, e ir.ExprID) ir.ExprID {
	if half, ok := ir.HalfSize(c.types.ScalarOf(c.b.TypeOf(e))); ok && c.g.Bits(i) == 16 {
		return c.b.Convert(half, e)
	}
	return e
}
func (c *converter) interpolate(i ssa.InstrID) {
	w := c.g.Word(i, 0)
	v := ir.Interpolate{Op: ir.InterpolateOp(w & 15), Component: w >> 4 & 15, Location: w >> 8}
	if at := c.optional(i, 0); at != 0 {
		k := floatKind
		if v.Op == ir.InterpolateSample {
			k = intKind
		}
		v.Arg = c.use(at, k)
	}
	c.defined(i, c.b.Interpolate(c.g.Type(i), v))
}

// subgroup converts operations of a subgroup.
func (c *converter) subgroup(i ssa.InstrID) {
	g, f, w := c.g, c.f, c.g.Word(i, 0)
	switch g.Op(i) {
	case op.Ballot:
		p, r := c.use(c.optional(i, 0), boolKind), c.result(i, ir.KindSubgroupResult)
		c.statement(i, f.AddSubgroupBallot(ir.SubgroupBallot{Predicate: p, Result: r}, c.b.Span), r)
	case op.SubgroupGather:
		v := ir.SubgroupGather{Mode: ir.GatherMode(w & 15), Argument: c.exactly(g.Arg(i, 0), g.Type(i)), Index: c.use(c.optional(i, 1), intKind)}
		v.Result = c.result(i, ir.KindSubgroupResult)
		c.statement(i, f.AddSubgroupGather(v, c.b.Span), v.Result)
	case op.SubgroupCollective:
		v := ir.SubgroupCollective{Op: ir.SubgroupOp(w & 15), Collective: ir.CollectiveOp(w >> 4 & 15), Cluster: w >> 8 & 255, Argument: c.exactly(c.optional(i, 0), g.Type(i))}
		v.Result = c.result(i, ir.KindSubgroupResult)
		c.statement(i, f.AddSubgroupCollective(v, c.b.Span), v.Result)
	}
}

// rayQuery converts operations that change a ray query.
func (c *converter) rayQuery(i ssa.InstrID) {
	v := ir.RayQuery{Query: c.operand(i, 0)}
	switch c.g.Op(i) {
	case op.RayInitialize:
		v.Op, v.A, v.B = ir.RayInitialize, c.operand(i, 1), c.operand(i, 2)
	case op.RayProceed:
		v.Op, v.Result = ir.RayProceed, c.f.AddResult(ir.KindRayQueryProceedResult, ir.TypeBool, c.b.Span)
	case op.RayTerminate:
		v.Op = ir.RayTerminate
	case op.RayGenerate:
		v.Op, v.A = ir.RayGenerateIntersection, c.use(c.g.Arg(i, 1), floatKind)
	case op.RayConfirm:
		v.Op = ir.RayConfirmIntersection
	}
	c.statement(i, c.f.AddRayQuery(v, c.b.Span), v.Result)
}

// pipelineOperands are the types of the operands of operations; 0 is any.
var pipelineOperands = [ir.NumPipelineOps][]ir.TypeID{
	ir.SetMeshOutputs:     {ir.TypeU32, ir.TypeU32},
	ir.EmitMeshTasks:      {ir.TypeU32, ir.TypeU32, ir.TypeU32, 0},
	ir.TraceRay:           {0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeVec3F32, ir.TypeF32, ir.TypeVec3F32, ir.TypeF32, 0, ir.TypeF32},
	ir.ReportIntersection: {ir.TypeF32, ir.TypeU32},
	ir.ExecuteCallable:    {ir.TypeU32, 0},
	ir.TraceHit:           {0, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeVec3F32, ir.TypeF32, ir.TypeVec3F32, ir.TypeF32, 0, ir.TypeF32},
	ir.RecordHit:          {0, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeVec3F32, ir.TypeF32, ir.TypeVec3F32, ir.TypeF32, 0, ir.TypeF32},
	ir.RecordHitAt:        {0, 0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeVec3F32, ir.TypeF32, ir.TypeVec3F32, ir.TypeF32, 0, ir.TypeF32},
	ir.RecordMiss:         {0, ir.TypeU32, ir.TypeU32, ir.TypeVec3F32, ir.TypeF32, ir.TypeVec3F32, ir.TypeF32, ir.TypeF32},
	ir.RecordEmpty:        {0},
	ir.RecordQuery:        {0, 0, ir.TypeU32, 0, ir.TypeU32},
	ir.SetRecordIndex:     {0, ir.TypeU32},
	ir.ExecuteHit:         {0, 0},
	ir.ReadHit:            {0},
	ir.ReadHitAttributes:  {0, 0},
	ir.ReorderThread:      {0, ir.TypeU32, ir.TypeU32},
	ir.FetchMicroVertex:   {0, ir.TypeU32, ir.TypeU32, ir.TypeU32, ir.TypeVec2I32},
}

// pipeline converts an operation of a stage on its pipeline.
func (c *converter) pipeline(i ssa.InstrID) {
	w := c.g.Word(i, 0)
	if o := ir.PipelineOp(w & 63); (o == ir.ReadHit || o == ir.FetchMicroVertex) && !c.g.HasUses(i) {
		return // it has no other effect
	}
	v := ir.PipelineStmt{Op: ir.PipelineOp(w & 63), Stream: uint8(w >> 6 & 63)}
	c.args = c.args[:0]
	for k := range c.g.NumSrcs(i) {
		var t ir.TypeID
		if k < len(pipelineOperands[v.Op]) {
			t = pipelineOperands[v.Op][k]
		}
		if v.Op == ir.ReorderThread && c.g.NumSrcs(i) == 2 {
			t = ir.TypeU32 // a hint, without an object
		}
		if t != 0 {
			c.args = append(c.args, c.exactly(c.g.Arg(i, k), t))
		} else {
			c.args = append(c.args, c.operand(i, k))
		}
	}
	v.Args = c.args
	if v.Op.HasResult() && c.g.HasUses(i) {
		v.Result = c.result(i, ir.KindPipelineResult)
	}
	c.statement(i, c.f.AddPipeline(v, c.b.Span), v.Result)
}

// optional is source k if the instruction has so many, or 0.
func (c *converter) optional(i ssa.InstrID, k int) ssa.Value {
	if k < c.g.NumSrcs(i) {
		return c.g.Arg(i, k)
	}
	return 0
}

// texel is the scalar of an image's components.
func (c *converter) texel(image ir.ExprID) ir.Scalar {
	return c.types.At(c.b.TypeOf(image)).Texel()
}

// register is the address of the register, or of its element if source k is
// there.
func (c *converter) register(i ssa.InstrID, k int) ir.ExprID {
	p := c.b.Local(c.regs[c.g.Word(i, 0)])
	if v := c.optional(i, k); v != 0 {
		return c.b.Access(p, c.use(v, intKind))
	}
	return p
}

// storeReg sets a register.
func (c *converter) storeReg(i ssa.InstrID) {
	p := c.register(i, 1)
	c.b.Store(p, c.exactly(c.g.Arg(i, 0), c.types.Pointee(c.b.TypeOf(p))))
}

// store writes all of a value, or the components in the mask one by one.
func (c *converter) store(i ssa.InstrID) {
	g := c.g
	p := c.changed(i)
	if p == 0 {
		p = c.use(g.Arg(i, 0), anyKind)
	}
	t := c.types.Pointee(c.b.TypeOf(p))
	if ty := c.types.At(t); ty.Kind == ir.TypeAtomic {
		t = ir.TypeID(ty.Scalar)
	}
	v := c.exactly(g.Arg(i, 1), t)
	mask := g.Word(i, 0)
	if n := c.types.ComponentCount(t); mask != 0 && mask != 1<<n-1 {
		for k := range n {
			if mask>>k&1 != 0 {
				c.b.Store(c.b.AccessIndex(p, uint32(k)), c.b.AccessIndex(v, uint32(k)))
			}
		}
		return
	}
	s := c.f.AddStore(ir.Store{Pointer: p, Value: v}, c.b.Span)
	c.f.SetStmtFlags(s, g.Flags(i))
	c.b.Push(s)
}

// changed is the address that a store shares with the load of a compound assignment,
// or 0.
func (c *converter) changed(i ssa.InstrID) ir.ExprID {
	g := c.g
	p, x := g.Arg(i, 0), g.Arg(i, 1)
	if !c.isRematerialized(p) || g.Op(x).Class() != op.ClassALU || g.NumSrcs(x) != 2 || g.Block(x) != g.Block(i) {
		return 0
	}
	load := g.Arg(x, 0)
	if e := c.exprs[load]; g.Op(load) == op.Load && g.Arg(load, 0) == p && g.Block(load) == g.Block(i) && e != 0 && c.f.Kind(e) == ir.KindLoad {
		return c.f.Operand(e)
	}
	return 0
}

func (c *converter) tex(i ssa.InstrID) ir.ExprID {
	g := c.g
	image := c.use(g.Arg(i, 0), anyKind)
	operand := func(k int, w want) ir.ExprID { return c.texOperand(i, k, w) }
	switch g.Op(i) {
	case op.Tex:
		w := g.Word(i, 0)
		v := ir.ImageSample{Image: image, Sampler: c.use(g.Arg(i, 1), anyKind), Coordinate: operand(2, floatKind),
			ArrayIndex: operand(3, intKind), Offset: operand(4, sintKind), Level: ir.SampleLevel(w & 15),
			DepthRef: operand(7, floatKind), MinLevel: operand(8, floatKind), Gather: int(w>>4&7) - 1, ClampEdge: w>>7&1 != 0, Residency: w>>8&1 != 0}
		level := floatKind
		if c.types.At(c.b.TypeOf(image)).Class == ir.ImageDepth && v.Level == ir.LevelExact {
			level = anyKind
		}
		v.LevelArg, v.LevelArgY = operand(5, level), operand(6, floatKind)
		return c.texels(i, c.b.ImageSample(v))
	case op.Txf:
		return c.texels(i, c.b.ImageLoad(ir.ImageLoad{Image: image, Coordinate: operand(1, intKind), ArrayIndex: operand(2, intKind), Sample: operand(3, intKind),
			Level: operand(4, intKind), Residency: g.Field(i, "residency") != 0}))
	case op.Txs:
		return c.b.ImageQuery(ir.QuerySize, image, operand(1, intKind))
	case op.TexLevels:
		return c.b.ImageQuery(ir.QueryLevels, image, 0)
	case op.TexLayers:
		return c.b.ImageQuery(ir.QueryLayers, image, 0)
	}
	return c.b.ImageQuery(ir.QuerySamples, image, 0)
}
