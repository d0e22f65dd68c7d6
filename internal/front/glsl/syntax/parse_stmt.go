package syntax

import (
	"refract/internal/front/glsl/pp"
)

// This file parses statements.

// block parses statements in braces.
func (p *Parser) block() Node {
	start := p.at()
	labels := p.labels
	p.labels = false
	stmts, ok := p.statements()
	p.labels = labels
	if !ok {
		return None
	}
	return p.finish(KindBlock, start, stmts, 0)
}

// statements parses a list of statements in braces. It fails only at the end
// of the source.
func (p *Parser) statements() (list uint32, ok bool) {
	open := p.pos
	p.next()
	mark := p.mark()
	for p.k != pp.TokRBrace {
		if p.k == pp.TokEOF {
			p.expectClose(pp.TokRBrace, open, "a statement or ")
			p.stack = p.stack[:mark]
			return 0, false
		}
		first, depth := p.pos, p.exprDepth
		n := p.statement()
		if n == None {
			p.exprDepth = depth
			n = p.bad(first, false)
		}
		p.push(n)
	}
	p.next()
	return p.list(mark), true
}

// statement parses one statement.
func (p *Parser) statement() Node {
	p.meter.Step()
	for p.pos >= p.pendingAt && len(p.pending) > 0 {
		p.directive()
	}
	if p.stmtDepth >= MaxStatementDepth {
		p.errorf(CodeNestingTooDeep, p.here(), "statements are nested more than %d deep", MaxStatementDepth)
		p.giveUp()
		return None
	}
	p.stmtDepth++
	n := p.statementHere()
	p.stmtDepth--
	return n
}

// body parses the statement that another guards: there can be no label in it.
func (p *Parser) body() Node {
	labels := p.labels
	p.labels = false
	n := p.statement()
	p.labels = labels
	return n
}

func (p *Parser) statementHere() Node {
	start := p.at()
	switch p.k {
	case pp.TokIdent:
		if p.declares() {
			return p.declaration(false)
		}
		return p.exprStatement(start)
	case pp.TokSemicolon:
		p.next()
		return p.finish(KindEmpty, start, 0, 0)
	case pp.TokLBrace:
		return p.block()
	case pp.TokIf:
		return p.ifStatement(start)
	case pp.TokFor:
		return p.forStatement(start)
	case pp.TokWhile:
		return p.whileStatement(start)
	case pp.TokDo:
		return p.doStatement(start)
	case pp.TokSwitch:
		return p.switchStatement(start)
	case pp.TokCase, pp.TokDefault:
		return p.label(start)
	case pp.TokReturn:
		p.next()
		x := None
		if p.k != pp.TokSemicolon {
			if x = p.expression(); x == None {
				return None
			}
		}
		if !p.semicolon("a return statement") {
			return None
		}
		return p.finish(KindReturn, start, uint32(x), 0)
	case pp.TokBreak:
		return p.jump(KindBreak, start)
	case pp.TokContinue:
		return p.jump(KindContinue, start)
	case pp.TokDiscard:
		return p.jump(KindDiscard, start)
	case pp.TokDemote:
		return p.jump(KindDemote, start)
	case pp.TokTerminate:
		return p.jump(KindTerminate, start)
	case pp.TokPrecision:
		return p.precision()
	case pp.TokStruct, pp.TokLayout:
		return p.declaration(false)
	case pp.TokNonUniform:
		if p.peek() == pp.TokLParen {
			return p.exprStatement(start)
		}
		return p.declaration(false)
	case pp.TokReserved:
		if p.peek() == pp.TokIdent {
			return p.declaration(false)
		}
		return p.exprStatement(start)
	case pp.TokLBracket:
		if p.peek() == pp.TokLBracket {
			attrs, ok := p.attributes()
			if !ok {
				return None
			}
			switch p.k {
			case pp.TokIf, pp.TokSwitch, pp.TokFor, pp.TokWhile, pp.TokDo:
			default:
				p.expected(CodeExpectedStatement, "if, switch or a loop after attributes")
			}
			x := p.statement()
			if x == None {
				return None
			}
			return p.finish(KindAttributed, start, attrs, uint32(x))
		}
	case pp.TokElse:
		p.errorf(CodeExpectedStatement, p.here(), "there is no if that this else belongs to")
		return None
	}
	if p.k.IsQualifier() {
		return p.declaration(false)
	}
	return p.exprStatement(start)
}

