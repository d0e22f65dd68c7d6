package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses the statements that only GLSL has, and finds declarations among them.

// OwnStatement parses a declaration, an expression, or a statement of GLSL alone.
func (p *Parser) OwnStatement(start uint32) Node {
	switch p.K {
	case pp.TokDemote:
		return p.Jump(KindDemote, start)
	case pp.TokTerminate:
		return p.Jump(KindTerminate, start)
	case pp.TokPrecision:
		return p.precision()
	case pp.TokLayout:
		return p.declaration(false)
	case pp.TokReserved:
		if p.Peek() == pp.TokIdent {
			return p.declaration(false)
		}
	case pp.TokLBracket:
		if p.Peek() == pp.TokLBracket {
			return p.attributed(start)
		}
	}
	if p.Declares() {
		return p.declaration(false)
	}
	return p.ExprStatement(start)
}

// attributed parses a statement with attributes.
func (p *Parser) attributed(start uint32) Node {
	attrs, ok := p.attributes()
	if !ok {
		return None
	}
	switch p.K {
	case pp.TokIf, pp.TokSwitch, pp.TokFor, pp.TokWhile, pp.TokDo:
	default:
		p.Expected(clike.CodeExpectedStatement, "if, switch or a loop after attributes")
	}
	x := p.Statement()
	if x == None {
		return None
	}
	return p.Finish(KindAttributed, start, attrs, x)
}

// Declaration parses a declaration among statements.
func (p *Parser) Declaration() Node { return p.declaration(false) }

// Declares reports whether a declaration starts here.
func (p *Parser) Declares() bool {
	switch {
	case p.K == pp.TokIdent:
		return p.declaresHere()
	case p.K == pp.TokNonUniform:
		return p.Peek() != pp.TokLParen // else a constructor of that name
	}
	return p.K == pp.TokStruct || p.K.IsQualifier()
}

// declaresHere reports whether a declaration starts at the name that is the current
// token: another name follows it, behind array dimensions perhaps.
func (p *Parser) declaresHere() bool {
	switch p.Peek() {
	case pp.TokIdent:
		return true
	case pp.TokReserved:
		return true
	case pp.TokLess:
		if !isTemplate(p.Name(p.Toks[p.Pos].Sym)) {
			return false
		}
		for i := p.Pos + 2; i+1 < len(p.Toks); i++ {
			switch p.Toks[i].Kind {
			case pp.TokGreater:
				return p.Toks[i+1].Kind != pp.TokLParen // else a constructor
			case pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokEOF:
				return true
			}
		}
		return true
	case pp.TokLBracket:
	default:
		// A keyword that is used as a name is reported by the declaration.
		k := p.Peek()
		return k.IsQualifier() && p.Pos+2 < len(p.Toks) && clike.AfterName(p.Toks[p.Pos+2].Kind) && k != pp.TokNonUniform
	}
	depth := 0
	for i := p.Pos + 1; i < len(p.Toks); i++ {
		switch p.Toks[i].Kind {
		case pp.TokLBracket:
			depth++
		case pp.TokRBracket:
			if depth--; depth == 0 && p.Toks[i+1].Kind != pp.TokLBracket {
				k := p.Toks[i+1].Kind
				return k == pp.TokIdent || k == pp.TokReserved
			}
		case pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokEOF:
			return false
		}
	}
	return false
}

// Condition parses an expression, or a declaration if there may be one.
func (p *Parser) Condition(declare bool) Node {
	if !declare || p.K == pp.TokStruct || !p.Declares() {
		return p.Expression()
	}
	start := p.At()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	sym, at, ok := p.Ident("a name to declare")
	if !ok {
		return None
	}
	if !p.Expect(pp.TokAssign, " in the declaration of a condition") {
		return None
	}
	value := p.initializer()
	if value == None {
		return None
	}
	r := p.Record(Node(sym), Node(at), 0, value)
	d := p.Finish(KindDeclarator, at, r, 0)
	mark := p.Mark()
	p.Push(d)
	r = p.Record(quals, typ, p.List(mark))
	// The list was put behind the record's words, which refer to it.
	return p.Finish(KindDeclaration, start, r, 0)
}
