package transform

import "refract/ir"

// DropSemantics removes the semantics of inputs and outputs, and with them the order that they keep: see
// ArrangeInterfaces.
func DropSemantics(m *ir.Module) {
	none := ir.Semantic{}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.IO != nil && g.IO.Semantic != none {
			at := *g.IO
			at.Semantic = none
			g.IO = &at
		}
	}
	for i := 1; i < len(m.Structs); i++ {
		for k := range m.Structs[i].Members {
			m.Structs[i].Members[k].Binding.Semantic = none
		}
	}
	for i := range m.EntryPoints {
		f := m.Func(m.EntryPoints[i].Function)
		for k := range f.Args {
			f.Args[k].Binding.Semantic = none
		}
		f.ResultBinding.Semantic = none
	}
}
