package spirv

// This file reads and writes memory.
//
// A value's type carries no layout, memory that the host sees does: so a struct or array is
// converted on its way. From SPIR-V 1.4 on that is one OpCopyLogical, or one for each
// member of a Block. Before, its parts are copied one by one; many of them, through a
// variable and loops.

import (
	"refract/internal/back"
	"refract/ir"
	"refract/spirv"
)

// pointer is a pointer and its pointee.
type pointer struct {
	id     id
	ty     ir.TypeID
	layout ir.LayoutID
	qualities
}

// qualities are apart since the compiler keeps no structs of more than four fields in
// registers.
type qualities struct {
	form       form
	nonUniform bool
	class      spirv.StorageClass
}

// class is the storage class of an address space. Storage buffers have one of
// their own since SPIR-V 1.3.
func (e *emitter) class(s ir.AddressSpace) spirv.StorageClass {
	switch s {
	case ir.SpaceFunction:
		return spirv.StorageClassFunction
	case ir.SpacePrivate:
		return spirv.StorageClassPrivate
	case ir.SpaceWorkgroup:
		return spirv.StorageClassWorkgroup
	case ir.SpaceUniform:
		return spirv.StorageClassUniform
	case ir.SpaceStorage:
		if e.version < version13 {
			return spirv.StorageClassUniform
		}
		return spirv.StorageClassStorageBuffer
	case ir.SpaceHandle:
		return spirv.StorageClassUniformConstant
	case ir.SpaceImmediate:
		return spirv.StorageClassPushConstant
	case ir.SpaceTaskPayload:
		return spirv.StorageClassTaskPayloadWorkgroupEXT
	case ir.SpacePhysical:
		return spirv.StorageClassPhysicalStorageBuffer
	case ir.SpaceInput:
		return spirv.StorageClassInput
	case ir.SpaceOutput:
		return spirv.StorageClassOutput
	case ir.SpaceRayPayload:
		return spirv.StorageClassRayPayloadKHR
	case ir.SpaceIncomingRayPayload:
		return spirv.StorageClassIncomingRayPayloadKHR
	case ir.SpaceHitAttribute:
		return spirv.StorageClassHitAttributeKHR
	case ir.SpaceCallableData:
		return spirv.StorageClassCallableDataKHR
	case ir.SpaceIncomingCallableData:
		return spirv.StorageClassIncomingCallableDataKHR
	case ir.SpaceHitObjectAttribute:
		if e.hitForm == back.HitObjectsEXT {
			return spirv.StorageClassHitObjectAttributeEXT
		}
		return spirv.StorageClassHitObjectAttributeNV
	case ir.SpaceShaderRecord:
		return spirv.StorageClassShaderRecordBufferKHR
	}
	panic("spirv: address space " + s.String())
}

const (
	version12 spirv.Version = 1<<16 | 2<<8
	version13 spirv.Version = 1<<16 | 3<<8
	version14 spirv.Version = 1<<16 | 4<<8
	version15 spirv.Version = 1<<16 | 5<<8
	version16 spirv.Version = 1<<16 | 6<<8
)

// variable declares a variable of the function being built.
func (e *emitter) variable(t ir.TypeID) pointer {
	v := e.out.NewID()
	e.vars.Op3(spirv.OpVariable, e.pointerType(spirv.StorageClassFunction, e.memoryType(t, ir.NoLayout, 0)), v, uint32(spirv.StorageClassFunction))
	return pointer{id: v, ty: t, qualities: qualities{class: spirv.StorageClassFunction}}
}

// chain points at a part of p's pointee. The type is the part's.
func (e *emitter) chain(p pointer, ty ir.TypeID, l ir.LayoutID, f form, indices ...id) pointer {
	to := e.pointerType(p.class, e.memoryType(ty, l, f))
	return pointer{e.accessChain(to, p.id, p.nonUniform, indices), ty, l, qualities{f, p.nonUniform, p.class}}
}

func (e *emitter) accessChain(to, from id, nonUniform bool, indices []id) id {
	r := e.out.NewID()
	e.code.Begin(spirv.OpAccessChain)
	e.code.Words(to, r, from)
	e.code.Words(indices...)
	e.code.End()
	if nonUniform {
		e.out.Decorate(r, spirv.DecorationNonUniform)
	}
	return r
}

