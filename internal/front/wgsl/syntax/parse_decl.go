package syntax

// This file parses a whole source and the declarations in it.

// module parses directives and declarations up to the end of the source.
func (p *Parser) module() {
	var siblings chain
	for p.k != TokEOF {
		p.opts.Meter.Step()
		pos := p.pos
		p.exprDepth, p.braceDepth, p.clauses = 0, 0, 0
		p.mixed = false
		if p.k == TokSemicolon {
			p.declared = true
			start := p.at()
			p.next()
			if p.opts.Lossless {
				p.items = append(p.items, p.finish(KindEmpty, start, 0, 0))
			}
			continue
		}
		if p.opts.WESL {
			p.weslItem(&siblings)
		} else {
			p.items = append(p.items, p.item())
		}
		if p.pos == pos {
			p.next()
		}
	}
}

// item parses a directive or a declaration with its end.
func (p *Parser) item() Node {
	start := p.at()
	mark := p.mark()
	n := p.itemOrNone(start)
	if n == None {
		p.stack = p.stack[:mark]
		p.skipItem()
		n = p.bad(start)
	}
	return n
}

func (p *Parser) itemOrNone(start uint32) Node {
	if p.slack {
		// Braces did not match before: the next tokens may be the rest of that.
		switch p.k {
		case TokAt, TokFn, TokVar, TokConst, TokOverride, TokAlias, TokStruct, TokConstAssert:
			p.slack = false
		default:
			p.errorPos = p.pos
		}
	}
	attrs := p.attributes()
	if p.opts.WESL {
		p.visibility = p.visibilityWord()
	}
	switch p.k {
	case TokFn, TokVar, TokOverride:
	case TokConst, TokStruct, TokAlias, TokConstAssert, TokEnable, TokRequires, TokDiagnostic, TokLet:
		if attrs != 0 {
			p.attributesOf(attrs, "a declaration by "+p.k.String())
			attrs = 0
		}
	}
	switch p.k {
	case TokEnable, TokRequires, TokDiagnostic:
		if p.declared {
			p.errorf(CodeMisplacedDirective, p.here(), "directives must come before all declarations")
		}
		return p.directive(start)
	}
	p.declared = true
	switch p.k {
	case TokFn:
		return p.function(start, attrs)
	case TokVar, TokConst, TokOverride:
		return p.variable(start, attrs)
	case TokStruct:
		return p.structDecl(start)
	case TokAlias:
		return p.alias(start)
	case TokConstAssert:
		return p.constAssert()
	case TokLet:
		p.errorf(CodeMisplacedDeclaration, p.here(), "'let' can only be declared in a function").
			Suggest(p.here(), "const", "at module scope, use 'const'")
		return p.variable(start, attrs)
	}
	return p.noItem(start, attrs)
}

// noItem reports an item that is neither a directive nor a declaration.
func (p *Parser) noItem(start, attrs uint32) Node {
	switch p.k {
	case TokRBrace:
		p.errorf(CodeUnmatchedDelimiter, p.here(), "there is no '{' for this '}'")
		p.next()
		return p.bad(start)
	case TokIf, TokFor, TokWhile, TokLoop, TokSwitch, TokReturn, TokBreak, TokContinue, TokDiscard:
		p.errorf(CodeMisplacedStatement, p.here(), "statement %s outside of a function", p.k)
		return None
	case TokReserved:
		p.reserved()
		p.errorPos = p.pos
		p.next()
		return None
	case TokIdent:
		return p.foreignItem(start)
	}
	what := "a declaration"
	if attrs != 0 {
		what = "'fn', 'var' or 'override' after attributes"
	}
	p.expected(CodeExpectedDeclaration, what)
	return None
}

// valueNames name declarations of values in messages.
var valueNames = [kindCount]struct{ name, declaration string }{
	KindVar:      {"a name for the 'var' declaration", "'var' declaration"},
	KindLet:      {"a name for the 'let' declaration", "'let' declaration"},
	KindConst:    {"a name for the 'const' declaration", "'const' declaration"},
	KindOverride: {"a name for the 'override' declaration", "'override' declaration"},
}

