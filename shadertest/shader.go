package shadertest

// This file loads shaders and calls their functions.

import (
	"context"
	"fmt"

	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// Options configure the loading of a shader.
type Options struct {
	Language  refract.Language   // Auto: by the extension of the name; a name without one is WGSL
	Overrides map[string]float64 // by name, or by the decimal numeral of the id
	GLSL      *glsl.Options      // how GLSL is read: macros, included files, the other stage of a program; nil: as it is
	Engine    exec.Engine        // nil: the fast engine where the program imports exec/wasm, else the reference interpreter
}

// A Shader is a loaded shader. It is safe for concurrent use.
type Shader struct {
	program exec.Program
}

// Open reads, validates and loads a shader. The name stands in the errors, which
// are a *diag.Diagnostics or one of package exec.
func Open(name, source string, o Options) (*Shader, error) {
	valid, err := check(name, []byte(source), refract.ParseOptions{Language: o.Language}, o.GLSL)
	if err != nil {
		return nil, err
	}
	return load(valid, o)
}

// check reads and validates a shader, with the options of GLSL besides.
func check(name string, source []byte, o refract.ParseOptions, g *glsl.Options) (*refract.Valid, error) {
	if _, known := refract.LanguageOfFile(name); o.Language == refract.Auto && !known {
		o.Language = refract.WGSL
	}
	o.Options = refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}
	if g != nil {
		o.Options[refract.GLSL] = g
	}
	return refract.Check(context.Background(), name, source, refract.CheckOptions{Parse: o, Validate: refract.ValidateOptions{Capabilities: validate.All}})
}

// load loads a valid shader.
func load(valid *refract.Valid, o Options) (*Shader, error) {
	engine := o.Engine
	if engine == nil {
		var err error
		if engine, err = exec.EngineByName("auto"); err != nil {
			engine = interp.Engine{}
		}
	}
	p, err := engine.Load(valid.Module, exec.LoadOptions{Overrides: o.Overrides})
	if err != nil {
		return nil, located(valid.Module, err)
	}
	return &Shader{p}, nil
}

// Load is Open for tests: an error ends the test. At most one Options counts.
func Load(t testing.TB, name, source string, o ...Options) *Shader {
	t.Helper()
	var options Options
	if len(o) > 0 {
		options = o[0]
	}
	s, err := Open(name, source, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Module is the shader's module; it must not be changed.
func (s *Shader) Module() *ir.Module { return s.program.Module() }

// Call calls a function of the shader that is no entry point. Arguments are Go values, and
// for pointers Go pointers, which are written back. result is a pointer that receives the
// value, or nil.
func (s *Shader) Call(function string, result any, args ...any) error {
	v, _, err := s.program.Call(context.Background(), function, args, nil, exec.RunOptions{MaxSteps: maxSteps})
	if err != nil {
		return located(s.Module(), err)
	}
	if result == nil {
		return nil
	}
	return v.Get(result)
}

// Call calls a function of a shader and returns its value as the Go type R.
func Call[R any](t testing.TB, s *Shader, function string, args ...any) R {
	t.Helper()
	var result R
	if err := s.Call(function, &result, args...); err != nil {
		t.Fatal(err)
	}
	return result
}

// maxSteps bounds the runs of tests: some ten seconds.
const maxSteps = 1 << 30

// located gives an error that has a place in the source that place's line.
func located(m *ir.Module, err error) error {
	span := exec.SpanOf(err)
	if m.Sources == nil || span.IsZero() {
		return err
	}
	at, ok := m.Sources.Position(span.Start)
	if !ok {
		return err
	}
	return &placedError{at, err}
}

type placedError struct {
	at  diag.Position
	err error
}

func (e *placedError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.at.File, e.at.Line, e.at.Column, e.err)
}
func (e *placedError) Unwrap() error { return e.err }

// Program is the shader as its engine has loaded it.
func (s *Shader) Program() exec.Program { return s.program }
