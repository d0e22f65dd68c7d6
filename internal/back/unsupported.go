package back

// This file holds the common parts of errors about languages that lack something.

import (
	"refract/diag"
	"refract/ir"
)

// Unsupported is a part of a module that a language can't express: a part of the back ends'
// own errors.
type Unsupported struct {
	Feature string    // what can't be expressed; "": anything, as there is no such version
	Hint    string    // what would allow it, and the option to ask for that; "": nothing
	Span    diag.Span // where it stands; zero where it has no place
}

// Sentence is the error's text; language is the language with its version.
func (u *Unsupported) Sentence(language string) string {
	text := language + " can't express " + u.Feature
	if u.Hint != "" {
		text += "; " + u.Hint
	}
	return text
}

// Diagnostic is the code of the error, and its place.
func (u *Unsupported) Diagnostic() (diag.Code, diag.Span) { return diag.CodeUnsupported, u.Span }

// StageFeature is the Feature of entry points whose stage a language lacks.
func StageFeature(s ir.Stage) string { return "shaders of the stage " + s.String() }

// OtherStages calls f with the feature of each entry point whose inputs and outputs are variables of
// the module, and which the language lacks.
func OtherStages(m *ir.Module, f func(feature string, span diag.Span)) {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Stage.Info().Variables {
			f(StageFeature(e.Stage), e.Span)
		}
	}
}
