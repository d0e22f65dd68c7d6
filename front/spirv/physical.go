package spirv

// This file reads pointers into physical storage. They are numbers here, addresses of 64
// bits, which lie in memory, go through phis and calls and are compared as such; at reads
// and writes of memory a number becomes a pointer of SPIR-V's type. The result of an access
// chain is a pointer until something needs its address: that is the number it began with,
// and the offsets of the steps.

import (
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// isPhysical reports whether a type is a pointer into physical storage.
func (t *typeInfo) isPhysical() bool {
	return t.op == spirv.OpTypePointer && t.class == spirv.StorageClassPhysicalStorageBuffer
}

// address makes the type of pointers into physical storage that of addresses.
func (t *typeInfo) address() {
	t.class = spirv.StorageClassPhysicalStorageBuffer
	t.t, t.size, t.align, t.layout = ir.TypeU64, 8, 8, ir.LayoutNatural
}

// forwardPointer declares a pointer whose pointee is known later.
func (r *reader) forwardPointer(inst spirv.Inst) {
	d := r.definition(inst[1])
	if d.op != spirv.OpTypePointer {
		r.invalid("%%%d is no pointer", inst[1])
	}
	if spirv.StorageClass(inst[2]) != spirv.StorageClassPhysicalStorageBuffer {
		r.unsupported("a pointer that is declared ahead, into the storage class %s", spirv.StorageClass(inst[2]))
	}
	if d.index != 0 {
		return
	}
	info := typeInfo{op: spirv.OpTypePointer, at: d.offset, depth: 1, parts: 1}
	info.address()
	r.types = append(r.types, info)
	d.index, d.isType = uint32(len(r.types)-1), true
}

// physicalPointer declares a pointer into physical storage; it may be declared already.
func (r *reader) physicalPointer(info *typeInfo, inst spirv.Inst) {
	r.physical = true
	info.address()
	info.element = r.typeIndex(inst[3])
	d := &r.defs[inst[1]]
	if d.index != 0 {
		r.types[d.index] = *info
		return
	}
	r.types = append(r.types, *info)
	d.index, d.isType = uint32(len(r.types)-1), true
}

// pointee is the type of the memory behind a pointer into physical storage, as a pointer
// of the module.
func (r *reader) pointee(info *typeInfo) ir.TypeID {
	if info.element == 0 {
		r.invalid("a pointer to an unknown type")
	}
	e := &r.types[info.element]
	t := r.valueType(info.element)
	l, ok := r.elementLayout(info.element)
	if !ok || l == ir.NoLayout {
		r.unsupported("a pointer into physical storage to %s, whose layout is missing", r.m.TypeName(t))
	}
	access := ir.AccessReadWrite
	if e.op == spirv.OpTypeStruct && len(e.members) > 0 && r.readOnly(0, r.words[e.at+1], len(e.members)) && !r.holdsAtomic(info.element, 0) {
		access = ir.AccessRead
	}
	return r.m.Types.Pointer(t, ir.SpacePhysical, access, l)
}

// pointer is the pointer that an id is.
func (r *reader) pointer(id uint32) ssa.Value {
	if !r.physical {
		return r.val(id)
	}
	x := &r.fn
	v := x.vals[id]
	if v == 0 || r.defs[id].op == spirv.OpLabel {
		v = r.outer(id)
	}
	if x.f.Type(v) != ir.TypeU64 || !r.defs[id].op.HasResultType() {
		return v
	}
	info := r.typeAt(r.words[r.defs[id].offset+1])
	if !info.isPhysical() {
		return v
	}
	return x.b.Op(op.DerefAddress, r.pointee(info), v)
}

// isPhysicalDeref reports whether a value is a pointer into physical storage.
func (r *reader) isPhysicalDeref(v ssa.Value) bool {
	if r.fn.f.Op(v).Class() != op.ClassDeref {
		return false
	}
	t := r.m.Types.At(r.fn.f.Type(v))
	return t.Kind == ir.TypePointer && t.Space == ir.SpacePhysical
}

// addressOf is the address of a pointer into physical storage, computed at the pointer's
// place.
func (r *reader) addressOf(p ssa.Value) ssa.Value {
	x := &r.fn
	f := x.f
	if f.Op(p) == op.DerefAddress {
		return f.Arg(p, 0)
	}
	if a := x.addresses[p]; a != 0 {
		return a
	}
	base := f.Arg(p, 0)
	from := r.addressOf(base)
	t := r.m.Types.At(f.Type(base))
	if r.layouts == nil {
		r.layouts = layout.New(r.m)
	}
	var offset ssa.Value
	b := f.BuildAfter(p)
	b.Span = x.b.Span
	switch f.Op(p) {
	case op.DerefStruct:
		n, _, err := r.layouts.Member(t.Base, t.Layout, f.IndexOf(p))
		if err != nil {
			r.unsupported("the address of a member: %v", err)
		}
		if offset = from; n != 0 {
			offset = b.Op(op.IAdd, ir.TypeU64, from, b.Const(ir.TypeU64, uint64(n)))
		}
	case op.DerefArray:
		info, err := r.layouts.Of(t.Base, t.Layout)
		if err != nil {
			r.unsupported("the address of an element: %v", err)
		}
		stride := info.Stride
		if e := r.m.Types.At(t.Base); e.Kind == ir.TypeVector {
			stride = e.Scalar.Bytes()
		}
		if stride == 0 || info.RowMajor && r.m.Types.At(t.Base).Kind == ir.TypeMatrix {
			r.unsupported("the address of a column of a matrix whose rows lie together")
		}
		index := f.Arg(p, 1)
		if f.IsConst(index) {
			offset = b.Const(ir.TypeU64, uint64(int64(int32(f.ConstBits(index, 0))))*uint64(stride))
		} else {
			widen := op.I2I
			if f.Bits(index) == 64 {
				widen = op.Mov
			} else if !r.m.Types.ScalarOf(f.Type(index)).IsSigned() {
				widen = op.U2U
			}
			offset = b.Op(op.IMul, ir.TypeU64, b.Op(widen, ir.TypeU64, index), b.Const(ir.TypeU64, uint64(stride)))
		}
		offset = b.Op(op.IAdd, ir.TypeU64, from, offset)
	default:
		r.unsupported("the address of a %s", f.Op(p))
	}
	if x.addresses == nil {
		x.addresses = map[ssa.Value]ssa.Value{}
	}
	x.addresses[p] = offset
	return offset
}

// elementPointer reads OpPtrAccessChain: the first step is over whole elements, at the
// stride of the pointer's type.
func (r *reader) elementPointer(inst spirv.Inst) {
	x := &r.fn
	info := r.typeOfValue(inst[3])
	if info == nil || !info.isPhysical() {
		if !r.chainIndices(inst) {
			if !r.isZeroConstant(inst[4]) {
				r.noWay("%s", inst.Op())
			}
			path := inst[5:]
			if len(path) > 0 && r.isBare(inst[3]) {
				path = path[1:]
			}
			r.fn.flags = 0
			r.put(inst[2], r.steps(inst, r.pointer(inst[3]), path, nil, false))
		}
		return
	}
	stride := r.number(r.words[info.at+1], -1, spirv.DecorationArrayStride, 0)
	if stride == 0 {
		r.invalid("a step over elements without a stride")
	}
	index := r.val(inst[4])
	if x.f.Comps(index) != 1 || x.f.Bits(index) < 8 {
		r.invalid("an index that is no integer")
	}
	if x.f.Bits(index) < 64 {
		index = x.b.Op(op.I2I, ir.TypeI64, index)
	}
	at := x.b.Op(op.IAdd, ir.TypeU64, r.val(inst[3]), x.b.Op(op.IMul, ir.TypeU64, index, x.b.Const(ir.TypeU64, uint64(stride))))
	p := x.b.Op(op.DerefAddress, r.pointee(info), at)
	r.put(inst[2], r.steps(inst, p, inst[5:], nil, false))
}

// typeOfValue is the type of the value that an id is, or nil.
func (r *reader) typeOfValue(id uint32) *typeInfo {
	d := r.definition(id)
	if !d.op.HasResultType() {
		return nil
	}
	return r.typeAt(r.words[d.offset+1])
}

// convertPointer reads conversions between addresses and numbers.
func (r *reader) convertPointer(inst spirv.Inst) {
	x := &r.fn
	v, t := r.val(inst[3]), r.value(inst[1])
	if x.f.Comps(v) != 1 || x.f.Bits(v) < 8 {
		r.invalid("an address that is no integer")
	}
	if x.f.Bits(v) != r.m.Types.ScalarOf(t).Bits() {
		v = x.b.Op(op.U2U, t, v)
	}
	x.flags = 0
	r.put(inst[2], v)
}

// comparePointers reads the comparisons of pointers.
func (r *reader) comparePointers(inst spirv.Inst) {
	for _, id := range inst[3:5] {
		if info := r.typeOfValue(id); info == nil || !info.isPhysical() {
			r.compareWays(inst)
			return
		}
	}
	o := op.IEq
	if inst.Op() == spirv.OpPtrNotEqual {
		o = op.INe
	}
	r.set(inst[2], r.fn.b.Op(o, ir.TypeBool, r.val(inst[3]), r.val(inst[4])))
}
