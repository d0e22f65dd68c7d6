package driver

// Writing: a valid module to a back end, and its errors to diagnostics.

import (
	"context"
	"errors"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/internal/parts"
	"refract/ir"
	"refract/language"
	"refract/ssa"
)

// A Writing selects the output, and configures it.
type Writing struct {
	BackEnd    *back.BackEnd
	Options    any // of the back end's type, or nil
	EntryPoint string
	Stage      ir.Stage
	Overrides  map[string]float64 // if the options have none
	Each       bool               // an output per entry point, of languages that hold one
	Budget     Budget
}

// A manner is how a step of a translation has a module written.
type manner struct {
	smallest bool // size is all that counts
	own      bool // the module is needed no longer
}

// An Output is a module in another language.
type Output struct {
	Language *language.Info
	back.Output
	emulated ir.ScalarSet // scalars that are computed with others
}

// Write writes a valid module: one output, or each of them.
func Write(ctx context.Context, v *Valid, w Writing, warn func(*diag.Diagnostics)) (outputs []Output, err error) {
	defer protect("", &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	j := start(meter)
	outputs, err = j.writeText(v, &w, manner{})
	j.release()
	if err == nil {
		warnOutputs(v.Module, warn, outputs)
	}
	return outputs, err
}

// writeText writes a module, or each of its entry points.
func (j *job) writeText(v *Valid, w *Writing, how manner) ([]Output, error) {
	if w.Each && w.BackEnd.Single {
		return j.writeEach(v, w, how)
	}
	v, err := w.only(j.meter, v)
	if err != nil {
		return nil, err
	}
	out, err := j.write(v, w, how, nil)
	if err != nil {
		return nil, err
	}
	return []Output{out}, nil
}

// zeroing has the policies of the language for accesses out of bounds that passes must see.
func (w *Writing) zeroing() (z transform.BoundsOptions) {
	if w.BackEnd.Bounds != nil && w.Options != nil {
		z = w.BackEnd.Bounds(w.Options).Zeroing() // the default has none
	}
	return z
}

// request makes the request to a back end for a module, and returns the module that it is
// given: values of overrides are in place if the back end knows nothing about them.
func (j *job) request(v *Valid, w *Writing, how manner) (*Valid, error) {
	b := w.BackEnd
	var err error
	if b.Overrides == nil {
		if v, err = substituted(j.meter, v, w.Overrides); err != nil {
			return nil, err
		}
	}
	var set ir.ScalarSet
	if b.Lacks != nil && usesSized(v.Info.Required) {
		if v, set, err = emulated(j.meter, v, b.Lacks(w.Options)); err != nil {
			return nil, err
		}
	}
	m := v.Module
	switch {
	case how.own:
		m.Meter = j.meter
	case j.meter != nil: // writers copy the module, and the meter with it
		metered := *m
		metered.Meter = j.meter
		m = &metered
	}
	budget := w.Budget.ofModule(v.Module)
	j.writing = back.Request{Module: m, Info: v.Info, Options: w.Options, EntryPoint: w.EntryPoint, Stage: w.Stage,
		Overrides: w.Overrides, Limit: budget.Output, Smallest: how.smallest, Own: how.own, Workers: w.Budget.Workers, Emulated: set}
	return v, nil
}

// write writes a module within the budget, through the optimizer if there is one.
func (j *job) write(v *Valid, w *Writing, how manner, optimizer *back.Optimizer) (out Output, err error) {
	if v, err = j.request(v, w, how); err != nil {
		return out, err
	}
	r := &j.writing
	r.Optimize = optimizer
	written, err := j.writer(w.BackEnd).Write(r)
	if err != nil {
		var failed *OptimizeError
		switch {
		case err == errLeftSSA:
			return out, err
		case parts.Optimizer && errors.As(err, &failed):
			return out, optimizerFault(v, err)
		}
		return out, targetError(v, err)
	}
	out = Output{w.BackEnd.Language, written, r.Emulated}
	b := w.Budget.ofModule(v.Module)
	return out, b.output(v, &out)
}

func (j *job) writeEach(v *Valid, w *Writing, how manner) ([]Output, error) {
	v, err := j.request(v, w, how)
	if err != nil {
		return nil, err
	}
	written, err := j.writer(w.BackEnd).(back.EachWriter).WriteEach(&j.writing)
	if err != nil {
		return nil, targetError(v, err)
	}
	b := w.Budget.ofModule(v.Module)
	outputs := make([]Output, len(written))
	for k := range written {
		outputs[k] = Output{w.BackEnd.Language, written[k], j.writing.Emulated}
		if err := b.output(v, &outputs[k]); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

// writeOptimized writes a module through SSA form, of a back end that takes that.
// Passes run after the transforms of the writer, so that checks that aren't needed go.
// Code that the passes took out of SSA form is written from the module that it becomes.
func (j *job) writeOptimized(v *Valid, w *Writing, o *Optimizing, how manner) (out Output, err error) {
	if !parts.Optimizer {
		return out, &OptimizeError{errNoOptimizer}
	}
	out, err = j.write(v, w, how, &back.Optimizer{Strict: o.Strict, Run: func(s *ssa.Shader) error {
		if _, err := o.run(s); err != nil {
			return err
		}
		if hasRegisters(s) {
			return errLeftSSA
		}
		if err := ssa.Verify(s); err != nil {
			return &OptimizeError{err}
		}
		return nil
	}})
	if err == errLeftSSA {
		if v, err = o.optimize(j.meter, v); err != nil {
			return out, err
		}
		return j.write(v, w, how, nil)
	}
	return out, err
}

// output returns an error if an output is too large.
func (b *Budget) output(v *Valid, o *Output) error {
	if n := len(o.Text) + 4*len(o.Words); n > b.Output {
		return budgetError(v, &BudgetError{"bytes of " + o.Language.Title, b.Output})
	}
	return nil
}
