package syntax

import "refract/internal/front/glsl/pp"

// This file parses declarations.

// unit parses the whole of a source.
func (p *Parser) unit() {
	for p.k != pp.TokEOF {
		p.meter.Step()
		if p.pos >= p.pendingAt {
			p.directive()
			continue
		}
		first := p.pos
		n := p.item()
		if n == None {
			n = p.bad(first, true)
		}
		p.exprDepth, p.stmtDepth, p.labels, p.angle, p.inStruct = 0, 0, false, 0, NoSymbol
		p.stack = p.stack[:0]
		p.items = append(p.items, n)
	}
}

// item parses an item at global scope or in a namespace.
func (p *Parser) item() Node {
	switch p.k {
	case pp.TokSemicolon:
		start := p.at()
		p.next()
		return p.finish(KindEmpty, start, 0, 0)
	case pp.TokRBrace, pp.TokRParen, pp.TokRBracket:
		p.errorf(CodeUnmatchedDelimiter, p.here(), "there is nothing that this %s closes", p.k)
		p.next()
		return p.finish(KindBad, p.toks[p.pos-1].Start, 0, 0)
	case pp.TokIdent, pp.TokStruct, pp.TokLBracket, pp.TokColon:
		return p.declaration(scopeGlobal)
	}
	if p.k >= pp.TokIf && p.k <= pp.TokDiscard {
		p.errorf(CodeExpectedDeclaration, p.here(), "expected a declaration, found %s: statements stand in functions", p.found())
		return None
	}
	p.expected(CodeExpectedDeclaration, "a declaration")
	return None
}

// A declScope is the place of a declaration.
type declScope uint8

const (
	scopeGlobal declScope = iota
	scopeStruct
	scopeBuffer
	scopeLocal
)

// declaration parses a declaration with its attributes.
func (p *Parser) declaration(scope declScope) Node {
	start := p.at()
	attrs, ok := p.attributes()
	if !ok {
		return None
	}
	if p.stmtDepth >= MaxStatementDepth {
		p.errorf(CodeNestingTooDeep, p.here(), "declarations are nested more than %d deep", MaxStatementDepth)
		p.giveUp()
		return None
	}
	p.stmtDepth++
	n := p.declarationBehind(start, attrs, scope)
	p.stmtDepth--
	return n
}

