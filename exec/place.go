package exec

import (
	"refract/internal/ir/layout"
	"refract/ir"
)

// A Place is a type as it lies in some memory.
type Place = layout.Place

// Places computes places of one module's types. It is not safe for concurrent
// use.
type Places = layout.Places

// NewPlaces returns the places of a module.
func NewPlaces(m *ir.Module) *Places { return layout.NewPlaces(m) }
