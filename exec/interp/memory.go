package interp

// This file moves whole values between slots and memory, and does atomics. Bytes outside
// the memory read as zero and are not written.

import (
	"encoding/binary"

	"refract/internal/ir/arith"
	"refract/internal/num"
	"refract/ir"
)

func readScalar(b []byte, bytes uint8) uint64 {
	switch bytes {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func writeScalar(b []byte, bytes uint8, x uint64) {
	switch bytes {
	case 1:
		b[0] = byte(x)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(x))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(x))
	default:
		binary.LittleEndian.PutUint64(b, x)
	}
}

// read moves a value from memory to slots; scalars outside the memory are zero.
func (p *plan) read(r []uint64, mem []byte) {
	for i := range p.moves {
		x := &p.moves[i]
		at := uint64(x.offset)
		for k := range x.count {
			if at+uint64(x.bytes) <= uint64(len(mem)) {
				r[x.slot+k] = readScalar(mem[at:], x.bytes)
			} else {
				r[x.slot+k] = 0
			}
			at += uint64(x.stride)
		}
	}
}

// write moves a value from slots to memory.
func (p *plan) write(r []uint64, mem []byte) {
	for i := range p.moves {
		x := &p.moves[i]
		at := uint64(x.offset)
		for k := range x.count {
			if at+uint64(x.bytes) <= uint64(len(mem)) {
				writeScalar(mem[at:], x.bytes, r[x.slot+k])
			}
			at += uint64(x.stride)
		}
	}
}

// window is the memory from a pointer on.
func (m *machine) window(p uint64) []byte {
	mem := m.mems[p>>offsetBits]
	return mem[min(p&(1<<offsetBits-1), uint64(len(mem))):]
}

// load does opLoad; false ends the run.
func (m *machine) load(v *invocation, in *instr, r []uint64) bool {
	p := r[in.a] + uint64(in.c)
	plan := &m.plans[in.d]
	m.fuel -= int64(plan.scalars) / 4
	mem := m.window(p)
	if uint64(plan.size) > uint64(len(mem)) && !m.beyond(v, in.f, p&(1<<offsetBits-1), uint64(plan.size)) {
		return false
	}
	if m.options.Check != 0 {
		m.checkPlan(plan, p, len(mem), func(at, size uint64) { m.checkLoad(v, at, size, in.f) })
	}
	plan.read(r[in.dst:], mem)
	return true
}

// store does opStore; false ends the run.
func (m *machine) store(v *invocation, in *instr, r []uint64) bool {
	p := r[in.a] + uint64(in.c)
	plan := &m.plans[in.d]
	m.fuel -= int64(plan.scalars) / 4
	mem := m.window(p)
	if uint64(plan.size) > uint64(len(mem)) && !m.beyond(v, in.f, p&(1<<offsetBits-1), uint64(plan.size)) {
		return false
	}
	if v.helper && p>>offsetBits >= firstResource {
		return true
	}
	if m.options.Check != 0 {
		m.checkPlan(plan, p, len(mem), func(at, size uint64) { m.checkStore(v, at, size, in.f) })
	}
	plan.write(r[in.b:], mem)
	return true
}

// checkPlan calls check for each scalar of a plan that lies in the memory.
func (m *machine) checkPlan(plan *plan, p uint64, size int, check func(at, size uint64)) {
	for i := range plan.moves {
		x := &plan.moves[i]
		at := uint64(x.offset)
		for range x.count {
			if at+uint64(x.bytes) <= uint64(size) {
				check(p+at, uint64(x.bytes))
			}
			at += uint64(x.stride)
		}
	}
}

// atomic does opAtomic; false ends the run.
func (m *machine) atomic(v *invocation, in *instr, r []uint64) bool {
	x := &v.top().fn.atomics[in.d]
	p := r[in.a] + uint64(x.offset)
	bytes := uint8(x.s.Bytes())
	mem := m.window(p)
	var old, compare uint64
	if x.compare >= 0 {
		compare = r[x.compare]
	}
	if int(bytes) > len(mem) {
		if !m.beyond(v, accessAtomic, p&(1<<offsetBits-1), uint64(bytes)) {
			return false
		}
	} else {
		old = readScalar(mem, bytes)
		if !v.helper || p>>offsetBits < firstResource {
			if m.options.Check != 0 {
				m.checkStore(v, p, uint64(bytes), accessAtomic)
			}
			writeScalar(mem, bytes, arith.Atomic(x.op, x.s, old, r[in.b], compare))
		}
	}
	if x.result {
		r[in.dst] = old
		if x.op == ir.AtomicCompareExchange {
			r[in.dst+1] = boolBits(old == compare)
		}
	}
	return true
}

// indexBinding does opIndexBinding: the elements of a binding array have
// adjacent numbers, as handles and as memories. False ends the run.
func (m *machine) indexBinding(v *invocation, in *instr, r []uint64) bool {
	base, i := r[in.a], uint32(r[in.b])
	n := m.bindingCount(base)
	if i >= n {
		if !m.outside(v, in.f, i, n) {
			return false
		}
		i = n - 1
	}
	if base&handleBit != 0 {
		r[in.dst] = base + uint64(i)
	} else {
		r[in.dst] = base + uint64(i)<<offsetBits
	}
	return true
}

// A handle is the value of an opaque resource: the bit, the number of the
// variable, and the index in its binding array.
const (
	handleBit   = 1 << 63
	handleShift = 32
)

// bindingCount is the number of elements of the binding array of a handle or
// memory.
func (m *machine) bindingCount(base uint64) uint32 {
	if base&handleBit != 0 {
		b := m.boundOf(base)
		return uint32(max(len(b.Textures), len(b.Samplers), len(b.Structures)))
	}
	at := base>>offsetBits - firstResource
	n := uint32(1)
	for int(at)+int(n) < len(m.named) && m.named[int(at)+int(n)] == m.named[at] {
		n++
	}
	return n
}

func isPowerOfTwo(n uint32) bool { return num.CountOneBits(n) == 1 }
