package refract

// What back ends tell of what they have written, brought into one form.

import (
	"slices"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/reflect"
)

// Mapping says what the output calls the things of the module, and where it puts
// them; nil where nothing is known: of DOT, and of SPIR-V that was converted
// between its forms.
func (o *Output) Mapping() *reflect.Mapping {
	m := &reflect.Mapping{Version: reflect.Version, Language: o.Language.String(), EntryPoints: []reflect.MappedEntryPoint{},
		Resources: []reflect.MappedResource{}, Constants: []reflect.MappedConstant{}}
	switch {
	case o.SPIRV != nil:
		mapSPIRV(m, o.SPIRV)
	case o.GLSL != nil:
		mapGLSL(m, o.GLSL)
	case o.HLSL != nil:
		mapHLSL(m, o.HLSL)
	case o.MSL != nil:
		mapMSL(m, o.MSL)
	case o.Language == WGSL:
		m.EntryPoints = slices.Clone(o.entries)
		for _, r := range o.Renames {
			for i := range m.EntryPoints {
				if e := &m.EntryPoints[i]; r.Kind == wgslback.EntityEntryPoint && e.Name == r.From {
					e.Text = r.To
				}
			}
			m.Renames = append(m.Renames, reflect.Rename{Kind: r.Kind.String(), Owner: r.Owner, From: r.From, To: r.To})
		}
		for i := range o.samplers {
			s := &o.samplers[i]
			m.Resources = append(m.Resources, reflect.MappedResource{Name: s.Texture, At: locationOf(true, s.At.Group, s.At.Binding),
				Text: s.Text, Class: "sampler", Slot: &s.Binding.Binding, Space: s.Binding.Group})
		}
	default:
		return nil
	}
	return m
}

// entriesOf lists the entry points of a module.
func entriesOf(v *Valid) []reflect.MappedEntryPoint {
	list := make([]reflect.MappedEntryPoint, len(v.Module.EntryPoints))
	for i := range list {
		e := &v.Module.EntryPoints[i]
		list[i] = reflect.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Name}
	}
	return list
}

// locationOf is nil for what has no group and binding.
func locationOf(has bool, group, binding uint32) *reflect.Location {
	if !has {
		return nil
	}
	return &reflect.Location{Group: group, Binding: binding}
}

func mapSPIRV(m *reflect.Mapping, r *spirvback.Reflection) {
	for _, e := range r.EntryPoints {
		m.EntryPoints = append(m.EntryPoints, reflect.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Name})
	}
	for i := range r.Resources {
		v := &r.Resources[i]
		m.Resources = append(m.Resources, reflect.MappedResource{Name: v.Name, At: locationOf(v.HasBinding, v.Group, v.Binding),
			Class: "descriptor", Slot: &v.Slot, Space: v.Set})
	}
	for _, c := range r.Constants {
		m.Constants = append(m.Constants, reflect.MappedConstant{Name: c.Name, Index: c.SpecID})
	}
}

func mapGLSL(m *reflect.Mapping, r *glslback.Reflection) {
	m.EntryPoints = append(m.EntryPoints, reflect.MappedEntryPoint{Name: r.EntryPoint, Stage: r.Stage.String(), Text: "main"})
	for i := range r.Resources {
		v := &r.Resources[i]
		d := reflect.MappedResource{Name: v.Global, At: locationOf(true, v.Binding.Group, v.Binding.Binding), Text: v.Name,
			Class: v.Kind.String(), Space: v.Set}
		if v.Bound {
			d.Slot = &v.Slot
		}
		if v.Sampler != nil {
			d.Sampler = locationOf(true, v.Sampler.Group, v.Sampler.Binding)
		}
		m.Resources = append(m.Resources, d)
	}
	for _, v := range r.Inputs {
		m.Inputs = append(m.Inputs, reflect.MappedVarying{Text: v.Name, Location: v.Location, Index: v.Index})
	}
	for _, v := range r.Outputs {
		m.Outputs = append(m.Outputs, reflect.MappedVarying{Text: v.Name, Location: v.Location, Index: v.Index})
	}
	for _, v := range r.Immediates {
		m.Immediates = append(m.Immediates, reflect.MappedImmediate{Text: v.Name, Offset: v.Offset, Type: v.Shape})
	}
	m.FirstInstance, m.ClipDistances = r.FirstInstance, r.ClipDistances
}

func mapHLSL(m *reflect.Mapping, r *hlslback.Reflection) {
	for _, e := range r.EntryPoints {
		m.EntryPoints = append(m.EntryPoints, reflect.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Text})
	}
	for i := range r.Resources {
		v := &r.Resources[i]
		m.Resources = append(m.Resources, reflect.MappedResource{Name: v.Name, At: locationOf(v.HasBinding, v.Group, v.Binding),
			Text: v.Text, Class: v.Class, Slot: &v.Register.Register, Space: v.Register.Space, Count: &v.Count})
	}
}

func mapMSL(m *reflect.Mapping, r *mslback.Output) {
	for i := range r.EntryPoints {
		e := &r.EntryPoints[i]
		m.EntryPoints = append(m.EntryPoints, reflect.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Function})
		for j := range e.Resources {
			p := &e.Resources[j]
			d := reflect.MappedResource{Name: p.Name, EntryPoint: e.Name, Class: string(p.Table), Slot: &p.Index, Writable: p.Writable}
			switch p.Table {
			case mslback.GroupTable:
				d.Space = p.Binding.Group
			case mslback.ArgumentTable:
				d.Space, d.At = p.Binding.Group, locationOf(true, p.Binding.Group, p.Binding.Binding)
			case mslback.BufferTable, mslback.TextureTable, mslback.SamplerTable, mslback.InlineTable:
				d.At = locationOf(true, p.Binding.Group, p.Binding.Binding)
			}
			m.Resources = append(m.Resources, d)
		}
	}
	for _, s := range r.Sizes {
		d := reflect.MappedSize{Name: s.Name}
		if s.Vertex {
			index := uint32(s.Index)
			d.VertexBuffer = &index
		} else {
			d.At = locationOf(true, s.Binding.Group, s.Binding.Binding)
		}
		m.Sizes = append(m.Sizes, d)
	}
	for _, c := range r.Constants {
		m.Constants = append(m.Constants, reflect.MappedConstant{Name: c.Name, Index: c.Index})
	}
}
