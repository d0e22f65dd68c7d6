package syntax

// This file recognizes habits from other languages, reports WGSL's equivalent, and goes on
// as if that were written.

import (
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/lazy"
)

// reservedStmt parses a statement that starts with a reserved word.
func (p *Parser) reservedStmt(start uint32) Node {
	if p.tokText(p.pos) == "do" && p.peek() == TokLBrace {
		p.reserved()
		p.next()
		p.block("'do'")
		if p.accept(TokWhile) && p.expr() != None {
			p.accept(TokSemicolon)
		}
		return p.bad(start)
	}
	switch p.peek() {
	case TokIdent, TokLBrace, TokSemicolon, TokColon, TokInt, TokReserved, TokStruct, TokConst:
		p.reserved()
		p.errorPos = p.pos
		p.next()
		p.skipStatement()
		return p.bad(start)
	}
	return p.updateStmt(true)
}

// prefixStep reports ++x or --x as a statement.
func (p *Parser) prefixStep(start uint32) Node {
	op := p.pos
	p.next()
	x := p.unary()
	if x == None {
		return None
	}
	text := p.toks[op].kind
	p.errorf(CodePrefixStep, p.tokSpan(op), "%s stands after its operand", text).
		Suggest(p.span(start, p.nodes[x].end), p.nodeText(x)+p.tokText(op), "move it")
	p.semicolon("statement")
	return p.bad(start)
}

// notAStmt reports an expression that is no statement, and guesses why.
func (p *Parser) notAStmt(start uint32, left Node) Node {
	isName := p.nodes[left].kind == KindIdent
	switch {
	case p.nodes[left].kind == KindBad: // reported
		return left
	case isName && (p.k == TokIdent || p.k == TokReserved) && p.sameLine() && followsForeignName(p.peek()):
		return p.foreignDeclaration(start, left, "var ")
	case p.k == TokColon && isName && p.peek() == TokAssign:
		p.errorf(CodeForeignSyntax, p.here(), "WGSL has no ':='").
			Suggest(p.span(start, p.toks[p.pos+1].end), "let "+p.nodeText(left)+" =", "declare it with 'let' or 'var'")
		p.next()
		p.next()
		if p.expr() == None {
			return None
		}
		return p.bad(start)
	case p.k == TokColon && isName:
		p.errorf(CodeSyntax, p.here(), "expected an assignment or a call, found ':'").
			Suggest(p.span(start, start), "var ", "a declaration starts with 'var' or 'let'")
		return None
	case p.k == TokSemicolon || p.k == TokRBrace || precedence[p.k] != 0:
		op := p.pos
		isOp := precedence[p.k] != 0
		x := left
		if isOp {
			if x = p.binaryRest(left, 1); x == None {
				return None
			}
		}
		if binaryOps[p.k] != OpNone && precedence[p.k] == 0 || p.k == TokAssign {
			p.checkTarget(x)
			p.next()
			if p.expr() == None {
				return None
			}
			return p.bad(start)
		}
		d := p.errorf(CodeUnusedExpression, p.nodeSpan(x), "the value of this expression is not used")
		switch {
		case p.toks[op].kind == TokEqual:
			d.Suggest(p.tokSpan(op), "=", "to assign, use '='")
		case isName && !isOp:
			d.Suggest(p.span(p.nodes[x].end, p.nodes[x].end), "()", "to call a function, add parentheses")
		default:
			d.Suggest(p.span(start, start), "_ = ", "assign it to '_'")
		}
		return p.bad(start)
	}
	p.expected(CodeSyntax, "'=', '++', '--' or a call's '('")
	return None
}

