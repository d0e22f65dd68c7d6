// Package wasm runs compute shaders, and the stages of graphics pipelines, as WebAssembly
// with 128-bit vectors, which wazero compiles to machine code: many times as fast as the
// reference engine, with the same bits.
//
// Four invocations run at a time, in the lanes of vectors: in a fragment shader a quad.
// Values that all four share stay scalar; if the lanes diverge, masks mark the active ones.
// The loops over invocations and workgroups are in the module.
//
// A shader without code for all operations is rejected with an *exec.UnsupportedError,
// before anything is run; [Auto] runs it on the reference engine. Checks are the reference
// engine's business.
package wasm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	goruntime "runtime"
	"sync"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ssa"
)

func init() {
	exec.Register(Engine{})
	exec.Register(Auto{})
}

// Engine runs shaders, and rejects the ones that it has no code for.
type Engine struct{}

// Name is "wasm".
func (Engine) Name() string { return "wasm" }

// Load implements exec.Engine. A shader that can't be compiled is an error of Dispatch.
func (Engine) Load(m *ir.Module, o exec.LoadOptions) (_ exec.Program, err error) {
	defer exec.Protect(&err)
	m = transform.WithHelpers(exec.Interpolated(transform.EmittedPrimitives(transform.WithoutCooperative(m))))
	p, err := interp.Engine{}.Load(m, o)
	if err != nil {
		return nil, err
	}
	return &program{Program: p, source: m, overrides: o.Overrides, compiled: map[key]*entry{}}, nil
}

// Auto is an engine that takes the faster way: compute shaders of a few steps run on the
// reference engine, and so do shaders that Engine rejects, or runs with checks; everything
// else runs as Engine runs it.
type Auto struct {
	// Refused, if not nil, is called with the reason that a run is on the reference engine.
	Refused func(*exec.UnsupportedError)
}

// Name is "auto". It is the default engine if it is registered.
func (Auto) Name() string { return "auto" }

// Load implements exec.Engine.
func (a Auto) Load(m *ir.Module, o exec.LoadOptions) (exec.Program, error) {
	p, err := Engine{}.Load(m, o)
	if err != nil {
		return nil, err
	}
	return &either{p.(*program), a.Refused}, nil
}

// either runs on one of two engines.
type either struct {
	*program
	refused func(*exec.UnsupportedError)
}

// A few steps of the reference engine take about as long as compiling does.
const fewSteps = 1 << 17

func (p *either) Dispatch(ctx context.Context, entry string, workgroups [3]uint32, r *exec.Resources, o exec.RunOptions) (*exec.Report, error) {
	slow := p.program.Program
	if o.Check != 0 {
		return slow.Dispatch(ctx, entry, workgroups, r, o)
	}
	if restore, ok := p.snapshot(entry, workgroups, r); ok {
		few := o
		few.MaxSteps = fewSteps
		if o.MaxSteps != 0 && o.MaxSteps <= fewSteps {
			return slow.Dispatch(ctx, entry, workgroups, r, o)
		}
		report, err := slow.Dispatch(ctx, entry, workgroups, r, few)
		var limit *exec.StepLimitError
		if !errors.As(err, &limit) {
			return report, err
		}
		restore()
	}
	report, err := p.program.Dispatch(ctx, entry, workgroups, r, o)
	var no *exec.UnsupportedError
	if !errors.As(err, &no) {
		return report, err
	}
	if p.refused != nil {
		p.refused(no)
	}
	return slow.Dispatch(ctx, entry, workgroups, r, o)
}

// snapshot keeps the memory of a run that may be a short one, so that it can be begun
// again. It reports false if it isn't short, or the memory is large.
func (p *either) snapshot(entry string, workgroups [3]uint32, r *exec.Resources) (restore func(), ok bool) {
	size, err := p.WorkgroupSize(entry)
	n := uint64(workgroups[0]) * uint64(workgroups[1]) * uint64(workgroups[2])
	if err != nil || n > fewSteps || n*uint64(size[0])*uint64(size[1])*uint64(size[2]) > fewSteps/16 {
		return nil, false
	}
	globals, err := p.Globals(entry)
	if err != nil {
		return nil, false
	}
	bound, err := r.Resolve(p.Module(), globals)
	if err != nil {
		return func() {}, true // the same error again
	}
	var memory, kept [][]byte
	total := 0
	for k, b := range bound {
		for _, view := range b.Textures {
			if m := p.Module(); m.Types.At(m.Globals[globals[k]].Type).Class != ir.ImageStorage {
				continue // nobody writes it
			}
			for level := range view.Levels {
				memory = append(memory, view.Texture.Level(view.BaseLevel+level))
				total += len(memory[len(memory)-1])
			}
		}
		for _, m := range b.Memory {
			total += len(m)
			memory = append(memory, m)
		}
	}
	if total > 1<<20 {
		return nil, false
	}
	for _, m := range memory {
		kept = append(kept, bytes.Clone(m))
	}
	return func() {
		for k, m := range memory {
			copy(m, kept[k])
		}
	}, true
}

