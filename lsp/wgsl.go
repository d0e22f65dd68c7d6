package lsp

// This file indexes WGSL: a walk over the syntax tree with the scopes of the language.

import (
	"strings"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/front/wgsl/syntax"
)

// wgslIndexer is the state of the walk.
type wgslIndexer struct {
	x     *index
	t     *syntax.Tree
	src   string
	bound map[string]int // what a name means here
	undo  []shadowed
	end   int // of the innermost scope
	fn    int // the function under way, or -1
	depth int
}

type shadowed struct {
	name string
	sym  int
	was  bool
}

// maxInferenceDepth bounds inferring the type of an expression.
const maxInferenceDepth = 60

// indexWGSL indexes a source whose spans begin at offset 1. The types are the checker's.
func indexWGSL(p *syntax.Parser, name, src string, o *wgsl.Options, x *index) {
	options := syntax.Options{Comments: true}
	sources := new(diag.Sources)
	sources.Add(name, src)
	if o.WESL {
		options.WESL, options.Lenient, options.Imported, options.Features = true, true, true, o.Features
		if o.Importer != nil {
			options.Modules = wgsl.ModulesOf(o.Importer, sources, name)
		}
	}
	tree := p.Parse(src, 1, options, new(diag.List))
	w := &wgslIndexer{x: x, t: tree, src: tree.Source(), bound: map[string]int{}, end: len(src), fn: -1}
	foreign := map[syntax.Node]int{}
	for _, n := range tree.Items() {
		if w.of(n).start < len(src) {
			w.declare(n)
			continue
		}
		first := len(x.symbols)
		if w.scoped(n, func() { w.declare(n) }); len(x.symbols) > first {
			foreign[n] = first
		}
		for i := first; i < len(x.symbols); i++ {
			s := &x.symbols[i]
			s.file, s.place = placeOf(sources, uint32(s.at.start)+1, s.name)
			s.full, s.init, s.seen = span{}, span{}, span{0, len(src)}
			if s.kind == kindParameter {
				s.seen = span{-1, -1}
			}
		}
	}
	for _, l := range tree.Links() {
		if i, ok := foreign[l.Item]; ok && tree.Plain(l.Symbol) == l.Symbol {
			w.bound[tree.Name(l.Symbol)] = i
			at, named := w.span(l.At), w.span(l.Named)
			if at.end > at.start {
				x.uses = append(x.uses, use{at, i})
			}
			if named != at && named.end > named.start {
				x.uses = append(x.uses, use{named, i})
			}
		}
	}
	for _, n := range tree.Items() {
		if w.of(n).start < len(src) {
			w.item(n)
		}
	}
}

func (w *wgslIndexer) span(s diag.Span) span {
	return span{max(0, int(s.Start)-1), max(0, int(s.End)-1)}
}
func (w *wgslIndexer) of(n syntax.Node) span { return w.span(w.t.Span(n)) }
func (w *wgslIndexer) text(n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return strings.Join(strings.Fields(w.t.Text(n)), " ")
}

// bind declares a name from here to the end of the scope.
func (w *wgslIndexer) bind(i int) {
	s := &w.x.symbols[i]
	old, was := w.bound[s.name]
	w.undo = append(w.undo, shadowed{s.name, old, was})
	w.bound[s.name] = i
}

// scoped runs f in a scope that ends where n does.
func (w *wgslIndexer) scoped(n syntax.Node, f func()) {
	mark, end := len(w.undo), w.end
	w.end = w.of(n).end
	f()
	for i := len(w.undo) - 1; i >= mark; i-- {
		if u := w.undo[i]; u.was {
			w.bound[u.name] = u.sym
		} else {
			delete(w.bound, u.name)
		}
	}
	w.undo, w.end = w.undo[:mark], end
}

