package spirvtest

// This file runs an entry point: memory, functions, blocks.

import (
	"encoding/binary"
	"fmt"
	"slices"

	"refract/spirv"
)

// Options configure the run of a module.
type Options struct {
	Entry  string
	Groups [3]uint32         // workgroups; 0: one
	Specs  map[uint32]uint64 // by SpecId
	Steps  int               // how many instructions may run, 0: a million
	// Either is set if the result may be either operand when SPIR-V allows either to be the
	// least or the largest, as for NaN and for zeros of both signs; else that is an error.
	Either bool
	Trace  func(id uint32) // if not nil, is told of each block that control comes to
}

// ErrLong reports that a run took more steps than it may.
var ErrLong = fmt.Errorf("the run takes too many steps")

// Binding names a buffer by its descriptor set and binding; push constants are PushConstants.
type Binding [2]uint32

// PushConstants is the binding of push constants.
var PushConstants = Binding{^uint32(0), 0}

// run is a run of an entry point.
type run struct {
	m       *Module
	o       Options
	steps   int
	globals map[uint32]value
	consts  map[uint32]value
	tables  []*pointer // pointers that lie in memory, by number
	many    bool       // there are several invocations
	killed  bool
}

// memory is bytes.
type memory struct {
	data    []byte
	unknown []bool // by byte; nil: everything in it is known, and must be
}

// pointer is an address of something of a type.
type pointer struct {
	mem *memory
	at  int
	t   uint32 // what lies there
	l   layout
}

type frame struct {
	values map[uint32]value
	r      *run
}

// kill is the panic that leaves an invocation.
type kill struct{}

// Run runs an entry point, one invocation after the other, and changes the buffers.
// Modules whose invocations wait for each other aren't supported.
func (m *Module) Run(o Options, buffers map[Binding][]byte) (err error) {
	defer catch(&err)
	m.override = o.Specs
	if o.Steps == 0 {
		o.Steps = 1 << 20
	}
	size := m.size
	if m.sizeIDs {
		for k := range size {
			size[k] = uint32(m.constant(size[k]).n)
		}
	}
	var entry uint32
	for _, e := range m.entries {
		if inst := m.insts[e]; literal(inst[3:]) == o.Entry {
			entry = inst[2]
		}
	}
	if entry == 0 {
		return fmt.Errorf("there is no entry point %q", o.Entry)
	}
	for id, list := range m.deco {
		for _, d := range list {
			if d.kind == spirv.DecorationBuiltIn && spirv.BuiltIn(d.args[0]) == spirv.BuiltInWorkgroupSize && d.member < 0 && m.op(id) != spirv.OpVariable {
				for k, v := range m.constant(id).list {
					size[k] = uint32(v.n)
				}
			}
		}
	}
	groups := o.Groups
	for k := range groups {
		groups[k] = max(groups[k], 1)
	}
	r := &run{m: m, o: o, consts: map[uint32]value{}, many: size[0]*size[1]*size[2] > 1}
	shared := map[uint32]value{}
	for g := range groups[0] * groups[1] * groups[2] {
		group := [3]uint32{g % groups[0], g / groups[0] % groups[1], g / groups[0] / groups[1]}
		clear(shared)
		for i := range size[0] * size[1] * size[2] {
			local := [3]uint32{i % size[0], i / size[0] % size[1], i / size[0] / size[1]}
			r.invocation(entry, local, group, groups, size, i, shared, buffers)
		}
	}
	return nil
}

