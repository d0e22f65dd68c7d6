package dxbc

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back"
)

// UnsupportedError reports that Direct3D bytecode, or the shader model, can't express a part of a
// module. Errors of Write that are the input's fault are of this type, a
// *back.EntryPointError, or a *transform.OverrideError.
type UnsupportedError struct {
	Profile Profile
	back.Unsupported
}

func (e *UnsupportedError) Error() string {
	if e.Feature == "" {
		return fmt.Sprintf("Direct3D bytecode has no shader model %v", e.Profile)
	}
	return e.Sentence(fmt.Sprintf("Direct3D bytecode of shader model %v", e.Profile))
}

// unsupported notes the first part of the module that can't be expressed.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.failed == nil {
		w.failed = &UnsupportedError{w.opts.Profile, back.Unsupported{Feature: feature, Span: span}}
	}
}

// unsupportedUnless notes a feature that an option makes one that can be expressed.
func (w *Writer) unsupportedUnless(feature, hint string, span diag.Span) {
	if w.failed == nil {
		w.failed = &UnsupportedError{w.opts.Profile, back.Unsupported{Feature: feature, Hint: hint, Span: span}}
	}
}

// needs notes a feature of a later shader model.
func (w *Writer) needs(p Profile, feature string, span diag.Span) {
	if w.opts.Profile < p && w.failed == nil {
		w.failed = &UnsupportedError{w.opts.Profile, back.Unsupported{Feature: feature, Hint: fmt.Sprintf("shader model %v can (--set dxbc.profile=%v)", p, p), Span: span}}
	}
}

// failure is the error for the first part that can't be written, or nil.
func (w *Writer) failure() error {
	if w.failed == nil {
		return nil
	}
	return w.failed
}
