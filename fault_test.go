package refract_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/ssa/pipeline"
	"refract/reflection"
	"refract/ssa"
)

const small = "@compute @workgroup_size(1) fn main() { var x = 1u; x += 2u; }"

// TestFaults has every entry of the library meet a panic: the caller gets an error that
// says what to report.
func TestFaults(t *testing.T) {
	v, err := refract.Check(context.Background(), "small.wgsl", []byte(small), refract.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	boom := func(*pipeline.Application, *ssa.Shader) { panic("boom") }
	warn := func(*diag.Diagnostics) { panic("boom") }
	unused := []byte("fn f() { let x = 1; }")
	for name, call := range map[string]func() error{
		"Parse": func() error {
			_, err := refract.Parse(context.Background(), "f.wgsl", unused, refract.ParseOptions{Warn: warn})
			return err
		},
		"Validate": func() error {
			_, err := refract.Validate(context.Background(), nil, refract.ValidateOptions{})
			return err
		},
		"Check": func() error {
			_, err := refract.Check(context.Background(), "f.wgsl", unused, refract.CheckOptions{Parse: refract.ParseOptions{Warn: warn}})
			return err
		},
		"Translate": func() error {
			_, err := refract.Translate(context.Background(), "f.wgsl", unused, refract.TranslateOptions{To: refract.WGSL, Warn: warn})
			return err
		},
		"Optimize": func() error {
			_, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1, After: boom})
			return err
		},
		"Write": func() error {
			_, err := refract.Write(context.Background(), &refract.Valid{}, refract.WriteOptions{Language: refract.WGSL})
			return err
		},
		"WriteEach": func() error {
			_, err := refract.WriteEach(context.Background(), &refract.Valid{}, refract.WriteOptions{Language: refract.GLSL})
			return err
		},
		"Reflect": func() error {
			_, err := refract.Reflect(context.Background(), &refract.Valid{}, reflection.Options{})
			return err
		},
		"Run": func() error {
			o := refract.OptimizeOptions{Level: 1, After: boom}
			s, err := refract.ToSSA(context.Background(), v, o)
			if err != nil {
				return err
			}
			_, err = refract.RunPasses(context.Background(), s, o)
			return err
		},
	} {
		err := call()
		var fault *refract.FaultError
		var found *diag.Diagnostics
		if !errors.As(err, &fault) || !errors.As(err, &found) {
			t.Errorf("%s: no fault and diagnostics: %v", name, err)
			continue
		}
		var text strings.Builder
		if err := found.WriteHuman(&text, diag.HumanOptions{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), "please report it") || !strings.Contains(fault.Stack, "goroutine") {
			t.Errorf("%s: %s", name, text.String())
		}
	}
	// One language's fault costs no other its output, and nothing after it.
	outputs, err := refract.TranslateAll(context.Background(), "small.wgsl", []byte(small), refract.TranslateOptions{
		Optimize: refract.OptimizeOptions{Level: 1, After: boom}}, refract.Targets(refract.SPIRV, refract.WGSL)...)
	var fault *refract.FaultError
	if !errors.As(err, &fault) || len(outputs) != 2 {
		t.Errorf("%v, %v", outputs, err)
	}
	if _, err := refract.Translate(context.Background(), "small.wgsl", []byte(small), refract.TranslateOptions{To: refract.SPIRV}); err != nil {
		t.Error(err)
	}
}

// TestBudget sets each limit to what a small shader passes.
func TestBudget(t *testing.T) {
	const src = `struct S { a: u32, b: vec2f, c: array<u32, 4> }
const table = array(1, 2, 3, 4);
@group(0) @binding(0) var<storage, read_write> o: S;
@compute @workgroup_size(1) fn main() { var x = table; o.a += u32(x[o.a]); }
`
	for _, c := range []struct {
		what   string
		budget refract.Budget
		to     refract.Language
		ok     bool
	}{
		{"source", refract.Budget{Source: 100}, refract.WGSL, false},
		{"source", refract.Budget{Source: len(src)}, refract.WGSL, true},
		{"constants", refract.Budget{Constants: 3}, refract.WGSL, false},
		{"constants", refract.Budget{Constants: 40}, refract.WGSL, true},
		{"leaves", refract.Budget{Leaves: 2}, refract.WGSL, false},
		{"leaves", refract.Budget{Leaves: 3}, refract.WGSL, true},
		{"instructions", refract.Budget{Instructions: 3}, refract.WGSL, false},
		{"output", refract.Budget{Output: 100}, refract.WGSL, false},
		{"output", refract.Budget{Output: 100}, refract.GLSL, false},
		{"output", refract.Budget{Output: 100}, refract.HLSL, false},
		{"output", refract.Budget{Output: 100}, refract.MSL, false},
		{"output", refract.Budget{Output: 100}, refract.DOT, false},
		{"output", refract.Budget{Output: 100}, refract.SPIRV, false},
		{"output", refract.Budget{Output: 10000}, refract.SPIRV, true},
	} {
		for level := range 2 {
			_, err := refract.Translate(context.Background(), "s.wgsl", []byte(src), refract.TranslateOptions{To: c.to, Budget: &c.budget, Optimize: refract.OptimizeOptions{Level: level}})
			var found *diag.Diagnostics
			switch {
			case c.ok != (err == nil):
				t.Errorf("%s %+v: %v", c.what, c.budget, err)
			case err != nil && (!errors.As(err, &found) || found.Items[0].Code != "limit-exceeded" && found.Items[0].Code != "input-too-large" && found.Items[0].Code != "constant-evaluation"):
				t.Errorf("%s %+v: %v", c.what, c.budget, err)
			}
		}
	}
}
