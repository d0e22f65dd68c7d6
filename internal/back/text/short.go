package text

// This file gives names the shortest texts there are: names of the module by how
// often they are used, names of a function the shortest that nothing it uses has.

import (
	"slices"

	"refract/internal/reuse"
)

// shorten is resolve for compact output.
func (w *Writer) shorten() {
	first := len(w.words.names)
	texts := &w.short
	if texts.ws != w.words {
		*texts = shortTexts{ws: w.words}
	}
	var taken map[string]bool // texts of fixed names
	module := w.module[:0]
	for n := first; n < len(w.names); n++ {
		switch w.names[n].kind {
		case kindFixed:
			s := w.TextOf(Name(n))
			for w.hides(s) || taken[s] {
				s += "_"
			}
			w.give(Name(n), w.symbols.Intern(s))
			if taken == nil {
				taken = map[string]bool{}
			}
			taken[s] = true
		case kindModule:
			module = append(module, Name(n))
		}
	}
	slices.SortStableFunc(module, func(a, b Name) int { return int(w.names[b].uses) - int(w.names[a].uses) })
	w.module = module
	w.given = reuse.Zeroed(w.given, len(w.names)) // index of the short text +1
	given := w.given
	next := 0
	left := w.left[:0] // texts of members, before next, that no type took
	for _, n := range module {
		if len(left) > 0 && !w.names[n].apart {
			w.give(n, w.symbols.Intern(texts.at(left[0])))
			given[n] = uint32(left[0]) + 1
			left = left[1:]
			continue
		}
		for taken[texts.at(next)] || w.names[n].apart && w.isMember(w.symbols.Intern(texts.at(next))) {
			if !taken[texts.at(next)] {
				left = append(left, next)
			}
			next++
		}
		w.give(n, w.symbols.Intern(texts.at(next)))
		next++
		given[n] = uint32(next)
	}
	w.left = left[:0]
	w.shortenLocals(texts, given, taken)
}

// hides reports whether a name of the module with this text would hide a word
// that the output uses.
func (w *Writer) hides(s string) bool {
	word, ok := w.words.byText[s]
	return ok && (w.words.names[word].kind == kindReserved || w.words.Apart || w.isUsed(word))
}

// shortenLocals names the declarations of functions: along the events, each name takes the
// first text that neither a visible local has nor a name of the module that the function
// uses.
func (w *Writer) shortenLocals(texts *shortTexts, given []uint32, taken map[string]bool) {
	used := []bool{} // by short text: a name of the module that the function uses has it
	var marks []int  // next text to try, by open scope
	next := 0
	for i, e := range w.events {
		switch e.kind() {
		case eventOpen, eventHead, eventLeakyHead:
			if len(marks) == 0 {
				next = 0
				used = w.markUsed(i, given, used)
			}
			if e.kind() == eventLeakyHead {
				marks = append(marks, -1) // what it declares stays visible behind it
			} else {
				marks = append(marks, next)
			}
		case eventClose:
			if m := marks[len(marks)-1]; m >= 0 {
				next = m
			}
			marks = marks[:len(marks)-1]
			if len(marks) == 0 {
				clear(used)
			}
		case eventBind:
			for taken[texts.at(next)] || next < len(used) && used[next] {
				next++
			}
			w.give(e.name(), w.symbols.Intern(texts.at(next)))
			next++
		}
	}
	w.used, w.marks = used, marks
}

// markUsed marks the texts of the module's names that are used from event i,
// which opens a function, to its end.
func (w *Writer) markUsed(i int, given []uint32, used []bool) []bool {
	depth := 0
	for ; i < len(w.events); i++ {
		switch e := w.events[i]; e.kind() {
		case eventOpen, eventHead, eventLeakyHead:
			depth++
		case eventClose:
			if depth--; depth == 0 {
				return used
			}
		case eventUse:
			if g := given[e.name()]; g != 0 {
				for int(g) > len(used) {
					used = append(used, false)
				}
				used[g-1] = true
			}
		}
	}
	return used
}

// shortTexts are a, b, ..., z, A, ..., Z, aa, ab, ... without the words of the
// language.
type shortTexts struct {
	ws   *Words
	list []string
	n    int
}

const (
	shortFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	shortRest  = shortFirst + "0123456789"
)

func (t *shortTexts) at(i int) string {
	for i >= len(t.list) {
		n := t.n
		t.n++
		b := []byte{shortFirst[n%len(shortFirst)]}
		for n /= len(shortFirst); n > 0; n /= len(shortRest) {
			n--
			b = append(b, shortRest[n%len(shortRest)])
		}
		if s := string(b); !t.ws.Has(s) {
			t.list = append(t.list, s)
		}
	}
	return t.list[i]
}