// inside makes a pointer's description that of a part: member i of a struct, or any element
// of other types with parts.
func (e *emitter) inside(p *pointer, i int) {
	switch t := e.m.Types.At(p.ty); t.Kind {
	case ir.TypeStruct:
		m := &e.m.Structs[t.Struct].Members[i]
		p.form = e.memberForm(m, p.layout)
		p.ty, p.layout = m.Type, e.m.MemberLayout(p.layout, i)
	case ir.TypeBindingArray:
		p.ty, p.layout = t.Base, e.m.ElementLayout(p.layout)
	case ir.TypeArray:
		p.ty, p.layout, p.form = t.Base, e.m.ElementLayout(p.layout), p.form&(formRowMajor|formStage)
	case ir.TypeVector, ir.TypeCooperative:
		p.ty, p.layout, p.form = ir.ScalarTypeOf(t.Scalar), ir.NoLayout, 0
	case ir.TypeMatrix:
		p.ty, p.layout, p.form = ir.VectorOf(t.Scalar, int(t.Rows)), ir.NoLayout, 0
	default:
		e.fail("a part of a " + t.Kind.String() + " has no pointer")
	}
}

// element points at a part, see inside.
func (e *emitter) element(p pointer, i int, index id) pointer {
	q := p
	e.inside(&q, i)
	return e.chain(p, q.ty, q.layout, q.form, index)
}

// loadAs reads a value in its memory layout, of a type in memory. Physical memory has the
// alignment of the largest scalar in its type.
func (e *emitter) loadAs(memory id, p pointer) id {
	if p.class != spirv.StorageClassPhysicalStorageBuffer {
		return e.inst1(spirv.OpLoad, memory, p.id)
	}
	return e.inst3(spirv.OpLoad, memory, p.id, uint32(spirv.MemoryAccessAligned), e.m.WidestScalar(p.ty))
}

// storeAs writes a value as it lies.
func (e *emitter) storeAs(p pointer, v id) {
	if p.class != spirv.StorageClassPhysicalStorageBuffer {
		e.code.Op2(spirv.OpStore, p.id, v)
		return
	}
	e.code.Op4(spirv.OpStore, p.id, v, uint32(spirv.MemoryAccessAligned), e.m.WidestScalar(p.ty))
}

// copyAs copies a value between memories of one layout.
func (e *emitter) copyAs(to, from pointer) {
	if to.class != spirv.StorageClassPhysicalStorageBuffer && from.class != spirv.StorageClassPhysicalStorageBuffer {
		e.code.Op2(spirv.OpCopyMemory, to.id, from.id)
		return
	}
	e.code.Op4(spirv.OpCopyMemory, to.id, from.id, uint32(spirv.MemoryAccessAligned), e.m.WidestScalar(to.ty))
}

// pointerAt is the pointer to the memory at an address.
func (e *emitter) pointerAt(t *ir.Type, address id) pointer {
	e.need(spirv.CapabilityPhysicalStorageBufferAddresses)
	p := pointer{ty: t.Base, layout: t.Layout, qualities: qualities{class: spirv.StorageClassPhysicalStorageBuffer}}
	p.id = e.inst1(spirv.OpConvertUToPtr, e.pointerType(p.class, e.memoryType(p.ty, p.layout, p.form)), address)
	return p
}

// structureAt is the acceleration structure at an address.
func (e *emitter) structureAt(t ir.TypeID, address id) id {
	return e.inst1(spirv.OpConvertUToAccelerationStructureKHR, e.typ(t), address)
}

// load reads the value behind a pointer.
func (e *emitter) load(p pointer) id {
	t := e.m.Types.At(p.ty)
	if t.Kind == ir.TypeAtomic {
		return e.atomicLoad(t.Scalar, p)
	}
	memory, value := e.memoryType(p.ty, p.layout, p.form), e.typ(p.ty)
	if memory != value && e.version < version14 && !e.isSmall(p.ty) {
		v := e.variable(p.ty)
		e.convertLarge(v, p)
		p, memory = v, value
	}
	r := e.loadAs(memory, p)
	if p.nonUniform {
		e.out.Decorate(r, spirv.DecorationNonUniform)
	}
	if memory == value {
		return r
	}
	return e.relayout(r, p.ty, p.layout, p.form, e.valueLayout(p.ty), 0)
}

