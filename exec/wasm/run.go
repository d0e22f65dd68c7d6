package wasm

// This file runs compiled modules: wazero makes machine code of them, buffers are
// copied into their memory and out again.

import (
	"context"
	"encoding/binary"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"refract/exec"
	"refract/ir"
)

// The runtime is one for all modules: it holds nothing but machine code.
var runtime = sync.OnceValues(func() (wazero.Runtime, error) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2).WithDebugInfoEnabled(false))
	_, err := r.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(callHost), []api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI32}, nil).
		Export("call").Instantiate(ctx)
	return r, err
})

type hostsKey struct{}

// callHost is the function that modules import: number of the function, where its
// sources are, which lanes.
func callHost(ctx context.Context, m api.Module, stack []uint64) {
	hosts := ctx.Value(hostsKey{}).([]hostFunc)
	f := &hosts[uint32(stack[0])]
	mem, _ := m.Memory().Read(uint32(stack[1]), hostScratch)
	var in, out [hostComps]uint32
	for lane, active := 0, uint32(stack[2]); active != 0; lane, active = lane+1, active>>1 {
		if active&1 == 0 {
			continue
		}
		for k := range f.in {
			in[k] = binary.LittleEndian.Uint32(mem[16*k+4*lane:])
		}
		f.call(in[:f.in], out[:f.out])
		for k := range f.out {
			binary.LittleEndian.PutUint32(mem[hostResult+16*k+4*lane:], out[k])
		}
	}
}

// loaded is a module as machine code.
type loaded struct {
	module wazero.CompiledModule
	ctx    context.Context
}

func load(c *compiled) (*loaded, error) {
	r, err := runtime()
	if err != nil {
		return nil, err
	}
	ctx := context.WithValue(context.Background(), hostsKey{}, c.hosts)
	m, err := r.CompileModule(ctx, c.module)
	if err != nil {
		return nil, err
	}
	return &loaded{m, ctx}, nil
}

const pageSize = 1 << 16

// run runs an entry point on a grid.
func (e *entry) run(ctx context.Context, m *ir.Module, bound []exec.Bound, workgroups [3]uint32, groups, invocations uint64, o exec.RunOptions) (*exec.Report, error) {
	report := &exec.Report{}
	if err := ctx.Err(); err != nil {
		return report, err
	}
	buffers := make([][]byte, len(bound))
	for k := range bound {
		if len(bound[k].Memory) != 1 {
			return report, &exec.UnsupportedError{Feature: "arrays of buffers in generated code", Span: m.Globals[e.globals[k]].Span}
		}
		buffers[k] = bound[k].Memory[0]
	}
	writable := func(k int) bool {
		g := &m.Globals[e.globals[k]]
		return g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0
	}
	for k := range buffers {
		for n := range k {
			if overlap(buffers[k], buffers[n]) && (writable(k) || writable(n)) {
				return report, &exec.UnsupportedError{Feature: "memory that two variables share, in generated code", Span: m.Globals[e.globals[k]].Span}
			}
		}
	}
	at := uint64(e.region) + uint64(e.regionLen)
	where := make([]uint64, len(buffers))
	for k, b := range buffers {
		at = (at + 63) &^ 63
		where[k] = at
		at += uint64(len(b))
	}
	at += 64
	if at >= 1<<32-pageSize {
		return report, &exec.LimitError{What: "bytes of memory", Needed: at, Limit: 1<<32 - pageSize}
	}
	r, err := runtime()
	if err != nil {
		return report, err
	}
	instance, err := r.InstantiateModule(e.loaded.ctx, e.loaded.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return report, err
	}
	defer instance.Close(e.loaded.ctx)
	memory := instance.Memory()
	if need := uint32((at + pageSize - 1) / pageSize); need > memory.Size()/pageSize {
		if _, ok := memory.Grow(need - memory.Size()/pageSize); !ok {
			return report, &exec.LimitError{What: "bytes of memory", Needed: at, Limit: 1<<32 - pageSize}
		}
	}
	all, _ := memory.Read(0, memory.Size())
	for k, n := range workgroups {
		binary.LittleEndian.PutUint32(all[headGroups+4*k:], n)
	}
	for k, b := range buffers {
		binary.LittleEndian.PutUint32(all[headBuffers+8*k:], uint32(where[k]))
		binary.LittleEndian.PutUint32(all[headBuffers+8*k+4:], uint32(len(b)))
		copy(all[where[k]:], b)
	}
	stop := (*uint32)(unsafe.Pointer(&all[headStop]))
	unwatch := context.AfterFunc(ctx, func() { atomic.StoreUint32(stop, 1) })
	left, err := instance.ExportedFunction("run").Call(e.loaded.ctx, uint64(e.region), 0, groups, o.MaxSteps)
	unwatch()
	for k, b := range buffers {
		if writable(k) {
			copy(b, all[where[k]:])
		}
	}
	report.Invocations = groups * invocations
	switch {
	case err == nil:
		report.Steps = o.MaxSteps - left[0]
		return report, nil
	case ctx.Err() != nil:
		return report, ctx.Err()
	case binary.LittleEndian.Uint32(all[headReason:]) != 0:
		report.Steps = o.MaxSteps
		return report, e.outOfSteps(all, workgroups, o)
	}
	return report, &exec.FaultError{Value: err}
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
	at, i := word(headWhere), lanes*word(headWhere+4)
	x := exec.Invocation{Stage: ir.StageCompute}
	x.Group = [3]uint32{at % workgroups[0], at / workgroups[0] % workgroups[1], at / workgroups[0] / workgroups[1]}
	x.Local = [3]uint32{i % e.size[0], i / e.size[0] % e.size[1], i / e.size[0] / e.size[1]}
	for k := range x.Global {
		x.Global[k] = x.Group[k]*e.size[k] + x.Local[k]
	}
	return &exec.StepLimitError{Steps: o.MaxSteps, Invocation: x, Span: e.stops[word(headReason)-1]}
}
