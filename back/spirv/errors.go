package spirv

// This file holds the error that the writer reports.

import "refract/diag"

// UnsupportedError reports that SPIR-V, its version or the allowed capabilities can't
// express a part of a module. Errors of Write that are the input's fault are of this type.
type UnsupportedError struct {
	Feature string    // what can't be expressed
	Span    diag.Span // where it stands; zero where it has no place
}

// Diagnostic is the code of the error, and its place.
func (e *UnsupportedError) Diagnostic() (diag.Code, diag.Span) { return diag.CodeUnsupported, e.Span }

func (e *UnsupportedError) Error() string { return "SPIR-V: " + e.Feature }
