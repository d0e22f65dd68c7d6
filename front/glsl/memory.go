package glsl

// This file checks functions on memory: atomic operations, images and ray queries.

import (
	"strings"

	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

type memOp uint8

const (
	memAtomic memOp = iota
	memCompareSwap
	memAtomicLoad
	memAtomicStore
	memImageLoad
	memImageStore
	memImageSize
	memImageSamples
	memControlBarrier
	memMemoryBarrier
	memRay
	memPipeline
	memHit
	memCooperative
	memClock
	memCounterRead
	memCounterUp
	memCounterDown
	memCounterSub
)

// memoryFunction is a row.
type memoryFunction struct {
	name   string
	op     memOp
	atomic bool
	image  bool
	code   uint8 // ir.AtomicOp, or rayFunction; of memImageLoad 1 if the texel is an out argument
	av     avail
}

func bufferAtomics() avail {
	return avail{desktop: 430, es: 310, exts: exts{extStorageBuffer, extComputeShader}}
}
func imageAtomics() avail {
	return avail{desktop: 420, es: 320, exts: exts{extImageLoadStore, extImageAtomicOES}}
}
func imagesAv() avail  { return avail{desktop: 420, es: 310, exts: exts{extImageLoadStore}} }
func scoped() avail    { return avail{desktop: never, es: never, exts: exts{extMemoryScope}} }
func rays() avail      { return avail{desktop: never, es: never, exts: exts{extRayQuery}} }
func matrices() avail  { return avail{desktop: never, es: never, exts: exts{extCooperative}} }
func counterAv() avail { return avail{desktop: 420, es: 310, exts: exts{extAtomicCounters}} }

// isSparse reports whether a function returns the residency of a texel, which is an out argument.
func (f *memoryFunction) isSparse() bool { return f.op == memImageLoad && f.code == 1 }

// atomicNames are the atomic operations by the names that their functions end in.
var atomicNames = []struct {
	name string
	op   ir.AtomicOp
}{{"Add", ir.AtomicAdd}, {"Min", ir.AtomicMin}, {"Max", ir.AtomicMax}, {"And", ir.AtomicAnd}, {"Or", ir.AtomicOr},
	{"Xor", ir.AtomicXor}, {"Exchange", ir.AtomicExchange}}

// memoryFunctions is the table.
var memoryFunctions []memoryFunction

func makeMemoryFunctions() []memoryFunction {
	list := []memoryFunction{}
	for _, a := range atomicNames {
		list = append(list,
			memoryFunction{"atomic" + a.name, memAtomic, true, false, uint8(a.op), bufferAtomics()},
			memoryFunction{"imageAtomic" + a.name, memAtomic, true, true, uint8(a.op), imageAtomics()})
	}
	list = append(list,
		memoryFunction{"atomicCompSwap", memCompareSwap, true, false, uint8(ir.AtomicCompareExchange), bufferAtomics()},
		memoryFunction{"imageAtomicCompSwap", memCompareSwap, true, true, uint8(ir.AtomicCompareExchange), imageAtomics()},
		memoryFunction{"atomicLoad", memAtomicLoad, true, false, 0, scoped()},
		memoryFunction{"atomicStore", memAtomicStore, true, false, 0, scoped()},
		memoryFunction{"imageAtomicLoad", memAtomicLoad, true, true, 0, scoped()},
		memoryFunction{"imageAtomicStore", memAtomicStore, true, true, 0, scoped()},
		memoryFunction{"imageLoad", memImageLoad, false, true, 0, imagesAv()},
		memoryFunction{"sparseImageLoadARB", memImageLoad, false, true, 1, sparseAv()},
		memoryFunction{"imageStore", memImageStore, false, true, 0, imagesAv()},
		memoryFunction{"imageSize", memImageSize, false, true, 0, since(430, 310, exts{extImageSize})},
		memoryFunction{"imageSamples", memImageSamples, false, true, 0, since(450, never, exts{extTextureSamples})},
		memoryFunction{"controlBarrier", memControlBarrier, false, false, 0, scoped()},
	)
	for i, name := range rayNames {
		list = append(list, memoryFunction{name, memRay, false, false, uint8(i), rays()})
	}
	for i, name := range cooperativeFunctions {
		list = append(list, memoryFunction{name, memCooperative, false, false, uint8(i), matrices()})
	}
	for _, clock := range []struct {
		name string
		code uint8 // bit 0: the device's; bit 1: as one number
		ext  extension
	}{{"clock2x32ARB", 0, extShaderClock}, {"clockARB", 2, extShaderClock}, {"clockRealtime2x32EXT", 1, extRealtimeClock}, {"clockRealtimeEXT", 3, extRealtimeClock}} {
		list = append(list, memoryFunction{clock.name, memClock, false, false, clock.code, only(exts{clock.ext})})
	}
	for i, row := range hitFunctions.Get() {
		list = append(list, memoryFunction{row.name, memHit, false, false, uint8(i), row.av})
	}
	for i := range pipelineFunctions {
		list = append(list, memoryFunction{pipelineFunctions[i].name, memPipeline, false, false, uint8(i), pipelineFunctions[i].av})
	}
	list = append(list,
		memoryFunction{"atomicCounter", memCounterRead, false, false, 0, counterAv()},
		memoryFunction{"atomicCounterIncrement", memCounterUp, false, false, 0, counterAv()},
		memoryFunction{"atomicCounterDecrement", memCounterDown, false, false, 0, counterAv()})
	for _, suffix := range []string{"", "ARB"} {
		av := since(460, never, exts{})
		if suffix != "" {
			av = only(exts{extAtomicCounterOps})
		}
		list = append(list,
			memoryFunction{"atomicCounterSubtract" + suffix, memCounterSub, false, false, 0, av},
			memoryFunction{"atomicCounterCompSwap" + suffix, memCompareSwap, false, false, uint8(ir.AtomicCompareExchange), av})
		for _, a := range atomicNames {
			list = append(list, memoryFunction{"atomicCounter" + a.name + suffix, memAtomic, false, false, uint8(a.op), av})
		}
	}
	return list
}

// memoryCall checks a call of such a function.
func (c *checker) memoryCall(n syntax.Node, f *memoryFunction, nodes []syntax.Node) operand {
	if c.runtimeOnly(n, f.name) {
		c.given = nil
		return operand{}
	}
	base := len(c.args)
	defer func() { c.args = c.args[:base] }()
	ok := true
	given := c.takeGiven()
	for i, a := range nodes {
		x := c.given1(given, i, a)
		if f.op == memHit {
			if !c.isHitPlace(f, i, len(nodes), x) {
				x = c.wantValue(x, a)
			}
		} else if (i > 0 || f.op == memControlBarrier || f.op == memPipeline) && f.op != memCooperative && !((f.op == memRay || f.op == memPipeline) && x.kind == opResource) && !(f.op == memRay && f.code == rayCorners && i == 2) && !(f.isSparse() && i == len(nodes)-1) {
			x = c.wantValue(x, a)
		}
		ok = ok && x.ok()
		c.args = append(c.args, x)
	}
	list := c.args[base:]
	if !ok {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	if !c.needs(c.t.Span(n), f.name, &f.av) {
		return operand{}
	}
	switch {
	case f.op == memHit:
		return c.hitCall(n, f, list, nodes)
	case f.op == memPipeline:
		return c.pipelineCall(n, f, list, nodes)
	case f.op == memRay:
		return c.rayCall(n, f, list, nodes)
	case f.op == memClock:
		return c.readClock(n, f, list)
	case f.op == memCooperative:
		return c.cooperativeCall(n, f, list, nodes)
	case f.op == memControlBarrier:
		return c.scopedBarrier(n, f, list)
	case strings.HasPrefix(f.name, "atomicCounter"):
		return c.counterCall(n, f, list, nodes)
	case f.image:
		return c.imageCall(n, f, list, nodes)
	}
	return c.bufferAtomic(n, f, list, nodes)
}

// readClock reads a clock (GL_ARB_shader_clock, GL_EXT_shader_realtime_clock).
func (c *checker) readClock(n syntax.Node, f *memoryFunction, list []operand) operand {
	if len(list) != 0 {
		return c.noOverload(n, f.name, list)
	}
	v := ir.PipelineStmt{Op: ir.ReadClock, Stream: f.code & 1}
	v.Result = c.fn.AddResult(ir.KindPipelineResult, ir.TypeVec2U32, c.b.Span)
	c.b.Push(c.fn.AddPipeline(v, c.b.Span))
	words := operand{kind: opValue, ty: ir.TypeVec2U32, handle: uint32(v.Result)}
	if f.code&2 == 0 {
		return words
	}
	a := int64s()
	if !c.needs(c.t.Span(n), f.name, &a) {
		return operand{}
	}
	return c.bitcast(ir.TypeU64, words)
}

func (c *checker) noOverload(n syntax.Node, name string, list []operand) operand {
	c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s", name, c.typeList(list))
	return operand{}
}

// semantics reads the scope, storage and semantics of GL_KHR_memory_scope_semantics
// from the last arguments.
func (c *checker) semantics(n syntax.Node, list []operand) (s ir.Scope, m ir.Memory, o ir.Ordering, ok bool) {
	var v [3]int64
	for i := range v {
		x, known := c.constInteger(list[i])
		if !known {
			c.errorf(codeConstWanted, c.t.Span(n), "scope, storage and semantics must be constants")
			return 0, 0, 0, false
		}
		v[i] = x
	}
	switch v[0] {
	case 1:
		s = ir.ScopeDevice
	case 2:
		s = ir.ScopeWorkgroup
	case 3:
		s = ir.ScopeSubgroup
	case 4:
		s = ir.ScopeInvocation
	case 5:
		s = ir.ScopeQueueFamily
	}
	if v[1]&0x40 != 0 {
		m |= ir.MemoryStorage
	}
	if v[1]&0x100 != 0 {
		m |= ir.MemoryWorkgroup
	}
	if v[1]&0x800 != 0 {
		m |= ir.MemoryTexture
	}
	switch {
	case v[2]&8 != 0:
		o = ir.OrderAcquireRelease
	case v[2]&2 != 0 && v[2]&4 != 0:
		o = ir.OrderAcquireRelease
	case v[2]&2 != 0:
		o = ir.OrderAcquire
	case v[2]&4 != 0:
		o = ir.OrderRelease
	default:
		o = ir.OrderRelaxed
	}
	return s, m, o, true
}

// scopedBarrier is controlBarrier(execution, memory, storage, semantics).
func (c *checker) scopedBarrier(n syntax.Node, f *memoryFunction, list []operand) operand {
	if len(list) != 4 {
		return c.noOverload(n, f.name, list)
	}
	execution, known := c.constInteger(list[0])
	if !known {
		c.errorf(codeConstWanted, c.t.Span(n), "the scope must be a constant")
		return operand{}
	}
	_, m, o, ok := c.semantics(n, list[1:])
	if !ok {
		return operand{}
	}
	b := ir.Barrier{Memory: m, Ordering: o}
	switch execution {
	case 2:
	case 3:
		b.Memory |= ir.MemorySubgroup
	default:
		c.unsupported(c.t.Span(n), "a control barrier of this scope")
		return operand{}
	}
	if b.Ordering == ir.OrderRelaxed {
		b.Ordering = ir.OrderDefault
	}
	c.b.Push(c.fn.AddBarrier(ir.StmtControlBarrier, b, c.b.Span))
	return operand{kind: opVoid}
}

// scopedMemoryBarrier is memoryBarrier(scope, storage, semantics).
func (c *checker) scopedMemoryBarrier(n syntax.Node, list []operand) operand {
	s, m, o, ok := c.semantics(n, list)
	if !ok || c.runtimeOnly(n, "memoryBarrier") {
		return operand{}
	}
	if o == ir.OrderRelaxed {
		o = ir.OrderDefault
	}
	c.b.Push(c.fn.AddBarrier(ir.StmtMemoryBarrier, ir.Barrier{Memory: m, Scope: s, Ordering: o}, c.b.Span))
	return operand{kind: opVoid}
}

// bufferAtomic is an atomic operation on memory of a buffer or of the workgroup.
func (c *checker) bufferAtomic(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	want := 2
	switch f.op {
	case memCompareSwap:
		want = 3
	case memAtomicLoad:
		want = 1
	}
	var scope ir.Scope
	var order ir.Ordering
	extra := len(list) - want
	if extra > 0 && c.lang.exts[extMemoryScope] && (extra == 3 || extra == 5 && f.op == memCompareSwap) {
		s, _, o, ok := c.semantics(n, list[want:])
		if !ok {
			return operand{}
		}
		scope, order = s, o
	} else if extra != 0 {
		return c.noOverload(n, f.name, list)
	}
	x := list[0]
	if x.kind != opRef || x.size > 0 {
		c.errorf(codeAssign, c.t.Span(nodes[0]), "%s needs a variable of a buffer block or a shared one", f.name)
		return operand{}
	}
	p := c.at(c.ex.TypeOf(x.expr()))
	if p.Space != ir.SpaceStorage && p.Space != ir.SpaceWorkgroup && p.Space != ir.SpacePhysical {
		c.errorf(codeAssign, c.t.Span(nodes[0]), "%s needs a variable of a buffer block or a shared one", f.name)
		return operand{}
	}
	if f.op != memAtomicLoad && (p.Access&ir.AccessWrite == 0 || c.decls[x.decl].flags&flagReadOnly != 0) {
		c.errorf(codeAssign, c.t.Span(nodes[0]), "%s needs memory that can be written", f.name)
		return operand{}
	}
	t := c.at(x.ty)
	s := t.Scalar
	least := f.op == memAtomic && (ir.AtomicOp(f.code) == ir.AtomicMin || ir.AtomicOp(f.code) == ir.AtomicMax)
	if t.Kind != ir.TypeScalar || s.Bits() < 32 && s != ir.F16 || s.IsFloat() && f.op != memAtomicLoad && f.op != memAtomicStore &&
		(f.op != memAtomic || !least && ir.AtomicOp(f.code) != ir.AtomicAdd && ir.AtomicOp(f.code) != ir.AtomicExchange) {
		return c.noOverload(n, f.name, list)
	}
	switch {
	case s == ir.F16 || s.IsFloat() && least:
		a := only(exts{extAtomicFloat2})
		if !c.needs(c.t.Span(n), f.name+" on "+c.typeName(x), &a) {
			return operand{}
		}
	case s == ir.F64:
		a := only(exts{extAtomicFloat, extAtomicFloat2})
		if !c.needs(c.t.Span(n), f.name+" on double", &a) {
			return operand{}
		}
	case extra > 0: // the functions with scopes take all types
	case s.Bits() == 64:
		a := only(exts{extAtomicInt64, extAtomicInt64NV})
		if !c.needs(c.t.Span(n), f.name+" on 64 bits", &a) {
			return operand{}
		}
	case s.IsFloat():
		a := only(exts{extAtomicFloat, extAtomicFloat2, extMemoryScope})
		if !c.needs(c.t.Span(n), f.name+" on float", &a) {
			return operand{}
		}
	}
	value := func(i int) ir.ExprID {
		v := c.implicit(list[i], x.ty, c.t.Span(nodes[i]), "an argument of "+f.name)
		if !v.ok() {
			return 0
		}
		return c.toExpr(v)
	}
	a := ir.Atomic{Pointer: x.expr(), Scope: scope, Ordering: order}
	switch f.op {
	case memAtomicLoad:
		// An atomic addition of nothing, or of floats a plain load: the IR has loads of atomic types only.
		if s.IsFloat() {
			return c.rvalue(x)
		}
		a.Op, a.Value = ir.AtomicOr, c.toExpr(c.zero(x.ty))
	case memAtomicStore:
		a.Op, a.Value = ir.AtomicExchange, value(1)
	case memCompareSwap:
		a.Op, a.Compare, a.Value = ir.AtomicCompareExchange, value(1), value(2)
		if a.Compare == 0 {
			return operand{}
		}
	default:
		a.Op, a.Value = ir.AtomicOp(f.code), value(1)
	}
	if a.Value == 0 {
		return operand{}
	}
	r := c.b.Atomic(a)
	switch f.op {
	case memAtomicStore:
		return operand{kind: opVoid}
	case memCompareSwap:
		return c.component(operand{kind: opValue, ty: c.ex.TypeOf(r), handle: uint32(r)}, 0)
	}
	return operand{kind: opValue, ty: x.ty, handle: uint32(r)}
}

// imageCall is an operation on an image.
func (c *checker) imageCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	if len(list) == 0 || list[0].kind != opResource || c.opaques[list[0].opq].kind != opaqueImage || c.at(list[0].ty).Kind != ir.TypeImage {
		return c.noOverload(n, f.name, list)
	}
	x := list[0]
	o := c.opaques[x.opq]
	t := *c.at(x.ty)
	switch f.op {
	case memImageSize:
		if len(list) != 1 {
			return c.noOverload(n, f.name, list)
		}
		size := c.cast(ir.I32, c.query(ir.QuerySize, x, 0))
		if !o.arrayed {
			return size
		}
		layers := c.cast(ir.I32, c.query(ir.QueryLayers, x, 0))
		return c.compose(ir.VectorOf(ir.I32, c.shapeOf(size.ty)+1), size, layers)
	case memImageSamples:
		if len(list) != 1 || !o.ms {
			return c.noOverload(n, f.name, list)
		}
		return c.cast(ir.I32, c.query(ir.QuerySamples, x, 0))
	}
	want := map[memOp]int{memImageLoad: 2, memImageStore: 3, memAtomic: 3, memCompareSwap: 4, memAtomicLoad: 2, memAtomicStore: 3}[f.op]
	rest := 2 // of the arguments, the first behind the address
	if o.ms {
		want++
		rest++
	}
	if f.isSparse() {
		want++
	}
	if extra := len(list) - want; extra != 0 && !(f.atomic && c.lang.exts[extMemoryScope] && (extra == 3 || extra == 5)) {
		return c.noOverload(n, f.name, list)
	}
	// A cube's faces are its third coordinate; the IR counts them as it does layers.
	size := o.dim.texels() + o.layered()
	if o.dim == dimCube {
		size = 3
	}
	p := c.implicit(list[1], ir.VectorOf(ir.I32, size), c.t.Span(nodes[1]), "the coordinates")
	if !p.ok() {
		return operand{}
	}
	var coord, layer ir.ExprID
	if o.dim == dimCube {
		if o.arrayed {
			layer = c.toExpr(c.binary(ir.Div, c.component(p, 2), constInt(6)))
			p = c.compose(ivec3, c.first(p, 2), c.binary(ir.Rem, c.component(p, 2), constInt(6)))
		}
		coord = c.toExpr(p)
	} else {
		coord = c.toExpr(c.first(p, o.dim.texels()))
		if o.arrayed {
			layer = c.toExpr(c.component(p, uint32(o.dim.texels())))
		}
	}
	var sample ir.ExprID
	if o.ms {
		s := c.implicit(list[2], ir.TypeI32, c.t.Span(nodes[2]), "the sample")
		if !s.ok() {
			return operand{}
		}
		sample = c.toExpr(s)
	}
	texel := ir.VectorOf(o.scalar, 4)
	span := c.b.Span
	switch f.op {
	case memImageLoad:
		if t.Access&ir.AccessRead == 0 {
			c.errorf(codeAssign, c.t.Span(nodes[0]), "the image is writeonly and can't be read")
			return operand{}
		}
		load := ir.ImageLoad{Image: x.expr(), Coordinate: coord, ArrayIndex: layer, Sample: sample}
		if f.isSparse() {
			return c.sparseLoad(n, f, load, texel, list[rest], nodes[rest])
		}
		return c.made(c.ex.AddImageLoad(texel, 0, load, span), false)
	case memImageStore:
		if !c.canWrite(&t, nodes[0]) {
			return operand{}
		}
		v := c.implicit(list[rest], texel, c.t.Span(nodes[rest]), "the texel")
		if !v.ok() {
			return operand{}
		}
		c.b.Push(c.fn.AddImageStore(ir.ImageStore{Image: x.expr(), Coordinate: coord, ArrayIndex: layer, Sample: sample, Value: c.toExpr(v)}, span))
		return operand{kind: opVoid}
	}
	// Atomic operations.
	scalar := ir.ScalarTypeOf(o.scalar)
	code := ir.AtomicOp(f.code)
	least := f.op == memAtomic && (code == ir.AtomicMin || code == ir.AtomicMax)
	if o.scalar == ir.F32 && !least && !(f.op == memAtomic && (code == ir.AtomicExchange || code == ir.AtomicAdd)) {
		return c.noOverload(n, f.name, list)
	}
	if t.Access&ir.AccessAtomic == 0 {
		if o.scalar == ir.F32 {
			c.unsupported(c.t.Span(n), "atomic operations on images of floats")
			return operand{}
		}
		if !c.canWrite(&t, nodes[0]) {
			return operand{}
		}
		c.errorf(codeNoMatch, c.t.Span(n), "%s needs an image with the format r32i or r32ui", f.name)
		return operand{}
	}
	if o.scalar == ir.F32 && (least || code == ir.AtomicAdd) {
		a := only(exts{extAtomicFloat, extAtomicFloat2})
		if least {
			a = only(exts{extAtomicFloat2})
		}
		if !c.needs(c.t.Span(n), f.name+" on float", &a) {
			return operand{}
		}
	}
	a := ir.ImageAtomic{Op: ir.AtomicOp(f.code), Image: x.expr(), Coordinate: coord, ArrayIndex: layer, Sample: sample}
	value := func(i int) ir.ExprID {
		v := c.implicit(list[i], scalar, c.t.Span(nodes[i]), "an argument of "+f.name)
		if !v.ok() {
			return 0
		}
		return c.toExpr(v)
	}
	result := scalar
	switch f.op {
	case memAtomicLoad:
		a.Op, a.Value = ir.AtomicOr, c.toExpr(c.zero(scalar))
	case memAtomicStore:
		a.Op, a.Value = ir.AtomicExchange, value(rest)
	case memCompareSwap:
		a.Compare, a.Value = value(rest), value(rest+1)
		if a.Compare == 0 {
			return operand{}
		}
		result = c.m.SpecialStruct(ir.SpecialAtomicExchange, scalar)
	default:
		a.Value = value(rest)
	}
	if a.Value == 0 {
		return operand{}
	}
	a.Result = c.fn.AddResult(ir.KindAtomicResult, result, span)
	c.b.Push(c.fn.AddImageAtomic(a, span))
	r := operand{kind: opValue, ty: result, handle: uint32(a.Result)}
	switch f.op {
	case memAtomicStore:
		return operand{kind: opVoid}
	case memCompareSwap:
		return c.component(r, 0)
	}
	return r
}

func (c *checker) canWrite(t *ir.Type, n syntax.Node) bool {
	if t.Access&ir.AccessWrite != 0 {
		return true
	}
	c.errorf(codeAssign, c.t.Span(n), "the image is readonly and can't be written")
	return false
}
