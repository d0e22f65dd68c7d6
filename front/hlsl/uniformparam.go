package hlsl

// This file has the parameters of entry points that the application sets, which FXC takes: resources,
// and values with the modifier uniform, the members of a constant buffer of their own.

import (
	"refract/internal/front/hlsl/syntax"
)

// isUniform reports whether the application sets a parameter of the entry point.
func (c *checker) isUniform(p *param) bool {
	if p.dir != dirIn || c.isStream(p.ty) || c.isPatch(p.ty) || c.stage.Info().RayTracing {
		return false
	}
	return c.holdsResource(p.ty) || p.mods&syntax.ModUniform != 0
}

// uniformParams declares the parameters of the entry point that the application sets.
func (c *checker) uniformParams(index int32) {
	f := &c.funcs[index]
	var members []hmember
	var decls []declID
	var list []*param
	for i := range f.params {
		p := &f.params[i]
		if !c.isUniform(p) {
			continue
		}
		if p.init != syntax.None {
			c.warnf(codeVariable, c.t.Span(p.init), "the initial value of the uniform %q is ignored", c.t.Name(p.name))
		}
		switch {
		case c.isResource(c.innermost(p.ty)):
			d := syntax.Declarator{Name: p.name, NameSpan: p.span, Annots: c.t.Param(p.node).Annots}
			c.declareResource(d, p.mods, p.ty, p.major, p.attrs)
			continue
		case c.holdsResource(p.ty):
			c.unsupported(p.span, "uniform parameters of the entry point that hold resources")
			c.declareError(p.name, p.span)
			continue
		}
		c.checkUniform(p.ty, p.span)
		k := int32(len(members))
		members = append(members, hmember{sym: uint32(p.name), name: c.t.Name(p.name), ty: p.ty, major: p.major, span: p.span, offset: -1, index: k})
		d := decl{kind: declGlobal, name: p.name, span: p.span, ty: p.ty, handle: uint32(len(c.m.Globals)), member: k, fixed: true, host: true, major: p.major}
		if !p.fixed && c.written(p.name) {
			d.name = syntax.NoSymbol // its variable has the name
		}
		decls, list = append(decls, c.declare(d)), append(list, p)
	}
	if len(members) == 0 {
		return
	}
	global, res := c.looseBuffer("Params", f.span, f.span)
	c.layBuffer("Params", global, res, members, decls, f.span)
	for k, p := range list {
		if c.decls[decls[k]].name == syntax.NoSymbol {
			c.declareCopy(p.name, p.span, p.ty, c.rvalue(c.reference(decls[k], p.node)), p.node, p.major)
		}
	}
}
