package lsp

// This file indexes GLSL: a walk over the syntax tree with the scopes of the language. Only
// names that stand in the document itself are noted as uses; those that macros bring aren't
// there to be seen. A declaration of an included file is a symbol of that file.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/internal/lazy"
)

// glslIndexer is the state of the walk.
type glslIndexer struct {
	scopes
	t *syntax.Tree
}

// indexGLSL indexes a source whose spans begin at offset 1.
func indexGLSL(p *syntax.Parser, name, src string, o pp.Options, x *index) {
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	tree := p.Parse(src, base, o, sources, new(diag.List))
	w := &glslIndexer{scopes{x: x, src: src, sources: sources, bound: map[string]int{}, end: len(src)}, tree}
	for _, n := range tree.Items() {
		w.item(n)
	}
}

func (w *glslIndexer) of(n syntax.Node) span { return w.span(w.t.Span(n)) }

// text is the source of a node on one line.
func (w *glslIndexer) text(n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return w.shown(w.t.Span(n))
}

func (w *glslIndexer) doc(n syntax.Node) string { return w.docAt(w.t.Span(n)) }

// item walks an item at global scope.
func (w *glslIndexer) item(n syntax.Node) {
	switch w.t.Kind(n) {
	case syntax.KindDeclaration:
		w.declaration(n, -1)
	case syntax.KindInterface:
		w.interfaceBlock(n)
	case syntax.KindRequalify:
		r := w.t.Requalify(n)
		w.quals(r.Quals)
		for _, x := range r.Names {
			w.expr(x)
		}
	case syntax.KindAttributed:
		w.item(w.t.Attributed(n).X)
	case syntax.KindFunction:
		w.function(n)
	}
}

// only are the nodes of a list of a kind.
func (w *glslIndexer) only(list []syntax.Node, kind syntax.Kind) []syntax.Node {
	kept := list[:0:0]
	for _, n := range list {
		if w.t.Kind(n) == kind {
			kept = append(kept, n)
		}
	}
	return kept
}

func (w *glslIndexer) fold(n syntax.Node) {
	if s := w.of(n); s.end > 0 {
		w.x.folds = append(w.x.folds, s)
	}
}

func (w *glslIndexer) quals(list []syntax.Node) {
	for _, q := range list {
		if w.t.Kind(q) != syntax.KindLayout {
			continue
		}
		for _, id := range w.only(w.t.Layout(q), syntax.KindLayoutID) {
			w.expr(w.t.LayoutID(id).Value)
		}
	}
}

// isConst reports whether qualifiers make a thing constant.
func (w *glslIndexer) isConst(list []syntax.Node) bool {
	for _, q := range list {
		if w.t.Kind(q) == syntax.KindQualifier && w.t.Name(w.t.Qualifier(q).Name) == "const" {
			return true
		}
	}
	return false
}

// typeRef walks a type, and returns its name.
func (w *glslIndexer) typeRef(n syntax.Node) string {
	if w.t.Kind(n) != syntax.KindType {
		return ""
	}
	v := w.t.Type(n)
	for _, d := range v.Dims {
		w.expr(d)
	}
	name := ""
	if w.t.Kind(v.Struct) == syntax.KindStruct {
		name = w.structure(v.Struct)
	} else {
		name = w.t.Name(v.Name)
		if sym, ok := w.bound[name]; ok && w.x.symbols[sym].kind == kindType {
			s := w.t.Span(n)
			s.End = s.Start + uint32(len(name))
			w.use(s, sym)
		}
	}
	return name + strings.Repeat("[]", len(v.Dims))
}

func (w *glslIndexer) structure(n syntax.Node) string {
	v := w.t.Struct(n)
	name := w.t.Name(v.Name)
	w.fold(n)
	i := -1
	if v.Name != syntax.NoSymbol {
		i = w.add(symbol{name: name, kind: kindType, full: w.of(n), code: w.sources.Text(w.t.Span(n)), doc: w.doc(n)}, v.NameSpan, true)
		if i >= 0 {
			w.x.structs[name] = i
		}
	}
	for _, m := range w.only(v.Members, syntax.KindDeclaration) {
		w.declaration(m, i)
	}
	return name
}

