package lsp

// This file holds the facts about a document, whatever its language: symbols, where they
// are used and where they can be seen, calls.

import (
	"sort"
	"strings"
)

// A kind is that of a symbol.
type kind uint8

const (
	kindVariable kind = iota
	kindConstant
	kindParameter
	kindFunction
	kindType // struct, alias
	kindField
	kindMacro
)

// A symbol is something declared.
type symbol struct {
	name  string
	kind  kind
	at    span   // its name
	full  span   // the whole declaration
	seen  span   // where it can be seen
	typ   string // as declared, or inferred; of a function, what it returns
	given bool   // the type is written
	init  span   // of a value: what it is initialized with; zero: nothing
	fixed bool   // it can't be changed
	code  string // the declaration, as people read it
	doc   string
	value string // of a constant
	of    int    // field, parameter: its struct or function; -1: none
	parts []int  // struct: fields; function: parameters
	local bool   // in a function
	file  string // of another document; "": this one
	place textRange
}

// A use is where a symbol is named.
type use struct {
	at  span
	sym int
}

// A call is a call of a function by name.
type call struct {
	name string
	sym  int // -1: a function of the language, or nothing
	at   span
	args []span
}

// An index is the data of a document that features search.
type index struct {
	symbols []symbol
	uses    []use // by where they are
	calls   []call
	types   map[span]string // of expressions
	values  map[span]string
	folds   []span
	structs map[string]int
	layouts map[string]string // of structs: their offsets, as text
}

func newIndex() *index {
	return &index{types: map[span]string{}, values: map[span]string{}, structs: map[string]int{}}
}

// add adds a symbol.
func (x *index) add(s symbol) int {
	if s.kind != kindField && s.kind != kindParameter {
		s.of = -1
	}
	x.symbols = append(x.symbols, s)
	return len(x.symbols) - 1
}

// finish orders the uses, declarations among them.
func (x *index) finish() {
	for i := range x.symbols {
		if s := &x.symbols[i]; s.file == "" && s.at.end > s.at.start {
			x.uses = append(x.uses, use{s.at, i})
		}
	}
	sort.SliceStable(x.uses, func(i, j int) bool { return x.uses[i].at.start < x.uses[j].at.start })
	for i := range x.symbols {
		s := &x.symbols[i]
		if s.kind == kindConstant && s.value == "" && s.init.end > 0 {
			s.value = x.values[s.init]
		}
		if s.typ == "" && s.init.end > 0 {
			s.typ = x.types[s.init]
			if s.kind != kindConstant {
				s.typ = concrete(s.typ)
			}
		}
	}
}

// concrete is the type that a value of an abstract type gets.
func concrete(t string) string {
	return strings.NewReplacer("abstract-int", "i32", "abstract-float", "f32").Replace(t)
}

// at is the use at an offset; -1: none.
func (x *index) at(offset int) int {
	i := sort.Search(len(x.uses), func(i int) bool { return x.uses[i].at.end >= offset })
	if i < len(x.uses) && x.uses[i].at.holds(offset) {
		if i+1 < len(x.uses) && x.uses[i+1].at.start == offset { // between two, the one that begins
			return i + 1
		}
		return i
	}
	return -1
}

// visible calls f with the symbols that can be seen at an offset, the innermost first;
// names that others hide come too.
func (x *index) visible(offset int, f func(i int)) {
	for i := len(x.symbols) - 1; i >= 0; i-- {
		s := &x.symbols[i]
		if s.kind != kindField && s.seen.start <= offset && offset <= s.seen.end {
			f(i)
		}
	}
}

// lookup is the symbol of a name at an offset, or -1.
func (x *index) lookup(name string, offset int) int {
	best := -1
	x.visible(offset, func(i int) {
		if s := &x.symbols[i]; s.name == name && (best < 0 || s.local && !x.symbols[best].local) {
			best = i
		}
	})
	return best
}

// field is the field of a struct type, or -1.
func (x *index) field(typ, name string) int {
	s, ok := x.structs[typ]
	if !ok {
		return -1
	}
	for _, f := range x.symbols[s].parts {
		if x.symbols[f].name == name {
			return f
		}
	}
	return -1
}
