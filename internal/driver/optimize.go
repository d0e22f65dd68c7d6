package driver

// Optimizing: a valid module goes into SSA form, through passes, and comes back
// as a valid module that every writer takes.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/budget"
	"refract/internal/parts"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
	"refract/ssa"
	"refract/ssa/pass"
)

// MaxOptimization is the highest level of optimization, SmallestOptimization the one
// that makes shaders as small as it can.
const (
	MaxOptimization      = pipeline.MaxLevel
	SmallestOptimization = pipeline.Small
)

// An Optimizing configures the optimization of a module: the root package documents the
// fields of the same names in its OptimizeOptions.
type Optimizing struct {
	Level         int
	Target        *back.BackEnd // that comes after; nil: not known
	Passes        string
	Own           []*pass.Pass // after Passes, or in place of the level
	Strict        bool
	JoinLimits    bool
	Halves        bool
	DropResources bool
	LinkStages    bool
	Disable       []string
	Verify        bool
	Limit         int
	Budget        Budget
	After         func(a *pipeline.Application, s *ssa.Shader)
}

// An OptimizeError reports that optimizing failed: passes that don't exist or lack a
// requirement (the errors of package internal/ssa/pipeline), or a fault of a pass. A fault holds a
// *diag.Diagnostics as well, with the place in the source.
type OptimizeError struct{ Err error }

func (e *OptimizeError) Error() string { return "optimization: " + e.Err.Error() }
func (e *OptimizeError) Unwrap() error { return e.Err }

// errNoOptimizer reports that the library is built without an optimizer; see
// internal/parts.
var errNoOptimizer = errors.New("this build of the library has no optimizer")

// active reports whether there is anything to do.
func (o *Optimizing) active() bool { return o.Level != 0 || o.listed() || o.Halves }

// small reports whether the shortest of several outputs is wanted.
func (o *Optimizing) small() bool { return o.Level == SmallestOptimization && !o.listed() }

// listed reports whether passes are named or given, in place of those of the level.
func (o *Optimizing) listed() bool { return o.Passes != "" || len(o.Own) > 0 }

// Pipeline is the list of passes that the options name. The error is an
// *OptimizeError.
func (o *Optimizing) Pipeline() (pipeline.Pipeline, error) {
	var p pipeline.Pipeline
	var err error
	text := o.Target != nil && !o.Target.SSA
	switch {
	case o.Passes != "":
		p, err = pipeline.Parse(o.Passes)
	case len(o.Own) > 0:
	case text:
		p, err = pipeline.TextLevel(o.Level)
	default:
		p, err = pipeline.Level(o.Level)
	}
	if err != nil {
		return nil, &OptimizeError{err}
	}
	if len(o.Own) > 0 {
		p = append(p, pipeline.Of(o.Own...)...)
	}
	if o.LinkStages && !o.listed() && o.Level != 0 {
		// A stage whose outputs go needs fewer inputs, which are outputs of the stage before.
		link := pipeline.Step{Pass: opt.LinkStages}
		p = slices.Concat(p, pipeline.Pipeline{link}, p, pipeline.Pipeline{link}, p)
	}
	if o.JoinLimits && o.Level != 0 && !text {
		p = p.WithJoinedLimits()
	}
	if o.Halves && (o.Target == nil || o.Target.Language != &language.ESSL) {
		p = p.WithHalves()
	}
	return p, nil
}

// ToSSA takes a valid module into SSA form. Local and private variables begin
// with zero, as WGSL has it, so that passes know their value.
func ToSSA(ctx context.Context, v *Valid, o *Optimizing) (s *ssa.Shader, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	if s, err = o.shader(meter, v); err == nil {
		s.Module.Meter = nil
	}
	return s, err
}

func (o *Optimizing) shader(meter *budget.Meter, v *Valid) (*ssa.Shader, error) {
	m := copyOf(meter, v)
	return fromir.Lowered(m, fromir.Options{Strict: o.Strict})
}

