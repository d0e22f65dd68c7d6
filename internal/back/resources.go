package back

import "refract/ir"

// Resources are the global variables of a module that hosts bind.
func Resources(m *ir.Module) (list []ir.GlobalID) {
	for i := range m.Globals[1:] {
		if m.Globals[i+1].HasBinding {
			list = append(list, ir.GlobalID(i+1))
		}
	}
	return list
}
