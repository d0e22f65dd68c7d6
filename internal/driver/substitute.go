package driver

// Substituting: values of overrides and the choice of an entry point make another module
// of a valid one before it is written.

import (
	"maps"

	"refract/internal/back"
	"refract/internal/budget"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
)

// An EntryPointError reports that a module lacks the named entry point, or has several if
// one is to be written.
type EntryPointError = back.EntryPointError

// substituted returns the module with the values in the place of its overrides, for the
// languages whose writers don't know about them. The module with these values is validated
// anew.
func substituted(meter *budget.Meter, v *Valid, values map[string]float64) (*Valid, error) {
	if values == nil {
		return v, nil
	}
	m := copyOf(meter, v)
	if err := transform.SubstituteOverrides(m, values); err != nil {
		return nil, targetError(v, err)
	}
	return rewritten(meter, m)
}

// only returns the module with the one selected entry point, and all that it reaches. A
// language that writes one entry point picks it itself, since bindings of resources depend
// on the others.
func (w *Writing) only(meter *budget.Meter, v *Valid) (*Valid, error) {
	if w.EntryPoint == "" || w.BackEnd.Single {
		return v, nil
	}
	m := ir.NewModule()
	if !compact.Into(m, v.Module, compact.Options{EntryPoint: w.EntryPoint, Stage: w.Stage, Keep: w.unused(v.Module)}) {
		return nil, targetError(v, &EntryPointError{Name: w.EntryPoint, Stage: w.Stage, Others: back.EntryPoints(v.Module)})
	}
	m.Sources, m.Meter = v.Module.Sources, meter
	w.Overrides = reached(w.Overrides, v.Module, m)
	return rewritten(meter, m)
}

// reached are the values without the ones of overrides that only the whole module has.
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

// used is a module without entities that its entry points don't name, except overrides, which a
// host may name, and resources that the options have declared.
func (w *Writing) used(meter *budget.Meter, v *Valid) (*Valid, error) {
	m := ir.NewModule()
	compact.Into(m, v.Module, compact.Options{Pipelines: true, Keep: w.unused(v.Module)})
	m.Sources, m.Meter = v.Module.Sources, meter
	return rewritten(meter, m)
}

// unused are the resources that the options have declared, used or not.
func (w *Writing) unused(m *ir.Module) []ir.GlobalID {
	if f := w.BackEnd.IncludeUnused; f != nil && w.Options != nil && f(w.Options) {
		return back.Resources(m)
	}
	return nil
}
