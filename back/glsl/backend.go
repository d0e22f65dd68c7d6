package glsl

// This file registers the back ends for GLSL and GLSL ES.

import (
	"fmt"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
	"refract/reflection"
)

// BackEnd is the back end for GLSL.
var BackEnd = back.BackEnd{
	Language:  &language.GLSL,
	Options:   func() any { o := NewOptions(); return &o },
	Overrides: overridesOf,
	Bounds:    boundsOf,
	Single:    true,

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New:    func() back.Writer { return new(backEnd) },
	Lacks:  func(o any) ir.ScalarSet { return lacks(o, NewOptions) },
	Docs:   []back.Doc{{"version", "110, 120, 140, 150, 330, 400 to 460, or of OpenGL ES 100, 300 es, 310 es, 320 es"}},
	Shared: docs,
}

// BackEndES is the back end for GLSL ES.
var BackEndES = back.BackEnd{
	Language:  &language.ESSL,
	Options:   func() any { o := NewOptionsES(); return &o },
	Overrides: overridesOf,
	Bounds:    boundsOf,
	Single:    true,

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New:    func() back.Writer { return &backEnd{es: true} },
	Lacks:  func(o any) ir.ScalarSet { return lacks(o, NewOptionsES) },
	Docs:   []back.Doc{{"version", "100, 300 es, 310 es or 320 es"}},
	Shared: docs,
}

// docs are the docs of options that GLSL and GLSL ES share.
var docs = []back.Doc{
	{"entry_point", "the entry point to write; none: the only one, or the only one of stage; see --entry"},
	{"raise_version", "raise the version to the one that the shader needs, not of OpenGL ES; false if version is set"},
	{"binding_map", `places of resources, as [{"group": 0, "binding": 1, "slot": 2}]`},
	{"webgl", "GLSL 300 es as WebGL 2 has it, or 100 as WebGL 1 has it, without extensions of OpenGL ES"},
	{"loose_uniforms", "write uniform buffers as uniforms outside any block, as version 100 has them"},
	{"gather_uniforms", "write uniforms that the source has outside of blocks as one block"},
	{"varying_names", "keep names of varyings with locations in versions that link by name; else these are named after locations"},
	{"vulkan", "Vulkan's form of GLSL: sets, textures apart from samplers, push constants"},
	{"assign_bindings", "give a binding point to resources that binding_map lacks; else the host finds them by name"},
	{"attribute_locations", "write locations of attributes, by an extension in versions 140 and 150; otherwise the host binds attributes by name there"},
	{"draw_parameters", "use GL_ARB_shader_draw_parameters; else a uniform holds the first instance"},
	{"texture_shadow_lod", "use GL_EXT_texture_shadow_lod"},
	{"demote", "use GL_EXT_demote_to_helper_invocation"},
	{"image_formats", "use GL_NV_image_formats, of OpenGL ES"},
	{"multiview", "vertices: how many views are drawn at once; 0: one, without multiview"},
	{"include_unused", "write unused declarations, too"},
}

// lacks are the scalars that a version has no form for, with extensions or without.
func lacks(options any, standard func() Options) (set ir.ScalarSet) {
	var w Writer
	if o, ok := options.(*Options); ok && o != nil {
		w.opts = *o
	} else {
		w.opts = standard()
	}
	for _, x := range [...]struct {
		feature feature
		scalars ir.ScalarSet
	}{
		{int8s, ir.Scalars(ir.I8, ir.U8)}, {int16s, ir.Scalars(ir.I16, ir.U16)},
		{int64s, ir.Scalars(ir.I64, ir.U64)}, {doubles, ir.Scalars(ir.F64)},
	} {
		if !w.available(x.feature) {
			set |= x.scalars
		}
	}
	return set
}

func overridesOf(o any) map[string]float64 { return o.(*Options).Overrides }

func boundsOf(o any) transform.BoundsOptions { return o.(*Options).Bounds }

// NewOptionsES returns the usual options of GLSL ES: NewOptions with version 310 es.
func NewOptionsES() Options {
	o := NewOptions()
	o.Version = Version{Number: 310, ES: true}
	return o
}

type backEnd struct {
	w      Writer
	es     bool
	beyond back.Dropped // the version was raised; zero: it wasn't
}

