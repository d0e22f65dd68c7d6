package embedded

// Findings about shaders in programs, at their places in the program.

import (
	"slices"

	"refract/diag"
)

// Placed moves the findings about the shader's value to the program, whose file has the name.
// Fixes become edits of the literals; a fix that no literal can hold becomes a note.
func (s *Shader) Placed(found *diag.Diagnostics, name string) *diag.Diagnostics {
	if found == nil || found.Sources == nil || found.Sources.Len() == 0 {
		return found
	}
	if _, text := found.Sources.File(0); text != s.Text {
		return found
	}
	for i, d := range found.Items {
		if d.Fix == nil || d.Fix.Span.Start < 1 || int(d.Fix.Span.Start)-1 > len(s.Text) {
			continue
		}
		moved := *d
		edits := d.Fix.Edits()
		for i := range edits {
			e := &edits[i]
			_, text, ok := s.Edit(int(e.Span.Start)-1, int(max(e.Span.End, e.Span.Start))-1, e.Replacement)
			if e.Replacement = text; !ok {
				edits = nil
				break
			}
		}
		if moved.Fix = nil; len(edits) > 0 {
			moved.Fix = &diag.Fix{Message: d.Fix.Message, Span: d.Fix.Span, Replacement: edits[0].Replacement, Also: edits[1:]}
		} else {
			moved.Notes = append(slices.Clip(d.Notes), "help: "+d.Fix.Message)
		}
		found.Items[i] = &moved
	}
	found.Sources.Within(0, name, s.program, func(start, end int) (int, int) {
		at := s.Source(start, end)
		return at.Start, at.End
	})
	return found
}

// Unknown is the finding about a shader with holes.
func (s *Shader) Unknown(name string, severity diag.Severity) *diag.Diagnostics {
	sources, base := diag.NewSources(name, s.program)
	var list diag.List
	d := list.Report(severity, "unknown-placeholder", s.Holes[0].At.within(base), "the shader isn't checked: the value of %s isn't known before the program runs", s.Holes[0].Text)
	for _, h := range s.Holes[1:min(len(s.Holes), 8)] {
		d.Label(h.At.within(base), "nor is %s", h.Text)
	}
	d.Note("a table substitute in refract.toml gives placeholders values")
	return list.Diagnostics(sources)
}

// within is the span in a set of sources that has the program at a base.
func (s Span) within(base uint32) diag.Span {
	return diag.Span{Start: base + uint32(s.Start), End: base + uint32(s.End)}
}

// Misplaced are the findings about problems in a program.
func Misplaced(problems []Problem, name, program string) *diag.Diagnostics {
	sources, base := diag.NewSources(name, program)
	var list diag.List
	for _, p := range problems {
		list.Errorf("invalid-shader-tag", p.At.within(base), "%s", p.Message)
	}
	return list.Diagnostics(sources)
}
