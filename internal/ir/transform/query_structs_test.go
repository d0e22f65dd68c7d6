package transform

import "refract/ir"

func init() {
	transforms["queries"] = func(m *ir.Module, _ options) error { return PlainQueries(m) }
}
