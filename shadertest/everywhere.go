package shadertest

// This file loads a shader in every form that it can have here: optimized, and written in
// a language and read again.

import (
	"context"
	"fmt"
	"image"
	"testing"

	"refract"
	glslout "refract/back/glsl"
	"refract/front/glsl"
)

// A Form is one of a shader's forms.
type Form struct {
	Name   string // "-O1", "spirv at -O2"
	Shader *Shader
	// Entry is the name of an entry point in this form: GLSL has but main, or vertex_main
	// and fragment_main.
	Entry func(name string) string
}

// levels are the levels of optimization of Forms.
var levels = []int{0, 1, 2, refract.SmallestOptimization}

// Forms are a shader's forms: at each level of optimization directly, as SPIR-V and as WGSL
// that is read again, and, if it has a single entry point, or one for vertices and one for
// fragments, as GLSL. Languages that can't express it are left out. Variables keep their
// groups and bindings, and in WGSL and SPIR-V their names.
func Forms(name, source string, o Options) (list []Form, err error) {
	valid, err := check(name, []byte(source), refract.ParseOptions{Language: o.Language}, o.GLSL)
	if err != nil {
		return nil, err
	}
	add := func(form string, v *refract.Valid, entry func(string) string) error {
		s, err := load(v, o)
		if err != nil {
			return fmt.Errorf("%s: %w", form, err)
		}
		list = append(list, Form{form, s, entry})
		return nil
	}
	for _, level := range levels {
		better, err := refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
		if err != nil {
			return nil, err
		}
		at := fmt.Sprintf("-O%d", level)
		if level == refract.SmallestOptimization {
			at = "-Os"
		}
		if err := add(at, better, same); err != nil {
			return nil, err
		}
		for _, to := range []refract.Language{refract.SPIRV, refract.WGSL, refract.GLSL} {
			form := fmt.Sprintf("%s at %s", to, at)
			again, entry, err := again(form, better, to)
			if again == nil && err == nil {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", form, err)
			}
			if err := add(form, again, entry); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// same is the name of an entry point if names stay.
func same(name string) string { return name }

// again writes a shader in a language and reads the output. Nothing is returned if the
// language lacks something.
func again(form string, v *refract.Valid, l refract.Language) (*refract.Valid, func(string) string, error) {
	if l != refract.GLSL {
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: l})
		if err != nil {
			return nil, nil, nil
		}
		read, err := check(form+extension(l), out.Bytes(), refract.ParseOptions{Language: l}, nil)
		return read, same, err
	}
	o := glslout.NewOptions()
	o.AdjustCoordinateSpace = false // which is read as it is written
	list, err := refract.WriteEach(context.Background(), v, refract.WriteOptions{Language: l, Options: refract.LanguageOptions{l: &o}})
	if err != nil || len(list) == 0 || len(list) > 2 {
		return nil, nil, nil
	}
	stages := v.Module.EntryPoints
	parse := refract.ParseOptions{Language: l}
	for i := range stages {
		if stages[i].Stage.Info().HasPositions {
			parse.ClipSpace = &stages[i].ClipSpace
		}
	}
	options := &glsl.Options{Stage: stages[0].Stage}
	if len(list) == 1 {
		read, err := check(form, list[0].Bytes(), parse, options)
		return read, func(string) string { return "main" }, err
	}
	if a, b := stages[0].Stage, stages[1].Stage; a == b || a.Info().Workgroups || b.Info().Workgroups {
		return nil, nil, nil
	}
	options.Link = []glsl.Linked{{Name: form + " of the other stage", Text: list[1].Text, Stage: stages[1].Stage}}
	read, err := check(form, list[0].Bytes(), parse, options)
	return read, func(name string) string {
		for i := range stages {
			if stages[i].Name == name {
				return stages[i].Stage.String() + "_main"
			}
		}
		return name
	}, err
}

// extension is the extension of files of shaders in a language.
func extension(l refract.Language) string {
	if l == refract.SPIRV {
		return ".spv"
	}
	return ".wgsl"
}

// Everywhere draws with every form of a shader and compares each picture with that of the
// shader as it is. A difference fails the test, and leaves both pictures behind, as Golden
// does.
func Everywhere(t *testing.T, name, source string, o Options, tolerance ImageTolerance, draw func(t *testing.T, f Form) image.Image) {
	t.Helper()
	forms, err := Forms(name, source, o)
	if err != nil {
		t.Fatal(err)
	}
	want := draw(t, forms[0])
	for _, f := range forms[1:] {
		t.Run(f.Name, func(t *testing.T) {
			got := draw(t, f)
			if err := CompareImages(got, want, tolerance); err != nil {
				t.Errorf("%s: %v", f.Name, err)
				leave(t, got, want)
			}
		})
	}
}
