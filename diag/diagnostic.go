package diag

// What one diagnostic is: its severity, code, spans, notes and fix.

import "fmt"

// Severity orders diagnostics by how bad they are.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Info
	Off // the diagnostic is not reported
)

// String returns the word that every output form uses for the severity.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Info:
		return "info"
	case Off:
		return "off"
	default:
		return fmt.Sprintf("severity(%d)", uint8(s))
	}
}

// A Code names a kind of diagnostic, stable across releases, in kebab case:
// "type-mismatch", "unresolved-identifier".
type Code string

// A Label is a secondary position of a diagnostic with a word about it.
type Label struct {
	Span    Span
	Message string
}

// A Fix is a suggested edit: the bytes of Span become Replacement. Also are further edits that
// belong to it, such as the other uses of a name.
type Fix struct {
	Message     string
	Span        Span
	Replacement string
	Also        []Edit
}

// An Edit is the replacement of a span.
type Edit struct {
	Span        Span
	Replacement string
}

// Edits are all edits of the fix.
func (f *Fix) Edits() []Edit { return append([]Edit{{f.Span, f.Replacement}}, f.Also...) }

// A Diagnostic is one finding about an input.
type Diagnostic struct {
	Severity Severity
	Code     Code
	Message  string // one line, no full stop
	Span     Span   // primary position
	Primary  string // label at the primary position, may be empty
	Labels   []Label
	Notes    []string
	Fix      *Fix
}

// Label adds a secondary position and returns d.
func (d *Diagnostic) Label(s Span, format string, args ...any) *Diagnostic {
	d.Labels = append(d.Labels, Label{s, fmt.Sprintf(format, args...)})
	return d
}

// At sets the label of the primary position and returns d.
func (d *Diagnostic) At(format string, args ...any) *Diagnostic {
	d.Primary = fmt.Sprintf(format, args...)
	return d
}

// Note adds a line of explanation and returns d.
func (d *Diagnostic) Note(format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
	return d
}

// Suggest sets the suggested fix and returns d.
func (d *Diagnostic) Suggest(s Span, replacement, format string, args ...any) *Diagnostic {
	d.Fix = &Fix{Message: fmt.Sprintf(format, args...), Span: s, Replacement: replacement}
	return d
}

// Diagnosable is an error that knows its code and its place in the source, zero if it has
// none: targets and transforms report it, and a diagnostic is made of it.
type Diagnosable interface {
	error
	Diagnostic() (Code, Span)
}

// Codes that several packages report.
const (
	CodeUnsupported  Code = "unsupported-in-target" // what a target can't express
	CodeBeyond       Code = "beyond-target"         // what an output has that not every implementation of the target takes
	CodeDropped      Code = "dropped-in-target"     // what an output leaves out
	CodeEmulated     Code = "emulated-in-target"    // what an output computes with other types
	CodeNoEntryPoint Code = "no-such-entry-point"
)