// dims spells the dimensions of a declarator.
func (w *glslIndexer) dims(list []syntax.Node) string {
	s := ""
	for _, d := range list {
		w.expr(d)
		s += "[" + w.text(d) + "]"
	}
	return s
}

// declaration declares variables, or members of the symbol owner.
func (w *glslIndexer) declaration(n syntax.Node, owner int) {
	v := w.t.Declaration(n)
	w.quals(v.Quals)
	typ := w.typeRef(v.Type)
	for _, d := range w.only(v.Declarators, syntax.KindDeclarator) {
		w.declarator(n, d, typ, owner, w.isConst(v.Quals))
	}
}

func (w *glslIndexer) declarator(n, d syntax.Node, typ string, owner int, fixed bool) {
	x := w.t.Declarator(d)
	typ += w.dims(x.Dims)
	w.expr(x.Init)
	if x.Name == syntax.NoSymbol {
		return
	}
	s := symbol{name: w.t.Name(x.Name), kind: kindVariable, full: w.of(d), typ: typ, given: true, fixed: fixed, code: w.text(n), doc: w.doc(n), of: owner}
	if fixed {
		s.kind = kindConstant
	}
	if owner >= 0 {
		s.kind, s.code = kindField, w.x.symbols[owner].name+"."+s.name+": "+typ
	}
	if i := w.add(s, x.NameSpan, owner < 0); i >= 0 && owner >= 0 {
		w.x.symbols[owner].parts = append(w.x.symbols[owner].parts, i)
	}
}

// interfaceBlock declares a block, whose members are names of their own where it has no
// instance.
func (w *glslIndexer) interfaceBlock(n syntax.Node) {
	v := w.t.Interface(n)
	w.quals(v.Quals)
	w.fold(n)
	name := w.t.Name(v.Name)
	i := w.add(symbol{name: name, kind: kindType, full: w.of(n), code: w.sources.Text(w.t.Span(n)), doc: w.doc(n)}, v.NameSpan, false)
	if i >= 0 {
		w.x.structs[name] = i
	}
	for _, m := range w.only(v.Members, syntax.KindDeclaration) {
		if v.Instance != syntax.NoSymbol {
			w.declaration(m, i)
			continue
		}
		d := w.t.Declaration(m)
		w.quals(d.Quals)
		typ := w.typeRef(d.Type)
		for _, x := range w.only(d.Declarators, syntax.KindDeclarator) {
			w.declarator(m, x, typ, -1, false)
		}
	}
	if v.Instance != syntax.NoSymbol {
		w.add(symbol{name: w.t.Name(v.Instance), kind: kindVariable, full: w.of(n), typ: name + w.dims(v.Dims), given: true, code: w.text(n)}, v.InstanceSpan, true)
	}
}

func (w *glslIndexer) function(n syntax.Node) {
	v := w.t.Function(n)
	result := w.typeRef(v.Return)
	s := symbol{name: w.t.Name(v.Name), kind: kindFunction, full: w.of(n), typ: result, given: true, doc: w.doc(n)}
	s.code = w.text(n)
	if v.Body != syntax.None {
		if at := w.t.Span(v.Body).Start; at > w.t.Span(n).Start {
			s.code = strings.Join(strings.Fields(w.sources.Text(diag.Span{Start: w.t.Span(n).Start, End: at})), " ")
		}
		w.fold(n)
	}
	// Prototypes, the definition and overloads share a name, and one symbol.
	i, known := w.bound[s.name]
	if known = known && w.x.symbols[i].kind == kindFunction; known {
		if f := &w.x.symbols[i]; f.code != s.code {
			f.code += "\n" + s.code
		}
		w.use(v.NameSpan, i)
	} else {
		i = w.add(s, v.NameSpan, true)
	}
	end := w.of(n).end
	w.scoped(end, func() {
		for _, p := range w.only(v.Params, syntax.KindParam) {
			x := w.t.Param(p)
			typ := w.typeRef(x.Type) + w.dims(x.Dims)
			j := -1
			if x.Name != syntax.NoSymbol {
				j = w.add(symbol{name: w.t.Name(x.Name), kind: kindParameter, full: w.of(p), typ: typ, given: true, code: w.text(p), of: i}, x.NameSpan, true)
			}
			if i >= 0 && j >= 0 && !known {
				w.x.symbols[i].parts = append(w.x.symbols[i].parts, j)
			}
		}
		if w.t.Kind(v.Body) == syntax.KindBlock {
			for _, s := range w.t.Block(v.Body) {
				w.stmt(s)
			}
		}
	})
}

