package syntax

// This file parses attributes and directives.

// attributes parses any number of attributes and returns their list.
func (p *Parser) attributes() uint32 {
	if p.k != TokAt {
		return 0
	}
	mark := p.mark()
	for p.k == TokAt {
		if p.opts.WESL && p.skipCondition() {
			continue
		}
		p.push(p.attribute())
	}
	return p.list(mark)
}

// attribute parses an attribute.
func (p *Parser) attribute() Node {
	start := p.at()
	p.next()
	name := p.toks[p.pos]
	switch {
	case p.k == TokIdent || p.k == TokConst || p.k == TokDiagnostic:
	case p.k == TokReserved:
		if text := p.tokText(p.pos); text != "coherent" && text != "volatile" { // wgpu's attributes
			p.reserved()
		}
	default:
		d := p.expected(CodeExpectedIdentifier, "an attribute name after '@'")
		if p.k == TokIf || p.k == TokElse {
			d.Note("conditions are WESL's: name the file .wesl, or give --wesl")
		}
		return p.bad(start)
	}
	p.next()
	if p.k != TokLParen {
		if name.kind == TokDiagnostic {
			p.expected(CodeInvalidDiagnostic, "'(severity, rule)' after '@diagnostic'")
		}
		return p.finish(KindAttribute, start, uint32(p.scoped.plain(name.sym)), 0)
	}
	depth, mark := p.exprDepth, p.mark()
	if name.kind == TokDiagnostic {
		severity, rule := p.diagnosticControl()
		if rule == None {
			return p.brokenAttribute(start, depth, mark)
		}
		p.push(severity)
		p.push(rule)
		n := p.finish(KindAttribute, start, uint32(p.scoped.plain(name.sym)), p.list(mark))
		p.nodes[n].op = 1
		return n
	}
	args, ok := p.exprList(TokRParen)
	if !ok {
		return p.brokenAttribute(start, depth, mark)
	}
	n := p.finish(KindAttribute, start, uint32(p.scoped.plain(name.sym)), args)
	p.nodes[n].op = 1
	return n
}

// brokenAttribute skips the rest of an attribute's arguments, if they end at
// all.
func (p *Parser) brokenAttribute(start uint32, depth, mark int) Node {
	p.exprDepth = depth
	p.stack = p.stack[:mark]
	for i := p.pos; i < len(p.toks); i++ {
		switch t := &p.toks[i]; t.kind {
		case TokRParen:
			p.pos, p.k = i, t.kind
			p.next()
			return p.bad(start)
		case TokEOF, TokSemicolon, TokLBrace, TokRBrace, TokAt, TokFn, TokVar, TokStruct, TokColon:
			return p.bad(start)
		}
	}
	return p.bad(start)
}

// attributesOf reports attributes, if there are some, before an item that takes none.
func (p *Parser) attributesOf(attrs uint32, what string) {
	if attrs == 0 {
		return
	}
	n := uint32(p.pool[attrs])
	first, last := p.pool[attrs+1], p.pool[attrs+n]
	p.errorf(CodeMisplacedAttribute, p.span(p.nodes[first].start, p.nodes[last].end), "%s takes no attributes", what)
}

// diagnosticControl parses (severity, rule). rule is None after an error.
func (p *Parser) diagnosticControl() (severity, rule Node) {
	open := p.pos
	if !p.expect(TokLParen, " after 'diagnostic'") {
		return None, None
	}
	if severity = p.plainName("a severity"); severity == None {
		return None, None
	}
	if !p.accept(TokComma) {
		p.expected(CodeInvalidDiagnostic, "',' and a rule name")
		return None, None
	}
	name := p.plainName("a rule name")
	if name == None {
		return None, None
	}
	if p.accept(TokPeriod) {
		sym, _, ok := p.name("a rule name")
		if !ok {
			return None, None
		}
		name = p.finish(KindMember, p.nodes[name].start, uint32(name), uint32(p.scoped.plain(sym)))
	}
	p.accept(TokComma)
	if !p.expectClose(TokRParen, open, "") {
		return None, None
	}
	return severity, name
}

// plainName parses a name that is no expression.
func (p *Parser) plainName(what string) Node {
	sym, at, ok := p.name(what)
	if !ok {
		return None
	}
	return p.finish(KindIdent, at, uint32(sym), 0)
}

// directive parses a directive.
func (p *Parser) directive(start uint32) Node {
	kind := KindEnable
	switch p.k {
	case TokRequires:
		kind = KindRequires
	case TokDiagnostic:
		p.next()
		severity, rule := p.diagnosticControl()
		if rule == None {
			return None
		}
		p.semicolon("directive")
		return p.finish(KindDiagnostic, start, uint32(severity), uint32(rule))
	}
	p.next()
	mark := p.mark()
	for {
		n := p.plainName("an extension name")
		if n == None {
			return None
		}
		p.push(n)
		if !p.accept(TokComma) || p.k == TokSemicolon {
			break
		}
	}
	names := p.list(mark)
	p.semicolon("directive")
	return p.finish(kind, start, names, 0)
}
