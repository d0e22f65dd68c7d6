package transform

import "refract/ir"

func init() {
	transforms["dropoutput"] = func(m *ir.Module, o options) error {
		if HasOutput(m, ir.StageVertex, ir.BuiltInPointSize) {
			DropOutput(m, ir.StageVertex, ir.BuiltInPointSize)
		}
		return nil
	}
	transforms["padfront"] = func(m *ir.Module, o options) error { PadFront(m); return nil }
}
