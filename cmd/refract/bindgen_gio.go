package main

// Write shaders as gio has them: translations in files, and values that hold them with the
// facts that gio's renderers need.

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"refract"
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
		embed := func(l refract.Language, word string, options func(o *glsl.Options)) (string, *reflection.Mapping, error) {
			w := steps.Write
			w.Language, w.EntryPoint, w.Overrides, w.Warn = l, "main", steps.Overrides, j.warn
			if options != nil {
				w.Options = refract.LanguageOptions{}
				for k, x := range steps.Write.Options {
					w.Options[k] = x
				}
				g := glsl.NewOptions()
				if l == refract.ESSL {
					g = glsl.NewOptionsES()
				}
				if given, ok := w.Options[l].(*glsl.Options); ok {
					g = *given
				}
				options(&g)
				w.Options[l] = &g
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
		spv, _, err := embed(refract.SPIRV, ".spv", nil)
		if err != nil {
			return nil, err
		}
		var s *bindgen.ShaderSource
		if e.Stage == ir.StageCompute.String() {
			s, err = bindgen.DescribeForGio(shader, r, e, nil)
		} else {
			var es, desktop string
			var told *reflection.Mapping
			if es, told, err = embed(refract.ESSL, ".100.essl", func(o *glsl.Options) { o.Version = glsl.Version{Number: 100, ES: true} }); err != nil {
				return nil, err
			}
			desktop, _, err = embed(refract.GLSL, ".150.glsl", func(o *glsl.Options) { o.Version, o.AttributeLocations = glsl.Version{Number: 150}, false })
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
		s.SPIRV = spv
		o.Shaders = append(o.Shaders, s)
	}
	return files, nil
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
	return refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
}
