package lsp

// This file indexes the declarations of HLSL. Names of a
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
	clikeIndexer
	t *syntax.Tree
}

// newHLSLParser makes a parser with the names of the language.
func newHLSLParser() *syntax.Parser { return syntax.NewParser(hlsl.ParserNames()) }

// indexHLSL indexes a source whose spans begin at offset 1.
func indexHLSL(p *syntax.Parser, name, src string, o pp.Options, x *index) {
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	tree := p.Parse(src, base, o, sources, new(diag.List))
	w := &hlslIndexer{clikeIndexer{element: hlslElement, swizzled: hlslSwizzled}, tree}
	w.walk(w, &tree.Tree, scopes{x: x, src: src, sources: sources, bound: map[string]int{}, end: len(src)})
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

// own is the expressions in a node, whose name it notes as used.
func (w *hlslIndexer) own(n syntax.Node) []syntax.Node {
	switch w.t.Kind(n) {
	case syntax.KindName:
		w.named(n)
	case syntax.KindCast:
		v := w.t.Cast(n)
		return []syntax.Node{v.Type, v.X}
	case syntax.KindSizeof:
		return []syntax.Node{w.t.Sizeof(n)}
	case syntax.KindMethod:
		v := w.t.Method(n)
		return append([]syntax.Node{v.X}, v.Args...)
	case syntax.KindState:
		var list []syntax.Node
		for _, e := range w.t.State(n) {
			list = append(list, w.t.StateEntry(e).Value)
		}
		return list
	case syntax.KindAttribute:
		return w.t.Attribute(n).Args
	}
	return nil
}

func (w *hlslIndexer) ownType(n syntax.Node) string {
	if w.t.Kind(n) == syntax.KindCast {
		return w.text(w.t.Cast(n).Type)
	}
	return ""
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