func (p *Parser) declarationBehind(start uint32, attrs Node, scope declScope) Node {
	switch p.word(p.pos) {
	case wordCBuffer, wordTBuffer:
		if scope == scopeGlobal && p.peek() == pp.TokIdent || p.peek() == pp.TokLBrace || p.peek() == pp.TokColon {
			return p.buffer(start, attrs)
		}
	case wordNamespace:
		return p.namespace(start)
	case wordTypedef:
		return p.typedef(start)
	case wordUsing:
		return p.using(start)
	case wordTemplate:
		return p.template(start, scope)
	case wordStaticAssert:
		return p.staticAssert(start)
	case wordTechnique:
		if scope == scopeGlobal && (p.peek() == pp.TokLBrace || p.peek() == pp.TokIdent || p.peek() == pp.TokLess) {
			return p.technique(start)
		}
	case wordGoto, wordAsm:
		p.errorf(CodeUnsupportedFeature, p.here(), "'%s' is not supported", p.name(p.toks[p.pos].Sym))
		return None
	}
	if scope == scopeStruct && p.word(p.pos) >= wordModifier && p.peek() == pp.TokColon && !p.colons(p.pos+1) { // public:
		p.errorf(CodeSyntax, p.here(), "'%s' is a reserved word", p.name(p.toks[p.pos].Sym))
		p.next()
		p.next()
		return p.finish(KindEmpty, start, 0, 0)
	}
	typeStart := p.at()
	m := p.modifiers()
	if scope == scopeStruct && p.word(p.pos) == wordOperator { // operator float()
		name, ok := p.conversion()
		if !ok {
			return None
		}
		t := p.typeOfName(typeStart, 0, name, false)
		sym := p.pp.Interner().Intern("operator cast")
		return p.function(start, attrs, m, t, sym, typeStart, 0, 0)
	}
	if p.k == pp.TokIdent && p.peek() == pp.TokLParen && (scope == scopeStruct && p.toks[p.pos].Sym == p.inStruct || scope == scopeGlobal) {
		if scope == scopeStruct {
			p.errorf(CodeUnsupportedFeature, p.here(), "HLSL has no constructors and destructors of structs")
		} else {
			p.errorf(CodeExpectedType, p.here(), "expected the type of the result before the name of a function")
		}
		return None
	}
	name, ok := p.typeName()
	if !ok {
		return None
	}
	more, i := p.modifiersAt(p.pos) // float const x
	if more != 0 {
		m |= more
		p.seek(i)
	}
	typ := p.typeOfName(typeStart, m, name, false)
	if p.k == pp.TokSemicolon {
		p.next()
		r := p.record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.finish(KindDeclaration, start, r, 0)
	}
	kind := p.nodes[name].kind
	dims := Node(0)
	if p.k == pp.TokLBracket { // float[2] f()
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	if p.word(p.pos) == wordOperator {
		sym, at, ok := p.operatorName()
		if !ok {
			return None
		}
		return p.function(start, attrs, m, typ, sym, at, 0, dims)
	}
	// A function, or the definition of a struct's function.
	mark := p.mark()
	scoped := Node(0)
	for p.k == pp.TokIdent && p.colons(p.pos+1) {
		t := &p.toks[p.pos]
		p.push(p.newNode(KindIdent, 0, t.Start, t.End, uint32(t.Sym), 0))
		p.next()
		p.next()
		p.next()
	}
	if len(p.stack) > mark {
		scoped = p.list(mark)
		if p.word(p.pos) == wordOperator {
			sym, at, ok := p.operatorName()
			if !ok {
				return None
			}
			return p.function(start, attrs, m, typ, sym, at, scoped, dims)
		}
	}
	if p.k == pp.TokIdent && p.peek() == pp.TokLess && scope != scopeLocal { // a specialization, or annotations
		if i := p.skipAngles(p.pos + 1); i >= 0 && p.kindAt(i) == pp.TokLParen {
			sym, at, _ := p.ident("the name of a function")
			args, ok := p.templateArguments()
			if !ok {
				return None
			}
			n := p.function(start, attrs, m, typ, sym, at, scoped, dims)
			if n != None {
				p.pool[p.nodes[n].a+functionArgs] = args
			}
			return n
		}
	}
	if p.k == pp.TokIdent && p.peek() == pp.TokLParen {
		if scope == scopeLocal && !p.prototypeAhead() {
			p.errorf(CodeSyntax, p.here(), "a variable can't be initialized by arguments in parentheses")
			return None
		}
		sym, at, _ := p.ident("the name of a function")
		return p.function(start, attrs, m, typ, sym, at, scoped, dims)
	}
	if (kind == KindStruct || kind == KindEnum) && p.k != pp.TokIdent {
		if p.toks[p.pos].Newline() || p.k == pp.TokEOF || p.k == pp.TokRBrace {
			p.semicolon("a struct")
		} else {
			p.expected(CodeMissingSemicolon, "';' or a name after the members of a struct")
			return None
		}
		r := p.record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.finish(KindDeclaration, start, r, 0)
	}
	if (kind == KindStruct || kind == KindEnum) && p.toks[p.pos].Newline() && !p.nameAhead() {
		p.semicolon("a struct")
		r := p.record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.finish(KindDeclaration, start, r, 0)
	}
	list, ok := p.declarators(scope, dims)
	if !ok {
		return None
	}
	if p.pos > 0 && p.toks[p.pos-1].Kind == pp.TokRBrace && p.k != pp.TokSemicolon && scope == scopeGlobal {
		// BlendState b {...} needs no semicolon
	} else if !p.semicolon("a declaration") {
		return None
	}
	r := p.record(loMods(m), hiMods(m), typ, list, attrs)
	return p.finish(KindDeclaration, start, r, 0)
}

// nameAhead reports whether the name here is declared by the struct before it, whose
// semicolon isn't missing then.
func (p *Parser) nameAhead() bool {
	switch p.peek() {
	case pp.TokSemicolon, pp.TokComma, pp.TokAssign, pp.TokLBracket, pp.TokColon, pp.TokLess:
		return true
	}
	return false
}

// prototypeAhead reports whether the parentheses behind the name here hold parameters.
func (p *Parser) prototypeAhead() bool {
	i := p.pos + 2
	if p.kindAt(i) == pp.TokRParen {
		return true
	}
	_, i = p.modifiersAt(i)
	return p.startsTypeAt(i)
}

// conversion parses operator type.
func (p *Parser) conversion() (Node, bool) {
	p.next()
	p.modifiers()
	return p.typeName()
}

// operatorName parses operator and the operator behind it.
func (p *Parser) operatorName() (sym Symbol, at uint32, ok bool) {
	at = p.at()
	p.next()
	text := "operator"
	switch {
	case p.k == pp.TokLParen && p.peek() == pp.TokRParen:
		text += "()"
		p.next()
		p.next()
	case p.k == pp.TokLBracket && p.peek() == pp.TokRBracket:
		text += "[]"
		p.next()
		p.next()
	case p.k >= pp.TokAssign && p.k <= pp.TokMinusMinus || p.k == pp.TokComma:
		text += p.pp.Text(p.toks[p.pos])
		p.next()
	default:
		p.expected(CodeSyntax, "an operator")
		return NoSymbol, 0, false
	}
	return p.pp.Interner().Intern(text), at, true
}

// declarators parses the names that a type declares.
func (p *Parser) declarators(scope declScope, first Node) (list Node, ok bool) {
	mark := p.mark()
	for {
		sym, at := NoSymbol, p.at()
		ok := true
		if !(scope == scopeStruct && p.k == pp.TokColon && !p.colons(p.pos)) { // a bit field may have no name
			sym, at, ok = p.ident("a name to declare")
		}
		if !ok {
			p.drop(mark)
			return 0, false
		}
		dims, ok := p.dimensions()
		if !ok {
			p.drop(mark)
			return 0, false
		}
		if dims == 0 {
			dims = first
		}
		bits := None
		if p.k == pp.TokColon && scope == scopeStruct && p.kindAt(p.pos+1) != pp.TokIdent && !p.colons(p.pos) {
			p.next()
			if bits = p.conditional(); bits == None {
				p.drop(mark)
				return 0, false
			}
		}
		annots, ok := p.annotations()
		if !ok {
			p.drop(mark)
			return 0, false
		}
		value := None
		switch {
		case p.k == pp.TokAssign:
			p.next()
			if value = p.initializer(); value == None {
				p.drop(mark)
				return 0, false
			}
		case p.k == pp.TokLBrace && scope != scopeLocal:
			if value = p.state(); value == None {
				p.drop(mark)
				return 0, false
			}
		}
		r := p.record(Node(sym), Node(at), dims, annots, value, bits)
		p.push(p.finish(KindDeclarator, at, r, 0))
		if !p.accept(pp.TokComma) {
			return p.list(mark), true
		}
	}
}

// annotations parses semantics, registers, offsets, and skips annotations of effects.
func (p *Parser) annotations() (list Node, ok bool) {
	mark := p.mark()
	for {
		switch {
		case p.k == pp.TokColon && !p.colons(p.pos):
			p.next()
			n := p.annotation()
			if n == None {
				p.drop(mark)
				return 0, false
			}
			p.push(n)
		case p.k == pp.TokLess:
			open := p.pos
			depth := 0
			for p.k != pp.TokEOF {
				if p.k == pp.TokLess {
					depth++
				} else if p.k == pp.TokGreater {
					depth--
				}
				p.next()
				if depth == 0 {
					break
				}
			}
			if depth != 0 {
				p.expectClose(pp.TokGreater, open, "")
				p.drop(mark)
				return 0, false
			}
		default:
			return p.list(mark), true
		}
	}
}

func (p *Parser) annotation() Node {
	t := p.toks[p.pos]
	if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
		p.expected(CodeExpectedIdentifier, "a semantic, register or packoffset")
		return None
	}
	switch p.word(p.pos) {
	case wordRegister:
		p.next()
		open := p.pos
		if !p.expect(pp.TokLParen, " after register") {
			return None
		}
		mark := p.mark()
		for {
			x := p.conditional()
			if x == None {
				p.drop(mark)
				return None
			}
			p.push(x)
			if !p.accept(pp.TokComma) {
				break
			}
		}
		list := p.list(mark)
		if !p.expectClose(pp.TokRParen, open, "',' or ") {
			return None
		}
		return p.finish(KindRegister, t.Start, uint32(list), 0)
	case wordPackOffset:
		p.next()
		open := p.pos
		if !p.expect(pp.TokLParen, " after packoffset") {
			return None
		}
		reg, _, ok := p.ident("a register such as c0")
		if !ok {
			return None
		}
		comp := NoSymbol
		if p.accept(pp.TokPeriod) {
			if comp, _, ok = p.ident("a component"); !ok {
				return None
			}
		}
		if !p.expectClose(pp.TokRParen, open, "") {
			return None
		}
		return p.finish(KindPackOffset, t.Start, uint32(reg), uint32(comp))
	}
	p.next()
	if p.k == pp.TokLParen { // read(...), write(...)
		if _, ok := p.arguments(); !ok {
			return None
		}
	}
	return p.newNode(KindSemantic, 0, t.Start, t.End, uint32(t.Sym), 0)
}

