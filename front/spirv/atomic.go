package spirv

// This file reads atomic operations and barriers. Scopes and semantics are the
// instruction's, unless they are the module's own defaults.

import (
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

var atomicOps = lazy.Value[map[spirv.Op]ir.AtomicOp]{Make: func() map[spirv.Op]ir.AtomicOp {
	return map[spirv.Op]ir.AtomicOp{
		spirv.OpAtomicIAdd: ir.AtomicAdd, spirv.OpAtomicISub: ir.AtomicSub, spirv.OpAtomicAnd: ir.AtomicAnd, spirv.OpAtomicOr: ir.AtomicOr,
		spirv.OpAtomicXor: ir.AtomicXor, spirv.OpAtomicSMin: ir.AtomicMin, spirv.OpAtomicUMin: ir.AtomicMin, spirv.OpAtomicSMax: ir.AtomicMax,
		spirv.OpAtomicUMax: ir.AtomicMax, spirv.OpAtomicExchange: ir.AtomicExchange, spirv.OpAtomicFAddEXT: ir.AtomicAdd,
		spirv.OpAtomicFMinEXT: ir.AtomicMin, spirv.OpAtomicFMaxEXT: ir.AtomicMax,
	}
}}

// atomicOp reads an atomic operation or barrier; false if it is none.
func (r *reader) atomicOp(inst spirv.Inst) bool {
	x := &r.fn
	switch o := inst.Op(); o {
	case spirv.OpControlBarrier:
		r.controlBarrier(inst)
	case spirv.OpMemoryBarrier:
		scope, order, memory := r.scope(inst[1]), r.order(inst[2]), r.memoryOf(inst[2])
		if memory == 0 {
			break // there is nothing to order
		}
		i := x.b.Instr(op.MemoryBarrier, 0)
		x.f.SetWords(i, [2]uint32{uint32(memory) | uint32(scope)<<8 | uint32(barrierOrder(order))<<12})
	case spirv.OpAtomicLoad:
		if x.isTexel(inst[3]) {
			t := r.value(inst[1])
			if !r.m.Types.ScalarOf(t).IsInteger() {
				r.unsupported("an atomic load of a texel of %s", r.m.TypeName(t))
			}
			r.set(inst[2], r.texelAtomic(inst[3], ir.AtomicOr, x.b.Const(t, 0), 0))
			break
		}
		p := r.pointer(inst[3])
		r.isMemory(p)
		r.wholly(p)
		r.set(inst[2], x.b.Load(p))
	case spirv.OpAtomicStore:
		if x.isTexel(inst[1]) {
			r.texelAtomic(inst[1], ir.AtomicExchange, r.val(inst[4]), 0)
			break
		}
		p := r.pointer(inst[1])
		r.isMemory(p)
		x.b.Store(p, r.val(inst[4]))
	case spirv.OpAtomicIIncrement, spirv.OpAtomicIDecrement:
		t := r.value(inst[1])
		if !r.m.Types.ScalarOf(t).IsInteger() {
			r.invalid("a number that isn't an integer is counted")
		}
		code := ir.AtomicAdd
		if o == spirv.OpAtomicIDecrement {
			code = ir.AtomicSub
		}
		r.set(inst[2], r.atomic(inst, code, x.b.Const(t, 1), 0))
	case spirv.OpAtomicCompareExchange:
		r.set(inst[2], r.atomic(inst, ir.AtomicCompareExchange, r.val(inst[7]), r.val(inst[8])))
	default:
		code, ok := atomicOps.Get()[o]
		if !ok {
			return false
		}
		r.set(inst[2], r.atomic(inst, code, r.val(inst[6]), 0))
	}
	return true
}

func (x *builder) isTexel(id uint32) bool {
	_, ok := x.texels[id]
	return ok
}

// atomic makes a read-modify-write operation and returns the old value.
func (r *reader) atomic(inst spirv.Inst, code ir.AtomicOp, value, compare ssa.Value) ssa.Value {
	x := &r.fn
	signed := inst.Op() == spirv.OpAtomicSMin || inst.Op() == spirv.OpAtomicSMax
	unsigned := inst.Op() == spirv.OpAtomicUMin || inst.Op() == spirv.OpAtomicUMax
	t := r.value(inst[1])
	if s := r.m.Types.ScalarOf(t); signed && !s.IsSigned() || unsigned && s.IsSigned() {
		if split, ok := x.splits[r.at]; ok && !x.isTexel(inst[3]) {
			return r.otherSign(inst, t, split, value)
		}
		r.unsupported("%s of %s", inst.Op(), s)
	}
	if x.isTexel(inst[3]) {
		return r.texelAtomic(inst[3], code, value, compare)
	}
	p := r.pointer(inst[3])
	r.isMemory(p)
	scope := r.scope(inst[4])
	if m := r.m.Types.At(x.f.Type(p)); m.Space == ir.SpaceWorkgroup && scope == ir.ScopeWorkgroup || m.Space != ir.SpaceWorkgroup && scope == ir.ScopeDevice {
		scope = ir.ScopeDefault
	}
	words := uint32(code) | uint32(scope)<<8 | uint32(r.order(inst[5]))<<12
	return r.exchanged(op.Atomic, code, t, words, p, value, compare)
}

// hasOtherSign reports whether an atomic least or greatest is one of integers that have a
// sign while the type has none, or the other way round, and can be done by exchanges.
func (r *reader) hasOtherSign(inst spirv.Inst) bool {
	if len(inst) < 7 || r.defs[inst[3]].op == spirv.OpImageTexelPointer {
		return false
	}
	t := &r.defs[inst[1]]
	signed := inst.Op() == spirv.OpAtomicSMin || inst.Op() == spirv.OpAtomicSMax
	return t.op == spirv.OpTypeInt && (r.words[t.offset+3] != 0) != signed
}

type otherSignsRow struct {
	op     op.Op
	scalar ir.Scalar
}

// otherSigns are the operations on values of the sign that an atomic one has, and that sign.
var otherSigns = lazy.Value[map[spirv.Op]otherSignsRow]{Make: func() map[spirv.Op]otherSignsRow {
	return map[spirv.Op]otherSignsRow{spirv.OpAtomicSMin: {op.IMin, ir.I32}, spirv.OpAtomicSMax: {op.IMax, ir.I32}, spirv.OpAtomicUMin: {op.UMin, ir.U32}, spirv.OpAtomicUMax: {op.UMax, ir.U32}}
}}

// otherSign does an atomic least or greatest, as of signed numbers in memory of unsigned
// ones, by exchanges until one succeeds:
//
//	loop {
//	  old = load p; new = max(bitcast(old), bitcast(value))
//	  got = compare and exchange p, bitcast(new), old
//	  break if got == old
//	}
//
// It goes on in the last of the blocks.
func (r *reader) otherSign(inst spirv.Inst, t ir.TypeID, split [3]ssa.NodeID, value ssa.Value) ssa.Value {
	x := &r.fn
	loop, next, after := split[0], split[1], split[2]
	how := otherSigns.Get()[inst.Op()]
	if r.m.Types.ScalarOf(t).Bytes() == 8 {
		how.scalar = map[ir.Scalar]ir.Scalar{ir.I32: ir.I64, ir.U32: ir.U64}[how.scalar]
	}
	span := r.span()
	p := r.pointer(inst[3])
	r.isMemory(p)
	scope := r.scope(inst[4])
	if m := r.m.Types.At(x.f.Type(p)); m.Space == ir.SpaceWorkgroup && scope == ir.ScopeWorkgroup || m.Space != ir.SpaceWorkgroup && scope == ir.ScopeDevice {
		scope = ir.ScopeDefault
	}
	words := uint32(ir.AtomicCompareExchange) | uint32(scope)<<8 | uint32(r.order(inst[5]))<<12
	x.f.SetGoto(x.block, loop, span)
	x.f.SetLoopMerge(loop, after, next)
	x.b = x.f.Build(x.f.EndOf(loop))
	x.b.Span = span
	as := func(v ssa.Value, t ir.TypeID) ssa.Value { return x.b.Op(op.Bitcast, t, v) }
	other := ir.ScalarTypeOf(how.scalar)
	old := ssa.Value(x.b.Load(p))
	most := as(x.b.Op(how.op, other, as(old, other), as(value, other)), t)
	got := r.exchanged(op.Atomic, ir.AtomicCompareExchange, t, words, p, most, old)
	same := x.b.Op(op.IEq, ir.TypeBool, got, old)
	x.f.SetBranch(loop, same, after, next, span)
	x.f.SetGoto(next, loop, span)
	x.block = after
	x.b = x.f.Build(x.f.EndOf(after))
	x.b.Span = span
	return got
}

// exchanged makes the operation; of one on a condition the old value is taken out of
// the struct that is its result.
func (r *reader) exchanged(o op.Op, code ir.AtomicOp, t ir.TypeID, words uint32, args ...ssa.Value) ssa.Value {
	x := &r.fn
	rt := t
	if code == ir.AtomicCompareExchange {
		rt = r.m.SpecialStruct(ir.SpecialAtomicExchange, t)
	}
	i := x.b.Op(o, rt, args...)
	x.f.SetWords(i, [2]uint32{words})
	if code == ir.AtomicCompareExchange {
		return x.b.Extract(t, i, 0)
	}
	return i
}

// texelAtomic makes an atomic operation on a texel.
func (r *reader) texelAtomic(pointer uint32, code ir.AtomicOp, value, compare ssa.Value) ssa.Value {
	x := &r.fn
	p := x.texels[pointer]
	image := r.val(p.image)
	t := r.imageOf(image)
	if t.Class != ir.ImageStorage {
		r.invalid("an atomic operation on a texel of an image that isn't a storage image")
	}
	coord, layer := r.split(&t, r.val(p.coordinate), true)
	texel := ir.ScalarTypeOf(r.m.ImageTexel(x.f.Type(image)))
	var sample ssa.Value
	if t.Multisampled {
		sample = r.index(r.val(p.sample))
	}
	return r.exchanged(op.ImageAtomic, code, texel, uint32(code), image, r.coordinate(coord), layer, value, compare, sample)
}

// constantWord is the value of a constant operand.
func (r *reader) constantWord(id uint32) uint32 {
	c := r.constantAt(id)
	n, ok := r.constantNumber(c)
	if !ok || c.spec {
		r.unsupported("a scope or semantics that isn't constant")
	}
	return uint32(n)
}

func (r *reader) scope(id uint32) ir.Scope {
	switch s := spirv.Scope(r.constantWord(id)); s {
	case spirv.ScopeDevice:
		return ir.ScopeDevice
	case spirv.ScopeWorkgroup:
		return ir.ScopeWorkgroup
	case spirv.ScopeSubgroup:
		return ir.ScopeSubgroup
	case spirv.ScopeInvocation:
		return ir.ScopeInvocation
	case spirv.ScopeQueueFamily:
		return ir.ScopeQueueFamily
	default:
		r.unsupported("the scope %s", s)
	}
	return 0
}

// Bits of memory semantics.
const (
	semanticsAcquire        = 0x2
	semanticsRelease        = 0x4
	semanticsAcquireRelease = 0x8
	semanticsSequential     = 0x10
	semanticsUniform        = 0x40
	semanticsSubgroup       = 0x80
	semanticsWorkgroup      = 0x100
	semanticsImage          = 0x800
)

// order is the ordering of semantics; the default stands for relaxed.
func (r *reader) order(id uint32) ir.Ordering {
	switch s := r.constantWord(id); {
	case s&(semanticsAcquireRelease|semanticsSequential) != 0, s&(semanticsAcquire|semanticsRelease) == semanticsAcquire|semanticsRelease:
		return ir.OrderAcquireRelease
	case s&semanticsAcquire != 0:
		return ir.OrderAcquire
	case s&semanticsRelease != 0:
		return ir.OrderRelease
	}
	return ir.OrderDefault
}

// barrierOrder is the ordering of a barrier, whose default is acquire and release.
func barrierOrder(o ir.Ordering) ir.Ordering {
	switch o {
	case ir.OrderAcquireRelease:
		return ir.OrderDefault
	case ir.OrderDefault:
		return ir.OrderRelaxed
	}
	return o
}

// memoryOf is the memory that semantics name.
func (r *reader) memoryOf(id uint32) (m ir.Memory) {
	s := r.constantWord(id)
	if s&semanticsUniform != 0 {
		m |= ir.MemoryStorage
	}
	if s&semanticsWorkgroup != 0 && r.hasWorkgroups() {
		m |= ir.MemoryWorkgroup
	}
	if s&semanticsImage != 0 {
		m |= ir.MemoryTexture
	}
	return m
}

// hasWorkgroups reports whether an entry point is of a stage that has workgroups.
func (r *reader) hasWorkgroups() bool {
	for _, at := range r.entries {
		if spirv.ExecutionModel(r.words[at+1]) == spirv.ExecutionModelGLCompute {
			return true
		}
	}
	return len(r.entries) == 0
}

func (r *reader) controlBarrier(inst spirv.Inst) {
	x := &r.fn
	memory, order := r.memoryOf(inst[3]), r.order(inst[3])
	scope := r.scope(inst[2])
	switch r.scope(inst[1]) {
	case ir.ScopeWorkgroup:
		if scope == ir.ScopeWorkgroup {
			scope = ir.ScopeDefault
		}
	case ir.ScopeSubgroup:
		memory |= ir.MemorySubgroup
		if scope == ir.ScopeSubgroup {
			scope = ir.ScopeDefault
		}
	default:
		r.unsupported("a barrier of the scope %s", r.scope(inst[1]))
	}
	o := barrierOrder(order)
	if memory&^ir.MemorySubgroup == 0 {
		o, scope = ir.OrderDefault, ir.ScopeDefault // there is nothing to order
	}
	// An order set just before is joined here.
	if last := x.f.Last(x.block); last != 0 && x.f.Op(last) == op.MemoryBarrier && o == ir.OrderDefault && memory&ir.MemorySubgroup == 0 {
		w := x.f.Word(last, 0)
		if ir.Ordering(w>>12&15) == ir.OrderDefault {
			memory |= ir.Memory(w & 0xff)
			if s := ir.Scope(w >> 8 & 15); s == ir.ScopeWorkgroup || s == ir.ScopeInvocation || s == ir.ScopeSubgroup {
				s = scope
			} else if s != ir.ScopeDefault && memory&ir.MemoryWorkgroup != 0 && memory == ir.MemoryWorkgroup {
				s = scope
			} else {
				scope = s
			}
			x.f.Remove(last)
		}
	}
	i := x.b.Instr(op.ControlBarrier, 0)
	x.f.SetWords(i, [2]uint32{uint32(memory) | uint32(scope)<<8 | uint32(o)<<12})
}