// stmt walks a statement.
func (w *glslIndexer) stmt(n syntax.Node) {
	if n == syntax.None {
		return
	}
	switch w.t.Kind(n) {
	case syntax.KindDeclaration:
		w.declaration(n, -1)
	case syntax.KindBlock:
		w.fold(n)
		w.scoped(w.of(n).end, func() {
			for _, s := range w.t.Block(n) {
				w.stmt(s)
			}
		})
	case syntax.KindExprStmt:
		w.expr(w.t.ExprStmt(n))
	case syntax.KindIf:
		v := w.t.If(n)
		for _, c := range w.only(v.Clauses, syntax.KindIfClause) {
			clause := w.t.IfClause(c)
			w.expr(clause.Cond)
			w.scoped(w.of(clause.Body).end, func() { w.stmt(clause.Body) })
		}
		w.scoped(w.of(n).end, func() { w.stmt(v.Else) })
	case syntax.KindSwitch:
		v := w.t.Switch(n)
		w.fold(n)
		w.expr(v.Value)
		w.scoped(w.of(n).end, func() {
			for _, s := range v.Stmts {
				w.stmt(s)
			}
		})
	case syntax.KindCase:
		w.expr(w.t.Case(n))
	case syntax.KindFor:
		v := w.t.For(n)
		w.scoped(w.of(n).end, func() {
			w.stmt(v.Init)
			w.condition(v.Cond)
			w.expr(v.Step)
			w.stmt(v.Body)
		})
	case syntax.KindWhile:
		v := w.t.While(n)
		w.scoped(w.of(n).end, func() {
			w.condition(v.Cond)
			w.stmt(v.Body)
		})
	case syntax.KindDo:
		v := w.t.Do(n)
		w.scoped(w.of(n).end, func() { w.stmt(v.Body) })
		w.expr(v.Cond)
	case syntax.KindReturn:
		w.expr(w.t.Return(n))
	case syntax.KindAttributed:
		w.stmt(w.t.Attributed(n).X)
	case syntax.KindFunction, syntax.KindInterface, syntax.KindRequalify:
		w.item(n)
	}
}

// condition is an expression or a declaration.
func (w *glslIndexer) condition(n syntax.Node) {
	if n != syntax.None && w.t.Kind(n) == syntax.KindDeclaration {
		w.declaration(n, -1)
		return
	}
	w.expr(n)
}

