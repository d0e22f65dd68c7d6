package transform

import "refract/ir"

func init() {
	transforms["initialize_private"] = func(m *ir.Module, o options) error {
		InitializePrivate(m)
		return nil
	}
}
