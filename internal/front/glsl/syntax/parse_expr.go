package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses the operands of expressions.

// Prefix reports that GLSL has no operators of its own before operands.
func (p *Parser) Prefix() (Node, bool) { return None, false }

// Postfix reports a call of something that has no name.
func (p *Parser) Postfix(Node) (Node, bool) {
	if p.K != pp.TokLParen {
		return None, false
	}
	p.Errorf(clike.CodeSyntax, p.Here(), "only a name can be called")
	return None, true
}

// Operand parses an argument, or the right side of an assignment.
func (p *Parser) Operand() Node { return p.Assignment() }

// Result parses the value of a return statement.
func (p *Parser) Result() Node { return p.Expression() }

// Member parses .name or .name(args) behind the point.
func (p *Parser) Member(x Node) Node {
	start := p.Node(x).Start
	sym, at, ok := p.Ident("the name of a member")
	if !ok {
		return None
	}
	if p.K != pp.TokLParen {
		return p.Finish(KindMember, start, x, Node(sym))
	}
	args, ok := p.Arguments()
	if !ok {
		return None
	}
	r := p.Record(Node(sym), Node(at), args)
	return p.Finish(KindMethod, start, x, r)
}

// Primary parses a name, a call or a constructor.
func (p *Parser) Primary() Node {
	t := &p.Toks[p.Pos]
	switch t.Kind {
	case pp.TokIdent, pp.TokNonUniform:
		if p.Peek() == pp.TokLess && p.Name(t.Sym) == cooperativeMatrix {
			typ := p.typeSpecifier()
			if typ == None {
				return None
			}
			if p.K != pp.TokLParen {
				p.Expected(clike.CodeSyntax, "the arguments of a constructor")
				return None
			}
			return p.Call(typ)
		}
		p.Next()
		if p.K == pp.TokLParen {
			callee := p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
			return p.Call(callee)
		}
		if p.K == pp.TokLBracket {
			return p.indexedName(t)
		}
		return p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)

	case pp.TokString:
		p.Next()
		return p.NewNode(KindString, 0, t.Start, t.End, Node(t.Sym), 0)

	case pp.TokReserved:
		if clike.AfterName(p.Peek()) {
			p.Reserved()
			p.Next()
			if p.K == pp.TokLParen {
				callee := p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
				return p.Call(callee)
			}
			return p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
		}
	}
	if t.Kind.IsWord() && t.Kind != pp.TokReserved && t.Kind >= pp.TokSwitch && clike.AfterName(p.Peek()) && !p.Toks[p.Pos].Newline() {
		p.Errorf(clike.CodeKeywordAsIdentifier, p.Here(), "keyword '%s' can't be used as a name", p.Name(t.Sym))
		return None
	}
	p.Expected(clike.CodeExpectedExpression, "an expression")
	return None
}

// indexedName parses the brackets that follow a name: indices, or the dimensions of an
// array type that is constructed. Which they are shows behind them.
func (p *Parser) indexedName(t *pp.Token) Node {
	mark := p.Mark()
	unsized := -1
	name := p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0)
	for p.K == pp.TokLBracket {
		open := p.Pos
		p.Next()
		i := None
		if p.K == pp.TokRBracket {
			if unsized < 0 {
				unsized = p.Pos
			}
			p.Next()
		} else {
			if i = p.Inner(); i == None || !p.ExpectClose(pp.TokRBracket, open, "") {
				p.Drop(mark)
				return None
			}
		}
		p.Push(i)
		p.Push(Node(p.PrevEnd()))
	}
	indices := p.Pushed(mark) // and the ends of their brackets
	if p.K == pp.TokLParen {
		// The name's node becomes the type's, whose dimensions follow it.
		n := 0
		for k := 0; k < len(indices); k += 2 {
			indices[n] = indices[k]
			n++
		}
		p.Drop(mark + n)
		x := p.Node(name)
		x.Kind, x.Op, x.End, x.B = KindType, 0, p.PrevEnd(), p.List(mark)
		return p.Call(name)
	}
	p.Drop(mark)
	if unsized >= 0 {
		if !p.GaveUp() {
			p.Errorf(clike.CodeExpectedExpression, p.TokSpan(unsized), "expected an index, found ']'")
		}
		return None
	}
	x := name
	for k := 0; k < len(indices); k += 2 {
		x = p.NewNode(KindIndex, 0, t.Start, uint32(indices[k+1]), x, indices[k])
	}
	return x
}
