package syntax

// This file reads the conditions of WESL: the attributes @if, @elif and @else, which leave
// out the item behind them. A condition is evaluated when it is read, over its tokens; a
// left-out item is parsed and then forgotten, nodes and all.
//
// Every list with conditions keeps a chain: the outcome for the previous sibling, which
// @elif and @else depend on.

// A chain is the decisions of the siblings before one.
type chain struct {
	open  bool // the one before has an @if or @elif
	taken bool // it, or one before it in the chain, is kept
}

// A checkpoint is the parser's results so far.
type checkpoint struct {
	nodes, pool, paths int
}

// conditional evaluates the condition among the attributes at the current token, if there
// is one, without stepping over it. keep is false if the next item is left out, which
// restore forgets.
func (p *Parser) conditional(c *chain) (keep bool, before checkpoint) {
	if !p.opts.WESL {
		return true, before
	}
	before = checkpoint{len(p.nodes), len(p.pool), len(p.paths)}
	at := -1
	if p.k == TokAt {
		at, _ = p.scanAttributes()
	}
	if at < 0 {
		c.open = false
		return true, before
	}
	back := p.pos
	p.seek(at + 1)
	word := p.k
	if word == TokIdent {
		word = tokElif
	}
	p.next()
	if word != TokIf && !c.open {
		p.errorf(CodeMisplacedCondition, p.tokSpan(at+1), "'@%s' needs an '@if' or '@elif' before the previous item", p.tokText(at+1))
	}
	if word == TokIf {
		c.taken = false
	}
	value := true
	if word != TokElse {
		value = p.condExpr()
	}
	keep = value && !c.taken
	c.taken = c.taken || value
	c.open = word != TokElse
	p.condAt, p.condEnd = at, p.pos
	p.seek(back)
	return keep || p.opts.Lossless, before
}

// tokElif stands for the word elif, which is no keyword.
const tokElif = TokIdent

// restore forgets the results since a checkpoint.
func (p *Parser) restore(to checkpoint) {
	p.nodes, p.pool, p.paths = p.nodes[:to.nodes], p.pool[:to.pool], p.paths[:to.paths]
}

func (p *Parser) seek(pos int) {
	p.pos = min(pos, len(p.toks)-1)
	p.k = p.toks[p.pos].kind
}

// scanAttributes looks over the attributes at the current token: the @ of the first
// condition among them, or -1, and the token behind them all.
func (p *Parser) scanAttributes() (condition, behind int) {
	condition = -1
	i := p.pos
	for i+1 < len(p.toks) && p.toks[i].kind == TokAt {
		switch p.toks[i+1].kind {
		case TokIf, TokElse:
			if condition < 0 {
				condition = i
			}
		case TokIdent:
			if condition < 0 && p.tokText(i+1) == "elif" {
				condition = i
			}
		}
		isElse := p.toks[i+1].kind == TokElse
		if i += 2; isElse {
			continue
		}
		if i < len(p.toks) && p.toks[i].kind == TokLParen {
			for depth := 0; i < len(p.toks); i++ {
				k := p.toks[i].kind
				if k == TokLParen {
					depth++
				} else if k == TokRParen {
					depth--
				}
				if depth == 0 || k == TokEOF || k == TokLBrace || k == TokSemicolon {
					break
				}
			}
			if p.toks[min(i, len(p.toks)-1)].kind == TokRParen {
				i++
			}
		}
	}
	return condition, min(i, len(p.toks)-1)
}

// behindAttributes is the token behind the attributes at the current one.
func (p *Parser) behindAttributes() int {
	if p.k != TokAt {
		return p.pos
	}
	_, i := p.scanAttributes()
	return i
}

// beforeClause reports whether the attributes here belong to the end of a list of
// statements.
func (p *Parser) beforeClause() bool {
	switch p.toks[p.behindAttributes()].kind {
	case TokContinuing:
		return p.clauses&clauseContinuing != 0
	case TokCase, TokDefault:
		return p.clauses&clauseCase != 0
	}
	return false
}

func (p *Parser) beforeBreakIf() bool {
	i := p.behindAttributes()
	return p.toks[i].kind == TokBreak && i+1 < len(p.toks) && p.toks[i+1].kind == TokIf
}

