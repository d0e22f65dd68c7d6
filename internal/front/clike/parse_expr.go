package clike

import "refract/internal/front/glsl/pp"

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

// assignOps are the operators of assignments.
var assignOps = [256]Op{pp.TokMulAssign: OpMul, pp.TokDivAssign: OpDiv, pp.TokRemAssign: OpRem, pp.TokAddAssign: OpAdd,
	pp.TokSubAssign: OpSub, pp.TokShlAssign: OpShl, pp.TokShrAssign: OpShr, pp.TokAndAssign: OpAnd, pp.TokXorAssign: OpXor,
	pp.TokOrAssign: OpOr}

// Deeper counts nesting. After true, Depth must be taken back.
func (p *Parser) Deeper() bool {
	if p.Depth >= p.MaxExprDepth {
		p.Errorf(CodeNestingTooDeep, p.Here(), "the expression is nested more than %d deep", p.MaxExprDepth)
		p.GiveUp()
		return false
	}
	p.Depth++
	return true
}

// Expression parses an expression, commas included.
func (p *Parser) Expression() Node {
	left := p.Assignment()
	for left != None && p.K == pp.TokComma {
		p.Next()
		right := p.Assignment()
		if right == None {
			return None
		}
		left = p.NewNode(KindComma, 0, p.nodes[left].Start, p.nodes[right].End, left, right)
	}
	return left
}

// Assignment parses an expression without commas.
func (p *Parser) Assignment() Node {
	left := p.Conditional()
	if left == None || p.K < pp.TokAssign || p.K > pp.TokOrAssign {
		return left
	}
	op := assignOps[p.K]
	if !p.Deeper() {
		return None
	}
	p.Next()
	right := p.Grammar.Operand()
	p.Depth--
	if right == None {
		return None
	}
	return p.NewNode(KindAssign, uint8(op), p.nodes[left].Start, p.nodes[right].End, left, right)
}

// Conditional parses an expression without assignments.
func (p *Parser) Conditional() Node {
	cond := p.Unary()
	if cond != None && p.level().prec > 0 {
		cond = p.binary(cond, 0)
	}
	if cond == None || p.K != pp.TokQuestion {
		return cond
	}
	if !p.Deeper() {
		return None
	}
	defer func() { p.Depth-- }()
	p.Next()
	then := p.Expression()
	if then == None {
		return None
	}
	if p.K != pp.TokColon {
		p.Expected(CodeSyntax, "':' of a conditional expression")
		return None
	}
	p.Next()
	other := p.Assignment()
	if other == None {
		return None
	}
	r := p.Record(then, other)
	return p.NewNode(KindConditional, 0, p.nodes[cond].Start, p.nodes[other].End, cond, r)
}

// level is that of the current token; in the arguments of a template > closes these.
func (p *Parser) level() level {
	l := levels[p.K]
	if p.Angle > 0 && (p.K == pp.TokGreater || p.K == pp.TokShr) {
		return level{}
	}
	return l
}

// binary parses the operators that follow left and bind tighter than limit.
func (p *Parser) binary(left Node, limit uint8) Node {
	for {
		l := p.level()
		if l.prec <= limit {
			return left
		}
		p.Next()
		right := p.Unary()
		if right == None {
			return None
		}
		if p.level().prec > l.prec {
			if right = p.binary(right, l.prec); right == None {
				return None
			}
		}
		left = p.NewNode(KindBinary, uint8(l.op), p.nodes[left].Start, p.nodes[right].End, left, right)
	}
}

// BinaryAbove parses the operators that follow left and bind tighter than the operator that
// a token is.
func (p *Parser) BinaryAbove(left Node, k pp.TokenKind) Node { return p.binary(left, levels[k].prec) }

// Unary parses an operand with the operators before it.
func (p *Parser) Unary() Node {
	p.Meter.Step()
	var op Op
	switch p.K {
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
	case pp.TokLParen, pp.TokStar, pp.TokAnd:
		if x, ok := p.Grammar.Prefix(); ok {
			return x
		}
		return p.postfix()
	default:
		return p.postfix()
	}
	if !p.Deeper() {
		return None
	}
	start := p.At()
	p.Next()
	x := p.Unary()
	p.Depth--
	if x == None {
		return None
	}
	return p.NewNode(KindUnary, uint8(op), start, p.nodes[x].End, x, 0)
}

