package interp

// This file starts runs: it checks the arguments, resolves resources, and runs the
// workgroups of a compute shader.

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"refract/exec"
	"refract/ir"
)

// maxInvocations is the greatest number of invocations in a workgroup.
const maxInvocations = 1 << 14

// WorkgroupSize implements exec.Program.
func (p *program) WorkgroupSize(name string) ([3]uint32, error) {
	for i := range p.m.EntryPoints {
		if p.m.EntryPoints[i].Name == name {
			return p.sizes[i], nil
		}
	}
	return [3]uint32{}, &exec.NotFoundError{Kind: "entry point", Name: name}
}

// Globals implements exec.Program.
func (p *program) Globals(name string) ([]ir.GlobalID, error) {
	e, err := p.entryPoint(name, ir.NoStage)
	if err != nil {
		return nil, err
	}
	return e.globals, nil
}

// start makes the run of an entry; the report exists from then on.
func (p *program) start(ctx context.Context, e *entry, res *exec.Resources, o exec.RunOptions) (*run, error) {
	if o.SubgroupSize == 0 {
		o.SubgroupSize = 8
	}
	if !isPowerOfTwo(o.SubgroupSize) || o.SubgroupSize < 4 || o.SubgroupSize > 128 {
		return nil, &exec.InputError{What: "subgroup size", Message: fmt.Sprintf("%d is no power of two from 4 to 128", o.SubgroupSize)}
	}
	if o.MaxSteps == 0 || o.MaxSteps > 1<<62 {
		o.MaxSteps = exec.DefaultMaxSteps
	}
	bound, err := res.Resolve(p.m, e.globals)
	if err != nil {
		return nil, err
	}
	r := &run{ctx: ctx, p: p, options: o, entry: e, stage: e.stage, groupSize: e.size,
		globals: make([]uint64, len(p.m.Globals)), bound: make([]exec.Bound, len(p.m.Globals))}
	r.report.Cap = o.MaxFindings
	r.steps = new(atomic.Int64)
	r.steps.Store(int64(o.MaxSteps))
	p.lock.Lock()
	r.pool, r.plans = p.pool, p.types.plans
	p.lock.Unlock()
	for i, g := range e.globals {
		global := &p.m.Globals[g]
		switch global.Space {
		case ir.SpacePrivate, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData,
			ir.SpaceIncomingCallableData, ir.SpaceHitObjectAttribute:
			r.globals[g] = privateMemory<<offsetBits | e.offsets[g]
		case ir.SpaceShaderRecord:
			r.record = uint64(firstResource + len(r.memory))
			r.globals[g] = r.record << offsetBits
			r.memory, r.spaces, r.named = append(r.memory, nil), append(r.spaces, global.Space), append(r.named, g)
		case ir.SpaceInput, ir.SpaceOutput:
			memory := uint64(privateMemory)
			if ofGroup(e.stage, global.Space) {
				memory = workgroupMemory
			}
			r.globals[g] = memory<<offsetBits | e.offsets[g]
		case ir.SpaceWorkgroup, ir.SpaceTaskPayload:
			r.globals[g] = workgroupMemory<<offsetBits | e.offsets[g]
		case ir.SpaceHandle:
			r.bound[g] = bound[i]
			r.globals[g] = handleBit | uint64(g)<<handleShift
		default:
			r.globals[g] = uint64(firstResource+len(r.memory)) << offsetBits
			for _, memory := range bound[i].Memory {
				r.memory = append(r.memory, memory)
				r.spaces = append(r.spaces, global.Space)
				r.named = append(r.named, g)
			}
		}
	}
	r.place(res.Physical())
	r.shadows = make([]*shadow, firstResource+len(r.memory))
	return r, nil
}

// result is the report of a run that has ended.
func (r *run) result() *exec.Report {
	return &exec.Report{Steps: r.options.MaxSteps - uint64(max(r.steps.Load(), 0)), Invocations: r.began.Load(),
		Findings: r.report.Diagnostics(r.p.m.Sources)}
}

// Dispatch implements exec.Program.
func (p *program) Dispatch(ctx context.Context, name string, workgroups [3]uint32, res *exec.Resources, o exec.RunOptions) (*exec.Report, error) {
	e, err := p.entryPoint(name, ir.StageCompute)
	if err != nil {
		return nil, err
	}
	count := uint64(e.size[0]) * uint64(e.size[1]) * uint64(e.size[2])
	if count == 0 {
		return nil, &exec.OverrideError{Message: fmt.Sprintf("the workgroup size of %s is %d×%d×%d with these overrides; each must be at least 1",
			name, e.size[0], e.size[1], e.size[2]), Span: e.span}
	}
	if e.size[0] > maxInvocations || e.size[1] > maxInvocations || count > maxInvocations {
		return nil, &exec.LimitError{What: "invocations in a workgroup", Needed: count, Limit: maxInvocations, Span: e.span}
	}
	groups := uint64(workgroups[0]) * uint64(workgroups[1])
	if workgroups[2] != 0 && groups > 1<<40/uint64(workgroups[2]) || workgroups[0] > 1<<20 || workgroups[1] > 1<<20 {
		return nil, &exec.InputError{What: "workgroups", Message: fmt.Sprintf("%d×%d×%d are too many", workgroups[0], workgroups[1], workgroups[2])}
	}
	groups *= uint64(workgroups[2])
	r, err := p.start(ctx, e, res, o)
	if err != nil {
		return nil, err
	}
	r.counts = workgroups
	workers := min(uint64(max(o.Workers, 1)), max(groups, 1))
	if o.Check != 0 || e.fn.shares || o.Print != nil && len(p.m.Formats) > 1 {
		workers = 1
	}
	if workers == 1 {
		err = r.work(groups, new(atomic.Uint64), nil, 1)
		return r.result(), err
	}
	err = r.parallel(groups, int(workers))
	return r.result(), err
}

