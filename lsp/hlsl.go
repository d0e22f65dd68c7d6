package lsp

// This file indexes HLSL: a walk over the syntax tree with the scopes of the language. Names of a
// namespace are bound in it, and behind it with the namespace's name in front; overloads of a
// function are one symbol. Members that structs inherit are members of these too.

import (
	"strings"

	"refract/diag"
	"refract/front/hlsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
	"refract/internal/lazy"
)

// hlslIndexer is the state of the walk.
type hlslIndexer struct {
	scopes
	t *syntax.Tree
}

// newHLSLParser makes a parser with the names of the language.
func newHLSLParser() *syntax.Parser { return syntax.NewParser(hlsl.ParserNames()) }

// indexHLSL indexes a source whose spans begin at offset 1.
func indexHLSL(p *syntax.Parser, name, src string, o pp.Options, x *index) {
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	tree := p.Parse(src, base, o, sources, new(diag.List))
	w := &hlslIndexer{scopes{x: x, src: src, sources: sources, bound: map[string]int{}, end: len(src)}, tree}
	for _, n := range tree.Items() {
		w.item(n)
	}
}

func (w *hlslIndexer) of(n syntax.Node) span { return w.span(w.t.Span(n)) }

func (w *hlslIndexer) text(n syntax.Node) string {
	if n == syntax.None {
		return ""
	}
	return w.shown(w.t.Span(n))
}

func (w *hlslIndexer) doc(n syntax.Node) string { return w.docAt(w.t.Span(n)) }

func (w *hlslIndexer) fold(n syntax.Node) {
	if s := w.of(n); s.end > 0 {
		w.x.folds = append(w.x.folds, s)
	}
}

// item walks a declaration.
func (w *hlslIndexer) item(n syntax.Node) {
	switch w.t.Kind(n) {
	case syntax.KindDeclaration:
		w.declaration(n, -1)
	case syntax.KindBuffer:
		v := w.t.Buffer(n)
		w.fold(n)
		w.add(symbol{name: w.t.Name(v.Name), kind: kindType, full: w.of(n), code: w.sources.Text(w.t.Span(n)), doc: w.doc(n)}, v.NameSpan, false)
		for _, m := range v.Members {
			w.item(m)
		}
	case syntax.KindNamespace:
		w.namespace(n)
	case syntax.KindTypedef:
		v := w.t.Typedef(n)
		typ := w.typeRef(v.Type)
		for _, d := range v.Declarators {
			if w.t.Kind(d) == syntax.KindDeclarator {
				x := w.t.Declarator(d)
				w.add(symbol{name: w.t.Name(x.Name), kind: kindType, full: w.of(n), typ: typ, given: true, code: w.text(n), doc: w.doc(n)}, x.NameSpan, true)
			}
		}
	case syntax.KindUsing:
		if v := w.t.Using(n); v.Type != syntax.None {
			w.add(symbol{name: w.t.Name(v.Name), kind: kindType, full: w.of(n), typ: w.typeRef(v.Type), given: true, code: w.text(n), doc: w.doc(n)}, v.NameSpan, true)
		}
	case syntax.KindTemplate:
		w.item(w.t.Template(n).X)
	case syntax.KindFunction:
		w.function(n)
	case syntax.KindStaticAssert:
		w.expr(w.t.StaticAssert(n))
	case syntax.KindAttributed:
		v := w.t.Attributed(n)
		w.attributes(v.Attrs)
		w.item(v.X)
	}
}

func (w *hlslIndexer) attributes(list []syntax.Node) {
	for _, a := range list {
		if w.t.Kind(a) == syntax.KindAttribute {
			for _, x := range w.t.Attribute(a).Args {
				w.expr(x)
			}
		}
	}
}

// namespace walks the items of a namespace, whose names are qualified behind it.
func (w *hlslIndexer) namespace(n syntax.Node) {
	v := w.t.Namespace(n)
	w.fold(n)
	first, local := len(w.x.symbols), w.local
	w.scoped(w.of(n).end, func() {
		w.local = local
		for _, item := range v.Items {
			w.item(item)
		}
	})
	for i := first; i < len(w.x.symbols); i++ {
		if s := &w.x.symbols[i]; !s.local && s.of < 0 {
			w.bound[w.t.Name(v.Name)+"::"+s.name] = i
		}
	}
}

