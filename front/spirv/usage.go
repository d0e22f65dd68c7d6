package spirv

// This file finds out how resources and memory are used, before any type is made of them:
// whether an image is compared with, and read, written or operated on atomically; which
// memory is operated on atomically. SPIR-V states this at each operation, the module in the
// type.
//
// Images and samplers that reach each other through parameters of functions have one type,
// and so share their uses.

import (
	"refract/internal/reuse"
	"refract/ir"
	"refract/spirv"
)

// use is the uses of an image or sampler.
type use struct {
	compared  bool // with a depth reference
	sampled   bool // without one
	read      bool
	written   bool
	atomic    bool
	readOnly  bool // what decorations say
	writeOnly bool
	parent    uint32 // the variable or parameter whose record counts; 0: this one's
	root      uint32
	sampler   uint32 // of a value that is an image and a sampler: the sampler's root
}

// access is the accesses that the type of a storage image allows.
func (u *use) access() ir.AccessMode {
	switch {
	case u.atomic:
		return ir.AccessReadWrite | ir.AccessAtomic
	case u.read && u.written:
		return ir.AccessReadWrite
	case u.read:
		return ir.AccessRead
	case u.written:
		return ir.AccessWrite
	case u.readOnly:
		return ir.AccessRead
	case u.writeOnly:
		return ir.AccessWrite
	}
	return ir.AccessRead
}

// usage is the result of the search.
type usage struct {
	uses    []use               // by id; empty: the module has no resources
	atomics map[uint64]bool     // struct and member, or 0 and variable or parameter
	params  map[uint32][]uint32 // of a function: its parameters
}

func memberKey(structID uint32, member int) uint64 {
	return uint64(structID)<<32 | uint64(uint32(member))
}

// useOf is the record of the variable or parameter that an id comes from.
func (r *reader) useOf(id uint32) *use {
	if len(r.usage.uses) == 0 {
		return &use{}
	}
	for r.usage.uses[id].parent != 0 {
		id = r.usage.uses[id].parent
	}
	return &r.usage.uses[id]
}

// unite makes two variables or parameters share their record.
func (r *reader) unite(a, b uint32) {
	for r.usage.uses[a].parent != 0 {
		a = r.usage.uses[a].parent
	}
	for r.usage.uses[b].parent != 0 {
		b = r.usage.uses[b].parent
	}
	if a == b {
		return
	}
	x, y := &r.usage.uses[a], &r.usage.uses[b]
	x.compared = x.compared || y.compared
	x.sampled = x.sampled || y.sampled
	x.read = x.read || y.read
	x.written = x.written || y.written
	x.atomic = x.atomic || y.atomic
	x.readOnly = x.readOnly && y.readOnly
	x.writeOnly = x.writeOnly && y.writeOnly
	y.parent = a
}

// findUsage looks at all functions.
func (r *reader) findUsage() {
	resources := r.hasAny(spirv.OpTypeImage, spirv.OpTypeSampler, spirv.OpTypeSampledImage, spirv.OpTypeAccelerationStructureKHR)
	atomics := r.hasAny(spirv.OpAtomicLoad, spirv.OpAtomicStore, spirv.OpAtomicExchange, spirv.OpAtomicCompareExchange, spirv.OpAtomicIIncrement,
		spirv.OpAtomicIDecrement, spirv.OpAtomicIAdd, spirv.OpAtomicISub, spirv.OpAtomicSMin, spirv.OpAtomicUMin,
		spirv.OpAtomicSMax, spirv.OpAtomicUMax, spirv.OpAtomicAnd, spirv.OpAtomicOr, spirv.OpAtomicXor, spirv.OpAtomicFAddEXT,
		spirv.OpAtomicFMinEXT, spirv.OpAtomicFMaxEXT)
	if len(r.scanned.bodies) == 0 || !resources && !atomics {
		return
	}
	r.usage.uses = reuse.Zeroed(r.usage.uses, int(r.bound))
	if r.usage.atomics == nil {
		r.usage.atomics, r.usage.params = map[uint64]bool{}, map[uint32][]uint32{}
	}
	for _, at := range r.module {
		if inst := r.inst(int(at)); inst.Op() == spirv.OpVariable {
			r.resource(inst[2])
		}
	}
	var function uint32
	for at := int(r.scanned.bodies[0].at); at < len(r.words); {
		r.at = at
		inst := r.inst(at)
		at += len(inst)
		switch inst.Op() {
		case spirv.OpFunction:
			function = inst[2]
		case spirv.OpFunctionParameter:
			r.usage.params[function] = append(r.usage.params[function], inst[2])
			r.resource(inst[2])
		default:
			r.useIn(inst)
		}
	}
	// Atomics on parameters are atomics on the arguments.
	for changed := true; changed; {
		changed = false
		for _, at := range r.calls {
			r.at = int(at)
			inst := r.inst(r.at)
			params := r.usage.params[inst[3]]
			for k, a := range inst[4:] {
				if k < len(params) && r.usage.atomics[memberKey(0, int(params[k]))] && r.atomicMemory(a) {
					changed = true
				}
			}
		}
	}
	r.at = 0
}

