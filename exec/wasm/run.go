package wasm

// This file runs compiled modules: wazero makes machine code of them, buffers are
// copied into their memory and out again.

import (
	"context"
	"encoding/binary"
	goruntime "runtime"
	"sync"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"refract/diag"
	"refract/exec"
	"refract/internal/exec/bvh"
	"refract/ir"
)

// The runtime is one for all modules: it holds nothing but machine code.
var runtime = sync.OnceValues(func() (wazero.Runtime, error) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, cached(wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false)))
	_, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(callHost), []api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI32}, nil).
		Export("call").Instantiate(ctx)
	return r, err
})

type hostsKey struct{}

// A host is the state for the functions of a run.
type host struct {
	funcs     []hostFunc
	resources *resources
	in, out   [hostComps]uint32 // scratch of a call
	ctx       context.Context   // of the run
	left      uint64            // steps that generated code wasn't given yet
	quick     []quickSlot       // by function
	instance  *instance         // that runs
	calls     int               // of the host's functions so far
	rays      []*[lanes]bvh.Query
	wrong     *wrongUse                                              // the run has ended because of it
	print     func(text string, span diag.Span, first, place uint32) // nil: nobody reads the lines
}

// portion is how many steps generated code runs before it calls for more. Until then
// nothing else may happen in the process: Go's scheduler can't interrupt it.
const portion = 1 << 21

// portion takes a portion of the steps, or as many as are wanted at least. There are
// none when the run is to end.
func (h *host) portion(least uint64) uint64 {
	if h.ctx.Err() != nil {
		return 0
	}
	n := min(h.left, max(least, portion))
	h.left -= n
	return n
}

// callHost is the function that modules import: number of the function, place of its
// sources, lanes.
func callHost(ctx context.Context, m api.Module, stack []uint64) {
	h := ctx.Value(hostsKey{}).(*host)
	if int32(stack[0]) == hostFuel {
		goruntime.Gosched() // timers, the garbage collector, whoever ends the run
		m.Memory().WriteUint64Le(uint32(stack[1]), h.portion(uint64(uint32(stack[2]))))
		return
	}
	h.calls++
	f := &h.funcs[uint32(stack[0])]
	mem, _ := m.Memory().Read(uint32(stack[1]), max(f.reach, hostScratch))
	if f.quick != nil && f.quick(h, mem, uint32(stack[2])) {
		return
	}
	in, out := &h.in, &h.out
	for lane, active := 0, uint32(stack[2]); active != 0; lane, active = lane+1, active>>1 {
		if active&1 == 0 {
			continue
		}
		for k := range f.in {
			in[k] = binary.LittleEndian.Uint32(mem[16*k+4*lane:])
		}
		if f.image != nil {
			f.image(h.resources, in[:f.in], out[:f.out])
		} else {
			f.call(in[:f.in], out[:f.out])
		}
		for k := range f.out {
			binary.LittleEndian.PutUint32(mem[hostResult+16*k+4*lane:], out[k])
		}
	}
}

// loaded is a module as machine code, with instances of it that wait. The one runtime
// knows them all, so that they must be closed when the program that has them is gone.
type loaded struct {
	module wazero.CompiledModule
	lock   sync.Mutex
	idle   []*instance
	closed bool
}

// close gives machine code and memory back.
func (l *loaded) close() {
	l.lock.Lock()
	defer l.lock.Unlock()
	for _, i := range l.idle {
		i.module.Close(context.Background())
	}
	l.module.Close(context.Background())
	l.idle, l.closed = nil, true
}

func load(c *compiled) (*loaded, error) {
	r, err := runtime()
	if err != nil {
		return nil, err
	}
	m, err := r.CompileModule(context.Background(), c.module)
	if err != nil {
		return nil, err
	}
	return &loaded{module: m}, nil
}

const pageSize = 1 << 16

// An instance is a module with memory.
type instance struct {
	module api.Module
	run    api.Function
	memory []byte
	where  []uint64 // of the buffers
	room   room
}

