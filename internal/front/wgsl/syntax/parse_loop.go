package syntax

// This file parses for and loop statements.

func (p *Parser) forStmt(start, attrs uint32) Node {
	p.next()
	open := p.pos
	if !p.expect(TokLParen, " after 'for'") {
		return p.brokenFor(start)
	}
	init, cond, step := None, None, None
	switch p.k {
	case TokSemicolon:
		p.next()
	case TokVar, TokLet, TokConst:
		if init = p.variable(p.at(), 0); init == None {
			return p.brokenFor(start)
		}
	default:
		if init = p.forUpdate(); init == None {
			return p.brokenFor(start)
		}
		if !p.expect(TokSemicolon, " after the initializer of a 'for'") {
			return p.brokenFor(start)
		}
	}
	if p.k != TokSemicolon {
		if cond = p.expr(); cond == None {
			return p.brokenFor(start)
		}
	}
	if !p.expect(TokSemicolon, " after the condition of a 'for'") {
		return p.brokenFor(start)
	}
	if p.k != TokRParen {
		if step = p.forUpdate(); step == None {
			return p.brokenFor(start)
		}
		if p.k == TokComma {
			p.errorf(CodeForeignSyntax, p.here(), "a 'for' has a single update statement").
				Note("WGSL has no comma operator: put the other updates at the end of the body")
			return p.brokenFor(start)
		}
	}
	if !p.expectClose(TokRParen, open, "") {
		return p.brokenFor(start)
	}
	body := p.block("the header of a 'for'")
	if body == None {
		return None
	}
	return p.finish(KindFor, start, p.record(Node(attrs), init, cond, step, body), 0)
}

// forUpdate parses the first or last part of a for statement's header.
func (p *Parser) forUpdate() Node {
	switch p.k {
	case TokPlusPlus, TokMinusMinus:
		start, op := p.at(), p.pos
		p.next()
		x := p.unary()
		if x == None {
			return None
		}
		p.errorf(CodePrefixStep, p.tokSpan(op), "%s stands after its operand", p.toks[op].kind).
			Suggest(p.span(start, p.nodes[x].end), p.nodeText(x)+p.tokText(op), "move it")
		return p.bad(start)
	case TokIdent, TokReserved, TokLParen, TokStar, TokAnd, TokAndAnd, TokUnderscore:
		return p.updateStmt(false)
	}
	p.expected(CodeExpectedStatement, "an assignment, a call, '++' or '--'")
	return None
}

// brokenFor goes on with the body of a for statement whose header is broken.
func (p *Parser) brokenFor(start uint32) Node {
	p.exprDepth = 0
	for p.k == TokSemicolon || !p.skipToBlock() {
		if p.k != TokSemicolon && p.k != TokLet && p.k != TokVar && p.k != TokConst {
			return None
		}
		p.next()
	}
	p.block("the header of a 'for'")
	return p.bad(start)
}

func (p *Parser) loopStmt(start, attrs uint32) Node {
	p.next()
	bodyAttrs := p.attributes()
	if p.k != TokLBrace {
		p.expected(CodeSyntax, "'{' after 'loop'")
		return None
	}
	open := p.pos
	if !p.enterBrace() {
		return None
	}
	p.next()
	p.clauses = clauseContinuing
	stmts := p.stmts()
	continuing := None
	keep, saved := p.conditional(new(chain))
	p.passConditions()
	if p.k == TokContinuing {
		if continuing = p.continuing(); !keep {
			continuing = None
			p.restore(saved)
		}
		if p.k != TokRBrace && p.k != TokEOF {
			p.errorf(CodeMisplacedStatement, p.here(), "'continuing' must be the last statement of its loop, found %s behind it", p.found())
			p.clauses = 0
			p.stmts()
		}
	}
	p.clauses = 0
	p.braceDepth--
	p.closeBrace(open)
	return p.finish(KindLoop, start, p.record(Node(attrs), Node(bodyAttrs), Node(stmts), continuing), 0)
}

func (p *Parser) continuing() Node {
	start := p.at()
	p.next()
	attrs := p.attributes()
	if p.k != TokLBrace {
		p.expected(CodeSyntax, "'{' after 'continuing'")
		return p.bad(start)
	}
	open := p.pos
	if !p.enterBrace() {
		return None
	}
	p.next()
	p.clauses = 0
	mark := p.mark()
	var siblings chain
	for p.k != TokRBrace && p.k != TokEOF {
		if p.opts.WESL && p.k == TokAt && p.beforeBreakIf() {
			keep, saved := p.conditional(&siblings)
			p.passConditions()
			if !keep {
				p.next()
				p.next()
				if p.expr() == None {
					p.skipStatement()
				} else {
					p.semicolon("'break if' condition")
				}
				p.restore(saved)
				continue
			}
		}
		if p.k == TokBreak && p.peek() == TokIf {
			breakStart := p.at()
			p.next()
			p.next()
			cond := p.expr()
			if cond == None {
				p.skipStatement()
				p.push(p.bad(breakStart))
				continue
			}
			p.semicolon("'break if' condition")
			p.push(p.finish(KindBreakIf, breakStart, uint32(cond), 0))
			for p.k == TokSemicolon {
				p.next()
			}
			if p.k != TokRBrace && p.k != TokEOF {
				p.errorf(CodeMisplacedStatement, p.here(), "'break if' must be the last statement of its block, found %s behind it", p.found())
			}
			continue
		}
		pos := p.pos
		if (p.k == TokCase || p.k == TokDefault || p.k == TokContinuing) && p.strayClause() {
			continue
		}
		if (p.k == TokFn || p.k == TokStruct) && p.startsLine() {
			break
		}
		p.listed(&siblings)
		if p.pos == pos {
			p.next()
		}
	}
	stmts := p.list(mark)
	p.braceDepth--
	p.closeBrace(open)
	return p.finish(KindContinuing, start, attrs, stmts)
}
