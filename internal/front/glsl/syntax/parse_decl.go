package syntax

import (
	"strings"

	"refract/internal/front/glsl/pp"
)

// This file parses declarations.

// unit parses the whole of a source.
func (p *Parser) unit() {
	for p.k != pp.TokEOF {
		p.meter.Step()
		if p.pos >= p.pendingAt {
			p.directive()
			continue
		}
		first := p.pos
		n := p.item()
		if n == None {
			n = p.bad(first, true)
		}
		p.exprDepth, p.stmtDepth, p.labels = 0, 0, false
		p.stack = p.stack[:0]
		p.items = append(p.items, n)
	}
}

// item parses an item at global scope.
func (p *Parser) item() Node {
	switch p.k {
	case pp.TokSemicolon:
		start := p.at()
		p.next()
		n := p.finish(KindEmpty, start, 0, 0)
		if p.extra == None {
			p.extra = n
		}
		return n
	case pp.TokRBrace, pp.TokRParen, pp.TokRBracket:
		p.errorf(CodeUnmatchedDelimiter, p.here(), "there is nothing that this %s closes", p.k)
		p.next()
		return p.finish(KindBad, p.toks[p.pos-1].Start, 0, 0)
	case pp.TokPrecision:
		return p.precision()
	case pp.TokLBracket:
		if p.peek() == pp.TokLBracket {
			start := p.at()
			attrs, ok := p.attributes()
			if !ok {
				return None
			}
			x := p.declaration(true)
			if x == None {
				return None
			}
			return p.finish(KindAttributed, start, attrs, uint32(x))
		}
	}
	switch {
	case p.k == pp.TokIdent, p.k == pp.TokStruct, p.k == pp.TokLayout, p.k == pp.TokReserved, p.k.IsQualifier():
		return p.declaration(true)
	case p.k >= pp.TokIf && p.k <= pp.TokTerminate:
		p.errorf(CodeExpectedDeclaration, p.here(), "expected a declaration, found %s: statements stand in functions", p.found())
		return None
	}
	p.expected(CodeExpectedDeclaration, "a declaration")
	return None
}

// precision parses a precision statement.
func (p *Parser) precision() Node {
	start := p.at()
	p.next()
	if p.k < pp.TokHighp || p.k > pp.TokLowp {
		p.expected(CodeSyntax, "highp, mediump or lowp")
		return None
	}
	q := qualifierOf(p.k)
	p.next()
	typ := p.typeSpecifier()
	if typ == None || !p.semicolon("a precision statement") {
		return None
	}
	return p.newNode(KindPrecision, uint8(q), start, p.prevEnd(), uint32(typ), 0)
}

// qualifierOf is the qualifier that a token is.
func qualifierOf(k pp.TokenKind) QualifierKind {
	return QualConst + QualifierKind(k-pp.TokConst)
}

// qualifiers parses qualifiers and returns their list.
func (p *Parser) qualifiers() (list uint32, ok bool) {
	mark := p.mark()
	for {
		switch {
		case p.k == pp.TokLayout:
			n := p.layout()
			if n == None {
				p.stack = p.stack[:mark]
				return 0, false
			}
			p.push(n)
		case p.k == pp.TokSubroutine:
			n := p.subroutine()
			if n == None {
				p.stack = p.stack[:mark]
				return 0, false
			}
			p.push(n)
		case p.k.IsQualifier():
			t := &p.toks[p.pos]
			p.next()
			p.push(p.newNode(KindQualifier, uint8(qualifierOf(t.Kind)), t.Start, t.End, uint32(t.Sym), 0))
		default:
			return p.list(mark), true
		}
	}
}

// subroutine parses subroutine, with names in parentheses or without.
func (p *Parser) subroutine() Node {
	t := &p.toks[p.pos]
	p.next()
	names := uint32(0)
	if p.k == pp.TokLParen {
		open := p.pos
		p.next()
		mark := p.mark()
		for {
			sym, at, ok := p.name("the name of a subroutine type")
			if !ok {
				p.stack = p.stack[:mark]
				return None
			}
			p.push(p.newNode(KindIdent, 0, at, p.prevEnd(), uint32(sym), 0))
			if !p.accept(pp.TokComma) {
				break
			}
		}
		names = p.list(mark)
		if !p.expectClose(pp.TokRParen, open, "',' or ") {
			return None
		}
	}
	return p.newNode(KindQualifier, uint8(QualSubroutine), t.Start, p.prevEnd(), uint32(t.Sym), names)
}

