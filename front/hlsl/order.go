package hlsl

// This file has the order of evaluation of operands, which shows if they have effects. The
// compilers of the shader models differ:
//
//   - DXC, from shader model 6.0 on: parameters that are inout are copied first, then arguments are
//     evaluated from the last to the first; the right side of an assignment comes before the left,
//     but for structs.
//   - FXC, before: from left to right.
//
// Initializers, constructors and other operators go from left to right in both.

import (
	"refract/internal/front/hlsl/syntax"
)

// isDXC reports whether the order is DXC's.
func (c *checker) isDXC() bool { return c.prof.major >= 6 }

// effectsOf is the set of arguments that may have effects; the last bit stands for all from the
// 64th on.
func (c *checker) effectsOf(args []node) (set uint64) {
	for k, a := range args {
		if len(args) > 1 && c.hasEffects(a) {
			set |= 1 << min(k, 63)
		}
	}
	return set
}

// hasEffects reports whether an expression may have effects: it has an assignment, or calls a
// function that isn't the language's. The nodes of an expression stand together, ahead of its own.
func (c *checker) hasEffects(n node) bool {
	start := c.t.Span(n).Start
	for i := n; i > 0 && c.t.Span(i).Start >= start; i-- {
		switch c.t.Kind(i) {
		case syntax.KindAssign:
			return true
		case syntax.KindUnary:
			if c.t.Unary(i).Op >= syntax.OpPreIncrement {
				return true
			}
		case syntax.KindMethod:
			return true
		case syntax.KindCall:
			callee := c.t.Call(i).Callee
			if c.t.Kind(callee) != syntax.KindIdent && c.t.Kind(callee) != syntax.KindType || c.t.Kind(callee) == syntax.KindIdent && meaningOf(c.t.Ident(callee)) == nil {
				return true
			}
		}
	}
	return false
}

// rightFirst reports whether the right side of an assignment is evaluated before the left: an order
// that shows, and DXC's, unless structs are assigned.
func (c *checker) rightFirst(a syntax.Assign) bool {
	if !c.isDXC() || c.isStructPlace(a.Left) {
		return false
	}
	return c.hasEffects(a.Left) || c.hasIndex(a.Left) && c.hasEffects(a.Right)
}

// hasIndex reports whether a place has an index in brackets.
func (c *checker) hasIndex(n node) bool {
	for {
		switch n = c.t.Unparen(n); c.t.Kind(n) {
		case syntax.KindIndex:
			return true
		case syntax.KindMember:
			n = c.t.Member(n).X
		default:
			return false
		}
	}
}

// isStructPlace reports whether a place is a struct: a variable, or an element of one.
func (c *checker) isStructPlace(n node) bool {
	indices := 0
	for n = c.t.Unparen(n); c.t.Kind(n) == syntax.KindIndex; n = c.t.Unparen(c.t.Index(n).X) {
		indices++
	}
	if c.t.Kind(n) != syntax.KindIdent {
		return false
	}
	id := c.lookup(c.t.Ident(n))
	if id == 0 {
		return false
	}
	t := c.decls[id].ty
	for ; indices > 0 && t != tNone && c.isArray(t); indices-- {
		t = c.at(t).base
	}
	return t != tNone && c.isStruct(t)
}

// orderOf is the order of evaluation of arguments, or nil if it is the order of the text, as it is if
// none has effects.
func (c *checker) orderOf(args []node, params []param, effects uint64) []int {
	if effects == 0 || !c.isDXC() {
		return nil
	}
	order := make([]int, 0, len(args))
	written := func(k int) bool { return k < len(params) && params[k].dir != dirIn }
	for k := range args {
		if written(k) {
			order = append(order, k)
		}
	}
	for k := len(args) - 1; k >= 0; k-- {
		if !written(k) {
			order = append(order, k)
		}
	}
	return order
}

// loadEarly loads a place, whose value an effect may change.
func (c *checker) loadEarly(x operand) operand {
	if x.kind != opRef && x.kind != opTexel && x.kind != opEither || x.early != 0 || c.fn == nil || c.holdsResource(x.ty) || c.isResource(x.ty) {
		return x
	}
	v := c.rvalue(x)
	if !v.ok() {
		return v
	}
	x.early = uint32(c.toExpr(v))
	return x
}

// onlyParams are the parameters of a function of the source without overloads; else nil.
func (c *checker) onlyParams(chain int32) []param {
	if f := &c.funcs[chain]; chain != 0 && f.next == 0 && f.templ == 0 {
		return f.params
	}
	return nil
}
