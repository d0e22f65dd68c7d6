// Package intern gives names dense numbers.
//
// Identifiers make up a third of the tokens of a shader, so that looking one up
// must cost a few nanoseconds: the table is open-addressed, its slots hold the
// first eight bytes of the name and its length, and names of up to eight bytes
// are compared by these alone.
package intern

import (
	"math/bits"
	"math/rand/v2"
)

// A Symbol is the number of a name: equal names have equal symbols, and
// symbols are dense from 1. Zero is no name.
type Symbol uint32

// NoSymbol is the absent name, as of a declaration whose name is missing.
const NoSymbol Symbol = 0

// An Interner gives names their symbols. It must not be used by two parsers at
// once.
type Interner struct {
	names  []string // by symbol
	hashes []uint32 // by symbol
	slots  []slot   // a power of two
	seeded int      // symbols that Reset keeps
}

// A slot is empty if sym is 0.
type slot struct {
	key uint64 // the first eight bytes, little-endian, zero-padded
	len uint32
	sym Symbol
}

const minSlots = 2048

// New makes an Interner that knows the names of all lists, in order: their
// symbols are dense from 1, and Reset keeps them. It panics if a name occurs
// twice.
func New(seeds ...[]string) *Interner {
	in := &Interner{names: []string{""}, hashes: []uint32{0}}
	in.resize(minSlots)
	for _, names := range seeds {
		for _, name := range names {
			if want := Symbol(len(in.names)); in.Intern(name) != want {
				panic("intern: name given twice: " + name)
			}
		}
	}
	in.seeded = len(in.names)
	return in
}

// Keep makes Reset keep all names that are known now.
func (in *Interner) Keep() { in.seeded = len(in.names) }

// Reset forgets all names but the seeded ones; trees parsed before lose their
// names. A name's probe sequence holds only names that came before it, so names
// are removed from the last on.
func (in *Interner) Reset() {
	for s := len(in.names) - 1; s >= in.seeded; s-- {
		mask := uint32(len(in.slots) - 1)
		i := in.hashes[s] & mask
		for in.slots[i].sym != Symbol(s) {
			i = (i + 1) & mask
		}
		in.slots[i] = slot{}
		in.names[s] = ""
	}
	in.names = in.names[:in.seeded]
	in.hashes = in.hashes[:in.seeded]
}

// Len is one more than the greatest symbol: the length of a slice to be
// indexed by Symbol.
func (in *Interner) Len() int { return len(in.names) }

// Name is the text of s; it is empty for NoSymbol.
func (in *Interner) Name(s Symbol) string { return in.names[s] }

// Intern gives name its symbol, a new one if it has none. The Interner keeps
// name itself, not a copy.
func (in *Interner) Intern(name string) Symbol {
	return in.InternHead(name, Head(name))
}

// InternHead is Intern for a caller that has Head(name).
func (in *Interner) InternHead(name string, key uint64) Symbol {
	return in.InternHashed(name, key, Hash(name, key))
}

// Lookup is the symbol of name, or NoSymbol.
func (in *Interner) Lookup(name string) Symbol {
	key := Head(name)
	mask := uint32(len(in.slots) - 1)
	for i := Hash(name, key) & mask; ; i = (i + 1) & mask {
		s := &in.slots[i]
		if s.sym == 0 {
			return NoSymbol
		}
		if s.key == key && int(s.len) == len(name) && (len(name) <= 8 || in.names[s.sym][8:] == name[8:]) {
			return s.sym
		}
	}
}

// Short is the symbol of a name of at most eight bytes, by its Head and length, or
// NoSymbol if a look at the first place doesn't find it. It is small enough to be built
// into a lexer's loop.
func (in *Interner) Short(key uint64, n int) Symbol {
	s := &in.slots[hashShort(key, n)&uint32(len(in.slots)-1)]
	if s.key == key && int(s.len) == n {
		return s.sym
	}
	return NoSymbol
}

// hashShort is Hash of a name of at most eight bytes.
func hashShort(key uint64, n int) uint32 {
	return fold((key ^ uint64(n)<<56) * multiplier)
}

// multiplier is odd, and another one in each process: nobody can write names that share
// their place in the table. Symbols don't depend on it.
var multiplier = rand.Uint64() | 1

// fold is a product's upper half, to which all bytes of a name contribute, the highest
// first: places in a table are the lowest bits.
func fold(product uint64) uint32 { return uint32(bits.ReverseBytes64(product)) }

// InternHashed is Intern for a caller that has Head(name) and Hash(name, key).
func (in *Interner) InternHashed(name string, key uint64, hash uint32) Symbol {
	mask := uint32(len(in.slots) - 1)
	i := hash & mask
	for {
		s := &in.slots[i&uint32(len(in.slots)-1)]
		if s.sym == 0 {
			break
		}
		if s.key == key && int(s.len) == len(name) && (len(name) <= 8 || in.names[s.sym][8:] == name[8:]) {
			return s.sym
		}
		i = (i + 1) & mask
	}
	sym := Symbol(len(in.names))
	in.names = append(in.names, name)
	in.hashes = append(in.hashes, hash)
	if len(in.names)*2 > len(in.slots) {
		in.resize(len(in.slots) * 2)
		return sym
	}
	in.slots[i] = slot{key, uint32(len(name)), sym}
	return sym
}

// resize rebuilds the table in symbol order, which keeps the slots of seeded names
// independent of later ones, as Reset needs.
func (in *Interner) resize(n int) {
	in.slots = make([]slot, n)
	mask := uint32(n - 1)
	for s := 1; s < len(in.names); s++ {
		i := in.hashes[s] & mask
		for in.slots[i].sym != 0 {
			i = (i + 1) & mask
		}
		in.slots[i] = slot{Head(in.names[s]), uint32(len(in.names[s])), Symbol(s)}
	}
}

// Head is the first eight bytes of s, zero-padded. Names hold no zero bytes.
func Head(s string) uint64 {
	switch n := len(s); {
	case n >= 8:
		return Load64(s)
	case n >= 4: // two parts, which overlap
		return uint64(load32(s)) | uint64(load32(s[n-4:]))<<(8*(n-4)&31)
	case n > 0: // the first, a middle and the last byte, of which some may be one
		return uint64(s[0]) | uint64(s[n/2])<<(8*(n/2)&31) | uint64(s[n-1])<<(8*(n-1)&31)
	}
	return 0
}

func load32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// Load64 reads the first eight bytes of s, which has at least as many.
func Load64(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// Hash mixes a name whose head is key.
func Hash(s string, key uint64) uint32 {
	m := multiplier
	h := (key ^ uint64(len(s))<<56) * m
	for len(s) > 16 {
		s = s[8:]
		h = (h ^ h>>32 ^ Load64(s)) * m
	}
	if len(s) > 8 {
		h = (h ^ h>>32 ^ Load64(s[len(s)-8:])) * m
	}
	return fold(h)
}
