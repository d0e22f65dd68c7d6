package interp

// This file accesses memory by offset, as the machine's form of the SSA IR does. Each
// component is for itself: one that lies outside the memory is zero, and isn't written.

import (
	"fmt"

	"refract/exec"
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// ownAddress marks addresses of buffers that were given none: below it is a pointer.
const ownAddress = 1 << 63

// bufferAt is the memory of a buffer by its number.
func (m *machine) bufferAt(number uint64) []byte {
	if number < firstResource || number >= uint64(len(m.mems)) {
		return nil
	}
	return m.mems[number]
}

// at is the memory that an access is to, from the pointer on.
func (m *machine) at(v *invocation, x *offsetArgs, in *instr, r []uint64) (p uint64, mem []byte) {
	at := uint64(uint32(r[in.b])) + uint64(in.c)
	if x.scale != 0 {
		at = at*uint64(x.scale) + uint64(x.from)
	}
	switch x.kind {
	case op.MemoryUBO, op.MemorySSBO:
		p, mem = r[in.a]<<offsetBits, m.bufferAt(r[in.a])
	case op.MemoryPushConstant, op.MemoryTaskPayload:
		p = m.globals[x.global]
		mem = m.window(p)
	case op.MemoryShared:
		p, mem = workgroupMemory<<offsetBits, m.mems[workgroupMemory][:x.size]
	case op.MemoryScratch:
		from := v.top().memory + x.from
		p, mem = stackMemory<<offsetBits+uint64(from), v.stack[from:from+x.size]
	case op.MemoryConstant:
		mem = m.p.data
	case op.MemoryGlobal:
		p = m.physical(r[in.b] + uint64(in.c))
		return p, m.window(p)
	}
	return p + at, mem[min(at, uint64(len(mem))):]
}

// accessAt does opLoadAt, opStoreAt and opAtomicAt; false ends the run.
func (m *machine) accessAt(v *invocation, in *instr, r []uint64) bool {
	x := &v.top().fn.offsets[in.d]
	p, mem := m.at(v, x, in, r)
	size := uint64(x.bytes) * uint64(in.n)
	if size > uint64(len(mem)) && !m.beyond(v, in.f, p&(1<<offsetBits-1), size) {
		return false
	}
	if in.op == opAtomicAt {
		m.atomicAt(v, in, r, x, p, mem)
		return true
	}
	checks := m.options.Check != 0 && x.kind != op.MemoryConstant
	for k := range int32(in.n) {
		at := uint64(k) * uint64(x.bytes)
		inside := at+uint64(x.bytes) <= uint64(len(mem))
		switch {
		case in.op == opLoadAt && !inside:
			r[in.dst+k] = 0
		case in.op == opLoadAt:
			if checks {
				m.checkLoad(v, p+at, uint64(x.bytes), in.f)
			}
			r[in.dst+k] = readScalar(mem[at:], x.bytes)
		case inside && x.mask>>k&1 != 0 && !(v.helper && p>>offsetBits >= firstResource):
			if checks {
				m.checkStore(v, p+at, uint64(x.bytes), in.f)
			}
			writeScalar(mem[at:], x.bytes, r[in.dst+k])
		}
	}
	return true
}

func (m *machine) atomicAt(v *invocation, in *instr, r []uint64, x *offsetArgs, p uint64, mem []byte) {
	var old, compare uint64
	if x.atomic.compare >= 0 {
		compare = r[x.atomic.compare]
	}
	if int(x.bytes) <= len(mem) {
		old = readScalar(mem, x.bytes)
		if !v.helper || p>>offsetBits < firstResource {
			if m.options.Check != 0 {
				m.checkStore(v, p, uint64(x.bytes), accessAtomic)
			}
			writeScalar(mem, x.bytes, arith.Atomic(x.atomic.op, x.atomic.s, old, r[x.value], compare))
		}
	}
	if x.atomic.result {
		r[in.dst] = old
	}
}

// layOut finds how much workgroup memory the shader's own offsets take, and makes its
// constant data.
func (p *program) layOut() error {
	for k := 1; p.ssa != nil && k < len(p.ssa.Vars); k++ {
		x := &p.ssa.Vars[k]
		if !x.HasAt || x.Mode&(ssa.ModeResource|ssa.ModeImage) != 0 {
			continue
		}
		size, err := p.sizeOf(x.Type, x.Layout)
		if err != nil {
			return err
		}
		end := uint64(x.At) + uint64(size)
		if end > maxMemory {
			return &exec.LimitError{What: "bytes of " + x.Mode.String() + " variables", Needed: end, Limit: maxMemory, Span: x.Span}
		}
		switch x.Mode {
		case ssa.ModeShared:
			p.shared = max(p.shared, uint32(end))
		case ssa.ModeConstant:
			if grow := int(end) - len(p.data); grow > 0 {
				p.data = append(p.data, make([]byte, grow)...)
			}
			value, err := p.loader.evaluate(x.Init, "", fmt.Sprintf("the value of %q: ", x.Name))
			if err != nil {
				return err
			}
			plan, err := p.types.plan(exec.Place{Type: x.Type, Layout: x.Layout}, x.Span)
			if err != nil {
				return err
			}
			p.types.plans[plan].write(value, p.data[x.At:])
		}
	}
	return nil
}

// sizeOf is the number of bytes of a type.
func (p *program) sizeOf(t ir.TypeID, l ir.LayoutID) (uint32, error) {
	info, err := p.types.places.Info(exec.Place{Type: t, Layout: l})
	if err != nil {
		return 0, &exec.UnsupportedError{Feature: "memory of type " + p.m.TypeName(t)}
	}
	return info.Size, nil
}