// skipCondition steps over a condition. One that was not evaluated is misplaced, or is the
// second of its node.
func (p *Parser) skipCondition() bool {
	if p.peek() != TokIf && p.peek() != TokElse && !(p.peek() == TokIdent && p.tokText(p.pos+1) == "elif") {
		return false
	}
	if p.pos == p.condAt && p.condEnd > p.pos {
		p.seek(p.condEnd)
		return true
	}
	p.errorf(CodeMisplacedCondition, p.span(p.at(), p.toks[p.pos+1].end), "'@%s' can't stand here", p.tokText(p.pos+1)).
		Note("a condition stands once, before a whole directive, declaration, parameter, member, statement or clause of a switch")
	isElse := p.peek() == TokElse
	p.next()
	p.next()
	if !isElse {
		p.condExpr()
	}
	return true
}

// passConditions steps over the conditions before an item that takes no other attributes.
func (p *Parser) passConditions() {
	if p.opts.WESL && p.k == TokAt {
		p.attributesOf(p.attributes(), "this")
	}
}

// condExpr evaluates the parenthesized expression of a condition.
func (p *Parser) condExpr() bool {
	if p.k != TokLParen {
		p.expected(CodeSyntax, "'(' and a condition")
		return false
	}
	open := p.pos
	p.next()
	value, ok := p.condOr(0)
	p.accept(TokComma)
	if !ok || !p.expectClose(TokRParen, open, "") {
		p.seek(open)
		depth := 0
		for ; p.k != TokEOF && p.k != TokLBrace && p.k != TokSemicolon; p.next() {
			if p.k == TokLParen {
				depth++
			} else if p.k == TokRParen {
				if depth--; depth == 0 {
					p.next()
					break
				}
			}
		}
	}
	return value
}

// condOr and its callees evaluate an expression over features. && and || don't mix without
// parentheses, as in WGSL.
func (p *Parser) condOr(depth int) (value, ok bool) {
	value, ok = p.condUnary(depth)
	first := p.k
	for ok && (p.k == TokAndAnd || p.k == TokOrOr) {
		if p.k != first {
			p.errorf(CodeMixedOperators, p.here(), "mixing '&&' and '||' needs parentheses")
		}
		or := p.k == TokOrOr
		p.next()
		var right bool
		if right, ok = p.condUnary(depth); or {
			value = value || right
		} else {
			value = value && right
		}
	}
	return value, ok
}

func (p *Parser) condUnary(depth int) (value, ok bool) {
	if depth > MaxExprDepth {
		p.errorf(CodeNestingTooDeep, p.here(), "this condition is nested too deeply")
		return false, false
	}
	switch p.k {
	case TokBang:
		p.next()
		value, ok = p.condUnary(depth + 1)
		return !value, ok
	case TokLParen:
		open := p.pos
		p.next()
		if value, ok = p.condOr(depth + 1); ok {
			ok = p.expectClose(TokRParen, open, "")
		}
		return value, ok
	case TokTrue, TokFalse:
		value = p.k == TokTrue
		p.next()
		return value, true
	case TokIdent, TokReserved:
		name := p.tokText(p.pos)
		value, known := p.opts.Features[name]
		if !known && !p.opts.Lenient && !p.opts.Lossless && !p.unknown[name] {
			if p.unknown == nil {
				p.unknown = map[string]bool{}
			}
			p.unknown[name] = true
			p.errorf(CodeUnknownFeature, p.here(), "the feature %q has no value", name).
				Note("give it one: -D %s, or -D %s=false", name, name)
		}
		p.next()
		return value, true
	}
	p.expected(CodeSyntax, "a feature, 'true', 'false', '!' or '('")
	return false, false
}

// listed parses a statement of a list. A block that is kept by a condition gives its
// statements to the list.
func (p *Parser) listed(c *chain) {
	if !p.opts.WESL {
		if n := p.stmt(); n != None {
			p.push(n)
		}
		return
	}
	keep, before := p.conditional(c)
	flat := p.k == TokAt && c.decided(p) && p.toks[p.behindAttributes()].kind == TokLBrace && !p.opts.Lossless
	n := p.stmt()
	switch {
	case !keep:
		p.restore(before)
	case n == None:
	case flat && p.nodes[n].kind == KindBlock && p.nodes[n].a == 0:
		for _, s := range p.listOf(p.nodes[n].b) {
			p.push(s)
		}
	default:
		p.push(n)
	}
}

// decided reports whether the current token starts attributes with a condition that
// was evaluated.
func (c *chain) decided(p *Parser) bool { return p.condEnd > p.pos && p.condAt >= p.pos }

// listOf is the list at a pool index.
func (p *Parser) listOf(i uint32) []Node {
	n := uint32(p.pool[i])
	return p.pool[i+1 : i+1+n : i+1+n]
}
