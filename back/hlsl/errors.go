package hlsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/back"
	"refract/diag"
)

// UnsupportedError says that HLSL, or the shader model, can't express what a
// module contains. Errors of Write that are the input's fault are of this type,
// a *back.EntryPointError, or a *transform.OverrideError.
type UnsupportedError struct {
	Model ShaderModel
	back.Unsupported
}

func (e *UnsupportedError) Error() string {
	if e.Feature == "" {
		return fmt.Sprintf("HLSL has no shader model %v", e.Model)
	}
	return e.Sentence(fmt.Sprintf("HLSL of shader model %v", e.Model))
}

// unsupported notes the first thing that can't be written.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.err == nil {
		w.err = &UnsupportedError{w.opts.ShaderModel, back.Unsupported{Feature: feature, Span: span}}
	}
}

// unsupportedUnless is unsupported with what would allow the feature.
func (w *Writer) unsupportedUnless(hint, feature string, span diag.Span) {
	if w.err == nil {
		w.unsupported(feature, span)
		w.err.Hint = hint
	}
}

// needs notes a feature of a later shader model.
func (w *Writer) needs(model ShaderModel, feature string, span diag.Span) {
	if w.opts.ShaderModel < model {
		w.unsupportedUnless(fmt.Sprintf("shader model %v can (--set hlsl.shader_model=%v)", model, model), feature, span)
	}
}
