package transform

import "refract/ir"

func init() {
	transforms["uniform_matrix"] = func(m *ir.Module, o options) error {
		UniformMatrices(m)
		return nil
	}
}
