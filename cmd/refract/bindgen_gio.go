package main

// Write shaders as gio has them: translations in files, and values that hold them with the
// facts that gio's renderers need.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"refract"
	"refract/back/dxbc"
	"refract/back/glsl"
	"refract/bindgen"
	"refract/internal/ir/compact"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
)

const gioSources = "gio"

// gio writes the entry points of a shader, of which r is the reflection.
func (v *bindingsRun) gio(j *job, base string, valid *refract.Valid, r *reflection.Reflection, steps refract.TranslateOptions, o *bindgen.Options) ([]bindFile, error) {
	if steps.Optimize.Level > 0 {
		better, err := refract.Optimize(context.Background(), valid, steps.Optimize)
		if err != nil {
			return nil, err
		}
		valid = better
	}
	var files []bindFile
	given := steps.Write.Options
	for i := range r.EntryPoints {
		e := &r.EntryPoints[i]
		m, err := gioModule(valid, e)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		shader := base
		if len(r.EntryPoints) > 1 || e.Name != "main" {
			shader = strings.TrimSuffix(base, filepath.Ext(base)) + "." + e.Name
		}
		embed := func(l refract.Language, word string, m *refract.Valid, options any) (string, *reflection.Mapping, error) {
			w := steps.Write
			w.Language, w.EntryPoint, w.Overrides, w.Warn = l, "main", steps.Overrides, j.warn
			if options != nil {
				w.Options = maps.Clone(steps.Write.Options)
				if w.Options == nil {
					w.Options = refract.LanguageOptions{}
				}
				w.Options[l] = options
			}
			out, err := refract.Write(context.Background(), m, w)
			if err != nil {
				return "", nil, err
			}
			stem := fileWord(shader)
			file := stem + ".gen" + word
			o.Embeds = append(o.Embeds, bindgen.Embed{Name: strings.ReplaceAll(shader, ".", "_") + "_" + strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(word, "."), ".", "_")), File: file})
			files = append(files, bindFile{filepath.Join(filepath.Dir(v.output), file), out.Bytes()})
			return strconv.Itoa(len(o.Embeds) - 1), out.Mapping(), nil
		}
		spv, _, err := embed(refract.SPIRV, ".spv", m, nil)
		if err != nil {
			return nil, err
		}
		direct, bytecodeOptions, err := gioDXBC(given, m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		bytecode, _, err := embed(refract.DXBC, ".dxbc", direct, bytecodeOptions)
		var lacks *dxbc.UnsupportedError
		if _, stated := given[refract.DXBC]; !stated && bytecodeOptions.Profile == dxbc.ProfileLevel91 && errors.As(err, &lacks) {
			bytecodeOptions.Profile = dxbc.Profile40
			bytecode, _, err = embed(refract.DXBC, ".dxbc", direct, bytecodeOptions)
		}
		if err != nil {
			return nil, err
		}
		var s *bindgen.ShaderSource
		if e.Stage == ir.StageCompute.String() {
			s, err = bindgen.DescribeForGio(shader, r, e, nil)
		} else {
			var es, desktop string
			var told *reflection.Mapping
			if es, told, err = embed(refract.ESSL, ".100.essl", m, gioGLSL(given, refract.ESSL)); err != nil {
				return nil, err
			}
			desktop, _, err = embed(refract.GLSL, ".150.glsl", m, gioGLSL(given, refract.GLSL))
			if err != nil {
				return nil, err
			}
			if s, err = bindgen.DescribeForGio(shader, r, e, told); err == nil {
				s.GLSL100ES, s.GLSL150 = es, desktop
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		s.SPIRV, s.DXBC = spv, bytecode
		o.Shaders = append(o.Shaders, s)
	}
	return files, nil
}

// gioGLSL are the options of the GLSL that gio's renderer for OpenGL reads.
func gioGLSL(given refract.LanguageOptions, l refract.Language) *glsl.Options {
	o := glsl.NewOptions()
	if l == refract.ESSL {
		o = glsl.NewOptionsES()
	}
	if g, ok := given[l].(*glsl.Options); ok {
		o = *g
	}
	if l == refract.ESSL {
		o.Version = glsl.Version{Number: 100, ES: true}
	} else {
		o.Version, o.AttributeLocations = glsl.Version{Number: 150}, false
	}
	return &o
}

// gioDXBC is a module as gio's renderer for Direct3D 11 has it, with the options of its
// bytecode. The renderer counts places per class of register, where a texture and its
// sampler have the same; it has immediates in b0, and describes inputs as TEXCOORD and
// their location. If no options are given, shaders that draw have a program for feature level 9.1
// besides, as gio's own have; level 10.0 is for shaders beyond that.
func gioDXBC(given refract.LanguageOptions, v *refract.Valid) (*refract.Valid, *dxbc.Options, error) {
	m := v.Module.Clone()
	split := transform.SplitSamplers(m)
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
	if err != nil {
		return nil, nil, err
	}
	o := dxbc.NewOptions()
	if m.EntryPoints[0].Stage != ir.StageCompute {
		o.Profile = dxbc.ProfileLevel91
	}
	if g, ok := given[refract.DXBC].(*dxbc.Options); ok {
		o = *g
	}
	o.RootConstants, o.Semantic = &dxbc.Register{}, "TEXCOORD"
	o.BindingMap = make([]dxbc.MappedBinding, 0, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		at := g.Binding.Binding
		for _, s := range split {
			if id := ir.GlobalID(i); id == s.Sampler || id == s.Comparison {
				at = m.Globals[s.Texture].Binding.Binding
			}
		}
		o.BindingMap = append(o.BindingMap, dxbc.MappedBinding{Group: g.Binding.Group, Binding: g.Binding.Binding, Target: dxbc.BindingTarget{Register: at}})
	}
	return v, &o, nil
}

// gioModule is a module with one entry point, called main, whose textures have their
// samplers in them.
func gioModule(v *refract.Valid, e *reflection.EntryPoint) (*refract.Valid, error) {
	m := v.Module.Clone()
	i := slices.IndexFunc(m.EntryPoints, func(x ir.EntryPoint) bool { return x.Name == e.Name && x.Stage.String() == e.Stage })
	m.EntryPoints = slices.Clone(m.EntryPoints[i : i+1])
	m.EntryPoints[0].Name = "main"
	compact.Module(m, compact.Options{})
	if err := transform.PointerParams(m, transform.PointerParamOptions{Resources: true}); err != nil {
		return nil, err
	}
	if _, err := transform.CombineSamplers(m); err != nil {
		return nil, err
	}
	compact.Module(m, compact.Options{})
	return refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
}
