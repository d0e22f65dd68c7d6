package syntax

import (
	"strings"

	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses declarations.

// item parses an item at global scope.
func (p *Parser) item() Node {
	switch p.K {
	case pp.TokSemicolon:
		start := p.At()
		p.Next()
		n := p.Finish(KindEmpty, start, 0, 0)
		if p.extra == None {
			p.extra = n
		}
		return n
	case pp.TokRBrace, pp.TokRParen, pp.TokRBracket:
		p.Errorf(clike.CodeUnmatchedDelimiter, p.Here(), "there is nothing that this %s closes", p.K)
		p.Next()
		return p.Finish(KindBad, p.Toks[p.Pos-1].Start, 0, 0)
	case pp.TokPrecision:
		return p.precision()
	case pp.TokLBracket:
		if p.Peek() == pp.TokLBracket {
			start := p.At()
			attrs, ok := p.attributes()
			if !ok {
				return None
			}
			x := p.declaration(true)
			if x == None {
				return None
			}
			return p.Finish(KindAttributed, start, attrs, x)
		}
	}
	switch {
	case p.K == pp.TokIdent, p.K == pp.TokStruct, p.K == pp.TokLayout, p.K == pp.TokReserved, p.K.IsQualifier():
		return p.declaration(true)
	case p.K >= pp.TokIf && p.K <= pp.TokTerminate:
		p.Errorf(clike.CodeExpectedDeclaration, p.Here(), "expected a declaration, found %s: statements stand in functions", p.Found())
		return None
	}
	p.Expected(clike.CodeExpectedDeclaration, "a declaration")
	return None
}

// precision parses a precision statement.
func (p *Parser) precision() Node {
	start := p.At()
	p.Next()
	if p.K < pp.TokHighp || p.K > pp.TokLowp {
		p.Expected(clike.CodeSyntax, "highp, mediump or lowp")
		return None
	}
	q := qualifierOf(p.K)
	p.Next()
	typ := p.typeSpecifier()
	if typ == None || !p.Semicolon("a precision statement") {
		return None
	}
	return p.NewNode(KindPrecision, uint8(q), start, p.PrevEnd(), typ, 0)
}

// qualifierOf is the qualifier that a token is.
func qualifierOf(k pp.TokenKind) QualifierKind {
	return QualConst + QualifierKind(k-pp.TokConst)
}

// qualifiers parses qualifiers and returns their list.
func (p *Parser) qualifiers() (list Node, ok bool) {
	mark := p.Mark()
	for {
		switch {
		case p.K == pp.TokLayout:
			n := p.layout()
			if n == None {
				p.Drop(mark)
				return 0, false
			}
			p.Push(n)
		case p.K == pp.TokSubroutine:
			n := p.subroutine()
			if n == None {
				p.Drop(mark)
				return 0, false
			}
			p.Push(n)
		case p.K == pp.TokIdent && p.Peek() == pp.TokLParen && p.Name(p.Toks[p.Pos].Sym) == storageClass:
			n := p.storageClass()
			if n == None {
				p.Drop(mark)
				return 0, false
			}
			p.Push(n)
		case p.K == pp.TokIdent && isIntrinsicQualifier(p.Name(p.Toks[p.Pos].Sym)):
			p.Next()
			p.intrinsic()
			p.Drop(mark)
			return 0, false
		case p.K.IsQualifier():
			t := &p.Toks[p.Pos]
			p.Next()
			p.Push(p.NewNode(KindQualifier, uint8(qualifierOf(t.Kind)), t.Start, t.End, Node(t.Sym), 0))
		default:
			return p.List(mark), true
		}
	}
}

// subroutine parses subroutine, with names in parentheses or without.
func (p *Parser) subroutine() Node {
	t := &p.Toks[p.Pos]
	p.Next()
	names := Node(0)
	if p.K == pp.TokLParen {
		open := p.Pos
		p.Next()
		mark := p.Mark()
		for {
			sym, at, ok := p.Ident("the name of a subroutine type")
			if !ok {
				p.Drop(mark)
				return None
			}
			p.Push(p.NewNode(KindIdent, 0, at, p.PrevEnd(), Node(sym), 0))
			if !p.Accept(pp.TokComma) {
				break
			}
		}
		names = p.List(mark)
		if !p.ExpectClose(pp.TokRParen, open, "',' or ") {
			return None
		}
	}
	return p.NewNode(KindQualifier, uint8(QualSubroutine), t.Start, p.PrevEnd(), Node(t.Sym), names)
}

// storageClass is the qualifier of GL_EXT_spirv_intrinsics that names a storage class of SPIR-V.
const storageClass = "spirv_storage_class"

// isIntrinsicQualifier reports whether a name is that of another qualifier of the extension.
func isIntrinsicQualifier(name string) bool {
	return name == "spirv_by_reference" || name == "spirv_literal"
}

// intrinsic reports the part of the extension that the token before the current one begins.
func (p *Parser) intrinsic() {
	t := &p.Toks[p.Pos-1]
	p.Errorf(clike.CodeUnsupportedFeature, p.TokSpan(p.Pos-1), "instructions of SPIR-V, as by '%s', are not supported", p.Name(t.Sym))
}

// storageClass parses spirv_storage_class(extensions = ["..."], capabilities = [n], n).
func (p *Parser) storageClass() Node {
	t := &p.Toks[p.Pos]
	p.Next()
	open := p.Pos
	p.Next()
	for p.K == pp.TokIdent && p.Peek() == pp.TokAssign {
		p.Next()
		p.Next()
		list := p.Pos
		if !p.Expect(pp.TokLBracket, " ahead of a list") {
			return None
		}
		for p.K == pp.TokString || p.K == pp.TokInt {
			p.Next()
			if !p.Accept(pp.TokComma) {
				break
			}
		}
		if !p.ExpectClose(pp.TokRBracket, list, "',' or ") || !p.Expect(pp.TokComma, " behind a list") {
			return None
		}
	}
	number := p.Unary()
	if number == None {
		return None
	}
	mark := p.Mark()
	p.Push(number)
	numbers := p.List(mark)
	if !p.ExpectClose(pp.TokRParen, open, "") {
		return None
	}
	return p.NewNode(KindQualifier, uint8(QualOther), t.Start, p.PrevEnd(), Node(t.Sym), numbers)
}

// layout parses layout(...).
func (p *Parser) layout() Node {
	start := p.At()
	p.Next()
	open := p.Pos
	if !p.Expect(pp.TokLParen, " after layout") {
		return None
	}
	mark := p.Mark()
	for {
		t := &p.Toks[p.Pos]
		if t.Kind != pp.TokIdent && !t.Kind.IsWord() {
			p.Expected(clike.CodeExpectedIdentifier, "the name of a layout qualifier")
			p.Drop(mark)
			return None
		}
		p.Next()
		value := None
		if p.K == pp.TokAssign {
			p.Next()
			if value = p.Conditional(); value == None {
				p.Drop(mark)
				return None
			}
		}
		p.Push(p.NewNode(KindLayoutID, 0, t.Start, p.PrevEnd(), Node(t.Sym), value))
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	ids := p.List(mark)
	if !p.ExpectClose(pp.TokRParen, open, "',' or ") {
		return None
	}
	return p.Finish(KindLayout, start, ids, 0)
}

// declaration parses a declaration that starts with a qualifier, a type or a
// name.
func (p *Parser) declaration(global bool) Node {
	start := p.At()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	if quals != 0 {
		switch p.K {
		case pp.TokSemicolon:
			p.Next()
			return p.Finish(KindRequalify, start, quals, 0)
		case pp.TokIdent, pp.TokReserved:
			switch p.Peek() {
			case pp.TokLBrace:
				return p.interfaceBlock(start, quals)
			case pp.TokSemicolon, pp.TokComma:
				return p.requalify(start, quals)
			}
		case pp.TokLBrace:
			p.Expected(clike.CodeExpectedIdentifier, "the name of an interface block or a type")
			return None
		}
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	if p.K == pp.TokSemicolon {
		p.Next()
		r := p.Record(quals, typ, 0)
		return p.Finish(KindDeclaration, start, r, 0)
	}
	if p.K == pp.TokIdent && p.Peek() == pp.TokLParen {
		return p.function(start, quals, typ, global)
	}
	list, ok := p.declarators(typ, true)
	if !ok || !p.Semicolon("a declaration") {
		return None
	}
	r := p.Record(quals, typ, list)
	return p.Finish(KindDeclaration, start, r, 0)
}

// requalify parses the names behind qualifiers.
func (p *Parser) requalify(start uint32, quals Node) Node {
	mark := p.Mark()
	for {
		sym, at, ok := p.Ident("the name of a variable")
		if !ok {
			p.Drop(mark)
			return None
		}
		p.Push(p.NewNode(KindIdent, 0, at, p.PrevEnd(), Node(sym), 0))
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	names := p.List(mark)
	if !p.Semicolon("a declaration") {
		return None
	}
	return p.Finish(KindRequalify, start, quals, names)
}

// typeSpecifier parses a type with its dimensions.
func (p *Parser) typeSpecifier() Node {
	t := &p.Toks[p.Pos]
	switch t.Kind {
	case pp.TokIdent:
		p.Next()
		if p.K == pp.TokLParen && strings.HasPrefix(p.Name(t.Sym), "spirv_") {
			p.intrinsic()
			return None
		}
		if p.K == pp.TokLess && p.Name(t.Sym) == cooperativeMatrix {
			return p.template(t)
		}
		if p.K == pp.TokLess && isTemplate(p.Name(t.Sym)) {
			p.Errorf(clike.CodeUnsupportedFeature, p.TokSpan(p.Pos-1), "types with parameters, as '%s', are not supported", p.Name(t.Sym))
			return None
		}
		dims, ok := p.dimensions()
		if !ok {
			return None
		}
		return p.Finish(KindType, t.Start, Node(t.Sym), dims)
	case pp.TokStruct:
		s := p.structSpecifier()
		if s == None {
			return None
		}
		dims, ok := p.dimensions()
		if !ok {
			return None
		}
		return p.NewNode(KindType, typeStruct, t.Start, p.PrevEnd(), s, dims)
	case pp.TokReserved:
		p.Reserved()
		p.Next()
		return p.Finish(KindType, t.Start, Node(t.Sym), 0)
	}
	p.Expected(clike.CodeExpectedType, "a type")
	return None
}

// cooperativeMatrix is the name of a type with parameters (GL_KHR_cooperative_matrix).
const cooperativeMatrix = "coopmat"

// template parses the parameters and dimensions of a type: a parameter is a type, or a sum
// of constants.
func (p *Parser) template(t *pp.Token) Node {
	open := p.Pos
	p.Next()
	mark := p.Mark()
	fail := func() Node {
		p.Drop(mark)
		return None
	}
	for {
		if !p.Deeper() {
			return fail()
		}
		x := p.Unary()
		if x != None {
			x = p.BinaryAbove(x, pp.TokLess)
		}
		p.Depth--
		if x == None {
			return fail()
		}
		p.Push(x)
		if p.K == pp.TokComma {
			p.Next()
			continue
		}
		if !p.ExpectClose(pp.TokGreater, open, "',' or ") {
			return fail()
		}
		break
	}
	params := p.List(mark)
	dims, ok := p.dimensions()
	if !ok {
		return None
	}
	r := p.Record(dims, params)
	return p.NewNode(KindType, typeTemplate, t.Start, p.PrevEnd(), Node(t.Sym), r)
}

// isTemplate reports whether a type has parameters in angle brackets: those of
// extensions for matrices, tensors and vectors that several invocations share.
func isTemplate(name string) bool {
	switch name {
	case "coopmat", "coopmatNV", "fcoopmatNV", "icoopmatNV", "ucoopmatNV", "tensorARM", "tensorLayoutNV", "tensorViewNV", "coopvecNV":
		return true
	}
	return false
}

// dimensions parses array dimensions and returns their list; an empty pair of
// brackets is None.
func (p *Parser) dimensions() (list Node, ok bool) {
	if p.K != pp.TokLBracket {
		return 0, true
	}
	mark := p.Mark()
	for p.K == pp.TokLBracket {
		open := p.Pos
		p.Next()
		if p.K == pp.TokRBracket {
			p.Next()
			p.Push(None)
			continue
		}
		x := p.Conditional()
		if x == None || !p.ExpectClose(pp.TokRBracket, open, "") {
			p.Drop(mark)
			return 0, false
		}
		p.Push(x)
	}
	return p.List(mark), true
}

// structSpecifier parses a struct with its members.
func (p *Parser) structSpecifier() Node {
	start := p.At()
	p.Next()
	sym, at := NoSymbol, uint32(0)
	if p.K != pp.TokLBrace {
		var ok bool
		if sym, at, ok = p.Ident("the name of a struct"); !ok {
			return None
		}
	}
	members, ok := p.members()
	if !ok {
		return None
	}
	r := p.Record(Node(sym), Node(at), members)
	return p.Finish(KindStruct, start, r, 0)
}

// members parses the members of a struct or block in braces.
func (p *Parser) members() (list Node, ok bool) {
	open := p.Pos
	if !p.Expect(pp.TokLBrace, " before members") {
		return 0, false
	}
	if !p.DeeperStatement("structs") {
		return 0, false
	}
	defer func() { p.StmtDepth-- }()
	mark := p.Mark()
	for p.K != pp.TokRBrace {
		if p.K == pp.TokEOF {
			p.ExpectClose(pp.TokRBrace, open, "a member or ")
			p.Drop(mark)
			return 0, false
		}
		first := p.Pos
		n := p.memberDeclaration()
		if n == None {
			if p.K == pp.TokEOF {
				p.Drop(mark)
				return 0, false
			}
			n = p.Bad(first, false)
		}
		p.Push(n)
	}
	p.Next()
	return p.List(mark), true
}

// memberDeclaration parses the declaration of members.
func (p *Parser) memberDeclaration() Node {
	start := p.At()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	list, ok := p.declarators(typ, false)
	if !ok || !p.Semicolon("a member") {
		return None
	}
	r := p.Record(quals, typ, list)
	return p.Finish(KindDeclaration, start, r, 0)
}

// interfaceBlock parses an interface block behind its qualifiers.
func (p *Parser) interfaceBlock(start uint32, quals Node) Node {
	name, nameAt, ok := p.Ident("the name of an interface block")
	if !ok {
		return None
	}
	members, ok := p.members()
	if !ok {
		return None
	}
	instance, instanceAt, dims := NoSymbol, uint32(0), None
	if p.K == pp.TokIdent || p.K == pp.TokReserved {
		instance, instanceAt, _ = p.Ident("the name of an instance")
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	if !p.Semicolon("an interface block") {
		return None
	}
	r := p.Record(quals, Node(name), Node(nameAt), members, Node(instance), Node(instanceAt), dims)
	return p.Finish(KindInterface, start, r, 0)
}

// declarators parses the names that a type declares.
func (p *Parser) declarators(typ Node, init bool) (list Node, ok bool) {
	mark := p.Mark()
	for {
		sym, at, ok := p.Ident("a name to declare")
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		dims, ok := p.dimensions()
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		value := None
		if init && p.K == pp.TokAssign {
			p.Next()
			if value = p.initializer(); value == None {
				p.Drop(mark)
				return 0, false
			}
		}
		r := p.Record(Node(sym), Node(at), dims, value)
		p.Push(p.Finish(KindDeclarator, at, r, 0))
		if !p.Accept(pp.TokComma) {
			return p.List(mark), true
		}
	}
}

// initializer parses an expression or a list in braces.
func (p *Parser) initializer() Node {
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

// function parses a prototype or definition behind its return type.
func (p *Parser) function(start uint32, quals Node, typ Node, global bool) Node {
	name, at, ok := p.Ident("the name of a function")
	if !ok {
		return None
	}
	open := p.Pos
	p.Next()
	mark := p.Mark()
	if p.K == pp.TokIdent && p.Toks[p.Pos].Sym == p.Void && p.Peek() == pp.TokRParen {
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
	body := None
	switch {
	case p.K == pp.TokLBrace && global:
		body = p.Block()
		if body == None {
			return None
		}
	case p.K == pp.TokLBrace:
		p.Errorf(clike.CodeSyntax, p.TokSpan(open-1), "functions can't be defined inside of functions")
		return None
	case p.K == pp.TokSemicolon:
		p.Next()
	case global:
		p.Expected(clike.CodeSyntax, "'{' or ';' after the parameters of a function")
		return None
	default:
		p.Expected(clike.CodeMissingSemicolon, "';' after the prototype of a function")
		return None
	}
	r := p.Record(quals, typ, Node(name), Node(at), params, body)
	return p.Finish(KindFunction, start, r, 0)
}

// param parses a parameter.
func (p *Parser) param() Node {
	start := p.At()
	quals, ok := p.qualifiers()
	if !ok {
		return None
	}
	typ := p.typeSpecifier()
	if typ == None {
		return None
	}
	sym, at, dims := NoSymbol, uint32(0), None
	if p.K != pp.TokComma && p.K != pp.TokRParen {
		if sym, at, ok = p.Ident("',', ')' or the name of a parameter"); !ok {
			return None
		}
		if dims, ok = p.dimensions(); !ok {
			return None
		}
	}
	r := p.Record(quals, typ, Node(sym), Node(at), dims)
	return p.Finish(KindParam, start, r, 0)
}

// attributes parses [[...]]; the current token is its first bracket.
func (p *Parser) attributes() (list Node, ok bool) {
	open := p.Pos
	p.Next()
	p.Next()
	mark := p.Mark()
	for {
		sym, at, ok := p.Ident("the name of an attribute")
		if !ok {
			p.Drop(mark)
			return 0, false
		}
		args := None
		if p.K == pp.TokLParen {
			if p.Peek() == pp.TokRParen {
				p.Next()
				p.Expected(clike.CodeExpectedExpression, "an argument")
			}
			if args, ok = p.Arguments(); !ok {
				p.Drop(mark)
				return 0, false
			}
		}
		p.Push(p.Finish(KindAttribute, at, Node(sym), args))
		if !p.Accept(pp.TokComma) {
			break
		}
	}
	list = p.List(mark)
	if !p.ExpectClose(pp.TokRBracket, open, "',' or ") || !p.ExpectClose(pp.TokRBracket, open, "") {
		return 0, false
	}
	return list, true
}
