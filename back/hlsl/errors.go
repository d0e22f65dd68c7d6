package hlsl

// This file holds the error that the writer reports.

import "refract/diag"

// UnsupportedError says that HLSL, or the shader model, can't express what a
// module contains. Errors of Write that are the input's fault are of this type,
// or a *transform.OverrideError.
type UnsupportedError struct {
	Feature string    // what can't be expressed
	Span    diag.Span // where it stands; zero where it has no place
}

func (e *UnsupportedError) Error() string { return "HLSL: " + e.Feature }
