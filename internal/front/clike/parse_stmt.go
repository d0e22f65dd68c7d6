package clike

import "refract/internal/front/glsl/pp"

// This file parses statements.

// Block parses statements in braces.
func (p *Parser) Block() Node {
	start := p.At()
	stmts, ok := p.statements(false)
	if !ok {
		return None
	}
	return p.Finish(KindBlock, start, stmts, 0)
}

// statements parses a list of statements in braces, with labels or without. It fails only at
// the end of the source.
func (p *Parser) statements(labels bool) (list Node, ok bool) {
	labels, p.labels = p.labels, labels
	defer func() { p.labels = labels }()
	open := p.Pos
	p.Next()
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		if p.K == pp.TokEOF {
			p.ExpectClose(pp.TokRBrace, open, "a statement or ")
			p.Drop(mark)
			return 0, false
		}
		first, depth, angle := p.Pos, p.Depth, p.Angle
		n := p.Statement()
		if n == None {
			p.Depth, p.Angle = depth, angle
			n = p.Bad(first, false)
		}
		p.Push(n)
	}
	p.Next()
	return p.List(mark), true
}

// DeeperStatement counts the nesting of statements, or of declarations with statements in
// them. After true, StmtDepth must be taken back.
func (p *Parser) DeeperStatement(what string) bool {
	if p.StmtDepth >= MaxStatementDepth {
		p.Errorf(CodeNestingTooDeep, p.Here(), "%s are nested more than %d deep", what, MaxStatementDepth)
		p.GiveUp()
		return false
	}
	p.StmtDepth++
	return true
}

// Statement parses one statement.
func (p *Parser) Statement() Node {
	p.Meter.Step()
	p.PassDirectives()
	if !p.DeeperStatement("statements") {
		return None
	}
	n := p.statementHere()
	p.StmtDepth--
	return n
}

// body parses the statement that another guards: there can be no label in it.
func (p *Parser) body() Node {
	labels := p.labels
	p.labels = false
	n := p.Statement()
	p.labels = labels
	return n
}

func (p *Parser) statementHere() Node {
	start := p.At()
	switch p.K {
	case pp.TokSemicolon:
		p.Next()
		return p.Finish(KindEmpty, start, 0, 0)
	case pp.TokLBrace:
		return p.Block()
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
		p.Next()
		x := None
		if p.K != pp.TokSemicolon {
			if x = p.Grammar.Result(); x == None {
				return None
			}
		}
		if !p.Semicolon("a return statement") {
			return None
		}
		return p.Finish(KindReturn, start, x, 0)
	case pp.TokBreak:
		return p.Jump(KindBreak, start)
	case pp.TokContinue:
		return p.Jump(KindContinue, start)
	case pp.TokDiscard:
		return p.Jump(KindDiscard, start)
	case pp.TokElse:
		p.Errorf(CodeExpectedStatement, p.Here(), "there is no if that this else belongs to")
		return None
	}
	return p.Grammar.OwnStatement(start)
}

// Jump parses a statement of one word.
func (p *Parser) Jump(k Kind, start uint32) Node {
	t := &p.Toks[p.Pos]
	p.Next()
	if !p.Semicolon("'" + p.Name(t.Sym) + "'") {
		return None
	}
	return p.Finish(k, start, Node(t.Sym), 0)
}

// ExprStatement parses an expression and its semicolon.
func (p *Parser) ExprStatement(start uint32) Node {
	x := p.Expression()
	if x == None || !p.Semicolon("an expression") {
		return None
	}
	return p.Finish(KindExprStmt, start, x, 0)
}

// condition parses a condition in parentheses.
func (p *Parser) condition(of string, declare bool) Node {
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after "+of) {
		return None
	}
	x := p.Grammar.Condition(declare)
	if x == None || !p.ExpectClose(pp.TokRParen, open, "") {
		return None
	}
	return x
}

// ifStatement parses a chain of if and else.
func (p *Parser) ifStatement(start uint32) Node {
	mark := p.Mark()
	other := None
	for {
		clause := p.At()
		p.Next()
		cond := p.condition("if", false)
		if cond == None {
			p.Drop(mark)
			return None
		}
		body := p.body()
		if body == None {
			p.Drop(mark)
			return None
		}
		p.Push(p.Finish(KindIfClause, clause, cond, body))
		if !p.Accept(pp.TokElse) {
			break
		}
		if p.K == pp.TokIf {
			continue
		}
		if other = p.body(); other == None {
			p.Drop(mark)
			return None
		}
		break
	}
	return p.Finish(KindIf, start, p.List(mark), other)
}

// forStatement parses a for loop.
func (p *Parser) forStatement(start uint32) Node {
	p.Next()
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after for") {
		return None
	}
	var init Node
	at := p.At()
	switch {
	case p.Accept(pp.TokSemicolon):
		init = p.Finish(KindEmpty, at, 0, 0)
	case p.Grammar.Declares():
		init = p.Grammar.Declaration()
	default:
		init = p.ExprStatement(at)
	}
	if init == None {
		return None
	}
	cond, step := None, None
	if p.K != pp.TokSemicolon {
		if cond = p.Grammar.Condition(true); cond == None {
			return None
		}
	}
	if !p.Expect(pp.TokSemicolon, " after the condition of a loop") {
		return None
	}
	if p.K != pp.TokRParen {
		if step = p.Expression(); step == None {
			return None
		}
	}
	if !p.ExpectClose(pp.TokRParen, open, "") {
		return None
	}
	body := p.body()
	if body == None {
		return None
	}
	r := p.Record(init, cond, step, body)
	return p.Finish(KindFor, start, r, 0)
}

// whileStatement parses a while loop.
func (p *Parser) whileStatement(start uint32) Node {
	p.Next()
	cond := p.condition("while", true)
	if cond == None {
		return None
	}
	body := p.body()
	if body == None {
		return None
	}
	return p.Finish(KindWhile, start, cond, body)
}

// doStatement parses a do-while loop.
func (p *Parser) doStatement(start uint32) Node {
	p.Next()
	body := p.body()
	if body == None {
		return None
	}
	if !p.Expect(pp.TokWhile, " after the body of a do loop") {
		return None
	}
	cond := p.condition("while", false)
	if cond == None || !p.Semicolon("a do loop") {
		return None
	}
	return p.Finish(KindDo, start, body, cond)
}

// switchStatement parses a switch.
func (p *Parser) switchStatement(start uint32) Node {
	p.Next()
	value := p.condition("switch", false)
	if value == None {
		return None
	}
	if p.K != pp.TokLBrace {
		p.Expected(CodeSyntax, "'{' after the value of a switch")
		return None
	}
	stmts, ok := p.statements(true)
	if !ok {
		return None
	}
	return p.Finish(KindSwitch, start, value, stmts)
}

// label parses case x: or default:.
func (p *Parser) label(start uint32) Node {
	kind, x := KindDefault, None
	if !p.labels {
		p.Errorf(CodeMisplacedStatement, p.Here(), "%s doesn't stand directly in the braces of a switch", p.K)
	}
	word := p.K
	p.Next()
	if word == pp.TokCase {
		kind = KindCase
		if x = p.Expression(); x == None {
			return None
		}
	}
	if !p.Expect(pp.TokColon, " after a label") {
		return None
	}
	return p.Finish(kind, start, x, 0)
}
