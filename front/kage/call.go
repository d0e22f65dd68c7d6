package kage

// This file checks calls and conversions.

import (
	"go/ast"
	"slices"
	"strings"

	"refract/internal/spell"
	"refract/ir"
)

// maxArguments bounds the arguments of a call.
const maxArguments = 256

func (c *checker) call(e *ast.CallExpr) operand {
	if len(e.Args) > maxArguments {
		c.errorOn(codeLimit, e, "a call has %d arguments at most", maxArguments)
		return invalid
	}
	f := c.expr(e.Fun)
	args, ok := c.argumentList(e)
	switch f.mode {
	case modeInvalid:
		return invalid
	case modeFunction, modeBuiltin:
	default:
		c.errorOn(codeNotCallable, e.Fun, "only functions can be called")
		return invalid
	}
	if e.Ellipsis.IsValid() {
		c.errorf(codeUnsupported, e.Ellipsis, "Kage has no variadic functions of its programs")
		return invalid
	}
	if !ok {
		return invalid
	}
	if f.mode == modeBuiltin {
		return c.callBuiltin(e, f.name, args)
	}
	return c.callFunction(e, f.object.function, args)
}

// argumentList checks the arguments of a call. The results of a call that is the only argument
// are as many arguments.
func (c *checker) argumentList(e *ast.CallExpr) (args []operand, ok bool) {
	if len(e.Args) == 1 {
		x := c.expr(e.Args[0])
		switch {
		case x.mode == modeTuple:
			return c.unpack(x), true
		case x.mode == modeTexture:
			return []operand{x}, true
		}
		return []operand{x}, c.single(e.Args[0], x)
	}
	ok = true
	args = make([]operand, 0, len(e.Args))
	for _, a := range e.Args {
		x := c.expr(a)
		if x.mode != modeTexture {
			ok = c.single(a, x) && ok
		}
		args = append(args, x)
	}
	return args, ok
}

// unpack is the results of a call.
func (c *checker) unpack(x operand) []operand {
	list := make([]operand, len(x.tuple.results))
	for i, r := range x.tuple.results {
		list[i] = value(r.t, c.b.AccessIndex(x.expr, uint32(i)))
	}
	return list
}

func (c *checker) callFunction(e *ast.CallExpr, f *function, args []operand) operand {
	switch {
	case c.fn == nil:
		c.errorOn(codeConstWanted, e, "a call of %s is not constant", f.name)
		return invalid
	case f.entry != ir.NoStage:
		c.errorOn(codeEntryPoint, e, "nothing can call the entry point %s", f.name)
		return invalid
	case len(args) != len(f.params):
		c.errorOn(codeArgCount, e, "%s takes %d arguments, not %d", f.name, len(f.params), len(args))
		return invalid
	}
	values := make([]ir.ExprID, len(args))
	ok := true
	for i, p := range f.params {
		at := ast.Expr(e)
		if len(e.Args) == len(args) {
			at = e.Args[i]
		}
		v, fits := c.assignTo(at, args[i], p.t, "the argument")
		values[i] = v
		ok = ok && fits
	}
	if !ok {
		return invalid
	}
	c.fn.calls = append(c.fn.calls, f)
	if f.bridge && !f.queued {
		f.queued = true
		c.queue = append(c.queue, f)
	}
	result := c.b.Call(f.id, values...)
	switch len(f.results) {
	case 0:
		return operand{mode: modeNone}
	case 1:
		return value(f.results[0].t, result)
	}
	return operand{mode: modeTuple, expr: result, tuple: f}
}

