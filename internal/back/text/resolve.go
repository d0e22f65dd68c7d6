package text

// This file settles the texts of names. A name keeps the text it wants unless it would hide
// another entity with that text that is needed there. So the output may shadow as the
// author did, and renames only if a transform or another language's scopes brought two
// entities together.

import (
	"strconv"

	"refract/internal/intern"
	"refract/internal/reuse"
)

// resolver is the state of Finish.
type resolver struct {
	bound   []Name   // by symbol: what the text means here; 0: nothing
	scope   []uint32 // by symbol: the scope in which that was bound
	undo    []shadowed
	scopes  []scope
	leaked  []uint32 // by symbol: the scope in which a head of a for left it
	leaks   []shadowed
	leaving []intern.Symbol // symbols that were left by a head of a for
	suffix  []uint32        // by symbol: the last suffix tried in this function
	touched []intern.Symbol // symbols with a suffix
	clean   *Words          // those above are as for a text of these words in which nothing is declared; nil: they aren't

	// Built at the first question: the next use of each name.
	built  bool
	head   []uint32 // by name: its next use at or after the present event, +1
	next   []uint32 // by event: the following use of its name, +1
	closes []uint32 // by event that opens a scope: the one that closes it
}

type shadowed struct {
	symbol intern.Symbol
	old    Name
	scope  uint32
}

type scope struct {
	open  uint32 // event
	undo  uint32 // length of undo at its beginning
	leaks uint32 // length of leaks, likewise
	kind  eventKind
}

// Finish settles all names and returns the output behind a prefix. It is the
// writer's memory until the next Finish. A text ends with its last line, a compact one too,
// as files do.
func (w *Writer) Finish(prefix []byte) []byte {
	if w.limit != 0 && len(w.buf) > w.limit {
		w.tooLong()
	}
	if w.compact {
		w.shorten()
	} else {
		w.resolve()
	}
	out := append(w.out[:0], prefix...)
	from := uint32(0)
	if w.renamed {
		for _, e := range w.events {
			if e.kind() > eventDeclare {
				continue
			}
			if n := &w.names[e.name()]; n.symbol != n.wanted {
				out = append(out, w.buf[from:e.offset]...)
				out = append(out, w.symbols.Name(n.symbol)...)
				from = e.offset + uint32(len(w.symbols.Name(n.wanted)))
			}
		}
	}
	out = append(out, w.buf[from:]...)
	if n := len(out); n > 0 && out[n-1] != '\n' {
		out = append(out, '\n')
	}
	w.out = out
	return w.out
}

// TextOf is the text that Finish gave a name.
func (w *Writer) TextOf(n Name) string { return w.symbols.Name(w.names[n].symbol) }

func (w *Writer) resolve() {
	r := &w.res
	r.start(w.words, w.symbols.Len())
	w.resolveModule(kindFixed)
	w.resolveModule(kindModule)
	for i, e := range w.events {
		switch e.kind() {
		case eventOpen, eventHead, eventLeakyHead:
			if len(r.scopes) == 0 {
				r.forgetSuffixes()
			}
			r.scopes = append(r.scopes, scope{uint32(i), uint32(len(r.undo)), uint32(len(r.leaks)), e.kind()})
		case eventClose:
			r.close()
		case eventBind:
			w.bind(uint32(i), e.name())
		}
	}
	// All scopes are closed: the names still bound are of module scope.
	r.forgetSuffixes()
	for n := len(w.words.names); n < len(w.names); n++ {
		if w.names[n].kind != kindLocal {
			s := w.names[n].symbol
			r.bound[s], r.scope[s] = w.words.meaning(s), 0
		}
	}
	for _, s := range r.leaving {
		r.leaked[s] = 0
	}
	r.leaving = r.leaving[:0]
	if len(r.scopes) == 0 {
		r.clean = w.words
	}
}

// meaning is the meaning of a symbol without a declaration: itself, if it is a word.
func (ws *Words) meaning(symbol intern.Symbol) Name {
	if int(symbol) < len(ws.bound) {
		return ws.bound[symbol]
	}
	return 0
}

// start binds the words of the language to themselves, and no other symbol.
func (r *resolver) start(ws *Words, symbols int) {
	if r.clean != ws {
		clear(r.bound)
		clear(r.scope)
		clear(r.suffix)
		clear(r.leaked)
	}
	symbols = max(symbols, len(ws.bound))
	r.bound = reuse.Grown(r.bound, symbols)
	r.scope = reuse.Grown(r.scope, symbols)
	r.suffix = reuse.Grown(r.suffix, symbols)
	r.leaked = reuse.Grown(r.leaked, symbols)
	if r.clean != ws {
		copy(r.bound, ws.bound)
	}
	r.clean = nil
	r.touched, r.undo, r.scopes, r.leaks = r.touched[:0], r.undo[:0], r.scopes[:0], r.leaks[:0]
	r.built = false
}

func (r *resolver) forgetSuffixes() {
	for _, s := range r.touched {
		r.suffix[s] = 0
	}
	r.touched = r.touched[:0]
}

func (r *resolver) close() {
	s := r.scopes[len(r.scopes)-1]
	r.scopes = r.scopes[:len(r.scopes)-1]
	for _, u := range r.leaks[s.leaks:] {
		r.leaked[u.symbol] = u.scope
	}
	r.leaks = r.leaks[:s.leaks]
	for i := len(r.undo) - 1; i >= int(s.undo); i-- {
		u := r.undo[i]
		if s.kind == eventLeakyHead && len(r.scopes) > 0 {
			r.leaks = append(r.leaks, shadowed{symbol: u.symbol, scope: r.leaked[u.symbol]})
			r.leaked[u.symbol] = r.scopes[len(r.scopes)-1].open + 1
			r.leaving = append(r.leaving, u.symbol)
		}
		r.bound[u.symbol], r.scope[u.symbol] = u.old, u.scope
	}
	r.undo = r.undo[:s.undo]
}

