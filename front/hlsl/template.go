package hlsl

// This file instantiates templates of structs and functions: the tree is walked again with
// the names of the parameters bound to arguments.

import (
	"slices"
	"strings"

	"refract/internal/front/hlsl/syntax"
)

// template is a template of the source.
type template struct {
	node   node // KindTemplate
	x      node // the struct or function
	params []node
	scope  scopeID
	strct  uint32 // a member function
	order  uint32
	fn     int32 // of a function: its place in funcs
	insts  map[string]templInst
	depth  int

	partial []int  // indices of the partial specializations of a struct
	pattern []node // of a partial specialization: the arguments that it is for
}

type templInst struct {
	ty typeID
	fn int32
}

// templArg is an argument of a template: a type, or a constant.
type templArg struct {
	ty    typeID
	value operand // ok() if it is a constant
}

func (a templArg) missing() bool { return a.ty == tNone && !a.value.ok() }

// maxInstances bounds the instances of all templates.
const maxInstances = 1 << 12

// template declares a template.
func (c *checker) template(n node, strct uint32) {
	v := c.t.Template(n)
	t := template{node: n, params: v.Params, scope: c.scope, strct: strct, order: c.order, insts: map[string]templInst{}}
	switch c.t.Kind(v.X) {
	case syntax.KindFunction:
		f := c.t.Function(v.X)
		if len(v.Params) == 0 {
			c.specializeFunction(v.X, &f)
			return
		}
		t.x = v.X
		c.templates = append(c.templates, t)
		u := userFunction{name: f.Name, decl: v.X, node: v.X, span: f.NameSpan, scope: c.scope, order: c.order, visible: c.order,
			templ: int32(len(c.templates) - 1), strct: strct, static: f.Mods&syntax.ModStatic != 0, attrs: f.Attrs, writes: true}
		u.params = make([]param, len(f.Params))
		for i, pn := range f.Params {
			u.params[i].init = c.t.Param(pn).Default
			u.params[i].ty = typeID(len(c.templates))<<8 | 1<<31 // equals no other
		}
		c.templates[len(c.templates)-1].fn = c.declareFunction(v.X, &f, u)
	case syntax.KindDeclaration:
		d := c.t.Declaration(v.X)
		x := c.t.Type(d.Type).Name
		if c.t.Kind(x) != syntax.KindStruct {
			c.unsupported(c.t.Span(n), "templates of variables")
			return
		}
		s := c.t.Struct(x)
		t.x = x
		if old, here := c.declaredHere(s.Name); here && c.decls[old].kind == declTemplate {
			if len(s.Args) > 0 || len(v.Params) == 0 {
				c.specialize(int(c.decls[old].handle), x, &s, v.Params)
				return
			}
			if !s.Forward {
				c.templates[c.decls[old].handle] = t
			}
			return
		}
		c.templates = append(c.templates, t)
		c.declare(decl{kind: declTemplate, name: s.Name, span: s.NameSpan, handle: uint32(len(c.templates) - 1), member: -1})
	case syntax.KindUsing:
		u := c.t.Using(v.X)
		t.x = v.X
		c.templates = append(c.templates, t)
		c.declare(decl{kind: declTemplate, name: u.Name, span: u.NameSpan, handle: uint32(len(c.templates) - 1), member: -1})
	}
}

// specialize defines an instance of a template for arguments of its own.
func (c *checker) specialize(index int, x node, s *syntax.Struct, params []node) {
	if len(params) > 0 {
		c.templates = append(c.templates, template{node: x, params: params, x: x, scope: c.scope, order: c.order, pattern: s.Args})
		c.templates[index].partial = append(c.templates[index].partial, len(c.templates)-1)
		return
	}
	args, ok := c.templateArgs(index, s.Args, x)
	if !ok {
		return
	}
	key := c.templateKey(args)
	scope := c.newScope(c.scope, "")
	t := c.structType(x, typeArgs{c.t.Name(s.Name) + "_" + c.templateName(args), scope})
	c.templates[index].insts[key] = templInst{ty: t}
}

