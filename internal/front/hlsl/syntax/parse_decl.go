package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses declarations.

// item parses an item at global scope or in a namespace.
func (p *Parser) item() Node {
	switch p.K {
	case pp.TokSemicolon:
		start := p.At()
		p.Next()
		return p.Finish(KindEmpty, start, 0, 0)
	case pp.TokRBrace, pp.TokRParen, pp.TokRBracket:
		p.Errorf(clike.CodeUnmatchedDelimiter, p.Here(), "there is nothing that this %s closes", p.K)
		p.Next()
		return p.Finish(KindBad, p.Toks[p.Pos-1].Start, 0, 0)
	case pp.TokIdent, pp.TokStruct, pp.TokLBracket, pp.TokColon:
		return p.declaration(scopeGlobal)
	}
	if p.K >= pp.TokIf && p.K <= pp.TokDiscard {
		p.Errorf(clike.CodeExpectedDeclaration, p.Here(), "expected a declaration, found %s: statements stand in functions", p.Found())
		return None
	}
	p.Expected(clike.CodeExpectedDeclaration, "a declaration")
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
	start := p.At()
	attrs, ok := p.attributes()
	if !ok {
		return None
	}
	if !p.DeeperStatement("declarations") {
		return None
	}
	n := p.declarationBehind(start, attrs, scope)
	p.StmtDepth--
	return n
}

