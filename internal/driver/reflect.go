package driver

// Reflecting: the requirements of a module on its host.

import (
	"context"

	"refract/reflection"
)

// Reflect describes a valid module.
func Reflect(ctx context.Context, v *Valid, o reflection.Options) (r *reflection.Reflection, err error) {
	defer protect("", &err)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r, err = reflection.Module(v.Module, v.Info, o); err != nil {
		return nil, targetError(v, err)
	}
	return r, nil
}