// foreignTypes are the WGSL names of types of other languages.
var foreignTypes = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"int": "i32", "uint": "u32", "float": "f32", "half": "f16", "double": "f32", "long": "i32", "unsigned": "u32",
		"int2": "vec2i", "int3": "vec3i", "int4": "vec4i", "uint2": "vec2u", "uint3": "vec3u", "uint4": "vec4u",
		"float2": "vec2f", "float3": "vec3f", "float4": "vec4f", "vec2": "vec2f", "vec3": "vec3f", "vec4": "vec4f",
		"ivec2": "vec2i", "ivec3": "vec3i", "ivec4": "vec4i", "uvec2": "vec2u", "uvec3": "vec3u", "uvec4": "vec4u",
		"mat2": "mat2x2f", "mat3": "mat3x3f", "mat4": "mat4x4f", "auto": "",
	}
}}

// wgslType is the text of a type as WGSL would name it.
func (p *Parser) wgslType(n Node) string {
	text := p.nodeText(n)
	if t, ok := foreignTypes.Get()[text]; ok {
		return t
	}
	return text
}

// isTypeName reports whether a name is that of a type, here or in another language, as far
// as possible without declarations.
func isTypeName(name string) bool {
	switch name {
	case "i32", "u32", "f32", "f16", "bool", "void":
		return true
	}
	_, ok := foreignTypes.Get()[name]
	return ok || len(name) == 5 && name[:3] == "vec"
}

// followsForeignName reports whether k can follow the name in a declaration of
// the manner of C.
func followsForeignName(k TokenKind) bool {
	return k == TokAssign || k == TokSemicolon || k == TokComma || k == TokLBracket
}

// foreignDeclaration reports a declaration in the manner of C: a type, then names. keyword
// is the right first word of the declaration.
func (p *Parser) foreignDeclaration(start uint32, typ Node, keyword string) Node {
	name := p.tokText(p.pos)
	nameEnd := p.toks[p.pos].end
	decl := keyword + name
	if t := p.wgslType(typ); t != "" {
		decl += ": " + t
	}
	p.errorf(CodeForeignSyntax, p.span(start, nameEnd), "a declaration has its name first, then its type").
		Suggest(p.span(start, nameEnd), decl, "write it as '%s'", decl)
	p.next()
	if p.accept(TokAssign) && p.expr() == None {
		return None
	}
	for p.accept(TokComma) {
		if p.k == TokIdent {
			p.next()
		}
		if p.accept(TokAssign) && p.expr() == None {
			return None
		}
	}
	p.errorPos = p.pos
	if p.k != TokSemicolon && p.k != TokRParen {
		return None
	}
	return p.bad(start)
}

// elseIfWord reports other languages' word for else if, and makes it that.
func (p *Parser) elseIfWord() {
	if p.k != TokIdent {
		return
	}
	switch p.tokText(p.pos) {
	case "elif", "elsif", "elseif":
		p.errorf(CodeForeignSyntax, p.here(), "'%s' is written 'else if'", p.tokText(p.pos)).
			Suggest(p.here(), "else if", "use 'else if'")
		p.next()
		p.condition("an 'else if' condition")
		p.elseIfWord()
	}
}

// foreignItem reports a declaration that starts with an identifier, as in other
// languages.
func (p *Parser) foreignItem(start uint32) Node {
	first := p.pos
	word := p.tokText(first)
	switch word {
	case "function", "func", "def", "proc", "void":
		if p.peek() != TokIdent {
			break
		}
		d := p.errorf(CodeForeignSyntax, p.here(), "functions are declared by 'fn'")
		if word != "void" {
			d.Suggest(p.here(), "fn", "use 'fn'")
		}
		return None
	case "uniform", "in", "out", "buffer", "cbuffer":
		p.expected(CodeForeignSyntax, "a declaration").
			Note("resources are declared as in '@group(0) @binding(0) var<uniform> name: T;'")
		return None
	}
	if p.peek() == TokIdent || p.peek() == TokTemplateStart {
		typ := p.ident()
		if typ == None {
			return None
		}
		if p.k == TokIdent && p.peek() == TokLParen {
			p.errorf(CodeForeignSyntax, p.span(start, p.toks[p.pos].end), "a function is declared as in 'fn %s(...) -> %s'", p.tokText(p.pos), p.wgslType(typ))
			return None
		}
		if p.k == TokIdent {
			return p.foreignDeclaration(start, typ, "var ")
		}
		p.errorf(CodeExpectedDeclaration, p.tokSpan(first), "expected a declaration, found '%s'", word)
		return None
	}
	p.expected(CodeExpectedDeclaration, "a declaration")
	return None
}