// parallel runs workgroups on several goroutines. The error is that of the first
// workgroup that failed.
func (r *run) parallel(groups uint64, workers int) error {
	var next atomic.Uint64
	var wait sync.WaitGroup
	errs, failedAt := make([]error, workers), make([]uint64, workers)
	for i := range workers {
		wait.Go(func() { errs[i] = r.work(groups, &next, &failedAt[i], workers) })
	}
	wait.Wait()
	var first error
	at := groups
	for i, err := range errs {
		if err != nil && (first == nil || failedAt[i] < at) && err != errStopped {
			first, at = err, failedAt[i]
		}
	}
	return first
}

// work runs workgroups until none is left.
func (r *run) work(groups uint64, next *atomic.Uint64, failedAt *uint64, workers int) (err error) {
	defer exec.Protect(&err)
	m := newMachine(r, workers)
	defer m.settle()
	w := workgroup{m: m}
	if !w.make() {
		return m.err
	}
	for {
		at := next.Add(1) - 1
		if at >= groups {
			return nil
		}
		x, y := uint64(r.counts[0]), uint64(r.counts[1])
		if !w.run([3]uint32{uint32(at % x), uint32(at / x % y), uint32(at / x / y)}, uint32(at)) {
			r.stopped.Store(true)
			if failedAt != nil {
				*failedAt = at
			}
			return m.err
		}
	}
}

// A workgroup is the invocations of a workgroup, used for one after the other.
type workgroup struct {
	m     *machine
	lanes []*invocation
	group group
	of    *primitives // the stage of primitives that runs; nil: a compute stage
}

// make makes the invocations: one if none waits for another.
func (w *workgroup) make() bool {
	e := w.m.entry
	n := 1
	if e.fn.suspends {
		n = int(e.size[0] * e.size[1] * e.size[2])
	}
	if !w.m.reserve(int(e.workgroup)+n*(len(e.private)+256), e.span) {
		return false
	}
	w.m.mems[workgroupMemory] = make([]byte, e.workgroup)
	for range n {
		w.lanes = append(w.lanes, &invocation{private: make([]byte, len(e.private))})
	}
	w.group = group{w.lanes, w.m.options.SubgroupSize}
	return true
}

// run runs the workgroup at a place in the grid; false ends the run.
func (w *workgroup) run(at [3]uint32, serial uint32) bool {
	m, e := w.m, w.m.entry
	clear(m.mems[workgroupMemory])
	if w.of != nil {
		w.of.fill()
	}
	m.workgroup, m.epochs = serial+1, [2]uint32{}
	if m.options.Check != 0 {
		m.shadows[workgroupMemory] = nil
	}
	size := e.size[0] * e.size[1] * e.size[2]
	m.began.Add(uint64(size))
	for i := range size {
		v := w.lanes[0]
		if e.fn.suspends {
			v = w.lanes[i]
		}
		local := e.quads.LocalID(e.size, i)
		v.name = exec.Invocation{Stage: m.stage, Local: local, Group: at,
			Global: [3]uint32{at[0]*e.size[0] + local[0], at[1]*e.size[1] + local[1], at[2]*e.size[2] + local[2]}}
		v.serial = serial*size + i + 1
		v.lane, v.group = i%m.options.SubgroupSize, i/m.options.SubgroupSize
		copy(v.private, e.private)
		m.enter(v)
		if !m.begin(v, e.fn) {
			return false
		}
		w.inputs(v, local[0]+e.size[0]*(local[1]+e.size[1]*local[2]), size)
		if !e.fn.suspends && m.execute(v) == failed {
			return false
		}
	}
	return !e.fn.suspends || m.runGroup(&w.group)
}

// inputs fills the arguments of an invocation.
func (w *workgroup) inputs(v *invocation, index, size uint32) {
	m := w.m
	three := func(at int32, x [3]uint32) {
		v.slots[at], v.slots[at+1], v.slots[at+2] = uint64(x[0]), uint64(x[1]), uint64(x[2])
	}
	groups, n := m.counts, v.name.Group
	for i := range m.entry.inputs {
		b := &m.entry.inputs[i]
		one := func(x uint32) { v.slots[b.slot] = uint64(x) }
		switch b.BuiltIn {
		case ir.BuiltInGlobalInvocationID:
			three(b.slot, v.name.Global)
		case ir.BuiltInLocalInvocationID:
			three(b.slot, v.name.Local)
		case ir.BuiltInLocalInvocationIndex:
			one(index)
		case ir.BuiltInWorkgroupID:
			three(b.slot, n)
		case ir.BuiltInWorkgroupSize:
			three(b.slot, m.groupSize)
		case ir.BuiltInNumWorkgroups:
			three(b.slot, groups)
		case ir.BuiltInGlobalInvocationIndex:
			g, s := v.name.Global, m.groupSize
			one(g[0] + groups[0]*s[0]*(g[1]+groups[1]*s[1]*g[2]))
		case ir.BuiltInWorkgroupIndex:
			one(n[0] + groups[0]*(n[1]+groups[1]*n[2]))
		case ir.BuiltInNumSubgroups:
			one((size + m.options.SubgroupSize - 1) / m.options.SubgroupSize)
		case ir.BuiltInSubgroupID:
			one(v.group)
		case ir.BuiltInSubgroupSize:
			one(m.options.SubgroupSize)
		case ir.BuiltInSubgroupInvocationID:
			one(v.lane)
		default:
			if w.of == nil || !w.of.builtIn(v, b, index) {
				clear(v.slots[b.slot : b.slot+b.count])
			}
		}
	}
}

// errStopped is how a worker ends because another failed.
var errStopped = errors.New("another worker failed")
