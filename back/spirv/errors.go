package spirv

// This file holds the error that the writer reports.

import (
	"strconv"

	"refract/diag"
)

// UnsupportedError says that SPIR-V, its version or the allowed capabilities
// can't express what a module contains. Errors of Write that are the input's
// fault are of this type.
type UnsupportedError struct {
	Feature string    // what can't be expressed
	Span    diag.Span // where it stands; zero where it has no place
}

// TooLongError says that a module takes more bytes than Writer.Bound allows.
type TooLongError struct{ Limit int }

func (e *TooLongError) Error() string {
	return "the SPIR-V takes more than " + strconv.Itoa(e.Limit) + " bytes"
}

func (e *UnsupportedError) Error() string { return "SPIR-V: " + e.Feature }
