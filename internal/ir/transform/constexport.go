package transform

// This file copies constant expressions of a function to module scope.

import "refract/ir"

// exportDepth bounds how deep an expression is that exportConst follows.
const exportDepth = 32

// exportConst makes a module-scope expression of one of a function that is
// built from literals, constants and zero values only.
func exportConst(m *ir.Module, f *ir.Function, x ir.ExprID, depth int) (ir.ConstID, bool) {
	if !isExportable(f, x, depth) {
		return 0, false
	}
	return ir.ConstID(export(m, f, x)), true
}

func isExportable(f *ir.Function, x ir.ExprID, depth int) bool {
	switch f.Kind(x) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindSplat:
		return depth < exportDepth && isExportable(f, f.Operand(x), depth+1)
	case ir.KindCompose:
		if depth >= exportDepth {
			return false
		}
		for _, c := range f.Compose(x).Components {
			if !isExportable(f, c, depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

func export(m *ir.Module, f *ir.Function, x ir.ExprID) ir.ExprID {
	t, span := f.TypeOf(x), f.SpanOf(x)
	switch k := f.Kind(x); k {
	case ir.KindLiteral:
		return m.Consts.AddLiteral(t, f.LiteralBits(x), span)
	case ir.KindConstant:
		return m.Consts.AddRef(k, t, uint32(f.ConstantRef(x)), span)
	case ir.KindZeroValue:
		return m.Consts.AddZeroValue(t, span)
	case ir.KindSplat:
		return m.Consts.AddUnaryKind(k, t, 0, export(m, f, f.Operand(x)), span)
	case ir.KindCompose:
		components := f.Compose(x).Components
		parts := make([]ir.ExprID, len(components))
		for i, c := range components {
			parts[i] = export(m, f, c)
		}
		return m.Consts.AddCompose(t, parts, span)
	default:
		panic("transform: export of " + k.String())
	}
}