// typeRef walks a type, and returns its name.
func (w *hlslIndexer) typeRef(n syntax.Node) string {
	if n == syntax.None || w.t.Kind(n) != syntax.KindType {
		return ""
	}
	v := w.t.Type(n)
	for _, d := range v.Dims {
		w.expr(d)
	}
	name := ""
	switch w.t.Kind(v.Name) {
	case syntax.KindIdent, syntax.KindName:
		w.named(v.Name)
		name = w.text(v.Name)
	case syntax.KindStruct:
		name = w.structure(v.Name)
	case syntax.KindEnum:
		name = w.enum(v.Name)
	}
	return name + strings.Repeat("[]", len(v.Dims))
}

// named notes the use of a name, and walks its arguments.
func (w *hlslIndexer) named(n syntax.Node) {
	if w.t.Kind(n) == syntax.KindIdent {
		if sym, ok := w.bound[w.t.Name(w.t.Ident(n))]; ok {
			w.use(w.t.Span(n), sym)
		}
		return
	}
	v := w.t.NameOf(n)
	for _, a := range v.Args {
		w.expr(a)
	}
	name, at := w.t.Name(v.Name), w.t.Span(n)
	full := ""
	for _, part := range v.Scope {
		s, _ := w.t.ScopeName(part)
		full += w.t.Name(s) + "::"
	}
	sym, ok := w.bound[full+name]
	switch {
	case !ok:
	case full == "":
		at.End = at.Start + uint32(len(name))
		w.use(at, sym)
	case !v.Given:
		at.Start = at.End - uint32(len(name))
		w.use(at, sym)
	}
}

func (w *hlslIndexer) structure(n syntax.Node) string {
	v := w.t.Struct(n)
	name := w.t.Name(v.Name)
	w.fold(n)
	for _, b := range v.Bases {
		w.typeRef(b)
	}
	i := -1
	if v.Name != syntax.NoSymbol && !v.Forward {
		i = w.add(symbol{name: name, kind: kindType, full: w.of(n), code: w.sources.Text(w.t.Span(n)), doc: w.doc(n)}, v.NameSpan, true)
	}
	if i >= 0 {
		w.x.structs[name] = i
		for _, b := range v.Bases {
			if base, ok := w.x.structs[w.text(w.t.Type(b).Name)]; ok {
				w.x.symbols[i].parts = append(w.x.symbols[i].parts, w.x.symbols[base].parts...)
			}
		}
	}
	w.scoped(w.of(n).end, func() {
		for _, f := range w.partsOf(i) {
			w.bind(w.x.symbols[f].name, f)
		}
		for _, m := range v.Members {
			if w.t.Kind(m) == syntax.KindDeclaration {
				w.declaration(m, i)
				for _, f := range w.partsOf(i) {
					w.bind(w.x.symbols[f].name, f)
				}
			}
		}
		for _, m := range v.Members {
			if w.t.Kind(m) != syntax.KindDeclaration {
				w.item(m)
			}
		}
	})
	return name
}

func (w *hlslIndexer) partsOf(sym int) []int {
	if sym < 0 {
		return nil
	}
	return w.x.symbols[sym].parts
}

func (w *hlslIndexer) enum(n syntax.Node) string {
	v := w.t.Enum(n)
	name := w.t.Name(v.Name)
	w.fold(n)
	if v.Name != syntax.NoSymbol {
		w.add(symbol{name: name, kind: kindType, full: w.of(n), code: w.sources.Text(w.t.Span(n)), doc: w.doc(n)}, v.NameSpan, true)
	}
	for _, e := range v.List {
		if w.t.Kind(e) != syntax.KindEnumerator {
			continue
		}
		x := w.t.Enumerator(e)
		w.expr(x.Value)
		text, at := w.t.Name(x.Name), w.t.Span(e)
		at.End = at.Start + uint32(len(text))
		if i := w.add(symbol{name: text, kind: kindConstant, full: w.of(e), typ: name, given: true, fixed: true, code: name + "::" + w.text(e)}, at, !v.Scoped); i >= 0 {
			w.bind(name+"::"+text, i)
		}
	}
	return name
}

// dims spells the dimensions of a declarator.
func (w *hlslIndexer) dims(list []syntax.Node) string {
	s := ""
	for _, d := range list {
		w.expr(d)
		s += "[" + w.text(d) + "]"
	}
	return s
}