// jump parses a statement of one word.
func (p *Parser) jump(k Kind, start uint32) Node {
	t := &p.toks[p.pos]
	p.next()
	if !p.semicolon("'" + p.pp.Interner().Name(t.Sym) + "'") {
		return None
	}
	return p.finish(k, start, uint32(t.Sym), 0)
}

// exprStatement parses an expression and its semicolon.
func (p *Parser) exprStatement(start uint32) Node {
	x := p.expression()
	if x == None || !p.semicolon("an expression") {
		return None
	}
	return p.finish(KindExprStmt, start, uint32(x), 0)
}

// declares reports whether a declaration starts at the name that is the current
// token: another name follows it, behind array dimensions perhaps.
func (p *Parser) declares() bool {
	switch p.peek() {
	case pp.TokIdent:
		return true
	case pp.TokReserved:
		return true
	case pp.TokLess:
		if !isTemplate(p.pp.Interner().Name(p.toks[p.pos].Sym)) {
			return false
		}
		for i := p.pos + 2; i+1 < len(p.toks); i++ {
			switch p.toks[i].Kind {
			case pp.TokGreater:
				return p.toks[i+1].Kind != pp.TokLParen // else a constructor
			case pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokEOF:
				return true
			}
		}
		return true
	case pp.TokLBracket:
	default:
		// A keyword that is used as a name is reported by the declaration.
		k := p.peek()
		return k.IsQualifier() && p.pos+2 < len(p.toks) && afterName(p.toks[p.pos+2].Kind) && k != pp.TokNonUniform
	}
	depth := 0
	for i := p.pos + 1; i < len(p.toks); i++ {
		switch p.toks[i].Kind {
		case pp.TokLBracket:
			depth++
		case pp.TokRBracket:
			if depth--; depth == 0 && p.toks[i+1].Kind != pp.TokLBracket {
				k := p.toks[i+1].Kind
				return k == pp.TokIdent || k == pp.TokReserved
			}
		case pp.TokSemicolon, pp.TokLBrace, pp.TokRBrace, pp.TokEOF:
			return false
		}
	}
	return false
}

// condition parses a condition in parentheses; a declaration is allowed there if declare is
// true.
func (p *Parser) condition(of string, declare bool) Node {
	open := p.pos
	if !p.expect(pp.TokLParen, " after "+of) {
		return None
	}
	x := p.conditionExpr(declare)
	if x == None || !p.expectClose(pp.TokRParen, open, "") {
		return None
	}
	return x
}

func (p *Parser) conditionExpr(declare bool) Node {
	if !declare || !(p.k == pp.TokIdent && p.declares() || p.k.IsQualifier() && !(p.k == pp.TokNonUniform && p.peek() == pp.TokLParen)) {
		return p.expression()
	}
	start := p.at()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	sym, at, ok := p.name("a name to declare")
	if !ok {
		return None
	}
	if !p.expect(pp.TokAssign, " in the declaration of a condition") {
		return None
	}
	value := p.initializer()
	if value == None {
		return None
	}
	r := p.record(Node(sym), Node(at), 0, value)
	d := p.finish(KindDeclarator, at, r, 0)
	mark := p.mark()
	p.push(d)
	r = p.record(Node(quals), typ, Node(p.list(mark)))
	// The list was put behind the record's words, which refer to it.
	return p.finish(KindDeclaration, start, r, 0)
}

