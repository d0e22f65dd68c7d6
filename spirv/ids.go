// Ids of the text form. A name is an id from its first mention on. When numbers are
// preserved, %7 is 7 and names get the numbers that no other id has; else every id, %7 too,
// gets the next number at its first mention.

package spirv

// plainNumber reads the name of an id as a number that can be an id and is
// written back the same.
func plainNumber(name string) (n uint32, ok bool) {
	if name == "" || len(name) > 7 || name[0] == '0' {
		return 0, false
	}
	for i := 0; i < len(name); i++ {
		if name[i] < '0' || name[i] > '9' {
			return 0, false
		}
		n = n*10 + uint32(name[i]-'0')
	}
	return n, n < MaxBound
}

// reserveNumbers notes all numbers that the text uses for ids.
func (a *assembler) reserveNumbers() {
	l := lexer{src: a.src}
	l.skip()
	for l.next(); l.kind != tokenEnd; l.next() {
		if l.kind != tokenID && l.kind != tokenResult {
			continue
		}
		if n, ok := plainNumber(l.src[l.from+1 : l.to]); ok {
			a.numbers.set(n, 1)
		}
	}
	a.fresh = 1
}

// idOperand assembles the id token.
func (a *assembler) idOperand() bool {
	id, ok := a.id(a.token(), a.from)
	if !ok {
		return false
	}
	a.out.Word(id)
	a.next()
	return true
}

// id returns the id of a token %name that stands at an offset of the text.
func (a *assembler) id(token string, at int) (ID, bool) {
	name := token[1:]
	n, plain := plainNumber(name)
	if plain {
		if a.preserve {
			a.last = max(a.last, n)
			return n, true
		}
		if id := a.numbers.get(n); id != 0 {
			return id, true
		}
	} else if id, known := a.names[name]; known {
		return id, true
	}
	if name == "" {
		return 0, a.errorf(CodeSyntax, at, at+len(token), "expected a name after %%")
	}
	digits := true
	for i := 0; i < len(name); i++ {
		digits = digits && hexDigit(name[i]) >= 0 && hexDigit(name[i]) <= 9
		if !isIDChar(name[i]) {
			return 0, a.errorf(CodeSyntax, at, at+len(token), "the id %s may have letters, digits and underscores only", clip(token))
		}
	}
	if digits && !plain && a.preserve {
		return 0, a.errorf(CodeLimit, at, at+len(token), "the id %s isn't a number from 1 to %d", clip(token), MaxBound-1)
	}
	id := a.last + 1
	if a.preserve {
		for a.numbers.get(a.fresh) != 0 {
			a.fresh++
		}
		id = a.fresh
		a.fresh++
	}
	if id >= MaxBound {
		return 0, a.errorf(CodeLimit, at, at+len(token), "there are more than %d ids", MaxBound-1)
	}
	a.last = max(a.last, id)
	if plain {
		a.numbers.set(n, id)
		return id, true
	}
	if a.names == nil {
		a.names = map[string]ID{}
	}
	a.names[name] = id
	return id, true
}
