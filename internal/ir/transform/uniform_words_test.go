package transform

import "refract/ir"

func init() {
	transforms["uniform_words"] = func(m *ir.Module, o options) error {
		UniformWords(m, func(ir.GlobalID) bool { return true })
		return nil
	}
}
