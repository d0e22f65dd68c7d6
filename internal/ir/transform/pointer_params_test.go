package transform

import "refract/ir"

func init() {
	transforms["pointer_params"] = func(m *ir.Module, o options) error {
		return PointerParams(m, PointerParamOptions{Resources: o.has("resources"), Variables: o.has("variables")})
	}
}
