package hlsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/diag"
)

// UnsupportedError says that HLSL, or the shader model, can't express what a
// module contains. Errors of Write that are the input's fault are of this type,
// a *back.EntryPointError, or a *transform.OverrideError.
type UnsupportedError struct {
	Model   ShaderModel
	Feature string    // what can't be expressed; "": anything, as there is no such shader model
	Hint    string    // what would allow it, and the option to ask for that; "": nothing
	Span    diag.Span // where it stands; zero where it has no place
}

func (e *UnsupportedError) Error() string {
	if e.Feature == "" {
		return fmt.Sprintf("HLSL has no shader model %v", e.Model)
	}
	text := fmt.Sprintf("HLSL of shader model %v can't express %s", e.Model, e.Feature)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Diagnostic is the code of the error, and its place.
func (e *UnsupportedError) Diagnostic() (diag.Code, diag.Span) { return diag.CodeUnsupported, e.Span }

// unsupported notes the first thing that can't be written.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.err == nil {
		w.err = &UnsupportedError{Model: w.opts.ShaderModel, Feature: feature, Span: span}
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