// variable parses a var, let, const or override declaration with its
// semicolon.
func (p *Parser) variable(start, attrs uint32) Node {
	kind := KindVar
	keyword := p.k
	switch keyword {
	case TokLet:
		kind = KindLet
	case TokConst:
		kind = KindConst
	case TokOverride:
		kind = KindOverride
	}
	p.next()
	var template uint32
	if p.k == TokTemplateStart {
		open := p.pos
		list, ok := p.exprList(TokTemplateEnd)
		if !ok {
			return None
		}
		if template = list; kind != KindVar {
			p.errorf(CodeSyntax, p.tokSpan(open), "only 'var' takes a template list")
		}
	} else if p.k == TokLess {
		p.errorf(CodeUnclosedDelimiter, p.here(), "this '<' starts a template list that is not closed by '>'")
		return None
	}
	if kind == KindConst && p.k == TokIdent && p.peek() == TokIdent && p.sameLine() {
		start := p.at()
		typ := p.ident()
		return p.foreignDeclaration(start, typ, "")
	}
	name, at, ok := p.name(valueNames[kind].name)
	if !ok {
		return None
	}
	typ, init := None, None
	switch p.k {
	case TokColon:
		p.next()
		if typ = p.typeSpec(); typ == None {
			return None
		}
	case TokIdent:
		if p.sameLine() {
			at := p.prevEnd()
			p.errorf(CodeSyntax, p.here(), "expected ':' before the type of '%s', found %s", p.nameOf(name), p.found()).
				Suggest(p.span(at, at), ":", "add ':'")
			if typ = p.typeSpec(); typ == None {
				return None
			}
		}
	}
	if p.k == TokAssign || p.k == TokEqual {
		if p.k == TokEqual {
			p.errorf(CodeSyntax, p.here(), "expected '=', found '=='").Suggest(p.here(), "=", "use '='")
		}
		p.next()
		if init = p.expr(); init == None {
			return None
		}
	} else if kind == KindLet || kind == KindConst {
		if p.k == TokSemicolon || p.k == TokRBrace || !p.continuesLine() {
			p.errorf(CodeMissingInitializer, p.span(at, p.prevEnd()), "'%s' needs a value: a %s declaration must be initialized",
				p.nameOf(name), keyword)
		} else {
			p.expected(CodeSyntax, "'='")
			return None
		}
	}
	p.semicolon(valueNames[kind].declaration)
	return p.finish(kind, start, p.record(Node(attrs), Node(template), Node(name), Node(at), typ, init), 0)
}

// function parses a function declaration.
func (p *Parser) function(start, attrs uint32) Node {
	p.next()
	name, at, ok := p.name("a function name")
	if !ok {
		return p.brokenFunction(start)
	}
	if p.k == TokTemplateStart {
		p.errorf(CodeForeignSyntax, p.here(), "functions cannot be generic")
		return p.brokenFunction(start)
	}
	open := p.pos
	if !p.expect(TokLParen, " after the name of a function") {
		return p.brokenFunction(start)
	}
	params := p.params()
	if !p.expectClose(TokRParen, open, "',' or ") {
		return p.brokenFunction(start)
	}
	var resultAttrs uint32
	result := None
	switch {
	case p.k == TokArrow:
		p.next()
		resultAttrs = p.attributes()
		if result = p.typeSpec(); result == None {
			return p.brokenFunction(start)
		}
	case p.k == TokColon || p.k == TokIdent || p.k == TokAssign && p.peek() == TokGreater:
		d := p.errorf(CodeMissingArrow, p.here(), "expected '->' before the type that the function returns, found %s", p.found())
		switch p.k {
		case TokColon:
			d.Suggest(p.here(), " ->", "use '->'")
			p.next()
		case TokAssign:
			d.Suggest(p.span(p.at(), p.at()+2), "->", "use '->'")
			p.next()
			p.next()
		default:
			d.Suggest(p.span(p.at(), p.at()), "-> ", "add '->'")
		}
		if result = p.typeSpec(); result == None {
			return p.brokenFunction(start)
		}
	}
	if p.k == TokSemicolon {
		p.expected(CodeSyntax, "'{' to start the body of the function").
			Note("WGSL has no prototypes: functions may be declared in any order")
		p.next()
		return p.bad(start)
	}
	body := p.block("the header of a function")
	if body == None {
		return p.brokenFunction(start)
	}
	return p.finish(KindFunction, start,
		p.record(Node(attrs), Node(name), Node(at), Node(params), Node(resultAttrs), result, body), 0)
}

// brokenFunction goes on with the body of a function whose header is broken.
func (p *Parser) brokenFunction(start uint32) Node {
	p.exprDepth = 0
	if !p.skipToBlock() {
		return None
	}
	p.block("the header of a function")
	return p.bad(start)
}

// params parses the parameters of a function up to the closing parenthesis.
func (p *Parser) params() uint32 {
	var siblings chain
	mark := p.mark()
	for p.k != TokRParen && p.k != TokEOF && p.k != TokLBrace && p.k != TokArrow {
		keep, saved := p.conditional(&siblings)
		if n := p.field(KindParam, "a parameter name"); keep {
			p.push(n)
		} else {
			p.restore(saved)
		}
		if !p.accept(TokComma) {
			break
		}
	}
	return p.list(mark)
}