// conversion checks a conversion, or the construction of a vector or matrix.
func (c *checker) conversion(e *ast.CallExpr, k kind, args []operand) operand {
	t := of(k)
	if t.is(boolean) || t.is(integer) || t.is(float) {
		return c.scalarConversion(e, t, args)
	}
	n := t.size()
	base := t.scalar()
	components := n
	if t.matrix() {
		components = n * n
	}
	if len(args) == 1 {
		return c.single1(e, t, &args[0], args)
	}
	// Either columns of a matrix, or scalars and shorter vectors that fill it.
	values := make([]ir.ExprID, 0, len(args))
	if t.matrix() && len(args) == n {
		for i := range args {
			if !args[i].t.is(vec2 + kind(n-2)) {
				return c.noMatch(e, t.String(), args)
			}
			values = append(values, c.toExpr(args[i]))
		}
		return value(t, c.b.Compose(c.irType(t), values...))
	}
	filled := 0
	for i := range args {
		x := &args[i]
		switch {
		case x.mode == modeConst:
			if !constructs(x, base) {
				return c.noMatch(e, t.String(), args)
			}
			filled++
		case x.t == base:
			filled++
		case !t.matrix() && x.t.vector() && x.t.scalar() == base && x.t.size() < n:
			filled += x.t.size()
		default:
			return c.noMatch(e, t.String(), args)
		}
	}
	if filled != components {
		return c.noMatch(e, t.String(), args)
	}
	for i := range args {
		values = append(values, c.toExpr(args[i]))
	}
	if !t.matrix() {
		return value(t, c.b.Compose(c.irType(t), values...))
	}
	columns := make([]ir.ExprID, n)
	for i := range columns {
		columns[i] = c.b.Compose(c.irType(vectorOf(float, n)), values[i*n:i*n+n]...)
	}
	return value(t, c.b.Compose(c.irType(t), columns...))
}

// constructs gives a constant the scalar of a vector or matrix.
func constructs(x *operand, base typ) bool {
	v, ok := represent(x.val, base)
	if ok {
		x.val, x.t = v, base
	}
	return ok
}

// single1 makes a vector or matrix of one argument: a scalar, which fills the components of
// the vector or the diagonal of the matrix, or a value of the same shape.
func (c *checker) single1(e *ast.CallExpr, t typ, x *operand, args []operand) operand {
	n, base := t.size(), t.scalar()
	if x.mode == modeConst {
		if !constructs(x, base) {
			return c.noMatch(e, t.String(), args)
		}
	}
	switch {
	case x.t == t:
		return value(t, c.toExpr(*x))
	case x.t == base && t.matrix():
		v, zero := c.toExpr(*x), c.b.F32(0)
		columns := make([]ir.ExprID, n)
		for i := range columns {
			parts := [4]ir.ExprID{zero, zero, zero, zero}
			parts[i] = v
			columns[i] = c.b.Compose(c.irType(vectorOf(float, n)), parts[:n]...)
		}
		return value(t, c.b.Compose(c.irType(t), columns...))
	case x.t == base:
		return value(t, c.b.Splat(n, c.toExpr(*x)))
	case t.vector() && x.t.vector() && x.t.size() == n:
		return value(t, c.b.Convert(c.m.Types.ScalarOf(c.irType(t)), c.toExpr(*x)))
	}
	return c.noMatch(e, t.String(), args)
}

func (c *checker) scalarConversion(e *ast.CallExpr, t typ, args []operand) operand {
	if len(args) != 1 {
		c.errorOn(codeArgCount, e, "%s takes one argument, not %d", t, len(args))
		return invalid
	}
	x := args[0]
	if x.mode == modeConst {
		v, ok := represent(x.val, t)
		if !ok {
			c.errorOn(codeConstEval, e, "%s is no %s", x.val, t)
			return invalid
		}
		return constantOf(t, v)
	}
	switch {
	case x.t == t:
		return value(t, c.toExpr(x))
	case t.is(integer) && x.t.is(float):
		return value(t, c.b.Convert(ir.I32, c.toExpr(x)))
	case t.is(float) && x.t.is(integer):
		return value(t, c.b.Convert(ir.F32, c.toExpr(x)))
	}
	return c.noMatch(e, t.String(), args)
}

// nearest is the name that a misspelled one was meant to be, or "".
func (c *checker) nearest(name string) string {
	var names []string
	for _, o := range c.pool {
		names = append(names, o.name)
	}
	for g, o := range c.globals {
		if o.kind != objFunction || !o.function.bridge || !strings.HasPrefix(g, reserved) {
			names = append(names, g)
		}
	}
	names = append(names, builtinNames()...)
	slices.Sort(names)
	return spell.Nearest(name, names)
}
