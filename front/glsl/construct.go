package glsl

// This file checks constructors (section "Constructors").

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// constructor builds a value of a type from arguments.
func (c *checker) constructor(n syntax.Node, t gtype, args []syntax.Node) operand {
	if t.opq != 0 {
		return c.samplerConstructor(n, t, args)
	}
	if t.void {
		c.errorf(codeNotCallable, c.t.Span(n), "void has no constructor")
		return operand{}
	}
	base := len(c.args)
	ok := true
	for _, a := range args {
		x := c.expression(a)
		ok = ok && x.ok()
		c.args = append(c.args, x)
	}
	list := c.args[base:]
	var x operand
	c.b.Span = c.t.Span(n)
	if ok {
		x = c.construct(n, t, list, args)
	}
	c.args = c.args[:base]
	return x
}

func (c *checker) wrongCount(span diag.Span, t ir.TypeID, want, got int) operand {
	c.errorf(codeArgCount, span, "the constructor of %s takes %d arguments, found %d", c.name(t), want, got)
	return operand{}
}

func (c *checker) construct(n syntax.Node, g gtype, list []operand, nodes []syntax.Node) operand {
	span := c.t.Span(n)
	if g.open != nil {
		for i := range list {
			if list[i].ty != list[0].ty {
				c.errorf(codeType, c.t.Span(nodes[i]), "the elements of an array must be of one type, found %s and %s", c.typeName(list[0]), c.typeName(list[i]))
				return operand{}
			}
		}
		if len(list) == 0 || g.open[0] != 0 && int(g.open[0]) != len(list) || !c.fitsOpen(list[0].ty, g.ty, g.open[1:]) {
			c.errorf(codeNoMatch, span, "an array of arrays of %s can't be made of these arguments", c.name(g.ty))
			return operand{}
		}
		return c.compose(c.m.Types.Array(list[0].ty, uint32(len(list))), list...)
	}
	t := *c.at(g.ty)
	if len(list) == 0 {
		c.errorf(codeArgCount, span, "the constructor of %s needs arguments", c.name(g.ty))
		return operand{}
	}
	switch t.Kind {
	case ir.TypeScalar:
		if len(list) != 1 {
			return c.wrongCount(span, g.ty, 1, len(list))
		}
		x := list[0]
		if c.referenceOf(x.ty) != nil {
			if y, ok := c.addressOf(n, g.ty, x); ok {
				return y
			}
		}
		switch c.at(x.ty).Kind {
		case ir.TypeScalar:
		case ir.TypeVector:
			x = c.component(x, 0)
		case ir.TypeMatrix:
			x = c.component(c.component(x, 0), 0)
		default:
			c.errorf(codeNoMatch, span, "%s can't be made of %s", c.name(g.ty), c.typeName(x))
			return operand{}
		}
		return c.cast(t.Scalar, x)
	case ir.TypeCooperative:
		return c.constructCooperative(n, g.ty, list)
	case ir.TypeVector:
		if len(list) == 1 && c.referenceOf(list[0].ty) != nil {
			if y, ok := c.addressOf(n, g.ty, list[0]); ok {
				return y
			}
		}
		return c.constructVector(span, g.ty, &t, list, nodes)
	case ir.TypeMatrix:
		return c.constructMatrix(span, g.ty, &t, list, nodes)
	case ir.TypeArray:
		elem := t.Base
		length := int(t.Length)
		if length == 0 {
			length = len(list)
		}
		if length != len(list) {
			return c.wrongCount(span, g.ty, length, len(list))
		}
		ty := c.m.Types.Array(elem, uint32(length))
		for i := range list {
			list[i] = c.implicit(list[i], elem, c.t.Span(nodes[i]), "an element")
			if !list[i].ok() {
				return operand{}
			}
		}
		return c.compose(ty, list...)
	case ir.TypeStruct:
		if c.referenceOf(g.ty) != nil {
			if len(list) != 1 {
				return c.wrongCount(span, g.ty, 1, len(list))
			}
			if y, ok := c.referenceTo(n, g.ty, list[0]); ok {
				return y
			}
			c.errorf(codeNoMatch, span, "%s can't be made of %s", c.name(g.ty), c.typeName(list[0]))
			return operand{}
		}
		members := c.m.Structs[t.Struct].Members
		if len(members) != len(list) {
			return c.wrongCount(span, g.ty, len(members), len(list))
		}
		for i := range list {
			list[i] = c.implicit(list[i], c.m.Structs[t.Struct].Members[i].Type, c.t.Span(nodes[i]), "the member "+c.m.Structs[t.Struct].Members[i].Name)
			if !list[i].ok() {
				return operand{}
			}
		}
		return c.compose(g.ty, list...)
	}
	c.errorf(codeNotCallable, span, "%s has no constructor", c.name(g.ty))
	return operand{}
}

