package shadertest

// This file runs compute entry points on resources made of Go values.

import (
	"context"
	"strings"
	"testing"

	"refract/exec"
	"refract/ir"
)

// A Run is a compute entry point with its resources. Its methods are chained;
// the first mistake is kept and comes back from Dispatch.
type Run struct {
	shader    *Shader
	entry     string
	resources exec.Resources
	buffers   map[ir.GlobalID]*exec.Buffer
	options   exec.RunOptions
	report    *exec.Report
	err       error
}

// Run prepares a run of a compute entry point.
func (s *Shader) Run(entry string) *Run {
	return &Run{shader: s, entry: entry, buffers: map[ir.GlobalID]*exec.Buffer{},
		options: exec.RunOptions{MaxSteps: maxSteps, Check: exec.CheckBarriers | exec.CheckRaces | exec.CheckBounds}}
}

// Options sets the options of the run, checks included.
func (r *Run) Options(o exec.RunOptions) *Run { r.options = o; return r }

// Check sets the checks of the run; 0 is none.
func (r *Run) Check(c exec.Check) *Run { r.options.Check = c; return r }

// fail keeps the first error.
func (r *Run) fail(err error) {
	if r.err == nil && err != nil {
		r.err = err
	}
}

// global finds a variable by its name or "GROUP.BINDING".
func (r *Run) global(name string) ir.GlobalID {
	id, err := exec.GlobalByName(r.shader.Module(), name)
	r.fail(err)
	return id
}

// bind binds a resource to a variable.
func (r *Run) bind(id ir.GlobalID, res exec.Resource) {
	if g := &r.shader.Module().Globals[id]; g.HasBinding {
		r.resources.Bind(g.Binding.Group, g.Binding.Binding, res)
	} else {
		r.resources.BindName(g.Name, res)
	}
}

// buffer keeps and binds a buffer.
func (r *Run) buffer(id ir.GlobalID, b *exec.Buffer, err error) {
	if err != nil {
		r.fail(err)
		return
	}
	r.buffers[id] = b
	r.bind(id, b)
}

// Set gives a variable a buffer that holds a Go value (see exec.View.Set). An
// array whose length the memory decides gets as many elements as the value has.
func (r *Run) Set(name string, value any) *Run {
	if id := r.global(name); id != 0 {
		b, err := exec.BufferOf(r.shader.Module(), id, value)
		r.buffer(id, b, err)
	}
	return r
}

// Make gives a variable a buffer of zeros, with n elements of an array whose
// length the memory decides.
func (r *Run) Make(name string, n int) *Run {
	if id := r.global(name); id != 0 {
		b, err := exec.BufferFor(r.shader.Module(), id, n)
		r.buffer(id, b, err)
	}
	return r
}

// Resources are the resources that the run has, for draws of package raster.
func (r *Run) Resources() *exec.Resources { return &r.resources }

// Bind binds any resource to a variable: a texture, a sampler, a buffer of
// another run.
func (r *Run) Bind(name string, res exec.Resource) *Run {
	if id := r.global(name); id != 0 {
		if b, ok := res.(*exec.Buffer); ok {
			r.buffers[id] = b
		}
		r.bind(id, res)
	}
	return r
}

// Dispatch runs the entry point on x×y×z workgroups; it may be called again, then on the
// results of the run before. A finding of the checks is an error, a *diag.Diagnostics;
// other errors are the errors of package exec.
func (r *Run) Dispatch(x, y, z uint32) error {
	if r.err != nil {
		return r.err
	}
	report, err := r.shader.program.Dispatch(context.Background(), r.entry, [3]uint32{x, y, z}, &r.resources, r.options)
	r.report = report
	if err != nil {
		return located(r.shader.Module(), err)
	}
	if report.Findings != nil {
		return report.Findings
	}
	return nil
}

// MustDispatch is Dispatch; an error ends the test.
//
// Lines that the shader prints go to the log of the test, unless the options have a function for them.
func (r *Run) MustDispatch(t testing.TB, x, y, z uint32) {
	t.Helper()
	if r.options.Print == nil {
		r.options.Print = func(p *exec.Printed) {
			t.Logf("%d:%d: %v: %s", p.Position.Line, p.Position.Column, p.Invocation, strings.TrimSuffix(p.Text, "\n"))
		}
		defer func() { r.options.Print = nil }()
	}
	if err := r.Dispatch(x, y, z); err != nil {
		t.Fatal(err)
	}
}

// Report is the report of the last Dispatch; nil before.
func (r *Run) Report() *exec.Report { return r.report }

// View is a typed view of a variable's buffer, which was given by Set, Make or
// Bind. Errors: *exec.NotFoundError, *exec.ValueError.
func (r *Run) View(name string) (exec.View, error) {
	id, err := exec.GlobalByName(r.shader.Module(), name)
	if err != nil {
		return exec.View{}, err
	}
	b := r.buffers[id]
	if b == nil {
		return exec.View{}, &exec.NotFoundError{Kind: "buffer of variable", Name: name}
	}
	g := &r.shader.Module().Globals[id]
	return exec.NewView(r.shader.Module(), g.Type, g.Layout, b.Data)
}

// Get reads a variable's buffer, or the part of it that a path names
// ("particles[2].velocity"), into target's pointee.
func (r *Run) Get(name, path string, target any) error {
	v, err := r.View(name)
	if err == nil {
		v, err = v.At(path)
	}
	if err != nil {
		return err
	}
	return v.Get(target)
}

// Get reads a variable's buffer as the Go type T; an error ends the test.
func Get[T any](t testing.TB, r *Run, name string) T {
	t.Helper()
	var out T
	if err := r.Get(name, "", &out); err != nil {
		t.Fatal(err)
	}
	return out
}