// options are the options of a request.
func (b *backEnd) options(r *back.Request) (Options, error) {
	standard := NewOptions
	if b.es {
		standard = NewOptionsES
	}
	o := back.OptionsOf(r, standard)
	if b.es && !o.Version.ES {
		return o, &back.OptionError{Name: "essl.version", Err: fmt.Errorf("%v is no version of GLSL ES; for GLSL there is the language glsl", o.Version)}
	}
	if r.EntryPoint != "" {
		o.EntryPoint = r.EntryPoint
	}
	if r.Stage != ir.NoStage {
		o.Stage = r.Stage
	}
	r.Override(&o.Overrides)
	if o.raise(r.Info) && !r.Info.Required.HasAny(validate.RayTracingPipeline, validate.MeshShader, validate.GeometryShader, validate.TessellationShader) { // stages say so themselves
		b.beyond = back.Dropped{What: fmt.Sprintf("this from version %d on, to which the output is raised", o.Version.Number)}
	}
	return o, nil
}

func (b *backEnd) Write(r *back.Request) (out back.Output, err error) {
	options, err := b.options(r)
	if err != nil {
		return out, err
	}
	b.w.Bound(r.Limit)
	b.w.Workers = r.Workers
	text, names, err := b.w.Write(r.Module, r.Info, options)
	if err != nil {
		return out, err
	}
	return b.output(r, &options, text, names), nil
}

func (b *backEnd) WriteEach(r *back.Request) (outputs []back.Output, err error) {
	options, err := b.options(r)
	if err != nil {
		return nil, err
	}
	b.w.Bound(r.Limit)
	b.w.Workers = r.Workers
	err = b.w.WriteEach(r.Module, r.Info, options, func(text []byte, names *Reflection) error {
		outputs = append(outputs, b.output(r, &options, text, names))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return outputs, nil
}

func (b *backEnd) output(r *back.Request, o *Options, text []byte, names *Reflection) back.Output {
	out := back.Output{Text: string(text), EntryPoint: names.EntryPoint, Names: names}
	if o.Vulkan && names.Stage == ir.StageFragment {
		out.Dropped = back.Unturned(r.Module, nil)
	}
	if o.AdjustCoordinateSpace {
		out.Dropped = back.Unconverted(r.Module, o.clipSpace(), out.Dropped)
	}
	out.Dropped = append(back.Loosened(r.Module, out.Dropped), b.w.notes...)
	if !b.w.opts.Vulkan {
		out.Dropped = back.Unprinted(r.Module, out.Dropped)
	}
	if !b.w.captures() {
		out.Dropped = back.Uncaptured(r.Module, out.Dropped)
	}
	if b.beyond.What != "" {
		out.Beyond = append(out.Beyond, b.beyond)
	}
	return out
}

// Map brings the reflection into the form that all back ends share.
func (r *Reflection) Map(m *reflection.Mapping) {
	m.EntryPoints = append(m.EntryPoints, reflection.MappedEntryPoint{Name: r.EntryPoint, Stage: r.Stage.String(), Text: "main"})
	for i := range r.Resources {
		v := &r.Resources[i]
		d := reflection.MappedResource{Name: v.Global, At: back.At(true, v.Binding), Text: v.Name, Class: v.Kind.String(), Space: v.Set}
		if v.Bound {
			d.Slot = reflection.NumberOf(v.Slot)
		}
		for _, u := range v.Parts {
			d.Parts = append(d.Parts, u.mapped())
		}
		if v.Sampler != nil {
			d.Sampler = back.At(true, *v.Sampler)
		}
		m.Resources = append(m.Resources, d)
	}
	for _, v := range r.Inputs {
		m.Inputs = append(m.Inputs, v.mapped())
	}
	for _, v := range r.Outputs {
		m.Outputs = append(m.Outputs, v.mapped())
	}
	for _, c := range r.Constants {
		m.Constants = append(m.Constants, reflection.MappedConstant{Name: c.Name, Index: c.ID})
	}
	for _, v := range r.Immediates {
		m.Immediates = append(m.Immediates, v.mapped())
	}
	m.FirstInstance, m.ClipDistances = r.FirstInstance, r.ClipDistances
}

func (v Varying) mapped() reflection.MappedVarying {
	return reflection.MappedVarying{Name: v.Source, Text: v.Name, Location: v.Location, Index: v.Index, Component: v.Component}
}

func (v *Immediate) mapped() reflection.MappedImmediate {
	return reflection.MappedImmediate{Text: v.Name, Offset: v.Offset, Type: v.Shape, Stride: v.Stride, RowMajor: v.RowMajor}
}