// specializeFunction defines an instance of a function template for arguments of its own, which
// are given or follow from its parameters.
func (c *checker) specializeFunction(n node, f *syntax.Function) {
	u, ok := c.signature(n, f)
	if !ok {
		return
	}
	chain := int32(0)
	if id := c.lookup(f.Name); id != 0 && c.decls[id].kind == declFunc {
		chain = int32(c.decls[id].handle)
	}
	for i := chain; i != 0; i = c.funcs[i].next {
		index := int(c.funcs[i].templ)
		if index == 0 || len(c.funcs[i].params) != len(u.params) {
			continue
		}
		params := c.t.Function(c.templates[index].x).Params
		args, ok := c.templateArgs(index, f.Args, n)
		if !ok {
			return
		}
		for k, pn := range params {
			p := c.t.Param(pn)
			c.deduce(index, args, p.Type, u.params[k].ty, p.Dims)
		}
		if !slices.ContainsFunc(args, templArg.missing) {
			u.node, u.writes, u.visible = n, true, c.order
			c.funcs = append(c.funcs, u)
			c.templates[index].insts[c.templateKey(args)] = templInst{fn: int32(len(c.funcs) - 1)}
			return
		}
	}
	c.errorf(codeUnresolved, f.NameSpan, "no template %q has this specialization", c.t.Name(f.Name))
}

// templateArgs reads the arguments of a template.
func (c *checker) templateArgs(index int, given []node, at node) ([]templArg, bool) {
	params := c.templates[index].params
	if len(given) > len(params) {
		c.errorf(codeArgCount, c.t.Span(at), "the template takes %d arguments, found %d", len(params), len(given))
		return nil, false
	}
	args := make([]templArg, len(params))
	for i := range given {
		x, ok := c.templateArg(params[i], given[i])
		if !ok {
			return nil, false
		}
		args[i] = x
	}
	return args, true
}

// templateArg reads an argument.
func (c *checker) templateArg(param, n node) (templArg, bool) {
	p := c.t.TemplateParam(param)
	if p.Type == syntax.None {
		if c.t.Kind(n) != syntax.KindType {
			c.errorf(codeNotType, c.t.Span(n), "a type is wanted here")
			return templArg{}, false
		}
		t, _, ok := c.typeOf(n)
		return templArg{ty: t}, ok
	}
	t, _, ok := c.typeOf(p.Type)
	if !ok {
		return templArg{}, false
	}
	if c.t.Kind(n) == syntax.KindType {
		n = c.t.Type(n).Name
	}
	x := c.implicit(c.constExpr(n), t, c.t.Span(n), "the argument")
	return templArg{value: x}, x.ok()
}

// templateKey tells instances apart.
func (c *checker) templateKey(args []templArg) string {
	var b strings.Builder
	for _, a := range args {
		if a.value.ok() {
			b.WriteString("v" + number(int(int64(a.value.bits))) + ",")
		} else {
			b.WriteString("t" + number(int(a.ty)) + ",")
		}
	}
	return b.String()
}

// templateName is a suffix for the names of instances.
func (c *checker) templateName(args []templArg) string {
	parts := make([]string, len(args))
	for i, a := range args {
		if a.value.ok() {
			parts[i] = number(int(int64(a.value.bits)))
		} else {
			parts[i] = strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' {
					return r
				}
				return '_'
			}, c.name(a.ty))
		}
	}
	s := strings.Join(parts, "_")
	if len(s) > 80 {
		s = s[:80]
	}
	return s
}

// bindArgs makes a scope in which the parameters of a template are their arguments. Missing
// ones get their defaults.
func (c *checker) bindArgs(index int, args []templArg, at node) (scopeID, bool) {
	t := &c.templates[index]
	scope := c.newScope(t.scope, "")
	old, fn := c.scope, c.inFunction
	c.scope, c.inFunction = scope, false
	defer func() { c.scope, c.inFunction = old, fn }()
	for i, pn := range t.params {
		p := c.t.TemplateParam(pn)
		a := args[i]
		if a.missing() {
			if p.Default == syntax.None {
				c.errorf(codeNoMatch, c.t.Span(at), "the argument %q of the template isn't given and can't be deduced", c.t.Name(p.Name))
				return 0, false
			}
			var ok bool
			if a, ok = c.templateArg(pn, p.Default); !ok {
				return 0, false
			}
			args[i] = a
		}
		d := decl{kind: declType, name: p.Name, span: c.t.Span(pn), ty: a.ty, member: -1}
		if a.value.ok() {
			d.kind, d.ty, d.bits = declConst, a.value.ty, a.value.bits
		}
		c.decls = append(c.decls, d)
		c.table2[scopeKey{scope, p.Name}] = declID(len(c.decls) - 1)
	}
	return scope, true
}