// store writes a value through a pointer.
func (e *emitter) store(p pointer, v id) {
	t := e.m.Types.At(p.ty)
	if t.Kind == ir.TypeAtomic {
		e.atomicStore(p, v)
		return
	}
	memory, value := e.memoryType(p.ty, p.layout, p.form), e.typ(p.ty)
	switch {
	case memory == value:
	case e.version >= version14 || e.isSmall(p.ty):
		v = e.relayout(v, p.ty, e.valueLayout(p.ty), 0, p.layout, p.form)
	default:
		from := e.variable(p.ty)
		e.code.Op2(spirv.OpStore, from.id, v)
		e.convertLarge(p, from)
		return
	}
	e.storeAs(p, v)
}

// smallParts is how many parts a value may have that is converted part by part.
const smallParts = 32

// isSmall reports whether a value has few parts.
func (e *emitter) isSmall(t ir.TypeID) bool { return e.parts(t, smallParts) <= smallParts }

// parts counts the scalars, vectors and matrices in a value, up to a limit.
func (e *emitter) parts(id ir.TypeID, limit int) int {
	switch t := e.m.Types.At(id); t.Kind {
	case ir.TypeArray:
		if t.LengthExpr != 0 {
			return limit + 1
		}
		return min(limit+1, e.parts(t.Base, limit)*int(min(t.Length, uint32(limit)+1)))
	case ir.TypeStruct:
		return e.perMember(t, limit, e.parts)
	}
	return 1
}

// relayout makes a value of one layout's type that of another's; before SPIR-V
// 1.4 a small one. A Block is taken apart nevertheless: Mesa, up to 22.3 at
// least, refuses to copy one logically unless both types have the same name.
func (e *emitter) relayout(v id, ty ir.TypeID, from ir.LayoutID, ff form, to ir.LayoutID, tf form) id {
	source, target := e.memoryType(ty, from, ff), e.memoryType(ty, to, tf)
	if source == target {
		return v
	}
	if e.version >= version14 && (ff|tf)&(formBlock|formBufferBlock|formStage) == 0 {
		return e.inst1(spirv.OpCopyLogical, target, v)
	}
	t := e.m.Types.At(ty)
	parts := make([]id, 0, smallParts)
	if t.Kind == ir.TypeStruct {
		for i := range e.m.Structs[t.Struct].Members {
			m := &e.m.Structs[t.Struct].Members[i]
			fl, tl := e.m.MemberLayout(from, i), e.m.MemberLayout(to, i)
			mff, mtf := e.memberForm(m, from), e.memberForm(m, to)
			part := e.inst2(spirv.OpCompositeExtract, e.memoryType(m.Type, fl, mff), v, uint32(i))
			parts = append(parts, e.relayout(part, m.Type, fl, mff, tl, mtf))
		}
	} else {
		fl, tl := e.m.ElementLayout(from), e.m.ElementLayout(to)
		ff, tf = ff&(formRowMajor|formStage), tf&(formRowMajor|formStage)
		for i := range t.Length {
			part := e.inst2(spirv.OpCompositeExtract, e.memoryType(t.Base, fl, ff), v, i)
			parts = append(parts, e.relayout(part, t.Base, fl, ff, tl, tf))
		}
	}
	return e.inst(spirv.OpCompositeConstruct, target, parts...)
}

// perMember adds up a count over the members of a struct, up to a limit.
func (e *emitter) perMember(t *ir.Type, limit int, count func(t ir.TypeID, limit int) int) (n int) {
	for i := range e.m.Structs[t.Struct].Members {
		if n += count(e.m.Structs[t.Struct].Members[i].Type, limit); n > limit {
			return limit + 1
		}
	}
	return n
}

// maxCopies is how many parts one conversion may copy.
const maxCopies = 1 << 16

// copies counts the parts that copyMemory copies one by one, up to a limit.
func (e *emitter) copies(id ir.TypeID, limit int) int {
	switch t := e.m.Types.At(id); {
	case e.isSmall(id):
		return 1
	case t.Kind == ir.TypeArray:
		return e.copies(t.Base, limit)
	case t.Kind == ir.TypeStruct:
		return e.perMember(t, limit, e.copies)
	}
	return 1
}

