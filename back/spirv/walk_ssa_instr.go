package spirv

// This file walks the instructions of the SSA form that are no arithmetic.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// writeInstr writes an instruction that is no jump.
func (w *Writer) writeInstr(i ssa.InstrID) {
	g := w.ssa.g
	o := g.Op(i)
	switch o.Class() {
	case op.ClassConst, op.ClassUndef, op.ClassDeref, op.ClassPhi:
		return
	}
	if o == op.Param {
		return
	}
	w.span = g.SpanOf(i)
	w.line(w.span)
	w.ssa.bound = w.out.Bound()
	switch o.Class() {
	case op.ClassALU:
		w.writeALU(i)
	case op.ClassTex:
		w.writeTex(i)
	case op.ClassCall:
		w.callFunction(i)
	case op.ClassIntrinsic:
		w.writeIntrinsic(i)
	default:
		w.fail("a " + o.String() + " has no form in SPIR-V")
	}
}

func (w *Writer) writeIntrinsic(i ssa.InstrID) {
	g := w.ssa.g
	word := g.Word(i, 0)
	switch o := g.Op(i); o {
	case op.Load:
		p := w.place(g.Arg(i, 0)).pointer
		if w.putOffLoad(i, p.ty) {
			w.ssa.deferred = i
			return
		}
		t := p.ty
		if ty := w.m.Types.At(t); ty.Kind == ir.TypeAtomic {
			t = ir.ScalarTypeOf(ty.Scalar)
		}
		v := w.load(p)
		w.set(i, v, t)
	case op.Store:
		to := w.place(g.Arg(i, 0)).pointer
		if n := w.m.Types.ComponentCount(to.ty); word != 0 && word != 1<<n-1 {
			w.storeParts(to, g.Arg(i, 1), word)
			return
		}
		w.storeTo(to, g.Arg(i, 1))
	case op.Declare:
		if g.NumSrcs(i) > 0 && g.Arg(i, 0) != 0 {
			w.storeTo(w.localVariable(g.VarOf(i)), g.Arg(i, 0))
		}
	case op.Copy:
		to, from := w.place(g.Arg(i, 0)).pointer, w.place(g.Arg(i, 1)).pointer
		w.copy(to, from)
	case op.Atomic:
		w.writeAtomicOp(i)
	case op.ImageAtomic:
		w.writeTexelAtomic(i)
	case op.ArrayLength:
		w.set(i, w.lengthOf(g.Arg(i, 0)), ir.TypeU32)
	case op.WorkgroupUniformLoad:
		p := w.place(g.Arg(i, 0)).pointer
		w.controlBarrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		v := w.load(p)
		w.controlBarrier(ir.Barrier{Memory: ir.MemoryWorkgroup})
		w.set(i, v, g.Type(i))
	case op.ControlBarrier, op.MemoryBarrier:
		b := ir.Barrier{Memory: ir.Memory(word & 0xFF), Scope: ir.Scope(word >> 8 & 15), Ordering: ir.Ordering(word >> 12 & 15)}
		if o == op.ControlBarrier {
			w.controlBarrier(b)
		} else {
			w.memoryBarrier(b)
		}
	case op.Interlock:
		w.interlock(ir.InterlockOp(word & 1))
	case op.Print:
		var args []id
		for k := range g.NumSrcs(i) {
			x, t := w.source(i, k, anyKind)
			args = append(args, w.printed(x, t))
		}
		w.printText(w.m.Formats[word], args)
	case op.ImageLoad:
		x := w.imageOf(g.Arg(i, 0))
		t := w.texelType(i, x)
		w.set(i, w.fetch(t, x, w.texelAt(i, 1, 2), w.present(i, 3, integer), 0, g.Field(i, "residency") != 0), t)
	case op.ImageStore:
		x := w.imageOf(g.Arg(i, 0))
		value, _ := w.source(i, 3, kindOf(w.m.ImageTexel(x.ty)))
		w.writeTexel(x, w.texelAt(i, 1, 2), w.present(i, 4, integer), value)
	case op.Derivative:
		x, t := w.source(i, 0, float)
		w.set(i, w.derivative(ir.DerivativeAxis(word&15), ir.DerivativeControl(word>>4&15), t, x), t)
	case op.Interpolate:
		v := ir.Interpolate{Op: ir.InterpolateOp(word & 15), Component: word >> 4 & 15, Location: word >> 8}
		var at id
		if v.Op == ir.InterpolateSample {
			at = w.present(i, 0, integer)
		} else {
			at = w.present(i, 0, float)
		}
		w.set(i, w.interpolate(g.Type(i), v, at), g.Type(i))
	case op.Demote:
		w.demote()
	case op.CooperativeLoad, op.CooperativeStore, op.CooperativeMultiplyAdd, op.CooperativeArith, op.CooperativeLength:
		w.writeCooperativeOp(i)
	case op.Ballot:
		t := w.result(i, uint_)
		w.set(i, w.ballot(t, w.present(i, 0, boolean)), t)
	case op.SubgroupGather:
		x, t := w.source(i, 0, anyKind)
		w.set(i, w.gather(ir.GatherMode(word&15), t, x, w.present(i, 1, uint_)), t)
	case op.SubgroupCollective:
		t := g.Type(i)
		k := kindOf(w.m.Types.ScalarOf(t))
		w.set(i, w.collective(ir.SubgroupOp(word&15), ir.CollectiveOp(word>>4&15), word>>8&255, t, w.present(i, 0, k)), t)
	case op.RayInitialize:
		w.rayInitialize(w.place(g.Arg(i, 0)).id, w.operand(g.Arg(i, 1)), w.operand(g.Arg(i, 2)))
	case op.RayProceed:
		w.set(i, w.rayProceed(w.place(g.Arg(i, 0)).id), ir.TypeBool)
	case op.RayTerminate:
		w.rayTerminate(w.place(g.Arg(i, 0)).id)
	case op.RayGenerate:
		t, _ := w.source(i, 1, float)
		w.rayGenerate(w.place(g.Arg(i, 0)).id, t)
	case op.RayConfirm:
		w.rayConfirm(w.place(g.Arg(i, 0)).id)
	case op.RayGet:
		w.set(i, w.rayIntersection(g.Type(i), w.place(g.Arg(i, 0)).id, word&1 != 0), g.Type(i))
	case op.RayVertices:
		w.set(i, w.rayVertices(g.Type(i), w.place(g.Arg(i, 0)).id, word&1 != 0), g.Type(i))
	case op.Pipeline:
		if w.writePipelineOp(i); w.block == 0 {
			return // the halt behind it has nothing to do
		}
	default:
		w.fail("a " + o.String() + " has no form in SPIR-V")
	}
	if w.block == 0 { // a demote that ends the invocation
		w.label(w.out.NewID())
		w.dead = w.block
	}
}