func (r *run) invocation(entry uint32, local, group, groups, size [3]uint32, index uint32, shared map[uint32]value, buffers map[Binding][]byte) {
	m := r.m
	r.globals = map[uint32]value{}
	for _, k := range m.globals {
		inst := m.insts[k]
		id, class := inst[2], spirv.StorageClass(inst[3])
		t := m.inst(inst[1])[3]
		switch class {
		case spirv.StorageClassUniform, spirv.StorageClassStorageBuffer, spirv.StorageClassPushConstant:
			key := PushConstants
			if class != spirv.StorageClassPushConstant {
				set, _ := m.decorated(id, -1, spirv.DecorationDescriptorSet)
				binding, _ := m.decorated(id, -1, spirv.DecorationBinding)
				if len(set) == 0 || len(binding) == 0 {
					continue
				}
				key = Binding{set[0], binding[0]}
			}
			data, ok := buffers[key]
			if !ok {
				continue // found out when it is used
			}
			r.globals[id] = value{p: &pointer{mem: &memory{data: data}, t: t}}
		case spirv.StorageClassWorkgroup:
			if _, ok := shared[id]; !ok {
				shared[id] = r.variable(t, inst)
			}
			r.globals[id] = shared[id]
		case spirv.StorageClassInput:
			v := r.variable(t, inst)
			if b, ok := m.decorated(id, -1, spirv.DecorationBuiltIn); ok {
				three := func(x [3]uint32) value {
					return value{list: []value{{n: uint64(x[0])}, {n: uint64(x[1])}, {n: uint64(x[2])}}}
				}
				global := [3]uint32{}
				for k := range global {
					global[k] = group[k]*size[k] + local[k]
				}
				switch spirv.BuiltIn(b[0]) {
				case spirv.BuiltInGlobalInvocationId:
					r.store(v.p, three(global))
				case spirv.BuiltInLocalInvocationId:
					r.store(v.p, three(local))
				case spirv.BuiltInWorkgroupId:
					r.store(v.p, three(group))
				case spirv.BuiltInNumWorkgroups:
					r.store(v.p, three(groups))
				case spirv.BuiltInWorkgroupSize:
					r.store(v.p, three(size))
				case spirv.BuiltInLocalInvocationIndex:
					r.store(v.p, value{n: uint64(index)})
				default:
					continue // found out when it is used
				}
				r.globals[id] = v
			}
		case spirv.StorageClassPrivate, spirv.StorageClassOutput:
			r.globals[id] = r.variable(t, inst)
		default:
			continue // found out when it is used
		}
	}
	func() {
		defer func() {
			if f := recover(); f != nil {
				if _, ok := f.(kill); !ok {
					panic(f)
				}
			}
		}()
		r.call(entry, nil, 0)
	}()
}

// variable makes a variable.
func (r *run) variable(t uint32, inst []uint32) value {
	n := r.m.sizeOf(t, layout{})
	p := &pointer{mem: &memory{data: make([]byte, n), unknown: make([]bool, n)}, t: t}
	if len(inst) > 4 {
		r.store(p, r.globalValue(inst[4]))
	} else {
		for k := range p.mem.unknown {
			p.mem.unknown[k] = true
		}
	}
	return value{p: p}
}

// globalValue is a constant or module-scope variable.
func (r *run) globalValue(id uint32) value {
	if v, ok := r.globals[id]; ok {
		return v
	}
	if v, ok := r.consts[id]; ok {
		return v
	}
	if r.m.op(id) == spirv.OpVariable {
		unsupported("the variable %%%d", id)
	}
	v := r.m.constant(id)
	r.consts[id] = v
	return v
}

