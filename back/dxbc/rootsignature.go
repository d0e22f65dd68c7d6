package dxbc

// This file makes the root signature of a container.

import (
	"refract/internal/back"
	"refract/internal/back/direct3d"
	"refract/ir"
)

// makeRoot makes the root signature of an entry point of the legalized module, if an option asks for one.
func (w *Writer) makeRoot(legal *ir.Module, e *ir.EntryPoint) (err error) {
	o := &w.opts
	w.root = nil
	if o.RootSignature == "" && !o.DeriveRootSignature {
		return nil
	}
	if o.DeriveRootSignature {
		d := direct3d.RootDeriver{Module: legal, Places: w.allPlaces, Special: w.special}
		if w.root, err = d.Derive(e); err != nil {
			return &back.OptionError{Name: "dxbc.derive_root_signature", Err: err}
		}
		return nil
	}
	var list []direct3d.RootResource
	for k := range w.resources {
		if x := &w.resources[k]; x.used {
			list = append(list, direct3d.RootResource{Name: w.module.Globals[x.global].Name, Class: x.class, At: x.at, Count: x.count, Buffer: x.raw || x.class == 'b'})
		}
	}
	w.root, err = direct3d.Root("dxbc", o.RootSignature, e.Stage, list)
	return err
}
