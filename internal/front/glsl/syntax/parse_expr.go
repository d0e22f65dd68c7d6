package syntax

import (
	"refract/internal/front/glsl/pp"
)

// This file parses expressions: precedence climbing for binary operators, so that chains
// cost no recursion, and recursive descent for nested ones.

// level is how tight a binary operator binds, and which it is.
type level struct {
	prec uint8
	op   Op
}

var levels = [256]level{
	pp.TokStar:         {11, OpMul},
	pp.TokSlash:        {11, OpDiv},
	pp.TokPercent:      {11, OpRem},
	pp.TokPlus:         {10, OpAdd},
	pp.TokMinus:        {10, OpSub},
	pp.TokShl:          {9, OpShl},
	pp.TokShr:          {9, OpShr},
	pp.TokLess:         {8, OpLess},
	pp.TokGreater:      {8, OpGreater},
	pp.TokLessEqual:    {8, OpLessEqual},
	pp.TokGreaterEqual: {8, OpGreaterEqual},
	pp.TokEqual:        {7, OpEqual},
	pp.TokNotEqual:     {7, OpNotEqual},
	pp.TokAnd:          {6, OpAnd},
	pp.TokXor:          {5, OpXor},
	pp.TokOr:           {4, OpOr},
	pp.TokAndAnd:       {3, OpLogicalAnd},
	pp.TokXorXor:       {2, OpLogicalXor},
	pp.TokOrOr:         {1, OpLogicalOr},
}

// assignOp is the operator of an assignment.
func assignOp(k pp.TokenKind) Op {
	switch k {
	case pp.TokMulAssign:
		return OpMul
	case pp.TokDivAssign:
		return OpDiv
	case pp.TokRemAssign:
		return OpRem
	case pp.TokAddAssign:
		return OpAdd
	case pp.TokSubAssign:
		return OpSub
	case pp.TokShlAssign:
		return OpShl
	case pp.TokShrAssign:
		return OpShr
	case pp.TokAndAssign:
		return OpAnd
	case pp.TokXorAssign:
		return OpXor
	case pp.TokOrAssign:
		return OpOr
	}
	return OpNone
}

// deeper counts nesting. After true, exprDepth must be taken back.
func (p *Parser) deeper() bool {
	if p.exprDepth >= MaxExprDepth {
		p.errorf(CodeNestingTooDeep, p.here(), "the expression is nested more than %d deep", MaxExprDepth)
		p.giveUp()
		return false
	}
	p.exprDepth++
	return true
}

