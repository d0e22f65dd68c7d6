package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

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
			k := p.KindAt(i + 1)
			if !(k == pp.TokStruct || k == pp.TokIdent && (p.word(i+1) >= wordModifier || p.startsTypeAt(i+1) || p.KindAt(i+2) == pp.TokIdent)) {
				return m, i
			}
		}
		m |= 1 << bit
		i++
	}
}

func (p *Parser) modifiers() Modifiers {
	m, i := p.modifiersAt(p.Pos)
	if m&reserved != 0 {
		p.Errorf(clike.CodeSyntax, p.Here(), "'%s' is a reserved word", (m & reserved).Words()[0])
	}
	p.Seek(i)
	return m
}

// reserved are the words of C++ that HLSL keeps from being names.
const reserved = ModNoInline | ModConstexpr | ModPublic | ModPrivate | ModProtected | ModVirtual | ModFriend | ModMutable | ModThreadLocal

// startsTypeAt reports whether the name of a type stands at token i.
func (p *Parser) startsTypeAt(i int) bool {
	switch p.KindAt(i) {
	case pp.TokStruct:
		return true
	case pp.TokIdent:
		switch p.word(i) {
		case wordClass, wordInterface, wordEnum, wordTypename:
			return true
		}
		if p.typeOf(p.Toks[i].Sym)&isType != 0 {
			return true
		}
		// A::B is a type if its last name is.
		for p.colons(i+1) && p.KindAt(i+3) == pp.TokIdent {
			i += 3
		}
		return p.typeOf(p.Toks[i].Sym)&isType != 0
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
	for end := min(len(p.Toks), i+maxLookAhead); i < end; i++ {
		switch p.Toks[i].Kind {
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
				switch p.Toks[i].Kind {
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
	if p.word(i) == wordTypename || p.KindAt(i) == pp.TokStruct || p.word(i) == wordClass || p.word(i) == wordEnum {
		i++
	}
	if p.colons(i) {
		i += 2
	}
	for {
		if p.KindAt(i) != pp.TokIdent {
			return -1
		}
		k := p.typeOf(p.Toks[i].Sym)
		i++
		if k&isTemplate != 0 && p.KindAt(i) == pp.TokLess {
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
	for p.KindAt(j) == pp.TokLBracket {
		depth := 0
		for ; j < len(p.Toks); j++ {
			switch p.Toks[j].Kind {
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
	if p.KindAt(j) != pp.TokRParen {
		return -1
	}
	switch p.KindAt(j + 1) {
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

// Declares reports whether a declaration starts at the current token.
func (p *Parser) Declares() bool {
	switch p.K {
	case pp.TokStruct:
		return true
	case pp.TokIdent, pp.TokColon:
	default:
		return false
	}
	switch p.word(p.Pos) {
	case wordClass, wordInterface, wordEnum, wordTypedef, wordUsing, wordTypename, wordStaticAssert:
		return true
	}
	m, i := p.modifiersAt(p.Pos)
	if m != 0 {
		return true
	}
	i = p.skipType(i)
	if i < 0 {
		return false
	}
	return p.KindAt(i) == pp.TokIdent && (p.startsTypeAt(p.Pos) || i == p.Pos+1 || p.KindAt(i-1) == pp.TokGreater || p.KindAt(i+1) != pp.TokLParen)
}

// typ parses a type with its modifiers; dims allows array dimensions behind it.
func (p *Parser) typ(dims bool) Node {
	start := p.At()
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
	r := p.Record(loMods(m), hiMods(m), name, list)
	return p.Finish(KindType, start, r, 0)
}

// typeName parses the name of a type, or a struct or enum.
func (p *Parser) typeName() (Node, bool) {
	switch {
	case p.K == pp.TokStruct || p.word(p.Pos) == wordClass || p.word(p.Pos) == wordInterface:
		n := p.structSpecifier()
		return n, n != None
	case p.word(p.Pos) == wordEnum:
		n := p.enum()
		return n, n != None
	case p.word(p.Pos) == wordTypename:
		p.Next()
	}
	if p.K != pp.TokIdent && !p.colons(p.Pos) {
		p.Expected(clike.CodeExpectedType, "a type")
		return None, false
	}
	if w := p.word(p.Pos); w != wordNone && w < wordModifier {
		p.Expected(clike.CodeExpectedType, "a type")
		return None, false
	}
	n := p.qualified()
	return n, n != None
}

// qualified parses a name with its scopes and template arguments.
func (p *Parser) qualified() Node {
	start := p.At()
	flags := uint8(0)
	if p.colons(p.Pos) {
		flags |= 2
		p.Next()
		p.Next()
	}
	mark := p.Mark()
	for {
		t := p.Toks[p.Pos]
		if t.Kind != pp.TokIdent {
			p.Expected(clike.CodeExpectedIdentifier, "a name")
			p.Drop(mark)
			return None
		}
		p.Next()
		args, given := Node(0), false
		if p.K == pp.TokLess && p.typeOf(t.Sym)&isTemplate != 0 && p.skipAngles(p.Pos) >= 0 {
			var ok bool
			if args, ok = p.templateArguments(); !ok {
				p.Drop(mark)
				return None
			}
			given = true
		}
		if p.colons(p.Pos) {
			part := p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
			if given {
				part = p.NewNode(KindName, 1, t.Start, p.PrevEnd(), p.Record(0, Node(t.Sym), args), 0)
			}
			p.Push(part)
			p.Next()
			p.Next()
			continue
		}
		if p.Mark() == mark && !given && flags == 0 {
			return p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
		}
		if given {
			flags |= 1
		}
		scope := p.List(mark)
		r := p.Record(scope, Node(t.Sym), args)
		return p.NewNode(KindName, flags, start, p.PrevEnd(), r, 0)
	}
}

// templateArguments parses types and expressions in angle brackets.
func (p *Parser) templateArguments() (Node, bool) {
	if !p.Deeper() {
		return 0, false
	}
	defer func() { p.Depth-- }()
	open := p.Pos
	p.Next()
	mark := p.Mark()
	for p.K != pp.TokGreater && p.K != pp.TokShr {
		n := None
		_, i := p.modifiersAt(p.Pos)
		end := p.skipType(p.Pos)
		if p.startsTypeAt(i) && (end < 0 || p.KindAt(end) != pp.TokLParen) {
			n = p.typ(true)
		} else {
			angle := p.Angle
			p.Angle = 1
			n = p.Conditional()
			p.Angle = angle
		}
		if n == None {
			p.Drop(mark)
			return 0, false
		}
		p.Push(n)
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	list := p.List(mark)
	if p.K == pp.TokShr { // the first half closes this list
		t := &p.Toks[p.Pos]
		t.Kind = pp.TokGreater
		t.Start++
		p.K = pp.TokGreater
		return list, true
	}
	return list, p.ExpectClose(pp.TokGreater, open, "',' or ")
}

// dimensions parses array dimensions and returns their list; an empty pair of brackets is
// None.
func (p *Parser) dimensions() (list Node, ok bool) {
	if p.K != pp.TokLBracket {
		return 0, true
	}
	mark := p.Mark()
	for p.K == pp.TokLBracket {
		open := p.Pos
		p.Next()
		if p.K == pp.TokRBracket {
			p.Next()
			p.Push(None)
			continue
		}
		angle := p.Angle
		p.Angle = 0
		x := p.Expression()
		p.Angle = angle
		if x == None || !p.ExpectClose(pp.TokRBracket, open, "") {
			p.Drop(mark)
			return 0, false
		}
		p.Push(x)
	}
	return p.List(mark), true
}
