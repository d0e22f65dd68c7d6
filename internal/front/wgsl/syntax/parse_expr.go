package syntax

// This file parses expressions and types.
//
// Binary operators are parsed by precedence climbing with the precedences of C's family for
// operators whose order WGSL leaves open; combinations that the grammar forbids without
// parentheses are then found by looking at the operators of the two operands. This accepts
// the grammar's language, and can name the operators that clash.

import (
	"cmp"
	"slices"
	"strings"

	"refract/diag"
)

// precedence of binary operators by token; 0 is no operator. Higher binds
// tighter.
var precedence = [tokenKindCount]uint8{
	TokOrOr:         1,
	TokAndAnd:       2,
	TokOr:           3,
	TokXor:          4,
	TokAnd:          5,
	TokEqual:        6,
	TokNotEqual:     6,
	TokLess:         6,
	TokLessEqual:    6,
	TokGreater:      6,
	TokGreaterEqual: 6,
	TokShl:          7,
	TokShr:          7,
	TokPlus:         8,
	TokMinus:        8,
	TokMinusMinus:   8, // a--b is a - (-b)
	TokStar:         9,
	TokSlash:        9,
	TokPercent:      9,
}

// binaryOps are the binary operators by token, and the operators of compound assignments.
var binaryOps = [tokenKindCount]Op{
	TokOrOr:          OpLogicalOr,
	TokAndAnd:        OpLogicalAnd,
	TokOr:            OpOr,
	TokXor:           OpXor,
	TokAnd:           OpAnd,
	TokEqual:         OpEqual,
	TokNotEqual:      OpNotEqual,
	TokLess:          OpLess,
	TokLessEqual:     OpLessEqual,
	TokGreater:       OpGreater,
	TokGreaterEqual:  OpGreaterEqual,
	TokShl:           OpShl,
	TokShr:           OpShr,
	TokPlus:          OpAdd,
	TokMinus:         OpSub,
	TokMinusMinus:    OpSub,
	TokStar:          OpMul,
	TokSlash:         OpDiv,
	TokPercent:       OpRem,
	TokPlusAssign:    OpAdd,
	TokMinusAssign:   OpSub,
	TokStarAssign:    OpMul,
	TokSlashAssign:   OpDiv,
	TokPercentAssign: OpRem,
	TokAndAssign:     OpAnd,
	TokOrAssign:      OpOr,
	TokXorAssign:     OpXor,
	TokShlAssign:     OpShl,
	TokShrAssign:     OpShr,
}

// An opClass is a group of operators that the grammar treats alike.
type opClass uint8

const (
	classMul opClass = iota
	classAdd
	classShift
	classCompare
	classAnd
	classXor
	classOr
	classLogicalAnd
	classLogicalOr
	classCount
)

var opClasses = [opCount]opClass{
	OpMul:          classMul,
	OpDiv:          classMul,
	OpRem:          classMul,
	OpAdd:          classAdd,
	OpSub:          classAdd,
	OpShl:          classShift,
	OpShr:          classShift,
	OpEqual:        classCompare,
	OpNotEqual:     classCompare,
	OpLess:         classCompare,
	OpLessEqual:    classCompare,
	OpGreater:      classCompare,
	OpGreaterEqual: classCompare,
	OpAnd:          classAnd,
	OpXor:          classXor,
	OpOr:           classOr,
	OpLogicalAnd:   classLogicalAnd,
	OpLogicalOr:    classLogicalOr,
}

// A classSet is a set of operator classes.
type classSet uint16

const (
	setMul        = classSet(1) << classMul
	setAdd        = classSet(1) << classAdd
	setShift      = classSet(1) << classShift
	setCompare    = classSet(1) << classCompare
	setAnd        = classSet(1) << classAnd
	setXor        = classSet(1) << classXor
	setOr         = classSet(1) << classOr
	setLogicalAnd = classSet(1) << classLogicalAnd
	setLogicalOr  = classSet(1) << classLogicalOr

	setArithmetic = setMul | setAdd
	setRelational = setArithmetic | setShift | setCompare
)

