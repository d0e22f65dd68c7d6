package transform

import "refract/ir"

func init() {
	transforms["linear_index"] = func(m *ir.Module, o options) error {
		LinearIndices(m)
		return nil
	}
}
