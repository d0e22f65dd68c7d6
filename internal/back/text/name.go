package text

import (
	"encoding/binary"

	"refract/internal/intern"
	"refract/internal/reuse"
)

// This file holds names before they have their text: the wanted texts, and the events
// (uses, declarations, scopes) from which Finish settles them.

// A Name is an entity that the output refers to. Zero is none.
type Name uint32

type nameKind uint8

const (
	kindReserved    nameKind = iota // a reserved word: no use, no declaration
	kindPredeclared                 // a word that declarations may hide where it isn't used
	kindModule                      // visible everywhere
	kindFixed                       // likewise, and renamed only if it is no identifier
	kindLocal                       // visible from Bind to the end of its scope
)

// name is one entity. symbol is that of the text wanted until Finish, then of
// the text given.
type name struct {
	symbol intern.Symbol
	wanted intern.Symbol // whose text is written where the name is, until Finish
	head   uint64        // of that text
	uses   uint32
	kind   nameKind
	apart  bool // gets no text of a member
}

// event is a mark in the output: an event of a name at an offset. Scopes nest; the text of
// declarations and uses begins there.
type event struct {
	offset uint32
	what   uint32 // kind in the upper three bits, name below
}

type eventKind uint8

const (
	eventUse       eventKind = iota // the name is used here
	eventDeclare                    // likewise, where it is declared: no use
	eventWord                       // a predeclared word was written here
	eventBind                       // the name is visible from here on
	eventOpen                       // a scope begins
	eventClose                      // it ends
	eventHead                       // the scope of a for begins, whose names its body can't declare again
	eventLeakyHead                  // likewise, and they stay visible behind the loop
)

const nameBits = 29

func (e event) kind() eventKind { return eventKind(e.what >> nameBits) }
func (e event) name() Name      { return Name(e.what & (1<<nameBits - 1)) }

func (w *Writer) mark(k eventKind, n Name) {
	w.events = append(w.events, event{uint32(len(w.buf)), uint32(k)<<nameBits | uint32(n)})
}

// ModuleName makes a name that is visible in the whole output. fixed is set if others
// depend on it: it is changed only if it is no identifier. otherwise is taken if nothing of
// want can be kept.
func (w *Writer) ModuleName(want, otherwise string, fixed bool) Name {
	k := kindModule
	if fixed {
		k = kindFixed
	}
	return w.newName(want, otherwise, k)
}

// Member notes that a member of a struct is called so. In the struct that hides a
// type of the same name.
func (w *Writer) Member(name string) {
	s := w.symbols.Intern(name)
	w.members = reuse.Grown(w.members, int(s)+1)
	w.members[s] = true
}

// MemberType keeps the name of a type distinct from names of members.
func (w *Writer) MemberType(n Name) { w.names[n].apart = true }

// isMember reports whether a symbol is the name of a member.
func (w *Writer) isMember(s intern.Symbol) bool { return int(s) < len(w.members) && w.members[s] }

// LocalName makes a name that is visible from its Bind to the end of the scope
// that holds the Bind.
func (w *Writer) LocalName(want, otherwise string) Name { return w.newName(want, otherwise, kindLocal) }

func (w *Writer) newName(want, otherwise string, k nameKind) Name {
	s := w.symbols.Intern(w.words.Legalize(want, otherwise))
	w.names = append(w.names, name{symbol: s, wanted: s, head: intern.Head(w.symbols.Name(s)), kind: k})
	return Name(len(w.names) - 1)
}

// Name writes a use of a name.
//
//go:noinline
func (w *Writer) Name(n Name) {
	v := &w.names[n]
	v.uses++
	w.mark(eventUse, n)
	s, at := w.symbols.Name(v.wanted), len(w.buf)
	if len(s) <= 8 && cap(w.buf)-at >= 8 { // as of most; all at once
		w.buf = w.buf[:at+8]
		binary.LittleEndian.PutUint64(w.buf[at:], v.head)
		w.buf = w.buf[:at+len(s)]
		return
	}
	w.buf = append(w.buf, s...)
}

// Word writes a predeclared word.
func (w *Writer) Word(n Word) {
	w.mark(eventWord, n)
	w.buf = append(w.buf, w.words.texts[n]...)
}

// Declare writes a name at its declaration. Bind must follow for a local name, at the place
// from which it is visible.
func (w *Writer) Declare(n Name) {
	w.mark(eventDeclare, n)
	w.buf = append(w.buf, w.symbols.Name(w.names[n].wanted)...)
}

// Bind makes a local name visible from here to the end of the innermost scope.
func (w *Writer) Bind(n Name) { w.mark(eventBind, n) }

// Open begins a scope of names.
func (w *Writer) Open() { w.mark(eventOpen, 0) }

// Close ends the scope that Open or OpenHead began.
func (w *Writer) Close() { w.mark(eventClose, 0) }

// OpenPart begins a scope that can't declare the names of the one around it, though it may
// in the language: the continuing block of WGSL's loops is one for naga.
func (w *Writer) OpenPart() { w.mark(eventOpen, partOfOuter) }

// partOfOuter stands in place of the name, as opening a scope has none.
const partOfOuter Name = 1

// OpenHead begins the scope of the head of a for and its body, in a language whose body
// can't declare the head's names. leaky is set if these also stay visible behind the loop.
func (w *Writer) OpenHead(leaky bool) {
	k := eventHead
	if leaky {
		k = eventLeakyHead
	}
	w.mark(k, 0)
}
