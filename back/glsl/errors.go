package glsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/diag"
)

// UnsupportedError says that GLSL, or its version, can't express what a module
// contains.
type UnsupportedError struct {
	Version Version
	Feature string    // what can't be expressed; "": anything, as there is no such version
	Hint    string    // what would allow it, and the option to ask for that; "": nothing
	Span    diag.Span // where it stands; zero where it has no place
}

func (e *UnsupportedError) Error() string {
	if e.Feature == "" {
		return fmt.Sprintf("there is no GLSL %v", e.Version)
	}
	text := fmt.Sprintf("GLSL %v can't express %s", e.Version, e.Feature)
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
		w.err = &UnsupportedError{Version: w.opts.Version, Feature: feature, Span: span}
	}
}

// unsupportedUnless is unsupported with what would allow the feature.
func (w *Writer) unsupportedUnless(hint, feature string, span diag.Span) {
	if w.err == nil {
		w.unsupported(feature, span)
		w.err.Hint = hint
	}
}
