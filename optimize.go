package refract

// Optimizing: a valid module goes into SSA form, through passes, and comes back
// as a valid module that every writer takes.

import (
	"context"
	"errors"
	"fmt"

	"refract/diag"
	"refract/internal/parts"
	"refract/ir"
	"refract/ir/compact"
	"refract/ir/transform"
	"refract/ir/validate"
	"refract/ssa"
	"refract/ssa/fromir"
	"refract/ssa/lower"
	"refract/ssa/pipeline"
	"refract/ssa/toir"
)

// MaxOptimization is the highest level of optimization, SmallestOptimization the one
// that makes shaders as small as it can.
const (
	MaxOptimization      = pipeline.MaxLevel
	SmallestOptimization = pipeline.Small
)

// OptimizeOptions say how Optimize works. The zero value leaves modules as they
// are.
type OptimizeOptions struct {
	// Level is the level of optimization: 0 is none, 1 what makes shaders smaller
	// and faster anywhere, 2 what makes them faster though they may grow by it.
	// SmallestOptimization makes them small: of text it takes the shortest of several.
	Level int

	// Target is the language that comes after, as far as it is known: text is kept
	// short where SPIR-V isn't. Auto: none; Translate knows.
	Target Language

	// Passes are the passes to run instead of those of the level, as package
	// ssa/pipeline reads them: "vars-to-ssa, (copy-prop, dce)*". What a pass
	// requires is established before it.
	Passes string

	// Strict keeps floating-point results bit for bit. Otherwise operations may be
	// treated with the freedom that WGSL gives to implementations, but for those
	// that the shader marks precise.
	Strict bool

	// JoinLimits gives accesses of neighbouring elements in SPIR-V, as a[i] and a[i+1], one
	// limit that keeps all in bounds instead of one each. Where one of them is out of
	// bounds, which WGSL calls an error after which anything in memory that the shader
	// has may be read or written, the others may be another element, too, and an array
	// that is too short for all ends a compute shader's invocation. It is not for shaders
	// that read beyond a border and choose afterwards: select(a[i - 1], 0, i == 0).
	JoinLimits bool

	// DropResources lets go of resources that an entry point of the optimized module
	// needs no longer. Otherwise each entry point goes on naming those that it named, so
	// that a pipeline whose layout is derived from its shaders (layout: "auto" of WebGPU)
	// has the bindings that its author expects. SPIR-V names what it needs in any case.
	DropResources bool

	// Disable names passes to leave out.
	Disable []string

	// Verify checks every pass while it runs. That is for those who write passes.
	Verify bool

	// Limit ends optimization after so many applications of passes; 0: there is no
	// limit.
	Limit int

	Budget Budget

	// After, if not nil, is called after each application of a pass.
	After func(a *pipeline.Application, s *ssa.Shader)

	ctx context.Context // of a call that was given one, or nil
}

// An OptimizeError says that optimizing failed: passes that don't exist or lack
// what they require (the errors of package ssa/pipeline), or a fault of a pass. A
// fault holds a *diag.Diagnostics as well, which says where in the source it is met.
type OptimizeError struct{ Err error }

func (e *OptimizeError) Error() string { return "optimization: " + e.Err.Error() }
func (e *OptimizeError) Unwrap() error { return e.Err }

// errNoOptimizer says that the library is built without an optimizer; see
// internal/parts.
var errNoOptimizer = errors.New("this build of the library has no optimizer")

// active reports whether there is anything to do.
func (o *OptimizeOptions) active() bool { return o.Level != 0 || o.Passes != "" }

// Pipeline is the list of passes that the options name. The error is an
// *OptimizeError.
func (o *OptimizeOptions) Pipeline() (pipeline.Pipeline, error) {
	var p pipeline.Pipeline
	var err error
	switch {
	case o.Passes != "":
		p, err = pipeline.Parse(o.Passes)
	case o.Target != Auto && !o.Target.takesSSA():
		p, err = pipeline.TextLevel(o.Level)
	default:
		p, err = pipeline.Level(o.Level)
	}
	if err != nil {
		return nil, &OptimizeError{err}
	}
	if o.JoinLimits && o.Level != 0 && (o.Target == Auto || o.Target.takesSSA()) {
		p = p.WithJoinedLimits()
	}
	return p, nil
}

