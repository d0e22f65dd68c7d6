package spirv

// This file evaluates module-scope expressions that have no form at module scope
// inside the function being written.

import (
	"refract/ir"
)

// evalInPrologue evaluates a module-scope expression at the start of the
// function.
func (w *Writer) evalInPrologue(x ir.ExprID) id {
	w.enterPrologue()
	v := w.evalModule(x)
	w.leavePrologue()
	return v
}

// evalModule evaluates a module-scope expression in the block being built.
func (w *Writer) evalModule(root ir.ExprID) id {
	values := map[ir.ExprID]id{}
	stack := []ir.ExprID{root}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		if values[x] != 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		if v := w.moduleConstant(x); v != 0 {
			values[x] = v
			continue
		}
		n := len(stack)
		for _, o := range w.dependencies(x) {
			if values[o] == 0 {
				stack = append(stack, o)
			}
		}
		if len(stack) > n {
			continue
		}
		if values[x] = w.evalModuleExpr(x, values); values[x] == 0 {
			w.fail("an override-expression has no form in SPIR-V")
			return w.u32(0)
		}
	}
	return values[root]
}

// evalModuleExpr evaluates one expression whose operands are known. The
// operations that are total only with a check are refused.
func (w *Writer) evalModuleExpr(x ir.ExprID, values map[ir.ExprID]id) id {
	c := &w.m.Consts
	t := c.TypeOf(x)
	switch c.Kind(x) {
	case ir.KindConstant:
		return values[ir.ExprID(w.m.Constants[c.ConstantRef(x)].Init)]
	case ir.KindOverride:
		return values[ir.ExprID(w.m.Overrides[c.OverrideRef(x)].Init)]
	case ir.KindCompose:
		parts := make([]id, 0, 16)
		for _, p := range c.Compose(x).Components {
			parts = append(parts, values[p])
		}
		return w.compose(t, parts)
	case ir.KindSplat:
		return w.splat(t, values[c.Operand(x)])
	case ir.KindAccessIndex:
		a := c.AccessIndex(x)
		return w.extract(t, values[a.Base], a.Index)
	case ir.KindSwizzle:
		s := c.Swizzle(x)
		return w.swizzle(t, values[s.Vector], s.Pattern[:s.Size])
	case ir.KindSelect:
		s := c.Select(x)
		return w.selectValue(t, c.TypeOf(s.Condition), values[s.Condition], values[s.Accept], values[s.Reject])
	case ir.KindUnary:
		u := c.Unary(x)
		return w.unary(u.Op, t, values[u.Value], 0)
	case ir.KindBinary:
		b := c.Binary(x)
		integer := w.m.Types.ScalarOf(c.TypeOf(b.Left)).IsInteger()
		if integer && (b.Op == ir.Div || b.Op == ir.Rem || b.Op == ir.Shl || b.Op == ir.Shr) {
			return 0
		}
		return w.binary(b.Op, t, c.TypeOf(b.Left), c.TypeOf(b.Right), values[b.Left], values[b.Right], 0)
	case ir.KindRelational:
		r := c.Relational(x)
		return w.relational(r.Op, t, c.TypeOf(r.Value), values[r.Value])
	case ir.KindMath:
		m := c.Math(x)
		var args [4]id
		n := int(m.Op.Info().Args)
		for i := range n {
			args[i] = values[m.Args[i]]
		}
		return w.math(m.Op, t, c.TypeOf(m.Args[0]), args[:n], 0)
	case ir.KindAs:
		a := c.As(x)
		from := c.TypeOf(a.Value)
		switch {
		case a.Bitcast:
			return w.bitcast(t, from, values[a.Value])
		case w.m.Types.ScalarOf(from).IsFloat() && w.m.Types.ScalarOf(t).IsInteger():
			return 0
		}
		return w.convert(t, from, values[a.Value])
	}
	return 0
}