// state parses the state of an object of effects in braces.
func (p *Parser) state() Node {
	start, open := p.at(), p.pos
	p.next()
	mark := p.mark()
	for p.k != pp.TokRBrace {
		if p.k == pp.TokSemicolon {
			p.next()
			continue
		}
		at := p.at()
		sym, _, ok := p.ident("the name of a state")
		if !ok {
			p.drop(mark)
			return None
		}
		for p.k != pp.TokAssign && p.k != pp.TokSemicolon && p.k != pp.TokRBrace && p.k != pp.TokEOF {
			p.next() // an index
		}
		value := None
		if p.accept(pp.TokAssign) {
			first := p.pos
			closing := pp.TokSemicolon
			if p.k == pp.TokLess { // <texture>
				closing = pp.TokGreater
				p.next()
			}
			if p.k == pp.TokIdent || p.k == pp.TokInt || p.k == pp.TokFloat || p.k == pp.TokMinus {
				if p.peek() == closing || p.k == pp.TokIdent && p.peek() == pp.TokSemicolon {
					value = p.unary()
				}
			}
			if p.pos == first && p.k == pp.TokSemicolon {
				p.expected(CodeExpectedExpression, "the value of a state")
				p.drop(mark)
				return None
			}
			for p.k != pp.TokSemicolon && p.k != pp.TokRBrace && p.k != pp.TokEOF {
				p.next()
			}
		}
		p.push(p.finish(KindStateEntry, at, uint32(sym), uint32(value)))
		if !p.accept(pp.TokSemicolon) {
			break
		}
	}
	list := p.list(mark)
	if !p.expectClose(pp.TokRBrace, open, "';' or ") {
		return None
	}
	return p.finish(KindState, start, uint32(list), 0)
}

