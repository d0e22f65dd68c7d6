package diag

// Sources and positions. A compilation hands out plain offsets; their lines are needed only
// for reports, so the line table of a file is built at the first question. Counting the
// code points of a line would be slow if a whole file is one line, so the same pass notes
// the number of code points before every block of bytes.

import (
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Sources is the set of texts of one compilation. The zero Sources is empty
// and ready to use. Adding is not safe for concurrent use; everything else is,
// once nothing is added any more.
type Sources struct {
	files      []*source // by base
	expansions []expansion
	expanded   []expanded
	top        uint32 // past the ranges that Expand set aside
}

// A source is one text with data derived from it on demand.
type source struct {
	name string
	text string
	base uint32

	once  sync.Once
	lines []uint32 // offset of each line's first byte
	marks []mark   // one per block of markEvery bytes

	within *source                         // the text that this one is a part of; nil: none
	inside func(start, end int) (int, int) // spans of this text there
}

// A mark is the number of code points before a byte offset.
type mark struct{ at, runes uint32 }

const (
	markEvery = 1024
	byteOrder = "\ufeff" // byte order mark: part of no line as an editor shows it
)

// Add appends a text and returns its base: the offset of its first byte in the shared
// space. Offset base+len(text) is the end of the text and belongs to no other. Add panics
// when the text does not fit in the space: check Room first if the size of the input is not
// bounded.
func (s *Sources) Add(name, text string) (base uint32) {
	if len(text) > s.Room() {
		panic("diag: the sources of one compilation exceed 4 GiB")
	}
	base = s.next()
	s.files = append(s.files, &source{name: name, text: text, base: base})
	return base
}

// NewSources returns the set of one text, and its base: Add in memory that is made at once.
func NewSources(name, text string) (s *Sources, base uint32) {
	x := new(struct {
		sources Sources
		first   source
		files   [1]*source
	})
	s = &x.sources
	if len(text) > s.Room() {
		panic("diag: the sources of one compilation exceed 4 GiB")
	}
	x.first.name, x.first.text, x.first.base = name, text, s.next()
	x.files[0] = &x.first
	s.files = x.files[:]
	return s, x.first.base
}

// Within makes text i of the set a part of another text, whose place is never in the shared
// space: findings in text i have their positions in the other text. inside returns the span
// there that a span of text i stands for, in bytes; it is called with ends in order.
func (s *Sources) Within(i int, name, text string, inside func(start, end int) (int, int)) {
	s.files[i].within, s.files[i].inside = &source{name: name, text: text}, inside
}

// Size is how many bytes the texts have together.
func (s *Sources) Size() int { return int(s.next()) - 1 - len(s.files) }

// Room is the size in bytes of the longest text that Add still accepts.
func (s *Sources) Room() int {
	return int(min(math.MaxInt, max(0, math.MaxUint32-1-int64(s.next()))))
}

// next is the base that the next text gets.
func (s *Sources) next() uint32 {
	next := max(1, s.top)
	if len(s.files) > 0 {
		last := s.files[len(s.files)-1]
		next = max(next, last.base+uint32(len(last.text))+1)
	}
	return next
}

// Name returns the name of the text that holds the offset, or "".
func (s *Sources) Name(offset uint32) string {
	if f := s.file(offset); f != nil {
		return f.name
	}
	return ""
}

// first is the name of the first text, that of the input as a whole.
func (s *Sources) first() string {
	if s == nil || len(s.files) == 0 {
		return ""
	}
	if f := s.files[0]; f.within != nil {
		return f.within.name
	}
	return s.files[0].name
}

// Len is the number of texts.
func (s *Sources) Len() int { return len(s.files) }

// File returns the name and the whole of text i, in the order of Add.
func (s *Sources) File(i int) (name, text string) { return s.files[i].name, s.files[i].text }

// Text returns the bytes of a span that lies within one text, else "".
// Macro expansions are not followed.
func (s *Sources) Text(span Span) string {
	f := s.file(span.Start)
	if f == nil || span.End < span.Start || int(span.End-f.base) > len(f.text) {
		return ""
	}
	return f.text[span.Start-f.base : span.End-f.base]
}

// A Position is a place in a text as people and editors count.
type Position struct {
	File   string // the name given to Add
	Line   int    // from 1; "\n", "\r\n" and "\r" end a line
	Column int    // from 1, in Unicode code points; a malformed byte counts as one
	Offset int    // from 0, in bytes
}

// Position returns the place of the offset, without following macro expansions. It reports
// false for an offset in no text.
func (s *Sources) Position(offset uint32) (Position, bool) {
	p := s.clamp(Span{offset, offset})
	if p.file == nil {
		return Position{}, false
	}
	return p.file.position(p.start), true
}

// Range returns the places of both ends of a span that lies in one text, without following
// macro expansions. The end is that of the span's last byte.
func (s *Sources) Range(span Span) (start, end Position, ok bool) {
	p := s.clamp(span)
	if p.file == nil {
		return Position{}, Position{}, false
	}
	return p.file.position(p.start), p.file.position(p.end), true
}

// file returns the text that holds the offset, or nil.
func (s *Sources) file(offset uint32) *source {
	if s == nil {
		return nil
	}
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i].base > offset }) - 1
	if i < 0 || int(offset-s.files[i].base) > len(s.files[i].text) {
		return nil
	}
	return s.files[i]
}

