package syntax

import "refract/internal/front/glsl/pp"

// This file parses types, and finds out where they stand.

// modifiersAt reads the modifiers from token i on and returns the index behind them. A soft
// word is a modifier if a type or another modifier follows it.
func (p *Parser) modifiersAt(i int) (Modifiers, int) {
	var m Modifiers
	for {
		w := p.word(i)
		if w < wordModifier {
			return m, i
		}
		bit := int(w - wordModifier)
		if bit >= firstSoft {
			k := p.kindAt(i + 1)
			if !(k == pp.TokStruct || k == pp.TokIdent && (p.word(i+1) >= wordModifier || p.startsTypeAt(i+1) || p.kindAt(i+2) == pp.TokIdent)) {
				return m, i
			}
		}
		m |= 1 << bit
		i++
	}
}

func (p *Parser) modifiers() Modifiers {
	m, i := p.modifiersAt(p.pos)
	if m&reserved != 0 {
		p.errorf(CodeSyntax, p.here(), "'%s' is a reserved word", (m & reserved).Words()[0])
	}
	p.seek(i)
	return m
}

// reserved are the words of C++ that HLSL keeps from being names.
const reserved = ModNoInline | ModConstexpr | ModPublic | ModPrivate | ModProtected | ModVirtual | ModFriend | ModMutable | ModThreadLocal

// startsTypeAt reports whether the name of a type stands at token i.
func (p *Parser) startsTypeAt(i int) bool {
	switch p.kindAt(i) {
	case pp.TokStruct:
		return true
	case pp.TokIdent:
		switch p.word(i) {
		case wordClass, wordInterface, wordEnum, wordTypename:
			return true
		}
		if p.typeOf(p.toks[i].Sym)&isType != 0 {
			return true
		}
		// A::B is a type if its last name is.
		for p.colons(i+1) && p.kindAt(i+3) == pp.TokIdent {
			i += 3
		}
		return p.typeOf(p.toks[i].Sym)&isType != 0
	case pp.TokColon:
		return p.colons(i) && p.startsTypeAt(i+2)
	}
	return false
}

// maxLookAhead bounds how far is looked ahead for the end of a type.
const maxLookAhead = 2000

// skipAngles is the index behind the angle bracket that closes the one at i, or -1.
func (p *Parser) skipAngles(i int) int {
	depth := 0
	for end := min(len(p.toks), i+maxLookAhead); i < end; i++ {
		switch p.toks[i].Kind {
		case pp.TokLess:
			depth++
		case pp.TokGreater:
			if depth--; depth <= 0 {
				return i + 1
			}
		case pp.TokShr:
			if depth -= 2; depth <= 0 {
				return i + 1
			}
		case pp.TokLParen, pp.TokLBracket:
			nesting := 0
			for ; i < end; i++ {
				switch p.toks[i].Kind {
				case pp.TokLParen, pp.TokLBracket:
					nesting++
				case pp.TokRParen, pp.TokRBracket:
					nesting--
				}
				if nesting == 0 {
					break
				}
			}
		case pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokRParen, pp.TokAndAnd, pp.TokOrOr, pp.TokEOF, pp.TokAssign, pp.TokQuestion:
			return -1
		}
	}
	return -1
}

// skipType is the index behind the type at i, or -1 if there is none.
func (p *Parser) skipType(i int) int {
	_, i = p.modifiersAt(i)
	if p.word(i) == wordTypename || p.kindAt(i) == pp.TokStruct || p.word(i) == wordClass || p.word(i) == wordEnum {
		i++
	}
	if p.colons(i) {
		i += 2
	}
	for {
		if p.kindAt(i) != pp.TokIdent {
			return -1
		}
		k := p.typeOf(p.toks[i].Sym)
		i++
		if k&isTemplate != 0 && p.kindAt(i) == pp.TokLess {
			if i = p.skipAngles(i); i < 0 {
				return -1
			}
		}
		if !p.colons(i) {
			break
		}
		i += 2
	}
	_, i = p.modifiersAt(i)
	return i
}

// castAt is the index behind the type of a cast whose parenthesis stands at i, or -1.
func (p *Parser) castAt(i int) int {
	_, j := p.modifiersAt(i + 1)
	if !p.startsTypeAt(j) {
		return -1
	}
	j = p.skipType(i + 1)
	if j < 0 {
		return -1
	}
	for p.kindAt(j) == pp.TokLBracket {
		depth := 0
		for ; j < len(p.toks); j++ {
			switch p.toks[j].Kind {
			case pp.TokLBracket:
				depth++
			case pp.TokRBracket:
				depth--
			case pp.TokSemicolon, pp.TokLBrace, pp.TokEOF:
				return -1
			}
			if depth == 0 {
				break
			}
		}
		j++
	}
	if p.kindAt(j) != pp.TokRParen {
		return -1
	}
	switch p.kindAt(j + 1) {
	case pp.TokIdent, pp.TokInt, pp.TokFloat, pp.TokString, pp.TokLParen, pp.TokMinus, pp.TokPlus, pp.TokBang, pp.TokTilde,
		pp.TokPlusPlus, pp.TokMinusMinus, pp.TokTrue, pp.TokFalse, pp.TokLBrace:
		return j
	case pp.TokColon:
		if p.colons(j + 1) {
			return j
		}
	}
	return -1
}