// doc is the comment before a declaration: doc comments, or others that stand right
// before it.
func (w *wgslIndexer) doc(n syntax.Node) string {
	var lines []string
	for _, c := range w.t.Doc(n) {
		lines = append(lines, commentText(w.t.CommentText(c)))
	}
	if lines == nil {
		return plainDoc(w.src, w.of(n).start)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// declare adds the declarations of module scope, which are visible everywhere.
func (w *wgslIndexer) declare(n syntax.Node) {
	s := symbol{full: w.of(n), seen: span{0, len(w.src)}, doc: w.doc(n)}
	switch w.t.Kind(n) {
	case syntax.KindVar, syntax.KindConst, syntax.KindOverride:
		v := w.t.Variable(n)
		w.variable(n, &v, &s)
	case syntax.KindFunction:
		f := w.t.Function(n)
		s.name, s.at, s.kind, s.typ, s.given = w.t.Name(f.Name), w.span(f.NameSpan), kindFunction, w.text(f.Return), true
		s.code = strings.TrimSpace(w.src[s.full.start:min(w.of(f.Body).start, len(w.src))])
		if w.t.Kind(f.Body) != syntax.KindBlock {
			s.code = w.text(n)
		}
		if f.Name != syntax.NoSymbol {
			i := w.x.add(s)
			w.bind(i)
			for _, p := range w.only(f.Params, syntax.KindParam) {
				v := w.t.Field(p)
				j := w.x.add(symbol{name: w.t.Name(v.Name), kind: kindParameter, at: w.span(v.NameSpan), full: w.of(p), seen: w.of(f.Body), typ: w.text(v.Type), given: true,
					fixed: true, code: w.text(p), of: i, local: true})
				w.x.symbols[i].parts = append(w.x.symbols[i].parts, j)
			}
		}
		return
	case syntax.KindStruct:
		v := w.t.Struct(n)
		s.name, s.at, s.kind, s.code = w.t.Name(v.Name), w.span(v.NameSpan), kindType, w.src[s.full.start:s.full.end]
		if v.Name == syntax.NoSymbol {
			return
		}
		i := w.x.add(s)
		w.bind(i)
		w.x.structs[w.t.GlobalName(v.Name)] = i
		for _, f := range w.only(v.Fields, syntax.KindField) {
			m := w.t.Field(f)
			j := w.x.add(symbol{name: w.t.Name(m.Name), kind: kindField, at: w.span(m.NameSpan), full: w.of(f), typ: w.text(m.Type), given: true,
				code: s.name + "." + w.t.Name(m.Name) + ": " + w.text(m.Type), doc: w.doc(f), of: i})
			w.x.symbols[i].parts = append(w.x.symbols[i].parts, j)
		}
		return
	case syntax.KindAlias:
		v := w.t.Alias(n)
		s.name, s.at, s.kind, s.typ, s.code = w.t.Name(v.Name), w.span(v.NameSpan), kindType, w.text(v.Type), w.text(n)
	default:
		return
	}
	if s.name != "" {
		w.bind(w.x.add(s))
	}
}

// variable fills in a declaration of a value.
func (w *wgslIndexer) variable(n syntax.Node, v *syntax.Variable, s *symbol) {
	s.name, s.at, s.typ, s.given, s.code = w.t.Name(v.Name), w.span(v.NameSpan), w.text(v.Type), v.Type != syntax.None, w.text(n)
	s.kind, s.fixed = kindVariable, w.t.Kind(n) != syntax.KindVar
	if k := w.t.Kind(n); k == syntax.KindConst || k == syntax.KindOverride {
		s.kind = kindConstant
	}
	if v.Init != syntax.None {
		s.init = w.of(v.Init)
		if s.typ == "" {
			if s.typ = w.typeOf(v.Init, 0); s.kind != kindConstant {
				s.typ = concrete(s.typ)
			}
		}
	}
}

// item walks a declaration at module scope.
func (w *wgslIndexer) item(n syntax.Node) {
	switch w.t.Kind(n) {
	case syntax.KindVar, syntax.KindConst, syntax.KindOverride:
		v := w.t.Variable(n)
		w.attrs(v.Attrs)
		w.expr(v.Type)
		w.expr(v.Init)
	case syntax.KindFunction:
		f := w.t.Function(n)
		w.attrs(f.Attrs)
		w.fold(n)
		i, known := w.bound[w.t.Name(f.Name)]
		for _, p := range w.only(f.Params, syntax.KindParam) {
			v := w.t.Field(p)
			w.attrs(v.Attrs)
			w.expr(v.Type)
		}
		w.attrs(f.ReturnAttrs)
		w.expr(f.Return)
		if w.t.Kind(f.Body) != syntax.KindBlock {
			return
		}
		w.scoped(f.Body, func() {
			if known && w.x.symbols[i].at == w.span(f.NameSpan) {
				w.fn = i
				for _, j := range w.x.symbols[i].parts {
					w.bind(j)
				}
			}
			b := w.t.Block(f.Body)
			w.attrs(b.Attrs)
			w.stmts(b.Stmts)
			w.fn = -1
		})
	case syntax.KindStruct:
		w.fold(n)
		for _, f := range w.only(w.t.Struct(n).Fields, syntax.KindField) {
			v := w.t.Field(f)
			w.attrs(v.Attrs)
			w.expr(v.Type)
		}
	case syntax.KindAlias:
		w.expr(w.t.Alias(n).Type)
	case syntax.KindConstAssert:
		w.expr(w.t.ConstAssert(n).Cond)
	}
}

// only are the nodes of a list of a kind: where something couldn't be parsed others stand
// among them.
func (w *wgslIndexer) only(list []syntax.Node, kind syntax.Kind) []syntax.Node {
	for i, n := range list {
		if w.t.Kind(n) != kind {
			kept := append([]syntax.Node(nil), list[:i]...)
			for _, n := range list[i:] {
				if w.t.Kind(n) == kind {
					kept = append(kept, n)
				}
			}
			return kept
		}
	}
	return list
}

func (w *wgslIndexer) fold(n syntax.Node) { w.x.folds = append(w.x.folds, w.of(n)) }

// attrs walks the arguments of attributes that are expressions.
func (w *wgslIndexer) attrs(list []syntax.Node) {
	for _, n := range w.only(list, syntax.KindAttribute) {
		a := w.t.Attribute(n)
		switch w.t.Name(a.Name) {
		case "builtin", "interpolate", "diagnostic":
			continue
		}
		for _, x := range a.Args {
			w.expr(x)
		}
	}
}

func (w *wgslIndexer) stmts(list []syntax.Node) {
	for _, n := range list {
		w.stmt(n)
	}
}

func (w *wgslIndexer) block(n syntax.Node) {
	if n == syntax.None || w.t.Kind(n) != syntax.KindBlock {
		return
	}
	w.fold(n)
	w.scoped(n, func() {
		b := w.t.Block(n)
		w.attrs(b.Attrs)
		w.stmts(b.Stmts)
	})
}

// stmt walks a statement.
func (w *wgslIndexer) stmt(n syntax.Node) {
	switch w.t.Kind(n) {
	case syntax.KindBlock:
		w.block(n)
	case syntax.KindVar, syntax.KindLet, syntax.KindConst:
		v := w.t.Variable(n)
		w.expr(v.Type)
		w.expr(v.Init)
		s := symbol{full: w.of(n), seen: span{w.of(n).end, w.end}, local: true}
		w.variable(n, &v, &s)
		if v.Name != syntax.NoSymbol {
			w.bind(w.x.add(s))
		}
	case syntax.KindAssign:
		a := w.t.Assign(n)
		w.expr(a.Left)
		w.expr(a.Right)
	case syntax.KindIncrement, syntax.KindDecrement:
		w.expr(w.t.Step(n).X)
	case syntax.KindCallStmt:
		w.expr(w.t.CallStmt(n).Call)
	case syntax.KindIf:
		v := w.t.If(n)
		w.attrs(v.Attrs)
		for _, c := range w.only(v.Clauses, syntax.KindIfClause) {
			clause := w.t.IfClause(c)
			w.expr(clause.Cond)
			w.block(clause.Body)
		}
		w.block(v.Else)
	case syntax.KindSwitch:
		v := w.t.Switch(n)
		w.attrs(v.Attrs)
		w.fold(n)
		w.expr(v.Value)
		for _, c := range v.Cases {
			if w.t.Kind(c) != syntax.KindCase {
				continue
			}
			clause := w.t.Case(c)
			for _, s := range clause.Selectors {
				w.expr(s)
			}
			w.block(clause.Body)
		}
	case syntax.KindLoop:
		v := w.t.Loop(n)
		w.attrs(v.Attrs)
		w.fold(n)
		w.scoped(n, func() {
			w.stmts(v.Stmts)
			if v.Continuing != syntax.None {
				w.stmt(v.Continuing)
			}
		})
	case syntax.KindContinuing:
		w.scoped(n, func() { w.stmts(w.t.Continuing(n).Stmts) })
	case syntax.KindBreakIf:
		w.expr(w.t.BreakIf(n).Cond)
	case syntax.KindFor:
		v := w.t.For(n)
		w.attrs(v.Attrs)
		w.scoped(n, func() {
			if v.Init != syntax.None {
				w.stmt(v.Init)
			}
			w.expr(v.Cond)
			if v.Update != syntax.None {
				w.stmt(v.Update)
			}
			w.block(v.Body)
		})
	case syntax.KindWhile:
		v := w.t.While(n)
		w.attrs(v.Attrs)
		w.expr(v.Cond)
		w.block(v.Body)
	case syntax.KindReturn:
		w.expr(w.t.Return(n).X)
	case syntax.KindConstAssert:
		w.expr(w.t.ConstAssert(n).Cond)
	}
}

// expr notes the names and calls in an expression. Its nodes lie in a row.
func (w *wgslIndexer) expr(n syntax.Node) {
	if n == syntax.None || !w.t.Kind(n).IsExpr() {
		return
	}
	for i := w.t.First(n); i <= n; i++ {
		switch w.t.Kind(i) {
		case syntax.KindIdent:
			if sym, ok := w.bound[w.t.Name(w.t.Ident(i).Name)]; ok {
				w.x.uses = append(w.x.uses, use{w.span(w.t.Primary(i)), sym})
			}
		case syntax.KindMember:
			m := w.t.Member(i)
			if f := w.x.field(unwrap(w.typeOf(m.X, 0)), w.t.Name(m.Name)); f >= 0 {
				w.x.uses = append(w.x.uses, use{w.span(w.t.Primary(i)), f})
			}
		case syntax.KindCall:
			c := w.t.Call(i)
			if w.t.Kind(c.Callee) != syntax.KindIdent {
				continue
			}
			out := call{name: w.t.Name(w.t.Ident(c.Callee).Name), sym: -1, at: w.of(i)}
			if sym, ok := w.bound[out.name]; ok {
				out.sym = sym
			}
			for _, a := range c.Args {
				out.args = append(out.args, w.of(a))
			}
			w.x.calls = append(w.x.calls, out)
		}
	}
}

// typeOf is the type of an expression: the checker's, or one inferred from declarations; ""
// where neither tells.
func (w *wgslIndexer) typeOf(n syntax.Node, depth int) string {
	if n == syntax.None || depth > maxInferenceDepth {
		return ""
	}
	if t := w.x.types[w.of(n)]; t != "" {
		return t
	}
	switch w.t.Kind(n) {
	case syntax.KindParen:
		return w.typeOf(w.t.Paren(n).X, depth+1)
	case syntax.KindLiteral:
		switch k := w.t.Literal(n).Kind; {
		case k == syntax.LitTrue || k == syntax.LitFalse:
			return "bool"
		default:
			return k.String()
		}
	case syntax.KindIdent:
		if sym, ok := w.bound[w.t.Name(w.t.Ident(n).Name)]; ok {
			return w.x.symbols[sym].typ
		}
	case syntax.KindMember:
		m := w.t.Member(n)
		base, name := unwrap(w.typeOf(m.X, depth+1)), w.t.Name(m.Name)
		if f := w.x.field(base, name); f >= 0 {
			return w.x.symbols[f].typ
		}
		return swizzled(base, name)
	case syntax.KindIndex:
		return elementOf(unwrap(w.typeOf(w.t.Index(n).X, depth+1)))
	case syntax.KindUnary:
		u := w.t.Unary(n)
		t := w.typeOf(u.X, depth+1)
		if u.Op == syntax.OpDeref {
			return unwrap(t)
		}
		return t
	case syntax.KindBinary:
		b := w.t.Binary(n)
		if b.Op >= syntax.OpEqual {
			return "bool"
		}
		left := w.typeOf(b.Left, depth+1)
		if right := w.typeOf(b.Right, depth+1); strings.HasPrefix(right, "vec") || left == "" {
			return right
		}
		return left
	case syntax.KindCall:
		callee := w.t.Call(n).Callee
		if w.t.Kind(callee) != syntax.KindIdent {
			return ""
		}
		name := w.t.Name(w.t.Ident(callee).Name)
		if sym, ok := w.bound[name]; ok {
			if s := &w.x.symbols[sym]; s.kind == kindFunction || s.kind == kindType && s.typ != "" {
				return s.typ
			}
			return name
		}
		if strings.HasPrefix(name, "vec") || strings.HasPrefix(name, "mat") || strings.HasPrefix(name, "array") {
			return w.text(callee)
		}
	}
	return ""
}

// unwrap is the type behind a pointer or atomic.
func unwrap(t string) string {
	if inner, ok := strings.CutPrefix(t, "ptr<"); ok {
		parts := templateArgs(inner)
		if len(parts) > 1 {
			return unwrap(parts[1])
		}
	}
	return t
}

// templateArgs splits "A, B<C, D>>" at its commas.
func templateArgs(s string) []string {
	s = strings.TrimSuffix(s, ">")
	var parts []string
	depth, start := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '<', '(':
			depth++
		case '>', ')':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(s[start:i]))
				start = i + 1
			}
		}
	}
	return append(parts, strings.TrimSpace(s[start:]))
}

