package driver

// Reading: a source becomes a module.

import (
	"context"

	"refract/diag"
	"refract/internal/front"
	"refract/ir"
	"refract/ir/validate"
)

// An Input configures the reading of a source.
type Input struct {
	FrontEnd     *front.FrontEnd
	Options      any                     // of the front end's type, or nil
	Capabilities validate.Capabilities   // what the module may use; 0: the language's default
	ClipSpace    *ir.ClipSpace           // of positions; nil: that of the language
	Warn         func(*diag.Diagnostics) // receives warnings; may be nil
	Budget       Budget
}

// Parse reads a source into a module.
func Parse(ctx context.Context, name string, src []byte, in *Input) (m *ir.Module, err error) {
	defer protect(name, &err)
	meter, err := begin(ctx)
	if err != nil {
		return nil, err
	}
	defer meter.Release()
	j := start(meter)
	if m = j.module; len(src) > largeSource {
		m = ir.NewModule()
	}
	open(&j.source, name, src, in.FrontEnd.Language, in.Budget)
	if err = j.parse(m, in); err != nil {
		m = nil
	} else if m == j.module {
		m = m.Clone()
	}
	j.release()
	return m, err
}

// parse reads the job's source into the module.
func (j *job) parse(m *ir.Module, in *Input) error {
	s := &j.source
	if err := s.List.Err(s.Sources); err != nil {
		return err
	}
	j.reading = front.Request{Options: in.Options, Capabilities: in.Capabilities, MaxConstants: in.Budget.For(len(s.Text)).Constants,
		Workers: in.Budget.Workers, Meter: j.meter}
	j.reader(in.FrontEnd).Read(m, s, &j.reading)
	if len(s.Text) > largeSource {
		j.forgetReaders()
	}
	if err := s.List.Err(s.Sources); err != nil {
		return err
	}
	m.Sources = s.Sources
	if in.ClipSpace != nil {
		for i := range m.EntryPoints {
			if e := &m.EntryPoints[i]; e.Stage.Info().HasPositions {
				e.ClipSpace = *in.ClipSpace
			}
		}
	}
	b := in.Budget.ofModule(m)
	if err := b.instructions(m); err != nil {
		return budgetError(&Valid{Module: m}, err)
	}
	warn(s, in.Warn)
	return nil
}
