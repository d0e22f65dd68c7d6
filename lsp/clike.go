package lsp

// This file indexes the expressions and statements of GLSL and HLSL. Only names that stand in
// the document itself are noted as uses; those that macros bring aren't there to be seen.

import "refract/internal/front/clike"

// clikeIndexer is the state of the walk over a tree of GLSL or HLSL.
type clikeIndexer struct {
	scopes
	t    *clike.Tree
	lang clikeLanguage

	element  func(t string) string       // the type of an element
	swizzled func(t, name string) string // the type of components of a vector
}

// A clikeLanguage is the part of the walk that the languages don't share.
type clikeLanguage interface {
	item(n clike.Node)             // walks a declaration
	typeRef(n clike.Node) string   // walks a type, and returns its name
	own(n clike.Node) []clike.Node // the expressions in a node of the language's own kinds
	ownType(n clike.Node) string   // the type of such an expression
}

// walk indexes the items of a tree.
func (w *clikeIndexer) walk(lang clikeLanguage, t *clike.Tree, s scopes) {
	w.scopes, w.t, w.lang = s, t, lang
	for _, n := range t.Items() {
		lang.item(n)
	}
}

func (w *clikeIndexer) of(n clike.Node) span { return w.span(w.t.Span(n)) }

// text is the source of a node on one line.
func (w *clikeIndexer) text(n clike.Node) string {
	if n == clike.None {
		return ""
	}
	return w.shown(w.t.Span(n))
}

func (w *clikeIndexer) doc(n clike.Node) string { return w.docAt(w.t.Span(n)) }

func (w *clikeIndexer) fold(n clike.Node) {
	if s := w.of(n); s.end > 0 {
		w.x.folds = append(w.x.folds, s)
	}
}

// only are the nodes of a list of a kind.
func (w *clikeIndexer) only(list []clike.Node, kind clike.Kind) []clike.Node {
	kept := list[:0:0]
	for _, n := range list {
		if w.t.Kind(n) == kind {
			kept = append(kept, n)
		}
	}
	return kept
}

// dims spells the dimensions of a declarator.
func (w *clikeIndexer) dims(list []clike.Node) string {
	s := ""
	for _, d := range list {
		w.expr(d)
		s += "[" + w.text(d) + "]"
	}
	return s
}

// stmt walks a statement.
func (w *clikeIndexer) stmt(n clike.Node) {
	if n == clike.None {
		return
	}
	switch w.t.Kind(n) {
	case clike.KindBlock:
		w.fold(n)
		w.scoped(w.of(n).end, func() {
			for _, s := range w.t.Block(n) {
				w.stmt(s)
			}
		})
	case clike.KindExprStmt:
		w.expr(w.t.ExprStmt(n))
	case clike.KindIf:
		v := w.t.If(n)
		for _, c := range w.only(v.Clauses, clike.KindIfClause) {
			clause := w.t.IfClause(c)
			w.expr(clause.Cond)
			w.scoped(w.of(clause.Body).end, func() { w.stmt(clause.Body) })
		}
		w.scoped(w.of(n).end, func() { w.stmt(v.Else) })
	case clike.KindSwitch:
		v := w.t.Switch(n)
		w.fold(n)
		w.expr(v.Value)
		w.scoped(w.of(n).end, func() {
			for _, s := range v.Stmts {
				w.stmt(s)
			}
		})
	case clike.KindCase:
		w.expr(w.t.Case(n))
	case clike.KindFor:
		v := w.t.For(n)
		w.scoped(w.of(n).end, func() {
			w.stmt(v.Init)
			w.condition(v.Cond)
			w.expr(v.Step)
			w.stmt(v.Body)
		})
	case clike.KindWhile:
		v := w.t.While(n)
		w.scoped(w.of(n).end, func() {
			w.condition(v.Cond)
			w.stmt(v.Body)
		})
	case clike.KindDo:
		v := w.t.Do(n)
		w.scoped(w.of(n).end, func() { w.stmt(v.Body) })
		w.expr(v.Cond)
	case clike.KindReturn:
		w.expr(w.t.Return(n))
	case clike.KindAttributed:
		v := w.t.Attributed(n)
		w.attributes(v.Attrs)
		w.stmt(v.X)
	default:
		w.lang.item(n)
	}
}

// attributes walks the arguments of attributes.
func (w *clikeIndexer) attributes(list []clike.Node) {
	for _, a := range list {
		for _, x := range w.lang.own(a) {
			w.expr(x)
		}
	}
}

