package syntax

import "refract/diag"

// This file finds the span of the one token of a node that a diagnostic points
// at. It is not stored: the source is scanned again around the node's parts,
// which costs nothing until something is wrong.

// Primary is the span of the token that names the action of n: the operator of an
// expression or assignment, the name of a declaration, attribute or member, the callee of a
// call, the keyword of a statement. For other nodes it is Span(n).
func (t *Tree) Primary(n Node) diag.Span {
	if n == None {
		return diag.Span{}
	}
	x := &t.nodes[n]
	switch x.kind {
	case KindUnary:
		return t.spanAt(x.start, 1)
	case KindBinary:
		return t.spanAt(t.skipBlank(t.nodes[x.a].end), len(Op(x.op).String()))
	case KindAssign:
		return t.spanAt(t.skipBlank(t.nodes[x.a].end), len(Op(x.op).String())+1)
	case KindIncrement, KindDecrement:
		return t.spanAt(t.skipBlank(t.nodes[x.a].end), 2)
	case KindMember:
		name := len(t.Name(Symbol(x.b)))
		return t.spanAt(x.end-uint32(name), name)
	case KindCall, KindCallStmt:
		return t.Primary(Node(x.a))
	case KindIdent:
		return t.spanAt(x.start, len(t.Name(Symbol(x.a))))
	case KindIndex:
		return t.Span(Node(x.b))
	case KindVar, KindLet, KindConst, KindOverride:
		return t.Variable(n).NameSpan
	case KindFunction:
		return t.Function(n).NameSpan
	case KindParam, KindField:
		return t.Field(n).NameSpan
	case KindStruct:
		return t.Struct(n).NameSpan
	case KindAlias:
		return t.Alias(n).NameSpan
	case KindAttribute:
		at := t.skipBlank(x.start + 1)
		return diag.Span{Start: t.base + x.start, End: t.base + at + uint32(len(t.Name(Symbol(x.a))))}
	case KindIf:
		return t.spanAt(t.nodes[t.If(n).Clauses[0]].start, len("if"))
	case KindSwitch:
		return t.keywordSpan(n, t.Switch(n).Attrs, len("switch"))
	case KindLoop:
		return t.keywordSpan(n, t.Loop(n).Attrs, len("loop"))
	case KindFor:
		return t.keywordSpan(n, t.For(n).Attrs, len("for"))
	case KindWhile:
		return t.keywordSpan(n, t.While(n).Attrs, len("while"))
	case KindReturn:
		return t.spanAt(x.start, len("return"))
	case KindBreak:
		return t.spanAt(x.start, len("break"))
	case KindContinue:
		return t.spanAt(x.start, len("continue"))
	case KindDiscard:
		return t.spanAt(x.start, len("discard"))
	case KindConstAssert:
		return t.spanAt(x.start, len("const_assert"))
	case KindContinuing:
		return t.spanAt(x.start, len("continuing"))
	}
	return t.Span(n)
}

// spanAt is the span of length bytes at a byte offset of the source.
func (t *Tree) spanAt(at uint32, length int) diag.Span {
	return diag.Span{Start: t.base + at, End: t.base + at + uint32(length)}
}

// keywordSpan is the span of the keyword that follows the attributes of n.
func (t *Tree) keywordSpan(n Node, attrs []Node, length int) diag.Span {
	at := t.nodes[n].start
	if len(attrs) > 0 {
		at = t.skipBlank(t.nodes[attrs[len(attrs)-1]].end)
	}
	return t.spanAt(at, length)
}

// skipBlank is the offset of the first token at or after at.
func (t *Tree) skipBlank(at uint32) uint32 {
	s := t.source
	i := int(at)
	for i < len(s) {
		if n := blankLen(s[i:]); n > 0 {
			i += n
			continue
		}
		n := commentLen(s[i:])
		if n == 0 {
			break
		}
		i += n
	}
	return uint32(i)
}
