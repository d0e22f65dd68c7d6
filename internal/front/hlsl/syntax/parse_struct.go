package syntax

// This file parses structs, their members and enumerations.

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// structSpecifier parses a struct, class or interface.
func (p *Parser) structSpecifier() Node {
	start := p.At()
	flags := uint8(0)
	if p.word(p.Pos) == wordInterface {
		flags |= structInterface
	}
	p.Next()
	if _, ok := p.attributes(); !ok { // struct [raypayload] P
		return None
	}
	sym, at := NoSymbol, uint32(0)
	args := Node(0)
	if p.K == pp.TokIdent {
		sym, at, _ = p.Ident("the name of a struct")
		if p.K == pp.TokLess && p.typeOf(sym)&isTemplate != 0 {
			var ok bool
			if args, ok = p.templateArguments(); !ok {
				return None
			}
		}
		p.declareType(sym, isType)
	}
	mark := p.Mark()
	if p.K == pp.TokColon && !p.colons(p.Pos) && sym != NoSymbol {
		p.Next()
		for {
			for p.word(p.Pos) >= wordModifier {
				p.Next()
			}
			b := p.typ(false)
			if b == None {
				p.Drop(mark)
				return None
			}
			p.Push(b)
			if !p.Accept(pp.TokComma) {
				break
			}
		}
	}
	bases := p.List(mark)
	if p.K != pp.TokLBrace {
		if sym == NoSymbol {
			p.Expected(clike.CodeSyntax, "'{' or a name after struct")
			return None
		}
		r := p.Record(Node(sym), Node(at), bases, 0, args)
		return p.NewNode(KindStruct, flags|structForward, start, p.PrevEnd(), r, 0)
	}
	in := p.inStruct
	p.inStruct = sym
	members, ok := p.members(scopeStruct)
	p.inStruct = in
	if !ok {
		return None
	}
	r := p.Record(Node(sym), Node(at), bases, members, args)
	return p.NewNode(KindStruct, flags, start, p.PrevEnd(), r, 0)
}

// members parses declarations in braces.
func (p *Parser) members(scope declScope) (list Node, ok bool) {
	open := p.Pos
	if !p.Expect(pp.TokLBrace, " before members") {
		return 0, false
	}
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		if p.K == pp.TokEOF {
			p.ExpectClose(pp.TokRBrace, open, "a member or ")
			p.Drop(mark)
			return 0, false
		}
		p.PassDirectives()
		first, depth := p.Pos, p.StmtDepth
		var n Node
		switch {
		case p.K == pp.TokSemicolon:
			at := p.At()
			p.Next()
			n = p.Finish(KindEmpty, at, 0, 0)
		case scope == scopeGlobal:
			n = p.item()
		default:
			n = p.declaration(scope)
		}
		if n == None {
			p.StmtDepth = depth
			if p.K == pp.TokEOF {
				p.Drop(mark)
				return 0, false
			}
			n = p.Bad(first, false)
		}
		p.Push(n)
	}
	p.Next()
	return p.List(mark), true
}

// enum parses an enumeration.
func (p *Parser) enum() Node {
	start := p.At()
	p.Next()
	scoped := uint8(0)
	if p.K == pp.TokStruct || p.word(p.Pos) == wordClass {
		scoped = 1
		p.Next()
	}
	sym, at := NoSymbol, uint32(0)
	if p.K == pp.TokIdent {
		sym, at, _ = p.Ident("the name of an enumeration")
		p.declareType(sym, isType)
	}
	typ := None
	if p.Accept(pp.TokColon) {
		if typ = p.typ(false); typ == None {
			return None
		}
	}
	if p.K != pp.TokLBrace && sym != NoSymbol && typ == None { // enum E as a type
		return p.NewNode(KindIdent, 0, at, p.PrevEnd(), Node(sym), 0)
	}
	open := p.Pos
	if !p.Expect(pp.TokLBrace, " before enumerators") {
		return None
	}
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		t := p.Toks[p.Pos]
		name, _, ok := p.Ident("the name of an enumerator")
		if !ok {
			p.Drop(mark)
			return None
		}
		value := None
		if p.Accept(pp.TokAssign) {
			if value = p.Conditional(); value == None {
				p.Drop(mark)
				return None
			}
		}
		p.Push(p.NewNode(KindEnumerator, 0, t.Start, p.PrevEnd(), Node(name), value))
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	list := p.List(mark)
	if !p.ExpectClose(pp.TokRBrace, open, "',' or ") {
		return None
	}
	r := p.Record(Node(sym), Node(at), typ, list)
	return p.NewNode(KindEnum, scoped, start, p.PrevEnd(), r, 0)
}
