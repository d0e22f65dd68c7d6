package shadertest

// This file loads a shader in every form that it can have here: optimized, and written in
// a language and read again.

import (
	"fmt"
	"image"
	"testing"

	"refract"
)

// A Form is one of a shader's forms.
type Form struct {
	Name   string // "-O1", "spirv at -O2"
	Shader *Shader
	// Entry is what an entry point is called here: GLSL has but main.
	Entry func(name string) string
}

// levels are the levels of optimization of Forms.
var levels = []int{0, 1, 2, refract.SmallestOptimization}

// Forms are a shader's forms: at each level of optimization as it is, as SPIR-V and as
// WGSL that is read again, and, where it has a single entry point, as GLSL. Languages that
// can't express it are left out. Variables keep their groups and bindings, and in WGSL and
// SPIR-V their names.
func Forms(name, source string, o Options) (list []Form, err error) {
	valid, err := check(name, []byte(source), o.Language)
	if err != nil {
		return nil, err
	}
	same := func(name string) string { return name }
	add := func(form string, v *refract.Valid, entry func(string) string) error {
		s, err := load(v, o)
		if err != nil {
			return fmt.Errorf("%s: %w", form, err)
		}
		list = append(list, Form{form, s, entry})
		return nil
	}
	for _, level := range levels {
		better, err := refract.Optimize(valid, refract.OptimizeOptions{Level: level})
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
			entry, w := same, refract.WriteOptions{Language: to}
			if to == refract.GLSL {
				if len(better.Module.EntryPoints) != 1 {
					continue
				}
				entry = func(string) string { return "main" }
			}
			out, err := refract.Write(better, w)
			if err != nil {
				continue // the language hasn't something
			}
			form := fmt.Sprintf("%s at %s", to, at)
			again, err := check(form+extension(to, better), out.Bytes(), to)
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

// extension is what a file of a shader in a language ends with.
func extension(l refract.Language, v *refract.Valid) string {
	switch l {
	case refract.SPIRV:
		return ".spv"
	case refract.WGSL:
		return ".wgsl"
	}
	return "." + v.Module.EntryPoints[0].Stage.String()[:4]
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
