package spirv

// This file reads accesses through pointers: loads, stores, access chains.

import (
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// memoryOp reads an instruction about memory; false if it is none.
func (r *reader) memoryOp(inst spirv.Inst) bool {
	x := &r.fn
	switch inst.Op() {
	case spirv.OpVariable:
		r.localVariable(inst)
	case spirv.OpLoad:
		r.load(inst)
	case spirv.OpStore:
		r.store(inst)
	case spirv.OpCopyMemory:
		to, from := r.pointer(inst[1]), r.pointer(inst[2])
		r.wholly(to)
		r.wholly(from)
		r.isMemory(from)
		if r.isBare(inst[1]) != r.isBare(inst[2]) {
			r.unsupported("a copy of a whole buffer")
		}
		if r.m.HoldsRayObject(r.isMemory(from).Base) {
			r.invalid("a copy of a ray query")
		}
		x.b.Store(to, x.b.Load(from))
	case spirv.OpAccessChain, spirv.OpInBoundsAccessChain:
		r.accessChain(inst)
	case spirv.OpArrayLength:
		p := r.pointer(inst[3])
		if !r.isBare(inst[3]) {
			p = r.member(p, inst[4])
		}
		r.set(inst[2], x.b.Op(op.ArrayLength, r.value(inst[1]), p))
	case spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain:
		r.elementPointer(inst)
	case spirv.OpPtrEqual, spirv.OpPtrNotEqual:
		r.comparePointers(inst)
	case spirv.OpPtrDiff:
		r.compareWays(inst)
	default:
		return false
	}
	return true
}

func (r *reader) localVariable(inst spirv.Inst) {
	x := &r.fn
	p := r.typeAt(inst[1])
	if p.op != spirv.OpTypePointer || p.class != spirv.StorageClassFunction || spirv.StorageClass(inst[3]) != spirv.StorageClassFunction {
		r.invalid("a variable of a function points into the storage class Function")
	}
	if r.types[p.element].op == spirv.OpTypeVoid {
		return // nothing can be done with it
	}
	t := r.storedType(p.element)
	relaxed := ir.Binding{Relaxed: r.has(inst[2], spirv.DecorationRelaxedPrecision)}
	v := x.f.AddVar(ssa.Variable{Name: r.name(inst[2]), Mode: ssa.ModeFunctionTemp, Type: t, Access: ir.AccessReadWrite, IO: relaxed, Span: r.span()})
	b := r.prologue()
	pointer := b.DerefVar(v)
	x.fn.last = pointer
	r.put(inst[2], pointer)
	if len(inst) > 4 {
		x.b.Store(pointer, r.val(inst[4]))
	}
}

// isMemory checks that a value is a pointer.
func (r *reader) isMemory(p ssa.Value) *ir.Type {
	t := r.m.Types.At(r.fn.f.Type(p))
	if t.Kind != ir.TypePointer {
		r.invalid("a value where a pointer is wanted")
	}
	return t
}

// resourceClass reports whether a value is a resource, which loads leave as it is.
func (r *reader) isHandle(p ssa.Value) bool {
	switch r.m.Types.At(r.fn.f.Type(p)).Kind {
	case ir.TypeImage, ir.TypeSampler, ir.TypeSampledImage, ir.TypeAccelerationStructure:
		return true
	}
	return false
}

func (r *reader) load(inst spirv.Inst) {
	x := &r.fn
	p := r.pointer(inst[3])
	r.wholly(p)
	if r.isHandle(p) {
		x.flags = 0
		r.put(inst[2], p)
		return
	}
	t := *r.isMemory(p)
	if len(inst) > 4 {
		r.access(p, inst[4])
	}
	want := r.value(inst[1])
	if s := r.m.StructOf(want); r.isBare(inst[3]) && s != nil && len(s.Members) == 1 && s.Members[0].Type == t.Base {
		r.set(inst[2], x.b.Op(op.Compose, want, x.b.Load(p)))
		return
	}
	if have := x.f.Shader.Module.Types.At(t.Base); have.Kind == ir.TypeAtomic {
		if want != ir.ScalarTypeOf(have.Scalar) {
			r.invalid("a load of another type")
		}
	} else if t.Base != want && r.atomicParts(p, want) == 0 {
		r.invalid("a load of %s from memory that holds %s", r.m.TypeName(want), r.m.TypeName(t.Base))
	}
	r.set(inst[2], r.loadParts(p, want))
}

func (r *reader) store(inst spirv.Inst) {
	x := &r.fn
	p := r.pointer(inst[1])
	r.wholly(p)
	t := r.isMemory(p).Base
	if len(inst) > 3 {
		r.access(p, inst[3])
	}
	if r.defs[inst[2]].op == spirv.OpConstantNull && r.m.StructOf(t) != nil && r.countAtomics(t, 0) > 0 {
		r.storeZero(p) // there are no values of such structs
		return
	}
	v := r.val(inst[2])
	if s := r.m.StructOf(x.f.Type(v)); r.isBare(inst[1]) && s != nil && len(s.Members) == 1 && x.f.Type(v) != r.m.Types.Pointee(x.f.Type(p)) {
		v, _ = r.extract(v, []uint32{0})
	}
	r.storeParts(p, v)
}

// maxAtomicParts bounds the elements of an array of atomics that a store of the whole
// array, or a load, goes over.
const maxAtomicParts = 1 << 12

// storeParts stores a value. If it is an array and the memory holds atomics, it stores
// their values one by one.
func (r *reader) storeParts(p, v ssa.Value) {
	x := &r.fn
	n := r.atomicParts(p, x.f.Type(v))
	if n == 0 {
		x.b.Store(p, v)
		return
	}
	e := r.m.ElementType(x.f.Type(v), 0)
	for k := range n {
		r.storeParts(r.element(p, k), x.b.Extract(e, v, int(k)))
	}
}

// loadParts is the contents of memory, as a type: see storeParts.
func (r *reader) loadParts(p ssa.Value, t ir.TypeID) ssa.Value {
	x := &r.fn
	n := r.atomicParts(p, t)
	if n == 0 {
		return x.b.Load(p)
	}
	parts := make([]ssa.Value, n)
	e := r.m.ElementType(t, 0)
	for k := range n {
		parts[k] = r.loadParts(r.element(p, k), e)
	}
	return x.b.Op(op.Compose, t, parts...)
}

// atomicParts is how many elements a value of a type has one by one in memory: the elements
// of an array of atomics; else 0.
func (r *reader) atomicParts(p ssa.Value, t ir.TypeID) uint32 {
	have := r.m.Types.Pointee(r.fn.f.Type(p))
	a := r.m.Types.At(t)
	if have == t || a.Kind != ir.TypeArray || r.atomicType(t) != have {
		return 0
	}
	total := uint64(1)
	for at := a; at.Kind == ir.TypeArray; at = r.m.Types.At(at.Base) {
		if at.Length == 0 {
			r.unsupported("an array of atomics of a length that isn't known, as a value")
		}
		if total *= uint64(at.Length); total > maxAtomicParts {
			r.unsupported("an array of more than %d atomics as a value", maxAtomicParts)
		}
	}
	return a.Length
}

// countAtomics is how many atomics are in a type; not more than are wanted.
func (r *reader) countAtomics(t ir.TypeID, depth int) (n uint64) {
	if depth > maxDepth {
		return 0
	}
	switch x := r.m.Types.At(t); x.Kind {
	case ir.TypeAtomic:
		return 1
	case ir.TypeArray:
		return min(uint64(max(x.Length, 1))*r.countAtomics(x.Base, depth+1), 1<<32)
	case ir.TypeStruct:
		for i := range r.m.Structs[x.Struct].Members {
			n += r.countAtomics(r.m.Structs[x.Struct].Members[i].Type, depth+1)
		}
	}
	return min(n, 1<<32)
}

// storeZero stores zeros, one by one if there are atomics.
func (r *reader) storeZero(p ssa.Value) {
	x := &r.fn
	t := r.isMemory(p).Base
	n := r.countAtomics(t, 0)
	if n > maxAtomicParts {
		r.unsupported("more than %d atomics as a value", maxAtomicParts)
	}
	switch at := *r.m.Types.At(t); {
	case n == 0:
		x.b.Store(p, x.b.Zero(t))
	case at.Kind == ir.TypeAtomic:
		x.b.Store(p, x.b.Const(ir.ScalarTypeOf(at.Scalar), 0))
	case at.LengthExpr != 0:
		r.unsupported("an array of atomics of a length that isn't known, as a value")
	case at.Kind == ir.TypeArray:
		for k := range at.Length {
			r.storeZero(r.element(p, k))
		}
	default:
		for k := range r.m.Structs[at.Struct].Members {
			r.storeZero(r.member(p, uint32(k)))
		}
	}
}

// element is the address of an element of the array behind a pointer.
func (r *reader) element(p ssa.Value, k uint32) ssa.Value {
	x := &r.fn
	t := *r.isMemory(p)
	pt := r.m.Types.Pointer(r.m.ElementType(t.Base, 0), t.Space, t.Access, r.m.ElementLayout(t.Layout))
	return x.b.DerefArray(pt, p, x.b.U32(k))
}

// isBare reports whether an id is the address of a buffer without the struct around its
// contents.
func (r *reader) isBare(id uint32) bool {
	d := &r.defs[id]
	for range maxDepth {
		if d.op != spirv.OpCopyObject {
			break
		}
		d = &r.defs[r.words[d.offset+3]]
	}
	return d.op == spirv.OpVariable && d.index != 0 && r.variables[d.index].bare
}

// access notes the memory operands for the variable behind a pointer.
func (r *reader) access(p ssa.Value, operands uint32) {
	const volatile, visible = uint32(1), uint32(0x8 | 0x10)
	if operands&(volatile|visible) == 0 {
		return
	}
	f := r.fn.f
	for f.Op(p).IsPath() {
		p = f.Arg(p, 0)
	}
	if f.Op(p) != op.DerefVar {
		if f.Op(p) == op.DerefAddress {
			r.unsupported("volatile or coherent access of physical storage")
		}
		return
	}
	v := f.Var(f.VarOf(p))
	if v.Mode&(ssa.ModeSSBO|ssa.ModeShared) == 0 {
		return
	}
	if operands&volatile != 0 {
		v.Memory |= ir.Volatile
	}
	if operands&visible != 0 {
		v.Memory |= ir.Coherent
	}
}

// member is the address of a member.
func (r *reader) member(p ssa.Value, k uint32) ssa.Value {
	x := &r.fn
	t := *r.isMemory(p)
	if r.m.Types.At(t.Base).Kind != ir.TypeStruct {
		r.invalid("a member of a value that is no struct")
	}
	r.partOf(t.Base, k)
	pt := r.m.Types.Pointer(r.m.ElementType(t.Base, k), t.Space, t.Access, r.m.MemberLayout(t.Layout, int(k)))
	return x.b.DerefStruct(pt, p, int(k))
}

// wholly notes that all of an input or output is used through its address.
func (r *reader) wholly(p ssa.Value) {
	if v := r.ioVariable(p); v != nil {
		v.whole = true
	}
}

// ioVariable is the input or output whose address a value is, or nil.
func (r *reader) ioVariable(p ssa.Value) *variable {
	f := r.fn.f
	if f.Op(p) != op.DerefVar || f.VarOf(p).IsLocal() {
		return nil
	}
	id := f.VarOf(p)
	if int(id) >= len(r.byVar) || r.byVar[id] == 0 {
		return nil
	}
	v := &r.variables[r.byVar[id]]
	if v.class != spirv.StorageClassInput && v.class != spirv.StorageClassOutput || v.stays {
		return nil
	}
	return v
}

func (r *reader) accessChain(inst spirv.Inst) {
	x := &r.fn
	if r.chainIndices(inst) {
		return
	}
	p := r.pointer(inst[3])
	inBounds := inst.Op() == spirv.OpInBoundsAccessChain
	io := r.ioVariable(p)
	if io != nil && len(inst) == 4 {
		io.whole = true
	}
	path := inst[4:]
	if len(path) > 0 && r.isBare(inst[3]) {
		c := r.constantAt(path[0])
		if k, ok := r.constantNumber(c); !ok || c.spec || k != 0 {
			r.invalid("a path into a member that isn't there")
		}
		path = path[1:]
	}
	x.flags = 0
	r.put(inst[2], r.steps(inst, p, path, io, inBounds))
}

// steps goes from a pointer along a path of indices.
func (r *reader) steps(inst spirv.Inst, p ssa.Value, path []uint32, io *variable, inBounds bool) ssa.Value {
	x := &r.fn
	f := x.f
	// A dynamic index into an array of resources is that of the chain.
	nonUniform := r.has(inst[2], spirv.DecorationNonUniform)
	for n, id := range path {
		t := *r.m.Types.At(f.Type(p))
		base := t.Base
		if t.Kind != ir.TypePointer && t.Kind != ir.TypeBindingArray {
			r.invalid("a path into a value without parts")
		}
		if t.Kind == ir.TypePointer && r.m.Types.At(base).Kind == ir.TypeStruct {
			c := r.constantAt(id)
			k, ok := r.constantNumber(c)
			if !ok || c.spec || k > 1<<20 {
				r.invalid("the index of a member is a constant")
			}
			if io != nil && n == 0 {
				if k < 64 {
					io.members |= 1 << k
				} else {
					io.whole = true
				}
			}
			p = r.member(p, uint32(k))
			continue
		}
		if io != nil && n == 0 {
			io.whole = true
		}
		index := r.index(r.val(id))
		if f.Comps(index) != 1 {
			r.invalid("an index that is no integer")
		}
		var pt ir.TypeID
		switch {
		case t.Kind == ir.TypeBindingArray:
			pt = base
		default:
			switch bt := r.m.Types.At(base); bt.Kind {
			case ir.TypeVector, ir.TypeMatrix, ir.TypeArray, ir.TypeBindingArray, ir.TypeCooperative:
			default:
				r.invalid("a path into a value without parts")
			}
			pt = r.m.Types.Pointer(r.m.ElementType(base, 0), t.Space, t.Access, r.m.ElementLayout(t.Layout))
		}
		p = x.b.DerefArray(pt, p, index)
		flags := ir.Flags(0)
		if inBounds {
			flags |= ir.FlagInBounds
		}
		if t.Kind == ir.TypeBindingArray || r.m.Types.At(base).Kind == ir.TypeBindingArray {
			if nonUniform || r.has(id, spirv.DecorationNonUniform) {
				flags |= ir.FlagNonUniform
			}
		}
		f.SetFlags(p, flags)
	}
	return p
}
