package syntax

// This file parses structs, their members and enumerations.

import "refract/internal/front/glsl/pp"

// structSpecifier parses a struct, class or interface.
func (p *Parser) structSpecifier() Node {
	start := p.at()
	flags := uint8(0)
	if p.word(p.pos) == wordInterface {
		flags |= structInterface
	}
	p.next()
	if _, ok := p.attributes(); !ok { // struct [raypayload] P
		return None
	}
	sym, at := NoSymbol, uint32(0)
	args := Node(0)
	if p.k == pp.TokIdent {
		sym, at, _ = p.ident("the name of a struct")
		if p.k == pp.TokLess && p.typeOf(sym)&isTemplate != 0 {
			var ok bool
			if args, ok = p.templateArguments(); !ok {
				return None
			}
		}
		p.declareType(sym, isType)
	}
	mark := p.mark()
	if p.k == pp.TokColon && !p.colons(p.pos) && sym != NoSymbol {
		p.next()
		for {
			for p.word(p.pos) >= wordModifier {
				p.next()
			}
			b := p.typ(false)
			if b == None {
				p.drop(mark)
				return None
			}
			p.push(b)
			if !p.accept(pp.TokComma) {
				break
			}
		}
	}
	bases := p.list(mark)
	if p.k != pp.TokLBrace {
		if sym == NoSymbol {
			p.expected(CodeSyntax, "'{' or a name after struct")
			return None
		}
		r := p.record(Node(sym), Node(at), bases, 0, args)
		return p.newNode(KindStruct, flags|structForward, start, p.prevEnd(), r, 0)
	}
	in := p.inStruct
	p.inStruct = sym
	members, ok := p.members(scopeStruct)
	p.inStruct = in
	if !ok {
		return None
	}
	r := p.record(Node(sym), Node(at), bases, members, args)
	return p.newNode(KindStruct, flags, start, p.prevEnd(), r, 0)
}

// members parses declarations in braces.
func (p *Parser) members(scope declScope) (list Node, ok bool) {
	open := p.pos
	if !p.expect(pp.TokLBrace, " before members") {
		return 0, false
	}
	mark := p.mark()
	for p.k != pp.TokRBrace {
		if p.k == pp.TokEOF {
			p.expectClose(pp.TokRBrace, open, "a member or ")
			p.drop(mark)
			return 0, false
		}
		for p.pos >= p.pendingAt && len(p.pending) > 0 {
			p.directive()
		}
		first, depth := p.pos, p.stmtDepth
		var n Node
		switch {
		case p.k == pp.TokSemicolon:
			at := p.at()
			p.next()
			n = p.finish(KindEmpty, at, 0, 0)
		case scope == scopeGlobal:
			n = p.item()
		default:
			n = p.declaration(scope)
		}
		if n == None {
			p.stmtDepth = depth
			if p.k == pp.TokEOF {
				p.drop(mark)
				return 0, false
			}
			n = p.bad(first, false)
		}
		p.push(n)
	}
	p.next()
	return p.list(mark), true
}

// enum parses an enumeration.
func (p *Parser) enum() Node {
	start := p.at()
	p.next()
	scoped := uint8(0)
	if p.k == pp.TokStruct || p.word(p.pos) == wordClass {
		scoped = 1
		p.next()
	}
	sym, at := NoSymbol, uint32(0)
	if p.k == pp.TokIdent {
		sym, at, _ = p.ident("the name of an enumeration")
		p.declareType(sym, isType)
	}
	typ := None
	if p.accept(pp.TokColon) {
		if typ = p.typ(false); typ == None {
			return None
		}
	}
	if p.k != pp.TokLBrace && sym != NoSymbol && typ == None { // enum E as a type
		return p.newNode(KindIdent, 0, at, p.prevEnd(), uint32(sym), 0)
	}
	open := p.pos
	if !p.expect(pp.TokLBrace, " before enumerators") {
		return None
	}
	mark := p.mark()
	for p.k != pp.TokRBrace {
		t := p.toks[p.pos]
		name, _, ok := p.ident("the name of an enumerator")
		if !ok {
			p.drop(mark)
			return None
		}
		value := None
		if p.accept(pp.TokAssign) {
			if value = p.conditional(); value == None {
				p.drop(mark)
				return None
			}
		}
		p.push(p.newNode(KindEnumerator, 0, t.Start, p.prevEnd(), uint32(name), uint32(value)))
		if !p.accept(pp.TokComma) {
			break
		}
	}
	list := p.list(mark)
	if !p.expectClose(pp.TokRBrace, open, "',' or ") {
		return None
	}
	r := p.record(Node(sym), Node(at), typ, list)
	return p.newNode(KindEnum, scoped, start, p.prevEnd(), r, 0)
}
