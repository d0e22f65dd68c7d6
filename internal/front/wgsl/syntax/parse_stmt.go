package syntax

// This file parses statements.

// block parses a compound statement; header, for messages, is its owner. If the opening
// brace is missing, a single statement is taken as the block, as other languages allow, so
// that the rest can be checked.
func (p *Parser) block(header string) Node {
	start := p.at()
	attrs := p.attributes()
	if p.k != TokLBrace {
		return p.missingBlock(start, header)
	}
	open := p.pos
	if !p.enterBrace() {
		return None
	}
	p.next()
	stmts := p.stmts()
	p.braceDepth--
	p.closeBrace(open)
	return p.finish(KindBlock, start, attrs, stmts)
}

// missingBlock reports that a block is missing.
func (p *Parser) missingBlock(start uint32, header string) Node {
	d := p.expected(CodeSyntax, "'{' after "+header)
	switch p.k {
	case TokEOF, TokRBrace, TokElse, TokFn, TokStruct:
		return None
	case TokSemicolon:
		p.next()
		return p.bad(start)
	case TokReturn, TokBreak, TokContinue, TokDiscard, TokLet, TokVar, TokIdent, TokUnderscore, TokIf, TokFor,
		TokWhile, TokLoop, TokSwitch:
		if p.braceDepth == 0 && p.sameLine() {
			break // what is here belongs to the header of a function
		}
		if p.braceDepth == 0 { // a function whose statements are there
			p.braceDepth++
			p.stmts()
			p.braceDepth--
			p.accept(TokRBrace)
			return p.bad(start)
		}
		d.Note("a body always needs braces")
		p.slack = true
		if !p.enterBrace() {
			return None
		}
		p.stmt()
		p.braceDepth--
		return p.bad(start)
	}
	if !p.skipToBlock() {
		return None
	}
	return p.block(header)
}

// closeBrace steps over the brace that closes the one at token open.
func (p *Parser) closeBrace(open int) bool {
	if p.accept(TokRBrace) {
		return true
	}
	d := p.expected(CodeUnclosedDelimiter, "'}'")
	d.Label(p.tokSpan(open), "to close this '{'")
	return false
}

// stmts parses statements up to a closing brace or a word that continues the construct
// around them, and returns their list.
func (p *Parser) stmts() uint32 {
	var siblings chain
	mark := p.mark()
	for {
		switch p.k {
		case TokRBrace, TokEOF, TokContinuing, TokCase, TokDefault:
			if !p.strayClause() {
				return p.list(mark)
			}
			continue
		case TokFn, TokStruct, TokAlias, TokOverride, TokEnable, TokRequires, TokDiagnostic:
			if p.startsLine() {
				return p.list(mark) // closeBrace reports
			}
		case TokAt:
			if p.opts.WESL {
				if p.beforeClause() {
					return p.list(mark)
				}
			} else if p.startsLine() && p.announcesItem() {
				return p.list(mark)
			}
		}
		pos := p.pos
		p.listed(&siblings)
		if p.pos == pos {
			p.next()
		}
	}
}

// announcesItem reports whether the attributes at the current token belong to a declaration
// at module scope.
func (p *Parser) announcesItem() bool {
	depth := 0
	for i := p.pos; i < min(p.pos+100, len(p.toks)); i++ {
		switch p.toks[i].kind {
		case TokLParen:
			depth++
		case TokRParen:
			depth--
		case TokFn, TokVar, TokOverride, TokStruct:
			return depth == 0
		case TokLBrace, TokRBrace, TokSemicolon:
			return false
		}
	}
	return false
}

// strayClause reports a continuing, case or default that nothing around it
// waits for, and skips it. It returns false if there is nothing to report.
func (p *Parser) strayClause() bool {
	switch p.k {
	case TokContinuing:
		if p.clauses&clauseContinuing != 0 {
			return false
		}
		p.errorf(CodeMisplacedStatement, p.here(), "'continuing' can only stand at the end of a loop statement's body")
	case TokCase, TokDefault:
		if p.clauses&clauseCase != 0 {
			return false
		}
		p.errorf(CodeMisplacedStatement, p.here(), "%s can only stand in the body of a switch", p.k)
	default:
		return false
	}
	p.next()
	if p.skipToBlock() {
		p.skipBraces()
	}
	return true
}

