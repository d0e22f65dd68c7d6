package spirv

// This file registers the back ends for SPIR-V and for its assembly.

import (
	"refract/internal/back"
	"refract/internal/parts"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
	"refract/reflection"
	"refract/spirv"
)

// BackEnd is the back end for SPIR-V.
var BackEnd = back.BackEnd{
	Language:  &language.SPIRV,
	Options:   func() any { o := NewOptions(); return &o },
	Overrides: overridesOf,
	SSA:       true,

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New: func() back.Writer { return new(backEnd) },
	Docs: []back.Doc{
		{"version", "1.0 to 1.6"},
		{"raise_version", "raise the version to the one that the shader needs; false if version is set"},
		{"binding_map", `places of resources, as [{"group": 0, "binding": 1, "target": {"set": 0, "binding": 2}}]; none: group and binding`},
		{"allowed_capabilities", `names of the capabilities that may be used beside Shader, as ["Float16"]; none: all`},
		{"include_unused", "declare resources that nothing uses, too"},
		{"linkage", "make a module without entry points a library; else it gets one that does nothing"},
		{"clamp_frag_depth", "fragments: clamp the depth written to 0 to 1"},
		{"zero_initialize_workgroup", "set workgroup memory to zero: polyfill (by stores), native (by initializers) or none"},
		{"names", "write the names of the source, for debugging"},
		{"label_varyings", "with names: name inputs and outputs too"},
		{"debug", "debug information: none, lines (the source and its lines) or non_semantic (functions too)"},
		{"source_language", "the language that debug information states: unknown, wgsl, glsl or essl"},
		{"no_contraction", "forbid fusing float operations"},
		{"use_storage_input_output_16", "pass f16 between stages as it is; else as f32"},
	},
}

// BackEndAssembly is the back end for SPIR-V's assembly, which has the options of
// SPIR-V.
var BackEndAssembly = back.BackEnd{
	Language:  &language.SPIRVAssembly,
	Options:   func() any { o := NewOptions(); return &o },
	OptionsOf: &language.SPIRV,
	Overrides: overridesOf,
	SSA:       true,

	IncludeUnused: func(o any) bool { return o.(*Options).IncludeUnused },

	New: func() back.Writer { return &backEnd{assembly: true} },
}

func overridesOf(o any) map[string]float64 { return o.(*Options).Overrides }

type backEnd struct {
	w        Writer
	assembly bool
}

func (b *backEnd) Write(r *back.Request) (out back.Output, err error) {
	options := back.OptionsOf(r, NewOptions)
	r.Override(&options.Overrides)
	if options.RaiseVersion && r.Info != nil && r.Info.Required.HasAny(validate.RayQuery, validate.RayTracingPipeline, validate.MeshShader) {
		if options.Version < 4 && !r.Info.Required.HasAny(validate.RayTracingPipeline, validate.MeshShader) { // stages say so themselves
			out.Beyond = append(out.Beyond, back.Dropped{What: "this from version 1.4 on, to which the output is raised"})
		}
		options.Version = max(options.Version, 4)
	}
	err = back.CheckBindings("spv.binding_map", options.BindingMap, func(b *MappedBinding) ir.ResourceBinding {
		return ir.ResourceBinding{Group: b.Group, Binding: b.Binding}
	})
	if err != nil {
		return out, err
	}
	b.w.Bound(r.Limit)
	b.w.own = r.Own
	dropped := back.Unturned(r.Module, nil)
	if parts.Optimizer && r.Optimize != nil {
		out.Words, err = b.w.WriteOptimized(nil, r.Module, options, *r.Optimize)
	} else {
		out.Words, err = b.w.Write(nil, r.Module, options)
	}
	if err != nil {
		return back.Output{}, err
	}
	if options.AdjustCoordinateSpace {
		dropped = back.Unconverted(r.Module, ir.ClipSpaceVulkan, dropped)
	}
	out.Names, out.Dropped = b.w.Reflection(), dropped
	if r.Info != nil && r.Info.Required.Has(validate.UniformStandardLayout) {
		out.Beyond = append(out.Beyond, back.Dropped{What: "uniform buffers whose arrays and structs lie closer than 16 bytes with the device feature uniformBufferStandardLayout alone"})
	}
	if b.assembly {
		out.Text, err = spirv.Disassemble(out.Words, spirv.DisassembleOptions{Names: true})
		out.Words = nil
	}
	return out, err
}

// Map brings the reflection into the form that all back ends share.
func (r *Reflection) Map(m *reflection.Mapping) {
	for _, e := range r.EntryPoints {
		m.EntryPoints = append(m.EntryPoints, reflection.MappedEntryPoint{Name: e.Name, Stage: e.Stage.String(), Text: e.Name})
	}
	for i := range r.Resources {
		v := &r.Resources[i]
		m.Resources = append(m.Resources, reflection.MappedResource{Name: v.Name, At: back.At(v.HasBinding, ir.ResourceBinding{Group: v.Group, Binding: v.Binding}),
			Class: "descriptor", Slot: reflection.NumberOf(v.Slot), Space: v.Set})
	}
	for _, c := range r.Constants {
		m.Constants = append(m.Constants, reflection.MappedConstant{Name: c.Name, Index: c.SpecID})
	}
}