// constructVector takes one scalar to repeat, a longer vector to cut, or
// components in order; the last argument may have more than are needed.
func (c *checker) constructVector(span diag.Span, ty ir.TypeID, t *ir.Type, list []operand, nodes []syntax.Node) operand {
	want := int(t.Rows)
	if len(list) == 1 {
		x := list[0]
		switch xt := c.at(x.ty); xt.Kind {
		case ir.TypeScalar:
			return c.splat(want, c.cast(t.Scalar, x))
		case ir.TypeVector:
			if int(xt.Rows) < want {
				c.errorf(codeArgCount, span, "%s needs %d components, found %d", c.name(ty), want, xt.Rows)
				return operand{}
			}
			return c.cast(t.Scalar, c.first(x, want))
		}
	}
	var parts [4]operand
	n, count := 0, 0
	add := func(x operand, size, i int) bool {
		if count >= want {
			c.errorf(codeArgCount, c.t.Span(nodes[i]), "the constructor of %s has too many arguments", c.name(ty))
			return false
		}
		if count+size > want {
			size = want - count
			x = c.first(x, size)
		}
		parts[n] = c.cast(t.Scalar, x)
		n++
		count += size
		return true
	}
	for i, x := range list {
		switch xt := *c.at(x.ty); xt.Kind {
		case ir.TypeScalar, ir.TypeVector:
			if !add(x, c.shapeOf(x.ty), i) {
				return operand{}
			}
		case ir.TypeMatrix:
			for k := range uint32(xt.Columns) {
				if count >= want {
					break
				}
				if !add(c.component(x, k), int(xt.Rows), i) {
					return operand{}
				}
			}
		default:
			c.errorf(codeNoMatch, c.t.Span(nodes[i]), "%s can't be made of %s", c.name(ty), c.typeName(x))
			return operand{}
		}
	}
	if count < want {
		c.errorf(codeArgCount, span, "%s needs %d components, found %d", c.name(ty), want, count)
		return operand{}
	}
	return c.compose(ty, parts[:n]...)
}

// constructMatrix takes one scalar for the diagonal, a matrix to cut or to fill up
// with the identity, or components column by column.
func (c *checker) constructMatrix(span diag.Span, ty ir.TypeID, t *ir.Type, list []operand, nodes []syntax.Node) operand {
	rows, cols := int(t.Rows), int(t.Columns)
	if len(list) == 1 {
		x := list[0]
		switch xt := *c.at(x.ty); xt.Kind {
		case ir.TypeScalar:
			d := c.cast(t.Scalar, x)
			zero := c.zero(ir.ScalarTypeOf(t.Scalar))
			return c.columns(ty, func(i uint32) operand {
				var parts [4]operand
				for r := range rows {
					parts[r] = zero
					if r == int(i) {
						parts[r] = d
					}
				}
				return c.compose(ir.VectorOf(t.Scalar, rows), parts[:rows]...)
			})
		case ir.TypeMatrix:
			if int(xt.Rows) == rows && int(xt.Columns) == cols {
				return c.cast(t.Scalar, x)
			}
			return c.columns(ty, func(i uint32) operand {
				var parts [4]operand
				n := 0
				have := 0
				if int(i) < int(xt.Columns) {
					have = min(int(xt.Rows), rows)
					col := c.component(x, i)
					if have == rows {
						return c.cast(t.Scalar, c.first(col, rows))
					}
					parts[0] = c.cast(t.Scalar, c.first(col, have))
					n = 1
				}
				for r := have; r < rows; r++ {
					v := 0.0
					if r == int(i) {
						v = 1
					}
					parts[n] = number(t.Scalar, v)
					n++
				}
				return c.compose(ir.VectorOf(t.Scalar, rows), parts[:n]...)
			})
		}
	}
	base := len(c.args)
	defer func() { c.args = c.args[:base] }()
	for i, x := range list {
		switch xt := *c.at(x.ty); xt.Kind {
		case ir.TypeScalar:
			c.args = append(c.args, c.cast(t.Scalar, x))
		case ir.TypeVector:
			if int(xt.Rows) == rows && (len(c.args)-base)%rows == 0 {
				x = c.cast(t.Scalar, x) // a whole column: taken apart and put together again below
			}
			for k := range uint32(xt.Rows) {
				if i == len(list)-1 && len(c.args)-base == rows*cols {
					break
				}
				c.args = append(c.args, operand{kind: opNone, ty: x.ty, handle: k, bits: uint64(i)})
			}
		default:
			c.errorf(codeNoMatch, c.t.Span(nodes[i]), "%s can't be made of %s", c.name(ty), c.typeName(x))
			return operand{}
		}
	}
	flat := c.args[base:]
	if len(flat) != rows*cols {
		c.errorf(codeArgCount, span, "%s needs %d components, found %d", c.name(ty), rows*cols, len(flat))
		return operand{}
	}
	// A component that is none stands for component handle of list[bits].
	component := func(x operand) operand {
		if x.kind != opNone {
			return x
		}
		return c.cast(t.Scalar, c.component(list[x.bits], x.handle))
	}
	return c.columns(ty, func(i uint32) operand {
		col := flat[int(i)*rows : int(i+1)*rows]
		if col[0].kind == opNone && col[0].handle == 0 && c.shapeOf(list[col[0].bits].ty) == rows {
			return c.cast(t.Scalar, list[col[0].bits])
		}
		var parts [4]operand
		for r := range rows {
			parts[r] = component(col[r])
		}
		return c.compose(ir.VectorOf(t.Scalar, rows), parts[:rows]...)
	})
}

