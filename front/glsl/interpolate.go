package glsl

// This file checks interpolateAtCentroid, interpolateAtSample and interpolateAtOffset: their
// first argument names an input, or a part of one.

import (
	"slices"

	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// interpolateOp is the operation of a function, by its name.
func interpolateOp(name string) (ir.InterpolateOp, bool) {
	switch name {
	case "interpolateAtCentroid":
		return ir.InterpolateCentroid, true
	case "interpolateAtSample":
		return ir.InterpolateSample, true
	case "interpolateAtOffset":
		return ir.InterpolateOffset, true
	}
	return 0, false
}

// interpolation is an expression whose input has no location yet.
type interpolation struct {
	f    *ir.Function
	expr ir.ExprID
	in   int // index in io.ins
	leaf int
}

// interpolated is an input interpolated elsewhere.
func (c *checker) interpolated(n syntax.Node, name string, op ir.InterpolateOp, args []syntax.Node) operand {
	a := since(400, 320, exts{extGPUShader5, extInterpolationOES})
	if !c.needs(c.t.Span(n), name, &a) || c.runtimeOnly(n, name) {
		return operand{}
	}
	if c.stage.Info().Inputs != ir.Varyings {
		c.errorf(codeStage, c.t.Span(n), "only fragment shaders interpolate inputs")
		return operand{}
	}
	want := 2
	if op == ir.InterpolateCentroid {
		want = 1
	}
	if len(args) != want {
		c.errorf(codeArgCount, c.t.Span(n), "%s takes %d arguments, found %d", name, want, len(args))
		return operand{}
	}
	var at ir.ExprID
	if want == 2 {
		t := ir.TypeI32
		if op == ir.InterpolateOffset {
			t = ir.VectorOf(ir.F32, 2)
		}
		x := c.implicit(c.expression(args[1]), t, c.t.Span(args[1]), "where "+name+" interpolates")
		if !x.ok() {
			return operand{}
		}
		at = c.toExpr(x)
		if op == ir.InterpolateOffset && c.fromBelow() {
			at = c.b.Compose(t, c.b.AccessIndex(at, 0), c.b.Unary(ir.Negate, c.b.AccessIndex(at, 1)))
		}
	}
	return c.interpolatedPart(args[0], op, at)
}

// interpolatedPart is the input that an expression names, or its component.
func (c *checker) interpolatedPart(n syntax.Node, op ir.InterpolateOp, at ir.ExprID) operand {
	n = c.t.Unparen(n)
	if x, ok := c.interpolatedInput(n, op, at); ok {
		return x
	}
	switch kind := c.t.Kind(n); {
	case c.lang.Profile == ES: // which has no components of inputs here
	case kind == syntax.KindMember:
		v := c.t.Member(n)
		if x := c.interpolatedPart(v.X, op, at); !x.ok() {
			return x
		} else if c.shapeOf(x.ty) > 0 {
			return c.swizzled(n, x, c.t.Name(v.Name))
		}
	case kind == syntax.KindIndex:
		v := c.t.Index(n)
		x := c.interpolatedPart(v.X, op, at)
		i := c.expression(v.Index)
		if !x.ok() || !i.ok() {
			return operand{}
		}
		if s := c.at(i.ty); c.at(x.ty).Kind == ir.TypeVector && s.Kind == ir.TypeScalar && s.Scalar.IsInteger() {
			if k, known := c.constInteger(i); !known || k >= 0 && int(k) < c.shapeOf(x.ty) {
				return c.elementAt(x, i, false, v.Index, n)
			}
		}
	}
	c.errorf(codeNoMatch, c.t.Span(n), "an input, or an element, member or component of one, is wanted here")
	return operand{}
}

// interpolatedInput is the input that an expression names; ok is false if it is none, or
// a component of one.
func (c *checker) interpolatedInput(n syntax.Node, op ir.InterpolateOp, at ir.ExprID) (x operand, ok bool) {
	var path []uint32
	top := n
	for {
		n = c.t.Unparen(n)
		switch c.t.Kind(n) {
		case syntax.KindMember:
			v := c.t.Member(n)
			t := c.inputType(v.X)
			if t == 0 || c.at(t).Kind != ir.TypeStruct {
				return operand{}, false
			}
			if c.lang.Profile == ES && !c.isBlockInput(v.X) { // nor members of structs
				return operand{}, false
			}
			k := slices.IndexFunc(c.m.StructOf(t).Members, func(m ir.Member) bool { return m.Name == c.t.Name(v.Name) })
			if k < 0 {
				return operand{}, false
			}
			path = append(path, uint32(k))
			n = v.X
		case syntax.KindIndex:
			v := c.t.Index(n)
			if t := c.inputType(v.X); t == 0 || c.at(t).Kind != ir.TypeArray && c.at(t).Kind != ir.TypeMatrix {
				return operand{}, false
			}
			k := c.expression(v.Index)
			if !k.ok() {
				return operand{}, true
			}
			i, known := c.constInteger(k)
			if !known {
				c.unsupported(c.t.Span(v.Index), "an input to interpolate chosen by an index that isn't constant")
				return operand{}, true
			}
			path = append(path, uint32(i))
			n = v.X
		case syntax.KindIdent:
			slices.Reverse(path)
			return c.interpolate(c.bind[c.t.Ident(n)], path, op, at, top)
		default:
			return operand{}, false
		}
	}
}

// isBlockInput reports whether an expression names a block of inputs.
func (c *checker) isBlockInput(n syntax.Node) bool {
	n = c.t.Unparen(n)
	return c.t.Kind(n) == syntax.KindIdent && slices.ContainsFunc(c.io.ins, func(x ioVar) bool {
		return x.decl == c.bind[c.t.Ident(n)] && x.members != nil
	})
}

// inputType is the type of an input, or a part of one, that an expression names; else 0.
func (c *checker) inputType(n syntax.Node) ir.TypeID {
	n = c.t.Unparen(n)
	switch c.t.Kind(n) {
	case syntax.KindIdent:
		if id := c.bind[c.t.Ident(n)]; id != 0 && c.decls[id].flags&flagInput != 0 {
			return c.decls[id].ty
		}
	case syntax.KindMember:
		v := c.t.Member(n)
		if t := c.inputType(v.X); t != 0 && c.at(t).Kind == ir.TypeStruct {
			for _, m := range c.m.StructOf(t).Members {
				if m.Name == c.t.Name(v.Name) {
					return m.Type
				}
			}
		}
	case syntax.KindIndex:
		if t := c.inputType(c.t.Index(n).X); t != 0 && (c.at(t).Kind == ir.TypeArray || c.at(t).Kind == ir.TypeMatrix) {
			return c.m.ElementType(t, 0)
		}
	}
	return 0
}

// interpolate is the part of an input at a path; ok is false if none lies there.
func (c *checker) interpolate(id declID, path []uint32, op ir.InterpolateOp, at ir.ExprID, n syntax.Node) (x operand, ok bool) {
	for i := range c.io.ins {
		in := &c.io.ins[i]
		if id == 0 || in.decl != id || in.builtIn != ir.NoBuiltIn {
			continue
		}
		for k := range in.leaves {
			l := &in.leaves[k]
			if !slices.Equal(l.path, path) {
				continue
			}
			interp := in.interp
			if l.m != nil {
				interp = l.m.q.interp
			}
			if interp == ir.InterpolateFlat { // the same everywhere
				return c.expression(n), true
			}
			c.b.Span = c.t.Span(n)
			e := c.b.Interpolate(l.ty, ir.Interpolate{Op: op, Arg: at})
			c.io.elsewhere = append(c.io.elsewhere, interpolation{c.fn, e, i, k})
			return operand{kind: opValue, ty: l.ty, handle: uint32(e)}, true
		}
	}
	return operand{}, false
}

// placeInterpolations computes the bindings of interpolated inputs.
func (c *checker) placeInterpolations() {
	for _, x := range c.io.elsewhere {
		l := &c.io.ins[x.in].leaves[x.leaf]
		b := &c.mainFn.Args[l.index].Binding
		v := x.f.Interpolate(x.expr)
		v.Location, v.Component = b.Location, uint32(b.Component)
		x.f.Overwrite(x.expr, x.f.AddInterpolate(l.ty, v, x.f.SpanOf(x.expr)))
	}
}