// instantiate makes a struct of a template.
func (c *checker) instantiate(index int, given []node, at node) typeID {
	args, ok := c.templateArgs(index, given, at)
	if !ok {
		return tError
	}
	if x, ok := c.templates[index].insts[c.templateKey(args)]; ok {
		return x.ty
	}
	scope, ok := c.bindArgs(index, args, at)
	if !ok {
		return tError
	}
	key := c.templateKey(args)
	if x, ok := c.templates[index].insts[key]; ok {
		return x.ty
	}
	if !c.countInstance(at) {
		return tError
	}
	t := &c.templates[index]
	x := t.x
	if c.t.Kind(x) == syntax.KindUsing {
		return c.otherName(index, key, scope)
	}
	if p, partial := c.partialOf(index, args, at); p != 0 {
		x, scope = c.templates[p].x, partial
		t = &c.templates[index]
	}
	if t.depth > maxTemplates {
		c.errorf(codeDepth, c.t.Span(at), "templates are instantiated more than %d deep", maxTemplates)
		return tError
	}
	t.depth++
	name := c.t.Name(c.t.Struct(x).Name) + "_" + c.templateName(args)
	oldScope, inFunction, visible, order, first := c.scope, c.inFunction, c.visible, c.order, c.firstLocal
	c.scope, c.inFunction, c.visible, c.order = t.scope, false, ^uint32(0), t.order
	c.firstLocal = ^declID(0) // locals are of no account
	ty := c.structType(x, typeArgs{name, scope})
	c.scope, c.inFunction, c.visible, c.order, c.firstLocal = oldScope, inFunction, visible, order, first
	c.templates[index].depth--
	c.templates[index].insts[key] = templInst{ty: ty}
	return ty
}

// maxTemplates bounds how deep instances of one template are made of others.
const maxTemplates = 128

// otherName is the type that a template of another name stands for.
func (c *checker) otherName(index int, key string, scope scopeID) typeID {
	old, inFunction, first := c.scope, c.inFunction, c.firstLocal
	c.scope, c.inFunction, c.firstLocal = scope, false, ^declID(0)
	ty, _, ok := c.typeOf(c.t.Using(c.templates[index].x).Type)
	c.scope, c.inFunction, c.firstLocal = old, inFunction, first
	if !ok {
		return tError
	}
	c.templates[index].insts[key] = templInst{ty: ty}
	return ty
}

// partialOf is the partial specialization that arguments select, or 0, and the scope of its
// parameters. If several patterns fit, the specialization with the fewest parameters is selected.
func (c *checker) partialOf(index int, args []templArg, at node) (best int, scope scopeID) {
	key := c.templateKey(args)
	for _, p := range c.templates[index].partial {
		t := &c.templates[p]
		if best != 0 && len(t.params) >= len(c.templates[best].params) {
			continue
		}
		found := make([]templArg, len(t.params))
		for k, n := range t.pattern {
			if k < len(args) {
				c.deduceArg(p, found, n, args[k])
			}
		}
		if slices.ContainsFunc(found, templArg.missing) {
			continue
		}
		inner, ok := c.bindArgs(p, found, at)
		if !ok {
			continue
		}
		old := c.scope
		c.scope = inner
		same, ok := c.templateArgs(index, c.templates[p].pattern, at)
		c.scope = old
		if ok && c.templateKey(same) == key {
			best, scope = p, inner
		}
	}
	return best, scope
}

// deduceArg finds arguments of a template from an argument that has the pattern n.
func (c *checker) deduceArg(index int, args []templArg, n node, given templArg) {
	if !given.value.ok() {
		if c.t.Kind(n) == syntax.KindType {
			c.deduce(index, args, n, given.ty, nil)
		}
		return
	}
	if c.t.Kind(n) == syntax.KindType {
		n = c.t.Type(n).Name
	}
	if c.t.Kind(n) != syntax.KindIdent {
		return
	}
	if i := c.templateParam(index, c.t.Ident(n)); i >= 0 && args[i].missing() {
		args[i] = given
	}
}

// countInstance counts an instance of a template.
func (c *checker) countInstance(at node) bool {
	if c.instances++; c.instances > maxInstances {
		c.errorf(codeLimit, c.t.Span(at), "templates are instantiated more than %d times", maxInstances)
		return false
	}
	return true
}

