package hlsl

// This file holds the entry into the package: the writer and its results.

import (
	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/back/direct3d"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// Write is the function of this name; the text is the writer's memory until its
// next use.
func (w *Writer) Write(m *ir.Module, info *validate.Info, opts Options) ([]byte, *Reflection, error) {
	tables.Do(makeTables)
	if !opts.ShaderModel.Exists() {
		return nil, nil, &UnsupportedError{Model: opts.ShaderModel}
	}
	if err := opts.check(); err != nil {
		return nil, nil, err
	}
	w.opts, w.Lacks = opts, nil
	w.shared = transform.HasSharedBindings(m, info.UsedGlobals())
	w.language()
	w.findDeclared(m)
	made := &w.Clone
	if w.own && opts.EntryPoint == "" {
		made = m
	}
	if err := w.copyReached(made, m); err != nil {
		return nil, nil, err
	}
	m = made
	for i := range m.EntryPoints {
		direct3d.CheckDerivatives(m, &m.EntryPoints[i], func(feature string, at diag.Span) { w.needs(ShaderModel66, feature, at) }, w.Unsupported)
	}
	back.FloatAtomics(m, nil, true, w.Unsupported)
	direct3d.CheckControls(m, w.Unsupported)
	if err := w.failure(); err != nil {
		return nil, nil, err
	}
	if err := w.legalize(m); err != nil {
		return nil, nil, err
	}
	w.Begin(m)
	w.entry = nil
	w.Out.Reset(words, opts.Minify)
	w.StartDirectives(clike.LineDirectives{On: opts.LineDirectives, Named: true})
	w.Layout.Reset(m)
	w.prepare()
	w.module()
	if err := w.failure(); err != nil {
		return nil, nil, err
	}
	out := w.Out.Finish(nil)
	return out, w.reflection(), nil
}

// isDXC reports whether the text is for DXC, not FXC.
func (w *Writer) isDXC() bool { return w.opts.ShaderModel >= ShaderModel60 }
