package dxil

// This file makes the root signature of a container.

import (
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/internal/dxil"
	"refract/ir"
)

// makeRoot makes the root signature of an entry point of the legalized module, if an option asks for one.
func (w *Writer) makeRoot(legal *ir.Module, e *ir.EntryPoint) (err error) {
	o := &w.opts
	w.root = nil
	if o.RootSignature == "" && !o.DeriveRootSignature {
		return nil
	}
	if w.isLibrary() {
		w.unsupported("a root signature in a library: ray-tracing pipelines get it from a state object", w.entry.Span)
		return w.failed
	}
	if o.DeriveRootSignature {
		d := direct3d.RootDeriver{Module: legal, Places: w.allPlaces, Special: w.special}
		if w.root, err = d.Derive(e); err != nil {
			return &back.OptionError{Name: "dxil.derive_root_signature", Err: err}
		}
		return nil
	}
	var list []direct3d.RootResource
	for k := range w.resources {
		if x := &w.resources[k]; x.isListed() {
			list = append(list, direct3d.RootResource{Name: w.module.Globals[x.global].Name, Class: x.letter, At: x.at, Count: x.count, Buffer: x.raw || x.class == classCBuffer || x.shape == dxil.KindAccelerationStructure})
		}
	}
	w.root, err = direct3d.Root("dxil", o.RootSignature, e.Stage, list)
	return err
}