// field parses a parameter or a member.
func (p *Parser) field(kind Kind, what string) Node {
	start := p.at()
	mark := p.mark()
	n := p.fieldOrNone(kind, what, start)
	if n == None {
		p.exprDepth = 0
		p.stack = p.stack[:mark]
		p.skipListItem()
		n = p.bad(start)
	}
	return n
}

func (p *Parser) fieldOrNone(kind Kind, what string, start uint32) Node {
	attrs := p.attributes()
	name, at, ok := p.name(what)
	if !ok {
		return None
	}
	if p.k != TokColon {
		if p.k == TokIdent && p.sameLine() && !isTypeName(p.tokText(p.pos-1)) {
			end := p.prevEnd()
			p.errorf(CodeSyntax, p.here(), "expected ':' before the type of '%s', found %s", p.nameOf(name), p.found()).
				Suggest(p.span(end, end), ":", "add ':'")
			typ := p.typeSpec()
			if typ == None {
				return None
			}
			return p.bad(start)
		}
		if p.k == TokIdent && p.sameLine() && afterName(p.peek()) {
			p.errorf(CodeForeignSyntax, p.span(at, p.toks[p.pos].end), "a name comes before its type").
				Suggest(p.span(at, p.toks[p.pos].end), p.tokText(p.pos)+": "+p.foreignType(p.tokText(p.pos-1)), "name first, then ':' and the type")
			p.next()
			return p.bad(start)
		}
		p.expected(CodeSyntax, "':' and a type")
		return None
	}
	p.next()
	typ := p.typeSpec()
	if typ == None {
		return None
	}
	if kind == KindField {
		name = p.scoped.plain(name)
	}
	return p.finish(kind, start, p.record(Node(attrs), Node(name), Node(at), typ), 0)
}

// structDecl parses a struct declaration.
func (p *Parser) structDecl(start uint32) Node {
	p.next()
	name, at, ok := p.name("a struct name")
	if !ok {
		return None
	}
	open := p.pos
	if !p.expect(TokLBrace, " after the name of a struct") {
		return None
	}
	var siblings chain
	mark := p.mark()
	semicolons := false
	for p.k != TokRBrace && p.k != TokEOF {
		if (p.k == TokFn || p.k == TokStruct || p.k == TokVar || p.k == TokConst) && p.peek() != TokColon {
			break
		}
		pos := p.pos
		keep, saved := p.conditional(&siblings)
		if n := p.field(KindField, "a member name"); keep {
			p.push(n)
		} else {
			p.restore(saved)
		}
		switch p.k {
		case TokComma:
			p.next()
		case TokSemicolon:
			if !semicolons {
				semicolons = true
				p.errorf(CodeForeignSyntax, p.here(), "members of a struct are separated by ','").
					Suggest(p.here(), ",", "use ','")
			}
			p.next()
		case TokIdent, TokAt:
			at := p.prevEnd()
			p.errorf(CodeSyntax, p.span(at, at), "expected ',' between the members of a struct").
				Suggest(p.span(at, at), ",", "add ','")
		case TokRBrace, TokEOF:
		default:
			p.expected(CodeSyntax, "',' or '}'")
			p.skipListItem()
			p.accept(TokComma)
		}
		if p.pos == pos {
			p.next()
		}
	}
	fields := p.list(mark)
	if p.closeBrace(open) && fields == 0 {
		s := p.span(at, at+uint32(len(p.nameOf(name))))
		p.errorf(CodeSyntax, s, "struct '%s' has no members", p.nameOf(name))
	}
	return p.finish(KindStruct, start, p.record(Node(name), Node(at), Node(fields)), 0)
}

// alias parses a type alias.
func (p *Parser) alias(start uint32) Node {
	p.next()
	name, at, ok := p.name("a name for the alias")
	if !ok || !p.expect(TokAssign, " after the name of an alias") {
		return None
	}
	typ := p.typeSpec()
	if typ == None {
		return None
	}
	p.semicolon("alias declaration")
	return p.finish(KindAlias, start, p.record(Node(name), Node(at), typ), 0)
}

// constAssert parses a const assertion.
func (p *Parser) constAssert() Node {
	start := p.at()
	p.next()
	cond := p.expr()
	if cond == None {
		return None
	}
	p.semicolon("const assertion")
	return p.finish(KindConstAssert, start, uint32(cond), 0)
}
