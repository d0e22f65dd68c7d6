package transform

import "refract/ir"

func init() {
	transforms["buffer_views"] = func(m *ir.Module, o options) error { return BufferViews(m) }
}