// call calls a function.
func (r *run) call(id uint32, args []value, depth int) value {
	f := r.m.funcs[id]
	if f == nil || f.first == 0 {
		panic(fault{fmt.Errorf("%%%d is no function with a body", id)})
	}
	if depth > 200 {
		undefined("a function calls itself")
	}
	x := &frame{values: map[uint32]value{}, r: r}
	for k, p := range f.params {
		x.values[p] = args[k]
	}
	from, at := uint32(0), f.first
	for {
		b := f.blocks[at]
		if b == nil {
			panic(fault{fmt.Errorf("%%%d is no block of the function", at)})
		}
		if r.o.Trace != nil {
			r.o.Trace(at)
		}
		// Phis are evaluated side by side.
		var phis []value
		n := 0
		for _, inst := range b.insts {
			if o := opOf(inst); o == spirv.OpLine || o == spirv.OpNoLine {
				phis = append(phis, value{})
				n++
				continue
			} else if o != spirv.OpPhi {
				break
			}
			found := false
			for k := 3; k+1 < len(inst); k += 2 {
				if inst[k+1] == from {
					phis, found = append(phis, x.get(inst[k])), true
					break
				}
			}
			if !found {
				panic(fault{fmt.Errorf("a phi of %%%d has no source for %%%d", at, from)})
			}
			n++
		}
		for k, inst := range b.insts[:n] {
			if opOf(inst) == spirv.OpPhi {
				x.values[inst[2]] = phis[k]
			}
		}
		next := uint32(0)
		for _, inst := range b.insts[n:] {
			if r.steps++; r.steps > r.o.Steps {
				panic(fault{ErrLong})
			}
			switch o := opOf(inst); o {
			case spirv.OpLine, spirv.OpNoLine, spirv.OpNop, spirv.OpSelectionMerge, spirv.OpLoopMerge, spirv.OpMemoryBarrier:
			case spirv.OpControlBarrier:
				if r.many {
					unsupported("invocations that wait for each other")
				}
			case spirv.OpVariable:
				x.values[inst[2]] = r.variable(r.m.inst(inst[1])[3], x.withInit(inst))
			case spirv.OpBranch:
				next = inst[1]
			case spirv.OpBranchConditional:
				if next = inst[3]; x.known(inst[1]).n != 0 {
					next = inst[2]
				}
			case spirv.OpSwitch:
				next = x.choose(inst)
			case spirv.OpReturn:
				return value{}
			case spirv.OpReturnValue:
				return x.get(inst[1])
			case spirv.OpKill, spirv.OpTerminateInvocation:
				panic(kill{})
			case spirv.OpUnreachable:
				undefined("control comes to OpUnreachable")
			case spirv.OpFunctionCall:
				var list []value
				for _, a := range inst[4:] {
					list = append(list, x.get(a))
				}
				x.values[inst[2]] = r.call(inst[3], list, depth+1)
			case spirv.OpStore:
				r.store(x.get(inst[1]).p, x.get(inst[2]))
			case spirv.OpCopyMemory:
				r.store(x.get(inst[1]).p, r.load(x.get(inst[2]).p))
			case spirv.OpAtomicStore:
				r.store(x.get(inst[1]).p, x.get(inst[4]))
			default:
				if !o.HasResult() || o >= spirv.OpGroupNonUniformElect && o <= spirv.OpGroupNonUniformQuadSwap {
					unsupported("%v", o)
				}
				x.values[inst[2]] = r.result(inst, x.get)
			}
		}
		if next == 0 {
			panic(fault{fmt.Errorf("block %%%d doesn't end", at)})
		}
		from, at = at, next
	}
}

// withInit is a variable's instruction: an initializer is of the module.
func (x *frame) withInit(inst []uint32) []uint32 { return inst }

func (x *frame) choose(inst []uint32) uint32 {
	v := x.known(inst[1]).n
	width := x.r.m.width(x.r.m.typeOf(inst[1]))
	words := 1
	if width > 32 {
		words = 2
	}
	for k := 3; k+words < len(inst); k += words + 1 {
		c := uint64(inst[k])
		if words == 2 {
			c |= uint64(inst[k+1]) << 32
		}
		if c&mask(width) == v {
			return inst[k+words]
		}
	}
	return inst[2]
}

// known is the value of an id that control depends on.
func (x *frame) known(id uint32) value {
	v := x.get(id)
	if v.unknown {
		undefined("control that depends on an undefined value")
	}
	return v
}