// instance takes an instance of memory for the buffers and extra bytes behind them,
// which begin at the address that it returns, and room for textures.
func (e *entry) instance(buffers [][]byte, extra, textures uint64) (*instance, uint64, error) {
	at := uint64(e.region) + uint64(e.regionLen)
	where := make([]uint64, len(buffers))
	for k, b := range buffers {
		at = (at + 63) &^ 63
		where[k] = at
		at += uint64(len(b))
	}
	begin := (at + 63) &^ 63
	place := (begin + extra + 63) &^ 63
	at = place + textures + 64
	if at >= 1<<32-pageSize {
		return nil, 0, &exec.LimitError{What: "bytes of memory", Needed: at, Limit: 1<<32 - pageSize}
	}
	var i *instance
	l := e.loaded
	l.lock.Lock()
	if n := len(l.idle); n > 0 {
		i, l.idle = l.idle[n-1], l.idle[:n-1]
	}
	l.lock.Unlock()
	if i == nil {
		r, err := runtime()
		if err != nil {
			return nil, 0, err
		}
		m, err := r.InstantiateModule(context.Background(), l.module, wazero.NewModuleConfig().WithName(""))
		if err != nil {
			return nil, 0, err
		}
		i = &instance{module: m, run: m.ExportedFunction("run")}
	}
	memory := i.module.Memory()
	if need := uint32((at + pageSize - 1) / pageSize); need > memory.Size()/pageSize {
		if _, ok := memory.Grow(need - memory.Size()/pageSize); !ok {
			i.module.Close(context.Background())
			return nil, 0, &exec.LimitError{What: "bytes of memory", Needed: at, Limit: 1<<32 - pageSize}
		}
	}
	i.memory, _ = memory.Read(0, memory.Size())
	i.where, i.room = where, room{at: place, end: place + textures, placed: i.room.placed[:0]}
	e.again(i)
	if e.fragmentAt != 0 {
		clear(i.memory[e.fragmentAt:][:fragmentBytes])
	}
	for _, at := range e.sampled.descriptors {
		clear(i.memory[at:][:sampleBytes])
	}
	clear(i.memory[:headGroups])
	for k, b := range buffers {
		binary.LittleEndian.PutUint32(i.memory[headBuffers+8*k:], uint32(where[k]))
		binary.LittleEndian.PutUint32(i.memory[headBuffers+8*k+4:], uint32(len(b)))
	}
	return i, begin, nil
}

// again has the values that are computed once for a run computed anew, as buffers have changed.
func (e *entry) again(i *instance) {
	if e.onceAt != 0 {
		clear(i.memory[e.onceAt:][:4])
	}
}

// Instances that wait are kept, so far as they are few and small.
const (
	maxIdle     = 64
	maxIdleSize = 16 << 20
)

// release gives an instance back.
func (e *entry) release(i *instance) {
	l := e.loaded
	l.lock.Lock()
	keep := len(l.idle) < maxIdle && len(i.memory) <= maxIdleSize
	if keep {
		l.idle = append(l.idle, i)
	}
	l.lock.Unlock()
	if !keep {
		i.module.Close(context.Background())
	}
}

// call runs groups of an instance and returns how many steps are left.
func (e *entry) call(ctx context.Context, i *instance, h *host, first, count, steps uint64) (left uint64, err error) {
	h.ctx, h.left, h.wrong, h.instance = ctx, steps, nil, i
	stack := [4]uint64{uint64(e.region), first, count, h.portion(0)}
	err = i.run.CallWithStack(context.WithValue(context.Background(), hostsKey{}, h), stack[:])
	goruntime.KeepAlive(e)
	return stack[0] + h.left, err
}

// memoryOf finds the memory of buffers.
func (e *entry) memoryOf(m *ir.Module, bound []exec.Bound) ([][]byte, error) {
	buffers := make([][]byte, len(bound))
	for k := range bound {
		if len(bound[k].Memory) != 1 {
			return nil, &exec.UnsupportedError{Feature: "arrays of buffers in generated code", Span: m.Globals[e.globals[k]].Span}
		}
		buffers[k] = bound[k].Memory[0]
	}
	for k := range buffers {
		for n := range k {
			if overlap(buffers[k], buffers[n]) && (e.writable(m, k) || e.writable(m, n)) {
				return nil, &exec.UnsupportedError{Feature: "memory that two variables share, in generated code", Span: m.Globals[e.globals[k]].Span}
			}
		}
	}
	return buffers, nil
}

// writable reports whether a buffer may be written.
func (e *entry) writable(m *ir.Module, k int) bool {
	g := &m.Globals[e.globals[k]]
	return g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0
}

// A dispatch is a run of a compute shader on a grid.
type dispatch struct {
	*entry
	ctx        context.Context
	m          *ir.Module
	buffers    [][]byte
	handles    *resources
	workgroups [3]uint32
	options    exec.RunOptions
	wrong      *wrongUse // a run of one worker has ended because of it
}