// resource begins the record of a variable or parameter.
func (r *reader) resource(id uint32) {
	u := &r.usage.uses[id]
	u.root = id
	u.readOnly = r.has(id, spirv.DecorationNonWritable)
	u.writeOnly = r.has(id, spirv.DecorationNonReadable)
}

// useIn notes the uses of resources and memory in an instruction.
func (r *reader) useIn(inst spirv.Inst) {
	uses := r.usage.uses
	image := func(id uint32) *use { return r.useOf(uses[id].root) }
	if len(inst) < 2 {
		return
	}
	switch o := inst.Op(); o {
	case spirv.OpLoad, spirv.OpAccessChain, spirv.OpInBoundsAccessChain, spirv.OpCopyObject, spirv.OpImage, spirv.OpPtrAccessChain,
		spirv.OpInBoundsPtrAccessChain, spirv.OpImageTexelPointer:
		uses[inst[2]].root, uses[inst[2]].sampler = uses[inst[3]].root, uses[inst[3]].sampler
	case spirv.OpSampledImage:
		uses[inst[2]].root, uses[inst[2]].sampler = uses[inst[3]].root, uses[inst[4]].root
	case spirv.OpImageSampleImplicitLod, spirv.OpImageSampleExplicitLod, spirv.OpImageSampleProjImplicitLod, spirv.OpImageSampleProjExplicitLod,
		spirv.OpImageGather, spirv.OpImageQueryLod, spirv.OpImageSparseSampleImplicitLod, spirv.OpImageSparseSampleExplicitLod, spirv.OpImageSparseGather:
		image(inst[3]).sampled = true
		if s := uses[inst[3]].sampler; s != 0 {
			r.useOf(s).sampled = true
		}
	case spirv.OpImageSampleDrefImplicitLod, spirv.OpImageSampleDrefExplicitLod, spirv.OpImageSampleProjDrefImplicitLod,
		spirv.OpImageSampleProjDrefExplicitLod, spirv.OpImageDrefGather, spirv.OpImageSparseSampleDrefImplicitLod,
		spirv.OpImageSparseSampleDrefExplicitLod, spirv.OpImageSparseDrefGather:
		image(inst[3]).compared = true
		if s := uses[inst[3]].sampler; s != 0 {
			r.useOf(s).compared = true
		}
	case spirv.OpImageRead, spirv.OpImageSparseRead:
		image(inst[3]).read = true
	case spirv.OpImageWrite:
		image(inst[1]).written = true
	case spirv.OpFunctionCall:
		params := r.usage.params[inst[3]]
		if params == nil {
			params = r.paramsOf(inst[3])
		}
		for k, a := range inst[4:] {
			if k < len(params) && uses[a].root != 0 && r.isResource(params[k]) {
				if uses[params[k]].root == 0 {
					r.resource(params[k])
				}
				r.unite(uses[a].root, params[k])
			}
		}
	case spirv.OpAtomicStore, spirv.OpAtomicFlagClear:
		r.atomicMemory(inst[1])
	case spirv.OpAtomicLoad, spirv.OpAtomicExchange, spirv.OpAtomicCompareExchange, spirv.OpAtomicCompareExchangeWeak,
		spirv.OpAtomicIIncrement, spirv.OpAtomicIDecrement, spirv.OpAtomicIAdd, spirv.OpAtomicISub, spirv.OpAtomicSMin,
		spirv.OpAtomicUMin, spirv.OpAtomicSMax, spirv.OpAtomicUMax, spirv.OpAtomicAnd, spirv.OpAtomicOr, spirv.OpAtomicXor,
		spirv.OpAtomicFAddEXT, spirv.OpAtomicFMinEXT, spirv.OpAtomicFMaxEXT, spirv.OpAtomicFlagTestAndSet:
		r.atomicMemory(inst[3])
	}
}