func (w *Writer) callFunction(i ssa.InstrID) {
	g := w.ssa.g
	f := ir.FuncID(g.Word(i, 0))
	callee := w.record(f)
	r := &w.records[w.current]
	if n := len(r.calls); n == 0 || r.calls[n-1] != int32(callee) {
		r.calls = append(r.calls, int32(callee))
	}
	fn := w.m.Functions[f]
	args := w.callArguments(i, fn.Args)
	result := w.void()
	if fn.Result != 0 {
		result = w.typ(fn.Result)
	}
	x := w.call(result, w.records[callee].id, args)
	if fn.Result != 0 {
		w.relaxIf(x, fn.ResultBinding.Relaxed && g.Flags(i)&ir.FlagRelaxed == 0)
		w.set(i, x, fn.Result)
	}
}

func (w *Writer) writeAtomicOp(i ssa.InstrID) {
	g := w.ssa.g
	word := g.Word(i, 0)
	p, s := w.atomicPlace(g.Arg(i, 0))
	scope, order := ir.Scope(word>>8&15), ir.Ordering(word>>12&15)
	w.exchange(i, ir.AtomicOp(word&15), p, s, w.present(i, 1, kindOf(s)), w.present(i, 2, kindOf(s)), scope, order)
}

func (w *Writer) writeTexelAtomic(i ssa.InstrID) {
	g := w.ssa.g
	s := w.m.ImageTexel(g.Type(g.Arg(i, 0)))
	p := w.texel(w.place(g.Arg(i, 0)).pointer, s, w.texelAt(i, 1, 2), w.present(i, 5, integer))
	w.exchange(i, ir.AtomicOp(g.Word(i, 0)&15), p, s, w.present(i, 3, kindOf(s)), w.present(i, 4, kindOf(s)), ir.ScopeDefault, ir.OrderDefault)
}