// foreignType is the WGSL name of a likely type of another language.
func (p *Parser) foreignType(name string) string {
	if t := foreignTypes.Get()[name]; t != "" {
		return t
	}
	return name
}

// unclosedTemplate reports a < that should start a template list. In the type
// [T; N] of other languages, written array<T; N>, it goes on behind the >.
func (p *Parser) unclosedTemplate(start uint32) Node {
	for i := p.pos + 1; i+2 < len(p.toks) && i < p.pos+4; i++ {
		if p.toks[i].kind == TokSemicolon && p.toks[i+2].kind == TokGreater {
			s := p.tokSpan(i)
			p.errorf(CodeForeignSyntax, s, "array types are written 'array<T, N>'").Suggest(s, ",", "use ','")
			p.pos = i + 2
			p.next()
			return p.bad(start)
		}
	}
	p.errorf(CodeUnclosedDelimiter, p.here(), "this '<' starts a template list that is not closed by '>'")
	return None
}

// reserved reports the reserved word at the current token, once for each word.
func (p *Parser) reserved() {
	sym := p.toks[p.pos].sym
	if !p.firstReport(sym) {
		return
	}
	text := p.tokText(p.pos)
	d := p.errorf(CodeReservedWord, p.here(), "'%s' is a reserved word", text)
	if note := reservedNotes.Get()[text]; note != "" {
		d.Note("%s", note)
	} else if p.peek() != TokIdent {
		p.suggestName(d, text)
	}
}

// suggestName suggests another name for the word at the current token, in all places of the
// word.
func (p *Parser) suggestName(d *diag.Diagnostic, word string) {
	name := word + "_"
	for p.hasWord(name) {
		name += "_"
	}
	d.Suggest(p.here(), name, "use another name")
	for i := range p.toks {
		if p.toks[i].sym == p.toks[p.pos].sym && i != p.pos && p.tokText(i) == word {
			d.Fix.Also = append(d.Fix.Also, diag.Edit{Span: p.tokSpan(i), Replacement: name})
		}
	}
	switch n := len(d.Fix.Also); {
	case n == 1:
		d.Fix.Message = "use another name, in both places"
	case n > 1:
		d.Fix.Message = fmt.Sprintf("use another name, in all %d places", n+1)
	}
}

// hasWord reports whether a word is one of the tokens.
func (p *Parser) hasWord(word string) bool {
	return slices.ContainsFunc(p.toks, func(t token) bool { return p.src[t.start:t.end] == word })
}

// reservedNotes describe WGSL's equivalents of constructs of other languages.
var reservedNotes = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"auto":        "types are inferred where none is written: use 'let' or 'var'",
		"do":          "WGSL has no 'do' loop: use 'loop { ... continuing { break if !condition; } }'",
		"enum":        "WGSL has no enums: use 'const' declarations",
		"fallthrough": "cases do not fall through: list several selectors, as in 'case 1, 2: { ... }'",
		"goto":        "WGSL has no 'goto'",
		"groupshared": "use 'var<workgroup>'",
		"import":      "WGSL has no imports; WESL has: name the file .wesl, or give --wesl",
		"null":        "WGSL has no null",
		"nullptr":     "WGSL has no null pointers",
		"NULL":        "WGSL has no null pointers",
		"shared":      "use 'var<workgroup>'",
		"sizeof":      "WGSL has no 'sizeof'",
		"static":      "use 'const', or 'var<private>' for a variable",
		"type":        "declare a type's name with 'alias'",
		"typedef":     "declare a type's name with 'alias'",
		"varying":     "use '@location' on parameters and results of entry points",
	}
}}
