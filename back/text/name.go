package text

import "refract/internal/reuse"

// This file holds names before they have their text: what wants which name, and
// the events (uses, declarations, scopes) from which Finish settles them.

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
	symbol uint32
	uses   uint32
	kind   nameKind
	apart  bool // gets no text of a member
}

// event is a mark in the output: what happens at an offset to a name. Scopes
// nest; declarations and uses insert the name's text.
type event struct {
	offset uint32
	what   uint32 // kind in the upper three bits, name below
}

type eventKind uint8

const (
	eventUse       eventKind = iota // the text of the name stands here
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

// ModuleName makes a name that is visible in the whole output. fixed says that
// others depend on it: it is changed only if it is no identifier. otherwise is
// taken where nothing of want can be kept.
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
	s := w.symbols.intern(name)
	w.members = reuse.Grown(w.members, int(s)+1)
	w.members[s] = true
}

// MemberType keeps the name of a type from those of members.
func (w *Writer) MemberType(n Name) { w.names[n].apart = true }

// isMember reports whether a symbol is the name of a member.
func (w *Writer) isMember(s uint32) bool { return int(s) < len(w.members) && w.members[s] }

// LocalName makes a name that is visible from its Bind to the end of the scope
// that holds the Bind.
func (w *Writer) LocalName(want, otherwise string) Name { return w.newName(want, otherwise, kindLocal) }

func (w *Writer) newName(want, otherwise string, k nameKind) Name {
	s := w.symbols.intern(w.words.Legalize(want, otherwise))
	w.names = append(w.names, name{symbol: s, kind: k})
	return Name(len(w.names) - 1)
}

// Name writes a use of a name.
func (w *Writer) Name(n Name) {
	w.names[n].uses++
	w.mark(eventUse, n)
}

// Word writes a predeclared word.
func (w *Writer) Word(n Word) {
	w.mark(eventWord, n)
	w.buf = append(w.buf, w.words.texts[n]...)
}

// Declare writes a name where it is declared. Bind must follow for a local name,
// at the place from which it is visible.
func (w *Writer) Declare(n Name) { w.mark(eventDeclare, n) }

// Bind makes a local name visible from here to the end of the innermost scope.
func (w *Writer) Bind(n Name) { w.mark(eventBind, n) }

// Open begins a scope of names.
func (w *Writer) Open() { w.mark(eventOpen, 0) }

// Close ends the scope that Open or OpenHead began.
func (w *Writer) Close() { w.mark(eventClose, 0) }

// OpenPart begins a scope that can't declare what the one around it does, though it may in
// the language: so is the continuing block of WGSL's loops for naga.
func (w *Writer) OpenPart() { w.mark(eventOpen, partOfOuter) }

// partOfOuter stands where the name would, as opening a scope has none.
const partOfOuter Name = 1

// OpenHead begins the scope of the head of a for and its body, in a language in
// which the body can't declare what the head does. leaky says that this also stays
// visible behind the loop.
func (w *Writer) OpenHead(leaky bool) {
	k := eventHead
	if leaky {
		k = eventLeakyHead
	}
	w.mark(k, 0)
}

// symbols gives texts dense numbers; those of the language's words come first.
type symbols struct {
	list  []string
	slots []uint32 // open addressing; a power of two
	words int
}

func (t *symbols) reset(ws *Words) {
	if t.words == len(ws.names) && t.words > 0 && t.list[1] == ws.texts[1] {
		t.truncate()
		return
	}
	t.words = len(ws.names)
	t.list = append(t.list[:0], ws.texts...)
	t.rehash(max(1024, len(t.slots)))
}

// truncate forgets all but the words.
func (t *symbols) truncate() {
	mask := uint32(len(t.slots) - 1)
	for s := len(t.list) - 1; s >= t.words; s-- {
		i := hash(t.list[s]) & mask
		for t.slots[i] != uint32(s) {
			i = (i + 1) & mask
		}
		t.slots[i] = 0
		t.list[s] = ""
	}
	t.list = t.list[:t.words]
}

func (t *symbols) rehash(n int) {
	for n < 4*len(t.list) {
		n *= 2
	}
	t.slots = make([]uint32, n)
	mask := uint32(n - 1)
	for s := 1; s < len(t.list); s++ {
		i := hash(t.list[s]) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(s)
	}
}

func (t *symbols) intern(s string) uint32 {
	mask := uint32(len(t.slots) - 1)
	i := hash(s) & mask
	for t.slots[i] != 0 {
		if t.list[t.slots[i]] == s {
			return t.slots[i]
		}
		i = (i + 1) & mask
	}
	id := uint32(len(t.list))
	t.list = append(t.list, s)
	if 2*len(t.list) > len(t.slots) {
		t.rehash(2 * len(t.slots))
	} else {
		t.slots[i] = id
	}
	return id
}

func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}
