package interp

// This file compiles instructions in SSA form that are no arithmetic, and finds
// the slots of values.

import (
	"refract/exec"
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// inPool reports whether a value lies in the pool of large constants.
func (c *ssaCompiler) inPool(v ssa.Value) bool {
	if c.slots[v] != 0 {
		return false
	}
	o := c.g.Op(v)
	return o == op.Zero || o == op.Undef || o == op.Constant
}

// poolOf is the place of a value in the pool, and its slots.
func (c *ssaCompiler) poolOf(v ssa.Value) (at, n int32) {
	if c.g.Op(v) == op.Constant {
		return c.pool(constantKey{constant: ir.ConstantID(c.g.Word(v, 0))})
	}
	return c.pool(constantKey{zero: c.g.Type(v)})
}

// use is the place of a value. Pointers and large constants are put into slots on the way.
func (c *ssaCompiler) use(v ssa.Value) int32 {
	if p := c.pointers[v]; p.kind != pointNowhere {
		return c.address(p)
	}
	if at := c.slots[v]; at != 0 {
		return at - 1
	}
	switch {
	case v == 0:
	case c.g.Op(v) == op.DerefVar:
		if p := c.pointerTo(v); p.kind != pointNowhere {
			return c.address(p)
		}
		return c.globals[ir.GlobalID(c.g.VarOf(v))]
	case c.inPool(v):
		at, n := c.poolOf(v)
		dst := c.alloc(n)
		c.emit(instr{op: opConst, dst: dst, a: at, c: n})
		return dst
	}
	c.unsupported("a use of " + c.g.Op(v).String() + " that nothing computes before")
	return 0
}

// optional is the slot of source k, or -1 if it is absent.
func (c *ssaCompiler) optional(i ssa.InstrID, k int) int32 {
	if v := c.source(i, k); v != 0 {
		return c.use(v)
	}
	return -1
}

// source is source k, or 0 if it is absent.
func (c *ssaCompiler) source(i ssa.InstrID, k int) ssa.Value {
	if k < c.g.NumSrcs(i) {
		return c.g.Arg(i, k)
	}
	return 0
}

// define is the place for the value of an instruction.
func (c *ssaCompiler) define(i ssa.InstrID) int32 {
	if at := c.slots[i]; at != 0 {
		return at - 1
	}
	at := c.alloc(c.ts.slotsOf(c.g.Type(i)))
	c.slots[i] = at + 1
	return at
}

// alias makes the value of an instruction that which is in slots already.
func (c *ssaCompiler) alias(i ssa.InstrID, at int32) {
	if own := c.slots[i]; own != 0 && at >= c.fixed {
		c.copySlots(own-1, at, c.ts.slotsOf(c.g.Type(i)))
		return
	}
	c.slots[i] = at + 1
}

// point makes the value of an instruction a pointer.
func (c *ssaCompiler) point(i ssa.InstrID, p pointer) {
	if own := c.slots[i]; own != 0 && p.kind == pointSlot && p.slot >= c.fixed {
		c.copySlots(own-1, p.slot, 1)
		p.slot = own - 1
	}
	c.pointers[i] = p
}

// pointerTo is the pointer that a value is; of kind pointNowhere if it is a
// resource.
func (c *ssaCompiler) pointerTo(v ssa.Value) pointer {
	if p := c.pointers[v]; p.kind != pointNowhere {
		return p
	}
	if c.g.Op(v) == op.DerefVar {
		x := c.g.Var(c.g.VarOf(v))
		at := exec.Place{Type: x.Type, Layout: x.Layout}
		switch {
		case c.g.VarOf(v).IsLocal():
			return pointer{kind: pointLocal, offset: c.vars[c.g.VarOf(v)&^ssa.LocalVar], place: at}
		case x.Mode.Space() == ir.SpaceHandle:
			return pointer{}
		}
		return pointer{kind: pointSlot, slot: c.globals[ir.GlobalID(c.g.VarOf(v))], place: at}
	}
	t := c.m.Types.At(c.g.Type(v))
	if t.Kind != ir.TypePointer {
		return pointer{}
	}
	return pointer{kind: pointSlot, slot: c.use(v), place: exec.Place{Type: t.Base, Layout: t.Layout}}
}

// group emits an operation of several invocations.
func (c *ssaCompiler) group(in instr, i ssa.InstrID) {
	c.fn.suspends = true
	in.dst = c.define(i)
	c.emit(in)
}

// instr compiles an instruction.
func (c *ssaCompiler) instr(i ssa.InstrID) {
	g := c.g
	switch o := g.Op(i); o.Class() {
	case op.ClassALU:
		c.alu(i)
	case op.ClassDeref:
		c.deref(i)
	case op.ClassTex:
		c.tex(i)
	case op.ClassConst, op.ClassUndef, op.ClassPhi:
	case op.ClassCall:
		c.call(i)
	case op.ClassCopy:
		moves := c.edges[:0]
		for k, r := range g.CopyRegs(i) {
			moves = append(moves, edgeMove{c.regs[r], c.use(g.Arg(i, k)), c.ts.slotsOf(g.Regs[r].Type)})
		}
		c.parallel(moves)
		c.edges = moves
	case op.ClassJump:
		switch o {
		case op.Break, op.Continue:
			to := g.JumpTarget(i)
			if to == 0 {
				c.unsupported("a " + o.String() + " out of place")
				return
			}
			c.edge(g.Block(i), to)
			c.goes(o, c.emit(instr{op: opJump}))
		case op.Return:
			if len(c.fn.outputs) > 0 {
				c.endIO()
				return
			}
			in := instr{op: opReturn}
			if v := c.source(i, 0); v != 0 {
				in.a, in.c = c.use(v), c.fn.result
			}
			c.emit(in)
		case op.Halt:
			c.emit(instr{op: opTerminate})
		}
	default:
		c.intrinsic(i)
	}
}

func (c *ssaCompiler) deref(i ssa.InstrID) {
	g := c.g
	var flags uint16
	if g.Flags(i)&ir.FlagInBounds != 0 {
		flags |= accessPromised
	}
	switch g.Op(i) {
	case op.DerefVar:
		return
	case op.DerefStruct:
		if p, ok := c.part(c.pointerTo(g.Arg(i, 0)), -1, g.Word(i, 0), 0); ok {
			c.point(i, p)
		}
		return
	case op.DerefArray:
		base, index := g.Arg(i, 0), g.Arg(i, 1)
		p := c.pointerTo(base)
		if p.kind == pointNowhere {
			dst := c.define(i)
			c.emit(instr{op: opIndexBinding, a: c.use(base), b: c.use(index), f: flags, dst: dst})
			return
		}
		dynamic, static := int32(-1), uint32(0)
		if k := g.ConstBits(index, 0); g.IsConst(index) && k < 1<<31 && c.isElement(p.place.Type, uint32(k)) {
			static = uint32(k)
		} else {
			dynamic = c.use(index)
		}
		if p, ok := c.part(p, dynamic, static, flags); ok {
			c.point(i, p)
		}
		return
	case op.DerefAddress:
		t := c.m.Types.At(g.Type(i))
		if t.Kind == ir.TypeAccelerationStructure {
			c.fail(&exec.UnsupportedError{Feature: "acceleration structures from addresses", Span: c.span})
			return
		}
		in := instr{op: opPhysical, a: c.use(g.Arg(i, 0)), dst: c.alloc(1)}
		c.emit(in)
		c.point(i, pointer{kind: pointSlot, slot: in.dst, place: exec.Place{Type: t.Base, Layout: t.Layout}})
		return
	case op.DerefCast:
		t := c.m.Types.At(g.Type(i))
		p := c.pointerTo(g.Arg(i, 0))
		if p.kind != pointNowhere && t.Kind == ir.TypePointer {
			p.place = exec.Place{Type: t.Base, Layout: t.Layout}
			c.point(i, p)
			return
		}
	}
	c.unsupported(g.Op(i).String())
}

// isElement reports whether a vector, matrix or sized array has an element.
func (c *ssaCompiler) isElement(of ir.TypeID, k uint32) bool {
	t := c.m.Types.At(of)
	return t.Kind != ir.TypeBindingArray && int64(k) < int64(c.length(t))
}

func (c *ssaCompiler) call(i ssa.InstrID) {
	g := c.g
	callee, err := c.p.function(ir.FuncID(g.Word(i, 0)), c.span, c.depth+1)
	if err != nil {
		c.fail(err)
		return
	}
	args := callArgs{function: callee}
	for k := range callee.args {
		args.args = append(args.args, argument{c.use(g.Arg(i, k)), callee.args[k].count})
	}
	c.fn.callees = append(c.fn.callees, callee)
	c.fn.suspends = c.fn.suspends || callee.suspends
	c.fn.shares = c.fn.shares || callee.shares
	in := instr{op: opCall, d: int32(len(c.fn.calls))}
	if g.Type(i) != 0 {
		in.dst = c.define(i)
	} else {
		in.dst = c.alloc(callee.result)
	}
	c.fn.calls = append(c.fn.calls, args)
	c.emit(in)
}

func (c *ssaCompiler) intrinsic(i ssa.InstrID) {
	g := c.g
	flags := g.Flags(i)
	word := g.Word(i, 0)
	switch o := g.Op(i); o {
	case op.Param:
	case op.Load:
		p := c.pointerTo(g.Arg(i, 0))
		c.loadFrom(p, c.define(i), flags)
	case op.Store:
		c.store(i)
	case op.Copy:
		from, to := c.pointerTo(g.Arg(i, 1)), c.pointerTo(g.Arg(i, 0))
		at := c.alloc(c.ts.slotsOf(from.place.Type))
		c.loadFrom(from, at, 0)
		c.storeTo(to, at, 0)
	case op.Declare:
		c.declare(i)
	case op.Atomic:
		c.atomic(i)
	case op.ArrayLength:
		c.lengthOf(c.pointerTo(g.Arg(i, 0)), func() int32 { return c.define(i) })
	case op.WorkgroupUniformLoad:
		c.barrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		p := c.pointerTo(g.Arg(i, 0))
		c.loadFrom(p, c.define(i), 0)
		c.barrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
	case op.ControlBarrier:
		c.barrier(ir.Barrier{Memory: ir.Memory(word & 0xFF), Scope: ir.Scope(word >> 8 & 15), Ordering: ir.Ordering(word >> 12 & 15)})
	case op.MemoryBarrier:
		// Invocations run one after the other: memory is always in order, but for the checks.
		c.emit(instr{op: opFence, f: uint16(word & 0xFF)})
	case op.Interlock:
	case op.Print:
		in := printArgs{format: ir.FormatID(word)}
		for k := range g.NumSrcs(i) {
			in.args = append(in.args, printed{c.use(g.Arg(i, k)), g.Type(g.Arg(i, k))})
		}
		c.fn.prints = append(c.fn.prints, in)
		c.emit(instr{op: opPrint, d: int32(len(c.fn.prints) - 1)})
	case op.RayInitialize, op.RayProceed, op.RayTerminate, op.RayGenerate, op.RayConfirm, op.RayGet, op.RayVertices:
		c.ray(i)
	case op.Pipeline:
		c.pipeline(i)
	case op.EmitVertexWithCounter, op.EndPrimitiveWithCounter, op.SetVertexAndPrimitiveCount:
		c.counted(i)
	case op.ImageLoad, op.ImageStore, op.ImageAtomic:
		c.image(i)
	case op.Interpolate:
		c.unsupported("inputs interpolated elsewhere than declared")
	case op.Derivative:
		v := g.Arg(i, 0)
		c.group(instr{op: opDerivative, n: uint8(g.Comps(v)), f: uint16(word&15) | uint16(word>>4&15)<<4, a: c.use(v)}, i)
	case op.Demote:
		c.emit(instr{op: opDemote})
	case op.DemoteIf:
		c.emit(instr{op: opDemoteIf, a: c.use(g.Arg(i, 0))})
	case op.TerminateIf:
		c.emit(instr{op: opTerminateIf, a: c.use(g.Arg(i, 0))})
	case op.Ballot, op.BallotBits:
		in := instr{op: opBallot, b: 1}
		if o == op.BallotBits {
			in.c, in.d = int32(g.Comps(i)), int32(g.Bits(i))
		}
		if v := c.source(i, 0); v != 0 {
			in.a, in.b = c.use(v), 0
		}
		c.group(in, i)
	case op.SubgroupGather:
		v := g.Arg(i, 0)
		in := instr{op: opGather, f: uint16(word & 15), b: c.use(v), c: c.ts.slotsOf(g.Type(v))}
		if index := c.source(i, 1); index != 0 {
			in.a = c.use(index)
		}
		c.group(in, i)
	case op.SubgroupCollective:
		in := instr{op: opCollective, f: uint16(word), n: 1, d: int32(ir.Bool)}
		if v := c.source(i, 0); v != 0 {
			// The kind of the result decides how the bits are read.
			in.a, in.n, in.d = c.use(v), uint8(g.Comps(v)), int32(c.m.Types.ScalarOf(g.Type(i)))
		}
		c.group(in, i)
	case op.LoadReg:
		r := &g.Regs[word]
		n := c.ts.slotsOf(r.Type)
		if v := c.source(i, 0); v != 0 {
			index := c.use(v)
			c.emit(instr{op: opIndex, a: c.regs[word], b: index, c: int32(max(r.Length, 1)), d: n, dst: c.define(i)})
			return
		}
		c.copySlots(c.define(i), c.regs[word], n)
	case op.StoreReg:
		r := &g.Regs[word]
		n := c.ts.slotsOf(r.Type)
		value := c.use(g.Arg(i, 0))
		if v := c.source(i, 1); v != 0 {
			c.emit(instr{op: opInsert, a: value, b: c.use(v), c: int32(max(r.Length, 1)), d: n, dst: c.regs[word]})
			return
		}
		c.copySlots(c.regs[word], value, n)
	case op.ResourceIndex:
		c.resource(i)
	case op.ResourceUnit:
		c.unit(i)
	case op.ElementOffset:
		c.elementOffset(i)
	case op.LoadUBOVec4:
		c.loadVec4(i)
	case op.LoadInput, op.LoadInterpolatedInput, op.LoadOutput, op.StoreOutput:
		c.slotAccess(i)
	case op.LoadSystemValue:
		c.loadSystemValue(i)
	case op.LoadBarycentric:
		if !computesWith(g, i) { // inputs come interpolated
			c.copySlots(c.define(i), c.scalar(0), 1)
			c.copySlots(c.define(i)+1, c.scalar(0), 1)
			return
		}
		at, ok := c.barycentric(g, i)
		if !ok {
			c.unsupported("places of interpolation other than the pixel's center")
			return
		}
		c.copySlots(c.define(i), at+1, 2)
	case op.SSBOSize:
		c.emit(instr{op: opSizeAt, a: c.use(g.Arg(i, 0)), dst: c.define(i)})
	case op.SSBOAddress:
		c.emit(instr{op: opAddressAt, a: c.use(g.Arg(i, 0)), dst: c.define(i)})
	default:
		if form := o.Memory(); form.Kind != op.NoMemory {
			c.explicit(i, form)
			return
		}
		c.unsupported(o.String())
	}
}

func (c *ssaCompiler) declare(i ssa.InstrID) {
	v := c.g.VarOf(i) &^ ssa.LocalVar
	at := exec.Place{Type: c.g.Vars[v].Type, Layout: c.g.Vars[v].Layout}
	if init := c.source(i, 0); init != 0 {
		c.storeTo(pointer{kind: pointLocal, offset: c.vars[v], place: at}, c.use(init), 0)
		return
	}
	info, err := c.ts.places.Info(at)
	if err != nil {
		c.unsupported("variables of type " + c.m.TypeName(at.Type))
		return
	}
	c.emit(instr{op: opClearLocal, c: int32(c.vars[v]), d: int32(info.Size)})
}

// store writes all of a value, or the components in the mask.
func (c *ssaCompiler) store(i ssa.InstrID) {
	g := c.g
	p, value := c.pointerTo(g.Arg(i, 0)), c.use(g.Arg(i, 1))
	mask := g.Word(i, 0)
	n := c.m.Types.ComponentCount(p.place.Type)
	if mask == 0 || n < 2 || mask == 1<<n-1 {
		c.storeTo(p, value, g.Flags(i))
		return
	}
	for k := range n {
		if mask>>k&1 == 0 {
			continue
		}
		if to, ok := c.part(p, -1, uint32(k), 0); ok {
			c.storeTo(to, value+int32(k), g.Flags(i))
		}
	}
}

func (c *ssaCompiler) atomic(i ssa.InstrID) {
	g := c.g
	pointerType := c.m.Types.At(g.Type(g.Arg(i, 0)))
	c.fn.shares = c.fn.shares || pointerType.Kind != ir.TypePointer || pointerType.Space == ir.SpaceStorage || pointerType.Space == ir.SpacePhysical
	p := c.pointerTo(g.Arg(i, 0))
	args := atomicArgs{op: ir.AtomicOp(g.Word(i, 0) & 15), s: c.m.Types.ScalarOf(p.place.Type), offset: p.offset,
		compare: c.optional(i, 2), result: g.Type(i) != 0}
	in := instr{op: opAtomic, a: p.slot, b: c.use(g.Arg(i, 1)), d: int32(len(c.fn.atomics))}
	if p.kind == pointLocal {
		in.a, args.offset = c.address(p), 0
	}
	if args.result {
		in.dst = c.define(i)
	}
	c.fn.atomics = append(c.fn.atomics, args)
	c.emit(in)
}

// imageType is the type of an image; of a combined one, of its image.
func (c *ssaCompiler) imageType(v ssa.Value) *ir.Type {
	t := c.m.Types.At(c.g.Type(v))
	if t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	return t
}

// image compiles operations on storage images.
func (c *ssaCompiler) image(i ssa.InstrID) {
	g := c.g
	t := c.imageType(g.Arg(i, 0))
	a := texelArgs{image: c.use(g.Arg(i, 0)), coordinate: c.texOperand(i, 1), array: c.texOperand(i, 2), sample: -1, level: -1,
		value: -1, compare: -1, dim: t.Dim, promised: g.Flags(i)&ir.FlagInBounds != 0}
	switch g.Op(i) {
	case op.ImageLoad:
		a.sample, a.residency = c.texOperand(i, 3), g.Field(i, "residency") != 0
		a.components = int32(g.Comps(i))
		c.texels(i, func(dst int32) { c.texel(opImageLoad, a, dst) })
	case op.ImageStore:
		a.value, a.sample = c.texOperand(i, 3), c.texOperand(i, 4)
		c.texel(opImageStore, a, 0)
	case op.ImageAtomic:
		c.fn.shares = true
		a.value, a.compare, a.sample, a.op, a.s, a.promised = c.optional(i, 3), c.optional(i, 4), c.optional(i, 5), ir.AtomicOp(g.Word(i, 0)&15), t.Texel(), false
		dst := int32(0)
		if g.Type(i) != 0 {
			dst = c.define(i)
			a.components = c.ts.slotsOf(g.Type(i))
		}
		c.texel(opImageAtomic, a, dst)
	}
}

// texOperand is the place of a source of an operation on textures, in 32 bits; -1: it is absent. Integers
// of 16 bits are signed, but for the texels that are stored.
func (c *ssaCompiler) texOperand(i ssa.InstrID, k int) int32 {
	v := c.source(i, k)
	if v == 0 || c.g.Bits(v) != 16 {
		return c.optional(i, k)
	}
	from, to := ir.F16, ir.F32
	if s := c.m.Types.ScalarOf(c.g.Type(v)); !s.IsFloat() {
		if from, to = ir.I16, ir.I32; c.g.Op(i) == op.ImageStore && k == 3 && !s.IsSigned() {
			from, to = ir.U16, ir.U32
		}
	}
	n := int32(c.g.Comps(v))
	wide := c.alloc(n)
	c.emit(instr{op: opConvert, n: uint8(n), f: uint16(arith.Index(from, to)), a: c.use(v), dst: wide})
	return wide
}

// texels has code make the result of an operation on textures, and makes it one of 16 bits if it is that.
func (c *ssaCompiler) texels(i ssa.InstrID, code func(dst int32)) {
	half := c.m.Types.ScalarOf(c.g.Type(i))
	if half.Bits() != 16 {
		code(c.define(i))
		return
	}
	from := ir.F32
	if !half.IsFloat() {
		from = ir.I32
	}
	n := int32(c.g.Comps(i))
	wide := c.alloc(n)
	code(wide)
	c.emit(instr{op: opConvert, n: uint8(n), f: uint16(arith.Index(from, half)), a: wide, dst: c.define(i)})
}

func (c *ssaCompiler) tex(i ssa.InstrID) {
	g := c.g
	o := g.Op(i)
	switch o {
	case op.Tex:
		c.sample(i)
		return
	case op.Txf:
		a := texelArgs{image: c.use(g.Arg(i, 0)), coordinate: c.texOperand(i, 1), array: c.texOperand(i, 2), sample: c.texOperand(i, 3),
			level: c.texOperand(i, 4), value: -1, compare: -1, dim: c.imageType(g.Arg(i, 0)).Dim, components: int32(g.Comps(i)),
			promised: g.Flags(i)&ir.FlagInBounds != 0, residency: g.Field(i, "residency") != 0}
		c.texels(i, func(dst int32) { c.texel(opImageLoad, a, dst) })
		return
	}
	in := instr{op: opImageQuery, a: c.use(g.Arg(i, 0)), b: -1, n: uint8(g.Comps(i))}
	switch o {
	case op.Txs:
		in.f, in.b = uint16(ir.QuerySize), c.optional(i, 1)
	case op.TexLevels:
		in.f = uint16(ir.QueryLevels)
	case op.TexLayers:
		in.f = uint16(ir.QueryLayers)
	case op.TexSamples:
		in.f = uint16(ir.QuerySamples)
	default:
		c.unsupported(o.String())
	}
	in.dst = c.define(i)
	c.emit(in)
}

func (c *ssaCompiler) sample(i ssa.InstrID) {
	g := c.g
	t := c.imageType(g.Arg(i, 0))
	word := g.Word(i, 0)
	a := sampleArgs{
		image: c.use(g.Arg(i, 0)), sampler: c.optional(i, 1), coordinate: c.texOperand(i, 2), array: c.texOperand(i, 3),
		offset: c.texOperand(i, 4), level: c.texOperand(i, 5), levelY: c.texOperand(i, 6), reference: c.texOperand(i, 7), least: c.texOperand(i, 8),
		mode: ir.SampleLevel(word & 15), dim: t.Dim, gather: int(word>>4&7) - 1, clampEdge: word>>7&1 != 0, residency: g.Field(i, "residency") != 0, components: int32(g.Comps(i)),
	}
	if a.sampler < 0 {
		a.sampler = a.image
	}
	if a.array >= 0 {
		a.signed = c.m.Types.ScalarOf(g.Type(g.Arg(i, 3))).IsSigned()
	}
	if a.level >= 0 { // depth images have integer levels
		a.intLevel = t.Class == ir.ImageDepth && a.mode == ir.LevelExact && !c.m.Types.ScalarOf(g.Type(g.Arg(i, 5))).IsFloat()
	}
	if a.mode.IsImplicit() && a.gather < 0 && !a.clampEdge {
		n := int32(g.Comps(g.Arg(i, 2)))
		c.fn.suspends = true
		gradients := c.alloc(2 * n)
		c.emit(instr{op: opGradients, n: uint8(n), a: a.coordinate, dst: gradients})
		a.levelY = gradients // with the mode, this says where the gradients are
	}
	in := instr{op: opImageSample, d: int32(len(c.fn.samples))}
	c.fn.samples = append(c.fn.samples, a)
	c.texels(i, func(dst int32) {
		in.dst = dst
		c.emit(in)
	})
}
