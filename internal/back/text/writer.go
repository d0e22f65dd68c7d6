package text

// This file holds the output: bytes, indentation, and marks for names.

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf8"

	"refract/internal/back"
	"refract/internal/intern"
	"refract/ir"
)

// A Writer gathers output. Names are references to entities, written as the text
// that each wants; which text it gets is settled by Finish, when all uses are known.
// A Writer must be Reset before use, and keeps its memory from one Reset to the next.
type Writer struct {
	words   *Words
	compact bool
	indent  int
	buf     []byte
	limit   int // of buf; 0: none
	events  []event
	names   []name
	symbols *intern.Interner // of texts; those of the language's words come first
	renamed bool             // some name got another text than it wanted
	res     resolver
	out     []byte
	floats  [floatTexts]floatText
	members []bool // by symbol: a member is called so

	// Of compact output.
	short  shortTexts
	module []Name
	given  []uint32
	left   []int
	used   []bool
	marks  []int
}

// maxIndent bounds the indentation, so that output stays linear in its input
// however deep that nests.
const maxIndent = 40

const spaces = "                                                                " +
	"                                                                                                "

// Reset empties the writer for a language. compact leaves out all white space
// that the language doesn't need.
func (w *Writer) Reset(words *Words, compact bool) {
	if w.words == words {
		w.names = w.names[:len(words.names)] // nothing changes those of words, but for counts that nobody asks for
		w.symbols.Reset()
	} else {
		w.names = append(w.names[:0], words.names...)
		w.symbols = intern.New(words.texts[1:])
	}
	if w.words != words || w.compact != compact {
		clear(w.floats[:])
	}
	w.words, w.compact, w.indent, w.renamed = words, compact, 0, false
	w.buf = w.buf[:0]
	w.events = w.events[:0]
	clear(w.members)
}

// Compact reports whether white space is left out.
func (w *Writer) Compact() bool { return w.compact }

// Len is the number of bytes written, counting names by their wanted texts.
func (w *Writer) Len() int { return len(w.buf) }

// Bound sets how many bytes are written at most, from one Reset to the next and after; 0 is
// no bound. A Writer that passes it panics with a *back.TooLongError, which the callers of
// a package that writes text make an error.
func (w *Writer) Bound(bytes int) { w.limit = bytes }

// Str appends text.
func (w *Writer) Str(s string) {
	w.buf = append(w.buf, s...)
	if w.limit != 0 && len(w.buf) > w.limit {
		w.tooLong()
	}
}

// tooLong panics because the text passes its bound.
func (w *Writer) tooLong() {
	w.buf = nil
	panic(&back.TooLongError{What: "bytes of output", Limit: w.limit})
}

// Byte appends one byte.
func (w *Writer) Byte(c byte) { w.buf = append(w.buf, c) }

// Uint appends a number in decimal.
func (w *Writer) Uint(v uint64) {
	if v < 10 {
		w.buf = append(w.buf, byte('0'+v))
		return
	}
	w.buf = strconv.AppendUint(w.buf, v, 10)
}

// Last is the last byte written, or 0; a letter if it is not ASCII, as in a name.
func (w *Writer) Last() byte {
	if len(w.buf) == 0 {
		return 0
	}
	c := w.buf[len(w.buf)-1]
	if c >= utf8.RuneSelf {
		return 'a'
	}
	return c
}

// Swizzle appends the components that v picks.
func (w *Writer) Swizzle(v ir.Swizzle) {
	w.buf = append(w.buf, '.')
	for _, c := range v.Pattern[:v.Size] {
		w.buf = append(w.buf, "xyzw"[c])
	}
}

// Element appends the selection of component i of a vector, or element i of a matrix or
// array.
func (w *Writer) Element(t *ir.Type, i uint32) {
	if t.Kind == ir.TypeVector {
		w.buf = append(w.buf, '.', "xyzw"[i&3])
		return
	}
	w.buf = append(w.buf, '[')
	w.Uint(uint64(i))
	if i > math.MaxInt32 { // else it would be taken for a signed number
		w.buf = append(w.buf, 'u')
	}
	w.buf = append(w.buf, ']')
}

// Space appends a space that only readers need.
func (w *Writer) Space() {
	if !w.compact {
		w.buf = append(w.buf, ' ')
	}
}

// Comma appends a comma between the elements of a list.
func (w *Writer) Comma() {
	if w.compact {
		w.buf = append(w.buf, ',')
		return
	}
	w.buf = append(w.buf, ',', ' ')
}

// Infix appends an operator between spaces.
func (w *Writer) Infix(s string) {
	switch {
	case w.compact:
		w.buf = append(w.buf, s...)
	case len(s) == 1:
		w.buf = append(w.buf, ' ', s[0], ' ')
	case len(s) == 2:
		w.buf = append(w.buf, ' ', s[0], s[1], ' ')
	default:
		w.buf = append(w.buf, ' ')
		w.buf = append(w.buf, s...)
		w.buf = append(w.buf, ' ')
	}
}

// Line starts a new line, indented.
func (w *Writer) Line() {
	if w.compact {
		return
	}
	w.buf = append(w.buf, '\n')
	w.buf = append(w.buf, spaces[:4*min(w.indent, maxIndent)]...)
}

// Blank starts an empty line between declarations; at the beginning of the
// output it does nothing.
func (w *Writer) Blank() {
	if !w.compact && len(w.buf) > 0 {
		w.buf = append(w.buf, '\n')
	}
}

// End ends a line without starting another.
func (w *Writer) End() {
	if !w.compact {
		w.buf = append(w.buf, '\n')
	}
}

// LinesSince is the number of lines that ended since the text was so long.
func (w *Writer) LinesSince(length int) int { return bytes.Count(w.buf[length:], []byte{'\n'}) }

// Indent moves the lines to come to the right.
func (w *Writer) Indent() { w.indent++ }

// Outdent undoes Indent.
func (w *Writer) Outdent() { w.indent-- }

// Begin opens braces that are a scope of names.
func (w *Writer) Begin() {
	w.buf = append(w.buf, '{')
	w.indent++
	w.Open()
}

// BeginPart opens braces that are a scope as OpenPart's.
func (w *Writer) BeginPart() {
	w.buf = append(w.buf, '{')
	w.indent++
	w.OpenPart()
}

// Finished closes a construct that Begin opened; empty is set if nothing stands between.
func (w *Writer) Finished(empty bool) {
	w.indent--
	if !empty {
		w.Line()
	}
	w.buf = append(w.buf, '}')
	w.Close()
}