// declaration declares variables, or members of the symbol owner.
func (w *hlslIndexer) declaration(n syntax.Node, owner int) {
	v := w.t.Declaration(n)
	w.attributes(v.Attrs)
	typ := w.typeRef(v.Type)
	fixed := v.Mods&syntax.ModConst != 0
	for _, d := range v.Declarators {
		if w.t.Kind(d) != syntax.KindDeclarator {
			continue
		}
		x := w.t.Declarator(d)
		of := typ + w.dims(x.Dims)
		w.expr(x.Init)
		if x.Name == syntax.NoSymbol {
			continue
		}
		s := symbol{name: w.t.Name(x.Name), kind: kindVariable, full: w.of(d), typ: of, given: true, fixed: fixed, code: w.text(n), doc: w.doc(n), of: owner}
		if fixed {
			s.kind = kindConstant
		}
		if owner >= 0 {
			s.kind, s.code = kindField, w.x.symbols[owner].name+"."+s.name+": "+of
		}
		if i := w.add(s, x.NameSpan, owner < 0); i >= 0 && owner >= 0 {
			w.x.symbols[owner].parts = append(w.x.symbols[owner].parts, i)
		}
	}
}

func (w *hlslIndexer) function(n syntax.Node) {
	v := w.t.Function(n)
	w.attributes(v.Attrs)
	s := symbol{name: w.t.Name(v.Name), kind: kindFunction, full: w.of(n), typ: w.typeRef(v.Return), given: true, doc: w.doc(n), code: w.text(n)}
	if v.Body != syntax.None {
		if at := w.t.Span(v.Body).Start; at > w.t.Span(n).Start {
			s.code = w.shown(diag.Span{Start: w.t.Span(n).Start, End: at})
		}
		w.fold(n)
	}
	i, known := w.bound[s.name]
	if known = known && w.x.symbols[i].kind == kindFunction && len(v.Scope) == 0; known {
		if f := &w.x.symbols[i]; f.code != s.code {
			f.code += "\n" + s.code
		}
		w.use(v.NameSpan, i)
	} else {
		i = w.add(s, v.NameSpan, len(v.Scope) == 0)
	}
	w.scoped(w.of(n).end, func() {
		for _, p := range v.Params {
			if w.t.Kind(p) != syntax.KindParam {
				continue
			}
			x := w.t.Param(p)
			w.expr(x.Default)
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
func (w *hlslIndexer) stmt(n syntax.Node) {
	if n == syntax.None {
		return
	}
	switch w.t.Kind(n) {
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
		for _, c := range v.Clauses {
			if w.t.Kind(c) == syntax.KindIfClause {
				clause := w.t.IfClause(c)
				w.expr(clause.Cond)
				w.scoped(w.of(clause.Body).end, func() { w.stmt(clause.Body) })
			}
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
			w.expr(v.Cond)
			w.expr(v.Step)
			w.stmt(v.Body)
		})
	case syntax.KindWhile:
		v := w.t.While(n)
		w.scoped(w.of(n).end, func() {
			w.expr(v.Cond)
			w.stmt(v.Body)
		})
	case syntax.KindDo:
		v := w.t.Do(n)
		w.scoped(w.of(n).end, func() { w.stmt(v.Body) })
		w.expr(v.Cond)
	case syntax.KindReturn:
		w.expr(w.t.Return(n))
	case syntax.KindAttributed:
		v := w.t.Attributed(n)
		w.attributes(v.Attrs)
		w.stmt(v.X)
	default:
		w.item(n)
	}
}

// expr notes the names and calls in an expression, without recursion: chains of operators are
// as long as the source.
func (w *hlslIndexer) expr(n syntax.Node) {
	stack := []syntax.Node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n == syntax.None {
			continue
		}
		switch w.t.Kind(n) {
		case syntax.KindIdent, syntax.KindName:
			w.named(n)
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
		case syntax.KindCast:
			v := w.t.Cast(n)
			stack = append(stack, v.Type, v.X)
		case syntax.KindSizeof:
			stack = append(stack, w.t.Sizeof(n))
		case syntax.KindMember:
			v := w.t.Member(n)
			if f := w.x.field(w.typeOf(v.X, 0), w.t.Name(v.Name)); f >= 0 {
				at := w.t.Span(n)
				at.Start = at.End - uint32(len(w.t.Name(v.Name)))
				w.use(at, f)
			}
			stack = append(stack, v.X)
		case syntax.KindMethod:
			v := w.t.Method(n)
			stack = append(stack, v.Args...)
			stack = append(stack, v.X)
		case syntax.KindInitList:
			stack = append(stack, w.t.InitList(n)...)
		case syntax.KindState:
			for _, e := range w.t.State(n) {
				stack = append(stack, w.t.StateEntry(e).Value)
			}
		case syntax.KindCall:
			v := w.t.Call(n)
			stack = append(stack, v.Args...)
			stack = append(stack, v.Callee)
			w.call(n, &v)
		}
	}
}

func (w *hlslIndexer) call(n syntax.Node, v *syntax.Call) {
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
func (w *hlslIndexer) typeOf(n syntax.Node, depth int) string {
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
		return hlslSwizzled(base, name)
	case syntax.KindIndex:
		return hlslElement(w.typeOf(w.t.Index(n).X, depth+1))
	case syntax.KindCast:
		return w.text(w.t.Cast(n).Type)
	case syntax.KindCall:
		name := w.text(w.t.Call(n).Callee)
		if sym, ok := w.bound[name]; ok && w.x.symbols[sym].kind == kindFunction {
			return w.x.symbols[sym].typ
		}
		return name // a constructor
	}
	return ""
}

// hlslParts are the scalar type and the numbers of rows and columns that the name of a vector's
// or matrix's type has; 0: none.
func hlslParts(t string) (scalar string, rows, columns int) {
	digit := func(i int) int {
		if i >= 0 && i < len(t) && t[i] >= '1' && t[i] <= '4' {
			return int(t[i] - '0')
		}
		return 0
	}
	if n := len(t); n > 3 && t[n-2] == 'x' && digit(n-1) > 0 && digit(n-3) > 0 {
		scalar, rows, columns = t[:n-3], digit(n-3), digit(n-1)
	} else if n > 1 && digit(n-1) > 0 {
		scalar, rows = t[:n-1], digit(n-1)
	}
	if _, known := hlslNames.Get()[scalar]; !known {
		return "", 0, 0
	}
	return scalar, rows, columns
}

// hlslElement is the type of an element of a type.
func hlslElement(t string) string {
	if i := strings.IndexByte(t, '['); i > 0 {
		if end := strings.IndexByte(t[i:], ']'); end > 0 {
			return t[:i] + t[i+end+1:]
		}
		return ""
	}
	if i := strings.IndexByte(t, '<'); i > 0 && strings.HasSuffix(t, ">") {
		return strings.TrimSpace(t[i+1 : len(t)-1])
	}
	switch scalar, rows, columns := hlslParts(t); {
	case columns > 0:
		return scalar + string(rune('0'+columns))
	case rows > 0:
		return scalar
	}
	return ""
}

// hlslSwizzled is the type of components of a vector.
func hlslSwizzled(t, name string) string {
	scalar, rows, columns := hlslParts(t)
	if rows == 0 || columns > 0 || len(name) > 4 || name == "" {
		return ""
	}
	if len(name) == 1 {
		return scalar
	}
	return scalar + string(rune('0'+len(name)))
}

var hlslNames = lazy.Value[map[string]hlsl.NameKind]{Make: func() map[string]hlsl.NameKind {
	list := map[string]hlsl.NameKind{}
	for _, n := range hlsl.Names() {
		list[n.Text] = n.Kind
	}
	return list
}}

var hlslKeywords = []string{
	"break", "case", "cbuffer", "centroid", "class", "column_major", "const", "continue", "default", "discard", "do", "else", "enum", "extern", "false",
	"for", "globallycoherent", "groupshared", "if", "in", "inline", "inout", "interface", "linear", "namespace", "nointerpolation", "noperspective", "out",
	"packoffset", "precise", "register", "return", "row_major", "sample", "shared", "snorm", "static", "struct", "switch", "tbuffer", "template", "this",
	"true", "typedef", "typename", "uniform", "unorm", "using", "void", "volatile", "while",
}

// hlslDocs are the functions of WGSL whose documentation is that of an intrinsic function of
// another name.
var hlslDocs = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{"lerp": "mix", "frac": "fract", "rsqrt": "inverseSqrt", "ddx": "dpdx", "ddy": "dpdy", "ddx_fine": "dpdxFine", "ddy_fine": "dpdyFine",
		"ddx_coarse": "dpdxCoarse", "ddy_coarse": "dpdyCoarse", "mad": "fma", "countbits": "countOneBits", "reversebits": "reverseBits", "firstbithigh": "firstLeadingBit",
		"firstbitlow": "firstTrailingBit", "faceforward": "faceForward"}
}}
