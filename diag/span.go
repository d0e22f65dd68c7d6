// Package diag holds sources, spans and diagnostics, and renders diagnostics
// as human text with carets, as short lines, as JSON lines and as SARIF.
//
// All sources of one compilation share one space of byte offsets: each source
// gets a base when it is added, and a Span is a pair of offsets in that space.
// Lines and columns are computed only when a diagnostic is rendered.
package diag

// A Span is a half-open range of byte offsets in the space of a Sources set.
// The zero Span means "no position": the first source's base is 1.
type Span struct {
	Start, End uint32
}

// IsZero reports whether the span carries no position.
func (s Span) IsZero() bool { return s == Span{} }

// Join returns the smallest span that covers both; a zero span is ignored.
func (s Span) Join(t Span) Span {
	switch {
	case s.IsZero():
		return t
	case t.IsZero():
		return s
	}
	return Span{min(s.Start, t.Start), max(s.End, t.End)}
}