// postfix parses an operand and its postfixes.
func (p *Parser) postfix() Node {
	x := p.primary()
	for x != None {
		start := p.nodes[x].Start
		switch p.K {
		case pp.TokPeriod:
			p.Next()
			if p.K == pp.TokInt || p.K == pp.TokFloat {
				p.Expected(CodeExpectedIdentifier, "the name of a member")
				return None
			}
			x = p.Grammar.Member(x)
		case pp.TokLBracket:
			open := p.Pos
			p.Next()
			if p.K == pp.TokRBracket {
				p.Expected(CodeExpectedExpression, "an index")
				return None
			}
			i := p.Inner()
			if i == None || !p.ExpectClose(pp.TokRBracket, open, "") {
				return None
			}
			x = p.Finish(KindIndex, start, x, i)
		case pp.TokPlusPlus:
			p.Next()
			x = p.NewNode(KindUnary, uint8(OpPostIncrement), start, p.PrevEnd(), x, 0)
		case pp.TokMinusMinus:
			p.Next()
			x = p.NewNode(KindUnary, uint8(OpPostDecrement), start, p.PrevEnd(), x, 0)
		case pp.TokLParen, pp.TokMinus:
			y, ok := p.Grammar.Postfix(x)
			if !ok {
				return x
			}
			x = y
		default:
			return x
		}
	}
	return x
}

// Inner is Expression within brackets or parentheses, one deeper.
func (p *Parser) Inner() Node {
	if !p.Deeper() {
		return None
	}
	angle := p.Angle
	p.Angle = 0
	x := p.Expression()
	p.Angle = angle
	p.Depth--
	return x
}

// primary parses an operand without operators.
func (p *Parser) primary() Node {
	t := &p.Toks[p.Pos]
	switch t.Kind {
	case pp.TokFloat, pp.TokInt:
		return p.number(t)

	case pp.TokTrue, pp.TokFalse:
		p.Next()
		value := Node(0)
		if t.Kind == pp.TokTrue {
			value = 1
		}
		return p.NewNode(KindLiteral, uint8(pp.LitBool), t.Start, t.End, value, 0)

	case pp.TokLParen:
		open := p.Pos
		p.Next()
		x := p.Inner()
		if x == None || !p.ExpectClose(pp.TokRParen, open, "") {
			return None
		}
		return p.Finish(KindParen, t.Start, x, 0)
	}
	return p.Grammar.Primary()
}

// number parses a numeric literal.
func (p *Parser) number(t *pp.Token) Node {
	l := p.PP.Literal(t.Sym)
	if l.Problem != "" {
		p.Errorf(CodeInvalidNumber, p.Here(), "invalid number '%s': %s", clip(p.Name(t.Sym)), l.Problem)
	}
	op := uint8(l.Kind)
	if l.Suffixed {
		op |= litSuffixed
	}
	if l.Decimal {
		op |= litDecimal
	}
	p.Next()
	return p.NewNode(KindLiteral, op, t.Start, t.End, Node(l.Bits), Node(l.Bits>>32))
}

// Integer adds an untyped integer, which the token stands for.
func (p *Parser) Integer(t *pp.Token, value uint32) Node {
	return p.NewNode(KindLiteral, uint8(pp.LitUntyped)|litDecimal, t.Start, t.End, Node(value), 0)
}

// Call parses the arguments of a call; the current token is their parenthesis.
func (p *Parser) Call(callee Node) Node {
	args, ok := p.Arguments()
	if !ok {
		return None
	}
	return p.Finish(KindCall, p.nodes[callee].Start, callee, args)
}

// Arguments parses a list of arguments in parentheses.
func (p *Parser) Arguments() (list Node, ok bool) {
	if !p.Deeper() {
		return 0, false
	}
	angle := p.Angle
	p.Angle = 0
	list, ok = p.argumentsInside()
	p.Angle = angle
	p.Depth--
	return list, ok
}

// argumentsInside is Arguments within the bounds of nesting.
func (p *Parser) argumentsInside() (list Node, ok bool) {
	open := p.Pos
	p.Next()
	if p.Accept(pp.TokRParen) {
		return 0, true
	}
	if p.K == pp.TokIdent && p.Toks[p.Pos].Sym == p.Void && p.Peek() == pp.TokRParen {
		p.Next()
		p.Next()
		return 0, true
	}
	mark := p.Mark()
	for {
		x := p.Grammar.Operand()
		if x == None {
			p.Drop(mark)
			return 0, false
		}
		p.Push(x)
		if p.Accept(pp.TokComma) {
			continue
		}
		if p.K != pp.TokRParen {
			p.ExpectClose(pp.TokRParen, open, "',' or ")
			p.Drop(mark)
			return 0, false
		}
		p.Next()
		return p.List(mark), true
	}
}
