package syntax

// This file parses switch statements.

func (p *Parser) switchStmt(start, attrs uint32) Node {
	p.next()
	valueStart := p.at()
	value := p.expr()
	if value == None {
		if !p.skipToBlock() {
			return None
		}
		value = p.bad(valueStart)
	}
	bodyAttrs := p.attributes()
	if p.k != TokLBrace {
		p.expected(CodeSyntax, "'{' after the value of a 'switch'")
		return None
	}
	open := p.pos
	if !p.enterBrace() {
		return None
	}
	p.next()
	mark := p.mark()
	var siblings chain
	for p.k != TokRBrace && p.k != TokEOF {
		keep, saved := p.conditional(&siblings)
		p.passConditions()
		if p.k != TokCase && p.k != TokDefault {
			if (p.k == TokFn || p.k == TokStruct) && p.startsLine() {
				break
			}
			p.expected(CodeSyntax, "'case', 'default' or '}'")
			for p.k == TokSemicolon {
				p.next()
			}
			p.skipToCase()
			continue
		}
		if n := p.switchCase(); keep {
			p.push(n)
		} else {
			p.restore(saved)
		}
	}
	cases := p.list(mark)
	p.braceDepth--
	p.closeBrace(open)
	return p.finish(KindSwitch, start, p.record(Node(attrs), value, Node(bodyAttrs), Node(cases)), 0)
}

// skipToCase skips to the next clause of a switch or its end.
func (p *Parser) skipToCase() {
	for {
		switch p.k {
		case TokEOF, TokRBrace, TokCase, TokDefault:
			return
		case TokFn, TokStruct:
			if p.startsLine() {
				return
			}
			p.next()
		case TokLBrace:
			p.skipBraces()
		default:
			p.next()
		}
	}
}

// switchCase parses a case or default clause.
func (p *Parser) switchCase() Node {
	start := p.at()
	mark := p.mark()
	if p.k == TokDefault {
		p.next()
		p.push(p.finish(KindDefault, start, 0, 0))
		if p.k == TokComma {
			p.errorf(CodeSyntax, p.here(), "a default clause has no other selectors").
				Suggest(p.span(start, start), "case ", "to list it among others, start with 'case'")
		}
	} else if p.next(); p.k == TokColon || p.k == TokLBrace {
		p.expected(CodeExpectedExpression, "a selector after 'case'")
	}
	for len(p.stack) == mark || p.k == TokComma {
		p.accept(TokComma)
		if p.k == TokColon || p.k == TokLBrace || p.k == TokAt {
			break
		}
		selector := p.at()
		if p.k == TokDefault {
			p.next()
			p.push(p.finish(KindDefault, selector, 0, 0))
			continue
		}
		x := p.expr()
		if x == None {
			p.exprDepth = 0
			p.stack = p.stack[:mark]
			if !p.skipToBlock() {
				p.skipToCase()
				return p.bad(start)
			}
			p.block("a case selector")
			return p.bad(start)
		}
		p.push(x)
	}
	selectors := p.list(mark)
	hasColon := p.accept(TokColon)
	var body Node
	if hasColon && p.k != TokLBrace && p.k != TokAt {
		body = p.bareCase()
	} else {
		body = p.block("a case selector")
	}
	if body == None {
		p.skipToCase()
		return p.bad(start)
	}
	return p.finish(KindCase, start, selectors, uint32(body))
}

// bareCase reports a clause without braces and parses its statements.
func (p *Parser) bareCase() Node {
	start := p.at()
	d := p.expected(CodeSyntax, "'{' to start the body of the case")
	switch p.k {
	case TokCase, TokDefault:
		d.Note("cases do not fall through: list several selectors, as in 'case 1, 2: { ... }'")
	default:
		d.Note("the body of a case always needs braces, and does not fall through")
	}
	p.clauses = clauseCase
	p.stmts()
	p.clauses = 0
	return p.bad(start)
}