// clauses are the words that end a list of statements besides a brace.
type clauses uint8

const (
	clauseContinuing clauses = 1 << iota // directly in the body of a loop
	clauseCase                           // in the body of a case whose braces are missing
)

// stmt parses a statement. It returns None for an empty one, unless empty ones are kept.
func (p *Parser) stmt() Node {
	p.opts.Meter.Step()
	p.exprDepth = 0
	p.mixed = false
	if p.k == TokSemicolon {
		start := p.at()
		p.next()
		if p.opts.Lossless {
			return p.finish(KindEmpty, start, 0, 0)
		}
		return None
	}
	outer := p.clauses
	p.clauses = 0
	start := p.at()
	mark := p.mark()
	n := p.stmtOrNone()
	if n == None {
		p.stack = p.stack[:mark]
		p.skipStatement()
		n = p.bad(start)
	}
	p.clauses = outer
	return n
}

// stmtOrNone parses a statement that is not empty.
func (p *Parser) stmtOrNone() Node {
	start := p.at()
	var attrs uint32
	if p.k == TokAt {
		attrs = p.attributes()
		switch p.k {
		case TokLBrace, TokIf, TokSwitch, TokLoop, TokFor, TokWhile:
		default:
			p.attributesOf(attrs, "this statement")
			attrs = 0
			if p.k == TokRBrace || p.k == TokSemicolon {
				return None
			}
		}
	}
	switch p.k {
	case TokIdent, TokLParen, TokStar, TokAnd, TokAndAnd, TokUnderscore:
		return p.updateStmt(true)
	case TokLet, TokConst, TokVar, TokOverride:
		if p.k == TokOverride {
			p.errorf(CodeMisplacedDeclaration, p.here(), "'override' can only be declared at module scope")
		}
		return p.variable(start, 0)
	case TokReturn:
		p.next()
		x := None
		if p.k != TokSemicolon && p.k != TokRBrace {
			if x = p.expr(); x == None {
				return None
			}
		}
		p.semicolon("return statement")
		return p.finish(KindReturn, start, uint32(x), 0)
	case TokIf:
		return p.ifStmt(start, attrs)
	case TokFor:
		return p.forStmt(start, attrs)
	case TokWhile:
		p.next()
		cond, body := p.condition("a 'while' condition")
		if body == None {
			return None
		}
		return p.finish(KindWhile, start, p.record(Node(attrs), cond, body), 0)
	case TokLoop:
		return p.loopStmt(start, attrs)
	case TokSwitch:
		return p.switchStmt(start, attrs)
	case TokLBrace:
		n := p.block("")
		if n != None && attrs != 0 {
			p.nodes[n].start, p.nodes[n].a = start, attrs
		}
		return n
	case TokBreak:
		p.next()
		if p.k == TokIf {
			p.errorf(CodeMisplacedStatement, p.span(start, p.toks[p.pos].end), "'break if' can only stand at the end of a continuing block").
				Note("elsewhere, write 'if condition { break; }'")
			p.next()
			if p.expr() == None {
				return None
			}
			p.semicolon("break statement")
			return p.bad(start)
		}
		p.semicolon("'break'")
		return p.finish(KindBreak, start, 0, 0)
	case TokContinue:
		p.next()
		p.semicolon("'continue'")
		return p.finish(KindContinue, start, 0, 0)
	case TokDiscard:
		p.next()
		p.semicolon("'discard'")
		return p.finish(KindDiscard, start, 0, 0)
	case TokConstAssert:
		return p.constAssert()
	case TokPlusPlus, TokMinusMinus:
		return p.prefixStep(start)
	case TokElse:
		p.errorf(CodeMisplacedStatement, p.here(), "'else' without an 'if' before it")
		p.next()
		if p.accept(TokIf) {
			p.expr()
		}
		if p.skipToBlock() {
			p.block("'else'")
		}
		return p.bad(start)
	case TokFn, TokStruct, TokAlias:
		p.errorf(CodeMisplacedDeclaration, p.here(), "%s can only be declared at module scope", p.k)
		p.item()
		return p.bad(start)
	case TokReserved:
		if p.opts.WESL && p.peek() == TokPath {
			return p.updateStmt(true)
		}
		return p.reservedStmt(start)
	}
	p.expected(CodeExpectedStatement, "a statement")
	return None
}