// condition is an expression or a declaration.
func (w *clikeIndexer) condition(n clike.Node) {
	if n != clike.None && w.t.Kind(n) == clike.KindDeclaration {
		w.lang.item(n)
		return
	}
	w.expr(n)
}

// expr notes the names and calls in an expression, without recursion: chains of
// operators are as long as the source.
func (w *clikeIndexer) expr(n clike.Node) {
	stack := []clike.Node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == clike.None {
			continue
		}
		switch w.t.Kind(n) {
		case clike.KindIdent:
			if sym, ok := w.bound[w.t.Name(w.t.Ident(n))]; ok {
				w.use(w.t.Span(n), sym)
			}
		case clike.KindType:
			w.lang.typeRef(n)
		case clike.KindParen:
			stack = append(stack, w.t.Paren(n))
		case clike.KindUnary:
			stack = append(stack, w.t.Unary(n).X)
		case clike.KindBinary:
			v := w.t.Binary(n)
			stack = append(stack, v.Left, v.Right)
		case clike.KindAssign:
			v := w.t.Assign(n)
			stack = append(stack, v.Left, v.Right)
		case clike.KindConditional:
			v := w.t.Conditional(n)
			stack = append(stack, v.Cond, v.Then, v.Else)
		case clike.KindComma:
			v := w.t.Comma(n)
			stack = append(stack, v.Left, v.Right)
		case clike.KindIndex:
			v := w.t.Index(n)
			stack = append(stack, v.X, v.Index)
		case clike.KindMember:
			v := w.t.Member(n)
			if f := w.x.field(w.typeOf(v.X, 0), w.t.Name(v.Name)); f >= 0 {
				at := w.t.Span(n)
				at.Start = at.End - uint32(len(w.t.Name(v.Name)))
				w.use(at, f)
			}
			stack = append(stack, v.X)
		case clike.KindInitList:
			stack = append(stack, w.t.InitList(n)...)
		case clike.KindCall:
			v := w.t.Call(n)
			stack = append(stack, v.Args...)
			stack = append(stack, v.Callee)
			w.call(n, &v)
		default:
			stack = append(stack, w.lang.own(n)...)
		}
	}
}

func (w *clikeIndexer) call(n clike.Node, v *clike.Call) {
	at := w.of(n)
	if at.end == 0 {
		return
	}
	out := call{name: w.text(v.Callee), sym: -1, at: at}
	if sym, ok := w.bound[out.name]; ok {
		out.sym = sym
	}
	for _, a := range v.Args {
		out.args = append(out.args, w.of(a))
	}
	w.x.calls = append(w.x.calls, out)
}

// typeOf is the type of an expression.
func (w *clikeIndexer) typeOf(n clike.Node, depth int) string {
	if n == clike.None || depth > maxInferenceDepth {
		return ""
	}
	if t := w.x.types[w.of(n)]; t != "" {
		return t
	}
	switch w.t.Kind(n) {
	case clike.KindIdent:
		if sym, ok := w.bound[w.t.Name(w.t.Ident(n))]; ok {
			return w.x.symbols[sym].typ
		}
	case clike.KindParen:
		return w.typeOf(w.t.Paren(n), depth+1)
	case clike.KindMember:
		m := w.t.Member(n)
		base, name := w.typeOf(m.X, depth+1), w.t.Name(m.Name)
		if f := w.x.field(base, name); f >= 0 {
			return w.x.symbols[f].typ
		}
		return w.swizzled(base, name)
	case clike.KindIndex:
		return w.element(w.typeOf(w.t.Index(n).X, depth+1))
	case clike.KindCall:
		name := w.text(w.t.Call(n).Callee)
		if sym, ok := w.bound[name]; ok && w.x.symbols[sym].kind == kindFunction {
			return w.x.symbols[sym].typ
		}
		return name // a constructor
	case clike.KindUnary:
		return w.typeOf(w.t.Unary(n).X, depth+1)
	case clike.KindAssign:
		return w.typeOf(w.t.Assign(n).Left, depth+1)
	case clike.KindBinary:
		b := w.t.Binary(n)
		if right := w.typeOf(b.Right, depth+1); w.swizzled(right, "x") != "" {
			return right
		}
		return w.typeOf(b.Left, depth+1)
	}
	return w.lang.ownType(n)
}
