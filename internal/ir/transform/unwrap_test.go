package transform

import "refract/ir"

func init() {
	transforms["unwrap"] = func(m *ir.Module, o options) error {
		var structs []ir.StructID
		for i := range m.Structs {
			if m.Structs[i].Name == "Wrap" {
				structs = append(structs, ir.StructID(i))
			}
		}
		Unwrap(m, structs)
		return nil
	}
}
