package spirv

// This file describes the places of entities for the host.

import (
	"cmp"
	"slices"

	"refract/ir"
)

// Reflection is the places of resources, and the constants that can be specialized. Entry
// points keep their names.
type Reflection struct {
	EntryPoints []EntryPoint `json:"entry_points"`
	Resources   []Resource   `json:"resources"` // by set and binding
	Constants   []Constant   `json:"constants"`
}

// EntryPoint is an entry point.
type EntryPoint struct {
	Name  string   `json:"name"`
	Stage ir.Stage `json:"-"`
}

// Resource is a variable with a descriptor set and binding.
type Resource struct {
	Name       string `json:"name"` // in the module
	HasBinding bool   `json:"has_binding"`
	Group      uint32 `json:"group"` // in the module
	Binding    uint32 `json:"binding"`
	Set        uint32 `json:"set"` // in the words
	Slot       uint32 `json:"slot"`
}

// Constant is an override that the pipeline sets by specialization.
type Constant struct {
	Name   string `json:"name"` // in the module
	SpecID uint32 `json:"spec_id"`
}

// Reflection describes the output of the last successful Write.
func (w *Writer) Reflection() *Reflection {
	r := &Reflection{Resources: append([]Resource(nil), w.placed...)}
	slices.SortStableFunc(r.Resources, func(a, b Resource) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Slot, b.Slot), cmp.Compare(a.Name, b.Name))
	})
	for i := range w.m.EntryPoints {
		r.EntryPoints = append(r.EntryPoints, EntryPoint{w.m.EntryPoints[i].Name, w.m.EntryPoints[i].Stage})
	}
	if len(w.m.Overrides) > 1 {
		ids := SpecIDs(w.m)
		known := make(map[uint32]bool, len(ids))
		for i := 1; i < len(w.m.Overrides); i++ {
			if known[ids[i]] {
				continue // an override that shares the id of another
			}
			known[ids[i]] = true
			r.Constants = append(r.Constants, Constant{w.m.Overrides[i].Name, ids[i]})
		}
	}
	return r
}
