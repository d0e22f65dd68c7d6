package syntax

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
	pp.TokOrOr:         {1, OpLogicalOr},
}

// assignOps are the operators of assignments.
var assignOps = [256]Op{pp.TokMulAssign: OpMul, pp.TokDivAssign: OpDiv, pp.TokRemAssign: OpRem, pp.TokAddAssign: OpAdd,
	pp.TokSubAssign: OpSub, pp.TokShlAssign: OpShl, pp.TokShrAssign: OpShr, pp.TokAndAssign: OpAnd, pp.TokXorAssign: OpXor,
	pp.TokOrAssign: OpOr}

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
	op := assignOps[p.k]
	if !p.deeper() {
		return None
	}
	p.next()
	right := p.initializer()
	p.exprDepth--
	if right == None {
		return None
	}
	return p.newNode(KindAssign, uint8(op), p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
}

// conditional parses an expression without assignments.
func (p *Parser) conditional() Node {
	cond := p.unary()
	if cond != None && p.level().prec > 0 {
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

// level is that of the current token; in the arguments of a template > closes these.
func (p *Parser) level() level {
	l := levels[p.k]
	if p.angle > 0 && (p.k == pp.TokGreater || p.k == pp.TokShr) {
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
		p.next()
		right := p.unary()
		if right == None {
			return None
		}
		if p.level().prec > l.prec {
			if right = p.binary(right, l.prec); right == None {
				return None
			}
		}
		left = p.newNode(KindBinary, uint8(l.op), p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
	}
}

// unary parses an operand with the operators and casts before it.
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
	case pp.TokLParen:
		if p.castAt(p.pos) >= 0 {
			return p.cast()
		}
		return p.postfix()
	case pp.TokStar, pp.TokAnd:
		p.errorf(CodeSyntax, p.here(), "HLSL has no pointers: %s can't stand before an operand", p.k)
		return None
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

// cast parses (type)x.
func (p *Parser) cast() Node {
	if !p.deeper() {
		return None
	}
	defer func() { p.exprDepth-- }()
	start, open := p.at(), p.pos
	p.next()
	t := p.typ(true)
	if t == None || !p.expectClose(pp.TokRParen, open, "") {
		return None
	}
	x := None
	if p.k == pp.TokLBrace {
		x = p.initializer()
	} else {
		x = p.unary()
	}
	if x == None {
		return None
	}
	return p.newNode(KindCast, 0, start, p.nodes[x].end, uint32(t), uint32(x))
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
			args, ok := p.arguments()
			if !ok {
				return None
			}
			x = p.finish(KindCall, start, uint32(x), uint32(args))
		case pp.TokMinus:
			if p.peek() == pp.TokGreater && p.toks[p.pos].End == p.toks[p.pos+1].Start && p.kindAt(p.pos+2) == pp.TokIdent {
				span := p.here()
				span.End = p.toks[p.pos+1].End
				p.errorf(CodeSyntax, span, "HLSL has no pointers: a member stands behind '.'").Suggest(span, ".", "use '.'")
				return None
			}
			return x
		default:
			return x
		}
	}
	return x
}

// inner is expression within brackets or parentheses, one deeper.
func (p *Parser) inner() Node {
	if !p.deeper() {
		return None
	}
	angle := p.angle
	p.angle = 0
	x := p.expression()
	p.angle = angle
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
	if p.word(p.pos) == wordOperator { // x.operator()(...)
		sym, at, ok := p.operatorName()
		if !ok || p.k != pp.TokLParen {
			p.expected(CodeSyntax, "'(' after an operator")
			return None
		}
		args, ok := p.arguments()
		if !ok {
			return None
		}
		r := p.record(x, Node(sym), Node(at), 0, args, 0)
		return p.finish(KindMethod, start, r, 0)
	}
	sym, at, ok := p.ident("the name of a member")
	if !ok {
		return None
	}
	scope := NoSymbol
	for p.colons(p.pos) { // x.Base::name
		p.next()
		p.next()
		scope = sym
		if sym, at, ok = p.ident("the name of a member"); !ok {
			return None
		}
	}
	types := Node(0)
	if p.k == pp.TokLess {
		if i := p.skipAngles(p.pos); i >= 0 && p.kindAt(i) == pp.TokLParen {
			_, j := p.modifiersAt(p.pos + 1)
			if p.startsTypeAt(j) || p.typeOf(sym)&isTemplate != 0 {
				if types, ok = p.templateArguments(); !ok {
					return None
				}
			}
		}
	}
	if p.k != pp.TokLParen {
		if scope != NoSymbol {
			b := p.finish(KindMember, start, uint32(x), uint32(scope))
			return p.finish(KindMember, start, uint32(b), uint32(sym))
		}
		return p.finish(KindMember, start, uint32(x), uint32(sym))
	}
	args, ok := p.arguments()
	if !ok {
		return None
	}
	r := p.record(x, Node(sym), Node(at), types, args, Node(scope))
	return p.finish(KindMethod, start, r, 0)
}

// primary parses a name, a call, a number or a parenthesized expression.
func (p *Parser) primary() Node {
	t := p.toks[p.pos]
	switch t.Kind {
	case pp.TokIdent, pp.TokColon:
		if t.Kind == pp.TokColon && !p.colons(p.pos) {
			break
		}
		switch p.word(p.pos) {
		case wordThis:
			p.next()
			return p.newNode(KindThis, 0, t.Start, t.End, 0, 0)
		case wordSizeof:
			return p.sizeof()
		case wordNull:
			p.next()
			return p.newNode(KindLiteral, uint8(pp.LitUntyped)|litInteger, t.Start, t.End, 0, 0)
		case wordGoto, wordAsm, wordCompile:
			p.errorf(CodeUnsupportedFeature, p.here(), "'%s' is not supported", p.name(t.Sym))
			return None
		case wordStaticAssert:
		}
		if m, i := p.modifiersAt(p.pos); m != 0 && p.kindAt(i) == pp.TokIdent && i > p.pos { // unsigned int(x)
			p.seek(i)
			return p.primary()
		}
		n := p.qualified()
		if n != None && p.k == pp.TokLBracket && p.nodes[n].kind != KindLiteral {
			if i := p.arrayConstructor(); i >= 0 {
				if n = p.typeOfName(t.Start, 0, n, true); n == None {
					return None
				}
			}
		}
		return n

	case pp.TokFloat, pp.TokInt:
		return p.number(&t)

	case pp.TokTrue, pp.TokFalse:
		p.next()
		value := uint32(0)
		if t.Kind == pp.TokTrue {
			value = 1
		}
		return p.newNode(KindLiteral, uint8(pp.LitBool), t.Start, t.End, value, 0)

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
		for p.k == pp.TokString { // adjacent strings are one
			t.End = p.toks[p.pos].End
			t.Sym = p.pp.Interner().Intern(p.name(t.Sym) + p.name(p.toks[p.pos].Sym))
			p.next()
			if len(p.name(t.Sym)) > 1<<16 {
				p.errorf(CodeSyntax, p.here(), "the string is too long")
				p.giveUp()
			}
		}
		return p.newNode(KindString, 0, t.Start, t.End, uint32(t.Sym), 0)
	}
	p.expected(CodeExpectedExpression, "an expression")
	return None
}

// arrayConstructor reports, by an index, whether the brackets here are dimensions of a type
// that a parenthesis follows. HLSL has no such constructors, so that it is never so.
func (p *Parser) arrayConstructor() int { return -1 }

// sizeof parses sizeof(type) or sizeof(x).
func (p *Parser) sizeof() Node {
	start := p.at()
	p.next()
	open := p.pos
	if !p.expect(pp.TokLParen, " after sizeof") {
		return None
	}
	x := None
	if _, i := p.modifiersAt(p.pos); p.startsTypeAt(i) {
		x = p.typ(true)
	} else {
		x = p.inner()
	}
	if x == None || !p.expectClose(pp.TokRParen, open, "") {
		return None
	}
	return p.finish(KindSizeof, start, uint32(x), 0)
}

// number parses a numeric literal.
func (p *Parser) number(t *pp.Token) Node {
	l := p.pp.Literal(t.Sym)
	if l.Problem != "" {
		p.errorf(CodeInvalidNumber, p.here(), "invalid number '%s': %s", clip(p.name(t.Sym)), l.Problem)
	}
	op := uint8(l.Kind)
	if l.Decimal {
		op |= litInteger
	}
	p.next()
	return p.newNode(KindLiteral, op, t.Start, t.End, uint32(l.Bits), uint32(l.Bits>>32))
}

// arguments parses a list of arguments in parentheses.
func (p *Parser) arguments() (list Node, ok bool) {
	if !p.deeper() {
		return 0, false
	}
	angle := p.angle
	p.angle = 0
	list, ok = p.argumentsInside()
	p.angle = angle
	p.exprDepth--
	return list, ok
}

func (p *Parser) argumentsInside() (list Node, ok bool) {
	open := p.pos
	p.next()
	if p.k == pp.TokRParen {
		p.next()
		return 0, true
	}
	mark := p.mark()
	for {
		x := p.initializer()
		if x == None {
			p.drop(mark)
			return 0, false
		}
		p.push(x)
		if p.k == pp.TokComma {
			p.next()
			continue
		}
		if p.k != pp.TokRParen {
			p.expectClose(pp.TokRParen, open, "',' or ")
			p.drop(mark)
			return 0, false
		}
		p.next()
		return p.list(mark), true
	}
}