// expression parses an expression, commas included.
func (p *Parser) expression() Node {
	left := p.assignment()
	for left != None && p.k == pp.TokComma {
		p.next()
		right := p.assignment()
		if right == None {
			return None
		}
		left = p.newNode(KindComma, 0, p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
	}
	return left
}

// assignment parses an expression without commas.
func (p *Parser) assignment() Node {
	left := p.conditional()
	if left == None || p.k < pp.TokAssign || p.k > pp.TokOrAssign {
		return left
	}
	op := assignOp(p.k)
	if !p.deeper() {
		return None
	}
	p.next()
	right := p.assignment()
	p.exprDepth--
	if right == None {
		return None
	}
	return p.newNode(KindAssign, uint8(op), p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
}

// conditional parses an expression without assignments.
func (p *Parser) conditional() Node {
	cond := p.unary()
	if cond != None && levels[p.k].prec > 0 {
		cond = p.binary(cond, 0)
	}
	if cond == None || p.k != pp.TokQuestion {
		return cond
	}
	if !p.deeper() {
		return None
	}
	defer func() { p.exprDepth-- }()
	p.next()
	then := p.expression()
	if then == None {
		return None
	}
	if p.k != pp.TokColon {
		p.expected(CodeSyntax, "':' of a conditional expression")
		return None
	}
	p.next()
	other := p.assignment()
	if other == None {
		return None
	}
	r := p.record(then, other)
	return p.newNode(KindConditional, 0, p.nodes[cond].start, p.nodes[other].end, uint32(cond), r)
}

// binary parses the operators that follow left and bind tighter than limit.
func (p *Parser) binary(left Node, limit uint8) Node {
	for {
		l := levels[p.k]
		if l.prec <= limit {
			return left
		}
		p.next()
		right := p.unary()
		if right == None {
			return None
		}
		if levels[p.k].prec > l.prec {
			if right = p.binary(right, l.prec); right == None {
				return None
			}
		}
		left = p.newNode(KindBinary, uint8(l.op), p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
	}
}

// unary parses an operand with the operators before it.
func (p *Parser) unary() Node {
	p.meter.Step()
	var op Op
	switch p.k {
	case pp.TokMinus:
		op = OpNegate
	case pp.TokPlus:
		op = OpPlus
	case pp.TokBang:
		op = OpNot
	case pp.TokTilde:
		op = OpComplement
	case pp.TokPlusPlus:
		op = OpPreIncrement
	case pp.TokMinusMinus:
		op = OpPreDecrement
	default:
		return p.postfix()
	}
	if !p.deeper() {
		return None
	}
	start := p.at()
	p.next()
	x := p.unary()
	p.exprDepth--
	if x == None {
		return None
	}
	return p.newNode(KindUnary, uint8(op), start, p.nodes[x].end, uint32(x), 0)
}

// postfix parses an operand and its postfixes.
func (p *Parser) postfix() Node {
	x := p.primary()
	for x != None {
		start := p.nodes[x].start
		switch p.k {
		case pp.TokPeriod:
			p.next()
			x = p.member(x)
		case pp.TokLBracket:
			open := p.pos
			p.next()
			if p.k == pp.TokRBracket {
				p.expected(CodeExpectedExpression, "an index")
				return None
			}
			i := p.inner()
			if i == None || !p.expectClose(pp.TokRBracket, open, "") {
				return None
			}
			x = p.finish(KindIndex, start, uint32(x), uint32(i))
		case pp.TokPlusPlus:
			p.next()
			x = p.newNode(KindUnary, uint8(OpPostIncrement), start, p.prevEnd(), uint32(x), 0)
		case pp.TokMinusMinus:
			p.next()
			x = p.newNode(KindUnary, uint8(OpPostDecrement), start, p.prevEnd(), uint32(x), 0)
		case pp.TokLParen:
			p.errorf(CodeSyntax, p.here(), "only a name can be called")
			return None
		default:
			return x
		}
	}
	return x
}

// inner is expression, one deeper.
func (p *Parser) inner() Node {
	if !p.deeper() {
		return None
	}
	x := p.expression()
	p.exprDepth--
	return x
}

// member parses .name or .name(args) behind the point.
func (p *Parser) member(x Node) Node {
	start := p.nodes[x].start
	if p.k == pp.TokInt || p.k == pp.TokFloat {
		p.expected(CodeExpectedIdentifier, "the name of a member")
		return None
	}
	sym, at, ok := p.name("the name of a member")
	if !ok {
		return None
	}
	if p.k != pp.TokLParen {
		return p.finish(KindMember, start, uint32(x), uint32(sym))
	}
	args, ok := p.arguments()
	if !ok {
		return None
	}
	r := p.record(Node(sym), Node(at), Node(args))
	return p.finish(KindMethod, start, uint32(x), r)
}

// primary parses a name, a call, a number or a parenthesized expression.
func (p *Parser) primary() Node {
	t := &p.toks[p.pos]
	switch t.Kind {
	case pp.TokIdent, pp.TokNonUniform:
		if p.peek() == pp.TokLess && p.pp.Interner().Name(t.Sym) == cooperativeMatrix {
			typ := p.typeSpecifier()
			if typ == None {
				return None
			}
			if p.k != pp.TokLParen {
				p.expected(CodeSyntax, "the arguments of a constructor")
				return None
			}
			return p.call(typ)
		}
		p.next()
		if p.k == pp.TokLParen {
			callee := p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
			return p.call(callee)
		}
		if p.k == pp.TokLBracket {
			return p.indexedName(t)
		}
		return p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)

	case pp.TokFloat, pp.TokInt:
		return p.number(t)

	case pp.TokTrue, pp.TokFalse:
		p.next()
		value := uint32(0)
		if t.Kind == pp.TokTrue {
			value = 1
		}
		return p.newNode(KindLiteral, uint8(LitBool), t.Start, t.End, value, 0)

	case pp.TokLParen:
		open := p.pos
		p.next()
		x := p.inner()
		if x == None || !p.expectClose(pp.TokRParen, open, "") {
			return None
		}
		return p.finish(KindParen, t.Start, uint32(x), 0)

	case pp.TokString:
		p.next()
		return p.newNode(KindString, 0, t.Start, t.End, uint32(t.Sym), 0)

	case pp.TokReserved:
		if afterName(p.peek()) {
			p.reserved()
			p.next()
			if p.k == pp.TokLParen {
				callee := p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
				return p.call(callee)
			}
			return p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
		}
	}
	if t.Kind.IsWord() && t.Kind != pp.TokReserved && t.Kind >= pp.TokSwitch && afterName(p.peek()) && !p.startsLine() {
		p.errorf(CodeKeywordAsIdentifier, p.here(), "keyword '%s' can't be used as a name", p.pp.Interner().Name(t.Sym))
		return None
	}
	p.expected(CodeExpectedExpression, "an expression")
	return None
}

// startsLine reports whether the current token is the first of its line.
func (p *Parser) startsLine() bool { return p.toks[p.pos].Newline() }

// number parses a numeric literal.
func (p *Parser) number(t *pp.Token) Node {
	l := p.pp.Literal(t.Sym)
	if l.Problem != "" {
		p.errorf(CodeInvalidNumber, p.here(), "invalid number '%s': %s", clip(p.pp.Interner().Name(t.Sym)), l.Problem)
	}
	op := uint8(l.Kind)
	if l.Suffixed {
		op |= litSuffixed
	}
	if l.Decimal {
		op |= litDecimal
	}
	p.next()
	return p.newNode(KindLiteral, op, t.Start, t.End, uint32(l.Bits), uint32(l.Bits>>32))
}

// call parses the arguments of a call; the current token is their parenthesis.
func (p *Parser) call(callee Node) Node {
	args, ok := p.arguments()
	if !ok {
		return None
	}
	return p.finish(KindCall, p.nodes[callee].start, uint32(callee), args)
}

// arguments parses a list of arguments in parentheses.
func (p *Parser) arguments() (list uint32, ok bool) {
	if !p.deeper() {
		return 0, false
	}
	list, ok = p.argumentsInside()
	p.exprDepth--
	return list, ok
}

// argumentsInside is arguments within the bounds of nesting.
func (p *Parser) argumentsInside() (list uint32, ok bool) {
	open := p.pos
	p.next()
	if p.k == pp.TokRParen {
		p.next()
		return 0, true
	}
	if p.k == pp.TokIdent && p.toks[p.pos].Sym == p.symVoid && p.peek() == pp.TokRParen {
		p.next()
		p.next()
		return 0, true
	}
	mark := p.mark()
	for {
		x := p.assignment()
		if x == None {
			p.stack = p.stack[:mark]
			return 0, false
		}
		p.push(x)
		if p.k == pp.TokComma {
			p.next()
			continue
		}
		if p.k != pp.TokRParen {
			p.expectClose(pp.TokRParen, open, "',' or ")
			p.stack = p.stack[:mark]
			return 0, false
		}
		p.next()
		return p.list(mark), true
	}
}

// indexedName parses the brackets that follow a name: indices, or the dimensions of an
// array type that is constructed. Which they are shows behind them.
func (p *Parser) indexedName(t *pp.Token) Node {
	mark := p.mark()
	unsized := -1
	first := Node(len(p.nodes))
	name := p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0)
	for p.k == pp.TokLBracket {
		open := p.pos
		p.next()
		i := None
		if p.k == pp.TokRBracket {
			if unsized < 0 {
				unsized = p.pos
			}
			p.next()
		} else {
			if i = p.inner(); i == None || !p.expectClose(pp.TokRBracket, open, "") {
				p.stack = p.stack[:mark]
				return None
			}
		}
		p.push(i)
		p.push(Node(p.prevEnd()))
	}
	if p.k == pp.TokLParen {
		// The name's node becomes the type's, whose dimensions follow it.
		n := mark
		for k := mark; k < len(p.stack); k += 2 {
			p.stack[n] = p.stack[k]
			n++
		}
		p.stack = p.stack[:n]
		dims := p.list(mark)
		x := &p.nodes[first]
		x.kind, x.op, x.end, x.b = KindType, 0, p.prevEnd(), dims
		return p.call(name)
	}
	if unsized >= 0 {
		if !p.quiet {
			p.errorf(CodeExpectedExpression, p.tokSpan(unsized), "expected an index, found ']'")
		}
		p.stack = p.stack[:mark]
		return None
	}
	x := name
	for k := mark; k < len(p.stack); k += 2 {
		x = p.newNode(KindIndex, 0, t.Start, uint32(p.stack[k+1]), uint32(x), uint32(p.stack[k]))
	}
	p.stack = p.stack[:mark]
	return x
}
