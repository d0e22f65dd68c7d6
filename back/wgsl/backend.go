package wgsl

// This file registers this back end.

import (
	"slices"

	"refract/internal/back"
	"refract/ir"
	"refract/language"
	"refract/reflection"
)

// BackEnd is the back end for WGSL.
var BackEnd = back.BackEnd{
	Language: &language.WGSL,
	Options:  func() any { o := NewOptions(); return &o },
	New:      func() back.Writer { return new(backEnd) },
	Lacks:    lacks,

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	Docs: []back.Doc{
		{"include_unused", "declare resources that nothing uses at -Os and with --entry, too"},
		{"explicit_types", "write the type of every declaration"},
		{"terse", "leave out inferred parts, such as suffixes of numbers; minify at -Os does this too"},
		{"standard", "refuse constructs that only extensions of wgpu can express"},
		{"wgpu", "write for wgpu if it differs from the specification: subgroups without a directive, task, mesh and ray-tracing shaders"},
	},
}

// lacks are the scalars that WGSL has no form for: of 8 bits, and the ones that extensions
// of wgpu bring.
func lacks(options any) ir.ScalarSet {
	set := ir.Scalars(ir.I8, ir.U8)
	if o, ok := options.(*Options); ok && o.Standard {
		set |= ir.Scalars(ir.I16, ir.U16, ir.I64, ir.U64, ir.F64)
	}
	return set
}

type backEnd struct{ w Writer }

func (b *backEnd) Write(r *back.Request) (back.Output, error) {
	b.w.Bound(r.Limit)
	b.w.Workers = r.Workers
	options := back.OptionsOf(r, NewOptions)
	options.Terse = options.Terse || r.Smallest && options.Minify
	b.w.smallest = r.Smallest
	text, names, err := b.w.Write(r.Module, r.Info, options)
	if err != nil {
		return back.Output{}, err
	}
	dropped := back.LostQualifiers(r.Module, slices.Clone(b.w.dropped), func(g *ir.Global) ir.MemoryDecoration { return keptQualifiers(&b.w.opts, g) })
	dropped = back.UncoveredDepth(r.Module, back.Unsparse(r.Module, back.Unturned(r.Module, dropped)))
	return back.Output{Text: string(text), Names: &mapper{names, entriesOf(r.Module)}, Dropped: back.Unprinted(r.Module, back.Uncaptured(r.Module, back.Loosened(r.Module, dropped))), Beyond: slices.Clone(b.w.beyond)}, nil
}

// A mapper is the description of an output. Resources stay in place, except the samplers of
// combined images.
type mapper struct {
	names   *Reflection
	entries []reflection.MappedEntryPoint
}

// entriesOf lists the entry points of a module.
func entriesOf(m *ir.Module) []reflection.MappedEntryPoint {
	list := make([]reflection.MappedEntryPoint, len(m.EntryPoints))
	for i := range list {
		e := &m.EntryPoints[i]
		list[i] = reflection.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Name}
	}
	return list
}

func (p *mapper) Map(m *reflection.Mapping) {
	m.EntryPoints = append(m.EntryPoints, p.entries...)
	for _, r := range p.names.Renames {
		for i := range m.EntryPoints {
			if e := &m.EntryPoints[i]; r.Kind == EntityEntryPoint && e.Name == r.From {
				e.Text = r.To
			}
		}
		m.Renames = append(m.Renames, reflection.Rename{Kind: r.Kind.String(), Owner: r.Owner, From: r.From, To: r.To})
	}
	for i := range p.names.Moved {
		x := &p.names.Moved[i]
		m.Resources = append(m.Resources, reflection.MappedResource{Name: x.Name, At: back.At(true, x.From),
			Text: x.Text, Class: "moved", Slot: reflection.NumberOf(x.To.Binding), Space: x.To.Group})
	}
	for i := range p.names.Samplers {
		s := &p.names.Samplers[i]
		m.Resources = append(m.Resources, reflection.MappedResource{Name: s.Texture, At: back.At(true, s.At),
			Text: s.Text, Class: "sampler", Slot: reflection.NumberOf(s.Binding.Binding), Space: s.Binding.Group})
	}
}