// operandSets are, for each class, the operators that may stand in its left and right
// operand without parentheses.
var operandSets = [classCount]struct{ left, right classSet }{
	classMul:        {setMul, 0},
	classAdd:        {setArithmetic, setMul},
	classShift:      {0, 0},
	classCompare:    {setArithmetic | setShift, setArithmetic | setShift},
	classAnd:        {setAnd, 0},
	classXor:        {setXor, 0},
	classOr:         {setOr, 0},
	classLogicalAnd: {setRelational | setLogicalAnd, setRelational},
	classLogicalOr:  {setRelational | setLogicalOr, setRelational},
}

// expr parses an expression.
func (p *Parser) expr() Node {
	n := p.binary(1)
	for n != None && (p.k == TokAssign || p.k == TokPlusPlus || p.k == TokMinusMinus) {
		n = p.misused(n)
	}
	if n != None && p.toks[p.pos-1].kind == TokTemplateEnd && startsOperand(p.k) {
		p.errorf(CodeSyntax, p.here(), "expected '(' after a template list, found %s", p.found()).
			Note("a '<' behind a name with a '>' after it is read as a template list: put parentheses around a comparison")
		return None
	}
	return n
}

// misused reports an assignment or a step inside of an expression and reads it as its
// likely meaning.
func (p *Parser) misused(left Node) Node {
	if p.k != TokAssign {
		p.errorf(CodeStepInExpression, p.here(), "%s is a statement of its own, not part of an expression", p.k)
		p.next()
		return p.binaryRest(left, 1)
	}
	p.errorf(CodeAssignInExpression, p.here(), "an assignment is not an expression").
		Suggest(p.here(), "==", "to compare, use '=='")
	p.next()
	right := p.binary(1)
	if right == None {
		return None
	}
	return p.newNode(KindBinary, uint8(OpEqual), p.nodes[left].start, p.nodes[right].end, uint32(left), uint32(right))
}

// binary parses an expression of operators of precedence min or more.
func (p *Parser) binary(min uint8) Node {
	left := p.unary()
	if left == None {
		return None
	}
	if prec := precedence[p.k]; prec >= min && prec != 0 {
		return p.binaryRest(left, min)
	}
	return left
}

// binaryRest parses the operators of precedence min or more that follow left.
func (p *Parser) binaryRest(left Node, min uint8) Node {
	for {
		k := p.k
		prec := precedence[k]
		if prec < min || prec == 0 {
			return left
		}
		tok := p.pos
		op := binaryOps[k]
		if k == TokMinusMinus && !startsOperand(p.peek()) {
			return left
		}
		p.next()
		var right Node
		if k == TokMinusMinus {
			right = p.unary()
			if right != None {
				minus := p.toks[tok].start + 1
				right = p.newNode(KindUnary, uint8(OpNegate), minus, p.nodes[right].end, uint32(right), 0)
				right = p.binaryRest(right, prec+1)
			}
		} else {
			right = p.binary(prec + 1)
		}
		if right == None {
			return None
		}
		l, r := &p.nodes[left], &p.nodes[right]
		if l.kind == KindBinary || r.kind == KindBinary {
			p.checkMixing(op, tok, left, right)
		}
		left = p.newNode(KindBinary, uint8(op), l.start, r.end, uint32(left), uint32(right))
	}
}

// startsOperand reports whether an operand can start with a token of kind k.
func startsOperand(k TokenKind) bool {
	switch k {
	case TokIdent, TokInt, TokFloat, TokReserved, TokTrue, TokFalse, TokLParen, TokMinus, TokMinusMinus,
		TokBang, TokTilde, TokStar, TokAnd, TokAndAnd:
		return true
	}
	return false
}