// get is the value of an id.
func (x *frame) get(id uint32) value {
	if v, ok := x.values[id]; ok {
		return v
	}
	switch x.r.m.op(id) {
	case spirv.OpConstant, spirv.OpConstantComposite, spirv.OpConstantTrue, spirv.OpConstantFalse, spirv.OpConstantNull, spirv.OpUndef,
		spirv.OpSpecConstant, spirv.OpSpecConstantComposite, spirv.OpSpecConstantTrue, spirv.OpSpecConstantFalse, spirv.OpSpecConstantOp, spirv.OpVariable:
		return x.r.globalValue(id)
	}
	panic(fault{fmt.Errorf("%%%d is used where it isn't computed", id)})
}

// chain follows indices from a pointer.
func (r *run) chain(p *pointer, indices []value) *pointer {
	if p == nil {
		undefined("an access through no pointer")
	}
	q := *p
	m := r.m
	for _, index := range indices {
		if index.unknown {
			undefined("an access by an undefined index")
		}
		k := int(int64(signExtend(index.n, 32)))
		n := m.parts(q.t)
		if m.op(q.t) == spirv.OpTypeRuntimeArray {
			n = r.runtimeLength(&q)
		}
		if k < 0 || k >= n {
			undefined("an access out of bounds: %d of %d", k, n)
		}
		q.at += m.offset(q.t, k, q.l)
		q.t, q.l = m.part(q.t, k), m.inside(q.t, k, q.l)
	}
	return &q
}

// runtimeLength is how many elements there are to the end of the buffer.
func (r *run) runtimeLength(p *pointer) int {
	stride := r.m.offset(p.t, 1, p.l)
	return max(len(p.mem.data)-p.at, 0) / stride
}

// load reads the target of a pointer.
func (r *run) load(p *pointer) (v value) {
	if p == nil {
		undefined("a load through no pointer")
	}
	m := r.m
	switch m.op(p.t) {
	case spirv.OpTypeBool, spirv.OpTypeInt, spirv.OpTypeFloat:
		n := m.sizeOf(p.t, layout{})
		v.n = r.bytes(p, n)
		v.unknown = p.mem.unknown != nil && slices.Contains(p.mem.unknown[p.at:p.at+n], true)
		return v
	case spirv.OpTypePointer:
		if k := r.bytes(p, 8); k > 0 && int(k) <= len(r.tables) {
			return value{p: r.tables[k-1]}
		}
		undefined("a pointer that nothing has written")
	}
	for k := range m.parts(p.t) {
		v.list = append(v.list, r.load(r.chain(p, []value{{n: uint64(k)}})))
	}
	return v
}

func (r *run) bytes(p *pointer, n int) uint64 {
	if p.at < 0 || p.at+n > len(p.mem.data) {
		undefined("a load beyond the end of the memory")
	}
	var b [8]byte
	copy(b[:], p.mem.data[p.at:p.at+n])
	return binary.LittleEndian.Uint64(b[:])
}

// store writes to the target of a pointer.
func (r *run) store(p *pointer, v value) {
	if p == nil {
		undefined("a store through no pointer")
	}
	m := r.m
	switch m.op(p.t) {
	case spirv.OpTypePointer:
		if v.p == nil {
			return
		}
		r.tables = append(r.tables, v.p)
		v.n = uint64(len(r.tables))
		fallthrough
	case spirv.OpTypeBool, spirv.OpTypeInt, spirv.OpTypeFloat:
		n := m.sizeOf(p.t, layout{})
		if p.at < 0 || p.at+n > len(p.mem.data) {
			undefined("a store beyond the end of the memory")
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], v.n)
		copy(p.mem.data[p.at:p.at+n], b[:])
		for k := p.at; k < p.at+n && p.mem.unknown != nil; k++ {
			p.mem.unknown[k] = v.unknown
		}
		if v.unknown && p.mem.unknown == nil {
			undefined("an undefined value in a buffer")
		}
		return
	}
	for k := range m.parts(p.t) {
		r.store(r.chain(p, []value{{n: uint64(k)}}), v.list[k])
	}
}

// clone is a copy of a composite whose parts can be changed.
func (v value) clone() value {
	v.list = slices.Clone(v.list)
	return v
}