func (p *Parser) declarationBehind(start uint32, attrs Node, scope declScope) Node {
	switch p.word(p.Pos) {
	case wordCBuffer, wordTBuffer:
		if scope == scopeGlobal && p.Peek() == pp.TokIdent || p.Peek() == pp.TokLBrace || p.Peek() == pp.TokColon {
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
		if scope == scopeGlobal && (p.Peek() == pp.TokLBrace || p.Peek() == pp.TokIdent || p.Peek() == pp.TokLess) {
			return p.technique(start)
		}
	case wordGoto, wordAsm:
		p.Errorf(clike.CodeUnsupportedFeature, p.Here(), "'%s' is not supported", p.Name(p.Toks[p.Pos].Sym))
		return None
	}
	if scope == scopeStruct && p.word(p.Pos) >= wordModifier && p.Peek() == pp.TokColon && !p.colons(p.Pos+1) { // public:
		p.Errorf(clike.CodeSyntax, p.Here(), "'%s' is a reserved word", p.Name(p.Toks[p.Pos].Sym))
		p.Next()
		p.Next()
		return p.Finish(KindEmpty, start, 0, 0)
	}
	typeStart := p.At()
	m := p.modifiers()
	if scope == scopeStruct && p.word(p.Pos) == wordOperator { // operator float()
		name, ok := p.conversion()
		if !ok {
			return None
		}
		t := p.typeOfName(typeStart, 0, name, false)
		sym := p.PP.Interner().Intern("operator cast")
		return p.function(start, attrs, m, t, sym, typeStart, 0, 0)
	}
	if p.K == pp.TokIdent && p.Peek() == pp.TokLParen && (scope == scopeStruct && p.Toks[p.Pos].Sym == p.inStruct || scope == scopeGlobal) {
		if scope == scopeStruct {
			p.Errorf(clike.CodeUnsupportedFeature, p.Here(), "HLSL has no constructors and destructors of structs")
		} else {
			p.Errorf(clike.CodeExpectedType, p.Here(), "expected the type of the result before the name of a function")
		}
		return None
	}
	name, ok := p.typeName()
	if !ok {
		return None
	}
	more, i := p.modifiersAt(p.Pos) // float const x
	if more != 0 {
		m |= more
		p.Seek(i)
	}
	typ := p.typeOfName(typeStart, m, name, false)
	if p.K == pp.TokSemicolon {
		p.Next()
		r := p.Record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.Finish(KindDeclaration, start, r, 0)
	}
	kind := p.Node(name).Kind
	dims := Node(0)
	if p.K == pp.TokLBracket { // float[2] f()
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	if p.word(p.Pos) == wordOperator {
		sym, at, ok := p.operatorName()
		if !ok {
			return None
		}
		return p.function(start, attrs, m, typ, sym, at, 0, dims)
	}
	// A function, or the definition of a struct's function.
	mark := p.Mark()
	scoped := Node(0)
	for p.K == pp.TokIdent && p.colons(p.Pos+1) {
		t := &p.Toks[p.Pos]
		p.Push(p.NewNode(KindIdent, 0, t.Start, t.End, Node(t.Sym), 0))
		p.Next()
		p.Next()
		p.Next()
	}
	if p.Mark() > mark {
		scoped = p.List(mark)
		if p.word(p.Pos) == wordOperator {
			sym, at, ok := p.operatorName()
			if !ok {
				return None
			}
			return p.function(start, attrs, m, typ, sym, at, scoped, dims)
		}
	}
	if p.K == pp.TokIdent && p.Peek() == pp.TokLess && scope != scopeLocal { // a specialization, or annotations
		if i := p.skipAngles(p.Pos + 1); i >= 0 && p.KindAt(i) == pp.TokLParen {
			sym, at, _ := p.Ident("the name of a function")
			args, ok := p.templateArguments()
			if !ok {
				return None
			}
			n := p.function(start, attrs, m, typ, sym, at, scoped, dims)
			if n != None {
				p.Words(p.Node(n).A)[functionArgs] = args
			}
			return n
		}
	}
	if p.K == pp.TokIdent && p.Peek() == pp.TokLParen {
		if scope == scopeLocal && !p.prototypeAhead() {
			p.Errorf(clike.CodeSyntax, p.Here(), "a variable can't be initialized by arguments in parentheses")
			return None
		}
		sym, at, _ := p.Ident("the name of a function")
		return p.function(start, attrs, m, typ, sym, at, scoped, dims)
	}
	if (kind == KindStruct || kind == KindEnum) && p.K != pp.TokIdent {
		if p.Toks[p.Pos].Newline() || p.K == pp.TokEOF || p.K == pp.TokRBrace {
			p.Semicolon("a struct")
		} else {
			p.Expected(clike.CodeMissingSemicolon, "';' or a name after the members of a struct")
			return None
		}
		r := p.Record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.Finish(KindDeclaration, start, r, 0)
	}
	if (kind == KindStruct || kind == KindEnum) && p.Toks[p.Pos].Newline() && !p.nameAhead() {
		p.Semicolon("a struct")
		r := p.Record(loMods(m), hiMods(m), typ, 0, attrs)
		return p.Finish(KindDeclaration, start, r, 0)
	}
	list, ok := p.declarators(scope, dims)
	if !ok {
		return None
	}
	if p.Pos > 0 && p.Toks[p.Pos-1].Kind == pp.TokRBrace && p.K != pp.TokSemicolon && scope == scopeGlobal {
		// BlendState b {...} needs no semicolon
	} else if !p.Semicolon("a declaration") {
		return None
	}
	r := p.Record(loMods(m), hiMods(m), typ, list, attrs)
	return p.Finish(KindDeclaration, start, r, 0)
}

// nameAhead reports whether the name here is declared by the struct before it, whose
// semicolon isn't missing then.
func (p *Parser) nameAhead() bool {
	switch p.Peek() {
	case pp.TokSemicolon, pp.TokComma, pp.TokAssign, pp.TokLBracket, pp.TokColon, pp.TokLess:
		return true
	}
	return false
}

// prototypeAhead reports whether the parentheses behind the name here hold parameters.
func (p *Parser) prototypeAhead() bool {
	i := p.Pos + 2
	if p.KindAt(i) == pp.TokRParen {
		return true
	}
	_, i = p.modifiersAt(i)
	return p.startsTypeAt(i)
}

// conversion parses operator type.
func (p *Parser) conversion() (Node, bool) {
	p.Next()
	p.modifiers()
	return p.typeName()
}

// operatorName parses operator and the operator behind it.
func (p *Parser) operatorName() (sym Symbol, at uint32, ok bool) {
	at = p.At()
	p.Next()
	text := "operator"
	switch {
	case p.K == pp.TokLParen && p.Peek() == pp.TokRParen:
		text += "()"
		p.Next()
		p.Next()
	case p.K == pp.TokLBracket && p.Peek() == pp.TokRBracket:
		text += "[]"
		p.Next()
		p.Next()
	case p.K >= pp.TokAssign && p.K <= pp.TokMinusMinus || p.K == pp.TokComma:
		text += p.PP.Text(p.Toks[p.Pos])
		p.Next()
	default:
		p.Expected(clike.CodeSyntax, "an operator")
		return NoSymbol, 0, false
	}
	return p.PP.Interner().Intern(text), at, true
}

// declarators parses the names that a type declares.
func (p *Parser) declarators(scope declScope, first Node) (list Node, ok bool) {
	mark := p.Mark()
	for {
		sym, at := NoSymbol, p.At()
		ok := true
		if !(scope == scopeStruct && p.K == pp.TokColon && !p.colons(p.Pos)) { // a bit field may have no name
			sym, at, ok = p.Ident("a name to declare")
		}
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		dims, ok := p.dimensions()
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		if dims == 0 {
			dims = first
		}
		bits := None
		if p.K == pp.TokColon && scope == scopeStruct && p.KindAt(p.Pos+1) != pp.TokIdent && !p.colons(p.Pos) {
			p.Next()
			if bits = p.Conditional(); bits == None {
				p.Drop(mark)
				return 0, false
			}
		}
		annots, ok := p.annotations()
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		value := None
		switch {
		case p.K == pp.TokAssign:
			p.Next()
			if value = p.initializer(); value == None {
				p.Drop(mark)
				return 0, false
			}
		case p.K == pp.TokLBrace && scope != scopeLocal:
			if value = p.state(); value == None {
				p.Drop(mark)
				return 0, false
			}
		}
		r := p.Record(Node(sym), Node(at), dims, annots, value, bits)
		p.Push(p.Finish(KindDeclarator, at, r, 0))
		if !p.Accept(pp.TokComma) {
			return p.List(mark), true
		}
	}
}

// annotations parses semantics, registers, offsets, and skips annotations of effects.
func (p *Parser) annotations() (list Node, ok bool) {
	mark := p.Mark()
	for {
		switch {
		case p.K == pp.TokColon && !p.colons(p.Pos):
			p.Next()
			n := p.annotation()
			if n == None {
				p.Drop(mark)
				return 0, false
			}
			p.Push(n)
		case p.K == pp.TokLess:
			open := p.Pos
			depth := 0
			for p.K != pp.TokEOF {
				if p.K == pp.TokLess {
					depth++
				} else if p.K == pp.TokGreater {
					depth--
				}
				p.Next()
				if depth == 0 {
					break
				}
			}
			if depth != 0 {
				p.ExpectClose(pp.TokGreater, open, "")
				p.Drop(mark)
				return 0, false
			}
		default:
			return p.List(mark), true
		}
	}
}

func (p *Parser) annotation() Node {
	t := p.Toks[p.Pos]
	if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
		p.Expected(clike.CodeExpectedIdentifier, "a semantic, register or packoffset")
		return None
	}
	switch p.word(p.Pos) {
	case wordRegister:
		p.Next()
		open := p.Pos
		if !p.Expect(pp.TokLParen, " after register") {
			return None
		}
		mark := p.Mark()
		for {
			x := p.Conditional()
			if x == None {
				p.Drop(mark)
				return None
			}
			p.Push(x)
			if !p.Accept(pp.TokComma) {
				break
			}
		}
		list := p.List(mark)
		if !p.ExpectClose(pp.TokRParen, open, "',' or ") {
			return None
		}
		return p.Finish(KindRegister, t.Start, list, 0)
	case wordPackOffset:
		p.Next()
		open := p.Pos
		if !p.Expect(pp.TokLParen, " after packoffset") {
			return None
		}
		reg, _, ok := p.Ident("a register such as c0")
		if !ok {
			return None
		}
		comp := NoSymbol
		if p.Accept(pp.TokPeriod) {
			if comp, _, ok = p.Ident("a component"); !ok {
				return None
			}
		}
		if !p.ExpectClose(pp.TokRParen, open, "") {
			return None
		}
		return p.Finish(KindPackOffset, t.Start, Node(reg), Node(comp))
	}
	p.Next()
	if p.K == pp.TokLParen { // read(...), write(...)
		if _, ok := p.Arguments(); !ok {
			return None
		}
	}
	return p.NewNode(KindSemantic, 0, t.Start, t.End, Node(t.Sym), 0)
}

// state parses the state of an object of effects in braces.
func (p *Parser) state() Node {
	start, open := p.At(), p.Pos
	p.Next()
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		if p.K == pp.TokSemicolon {
			p.Next()
			continue
		}
		at := p.At()
		sym, _, ok := p.Ident("the name of a state")
		if !ok {
			p.Drop(mark)
			return None
		}
		for p.K != pp.TokAssign && p.K != pp.TokSemicolon && p.K != pp.TokRBrace && p.K != pp.TokEOF {
			p.Next() // an index
		}
		value := None
		if p.Accept(pp.TokAssign) {
			first := p.Pos
			closing := pp.TokSemicolon
			if p.K == pp.TokLess { // <texture>
				closing = pp.TokGreater
				p.Next()
			}
			if p.K == pp.TokIdent || p.K == pp.TokInt || p.K == pp.TokFloat || p.K == pp.TokMinus {
				if p.Peek() == closing || p.K == pp.TokIdent && p.Peek() == pp.TokSemicolon {
					value = p.Unary()
				}
			}
			if p.Pos == first && p.K == pp.TokSemicolon {
				p.Expected(clike.CodeExpectedExpression, "the value of a state")
				p.Drop(mark)
				return None
			}
			for p.K != pp.TokSemicolon && p.K != pp.TokRBrace && p.K != pp.TokEOF {
				p.Next()
			}
		}
		p.Push(p.Finish(KindStateEntry, at, Node(sym), value))
		if !p.Accept(pp.TokSemicolon) {
			break
		}
	}
	list := p.List(mark)
	if !p.ExpectClose(pp.TokRBrace, open, "';' or ") {
		return None
	}
	return p.Finish(KindState, start, list, 0)
}