// checkMixing reports an operand of op that needs parentheses.
func (p *Parser) checkMixing(op Op, tok int, left, right Node) {
	sets := &operandSets[opClasses[op]]
	for _, side := range [...]struct {
		n       Node
		allowed classSet
	}{{left, sets.left}, {right, sets.right}} {
		x := &p.nodes[side.n]
		if x.kind != KindBinary {
			continue
		}
		inner := opClasses[x.op]
		if side.allowed&(1<<inner) != 0 {
			continue
		}
		if p.mixed {
			if !regroups(op, Op(x.op)) {
				p.addParens(side.n)
			}
			continue
		}
		p.mixed, p.parens = true, parens{}
		if inner == classCompare && opClasses[op] == classCompare {
			p.errorf(CodeMixedOperators, p.tokSpan(tok), "comparisons cannot be chained").
				Label(p.nodeSpan(side.n), "this is a bool").
				Note("to test both, write 'a %s b && b %s c'", Op(x.op), op)
			return
		}
		d := p.errorf(CodeMixedOperators, p.tokSpan(tok), "'%s' and '%s' cannot be mixed without parentheses", Op(x.op), op)
		switch {
		case p.templates > 0:
		case regroups(op, Op(x.op)):
			p.suggestParens(d, op, left, right, side.n)
			return
		default:
			p.parens.of = d
			p.addParens(side.n)
		}
	}
}

// parens are the suggestions of a report of mixed operators for a statement: parentheses
// for each operand that needs some.
type parens struct {
	of     *diag.Diagnostic // nil: it suggests something else
	places []paren
}

// A paren is a parenthesis in front of a place.
type paren struct {
	at   uint32
	text string
}

// maxParens bounds how many parentheses one fix has.
const maxParens = 32

// addParens adds parentheses for an operand to the suggestion.
func (p *Parser) addParens(n Node) {
	x := &p.parens
	if x.of == nil || p.templates > 0 || len(x.places) >= maxParens {
		return
	}
	x.places = append(x.places, paren{p.nodes[n].start, "("}, paren{p.nodes[n].end, ")"})
	slices.SortStableFunc(x.places, func(a, b paren) int { return cmp.Compare(a.at, b.at) })
	at, end := x.places[0].at, x.places[len(x.places)-1].at
	span := p.span(at, end)
	var b strings.Builder
	for _, place := range x.places {
		b.WriteString(p.src[at:place.at])
		b.WriteString(place.text)
		at = place.at
	}
	x.of.Suggest(span, b.String(), "add parentheses")
}

// regroups reports whether operands of op are meant to be others than they are, given the
// operator inner of one.
func regroups(op, inner Op) bool {
	return opClasses[inner] == classCompare && opClasses[op] >= classAnd && opClasses[op] <= classOr
}

// suggestParens suggests parentheses for left op right; the operand at fault is a
// comparison. Comparisons bind more tightly than & and |, as in C, and few mean that: a & 1
// == 0 asks about a & 1. Between two comparisons, & and | are of bools.
func (p *Parser) suggestParens(d *diag.Diagnostic, op Op, left, right, fault Node) {
	x := &p.nodes[fault]
	isCompare := func(n Node) bool { return p.nodes[n].kind == KindBinary && opClasses[p.nodes[n].op] == classCompare }
	switch {
	case isCompare(left) && isCompare(right):
		d.Suggest(p.span(p.nodes[left].start, p.nodes[right].end), "("+p.nodeText(left)+") "+op.String()+" ("+p.nodeText(right)+")", "add parentheses")
	case fault == right:
		d.Suggest(p.span(p.nodes[left].start, p.nodes[x.a].end), "("+p.operandText(op, left)+" "+op.String()+" "+p.operandText(op, Node(x.a))+")", "add parentheses")
	default:
		d.Suggest(p.span(p.nodes[x.b].start, p.nodes[right].end), "("+p.operandText(op, Node(x.b))+" "+op.String()+" "+p.operandText(op, right)+")", "add parentheses")
	}
}

// operandText is the text of an operand of & or |, in parentheses if it needs some.
func (p *Parser) operandText(op Op, n Node) string {
	if x := &p.nodes[n]; x.kind == KindBinary && opClasses[x.op] != opClasses[op] {
		return "(" + p.nodeText(n) + ")"
	}
	return p.nodeText(n)
}