// Shader takes a valid module into SSA form. Local and private variables begin
// with zero, as WGSL has it, so that passes know their value.
func (o *OptimizeOptions) Shader(v *Valid) *ssa.Shader {
	s, err := o.shader(v)
	if err != nil {
		panic(err) // millions of ways to reach memory: Optimize returns the error
	}
	return s
}

func (o *OptimizeOptions) shader(v *Valid) (*ssa.Shader, error) {
	return fromir.Lowered(v.Module.Clone(), fromir.Options{Strict: o.Strict})
}

// RunContext is Run that ends between two passes when the context is done; the error
// holds the context's.
func (o *OptimizeOptions) RunContext(ctx context.Context, s *ssa.Shader) (*pipeline.Result, error) {
	with := *o
	with.ctx = ctx
	return with.Run(s)
}

// Run runs the passes on a shader in SSA form. The error is an *OptimizeError.
func (o *OptimizeOptions) Run(s *ssa.Shader) (result *pipeline.Result, err error) {
	defer protect("", &err)
	if !parts.Optimizer {
		return nil, &OptimizeError{errNoOptimizer}
	}
	size := sizing{limit: o.Budget.of(0).Instructions}
	after := func(a *pipeline.Application, s *ssa.Shader) {
		size.after(a, s)
		if o.After != nil {
			o.After(a, s)
		}
	}
	p, err := o.Pipeline()
	if err != nil {
		return nil, err
	}
	ctx := o.ctx
	if ctx == nil {
		ctx = context.Background()
	}
	r, err := pipeline.RunContext(ctx, s, p, pipeline.Options{Establish: true, Verify: o.Verify, Disable: o.Disable, Limit: o.Limit, After: after})
	if err != nil {
		return r, &OptimizeError{err}
	}
	return r, nil
}

// OptimizeContext is Optimize that ends between two passes when the context is done; the
// error holds the context's.
func OptimizeContext(ctx context.Context, v *Valid, o OptimizeOptions) (*Valid, error) {
	o.ctx = ctx
	return Optimize(v, o)
}

// Optimize makes a better module of a valid one, which stays as it is. The error
// is an *OptimizeError.
func Optimize(v *Valid, o OptimizeOptions) (better *Valid, err error) {
	defer protect("", &err)
	if !o.active() {
		return v, nil
	}
	if !parts.Optimizer {
		return nil, &OptimizeError{errNoOptimizer}
	}
	return o.optimized(v)
}

// optimized is what becomes of a module.
func (o OptimizeOptions) optimized(v *Valid) (better *Valid, err error) {
	if _, err := o.Pipeline(); err != nil {
		return nil, err
	}
	s, err := o.shader(v)
	if err != nil {
		return nil, &OptimizeError{err}
	}
	if _, err := o.Run(s); err != nil {
		return nil, optimizerFault(v, err)
	}
	better, err = FromSSA(s)
	if err == nil && !o.DropResources {
		better, err = keepResources(v, better)
	}
	if err != nil {
		return nil, optimizerFault(v, err)
	}
	return better, nil
}

// keepResources lets the entry points of an optimized module name the resources that
// those of the valid one name, which keep their order. An expression that nothing
// evaluates is enough; see ir/validate of what makes an interface.
func keepResources(v, better *Valid) (*Valid, error) {
	m := better.Module
	if len(m.EntryPoints) != len(v.Module.EntryPoints) {
		return better, nil
	}
	now := make([]ir.GlobalID, len(v.Module.Globals)) // by global of the valid module
	next := ir.GlobalID(0)
	for g := range v.Module.Globals {
		if g == 0 || !v.Module.Globals[g].HasBinding {
			continue
		}
		for next++; int(next) < len(m.Globals) && !m.Globals[next].HasBinding; next++ {
		}
		if int(next) == len(m.Globals) {
			return better, nil // something else than passes was at the shader
		}
		now[g] = next
	}
	var b ir.Builder
	changed := false
	for k := range v.Info.EntryPoints {
		for _, u := range v.Info.EntryPoints[k].Globals {
			if g := now[u.Global]; g != 0 && validate.Find(better.Info.EntryPoints[k].Globals, g) == 0 {
				b.Start(m, m.Functions[m.EntryPoints[k].Function])
				b.Global(g)
				changed = true
			}
		}
	}
	if !changed {
		return better, nil
	}
	return Validate(m, ValidateOptions{Capabilities: validate.All})
}

