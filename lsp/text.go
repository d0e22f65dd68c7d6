package lsp

// This file converts between bytes and positions as the protocol counts them: lines from
// 0, and UTF-16 code units within them.

import (
	"net/url"
	"path/filepath"
	"sort"
	"strings"
	"unicode/utf8"

	"refract/diag"
	"refract/internal/embedded"
)

// A position is a place in a text.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A textRange is from one position up to another.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// A text is a document's content.
type text struct {
	s     string
	lines []int // offset of the start of each

	// The offset that position was asked about last, and its answer: the next one is often
	// behind it in the same line, which may be long.
	last   int
	lastAt position

	// The program that a shader is in, whose positions the text has; nil: there is none.
	program *text
	shader  *embedded.Shader
}

// newText splits a text into lines, which end with "\n", "\r\n" or "\r".
func newText(s string) *text {
	t := &text{s: s, lines: make([]int, 1, 1+len(s)/24)}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			fallthrough
		case '\n':
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// edited is the text with another in a span's stead. Only lines about the span are looked
// for anew.
func (t *text) edited(at span, with string) *text {
	// The line before the span's first, whose begin no change of it moves, up to the second
	// after its last: the end of the line between may have two characters.
	first := max(0, sort.SearchInts(t.lines, at.start+1)-2)
	last := sort.SearchInts(t.lines, at.end+1) + 1
	s, moved := t.s[:at.start]+with+t.s[at.end:], len(with)-(at.end-at.start)
	end, rest := len(s), []int(nil)
	if last < len(t.lines) {
		end, rest = t.lines[last]+moved, t.lines[last+1:]
	}
	lines := make([]int, first+1, len(t.lines)+8)
	copy(lines, t.lines)
	for i := lines[first]; i < end; i++ {
		switch s[i] {
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
			fallthrough
		case '\n':
			lines = append(lines, i+1)
		}
	}
	for _, start := range rest {
		lines = append(lines, start+moved)
	}
	return &text{s: s, lines: lines}
}

// lineEnd is the offset just before the line's end.
func (t *text) lineEnd(line int) int {
	if line+1 >= len(t.lines) {
		return len(t.s)
	}
	end := t.lines[line+1] - 1
	if end > t.lines[line] && t.s[end] == '\n' && t.s[end-1] == '\r' {
		end--
	}
	return end
}

// offset is the byte offset of a position; beyond a line's end it is that end.
func (t *text) offset(p position) int {
	if t.program != nil {
		at := t.program.offset(p)
		if value, ok := t.shader.Value(at); ok || at <= t.shader.At.Start {
			return value
		}
		return len(t.s)
	}
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(t.lines) {
		return len(t.s)
	}
	at, end := t.lines[p.Line], t.lineEnd(p.Line)
	for units := p.Character; units > 0 && at < end; {
		r, n := utf8.DecodeRuneInString(t.s[at:end])
		units--
		if r > 0xFFFF {
			units--
		}
		at += n
	}
	return at
}

// position is that of a byte offset.
func (t *text) position(offset int) position {
	offset = max(0, min(offset, len(t.s)))
	if t.program != nil {
		return t.program.position(t.shader.Source(offset, offset).Start)
	}
	line := sort.SearchInts(t.lines, offset+1) - 1
	at := position{line, 0}
	if from := t.last; t.lastAt.Line == line && from >= t.lines[line] && from <= offset {
		at.Character = t.lastAt.Character + units(t.s[from:offset])
	} else if t.lastAt.Line == line && from > offset && from-offset < offset-t.lines[line] {
		at.Character = t.lastAt.Character - units(t.s[offset:from])
	} else {
		at.Character = units(t.s[t.lines[line]:offset])
	}
	t.last, t.lastAt = offset, at
	return at
}

// span is a range of byte offsets.
type span struct{ start, end int }

func (s span) holds(offset int) bool { return s.start <= offset && offset <= s.end }

// rangeOf is the range of a span.
func (t *text) rangeOf(s span) textRange {
	if t.program != nil {
		at := t.shader.Source(max(0, min(s.start, len(t.s))), max(0, min(s.end, len(t.s))))
		return t.program.rangeOf(span{at.Start, at.End})
	}
	return textRange{t.position(s.start), t.position(s.end)}
}

// line is the line that an offset is in, from 0.
func (t *text) line(offset int) int { return sort.SearchInts(t.lines, offset+1) - 1 }

// lineStart is the begin of the line that an offset is in.
func (t *text) lineStart(offset int) int { return t.lines[t.line(offset)] }

// spanOf is the span of a range.
func (t *text) spanOf(r textRange) span {
	s := span{t.offset(r.Start), t.offset(r.End)}
	s.end = max(s.start, s.end)
	return s
}

// placeOf is where a name stands in a text among others; "": nowhere.
func placeOf(sources *diag.Sources, offset uint32, name string) (file string, place textRange) {
	p, ok := sources.Position(offset)
	if !ok {
		return "", textRange{}
	}
	before := sources.Text(diag.Span{Start: offset - uint32(p.Offset), End: offset})
	before = before[strings.LastIndexAny(before, "\r\n")+1:]
	from := position{p.Line - 1, units(before)}
	return p.File, textRange{from, position{from.Line, from.Character + units(name)}}
}

// units is the length of a text in UTF-16.
func units(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// pathOf is the file that a URI names; others stand for themselves.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	p := u.Path
	if len(p) > 2 && p[0] == '/' && p[2] == ':' { // file:///C:/...
		p = p[1:]
	}
	return filepath.FromSlash(p)
}

// uriOf is the URI of a file.
func uriOf(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// fullPath is the full name of a file, by which it is known; a path outside of file systems
// stands for itself.
func fullPath(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