// unary parses a unary expression.
func (p *Parser) unary() Node {
	p.opts.Meter.Step()
	t := &p.toks[p.pos]
	start := t.start
	var op Op
	switch p.k {
	case TokIdent:
		if extends[p.peek()] {
			return p.postfix(p.identOrCall())
		}
		n := p.newNode(KindIdent, 0, start, t.end, uint32(t.sym), 0)
		p.next()
		return n
	case TokReserved:
		return p.postfix(p.identOrCall())
	case TokInt, TokFloat:
		n := p.newNode(KindLiteral, uint8(t.lit), start, t.end, 0, 0)
		if p.next(); extends[p.k] {
			return p.postfix(n)
		}
		return n
	case TokTrue, TokFalse:
		lit := LitFalse
		if p.k == TokTrue {
			lit = LitTrue
		}
		p.next()
		return p.postfix(p.newNode(KindLiteral, uint8(lit), start, p.prevEnd(), 0, 0))
	case TokLParen:
		open := p.pos
		if !p.enterExpr() {
			return None
		}
		p.next()
		x := p.expr()
		if x == None || !p.expectClose(TokRParen, open, "") {
			return None
		}
		p.exprDepth--
		return p.postfix(p.finish(KindParen, start, uint32(x), 0))
	case TokMinus:
		op = OpNegate
	case TokBang:
		op = OpNot
	case TokTilde:
		op = OpComplement
	case TokStar:
		op = OpDeref
	case TokAnd:
		op = OpAddressOf
	case TokMinusMinus, TokAndAnd: // two operators in a row
		op = OpNegate
		if p.k == TokAndAnd {
			op = OpAddressOf
		}
		if !p.enterExpr() {
			return None
		}
		p.next()
		x := p.unary()
		if x == None {
			return None
		}
		p.exprDepth--
		end := p.nodes[x].end
		x = p.newNode(KindUnary, uint8(op), start+1, end, uint32(x), 0)
		return p.newNode(KindUnary, uint8(op), start, end, uint32(x), 0)
	default:
		return p.noOperand()
	}
	if !p.enterExpr() {
		return None
	}
	p.next()
	x := p.unary()
	if x == None {
		return None
	}
	p.exprDepth--
	return p.newNode(KindUnary, uint8(op), start, p.nodes[x].end, uint32(x), 0)
}

// extends are the tokens behind a name or literal that make more of it.
var extends = [tokenKindCount]bool{
	TokTemplateStart: true, TokLParen: true, TokPath: true, TokPeriod: true, TokArrow: true, TokLBracket: true,
}

// noOperand reports a token that no operand starts with. It goes on if the intention is
// clear.
func (p *Parser) noOperand() Node {
	switch p.k {
	case TokPlus:
		p.errorf(CodeForeignSyntax, p.here(), "WGSL has no unary '+'").
			Suggest(p.here(), "", "remove it")
		p.next()
		return p.unary()
	case TokPlusPlus:
		p.errorf(CodeStepInExpression, p.here(), "%s is a statement of its own, not part of an expression", p.k)
		p.next()
		return p.unary()
	case TokUnderscore:
		p.errorf(CodeExpectedExpression, p.here(), "'_' is not a value").
			Note("'_' can only stand on the left of '='")
		return None
	case TokLBrace:
		p.expected(CodeExpectedExpression, "an expression").
			Note("a composite value is made by its type's name, as in 'array(1, 2, 3)'")
		return None
	case TokAssign:
		if p.pos > 0 && p.toks[p.pos-1].kind == TokEqual {
			p.errorf(CodeForeignSyntax, p.span(p.toks[p.pos-1].start, p.toks[p.pos].end), "WGSL has no '==='").
				Suggest(p.span(p.toks[p.pos-1].start, p.toks[p.pos].end), "==", "use '=='")
			p.next()
			return p.unary()
		}
	}
	p.expected(CodeExpectedExpression, "an expression")
	return None
}

// identOrCall parses a name, its template list and the arguments of a call.
func (p *Parser) identOrCall() Node {
	n := p.ident()
	if n == None || p.k != TokLParen {
		return n
	}
	args, ok := p.exprList(TokRParen)
	if !ok {
		return None
	}
	return p.finish(KindCall, p.nodes[n].start, uint32(n), args)
}

