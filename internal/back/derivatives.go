package back

// This file finds derivatives in stages with workgroups, which only some outputs can express.

import (
	"refract/diag"
	"refract/internal/ir/calls"
	"refract/ir"
)

// GroupDerivatives is the place of a derivative, explicit or for the level of a sample, that an entry
// point with workgroups takes, and the name of the feature. ok is false if there is none.
func GroupDerivatives(m *ir.Module, e *ir.EntryPoint) (feature string, at diag.Span, ok bool) {
	if e.DerivativeGroup == ir.NoDerivativeGroup {
		return "", at, false
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
			return "derivatives in the " + e.Stage.String() + " stage", f.SpanOf(x), true
		}
	}
	return "", at, false
}
