package glsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/back"
	"refract/diag"
)

// UnsupportedError says that GLSL, or its version, can't express what a module
// contains.
type UnsupportedError struct {
	Version Version
	back.Unsupported
}

func (e *UnsupportedError) Error() string {
	if e.Feature == "" {
		return fmt.Sprintf("there is no GLSL %v", e.Version)
	}
	return e.Sentence(fmt.Sprintf("GLSL %v", e.Version))
}

// unsupported notes the first thing that can't be written.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.err == nil {
		w.err = &UnsupportedError{w.opts.Version, back.Unsupported{Feature: feature, Span: span}}
	}
}

// unsupportedUnless is unsupported with what would allow the feature.
func (w *Writer) unsupportedUnless(hint, feature string, span diag.Span) {
	if w.err == nil {
		w.unsupported(feature, span)
		w.err.Hint = hint
	}
}