// layout parses layout(...).
func (p *Parser) layout() Node {
	start := p.at()
	p.next()
	open := p.pos
	if !p.expect(pp.TokLParen, " after layout") {
		return None
	}
	mark := p.mark()
	for {
		t := &p.toks[p.pos]
		if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
			p.expected(CodeExpectedIdentifier, "the name of a layout qualifier")
			p.stack = p.stack[:mark]
			return None
		}
		p.next()
		value := None
		if p.k == pp.TokAssign {
			p.next()
			if value = p.conditional(); value == None {
				p.stack = p.stack[:mark]
				return None
			}
		}
		p.push(p.newNode(KindLayoutID, 0, t.Start, p.prevEnd(), uint32(t.Sym), uint32(value)))
		if !p.accept(pp.TokComma) {
			break
		}
	}
	ids := p.list(mark)
	if !p.expectClose(pp.TokRParen, open, "',' or ") {
		return None
	}
	return p.finish(KindLayout, start, ids, 0)
}

// declaration parses a declaration that starts with a qualifier, a type or a
// name.
func (p *Parser) declaration(global bool) Node {
	start := p.at()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	if quals != 0 {
		switch p.k {
		case pp.TokSemicolon:
			p.next()
			return p.finish(KindRequalify, start, quals, 0)
		case pp.TokIdent, pp.TokReserved:
			switch p.peek() {
			case pp.TokLBrace:
				return p.interfaceBlock(start, quals)
			case pp.TokSemicolon, pp.TokComma:
				return p.requalify(start, quals)
			}
		case pp.TokLBrace:
			p.expected(CodeExpectedIdentifier, "the name of an interface block or a type")
			return None
		}
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	if p.k == pp.TokSemicolon {
		p.next()
		r := p.record(Node(quals), typ, 0)
		return p.finish(KindDeclaration, start, r, 0)
	}
	if p.k == pp.TokIdent && p.peek() == pp.TokLParen {
		return p.function(start, quals, typ, global)
	}
	list, ok := p.declarators(typ, true)
	if !ok || !p.semicolon("a declaration") {
		return None
	}
	r := p.record(Node(quals), typ, Node(list))
	return p.finish(KindDeclaration, start, r, 0)
}

// requalify parses the names behind qualifiers.
func (p *Parser) requalify(start, quals uint32) Node {
	mark := p.mark()
	for {
		sym, at, ok := p.name("the name of a variable")
		if !ok {
			p.stack = p.stack[:mark]
			return None
		}
		p.push(p.newNode(KindIdent, 0, at, p.prevEnd(), uint32(sym), 0))
		if !p.accept(pp.TokComma) {
			break
		}
	}
	names := p.list(mark)
	if !p.semicolon("a declaration") {
		return None
	}
	return p.finish(KindRequalify, start, quals, names)
}

// typeSpecifier parses a type with its dimensions.
func (p *Parser) typeSpecifier() Node {
	t := &p.toks[p.pos]
	switch t.Kind {
	case pp.TokIdent:
		p.next()
		if p.k == pp.TokLParen && strings.HasPrefix(p.pp.Interner().Name(t.Sym), "spirv_") {
			p.errorf(CodeUnsupportedFeature, p.tokSpan(p.pos-1), "instructions of SPIR-V, as by '%s', are not supported", p.pp.Interner().Name(t.Sym))
			return None
		}
		if p.k == pp.TokLess && p.pp.Interner().Name(t.Sym) == cooperativeMatrix {
			return p.template(t)
		}
		if p.k == pp.TokLess && isTemplate(p.pp.Interner().Name(t.Sym)) {
			p.errorf(CodeUnsupportedFeature, p.tokSpan(p.pos-1), "types with parameters, as '%s', are not supported", p.pp.Interner().Name(t.Sym))
			return None
		}
		dims, ok := p.dimensions()
		if !ok {
			return None
		}
		return p.finish(KindType, t.Start, uint32(t.Sym), dims)
	case pp.TokStruct:
		s := p.structSpecifier()
		if s == None {
			return None
		}
		dims, ok := p.dimensions()
		if !ok {
			return None
		}
		return p.newNode(KindType, typeStruct, t.Start, p.prevEnd(), uint32(s), dims)
	case pp.TokReserved:
		p.reserved()
		p.next()
		return p.finish(KindType, t.Start, uint32(t.Sym), 0)
	}
	p.expected(CodeExpectedType, "a type")
	return None
}

// cooperativeMatrix is the name of a type with parameters (GL_KHR_cooperative_matrix).
const cooperativeMatrix = "coopmat"

// template parses the parameters and dimensions of a type: a parameter is a type, or a sum
// of constants.
func (p *Parser) template(t *pp.Token) Node {
	open := p.pos
	p.next()
	mark := p.mark()
	fail := func() Node {
		p.stack = p.stack[:mark]
		return None
	}
	for {
		if !p.deeper() {
			return fail()
		}
		x := p.unary()
		if x != None {
			x = p.binary(x, levels[pp.TokLess].prec)
		}
		p.exprDepth--
		if x == None {
			return fail()
		}
		p.push(x)
		if p.k == pp.TokComma {
			p.next()
			continue
		}
		if !p.expectClose(pp.TokGreater, open, "',' or ") {
			return fail()
		}
		break
	}
	params := p.list(mark)
	dims, ok := p.dimensions()
	if !ok {
		return None
	}
	r := p.record(Node(dims), Node(params))
	return p.newNode(KindType, typeTemplate, t.Start, p.prevEnd(), uint32(t.Sym), r)
}

// isTemplate reports whether a type has parameters in angle brackets: those of
// extensions for matrices, tensors and vectors that several invocations share.
func isTemplate(name string) bool {
	switch name {
	case "coopmat", "coopmatNV", "fcoopmatNV", "icoopmatNV", "ucoopmatNV", "tensorARM", "tensorLayoutNV", "tensorViewNV", "coopvecNV":
		return true
	}
	return false
}

// dimensions parses array dimensions and returns their list; an empty pair of
// brackets is None.
func (p *Parser) dimensions() (list uint32, ok bool) {
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
		x := p.conditional()
		if x == None || !p.expectClose(pp.TokRBracket, open, "") {
			p.stack = p.stack[:mark]
			return 0, false
		}
		p.push(x)
	}
	return p.list(mark), true
}

