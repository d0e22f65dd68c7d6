package spirv

// This file decides which module-scope expressions SPIR-V can state at module scope.

import "refract/ir"

// moduleForms decides which module-scope expressions have a form at module scope, among the
// kinds that moduleExpr writes.
type moduleForms struct {
	m     *ir.Module
	known []formKnown // by ExprID
	stack []ir.ExprID
	buf   []ir.ExprID
}

// formKnown is the known facts about an expression: nothing yet, or whether it has a form.
type formKnown uint8

const (
	hasForm formKnown = 1 + iota
	hasNoForm
)

// has reports whether an expression has a form at module scope.
func (f *moduleForms) has(root ir.ExprID) bool {
	if f.known == nil {
		f.known = make([]formKnown, f.m.Consts.ExprCount())
	}
	f.stack = append(f.stack[:0], root)
	for len(f.stack) > 0 {
		n := len(f.stack)
		x := f.stack[n-1]
		if f.known[x] != 0 {
			f.stack = f.stack[:n-1]
			continue
		}
		result := hasForm
		f.buf = moduleOperands(f.m, x, f.buf[:0])
		for _, o := range f.buf {
			switch f.known[o] {
			case 0:
				f.stack = append(f.stack, o)
			case hasNoForm:
				result = hasNoForm
			}
		}
		if len(f.stack) > n {
			continue
		}
		if result == hasForm && !f.isWritten(x) {
			result = hasNoForm
		}
		f.known[x] = result
	}
	return f.known[root] == hasForm
}

// isWritten reports whether moduleExpr writes an expression whose operands have
// forms.
func (f *moduleForms) isWritten(x ir.ExprID) bool {
	c, types := &f.m.Consts, &f.m.Types
	t := c.TypeOf(x)
	switch c.Kind(x) {
	case ir.KindLiteral, ir.KindZeroValue, ir.KindConstant, ir.KindOverride, ir.KindCompose, ir.KindSplat, ir.KindAccessIndex, ir.KindSwizzle:
		return true
	case ir.KindSelect:
		return types.ComponentCount(t) != 0
	case ir.KindUnary:
		return !types.ScalarOf(t).IsFloat()
	case ir.KindBinary:
		b := c.Binary(x)
		l, r := c.TypeOf(b.Left), c.TypeOf(b.Right)
		return !types.ScalarOf(l).IsFloat() && (l == r || b.Op == ir.Shl || b.Op == ir.Shr)
	case ir.KindMath:
		switch c.MathOp(x) {
		case ir.MathMin, ir.MathMax, ir.MathClamp, ir.MathAbs:
			return types.ScalarOf(t).IsInteger()
		}
	case ir.KindAs:
		a := c.As(x)
		from := c.TypeOf(a.Value)
		target, source := types.ScalarOf(t), types.ScalarOf(from)
		switch {
		case t == from:
			return true
		case target == ir.NoScalar || source == ir.NoScalar || source.IsFloat() || target.IsFloat():
			return false
		case a.Bitcast:
			return target.IsInteger() && source.IsInteger() && target.Bits() == source.Bits()
		}
		return true
	}
	return false
}

// moduleOperands appends the module-scope expressions that one is computed from.
func moduleOperands(m *ir.Module, x ir.ExprID, list []ir.ExprID) []ir.ExprID {
	c := &m.Consts
	list = c.Operands(x, list)
	switch c.Kind(x) {
	case ir.KindConstant:
		list = append(list, ir.ExprID(m.Constants[c.ConstantRef(x)].Init))
	case ir.KindOverride:
		if init := m.Overrides[c.OverrideRef(x)].Init; init != 0 {
			list = append(list, ir.ExprID(init))
		}
	}
	return list
}
