package hlsl

// This file registers this back end.

import (
	"fmt"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/language"
	"refract/reflection"
)

// BackEnd is the back end for HLSL.
var BackEnd = back.BackEnd{
	Language:  &language.HLSL,
	Options:   func() any { o := NewOptions(); return &o },
	Overrides: func(o any) map[string]float64 { return o.(*Options).Overrides },
	Bounds:    func(o any) transform.BoundsOptions { return o.(*Options).Bounds },

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New:   func() back.Writer { return new(backEnd) },
	Lacks: lacks,
	Docs: []back.Doc{
		{"shader_model", "5.0, 5.1 (for FXC), or 6.0 to 6.8 (for DXC)"},
		{"raise_model", "raise the shader model, from 6.0 on, to the one that the shader needs; false if shader_model is set"},
		{"binding_map", `places of resources, as [{"group": 0, "binding": 1, "target": {"register": 2, "space": 0}}]; none: binding and group`},
		{"special_constants", `constant buffer with the first vertex and instance of a draw, as {"register": 0, "space": 1}; none: they are 0`},
		{"root_constants", `constant buffer of immediates, as {"register": 0, "space": 1}; none: a made-up place`},
		{"sampler_heap", `make samplers elements of two arrays, as {"samplers": {...}, "comparisons": {...}, "indices": [...]}`},
		{"dynamic_offsets", `constant buffers with the offsets of a group's storage buffers, as [{"group": 0, "register": {...}, "size": 1}]`},
		{"semantic", "names of inputs and outputs, before their location; none: LOC"},
		{"semantics", `semantics of inputs and outputs by the names of the source, as {"A0": "POSITION0"}`},
		{"min_precision", "write 16-bit floats as min16float, in any shader model, unless buffers have some"},
		{"wrap_signed", "let signed integers wrap, which DXC otherwise takes for impossible, and FXC folds to the nearest number"},
		{"patch_vertices", "control points of the patches that tessellation stages take; none: as many as the control stage makes"},
		{"domain", "of a tessellation control stage without its evaluation stage: triangles, quads or isolines"},
		{"spacing", "likewise: equal, fractional_even or fractional_odd"},
		{"order", "likewise, as Direct3D has it: ccw or cw"},
		{"tessellated_points", "likewise: points are made"},
		{"include_unused", "declare resources that nothing uses, too"},
		{"printf", "print lines by printf, which DXC has for SPIR-V only; else they are left out"},
		{"vertex_outputs", "locations that the fragment stage reads, as [0, 2]: vertices write no others; none: all"},
	},
}

// lacks are the scalars that a shader model has no form for; 64-bit floats, which the
// earliest have outside buffers, are not listed.
func lacks(options any) ir.ScalarSet {
	model := NewOptions().ShaderModel
	if o, ok := options.(*Options); ok && o != nil {
		model = o.ShaderModel
	}
	set := ir.Scalars(ir.I8, ir.U8)
	if model < ShaderModel62 {
		set |= ir.Scalars(ir.I16, ir.U16)
	}
	if model < ShaderModel60 {
		set |= ir.Scalars(ir.I64, ir.U64)
	}
	return set
}

type backEnd struct{ w Writer }

func (b *backEnd) Write(r *back.Request) (back.Output, error) {
	options := back.OptionsOf(r, NewOptions)
	r.Override(&options.Overrides)
	options.MinPrecision = options.MinPrecision && !hasHalfMemory(r.Module)
	var beyond []back.Dropped
	if options.raise(r.Info) {
		beyond = append(beyond, back.Dropped{What: fmt.Sprintf("this from shader model %v on, to which the output is raised", options.ShaderModel)})
	}
	b.w.Bound(r.Limit)
	b.w.Workers = r.Workers
	b.w.own = r.Own
	dropped := back.UncoveredDepth(r.Module, back.Unturned(r.Module, nil))
	if !options.Printf {
		dropped = back.Unprinted(r.Module, dropped)
	}
	if options.AdjustCoordinateSpace {
		dropped = back.Unconverted(r.Module, ir.ClipSpaceWebGPU, dropped)
	}
	text, names, err := b.w.Write(r.Module, r.Info, options)
	if err != nil {
		return back.Output{}, err
	}
	for _, f := range b.w.frozen {
		dropped = append(dropped, back.Dropped{What: f.What, Span: f.Span})
	}
	dropped = back.LostQualifiers(r.Module, dropped, func(*ir.Global) ir.MemoryDecoration { return ir.Coherent })
	return back.Output{Text: string(text), Names: names, Dropped: back.Uncaptured(r.Module, back.Loosened(r.Module, dropped)), Beyond: beyond}, nil
}

// Map brings the reflection into the form that all back ends share.
func (r *Reflection) Map(m *reflection.Mapping) {
	for _, e := range r.EntryPoints {
		m.EntryPoints = append(m.EntryPoints, reflection.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Text})
	}
	for i := range r.Resources {
		v := &r.Resources[i]
		m.Resources = append(m.Resources, reflection.MappedResource{Name: v.Name, At: back.At(v.HasBinding, ir.ResourceBinding{Group: v.Group, Binding: v.Binding}),
			Text: v.Text, Class: v.Class, Slot: reflection.NumberOf(v.Register.Register), Space: v.Register.Space, Count: reflection.NumberOf(v.Count)})
	}
}