// convertLarge copies a large value between memory of two layouts, if that
// doesn't take too many instructions.
func (e *emitter) convertLarge(to, from pointer) {
	if e.copies(to.ty, maxCopies) > maxCopies {
		e.needVersion(version14, "a copy of a value with so many parts")
		return
	}
	e.copyMemory(to, from)
}

// copy copies an aggregate from memory to memory. Drivers take long over large values that
// aren't in memory, so it is taken apart even if OpCopyLogical could convert it.
func (e *emitter) copy(to, from pointer) {
	if e.version >= version14 && e.copies(to.ty, maxCopies) > maxCopies {
		e.store(to, e.load(from))
		return
	}
	e.convertLarge(to, from)
}

// copyMemory copies the pointee of one pointer to another's, which may have another layout.
func (e *emitter) copyMemory(to, from pointer) {
	switch {
	case e.isSmall(to.ty):
		memory := e.memoryType(from.ty, from.layout, from.form)
		if e.m.Types.At(from.ty).Kind == ir.TypeAtomic || memory != e.memoryType(to.ty, to.layout, to.form) {
			e.store(to, e.load(from))
			return
		}
		e.storeAs(to, e.loadAs(memory, from)) // as it lies
		return
	case e.memoryType(to.ty, to.layout, to.form) == e.memoryType(from.ty, from.layout, from.form):
		e.copyAs(to, from)
		return
	}
	t := e.m.Types.At(to.ty)
	if t.Kind == ir.TypeStruct {
		for i := range e.m.Structs[t.Struct].Members {
			index := e.u32(uint32(i))
			e.copyMemory(e.element(to, i, index), e.element(from, i, index))
		}
		return
	}
	length := e.arrayLength(t)
	e.count(length, func(i id) {
		e.copyMemory(e.element(to, 0, i), e.element(from, 0, i))
	})
}

// count builds a loop whose body runs with the u32 indices 0 up to a limit.
func (e *emitter) count(limit id, body func(i id)) {
	u32 := e.scalarType(ir.U32)
	counter := e.variable(ir.TypeU32)
	e.code.Op2(spirv.OpStore, counter.id, e.u32(0))
	header, test, inside, next, merge := e.out.NewID(), e.out.NewID(), e.out.NewID(), e.out.NewID(), e.out.NewID()
	e.branch(header)
	e.label(header)
	e.loopMerge(merge, next)
	e.branch(test)
	e.label(test)
	i := e.inst1(spirv.OpLoad, u32, counter.id)
	e.branchIf(e.inst2(spirv.OpULessThan, e.scalarType(ir.Bool), i, limit), inside, merge)
	e.label(inside)
	body(i)
	e.branch(next)
	e.label(next)
	e.code.Op2(spirv.OpStore, counter.id, e.inst2(spirv.OpIAdd, u32, i, e.u32(1)))
	e.branch(header)
	e.label(merge)
}

// arrayLengthOf is the number of elements of the runtime-sized array that is
// member i of the struct behind a pointer.
func (e *emitter) arrayLengthOf(structure pointer, i uint32) id {
	return e.inst2(spirv.OpArrayLength, e.scalarType(ir.U32), structure.id, i)
}

// Atomics (section 3.42.18).

// scopeOf is the constant of a scope; def replaces ScopeDefault.
func (e *emitter) scopeOf(s, def ir.Scope) id {
	if s == ir.ScopeDefault {
		s = def
	}
	return e.u32(uint32(scopes[s]))
}

// scopes are the numbers of scopes. That of the queue family exists in the Vulkan
// memory model only; the device's holds it.
var scopes = [...]spirv.Scope{
	ir.ScopeInvocation:  spirv.ScopeInvocation,
	ir.ScopeSubgroup:    spirv.ScopeSubgroup,
	ir.ScopeWorkgroup:   spirv.ScopeWorkgroup,
	ir.ScopeQueueFamily: spirv.ScopeDevice,
	ir.ScopeDevice:      spirv.ScopeDevice,
}

// memoryScope is the scope that atomics on a storage class have by default.
func memoryScope(c spirv.StorageClass) ir.Scope {
	if c == spirv.StorageClassWorkgroup {
		return ir.ScopeWorkgroup
	}
	return ir.ScopeDevice
}