// elementOf is the type of an element of a type.
func elementOf(t string) string {
	for _, p := range []string{"array<", "binding_array<"} {
		if inner, ok := strings.CutPrefix(t, p); ok {
			return templateArgs(inner)[0]
		}
	}
	if scalar, _, ok := vectorParts(t); ok {
		return scalar
	}
	if len(t) >= 6 && strings.HasPrefix(t, "mat") {
		scalar, _, _ := vectorParts("vec2" + t[6:])
		return "vec" + t[5:6] + "<" + scalar + ">"
	}
	return ""
}

// vectorParts are the scalar and the size of a vector's type.
func vectorParts(t string) (scalar string, n int, ok bool) {
	rest, ok := strings.CutPrefix(t, "vec")
	if !ok || rest == "" || rest[0] < '2' || rest[0] > '4' {
		return "", 0, false
	}
	n = int(rest[0] - '0')
	switch s := rest[1:]; s {
	case "f":
		return "f32", n, true
	case "h":
		return "f16", n, true
	case "i":
		return "i32", n, true
	case "u":
		return "u32", n, true
	default:
		if strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") {
			return s[1 : len(s)-1], n, true
		}
	}
	return "", 0, false
}

// swizzled is the type of components of a vector.
func swizzled(t, name string) string {
	scalar, _, ok := vectorParts(t)
	switch {
	case !ok || len(name) > 4:
		return ""
	case len(name) == 1:
		return scalar
	}
	return "vec" + string(rune('0'+len(name))) + "<" + scalar + ">"
}