// structSpecifier parses a struct with its members.
func (p *Parser) structSpecifier() Node {
	start := p.at()
	p.next()
	sym, at := NoSymbol, uint32(0)
	if p.k != pp.TokLBrace {
		var ok bool
		if sym, at, ok = p.name("the name of a struct"); !ok {
			return None
		}
	}
	members, ok := p.members()
	if !ok {
		return None
	}
	r := p.record(Node(sym), Node(at), Node(members))
	return p.finish(KindStruct, start, r, 0)
}

// members parses the members of a struct or block in braces.
func (p *Parser) members() (list uint32, ok bool) {
	open := p.pos
	if !p.expect(pp.TokLBrace, " before members") {
		return 0, false
	}
	if p.stmtDepth >= MaxStatementDepth {
		p.errorf(CodeNestingTooDeep, p.here(), "structs are nested more than %d deep", MaxStatementDepth)
		p.giveUp()
		return 0, false
	}
	p.stmtDepth++
	defer func() { p.stmtDepth-- }()
	mark := p.mark()
	for p.k != pp.TokRBrace {
		if p.k == pp.TokEOF {
			p.expectClose(pp.TokRBrace, open, "a member or ")
			p.stack = p.stack[:mark]
			return 0, false
		}
		first := p.pos
		n := p.memberDeclaration()
		if n == None {
			if p.k == pp.TokEOF {
				p.stack = p.stack[:mark]
				return 0, false
			}
			n = p.bad(first, false)
		}
		p.push(n)
	}
	p.next()
	return p.list(mark), true
}

// memberDeclaration parses the declaration of members.
func (p *Parser) memberDeclaration() Node {
	start := p.at()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	list, ok := p.declarators(typ, false)
	if !ok || !p.semicolon("a member") {
		return None
	}
	r := p.record(Node(quals), typ, Node(list))
	return p.finish(KindDeclaration, start, r, 0)
}

