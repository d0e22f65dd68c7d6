package diag

// Included files and expanded macros. Their texts are added like any other, and the table
// has the origin of each. A position inside an include stays there and gains a note; one
// inside a macro expansion, whose text no file on disk holds, moves to the macro's use and
// gains a note.

import (
	"fmt"
	"sort"
)

// An expansion is a range of the space that stands for another. There may be one for every
// use of a macro, so that it is small: the common part of all uses is kept once.
type expansion struct {
	start uint32 // the range includes its end: an error at the end of the text belongs to it
	what  uint32 // an index into the expanded things
	from  Span
}

// An expanded thing is a macro or an included file.
type expanded struct {
	name    string
	length  uint32
	include bool
	module  bool // included as a module that was imported
}

// A Macro is a macro that a Sources knows of; see AddMacro.
type Macro uint32

// maxExpansionDepth bounds how far a position is followed outwards.
const maxExpansionDepth = 64

// maxExpansionNotes bounds the notes about it on one diagnostic.
const maxExpansionNotes = 8

// AddMacro makes a macro known whose expansions are length bytes long. The length is that
// of the text of its definition: expansions have the positions of the definition.
func (s *Sources) AddMacro(name string, length uint32) Macro {
	s.expanded = append(s.expanded, expanded{name: name, length: length})
	return Macro(len(s.expanded) - 1)
}

// Expand sets a range of the space aside for one use of a macro, at from, and returns its
// base. It reports false if the space is used up.
func (s *Sources) Expand(m Macro, from Span) (base uint32, ok bool) {
	length := s.expanded[m].length
	if int(length) > s.Room() {
		return 0, false
	}
	base = s.next()
	s.top = base + length + 1
	s.expand(expansion{base, uint32(m), from})
	return base, true
}

// AddExpansion records that length bytes from base are the expansion of the use of a macro
// at from. Ranges must not overlap.
func (s *Sources) AddExpansion(base, length uint32, from Span, name string) {
	s.expanded = append(s.expanded, expanded{name: name, length: length})
	s.expand(expansion{base, uint32(len(s.expanded) - 1), from})
}

// AddInclude records that length bytes from base were included by the
// directive at from. Ranges must not overlap.
func (s *Sources) AddInclude(base, length uint32, from Span, name string) {
	s.expanded = append(s.expanded, expanded{name: name, length: length, include: true})
	s.expand(expansion{base, uint32(len(s.expanded) - 1), from})
}

// AddImport is AddInclude for a module that is imported at from.
func (s *Sources) AddImport(base, length uint32, from Span, name string) {
	s.expanded = append(s.expanded, expanded{name: name, length: length, include: true, module: true})
	s.expand(expansion{base, uint32(len(s.expanded) - 1), from})
}

// expand inserts in order of start.
func (s *Sources) expand(e expansion) {
	s.expansions = append(s.expansions, e)
	for i := len(s.expansions) - 1; i > 0 && s.expansions[i-1].start > e.start; i-- {
		s.expansions[i-1], s.expansions[i] = s.expansions[i], s.expansions[i-1]
	}
}

func (s *Sources) hasExpansions() bool { return s != nil && len(s.expansions) > 0 }

// expansionAt returns the expansion whose range holds the offset, and its use, or nil.
func (s *Sources) expansionAt(offset uint32) (what *expanded, from Span) {
	if s == nil {
		return nil, Span{}
	}
	i := sort.Search(len(s.expansions), func(i int) bool { return s.expansions[i].start > offset }) - 1
	if i < 0 {
		return nil, Span{}
	}
	e := &s.expansions[i]
	what = &s.expanded[e.what]
	if offset > e.start+what.length {
		return nil, Span{}
	}
	return what, e.from
}

// outermost follows macros and includes to the first text, for sorting.
func (s *Sources) outermost(span Span) Span {
	for range maxExpansionDepth {
		what, from := s.expansionAt(span.Start)
		if what == nil {
			break
		}
		span = from
	}
	return span
}

// used follows macro expansions at the offset to the use in a file, and returns its whole
// span. It reports false for an offset in no expansion.
func (s *Sources) used(offset uint32) (use Span, ok bool) {
	for range maxExpansionDepth {
		what, from := s.expansionAt(offset)
		if what == nil || what.include {
			break
		}
		use, offset, ok = from, from.Start, true
	}
	return use, ok
}

// Visible is the span as it shows in files: ends that lie in the expansion of a macro are
// moved to the use. It is empty at the start if the ends are in different files.
func (s *Sources) Visible(span Span) Span {
	if !s.hasExpansions() || span.IsZero() {
		return span
	}
	start, end := span, span
	if use, ok := s.used(span.Start); ok {
		start = use
	}
	if span.End > span.Start {
		end = Span{Start: span.End - 1, End: span.End}
	} else if span.End < span.Start && span.End > 0 {
		end = Span{Start: span.End - 1, End: span.End}
	}
	if use, ok := s.used(end.Start); ok {
		end = use
	}
	if f := s.file(start.Start); f != nil && f == s.file(end.Start) && end.End >= start.Start {
		return Span{start.Start, end.End}
	}
	if use, ok := s.used(span.Start); ok {
		return use
	}
	return Span{start.Start, start.Start}
}

// A place is a span resolved to one text. A nil file means no position.
type place struct {
	file       *source
	start, end int // byte offsets in the text, start <= end
}

// resolve follows macro expansions to the use and clamps the span to its text.
// Any span is accepted; notes explain the way, innermost first.
func (s *Sources) resolve(span Span) (at place, notes []string) {
	visible := s.Visible(span)
	for range maxExpansionDepth {
		what, from := s.expansionAt(span.Start)
		if what == nil || what.include {
			break
		}
		notes = append(notes, fmt.Sprintf("in expansion of %s", what.name))
		span = from
	}
	at = s.clamp(visible)
	span = visible
	for range maxExpansionDepth {
		what, from := s.expansionAt(span.Start)
		if what == nil {
			break
		}
		span = from
		if from := s.clamp(span); from.file != nil {
			p := from.file.position(from.start)
			notes = append(notes, fmt.Sprintf("%s from %s:%d:%d", inclusionWord(what), p.File, p.Line, p.Column))
		}
	}
	if more := len(notes) - maxExpansionNotes; more > 0 {
		notes = append(notes[:maxExpansionNotes], fmt.Sprintf("and %d expansions more", more))
	}
	return at, notes
}

func inclusionWord(e *expanded) string {
	if e.module {
		return "imported"
	}
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
	end = min(end, len(f.text))
	if f.within != nil {
		start, end = f.inside(start, end)
		return place{f.within, start, end}
	}
	return place{f, start, end}
}
