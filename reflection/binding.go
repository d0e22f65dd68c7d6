package reflection

// This file describes resources.

import (
	"slices"

	"refract/ir"
	"refract/ir/validate"
)

// resources describes the globals that a host provides.
func (r *reflector) resources(used []bool, entryPoints []int) {
	var order []ir.GlobalID
	for i := 1; i < len(r.m.Globals); i++ {
		if used[i] {
			order = append(order, ir.GlobalID(i))
		}
	}
	slices.SortStableFunc(order, r.byPlace)
	for _, id := range order {
		g := &r.m.Globals[id]
		switch g.Space {
		case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceHandle:
			r.out.Bindings = append(r.out.Bindings, r.binding(id, entryPoints))
		case ir.SpaceImmediate:
			size, _ := r.footprint(g.Type, g.Layout)
			r.out.Immediates = append(r.out.Immediates, Immediate{g.Name, r.typeOf(g.Type, g.Layout), size, r.place(g.Span)})
		}
	}
}

// binding describes a resource.
func (r *reflector) binding(id ir.GlobalID, entryPoints []int) Binding {
	g := &r.m.Globals[id]
	b := Binding{Name: g.Name, Visibility: []string{}, Source: r.place(g.Span)}
	if g.HasBinding {
		b.Group, b.Binding = NumberOf(g.Binding.Group), NumberOf(g.Binding.Binding)
	}
	for _, i := range entryPoints {
		stage := r.m.EntryPoints[i].Stage.String()
		if validate.Find(r.info.EntryPoints[i].Globals, id) != 0 && !slices.Contains(b.Visibility, stage) {
			b.Visibility = append(b.Visibility, stage)
		}
	}
	id2 := g.Type
	if t := r.m.Types.At(id2); t.Kind == ir.TypeBindingArray {
		n, _ := r.length(t)
		b.Count = NumberOf(n)
		id2 = t.Base
	}
	switch g.Space {
	case ir.SpaceUniform, ir.SpaceStorage:
		b.Kind = "uniform"
		if g.Space == ir.SpaceStorage {
			b.Kind, b.Access = "storage", access(g.Access)
		}
		t := r.typeOf(id2, g.Layout)
		b.Type = &t
		b.MinBindingSize, _ = r.footprint(id2, g.Layout)
		info, _ := r.layouts.Of(id2, g.Layout)
		b.RuntimeSized = info.Open
	default:
		r.opaque(&b, id, id2)
	}
	return b
}

func access(a ir.AccessMode) string { return (a & ir.AccessReadWrite).String() }

// opaque describes a texture, a sampler or an acceleration structure.
func (r *reflector) opaque(b *Binding, g ir.GlobalID, id ir.TypeID) {
	t := r.m.Types.At(id)
	switch t.Kind {
	case ir.TypeSampler:
		b.Kind = "sampler"
		switch {
		case t.Comparison:
			b.SamplerType = "comparison"
		case r.unfiltered(g):
			b.SamplerType = "non-filtering"
		default:
			b.SamplerType = "filtering"
		}
	case ir.TypeAccelerationStructure:
		b.Kind = "acceleration_structure"
	case ir.TypeSampledImage:
		b.Kind = "sampled_texture"
		r.image(b, g, r.m.Types.At(t.Base), true)
	case ir.TypeImage:
		r.image(b, g, t, false)
	default:
		b.Kind = t.Kind.String()
	}
}

// image describes a texture as WebGPU does (section "getting a default bind
// group layout").
func (r *reflector) image(b *Binding, g ir.GlobalID, t *ir.Type, combined bool) {
	if t.Class == ir.ImageExternal {
		b.Kind = "external_texture"
		return
	}
	b.Dimension, b.Multisampled = t.Dim.String(), t.Multisampled
	if t.Arrayed {
		b.Dimension += "-array"
	}
	switch {
	case t.Dim == ir.DimSubpass:
		b.Kind, b.Dimension = "input_attachment", "2d"
		b.Attachment = NumberOf(r.m.Globals[g].Attachment)
	case t.Dim == ir.DimBuffer:
		b.Kind = "texel_buffer"
	case !combined:
		b.Kind = "texture"
	}
	switch t.Class {
	case ir.ImageDepth:
		b.SampleType = "depth"
	case ir.ImageStorage:
		b.Kind, b.Format, b.Access = "storage_texture", t.Format.String(), access(t.Access)
		if t.Dim == ir.DimBuffer {
			b.Kind = "storage_texel_buffer"
		}
	default:
		switch {
		case t.Scalar.IsSigned():
			b.SampleType = "sint"
		case t.Scalar.IsInteger():
			b.SampleType = "uint"
		case combined || t.Dim >= ir.DimBuffer || r.filtered(g):
			b.SampleType = "float"
		default:
			b.SampleType = "unfilterable-float"
		}
	}
}

// filtered reports whether an entry point samples a texture with a sampler that
// may filter.
func (r *reflector) filtered(g ir.GlobalID) bool {
	for i := range r.info.EntryPoints {
		for _, s := range r.info.EntryPoints[i].Samplings {
			if s.Image.Global() == g && s.Sampler.Global() != 0 {
				if !r.element(s.Sampler.Global()).Comparison {
					return true
				}
			}
		}
	}
	return false
}

// unfiltered reports whether an entry point uses a sampler with a texture whose
// texels can't be filtered, depth or integers (WebGPU, "validating
// GPUProgrammableStage").
func (r *reflector) unfiltered(g ir.GlobalID) bool {
	for i := range r.info.EntryPoints {
		for _, s := range r.info.EntryPoints[i].Samplings {
			if s.Sampler.Global() == g && s.Image.Global() != 0 {
				if t := r.element(s.Image.Global()); t.Class == ir.ImageDepth || t.Class == ir.ImageSampled && t.Scalar.IsInteger() {
					return true
				}
			}
		}
	}
	return false
}

// element is the type of a resource, or of the elements of an array of them.
func (r *reflector) element(g ir.GlobalID) *ir.Type {
	t := r.m.Types.At(r.m.Globals[g].Type)
	if t.Kind == ir.TypeBindingArray {
		t = r.m.Types.At(t.Base)
	}
	return t
}
