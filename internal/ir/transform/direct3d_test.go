package transform

import "refract/ir"

func init() {
	transforms["arrange"] = func(m *ir.Module, o options) error {
		opts := ArrangeOptions{Loose: func(b ir.BuiltIn) bool { return b == ir.BuiltInSubgroupSize }}
		if o.has("only") {
			opts.Outputs = []uint32{uint32(o.number("only"))}
		}
		ArrangeInterfaces(m, opts)
		return nil
	}
	transforms["atomic"] = func(m *ir.Module, o options) error {
		AtomicOperations(m, AtomicOptions{Load: true, Store: true, Sub: true})
		return nil
	}
	transforms["builtin_inputs"] = func(m *ir.Module, o options) error {
		BuiltInInputs(m, BuiltInInputOptions{Draw: true, Dispatch: true, Subgroups: true})
		return nil
	}
	once["builtin_inputs"] = true
	transforms["bitcast"] = func(m *ir.Module, o options) error { SplitBitcasts(m); return nil }
	transforms["localize"] = func(m *ir.Module, o options) error { LocalizeStores(m); return nil }
	transforms["fwidth"] = func(m *ir.Module, o options) error { DerivativeWidths(m); return nil }
	transforms["scan"] = func(m *ir.Module, o options) error { InclusiveScans(m); return nil }
}
