package driver

// Substituting: values of overrides and the choice of an entry point make another module
// of a valid one before it is written.

import (
	"maps"

	"refract/back"
	"refract/internal/budget"
	"refract/ir"
	"refract/ir/compact"
	"refract/ir/transform"
)

// An EntryPointError says that a module lacks the entry point that was asked for, or
// has several where one is to be written.
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

// only returns the module with the one entry point that is asked for, and what that
// reaches. A language that is one entry point picks it itself, since where resources
// are bound depends on the others.
func (w *Writing) only(meter *budget.Meter, v *Valid) (*Valid, error) {
	if w.EntryPoint == "" || w.BackEnd.Single {
		return v, nil
	}
	m := ir.NewModule()
	if !compact.Into(m, v.Module, compact.Options{EntryPoint: w.EntryPoint, Stage: w.Stage}) {
		return nil, targetError(v, &EntryPointError{Name: w.EntryPoint, Stage: w.Stage, Others: back.EntryPoints(v.Module)})
	}
	m.Sources, m.Meter = v.Module.Sources, meter
	w.Overrides = reached(w.Overrides, v.Module, m)
	return rewritten(meter, m)
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

// used is a module without what its entry points don't name, but for overrides, of which
// a host may name any.
func used(meter *budget.Meter, v *Valid) (*Valid, error) {
	m := ir.NewModule()
	compact.Into(m, v.Module, compact.Options{Pipelines: true})
	m.Sources, m.Meter = v.Module.Sources, meter
	return rewritten(meter, m)
}
