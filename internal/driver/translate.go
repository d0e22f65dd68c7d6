package driver

// Translating: a source goes through every step, to several targets.

import (
	"context"
	"errors"
	"slices"

	"refract/diag"
	"refract/internal/ir/transform"
	"refract/internal/parts"
	"refract/language"
)

// A Translation is the whole way of a source.
type Translation struct {
	Input    Input
	Rules    Rules
	Optimize Optimizing
	Targets  []Writing
	One      [1]Writing              // memory for Targets
	Warn     func(*diag.Diagnostics) // receives warnings; may be nil

	// OwnOverrides is set if options of some language have values of overrides of their
	// own: passes then see none.
	OwnOverrides bool
}

// Translate translates a source. There is a list of outputs for each target; nil for a
// target that can't hold the shader, whose diagnostics the error holds.
func Translate(ctx context.Context, name string, src []byte, t *Translation) (outputs [][]Output, err error) {
	defer protect(name, &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	if parts.Optimizer && isSPIRV(t.Input.FrontEnd.Language) && !t.Optimize.active() {
		if n := t.converted(); n == len(t.Targets) {
			return t.convertAll(name, src)
		} else if n > 0 {
			return t.translateEach(ctx, name, src)
		}
	}
	j := start(meter)
	open(&j.source, name, src, t.Input.FrontEnd.Language, t.Input.Budget)
	outputs, err = j.translate(ctx, t)
	j.release()
	return outputs, err
}

// translate goes the whole way from the source in the memory of the job.
func (j *job) translate(ctx context.Context, t *Translation) ([][]Output, error) {
	if err := j.parse(j.module, &t.Input); err != nil {
		return nil, err
	}
	rules := t.Rules.from(t.Input.FrontEnd)
	info, err := j.validate(j.module, &rules)
	if err != nil {
		return nil, err
	}
	j.valid = Valid{j.module, info}
	plan, err := t.plan(j, &j.valid)
	if err != nil {
		return nil, err
	}
	outputs := make([][]Output, len(t.Targets))
	var failed targetErrors
	for i := range t.Targets {
		w := t.Targets[i]
		// The optimizer may need the module of a single target again.
		own := len(t.Targets) == 1 && (!t.Optimize.active() || !t.Optimize.small() && !w.BackEnd.SSA)
		if outputs[i], err = plan.protected(j, j.source.Name, &w, manner{own: own}); err != nil && !failed.add(err) {
			return nil, err
		}
	}
	if t.Warn != nil {
		if t.Input.FrontEnd.Language != &language.WGSL {
			for _, list := range outputs {
				for k := range list {
					list[k].findDivided(ctx, j.module)
				}
			}
		}
		warnOutputs(j.module, t.Warn, outputs...)
	}
	return outputs, failed.err()
}

// A plan is the step of a translation between validating and writing.
// SPIR-V is written from the SSA form; for the other languages the passes run
// once, over the module as it was validated.
type plan struct {
	options Optimizing
	valid   *Valid
	bounds  transform.BoundsOptions // that the passes see
	better  *Valid                  // nil: not yet made
	other   *Valid                  // with more optimization, where the smallest is asked for
	failed  error                   // of making them
}

// plan prepares the step. If a pipeline gives values to overrides, passes see them; the
// writers then find none left.
func (t *Translation) plan(j *job, v *Valid) (p plan, err error) {
	if values := t.overrides(); t.Optimize.active() && values != nil && !t.OwnOverrides {
		if v, err = substituted(j.meter, v, values); err != nil {
			return p, err
		}
		t.Targets = slices.Clone(t.Targets)
		for i := range t.Targets {
			t.Targets[i].Overrides = nil
		}
	}
	return plan{options: t.Optimize, valid: v}, nil
}

// overrides are the values of overrides that the targets share.
func (t *Translation) overrides() map[string]float64 {
	if len(t.Targets) == 0 {
		return nil
	}
	return t.Targets[0].Overrides
}

// protected is write, except that a fault costs no other language its output.
func (p *plan) protected(j *job, name string, w *Writing, how manner) (outputs []Output, err error) {
	defer func() {
		if err != nil && outputs == nil {
			var fault *FaultError
			var budget *BudgetError
			if errors.As(err, &fault) || errors.As(err, &budget) {
				j.forgetWriters()
			}
		}
	}()
	defer protect(name, &err)
	return p.write(j, w, how)
}

// write writes one of the languages: one output, or each of them.
func (p *plan) write(j *job, w *Writing, how manner) ([]Output, error) {
	if p.options.active() && w.BackEnd.SSA {
		v, err := w.only(j.meter, p.valid)
		if err != nil {
			return nil, err
		}
		out, err := j.writeOptimized(v, w, &p.options, how)
		if err != nil {
			return nil, err
		}
		return []Output{out}, nil
	}
	if bounds := w.zeroing(); bounds != p.bounds {
		p.bounds, p.better, p.failed = bounds, nil, nil
	}
	if p.better == nil && p.failed == nil {
		p.optimizeText(j, w)
	}
	if p.failed != nil {
		return nil, p.failed
	}
	if !p.options.small() {
		return j.writeText(p.better, w, how)
	}
	return p.smallest(j, w, how)
}

// optimizeText makes the modules that languages of text share whose policies are p.bounds.
func (p *plan) optimizeText(j *job, w *Writing) {
	v := p.valid
	if p.options.active() && p.bounds != (transform.BoundsOptions{}) {
		m := copyOf(j.meter, v)
		if p.failed = transform.ZeroingChecks(m, p.bounds); p.failed != nil {
			p.failed = targetError(v, p.failed)
			return
		}
		if v, p.failed = rewritten(j.meter, m); p.failed != nil {
			return
		}
	}
	options := p.options
	if options.Target == nil {
		options.Target = w.BackEnd
	}
	p.better, p.failed = options.optimize(j.meter, v)
	if options.small() && p.failed == nil {
		options.Level = MaxOptimization
		p.other, p.failed = options.optimize(j.meter, v)
	}
}

// smallest writes the text of the module with less optimization and with more, and
// takes the shortest: which that is only shows when it is written. Things that no entry
// point names are left out: resources that a layout made of the shader lacks in any case,
// constants, structs and functions.
func (p *plan) smallest(j *job, w *Writing, how manner) (best []Output, err error) {
	how.smallest = true
	size := func(list []Output) (n int) {
		for _, out := range list {
			n += len(out.Text) + 4*len(out.Words)
		}
		return n
	}
	for _, v := range []*Valid{p.better, p.other, p.valid} {
		v, err := w.used(j.meter, v)
		if err != nil {
			return nil, err
		}
		list, err := j.writeText(v, w, how)
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