// samplerConstructor combines a texture and a sampler: sampler2D(t, s).
func (c *checker) samplerConstructor(n syntax.Node, t gtype, args []syntax.Node) operand {
	o := c.opaques[t.opq]
	if o.kind == opaqueAcceleration && len(t.dims) == 0 {
		return c.structureConstructor(n, t, args)
	}
	if o.kind != opaqueSampler || len(t.dims) > 0 {
		c.errorf(codeNotCallable, c.t.Span(n), "%s has no constructor", o)
		return operand{}
	}
	if len(args) != 2 {
		c.errorf(codeArgCount, c.t.Span(n), "%s takes a texture and a sampler", o)
		return operand{}
	}
	x, s := c.expr(args[0]), c.expr(args[1])
	if !x.ok() || !s.ok() {
		return operand{}
	}
	xo, so := c.opaques[x.opq], c.opaques[s.opq]
	want := o
	want.kind, want.shadow = opaqueTexture, false
	if x.kind != opResource || xo != want || c.at(x.ty).Kind != ir.TypeImage {
		c.errorf(codeNoMatch, c.t.Span(args[0]), "%s takes a %s, found %s", o, want, c.typeName(x))
		return operand{}
	}
	if s.kind != opResource || so.kind != opaqueBare || c.at(s.ty).Kind != ir.TypeSampler {
		c.errorf(codeNoMatch, c.t.Span(args[1]), "%s takes a sampler, found %s", o, c.typeName(s))
		return operand{}
	}
	if o.shadow != (s.ty == ir.TypeSamplerComparison) {
		c.unsupported(c.t.Span(args[1]), "a sampler that is used with comparison and without")
		return operand{}
	}
	return operand{kind: opSampler, ty: x.ty, opq: t.opq, handle: x.handle, bits: uint64(s.handle), decl: x.decl}
}

// structureConstructor makes an acceleration structure of its address (GL_EXT_ray_tracing).
func (c *checker) structureConstructor(n syntax.Node, t gtype, args []syntax.Node) operand {
	if len(args) != 1 {
		c.errorf(codeArgCount, c.t.Span(n), "%s takes an address", c.opaques[t.opq])
		return operand{}
	}
	x := c.wantValue(c.expr(args[0]), args[0])
	if !x.ok() {
		return operand{}
	}
	if x.ty != ir.TypeU64 && x.ty != ir.TypeVec2U32 {
		c.errorf(codeNoMatch, c.t.Span(args[0]), "%s takes a uint64_t or uvec2, found %s", c.opaques[t.opq], c.typeName(x))
		return operand{}
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "an acceleration structure is no constant")
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	ty := c.resourceType(c.opaques[t.opq], ir.NoFormat, 0, false)
	return operand{kind: opResource, ty: ty, opq: t.opq, handle: uint32(c.b.PointerAt(ty, c.toExpr(x)))}
}