// Run runs the passes on a shader in SSA form. The error is an *OptimizeError, or that of
// the context.
func Run(ctx context.Context, s *ssa.Shader, o *Optimizing) (result *pipeline.Result, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	s.Module.Meter = meter
	defer func() { s.Module.Meter = nil }()
	return o.run(s)
}

func (o *Optimizing) run(s *ssa.Shader) (result *pipeline.Result, err error) {
	defer protect("", &err)
	if !parts.Optimizer {
		return nil, &OptimizeError{errNoOptimizer}
	}
	size := sizing{limit: o.Budget.For(0).Instructions}
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
	r, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: o.Verify, Disable: o.Disable, Limit: o.Limit, After: after})
	if err != nil {
		return r, &OptimizeError{err}
	}
	return r, nil
}

// Optimize makes a better module of a valid one, which stays as it is. The error
// is an *OptimizeError, or that of the context.
func Optimize(ctx context.Context, v *Valid, o *Optimizing) (better *Valid, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	return o.optimize(meter, v)
}

func (o *Optimizing) optimize(meter *budget.Meter, v *Valid) (better *Valid, err error) {
	defer protect("", &err)
	if !o.active() {
		return v, nil
	}
	if !parts.Optimizer {
		return nil, &OptimizeError{errNoOptimizer}
	}
	if _, err := o.Pipeline(); err != nil {
		return nil, err
	}
	s, err := o.shader(meter, v)
	if err != nil {
		return nil, &OptimizeError{err}
	}
	if _, err := o.run(s); err != nil {
		return nil, optimizerFault(v, err)
	}
	better, err = fromSSA(meter, s)
	if err == nil && !o.DropResources {
		better, err = keepResources(meter, v, better)
	}
	if err != nil {
		return nil, optimizerFault(v, err)
	}
	return better, nil
}

// keepResources lets the entry points of an optimized module name the resources that the
// valid module's entry points name, in the same order. An expression that nothing evaluates
// is enough; see ir/validate for the definition of an interface.
func keepResources(meter *budget.Meter, v, better *Valid) (*Valid, error) {
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
	return rewritten(meter, m)
}

// optimizerFault makes a diagnostic of an error of optimizing a module. Errors that are
// about options stay as they are.
func optimizerFault(v *Valid, err error) error {
	var (
		requirement *pipeline.RequirementError
		unknown     *pipeline.UnknownPassError
		left        *pipeline.LeftError
		check       *pipeline.CheckError
		malformed   *ssa.VerifyError
		unsupported *toir.UnsupportedError
		invalid     *diag.Diagnostics
	)
	var budget *BudgetError
	var fault *FaultError
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &requirement) || errors.As(err, &unknown) || errors.As(err, &left) || errors.As(err, &budget) || errors.As(err, &fault) {
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
func FromSSA(ctx context.Context, s *ssa.Shader) (v *Valid, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	s.Module.Meter = meter
	defer func() { s.Module.Meter = nil }()
	return fromSSA(meter, s)
}

func fromSSA(meter *budget.Meter, s *ssa.Shader) (*Valid, error) {
	m, err := moduleOf(s)
	if err != nil {
		return nil, err
	}
	valid, err := rewritten(meter, m)
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
		switch fault := recover().(type) {
		case nil:
		case *budget.Stopped:
			m, err = nil, fault.Err
		default:
			m, err = nil, &OptimizeError{fmt.Errorf("the shader has no form as a module: %v", fault)}
		}
	}()
	if err := pipeline.ToModule(s); err != nil {
		return nil, &OptimizeError{err}
	}
	lower.LeaveSSA.Run(s)
	if m, err = toir.Module(s); err != nil {
		return nil, &OptimizeError{err}
	}
	return m, nil
}

// errLeftSSA reports that code has registers, which the way from the SSA form to SPIR-V
// doesn't take.
var errLeftSSA = errors.New("the shader has left SSA form")

func hasRegisters(s *ssa.Shader) bool {
	for _, f := range s.Funcs[1:] {
		if len(f.Regs) > 1 {
			return true
		}
	}
	return false
}