// resolveModule gives the names of one kind their texts.
func (w *Writer) resolveModule(k nameKind) {
	r := &w.res
	for n := len(w.words.names); n < len(w.names); n++ {
		if w.names[n].kind != k {
			continue
		}
		s := w.names[n].symbol
		if other := r.bound[s]; other != 0 && (w.names[other].kind != kindPredeclared || w.words.Apart || w.isUsed(other)) || w.names[n].apart && w.isMember(s) {
			s = w.rename(s)
			for w.names[n].apart && w.isMember(s) {
				s = w.rename(w.names[n].symbol)
			}
		}
		w.give(Name(n), s)
		w.res.bound[s] = Name(n)
	}
}

// isUsed reports whether a predeclared word was written at all.
func (w *Writer) isUsed(n Name) bool {
	used, known := w.look(n, 0, len(w.events))
	if !known {
		w.buildUses()
		used = w.res.head[n] != 0
	}
	return used
}

func (w *Writer) give(n Name, symbol intern.Symbol) {
	w.names[n].symbol = symbol
	w.renamed = w.renamed || symbol != w.names[n].wanted
}

// bind makes a local name visible at event i, under a text that hides nothing
// which is still needed in its scope.
func (w *Writer) bind(i uint32, n Name) {
	r := &w.res
	last := len(r.scopes) - 1
	here := r.scopes[last].open + 1
	s := w.names[n].symbol
	around, head := here, here // where the name will be visible; the scope around, if this can't declare what that does
	if last > 0 {
		switch outer := r.scopes[last-1].open + 1; {
		case r.scopes[last].kind == eventLeakyHead:
			around = outer
		case r.scopes[last-1].kind != eventOpen || w.events[r.scopes[last].open].name() == partOfOuter:
			head = outer
		}
	}
	other := r.bound[s]
	switch {
	case other != 0 && (r.scope[s] == here || r.scope[s] == around || r.scope[s] == head || w.names[other].kind == kindReserved || w.isNeeded(other, i, around-1)),
		r.leaked[s] == here && r.scopes[last].kind != eventLeakyHead:
		s = w.rename(s)
	}
	w.give(n, s)
	r.undo = append(r.undo, shadowed{s, r.bound[s], r.scope[s]})
	r.bound[s], r.scope[s] = n, here
}

// isNeeded reports whether a name is used after event i in the scope opened by
// event open, one that is open there. Questions come with rising i.
func (w *Writer) isNeeded(n Name, i, open uint32) bool {
	r := &w.res
	depth := 0
	for r.scopes[len(r.scopes)-1-depth].open != open {
		depth++
	}
	if used, known := w.look(n, i, depth); known {
		return used
	}
	w.buildUses()
	for r.head[n] != 0 && r.head[n]-1 < i {
		r.head[n] = r.next[r.head[n]-1]
	}
	return r.head[n] != 0 && r.head[n]-1 < r.closes[open]
}

// look looks for a use of a name from event i to the end of one of the scopes open there:
// around the innermost are depth scopes that it is in. It is known if that doesn't take
// long.
func (w *Writer) look(n Name, i uint32, depth int) (used, known bool) {
	const most = 256 // events; beyond, the uses of all names are linked
	list := w.events[i:]
	for j, e := range list {
		if j == most {
			return false, false
		}
		switch e.kind() {
		case eventUse, eventWord:
			if e.name() == n {
				return true, true
			}
		case eventClose:
			if depth--; depth < 0 {
				return false, true
			}
		case eventOpen, eventHead, eventLeakyHead:
			depth++
		}
	}
	return false, true
}

// buildUses links the uses of each name.
func (w *Writer) buildUses() {
	r := &w.res
	if r.built {
		return
	}
	r.built = true
	r.head = reuse.Zeroed(r.head, len(w.names))
	r.next = reuse.Zeroed(r.next, len(w.events))
	r.closes = reuse.Zeroed(r.closes, len(w.events))
	var open []uint32
	for i := len(w.events) - 1; i >= 0; i-- {
		switch e := w.events[i]; e.kind() {
		case eventUse, eventWord:
			r.next[i] = r.head[e.name()]
			r.head[e.name()] = uint32(i) + 1
		case eventClose:
			open = append(open, uint32(i))
		case eventOpen, eventHead, eventLeakyHead:
			if k := len(open) - 1; k >= 0 {
				r.closes[i] = open[k]
				open = open[:k]
			}
		}
	}
}

// rename finds a text like that of symbol s which means nothing here.
func (w *Writer) rename(s intern.Symbol) intern.Symbol {
	r := &w.res
	if r.suffix[s] == 0 {
		r.touched = append(r.touched, s)
	}
	base := w.symbols.Name(s)
	if base[len(base)-1] != '_' {
		base += "_"
	}
	for {
		r.suffix[s]++
		t := w.symbols.Intern(base + strconv.Itoa(int(r.suffix[s])))
		if n := w.symbols.Len(); n > len(r.bound) {
			r.bound = append(r.bound, make([]Name, n-len(r.bound))...)
			r.scope = append(r.scope, make([]uint32, n-len(r.scope))...)
			r.suffix = append(r.suffix, make([]uint32, n-len(r.suffix))...)
			r.leaked = append(r.leaked, make([]uint32, n-len(r.leaked))...)
		}
		if r.bound[t] == 0 && r.leaked[t] == 0 {
			return t
		}
	}
}
