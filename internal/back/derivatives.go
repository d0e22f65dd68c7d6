package back

// This file finds derivatives in stages with workgroups, which only some outputs can express.

import (
	"refract/diag"
	"refract/internal/ir/calls"
	"refract/ir"
)

// GroupDerivatives reports the first derivative, explicit or for the level of a sample, that an entry
// point with workgroups takes. The result is whether there is one.
func GroupDerivatives(m *ir.Module, e *ir.EntryPoint, report func(feature string, at diag.Span)) bool {
	if e.DerivativeGroup == ir.NoDerivativeGroup {
		return false
	}
	var reached calls.Reached
	reached.Start(m)
	reached.Add(m, e.Function)
	for _, id := range reached.List {
		f := m.Functions[id]
		if !f.MayHaveAny(ir.Kinds(ir.KindDerivative) | ir.Kinds(ir.KindImageSample)) {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			switch f.Kind(x) {
			case ir.KindDerivative:
			case ir.KindImageSample:
				v := f.ImageSample(x)
				if v.Gather >= 0 || !v.Level.IsImplicit() {
					continue
				}
			default:
				continue
			}
			report("derivatives in the "+e.Stage.String()+" stage", f.SpanOf(x))
			return true
		}
	}
	return false
}
