package text

// This file lets several goroutines write one text: each has a Writer of its own, whose
// pieces are appended to the text.

import (
	"refract/internal/intern"
	"refract/internal/reuse"
)

// A piece is a fork's text from one Begin to the next.
type piece struct{ buf, events, names uint32 }

// A Fork has one Writer write pieces of the text of another, with the names that this has.
// The zero Fork is ready to use, and keeps its memory.
type Fork struct {
	w, of   *Writer
	base    Name // from which on names are those of w alone
	pieces  []piece
	symbols []intern.Symbol // by symbol of w: that of the other Writer, or 0
}

// Start makes w a writer for pieces of another's text, which may go on meanwhile. No line
// of the text is under way.
func (f *Fork) Start(w, of *Writer) {
	f.w, f.of = w, of
	w.Reset(of.words, of.compact)
	w.limit = of.limit
	w.names = append(w.names[:0], of.names...)
	f.base = Name(len(w.names))
	for i := range w.names {
		w.names[i].uses, w.names[i].apart = 0, false
		if i >= len(w.words.names) {
			w.names[i].wanted = w.symbols.Intern(of.symbols.Name(of.names[i].wanted))
		}
	}
	f.pieces = f.pieces[:0]
}

// BeginPiece begins a piece of the text, and returns its number.
func (f *Fork) BeginPiece() int {
	w := f.w
	if w.compact { // what stands before any piece is the end of a declaration
		w.Byte('}')
	} else {
		w.Byte('\n')
	}
	f.pieces = append(f.pieces, piece{uint32(len(w.buf)), uint32(len(w.events)), uint32(len(w.names))})
	return len(f.pieces) - 1
}

// JoinPiece appends a piece to the other writer. Nobody else uses that now.
func (f *Fork) JoinPiece(i int) {
	from, w, p := f.w, f.of, f.pieces[i]
	end := piece{uint32(len(from.buf)), uint32(len(from.events)), uint32(len(from.names))}
	if i+1 < len(f.pieces) {
		end = f.pieces[i+1]
		end.buf-- // BeginPiece's byte
	}
	move, rename := uint32(len(w.buf))-p.buf, uint32(len(w.names))-p.names
	w.buf = append(w.buf, from.buf[p.buf:end.buf]...)
	if w.limit != 0 && len(w.buf) > w.limit {
		w.tooLong()
	}
	first := len(w.events)
	w.events = append(w.events, from.events[p.events:end.events]...)
	for i := range w.events[first:] {
		e := &w.events[first+i]
		e.offset += move
		if e.name() >= f.base {
			e.what += rename
		}
	}
	for _, n := range from.names[p.names:end.names] {
		n.symbol = f.symbol(n.symbol)
		n.wanted = n.symbol
		w.names = append(w.names, n)
	}
}

// Joined ends the joining of pieces.
func (f *Fork) Joined() {
	from, w := f.w, f.of
	for i := range from.names[:f.base] {
		w.names[i].uses += from.names[i].uses
		w.names[i].apart = w.names[i].apart || from.names[i].apart
	}
	for s, is := range from.members {
		if is {
			t := f.symbol(intern.Symbol(s))
			w.members = reuse.Grown(w.members, int(t)+1)
			w.members[t] = true
		}
	}
	clear(f.symbols)
	f.w, f.of = nil, nil
}

// symbol is the other writer's symbol for one of the fork.
func (f *Fork) symbol(s intern.Symbol) intern.Symbol {
	from := f.w
	if int(s) < len(from.words.names) {
		return s
	}
	f.symbols = reuse.Grown(f.symbols, from.symbols.Len())
	if f.symbols[s] == 0 {
		f.symbols[s] = f.of.symbols.Intern(from.symbols.Name(s))
	}
	return f.symbols[s]
}
