package syntax

// This file gives the names of imported modules symbols of their own.

import "strconv"

// scopedNames is the table of symbols that belong to one module.
type scopedNames struct {
	first  Symbol   // the first that may be one
	plains []Symbol // from first on: the symbol of the name itself
}

// plain is the symbol of a name as it is written.
func (s *scopedNames) plain(x Symbol) Symbol {
	if s.plains == nil || x < s.first || int(x-s.first) >= len(s.plains) {
		return x
	}
	return s.plains[x-s.first]
}

// of is the symbol of a plain name in a module.
func (s *scopedNames) of(in *Interner, plain Symbol, module int) Symbol {
	// Names hold no zero bytes, so that no name of a source is like this one.
	x := in.Intern(in.Name(plain) + "\x00" + strconv.Itoa(module))
	if s.plains == nil {
		s.first = x
	}
	for i := len(s.plains); i <= int(x-s.first); i++ {
		s.plains = append(s.plains, s.first+Symbol(i))
	}
	s.plains[x-s.first] = plain
	return x
}

// lookup is the symbol of a plain name in a module that has it, or NoSymbol.
func (s *scopedNames) lookup(in *Interner, plain Symbol, module int) Symbol {
	if module == 0 {
		return plain
	}
	return in.Lookup(in.Name(plain) + "\x00" + strconv.Itoa(module))
}

// nameOf is the name of a symbol as it is written.
func (p *Parser) nameOf(s Symbol) string { return p.interner.Name(p.scoped.plain(s)) }
