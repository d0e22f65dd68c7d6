package glsl

// This file holds the errors that the writer reports.

import (
	"fmt"
	"strings"

	"refract/diag"
	"refract/ir"
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

// EntryPointError says that a module lacks the entry point that was asked for, or
// has several that it may be.
type EntryPointError struct {
	Name       string // "": any
	Stage      ir.Stage
	Candidates []EntryPointName // more than one, or none
	Others     []EntryPointName // all of the module
}

// EntryPointName is an entry point by its name and stage.
type EntryPointName struct {
	Name  string
	Stage ir.Stage
}

func (e *EntryPointError) Error() string {
	what := "entry point"
	if e.Stage != ir.NoStage {
		what = e.Stage.String() + " " + what
	}
	switch {
	case len(e.Candidates) > 0:
		return fmt.Sprintf("GLSL is one entry point, and the module has several: %s; say which one (--entry NAME)", entryPointNames(e.Candidates))
	case len(e.Others) == 0:
		return fmt.Sprintf("the module has no %s, and GLSL is one", what)
	case e.Name != "":
		return fmt.Sprintf("the module has no %s %q; it has %s", what, e.Name, entryPointNames(e.Others))
	}
	return fmt.Sprintf("the module has no %s; it has %s", what, entryPointNames(e.Others))
}

// entryPointNames lists entry points, a few of them.
func entryPointNames(list []EntryPointName) string {
	const most = 20
	var b strings.Builder
	for i, e := range list {
		switch {
		case i == most:
			fmt.Fprintf(&b, " and %d more", len(list)-most)
			return b.String()
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %q", e.Stage, e.Name)
	}
	return b.String()
}

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
