package interp

// This file holds the machine: the state of a worker that runs invocations, and the
// accounting of steps and memory.

import (
	"context"
	"sort"
	"sync/atomic"

	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// Numbers of memories that every run has; resources follow.
const (
	stackMemory = iota
	privateMemory
	workgroupMemory
	firstResource
)

// A pointer value has the memory's number above the offset.
const offsetBits = 40

// fuelSlice is how many steps a worker takes between looks at the budget and the
// context.
const fuelSlice = 1 << 16

// A run is the state that all workers of one run share.
type run struct {
	clock   atomic.Uint64 // counts its own reads
	ctx     context.Context
	p       *program
	pool    []uint64
	plans   []plan
	options exec.RunOptions
	entry   *entry
	stage   ir.Stage

	memory  [][]byte          // of resources, from firstResource
	spaces  []ir.AddressSpace // of the memories
	named   []ir.GlobalID     // of the memories
	bound   []exec.Bound      // by GlobalID, of handles
	placed  []placed          // memory that has an address, by address
	nowhere uint64            // the pointer to none
	record  uint64            // the number of the memory of the shader record, or 0
	globals []uint64          // by GlobalID: the value of the expression that names it

	steps     *atomic.Int64 // left
	began     atomic.Uint64
	stopped   atomic.Bool // another worker failed
	report    diag.List
	shadows   []*shadow // by memory
	groupSize [3]uint32
	counts    [3]uint32 // of workgroups
}

// placed is memory at an address.
type placed struct {
	exec.Placed
	number uint64 // of the memory
}

// place adds the memory that has an address, and that which is none.
func (r *run) place(list []exec.Placed) {
	add := func(memory []byte) uint64 {
		r.memory = append(r.memory, memory)
		r.spaces = append(r.spaces, ir.SpacePhysical)
		r.named = append(r.named, 0)
		return uint64(firstResource + len(r.memory) - 1)
	}
	for _, x := range list {
		r.placed = append(r.placed, placed{x, add(x.Data)})
	}
	r.nowhere = add(nil) << offsetBits
}

// physical is the pointer to the memory at an address.
func (r *run) physical(address uint64) uint64 {
	if p := address &^ ownAddress; p != address {
		if n := p >> offsetBits; n >= firstResource && n < uint64(firstResource+len(r.memory)) {
			return p
		}
		return r.nowhere
	}
	i := sort.Search(len(r.placed), func(i int) bool { return r.placed[i].Address > address }) - 1
	if i < 0 || address-r.placed[i].Address >= uint64(len(r.placed[i].Data)) {
		return r.nowhere
	}
	return r.placed[i].number<<offsetBits | (address - r.placed[i].Address)
}

// A machine runs invocations, one at a time.
type machine struct {
	*run
	mems       [][]byte // by number; windows come last
	windows    []window
	windowAt   map[window]uint64 // its number
	fuel       int64
	drawn      int64 // of the budget
	err        error
	current    *invocation
	budget     int64         // bytes left
	share      int64         // bytes at first
	epochs     [2]uint32     // barriers passed in this workgroup: workgroup memory, storage
	workgroup  uint32        // serial number, from 1
	tracer     *tracer       // of a ray-tracing pipeline
	primitives *primitives   // the stage of primitives
	here       []*invocation // scratch: those that take part in an operation
	moved      []uint64      // scratch: values between lanes
}

// newMachine makes one of so many machines that share the memory allowed.
func newMachine(r *run, machines int) *machine {
	m := &machine{run: r, budget: int64(memoryBudget / machines), share: int64(memoryBudget / machines)}
	m.mems = make([][]byte, firstResource, firstResource+len(r.memory))
	m.mems = append(m.mems, r.memory...)
	return m
}

// fail ends the run with an error.
func (m *machine) fail(err error) status {
	if m.err == nil {
		m.err = err
	}
	return failed
}

// reserve accounts for memory.
func (m *machine) reserve(bytes int, span diag.Span) bool {
	if m.budget -= int64(bytes); m.budget < 0 {
		m.fail(&exec.LimitError{What: "bytes of memory for invocations", Needed: uint64(m.share - m.budget), Limit: uint64(m.share), Span: span})
		return false
	}
	return true
}

// refuel draws steps from the budget; false ends the run.
func (m *machine) refuel() bool {
	if err := m.ctx.Err(); err != nil {
		m.fail(err)
		return false
	}
	if m.stopped.Load() {
		m.fail(errStopped)
		return false
	}
	want := int64(fuelSlice) - m.fuel
	if left := m.steps.Add(-want); left < 0 {
		if left+want <= 0 {
			v := m.current
			m.fail(&exec.StepLimitError{Steps: m.options.MaxSteps, Invocation: v.name, Span: v.loopSpan()})
			return false
		}
		want += left
		m.steps.Store(0)
	}
	m.drawn += want
	m.fuel += want
	if m.fuel <= 0 {
		v := m.current
		m.fail(&exec.StepLimitError{Steps: m.options.MaxSteps, Invocation: v.name, Span: v.loopSpan()})
		return false
	}
	return true
}

// settle gives unused steps back at the end of a worker.
func (m *machine) settle() {
	if m.fuel > 0 {
		m.steps.Add(m.fuel)
		m.fuel = 0
	}
}

// loopSpan is the span of the instruction that just ran: a loop's end, or a
// call.
func (v *invocation) loopSpan() diag.Span {
	f := v.top()
	return f.fn.spans[max(f.pc-1, 0)]
}

// select makes an invocation the one that runs.
func (m *machine) enter(v *invocation) {
	m.current = v
	m.mems[stackMemory] = v.stack
	m.mems[privateMemory] = v.private
}

// begin prepares an invocation to run a function from its start; arguments are
// then put into its first slots. Memory of an earlier use is reused.
func (m *machine) begin(v *invocation, fn *function) bool {
	v.frames = v.frames[:0]
	v.status = running
	v.helper, v.demoted = false, false
	v.epoch, v.fenced = 0, 0
	return m.push(v, fn, 0, 0, 0)
}

// push adds a frame.
func (m *machine) push(v *invocation, fn *function, base int32, memory uint32, result int32) bool {
	if need := int(base + fn.slots); need > len(v.slots) {
		size := max(need, min(2*len(v.slots), 1<<16), 64)
		if !m.reserve(8*(size-len(v.slots)), fn.start()) {
			return false
		}
		v.slots = append(v.slots, make([]uint64, size-len(v.slots))...)
	}
	if need := int(memory + fn.memory); need > len(v.stack) {
		size := max(need, min(2*len(v.stack), 1<<16), 64)
		if !m.reserve(size-len(v.stack), fn.start()) {
			return false
		}
		v.stack = append(v.stack, make([]byte, size-len(v.stack))...)
		m.mems[stackMemory] = v.stack
	}
	v.frames = append(v.frames, frame{fn: fn, base: base, memory: memory, result: result})
	r := v.slots[base : base+fn.slots]
	at := 0
	if n := len(fn.args); n > 0 {
		at = int(fn.args[n-1].from + fn.args[n-1].count)
	}
	for _, g := range fn.globals {
		r[at] = m.globals[g]
		at++
	}
	copy(r[at:], fn.consts)
	return true
}

// start is the span of a function's beginning.
func (f *function) start() diag.Span {
	if len(f.spans) > 0 {
		return f.spans[len(f.spans)-1]
	}
	return diag.Span{}
}
