package kage

// This file checks expressions.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"strings"

	"refract/ir"
)

// expr checks an expression of any mode.
func (c *checker) expr(e ast.Expr) operand {
	saved := c.b.Span
	if c.file != nil {
		c.b.Span = c.spanOf(e)
	}
	x := c.dispatch(e)
	c.b.Span = saved
	if c.opts.Editor != nil && c.file != nil && x.t != (typ{}) {
		c.opts.Editor.Type(c.spanOf(e), x.t.String())
	}
	return x
}

func (c *checker) dispatch(e ast.Expr) operand {
	switch e := e.(type) {
	case *ast.BasicLit:
		return c.basic(e)
	case *ast.Ident:
		return c.ident(e)
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.UnaryExpr:
		return c.unary(e)
	case *ast.BinaryExpr:
		return c.binary(e)
	case *ast.CallExpr:
		return c.call(e)
	case *ast.SelectorExpr:
		return c.selector(e)
	case *ast.IndexExpr:
		return c.index(e)
	case *ast.CompositeLit:
		return c.composite(e)
	}
	c.errorOn(codeUnsupported, e, "Kage has no such expression")
	return invalid
}

func (c *checker) basic(e *ast.BasicLit) operand {
	if e.Kind != token.INT && e.Kind != token.FLOAT {
		c.errorOn(codeUnsupported, e, "Kage has no such literal: numbers are integers or floats")
		return invalid
	}
	v := constant.MakeFromLiteral(e.Value, e.Kind, 0)
	if v.Kind() == constant.Unknown || tooLarge(v) {
		c.errorOn(codeConstEval, e, "the number is too large")
		return invalid
	}
	return constantOf(typ{}, v)
}

func (c *checker) ident(e *ast.Ident) operand {
	if e.Name == "_" {
		return operand{mode: modeBlank}
	}
	if o := c.lookup(e.Name); o != nil {
		o.used = true
		return c.objectOperand(e, o)
	}
	switch {
	case isBuiltin(e.Name):
		return operand{mode: modeBuiltin, name: e.Name}
	case e.Name == "true", e.Name == "false":
		return constantOf(of(boolean), constant.MakeBool(e.Name == "true"))
	}
	if n, ok := textureNumber(e.Name); ok {
		return operand{mode: modeTexture, t: of(texture), number: n}
	}
	d := c.errorOn(codeUnresolved, e, "nothing declares %s", e.Name)
	if near := c.nearest(e.Name); near != "" {
		d.Suggest(c.spanOf(e), near, "is %s meant?", near)
	}
	return invalid
}

// textureNumber is the number of a texture's name: __t0.
func textureNumber(name string) (n int, ok bool) {
	digit, ok := strings.CutPrefix(name, "__t")
	if !ok || len(digit) != 1 || digit[0] < '0' || digit[0] >= '0'+SourceImages {
		return 0, false
	}
	return int(digit[0] - '0'), true
}

// objectOperand is a use of an object.
func (c *checker) objectOperand(e *ast.Ident, o *object) operand {
	c.use(e, o)
	switch o.kind {
	case objConstant:
		return constantOf(o.t, o.val)
	case objFunction:
		return operand{mode: modeFunction, object: o}
	case objUnknown:
		return invalid
	case objUniform:
		if c.fn == nil {
			c.errorOn(codeConstWanted, e, "the uniform %s is not constant", e.Name)
			return invalid
		}
		return operand{mode: modeUniform, t: o.t, expr: c.b.AccessIndex(c.b.Global(c.buffer), o.member), object: o}
	}
	if o.local != 0 {
		return operand{mode: modePlace, t: o.t, expr: c.b.Local(o.local), object: o}
	}
	return operand{mode: modeValue, t: o.t, expr: o.value, object: o}
}

func (c *checker) selector(e *ast.SelectorExpr) operand {
	x := c.operand(e.X)
	if x.mode == modeInvalid {
		return invalid
	}
	pattern, ok := swizzle(e.Sel.Name, x.t)
	if !ok {
		c.errorOn(codeMember, e.Sel, "a %s has no components %s", x.t, e.Sel.Name)
		return invalid
	}
	t := vectorOf(x.t.scalar().kind, len(pattern))
	if len(pattern) == 1 {
		if x.mode == modePlace || x.mode == modeUniform {
			return operand{mode: x.mode, t: t, expr: c.b.AccessIndex(x.expr, uint32(pattern[0])), object: x.object}
		}
		return value(t, c.b.AccessIndex(c.toExpr(x), uint32(pattern[0])))
	}
	return value(t, c.b.Swizzle(c.toExpr(x), pattern...))
}

