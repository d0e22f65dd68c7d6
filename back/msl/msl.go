package msl

// This file holds the entry into the package: the writer and its state.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/ir"
	"refract/ir/validate"
)

// UnsupportedError reports that Metal, or the version of it, can't express a part of a
// module. Errors of Write that are the input's fault are of this type, or one of
// internal/ir/transform's: *OverrideError, *SpecializeError.
type UnsupportedError struct {
	Version Version
	back.Unsupported
}

func (e *UnsupportedError) Error() string {
	return e.Sentence(fmt.Sprintf("Metal %v", e.Version))
}

// Write is the function of this name.
func (w *Writer) Write(m *ir.Module, _ *validate.Info, opts Options) (*Output, error) {
	tables.Do(makeTables)
	w.language()
	if opts.Version == 0 {
		opts.Version = DefaultVersion
	}
	w.opts, w.Lacks, w.dropped = opts, nil, w.dropped[:0]
	if !w.own {
		m = m.CloneInto(&w.Clone)
	}
	if err := w.otherStages(m); err != nil {
		return nil, err
	}
	if back.FloatAtomics(m, nil, false, w.Unsupported) {
		return nil, w.failure()
	}
	if err := w.legalize(m); err != nil {
		return nil, err
	}
	w.Begin(m)
	w.Calls.Of(m)
	w.Out.Reset(words, opts.Minify)
	w.StartDirectives(clike.LineDirectives{On: opts.LineDirectives, Named: true})
	w.Layout.Reset(m)
	w.sizesType = 0
	w.findHelpers()
	w.findUses()
	w.findPayloads()
	w.findRoles()
	w.findHosts()
	w.declare()
	output := new(Output)
	w.module(output)
	if err := w.failure(); err != nil {
		return nil, err
	}
	output.Text = string(w.Out.Finish(w.header()))
	w.finish(output)
	return output, nil
}

// header is the first lines of every shader.
func (w *Writer) header() []byte {
	h := append(w.head[:0], "#include <metal_stdlib>\n"...)
	if w.opts.Minify {
		h = append(h, "using namespace metal;\n"...)
	} else {
		h = append(h, "#include <simd/simd.h>\n\nusing namespace metal;\n"...)
		if w.Out.Len() > 0 {
			h = append(h, '\n')
		}
	}
	w.head = h
	return h
}

// failure is the error for the first thing that can't be written, or nil.
func (w *Writer) failure() error {
	return w.Failure(func(u back.Unsupported) error { return &UnsupportedError{w.opts.Version, u} })
}

// since notes that a feature needs a version of Metal.
func (w *Writer) since(v Version, feature string, span diag.Span) {
	if w.opts.Version < v {
		w.UnsupportedUnless(fmt.Sprintf("Metal %v can (--set msl.version=%v)", v, v), feature, span)
	}
}
