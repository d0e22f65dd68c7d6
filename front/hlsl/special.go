package hlsl

// This file finds constants for operations that need one, such as the offset of a sample. DXC and FXC inline
// functions and forward values before they look for constants. Here an instance of a function is made for
// constant arguments, and a local variable that nothing writes is a constant if its initial value is. A first
// reading finds the parameters and variables, the next one has the constants.

import (
	"slices"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// wantConstantOf is called if the value of an expression must be a constant. It reports true if the source is
// read once more: a loop around the expression is unrolled, calls of the function under way pass constants for
// parameters in the expression, or its local variables become constants.
func (c *checker) wantConstantOf(n node) bool {
	if c.wantConstant() {
		return true
	}
	f := &c.funcs[c.curFunc]
	start := c.t.Span(n).Start
	for i := n; i > 0 && c.t.Span(i).Start >= start; i-- {
		if c.t.Kind(i) != syntax.KindIdent {
			continue
		}
		id := c.lookup(c.t.Ident(i))
		if id < c.firstLocal || id == 0 || c.assigned(c.t.Ident(i)) {
			continue
		}
		d := &c.decls[id]
		k := slices.IndexFunc(f.params, func(p param) bool { return p.span == d.span })
		switch {
		case k >= 0 && (c.isEntry || c.inlines > 0 || f.params[k].dir != dirIn || c.isSpecial(c.curFunc, k)):
		case k >= 0:
			c.uses = append(c.uses, use{special: f.decl, param: k})
			c.again = true
		case (d.kind == declLocal || d.kind == declValue) && d.ty.numeric() && !c.isSpecialLocal(d.name, d.span):
			c.uses = append(c.uses, use{local: d.span})
			c.again = true
		}
	}
	return c.again
}

// isSpecialLocal reports whether a local variable that nothing writes should be a constant.
func (c *checker) isSpecialLocal(name syntax.Symbol, at span) bool {
	for i := range c.uses {
		if c.uses[i].local == at && at != (span{}) {
			return !c.assigned(name)
		}
	}
	return false
}

// isSpecial reports whether a function has instances for constant values of a parameter.
func (c *checker) isSpecial(index int32, param int) bool {
	for i := range c.uses {
		if u := &c.uses[i]; u.special != syntax.None && u.special == c.funcs[index].decl && u.param == param {
			return true
		}
	}
	return false
}

// constOf is the constant that a parameter is in an instance, or nil.
func constOf(list []constArg, param int) *constArg {
	for i := range list {
		if list[i].param == param {
			return &list[i]
		}
	}
	return nil
}

// declareConst declares a parameter that is a constant: a variable if the function writes it.
func (c *checker) declareConst(p *param, x operand) {
	d := decl{name: p.name, span: p.span, ty: p.ty, member: -1, kind: declConst, bits: x.bits, fixed: p.fixed}
	if c.assigned(p.name) {
		c.b.Span = p.span
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: c.irOf(p.ty), Span: p.span})
		c.b.DeclareLocal(l, c.toExpr(x))
		d.kind, d.handle = declLocal, uint32(l)
	}
	c.declare(d)
}