// optimizerFault makes a diagnostic of what went wrong while a module was optimized.
// Errors that are about options stay as they are.
func optimizerFault(v *Valid, err error) error {
	var (
		requirement *pipeline.RequirementError
		unknown     *pipeline.UnknownPassError
		check       *pipeline.CheckError
		malformed   *ssa.VerifyError
		unsupported *toir.UnsupportedError
		invalid     *diag.Diagnostics
	)
	var budget *BudgetError
	var fault *FaultError
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &requirement) || errors.As(err, &unknown) || errors.As(err, &budget) || errors.As(err, &fault) {
		return err
	}
	var span diag.Span
	what := err.Error()
	switch {
	case errors.As(err, &malformed):
		span, what = malformed.Span, malformed.Complaints[0]
	case errors.As(err, &unsupported):
		span, what = unsupported.Span, unsupported.Error()
	case errors.As(err, &invalid) && len(invalid.Items) > 0:
		span, what = invalid.Items[0].Span, "the module that comes back is not valid: "+invalid.Items[0].Message
	}
	if errors.As(err, &check) && check.Application != nil {
		what = "pass " + check.Application.Pass.Name + ": " + what
	}
	var list diag.List
	d := list.Errorf("optimizer-fault", span, "this can't be optimized: %s", what)
	d.Note("this is a fault of the optimizer, not of the shader: please report it; without optimization the shader is written")
	return &OptimizeError{&inexpressibleError{list.Diagnostics(v.Module.Sources), err}}
}

// FromSSA makes a valid module of a shader in SSA form. Phis become variables;
// apart from that the shader must hold nothing that modules can't: the error is an
// *OptimizeError.
func FromSSA(s *ssa.Shader) (*Valid, error) {
	m, err := moduleOf(s)
	if err != nil {
		return nil, err
	}
	valid, err := Validate(m, ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return nil, &OptimizeError{fmt.Errorf("the module that comes back is not valid: %v", err)}
	}
	return valid, nil
}

// moduleOf takes a shader out of SSA form.
func moduleOf(s *ssa.Shader) (m *ir.Module, err error) {
	if err := ssa.Verify(s); err != nil {
		return nil, &OptimizeError{err}
	}
	defer func() {
		// Shaders are also read from text, and verification doesn't see every type
		// that is wrong.
		if fault := recover(); fault != nil {
			m, err = nil, &OptimizeError{fmt.Errorf("the shader has no form as a module: %v", fault)}
		}
	}()
	lower.LeaveSSA.Run(s)
	if m, err = toir.Module(s); err != nil {
		return nil, &OptimizeError{err}
	}
	return m, nil
}

// errLeftSSA says that code has registers, which the way from the SSA form to
// SPIR-V doesn't take.
var errLeftSSA = errors.New("the shader has left SSA form")

func hasRegisters(s *ssa.Shader) bool {
	for _, f := range s.Funcs[1:] {
		if len(f.Regs) > 1 {
			return true
		}
	}
	return false
}

// An optimization is the step of a translation between validating and writing.
// SPIR-V is written from the SSA form; for the other languages the passes run
// once, over the module as it was validated.
type optimization struct {
	options OptimizeOptions
	valid   *Valid
	bounds  transform.BoundsOptions // that the passes see
	better  *Valid                  // nil: not yet made
	other   *Valid                  // with more optimization, where the smallest is asked for
	failed  error                   // of making them
}

// optimization prepares the step. Where a pipeline gives values to overrides,
// passes see them; the writers then find none left.
func (o *TranslateOptions) optimization(v *Valid) (p optimization, err error) {
	if o.Optimize.active() && o.Write.Overrides != nil && !o.Write.ownOverrides() {
		if v, err = o.Write.overridden(v); err != nil {
			return p, err
		}
		o.Write.Overrides = nil
	}
	return optimization{options: o.Optimize, valid: v}, nil
}

