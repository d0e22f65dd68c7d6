package refract

// What a module asks of its host.

import "refract/reflection"

// Reflect describes a valid module: its entry points, resources, memory layouts
// and overrides, and what a device needs for it. What Write calls them and where
// it puts them, Output.Mapping says.
//
// The error is one that holds a *diag.Diagnostics and, for errors.As, a
// *reflection.EntryPointError or *transform.OverrideError.
func Reflect(v *Valid, o reflection.Options) (r *reflection.Reflection, err error) {
	defer protect("", &err)
	if r, err = reflection.Module(v.Module, v.Info, o); err != nil {
		return nil, targetError(v, err)
	}
	return r, nil
}