// initializer parses an expression or a list in braces.
func (p *Parser) initializer() Node {
	if p.word(p.Pos) == wordSamplerState && p.Peek() == pp.TokLBrace {
		p.Next()
		return p.state()
	}
	if p.K != pp.TokLBrace {
		return p.Assignment()
	}
	if !p.Deeper() {
		return None
	}
	defer func() { p.Depth-- }()
	start, open := p.At(), p.Pos
	p.Next()
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		x := p.initializer()
		if x == None {
			p.Drop(mark)
			return None
		}
		p.Push(x)
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	items := p.List(mark)
	if !p.ExpectClose(pp.TokRBrace, open, "',' or ") {
		return None
	}
	return p.Finish(KindInitList, start, items, 0)
}

// function parses a prototype or definition behind its name.
func (p *Parser) function(start uint32, attrs Node, m Modifiers, typ Node, name Symbol, at uint32, scope, dims Node) Node {
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after the name of a function") {
		return None
	}
	mark := p.Mark()
	if p.K == pp.TokIdent && p.Name(p.Toks[p.Pos].Sym) == "void" && p.Peek() == pp.TokRParen {
		p.Next()
	}
	for p.K != pp.TokRParen {
		param := p.param()
		if param == None {
			p.Drop(mark)
			return None
		}
		p.Push(param)
		if !p.Accept(pp.TokComma) {
			break
		}
		if p.K == pp.TokRParen {
			p.Expected(clike.CodeExpectedType, "a parameter")
		}
	}
	params := p.List(mark)
	if !p.ExpectClose(pp.TokRParen, open, "',' or ") {
		return None
	}
	for p.word(p.Pos) >= wordModifier { // const
		p.Next()
	}
	annots, ok := p.annotations()
	if !ok {
		return None
	}
	body := None
	switch p.K {
	case pp.TokLBrace:
		if body = p.Block(); body == None {
			return None
		}
	case pp.TokSemicolon:
		p.Next()
	case pp.TokAssign: // = 0 of a pure function
		p.Next()
		if p.Unary() == None || !p.Semicolon("a function") {
			return None
		}
	default:
		p.Expected(clike.CodeSyntax, "'{' or ';' after the parameters of a function")
		return None
	}
	r := p.Record(loMods(m), hiMods(m), typ, Node(name), Node(at), params, body, annots, attrs, scope, dims, None)
	return p.Finish(KindFunction, start, r, 0)
}

