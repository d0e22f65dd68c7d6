package glsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/internal/back"
)

// UnsupportedError reports that GLSL, or its version, can't express a part of a module.
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

// failure is the error for the first thing that can't be written, or nil.
func (w *Writer) failure() error {
	return w.Failure(func(u back.Unsupported) error { return &UnsupportedError{w.opts.Version, u} })
}