// initializer parses an expression or a list in braces.
func (p *Parser) initializer() Node {
	if p.word(p.pos) == wordSamplerState && p.peek() == pp.TokLBrace {
		p.next()
		return p.state()
	}
	if p.k != pp.TokLBrace {
		return p.assignment()
	}
	if !p.deeper() {
		return None
	}
	defer func() { p.exprDepth-- }()
	start, open := p.at(), p.pos
	p.next()
	mark := p.mark()
	for p.k != pp.TokRBrace {
		x := p.initializer()
		if x == None {
			p.drop(mark)
			return None
		}
		p.push(x)
		if !p.accept(pp.TokComma) {
			break
		}
	}
	items := p.list(mark)
	if !p.expectClose(pp.TokRBrace, open, "',' or ") {
		return None
	}
	return p.finish(KindInitList, start, uint32(items), 0)
}

// function parses a prototype or definition behind its name.
func (p *Parser) function(start uint32, attrs Node, m Modifiers, typ Node, name Symbol, at uint32, scope, dims Node) Node {
	open := p.pos
	if !p.expect(pp.TokLParen, " after the name of a function") {
		return None
	}
	mark := p.mark()
	if p.k == pp.TokIdent && p.name(p.toks[p.pos].Sym) == "void" && p.peek() == pp.TokRParen {
		p.next()
	}
	for p.k != pp.TokRParen {
		param := p.param()
		if param == None {
			p.drop(mark)
			return None
		}
		p.push(param)
		if !p.accept(pp.TokComma) {
			break
		}
		if p.k == pp.TokRParen {
			p.expected(CodeExpectedType, "a parameter")
		}
	}
	params := p.list(mark)
	if !p.expectClose(pp.TokRParen, open, "',' or ") {
		return None
	}
	for p.word(p.pos) >= wordModifier { // const
		p.next()
	}
	annots, ok := p.annotations()
	if !ok {
		return None
	}
	body := None
	switch p.k {
	case pp.TokLBrace:
		if body = p.block(); body == None {
			return None
		}
	case pp.TokSemicolon:
		p.next()
	case pp.TokAssign: // = 0 of a pure function
		p.next()
		if p.unary() == None || !p.semicolon("a function") {
			return None
		}
	default:
		p.expected(CodeSyntax, "'{' or ';' after the parameters of a function")
		return None
	}
	r := p.record(loMods(m), hiMods(m), typ, Node(name), Node(at), params, body, annots, attrs, scope, dims, None)
	return p.finish(KindFunction, start, r, 0)
}

