package syntax

import (
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
)

// This file parses the statements that only HLSL has.

// OwnStatement parses a declaration, an expression, or a statement with attributes.
func (p *Parser) OwnStatement(start uint32) Node {
	switch p.K {
	case pp.TokIdent, pp.TokStruct, pp.TokColon:
		if w := p.word(p.Pos); w == wordGoto || w == wordAsm {
			p.Errorf(clike.CodeUnsupportedFeature, p.Here(), "'%s' is not supported", p.Name(p.Toks[p.Pos].Sym))
			return None
		}
		if p.Declares() {
			return p.Declaration()
		}
	case pp.TokLBracket:
		attrs, ok := p.attributes()
		if !ok {
			return None
		}
		x := p.Statement()
		if x == None {
			return None
		}
		return p.Finish(KindAttributed, start, attrs, x)
	}
	return p.ExprStatement(start)
}

// Declaration parses a declaration among statements.
func (p *Parser) Declaration() Node { return p.declaration(scopeLocal) }

// Condition parses an expression, or a declaration of one variable, which any condition may have.
func (p *Parser) Condition(bool) Node {
	if !p.Declares() {
		return p.Expression()
	}
	start := p.At()
	m := p.modifiers()
	name, ok := p.typeName()
	if !ok {
		return None
	}
	typ := p.typeOfName(start, m, name, false)
	list, ok := p.declarators(scopeLocal, 0)
	if !ok {
		return None
	}
	r := p.Record(loMods(m), hiMods(m), typ, list, 0)
	return p.Finish(KindDeclaration, start, r, 0)
}
