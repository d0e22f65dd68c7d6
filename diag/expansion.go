package diag

// Included files and expanded macros. Their texts are added like any other,
// and the table says where each came from. A position inside an include stays
// there and gains a note; one inside a macro expansion, whose text no file on
// disk holds, moves to where the macro was used and gains a note.

import (
	"fmt"
	"sort"
)

// An expansion says that a range of the space stands for another.
type expansion struct {
	start, end uint32 // inclusive: an error at the end of the text belongs to it
	from       Span
	name       string
	include    bool
}

// maxExpansionDepth bounds how far a position is followed outwards.
const maxExpansionDepth = 64

// maxExpansionNotes bounds the notes about it on one diagnostic.
const maxExpansionNotes = 8

// AddExpansion records that length bytes from base are what the use of a macro
// at from expanded to. Ranges must not overlap.
func (s *Sources) AddExpansion(base, length uint32, from Span, name string) {
	s.expand(expansion{base, base + length, from, name, false})
}

// AddInclude records that length bytes from base were included by the
// directive at from. Ranges must not overlap.
func (s *Sources) AddInclude(base, length uint32, from Span, name string) {
	s.expand(expansion{base, base + length, from, name, true})
}

// expand inserts in order of start.
func (s *Sources) expand(e expansion) {
	s.expansions = append(s.expansions, e)
	for i := len(s.expansions) - 1; i > 0 && s.expansions[i-1].start > e.start; i-- {
		s.expansions[i-1], s.expansions[i] = s.expansions[i], s.expansions[i-1]
	}
}

func (s *Sources) hasExpansions() bool { return s != nil && len(s.expansions) > 0 }

// expansionAt returns the record whose range holds the offset, or nil.
func (s *Sources) expansionAt(offset uint32) *expansion {
	if s == nil {
		return nil
	}
	i := sort.Search(len(s.expansions), func(i int) bool { return s.expansions[i].start > offset }) - 1
	if i < 0 || offset > s.expansions[i].end {
		return nil
	}
	return &s.expansions[i]
}

// outermost follows macros and includes to the first text, for sorting.
func (s *Sources) outermost(span Span) Span {
	for range maxExpansionDepth {
		e := s.expansionAt(span.Start)
		if e == nil {
			break
		}
		span = e.from
	}
	return span
}

// A place is a span resolved to one text. A nil file means no position.
type place struct {
	file       *source
	start, end int // byte offsets in the text, start <= end
}

// resolve follows macro expansions to the use and clamps the span to its text.
// Any span is accepted; notes explain the way, innermost first.
func (s *Sources) resolve(span Span) (at place, notes []string) {
	for range maxExpansionDepth {
		e := s.expansionAt(span.Start)
		if e == nil || e.include {
			break
		}
		notes = append(notes, fmt.Sprintf("in expansion of %s", e.name))
		span = e.from
	}
	at = s.clamp(span)
	for range maxExpansionDepth {
		e := s.expansionAt(span.Start)
		if e == nil {
			break
		}
		span = e.from
		if from := s.clamp(span); from.file != nil {
			p := from.file.position(from.start)
			notes = append(notes, fmt.Sprintf("%s from %s:%d:%d", inclusionWord(e), p.File, p.Line, p.Column))
		}
	}
	if more := len(notes) - maxExpansionNotes; more > 0 {
		notes = append(notes[:maxExpansionNotes], fmt.Sprintf("and %d expansions more", more))
	}
	return at, notes
}

func inclusionWord(e *expansion) string {
	if e.include {
		return "included"
	}
	return "expanded"
}

// clamp cuts a span to the text that holds its start.
func (s *Sources) clamp(span Span) place {
	f := s.file(span.Start)
	if span.IsZero() || f == nil {
		return place{}
	}
	start := int(span.Start - f.base)
	end := max(start, int(int64(span.End)-int64(f.base)))
	return place{f, start, min(end, len(f.text))}
}
