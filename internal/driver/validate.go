package driver

// Validating: a module is proven to obey the rules of the IR.

import (
	"context"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/front"
	"refract/internal/ir/override"
	"refract/ir"
	"refract/ir/validate"
)

// A Valid is a module that passed validation, with the facts that validation found.
// Both are read-only.
type Valid struct {
	Module *ir.Module
	Info   *validate.Info
}

// Rules are the features that a module may use.
type Rules struct {
	Capabilities validate.Capabilities   // zero: validate.Default
	Overrides    map[string]float64      // of a pipeline; nil: nothing is known of one
	Warn         func(*diag.Diagnostics) // receives warnings; may be nil
	Budget       Budget

	Sound  bool // the module is as its reader made it, whose handles hold
	Limits bool // warn of what WGSL's limits don't guarantee
}

// from returns the rules for a module that a front end read.
func (r Rules) from(f *front.FrontEnd) Rules {
	r.Limits, r.Sound = f.Limits, f.Sound
	if r.Capabilities.Empty() && f.Everything {
		r.Capabilities = validate.All
	}
	return r
}

// Validate validates a module.
func Validate(ctx context.Context, m *ir.Module, r Rules) (v *Valid, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	return validated(meter, m, &r)
}

// Check reads a source and validates the module.
func Check(ctx context.Context, name string, src []byte, in *Input, r Rules) (v *Valid, err error) {
	defer protect(name, &err)
	m, err := Parse(ctx, name, src, in)
	if err != nil {
		return nil, err
	}
	return Validate(ctx, m, r.from(in.FrontEnd))
}

// validated validates a module in a job of its own.
func validated(meter *budget.Meter, m *ir.Module, r *Rules) (v *Valid, err error) {
	j := start(meter)
	if _, err = j.validate(m, r); err == nil {
		v = &Valid{m, j.validator.Take()}
	}
	j.release()
	return v, err
}

// rewritten validates a module that a transform made: it may use everything.
func rewritten(meter *budget.Meter, m *ir.Module) (*Valid, error) {
	v, err := validated(meter, m, &Rules{Capabilities: validate.All})
	m.Meter = nil
	return v, err
}

// copyOf is a copy of a module for transforms, which the meter ends.
func copyOf(meter *budget.Meter, v *Valid) *ir.Module {
	m := v.Module.Clone()
	m.Meter = meter
	return m
}

// validate validates a module. The Info is the validator's.
func (j *job) validate(m *ir.Module, r *Rules) (*validate.Info, error) {
	list := &j.list
	info := j.validator.Validate(m, validate.Options{Capabilities: r.Capabilities, MaxLeaves: r.Budget.For(0).Leaves, Sound: r.Sound,
		Workers: r.Budget.Workers, Meter: j.meter}, list)
	if r.Overrides != nil && !list.HasErrors() {
		override.Check(m, r.Overrides, list)
	}
	if r.Limits && r.Warn != nil && !list.HasErrors() {
		validate.WarnLimits(m, info, list)
	}
	if err := list.Err(m.Sources); err != nil {
		return nil, err
	}
	if found := list.Diagnostics(m.Sources); found != nil && r.Warn != nil {
		r.Warn(found)
	}
	return info, nil
}