// run runs an entry point on a grid.
func (e *entry) run(ctx context.Context, m *ir.Module, bound []exec.Bound, handles *resources, workgroups [3]uint32, groups, invocations uint64, o exec.RunOptions) (*exec.Report, error) {
	report := &exec.Report{}
	if err := ctx.Err(); err != nil {
		return report, err
	}
	buffers, err := e.memoryOf(m, bound)
	if err != nil {
		return report, err
	}
	d := &dispatch{entry: e, ctx: ctx, m: m, buffers: buffers, handles: handles, workgroups: workgroups, options: o}
	i, err := d.open()
	if err != nil {
		return report, err
	}
	left, done := o.MaxSteps, uint64(0)
	if o.Workers > 1 && !e.shares && groups >= minParallel {
		// The first groups show how much work there is.
		done = groups / 16
		if left, err = d.call(i, 0, done, left); err == nil && d.pays((o.MaxSteps-left)*15) {
			d.copyOut(i)
			var ok bool
			if i, left, ok, err = d.parallel(i, done, groups, left); ok {
				done = groups
			}
		}
	}
	if err == nil && done < groups {
		left, err = d.call(i, done, groups-done, left)
	}
	if i != nil {
		d.copyOut(i)
	}
	report.Invocations = groups * invocations
	if err != nil {
		if i != nil {
			defer i.module.Close(context.Background())
		}
		switch {
		case ctx.Err() != nil:
			return report, ctx.Err()
		case i == nil:
			return report, err
		case d.wrong != nil:
			return report, d.wrong.trapped(e.invocation(d.wrong.first, lanes*d.wrong.group+d.wrong.lane, workgroups))
		case binary.LittleEndian.Uint32(i.memory[headReason:]) != 0:
			report.Steps = o.MaxSteps
			return report, e.outOfSteps(i.memory, workgroups, o)
		}
		return report, &exec.FaultError{Value: err}
	}
	e.release(i)
	report.Steps = o.MaxSteps - left
	return report, nil
}

// open takes an instance and copies the buffers into its memory.
func (d *dispatch) open() (*instance, error) {
	i, _, err := d.instance(d.buffers, 0, d.roomFor(d.handles))
	if err != nil {
		return nil, err
	}
	for k, n := range d.workgroups {
		binary.LittleEndian.PutUint32(i.memory[headGroups+4*k:], n)
	}
	for k, b := range d.buffers {
		copy(i.memory[i.where[k]:], b)
	}
	return i, nil
}

// copyOut copies the possibly written memory out of an instance.
func (d *dispatch) copyOut(i *instance) {
	for k, b := range d.buffers {
		if d.writable(d.m, k) {
			copy(b, i.memory[i.where[k]:])
		}
	}
}

func (d *dispatch) call(i *instance, first, count, steps uint64) (left uint64, err error) {
	h := &host{funcs: d.hosts, resources: d.handles}
	h.print = printer(d.m, &d.options, func(first, place uint32) exec.Invocation { return d.invocation(first, place, d.workgroups) })
	left, err = d.entry.call(d.ctx, i, h, first, count, steps)
	d.wrong = h.wrong
	return left, err
}

// overlap reports whether two slices have memory in common.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	x, y := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return x < y+uintptr(len(b)) && y < x+uintptr(len(a))
}

// outOfSteps is the error of a run that ended for lack of steps: the invocation is the
// first of the group that was running.
func (e *entry) outOfSteps(memory []byte, workgroups [3]uint32, o exec.RunOptions) error {
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(memory[at:]) }
	x := e.invocation(word(headWhere), lanes*word(headWhere+4), workgroups)
	return &exec.StepLimitError{Steps: o.MaxSteps, Invocation: x, Span: e.stops[word(headReason)-1]}
}

// invocation names an invocation by the numbers of its workgroup and in that.
func (e *entry) invocation(at, i uint32, workgroups [3]uint32) exec.Invocation {
	x := exec.Invocation{Stage: ir.StageCompute}
	x.Group = [3]uint32{at % workgroups[0], at / workgroups[0] % workgroups[1], at / workgroups[0] / workgroups[1]}
	x.Local = e.quads.LocalID(e.size, i)
	for k := range x.Global {
		x.Global[k] = x.Group[k]*e.size[k] + x.Local[k]
	}
	return x
}
