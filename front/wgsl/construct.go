package wgsl

// This file checks value constructors and conversions (section "Value
// Constructor Built-in Functions" of the WGSL specification).

import (
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// construct checks T(args) for a complete type t.
func (c *checker) construct(n syntax.Node, t ir.TypeID, nodes []syntax.Node, args []operand) operand {
	if !c.constructible(t) {
		c.errorf(codeNoMatch, c.t.Primary(n), "a value of type %s can't be constructed", c.typeName(t))
		return operand{}
	}
	if len(args) == 0 {
		return operand{ty: t}
	}
	ty := *c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return c.numeric(n, &ty, ty.Scalar, nodes, args)
	case ir.TypeArray:
		if len(args) > maxElements {
			c.errorf(codeLimit, c.t.Primary(n), "the constructor is given %d elements: the limit is %d", len(args), maxElements)
			return operand{}
		}
		if len(args) != int(ty.Length) {
			c.errorf(codeArgCount, c.t.Span(n), "%s takes %s, found %d", c.typeName(t), plural(int(ty.Length), "element"), len(args))
			return operand{}
		}
		for i := range args {
			if args[i] = c.convert(args[i], ty.Base, nodes[i], "an element"); args[i].ty == 0 {
				return operand{}
			}
		}
		return c.compose(n, t, args)
	case ir.TypeCooperative:
		c.errorf(codeArgCount, c.t.Span(n), "%s() is zero: a cooperative matrix takes no components", c.typeName(t))
		return operand{}
	case ir.TypeStruct:
		members := c.m.Structs[ty.Struct].Members
		if len(args) != len(members) {
			c.errorf(codeArgCount, c.t.Span(n), "%s takes %s, found %d", c.typeName(t), plural(len(members), "member"), len(args))
			return operand{}
		}
		for i := range args {
			if args[i].ty == members[i].Type {
				continue
			}
			if args[i] = c.convertNamed(args[i], members[i].Type, nodes[i], "the member ", members[i].Name); args[i].ty == 0 {
				return operand{}
			}
		}
		return c.compose(n, t, args)
	}
	panic("wgsl: constructor of a " + ty.Kind.String())
}

// numeric checks the constructor of a scalar, vector or matrix with the shape of
// ty; its scalar s is inferred if it is NoScalar.
func (c *checker) numeric(n syntax.Node, ty *ir.Type, s ir.Scalar, nodes []syntax.Node, args []operand) operand {
	base := len(c.types)
	runtime := false
	for i := range args {
		c.types = append(c.types, args[i].ty)
		runtime = runtime || args[i].stage != stageConst
	}
	types := c.types[base:]
	c.types = c.types[:base]
	m := &c.match
	var err error
	switch ty.Kind {
	case ir.TypeScalar:
		err = builtin.ResolveScalar(c.m, s, types, m)
	case ir.TypeVector:
		err = builtin.ResolveVector(c.m, int(ty.Rows), s, types, runtime, m)
	default:
		err = builtin.ResolveMatrix(c.m, int(ty.Columns), int(ty.Rows), s, types, runtime, m)
	}
	if err != nil {
		c.noMatch(err, n)
		return operand{}
	}
	t, splat, convert := m.Result, m.Splat, m.Convert
	if len(args) == 0 {
		return operand{ty: t}
	}
	if convert {
		return c.conversion(n, t, args[0])
	}
	for i := range args {
		if args[i] = c.convert(args[i], m.Params[i], nodes[i], "a component"); args[i].ty == 0 {
			return operand{}
		}
	}
	switch r := c.m.Types.At(t); {
	case splat != 0:
		return c.splat(n, args[0], int(r.Rows))
	case len(args) == 1 && args[0].ty == t:
		return args[0]
	case r.Kind == ir.TypeMatrix && len(args) > int(r.Columns):
		rows, columns := int(r.Rows), int(r.Columns)
		column := ir.VectorOf(r.Scalar, rows)
		for i := range columns {
			args[i] = c.compose(n, column, args[i*rows:(i+1)*rows])
		}
		args = args[:columns]
	}
	return c.compose(n, t, args)
}

// conversion is T(x): the value of x as another scalar, component by component.
func (c *checker) conversion(n syntax.Node, t ir.TypeID, x operand) operand {
	if x.ty == t {
		return x
	}
	if x.stage == stageConst {
		v, err := c.ev.Convert(x.val(), t)
		return c.constant(v, err, t, n)
	}
	e := c.pend(c.ex.AddAs(t, 0, ir.As{Value: x.expr()}, c.t.Span(n)))
	return operand{ty: t, stage: x.stage, handle: uint32(e)}
}

// compose builds a value from parts that have just the right types.
func (c *checker) compose(n syntax.Node, t ir.TypeID, parts []operand) operand {
	st := stageConst
	for i := range parts {
		st = later(st, parts[i].stage)
	}
	if st == stageConst {
		base := len(c.vals)
		for i := range parts {
			c.vals = append(c.vals, parts[i].val())
		}
		v, err := c.ev.Compose(t, c.vals[base:])
		c.vals = c.vals[:base]
		return c.constant(v, err, t, n)
	}
	base := len(c.exprs)
	for i := range parts {
		c.exprs = append(c.exprs, c.toExpr(parts[i]))
	}
	e := c.pend(c.ex.AddCompose(t, c.exprs[base:], c.t.Span(n)))
	c.exprs = c.exprs[:base]
	return operand{ty: t, stage: st, handle: uint32(e)}
}

// infer checks G(args) for a type-generator G without template arguments.
func (c *checker) infer(n syntax.Node, m *meaning, nodes []syntax.Node, args []operand) operand {
	switch m.gen {
	case genVec2, genVec3, genVec4:
		return c.numeric(n, &ir.Type{Kind: ir.TypeVector, Rows: m.rows}, ir.NoScalar, nodes, args)
	case genMatrix:
		return c.numeric(n, &ir.Type{Kind: ir.TypeMatrix, Columns: m.columns, Rows: m.rows}, ir.NoScalar, nodes, args)
	case genArray:
	case genRayDesc, genRayIntersection:
		return c.construct(n, c.rayStruct(n, m.gen), nodes, args)
	default:
		c.errorf(codeNotCallable, c.t.Span(n), "a value of this type can't be constructed")
		return operand{}
	}
	base := len(c.types)
	runtime := false
	for i := range args {
		c.types = append(c.types, args[i].ty)
		runtime = runtime || args[i].stage != stageConst
	}
	elem := builtin.Common(c.m, c.types[base:], runtime)
	c.types = c.types[:base]
	switch {
	case elem == 0:
		c.errorf(codeNoMatch, c.t.Span(n), "the elements of an array need one common type").Note("convert them, or write the type in full")
		return operand{}
	case !c.elementAllowed(elem) || !c.constructible(elem):
		c.errorf(codeTypeRule, c.t.Span(n), "an array value can't have elements of type %s", c.typeName(elem))
		return operand{}
	}
	t := c.m.Types.Array(elem, uint32(len(args)))
	if c.tooNested(t, n) {
		return operand{}
	}
	return c.construct(n, t, nodes, args)
}
