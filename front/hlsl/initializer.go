package hlsl

// This file checks initializers: of arrays, structs and vectors by lists in braces.

import "refract/internal/front/hlsl/syntax"

// initial is an initial value of a type.
func (c *checker) initial(n node, t typeID) operand {
	if c.t.Kind(n) == syntax.KindInitList {
		return c.initList(n, t)
	}
	x := c.expression(n)
	if x.ok() && c.isArray(t) && c.at(t).length == 0 && c.isArray(x.ty) && c.at(x.ty).base == c.at(t).base {
		return x
	}
	return c.implicit(x, t, c.t.Span(n), "the initial value")
}

// initLength is the number of elements that a list gives an array without a size, or 0.
func (c *checker) initLength(n node, t typeID) uint32 {
	if c.t.Kind(n) != syntax.KindInitList {
		return 0
	}
	list := c.t.InitList(n)
	per := c.scalars(c.at(t).base)
	total := 0
	for _, x := range list {
		if c.t.Kind(x) == syntax.KindInitList {
			total += per
		} else if per == 1 {
			total++
		} else {
			o, known := c.tryConst(func() operand { return c.expression(x) })
			if !known {
				return uint32(len(list))
			}
			total += c.scalars(o.ty)
		}
	}
	if per == 0 || total%per != 0 {
		return 0
	}
	return uint32(total / per)
}

// initList makes a value of a type of a list in braces.
func (c *checker) initList(n node, t typeID) operand {
	if !c.enter(n) {
		c.leave()
		return operand{}
	}
	defer c.leave()
	items := c.t.InitList(n)
	if t == tNone || t == tError {
		return operand{}
	}
	if len(items) == 1 && t.isScalar() && c.t.Kind(items[0]) != syntax.KindInitList {
		return c.implicit(c.expression(items[0]), t, c.t.Span(items[0]), "the value")
	}
	if len(items) == 0 {
		if c.isStruct(t) && c.structOf(t).scalars == 0 {
			return c.zero(t)
		}
		c.errorf(codeArgCount, c.t.Span(n), "the list has no values for %s", c.name(t))
		return operand{}
	}
	// Element by element, if the items fit.
	if x, done := c.initByElement(n, items, t); done {
		return x
	}
	var flat []operand
	for _, i := range items {
		flat = c.initFlat(flat, i)
		if len(flat) > maxFlat<<4 {
			c.errorf(codeLimit, c.t.Span(n), "the list has too many values")
			return operand{}
		}
	}
	for _, x := range flat {
		if !x.ok() {
			return operand{}
		}
	}
	c.b.Span = c.t.Span(n)
	if h := c.at(t); h.kind == htArray && h.length == 0 {
		per := c.scalars(h.base)
		if per == 0 || len(flat)%per != 0 {
			c.errorf(codeArgCount, c.t.Span(n), "the list has %d values, of which elements of type %s can't be made", len(flat), c.name(h.base))
			return operand{}
		}
		t = c.arrayOf(h.base, uint32(len(flat)/per))
	}
	if want := c.scalars(t); want != len(flat) {
		more := "few"
		if len(flat) > want {
			more = "many"
		}
		c.errorf(codeArgCount, c.t.Span(n), "too %s values in the list: %s has %d, found %d", more, c.name(t), want, len(flat))
		return operand{}
	}
	return c.unflatten(t, &flat)
}

// initByElement makes an array or struct of as many items as it has elements, each of the
// element's type.
func (c *checker) initByElement(n node, items []node, t typeID) (x operand, done bool) {
	var types []typeID
	switch h := *c.at(t); h.kind {
	case htArray:
		if h.length != 0 && int(h.length) != len(items) || c.isResource(h.base) {
			return operand{}, false
		}
		if h.length == 0 {
			for _, i := range items {
				if c.t.Kind(i) != syntax.KindInitList {
					return operand{}, false
				}
			}
			t = c.arrayOf(h.base, uint32(len(items)))
		}
		for range items {
			types = append(types, h.base)
		}
	case htStruct:
		for i := range c.structs[h.strct].members {
			m := &c.structs[h.strct].members[i]
			if m.index < 0 {
				return operand{}, false
			}
			types = append(types, m.ty)
		}
		if len(types) != len(items) {
			return operand{}, false
		}
	default:
		return operand{}, false
	}
	for k, i := range items {
		// A list for a part is one of its own; other items may be taken apart.
		if c.t.Kind(i) == syntax.KindInitList && !types[k].numeric() {
			continue
		}
		if c.t.Kind(i) != syntax.KindInitList && types[k].isScalar() && c.isScalarExpr(i) {
			continue
		}
		if c.t.Kind(i) == syntax.KindInitList && c.listLen(i) == c.scalars(types[k]) {
			continue
		}
		return operand{}, false
	}
	base := len(c.args)
	ok := true
	for k, i := range items {
		var v operand
		if c.t.Kind(i) == syntax.KindInitList {
			v = c.initList(i, types[k])
		} else {
			v = c.implicit(c.expression(i), types[k], c.t.Span(i), "the value")
		}
		ok = ok && v.ok()
		c.args = append(c.args, v)
	}
	if ok {
		c.b.Span = c.t.Span(n)
		x = c.compose(t, c.args[base:]...)
	}
	c.args = c.args[:base]
	return x, true
}

// isScalarExpr reports whether an expression is a scalar at sight.
func (c *checker) isScalarExpr(n node) bool {
	n = c.t.Unparen(n)
	switch c.t.Kind(n) {
	case syntax.KindLiteral:
		return true
	case syntax.KindUnary:
		return c.isScalarExpr(c.t.Unary(n).X)
	}
	return false
}

// listLen is the number of items of a list, or -1 if it isn't a list of scalars at sight.
func (c *checker) listLen(n node) int {
	list := c.t.InitList(n)
	for _, i := range list {
		if !c.isScalarExpr(i) {
			return -1
		}
	}
	return len(list)
}

// initFlat appends the scalars of an item.
func (c *checker) initFlat(list []operand, n node) []operand {
	if c.t.Kind(n) == syntax.KindInitList {
		if !c.enter(n) {
			c.leave()
			return append(list, operand{})
		}
		for _, i := range c.t.InitList(n) {
			list = c.initFlat(list, i)
		}
		c.leave()
		return list
	}
	x := c.expression(n)
	c.b.Span = c.t.Span(n)
	if x.ok() && (x.kind == opResource || x.kind == opInit || x.kind == opString) {
		c.errorf(codeNotValue, c.t.Span(n), "a value is wanted here, found %s", c.typeName(x))
		x = operand{}
	}
	if x.ok() && c.scalars(x.ty) > maxFlat {
		c.unsupported(c.t.Span(n), "large values in an initializer list")
		x = operand{}
	}
	return c.flatten(list, x)
}