// param parses a parameter.
func (p *Parser) param() Node {
	start := p.At()
	attrs, ok := p.attributes()
	if !ok {
		return None
	}
	m := p.modifiers()
	name, ok := p.typeName()
	if !ok {
		return None
	}
	more, i := p.modifiersAt(p.Pos)
	m |= more
	p.Seek(i)
	if p.K == pp.TokAnd || p.K == pp.TokStar {
		p.Errorf(clike.CodeUnsupportedFeature, p.Here(), "HLSL has no references and pointers: a parameter that is written is inout")
		return None
	}
	typ := p.typeOfName(start, m, name, false)
	sym, at, dims := NoSymbol, uint32(0), Node(0)
	if p.K == pp.TokIdent || p.K.IsWord() {
		if sym, at, ok = p.Ident("',', ')' or the name of a parameter"); !ok {
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
	if p.Accept(pp.TokAssign) {
		if value = p.initializer(); value == None {
			return None
		}
		if annots == 0 {
			if annots, ok = p.annotations(); !ok {
				return None
			}
		}
	}
	r := p.Record(loMods(m), hiMods(m), typ, Node(sym), Node(at), dims, value, annots, attrs)
	return p.Finish(KindParam, start, r, 0)
}

// buffer parses a cbuffer or tbuffer.
func (p *Parser) buffer(start uint32, attrs Node) Node {
	flag := uint8(0)
	if p.word(p.Pos) == wordTBuffer {
		flag = 1
	}
	p.Next()
	sym, at := NoSymbol, uint32(0)
	if p.K == pp.TokIdent {
		sym, at, _ = p.Ident("the name of a buffer")
	}
	annots, ok := p.annotations()
	if !ok {
		return None
	}
	members, ok := p.members(scopeBuffer)
	if !ok {
		return None
	}
	p.Accept(pp.TokSemicolon)
	r := p.Record(Node(sym), Node(at), members, annots, attrs)
	return p.NewNode(KindBuffer, flag, start, p.PrevEnd(), r, 0)
}

// namespace parses a namespace.
func (p *Parser) namespace(start uint32) Node {
	p.Next()
	sym, at, ok := NoSymbol, uint32(0), false
	if p.K == pp.TokIdent {
		sym, at, _ = p.Ident("the name of a namespace")
	}
	var items Node
	if p.colons(p.Pos) { // namespace A::B
		p.Next()
		p.Seek(p.Pos)
		mark := p.Mark()
		n := p.namespace(p.At())
		if n == None {
			return None
		}
		p.Push(n)
		items = p.List(mark)
	} else if items, ok = p.members(scopeGlobal); !ok {
		return None
	}
	p.Accept(pp.TokSemicolon)
	r := p.Record(Node(sym), Node(at), items)
	return p.Finish(KindNamespace, start, r, 0)
}

// typedef parses typedef type names.
func (p *Parser) typedef(start uint32) Node {
	p.Next()
	t := p.typ(false)
	if t == None {
		return None
	}
	list, ok := p.declarators(scopeLocal, 0)
	if !ok {
		return None
	}
	for _, d := range p.Listed(list) {
		p.declareType(Symbol(p.Words(p.Node(d).A)[0]), isType)
	}
	if !p.Semicolon("a typedef") {
		return None
	}
	return p.Finish(KindTypedef, start, t, list)
}

// using parses using name = type, using namespace A and using A::b.
func (p *Parser) using(start uint32) Node {
	p.Next()
	r := None
	if p.word(p.Pos) == wordNamespace {
		p.Next()
		n := p.qualified()
		if n == None {
			return None
		}
		r = p.Record(0, 0, 0, n)
	} else if p.K == pp.TokIdent && p.Peek() == pp.TokAssign {
		sym, at, _ := p.Ident("a name")
		p.Next()
		t := p.typ(true)
		if t == None {
			return None
		}
		p.declareType(sym, isType)
		r = p.Record(Node(sym), Node(at), t, 0)
	} else {
		n := p.qualified()
		if n == None {
			return None
		}
		r = p.Record(0, 0, 0, n)
	}
	if !p.Semicolon("a using declaration") {
		return None
	}
	return p.Finish(KindUsing, start, r, 0)
}

// template parses template<...> and the declaration behind it.
func (p *Parser) template(start uint32, scope declScope) Node {
	p.Next()
	open := p.Pos
	if !p.Expect(pp.TokLess, " after template") {
		return None
	}
	mark := p.Mark()
	var names []Symbol
	for p.K != pp.TokGreater {
		at := p.At()
		typ, value := None, None
		sym := NoSymbol
		if p.word(p.Pos) == wordTypename || p.word(p.Pos) == wordClass {
			p.Next()
			if p.K == pp.TokIdent {
				sym, _, _ = p.Ident("the name of a parameter")
			}
			if p.typeOf(sym)&isType == 0 {
				names = append(names, sym)
			}
			p.declareType(sym, isType)
			if p.Accept(pp.TokAssign) {
				if value = p.typ(true); value == None {
					p.Drop(mark)
					return None
				}
			}
		} else {
			if typ = p.typ(false); typ == None {
				p.Drop(mark)
				return None
			}
			if p.K == pp.TokIdent {
				sym, _, _ = p.Ident("the name of a parameter")
			}
			if p.Accept(pp.TokAssign) {
				p.Angle++
				value = p.Conditional()
				p.Angle--
				if value == None {
					p.Drop(mark)
					return None
				}
			}
		}
		r := p.Record(Node(sym), typ, value)
		p.Push(p.Finish(KindTemplateParam, at, r, 0))
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	params := p.List(mark)
	if !p.ExpectClose(pp.TokGreater, open, "',' or ") {
		return None
	}
	if p.word(p.Pos) == wordUsing && p.KindAt(p.Pos+1) == pp.TokIdent {
		p.declareType(p.Toks[p.Pos+1].Sym, isType|isTemplate)
	}
	// The name is that of a template within its own declaration, too.
	for i := p.Pos; i < len(p.Toks) && i < p.Pos+64; i++ {
		k := p.Toks[i].Kind
		if k == pp.TokStruct || p.word(i) == wordClass {
			p.declareType(p.Toks[min(i+1, len(p.Toks)-1)].Sym, isType|isTemplate)
			break
		}
		if k == pp.TokLess {
			if j := p.skipAngles(i); j > i {
				i = j - 1
				continue
			}
		}
		if k == pp.TokLParen && i > 0 && p.Toks[i-1].Kind == pp.TokIdent {
			p.declareType(p.Toks[i-1].Sym, isTemplate)
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
	return p.Finish(KindTemplate, start, params, x)
}

// staticAssert parses _Static_assert(condition, text).
func (p *Parser) staticAssert(start uint32) Node {
	p.Next()
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after _Static_assert") {
		return None
	}
	x := p.Assignment()
	if x == None {
		return None
	}
	if p.Accept(pp.TokComma) && p.Assignment() == None {
		return None
	}
	if !p.ExpectClose(pp.TokRParen, open, "',' or ") || !p.Semicolon("_Static_assert") {
		return None
	}
	return p.Finish(KindStaticAssert, start, x, 0)
}

// technique skips a technique or group of effects.
func (p *Parser) technique(start uint32) Node {
	for p.K != pp.TokLBrace && p.K != pp.TokEOF {
		p.Next()
	}
	open := p.Pos
	depth := 0
	for p.K != pp.TokEOF {
		switch p.K {
		case pp.TokLBrace:
			depth++
		case pp.TokRBrace:
			depth--
		}
		p.Next()
		if depth == 0 {
			p.Accept(pp.TokSemicolon)
			return p.Finish(KindTechnique, start, 0, 0)
		}
	}
	p.ExpectClose(pp.TokRBrace, open, "")
	return None
}

// attributes parses any [...] and [[...]] before a declaration or statement.
func (p *Parser) attributes() (list Node, ok bool) {
	if p.K != pp.TokLBracket {
		return 0, true
	}
	mark := p.Mark()
	for p.K == pp.TokLBracket {
		open := p.Pos
		double := p.Peek() == pp.TokLBracket
		p.Next()
		if double {
			p.Next()
		}
		for p.K != pp.TokRBracket {
			scope := NoSymbol
			start := p.At()
			t := &p.Toks[p.Pos]
			if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
				p.Expected(clike.CodeExpectedIdentifier, "the name of an attribute")
				p.Drop(mark)
				return 0, false
			}
			sym := t.Sym
			p.Next()
			if p.colons(p.Pos) {
				p.Next()
				p.Next()
				scope = sym
				if sym, _, ok = p.Ident("the name of an attribute"); !ok {
					p.Drop(mark)
					return 0, false
				}
			}
			args := Node(0)
			if p.K == pp.TokLParen {
				if args, ok = p.Arguments(); !ok {
					p.Drop(mark)
					return 0, false
				}
			}
			r := p.Record(Node(scope), Node(sym), args)
			p.Push(p.Finish(KindAttribute, start, r, 0))
			if !double || !p.Accept(pp.TokComma) {
				break
			}
		}
		if !p.ExpectClose(pp.TokRBracket, open, "") || double && !p.ExpectClose(pp.TokRBracket, open, "") {
			p.Drop(mark)
			return 0, false
		}
	}
	return p.List(mark), true
}
