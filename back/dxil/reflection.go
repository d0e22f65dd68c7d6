package dxil

// This file holds the results of Write besides the container.

import "refract/internal/back/direct3d"

// Reflection is the container's entry point, and the places of its resources.
type Reflection = direct3d.Reflection

func (w *Writer) reflection() *Reflection {
	r := &Reflection{EntryPoint: w.entry.Name, Stage: w.entry.Stage}
	if w.root != nil {
		r.RootSignature = w.root.String()
	}
	for k := range w.resources {
		if x := &w.resources[k]; x.isListed() {
			r.Add(&w.module.Globals[x.global], x.letter, x.at, x.count)
		}
	}
	return r
}
