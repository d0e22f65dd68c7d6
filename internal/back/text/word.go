package text

// This file holds the words of a language that declarations have to mind.

import (
	"slices"

	"refract/internal/intern"
)

// A Word is a predeclared word of a language: one that means something until a
// declaration gives it another meaning. It is a Name too: Writer.Name(Name(w))
// writes it and keeps declarations from hiding it there.
type Word = Name

// Words are a language's. Make them once, with NewWords.
type Words struct {
	ASCII  bool // identifiers are ASCII
	Apart  bool // nothing at module scope has the name of a predeclared word, used or not
	legal  func(name string) bool
	names  []name
	texts  []string // by symbol, which is the name too; that of 0 is empty
	bound  []Name   // by symbol: the word itself, whose symbol has its number
	byText map[string]Word
}

// NewWords makes the words of a language. Reserved words are never identifiers; predeclared
// ones are if nothing in the same scope means the predeclared entity. A word in both lists
// is reserved. legal, if not nil, rejects further names that are spelled like identifiers.
func NewWords(reserved, predeclared []string, ascii bool, legal func(string) bool) *Words {
	ws := &Words{ASCII: ascii, legal: legal, byText: map[string]Word{}, names: make([]name, 1, 1+len(reserved)+len(predeclared)), texts: make([]string, 1, 1+len(reserved)+len(predeclared))}
	add := func(list []string, k nameKind) {
		list = slices.Clone(list)
		slices.Sort(list)
		for _, s := range list {
			if _, ok := ws.byText[s]; !ok {
				ws.byText[s] = Word(len(ws.names))
				own := intern.Symbol(len(ws.names))
				ws.names = append(ws.names, name{symbol: own, wanted: own, head: intern.Head(s), kind: k})
				ws.texts = append(ws.texts, s)
			}
		}
	}
	add(reserved, kindReserved)
	add(predeclared, kindPredeclared)
	for i := range ws.names {
		ws.bound = append(ws.bound, Name(i))
	}
	return ws
}

// Word finds a predeclared word. It panics if there is none: the caller's tables have a
// word that the language lacks. Inlined, it would make the code that fills tables many
// times as long.
//
//go:noinline
func (ws *Words) Word(s string) Word {
	w, ok := ws.byText[s]
	if !ok {
		panic("text: no such word: " + s)
	}
	return w
}

// Has reports whether s is a word of the language, reserved or predeclared.
func (ws *Words) Has(s string) bool {
	_, ok := ws.byText[s]
	return ok
}

// IsReserved reports whether s can't be an identifier.
func (ws *Words) IsReserved(s string) bool {
	w, ok := ws.byText[s]
	return ok && ws.names[w].kind == kindReserved
}

// List lists the words of the language, reserved ones first.
func (ws *Words) List() []string { return slices.Clone(ws.texts[1:]) }