// swizzle reads the components that a selector names.
func swizzle(name string, t typ) (pattern []uint8, ok bool) {
	if !t.vector() || len(name) == 0 || len(name) > 4 {
		return nil, false
	}
	for _, set := range [...]string{"xyzw", "rgba", "strq"} {
		pattern = pattern[:0]
		for i := range len(name) {
			at := strings.IndexByte(set, name[i])
			if at < 0 || at >= t.size() {
				break
			}
			pattern = append(pattern, uint8(at))
		}
		if len(pattern) == len(name) {
			return pattern, true
		}
	}
	return nil, false
}

func (c *checker) index(e *ast.IndexExpr) operand {
	i := c.operand(e.Index)
	x := c.operand(e.X)
	if i.mode == modeInvalid || x.mode == modeInvalid {
		return invalid
	}
	part, ok := x.t.part()
	if !ok || x.mode == modeConst {
		c.errorOn(codeIndex, e.X, "a %s has no elements", x.describe())
		return invalid
	}
	if i.mode == modeConst {
		n, exact := int64Of(i.val)
		switch {
		case !exact:
			c.errorOn(codeIndex, e.Index, "the index %s is no integer", i.val)
			return invalid
		case n < 0 || n >= int64(x.t.size()):
			c.errorOn(codeIndex, e.Index, "the index %d is out of range: there are %d elements", n, x.t.size())
			return invalid
		}
		if x.object != nil && x.object.flags {
			return c.boolAt(x, c.b.I32(int32(n)))
		}
		if x.mode == modePlace || x.mode == modeUniform {
			return operand{mode: x.mode, t: part, expr: c.b.AccessIndex(x.expr, uint32(n)), object: x.object}
		}
		return value(part, c.b.AccessIndex(c.toExpr(x), uint32(n)))
	}
	if !i.t.is(integer) {
		c.errorOn(codeIndex, e.Index, "an index is an int, not a %s", i.t)
		return invalid
	}
	at := c.toExpr(i)
	if x.object != nil && x.object.flags {
		return c.boolAt(x, at)
	}
	if x.mode == modePlace || x.mode == modeUniform {
		return operand{mode: x.mode, t: part, expr: c.b.Access(x.expr, at), object: x.object}
	}
	return value(part, c.b.Access(c.toExpr(x), at))
}

// composite checks an array that is written out. Elements without a value are zero.
func (c *checker) composite(e *ast.CompositeLit) operand {
	if e.Type == nil {
		c.errorOn(codeNotType, e, "the type of the array is missing")
		return invalid
	}
	t, ok := c.typeOf(e.Type, true)
	if !ok {
		return invalid
	}
	if !t.array {
		c.errorOn(codeTypeRule, e, "a %s is no array", t)
		return invalid
	}
	if t.length < 0 {
		t.length = int32(min(len(e.Elts), maxArray+1))
	}
	switch {
	case int(t.length) < len(e.Elts), t.length > maxArray:
		c.errorOn(codeArgCount, e, "an array of type %s has %d values", t, len(e.Elts))
		return invalid
	case t.length == 0:
		c.errorOn(codeTypeRule, e, "an array has an element at least")
		return invalid
	}
	if c.fn == nil {
		c.errorOn(codeConstWanted, e, "an array is not constant")
		return invalid
	}
	parts := make([]ir.ExprID, 0, t.length)
	ok = true
	for _, v := range e.Elts {
		if kv, is := v.(*ast.KeyValueExpr); is {
			c.errorOn(codeUnsupported, kv, "the elements of an array have no keys")
			ok = false
			continue
		}
		p, fits := c.assignTo(v, c.operand(v), t.element(), "an element")
		ok = ok && fits
		parts = append(parts, p)
	}
	if !ok {
		return invalid
	}
	if len(parts) == 0 {
		return value(t, c.b.Zero(c.irType(t)))
	}
	if len(parts) == int(t.length) {
		return value(t, c.b.Compose(c.irType(t), parts...))
	}
	o := c.variable("", t, c.b.Span) // so that zeros take no expression each
	c.b.DeclareLocal(o.local, c.b.Zero(c.irType(t)))
	for i, v := range parts {
		c.b.Store(c.b.AccessIndex(c.b.Local(o.local), uint32(i)), v)
	}
	return value(t, c.b.Load(c.b.Local(o.local)))
}
