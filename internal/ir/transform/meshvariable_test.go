package transform

import "refract/ir"

func init() {
	transforms["meshvariable"] = func(m *ir.Module, o options) error {
		_, _, err := MeshVariables(m, MeshOptions{Points: o.has("points"), Layers: o.has("layers")})
		return err
	}
	transforms["taskresult"] = func(m *ir.Module, o options) error { return TaskResults(m) }
	for _, name := range []string{"meshvariable", "taskresult"} {
		once[name] = true
	}
}
