package hlsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back"
)

// UnsupportedError reports that HLSL, or the shader model, can't express a part of a
// module. Errors of Write that are the input's fault are of this type, a
// *back.EntryPointError, or a *transform.OverrideError.
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

// failure is the error for the first thing that can't be written, or nil.
func (w *Writer) failure() error {
	return w.Failure(func(u back.Unsupported) error { return &UnsupportedError{w.opts.ShaderModel, u} })
}

// needs notes a feature of a later shader model.
func (w *Writer) needs(model ShaderModel, feature string, span diag.Span) {
	if w.opts.ShaderModel < model {
		w.UnsupportedUnless(fmt.Sprintf("shader model %v can (--set hlsl.shader_model=%v)", model, model), feature, span)
	}
}
