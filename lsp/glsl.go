package lsp

// This file indexes the declarations of GLSL. A declaration of an included file is a symbol of
// that file.

import (
	"strings"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/internal/lazy"
)

// glslIndexer is the state of the walk.
type glslIndexer struct {
	clikeIndexer
	t *syntax.Tree
}

// indexGLSL indexes a source whose spans begin at offset 1.
func indexGLSL(p *syntax.Parser, name, src string, o pp.Options, x *index) {
	sources := new(diag.Sources)
	base := sources.Add(name, src)
	tree := p.Parse(src, base, o, sources, new(diag.List))
	w := &glslIndexer{clikeIndexer{element: glslElement, swizzled: glslSwizzled}, tree}
	w.walk(w, &tree.Tree, scopes{x: x, src: src, sources: sources, bound: map[string]int{}, end: len(src)})
}

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
		v := w.t.Attributed(n)
		w.attributes(v.Attrs)
		w.item(v.X)
	case syntax.KindFunction:
		w.function(n)
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

// own is the expressions in a node.
func (w *glslIndexer) own(n syntax.Node) []syntax.Node {
	switch w.t.Kind(n) {
	case syntax.KindMethod:
		return []syntax.Node{w.t.Method(n).X} // the only method, length, has no arguments
	case syntax.KindAttribute:
		return w.t.Attribute(n).Args
	}
	return nil
}

func (w *glslIndexer) ownType(syntax.Node) string { return "" }

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