// paramsOf are the parameters of a function that stands further down.
func (r *reader) paramsOf(function uint32) (list []uint32) {
	d := &r.defs[function]
	if d.op != spirv.OpFunction {
		return nil
	}
	for at := int(d.offset) + len(r.inst(int(d.offset))); at < len(r.words); {
		inst := r.inst(at)
		switch inst.Op() {
		case spirv.OpFunctionParameter:
			list = append(list, inst[2])
		case spirv.OpLabel, spirv.OpFunctionEnd:
			return list
		}
		at += len(inst)
	}
	return list
}

// isResource reports whether an id, of a parameter, is of a type of resources or
// points to one.
func (r *reader) isResource(id uint32) bool {
	t := r.words[r.defs[id].offset+1]
	for range maxDepth {
		d := &r.defs[t]
		switch d.op {
		case spirv.OpTypeImage, spirv.OpTypeSampler, spirv.OpTypeSampledImage, spirv.OpTypeAccelerationStructureKHR:
			return true
		case spirv.OpTypePointer:
			t = r.words[d.offset+3]
		case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
			t = r.words[d.offset+2]
		default:
			return false
		}
	}
	return false
}

// atomicMemory notes that a pointer's memory is operated on atomically, and reports whether
// that is new.
func (r *reader) atomicMemory(pointer uint32) bool {
	key := uint64(0)
	for range 1000 {
		d := &r.defs[pointer]
		if d.op == 0 {
			return false
		}
		inst := r.inst(int(d.offset))
		switch d.op {
		case spirv.OpImageTexelPointer:
			r.useOf(r.usage.uses[inst[3]].root).atomic = true
			return false
		case spirv.OpCopyObject:
			pointer = inst[3]
			continue
		case spirv.OpAccessChain, spirv.OpInBoundsAccessChain:
			if key == 0 {
				key = r.lastMember(inst, inst[4:])
			}
			pointer = inst[3]
			continue
		case spirv.OpPtrAccessChain, spirv.OpInBoundsPtrAccessChain:
			if key == 0 {
				key = r.lastMember(inst, inst[5:])
			}
			pointer = inst[3]
			continue
		case spirv.OpSelect:
			pointer = inst[4]
			continue
		case spirv.OpPhi: // all go the same way: one that comes from before
			next := uint32(0)
			for k := 3; k < len(inst); k += 2 {
				if e := &r.defs[inst[k]]; e.op != 0 && (next == 0 || e.offset < r.defs[next].offset) {
					next = inst[k]
				}
			}
			if next == 0 {
				return false
			}
			pointer = next
			continue
		case spirv.OpVariable, spirv.OpFunctionParameter:
			if key == 0 {
				key = memberKey(0, int(pointer))
			}
		default: // a pointer into physical storage, perhaps
			if key == 0 {
				return false
			}
		}
		break
	}
	if key == 0 || r.usage.atomics[key] {
		return false
	}
	r.usage.atomics[key] = true
	return true
}

// lastMember is the key of the last member of a struct that an access chain goes
// through, or 0.
func (r *reader) lastMember(inst spirv.Inst, path []uint32) (key uint64) {
	base := &r.defs[inst[3]]
	if base.op == 0 || !base.op.HasResultType() {
		return 0
	}
	p := &r.defs[r.words[base.offset+1]]
	if p.op != spirv.OpTypePointer {
		return 0
	}
	t := r.words[p.offset+3]
	for _, index := range path {
		d := &r.defs[t]
		switch d.op {
		case spirv.OpTypeStruct:
			c := &r.defs[index]
			if c.op != spirv.OpConstant {
				return 0
			}
			k := r.words[c.offset+3]
			s := r.inst(int(d.offset))
			if int(k) >= len(s)-2 {
				return 0
			}
			key = memberKey(t, int(k))
			t = s[2+k]
		case spirv.OpTypeArray, spirv.OpTypeRuntimeArray, spirv.OpTypeVector, spirv.OpTypeMatrix:
			t = r.words[d.offset+2]
		default:
			return key
		}
	}
	return key
}

// atomicMember is the type of a struct's member: with atomics, if there are atomic
// operations on it.
func (r *reader) atomicMember(structID uint32, member int, t ir.TypeID) ir.TypeID {
	if r.usage.atomics[memberKey(structID, member)] {
		return r.atomicType(t)
	}
	return t
}

// atomicType is a type whose scalars are atomics, or the type itself if there are no
// atomics of the scalar.
func (r *reader) atomicType(t ir.TypeID) ir.TypeID {
	if t == 0 {
		return 0
	}
	switch x := *r.m.Types.At(t); x.Kind {
	case ir.TypeScalar:
		if a := ir.AtomicOf(x.Scalar); a != 0 {
			return a
		}
	case ir.TypeArray:
		x.Base = r.atomicType(x.Base)
		return r.m.Types.Intern(x)
	}
	return t
}