// protected is write where a fault costs no other language its output.
func (p *optimization) protected(w *workspace, name string, o *WriteOptions, each bool) (outputs []*Output, err error) {
	defer func() {
		if err != nil && outputs == nil {
			var fault *FaultError
			var budget *BudgetError
			if errors.As(err, &fault) || errors.As(err, &budget) {
				w.replaceWriters()
			}
		}
	}()
	defer protect(name, &err)
	return p.write(w, o, each)
}

// write writes one of the languages: one output, or each of them.
func (p *optimization) write(w *workspace, o *WriteOptions, each bool) ([]*Output, error) {
	var out *Output
	var err error
	if p.options.active() && o.Language.takesSSA() {
		v := p.valid
		if v, err = o.only(v); err == nil {
			out, err = w.writeOptimized(v, o, &p.options)
		}
	} else {
		if bounds := o.zeroing(); bounds != p.bounds {
			p.bounds, p.better, p.failed = bounds, nil, nil
		}
		if p.better == nil && p.failed == nil {
			p.optimizeText(o.Language)
		}
		if p.failed != nil {
			return nil, p.failed
		}
		if !p.options.small() {
			return w.writeText(p.better, o, each)
		}
		return p.smallest(w, o, each)
	}
	if err != nil {
		return nil, err
	}
	return []*Output{out}, nil
}

// optimizeText makes what languages of text share that have the policies of p.bounds.
func (p *optimization) optimizeText(language Language) {
	v := p.valid
	if p.options.active() && p.bounds != (transform.BoundsOptions{}) {
		m := v.Module.Clone()
		if p.failed = transform.ZeroingChecks(m, p.bounds); p.failed != nil {
			p.failed = targetError(v, p.failed)
			return
		}
		if v, p.failed = Validate(m, ValidateOptions{Capabilities: validate.All}); p.failed != nil {
			return
		}
	}
	options := p.options
	if options.Target == Auto {
		options.Target = language
	}
	p.better, p.failed = Optimize(v, options)
	if options.small() && p.failed == nil {
		options.Level = MaxOptimization
		p.other, p.failed = Optimize(v, options)
	}
}

// small reports whether the shortest of several outputs is asked for.
func (o *OptimizeOptions) small() bool { return o.Level == SmallestOptimization && o.Passes == "" }

// smallest writes the text of the module with less optimization and with more, and
// takes the shortest: which that is only shows when it is written. What no entry point
// names is left out: resources that a layout made of the shader lacks in any case,
// constants, structs and functions.
func (p *optimization) smallest(w *workspace, o *WriteOptions, each bool) (best []*Output, err error) {
	short := *o
	short.smallest = true
	o = &short
	size := func(list []*Output) (n int) {
		for _, out := range list {
			n += len(out.Bytes())
		}
		return n
	}
	for _, v := range []*Valid{p.better, p.other, p.valid} {
		v, err := used(v)
		if err != nil {
			return nil, err
		}
		list, err := w.writeText(v, o, each)
		switch {
		case err != nil && best != nil: // what only optimization makes expressible
		case err != nil:
			return nil, err
		case best == nil || size(list) < size(best):
			best = list
		}
	}
	return best, nil
}

// used is a module without what its entry points don't name, but for overrides, of which
// a host may name any.
func used(v *Valid) (*Valid, error) {
	m := ir.NewModule()
	compact.Into(m, v.Module, compact.Options{Pipelines: true})
	m.Sources = v.Module.Sources
	return Validate(m, ValidateOptions{Capabilities: validate.All})
}

// writeText writes a module, or each of its entry points.
func (w *workspace) writeText(v *Valid, o *WriteOptions, each bool) ([]*Output, error) {
	if each && o.Language.holdsOne() {
		return w.writeEach(v, o)
	}
	v, err := o.only(v)
	if err != nil {
		return nil, err
	}
	out, err := w.write(v, o)
	if err != nil {
		return nil, err
	}
	return []*Output{out}, nil
}