// instantiateFunction is the function that a template makes of arguments, or 0. list has the
// arguments of the call.
func (c *checker) instantiateFunction(fn int32, given []node, list []operand, at node) int32 {
	index := int(c.funcs[fn].templ)
	args, ok := c.templateArgs(index, given, at)
	if !ok {
		return 0
	}
	f := c.t.Function(c.templates[index].x)
	for i, pn := range f.Params {
		if i < len(list) && list[i].ok() && list[i].kind != opInit {
			p := c.t.Param(pn)
			c.deduce(index, args, p.Type, list[i].ty, p.Dims)
		}
	}
	scope, ok := c.bindArgs(index, args, at)
	if !ok {
		return 0
	}
	key := c.templateKey(args)
	if x, ok := c.templates[index].insts[key]; ok {
		return x.fn
	}
	if !c.countInstance(at) {
		return 0
	}
	t := &c.templates[index]
	oldScope, inFunction, visible, order, first := c.scope, c.inFunction, c.visible, c.order, c.firstLocal
	c.scope, c.inFunction, c.visible, c.order, c.firstLocal = scope, false, ^uint32(0), t.order, ^declID(0)
	u, good := c.signature(t.x, &f)
	c.scope, c.inFunction, c.visible, c.order, c.firstLocal = oldScope, inFunction, visible, order, first
	u.failed = u.failed || !good
	u.node, u.strct, u.static, u.writes = t.x, t.strct, c.funcs[fn].static, true
	u.visible = ^uint32(0)
	c.funcs = append(c.funcs, u)
	made := int32(len(c.funcs) - 1)
	c.templates[index].insts[key] = templInst{fn: made}
	if u.failed {
		return 0
	}
	return made
}

// deduce finds arguments of a template from the type of an argument of a call; dims are the
// dimensions of the parameter.
func (c *checker) deduce(index int, args []templArg, n node, t typeID, dims []node) {
	for _, d := range dims {
		if !c.isArray(t) {
			return
		}
		if d != syntax.None && c.t.Kind(d) == syntax.KindIdent {
			if i := c.templateParam(index, c.t.Ident(d)); i >= 0 && args[i].missing() {
				args[i].value = constInt(int64(c.at(t).length))
			}
		}
		t = c.at(t).base
	}
	v := c.t.Type(n)
	c.deduceName(index, args, v.Name, t.settle())
}

// templateParam is the index of a parameter of a template, or -1.
func (c *checker) templateParam(index int, name syntax.Symbol) int {
	return slices.IndexFunc(c.templates[index].params, func(n node) bool { return c.t.TemplateParam(n).Name == name })
}

func (c *checker) deduceName(index int, args []templArg, n node, t typeID) {
	switch c.t.Kind(n) {
	case syntax.KindIdent:
		if i := c.templateParam(index, c.t.Ident(n)); i >= 0 && args[i].missing() {
			args[i].ty = t
		}
	case syntax.KindName:
		v := c.t.NameOf(n)
		given := func(k int, ty typeID, value int) {
			if k >= len(v.Args) {
				return
			}
			a := v.Args[k]
			var name node
			if c.t.Kind(a) == syntax.KindType {
				name = c.t.Type(a).Name
			} else {
				name = a
			}
			if value == 0 {
				if c.t.Kind(a) == syntax.KindType {
					c.deduceName(index, args, name, ty)
				}
				return
			}
			if c.t.Kind(name) == syntax.KindIdent {
				if i := c.templateParam(index, c.t.Ident(name)); i >= 0 && args[i].missing() {
					args[i].value = constInt(int64(value))
				}
			}
		}
		m := meaningOf(v.Name)
		switch {
		case m != nil && m.templ == templVector && t.numeric() && t.shape().form != formMatrix:
			given(0, scalarType(t.kind()), 0)
			given(1, 0, int(t.shape().cols))
		case m != nil && m.templ == templMatrix && t.isMatrix():
			given(0, scalarType(t.kind()), 0)
			given(1, 0, int(t.shape().rows))
			given(2, 0, int(t.shape().cols))
		case m != nil && m.res != 0 && c.isResource(t):
			given(0, c.at(t).base, 0)
		case c.isStruct(t):
			// An instance of a template of the source: its arguments by its scope.
			id := c.lookup(v.Name)
			if id == 0 || c.decls[id].kind != declTemplate {
				return
			}
			tm := &c.templates[c.decls[id].handle]
			parent := c.scopes[c.structOf(t).scope].parent
			for k, pn := range tm.params {
				d := c.table2[scopeKey{parent, c.t.TemplateParam(pn).Name}]
				if d == 0 {
					continue
				}
				if c.decls[d].kind == declType {
					given(k, c.decls[d].ty, 0)
				} else if x := c.decls[d]; x.kind == declConst {
					given(k, 0, int(int32(x.bits)))
				}
			}
		}
	}
}