func (p *either) Call(ctx context.Context, function string, args []any, r *exec.Resources, o exec.RunOptions) (exec.View, *exec.Report, error) {
	return p.program.Program.Call(ctx, function, args, r, o)
}

// program is a loaded module. The reference engine knows all about it but how to run
// fast.
type program struct {
	exec.Program
	source    *ir.Module
	overrides map[string]float64

	lock     sync.Mutex
	shader   *ssa.Shader
	failed   error
	compiled map[key]*entry
}

type key struct {
	name     string
	stage    ir.Stage
	subgroup uint32
}

// entry is a compiled entry point, or why there is none.
type entry struct {
	once sync.Once
	*compiled
	loaded  *loaded
	globals []ir.GlobalID // of the buffers
	handles []ir.GlobalID // of textures and samplers
	layout  *stageLayout  // of a vertex or fragment shader
	err     error
}

// TraceRays implements exec.RayTracer: the reference engine runs ray-tracing pipelines.
func (p *program) TraceRays(ctx context.Context, pipeline *exec.RayPipeline, size [3]uint32, r *exec.Resources, o exec.RunOptions) (*exec.Report, error) {
	inner := func(s exec.RayShader) exec.RayShader {
		switch x := s.Program.(type) {
		case *program:
			s.Program = x.Program
		case *either:
			s.Program = x.program.Program
		}
		return s
	}
	slow := exec.RayPipeline{Generation: inner(pipeline.Generation), MaxDepth: pipeline.MaxDepth}
	for _, s := range pipeline.Miss {
		slow.Miss = append(slow.Miss, inner(s))
	}
	for _, s := range pipeline.Callable {
		slow.Callable = append(slow.Callable, inner(s))
	}
	for _, g := range pipeline.Hit {
		slow.Hit = append(slow.Hit, exec.HitGroup{ClosestHit: inner(g.ClosestHit), AnyHit: inner(g.AnyHit), Intersection: inner(g.Intersection), Record: g.Record})
	}
	return p.Program.(exec.RayTracer).TraceRays(ctx, &slow, size, r, o)
}

// Call implements exec.Program: it refuses.
func (p *program) Call(context.Context, string, []any, *exec.Resources, exec.RunOptions) (exec.View, *exec.Report, error) {
	return exec.View{}, nil, &exec.UnsupportedError{Feature: "calls of functions in generated code"}
}

// maxInvocations is the greatest number of invocations in a workgroup.
const maxInvocations = 1 << 14

// entryOf compiles an entry point, once.
func (p *program) entryOf(name string, stage ir.Stage, size [3]uint32, subgroup uint32, layout layouter) (*entry, error) {
	p.lock.Lock()
	k := key{name, stage, subgroup}
	e := p.compiled[k]
	if e == nil {
		e = new(entry)
		p.compiled[k] = e
	}
	if p.shader == nil && p.failed == nil {
		p.shader, p.failed = p.prepare()
	}
	shader, err := p.shader, p.failed
	p.lock.Unlock()
	if err != nil {
		return nil, err
	}
	e.once.Do(func() {
		defer exec.Protect(&e.err)
		e.err = e.make(p, shader, k, size, layout)
	})
	return e, e.err
}

func (p *program) prepare() (s *ssa.Shader, err error) {
	defer exec.Protect(&err)
	return prepare(p.source, p.overrides)
}

// A layouter finds the layout of an entry point's records; nil: it has none, as it is a compute shader.
type layouter func(s *ssa.Shader, ep *ir.EntryPoint) (*stageLayout, error)