// param parses a parameter.
func (p *Parser) param() Node {
	start := p.at()
	attrs, ok := p.attributes()
	if !ok {
		return None
	}
	m := p.modifiers()
	name, ok := p.typeName()
	if !ok {
		return None
	}
	more, i := p.modifiersAt(p.pos)
	m |= more
	p.seek(i)
	if p.k == pp.TokAnd || p.k == pp.TokStar {
		p.errorf(CodeUnsupportedFeature, p.here(), "HLSL has no references and pointers: a parameter that is written is inout")
		return None
	}
	typ := p.typeOfName(start, m, name, false)
	sym, at, dims := NoSymbol, uint32(0), Node(0)
	if p.k == pp.TokIdent || p.k.IsWord() {
		if sym, at, ok = p.ident("',', ')' or the name of a parameter"); !ok {
			return None
		}
	}
	if dims, ok = p.dimensions(); !ok {
		return None
	}
	annots, ok := p.annotations()
	if !ok {
		return None
	}
	value := None
	if p.accept(pp.TokAssign) {
		if value = p.initializer(); value == None {
			return None
		}
		if annots == 0 {
			if annots, ok = p.annotations(); !ok {
				return None
			}
		}
	}
	r := p.record(loMods(m), hiMods(m), typ, Node(sym), Node(at), dims, value, annots, attrs)
	return p.finish(KindParam, start, r, 0)
}

// buffer parses a cbuffer or tbuffer.
func (p *Parser) buffer(start uint32, attrs Node) Node {
	flag := uint8(0)
	if p.word(p.pos) == wordTBuffer {
		flag = 1
	}
	p.next()
	sym, at := NoSymbol, uint32(0)
	if p.k == pp.TokIdent {
		sym, at, _ = p.ident("the name of a buffer")
	}
	annots, ok := p.annotations()
	if !ok {
		return None
	}
	members, ok := p.members(scopeBuffer)
	if !ok {
		return None
	}
	p.accept(pp.TokSemicolon)
	r := p.record(Node(sym), Node(at), members, annots, attrs)
	return p.newNode(KindBuffer, flag, start, p.prevEnd(), r, 0)
}

