package glsl

// This file holds the entry into the package: the writer and its results.

import (
	"slices"
	"strconv"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/ir"
	"refract/ir/validate"
)

// Write is the function of this name; the text is the writer's memory until its
// next use.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) ([]byte, *Reflection, error) {
	if err := w.start(opts); err != nil {
		return nil, nil, err
	}
	i, err := opts.choice().One(m)
	if err != nil {
		return nil, nil, err
	}
	w.checkStage(&m.EntryPoints[i])
	if err := w.failure(); err != nil {
		return nil, nil, err
	}
	if err := w.prepare(m, i, true); err != nil {
		return nil, nil, err
	}
	return w.one(&m.EntryPoints[i])
}

// WriteEach writes every entry point of a valid module that Options.EntryPoint and
// Stage leave, in the order of the module, and calls f with each. The text is the
// writer's memory until f returns. The error is that of the first entry point that
// can't be written, or f's.
func (w *Writer) WriteEach(m *ir.Module, _ *validate.Info, opts Options, f func(out []byte, r *Reflection) error) error {
	if err := w.start(opts); err != nil {
		return err
	}
	prepared := false
	return opts.choice().Each(m, func(i int) error {
		e := &m.EntryPoints[i]
		w.checkStage(e)
		if err := w.failure(); err != nil {
			return err
		}
		if !prepared || !w.isLegalized(e) {
			if err := w.prepare(m, i, false); err != nil {
				return err
			}
			prepared = true
		}
		out, r, err := w.one(e)
		if err != nil {
			return err
		}
		return f(out, r)
	})
}

func (w *Writer) start(opts Options) error {
	tables.Do(makeTables)
	w.opts, w.Lacks = opts, nil
	w.language()
	w.notes = w.notes[:0:0]
	clear(w.noted)
	if !opts.Version.Exists() {
		w.Unsupported("", diag.Span{})
	}
	if err := w.failure(); err != nil {
		return err
	}
	return opts.check()
}

// choice is the entry point of the options.
func (o *Options) choice() back.Choice {
	return back.Choice{Name: o.EntryPoint, Stage: o.Stage, Single: "GLSL"}
}

// prepare makes a legalized copy of the module with all entry points that GLSL has, so that
// their texts agree in their common parts, and settles these. A fault that keeps one entry
// point from being legalized must not keep entry point i from it: if the whole fails, entry
// points that fail alone are left out. alone is set if only entry point i is going to be
// written: others' constructs without words in GLSL may stay then.
func (w *Writer) prepare(m *ir.Module, i int, alone bool) error {
	w.entries = w.entries[:0]
	for j := range m.EntryPoints {
		w.entries = append(w.entries, m.EntryPoints[j])
	}
	w.alone = nil
	if alone && len(w.entries) > 1 && !w.opts.IncludeUnused {
		w.alone = &m.EntryPoints[i]
	}
	err := w.legalizeThese(m, w.entries)
	w.alone = nil
	if err != nil && len(w.entries) > 1 {
		fine := w.entries[:0]
		for j := range m.EntryPoints {
			switch alone := w.legalizeThese(m, m.EntryPoints[j:j+1]); {
			case alone == nil:
				fine = append(fine, m.EntryPoints[j])
			case j == i:
				return alone
			}
		}
		w.entries = fine
		err = w.legalizeThese(m, fine)
	}
	if err != nil {
		return err
	}
	w.share()
	return nil
}

// legalizeThese copies the module with these entry points and legalizes it.
func (w *Writer) legalizeThese(m *ir.Module, entries []ir.EntryPoint) error {
	w.firstInstance, w.combined = 0, nil
	w.picked = *m
	w.picked.EntryPoints = entries
	w.M = &w.Clone
	err := w.copyReached(w.M, &w.picked)
	w.picked = ir.Module{} // which is the caller's
	if err == nil {
		err = w.legalize(w.M)
	}
	if err != nil {
		return w.errorOf(err)
	}
	w.findSharp()
	return nil
}

// isLegalized reports whether the legalized module has the entry point.
func (w *Writer) isLegalized(e *ir.EntryPoint) bool { return w.find(e) != nil }

func (w *Writer) find(e *ir.EntryPoint) *ir.EntryPoint {
	for i := range w.M.EntryPoints {
		if p := &w.M.EntryPoints[i]; p.Name == e.Name && p.Stage == e.Stage {
			return p
		}
	}
	return nil
}

// one writes an entry point of the legalized module.
func (w *Writer) one(e *ir.EntryPoint) ([]byte, *Reflection, error) {
	m := w.M
	w.extensions = w.extensions[:0]
	w.checkStage(e)
	w.indices = w.indices[:0]
	w.entry = w.find(e)
	w.main = m.Func(w.entry.Function)
	w.Begin(m)
	w.Out.Reset(words, w.opts.Minify)
	w.StartDirectives(clike.LineDirectives{On: w.opts.LineDirectives, Before: !w.opts.Version.ES && w.opts.Version.Number < 330})
	w.precision.Start(m)
	w.hitForm = back.HitObjectsOf(m, w.opts.HitObjectsEXT)
	w.findUses()
	w.findSpecialized()
	w.declare()
	w.module()
	if err := w.failure(); err != nil {
		return nil, nil, err
	}
	w.writeHeader()
	out := w.Out.Finish(w.header)
	return out, w.reflection(), nil
}

// checkStage looks whether the stage can be written.
func (w *Writer) checkStage(e *ir.EntryPoint) {
	if f := stageFeature(e.Stage); f != noFeature {
		w.require(f, e.Span)
	}
}

// writeHeader makes the first lines: the version, extensions, and in OpenGL ES the default
// precision.
func (w *Writer) writeHeader() {
	b := append(w.header[:0], "#version "...)
	b = strconv.AppendInt(b, int64(w.opts.Version.Number), 10)
	if w.opts.Version.ES && !w.isOld() {
		b = append(b, " es"...)
	}
	b = append(b, '\n')
	slices.Sort(w.extensions)
	for _, e := range w.extensions {
		b = append(append(append(b, "#extension "...), e...), " : require\n"...)
	}
	if w.opts.Version == essl100 {
		b = w.oldPrecision(b)
	} else if w.opts.Version.ES {
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
