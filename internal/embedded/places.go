package embedded

// Places: the bytes of the program for the bytes of a value, and the way back; and edits of a
// value as edits of the literals that it is made of.

import (
	"sort"
	"strings"
)

// A place is a stretch of a value and of the program's text.
type place struct {
	value   int
	size    int // of the value
	source  Span
	literal int32 // index of the literal; -1: the stretch stands for a placeholder
	same    bool  // the bytes are the same
}

// A literal is one that a value is made of.
type literal struct {
	style  style
	format format
	hashes string // of raw literals: the text that would end it
	quote  byte
}

// at is the index of the place that holds an offset of the value; if there is none behind it,
// the last.
func (s *Shader) at(offset int) int {
	i := sort.Search(len(s.places), func(i int) bool { return s.places[i].value+s.places[i].size > offset })
	return min(i, len(s.places)-1)
}

// Source is the span of the program that a span of the value stands for.
func (s *Shader) Source(start, end int) Span {
	if len(s.places) == 0 {
		return s.At
	}
	i := s.at(start)
	p := &s.places[i]
	out := Span{p.source.Start, p.source.Start}
	switch {
	case p.same:
		out.Start += min(start-p.value, p.size)
	case start >= p.value+p.size:
		out.Start = p.source.End
	}
	out.End = out.Start
	if end <= start {
		return out
	}
	q := &s.places[s.at(end-1)]
	last := q.source.End
	if q.same {
		last = q.source.Start + min(end-q.value, q.size)
	}
	out.End = max(out.Start, last)
	return out
}

// Value is the offset of the value for an offset of the program; false: it lies outside of the
// literals.
func (s *Shader) Value(offset int) (int, bool) {
	if offset < s.At.Start || offset > s.At.End {
		return 0, false
	}
	best := -1
	for i := range s.places {
		p := &s.places[i]
		if p.source.Start <= offset && offset <= p.source.End {
			best = i
			if offset < p.source.End {
				break
			}
		}
	}
	if best < 0 {
		return 0, false
	}
	p := &s.places[best]
	switch {
	case p.same:
		return p.value + offset - p.source.Start, true
	case offset == p.source.End:
		return p.value + p.size, true
	}
	return p.value, true
}

// Edit is the edit of the program that replaces a span of the value: the span of the program
// that becomes the text. It reports false if there is none: if the span is not in one literal,
// has a placeholder in it, or if the literal can't hold the replacement.
func (s *Shader) Edit(start, end int, replacement string) (Span, string, bool) {
	if len(s.places) == 0 || start > end || end > len(s.Text) {
		return Span{}, "", false
	}
	first := s.at(start)
	last := first
	if end > start {
		last = s.at(end - 1)
	}
	l := s.places[first].literal
	for i := first; i <= last; i++ {
		if p := &s.places[i]; p.literal != l || l < 0 || i > first && p.source.Start < s.places[i-1].source.End {
			return Span{}, "", false
		}
	}
	text, ok := s.literals[l].written(replacement)
	return s.Source(start, end), text, ok
}

// written is a text as the literal has it; false: it can't.
func (l *literal) written(text string) (string, bool) {
	switch l.format {
	case formatPrintf:
		text = strings.ReplaceAll(text, "%", "%%")
	case formatBraces:
		text = strings.NewReplacer("{", "{{", "}", "}}").Replace(text)
	}
	switch l.style {
	case rawGo:
		return text, !strings.ContainsAny(text, "`\r")
	case rawRust, rawC:
		return text, !strings.Contains(text, l.hashes) && !strings.Contains(text, "\r")
	case templateJS:
		return strings.NewReplacer("\\", "\\\\", "`", "\\`", "${", "\\${", "\r", "\\r").Replace(text), true
	case quotedGo, quotedRust, quotedC, quotedJS:
		q := string(l.quote)
		return strings.NewReplacer("\\", "\\\\", q, "\\"+q, "\n", "\\n", "\r", "\\r", "\t", "\\t", "\x00", "\\000").Replace(text), !strings.Contains(text, "\x00")
	default:
		panic("style of a literal")
	}
}