// classMemory is the bit of memory semantics of a storage class.
func classMemory(c spirv.StorageClass) spirv.MemorySemantics {
	switch c {
	case spirv.StorageClassWorkgroup:
		return spirv.MemorySemanticsWorkgroupMemory
	case spirv.StorageClassImage:
		return spirv.MemorySemanticsImageMemory
	}
	return spirv.MemorySemanticsUniformMemory
}

// semantics is the constant of an ordering of memory.
func (e *emitter) semantics(o ir.Ordering, memory spirv.MemorySemantics) id {
	var order spirv.MemorySemantics
	switch o {
	case ir.OrderAcquire:
		order = spirv.MemorySemanticsAcquire
	case ir.OrderRelease:
		order = spirv.MemorySemanticsRelease
	case ir.OrderAcquireRelease:
		order = spirv.MemorySemanticsAcquireRelease
	default:
		return e.u32(uint32(spirv.MemorySemanticsNone))
	}
	return e.u32(uint32(order | memory))
}

func (e *emitter) needAtomics(s ir.Scalar) {
	if s.IsInteger() && s.Bits() == 64 {
		e.need(spirv.CapabilityInt64Atomics)
	}
}

func (e *emitter) atomicLoad(s ir.Scalar, p pointer) id {
	e.needAtomics(s)
	return e.inst3(spirv.OpAtomicLoad, e.scalarType(s), p.id, e.scopeOf(0, memoryScope(p.class)), e.u32(0))
}

func (e *emitter) atomicStore(p pointer, v id) {
	e.needAtomics(e.m.Types.At(p.ty).Scalar)
	e.code.Op4(spirv.OpAtomicStore, p.id, e.scopeOf(0, memoryScope(p.class)), e.u32(0), v)
}

// atomicOps picks the opcode of an atomic operation by the kind of scalar.
var atomicOps = [...][numKinds]spirv.Op{
	ir.AtomicAdd:      {sint: spirv.OpAtomicIAdd, uint_: spirv.OpAtomicIAdd, float: spirv.OpAtomicFAddEXT},
	ir.AtomicSub:      {sint: spirv.OpAtomicISub, uint_: spirv.OpAtomicISub},
	ir.AtomicAnd:      {sint: spirv.OpAtomicAnd, uint_: spirv.OpAtomicAnd},
	ir.AtomicOr:       {sint: spirv.OpAtomicOr, uint_: spirv.OpAtomicOr},
	ir.AtomicXor:      {sint: spirv.OpAtomicXor, uint_: spirv.OpAtomicXor},
	ir.AtomicMin:      {sint: spirv.OpAtomicSMin, uint_: spirv.OpAtomicUMin, float: spirv.OpAtomicFMinEXT},
	ir.AtomicMax:      {sint: spirv.OpAtomicSMax, uint_: spirv.OpAtomicUMax, float: spirv.OpAtomicFMaxEXT},
	ir.AtomicExchange: {sint: spirv.OpAtomicExchange, uint_: spirv.OpAtomicExchange, float: spirv.OpAtomicExchange},
}

// floatAtomics are the capabilities of atomic additions, and of the least and greatest, by scalar.
var floatAtomics = [...]struct{ add, least spirv.Capability }{
	ir.F16: {spirv.CapabilityAtomicFloat16AddEXT, spirv.CapabilityAtomicFloat16MinMaxEXT},
	ir.F32: {spirv.CapabilityAtomicFloat32AddEXT, spirv.CapabilityAtomicFloat32MinMaxEXT},
	ir.F64: {spirv.CapabilityAtomicFloat64AddEXT, spirv.CapabilityAtomicFloat64MinMaxEXT},
}

// atomic is a read-modify-write operation on a scalar; the result is the value
// from before.
func (e *emitter) atomic(op ir.AtomicOp, s ir.Scalar, p pointer, value id, scope ir.Scope, order ir.Ordering) id {
	e.needAtomics(s)
	k := kindOf(s)
	if k == float {
		if op == ir.AtomicSub {
			value = e.inst1(spirv.OpFNegate, e.scalarType(s), value)
			op = ir.AtomicAdd
		}
		switch op {
		case ir.AtomicAdd:
			e.need(floatAtomics[s].add)
		case ir.AtomicMin, ir.AtomicMax:
			e.need(floatAtomics[s].least)
		}
	}
	opcode := atomicOps[op][k]
	if opcode == spirv.OpNop {
		e.fail("there is no atomic " + op.String() + " of " + s.String())
		return 0
	}
	return e.inst4(opcode, e.scalarType(s), p.id, e.scopeOf(scope, memoryScope(p.class)),
		e.semantics(order, classMemory(p.class)), value)
}

