package hlsl

// This file gives resources their registers.

import (
	"refract/diag"
	"refract/internal/back/direct3d"
	"refract/internal/reuse"
	"refract/ir"
)

// register is the place of a resource.
type register struct {
	direct3d.Place
	heap bool // a sampler that is an element of the heap
}

// isConstants reports whether globals of a space are constant buffers. A shader record is one of a
// local root signature.
func isConstants(s ir.AddressSpace) bool {
	return s == ir.SpaceUniform || s == ir.SpaceImmediate || s == ir.SpaceShaderRecord
}

// assignRegisters fills w.registers.
func (w *Writer) assignRegisters() {
	m := w.M
	a := direct3d.Assigner{Map: w.opts.BindingMap, Fake: w.opts.FakeMissingBindings, Spaces: w.opts.ShaderModel != ShaderModel50, Shared: w.shared,
		Special: w.special, SpecialAt: w.opts.SpecialConstants, Root: w.opts.RootConstants,
		Report: func(g *ir.Global, p direct3d.Problem) {
			if p == direct3d.NotMapped {
				w.UnsupportedUnless("registers can be made up (--set hlsl.fake_missing_bindings=true)", "the resource "+g.Name+", for which the binding map has no place", g.Span)
				return
			}
			w.Unsupported("the resource "+g.Name+", which has no binding", g.Span)
		}}
	w.places, w.spaces = a.Assign(m, w.places)
	w.registers = reuse.Zeroed(w.registers, len(m.Globals))
	for i := range w.registers {
		r := &w.registers[i]
		r.Place = w.places[i]
		r.heap = r.Class == 's' && m.Globals[i].HasBinding && w.opts.SamplerHeap != nil
	}
}

// placed writes ` : register(b0, space1)`.
func (w *Writer) placed(r *register) { w.register(r.Class, r.At) }

func (w *Writer) register(class byte, at Register) {
	o := &w.Out
	o.Infix(":")
	o.Str("register(")
	o.Byte(class)
	o.Uint(uint64(at.Register))
	if at.Space != 0 {
		if w.opts.ShaderModel == ShaderModel50 {
			w.needs(ShaderModel51, "register spaces", diag.Span{})
			return
		}
		o.Comma()
		o.Str("space")
		o.Uint(uint64(at.Space))
	}
	o.Byte(')')
}