// ident parses a name and its template list.
func (p *Parser) ident() Node {
	if p.opts.WESL && p.peek() == TokPath {
		return p.path()
	}
	if p.k == TokReserved {
		p.reserved()
	}
	t := &p.toks[p.pos]
	p.next()
	return p.templated(t.start, t.end, t.sym)
}

// templated parses the template list of a name, if there is one.
func (p *Parser) templated(start, end uint32, sym Symbol) Node {
	if p.k != TokTemplateStart {
		return p.newNode(KindIdent, 0, start, end, uint32(sym), 0)
	}
	p.templates++
	args, ok := p.exprList(TokTemplateEnd)
	p.templates--
	if !ok {
		return None
	}
	return p.finish(KindIdent, start, uint32(sym), args)
}

// exprList parses expressions between delimiters, separated by commas, with
// or without a comma at the end. Only a template list may not be empty.
func (p *Parser) exprList(close TokenKind) (list uint32, ok bool) {
	open := p.pos
	if !p.enterExpr() {
		return 0, false
	}
	p.next()
	mark := p.mark()
	if close == TokTemplateEnd && p.k == close {
		p.errorf(CodeExpectedExpression, p.here(), "a template list must not be empty")
		p.next()
		p.exprDepth--
		return 0, false
	}
	for p.k != close {
		x := p.expr()
		if x == None {
			p.stack = p.stack[:mark]
			return 0, false
		}
		p.push(x)
		if p.k != TokComma {
			break
		}
		p.next()
	}
	if !p.expectClose(close, open, "',' or ") {
		p.stack = p.stack[:mark]
		return 0, false
	}
	p.exprDepth--
	return p.list(mark), true
}

// postfix parses the member accesses and indices that follow n.
func (p *Parser) postfix(n Node) Node {
	for n != None {
		switch p.k {
		case TokPeriod, TokArrow:
			if p.k == TokArrow {
				p.errorf(CodeForeignSyntax, p.here(), "WGSL has no '->' operator").
					Suggest(p.here(), ".", "access members through a pointer with '.'")
			}
			p.next()
			sym, _, ok := p.name("a member name")
			if !ok {
				return None
			}
			n = p.finish(KindMember, p.nodes[n].start, uint32(n), uint32(p.scoped.plain(sym)))
		case TokLBracket:
			open := p.pos
			if !p.enterExpr() {
				return None
			}
			p.next()
			i := p.expr()
			if i == None || !p.expectClose(TokRBracket, open, "") {
				return None
			}
			p.exprDepth--
			n = p.finish(KindIndex, p.nodes[n].start, uint32(n), uint32(i))
		case TokLParen:
			if p.nodes[n].kind != KindMember {
				return n
			}
			p.errorf(CodeForeignSyntax, p.here(), "WGSL has no methods").
				At("only a name can be called")
			if _, ok := p.exprList(TokRParen); !ok {
				return None
			}
			n = p.bad(p.nodes[n].start)
		default:
			return n
		}
	}
	return n
}

// typeSpec parses a type.
func (p *Parser) typeSpec() Node {
	switch p.k {
	case TokIdent, TokReserved:
	case TokLBracket:
		p.expected(CodeExpectedType, "a type").Note("array types are written 'array<T, N>'")
		return None
	case TokStar, TokAnd:
		p.expected(CodeExpectedType, "a type").Note("pointer types are written 'ptr<address_space, T>'")
		return None
	default:
		p.expected(CodeExpectedType, "a type")
		return None
	}
	n := p.ident()
	if n == None {
		return None
	}
	switch p.k {
	case TokLess:
		return p.unclosedTemplate(p.nodes[n].start)
	case TokLBracket:
		d := p.errorf(CodeForeignSyntax, p.here(), "array types are written 'array<T, N>'")
		open := p.pos
		p.next()
		count := None
		if p.k != TokRBracket {
			if count = p.expr(); count == None {
				return None
			}
		}
		if !p.expectClose(TokRBracket, open, "") {
			return None
		}
		element := p.nodeText(n)
		if count != None {
			element += ", " + p.nodeText(count)
		}
		d.Suggest(p.span(p.nodes[n].start, p.prevEnd()), "array<"+element+">", "use 'array'")
		return p.bad(p.nodes[n].start)
	}
	return n
}