// compareExchange stores value if the memory holds compare; the result is the struct of the
// value from before and whether it was stored.
func (e *emitter) compareExchange(result ir.TypeID, s ir.Scalar, p pointer, value, compare id, scope ir.Scope, order ir.Ordering) id {
	old := e.compareExchangeOld(s, p, value, compare, scope, order)
	exchanged := e.inst2(spirv.OpIEqual, e.scalarType(ir.Bool), old, compare)
	return e.inst2(spirv.OpCompositeConstruct, e.typ(result), old, exchanged)
}

func (e *emitter) compareExchangeOld(s ir.Scalar, p pointer, value, compare id, scope ir.Scope, order ir.Ordering) id {
	if !s.IsInteger() {
		e.fail("there is no atomic compare_exchange of " + s.String())
		return 0
	}
	e.needAtomics(s)
	equal := e.semantics(order, classMemory(p.class))
	unequal := order
	switch order { // a failed exchange releases nothing
	case ir.OrderAcquireRelease:
		unequal = ir.OrderAcquire
	case ir.OrderRelease:
		unequal = ir.OrderRelaxed
	}
	return e.inst(spirv.OpAtomicCompareExchange, e.scalarType(s), p.id, e.scopeOf(scope, memoryScope(p.class)),
		equal, e.semantics(unequal, classMemory(p.class)), value, compare)
}

// Barriers (section 3.42.20).

func barrierMemory(m ir.Memory) (s spirv.MemorySemantics) {
	if m&ir.MemoryStorage != 0 {
		s |= spirv.MemorySemanticsUniformMemory
	}
	if m&ir.MemoryWorkgroup != 0 {
		s |= spirv.MemorySemanticsWorkgroupMemory
	}
	if m&ir.MemoryTexture != 0 {
		s |= spirv.MemorySemanticsImageMemory
	}
	return s
}

// barrierOperands are the scope and semantics of a barrier.
func (e *emitter) barrierOperands(b ir.Barrier) (scope, semantics id) {
	def := ir.ScopeWorkgroup
	if b.Memory&ir.MemorySubgroup != 0 {
		def = ir.ScopeSubgroup
	}
	memory := barrierMemory(b.Memory)
	if e.patches && def == ir.ScopeWorkgroup && (b.Scope == ir.ScopeDefault || b.Scope == ir.ScopeWorkgroup) {
		// There, memory can't be ordered by the workgroup (VUID-StandaloneSpirv-ExecutionModel-07320).
		def, b.Scope = ir.ScopeDevice, ir.ScopeDefault
		if memory == 0 {
			return e.scopeOf(ir.ScopeInvocation, def), e.u32(0)
		}
	}
	order := b.Ordering
	if order == ir.OrderDefault {
		order = ir.OrderAcquireRelease
	}
	if memory == 0 {
		if def != ir.ScopeSubgroup {
			return e.scopeOf(b.Scope, def), e.u32(0)
		}
		memory = spirv.MemorySemanticsUniformMemory | spirv.MemorySemanticsWorkgroupMemory | spirv.MemorySemanticsImageMemory
	}
	return e.scopeOf(b.Scope, def), e.semantics(order, memory)
}

func (e *emitter) controlBarrier(b ir.Barrier) {
	scope, semantics := e.barrierOperands(b)
	if b.Memory&ir.MemorySubgroup != 0 {
		e.need(spirv.CapabilityGroupNonUniform)
	}
	waits := ir.ScopeWorkgroup
	if b.Memory&ir.MemorySubgroup != 0 {
		waits = ir.ScopeSubgroup
	}
	e.code.Op3(spirv.OpControlBarrier, e.scopeOf(waits, waits), scope, semantics)
}

func (e *emitter) memoryBarrier(b ir.Barrier) {
	scope, semantics := e.barrierOperands(b)
	e.code.Op2(spirv.OpMemoryBarrier, scope, semantics)
}
