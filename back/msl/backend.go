package msl

// This file registers this back end.

import (
	"slices"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/language"
	"refract/reflection"
)

// BackEnd is the back end for MSL.
var BackEnd = back.BackEnd{
	Language:  &language.Info{Name: "msl", Title: "MSL", Extensions: []string{".metal", ".msl"}, Aliases: []string{"metal"}},
	Options:   func() any { o := NewOptions(); return &o },
	Overrides: func(o any) map[string]float64 { return o.(*Options).Overrides },
	Bounds:    func(o any) transform.BoundsOptions { return o.(*Options).Bounds },

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New:   func() back.Writer { return new(backEnd) },
	Lacks: func(any) ir.ScalarSet { return ir.Scalars(ir.F64) },
	Docs: []back.Doc{
		{"version", "1.0 to 4.0"},
		{"resources", `places of the resources of entry points, as [{"entry_point": "main", "resources": [{"group": 0, "binding": 1, "target": {"index": 2}}]}]`},
		{"inline_samplers", `samplers in the text, to which targets refer, as [{"min_filter": "linear"}]`},
		{"argument_buffers", "groups whose resources lie in an argument buffer, as [0, 1]"},
		{"include_unused", "make resources that nothing uses parameters of entry points, too"},
		{"patch_vertices", "tessellation: how many control points the patches have that the stage reads"},
		{"domain", "tessellation control: what is tessellated, if the shader doesn't state it: triangles or quads"},
		{"point_size", "vertices: write a point size of 1 if the shader writes none"},
		{"vertex_buffers", `buffers from which vertex shaders read their attributes themselves, as [{"index": 0, "stride": 16, "attributes": [...]}]`},
	},
}

type backEnd struct{ w Writer }

func (b *backEnd) Write(r *back.Request) (back.Output, error) {
	options := back.OptionsOf(r, NewOptions)
	r.Override(&options.Overrides)
	b.w.Bound(r.Limit)
	b.w.Workers = r.Workers
	b.w.own = r.Own
	dropped := back.Unsparse(r.Module, back.Unturned(r.Module, nil))
	out, err := b.w.Write(r.Module, r.Info, options)
	if err != nil {
		return back.Output{}, err
	}
	return back.Output{Text: out.Text, Names: out, Dropped: back.Unprinted(r.Module, back.Uncaptured(r.Module, back.Loosened(r.Module, append(b.w.lostQualifiers(r.Module, slices.Clone(b.w.dropped)), dropped...))))}, nil
}

// Map converts the description of the output to the form that all back ends share.
func (r *Output) Map(m *reflection.Mapping) {
	for i := range r.EntryPoints {
		e := &r.EntryPoints[i]
		m.EntryPoints = append(m.EntryPoints, reflection.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Function})
		for j := range e.Resources {
			p := &e.Resources[j]
			d := reflection.MappedResource{Name: p.Name, EntryPoint: e.Name, Class: string(p.Table), Slot: reflection.NumberOf(p.Index), Writable: p.Writable}
			switch p.Table {
			case GroupTable:
				d.Space = p.Binding.Group
			case PatchInputTable, PatchOutputTable:
				d.Space = p.Binding.Group
			case ArgumentTable:
				d.Space, d.At = p.Binding.Group, back.At(true, p.Binding)
			case BufferTable, TextureTable, SamplerTable, InlineTable:
				d.At = back.At(true, p.Binding)
			}
			m.Resources = append(m.Resources, d)
		}
	}
	for _, s := range r.Sizes {
		d := reflection.MappedSize{Name: s.Name}
		if s.Vertex {
			index := uint32(s.Index)
			d.VertexBuffer = reflection.NumberOf(index)
		} else {
			d.At = back.At(true, s.Binding)
		}
		m.Sizes = append(m.Sizes, d)
	}
	for _, c := range r.Constants {
		m.Constants = append(m.Constants, reflection.MappedConstant{Name: c.Name, Index: c.Index})
	}
}