// ifStatement parses a chain of if and else.
func (p *Parser) ifStatement(start uint32) Node {
	mark := p.mark()
	other := None
	for {
		clause := p.at()
		p.next()
		cond := p.condition("if", false)
		if cond == None {
			p.stack = p.stack[:mark]
			return None
		}
		body := p.body()
		if body == None {
			p.stack = p.stack[:mark]
			return None
		}
		p.push(p.finish(KindIfClause, clause, uint32(cond), uint32(body)))
		if p.k != pp.TokElse {
			break
		}
		p.next()
		if p.k == pp.TokIf {
			continue
		}
		if other = p.body(); other == None {
			p.stack = p.stack[:mark]
			return None
		}
		break
	}
	return p.finish(KindIf, start, p.list(mark), uint32(other))
}

// forStatement parses a for loop.
func (p *Parser) forStatement(start uint32) Node {
	p.next()
	open := p.pos
	if !p.expect(pp.TokLParen, " after for") {
		return None
	}
	var init Node
	at := p.at()
	switch {
	case p.k == pp.TokSemicolon:
		p.next()
		init = p.finish(KindEmpty, at, 0, 0)
	case p.k == pp.TokIdent && p.declares(), p.k == pp.TokStruct, p.k.IsQualifier() && p.peek() != pp.TokLParen:
		init = p.declaration(false)
	default:
		init = p.exprStatement(at)
	}
	if init == None {
		return None
	}
	cond, step := None, None
	if p.k != pp.TokSemicolon {
		if cond = p.conditionExpr(true); cond == None {
			return None
		}
	}
	if !p.expect(pp.TokSemicolon, " after the condition of a loop") {
		return None
	}
	if p.k != pp.TokRParen {
		if step = p.expression(); step == None {
			return None
		}
	}
	if !p.expectClose(pp.TokRParen, open, "") {
		return None
	}
	body := p.body()
	if body == None {
		return None
	}
	r := p.record(init, cond, step, body)
	return p.finish(KindFor, start, r, 0)
}

// whileStatement parses a while loop.
func (p *Parser) whileStatement(start uint32) Node {
	p.next()
	cond := p.condition("while", true)
	if cond == None {
		return None
	}
	body := p.body()
	if body == None {
		return None
	}
	return p.finish(KindWhile, start, uint32(cond), uint32(body))
}

// doStatement parses a do-while loop.
func (p *Parser) doStatement(start uint32) Node {
	p.next()
	body := p.body()
	if body == None {
		return None
	}
	if !p.expect(pp.TokWhile, " after the body of a do loop") {
		return None
	}
	cond := p.condition("while", false)
	if cond == None || !p.semicolon("a do loop") {
		return None
	}
	return p.finish(KindDo, start, uint32(body), uint32(cond))
}

// switchStatement parses a switch.
func (p *Parser) switchStatement(start uint32) Node {
	p.next()
	value := p.condition("switch", false)
	if value == None {
		return None
	}
	if p.k != pp.TokLBrace {
		p.expected(CodeSyntax, "'{' after the value of a switch")
		return None
	}
	labels := p.labels
	p.labels = true
	stmts, ok := p.statements()
	p.labels = labels
	if !ok {
		return None
	}
	return p.finish(KindSwitch, start, uint32(value), stmts)
}

// label parses case x: or default:.
func (p *Parser) label(start uint32) Node {
	kind, x := KindDefault, None
	if !p.labels {
		p.errorf(CodeMisplacedStatement, p.here(), "%s doesn't stand directly in the braces of a switch", p.k)
	}
	word := p.k
	p.next()
	if word == pp.TokCase {
		kind = KindCase
		if x = p.expression(); x == None {
			return None
		}
	}
	if !p.expect(pp.TokColon, " after a label") {
		return None
	}
	return p.finish(kind, start, uint32(x), 0)
}