// namespace parses a namespace.
func (p *Parser) namespace(start uint32) Node {
	p.next()
	sym, at, ok := NoSymbol, uint32(0), false
	if p.k == pp.TokIdent {
		sym, at, _ = p.ident("the name of a namespace")
	}
	var items Node
	if p.colons(p.pos) { // namespace A::B
		p.next()
		p.seek(p.pos)
		mark := p.mark()
		n := p.namespace(p.at())
		if n == None {
			return None
		}
		p.push(n)
		items = p.list(mark)
	} else if items, ok = p.members(scopeGlobal); !ok {
		return None
	}
	p.accept(pp.TokSemicolon)
	r := p.record(Node(sym), Node(at), items)
	return p.finish(KindNamespace, start, r, 0)
}

// typedef parses typedef type names.
func (p *Parser) typedef(start uint32) Node {
	p.next()
	t := p.typ(false)
	if t == None {
		return None
	}
	list, ok := p.declarators(scopeLocal, 0)
	if !ok {
		return None
	}
	for i := uint32(1); list != 0 && i <= uint32(p.pool[list]); i++ {
		d := p.pool[uint32(list)+i]
		p.declareType(Symbol(p.pool[p.nodes[d].a]), isType)
	}
	if !p.semicolon("a typedef") {
		return None
	}
	return p.finish(KindTypedef, start, uint32(t), uint32(list))
}

// using parses using name = type, using namespace A and using A::b.
func (p *Parser) using(start uint32) Node {
	p.next()
	var r uint32
	if p.word(p.pos) == wordNamespace {
		p.next()
		n := p.qualified()
		if n == None {
			return None
		}
		r = p.record(0, 0, 0, n)
	} else if p.k == pp.TokIdent && p.peek() == pp.TokAssign {
		sym, at, _ := p.ident("a name")
		p.next()
		t := p.typ(true)
		if t == None {
			return None
		}
		p.declareType(sym, isType)
		r = p.record(Node(sym), Node(at), t, 0)
	} else {
		n := p.qualified()
		if n == None {
			return None
		}
		r = p.record(0, 0, 0, n)
	}
	if !p.semicolon("a using declaration") {
		return None
	}
	return p.finish(KindUsing, start, r, 0)
}

// template parses template<...> and the declaration behind it.
func (p *Parser) template(start uint32, scope declScope) Node {
	p.next()
	open := p.pos
	if !p.expect(pp.TokLess, " after template") {
		return None
	}
	mark := p.mark()
	var names []Symbol
	for p.k != pp.TokGreater {
		at := p.at()
		typ, value := None, None
		sym := NoSymbol
		if p.word(p.pos) == wordTypename || p.word(p.pos) == wordClass {
			p.next()
			if p.k == pp.TokIdent {
				sym, _, _ = p.ident("the name of a parameter")
			}
			if p.typeOf(sym)&isType == 0 {
				names = append(names, sym)
			}
			p.declareType(sym, isType)
			if p.accept(pp.TokAssign) {
				if value = p.typ(true); value == None {
					p.drop(mark)
					return None
				}
			}
		} else {
			if typ = p.typ(false); typ == None {
				p.drop(mark)
				return None
			}
			if p.k == pp.TokIdent {
				sym, _, _ = p.ident("the name of a parameter")
			}
			if p.accept(pp.TokAssign) {
				p.angle++
				value = p.conditional()
				p.angle--
				if value == None {
					p.drop(mark)
					return None
				}
			}
		}
		r := p.record(Node(sym), typ, value)
		p.push(p.finish(KindTemplateParam, at, r, 0))
		if !p.accept(pp.TokComma) {
			break
		}
	}
	params := p.list(mark)
	if !p.expectClose(pp.TokGreater, open, "',' or ") {
		return None
	}
	if p.word(p.pos) == wordUsing && p.kindAt(p.pos+1) == pp.TokIdent {
		p.declareType(p.toks[p.pos+1].Sym, isType|isTemplate)
	}
	// The name is that of a template within its own declaration, too.
	for i := p.pos; i < len(p.toks) && i < p.pos+64; i++ {
		k := p.toks[i].Kind
		if k == pp.TokStruct || p.word(i) == wordClass {
			p.declareType(p.toks[min(i+1, len(p.toks)-1)].Sym, isType|isTemplate)
			break
		}
		if k == pp.TokLess {
			if j := p.skipAngles(i); j > i {
				i = j - 1
				continue
			}
		}
		if k == pp.TokLParen && i > 0 && p.toks[i-1].Kind == pp.TokIdent {
			p.declareType(p.toks[i-1].Sym, isTemplate)
			break
		}
		if k == pp.TokLBrace || k == pp.TokSemicolon {
			break
		}
	}
	x := p.declaration(scope)
	for _, s := range names {
		if s != NoSymbol {
			p.types[s] &^= isType
		}
	}
	if x == None {
		return None
	}
	return p.finish(KindTemplate, start, uint32(params), uint32(x))
}