// interfaceBlock parses an interface block behind its qualifiers.
func (p *Parser) interfaceBlock(start, quals uint32) Node {
	name, nameAt, ok := p.name("the name of an interface block")
	if !ok {
		return None
	}
	members, ok := p.members()
	if !ok {
		return None
	}
	instance, instanceAt, dims := NoSymbol, uint32(0), uint32(0)
	if p.k == pp.TokIdent || p.k == pp.TokReserved {
		instance, instanceAt, _ = p.name("the name of an instance")
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	if !p.semicolon("an interface block") {
		return None
	}
	r := p.record(Node(quals), Node(name), Node(nameAt), Node(members), Node(instance), Node(instanceAt), Node(dims))
	return p.finish(KindInterface, start, r, 0)
}

// declarators parses the names that a type declares.
func (p *Parser) declarators(typ Node, init bool) (list uint32, ok bool) {
	mark := p.mark()
	for {
		sym, at, ok := p.name("a name to declare")
		if !ok {
			p.stack = p.stack[:mark]
			return 0, false
		}
		dims, ok := p.dimensions()
		if !ok {
			p.stack = p.stack[:mark]
			return 0, false
		}
		value := None
		if init && p.k == pp.TokAssign {
			p.next()
			if value = p.initializer(); value == None {
				p.stack = p.stack[:mark]
				return 0, false
			}
		}
		r := p.record(Node(sym), Node(at), Node(dims), value)
		p.push(p.finish(KindDeclarator, at, r, 0))
		if !p.accept(pp.TokComma) {
			return p.list(mark), true
		}
	}
}

// initializer parses an expression or a list in braces.
func (p *Parser) initializer() Node {
	if p.k != pp.TokLBrace {
		return p.assignment()
	}
	if !p.deeper() {
		return None
	}
	defer func() { p.exprDepth-- }()
	start, open := p.at(), p.pos
	p.next()
	mark := p.mark()
	for p.k != pp.TokRBrace {
		x := p.initializer()
		if x == None {
			p.stack = p.stack[:mark]
			return None
		}
		p.push(x)
		if !p.accept(pp.TokComma) {
			break
		}
	}
	items := p.list(mark)
	if !p.expectClose(pp.TokRBrace, open, "',' or ") {
		return None
	}
	return p.finish(KindInitList, start, items, 0)
}

// function parses a prototype or definition behind its return type.
func (p *Parser) function(start, quals uint32, typ Node, global bool) Node {
	name, at, ok := p.name("the name of a function")
	if !ok {
		return None
	}
	open := p.pos
	p.next()
	mark := p.mark()
	if p.k == pp.TokIdent && p.toks[p.pos].Sym == p.symVoid && p.peek() == pp.TokRParen {
		p.next()
	}
	for p.k != pp.TokRParen {
		param := p.param()
		if param == None {
			p.stack = p.stack[:mark]
			return None
		}
		p.push(param)
		if !p.accept(pp.TokComma) {
			break
		}
		if p.k == pp.TokRParen {
			p.expected(CodeExpectedType, "a parameter")
		}
	}
	params := p.list(mark)
	if !p.expectClose(pp.TokRParen, open, "',' or ") {
		return None
	}
	body := None
	switch {
	case p.k == pp.TokLBrace && global:
		body = p.block()
		if body == None {
			return None
		}
	case p.k == pp.TokLBrace:
		p.errorf(CodeSyntax, p.tokSpan(open-1), "functions can't be defined inside of functions")
		return None
	case p.k == pp.TokSemicolon:
		p.next()
	case global:
		p.expected(CodeSyntax, "'{' or ';' after the parameters of a function")
		return None
	default:
		p.expected(CodeMissingSemicolon, "';' after the prototype of a function")
		return None
	}
	r := p.record(Node(quals), typ, Node(name), Node(at), Node(params), body)
	return p.finish(KindFunction, start, r, 0)
}

// param parses a parameter.
func (p *Parser) param() Node {
	start := p.at()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	sym, at, dims := NoSymbol, uint32(0), uint32(0)
	if p.k != pp.TokComma && p.k != pp.TokRParen {
		if sym, at, ok = p.name("',', ')' or the name of a parameter"); !ok {
			return None
		}
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	r := p.record(Node(quals), typ, Node(sym), Node(at), Node(dims))
	return p.finish(KindParam, start, r, 0)
}

// attributes parses [[...]]; the current token is its first bracket.
func (p *Parser) attributes() (list uint32, ok bool) {
	open := p.pos
	p.next()
	p.next()
	mark := p.mark()
	for {
		sym, at, ok := p.name("the name of an attribute")
		if !ok {
			p.stack = p.stack[:mark]
			return 0, false
		}
		args := uint32(0)
		if p.k == pp.TokLParen {
			if p.peek() == pp.TokRParen {
				p.next()
				p.expected(CodeExpectedExpression, "an argument")
			}
			if args, ok = p.arguments(); !ok {
				p.stack = p.stack[:mark]
				return 0, false
			}
		}
		p.push(p.finish(KindAttribute, at, uint32(sym), args))
		if !p.accept(pp.TokComma) {
			break
		}
	}
	list = p.list(mark)
	if !p.expectClose(pp.TokRBracket, open, "',' or ") || !p.expectClose(pp.TokRBracket, open, "") {
		return 0, false
	}
	return list, true
}
