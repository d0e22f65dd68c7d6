package refract

// Which entry points an output holds: all of the module, or one. GLSL is always one.

import (
	"maps"

	"refract/back"
	"refract/ir"
	"refract/ir/compact"
	"refract/ir/transform"
	"refract/ir/validate"
)

// A Target is something that TranslateTargets writes.
type Target struct {
	Language Language

	// EntryPoint and Stage are as in WriteOptions, whose values hold where these are
	// "" and NoStage.
	EntryPoint string
	Stage      ir.Stage

	// Each asks for an output per entry point where the language is one entry point
	// at a time, instead of an error where there are several.
	Each bool
}

// with returns the options for a target.
func (o WriteOptions) with(t *Target) *WriteOptions {
	o.Language = t.Language
	if t.EntryPoint != "" {
		o.EntryPoint = t.EntryPoint
	}
	if t.Stage != ir.NoStage {
		o.Stage = t.Stage
	}
	return &o
}

// only returns the module with the one entry point that is asked for, and what that
// reaches. A language that is one entry point picks it itself, since where resources
// are bound depends on the others.
func (o *WriteOptions) only(v *Valid) (*Valid, error) {
	if o.EntryPoint == "" || o.Language.holdsOne() {
		return v, nil
	}
	m := ir.NewModule()
	if !compact.Into(m, v.Module, compact.Options{EntryPoint: o.EntryPoint, Stage: o.Stage}) {
		return nil, targetError(v, &EntryPointError{Name: o.EntryPoint, Stage: o.Stage, Others: back.EntryPoints(v.Module)})
	}
	m.Sources = v.Module.Sources
	o.Overrides = reached(o.Overrides, v.Module, m)
	return Validate(m, ValidateOptions{Capabilities: validate.All})
}

// reached are the values without those of overrides that the whole module has and what is
// left of it hasn't.
func reached(values map[string]float64, whole, left *ir.Module) map[string]float64 {
	gone := func(key string) bool {
		return transform.FindOverride(whole, key) != 0 && transform.FindOverride(left, key) == 0
	}
	for key := range values {
		if gone(key) {
			values = maps.Clone(values)
			maps.DeleteFunc(values, func(key string, _ float64) bool { return gone(key) })
			break
		}
	}
	return values
}

// An EntryPointError says that a module lacks the entry point that was asked for, or
// has several where one is to be written.
type EntryPointError = back.EntryPointError

// WriteEach is Write with an output per entry point where the language is one entry
// point at a time, in the order of the module; else there is one output. The entry
// points are those that EntryPoint and Stage leave.
func WriteEach(v *Valid, o WriteOptions) (outputs []*Output, err error) {
	defer protect("", &err)
	if !o.Language.holdsOne() {
		out, err := Write(v, o)
		if err != nil {
			return nil, err
		}
		return []*Output{out}, nil
	}
	w := takeWorkspace()
	outputs, err = w.writeEach(v, &o)
	w.release()
	if err == nil {
		warnDropped(v.Module, o.Warn, outputs...)
	}
	return outputs, err
}

func (w *workspace) writeEach(v *Valid, o *WriteOptions) ([]*Output, error) {
	i := o.Language.writing()
	r := &w.writing
	v, err := o.request(r, v, backEnds[i])
	if err != nil {
		return nil, err
	}
	written, err := w.writer(i).(back.EachWriter).WriteEach(r)
	if err != nil {
		return nil, targetError(v, err)
	}
	b := o.Budget.ofModule(v.Module)
	outputs := make([]*Output, len(written))
	for k := range written {
		outputs[k] = outputOf(o.Language, &written[k])
		outputs[k].emulated = r.Emulated
		if err := b.output(v, outputs[k]); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}