func (e *entry) make(p *program, s *ssa.Shader, k key, size [3]uint32, layout layouter) error {
	for i := range s.EntryPoints {
		ep := &s.EntryPoints[i]
		if ep.Name != k.name || ep.Stage != k.stage {
			continue
		}
		var err error
		if layout != nil {
			if e.layout, err = layout(s, ep); err != nil {
				return err
			}
		}
		if e.compiled, err = compile(s, ep, size, k.subgroup, e.layout, false); err != nil {
			return err
		}
		if e.globals, err = globalsOf(p.Module(), s, e.vars); err != nil {
			return err
		}
		if e.handles, err = globalsOf(p.Module(), s, e.compiled.handles); err != nil {
			return err
		}
		if e.loaded, err = load(e.compiled); err == nil {
			goruntime.AddCleanup(e, (*loaded).close, e.loaded)
		}
		return err
	}
	return &exec.NotFoundError{Kind: k.stage.String() + " entry point", Name: k.name}
}

// globalsOf finds the variables of a module that variables of its shader were.
func globalsOf(m *ir.Module, s *ssa.Shader, vars []ssa.VarID) ([]ir.GlobalID, error) {
	var out []ir.GlobalID
	for _, v := range vars {
		x := &s.Vars[v]
		found := ir.GlobalID(0)
		for i := 1; i < len(m.Globals); i++ {
			g := &m.Globals[i]
			if g.Name == x.Name && g.HasBinding == x.HasBinding && g.Binding == x.Binding && g.Space == x.Mode.Space() {
				if found != 0 {
					return nil, &exec.UnsupportedError{Feature: "variables of one name in generated code", Span: x.Span}
				}
				found = ir.GlobalID(i)
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("exec/wasm: no variable %q", x.Name)
		}
		out = append(out, found)
	}
	return out, nil
}

// Dispatch implements exec.Program.
func (p *program) Dispatch(ctx context.Context, name string, workgroups [3]uint32, res *exec.Resources, o exec.RunOptions) (report *exec.Report, err error) {
	if o.Check != 0 {
		return nil, &exec.UnsupportedError{Feature: "checks in generated code"}
	}
	size, err := p.WorkgroupSize(name)
	if err != nil {
		return p.Program.Dispatch(ctx, name, workgroups, res, o)
	}
	count := uint64(size[0]) * uint64(size[1]) * uint64(size[2])
	groups := uint64(workgroups[0]) * uint64(workgroups[1])
	if o.SubgroupSize == 0 {
		o.SubgroupSize = 8
	}
	if count == 0 || count > maxInvocations || size[0] > maxInvocations || size[1] > maxInvocations || workgroups[0] > 1<<20 || workgroups[1] > 1<<20 ||
		workgroups[2] != 0 && groups > (1<<31-1)/uint64(workgroups[2]) || bits.OnesCount32(o.SubgroupSize) != 1 || o.SubgroupSize < 4 || o.SubgroupSize > 128 {
		// An error, most likely: the reference engine finds it.
		return p.Program.Dispatch(ctx, name, workgroups, res, o)
	}
	groups *= uint64(workgroups[2])
	e, err := p.entryOf(name, ir.StageCompute, size, o.SubgroupSize, nil)
	if err != nil {
		return nil, err
	}
	if o.MaxSteps == 0 || o.MaxSteps > 1<<62 {
		o.MaxSteps = exec.DefaultMaxSteps
	}
	bound, handles, err := p.resolve(name, e, res)
	if err != nil {
		return nil, err
	}
	defer exec.Protect(&err)
	return e.run(ctx, p.Module(), bound, handles, workgroups, groups, count, o)
}

// resolve finds the resources bound to the buffers and to the handles of an entry point,
// which must be complete.
func (p *program) resolve(name string, e *entry, res *exec.Resources) (buffers []exec.Bound, handles *resources, err error) {
	all, err := p.Globals(name)
	if err != nil {
		return nil, nil, err
	}
	if _, err := res.Resolve(p.Module(), all); err != nil {
		return nil, nil, err
	}
	if buffers, err = res.Resolve(p.Module(), e.globals); err != nil {
		return nil, nil, err
	}
	bound, err := res.Resolve(p.Module(), e.handles)
	return buffers, &resources{bound: bound}, err
}
