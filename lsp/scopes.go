package lsp

// This file holds the common part of the walks over the trees of GLSL and HLSL: the scopes of
// names. Only names that stand in the document itself are noted as uses: names
// from the bodies of macros have no place in it. A declaration of an included file is a symbol of that file.

import (
	"strings"

	"refract/diag"
)

// scopes are the names that are bound at a place of a walk.
type scopes struct {
	x       *index
	src     string
	sources *diag.Sources
	bound   map[string]int
	undo    []shadowed
	end     int
	local   bool
}

// span is a span of the document; zero for one elsewhere.
func (w *scopes) span(s diag.Span) span {
	if s.Start < 1 || int(s.End)-1 > len(w.src) || s.End < s.Start {
		return span{}
	}
	return span{int(s.Start) - 1, int(s.End) - 1}
}

// shown is the text of a span on one line.
func (w *scopes) shown(s diag.Span) string {
	text := w.sources.Text(s)
	cut := ""
	if len(text) > maxShown { // each of many declarators shows the declaration
		text, cut = strings.ToValidUTF8(text[:maxShown], ""), " ..."
	}
	return strings.Join(strings.Fields(text), " ") + cut
}

// maxShown is how many bytes of a declaration are shown.
const maxShown = 1000

// add adds a symbol whose name stands at a span, and binds it.
func (w *scopes) add(s symbol, at diag.Span, bind bool) int {
	s.at = w.span(at)
	if s.at.end == 0 {
		file := w.sources.Name(at.Start)
		if file == "" || file == w.sources.Name(1) {
			return -1 // of a macro
		}
		if s.file, s.place = placeOf(w.sources, at.Start, s.name); s.file == "" {
			return -1
		}
		s.full = span{}
	}
	if s.kind != kindField {
		s.seen = span{max(s.full.end, s.at.end), w.end}
		if s.kind == kindFunction || s.kind == kindType {
			s.seen.start = s.at.end
		}
	}
	s.local = s.local || w.local
	i := w.x.add(s)
	if bind {
		w.bind(s.name, i)
	}
	return i
}

func (w *scopes) scoped(end int, f func()) {
	mark, old, local := len(w.undo), w.end, w.local
	if end > 0 {
		w.end = end
	}
	w.local = true
	f()
	for i := len(w.undo) - 1; i >= mark; i-- {
		if u := w.undo[i]; u.was {
			w.bound[u.name] = u.sym
		} else {
			delete(w.bound, u.name)
		}
	}
	w.undo, w.end, w.local = w.undo[:mark], old, local
}

// use notes that a symbol is named.
func (w *scopes) use(at diag.Span, sym int) {
	if s := w.span(at); s.end > s.start && w.src[s.start:s.end] == w.x.symbols[sym].name {
		w.x.uses = append(w.x.uses, use{s, sym})
	}
}

// bind gives a name a symbol in the scope.
func (w *scopes) bind(name string, sym int) {
	old, was := w.bound[name]
	w.undo = append(w.undo, shadowed{name, old, was})
	w.bound[name] = sym
}

// docAt is the comment above a declaration.
func (w *scopes) docAt(s diag.Span) string {
	if at := w.span(s); at.end > 0 {
		return plainDoc(w.src, at.start)
	}
	return ""
}
