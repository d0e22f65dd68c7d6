package text

// This file writes functions that stand in the source of a writer as text of the language,
// with placeholders for differences.
//
//	uint @function($buffer @source) {
//		uint @length;
//		$source.GetDimensions($length);
//		return $length;
//	}
//
// A line of the template is a line of the output, indented by a level for each tab. @x
// declares a name x, $x or ${x} writes it. A name that the arguments don't hold is a local
// one of the template. Predeclared words count as used, so that nothing hides them. Compact
// output has the spaces that separate words only.

import (
	"strconv"
	"strings"
)

// Args are the values of a template's placeholders, by name: a Name, a string, an int, or a
// func() that writes to the Writer.
type Args map[string]any

// Template writes a template, which is a scope of names.
func (w *Writer) Template(template string, args Args) {
	w.Open()
	t := templating{w: w, args: args, base: w.indent}
	t.write(template)
	w.indent = t.base
	w.Close()
}

// templating is the state of a template.
type templating struct {
	w      *Writer
	args   Args
	base   int // indentation of the line before the first
	locals []templateLocal
}

// templateLocal is a name that a template declares.
type templateLocal struct {
	text string
	name Name
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// wordEnd is the end of the word at s[i:].
func wordEnd(s string, i int) int {
	for i < len(s) && isWordByte(s[i]) {
		i++
	}
	return i
}

func (t *templating) write(s string) {
	w := t.w
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == '\n':
			i++
			tabs := 0
			for i < len(s) && s[i] == '\t' {
				tabs++
				i++
			}
			w.indent = t.base + tabs
			w.Line()
		case c == ' ':
			i++
			if last := w.Last(); !w.compact || i < len(s) && (isWordByte(last) && (isWordByte(s[i]) || s[i] == '$' || s[i] == '@') || last == s[i]) {
				w.Byte(' ')
			}
		case c == '$' || c == '@':
			if s[i+1] == '{' {
				end := strings.IndexByte(s[i:], '}') + i
				t.place(s[i+2:end], c == '@')
				i = end + 1
				break
			}
			end := wordEnd(s, i+1)
			t.place(s[i+1:end], c == '@')
			i = end
		case isWordByte(c):
			end := wordEnd(s, i)
			t.word(s[i:end], i > 0 && (s[i-1] == '.' || s[i-1] == ':'))
			i = end
		default:
			w.Byte(c)
			i++
		}
	}
}

// word writes a word of the language, or the name of a member.
func (t *templating) word(s string, member bool) {
	w := t.w
	if n, ok := w.words.byText[s]; ok && !member && w.words.names[n].kind == kindPredeclared {
		w.Word(n)
		return
	}
	w.Str(s)
}

// place writes the value of a placeholder.
func (t *templating) place(s string, declare bool) {
	w := t.w
	switch x := t.args[s].(type) {
	case Name:
		t.name(x, declare)
	case string:
		t.write(x)
	case int:
		w.buf = strconv.AppendInt(w.buf, int64(x), 10)
	case func():
		x()
	case nil:
		t.name(t.local(s, declare), declare)
	default:
		panic("text: a template's argument " + s + " is of no kind")
	}
}

// local is a name that the template declares, here or before.
func (t *templating) local(s string, declare bool) Name {
	for _, l := range t.locals {
		if l.text == s {
			return l.name
		}
	}
	if !declare {
		panic("text: a template uses " + s + ", which it doesn't declare")
	}
	n := t.w.LocalName(s, "")
	t.locals = append(t.locals, templateLocal{s, n})
	return n
}

func (t *templating) name(n Name, declare bool) {
	if !declare {
		t.w.Name(n)
		return
	}
	t.w.Declare(n)
	if t.w.names[n].kind == kindLocal {
		t.w.Bind(n)
	}
}