// index builds the line table and the marks, once.
func (f *source) index() {
	f.once.Do(func() {
		f.lines = append(make([]uint32, 0, 1+strings.Count(f.text, "\n")), 0)
		for i := 0; i < len(f.text); i++ {
			switch f.text[i] {
			case '\r':
				if i+1 < len(f.text) && f.text[i+1] == '\n' {
					i++
				}
				f.lines = append(f.lines, uint32(i+1))
			case '\n':
				f.lines = append(f.lines, uint32(i+1))
			}
		}
		f.marks = make([]mark, 0, 1+len(f.text)/markEvery)
		at, runes := 0, 0
		for {
			f.marks = append(f.marks, mark{uint32(at), uint32(runes)})
			stop := len(f.marks) * markEvery
			if stop > len(f.text) {
				return
			}
			for at < stop {
				_, n := utf8.DecodeRuneInString(f.text[at:])
				at += n
				runes++
			}
		}
	})
}

// runes counts the code points before a byte offset.
func (f *source) runes(offset int) int {
	m := f.marks[offset/markEvery]
	at, runes := int(m.at), int(m.runes)
	for at < offset {
		_, n := utf8.DecodeRuneInString(f.text[at:])
		if at+n > offset {
			break // inside a code point
		}
		at += n
		runes++
	}
	return runes
}

// line returns the index of the line that holds a byte offset.
func (f *source) line(offset int) int {
	f.index()
	i, found := slices.BinarySearch(f.lines, uint32(offset))
	if !found {
		i--
	}
	return i
}

// lineBounds returns the byte range of a line without its terminator.
func (f *source) lineBounds(line int) (start, end int) {
	start, end = int(f.lines[line]), len(f.text)
	if line+1 < len(f.lines) {
		end = int(f.lines[line+1])
		switch {
		case strings.HasSuffix(f.text[start:end], "\r\n"):
			end -= 2
		default:
			end--
		}
	}
	if line == 0 && strings.HasPrefix(f.text[start:end], byteOrder) {
		start += len(byteOrder)
	}
	return start, end
}

// position returns the line and column of a byte offset from 0 to the length.
func (f *source) position(offset int) Position {
	line := f.line(offset)
	start, end := f.lineBounds(line)
	column := 1
	if at := min(offset, end); at > start {
		column += f.runes(at) - f.runes(start)
	}
	return Position{File: f.name, Line: line + 1, Column: column, Offset: offset}
}