// staticAssert parses _Static_assert(condition, text).
func (p *Parser) staticAssert(start uint32) Node {
	p.next()
	open := p.pos
	if !p.expect(pp.TokLParen, " after _Static_assert") {
		return None
	}
	x := p.assignment()
	if x == None {
		return None
	}
	if p.accept(pp.TokComma) && p.assignment() == None {
		return None
	}
	if !p.expectClose(pp.TokRParen, open, "',' or ") || !p.semicolon("_Static_assert") {
		return None
	}
	return p.finish(KindStaticAssert, start, uint32(x), 0)
}

// technique skips a technique or group of effects.
func (p *Parser) technique(start uint32) Node {
	for p.k != pp.TokLBrace && p.k != pp.TokEOF {
		p.next()
	}
	open := p.pos
	depth := 0
	for p.k != pp.TokEOF {
		switch p.k {
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			depth--
		}
		p.next()
		if depth == 0 {
			p.accept(pp.TokSemicolon)
			return p.finish(KindTechnique, start, 0, 0)
		}
	}
	p.expectClose(pp.TokRBrace, open, "")
	return None
}

// attributes parses any [...] and [[...]] before a declaration or statement.
func (p *Parser) attributes() (list Node, ok bool) {
	if p.k != pp.TokLBracket {
		return 0, true
	}
	mark := p.mark()
	for p.k == pp.TokLBracket {
		open := p.pos
		double := p.peek() == pp.TokLBracket
		p.next()
		if double {
			p.next()
		}
		for p.k != pp.TokRBracket {
			scope := NoSymbol
			start := p.at()
			t := &p.toks[p.pos]
			if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
				p.expected(CodeExpectedIdentifier, "the name of an attribute")
				p.drop(mark)
				return 0, false
			}
			sym := t.Sym
			p.next()
			if p.colons(p.pos) {
				p.next()
				p.next()
				scope = sym
				if sym, _, ok = p.ident("the name of an attribute"); !ok {
					p.drop(mark)
					return 0, false
				}
			}
			args := Node(0)
			if p.k == pp.TokLParen {
				if args, ok = p.arguments(); !ok {
					p.drop(mark)
					return 0, false
				}
			}
			r := p.record(Node(scope), Node(sym), args)
			p.push(p.finish(KindAttribute, start, r, 0))
			if !double || !p.accept(pp.TokComma) {
				break
			}
		}
		if !p.expectClose(pp.TokRBracket, open, "") || double && !p.expectClose(pp.TokRBracket, open, "") {
			p.drop(mark)
			return 0, false
		}
	}
	return p.list(mark), true
}