// updateStmt parses an assignment, an increment or decrement, or a call; with
// its semicolon, or, in the header of a for statement, without.
func (p *Parser) updateStmt(semicolon bool) Node {
	start := p.at()
	n := p.update(start)
	if n != None && semicolon {
		p.semicolon(updateNames[p.nodes[n].kind])
		p.nodes[n].end = max(p.nodes[n].end, p.prevEnd())
	}
	return n
}

var updateNames = [kindCount]string{
	KindAssign:    "assignment",
	KindIncrement: "increment",
	KindDecrement: "decrement",
	KindCallStmt:  "function call",
	KindBad:       "statement",
}

func (p *Parser) update(start uint32) Node {
	if p.k == TokUnderscore {
		return p.phony(start)
	}
	left := p.unary()
	if left == None {
		return None
	}
	switch p.k {
	case TokAssign, TokPlusAssign, TokMinusAssign, TokStarAssign, TokSlashAssign, TokPercentAssign,
		TokAndAssign, TokOrAssign, TokXorAssign, TokShlAssign, TokShrAssign:
		op := binaryOps[p.k]
		p.checkTarget(left)
		p.next()
		right := p.expr()
		if right == None {
			return None
		}
		return p.newNode(KindAssign, uint8(op), start, p.nodes[right].end, uint32(left), uint32(right))
	case TokPlusPlus:
		p.checkTarget(left)
		p.next()
		return p.finish(KindIncrement, start, uint32(left), 0)
	case TokMinusMinus:
		p.checkTarget(left)
		p.next()
		return p.finish(KindDecrement, start, uint32(left), 0)
	}
	if p.nodes[left].kind == KindCall && (precedence[p.k] == 0 || !p.sameLine()) {
		return p.finish(KindCallStmt, start, uint32(left), 0)
	}
	return p.notAStmt(start, left)
}

// phony parses _ = x.
func (p *Parser) phony(start uint32) Node {
	p.next()
	left := p.finish(KindPhony, start, 0, 0)
	if p.k != TokAssign {
		if binaryOps[p.k] != OpNone && precedence[p.k] == 0 {
			p.errorf(CodeInvalidAssignment, p.here(), "'_' can only be assigned with '='")
			return None
		}
		p.expected(CodeSyntax, "'=' after '_'")
		return None
	}
	p.next()
	right := p.expr()
	if right == None {
		return None
	}
	return p.newNode(KindAssign, uint8(OpNone), start, p.nodes[right].end, uint32(left), uint32(right))
}

// checkTarget reports expressions that the grammar does not allow on the left of an
// assignment.
func (p *Parser) checkTarget(n Node) {
	target := n
	for {
		x := &p.nodes[n]
		switch x.kind {
		case KindParen, KindIndex, KindMember:
			n = Node(x.a)
			continue
		case KindUnary:
			if Op(x.op) == OpDeref || Op(x.op) == OpAddressOf {
				n = Node(x.a)
				continue
			}
		case KindIdent:
			if x.b == 0 {
				return
			}
		case KindCall, KindBad:
			return
		}
		break
	}
	p.errorf(CodeInvalidAssignment, p.nodeSpan(target), "'%s' cannot be assigned to", clip(p.nodeText(target)))
}

// condition parses the condition and the block of an if or while. If the
// condition is broken, the block is still parsed; body is None if there is
// nothing to go on with.
func (p *Parser) condition(what string) (cond, body Node) {
	start := p.at()
	cond = p.expr()
	if cond == None {
		p.exprDepth = 0
		if !p.skipToBlock() {
			return None, None
		}
		cond = p.bad(start)
	}
	return cond, p.block(what)
}

func (p *Parser) ifStmt(start, attrs uint32) Node {
	mark := p.mark()
	otherwise := None
	clauseStart := p.at()
	for {
		p.next()
		cond, body := p.condition("an 'if' condition")
		if body == None {
			return None
		}
		p.push(p.finish(KindIfClause, clauseStart, uint32(cond), uint32(body)))
		p.elseIfWord()
		if p.k != TokElse {
			break
		}
		clauseStart = p.at()
		p.next()
		if p.k == TokIf {
			continue
		}
		if otherwise = p.block("'else'"); otherwise == None {
			return None
		}
		break
	}
	clauses := p.list(mark)
	return p.finish(KindIf, start, p.record(Node(attrs), Node(clauses), otherwise), 0)
}
