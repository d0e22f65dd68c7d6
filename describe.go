package refract

// What a module asks of its host.

import (
	"errors"

	"refract/diag"
	"refract/ir/transform"
	"refract/reflect"
)

// Reflect describes a valid module: its entry points, resources, memory layouts
// and overrides, and what a device needs for it. What Write calls them and where
// it puts them, Output.Mapping says.
//
// The error is one that holds a *diag.Diagnostics and, for errors.As, a
// *reflect.EntryPointError or *transform.OverrideError.
func Reflect(v *Valid, o reflect.Options) (r *reflect.Reflection, err error) {
	defer protect("", &err)
	r, err = reflect.Module(v.Module, v.Info, o)
	var entry *reflect.EntryPointError
	var override *transform.OverrideError
	switch {
	case errors.As(err, &entry):
		err = inexpressible(v, "no-such-entry-point", diag.Span{}, err)
	case errors.As(err, &override):
		err = inexpressible(v, override.Code, override.Span, err)
	}
	return r, err
}