// declares reports whether a declaration starts at the current token.
func (p *Parser) declares() bool {
	switch p.k {
	case pp.TokStruct:
		return true
	case pp.TokIdent, pp.TokColon:
	default:
		return false
	}
	switch p.word(p.pos) {
	case wordClass, wordInterface, wordEnum, wordTypedef, wordUsing, wordTypename, wordStaticAssert:
		return true
	}
	m, i := p.modifiersAt(p.pos)
	if m != 0 {
		return true
	}
	i = p.skipType(i)
	if i < 0 {
		return false
	}
	return p.kindAt(i) == pp.TokIdent && (p.startsTypeAt(p.pos) || i == p.pos+1 || p.kindAt(i-1) == pp.TokGreater || p.kindAt(i+1) != pp.TokLParen)
}

// typ parses a type with its modifiers; dims allows array dimensions behind it.
func (p *Parser) typ(dims bool) Node {
	start := p.at()
	m := p.modifiers()
	n, ok := p.typeName()
	if !ok {
		return None
	}
	return p.typeOfName(start, m, n, dims)
}

// typeOfName finishes a type whose modifiers and name are parsed.
func (p *Parser) typeOfName(start uint32, m Modifiers, name Node, dims bool) Node {
	list := Node(0)
	if dims {
		var ok bool
		if list, ok = p.dimensions(); !ok {
			return None
		}
	}
	r := p.record(loMods(m), hiMods(m), name, list)
	return p.finish(KindType, start, r, 0)
}

// typeName parses the name of a type, or a struct or enum.
func (p *Parser) typeName() (Node, bool) {
	switch {
	case p.k == pp.TokStruct || p.word(p.pos) == wordClass || p.word(p.pos) == wordInterface:
		n := p.structSpecifier()
		return n, n != None
	case p.word(p.pos) == wordEnum:
		n := p.enum()
		return n, n != None
	case p.word(p.pos) == wordTypename:
		p.next()
	}
	if p.k != pp.TokIdent && !p.colons(p.pos) {
		p.expected(CodeExpectedType, "a type")
		return None, false
	}
	if w := p.word(p.pos); w != wordNone && w < wordModifier {
		p.expected(CodeExpectedType, "a type")
		return None, false
	}
	n := p.qualified()
	return n, n != None
}

// qualified parses a name with its scopes and template arguments.
func (p *Parser) qualified() Node {
	start := p.at()
	flags := uint8(0)
	if p.colons(p.pos) {
		flags |= 2
		p.next()
		p.next()
	}
	mark := p.mark()
	for {
		t := p.toks[p.pos]
		if t.Kind != pp.TokIdent {
			p.expected(CodeExpectedIdentifier, "a name")
			p.drop(mark)
			return None
		}
		p.next()
		args, given := Node(0), false
		if p.k == pp.TokLess && p.typeOf(t.Sym)&isTemplate != 0 && p.skipAngles(p.pos) >= 0 {
			var ok bool
			if args, ok = p.templateArguments(); !ok {
				p.drop(mark)
				return None
			}
			given = true
		}
		if p.colons(p.pos) {
			part := p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
			if given {
				part = p.newNode(KindName, 1, t.Start, p.prevEnd(), p.record(0, Node(t.Sym), args), 0)
			}
			p.push(part)
			p.next()
			p.next()
			continue
		}
		if len(p.stack) == mark && !given && flags == 0 {
			return p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
		}
		if given {
			flags |= 1
		}
		scope := p.list(mark)
		r := p.record(scope, Node(t.Sym), args)
		return p.newNode(KindName, flags, start, p.prevEnd(), r, 0)
	}
}

// templateArguments parses types and expressions in angle brackets.
func (p *Parser) templateArguments() (Node, bool) {
	if !p.deeper() {
		return 0, false
	}
	defer func() { p.exprDepth-- }()
	open := p.pos
	p.next()
	mark := p.mark()
	for p.k != pp.TokGreater && p.k != pp.TokShr {
		n := None
		_, i := p.modifiersAt(p.pos)
		end := p.skipType(p.pos)
		if p.startsTypeAt(i) && (end < 0 || p.kindAt(end) != pp.TokLParen) {
			n = p.typ(true)
		} else {
			angle := p.angle
			p.angle = 1
			n = p.conditional()
			p.angle = angle
		}
		if n == None {
			p.drop(mark)
			return 0, false
		}
		p.push(n)
		if !p.accept(pp.TokComma) {
			break
		}
	}
	list := p.list(mark)
	if p.k == pp.TokShr { // the first half closes this list
		t := &p.toks[p.pos]
		t.Kind = pp.TokGreater
		t.Start++
		p.k = pp.TokGreater
		return list, true
	}
	return list, p.expectClose(pp.TokGreater, open, "',' or ")
}

// dimensions parses array dimensions and returns their list; an empty pair of brackets is
// None.
func (p *Parser) dimensions() (list Node, ok bool) {
	if p.k != pp.TokLBracket {
		return 0, true
	}
	mark := p.mark()
	for p.k == pp.TokLBracket {
		open := p.pos
		p.next()
		if p.k == pp.TokRBracket {
			p.next()
			p.push(None)
			continue
		}
		angle := p.angle
		p.angle = 0
		x := p.expression()
		p.angle = angle
		if x == None || !p.expectClose(pp.TokRBracket, open, "") {
			p.drop(mark)
			return 0, false
		}
		p.push(x)
	}
	return p.list(mark), true
}
