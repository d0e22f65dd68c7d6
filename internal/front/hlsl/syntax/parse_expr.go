package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses the operands of expressions.

// Prefix parses a cast, and reports the operators of C that HLSL lacks.
func (p *Parser) Prefix() (Node, bool) {
	if p.K != pp.TokLParen {
		p.Errorf(clike.CodeSyntax, p.Here(), "HLSL has no pointers: %s can't stand before an operand", p.K)
		return None, true
	}
	if p.castAt(p.Pos) < 0 {
		return None, false
	}
	return p.cast(), true
}

// cast parses (type)x.
func (p *Parser) cast() Node {
	if !p.Deeper() {
		return None
	}
	defer func() { p.Depth-- }()
	start, open := p.At(), p.Pos
	p.Next()
	t := p.typ(true)
	if t == None || !p.ExpectClose(pp.TokRParen, open, "") {
		return None
	}
	x := None
	if p.K == pp.TokLBrace {
		x = p.initializer()
	} else {
		x = p.Unary()
	}
	if x == None {
		return None
	}
	return p.NewNode(KindCast, 0, start, p.Node(x).End, t, x)
}

// Postfix parses a call of an object, and reports the operators of C that HLSL lacks.
func (p *Parser) Postfix(x Node) (Node, bool) {
	if p.K == pp.TokLParen {
		return p.Call(x), true
	}
	if p.Peek() == pp.TokGreater && p.Toks[p.Pos].End == p.Toks[p.Pos+1].Start && p.KindAt(p.Pos+2) == pp.TokIdent {
		span := p.Here()
		span.End = p.Toks[p.Pos+1].End
		p.Errorf(clike.CodeSyntax, span, "HLSL has no pointers: a member stands behind '.'").Suggest(span, ".", "use '.'")
		return None, true
	}
	return None, false
}

// Operand parses an argument, or the right side of an assignment: lists may stand there.
func (p *Parser) Operand() Node { return p.initializer() }

// Result parses the value of a return statement.
func (p *Parser) Result() Node {
	if p.K == pp.TokLBrace {
		return p.initializer()
	}
	return p.Expression()
}

// Member parses .name or .name(args) behind the point.
func (p *Parser) Member(x Node) Node {
	start := p.Node(x).Start
	if p.word(p.Pos) == wordOperator { // x.operator()(...)
		sym, at, ok := p.operatorName()
		if !ok || p.K != pp.TokLParen {
			p.Expected(clike.CodeSyntax, "'(' after an operator")
			return None
		}
		args, ok := p.Arguments()
		if !ok {
			return None
		}
		r := p.Record(x, Node(sym), Node(at), 0, args, 0)
		return p.Finish(KindMethod, start, r, 0)
	}
	sym, at, ok := p.Ident("the name of a member")
	if !ok {
		return None
	}
	scope := NoSymbol
	for p.colons(p.Pos) { // x.Base::name
		p.Next()
		p.Next()
		scope = sym
		if sym, at, ok = p.Ident("the name of a member"); !ok {
			return None
		}
	}
	types := Node(0)
	if p.K == pp.TokLess {
		if i := p.skipAngles(p.Pos); i >= 0 && p.KindAt(i) == pp.TokLParen {
			_, j := p.modifiersAt(p.Pos + 1)
			if p.startsTypeAt(j) || p.typeOf(sym)&isTemplate != 0 {
				if types, ok = p.templateArguments(); !ok {
					return None
				}
			}
		}
	}
	if p.K != pp.TokLParen {
		if scope != NoSymbol {
			b := p.Finish(KindMember, start, x, Node(scope))
			return p.Finish(KindMember, start, b, Node(sym))
		}
		return p.Finish(KindMember, start, x, Node(sym))
	}
	args, ok := p.Arguments()
	if !ok {
		return None
	}
	r := p.Record(x, Node(sym), Node(at), types, args, Node(scope))
	return p.Finish(KindMethod, start, r, 0)
}

// Primary parses a name or a string.
func (p *Parser) Primary() Node {
	t := p.Toks[p.Pos]
	switch t.Kind {
	case pp.TokIdent, pp.TokColon:
		if t.Kind == pp.TokColon && !p.colons(p.Pos) {
			break
		}
		switch p.word(p.Pos) {
		case wordThis:
			p.Next()
			return p.NewNode(KindThis, 0, t.Start, t.End, 0, 0)
		case wordSizeof:
			return p.sizeof()
		case wordNull:
			p.Next()
			return p.Integer(&t, 0)
		case wordGoto, wordAsm, wordCompile:
			p.Errorf(clike.CodeUnsupportedFeature, p.Here(), "'%s' is not supported", p.Name(t.Sym))
			return None
		}
		if m, i := p.modifiersAt(p.Pos); m != 0 && p.KindAt(i) == pp.TokIdent && i > p.Pos { // unsigned int(x)
			p.Seek(i)
			return p.Primary()
		}
		return p.qualified()

	case pp.TokString:
		p.Next()
		for p.K == pp.TokString { // adjacent strings are one
			t.End = p.Toks[p.Pos].End
			t.Sym = p.PP.Interner().Intern(p.Name(t.Sym) + p.Name(p.Toks[p.Pos].Sym))
			p.Next()
			if len(p.Name(t.Sym)) > 1<<16 {
				p.Errorf(clike.CodeSyntax, p.Here(), "the string is too long")
				p.GiveUp()
			}
		}
		return p.NewNode(KindString, 0, t.Start, t.End, Node(t.Sym), 0)
	}
	p.Expected(clike.CodeExpectedExpression, "an expression")
	return None
}

// sizeof parses sizeof(type) or sizeof(x).
func (p *Parser) sizeof() Node {
	start := p.At()
	p.Next()
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after sizeof") {
		return None
	}
	x := None
	if _, i := p.modifiersAt(p.Pos); p.startsTypeAt(i) {
		x = p.typ(true)
	} else {
		x = p.Inner()
	}
	if x == None || !p.ExpectClose(pp.TokRParen, open, "") {
		return None
	}
	return p.Finish(KindSizeof, start, x, 0)
}
