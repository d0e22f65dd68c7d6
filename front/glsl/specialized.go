package glsl

// This file handles arrays whose sizes are specialization constants
// (GL_KHR_vulkan_glsl). Such arrays are types of the module with lengths that are
// override-expressions. Two of them are one type if the same constant alone sizes
// both. Arrays in memory that the host shares, and arrays of resources, keep the
// lengths of the constants' defaults.

import (
	"slices"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// specLength returns the length that an operand made of specialization constants
// gives: the same expression for each mention of one constant.
func (c *checker) specLength(o operand) ir.ConstID {
	if s := c.at(o.ty).Scalar; s.Bits() != 32 {
		fn, ex := c.fn, c.ex
		c.fn, c.ex = nil, &c.m.Consts
		o = c.cast(ir.U32, o)
		c.fn, c.ex = fn, ex
	}
	x := ir.ConstID(o.handle)
	if c.m.Consts.Kind(ir.ExprID(x)) != ir.KindOverride {
		return x
	}
	id := int(c.m.Consts.OverrideRef(ir.ExprID(x)))
	for len(c.lengths) <= id {
		c.lengths = append(c.lengths, 0)
	}
	if c.lengths[id] == 0 {
		c.lengths[id] = x
	}
	return c.lengths[id]
}

// isSpecialized reports whether a type is or holds an array whose size is a
// specialization constant.
func (c *checker) isSpecialized(t ir.TypeID) bool {
	switch ty := c.at(t); ty.Kind {
	case ir.TypeArray:
		return ty.LengthExpr != 0 || c.isSpecialized(ty.Base)
	case ir.TypeStruct:
		return c.infoOf(t).specialized
	}
	return false
}

// notSpecialized reports an operation on whole values that GLSL lacks for types with
// such arrays.
func (c *checker) notSpecialized(t ir.TypeID, what string, span diag.Span) bool {
	if !c.isSpecialized(t) {
		return true
	}
	c.errorf(codeTypeRule, span, "values of type %s can't be %s: the size of an array is a specialization constant", c.name(t), what)
	return false
}

// defaultLength returns the length that a specialization constant gives by default.
func (c *checker) defaultLength(x ir.ConstID, span diag.Span) uint32 {
	v, err := c.ev.Evaluate(x, nil)
	n, ok := v.Integer()
	if err != nil || !ok || n <= 0 || n > maxScalars {
		c.errorf(codeTypeRule, span, "the size of an array must be from 1 to %d by default", maxScalars)
		return 1
	}
	return uint32(n)
}

// fixLengths gives the arrays of a declaration the lengths of their constants' defaults.
func (c *checker) fixLengths(name syntax.Symbol, span diag.Span, t *gtype) bool {
	if !t.spec && (t.opq != 0 || !c.isSpecialized(t.ty)) {
		return true
	}
	c.diags.Warnf(codeVariable, span, "the array %q keeps its default size: a specialization constant can't change it in this memory", c.t.Name(name))
	t.ty, t.spec = c.withDefaults(t.ty, span), false
	return true
}

// withDefaults is a type with the lengths of defaults. A struct becomes another one.
func (c *checker) withDefaults(t ir.TypeID, span diag.Span) ir.TypeID {
	if t == 0 || !c.isSpecialized(t) {
		return t
	}
	ty := *c.at(t)
	if ty.Kind == ir.TypeArray {
		if ty.LengthExpr != 0 {
			ty.Length, ty.LengthExpr = c.defaultLength(ty.LengthExpr, span), 0
		}
		ty.Base = c.withDefaults(ty.Base, span)
		return c.m.Types.Intern(ty)
	}
	if fixed := c.fixedStructs[t]; fixed != 0 {
		return fixed
	}
	strct := c.m.Structs[ty.Struct]
	strct.Type, strct.Members = 0, slices.Clone(strct.Members)
	for i := range strct.Members {
		strct.Members[i].Type = c.withDefaults(strct.Members[i].Type, span)
	}
	info := *c.infoOf(t)
	fixed := c.m.AddStruct(strct)
	c.noteStruct(fixed, structInfo{opaques: info.opaques, any: info.any, reference: info.reference, empty: info.empty})
	if c.fixedStructs == nil {
		c.fixedStructs = map[ir.TypeID]ir.TypeID{}
	}
	c.fixedStructs[t] = fixed
	return fixed
}

// lengthValue returns the length of an array that specialization constants give.
func (c *checker) lengthValue(x ir.ConstID) operand {
	if c.fn == nil {
		return c.cast(ir.I32, operand{kind: opValue, spec: true, ty: c.m.Consts.TypeOf(ir.ExprID(x)), handle: uint32(x)})
	}
	id := ir.OverrideID(0)
	if c.m.Consts.Kind(ir.ExprID(x)) == ir.KindOverride {
		id = c.m.Consts.OverrideRef(ir.ExprID(x))
	}
	for k := 1; k < len(c.m.Overrides) && id == 0; k++ {
		if c.m.Overrides[k].Init == x {
			id = ir.OverrideID(k)
		}
	}
	if id == 0 {
		id = ir.OverrideID(len(c.m.Overrides))
		c.m.Overrides = append(c.m.Overrides, ir.Override{Name: "length", Type: c.m.Consts.TypeOf(ir.ExprID(x)), Init: x, Span: c.m.Consts.SpanOf(ir.ExprID(x))})
	}
	return c.cast(ir.I32, operand{kind: opValue, spec: true, ty: c.m.Overrides[id].Type, handle: uint32(c.b.Override(id))})
}

// isSpecExpression reports whether an expression is made of specialization constants,
// constants and conversions alone, so that it has a value at module scope.
func (c *checker) isSpecExpression(n syntax.Node) bool {
	if len(c.m.Overrides) == 1 {
		return false
	}
	spec := false
	for i := c.firstNode(n); i <= n; i++ {
		switch c.t.Kind(i) {
		case syntax.KindAssign, syntax.KindIndex, syntax.KindInitList:
			return false
		case syntax.KindCall:
			if !c.isConversion(c.t.Call(i).Callee) {
				return false
			}
		case syntax.KindIdent:
			if c.isScalarType(i) {
				continue
			}
			d := &c.decls[c.bind[c.t.Ident(i)]]
			switch {
			case d.kind == declOverride, d.kind == declValue && d.bits != 0, d.kind == declComputed && variables[d.handle].kind == varWorkgroup:
				spec = true
			case d.kind != declConst:
				return false
			}
		}
	}
	return spec
}

// isScalarType reports whether an identifier names a scalar type of the language.
func (c *checker) isScalarType(n syntax.Node) bool {
	name := c.t.Ident(n)
	m := meaningOf(name)
	return c.bind[name] == 0 && m != nil && m.ty != 0 && c.at(typeNames[m.ty-1].ty).Kind == ir.TypeScalar
}

// isConversion reports whether a callee is a scalar type of the language.
func (c *checker) isConversion(callee syntax.Node) bool {
	switch c.t.Kind(callee) {
	case syntax.KindIdent:
		return c.isScalarType(callee)
	case syntax.KindType:
		v := c.t.Type(callee)
		m := meaningOf(v.Name)
		return len(v.Dims) == 0 && c.bind[v.Name] == 0 && m != nil && m.ty != 0 && c.at(typeNames[m.ty-1].ty).Kind == ir.TypeScalar
	}
	return false
}