// exchange writes a read-modify-write operation.
func (w *Writer) exchange(i ssa.InstrID, o ir.AtomicOp, p pointer, s ir.Scalar, value, compare id, scope ir.Scope, order ir.Ordering) {
	t := w.ssa.g.Type(i)
	scalar := ir.ScalarTypeOf(s)
	switch {
	case o != ir.AtomicCompareExchange:
		w.set(i, w.atomic(o, s, p, value, scope, order), scalar)
	case t != 0 && w.m.StructOf(t) != nil:
		w.set(i, w.compareExchange(t, s, p, value, compare, scope, order), t)
	default:
		w.set(i, w.compareExchangeOld(s, p, value, compare, scope, order), scalar)
	}
}

// texelAt is an integer coordinate with the array index appended, if there is one.
func (w *Writer) texelAt(i ssa.InstrID, coordinate, index int) id {
	g := w.ssa.g
	if g.Arg(i, coordinate) == 0 {
		return 0
	}
	c, t := w.source(i, coordinate, integer)
	if index >= g.NumSrcs(i) || g.Arg(i, index) == 0 {
		return c
	}
	s := w.m.Types.ScalarOf(t)
	x, xt := w.source(i, index, integer)
	return w.arrayCoordinate(s, w.m.Types.ComponentCount(t), c, w.convert(ir.ScalarTypeOf(s), xt, x))
}

// texelType is the type of a texel of an image that an instruction reads.
func (w *Writer) texelType(i ssa.InstrID, x image) ir.TypeID {
	k := float
	if t := w.m.Types.At(x.ty); t.Class != ir.ImageDepth {
		k = kindOf(w.m.ImageTexel(x.ty))
	}
	return w.result(i, k)
}

func (w *Writer) writeTex(i ssa.InstrID) {
	g := w.ssa.g
	x := w.imageOf(g.Arg(i, 0))
	switch o := g.Op(i); o {
	case op.Tex:
		w.writeSample(i, x)
		return
	case op.Txf:
		t := w.texelType(i, x)
		w.set(i, w.fetch(t, x, w.texelAt(i, 1, 2), w.present(i, 3, integer), w.present(i, 4, integer), g.Field(i, "residency") != 0), t)
		return
	}
	t := w.result(i, uint_)
	switch g.Op(i) {
	case op.Txs:
		w.set(i, w.query(ir.QuerySize, t, x, w.present(i, 1, integer)), t)
	case op.TexLevels:
		w.set(i, w.query(ir.QueryLevels, t, x, 0), t)
	case op.TexLayers:
		w.set(i, w.query(ir.QueryLayers, t, x, 0), t)
	case op.TexSamples:
		w.set(i, w.query(ir.QuerySamples, t, x, 0), t)
	}
}

func (w *Writer) writeSample(i ssa.InstrID, x image) {
	g := w.ssa.g
	word := g.Word(i, 0)
	if word>>7&1 != 0 {
		w.fail("a sample clamped to the edge has no form in SPIR-V")
	}
	s := sampling{sampled: x.id, level: ir.SampleLevel(word & 15), gather: int(word>>4&7) - 1, nonUniform: x.nonUniform}
	var ct ir.TypeID
	s.coordinate, ct = w.source(i, 2, float)
	if g.Arg(i, 3) != 0 {
		index, it := w.source(i, 3, anyKind)
		index = w.convert(ir.TypeF32, it, index)
		s.coordinate = w.arrayCoordinate(ir.F32, w.m.Types.ComponentCount(ct), s.coordinate, index)
	}
	s.offset = w.present(i, 4, sint)
	depth := w.m.Types.At(x.ty).Class == ir.ImageDepth
	if g.Arg(i, 5) != 0 {
		k := float
		if depth && s.level == ir.LevelExact {
			k = anyKind
		}
		var lt ir.TypeID
		s.arg, lt = w.source(i, 5, k)
		if s.level == ir.LevelExact {
			s.arg = w.convert(ir.TypeF32, lt, s.arg)
		}
	}
	s.argY, s.depthRef, s.least = w.present(i, 6, float), w.present(i, 7, float), w.present(i, 8, float)
	if sampler := g.Arg(i, 1); sampler != 0 {
		s.sampled = w.sampledImage(x, w.operand(sampler), w.differs(sampler))
	}
	t := w.result(i, kindOf(w.m.ImageTexel(x.ty)))
	if depth || s.depthRef != 0 || s.level == ir.LevelQuery {
		t = w.result(i, float)
	}
	if word>>8&1 != 0 {
		s.texels, t = w.texelsOf(x.ty, s.depthRef != 0, s.gather >= 0), ir.TypeU32
	}
	v := w.sample(t, depth, s)
	w.set(i, v, t)
}
