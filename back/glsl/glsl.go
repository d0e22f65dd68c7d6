package glsl

// This file holds the entry into the package: the writer and what it returns.

import (
	"slices"
	"strconv"

	"refract/back/text"
	"refract/diag"
	"refract/ir"
	"refract/ir/layout"
	"refract/ir/transform"
	"refract/ir/validate"
)

// Write writes one entry point of a valid module, which it leaves as it is. info
// may be nil. The error is an *UnsupportedError, an *EntryPointError, or that of a
// transform: *transform.OverrideError, *transform.SpecializeError.
func Write(m *ir.Module, info *validate.Info, opts Options) (string, *Reflection, error) {
	var w Writer
	out, r, err := w.Write(m, info, opts)
	return string(out), r, err
}

// A Writer writes modules and keeps its memory from one to the next. The zero
// Writer is ready to use.
type Writer struct {
	out        text.Writer
	plan       text.Plan
	calls      text.CallEffects
	m          *ir.Module
	opts       Options
	err        *UnsupportedError
	extensions []string
	header     []byte
	alone      ir.Module // the module that is written, with one entry point
	clone      ir.Module // what the transforms make of it
	layouts    layout.Cache

	entry         *ir.EntryPoint
	main          *ir.Function
	firstInstance ir.GlobalID
	combined      []transform.CombinedSampler

	ex    *ir.Exprs    // of the function, or Module.Consts
	f     *ir.Function // nil at module scope
	span  diag.Span    // of what is being written
	depth int          // of module-scope expressions
	spine []ir.ExprID
	list  []ir.ExprID

	use       uses
	structs   []text.Name
	members   [][]string // by struct; nil: as in the module
	constants []text.Name
	globals   []text.Name
	blocks    []text.Name // by global: the name of its block
	functions []text.Name
	zeros     []text.Name // by type: the function that makes its zero value
	slots     []slot      // by global
	inputs    []text.Name // of the entry point, by parameter
	outputs   []output

	args   []text.Name
	locals []text.Name
	values []text.Name
}

// Write is the function of this name; the text is the writer's memory until its
// next use.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) ([]byte, *Reflection, error) {
	w.opts, w.err = opts, nil
	w.extensions = w.extensions[:0]
	w.firstInstance, w.combined = 0, nil
	if !opts.Version.Exists() {
		w.unsupported("", diag.Span{})
		return nil, nil, w.err
	}
	w.alone = *m
	if !pick(&w.alone, opts.EntryPoint, opts.Stage) {
		return nil, nil, &EntryPointError{opts.EntryPoint, opts.Stage}
	}
	if w.checkStage(&w.alone.EntryPoints[0]); w.err != nil {
		return nil, nil, w.err
	}
	m = &w.clone
	w.m = m
	err := w.copyReached(m, &w.alone)
	w.alone = ir.Module{} // which is the caller's
	if err != nil {
		return nil, nil, w.errorOf(err)
	}
	if err := w.raise(m); err != nil {
		return nil, nil, w.errorOf(err)
	}
	w.entry = &m.EntryPoints[0]
	w.main = m.Func(w.entry.Function)
	w.ex, w.f, w.depth, w.span = &m.Consts, nil, 0, diag.Span{}
	w.calls.Of(m)
	w.out.Reset(words, opts.Minify)
	w.layouts.Reset(m)
	w.findUses()
	w.assign()
	w.declare()
	w.module()
	if w.err != nil {
		return nil, nil, w.err
	}
	w.writeHeader()
	out := w.out.Finish(w.header)
	return out, w.reflection(), nil
}

// pick keeps the entry point that is asked for.
func pick(m *ir.Module, name string, stage ir.Stage) bool {
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if (name == "" || e.Name == name) && (stage == ir.NoStage || e.Stage == stage) {
			m.EntryPoints = m.EntryPoints[i : i+1]
			return true
		}
	}
	return false
}

// checkStage looks whether the stage can be written.
func (w *Writer) checkStage(e *ir.EntryPoint) {
	switch e.Stage {
	case ir.StageVertex, ir.StageFragment:
	case ir.StageCompute:
		w.require(computeShaders, e.Span)
	default:
		w.unsupported(e.Stage.String()+" shaders", e.Span)
	}
}

// writeHeader makes what comes first: the version, extensions, and in OpenGL ES
// the default precision.
func (w *Writer) writeHeader() {
	b := append(w.header[:0], "#version "...)
	b = strconv.AppendInt(b, int64(w.opts.Version.Number), 10)
	if w.opts.Version.ES {
		b = append(b, " es"...)
	}
	b = append(b, '\n')
	slices.Sort(w.extensions)
	for _, e := range w.extensions {
		b = append(append(append(b, "#extension "...), e...), " : require\n"...)
	}
	if w.opts.Version.ES {
		if w.opts.Minify {
			b = append(b, "precision highp float;precision highp int;"...)
		} else {
			b = append(b, "precision highp float;\nprecision highp int;\n"...)
		}
	}
	if !w.opts.Minify {
		b = append(b, '\n')
	}
	w.header = b
}