// expr notes the names and calls in an expression, without recursion: chains of
// operators are as long as the source.
func (w *glslIndexer) expr(n syntax.Node) {
	stack := []syntax.Node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == syntax.None {
			continue
		}
		switch w.t.Kind(n) {
		case syntax.KindIdent:
			if sym, ok := w.bound[w.t.Name(w.t.Ident(n))]; ok {
				w.use(w.t.Span(n), sym)
			}
		case syntax.KindType:
			w.typeRef(n)
		case syntax.KindParen:
			stack = append(stack, w.t.Paren(n))
		case syntax.KindUnary:
			stack = append(stack, w.t.Unary(n).X)
		case syntax.KindBinary:
			v := w.t.Binary(n)
			stack = append(stack, v.Left, v.Right)
		case syntax.KindAssign:
			v := w.t.Assign(n)
			stack = append(stack, v.Left, v.Right)
		case syntax.KindConditional:
			v := w.t.Conditional(n)
			stack = append(stack, v.Cond, v.Then, v.Else)
		case syntax.KindComma:
			v := w.t.Comma(n)
			stack = append(stack, v.Left, v.Right)
		case syntax.KindIndex:
			v := w.t.Index(n)
			stack = append(stack, v.X, v.Index)
		case syntax.KindMember:
			v := w.t.Member(n)
			if f := w.x.field(w.typeOf(v.X, 0), w.t.Name(v.Name)); f >= 0 {
				w.use(w.t.Primary(n), f)
			}
			stack = append(stack, v.X)
		case syntax.KindMethod:
			stack = append(stack, w.t.Method(n).X)
		case syntax.KindInitList:
			stack = append(stack, w.t.InitList(n)...)
		case syntax.KindCall:
			v := w.t.Call(n)
			stack = append(stack, v.Args...)
			stack = append(stack, v.Callee)
			w.call(n, &v)
		}
	}
}

func (w *glslIndexer) call(n syntax.Node, v *syntax.Call) {
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
func (w *glslIndexer) typeOf(n syntax.Node, depth int) string {
	if n == syntax.None || depth > maxInferenceDepth {
		return ""
	}
	if t := w.x.types[w.of(n)]; t != "" {
		return t
	}
	switch w.t.Kind(n) {
	case syntax.KindIdent:
		if sym, ok := w.bound[w.t.Name(w.t.Ident(n))]; ok {
			return w.x.symbols[sym].typ
		}
	case syntax.KindParen:
		return w.typeOf(w.t.Paren(n), depth+1)
	case syntax.KindMember:
		m := w.t.Member(n)
		base, name := w.typeOf(m.X, depth+1), w.t.Name(m.Name)
		if f := w.x.field(base, name); f >= 0 {
			return w.x.symbols[f].typ
		}
		return glslSwizzled(base, name)
	case syntax.KindIndex:
		return glslElement(w.typeOf(w.t.Index(n).X, depth+1))
	case syntax.KindCall:
		name := w.text(w.t.Call(n).Callee)
		if sym, ok := w.bound[name]; ok && w.x.symbols[sym].kind == kindFunction {
			return w.x.symbols[sym].typ
		}
		return name // a constructor
	case syntax.KindUnary:
		return w.typeOf(w.t.Unary(n).X, depth+1)
	case syntax.KindAssign:
		return w.typeOf(w.t.Assign(n).Left, depth+1)
	case syntax.KindBinary:
		b := w.t.Binary(n)
		if right := w.typeOf(b.Right, depth+1); strings.Contains(right, "vec") {
			return right
		}
		return w.typeOf(b.Left, depth+1)
	}
	return ""
}

// glslElement is the type of an element of a type.
func glslElement(t string) string {
	if i := strings.IndexByte(t, '['); i > 0 {
		end := strings.IndexByte(t[i:], ']')
		if end < 0 {
			return ""
		}
		return t[:i] + t[i+end+1:]
	}
	if v := strings.Index(t, "vec"); v >= 0 {
		return glslScalars.Get()[t[:v]]
	}
	if m := strings.Index(t, "mat"); m >= 0 && len(t) > m+3 {
		return map[string]string{"": "", "d": "d"}[t[:m]] + "vec" + t[len(t)-1:]
	}
	return ""
}

var glslScalars = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{"": "float", "i": "int", "u": "uint", "b": "bool", "d": "double", "f16": "float16_t"}
}}

// glslSwizzled is the type of components of a vector.
func glslSwizzled(t, name string) string {
	v := strings.Index(t, "vec")
	if v < 0 || len(t) != v+4 || len(name) > 4 {
		return ""
	}
	if len(name) == 1 {
		return glslScalars.Get()[t[:v]]
	}
	return t[:v+3] + string(rune('0'+len(name)))
}
