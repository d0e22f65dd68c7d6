package glsl

// This file holds the errors that the writer reports.

import (
	"fmt"

	"refract/diag"
	"refract/ir"
)

// UnsupportedError says that GLSL, or its version, can't express what a module
// contains.
type UnsupportedError struct {
	Version Version
	Feature string    // what can't be expressed
	Span    diag.Span // where it stands; zero where it has no place
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("GLSL %v has no %s", e.Version, e.Feature)
}

// EntryPointError says that a module lacks the entry point that was asked for.
type EntryPointError struct {
	Name  string // "": any
	Stage ir.Stage
}

func (e *EntryPointError) Error() string {
	what := "entry point"
	if e.Stage != ir.NoStage {
		what = e.Stage.String() + " " + what
	}
	if e.Name != "" {
		return fmt.Sprintf("the module has no %s %q", what, e.Name)
	}
	return fmt.Sprintf("the module has no %s, and GLSL is one", what)
}

// unsupported notes the first thing that can't be written.
func (w *Writer) unsupported(feature string, span diag.Span) {
	if w.err == nil {
		w.err = &UnsupportedError{w.opts.Version, feature, span}
	}
}
