package dxbc

// This file registers this back end.

import (
	"refract/internal/back"
	"refract/ir"
	"refract/language"
)

// BackEnd is the back end for Direct3D bytecode.
var BackEnd = back.BackEnd{
	Language:  &language.DXBC,
	Options:   func() any { o := NewOptions(); return &o },
	Overrides: func(o any) map[string]float64 { return o.(*Options).Overrides },
	Single:    true,
	SSA:       true,
	New:       func() back.Writer { return new(backEnd) },
	Lacks: func(o any) ir.ScalarSet {
		lacks := ir.Scalars(ir.I8, ir.U8, ir.I16, ir.U16, ir.I64, ir.U64)
		if o, ok := o.(*Options); !ok || o.Doubles == DoublesEmulated {
			lacks |= ir.Scalars(ir.F64)
		}
		return lacks
	},
	Docs: []back.Doc{
		{"profile", "the shader model: 4_0, 4_1, 5_0 or 5_1; or 4_0_level_9_1 or 4_0_level_9_3, with a program of model 2 for feature level 9"},
		{"entry_point", "the entry point to write; none: the only one, or the only one of stage; see --entry"},
		{"binding_map", `places of resources, as [{"group": 0, "binding": 1, "target": {"register": 2, "space": 0}}]; none: as HLSL has them`},
		{"special_constants", `constant buffer with the first vertex and instance of a draw, as {"register": 0, "space": 1}; none: they are 0`},
		{"root_constants", `constant buffer of immediates, as {"register": 0, "space": 1}; none: a made-up place`},
		{"root_signature", `root signature that the container holds, in HLSL's text, as "CBV(b0), DescriptorTable(UAV(u0))"; none: no root signature`},
		{"derive_root_signature", "make a root signature of the resources of the entry point, or of all graphics stages"},
		{"semantic", "names of inputs and outputs, before their location; none: LOC"},
		{"semantics", `semantics of single inputs and outputs, as [{"location": 0, "name": "POSITION", "index": 0, "output": false}]; none: by dxbc.semantic`},
		{"vertex_outputs", "locations that the fragment stage reads, as [0, 2]: vertices write no others; none: all"},
		{"patch_vertices", "control points of the patches that tessellation stages take; none: as many as the control stage makes"},
		{"domain", "of a tessellation control stage without its evaluation stage: triangles, quads or isolines"},
		{"spacing", "likewise: equal, fractional_even or fractional_odd"},
		{"order", "likewise, as Direct3D has it: ccw or cw"},
		{"tessellated_points", "likewise: points are made"},
		{"clamp_conversions", "hold floats within the range of integers that they become, as Direct3D does itself: for translators of bytecode that don't"},
		{"doubles", "how 64-bit floats are computed: emulated, with integers; basic, by instructions of Direct3D 11; extended, by those of 11.1"},
		{"definitions", "write the names and types of resources, for D3DReflect"},
	},
}

type backEnd struct{ w Writer }

// options are the options of a request.
func (b *backEnd) options(r *back.Request) Options {
	o := back.OptionsOf(r, NewOptions)
	if r.EntryPoint != "" {
		o.EntryPoint = r.EntryPoint
	}
	if r.Stage != ir.NoStage {
		o.Stage = r.Stage
	}
	r.Override(&o.Overrides)
	b.w.limit = r.Limit
	return o
}

func (b *backEnd) Write(r *back.Request) (back.Output, error) {
	data, names, err := b.w.Write(r.Module, r.Info, b.options(r), r.Optimize)
	if err != nil {
		return back.Output{}, err
	}
	return b.output(r, data, names), nil
}

func (b *backEnd) WriteEach(r *back.Request) (outputs []back.Output, err error) {
	err = b.w.WriteEach(r.Module, r.Info, b.options(r), r.Optimize, func(data []byte, names *Reflection) error {
		outputs = append(outputs, b.output(r, data, names))
		return nil
	})
	return outputs, err
}

func (b *backEnd) output(r *back.Request, data []byte, names *Reflection) back.Output {
	dropped := back.UncoveredDepth(r.Module, back.Unturned(r.Module, nil))
	if b.w.opts.Profile < Profile50 {
		dropped = back.Unsparse(r.Module, dropped)
	}
	for _, f := range b.w.frozen {
		dropped = append(dropped, back.Dropped{What: f.What, Span: f.Span})
	}
	dropped = back.Unprinted(r.Module, back.Uncaptured(r.Module, dropped))
	dropped = back.LostQualifiers(r.Module, dropped, func(*ir.Global) ir.MemoryDecoration { return ir.Coherent })
	return back.Output{Words: wordsOf(data), EntryPoint: names.EntryPoint, Names: names, Dropped: dropped}
}
